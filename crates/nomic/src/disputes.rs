//! What follows a Judgement (rule 214): disputes and opinions; and, if the players' own rules have them, panels that judge
//! together, and appeals.

use super::court::{Asked, Judgement, JudgementState, Opinion, PointState};
use super::game::Game;
use super::plays::{Made, Target, Void};
use super::time;
use chrono::{DateTime, TimeDelta, Utc};
use rookery_messages::say;

impl Judgement {
    /// Whether more than half of those who judge together agree; the Judge does, and of everybody else the last word counts.
    fn is_agreed(&self) -> bool {
        let agrees = |member: &&String| {
            let last = self.opinions.iter().rev().find(|opinion| opinion.player == **member);
            last.is_some_and(|opinion| opinion.agree)
        };
        2 * (1 + self.panel.iter().filter(agrees).count()) > 1 + self.panel.len()
    }

    /// Those of its panel who have not said what they think.
    pub fn awaited(&self) -> Vec<String> {
        let silent = |member: &&String| !self.opinions.iter().any(|opinion| opinion.player == **member);
        self.panel.iter().filter(silent).cloned().collect()
    }

    /// Whether somebody has disputed it, or said whether they agree with it: nobody is asked twice.
    pub fn has_heard(&self, name: &str) -> bool {
        self.disputed_by.as_deref() == Some(name) || self.opinions.iter().any(|opinion| opinion.player == name)
    }
}

impl Game {
    /// The Judgement that is now before the players under this id.
    fn current_judgement(&self, id: &str, player: &str, warnings: &mut Vec<Void>) -> Result<usize, Void> {
        let open = self.find_judgement(id).filter(|(place, inner)| {
            let point = &self.points_of_order[*place];
            matches!(point.state, PointState::Pronounced | PointState::Disputed) && inner + 1 == point.judgements.len()
        });
        let (place, inner) = open.ok_or_else(|| Void::UnknownJudgement(id.to_owned()))?;
        if self.points_of_order[place].judgements[inner].judge == player {
            self.points_of_order[place].hears(Void::OwnJudgement, warnings)?;
        }
        Ok(place)
    }

    /// The first dispute starts the hour for opinions; a second one is an opinion against (reading 23), as it is where a
    /// panel judges.
    pub(super) fn dispute(
        &mut self,
        at: DateTime<Utc>,
        player: &str,
        id: &str,
        warnings: &mut Vec<Void>,
    ) -> Result<Made, Void> {
        let place = self.current_judgement(id, player, warnings)?;
        let point = &mut self.points_of_order[place];
        let Some(judgement) = point.judgements.last_mut() else {
            return Err(Void::UnknownJudgement(id.to_owned()));
        };
        if !judgement.panel.is_empty() {
            return self.opinion(at, player, id, false, warnings);
        }
        if point.state == PointState::Disputed {
            judgement.opinions.push(Opinion { player: player.to_owned(), agree: false, at });
            return Ok(Made::Opinion(id.to_owned()));
        }
        judgement.disputed_by = Some(player.to_owned());
        judgement.state = JudgementState::Disputed;
        judgement.closes_at = at + TimeDelta::seconds(point.procedure.window_seconds.into());
        point.state = PointState::Disputed;
        Ok(Made::Dispute(id.to_owned()))
    }

    /// One player who agrees is enough, whatever the others say (reading 21); of a panel, more than half.
    pub(super) fn opinion(
        &mut self,
        at: DateTime<Utc>,
        player: &str,
        id: &str,
        agree: bool,
        warnings: &mut Vec<Void>,
    ) -> Result<Made, Void> {
        let place = self.current_judgement(id, player, warnings)?;
        let is_disputed = self.points_of_order[place].state == PointState::Disputed;
        let panel = self.points_of_order[place].judgements.last().map_or(&[][..], |judgement| &judgement.panel);
        let has_panel = !panel.is_empty();
        if has_panel && !panel.iter().any(|member| member == player) {
            let problem = Void::NotOnThePanel(panel.to_vec());
            self.points_of_order[place].hears(problem, warnings)?;
        } else if !has_panel && !is_disputed {
            self.points_of_order[place].hears(Void::NotDisputed(id.to_owned()), warnings)?;
        }
        let mut agreed = agree && is_disputed;
        if let Some(judgement) = self.points_of_order[place].judgements.last_mut() {
            judgement.opinions.push(Opinion { player: player.to_owned(), agree, at });
            if has_panel {
                agreed = judgement.is_agreed();
            }
        }
        if agreed {
            self.invoke(place, at);
        }
        Ok(Made::Opinion(id.to_owned()))
    }

