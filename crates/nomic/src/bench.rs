//! Players' own say in who judges: lists of Judges, parties who may not, and Judges who are named, excluded or step
//! back.
//!
//! Rule 214 knows none of it. Rule-changes bring it by the court's parameters; and where a rule has changed the court
//! without them, the engine warns and lets the players' choice stand (A0).

use super::bindings::{Force, Role};
use super::court::{JudgementState, PointOfOrder, PointState, not_the_judge};
use super::game::Game;
use super::parameters::Court;
use super::plays::{Made, Target, Void};
use chrono::{DateTime, NaiveDate, Utc};
use rookery_messages::{Message, say};

impl Game {
    /// Whether the court goes as players say: its rule has words that nobody has said the meaning of, players have said so, or
    /// no rule that the engine knows speaks of it any more.
    pub fn court_only_warns(&self) -> bool {
        match self.force(Role::Court) {
            Force::Enforced => self.court().only_warns,
            Force::Advisory => self.edition.is_second(),
            Force::Absent => self.edition.is_eighth(),
        }
    }

    /// Who may come to judge a Point of Order, in the order after `from`: backwards in turn order (214), or down the
    /// players' list.
    pub(super) fn bench(&self, place: usize, from: &str) -> Vec<String> {
        let listed = &self.points_of_order[place].procedure.judges;
        if listed.is_empty() {
            return self.backwards_from(from);
        }
        let mut order = listed.clone();
        let after = order.iter().position(|judge| judge == from).map_or(0, |place| place + 1);
        order.rotate_left(after);
        order.retain(|judge| self.plays(judge));
        order
    }

    /// Who was the last to judge anything: a list of Judges goes on after them.
    pub(super) fn judged_last(&self) -> Option<String> {
        let judge = |point: &PointOfOrder| point.judge.clone().or_else(|| point.tried.last().cloned());
        self.points_of_order.iter().rev().find_map(judge)
    }

    /// Who may not judge because it is about them: who asks, whose move is in question, whose proposal, vote or
    /// points it is; and who judged what it is about.
    pub(super) fn parties(
        &self,
        court: &Court,
        raiser: Option<&str>,
        mover: Option<&str>,
        targets: &[Target],
    ) -> Vec<String> {
        let mut judged = self.judged_by(court, targets);
        if !court.exclude_parties {
            return judged;
        }
        let of_target = |target: &Target| match target {
            Target::Proposal { number } => self.proposal(*number).map(|place| self.proposals[place].proposer.clone()),
            Target::Vote { player, .. } => Some(player.clone()),
            Target::Entry { seq } => self.ledger.get(*seq).map(|entry| entry.player.clone()),
            Target::Win => self.open_win().map(|place| self.wins[place].player.clone()),
            _ => None,
        };
        let mut parties: Vec<String> = raiser.into_iter().chain(mover).map(str::to_owned).collect();
        parties.extend(targets.iter().filter_map(of_target));
        parties.append(&mut judged);
        parties.sort_unstable();
        parties.dedup();
        parties
    }

    /// Who has judged what is in question. By rule 214 alone one Judge settles also questions about themself; where
    /// players say who judges, or may appeal, nobody does (ninth edition).
    fn judged_by(&self, court: &Court, targets: &[Target]) -> Vec<String> {
        let is_own = court.exclude_parties || court.appeal_days > 0 || !court.judges.is_empty();
        let of_target = |target: &Target| match target {
            Target::Judgement { id } if is_own && self.edition.is_ninth() => self.find_judgement(id),
            _ => None,
        };
        let judgements = targets.iter().filter_map(of_target);
        let judgements = judgements.map(|(point, inner)| &self.points_of_order[point].judgements[inner]);
        judgements.flat_map(|judgement| judgement.panel.iter().chain([&judgement.judge])).cloned().collect()
    }

    /// Whether a Point of Order is about this player, whatever others say: who was excluded only by others may be named.
    fn is_about(&self, point: &PointOfOrder, player: &str) -> bool {
        let own = self.parties(&point.procedure, point.raiser.as_deref(), point.mover.as_deref(), &point.targets);
        self.edition.is_ninth() && own.iter().any(|name| name == player)
    }

