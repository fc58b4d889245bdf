//! Decisions: what they do to points, games and bans, and how they are undone and brought back.

use rookery::auth::Role;
use rookery::conduct::decisions::store::{self, NewDecision};
use rookery::conduct::decisions::{BanTerm, DecisionId, OffenceId, Sanction, State};
use rookery::id::PersonId;
use rookery::ratings::store::Cause;
use serde_json::{Value, json};

use crate::harness::{Caller, Club};

/// A club in its session: May, a moderator, has taken the register; Ann, Ben and Cy are members.
struct Evening {
    may: Caller,
    ann: Caller,
    ben: Caller,
    cy: Caller,
}

fn evening(club: &Club) -> Evening {
    let may = club.person("May", &[Role::Moderator]);
    let [ann, ben, cy] = ["Ann", "Ben", "Cy"].map(|name| {
        let person = club.person(name, &[]);
        person.post("/api/v1/memberships", &json!({})).expect(201);
        person
    });
    session(club, "2026-11-06", &[&may, &ann, &ben, &cy]);
    Evening { may: club.again(&may), ann: club.again(&ann), ben: club.again(&ben), cy: club.again(&cy) }
}

/// Brings a club to 12:40 of the session on a date, with these people on the register since 12:30.
fn session(club: &Club, date: &str, people: &[&Caller]) {
    club.set_time(&format!("{date}T12:30:00"));
    let at = club.now();
    let session = club.write(move |tx| {
        rookery::sessions::store::ensure_calendar(tx, at)?;
        rookery::sessions::store::session_at(tx.db, at)
    });
    let session = session.expect("a session").id.0;
    let ids: Vec<i64> = people.iter().map(|person| person.id).collect();
    let desk = club.again(people[0]);
    desk.post(&format!("/api/v1/sessions/{session}/arrivals"), &json!({ "people": ids })).expect(200);
    club.set_time(&format!("{date}T12:40:00"));
}

/// A game that White won.
fn won(white: &Caller, black: &Caller) -> i64 {
    let game = json!({
        "white": white.id, "black": black.id, "result": "white", "ending": "resignation", "insist": true,
    });
    white.post("/api/v1/games", &game).expect(201)["id"].as_i64().unwrap()
}

fn score(club: &Club, who: &Caller) -> i64 {
    let person = PersonId(who.id);
    club.write(move |tx| rookery::ratings::store::score(tx.db, person)).expect("a score")
}

fn game(club: &Club, game: i64) -> Value {
    club.anyone().get(&format!("/api/v1/games/{game}")).expect(200)
}

fn id(decision: &Value) -> DecisionId {
    DecisionId(decision["id"].as_i64().unwrap())
}

/// What a judgment does to a decision.
fn change(club: &Club, decision: &Value, to: State) {
    let id = id(decision);
    club.write(move |tx| store::change_state(tx, id, to, &Cause::correction("Case 2026-C-001", "III.3.8")));
}

fn sound(club: &Club) {
    let faults = club
        .app
        .db
        .read_now(|db| rookery::commands::check::check(db, &rookery::audit::Kept::default(), &mut |_| {}))
        .unwrap();
    assert_eq!(faults, Vec::<String>::new());
}

fn is_banned(club: &Club, who: &Caller) -> bool {
    let (person, now) = (PersonId(who.id), club.now());
    club.write(move |tx| rookery::conduct::store::ban_at(tx.db, person, now)).is_some()
}

const FRAUD: &str = r#"[{ "kind": "fraud" }]"#;

