//! Winning (rules 210, 215, 113): who has reached the goal, claims to a win, and the consequences when a claim
//! fails.
//!
//! A win that rests on a claim is claimed: votes and days go on until nobody may challenge it any more (reading 34).
//! If it becomes final, the game was over when it was claimed, and what happened since is void; if it falls, all of
//! that stands. From the third edition on it rests on one, too, if the goal was reached otherwise and would not have
//! been without what was claimed before, or if a claim set off the points that reached it. From the fourth on, points by
//! which the court has said that nobody won win only once the player has been below the goal again, or needs no claim.
//! Entries come one after the other, those of one vote, too: who has the goal for an instant has achieved it (reading 34).

use super::accounts::{About, By, Deed};
use super::bindings::{Bindings, Role};
use super::citations::law;
use super::game::{Game, Player, Status};
use super::ledger::{Entry, Reason};
use super::plays::Target;
use super::proposals::ProposalState;
use super::rulebook::{Cause, RuleStatus};
use chrono::{DateTime, Utc};
use rookery_messages::say;
use serde::{Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

/// What took points back, or what was done beside them. Written as `win`, or as the id of the Judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TakenBy {
    /// A win that is final: what happened after it is void.
    Win,
    /// The Judgement of this id.
    Judgement(String),
}

impl TakenBy {
    pub(super) fn judgement(id: &str) -> Self {
        Self::Judgement(id.to_owned())
    }
}

impl fmt::Display for TakenBy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Win => "win",
            Self::Judgement(id) => id.as_str(),
        })
    }
}

impl Serialize for TakenBy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
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
    /// Stands unless challenged in time (readings 20, 34); play goes on.
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
    /// What the rules had the game do then.
    #[serde(skip)]
    before: Option<Arc<Bindings>>,
    /// How many entries there were then.
    #[serde(skip)]
    entries: usize,
}

impl Win {
    /// Whether it may still be challenged.
    pub fn is_open(&self) -> bool {
        matches!(self.state, WinState::Claimed | WinState::Standing)
    }

    /// Whether it is one by points (rule 210).
    fn is_by_points(&self) -> bool {
        matches!(self.basis, Basis::Entry(_) | Basis::Total)
    }
}

impl Game {
    /// The points that win, if a rule in effect says so (rule 210).
    pub fn goal(&self) -> Option<i64> {
        self.enforces(Role::Win).then_some(self.bindings.parameters.win.points)
    }

    /// The goal may have come down from `before` to what somebody has: the first who had achieved it wins (rule 210).
    pub(super) fn look_below(&mut self, before: Option<i64>, at: DateTime<Utc>) {
        let Some(goal) = self.goal().filter(|goal| before.is_none_or(|before| *goal < before)) else {
            return;
        };
        if self.status != Status::Active || self.is_claimed_by_points() {
            return;
        }
        // A player who was never below it comes before every entry.
        let achieved = |player: &&Player| self.achieved(&player.name, goal);
        let there = self.playing().filter(|player| player.total >= goal);
        if let Some(name) = there.min_by_key(achieved).map(|player| player.name.clone()) {
            let state = self.firmness(&name, &Basis::Total);
            self.win(at, &name, Basis::Total, state);
        }
    }

    /// The entry that first brought somebody to `goal`.
    fn achieved(&self, name: &str, goal: i64) -> Option<usize> {
        self.ledger.iter().position(|entry| entry.player == name && entry.total_after >= goal)
    }

    /// Whether somebody's claim to have reached the goal is open: those who reached it later are looked at when it falls.
    fn is_claimed_by_points(&self) -> bool {
        let claimed = |win: &Win| win.state == WinState::Claimed && win.is_by_points();
        self.wins.iter().any(claimed)
    }

    /// How far a player has come whose win the court has denied: as far as this they have not won again.
    pub(super) fn denied(&self, name: &str) -> Option<WinState> {
        let denied = |win: &Win| win.player == name && win.state == WinState::Overturned;
        let again = self.edition.is_fourth() && self.wins.iter().any(denied);
        let total = self.player(name).filter(|_| again)?.total;
        (total >= self.bindings.parameters.win.points).then(|| self.firmness(name, &Basis::Total))
    }

