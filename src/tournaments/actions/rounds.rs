//! Actions: announcing rounds and taking them back, and the results of their boards.

use chrono::NaiveDateTime;
use rookery_messages::say;
use serde_json::{Value, json};

use super::{Announce, EnterResult, OfBoard, On, TakeBackRound, record};
use crate::action::{Action, By, Deed, Record, Somebody, perform};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::games::{self, Assent, Ending, NewGame};
use crate::http::instant;
use crate::id::{GameId, PersonId};
use crate::ratings::Outcome;
use crate::sessions;
use crate::tournaments::Round;
use crate::tournaments::rules::{self, Board, Entering, Facts};
use crate::tournaments::store;

impl Action for On<Announce> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (On(id, asked), by) = (self, by.somebody()?);
        let id = *id;
        let facts = store::facts(tx.db, id, tx.now)?;
        let session = match asked.session {
            Some(session) => Some(sessions::store::known(tx.db, session)?),
            None => None,
        };
        let name = store::naming(tx.db, &facts)?;
        let next = rules::announce(&facts, asked, session.as_ref(), &name)?;
        if facts.rounds.is_empty() {
            store::number_players(tx, id, &next.seeded)?;
            store::set_begun(tx, id, Some(tx.now))?;
        }
        let day = session.map(|session| facts.day(session.starts_at)).or(asked.day);
        let round = Round { round: next.round, session: asked.session, day, announced_at: tx.now };
        store::add_round(tx, id, &round, &next.boards, by.person)?;
        let body = json!({ "round": next.round, "session": asked.session, "day": day, "pairings": rows(&next.boards) });
        let record = record(tx, Word::TournamentRoundAnnounced, id, body)?;
        Ok(tell(record, &facts, &next.boards).done(()))
    }
}

impl Action for On<TakeBackRound> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let On(id, TakeBackRound(round)) = self;
        let (id, round) = (*id, *round);
        let facts = store::facts(tx.db, id, tx.now)?;
        rules::take_back_round(&facts, round)?;
        let boards: Vec<Board> = facts.boards.iter().filter(|board| board.round == round).cloned().collect();
        store::remove_round(tx, id, round)?;
        if facts.rounds.len() == 1 {
            store::unnumber_players(tx, id)?;
            store::set_begun(tx, id, None)?;
        }
        let body = json!({ "round": round, "pairings": rows(&boards) });
        let record = record(tx, Word::TournamentRoundTakenBack, id, body)?;
        Ok(tell(record, &facts, &boards).done(()))
    }
}

fn row(board: &Board) -> Value {
    json!({ "round": board.round, "board": board.board, "white": board.white, "black": board.black })
}

fn rows(boards: &[Board]) -> Value {
    boards.iter().map(row).collect()
}

/// Notifies everybody who has a board or the bye.
fn tell(mut record: Record, facts: &Facts, boards: &[Board]) -> Record {
    for board in boards {
        let told = json!({
            "tournament": facts.tournament.id, "title": facts.tournament.name, "pairings": [row(board)],
        });
        for player in std::iter::once(board.white).chain(board.black) {
            record = record.tell_what(Some(player), told.clone());
        }
    }
    record
}

impl Action for On<OfBoard<EnterResult>> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (On(id, OfBoard(round, board, asked)), by) = (self, by.somebody()?);
        let (id, round, board) = (*id, *round, *board);
        let facts = store::facts(tx.db, id, tx.now)?;
        match rules::result(&facts, round, board, asked, by)? {
            Entering::Write(result) => store::set_result(tx, id, (round, board), result, by.person)?,
            Entering::Game { white, black, outcome, ending } => {
                let since = facts.rounds.iter().find(|own| own.round == round).map_or(tx.now, |own| own.announced_at);
                let game = asked.game(tx, by, &facts, [white, black], (outcome, ending), since)?;
                store::link_game(tx, id, (round, board), game, by.person)?;
            }
        }
        let body = json!({ "round": round, "board": board, "result": asked.result, "game": asked.game });
        Ok(record(tx, Word::TournamentResultEntered, id, body)?.done(()))
    }
}

impl EnterResult {
    /// The club's game that was played: the one it names, or a new one, with all that the club's rules ask of a game. One of
    /// the two that is there already, played `since` they were paired, is not entered twice unasked.
    pub(super) fn game(
        &self,
        tx: &mut Tx,
        by: Somebody,
        facts: &Facts,
        [white, black]: [PersonId; 2],
        (outcome, ending): (Outcome, Ending),
        since: NaiveDateTime,
    ) -> Result<GameId, Error> {
        if let Some(id) = self.game {
            let row = games::store::row(tx.db, id)?;
            let taken = store::tournament_of_game(tx.db, id)?.is_some();
            rules::link(&row.game(), taken, [white, black], outcome)?;
            return Ok(id);
        }
        if !self.insist
            && let Some(there) = store::unlinked_game(tx.db, [white, black], since)?
        {
            let fits = rules::link(&games::store::row(tx.db, there)?.game(), false, [white, black], outcome);
            return Err(is_there_already(there, fits.err()).into());
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
            record: games::record::Record::default(),
            timed_game: None,
            rematch_of: None,
            import_key: None,
            insist: self.insist,
        };
        Ok(perform(tx, &By::from(by), &game)?.id)
    }
}

/// A game of the two that is there already is not entered twice: it counts for the board where it `fits`, and else is put right.
fn is_there_already(game: GameId, unfit: Option<Refusal>) -> Refusal {
    let detail = say!(
        "A game of these two is there already, played since they were paired. Say whether it is this one or another, and send it again."
    );
    let asked = |detail| Refusal::conflict(say!("The same game"), detail).with("game", game).with("insist", false);
    match unfit {
        None => asked(detail).with("count", game),
        Some(unfit) => asked(detail.then(unfit.detail)),
    }
}
