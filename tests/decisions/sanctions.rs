//! What decisions do to points, games and bans, and how they are undone and brought back.

use rookery_messages::Message;
use serde_json::json;

use super::*;

use crate::harness::Browser;

both!(points_go_and_come_back_with_the_decision_i_2_1, |club| {
    let Evening { may, ann, ben, .. } = evening(&club);
    won(&ann, &ben);
    assert_eq!(score(&club, &ann), 120);
    let decision = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 8 }])).expect(201);
    assert_eq!((&decision["state"], score(&club, &ann)), (&json!("standing"), 112), "at once: T27");
    club.pass(chrono::TimeDelta::minutes(1));
    won(&ann, &ben);
    let with_penalty = score(&club, &ann);
    change(&club, &decision, State::Overturned);
    assert_eq!(score(&club, &ann), 139, "as though it never was: 120, then a win at E = 0.53");
    change(&club, &decision, State::Standing);
    assert_eq!(score(&club, &ann), with_penalty, "en banc the reversal is reversed");
    change(&club, &decision, State::Suspended);
    assert_eq!(score(&club, &ann), 139);
    let ledger = ann.get(&format!("/api/v1/members/{}/ledger", ann.id)).text();
    assert!(ledger.contains("Case 2026-C-001"), "{ledger}");
    sound(&club);
});

both!(fraudulent_games_were_never_games_ii_4_1_t23, |club| {
    let Evening { may, ann, ben, cy } = evening(&club);
    let played = won(&ann, &ben);
    let later = won(&ann, &cy);
    let decision = may.decide(&club, ann.id, &[played], fraud()).expect(201);
    assert_eq!(decision["sanctions"][0]["step"], "reverse");
    let void = |reader: &Caller| {
        let game = reader.get(&format!("/api/v1/games/{played}")).expect(200);
        (game["state"].clone(), game["acts"].clone())
    };
    assert_eq!(void(&may), (json!("void"), json!(["II.5"])));
    assert_eq!(void(&cy), (json!("void"), json!([])), "by which Act is not public before the declaration (T28)");
    assert_eq!(score(&club, &ann), 120, "the other game stands");
    let ledger = ann.get(&format!("/api/v1/members/{}/ledger", ann.id)).expect(200);
    let newest = &ledger["items"][0];
    assert_eq!((&newest["correction"], &newest["acts"]), (&json!(true), &json!(["II.5"])), "{newest}");
    assert_eq!(game(&club, later)["state"], "rated");
    let restore = json!({ "reason": "I say so", "act": "III.3.8" });
    assert_eq!(may.post(&format!("/api/v1/games/{played}/restoration"), &restore).refused(409), ["III.3.8"]);
    change(&club, &decision, State::Overturned);
    assert_eq!((game(&club, played)["state"].clone(), score(&club, &ann)), (json!("rated"), 139));
    sound(&club);
});

both!(a_game_that_was_void_before_is_held_by_a_decision_all_the_same_ii_5, |club| {
    let Evening { may, ann, ben, .. } = evening(&club);
    let played = won(&ann, &ben);
    let ruling = json!({ "reason": "Nobody saw it played", "act": "II.5" });
    may.post(&format!("/api/v1/games/{played}/void"), &ruling).expect(200);
    let decision = may.decide(&club, ann.id, &[played], fraud()).expect(201);
    let restore = || may.post(&format!("/api/v1/games/{played}/restoration"), &ruling);
    assert_eq!(restore().refused(409), ["III.3.8"]);
    change(&club, &decision, State::Overturned);
    assert_eq!(game(&club, played)["state"], "void", "as it was before the decision");
    restore().expect(200);
    assert_eq!(score(&club, &ann), 120);
    sound(&club);
});

