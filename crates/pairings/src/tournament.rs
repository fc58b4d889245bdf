//! A tournament as a value: who plays, what happened in each round, what the regulations say.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::acceleration::Acceleration;
use crate::error::Error;

/// The number a player is paired by, from 1: the strongest has the lowest.
pub type Number = u32;

/// Points in tenths, so that sums are exact; beyond 200 million points they stay where they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(pub i32);

impl Points {
    /// A whole number of points.
    pub const fn whole(points: i32) -> Self {
        Self(points * 10)
    }

    /// Half points.
    pub const fn halves(halves: i32) -> Self {
        Self(halves * 5)
    }
}

impl std::ops::Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl std::ops::Sub for Points {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl std::iter::Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self(0), std::ops::Add::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{}", self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10)
    }
}

/// The colour of somebody's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "colours need no explanation")]
pub enum Colour {
    White,
    Black,
}

impl Colour {
    /// The colour of the opponent.
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// How a game ended for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "results need no explanation")]
pub enum Score {
    Win,
    Draw,
    Loss,
}

/// What somebody had instead of an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bye {
    /// The number of players was odd: the bye that the pairing gave.
    Allocated,
    /// A full point asked for.
    Full,
    /// Half a point asked for.
    Half,
    /// Absent, no points.
    Zero,
}

/// One round of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// A game that was played.
    Game {
        /// Who sat opposite.
        opponent: Number,
        /// The player's colour.
        colour: Colour,
        /// The player's result.
        score: Score,
        /// Whether the game counts for ratings; one that lasted less than a move does not.
        rated: bool,
    },
    /// A game that was paired and not played.
    Forfeit {
        /// Who should have sat opposite.
        opponent: Number,
        /// The colour that was assigned, if any is recorded.
        colour: Option<Colour>,
        /// Whether the player was there and the opponent was not.
        won: bool,
    },
    /// No opponent.
    Bye(Bye),
}

impl Entry {
    /// A rated game.
    pub fn game(opponent: Number, colour: Colour, score: Score) -> Self {
        Self::Game { opponent, colour, score, rated: true }
    }

    /// Who was paired with the player, whether they played or not.
    pub fn opponent(&self) -> Option<Number> {
        match *self {
            Self::Game { opponent, .. } | Self::Forfeit { opponent, .. } => Some(opponent),
            Self::Bye(_) => None,
        }
    }

    /// Whether a game was played.
    pub fn played(&self) -> bool {
        matches!(self, Self::Game { .. })
    }

    /// The colour of a game that was played.
    pub fn colour(&self) -> Option<Colour> {
        match *self {
            Self::Game { colour, .. } => Some(colour),
            _ => None,
        }
    }
}

/// What results are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields are called as what they value")]
pub struct Scoring {
    pub win: Points,
    pub draw: Points,
    pub loss: Points,
    pub forfeit_win: Points,
    pub forfeit_loss: Points,
    pub allocated_bye: Points,
    pub full_bye: Points,
    pub half_bye: Points,
    pub zero_bye: Points,
}

impl Default for Scoring {
    fn default() -> Self {
        Self {
            win: Points(10),
            draw: Points(5),
            loss: Points(0),
            forfeit_win: Points(10),
            forfeit_loss: Points(0),
            allocated_bye: Points(10),
            full_bye: Points(10),
            half_bye: Points(5),
            zero_bye: Points(0),
        }
    }
}

impl Scoring {
    /// What one round is worth.
    pub fn of(&self, entry: &Entry) -> Points {
        match entry {
            Entry::Game { score: Score::Win, .. } => self.win,
            Entry::Game { score: Score::Draw, .. } => self.draw,
            Entry::Game { score: Score::Loss, .. } => self.loss,
            Entry::Forfeit { won: true, .. } => self.forfeit_win,
            Entry::Forfeit { won: false, .. } => self.forfeit_loss,
            Entry::Bye(Bye::Allocated) => self.allocated_bye,
            Entry::Bye(Bye::Full) => self.full_bye,
            Entry::Bye(Bye::Half) => self.half_bye,
            Entry::Bye(Bye::Zero) => self.zero_bye,
        }
    }
}

