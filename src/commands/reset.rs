//! `reset`: a link for a new password, made by the operator of the host, who can write to the database anyway.

use super::console;
use crate::auth;
use crate::config::Config;
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
    let db = super::for_changes(config)?;
    let ResetArguments { handle, lost_authenticator } = arguments;
    let code = auth::reset_by_operator(&db, handle, lost_authenticator)?;
    let url = config.url.trim_end_matches('/');
    console::tell(format_args!("A new password is chosen at {url}/reset?code={} within two days", code.as_str()))
}
