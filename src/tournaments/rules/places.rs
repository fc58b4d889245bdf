//! Who stands where after a round, by each format's own measure, and the stages of a knock-out.

use std::collections::{BTreeMap, BTreeSet};

use rookery_messages::{Value, say};
use rookery_pairings as pairings;
use rookery_pairings::{Bye, Counted, Entry, Match, Number, Standing, TieBreak, TieBreaks};

use super::field::is_out;
use super::{Facts, Field, field, ladder, rounds, settings};
use crate::error::Refusal;
use crate::id::PersonId;
use crate::tournaments::views::Outcome;
use crate::tournaments::{Absence, Format, Keizer};

/// A player's place; players with equal tie-breaks share one.
#[derive(Clone, Debug)]
pub struct Placed {
    pub place: usize,
    pub number: Number,
    /// In writing: `3.5`.
    pub points: String,
    /// In the order of the tournament's tie-breaks.
    pub counted: Vec<Counted>,
    /// Where values count.
    pub keizer: Option<Standing>,
}

/// Everybody's place, the first first.
pub fn placed(facts: &Facts, field: &Field) -> Result<Vec<Placed>, Refusal> {
    match facts.format() {
        Format::Keizer(settings) => by_values(facts, field, settings),
        Format::Knockout { .. } => Ok(by_stage(facts, field)),
        Format::Ladder(_) => on_the_ladder(facts),
        Format::Swiss { .. } | Format::Casual | Format::RoundRobin { .. } | Format::Scheveningen => {
            by_points(facts, field)
        }
    }
}

pub(super) fn contradicts(error: pairings::Error) -> Refusal {
    let detail = say!("The rounds so far contradict each other: {fault}.", fault = Value::text(error));
    Refusal::conflict(say!("Cannot be counted"), detail)
}

fn by_points(facts: &Facts, field: &Field) -> Result<Vec<Placed>, Refusal> {
    let rules = TieBreaks { order: tie_breaks_of(facts).collect(), fixed: facts.format().is_fixed(), unrated: None };
    let early = left_early(facts, field);
    let counted = without(&field.tournament, &early);
    let mut standings = rules.standings(&counted, field.done()).map_err(contradicts)?;
    let out: Vec<usize> = standings.iter().filter(|one| early.contains(&one.number)).map(|one| one.place).collect();
    standings.sort_by_key(|one| early.contains(&one.number));
    let last = standings.len() - out.len() + 1;
    let placed = |ranked: pairings::Ranked| Placed {
        place: if early.contains(&ranked.number) {
            last
        } else {
            ranked.place - out.iter().filter(|place| **place < ranked.place).count()
        },
        number: ranked.number,
        points: ranked.points.to_string(),
        counted: ranked.counted,
        keizer: None,
    };
    Ok(standings.into_iter().map(placed).collect())
}

/// Who left a round robin with under half of their games played. What was played with them is still told, and counts
/// for nobody; they stand below the others. So have it FIDE's regulations for competitions, by which who played half
/// stays in the table, and only what was still to come is lost.
pub fn left_early(facts: &Facts, field: &Field) -> BTreeSet<Number> {
    let Format::RoundRobin { legs } = facts.format() else { return BTreeSet::new() };
    if facts.has_line_ups() {
        return BTreeSet::new();
    }
    let games = usize::try_from(*legs).unwrap_or(1) * facts.players.len().saturating_sub(1);
    let left = |player: &&pairings::Player| {
        let known = field.person(player.number).and_then(|person| facts.player(person));
        known.and_then(|player| player.withdrawn_from).is_some_and(|from| from <= field.rounds)
    };
    let played = |player: &pairings::Player| player.rounds.iter().filter(|entry| entry.played()).count();
    let players = field.tournament.players.iter().filter(left);
    players.filter(|player| 2 * played(player) < games).map(|player| player.number).collect()
}

/// A table in which nothing counts that was played with these.
fn without(tournament: &pairings::Tournament, these: &BTreeSet<Number>) -> pairings::Tournament {
    let mut counted = tournament.clone();
    for player in &mut counted.players {
        let own = these.contains(&player.number);
        let with_them = |entry: &&mut Entry| own || entry.opponent().is_some_and(|other| these.contains(&other));
        player.rounds.iter_mut().filter(with_them).for_each(|entry| *entry = Entry::Bye(Bye::Zero));
    }
    counted
}

