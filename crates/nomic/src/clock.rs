//! The lazy clock (A2): timed events, run in order before anything is read or done.

use super::bindings::Role;
use super::game::{Game, Status};
use super::parameters::Occasion;
use super::plays::Refusal;
use super::proposals::ProposalState;
use super::rulebook::{Cause, RuleId};
use super::time;
use chrono::{DateTime, TimeDelta, Utc};

impl Game {
    /// The next instant at which something happens by itself; none once the game has ended.
    pub fn due(&self) -> Option<DateTime<Utc>> {
        if self.status == Status::Ended {
            return None;
        }
        let windows = self.active_points.iter().filter_map(|place| self.points_of_order[*place].closes_at());
        windows.chain([self.midnight()]).min()
    }

    /// Runs everything that is due up to and at `now`.
    ///
    /// # Errors
    /// A time before the game's own clock, or a hundred years after its start.
    pub fn advance(&mut self, now: DateTime<Utc>) -> Result<(), Refusal> {
        if now < self.now {
            return Err(Refusal::Backwards { at: now, now: self.now });
        }
        if now - self.starts_at > TimeDelta::days(36_525) {
            return Err(Refusal::TooFar(now));
        }
        while let Some(due) = self.due().filter(|due| *due <= now) {
            self.run(due);
        }
        self.now = now;
        Ok(())
    }

    /// Everything that falls due at the instant `at`, in the order of A2.
    fn run(&mut self, at: DateTime<Utc>) {
        let midnight = at >= self.midnight();
        self.now = at;
        self.close_windows(at);
        if !midnight {
            return;
        }
        self.complete_votes(at);
        self.change_adoption_by_itself(at);
        self.judges_forfeit(at);
        self.roll_day(at);
    }

    /// Votes of the ending day are counted, in the order of their numbers; on a holiday they go on.
    fn complete_votes(&mut self, at: DateTime<Utc>) {
        if self.is_holiday(self.day) {
            return;
        }
        for place in self.open_proposals.clone() {
            match self.proposals[place].state {
                ProposalState::Voting => self.complete_vote(place, at),
                ProposalState::Unfinished => self.give_up(place),
                _ => {}
            }
        }
    }

    /// The rule of adoption, while it may still change by itself: its moment has not come, and nobody has amended it.
    pub(super) fn changes_by_itself(&self) -> Option<RuleId> {
        let leader = || self.bindings.rule(Role::Adoption).cloned();
        let second = self.edition.is_second();
        let rule = if second { self.bindings.supplier(Role::Adoption, "change", &self.book) } else { leader() };
        rule.filter(|rule| !self.adoption_settled && !self.book.is_amended(rule))
    }

    /// Rule 204 at the end of the second circuit (readings 5 to 8).
    fn change_adoption_by_itself(&mut self, at: DateTime<Utc>) {
        let Some(change) = self.bindings.parameters.adoption.change.clone() else {
            return;
        };
        if self.adoption_settled || self.circuits_when_ended(self.day) < change.circuits {
            return;
        }
        let rule = self.changes_by_itself();
        self.adoption_settled = true;
        let Some(rule) = rule.filter(|_| self.enforces(Role::Adoption)) else {
            return;
        };
        if let Some(mut version) = self.book.next_version(&rule, at, Cause::AutomaticChange) {
            version.text = change.text;
            self.book.push(&rule, version);
            if self.edition.is_second() {
                self.bindings.change_by_itself(&rule, change.threshold, &self.book);
            } else {
                self.bindings.parameters.adoption.threshold = change.threshold;
            }
        }
    }

    /// The turn counter, the next day, and wins that nobody may challenge any more.
    fn roll_day(&mut self, at: DateTime<Utc>) {
        let circuit = self.circuit();
        if self.is_turn_day(self.day) {
            for name in self.players_of(self.day) {
                if let Some(player) = self.players.iter_mut().find(|player| player.name == name) {
                    player.turns += 1;
                }
            }
        }
        self.open_proposals.retain(|place| self.proposals[*place].is_open());
        if self.sealed_messages().is_empty() {
            self.sealed.clear();
        }
        self.day = time::next_day(self.day);
        if !self.is_void_day(self.day) {
            self.day_number += 1;
        }
        self.fill_vacancies(at);
        self.confirm_wins(at);
        if !self.is_holiday(self.day) {
            self.going_on.clear();
        }
        if self.circuit() > circuit {
            self.set_off_for(Occasion::Circuit, None, at);
        }
        self.set_off_by_day(at);
    }
}
