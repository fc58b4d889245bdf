//! `doctor`: checks that this machine has what the club needs, and says how to mend what is missing.

use std::net::IpAddr;
use std::path::Path;
use std::process::ExitCode;

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use diesel::sql_types::{Text, Timestamp};
use rustls::CertificateError;

use super::{console, ready};
use crate::audit::Checkpoints;
use crate::chess::evidence::{Safe, store};
use crate::clock::Clock;
use crate::config::{Config, is_for_this_machine};
use crate::db::standby::behind;
use crate::db::{Backend, Connector, Db, pending, schema::acts};
use crate::error::Error;
use crate::exchange::backup::kept::Folder;
use crate::http::address::CLIENT_ADDRESS;
use crate::notify::push::vapid::Key;
use crate::notify::{Mail, Outbound, Reach, Unreached};
use crate::timekeeping;

/// What was found of one thing, in a sentence with what to do.
#[derive(Debug, PartialEq, Eq)]
enum Finding {
    Well(String),
    /// It works, and would be better so.
    Advice(String),
    Fault(String),
}
use Finding::{Advice, Fault, Well};

/// Free bytes under which the club may stop taking results any day.
const LEAST_FREE: u64 = 100 << 20;
/// How far two clocks may differ.
const APART: TimeDelta = TimeDelta::seconds(5);
/// File systems of networks by the kernel's numbers (NFS, SMB, CIFS, SMB2, AFS, Ceph): SQLite's locks do not hold there.
const NETWORKED: [i64; 6] = [0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x5346_414f, 0x00c3_6400];

/// What is found of one thing; an error is a fault of it.
type Look = fn(&Config) -> Result<Vec<Finding>, Error>;

