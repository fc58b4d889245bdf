//! What the history of a game says: what was decided about it last, as long as that can be undone, and how it stood before.

use serde::Deserialize;

use super::super::{Ending, State};
use crate::audit::Word;
use crate::id::PersonId;
use crate::ratings::Outcome;

/// How a game stood, as its history has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Stood {
    /// Its result then.
    pub result: Outcome,
    /// How it was said to have ended.
    pub ending: Ending,
    /// Its state then.
    pub state: State,
}

/// A change of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// What was done; `None` where only another version of the program knows its word.
    pub act: Option<Word>,
    /// Who changed it; `None` if the service did.
    pub by: Option<PersonId>,
    /// How the game stood before, where that can be read.
    pub before: Option<Stood>,
}

/// Decisions that can be undone.
const UNDOABLE: [Word; 5] =
    [Word::GameApproved, Word::GameRefused, Word::GameCorrected, Word::GameDisputeSettled, Word::ObjectionSettled];

/// A decision about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// What was decided.
    pub act: Word,
    /// Who decided it; `None` if the service did.
    pub by: Option<PersonId>,
    /// How the game stood before.
    pub before: Stood,
}

/// What was decided about a game, by its changes of the moment when it was changed last, in their order: what followed in that
/// moment is a part of the decision. `None` if something else was done then, or where what the bell's decision was made from
/// is known no more.
pub fn decided(changes: &[Change]) -> Option<Decided> {
    // What was undone already is none.
    let undone = changes.iter().rposition(|change| change.act == Some(Word::GameDecisionUndone));
    let decision = changes.get(undone.map_or(0, |place| place + 1))?;
    let before = decision.before?;
    let is_corrected = changes.iter().any(|change| change.act == Some(Word::GameCorrected));
    let was_counted = before.ending == Ending::Bell && is_corrected;
    let act = decision.act.filter(|act| UNDOABLE.contains(act) && !was_counted)?;
    Some(Decided { act, by: decision.by, before })
}

/// The rematch that has taken a game's place.
#[derive(Clone, Copy, Debug)]
pub struct Rematch {
    /// Whether something was done to it since it was entered.
    pub is_changed: bool,
    /// Whether a decision makes it what it is.
    pub is_held: bool,
}

/// Whether what was decided about a game can be undone alone: no other decision makes it what it is, and nothing else was done
/// to the rematch that took its place.
pub fn stands_alone(is_held: bool, rematch: Option<Rematch>) -> bool {
    !is_held && rematch.is_none_or(|rematch| !rematch.is_changed && !rematch.is_held)
}

/// What a game that was void comes back as, by what its history has: as it was before it was void, and rated where that cannot
/// be read.
pub fn restored(before: Option<State>) -> State {
    before.unwrap_or(State::Rated)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAY: Option<PersonId> = Some(PersonId(3));

    fn stood(ending: Ending, state: State) -> Stood {
        Stood { result: Outcome::White, ending, state }
    }

    fn change(act: Word, before: Stood) -> Change {
        Change { act: Some(act), by: MAY, before: Some(before) }
    }

    #[test]
    fn the_last_decision_about_a_game_is_the_first_change_of_its_last_moment() {
        let waiting = stood(Ending::Checkmate, State::AwaitingApproval);
        let rated = stood(Ending::Checkmate, State::Rated);
        let bell = stood(Ending::Bell, State::Rated);
        let approved = change(Word::GameApproved, waiting);
        let cases: &[(&[Change], Option<Stood>)] = &[
            (&[], None),
            (&[approved], Some(waiting)),
            (&[change(Word::GameRefused, waiting)], Some(waiting)),
            (&[change(Word::GameCorrected, rated)], Some(rated)),
            (&[change(Word::GameDisputeSettled, waiting), change(Word::GameVoided, rated)], Some(waiting)),
            (&[change(Word::ObjectionSettled, rated)], Some(rated)),
            // Something else was done.
            (&[change(Word::GameVoided, rated)], None),
            (&[change(Word::GameVoided, rated), approved], None),
            (&[Change { act: None, ..approved }], None),
            (&[Change { before: None, ..approved }], None),
            // It was undone, and perhaps decided again in the same moment.
            (&[approved, change(Word::GameDecisionUndone, rated)], None),
            (&[change(Word::GameDecisionUndone, rated), change(Word::GameRefused, waiting)], Some(waiting)),
            // What was counted at the bell is gone with a correction, and with nothing else.
            (&[change(Word::GameCorrected, bell)], None),
            (&[change(Word::ObjectionSettled, bell), change(Word::GameCorrected, bell)], None),
            (&[change(Word::GameApproved, bell)], Some(bell)),
        ];
        for (changes, before) in cases {
            let found = decided(changes).map(|decision| (decision.by, decision.before));
            assert_eq!(found, before.map(|before| (MAY, before)), "{changes:?}");
        }
        let settled = [change(Word::GameDisputeSettled, rated), change(Word::GameCorrected, rated)];
        assert_eq!(decided(&settled).map(|decision| decision.act), Some(Word::GameDisputeSettled), "not what followed");
    }

    #[test]
    fn a_decision_stands_alone_while_nothing_else_holds_the_game_or_its_rematch() {
        let rematch = |is_changed, is_held| Some(Rematch { is_changed, is_held });
        for (is_held, rematch, alone) in [
            (false, None, true),
            (true, None, false),
            (false, rematch(false, false), true),
            (true, rematch(false, false), false),
            (false, rematch(true, false), false),
            (false, rematch(false, true), false),
        ] {
            assert_eq!(stands_alone(is_held, rematch), alone, "{is_held} {rematch:?}");
        }
    }

    #[test]
    fn a_game_comes_back_as_it_was() {
        for state in [State::Rated, State::AwaitingApproval, State::AwaitingMembership] {
            assert_eq!(restored(Some(state)), state);
        }
        assert_eq!(restored(None), State::Rated);
    }
}