both!(an_offence_is_against_an_act_that_was_in_force_iii_2_2, |club| {
    let Evening { may, ann, .. } = evening(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let before = club.now();
    let decide = |act: &str, happened_at: chrono::NaiveDateTime| {
        let what = "Moved pieces while the other looked away";
        let body = json!({
            "offence": { "accused": ann.id, "act": act, "what": what, "happened_at": happened_at.and_utc(), "insist": true },
            "reasons": "Three people saw it and told the same story", "sanctions": [{ "kind": "deduction", "points": 1 }],
        });
        may.post("/api/v1/decisions", &body)
    };
    assert_eq!(decide("IX.1", before).refused(422), ["III.2.2"]);
    assert_eq!(decide("IV.99", before).refused(422), ["III.2.2"], "there is no such Act");
    club.pass(chrono::TimeDelta::minutes(1));
    let repeal = json!({ "replaces": 1, "note": "Gone", "acts": [{ "citation": "I.3", "repealed": true }] });
    chief.post("/api/v1/rulebook/versions", &repeal).expect(201);
    assert_eq!(decide("I.3", club.now()).refused(422), ["III.2.2"], "repealed");
    decide("Act I.3", before).expect(201);
});

both!(a_game_that_two_decisions_void_comes_back_with_the_second, |club| {
    let Evening { may, ann, ben, .. } = evening(&club);
    let played = won(&ann, &ben);
    let first = may.decide(&club, ann.id, &[played], fraud()).expect(201);
    let second = may.decide(&club, ben.id, &[played], fraud()).expect(201);
    change(&club, &first, State::Overturned);
    assert_eq!((game(&club, played)["state"].clone(), score(&club, &ann)), (json!("void"), 100));
    change(&club, &second, State::Overturned);
    assert_eq!((game(&club, played)["state"].clone(), score(&club, &ann)), (json!("rated"), 120));
    sound(&club);
});

both!(the_ladder_climbs_and_earlier_steps_keep_theirs_ii_5_t25_t26, |club| {
    let Evening { may, ann, ben, cy } = evening(&club);
    let ladder = |step: &str, standing: i64| {
        let told = may.get(&format!("/api/v1/people/{}/fraud_ladder", ann.id)).expect(200);
        assert_eq!((&told["proposed_step"], &told["standing"]), (&json!(step), &json!(standing)));
    };
    ladder("reverse", 0);
    let first_game = won(&ann, &ben);
    let first = may.decide(&club, ann.id, &[first_game], fraud()).expect(201);
    ladder("halve", 1);
    for _ in 0..8 {
        won(&ann, &cy);
    }
    let before = score(&club, &ann);
    let halved = may.decide(&club, ann.id, &[], fraud()).expect(201);
    assert_eq!(score(&club, &ann), (before + 1) / 2, "T25");
    let reset = may.decide(&club, ann.id, &[], fraud()).expect(201);
    assert_eq!((reset["sanctions"][0]["step"].clone(), score(&club, &ann)), (json!("reset"), 100));
    let ban = may.decide(&club, ann.id, &[], fraud()).expect(201);
    assert_eq!(ban["sanctions"][0]["ban_ends_at"], "2026-12-04T23:59:59.999999Z", "T3");
    assert!(is_banned(&club, &ann));
    ladder("permanent_ban", 4);
    change(&club, &first, State::Overturned);
    ladder("four_week_ban", 3);
    assert!(is_banned(&club, &ann), "T26: later steps keep theirs");
    change(&club, &reset, State::Overturned);
    change(&club, &halved, State::Overturned);
    assert!(score(&club, &ann) > before, "the first game counts again too");
    sound(&club);
});

both!(a_forfeited_game_is_the_other_players_and_comes_back, |club| {
    let Evening { may, ann, ben, .. } = evening(&club);
    let played = won(&ann, &ben);
    let decision = may.decide(&club, ann.id, &[], json!([{ "kind": "forfeiture", "game": played }])).expect(201);
    let forfeit = game(&club, played);
    assert_eq!((&forfeit["result"], &forfeit["ending"]), (&json!("black"), &json!("forfeit")));
    assert_eq!((score(&club, &ann), score(&club, &ben)), (100, 120));
    // Pages say whose game it is.
    let mut reader = Browser::of(&club, &may);
    for place in ["/decisions".to_owned(), format!("/decisions/{}", decision["id"])] {
        let page = reader.get(&place).text();
        assert!(page.contains(&format!("href=\"/games/{played}\">Forfeit: Ann – Ben (6 Nov 2026)</a>")), "{page}");
    }
    let correction = json!({ "result": "white", "ending": "resignation", "reason": "I say so" });
    assert_eq!(may.post(&format!("/api/v1/games/{played}/correction"), &correction).refused(409), ["III.3.8"]);
    change(&club, &decision, State::Suspended);
    let back = game(&club, played);
    assert_eq!((&back["result"], &back["ending"]), (&json!("white"), &json!("resignation")));
    assert_eq!((score(&club, &ann), score(&club, &ben)), (120, 100));
    sound(&club);
});

both!(a_remanded_decision_is_made_anew_once_iii_2_2_iii_3_8, |club| {
    let Evening { may, ann, .. } = evening(&club);
    let ten = json!([{ "kind": "deduction", "points": 10 }]);
    let decision = may.decide(&club, ann.id, &[], ten.clone()).expect(201);
    let again = |sanctions: &Value| {
        let reasons = "Heard again, with what the Court asked for";
        let body = json!({ "offence_id": decision["offence"]["id"], "reasons": reasons, "sanctions": sanctions });
        may.post("/api/v1/decisions", &body)
    };
    assert_eq!(again(&ten).refused(409), ["III.2.2"]);
    change(&club, &decision, State::Suspended);
    let second = again(&json!([{ "kind": "deduction", "points": 3 }])).expect(201);
    assert_eq!(second["replaces"], decision["id"]);
    let first = may.get(&format!("/api/v1/decisions/{}", decision["id"])).expect(200);
    assert_eq!(first["state"], "replaced");
    let (first, cause) = (id(&decision), Cause::correction(Message::verbatim("Case 2026-C-001"), "III.3.9"));
    let refused = club.app.db.write_now(move |tx| actions::change_state(tx, first, State::Standing, &cause));
    assert!(matches!(refused, Err(rookery::error::Error::Refused(refusal)) if refusal.acts == ["III.2.2".into()]));
});

both!(the_court_decides_without_a_declaration_t29, |club| {
    let Evening { may, ann, ben, .. } = evening(&club);
    won(&ann, &ben);
    let decision = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    change(&club, &decision, State::Overturned);
    let (offence, replaced) = (OffenceId(decision["offence"]["id"].as_i64().unwrap()), id(&decision));
    let own = club.write(move |tx| {
        let new = NewDecision {
            offence,
            reasons: "Ten points were out of all proportion".into(),
            finding: None,
            sanctions: vec![Sanction::Deduction { points: 4 }],
        };
        let decide =
            DecideInCourt { new: &new, replaces: Some(replaced), citation: &Message::verbatim("Case 2026-C-001") };
        perform(tx, &By::service("III.3.8"), &decide)
    });
    assert_eq!(score(&club, &ann), 116);
    let told = ben.get(&format!("/api/v1/decisions/{own}")).expect(200);
    assert_eq!((&told["decider"], &told["declaration_due_at"]), (&json!(null), &json!(null)));
    assert_eq!((&told["court_case"], &told["replaces"]), (&json!("Case 2026-C-001"), &decision["id"]));
});

both!(only_the_court_changes_a_ban_and_its_dates_are_fridays_ii_9_4_t40, |club| {
    let Evening { may, ann, .. } = evening(&club);
    let decision = may.ban(&club, ann.id, "2026-11-20");
    let set = |term: BanTerm| {
        let person = PersonId(ann.id);
        let cause = Cause::correction(Message::verbatim("Case 2026-C-002"), "II.9.3");
        club.app.db.write_now(move |tx| {
            use diesel::prelude::*;
            use rookery::db::schema::bans;
            let ban = bans::table.filter(bans::person_id.eq(person)).order(bans::id.desc()).select(bans::id);
            let ban = rookery::conduct::BanId(ban.first(tx.db)?);
            actions::set_ban_end(tx, ban, term, &cause)
        })
    };
    let day = |text: &str| BanTerm::Through { day: text.parse().unwrap() };
    assert_eq!(set(day("2026-11-13")).unwrap(), day("2026-11-20"), "shortened");
    assert_eq!(set(day("2026-12-18")).unwrap(), day("2026-11-13"), "lengthened");
    set(BanTerm::Lifted).unwrap();
    assert!(!is_banned(&club, &ann));
    change(&club, &decision, State::Suspended);
    change(&club, &decision, State::Standing);
    assert!(!is_banned(&club, &ann), "lifted it stays");
    club.pass(chrono::TimeDelta::minutes(1));
    assert_eq!(set(day("2026-12-18")).unwrap(), BanTerm::Lifted, "and comes back");
    assert!(is_banned(&club, &ann));
    change(&club, &decision, State::Overturned);
    assert!(!is_banned(&club, &ann));
});

both!(a_time_penalty_waits_for_the_next_game_and_is_served_once, |club| {
    let Evening { may, ann, ben, cy } = evening(&club);
    let decision = may.decide(&club, ann.id, &[], json!([{ "kind": "time_penalty", "minutes": 2 }])).expect(201);
    club.tells_names(false);
    let path = format!("/api/v1/time_penalties?person={}", ann.id);
    let owed = || may.get(&path).expect(200)["penalties"].clone();
    assert_eq!(owed()[0]["minutes"], 2);
    assert_eq!(ann.get(&path).expect(200)["penalties"], owed());
    assert_eq!(ben.get(&path).refused(403), ["III.2.4"], "the club reads of it without names");
    assert_eq!(ben.get("/api/v1/time_penalties").expect(200)["penalties"], json!([]));
    change(&club, &decision, State::Suspended);
    assert_eq!(owed(), json!([]));
    change(&club, &decision, State::Standing);
    let session = may.get("/api/v1/sessions").expect(200)["sessions"].clone();
    let session = session.as_array().unwrap().iter().find(|one| one["starts_at"] == "2026-11-06T12:30:00Z");
    let session = session.expect("this evening's")["id"].clone();
    let recommended = may.get(&format!("/api/v1/sessions/{session}/recommended_pairings")).expect(200);
    assert_eq!(recommended["time_penalties"], owed(), "where games are paired");
    let boards = json!({ "round": 1, "boards": [{ "white": ann.id, "black": ben.id }], "byes": [cy.id] });
    may.post(&format!("/api/v1/sessions/{session}/pairings"), &boards).expect(201);
    let chart = may.get(&format!("/api/v1/sessions/{session}/chart")).expect(200);
    assert_eq!(chart["time_penalties"], owed(), "on the wall chart");
    let sheet = |who: &Caller| may.get(&format!("/api/v1/members/{}", who.id)).expect(200)["time_penalties"].clone();
    assert_eq!((sheet(&ann), sheet(&ben)), (owed(), json!([])), "on the page of the member");
    let limit = json!({ "white": ann.id, "black": ben.id, "limit_seconds": 600 });
    assert_eq!(may.post("/api/v1/timed_games", &limit).expect(201)["time_penalties"], owed(), "where one begins");
    let path = format!("/api/v1/time_penalties/{}/serving", owed()[0]["id"]);
    let other = won(&ben, &cy);
    club.pass(chrono::TimeDelta::seconds(1));
    let game = json!({ "white": ann.id, "black": ben.id, "result": "white", "ending": "resignation", "insist": true });
    let game = ann.post("/api/v1/games", &game).expect(201);
    assert_eq!(game["time_penalties"], owed(), "and where it is registered");
    let played = game["id"].clone();
    assert_eq!(ben.post(&path, &json!({ "game": played })).refused(403), ["III.2"]);
    assert_eq!(may.post(&path, &json!({ "game": other })).refused(422), ["I.2.1"]);
    may.post(&path, &json!({ "game": played })).expect(200);
    assert_eq!(may.post(&path, &json!({ "game": played })).refused(409), ["I.2.1"]);
    assert_eq!(owed(), json!([]));
});
