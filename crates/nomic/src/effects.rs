//! Effects that rules supply: automatic changes of quantities and points on an occasion, and effects that players
//! use.
//!
//! An effect happens wholly or not at all. An automatic effect never triggers another, but one that a player uses
//! does: so a tax on a gift is taken, and there are no loops.

use super::accounts::{About, By, Deed, Movement};
use super::bindings::Role;
use super::game::{Game, Source, Status};
use super::ledger::Reason;
use super::parameters::{Amount, Effect, GAME, Occasion, Owners, POINTS, Quantity, Use, Whose, is_within_limit};
use super::plays::{Made, Void};
use super::wins::Basis;
use chrono::{DateTime, Utc};
use rookery_messages::{Message, Value, say};
use serde::Serialize;
use std::collections::BTreeMap;

/// An effect in force, with the rule that it comes from as it is numbered now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ready {
    /// Its name.
    pub name: String,
    /// When it happens, and what changes.
    pub effect: Effect,
    /// The rule; none: an order of the court.
    pub rule: Option<Source>,
}

/// Something that sets off effects.
#[derive(Clone, Debug, Default)]
pub(super) struct Occurred<'a> {
    /// Whose occasion it is.
    pub player: Option<&'a str>,
    /// What was gained, lost or chosen.
    pub amount: Option<i64>,
    /// Whom, or what, the player chose.
    pub chosen: Option<&'a str>,
    /// What falls with it.
    pub about: Option<About>,
}

impl Game {
    /// The effects that are in force, by the number of their rule: its words are understood, and it is in effect.
    pub fn effects(&self) -> Vec<Ready> {
        let ready = |(name, effect): (&String, &Effect)| {
            let rule = self.bindings.understood(Role::Effects, name, &self.book)?;
            let rule = rule.and_then(|rule| {
                let label = self.book.rule(&rule)?.current().label;
                Some(Source { label, rule })
            });
            Some(Ready { name: name.clone(), effect: effect.clone(), rule })
        };
        let mut effects: Vec<Ready> = self.bindings.parameters.effects.iter().filter_map(ready).collect();
        effects.sort_by_key(|ready| ready.rule.as_ref().map_or(u32::MAX, |rule| rule.label));
        effects
    }

    /// The effects of rules in effect that have stopped: their rule has other words now, and nobody has said what these
    /// mean (A0).
    pub fn stopped(&self) -> Vec<Ready> {
        let in_force = self.effects();
        let stopped = |(name, effect): (&String, &Effect)| {
            let rule = self.bindings.supplier(Role::Effects, name, &self.book)?;
            let label = self.book.rule(&rule)?.current().label;
            let goes_on = in_force.iter().any(|ready| ready.name == *name);
            let rule = Some(Source { label, rule });
            (!goes_on).then(|| Ready { name: name.clone(), effect: effect.clone(), rule })
        };
        self.bindings.parameters.effects.iter().filter_map(stopped).collect()
    }

    /// Everything among `effects` that happens on this occasion.
    pub(super) fn set_off(
        &mut self,
        effects: &[Ready],
        is_it: impl Fn(&Occasion) -> bool,
        occurred: &Occurred<'_>,
        at: DateTime<Utc>,
    ) {
        for ready in effects.iter().filter(|ready| is_it(&ready.effect.on)) {
            if let Err(why) = self.perform(ready, occurred, at) {
                self.tell_of_failure(ready, occurred, &why, at);
            }
        }
    }

    /// What somebody's gain or loss of a quantity, or of points, sets off.
    pub(super) fn set_off_by_change(
        &mut self,
        effects: &[Ready],
        quantity: &str,
        holder: &str,
        delta: i64,
        about: About,
        at: DateTime<Utc>,
    ) {
        if effects.is_empty() || self.player(holder).is_none() {
            return;
        }
        let is_it = |on: &Occasion| match on {
            Occasion::Gain(name) => name == quantity && delta > 0,
            Occasion::Loss(name) => name == quantity && delta < 0,
            _ => false,
        };
        let amount = Some(delta.saturating_abs());
        self.set_off(effects, is_it, &Occurred { player: Some(holder), amount, chosen: None, about: Some(about) }, at);
    }

    /// What an occasion that is no change and no count sets off, by the effects in force.
    pub(super) fn set_off_for(&mut self, occasion: Occasion, player: Option<&str>, at: DateTime<Utc>) {
        if self.status == Status::Active {
            let occurred = Occurred { player, ..Occurred::default() };
            self.set_off(&self.effects(), |on| *on == occasion, &occurred, at);
        }
    }

