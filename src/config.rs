//! What the operator sets: by flags, by environment variables of the same names, or in a file.

pub mod file;

use std::fmt::Display;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;

use lettre::SmtpTransport;
use lettre::message::Mailbox;
use tracing_subscriber::EnvFilter;
use ureq::http::Uri;

/// Settings of one running service. What the club decides is not here: that is the rulebook's.
#[derive(Clone, Debug, clap::Args)]
pub struct Config {
    /// Where the club is kept: sqlite:PATH or postgres://USER@HOST/NAME.
    #[arg(long, env = "ROOKERY_DATABASE", default_value = Config::DEFAULT_DATABASE, global = true, hide_env_values = true)]
    pub database: String,
    /// A standby of the PostgreSQL server, if there is one: postgres://USER@HOST/NAME. Requests that change nothing are read
    /// there, wherever it has replayed all that they have to see.
    #[arg(long, env = "ROOKERY_READ_DATABASE", hide_env_values = true, value_parser = standby)]
    pub read_database: Option<String>,
    /// Address to serve on.
    #[arg(long, env = "ROOKERY_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: String,
    /// How browsers reach the service, for links that it prints and for tokens it issues: this machine, at the port that it
    /// listens on, if not set.
    #[arg(long, env = "ROOKERY_URL", default_value = "", hide_default_value = true, value_parser = club_url_if_any)]
    pub url: String,
    /// Connections for reading.
    #[arg(long, env = "ROOKERY_READERS", default_value_t = 4, value_parser = |text: &str| whole::<u32>(text, 1, 500))]
    pub readers: u32,
    /// Threads that serve.
    #[arg(long, env = "ROOKERY_WORKERS", default_value_t = 2, value_parser = |text: &str| whole::<u16>(text, 1, 256))]
    pub workers: u16,
    /// The address that forwards requests to the service, if one does; its X-Forwarded-For is believed.
    #[arg(long, env = "ROOKERY_TRUSTED_PROXY", value_parser = ip_address)]
    pub trusted_proxy: Option<IpAddr>,
    /// The mail server that letters go out by, if any: smtps://USER:PASSWORD@HOST, or
    /// smtp://HOST?tls=required. Without it no e-mail is sent.
    #[arg(long, env = "ROOKERY_SMTP", hide_env_values = true, value_parser = mail_server)]
    pub smtp: Option<String>,
    /// Whom letters are from: "Chess club <club@example.org>"; rookery@ the host of the URL, if not set.
    #[arg(long, env = "ROOKERY_MAIL_FROM", value_parser = mailbox)]
    pub mail_from: Option<String>,
    /// The webhook of the club's Discord channel, if any: the club's news and declarations are posted
    /// there.
    #[arg(long, env = "ROOKERY_DISCORD", hide_env_values = true, value_parser = webhook)]
    pub discord: Option<String>,
    /// Let webhooks reach this machine and its own network, and by http://; for trying things out.
    #[arg(long, env = "ROOKERY_WEBHOOKS_TO_PRIVATE_ADDRESSES", default_value_t = false, value_parser = yes_or_no)]
    pub webhooks_to_private_addresses: bool,
    /// Let people have messages shown on their phones and in their browsers; each switches that on for themselves. What is shown is
    /// encrypted on its way through the push service of the browser.
    #[arg(long, env = "ROOKERY_PUSH", default_value_t = true, action = clap::ArgAction::Set, value_parser = yes_or_no)]
    pub push: bool,
    /// Requests a minute that are heard of one account, or of one address without an account; 0 for
    /// any number. Each replica counts for itself.
    #[arg(long, env = "ROOKERY_REQUESTS_PER_MINUTE", default_value_t = 1200, value_parser = |text: &str| whole::<u32>(text, 0, u32::MAX))]
    pub requests_per_minute: u32,
    /// The folder for signed checkpoints of the act log and the key that signs them, best on another disk
    /// or machine than the database. Beside an SQLite file, if not set; with PostgreSQL none are kept then.
    #[arg(long, env = "ROOKERY_CHECKPOINTS", global = true, value_parser = folder)]
    pub checkpoints: Option<PathBuf>,
    /// The folder for backups, best on another disk or machine than the database: one is made each day and tried out, and the
    /// newest of seven days and four weeks stay. Without it the service makes none.
    #[arg(long, env = "ROOKERY_BACKUPS", global = true, value_parser = folder)]
    pub backups: Option<PathBuf>,
    /// The key that evidence of online games is kept by: 64 hexadecimal digits. Kept in a file beside an
    /// SQLite file, if not set; with PostgreSQL no evidence is taken then.
    #[arg(long, env = "ROOKERY_EVIDENCE_KEY", hide_env_values = true, value_parser = key)]
    pub evidence_key: Option<String>,
    /// Let powers rest until their holder has set up an authenticator; without it that is advised.
    #[arg(long, env = "ROOKERY_REQUIRE_SECOND_FACTOR", default_value_t = false, value_parser = yes_or_no)]
    pub require_second_factor: bool,
    /// A folder of further languages for the pages, if any: within it a folder each, as locales/de in the source is one.
    #[arg(long, env = "ROOKERY_LANGUAGES", value_parser = folder)]
    pub languages: Option<PathBuf>,
    /// A chess engine on this machine that looks at games when they are over, if any: the path of a program that speaks UCI,
    /// as Stockfish does.
    #[arg(long, env = "ROOKERY_ENGINE", value_parser = program)]
    pub engine: Option<PathBuf>,
}