fn fraud() -> Value {
    serde_json::from_str(FRAUD).unwrap()
}

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
    let void = game(&club, played);
    assert_eq!((&void["state"], &void["acts"]), (&json!("void"), &json!(["II.5"])));
    assert_eq!(score(&club, &ann), 120, "the other game stands");
    assert_eq!(game(&club, later)["state"], "rated");
    let restore = json!({ "reason": "I say so", "act": "III.3.8" });
    assert_eq!(may.post(&format!("/api/v1/games/{played}/restoration"), &restore).refused(409), ["III.3.8"]);
    change(&club, &decision, State::Overturned);
    assert_eq!((game(&club, played)["state"].clone(), score(&club, &ann)), (json!("rated"), 139));
    sound(&club);
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
    let (first, cause) = (id(&decision), Cause::correction("Case 2026-C-001", "III.3.9"));
    let refused = club.app.db.write_now(move |tx| store::change_state(tx, first, State::Standing, &cause));
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
        store::by_court(tx, &new, Some(replaced), "Case 2026-C-001")
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
        let cause = Cause::correction("Case 2026-C-002", "II.9.3");
        club.app.db.write_now(move |tx| {
            use diesel::prelude::*;
            use rookery::db::schema::bans;
            let ban = bans::table.filter(bans::person_id.eq(person)).order(bans::id.desc()).select(bans::id);
            let ban = rookery::conduct::BanId(ban.first(tx.db)?);
            store::set_ban_end(tx, ban, term, &cause)
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
    let owed = || ben.get(&format!("/api/v1/time_penalties?person={}", ann.id)).expect(200)["penalties"].clone();
    assert_eq!(owed()[0]["minutes"], 2);
    change(&club, &decision, State::Suspended);
    assert_eq!(owed(), json!([]));
    change(&club, &decision, State::Standing);
    let path = format!("/api/v1/time_penalties/{}/serving", owed()[0]["id"]);
    let other = won(&ben, &cy);
    let played = won(&ann, &ben);
    assert_eq!(ben.post(&path, &json!({ "game": played })).refused(403), ["III.2"]);
    assert_eq!(may.post(&path, &json!({ "game": other })).refused(422), ["I.2.1"]);
    may.post(&path, &json!({ "game": played })).expect(200);
    assert_eq!(may.post(&path, &json!({ "game": played })).refused(409), ["I.2.1"]);
    assert_eq!(owed(), json!([]));
});

fn declare(by: &Caller, decision: &Value) -> crate::harness::Answer {
    by.post(&format!("/api/v1/decisions/{}/declaration", decision["id"]), &json!({}))
}

fn run_deadlines(club: &Club) -> usize {
    rookery::conduct::declarations::deadline::run(&club.app.db).unwrap()
}

/// What somebody was told of, by topic.
fn told(club: &Club, who: &Caller, topic: &'static str) -> i64 {
    let person = who.id;
    club.write(move |tx| {
        use diesel::prelude::*;
        use rookery::db::schema::outbox;
        let told = outbox::table.filter(outbox::recipient_id.eq(person).and(outbox::topic.eq(topic)));
        Ok(told.count().get_result(tx.db)?)
    })
}

both!(a_penalty_that_nobody_declares_is_void_after_seven_days_iii_2_4_t2_t28, |club| {
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
    assert_eq!(run_deadlines(&club.replica()), 0, "once, whoever looks");
    for decision in [&forgotten, &appealed] {
        let state = may.get(&format!("/api/v1/decisions/{}", decision["id"])).expect(200)["state"].clone();
        assert_eq!(state, "void");
    }
    assert_eq!(score(&club, &ann), 110, "120, of which the declared ten");
    let lapses = may.get("/api/v1/declarations?exercise=lapse").expect(200);
    assert_eq!((lapses["items"].as_array().unwrap().len(), &lapses["items"][0]["act"]), (2, &json!("III.2.4.2")));
    sound(&club);
});

