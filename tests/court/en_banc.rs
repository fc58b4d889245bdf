//! The whole Court: reversals, ties, what goes to every justice at once.

use serde_json::json;

use super::reader::{Reader, has, lacks};
use super::*;

both!(en_banc_undoes_a_reversal_and_is_final_iii_3_9_t34, |club| {
    let court = Court::opened(&club);
    let Court { chief, may, ann, ben, cy, .. } = &court;
    let game = won(ann, ben);
    won(ann, cy);
    let found = may.decide(&club, ann.id, &[game], json!([{ "kind": "fraud" }])).expect(201);
    let with_penalty = score(&club, ann);
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    let reading = json!([{ "acts": ["II.5"], "text": "What nobody saw did not happen." }]);
    court.panel_decides(&number, &json!({ "outcome": "overturn", "interpretations": reading }));
    assert_eq!(score(&club, ann), 139);
    assert_eq!(cy.post(&step(&number, "en_banc"), &json!({ "reason": WHY })).refused(403), ["III.3.9"], "no party");
    court.goes_en_banc(&number, may);
    assert_eq!(petition(ann, "decision", &found["id"]).refused(409), ["III.3"], "open again: T12");
    assert_eq!(read(chief, &number)["bench"].as_array().unwrap().len(), 3 + 5, "every justice");
    decide(&number, &json!({ "outcome": "uphold" }), &court.everybody());
    assert_eq!((decision(may, &found), score(&club, ann)), ("standing".into(), with_penalty), "the reversal is undone");
    let told = read(ann, &number);
    assert_ne!(told["interpretations"][0]["withdrawn_at"], json!(null), "the panel's reading went with its judgment");
    assert_eq!(told["judgments"].as_array().unwrap().len(), 2);
    write(chief, &number, "majority").expect(201);
    assert_eq!(state(ann, &number), "final");
    assert_eq!(petition(ann, "decision", &found["id"]).refused(422), ["III.3.9.2"]);
    assert_eq!(ann.post(&step(&number, "en_banc"), &json!({ "reason": WHY })).refused(409), ["III.3.9.2"]);
    sound(&club);
});

both!(en_banc_overturns_what_a_panel_put_in_place, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, ben, .. } = &court;
    won(ann, ben);
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 15 }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    let less = json!({ "reasons": "Less would have been enough", "sanctions": [{ "kind": "deduction", "points": 5 }] });
    court.panel_decides(&number, &json!({ "outcome": "overturn", "replacement": less }));
    assert_eq!(score(&club, ann), 115);
    court.goes_en_banc(&number, ann);
    decide(&number, &json!({ "outcome": "overturn" }), &court.everybody());
    assert_eq!((score(&club, ann), decision(may, &found)), (120, "overturned".into()));
    sound(&club);
});

both!(what_the_panel_moved_is_still_told_where_the_whole_court_leaves_it, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, ben, .. } = &court;
    won(ann, ben);
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 15 }])).expect(201);
    // The judgment's entries of the ledger are told by their instant.
    club.set_time("2026-11-06T12:45:00");
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    court.panel_decides(&number, &json!({ "outcome": "overturn" }));
    let page = |reader: &Caller| Reader::of(&club, reader).reads(&format!("/cases/{number}"));
    has(&page(ann), &["105 → 120 points", "You were right: overturned", ">Judgment</a>"]);
    lacks(&page(ann), &["Why, in their words"]);
    lacks(&page(may), &["You were right"]);
    court.goes_en_banc(&number, may);
    decide(&number, &json!({ "outcome": "overturn" }), &court.everybody());
    has(&page(ann), &["105 → 120 points"]);
});

both!(en_banc_restores_a_ban_that_a_panel_shortened, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, .. } = &court;
    may.ban(&club, ann.id, "2026-11-27");
    let bans = || club.again(may).get(&format!("/api/v1/bans?person={}", ann.id)).expect(200)["items"].clone();
    let number = filed(ann, "ban", &bans()[0]["id"]);
    court.hears(&number);
    court.panel_decides(&number, &json!({ "outcome": "lift" }));
    assert!(!is_banned(&club, ann));
    court.goes_en_banc(&number, may);
    decide(&number, &json!({ "outcome": "uphold" }), &court.everybody());
    assert!(is_banned(&club, ann));
    assert_eq!(bans()[0]["ends_at"], "2026-11-27T23:59:59.999999Z", "as it was first decided");
    sound(&club);
});

