//! What players count beside points: quantities of players, of the game and of things, and what changes them.
//!
//! Rules supply both as parameters, one member for each name: `{"quantities": {"Treasury": {"of": "game"}}}`.

use super::{Parameters, is_within_limit};
use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What effects call the points of rule 209.
pub const POINTS: &str = "points";

/// Whose a quantity of the game is, where else a holder's name stands.
pub const GAME: &str = "game";

/// The longest list of quantities, of effects or of things.
const MOST: usize = 50;

/// The most changes of one effect.
const CHANGES: usize = 10;

/// Quantities by name.
pub type Quantities = BTreeMap<String, Quantity>;

/// Effects by name.
pub type Effects = BTreeMap<String, Effect>;

/// Something that is counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quantity {
    /// Who or what has some of it.
    pub of: Owners,
    /// How much each has to begin with.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub start: i64,
    /// Nobody has less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<i64>,
    /// Nobody has more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i64>,
    /// There are never more, all holders together, and nobody has less than none: of a card there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_all: Option<i64>,
}

/// Who or what has some of a quantity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Owners {
    /// Every player.
    Players,
    /// The game as a whole: a treasury, a counter.
    Game,
    /// Things of these names.
    Things(Vec<String>),
}

/// What changes quantities or points, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// When.
    pub on: Occasion,
    /// What changes then: all of it, or nothing.
    pub changes: Vec<Alteration>,
}

/// When an effect happens; most occasions are some player's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occasion {
    /// A player gets some of this quantity.
    Gain(String),
    /// A player loses some of it.
    Loss(String),
    /// The player's proposal is adopted.
    Adopted,
    /// The player's proposal is defeated.
    Defeated,
    /// A day begins on which play goes on; it is nobody's.
    Day,
    /// The player's day begins.
    Turn,
    /// A circuit is complete; it is nobody's.
    Circuit,
    /// The player votes.
    Voted,
    /// A Judgement of the player's is carried out.
    Judged,
    /// A Judgement of the player's is overruled.
    Overruled,
    /// The player says so.
    Use(Use),
}

/// How players may use an effect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// They choose an amount up to this; without it, there is none to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i64>,
    /// How often each may a day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_day: Option<u32>,
}

/// One change of an effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alteration {
    /// What changes: a quantity, or points.
    pub quantity: String,
    /// Whose; a quantity of the game is the game's.
    #[serde(default, skip_serializing_if = "Whose::is_player")]
    pub whose: Whose,
    /// By how much; less, if it is negative.
    pub by: Amount,
    /// So many times: for each of this quantity, or of these points, that they had before; none, for those who had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per: Option<String>,
    /// Who would have less then has too little: what is paid must be there, points too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<i64>,
}

/// Whose quantity changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// The player's whose occasion it is.
    #[default]
    Player,
    /// That of whom, or what, this player chooses.
    Chosen,
    /// That of all players but this one.
    Others,
    /// That of all who have it.
    Everybody,
    /// That of the player, or thing, of this name.
    Named(String),
}

/// How much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Amount {
    /// So much.
    Exactly(i64),
    /// A share of what was gained, lost or chosen.
    Share(Share),
    /// A share of what they have.
    ShareOfOwn(Share),
}

/// A fraction: `part` of every `of`, whole numbers only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// So many.
    pub part: i64,
    /// Of so many; of one, if not said.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub of: i64,
}

fn one() -> i64 {
    1
}

fn is_one(number: &i64) -> bool {
    *number == 1
}

fn is_zero(number: &i64) -> bool {
    *number == 0
}

impl Whose {
    fn is_player(&self) -> bool {
        *self == Self::Player
    }
}

impl Share {
    /// This share of an amount, rounded towards nothing.
    pub fn of_amount(self, amount: i64) -> i64 {
        amount.saturating_mul(self.part).checked_div(self.of).unwrap_or(0)
    }
}

impl Amount {
    fn is_sensible(self) -> bool {
        match self {
            Self::Exactly(number) => number != 0 && is_within_limit(number),
            Self::Share(share) | Self::ShareOfOwn(share) => {
                share.part != 0 && is_within_limit(share.part) && (1..=1_000_000).contains(&share.of)
            }
        }
    }
}

impl Quantity {
    /// A card that one player holds at a time.
    pub fn card() -> Self {
        Self { of: Owners::Players, start: 0, least: None, most: None, in_all: Some(1) }
    }

    /// Whether it is such a card, whatever else is said of it.
    pub fn is_card(&self) -> bool {
        self.of == Owners::Players && self.in_all == Some(1)
    }

    /// What nobody has less than.
    fn floor(&self) -> Option<i64> {
        self.least.max(self.in_all.map(|_| 0))
    }

    /// Whether an amount may become this much from `before`: one that is out of bounds may only come nearer.
    pub fn allows(&self, before: i64, after: i64) -> bool {
        let low = after < before && self.floor().is_some_and(|least| after < least);
        let high = after > before && self.most.is_some_and(|most| after > most);
        is_within_limit(after) && !low && !high
    }

