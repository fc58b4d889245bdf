//! A knock-out: the loser of a match is out.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::fairness::takes_white;
use crate::round::{Format, Pair, Round, Why};
use crate::tournament::{Colour, Entry, Number, Player, Points, Tournament};

/// Who goes through when a match is level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decider {
    /// They play on, a game at a time, until one wins.
    #[default]
    Again,
    /// One game more, in which a draw is a win for Black.
    Armageddon,
    /// The higher seed, without a game.
    HigherSeed,
}

/// A knock-out of any number of players, seeded by their numbers: the first and the second seed can meet only in the final.
/// Byes of the first stage go to the highest seeds. Each round of the tournament is a game of every match that is open;
/// who does not come forfeits it.
///
/// ```
/// use rookery_pairings::{Decider, Error, Format, Knockout, Score, Tournament};
///
/// let knockout = Knockout { games: 1, decider: Decider::Armageddon };
/// let mut tournament = Tournament::of(3, 0);
/// let round = knockout.pair(&tournament)?;
/// assert_eq!(round.listed(), "1\n2 3\n");
/// tournament.enter(&round, &[(2, Score::Draw)].into())?;
/// // A draw: the other way round, and this time a draw is a win for Black.
/// let round = knockout.pair(&tournament)?;
/// assert_eq!(round.listed(), "1\n3 2\n");
/// tournament.enter(&round, &[(3, Score::Draw)].into())?;
/// let round = knockout.pair(&tournament)?;
/// assert_eq!(round.listed(), "1\n1 2\n");
/// tournament.enter(&round, &[(1, Score::Win)].into())?;
/// assert_eq!(knockout.pair(&tournament), Err(Error::Over(3)));
/// assert_eq!(knockout.winner(&tournament)?, Some(1));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knockout {
    /// How many games a match has before it is level.
    pub games: usize,
    /// What decides a level match.
    pub decider: Decider,
}

/// A match of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The higher seed.
    pub higher: Number,
    /// The lower one; `None` if the higher seed has a bye.
    pub lower: Option<Number>,
    /// The rounds of its games, from 1.
    pub rounds: Vec<usize>,
    /// The points that each made in them.
    pub points: (Points, Points),
    /// Who goes through, once it is decided.
    pub winner: Option<Number>,
}

impl Knockout {
    /// All matches, a stage after the other. The last stage is the one under way; later ones have no matches yet.
    ///
    /// # Errors
    /// Where the tournament contradicts itself, or has games that are none of the bracket's.
    pub fn stages(&self, tournament: &Tournament) -> Result<Vec<Vec<Match>>, Error> {
        tournament.check()?;
        let mut seeds: Vec<Number> = tournament.players.iter().map(|player| player.number).collect();
        seeds.sort_unstable();
        let mut slots: Vec<Option<Number>> =
            places(seeds.len()).into_iter().map(|place| seeds.get(place).copied()).collect();
        let (mut stages, mut done) = (Vec::new(), 0);
        while slots.len() > 1 {
            let matches: Vec<Match> = slots
                .chunks(2)
                .filter_map(|pair| {
                    let mut seeds: Vec<Number> = pair.iter().flatten().copied().collect();
                    seeds.sort_unstable();
                    Some(self.play(tournament, *seeds.first()?, seeds.get(1).copied(), done))
                })
                .collect();
            slots = matches.iter().map(|of_two| of_two.winner).collect();
            done = matches.iter().flat_map(|of_two| of_two.rounds.iter().copied()).max().unwrap_or(done);
            let open = slots.contains(&None);
            stages.push(matches);
            if open {
                break;
            }
        }
        of_the_bracket(tournament, &stages)?;
        Ok(stages)
    }

    /// Who won the final, once somebody did.
    ///
    /// # Errors
    /// As [`Knockout::stages`].
    pub fn winner(&self, tournament: &Tournament) -> Result<Option<Number>, Error> {
        let stages = self.stages(tournament)?;
        let last = stages.last().filter(|stage| stage.len() == 1);
        Ok(last.and_then(|stage| stage[0].winner).or_else(|| match &tournament.players[..] {
            [alone] => Some(alone.number),
            _ => None,
        }))
    }

    /// A match from the games that were played after so many rounds.
    fn play(&self, tournament: &Tournament, higher: Number, lower: Option<Number>, done: usize) -> Match {
        let mut of_two = Match { higher, lower, rounds: Vec::new(), points: Default::default(), winner: None };
        let Some(lower) = lower else {
            of_two.winner = Some(higher);
            return of_two;
        };
        let entry = |number: Number, round: usize| {
            let player = tournament.player(number);
            player.map(|player| tournament.entry(player, round)).filter(|entry| entry.opponent().is_some())
        };
        for round in done + 1.. {
            of_two.winner = self.decided(tournament, &of_two, lower);
            if of_two.winner.is_some() {
                break;
            }
            let (Some(one), Some(other)) = (entry(higher, round), entry(lower, round)) else { break };
            of_two.rounds.push(round);
            of_two.points.0 = of_two.points.0 + tournament.scoring.of(&one);
            of_two.points.1 = of_two.points.1 + tournament.scoring.of(&other);
        }
        of_two
    }

