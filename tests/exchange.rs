//! In and out: seasons imported, all or nothing and never twice; exports that import again.

mod spreadsheets;

use std::sync::Arc;

use diesel::prelude::*;
use rookery::audit::Kept;
use rookery::auth::Role;
use rookery::commands::check::check;
use rookery::db::schema::{attendance, games, ledger, memberships, outbox, people, rating_events, sessions, standings};
use rookery::exchange::export::{self, File};
use rookery::exchange::import::{self, Options, Report, Source};
use rookery::ratings::store::{Cause, NewEvent, post};
use rookery_messages::Message;
use serde_json::{Value, json};

use crate::court::{Court, WHY, draft, filed, step, write};
use crate::harness::{Caller, Club, wait_until};

const LAX: Options = Options {
    join_unknown: true,
    make_sessions: true,
    skip_refused: false,
    month_first: false,
    skip_columns: false,
    dry_run: false,
};

fn source(name: &str, text: &str) -> Source {
    Source { name: name.into(), bytes: text.as_bytes().to_vec() }
}

fn import(club: &Club, sources: &[Source], options: Options) -> Report {
    let season = import::read(sources, chrono_tz::Europe::London, options.month_first, &mut |_| {}).unwrap();
    import::enter(&club.app.db, &Arc::new(season), options, None).unwrap()
}

