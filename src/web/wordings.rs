//! The Acts in the words that hold now: what a page shows behind its *Why?*.

use std::collections::HashMap;

use crate::error::Act;

/// What an Act says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    pub text: String,
    /// Whether these are the words that the program ships, which are English.
    pub is_shipped: bool,
}

/// The Acts in force, each with its words.
#[derive(Debug, Default)]
pub struct Wordings(HashMap<Act, Wording>);

impl Wordings {
    pub fn of(&self, act: &Act) -> Option<&Wording> {
        self.0.get(act)
    }
}

impl FromIterator<(Act, Wording)> for Wordings {
    fn from_iter<I: IntoIterator<Item = (Act, Wording)>>(acts: I) -> Wordings {
        Wordings(acts.into_iter().collect())
    }
}
