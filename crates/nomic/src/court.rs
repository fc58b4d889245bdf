//! The court layer (rule 214): Points of Order, Judges, Judgements, disputes, and what they hold back.

use super::bindings::{Force, Role};
use super::citations::law;
use super::game::{Concern, Game};
use super::parameters::{Court, Occasion};
use super::plays::{Made, Order, Target, Void};
use super::proposals::ProposalState;
use super::time;
use super::wins::{Basis, WinState};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};

/// A3. Where a Point of Order stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PointState {
    /// Waiting for the Judge.
    Open,
    /// Judged, and may still be disputed.
    Pronounced,
    /// The Judgement is disputed; opinions are heard.
    Disputed,
    /// The Judgement has been carried out.
    Invoked,
    /// Every player has been tried (reading 20).
    Indeterminate,
}

/// Where a Judgement stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JudgementState {
    /// May still be disputed.
    Pronounced,
    /// Disputed; opinions are heard.
    Disputed,
    /// Carried out.
    Invoked,
    /// Overruled: another Judge is appointed.
    Overruled,
    /// Not invoked by the end of the day (reading 19).
    Lapsed,
}

/// What a player other than the Judge thinks of a disputed Judgement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opinion {
    /// Whose opinion.
    pub player: String,
    /// Whether it agrees with the Judgement.
    pub agree: bool,
    /// When it was given.
    pub at: DateTime<Utc>,
}

/// One Judge's verdict on a Point of Order; its id is `day.n.m`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// `day.n.m`.
    pub id: String,
    /// Who judged.
    pub judge: String,
    /// When.
    pub at: DateTime<Utc>,
    /// The Judge's words.
    pub text: String,
    /// What it orders, to be carried out when it is invoked.
    pub orders: Vec<Order>,
    /// Where it stands.
    pub state: JudgementState,
    /// Who disputed it, if anybody.
    pub disputed_by: Option<String>,
    /// Who sat in judgement with the Judge, where the rules want more than one: their opinions decide.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub panel: Vec<String>,
    /// What the others think.
    pub opinions: Vec<Opinion>,
    /// The end of the hour that is running, or was.
    pub closes_at: DateTime<Utc>,
}

/// A question to the court; its id is `day.n`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PointOfOrder {
    /// `day.n`.
    pub id: String,
    /// The number of the day, with which the id begins.
    #[serde(skip)]
    pub day_number: u32,
    /// None: asked by the game itself, because no rule says what adopts.
    pub raiser: Option<String>,
    /// When it was raised.
    pub at: DateTime<Utc>,
    /// The question.
    pub text: String,
    /// What it is about.
    pub targets: Vec<Target>,
    /// Whose move is in question (215).
    pub mover: Option<String>,
    /// Where it stands.
    pub state: PointState,
    /// None: vacant until the next allocated day (reading 20).
    pub judge: Option<String>,
    /// The day on which the Judge must have invoked.
    pub serving_day: NaiveDate,
    /// Who has been Judge of it already.
    pub tried: Vec<String>,
    /// Its Judgements, oldest first.
    pub judgements: Vec<Judgement>,
    /// Rule 214 as it was when this was raised (reading 29).
    pub procedure: Court,
    /// The rule about the court had other words by then, and nobody has said what they mean: the procedure only warns
    /// (A0).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub advisory: bool,
    /// Who is not to judge it: parties, those who were excluded, those who stepped back.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub excluded: Vec<String>,
    /// The Judgement that this is an appeal against.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub appeal_of: Option<String>,
}

/// What somebody, or the game itself, asks the court.
#[derive(Default)]
pub(super) struct Asked {
    pub(super) raiser: Option<String>,
    pub(super) text: String,
    pub(super) targets: Vec<Target>,
    pub(super) mover: Option<String>,
    /// Who is not to judge it, beside the parties.
    pub(super) excluded: Vec<String>,
    pub(super) appeal_of: Option<String>,
}

/// What the game asks the court when no rule decides.
fn undecided(number: u32) -> Message {
    say!("No rule in effect says whether proposal {number} is adopted.", number)
}

/// Who judges it instead.
pub(super) fn not_the_judge(point: &PointOfOrder) -> Void {
    let judge = point.judge.as_ref().map_or_else(
        || say!("nobody before the next allocated day"),
        |judge| say!("{judge} on {day}", judge, day = point.serving_day),
    );
    Void::NotTheJudge { point: point.id.clone(), judge }
}

impl PointOfOrder {
    /// Refuses, or only warns where nobody knows what the rule about the court says (A0).
    pub(super) fn hears(&self, problem: Void, warnings: &mut Vec<Void>) -> Result<(), Void> {
        if !self.advisory {
            return Err(problem);
        }
        warnings.push(problem);
        Ok(())
    }

