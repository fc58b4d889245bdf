//! Rule-changes (rule 103) as they are proposed, and why one may be impossible.

use super::citations::law;
use super::edits::{self, Edit, Marks};
use super::rulebook::RuleId;
use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};

/// New words for a rule: a list of edits, or the whole text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rewording {
    /// Edits, in order.
    Edits(Vec<Edit>),
    /// Paragraphs of a new text.
    Text(Vec<String>),
}

impl Rewording {
    /// The new text that comes of `paragraphs`.
    pub fn apply(&self, paragraphs: &[String], marks: Marks) -> Result<Vec<String>, Message> {
        match self {
            Self::Text(text) => Ok(text.clone()),
            Self::Edits(list) => edits::apply(paragraphs, list, marks).map_err(|problem| problem.message()),
        }
    }

    /// The same with `change` applied to every string in it.
    pub fn map_text(&self, change: impl Fn(&str) -> String) -> Self {
        match self {
            Self::Text(text) => Self::Text(text.iter().map(|paragraph| change(paragraph)).collect()),
            Self::Edits(list) => Self::Edits(edits::map_text(list, change)),
        }
    }

    /// Every piece of text in it.
    pub fn strings(&self) -> Vec<&str> {
        match self {
            Self::Text(text) => text.iter().map(String::as_str).collect(),
            Self::Edits(list) => list
                .iter()
                .flat_map(|edit| match edit {
                    Edit::Replace { old, with } => vec![old.as_str(), with],
                    Edit::InsertAfter { anchor, text } => vec![anchor.as_str(), text],
                    Edit::AppendParagraph { text } => vec![text.as_str()],
                    Edit::Delete { old } => vec![old.as_str()],
                })
                .collect(),
        }
    }
}

/// A rule-change (rule 103) with numbers as the proposer wrote them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// A new rule.
    Enact {
        /// Its paragraphs.
        text: Vec<String>,
        /// Whether it is to be immutable.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        immutable: bool,
    },
    /// Other words for a rule.
    Amend {
        /// The rule's number.
        rule: u32,
        /// The words.
        how: Rewording,
    },
    /// A rule goes.
    Repeal {
        /// The rule's number.
        rule: u32,
    },
    /// An immutable rule becomes mutable, or a mutable one immutable.
    Transmute {
        /// The rule's number.
        rule: u32,
    },
    /// An adopted amendment goes.
    RepealAmendment {
        /// The amendment's number.
        amendment: u32,
    },
    /// Other words for an adopted amendment.
    AmendAmendment {
        /// The amendment's number.
        amendment: u32,
        /// The words.
        how: Rewording,
    },
    /// A repealed rule comes back.
    Reenact {
        /// The rule's number.
        rule: u32,
        /// Its paragraphs, if they are to be others than before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<Vec<String>>,
    },
}

impl Change {
    /// Every piece of text in it.
    pub fn strings(&self) -> Vec<&str> {
        match self {
            Self::Enact { text, .. } | Self::Reenact { text: Some(text), .. } => {
                text.iter().map(String::as_str).collect()
            }
            Self::Amend { how, .. } | Self::AmendAmendment { how, .. } => how.strings(),
            _ => Vec::new(),
        }
    }

    /// Whether it changes what a rule says.
    pub fn rewords(&self) -> bool {
        !matches!(self, Self::Repeal { .. } | Self::Transmute { .. } | Self::Reenact { text: None, .. })
    }
}

/// What a change acts on, found when it was proposed: numbers may move before it takes effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// A new rule.
    New,
    /// This rule.
    Rule(RuleId),
    /// The amendment at this place in the book.
    Amendment(usize),
}

/// Why a change cannot be made: proposed so, or no longer possible when it comes to take effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The rule of this number is immutable.
    Immutable(u32),
    /// Anything else, in words.
    Other(Message),
}

impl Problem {
    /// Why, as people read it.
    pub fn message(self) -> Message {
        match self {
            Self::Immutable(label) => {
                say!(
                    "rule {label} is immutable: it can be transmuted, not amended or repealed (rule {r103})",
                    label,
                    r103 = law(103)
                )
            }
            Self::Other(why) => why,
        }
    }
}
