//! Actions: talk at tables, and muting people there.

use super::At;
use crate::action::{Action, By, Deed};
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;
use crate::members;
use crate::tables::store::{self, talk};
use crate::tables::{Talk, rules};

/// Says something at a table.
pub struct Say {
    pub at: At,
    pub text: String,
}

impl Action for Say {
    type Done = Talk;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Talk>, Error> {
        let by = by.somebody()?;
        let table = store::table(tx.db, self.at.id)?;
        let text = rules::talk(&table, by.person, by.roles.may_moderate(), &self.text)?;
        rules::not_too_much(talk::lately(tx.db, by.person, tx.now)?)?;
        Ok(Deed::kept_elsewhere(talk::say(tx, table.id, by.person, text)?))
    }
}

/// Mutes or unmutes somebody for one reader, at every table. It changes nothing for anybody else, and nobody is
/// notified.
pub struct Mute {
    pub whom: PersonId,
    pub mute: bool,
}

impl Action for Mute {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (reader, whom) = (by.somebody()?.person, self.whom);
        members::store::known(tx.db, whom)?;
        rules::mutes(reader, whom)?;
        talk::mute(tx, reader, whom, self.mute)?;
        Ok(Deed::kept_elsewhere(()))
    }
}
