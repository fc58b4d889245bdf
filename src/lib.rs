//! Rookery: a chess club's leaderboard, its Court of Appeals and its games room.
//!
//! A folder is a capability; inside it `rules.rs` decides (pure; the club's own are in `crates/club`), `store.rs` asks
//! the database, `actions.rs` carries out, `api.rs` and `pages.rs` speak HTTP. One way through: route → handler →
//! `perform(action: facts → decision → apply; notify, audit)` → answer. `docs/architecture.md` draws the house.
//!
//! Absent on purpose: repository traits, a service layer, state in process memory that the
//! database does not own, clocks hidden in rules.

// They panic where nobody reads any more: `commands::console` does not.
#![warn(clippy::print_stdout, clippy::print_stderr)]
// Its public items are for the program, the tests and the benchmarks alone; the crates in crates/ document theirs.
#![allow(missing_docs)]

pub mod action;
pub mod audit;
pub mod auth;
pub mod checks;
pub mod chess;
pub mod clock;
pub mod club;
pub mod commands;
pub mod conduct;
pub mod config;
pub mod court;
pub mod db;
pub mod deadlines;
pub mod elections;
pub mod error;
pub mod exchange;
pub mod files;
pub mod games;
pub mod hex;
pub mod http;
pub mod jobs;
pub mod members;
pub mod multiplayer;
pub mod nomic;
pub mod notify;
pub mod party;
pub mod ratings;
pub mod rulebook;
pub mod service;
pub mod sessions;
pub mod tables;
pub mod timekeeping;
pub mod tournaments;
pub mod turns;
pub mod web;

use std::sync::Arc;

pub use rookery_club::{excerpt, fields, id, not_found, words};

use clock::Clock;
use config::Config;
use db::Database;
use error::Error;

/// The games that are played here: the rules of each, and its part of the pages. This list alone names them all.
/// A challenge that names no game is to the first.
///
/// No constant: what one names is always compiled, also into unit tests, and this would be every page of the games room.
pub fn every_game() -> &'static [(&'static dyn tables::AnyGame, &'static dyn tables::pages::erased::AnyPage)] {
    &[
        (&chess::Chess, &chess::pages::ChessPage),
        (&multiplayer::table::Multiplayer, &multiplayer::pages::MultiplayerPage),
        (&nomic::table::Nomic, &nomic::pages::NomicPage),
        (&party::table::PartyChess, &party::pages::PartyPage),
        (&turns::Turns::<turns::four::rules::Grid>::GAME, &turns::pages::TurnsPage::<turns::four::rules::Grid>::PAGE),
    ]
}

/// The service: what every handler is given.
#[derive(Clone)]
pub struct App {
    pub config: Arc<Config>,
    pub clock: Clock,
    pub db: Database,
    /// The leaderboard as it stands, kept beside the database that owns it.
    pub board: Arc<ratings::board::Board>,
    /// What the club is called, kept in the same way.
    pub club: Arc<club::Identity>,
    /// What the Acts say now, kept in the same way.
    pub rulebook: Arc<rulebook::Now>,
    /// What carries messages out of the service.
    pub couriers: Arc<notify::Couriers>,
    /// The games that are played here, and the tables in use.
    pub room: Arc<tables::Room>,
    /// Answers that many ask for.
    pub answer_cache: Arc<service::answer_cache::AnswerCache>,
    /// Whether the clock can be believed.
    pub watch: Arc<timekeeping::Watch>,
    /// What evidence of online games is kept in.
    pub safe: Arc<chess::evidence::Safe>,
}

impl App {
    /// The games room, with every game that is played here.
    pub fn games() -> tables::Room {
        tables::Room::with(every_game().iter().map(|(game, _)| *game).collect())
    }

    /// Opens the database, which must be migrated, and reads what is kept in memory.
    pub fn open(config: Config, clock: Clock) -> Result<App, Error> {
        let couriers = Arc::new(notify::Couriers::open(&config, notify::pages::WRITERS)?);
        let board = Arc::new(ratings::board::Board::default());
        let room = Arc::new(App::games());
        let club = Arc::new(club::Identity::default());
        let rulebook = Arc::new(rulebook::Now::default());
        let (refreshed, named, published, played) = (board.clone(), club.clone(), rulebook.clone(), room.clone());
        let answer_cache = Arc::new(service::answer_cache::AnswerCache::beside(move |db| {
            // Each of them, also where another could not.
            [refreshed.catch_up(db), named.catch_up(db), published.catch_up(db), played.catch_up(db)]
                .into_iter()
                .collect()
        }));
        let after = answer_cache.clone();
        let on_commit = Arc::new(move |db: &mut db::Db| {
            // That the database is away, `db::Health` tells, once.
            if let Err(error) = after.catch_up(db)
                && !matches!(error, Error::Away(_))
            {
                tracing::error!(%error, "what is kept in memory could not catch up");
            }
        });
        let mut db = Database::open(&config.database, config.readers, clock.clone(), on_commit)?;
        if let Some(standby) = &config.read_database {
            db = db.with_standby(standby, config.readers)?;
        }
        db.read_now(|db| answer_cache.catch_up(db))?;
        checks::unlogged::count(&db)?;
        let watch = Arc::new(db.read_now(|snapshot| timekeeping::Watch::open(snapshot, &clock))?);
        auth::keys::ensure(&db)?;
        notify::push::vapid::ensure(&db)?;
        let safe = Arc::new(chess::evidence::Safe::open(&config)?);
        Ok(App {
            config: Arc::new(config),
            clock,
            db,
            board,
            club,
            rulebook,
            couriers,
            room,
            answer_cache,
            watch,
            safe,
        })
    }
}
