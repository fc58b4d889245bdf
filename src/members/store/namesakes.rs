//! Who could be taken for somebody else, by a name or a handle.

use diesel::prelude::*;

use crate::db::{Db, schema::people};
use crate::error::Error;
use crate::id::PersonId;
use crate::members::handles::Looks;

/// What somebody else is called whom a reader cannot tell from `name`, by name or handle; `but` is whose name it is to be.
pub fn namesake(db: &mut Db, name: &str, but: Option<PersonId>) -> Result<Option<String>, Error> {
    let looks = Looks::of(name);
    let called: Vec<(PersonId, String, String)> =
        people::table.order(people::id).select((people::id, people::name, people::handle)).load(db)?;
    let mut others = called.into_iter().filter(|(id, ..)| Some(*id) != but);
    let twin = others.find(|(_, name, handle)| [name, handle].into_iter().any(|word| Looks::of(word).like(&looks)));
    Ok(twin.map(|(_, name, _)| name))
}

/// What everybody's name and handle look like.
pub fn looks(db: &mut Db) -> Result<Vec<(PersonId, [Looks; 2])>, Error> {
    let called: Vec<(PersonId, String, String)> =
        people::table.order(people::id).select((people::id, people::name, people::handle)).load(db)?;
    Ok(called.into_iter().map(|(id, name, handle)| (id, [Looks::of(&name), Looks::of(&handle)])).collect())
}

/// Whether somebody else's handle looks like this one.
pub fn handle_is_like_anothers(db: &mut Db, handle: &str, but: Option<PersonId>) -> Result<bool, Error> {
    let looks = Looks::of(handle);
    let handles: Vec<(PersonId, String)> = people::table.select((people::id, people::handle)).load(db)?;
    Ok(handles.into_iter().any(|(id, other)| Some(id) != but && Looks::of(&other).like(&looks)))
}
