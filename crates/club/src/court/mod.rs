//! The Court of Appeals (Act III.3): cases, their states, what is filed in them and who judges.
//!
//! A case goes through [`State`]s by steps; `rules.rs` has the one table of who may take which step when.

pub mod rules;

use rookery_messages::{Message, say};

crate::id!(
    /// A case before the Court; people know it by its number, `2026-C-014`.
    CaseId
);
crate::id!(
    /// A judgment of a panel or of the whole Court.
    JudgmentId
);

crate::words!(
    /// Where a case stands.
    State as CaseState {
        /// Leave to appeal has not been decided (Act III.3.6).
        Filed = "filed",
        /// The Chief Justice refused leave; two justices may still grant it (T32).
        Refused = "refused",
        /// The petitioner took the petition back before any judgment.
        Withdrawn = "withdrawn",
        /// Its matter became void automatically (Act III.2.4.2): nothing is left to decide.
        Moot = "moot",
        /// It will be heard; no panel is picked yet.
        Granted = "granted",
        /// The panel is picked (Act III.3.7); the hearing is not open yet.
        Empanelled = "empanelled",
        /// A panel hears it: filings, drafts, votes.
        Hearing = "hearing",
        /// The verdict is in force; the opinion is due (Act III.3.10).
        Decided = "decided",
        /// The opinion is there; en banc may be asked for (Act III.3.9).
        Published = "published",
        /// A party or the decider wants the whole Court (T38); the Chief Justice has to answer.
        EnBancRequested = "en_banc_requested",
        /// The whole Court hears it.
        EnBancHearing = "en_banc_hearing",
        /// The whole Court has judged; an opinion is still due.
        EnBancDecided = "en_banc_decided",
        /// Nothing more can be asked (Act III.3.9.2).
        Final = "final",
    }
);

impl State {
    /// Whether a case in this state counts as open (T12).
    pub fn is_open(self) -> bool {
        use State::*;
        matches!(self, Filed | Granted | Empanelled | Hearing | EnBancRequested | EnBancHearing)
    }
}

crate::words!(
    /// Who judges.
    Stage {
        /// Justices picked by the Chief Justice (Acts III.3.3, III.3.7).
        Panel = "panel",
        /// Every justice, whatever their conflicts (Acts III.3.5.3, III.3.9).
        EnBanc = "en_banc",
    }
);

crate::words!(
    /// What a petition is against.
    Subject {
        /// A moderator's, on an offence.
        Decision = "decision",
        /// A moderator's; one by staff is not to be petitioned (Act III.6).
        Ban = "ban",
        /// On a [`Ground`] (Acts II.10.5, II.10.6).
        Monitor = "monitor",
        /// Not to be petitioned (Act II.11.3).
        ClockOrder = "clock_order",
        /// Points that fell for absence or idleness (Act II.6.3).
        Deduction = "deduction",
        /// By the Chief Justice (Act III.5).
        TechnicalModification = "technical_modification",
        /// What else the Chief Justice did alone (Acts II.12, III.4).
        ChiefAct = "chief_act",
        /// Of a lapsed member (Act II.7).
        Removal = "removal",
        /// Played online (Act I.9.7).
        Game = "game",
        /// Of what the Terms mean (Act III.3.1).
        Question = "question",
    }
);

impl Subject {
    /// Whether every justice hears it from the start (Acts II.6.3, III.5; T33).
    pub fn goes_to_the_whole_court(self) -> bool {
        matches!(self, Subject::Deduction | Subject::TechnicalModification)
    }

    /// Whether both players are parties to the case: it is about the very game that they played.
    pub fn makes_parties_of_players(self) -> bool {
        self == Subject::Game
    }
}

crate::words!(
    /// Why a monitor should go.
    Ground {
        /// The suspicion never was reasonable (Act II.10.6).
        Unreasonable = "unreasonable",
        /// The session after it is over, and the suspicion with it (Act II.10.5).
        NoLonger = "no_longer",
    }
);

crate::words!(
    /// What is filed on a docket.
    FilingKind {
        /// A party's arguments.
        Brief = "brief",
        /// The decider's.
        Answer = "answer",
        /// A file put in as evidence.
        Exhibit = "exhibit",
        /// A party asks the Court for something.
        Motion = "motion",
        /// The Court tells somebody to do something.
        Order = "order",
        /// Of a witness.
        Appointment = "appointment",
        /// What a witness says.
        Testimony = "testimony",
        /// The Court, or the service for it, tells what happened in the case.
        Notice = "notice",
    }
);

impl FilingKind {
    /// As a sentence names it.
    pub fn said(self) -> Message {
        match self {
            FilingKind::Brief => say!("brief"),
            FilingKind::Answer => say!("answer"),
            FilingKind::Exhibit => say!("exhibit"),
            FilingKind::Motion => say!("motion"),
            FilingKind::Order => say!("order"),
            FilingKind::Appointment => say!("appointment"),
            FilingKind::Testimony => say!("testimony"),
            FilingKind::Notice => say!("notice"),
        }
    }

    /// Whether the bench rules on it.
    pub fn is_ruled_on(self) -> bool {
        matches!(self, FilingKind::Motion | FilingKind::Order | FilingKind::Appointment)
    }
}

crate::words!(
    /// Who may see a filing besides its author.
    Visibility {
        /// The club, and visitors where the house rules let them (T42).
        Public = "public",
        /// The parties and the Court.
        Parties = "parties",
        /// The Court alone.
        Court = "court",
        /// Nobody but those named.
        Sealed = "sealed",
    }
);

crate::words!(
    /// What somebody owes in a case.
    Awaited {
        /// Of the decider, to the petition.
        Answer = "answer",
        /// Of the Court, in writing (Act III.3.10).
        Opinion = "opinion",
        /// Of the moderator: the decision made again (Act III.3.8).
        Remand = "remand",
    }
);

crate::words!(
    /// What an opinion is.
    OpinionKind {
        /// The Court's own: its reasons.
        Majority = "majority",
        /// Of the majority, for other or further reasons.
        Concurrence = "concurrence",
        /// Against the judgment.
        Dissent = "dissent",
    }
);
