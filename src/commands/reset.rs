//! `reset`: a link for a new password, from the operator of the host, who could write to the database as well.

use std::sync::Arc;

use crate::auth;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Database;
use crate::error::Error;

#[derive(clap::Args)]
pub struct ResetArguments {
    /// Whose account it is.
    handle: String,
    /// The authenticator is lost, too: it is lifted.
    #[arg(long)]
    lost_authenticator: bool,
}

pub fn run(config: &Config, arguments: ResetArguments) -> Result<(), Error> {
    drop(super::open(config)?);
    let db = Database::open(&config.database, 1, Clock::System, Arc::new(|_| {}))?;
    let ResetArguments { handle, lost_authenticator } = arguments;
    let code = auth::reset_by_operator(&db, handle, lost_authenticator)?;
    let url = config.url.trim_end_matches('/');
    println!("A new password is chosen at {url}/reset?code={} within two days", code.as_str());
    Ok(())
}
