//! Declarations: every exercise of a power over people or games, as the club and the public read of
//! it: who, against whom, by which Act, why, to what effect, and whether and by what it was undone
//! (Act III.2.4).

pub mod api;
pub mod deadline;
pub mod pages;
pub mod store;

use chrono::NaiveDateTime;
use rookery_messages::Message;

use crate::db::Kept;
use crate::error::Act;
use crate::id::PersonId;

crate::id!(
    /// A declaration.
    DeclarationId
);

crate::words!(
    /// What was done.
    Exercise {
        /// A moderator's decision on an offence (Acts I.2.1, II.5, II.9).
        Decision = "decision",
        /// The Court's own decision in a case (Act III.3.8).
        Judgment = "judgment",
        /// A penalty that became void because nobody declared it (Act III.2.4.2).
        Lapse = "lapse",
        /// By staff (Act III.6).
        Ban = "ban",
        BanLifted = "ban_lifted",
        Monitor = "monitor",
        MonitorLifted = "monitor_lifted",
        ClockOrder = "clock_order",
        ClockOrderLifted = "clock_order_lifted",
        /// From the leaderboard (Acts II.7, II.8).
        Removal = "removal",
        /// Of a game's result (T24).
        Correction = "correction",
        /// Of a game.
        Voiding = "voiding",
        Restoration = "restoration",
        /// Of a monitored player's game (Act II.10.4).
        Approval = "approval",
        RefusedApproval = "refused_approval",
        /// A game ended by time, decided by a moderator (Act I.5).
        Adjudication = "adjudication",
        /// A justice's in a game at a table, which ends it for somebody or for all (Act I.9.6).
        Ruling = "ruling",
        /// The result of a rematch (Act I.6).
        Rematch = "rematch",
        /// By the Chief Justice (Act III.5).
        TechnicalModification = "technical_modification",
        /// What the Terms demand, done by the Chief Justice (Act II.12).
        MandatedAct = "mandated_act",
        /// By the Chief Justice, where nobody else has the authority (Act III.4).
        Unilateral = "unilateral_act",
        RoleGiven = "role_given",
        RoleTaken = "role_taken",
    }
);

crate::words!(
    /// What a declaration is about, where that has a page.
    About {
        Ban = "ban",
        ChiefAct = "chief_act",
        Decision = "decision",
        Game = "game",
        /// By the number of its case.
        Judgment = "judgment",
        Table = "table",
    }
);

impl About {
    /// Its kind and number: of `game:17`, or of `game:17:approval` where one game was the subject of several acts.
    pub fn read(subject: &str) -> Option<(About, &str)> {
        let mut words = subject.split(':');
        Some((words.next()?.parse().ok()?, words.next()?))
    }
}

/// An exercise of a power, to be declared.
#[derive(Clone, Debug)]
pub struct NewDeclaration {
    pub exercise: Exercise,
    /// `None` if the service or the Court acted.
    pub by: Option<PersonId>,
    pub person: Option<PersonId>,
    pub act: Act,
    pub reason: Message,
    /// What it does, in a sentence.
    pub effect: Message,
    /// `noun:id`, as in the act log: what is undone together with it.
    pub subject: String,
}

/// The case that a citation names: what a judgment does is told together with it.
pub fn case_of(citation: &Message) -> Option<String> {
    citation.argument("case").map(ToString::to_string)
}

/// A stored declaration.
#[derive(Clone, Debug, PartialEq, diesel::Queryable)]
pub struct Declaration {
    pub id: DeclarationId,
    pub made_at: NaiveDateTime,
    pub exercise: Exercise,
    pub by: Option<PersonId>,
    pub person: Option<PersonId>,
    pub act: String,
    pub reason: Kept,
    pub effect: Kept,
    pub subject: String,
    pub undone_at: Option<NaiveDateTime>,
    pub undone_by: Option<Kept>,
}
