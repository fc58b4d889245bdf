//! Accelerated pairings: points that count for pairing in the first rounds only (C.04.5).

use std::collections::BTreeMap;

use crate::tournament::{Number, Points};

/// Which virtual points there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Acceleration {
    /// None.
    #[default]
    None,
    /// The Baku system (C.04.5.1): the first half of the rounds, rounded up, is accelerated; in the first half of those,
    /// rounded up, the upper group has what a win is worth more, in the others half of that.
    Baku {
        /// The last pairing number of the upper group. Who comes late changes nothing of who else is in it: of a
        /// tournament that grew, set this to the last of those who were in it before the first round.
        upper: Number,
    },
    /// As somebody set them: the points of a player, round by round.
    Given(BTreeMap<Number, Vec<Points>>),
}

impl Acceleration {
    /// The Baku system for so many players: the upper group is twice a quarter of them, rounded up.
    ///
    /// ```
    /// use rookery_pairings::Acceleration;
    /// assert_eq!(Acceleration::baku(161), Acceleration::Baku { upper: 82 });
    /// ```
    pub fn baku(players: usize) -> Self {
        Self::Baku { upper: Number::try_from(2 * players.div_ceil(4)).unwrap_or(Number::MAX) }
    }

    /// The virtual points of a player when a round (from 1) is paired, in a tournament of so many rounds in which a win is
    /// worth so much.
    ///
    /// ```
    /// use rookery_pairings::{Acceleration, Points};
    /// let baku = Acceleration::baku(20);
    /// let of = |rounds: usize, win: Points| (1..=6).map(|round| baku.points(10, round, rounds, win)).collect::<Vec<Points>>();
    /// assert_eq!(of(9, Points::whole(1)), [10, 10, 10, 5, 5, 0].map(Points));
    /// assert_eq!(of(7, Points::whole(1)), [10, 10, 5, 5, 0, 0].map(Points));
    /// // As FIDE's example of teams with two points for a match won has it.
    /// assert_eq!(of(11, Points::whole(2)), [20, 20, 20, 10, 10, 10].map(Points));
    /// assert_eq!(baku.points(11, 1, 9, Points::whole(1)), Points(0));
    /// ```
    pub fn points(&self, number: Number, round: usize, rounds: usize, win: Points) -> Points {
        match self {
            Self::None => Points(0),
            Self::Baku { upper } => {
                let accelerated = rounds.div_ceil(2);
                let full = accelerated.div_ceil(2);
                match round {
                    _ if number > *upper => Points(0),
                    round if round <= full => win,
                    round if round <= accelerated => Points(win.0 / 2),
                    _ => Points(0),
                }
            }
            Self::Given(given) => {
                given.get(&number).and_then(|points| points.get(round.checked_sub(1)?)).copied().unwrap_or_default()
            }
        }
    }
}
