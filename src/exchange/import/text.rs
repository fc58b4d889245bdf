//! The text of a file as UTF-8, however the program that saved it writes letters.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::csv::delimiter_of;
use super::rules::people::same;

/// UTF-8 as it is; UTF-16 where the file begins with its mark; else Windows-1252, in which spreadsheets save CSV. A file that
/// says it is UTF-8, or has a NUL and so is no text, stays as it is: what is wrong with it is told by its line.
pub fn utf8(bytes: &[u8]) -> Cow<'_, [u8]> {
    let encoding = match Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding,
        None if bytes.contains(&0) || std::str::from_utf8(bytes).is_ok() => UTF_8,
        None => WINDOWS_1252,
    };
    if encoding == UTF_8 {
        return Cow::Borrowed(bytes);
    }
    let (text, _, _) = encoding.decode(bytes);
    Cow::Owned(text.into_owned().into_bytes())
}

/// The text with a known name in the place of the written one, wherever that is a field or stands in quotes.
pub fn renamed(bytes: &[u8], written: &str, known: &str) -> Vec<u8> {
    let decoded = utf8(bytes);
    let Ok(text) = std::str::from_utf8(&decoded) else { return bytes.to_vec() };
    let first = text.lines().next().unwrap_or_default();
    let delimiter = char::from(delimiter_of(first.as_bytes()));
    let mut renamed = String::with_capacity(text.len());
    let (mut rest, mut is_quoted) = (text, false);
    loop {
        let ends = |sign: char| matches!(sign, '"' | '\r' | '\n') || (sign == delimiter && !is_quoted);
        let (field, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
        let name = field.trim();
        if !name.is_empty() && same(name, written) {
            renamed.push_str(&field.replace(name, known));
        } else {
            renamed.push_str(field);
        }
        let Some(sign) = after.chars().next() else { return renamed.into_bytes() };
        renamed.push(sign);
        is_quoted = sign == '"' && !is_quoted;
        rest = &after[sign.len_utf8()..];
    }
}

/// Whether a file is a spreadsheet's own (a ZIP archive, or the older form of Excel) and no text.
pub fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"\xd0\xcf\x11\xe0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gives_way_to_a_known_one_where_it_is_the_whole_field() {
        for (text, told) in [
            ("white,black\nAnne Ash,Ben\nBen, anne  ash \r\n", "white,black\nAnn Ash,Ben\nBen, Ann Ash \r\n"),
            ("white;black\nAsh, Anne;\"Ash, Anne\"\n", "white;black\nAnn Ash;\"Ann Ash\"\n"),
            ("white,black\n\"Ash, Anne\",Anne Ashby\n", "white,black\n\"Ann Ash\",Anne Ashby\n"),
            ("[White \"Anne Ash\"]\n[Site \"Anne Ash's\"]", "[White \"Ann Ash\"]\n[Site \"Anne Ash's\"]"),
            ("Anne Ash", "Ann Ash"),
        ] {
            let renamed = String::from_utf8(renamed(text.as_bytes(), "Anne Ash", "Ann Ash")).unwrap();
            assert_eq!(renamed, told);
        }
    }

    #[test]
    fn letters_are_read_in_any_of_the_usual_ways() {
        let read = |bytes: &[u8]| String::from_utf8(utf8(bytes).into_owned()).ok();
        let told = |text: &str| Some(text.to_owned());
        assert_eq!(read("Jörg".as_bytes()), told("Jörg"));
        assert_eq!(read(b"J\xf6rg \x8a\x80"), told("Jörg Š€"));
        assert_eq!(read(b"\xff\xfeJ\0\xf6\0"), told("Jö"));
        assert_eq!(read(b"\xfe\xff\0J\0\xf6"), told("Jö"));
        assert_eq!(read(b"\x89PNG\0"), None, "no text");
        assert_eq!(read(b"\xef\xbb\xbfJ\xf6rg"), None, "it says that it is UTF-8");
    }
}
