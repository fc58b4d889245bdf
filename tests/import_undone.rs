//! An import that is taken back as a whole: what it brought goes, the ratings are as though it never was.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use rookery::audit::Kept;
use rookery::auth::Role;
use rookery::commands::check::check;
use rookery::db::schema::{attendance, games, memberships, people, sessions, standings};
use rookery::error::Error;
use rookery::exchange::backup::{Manner, restore};
use rookery::exchange::import::{self, Options, Source, jobs};
use rookery::id::PersonId;
use rookery::jobs::background::{self, JobId};
use serde_json::{Value, json};

use crate::exchange::lively;
use crate::harness::{Browser, Caller, Club};

type Standing = (i64, Option<i64>, i64, i64, i64);

/// Scores and records, without those who have none.
fn board(club: &Club) -> Vec<Standing> {
    let columns = (standings::person_id, standings::score, standings::wins, standings::draws, standings::losses);
    let on_board = standings::table.filter(standings::score.is_not_null()).order(standings::person_id);
    club.app.db.read_now(|db| Ok(on_board.select(columns).load(db)?)).unwrap()
}

/// Rows of games, register, calendar and times on the leaderboard.
fn rows(club: &Club) -> [i64; 4] {
    macro_rules! count {
        ($table:ident) => {
            club.app.db.read_now(|db| Ok($table::table.count().get_result::<i64>(db)?)).unwrap()
        };
    }
    [count!(games), count!(attendance), count!(sessions), count!(memberships)]
}

fn faults(club: &Club) -> Vec<String> {
    club.app.db.read_now(|db| check(db, &Kept::default(), &mut |_| {})).unwrap()
}

fn named(club: &Club, name: &str) -> i64 {
    let all = people::table.filter(people::name.eq(name.to_owned())).count();
    club.app.db.read_now(|db| Ok(all.get_result::<i64>(db)?)).unwrap()
}

/// A season of a club that had played before: of its own members, of new ones, on days that had no session.
const SEASON: &str = "\
[Event \"Late\"]\n[Date \"2026.09.25\"]\n[White \"Ben Moss\"]\n[Black \"Dot Ives\"]\n\n1. e4 e5 1-0\n\n\
[Event \"Late\"]\n[Date \"2026.09.25\"]\n[White \"Dot Ives\"]\n[Black \"Eli Wood\"]\n\n1. d4 d5 1-0\n\n\
[Event \"Late\"]\n[Date \"2026.10.02\"]\n[White \"Cy Reed\"]\n[Black \"Ben Moss\"]\n\n1. c4 c5 1-0\n\n";

fn imported(chief: &Caller) -> Value {
    let path = "/api/v1/imports?name=late.pgn&join_unknown=true&make_sessions=true";
    let import = chief.send("POST", path, &[], SEASON.as_bytes()).expect(201);
    assert_eq!((&import["report"]["games"], &import["can_be_taken_back"]), (&json!(3), &json!(true)), "{import}");
    import
}

fn taken_back(import: &Value) -> String {
    format!("/api/v1/imports/{}/retraction", import["id"])
}

