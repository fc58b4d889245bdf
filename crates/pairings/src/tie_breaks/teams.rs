//! Standings of teams and their tie-breaks (C.07, articles 11 to 13): every match has two scores, match points and the
//! points of its boards.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::code::{Modifiers, says_all};
use super::field::Field;
use super::value::{Counted, Share, Source, Value, Way};
use super::{Cut, TieBreak, UnknownTieBreak, encounters, opponents, ranked};
use crate::error::Error;
use crate::tournament::{Bye, Entry, Number, Points, Scoring, Tournament};

/// A tournament of teams, with what its matches came to on the boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamTournament {
    /// The teams as players, by match points. The colour of a match is that of the first board.
    pub matches: Tournament,
    /// How many boards a match has.
    pub boards: usize,
    /// What games on boards are worth.
    pub scoring: Scoring,
    /// What each round came to for a team, the first first.
    pub games: BTreeMap<Number, Vec<Games>>,
}

/// What a round came to for a team.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// The points of its boards together, or those that it got without a match.
    pub points: Points,
    /// The points of each board, the first first; empty if no match was paired.
    pub boards: Vec<Points>,
}

impl Games {
    /// The points of boards, with their sum.
    pub fn of(boards: Vec<Points>) -> Self {
        Self { points: boards.iter().copied().sum(), boards }
    }
}

/// One of the two scores of teams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TeamScore {
    /// The points of matches.
    #[default]
    Match,
    /// The points of boards.
    Game,
}

impl TeamScore {
    fn other(self) -> Self {
        match self {
            Self::Match => Self::Game,
            Self::Game => Self::Match,
        }
    }

    fn letter(self) -> char {
        match self {
            Self::Match => 'M',
            Self::Game => 'G',
        }
    }

    fn of(letter: &str) -> Option<Self> {
        match letter {
            "M" => Some(Self::Match),
            "G" => Some(Self::Game),
            _ => None,
        }
    }
}

/// Tie-breaks that look from board to board (article 12). A bye of the pairing counts as a win on every board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    /// BC: the points of each board times its number; the less the better, so they count negative (12.1).
    Count,
    /// TBR: the points of the first board, then those of the second … (12.2).
    Top,
    /// BBE: the points without the last board, then without the last two … (12.3).
    Bottom,
}

/// A tie-break of teams. Its code, as TRF26 writes it, is what it displays as and can be parsed from.
///
/// ```
/// use rookery_pairings::TeamTieBreak;
///
/// for code in ["MPvGP", "BH:GP/C1", "SB", "EMGSB/C1", "EDEBT", "SSSC/K4", "BC", "TBR", "BBE"] {
///     assert_eq!(code.parse::<TeamTieBreak>()?.to_string(), code);
/// }
/// assert!("ARO".parse::<TeamTieBreak>().is_err());
/// # Ok::<(), rookery_pairings::UnknownTieBreak>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeamTieBreak {
    /// MPvGP: the score that does not count first (13.1).
    OtherScore,
    /// A tie-break of single players, by the score that counts first or the one that is named; none of ratings.
    Single {
        /// Which.
        tie_break: TieBreak,
        /// `:MP` or `:GP`.
        score: Option<TeamScore>,
    },
    /// EMMSB, EMGSB, EGMSB, EGGSB: the opponents' scores times the points made against them (13.2).
    SonnebornBerger {
        /// Which score of the opponents.
        theirs: TeamScore,
        /// Which points made against them.
        own: TeamScore,
        /// What is left out.
        cut: Cut,
        /// Whether forfeits count as matches against those who were paired.
        forfeits: bool,
    },
    /// EDE: direct encounter by the first score, then by the second (13.3); then, between two, by the boards of their own
    /// matches: EDET, EDEB, EDEBT, EDEBB.
    DirectEncounter {
        /// Whether forfeits count.
        forfeits: bool,
        /// Whether a board count comes first.
        count: bool,
        /// What else looks at boards.
        last: Option<Boards>,
    },
    /// SSSC: the second score, and Buchholz by the first over a factor (13.4).
    Strength {
        /// The factor; as the regulations reckon it, if none is said.
        factor: Option<u32>,
        /// By Fore Buchholz.
        fore: bool,
        /// Whether forfeits count as matches against those who were paired.
        forfeits: bool,
    },
    /// BC, TBR, BBE, over all matches (article 12).
    Boards(Boards),
}

