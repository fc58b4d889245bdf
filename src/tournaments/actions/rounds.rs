//! Carrying out: rounds announced and taken back, and the results of their boards.

use serde_json::{Value, json};

use super::{Announce, EnterResult, log};
use crate::db::Tx;
use crate::error::Error;
use crate::games::record::Record;
use crate::games::{self, Assent, Authority, Ending, NewGame};
use crate::http::instant;
use crate::id::{GameId, PersonId};
use crate::notify;
use crate::ratings::Outcome;
use crate::sessions;
use crate::tournaments::rules::{self, Board, By, Entering, Facts};
use crate::tournaments::store;
use crate::tournaments::{Round, TournamentId};

impl Announce {
    pub fn carry_out(&self, tx: &mut Tx, by: By, id: TournamentId) -> Result<(), Error> {
        let facts = store::facts(tx.db, id, tx.now)?;
        let session = match self.session {
            Some(session) => Some(sessions::store::known(tx.db, session)?),
            None => None,
        };
        let name = store::naming(tx.db, &facts)?;
        let next = rules::announce(&facts, self, session.as_ref(), &name)?;
        if facts.rounds.is_empty() {
            store::number_players(tx, id, &next.seeded)?;
            store::set_begun(tx, id, Some(tx.now))?;
        }
        let day = session.map(|session| facts.day(session.starts_at)).or(self.day);
        let round = Round { round: next.round, session: self.session, day, announced_at: tx.now };
        store::add_round(tx, id, &round, &next.boards, by.person)?;
        tell(tx, "tournament.round_announced", &facts, &next.boards)?;
        let body = json!({ "round": next.round, "session": self.session, "day": day, "pairings": rows(&next.boards) });
        log(tx, by, "tournament.round_announced", id, body)
    }
}

/// Takes back the round that was announced last, while nothing of it is entered.
pub fn take_back_round(tx: &mut Tx, by: By, id: TournamentId, round: i64) -> Result<(), Error> {
    let facts = store::facts(tx.db, id, tx.now)?;
    rules::take_back_round(&facts, round)?;
    let boards: Vec<Board> = facts.boards.iter().filter(|board| board.round == round).cloned().collect();
    store::remove_round(tx, id, round)?;
    if facts.rounds.len() == 1 {
        store::unnumber_players(tx, id)?;
        store::set_begun(tx, id, None)?;
    }
    tell(tx, "tournament.round_taken_back", &facts, &boards)?;
    log(tx, by, "tournament.round_taken_back", id, json!({ "round": round, "pairings": rows(&boards) }))
}

fn row(board: &Board) -> Value {
    json!({ "round": board.round, "board": board.board, "white": board.white, "black": board.black })
}

fn rows(boards: &[Board]) -> Value {
    boards.iter().map(row).collect()
}

/// Tells everybody who sits at a board, or has the bye, of their own.
fn tell(tx: &mut Tx, topic: &str, facts: &Facts, boards: &[Board]) -> Result<(), Error> {
    for board in boards {
        let told = json!({
            "tournament": facts.tournament.id, "title": facts.tournament.name, "pairings": [row(board)],
        });
        for player in std::iter::once(board.white).chain(board.black) {
            notify::enqueue(tx, topic, Some(player), &told)?;
        }
    }
    Ok(())
}

impl EnterResult {
    /// Of a board of a round.
    pub fn carry_out(&self, tx: &mut Tx, by: By, id: TournamentId, round: i64, board: i64) -> Result<(), Error> {
        let facts = store::facts(tx.db, id, tx.now)?;
        match rules::result(&facts, round, board, self, by)? {
            Entering::Write(result) => store::set_result(tx, id, (round, board), result, by.person)?,
            Entering::Game { white, black, outcome, ending } => {
                let game = self.game(tx, by, &facts, [white, black], (outcome, ending))?;
                store::link_game(tx, id, (round, board), game, by.person)?;
            }
        }
        let body = json!({ "round": round, "board": board, "result": self.result, "game": self.game });
        log(tx, by, "tournament.result_entered", id, body)
    }

    /// The club's game that was played: the one it names, or a new one, with all that the club's rules ask of a game.
    pub(super) fn game(
        &self,
        tx: &mut Tx,
        by: By,
        facts: &Facts,
        [white, black]: [PersonId; 2],
        (outcome, ending): (Outcome, Ending),
    ) -> Result<GameId, Error> {
        if let Some(id) = self.game {
            let row = games::store::row(tx.db, id)?;
            let taken = store::tournament_of_game(tx.db, id)?.is_some();
            rules::link(&row.game(), taken, [white, black], outcome)?;
            return Ok(id);
        }
        let played_at = instant::kept_if_any("played_at", self.played_at)?;
        // Who takes part in a tournament with a time control agrees to play with a clock (Act I.7.2).
        let clocked = facts.tournament.settings.time_control.is_some();
        let game = NewGame {
            white,
            black,
            result: Some(outcome),
            ending,
            played_at: games::rules::played_at(played_at, tx.now)?,
            room: None,
            began_at: None,
            online: false,
            clock: clocked.then_some(Assent { white: true, black: true }),
            record: Record::default(),
            timed_game: None,
            rematch_of: None,
            import_key: None,
            insist: self.insist,
        };
        Ok(games::enter(tx, &Authority { person: Some(by.person), roles: by.roles }, &game)?.id)
    }
}
