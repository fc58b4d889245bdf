//! Points (rules 203, 205, 207, 209) and winning by them or by rule 215.

use super::bindings::Role;
use super::game::{Game, Player, Source, Status};
use super::plays::Thread;
use chrono::{DateTime, Utc};
use rookery_messages::say;
use serde::Serialize;

/// What an entry is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The proposal of this number.
    Proposal(u32),
    /// An order of this Judgement.
    Judgement(String),
    /// A claim under a rule that the engine does not know.
    Claim(String),
}

/// One change of one player's total. Its place in the ledger is its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// When.
    pub at: DateTime<Utc>,
    /// Whose total.
    pub player: String,
    /// Points won or lost.
    pub delta: i64,
    /// The total when it was posted.
    pub total_after: i64,
    /// The rule it was made under; none for an order of the court.
    pub rule: Option<Source>,
    /// What it is about.
    pub reason: Reason,
    /// Taken out again by this Judgement: it no longer counts (reading 35).
    pub reversed_by: Option<String>,
}

/// What a win rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Rule 210: this entry reached the number.
    Entry(usize),
    /// Rule 210: the number came down to their total, or an entry that kept them below it was taken out.
    Total,
    /// Rule 215: this Point of Order could not be decided.
    Indeterminate(String),
    /// An order of this Judgement.
    Judgement(String),
}

/// How firm a win is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WinState {
    /// Rule 215: stands unless challenged in time (reading 20).
    Claimed,
    /// Won; may still be challenged (reading 34).
    Standing,
    /// Taken back by the court.
    Overturned,
    /// Can no longer be challenged.
    Final,
}

/// A win, or a claim to one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Win {
    /// Who has won.
    pub player: String,
    /// When.
    pub at: DateTime<Utc>,
    /// What it rests on.
    pub basis: Basis,
    /// How firm it is.
    pub state: WinState,
    /// Until then a Point of Order may be raised against it.
    pub closes_at: DateTime<Utc>,
}

impl Game {
    /// Posts points at once, announces the new total (rule 209), and looks for a winner (rule 210).
    pub(super) fn post(
        &mut self,
        at: DateTime<Utc>,
        name: &str,
        delta: i64,
        rule: Option<Source>,
        reason: Reason,
    ) -> Option<usize> {
        let player = self.players.iter_mut().find(|player| player.name == name)?;
        player.total = player.total.saturating_add(delta);
        let total_after = player.total;
        let seq = self.ledger.len();
        self.ledger.push(Entry { at, player: name.to_owned(), delta, total_after, rule, reason, reversed_by: None });
        if self.enforces(Role::LedgerAnnounce) {
            self.record(Thread::Points, at, None, format!("{name}: {total_after} ({delta:+})"), None);
        }
        self.look_for_winner(at, name, Basis::Entry(seq));
        Some(seq)
    }

    /// The points that win, if a rule in effect says so (rule 210).
    pub(super) fn goal(&self) -> Option<i64> {
        self.enforces(Role::Win).then_some(self.bindings.parameters.win.points)
    }

    /// The goal may have come down from `before` to what somebody has: the first who had achieved it wins (rule 210).
    pub(super) fn look_below(&mut self, before: Option<i64>, at: DateTime<Utc>) {
        let Some(goal) = self.goal().filter(|goal| before.is_none_or(|before| *goal < before)) else {
            return;
        };
        if self.status != Status::Active {
            return;
        }
        // Whoever was never below it comes before every entry.
        let achieved = |player: &&Player| {
            self.ledger.iter().position(|entry| entry.player == player.name && entry.total_after >= goal)
        };
        let there = self.playing().filter(|player| player.total >= goal);
        if let Some(name) = there.min_by_key(achieved).map(|player| player.name.clone()) {
            self.win(at, &name, Basis::Total, WinState::Standing);
        }
    }

    fn look_for_winner(&mut self, at: DateTime<Utc>, name: &str, basis: Basis) {
        let goal = self.bindings.parameters.win.points;
        let Some(player) = self.player(name) else {
            return;
        };
        if self.status != Status::Active || !player.plays() || player.total < goal {
            return;
        }
        if self.enforces(Role::Win) {
            self.win(at, name, basis, WinState::Standing);
        } else {
            let warning = say!(
                "{name} has {total} points; whether that wins is no longer known to the engine (rule 210, A0).",
                name,
                total = player.total
            );
            self.alert(at, warning);
        }
    }

    pub(super) fn win(&mut self, at: DateTime<Utc>, name: &str, basis: Basis, state: WinState) {
        let closes_at = self.end_of_next_turn_day(self.day);
        self.wins.push(Win { player: name.to_owned(), at, basis, state, closes_at });
        if state == WinState::Standing {
            self.status = Status::Won;
        }
    }

    /// Takes an entry out of its player's total.
    pub(super) fn reverse(&mut self, seq: usize, judgement: &str, at: DateTime<Utc>) {
        let Some(entry) = self.ledger.get_mut(seq).filter(|entry| entry.reversed_by.is_none()) else {
            return;
        };
        entry.reversed_by = Some(judgement.to_owned());
        let (name, delta) = (entry.player.clone(), entry.delta);
        if let Some(player) = self.players.iter_mut().find(|player| player.name == name) {
            player.total = player.total.saturating_sub(delta);
        }
        if delta < 0 {
            self.look_for_winner(at, &name, Basis::Total);
        }
    }

    /// Overturns every win and claim that is not final: play resumes (reading 34).
    pub(super) fn overturn_wins(&mut self) {
        for win in self.wins.iter_mut().filter(|win| win.state != WinState::Final) {
            win.state = WinState::Overturned;
        }
        if self.status == Status::Won {
            self.status = Status::Active;
        }
    }

    /// The win or claim that may now be challenged: the latest.
    pub fn open_win(&self) -> Option<usize> {
        self.wins.iter().rposition(|win| matches!(win.state, WinState::Claimed | WinState::Standing))
    }

    /// Makes final what nobody may challenge any more; rule 215 goes before every other rule about winning.
    pub(super) fn confirm_wins(&mut self, at: DateTime<Utc>) {
        if self.status == Status::Ended || self.win_is_disputed() {
            return;
        }
        let ripe = |state: WinState| self.wins.iter().position(|win| win.state == state && win.closes_at <= at);
        if let Some(place) = ripe(WinState::Claimed).or_else(|| ripe(WinState::Standing)) {
            self.make_final(place);
        }
    }

    pub(super) fn make_final(&mut self, place: usize) {
        self.overturn_wins();
        self.wins[place].state = WinState::Final;
        self.status = Status::Ended;
    }

    /// The final winner.
    pub fn winner(&self) -> Option<&str> {
        let won = |win: &&Win| matches!(win.state, WinState::Final | WinState::Standing);
        self.wins.iter().rev().find(won).map(|win| win.player.as_str())
    }
}
