//! Points (rules 203, 205, 207, 209): entries, and their totals.

use super::accounts::{About, By, Deed};
use super::bindings::Role;
use super::effects::Ready;
use super::game::{Game, Player, Source};
use super::parameters::POINTS;
use super::plays::Thread;
use super::wins::{Basis, TakenBy};
pub use super::wins::{Win, WinState};
use chrono::{DateTime, Utc};
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
    /// An effect of this name.
    Effect(String),
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
    /// What has taken it out again: it no longer counts (reading 35).
    pub reversed_by: Option<TakenBy>,
}

impl Game {
    /// Posts points at once, with what that sets off, and looks for a winner (rule 210).
    pub(super) fn post(
        &mut self,
        at: DateTime<Utc>,
        name: &str,
        delta: i64,
        rule: Option<Source>,
        reason: Reason,
    ) -> Option<usize> {
        // The court says what is to change, and nothing else does.
        let by_order = matches!(reason, Reason::Judgement(_));
        let effects = if by_order { Vec::new() } else { self.effects() };
        self.post_under(&effects, at, name, delta, rule, reason)
    }

    /// The same by these effects.
    pub(super) fn post_under(
        &mut self,
        effects: &[Ready],
        at: DateTime<Utc>,
        name: &str,
        delta: i64,
        rule: Option<Source>,
        reason: Reason,
    ) -> Option<usize> {
        let denied = self.denied(name);
        let seq = self.enter(at, name, delta, rule, reason)?;
        self.set_off_by_change(effects, POINTS, name, delta, About::Entry(seq), at);
        self.look_for_winner(at, name, Basis::Entry(seq), denied);
        Some(seq)
    }

    /// An entry, and the new total announced (rule 209).
    pub(super) fn enter(
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
        Some(seq)
    }

    /// Takes an entry out of its player's total, by a Judgement.
    pub(super) fn reverse(&mut self, seq: usize, judgement: &str, at: DateTime<Utc>) {
        if self.edition.is_seventh() {
            self.reverse_whole(seq, judgement, at);
            return;
        }
        let denied = self.ledger.get(seq).and_then(|entry| self.denied(&entry.player));
        let Some(name) = self.take_out(seq, &TakenBy::judgement(judgement), at) else {
            return;
        };
        if self.ledger[seq].delta < 0 {
            self.look_for_winner(at, &name, Basis::Total, denied);
        }
        self.drop_lost_wins(at);
    }

    /// Reverses an entry and, from the seventh edition on, the whole effect that made it: effects happen whole or not at all.
    /// Players who have more points afterwards may have won.
    fn reverse_whole(&mut self, seq: usize, judgement: &str, at: DateTime<Utc>) {
        let had = |player: &Player| (player.name.clone(), player.total, self.denied(&player.name));
        let before: Vec<_> = self.players.iter().map(had).collect();
        let by = TakenBy::judgement(judgement);
        match self.deed_with(seq) {
            Some(deed) => self.take_back_deed(deed, &by, at),
            None => drop(self.take_out(seq, &by, at)),
        }
        for (name, total, denied) in before {
            if self.player(&name).is_some_and(|player| player.total > total) {
                self.look_for_winner(at, &name, Basis::Total, denied);
            }
        }
        self.drop_lost_wins(at);
    }

    /// The place of the deed that made an entry, if it stands.
    fn deed_with(&self, seq: usize) -> Option<usize> {
        let made_it = |deed: &Deed| deed.movements.iter().any(|moved| moved.entry == Some(seq));
        self.accounts.deeds.iter().rposition(|deed| deed.reversed_by.is_none() && made_it(deed))
    }

    /// The name of the effect that is reversed with an entry, if it changed anything else.
    pub fn taken_back_with(&self, seq: usize) -> Option<&str> {
        let deed = self.accounts.deeds.get(self.deed_with(seq).filter(|_| self.edition.is_seventh())?)?;
        match &deed.by {
            By::Effect { name, .. } if deed.movements.len() > 1 => Some(name),
            _ => None,
        }
    }

    /// An entry no longer counts, and the new total is announced (rule 209); answers whose it was.
    pub(super) fn take_out(&mut self, seq: usize, by: &TakenBy, at: DateTime<Utc>) -> Option<String> {
        let entry = self.ledger.get_mut(seq).filter(|entry| entry.reversed_by.is_none())?;
        entry.reversed_by = Some(by.clone());
        let (name, delta) = (entry.player.clone(), entry.delta);
        if let Some(player) = self.players.iter_mut().find(|player| player.name == name) {
            player.total = player.total.saturating_sub(delta);
        }
        if self.edition.is_fifth() && self.enforces(Role::LedgerAnnounce) {
            let total = self.player(&name).map_or(0, |player| player.total);
            let by = match by {
                TakenBy::Win => "the game had been won before".to_owned(),
                TakenBy::Judgement(id) => format!("Judgement {id}"),
            };
            self.record(Thread::Points, at, None, format!("{name}: {total} ({:+}: {by})", -delta), None);
        }
        self.take_back_deeds(&About::Entry(seq), by, at);
        Some(name)
    }
}
