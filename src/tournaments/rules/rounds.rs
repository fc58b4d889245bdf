//! The next round of every format, as recommended or as chosen, and a round taken back.

use std::collections::{BTreeMap, BTreeSet};

use rookery_messages::{Join, Message, Value, say};
use rookery_pairings as pairings;
use rookery_pairings::{
    Bye, Casual, Dutch, Entry, Error, Knockout, Number, Pair, RoundRobin, Scheveningen, TeamSwiss, Teams,
};

use super::field::{counted, is_out, planned};
use super::{Board, Facts, Field, Name, TeamField, absent_from, field, seeded, team_field, teams, why};
use crate::error::Refusal;
use crate::http::instant;
use crate::id::PersonId;
use crate::sessions::Session;
use crate::tournaments::actions::{Announce, Chosen};
use crate::tournaments::{Absence, Decider, Format, Keizer, Player};

/// The round that would be announced now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NextRound {
    pub round: i64,
    /// In order; who has the bye of the pairing sits alone, after the others.
    pub boards: Vec<Board>,
    /// Who does not play by choice.
    pub absent: Vec<(PersonId, Absence)>,
    /// Matches of teams, each with the team that has White on the first board first.
    pub matches: Vec<(i64, Number, Number)>,
    /// Before the first round: the numbers that everybody is paired by from now on, and the ratings that they come
    /// from.
    pub seeded: Vec<(PersonId, i64, Option<i64>)>,
}

/// The round that is recommended.
pub fn next(facts: &Facts) -> Result<NextRound, Refusal> {
    let round = coming(facts)?;
    if facts.has_line_ups() {
        return of_teams(facts, round);
    }
    if let Format::Ladder(_) = facts.format() {
        return Ok(with_boards(facts, round, Vec::new()));
    }
    let field = field(facts, round - 1);
    let paired = paired(facts, &field).map_err(refused)?;
    let reasons = why::of_players(facts, &field, &paired);
    let mut boards = Vec::new();
    for (Pair { white, black, .. }, reason) in paired.pairs.iter().zip(reasons) {
        if let (Some(white), Some(black)) = (field.person(*white), field.person(*black)) {
            boards.push(board(facts, round, (white, Some(black)), Some(reason)));
        }
    }
    boards.extend(
        paired.bye.and_then(|number| field.person(number)).map(|alone| board(facts, round, (alone, None), None)),
    );
    must_have_boards(&boards)?;
    Ok(with_boards(facts, round, boards))
}

/// The round that a moderator announces: as recommended, or as chosen.
pub fn announce(
    facts: &Facts,
    request: &Announce,
    session: Option<&Session>,
    name: Name<'_>,
) -> Result<NextRound, Refusal> {
    let next_one = facts.last_round() + 1;
    if request.round != next_one {
        let round = request.round;
        let detail = say!("Round {next_one} is the next one, not round {round}.", next_one, round);
        return Err(Refusal::conflict(say!("Not the next round"), detail));
    }
    if request.session.is_some() && request.day.is_some() {
        let detail = say!("A round is played at a session or on a day: leave one of the two out.");
        return Err(Refusal::field("day", detail));
    }
    if let Some(day) = request.day {
        instant::day("day", day)?;
    }
    if session.is_some_and(|session| session.cancelled_at.is_some()) {
        let detail = say!("This session was cancelled: choose another, or a day.");
        return Err(Refusal::field("session", detail));
    }
    match &request.boards {
        None => next(facts),
        Some(chosen) => as_chosen(facts, chosen, name),
    }
}

/// The round announced last is taken back while nothing was entered on its boards.
pub fn take_back_round(facts: &Facts, round: i64) -> Result<(), Refusal> {
    facts.must_be_open()?;
    if !facts.rounds.iter().any(|announced| announced.round == round) {
        return Err(crate::not_found!("round"));
    }
    let last = facts.last_round();
    if round != last {
        let detail = say!("Rounds are taken back from the last one on, which is round {last}.", last);
        return Err(Refusal::conflict(say!("Not the last round"), detail));
    }
    if let Some(entered) = facts.boards_of(round).find(|board| board.score.is_some() || board.game.is_some()) {
        let detail = say!(
            "Board {board} of this round has a result or a game: what was played is not taken back.",
            board = entered.board
        );
        return Err(Refusal::conflict(say!("Played already"), detail));
    }
    if !facts.challenges.is_empty() {
        let detail = say!("Somebody has challenged somebody: a ladder goes on once it was climbed.");
        return Err(Refusal::conflict(say!("Played already"), detail));
    }
    Ok(())
}

