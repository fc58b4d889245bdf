//! Ratings and numbers that people have elsewhere.

use std::collections::{BTreeMap, HashMap};

use diesel::prelude::*;

use crate::db::{
    Db, Tx,
    schema::{outside_ratings, people},
};
use crate::error::Error;
use crate::id::PersonId;
use crate::members::{OutsideList, OutsideRating};

/// What people have on all lists.
pub fn outside(db: &mut Db, people: &[PersonId]) -> Result<BTreeMap<(PersonId, OutsideList), OutsideRating>, Error> {
    let ids: Vec<i64> = people.iter().map(|person| person.0).collect();
    let rows: Vec<(PersonId, OutsideList, OutsideRating)> = outside_ratings::table
        .filter(outside_ratings::person_id.eq_any(ids))
        .select((
            outside_ratings::person_id,
            outside_ratings::list,
            (outside_ratings::rating, outside_ratings::number, outside_ratings::whose, outside_ratings::title),
        ))
        .load(db)?;
    Ok(rows.into_iter().map(|(person, list, held)| ((person, list), held)).collect())
}

/// The ratings of those who have one on a list.
pub fn outside_rating(db: &mut Db, people: &[PersonId], list: OutsideList) -> Result<HashMap<PersonId, i64>, Error> {
    let held = outside(db, people)?.into_iter().filter(|((_, of), _)| *of == list);
    Ok(held.filter_map(|((person, _), held)| Some((person, held.rating?))).collect())
}

/// People by the number that a list knows them by.
pub fn by_outside_number(
    db: &mut Db,
    list: OutsideList,
    numbers: &[String],
) -> Result<HashMap<String, PersonId>, Error> {
    let rows: Vec<(Option<String>, PersonId)> = outside_ratings::table
        .filter(outside_ratings::list.eq(list).and(outside_ratings::number.eq_any(numbers)))
        .order(outside_ratings::person_id)
        .select((outside_ratings::number, outside_ratings::person_id))
        .load(db)?;
    Ok(rows.into_iter().filter_map(|(number, person)| Some((number?, person))).collect())
}

/// The people with exactly this name.
pub fn by_exact_name(db: &mut Db, names: &[String]) -> Result<HashMap<String, Vec<PersonId>>, Error> {
    let rows: Vec<(String, PersonId)> = people::table
        .filter(people::name.eq_any(names))
        .order(people::id)
        .select((people::name, people::id))
        .load(db)?;
    let mut called: HashMap<String, Vec<PersonId>> = HashMap::new();
    for (name, person) in rows {
        called.entry(name).or_default().push(person);
    }
    Ok(called)
}

/// Stores somebody's rating on a list; it replaces the earlier one.
pub fn set_outside(
    tx: &mut Tx,
    person: PersonId,
    list: OutsideList,
    held: &OutsideRating,
    by: PersonId,
) -> Result<(), Error> {
    remove_outside(tx, person, list)?;
    diesel::insert_into(outside_ratings::table)
        .values((
            outside_ratings::person_id.eq(person),
            outside_ratings::list.eq(list),
            outside_ratings::rating.eq(held.rating),
            outside_ratings::number.eq(&held.number),
            outside_ratings::whose.eq(&held.whose),
            outside_ratings::title.eq(&held.title),
            outside_ratings::set_by.eq(by),
            outside_ratings::set_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Whether there was anything to remove.
pub fn remove_outside(tx: &mut Tx, person: PersonId, list: OutsideList) -> Result<bool, Error> {
    let of_them =
        outside_ratings::table.filter(outside_ratings::person_id.eq(person).and(outside_ratings::list.eq(list)));
    Ok(diesel::delete(of_them).execute(tx.db)? > 0)
}
