//! The commands of the `rookery` binary.

#![warn(clippy::print_stdout, clippy::print_stderr)]

use std::io::{IsTerminal, StdinLock, StdoutLock};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use rookery::commands::console::{self, Output};
use rookery::commands::serve::{listen, serve};
use rookery::config::{self, Config, LogForm};
use rookery::db::{self, Alone, Connector};
use rookery::error::Error;
use rookery::web::catalogue;
use rookery::{commands, jobs, service};
use tracing_subscriber::EnvFilter;

/// A chess club's leaderboard, its Court of Appeals and its games room.
#[derive(Parser)]
#[command(version, about, args_override_self = true)]
struct Arguments {
    /// A file with a line NAME=VALUE for each of these settings, by its name in capitals. A flag or a variable of the
    /// environment goes before it.
    #[arg(long, env = "ROOKERY_SETTINGS", global = true)]
    settings: Option<PathBuf>,
    #[command(flatten)]
    config: Config,
    /// How much is logged, to standard error: error, warn, info, debug, trace, or levels of parts: rookery=debug,info.
    #[arg(long, env = "RUST_LOG", default_value = "info", value_parser = config::log_level, global = true)]
    log_level: String,
    /// How it is logged.
    #[arg(long, env = "ROOKERY_LOG", default_value = "text", global = true)]
    log: LogForm,
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
    /// Asks five things and writes a settings file, a unit of systemd and a proxy's settings.
    Init(commands::init::InitArguments),
    /// Looks whether this machine is as the club needs it, and says what to do where it is not; ends with status 1 at a
    /// fault.
    Doctor,
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
    /// Pairs the coming round of a tournament report file by the FIDE Dutch system, or by its Swiss for teams.
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
    match arguments().and_then(run) {
        Ok(status) => status,
        Err(error) => {
            console::aside(format_args!("rookery: {error}\n"));
            if matches!(error, Error::Setting(_)) { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

/// Parses the command line. Help and errors are printed by clap and end the process.
fn arguments() -> Result<Arguments, Error> {
    let mut command = Arguments::command();
    command.build();
    let given = config::file::with_settings(std::env::args_os().collect(), &command)?;
    Arguments::try_parse_from(given).map_err(|error| match config::told(&error, &command) {
        Some(told) => Error::Setting(told),
        None => error.exit(),
    })
}

/// Logs to standard error.
fn log(level: &str, form: LogForm) {
    // Colours are for eyes: in a file they are noise.
    let is_seen = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
    let filter = EnvFilter::new(level);
    // Where a line cannot be written, the library would say so by `eprintln!`, which then panics.
    let log = tracing_subscriber::fmt().log_internal_errors(false).with_env_filter(filter);
    let log = log.with_writer(std::io::stderr).with_ansi(is_seen);
    match form {
        LogForm::Text => log.init(),
        LogForm::Json => log.json().flatten_event(true).init(),
    }
}

fn run(arguments: Arguments) -> Result<ExitCode, Error> {
    let Arguments { config, command, log_level, log: form, .. } = arguments;
    log(&log_level, form);
    let config = config.with_url();
    if let Some(folder) = &config.languages {
        catalogue::bring(folder).map_err(|why| Error::Setting(format!("ROOKERY_LANGUAGES: {why}")))?;
    }
    match command.unwrap_or(Command::Serve) {
        Command::Serve => {
            let _alone = Alone::on(&Connector::parse(&config.database)?)?;
            commands::prepare(&config)?;
            let listener = listen(&config)?;
            serve(config, listener, jobs::start)?;
        }
        Command::Demo(arguments) => {
            // Before the season is played, which takes a while.
            let listener = listen(&config)?;
            let (config, _folder) = commands::demo::prepare(config, &arguments)?;
            let _alone = Alone::on(&Connector::parse(&config.database)?)?;
            serve(config, listener, |app| {
                jobs::start(app);
                if let Some(at) = arguments.reset_at {
                    commands::demo::nightly::start(app, at, arguments.seed);
                }
            })?;
        }
        Command::Migrate => migrate(&config)?,
        Command::Import(arguments) => return commands::exchange::import(&config, arguments),
        Command::Export(arguments) => commands::exchange::export(&config, arguments)?,
        Command::Init(arguments) => commands::init::run(&arguments, std::io::stdin().lock(), Output::lock())?,
        Command::Doctor => return commands::doctor::run(&config),
        Command::Ready => commands::ready::run(&config)?,
        Command::Check => return commands::check::run(&config),
        Command::Backup(arguments) => return commands::backup::backup(&config, &arguments),
        Command::Restore(arguments) => commands::backup::restore(&config, arguments)?,
        Command::Reset(arguments) => commands::reset::run(&config, arguments)?,
        Command::Party => answer(rookery::party::cli::run)?,
        Command::Multiplayer => answer(rookery::multiplayer::cli::run)?,
        Command::Pair(arguments) => return Ok(commands::pair::run(&arguments)),
        Command::Nomic(arguments) => return nomic(arguments),
        Command::Powers => console::tell(service::powers::page().trim_end())?,
        Command::Openapi => console::tell(service::openapi::WRITTEN.trim_end())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Gives an engine the standard streams. It ends where nobody asks any more, or nobody reads its answers.
fn answer(engine: impl FnOnce(StdinLock<'static>, StdoutLock<'static>) -> std::io::Result<()>) -> Result<(), Error> {
    let ended = engine(std::io::stdin().lock(), std::io::stdout().lock());
    console::unless_closed(ended, ()).map_err(console::unusable)
}

fn nomic(arguments: rookery::nomic::cli::Args) -> Result<ExitCode, Error> {
    let well =
        rookery::nomic::cli::run(arguments, std::io::stdin().lock(), Output::lock()).map_err(console::unusable)?;
    Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn migrate(config: &Config) -> Result<(), Error> {
    let ran = db::migrate(&mut Connector::parse(&config.database)?.open()?)?;
    if ran.is_empty() {
        console::tell("The database is up to date.")?;
    }
    for name in ran {
        console::tell(format_args!("ran {name}"))?;
    }
    Ok(())
}
