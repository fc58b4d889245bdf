//! What happens on a season's evenings besides games and decisions: objections and rematches, corrections of the register,
//! games online and at the boards of a tournament, elections.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use rookery::action::{By, perform};
use rookery::chess::actions::GiveConsent;
use rookery::db::Tx;
use rookery::elections::actions as elections;
use rookery::error::Error;
use rookery::games::actions::{Object, Objection, Rematch, SettleRematch};
use rookery::games::rules::afterwards::RematchOutcome;
use rookery::games::store::row;
use rookery::id::PersonId;
use rookery::ratings::Outcome;
use rookery::sessions::actions::{AddStay, NewStay, Strike, StrikeStay};
use rookery::sessions::store::stays;
use rookery::tables::actions::{At, NewTable, OpenTable, Play, SayReady, Sit};
use rookery::tables::store::table;
use rookery::tournaments::actions::{Announce, Enter, EnterResult, NewTournament, OfBoard, On};
use rookery::tournaments::store::facts;
use rookery::tournaments::{Format, Score, Scoring, Seeding, Settings, TournamentId};
use rookery::{elections::ElectionId, rulebook};
use rookery_messages::Message;
use serde_json::json;

use super::season::{Season, attempt, game, moderates, player};
use super::{BOARDS, PLAYERS};

const WHY: &str = "It was not so";

/// Boards of a round.
const ROUND: usize = PLAYERS / 2;

/// How long nominations are open, and then the vote; in seconds.
const OPEN: i64 = 400;

/// Publishes house rules by which people play online as often as they like, and elections are called, and over, within a
/// session.
pub fn house_rules(tx: &mut Tx) -> Result<i64, Error> {
    let mut book = rulebook::version_at(tx.db, tx.now)?;
    let house = &mut book.rules;
    (house.online_games_a_day, house.online_games_at_once) = (1_000, 1_000);
    (house.elections, house.election_least_days, house.candidate_weeks, house.candidate_games) = (true, 0, 0, 0);
    rulebook::publish(tx, &book, None, &Message::verbatim("For seasons"))
}

/// The tournament of a season's players, every round of it announced while nobody has played: who meets whom follows from
/// no score.
pub fn tournament(tx: &mut Tx, moderator: PersonId, players: &[PersonId]) -> Result<TournamentId, Error> {
    let by = &moderates(moderator);
    let settings = Settings {
        format: Format::RoundRobin { legs: 2 },
        boards: None,
        rounds: None,
        rated: true,
        time_control: None,
        scoring: Scoring::default(),
        tie_breaks: vec!["SB".to_owned()],
        seeding: Seeding::Club,
        open_until: None,
    };
    let id = perform(tx, by, &NewTournament { name: "Everybody meets".into(), settings, teams: Vec::new() })?;
    for &person in players {
        perform(tx, by, &On(id, Enter { person, team: None, team_board: None }))?;
    }
    for round in (1..).take(BOARDS / ROUND) {
        perform(tx, by, &On(id, Announce { round, session: None, day: None, boards: None }))?;
    }
    Ok(id)
}

/// A player consents to the terms of online play.
pub fn consent(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    let version = rulebook::number_at(tx.db, tx.now)?;
    perform(tx, &player(person), &GiveConsent { version }).map(drop)
}

impl Season {
    pub(super) fn object(&mut self, tx: &mut Tx, number: usize, of: usize, white: bool) -> bool {
        let game = self.games[&of];
        let made = attempt(tx, |tx| {
            let played = row(tx.db, game)?;
            let objector = if white { played.white } else { played.black };
            perform(tx, &player(objector), &Object(game, Objection { reason: WHY.into() }))
        });
        self.objections.extend(made.map(|id| (number, id)));
        made.is_some()
    }

    /// The moderator says what came of an objection; the rematch is played with the colours changed.
    pub(super) fn rematch(
        &mut self,
        tx: &mut Tx,
        number: usize,
        of: usize,
        came: RematchOutcome,
        outcome: Outcome,
    ) -> bool {
        let Some(&objection) = self.objections.get(&of) else { return false };
        let first = self.targets[&of];
        let original = self.games[&first];
        let settled = attempt(tx, |tx| {
            let before = row(tx.db, original)?;
            let played = came == RematchOutcome::Played;
            let game = played.then(|| game(before.black, before.white, outcome, tx.now));
            perform(tx, &self.by(), &SettleRematch(objection, Rematch { outcome: came, time_exempted: true, game }))
        });
        let Some(rematch) = settled else { return false };
        self.objections.remove(&of);
        if let Some(rematch) = rematch {
            self.games.remove(&first);
            self.games.insert(number, rematch);
        }
        true
    }

