//! `init`: five questions, and the files that a club on a machine of its own needs: settings, unit, proxy.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use super::console::unusable;
use crate::config::{self, Checked};
use crate::db::Connector;
use crate::error::Error;
use crate::files;

const UNIT: &str = include_str!("../../deploy/rookery.service");
const CADDY: &str = include_str!("../../deploy/Caddyfile");
const NGINX: &str = include_str!("../../deploy/nginx.conf");
/// The binary that the unit names, as the package brings it.
const PACKAGED: &str = "/usr/bin/rookery";
/// Where one goes that no package brought: the service sees nothing of homes.
const COPIED: &str = "/usr/local/bin/rookery";
/// The host that the files in `deploy` name.
const EXAMPLE: &str = "club.example.org";

#[derive(clap::Args, Clone, Debug)]
pub struct InitArguments {
    /// The folder that the files are written into. Nothing is written where one of them is there already.
    #[arg(long, default_value = ".")]
    pub folder: PathBuf,
}

/// What the operator answered.
struct Answers {
    url: String,
    database: String,
    proxy: Proxy,
    smtp: Option<String>,
    mail_from: Option<String>,
}

/// What gives the club TLS.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proxy {
    Caddy,
    Nginx,
    None,
}

/// Asks, then writes all files or none.
pub fn run(arguments: &InitArguments, answers: impl BufRead, mut to: impl Write) -> Result<(), Error> {
    let answers = ask(&mut Questions { answers: answers.lines(), to: &mut to })?;
    let written = files_of(&answers);
    let folder = &arguments.folder;
    let there = written.iter().map(|(name, _)| folder.join(name)).find(|file| file.exists());
    if let Some(file) = there {
        return Err(Error::Unavailable(format!("{} is there already; nothing was written", file.display())));
    }
    for (name, text) in &written {
        write(&folder.join(name), text)?;
        writeln!(to, "wrote {}", folder.join(name).display()).map_err(unusable)?;
    }
    writeln!(to, "\n{}", next_steps(answers.proxy, binary().as_deref())).map_err(unusable)
}

/// A file that its owner alone reads: the settings may hold the mail server's password.
fn write(file: &Path, text: &str) -> Result<(), Error> {
    let failed = |error| Error::Unavailable(format!("{}: {error}", file.display()));
    files::create_new(file).and_then(|mut made| made.write_all(text.as_bytes())).map_err(failed)
}

/// Questions to a person, or to a script that answers line by line.
struct Questions<L, W> {
    answers: L,
    to: W,
}

impl<L: Iterator<Item = std::io::Result<String>>, W: Write> Questions<L, W> {
    /// Asks until the answer can be used; an empty one is `usual`.
    fn ask<T>(&mut self, question: &str, usual: &str, read: impl Fn(&str) -> Checked<T>) -> Result<T, Error> {
        loop {
            write!(self.to, "{question} [{usual}] ").and_then(|()| self.to.flush()).map_err(unusable)?;
            let ended = || Error::Unavailable("the answers ended before the last question; nothing was written".into());
            let answer = self.answers.next().ok_or_else(ended)?.map_err(unusable)?;
            match read(if answer.trim().is_empty() { usual } else { answer.trim() }) {
                Ok(answer) => return Ok(answer),
                Err(right) => writeln!(self.to, "  That cannot be: {right}.").map_err(unusable)?,
            }
        }
    }
}