both!(declarations_are_public_and_tell_of_minors_what_the_house_rule_says, |club| {
    let Evening { may, ann, ben, .. } = evening(&club);
    let decision = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let path = format!("/api/v1/decisions/{}", decision["id"]);
    let list = "/api/v1/declarations?exercise=decision";
    assert_eq!(club.anyone().get(list).expect(200)["items"], json!([]), "not before it is declared");
    assert_eq!(ben.get(&path).status, 404);
    assert_eq!(ben.get("/api/v1/decisions").expect(200)["items"], json!([]));
    ann.get(&path).expect(200);
    declare(&may, &decision).expect(200);
    ben.get(&path).expect(200);

    let public = club.anyone().get(list).expect(200)["items"][0].clone();
    assert_eq!((&public["person"], &public["by"]["name"]), (&json!({ "id": null, "name": "A." }), &json!("M.")));
    assert_eq!(public["effect"], "10 points taken");
    assert_eq!(club.anyone().get(&format!("/api/v1/declarations?person={}", ann.id)).refused(403), ["III.2.4"]);
    let within = ben.get(&format!("/api/v1/declarations?person={}", ann.id)).expect(200)["items"][0].clone();
    assert_eq!(within["person"], json!({ "id": ann.id, "name": "Ann" }));
    assert_eq!(told(&club, &ann, "declaration.published"), 1, "the accused is told");

    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let rules = json!({ "replaces": 0, "note": "Names in public", "rules": { "public_initials": false } });
    chief.post("/api/v1/house_rules", &rules).expect(201);
    assert_eq!(club.anyone().get(list).expect(200)["items"][0]["person"]["name"], "Ann");

    change(&club, &decision, State::Overturned);
    let undone = club.anyone().get("/api/v1/declarations?undone=true").expect(200);
    assert_eq!(undone["items"][0]["undone_by"], "Case 2026-C-001");
    change(&club, &decision, State::Standing);
    assert_eq!(club.anyone().get("/api/v1/declarations?undone=true").expect(200)["items"], json!([]));
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
    let ruling = json!({ "reason": why, "act": "I.9.10" });
    may.post(&format!("/api/v1/games/{played}/void"), &ruling).expect(200);
    let restoration = format!("/api/v1/games/{played}/restoration");
    assert_eq!(
        may.post(&restoration, &ruling).refused(403),
        ["III.3.8"],
        "what is void by I.9.10 is the Chief Justice's"
    );
    chief.post(&restoration, &ruling).expect(200);
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
    let undone: Vec<&str> = all
        .iter()
        .rev()
        .filter(|one| one["undone_at"] != json!(null))
        .map(|one| one["exercise"].as_str().unwrap())
        .collect();
    assert_eq!(undone, ["monitor", "voiding"]);
    let by_act = may.get("/api/v1/declarations?act=II.11&undone=false").expect(200);
    assert_eq!(by_act["items"].as_array().unwrap().len(), 1);
    let ever = "from=2026-11-06T12:00:00Z&to=2026-11-06T12:39:59Z";
    assert_eq!(may.get(&format!("/api/v1/declarations?{ever}")).expect(200)["items"], json!([]));
});

both!(members_report_offences_and_moderators_answer, |club| {
    let Evening { may, ann, ben, cy } = evening(&club);
    let played = won(&ann, &ben);
    let report = |accused: &Caller, game: Option<i64>| {
        let what = "Took a move back when I looked at the clock";
        json!({ "accused": accused.id, "game": game, "what": what, "happened_at": club.now().and_utc() })
    };
    let first = ben.post("/api/v1/reports", &report(&ann, Some(played))).expect(201);
    ben.post("/api/v1/reports", &report(&ann, Some(played))).refused(409);
    ben.post("/api/v1/reports", &report(&cy, Some(played))).refused(422);
    let second = ben.post("/api/v1/reports", &report(&ann, None)).expect(201);
    ben.post("/api/v1/reports", &report(&cy, None)).expect(201);
    let about_may = ben.post("/api/v1/reports", &report(&may, None));
    assert_eq!((about_may.status, about_may.header("retry-after")), (429, Some("86400")), "three a day");
    cy.post("/api/v1/reports", &report(&may, None)).expect(201);

    let seen = |who: &Caller| who.get("/api/v1/reports").expect(200)["items"].as_array().unwrap().len();
    assert_eq!((seen(&may), seen(&ben), seen(&cy), seen(&ann)), (3, 3, 1, 0), "not what is about oneself");
    let dismissal = json!({ "reason": "Nobody else saw it, not even asked" });
    let path = |report: &Value| format!("/api/v1/reports/{}/dismissal", report["id"]);
    ben.post(&path(&second), &dismissal).refused(403);
    assert_eq!(may.post(&path(&second), &dismissal).expect(200)["state"], "dismissed");
    let offence = json!({
        "accused": ann.id, "act": "I.2", "what": "Took a move back in a lost position",
        "happened_at": club.now().and_utc(), "games": [played],
    });
    let sanctions = json!([{ "kind": "deduction", "points": 5 }]);
    let decision = json!({
        "offence": offence, "reasons": "Ben and two others saw it", "sanctions": sanctions, "reports": [first["id"]],
    });
    let decision = may.post("/api/v1/decisions", &decision).expect(201);
    let own = ben.get("/api/v1/reports?state=taken_up").expect(200);
    assert_eq!(own["items"][0]["decision"], decision["id"]);
    assert_eq!(may.post(&path(&first), &dismissal).refused(409), ["III.2"]);
    assert_eq!((told(&club, &ben, "report.taken_up"), told(&club, &ben, "report.dismissed")), (1, 1));
    let again = json!({ "offence": offence, "reasons": "Ben and two others saw it", "sanctions": sanctions });
    assert_eq!(may.post("/api/v1/decisions", &again).refused(409), ["III.2.2"], "the same offence");
});

