//! Approval, correction, voiding and restoring.

use super::*;
use crate::harness::Browser;

fn monitor(by: &Caller, who: &Caller) {
    let suspicion = json!({ "person": who.id, "suspicion": "Wins by surprising resignations" });
    by.post("/api/v1/monitors", &suspicion).expect(201);
}

fn answer(verdict: &str) -> Value {
    json!({ "verdict": verdict, "reason": REASON })
}

both!(a_monitored_players_game_waits_for_an_independent_moderator_ii_10_4, |club| {
    let Evening { may, ann, ben } = evening(&club);
    monitor(&may, &ann);
    let first = enter(&ann, &game(&ann, &ben));
    let second = enter(&ann, &with(game(&ann, &ben), json!({ "insist": true })));
    assert_eq!((state(&club, first), score(&club, &ann)), (json!("awaiting_approval"), Some(100)));
    let queue = ben.get("/api/v1/games?state=awaiting_approval").expect(200);
    assert_eq!(queue["items"].as_array().unwrap().len(), 2);
    assert_eq!(queue["items"][0]["acts"], json!(["II.10.4"]));

    let path = |game: i64| format!("/api/v1/games/{game}/approval");
    assert_eq!(ben.post(&path(first), &answer("approve")).refused(403), ["III.2"]);
    club.pass(chrono::TimeDelta::days(1));
    let may = club.again(&may);
    assert_eq!(
        may.post(&path(first), &json!({ "verdict": "refuse" })).refused(422),
        ["III.2.4"],
        "a no has its reason"
    );
    let approved = may.post(&path(first), &json!({ "verdict": "approve" })).expect(200);
    assert_eq!((&approved["state"], &approved["decided_by"]), (&json!("rated"), &json!(may.id)));
    let told = may.get("/api/v1/declarations").expect(200)["items"][0]["reason"].clone();
    assert_eq!(told, "Nothing stood against it.", "a yes needs none (II.10.4), and is declared all the same (III.2.4)");
    assert_eq!(approved["white_points"]["after"], 120);
    let refused = may.post(&path(second), &answer("refuse")).expect(200);
    assert_eq!((&refused["state"], &refused["state_reason"]), (&json!("refused"), &json!(REASON)));
    assert_eq!(score(&club, &ann), Some(120));
    assert_eq!(may.post(&path(second), &answer("approve")).refused(409), ["II.10.4"]);
});

both!(a_monitored_moderator_is_monitored_still_ii_10_iii_3_5, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let chief = club.again(&club.person("Chief", &[Role::ChiefJustice]));
    let offices = |club: &Club| Browser::of(club, &chief).get("/offices").text();
    assert!(!offices(&club).contains("Monitored now"), "nobody is");
    monitor(&may, &ann);
    let page = offices(&club);
    assert!(
        page.contains("Monitored now: Ann. You can appoint them all the same."),
        "before the office is given: {page}"
    );
    let of = Browser::of(&club, &chief).get(&format!("/people/{}", ann.id)).text();
    assert!(of.contains("Monitored now: Ann."), "{of}");
    let office = json!({ "role": "moderator", "reason": "She is there every Friday" });
    chief.post(&format!("/api/v1/people/{}/roles", ann.id), &office).expect(201);
    let ann = club.again(&ann);
    let own = enter(&ann, &game(&ann, &ben));
    assert_eq!(state(&club, own), json!("awaiting_approval"));
    let approval = format!("/api/v1/games/{own}/approval");
    assert_eq!(ann.post(&approval, &answer("approve")).refused(403), ["III.3.5"], "who played it");
    let placed = ann.get("/api/v1/monitors").expect(200)["items"][0]["id"].clone();
    let lifting = json!({ "reason": "Nothing was found in any of the games" });
    let lift = format!("/api/v1/monitors/{placed}/lifting");
    assert_eq!(ann.post(&lift, &lifting).refused(422), ["II.10.2", "III.3.5"], "nor end it");
    club.again(&may).post(&approval, &answer("approve")).expect(200);
    assert_eq!(state(&club, own), json!("rated"));
});

