//! A club driven from a seed: commands in an order by chance, some of them in one commit with a change that fails; a clock that goes
//! on and leaps; what the service does by itself at moments by chance. Driven twice from the same seed it comes to the same, byte for
//! byte, and what failed leaves no trace.
//!
//! `ROOKERY_SEEDS` says how many seeds (200 for a thorough run), or which: `17..18` is one. A seed that fails is printed.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use futures_util::future::{join, join_all};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config as Chance, RngAlgorithm, TestRng, TestRunner};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rookery::App;
use rookery::action::{By, Somebody, perform};
use rookery::audit::Kept;
use rookery::auth::{Role, Roles};
use rookery::clock::Clock;
use rookery::commands::check::check;
use rookery::conduct::declarations::deadline;
use rookery::config::Config;
use rookery::db::schema::{acts, jobs as background_jobs, memberships, people};
use rookery::db::{Connector, Database, Tx, migrate};
use rookery::error::Error;
use rookery::exchange::export::{self, File};
use rookery::jobs::{self, background};
use rookery::notify::{Channel, worker};
use rookery::tables::Room;
use rookery::timekeeping::actions::ConfirmClock;
use rookery::{court, deadlines, elections, games, members, sessions};

use super::bench::Bench;
use super::season::Season;
use super::{Move, PLAYERS, evening};
use crate::harness::{folder, put_down, put_in_office};

/// Somebody whom only changes add that fail.
const GHOST: &str = "Ghost";

/// What the service does at intervals, whether that waits while the clock has leapt, and how much there was to do.
type Work = fn(&App) -> Result<usize, Error>;
const WORK: [(&str, bool, Work); 12] = [
    ("sessions closed", true, |app| games::closing::run(&app.db)),
    ("a look at the clock", false, |app| app.watch.run(&app.db)),
    ("games that waited", true, |app| games::waiting::run(&app.db)),
    ("remands that lapsed", true, |app| court::jobs::lapse_remands(&app.db)),
    ("empty seats", false, |app| court::jobs::tell_of_empty_seats(&app.db)),
    ("removals", true, |app| deadlines::removals::run(&app.db)),
    ("elections", true, |app| elections::jobs::run(&app.db)),
    ("undeclared penalties", true, |app| Ok(deadline::run(&app.db)? + court::jobs::end_moot(&app.db)?)),
    ("jobs left alone", true, |app| background::watch(&app.db)),
    ("letters of the day", true, |app| jobs::letters_of_the_day(&app.db)),
    ("messages delivered", false, |app| Ok(worker::run(&app.db, &app.couriers, Channel::InApp)?.delivered)),
    ("housekeeping", true, |app| jobs::housekeeping(&app.db, &app.room)),
];
/// Their places there.
const CLOSING: usize = 0;
const CLOCK: usize = 1;

/// How a change fails that shares a commit with another.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// It panics.
    Panic,
    /// The database takes a statement for nonsense.
    Statement,
    /// The commit is refused, so nothing of the batch is kept.
    Commit,
}

/// A change as the writer takes it.
type Change = Box<dyn Fn(&mut Tx) -> Result<Option<Season>, Error> + Send>;

/// A command of a season.
fn command(season: &Season, number: usize, step: &Move) -> Change {
    let (before, step) = (season.clone(), step.clone());
    Box::new(move |tx: &mut Tx| {
        let mut season = before.clone();
        season.carry_out(tx, number, &step, None);
        Ok(Some(season))
    })
}

/// A change that does something and then fails.
fn failing(fault: Fault) -> Change {
    Box::new(move |tx: &mut Tx| {
        members::store::add_guest(tx, GHOST)?;
        match fault {
            // Without the words that a panic prints.
            Fault::Panic => std::panic::resume_unwind(Box::new("a panic of the simulation")),
            Fault::Statement => {
                diesel::sql_query("SELECT nonsense").execute(tx.db)?;
            }
            Fault::Commit => {
                diesel::sql_query("PRAGMA defer_foreign_keys = ON").execute(tx.db)?;
                let of_nobody = (memberships::person_id.eq(i64::MAX), memberships::joined_at.eq(tx.now));
                diesel::insert_into(memberships::table).values(of_nobody).execute(tx.db)?;
            }
        }
        Ok(None)
    })
}

