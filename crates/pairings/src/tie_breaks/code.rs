//! The codes of tie-breaks, as TRF26 lists them: `BH/C1`, `SB`, `DE/P`, `KS/L+1`.

use std::fmt;
use std::str::FromStr;

use super::{Cut, TieBreak};

/// What is no tie-break.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is no tie-break: expected a code as BH, BH/C1, SB, DE, WIN, ARO/C1 or KS/L+1")]
pub struct UnknownTieBreak(pub String);

/// What may follow a code.
#[derive(Default)]
pub(super) struct Modifiers {
    pub cut: Cut,
    pub forfeits: bool,
    pub fore: bool,
    limit: i32,
    pub factor: Option<u32>,
}

impl Modifiers {
    pub(super) fn read<'a>(parts: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut modifiers = Self::default();
        for part in parts {
            match (part, part.get(..1)?, part.get(1..)?) {
                ("P", ..) => modifiers.forfeits = true,
                ("F", ..) => modifiers.fore = true,
                (_, "C", count) => modifiers.cut = Cut::least(count_of(count)?),
                (_, "M", count) => modifiers.cut = Cut::median(count_of(count)?),
                (_, "K", factor) => {
                    modifiers.factor = Some(factor.parse().ok().filter(|factor| (1..=999).contains(factor))?);
                }
                (_, "L", limit) => modifiers.limit = limit.parse().ok().filter(|limit| (-99..=99).contains(limit))?,
                _ => return None,
            }
        }
        Some(modifiers)
    }
}

fn count_of(text: &str) -> Option<usize> {
    text.parse().ok().filter(|count| (1..=99).contains(count))
}

impl FromStr for TieBreak {
    type Err = UnknownTieBreak;

    /// Reads a code; a modifier that a tie-break does not have is refused.
    ///
    /// ```
    /// use rookery_pairings::{Cut, TieBreak};
    /// assert_eq!("BH/C1".parse(), Ok(TieBreak::Buchholz { cut: Cut::least(1), forfeits: false }));
    /// assert!("WIN/C1".parse::<TieBreak>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown = || UnknownTieBreak(text.to_owned());
        let mut parts = text.trim().split('/');
        let code = parts.next().unwrap_or_default();
        let Modifiers { cut, forfeits, fore, limit, factor: _ } = Modifiers::read(parts).ok_or_else(unknown)?;
        let read = match code {
            "DE" => Self::DirectEncounter { forfeits },
            "WIN" => Self::Wins,
            "WON" => Self::GamesWon,
            "BPG" => Self::BlackGames,
            "BWG" => Self::BlackWins,
            "PS" if cut.highest == 0 => Self::Progressive { cut: cut.lowest },
            "REP" | "GE" => Self::RoundsChosen,
            "STD" => Self::StandardPoints,
            "TPN" => Self::PairingNumber,
            "BH" => Self::Buchholz { cut, forfeits },
            "FB" => Self::ForeBuchholz { cut, forfeits },
            "AOB" => Self::AverageBuchholz { fore },
            "SB" => Self::SonnebornBerger { cut, forfeits },
            "KS" => Self::Koya { halves: limit },
            "ARO" => Self::AverageRating { cut },
            "TPR" => Self::Performance,
            "PTP" => Self::PerfectPerformance,
            "APRO" => Self::AveragePerformance,
            "APPO" => Self::AveragePerfect,
            "RTNG" => Self::Rating,
            _ => return Err(unknown()),
        };
        if says_all(&read, text) { Ok(read) } else { Err(unknown()) }
    }
}

/// Whether what was read has all modifiers that the text has.
pub(super) fn says_all(read: &impl fmt::Display, text: &str) -> bool {
    read.to_string().split('/').count() == text.split('/').count()
}

impl TieBreak {
    fn code(&self) -> &'static str {
        match self {
            Self::DirectEncounter { .. } => "DE",
            Self::Wins => "WIN",
            Self::GamesWon => "WON",
            Self::BlackGames => "BPG",
            Self::BlackWins => "BWG",
            Self::Progressive { .. } => "PS",
            Self::RoundsChosen => "REP",
            Self::StandardPoints => "STD",
            Self::PairingNumber => "TPN",
            Self::Buchholz { .. } => "BH",
            Self::ForeBuchholz { .. } => "FB",
            Self::AverageBuchholz { .. } => "AOB",
            Self::SonnebornBerger { .. } => "SB",
            Self::Koya { .. } => "KS",
            Self::AverageRating { .. } => "ARO",
            Self::Performance => "TPR",
            Self::PerfectPerformance => "PTP",
            Self::AveragePerformance => "APRO",
            Self::AveragePerfect => "APPO",
            Self::Rating => "RTNG",
        }
    }

    /// The name in words, without what is cut.
    pub fn name(&self) -> &'static str {
        match self {
            Self::DirectEncounter { .. } => "Direct encounter",
            Self::Wins => "Wins",
            Self::GamesWon => "Games won",
            Self::BlackGames => "Games played with Black",
            Self::BlackWins => "Games won with Black",
            Self::Progressive { .. } => "Progressive score",
            Self::RoundsChosen => "Rounds one chose to play",
            Self::StandardPoints => "Standard points",
            Self::PairingNumber => "Pairing number",
            Self::Buchholz { .. } => "Buchholz",
            Self::ForeBuchholz { .. } => "Fore Buchholz",
            Self::AverageBuchholz { .. } => "Average of the opponents' Buchholz",
            Self::SonnebornBerger { .. } => "Sonneborn-Berger",
            Self::Koya { .. } => "Koya",
            Self::AverageRating { .. } => "Average rating of the opponents",
            Self::Performance => "Tournament performance rating",
            Self::PerfectPerformance => "Perfect tournament performance",
            Self::AveragePerformance => "Average performance rating of the opponents",
            Self::AveragePerfect => "Average perfect performance of the opponents",
            Self::Rating => "Rating",
        }
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NONE => Ok(()),
            Self { lowest, highest: 0 } => write!(f, "/C{lowest}"),
            Self { lowest, .. } => write!(f, "/M{lowest}"),
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())?;
        let (cut, forfeits) = match *self {
            Self::Buchholz { cut, forfeits }
            | Self::ForeBuchholz { cut, forfeits }
            | Self::SonnebornBerger { cut, forfeits } => (cut, forfeits),
            Self::DirectEncounter { forfeits } => (Cut::NONE, forfeits),
            Self::AverageRating { cut } => (cut, false),
            Self::Progressive { cut } => (Cut::least(cut), false),
            _ => (Cut::NONE, false),
        };
        write!(f, "{cut}")?;
        if forfeits {
            f.write_str("/P")?;
        }
        match *self {
            Self::AverageBuchholz { fore: true } => f.write_str("/F"),
            Self::Koya { halves } if halves != 0 => write!(f, "/L{halves:+}"),
            _ => Ok(()),
        }
    }
}
