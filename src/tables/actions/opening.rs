//! Actions: opening a table, inviting more people to it, and removing its name.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use super::seats::ready;
use super::{At, record};
use crate::action::{Action, By, Deed};
use crate::audit::{Word, measure};
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;
use crate::members;
use crate::notify::Topic;
use crate::tables::store::{self, seats};
use crate::tables::{Room, Seat, TableId, rules};

#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OpenRequest)]
pub struct NewTable {
    /// A game that is played here, as `chess`; where there is none of this name, the refusal says which there are.
    pub game: String,
    /// The game's own; of chess `minutes` and `increment_seconds`.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub options: Value,
    /// The seat to take, in chess 0 for White and 1 for Black; drawn by lot if not said.
    #[schema(value_type = Option<i64>)]
    pub seat: Option<Seat>,
    /// For whom the other seats are kept; anybody may take the rest.
    #[serde(default)]
    #[schema(value_type = Vec<i64>)]
    pub invite: Vec<PersonId>,
    /// What the table is to be called, 1 to 40 characters.
    pub name: Option<String>,
    /// Whether the person who opens it is ready at once; API callers say so in a request of its
    /// own.
    #[serde(skip)]
    pub ready: bool,
}

impl NewTable {
    /// A table with a game's usual options.
    pub fn of(game: &str) -> NewTable {
        NewTable { game: game.to_owned(), ..NewTable::default() }
    }
}

/// Opens a table; the person who opens it sits down, and the invited are notified.
pub struct OpenTable {
    pub room: Arc<Room>,
    pub new: NewTable,
    pub seed: i64,
}

impl Action for OpenTable {
    type Done = TableId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<TableId>, Error> {
        let (NewTable { invite, name, .. }, by) = (&self.new, by.somebody()?.person);
        let game = self.room.game(&self.new.game)?;
        let options = game.options(&self.new.options)?;
        let seats = game.seats(&options);
        let seat = rules::own_seat(self.new.seat, seats, game.fewest(&options), self.seed)?;
        for person in invite {
            members::store::known(tx.db, *person)?;
        }
        rules::invites(by, invite, seats)?;
        let name = name.as_deref().map(rules::name).transpose()?;
        rules::may_open(store::opened_by(tx.db, by)?)?;
        game.opens(&options, tx.now)?;
        // Tables that notify others, or that begin at once, are limited.
        if !invite.is_empty() || seats == 1 {
            measure::keep(tx, by, measure::INVITING_TABLES)?;
        }
        let id = store::add(tx, game.name(), &options, self.seed, by, name.as_deref())?;
        let mut invited = invite.iter().copied();
        for place in 0..seats {
            let (person, invited) = if place == seat { (Some(by), None) } else { (None, invited.next()) };
            store::add_seat(tx, id, place, person, invited)?;
        }
        if self.new.ready {
            ready(tx, &At::table(&self.room, id), by, true, None)?;
        }
        let body = json!({ "game": game.name(), "options": options, "invited": invite });
        let told = json!({ "table": id, "game": game.name(), "by": by });
        Ok(record(Word::TableOpened, id, body).tell_each(Topic::TableInvited, invite, &told).done(id))
    }
}

/// The person who opened a table reserves more of its seats for people, who are notified.
pub struct Invite {
    pub id: TableId,
    pub people: Vec<PersonId>,
}

impl Action for Invite {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (Invite { id, people }, by) = (self, by.somebody()?.person);
        let table = store::table(tx.db, *id)?;
        for person in people {
            members::store::known(tx.db, *person)?;
        }
        let free = rules::invites_more(&table, by, people, &seats::declined(tx.db, *id)?)?;
        measure::keep(tx, by, measure::INVITATIONS)?;
        for (seat, person) in free.into_iter().zip(people) {
            seats::keep(tx, &table, seat, *person)?;
        }
        let told = json!({ "table": id, "game": table.game, "by": by });
        let record = record(Word::TableInvited, *id, json!({ "invited": people }));
        Ok(record.tell_each(Topic::TableInvited, people, &told).done(()))
    }
}

/// A moderator takes a table's name away.
pub struct Unname(pub TableId);

impl Action for Unname {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let name = store::table(tx.db, self.0)?.name;
        store::unname(tx, self.0)?;
        Ok(record(Word::TableUnnamed, self.0, json!({ "name": name })).done(()))
    }
}
