//! How a table of Nomic is to be played at: its seats with their weekdays, and what its game begins with.

use std::collections::HashSet;

use chrono::Weekday;
use rookery_messages::{Join, Value as MessageValue, say};
use rookery_nomic::Game as Engine;
use rookery_nomic::bindings::{Force, Role};
use rookery_nomic::game::Newcomer;
use rookery_nomic::record::Beginning;
use rookery_nomic::rulebook::Rule;
use serde::{Deserialize, Serialize};

use crate::error::Refusal;
use crate::nomic::deadlines;
use crate::sessions::calendar::weekday;

/// The weekdays that seats have unless it is said otherwise.
pub const WEEK: [Weekday; 5] = [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri];

/// How a table is to be played at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// How many sit down, 1 to 20.
    #[serde(default = "five")]
    pub players: usize,
    /// The weekday of each seat (rule 201); for those of which it is not said, Monday to Friday in turn, free days first.
    #[serde(default)]
    pub days: Vec<Weekday>,
    /// What a log begins with: rules, first day, parameters. The people who sit down are its players.
    #[serde(default)]
    pub beginning: Beginning,
}

fn five() -> usize {
    5
}

impl Options {
    /// Whether such a game could begin: it is tried out.
    pub fn check(&self) -> Result<(), Refusal> {
        if !(1..=20).contains(&self.players) {
            let detail = say!("{number} is not between 1 and 20 players.", number = self.players);
            return Err(Refusal::field("options", detail));
        }
        if self.beginning.players.is_empty() {
            self.tried_out()?;
        }
        Ok(())
    }

    /// The weekday of each seat.
    pub fn weekdays(&self) -> Vec<Weekday> {
        let free = WEEK.into_iter().filter(|day| !self.days.contains(day));
        self.days.iter().copied().chain(free).chain(WEEK.into_iter().cycle()).take(self.players).collect()
    }

    /// The same for these people, by seat.
    pub fn with(&self, names: Vec<String>) -> Options {
        let seated = |(name, weekday)| Newcomer { name, weekday: Some(weekday) };
        let mut options = self.clone();
        options.beginning.players = names.into_iter().zip(self.weekdays()).map(seated).collect();
        options
    }

    /// The game as it would begin, no matter who sits down.
    pub(super) fn tried_out(&self) -> Result<Engine, Refusal> {
        self.with((1..=self.players).map(|seat| format!("Player {seat}")).collect()).start()
    }

    /// What of its own rules the service would not enforce: it tells before anybody sits down.
    pub fn unenforced(&self) -> Result<Unenforced, Refusal> {
        if self.beginning.rules.is_none() {
            return Ok(Unenforced::default());
        }
        let (game, own) = (self.tried_out()?, self.beginning.own_words());
        let own = own.map_err(|bad| Refusal::field("options", say!("{why}.", why = bad.message())))?;
        let warned = game.bindings.bound.keys().filter(|role| game.force(**role) == Force::Advisory);
        let mut warns: Vec<u32> = warned.filter_map(|role| deadlines::rule(&game, *role)).collect();
        let is_text = |rule: &&Rule| game.bindings.roles_of(&rule.id).next().is_none() && own.contains(&rule.id);
        let mut text: Vec<u32> = game.book.live().filter(is_text).map(|rule| rule.current().label).collect();
        for labels in [&mut warns, &mut text] {
            labels.sort_unstable();
            labels.dedup();
        }
        Ok(Unenforced { warns, text })
    }

    /// Nobody is given a weekday on which the rules make every message void: they could never propose.
    pub(super) fn check_weekdays(&self) -> Result<(), Refusal> {
        let game = self.tried_out()?;
        let void = &game.bindings.parameters.allocation.void_days;
        let given = game.players.iter().filter_map(|player| player.weekday).find(|day| void.contains(day));
        let Some(given) = given.filter(|_| game.enforces(Role::Allocation)) else { return Ok(()) };
        let rule = deadlines::rule(&game, Role::Allocation).unwrap_or(201);
        let detail = say!(
            "By rule {rule} messages in the voting thread are void on {days}: the player of {given} could never propose. \
             Give every seat another weekday.",
            rule,
            days = MessageValue::list(Join::And, void.iter().map(|day| weekday(*day))),
            given = weekday(given)
        );
        Err(Refusal::field("options.days", detail).act("I.9"))
    }

    pub(in crate::nomic) fn start(&self) -> Result<Engine, Refusal> {
        self.beginning
            .start()
            .map_err(|bad| Refusal::field("options", say!("The game cannot begin: {bad}.", bad = bad.message())))
    }
}

/// What the service does not enforce of the rules that a game begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unenforced {
    /// Rules about what it enforces elsewhere, in words whose meaning it was not told: it only warns.
    pub warns: Vec<u32>,
    /// Rules of the players' own that it knows nothing of: players claim what they give.
    pub text: Vec<u32>,
}

/// People's names, the second of the same name with a number.
pub(super) fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut free = |name: String| {
        let mut numbers = (2_u32..).map(|number| format!("{name} ({number})"));
        let free = [name.clone()].into_iter().chain(numbers.by_ref()).find(|name| !taken.contains(name));
        let free = free.unwrap_or(name);
        taken.insert(free.clone());
        free
    };
    names.map(|name| free(name.trim().to_owned())).collect()
}