    /// The question as people read it: a player's words, or the game's own.
    pub fn question(&self) -> Message {
        match (&self.raiser, self.targets.as_slice()) {
            (None, [Target::Proposal { number }]) => undecided(*number),
            _ => Message::verbatim(&self.text),
        }
    }

    /// Whether it still holds things back.
    pub fn is_active(&self) -> bool {
        !matches!(self.state, PointState::Invoked | PointState::Indeterminate)
    }

    /// Whether nobody had a say in it who was not barred from judging it: then nothing shows that it cannot be decided.
    fn everybody_was_barred(&self) -> bool {
        !self.excluded.is_empty() && self.tried.iter().all(|judge| self.excluded.contains(judge))
    }

    /// When the hour that is running ends.
    pub fn closes_at(&self) -> Option<DateTime<Utc>> {
        let runs = matches!(self.state, PointState::Pronounced | PointState::Disputed);
        self.judgements.last().filter(|_| runs).map(|judgement| judgement.closes_at)
    }
}

impl Game {
    /// Whether an active Point of Order targets this proposal (reading 25).
    pub fn is_disputed(&self, number: u32) -> bool {
        let target = Target::Proposal { number };
        self.active_points.iter().any(|place| self.points_of_order[*place].targets.contains(&target))
    }

    /// The last moment to pronounce: the hour must pass undisputed before the Judge's day ends (readings 19, 29).
    pub fn pronounce_by(&self, point: &PointOfOrder) -> DateTime<Utc> {
        let end = self.begins(time::next_day(point.serving_day));
        end - TimeDelta::seconds(point.procedure.window_seconds.into())
    }

    /// Whether a Point of Order about an open win waits for its Judgement.
    pub fn win_is_disputed(&self) -> bool {
        let about = |point: &PointOfOrder| point.targets.iter().any(|target| self.is_about_win(target));
        self.active_points.iter().any(|place| about(&self.points_of_order[*place]))
    }

    /// A player calls for a Judgement.
    pub(super) fn raise(
        &mut self,
        at: DateTime<Utc>,
        player: &str,
        text: String,
        targets: Vec<Target>,
        mover: Option<String>,
        warnings: &mut Vec<Void>,
    ) -> Result<Made, Void> {
        self.may_ask(player, warnings)?;
        for target in &targets {
            match self.check_target(target) {
                Err(held @ Void::HeldProposal(_)) if self.court_only_warns() => warnings.push(held),
                checked => checked?,
            }
        }
        if let Some(mover) = mover.as_ref().filter(|mover| !self.plays(mover)) {
            return Err(Void::UnknownPlayer(mover.clone()));
        }
        let asked = Asked { raiser: Some(player.to_owned()), text, targets, mover, ..Asked::default() };
        Ok(Made::PointOfOrder(self.open_point(at, asked, self.day)))
    }

    /// Whether a player may ask the court another question now.
    pub(super) fn may_ask(&self, player: &str, warnings: &mut Vec<Void>) -> Result<(), Void> {
        if self.force(Role::Court) == Force::Absent {
            if !self.court_only_warns() {
                return Err(Void::NoRule);
            }
            warnings.push(Void::NoRule);
        }
        let raised = |place: &&usize| self.points_of_order[**place].raiser.as_deref() == Some(player);
        let active = self.active_points.iter().filter(raised).count();
        if active >= self.court().max_active {
            let problem = Void::TooManyPoints(active);
            if self.force(Role::Court) == Force::Enforced && !self.court_only_warns() {
                return Err(problem);
            }
            warnings.push(problem);
        }
        Ok(())
    }

    fn check_target(&self, target: &Target) -> Result<(), Void> {
        let unknown = |what: Message| Err(Void::UnknownTarget(what));
        match target {
            Target::Proposal { number } => match self.proposal(*number) {
                None => unknown(say!("proposal {number}", number = *number)),
                Some(place) if self.proposals[place].is_held() => Err(Void::HeldProposal(*number)),
                Some(_) => Ok(()),
            },
            Target::Vote { proposal, player } => {
                let cast = self
                    .proposal(*proposal)
                    .is_some_and(|place| self.proposals[place].votes.iter().any(|vote| vote.player == *player));
                if cast {
                    Ok(())
                } else {
                    unknown(say!("a vote of {player} on proposal {proposal}", player, proposal = *proposal))
                }
            }
            Target::Entry { seq } if *seq >= self.ledger.len() => unknown(say!("ledger entry {seq}", seq = *seq)),
            Target::Rule { label } if self.book.numbered(*label).is_none() => {
                unknown(say!("rule {label}", label = *label))
            }
            Target::Judgement { id } if self.find_judgement(id).is_none() => unknown(say!("Judgement {id}", id)),
            Target::Win if self.open_win().is_none() => unknown(say!("a win")),
            _ => Ok(()),
        }
    }