/// Has changes wait for the writer at the same time, so that they share a commit; gives what each was answered.
fn together(db: &Database, changes: Vec<Change>) -> Vec<Result<Option<Season>, Error>> {
    let ((begun, begins), (go_on, goes_on)) = (channel(), channel::<()>());
    let goes_on = Mutex::new(goes_on);
    std::thread::scope(|scope| {
        let held_up = scope.spawn(|| {
            db.write_now(move |_| {
                let _ = begun.send(());
                let _ = goes_on.lock().unwrap().recv();
                Ok(())
            })
        });
        begins.recv().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let (answers, ()) = runtime.block_on(async {
            // Each waits for the writer once it is polled, which happens in their order, and before the writer goes on.
            let waiting = join_all(changes.into_iter().map(|change| db.write(change)));
            join(waiting, async move { drop(go_on) }).await
        });
        held_up.join().unwrap().unwrap();
        answers
    })
}

/// A line of the act log, without what is drawn by chance to seal it.
type Act = (i64, NaiveDateTime, Option<i64>, String, String, String);

/// What a simulation came to.
struct Outcome {
    /// What was done and what came of it, in order.
    told: Vec<String>,
    acts: Vec<Act>,
    /// Of jobs that somebody asked for: what they are called now, and when they ended.
    jobs: Vec<(i64, String, Option<NaiveDateTime>)>,
    files: Vec<(File, Vec<u8>)>,
    games: usize,
}

/// A club under way. Nothing is served, and nothing is done but what the simulation does.
struct Simulation {
    app: App,
    random: StdRng,
    season: Season,
    /// All that were acknowledged, in order; the season leaves out those that a rematch has replaced.
    games: BTreeSet<i64>,
    administrator: Somebody,
    told: Vec<String>,
    /// Goes after the club that is in it.
    _home: tempfile::TempDir,
}

impl Simulation {
    fn begin(seed: u64) -> Simulation {
        let home = folder();
        let url = format!("sqlite:{}", home.path().join("club.sqlite").display());
        migrate(&mut Connector::parse(&url).unwrap().open().unwrap()).unwrap();
        let clock = Clock::of_a_machine("2026-11-13T08:00:00".parse().unwrap());
        let config = Config { evidence_key: Some("5a".repeat(32)), ..Config::embedded(&url) };
        let app = App::open(config, clock).unwrap();
        let room = app.room.clone();
        let (season, administrator) = app.db.write_now(move |tx| gathered(tx, &room)).unwrap();
        let (random, games) = (StdRng::seed_from_u64(seed), BTreeSet::new());
        let mut begun = Simulation { app, random, season, games, administrator, told: Vec::new(), _home: home };
        begun.work(CLOCK);
        begun.open(None);
        begun
    }

    fn play(mut self, moves: &[Move]) -> Outcome {
        for (number, step) in moves.iter().enumerate() {
            self.app.clock.pass(TimeDelta::seconds(40));
            match step {
                Move::NextWeek { absent } => self.open(Some(*absent)),
                step => self.carry_out(number, step),
            }
            for _ in 0..self.random.random_range(0..3) {
                let work = self.random.random_range(0..WORK.len());
                self.work(work);
            }
            if self.random.random_bool(0.05) {
                self.leap();
            }
            if self.random.random_bool(0.05) {
                self.ask_for_a_job();
            }
        }
        // The last session closes.
        self.app.clock.pass(TimeDelta::hours(2));
        for work in 0..WORK.len() {
            self.work(work);
        }
        self.end()
    }