/// Whether another round is to be announced, as far as what was played says.
pub fn has_next(facts: &Facts) -> bool {
    match facts.format() {
        Format::Ladder(_) => false,
        Format::Keizer(_) | Format::Swiss { .. } | Format::Casual => facts.last_round() < planned(facts),
        Format::RoundRobin { .. } | Format::Scheveningen | Format::Knockout { .. } => !is_played_out(facts),
    }
}

/// Whether all rounds are played; a format without an end counts as played out at any time.
pub(super) fn is_played_out(facts: &Facts) -> bool {
    match (facts.format(), facts.tournament.settings.rounds) {
        (_, Some(rounds)) => facts.last_round() >= rounds,
        (Format::Ladder(_) | Format::Keizer(_) | Format::Casual | Format::Swiss { .. }, None) => true,
        (Format::RoundRobin { .. }, None) if facts.has_line_ups() => {
            let teams = team_field(facts, facts.last_round());
            matches!(teams_paired(facts, &teams), Err(Error::Over(_)))
        }
        _ => matches!(paired(facts, &field(facts, facts.last_round())), Err(Error::Over(_))),
    }
}

/// The number of the coming round, if there is one and it can be paired.
fn coming(facts: &Facts) -> Result<i64, Refusal> {
    facts.must_be_open()?;
    let round = facts.last_round() + 1;
    if let Some(rounds) = facts.tournament.settings.rounds.filter(|rounds| round > *rounds) {
        return Err(over(rounds));
    }
    match facts.format() {
        Format::Ladder(_) if round > 1 => {
            let detail = say!("A ladder has no rounds: from its beginning on players challenge one another.");
            return Err(Refusal::conflict(say!("No rounds"), detail));
        }
        // A table and a list of values can wait for a game; a score that decides who meets whom cannot.
        Format::Swiss { .. } | Format::Casual | Format::Knockout { .. } => must_be_complete(facts)?,
        _ => {}
    }
    let here =
        if matches!(facts.format(), Format::Ladder(_)) { facts.players.len() } else { present(facts, round).len() };
    if here < 2 {
        let detail = say!("A round needs two players; {here} can be paired.", here);
        return Err(Refusal::conflict(say!("Nobody to pair"), detail));
    }
    Ok(round)
}

fn must_be_complete(facts: &Facts) -> Result<(), Refusal> {
    let open =
        facts.boards.iter().find(|board| board.black.is_some() && counted(facts, board).is_none() && !board.annulled);
    let Some(Board { round, board, game, .. }) = open else { return Ok(()) };
    let (board, round) = (*board, *round);
    let detail = match game {
        Some(_) => say!(
            "The game of board {board} in round {round} is entered, and does not count yet: let it count, or refuse it, on its page.",
            board,
            round
        ),
        None => say!(
            "Board {board} of round {round} has no result that counts yet: who meets whom depends on it. Enter it, or who did not come.",
            board,
            round
        ),
    };
    Err(Refusal::conflict(say!("Results are missing"), detail))
}

fn must_have_boards(boards: &[Board]) -> Result<(), Refusal> {
    if boards.iter().any(|board| board.black.is_some()) {
        return Ok(());
    }
    Err(Refusal::conflict(say!("Nobody to pair"), say!("There is no board to announce: nobody has an opponent.")))
}

fn over(rounds: impl Into<Value>) -> Refusal {
    Refusal::conflict(
        say!("All rounds are announced"),
        say!("All {rounds} rounds are announced.", rounds = rounds.into()),
    )
}

