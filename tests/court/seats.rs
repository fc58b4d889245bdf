//! Justices who leave office: their seat, and what they owe.

use rookery::court::jobs::tell_of_empty_seats;
use serde_json::json;

use super::reader::{Reader, has, lacks};
use super::*;

fn dismiss(court: &Court, justice: &Caller) {
    let why = json!({ "reason": "Left the school at half-term" });
    court.chief.delete(&format!("/api/v1/people/{}/roles/justice", justice.id), &why).expect(204);
}

/// The names that a reader's notices of an empty seat give.
fn empty_seats(club: &Club, reader: &Caller) -> Vec<Value> {
    club.deliver();
    let notices = reader.get("/api/v1/notifications").expect(200)["items"].clone();
    let of_seats = |notice: &&Value| notice["topic"] == "case.seat_empty";
    notices.as_array().unwrap().iter().filter(of_seats).map(|notice| notice["body"]["person"].clone()).collect()
}

both!(an_empty_seat_is_named_on_the_page_of_its_case_iii_3_7, |club| {
    let court = Court::opened(&club);
    let Court { chief, justices: [one, two, ..], may, ann, .. } = &court;
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    let case = format!("/cases/{number}");
    let (mut head, mut party) = (Reader::of(&club, chief), Reader::of(&club, ann));
    lacks(&head.reads(&case), &["cannot sit any more", "Fill the empty seat"]);
    dismiss(&court, two);
    let page = party.reads(&case);
    has(&page, &["Two <strong class=\"wrong\">cannot sit any more, so the seat is empty</strong>"]);
    has(&page, &["<p>Next: the Chief Justice fills the empty seat.</p>"]);
    let page = head.reads(&case);
    has(&page, &["Pick the panel of a case", "<h3>Fill the empty seat</h3>", "No longer on it: Two."]);
    has(&page, &[&format!("name=\"justice\" value=\"{}\" checked", one.id)]);
    lacks(&page, &["Replace the panel", &format!("name=\"justice\" value=\"{}\"", two.id)]);
    court.panel(&number, &[0, 2, 3]).expect(200);
    let page = head.reads(&case);
    has(&page, &["Replace the panel"]);
    lacks(&page, &["cannot sit any more", "Fill the empty seat"]);
});

both!(an_empty_seat_is_told_to_the_chief_justice_iii_3_7, |club| {
    let club = club.still();
    let court = Court::opened(&club);
    let Court { chief, justices: [one, two, ..], may, ann, .. } = &court;
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    assert_eq!(tell_of_empty_seats(&club.app.db).unwrap(), 0);
    dismiss(&court, two);
    assert_eq!(tell_of_empty_seats(&club.app.db).unwrap(), 1);
    assert_eq!(tell_of_empty_seats(&club.app.db).unwrap(), 0, "once");
    assert_eq!(empty_seats(&club, chief), [json!(two.id)]);
    assert_eq!(empty_seats(&club, one), Vec::<Value>::new());
    court.panel(&number, &[0, 2, 3]).expect(200);
    assert_eq!(tell_of_empty_seats(&club.app.db).unwrap(), 0, "the seat is filled");
});

both!(who_is_no_justice_any_more_owes_no_opinion_iii_3_10, |club| {
    let court = Court::opened(&club);
    let Court { chief, justices: [one, two, three, _], may, ann, .. } = &court;
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    court.panel_decides(&number, &json!({ "outcome": "uphold" }));
    let owed = || read(chief, &number)["deadlines"][0]["persons"].clone();
    assert_eq!(owed(), json!([one.id, two.id, three.id]));
    dismiss(&court, two);
    assert_eq!(owed(), json!([one.id, three.id]));
    dismiss(&court, one);
    dismiss(&court, three);
    assert_eq!(owed(), json!([]), "nobody of the majority is left to write it");
});