    /// A day has begun: what happens then, if play goes on.
    pub(super) fn set_off_by_day(&mut self, at: DateTime<Utc>) {
        if self.status != Status::Active || self.is_void_day(self.day) {
            return;
        }
        let effects = self.effects();
        self.set_off(&effects, |on| *on == Occasion::Day, &Occurred::default(), at);
        for player in self.players_of(self.day) {
            let turn = Occurred { player: Some(&player), ..Occurred::default() };
            self.set_off(&effects, |on| *on == Occasion::Turn, &turn, at);
        }
    }

    /// A proposal was adopted or defeated: what happens then, by the rules that governed the vote (reading 4).
    pub(super) fn set_off_by_vote(
        &mut self,
        effects: &[Ready],
        proposer: &str,
        number: u32,
        adopted: bool,
        at: DateTime<Utc>,
    ) {
        let occasion = if adopted { Occasion::Adopted } else { Occasion::Defeated };
        let about = Some(About::Proposal(number));
        self.set_off(
            effects,
            |on| *on == occasion,
            &Occurred { player: Some(proposer), about, ..Occurred::default() },
            at,
        );
    }

    /// A player uses what a rule lets them.
    pub(super) fn use_effect(
        &mut self,
        at: DateTime<Utc>,
        player: &str,
        name: &str,
        amount: Option<i64>,
        whom: Option<&str>,
    ) -> Result<Made, Void> {
        let effects = self.effects();
        let ready = effects.iter().find(|ready| ready.name == name);
        let Some((ready, Occasion::Use(how))) = ready.map(|ready| (ready, &ready.effect.on)) else {
            return Err(Void::NoSuchEffect(name.to_owned()));
        };
        check_amount(name, how, amount)?;
        let used = self.used_today(name, player);
        if let Some(most) = how.per_day.filter(|most| used >= *most) {
            return Err(Void::UsedUp { effect: name.to_owned(), most });
        }
        let chooses = ready.effect.changes.iter().any(|change| change.whose == Whose::Chosen);
        if chooses != whom.is_some() {
            return Err(Void::WhomOrWhat { effect: name.to_owned(), wanted: chooses });
        }
        let occurred = Occurred { player: Some(player), amount, chosen: whom, about: Some(About::Use) };
        let place = self.perform(ready, &occurred, at).map_err(Void::NotPossible)?.ok_or(Void::NothingChanges)?;
        for moved in self.accounts.deeds[place].movements.clone() {
            let about = moved.entry.map_or(About::Deed(place), About::Entry);
            self.set_off_by_change(&effects, &moved.quantity, &moved.holder, moved.delta, about, at);
        }
        Ok(Made::Deed(place))
    }

    /// How often `player` has used this effect today.
    fn used_today(&self, name: &str, player: &str) -> u32 {
        let begins = self.begins(self.day);
        let today = self.accounts.deeds.iter().rev().take_while(|deed| deed.at >= begins);
        let used = today.filter(|deed| {
            let is_it = matches!(&deed.by, By::Effect { name: other, .. } if other == name);
            is_it && deed.player.as_deref() == Some(player) && deed.reversed_by.is_none()
        });
        u32::try_from(used.count()).unwrap_or(u32::MAX)
    }

    /// Some of a quantity by a rule that the engine does not know (A5): entered at once, within the quantity's bounds, with what
    /// that sets off.
    pub(super) fn claim_quantity(
        &mut self,
        at: DateTime<Utc>,
        author: &str,
        (name, holder, delta): (String, String, i64),
        rule: Source,
        reason: String,
    ) -> Result<Made, Void> {
        let Some(quantity) = self.bindings.parameters.quantities.get(&name) else {
            return Err(Void::NotPossible(say!("no rule in effect says what “{name}” is", name)));
        };
        let holder = if quantity.of == Owners::Game { GAME.to_owned() } else { holder };
        if !self.holders(&name).contains(&holder) {
            return Err(Void::NotPossible(say!("nobody and nothing called {holder} has “{name}”", holder, name)));
        }
        let before = self.held(&name, &holder).unwrap_or(0);
        let then = before.saturating_add(delta);
        if !quantity.allows(before, then) {
            return Err(Void::NotPossible(out_of_bounds(&name, Some(quantity), &holder, (before, then))));
        }
        self.check_room(&BTreeMap::from([((name.as_str(), holder.clone()), then)])).map_err(Void::NotPossible)?;
        let effects = self.effects();
        let planned = vec![(name.clone(), holder.clone(), delta)];
        let place = self.do_it(By::Claim { rule, reason }, planned, Some(author), None, at);
        self.set_off_by_change(&effects, &name, &holder, delta, About::Deed(place), at);
        Ok(Made::Deed(place))
    }

