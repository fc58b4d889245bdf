//! Queries and changes without their types, so that what carries them (threads, transactions, turns) is compiled once and
//! not for each of some hundreds.

use std::any::Any;

use super::{Db, Tx};
use crate::error::Error;

/// What a query or a change gave.
pub type Given = Box<dyn Any + Send>;
pub type Query = Box<dyn FnOnce(&mut Db) -> Result<Given, Error> + Send>;
/// It may run again, so it must not consume what it captured.
pub type Change = Box<dyn Fn(&mut Tx) -> Result<Given, Error> + Send>;

fn given<T: Send + 'static>(value: T) -> Given {
    Box::new(value)
}

pub fn query<T, F>(query: F) -> Query
where
    T: Send + 'static,
    F: FnOnce(&mut Db) -> Result<T, Error> + Send + 'static,
{
    Box::new(move |db| query(db).map(given))
}

pub fn change<T, F>(change: F) -> Change
where
    T: Send + 'static,
    F: Fn(&mut Tx) -> Result<T, Error> + Send + 'static,
{
    Box::new(move |tx| change(tx).map(given))
}

/// What was given, of the type that it was made of.
pub fn typed<T: 'static>(given: Given) -> Result<T, Error> {
    given.downcast().map(|value| *value).map_err(|_| Error::Internal("a query gave another type than its own".into()))
}
