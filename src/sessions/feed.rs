//! The calendar of sessions as other calendars subscribe to it (iCalendar, RFC 5545). Pure.

use chrono::NaiveDateTime;

use super::Session;

/// Octets of a line before it is folded.
const LINE: usize = 75;

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,").replace('\n', "\\n")
}

/// A line, folded where it is too long; never within a letter.
fn line(calendar: &mut String, text: &str) {
    let mut length = 0;
    for letter in text.chars() {
        if length + letter.len_utf8() > LINE {
            calendar.push_str("\r\n ");
            length = 1;
        }
        calendar.push(letter);
        length += letter.len_utf8();
    }
    calendar.push_str("\r\n");
}

fn utc(at: NaiveDateTime) -> String {
    at.format("%Y%m%dT%H%M%SZ").to_string()
}

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
            line(&mut calendar, &format!("DESCRIPTION:{}", escaped(reason)));
        }
        line(&mut calendar, "END:VEVENT");
    }
    line(&mut calendar, "END:VCALENDAR");
    calendar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_folded_between_letters_and_signs_escaped() {
        let mut text = String::new();
        line(&mut text, &"ü".repeat(80));
        assert!(text.split("\r\n").all(|part| part.len() <= LINE), "{text}");
        assert_eq!(text.replace("\r\n ", "").trim_end(), "ü".repeat(80));
        assert_eq!(escaped("Hall; upstairs, left\\right\n"), "Hall\\; upstairs\\, left\\\\right\\n");
    }
}
