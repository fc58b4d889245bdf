//! The parameters of roles: days, windows, thresholds, points; as rules have them and as rule-changes set them.

mod court;
mod days;
mod quantities;
pub(super) mod unread;

pub use self::court::{Court, ForfeitExclusion};
pub use self::days::{Holiday, Timezone};
pub use self::quantities::{Alteration, Amount, Effect, Effects, GAME, Occasion, Owners, POINTS};
pub use self::quantities::{Quantities, Quantity, Share, Use, Whose};
use super::bindings::Role;
use super::citations::law;
pub use super::thresholds::{Kind, KindThreshold, Part, Tally, Threshold};
use chrono::{NaiveTime, Weekday};
use chrono_tz::Tz;
use rookery_messages::{Message, Value as Said, say};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Rule 201: whose day is which, and on which days the voting thread is void.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allocation {
    /// The days, in the order of the rule.
    pub days: Vec<Seat>,
    /// Days of the week on which the voting thread is void.
    pub void_days: Vec<Weekday>,
    /// Points to come in with.
    pub start_points: i64,
}

/// One line of rule 201.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// The player's name.
    pub player: String,
    /// The player's day.
    pub weekday: Weekday,
}

/// Rule 202. `cutoff` is exclusive; `changes` is how many rule-changes one proposal may hold (reading 39).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProposalWindow {
    /// Only on the player's own day.
    pub own_day_only: bool,
    /// Before this time of day; at any time if none is given.
    pub cutoff: Option<NaiveTime>,
    /// From this time of day on; from its beginning if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens: Option<NaiveTime>,
    /// Proper rule-changes a day.
    pub per_day: u32,
    /// Rule-changes in one proposal.
    pub changes: u32,
}

/// Rules 113 and 208.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Voting {
    /// Votes of each player on a proposal.
    pub votes_each: u32,
    /// From this time of day on; from its beginning if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens: Option<NaiveTime>,
    /// Before this time of day; to its end if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closes: Option<NaiveTime>,
    /// Whether players may have others vote for them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub proxies: bool,
    /// Nobody sees who voted what before the votes are counted.
    #[serde(default, skip_serializing_if = "is_false")]
    pub secret: bool,
    /// How many votes the vote of a player counts for; one, unless they are named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<Weight>,
}

/// How many votes a player's vote counts for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weight {
    /// The player's name.
    pub player: String,
    /// How many.
    pub weight: u32,
}

impl Voting {
    /// How many votes this player's vote counts for.
    pub fn weight_of(&self, player: &str) -> u32 {
        self.weights.iter().find(|one| one.player == player).map_or(1, |one| one.weight)
    }
}

/// Rule 204, with the change it makes to itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adoption {
    /// What must be reached.
    pub threshold: Threshold,
    /// The change the rule makes to itself, while that is still to come.
    pub change: Option<AutomaticChange>,
    /// What must be reached for some kinds of change instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_kind: Vec<KindThreshold>,
    /// How many players must have voted at least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quorum: Option<u32>,
    /// Which part of the players who may vote must have voted at least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quorum_part: Option<Part>,
}

/// After so many complete circuits the threshold becomes another, unless the rule was amended (readings 5 to 8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutomaticChange {
    /// How many circuits.
    pub circuits: u32,
    /// The threshold from then on.
    pub threshold: Threshold,
    /// The text of the rule from then on.
    pub text: Vec<String>,
}

/// Rule 111: immutable to mutable; and the other way round, where players have a rule about that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transmutation {
    /// What must be reached.
    pub threshold: Threshold,
    /// What must be reached to make a mutable rule immutable; what adoption needs, if none is given (reading 12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_immutable: Option<Threshold>,
}

/// Rule 203: `floor(max(least, R - offset) * Y / V)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProposerPoints {
    /// What a unanimous proposal earns at least.
    pub least: i64,
    /// What is taken from R, the number of the highest rule in effect.
    pub offset: i64,
}

