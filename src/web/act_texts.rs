//! The Acts in the words that hold now: what a page shows behind its *Why?*.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

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
    /// The same in plain words, where the rulebook has them and the club kept the Act.
    pub plain: Option<Plain>,
}

/// An answer of the rulebook, made of the house rules in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    /// The word of its question in the catalogue.
    pub word: &'static str,
    /// House rules by name.
    pub rules: Arc<[(String, Value)]>,
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