both!(a_decision_is_undone_within_a_minute_by_who_made_it, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let (cy, max) = (member(&club, "Cy"), club.person("Max", &[Role::Moderator]));
    let (pass, read) = (
        |seconds: i64| club.pass(chrono::TimeDelta::seconds(seconds)),
        |game: i64| may.get(&format!("/api/v1/games/{game}")).expect(200),
    );
    let path = |game: i64, what: &str| format!("/api/v1/games/{game}/{what}");
    let undo = |who: &Caller, game: i64| who.post(&path(game, "undo"), &json!({}));
    monitor(&may, &ann);
    let watched = enter(&ann, &game(&ann, &ben));
    let waits = read(watched);
    assert_eq!(undo(&may, watched).refused(409), ["III.2.2"], "nothing was decided");
    for verdict in ["approve", "refuse"] {
        pass(1);
        may.post(&path(watched, "approval"), &answer(verdict)).expect(200);
        assert_eq!(undo(&max, watched).refused(409), ["III.2.2"], "somebody else's decision");
        pass(59);
        let back = undo(&may, watched).expect(200);
        for member in ["state", "state_reason", "acts", "decided_by", "white_points", "result"] {
            assert_eq!(back[member], waits[member], "{verdict}: {member}");
        }
        assert_eq!(score(&club, &ann), Some(100));
        assert_eq!(undo(&may, watched).refused(409), ["III.2.2"], "once");
    }
    let declared = may.get("/api/v1/declarations?act=II.10.4").expect(200)["items"].clone();
    let undone = |one: &Value| !one["undone_at"].is_null();
    assert!(declared.as_array().is_some_and(|all| all.len() == 2 && all.iter().all(undone)), "{declared}");
    pass(1);
    may.post(&path(watched, "approval"), &answer("approve")).expect(200);
    pass(61);
    assert_eq!(undo(&may, watched).refused(409), ["III.2.2"], "too late");

    // A correction, and what settled a dispute: by another result, or by making the game void.
    let open = enter(&ben, &game(&ben, &cy));
    let before = read(open);
    let scores = || [score(&club, &ben), score(&club, &cy)];
    let stood = scores();
    let correction = json!({ "result": "draw", "ending": "draw_agreed", "reason": REASON });
    pass(1);
    may.post(&path(open, "correction"), &correction).expect(200);
    assert_ne!(scores(), stood);
    let back = undo(&may, open).expect(200);
    for member in ["state", "result", "ending", "confirmation"] {
        let since = |told: &Value| with(told.clone(), json!({ "since": null }));
        let [is, was] = [&back[member], &before[member]];
        if is.is_object() { assert_eq!(since(is), since(was)) } else { assert_eq!(is, was, "{member}") }
    }
    assert_eq!(scores(), stood);
    for claim in ["black", "not_played"] {
        let game = enter(&ben, &with(game(&ben, &cy), json!({ "insist": true })));
        let stood = scores();
        pass(1);
        cy.post(&path(game, "dispute"), &json!({ "result": claim })).expect(200);
        for version in ["as_disputed", "as_entered"] {
            pass(1);
            may.post(&path(game, "settlement"), &json!({ "version": version })).expect(200);
            let back = undo(&may, game).expect(200);
            assert_eq!((&back["state"], &back["result"]), (&json!("rated"), &json!("white")), "{claim} {version}");
            assert_eq!(back["confirmation"]["state"], "disputed", "{claim} {version}");
            assert_eq!(scores(), stood, "{claim} {version}");
        }
    }
});

both!(a_moderator_does_not_approve_a_game_of_their_own_iii_3_5, |club| {
    let Evening { may, ann, .. } = evening(&club);
    may.post("/api/v1/memberships", &json!({})).expect(201);
    monitor(&may, &ann);
    let played = enter(&ann, &game(&ann, &may));
    let path = format!("/api/v1/games/{played}/approval");
    assert_eq!(may.post(&path, &answer("approve")).refused(403), ["III.3.5"]);
    let judge = club.person("Judge", &[Role::Justice]);
    judge.post(&path, &answer("approve")).expect(200);
});

