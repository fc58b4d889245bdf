//! Cells of CSV files that a spreadsheet would take for formulas: written with an apostrophe before them, which is what
//! spreadsheets expect of text, and read back without it. Pure.

use std::borrow::Cow;

/// Whether a spreadsheet would take a cell for a formula. A number is no formula.
fn is_formula(cell: &str) -> bool {
    let begins = |first| {
        matches!(first, '=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '\u{ff1d}' | '\u{ff0b}' | '\u{ff0d}' | '\u{ff20}')
    };
    cell.starts_with(begins) && !is_number(cell)
}

/// `-15`, `+2.5`: with nothing in it that is no digit but one point.
fn is_number(cell: &str) -> bool {
    let unsigned = cell.strip_prefix(['+', '-']).unwrap_or(cell);
    let (whole, parts) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    [whole, parts].iter().all(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()))
}

/// A cell as it is written. One that begins with apostrophes before such a sign gets one more, so that no two cells are
/// written alike.
pub fn written(cell: &str) -> Cow<'_, str> {
    if is_formula(cell.trim_start_matches('\'')) { format!("'{cell}").into() } else { cell.into() }
}

/// The same cell as it is read.
pub fn read(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if is_formula(rest.trim_start_matches('\'')) => rest,
        _ => cell,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn formulas_are_text_and_numbers_stay_numbers() {
        for (cell, as_written) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("+44 20", "'+44 20"),
            ("-2+3", "'-2+3"),
            ("\t=1", "'\t=1"),
            ("\r=1", "'\r=1"),
            ("＝1", "'＝1"),
            ("'=1", "''=1"),
            ("-", "'-"),
            ("-.5", "'-.5"),
            ("-15", "-15"),
            ("+2.50", "+2.50"),
            ("1-0", "1-0"),
            ("'quoted'", "'quoted'"),
            ("Ann", "Ann"),
            ("", ""),
        ] {
            assert_eq!((written(cell).as_ref(), read(as_written)), (as_written, cell));
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_and_is_no_formula(cell in "['=+@\t\r0-9a.-]{0,6}|\\PC{0,12}") {
            let as_written = written(&cell);
            prop_assert_eq!(read(&as_written), cell.as_str());
            prop_assert!(!is_formula(&as_written));
        }
    }
}
