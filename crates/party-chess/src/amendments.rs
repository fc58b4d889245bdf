//! Rules added, amended and repealed in mid-game, and movements written by the umpire (1230.1 §3, section 8 of the contract).

use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};

use super::definitions::{BadRule, Captures, Line, Moves, Part, PartName, PieceRule, rule, word};
use super::square::SIDE;

/// A change of one rule in mid-game. What is left out stays as it was.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Amendment {
    /// N of 1230.N.
    pub rule: u16,
    /// Name of the kind; required for a new rule, otherwise it must be the rule's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Whether the rule is repealed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repealed: bool,
    /// New character.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character: Option<char>,
    /// New Material value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<u8>,
    /// Instance limit; 0 lifts it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u8>,
    /// New movement; an empty list makes the kind undefined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<Part>>,
}

/// Most kinds that a suite can hold.
const MOST_KINDS: usize = 64;

/// Most letters of a kind's name.
const LONGEST_NAME: usize = 24;

/// Most movements of a rule.
const MOST_PARTS: usize = 24;

/// Gives a rule this movement; an empty one leaves it undefined.
pub(super) fn set_parts(rule: &mut PieceRule, parts: &[Part]) -> Result<(), BadRule> {
    let last = SIDE as u8 - 1;
    if parts.len() > MOST_PARTS {
        return Err(BadRule(say!(
            "1230.{number}: {count} movements; a rule has at most {most}",
            number = rule.number,
            count = parts.len(),
            most = MOST_PARTS
        )));
    }
    if let Some(part) = parts.iter().find(|part| part.min == 0 || part.max < part.min || part.max > last) {
        let Part { min, max, .. } = part;
        return Err(BadRule(say!(
            "1230.{number}: a movement of {min} to {max} squares; it must be 1 ≤ min ≤ max ≤ {last}",
            number = rule.number,
            min = *min,
            max = *max,
            last
        )));
    }
    let line = |part: &Part| Line { directions: part.dirs, min: part.min, max: part.max, path: part.path };
    rule.moves = match parts {
        [] => Moves::Undefined,
        parts => Moves::Lines(parts.iter().map(line).collect()),
    };
    rule.captures = Captures::Lines(parts.iter().filter(|part| part.part == PartName::A).map(line).collect());
    Ok(())
}

/// Makes one change.
pub(super) fn amend(
    rules: &mut Vec<PieceRule>,
    repealed: &mut Vec<bool>,
    amendment: &Amendment,
) -> Result<(), BadRule> {
    let number = amendment.rule;
    let bad = |why: Message| Err(BadRule(say!("1230.{number}: {why}", number, why)));
    let place = match rules.iter().position(|rule| rule.number == number) {
        Some(place) => place,
        None if number <= 3 => return bad(say!("not the number of a piece rule")),
        None if rules.len() == MOST_KINDS => {
            return bad(say!("there are as many kinds as the board can tell apart"));
        }
        None => {
            let (Some(name), Some(character), Some(_), Some(_)) =
                (&amendment.kind, amendment.character, amendment.value, &amendment.parts)
            else {
                return bad(say!("a new rule needs kind, character, value and parts (1230.1 §3.A)"));
            };
            if name.chars().count() > LONGEST_NAME {
                return bad(say!("a kind has a name of at most 24 letters"));
            }
            if name.is_empty() || rules.iter().any(|rule| rule.name == *name) {
                return bad(say!("a new rule must define a kind of its own (1230.1 §3.A.i)"));
            }
            rules.push(PieceRule { number, ..rule(number, name, character, 0, Moves::Undefined) });
            repealed.push(false);
            rules.len() - 1
        }
    };
    let rule = &mut rules[place];
    if amendment.kind.as_ref().is_some_and(|name| *name != rule.name) {
        return bad(say!("it defines {kind}, not another kind", kind = word(&rule.name)));
    }
    if amendment.value.is_some_and(|value| value > 100) {
        return bad(say!("a value of at most 100 is needed"));
    }
    rule.character = amendment.character.unwrap_or(rule.character);
    rule.value = amendment.value.unwrap_or(rule.value);
    if let Some(limit) = amendment.limit {
        rule.limit = (limit > 0).then_some(limit);
    }
    if let Some(parts) = &amendment.parts {
        set_parts(rule, parts)?;
    }
    repealed[place] = amendment.repealed;
    Ok(())
}
