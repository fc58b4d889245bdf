//! What a case needs from somebody: of all the steps that they may take, the one that moves it on.

use super::{CaseStatus, Part, Participant, State, Step, may};

/// How far a bench is, as far as that decides what a justice has to do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// The justice has said whether leave is given.
    pub said_leave: bool,
    /// Something on the docket waits for the justice's word: the bench rules on it, and has not yet.
    pub unruled: bool,
    /// The decider's answer is awaited, and its day is not over.
    pub awaits_answer: bool,
    /// Drafts before the bench.
    pub drafts: usize,
    /// The justice has voted in this round.
    pub voted: bool,
    /// Everybody who sits has voted in this round.
    pub all_voted: bool,
    /// The author of the opinion is named.
    pub author_named: bool,
    /// The Chief Justice was of the majority and has yet to name the author: others of it wait for that.
    pub chief_names: bool,
}

/// What somebody has to do; `None` if the case waits for others, or for nobody.
pub fn next_step(case: &CaseStatus, who: &Participant, progress: &Progress) -> Option<Step> {
    use State::*;
    let presides = who.is(Part::Presiding);
    // Only of the majority; else its members are asked for the opinion.
    let names_author = who.is(Part::ChiefJustice) && who.is(Part::Majority);
    let step = match case.state {
        Filed if !progress.said_leave => Step::GrantLeave,
        Granted => Step::Empanel,
        Empanelled | Hearing if case.seat_is_empty && who.is(Part::ChiefJustice) => Step::Empanel,
        // But for raw evidence the word of who presides is enough: others are asked once their own work is done.
        Empanelled | Hearing | EnBancHearing if progress.unruled && presides => Step::Rule,
        Empanelled => Step::OpenHearing,
        Hearing | EnBancHearing if progress.drafts == 0 && presides && !progress.awaits_answer => Step::Draft,
        Hearing | EnBancHearing if progress.drafts > 0 && !progress.voted => Step::Vote,
        // Counted before the other side has answered, which takes a second tap, nobody is asked to.
        Hearing | EnBancHearing if progress.all_voted && presides && !progress.awaits_answer => Step::Count,
        Hearing | EnBancHearing if progress.unruled => Step::Rule,
        Decided | EnBancDecided if names_author && !progress.author_named => Step::NameAuthor,
        Decided | EnBancDecided if case.opinion_is_owed && !progress.author_named && !progress.chief_names => {
            Step::Publish
        }
        EnBancRequested => Step::AcceptEnBanc,
        _ => return None,
    };
    may(case, step, who).is_ok().then_some(step)
}

/// A step as the catalogue has it under `asked-`.
pub fn word(step: Step) -> String {
    step.to_string().replace([' ', '\''], "-")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{fresh, who};
    use super::*;

    #[test]
    fn a_case_asks_each_for_what_moves_it_on() {
        let chief = &[Part::ChiefJustice, Part::Justice][..];
        let chief_in_majority = &[Part::ChiefJustice, Part::Justice, Part::Sat, Part::Majority][..];
        let justice = &[Part::Justice][..];
        let sitting = &[Part::Justice, Part::Sitting][..];
        let presiding = &[Part::Justice, Part::Sitting, Part::Presiding][..];
        let nothing = Progress::default();
        let drafted = Progress { drafts: 1, ..nothing };
        let voted = Progress { voted: true, ..drafted };
        let all = Progress { all_voted: true, ..voted };
        let said = Progress { said_leave: true, ..nothing };
        let named = Progress { author_named: true, ..nothing };
        let chief_names = Progress { chief_names: true, ..nothing };
        let unruled = Progress { unruled: true, ..nothing };
        let unanswered = Progress { awaits_answer: true, ..nothing };
        let cases: &[(State, &[Part], Progress, Option<Step>)] = &[
            (State::Filed, chief, nothing, Some(Step::GrantLeave)),
            (State::Filed, justice, nothing, Some(Step::GrantLeave)),
            (State::Filed, justice, said, None),
            (State::Filed, &[Part::Petitioner], nothing, None),
            (State::Granted, chief, nothing, Some(Step::Empanel)),
            (State::Granted, justice, nothing, None),
            (State::Empanelled, presiding, nothing, Some(Step::OpenHearing)),
            (State::Empanelled, sitting, nothing, None),
            (State::Hearing, presiding, nothing, Some(Step::Draft)),
            (State::Hearing, presiding, unanswered, None),
            (State::Hearing, sitting, Progress { awaits_answer: true, ..drafted }, Some(Step::Vote)),
            (State::Empanelled, presiding, unruled, Some(Step::Rule)),
            (State::Hearing, presiding, unruled, Some(Step::Rule)),
            (State::Hearing, presiding, Progress { unruled: true, ..all }, Some(Step::Rule)),
            (State::EnBancHearing, presiding, unruled, Some(Step::Rule)),
            (State::Hearing, sitting, unruled, Some(Step::Rule)),
            (State::Hearing, sitting, Progress { unruled: true, ..drafted }, Some(Step::Vote)),
            (State::Hearing, justice, unruled, None),
            (State::Decided, presiding, unruled, None),
            (State::Hearing, sitting, nothing, None),
            (State::Hearing, sitting, drafted, Some(Step::Vote)),
            (State::Hearing, sitting, voted, None),
            (State::Hearing, presiding, voted, None),
            (State::Hearing, presiding, all, Some(Step::Count)),
            (State::Hearing, presiding, Progress { awaits_answer: true, ..all }, None),
            (State::Hearing, chief, drafted, None),
            (State::EnBancHearing, sitting, drafted, Some(Step::Vote)),
            (State::Decided, chief, nothing, None),
            (State::Decided, chief_in_majority, nothing, Some(Step::NameAuthor)),
            (State::Decided, &[Part::Justice, Part::Sat, Part::Majority], nothing, Some(Step::Publish)),
            (State::Decided, &[Part::Justice, Part::Sat, Part::Majority], named, None),
            (State::Decided, &[Part::Justice, Part::Sat, Part::Majority], chief_names, None),
            (State::Decided, chief_in_majority, chief_names, Some(Step::NameAuthor)),
            (State::EnBancRequested, chief, nothing, Some(Step::AcceptEnBanc)),
            (State::Final, chief, nothing, None),
        ];
        for (state, parts, progress, wanted) in cases {
            let found = next_step(&fresh(*state), &who(parts), progress);
            assert_eq!(found, *wanted, "{state:?} {parts:?} {progress:?}");
        }
    }

    #[test]
    fn an_empty_seat_is_filled_before_the_hearing_goes_on() {
        let waits = CaseStatus { seat_is_empty: true, ..fresh(State::Hearing) };
        assert_eq!(next_step(&waits, &who(&[Part::ChiefJustice]), &Progress::default()), Some(Step::Empanel));
        let sits = who(&[Part::Justice, Part::Sitting, Part::Presiding]);
        assert_eq!(next_step(&waits, &sits, &Progress::default()), Some(Step::Draft));
    }

    #[test]
    fn the_catalogues_word_has_dashes() {
        assert_eq!(word(Step::NameAuthor), "naming-the-opinion-s-author");
    }
}
