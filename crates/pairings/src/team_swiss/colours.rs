//! Which of two teams has White on the first board (article 4).

use super::cards::Card;
use crate::round::ColourRule;
use crate::tournament::Colour;

/// The colour of the first of two, and the rule that gave it.
pub(super) fn allocate(first: &Card, second: &Card, initial: Colour) -> (Colour, ColourRule) {
    if first.colours.is_empty() && second.colours.is_empty() {
        return (if first.number % 2 == 1 { initial } else { initial.other() }, ColourRule::Parity);
    }
    match (first.preference, second.preference) {
        (Some(own), None) => return (own.colour, ColourRule::Both),
        (None, Some(theirs)) => return (theirs.colour.other(), ColourRule::Both),
        (Some(own), Some(theirs)) if own.colour != theirs.colour => return (own.colour, ColourRule::Both),
        (Some(own), Some(theirs)) if own.strong != theirs.strong => {
            return (if own.strong { own.colour } else { own.colour.other() }, ColourRule::Stronger);
        }
        _ => {}
    }
    if first.difference != second.difference {
        let white = first.difference < second.difference;
        return (if white { Colour::White } else { Colour::Black }, ColourRule::Balance);
    }
    let mut history = first.colours.iter().rev().zip(second.colours.iter().rev());
    if let Some((last, _)) = history.find(|(own, theirs)| own != theirs) {
        return (last.other(), ColourRule::Alternate);
    }
    if let Some(own) = first.preference {
        return (own.colour, ColourRule::Higher);
    }
    // One of them has played, or the parity would have said it.
    let colour = match (first.colours.last(), second.colours.last()) {
        (Some(last), _) => last.other(),
        (None, Some(last)) => *last,
        (None, None) => initial,
    };
    (colour, ColourRule::Balance)
}
