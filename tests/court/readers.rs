//! Who reads what of the Court: decisions before they are declared, cases by list, and all of it without names.

use std::collections::BTreeSet;

use serde_json::json;

use super::reader::{Reader, has, lacks};
use super::*;

both!(nobody_learns_of_a_decision_that_is_not_declared_t28, |club| {
    let court = Court::opened(&club);
    let Court { may, max, ann, ben, .. } = &court;
    let found =
        may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201)["id"].clone();
    for id in [&found, &json!(999)] {
        petition(ben, "decision", id).expect(404);
        ben.post(&format!("/api/v1/decisions/{id}/declaration"), &json!({})).expect(404);
    }
    let declaration = format!("/api/v1/decisions/{found}/declaration");
    assert_eq!(max.post(&declaration, &json!({})).refused(403), ["III.2.4"], "who moderates reads it");
    may.post(&declaration, &json!({})).expect(200);
    assert_eq!(petition(ben, "decision", &found).refused(403), ["III.3"], "public, and not about them");
});

/// What of cases a reader's notices tell, each once, by topic.
fn told(club: &Club, reader: &Caller) -> Vec<String> {
    club.deliver();
    let notices = reader.get("/api/v1/notifications?limit=100").expect(200)["items"].clone();
    let topics = notices.as_array().unwrap().iter().map(|notice| notice["topic"].as_str().unwrap().to_owned());
    let of_cases: BTreeSet<String> = topics.filter(|topic| topic.starts_with("case.")).collect();
    of_cases.into_iter().collect()
}

both!(a_case_is_told_to_those_concerned_and_its_judgment_to_the_club, |club| {
    let court = Court::opened(&club);
    let Court { chief, justices: [one, _, _, four], may, max, ann, cy, .. } = &court;
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    for reader in [chief, one, four, may] {
        assert_eq!(told(&club, reader), ["case.filed"], "each justice can say that it is heard, and May decided");
    }
    assert_eq!((told(&club, max), told(&club, cy)), (Vec::new(), Vec::new()), "no case of theirs");
    court.hears(&number);
    let heard = ["case.empanelled", "case.granted", "case.hearing_opened"];
    assert_eq!(told(&club, ann), heard);
    assert_eq!(told(&club, four), ["case.filed", "case.granted"], "others sit");
    court.panel_decides(&number, &json!({ "outcome": "uphold" }));
    write(one, &number, "majority").expect(201);
    let judgment = ["case.decided", "case.opinion_published"];
    for reader in [max, cy] {
        assert_eq!(told(&club, reader), judgment, "the judgment concerns the whole club");
    }
    assert_eq!(told(&club, ann), [&judgment[..1], &heard[..], &judgment[1..]].concat());
    let page = Reader::of(&club, cy).reads("/me/notifications");
    has(&page, &["An opinion was published", "One earlier message about it", "<details open>"]);
    lacks(&page, &["A case was filed", "A case has its panel"]);
});