impl ProposerPoints {
    /// Points for `yes` of `cast` votes when the highest rule in effect is `highest`; none cast, none earned (reading 14).
    pub fn earned(&self, highest: u32, yes: u32, cast: u32) -> i64 {
        let worth = self.least.max(i64::from(highest) - self.offset);
        worth.saturating_mul(yes.into()).checked_div_euclid(cast.into()).unwrap_or(0)
    }
}

/// Rules 205, 207 and 210: a number of points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// How many.
    pub points: i64,
}

/// Rule 211.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MutableCap {
    /// How many.
    pub rules: usize,
}

/// Rule 109.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbering {
    /// The number of the first proposal; once changed, of the next.
    pub first: u32,
    /// What becomes of the numbers of a defeated proposal's further parts.
    #[serde(default, skip_serializing_if = "Parts::are_used_up")]
    pub parts: Parts,
}

/// What becomes of the numbers of a proposal's parts after the first when it is defeated (rule 109).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parts {
    /// They are used up: each part is a rule-change that was proposed.
    #[default]
    UsedUp,
    /// They are free again while they are the latest: what was proposed was one thing, and had one number.
    Released,
}

impl Parts {
    fn are_used_up(&self) -> bool {
        *self == Self::UsedUp
    }
}

/// What a log has no word about.
fn is_false(set: &bool) -> bool {
    !set
}

/// A role that has nothing to set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// The parameters of every role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Rule 106.
    pub timezone: Timezone,
    /// Rule 201.
    pub allocation: Allocation,
    /// Rule 202.
    pub proposal_window: ProposalWindow,
    /// Rules 113 and 208.
    pub voting: Voting,
    /// Rule 204.
    pub adoption: Adoption,
    /// Rule 111.
    pub transmute_threshold: Transmutation,
    /// Rule 203.
    pub proposer_points: ProposerPoints,
    /// Rule 205.
    pub against_bonus: Points,
    /// Rule 207.
    pub defeat_penalty: Points,
    /// Rules 206 and 108.
    pub effect_time: Nothing,
    /// Rule 210.
    pub win: Points,
    /// Rule 211.
    pub mutable_cap: MutableCap,
    /// Rule 109.
    pub numbering: Numbering,
    /// Rule 110.
    pub renumber_refs: Nothing,
    /// Rules 213 and 112.
    pub precedence: Nothing,
    /// Rule 214.
    pub court: Court,
    /// Rule 209.
    pub ledger_announce: Nothing,
    /// Rule 212.
    pub immutable_threads: Nothing,
    /// Rule 215.
    pub default_win: Nothing,
    /// What rule-changes have set so far; what a name means is the club's to know.
    pub house_rules: Map<String, Value>,
    /// What is counted beside points.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub quantities: Quantities,
    /// What changes it, and points, and when.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub effects: Effects,
}

/// New values for some parameters of some roles; an empty entry says that a role's parameters stay.
pub type Patch = BTreeMap<Role, Map<String, Value>>;

/// Points beyond this are refused: totals stay far from overflow.
const LIMIT: i64 = 1_000_000;

/// Whether so many points may be set, given or taken.
pub fn is_within_limit(points: i64) -> bool {
    (-LIMIT..=LIMIT).contains(&points)
}

