//! Declarations: their deadline, what the public reads, and that every exercise of a power has one.

use serde_json::json;

use super::*;

use crate::harness::Browser;

fn declare(by: &Caller, decision: &Value) -> crate::harness::Answer {
    by.post(&format!("/api/v1/decisions/{}/declaration", decision["id"]), &json!({}))
}

fn run_deadlines(club: &Club) -> usize {
    rookery::conduct::declarations::deadline::run(&club.app.db).unwrap()
}

both!(a_penalty_that_nobody_declares_is_void_after_seven_days_iii_2_4_t2_t28, |club| {
    let club = club.still();
    let Evening { may, ann, ben, .. } = evening(&club);
    won(&ann, &ben);
    let ten = json!([{ "kind": "deduction", "points": 10 }]);
    let kept = may.decide(&club, ann.id, &[], ten.clone()).expect(201);
    let forgotten = may.decide(&club, ann.id, &[], ten.clone()).expect(201);
    let appealed = may.decide(&club, ann.id, &[], ten).expect(201);
    change(&club, &appealed, State::Suspended);
    assert_eq!(score(&club, &ann), 100);
    assert_eq!(declare(&ann, &kept).refused(403), ["III.2.4"]);
    declare(&may, &kept).expect(200);
    assert_eq!(declare(&may, &kept).refused(409), ["III.2.4"]);

    club.set_time("2026-11-11T12:40:00");
    assert_eq!(run_deadlines(&club), 2, "reminders two days ahead");
    assert_eq!((run_deadlines(&club), told(&club, &may, "declaration.due")), (0, 2));
    club.set_time("2026-11-12T12:40:00");
    assert_eq!((run_deadlines(&club), told(&club, &may, "declaration.due")), (2, 4), "and on the last day");
    club.set_time("2026-11-13T12:40:00");
    assert_eq!(run_deadlines(&club), 0, "that instant still counts");
    club.set_time("2026-11-13T12:40:01");
    let may = club.again(&may);
    assert_eq!(declare(&may, &forgotten).refused(409), ["III.2.4.2"]);
    assert_eq!(run_deadlines(&club), 2, "also the one under appeal");
    assert_eq!(run_deadlines(&club.replica()), 0, "once, by any process");
    for decision in [&forgotten, &appealed] {
        let state = may.get(&format!("/api/v1/decisions/{}", decision["id"])).expect(200)["state"].clone();
        assert_eq!(state, "void");
    }
    assert_eq!(score(&club, &ann), 110, "120, of which the declared ten");
    club.deliver();
    let notices = may.get("/api/v1/notifications").expect(200)["items"].clone();
    let due = notices.as_array().unwrap().iter().filter(|one| one["topic"] == "declaration.due");
    let read: Vec<bool> = due.map(|one| one["read"] == true).collect();
    assert_eq!(read, [true; 4], "nothing is to be declared any more");
    let lapses = may.get("/api/v1/declarations?exercise=lapse").expect(200);
    assert_eq!((lapses["items"].as_array().unwrap().len(), &lapses["items"][0]["act"]), (2, &json!("III.2.4.2")));
    sound(&club);
});