    /// Who judges a Point of Order together with this Judge: those who would come after them.
    pub(super) fn panel(&self, place: usize, judge: &str) -> Vec<String> {
        let point = &self.points_of_order[place];
        let others = usize::from(point.procedure.panel).saturating_sub(1);
        let mut bench = self.bench(place, judge);
        bench.retain(|player| player != judge && self.plays(player) && !point.excluded.contains(player));
        bench.truncate(others);
        bench
    }

    /// Until when a Judgement may be appealed against, if the rules know appeals: days on which the court rests do not count.
    pub fn appeal_until(&self, judgement: &Judgement) -> Option<DateTime<Utc>> {
        let days = self.court().appeal_days;
        let mut day = time::day_of(judgement.closes_at, self.bindings.parameters.timezone.zone);
        if self.begins(day) > judgement.closes_at {
            day = day.pred_opt()?;
        }
        (0..days).for_each(|_| day = self.next_court_day(day));
        (days > 0).then(|| self.begins(time::next_day(day)))
    }

    /// Why a Judgement cannot be appealed against now, if so.
    pub fn appeal_problem(&self, id: &str, at: DateTime<Utc>) -> Option<Void> {
        let unknown = || Void::UnknownJudgement(id.to_owned());
        let Some((place, inner)) = self.find_judgement(id) else { return Some(unknown()) };
        let (point, judgement) = (&self.points_of_order[place], &self.points_of_order[place].judgements[inner]);
        if judgement.state != JudgementState::Invoked {
            return Some(unknown());
        }
        if point.appeal_of.is_some() {
            return Some(Void::NoSuchSay(say!("appeal against what was judged on appeal")));
        }
        if self.points_of_order.iter().any(|other| other.appeal_of.as_deref() == Some(id)) {
            return Some(Void::NoSuchSay(say!("appeal twice against one Judgement")));
        }
        match self.appeal_until(judgement) {
            None => Some(Void::NoSuchSay(say!("appeal against a Judgement"))),
            Some(end) if at >= end => Some(Void::NoSuchSay(say!("appeal against a Judgement so late"))),
            Some(_) => None,
        }
    }

    /// An appeal is a Point of Order about a Judgement, before others than those who judged. What was ordered stands until it is
    /// ordered otherwise.
    pub(super) fn appeal(
        &mut self,
        at: DateTime<Utc>,
        player: &str,
        id: &str,
        text: String,
        warnings: &mut Vec<Void>,
    ) -> Result<Made, Void> {
        match self.appeal_problem(id, at) {
            Some(problem @ Void::NoSuchSay(_)) if self.court_only_warns() => warnings.push(problem),
            Some(problem) => return Err(problem),
            None => {}
        }
        self.may_ask(player, warnings)?;
        let (place, inner) = self.find_judgement(id).ok_or_else(|| Void::UnknownJudgement(id.to_owned()))?;
        let judgement = &self.points_of_order[place].judgements[inner];
        let mut excluded = judgement.panel.clone();
        excluded.push(judgement.judge.clone());
        let (raiser, appeal_of) = (Some(player.to_owned()), Some(id.to_owned()));
        let targets = vec![Target::Judgement { id: id.to_owned() }];
        let asked = Asked { raiser, text, targets, excluded, appeal_of, mover: None };
        Ok(Made::PointOfOrder(self.open_point(at, asked, self.day)))
    }
}