/// The rules of the standings of teams.
///
/// ```
/// use rookery_pairings::{Format, Games, Points, Score, TeamSwiss, TeamTieBreaks, TeamTournament, Tournament};
///
/// let mut matches = Tournament { scoring: TeamSwiss::MATCH_POINTS, ..Tournament::of(4, 1) };
/// let round = TeamSwiss::default().pair(&matches)?;
/// matches.enter(&round, &[(1, Score::Win), (4, Score::Loss)].into())?;
/// let boards = |halves: [i32; 2]| vec![Games::of(halves.map(Points::halves).to_vec())];
/// let games = [(1, [2, 1]), (3, [0, 1]), (4, [0, 0]), (2, [2, 2])].map(|(team, halves)| (team, boards(halves))).into();
/// let teams = TeamTournament { matches, boards: 2, scoring: Default::default(), games };
/// let rules = TeamTieBreaks { order: vec!["MPvGP".parse()?], ..TeamTieBreaks::default() };
/// let places: Vec<u32> = rules.standings(&teams, 1)?.iter().map(|standing| standing.number).collect();
/// assert_eq!(places, [2, 1, 3, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamTieBreaks {
    /// The tie-breaks, the first first.
    pub order: Vec<TeamTieBreak>,
    /// The score that counts first.
    pub primary: TeamScore,
    /// Whether all pairings were fixed before the first round (article 15).
    pub fixed: bool,
}

/// A team's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamStanding {
    /// The place, from 1; teams that are level share one.
    pub place: usize,
    /// The team.
    pub number: Number,
    /// The points of its matches.
    pub match_points: Points,
    /// The points of its boards.
    pub game_points: Points,
    /// The tie-breaks, in the order of the rules.
    pub counted: Vec<Counted>,
}

impl TeamTieBreaks {
    /// The standings after so many rounds, the first first; those who share a place by their numbers.
    ///
    /// # Errors
    /// Where the tournament contradicts itself.
    pub fn standings(&self, teams: &TeamTournament, rounds: usize) -> Result<Vec<TeamStanding>, Error> {
        teams.matches.check()?;
        let scores = Scores::of(self, teams, rounds.min(teams.matches.played()));
        let of_group = |tie_break| {
            let scores = &scores;
            move |group: &[usize]| scores.count(tie_break, group)
        };
        let ranked = ranked(scores.first(), self.order.iter().copied().map(of_group));
        let standing = |(place, index, counted): (usize, usize, Vec<Counted>)| TeamStanding {
            place,
            number: teams.matches.players[index].number,
            match_points: scores.matches.points[index],
            game_points: scores.games.points[index],
            counted,
        };
        Ok(ranked.into_iter().map(standing).collect())
    }
}

/// A tournament of teams by both of its scores.
struct Scores<'a> {
    teams: &'a TeamTournament,
    primary: TeamScore,
    matches: Field<'a>,
    games: Field<'a>,
}

impl<'a> Scores<'a> {
    fn of(rules: &TeamTieBreaks, teams: &'a TeamTournament, rounds: usize) -> Self {
        let boards = i32::try_from(teams.boards).unwrap_or(i32::MAX);
        let on_all = |points: Points| Points(points.0.saturating_mul(boards));
        let Scoring { win, draw, loss, .. } = teams.scoring;
        let of_games = Scoring { win: on_all(win), draw: on_all(draw), loss: on_all(loss), ..teams.scoring };
        let fixed = (rules.fixed, None);
        Self {
            teams,
            primary: rules.primary,
            matches: Field::by(&teams.matches, teams.matches.scoring, None, fixed, rounds),
            games: Field::by(&teams.matches, of_games, Some(&teams.games), fixed, rounds),
        }
    }