both!(technical_modifications_adjust_scores_are_announced_and_can_be_undone_iii_5_t30, |club| {
    use rookery::conduct::chief_acts::{ChiefActId, store};
    let Evening { may, ann, ben, .. } = evening(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let body = json!({
        "act": "III.5", "reason": "The import counted last Friday twice", "effect": "Points of last Friday put right",
        "adjustments": [{ "person": ann.id, "delta": 30 }, { "person": ben.id, "delta": 5 }],
    });
    assert_eq!(may.post("/api/v1/chief_acts", &body).refused(403), ["III.4"]);
    let done = chief.post("/api/v1/chief_acts", &body).expect(201);
    assert_eq!((score(&club, &ann), score(&club, &ben)), (130, 105));
    let announced = may.get("/api/v1/declarations?exercise=technical_modification").expect(200);
    assert_eq!(announced["items"][0]["effect"], "Points of last Friday put right");
    let id = ChiefActId(done["id"].as_i64().unwrap());
    let set = |undone| {
        club.write(move |tx| store::set_undone(tx, id, undone, &Cause::correction("Case 2026-C-003", "III.5")));
    };
    set(true);
    assert_eq!((score(&club, &ann), score(&club, &ben)), (100, 100));
    let told = ann.get(&format!("/api/v1/chief_acts/{id}")).expect(200);
    assert_eq!(told["undone_by"], "Case 2026-C-003");
    set(false);
    assert_eq!(score(&club, &ann), 130);
    let mandated = json!({ "act": "II.12", "reason": "The Terms leave no choice in this", "effect": "Done" });
    chief.post("/api/v1/chief_acts", &mandated).expect(201);
    sound(&club);
});

both!(who_breaks_secrecy_loses_office_at_once_and_may_be_banned_i_9_5_t41, |club| {
    let Evening { may, ann, .. } = evening(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let justice = club.person("Justice", &[Role::Justice]);
    justice.post("/api/v1/memberships", &json!({})).expect(201);
    let breach = |person: &Caller, until: Option<&str>| {
        let finding = json!({ "mind": "intent", "why": "Posted it where everybody reads" });
        json!({ "person": person.id, "reason": "Showed images of the evidence", "ban_until": until, "finding": finding })
    };
    let path = "/api/v1/breaches_of_secrecy";
    assert_eq!(may.post(path, &breach(&justice, None)).refused(403), ["III.4"]);
    assert_eq!(chief.post(path, &breach(&ann, None)).refused(422), ["I.9.5"], "nothing to take");
    assert_eq!(chief.post(path, &breach(&justice, Some("2026-11-19"))).refused(422), ["II.9.2"], "Fridays");
    let answer = chief.post(path, &breach(&justice, Some("2026-11-20"))).expect(201);
    assert_eq!(answer["roles_taken"], json!(["justice"]));
    assert_eq!(justice.get("/api/v1/me").expect(200)["roles"]["justice"], false, "gone at once");
    assert!(is_banned(&club, &justice));
    let decision = ann.get(&format!("/api/v1/decisions/{}", answer["decision"])).expect(200);
    assert_eq!((&decision["offence"]["act"], &decision["decider"]), (&json!("I.9.5"), &json!(chief.id)));
    assert_ne!(decision["declared_at"], json!(null));
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
