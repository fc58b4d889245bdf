//! Party Chess: a request as programs send it, with a position and plays; each gets an answer.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rookery_party_chess::analysis;
use serde_json::Value;

/// Enough for a play, too little for a search that takes long.
const MOST: u64 = 100_000;

fuzz_target!(|text: &[u8]| {
    let Ok(request) = serde_json::from_slice::<Value>(text) else { return };
    assert!(analysis::answer(&request, MOST).is_object());
});
