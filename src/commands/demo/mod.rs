//! `demo`: a club in mid-season to look around in. The season is played week by week through the
//! same actions that every club uses, so that everything in it follows from the Terms.

mod court;
mod disputes;
pub mod nightly;
mod nomic;
mod online;
mod party;
mod play;
mod proposals;
mod season;
mod several;
mod tables;
mod tournaments;

use std::sync::Arc;

use chrono::{NaiveDateTime, NaiveTime};
use diesel::prelude::*;
use rookery_messages::say;
use tempfile::TempDir;

use super::console::tell;
use crate::chess::evidence::Safe;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Connector, Database, schema::people};
use crate::error::{Error, Refusal};

pub use season::Cast;

#[derive(clap::Args)]
pub struct DemoArguments {
    /// Another number makes another season.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Each day at this time (UTC) the club starts over, with a season that ends at that time.
    #[arg(long, value_name = "HH:MM")]
    pub reset_at: Option<NaiveTime>,
}

/// What every account of the demonstration is signed in with.
pub const PASSWORD: &str = "a quiet move wins";

/// Makes the club and tells who can sign in; returns the settings to serve it with. A club that has no
/// database of its own lives in a folder that goes when it is dropped.
pub fn prepare(mut config: Config, arguments: &DemoArguments) -> Result<(Config, Option<TempDir>), Error> {
    let mut folder = None;
    if config.database == Config::DEFAULT_DATABASE {
        let made = passing_folder()?;
        config.database = format!("sqlite:{}", made.path().join("club.sqlite").display());
        folder = Some(made);
    }
    super::prepare(&config)?;
    let now = Clock::System.now();
    let cast = build(&config.database, arguments.seed, now)?;
    let while_served = if folder.is_some() { ", which goes when the service ends" } else { "" };
    tell(format_args!("A club in mid-season, in {}{while_served}", Connector::parse(&config.database)?.place()))?;
    tell(format_args!("Sign in with the password {PASSWORD:?} as"))?;
    for (role, handle) in cast.accounts() {
        tell(format_args!("  {handle:<16} {role}"))?;
    }
    Ok((config, folder))
}

/// A folder that goes when it is dropped.
fn passing_folder() -> Result<TempDir, Error> {
    let made = tempfile::Builder::new().prefix("rookery-demo-").tempdir();
    made.map_err(|error| Error::Unavailable(format!("no folder for the demonstration: {error}")))
}

/// Plays a season that ends at an instant into an empty database.
pub fn build(database: &str, seed: u64, now: NaiveDateTime) -> Result<Cast, Error> {
    let safe = Arc::new(Safe::open(&Config::embedded(database))?);
    build_with(database, &safe, seed, now)
}

/// [`build`], with evidence kept in the safe of another club.
fn build_with(database: &str, safe: &Arc<Safe>, seed: u64, now: NaiveDateTime) -> Result<Cast, Error> {
    let db = Database::open(database, 1, Clock::at(now), Arc::new(|_| {}))?;
    let there: i64 = db.read_now(|db| Ok(people::table.count().get_result(db)?))?;
    if there > 0 {
        let detail = say!("The demo needs a database with no club in it. Leave --database out for a new one.");
        return Err(Refusal::conflict(say!("Not empty"), detail).into());
    }
    season::play(&db, safe, seed, now)
}
