//! Collects all faults of a line, not only the first, so that a line needs to be mended only once.

use rookery_messages::{Join, Message, Value, say};

use super::lines::File;
use super::{Refused, unreadable};
use crate::error::{Act, quoted};

/// What is wrong, and the Act it breaks, if any.
pub type Fault = (Message, &'static str);

#[derive(Debug, Default)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// What was read; `None` if it could not be, and the fault is kept.
    pub fn keep<T>(&mut self, read: Result<T, Fault>) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(fault) => {
                self.0.push(fault);
                None
            }
        }
    }

    /// The line's one refusal, however much is wrong with it: reports count lines.
    pub fn refused(self, file: &File, line: u64) -> Refused {
        let mut acts: Vec<Act> = Vec::new();
        for act in self.0.iter().map(|(_, act)| Act::new(act)).filter(|act| !act.0.is_empty()) {
            if !acts.contains(&act) {
                acts.push(act);
            }
        }
        let detail = self.0.into_iter().map(|(detail, _)| detail).reduce(after);
        Refused { acts, ..unreadable(file, line, &detail.unwrap_or_else(|| Message::joined(Join::Sentences, []))) }
    }
}

/// One fault after another; a semicolon stands after what is no sentence.
pub fn after(first: Message, second: Message) -> Message {
    let is_sentence = first.to_string().ends_with(['.', '?', '!']);
    Message::joined(if is_sentence { Join::Sentences } else { Join::Semicolons }, [first, second])
}

/// A word that is none of those which a column or a tag may have.
pub fn unknown_word(place: Value, told: &str, words: impl IntoIterator<Item = &'static str>) -> Message {
    let (told, words) = (quoted(told), Value::list(Join::Commas, words));
    say!("{place}: {told} is not one of: {words}", place, told, words)
}
