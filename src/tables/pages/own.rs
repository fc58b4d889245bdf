//! The tables where somebody plays, for a page beside the games room.

use chrono::NaiveDateTime;

use crate::db::Db;
use crate::error::Error;
use crate::id::PersonId;
use crate::tables::room::Room;
use crate::tables::store::{self, Filter};
use crate::tables::{Stage, Table, TableId};
use crate::web::layout::Frame;

use super::offer::Offer;
use super::{game_page, names};

/// Tables that are told of at the most.
const MOST: i64 = 12;

/// A table where the reader has a seat.
pub struct OwnTable {
    pub id: TableId,
    /// Which game.
    pub game: String,
    /// Who else sits there.
    pub names: String,
    /// Where it stands: the reader's turn, another's, or not begun.
    pub stands: String,
    pub is_my_turn: bool,
    /// Where the reader is invited: what they may do about that.
    pub offer: Option<Offer>,
}

/// The tables that are open, and those to which the reader is invited; those first where something is to be done.
pub fn own_tables(
    db: &mut Db,
    room: &Room,
    person: PersonId,
    frame: &Frame,
    now: NaiveDateTime,
) -> Result<Vec<OwnTable>, Error> {
    let mut own = Vec::new();
    for stage in [Stage::Playing, Stage::Open] {
        let theirs = Filter { stage: Some(stage), person: Some(person), game: None };
        for table in store::list(db, &theirs, None, MOST)? {
            let is_my_turn = stage == Stage::Playing && is_turn_of(db, room, &table, person)?;
            let stands = match is_my_turn {
                true => frame.t("today-your-move").to_string(),
                false => frame.word("table-stage", table.stage).to_string(),
            };
            let game = game_page(&table.game).map_or_else(|_| table.game.clone(), |game| game.title(frame.language));
            let names = names(frame, &table, Some(person));
            own.push(OwnTable { id: table.id, game, names, stands, is_my_turn, offer: None });
        }
    }
    for table in store::kept_for(db, person)? {
        let game = game_page(&table.game)?;
        own.push(OwnTable {
            id: table.id,
            offer: Offer::of(db, frame, &table, now)?,
            stands: game.terms(frame, &table.options),
            game: game.title(frame.language),
            names: frame.t("today-challenged").with("name", opener(&table)).to_string(),
            is_my_turn: false,
        });
    }
    own.sort_by_key(|table| !(table.is_my_turn || table.offer.is_some()));
    Ok(own)
}

/// Who opened a table, where they sit there.
pub fn opener(table: &Table) -> &str {
    let people = table.seats.iter().filter_map(|chair| chair.person.as_ref());
    people.into_iter().find(|person| person.id == table.opened_by).map_or("", |person| person.name.as_str())
}

fn is_turn_of(db: &mut Db, room: &Room, table: &Table, person: PersonId) -> Result<bool, Error> {
    let live = room.live(db, table.id)?;
    Ok(live.read(|known| {
        let seat = known.table.seat_of(person);
        known.state.as_ref().zip(seat).is_some_and(|(state, seat)| state.turn().contains(&seat))
    }))
}
