//! A game as JSON: keyed by numbers, names and ids, with what each player may do now.

use super::game::{Game, Status};
use super::proposals::{Proposal, ProposalState};
use super::rulebook::{Rule, RuleStatus};
use super::wins::Win;
use chrono::SecondsFormat;
use serde_json::{Map, Value, json};

impl Game {
    /// Everything about the game; with a player's name also what that player may do and has not done.
    pub fn view(&self, viewer: Option<&str>) -> Value {
        // A number that a repealed rule bore is shown as the rule that bears it now.
        let shown = |rule: &&Rule| self.book.numbered(rule.current().label).is_some_and(|found| found.id == rule.id);
        let rules = self.book.rules.iter().filter(shown);
        let rules: Map<String, Value> =
            rules.map(|rule| (rule.current().label.to_string(), json!(rule.current()))).collect();
        let totals: Map<String, Value> =
            self.players.iter().map(|player| (player.name.clone(), json!(player.total))).collect();
        let points: Map<String, Value> =
            self.points_of_order.iter().map(|point| (point.id.clone(), json!(point))).collect();
        let proposals =
            self.proposals.iter().filter_map(|proposal| Some((self.shown_number(proposal)?, self.show(proposal))));
        let proposals: Map<String, Value> = proposals.collect();
        let stale: Vec<_> =
            self.bindings.bound.iter().filter(|(_, binding)| binding.stale).map(|(role, _)| role).collect();
        let mut view = json!({
            "now": self.now.to_rfc3339_opts(SecondsFormat::AutoSi, true),
            "status": self.status,
            "winner": self.winner(),
            "day": self.day,
            "day_number": self.day_number,
            "circuit": self.circuit(),
            "turn_of": self.players_of(self.day),
            "due": self.due(),
            "next_number": self.number_for(1),
            "totals": totals,
            "rules": rules,
            "mutable_rules": self.book.mutable_rules(),
            "highest_rule": self.book.highest(),
            "proposals": proposals,
            "points_of_order": points,
            "wins": self.wins,
            "parameters": self.bindings.parameters,
            "stale": stale,
            "alerts": self.alerts,
            "messages": self.messages.len(),
            "you": viewer.map(|name| self.view_of(name)),
        });
        if !self.accounts.are_unused() {
            let declared = &self.bindings.parameters.quantities;
            view["quantities"] = json!(self.accounts_by(declared));
            view["deeds"] = json!(self.accounts.deeds);
        }
        if !self.annotations.is_empty() {
            view["annotations"] = json!(self.annotations);
        }
        if self.edition.is_second() {
            view["conflicts"] = json!(self.bindings.conflicts(&self.book));
        }
        view
    }

    /// How a proposal is called; a struck number carries a star (A7).
    fn shown_number(&self, proposal: &Proposal) -> Option<String> {
        let star = if proposal.state == ProposalState::Void { "*" } else { "" };
        proposal.number.map(|number| format!("{number}{star}"))
    }

    fn show(&self, proposal: &Proposal) -> Value {
        let (yes, cast) = proposal.count();
        let entries = proposal.entries.iter().filter_map(|seq| self.ledger.get(*seq));
        let points: Vec<Value> = entries
            .filter(|entry| entry.reversed_by.is_none())
            .map(|entry| json!([entry.player, entry.delta, entry.rule.as_ref().map(|rule| rule.label)]))
            .collect();
        json!({
            "state": proposal.state,
            "proposer": proposal.proposer,
            "submitted_at": proposal.submitted_at,
            "text": proposal.text,
            "yes": (!proposal.is_sealed()).then_some(yes),
            "cast": cast,
            "not_voted": self.not_voted(proposal),
            "points": points,
            "effective_at": proposal.effective_at,
        })
    }

    /// What one player may do now, and what waits for them.
    fn view_of(&self, name: &str) -> Value {
        let missing = |proposal: &&Proposal| self.not_voted(proposal).iter().any(|missing| missing == name);
        let vote_on: Vec<_> = self.voted_on().filter(missing).map(|proposal| proposal.number).collect();
        let active = self.active_points.iter().map(|place| &self.points_of_order[*place]);
        let judging = active.filter(|point| point.judge.as_deref() == Some(name));
        let judging: Vec<_> = judging
            .map(|point| json!({"point": point.id, "serving_day": point.serving_day, "pronounce_by": self.pronounce_by(point)}))
            .collect();
        json!({
            "plays": self.plays(name),
            "may_propose": self.status == Status::Active && self.plays(name) && !self.is_void_day(self.day) && self.window_problem(name, self.now).is_none(),
            "vote_on": vote_on,
            "judging": judging,
            "may_challenge_win": self.wins.iter().any(Win::is_open),
            "rules_in_effect": self.book.rules.iter().filter(|rule| rule.current().status == RuleStatus::InEffect).count(),
        })
    }
}
