//! A message in a thread of Nomic: a play, talk, or why it is not understood, in the first edition and the latest.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rookery_nomic::edition::Edition;
use rookery_nomic::lines;
use rookery_nomic::plays::Thread;

fuzz_target!(|text: &str| {
    for edition in [Edition::First, Edition::LATEST] {
        for thread in [Thread::Voting, Thread::Points, Thread::Discussion, Thread::Drafts] {
            drop(lines::parse(edition, thread, text));
        }
    }
});
