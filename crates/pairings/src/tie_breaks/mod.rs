//! Standings by points and tie-breaks, as FIDE's regulations C.07 have them from 1 March 2026.

mod code;
mod encounters;
mod field;
mod opponents;
mod ratings;
mod record;
mod teams;
mod value;

pub use code::UnknownTieBreak;
pub use teams::{Boards, Games, TeamScore, TeamStanding, TeamTieBreak, TeamTieBreaks, TeamTournament};
pub use value::{Counted, Share, Source, Value, Way};

use field::Field;

use crate::error::Error;
use crate::tournament::{Number, Player, Points, Tournament};

/// How many contributions are left out (article 14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// Of the least significant.
    lowest: usize,
    /// Of the highest of those left.
    highest: usize,
}

impl Cut {
    /// Nothing is left out.
    pub const NONE: Self = Self { lowest: 0, highest: 0 };

    /// C1, C2 …: so many of the least significant (14.1).
    pub const fn least(count: usize) -> Self {
        Self { lowest: count, highest: 0 }
    }

    /// M1, M2 …: so many of the least significant and as many of the highest (14.2).
    pub const fn median(count: usize) -> Self {
        Self { lowest: count, highest: count }
    }
}

/// A tie-break. Its code, as TRF26 writes it, is what it displays as and can be parsed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// DE: the games among those who are level (article 6).
    DirectEncounter {
        /// Whether games won or lost without playing count.
        forfeits: bool,
    },
    /// WIN: rounds with the points of a win (7.1).
    Wins,
    /// WON: games won at the board (7.2).
    GamesWon,
    /// BPG: games played with Black (7.3).
    BlackGames,
    /// BWG: games won with Black (7.4).
    BlackWins,
    /// PS: the sum of the scores after each round (7.5).
    Progressive {
        /// How many of the first rounds are left out.
        cut: usize,
    },
    /// REP: rounds one chose to play (7.6).
    RoundsChosen,
    /// STD: the points if a win were one and a draw half (7.7).
    StandardPoints,
    /// TPN: the lower pairing number (7.8).
    PairingNumber,
    /// BH: the sum of the opponents' scores (8.1).
    Buchholz {
        /// What is left out.
        cut: Cut,
        /// Whether forfeits count as games against those who were paired.
        forfeits: bool,
    },
    /// FB: Buchholz as if the last round had been drawn (8.3).
    ForeBuchholz {
        /// What is left out.
        cut: Cut,
        /// Whether forfeits count as games against those who were paired.
        forfeits: bool,
    },
    /// AOB: the average of the opponents' Buchholz (8.2).
    AverageBuchholz {
        /// Of their Fore Buchholz.
        fore: bool,
    },
    /// SB: the opponents' scores times the points made against them (9.1).
    SonnebornBerger {
        /// What is left out.
        cut: Cut,
        /// Whether forfeits count as games against those who were paired.
        forfeits: bool,
    },
    /// KS: the points against those who have half of the greatest possible score (9.2).
    Koya {
        /// So many half points more than that.
        halves: i32,
    },
    /// ARO: the average rating of the opponents (10.1).
    AverageRating {
        /// What is left out.
        cut: Cut,
    },
    /// TPR: the tournament performance rating (10.2).
    Performance,
    /// PTP: the lowest rating with which the score is expected (10.3).
    PerfectPerformance,
    /// APRO: the average performance rating of the opponents (10.4).
    AveragePerformance,
    /// APPO: the average perfect performance of the opponents (10.5).
    AveragePerfect,
    /// RTNG: the rating (10.6).
    Rating,
}

/// The rules of a tournament's standings.
///
/// ```
/// use std::collections::BTreeMap;
/// use rookery_pairings::{Dutch, Format, Score, TieBreaks, Tournament};
///
/// let mut tournament = Tournament::of(4, 3);
/// let round = Dutch.pair(&tournament)?;
/// tournament.enter(&round, &BTreeMap::from([(1, Score::Win), (4, Score::Win)]))?;
/// let rules = TieBreaks { order: vec!["BH".parse()?, "BWG".parse()?], ..TieBreaks::default() };
/// let places: Vec<(usize, u32)> =
///     rules.standings(&tournament, 1)?.iter().map(|standing| (standing.place, standing.number)).collect();
/// assert_eq!(places, [(1, 1), (1, 4), (3, 2), (3, 3)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TieBreaks {
    /// The tie-breaks, the first first.
    pub order: Vec<TieBreak>,
    /// Whether all pairings were fixed before the first round, as in a round robin: forfeits then count as games, and
    /// nobody's score is adjusted (article 15).
    pub fixed: bool,
    /// The rating that somebody without one counts with. If nothing is set and somebody has none, tie-breaks of ratings
    /// cannot be counted.
    pub unrated: Option<i32>,
}