    /// Whether there may be so many in all after there were `before`: of too many there may only be fewer.
    pub fn has_room(&self, before: i64, after: i64) -> bool {
        after <= before || self.in_all.is_none_or(|most| after <= most)
    }
}

fn is_name(name: &str) -> bool {
    let fits = |c: char| !c.is_control() && c != ':';
    !name.is_empty() && name.trim() == name && name.chars().count() <= 40 && name.chars().all(fits)
}

/// What is wrong with quantities and effects, each taken alone: what they name may come and go with other rules.
pub(super) fn check(quantities: &Quantities, effects: &Effects) -> Result<(), Message> {
    if quantities.len() > MOST || effects.len() > MOST {
        return Err(say!("there are at most {most} quantities and as many effects", most = MOST));
    }
    for name in quantities.keys().chain(effects.keys()) {
        if !is_name(name) || name.eq_ignore_ascii_case(POINTS) {
            return Err(say!(
                "“{name}” is no name for a quantity or an effect: it has up to 40 characters, no colon, and is not “points”",
                name
            ));
        }
    }
    for (name, quantity) in quantities {
        let bounds = [quantity.least, Some(quantity.start), quantity.most];
        if !bounds.iter().flatten().is_sorted() || !bounds.into_iter().flatten().all(is_within_limit) {
            return Err(say!(
                "quantities.{name}: “start” must lie between “least” and “most”, and all of them within a million",
                name
            ));
        }
        if quantity.in_all.is_some_and(|most| most < 1 || !is_within_limit(most) || quantity.start != 0) {
            return Err(say!("quantities.{name}: “in_all” goes from 1 to a million, and “start” is 0 then", name));
        }
        if let Owners::Things(things) = &quantity.of {
            let twice = (1..things.len()).any(|place| things[..place].contains(&things[place]));
            if things.is_empty() || things.len() > MOST || twice || !things.iter().all(|thing| is_name(thing)) {
                return Err(say!(
                    "quantities.{name}: “things” has 1 to {most} names, each once, of up to 40 characters without a colon",
                    name,
                    most = MOST
                ));
            }
        }
    }
    for (name, effect) in effects {
        let sensible = effect.changes.iter().all(|change| change.by.is_sensible());
        if !(1..=CHANGES).contains(&effect.changes.len()) || !sensible {
            return Err(say!(
                "effects.{name}: “changes” has 1 to {most} changes, each by something other than 0 and within a million",
                name,
                most = CHANGES
            ));
        }
        if let Occasion::Use(how) = &effect.on
            && (how.most.is_some_and(|most| most < 1 || !is_within_limit(most)) || how.per_day == Some(0))
        {
            return Err(say!("effects.{name}: “most” and “per_day” are at least 1, and at most a million", name));
        }
    }
    Ok(())
}

impl Parameters {
    /// What effects name that is not there, and what they say of occasions that have none of it.
    pub fn check_effects(&self) -> Result<(), Message> {
        self.effects.iter().try_for_each(|(name, effect)| self.check_effect(name, effect))
    }