both!(a_monitored_guests_game_goes_on_to_the_moderators, |club| {
    let Evening { may, ann, .. } = evening(&club);
    let gil = club.person("Gil", &[]);
    monitor(&may, &ann);
    let played = enter(&ann, &game(&ann, &gil));
    assert_eq!(state(&club, played), "awaiting_membership");
    club.set_time("2026-11-06T12:45:00");
    gil.post("/api/v1/memberships", &json!({})).expect(201);
    assert_eq!(state(&club, played), "awaiting_approval");
    club.set_time("2026-11-06T12:50:00");
    let approved = club.again(&may).post(&format!("/api/v1/games/{played}/approval"), &answer("approve"));
    assert_eq!(approved.expect(200)["black_points"], json!({ "before": 100, "after": 100 }));
});

both!(a_result_is_corrected_by_an_independent_moderator_and_that_is_published_t24, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let first = enter(&ann, &game(&ann, &ben));
    club.set_time("2026-11-06T12:48:00");
    let second = enter(&ann, &game(&ann, &ben));
    let path = format!("/api/v1/games/{first}/correction");
    let black = json!({ "result": "black", "ending": "resignation", "reason": REASON });
    assert_eq!(ann.post(&path, &black).refused(403), ["III.2"]);
    let shown = may.get(&format!("/api/v1/games/{first}"));
    let tag = shown.header("etag").unwrap().to_owned();
    let send = |tag: &str| {
        let headers = [("Content-Type", "application/json"), ("If-Match", tag)];
        may.send("POST", &path, &headers, &serde_json::to_vec(&black).unwrap())
    };
    assert_eq!(send("\"other\"").status, 412);
    let corrected = send(&tag).expect(200);
    assert_eq!((&corrected["result"], &corrected["white_points"]["after"]), (&json!("black"), &json!(100)));
    let change = &corrected["changes"][0];
    assert_eq!(
        (&change["act"], &change["by"], &change["reason"]),
        (&json!("game.corrected"), &json!(may.id), &json!(REASON))
    );
    assert_eq!((&change["before"]["result"], &change["after"]["result"]), (&json!("white"), &json!("black")));
    assert_eq!(send(&tag).status, 412, "it has changed since");

    let declared = may.get("/api/v1/declarations?exercise=correction").expect(200)["items"][0].clone();
    assert_eq!((&declared["act"], &declared["reason"]), (&json!("II.4"), &json!(REASON)), "no penalty, no fraud");
    let ledger = ann.get(&format!("/api/v1/members/{}/ledger", ann.id)).expect(200)["items"][0].clone();
    assert_eq!((&ledger["acts"], &ledger["correction"]), (&json!(["II.4"]), &json!(true)), "{ledger}");

    let later = club.anyone().get(&format!("/api/v1/games/{second}")).expect(200);
    assert_eq!(later["black_points"], json!({ "before": 120, "after": 100 }));
    assert_eq!(later["white_points"], json!({ "before": 100, "after": 121 }), "what followed is folded anew");
    let same = may.post(&path, &black);
    assert_eq!(same.refused(422), ["II.4"], "it is so already");
});

both!(a_correction_agrees_with_the_moves_that_are_known, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let mate = json!({ "moves": "1. f3 e5 2. g4 Qh4# 0-1", "ending": "checkmate", "result": "black" });
    let played = enter(&ann, &with(game(&ann, &ben), mate));
    let path = format!("/api/v1/games/{played}/correction");
    let wrong = json!({ "result": "white", "ending": "checkmate", "reason": REASON });
    assert_eq!(may.post(&path, &wrong).refused(422), ["I.1"]);
    let flag = json!({ "result": "black", "ending": "flag", "reason": REASON });
    assert_eq!(may.post(&path, &flag).refused(422), ["I.7.5"]);
    let forfeit = json!({ "result": "white", "ending": "forfeit", "reason": REASON });
    assert_eq!(may.post(&path, &forfeit).refused(422), ["I.2.1"], "To take it away is a sanction");
});