    /// Who goes through after the games so far: who is ahead by more than the games to come can bring; or by the decider.
    fn decided(&self, tournament: &Tournament, of_two: &Match, lower: Number) -> Option<Number> {
        let scoring = &tournament.scoring;
        let lead = i64::from(of_two.points.0.0) - i64::from(of_two.points.1.0);
        let ahead = if lead > 0 { of_two.higher } else { lower };
        let played = of_two.rounds.len();
        if let Some(left) = self.games.max(1).checked_sub(played).filter(|left| *left > 0) {
            let a_game = i64::from((scoring.win - scoring.loss).0);
            let most = a_game.saturating_mul(i64::try_from(left).unwrap_or(i64::MAX));
            return (lead.abs() > most).then_some(ahead);
        }
        if lead != 0 {
            return Some(ahead);
        }
        match self.decider {
            Decider::HigherSeed => Some(of_two.higher),
            Decider::Armageddon if played > self.games.max(1) => {
                let last = of_two.rounds.last().copied().unwrap_or(0);
                let higher = tournament.player(of_two.higher)?;
                let black = colour(&tournament.entry(higher, last)) == Some(Colour::Black);
                Some(if black { of_two.higher } else { lower })
            }
            Decider::Again | Decider::Armageddon => None,
        }
    }
}

impl Format for Knockout {
    fn pair(&self, tournament: &Tournament) -> Result<Round, Error> {
        let stages = self.stages(tournament)?;
        let mut round = Round::default();
        for of_two in stages.last().into_iter().flatten().filter(|of_two| of_two.winner.is_none()) {
            let (Some(higher), Some(lower)) =
                (tournament.player(of_two.higher), of_two.lower.and_then(|lower| tournament.player(lower)))
            else {
                continue;
            };
            // After the first game of a match colours alternate.
            let last = of_two.rounds.last().and_then(|round| colour(&tournament.entry(higher, *round)));
            let white = last.map_or_else(|| takes_white(higher, lower), |colour| colour == Colour::Black);
            let (white, black) = if white { (higher, lower) } else { (lower, higher) };
            round.pairs.push(Pair { white: white.number, black: black.number, why: Why::Table });
        }
        if round.pairs.is_empty() { Err(Error::Over(tournament.played())) } else { Ok(round) }
    }
}

/// The colour of a game, played or not.
fn colour(entry: &Entry) -> Option<Colour> {
    match *entry {
        Entry::Game { colour, .. } => Some(colour),
        Entry::Forfeit { colour, .. } => colour,
        Entry::Bye(_) => None,
    }
}

/// The seeds, from 0, in the order of the first stage: neighbours meet, and neighbours of winners.
fn places(players: usize) -> Vec<usize> {
    let mut places = vec![0];
    while places.len() < players {
        let size = 2 * places.len();
        places = places.into_iter().flat_map(|place| [place, size - 1 - place]).collect();
    }
    places
}

