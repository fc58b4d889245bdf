//! The doors, leave, conflicts, and what is not a decision.

use rookery::id::SessionId;
use rookery::ratings::store::{Cause, NewEvent};
use rookery_messages::Message;
use serde_json::json;

use super::online::online;
use super::reader::{Reader, has, lacks};
use super::*;

both!(what_the_court_does_not_hear, |club| {
    let court = Court::opened(&club);
    let Court { chief, may, ann, ben, .. } = &court;
    let teacher = club.person("Teacher", &[Role::Staff]);
    let why = "Threw a king across the room";
    let staff = teacher.post("/api/v1/bans", &json!({ "person": ann.id, "reason": why })).expect(201);
    assert_eq!(petition(ann, "ban", &staff["id"]).refused(422), ["III.6"]);
    let order = chief.post("/api/v1/clock_orders", &json!({ "person": ann.id, "reason": why })).expect(201);
    assert_eq!(petition(ann, "clock_order", &order["id"]).refused(422), ["II.11.3"]);
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    petition(ben, "decision", &found["id"]).expect(404);
    assert_eq!(petition(ann, "decision", &json!(null)).refused(422), ["III.3"]);
    assert_eq!(petition(ann, "question", &json!(1)).refused(422), ["III.3.1"]);
    petition(ann, "decision", &json!(9_999)).expect(404);
    let game = won(ben, &court.cy);
    assert_eq!(petition(ben, "game", &json!(game)).refused(422), ["I.9.7", "I.6"]);
    assert_eq!(petition(may, "question", &json!(null)).refused(403), ["III.3"], "not a member");
    let short = json!({ "subject": "question", "title": "Why", "grounds": "?" });
    assert_eq!(ann.post("/api/v1/cases", &short).refused(422), ["III.3"]);
    club.anyone().post("/api/v1/cases", &short).expect(401);
});

both!(leave_is_the_chief_justices_or_two_independent_justices_t32, |club| {
    let court = Court::opened(&club);
    let Court { chief, justices: [one, two, three, _], ann, .. } = &court;
    let found = one.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    let without = json!({ "granted": false });
    assert_eq!(chief.post(&step(&number, "leave"), &without).refused(422), ["III.3.6"], "refused with reasons");
    assert_eq!(leave(chief, &number, false).expect(200)["state"], "refused");
    assert_eq!(leave(chief, &number, true).refused(409), ["III.3.6"]);
    assert_eq!(leave(one, &number, true).refused(403), ["III.3.6", "III.3.5"], "decided the matter");
    assert_eq!(leave(two, &number, true).expect(200)["state"], "refused");
    assert_eq!(leave(two, &number, true).refused(409), ["III.3.6"], "once");
    assert_eq!(leave(three, &number, true).expect(200)["state"], "granted");
    let told = read(&club.anyone(), &number);
    assert_eq!(told["leave"].as_array().unwrap().len(), 3);
    assert_eq!(
        told["conflicts"],
        json!([{ "justice": one.id, "conflicts": ["decider"], "why": "decided the matter" }])
    );
    assert_eq!(told["deadlines"][0]["kind"], "answer");
    let mine = one.get("/api/v1/deadlines?mine=true").expect(200)["deadlines"].clone();
    let of_case = mine.as_array().unwrap().iter().any(|due| due["subject"] == format!("case:{number}"));
    assert!(of_case, "in the one list of deadlines: {mine}");
    let answer = json!({ "kind": "answer", "title": "Why", "text": "I saw it myself.", "visibility": "public" });
    one.post(&step(&number, "filings"), &answer).expect(201);
    assert_eq!(read(&club.anyone(), &number)["deadlines"], json!([]));
});

