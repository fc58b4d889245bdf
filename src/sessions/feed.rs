//! The calendar of sessions as other calendars subscribe to it (iCalendar, RFC 5545). Pure.

use chrono::NaiveDateTime;
use rookery_messages::Message;

use super::Session;
use crate::club::Club;
use crate::fields;
use crate::http::calendar::{escaped, line, utc};
use crate::http::problem::Say;

/// The sessions as a calendar in the reader's language; `host` makes their ids the club's own.
pub fn calendar(sessions: &[Session], club: &Club, say: Say<'_>, host: &str, made_at: NaiveDateTime) -> String {
    let mut calendar = String::new();
    for text in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Rookery//Sessions//EN"] {
        line(&mut calendar, text);
    }
    line(&mut calendar, &format!("X-WR-CALNAME:{}", escaped(club.name())));
    for session in sessions {
        event(&mut calendar, session, club, say, host, made_at);
    }
    line(&mut calendar, "END:VCALENDAR");
    calendar
}

/// A session of the club.
pub fn event(calendar: &mut String, session: &Session, club: &Club, say: Say<'_>, host: &str, made_at: NaiveDateTime) {
    line(calendar, "BEGIN:VEVENT");
    line(calendar, &format!("UID:session-{}@{host}", session.id));
    line(calendar, &format!("DTSTAMP:{}", utc(made_at)));
    line(calendar, &format!("DTSTART:{}", utc(session.starts_at)));
    line(calendar, &format!("DTEND:{}", utc(session.ends_at)));
    line(calendar, &format!("SUMMARY:{}", escaped(club.name())));
    line(calendar, &format!("LOCATION:{}", escaped(&club.where_is(&say(&fields::in_room(&session.room))))));
    if session.is_cancelled() {
        line(calendar, "STATUS:CANCELLED");
    }
    if let Some(reason) = &session.cancel_reason {
        line(calendar, &format!("DESCRIPTION:{}", escaped(&say(&Message::from(reason)))));
    }
    line(calendar, "END:VEVENT");
}
