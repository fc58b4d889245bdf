//! Who has White (article 5.2).

use super::cards::{Card, Strength};
use crate::round::ColourRule;
use crate::tournament::Colour;

/// The colour of the higher ranked of two, and the rule that gave it.
pub(super) fn allocate(higher: &Card, lower: &Card, initial: Colour) -> (Colour, ColourRule) {
    let (own, theirs) = match (higher.preference, lower.preference) {
        (None, None) => {
            let colour = if higher.number % 2 == 1 { initial } else { initial.other() };
            return (colour, ColourRule::Parity);
        }
        (Some(own), None) => return (own, ColourRule::Both),
        (None, Some(theirs)) => return (theirs.other(), ColourRule::Both),
        (Some(own), Some(theirs)) => (own, theirs),
    };
    if own != theirs {
        return (own, ColourRule::Both);
    }
    if higher.strength != lower.strength {
        let colour = if higher.strength > lower.strength { own } else { own.other() };
        return (colour, ColourRule::Stronger);
    }
    if higher.strength == Strength::Absolute && higher.difference.abs() != lower.difference.abs() {
        let colour = if higher.difference.abs() > lower.difference.abs() { own } else { own.other() };
        return (colour, ColourRule::Wider);
    }
    let mut history = higher.colours.iter().rev().zip(lower.colours.iter().rev());
    match history.find(|(own, theirs)| own != theirs) {
        Some((last, _)) => (last.other(), ColourRule::Alternate),
        None => (own, ColourRule::Higher),
    }
}