both!(conflicts_exclude_and_are_waived_only_for_want_of_others_t36, |club| {
    let court = Court::opened(&club);
    let Court { chief, justices: [one, two, three, four], ann, ben, .. } = &court;
    two.post("/api/v1/memberships", &json!({})).expect(201);
    let game = won(two, ann);
    let found = one.decide(&club, ann.id, &[game], json!([{ "kind": "fraud" }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    leave(chief, &number, true).expect(200);
    assert_eq!(court.panel(&number, &[1, 2, 3]).refused(422), ["III.3.5", "III.3.5.1"], "Two played in the game");
    assert_eq!(court.panel(&number, &[2, 3]).refused(422), ["III.3.3"]);
    let other = json!({ "justices": [three.id, four.id, ben.id] });
    assert_eq!(chief.post(&step(&number, "panel"), &other).refused(422), ["III.3.3"], "no justice");
    let free = json!({ "justices": [three.id, four.id, chief.id] });
    chief.post(&step(&number, "panel"), &free).expect(200);
    chief.delete(&format!("/api/v1/people/{}/roles/justice", four.id), &json!({ "reason": "Left" })).expect(204);
    let waived = json!({ "justices": [three.id, two.id, chief.id] });
    chief.post(&step(&number, "panel"), &waived).expect(200);
    let told = read(&club.anyone(), &number);
    assert_eq!(told["bench"][1]["justice"], three.id);
    assert_eq!(told["bench"][2]["waived"], json!(["player"]), "and that is recorded");
    let text = told["docket"].to_string();
    assert!(text.contains("III.3.5.1"), "{text}");
    let benches = |told: &Value| -> Vec<Value> {
        let notices = told["docket"].as_array().unwrap().iter();
        notices.map(|filing| filing["bench"].clone()).filter(|bench| *bench != json!([])).collect()
    };
    let told_of = benches(&told);
    let sat = |bench: &Value| -> Vec<Value> {
        bench.as_array().unwrap().iter().map(|seat| seat["justice"].clone()).collect()
    };
    assert_eq!(sat(&told_of[0]), [chief.id, three.id, four.id], "also the one that sits no longer");
    assert_eq!(sat(&told_of[1]), [chief.id, three.id, two.id]);
    for names in [true, false] {
        club.tells_names(names);
        let told = read(&club.anyone(), &number);
        assert_eq!(told["people"][three.id.to_string()], "Three", "who holds an office everybody knows");
    }
    assert!(!text.contains("Three"), "a docket keeps no names: {text}");
});

both!(a_conflicted_chief_justice_acts_but_does_not_sit, |club| {
    let court = Court::opened(&club);
    let Court { chief, justices: [one, two, ..], ann, .. } = &court;
    let found = chief.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    leave(chief, &number, true).expect(200);
    let own = json!({ "justices": [one.id, two.id, chief.id] });
    assert_eq!(chief.post(&step(&number, "panel"), &own).refused(422), ["III.3.5.2"]);
    court.panel(&number, &[0, 1, 2]).expect(200);
});

both!(two_grounds_against_a_monitor_t39, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, .. } = &court;
    let monitor = json!({ "person": ann.id, "suspicion": "Knows every opening by heart" });
    let monitor = may.post("/api/v1/monitors", &monitor).expect(201)["id"].clone();
    let against = |by: &Caller, ground: &str| {
        let body = json!({
            "subject": "monitor", "subject_id": monitor, "ground": ground, "title": "My monitor", "grounds": WHY,
        });
        by.post("/api/v1/cases", &body)
    };
    assert_eq!(petition(ann, "monitor", &monitor).refused(422), ["II.10.5", "II.10.6"]);
    assert_eq!(against(ann, "no_longer").refused(422), ["II.10.5"], "not before the next session is over");
    let unreasonable = against(ann, "unreasonable").expect(201)["number"].as_str().unwrap().to_owned();
    assert_eq!(against(ann, "unreasonable").refused(409), ["III.3"], "the same ground is the same case");
    club.set_time("2026-11-13T13:10:00");
    let late = club.again(ann);
    assert_eq!(against(&late, "no_longer").refused(422), ["II.10.5"], "that session is still on");
    club.set_time("2026-11-13T13:10:01");
    let number = against(&late, "no_longer").expect(201)["number"].as_str().unwrap().to_owned();
    assert_ne!(number, unreasonable, "T45: two grounds are two cases");
    late.post(&step(&unreasonable, "withdrawal"), &json!({ "reason": "Later" })).expect(200);
    assert_eq!(state(&late, &unreasonable), "withdrawn");
    let court = court.again(&club);
    court.hears(&number);
    let due = read(&late, &number)["deadlines"][0].clone();
    assert_eq!((&due["kind"], &due["act"], &due["persons"]), (&json!("answer"), &json!("II.10.5"), &json!([may.id])));
    let told = |by: &Caller| by.get(&format!("/api/v1/members/{}", by.id)).expect(200)["monitor"].clone();
    let before = told(&late);
    let declared = || -> Vec<(Value, Value)> {
        let all = may.get("/api/v1/declarations?exercise=monitor").expect(200)["items"].clone();
        all.as_array().unwrap().iter().map(|one| (one["undone_by"].clone(), one["effect"].clone())).collect()
    };
    court.panel_decides(&number, &json!({ "outcome": "overturn" }));
    assert_eq!(told(&late), json!(null));
    let undone = (json!(format!("Case {number}")), json!("Games wait for a moderator's approval."));
    assert_eq!(declared(), vec![undone.clone()], "the declaration says so");
    assert_eq!(logged(&club, "monitor.lifted"), 1);
    court.goes_en_banc(&number, &court.may);
    decide(&number, &json!({ "outcome": "uphold" }), &court.everybody());
    assert_eq!(told(&late)["suspicion"], before["suspicion"], "the reversal is undone");
    assert_ne!(told(&late)["id"], monitor, "in a row of its own: what held meanwhile is not rewritten");
    let again = (json!(null), json!("Games wait for a moderator's approval again."));
    assert_eq!(declared(), [again, undone.clone()], "and declared anew, in force");
    assert_eq!(logged(&club, "monitor.placed"), 2);
    let lifting = json!({ "reason": "Nothing was found in three weeks" });
    court.max.post(&format!("/api/v1/monitors/{}/lifting", told(&late)["id"]), &lifting).expect(200);
    assert_eq!(declared()[0].0, "Lifting of the monitor", "until somebody lifts it");
});

both!(a_game_counts_once_the_monitor_that_held_it_back_was_never_reasonable_ii_10_6, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, ben, cy, .. } = &court;
    let place = |on: &Caller| {
        let monitor = json!({ "person": on.id, "suspicion": "Knows every opening by heart" });
        may.post("/api/v1/monitors", &monitor).expect(201)["id"].clone()
    };
    let stands = |game: i64| may.get(&format!("/api/v1/games/{game}")).expect(200)["state"].clone();
    let (anns, _) = (place(ann), place(cy));
    let (alone, both) = (won(ann, ben), won(ann, cy));
    assert_eq!([stands(alone), stands(both)], ["awaiting_approval"; 2].map(|state| json!(state)));
    let before = score(&club, ann);
    let judge = |outcome: &str| {
        let body = json!({
            "subject": "monitor", "subject_id": anns, "ground": "unreasonable", "title": "My monitor", "grounds": WHY,
        });
        let number = ann.post("/api/v1/cases", &body).expect(201)["number"].as_str().unwrap().to_owned();
        court.hears(&number);
        let page = Reader::of(&club, &court.justices[0]).reads(&format!("/cases/{number}"));
        has(&page, &["Only a penalty can be sent back.", "overturned: it is undone"]);
        court.panel_decides(&number, &json!({ "outcome": outcome }));
    };
    judge("uphold");
    assert_eq!((stands(alone), score(&club, ann)), (json!("awaiting_approval"), before), "there was a reason");
    judge("overturn");
    assert_eq!(stands(alone), json!("rated"), "nobody had to approve it");
    assert!(score(&club, ann) > before);
    assert_eq!(stands(both), json!("awaiting_approval"), "Cy is monitored still");
    sound(&club);
});