/// Somebody who takes part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The pairing number.
    pub number: Number,
    /// The rating, if there is one.
    pub rating: Option<i32>,
    /// What happened in the rounds that were paired, the first first.
    pub rounds: Vec<Entry>,
}

/// Two who must not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Forbidden {
    /// The lower number.
    pub lower: Number,
    /// The higher number.
    pub higher: Number,
    /// The first round (from 1) in which they must not.
    pub first: usize,
    /// The last one; `usize::MAX` if there is none.
    pub last: usize,
}

/// All that a pairing depends on.
///
/// ```
/// use rookery_pairings::{Colour, Entry, Points, Score, Tournament};
///
/// let mut tournament = Tournament::of(4, 3);
/// tournament.players[0].rounds.push(Entry::game(3, Colour::White, Score::Win));
/// tournament.players[2].rounds.push(Entry::game(1, Colour::Black, Score::Loss));
/// assert_eq!(tournament.played(), 1);
/// assert_eq!(tournament.points(1, 1), Points::whole(1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// Those who take part, in any order.
    pub players: Vec<Player>,
    /// How many rounds there will be.
    pub rounds: usize,
    /// The colour of number 1 in the first round, drawn by lot.
    pub initial_colour: Colour,
    /// What results are worth.
    pub scoring: Scoring,
    /// Points that count for pairing only.
    pub acceleration: Acceleration,
    /// Who must not meet whom, and when.
    pub forbidden: BTreeSet<Forbidden>,
    /// Byes asked for in rounds that are not paired yet, by round (from 1) and player. Who has one is left out.
    pub asked: BTreeMap<(usize, Number), Bye>,
}

impl Tournament {
    /// A tournament of so many players that has not begun.
    pub fn of(players: u32, rounds: usize) -> Self {
        Self {
            players: (1..=players).map(|number| Player { number, ..Player::default() }).collect(),
            rounds,
            initial_colour: Colour::White,
            scoring: Scoring::default(),
            acceleration: Acceleration::None,
            forbidden: BTreeSet::new(),
            asked: BTreeMap::new(),
        }
    }

    /// How many rounds were paired: the last in which anybody had an opponent or the bye of the pairing.
    pub fn played(&self) -> usize {
        let paired = |entry: &Entry| entry.opponent().is_some() || *entry == Entry::Bye(Bye::Allocated);
        let last = |player: &Player| player.rounds.iter().rposition(paired).map_or(0, |index| index + 1);
        self.players.iter().map(last).max().unwrap_or(0)
    }

    /// The player with a number.
    pub fn player(&self, number: Number) -> Option<&Player> {
        let guess = (number as usize).checked_sub(1).and_then(|index| self.players.get(index));
        guess
            .filter(|player| player.number == number)
            .or_else(|| self.players.iter().find(|player| player.number == number))
    }

    /// What a player did in a round (from 1); who is not recorded was absent.
    pub fn entry(&self, player: &Player, round: usize) -> Entry {
        let entry = round.checked_sub(1).and_then(|index| player.rounds.get(index));
        entry.copied().unwrap_or(Entry::Bye(Bye::Zero))
    }

    /// The points of a player after so many rounds; nothing for a number that nobody has.
    pub fn points(&self, number: Number, rounds: usize) -> Points {
        let entries = self.player(number).map_or(&[][..], |player| &player.rounds);
        entries.iter().take(rounds).map(|entry| self.scoring.of(entry)).sum()
    }

    /// The points that count for a player only when a round (from 1) is paired.
    pub fn virtual_points(&self, number: Number, round: usize) -> Points {
        self.acceleration.points(number, round, self.rounds, self.scoring.win)
    }

    /// Forbids two players to meet in any round.
    pub fn forbid(&mut self, one: Number, other: Number) {
        self.forbidden.insert(Forbidden { lower: one.min(other), higher: one.max(other), first: 1, last: usize::MAX });
    }

