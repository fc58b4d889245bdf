//! Why two were paired, as a message without names: it is stored with the board, while how a name is shown depends on
//! the reader. It does not reveal who is kept apart in the club.

use rookery_messages::{Join, Message, Value, say};
use rookery_pairings as pairings;
use rookery_pairings::{
    Colour, ColourRule, Dutch, Number, Pair, Part, Passed, Points, Refusal, Round, Tournament, Why,
};

use super::{Facts, Field, TeamField, rounds};
use crate::tournaments::Format;

/// How many who were passed over are named.
const MOST_PASSED: usize = 3;

/// Why the pairs of a round of players meet, in their order.
pub(super) fn of_players(facts: &Facts, field: &Field, round: &Round) -> Vec<Message> {
    match facts.format() {
        Format::Swiss { .. } => {
            swiss(&field.tournament, round, &Dutch.passed_over(&field.tournament, round).unwrap_or_default())
        }
        Format::Keizer(settings) => {
            let order: Vec<Number> = rounds::keizer(settings)
                .map(|keizer| keizer.standings(&field.tournament, field.done()))
                .unwrap_or_default()
                .into_iter()
                .map(|standing| standing.number)
                .collect();
            round.pairs.iter().map(|pair| neighbours(&order, pair)).collect()
        }
        Format::Knockout { games, decider } => {
            let stages = rounds::knockout(*games, *decider).stages(&field.tournament).unwrap_or_default();
            round.pairs.iter().map(|pair| of_bracket(&stages, pair)).collect()
        }
        Format::Casual => round.pairs.iter().map(|pair| near(&field.tournament, pair)).collect(),
        Format::RoundRobin { .. } => round.pairs.iter().map(|_| of_table()).collect(),
        Format::Scheveningen | Format::Ladder(_) => round.pairs.iter().map(|_| of_two_teams()).collect(),
    }
}

/// Why the teams of a round meet.
pub(super) fn of_teams(teams: &TeamField, round: &Round) -> Vec<Message> {
    let reasons = match round.pairs.first().map(|pair| &pair.why) {
        Some(Why::Bracket { .. }) => swiss(&teams.tournament, round, &[]),
        Some(Why::Neighbours) => round.pairs.iter().map(|pair| near(&teams.tournament, pair)).collect(),
        _ => round.pairs.iter().map(|_| of_table()).collect(),
    };
    reasons.into_iter().map(|why| say!("Their teams were paired, by match points.").then(why)).collect()
}

fn of_table() -> Message {
    say!("The Berger table has them meet in this round.")
}

fn of_two_teams() -> Message {
    say!("All of one team meet all of the other, in turn.")
}

/// The reasons of a Swiss; `passed` is who came before an opponent, pair by pair.
fn swiss(tournament: &Tournament, round: &Round, passed: &[Vec<Passed>]) -> Vec<Message> {
    let of_pair = |(index, pair): (usize, &Pair)| {
        let Why::Bracket { part, colours, .. } = pair.why else { return of_table() };
        let [white, black] = [pair.white, pair.black].map(|number| score(tournament, number));
        let (more, fewer) = (white.max(black), white.min(black));
        let score = match part {
            Part::MovedDown => say!(
                "They have {more} and {fewer} points: somebody with more is paired further down.",
                more = written(more),
                fewer = written(fewer)
            ),
            Part::MovedUp => say!(
                "They have {more} and {fewer} points: nobody else with {more} was left.",
                more = written(more),
                fewer = written(fewer)
            ),
            Part::Whole | Part::Remainder => say!("Both have {points} points.", points = written(more)),
        };
        let over = passed.get(index).map_or(&[][..], Vec::as_slice).iter().take(MOST_PASSED);
        let sentences = std::iter::once(score).chain(over.map(passed_over)).chain([colour(colours)]);
        Message::joined(Join::Sentences, sentences)
    };
    round.pairs.iter().enumerate().map(of_pair).collect()
}

/// Points as people write them: `2½`.
fn written(points: Points) -> Value {
    Value::text(pairings::Value::from(points))
}

/// The points that somebody is paired by, virtual ones too.
fn score(tournament: &Tournament, number: Number) -> Points {
    let done = tournament.played();
    tournament.points(number, done) + tournament.virtual_points(number, done + 1)
}

fn passed_over(passed: &Passed) -> Message {
    let number = passed.number;
    match passed.refusal {
        Refusal::Met(round) => say!("Number {number} came first, but they met in round {round}.", number, round),
        Refusal::Colour(Colour::White) => say!("Number {number} came first, but both need White.", number),
        Refusal::Colour(Colour::Black) => say!("Number {number} came first, but both need Black.", number),
        Refusal::Forbidden | Refusal::Worse => {
            say!("Number {number} came first, but then the round as a whole would be worse.", number)
        }
    }
}

fn colour(rule: ColourRule) -> Message {
    match rule {
        ColourRule::Both => say!("Nobody gets a colour that was the other's turn."),
        ColourRule::Stronger => say!("Both were due the same colour; who was due it more has it."),
        ColourRule::Wider => say!("Both were due the same colour; who had it less often has it."),
        ColourRule::Alternate => say!("Their colours are the other way round than when they last differed."),
        ColourRule::Higher => say!("Both were due the same colour; the higher placed has it."),
        ColourRule::Parity => say!("Neither was due a colour; the pairing number says who has White."),
        ColourRule::Balance => fair(),
    }
}

fn neighbours(order: &[Number], pair: &Pair) -> Message {
    let place = |number: Number| order.iter().position(|other| *other == number).map_or(0, |index| index + 1);
    let (white, black) = (place(pair.white), place(pair.black));
    let (higher, lower) = (white.min(black), white.max(black));
    let near = if lower == higher + 1 {
        say!("They stand next to each other, in places {higher} and {lower}.", higher, lower)
    } else {
        say!(
            "They stand in places {higher} and {lower}: the nearest who are there, are free and have not met for long enough.",
            higher,
            lower
        )
    };
    near.then(fair())
}

fn fair() -> Message {
    say!("White has who had it less often, or did not have it last.")
}

fn near(tournament: &Tournament, pair: &Pair) -> Message {
    let done = tournament.played();
    let [white, black] = [pair.white, pair.black].map(|number| tournament.points(number, done));
    let games = tournament.player(pair.white).map_or(&[][..], |player| &player.rounds);
    let met = games.iter().rposition(|entry| entry.played() && entry.opponent() == Some(pair.black));
    let (more, fewer) = (written(white.max(black)), written(white.min(black)));
    let near = match met {
        None => say!("They have {more} and {fewer} points and have not met.", more, fewer),
        Some(round) => say!(
            "They have {more} and {fewer} points; they met in round {round}, and all others would repeat more.",
            more,
            fewer,
            round = round + 1
        ),
    };
    near.then(fair())
}

fn of_bracket(stages: &[Vec<pairings::Match>], pair: &Pair) -> Message {
    let is_theirs = |of_two: &&pairings::Match| {
        let both = [Some(of_two.higher), of_two.lower];
        both.contains(&Some(pair.white)) && both.contains(&Some(pair.black))
    };
    let game = stages.last().and_then(|stage| stage.iter().find(is_theirs)).map_or(0, |of_two| of_two.rounds.len());
    say!("A match of stage {stage}: its game {game}.", stage = stages.len(), game = game + 1)
}
