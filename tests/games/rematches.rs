//! Objections and rematches (Act I.6).

use rookery_messages::Message;

use super::*;
use crate::harness::Browser;

/// An objection by Ben to the game that Ann won, a week on with both present.
fn objected(club: &Club) -> (Evening, i64, i64) {
    let evening = evening(club);
    let Evening { may, ann, ben } = &evening;
    let played = enter(ann, &game(ann, ben));
    let made = ben.post(&format!("/api/v1/games/{played}/objections"), &json!({ "reason": REASON })).expect(201);
    assert_eq!((&made["state"], &made["objector"]), (&json!("open"), &json!(ben.id)));
    session(club, "2026-11-13", &[may, ann, ben]);
    let evening = Evening { may: club.again(may), ann: club.again(ann), ben: club.again(ben) };
    (evening, played, made["id"].as_i64().unwrap())
}

/// How the rematch is declared: its effect and its reason.
fn declared(reader: &Caller) -> (Value, Value) {
    let told = reader.get("/api/v1/declarations?exercise=rematch").expect(200)["items"][0].clone();
    assert_eq!(told["act"], "I.6");
    (told["effect"].clone(), told["reason"].clone())
}

fn settle(by: &Caller, objection: i64, outcome: &str) -> crate::harness::Answer {
    by.post(&format!("/api/v1/objections/{objection}/rematch"), &json!({ "outcome": outcome }))
}

both!(a_player_objects_until_the_next_held_session_begins_t22, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let first = enter(&ann, &game(&ann, &ben));
    let second = enter(&ann, &with(game(&ann, &ben), json!({ "insist": true })));
    let path = |game: i64| format!("/api/v1/games/{game}/objections");
    let because = json!({ "reason": REASON });
    assert_eq!(may.post(&path(first), &because).refused(403), ["I.6"], "not a player");
    assert_eq!(ben.post(&path(first), &json!({ "reason": " " })).refused(422), ["I.6"]);
    let due = ben.post(&path(first), &because).expect(201)["due_at"].clone();
    assert_eq!(ann.post(&path(first), &because).refused(409), ["I.6"], "one objection to a game");
    let list = ann.get("/api/v1/objections?state=open").expect(200);
    assert_eq!((&list["items"][0]["game"], &list["items"][0]["due_at"]), (&json!(first), &due));
    club.set_time("2026-11-13T12:30:00");
    assert_eq!(club.again(&ben).post(&path(second), &because).refused(409), ["I.6"], "too late");
});

both!(a_game_entered_late_can_be_objected_to_all_the_same_t22, |club| {
    let Evening { may, ann, ben } = evening(&club);
    session(&club, "2026-11-13", &[&may, &ann, &ben]);
    let (ann, ben) = (club.again(&ann), club.again(&ben));
    let late = enter(&ann, &with(game(&ann, &ben), json!({ "played_at": "2026-11-06T12:50:00Z" })));
    let told: Vec<i64> = club.write(|tx| {
        use diesel::prelude::*;
        use rookery::db::schema::outbox;
        let told =
            outbox::table.filter(outbox::topic.eq("game.entered")).select(outbox::recipient_id.assume_not_null());
        Ok(told.load(tx.db)?)
    });
    assert_eq!(told, [ben.id], "who did not enter it hears of it");
    let made = ben.post(&format!("/api/v1/games/{late}/objections"), &json!({ "reason": REASON })).expect(201);
    assert_eq!(made["due_at"], "2026-11-20T12:30:00Z");
    let due = ben.get("/api/v1/deadlines").expect(200)["deadlines"][0].clone();
    assert_eq!((&due["kind"], &due["due_at"]), (&json!("rematch"), &json!("2026-11-20T13:10:00Z")));
});