    fn field(&self, score: TeamScore) -> &Field<'a> {
        match score {
            TeamScore::Match => &self.matches,
            TeamScore::Game => &self.games,
        }
    }

    fn first(&self) -> &Field<'a> {
        self.field(self.primary)
    }

    fn second(&self) -> &Field<'a> {
        self.field(self.primary.other())
    }

    /// A tie-break of those who are level, by their places in the tournament.
    fn count(&self, tie_break: TeamTieBreak, group: &[usize]) -> Vec<(usize, Counted)> {
        let players = &self.teams.matches.players;
        let each = |of: &dyn Fn(usize) -> Counted| group.iter().map(|place| (*place, of(*place))).collect();
        match tie_break {
            TeamTieBreak::OtherScore => each(&|place| {
                let value = Value::from(self.second().points[place]);
                Counted::sum(vec![Share { round: 0, source: Source::Own, value, cut: false }])
            }),
            TeamTieBreak::Single { tie_break, score } => {
                tie_break.of_group(self.field(score.unwrap_or(self.primary)), group)
            }
            TeamTieBreak::SonnebornBerger { theirs, own, cut, forfeits } => each(&|place| {
                opponents::sonneborn_berger(self.field(theirs), self.field(own), &players[place], forfeits, cut)
            }),
            TeamTieBreak::DirectEncounter { forfeits, count, last } => {
                let then: Vec<Boards> = count.then_some(Boards::Count).into_iter().chain(last).collect();
                encounters::below(self.encountered(group, forfeits, &[self.first(), self.second()], &then), |place| {
                    let made = |field| encounters::against(field, place, group, forfeits);
                    let second = made(self.second()).iter().map(|share| share.value).sum();
                    let way = Way::Encounters { level: group.len(), second: Some(second) };
                    Counted { value: None, shares: made(self.first()), way }
                })
            }
            TeamTieBreak::Strength { factor, fore, forfeits } => {
                let factor = factor.unwrap_or_else(|| self.factor());
                each(&|place| {
                    let buchholz = opponents::buchholz(self.first(), &players[place], fore, forfeits, Cut::NONE);
                    Counted::strength(self.second().points[place], buchholz.shares, factor)
                })
            }
            TeamTieBreak::Boards(boards) => self.by_boards(boards, group),
        }
    }

    /// 13.4: the greatest score that there can be over the greatest of one match in the other score, without its fraction.
    fn factor(&self) -> u32 {
        let rounds = i32::try_from(self.teams.matches.rounds.max(self.matches.rounds)).unwrap_or(i32::MAX);
        let most = self.first().scoring.win.0.saturating_mul(rounds);
        u32::try_from(most / self.second().scoring.win.0.max(1)).unwrap_or(1).max(1)
    }

    /// 13.3: a score parts them or, if it parts nobody, the next; who stays level together is looked at by the score in use
    /// and then by the next, as FIDE's published exercises have it. 13.3.2: two teams at last by the boards at which they met.
    fn encountered(&self, group: &[usize], forfeits: bool, fields: &[&Field], then: &[Boards]) -> Vec<Vec<usize>> {
        let Some((field, others)) = fields.split_first() else {
            let &[one, other] = group else { return vec![group.to_vec()] };
            let met = [(one, Some(other)), (other, Some(one))];
            let parted = then.iter().map(|boards| self.in_order(*boards, &met)).find(|parts| parts.len() > 1);
            return parted.unwrap_or_else(|| vec![group.to_vec()]);
        };
        let parts = encounters::parted(field, group, forfeits);
        parts.iter().flat_map(|part| self.encountered(part, forfeits, others, then)).collect()
    }

    fn by_boards(&self, boards: Boards, group: &[usize]) -> Vec<(usize, Counted)> {
        let part = |(board, value): (usize, Value)| Share { round: 0, source: Source::Board(board), value, cut: false };
        let parts = |place: usize| self.parts(boards, place, None).into_iter().map(part).collect();
        if boards == Boards::Count {
            let equal = group.iter().all(|place| self.games.points[*place] == self.games.points[group[0]]);
            let unequal = || Counted { value: None, shares: Vec::new(), way: Way::Unequal };
            let counted = |place: &usize| if equal { Counted::sum(parts(*place)) } else { unequal() };
            return group.iter().map(|place| (*place, counted(place))).collect();
        }
        let all: Vec<(usize, Option<usize>)> = group.iter().map(|place| (*place, None)).collect();
        encounters::below(self.in_order(boards, &all), |place| Counted {
            value: None,
            shares: parts(place),
            way: Way::InTurn { level: group.len() },
        })
    }

    /// Teams in order by boards, each in its matches with one opponent or in all; those who are level are together.
    fn in_order(&self, boards: Boards, group: &[(usize, Option<usize>)]) -> Vec<Vec<usize>> {
        let mut levels: BTreeMap<Vec<Value>, Vec<usize>> = BTreeMap::new();
        for (place, against) in group {
            let parts = self.parts(boards, *place, *against).into_iter().map(|(_, value)| value);
            let key = if boards == Boards::Count { vec![parts.sum()] } else { parts.collect() };
            levels.entry(key).or_default().push(*place);
        }
        levels.into_values().rev().collect()
    }

    /// What is looked at in turn, with the board it belongs to.
    fn parts(&self, boards: Boards, place: usize, against: Option<usize>) -> Vec<(usize, Value)> {
        let each = self.boards(place, against);
        let numbered = || (1..).zip(each.iter().copied().map(Value::from));
        match boards {
            Boards::Top => numbered().collect(),
            Boards::Count => numbered().map(|(board, points)| (board, points.times(-(board as i64)))).collect(),
            Boards::Bottom => {
                (1..each.len()).rev().map(|left| (left, each[..left].iter().copied().map(Value::from).sum())).collect()
            }
        }
    }

    /// The points of a team on each board, in its matches with one opponent or in all.
    fn boards(&self, place: usize, against: Option<usize>) -> Vec<Points> {
        let team = &self.teams.matches.players[place];
        let opponent = against.map(|place| self.teams.matches.players[place].number);
        let mut boards = vec![Points(0); self.teams.boards];
        for (round, entry) in self.matches.entries(team) {
            if opponent.is_some() && entry.opponent() != opponent {
                continue;
            }
            let own = self.teams.games.get(&team.number).and_then(|rounds| rounds.get(round - 1));
            for (index, board) in boards.iter_mut().enumerate() {
                let points = match entry {
                    Entry::Bye(Bye::Allocated) => Some(self.teams.scoring.win),
                    _ => own.and_then(|games| games.boards.get(index).copied()),
                };
                *board = *board + points.unwrap_or_default();
            }
        }
        boards
    }
}

