//! Decisions: a moderator's answer to an offence, with one or more sanctions (Acts I.2.1, II.5, II.9,
//! III.2). Sanctions work from the moment they are decided and are in force exactly while their
//! decision stands.

pub mod rules;

use chrono::NaiveDateTime;
use serde::{Deserialize, Serialize};

use crate::id::{GameId, PersonId};
use crate::instant;
use crate::kept::Kept;

crate::id!(
    /// What somebody did that the Terms forbid.
    OffenceId
);
crate::id!(
    /// One answer to an offence.
    DecisionId
);
crate::id!(
    /// One sanction of a decision.
    SanctionId
);

crate::words!(
    /// Where a decision stands. Its sanctions are in force while it is `standing`, and only then.
    State as DecisionState {
        /// In force: neither undone nor void.
        Standing = "standing",
        /// Remanded: out of force until it is made again (Act III.3.8).
        Suspended = "suspended",
        /// Undone on appeal.
        Overturned = "overturned",
        /// Another decision on the same offence stands in its place.
        Replaced = "replaced",
        /// Not declared in time (Act III.2.4.2); for good.
        Void = "void",
    }
);

impl State {
    /// Whether a decision in it waits for its declaration (T28): one that is undone or replaced needs none, one that the
    /// Court sent back still does.
    pub fn is_to_be_declared(self) -> bool {
        matches!(self, State::Standing | State::Suspended)
    }
}

crate::words!(
    /// What is done to the accused.
    SanctionKind {
        /// Points off the score.
        Deduction = "deduction",
        /// Minutes off the clock in a coming game.
        TimePenalty = "time_penalty",
        /// A game of the accused counts as lost.
        Forfeiture = "forfeiture",
        /// Through a Friday; games played meanwhile do not count (Acts 0.7, II.9).
        Ban = "ban",
        /// A step of the fraud ladder (Act II.5).
        Fraud = "fraud",
    }
);

impl SanctionKind {
    /// The Act that gives it.
    pub fn act(self) -> &'static str {
        match self {
            SanctionKind::Fraud => "II.5",
            SanctionKind::Ban => "II.9",
            SanctionKind::Deduction | SanctionKind::TimePenalty | SanctionKind::Forfeiture => "I.2.1",
        }
    }
}

crate::words!(
    /// The fraud ladder (Act II.5); at every step the fraudulent games are void.
    Step as LadderStep {
        /// First violation: the games are undone and nothing else is done.
        Reverse = "reverse",
        /// Second: half the score, rounded half up (T25).
        Halve = "halve",
        /// Third: the score goes back to the floor.
        Reset = "reset",
        /// Fourth: banned for the weeks of `fraud_ban_weeks`, to the Friday then or next (T3).
        FourWeekBan = "four_week_ban",
        /// Fifth and every later one: banned without an end.
        PermanentBan = "permanent_ban",
    }
);

crate::words!(
    /// In what state of mind, which a severe sanction needs found (Act III.2.3).
    Mind {
        /// Meant to do it, or knew what would come of it (Act III.2.3.1).
        Intent = "intent",
        /// Anybody would have known what would come of it (Act III.2.3.2).
        Negligence = "negligence",
    }
);

/// The finding that a severe sanction needs, and what it rests on (Acts III.2.3.1, III.2.3.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// Intent or negligence.
    pub mind: Mind,
    /// 16 to 2000 characters.
    pub why: String,
}

/// A requested sanction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Sanction {
    /// Points taken from the score, not below the floor (Act I.2.1).
    Deduction {
        /// 1 to 1000.
        points: i64,
    },
    /// Minutes taken from the clock in a coming game (Act I.2.1).
    TimePenalty {
        /// 1 to 30.
        minutes: i64,
    },
    /// A game of the accused's is lost (Act I.2.1).
    Forfeiture {
        /// One that they played and that counts, or may yet.
        #[schema(value_type = i64)]
        game: GameId,
    },
    /// Banned through a Friday, which has to be said (Acts II.9, II.9.2).
    Ban {
        /// That Friday, in the club's time zone.
        until: Option<chrono::NaiveDate>,
    },
    /// The fraud ladder's step: the one that is due, unless another is named with the reason for it.
    Fraud {
        /// The step to take; left out, the one that is due.
        step: Option<Step>,
        /// Why the step that is due is not taken: 16 to 500 characters.
        departure: Option<String>,
    },
}

/// What somebody did that the Terms forbid.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Offence {
    /// One offence has one standing decision at most (Act III.2.2).
    pub id: OffenceId,
    /// Who is said to have done it.
    pub accused: PersonId,
    /// The Act it breaks.
    pub act: String,
    /// What was done, in the words of the one who recorded it.
    pub what: String,
    /// When it was done; UTC.
    #[serde(serialize_with = "instant::utc")]
    pub happened_at: NaiveDateTime,
    /// Who put it on record.
    pub recorded_by: Option<PersonId>,
    /// The games that it is about; empty if it happened outside of games.
    pub games: Vec<GameId>,
}

