//! Why something was not accepted, and under which rule.

use std::fmt;

use rookery_messages::{Message, Value};

/// A token that was refused; the game is as it was. `rule` is a section of the contract.
///
/// In every message of this crate the places `seat` and `of` hold the letter of a [`Seat`](crate::Seat).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The section of the contract.
    pub rule: &'static str,
    /// What is wrong, for people.
    pub message: Message,
}

impl Refusal {
    /// A refusal under a section of the contract.
    pub fn new(rule: &'static str, message: Message) -> Refusal {
        Refusal { rule, message }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.rule)
    }
}

impl std::error::Error for Refusal {}

/// A position that cannot be: what is wrong with it (5.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidPosition(pub Message);

impl InvalidPosition {
    /// What is wrong with it, for people.
    pub fn new(detail: Message) -> InvalidPosition {
        InvalidPosition(detail)
    }
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::error::Error for InvalidPosition {}

/// What somebody wrote, in quotation marks.
pub(super) fn quoted(text: impl fmt::Debug) -> Value {
    Value::text(format_args!("{text:?}"))
}
