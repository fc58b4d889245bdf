//! The topics of notices: the one list, with each topic's subject and audience, and whether it can be switched off.
//!
//! Each has its text in `locales/*/notify.ftl`.

use serde_json::Value;

use super::Audience;
use crate::id::PersonId;
use crate::web::places::{Place, Thing};

/// What holds for a topic besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Property {
    /// It concerns the whole club; other topics without a recipient are for those who moderate.
    Club,
    /// A step on the way to a judgment. It is for those who are told by name; besides, the club's channel and programs hear of
    /// it as of the club's news.
    ByName,
    /// It is about a declaration (Act III.2.4): for all the world, and those who moderate are told whether they want it or not.
    Declared,
    /// The person concerned cannot switch it off (Acts III.2.4, II.9).
    Always,
    /// What it asks has time until the next digest.
    Quietly,
    /// It is of no use when a quarter of an hour has passed: a clock runs, or a round begins.
    Hurries,
    /// It is private: a phone, whose screen others may see, says only that there is a notice.
    Sealed,
}

/// What a notice asks of its reader; all others tell what happened. `pages/still_open.rs` finds by it whether that is still
/// open, so a topic cannot ask without saying what closes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Asked {
    Approval,
    Challenge,
    ChangeRequest,
    Claim,
    Declaration,
    Dispute,
    Election,
    Nomination,
    Objection,
    Password,
    Removal,
    Report,
    Suggestion,
    /// The page that it leads to, a table for example, says itself whether it is still asked; the notice stays as it is.
    Elsewhere,
}

macro_rules! topics {
    ($($topic:ident = $word:literal $(, about $thing:ident $(at $part:literal)?)? $(, told $($told:ident)+)?
        $(, asks $asked:ident)?;)+) => {
        crate::words!(
            /// What somebody is told of.
            Topic { $($topic = $word),+ }
        );

        impl Topic {
            /// Its subject, if that has a page.
            pub fn thing(self) -> Option<Thing> {
                match self { $(Topic::$topic => [$(Thing::$thing)?].first().copied()),+ }
            }

            /// The part of its page, by id, where somebody does what the message asks.
            fn part(self) -> Option<&'static str> {
                match self { $(Topic::$topic => [$($($part)?)?].first().copied()),+ }
            }

            /// What it asks of its reader, if anything.
            pub(super) fn asked(self) -> Option<Asked> {
                match self { $(Topic::$topic => [$(Asked::$asked)?].first().copied()),+ }
            }

            fn is(self, what: Property) -> bool {
                let told: &[Property] = match self { $(Topic::$topic => &[$($(Property::$told),+)?]),+ };
                told.contains(&what)
            }
        }
    };
}