    /// Whether `name` has won; `denied` is how far they had come before, if the court had denied them a win.
    pub(super) fn look_for_winner(&mut self, at: DateTime<Utc>, name: &str, basis: Basis, denied: Option<WinState>) {
        let goal = self.bindings.parameters.win.points;
        let Some(player) = self.player(name) else {
            return;
        };
        if self.status != Status::Active || !player.plays() || player.total < goal || self.is_claimed_by_points() {
            return;
        }
        if self.enforces(Role::Win) {
            let state = self.firmness(name, &basis);
            // A total that reaches the goal without claimed points wins in spite of the denial.
            if denied.is_none_or(|before| (before, state) == (WinState::Claimed, WinState::Standing)) {
                self.win(at, name, basis, state);
            }
        } else {
            let warning = say!(
                "{name} has {total} points; whether that wins is no longer known to the engine (rule {r210}, A0).",
                name,
                total = player.total,
                r210 = law(210)
            );
            self.alert(at, warning);
        }
    }

    /// What the engine counted itself stands; what somebody claimed is a claim, from the second edition on.
    fn firmness(&self, name: &str, basis: &Basis) -> WinState {
        let claimed = match basis {
            _ if self.edition.is_third() => {
                let without = self.player(name).map_or(0, |player| player.total) - self.claimed_points(name);
                without < self.bindings.parameters.win.points
            }
            Basis::Entry(seq) => self.edition.is_second() && self.claim_behind(*seq) == Some(*seq),
            _ => false,
        };
        if claimed { WinState::Claimed } else { WinState::Standing }
    }

    /// What of a player's points somebody claimed, or came of what somebody claimed.
    fn claimed_points(&self, name: &str) -> i64 {
        let counts = |entry: &Entry| entry.player == name && entry.reversed_by.is_none();
        let own = self.ledger.iter().enumerate().filter(|(_, entry)| counts(entry));
        own.filter(|(seq, _)| self.claim_behind(*seq).is_some()).map(|(_, entry)| entry.delta).sum()
    }

    /// The claim that an entry is, or came of.
    fn claim_behind(&self, seq: usize) -> Option<usize> {
        let entry = self.ledger.get(seq)?;
        match entry.reason {
            Reason::Claim(_) => Some(seq),
            Reason::Effect(_) => {
                // It was entered at the instant of its deed: those of later are not looked through.
                let deeds = &self.accounts.deeds;
                let then = deeds.partition_point(|deed| deed.at <= entry.at);
                let mut deeds = deeds[..then]
                    .iter()
                    .rev()
                    .skip_while(|deed| deed.movements.iter().all(|moved| moved.entry != Some(seq)));
                let about = deeds.next()?.about.as_ref()?;
                self.claim_behind_deed(about).or_else(|| self.came_of_claimed_quantity(about).then_some(seq))
            }
            Reason::Proposal(_) | Reason::Judgement(_) => None,
        }
    }

    /// The claim that a deed came of.
    fn claim_behind_deed(&self, about: &About) -> Option<usize> {
        match about {
            About::Entry(seq) => self.claim_behind(*seq),
            About::Deed(place) => self.claim_behind_deed(self.accounts.deeds.get(*place)?.about.as_ref()?),
            About::Proposal(_) | About::Use => None,
        }
    }

    /// Whether somebody claimed the quantity that a deed came of.
    fn came_of_claimed_quantity(&self, about: &About) -> bool {
        let About::Deed(place) = about else { return false };
        let deed = self.accounts.deeds.get(*place);
        let before = |deed: &Deed| deed.about.as_ref().is_some_and(|about| self.came_of_claimed_quantity(about));
        deed.is_some_and(|deed| matches!(deed.by, By::Claim { .. }) || before(deed))
    }