    /// Carries an effect out, whole; answers the deed's place, if anything changes.
    fn perform(&mut self, ready: &Ready, occurred: &Occurred<'_>, at: DateTime<Utc>) -> Result<Option<usize>, Message> {
        let planned = self.plan(&ready.effect, occurred)?;
        if planned.is_empty() {
            return Ok(None);
        }
        let by = By::Effect { name: ready.name.clone(), rule: ready.rule.clone() };
        Ok(Some(self.do_it(by, planned, occurred.player, occurred.about.clone(), at)))
    }

    /// An order of the court about a quantity.
    pub(super) fn adjust(&mut self, quantity: &str, holder: &str, delta: i64, judgement: &str, at: DateTime<Utc>) {
        let planned = vec![(quantity.to_owned(), holder.to_owned(), delta)];
        self.do_it(By::Judgement(judgement.to_owned()), planned, None, None, at);
    }

    /// Carries out what is planned, as one deed; answers its place.
    pub(super) fn do_it(
        &mut self,
        by: By,
        planned: Vec<(String, String, i64)>,
        player: Option<&str>,
        about: Option<About>,
        at: DateTime<Utc>,
    ) -> usize {
        let mut movements = Vec::new();
        let mut entries = Vec::new();
        for (quantity, holder, delta) in planned {
            let (after, entry) = if quantity == POINTS {
                let (rule, name) = match &by {
                    By::Effect { name, rule } => (rule.clone(), name.clone()),
                    By::Judgement(id) => (None, id.clone()),
                    By::Claim { rule, reason } => (Some(rule.clone()), reason.clone()),
                };
                let denied = self.denied(&holder);
                let entry = self.enter(at, &holder, delta, rule, Reason::Effect(name));
                entries.extend(entry.map(|entry| (holder.clone(), entry, denied)));
                (self.held(POINTS, &holder).unwrap_or(0), entry)
            } else {
                (self.move_account(&quantity, &holder, delta), None)
            };
            movements.push(Movement { quantity, holder, delta, after, entry });
        }
        let player = player.map(str::to_owned);
        self.accounts.deeds.push(Deed { at, by, player, about, movements, reversed_by: None });
        let place = self.accounts.deeds.len() - 1;
        for (holder, entry, denied) in entries {
            self.look_for_winner(at, &holder, Basis::Entry(entry), denied);
        }
        place
    }

    /// What would change, or why that cannot be.
    fn plan(&self, effect: &Effect, occurred: &Occurred<'_>) -> Result<Vec<(String, String, i64)>, Message> {
        let mut planned: Vec<(String, String, i64)> = Vec::new();
        let mut after: BTreeMap<(&str, String), i64> = BTreeMap::new();
        for change in &effect.changes {
            let name = change.quantity.as_str();
            let declared = &self.bindings.parameters.quantities;
            let quantity = declared.get(name);
            for name in [Some(name), change.per.as_deref()].into_iter().flatten() {
                if name != POINTS && !declared.contains_key(name) {
                    return Err(say!("no rule in effect says what “{name}” is", name));
                }
            }
            for holder in self.concerned(name, quantity, &change.whose, occurred)? {
                let before = after.get(&(name, holder.clone())).copied().or_else(|| self.held(name, &holder));
                let before = before.unwrap_or(0);
                let delta = match change.by {
                    Amount::Exactly(number) => number,
                    Amount::Share(share) => share.of_amount(occurred.amount.unwrap_or(0)),
                    Amount::ShareOfOwn(share) => share.of_amount(before.max(0)),
                };
                let times = change.per.as_deref().map_or(1, |per| self.times(per, &holder, occurred));
                let delta = delta.saturating_mul(times);
                if delta == 0 {
                    continue;
                }
                let then = before.saturating_add(delta);
                let too_little = delta < 0 && change.least.is_some_and(|least| then < least);
                if too_little || !quantity.map_or(is_within_limit(delta), |quantity| quantity.allows(before, then)) {
                    return Err(out_of_bounds(name, quantity, &holder, (before, then)));
                }
                after.insert((name, holder.clone()), then);
                planned.push((name.to_owned(), holder, delta));
            }
        }
        self.check_room(&after)?;
        Ok(planned)
    }

