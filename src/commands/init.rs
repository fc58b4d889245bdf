//! `init`: five questions (a sixth for who sends e-mail), and the files that a club on a machine of its own needs: settings, unit, proxy.

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
/// Hosts that stand in examples, and are nobody's (RFC 2606).
const EXAMPLES: [&str; 3] = ["example.org", "example.com", "example.net"];
/// The folder that the unit lets the service write to.
const STATE: &str = "/var/lib/rookery";

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
    backups: Option<String>,
    proxy: Proxy,
    smtp: Option<String>,
    mail_from: Option<String>,
}

impl Answers {
    /// The folder for backups, where it is none that the unit lets the service write to anyhow.
    fn elsewhere(&self) -> Option<&str> {
        self.backups.as_deref().filter(|folder| !Path::new(folder).starts_with(STATE))
    }
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
    writeln!(to, "\n{}\n\n{}", next_steps(&answers, binary().as_deref()), hints(&answers)).map_err(unusable)
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
    /// Asks until the answer can be used; an empty one is `usual`, where there is one.
    fn ask<T>(&mut self, question: &str, usual: &str, read: impl Fn(&str) -> Checked<T>) -> Result<T, Error> {
        let offered = if usual.is_empty() { String::new() } else { format!("[{usual}] ") };
        loop {
            write!(self.to, "{question} {offered}").and_then(|()| self.to.flush()).map_err(unusable)?;
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
    let url = questions.ask("1. At which address do browsers reach the club: https://HOST?", "", own_url)?;
    let database = questions.ask("2. Where is it kept?", "sqlite:/var/lib/rookery/club.sqlite", database)?;
    let folder = "3. In which folder does it make a backup each day, best on another disk, or none?";
    let backups = questions.ask(folder, "/var/lib/rookery/backups", |text| unless_none(text, whole_path))?;
    let proxy = questions.ask("4. What gives it HTTPS: caddy, nginx or none?", "caddy", proxy)?;
    let smtp = "5. Which server sends its e-mail: smtps://USER:PASSWORD@HOST, or none?";
    let smtp = questions.ask(smtp, "none", |text| unless_none(text, config::mail_server))?;
    // Who sends none need not say whom they are from.
    let mail_from = match smtp {
        Some(_) => {
            let usual = format!("Rookery <rookery@{}>", name_of(&url));
            Some(questions.ask("6. Whom is its e-mail from?", &usual, config::mailbox)?)
        }
        None => None,
    };
    Ok(Answers { url, database, backups, proxy, smtp, mail_from })
}

/// The club's own address: one that phones can open, and that keeps people signed in. A bare host is reached by HTTPS.
fn own_url(text: &str) -> Checked<String> {
    let is_bare = text.contains('.') && !text.contains("://");
    // No example: who types one is told that it is one.
    let right = "it is the address of the service without a path: https://HOST";
    let whole = if is_bare { format!("https://{text}") } else { text.to_owned() };
    let url = config::club_url(&whole).map_err(|_| right.to_owned())?;
    let host = name_of(&url);
    if EXAMPLES.iter().any(|example| host == *example || host.ends_with(&format!(".{example}"))) {
        return Err(format!("{host} is an example; it is the address that is the club's own"));
    }
    if url.starts_with("http://") && !config::is_for_this_machine(&url) {
        return Err(format!("browsers keep nobody signed in without HTTPS; it is https://{host}"));
    }
    Ok(url)
}

/// The host of the club's address, without a port.
fn name_of(url: &str) -> &str {
    let host = config::host_of(url);
    host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()).map_or(host, |(name, _)| name)
}

/// The path of a folder from the root on, as the unit can name it.
fn whole_path(text: &str) -> Checked<String> {
    let is_whole = text.starts_with('/') && !text.trim_matches('/').is_empty() && !text.contains(char::is_whitespace);
    is_whole.then(|| text.to_owned()).ok_or_else(|| "it is the whole path of a folder, as in /srv/backups".to_owned())
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
    let host = config::host_of(&answers.url);
    let unit = unit(binary().as_deref(), answers.elsewhere());
    let mut files = vec![("rookery.conf", settings(answers)), ("rookery.service", unit)];
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
        ("ROOKERY_BACKUPS", answers.backups.as_ref()),
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

/// The unit that is shipped, for the binary where the next steps put it; it may write to a folder for backups elsewhere.
fn unit(binary: Option<&str>, elsewhere: Option<&str>) -> String {
    let unit = UNIT.replace(PACKAGED, if binary.is_some() { COPIED } else { PACKAGED });
    let state = "StateDirectory=rookery\n";
    match elsewhere {
        Some(folder) => unit.replace(state, &format!("{state}ReadWritePaths={folder}\n")),
        None => unit,
    }
}

fn next_steps(answers: &Answers, binary: Option<&str>) -> String {
    let copy = match binary {
        Some(binary) if binary != COPIED => format!("\n  sudo install -m 755 {binary} {COPIED}"),
        _ => String::new(),
    };
    // A folder of its own needs a user who is always there, whom the unit then takes.
    let own_folder = answers.elsewhere().map_or_else(String::new, |folder| {
        format!(
            "\n  sudo adduser --system --group --no-create-home rookery
  sudo install -d -o rookery -g rookery -m 700 {folder}"
        )
    });
    let take_over = match answers.proxy {
        // What Caddy serves besides stays.
        Proxy::Caddy => {
            "\n  sudo cp Caddyfile /etc/caddy/rookery.caddy
  echo 'import rookery.caddy' | sudo tee -a /etc/caddy/Caddyfile    (once)
  sudo systemctl reload caddy"
        }
        Proxy::Nginx => {
            "\n  sudo cp nginx.conf /etc/nginx/conf.d/rookery.conf && sudo systemctl reload nginx    (its certificate first)"
        }
        Proxy::None => "",
    };
    format!(
        "Next:{copy}{own_folder}
  sudo install -D -m 600 rookery.conf /etc/rookery/rookery.conf
  sudo cp rookery.service /etc/systemd/system/ && sudo systemctl enable --now rookery{take_over}
  sudo rookery --settings /etc/rookery/rookery.conf doctor
  sudo journalctl -u rookery    shows the link by which you become the first Chief Justice"
    )
}

/// What no command does: how the club comes by HTTPS, and what its backups are still worth when its disk breaks.
fn hints(answers: &Answers) -> String {
    let host = name_of(&answers.url);
    let https = match answers.proxy {
        _ if config::is_for_this_machine(&answers.url) => {
            "HTTPS: this address is for this machine alone. Phones need one of the club's own, with HTTPS.".to_owned()
        }
        Proxy::Caddy => format!(
            "HTTPS: Caddy fetches the certificate by itself, once {host} leads to this machine and ports 80 and 443 are open."
        ),
        Proxy::Nginx => format!("HTTPS: nginx needs a certificate for {host}; nginx.conf says where it looks for it."),
        Proxy::None => format!(
            "HTTPS: browsers keep nobody signed in without it. A proxy of yours has to answer for {host} with a certificate."
        ),
    };
    let backups = match (&answers.backups, answers.elsewhere()) {
        (None, _) => "\nBackups: none are made. ROOKERY_BACKUPS in rookery.conf names a folder for them.",
        (Some(_), None) => "\nBackups: they lie on the club's own disk. Copy them to another from time to time.",
        (Some(_), Some(_)) => "",
    };
    https + backups
}