both!(declarations_are_public_and_tell_of_minors_what_the_house_rule_says, |club| {
    club.tells_names(false);
    let Evening { may, ann, ben, .. } = evening(&club);
    let decision = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let path = format!("/api/v1/decisions/{}", decision["id"]);
    let list = "/api/v1/declarations?exercise=decision";
    assert_eq!(club.anyone().get(list).expect(200)["items"], json!([]), "not before it is declared");
    assert_eq!(ben.get(&path).status, 404);
    assert_eq!(ben.get("/api/v1/decisions").expect(200)["items"], json!([]));
    ann.get(&path).expect(200);
    let hides = |who: &Caller| Browser::of(&club, who).get("/decisions").text().contains("Nothing that you may read.");
    assert_eq!((hides(&ben), hides(&ann), hides(&may)), (true, false, false), "that there is none is not said");
    let cause = |reader: &crate::harness::Client| {
        let ledger = reader.get(&format!("/api/v1/members/{}/ledger", ann.id)).expect(200);
        let last = ledger["items"][0].clone();
        (last["cause"].as_str().unwrap().to_owned(), last["acts"].as_array().unwrap().len())
    };
    let named = (format!("Decision {}", decision["id"]), 1);
    // At the floor no point moves, so there is no row.
    let ordinary = ("Joined the leaderboard".to_owned(), 1);
    assert_eq!((cause(&ann), cause(&may)), (named.clone(), named.clone()));
    assert_eq!((cause(&ben), cause(&club.anyone())), (ordinary.clone(), ordinary.clone()), "points tell, no row does");
    declare(&may, &decision).expect(200);
    assert_eq!((cause(&ben), cause(&club.anyone())), (ordinary.clone(), ordinary), "and no more afterwards");
    ben.get(&path).expect(404);
    assert_eq!(ben.get("/api/v1/decisions").expect(200)["items"], json!([]), "the club reads of it without a name");

    let public = ben.get(list).expect(200)["items"][0].clone();
    assert_eq!(public, club.anyone().get(list).expect(200)["items"][0], "where everything is open to visitors");
    assert_eq!(public["person"], json!({ "id": null, "name": "a member" }));
    assert_eq!(public["by"]["name"], "May", "who holds an office everybody knows");
    assert_eq!((&public["effect"], &public["subject"]), (&json!(null), &json!("decision")));
    assert_eq!((&public["made_at"], &public["made_on"]), (&json!(null), &json!("2026-11-06")));
    for query in [format!("person={}", ann.id), format!("by={}", may.id), "from=2026-11-06T12:00:00Z".to_owned()] {
        assert_eq!(ben.get(&format!("/api/v1/declarations?{query}")).refused(403), ["III.2.4"], "{query}");
    }
    for reader in [&ann, &may] {
        let within = reader.get(&format!("/api/v1/declarations?person={}", ann.id)).expect(200)["items"][0].clone();
        assert_eq!(within["person"], json!({ "id": ann.id, "name": "Ann" }));
        assert_eq!(within["effect"], "10 points taken (0 could be taken: nobody can have fewer than 100)");
    }
    assert_eq!(told(&club, &ann, "declaration.published"), 1, "the accused is told");

    club.tells_names(true);
    assert_eq!(club.anyone().get(list).expect(200)["items"][0]["person"]["name"], "Ann");

    change(&club, &decision, State::Overturned);
    let undone = club.anyone().get("/api/v1/declarations?undone=true").expect(200);
    assert_eq!(undone["items"][0]["undone_by"], "Case 2026-C-001");
    change(&club, &decision, State::Standing);
    assert_eq!(club.anyone().get("/api/v1/declarations?undone=true").expect(200)["items"], json!([]));
});

both!(exports_tell_of_a_decision_only_once_it_is_declared_t28, |club| {
    let Evening { may, ann, ben, .. } = evening(&club);
    won(&ann, &ben);
    let decision = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let cause = format!("Decision {}", decision["id"]);
    let streamed = |by: &Caller| by.get("/api/v1/exports/ledger.csv").text();
    let made_ready = |by: &Caller| {
        let export = by.post("/api/v1/exports/ledger.csv", &json!({}));
        let place = export.header("location").expect("where it is").to_owned();
        while by.get(&place).expect(200)["state"] != "ready" {
            std::thread::yield_now();
        }
        by.get(&format!("{place}/content")).text()
    };
    for (by, reads_it) in [(&ann, true), (&may, true), (&ben, false)] {
        for told in [streamed(by), made_ready(by)] {
            assert_eq!(told.contains(&cause), reads_it, "{told}");
            assert_eq!(told.contains("Correction"), !reads_it, "{told}");
            assert!(told.contains("Joined the leaderboard"), "{told}");
        }
    }
    declare(&may, &decision).expect(200);
    assert!(streamed(&ben).contains(&cause), "everybody reads it now");
});