    /// Whether there may be as many of each quantity in all, in whatever order they change to what there is `after`.
    pub(super) fn check_room(&self, after: &BTreeMap<(&str, String), i64>) -> Result<(), Message> {
        for (name, quantity) in &self.bindings.parameters.quantities {
            let Some(most) = quantity.in_all else { continue };
            let (now, holders) = (self.in_all(name), self.holders(name));
            let changed = after.iter().filter(|((other, holder), _)| other == name && holders.contains(holder));
            let more = changed.map(|((_, holder), then)| then.max(&0) - self.held(name, holder).unwrap_or(0).max(0));
            let then = now + more.sum::<i64>();
            if quantity.has_room(now, then) {
                continue;
            }
            return Err(match self.holding(name).as_slice() {
                [holder] if most == 1 => say!("{holder} has the only “{name}”", holder, name),
                _ => say!("of “{name}” there can be {most} in all, and this would make {then}", name, most, then),
            });
        }
        Ok(())
    }

    /// How often a change happens that does for each of a quantity: the game's, where it is the game's; else of what its
    /// holder had, or, where the game's changes, the player whose occasion it is.
    fn times(&self, per: &str, holder: &str, occurred: &Occurred<'_>) -> i64 {
        let is_games = self.bindings.parameters.quantities.get(per).is_some_and(|one| one.of == Owners::Game);
        let whose = match holder {
            _ if is_games => Some(GAME),
            GAME => occurred.player,
            holder => Some(holder),
        };
        whose.and_then(|whose| self.held(per, whose)).unwrap_or(0).max(0)
    }

    /// Whose quantity a change is about.
    fn concerned(
        &self,
        name: &str,
        quantity: Option<&Quantity>,
        whose: &Whose,
        occurred: &Occurred<'_>,
    ) -> Result<Vec<String>, Message> {
        if quantity.is_some_and(|quantity| quantity.of == Owners::Game) {
            return Ok(vec![GAME.to_owned()]);
        }
        let holders = self.holders(name);
        let one = |holder: Option<&str>| match holder {
            Some(holder) if holders.iter().any(|other| other == holder) => Ok(vec![holder.to_owned()]),
            Some(holder) => Err(say!("nobody and nothing called {holder} has “{name}”", holder, name)),
            None => Ok(Vec::new()),
        };
        match whose {
            Whose::Player => one(occurred.player),
            Whose::Chosen => one(occurred.chosen),
            Whose::Named(holder) => one(Some(holder)),
            Whose::Everybody => Ok(holders.clone()),
            Whose::Others => {
                Ok(holders.iter().filter(|other| Some(other.as_str()) != occurred.player).cloned().collect())
            }
        }
    }

    /// Whether the rule of an effect has gone, and with it what the effect would change: by the count that repeals the rule
    /// nothing more is due.
    fn has_ended(&self, ready: &Ready) -> bool {
        let declared = &self.bindings.parameters.quantities;
        let is_known = |name: &String| name == POINTS || declared.contains_key(name);
        let has_gone = ready.rule.as_ref().is_some_and(|source| !self.book.in_effect(&source.rule));
        let mut named =
            ready.effect.changes.iter().flat_map(|change| std::iter::once(&change.quantity).chain(&change.per));
        has_gone && !named.all(is_known)
    }

    /// What should have happened by itself and could not; said once.
    fn tell_of_failure(&mut self, ready: &Ready, occurred: &Occurred<'_>, why: &Message, at: DateTime<Utc>) {
        if self.edition.is_ninth() && self.has_ended(ready) {
            return;
        }
        let effect = &ready.name;
        let text = match occurred.player {
            Some(player) => say!("“{effect}” was not carried out for {player}: {why}.", effect, player, why),
            None => say!("“{effect}” was not carried out: {why}.", effect, why),
        };
        if !self.alerts.iter().any(|alert| alert.text == text) {
            self.alert(at, text);
        }
    }
}

/// Why there cannot be `then` of a quantity, of which there is `before`.
fn out_of_bounds(name: &str, quantity: Option<&Quantity>, holder: &str, (before, then): (i64, i64)) -> Message {
    let is_games = quantity.is_some_and(|quantity| quantity.of == Owners::Game);
    // “game”, as records have it, is “the game” to people.
    let holder = if is_games { Value::word("nomic-whose", holder.to_owned()) } else { Value::from(holder) };
    if then < 0 && quantity.is_some_and(|quantity| quantity.in_all == Some(1)) {
        return say!("{holder} does not have “{name}”", holder, name);
    }
    say!("{holder} has {before} of “{name}”, and cannot have {then}", holder, before, name, then)
}

/// Whether an amount is chosen just where there is one to choose.
fn check_amount(name: &str, how: &Use, amount: Option<i64>) -> Result<(), Void> {
    let fits = match (how.most, amount) {
        (Some(most), Some(amount)) => (1..=most).contains(&amount),
        (None, None) => true,
        _ => false,
    };
    if fits { Ok(()) } else { Err(Void::BadAmount { effect: name.to_owned(), most: how.most }) }
}