topics! {
    RulebookPublished = "rulebook.published", about Rulebook, told Club;
    PairingsAnnounced = "pairings.announced", told Club Hurries;
    PairingsTakenBack = "pairings.taken_back", told Club Hurries;
    SessionAdded = "session.added", about Session, told Club;
    SessionCancelled = "session.cancelled", about Session, told Club;
    SessionChanged = "session.changed", about Session, told Club;
    SessionEnded = "session.ended", about Session, told Club;
    SessionWentOn = "session.went_on", about Session, told Club;
    SessionHeldAfterAll = "session.held_after_all", about Session, told Club;
    ElectionCalled = "election.called", about Election, told Club;
    ElectionOpened = "election.opened", about Election at "ballot", told Club, asks Election;
    ElectionCounted = "election.counted", about Election, told Club;
    ElectionCalledOff = "election.called_off", about Election, told Club;
    ElectionNominated = "election.nominated", about Election at "candidacy", asks Nomination;
    CaseAuthorNamed = "case.author_named", about Case, told Club ByName;
    CaseDecided = "case.decided", about Case, told Club;
    CaseDraftWithdrawn = "case.draft_withdrawn", about Case, told Club ByName;
    CaseDrafted = "case.drafted", about Case, told Club ByName;
    CaseEmpanelled = "case.empanelled", about Case, told Club ByName;
    CaseEnBancAccepted = "case.en_banc_accepted", about Case, told Club ByName;
    CaseEnBancDeclined = "case.en_banc_declined", about Case, told Club ByName;
    CaseEnBancRequested = "case.en_banc_requested", about Case, told Club ByName;
    CaseFiled = "case.filed", about Case, told Club ByName;
    CaseFiledOn = "case.filed_on", about Case, told Club ByName;
    CaseGranted = "case.granted", about Case, told Club ByName;
    CaseHearingOpened = "case.hearing_opened", about Case, told Club ByName;
    CaseLeaveSupported = "case.leave_supported", about Case, told Club ByName;
    CaseMoot = "case.moot", about Case, told Club ByName;
    CaseNoMajority = "case.no_majority", about Case, told Club ByName;
    CaseOpinionJoined = "case.opinion_joined", about Case, told Club ByName;
    CaseOpinionPublished = "case.opinion_published", about Case, told Club;
    CaseRefused = "case.refused", about Case, told Club ByName;
    CaseRemandLapsed = "case.remand_lapsed", about Case, told Club ByName;
    CaseRuled = "case.ruled", about Case, told Club ByName;
    CaseSeatEmpty = "case.seat_empty", about Case, told Club ByName;
    CaseVoted = "case.voted", about Case, told Club ByName;
    CaseWithdrawn = "case.withdrawn", about Case, told Club ByName;
    DeclarationDue = "declaration.due", about Declaration at "declare", told Declared Always, asks Declaration;
    DeclarationPublished = "declaration.published", about Declaration, told Declared Always;
    DecisionChanged = "decision.changed", about Decision, told Always;
    DecisionMade = "decision.made", about Decision, told Always;
    BanTermSet = "ban.term_set", told Always;
    RemovalRequested = "removal.requested", told Sealed, asks Removal;
    RemovalWaits = "removal.waits";
    RemovalWaitsNoMore = "removal.waits_no_more";
    ReportDismissed = "report.dismissed", about Report, told Sealed;
    ReportMade = "report.made", about Report, told Sealed, asks Report;
    ReportTakenUp = "report.taken_up", about Report, told Sealed;
    SuggestionAnswered = "suggestion.answered", about Suggestion;
    SuggestionMade = "suggestion.made", about Suggestion, asks Suggestion;
    SuggestionWithdrawn = "suggestion.withdrawn", about Suggestion;
    ChangeRequestAccepted = "change_request.accepted", about ChangeRequest;
    ChangeRequestDeclined = "change_request.declined", about ChangeRequest;
    ChangeRequestMade = "change_request.made", about ChangeRequest, asks ChangeRequest;
    ChangeRequestWithdrawn = "change_request.withdrawn", about ChangeRequest;
    GameAwaitingApproval = "game.awaiting_approval", about Game at "power", asks Approval;
    GameAwaitingPresence = "game.awaiting_presence", about Game;
    GameConfirmed = "game.confirmed", about Game;
    GameCorrected = "game.corrected", about Game;
    GameDecided = "game.decided", about Game;
    GameDecisionUndone = "game.decision_undone", about Game;
    GameDisputeSettled = "game.dispute_settled", about Game;
    GameDisputeToSettle = "game.dispute_to_settle", about Game at "settle", told Quietly, asks Dispute;
    GameDisputed = "game.disputed", about Game at "answer", told Quietly, asks Dispute;
    GameEntered = "game.entered", about Game;
    GameForfeited = "game.forfeited", about Game;
    GameGuestJoined = "game.guest_joined", about Game;
    GameLapsed = "game.lapsed", about Game;
    GameObjected = "game.objected", about Game, asks Objection;
    GameObjectionWithdrawn = "game.objection_withdrawn", about Game;
    GameRefused = "game.refused", about Game;
    GameRestored = "game.restored", about Game;
    GameTakenBack = "game.taken_back", about Game;
    GameValidated = "game.validated", about Game;
    GameVoided = "game.voided", about Game;
    TournamentCalledOff = "tournament.called_off", about Tournament;
    TournamentChallengeAccepted = "tournament.challenge_accepted", about Tournament;
    TournamentChallengeDeclined = "tournament.challenge_declined", about Tournament;
    TournamentChallengeTakenBack = "tournament.challenge_taken_back", about Tournament;
    TournamentChallengePlayed = "tournament.challenge_played", about Tournament;
    TournamentChallenged = "tournament.challenged", about Tournament, asks Challenge;
    TournamentRoundAnnounced = "tournament.round_announced", about Tournament;
    TournamentRoundTakenBack = "tournament.round_taken_back", about Tournament;
    TableAdjourned = "table.adjourned", about Table;
    TableAdjournmentAsked = "table.adjournment_asked", about Table, asks Elsewhere;
    TableAdjournmentDeclined = "table.adjournment_declined", about Table;
    TableBegun = "table.begun", about Table, told Hurries;
    TableDeclined = "table.declined", about Table;
    TableEnded = "table.ended", about Table;
    TableInvited = "table.invited", about Table, asks Elsewhere;
    TableReadyAsked = "table.ready_asked", about Table, asks Elsewhere;
    TableResumed = "table.resumed", about Table, told Hurries;
    TableResumesSoon = "table.resumes_soon", about Table, told Hurries, asks Elsewhere;
    TableResumptionAsked = "table.resumption_asked", about Table, asks Elsewhere;
    TableSeatTaken = "table.seat_taken", about Table;
    TableTimeShort = "table.time_short", about Table, asks Elsewhere;
    TableVoided = "table.voided", about Table;
    TableWhileAdjourned = "table.while_adjourned", about Table;
    TableYourTurn = "table.your_turn", about Table, asks Elsewhere;
    NomicAppointed = "nomic.appointed", asks Elsewhere;
    NomicClosed = "nomic.closed";
    NomicDisputed = "nomic.disputed";
    NomicHouseRulesRefused = "nomic.house_rules_refused";
    NomicLeft = "nomic.left";
    NomicPronounced = "nomic.pronounced", asks Elsewhere;
    NomicProposed = "nomic.proposed", asks Elsewhere;
    NomicSettled = "nomic.settled";
    NomicVoteDue = "nomic.vote_due", asks Elsewhere;
    NomicWinClaimed = "nomic.win_claimed";
    NomicWinTakenBack = "nomic.win_taken_back";
    NomicWon = "nomic.won";
    NomicYourDay = "nomic.your_day", asks Elsewhere;
    PartyCheck = "party.check";
    PartyCorrected = "party.corrected";
    EvidenceDue = "evidence.due", asks Elsewhere;
    EvidenceReleased = "evidence.released";
    PasswordAsked = "password.asked", told Always, asks Password;
    PasswordChanged = "password.changed", told Always;
    PasswordConfirmed = "password.confirmed", told Always;
    PasswordPowersRest = "password.powers_rest", told Always;
    PasswordReset = "password.reset", told Always;
    AccountClaimed = "account.claimed", about Account at "claim", asks Claim;
    ErasureRefused = "erasure.refused", told Sealed;
    ErasureRequested = "erasure.requested", told Sealed;
    ClockLeapt = "clock.leapt";
    DigestWritten = "digest.written";
    PushTested = "push.tested";
    WebhookTested = "webhook.tested";
}