both!(an_import_is_taken_back_as_though_it_never_was, |club| {
    lively(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    rookery::games::closing::run(&club.app.db).unwrap();
    let (stood, had) = (board(&club), rows(&club));
    let import = imported(&chief);
    assert_ne!((board(&club), rows(&club)), (stood.clone(), had));
    assert_eq!([named(&club, "Dot Ives"), named(&club, "Eli Wood")], [1, 1]);
    let member = club.person("Member", &[]);
    assert_eq!(member.post(&taken_back(&import), &json!({})).status, 403);

    let after = chief.post(&taken_back(&import), &json!({})).expect(200);
    assert_eq!(after["taken_back_at"], json!(club.now().and_utc()), "{after}");
    assert_eq!((board(&club), rows(&club)), (stood.clone(), had));
    assert_eq!([named(&club, "Dot Ives"), named(&club, "Eli Wood")], [0, 0], "nobody keeps their names");
    assert!(!after.to_string().contains("Dot Ives"), "{after}");
    let mut page = Browser::of(&club, &chief);
    let told = page.get(&format!("/administration/imports/{}", import["id"])).text();
    assert!(told.contains("keeps a number where a name was"), "what stays is said: {told}");
    let people = page.get("/people").text();
    assert!(people.contains("Ben Moss") && !people.contains("N. N."), "a number is nobody: {people}");
    // Nor is it counted where a backup would take the club's place.
    let everybody = chief.get("/api/v1/members?everybody=true").expect(200)["items"].as_array().unwrap().len();
    let restored =
        club.app.db.write_now(|tx| restore(tx, Path::new("none.backup"), Manner::default(), &BTreeSet::new()));
    match restored.unwrap_err() {
        Error::Refused(refusal) => {
            let told = refusal.detail.to_string();
            assert!(told.contains(&format!("holds a club of {everybody} people")), "{told}");
        }
        other => panic!("{other}"),
    }
    assert_eq!(faults(&club), Vec::<String>::new(), "incremental = full replay = ledger = act log");
    chief.post(&taken_back(&import), &json!({})).expect(409);

    // The same file, or the corrected one, is entered afterwards.
    let again = imported(&chief);
    chief.post(&taken_back(&again), &json!({})).expect(200);
    assert_eq!((board(&club), rows(&club)), (stood, had));
    assert_eq!(faults(&club), Vec::<String>::new());
});

both!(a_person_who_did_something_since_stays_when_an_import_is_taken_back, |club| {
    lively(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let may = club.person("May", &[Role::Moderator]);
    let import = imported(&chief);
    let dot: i64 =
        club.write(|tx| Ok(people::table.filter(people::name.eq("Dot Ives")).select(people::id).first(tx.db)?));
    may.post(&format!("/api/v1/people/{dot}/notes"), &json!({ "text": "Brings her own clock" })).expect(201);
    chief.post(&taken_back(&import), &json!({})).expect(200);
    assert_eq!([named(&club, "Dot Ives"), named(&club, "Eli Wood")], [1, 0]);
    let score = board(&club).into_iter().find(|row| row.0 == dot);
    assert_eq!(score.map(|row| row.1.is_some()), Some(true), "she stays on the leaderboard");
    assert_eq!(faults(&club), Vec::<String>::new());
});

both!(a_game_that_waits_goes_with_its_import_and_one_that_was_approved_stays_ii_10_4, |club| {
    lively(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let may = club.person("May", &[Role::Moderator]);
    let ben: i64 =
        club.write(|tx| Ok(people::table.filter(people::name.eq("Ben Moss")).select(people::id).first(tx.db)?));
    let monitor = json!({ "person": ben, "suspicion": "Three results were reported by one side only" });
    may.post("/api/v1/monitors", &monitor).expect(201);
    let stood = board(&club);
    let import = imported(&chief);
    chief.post(&taken_back(&import), &json!({})).expect(200);
    assert_eq!(board(&club), stood);
    let import = imported(&chief);
    let waiting = may.get("/api/v1/games?state=awaiting_approval").expect(200)["items"].clone();
    let approve = json!({ "verdict": "approve", "reason": "The scoresheet has both signatures" });
    may.post(&format!("/api/v1/games/{}/approval", waiting[0]["id"]), &approve).expect(200);
    let counted = board(&club);
    chief.post(&taken_back(&import), &json!({})).expect(409);
    assert_eq!(board(&club), counted);
    assert_eq!(faults(&club), Vec::<String>::new());
});

both!(an_earlier_season_comes_in_after_the_class_list_and_goes_again, |club| {
    lively(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let players = ["Fay Hill", "Gil Lane"].map(|name| club.person(name, &[]));
    players.iter().for_each(|player| drop(player.post("/api/v1/memberships", &json!({})).expect(201)));
    rookery::games::closing::run(&club.app.db).unwrap();
    let ids = players.each_ref().map(|player| player.id);
    let begins = || -> Vec<NaiveDateTime> {
        let theirs = memberships::table.filter(memberships::person_id.eq_any(ids)).order(memberships::person_id);
        club.app.db.read_now(|db| Ok(theirs.select(memberships::joined_at).load(db)?)).unwrap()
    };
    let (stood, had, began) = (board(&club), rows(&club), begins());
    let game =
        "[Event \"Early\"]\n[Date \"2026.09.25\"]\n[White \"Fay Hill\"]\n[Black \"Gil Lane\"]\n\n1. e4 e5 1-0\n\n";
    let send = |options: &str| {
        let path = format!("/api/v1/imports?name=early.pgn&make_sessions=true{options}");
        chief.send("POST", &path, &[], game.as_bytes()).expect(201)
    };
    let refused = send("");
    let told = refused["report"]["refused"][0]["detail"].as_str().unwrap_or_default();
    assert!(told.contains("after this game. It counts if players join at their first game."), "{refused}");
    assert_eq!(refused["report"]["without_membership"], json!(1));
    let import = send("&join_unknown=true");
    assert_eq!((&import["report"]["games"], &import["report"]["memberships"]), (&json!(1), &json!(2)), "{import}");
    assert!(begins().iter().all(|at| at.date().to_string() == "2026-09-25"), "{:?}", begins());
    assert_ne!(board(&club), stood);
    assert_eq!(faults(&club), Vec::<String>::new());

    chief.post(&taken_back(&import), &json!({})).expect(200);
    assert_eq!((board(&club), rows(&club), begins()), (stood, had, began));
    assert_eq!(faults(&club), Vec::<String>::new());
});

both!(an_import_that_others_rest_on_is_not_taken_back, |club| {
    lively(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let may = club.person("May", &[Role::Moderator]);
    let import = imported(&chief);
    let had = rows(&club);
    let game: i64 = club.write(|tx| Ok(games::table.select(games::id).order(games::id.desc()).first(tx.db)?));
    may.post(&format!("/api/v1/games/{game}/void"), &json!({ "act": "I.1", "reason": "It was never played" }))
        .expect(200);
    let refused = chief.post(&taken_back(&import), &json!({})).expect(409);
    assert!(refused["detail"].as_str().unwrap().contains("rests on this import"), "{refused}");
    assert_eq!(rows(&club), had);
    assert_eq!(faults(&club), Vec::<String>::new());
});

/// Somebody asks for the season to be imported; whoever carries it out is not there yet.
fn asked_for(club: &Club) -> (PersonId, JobId, Source, Options) {
    lively(club);
    let by = PersonId(club.person("Chief", &[Role::ChiefJustice]).id);
    let options = Options { join_unknown: true, make_sessions: true, ..Options::default() };
    let id = club.write(move |tx| jobs::add(tx, by, "late.pgn", options));
    (by, id, Source { name: "late.pgn".into(), bytes: SEASON.as_bytes().to_vec() }, options)
}

both!(an_import_that_was_given_up_enters_nothing, |club| {
    let (by, id, source, options) = asked_for(&club);
    let had = rows(&club)[0];
    club.pass(TimeDelta::minutes(6));
    club.write(background::fail_abandoned);
    let db = &club.app.db;
    background::run(db, id, || jobs::carry_out(db, id, by, source, options));
    let import = db.read_now(|db| jobs::find(db, id)).unwrap().unwrap();
    assert_eq!((import.state, import.can_be_taken_back), (jobs::State::Failed, false));
    assert_eq!((rows(&club)[0], named(&club, "Dot Ives")), (had, 0));
});

both!(an_import_is_done_in_the_moment_that_enters_it, |club| {
    let (by, id, source, options) = asked_for(&club);
    let had = rows(&club)[0];
    let season = import::read(&[source], chrono_tz::Europe::London, false, &mut |_| {}).unwrap();
    import::enter(&club.app.db, &Arc::new(season), options, Some((id, by))).unwrap();
    // The process is killed here.
    club.pass(TimeDelta::minutes(6));
    club.write(background::fail_abandoned);
    let import = club.app.db.read_now(|db| jobs::find(db, id)).unwrap().unwrap();
    assert_eq!((import.state, import.can_be_taken_back), (jobs::State::Done, true));
    assert_eq!((rows(&club)[0], import.report.map(|report| report.games)), (had + 3, Some(3)));
});
