//! Which rule supplied which parameters (A0): when one goes, the next in effect leads; where two differ, people see it.
//!
//! From the second edition on. Before, the first rule behind a role led it alone, and what a later one had supplied
//! ended with that.

use super::bindings::{Binding, Bindings, Role};
use super::citations::law;
use super::parameters::{Patch, Threshold};
use super::precedence;
use super::rulebook::{RuleId, Rulebook};
use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Parameters that came with a rule, in the order in which they came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    /// The rule that says so; none: an order of the court where no rule did.
    pub rule: Option<RuleId>,
    /// The values.
    pub members: Map<String, Value>,
    /// The proposal that they came with.
    pub by: Option<u32>,
    /// Whether a Judgement said so: it settles what rules said differently before.
    pub settles: bool,
    /// How often the rule's text has changed since without anybody saying what that means.
    pub unexplained: u32,
}

/// Two rules in effect that give a role different parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// The role.
    pub role: Role,
    /// The quantity, or the effect, that both call by this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The number of the rule that is followed: the one that came last.
    pub followed: u32,
    /// The number of the other.
    pub other: u32,
    /// The number of the one that prevails by rules 112 and 213.
    pub prevails: u32,
}

impl Conflict {
    /// What there is to say about it.
    pub fn message(&self) -> Message {
        if let Some(name) = &self.name {
            return say!(
                "Rules {other} and {followed} are both in effect. Each has something called “{name}”, and there can be only one. The service goes \
                 by rule {followed}, which came last; by rules {r112} and {r213} rule {prevails} prevails. If both are to count, give one another \
                 name. A Judgement can settle it, too.",
                other = self.other,
                followed = self.followed,
                name,
                prevails = self.prevails,
                r112 = law(112),
                r213 = law(213)
            );
        }
        say!(
            "Rules {other} and {followed} are both in effect and say different things of {role}. The service goes by rule {followed}, which \
             came last; by rules {r112} and {r213} rule {prevails} prevails. A Judgement can settle it.",
            other = self.other,
            followed = self.followed,
            role = self.role.in_words(),
            prevails = self.prevails,
            r112 = law(112),
            r213 = law(213)
        )
    }
}

impl Bindings {
    /// From here on it is kept which rule supplied what; where that is not known, the main rules supplied what holds now.
    pub(super) fn keep_supplies(&mut self) {
        self.keeps_supplies = true;
        for (role, binding) in self.bound.iter_mut().filter(|(_, binding)| binding.supplies.is_empty()) {
            let supply = |rule: &RuleId| Supply {
                rule: Some(rule.clone()),
                members: self.parameters.of(*role),
                by: None,
                settles: false,
                unexplained: u32::from(binding.stale),
            };
            binding.supplies = binding.rules.first().map(supply).into_iter().collect();
        }
    }

    /// Parameters that `by` brings: for the rule it is about that has a part in the role, for its first rule in
    /// effect, or for the leader.
    pub(super) fn supply(
        &mut self,
        patch: &Patch,
        rules: &[RuleId],
        by: Option<u32>,
        book: &Rulebook,
    ) -> Result<(), Message> {
        self.parameters = self.parameters.patched(patch)?;
        for (role, members) in patch {
            let now = self.parameters.of(*role);
            let binding = self.bound.entry(*role).or_default();
            let live = |rule: &&RuleId| book.in_effect(rule);
            let own = rules.iter().filter(live).find(|rule| binding.rules.contains(rule));
            let leader = || binding.rules.first().filter(live);
            let rule = own.or_else(|| rules.iter().find(live)).or_else(leader).cloned();
            binding.rules.extend(rule.iter().filter(|rule| !binding.rules.contains(rule)).cloned().collect::<Vec<_>>());
            let known = binding.supplies.iter_mut().rfind(|supply| supply.rule == rule);
            match known {
                // “Goes on as it is”: its new words say what they said.
                Some(supply) if members.is_empty() => supply.unexplained = 0,
                _ => {
                    let members = if members.is_empty() { now } else { members.clone() };
                    binding.supplies.push(Supply { rule, members, by, settles: by.is_none(), unexplained: 0 });
                }
            }
        }
        self.settle(book);
        Ok(())
    }

