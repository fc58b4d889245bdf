//! What notices ask of those who moderate, and of whom else, once somebody has decided it.

use super::*;
use crate::harness::Browser;

/// Ann is monitored, so that her games wait for approval.
fn monitored(may: &Caller, ann: &Caller) {
    let suspicion = json!({ "person": ann.id, "suspicion": "Wins by surprising resignations" });
    may.post("/api/v1/monitors", &suspicion).expect(201);
}

/// Whether the notices of a topic are read, the newest first, and what each is about.
fn read(club: &Club, reader: &Caller, topic: &str) -> Vec<(bool, Value)> {
    club.deliver();
    let told = club.again(reader).get("/api/v1/notifications").expect(200)["items"].clone();
    let of_topic = told.as_array().unwrap().iter().filter(|one| one["topic"] == topic);
    of_topic.map(|one| (one["read"] == true, one["thing"].clone())).collect()
}

fn page(club: &Club, reader: &Caller, path: &str) -> String {
    Browser::of(club, &club.again(reader)).get(path).text()
}

both!(a_game_that_was_approved_is_asked_of_nobody_else_and_told_in_one_line, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let judge = club.person("Judge", &[Role::Justice]);
    monitored(&may, &ann);
    let played = enter(&ann, &game(&ann, &ben));
    let thing = json!(format!("game:{played}"));
    assert_eq!(read(&club, &judge, "game.awaiting_approval"), [(false, thing.clone())]);
    let before = page(&club, &judge, "/me/notifications");
    assert!(before.contains("For you now") && before.contains("Decide<"), "{before}");

    club.set_time("2026-11-06T12:45:00");
    let approval = json!({ "verdict": "approve" });
    club.again(&may).post(&format!("/api/v1/games/{played}/approval"), &approval).expect(200);
    assert_eq!(read(&club, &judge, "game.awaiting_approval"), [(true, thing.clone())], "whoever approved it");
    let after = page(&club, &judge, "/me/notifications");
    assert!(!after.contains("For you now") && !after.contains("Decide<"), "{after}");
    assert!(after.contains("This is settled.") && after.contains("Game approved"), "{after}");
    assert!(after.contains("Ann – Ben") && !after.contains("A declaration"), "{after}");
    let declared = read(&club, &judge, "declaration.published");
    assert_eq!(declared[0], (false, thing), "what another one did is news, in the line of the game");
    let own = read(&club, &may, "declaration.published");
    assert_eq!(own.iter().map(|(read, _)| *read).collect::<Vec<bool>>(), [true, true], "of the monitor and the game");
});

both!(an_approval_that_was_undone_is_no_news_and_is_asked_for_again, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let judge = club.person("Judge", &[Role::Justice]);
    monitored(&may, &ann);
    let played = enter(&ann, &game(&ann, &ben));
    club.pass(chrono::TimeDelta::seconds(1));
    let approval = json!({ "verdict": "approve" });
    may.post(&format!("/api/v1/games/{played}/approval"), &approval).expect(200);
    club.deliver();
    let told = page(&club, &judge, "/today");
    assert!(told.contains("Game approved"), "{told}");

    may.post(&format!("/api/v1/games/{played}/undo"), &json!({})).expect(200);
    assert_eq!(read(&club, &judge, "declaration.published")[0], (true, json!(format!("game:{played}"))));
    for reader in [&judge, &may] {
        let told = page(&club, reader, "/today");
        assert!(!told.contains("Game approved"), "{told}");
    }
    let told = page(&club, &judge, "/me/notifications");
    assert!(told.contains("Game approved") && told.contains("This no longer holds."), "{told}");
    assert!(told.contains("For you now") && told.contains("Decide<"), "it waits again: {told}");
});

both!(who_plays_a_game_is_not_asked_to_decide_it_iii_3_5, |club| {
    let Evening { may, ann, .. } = evening(&club);
    let judge = club.person("Judge", &[Role::Justice]);
    may.post("/api/v1/memberships", &json!({})).expect(201);
    monitored(&may, &ann);
    enter(&ann, &game(&ann, &may));
    club.deliver();
    let asked = |reader: &Caller| {
        let told = page(&club, reader, "/me/notifications");
        assert!(told.contains("A game waits for approval"), "{told}");
        let today = page(&club, reader, "/today");
        [told.contains("For you now"), told.contains("Decide<"), today.contains("let it count?")]
    };
    assert_eq!((asked(&judge), asked(&may)), ([true; 3], [false; 3]));
});

