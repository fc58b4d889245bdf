//! Which of two rules prevails (rules 112 and 213, A9), should people find that they conflict.

use super::references;
use super::rulebook::{Rule, Rulebook};
use serde::Serialize;

/// What decides between two rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Rule 112.
    Immutability,
    /// Rule 213: one of them says so of itself.
    Claim,
    /// Rule 213: the lower number.
    Number,
}

/// The prevailing rule's number, and why. Whether the two conflict at all is for people to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Prevails {
    /// The number of the rule that prevails.
    pub rule: u32,
    /// Why.
    pub ground: Ground,
    /// A claim speaks of a type of rule: whether the other is of that type is for a Judge.
    pub for_a_judge: bool,
}

/// What a rule says of itself about another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    Over,
    Under,
}

/// Which of two rules in `book` prevails.
pub fn prevails(book: &Rulebook, one: u32, other: u32) -> Option<Prevails> {
    let (a, b) = (book.numbered(one)?, book.numbered(other)?);
    let answer = |rule: &Rule, ground, for_a_judge| Some(Prevails { rule: rule.current().label, ground, for_a_judge });
    if a.current().immutable != b.current().immutable {
        return answer(if a.current().immutable { a } else { b }, Ground::Immutability, false);
    }
    let (of_a, open_a) = claims(a, other);
    let (of_b, open_b) = claims(b, one);
    let for_a = of_a.contains(&Claim::Over) || of_b.contains(&Claim::Under);
    let for_b = of_b.contains(&Claim::Over) || of_a.contains(&Claim::Under);
    match (for_a, for_b) {
        (true, false) => answer(a, Ground::Claim, open_b),
        (false, true) => answer(b, Ground::Claim, open_a),
        _ => answer(if one <= other { a } else { b }, Ground::Number, open_a || open_b),
    }
}

/// What `rule` claims about rule `other` by its number, and whether it claims anything about a type of rule.
fn claims(rule: &Rule, other: u32) -> (Vec<Claim>, bool) {
    let text = rule.current().text.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    let (mut named, mut of_a_type) = (Vec::new(), false);
    for sentence in text.split(". ") {
        let lower = sentence.to_lowercase();
        let of_itself = lower.starts_with("this ") || lower.contains(", this ") || lower.contains(" this rule ");
        let claim = if lower.contains("precedence over") {
            Claim::Over
        } else if lower.contains("defers to") {
            Claim::Under
        } else {
            continue;
        };
        let numbers = references::find(sentence);
        if !of_itself {
            continue;
        }
        if numbers.iter().any(|(_, number)| *number == other) {
            named.push(claim);
        }
        of_a_type |= numbers.is_empty();
    }
    (named, of_a_type)
}
