//! Actions: founding and ending a tournament, and who takes part.

use rookery_messages::say;
use serde_json::json;

use super::{Absent, End, Enter, NewTournament, On, Withdraw, record};
use crate::action::{Action, By, Deed};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::members;
use crate::tournaments::rules::{self, Leaving};
use crate::tournaments::store;
use crate::tournaments::{State, TournamentId};

impl Action for NewTournament {
    type Done = TournamentId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<TournamentId>, Error> {
        rules::found(self)?;
        let id = store::add(tx, self, by.somebody()?.person)?;
        let body = json!({ "name": self.name.trim(), "settings": self.settings, "teams": self.teams });
        Ok(record(tx, Word::TournamentFounded, id, body)?.done(id))
    }
}

impl Action for On<Enter> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (On(id, asked), by) = (self, by.somebody()?);
        let id = *id;
        let facts = store::facts(tx.db, id, tx.now)?;
        let person = members::store::known(tx.db, asked.person)?;
        if members::store::membership_at(tx.db, person.id, tx.now)?.is_none() {
            let name = person.name;
            return Err(
                Refusal::field("person", say!("{name} is not on the leaderboard; members take part.", name)).into()
            );
        }
        let rating = store::ratings(tx.db, facts.tournament.settings.seeding, &[person.id])?.remove(&person.id);
        let name = store::naming(tx.db, &facts)?;
        let player = rules::enter(&facts, asked, by, rating, &name)?;
        match facts.player(person.id) {
            // Who withdrew comes back under the same number.
            Some(_) => store::set_withdrawn(tx, id, person.id, player.withdrawn_from)?,
            None => store::add_player(tx, id, &player)?,
        }
        let body = json!({
            "person": player.person, "team": player.team, "team_board": player.team_board,
            "first_round": player.first_round,
        });
        Ok(record(tx, Word::TournamentEntered, id, body)?.done(()))
    }
}

impl Action for On<Withdraw> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (On(id, asked), by) = (self, by.somebody()?);
        let id = *id;
        let facts = store::facts(tx.db, id, tx.now)?;
        let name = store::naming(tx.db, &facts)?;
        let from = match rules::withdraw(&facts, asked, by, &name)? {
            Leaving::TakenOut => {
                store::remove_player(tx, id, asked.person)?;
                None
            }
            Leaving::From(round) => {
                store::set_withdrawn(tx, id, asked.person, Some(round))?;
                Some(round)
            }
        };
        let body = json!({ "person": asked.person, "from_round": from });
        Ok(record(tx, Word::TournamentWithdrawn, id, body)?.done(()))
    }
}

impl Action for On<Absent> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (On(id, asked), by) = (self, by.somebody()?);
        let id = *id;
        let facts = store::facts(tx.db, id, tx.now)?;
        let name = store::naming(tx.db, &facts)?;
        rules::absent(&facts, asked, by, &name)?;
        store::set_absence(tx, id, asked.person, asked.round, asked.kind)?;
        let body = json!({ "person": asked.person, "round": asked.round, "kind": asked.kind });
        Ok(record(tx, Word::TournamentAbsence, id, body)?.done(()))
    }
}

impl Action for On<End> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let On(id, asked) = self;
        let id = *id;
        let facts = store::facts(tx.db, id, tx.now)?;
        let state = rules::end(&facts, asked)?;
        let reason = asked.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
        store::set_ended(tx, id, state, reason)?;
        let body = json!({ "tournament": id, "title": facts.tournament.name, "reason": reason });
        if state != State::CalledOff {
            return Ok(record(tx, Word::TournamentEnded, id, body)?.done(()));
        }
        let players = facts.players.iter().map(|player| player.person);
        let record = record(tx, Word::TournamentCalledOff, id, body)?;
        Ok(players.fold(record, |record, player| record.tell(Some(player))).done(()))
    }
}