both!(an_objection_is_taken_back_while_nothing_followed_from_it, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let played = enter(&ann, &game(&ann, &ben));
    let path = format!("/api/v1/games/{played}/objections");
    let object = |by: &Caller| by.post(&path, &json!({ "reason": REASON })).expect(201)["id"].as_i64().unwrap();
    let withdraw = |by: &Caller, id: i64| by.delete(&format!("/api/v1/objections/{id}"), &json!({}));
    let first = object(&ben);
    for other in [&ann, &may] {
        assert_eq!(withdraw(other, first).refused(403), ["I.6"], "it is Ben's");
    }
    withdraw(&ben, first).expect(204);
    withdraw(&ben, first).expect(404);
    assert_eq!(state(&club, played), "rated");
    assert_eq!(ann.get(&format!("/api/v1/games/{played}")).expect(200)["objection"], json!(null));
    assert_eq!(ben.get("/api/v1/deadlines").expect(200)["deadlines"], json!([]), "no rematch is due");
    let told: Vec<i64> = club.write(|tx| {
        use diesel::prelude::*;
        use rookery::db::schema::outbox;
        let told = outbox::table.filter(outbox::topic.eq("game.objection_withdrawn"));
        Ok(told.select(outbox::recipient_id.assume_not_null()).load(tx.db)?)
    });
    assert_eq!(told, [ann.id], "who was to play it hears that nobody has to");

    // Neither player lost their own right to object by it; on the last day it is left to the other one.
    let second = object(&ann);
    withdraw(&ann, second).expect(204);
    let third = object(&ben);
    session(&club, "2026-11-13", &[&may, &ann, &ben]);
    let (may, ben) = (club.again(&may), club.again(&ben));
    assert_eq!(withdraw(&ben, third).refused(409), ["I.6"], "it is due");
    settle(&may, third, "objector_unwilling").expect(200);
    assert_eq!(withdraw(&ben, third).refused(409), ["I.6"]);
});

both!(an_objection_of_the_last_day_is_taken_back_within_a_minute, |club| {
    let Evening { ann, ben, .. } = evening(&club);
    let played = enter(&ann, &game(&ann, &ben));
    club.set_time("2026-11-13T12:25:00");
    let ben = club.again(&ben);
    let made = |by: &Caller| {
        let path = format!("/api/v1/games/{played}/objections");
        by.post(&path, &json!({ "reason": REASON })).expect(201)["id"].as_i64().unwrap()
    };
    let withdraw = |id: i64| ben.delete(&format!("/api/v1/objections/{id}"), &json!({}));
    let first = made(&ben);
    club.pass(chrono::TimeDelta::seconds(60));
    withdraw(first).expect(204);
    let second = made(&ben);
    club.pass(chrono::TimeDelta::seconds(61));
    assert_eq!(withdraw(second).refused(409), ["I.6"], "the other player may have trusted in it");
});

both!(an_objection_lapses_with_its_game_and_comes_back_with_it, |club| {
    let (Evening { may, .. }, original, objection) = objected(&club);
    let state = || may.get(&format!("/api/v1/objections/{objection}")).expect(200)["state"].clone();
    let ruling = json!({ "reason": REASON, "act": "II.5" });
    may.post(&format!("/api/v1/games/{original}/void"), &ruling).expect(200);
    assert_eq!(state(), "lapsed");
    assert_eq!(settle(&may, objection, "opponent_absent").refused(409), ["I.6"]);
    may.post(&format!("/api/v1/games/{original}/restoration"), &ruling).expect(200);
    assert_eq!(state(), "open");
});

both!(a_rematch_that_is_played_replaces_the_game, |club| {
    let (Evening { may, ann, ben }, original, objection) = objected(&club);
    let path = format!("/api/v1/objections/{objection}/rematch");
    let played = |game: Value| json!({ "outcome": "played", "time_exempted": true, "game": game });
    assert_eq!(ann.post(&path, &played(game(&ben, &ann))).refused(403), ["III.2"], "a moderator oversees it");
    assert_eq!(may.post(&path, &json!({ "outcome": "played" })).refused(422), ["I.6"], "the game is missing");
    let early = with(game(&ben, &ann), json!({ "played_at": "2026-11-06T12:50:00Z" }));
    assert_eq!(may.post(&path, &played(early)).refused(422), ["I.6"]);
    let other = member(&club, "Other");
    assert_eq!(may.post(&path, &played(game(&ben, &other))).refused(422), ["I.6"]);

    let unlimited = json!({ "outcome": "played", "game": game(&ben, &ann) });
    let refused = may.post(&path, &unlimited);
    assert!(refused.text().contains("5 minutes a player"), "{}", refused.text());
    assert_eq!(refused.refused(422), ["I.6"], "limited, unless the overseer does without");
    let settled = may.post(&path, &played(game(&ben, &ann))).expect(200);
    assert_eq!((&settled["state"], &settled["overseer"]), (&json!("played"), &json!(may.id)));
    assert_eq!(settled["time_exempted"], true);
    assert_eq!(state(&club, original), "replaced");
    let rematch = club.anyone().get(&format!("/api/v1/games/{}", settled["rematch"])).expect(200);
    assert_eq!((&rematch["rematch_of"], &rematch["overseer"]), (&json!(original), &json!(may.id)));
    assert_eq!(rematch["played_at"], "2026-11-13T12:40:00Z", "T13: at its own time");
    assert_eq!((score(&club, &ann), score(&club, &ben)), (Some(100), Some(120)));

    let again = ann.post(&format!("/api/v1/games/{}/objections", settled["rematch"]), &json!({ "reason": REASON }));
    assert_eq!(again.refused(409), ["I.6"], "never a second rematch");
    assert_eq!(settle(&may, objection, "objector_absent").refused(409), ["I.6"]);
});