/// Why `crates/pairings` has no round.
fn refused(error: Error) -> Refusal {
    let detail = match error {
        Error::Over(rounds) => return over(rounds),
        Error::Impossible => say!(
            "No round is left in which nobody meets again, nobody has a second bye and nobody is kept apart. End the tournament, or choose the boards by hand."
        ),
        Error::OffBracket { round, .. } => say!(
            "A result changed after round {round} was paired by it: take back the rounds from there on, then pair them again.",
            round
        ),
        Error::Teams => say!("Both teams of a Scheveningen match need as many players, at least one."),
        Error::TooLarge => say!("So many players cannot be paired at once."),
        other => say!("The rounds so far contradict each other: {fault}.", fault = Value::text(other)),
    };
    Refusal::conflict(say!("Cannot be paired"), detail)
}

/// Those who are there for a round: entered, not withdrawn, not absent by choice. A table pairs who is gone too.
fn present(facts: &Facts, round: i64) -> BTreeSet<PersonId> {
    let table = facts.format().is_fixed() && !facts.has_line_ups();
    let away = |player: &Player| {
        is_out(facts, player.person, round)
            || facts.absences.iter().any(|(person, absent, _)| *person == player.person && *absent == round)
    };
    facts.players.iter().filter(|player| table || !away(player)).map(|player| player.person).collect()
}

pub(super) fn keizer(settings: &Keizer) -> Result<pairings::Keizer, Error> {
    let share = |per_cent: i64| pairings::Fraction::new(u32::try_from(per_cent).unwrap_or(u32::MAX), 100);
    Ok(pairings::Keizer {
        top: settings.top.and_then(|top| u32::try_from(top).ok()),
        bye: share(settings.bye)?,
        absence: share(settings.excused)?,
        unexcused: share(settings.absent)?,
        duty: share(settings.duty)?,
        absences: usize::try_from(settings.excused_at_most).unwrap_or(0),
        again_after: usize::try_from(settings.again_after).unwrap_or(0),
    })
}

pub(super) fn knockout(games: i64, decider: Decider) -> Knockout {
    let decider = match decider {
        Decider::Again => pairings::Decider::Again,
        Decider::Armageddon => pairings::Decider::Armageddon,
        Decider::HigherSeed => pairings::Decider::HigherSeed,
    };
    Knockout { games: usize::try_from(games).unwrap_or(1), decider }
}

/// The pairs of the round after those of a field.
fn paired(facts: &Facts, field: &Field) -> Result<pairings::Round, Error> {
    use pairings::Format as _;
    let tournament = &field.tournament;
    match facts.format() {
        Format::Keizer(settings) => keizer(settings)?.pair(tournament),
        Format::Swiss { .. } => Dutch.pair(tournament),
        Format::Casual => Casual.pair(tournament),
        Format::RoundRobin { legs } => RoundRobin { legs: usize::try_from(*legs).unwrap_or(1) }.pair(tournament),
        Format::Scheveningen => {
            let numbers = |team| teams::members(facts, team).into_iter().filter_map(|person| field.number(person));
            Scheveningen { first: numbers(1).collect(), second: numbers(2).collect() }.pair(tournament)
        }
        Format::Knockout { games, decider } => knockout(*games, *decider).pair(tournament),
        Format::Ladder(_) => Err(Error::Over(1)),
    }
}

fn teams_paired(facts: &Facts, teams: &TeamField) -> Result<pairings::Round, Error> {
    use pairings::Format as _;
    match facts.format() {
        Format::Swiss { .. } => {
            TeamSwiss { secondary: teams.points_of_boards(), ..TeamSwiss::default() }.pair(&teams.tournament)
        }
        Format::RoundRobin { legs } => RoundRobin { legs: usize::try_from(*legs).unwrap_or(1) }.pair(&teams.tournament),
        _ => Casual.pair(&teams.tournament),
    }
}

