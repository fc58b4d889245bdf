//! Carrying out: founding and ending a tournament, and who takes part.

use rookery_messages::say;
use serde_json::json;

use super::{Absent, End, Enter, NewTournament, Withdraw, log};
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::members;
use crate::notify;
use crate::tournaments::rules::{self, By, Leaving};
use crate::tournaments::store;
use crate::tournaments::{State, TournamentId};

impl NewTournament {
    pub fn carry_out(&self, tx: &mut Tx, by: By) -> Result<TournamentId, Error> {
        rules::found(self)?;
        let id = store::add(tx, self, by.person)?;
        let body = json!({ "name": self.name.trim(), "settings": self.settings, "teams": self.teams });
        log(tx, by, "tournament.founded", id, body)?;
        Ok(id)
    }
}

impl Enter {
    pub fn carry_out(&self, tx: &mut Tx, by: By, id: TournamentId) -> Result<(), Error> {
        let facts = store::facts(tx.db, id, tx.now)?;
        let person = members::store::known(tx.db, self.person)?;
        if members::store::membership_at(tx.db, person.id, tx.now)?.is_none() {
            let name = person.name;
            return Err(
                Refusal::field("person", say!("{name} is not on the leaderboard; members take part.", name)).into()
            );
        }
        let rating = store::ratings(tx.db, facts.tournament.settings.seeding, &[person.id])?.remove(&person.id);
        let name = store::naming(tx.db, &facts)?;
        let player = rules::enter(&facts, self, by, rating, &name)?;
        match facts.player(person.id) {
            // Who withdrew comes back under the same number.
            Some(_) => store::set_withdrawn(tx, id, person.id, player.withdrawn_from)?,
            None => store::add_player(tx, id, &player)?,
        }
        let body = json!({
            "person": player.person, "team": player.team, "team_board": player.team_board,
            "first_round": player.first_round,
        });
        log(tx, by, "tournament.entered", id, body)
    }
}

impl Withdraw {
    pub fn carry_out(&self, tx: &mut Tx, by: By, id: TournamentId) -> Result<(), Error> {
        let facts = store::facts(tx.db, id, tx.now)?;
        let name = store::naming(tx.db, &facts)?;
        let from = match rules::withdraw(&facts, self, by, &name)? {
            Leaving::TakenOut => {
                store::remove_player(tx, id, self.person)?;
                None
            }
            Leaving::From(round) => {
                store::set_withdrawn(tx, id, self.person, Some(round))?;
                Some(round)
            }
        };
        log(tx, by, "tournament.withdrawn", id, json!({ "person": self.person, "from_round": from }))
    }
}

impl Absent {
    pub fn carry_out(&self, tx: &mut Tx, by: By, id: TournamentId) -> Result<(), Error> {
        let facts = store::facts(tx.db, id, tx.now)?;
        let name = store::naming(tx.db, &facts)?;
        rules::absent(&facts, self, by, &name)?;
        store::set_absence(tx, id, self.person, self.round, self.kind)?;
        log(tx, by, "tournament.absence", id, json!({ "person": self.person, "round": self.round, "kind": self.kind }))
    }
}

impl End {
    pub fn carry_out(&self, tx: &mut Tx, by: By, id: TournamentId) -> Result<(), Error> {
        let facts = store::facts(tx.db, id, tx.now)?;
        let state = rules::end(&facts, self)?;
        let reason = self.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
        store::set_ended(tx, id, state, reason)?;
        let body = json!({ "tournament": id, "title": facts.tournament.name, "reason": reason });
        if state == State::CalledOff {
            let players: Vec<PersonId> = facts.players.iter().map(|player| player.person).collect();
            for player in players {
                notify::enqueue(tx, "tournament.called_off", Some(player), &body)?;
            }
        }
        let act = if state == State::CalledOff { "tournament.called_off" } else { "tournament.ended" };
        log(tx, by, act, id, body)
    }
}
