//! The beginning of a game: its rules, players and parameters as given, and whether a game can begin with them.

use super::{Game, Status};
use crate::bindings::{Binding, Bindings, INITIAL, Role};
use crate::carried::Enforced;
use crate::citations::law;
use crate::edition::Edition;
use crate::edits::Marks;
use crate::parameters::{Parameters, Patch, Seat};
use crate::plays::Refusal;
use crate::rulebook::{InitialRule, RuleId, Rulebook};
use crate::shared::Shared;
use crate::time;
use chrono::{Datelike, NaiveDate, Weekday};
use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How to start a game: any rules, any players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The first day.
    pub start_date: NaiveDate,
    /// The players.
    pub players: Vec<Newcomer>,
    /// The rules.
    pub rules: Vec<InitialRule>,
    /// Which rules stand behind which roles; without it, the rules that still read like the initial set's (`known`).
    #[serde(default)]
    pub bindings: Option<BTreeMap<Role, Vec<u32>>>,
    /// Values that differ from the initial set's.
    #[serde(default)]
    pub parameters: Patch,
    /// The number of the first proposal, if a game is carried on.
    #[serde(default)]
    pub next_number: Option<u32>,
    /// Ids of rules whose text is not what the bindings were written for: they start as advisory (A0).
    #[serde(default)]
    pub unknown_texts: Vec<RuleId>,
    /// What the game before did by these rules, if it is carried on; takes the place of `bindings`.
    #[serde(default)]
    pub carried: Option<Enforced>,
    /// Which readings it is played by.
    #[serde(default)]
    pub edition: Edition,
}

/// A player as a game starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Newcomer {
    /// The name.
    pub name: String,
    /// The day of the week, if the player has one.
    #[serde(default)]
    pub weekday: Option<Weekday>,
}

impl Game {
    /// A game at the first instant of its first day.
    pub fn start(setup: &Setup) -> Result<Self, Refusal> {
        let bad = Refusal::BadSetup;
        check_rules(&setup.rules).map_err(bad)?;
        if !(1..=9999).contains(&setup.start_date.year()) {
            return Err(bad(say!("{day} is not between the years 1 and 9999", day = setup.start_date)));
        }
        let mut parameters =
            setup.carried.as_ref().map_or_else(Parameters::default, |carried| carried.parameters.clone());
        for (place, newcomer) in setup.players.iter().enumerate() {
            if newcomer.name.trim() != newcomer.name || newcomer.name.is_empty() {
                return Err(bad(say!("players[{place}]: “{name}” is not a name", place, name = &newcomer.name)));
            }
            if setup.players[..place].iter().any(|earlier| earlier.name == newcomer.name) {
                return Err(bad(say!("players[{place}]: {name} is named twice", place, name = &newcomer.name)));
            }
            let seat = |weekday| Seat { player: newcomer.name.clone(), weekday };
            parameters.allocation.days.extend(newcomer.weekday.map(seat));
        }
        if setup.players.is_empty() {
            return Err(bad(say!("a game needs players")));
        }
        let parameters = parameters.patched(&setup.parameters).map_err(bad)?;
        if setup.edition.is_third() {
            parameters.check_hours().map_err(bad)?;
        }
        let starts_at = time::at_time(setup.start_date, parameters.timezone.day_starts, parameters.timezone.zone);
        let mut book = Rulebook::new(setup.rules.clone(), starts_at);
        if setup.edition.is_second() {
            book.marks = Marks::Alike;
        }
        let bound = match &setup.carried {
            Some(carried) => carried.bound_for(&parameters.allocation.days),
            None => bind(setup, &book).map_err(bad)?,
        };
        let taken = setup.rules.iter().map(|rule| rule.label.saturating_add(1)).max().unwrap_or(0);
        let next_number = setup.next_number.unwrap_or(parameters.numbering.first).max(taken);
        if next_number > 900_000_000 {
            return Err(bad(say!("the next proposal would have the number {number}", number = next_number)));
        }
        let mut game = Self {
            edition: setup.edition,
            start_date: setup.start_date,
            starts_at,
            now: starts_at,
            day: setup.start_date,
            day_number: 0,
            status: Status::Active,
            players: Vec::new(),
            book,
            bindings: Bindings { bound, parameters, keeps_supplies: false, initial: None },
            next_number,
            adoption_settled: false,
            proposals: Shared::default(),
            ledger: Shared::default(),
            points_of_order: Shared::default(),
            wins: Vec::new(),
            alerts: Shared::default(),
            house_changes: Vec::new(),
            held_house_rules: Vec::new(),
            accounts: Shared::default(),
            going_on: Vec::new(),
            annotations: Shared::default(),
            messages: Shared::default(),
            open_proposals: Vec::new(),
            active_points: Vec::new(),
            sealed: Vec::new(),
        };
        for newcomer in &setup.players {
            game.name(&newcomer.name, Some(starts_at));
        }
        game.seat_players();
        if game.edition.is_second() {
            game.bindings.keep_supplies();
        }
        if game.edition.is_ninth() {
            game.bindings.initial = Some(Arc::new(game.set_at_first(setup).map_err(bad)?));
        }
        if setup.carried.is_some() {
            for rule in &setup.unknown_texts {
                game.bindings.mark_stale(rule, None, &game.book);
            }
            game.bindings.adopt(&setup.parameters, &[], None, &game.book).map_err(bad)?;
        }
        game.day_number = u32::from(!game.is_void_day(game.day));
        game.look_for_impossible_play(starts_at);
        Ok(game)
    }

