//! Whether a game was played, as far as deductions and lapses ask (Acts II.6.2, II.7; T23).

use crate::error::Act;
use crate::games::State;

/// By this Act a game is void for fraud, and so was never played.
pub const FRAUD: Act = Act::new("II.5");
/// Acts by which a void game was never one: invalid, fictitious, or fraud.
const NEVER_A_GAME: [Act; 3] = [Act::new("0.11"), Act::new("II.4.1"), FRAUD];

impl State {
    /// Whether a game in this state, which it has by these Acts, was played (T23): also where it waits for somebody's
    /// word, a rematch replaced it, or it is void for another reason than that it never was a game.
    pub fn was_played(self, acts: &[Act]) -> bool {
        match self {
            State::Rated | State::AwaitingConfirmation | State::AwaitingApproval | State::Replaced => true,
            State::Void => !acts.iter().any(|act| NEVER_A_GAME.contains(act)),
            State::AwaitingMembership | State::AwaitingPresence | State::Refused | State::Lapsed => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts_as_having_been_played_t23() {
        let table: [(State, &[&'static str], bool); 14] = [
            (State::AwaitingMembership, &["0.12"], false),
            (State::AwaitingPresence, &["0.6", "0.9"], false),
            (State::AwaitingConfirmation, &["II.4"], true),
            (State::AwaitingApproval, &["II.10.4"], true),
            (State::Rated, &[], true),
            (State::Refused, &["II.10.4"], false),
            (State::Lapsed, &["0.12"], false),
            (State::Replaced, &["I.6"], true),
            (State::Void, &[], true),
            (State::Void, &["I.6"], true),
            (State::Void, &["I.9.10"], true),
            (State::Void, &["0.11"], false),
            (State::Void, &["II.4.1"], false),
            (State::Void, &["0.6", "II.5"], false),
        ];
        for (state, acts, was_played) in table {
            let acts: Vec<Act> = acts.iter().copied().map(Act::new).collect();
            assert_eq!(state.was_played(&acts), was_played, "{state} by {acts:?}");
        }
        assert!(State::ALL.iter().all(|state| table.iter().any(|(tried, ..)| tried == state)));
    }
}
