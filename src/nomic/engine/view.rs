//! A game as JSON: keyed by what people call things (numbers, names, ids), with what each may do now.

use super::game::{Game, Proposal, ProposalState, Status};
use super::ledger::WinState;
use super::rulebook::RuleStatus;
use super::time;
use chrono::SecondsFormat;
use serde_json::{Map, Value, json};

impl Game {
    /// Everything about the game; with a player's name also what that player may do and has not done.
    pub fn view(&self, viewer: Option<&str>) -> Value {
        let rules: Map<String, Value> =
            self.book.rules.iter().map(|rule| (rule.current().label.to_string(), json!(rule.current()))).collect();
        let totals: Map<String, Value> =
            self.players.iter().map(|player| (player.name.clone(), json!(player.total))).collect();
        let points: Map<String, Value> =
            self.points_of_order.iter().map(|point| (point.id.clone(), json!(point))).collect();
        let proposals =
            self.proposals.iter().filter_map(|proposal| Some((self.shown_number(proposal)?, self.show(proposal))));
        let proposals: Map<String, Value> = proposals.collect();
        let stale: Vec<_> =
            self.bindings.bound.iter().filter(|(_, binding)| binding.stale).map(|(role, _)| role).collect();
        json!({
            "now": self.now.to_rfc3339_opts(SecondsFormat::AutoSi, true),
            "status": self.status,
            "winner": self.winner(),
            "day": self.day,
            "day_number": self.day_number,
            "circuit": self.circuit(),
            "turn_of": self.players_of(self.day),
            "due": self.due(),
            "next_number": self.next_number,
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
        })
    }

    /// How a proposal is called; a struck number carries a star (A7).
    fn shown_number(&self, proposal: &Proposal) -> Option<String> {
        let star = if proposal.state == ProposalState::Void { "*" } else { "" };
        proposal.number.map(|number| format!("{number}{star}"))
    }

    fn show(&self, proposal: &Proposal) -> Value {
        let (yes, cast) = proposal.count();
        let voted = |name: &str| proposal.votes.iter().any(|vote| vote.player == name && vote.void_by.is_none());
        let missing: Vec<&str> = self
            .players
            .iter()
            .map(|player| player.name.as_str())
            .filter(|name| self.plays(name) && !voted(name))
            .collect();
        let points = self
            .ledger
            .iter()
            .filter(|entry| entry.reason == super::ledger::Reason::Proposal(proposal.number.unwrap_or_default()));
        let points: Vec<Value> = points
            .map(|entry| json!([entry.player, entry.delta, entry.rule.as_ref().map(|rule| rule.label)]))
            .collect();
        json!({
            "state": proposal.state,
            "proposer": proposal.proposer,
            "submitted_at": proposal.submitted_at,
            "text": proposal.text,
            "yes": yes,
            "cast": cast,
            "not_voted": missing,
            "points": points,
            "effective_at": proposal.effective_at,
        })
    }

    /// What one player may do now, and what waits for them.
    fn view_of(&self, name: &str) -> Value {
        let open = self.open_proposals.iter().map(|place| &self.proposals[*place]);
        let open = open.filter(|proposal| proposal.state == ProposalState::Voting && self.plays(name));
        let vote_on: Vec<_> = open
            .filter(|proposal| !proposal.votes.iter().any(|vote| vote.player == name && vote.void_by.is_none()))
            .map(|proposal| proposal.number)
            .collect();
        let judging = self
            .active_points
            .iter()
            .map(|place| &self.points_of_order[*place])
            .filter(|point| point.judge.as_deref() == Some(name));
        // Reading 19: an hour must pass undisputed before the day ends.
        let window = chrono::TimeDelta::seconds(self.court().window_seconds.into());
        let judging: Vec<_> = judging.map(|point| json!({"point": point.id, "serving_day": point.serving_day, "pronounce_by": time::start_of(time::next_day(point.serving_day), self.bindings.parameters.timezone.zone) - window})).collect();
        json!({
            "plays": self.plays(name),
            "may_propose": self.status == Status::Active && self.plays(name) && !self.is_void_day(self.day) && self.window_problem(name, self.now).is_none(),
            "vote_on": vote_on,
            "judging": judging,
            "may_challenge_win": self.wins.iter().any(|win| matches!(win.state, WinState::Claimed | WinState::Standing)),
            "rules_in_effect": self.book.rules.iter().filter(|rule| rule.current().status == RuleStatus::InEffect).count(),
        })
    }
}