impl FromStr for TeamTieBreak {
    type Err = UnknownTieBreak;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown = || UnknownTieBreak(text.to_owned());
        let read = Self::read(text.trim()).ok_or_else(unknown)?;
        if says_all(&read, text) { Ok(read) } else { Err(unknown()) }
    }
}

impl TeamTieBreak {
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('/');
        let head = parts.next()?;
        let (code, score) = match head.split_once(':') {
            Some((code, "MP")) => (code, Some(TeamScore::Match)),
            Some((code, "GP")) => (code, Some(TeamScore::Game)),
            Some(_) => return None,
            None => (head, None),
        };
        let Modifiers { cut, forfeits, fore, factor, .. } = Modifiers::read(parts)?;
        let encounter = |count, last| Self::DirectEncounter { forfeits, count, last };
        let read = match code {
            "MPvGP" | "MPVGP" => Self::OtherScore,
            "EMMSB" | "EMGSB" | "EGMSB" | "EGGSB" => {
                let [theirs, own] = [&code[1..2], &code[2..3]].map(TeamScore::of);
                Self::SonnebornBerger { theirs: theirs?, own: own?, cut, forfeits }
            }
            "EDE" => encounter(false, None),
            "EDET" => encounter(false, Some(Boards::Top)),
            "EDEB" => encounter(false, Some(Boards::Bottom)),
            "EDEBT" => encounter(true, Some(Boards::Top)),
            "EDEBB" => encounter(true, Some(Boards::Bottom)),
            "SSSC" => Self::Strength { factor, fore, forfeits },
            "BC" => Self::Boards(Boards::Count),
            "TBR" => Self::Boards(Boards::Top),
            "BBE" => Self::Boards(Boards::Bottom),
            _ => {
                let tie_break = text.replacen(head, code, 1).parse().ok()?;
                return Self::for_teams(tie_break).then_some(Self::Single { tie_break, score });
            }
        };
        // Only the tie-breaks of single players are of one score or the other.
        score.is_none().then_some(read)
    }

    /// Teams have no ratings (article 10).
    fn for_teams(tie_break: TieBreak) -> bool {
        use TieBreak::{AveragePerfect, AveragePerformance, AverageRating, PerfectPerformance, Performance, Rating};
        !matches!(
            tie_break,
            AverageRating { .. } | Performance | PerfectPerformance | AveragePerformance | AveragePerfect | Rating
        )
    }

    /// The name in words, without what is cut.
    pub fn name(&self) -> &'static str {
        match self {
            Self::OtherScore => "The score that does not count first",
            Self::Single { tie_break, .. } => tie_break.name(),
            Self::SonnebornBerger { .. } => "Extended Sonneborn-Berger",
            Self::DirectEncounter { .. } => "Extended direct encounter",
            Self::Strength { .. } => "Score and strength of the opponents",
            Self::Boards(Boards::Count) => "Board count",
            Self::Boards(Boards::Top) => "Top board results",
            Self::Boards(Boards::Bottom) => "Bottom board elimination",
        }
    }
}

