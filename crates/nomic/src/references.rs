//! References to rules inside text (rule 110): found, and rewritten when a number changes.
//!
//! A reference is `Rule 204`, or any member of a list after the plural: `Rules 203, 205 nor 207`. Ranges
//! (`Rules 101-118`), bare numbers and `the 100's` are not references (A7).

use std::ops::Range;

/// Every reference in `text`, as the bytes of its number and the number.
pub fn find(text: &str) -> Vec<(Range<usize>, u32)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at + 4 <= bytes.len() {
        let starts = bytes[at..at + 4].eq_ignore_ascii_case(b"rule")
            && (at == 0 || !(bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'-'));
        if !starts {
            at += 1;
            continue;
        }
        let plural = bytes.get(at + 4).is_some_and(|b| b.eq_ignore_ascii_case(&b's'));
        let word = at + 4 + usize::from(plural);
        let first = skip_space(bytes, word);
        at = word;
        if first == word {
            continue;
        }
        let mut member = first;
        while let Some((end, number)) = number_at(bytes, member) {
            if let Some(number) = number {
                found.push((member..number.1, number.0));
            }
            at = end;
            match next_member(bytes, end) {
                Some(next) if plural => member = next,
                _ => break,
            }
        }
    }
    found
}

/// `text` with each referenced number that `renumber` answers for replaced; `None` if nothing changes.
pub fn rewrite(text: &str, renumber: impl Fn(u32) -> Option<u32>) -> Option<String> {
    let mut result = String::new();
    let mut copied = 0;
    for (place, number) in find(text) {
        if let Some(new) = renumber(number).filter(|new| *new != number) {
            result.push_str(&text[copied..place.start]);
            result.push_str(&new.to_string());
            copied = place.end;
        }
    }
    (copied > 0).then(|| result + &text[copied..])
}

fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
        at += 1;
    }
    at
}

/// A number at `at`: where the list goes on after it, and the number with its own end unless it is part of a range.
fn number_at(bytes: &[u8], at: usize) -> Option<(usize, Option<(u32, usize)>)> {
    let end = digits_end(bytes, at)?;
    let number = std::str::from_utf8(&bytes[at..end]).ok()?.parse().ok()?;
    if let Some(last) = range_end(bytes, end) {
        return Some((last, None));
    }
    let rest = &bytes[end..];
    let decimal = rest.first() == Some(&b'.') && rest.get(1).is_some_and(u8::is_ascii_digit);
    let joined = rest.first().is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'\'');
    let curly = rest.starts_with("’".as_bytes());
    (!decimal && !joined && !curly).then_some((end, Some((number, end))))
}

fn digits_end(bytes: &[u8], at: usize) -> Option<usize> {
    let length = bytes.get(at..)?.iter().take_while(|b| b.is_ascii_digit()).count();
    (1..=9).contains(&length).then_some(at + length)
}

fn range_end(bytes: &[u8], end: usize) -> Option<usize> {
    let dash = skip_space(bytes, end);
    let marks: [&[u8]; 5] = [b"-", "–".as_bytes(), "—".as_bytes(), b"to ", b"through "];
    let mark = marks.iter().find(|mark| bytes[dash..].starts_with(mark))?;
    digits_end(bytes, skip_space(bytes, dash + mark.len()))
}

/// Where the next list member's number starts, after `,`, `and`, `or`, `nor`, `&` and their mixtures.
fn next_member(bytes: &[u8], end: usize) -> Option<usize> {
    let mut at = skip_space(bytes, end);
    let comma = bytes.get(at) == Some(&b',');
    if comma {
        at = skip_space(bytes, at + 1);
    }
    let word = [&b"and/or"[..], b"and", b"nor", b"or", b"&"]
        .into_iter()
        .find(|word| bytes[at..].len() > word.len() && bytes[at..at + word.len()].eq_ignore_ascii_case(word));
    if let Some(word) = word {
        at = skip_space(bytes, at + word.len());
    } else if !comma {
        return None;
    }
    bytes.get(at).is_some_and(u8::is_ascii_digit).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<u32> {
        find(text).into_iter().map(|(_, number)| number).collect()
    }

    #[test]
    fn lists_and_single_references_are_found() {
        assert_eq!(numbers("due to Rule 109 or otherwise"), [109]);
        assert_eq!(numbers("Rules 301, 302, and 304 with rule\n203."), [301, 302, 304, 203]);
        assert_eq!(numbers("neither rules 203, 205 nor 207 apply; Rule 107, 5 days"), [203, 205, 207, 107]);
    }

    #[test]
    fn ranges_bare_numbers_and_centuries_are_left_alone() {
        for text in [
            "Rules 101-118 (immutable)",
            "Rules 201 to 215",
            "rules in the 100's",
            "Rule 100’s",
            "first to 200 points",
            "Rule-changes 301",
            "R-290",
            "Rule 3.5",
            "misrule 203",
            "Rules 101–118",
        ] {
            assert!(numbers(text).is_empty(), "{text}");
        }
        assert_eq!(numbers("Rules 201, 101-118 and 203"), [201, 203]);
    }

    #[test]
    fn rewriting_is_simultaneous() {
        let swap = |number| match number {
            203 => Some(204),
            204 => Some(203),
            _ => None,
        };
        assert_eq!(rewrite("Rules 203 and 204; 203 times", swap).as_deref(), Some("Rules 204 and 203; 203 times"));
        assert_eq!(rewrite("Rule 205", swap), None);
    }
}
