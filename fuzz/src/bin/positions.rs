//! A position of chess as FEN: one that is read is written and read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rookery_club::games::record::Record;

fuzz_target!(|text: &str| {
    let Ok(record) = Record::read(None, Some(text), None) else { return };
    let written = record.last_position().expect("a position that was read");
    let again = Record::read(None, Some(&written), None).expect("a position that was written");
    assert_eq!(again.last_position(), Some(written));
});
