//! Calendars that other calendars subscribe to (iCalendar, RFC 5545): how their lines are written. Pure.

use chrono::NaiveDateTime;

/// Octets of a line before it is folded.
const LINE: usize = 75;

/// A text as a value.
pub fn escaped(text: &str) -> String {
    let one_sign_a_line = text.replace("\r\n", "\n").replace('\r', "\n");
    one_sign_a_line.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,").replace('\n', "\\n")
}

/// A line, folded where it is too long; never within a letter.
pub fn line(calendar: &mut String, text: &str) {
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

/// An instant.
pub fn utc(at: NaiveDateTime) -> String {
    at.format("%Y%m%dT%H%M%SZ").to_string()
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
        assert_eq!(escaped("one\r\ntwo\rSTATUS:CANCELLED"), "one\\ntwo\\nSTATUS:CANCELLED", "no line of its own");
    }
}
