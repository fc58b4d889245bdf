//! A game of chess in PGN: read or refused, and a file of games read to its end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rookery_club::games::archive::Archive;
use rookery_club::games::moves::Moves;
use rookery_club::games::record::Record;

fuzz_target!(|text: &[u8]| {
    drop(Moves::read(text));
    for game in Archive::new(text).take(20) {
        drop(game.tags());
    }
    if let Ok(text) = std::str::from_utf8(text) {
        drop(Record::read(Some(text), None, None));
    }
});