both!(a_tie_leaves_the_judgment_below_standing, |club| {
    let court = Court::opened(&club);
    let Court { chief, justices: [one, two, three, four], may, ann, .. } = &court;
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    court.panel_decides(&number, &json!({ "outcome": "overturn" }));
    // One justice fewer, so that the Court can be divided in halves.
    let gone = format!("/api/v1/people/{}/roles/justice", four.id);
    chief.delete(&gone, &json!({ "reason": "Left the school" })).expect(204);
    court.goes_en_banc(&number, may);
    let uphold = draft(chief, &number, &json!({ "outcome": "uphold" })).expect(201)["id"].clone();
    let overturn = draft(one, &number, &json!({ "outcome": "overturn" })).expect(201)["id"].clone();
    for (justice, draft) in [(chief, &uphold), (one, &overturn), (two, &uphold), (three, &overturn)] {
        justice.post(&step(&number, "votes"), &json!({ "draft": draft })).expect(200);
    }
    assert_eq!(chief.post(&step(&number, "count"), &json!({})).expect(200)["state"], "final");
    assert_eq!(decision(may, &found), "overturned", "the panel's judgment stands");
    assert_eq!(read(ann, &number)["judgments"][1]["disposition"], json!(null));
    assert_eq!(petition(ann, "decision", &found["id"]).refused(422), ["III.3.9.2"]);
});

both!(a_tie_leaves_the_panels_opinion_to_be_written_iii_3_10, |club| {
    let court = Court::opened(&club);
    let Court { chief, justices: [one, two, three, four], may, ann, .. } = &court;
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    court.panel_decides(&number, &json!({ "outcome": "overturn" }));
    let gone = format!("/api/v1/people/{}/roles/justice", four.id);
    chief.delete(&gone, &json!({ "reason": "Left the school" })).expect(204);
    may.post(&step(&number, "en_banc"), &json!({ "reason": WHY })).expect(200);
    chief.post(&step(&number, "en_banc_leave"), &json!({ "granted": true })).expect(200);
    let steps = read(ann, &number)["steps"].to_string();
    assert!(!steps.contains("withdrawing"), "judged already: {steps}");
    assert_eq!(ann.post(&step(&number, "withdrawal"), &json!({})).refused(409), ["III.3.9"]);
    let uphold = draft(chief, &number, &json!({ "outcome": "uphold" })).expect(201)["id"].clone();
    let overturn = draft(one, &number, &json!({ "outcome": "overturn" })).expect(201)["id"].clone();
    let count = || chief.post(&step(&number, "count"), &json!({}));
    for (justice, draft) in [(chief, &uphold), (one, &overturn), (two, &uphold), (three, &overturn)] {
        assert_eq!(count().refused(409), ["III.3.3"], "not everybody has voted");
        justice.post(&step(&number, "votes"), &json!({ "draft": draft })).expect(200);
    }
    let counted = count().expect(200);
    assert_eq!(counted["state"], "en_banc_decided", "the panel's opinion is owed still");
    assert_eq!(last_entry(ann, &number, "divided"), ("Judgment".into(), true));
    let due = read(ann, &number)["deadlines"].clone();
    assert_eq!((&due[0]["kind"], &due[0]["persons"]), (&json!("opinion"), &json!([one.id, two.id, three.id])));
    assert_eq!(write(chief, &number, "majority").refused(403), ["III.3.10"], "not of the panel");
    write(two, &number, "majority").expect(201);
    let told = read(ann, &number);
    assert_eq!(told["state"], "final");
    assert_eq!(told["judgments"][0]["opinions"][0]["author"], two.id);
    assert_eq!(told["deadlines"], json!([]));
});