    /// Whether two players must not meet in a round (from 1).
    pub fn forbids(&self, one: Number, other: Number, round: usize) -> bool {
        let (lower, higher) = (one.min(other), one.max(other));
        let from = Forbidden { lower, higher, first: 0, last: 0 };
        let to = Forbidden { lower, higher, first: round, last: usize::MAX };
        self.forbidden.range(from..=to).any(|forbidden| forbidden.last >= round)
    }

    /// The tournament as it stood before a round was paired (from 1). Who did not play in it, by choice, had asked for it.
    pub fn before(&self, round: usize) -> Self {
        let round = round.max(1);
        let mut earlier = self.clone();
        earlier.asked.retain(|(asked, _), _| *asked > round);
        for player in &mut earlier.players {
            if let Entry::Bye(bye @ (Bye::Full | Bye::Half | Bye::Zero)) = self.entry(player, round) {
                earlier.asked.insert((round, player.number), bye);
            }
            player.rounds.truncate(round - 1);
        }
        earlier
    }

    /// Enters a round that was paired and played: results by White's number. Who was not paired gets the bye asked for.
    ///
    /// # Errors
    /// Where a pair has no result or somebody of the round is not in the tournament; nothing is entered then.
    pub fn enter(&mut self, round: &crate::Round, results: &BTreeMap<Number, Score>) -> Result<(), Error> {
        let paired = round.pairs.iter().flat_map(|pair| [pair.white, pair.black]).chain(round.bye);
        let known: BTreeSet<Number> = self.players.iter().map(|player| player.number).collect();
        if let Some(stranger) = paired.into_iter().find(|number| !known.contains(number)) {
            return Err(Error::Unknown(stranger));
        }
        if let Some(pair) = round.pairs.iter().find(|pair| !results.contains_key(&pair.white)) {
            return Err(Error::NoResult { white: pair.white, black: pair.black });
        }
        let (done, entries) = (self.played(), round.entries(results));
        for player in &mut self.players {
            let asked = self.asked.get(&(done + 1, player.number)).copied().unwrap_or(Bye::Zero);
            player.rounds.resize(done, Entry::Bye(Bye::Zero));
            player.rounds.push(entries.get(&player.number).copied().unwrap_or(Entry::Bye(asked)));
        }
        self.asked.retain(|(asked, _), _| *asked > done + 1);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dutch, Format};

    #[test]
    fn a_round_is_entered_with_all_results_or_not_at_all() {
        let mut tournament = Tournament::of(4, 3);
        let untouched = tournament.clone();
        let round = Dutch.pair(&tournament).unwrap();
        let missing = Err(Error::NoResult { white: 4, black: 2 });
        assert_eq!(tournament.enter(&round, &BTreeMap::from([(1, Score::Win)])), missing);
        let results = BTreeMap::from([(1, Score::Win), (4, Score::Win)]);
        let mut other = Tournament::of(3, 3);
        assert_eq!(other.enter(&round, &results), Err(Error::Unknown(4)));
        assert_eq!((&tournament, other.played()), (&untouched, 0));
        assert_eq!(tournament.enter(&round, &results), Ok(()));
        assert_eq!(tournament.played(), 1);
    }

    #[test]
    fn before_the_first_round_nothing_happened() {
        let tournament = Tournament::of(2, 3);
        assert_eq!(tournament.entry(&tournament.players[0], 0), Entry::Bye(Bye::Zero));
        assert_eq!(tournament.before(0), tournament.before(1));
    }

    #[test]
    fn a_bye_to_come_stands_beside_the_records() {
        let mut tournament = Tournament::of(3, 3);
        tournament.players[0].rounds.push(Entry::Bye(Bye::Half));
        assert_eq!(Dutch.pair(&tournament), Err(Error::Unpaired { player: 1, round: 1 }));
        tournament.players[0].rounds.clear();
        tournament.asked.insert((2, 1), Bye::Half);
        assert_eq!(Dutch.pair(&tournament).unwrap().listed(), "2\n1 2\n3 0\n");
        tournament.asked.insert((1, 1), Bye::Allocated);
        assert_eq!(Dutch.pair(&tournament), Err(Error::Asked { player: 1, round: 1 }));
    }
}
