//! Voiding one game of a long history in the database, against reading and folding that history.

use std::process::Command;
use std::time::Instant;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery::App;
use rookery::clock::Clock;
use rookery::config::Config;
use rookery::db::{Connector, schema::rating_events};
use rookery::each;
use rookery::id::GameId;
use rookery::ratings::store::{Cause, restore_game, void_game};
use rookery_messages::Message;
use rookery_ratings::elo::{Factor, Outcome};
use rookery_ratings::fold::{Event, Fold, Kind};

use crate::measure::{Ratio, goal, mebibytes};
use crate::seed::{self, Scratch};

/// Rows read at once, as the service reads them.
const CHUNK: i64 = 5_000;

/// Section `void`.
pub fn run(players: usize, games: usize, rounds: usize) {
    let scratch = Scratch::new();
    let database = scratch.sqlite();
    let began = Instant::now();
    seed::history(&database, players, games);
    println!("{games} games among {players} players, on SQLite; filled in {:.0} s", began.elapsed().as_secs_f64());
    let app = App::open(Config::embedded(&database), Clock::System).unwrap();
    for share in [0, 50, 99] {
        let game = GameId((games * share / 100).max(1) as i64);
        let mut void = false;
        let ratio = Ratio::alternate(
            rounds,
            || {
                void = !void;
                change(&app, game, void)
            },
            || fold(&database),
        );
        if void {
            change(&app, game, false);
        }
        ratio.tell(&format!("voiding the game at {share} % / (reading + folding)"), "<=", 10.0);
    }
    println!("    reading and folding takes {:.2} s", fold(&database));
    drop(app);
    let voided = Command::new(std::env::current_exe().unwrap()).args(["void-first", &database]).output().unwrap();
    let peak: f64 = String::from_utf8_lossy(&voided.stdout).trim().parse().unwrap();
    goal("most resident memory of a process that voids the first game, MB", peak * 1.048_576, "<=", 400.0);
}

/// Voids a game or restores it; gives the seconds it took.
fn change(app: &App, game: GameId, void: bool) -> f64 {
    let began = Instant::now();
    app.db
        .write_now(move |tx| {
            let cause = Cause::correction(Message::verbatim(format!("Game {game}")), "II.5");
            if void { void_game(tx, game, &cause) } else { restore_game(tx, game, &cause) }
        })
        .unwrap();
    began.elapsed().as_secs_f64()
}

/// Reads the log in order and folds it; gives the seconds it took.
fn fold(database: &str) -> f64 {
    type Row = (i64, NaiveDateTime, String, i64, Option<i64>, Option<String>, i64, bool);
    let began = Instant::now();
    let mut db = Connector::parse(database).unwrap().open().unwrap();
    let mut fold = Fold::new();
    let mut place = (NaiveDateTime::MIN, 0);
    loop {
        let (after, id) = place;
        let next = rating_events::table
            .filter(rating_events::at.ge(after))
            .filter(rating_events::at.gt(after).or(rating_events::id.gt(id)))
            .order((rating_events::at, rating_events::id))
            .limit(CHUNK)
            .select((
                rating_events::id,
                rating_events::at,
                rating_events::kind,
                rating_events::first_id,
                rating_events::second_id,
                rating_events::outcome,
                rating_events::points,
                rating_events::void,
            ));
        let rows: Vec<Row> = each!(&mut db, c => next.load(c)).unwrap();
        let Some(last) = rows.last() else { break };
        place = (last.1, last.0);
        for (id, at, kind, first, second, outcome, points, void) in rows {
            let kind = match (kind.as_str(), second, outcome.as_deref()) {
                ("game", Some(black), Some(outcome)) => Kind::Game {
                    white: first,
                    black,
                    outcome: match outcome {
                        "white" => Outcome::White,
                        "draw" => Outcome::Draw,
                        _ => Outcome::Black,
                    },
                    k: points as u16,
                    factor: Factor::WHOLE,
                    floor: 100,
                },
                _ => Kind::Join { person: first, initial: points as i32 },
            };
            fold.apply(&Event { id, at, void, kind });
        }
    }
    std::hint::black_box(&fold);
    began.elapsed().as_secs_f64()
}

/// Voids the first game in this process and says how much memory that took at most, in MiB.
pub fn void_first(database: &str) {
    let app = App::open(Config::embedded(database), Clock::System).unwrap();
    change(&app, GameId(1), true);
    println!("{}", mebibytes(std::process::id(), "VmHWM").unwrap_or(f64::NAN));
}