    /// The text of `rule` changed and nobody said what that means for these roles.
    pub(super) fn leave_unexplained(&mut self, rule: &RuleId, roles: &[Role], book: &Rulebook) {
        for role in roles {
            let Some(binding) = self.bound.get_mut(role) else { continue };
            let leader = binding.rules.first().filter(|leader| book.in_effect(leader)).cloned();
            let own = binding.supplies.iter().rposition(|supply| supply.rule.as_ref() == Some(rule));
            let led = || binding.supplies.iter().rposition(|supply| supply.rule == leader);
            if let Some(place) = own.or_else(led) {
                binding.supplies[place].unexplained += 1;
            }
        }
    }

    /// What a proposal supplied goes, and what it left unexplained in these rules is as it was.
    pub(super) fn take_back(&mut self, by: u32, rules: &[RuleId], explained: Option<&Patch>) {
        for (role, binding) in &mut self.bound {
            binding.supplies.retain(|supply| supply.by != Some(by));
            let explained = explained.is_some_and(|patch| patch.contains_key(role));
            for rule in rules.iter().filter(|_| !explained) {
                let own = binding.supplies.iter_mut().rfind(|supply| supply.rule.as_ref() == Some(rule));
                if let Some(supply) = own {
                    supply.unexplained = supply.unexplained.saturating_sub(1);
                }
            }
        }
    }

    /// Rules came into effect or went: each role is led by the last in effect that supplied it, with the parameters
    /// of those in effect.
    pub(super) fn settle(&mut self, book: &Rulebook) {
        if !self.keeps_supplies {
            return;
        }
        let mut patch = Patch::new();
        for (role, binding) in &mut self.bound {
            let live = |rule: &RuleId| book.in_effect(rule);
            let active = || binding.supplies.iter().filter(|supply| supply.rule.as_ref().is_none_or(live));
            let members = active().flat_map(|supply| supply.members.clone()).collect::<Map<String, Value>>();
            let leader = active().filter_map(|supply| Some((supply.rule.clone()?, supply.unexplained > 0))).next_back();
            let next = || binding.rules.iter().find(|rule| live(rule)).map(|rule| (rule.clone(), true));
            if let Some((rule, stale)) = leader.or_else(next) {
                binding.rules.retain(|other| *other != rule);
                binding.rules.insert(0, rule);
                binding.stale = stale;
            }
            // A rule that goes leaves the club's house rules as they are.
            if *role != Role::HouseRules && !members.is_empty() {
                patch.insert(*role, members);
            }
        }
        let initial = self.initial.as_deref().map(|initial| self.parameters.back_to(initial));
        let from_start = initial.and_then(|initial| initial.patched(&patch).ok());
        // What does not go with what was set at first goes with what is set now.
        if let Some(parameters) = from_start.or_else(|| self.parameters.without_names().patched(&patch).ok()) {
            self.parameters = parameters;
        }
    }

    /// The rule that a member comes from, if its words are understood; `Some(None)`: from an order of the court.
    pub(super) fn understood(&self, role: Role, member: &str, book: &Rulebook) -> Option<Option<RuleId>> {
        let supplies = &self.bound.get(&role)?.supplies;
        let live = |supply: &&Supply| supply.rule.as_ref().is_none_or(|rule| book.in_effect(rule));
        let supply = supplies.iter().rev().filter(live).find(|supply| supply.members.contains_key(member))?;
        let latest = supplies.iter().rev().find(|other| other.rule == supply.rule)?;
        (latest.unexplained == 0).then(|| supply.rule.clone())
    }

    /// The rule of adoption changed by itself: what it says of votes is another threshold from now on (readings 5 to
    /// 8).
    pub(super) fn change_by_itself(&mut self, rule: &RuleId, threshold: Threshold, book: &Rulebook) {
        let supplies = self.bound.get_mut(&Role::Adoption).into_iter().flat_map(|binding| &mut binding.supplies);
        for supply in supplies.filter(|supply| supply.rule.as_ref() == Some(rule)) {
            supply.members.insert("threshold".to_owned(), json!(threshold));
        }
        self.settle(book);
    }