both!(the_panels_opinion_is_due_while_en_banc_is_asked_for_iii_3_10, |club| {
    let court = Court::opened(&club);
    let Court { chief, justices: [one, two, ..], may, ann, .. } = &court;
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let judged = || {
        let number = filed(ann, "decision", &found["id"]);
        court.hears(&number);
        court.panel_decides(&number, &json!({ "outcome": "uphold" }));
        ann.post(&step(&number, "en_banc"), &json!({ "reason": WHY })).expect(200);
        number
    };
    let opinion = |number: &str, state: &str| {
        let told = read(ann, number);
        assert_eq!(told["state"], state);
        told["deadlines"].as_array().unwrap().iter().any(|due| due["kind"] == "opinion" && due["act"] == "III.3.10")
    };
    let answer = |number: &str, granted: bool| {
        let word = json!({ "granted": granted, "reason": "There is nothing new in it" });
        chief.post(&step(number, "en_banc_leave"), &word).expect(200)["state"].clone()
    };
    let number = judged();
    assert!(opinion(&number, "en_banc_requested"), "asking stops no days");
    write(one, &number, "majority").expect(201);
    assert!(!opinion(&number, "en_banc_requested"), "published, and still asked for");
    assert_eq!(write(two, &number, "majority").refused(409), ["III.3.10"], "once");
    assert_eq!(answer(&number, false), "published");

    let number = judged();
    assert_eq!(answer(&number, true), "en_banc_hearing");
    assert!(opinion(&number, "en_banc_hearing"));
    assert_eq!(write(chief, &number, "majority").refused(403), ["III.3.10"], "not of the panel");
    write(two, &number, "majority").expect(201);
    assert!(!opinion(&number, "en_banc_hearing"));
    decide(&number, &json!({ "outcome": "overturn" }), &court.everybody());
    assert!(opinion(&number, "en_banc_decided"), "the whole Court's own");
    write(chief, &number, "majority").expect(201);
    assert_eq!(state(ann, &number), "final");
    let judgments = read(one, &number)["judgments"].clone();
    let joinable = |place: usize| judgments[place]["opinions"][0]["joinable"].clone();
    assert_eq!((joinable(0), joinable(1)), (json!(false), json!(true)), "the whole Court's, no longer the panel's");
});

both!(the_chief_justice_may_decline_to_have_it_heard_en_banc, |club| {
    let court = Court::opened(&club);
    let Court { chief, may, ann, .. } = &court;
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    court.panel_decides(&number, &json!({ "outcome": "uphold" }));
    ann.post(&step(&number, "en_banc"), &json!({ "reason": WHY })).expect(200);
    assert_eq!(state(ann, &number), "en_banc_requested", "also before the opinion is there");
    let word = json!({ "granted": false, "reason": "There is nothing new in it" });
    assert_eq!(chief.post(&step(&number, "en_banc_leave"), &word).expect(200)["state"], "decided");
    assert_eq!(may.post(&step(&number, "en_banc"), &json!({ "reason": WHY })).refused(409), ["III.3.9.1"]);
    let second = filed(ann, "decision", &found["id"]);
    assert_eq!(second, "2026-C-002", "T37: a panel's judgment alone does not bar a new petition");
});

both!(en_banc_takes_the_place_of_a_remand_and_of_what_was_made_anew, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, ben, .. } = &court;
    won(ann, ben);
    let deduct = |points: i64| json!([{ "kind": "deduction", "points": points }]);
    let found = may.decide(&club, ann.id, &[], deduct(10)).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    let remand = json!({ "outcome": "remand", "conditions": "Hear the two who sat beside them.", "due": "2026-11-13" });
    court.panel_decides(&number, &remand);
    let again = json!({
        "offence_id": found["offence"]["id"], "reasons": "Heard again as the Court asked for", "sanctions": deduct(3),
    });
    let anew = may.post("/api/v1/decisions", &again).expect(201);
    assert_eq!(score(&club, ann), 117);
    court.goes_en_banc(&number, may);
    decide(&number, &json!({ "outcome": "uphold" }), &court.everybody());
    assert_eq!((decision(may, &found), decision(may, &anew)), ("standing".into(), "overturned".into()), "III.2.2");
    assert_eq!(score(&club, ann), 110);
    sound(&club);
});