    /// A proposal that no rule decides is put before the court by the game itself (A3, Undetermined).
    pub(super) fn ask_the_court(&mut self, at: DateTime<Utc>, number: u32) {
        if self.is_disputed(number) {
            return;
        }
        let text = undecided(number);
        match self.proposal(number) {
            Some(place) => self.alert_of(at, text.clone(), Concern::Proposal(place)),
            None => self.alert(at, text.clone()),
        }
        if self.force(Role::Court) != Force::Absent {
            let day = self.next_court_day(self.day);
            let targets = vec![Target::Proposal { number }];
            self.open_point(at, Asked { text: text.to_string(), targets, ..Asked::default() }, day);
        }
    }

    pub(super) fn open_point(&mut self, at: DateTime<Utc>, asked: Asked, serving_day: NaiveDate) -> String {
        let Asked { raiser, text, targets, mover, excluded: mut away, appeal_of } = asked;
        let day_number = self.day_number;
        let today = self.points_of_order.iter().rev().take_while(|point| point.day_number == day_number).count();
        let id = format!("{day_number}.{}", today + 1);
        let place = self.points_of_order.len();
        let mut procedure = self.court().clone();
        if appeal_of.is_some() {
            procedure.panel = procedure.appeal_panel;
        }
        let mut excluded = self.parties(&procedure, raiser.as_deref(), mover.as_deref(), &targets);
        away.retain(|name| !excluded.contains(name));
        excluded.append(&mut away);
        let (judge, is_listed) = match procedure.judges.as_slice() {
            [] => (self.judge_of(serving_day), false),
            _ => (self.judged_last(), true),
        };
        let advisory = self.court_only_warns();
        self.points_of_order.push(PointOfOrder {
            id: id.clone(),
            day_number,
            raiser,
            at,
            text,
            targets,
            mover,
            state: PointState::Open,
            judge: judge.clone(),
            serving_day,
            tried: Vec::new(),
            judgements: Vec::new(),
            procedure,
            advisory,
            excluded: excluded.clone(),
            appeal_of,
        });
        self.active_points.push(place);
        let is_barred = |judge: &String| self.players_of(serving_day).contains(judge) || excluded.contains(judge);
        if is_listed || judge.as_ref().is_none_or(is_barred) {
            if self.edition.is_ninth() {
                // Until somebody is found who may: who judged last is only where the search begins.
                self.points_of_order[place].judge = None;
            }
            self.appoint(place, judge.unwrap_or_default(), serving_day, serving_day, at);
        }
        id
    }

    pub(super) fn active_point(&self, id: &str) -> Result<usize, Void> {
        let active = self.find_point(id).filter(|place| self.points_of_order[*place].is_active());
        active.ok_or_else(|| Void::UnknownPoint(id.to_owned()))
    }

    fn find_point(&self, id: &str) -> Option<usize> {
        self.points_of_order.iter().rposition(|point| point.id == id)
    }

    /// The Point of Order and the place in it of the Judgement with this id.
    pub(super) fn find_judgement(&self, id: &str) -> Option<(usize, usize)> {
        let of = |point: &PointOfOrder| point.judgements.iter().position(|judgement| judgement.id == id);
        let place = self.points_of_order.iter().rposition(|point| of(point).is_some())?;
        Some((place, of(&self.points_of_order[place])?))
    }

    /// The Judge pronounces; an hour begins.
    pub(super) fn judge(
        &mut self,
        at: DateTime<Utc>,
        player: &str,
        id: &str,
        text: String,
        orders: Vec<Order>,
        warnings: &mut Vec<Void>,
    ) -> Result<Made, Void> {
        let place = self.active_point(id)?;
        let point = &self.points_of_order[place];
        let is_judge = point.judge.as_deref() == Some(player) && point.serving_day <= self.day;
        if let Some(not_the_judge) = (!is_judge).then(|| not_the_judge(point)) {
            point.hears(not_the_judge, warnings)?;
        }
        if point.state != PointState::Open {
            point.hears(Void::AlreadyPronounced(id.to_owned()), warnings)?;
        }
        let orders: Vec<Order> = orders.into_iter().map(|order| self.by_known_names(order)).collect();
        for order in &orders {
            self.check_order(order).map_err(Void::BadOrder)?;
        }
        let (today, panel) = (self.day, self.panel(place, player));
        let point = &mut self.points_of_order[place];
        if let Some(earlier) = point.judgements.last_mut().filter(|_| point.state != PointState::Open) {
            earlier.state = JudgementState::Lapsed;
        }
        if !is_judge {
            (point.judge, point.serving_day) = (Some(player.to_owned()), today);
        }
        let id = format!("{id}.{}", point.judgements.len() + 1);
        let closes_at = at + TimeDelta::seconds(point.procedure.window_seconds.into());
        point.judgements.push(Judgement {
            id: id.clone(),
            judge: player.to_owned(),
            at,
            text,
            orders,
            state: JudgementState::Pronounced,
            disputed_by: None,
            panel,
            opinions: Vec::new(),
            closes_at,
        });
        point.state = PointState::Pronounced;
        Ok(Made::Judgement(id))
    }

