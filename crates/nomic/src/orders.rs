//! What an invoked Judgement orders, carried out (A0: the court corrects the text and binding layers).

use super::change::{Aim, Change, Rewording};
use super::citations::law;
use super::game::{Game, Status};
use super::ledger::Reason;
use super::parameters::{POINTS, is_within_limit};
use super::plays::{Order, Target};
use super::proposals::ProposalState;
use super::rulebook::{Cause, RuleId, RuleStatus};
use super::wins::{Basis, TakenBy, WinState};
use chrono::{DateTime, Utc};
use rookery_messages::{Message, say};

impl Game {
    /// What is wrong with an order now.
    pub(super) fn check_order(&self, order: &Order) -> Result<(), Message> {
        let no_proposal = |number: u32| say!("there is no proposal {number}", number);
        let no_rule = |label: u32| self.no_rule(label);
        match order {
            Order::None | Order::Uphold => Ok(()),
            Order::VoidVote { proposal, player } => {
                let place = self.proposal(*proposal).ok_or_else(|| no_proposal(*proposal))?;
                let open = self.proposals[place].state == ProposalState::Voting || self.proposals[place].is_held();
                let cast = self.proposals[place].counted().any(|vote| vote.player == *player);
                match (open, cast) {
                    (false, _) => Err(say!(
                        "the vote on proposal {proposal} has had its effect (rule {r108}: nothing works backwards)",
                        proposal = *proposal,
                        r108 = law(108)
                    )),
                    (_, false) => {
                        Err(say!("{player} has no vote on proposal {proposal}", player, proposal = *proposal))
                    }
                    _ => Ok(()),
                }
            }
            Order::VoidProposal { number } => {
                let place = self.proposal(*number).ok_or_else(|| no_proposal(*number))?;
                match self.proposals[place].state {
                    ProposalState::InEffect | ProposalState::Defeated | ProposalState::Void => Err(say!(
                        "proposal {number} is settled (rule {r108}); a rule is voided by “void Rule …”",
                        number = *number,
                        r108 = law(108)
                    )),
                    _ => Ok(()),
                }
            }
            Order::Undo { number } => self.check_undo(*number),
            Order::Defeat { number } => self.check_defeat(*number),
            Order::Renumber { rule, number } => self.check_renumbering(*rule, *number),
            Order::RenumberProposal { proposal, number } => self.check_proposal_number(*proposal, *number).map(drop),
            Order::SetRuleVoid { label } | Order::UnvoidRule { label } | Order::MergeText { rule: label, .. } => {
                let rule = self.book.numbered(*label).ok_or_else(|| no_rule(*label))?;
                let (label, restores) = (*label, matches!(order, Order::UnvoidRule { .. }));
                match (rule.current().status, restores) {
                    (RuleStatus::InEffect, false) | (RuleStatus::Void, true) => Ok(()),
                    (RuleStatus::InEffect, true) => Err(say!("rule {label} is in effect, not void", label)),
                    (RuleStatus::Repealed, true) => Err(say!("rule {label} is repealed, not void", label)),
                    (RuleStatus::Repealed, false) => Err(say!("rule {label} is repealed, not in effect", label)),
                    (RuleStatus::Void, false) => Err(say!("rule {label} is void, not in effect", label)),
                }
            }
            Order::AdjustPoints { player, delta } => match self.player(player) {
                None => Err(say!("there is no player called {player}", player)),
                Some(_) if *delta == 0 || !is_within_limit(*delta) => {
                    Err(say!("points change by at least one and at most a million"))
                }
                Some(_) => Ok(()),
            },
            Order::Adjust { quantity, holder, delta } => {
                if !self.holders(quantity).contains(holder) || quantity == POINTS {
                    return Err(say!("nobody and nothing called {holder} has “{name}”", holder, name = quantity));
                }
                let after = self.held(quantity, holder).unwrap_or(0).saturating_add(*delta);
                if *delta == 0 || !is_within_limit(*delta) || !is_within_limit(after) {
                    return Err(say!("quantities change by at least one, and stay within a million"));
                }
                Ok(())
            }
            Order::ReverseEntry { seq } => match self.ledger.get(*seq) {
                Some(entry) if entry.reversed_by.is_none() => Ok(()),
                _ => Err(say!("there is no entry {seq} that counts", seq = *seq)),
            },
            Order::SetBinding { parameters, rule } => {
                if let Some(label) = rule {
                    self.book.numbered(*label).ok_or_else(|| no_rule(*label))?;
                }
                self.check_of_today(&self.bindings.parameters.patched(parameters)?)
            }
            Order::DeclareWinner { player } => match player {
                Some(player) if !self.plays(player) => Err(say!("{player} does not play", player)),
                _ => Ok(()),
            },
        }
    }

