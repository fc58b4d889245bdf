//! Named values that the service stores in the table `settings`, a text each.

use diesel::prelude::*;

use super::{Db, schema::settings};
use crate::error::Error;

pub fn setting(db: &mut Db, name: &str) -> Result<Option<String>, Error> {
    Ok(settings::table.find(name).select(settings::value).first(db).optional()?)
}

/// All whose names begin so, by name.
pub fn settings_of(db: &mut Db, begin: &str) -> Result<Vec<(String, String)>, Error> {
    let all: Vec<(String, String)> = settings::table.order(settings::name).load(db)?;
    Ok(all.into_iter().filter(|(name, _)| name.starts_with(begin)).collect())
}

pub fn set_setting(db: &mut Db, name: &str, value: &str) -> Result<(), Error> {
    let updated = diesel::update(settings::table.find(name)).set(settings::value.eq(value)).execute(db)?;
    if updated == 0 {
        diesel::insert_into(settings::table)
            .values((settings::name.eq(name), settings::value.eq(value)))
            .execute(db)?;
    }
    Ok(())
}

pub fn forget_setting(db: &mut Db, name: &str) -> Result<(), Error> {
    diesel::delete(settings::table.find(name)).execute(db)?;
    Ok(())
}