fn exported(club: &Club, file: File) -> String {
    let mut bytes = Vec::new();
    club.app.db.read_now(|db| export::write(db, file, None, &mut bytes, &mut || {})).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// Handle, score, wins, draws and losses of everybody.
fn standings(club: &Club) -> Vec<(String, Option<i64>, i64, i64, i64)> {
    club.app
        .db
        .read_now(|db| {
            Ok(standings::table
                .inner_join(people::table.on(people::id.eq(standings::person_id)))
                .order(people::handle)
                .select((people::handle, standings::score, standings::wins, standings::draws, standings::losses))
                .load(db)?)
        })
        .unwrap()
}

fn faults(club: &Club) -> Vec<String> {
    club.app.db.read_now(|db| check(db, &Kept::default(), &mut |_| {})).unwrap()
}

/// The Acts and line numbers of what was refused.
fn refusals(report: &Report) -> Vec<(u64, String)> {
    let acts = |refused: &import::Refused| refused.acts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    report.refused.iter().map(|refused| (refused.line, acts(refused))).collect()
}

macro_rules! count {
    ($club:expr, $table:ident) => {
        $club.app.db.read_now(|db| Ok($table::table.count().get_result::<i64>(db)?)).unwrap()
    };
}

const ARCHIVE: &str = r#"[Event "Club night"]
[Date "2026.10.02"]
[White "Ørsted, Ann"]
[Black "Ben Moss"]
[Result "1-0"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Club night"]
[Date "2026.10.02"]
[White "Ørsted, Ann"]
[Black "Ben Moss"]
[Result "0-1"]

1. f3 e5 2. g4 {A blunder.} Qh4# 0-1

[Event "Club night"]
[Date "2026.10.09"]
[White "Ben Moss"]
[Black "Cy Reed"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 1/2-1/2

[Event "Club night"]
[Date "2026.10.09"]
[White "Ben Moss"]
[Black "Cy Reed"]
[Result "*"]

1. e4 *

[Event "Club night"]
[Date "2026.??.??"]
[White "Ben Moss"]
[Black "Cy Reed"]
[Result "1-0"]

1. e4 1-0

[Event "Club night"]
[Date "2026.10.09"]
[White "Ben Moss"]
[Black "Cy Reed"]
[Result "1-0"]

1. e4 e5 2. Ke3 1-0
"#;

both!(an_archive_is_refused_as_a_whole_with_every_line_and_its_act, |club| {
    let report = import(&club, &[source("season.pgn", ARCHIVE)], LAX);
    assert!(!report.entered);
    let (lines, acts): (Vec<u64>, Vec<String>) = refusals(&report).into_iter().unzip();
    assert_eq!(lines, [1, 25, 33, 41]);
    assert_eq!(acts, ["I.1", "II.3", "0.5", "I.1"]);
    assert!(report.refused[3].detail.contains("Ke3"), "{}", report.refused[3].detail);
    for there in [count!(club, games), count!(club, people), count!(club, memberships)] {
        assert_eq!(there, 0, "nothing is half-imported");
    }
});

both!(the_good_games_are_entered_where_that_is_asked, |club| {
    let options = Options { skip_refused: true, ..LAX };
    let dry = import(&club, &[source("season.pgn", ARCHIVE)], Options { dry_run: true, ..options });
    assert_eq!((dry.entered, dry.games, count!(club, games)), (false, 2, 0));
    let report = import(&club, &[source("season.pgn", ARCHIVE)], options);
    assert_eq!((report.entered, report.games, report.people, report.sessions), (true, 2, 3, 2));
    assert_eq!(report.refused, dry.refused);
    let stood = standings(&club);
    let scores: Vec<_> = stood.iter().map(|row| (row.0.as_str(), row.1)).collect();
    // Ben wins 20 from Ann, who stays at the floor (Act II.2); 40 × (0.5 − 0.5288) = −1.15.
    assert_eq!(scores, [("ann-orsted", Some(100)), ("ben-moss", Some(119)), ("cy-reed", Some(101))]);
    assert_eq!(count!(club, attendance), 4, "all who played in a session made for the games were there");
    assert_eq!(faults(&club), Vec::<String>::new());
    let again = import(&club, &[source("season.pgn", ARCHIVE)], options);
    assert_eq!((again.games, again.known, again.people), (0, 2, 0), "nothing is entered twice");
    assert_eq!(standings(&club), stood);
});

both!(no_session_is_made_for_games_that_are_refused_t5, |club| {
    let options = Options { skip_refused: true, ..LAX };
    let game = |day: u32, black: &str| {
        format!("[White \"Ann\"]\n[Black \"{black}\"]\n[Date \"2026.10.{day:02}\"]\n\n1. e4 e5 1-0\n\n")
    };
    let season = [game(2, "Ann"), game(9, "Ben"), game(16, "Ann"), game(23, "Ben")].concat();
    let report = import(&club, &[source("season.pgn", &season)], options);
    assert_eq!((report.games, report.sessions, refusals(&report).len()), (2, 2, 2));
    assert_eq!(count!(club, attendance), 4);
    assert_eq!(faults(&club), Vec::<String>::new());
});

both!(unknown_players_and_days_without_a_session_are_refused_unless_it_is_said, |club| {
    let one = "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.10.02\"]\n\n1. e4 e5 1-0\n";
    let strict = Options::default();
    let report = import(&club, &[source("one.pgn", one)], strict);
    assert_eq!(refusals(&report), [(1, "0.5 0.12".into())], "all that is wrong with a line is told at once");
    let detail = &report.refused[0].detail;
    let told = ["had no session on 2026-10-02", "nobody called \"Ann\"", "nobody called \"Ben\""];
    assert!(told.iter().all(|fault| detail.contains(fault)), "{detail}");
    let report = import(&club, &[source("one.pgn", one)], Options { make_sessions: true, ..strict });
    assert_eq!(refusals(&report), [(1, "0.12".into())]);
});

const SEASON: [(&str, &str); 4] = [
    (
        "members.csv",
        "name;handle;joined at\nAnn Ørsted;ann;2026-09-01T12:00:00Z\nBen Moss;ben;2026-09-01T12:00:00Z\nCy Reed;cy;2026-09-01T12:00:00Z\n",
    ),
    (
        "sessions.csv",
        "room,starts_at,ends_at,cancelled\n322,2026-10-02 12:30,2026-10-02 13:10,no\n322,2026-10-09 12:30,2026-10-09 13:10,yes\n\
         hall,2026-10-16 12:30,2026-10-16 13:10,\n",
    ),
    (
        "register.csv",
        "session,person,arrived,left\n2026-10-02,ann,12:31,\n2026-10-02,Ben Moss,12:30,13:00\n2026-10-16,ben,,\n2026-10-16,cy,,\n",
    ),
    (
        "results.csv",
        "date,time,white,black,result,ending\n2026-10-02,12:40,ann,Ben Moss,1-0,checkmate\n2026-10-16,12:40,cy,ben,½-½,\n2026-10-16,,cy,ben,0-1,flag\n",
    ),
];

both!(a_season_of_csv_files_is_entered_at_once, |club| {
    let sources: Vec<Source> = SEASON.iter().map(|(name, text)| source(name, text)).collect();
    let report = import(&club, &sources, Options::default());
    assert_eq!(report.refused, []);
    assert_eq!((report.memberships, report.sessions, report.stays, report.games, report.known), (3, 3, 4, 3, 0));
    let at: chrono::NaiveDateTime = "2026-10-02T11:40:00".parse().unwrap();
    let found =
        club.app.db.read_now(|db| Ok(games::table.filter(games::played_at.eq(at)).count().get_result::<i64>(db)?));
    assert_eq!(found.unwrap(), 1, "12:40 in London, in summer");
    let again = import(&club, &sources, Options::default());
    assert_eq!((again.known, again.games, again.stays, again.sessions), (13, 0, 0, 0));
    assert_eq!(faults(&club), Vec::<String>::new());
});

both!(csv_lines_are_refused_with_what_would_be_right, |club| {
    let members = source("members.csv", SEASON[0].1);
    let sessions = source("sessions.csv", SEASON[1].1);
    let results = "white,black,result,played_at,ending\n\
        ann,ben,2-0,2026-10-02 12:40,\n\
        ann,ann,1-0,2026-10-02 12:40,\n\
        ann,nobody,1-0,2026-10-02 12:40,\n\
        ann,ben,1-0,2026-10-02 15:00,\n\
        ann,ben,1-0,2026-10-09,\n\
        ann,ben,1-0,yesterday,\n\
        ann,ben,1-0,2099-10-02 12:40,\n\
        ann,ben,1-0\n\
        ann,ben,1-0,2026-10-02,sulking\n\
        ,ben,2-0,yesterday,sulking\n";
    let report = import(&club, &[members, sessions, source("results.csv", results)], Options::default());
    let expected = ["II.3", "I.1", "0.12", "0.5", "0.5", "0.5", "II.4.1", "", "I.1", "I.1 0.5 II.3"];
    let expected: Vec<(u64, String)> = (2..).zip(expected.map(str::to_owned)).collect();
    assert_eq!(refusals(&report), expected);
    let all = "white is missing. played_at is \"yesterday\"; write 2026-11-06, 2026-11-06 12:30 or 2026-11-06T12:30:00Z. \
               result is \"2-0\"; write 1-0, 0-1 or 1/2-1/2. ending is \"sulking\"; write one of ";
    assert!(report.refused[9].detail.starts_with(all), "{:?}", report.refused[9]);
    assert_eq!(count!(club, people), 0);
    let unknown = import(&club, &[source("x.csv", "white,black,result,mood\n")], Options::default());
    assert!(unknown.refused[0].detail.contains("no column \"mood\""), "{:?}", unknown.refused);
});

both!(unknown_columns_are_told_once_beside_refused_lines_and_can_be_left_out, |club| {
    let text = "white,black,result,mood,house,date\nann,ben,2-0,good,red,2026-10-02\nann,ben,1-0,bad,blue,2026-10-02\n";
    let results = || [source("results.csv", text)];
    let lines = |report: &Report| report.refused.iter().map(|refused| refused.line).collect::<Vec<_>>();
    let good = Options { skip_refused: true, ..LAX };
    let told = import(&club, &results(), good);
    assert_eq!((lines(&told), told.entered, told.games), (vec![1, 2], false, 1), "one may be a slip: {told:?}");
    let detail = &told.refused[0].detail;
    assert!(detail.contains("no column \"mood\" or \"house\"; it may have white, black, result, "), "{detail}");
    let without = import(&club, &results(), Options { skip_columns: true, ..good });
    assert_eq!((lines(&without), without.entered, without.games), (vec![2], true, 1), "{without:?}");
    assert_eq!(without.unknown_columns, ["mood", "house"]);
});

both!(a_monitored_players_imported_game_waits_for_approval_ii_10_4, |club| {
    let may = club.person("May", &[Role::Moderator]);
    let before: Vec<Source> = SEASON[..2].iter().map(|(name, text)| source(name, text)).collect();
    import(&club, &before, Options::default());
    let ben: i64 =
        club.write(|tx| Ok(people::table.filter(people::handle.eq("ben")).select(people::id).first(tx.db)?));
    let monitor = json!({ "person": ben, "suspicion": "Three results were reported by one side only" });
    may.post("/api/v1/monitors", &monitor).expect(201);
    let results = "white,black,result,played_at,state\n\
        ann,ben,1-0,2026-10-02 12:35,\nann,cy,1-0,2026-10-02 12:45,\nben,cy,1-0,2026-10-02 12:55,void\n";
    let report = import(&club, &[source("results.csv", results)], Options::default());
    assert_eq!((report.games, report.refused.len()), (3, 0), "{:?}", report.refused);
    let games = |state: &str| may.get(&format!("/api/v1/games?state={state}")).expect(200)["items"].clone();
    let waiting = games("awaiting_approval");
    assert_eq!((waiting.as_array().unwrap().len(), &waiting[0]["black"]["id"]), (1, &json!(ben)), "{waiting}");
    assert_eq!(waiting[0]["acts"], json!(["II.10.4"]), "{waiting}");
    assert_eq!([games("rated"), games("void")].map(|games| games.as_array().unwrap().len()), [1, 1]);
    let stood = |handle: &str| standings(&club).into_iter().find(|row| row.0 == handle).unwrap();
    assert_eq!((stood("ann").2, stood("ben").4), (1, 0), "one game counts so far");
    let told: Vec<String> = club.write(|tx| Ok(outbox::table.select(outbox::topic).load(tx.db)?));
    assert!(told.contains(&"game.awaiting_approval".to_owned()), "{told:?}");
    let approve = json!({ "verdict": "approve", "reason": "The scoresheet has both signatures" });
    may.post(&format!("/api/v1/games/{}/approval", waiting[0]["id"]), &approve).expect(200);
    assert_eq!((stood("ann").2, stood("ben").4), (2, 1));
    assert_eq!(faults(&club), Vec::<String>::new());
});

both!(older_games_are_folded_in_before_newer_ones, |club| {
    let sources: Vec<Source> = SEASON.iter().map(|(name, text)| source(name, text)).collect();
    import(&club, &sources, Options::default());
    club.write(|tx| {
        let person = people::table.filter(people::handle.eq("cy")).select(people::id).first::<i64>(tx.db)?;
        let person = rookery::id::PersonId(person);
        post(tx, tx.now, NewEvent::Adjustment { person, delta: 33 }, &Cause::new(Message::verbatim("A prize"), "II.3"))
    });
    let before = standings(&club);
    let earlier = "white,black,result,played_at\nben,ann,1-0,2026-10-02 12:50\ncy,ann,1-0,2026-10-02 12:35\n";
    let report = import(&club, &[source("late.csv", earlier)], Options::default());
    assert_eq!((report.games, report.refused.len()), (2, 0));
    assert_ne!(standings(&club), before);
    assert_eq!(faults(&club), Vec::<String>::new(), "incremental = full replay = ledger");
});

/// A club with all that moves scores: games of all sorts, deductions, adjustments, a removal.
pub fn lively(club: &Club) {
    let sources: Vec<Source> = SEASON.iter().map(|(name, text)| source(name, text)).collect();
    import(club, &sources, Options::default());
    let archive = ARCHIVE.replace("2026.10.09", "2026.10.16");
    import(club, &[source("season.pgn", &archive)], Options { skip_refused: true, ..LAX });
    rookery::games::closing::run(&club.app.db).unwrap();
    club.write(|tx| {
        let id = |tx: &mut rookery::db::Tx, handle: &str| -> Result<_, rookery::error::Error> {
            let id = people::table.filter(people::handle.eq(handle)).select(people::id).first::<i64>(tx.db)?;
            Ok(rookery::id::PersonId(id))
        };
        let (ann, ben, cy) = (id(tx, "ann")?, id(tx, "ben")?, id(tx, "cy")?);
        post(
            tx,
            tx.now,
            NewEvent::Adjustment { person: ann, delta: 250 },
            &Cause::new(Message::verbatim("A prize, \"the best\""), "II.3"),
        )?;
        post(tx, tx.now, NewEvent::Halving { person: ann }, &Cause::new(Message::verbatim("Fraud"), "II.5"))?;
        tx.now += chrono::TimeDelta::seconds(1);
        rookery::members::store::remove(tx, ben, None, "II.7", &Message::verbatim("lapsed"))?;
        rookery::members::store::join(tx, ben, tx.now + chrono::TimeDelta::seconds(1))?;
        post(tx, tx.now, NewEvent::Reset { person: cy }, &Cause::new(Message::verbatim("Fraud again"), "II.5"))?;
        Ok(())
    });
    club.pass(chrono::TimeDelta::hours(1));
}

both!(what_is_exported_imports_into_an_empty_club_with_the_same_standings, |club| {
    lively(&club);
    let files = [File::Members, File::Sessions, File::Attendance, File::Games, File::Events];
    let sources: Vec<Source> = files.iter().map(|file| source(file.as_str(), &exported(&club, *file))).collect();
    for other in [Club::on_sqlite(), Club::on_postgres()] {
        other.pass(chrono::TimeDelta::hours(2));
        let report = import(&other, &sources, Options::default());
        assert_eq!(report.refused, []);
        assert_eq!(standings(&other), standings(&club));
        rookery::games::closing::run(&other.app.db).unwrap();
        assert_eq!(standings(&other), standings(&club), "the deductions are there already");
        assert_eq!(faults(&other), Vec::<String>::new());
        for file in files {
            assert_eq!(exported(&other, file), exported(&club, file), "{file}");
        }
        let pgn = source("games.pgn", &exported(&club, File::Pgn));
        let report = import(&other, &[pgn], Options::default());
        let same_game = |(_, acts): &(u64, String)| acts == "II.4.1";
        assert!(refusals(&report).iter().all(same_game), "the games are there, whatever file they came from (T19)");
        assert_eq!((report.games, report.refused.len(), report.entered), (0, 5, false));
    }
});

both!(archives_that_are_exported_import_again, |club| {
    lively(&club);
    let pgn = exported(&club, File::Pgn);
    assert!(pgn.contains("{ A blunder. }") || pgn.contains("Qh4#"), "{pgn}");
    assert!(pgn.contains("[Termination \"checkmate\"]\n[RookeryState \"rated\"]\n\n1-0\n"), "without its moves: {pgn}");
    let other = Club::on_sqlite();
    let report = import(&other, &[source("games.pgn", &pgn)], LAX);
    assert_eq!((report.games, report.refused.len()), (5, 0), "{:?}", report.refused);
    assert_eq!(exported(&other, File::Pgn), pgn);
});

both!(imports_and_exports_over_http, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let member = club.person("Member", &[]);
    let send = |path: &str| chief.send("POST", path, &[("Content-Type", "text/csv")], ARCHIVE.as_bytes());
    let lax = "name=season.pgn&join_unknown=true&make_sessions=true";
    let refused = send(&format!("/api/v1/imports?{lax}"));
    let import = refused.expect(201);
    assert_eq!(import["state"], "refused");
    assert_eq!(import["report"]["refused"][0]["line"], 1);
    let answer = send(&format!("/api/v1/imports?{lax}&skip_refused=true"));
    let location = answer.header("location").unwrap().to_owned();
    assert_eq!(answer.expect(201)["report"]["games"], 2);
    assert_eq!(chief.get(&location).expect(200)["state"], "done");
    assert_eq!(member.send("POST", "/api/v1/imports", &[], b"x").status, 403);
    assert_eq!(send("/api/v1/imports?mood=good").status, 400);
    assert_eq!(chief.get("/api/v1/imports/999").status, 404);
    let pgn = member.get("/api/v1/exports/games.pgn");
    assert_eq!(pgn.header("content-type"), Some("application/x-chess-pgn"));
    assert_eq!(pgn.text(), exported(&club, File::Pgn));
    let json = member.get("/api/v1/exports/club.json").expect(200);
    assert_eq!(json["games"].as_array().unwrap().len(), 2);
    assert_eq!(member.get("/api/v1/exports/members.csv").status, 403);
    assert_eq!(chief.get("/api/v1/exports/members.csv").status, 200);
    assert_eq!(member.get("/api/v1/exports/secrets.csv").status, 404);
    assert_eq!(club.anyone().get("/api/v1/exports/club.json").status, 401);
});

both!(a_large_import_goes_on_after_the_answer, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mut archive = String::new();
    for number in 0..3_000 {
        let (white, black) = (number % 7, 7 + number % 11);
        archive += &format!(
            "[Event \"{number}\"]\n[Date \"2026.10.{:02}\"]\n[White \"P{white}\"]\n[Black \"P{black}\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n",
            1 + number % 28
        );
    }
    let path = "/api/v1/imports?name=large.pgn&join_unknown=true&make_sessions=true";
    let answer = chief.send("POST", path, &[], archive.as_bytes());
    let location = answer.header("location").unwrap().to_owned();
    assert_eq!(answer.status, 202);
    wait_until(|| chief.get(&location).expect(200)["finished_at"].is_string());
    let done = chief.get(&location).expect(200);
    assert_eq!(done["state"], "done", "{done}");
    assert_eq!(done["report"]["games"], json!(3_000));
    assert!(count!(club, sessions) >= 28);
    assert!(count!(club, ledger) >= 6_000 && count!(club, rating_events) >= 3_018);
    assert_eq!(faults(&club), Vec::<String>::new());
});

both!(what_a_justice_did_on_the_bench_is_in_their_own_data, |club| {
    let court = Court::opened(&club);
    let Court { chief, justices: [one, two, three, four], may, ann, .. } = &court;
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    let motion = json!({ "kind": "motion", "title": "A witness", "text": "To be heard.", "visibility": "parties" });
    let motion = ann.post(&step(&number, "filings"), &motion).expect(201)["filing"].clone();
    let ruling = json!({ "granted": true, "reason": "So ruled" });
    one.post(&step(&number, &format!("filings/{motion}/rulings")), &ruling).expect(200);
    let overturn = draft(one, &number, &json!({ "outcome": "overturn" })).expect(201)["id"].clone();
    let uphold = draft(three, &number, &json!({ "outcome": "uphold" })).expect(201)["id"].clone();
    for (justice, draft) in [(one, &overturn), (two, &overturn), (three, &uphold)] {
        justice.post(&step(&number, "votes"), &json!({ "draft": draft })).expect(200);
    }
    one.post(&step(&number, "count"), &json!({})).expect(200);
    let majority = write(one, &number, "majority").expect(201)["id"].clone();
    two.post(&step(&number, &format!("opinions/{majority}/joins")), &json!({})).expect(200);
    write(three, &number, "dissent").expect(201);

    let at = json!(club.now().and_utc());
    let bench = |who: &Caller| who.get("/api/v1/me/data").expect(200)["bench"].clone();
    let with = |part: &str, done: Value| {
        let mut bench = json!({ "leave": [], "rulings": [], "drafts": [], "votes": [], "opinions": [], "joined": [] });
        bench[part] = done;
        bench
    };
    let leave = json!([{ "case": number, "granted": true, "reason": WHY, "at": at }]);
    assert_eq!(bench(chief), with("leave", leave));
    let ruled = json!([{ "case": number, "filing": motion, "granted": true, "reason": "So ruled", "at": at }]);
    let of_one = bench(one);
    assert_eq!((&of_one["rulings"], &of_one["leave"], &of_one["joined"]), (&ruled, &json!([]), &json!([])));
    let drafted = &of_one["drafts"];
    assert_eq!(drafted.as_array().unwrap().len(), 1, "the other draft is another's: {drafted}");
    assert_eq!((&drafted[0]["id"], &drafted[0]["case"], &drafted[0]["at"]), (&overturn, &json!(number), &at));
    assert_eq!(drafted[0]["judgment"]["outcome"], "overturn", "as it was drafted: {drafted}");
    let vote = |who: &Caller| bench(who)["votes"].clone();
    assert_eq!(
        (vote(one)[0]["judgment"]["outcome"].as_str(), vote(one)[0]["round"].as_i64()),
        (Some("overturn"), Some(1))
    );
    assert_eq!(vote(three)[0]["judgment"]["outcome"], "uphold");
    let text = "For the reasons that were heard.";
    let opinion = |kind: &str| json!([{ "case": number, "kind": kind, "text": text, "at": at }]);
    assert_eq!((&of_one["opinions"], &bench(three)["opinions"]), (&opinion("majority"), &opinion("dissent")));
    let joined = json!([{ "case": number, "kind": "majority", "author": one.id, "at": at }]);
    assert_eq!((&bench(two)["joined"], &bench(two)["opinions"]), (&joined, &json!([])));
    for without in [four, ann] {
        assert_eq!(bench(without), with("votes", json!([])), "they sat on no bench");
    }
});
