//! Turns facts into a tournament of `crates/pairings`, as it was after any round.
//!
//! Readings of our own:
//! - *A board without a result*, because it is still to be played or its game does not count now, is treated as
//!   absence of both players: no points, no colour, and the two may meet again. In a bracket or a table it keeps its
//!   place.
//! - *Who withdrew from a table* (round robin, Scheveningen, knock-out) loses the games to come without playing; of two
//!   who withdrew the higher seed goes through a knock-out, which has to go on.
//! - *Who left a round robin* before half of their games were played is out of its table (`places::left_early`).
//! - *Who came later* was absent before.

use std::collections::BTreeMap;

use rookery_pairings as pairings;
use rookery_pairings::{Acceleration, Bye, Colour, Entry, Number, Points, Scoring};

use super::{Board, Facts};
use crate::id::PersonId;
use crate::tournaments::{self, Absence, Format, Player, Score};

/// The players of a tournament by number, and what they did, up to a round.
pub struct Field {
    /// How many rounds are counted.
    pub rounds: i64,
    /// As `crates/pairings` has it. Players who are absent from the coming round are in its `asked`, whatever the reason.
    pub tournament: pairings::Tournament,
    people: BTreeMap<Number, PersonId>,
    numbers: BTreeMap<PersonId, Number>,
}

impl Field {
    pub fn person(&self, number: Number) -> Option<PersonId> {
        self.people.get(&number).copied()
    }

    /// Everybody by number.
    pub fn people(&self) -> impl Iterator<Item = (Number, PersonId)> {
        self.people.iter().map(|(number, person)| (*number, *person))
    }

    pub fn number(&self, person: PersonId) -> Option<Number> {
        self.numbers.get(&person).copied()
    }

    /// What somebody did in a round (from 1).
    pub fn entry(&self, number: Number, round: i64) -> Option<Entry> {
        let player = self.tournament.player(number)?;
        Some(self.tournament.entry(player, usize::try_from(round).ok()?))
    }

    /// How many rounds are counted, as `crates/pairings` counts.
    pub fn done(&self) -> usize {
        usize::try_from(self.rounds).unwrap_or(0)
    }
}

/// Everybody's number and the rating that they are seeded by: as it was given when the first round was announced;
/// before, the higher rating first, and of equals who comes first in the facts.
pub fn seeded(facts: &Facts) -> Vec<(PersonId, i64, Option<i64>)> {
    if !facts.rounds.is_empty() {
        let number = |player: &Player| Some((player.person, player.number?, player.rating));
        return facts.players.iter().filter_map(number).collect();
    }
    let mut order: Vec<&Player> = facts.players.iter().collect();
    order.sort_by_key(|player| std::cmp::Reverse(player.rating));
    (1..).zip(order).map(|(number, player)| (player.person, number, player.rating)).collect()
}

/// The tournament after so many rounds, with those who were in it by then; after the last one with everybody.
pub fn field(facts: &Facts, rounds: i64) -> Field {
    // The only round of a ladder is its beginning.
    let last = if matches!(facts.format(), Format::Ladder(_)) { 0 } else { facts.last_round() };
    let rounds = rounds.clamp(0, last);
    let entered =
        |person| facts.player(person).is_some_and(|player| player.first_round <= rounds.max(1) || rounds == last);
    let mut field = Field {
        rounds,
        tournament: pairings::Tournament::of(0, usize::try_from(planned(facts)).unwrap_or(0)),
        people: BTreeMap::new(),
        numbers: BTreeMap::new(),
    };
    field.tournament.scoring = scoring(&facts.tournament.settings.scoring);
    for (person, number, rating) in seeded(facts).into_iter().filter(|(person, ..)| entered(*person)) {
        let Ok(number) = Number::try_from(number) else { continue };
        field.people.insert(number, person);
        field.numbers.insert(person, number);
        let rating = rating.and_then(|rating| i32::try_from(rating).ok());
        field.tournament.players.push(pairings::Player { number, rating, rounds: Vec::new() });
    }
    field.tournament.players.sort_by_key(|player| player.number);
    let absences: BTreeMap<(PersonId, i64), Absence> =
        facts.absences.iter().map(|(person, round, kind)| ((*person, *round), *kind)).collect();
    let bye = |person, round| absences.get(&(person, round)).map_or(Bye::Zero, |kind| bye_of(*kind));
    for round in 1..=rounds {
        let paired = entries(facts, &field, round);
        for player in &mut field.tournament.players {
            let person = field.people.get(&player.number).copied();
            let entry = paired.get(&player.number).copied();
            let away = || Entry::Bye(person.map_or(Bye::Zero, |person| bye(person, round)));
            player.rounds.push(entry.unwrap_or_else(away));
        }
    }
    let coming = rounds + 1;
    for (person, number) in &field.numbers {
        let away = absences.contains_key(&(*person, coming)) || is_out(facts, *person, coming);
        if away
            && coming <= planned(facts)
            && let Ok(round) = usize::try_from(coming)
        {
            field.tournament.asked.insert((round, *number), bye(*person, coming));
        }
    }
    for (one, other) in &facts.apart {
        if let (Some(one), Some(other)) = (field.number(*one), field.number(*other)) {
            field.tournament.forbid(one, other);
        }
    }
    if let Format::Swiss { baku: true } = facts.format() {
        let first = facts.players.iter().filter(|player| player.first_round == 1).count();
        field.tournament.acceleration = Acceleration::baku(first);
    }
    field
}

