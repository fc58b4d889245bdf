//! Recommended pairings among those present: a maximum-weight matching whose weights rank, one
//! strictly before the next, (1) as many boards as possible, (2) byes for who has had the fewest,
//! (3) the fewest recent meetings, (4) the nearest scores, (5) colours in balance.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use rookery_messages::{Message, Value, say};
use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::UnGraph;
use serde::{Deserialize, Serialize};
use shakmaty::Color;

/// The most players that are paired at once.
pub const MOST_PRESENT: usize = 200;

/// A member's id.
pub type PlayerId = i64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Player {
    pub id: PlayerId,
    pub score: i32,
    /// Games with White less games with Black.
    pub colour_balance: i32,
    pub last_colour: Option<Color>,
    pub byes: u32,
}

/// Two players, in no order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Pair(PlayerId, PlayerId);

impl Pair {
    pub fn of(one: PlayerId, other: PlayerId) -> Self {
        Self(one.min(other), one.max(other))
    }
}

/// One recommended game, with what speaks for or against it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Board {
    pub white: PlayerId,
    pub black: PlayerId,
    /// How often the two have met recently.
    pub meetings: u32,
    pub score_gap: u32,
}

/// The boards, from the strongest player's down, and who has a bye.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Pairings {
    pub boards: Vec<Board>,
    pub byes: Vec<PlayerId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairingError {
    TooMany { present: usize },
    Twice { id: PlayerId },
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

    let met = |a: &Player, b: &Player| recent_meetings.get(&Pair::of(a.id, b.id)).copied().unwrap_or(0);
    let mut graph = UnGraph::<(), i128>::with_capacity(players.len(), players.len() * players.len() / 2);
    let nodes: Vec<_> = players.iter().map(|_| graph.add_node(())).collect();
    for (first, a) in players.iter().enumerate() {
        for (second, b) in players.iter().enumerate().skip(first + 1) {
            if !forbidden.contains(&Pair::of(a.id, b.id)) {
                graph.add_edge(nodes[first], nodes[second], weight(a, b, met(a, b)));
            }
        }
    }
    let weigh = |edge: rustworkx_core::petgraph::graph::EdgeReference<'_, i128>| Ok::<_, Infallible>(*edge.weight());
    let Ok(matched) = max_weight_matching(&graph, true, weigh, false);

    // The set has no order of its own; the players' order gives it one.
    let mut matched: Vec<(usize, usize)> = matched.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
    matched.sort_unstable();
    let board = |&(first, second): &(usize, usize)| {
        let (a, b) = (&players[first], &players[second]);
        let (white, black) = colours(a, b);
        Board { white: white.id, black: black.id, meetings: met(a, b), score_gap: a.score.abs_diff(b.score) }
    };
    let boards: Vec<Board> = matched.iter().map(board).collect();
    let playing: BTreeSet<PlayerId> = boards.iter().flat_map(|board| [board.white, board.black]).collect();
    let byes = players.iter().map(|player| player.id).filter(|id| !playing.contains(id)).collect();
    Ok(Pairings { boards, byes })
}

// One pair's part of each aim is capped, so that the sum over 100 boards stays below the next
// aim's unit; what is above a cap counts as the cap. With these numbers weights stay under 2^80.
const COLOUR_CAP: u32 = 15;
const GAP_CAP: u32 = 65_535;
const MEETINGS_CAP: u32 = 255;
const BYES_CAP: u32 = 255;

const MOST_BOARDS: i128 = MOST_PRESENT as i128 / 2;
const GAP_UNIT: i128 = MOST_BOARDS * COLOUR_CAP as i128 + 1;
const MEETING_UNIT: i128 = GAP_UNIT * (MOST_BOARDS * GAP_CAP as i128 + 1);
const BYE_UNIT: i128 = MEETING_UNIT * (MOST_BOARDS * MEETINGS_CAP as i128 + 1);
const BOARD_UNIT: i128 = BYE_UNIT * (2 * MOST_BOARDS * BYES_CAP as i128 + 1);

/// What a pair is worth. Playing those who have had the most byes is the same as leaving over
/// those who have had the fewest.
fn weight(a: &Player, b: &Player, meetings: u32) -> i128 {
    let byes = a.byes.min(BYES_CAP) + b.byes.min(BYES_CAP);
    let gap = a.score.abs_diff(b.score).min(GAP_CAP);
    let (white, black) = colours(a, b);
    BOARD_UNIT + i128::from(byes) * BYE_UNIT
        - i128::from(meetings.min(MEETINGS_CAP)) * MEETING_UNIT
        - i128::from(gap) * GAP_UNIT
        - i128::from(imbalance(white, black).min(COLOUR_CAP))
}