impl fmt::Display for TeamTieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let forfeited = match *self {
            Self::OtherScore => return f.write_str("MPvGP"),
            Self::Single { tie_break, score } => {
                let code = tie_break.to_string();
                let (head, modifiers) = code.split_at(code.find('/').unwrap_or(code.len()));
                let score = score.map(|score| format!(":{}P", score.letter())).unwrap_or_default();
                return write!(f, "{head}{score}{modifiers}");
            }
            Self::SonnebornBerger { theirs, own, cut, forfeits } => {
                write!(f, "E{}{}SB{cut}", theirs.letter(), own.letter())?;
                forfeits
            }
            Self::DirectEncounter { forfeits, count, last } => {
                let last = match last {
                    None | Some(Boards::Count) => "",
                    Some(Boards::Top) => "T",
                    Some(Boards::Bottom) => "B",
                };
                write!(f, "EDE{}{last}", if count { "B" } else { "" })?;
                forfeits
            }
            Self::Strength { factor, fore, forfeits } => {
                f.write_str("SSSC")?;
                if let Some(factor) = factor {
                    write!(f, "/K{factor}")?;
                }
                if fore {
                    f.write_str("/F")?;
                }
                forfeits
            }
            Self::Boards(Boards::Count) => return f.write_str("BC"),
            Self::Boards(Boards::Top) => return f.write_str("TBR"),
            Self::Boards(Boards::Bottom) => return f.write_str("BBE"),
        };
        if forfeited { f.write_str("/P") } else { Ok(()) }
    }
}