    /// Passes to the next session, and puts the moderator and these players on its register.
    fn open(&mut self, absent: Option<usize>) {
        self.work(CLOSING);
        let now = self.app.clock.now();
        let next = self.app.db.read_now(|db| sessions::store::next_held_after(db, now)).unwrap();
        let session = next.expect("a session of the calendar");
        self.app.clock.pass(session.starts_at - now);
        let (moderator, players) = (self.season.moderator, self.season.players.clone());
        let (id, starts_at) = (session.id, session.starts_at);
        let put = self.app.db.write_now(move |tx| {
            let present = players.iter().enumerate().filter(|(player, _)| Some(*player) != absent).map(|(_, id)| *id);
            let mut put = 0;
            for person in present.chain([moderator]) {
                let now = tx.now;
                let done = tx.db.transaction(|db| put_down(&mut Tx { db, now }, id, person, starts_at, moderator));
                match done {
                    Ok(()) => put += 1,
                    // Somebody who is barred from it.
                    Err(Error::Refused(_)) => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(put)
        });
        let put: i32 = put.unwrap();
        self.season.sessions.push((id, starts_at));
        self.told.push(format!("session {id:?} at {starts_at}: {put} there"));
    }

    fn carry_out(&mut self, number: usize, step: &Move) {
        let fault = match self.random.random_range(0..12) {
            0 => Some(Fault::Panic),
            1 => Some(Fault::Statement),
            2 => Some(Fault::Commit),
            _ => None,
        };
        let done = match fault {
            None => self.app.db.write_now(command(&self.season, number, step)),
            Some(fault) => self.beside(fault, number, step),
        };
        let done = done.unwrap_or_else(|error| panic!("{number} {step:?} beside {fault:?}: {error:?}"));
        self.season = done.expect("the season, one command later");
        self.games.extend(self.season.games.values().map(|game| game.0));
        let done = self.season.done.contains(&number);
        self.told.push(format!("{number} {step:?} beside {fault:?}: {done}"));
    }

    /// Carries a command out in one commit with a change that fails, before or after it.
    fn beside(&mut self, fault: Fault, number: usize, step: &Move) -> Result<Option<Season>, Error> {
        let place: usize = self.random.random_range(0..2);
        let mut changes = vec![command(&self.season, number, step)];
        changes.insert(place, failing(fault));
        let mut answers = together(&self.app.db, changes);
        let failed = answers.remove(place).map(drop);
        let done = answers.remove(0);
        match (fault, &failed) {
            (Fault::Panic, Err(Error::Internal(_))) | (Fault::Statement, Err(Error::Database(_))) => done,
            (Fault::Commit, Err(Error::Away(_))) => {
                assert!(matches!(done, Err(Error::Away(_))), "a command was done by a commit that was refused");
                // They send it again.
                self.app.db.write_now(command(&self.season, number, step))
            }
            _ => panic!("{fault:?} was answered {failed:?}"),
        }
    }

    /// Does a piece of work, as the service does it.
    fn work(&mut self, place: usize) {
        let (name, by_time, work) = WORK[place];
        let waits = by_time && !self.app.watch.is_right(&self.app.clock);
        let done = if waits { None } else { Some(work(&self.app).unwrap_or_else(|error| panic!("{name}: {error}"))) };
        self.told.push(format!("{name}: {done:?}"));
    }

    /// The clock leaps, and some work comes meanwhile. Then it is set right, or the administrator says that it is right.
    fn leap(&mut self) {
        let right = self.app.clock.now();
        let ahead = self.random.random_bool(0.7);
        let minutes: i64 = self.random.random_range(if ahead { 60..30_000 } else { -120..-30 });
        self.app.clock.set(right + TimeDelta::minutes(minutes));
        self.told.push(format!("a leap by {minutes} minutes"));
        self.work(CLOCK);
        for _ in 0..3 {
            let work = self.random.random_range(0..WORK.len());
            self.work(work);
        }
        assert!(self.app.watch.has_leapt(), "by {minutes} minutes");
        if ahead && self.random.random_bool(0.5) {
            let by = By::from(self.administrator);
            self.app.db.write_now(move |tx| perform(tx, &by, &ConfirmClock)).unwrap();
        } else {
            self.app.clock.set(right);
        }
        self.work(CLOCK);
        assert!(!self.app.watch.has_leapt(), "after {minutes} minutes");
    }

    /// Somebody asks for a job: it fails, or its process goes away.
    fn ask_for_a_job(&mut self) {
        let by = self.season.moderator;
        let add = move |tx: &mut Tx| background::add(tx, background::Kind::Check, by, "acts", "{}", "under_way");
        let id = self.app.db.write_now(add).unwrap();
        let fails = self.random.random_bool(0.5);
        if fails {
            let failing = || Err(Error::Internal("an error of the simulation".to_owned()));
            background::run(&self.app.db, id, failing);
        }
        self.told.push(format!("job {}, which fails by itself: {fails}", id.0));
    }

    /// Nothing is left of what failed, all that was acknowledged is there, and the club is sound.
    fn end(self) -> Outcome {
        let Simulation { app, games, told, .. } = &self;
        let ghosts = people::table.filter(people::name.eq(GHOST)).count();
        let ghosts: i64 = app.db.read_now(|db| Ok(ghosts.get_result(db)?)).unwrap();
        assert_eq!(ghosts, 0, "people of changes that failed");
        let stored = games_of(&app.db);
        let acknowledged: Vec<i64> = games.iter().copied().collect();
        assert_eq!(stored, acknowledged, "games stored and games acknowledged");
        let faults = app.db.read_now(|db| check(db, &Kept::default(), &mut |_| {})).unwrap();
        assert_eq!(faults, Vec::<String>::new());
        let log = acts::table.order(acts::id);
        let log = log.select((acts::id, acts::at, acts::actor_id, acts::act, acts::subject, acts::body));
        let asked_for = background_jobs::table.order(background_jobs::id);
        let asked_for = asked_for.select((background_jobs::id, background_jobs::state, background_jobs::finished_at));
        let written = |file: File| {
            let mut bytes = Vec::new();
            app.db.read_now(|db| export::write(db, file, None, &mut bytes, &mut || {})).unwrap();
            (file, bytes)
        };
        Outcome {
            told: told.clone(),
            acts: app.db.read_now(|db| Ok(log.load(db)?)).unwrap(),
            jobs: app.db.read_now(|db| Ok(asked_for.load(db)?)).unwrap(),
            files: File::ALL.iter().map(|file| written(*file)).collect(),
            games: stored.len(),
        }
    }
}

fn games_of(db: &Database) -> Vec<i64> {
    use rookery::db::schema::games;
    db.read_now(|db| Ok(games::table.order(games::id).select(games::id).load(db)?)).unwrap()
}

/// The Court, a moderator, an administrator, and players who have just joined and are entered for a tournament.
fn gathered(tx: &mut Tx, room: &Arc<Room>) -> Result<(Season, Somebody), Error> {
    evening::house_rules(tx)?;
    let bench = Bench::appointed(tx)?;
    let moderator = members::store::add_guest(tx, "Mona")?.0;
    put_in_office(tx, moderator, Role::Moderator)?;
    let person = members::store::add_guest(tx, "Olga")?.0;
    put_in_office(tx, person, Role::Administrator)?;
    let mut players = Vec::new();
    for number in 0..PLAYERS {
        let player = members::store::add_guest(tx, &format!("Player {number}"))?.0;
        members::store::join(tx, player, tx.now)?;
        evening::consent(tx, player)?;
        players.push(player);
    }
    let tournament = evening::tournament(tx, moderator, &players)?;
    let season = Season::beginning(bench, moderator, players, room.clone(), tournament);
    let roles: Roles = [Role::Administrator].into_iter().collect();
    Ok((season, Somebody { person, roles }))
}

/// Of one seed, printed where what it is tried for fails.
struct Seed(u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("it fails again with ROOKERY_SEEDS={}..{}", self.0, self.0 + 1);
        }
    }
}

