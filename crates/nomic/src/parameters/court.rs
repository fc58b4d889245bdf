//! The parameters of the court (rule 214).

use super::is_false;
use serde::{Deserialize, Serialize};

/// Rule 214, and what players may come to decide instead; what the initial set has not is left out where it is not
/// used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Court {
    /// How long a Judgement may be disputed.
    pub window_seconds: u32,
    /// Active Points of Order that one player may have.
    pub max_active: usize,
    /// Whose day bars a new judge after a forfeit at midnight (reading 18).
    pub forfeit_exclusion: ForfeitExclusion,
    /// Whether the search for a judge begins again once every player was tried (reading 20).
    pub judge_wrap: bool,
    /// Who judges in turn; nobody is named: the players in turn order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judges: Vec<String>,
    /// Nobody judges a Point of Order that they raised, or that is about their own move or proposal.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exclude_parties: bool,
    /// Whether players may name the Judge of a Point of Order.
    #[serde(default, skip_serializing_if = "is_false")]
    pub may_name: bool,
    /// Whether players may exclude somebody from judging it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub may_exclude: bool,
    /// Whether a Judge may recuse themself.
    #[serde(default, skip_serializing_if = "is_false")]
    pub may_recuse: bool,
    /// Whether players' own rules say how the court goes: then the service warns of what rule 214 would refuse, and nobody
    /// forfeits (A0).
    #[serde(default, skip_serializing_if = "is_false")]
    pub only_warns: bool,
    /// How many judge together, the Judge included; of them more than half must agree. Fewer than two: the Judge alone.
    #[serde(default, skip_serializing_if = "is_none")]
    pub panel: u8,
    /// For how many days after its hour a Judgement may be appealed against; 0: not at all.
    #[serde(default, skip_serializing_if = "is_none")]
    pub appeal_days: u8,
    /// How many judge an appeal together.
    #[serde(default, skip_serializing_if = "is_none")]
    pub appeal_panel: u8,
}

fn is_none(number: &u8) -> bool {
    *number == 0
}

/// Whose day bars a new judge after a forfeit at midnight (reading 18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ForfeitExclusion {
    /// The day that begins then.
    Incoming,
    /// The day that ends then.
    Outgoing,
}