both!(miscounted_captures_are_corrected_i_5, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let captures = json!({ "white": { "pawns": 3 }, "black": { "knights": 2 } });
    let bell = json!({ "ending": "bell", "result": null, "captures": captures });
    let entered = may.post("/api/v1/games", &with(game(&ann, &ben), bell)).expect(201);
    assert_eq!((&entered["result"], &entered["adjudication"]["black"]["points"]), (&json!("black"), &json!(6)));
    club.deliver();
    let notice = Browser::of(&club, &ann).get("/me/notifications").text();
    assert!(notice.contains("The pieces that White took are worth 3, those that Black took 6."), "{notice}");
    let path = format!("/api/v1/games/{}/correction", entered["id"]);
    let same = json!({ "ending": "bell", "reason": REASON });
    assert_eq!(may.post(&path, &same).refused(422), ["II.4"]);
    let recounted = json!({ "ending": "bell", "reason": REASON,
        "captures": { "white": { "pawns": 3, "rooks": 1 }, "black": { "knights": 2 } } });
    let corrected = may.post(&path, &recounted).expect(200);
    assert_eq!((&corrected["result"], &corrected["adjudication"]["white"]["points"]), (&json!("white"), &json!(8)));
    let page = Browser::of(&club, &ann).get(&format!("/games/{}", entered["id"])).text();
    assert!(page.contains("The pieces that White took are worth 8, those that Black took 6."), "{page}");
});

both!(a_void_game_is_undone_as_though_it_never_happened_and_can_be_restored, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let played = enter(&ann, &game(&ann, &ben));
    let path = format!("/api/v1/games/{played}/void");
    let ruling = json!({ "reason": REASON, "act": "II.5" });
    assert_eq!(ann.post(&path, &ruling).refused(403), ["III.2"]);
    assert_eq!(may.post(&path, &json!({ "reason": REASON, "act": "the rules" })).refused(422), ["III.2.4"]);
    assert_eq!(may.post(&path, &json!({ "reason": REASON, "act": "IV.99" })).refused(422), ["III.2.4"]);
    assert_eq!(may.post(&path, &json!({ "reason": "?", "act": "II.5" })).refused(422), ["III.2.4"]);
    let void = may.post(&path, &ruling).expect(200);
    assert_eq!(
        (&void["state"], &void["acts"], &void["white_points"]),
        (&json!("void"), &json!(["II.5"]), &json!(null))
    );
    assert_eq!(score(&club, &ann), Some(100));
    assert_eq!(may.post(&path, &ruling).refused(409), ["II.5"], "once is enough");
    let ledger = may.get(&format!("/api/v1/members/{}/ledger", ann.id)).text();
    assert!(ledger.contains("voided"), "the correction is an entry of its own: {ledger}");

    let back = format!("/api/v1/games/{played}/restoration");
    let restored = may.post(&back, &json!({ "reason": REASON, "act": "III.3.8" })).expect(200);
    assert_eq!((&restored["state"], score(&club, &ann)), (&json!("rated"), Some(120)));
    assert_eq!(restored["changes"].as_array().unwrap().len(), 2);
});

both!(a_waiting_game_that_was_voided_is_restored_to_waiting, |club| {
    let Evening { may, ann, ben } = evening(&club);
    monitor(&may, &ann);
    let played = enter(&ann, &game(&ann, &ben));
    let ruling = json!({ "reason": REASON, "act": "II.5" });
    may.post(&format!("/api/v1/games/{played}/void"), &ruling).expect(200);
    let restored = may.post(&format!("/api/v1/games/{played}/restoration"), &ruling).expect(200);
    assert_eq!((&restored["state"], score(&club, &ann)), (&json!("awaiting_approval"), Some(100)));
});

both!(the_chief_justice_voids_also_a_game_of_their_own, |club| {
    let Evening { ann, .. } = evening(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    chief.post("/api/v1/memberships", &json!({})).expect(201);
    let played = enter(&ann, &game(&ann, &chief));
    let ruling = json!({ "reason": REASON, "act": "III.4" });
    chief.post(&format!("/api/v1/games/{played}/void"), &ruling).expect(200);
});

both!(a_voided_games_notice_says_what_became_of_the_points_and_whom_to_ask, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let played = enter(&ann, &game(&ann, &ben));
    assert_eq!((score(&club, &ann), score(&club, &ben)), (Some(120), Some(100)));
    let ruling = json!({ "reason": REASON, "act": "II.5" });
    may.post(&format!("/api/v1/games/{played}/void"), &ruling).expect(200);
    may.post(&format!("/api/v1/games/{played}/restoration"), &ruling).expect(200);
    let told = |reader: &Caller, topic: &str| points_told(&club, reader, topic);
    assert_eq!((told(&ann, "game.voided"), told(&ben, "game.voided")), (json!(-20), json!(0)));
    assert_eq!((told(&ann, "game.restored"), told(&ben, "game.restored")), (json!(20), json!(0)));
    let voided = ben.get("/api/v1/notifications").expect(200)["items"].clone();
    let voided = voided.as_array().unwrap().iter().find(|one| one["topic"] == "game.voided").unwrap()["body"].clone();
    assert_eq!(voided["by"], json!(may.id));
    let page = |reader: &Caller| Browser::of(&club, reader).get("/me/notifications").text();
    let ann = page(&ann);
    for said in [
        "20 points fewer than before this.",
        "20 points more than before this.",
        "show its page to a moderator",
        "By May",
        REASON,
    ] {
        assert!(ann.contains(said), "{said}: {ann}");
    }
    assert!(!ann.contains("The way to the Court"), "it was over the board: {ann}");
    assert!(page(&ben).contains("Your points stay as they are."));
});