/// Whether somebody is not paired in a round because they have not come yet or have left.
pub(super) fn is_out(facts: &Facts, person: PersonId, round: i64) -> bool {
    facts
        .player(person)
        .is_none_or(|player| round < player.first_round || player.withdrawn_from.is_some_and(|from| from <= round))
}

/// How many rounds there will be.
pub fn planned(facts: &Facts) -> i64 {
    let players = facts.players.len();
    let rounds = match facts.format() {
        Format::RoundRobin { legs } => {
            let legs = usize::try_from(*legs).unwrap_or(1);
            let count = if facts.is_of_teams() { facts.teams.len() } else { players };
            pairings::RoundRobin { legs }.rounds(count)
        }
        Format::Scheveningen => players / 2,
        _ => return facts.tournament.settings.rounds.unwrap_or(super::settings::MOST_ROUNDS),
    };
    i64::try_from(rounds).unwrap_or(i64::MAX)
}

fn scoring(scoring: &tournaments::Scoring) -> Scoring {
    let points = |tenths: i64| Points(i32::try_from(tenths).unwrap_or(0));
    Scoring {
        win: points(scoring.win),
        draw: points(scoring.draw),
        loss: points(scoring.loss),
        forfeit_win: points(scoring.forfeit_win),
        forfeit_loss: points(scoring.forfeit_loss),
        allocated_bye: points(scoring.bye),
        full_bye: points(scoring.duty),
        half_bye: points(scoring.half_bye),
        zero_bye: Points(0),
    }
}

pub(super) fn bye_of(kind: Absence) -> Bye {
    match kind {
        Absence::Half => Bye::Half,
        Absence::Zero => Bye::Zero,
        Absence::Duty => Bye::Full,
    }
}

/// The results of a round's boards, by number.
fn entries(facts: &Facts, field: &Field, round: i64) -> BTreeMap<Number, Entry> {
    let mut entries = BTreeMap::new();
    for board in facts.boards_of(round) {
        let Some(white) = field.number(board.white) else { continue };
        let Some(black) = board.black.and_then(|black| field.number(black)) else {
            entries.insert(white, Entry::Bye(Bye::Allocated));
            continue;
        };
        let (of_white, of_black) = sides(counted(facts, board).unwrap_or(Score::BothForfeit), white, black);
        entries.insert(white, of_white);
        entries.insert(black, of_black);
    }
    entries
}

/// How a board came out, if it did: who left a table has lost what was still to come.
pub fn counted(facts: &Facts, board: &Board) -> Option<Score> {
    let black = board.black?;
    let gone = |person| facts.format().is_fixed() && !facts.has_line_ups() && is_out(facts, person, board.round);
    let number = |person| facts.player(person).and_then(|player| player.number);
    board.score.or(match (gone(board.white), gone(black)) {
        (true, true) if number(board.white) < number(black) => Some(Score::WhiteForfeit),
        (true, true) => Some(Score::BlackForfeit),
        (false, true) => Some(Score::WhiteForfeit),
        (true, false) => Some(Score::BlackForfeit),
        (false, false) => None,
    })
}

/// A board as each of the two has it.
pub(super) fn sides(score: Score, white: Number, black: Number) -> (Entry, Entry) {
    let game =
        |of_white, of_black| (Entry::game(black, Colour::White, of_white), Entry::game(white, Colour::Black, of_black));
    let forfeit = |white_won, black_won| {
        (
            Entry::Forfeit { opponent: black, colour: Some(Colour::White), won: white_won },
            Entry::Forfeit { opponent: white, colour: Some(Colour::Black), won: black_won },
        )
    };
    match score {
        Score::White => game(pairings::Score::Win, pairings::Score::Loss),
        Score::Draw => game(pairings::Score::Draw, pairings::Score::Draw),
        Score::Black => game(pairings::Score::Loss, pairings::Score::Win),
        Score::WhiteForfeit => forfeit(true, false),
        Score::BlackForfeit => forfeit(false, true),
        Score::BothForfeit => forfeit(false, false),
    }
}