/// The rematch, which Ben won: the game it replaced, the objection, and the rematch itself.
fn replaced(club: &Club) -> (Evening, i64, i64, i64) {
    let (evening, original, objection) = objected(club);
    let game = game(&evening.ben, &evening.ann);
    let played = json!({ "outcome": "played", "time_exempted": true, "game": game });
    let settled = evening.may.post(&format!("/api/v1/objections/{objection}/rematch"), &played).expect(200);
    (evening, original, objection, settled["rematch"].as_i64().unwrap())
}

both!(a_void_rematch_gives_the_place_back_and_takes_it_again_i_6_0_11, |club| {
    let (Evening { may, ann, ben }, original, objection, rematch) = replaced(&club);
    let stands = || {
        let objection = may.get(&format!("/api/v1/objections/{objection}")).expect(200);
        let state = objection["state"].as_str().unwrap().to_owned();
        (state, objection["rematch"].clone(), [score(&club, &ann), score(&club, &ben)])
    };
    let (before, after) = (
        ("open".to_owned(), json!(null), [Some(120), Some(100)]),
        ("played".to_owned(), json!(rematch), [Some(100), Some(120)]),
    );
    let ruling = json!({ "reason": REASON, "act": "0.6" });
    let change = |how: &str| may.post(&format!("/api/v1/games/{rematch}/{how}"), &ruling);
    assert_eq!(stands(), after);
    change("void").expect(200);
    assert_eq!(
        (state(&club, original), stands()),
        (json!("rated"), before.clone()),
        "as though it had not been played"
    );
    change("restoration").expect(200);
    assert_eq!((state(&club, original), stands()), (json!("replaced"), after.clone()));

    // The same where a decision finds fraud in it, and where another holds the game that it replaced.
    let fraud = |accused: &Caller, game: i64| {
        may.decide(&club, accused.id, &[game], json!([{ "kind": "fraud" }])).expect(201)["id"].as_i64().unwrap()
    };
    let overturn = |decision: i64| {
        use rookery::conduct::decisions::{DecisionId, State, actions::change_state};
        use rookery::ratings::store::Cause;
        let cause = Cause::correction(Message::verbatim("Case 2026-C-001"), "III.3.8");
        club.write(move |tx| change_state(tx, DecisionId(decision), State::Overturned, &cause));
    };
    let of_rematch = fraud(&ben, rematch);
    assert_eq!((state(&club, original), stands()), (json!("rated"), before));
    let of_original = fraud(&ann, original);
    overturn(of_rematch);
    assert_eq!(
        (state(&club, rematch), state(&club, original), stands()),
        (json!("rated"), json!("void"), after.clone())
    );
    overturn(of_original);
    assert_eq!((state(&club, original), stands()), (json!("replaced"), after));

    // Settled otherwise meanwhile: there is no second rematch.
    change("void").expect(200);
    settle(&may, objection, "objector_absent").expect(200);
    assert_eq!(change("restoration").refused(409), ["I.6"]);
});