impl Config {
    pub const DEFAULT_DATABASE: &str = "sqlite:rookery.sqlite";

    /// Settings for a service that only this process reaches.
    pub fn embedded(database: impl Into<String>) -> Config {
        Config {
            database: database.into(),
            read_database: None,
            listen: "127.0.0.1:0".into(),
            url: "http://localhost:8080".into(),
            readers: 2,
            workers: 1,
            trusted_proxy: None,
            smtp: None,
            mail_from: None,
            discord: None,
            webhooks_to_private_addresses: false,
            push: true,
            requests_per_minute: 0,
            require_second_factor: false,
            checkpoints: None,
            backups: None,
            evidence_key: None,
            languages: None,
            engine: None,
        }
    }

    /// With the address of this machine, where none is set by which browsers reach the service.
    pub fn with_url(mut self) -> Config {
        if self.url.is_empty() {
            let port = self.listen.rsplit(':').next().unwrap_or_default();
            self.url = format!("http://localhost:{port}");
        }
        self
    }

    /// Where checkpoints of the act log are kept, if anywhere.
    pub fn checkpoints_folder(&self) -> Option<PathBuf> {
        let beside = || self.database.strip_prefix("sqlite:").map(|file| format!("{file}.checkpoints").into());
        self.checkpoints.clone().or_else(beside)
    }

    /// Where the key of the evidence lies if none is set.
    pub fn evidence_key_file(&self) -> Option<PathBuf> {
        self.database.strip_prefix("sqlite:").map(|file| format!("{file}.evidence-key").into())
    }
}

/// What is wrong with a value and what would be right, for `told` to say with the name of the setting.
pub type Checked<T> = Result<T, String>;

fn whole<T: FromStr + PartialOrd + Display>(text: &str, least: T, most: T) -> Checked<T> {
    let number = text.parse().ok().filter(|number| (&least..=&most).contains(&number));
    number.ok_or_else(|| format!("it is a whole number from {least} to {most}"))
}

fn standby(text: &str) -> Checked<String> {
    let is_postgres = ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme));
    is_postgres
        .then(|| text.to_owned())
        .ok_or_else(|| "it is a standby of PostgreSQL: postgres://USER@HOST/NAME".to_owned())
}

fn ip_address(text: &str) -> Checked<IpAddr> {
    text.parse().map_err(|_| "it is an IP address, as in 127.0.0.1".to_owned())
}

/// An address on the web with a host, by one of these schemes.
fn address(text: &str, schemes: &[&str], right: &str) -> Checked<Uri> {
    let address = text.parse::<Uri>().ok();
    let sound = |uri: &Uri| {
        let host = uri.host().is_some_and(|host| !host.is_empty());
        host && uri.scheme_str().is_some_and(|scheme| schemes.contains(&scheme))
    };
    address.filter(sound).ok_or_else(|| right.to_owned())
}

pub fn club_url(text: &str) -> Checked<String> {
    let right = "it is the address of the service without a path, as in https://club.example.org";
    let uri = address(text, &["http", "https"], right)?;
    let plain = matches!(uri.path(), "" | "/") && uri.query().is_none() && !text.contains(['@', '#']);
    if plain { Ok(text.trim_end_matches('/').to_owned()) } else { Err(right.to_owned()) }
}

fn club_url_if_any(text: &str) -> Checked<String> {
    if text.is_empty() { Ok(String::new()) } else { club_url(text) }
}

/// The host in the address of a club, with its port if it has one: calendars name their events by it.
pub fn host_of(url: &str) -> &str {
    url.split_once("://").map_or(url, |(_, rest)| rest).trim_end_matches('/')
}

/// Whether the club's address is local to this machine, so that no phone can open it.
pub fn is_for_this_machine(url: &str) -> bool {
    url.parse::<Uri>().is_ok_and(|uri| is_here(&uri))
}

/// Whether an address is of this machine: what goes there need not be encrypted on its way.
fn is_here(address: &Uri) -> bool {
    matches!(address.host(), Some("localhost" | "127.0.0.1" | "[::1]"))
}

fn webhook(text: &str) -> Checked<String> {
    let right = "it is the address that Discord gives a webhook, as in https://discord.com/api/webhooks/1/abc";
    let uri = address(text, &["http", "https"], right)?;
    if uri.scheme_str() == Some("https") || is_here(&uri) { Ok(text.to_owned()) } else { Err(right.to_owned()) }
}