both!(a_decision_that_the_court_undid_asks_for_no_declaration_iii_2_4, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, .. } = &court;
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let (page, declaration) =
        (format!("/decisions/{}", found["id"]), format!("/api/v1/decisions/{}/declaration", found["id"]));
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    court.panel_decides(&number, &json!({ "outcome": "overturn" }));
    has(&Reader::of(&club, may).reads(&page), &["Nobody has to declare it."]);
    for path in [page.as_str(), "/decisions", "/today", "/me/deadlines"] {
        let asks = ["Not declared yet", "Declare it", "Declare the decision"];
        lacks(&Reader::of(&club, may).reads(path), &asks);
    }
    assert_eq!(may.post(&declaration, &json!({})).refused(409), ["III.3.8"]);
    // Its seven days would be over tomorrow. As the whole Court brings it back, it has seven more.
    club.set_time("2026-11-12T12:00:00");
    let court = court.again(&club);
    court.goes_en_banc(&number, &court.may);
    decide(&number, &json!({ "outcome": "uphold" }), &court.everybody());
    club.set_time("2026-11-15T12:00:00");
    let may = club.again(&court.may);
    assert_eq!(rookery::conduct::declarations::deadline::run(&club.app.db).unwrap(), 0);
    assert_eq!(decision(&may, &found), "standing");
    has(&Reader::of(&club, &may).reads(&page), &["Not declared yet", "19 November 2026", "Declare it"]);
    may.post(&declaration, &json!({})).expect(200);
    sound(&club);
});

/// Eight days on, with what the service does by itself done.
fn undeclared(club: &Club, court: &Court) -> Court {
    club.set_time("2026-11-13T12:40:01");
    rookery::conduct::declarations::deadline::run(&club.app.db).unwrap();
    rookery::court::jobs::end_moot(&club.app.db).unwrap();
    court.again(club)
}

/// The last entry of a case's docket: its title, and whether it cites an Act.
fn last_entry(by: &Caller, number: &str, act: &str) -> (String, bool) {
    let told = read(by, number)["docket"].as_array().unwrap().last().unwrap().clone();
    (told["title"].as_str().unwrap().to_owned(), told["text"].as_str().unwrap().contains(act))
}

both!(a_case_about_a_penalty_that_became_void_is_moot_t28, |club| {
    let court = Court::opened(&club);
    let Court { chief, may, ann, ben, .. } = &court;
    won(ann, ben);
    let deduct = json!([{ "kind": "deduction", "points": 10 }]);
    let [waiting, refused, heard] = [(); 3].map(|()| {
        let found = may.decide(&club, ann.id, &[], deduct.clone()).expect(201);
        filed(ann, "decision", &found["id"])
    });
    leave(chief, &refused, false).expect(200);
    court.hears(&heard);
    let court = undeclared(&club, &court);
    assert_eq!(score(&club, ann), 120, "III.2.4.2");
    for number in [&waiting, &refused, &heard] {
        assert_eq!(state(&court.ann, number), "moot");
        assert_eq!(last_entry(&court.ann, number, "III.2.4.2"), ("The case is moot".into(), true));
        assert_eq!(read(&court.ann, number)["deadlines"], json!([]), "no answer is owed");
    }
    assert_eq!(leave(&court.chief, &waiting, true).refused(409), ["III.3.6"]);
    assert_eq!(draft(&court.justices[0], &heard, &json!({ "outcome": "uphold" })).refused(409), ["III.3.8"]);
    let open = court.ann.get("/api/v1/cases?open=true").expect(200);
    assert_eq!(open["items"], json!([]), "II.8.1: nothing keeps Ann from being removed");
    assert_eq!(rookery::court::jobs::end_moot(&club.app.db).unwrap(), 0, "once");
    sound(&club);
});

both!(what_was_judged_before_a_penalty_became_void_stays_judged, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, .. } = &court;
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    court.panel_decides(&number, &json!({ "outcome": "uphold" }));
    ann.post(&step(&number, "en_banc"), &json!({ "reason": WHY })).expect(200);
    let court = undeclared(&club, &court);
    assert_eq!(state(&court.ann, &number), "decided", "III.3.10: the panel's opinion is owed still");
    assert_eq!(last_entry(&court.ann, &number, "III.2.4.2"), ("The case is moot".into(), true));
    let again = court.ann.post(&step(&number, "en_banc"), &json!({ "reason": WHY }));
    assert_eq!(again.refused(409), ["III.2.4.2"], "nothing is left to undo");
    write(&court.justices[1], &number, "majority").expect(201);
    assert_eq!(state(&court.ann, &number), "published");
});
