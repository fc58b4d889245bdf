//! The parameters of time (rule 106): the zone, when days begin, and on which days the game pauses.

use chrono::{NaiveDate, NaiveTime};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// Rule 106.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timezone {
    /// The time zone.
    pub zone: Tz,
    /// When a day of the game begins.
    #[serde(default, skip_serializing_if = "is_midnight")]
    pub day_starts: NaiveTime,
    /// Days on which the game stands still.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holidays: Vec<Holiday>,
}

impl Timezone {
    /// How long after the beginning of a day of the game a clock shows this time, in milliseconds.
    pub(super) fn place(&self, at: NaiveTime) -> i64 {
        (at - self.day_starts).num_milliseconds().rem_euclid(86_400_000)
    }
}

/// Days on which there is no turn, no vote, no court and no forfeit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holiday {
    /// The first.
    pub from: NaiveDate,
    /// The last.
    pub until: NaiveDate,
}

impl Holiday {
    /// A game that stands still longer than this would not know how to go on.
    pub(super) const LONGEST: i64 = 92;

    pub(super) fn lasts(&self) -> i64 {
        (self.until - self.from).num_days() + 1
    }
}

fn is_midnight(time: &NaiveTime) -> bool {
    *time == NaiveTime::MIN
}