both!(a_lifted_monitor_ends_no_case_about_it, |club| {
    let court = Court::opened(&club);
    let Court { chief, may, ann, .. } = &court;
    let monitor = json!({ "person": ann.id, "suspicion": "Knows every opening by heart" });
    let monitor = may.post("/api/v1/monitors", &monitor).expect(201)["id"].clone();
    let petition = json!({
        "subject": "monitor", "subject_id": monitor, "ground": "unreasonable", "title": "My monitor", "grounds": WHY,
    });
    let number = ann.post("/api/v1/cases", &petition).expect(201)["number"].as_str().unwrap().to_owned();
    court.hears(&number);
    let before = state(ann, &number);
    let case = format!("/cases/{number}");
    lacks(&club.anyone().get(&case).text(), &["The monitor was lifted"]);
    let desk = Reader::of(&club, may).reads("/desk/watch");
    has(&desk, &[&format!("href=\"{case}\""), "Lifting the monitor does not end the case."]);
    let lifting = json!({ "reason": "Nothing was found in three weeks" });
    chief.post(&format!("/api/v1/monitors/{monitor}/lifting"), &lifting).expect(200);
    assert_eq!(state(ann, &number), before, "whether the suspicion was reasonable is still a question");
    let page = ann.get(&case).text();
    has(&page, &["The monitor was lifted", ", Chief: Nothing was found in three weeks", "The case goes on"]);
    court.panel_decides(&number, &json!({ "outcome": "overturn" }));
    assert_eq!(read(ann, &number)["judgments"][0]["disposition"]["outcome"], "overturn");
    assert_eq!(ann.get(&format!("/api/v1/members/{}", ann.id)).expect(200)["monitor"], json!(null));
    court.goes_en_banc(&number, &court.may);
    decide(&number, &json!({ "outcome": "uphold" }), &court.everybody());
    let now = ann.get(&format!("/api/v1/members/{}", ann.id)).expect(200)["monitor"].clone();
    assert_eq!(now, json!(null), "the moderator's lifting stands: the Court undoes only what the Court did");
});

