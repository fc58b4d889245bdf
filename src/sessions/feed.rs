//! The calendar of sessions as other calendars subscribe to it (iCalendar, RFC 5545). Pure.

use chrono::NaiveDateTime;

use super::Session;
use crate::http::calendar::{escaped, line, utc};

/// The sessions as a calendar; `host` makes their ids the club's own.
pub fn calendar(sessions: &[Session], host: &str, made_at: NaiveDateTime) -> String {
    let mut calendar = String::new();
    for text in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Rookery//Sessions//EN", "X-WR-CALNAME:Chess club"] {
        line(&mut calendar, text);
    }
    for session in sessions {
        line(&mut calendar, "BEGIN:VEVENT");
        line(&mut calendar, &format!("UID:session-{}@{host}", session.id));
        line(&mut calendar, &format!("DTSTAMP:{}", utc(made_at)));
        line(&mut calendar, &format!("DTSTART:{}", utc(session.starts_at)));
        line(&mut calendar, &format!("DTEND:{}", utc(session.ends_at)));
        line(&mut calendar, "SUMMARY:Chess club");
        line(&mut calendar, &format!("LOCATION:{}", escaped(&session.room)));
        if session.is_cancelled() {
            line(&mut calendar, "STATUS:CANCELLED");
        }
        if let Some(reason) = &session.cancel_reason {
            line(&mut calendar, &format!("DESCRIPTION:{}", escaped(&reason.to_string())));
        }
        line(&mut calendar, "END:VEVENT");
    }
    line(&mut calendar, "END:VCALENDAR");
    calendar
}