/// The round of teams: their line-ups face each other, and who has nobody opposite sits alone.
fn of_teams(facts: &Facts, round: i64) -> Result<NextRound, Refusal> {
    let (players, of_teams) = (field(facts, round - 1), team_field(facts, round - 1));
    let mut paired = teams_paired(facts, &of_teams).map_err(refused)?;
    let boards_each = usize::try_from(facts.tournament.settings.boards.unwrap_or(1)).unwrap_or(1);
    let line_ups = teams::line_ups(facts, round);
    let size = |team: Number| line_ups.iter().find(|of| of.number == team).map_or(0, |of| of.boards.len());
    let reasons = why::of_teams(&of_teams, &paired);
    let reasons: BTreeMap<Number, Message> = paired.pairs.iter().map(|pair| pair.white).zip(reasons).collect();
    // A table pairs teams of which nobody is there.
    let mut alone: Vec<Number> = paired.bye.into_iter().collect();
    paired.pairs.retain(|pair| match (size(pair.white), size(pair.black)) {
        (1.., 1..) => true,
        (0, 1..) => {
            alone.push(pair.black);
            false
        }
        (1.., 0) => {
            alone.push(pair.white);
            false
        }
        (0, 0) => false,
    });
    let matches = Teams { boards: boards_each }.matches(&paired, &line_ups).map_err(refused)?;
    let mut next = NextRound { round, ..NextRound::default() };
    for (number, of_two) in (1..).zip(&matches) {
        next.matches.push((number, of_two.first, of_two.second));
        for seats in &of_two.boards {
            let [white, black] = [seats.white, seats.black].map(|seat| seat.and_then(|seat| players.person(seat)));
            let Some(one) = white.or(black) else { continue };
            let other = white.and(black);
            let why = other.and_then(|_| reasons.get(&of_two.first).cloned());
            next.boards.push(Board { team_match: Some(number), ..board(facts, round, (one, other), why) });
        }
    }
    for team in alone {
        let line_up = line_ups.iter().find(|line_up| line_up.number == team);
        let seated = line_up.into_iter().flat_map(|line_up| line_up.boards.iter().take(boards_each).flatten());
        next.boards.extend(
            seated.filter_map(|number| players.person(*number)).map(|person| board(facts, round, (person, None), None)),
        );
    }
    must_have_boards(&next.boards)?;
    Ok(NextRound { matches: next.matches, ..with_boards(facts, round, next.boards) })
}

/// A board that was not played yet; its number comes when all are known.
fn board(facts: &Facts, round: i64, (white, black): (PersonId, Option<PersonId>), why: Option<Message>) -> Board {
    let team_match = (*facts.format() == Format::Scheveningen && black.is_some()).then_some(1);
    Board { round, board: 0, white, black, team_match, why, game: None, score: None, annulled: false }
}

fn with_boards(facts: &Facts, round: i64, mut boards: Vec<Board>) -> NextRound {
    for (number, board) in (1..).zip(&mut boards) {
        board.board = number;
    }
    NextRound {
        round,
        absent: absent_from(facts, round),
        matches: if *facts.format() == Format::Scheveningen { vec![(1, 1, 2)] } else { Vec::new() },
        seeded: if facts.rounds.is_empty() { seeded(facts) } else { Vec::new() },
        boards,
    }
}

/// The round as a moderator chose it: everybody who is there, each once. A table and teams keep who meets whom, and
/// only colours and the order of boards are chosen; a Swiss keeps that nobody meets twice or has two byes.
fn as_chosen(facts: &Facts, chosen: &[Chosen], name: Name<'_>) -> Result<NextRound, Refusal> {
    let round = coming(facts)?;
    let here = present(facts, round);
    must_be_seated_once(facts, chosen, &here, name)?;
    let recommended = next(facts);
    if facts.format().is_fixed() || facts.has_line_ups() {
        return recoloured(recommended?, chosen);
    }
    if matches!(facts.format(), Format::Ladder(_)) {
        return Err(Refusal::field("boards", say!("A ladder begins without boards: leave them out.")));
    }
    let field = field(facts, round - 1);
    let seated: BTreeSet<PersonId> = chosen.iter().flat_map(|pair| [pair.white, pair.black]).collect();
    let left: Vec<PersonId> = here.difference(&seated).copied().collect();
    if left.len() > 1 {
        let names = Value::list(Join::And, left.iter().map(|person| name(*person)));
        let detail = say!("{names} are there and not paired: pair them, or say that they are absent.", names);
        return Err(Refusal::field("boards", detail));
    }
    if let Format::Swiss { .. } = facts.format() {
        must_be_swiss(&field, chosen, left.first().copied(), name)?;
    }
    let mut reasons = recommended.map(|next| next.boards).unwrap_or_default();
    reasons.retain(|board| board.black.is_some());
    let why = |pair: &Chosen| {
        let same = |board: &&Board| board.seats(pair.white) && board.seats(pair.black);
        reasons.iter().find(same).and_then(|board| board.why.clone())
    };
    let boards = chosen.iter().map(|pair| board(facts, round, (pair.white, Some(pair.black)), why(pair)));
    let alone = left.first().map(|alone| board(facts, round, (*alone, None), None));
    let boards: Vec<Board> = boards.chain(alone).collect();
    must_have_boards(&boards)?;
    Ok(with_boards(facts, round, boards))
}

