//! Who the club is, in the database: one row, and in the settings who answers for it.

use diesel::prelude::*;

use super::Club;
use super::rules::Colour;
use crate::db::{Db, Tx, raise_version, schema::club, set_setting, setting, versions};
use crate::error::Error;

/// The row's number.
const ONE: i64 = 1;
/// The settings that say who answers for the club, and how they are reached.
const CONTACT: &str = "club_contact";
const REACH: &str = "club_reach";

/// Who the club is.
pub fn club(db: &mut Db) -> Result<Club, Error> {
    type Row = (String, String, Option<String>, bool);
    let columns = (club::name, club::place, club::accent, club::crest.is_not_null());
    let row: Option<Row> = club::table.find(ONE).select(columns).first(db).optional()?;
    let version = versions(db)?.get("club").copied().unwrap_or(0);
    let Some((name, place, accent, has_crest)) = row else { return Ok(Club { version, ..Club::default() }) };
    let accent: Option<Colour> = accent.and_then(|accent| accent.parse().ok());
    let contact = setting(db, CONTACT)?.unwrap_or_default();
    let reach = setting(db, REACH)?.unwrap_or_default();
    Ok(Club { name, place, accent, contact, reach, has_crest, version })
}

/// Where the club is at home; empty before anybody said so.
pub fn place(db: &mut Db) -> Result<String, Error> {
    let place: Option<String> = club::table.find(ONE).select(club::place).first(db).optional()?;
    Ok(place.unwrap_or_default())
}

/// The crest as a PNG.
pub fn crest(db: &mut Db) -> Result<Option<Vec<u8>>, Error> {
    Ok(club::table.find(ONE).select(club::crest).first::<Option<Vec<u8>>>(db).optional()?.flatten())
}

/// There is a row from now on.
fn begin(tx: &mut Tx) -> Result<(), Error> {
    let there: i64 = club::table.count().get_result(tx.db)?;
    if there == 0 {
        diesel::insert_into(club::table)
            .values((club::id.eq(ONE), club::name.eq(""), club::place.eq("")))
            .execute(tx.db)?;
    }
    raise_version(tx, "club").map(drop)
}

/// Updates the club's identity, except its crest.
pub fn set(tx: &mut Tx, club: &Club) -> Result<(), Error> {
    begin(tx)?;
    let accent = club.accent.map(|accent| accent.to_string());
    diesel::update(club::table.find(ONE))
        .set((club::name.eq(&club.name), club::place.eq(&club.place), club::accent.eq(accent)))
        .execute(tx.db)?;
    set_setting(tx.db, CONTACT, &club.contact)?;
    set_setting(tx.db, REACH, &club.reach)
}

pub fn set_crest(tx: &mut Tx, crest: Option<&[u8]>) -> Result<(), Error> {
    begin(tx)?;
    diesel::update(club::table.find(ONE)).set(club::crest.eq(crest)).execute(tx.db)?;
    Ok(())
}
