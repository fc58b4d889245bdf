//! A case's parts, steps and states as sentences have them.

use rookery_messages::{Message, say};

use super::super::State;
use super::{Part, Step};

impl Part {
    /// Somebody who may take a step.
    pub(super) fn said(self) -> Message {
        match self {
            Part::Petitioner => say!("petitioner"),
            Part::Respondent => say!("respondent"),
            Part::Witness => say!("witness"),
            Part::Justice => say!("independent justice"),
            Part::Sitting => say!("sitting justice"),
            Part::Presiding => say!("presiding justice"),
            Part::Sat => say!("justice who took part in the judgment"),
            Part::Majority => say!("justice of the majority"),
            Part::ChiefJustice => say!("Chief Justice"),
        }
    }
}

impl Step {
    /// What is done in a case: `granting leave`.
    pub(super) fn said(self) -> Message {
        match self {
            Step::GrantLeave => say!("granting leave"),
            Step::RefuseLeave => say!("refusing leave"),
            Step::Empanel => say!("picking the panel"),
            Step::OpenHearing => say!("opening the hearing"),
            Step::Brief => say!("filing a brief"),
            Step::Answer => say!("filing the answer"),
            Step::Exhibit => say!("filing an exhibit"),
            Step::Motion => say!("making a motion"),
            Step::Appoint => say!("appointing a witness"),
            Step::Testify => say!("giving testimony"),
            Step::Order => say!("making an order"),
            Step::Rule => say!("ruling"),
            Step::Notice => say!("giving notice"),
            Step::Draft => say!("drafting a judgment"),
            Step::WithdrawDraft => say!("withdrawing a draft"),
            Step::Vote => say!("voting"),
            Step::Count => say!("counting the votes"),
            Step::NameAuthor => say!("naming the opinion's author"),
            Step::Publish => say!("publishing the opinion"),
            Step::WriteSeparately => say!("writing separately"),
            Step::Join => say!("joining an opinion"),
            Step::RequestEnBanc => say!("asking for a hearing en banc"),
            Step::AcceptEnBanc => say!("accepting to hear the case en banc"),
            Step::DeclineEnBanc => say!("declining to hear the case en banc"),
            Step::Withdraw => say!("withdrawing the petition"),
        }
    }
}

impl State {
    /// Where a case stands, after *is*.
    pub(super) fn said(self) -> Message {
        match self {
            State::Filed => say!("filed"),
            State::Refused => say!("refused leave"),
            State::Withdrawn => say!("withdrawn"),
            State::Moot => say!("moot"),
            State::Granted => say!("granted"),
            State::Empanelled => say!("empanelled"),
            State::Hearing => say!("hearing"),
            State::Decided => say!("decided"),
            State::Published => say!("published"),
            State::EnBancRequested => say!("en banc requested"),
            State::EnBancHearing => say!("en banc hearing"),
            State::EnBancDecided => say!("en banc decided"),
            State::Final => say!("final"),
        }
    }
}