both!(deductions_go_to_every_justice_and_leave_the_streak_t9_t33, |club| {
    let court = Court::opened(&club);
    let Court { chief, ann, ben, .. } = &court;
    won(ann, ben);
    let (person, now) = (PersonId(ann.id), club.now());
    let event = club.write(move |tx| {
        let session = rookery::sessions::store::session_at(tx.db, now)?.expect("a session").id;
        let event = NewEvent::Absence { person, session: SessionId(session.0), points: 15 };
        rookery::ratings::store::post(
            tx,
            now,
            event,
            &Cause::new(Message::verbatim("Absent for the third week"), "II.6.1"),
        )
    });
    assert_eq!(score(&club, ann), 105);
    let number = filed(ann, "deduction", &json!(event.id));
    assert_eq!(leave(chief, &number, true).expect(200)["state"], "en_banc_hearing");
    assert_eq!(read(ann, &number)["bench"].as_array().unwrap().len(), 5);
    let remand = json!({ "outcome": "remand", "conditions": "Count the weeks once more.", "due": "2026-11-13" });
    assert_eq!(draft(chief, &number, &remand).refused(422), ["III.3.8"], "there is nobody to remand it to");
    decide(&number, &json!({ "outcome": "overturn" }), &court.everybody());
    assert_eq!(score(&club, ann), 120);
    write(chief, &number, "majority").expect(201);
    assert_eq!(state(ann, &number), "final");
    sound(&club);
});

both!(the_ledger_links_what_can_be_petitioned_ii_6_3, |club| {
    let court = Court::opened(&club);
    let Court { ann, ben, .. } = &court;
    won(ann, ben);
    let (person, now) = (PersonId(ann.id), club.now());
    club.write(move |tx| {
        let session = rookery::sessions::store::session_at(tx.db, now)?.expect("a session").id;
        let event = NewEvent::Absence { person, session: SessionId(session.0), points: 15 };
        rookery::ratings::store::post(
            tx,
            now,
            event,
            &Cause::new(Message::verbatim("Absent for the third week"), "II.6.1"),
        )
    });
    let ledger = ann.get(&format!("/api/v1/members/{}/ledger", ann.id)).expect(200)["items"].clone();
    let scores = ann.get(&format!("/api/v1/members/{}/scores", ann.id)).expect(200);
    let told = |list: &Value| -> Vec<Value> {
        let told = list.as_array().unwrap().iter().map(|one| one["petition"].clone());
        told.filter(|one| !one.is_null()).collect()
    };
    let (from_ledger, from_scores) = (told(&ledger), told(&scores));
    assert_eq!(from_ledger.len(), 1, "a game and a joining are none: {ledger}");
    assert_eq!(from_ledger, from_scores);
    let link = format!("/cases/new?subject=deduction&amp;subject_id={}", from_ledger[0]["subject_id"]);
    let page = format!("/members/{}", ann.id);
    has(&Reader::of(&club, ann).reads(&page), &[&link]);
    lacks(&Reader::of(&club, ben).reads(&page), &["subject=deduction"]);
    // As it is told, it is petitioned against.
    assert_eq!(petition(ben, "deduction", &from_ledger[0]["subject_id"]).refused(403), ["II.6.3"]);
    filed(ann, from_ledger[0]["subject"].as_str().unwrap(), &from_ledger[0]["subject_id"]);
});

