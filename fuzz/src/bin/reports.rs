//! A report of a tournament (TRF): one that is read is written, read again and written as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rookery_pairings::trf::Report;

fuzz_target!(|text: &str| {
    let Ok(report) = Report::read(text) else { return };
    let written = report.write();
    let again = Report::read(&written).expect("its own text");
    assert_eq!(again.write(), written);
});
