//! The binding layer (A0): which rule makes the engine do what.

use super::parameters::{Parameters, Patch};
use super::rulebook::{RuleId, Rulebook};
use super::supplies::Supply;
use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};
use serde_json::Map;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A behaviour that the engine performs because a rule says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// In whose time days begin (106).
    Timezone,
    /// Whose day is which (201).
    Allocation,
    /// When rule-changes may be proposed (202).
    ProposalWindow,
    /// Who votes how often (113, 208).
    Voting,
    /// What adopts a rule-change (204).
    Adoption,
    /// What adopts the transmutation of an immutable rule (111).
    TransmuteThreshold,
    /// Points for whose proposal is adopted (203).
    ProposerPoints,
    /// Points for votes against what is adopted (205).
    AgainstBonus,
    /// Points that a defeated proposal costs (207).
    DefeatPenalty,
    /// When an adopted rule-change takes effect (206, 108).
    EffectTime,
    /// How many points win (210).
    Win,
    /// How many mutable rules there may be (211).
    MutableCap,
    /// How proposals are numbered (109).
    Numbering,
    /// References follow a rule that gets another number (110).
    RenumberRefs,
    /// Which of two rules prevails (213, 112).
    Precedence,
    /// Points of Order and Judgements (214).
    Court,
    /// Changes of totals are announced (209).
    LedgerAnnounce,
    /// Nothing in a thread is edited or deleted (212).
    ImmutableThreads,
    /// Winning when legality cannot be decided (215).
    DefaultWin,
    /// House rules of the club that plays; no rule of the initial set is behind it.
    HouseRules,
    /// What is counted beside points; by rules of the players' own.
    Quantities,
    /// What changes it, and when; by rules of the players' own.
    Effects,
}

impl Role {
    /// Whether its members are named by the rules that supply them: each is there while its rule is in effect.
    pub fn has_names(self) -> bool {
        matches!(self, Self::Quantities | Self::Effects)
    }

    /// Its name, in quotation marks.
    pub fn in_words(self) -> Message {
        match self {
            Self::Timezone => say!("“timezone”"),
            Self::Allocation => say!("“allocation”"),
            Self::ProposalWindow => say!("“proposal_window”"),
            Self::Voting => say!("“voting”"),
            Self::Adoption => say!("“adoption”"),
            Self::TransmuteThreshold => say!("“transmute_threshold”"),
            Self::ProposerPoints => say!("“proposer_points”"),
            Self::AgainstBonus => say!("“against_bonus”"),
            Self::DefeatPenalty => say!("“defeat_penalty”"),
            Self::EffectTime => say!("“effect_time”"),
            Self::Win => say!("“win”"),
            Self::MutableCap => say!("“mutable_cap”"),
            Self::Numbering => say!("“numbering”"),
            Self::RenumberRefs => say!("“renumber_refs”"),
            Self::Precedence => say!("“precedence”"),
            Self::Court => say!("“court”"),
            Self::LedgerAnnounce => say!("“ledger_announce”"),
            Self::ImmutableThreads => say!("“immutable_threads”"),
            Self::DefaultWin => say!("“default_win”"),
            Self::HouseRules => say!("“house_rules”"),
            Self::Quantities => say!("“quantities”"),
            Self::Effects => say!("“effects”"),
        }
    }
}

/// The roles of the initial set with the numbers of their rules, the main rule first.
pub const INITIAL: [(Role, &[u32]); 19] = [
    (Role::Timezone, &[106]),
    (Role::Allocation, &[201]),
    (Role::ProposalWindow, &[202]),
    (Role::Voting, &[113, 208]),
    (Role::Adoption, &[204]),
    (Role::TransmuteThreshold, &[111]),
    (Role::ProposerPoints, &[203]),
    (Role::AgainstBonus, &[205]),
    (Role::DefeatPenalty, &[207]),
    (Role::EffectTime, &[206, 108]),
    (Role::Win, &[210]),
    (Role::MutableCap, &[211]),
    (Role::Numbering, &[109]),
    (Role::RenumberRefs, &[110]),
    (Role::Precedence, &[213, 112]),
    (Role::Court, &[214]),
    (Role::LedgerAnnounce, &[209]),
    (Role::ImmutableThreads, &[212]),
    (Role::DefaultWin, &[215]),
];

/// How far a role acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Force {
    /// The rule is in effect, and the parameters are known to say what it says.
    Enforced,
    /// The rule's text changed and nobody said what that means: warn, never refuse (A0).
    Advisory,
    /// No rule in effect asks for it.
    Absent,
}