    fn check_effect(&self, name: &str, effect: &Effect) -> Result<(), Message> {
        let known = |quantity: &str| {
            if quantity == POINTS || self.quantities.contains_key(quantity) {
                return Ok(());
            }
            Err(say!("effects.{name}: no rule in effect says what “{quantity}” is", name, quantity))
        };
        let (mut has_amount, mut has_player, mut has_choice) = (false, true, false);
        match &effect.on {
            Occasion::Gain(quantity) | Occasion::Loss(quantity) => {
                known(quantity)?;
                has_amount = true;
            }
            Occasion::Day | Occasion::Circuit => has_player = false,
            Occasion::Use(how) => (has_amount, has_choice) = (how.most.is_some(), true),
            Occasion::Adopted
            | Occasion::Defeated
            | Occasion::Turn
            | Occasion::Voted
            | Occasion::Judged
            | Occasion::Overruled => {}
        }
        for change in &effect.changes {
            known(&change.quantity)?;
            change.per.as_deref().map_or(Ok(()), known)?;
            if matches!(change.by, Amount::Share(_)) && !has_amount {
                return Err(say!(
                    "effects.{name}: “share” is of what is gained, lost or chosen, and nothing is; say “exactly” or “share_of_own”",
                    name
                ));
            }
            let owners = self.quantities.get(&change.quantity).map(|quantity| &quantity.of);
            let suits = match (owners, &change.whose) {
                (Some(Owners::Game), _) | (_, Whose::Everybody) => true,
                (_, Whose::Chosen) => has_choice,
                (Some(Owners::Things(things)), Whose::Named(thing)) => things.contains(thing),
                (Some(Owners::Things(_)), _) => false,
                (_, Whose::Player | Whose::Others) => has_player,
                (_, Whose::Named(_)) => true,
            };
            if !suits {
                return Err(say!(
                    "effects.{name}: nobody can tell whose “{quantity}” changes; “everybody” and “named” always can be said, \
                     “chosen” where players use an effect, “player” and “others” where it is about a player and not about things",
                    name,
                    quantity = &change.quantity
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bindings::Role;
    use serde_json::{Value, json};

    fn read(quantities: Value, effects: Value) -> Result<Parameters, String> {
        let patch = json!({ "quantities": quantities, "effects": effects });
        let patch = serde_json::from_value(patch).map_err(|error: serde_json::Error| error.to_string())?;
        let parameters = Parameters::default().patched(&patch).map_err(|problem| problem.to_string())?;
        parameters.check_effects().map(|()| parameters).map_err(|problem| problem.to_string())
    }

    #[test]
    fn what_is_not_used_is_not_in_the_parameters() {
        let all = json!(Parameters::default());
        assert!(all.get("quantities").is_none() && all.get("effects").is_none());
        let with = read(json!({"Treasury": {"of": "game"}}), json!({})).expect("read");
        assert_eq!(with.of(Role::Quantities), json!({"Treasury": {"of": "game"}}).as_object().cloned().expect("one"));
        let gone = with.patched(&serde_json::from_value(json!({"quantities": {"Treasury": null}})).expect("a patch"));
        assert_eq!(gone.expect("read"), Parameters::default());
    }

    #[test]
    fn cases_of_what_is_refused_say_why() {
        let gold = json!({"Gold": {"of": "players", "least": 0}, "Card": {"of": {"things": ["Ace"]}}});
        let effect = |on: Value, change: Value| json!({"pay": {"on": on, "changes": [change]}});
        let cases = [
            (json!({"points": {"of": "game"}}), json!({}), "is no name"),
            (json!({"A: B": {"of": "game"}}), json!({}), "is no name"),
            (json!({"Gold": {"of": "game", "start": 3, "most": 2}}), json!({}), "“start” must lie"),
            (json!({"Card": {"of": {"things": ["Ace", "Ace"]}}}), json!({}), "each once"),
            (json!({"Ace": {"of": "players", "in_all": 0}}), json!({}), "“in_all” goes from 1"),
            (json!({"Ace": {"of": "players", "in_all": 1, "start": 1}}), json!({}), "“start” is 0 then"),
            (gold.clone(), json!({"pay": {"on": "day", "changes": []}}), "has 1 to 10 changes"),
            (gold.clone(), effect(json!("day"), json!({"quantity": "Gold", "by": {"exactly": 0}})), "other than 0"),
            (gold.clone(), effect(json!("day"), json!({"quantity": "Gold", "by": {"exactly": 1}})), "nobody can tell"),
            (gold.clone(), effect(json!("turn"), json!({"quantity": "Iron", "by": {"exactly": 1}})), "“Iron”"),
            (
                gold.clone(),
                effect(json!({"gain": "Iron"}), json!({"quantity": "Gold", "by": {"exactly": 1}})),
                "“Iron”",
            ),
            (gold.clone(), effect(json!("turn"), json!({"quantity": "Gold", "by": {"share": {"part": 1}}})), "“share”"),
            (gold.clone(), effect(json!("turn"), json!({"quantity": "Card", "by": {"exactly": 1}})), "nobody can tell"),
            (
                gold.clone(),
                effect(json!("turn"), json!({"quantity": "Gold", "whose": "chosen", "by": {"exactly": 1}})),
                "nobody can tell",
            ),
            (
                gold.clone(),
                effect(json!("turn"), json!({"quantity": "Gold", "by": {"exactly": 1}, "per": "Iron"})),
                "“Iron”",
            ),
            (
                gold,
                effect(json!({"use": {"most": 0}}), json!({"quantity": "Gold", "by": {"exactly": 1}})),
                "at least 1",
            ),
        ];
        for (quantities, effects, why) in cases {
            let problem = read(quantities, effects.clone()).expect_err("refused");
            assert!(problem.contains(why), "{effects}: {problem}");
        }
    }

    #[test]
    fn shares_are_rounded_towards_nothing() {
        let tenth = |part| Share { part, of: 10 };
        let cases = [(19, 1, 1), (19, -1, -1), (9, 1, 0), (9, -1, 0), (0, 1, 0), (200, -1, -20)];
        for (amount, part, wanted) in cases {
            assert_eq!(tenth(part).of_amount(amount), wanted, "{part} tenth of {amount}");
        }
    }

    #[test]
    fn what_is_out_of_bounds_may_only_come_nearer() {
        let quantity = Quantity { of: Owners::Game, start: 0, least: Some(0), most: Some(5), in_all: None };
        for (before, after, allowed) in [(0, 5, true), (5, 6, false), (9, 7, true), (-3, -1, true), (0, -1, false)] {
            assert_eq!(quantity.allows(before, after), allowed, "{before} to {after}");
        }
    }

    #[test]
    fn of_a_card_there_is_one_and_nobody_has_less_than_none() {
        let card = Quantity::card();
        assert!(card.is_card() && read(json!({"Ace": card}), json!({})).is_ok());
        for (before, after, allowed) in [(0, 1, true), (1, 0, true), (0, -1, false), (-1, 0, true)] {
            assert_eq!(card.allows(before, after), allowed, "{before} to {after}");
        }
        for (before, after, has_room) in [(0, 1, true), (1, 1, true), (1, 2, false), (3, 2, true), (0, 2, false)] {
            assert_eq!(card.has_room(before, after), has_room, "{before} to {after}");
        }
    }
}
