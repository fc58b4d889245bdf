//! Carrying out: Party Chess against the computer, with a table of its own.

use std::sync::Arc;

use super::rules::{Deed as Does, Options, first_army, suite};
use super::table::{NAME, PartyChess};
use crate::action::{Action, By, Deed, perform};
use crate::db::Tx;
use crate::error::Error;
use crate::tables::actions::{At, NewTable, OpenTable, Play, SayReady};
use crate::tables::store::{self, Filter};
use crate::tables::{Room, Stage, TableId, erased};

/// Tables of Party Chess at which one is looked for.
const AT_TABLES: i64 = 50;

/// Begins to practise, or goes on: at the table that goes on, or at a new one, begun and with a first army.
pub struct Practise {
    pub room: Arc<Room>,
    /// What the Offices are called, the player's and the computer's.
    pub swingers: Vec<String>,
    pub seed: i64,
}

impl Action for Practise {
    type Done = TableId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<TableId>, Error> {
        let person = by.somebody()?.person;
        let own = Filter { game: Some(NAME.to_owned()), stage: Some(Stage::Playing), person: Some(person) };
        let mut running = store::list(tx.db, &own, None, AT_TABLES)?.into_iter();
        if let Some(table) =
            running.find(|table| table.options_of::<PartyChess>().is_ok_and(|options| options.practice))
        {
            return Ok(Deed::of_its_parts(table.id));
        }
        let options = Options { practice: true, swingers: self.swingers.clone(), ..Options::default() };
        let new = NewTable { options: erased(&options)?, ..NewTable::of(NAME) };
        let id = perform(tx, by, &OpenTable { room: self.room.clone(), new, seed: self.seed })?;
        let at = At::table(&self.room, id);
        perform(tx, by, &SayReady { at: at.clone(), ready: true, until: None })?;
        let answers = store::table(tx.db, id)?.number;
        let army = first_army(&suite()?);
        perform(tx, by, &Play { at, answers, play: erased(&Does::Army { army })? })?;
        Ok(Deed::of_its_parts(id))
    }
}
