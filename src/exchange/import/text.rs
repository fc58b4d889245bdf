//! The text of a file as UTF-8, however the program that saved it writes letters.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

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

/// Whether a file is a spreadsheet's own (a ZIP archive, or the older form of Excel) and no text.
pub fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"\xd0\xcf\x11\xe0")
}

#[cfg(test)]
mod tests {
    use super::*;

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