    /// What is set where no rule says anything: what a game that was carried on had been set by rules, and is theirs.
    fn set_at_first(&self, setup: &Setup) -> Result<Parameters, Message> {
        let now = &self.bindings.parameters;
        if setup.carried.is_none() {
            return Ok(now.clone());
        }
        let mut initial = Parameters::default();
        initial.allocation.days.clone_from(&now.allocation.days);
        initial.adoption.change.clone_from(&now.adoption.change);
        initial.patched(&setup.parameters)
    }
}

fn check_rules(rules: &[InitialRule]) -> Result<(), Message> {
    for (place, rule) in rules.iter().enumerate() {
        let earlier = &rules[..place];
        if earlier.iter().any(|other| other.id == rule.id) {
            return Err(say!("rule id {id} is given twice", id = &rule.id));
        }
        if let Some(other) = earlier.iter().find(|other| other.label == rule.label && other.in_effect && rule.in_effect)
        {
            return Err(say!(
                "rules with ids {id} and {other} both have the number {label} and are in effect",
                id = &other.id,
                other = &rule.id,
                label = rule.label
            ));
        }
    }
    if rules.iter().any(|rule| rule.in_effect && !rule.immutable) {
        Ok(())
    } else {
        Err(say!("there must be at least one mutable rule in effect (rule {r116})", r116 = law(116)))
    }
}

fn bind(setup: &Setup, book: &Rulebook) -> Result<BTreeMap<Role, Binding>, Message> {
    let mut bound = BTreeMap::new();
    let wanted: Vec<(Role, Vec<u32>)> = match &setup.bindings {
        Some(given) => given.iter().map(|(role, labels)| (*role, labels.clone())).collect(),
        None => INITIAL.iter().map(|(role, labels)| (*role, labels.to_vec())).collect(),
    };
    for (role, labels) in wanted {
        let mut rules = Vec::new();
        for label in labels {
            match book.numbered(label) {
                Some(rule) => rules.push(rule.id.clone()),
                None if setup.bindings.is_some() => {
                    return Err(say!("bindings: there is no rule {label}", label));
                }
                None => {}
            }
        }
        let stale = rules.iter().any(|rule| setup.unknown_texts.contains(rule));
        bound.insert(role, Binding { rules, stale, supplies: Vec::new() });
    }
    Ok(bound)
}
