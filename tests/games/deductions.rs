//! Deductions follow the games: what comes or goes after its session is settled is reckoned again.

use rookery_messages::Message;

use super::*;

/// Brings Ann and Ben through three sessions at which both are present, settled one by one; in the
/// third they play a game, if asked. Gives May, Ann, Ben and the game.
fn three_weeks(club: &Club, playing: bool) -> (Caller, Caller, Caller, Option<i64>) {
    let may = club.person("May", &[Role::Moderator]);
    let (ann, ben) = (member(club, "Ann"), member(club, "Ben"));
    for player in [&ann, &ben] {
        enrich(club, player);
    }
    let mut played = None;
    for friday in ["2026-11-06", "2026-11-13", "2026-11-20"] {
        session(club, friday, &[&may, &ann, &ben]);
        if playing && friday.ends_with("20") {
            played = Some(enter(&club.again(&ann), &game(&ann, &ben)));
        }
        club.set_time(&format!("{friday}T13:30:00"));
        rookery::games::closing::run(&club.app.db).unwrap();
    }
    (club.again(&may), club.again(&ann), club.again(&ben), played)
}

/// Gives points, so that there is something to deduct above the floor.
fn enrich(club: &Club, who: &Caller) {
    use rookery::ratings::store::{Cause, NewEvent, post};
    let person = PersonId(who.id);
    club.write(move |tx| {
        let now = tx.now;
        post(
            tx,
            now,
            NewEvent::Adjustment { person, delta: 200 },
            &Cause::new(Message::verbatim("For a test"), "III.5"),
        )
    });
}

fn scores(club: &Club, ann: &Caller, ben: &Caller) -> (Option<i64>, Option<i64>) {
    (score(club, ann), score(club, ben))
}

fn ruling(act: &str) -> Value {
    json!({ "reason": REASON, "act": act })
}

both!(a_game_voided_for_fraud_was_never_played_and_the_idle_week_costs_ii_6_2_t23, |club| {
    let (may, ann, ben, played) = three_weeks(&club, true);
    let played = played.unwrap();
    assert_eq!(scores(&club, &ann, &ben), (Some(320), Some(280)), "nobody was idle in the third week");
    may.post(&format!("/api/v1/games/{played}/void"), &ruling("II.5")).expect(200);
    assert_eq!(scores(&club, &ann, &ben), (Some(295), Some(295)), "the game is undone and the −5 falls");
    may.post(&format!("/api/v1/games/{played}/restoration"), &ruling("III.3.8")).expect(200);
    assert_eq!(scores(&club, &ann, &ben), (Some(320), Some(280)), "and is undone with the voiding");
    let told = |topic: &str| [&ann, &ben].map(|player| points_told(&club, player, topic));
    assert_eq!(told("game.voided"), [json!(-25), json!(15)], "the players hear of both");
    assert_eq!(told("game.restored"), [json!(25), json!(-15)]);
    let ledger = club.anyone().get(&format!("/api/v1/members/{}/ledger", ann.id)).expect(200);
    let sum: i64 = ledger["items"].as_array().unwrap().iter().map(|entry| entry["delta"].as_i64().unwrap()).sum();
    assert_eq!(sum, 320, "the ledger tells all of it");
});

both!(who_is_told_of_a_game_that_a_decision_holds_void_hears_of_the_idle_week_ii_5_ii_6_2, |club| {
    let (may, ann, ben, played) = three_weeks(&club, true);
    may.decide(&club, ann.id, &[played.unwrap()], json!([{ "kind": "fraud" }])).expect(201);
    assert_eq!(scores(&club, &ann, &ben), (Some(295), Some(295)));
    let told = [&ann, &ben].map(|player| points_told(&club, player, "game.decided"));
    assert_eq!(told, [json!(-25), json!(15)]);
});

both!(a_game_voided_for_another_reason_was_still_played_t23, |club| {
    let (may, ann, ben, played) = three_weeks(&club, true);
    may.post(&format!("/api/v1/games/{}/void", played.unwrap()), &ruling("II.4")).expect(200);
    assert_eq!(scores(&club, &ann, &ben), (Some(300), Some(300)), "no points from it, and no deduction");
});

both!(a_game_entered_after_its_session_was_settled_lifts_the_deduction_t13_ii_6_2, |club| {
    let (_, ann, ben, _) = three_weeks(&club, false);
    assert_eq!(scores(&club, &ann, &ben), (Some(295), Some(295)));
    let late = with(game(&ann, &ben), json!({ "played_at": "2026-11-20T12:40:00Z" }));
    assert_eq!(ann.post("/api/v1/games", &late).expect(201)["state"], "rated");
    assert_eq!(scores(&club, &ann, &ben), (Some(320), Some(280)));
});

both!(a_game_that_waits_for_approval_was_played_until_it_is_refused_ii_10_4_ii_6_2, |club| {
    let may = club.person("Eve", &[Role::Moderator]);
    let (moderator, ann, ben, _) = three_weeks(&club, false);
    let suspicion = json!({ "person": ann.id, "suspicion": "Wins by surprising resignations" });
    club.again(&may).post("/api/v1/monitors", &suspicion).expect(201);
    let late = with(game(&ann, &ben), json!({ "played_at": "2026-11-20T12:40:00Z" }));
    let played = enter(&ann, &late);
    assert_eq!(scores(&club, &ann, &ben), (Some(300), Some(300)));
    let refusal = json!({ "verdict": "refuse", "reason": REASON });
    moderator.post(&format!("/api/v1/games/{played}/approval"), &refusal).expect(200);
    assert_eq!(scores(&club, &ann, &ben), (Some(295), Some(295)));
    let told = [&ann, &ben].map(|player| points_told(&club, player, "game.refused"));
    assert_eq!(told, [json!(-5), json!(-5)], "and the players are told");
});

both!(a_corrected_result_was_played_all_the_same_t24_ii_6_2, |club| {
    let (may, ann, ben, played) = three_weeks(&club, true);
    let black = json!({ "result": "black", "ending": "resignation", "reason": REASON });
    may.post(&format!("/api/v1/games/{}/correction", played.unwrap()), &black).expect(200);
    assert_eq!(scores(&club, &ann, &ben), (Some(280), Some(320)));
});

both!(a_later_correction_of_the_register_leaves_an_accepted_game_alone_t18, |club| {
    let (may, ann, ben, played) = three_weeks(&club, true);
    let third = club.anyone().get(&format!("/api/v1/games/{}", played.unwrap())).expect(200)["session"].clone();
    let register = may.get(&format!("/api/v1/sessions/{third}/register")).expect(200);
    for stay in register["stays"].as_array().unwrap() {
        may.delete(&format!("/api/v1/stays/{}", stay["id"]), &json!({ "reason": "Another room" })).expect(200);
    }
    assert_eq!(state(&club, played.unwrap()), "rated", "though by the register no moderator was there (0.6)");
    assert_eq!(
        scores(&club, &ann, &ben),
        (Some(320), Some(280)),
        "and an absent week is the first: nothing falls (T8)"
    );
});