impl Default for Parameters {
    /// What the initial set says (A0), before anybody has a day.
    fn default() -> Self {
        Self {
            timezone: Timezone { zone: Tz::Europe__London, day_starts: NaiveTime::MIN, holidays: Vec::new() },
            allocation: Allocation { days: Vec::new(), void_days: vec![Weekday::Sat, Weekday::Sun], start_points: 0 },
            proposal_window: ProposalWindow {
                own_day_only: true,
                cutoff: NaiveTime::from_hms_opt(19, 0, 0),
                opens: None,
                per_day: 1,
                changes: 1,
            },
            voting: Voting { votes_each: 1, opens: None, closes: None, proxies: false, secret: false, weights: Vec::new() },
            adoption: Adoption {
                threshold: Threshold::UnanimousOfCast,
                change: Some(AutomaticChange {
                    circuits: 2,
                    threshold: Threshold::SimpleMajority,
                    text: vec![
                        "A rule-change is adopted if and only if a simple majority of the votes cast at the completion\nof the vote is in favour.\n"
                            .to_owned(),
                    ],
                }),
                by_kind: Vec::new(),
                quorum: None,
                quorum_part: None,
            },
            transmute_threshold: Transmutation { threshold: Threshold::UnanimousOfEligible, to_immutable: None },
            proposer_points: ProposerPoints { least: 10, offset: 290 },
            against_bonus: Points { points: 10 },
            defeat_penalty: Points { points: 10 },
            effect_time: Nothing {},
            win: Points { points: 200 },
            mutable_cap: MutableCap { rules: 25 },
            numbering: Numbering { first: 301, parts: Parts::UsedUp },
            renumber_refs: Nothing {},
            precedence: Nothing {},
            court: Court {
                window_seconds: 3600,
                max_active: 3,
                forfeit_exclusion: ForfeitExclusion::Incoming,
                judge_wrap: false,
                judges: Vec::new(),
                exclude_parties: false,
                may_name: false,
                may_exclude: false,
                may_recuse: false,
                only_warns: false,
                panel: 0,
                appeal_days: 0,
                appeal_panel: 0,
            },
            ledger_announce: Nothing {},
            immutable_threads: Nothing {},
            default_win: Nothing {},
            house_rules: Map::new(),
            quantities: Quantities::new(),
            effects: Effects::new(),
        }
    }
}

impl Parameters {
    /// All that can be set, also what the initial set has not and a log leaves out while it is not used.
    pub fn in_full(&self) -> Value {
        let mut all = json!(self);
        let unused = json!({
            "court": {
                "judges": [], "exclude_parties": false, "may_name": false, "may_exclude": false, "may_recuse": false,
                "only_warns": false, "panel": 0, "appeal_days": 0, "appeal_panel": 0,
            },
            "numbering": { "parts": Parts::UsedUp },
            "timezone": { "day_starts": NaiveTime::MIN, "holidays": [] },
            "proposal_window": { "opens": null },
            "voting": { "opens": null, "closes": null, "proxies": false, "secret": false, "weights": [] },
            "adoption": { "by_kind": [], "quorum": null, "quorum_part": null },
            "transmute_threshold": { "to_immutable": null },
        });
        for (role, members) in unused.as_object().into_iter().flatten() {
            if let (Some(set), Some(members)) = (all[role].as_object_mut(), members.as_object()) {
                for (member, value) in members {
                    set.entry(member).or_insert_with(|| value.clone());
                }
            }
        }
        all
    }

    /// Those of one role.
    pub fn of(&self, role: Role) -> Map<String, Value> {
        let all = json!(self);
        let name = json!(role);
        name.as_str().and_then(|name| all[name].as_object().cloned()).unwrap_or_default()
    }

    /// These parameters with `patch` laid over them, or what is wrong with it.
    pub fn patched(&self, patch: &Patch) -> Result<Self, Message> {
        let unread =
            |error: serde_json::Error| say!("the parameters cannot be read: {error}", error = Said::text(error));
        let mut all = serde_json::to_value(self).map_err(unread)?;
        for (role, members) in patch {
            let name = serde_json::to_value(role).map_err(unread)?;
            let target = name.as_str().zip(all.as_object_mut());
            let target = target.map(|(name, all)| all.entry(name).or_insert_with(|| json!({})));
            if let Some(target) = target.and_then(Value::as_object_mut) {
                target.extend(members.clone());
                if role.has_names() {
                    target.retain(|_, value| !value.is_null());
                }
            }
        }
        let parameters: Self = serde_json::from_value(all).map_err(unread)?;
        parameters.check().map(|()| parameters)
    }

