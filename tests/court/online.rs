//! Games played online before the Court: void by judgment, held for fraud, and back again (Acts I.9.7, I.9.10, II.5).

use super::*;
use rookery::action::{By, perform};
use rookery::games::record::Record;
use rookery::games::{Ending, NewGame};
use rookery::ratings::Outcome;
use serde_json::json;

/// A game that White won online.
pub fn online(club: &Club, white: &Caller, black: &Caller) -> Value {
    let game = NewGame {
        white: PersonId(white.id),
        black: PersonId(black.id),
        result: Some(Outcome::White),
        ending: Ending::Resignation,
        played_at: club.now(),
        room: None,
        began_at: None,
        online: true,
        clock: None,
        record: Record::read(None, None, None).unwrap(),
        timed_game: None,
        rematch_of: None,
        import_key: None,
        insist: true,
    };
    json!(club.write(move |tx| perform(tx, &By::service("0.10"), &game)).id)
}

both!(an_online_game_is_void_by_judgment_and_comes_back_with_it_i_9_7, |club| {
    let court = Court::opened(&club);
    let Court { chief, ann, ben, cy, .. } = &court;
    let game = online(&club, ann, ben);
    assert_eq!(score(&club, ann), 110, "I.9.3: half of what a game in the room gives");
    club.pass(chrono::TimeDelta::minutes(6));
    won(ann, cy);
    let with_both = [score(&club, ann), score(&club, cy)];
    assert_eq!(petition(cy, "game", &game).refused(403), ["I.9.7"], "did not play it");
    let number = filed(ben, "game", &game);
    court.hears(&number);
    let of_game = || ann.get(&format!("/api/v1/games/{game}")).expect(200)["state"].clone();
    let remand = json!({ "outcome": "remand", "conditions": "Look at the log again.", "due": "2026-11-13" });
    assert_eq!(draft(&court.justices[0], &number, &remand).refused(422), ["III.3.8"], "no decision to send back");
    let replaced = json!({
        "outcome": "overturn",
        "replacement": { "reasons": "Less would do it as well", "sanctions": [{ "kind": "deduction", "points": 1 }] },
    });
    assert_eq!(draft(&court.justices[0], &number, &replaced).refused(422), ["III.3.8"], "nor one to replace");
    court.panel_decides(&number, &json!({ "outcome": "overturn" }));
    assert_eq!(of_game(), "void");
    assert_eq!((score(&club, ann), score(&club, ben)), (120, 100), "as though it never happened");
    let ledger = ann.get(&format!("/api/v1/members/{}/ledger", ann.id)).text();
    assert!(ledger.contains(&format!("Case {number}")), "{ledger}");
    court.goes_en_banc(&number, ann);
    decide(&number, &json!({ "outcome": "uphold" }), &court.everybody());
    assert_eq!((of_game(), [score(&club, ann), score(&club, cy)]), (json!("rated"), with_both));
    write(chief, &number, "majority").expect(201);
    sound(&club);
});

both!(the_chief_justices_voiding_of_an_online_game_is_petitioned_and_undone_i_9_7_i_9_10, |club| {
    let court = Court::opened(&club);
    let Court { chief, ann, ben, .. } = &court;
    let game = online(&club, ann, ben);
    club.pass(chrono::TimeDelta::minutes(1));
    let error = json!({ "reason": "The board showed two positions", "act": "I.9.10" });
    chief.post(&format!("/api/v1/games/{game}/void"), &error).expect(200);
    assert_eq!(score(&club, ann), 100);
    club.pass(chrono::TimeDelta::minutes(1));
    let number = filed(ann, "game", &game);
    court.hears(&number);
    court.panel_decides(&number, &json!({ "outcome": "overturn" }));
    assert_eq!(score(&club, ann), 110);
    let declared = ann.get("/api/v1/declarations?exercise=judgment").expect(200)["items"][0]["effect"].clone();
    assert_eq!(declared, "The voiding of the game is undone.");
    club.pass(chrono::TimeDelta::minutes(1));
    court.goes_en_banc(&number, ben);
    decide(&number, &json!({ "outcome": "uphold" }), &court.everybody());
    let told = ann.get(&format!("/api/v1/games/{game}")).expect(200);
    assert_eq!((&told["state"], &told["acts"]), (&json!("void"), &json!(["I.9.10"])));
    assert_eq!(score(&club, ann), 100);
    sound(&club);
});

