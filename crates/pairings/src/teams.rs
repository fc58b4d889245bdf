//! Matches of teams by boards. Any format can pair the teams: it sees a tournament whose players are the
//! teams.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::error::Error;
use crate::round::Round;
use crate::tournament::{Colour, Number, Points, Score, Scoring};

/// A team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// The number it is paired by.
    pub number: Number,
    /// Who plays in the coming round, the first board first; who is missing leaves the board empty.
    pub boards: Vec<Option<Number>>,
}

/// A board of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Who has White, if anybody sits there.
    pub white: Option<Number>,
    /// Who has Black.
    pub black: Option<Number>,
    /// Whether White is of the team that has White on the first board.
    pub first_has_white: bool,
}

/// A match of two teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamMatch {
    /// The team that has White on the first board.
    pub first: Number,
    /// The other.
    pub second: Number,
    /// The boards.
    pub boards: Vec<Board>,
}

/// Matches between teams over so many boards. Team round robins and team Swisses are [`RoundRobin`](crate::RoundRobin)
/// and [`Dutch`](crate::Dutch) over a tournament of teams, by match points; who has White there has it on the first
/// board, and colours alternate from board to board.
///
/// ```
/// use rookery_pairings::{Format, Points, RoundRobin, Score, Team, Teams, Tournament};
///
/// let teams = Teams { boards: 2 };
/// let lines = [(1, [11, 12]), (2, [21, 22])].map(|(number, boards)| Team { number, boards: boards.map(Some).to_vec() });
/// let mut tournament = Tournament { scoring: Teams::MATCH_POINTS, ..Tournament::of(2, 1) };
/// let round = RoundRobin { legs: 1 }.pair(&tournament)?;
/// let matches = teams.matches(&round, &lines)?;
/// let boards: Vec<_> = matches[0].boards.iter().map(|board| (board.white, board.black)).collect();
/// assert_eq!(boards, [(Some(11), Some(21)), (Some(22), Some(12))]);
/// // White wins on both boards: a match of one to one.
/// let result = teams.result(&matches[0], &[Some(Score::Win), Some(Score::Win)]);
/// assert_eq!((result.points, result.score), ((Points::whole(1), Points::whole(1)), Some(Score::Draw)));
/// tournament.enter(&round, &[(1, Score::Draw)].into())?;
/// assert_eq!(tournament.points(2, 1), Points::whole(1));
/// # Ok::<(), rookery_pairings::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Teams {
    /// How many boards a match has: at most 1000.
    pub boards: usize,
}

/// More boards than this no match has.
const MOST_BOARDS: usize = 1000;

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamResult {
    /// The game points of the first team and of the second.
    pub points: (Points, Points),
    /// The result of the first team; `None` if no board counts, for then there was no match.
    pub score: Option<Score>,
}

impl Teams {
    /// Two match points for a match won, one for one drawn.
    pub const MATCH_POINTS: Scoring = Scoring {
        win: Points::whole(2),
        draw: Points::whole(1),
        loss: Points(0),
        forfeit_win: Points::whole(2),
        forfeit_loss: Points(0),
        allocated_bye: Points::whole(2),
        full_bye: Points::whole(2),
        half_bye: Points::whole(1),
        zero_bye: Points(0),
    };

    /// The boards of a round of teams.
    ///
    /// # Errors
    /// Where a team of the round has no line-up or a team has two, where somebody is seated twice, and where there are too
    /// many boards.
    pub fn matches(&self, round: &Round, teams: &[Team]) -> Result<Vec<TeamMatch>, Error> {
        if self.boards > MOST_BOARDS {
            return Err(Error::TooLarge);
        }
        let mut lines: BTreeMap<Number, &Team> = BTreeMap::new();
        let mut seated = std::collections::BTreeSet::new();
        for team in teams {
            if lines.insert(team.number, team).is_some() {
                return Err(Error::TwoLineUps(team.number));
            }
            for player in team.boards.iter().take(self.boards).flatten() {
                if !seated.insert(*player) {
                    return Err(Error::SeatedTwice(*player));
                }
            }
        }
        let line = |number: Number| lines.get(&number).copied().ok_or(Error::NoLineUp(number));
        let of_two = |first: &Team, second: &Team| {
            let board = |index: usize| {
                let at = |team: &Team| team.boards.get(index).copied().flatten();
                let first_has_white = index.is_multiple_of(2);
                let (one, other) = (at(first), at(second));
                let (white, black) = if first_has_white { (one, other) } else { (other, one) };
                Board { white, black, first_has_white }
            };
            TeamMatch { first: first.number, second: second.number, boards: (0..self.boards).map(board).collect() }
        };
        round.pairs.iter().map(|pair| Ok(of_two(line(pair.white)?, line(pair.black)?))).collect()
    }