    /// Hours that have run out: undisputed Judgements are invoked, disputed ones overruled.
    pub(super) fn close_windows(&mut self, at: DateTime<Utc>) {
        for place in self.active_points.clone() {
            let point = &self.points_of_order[place];
            if point.closes_at().is_none_or(|closes| closes > at) {
                continue;
            }
            let waits_for_panel = point.judgements.last().is_some_and(|judgement| !judgement.panel.is_empty());
            if point.state == PointState::Pronounced && !waits_for_panel {
                self.invoke(place, at);
            } else {
                let overruled = point.judge.clone();
                self.replace_judge(place, JudgementState::Overruled, self.day, self.day, at);
                self.set_off_for(Occasion::Overruled, overruled.as_deref(), at);
            }
        }
    }

    /// Invoking Judgement: the orders are carried out, and what was held is released.
    pub(super) fn invoke(&mut self, place: usize, at: DateTime<Utc>) {
        let point = &mut self.points_of_order[place];
        point.state = PointState::Invoked;
        let Some(judgement) = point.judgements.last_mut() else {
            return;
        };
        judgement.state = JudgementState::Invoked;
        let (id, judge, orders) = (judgement.id.clone(), judgement.judge.clone(), judgement.orders.clone());
        self.active_points.retain(|active| *active != place);
        for order in &orders {
            let targets = self.points_of_order[place].targets.clone();
            if let Err(problem) = self.carry_out(order, &targets, &id, at) {
                let warning = say!("An order of Judgement {id} was not carried out: {problem}.", id = &id, problem);
                self.alert(at, warning);
            }
        }
        // As they are numbered after the orders.
        let targets = self.points_of_order[place].targets.clone();
        if targets.contains(&Target::Win)
            && !orders.iter().any(|order| matches!(order, Order::Uphold | Order::DeclareWinner { .. }))
        {
            self.deny_claim(&id, at);
        }
        self.release(&targets, at);
        self.set_off_for(Occasion::Judged, Some(&judge), at);
    }

    /// Reading 20: nobody is left to judge. The mover may win by rule 215; what was held is released (rule 116).
    pub(super) fn close_indeterminate(&mut self, place: usize, at: DateTime<Utc>) {
        let all_barred = self.edition.is_ninth() && self.points_of_order[place].everybody_was_barred();
        let point = &mut self.points_of_order[place];
        (point.state, point.judge) = (PointState::Indeterminate, None);
        let (id, targets, mover) = (point.id.clone(), point.targets.clone(), point.mover.clone());
        self.active_points.retain(|active| *active != place);
        if all_barred {
            let warning = say!(
                "Nobody may judge Point of Order {id}: all who could are barred from it. It is closed, and nobody wins by \
                 that. Ask again once somebody may judge it (rule {r214}).",
                id = &id,
                r214 = law(214)
            );
            self.alert(at, warning);
        } else if let Some(mover) = mover.filter(|mover| self.enforces(Role::DefaultWin) && self.plays(mover)) {
            self.win(at, &mover, Basis::Indeterminate(id), WinState::Claimed);
        }
        self.release(&targets, at);
    }

    /// What nothing holds back any more takes effect, oldest first.
    fn release(&mut self, targets: &[Target], at: DateTime<Utc>) {
        for place in self.open_proposals.clone() {
            let number = self.proposals[place].number.unwrap_or_default();
            let targeted = targets.contains(&Target::Proposal { number }) && !self.is_disputed(number);
            let undetermined = self.proposals[place].state == ProposalState::Undetermined;
            if undetermined && targeted {
                let thresholds = self.thresholds(&self.proposals[place]);
                if let Some(completion) = self.proposals[place].completion.as_mut() {
                    completion.thresholds = thresholds;
                }
            }
            if targeted && (undetermined || self.proposals[place].is_held()) {
                self.settle_vote(place, at);
            }
        }
        self.open_proposals.retain(|place| self.proposals[*place].is_open());
        if self.open_win().is_some() && targets.contains(&Target::Win) {
            self.confirm_wins(at);
        }
    }
}