fn must_be_seated_once(
    facts: &Facts,
    chosen: &[Chosen],
    here: &BTreeSet<PersonId>,
    name: Name<'_>,
) -> Result<(), Refusal> {
    let mut seated = BTreeSet::new();
    for person in chosen.iter().flat_map(|pair| [pair.white, pair.black]) {
        let detail = match (here.contains(&person), seated.insert(person)) {
            (true, true) => continue,
            (false, _) => {
                say!("{name} is not there for this round: absent, withdrawn or not entered.", name = name(person))
            }
            (true, false) => say!("{name} sits at two boards: each plays one game in a round.", name = name(person)),
        };
        return Err(Refusal::field("boards", detail));
    }
    match chosen.iter().find(|pair| facts.keeps_apart(pair.white, pair.black)) {
        Some(pair) => {
            let (white, black) = (name(pair.white), name(pair.black));
            Err(Refusal::field("boards", say!("{white} and {black} are kept apart.", white, black)))
        }
        None => Ok(()),
    }
}

/// C1 and C2 of the Dutch system, which hold in every format.
fn must_be_swiss(field: &Field, chosen: &[Chosen], alone: Option<PersonId>, name: Name<'_>) -> Result<(), Refusal> {
    let entries = |person: PersonId| {
        let player = field.number(person).and_then(|number| field.tournament.player(number));
        player.map_or(&[][..], |player| &player.rounds)
    };
    for pair in chosen {
        let black = field.number(pair.black);
        let met = |entry: &Entry| entry.played() && entry.opponent() == black;
        if let Some(round) = entries(pair.white).iter().position(met) {
            let (white, black) = (name(pair.white), name(pair.black));
            let detail =
                say!("{white} and {black} met in round {round}: nobody meets twice.", white, black, round = round + 1);
            return Err(Refusal::field("boards", detail));
        }
    }
    let has_scored =
        |entry: &Entry| matches!(entry, Entry::Bye(Bye::Allocated | Bye::Full) | Entry::Forfeit { won: true, .. });
    match alone.filter(|person| entries(*person).iter().any(has_scored)) {
        Some(person) => {
            let detail =
                say!("{name} had a bye or a full point without a game: it is another's turn.", name = name(person));
            Err(Refusal::field("boards", detail))
        }
        None => Ok(()),
    }
}

/// The recommended round with colours and the order of boards as chosen.
fn recoloured(recommended: NextRound, chosen: &[Chosen]) -> Result<NextRound, Refusal> {
    let NextRound { boards, .. } = &recommended;
    let mut placed = Vec::new();
    for pair in chosen {
        let same = |board: &&Board| board.seats(pair.white) && board.seats(pair.black);
        placed.extend(boards.iter().find(same).map(|board| Board {
            white: pair.white,
            black: Some(pair.black),
            ..board.clone()
        }));
    }
    if placed.len() != chosen.len() || placed.len() != boards.iter().filter(|board| board.black.is_some()).count() {
        let detail = say!("The table says who meets whom here: choose colours and the order of boards alone.");
        return Err(Refusal::field("boards", detail));
    }
    placed.extend(boards.iter().filter(|board| board.black.is_none()).cloned());
    // The boards of a match stay together.
    placed.sort_by_key(|board| (board.team_match.is_none(), board.team_match));
    for (number, board) in (1..).zip(&mut placed) {
        board.board = number;
    }
    Ok(NextRound { boards: placed, ..recommended })
}
