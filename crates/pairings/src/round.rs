//! The result of pairing: a round of pairs, and why each was made.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::tournament::{Bye, Colour, Entry, Number, Points, Score, Tournament};

/// A way of pairing a tournament.
///
/// ```
/// use rookery_pairings::{Dutch, Format, Tournament};
///
/// let round = Dutch.pair(&Tournament::of(5, 3)).unwrap();
/// let pairs: Vec<(u32, u32)> = round.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
/// assert_eq!(pairs, [(1, 3), (4, 2)]);
/// assert_eq!(round.bye, Some(5));
/// ```
pub trait Format {
    /// Pairs the coming round.
    ///
    /// # Errors
    /// Where no pairing exists that the format's rules allow, or the tournament contradicts itself.
    fn pair(&self, tournament: &Tournament) -> Result<Round, Error>;
}

/// The pairs of a round, boards in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Who meets whom.
    pub pairs: Vec<Pair>,
    /// Who has the bye of the pairing.
    pub bye: Option<Number>,
    /// Who is left over, of a format that may leave over several.
    pub left_over: Vec<Number>,
    /// How each bracket came out, from the top; empty where a format has none.
    pub brackets: Vec<Bracket>,
}

/// Two who meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Who has White.
    pub white: Number,
    /// Who has Black.
    pub black: Number,
    /// Why they meet.
    pub why: Why,
}

/// Why two were paired, and why with these colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// In a bracket of a Swiss system.
    Bracket {
        /// The bracket, by its place in [`Round::brackets`].
        bracket: usize,
        /// Which part of the bracket.
        part: Part,
        /// Which rule gave the colours.
        colours: ColourRule,
    },
    /// As the table of the format has it.
    Table,
    /// The nearest in the standings whom the format's settings let meet.
    Neighbours,
    /// On a club evening, as no other round would have been better.
    Weekly {
        /// How often the two met recently.
        meetings: u32,
        /// How far apart their scores are.
        distance: u32,
        /// What gave the colours.
        turn: Turn,
    },
}

/// What gave two their colours on a club evening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Both get the colour that they had less often.
    Both,
    /// The other way round would be less fair.
    Fairer,
    /// Both ways are as fair: White for the lower placed.
    Lower,
}

/// A part of a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All have the same score.
    Whole,
    /// One of the two was moved down.
    MovedDown,
    /// What was left after those moved down had their opponents.
    Remainder,
    /// One of the two was moved up, in a Swiss of teams.
    MovedUp,
}

/// The rule that gave the colours (5.2 of the Dutch system).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColourRule {
    /// Both got their preference.
    Both,
    /// The stronger preference.
    Stronger,
    /// Both absolute: the wider colour difference.
    Wider,
    /// The other way round than when they last had different colours.
    Alternate,
    /// The preference of the higher ranked.
    Higher,
    /// No preferences: by the parity of the pairing number.
    Parity,
    /// Of two teams: White for the one that had it less often, else another colour than one of them had last.
    Balance,
}

/// How a bracket came out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bracket {
    /// The score of those who belong there.
    pub score: Points,
    /// Who was moved down to it.
    pub moved_down: Vec<Number>,
    /// Who was moved up to it, in a Swiss of teams.
    pub moved_up: Vec<Number>,
    /// Who belongs there by score.
    pub residents: Vec<Number>,
    /// Who was moved on from it, or got the bye.
    pub floated: Vec<Number>,
    /// The criteria that are counted and could not be met in full, with how often: no pairing that meets those
    /// above it as well has fewer.
    pub failures: BTreeMap<Criterion, u32>,
    /// How many of the upper half had to change places with the lower half.
    pub exchanges: usize,
}

/// The quality criteria of the Dutch system that are counted for each bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// Nobody leaves the bracket.
    C6,
    /// No topscorer, nor the opponent of one, gets a colour difference beyond 2.
    C10,
    /// No topscorer, nor the opponent of one, gets a colour three times running.
    C11,
    /// Everybody gets the colour preferred.
    C12,
    /// Everybody gets the colour strongly preferred.
    C13,
    /// No resident floats down who did in the last round.
    C14,
    /// Nobody meets one moved down who floated up in the last round.
    C15,
    /// No resident floats down who did two rounds before.
    C16,
    /// Nobody meets one moved down who floated up two rounds before.
    C17,
    /// Nobody moved down floats again who did in the last round.
    C18,
    /// Nobody moved down floats again who did two rounds before.
    C20,
}

impl Pair {
    /// The entries of White and of Black, by the result of White.
    fn entries(&self, score: Score) -> (Entry, Entry) {
        let of_black = match score {
            Score::Win => Score::Loss,
            Score::Draw => Score::Draw,
            Score::Loss => Score::Win,
        };
        (Entry::game(self.black, Colour::White, score), Entry::game(self.white, Colour::Black, of_black))
    }
}

impl Round {
    /// What a player's entry is once results (by White's number) are known; nothing for one who
    /// is not paired, or whose result is missing.
    pub fn entry(&self, number: Number, results: &BTreeMap<Number, Score>) -> Option<Entry> {
        if self.bye == Some(number) {
            return Some(Entry::Bye(Bye::Allocated));
        }
        let pair = self.pairs.iter().find(|pair| pair.white == number || pair.black == number)?;
        let (white, black) = pair.entries(results.get(&pair.white).copied()?);
        Some(if pair.white == number { white } else { black })
    }

    /// The entries of all, as [`Round::entry`] has them.
    pub(crate) fn entries(&self, results: &BTreeMap<Number, Score>) -> BTreeMap<Number, Entry> {
        let mut entries: BTreeMap<Number, Entry> =
            self.bye.into_iter().map(|number| (number, Entry::Bye(Bye::Allocated))).collect();
        for pair in &self.pairs {
            let Some(score) = results.get(&pair.white) else { continue };
            let (white, black) = pair.entries(*score);
            entries.entry(pair.white).or_insert(white);
            entries.entry(pair.black).or_insert(black);
        }
        entries
    }

    /// The round as pairing engines write it: the number of pairs, then a pair a line, White first, who is alone with 0.
    pub fn listed(&self) -> String {
        let alone: Vec<Number> = self.bye.into_iter().chain(self.left_over.iter().copied()).collect();
        let count = self.pairs.len() + alone.len();
        let mut lines = format!("{count}\n");
        for pair in &self.pairs {
            lines += &format!("{} {}\n", pair.white, pair.black);
        }
        for number in alone {
            lines += &format!("{number} 0\n");
        }
        lines
    }
}