    /// The rule in effect that supplied this parameter last.
    pub fn supplier(&self, role: Role, member: &str, book: &Rulebook) -> Option<RuleId> {
        let supplies = self.bound.get(&role)?.supplies.iter().rev();
        let of_it = supplies.filter(|supply| supply.members.contains_key(member));
        of_it.filter_map(|supply| supply.rule.clone()).find(|rule| book.in_effect(rule))
    }

    /// Rules in effect that give a role different parameters, and no Judgement has said which holds.
    pub fn conflicts(&self, book: &Rulebook) -> Vec<Conflict> {
        self.bound.iter().flat_map(|(role, binding)| binding.conflicts(*role, book, role.has_names())).collect()
    }

    /// The same as the editions before the fifth told them: of what has names, only what the last rule differs in.
    pub(super) fn conflicts_of_before(&self, book: &Rulebook) -> Vec<Conflict> {
        self.bound.iter().flat_map(|(role, binding)| binding.conflicts(*role, book, false)).collect()
    }
}

impl Binding {
    fn conflicts(&self, role: Role, book: &Rulebook, by_name: bool) -> Vec<Conflict> {
        let names: BTreeSet<&String> =
            self.supplies.iter().filter(|_| by_name).flat_map(|supply| supply.members.keys()).collect();
        let names = names.into_iter().map(Some).chain((!by_name).then_some(None));
        names.filter_map(|name| Conflict::of(role, name, &self.supplies, book)).collect()
    }
}

impl Conflict {
    /// The last rule since a Judgement settled it, and the last before it that says something else; of a name, also one
    /// that has the same happen: it happens once, and both say that it does.
    fn of(role: Role, name: Option<&String>, supplies: &[Supply], book: &Rulebook) -> Option<Self> {
        let about = |supply: &&Supply| name.is_none_or(|name| supply.members.contains_key(name));
        let about: Vec<&Supply> = supplies.iter().filter(about).collect();
        let settled = about.iter().rposition(|supply| supply.settles).unwrap_or(0);
        let live = |supply: &&&Supply| supply.rule.as_ref().is_some_and(|rule| book.in_effect(rule));
        let live: Vec<&&Supply> = about[settled..].iter().filter(live).collect();
        let (followed, earlier) = live.split_last()?;
        let differs = |other: &&&&Supply| {
            let same = |(member, value): (&String, &Value)| {
                let is_other = name.is_some_and(|name| name != member);
                is_other || followed.members.get(member).is_none_or(|own| own == value)
            };
            let happens = name.is_some() && role == Role::Effects;
            other.rule != followed.rule && (happens || !other.members.iter().all(same))
        };
        let label = |supply: &Supply| Some(book.rule(supply.rule.as_ref()?)?.current().label);
        let (followed, other) = (label(followed)?, label(earlier.iter().rev().find(differs)?)?);
        let prevails = precedence::prevails(book, followed, other).map_or(followed, |prevails| prevails.rule);
        Some(Self { role, name: name.cloned(), followed, other, prevails })
    }
}

#[cfg(test)]
mod tests {
    use super::super::edition::Edition;
    use super::super::record::Beginning;
    use super::*;

    #[test]
    fn a_judgement_about_one_name_settles_no_other() {
        let game = Beginning { edition: Edition::LATEST, ..Beginning::default() }.start().expect("it starts");
        let supply = |label, name: &str, settles| {
            let rule = game.book.numbered(label).map(|rule| rule.id.clone());
            let members = Map::from_iter([(name.to_owned(), json!({}))]);
            Supply { rule, members, by: None, settles, unexplained: 0 }
        };
        let supplies = vec![supply(201, "gold", false), supply(202, "gold", false), supply(203, "tax", true)];
        let mut binding = Binding { supplies, ..Binding::default() };
        let told = binding.conflicts(Role::Effects, &game.book, true);
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!((told[0].name.as_deref(), told[0].other, told[0].followed), (Some("gold"), 201, 202));
        binding.supplies.push(supply(202, "gold", true));
        assert!(binding.conflicts(Role::Effects, &game.book, true).is_empty());
    }
}
