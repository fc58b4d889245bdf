//! The quantities that rules declare: how much players, the game and things have, and every change.

use super::game::{Game, Source};
use super::parameters::{GAME, Owners, POINTS, Quantities, Quantity};
use super::wins::TakenBy;
use chrono::{DateTime, Utc};
use rookery_messages::say;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// All accounts of a game, also of quantities that no rule declares any more: they come back with their rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Accounts {
    /// By quantity, then by whose it is.
    pub held: BTreeMap<String, BTreeMap<String, Account>>,
    /// What changed them, the oldest first.
    pub deeds: Vec<Deed>,
}

impl Accounts {
    /// Whether no rule has ever declared a quantity, and no effect has done anything.
    pub fn are_unused(&self) -> bool {
        self.held.is_empty() && self.deeds.is_empty()
    }

    /// How much `holder` has of `quantity`.
    pub fn of(&self, quantity: &str, holder: &str) -> Option<i64> {
        Some(self.held.get(quantity)?.get(holder)?.now)
    }
}

/// What somebody or something has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Account {
    /// At first.
    pub start: i64,
    /// Now.
    pub now: i64,
}

/// Something that changed quantities, whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deed {
    /// When.
    pub at: DateTime<Utc>,
    /// What did it.
    pub by: By,
    /// Whose occasion it was.
    pub player: Option<String>,
    /// What it came of, if it stands or falls with that.
    pub about: Option<About>,
    /// What changed.
    pub movements: Vec<Movement>,
    /// What has taken it back.
    pub reversed_by: Option<TakenBy>,
}

/// What did a deed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// An effect of this name.
    Effect {
        /// The name.
        name: String,
        /// The rule that supplied it.
        rule: Option<Source>,
    },
    /// An order of this Judgement.
    Judgement(String),
    /// A claim under a rule that the engine does not know.
    Claim {
        /// The rule.
        rule: Source,
        /// Why, in the player's words.
        reason: String,
    },
}

/// What a deed came of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// The ledger's entry of this number.
    Entry(usize),
    /// The deed of this number.
    Deed(usize),
    /// The proposal of this number.
    Proposal(u32),
    /// A player used it.
    Use,
}

/// One change of one account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Movement {
    /// Of what.
    pub quantity: String,
    /// Whose.
    pub holder: String,
    /// By how much.
    pub delta: i64,
    /// What there was then.
    pub after: i64,
    /// The ledger's entry, where points changed.
    pub entry: Option<usize>,
}

impl Game {
    /// Who or what can have some of `quantity` now, in order; of points, who plays. Nothing, if no rule declares it.
    pub fn holders(&self, quantity: &str) -> Vec<String> {
        match self.bindings.parameters.quantities.get(quantity) {
            Some(declared) => self.owners(&declared.of),
            None if quantity == POINTS => self.eligible(),
            None => Vec::new(),
        }
    }

    fn owners(&self, of: &Owners) -> Vec<String> {
        match of {
            Owners::Game => vec![GAME.to_owned()],
            Owners::Things(things) => things.clone(),
            Owners::Players => self.eligible(),
        }
    }

    /// What there would be of every quantity, if these were declared now.
    pub fn accounts_by(&self, declared: &Quantities) -> BTreeMap<String, BTreeMap<String, i64>> {
        let one = |(name, quantity): (&String, &Quantity)| {
            let held = self.owners(&quantity.of).into_iter();
            let held = held.map(|holder| (self.accounts.of(name, &holder).unwrap_or(quantity.start), holder));
            (name.clone(), held.map(|(now, holder)| (holder, now)).collect())
        };
        declared.iter().map(one).collect()
    }

    /// How much `holder` has of a quantity, or of points.
    pub fn held(&self, quantity: &str, holder: &str) -> Option<i64> {
        if quantity == POINTS {
            return self.player(holder).map(|player| player.total);
        }
        self.accounts.of(quantity, holder)
    }