both!(what_was_recorded_of_a_rematch_is_undone_within_a_minute, |club| {
    let (Evening { may, ann, ben }, original, objection) = objected(&club);
    let max = club.person("Max", &[Role::Moderator]);
    let read = |path: &str| may.get(path).expect(200);
    let stands = || {
        let objection = read(&format!("/api/v1/objections/{objection}"));
        let game = read(&format!("/api/v1/games/{original}"));
        let objection =
            ["state", "closed_at", "overseer", "rematch", "time_exempted"].map(|one| objection[one].clone());
        let game = ["state", "result", "ending", "white_points"].map(|one| game[one].clone());
        (objection, game, [score(&club, &ann), score(&club, &ben)])
    };
    let undo = |who: &Caller, game: i64| who.post(&format!("/api/v1/games/{game}/undo"), &json!({}));
    let path = format!("/api/v1/objections/{objection}/rematch");
    let rematch = with(game(&ben, &ann), json!({ "insist": true }));
    let played = json!({ "outcome": "played", "time_exempted": true, "game": rematch });
    let before = stands();
    assert_eq!(undo(&may, original).refused(409), ["III.2.2"], "nothing was decided");
    for outcome in [
        played.clone(),
        json!({ "outcome": "objector_absent", "time_exempted": true }),
        json!({ "outcome": "opponent_absent" }),
        played.clone(),
    ] {
        club.pass(chrono::TimeDelta::seconds(1));
        let settled = may.post(&path, &outcome).expect(200);
        assert_ne!(stands(), before, "{outcome}");
        assert_eq!(undo(&max, original).refused(409), ["III.2.2"], "somebody else's decision");
        club.pass(chrono::TimeDelta::seconds(59));
        undo(&may, original).expect(200);
        assert_eq!(stands(), before, "{outcome}");
        if let Some(rematch) = settled["rematch"].as_i64() {
            assert_eq!(state(&club, rematch), "void", "{outcome}");
        }
        assert_eq!(undo(&may, original).refused(409), ["III.2.2"], "once");
    }
    let declared = may.get("/api/v1/declarations?exercise=rematch").expect(200)["items"].clone();
    let undone = |one: &Value| !one["undone_at"].is_null();
    assert!(declared.as_array().is_some_and(|all| all.len() == 4 && all.iter().all(undone)), "{declared}");

    // Not once somebody has done something to the rematch, nor after a minute.
    club.pass(chrono::TimeDelta::seconds(1));
    let rematch = may.post(&path, &played).expect(200)["rematch"].as_i64().unwrap();
    let correction = json!({ "result": "draw", "ending": "draw_agreed", "reason": REASON });
    max.post(&format!("/api/v1/games/{rematch}/correction"), &correction).expect(200);
    assert_eq!(undo(&may, original).refused(409), ["III.2.2"]);
    club.pass(chrono::TimeDelta::seconds(61));
    assert_eq!(undo(&may, original).refused(409), ["III.2.2"]);
});

both!(a_rematch_has_five_minutes_each_on_a_clock_or_told_as_a_limit, |club| {
    let (Evening { may, ann, ben }, _, objection) = objected(&club);
    let path = format!("/api/v1/objections/{objection}/rematch");
    let limit = |seconds: i64| {
        let limit = json!({ "white": ben.id, "black": ann.id, "limit_seconds": seconds });
        let told = may.post("/api/v1/timed_games", &limit).expect(201)["id"].clone();
        may.post(&format!("/api/v1/timed_games/{told}/end"), &json!({})).expect(200);
        told
    };
    let under =
        |told: Value| json!({ "outcome": "played", "game": with(game(&ben, &ann), json!({ "timed_game": told })) });
    assert_eq!(may.post(&path, &under(limit(601))).refused(422), ["I.6"], "five minutes each are ten");
    assert_eq!(may.post(&path, &under(limit(600))).expect(200)["state"], "played");

    let again = enter(&ann, &with(game(&ann, &ben), json!({ "insist": true })));
    let made = ben.post(&format!("/api/v1/games/{again}/objections"), &json!({ "reason": REASON })).expect(201);
    session(&club, "2026-11-20", &[&may, &ann, &ben]);
    let clocked = with(game(&ben, &ann), json!({ "clock": { "white": true, "black": true } }));
    let path = format!("/api/v1/objections/{}/rematch", made["id"]);
    club.again(&may).post(&path, &json!({ "outcome": "played", "game": clocked })).expect(200);
});

both!(an_objector_who_does_not_play_makes_the_game_final, |club| {
    let (Evening { may, ann, .. }, original, objection) = objected(&club);
    assert_eq!(settle(&may, objection, "objector_unwilling").expect(200)["state"], "original_final");
    assert_eq!((state(&club, original), score(&club, &ann)), (json!("rated"), Some(120)));
    let effect = format!("Game {original} is final as it was played.");
    assert_eq!(declared(&may), (json!(effect), json!("Black, who objected, would not play the rematch.")));
});