/// Whether every game is one of a match.
fn of_the_bracket(tournament: &Tournament, stages: &[Vec<Match>]) -> Result<(), Error> {
    // Two meet in one match at the most.
    let matches: BTreeMap<(Number, Number), &[usize]> = stages
        .iter()
        .flatten()
        .filter_map(|of_two| Some(((of_two.higher, of_two.lower?), &of_two.rounds[..])))
        .collect();
    for Player { number, rounds, .. } in &tournament.players {
        for (round, entry) in (1..).zip(rounds) {
            let Some(opponent) = entry.opponent() else { continue };
            let pair = (*number.min(&opponent), *number.max(&opponent));
            let known = matches.get(&pair).is_some_and(|rounds| rounds.binary_search(&round).is_ok());
            if !known {
                return Err(Error::OffBracket { player: *number, opponent, round });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Score;

    fn play_out(knockout: Knockout, players: u32, score: impl Fn(usize, &Pair) -> Score) -> Tournament {
        let mut tournament = Tournament::of(players, 0);
        while let Ok(round) = knockout.pair(&tournament) {
            let played = tournament.played();
            let results = round.pairs.iter().map(|pair| (pair.white, score(played, pair))).collect();
            tournament.enter(&round, &results).unwrap();
        }
        tournament
    }

    fn higher_wins(_: usize, pair: &Pair) -> Score {
        if pair.white < pair.black { Score::Win } else { Score::Loss }
    }

    #[test]
    fn the_first_stage_is_the_usual_one() {
        assert_eq!(places(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        let knockout = Knockout { games: 1, decider: Decider::Again };
        let first = &knockout.stages(&Tournament::of(6, 0)).unwrap()[0];
        let pairs: Vec<(Number, Option<Number>)> = first.iter().map(|of_two| (of_two.higher, of_two.lower)).collect();
        assert_eq!(pairs, [(1, None), (4, Some(5)), (2, None), (3, Some(6))]);
    }

    #[test]
    fn where_the_higher_seed_wins_the_first_two_meet_in_the_final() {
        for players in 1..=33 {
            for games in 1..=3 {
                let knockout = Knockout { games, decider: Decider::Again };
                let tournament = play_out(knockout, players, higher_wins);
                assert_eq!(knockout.winner(&tournament), Ok(Some(1)), "{players}");
                let stages = knockout.stages(&tournament).unwrap();
                assert_eq!(stages.len() as u32, players.next_power_of_two().ilog2());
                let last = stages.last().map(|stage| (stage[0].higher, stage[0].lower));
                assert_eq!(last, (players > 1).then_some((1, Some(2))));
                let matches = stages.iter().flatten().filter(|of_two| of_two.lower.is_some());
                assert_eq!(matches.count() as u32, players - 1, "everybody but one loses once");
                // Byes are the highest seeds', and of the first stage only.
                let byes = stages.iter().flatten().filter(|of_two| of_two.lower.is_none()).map(|of_two| of_two.higher);
                assert!(byes.clone().all(|seed| seed <= players.next_power_of_two() - players));
                assert_eq!(byes.count() as u32, players.next_power_of_two() - players);
            }
        }
    }

    #[test]
    fn games_of_a_match_alternate_colours_and_end_when_they_are_decided() {
        let knockout = Knockout { games: 4, decider: Decider::Again };
        let tournament = play_out(knockout, 2, higher_wins);
        let stages = knockout.stages(&tournament).unwrap();
        // 3-0 cannot be caught up with.
        assert_eq!((stages[0][0].rounds.len(), stages[0][0].points), (3, (Points::whole(3), Points(0))));
        let colours: Vec<Colour> = tournament.players[0].rounds.iter().filter_map(Entry::colour).collect();
        assert_eq!(colours, [Colour::White, Colour::Black, Colour::White]);
    }

    #[test]
    fn a_level_match_is_decided_as_the_settings_say() {
        // All is drawn but the third game.
        let drawn = |played: usize, pair: &Pair| if played < 2 { Score::Draw } else { higher_wins(0, pair) };
        let again = Knockout { games: 2, decider: Decider::Again };
        assert_eq!(play_out(again, 2, drawn).played(), 3);
        let armageddon = Knockout { games: 2, decider: Decider::Armageddon };
        let tournament = play_out(armageddon, 2, |_, _| Score::Draw);
        assert_eq!((tournament.played(), armageddon.winner(&tournament)), (3, Ok(Some(2))));
        let seed = Knockout { games: 2, decider: Decider::HigherSeed };
        let tournament = play_out(seed, 2, |_, _| Score::Draw);
        assert_eq!((tournament.played(), seed.winner(&tournament)), (2, Ok(Some(1))));
    }

    #[test]
    fn any_number_of_games_and_points_is_counted() {
        let endless = Knockout { games: usize::MAX, decider: Decider::Again };
        let mut tournament = Tournament::of(2, 0);
        for played in 0..3 {
            assert_eq!(endless.winner(&tournament), Ok(None), "{played} games decide nothing");
            let round = endless.pair(&tournament).unwrap();
            tournament.enter(&round, &[(round.pairs[0].white, higher_wins(0, &round.pairs[0]))].into()).unwrap();
        }
        let knockout = Knockout { games: 1, decider: Decider::Again };
        let mut tournament = Tournament::of(2, 0);
        tournament.scoring.win = Points(i32::MAX);
        tournament.scoring.loss = Points(i32::MIN);
        tournament.enter(&knockout.pair(&tournament).unwrap(), &[(1, Score::Win)].into()).unwrap();
        assert_eq!(knockout.winner(&tournament), Ok(Some(1)));
    }

    #[test]
    fn games_of_no_match_are_refused() {
        let mut tournament = Tournament::of(4, 0);
        for (index, opponent, colour) in [(0, 2, Colour::White), (1, 1, Colour::Black)] {
            tournament.players[index].rounds.push(Entry::game(opponent, colour, Score::Draw));
        }
        let knockout = Knockout { games: 1, decider: Decider::Again };
        let refused = Error::OffBracket { player: 1, opponent: 2, round: 1 };
        assert_eq!(knockout.pair(&tournament), Err(refused));
    }

    #[test]
    fn who_does_not_come_is_out() {
        let mut tournament = Tournament::of(2, 0);
        for (index, opponent) in [(0, 2), (1, 1)] {
            tournament.players[index].rounds.push(Entry::Forfeit { opponent, colour: None, won: index == 1 });
        }
        let knockout = Knockout { games: 1, decider: Decider::Armageddon };
        assert_eq!(knockout.winner(&tournament), Ok(Some(2)));
    }
}