/// An imposed sanction.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Imposed {
    /// Names a time penalty when it is marked as served.
    pub id: SanctionId,
    /// Says which of the other fields are filled.
    pub kind: SanctionKind,
    /// Of a deduction.
    pub points: Option<i64>,
    /// Of a time penalty.
    pub minutes: Option<i64>,
    /// The game that is forfeit.
    pub game: Option<GameId>,
    /// Of the fraud ladder: the step taken.
    pub step: Option<Step>,
    /// Of the fraud ladder: the step that was due.
    pub proposed_step: Option<Step>,
    /// Why another step was taken than the one due.
    pub departure: Option<String>,
    /// Whether a ban comes with it, as with a ban and the ladder's last two steps.
    pub bans: bool,
    /// The ban's last instant, as the Court set it last; null if it has no end, or if there is none. UTC.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub ban_ends_at: Option<NaiveDateTime>,
    /// Whether the Court lifted the ban.
    pub ban_lifted: bool,
    /// When a time penalty was served.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub served_at: Option<NaiveDateTime>,
    /// The points that it took when it was last posted, and the score that it left.
    #[serde(skip)]
    pub taken: Option<(i64, i64)>,
}

impl Imposed {
    /// Of a deduction that could not take all of its points: how many it took, and the score below which nobody falls.
    pub fn cut_short(&self) -> Option<(i64, i64)> {
        let points = self.points.filter(|_| self.kind == SanctionKind::Deduction)?;
        self.taken.filter(|(taken, _)| *taken < points)
    }

    /// Whether it takes points by itself: they are given back while its decision is not in force.
    pub fn takes_points(&self) -> bool {
        self.kind == SanctionKind::Deduction || matches!(self.step, Some(Step::Halve | Step::Reset))
    }
}

/// A decision with its offence and sanctions.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Decision {
    /// Names the decision in petitions and declarations.
    pub id: DecisionId,
    /// What it answers.
    pub offence: Offence,
    /// Null if the Court decided.
    pub decider: Option<PersonId>,
    /// The case in which the Court decided.
    #[schema(value_type = Option<String>)]
    pub court_case: Option<Kept>,
    /// 16 to 2000 characters; with a ban 500 at most.
    pub reasons: String,
    /// Always there with a ban, a halving or a reset (Act III.2.3).
    pub finding: Option<Finding>,
    /// When it was made, and its sanctions began (T27); UTC.
    #[serde(serialize_with = "instant::utc")]
    pub decided_at: NaiveDateTime,
    /// Void if it is not declared by this instant, itself included (Act III.2.4, T2).
    #[serde(serialize_with = "instant::utc_if_any")]
    pub declaration_due_at: Option<NaiveDateTime>,
    /// Since when it is public: declared by the one who decided (T28), the Court's own at once (T29).
    #[serde(serialize_with = "instant::utc_if_any")]
    pub declared_at: Option<NaiveDateTime>,
    /// Whether its sanctions are in force, and if not, why.
    pub state: State,
    /// Since when it is in that state; UTC.
    #[serde(serialize_with = "instant::utc")]
    pub state_at: NaiveDateTime,
    /// What put it there: making it, a judgment, or a declaration not made in time.
    #[schema(value_type = String)]
    pub state_cause: Kept,
    /// The decision on the same offence that it stands in place of.
    pub replaces: Option<DecisionId>,
    /// At least one; in force while the state is `standing`.
    pub sanctions: Vec<Imposed>,
}

impl Decision {
    /// Whether everybody may read it and its reasons (Act III.2.4, T28).
    pub fn is_public(&self) -> bool {
        self.declared_at.is_some()
    }

    /// By when it is to be declared, if it still is (Act III.2.4, T28).
    pub fn to_be_declared_by(&self) -> Option<NaiveDateTime> {
        self.declaration_due_at.filter(|_| self.declared_at.is_none() && self.state.is_to_be_declared())
    }

    /// Whether its sanctions work now.
    pub fn is_in_force(&self) -> bool {
        self.state == State::Standing
    }

    /// Whether points that it took are back, as it is not in force any more.
    pub fn gave_points_back(&self) -> bool {
        !self.is_in_force() && self.sanctions.iter().any(Imposed::takes_points)
    }
}

/// How long a ban runs, as the Court sets it (Act II.9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "term", rename_all = "snake_case", deny_unknown_fields)]
pub enum BanTerm {
    /// Through this day, a Friday (T40).
    Through {
        /// By the club's calendar.
        day: chrono::NaiveDate,
    },
    /// Without an end.
    ForEver,
    /// It ends with the verdict.
    Lifted,
}
