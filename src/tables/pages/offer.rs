//! What somebody without a seat is offered at a table that has not begun: sitting down to play, taking the seat kept for them, or
//! the reason why they cannot.

use chrono::NaiveDateTime;

use super::door::Reason;
use super::erased::AnyPage;
use super::{game_page, rules_of};
use crate::db::Db;
use crate::error::Error;
use crate::id::PersonId;
use crate::tables::{Seat, Stage, Table, rules};
use crate::web::layout::Frame;

pub struct Offer {
    /// The act of the form and the text of its button; `None` if it could only be refused now.
    pub button: Option<(&'static str, &'static str)>,
    /// The free seats that the reader can choose; none if they get the first one.
    pub seats: Vec<Seat>,
    /// Why the reader cannot play now, in place of the button.
    pub against: Vec<Reason>,
    /// Whether a seat is kept for the reader, who may say no.
    pub is_kept: bool,
}

impl Offer {
    /// `None` if the reader cannot sit down.
    pub fn of(db: &mut Db, frame: &Frame, table: &Table, now: NaiveDateTime) -> Result<Option<Offer>, Error> {
        let reader = frame.person.map(PersonId).filter(|_| !frame.roles.kiosk && table.stage == Stage::Open);
        let Some(reader) = reader.filter(|reader| table.seat_of(*reader).is_none()) else { return Ok(None) };
        let (game, page) = (rules_of(&table.game)?, game_page(&table.game)?);
        if rules::take(table, reader, None, game.fewest(&table.options)).is_err() {
            return Ok(None);
        }
        let is_kept = table.kept_for(reader).is_some();
        let against = against(db, page, frame, table, now)?;
        // Who sits down has nothing more to decide, and is ready at once.
        let label = if is_kept { "today-accept" } else { "table-accept" };
        let button = against.is_empty().then_some(("accept", label));
        let chooses = button.is_some() && !is_kept && page.chooses_seat(&table.options);
        let seats = if chooses { table.free() } else { Vec::new() };
        Ok(Some(Offer { button, seats, against, is_kept }))
    }

    /// The reasons against it, in one text.
    pub fn why_not(&self, frame: &Frame) -> Option<String> {
        let said: Vec<String> = self.against.iter().map(|(_, detail)| frame.said(detail)).collect();
        (!said.is_empty()).then(|| said.join(" "))
    }
}

/// What stands against beginning now at a table, as a reader may know it: for those who sit there, and for who may still take the free
/// seats, those for whom they are kept, else the reader.
pub fn against(
    db: &mut Db,
    page: &dyn AnyPage,
    frame: &Frame,
    table: &Table,
    now: NaiveDateTime,
) -> Result<Vec<Reason>, Error> {
    if table.stage != Stage::Open {
        return Ok(Vec::new());
    }
    let mut people = table.people();
    let reader = frame.person.map(PersonId);
    for chair in table.seats.iter().filter(|chair| chair.person.is_none()) {
        people.extend(chair.invited.or(reader).filter(|person| !people.contains(person)));
    }
    page.against(db, &table.options, &people, frame.viewpoint, now)
}
