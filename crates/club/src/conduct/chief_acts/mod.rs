//! What the Chief Justice does alone: technical modifications (Act III.5), what the Terms demand
//! (Act II.12), and what nobody else is given the authority for (Act III.4).

pub mod rules;

use serde::{Deserialize, Serialize};

use crate::id::PersonId;

crate::id!(
    /// An act of the Chief Justice alone.
    ChiefActId
);

crate::words!(
    /// The Act that it rests on.
    Basis {
        /// What the Terms demand, leaving no choice.
        Mandated = "II.12",
        /// An authority that the Terms give to nobody in particular.
        Unilateral = "III.4",
        /// A change to the leaderboard that is reasonably needed; the whole Court hears challenges.
        TechnicalModification = "III.5",
    }
);

/// A change of somebody's score (T30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Adjustment {
    /// A member, adjusted once by an act.
    #[schema(value_type = i64)]
    pub person: PersonId,
    /// Points given or taken; nobody falls below the floor.
    pub delta: i64,
}
