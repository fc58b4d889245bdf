//! A whole tournament as its page shows it, with the round that comes next, from facts.

use rookery_messages::Message;
use rookery_pairings as pairings;

use super::{Away, Board, Bye, Challenge, Entrant, Match, Next, Person, Round, Team, TeamMatch, Whole, standings};
use crate::error::Error;
use crate::id::PersonId;
use crate::tournaments::rules::{self, Facts, Name};
use crate::tournaments::{Absence, Format};
use crate::web::catalogue::Language;

/// A tournament as it stands.
pub fn whole(facts: &Facts, name: Name<'_>, language: Language) -> Result<Whole, Error> {
    let last = facts.last_round();
    let entrant = |player: &crate::tournaments::Player| Entrant {
        person: person(player.person, name),
        number: player.number,
        rating: player.rating,
        team: player.team,
        team_board: player.team_board,
        first_round: player.first_round,
        withdrawn_from: player.withdrawn_from,
        absences: facts
            .absences
            .iter()
            .filter(|(away, round, _)| *away == player.person && *round > last)
            .map(|(_, round, kind)| Away { round: *round, kind: *kind })
            .collect(),
    };
    let team = |(number, name): (i64, &String)| Team { number, name: name.clone() };
    Ok(Whole {
        tournament: facts.tournament.clone(),
        players: facts.players.iter().map(entrant).collect(),
        teams: (1..).zip(&facts.teams).map(team).collect(),
        rounds: rounds(facts, name, language),
        standings: standings(facts, None, name, language)?,
        stages: stages(facts, name),
        challenges: challenges(facts, name),
    })
}

/// The round that would be announced now.
pub fn next(facts: &Facts, name: Name<'_>, language: Language) -> Result<Next, Error> {
    let next = rules::next(facts)?;
    let of_two = |(number, first, second): &(i64, u32, u32)| TeamMatch {
        number: *number,
        first: i64::from(*first),
        second: i64::from(*second),
        points: (0, 0),
    };
    Ok(Next {
        round: next.round,
        boards: next.boards.iter().filter_map(|one| board(facts, one, name, language)).collect(),
        byes: byes(&next.boards, &next.absent, name),
        matches: next.matches.iter().map(of_two).collect(),
    })
}

pub(super) fn person(id: PersonId, name: Name<'_>) -> Person {
    Person { id, name: name(id) }
}

fn board(facts: &Facts, board: &rules::Board, name: Name<'_>, language: Language) -> Option<Board> {
    Some(Board {
        board: board.board,
        white: person(board.white, name),
        black: person(board.black?, name),
        result: rules::counted(facts, board),
        // Of a game that does not count nothing is said.
        game: board.game.filter(|_| board.score.is_some()),
        team_match: board.team_match,
        why: board.why.as_ref().map(|why: &Message| language.say(why)),
    })
}

fn byes(boards: &[rules::Board], absent: &[(PersonId, Absence)], name: Name<'_>) -> Vec<Bye> {
    let alone = boards.iter().filter(|board| board.black.is_none());
    let of_pairing = alone.map(|board| Bye { person: person(board.white, name), asked: None });
    let of_choice = absent.iter().map(|(id, kind)| Bye { person: person(*id, name), asked: Some(*kind) });
    of_pairing.chain(of_choice).collect()
}

fn rounds(facts: &Facts, name: Name<'_>, language: Language) -> Vec<Round> {
    let teams = facts.is_of_teams().then(|| rules::team_field(facts, facts.last_round()));
    let round = |announced: &crate::tournaments::Round| {
        let number = announced.round;
        let own: Vec<rules::Board> = facts.boards_of(number).cloned().collect();
        let of_two = |of_two: &rules::TeamMatch| TeamMatch {
            number: of_two.number,
            first: i64::from(of_two.first),
            second: i64::from(of_two.second),
            points: (i64::from(of_two.games.0.points.0), i64::from(of_two.games.1.points.0)),
        };
        Round {
            round: number,
            session: announced.session,
            day: announced.day,
            announced_at: announced.announced_at,
            boards: own.iter().filter_map(|one| board(facts, one, name, language)).collect(),
            byes: byes(&own, &rules::absent_from(facts, number), name),
            matches: teams.iter().flat_map(|teams| teams.matches(number)).map(of_two).collect(),
            complete: own.iter().all(|board| board.black.is_none() || rules::counted(facts, board).is_some()),
        }
    };
    // The one round of a ladder is its beginning.
    let is_ladder = matches!(facts.format(), Format::Ladder(_));
    facts.rounds.iter().filter(|_| !is_ladder).map(round).collect()
}

fn stages(facts: &Facts, name: Name<'_>) -> Vec<Vec<Match>> {
    let (field, stages) = rules::stages(facts);
    let of_two = |of_two: &pairings::Match| {
        Some(Match {
            higher: person(field.person(of_two.higher)?, name),
            lower: of_two.lower.and_then(|lower| field.person(lower)).map(|lower| person(lower, name)),
            points: (of_two.points.0.to_string(), of_two.points.1.to_string()),
            winner: of_two.winner.and_then(|winner| field.person(winner)),
            rounds: of_two.rounds.iter().filter_map(|round| i64::try_from(*round).ok()).collect(),
        })
    };
    stages.iter().map(|stage| stage.iter().filter_map(of_two).collect()).collect()
}

fn challenges(facts: &Facts, name: Name<'_>) -> Vec<Challenge> {
    let Ok(ladder) = rules::ladder(facts) else { return Vec::new() };
    let challenge = |challenge: &rules::Challenge| {
        let (answer_by, play_by) = rules::due(facts, challenge)?;
        Some(Challenge {
            id: challenge.id,
            challenger: person(challenge.challenger, name),
            challenged: person(challenge.challenged, name),
            made_at: challenge.made_at,
            accepted_at: challenge.accepted_at,
            white: challenge.white,
            answer_by,
            play_by,
            game: challenge.game,
            outcome: ladder.outcome(challenge),
        })
    };
    facts.challenges.iter().rev().filter_map(challenge).collect()
}
