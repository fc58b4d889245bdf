//! Time of the players' own (rules 106, 113, 202): when days begin, windows within them, and days on which the game
//! stands still.

use super::bindings::{Force, Role};
use super::court::PointState;
use super::game::Game;
use super::parameters::{Holiday, Patch};
use super::plays::{Made, Void};
use super::time;
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use rookery_messages::Message;
use serde_json::{Map, json};

impl Game {
    /// The first instant of a day of the game.
    pub fn begins(&self, day: NaiveDate) -> DateTime<Utc> {
        let timezone = &self.bindings.parameters.timezone;
        time::at_time(day, timezone.day_starts, timezone.zone)
    }

    /// When clocks show this time within a day of the game, which may go on after midnight.
    pub fn time_within(&self, day: NaiveDate, at: NaiveTime) -> DateTime<Utc> {
        let timezone = &self.bindings.parameters.timezone;
        let day = if at < timezone.day_starts { time::next_day(day) } else { day };
        time::at_time(day, at, timezone.zone)
    }

    /// The holidays that this day is one of.
    fn holiday(&self, day: NaiveDate) -> Option<&Holiday> {
        self.bindings.parameters.timezone.holidays.iter().find(|one| (one.from..=one.until).contains(&day))
    }

    /// Whether the game stands still on this day.
    pub fn is_holiday(&self, day: NaiveDate) -> bool {
        self.holiday(day).is_some() && self.enforces(Role::Timezone)
    }

    /// Days after `day` on which the game goes on.
    pub(super) fn days_after(&self, day: NaiveDate) -> impl Iterator<Item = NaiveDate> {
        day.iter_days().skip(1).filter(|day| !self.is_holiday(*day))
    }

    /// What a message in the voting thread comes to on a holiday.
    pub(super) fn holiday_problem(&self, warnings: &mut Vec<Void>) -> Result<(), Void> {
        let Some(holiday) = self.holiday(self.day).map(|holiday| Void::Holiday(holiday.until)) else { return Ok(()) };
        match self.force(Role::Timezone) {
            Force::Enforced => return Err(holiday),
            Force::Advisory => warnings.push(holiday),
            Force::Absent => {}
        }
        Ok(())
    }

    /// A player says that the game goes on; on any day but a holiday that is talk. Once all who play have, it ends with the day: nothing else could be
    /// decided while it lasts.
    pub(super) fn go_on(&mut self, name: &str) -> Result<Made, Void> {
        if !self.is_holiday(self.day) {
            return Ok(Made::Message);
        }
        if !self.going_on.iter().any(|other| other == name) {
            self.going_on.push(name.to_owned());
        }
        if self.not_going_on().is_empty() {
            self.end_holiday().map_err(Void::NotPossible)?;
        }
        Ok(Made::GoesOn)
    }

    /// Who has not said on this holiday that the game goes on.
    pub fn not_going_on(&self) -> Vec<String> {
        let silent = self.playing().filter(|player| !self.going_on.contains(&player.name));
        silent.map(|player| player.name.clone()).collect()
    }

    /// Today is the last day of the holiday; what waited for its end waits no longer.
    fn end_holiday(&mut self) -> Result<(), Message> {
        let today = self.day;
        let mut holidays = self.bindings.parameters.timezone.holidays.clone();
        for holiday in holidays.iter_mut().filter(|one| (one.from..=one.until).contains(&today)) {
            holiday.until = today;
        }
        let members = Map::from_iter([("holidays".to_owned(), json!(holidays))]);
        self.bindings.adopt(&Patch::from([(Role::Timezone, members)]), &[], None, &self.book)?;
        let goes_on = self.begins(self.next_court_day(today));
        for place in self.active_points.clone() {
            let point = &mut self.points_of_order[place];
            let window = TimeDelta::seconds(point.procedure.window_seconds.into());
            if let Some(judgement) = point.judgements.last_mut().filter(|one| one.closes_at > goes_on) {
                judgement.closes_at = judgement.closes_at.min(goes_on + window);
            }
        }
        let end = self.end_of_next_turn_day(today);
        for win in self.wins.iter_mut().filter(|win| win.is_open()) {
            win.closes_at = win.closes_at.min(end);
        }
        Ok(())
    }

    /// Why no vote counts at this time of day, if so (rule 113).
    pub fn voting_problem(&self, at: DateTime<Utc>) -> Option<Void> {
        let voting = &self.bindings.parameters.voting;
        let early = voting.opens.is_some_and(|opens| at < self.time_within(self.day, opens));
        let late = voting.closes.is_some_and(|closes| at >= self.time_within(self.day, closes));
        (early || late).then_some(Void::OutsideVotingHours { opens: voting.opens, closes: voting.closes })
    }

    /// The day on which votes on what is open now are counted: today, or the next after the holidays.
    fn voting_day(&self) -> NaiveDate {
        if self.is_holiday(self.day) { self.next_court_day(self.day) } else { self.day }
    }

    /// From when on votes on what is open now count.
    pub fn votes_open(&self) -> DateTime<Utc> {
        let day = self.voting_day();
        let opens = self.bindings.parameters.voting.opens.filter(|_| self.enforces(Role::Voting));
        opens.map_or_else(|| self.begins(day), |opens| self.time_within(day, opens))
    }

    /// The first instant at which votes on what is open now come too late.
    pub fn votes_close(&self) -> DateTime<Utc> {
        let day = self.voting_day();
        let end = if day == self.day { self.midnight() } else { self.begins(time::next_day(day)) };
        let closes = self.bindings.parameters.voting.closes.filter(|_| self.enforces(Role::Voting));
        closes
            .map(|closes| self.time_within(day, closes))
            .filter(|closes| (self.now..end).contains(closes))
            .unwrap_or(end)
    }

    /// Today has become a holiday: hours that run go on when the game does, and so does the time to challenge a win.
    pub(super) fn stretch_windows(&mut self) {
        if !self.is_holiday(self.day) {
            return;
        }
        let goes_on = self.begins(self.next_court_day(self.day));
        for place in self.active_points.clone() {
            let point = &mut self.points_of_order[place];
            let window = TimeDelta::seconds(point.procedure.window_seconds.into());
            let runs = matches!(point.state, PointState::Pronounced | PointState::Disputed);
            if let Some(judgement) = point.judgements.last_mut().filter(|one| runs && one.closes_at < goes_on) {
                judgement.closes_at = goes_on + window;
            }
        }
        let end = self.end_of_next_turn_day(self.day);
        for win in self.wins.iter_mut().filter(|win| win.is_open()) {
            win.closes_at = win.closes_at.max(end);
        }
    }
}