both!(technical_modifications_go_to_every_justice_iii_5_t33, |club| {
    let court = Court::opened(&club);
    let Court { chief, ann, ben, .. } = &court;
    let done = json!({
        "act": "III.5", "reason": "The import left out last week", "effect": "Thirty points put right",
        "adjustments": [{ "person": ann.id, "delta": 30 }],
    });
    let done = chief.post("/api/v1/chief_acts", &done).expect(201)["id"].clone();
    assert_eq!(score(&club, ann), 130);
    petition(ben, "chief_act", &done).expect(404);
    let number = filed(ben, "technical_modification", &done);
    assert_eq!(leave(chief, &number, true).expect(200)["state"], "en_banc_hearing", "any member may challenge it");
    decide(&number, &json!({ "outcome": "overturn" }), &court.everybody());
    assert_eq!(score(&club, ann), 100);
    write(chief, &number, "majority").expect(201);
    assert_eq!(petition(ann, "technical_modification", &done).refused(422), ["III.3.9.2"]);
    sound(&club);

    let mandated = json!({ "act": "II.12", "reason": "The Terms leave no choice", "effect": "A game was struck out" });
    let mandated = chief.post("/api/v1/chief_acts", &mandated).expect(201)["id"].clone();
    let number = filed(ann, "chief_act", &mandated);
    court.hears(&number);
    court.panel_decides(&number, &json!({ "outcome": "overturn" }));
    let told = ann.get(&format!("/api/v1/chief_acts/{mandated}")).expect(200);
    assert_eq!(told["undone_by"], "Case 2026-C-002", "II.12.2");
});

both!(a_lapsed_members_removal_is_undone_ii_7, |club| {
    let court = Court::opened(&club);
    let Court { chief, ann, ben, .. } = &court;
    won(ann, ben);
    let (person, by) = (PersonId(ann.id), PersonId(chief.id));
    let membership = club.write(move |tx| {
        rookery::members::store::remove(
            tx,
            person,
            Some(by),
            "II.7",
            &Message::verbatim("present in 0 of the last 6 weeks"),
        )?;
        Ok(rookery::members::store::memberships(tx.db, person)?[0].id)
    });
    let removed = "/api/v1/declarations?exercise=removal";
    let declared = || ben.get(removed).expect(200)["items"][0]["undone_by"].clone();
    let subject = rookery::members::store::declared(membership);
    club.write(move |tx| {
        use rookery::conduct::declarations::{Exercise, NewDeclaration, store};
        let (reason, effect) = (Message::verbatim("Lapsed"), Message::verbatim("Taken from the leaderboard."));
        let (exercise, person) = (Exercise::Removal, Some(person));
        store::publish(
            tx,
            &NewDeclaration {
                exercise,
                by: Some(by),
                person,
                act: "II.7".into(),
                reason,
                effect,
                subject: subject.clone(),
            },
        )
    });
    let number = filed(ann, "removal", &json!(membership));
    court.hears(&number);
    court.panel_decides(&number, &json!({ "outcome": "overturn" }));
    assert_eq!((declared(), logged(&club, "member.removal_undone")), (json!(format!("Case {number}")), 1));
    assert_eq!(score(&club, ann), 120, "back on the leaderboard, as though never removed");
    court.goes_en_banc(&number, chief);
    decide(&number, &json!({ "outcome": "uphold" }), &court.everybody());
    let gone = club.write(move |tx| rookery::ratings::store::score(tx.db, person));
    assert_eq!(gone, None);
    assert_eq!((declared(), logged(&club, "member.removed")), (json!(null), 1), "in force again");
    sound(&club);
});

