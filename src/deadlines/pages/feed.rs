//! One's own calendar as phones subscribe to it (iCalendar, RFC 5545): when the club meets, and what is due. Pure. It names
//! nobody, as its address may get into other hands.

use std::collections::BTreeSet;

use chrono::{NaiveDateTime, TimeDelta};
use chrono_tz::Tz;
use rookery_messages::Message;

use crate::club::Club;
use crate::config::host_of;
use crate::deadlines::Deadline;
use crate::http::calendar::{escaped, line, utc};
use crate::sessions::{self, Session};
use crate::web::catalogue::Language;
use crate::web::places::{Place, Thing};

/// Whose clock, words and address a calendar is written with.
pub struct Style<'a> {
    pub club: &'a Club,
    /// The service's own address, without a `/` at its end.
    pub url: &'a str,
    pub zone: Tz,
    pub language: Language,
}

/// The calendar, made at an instant.
pub fn calendar(style: &Style, sessions: &[Session], due: &[Deadline], made_at: NaiveDateTime) -> String {
    let host = host_of(style.url);
    let mut calendar = String::new();
    for text in
        ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Rookery//Calendar//EN", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]
    {
        line(&mut calendar, text);
    }
    line(&mut calendar, &format!("X-WR-CALNAME:{}", escaped(style.club.name())));
    let say = |message: &Message| style.language.say(message);
    for session in sessions {
        sessions::feed::event(&mut calendar, session, style.club, &say, host, made_at);
    }
    // Two votes that end together are one entry.
    let mut told = BTreeSet::new();
    for due in due {
        let at = utc(due.told_at(style.zone));
        let id = format!("due-{}-{}-{at}@{host}", due.kind, due.subject);
        if told.insert(id.clone()) {
            due_by(&mut calendar, style, due, [&id, &utc(made_at)]);
        }
    }
    line(&mut calendar, "END:VCALENDAR");
    calendar
}

/// The half hour in which it is high time; keeps nobody busy.
const HIGH_TIME: TimeDelta = TimeDelta::minutes(30);

/// What is due, as the last half hour for it. Of a table it says the number: its name may be somebody's.
fn due_by(calendar: &mut String, style: &Style, due: &Deadline, [id, made_at]: [&str; 2]) {
    let text = |kind: &str| style.language.word(kind, due.kind).to_string();
    let place = super::place(due);
    let table = match place.as_ref().and_then(Place::thing) {
        Some((Thing::Table, number)) => Some(style.language.t("table-number").with("number", number).to_string()),
        _ => None,
    };
    let title = [Some(text("deadline")), table].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let event = [
        "BEGIN:VEVENT".to_owned(),
        format!("UID:{id}"),
        format!("DTSTAMP:{made_at}"),
        format!("DTSTART:{}", utc(due.end() - HIGH_TIME)),
        format!("DTEND:{}", utc(due.end())),
        format!("SUMMARY:{}", escaped(&title)),
        format!("DESCRIPTION:{}", escaped(&text("deadline-then"))),
        "TRANSP:TRANSPARENT".to_owned(),
    ];
    for text in event {
        line(calendar, &text);
    }
    if let Some(place) = place {
        line(calendar, &format!("URL:{}{}", style.url, place.address));
    }
    line(calendar, "END:VEVENT");
}