    pub(super) fn correct_register(&self, tx: &mut Tx, session: usize, player: usize) -> bool {
        let (session, began) = self.sessions[session % self.sessions.len()];
        let (by, person, reason) = (self.by(), self.players[player], WHY.to_owned());
        let corrected = attempt(tx, |tx| match stays(tx.db, session)?.iter().find(|stay| stay.person == person) {
            Some(stay) => perform(tx, &by, &StrikeStay(stay.id, Strike { reason })),
            None => {
                let stay = NewStay { person, arrived_at: began.and_utc(), left_at: None, reason };
                perform(tx, &by, &AddStay(session, stay))
            }
        });
        corrected.is_some()
    }

    pub(super) fn online(&mut self, tx: &mut Tx, number: usize, players: [usize; 2], white_wins: bool) -> bool {
        let ([white, black], room) = (players.map(|player| self.players[player]), self.room.clone());
        let played = attempt(tx, |tx| {
            let new = NewTable { seat: Some(0), ..NewTable::of("chess") };
            let id = perform(tx, &player(white), &OpenTable { room: room.clone(), new, seed: 0 })?;
            let at = At::table(&room, id);
            perform(tx, &player(black), &Sit { at: at.clone(), seat: Some(1) })?;
            for person in [white, black] {
                perform(tx, &player(person), &SayReady { at: at.clone(), ready: true, until: None })?;
            }
            let loser = if white_wins { black } else { white };
            perform(tx, &player(loser), &Play { at, answers: 0, play: json!({ "kind": "resign" }) })?;
            Ok(table(tx.db, id)?.game_id)
        });
        let game = played.flatten();
        self.games.extend(game.map(|id| (number, id)));
        game.is_some()
    }

    /// A board is played once.
    pub(super) fn board(&mut self, tx: &mut Tx, number: usize, board: usize, score: Score) -> bool {
        if self.boards.contains(&board) {
            return false;
        }
        let [round, place] = [board / ROUND, board % ROUND].map(|index| i64::try_from(index).unwrap() + 1);
        let (by, tournament) = (self.by(), self.tournament);
        let entered = attempt(tx, |tx| {
            let result = EnterResult { result: Some(score), ending: None, played_at: None, game: None, insist: true };
            perform(tx, &by, &On(tournament, OfBoard(round, place, result)))?;
            let facts = facts(tx.db, tournament, tx.now)?;
            let found = facts.boards.iter().find(|board| (board.round, board.board) == (round, place));
            found.and_then(|board| board.game).ok_or_else(|| Error::internal("a board without its game"))
        });
        self.games.extend(entered.map(|id| (number, id)));
        self.boards.extend(entered.map(|_| board));
        entered.is_some()
    }

    pub(super) fn call(&mut self, tx: &mut Tx, number: usize) -> bool {
        let closes = |seconds| (tx.now + TimeDelta::seconds(seconds)).and_utc();
        let call = elections::Call {
            seats: 1,
            term_weeks: 1,
            nominations_close_at: closes(OPEN),
            voting_closes_at: closes(2 * OPEN),
            note: "A moderator more".into(),
        };
        let by = By::from(self.bench.chief());
        let called = attempt(tx, |tx| perform(tx, &by, &call)).map(|election| election.id);
        self.elections.extend(called.map(|id| (number, id)));
        called.is_some()
    }

    /// A player stands in the last election that was called.
    pub(super) fn stand(&mut self, tx: &mut Tx, number: usize, candidate: usize) -> bool {
        let Some(election) = self.elections.values().next_back().copied() else { return false };
        let person = self.players[candidate];
        let nomination = elections::NewNomination { person, statement: String::new() };
        let stands = attempt(tx, |tx| perform(tx, &player(person), &elections::Nominate(election, nomination)));
        self.candidates.extend(stands.iter().map(|_| (number, (election, person))));
        stands.is_some()
    }

    pub(super) fn vote(&self, tx: &mut Tx, of: usize, voter: usize) -> bool {
        let (election, candidate): (ElectionId, PersonId) = self.candidates[&of];
        let ballot = elections::Ballot { scores: BTreeMap::from([(candidate.to_string(), 5)]) };
        let voter = player(self.players[voter]);
        attempt(tx, |tx| perform(tx, &voter, &elections::Vote(election, ballot))).is_some()
    }
}