    /// Players name who judges.
    pub(super) fn name_judge(&mut self, id: &str, judge: String, warnings: &mut Vec<Void>) -> Result<Made, Void> {
        let place = self.unjudged(id)?;
        let point = &self.points_of_order[place];
        may(point, point.procedure.may_name, say!("name a Judge"), warnings)?;
        if !self.plays(&judge) {
            return Err(Void::UnknownPlayer(judge));
        }
        if self.is_about(point, &judge) {
            point.hears(Void::NoSuchSay(say!("name a Judge whom it is about")), warnings)?;
        }
        let today = self.day;
        let point = &mut self.points_of_order[place];
        point.tried.extend(point.judge.take());
        point.tried.retain(|tried| *tried != judge);
        point.excluded.retain(|excluded| *excluded != judge);
        (point.judge, point.serving_day) = (Some(judge), today);
        Ok(Made::Bench(id.to_owned()))
    }

    /// Players exclude somebody; a Judge who is excluded is succeeded at once.
    pub(super) fn exclude(
        &mut self,
        at: DateTime<Utc>,
        id: &str,
        player: String,
        warnings: &mut Vec<Void>,
    ) -> Result<Made, Void> {
        let place = self.unjudged(id)?;
        let point = &self.points_of_order[place];
        may(point, point.procedure.may_exclude, say!("exclude anybody from judging"), warnings)?;
        if !self.plays(&player) {
            return Err(Void::UnknownPlayer(player));
        }
        self.step_back(place, player, at);
        Ok(Made::Bench(id.to_owned()))
    }

    /// A Judge steps back and is succeeded at once.
    pub(super) fn recuse(
        &mut self,
        at: DateTime<Utc>,
        player: &str,
        id: &str,
        warnings: &mut Vec<Void>,
    ) -> Result<Made, Void> {
        let place = self.unjudged(id)?;
        let point = &self.points_of_order[place];
        if point.judge.as_deref() != Some(player) {
            return Err(not_the_judge(point));
        }
        may(point, point.procedure.may_recuse, say!("step back from judging"), warnings)?;
        self.step_back(place, player.to_owned(), at);
        Ok(Made::Bench(id.to_owned()))
    }

    fn step_back(&mut self, place: usize, player: String, at: DateTime<Utc>) {
        let point = &mut self.points_of_order[place];
        let judged = point.judge.as_ref() == Some(&player);
        let serving = point.serving_day.max(self.day);
        if !point.excluded.contains(&player) {
            point.excluded.push(player);
        }
        if judged {
            self.replace_judge(place, JudgementState::Lapsed, serving, serving, at);
        }
    }

    /// An active Point of Order on which nobody has pronounced.
    fn unjudged(&self, id: &str) -> Result<usize, Void> {
        let place = self.active_point(id)?;
        let is_open = self.points_of_order[place].state == PointState::Open;
        is_open.then_some(place).ok_or_else(|| Void::AlreadyPronounced(id.to_owned()))
    }

    /// A changed court: nobody forfeits by a rule that may say so no longer. Said once, for the players to decide.
    pub(super) fn let_judge_stay(&mut self, place: usize, day: NaiveDate, at: DateTime<Utc>) {
        let point = &mut self.points_of_order[place];
        point.serving_day = day;
        let warning = say!(
            "The day is over, and Point of Order {id} is not settled. The rule about the court has changed and the service does not \
             know what follows: name another Judge, or leave it to this one (A0).",
            id = &point.id
        );
        if !self.alerts.iter().any(|alert| alert.text == warning) {
            self.alert(at, warning);
        }
    }
}

/// Whether players have such a say about this Point of Order.
fn may(point: &PointOfOrder, granted: bool, what: Message, warnings: &mut Vec<Void>) -> Result<(), Void> {
    if granted { Ok(()) } else { point.hears(Void::NoSuchSay(what), warnings) }
}
