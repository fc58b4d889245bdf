//! Recommended pairings among those present: `rookery_pairings::Weekly` of the club's people, by their ids.

use std::collections::{BTreeMap, BTreeSet};

use rookery_messages::{Message, Value, say};
use rookery_pairings::{Colour, Evening, Format, Number, Pair as Paired, Tournament, Weekly};
use serde::{Deserialize, Serialize};
use shakmaty::Color;

/// The most players that are paired at once.
const MOST_PRESENT: usize = 200;

/// A member's id.
pub type PlayerId = i64;

/// Somebody who is present and may play, with what pairing goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Player {
    /// Who it is.
    pub id: PlayerId,
    /// Points on the leaderboard.
    pub score: i32,
    /// Games with White less games with Black.
    pub colour_balance: i32,
    /// The colour of their last game; `None` before the first.
    pub last_colour: Option<Color>,
    /// Rounds that they sat out for want of an opponent.
    pub byes: u32,
}

/// Two players, in no order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Pair(PlayerId, PlayerId);

impl Pair {
    /// The same pair whichever of the two is named first.
    pub fn of(one: PlayerId, other: PlayerId) -> Self {
        Self(one.min(other), one.max(other))
    }
}

/// One recommended game, with what speaks for or against it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Board {
    /// Who has White.
    pub white: PlayerId,
    /// Who has Black.
    pub black: PlayerId,
    /// How often the two have met recently.
    pub meetings: u32,
    /// By how many points their scores differ.
    pub score_gap: u32,
}

/// The boards, from the strongest player's down, and who has a bye.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Pairings {
    /// No player sits at two of them.
    pub boards: Vec<Board>,
    /// Who has no opponent in this round.
    pub byes: Vec<PlayerId>,
}

/// Why nobody is paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairingError {
    /// More players are present than are paired at once.
    TooMany {
        /// How many there are.
        present: usize,
    },
    /// The list has a player twice.
    Twice {
        /// Which one.
        id: PlayerId,
    },
    /// What pairs them found the list at fault, in its own words.
    Unpaired(String),
}

impl PairingError {
    /// Why nobody is paired, in a sentence.
    pub fn message(self) -> Message {
        match self {
            Self::TooMany { present } => say!(
                "{present} players are present; at most {most} can be paired at once.",
                present,
                most = MOST_PRESENT
            ),
            Self::Twice { id } => say!("player {id} is present twice.", id = Value::text(id)),
            Self::Unpaired(why) => say!("These players cannot be paired: {why}.", why),
        }
    }
}

/// Recommends pairings. The same players give the same answer in whatever order they come.
pub fn recommend(
    present: &[Player],
    recent_meetings: &BTreeMap<Pair, u32>,
    forbidden: &BTreeSet<Pair>,
) -> Result<Pairings, PairingError> {
    if present.len() > MOST_PRESENT {
        return Err(PairingError::TooMany { present: present.len() });
    }
    let mut players = present.to_vec();
    players.sort_by_key(|player| (std::cmp::Reverse(player.score), player.id));
    let ids: BTreeSet<PlayerId> = players.iter().map(|player| player.id).collect();
    if ids.len() < players.len() {
        let id = ids.into_iter().find(|id| players.iter().filter(|player| player.id == *id).count() > 1);
        return Err(PairingError::Twice { id: id.unwrap_or_default() });
    }

    let numbers: BTreeMap<PlayerId, Number> = players.iter().map(|player| player.id).zip(1..).collect();
    let numbered = |pair: &Pair| {
        let (one, other) = (*numbers.get(&pair.0)?, *numbers.get(&pair.1)?);
        Some((one.min(other), one.max(other)))
    };
    let meetings = recent_meetings.iter().filter_map(|(pair, times)| Some((numbered(pair)?, *times)));
    let weekly =
        Weekly { evenings: (1..).zip(players.iter().map(Player::evening)).collect(), meetings: meetings.collect() };
    let mut tournament = Tournament::of(players.len() as Number, 1);
    for (one, other) in forbidden.iter().filter_map(numbered) {
        tournament.forbid(one, other);
    }
    let round = weekly.pair(&tournament).map_err(|fault| PairingError::Unpaired(fault.to_string()))?;
    let id = |number: Number| players[number as usize - 1].id;
    let board = |pair: &Paired| {
        let (white, black) = (&players[pair.white as usize - 1], &players[pair.black as usize - 1]);
        let meetings = recent_meetings.get(&Pair::of(white.id, black.id)).copied().unwrap_or(0);
        Board { white: white.id, black: black.id, meetings, score_gap: white.score.abs_diff(black.score) }
    };
    Ok(Pairings {
        boards: round.pairs.iter().map(board).collect(),
        byes: round.left_over.into_iter().map(id).collect(),
    })
}

impl Player {
    fn evening(&self) -> Evening {
        let colour = |colour: Color| if colour == Color::White { Colour::White } else { Colour::Black };
        Evening { score: self.score, balance: self.colour_balance, last: self.last_colour.map(colour), byes: self.byes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(id: PlayerId, score: i32) -> Player {
        Player { id, score, colour_balance: 0, last_colour: None, byes: 0 }
    }

    fn alone(players: &[Player]) -> Result<Pairings, PairingError> {
        recommend(players, &BTreeMap::new(), &BTreeSet::new())
    }

    #[test]
    fn people_are_paired_by_their_ids_and_those_who_are_not_here_count_for_nothing() {
        let players = [player(70, 100), player(9, 300), player(33, 200), player(12, 290)];
        let met = BTreeMap::from([(Pair::of(12, 9), 2), (Pair::of(9, 1), 5)]);
        let apart = BTreeSet::from([Pair::of(70, 12), Pair::of(1, 33)]);
        let found = recommend(&players, &met, &apart).expect("four players");
        let board = |white, black, meetings, score_gap| Board { white, black, meetings, score_gap };
        assert_eq!(found.boards, [board(70, 9, 0, 200), board(33, 12, 0, 90)]);
        let mut reversed = players;
        reversed.reverse();
        assert_eq!(recommend(&reversed, &met, &apart), Ok(found));
    }

    #[test]
    fn what_cannot_be_paired_is_said() {
        assert_eq!(alone(&[]), Ok(Pairings::default()));
        assert_eq!(alone(&[player(7, 1)]).expect("one").byes, [7]);
        assert_eq!(alone(&[player(7, 1), player(7, 2)]), Err(PairingError::Twice { id: 7 }));
        let crowd: Vec<Player> = (0..201).map(|id| player(id, 0)).collect();
        assert_eq!(alone(&crowd), Err(PairingError::TooMany { present: 201 }));
    }
}