impl Seed {
    fn moves(&self) -> Vec<Move> {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.0.to_le_bytes());
        let config = Chance { failure_persistence: None, ..Chance::default() };
        let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
        super::moves().new_tree(&mut runner).unwrap().current()
    }
}

fn seeds() -> Range<u64> {
    let wanted = std::env::var("ROOKERY_SEEDS").unwrap_or_else(|_| "3".to_owned());
    let (from, to) = wanted.split_once("..").unwrap_or(("0", wanted.as_str()));
    let number = |text: &str| text.parse::<u64>().expect("ROOKERY_SEEDS is a number, or two as in 17..18");
    number(from)..number(to)
}

#[test]
fn a_simulation_comes_to_the_same_from_the_same_seed() {
    let (mut games, mut acts) = (0, 0);
    for number in seeds() {
        let seed = Seed(number);
        let moves = seed.moves();
        let [first, second] = [0; 2].map(|_| Simulation::begin(seed.0).play(&moves));
        for (one, other) in first.told.iter().zip(&second.told) {
            assert_eq!(one, other, "seed {number}");
        }
        for (one, other) in first.acts.iter().zip(&second.acts) {
            assert_eq!(one, other, "seed {number}");
        }
        assert_eq!((first.told.len(), first.acts.len()), (second.told.len(), second.acts.len()), "seed {number}");
        assert_eq!(first.jobs, second.jobs, "seed {number}");
        for ((file, one), (_, other)) in first.files.iter().zip(&second.files) {
            assert!(one == other, "seed {number}: {file:?} is another one");
        }
        games += first.games;
        acts += first.acts.len();
    }
    println!("{games} games and {acts} acts");
    // Some seeds may have few moves, or none that is a game.
    assert!(seeds().count() < 3 || games > 0, "nobody played");
}
