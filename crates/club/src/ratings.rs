//! How a game ended and whether it counts. `crates/ratings` computes what that does to scores.

use rookery_ratings::{deductions::DeductionKind, elo};
use shakmaty::Color;

crate::words!(
    /// How a game ended, by colours.
    Outcome {
        /// White won.
        White = "white",
        /// Nobody won.
        Draw = "draw",
        /// Black won.
        Black = "black",
    }
);

impl Outcome {
    /// The same with the colours changed.
    pub fn mirrored(self) -> Outcome {
        match self {
            Outcome::White => Outcome::Black,
            Outcome::Draw => Outcome::Draw,
            Outcome::Black => Outcome::White,
        }
    }

    /// What it is to the player of a colour.
    pub fn told_by(self, player: Color) -> Went {
        match (self, player) {
            (Outcome::Draw, _) => Went::Draw,
            (Outcome::White, Color::White) | (Outcome::Black, Color::Black) => Went::Win,
            (Outcome::White, Color::Black) | (Outcome::Black, Color::White) => Went::Loss,
        }
    }
}

crate::words!(
    /// The result of a game for one of its players.
    Went as GameResult {
        /// They won.
        Win = "win",
        /// Nobody won.
        Draw = "draw",
        /// The opponent won.
        Loss = "loss",
    }
);

impl From<Outcome> for elo::Outcome {
    fn from(outcome: Outcome) -> elo::Outcome {
        match outcome {
            Outcome::White => elo::Outcome::White,
            Outcome::Draw => elo::Outcome::Draw,
            Outcome::Black => elo::Outcome::Black,
        }
    }
}

crate::words!(
    /// Where a game stands: it counts only where it is rated. `games` has the rules; these words are here for the rooms
    /// before it, which ask what counts.
    GameState {
        /// A guest plays in it: it is rated when the guest joins within the session (Act 0.12).
        AwaitingMembership = "awaiting_membership",
        /// A moderator or justice is in the room, and not for long enough yet (Acts 0.6, 0.9; T43).
        AwaitingPresence = "awaiting_presence",
        /// The other player has not confirmed it, where the house rules ask for that (Act II.4, T47).
        AwaitingConfirmation = "awaiting_confirmation",
        /// A monitored player plays in it: a moderator has to approve it (Act II.10.4).
        AwaitingApproval = "awaiting_approval",
        /// It counts.
        Rated = "rated",
        /// Approval was refused.
        Refused = "refused",
        /// What it waited for did not happen before the session closed.
        Lapsed = "lapsed",
        /// Undone as though it never happened.
        Void = "void",
        /// A rematch replaces it (Act I.6).
        Replaced = "replaced",
    }
);

impl GameState {
    /// Whether something has yet to happen before the game counts.
    pub fn waits(self) -> bool {
        self.goes_on_by_itself() || matches!(self, GameState::AwaitingConfirmation | GameState::AwaitingApproval)
    }

    /// Whether it waits for what a session brings or does not.
    pub fn goes_on_by_itself(self) -> bool {
        matches!(self, GameState::AwaitingMembership | GameState::AwaitingPresence)
    }

    /// Whether it does not count because of what was decided about a player or the game.
    pub fn is_held_back(self) -> bool {
        matches!(self, GameState::AwaitingApproval | GameState::Refused | GameState::Void)
    }

    /// Whether the game counts.
    pub fn counts(self) -> bool {
        self == GameState::Rated
    }

    /// While a game counts, or may yet.
    pub const OPEN: [GameState; 5] = [
        GameState::Rated,
        GameState::AwaitingApproval,
        GameState::AwaitingMembership,
        GameState::AwaitingPresence,
        GameState::AwaitingConfirmation,
    ];

    /// Whether the game counts, or may yet.
    pub fn stands(self) -> bool {
        GameState::OPEN.contains(&self)
    }
}

crate::words!(
    /// What kind of event moved a score.
    EventKind {
        /// Somebody joined (Act II.1).
        Join = "join",
        /// A game counted (Act II.3).
        Game = "game",
        /// Somebody was absent (Act II.6.1).
        Absence = "absence",
        /// Somebody did not play (Act II.6.2).
        Idleness = "idleness",
        /// Points were given or taken by decision or judgment (Act II.3, T30).
        Adjustment = "adjustment",
        /// The second step of the fraud ladder (Act II.5).
        Halving = "halving",
        /// Its third step: back to the least score (Act II.5).
        Reset = "reset",
        /// Somebody was removed: no score from here on (Acts II.7, II.8).
        Removal = "removal",
        /// Somebody joined again (Act II.7).
        Rejoin = "rejoin",
    }
);

impl TryFrom<EventKind> for DeductionKind {
    type Error = NotADeduction;

    fn try_from(kind: EventKind) -> Result<DeductionKind, NotADeduction> {
        match kind {
            EventKind::Absence => Ok(DeductionKind::Absence),
            EventKind::Idleness => Ok(DeductionKind::Idleness),
            other => Err(NotADeduction(other)),
        }
    }
}

/// A kind of event that takes no points by Act II.6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an event of the kind {0} is no deduction")]
pub struct NotADeduction(pub EventKind);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_kinds_of_event_are_deductions() {
        let is_one = |kind: &&EventKind| DeductionKind::try_from(**kind).is_ok();
        let deductions: Vec<&EventKind> = EventKind::ALL.iter().filter(is_one).collect();
        assert_eq!(deductions, [&EventKind::Absence, &EventKind::Idleness]);
    }

    #[test]
    fn an_outcome_is_told_by_either_player() {
        for (outcome, white, black) in [
            (Outcome::White, Went::Win, Went::Loss),
            (Outcome::Draw, Went::Draw, Went::Draw),
            (Outcome::Black, Went::Loss, Went::Win),
        ] {
            assert_eq!(Color::ALL.map(|player| outcome.told_by(player)), [white, black], "{outcome}");
        }
    }
}