both!(a_question_is_answered_by_interpretations_iii_3_1, |club| {
    let court = Court::opened(&club);
    let Court { ann, .. } = &court;
    let number = filed(ann, "question", &json!(null));
    court.hears(&number);
    let page = crate::harness::Browser::of(&club, ann).get(&format!("/cases/{number}")).text();
    let here = page.split("aria-current=\"step\">").nth(1).and_then(|rest| rest.split('<').next()).map(str::trim);
    assert_eq!(here, Some("Both sides"), "nobody was heard yet: {page}");
    let one = &court.justices[0];
    assert_eq!(draft(one, &number, &json!({ "outcome": "uphold" })).refused(422), ["III.3.1"]);
    assert_eq!(draft(one, &number, &json!({ "outcome": "answer" })).refused(422), ["III.3.1"]);
    let nowhere = json!([{ "acts": ["IV.99"], "text": "Present means in the room, not at the window." }]);
    let nowhere = json!({ "outcome": "answer", "interpretations": nowhere });
    assert_eq!(draft(one, &number, &nowhere).refused(422), ["III.3.1"], "there is no such Act");
    assert_eq!(draft(one, &number, &nowhere).expect(422)["errors"][0]["field"], "interpretations.0.acts");
    let reading = json!([{ "acts": ["0.9", "II.6.1"], "text": "Present means in the room, not at the window." }]);
    court.panel_decides(&number, &json!({ "outcome": "answer", "interpretations": reading }));
    let read = club.write(|tx| rookery::rulebook::interpretations(tx.db));
    assert_eq!((read[0].case.as_deref(), read[0].acts.len()), (Some(number.as_str()), 2));
});

both!(who_is_in_an_open_case_is_not_removed_on_request_ii_8_1, |club| {
    let court = Court::opened(&club);
    let Court { chief, ann, ben, cy, .. } = &court;
    let number = filed(ann, "question", &json!(null));
    let request = json!({ "reason": "I have no time for chess" });
    let asked = |member: &Caller| member.post("/api/v1/removal_requests", &request).expect(201)["due_at"].clone();
    let grant = |member: &Caller| chief.post("/api/v1/removals", &json!({ "person": member.id, "act": "II.8" }));
    let begins = || rookery::deadlines::removals::run(&club.app.db).unwrap();
    assert_eq!(asked(ann), json!(null), "T44: it stands and waits");
    assert_eq!(grant(ann).refused(422), ["II.8.1"]);
    leave(chief, &number, false).expect(200);
    begins();
    grant(ann).expect(201);

    // Of a case about a game both players are parties, no matter who of them petitioned.
    let played = online(&club, ben, cy);
    let number = filed(ben, "game", &played);
    assert_eq!(asked(cy), json!(null), "the opponent");
    leave(chief, &number, false).expect(200);
    begins();
    let due = cy.get("/api/v1/removal_requests").expect(200)["requests"][0]["due_at"].clone();
    assert_eq!(due, "2026-11-13T12:40:00Z");
});

both!(petitions_are_heard_within_measure, |club| {
    let court = Court::opened(&club);
    let Court { ann, ben, .. } = &court;
    let ask = |by: &Caller, title: &str| {
        by.post("/api/v1/cases", &json!({ "subject": "question", "title": title, "grounds": WHY }))
    };
    let filed = |title: &str| ask(ann, title).expect(201)["number"].as_str().unwrap().to_owned();
    let first = filed("What is present?");
    ann.post(&step(&first, "withdrawal"), &json!({ "reason": "Found it" })).expect(200);
    for title in ["What is a member?", "What is a session?"] {
        filed(title);
    }
    let refused = ask(ann, "What is a club?");
    assert_eq!(refused.header("retry-after"), Some("86400"), "one that was withdrawn was heard too");
    assert_eq!(refused.refused(429), ["III.3.6"]);
    ask(ben, "What is chess?").expect(201);
    for day in 7..=9 {
        club.set_time(&format!("2026-11-{day:02}T12:40:01"));
        let ann = club.again(ann);
        let answer = ask(&ann, &format!("What is day {day}?"));
        assert_eq!(answer.status, 201, "{}", answer.text());
    }
    assert_eq!(ask(&club.again(ann), "And another").refused(409), ["III.3.6"], "five wait for the Court");
});