fn ask<L, W>(questions: &mut Questions<L, W>) -> Result<Answers, Error>
where
    L: Iterator<Item = std::io::Result<String>>,
    W: Write,
{
    let database = |text: &str| Connector::parse(text).map(|it| it.url()).map_err(|error| error.to_string());
    let smtp = "4. Which mail server takes its letters: smtps://USER:PASSWORD@HOST, or none?";
    let mail_from = "5. Whom are its letters from: Chess club <club@example.org>, or none?";
    Ok(Answers {
        url: questions.ask("1. How do browsers reach the club?", "https://club.example.org", config::club_url)?,
        database: questions.ask("2. Where is it kept?", "sqlite:/var/lib/rookery/club.sqlite", database)?,
        proxy: questions.ask("3. What gives it TLS: caddy, nginx or none?", "caddy", proxy)?,
        smtp: questions.ask(smtp, "none", |text| unless_none(text, config::mail_server))?,
        mail_from: questions.ask(mail_from, "none", |text| unless_none(text, config::mailbox))?,
    })
}

fn proxy(text: &str) -> Checked<Proxy> {
    match text {
        "caddy" => Ok(Proxy::Caddy),
        "nginx" => Ok(Proxy::Nginx),
        "none" => Ok(Proxy::None),
        _ => Err("it is caddy, nginx or none".to_owned()),
    }
}

fn unless_none<T>(text: &str, read: impl Fn(&str) -> Checked<T>) -> Checked<Option<T>> {
    if text == "none" { Ok(None) } else { read(text).map(Some) }
}

/// The files by name.
fn files_of(answers: &Answers) -> Vec<(&'static str, String)> {
    let host = answers.url.split("://").last().unwrap_or_default();
    let mut files = vec![("rookery.conf", settings(answers)), ("rookery.service", unit(binary().as_deref()))];
    match answers.proxy {
        Proxy::Caddy => files.push(("Caddyfile", CADDY.replace(EXAMPLE, host))),
        Proxy::Nginx => files.push(("nginx.conf", NGINX.replace(EXAMPLE, host))),
        Proxy::None => {}
    }
    files
}

fn settings(answers: &Answers) -> String {
    let trusted = (answers.proxy != Proxy::None).then(|| "127.0.0.1".to_owned());
    let settings = [
        ("ROOKERY_URL", Some(&answers.url)),
        ("ROOKERY_DATABASE", Some(&answers.database)),
        ("ROOKERY_TRUSTED_PROXY", trusted.as_ref()),
        ("ROOKERY_SMTP", answers.smtp.as_ref()),
        ("ROOKERY_MAIL_FROM", answers.mail_from.as_ref()),
    ];
    let lines = settings.into_iter().filter_map(|(name, value)| Some(format!("{name}={}\n", value?)));
    "# Settings of Rookery; `rookery --help` explains each, and names the others.\n".to_owned()
        + &lines.collect::<String>()
}

/// The binary that runs now, where no package brought it.
fn binary() -> Option<String> {
    let path = std::env::current_exe().ok()?.to_str()?.to_owned();
    (path != PACKAGED).then_some(path)
}

/// The unit that is shipped, for the binary where the next steps put it.
fn unit(binary: Option<&str>) -> String {
    UNIT.replace(PACKAGED, if binary.is_some() { COPIED } else { PACKAGED })
}

fn next_steps(proxy: Proxy, binary: Option<&str>) -> String {
    let copy = match binary {
        Some(binary) if binary != COPIED => format!("\n  sudo install -m 755 {binary} {COPIED}"),
        _ => String::new(),
    };
    let take_over = match proxy {
        Proxy::Caddy => "\n  sudo cp Caddyfile /etc/caddy/Caddyfile && sudo systemctl reload caddy",
        Proxy::Nginx => {
            "\n  sudo cp nginx.conf /etc/nginx/conf.d/rookery.conf && sudo systemctl reload nginx    (its certificate first)"
        }
        Proxy::None => "",
    };
    format!(
        "Next:{copy}
  sudo install -D -m 600 rookery.conf /etc/rookery/rookery.conf
  sudo cp rookery.service /etc/systemd/system/ && sudo systemctl enable --now rookery{take_over}
  sudo rookery --settings /etc/rookery/rookery.conf doctor
  sudo journalctl -u rookery    shows the link by which you become the first Chief Justice"
    )
}
