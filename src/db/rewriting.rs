//! Rewrites texts in every table, on both backends.

use std::collections::BTreeSet;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Text};

use super::tables::{Kind, Table};
use super::{Db, Tx};
use crate::error::Error;

/// Words that one query looks for.
const AT_ONCE: usize = 100;

#[derive(QueryableByName)]
struct FoundRow {
    #[diesel(sql_type = Text)]
    place: String,
    #[diesel(sql_type = Binary)]
    value: Vec<u8>,
}

/// A query for what has one of so many words in a column, whatever the case of their letters; of it `wanted`.
fn having(db: &Db, wanted: &str, table: &str, column: &str, is_text: bool, words: usize) -> String {
    let matches: Vec<String> = (1..=words)
        .map(|number| match (db, is_text) {
            (Db::Sqlite(_), _) => format!("instr(lower(CAST(\"{column}\" AS TEXT)), lower(?{number})) > 0"),
            (Db::Postgres(_), true) => format!("position(lower(${number}) in lower(\"{column}\")) > 0"),
            // Bytes that may be no text are compared as they are escaped.
            (Db::Postgres(_), false) => format!(
                "position(lower(encode(convert_to(${number}, 'UTF8'), 'escape')) in lower(encode(\"{column}\", 'escape'))) > 0"
            ),
        })
        .collect();
    format!("SELECT {wanted} FROM \"{table}\" WHERE {}", matches.join(" OR "))
}

/// How the address of a row is read, and the content of a column.
fn read(db: &Db, column: &str, is_text: bool) -> (&'static str, String) {
    match (db, is_text) {
        (Db::Sqlite(_), _) => ("CAST(rowid AS TEXT)", format!("CAST(\"{column}\" AS BLOB)")),
        (Db::Postgres(_), true) => ("ctid::text", format!("convert_to(\"{column}\", 'UTF8')")),
        (Db::Postgres(_), false) => ("ctid::text", format!("\"{column}\"")),
    }
}

/// The addresses of such rows, and their content.
fn find(db: &Db, table: &str, column: &str, is_text: bool, words: usize) -> String {
    let (place, value) = read(db, column, is_text);
    having(db, &format!("{place} AS place, {value} AS value"), table, column, is_text, words)
}

fn put(db: &Db, table: &str, column: &str, is_text: bool) -> String {
    let (value, place) = match (db, is_text) {
        (Db::Sqlite(_), true) => ("CAST(?1 AS TEXT)", "rowid = CAST(?2 AS INTEGER)"),
        (Db::Sqlite(_), false) => ("?1", "rowid = CAST(?2 AS INTEGER)"),
        (Db::Postgres(_), true) => ("convert_from($1, 'UTF8')", "ctid = $2::tid"),
        (Db::Postgres(_), false) => ("$1", "ctid = $2::tid"),
    };
    format!("UPDATE \"{table}\" SET \"{column}\" = {value} WHERE {place}")
}

macro_rules! found {
    ($connection:expr, $query:expr, $words:expr) => {{
        let mut query = diesel::sql_query($query).into_boxed();
        for word in $words {
            query = query.bind::<Text, _>(word.as_str());
        }
        query.load($connection)?
    }};
}

/// Rewrites what stands in these tables with one of these words in it: texts, and bytes that are text. `rewrite` gets the
/// column's name and what stands there, and gives what is to stand there instead, if anything.
pub fn rewrite(
    tx: &mut Tx,
    tables: &[Table],
    words: &[String],
    rewrite: &mut dyn FnMut(&str, &str) -> Option<String>,
) -> Result<(), Error> {
    for table in tables {
        for column in table.columns.iter().filter(|column| matches!(column.kind, Kind::Text | Kind::Binary)) {
            let is_text = column.kind == Kind::Text;
            for words in words.chunks(AT_ONCE) {
                let query = find(tx.db, &table.name, &column.name, is_text, words.len());
                let found: Vec<FoundRow> = match &mut *tx.db {
                    Db::Sqlite(c) => found!(c, query, words),
                    Db::Postgres(c) => found!(c, query, words),
                };
                for FoundRow { place, value } in found {
                    let Ok(text) = std::str::from_utf8(&value) else { continue };
                    let Some(instead) = rewrite(&column.name, text) else { continue };
                    diesel::sql_query(put(tx.db, &table.name, &column.name, is_text))
                        .bind::<Binary, _>(instead.into_bytes())
                        .bind::<Text, _>(place)
                        .execute(tx.db)?;
                }
            }
        }
    }
    Ok(())
}

/// Puts something else in the place of every text of a column, in the rows of which the condition holds.
pub(super) fn rewrite_all(
    db: &mut Db,
    table: &str,
    column: &str,
    condition: &str,
    instead: impl Fn(&str) -> String,
) -> Result<(), Error> {
    let (place, value) = read(db, column, true);
    let query = format!(
        "SELECT {place} AS place, {value} AS value FROM \"{table}\" WHERE \"{column}\" IS NOT NULL AND {condition}"
    );
    let found: Vec<FoundRow> = diesel::sql_query(query).load(db)?;
    let put = put(db, table, column, true);
    for FoundRow { place, value } in found {
        let instead = instead(&String::from_utf8_lossy(&value)).into_bytes();
        if instead != value {
            diesel::sql_query(&put).bind::<Binary, _>(instead).bind::<Text, _>(place).execute(db)?;
        }
    }
    Ok(())
}

#[derive(QueryableByName)]
struct Numbered {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

/// The ids of rows whose text has one of these words in it, in order.
pub fn rows_with(db: &mut Db, table: &str, column: &str, words: &[String]) -> Result<Vec<i64>, Error> {
    let mut ids = BTreeSet::new();
    for words in words.chunks(AT_ONCE) {
        let query = having(db, "id", table, column, true, words.len());
        let found: Vec<Numbered> = match &mut *db {
            Db::Sqlite(c) => found!(c, query, words),
            Db::Postgres(c) => found!(c, query, words),
        };
        ids.extend(found.into_iter().map(|row| row.id));
    }
    Ok(ids.into_iter().collect())
}
