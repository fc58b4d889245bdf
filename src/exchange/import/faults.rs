//! All that is wrong with a line: it is read to its end, so that whoever mends a file mends each of its lines once.

use super::lines::File;
use super::{Refused, unreadable};
use crate::error::Act;

/// What is wrong, and the Act it breaks, if any.
pub type Fault = (String, &'static str);

#[derive(Debug, Default)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// What was read; nothing where it could not be, and the fault is kept.
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
        let mut refused = unreadable(file, line, "");
        for (detail, act) in self.0 {
            refused.detail = after(&refused.detail, &detail);
            if !act.is_empty() && !refused.acts.contains(&Act::new(act)) {
                refused.acts.push(Act::new(act));
            }
        }
        refused
    }
}

/// One fault after another; a semicolon stands after what is no sentence.
pub fn after(first: &str, second: &str) -> String {
    let stop = match first.chars().next_back() {
        None => return second.to_owned(),
        Some('.' | '?' | '!') => "",
        Some(_) => ";",
    };
    format!("{first}{stop} {second}")
}