    /// Without what rules call by names of their own: it is there only while they are in effect.
    pub(super) fn without_names(&self) -> Self {
        Self { quantities: Quantities::new(), effects: Effects::new(), ..self.clone() }
    }

    /// As at first, before any rule set anything; the club's house rules stay as they are.
    pub(super) fn back_to(&self, initial: &Self) -> Self {
        Self { house_rules: self.house_rules.clone(), ..initial.clone() }
    }

    /// Whether windows begin before they end in days as the game has them, which may begin in the evening.
    pub(super) fn check_hours(&self) -> Result<(), Message> {
        self.check_windows(|opens, ends| self.timezone.place(opens) < self.timezone.place(ends))
    }

    fn check_windows(&self, are_in_order: impl Fn(NaiveTime, NaiveTime) -> bool) -> Result<(), Message> {
        let (voting, proposals) = (&self.voting, &self.proposal_window);
        let bad =
            |window: Option<(NaiveTime, NaiveTime)>| window.is_some_and(|(opens, ends)| !are_in_order(opens, ends));
        if bad(voting.opens.zip(voting.closes)) {
            return Err(say!("voting.opens must be earlier than voting.closes"));
        }
        if bad(proposals.opens.zip(proposals.cutoff)) {
            return Err(say!("proposal_window.opens must be earlier than proposal_window.cutoff"));
        }
        Ok(())
    }

    fn check(&self) -> Result<(), Message> {
        quantities::check(&self.quantities, &self.effects)?;
        let points = [
            self.allocation.start_points,
            self.proposer_points.least,
            self.proposer_points.offset,
            self.against_bonus.points,
            self.defeat_penalty.points,
            self.win.points,
        ];
        if !points.into_iter().all(is_within_limit) {
            return Err(say!("points must lie between {least} and {most}", least = -LIMIT, most = LIMIT));
        }
        if self.win.points <= self.allocation.start_points {
            return Err(say!("a game cannot be won by the points that everybody starts with"));
        }
        let window = self.court.window_seconds;
        if !(1..=86_400).contains(&window) {
            return Err(say!("court.window_seconds is {window}; it must lie between 1 and 86400", window));
        }
        if !(1..=100).contains(&self.voting.votes_each) || !(1..=20).contains(&self.proposal_window.changes) {
            return Err(say!("voting.votes_each must lie between 1 and 100, proposal_window.changes between 1 and 20"));
        }
        let holidays = &self.timezone.holidays;
        if holidays.len() > 50 || holidays.iter().any(|one| !(1..=Holiday::LONGEST).contains(&one.lasts())) {
            return Err(say!(
                "a holiday lasts from 1 to {most} days, and there are at most 50 of them",
                most = Holiday::LONGEST
            ));
        }
        self.check_windows(|opens, ends| opens < ends || self.timezone.place(opens) < self.timezone.place(ends))?;
        if self.voting.weights.iter().any(|one| one.weight > 1000 || one.player.trim().is_empty()) {
            return Err(say!("voting.weights names players, each with 0 to 1000 votes"));
        }
        for (place, seat) in self.allocation.days.iter().enumerate() {
            if seat.player.trim().is_empty() {
                return Err(say!("allocation.days[{place}] names no player", place));
            }
            if self.allocation.days[..place].iter().any(|earlier| earlier.player == seat.player) {
                return Err(say!(
                    "allocation.days[{place}]: {name} already has a day (rule {r201}: one day a week)",
                    place,
                    name = &seat.player,
                    r201 = law(201)
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_of_a_log_is_offered_in_full_and_changes_nothing() {
        let initial = Parameters::default();
        let all = initial.in_full();
        assert!(all["court"]["judges"].is_array() && json!(initial)["court"].get("judges").is_none());
        assert_eq!(serde_json::from_value::<Parameters>(all.clone()).expect("parameters"), initial);
        let mut other = initial.clone();
        other.court.may_recuse = true;
        assert_eq!(other.in_full()["court"]["may_recuse"], json!(true));
    }
}