/// The rules behind a role; the first is the one without which it does not act.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    /// The rules, the main one first.
    pub rules: Vec<RuleId>,
    /// Whether a text changed without parameters: then the role only warns.
    pub stale: bool,
    /// Which rule supplied which parameters, in the order in which they came; not kept in the first edition.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supplies: Vec<Supply>,
}

/// Every binding of a game with the parameters now in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bindings {
    /// The rules behind each role.
    pub bound: BTreeMap<Role, Binding>,
    /// The parameters in force.
    pub parameters: Parameters,
    /// Whether it is kept which rule supplied what (second edition).
    #[serde(skip)]
    pub(super) keeps_supplies: bool,
    /// What is set where no rule in effect says anything (ninth edition); before, what was set last stayed.
    #[serde(skip)]
    pub(super) initial: Option<Arc<Parameters>>,
}

impl Bindings {
    /// How far `role` acts under `book`.
    pub fn force(&self, role: Role, book: &Rulebook) -> Force {
        match self.bound.get(&role) {
            Some(binding) if binding.rules.first().is_some_and(|rule| book.in_effect(rule)) => {
                if binding.stale {
                    Force::Advisory
                } else {
                    Force::Enforced
                }
            }
            _ => Force::Absent,
        }
    }

    /// The main rule behind `role`.
    pub fn rule(&self, role: Role) -> Option<&RuleId> {
        self.bound.get(&role)?.rules.first()
    }

    /// The roles that `rule` has a part in.
    pub fn roles_of<'a>(&'a self, rule: &'a str) -> impl Iterator<Item = Role> + 'a {
        self.bound
            .iter()
            .filter(move |(_, binding)| binding.rules.iter().any(|bound| bound == rule))
            .map(|(role, _)| *role)
    }

    /// The text of `rule` changed without parameters for these roles.
    pub fn mark_stale(&mut self, rule: &RuleId, spoken_for: Option<&Patch>, book: &Rulebook) -> Vec<Role> {
        let silent: Vec<Role> =
            self.roles_of(rule).filter(|role| spoken_for.is_none_or(|patch| !patch.contains_key(role))).collect();
        if self.keeps_supplies && !silent.is_empty() {
            self.leave_unexplained(rule, &silent, book);
            self.settle(book);
            return silent.into_iter().filter(|role| self.bound.get(role).is_some_and(|bound| bound.stale)).collect();
        }
        for role in &silent {
            if let Some(binding) = self.bound.get_mut(role) {
                binding.stale = true;
            }
        }
        silent
    }

    /// `rule` was repealed: the roles that it only had a part in are no longer understood; those it led end, or the
    /// next rule leads.
    pub fn mark_stale_without(&mut self, rule: &RuleId, spoken_for: Option<&Patch>, book: &Rulebook) -> Vec<Role> {
        let supplied = |role: &Role| {
            let supplies = self.bound.get(role).map(|binding| &binding.supplies);
            supplies.into_iter().flatten().any(|supply| supply.rule.as_ref() == Some(rule))
        };
        let led: Vec<Role> =
            self.roles_of(rule).filter(|role| self.rule(*role) == Some(rule) || supplied(role)).collect();
        let mut understood = spoken_for.cloned().unwrap_or_default();
        understood.extend(led.into_iter().map(|role| (role, Map::new())));
        self.mark_stale(rule, Some(&understood), book)
    }

    /// Lays `patch` over the parameters; `rule`, if given, joins the rules behind each patched role, and leads it if none in effect does.
    /// `by` is the proposal that it came with.
    pub fn adopt(&mut self, patch: &Patch, rules: &[RuleId], by: Option<u32>, book: &Rulebook) -> Result<(), Message> {
        if self.keeps_supplies {
            return self.supply(patch, rules, by, book);
        }
        let rule = rules.first();
        self.parameters = self.parameters.patched(patch)?;
        for role in patch.keys() {
            let binding = self.bound.entry(*role).or_default();
            binding.stale = false;
            let Some(rule) = rule.filter(|rule| book.in_effect(rule) && !binding.rules.contains(rule)) else {
                continue;
            };
            if binding.rules.first().is_some_and(|main| book.in_effect(main)) {
                binding.rules.push(rule.clone());
            } else {
                binding.rules.insert(0, rule.clone());
            }
        }
        Ok(())
    }
}