both!(every_exercise_of_a_power_is_declared_iii_2_4, |club| {
    let Evening { may, ann, ben, .. } = evening(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let why = "Seen by three people, twice";
    let monitor = may.post("/api/v1/monitors", &json!({ "person": ann.id, "suspicion": why })).expect(201);
    let waiting = won(&ann, &ben);
    let approval = json!({ "verdict": "refuse", "reason": why });
    may.post(&format!("/api/v1/games/{waiting}/approval"), &approval).expect(200);
    may.post(&format!("/api/v1/monitors/{}/lifting", monitor["id"]), &json!({ "reason": why })).expect(200);
    let played = won(&ann, &ben);
    let correction = json!({ "result": "black", "ending": "resignation", "reason": why });
    may.post(&format!("/api/v1/games/{played}/correction"), &correction).expect(200);
    let ruling = |act: &str| json!({ "reason": why, "act": act });
    let void = format!("/api/v1/games/{played}/void");
    assert_eq!(may.post(&void, &ruling("I.9.10")).refused(403), ["I.9.10"], "the Chief Justice's");
    assert_eq!(chief.post(&void, &ruling("I.9.10")).refused(422), ["I.9.10"], "of online games");
    assert_eq!(chief.post(&void, &ruling("I.9.7")).refused(403), ["I.9.7"], "the Court's");
    may.post(&void, &ruling("II.5")).expect(200);
    chief.post(&format!("/api/v1/games/{played}/restoration"), &ruling("II.5")).expect(200);
    chief.post("/api/v1/clock_orders", &json!({ "person": ben.id, "reason": why })).expect(201);
    let role = json!({ "role": "justice", "reason": why });
    chief.post(&format!("/api/v1/people/{}/roles", ben.id), &role).expect(201);
    chief.delete(&format!("/api/v1/people/{}/roles/justice", ben.id), &json!({ "reason": why })).expect(204);
    ben.post("/api/v1/removal_requests", &json!({})).expect(201);
    chief.post("/api/v1/removals", &json!({ "person": ben.id, "act": "II.8" })).expect(201);

    let list = may.get("/api/v1/declarations?limit=5").expect(200);
    let rest = may.get(&format!("/api/v1/declarations?after={}", list["next"].as_str().unwrap())).expect(200);
    let all: Vec<Value> =
        [&list, &rest].into_iter().flat_map(|page| page["items"].as_array().unwrap().clone()).collect();
    let exercises: Vec<&str> = all.iter().rev().map(|one| one["exercise"].as_str().unwrap()).collect();
    assert_eq!(
        exercises,
        [
            "monitor",
            "refused_approval",
            "monitor_lifted",
            "correction",
            "voiding",
            "restoration",
            "clock_order",
            "role_given",
            "role_taken",
            "removal",
        ]
    );
    let undone: Vec<(&str, &str)> = all
        .iter()
        .rev()
        .filter(|one| one["undone_at"] != json!(null))
        .map(|one| (one["exercise"].as_str().unwrap(), one["undone_by"].as_str().unwrap()))
        .collect();
    let restored = format!("Restoration of game {played}");
    assert_eq!(undone, [("monitor", "Lifting of the monitor"), ("voiding", restored.as_str())]);
    // Programs read numbers; pages say who played, in old records, too.
    let effects: Vec<&str> = all.iter().filter_map(|one| one["effect"].as_str()).collect();
    assert!(effects.contains(&format!("Game {played} is void.").as_str()), "{effects:?}");
    let mut page = Browser::of(&club, &club.again(&may));
    let english = page.get("/declarations").text();
    for told in [
        "Game voided: Ann – Ben (6 Nov 2026)<",
        "Game Ann – Ben (6 Nov 2026) is void.",
        "Restoration of game Ann – Ben (6 Nov 2026)",
        "Game Ann – Ben (6 Nov 2026) does not count.",
    ] {
        assert!(english.contains(told), "no {told:?} in {english}");
    }
    club.deliver();
    let told = Browser::of(&club, &club.again(&chief)).get("/me/notifications").text();
    assert!(told.contains("Game Ann – Ben is void.") && !told.contains(&format!("Game {played} ")), "{told}");
    let points = page.get(&format!("/members/{}/points", ann.id)).text();
    assert!(points.contains("Game Ann – Ben (6 Nov 2026) ") && !points.contains(&format!("Game {played}")), "{points}");
    let by_act = may.get("/api/v1/declarations?act=II.11&undone=false").expect(200);
    assert_eq!(by_act["items"].as_array().unwrap().len(), 1);
    let ever = "from=2026-11-06T12:00:00Z&to=2026-11-06T12:39:59Z";
    assert_eq!(may.get(&format!("/api/v1/declarations?{ever}")).expect(200)["items"], json!([]));
});

both!(what_is_routine_is_listed_by_day_and_kind, |club| {
    let Evening { may, ann, ben, .. } = evening(&club);
    let why = json!({ "person": ann.id, "suspicion": "Seen by three people, twice" });
    may.post("/api/v1/monitors", &why).expect(201);
    let approves = || {
        let waiting = won(&ann, &ben);
        may.post(&format!("/api/v1/games/{waiting}/approval"), &json!({ "verdict": "approve" })).expect(200);
    };
    let mut page = Browser::of(&club, &may);
    approves();
    assert!(!page.get("/declarations").text().contains("Game approved: 1"), "one stands by itself");
    approves();
    approves();
    let list = page.get("/declarations").text();
    let (folded, rest) =
        list.split_once("Game approved: 3 times").expect("one line").1.split_once("</details>").unwrap();
    assert_eq!(folded.matches("<h2>").count(), 3, "each is there: {folded}");
    assert!(rest.contains("Monitor placed: Ann") && !rest.contains("Game approved"), "{rest}");
    let asked = page.get("/declarations?exercise=approval").text();
    assert!(!asked.contains("3 times") && asked.contains("Game approved"), "{asked}");
});

both!(what_is_due_is_one_list, |club| {
    let Evening { may, ann, ben, cy } = evening(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let played = won(&ann, &ben);
    let objection = json!({ "reason": "It was a stalemate, not mate" });
    ben.post(&format!("/api/v1/games/{played}/objections"), &objection).expect(201);
    cy.post("/api/v1/removal_requests", &json!({})).expect(201);
    let due = |who: &Caller, query: &str| {
        let told = who.get(&format!("/api/v1/deadlines{query}")).expect(200);
        let kinds = told["deadlines"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap().to_owned());
        kinds.collect::<Vec<_>>()
    };
    assert_eq!(due(&may, ""), ["declaration", "removal", "rematch"]);
    assert_eq!(due(&may, "?mine=true"), ["declaration", "rematch"]);
    assert_eq!(due(&chief, "?mine=true"), ["removal", "rematch"]);
    assert_eq!((due(&ann, ""), due(&cy, "")), (vec!["rematch".to_owned()], Vec::new()));
    club.set_time("2026-11-14T12:40:01");
    let told = club.again(&chief).get("/api/v1/deadlines").expect(200);
    let overdue = told["deadlines"].as_array().unwrap().iter().all(|one| one["overdue"] == json!(true));
    assert!(overdue, "{told}");
});

both!(a_declaration_says_as_the_decision_does_what_could_be_taken_ii_2, |club| {
    let Evening { may, ann, .. } = evening(&club);
    let floor = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 500 }])).expect(201);
    declare(&may, &floor).expect(200);
    assert_eq!(score(&club, &ann), 100);
    let told = may.get("/api/v1/declarations?exercise=decision").expect(200)["items"][0].clone();
    let effect = told["effect"].as_str().unwrap();
    assert!(
        effect.starts_with("500 points taken (") && effect.ends_with(": nobody can have fewer than 100)"),
        "{effect}"
    );
    let read = [format!("/decisions/{}", floor["id"]), "/declarations".to_owned()];
    for page in read.map(|page| Browser::of(&club, &may).get(&page).text()) {
        assert!(page.contains(effect), "{page}");
    }
});