both!(a_notice_says_where_a_game_brings_something_else_by_now, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let played = enter(&ben, &game(&ann, &ben));
    let page = |reader: &Caller| {
        club.deliver();
        Browser::of(&club, reader).get("/me/notifications").text()
    };
    let entered = page(&ann);
    assert!(entered.contains("This brings you 20 points on the leaderboard."), "{entered}");
    assert!(!entered.contains("By now it is"), "{entered}");
    let drawn = json!({ "result": "draw", "ending": "draw_agreed", "reason": REASON });
    may.post(&format!("/api/v1/games/{played}/correction"), &drawn).expect(200);
    let corrected = page(&ann);
    for said in [
        "All in all you have 20 points fewer than before this.",
        "By now it is +0: a result was corrected later.",
        "Is that wrong? Its page says what you can do.",
    ] {
        assert!(corrected.contains(said), "{said}: {corrected}");
    }
});

both!(who_lost_a_dispute_reads_what_they_can_do_i_6, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let played = enter(&ann, &game(&ann, &ben));
    ben.post(&format!("/api/v1/games/{played}/dispute"), &json!({ "result": "draw" })).expect(200);
    let page = |reader: &Caller, path: &str| {
        club.deliver();
        Browser::of(&club, reader).get(path).text()
    };
    let place = format!("/games/{played}");
    let (asks, objects) = ("Show this page to another moderator", "href=\"#objects\"");
    assert!(!page(&ben, &place).contains(asks), "nobody has decided it yet");
    may.post(&format!("/api/v1/games/{played}/settlement"), &json!({ "version": "as_entered" })).expect(200);
    let lost = page(&ben, &place);
    assert!(lost.contains(asks) && lost.contains(objects) && lost.contains("id=\"objects\""), "{lost}");
    assert!(!lost.contains("Wrong result?"), "it is said once: {lost}");
    let won = page(&ann, &place);
    assert!(won.contains(asks) && !won.contains(objects), "who won has nothing to gain by it: {won}");
    assert!(!page(&may, &place).contains(asks), "who played it reads it");
    let told = page(&ben, "/me/notifications");
    assert!(told.contains("Is that wrong? Its page says what you can do."), "{told}");
});

both!(a_notice_is_said_in_its_readers_language_and_what_somebody_wrote_is_not, |club| {
    let Evening { may, ann, ben } = evening(&club);
    monitor(&may, &ann);
    let played = enter(&ann, &game(&ann, &ben));
    // It reads like a sentence of the service.
    let ruling = json!({ "reason": "Joined the leaderboard", "act": "II.5" });
    may.post(&format!("/api/v1/games/{played}/void"), &ruling).expect(200);
    club.deliver();
    let german = |reader: &Caller| {
        let mut browser = Browser::of(&club, reader);
        browser.cookies.insert("__Host-language".to_owned(), "de".to_owned());
        browser.get("/me/notifications").text()
    };
    let waits = german(&may);
    assert!(waits.contains("Grund: Unter Aufsicht: Ann. Die Moderation muss die Partie genehmigen."), "{waits}");
    let voided = german(&ann);
    assert!(voided.contains("Grund: Joined the leaderboard"), "{voided}");
    let told = may.get("/api/v1/notifications").expect(200)["items"].clone();
    let waiting = told.as_array().unwrap().iter().find(|one| one["topic"] == "game.awaiting_approval").unwrap().clone();
    assert_eq!(waiting["body"]["reason"], "Ann is monitored: a moderator has to approve it.");
});