both!(an_opponent_who_does_not_play_forfeits_the_game_in_its_place, |club| {
    let (Evening { may, ann, ben }, original, objection) = objected(&club);
    assert_eq!(settle(&may, objection, "opponent_absent").expect(200)["state"], "forfeited");
    let forfeited = club.anyone().get(&format!("/api/v1/games/{original}")).expect(200);
    assert_eq!((&forfeited["result"], &forfeited["ending"]), (&json!("black"), &json!("forfeit")));
    assert_eq!((&forfeited["state"], &forfeited["played_at"]), (&json!("rated"), &json!("2026-11-06T12:40:00Z")));
    assert_eq!((score(&club, &ann), score(&club, &ben)), (Some(100), Some(120)));
    let effect = format!("Game {original} is won by Black by forfeit.");
    assert_eq!(declared(&may), (json!(effect), json!("White was absent from the rematch; Black had objected.")));
});

both!(a_rematch_is_not_settled_before_it_is_due_nor_by_a_player, |club| {
    let Evening { may, ann, .. } = evening(&club);
    may.post("/api/v1/memberships", &json!({})).expect(201);
    let played = enter(&ann, &game(&ann, &may));
    let made = may.post(&format!("/api/v1/games/{played}/objections"), &json!({ "reason": REASON })).expect(201);
    let id = made["id"].as_i64().unwrap();
    let judge = club.person("Judge", &[Role::Justice]);
    assert_eq!(settle(&judge, id, "opponent_absent").refused(409), ["I.6"]);
    club.set_time("2026-11-13T12:30:00");
    assert_eq!(settle(&club.again(&may), id, "opponent_absent").refused(403), ["III.3.5"]);
    settle(&club.again(&judge), id, "opponent_absent").expect(200);
});

both!(a_cancelled_session_puts_the_rematch_off, |club| {
    let Evening { ann, ben, .. } = evening(&club);
    let played = enter(&ann, &game(&ann, &ben));
    club.write(|tx| {
        use diesel::prelude::*;
        use rookery::db::schema::sessions;
        let next = "2026-11-13T12:30:00".parse::<chrono::NaiveDateTime>().unwrap();
        rookery::sessions::store::ensure_calendar(tx, "2026-11-27T00:00:00".parse().unwrap())?;
        let cancelled = diesel::update(sessions::table.filter(sessions::starts_at.eq(next)));
        Ok(cancelled.set(sessions::cancelled_at.eq(tx.now)).execute(tx.db)?)
    });
    let made = ben.post(&format!("/api/v1/games/{played}/objections"), &json!({ "reason": REASON })).expect(201);
    assert_eq!(made["due_at"], "2026-11-20T12:30:00Z");
});

both!(what_became_of_a_rematch_is_chosen_and_nothing_is_so_beforehand, |club| {
    let (Evening { may, ann, ben }, original, objection) = objected(&club);
    let mut browser = Browser::of(&club, &may);
    let page = browser.get(&format!("/games/{original}")).text();
    let (_, form) = page.split_once("id=\"rematch\"").unwrap();
    let (form, _) = form.split_once("</form>").unwrap();
    assert_eq!(form.matches("<option value=\"\">Choose</option>").count(), 3, "{form}");
    assert!(!form.contains(" selected"), "{form}");
    assert!(form.contains("Tick this if you let them play without."), "what the last tick is for: {form}");
    let sent = format!("csrf={}&objection={objection}&white={}&black={}", browser.csrf(), ann.id, ben.id);
    let path = format!("/games/{original}/rematch");
    for (fields, said) in [
        ("&outcome=&result=&ending=", "Choose how the rematch ended."),
        ("&outcome=played&result=&ending=checkmate", "Choose how the game went."),
        ("&outcome=played&result=draw&ending=", "Choose how the game ended."),
        ("&outcome=played&result=draw&ending=draw_agreed", "A rematch has 5 minutes a player, with a clock."),
    ] {
        let refused = browser.post(&path, &format!("{sent}{fields}"));
        assert_eq!(refused.status, 422);
        assert!(refused.text().contains(said), "{fields}: {}", refused.text());
    }
    let unsaid = "&outcome=played&result=draw&ending=unstated&time_exempted=yes&look=yes";
    let looked = browser.post(&path, &format!("{sent}{unsaid}"));
    assert!(looked.status == 200 && !looked.text().contains("Not said"), "{}", looked.text());
    let answer = browser.post(&path, &format!("{sent}&outcome=opponent_absent&result=&ending="));
    assert_eq!(answer.status, 303, "{}", answer.text());
});

/// Announces a board for the rematch, which Ben has White in; gives the address of the round's page.
fn paired(club: &Club, Evening { may, ann, ben }: &Evening) -> String {
    let now = club.now();
    let session = club.write(move |tx| rookery::sessions::store::session_at(tx.db, now)).expect("a session").id;
    let round = json!({ "round": 1, "boards": [{ "white": ben.id, "black": ann.id }], "byes": [] });
    may.post(&format!("/api/v1/sessions/{session}/pairings"), &round).expect(201);
    format!("/sessions/{session}/rounds/1")
}