    /// An order about a quantity by the longest name that there is: `Gold of Kings of Ben P` is one of `Gold of Kings`, if
    /// anything is called so.
    pub(super) fn by_known_names(&self, order: Order) -> Order {
        let Order::Adjust { quantity, holder, delta } = order else { return order };
        let said = format!("{quantity} of {holder}");
        let split = |name: &String| {
            let holder = said.strip_prefix(name.as_str())?.strip_prefix(" of ")?.to_owned();
            self.holders(name).contains(&holder).then(|| (name.clone(), holder))
        };
        let known = self.bindings.parameters.quantities.keys().filter_map(split);
        let longest = known.max_by_key(|(name, _)| name.len()).filter(|_| self.edition.is_ninth());
        let (quantity, holder) = longest.unwrap_or((quantity, holder));
        Order::Adjust { quantity, holder, delta }
    }

    pub(super) fn carry_out(
        &mut self,
        order: &Order,
        targets: &[Target],
        id: &str,
        at: DateTime<Utc>,
    ) -> Result<(), Message> {
        if self.is_done_already(order, id) {
            return Ok(());
        }
        self.check_order(order)?;
        let goal = self.goal();
        let cause = Cause::Judgement { id: id.to_owned() };
        match order {
            Order::None => {}
            Order::VoidVote { proposal, player } => {
                let votes = self.proposal(*proposal).map(|place| &mut self.proposals[place].votes);
                let vote = votes.into_iter().flatten().find(|vote| vote.player == *player && vote.void_by.is_none());
                if let Some(vote) = vote {
                    vote.void_by = Some(id.to_owned());
                }
            }
            Order::VoidProposal { number } => self.strike(*number, id, at),
            Order::Undo { number } => self.undo(*number, id, at),
            Order::Defeat { number } => self.defeat(*number, id, at),
            Order::Renumber { rule, number } => self.renumber(*rule, *number, cause, at),
            Order::RenumberProposal { proposal, number } => self.renumber_proposal(*proposal, *number)?,
            Order::Uphold => self.uphold(targets, at),
            Order::SetRuleVoid { label } => self.set_status(*label, RuleStatus::Void, cause, at),
            Order::UnvoidRule { label } => self.set_status(*label, RuleStatus::InEffect, cause, at),
            Order::AdjustPoints { player, delta } => {
                self.post(at, player, *delta, None, Reason::Judgement(id.to_owned()));
            }
            Order::Adjust { quantity, holder, delta } => self.adjust(quantity, holder, *delta, id, at),
            Order::ReverseEntry { seq } => self.reverse(*seq, id, at),
            Order::SetBinding { parameters, rule } => {
                let rule = rule.and_then(|label| self.book.numbered(label)).map(|rule| rule.id.clone());
                let first = self.bindings.parameters.numbering.first;
                self.bindings.adopt(parameters, rule.as_slice(), None, &self.book)?;
                self.follow_numbering(first);
                self.stretch_windows();
                self.warn_of_conflicts(at);
                self.set_house_rules(at, parameters, Reason::Judgement(id.to_owned()));
                self.seat_players();
            }
            Order::MergeText { rule, text } => self.merge_text(*rule, text, cause, at),
            Order::DeclareWinner { player } => {
                self.deny_wins(id, at);
                if let Some(player) = player {
                    self.win(at, player, Basis::Judgement(id.to_owned()), WinState::Standing);
                }
            }
        }
        self.look_for_impossible_play(at);
        self.look_below(goal, at);
        Ok(())
    }