    pub(super) fn win(&mut self, at: DateTime<Utc>, name: &str, basis: Basis, state: WinState) {
        let closes_at = self.end_of_next_turn_day(self.day);
        let before = self.edition.is_second().then(|| Arc::new(self.bindings.clone()));
        let entries = self.ledger.len();
        self.wins.push(Win { player: name.to_owned(), at, basis, state, closes_at, before, entries });
        if state == WinState::Standing {
            self.status = Status::Won;
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

    /// Nobody has won, says a Judgement: what was claimed for a win goes with it.
    pub(super) fn deny_wins(&mut self, judgement: &str, at: DateTime<Utc>) {
        let open: Vec<usize> = (0..self.wins.len()).filter(|place| self.wins[*place].is_open()).collect();
        self.overturn_wins();
        if self.edition.is_second() {
            open.into_iter().for_each(|place| self.take_back_claim(place, judgement, at));
            self.release_house_rules();
        }
    }

    /// A challenged claim to a win that the Judge did not uphold.
    pub(super) fn deny_claim(&mut self, judgement: &str, at: DateTime<Utc>) {
        let claimed = self.open_win().filter(|place| self.wins[*place].state == WinState::Claimed);
        if let Some(place) = claimed {
            self.wins[place].state = WinState::Overturned;
            if self.edition.is_second() {
                self.take_back_claim(place, judgement, at);
                self.look_again(at);
            }
        }
    }

    /// The points that somebody claimed to win by.
    fn take_back_claim(&mut self, place: usize, judgement: &str, at: DateTime<Utc>) {
        if let Basis::Entry(seq) = self.wins[place].basis
            && let Some(claim) = self.claim_behind(seq).filter(|claim| *claim == seq || self.edition.is_third())
        {
            self.reverse(claim, judgement, at);
        }
    }

    /// Wins by points of somebody who has them no longer, or who has left, fall.
    pub(super) fn drop_lost_wins(&mut self, at: DateTime<Utc>) {
        if !self.edition.is_second() {
            return;
        }
        // The number that was to be reached then: what has changed it since stands or falls with the win.
        let goal = |win: &Win| win.before.as_ref().map_or(0, |before| before.parameters.win.points);
        // What was lost afterwards takes nothing from who was first there (rule 210).
        let then = |win: &Win, one: &Player| {
            let counts = |entry: &&Entry| entry.player == one.name && entry.reversed_by.is_none();
            let own = self.ledger.iter().take(win.entries).filter(counts);
            one.started_with + own.map(|entry| entry.delta).sum::<i64>()
        };
        let has = |win: &Win, one: &Player| if self.edition.is_sixth() { then(win, one) } else { one.total };
        let has_them =
            |win: &Win| self.player(&win.player).is_some_and(|one| one.plays() && has(win, one) >= goal(win));
        let lost = |win: &Win| win.is_open() && win.is_by_points() && !has_them(win);
        let lost: Vec<usize> = (0..self.wins.len()).filter(|place| lost(&self.wins[*place])).collect();
        if lost.is_empty() {
            return;
        }
        lost.into_iter().for_each(|place| self.wins[place].state = WinState::Overturned);
        if self.status == Status::Won && !self.wins.iter().any(|win| win.state == WinState::Standing) {
            self.status = Status::Active;
        }
        self.look_again(at);
    }

    /// A claim has fallen: the first of the others who had reached the goal has won, and what was held back for it is
    /// released.
    fn look_again(&mut self, at: DateTime<Utc>) {
        self.release_house_rules();
        let Some(goal) = self.goal().filter(|_| self.status == Status::Active && !self.is_claimed_by_points()) else {
            return;
        };
        let denied = |name: &str| self.wins.iter().any(|win| win.player == name && win.state == WinState::Overturned);
        let there = self.playing().filter(|player| player.total >= goal && !denied(&player.name));
        let first = there.map(|player| (self.achieved(&player.name, goal), player.name.clone())).min();
        if let Some((entry, name)) = first {
            let basis = entry.map_or(Basis::Total, Basis::Entry);
            let state = self.firmness(&name, &basis);
            self.win(at, &name, basis, state);
        }
    }

    /// The win or claim that may now be challenged: the latest.
    pub fn open_win(&self) -> Option<usize> {
        self.wins.iter().rposition(Win::is_open)
    }

    /// A win that is claimed while play goes on (rule 113), if any is.
    pub fn claimed_win(&self) -> Option<&Win> {
        self.wins.iter().find(|win| win.state == WinState::Claimed)
    }

    /// Whether this is about an open win: itself, or the points that it rests on.
    pub fn is_about_win(&self, target: &Target) -> bool {
        match target {
            Target::Win => true,
            Target::Entry { seq } if self.edition.is_second() => {
                self.wins.iter().any(|win| win.is_open() && self.rests_on(win, *seq))
            }
            _ => false,
        }
    }

    /// Whether a win rests on an entry: it reached the goal, or without it what was claimed would not have.
    fn rests_on(&self, win: &Win, seq: usize) -> bool {
        let claimed = || win.state == WinState::Claimed && win.is_by_points() && self.edition.is_third();
        let own = |(own, entry): (usize, &Entry)| {
            let claim = self.claim_behind(own).filter(|_| entry.player == win.player && entry.reversed_by.is_none());
            claim.is_some_and(|claim| claim == seq || own == seq)
        };
        win.basis == Basis::Entry(seq) || claimed() && self.ledger.iter().enumerate().any(own)
    }

    /// Makes final what nobody may challenge any more; rule 215 goes before every other rule about winning.
    pub(super) fn confirm_wins(&mut self, at: DateTime<Utc>) {
        if self.status == Status::Ended || self.win_is_disputed() {
            return;
        }
        let ripe = |state: WinState| self.wins.iter().position(|win| win.state == state && win.closes_at <= at);
        if let Some(place) = ripe(WinState::Claimed).or_else(|| ripe(WinState::Standing)) {
            self.make_final(place, at);
        }
    }

    pub(super) fn make_final(&mut self, place: usize, at: DateTime<Utc>) {
        self.overturn_wins();
        self.wins[place].state = WinState::Final;
        self.status = Status::Ended;
        if self.edition.is_second() {
            self.void_since(place, at);
        }
    }

    /// The game was over at the win: points, votes and rule-changes of afterwards are void, and the rules are those
    /// of then.
    fn void_since(&mut self, place: usize, at: DateTime<Utc>) {
        let (since, before) = (self.wins[place].at, self.wins[place].before.take());
        let late: Vec<usize> = (0..self.ledger.len()).rev().take_while(|seq| self.ledger[*seq].at > since).collect();
        for seq in late {
            self.take_out(seq, &TakenBy::Win, at);
        }
        let late = self.accounts.deeds.iter().rev().take_while(|deed| deed.at > since).count();
        for place in (self.accounts.deeds.len() - late..self.accounts.deeds.len()).rev() {
            self.take_back_deed(place, &TakenBy::Win, at);
        }
        for proposal in self.proposals.iter_mut() {
            let is_late = |at: Option<DateTime<Utc>>| at.is_some_and(|at| at > since);
            let completed = proposal.completion.as_ref().map(|completion| completion.at);
            let counts = proposal.number.is_some() && proposal.state != ProposalState::Void;
            if counts && (proposal.is_open() || is_late(completed) || is_late(proposal.effective_at)) {
                proposal.state = ProposalState::Moot;
            }
        }
        self.open_proposals.clear();
        self.held_house_rules.clear();
        let book = &mut self.book;
        for index in 0..book.rules.len() {
            let rule = &book.rules[index];
            let then = rule.versions.iter().rposition(|version| version.effective_at <= since);
            if then.is_some_and(|then| then + 1 == rule.versions.len()) {
                continue;
            }
            let mut version = rule.versions[then.unwrap_or(0)].as_ref().clone();
            if then.is_none() {
                version.status = RuleStatus::Void;
            }
            (version.effective_at, version.cause) = (at, Cause::Win);
            let id = rule.id.clone();
            book.push(&id, version);
        }
        if let Some(before) = before {
            self.bindings = before.as_ref().clone();
            self.seat_players();
        }
    }

    /// The final winner.
    pub fn winner(&self) -> Option<&str> {
        let won = |win: &&Win| matches!(win.state, WinState::Final | WinState::Standing);
        self.wins.iter().rev().find(won).map(|win| win.player.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::TakenBy;

    #[test]
    fn what_took_points_back_is_written_as_a_word_or_an_id() {
        for (by, written) in [(TakenBy::Win, "win"), (TakenBy::judgement("2.1.1"), "2.1.1")] {
            assert_eq!((serde_json::json!(by), by.to_string().as_str()), (written.into(), written));
        }
    }
}