/// A player's place in the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The place, from 1. Those whom no tie-break parts share one.
    pub place: usize,
    /// Who it is.
    pub number: Number,
    /// The points.
    pub points: Points,
    /// The tie-breaks, in the order of the rules.
    pub counted: Vec<Counted>,
}

impl TieBreaks {
    /// The standings after so many rounds, the first first; those who share a place by their numbers.
    ///
    /// # Errors
    /// Where the tournament contradicts itself.
    pub fn standings(&self, tournament: &Tournament, rounds: usize) -> Result<Vec<Ranked>, Error> {
        tournament.check()?;
        let field = Field::new(tournament, self, rounds.min(tournament.played()));
        let ranked =
            ranked(&field, self.order.iter().map(|tie_break| |group: &[usize]| tie_break.of_group(&field, group)));
        let ranked = ranked.into_iter().map(|(place, index, counted)| Ranked {
            place,
            number: tournament.players[index].number,
            points: field.points[index],
            counted,
        });
        Ok(ranked.collect())
    }
}

/// Who stands where by the points of a field, then by one tie-break after the other among those who are still level: the
/// place from 1, the player by the place in the tournament, and what was counted.
fn ranked<T>(field: &Field, order: impl Iterator<Item = T>) -> Vec<(usize, usize, Vec<Counted>)>
where
    T: Fn(&[usize]) -> Vec<(usize, Counted)>,
{
    let players = &field.tournament.players;
    let mut all: Vec<usize> = (0..players.len()).collect();
    all.sort_by_key(|place| (std::cmp::Reverse(field.points[*place]), players[*place].number));
    let mut groups = parted(all, |one, other| field.points[one] == field.points[other]);
    let mut counted: Vec<Vec<Counted>> = vec![Vec::new(); players.len()];
    for of_group in order {
        let mut next = Vec::new();
        for mut group in groups {
            for (place, value) in of_group(&group) {
                counted[place].push(value);
            }
            let value = |place: usize| counted[place].last().and_then(|counted| counted.value);
            group.sort_by_key(|place| std::cmp::Reverse(value(*place)));
            next.extend(parted(group, |one, other| value(one) == value(other)));
        }
        groups = next;
    }
    let mut ranked = Vec::new();
    for group in groups {
        let place = ranked.len() + 1;
        ranked.extend(group.into_iter().map(|index| (place, index, std::mem::take(&mut counted[index]))));
    }
    ranked
}

/// Neighbours who are level, together.
fn parted(order: Vec<usize>, level: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    order.chunk_by(|one, other| level(*one, *other)).map(<[usize]>::to_vec).collect()
}

impl TieBreak {
    /// The tie-break of those who are level, by their places in the tournament.
    fn of_group(&self, field: &Field, group: &[usize]) -> Vec<(usize, Counted)> {
        let each = |of: &dyn Fn(&Player) -> Counted| -> Vec<(usize, Counted)> {
            group.iter().map(|place| (*place, of(&field.tournament.players[*place]))).collect()
        };
        match *self {
            Self::DirectEncounter { forfeits } => encounters::rank(field, group, forfeits),
            Self::Wins => each(&|player| record::wins(field, player)),
            Self::GamesWon => each(&|player| record::games_won(field, player)),
            Self::BlackGames => each(&|player| record::black_games(field, player)),
            Self::BlackWins => each(&|player| record::black_wins(field, player)),
            Self::Progressive { cut } => each(&|player| record::progressive(field, player, cut)),
            Self::RoundsChosen => each(&|player| record::rounds_chosen(field, player)),
            Self::StandardPoints => each(&|player| record::standard_points(field, player)),
            Self::PairingNumber => each(&record::pairing_number),
            Self::Buchholz { cut, forfeits } => {
                each(&|player| opponents::buchholz(field, player, false, forfeits, cut))
            }
            Self::ForeBuchholz { cut, forfeits } => {
                each(&|player| opponents::buchholz(field, player, true, forfeits, cut))
            }
            Self::AverageBuchholz { fore } => each(&|player| opponents::average_buchholz(field, player, fore)),
            Self::SonnebornBerger { cut, forfeits } => {
                each(&|player| opponents::sonneborn_berger(field, field, player, forfeits, cut))
            }
            Self::Koya { halves } => each(&|player| opponents::koya(field, player, halves)),
            Self::AverageRating { cut } => each(&|player| ratings::average_rating(field, player, cut)),
            Self::Performance => each(&|player| ratings::performance(field, player)),
            Self::PerfectPerformance => each(&|player| ratings::perfect(field, player)),
            Self::AveragePerformance => each(&|player| ratings::average_of(field, player, ratings::performance)),
            Self::AveragePerfect => each(&|player| ratings::average_of(field, player, ratings::perfect)),
            Self::Rating => each(&|player| ratings::rating(field, player)),
        }
    }
}