    /// Whether an earlier order of this Judgement has taken these points out already, with the effect that they came of.
    fn is_done_already(&self, order: &Order, judgement: &str) -> bool {
        let by = Some(TakenBy::judgement(judgement));
        let by_it = |seq: usize| self.ledger.get(seq).is_some_and(|one| one.reversed_by == by);
        matches!(order, Order::ReverseEntry { seq } if self.edition.is_seventh() && by_it(*seq))
    }

    /// Not a proper rule-change after all: no points, and the number is free again if it is still the latest (A7).
    fn strike(&mut self, number: u32, judgement: &str, at: DateTime<Utc>) {
        let Some(place) = self.proposal(number) else {
            return;
        };
        let proposal = &mut self.proposals[place];
        proposal.state = ProposalState::Void;
        if u32::try_from(proposal.changes.len()).is_ok_and(|count| number + count == self.next_number) {
            self.next_number = number;
        }
        for entry in self.proposals[place].entries.clone() {
            self.reverse(entry, judgement, at);
        }
    }

    fn uphold(&mut self, targets: &[Target], at: DateTime<Utc>) {
        for target in targets {
            match target {
                Target::Proposal { number } => {
                    let place = self.proposal(*number);
                    if let Some(place) =
                        place.filter(|place| self.proposals[*place].state == ProposalState::Undetermined)
                    {
                        self.proposals[place].upheld = true;
                    }
                }
                Target::Win => {
                    if let Some(place) = self.open_win().filter(|place| self.wins[*place].state == WinState::Claimed) {
                        self.make_final(place, at);
                    }
                }
                _ => {}
            }
        }
    }

    fn set_status(&mut self, label: u32, status: RuleStatus, cause: Cause, at: DateTime<Utc>) {
        let Some(rule) = self.book.numbered(label).map(|rule| rule.id.clone()) else {
            return;
        };
        if let Some(mut version) = self.book.next_version(&rule, at, cause) {
            version.text = version.text.iter().map(|part| self.book.render(part, &version.meanings)).collect();
            version.status = status;
            self.book.push(&rule, version);
            if self.edition.is_second() {
                self.bindings.settle(&self.book);
                self.seat_players();
            }
        }
    }

    /// A8: the court writes the text. A proposal that waited for it takes effect with these words for its own.
    fn merge_text(&mut self, label: u32, text: &[String], cause: Cause, at: DateTime<Utc>) {
        let Some(rule) = self.book.numbered(label).map(|rule| rule.id.clone()) else {
            return;
        };
        let waiting = self.open_proposals.iter().copied().find(|place| {
            let proposal = &self.proposals[*place];
            matches!(proposal.state, ProposalState::Conflict(_)) && !self.rewordings(proposal, &rule).is_empty()
        });
        if let Some(place) = waiting {
            self.put_words(place, rule, label, text);
            self.put_into_effect(place, at);
            return;
        }
        let Some(mut version) = self.book.next_version(&rule, at, cause) else {
            return;
        };
        version.text = text.to_vec();
        self.book.push(&rule, version);
        for role in self.bindings.mark_stale(&rule, None, &self.book) {
            self.warn_stale(at, role, None);
        }
    }

    /// What the proposal makes of the words of `rule` is now `text`, whatever edits it had.
    fn put_words(&mut self, place: usize, rule: RuleId, label: u32, text: &[String]) {
        let rewordings = self.rewordings(&self.proposals[place], &rule);
        let meanings = self.book.meanings_of(text.iter().map(String::as_str));
        let proposal = &mut self.proposals[place];
        proposal.meanings.extend(meanings);
        for index in rewordings {
            proposal.changes[index] = Change::Amend { rule: label, how: Rewording::Text(text.to_vec()) };
            proposal.aims[index] = Aim::Rule(rule.clone());
        }
    }

    /// Nobody plays any more (rule 115).
    pub(super) fn end_if_deserted(&mut self) {
        if self.playing().next().is_none() {
            self.status = Status::Ended;
        }
    }
}