    /// How a match ended, by the results of White on its boards. Who sits alone at a board wins there. A board with nobody,
    /// or with two who did not play, counts for neither.
    pub fn result(&self, of_two: &TeamMatch, results: &[Option<Score>]) -> TeamResult {
        let mut points = (Points(0), Points(0));
        for (index, board) in of_two.boards.iter().enumerate() {
            let (white, black) = match (board.white, board.black, results.get(index).copied().flatten()) {
                (Some(_), None, _) => (2, 0),
                (None, Some(_), _) => (0, 2),
                (None, None, _) | (_, _, None) => (0, 0),
                (_, _, Some(Score::Win)) => (2, 0),
                (_, _, Some(Score::Draw)) => (1, 1),
                (_, _, Some(Score::Loss)) => (0, 2),
            };
            let (first, second) = if board.first_has_white { (white, black) } else { (black, white) };
            points = (points.0 + Points::halves(first), points.1 + Points::halves(second));
        }
        let score = match points.0.cmp(&points.1) {
            Ordering::Greater => Some(Score::Win),
            Ordering::Equal if points.0 == Points(0) => None,
            Ordering::Equal => Some(Score::Draw),
            Ordering::Less => Some(Score::Loss),
        };
        TeamResult { points, score }
    }
}

impl Board {
    /// The colour of the first team.
    pub fn colour_of_first(&self) -> Colour {
        if self.first_has_white { Colour::White } else { Colour::Black }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::round_robin::RoundRobin;
    use crate::{Dutch, Format, Tournament};

    fn teams(count: u32, boards: u32) -> Vec<Team> {
        let line = |number: u32| (1..=boards).map(|board| Some(100 * number + board)).collect();
        (1..=count).map(|number| Team { number, boards: line(number) }).collect()
    }

    #[test]
    fn in_a_round_robin_of_teams_every_board_meets_every_other_of_its_place() {
        let rules = Teams { boards: 4 };
        let mut tournament = Tournament { scoring: Teams::MATCH_POINTS, ..Tournament::of(4, 3) };
        let mut met = std::collections::BTreeSet::new();
        while let Ok(round) = (RoundRobin { legs: 1 }).pair(&tournament) {
            let mut scores = BTreeMap::new();
            for of_two in rules.matches(&round, &teams(4, 4)).unwrap() {
                for board in &of_two.boards {
                    let (white, black) = (board.white.unwrap(), board.black.unwrap());
                    assert_eq!(white % 100, black % 100);
                    assert!(met.insert((white.min(black), white.max(black))));
                    let of_first = if board.colour_of_first() == Colour::White { white } else { black };
                    assert_eq!(of_first / 100, of_two.first);
                }
                // The lower number wins on every board.
                let wins = |board: &Board| if board.white < board.black { Score::Win } else { Score::Loss };
                let of_boards: Vec<Option<Score>> = of_two.boards.iter().map(|board| Some(wins(board))).collect();
                let result = rules.result(&of_two, &of_boards);
                scores.insert(of_two.first, result.score.unwrap());
            }
            tournament.enter(&round, &scores).unwrap();
        }
        assert_eq!(met.len(), 24);
        let points: Vec<Points> = (1..=4).map(|number| tournament.points(number, 3)).collect();
        assert_eq!(points, [6, 4, 2, 0].map(Points::whole));
    }

    #[test]
    fn empty_boards_are_lost_and_a_stranger_is_named() {
        let rules = Teams { boards: 3 };
        let tournament = Tournament { scoring: Teams::MATCH_POINTS, ..Tournament::of(2, 1) };
        let round = Dutch.pair(&tournament).unwrap();
        let mut lines = teams(2, 3);
        lines[0].boards = vec![Some(101), None];
        let matches = rules.matches(&round, &lines).unwrap();
        let result = rules.result(&matches[0], &[Some(Score::Win), None, None]);
        // The first board is won, the others have nobody of the first team.
        assert_eq!(result, TeamResult { points: (Points::whole(1), Points::whole(2)), score: Some(Score::Loss) });
        lines[1].boards[2] = Some(101);
        assert_eq!(rules.matches(&round, &lines), Err(Error::SeatedTwice(101)));
        assert_eq!(rules.matches(&round, &teams(1, 3)), Err(Error::NoLineUp(2)));
        let twice = [teams(2, 3), teams(1, 3)].concat();
        assert_eq!(rules.matches(&round, &twice), Err(Error::TwoLineUps(1)));
        let endless = Teams { boards: usize::MAX };
        assert_eq!(endless.matches(&round, &teams(2, 3)), Err(Error::TooLarge));
    }

    #[test]
    fn a_match_that_nobody_played_has_no_score() {
        let rules = Teams { boards: 2 };
        let round = Dutch.pair(&Tournament::of(2, 1)).unwrap();
        let matches = rules.matches(&round, &teams(2, 2)).unwrap();
        let nothing = TeamResult { points: (Points(0), Points(0)), score: None };
        assert_eq!(rules.result(&matches[0], &[]), nothing);
        assert_eq!(rules.result(&matches[0], &[None, Some(Score::Draw)]).score, Some(Score::Draw));
    }
}
