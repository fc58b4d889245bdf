//! The commands of the `rookery` binary.

use std::io::{IsTerminal, StdinLock, StdoutLock};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use rookery::commands::serve::{listen, serve};
use rookery::config::{self, Config};
use rookery::db::{self, Alone, Connector};
use rookery::error::Error;
use rookery::{commands, service};
use tracing_subscriber::EnvFilter;

/// A chess club's leaderboard, its Court of Appeals and its games room.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(flatten)]
    config: Config,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serves the club (what happens without a command).
    Serve,
    /// Serves a club in mid-season to look around in.
    Demo(commands::demo::DemoArguments),
    /// Brings the database up to date.
    Migrate,
    /// Enters a season from CSV files and PGN archives, all of it or nothing; ends with status 1 where
    /// lines were refused, also where they were skipped and the rest was entered.
    Import(commands::exchange::ImportArguments),
    /// Writes the club into files that people and other programs read.
    Export(commands::exchange::ExportArguments),
    /// Asks the service on this machine whether it is ready; ends with status 1 where it is not.
    Ready,
    /// Checks the database, the act log and the ratings; ends with status 1 at a fault.
    Check,
    /// Writes the whole club into one file, while it is served or not.
    Backup(commands::backup::BackupArguments),
    /// Puts a backup in place of what the database holds; either kind of database takes it.
    Restore(commands::backup::RestoreArguments),
    /// Prints a link by which somebody chooses a new password; the powers of an office holder do not rest after it.
    Reset(commands::reset::ResetArguments),
    /// Answers Party Chess requests, a line of JSON each.
    #[command(after_help = rookery::party::cli::HELP)]
    Party,
    /// Answers requests of chess for two to four, a line of JSON each.
    #[command(after_help = rookery::multiplayer::cli::HELP)]
    Multiplayer,
    /// Pairs the coming round of a tournament report file by the FIDE Dutch system.
    #[command(after_help = commands::pair::HELP)]
    Pair(commands::pair::PairArguments),
    /// Nomic: rule sets in and out, replayed, verified and explained.
    Nomic(rookery::nomic::cli::Args),
    /// Writes the OpenAPI document to standard output.
    Openapi,
    /// Writes the table of who may do what to standard output.
    Powers,
}

fn main() -> ExitCode {
    match log().and_then(|()| run(arguments()?)) {
        Ok(status) => status,
        Err(error @ Error::Setting(_)) => {
            eprintln!("rookery: {error}");
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("rookery: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What was asked for. Help and unknown words are told as clap tells them, and end the process.
fn arguments() -> Result<Arguments, Error> {
    Arguments::try_parse().map_err(|error| {
        let mut command = Arguments::command();
        command.build();
        match config::told(&error, &command) {
            Some(told) => Error::Setting(told),
            None => error.exit(),
        }
    })
}

/// Logs to standard error, as much as RUST_LOG says and in the form that ROOKERY_LOG says.
fn log() -> Result<(), Error> {
    let filter = match std::env::var(EnvFilter::DEFAULT_ENV) {
        Ok(filter) if !filter.is_empty() => filter.parse::<EnvFilter>().map_err(|error| {
            let right = "it is a level (error, warn, info, debug, trace) or levels of parts, as in rookery=debug,info";
            Error::Setting(format!("RUST_LOG: {filter:?} is no such setting: {error}; {right}"))
        })?,
        _ => "info".into(),
    };
    // Colours are for eyes: in a file they are noise.
    let is_seen = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(is_seen);
    match std::env::var("ROOKERY_LOG").as_deref() {
        Err(_) | Ok("" | "text") => log.init(),
        Ok("json") => log.json().flatten_event(true).init(),
        Ok(form) => {
            return Err(Error::Setting(format!("ROOKERY_LOG: {form:?} is no such setting: it is text or json")));
        }
    }
    Ok(())
}

fn run(arguments: Arguments) -> Result<ExitCode, Error> {
    let Arguments { config, command } = arguments;
    match command.unwrap_or(Command::Serve) {
        Command::Serve => {
            let _alone = Alone::on(&Connector::parse(&config.database)?)?;
            commands::prepare(&config)?;
            let listener = listen(&config)?;
            serve(config, listener)?;
        }
        Command::Demo(arguments) => {
            // Before the season is played, which takes a while.
            let listener = listen(&config)?;
            let (config, _folder) = commands::demo::prepare(config, &arguments)?;
            let _alone = Alone::on(&Connector::parse(&config.database)?)?;
            serve(config, listener)?;
        }
        Command::Migrate => migrate(&config)?,
        Command::Import(arguments) => return commands::exchange::import(&config, arguments),
        Command::Export(arguments) => commands::exchange::export(&config, arguments)?,
        Command::Ready => commands::ready::run(&config)?,
        Command::Check => return commands::check::run(&config),
        Command::Backup(arguments) => return commands::backup::backup(&config, &arguments),
        Command::Restore(arguments) => commands::backup::restore(&config, arguments)?,
        Command::Reset(arguments) => commands::reset::run(&config, arguments)?,
        Command::Party => answer(rookery::party::cli::run)?,
        Command::Multiplayer => answer(rookery::multiplayer::cli::run)?,
        Command::Pair(arguments) => return Ok(commands::pair::run(&arguments)),
        Command::Nomic(arguments) => return nomic(arguments),
        Command::Powers => print!("{}", service::powers::page()),
        Command::Openapi => println!("{}", serde_json::to_string_pretty(&service::openapi::document())?),
    }
    Ok(ExitCode::SUCCESS)
}

/// Gives an engine the standard streams.
fn answer(engine: impl FnOnce(StdinLock<'static>, StdoutLock<'static>) -> std::io::Result<()>) -> Result<(), Error> {
    engine(std::io::stdin().lock(), std::io::stdout().lock()).map_err(Error::internal)
}

fn nomic(arguments: rookery::nomic::cli::Args) -> Result<ExitCode, Error> {
    let well = rookery::nomic::cli::run(arguments, std::io::stdin().lock(), std::io::stdout().lock());
    Ok(if well.map_err(Error::internal)? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn migrate(config: &Config) -> Result<(), Error> {
    let ran = db::migrate(&mut Connector::parse(&config.database)?.open()?)?;
    if ran.is_empty() {
        println!("The database is up to date.");
    }
    for name in ran {
        println!("ran {name}");
    }
    Ok(())
}