    /// Who or what has some of a quantity now, in order.
    pub fn holding(&self, quantity: &str) -> Vec<String> {
        let mut holders = self.holders(quantity);
        holders.retain(|holder| self.held(quantity, holder).is_some_and(|now| now > 0));
        holders
    }

    /// How many there are of a quantity, all holders together.
    pub(super) fn in_all(&self, quantity: &str) -> i64 {
        self.holding(quantity).iter().filter_map(|holder| self.held(quantity, holder)).sum()
    }

    /// Everybody who may have some of what rules declare has an account.
    pub(super) fn open_accounts(&mut self) {
        let declared = &self.bindings.parameters.quantities;
        let wanted: Vec<(String, i64)> = declared.iter().map(|(name, one)| (name.clone(), one.start)).collect();
        for (name, start) in wanted {
            for holder in self.holders(&name) {
                if self.accounts.of(&name, &holder).is_none() {
                    let account = Account { start, now: start };
                    self.accounts.held.entry(name.clone()).or_default().insert(holder, account);
                }
            }
        }
    }

    /// Changes an account by `delta`; answers what there is then.
    pub(super) fn move_account(&mut self, quantity: &str, holder: &str, delta: i64) -> i64 {
        let account = self.accounts.held.entry(quantity.to_owned()).or_default().entry(holder.to_owned());
        let account = account.or_insert(Account { start: 0, now: 0 });
        account.now = account.now.saturating_add(delta);
        account.now
    }

    /// What this came to is taken back with it, by a Judgement or by a win.
    pub(super) fn take_back_deeds(&mut self, about: &About, by: &TakenBy, at: DateTime<Utc>) {
        let of_it = |deed: &Deed| deed.about.as_ref() == Some(about) && deed.reversed_by.is_none();
        for place in (0..self.accounts.deeds.len()).rev() {
            if of_it(&self.accounts.deeds[place]) {
                self.take_back_deed(place, by, at);
            }
        }
    }

    /// A deed no longer counts, and nothing that came of it.
    pub(super) fn take_back_deed(&mut self, place: usize, by: &TakenBy, at: DateTime<Utc>) {
        let Some(deed) = self.accounts.deeds.get_mut(place).filter(|deed| deed.reversed_by.is_none()) else { return };
        deed.reversed_by = Some(by.clone());
        let declared = &self.bindings.parameters.quantities;
        let is_limited = |moved: &Movement| declared.get(&moved.quantity).is_some_and(|one| one.in_all.is_some());
        let (limited, others): (Vec<Movement>, Vec<Movement>) =
            deed.movements.clone().into_iter().partition(is_limited);
        for movement in others {
            match movement.entry {
                Some(entry) => drop(self.take_out(entry, by, at)),
                None => drop(self.move_account(&movement.quantity, &movement.holder, -movement.delta)),
            }
        }
        self.take_back_deeds(&About::Deed(place), by, at);
        self.put_back(&limited, by, at);
    }

    /// Of what there is only so much goes back to whom it came from, unless it has passed on since: then it stays, by a deed
    /// of its own, and the court is asked.
    fn put_back(&mut self, movements: &[Movement], by: &TakenBy, at: DateTime<Utc>) {
        let mut after = BTreeMap::new();
        for Movement { quantity, holder, delta, .. } in movements {
            let now = || self.held(quantity, holder).unwrap_or(0);
            *after.entry((quantity.as_str(), holder.clone())).or_insert_with(now) -= delta;
        }
        let goes_back = after.values().all(|then| *then >= 0) && self.check_room(&after).is_ok();
        for Movement { quantity, holder, delta, .. } in movements {
            self.move_account(quantity, holder, -delta);
        }
        if goes_back {
            return;
        }
        let again = movements.iter().map(|moved| (moved.quantity.clone(), moved.holder.clone(), moved.delta));
        self.do_it(By::Judgement(by.to_string()), again.collect(), None, None, at);
        let names: BTreeSet<&String> = movements.iter().map(|moved| &moved.quantity).collect();
        for name in names {
            self.alert(
                at,
                say!("“{name}” has passed on since: it stays where it is until a Judgement says who has it.", name),
            );
        }
    }
}