/// The tie-breaks of single players, in their order; where teams line up, they are of teams.
pub fn tie_breaks_of(facts: &Facts) -> impl Iterator<Item = TieBreak> {
    settings::tie_breaks(&facts.tournament.settings).filter(|_| !facts.has_line_ups()).flatten()
}

fn by_values(facts: &Facts, field: &Field, settings: &Keizer) -> Result<Vec<Placed>, Refusal> {
    let keizer = rounds::keizer(settings).map_err(contradicts)?;
    let placed = |(place, standing): (usize, Standing)| Placed {
        place,
        number: standing.number,
        points: keizer_points(facts, standing.score),
        counted: Vec::new(),
        keizer: Some(standing),
    };
    Ok((1..).zip(keizer.standings(&field.tournament, field.done())).map(placed).collect())
}

/// What Keizer counts, where it does.
pub fn keizer_of(facts: &Facts) -> Option<&Keizer> {
    match facts.format() {
        Format::Keizer(settings) => Some(settings),
        _ => None,
    }
}

/// Points of Keizer from the scaled ones of `crates/pairings`, all written in one way: `67.86`, `73.75`, `60`.
pub fn keizer_points(facts: &Facts, scaled: u64) -> String {
    let scale = keizer_of(facts).and_then(|settings| rounds::keizer(settings).ok()).map_or(1, |keizer| keizer.scale());
    let (scaled, scale) = (u128::from(scaled), u128::from(scale.max(1)));
    let hundredths = (200 * scaled + scale) / (2 * scale);
    if hundredths % 100 == 0 {
        return (hundredths / 100).to_string();
    }
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// The stages of a knock-out with the field that they are of. Where a result changed after the next stage was paired,
/// those up to there: the rounds from there on are to be taken back.
pub fn stages(facts: &Facts) -> (Field, Vec<Vec<Match>>) {
    let all = field(facts, facts.last_round());
    let stages = stages_of(facts, &all);
    (all, stages)
}

fn stages_of(facts: &Facts, of: &Field) -> Vec<Vec<Match>> {
    let Format::Knockout { games, decider } = facts.format() else { return Vec::new() };
    let knockout = rounds::knockout(*games, *decider);
    let fitting = (0..=of.rounds).rev().find_map(|rounds| knockout.stages(&field(facts, rounds).tournament).ok());
    fitting.unwrap_or_default()
}

/// Players are ordered by the stage they reached; of those who lost in the same stage, the higher
/// seed is first.
fn by_stage(facts: &Facts, field: &Field) -> Vec<Placed> {
    let stages = stages_of(facts, field);
    let mut reached: BTreeMap<Number, usize> = BTreeMap::new();
    for (stage, matches) in (1..).zip(&stages) {
        for of_two in matches {
            for number in std::iter::once(of_two.higher).chain(of_two.lower) {
                let won = of_two.winner == Some(number);
                reached.insert(number, 2 * stage + usize::from(won));
            }
        }
    }
    let stage = |number: Number| reached.get(&number).copied().unwrap_or(0);
    let mut order: Vec<Number> = field.tournament.players.iter().map(|player| player.number).collect();
    order.sort_by_key(|number| (std::cmp::Reverse(stage(*number)), *number));
    let place = |number: Number| 1 + order.iter().filter(|other| stage(**other) > stage(number)).count();
    let placed = |number: &Number| Placed {
        place: place(*number),
        number: *number,
        points: field.tournament.points(*number, field.done()).to_string(),
        counted: Vec::new(),
        keizer: None,
    };
    order.iter().map(placed).collect()
}

/// A ladder is its order; the points are the challenges won.
fn on_the_ladder(facts: &Facts) -> Result<Vec<Placed>, Refusal> {
    let ladder = ladder(facts)?;
    let won = |person: PersonId| {
        let own = facts.challenges.iter().filter(|challenge| challenge.challenger == person);
        own.filter(|challenge| ladder.outcome(challenge) == Some(Outcome::Won)).count()
    };
    let placed = |(place, person): (usize, PersonId)| {
        let number = facts.seed(person)?;
        let (counted, keizer) = (Vec::new(), None);
        Some(Placed { place, number, points: won(person).to_string(), counted, keizer })
    };
    Ok((1..).zip(ladder.order()).filter_map(placed).collect())
}

/// Who did not play in a round by choice.
pub fn absent_from(facts: &Facts, round: i64) -> Vec<(PersonId, Absence)> {
    let away = facts.absences.iter().filter(|(person, absent, _)| *absent == round && !is_out(facts, *person, round));
    away.map(|(person, _, kind)| (*person, *kind)).collect()
}