pub fn mail_server(text: &str) -> Checked<String> {
    let right = |why: &dyn std::fmt::Display| {
        format!("it is smtps://USER:PASSWORD@HOST or smtp://HOST?tls=required; this is not one ({why})")
    };
    let uri = address(text, &["smtp", "smtps"], &right(&"no mail server's address"))?;
    // Of two such settings the first counts.
    let tls = uri.query().and_then(|query| query.split('&').find(|setting| setting.starts_with("tls=")));
    let asks_for_tls = tls == Some("tls=required");
    if uri.scheme_str() == Some("smtp") && !asks_for_tls && !is_here(&uri) {
        return Err(right(&"letters go to another machine by TLS alone"));
    }
    SmtpTransport::from_url(text).map_err(|error| right(&error))?;
    Ok(text.to_owned())
}

pub fn mailbox(text: &str) -> Checked<String> {
    let right =
        |error| format!("it is a name and an e-mail address, as in \"Chess club <club@example.org>\" ({error})");
    text.parse::<Mailbox>().map(|_| text.to_owned()).map_err(right)
}

fn yes_or_no(text: &str) -> Checked<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Ok(true),
        "false" | "no" | "off" | "0" => Ok(false),
        _ => Err("it is true or false".to_owned()),
    }
}

fn key(text: &str) -> Checked<String> {
    let sound = text.trim().len() == 64 && text.trim().bytes().all(|byte| byte.is_ascii_hexdigit());
    if sound { Ok(text.to_owned()) } else { Err("it is 64 hexadecimal digits".to_owned()) }
}

fn folder(text: &str) -> Checked<PathBuf> {
    if text.is_empty() { Err("it is the path of a folder".to_owned()) } else { Ok(text.into()) }
}

fn program(text: &str) -> Checked<PathBuf> {
    let program = PathBuf::from(text);
    if program.is_file() {
        Ok(program)
    } else {
        Err("it is the path of a program, as in /usr/games/stockfish".to_owned())
    }
}

/// A refused setting in one line: its name, its value unless that is a secret, what is wrong and what would be right.
/// `None` if the fault is of another kind.
pub fn told(error: &clap::Error, command: &clap::Command) -> Option<String> {
    use clap::error::{ContextKind, ContextValue};
    let (ContextValue::String(shown), ContextValue::String(value)) =
        (error.get(ContextKind::InvalidArg)?, error.get(ContextKind::InvalidValue)?)
    else {
        return None;
    };
    let setting = command.get_arguments().find(|argument| argument.to_string() == *shown)?;
    let name = setting.get_env()?.to_string_lossy();
    let value = if setting.is_hide_env_values_set() { "its value".to_owned() } else { format!("{value:?}") };
    let right = match (std::error::Error::source(error), error.get(ContextKind::ValidValue)) {
        (Some(right), _) => right.to_string(),
        (None, Some(ContextValue::Strings(words))) => format!("it is one of {}", words.join(", ")),
        _ => "it cannot be read".to_owned(),
    };
    Some(format!("{name}: {value} is no such setting: {right}"))
}

/// What is logged: levels as RUST_LOG has them; nothing said is `info`.
pub fn log_level(text: &str) -> Checked<String> {
    if text.is_empty() {
        return Ok("info".to_owned());
    }
    let right = "it is a level (error, warn, info, debug, trace) or levels of parts, as in rookery=debug,info";
    text.parse::<EnvFilter>().map(|_| text.to_owned()).map_err(|error| format!("{error}; {right}"))
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogForm {
    /// For eyes.
    Text,
    /// A line of JSON each.
    Json,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_what_they_are_for() {
        for url in ["https://club.example.org", "http://localhost:8080/", "http://[::1]:8080", "http://192.0.2.1"] {
            assert!(club_url(url).is_ok(), "{url}");
        }
        for url in ["nonsense", "", "club.example.org", "ftp://club", "https://", "https://club/rookery", "http://a@b"]
        {
            assert!(club_url(url).is_err(), "{url}");
        }
        assert_eq!(club_url("http://localhost:8080/").unwrap(), "http://localhost:8080");
        assert_eq!(host_of("http://localhost:8080/"), "localhost:8080");
        assert_eq!((host_of("https://club.example.org"), host_of("")), ("club.example.org", ""));
        assert!(webhook("nonsense").is_err() && webhook("https://discord.com/api/webhooks/1/abc").is_ok());
        assert!(webhook("http://discord.com/api/webhooks/1/abc").is_err(), "not without TLS");
        assert!(webhook("http://127.0.0.1:9/hook").is_ok());
        for open in ["smtp://mail.example.org", "smtp://mail.example.org?tls=opportunistic&tls=required"] {
            assert!(mail_server(open).is_err(), "{open}");
        }
        assert!(mail_server("smtp://127.0.0.1:2525").is_ok() && mail_server("smtps://mail.example.org").is_ok());
        for server in ["nonsense", "", "http://mail", "smtp://", "smtps://"] {
            assert!(mail_server(server).is_err(), "{server}");
        }
        assert!(mail_server("smtp://mail.example.org?tls=required").is_ok());
        assert!(mailbox("nobody").is_err() && mailbox("Chess club <club@example.org>").is_ok());
        assert!(program("").is_err() && program("/no/such").is_err() && program("/bin/true").is_ok());
        assert!(key("abc").is_err() && key(&"zz".repeat(32)).is_err() && key(&"5a".repeat(32)).is_ok());
    }
}
