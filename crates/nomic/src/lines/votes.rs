//! Votes as lines: `Vote: Yes (301)`, and the other words for the same.

use super::Ear;
use crate::plays::Play;

/// What follows “Vote:”.
pub(super) fn vote(ear: Ear, rest: &str) -> Option<Play> {
    if ear.is_free() {
        return vote_in_words(ear, rest);
    }
    let (word, number) = match rest.split_once(' ') {
        Some((word, number)) => (word, Some(number.trim().strip_prefix('(')?.strip_suffix(')')?.parse().ok()?)),
        None => (rest, None),
    };
    let yes = if ear.hears(word, "Yes") {
        true
    } else if ear.hears(word, "No") {
        false
    } else {
        return None;
    };
    Some(Play::Vote { proposal: number, yes })
}

/// `Yes`, `no (301).`, `Yes on proposal 301`, in the ninth edition also `in favour of 301` and `against`: yes or no, and at
/// the most which proposal it is about.
fn vote_in_words(ear: Ear, rest: &str) -> Option<Play> {
    let mut words = rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    let yes = match words.next()?.to_lowercase().as_str() {
        "yes" => true,
        "no" => false,
        "for" | "ja" | "dafür" if ear.is_quick() => true,
        "against" | "nein" | "dagegen" if ear.is_quick() => false,
        "in" if ear.is_quick() => {
            words.next().filter(|word| ["favour", "favor"].iter().any(|known| word.eq_ignore_ascii_case(known)))?;
            words.next_if(|word| word.eq_ignore_ascii_case("of"));
            true
        }
        _ => return None,
    };
    if ear.is_quick() {
        words.next_if(|word| word.eq_ignore_ascii_case("it"));
    }
    let about = ["on", "for", "proposal", "rule", "change", "number"];
    let mut rest = words.filter(|word| !about.iter().any(|known| word.eq_ignore_ascii_case(known)));
    let proposal = rest.next().map(str::parse).transpose().ok()?;
    rest.next().is_none().then_some(Play::Vote { proposal, yes })
}

/// A vote without “Vote:” before it: `Yes.`, in the third edition also `I vote no` and `Yes (301)`.
pub(super) fn word_of_a_vote(ear: Ear, line: &str) -> Option<Play> {
    if !ear.is_free() {
        return vote(ear, line).filter(|_| !line.contains(' '));
    }
    let known = ["I vote ", "Vote ", "I am ", "I’m ", "I'm ", "Ich bin ", "Ich stimme "];
    let known = if ear.is_quick() { &known[..] } else { &known[..2] };
    let said = known.iter().find_map(|words| ear.after(line, words));
    vote(ear, said.unwrap_or(line))
}
