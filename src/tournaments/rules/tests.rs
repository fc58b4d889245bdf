//! Tournaments played through by the rules alone: tables by hand, and seasons at random.

mod by_hand;
mod seasons;

use std::collections::BTreeSet;

use chrono::NaiveDateTime;

use super::*;
use crate::action::Somebody;
use crate::auth::{Role, Roles};
use crate::tournaments::actions::NewTournament;
use crate::tournaments::views;
use crate::tournaments::{Scoring, Seeding, Settings, TournamentId};
use crate::web::catalogue::Language;

fn at(text: &str) -> NaiveDateTime {
    text.parse().unwrap()
}

fn settings(format: Format, rounds: Option<i64>) -> Settings {
    Settings {
        format,
        boards: None,
        rounds,
        rated: false,
        time_control: None,
        scoring: Scoring::default(),
        tie_breaks: Vec::new(),
        seeding: Seeding::Club,
        open_until: Some(3),
    }
}

fn player(person: i64, rating: Option<i64>) -> Player {
    Player {
        person: PersonId(person),
        number: None,
        rating,
        team: None,
        team_board: None,
        entered_at: at("2026-09-04T12:00:00"),
        first_round: 1,
        withdrawn_from: None,
    }
}

/// So many players, person 1 with the highest rating.
fn facts(settings: Settings, players: i64) -> Facts {
    Facts {
        tournament: Tournament {
            id: TournamentId(1),
            name: "Autumn".into(),
            settings,
            state: State::Planned,
            created_by: PersonId(1),
            created_at: at("2026-09-01T12:00:00"),
            begun_at: None,
            ended_at: None,
            ended_reason: None,
            version: 1,
        },
        players: (1..=players).map(|person| player(person, Some(2000 - person))).collect(),
        teams: Vec::new(),
        absences: Vec::new(),
        rounds: Vec::new(),
        boards: Vec::new(),
        challenges: Vec::new(),
        apart: BTreeSet::new(),
        zone: Tz::Europe__Berlin,
        now: at("2026-09-11T12:00:00"),
    }
}

/// Announces a round in the facts, as the store does.
fn announced(facts: &mut Facts, next: &NextRound) {
    for (person, number, rating) in &next.seeded {
        let player = facts.players.iter_mut().find(|player| player.person == *person).unwrap();
        (player.number, player.rating) = (Some(*number), *rating);
    }
    facts.players.sort_by_key(|player| (player.number.is_none(), player.number));
    facts.tournament.state = State::Running;
    let announced_at = facts.now;
    facts.rounds.push(Round { round: next.round, session: None, day: None, announced_at });
    facts.boards.extend(next.boards.iter().cloned());
}

fn moderator() -> Somebody {
    Somebody { person: PersonId(99), roles: [Role::Moderator].into_iter().collect() }
}

fn member(person: i64) -> Somebody {
    Somebody { person: PersonId(person), roles: Roles::default() }
}

const NAMES: [&str; 9] = ["Nobody", "Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hana"];

fn name(person: PersonId) -> String {
    let index = usize::try_from(person.0).unwrap();
    NAMES.get(index).map_or_else(|| format!("P{index}"), |name| (*name).to_owned())
}

fn standings(facts: &Facts, round: i64) -> views::Standings {
    views::standings(facts, Some(round), &name, Language::English).unwrap()
}

/// Pairs of people as `1-2 3-4 5`.
fn pairs(boards: &[Board]) -> String {
    let pair = |board: &Board| match board.black {
        Some(black) => format!("{}-{black}", board.white),
        None => board.white.to_string(),
    };
    boards.iter().map(pair).collect::<Vec<_>>().join(" ")
}

/// Results of the last round by White, in the order of its boards.
fn enter_all(facts: &mut Facts, results: &[Option<Score>]) {
    let last = facts.last_round();
    let open = facts.boards.iter_mut().filter(|board| board.round == last && board.black.is_some());
    for (board, result) in open.zip(results) {
        board.score = *result;
    }
}

fn play(facts: &mut Facts, results: &[Option<Score>]) -> String {
    let next = next(facts).unwrap();
    announced(facts, &next);
    enter_all(facts, results);
    pairs(&next.boards)
}
