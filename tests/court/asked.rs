//! What a case asks of whom: on Today with the case's name, and on its page what was said and what comes next.

use serde_json::json;

use super::reader::{Reader, has, lacks};
use super::*;

/// A case about a decision of May's on Ann; gives its number.
fn asked_about(club: &Club, court: &Court) -> String {
    let ten = json!([{ "kind": "deduction", "points": 10 }]);
    let found = court.may.decide(club, court.ann.id, &[], ten).expect(201);
    court.may.post(&format!("/api/v1/decisions/{}/declaration", found["id"]), &json!({})).expect(200);
    filed(&court.ann, "decision", &found["id"])
}

both!(each_reads_on_today_who_writes_the_opinion_and_who_names_that_iii_3_10, |club| {
    let court = Court::opened(&club);
    let Court { chief, justices: [one, two, ..], .. } = &court;
    let today = |of: &Caller| Reader::of(&club, of).reads("/today");
    let number = asked_about(&club, &court);
    let case = format!("{number} · A wrong done");
    leave(chief, &number, true).expect(200);
    has(&today(&court.may), &["Answer the petition", &format!("{case} · by ")]);
    let panel = json!({ "justices": [chief.id, one.id, two.id] });
    chief.post(&step(&number, "panel"), &panel).expect(200);
    chief.post(&step(&number, "hearing"), &json!({})).expect(200);
    decide(&number, &json!({ "outcome": "uphold" }), &[chief, one, two]);

    let (names, writes) = ("Name who writes the opinion", "Write the Court’s opinion");
    has(&today(chief), &[names, &format!("{case} · by ")]);
    has(&today(one), &["Written opinion", &format!("{case} · Chief says who writes it · by ")]);
    lacks(&today(one), &[names, writes]);
    let page = |of: &Caller| Reader::of(&club, of).reads(&format!("/cases/{number}"));
    has(&page(chief), &["Asked of you:", &format!("{names}.")]);
    has(&page(one), &["Next: the Chief Justice says who writes down why."]);
    lacks(&page(one), &["Asked of you:"]);
    chief.post(&step(&number, "author"), &json!({ "justice": two.id })).expect(200);
    has(&today(two), &[writes, &format!("{case} · by ")]);
    lacks(&today(chief), &[names, "Written opinion"]);
    lacks(&today(one), &["Written opinion", writes]);

    // Without the Chief Justice in the majority anyone of it may write.
    let second = asked_about(&club, &court);
    court.hears(&second);
    court.panel_decides(&second, &json!({ "outcome": "uphold" }));
    has(&today(one), &[writes, &format!("{second} · A wrong done · you, or Two and Three · by ")]);
    lacks(&today(chief), &[names]);
});

both!(who_has_let_a_case_in_is_not_asked_again_iii_3_6, |club| {
    let court = Court::opened(&club);
    let number = asked_about(&club, &court);
    let case = format!("/cases/{number}");
    let (button, own, so_far) = ("Let it in</button>", "You have let it in.", "1 of 2 justices have let it in.");
    let mut four = Reader::of(&club, &court.justices[3]);
    let page = four.reads(&case);
    has(&page, &[button, "You need not give one."]);
    lacks(&page, &["Needed to refuse", so_far]);
    four.steps(&case, "leave", &[("granted", "yes")]);
    let page = four.reads(&case);
    has(&page, &[own, so_far]);
    lacks(&page, &[button]);
    assert!(!read(&court.justices[3], &number)["steps"].to_string().contains("granting leave"), "once");
    let page = Reader::of(&club, &court.ann).reads(&case);
    has(&page, &[so_far]);
    lacks(&page, &[own]);
    has(&Reader::of(&club, &court.chief).reads(&case), &[button, "Needed to refuse", so_far]);
    leave(&court.justices[2], &number, true).expect(200);
    lacks(&Reader::of(&club, &court.ann).reads(&case), &["of 2 justices"]);
});

both!(votes_without_a_majority_are_told_at_the_top_and_cast_again_t35, |club| {
    let court = Court::opened(&club);
    let number = asked_about(&club, &court);
    court.hears(&number);
    let case = format!("/cases/{number}");
    let dispositions = [
        json!({ "outcome": "uphold" }),
        json!({ "outcome": "overturn" }),
        json!({ "outcome": "remand", "conditions": "Hear the two who sat beside them.", "due": "2026-11-27" }),
    ];
    let bench = &court.justices[..3];
    let drafts: Vec<Value> = bench
        .iter()
        .zip(&dispositions)
        .map(|(justice, disposition)| draft(justice, &number, disposition).expect(201)["id"].clone())
        .collect();
    let vote = |by: &Caller, draft: &Value| by.post(&step(&number, "votes"), &json!({ "draft": draft })).expect(200);
    let counts = "Count the votes of a case";
    has(&Reader::of(&club, &bench[1]).reads("/today"), &["the other side can answer until 13 Nov 2026"]);
    for (justice, draft) in bench.iter().zip(&drafts) {
        vote(justice, draft);
    }
    // It may be counted, by a second tap; nobody is urged to before the other side's time is over.
    lacks(&Reader::of(&club, &bench[0]).reads("/today"), &[counts]);
    has(&Reader::of(&club, &bench[0]).reads(&case), &["Next: the other side answers.", "Count all the same"]);
    club.set_time("2026-11-14T12:00:00");
    let mut presiding = Reader::of(&club, &bench[0]);
    has(&presiding.reads("/today"), &[counts]);
    let page = presiding.reads(&case);
    let seen = page.split("name=\"scores\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("scores");
    presiding.does(&case, &[("form", "count"), ("step", "count"), ("scores", seen)]);
    let told = "The votes were counted on 14 Nov 2026, and no draft has a majority. So the justices vote again.";
    has(&presiding.reads(&case), &["The votes are counted: no draft has a majority.", told, "Round 2 of the vote."]);
    has(&Reader::of(&club, &court.ann).reads(&case), &[told]);

    let later = court.again(&club);
    for justice in &later.justices[..3] {
        vote(justice, &drafts[0]);
    }
    later.justices[0].post(&step(&number, "count"), &json!({})).expect(200);
    lacks(&Reader::of(&club, &court.ann).reads(&case), &["no draft has a majority"]);
});

both!(the_button_that_opens_a_hearing_says_what_begins, |club| {
    let court = Court::opened(&club);
    let Court { chief, justices: [one, ..], may, .. } = &court;
    let [answered, silent] = [(); 2].map(|()| {
        let number = asked_about(&club, &court);
        leave(chief, &number, true).expect(200);
        court.panel(&number, &[0, 1, 2]).expect(200);
        number
    });
    let page = |number: &str| Reader::of(&club, one).reads(&format!("/cases/{number}"));
    let both_sides = "From then on both sides are heard";
    has(&page(&answered), &[both_sides]);
    let answer = json!({ "kind": "answer", "title": "Why", "text": "It was a loud game", "visibility": "parties" });
    may.post(&step(&answered, "filings"), &answer).expect(201);
    has(&page(&answered), &["The other side has answered. So the panel can draft a judgment and vote at once."]);
    lacks(&page(&answered), &[both_sides]);
    club.set_time("2026-11-14T12:00:00");
    has(&page(&silent), &["time to answer is over. So the panel can draft"]);
    lacks(&page(&silent), &[both_sides]);
});