both!(cases_are_found_by_state_person_and_deadline, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, ben, .. } = &court;
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let first = filed(ann, "decision", &found["id"]);
    let second = filed(ben, "question", &json!(null));
    court.hears(&first);
    let numbers = |query: &str| -> Vec<String> {
        let page = ben.get(&format!("/api/v1/cases?{query}")).expect(200);
        page["items"].as_array().unwrap().iter().map(|case| case["number"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(numbers(""), [second.as_str(), &first]);
    assert_eq!(numbers("state=hearing"), [first.as_str()]);
    assert_eq!(numbers("open=false"), [""; 0]);
    assert_eq!(numbers(&format!("person={}", may.id)), [first.as_str()], "decided");
    assert_eq!(numbers(&format!("person={}", court.justices[1].id)), [first.as_str()], "sits");
    assert_eq!(numbers("due_by=2026-11-13T12:40:00Z"), [first.as_str()], "the answer");
    assert_eq!(numbers("due_by=2026-11-13T12:39:59Z"), [""; 0]);
    assert_eq!(numbers("limit=1"), [second.as_str()]);
    club.anyone().get("/api/v1/cases/2026-C-999").expect(404);
    club.anyone().get("/api/v1/cases?state=nonsense").expect(400);
});

both!(who_reads_initials_is_led_to_no_name, |club| {
    club.tells_names(false);
    let court = Court::opened(&club);
    let Court { chief, may, ann, ben, .. } = &court;
    let cy = club.person("Cy", &[]);
    cy.post("/api/v1/memberships", &json!({})).expect(201);
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    let brief = json!({ "kind": "brief", "title": "My side", "text": "I was at lunch.", "visibility": "public" });
    ann.post(&step(&number, "filings"), &brief).expect(201);
    for reader in [&*cy, &club.anyone()] {
        let listed = reader.get("/api/v1/cases").expect(200)["items"][0].clone();
        assert_eq!((&listed["petitioner"], &listed["petitioner_name"]), (&json!(-1), &json!("A")));
        assert_eq!(listed["subject_id"], Value::Null, "a decision names whom it is about");
        assert!(listed["filed_at"].as_str().unwrap().contains("T00:00:00"), "no time of day: {listed}");
        reader.get(&format!("/api/v1/cases?person={}", ann.id)).refused(403);
        let told = read(reader, &number);
        assert_eq!(told["people"]["-1"], "A");
        assert_eq!(told["people"][ann.id.to_string()], Value::Null);
        assert_eq!(told["people"][may.id.to_string()], "May", "the one who decided holds an office");
        assert_eq!((&told["decision"], &told["conflicts"]), (&Value::Null, &json!([])));
        let brief = told["docket"].as_array().unwrap().iter().find(|filing| filing["kind"] == "brief").unwrap();
        assert_eq!(brief["author"], -1, "one number for one person in the whole case");
        assert_eq!([&brief["text"], &brief["title"], &told["grounds"], &listed["title"]], [""; 4], "no words about it");
    }
    for concerned in [ann, may] {
        assert_eq!(read(concerned, &number)["petitioner"], ann.id, "whom it concerns and who judges read names");
    }

    // Nor do the declarations, the ledger and the games that a decision, a judgment or an act is about.
    let played = won(ann, ben);
    let forfeit = json!([{ "kind": "forfeiture", "game": played }]);
    let lost = may.decide(&club, ann.id, &[played], forfeit.clone()).expect(201);
    may.post(&format!("/api/v1/decisions/{}/declaration", lost["id"]), &json!({})).expect(200);
    let second = filed(ann, "decision", &lost["id"]);
    court.hears(&second);
    let own = json!({ "reasons": "The game is lost, and no more", "sanctions": forfeit });
    court.panel_decides(&second, &json!({ "outcome": "overturn", "replacement": own }));
    let told = read(&cy, &second);
    let judged = &told["judgments"][0];
    for disposition in [&judged["disposition"], &judged["votes"][0]["disposition"]] {
        assert_eq!(disposition["replacement"], Value::Null, "no game, no points");
    }
    assert_eq!(read(ann, &second)["judgments"][0]["disposition"]["replacement"]["sanctions"][0]["game"], played);
    let ruling = json!({ "reason": "The board was set up wrongly", "act": "0.11" });
    let void = won(ben, ann);
    may.post(&format!("/api/v1/games/{void}/void"), &ruling).expect(200);
    let modification = json!({
        "act": "III.5", "reason": "The import left out last week", "effect": "Thirty points put right",
        "adjustments": [{ "person": ann.id, "delta": 30 }],
    });
    chief.post("/api/v1/chief_acts", &modification).expect(201);

    let declared = cy.get("/api/v1/declarations").expect(200)["items"].clone();
    for one in declared.as_array().unwrap() {
        for field in ["effect", "reason", "undone_by"] {
            assert_eq!(one[field], Value::Null, "{field}: {one}");
        }
    }
    let told = |field: &str| declared.as_array().unwrap().iter().map(|one| one[field].to_string()).collect::<String>();
    assert!(told("subject").contains(&format!("judgment:{second}:panel")), "a case has no names itself");
    cy.get(&format!("/api/v1/games/{void}")).expect(404);
    ben.get(&format!("/api/v1/games/{void}")).expect(200);
    let act = cy.get("/api/v1/chief_acts").expect(200)["items"][0].clone();
    assert_eq!((&act["adjustments"], &act["reason"], &act["effect"]), (&json!([]), &json!(""), &json!("")));
    let ledger = format!("/api/v1/members/{}/ledger", ann.id);
    let game = format!("/api/v1/games/{played}");
    let lead =
        [second.as_str(), "Decision ", "Technical modification", "The board was set up wrongly", "III.3.8", "III.5"];
    for path in [ledger.as_str(), &game, "/api/v1/games", "/api/v1/exports/ledger.csv", "/api/v1/exports/games.csv"] {
        let led = |text: &str| lead.into_iter().any(|words| text.contains(words));
        let (concerned, other) = (ann.get(path).text(), cy.get(path).text());
        assert!(!led(&other), "{path}: {other}");
        assert!(path.contains("games.csv") || led(&concerned), "{path}: {concerned}");
    }
    let told = cy.get(&ledger).expect(200)["items"].clone();
    let sum: i64 = told.as_array().unwrap().iter().map(|entry| entry["delta"].as_i64().unwrap()).sum();
    let stands = cy.get(&format!("/api/v1/members/{}", ann.id)).expect(200);
    assert_eq!((sum, &stands["handle"]), (stands["score"].as_i64().unwrap(), &Value::Null));
    assert_eq!(stands["history"].as_array().unwrap().last().unwrap()["score"], stands["score"]);
});

both!(a_petition_is_for_those_who_have_to_say_whether_it_is_heard_until_they_did, |club| {
    let court = Court::opened(&club);
    let found = court.may.decide(&club, court.ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(&court.ann, "decision", &found["id"]);
    club.pass(chrono::TimeDelta::minutes(1));
    let court = court.again(&club);
    let brief = json!({ "kind": "brief", "title": "My side", "text": "I was at lunch.", "visibility": "public" });
    court.ann.post(&step(&number, "filings"), &brief).expect(201);
    club.deliver();
    let four = &court.justices[3];
    for reader in [&court.chief, four] {
        let page = Reader::of(&club, reader).reads("/me/notifications");
        let asked = page.split_once("<h2>For you now</h2>").and_then(|(_, rest)| rest.split_once("</section>"));
        let asked = asked.unwrap_or_else(|| panic!("nothing is asked: {page}")).0;
        has(asked.split_once("</strong>").expect("a headline").0, &["A case was filed"]);
        // One number in the same words on both pages, and for programs.
        let own = reader.get("/api/v1/notifications/unread").expect(200)["own"].as_i64().unwrap();
        let said = if own == 1 { "one waits for you".to_owned() } else { format!("{own} wait for you") };
        has(&page, &[said.as_str()]);
        has(&Reader::of(&club, reader).reads("/me"), &[said.as_str()]);
    }
    leave(&court.chief, &number, true).expect(200);
    club.deliver();
    let page = Reader::of(&club, four).reads("/me/notifications");
    lacks(&page, &["For you now"]);
    has(&page, &["About you", "A case was let in"]);
});

both!(what_moved_a_score_between_sessions_is_in_the_sum_of_none, |club| {
    club.tells_names(false);
    let court = Court::opened(&club);
    won(&court.ann, &court.ben);
    club.set_time("2026-11-09T10:00:00");
    let court = court.again(&club);
    court.may.decide(&club, court.ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let page = format!("/members/{}", court.ann.id);
    let told = Reader::of(&club, &court.cy).reads(&page);
    has(&told, &["+20 points", "Correction", "From 6 Nov 2026 to the next session"]);
    lacks(&told, &["a correction for", "9 Nov 2026"]);
    let own = Reader::of(&club, &court.ann).reads(&page);
    has(&own, &["+20 points", "9 Nov 2026"]);
    lacks(&own, &["to the next session"]);
});

both!(an_opinion_names_no_child_of_the_club_by_handle_or_whole_name, |club| {
    club.tells_names(false);
    let court = Court::opened(&club);
    club.person("Aisha Mensah", &[]);
    let found = court.may.decide(&club, court.ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(&court.ann, "decision", &found["id"]);
    court.hears(&number);
    court.panel_decides(&number, &json!({ "outcome": "uphold" }));
    let handle = court.ann.get("/api/v1/me").expect(200)["handle"].as_str().unwrap().to_owned();
    let text = format!("May heard @{handle} and AISHA Mensah, who may play on, as May said.");
    let (case, mut one) = (format!("/cases/{number}"), Reader::of(&club, &court.justices[0]));
    let sent = [("form", "opinion"), ("step", "opinion"), ("kind", "majority"), ("text", text.as_str())];
    let (status, page) = one.sends(&case, &sent);
    assert_eq!(status, 200, "asked first: {page}");
    let asked = format!("Your text has: AISHA Mensah and {handle}.");
    has(&page, &[asked.as_str(), &format!("formaction=\"{case}#opinion-text\"")]);
    lacks(&Reader::of(&club, &court.cy).reads("/opinions"), &["who may play on"]);
    let (_, page) = one.sends(&case, &[&sent[..], &[("names", "letters")]].concat());
    has(&page, &["May heard @A and B, who may play on, as May said.</textarea>", "id=\"opinion-text\""]);
    lacks(&page, &["Your text has"]);
    has(&page, &["All the world can read an opinion at once."]);
    club.lets_visitors_read(rookery::auth::Visitors::Leaderboard);
    has(&one.reads(&case), &["All of the club can read an opinion at once, nobody else."]);
});

both!(an_opinion_names_nobody_unasked_whom_others_know_by_a_letter, |club| {
    club.tells_names(false);
    let court = Court::opened(&club);
    let found = court.may.decide(&club, court.ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(&court.ann, "decision", &found["id"]);
    court.hears(&number);
    let (case, mut one) = (format!("/cases/{number}"), Reader::of(&club, &court.justices[0]));
    let reading = [("acts-0", "II.4.1"), ("reading-0", "What Ann said does not bind others.")];
    let sent = [("form", "draft"), ("step", "draft"), ("outcome", "uphold")];
    let (status, page) = one.sends(&case, &[&sent[..], &reading[..]].concat());
    assert_eq!(status, 200, "the rulebook shows it to all: {page}");
    has(&page, &["Your text has: Ann.", "id=\"draft-wrong\""]);
    lacks(&one.reads(&case), &["Draft by One"]);
    court.panel_decides(&number, &json!({ "outcome": "uphold" }));
    let text = ("text", "Ann played on, and so Ann keeps the penalty.");
    let sent = [("form", "opinion"), ("step", "opinion"), ("kind", "majority"), text];
    let (status, page) = one.sends(&case, &sent);
    assert_eq!(status, 200, "asked first: {page}");
    has(&page, &["Your text has: Ann.", "Others read this case without names.", "value=\"letters\""]);
    let mut cy = Reader::of(&club, &court.cy);
    lacks(&cy.reads("/opinions"), &["played on"]);
    let (_, page) = one.sends(&case, &[&sent[..], &[("names", "letters")]].concat());
    has(&page, &["A played on, and so A keeps the penalty.</textarea>"]);
    lacks(&page, &["Your text has"]);
    one.steps(&case, "opinion", &[("kind", "majority"), ("text", "A played on, and so A keeps the penalty.")]);
    let opinions = cy.reads("/opinions");
    has(&opinions, &["A played on", "Appeal against a decision"]);
    lacks(&opinions, &["A wrong done"]);
    has(&Reader::of(&club, &court.ann).reads("/opinions"), &["A wrong done"]);

    // What has neither words nor more than a day is one line of the docket.
    has(&cy.reads("/cases"), &["asked by A (letters stand for names), "]);
    let page = cy.reads(&case);
    has(&page, &["Letters such as A stand for names here.", "You see only that this was filed: Notice (6 Nov 2026)"]);
    lacks(&page, &["1. Notice</h3>"]);
});
