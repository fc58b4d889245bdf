//! Who judges (rule 214): forfeits at midnight, overruling, succession, vacancies.

use super::court::{JudgementState, PointState};
use super::game::Game;
use super::parameters::ForfeitExclusion;
use chrono::{DateTime, NaiveDate, Utc};

impl Game {
    /// Reading 19: a Judge who has not invoked by the end of the day is replaced.
    pub(super) fn judges_forfeit(&mut self, at: DateTime<Utc>) {
        let incoming = self.next_court_day(self.day);
        for place in self.active_points.clone() {
            let point = &self.points_of_order[place];
            if !point.is_active() || point.judge.is_none() || point.serving_day > self.day {
                continue;
            }
            if self.is_holiday(self.day) {
                self.points_of_order[place].serving_day = incoming;
                continue;
            }
            if point.advisory {
                self.let_judge_stay(place, incoming, at);
                continue;
            }
            let barred = match point.procedure.forfeit_exclusion {
                ForfeitExclusion::Incoming => incoming,
                ForfeitExclusion::Outgoing => self.day,
            };
            self.replace_judge(place, JudgementState::Lapsed, incoming, barred, at);
        }
    }

    pub(super) fn replace_judge(
        &mut self,
        place: usize,
        verdict: JudgementState,
        serving: NaiveDate,
        barred: NaiveDate,
        at: DateTime<Utc>,
    ) {
        let point = &mut self.points_of_order[place];
        let pronounced = point.state != PointState::Open;
        if let Some(judgement) = point.judgements.last_mut().filter(|_| pronounced) {
            judgement.state = verdict;
        }
        point.state = PointState::Open;
        if let Some(judge) = point.judge.take() {
            point.tried.push(judge.clone());
            self.appoint(place, judge, serving, barred, at);
        }
    }

    /// The next Judge going backwards from `from`: not on their own turn, and nobody twice (readings 18, 20).
    pub(super) fn appoint(
        &mut self,
        place: usize,
        from: String,
        serving: NaiveDate,
        barred: NaiveDate,
        at: DateTime<Utc>,
    ) {
        let away = self.players_of(barred);
        let mut order = self.bench(place, &from);
        let turn = self.players_of(serving).into_iter().next();
        let others = self.backwards_from(turn.as_deref().unwrap_or(&from));
        let (second, ninth) = (self.edition.is_second(), self.edition.is_ninth());
        let point = &mut self.points_of_order[place];
        let (advisory, wraps) = (point.advisory, second && point.procedure.judge_wrap);
        order.retain(|player| !point.excluded.contains(player));
        // Where nobody is left of a list, those judge who would without one: only then has everybody been tried.
        let is_left = |player: &String| wraps || !point.tried.contains(player);
        if ninth && !point.procedure.judges.is_empty() && !order.iter().any(is_left) {
            order = others;
            order.retain(|player| !point.excluded.contains(player));
        }
        if point.procedure.judge_wrap && order.iter().all(|player| point.tried.contains(player)) {
            point.tried.clear();
        }
        let untried: Vec<&String> = order.iter().filter(|player| !point.tried.contains(player)).collect();
        if let Some(judge) = untried.iter().find(|player| !away.contains(player)) {
            point.judge = Some((*judge).clone());
            point.serving_day = serving;
            return;
        }
        let may_serve_later = |name: &&String| {
            let own = self.player(name).and_then(|player| player.weekday);
            self.seats().iter().any(|seat| seat.weekday != own)
        };
        if advisory || untried.iter().any(may_serve_later) {
            return;
        }
        if wraps && !order.is_empty() {
            self.points_of_order[place].tried.clear();
        } else {
            self.close_indeterminate(place, at);
        }
    }

    /// Vacant seats are filled when an allocated day begins (reading 20).
    pub(super) fn fill_vacancies(&mut self, at: DateTime<Utc>) {
        let is_turn_day = self.is_turn_day(self.day);
        for place in self.active_points.clone() {
            let point = &self.points_of_order[place];
            // Who is barred on every allocated day may judge on another, where the search goes on for ever.
            let court_sits = self.edition.is_second() && point.procedure.judge_wrap && !self.is_void_day(self.day);
            let nobody_has_a_day = self.edition.is_sixth() && self.seats().is_empty();
            if point.is_active() && point.judge.is_none() && (is_turn_day || court_sits || nobody_has_a_day) {
                let from = point.tried.last().cloned().or_else(|| self.search_begins_at(place)).unwrap_or_default();
                self.appoint(place, from, self.day, self.day, at);
            }
        }
    }

    /// After whom a Judge is looked for where nobody has been one yet: whose day it is, or who judged last of a list.
    fn search_begins_at(&self, place: usize) -> Option<String> {
        let is_listed = !self.points_of_order[place].procedure.judges.is_empty();
        let begins = || if is_listed { self.judged_last() } else { self.players_of(self.day).into_iter().next() };
        self.edition.is_ninth().then(begins).flatten()
    }

    /// Rule 115: a Judge who leaves is succeeded at once.
    pub(super) fn judge_left(&mut self, name: &str, at: DateTime<Utc>) {
        for place in self.active_points.clone() {
            let point = &self.points_of_order[place];
            if point.is_active() && point.judge.as_deref() == Some(name) {
                let serving = point.serving_day;
                self.replace_judge(place, JudgementState::Lapsed, serving, serving, at);
            }
        }
    }
}