/// Looks at everything and tells it; ends with status 1 at a fault, and with 0 where there is only advice.
pub fn run(config: &Config) -> Result<ExitCode, Error> {
    let (mut faults, mut advice) = (0, 0);
    let looks: [(&str, Look); 10] = [
        ("database", database),
        ("standby", standby),
        ("disk", disk),
        ("checkpoints", checkpoints),
        ("backups", backups),
        ("evidence", evidence),
        ("address", address),
        ("mail", mail),
        ("push", push),
        ("discord", discord),
    ];
    for (name, look) in looks {
        let found = look(config).unwrap_or_else(|error| vec![Fault(error.to_string())]);
        for finding in found {
            let (word, told) = match finding {
                Well(told) => ("well", told),
                Advice(told) => {
                    advice += 1;
                    ("ADVICE", told)
                }
                Fault(told) => {
                    faults += 1;
                    ("FAULT", told)
                }
            };
            console::tell(format_args!("{word:<6}  {name}: {told}"))?;
        }
    }
    console::tell(summed_up(faults, advice))?;
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The last line: how much there is to be mended, and how much could be better.
fn summed_up(faults: usize, advice: usize) -> String {
    let faults = match faults {
        0 => "no faults".to_owned(),
        1 => "1 fault".to_owned(),
        _ => format!("{faults} faults"),
    };
    match advice {
        0 => faults,
        1 => format!("{faults}, 1 piece of advice"),
        _ => format!("{faults}, {advice} pieces of advice"),
    }
}

/// Whether it answers, is up to date, keeps what it acknowledges, and agrees with this machine on the time.
fn database(config: &Config) -> Result<Vec<Finding>, Error> {
    let connector = Connector::parse(&config.database)?;
    if connector.is_new_file() {
        return Ok(vec![Well(format!("{} is made when the club is first served", connector.place()))]);
    }
    let mut db = connector.open()?;
    let mut found = vec![Well(format!("{} answers", connector.place()))];
    let pending = pending(&mut db)?;
    if !pending.is_empty() {
        found.push(match connector.backend() {
            Backend::Sqlite => Advice(format!("{} migrations run when the club is next served", pending.len())),
            Backend::Postgres => Fault(format!("{} migrations are pending: run `rookery migrate`", pending.len())),
        });
        return Ok(found);
    }
    if connector.backend() == Backend::Postgres {
        found.extend(postgres(&mut db)?);
    }
    found.extend(clock(&mut db, &Clock::System)?);
    Ok(found)
}

/// Whether the server that requests read on is a standby of the club's, and as far.
fn standby(config: &Config) -> Result<Vec<Finding>, Error> {
    let Some(url) = &config.read_database else { return Ok(Vec::new()) };
    let (main, standby) = (Connector::parse(&config.database)?, Connector::parse(url)?);
    if main.backend() == Backend::Sqlite {
        return Ok(vec![Fault("an SQLite file has none: leave ROOKERY_READ_DATABASE out".into())]);
    }
    let place = standby.place();
    Ok(vec![match behind(&mut main.open()?, &standby)? {
        0 => Well(format!("{place} has replayed every change")),
        behind => Advice(format!(
            "{place} has {behind} changes yet to replay; if they get more, look at its disk and network"
        )),
    }])
}

/// Settings of PostgreSQL under which acknowledged results outlive a power cut.
fn postgres(db: &mut Db) -> Result<Vec<Finding>, Error> {
    #[derive(QueryableByName)]
    struct Setting {
        #[diesel(sql_type = Text)]
        name: String,
        #[diesel(sql_type = Text)]
        setting: String,
    }
    let query =
        "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit')";
    let settings: Vec<Setting> = diesel::sql_query(query).load(db)?;
    let off = settings.into_iter().filter(|setting| setting.setting == "off");
    Ok(off.map(|it| Fault(format!("{} is off, so a power cut can lose results: set it to on", it.name))).collect())
}

/// The clock of this machine beside the database's own, what a service last saw of it, and the newest act.
fn clock(db: &mut Db, clock: &Clock) -> Result<Vec<Finding>, Error> {
    #[derive(QueryableByName)]
    struct Time {
        #[diesel(sql_type = Timestamp)]
        now: NaiveDateTime,
    }
    let now = clock.now();
    let mut times: Vec<(&str, NaiveDateTime)> = Vec::new();
    if db.backend() == Backend::Postgres {
        let time: Time = diesel::sql_query("SELECT now()::timestamp AS now").get_result(db)?;
        times.push(("the database's clock", time.now));
        if now - time.now > APART {
            return Ok(vec![told_of_clocks("the database's clock", time.now, now)]);
        }
    }
    if let Some(expected) = timekeeping::leapt(db, clock)? {
        return Ok(vec![Fault(format!(
            "this machine's clock leapt: it shows {} and should show {}, and nothing happens by time alone until it is \
             right: set the clock, best by NTP; if it is right, an administrator says so on the page Host",
            to_the_second(now),
            to_the_second(expected)
        ))]);
    }
    // The newest by its number: a clock that was wrong and is right again has left acts of a later time.
    let newest: Option<NaiveDateTime> = acts::table.order(acts::id.desc()).select(acts::at).first(db).optional()?;
    times.extend(newest.map(|at| ("the newest act of the log", at)));
    let ahead = times.into_iter().find(|(_, at)| *at - now > APART);
    Ok(vec![match ahead {
        Some((what, at)) => told_of_clocks(what, at, now),
        None => Well("this machine's clock agrees with it".to_owned()),
    }])
}

fn told_of_clocks(what: &str, at: NaiveDateTime, now: NaiveDateTime) -> Finding {
    Fault(format!(
        "this machine's clock shows {}, {what} {}: set the clock, best by NTP, before the club is served",
        to_the_second(now),
        to_the_second(at)
    ))
}

fn to_the_second(time: NaiveDateTime) -> String {
    time.format("%Y-%m-%d %H:%M:%SZ").to_string()
}

/// Room and kind of the disk that an SQLite file lies on, and who may read the file.
fn disk(config: &Config) -> Result<Vec<Finding>, Error> {
    let connector = Connector::parse(&config.database)?;
    let Some(file) = connector.file() else { return Ok(vec![Well("the database has its own".to_owned())]) };
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = |error: &dyn std::fmt::Display| Error::Unavailable(format!("{}: {error}", folder.display()));
    tempfile::tempfile_in(folder).map_err(|error| failed(&format!("{error}; the service has to write there")))?;
    let (kind, room) = (rustix::fs::statfs(folder), rustix::fs::statvfs(folder));
    let (kind, room) = (kind.map_err(|error| failed(&error))?, room.map_err(|error| failed(&error))?);
    let free = room.f_bavail * room.f_frsize;
    let size = std::fs::metadata(file).map_or(0, |file| file.len());
    let mut found = vec![room_for(size, free)];
    if NETWORKED.iter().any(|networked| i128::from(*networked) == i128::from(kind.f_type)) {
        let told = "it is a network file system, whose locks SQLite cannot trust: move the file, or use PostgreSQL";
        found.push(Fault(told.to_owned()));
    }
    Ok(found)
}

fn room_for(size: u64, free: u64) -> Finding {
    let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
    let told = format!("{} MB are free, the club takes {} MB", megabytes(free), megabytes(size));
    match free {
        free if free < LEAST_FREE => Fault(format!("{told}: make room, without it no result can be entered")),
        free if free < LEAST_FREE + 2 * size => Advice(format!("{told}: a backup and an upgrade need twice that")),
        _ => Well(told),
    }
}

fn checkpoints(config: &Config) -> Result<Vec<Finding>, Error> {
    let Some(folder) = config.checkpoints_folder() else {
        let told = "none are kept, so nobody would notice that the whole log was replaced: set ROOKERY_CHECKPOINTS";
        return Ok(vec![Advice(told.to_owned())]);
    };
    let kept = Checkpoints::in_folder(&folder);
    // What is not there yet is made by the service.
    if !kept.are_begun() && (folder.is_dir() || !folder.exists()) {
        can_be_made(&folder)?;
        return Ok(vec![Well(format!("kept in {} once the club is served", folder.display()))]);
    }
    kept.are_writable()?;
    Ok(vec![Well(format!("kept in {}", folder.display()))])
}

/// Whether files can be made in a folder, or the folder itself where it is not there; nothing is left of the trial.
fn can_be_made(folder: &Path) -> Result<(), Error> {
    let is_there = |folder: &&Path| folder.is_dir() || folder.as_os_str().is_empty();
    let there = folder.ancestors().find(is_there).filter(|folder| !folder.as_os_str().is_empty());
    let there = there.unwrap_or(Path::new("."));
    let failed = |error| Error::Unavailable(format!("{}: {error}; the service has to write there", there.display()));
    tempfile::tempfile_in(there).map(drop).map_err(failed)
}

fn backups(config: &Config) -> Result<Vec<Finding>, Error> {
    let Some(folder) = config.backups.as_ref() else {
        return Ok(vec![Advice("the service makes none: set ROOKERY_BACKUPS to a folder on another disk".to_owned())]);
    };
    if !folder.exists() {
        can_be_made(folder)?;
        return Ok(vec![Well(format!("kept in {}, which is made when the club is served", folder.display()))]);
    }
    let kept = Folder::new(folder);
    kept.is_writable()?;
    let newest = kept.list()?.into_iter().next();
    let told = newest.map_or("the first is made when the club is served".to_owned(), |newest| {
        format!("the newest is of {}", newest.made_at.format("%Y-%m-%d %H:%MZ"))
    });
    Ok(vec![Well(format!("kept in {}; {told}", folder.display()))])
}

fn evidence(config: &Config) -> Result<Vec<Finding>, Error> {
    let file = config.evidence_key_file();
    if !evidence_opens(config)? {
        let place = file.filter(|_| config.evidence_key.is_none());
        let place = place.map_or("ROOKERY_EVIDENCE_KEY".to_owned(), |file| file.display().to_string());
        let told = "what is kept does not open by the key of this machine, as after a move";
        return Ok(vec![Fault(format!("{told}: put the old machine's key into {place}, and start the service again"))]);
    }
    if config.evidence_key.is_some() {
        return Ok(vec![Well("its key is set".to_owned())]);
    }
    Ok(vec![match file {
        Some(file) => {
            let lies = if file.exists() { "lies" } else { "is made when the club is next served, and then lies" };
            Well(format!("its key {lies} in {}; back it up apart from the database", file.display()))
        }
        None => Advice("none of online games is taken: set ROOKERY_EVIDENCE_KEY to 64 hexadecimal digits".to_owned()),
    }])
}

/// Whether the key of this machine opens what the club keeps, where it keeps anything.
fn evidence_opens(config: &Config) -> Result<bool, Error> {
    let connector = Connector::parse(&config.database)?;
    if connector.is_new_file() {
        return Ok(true);
    }
    let mut db = connector.open()?;
    if !pending(&mut db)?.is_empty() {
        return Ok(true);
    }
    store::opens(&mut db, &Safe::as_it_is(config)?)
}

/// How browsers reach the club: by TLS, through a proxy that says who asks.
fn address(config: &Config) -> Result<Vec<Finding>, Error> {
    let is_tls = config.url.starts_with("https:");
    let host = config.url.split("://").last().unwrap_or_default();
    let mut found = Vec::new();
    if !is_tls && !is_for_this_machine(&config.url) {
        let told = "browsers keep no sign-in without TLS, and passwords are readable on the way: put a proxy in front";
        found.push(Fault(format!("{told} and set ROOKERY_URL to https://{host}")));
    }
    let asked = format!("{}/healthz", config.url);
    let answer = match Outbound::new(Reach::Anywhere).get(&asked) {
        Err(unreached) => {
            let (url, why) = (&config.url, &unreached.why);
            found.push(match ready::run(config) {
                Ok(()) => in_front(url, &unreached),
                Err(_) => Advice(format!(
                    "nothing answers at {url} ({why}): the service does not run: start it, then ask again"
                )),
            });
            return Ok(found);
        }
        Ok(answer) => answer,
    };
    if answer.status != 204 {
        found.push(Fault(format!("{asked} answers {}, not as Rookery does: another service is there", answer.status)));
        return Ok(found);
    }
    found.push(Well(format!("{} answers", config.url)));
    let seen_as = answer.header(CLIENT_ADDRESS).and_then(|text| text.parse().ok());
    found.extend(seen_as.and_then(|seen| forwarded(seen, config.trusted_proxy, is_tls)));
    Ok(found)
}

/// What is wrong in front of a service that runs and is not reached.
fn in_front(url: &str, Unreached { why, certificate }: &Unreached) -> Finding {
    use CertificateError as Wrong;
    match certificate {
        Some(Wrong::Expired | Wrong::ExpiredContext { .. }) => Fault(format!(
            "the certificate of {url} has ended ({why}): renew it, and let the proxy load it; the service itself needs \
             nothing"
        )),
        Some(Wrong::NotValidYet | Wrong::NotValidYetContext { .. }) => Fault(format!(
            "the certificate of {url} does not hold yet ({why}): this machine's clock is behind, or the certificate was \
             made with a wrong one"
        )),
        Some(Wrong::NotValidForName | Wrong::NotValidForNameContext { .. }) => {
            Fault(format!("the certificate of {url} is for another name ({why}): get one for this name"))
        }
        Some(Wrong::UnknownIssuer) => Advice(format!(
            "who made the certificate of {url} is not known to this program ({why}): if the school makes its own, look \
             there with a browser that knows them; else get one from a public authority, as Caddy and certbot do"
        )),
        _ => Fault(format!(
            "nothing answers at {url} ({why}): the service runs, so the proxy, its certificate or the name is at fault"
        )),
    }
}

/// Whether the service knows callers apart: `seen` is the address that it took this machine's question to be from.
fn forwarded(seen: IpAddr, trusted: Option<IpAddr>, is_tls: bool) -> Option<Finding> {
    match trusted {
        None if is_tls && seen.is_loopback() => Some(Fault(
            "all visitors count as one, for the proxy in front is not known: set ROOKERY_TRUSTED_PROXY to its address"
                .to_owned(),
        )),
        Some(proxy) if seen == proxy && !seen.is_loopback() => Some(Fault(
            "all visitors count as one, for the proxy does not say who asks: let it send X-Forwarded-For".to_owned(),
        )),
        _ => None,
    }
}

fn mail(config: &Config) -> Result<Vec<Finding>, Error> {
    Ok(vec![match Mail::open(config)? {
        None => Advice("nobody is told anything by e-mail: set ROOKERY_SMTP".to_owned()),
        Some(mail) => match mail.answers() {
            Ok(()) => Well("the mail server answers and takes the sign-in".to_owned()),
            Err(why) => Fault(format!("the mail server takes no letters: {why}")),
        },
    }])
}

/// Whether phones and browsers can show messages: by TLS alone, with the club's key.
fn push(config: &Config) -> Result<Vec<Finding>, Error> {
    if !config.push {
        return Ok(vec![Well("messages on phones and in browsers are switched off (ROOKERY_PUSH)".to_owned())]);
    }
    if !config.url.starts_with("https:") && !is_for_this_machine(&config.url) {
        let told = "Web Push needs TLS: set ROOKERY_URL to an https address";
        return Ok(vec![Advice(told.to_owned())]);
    }
    let connector = Connector::parse(&config.database)?;
    let is_new = connector.is_new_file() || {
        let mut db = connector.open()?;
        !pending(&mut db)?.is_empty() || Key::of_the_club(&mut db)?.is_none()
    };
    let when = if is_new { "is made when the club is next served, and " } else { "" };
    Ok(vec![Well(format!("phones and browsers can show messages; the key for it {when}lies in the database"))])
}

/// Discord shows a webhook to anybody who knows its address; nothing is posted.
fn discord(config: &Config) -> Result<Vec<Finding>, Error> {
    let Some(webhook) = &config.discord else { return Ok(Vec::new()) };
    Ok(vec![match Outbound::new(Reach::Anywhere).get(webhook) {
        Ok(answer) if answer.status == 200 => Well("the webhook is there".to_owned()),
        Ok(answer) => Fault(format!("the webhook answers {}: make another one in Discord", answer.status)),
        Err(Unreached { why, .. }) => Fault(format!("the webhook cannot be reached: {why}")),
    }])
}

#[cfg(test)]
mod tests {
    use rookery_messages::Message;

    use super::*;

    #[test]
    fn the_last_line_counts() {
        assert_eq!(summed_up(0, 0), "no faults");
        assert_eq!(summed_up(0, 2), "no faults, 2 pieces of advice");
        assert_eq!(summed_up(1, 1), "1 fault, 1 piece of advice");
        assert_eq!(summed_up(3, 0), "3 faults");
    }

    #[test]
    fn room_is_judged_by_what_the_club_takes() {
        assert!(matches!(room_for(10 << 20, 50 << 20), Fault(_)));
        assert!(matches!(room_for(900 << 20, 1 << 30), Advice(_)));
        assert!(matches!(room_for(10 << 20, 1 << 30), Well(_)));
    }

    #[test]
    fn a_certificate_that_browsers_do_not_take_is_told_by_what_is_wrong_with_it() {
        let found = |certificate| {
            in_front("https://club.example.org", &Unreached { why: Message::verbatim("no answer"), certificate })
        };
        for (wrong, told) in [
            (Some(CertificateError::Expired), "has ended"),
            (Some(CertificateError::NotValidYet), "hold yet"),
            (Some(CertificateError::NotValidForName), "another name"),
            (None, "the service runs, so the proxy"),
        ] {
            let found = found(wrong);
            assert!(matches!(&found, Fault(text) if text.contains(told)), "{found:?}");
        }
        let unknown = found(Some(CertificateError::UnknownIssuer));
        assert!(matches!(unknown, Advice(_)), "a school's own may be known to its browsers: {unknown:?}");
    }

    #[test]
    fn callers_that_count_as_one_are_noticed() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        assert!(matches!(forwarded(ip("127.0.0.1"), None, true), Some(Fault(_))));
        assert!(matches!(forwarded(ip("10.0.0.2"), Some(ip("10.0.0.2")), true), Some(Fault(_))));
        assert_eq!(forwarded(ip("198.51.100.7"), Some(ip("10.0.0.2")), true), None);
        assert_eq!(forwarded(ip("127.0.0.1"), None, false), None);
    }
}
