//! Why something was not accepted, and under which rule.

use std::fmt;

/// A token that was refused; the game is as it was. `rule` is a section of the contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The section of the contract.
    pub rule: &'static str,
    /// What is wrong, for people.
    pub message: String,
}

impl Refusal {
    /// A refusal under a section of the contract.
    pub fn new(rule: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { rule, message: message.into() }
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
pub struct InvalidPosition(pub String);

impl InvalidPosition {
    /// What is wrong with it, for people.
    pub fn new(detail: impl Into<String>) -> InvalidPosition {
        InvalidPosition(detail.into())
    }
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InvalidPosition {}