impl Topic {
    /// Those that try out a way to send messages. They are sent once: who asked for one looks at what came of it.
    pub const TESTS: [Topic; 2] = [Topic::PushTested, Topic::WebhookTested];

    /// The topic of a notice that was kept; an older version may have told of others.
    pub fn of(word: &str) -> Option<Topic> {
        word.parse().ok()
    }

    /// The page of what a message is about, whatever version of the service sent it.
    pub fn place(topic: Option<Topic>, body: &Value) -> Option<Place> {
        let place = Place::of_message(topic.and_then(Topic::thing), body)?;
        // A round that was taken back stands nowhere.
        let is_gone = topic.is_some_and(Topic::takes_back_a_round);
        let place = if is_gone { place } else { place.at_what_is_told(body) };
        Some(place.at(topic.and_then(Topic::part)))
    }

    /// For whom a message is.
    pub fn audience(self, recipient: Option<PersonId>) -> Audience {
        match recipient {
            Some(_) => Audience::Person,
            None if self.is(Property::Club) => Audience::Everybody,
            None => Audience::Moderators,
        }
    }

    /// Whether members read of it only where they are told by name.
    pub fn is_by_name(self) -> bool {
        self.is(Property::ByName)
    }

    /// Whether a message is for all the world: the club's news, and declarations.
    pub fn is_public(self, audience: Audience) -> bool {
        match audience {
            Audience::Person => false,
            Audience::Moderators => self.is(Property::Declared),
            Audience::Everybody => true,
        }
    }

    /// Topics that cannot be switched off: exercises of power over the reader and, for those who
    /// moderate, declarations.
    pub fn is_due(self, audience: Audience) -> bool {
        match audience {
            Audience::Person => self.is(Property::Always),
            Audience::Moderators => self.is(Property::Declared),
            Audience::Everybody => false,
        }
    }

    /// Whether what it asks of its reader cannot wait for the next digest.
    pub fn cannot_wait(self) -> bool {
        self.asked().is_some() && !self.is(Property::Quietly)
    }

    /// Whether it is of use for a quarter of an hour only.
    pub fn hurries(self) -> bool {
        self.is(Property::Hurries)
    }

    /// Whether nothing of it is shown where others may look.
    pub fn is_sealed(self) -> bool {
        self.is(Property::Sealed)
    }

    /// Whether it is about a round that is no longer played.
    pub fn takes_back_a_round(self) -> bool {
        matches!(self, Topic::PairingsTakenBack | Topic::TournamentRoundTakenBack)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notify::preferences::ALWAYS_TOLD;
    use crate::web::catalogue::Language;

    #[test]
    fn every_topic_has_its_text() {
        for topic in Topic::ALL {
            let text = Language::English.topic(topic.as_str());
            assert!(text.known().is_some(), "no text of locales/en/notify.ftl says {topic}");
        }
    }

    #[test]
    fn of_a_case_the_club_reads_the_judgment_and_its_opinion() {
        let news = |topic: &Topic| topic.thing() == Some(Thing::Case) && !topic.is_by_name();
        let news: Vec<Topic> = Topic::ALL.iter().copied().filter(news).collect();
        assert_eq!(news, [Topic::CaseDecided, Topic::CaseOpinionPublished]);
        assert!(Topic::CaseFiled.is_public(Topic::CaseFiled.audience(None)), "programs hear of each step");
    }

    #[test]
    fn what_is_always_told_is_what_programs_read_of_it() {
        for topic in Topic::ALL {
            let about = topic.as_str().split('.').next().unwrap();
            assert_eq!(topic.is_due(Audience::Person), ALWAYS_TOLD.contains(&about), "{topic}");
        }
    }
}