both!(upheld_is_what_the_case_undid_and_nothing_else_i_9_7_i_9_10_ii_5, |club| {
    let court = Court::opened(&club);
    let Court { chief, may, ann, ben, .. } = &court;
    let state_of = |game: &Value| ann.get(&format!("/api/v1/games/{game}")).expect(200)["state"].clone();
    for fraud in [false, true] {
        let game = online(&club, ann, ben);
        club.pass(chrono::TimeDelta::minutes(1));
        let number = filed(ben, "game", &game);
        court.hears(&number);
        club.pass(chrono::TimeDelta::minutes(1));
        if fraud {
            may.decide(&club, ann.id, &[game.as_i64().unwrap()], json!([{ "kind": "fraud" }])).expect(201);
        } else {
            let error = json!({ "reason": "The board showed two positions", "act": "I.9.10" });
            chief.post(&format!("/api/v1/games/{game}/void"), &error).expect(200);
        }
        court.panel_decides(&number, &json!({ "outcome": "uphold" }));
        assert_eq!(state_of(&game), "void", "not by this case; fraud: {fraud}");
    }
    assert_eq!(score(&club, ann), 100);
    sound(&club);
});

both!(what_is_judged_of_a_game_held_for_fraud_shows_when_the_holding_is_undone_i_9_7_i_9_10_ii_5, |club| {
    let court = Court::opened(&club);
    let Court { chief, may, ann, ben, .. } = &court;
    let of_game = |game: &Value| {
        let told = ann.get(&format!("/api/v1/games/{game}")).expect(200);
        (told["state"].as_str().unwrap().to_owned(), told["acts"].clone())
    };
    let overturn = json!({ "outcome": "overturn" });
    let rules = json!({ "petitions_a_day": 10 });
    let many = json!({ "replaces": 1, "note": "Many petitions", "rules": rules });
    chief.post("/api/v1/rulebook/versions", &many).expect(201);
    for after_error in [true, false] {
        let game = online(&club, ann, ben);
        club.pass(chrono::TimeDelta::minutes(1));
        if after_error {
            let error = json!({ "reason": "The board showed two positions", "act": "I.9.10" });
            chief.post(&format!("/api/v1/games/{game}/void"), &error).expect(200);
            club.pass(chrono::TimeDelta::seconds(1));
        }
        let number = filed(ann, "game", &game);
        court.hears(&number);
        club.pass(chrono::TimeDelta::seconds(1));
        let fraud = json!([{ "kind": "fraud" }]);
        let decision = may.decide(&club, ann.id, &[game.as_i64().unwrap()], fraud).expect(201)["id"].clone();
        court.panel_decides(&number, &overturn);
        assert_eq!(of_game(&game), ("void".to_owned(), json!(["II.5"])), "the decision stands");
        assert_eq!(score(&club, ann), 100);
        club.pass(chrono::TimeDelta::seconds(1));
        let appeal = filed(ann, "decision", &decision);
        court.hears(&appeal);
        court.panel_decides(&appeal, &overturn);
        if after_error {
            assert_eq!(of_game(&game), ("rated".to_owned(), json!([])), "its voiding was undone beneath the holding");
            assert_eq!((score(&club, ann), score(&club, ben)), (110, 100), "as though it had never been held");
            let ruling = json!({ "reason": "Only for this test", "act": "I.9.10" });
            chief.post(&format!("/api/v1/games/{game}/void"), &ruling).expect(200);
        } else {
            assert_eq!(of_game(&game), ("void".to_owned(), json!(["I.9.7"])), "the Court itself undid it");
            assert_eq!(score(&club, ann), 100);
        }
        sound(&club);
    }
});

both!(an_online_game_held_for_fraud_comes_back_with_its_points_when_the_decision_falls_ii_5_iii_3_8, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, ben, .. } = &court;
    let game = online(&club, ann, ben);
    assert_eq!((score(&club, ann), score(&club, ben)), (110, 100));
    club.pass(chrono::TimeDelta::minutes(1));
    let fraud = json!([{ "kind": "fraud" }]);
    let decision = may.decide(&club, ann.id, &[game.as_i64().unwrap()], fraud).expect(201)["id"].clone();
    assert_eq!(score(&club, ann), 100, "it was never a game");
    let number = filed(ann, "decision", &decision);
    court.hears(&number);
    court.panel_decides(&number, &json!({ "outcome": "overturn" }));
    let told = ann.get(&format!("/api/v1/games/{game}")).expect(200);
    assert_eq!((&told["state"], &told["result"]), (&json!("rated"), &json!("white")));
    assert_eq!((score(&club, ann), score(&club, ben)), (110, 100));
    sound(&club);
});
