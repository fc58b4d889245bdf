//! Tournaments of teams as reports: facts as what a report says of teams, and a report of teams as boards. Pure.

use std::collections::BTreeMap;

use rookery_pairings::trf::{Report, TeamEvent, TeamRecord};
use rookery_pairings::{Bye, Colour, Entry, Number, Preferences};

use super::reading::Seated;
use crate::error::Refusal;
use crate::tournaments::rules::{Facts, Field, members, team_field, team_of};
use crate::tournaments::{Format, Score};

/// Byes of players as reports of teams have them: a player alone at a board of a match wins there; a bye is the team's,
/// and so is an absence.
pub(super) fn with_byes_of_boards(facts: &Facts, field: &mut Field) {
    let numbers: BTreeMap<Number, _> = field
        .tournament
        .players
        .iter()
        .filter_map(|player| Some((player.number, field.person(player.number)?)))
        .collect();
    for player in &mut field.tournament.players {
        for (round, entry) in (1..).zip(&mut player.rounds) {
            if !matches!(entry, Entry::Bye(_)) {
                continue;
            }
            let sits = |person| facts.boards_of(round).any(|board| board.seats(person) && board.team_match.is_some());
            let alone = numbers.get(&player.number).is_some_and(|person| sits(*person));
            *entry = Entry::Bye(if alone { Bye::Full } else { Bye::Zero });
        }
    }
    field.tournament.asked.clear();
}

/// What a report says of the teams of a tournament, after the rounds of a field.
pub(super) fn event(facts: &Facts, field: &Field) -> Result<TeamEvent, Refusal> {
    let of_teams = team_field(facts, field.rounds);
    let teams = of_teams.with_boards(facts);
    let places: BTreeMap<Number, usize> =
        of_teams.standings(facts)?.iter().map(|standing| (standing.number, standing.place)).collect();
    let record = |(number, name): (Number, &String)| {
        let players = members(facts, number).into_iter().filter_map(|person| field.number(person)).collect();
        let rank = places.get(&number).and_then(|place| u32::try_from(*place).ok());
        (number, TeamRecord { number, name: name.clone(), rank, players, ..TeamRecord::default() })
    };
    let mut event = TeamEvent {
        teams,
        records: (1..).zip(&facts.teams).map(record).collect(),
        is_swiss: matches!(facts.format(), Format::Swiss { .. }),
        preferences: Preferences::Simple,
        has_second_score: true,
        line_ups: BTreeMap::new(),
    };
    for round in 1..=field.done() {
        for team in event.records.keys().copied().collect::<Vec<_>>() {
            let seats: Vec<Option<Number>> = seated(facts, field, round, team).into_iter().map(Some).collect();
            if !seats.is_empty() && seats != event.seats(&field.tournament, round, team) {
                event.line_ups.insert((round, team), seats);
            }
        }
    }
    Ok(event)
}

/// Who sat at the boards of a team's match, the first board first.
fn seated(facts: &Facts, field: &Field, round: usize, team: Number) -> Vec<Number> {
    let boards = i64::try_from(round).into_iter().flat_map(|round| facts.boards_of(round));
    let of_match = boards.filter(|board| board.team_match.is_some());
    let people = of_match.flat_map(|board| std::iter::once(board.white).chain(board.black));
    people.filter(|person| team_of(facts, *person) == Some(team)).filter_map(|person| field.number(person)).collect()
}

/// The byes that teams had by their own wish, or asked for, as those of all who play for them: who, in which round, which.
pub(super) fn asked(event: &TeamEvent) -> Vec<(Number, usize, Bye)> {
    let matches = &event.teams.matches;
    let had = matches.players.iter().flat_map(|team| {
        (1..=matches.played()).filter_map(move |round| match matches.entry(team, round) {
            Entry::Bye(bye @ (Bye::Half | Bye::Full)) => Some((team.number, round, bye)),
            _ => None,
        })
    });
    let coming = matches.asked.iter().map(|((round, team), bye)| (*team, *round, *bye));
    let players = |team: Number| event.records.get(&team).into_iter().flat_map(|record| record.players.iter().copied());
    had.chain(coming).flat_map(|(team, round, bye)| players(team).map(move |player| (player, round, bye))).collect()
}

/// The boards of a round of a report of teams, match by match; who has the bye with their team stands behind all.
pub(super) fn boards(report: &Report, event: &TeamEvent, round: usize) -> Vec<Seated> {
    let matches = &event.teams.matches;
    let (mut boards, mut number) = (Vec::new(), 0);
    for team in &matches.players {
        let entry = matches.entry(team, round);
        let has_white = match entry {
            Entry::Game { colour, .. } => colour == Colour::White,
            Entry::Forfeit { opponent, colour, .. } => {
                colour.map_or(team.number < opponent, |colour| colour == Colour::White)
            }
            Entry::Bye(_) => false,
        };
        if let Some(opponent) = entry.opponent().filter(|_| has_white) {
            number += 1;
            let of_match = of_match(report, event, round, (team.number, opponent));
            boards.extend(of_match.into_iter().map(|seated| Seated { team_match: Some(number), ..seated }));
        }
    }
    for team in matches.players.iter().filter(|team| matches.entry(team, round) == Entry::Bye(Bye::Allocated)) {
        let players = event.records.get(&team.number).into_iter().flat_map(|record| &record.players);
        boards.extend(players.take(event.teams.boards).map(|player| Seated::alone(*player)));
    }
    boards
}

/// The boards of a match, as the players' lines have them; one that was forfeited as a whole as the teams are in order.
fn of_match(report: &Report, event: &TeamEvent, round: usize, (first, second): (Number, Number)) -> Vec<Seated> {
    let players = &report.tournament;
    let entry = |number: Number| players.player(number).map(|player| players.entry(player, round));
    let seats = [first, second].map(|team| event.seats(players, round, team));
    let mut boards = Vec::new();
    for board in 0..seats[0].len().max(seats[1].len()) {
        let [one, other] = [0, 1].map(|side: usize| seats[side].get(board).copied().flatten());
        let seated = one.and_then(|one| Seated::of(players, round, one));
        let alone = |seat: Option<Number>| seat.filter(|seat| entry(*seat) == Some(Entry::Bye(Bye::Full)));
        boards.extend(seated.or_else(|| alone(one).or(alone(other)).map(Seated::alone)));
    }
    if boards.is_empty() {
        let won = |team: Number| {
            let entry = event.teams.matches.player(team).map(|team| event.teams.matches.entry(team, round));
            matches!(entry, Some(Entry::Forfeit { won: true, .. }))
        };
        let line_up = |team: Number| event.records.get(&team).map_or(&[][..], |record| &record.players);
        let pairs = line_up(first).iter().zip(line_up(second)).take(event.teams.boards);
        boards.extend((0..).zip(pairs).map(|(board, (one, other)): (usize, _)| {
            let first_has_white = board.is_multiple_of(2);
            let (white, black) = if first_has_white { (*one, *other) } else { (*other, *one) };
            let score = match (won(first), won(second), first_has_white) {
                (true, _, true) | (_, true, false) => Score::WhiteForfeit,
                (true, _, false) | (_, true, true) => Score::BlackForfeit,
                (false, false, _) => Score::BothForfeit,
            };
            Seated { white, black: Some(black), score: Some(score), team_match: None }
        }));
    }
    boards
}