/// Gives the pair its colours: the better balance, then fewer repeated colours, then White to the
/// lower placed (`b`).
fn colours<'a>(a: &'a Player, b: &'a Player) -> (&'a Player, &'a Player) {
    if imbalance(a, b) < imbalance(b, a) { (a, b) } else { (b, a) }
}

/// How far these colours take the two from balance, from 0 (both get what they are due) to 14.
fn imbalance(white: &Player, black: &Player) -> u32 {
    let away = u32::from(white.colour_balance >= 0) + u32::from(black.colour_balance <= 0);
    let repeated =
        u32::from(white.last_colour == Some(Color::White)) + u32::from(black.last_colour == Some(Color::Black));
    3 * away + repeated
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn player(id: PlayerId, score: i32) -> Player {
        Player { id, score, colour_balance: 0, last_colour: None, byes: 0 }
    }

    fn meetings(of: &[(PlayerId, PlayerId, u32)]) -> BTreeMap<Pair, u32> {
        of.iter().map(|&(a, b, count)| (Pair::of(a, b), count)).collect()
    }

    fn pairs(pairings: &Pairings) -> Vec<(PlayerId, PlayerId)> {
        pairings.boards.iter().map(|board| (board.white.min(board.black), board.white.max(board.black))).collect()
    }

    fn of_four(met: &[(PlayerId, PlayerId, u32)], apart: &[(PlayerId, PlayerId)]) -> Pairings {
        let players = [player(1, 400), player(2, 300), player(3, 200), player(4, 100)];
        let apart = apart.iter().map(|&(a, b)| Pair::of(a, b)).collect();
        recommend(&players, &meetings(met), &apart).expect("four players")
    }

    #[test]
    fn meetings_come_before_scores_and_boards_before_meetings() {
        assert_eq!(pairs(&of_four(&[], &[])), [(1, 2), (3, 4)]);
        assert_eq!(pairs(&of_four(&[(1, 2, 1)], &[])), [(1, 3), (2, 4)]);
        // Greedy would take 2-3 first, which nobody has played, and leave 1-4 with five meetings.
        let met = [(1, 2, 1), (3, 4, 1), (1, 3, 2), (2, 4, 2), (1, 4, 5)];
        assert_eq!(pairs(&of_four(&met, &[])), [(1, 2), (3, 4)]);
        // A forbidden pair stays apart whatever it costs; another board is worth any number of meetings.
        assert_eq!(pairs(&of_four(&[(1, 3, 9), (2, 4, 9)], &[(1, 2), (1, 4)])), [(1, 3), (2, 4)]);
        let lone = of_four(&[(2, 3, 1)], &[(1, 2), (1, 3), (1, 4)]);
        assert_eq!((pairs(&lone), lone.byes), (vec![(3, 4)], vec![1, 2]));
    }

    #[test]
    fn the_bye_goes_to_who_had_it_least_often() {
        let mut players = [player(1, 300), player(2, 200), player(3, 100)];
        (players[0].byes, players[2].byes) = (1, 1);
        let found = recommend(&players, &meetings(&[(1, 3, 4)]), &BTreeSet::new()).expect("three players");
        assert_eq!(found.byes, [2]);
        assert_eq!(found.boards[0].meetings, 4);
        assert_eq!(found.boards[0].score_gap, 200);
    }

    #[test]
    fn colours_balance() {
        let white =
            |a: Player, b: Player| recommend(&[a, b], &meetings(&[]), &BTreeSet::new()).expect("two").boards[0].white;
        let with = |id, colour_balance, last_colour| Player { colour_balance, last_colour, ..player(id, 100) };
        assert_eq!(white(with(1, -1, None), with(2, 0, None)), 1);
        assert_eq!(white(with(1, 2, None), with(2, 1, None)), 2, "equal needs: the lower placed has White");
        assert_eq!(white(with(1, 0, Some(Color::Black)), with(2, 0, Some(Color::White))), 1);
        assert_eq!(white(with(1, -3, Some(Color::White)), with(2, 3, Some(Color::Black))), 1);
    }

    #[test]
    fn what_cannot_be_paired_is_said() {
        let none = recommend(&[], &meetings(&[]), &BTreeSet::new());
        assert_eq!(none, Ok(Pairings::default()));
        let one = recommend(&[player(7, 1)], &meetings(&[]), &BTreeSet::new()).expect("one");
        assert_eq!(one.byes, [7]);
        let twice = recommend(&[player(7, 1), player(7, 2)], &meetings(&[]), &BTreeSet::new());
        assert_eq!(twice, Err(PairingError::Twice { id: 7 }));
        let crowd: Vec<Player> = (0..201).map(|id| player(id, 0)).collect();
        assert_eq!(recommend(&crowd, &meetings(&[]), &BTreeSet::new()), Err(PairingError::TooMany { present: 201 }));
    }

    #[test]
    fn a_full_room_is_paired_whole_even_at_the_caps() {
        let crowd: Vec<Player> = (0..200)
            .map(|id| Player {
                byes: u32::MAX,
                colour_balance: i32::MAX,
                ..player(id, if id % 2 == 0 { i32::MIN } else { i32::MAX })
            })
            .collect();
        let met = (0..200).flat_map(|a| (a + 1..200).map(move |b| (Pair::of(a, b), u32::MAX))).collect();
        let found = recommend(&crowd, &met, &BTreeSet::new()).expect("200 players");
        assert_eq!(found.boards.len(), 100);
        assert!(found.boards.iter().all(|board| board.score_gap == 0), "scores count although meetings are at the cap");
    }

    /// What the aims give for a set of pairs, as a tuple to compare: less is better.
    type Cost = (usize, u32, u32, u32, u32);

    /// The best cost of all matchings, by trying them all.
    fn best_by_trial(rest: &[Player], met: &BTreeMap<Pair, u32>, apart: &BTreeSet<Pair>) -> Cost {
        let Some((a, others)) = rest.split_first() else {
            return (0, 0, 0, 0, 0);
        };
        let left = best_by_trial(others, met, apart);
        let mut best = (left.0 + 1, left.1 + a.byes, left.2, left.3, left.4);
        for (at, b) in others.iter().enumerate() {
            if apart.contains(&Pair::of(a.id, b.id)) {
                continue;
            }
            let mut rest = others.to_vec();
            rest.remove(at);
            let (unpaired, byes, meetings, gap, colour) = best_by_trial(&rest, met, apart);
            let (count, cost) = cost_of(a, b, met);
            best = best.min((unpaired, byes, meetings + count, gap + a.score.abs_diff(b.score), colour + cost));
        }
        best
    }

    fn cost_of(a: &Player, b: &Player, met: &BTreeMap<Pair, u32>) -> (u32, u32) {
        let count = met.get(&Pair::of(a.id, b.id)).copied().unwrap_or(0);
        (count, imbalance(a, b).min(imbalance(b, a)))
    }

    fn cost(found: &Pairings, players: &[Player], met: &BTreeMap<Pair, u32>) -> Cost {
        let get = |id: PlayerId| players.iter().find(|player| player.id == id).expect("a player");
        let mut sum = (found.byes.len(), found.byes.iter().map(|&id| get(id).byes).sum(), 0, 0, 0);
        for board in &found.boards {
            let (count, _) = cost_of(get(board.white), get(board.black), met);
            sum.2 += count;
            sum.3 += board.score_gap;
            sum.4 += imbalance(get(board.white), get(board.black));
        }
        sum
    }

    fn club() -> impl Strategy<Value = (Vec<Player>, BTreeMap<Pair, u32>, BTreeSet<Pair>)> {
        let colour = prop::sample::select(vec![None, Some(Color::White), Some(Color::Black)]);
        let one = (0..5_i32, -2..3_i32, colour, 0..3_u32);
        let pair =
            || (0..8_i64, 0..8_i64).prop_filter("two players", |(a, b)| a != b).prop_map(|(a, b)| Pair::of(a, b));
        (
            prop::collection::vec(one, 0..=8),
            prop::collection::btree_map(pair(), 0..4_u32, 0..20),
            prop::collection::btree_set(pair(), 0..14),
        )
            .prop_map(|(players, met, apart)| {
                let players = players.into_iter().zip(0..).map(|((score, colour_balance, last_colour, byes), id)| {
                    Player { id, score: score * 50, colour_balance, last_colour, byes }
                });
                (players.collect(), met, apart)
            })
    }

    proptest! {
        #[test]
        fn no_matching_is_better((players, met, apart) in club()) {
            let found = recommend(&players, &met, &apart).expect("few players");
            prop_assert!(found.boards.iter().all(|board| !apart.contains(&Pair::of(board.white, board.black))));
            prop_assert_eq!(found.boards.len() * 2 + found.byes.len(), players.len());
            prop_assert_eq!(cost(&found, &players, &met), best_by_trial(&players, &met, &apart));
        }

        #[test]
        fn the_order_of_arrival_does_not_matter((players, met, apart) in club()) {
            let mut reversed = players.clone();
            reversed.reverse();
            prop_assert_eq!(recommend(&players, &met, &apart), recommend(&reversed, &met, &apart));
        }
    }
}