both!(a_declaration_is_called_by_what_was_done, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let judge = club.person("Judge", &[Role::Justice]);
    let captures = json!({ "white": { "pawns": 3 }, "black": { "knights": 2 } });
    let bell = json!({ "ending": "bell", "result": null, "captures": captures });
    may.post("/api/v1/games", &with(game(&ann, &ben), bell)).expect(201);
    club.deliver();
    for path in ["/me/notifications", "/today"] {
        let told = page(&club, &judge, path);
        assert!(told.contains("Game decided at the bell") && told.contains("Ann – Ben"), "{path}: {told}");
        assert!(!told.contains("A declaration"), "{path}: {told}");
    }
    let mut german = Browser::of(&club, &judge);
    german.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    let told = german.get("/me/notifications").text();
    assert!(told.contains("Partie beim Gong entschieden"), "{told}");
});

both!(who_won_begins_a_line_with_a_capital_in_each_language, |club| {
    let Evening { ann, ben, .. } = evening(&club);
    enter(&ann, &with(game(&ann, &ben), json!({ "result": "black" })));
    club.deliver();
    let mut reader = Browser::of(&club, &ben);
    for (language, won, small) in [
        ("en", "You won with Black", "you won with Black"),
        ("de", "Du hast mit Schwarz gewonnen", "du hast mit Schwarz gewonnen"),
    ] {
        reader.cookies.insert("__Host-language".to_owned(), language.to_owned());
        let told = reader.get("/me/notifications").text();
        assert!(told.contains(won) && !told.contains(small), "{told}");
    }
});

both!(that_a_game_was_entered_is_read_once_nobody_can_dispute_it_t47, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let played = enter(&ann, &game(&ann, &ben));
    let told = |is_read| [(is_read, json!(format!("game:{played}")))];
    assert_eq!(read(&club, &ben, "game.entered"), told(false));
    session(&club, "2026-11-13", &[&may, &ann, &ben]);
    assert_eq!(read(&club, &ben, "game.entered"), told(false), "until the next session closes");
    club.set_time("2026-11-13T13:10:01");
    assert_eq!(read(&club, &ben, "game.entered"), told(true));
});

both!(an_objection_that_was_taken_back_asks_nothing, |club| {
    let Evening { ann, ben, .. } = evening(&club);
    let played = enter(&ann, &game(&ann, &ben));
    // What Ann herself did with the game is no answer to what comes later.
    club.pass(chrono::TimeDelta::seconds(30));
    let objections = format!("/api/v1/games/{played}/objections");
    let objection = ben.post(&objections, &json!({ "reason": REASON })).expect(201)["id"].clone();
    let objected = |club: &Club| read(club, &ann, "game.objected").first().map(|(read, _)| *read);
    assert_eq!(objected(&club), Some(false));
    assert!(ben.delete(&format!("/api/v1/objections/{objection}"), &json!({})).status < 300);
    assert_eq!(objected(&club), Some(true));
});

both!(reports_and_wishes_to_leave_ask_until_somebody_answers, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let judge = club.person("Judge", &[Role::Justice]);
    let what = "Took a move back when I looked at the clock";
    let report = json!({ "accused": ben.id, "what": what, "happened_at": club.now().and_utc() });
    let report = ann.post("/api/v1/reports", &report).expect(201)["id"].clone();
    let leaving = ann.post("/api/v1/removal_requests", &json!({})).expect(201)["id"].clone();
    let asked = |club: &Club| {
        ["report.made", "removal.requested"].map(|topic| read(club, &judge, topic).first().map(|(read, _)| *read))
    };
    assert_eq!(asked(&club), [Some(false), Some(false)]);
    let dismissal = json!({ "reason": "Nobody else saw it, not even asked" });
    may.post(&format!("/api/v1/reports/{report}/dismissal"), &dismissal).expect(200);
    assert_eq!(asked(&club), [Some(true), Some(false)]);
    assert!(ann.delete(&format!("/api/v1/removal_requests/{leaving}"), &json!({})).status < 300);
    assert_eq!(asked(&club), [Some(true), Some(true)]);
});
