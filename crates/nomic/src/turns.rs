//! Days and turn order (rule 201): whose day it is, who judges, when a circuit is complete.

use super::bindings::{Force, Role};
use super::game::{Game, Player};
use super::time;
use chrono::{DateTime, Datelike, NaiveDate, Utc};

impl Game {
    /// Players with an allocated day, in turn order: by weekday, then as rule 201 lists them.
    pub fn seats(&self) -> Vec<&Player> {
        if self.force(Role::Allocation) == Force::Absent {
            return Vec::new();
        }
        let mut seats: Vec<&Player> = self.playing().filter(|player| player.weekday.is_some()).collect();
        seats.sort_by_key(|player| self.turn_key(&player.name));
        seats
    }

    /// Sorts players into turn order, those who left included.
    fn turn_key(&self, name: &str) -> (u32, usize) {
        let weekday = self.player(name).and_then(|player| player.weekday).map_or(7, |day| day.num_days_from_monday());
        let days = &self.bindings.parameters.allocation.days;
        (weekday, days.iter().position(|seat| seat.player == name).unwrap_or(usize::MAX))
    }

    /// The players whose allocated day this is, in the order of rule 201; a holiday is nobody's.
    pub fn players_of(&self, day: NaiveDate) -> Vec<String> {
        if self.is_holiday(day) {
            return Vec::new();
        }
        let own = |player: &&Player| player.weekday == Some(day.weekday());
        self.seats().into_iter().filter(own).map(|player| player.name.clone()).collect()
    }

    /// Whether messages in the voting thread are void on this day (rule 201), a holiday of the game among them.
    pub fn is_void_day(&self, day: NaiveDate) -> bool {
        let void = &self.bindings.parameters.allocation.void_days;
        self.is_holiday(day) || self.enforces(Role::Allocation) && void.contains(&day.weekday())
    }

    /// Whether somebody has a turn on this day.
    pub fn is_turn_day(&self, day: NaiveDate) -> bool {
        !self.is_void_day(day) && !self.players_of(day).is_empty()
    }

    /// The end of the day that the game is in. Never earlier than `now`, even if the time zone changes.
    pub fn midnight(&self) -> DateTime<Utc> {
        self.begins(time::next_day(self.day)).max(self.now)
    }

    /// The end of the next turn day after `day`; of the next day, if nobody has a turn.
    pub(super) fn end_of_next_turn_day(&self, day: NaiveDate) -> DateTime<Utc> {
        let days = || self.days_after(day).take(7);
        let found = days().find(|day| self.is_turn_day(*day)).unwrap_or_else(|| time::next_day(day));
        self.begins(time::next_day(found))
    }

    /// The next day after `day` on which messages are not void: then the court sits, and votes count.
    pub fn next_court_day(&self, day: NaiveDate) -> NaiveDate {
        let next = self.days_after(day).take(7).find(|day| !self.is_void_day(*day));
        next.unwrap_or_else(|| time::next_day(day))
    }

    /// Reading 17: the player of the nearest earlier allocated day, the last-listed one if it is shared.
    pub fn judge_of(&self, day: NaiveDate) -> Option<String> {
        let before = (1..=5000).map_while(|back| day.checked_sub_days(chrono::Days::new(back)));
        let earlier = before.filter(|day| !self.is_holiday(*day)).take(7);
        earlier.filter(|day| !self.is_void_day(*day)).find_map(|day| self.players_of(day).pop())
    }

    /// Everybody else with a day, going backwards in turn order from `from`; then `from`, if still there.
    pub(super) fn backwards_from(&self, from: &str) -> Vec<String> {
        let key = self.turn_key(from);
        let seats = self.seats();
        let (before, rest): (Vec<_>, Vec<_>) =
            seats.into_iter().rev().partition(|player| self.turn_key(&player.name) < key);
        before.into_iter().chain(rest).map(|player| player.name.clone()).collect()
    }

    /// The turn order starting after `name`.
    pub(super) fn order_after(&self, name: &str) -> Vec<String> {
        let mut order = self.backwards_from(name);
        order.reverse();
        if let Some(place) = order.iter().position(|player| player == name) {
            order.rotate_left(place + 1);
        }
        let seatless =
            self.players.iter().filter(|player| !order.contains(&player.name)).map(|player| player.name.clone());
        let seatless: Vec<String> = seatless.collect();
        order.extend(seatless);
        order
    }

    /// Complete circuits once the turn of `day` has ended: what every current player has had (reading 5).
    pub(super) fn circuits_when_ended(&self, day: NaiveDate) -> u32 {
        let turn = self.is_turn_day(day);
        let had = |player: &Player| player.turns + u32::from(turn && player.weekday == Some(day.weekday()));
        self.seats().into_iter().map(had).min().unwrap_or(0)
    }

    /// The circuit that the game is in, from 1.
    pub fn circuit(&self) -> u32 {
        self.seats().into_iter().map(|player| player.turns).min().unwrap_or(0) + 1
    }

    /// Gives players the days that rule 201 now allocates; people it names for the first time may join.
    pub(super) fn seat_players(&mut self) {
        let days = self.bindings.parameters.allocation.days.clone();
        for seat in &days {
            if self.player(&seat.player).is_none() {
                self.name(&seat.player, None);
            }
        }
        for player in &mut self.players {
            player.weekday = days.iter().find(|seat| seat.player == player.name).map(|seat| seat.weekday);
        }
        self.open_accounts();
    }
}
