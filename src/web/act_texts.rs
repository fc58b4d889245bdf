//! The Acts in the words that hold now: what a page shows behind its *Why?*.

use std::collections::HashMap;

use super::catalogue::Language;
use crate::error::Act;

/// What an Act says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActText {
    pub text: String,
    /// Whether these are the words that the program ships, which are English.
    pub is_shipped: bool,
    /// What these words say in other languages, to read along; empty if the club wrote them.
    pub translations: Vec<(Language, String)>,
}

/// The Acts in force, each with its words.
#[derive(Debug, Default)]
pub struct ActTexts(HashMap<Act, ActText>);

impl ActTexts {
    pub fn of(&self, act: &Act) -> Option<&ActText> {
        self.0.get(act)
    }
}

impl FromIterator<(Act, ActText)> for ActTexts {
    fn from_iter<I: IntoIterator<Item = (Act, ActText)>>(acts: I) -> ActTexts {
        ActTexts(acts.into_iter().collect())
    }
}