/// What the form of a rematch sends that Ben won with White.
fn won_by_ben(browser: &mut Browser, objection: i64, Evening { ann, ben, .. }: &Evening) -> String {
    let two = format!("csrf={}&objection={objection}&white={}&black={}", browser.csrf(), ann.id, ben.id);
    format!("{two}&swapped=yes&outcome=played&result=white&ending=resignation&time_exempted=yes")
}

both!(a_board_for_a_rematch_takes_no_new_game_and_leads_to_the_rematch_i_6, |club| {
    let (evening, original, objection) = objected(&club);
    let round = paired(&club, &evening);
    let Evening { may, ann, ben } = &evening;
    let here = "A rematch is played here.";
    let way = format!("href=\"/games/{original}#rematch\"");
    let own = format!("/games/new?opponent={}", ben.id);
    for (reader, path) in [(may, "/today"), (may, &*round), (ann, "/today"), (ann, &*round), (ann, &*own)] {
        let page = Browser::of(&club, reader).get(path).text();
        assert!(page.contains(here) && page.contains(&way), "{path}: {page}");
        assert!(!page.contains("action=\"/games/new\""), "no new game: {path}: {page}");
    }
    let mut desk = Browser::of(&club, may);
    assert!(desk.get("/games/bell").text().contains(&way), "where the bell ended it, too");
    assert!(!Browser::new(&club).get(&round).text().contains(here), "who enters nothing is not told who objected");

    // Nor by a page that was open before, or by a program; another game is said to be one.
    let games = || ann.get("/api/v1/games").expect(200)["items"].as_array().unwrap().len();
    let refused = ann.post("/api/v1/games", &game(ben, ann)).expect(409);
    assert_eq!((&refused["acts"], &refused["game"]), (&json!(["I.6"]), &json!(original)));
    let tapped =
        format!("csrf={}&white={}&black={}&ending=unstated&result=white&at_once=yes", desk.csrf(), ben.id, ann.id);
    let late = desk.post("/games/new", &tapped);
    assert!(late.status == 409 && late.text().contains("A rematch is due at this board."), "{}", late.text());
    assert!(!late.text().contains("There is already a game of these two"), "{}", late.text());
    assert_eq!(games(), 1);

    let sent = won_by_ben(&mut desk, objection, &evening);
    let recorded = desk.post(&format!("/games/{original}/rematch"), &sent);
    assert_eq!((recorded.status, games()), (303, 2), "{}", recorded.text());
    let newest = ann.get("/api/v1/games").expect(200)["items"][0]["id"].as_i64().unwrap();
    let rematch = ann.get(&format!("/api/v1/games/{newest}")).expect(200);
    assert_eq!((&rematch["rematch_of"], state(&club, original)), (&json!(original), json!("replaced")));
    let page = desk.get(&round).text();
    assert!(page.contains("1–0") && !page.contains(here), "it stands on the board: {page}");
    let card = desk.get("/desk").text();
    let (told, way) = card.split_once(&format!("formaction=\"/games/{original}/undo\"")).expect("the way back");
    let told = told.rsplit("<p>").next().unwrap_or_default();
    let of_rematch = told.contains(&format!("href=\"/games/{newest}\"")) && told.contains("Ben won with White");
    assert!(told.contains("You settled a rematch:") && of_rematch, "the act, and the game that came of it: {told}");
    assert!(way.contains(", You settled a rematch\">"), "{way}");
    enter(ann, &with(game(ann, ben), json!({ "insist": true })));
});

both!(a_rematch_of_a_round_is_recorded_after_its_session_too_i_6, |club| {
    let (evening, original, objection) = objected(&club);
    let round = paired(&club, &evening);
    club.set_time("2026-11-13T13:30:00");
    let mut desk = Browser::of(&club, &club.again(&evening.may));
    let page = desk.get(&round).text();
    assert!(page.contains(&format!("href=\"/games/{original}#rematch\"")), "{page}");
    let sent = won_by_ben(&mut desk, objection, &evening);
    let recorded = desk.post(&format!("/games/{original}/rematch"), &sent);
    assert_eq!(recorded.status, 303, "{}", recorded.text());
    assert_eq!(state(&club, original), "replaced");
});
