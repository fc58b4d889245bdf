//! The tables of either backend as data: their columns, their order, their rows as JSON.
//!
//! A row is a JSON array in the order of its columns, the same from both backends: times as
//! `2026-11-06 12:30:00`, bytes as hexadecimal digits. So each backend can read what the other
//! wrote.

use std::collections::{BTreeMap, BTreeSet};

use diesel::connection::{DefaultLoadingMode, SimpleConnection};
use diesel::pg::PgRowByRowLoadingMode;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use serde::{Deserialize, Serialize};

use super::{Db, Tx};
use crate::error::Error;

/// What diesel itself keeps, which is no part of the club.
pub(super) const MIGRATIONS: &str = "__diesel_schema_migrations";

/// A table and its columns, in the order in which their values travel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    pub name: String,
    pub columns: Vec<Column>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    pub name: String,
    pub kind: Kind,
}

/// What a column holds, whatever the backend calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Integer,
    Double,
    Boolean,
    Text,
    Timestamp,
    Binary,
}

#[derive(QueryableByName)]
struct ColumnRow {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    column_name: String,
    #[diesel(sql_type = Text)]
    data_type: String,
}

#[derive(QueryableByName)]
struct Reference {
    #[diesel(sql_type = Text)]
    from_table: String,
    #[diesel(sql_type = Text)]
    from_column: String,
    #[diesel(sql_type = Text)]
    to_table: String,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

#[derive(QueryableByName)]
struct FirstId {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

/// All tables of the club, each after those that it refers to.
pub fn tables(db: &mut Db) -> Result<Vec<Table>, Error> {
    let columns: Vec<ColumnRow> = diesel::sql_query(match db {
        Db::Sqlite(_) => {
            "SELECT m.name AS table_name, c.name AS column_name, lower(c.type) AS data_type
             FROM sqlite_master m JOIN pragma_table_info(m.name) c
             WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid"
        }
        Db::Postgres(_) => {
            "SELECT table_name::text AS table_name, column_name::text AS column_name, data_type::text AS data_type
             FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position"
        }
    })
    .load(db)?;
    let mut found: BTreeMap<String, Vec<Column>> = BTreeMap::new();
    for ColumnRow { table_name, column_name, data_type } in columns {
        if table_name != MIGRATIONS {
            let kind = kind(&data_type).ok_or_else(|| {
                Error::Internal(format!("table {table_name} has a column of an unknown type, {data_type}"))
            })?;
            found.entry(table_name).or_default().push(Column { name: column_name, kind });
        }
    }
    let references = references(db)?;
    let mut ordered: Vec<Table> = Vec::with_capacity(found.len());
    let mut placed: BTreeSet<String> = BTreeSet::new();
    while !found.is_empty() {
        let waits = |name: &String| {
            references.iter().any(|r| r.from_table == *name && r.to_table != *name && !placed.contains(&r.to_table))
        };
        let next = found.keys().find(|name| !waits(name)).cloned();
        let Some((name, mut columns)) = next.and_then(|name| found.remove_entry(&name)) else {
            let names: Vec<&str> = found.keys().map(String::as_str).collect();
            return Err(Error::Internal(format!("tables refer to each other in a circle: {}", names.join(", "))));
        };
        columns.sort_by(|one, other| (one.name != "id", &one.name).cmp(&(other.name != "id", &other.name)));
        placed.insert(name.clone());
        ordered.push(Table { name, columns });
    }
    Ok(ordered)
}

pub(super) fn kind(data_type: &str) -> Option<Kind> {
    Some(match data_type {
        "integer" | "bigint" | "smallint" => Kind::Integer,
        "double" | "real" | "double precision" => Kind::Double,
        "boolean" => Kind::Boolean,
        "text" => Kind::Text,
        "timestamp" | "timestamp without time zone" => Kind::Timestamp,
        "blob" | "bytea" => Kind::Binary,
        _ => return None,
    })
}

/// Which table refers to which.
fn references(db: &mut Db) -> Result<Vec<Reference>, Error> {
    Ok(diesel::sql_query(match db {
        Db::Sqlite(_) => {
            "SELECT m.name AS from_table, f.\"from\" AS from_column, f.\"table\" AS to_table
             FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'"
        }
        Db::Postgres(_) => {
            "SELECT f.relname::text AS from_table, a.attname::text AS from_column, t.relname::text AS to_table
             FROM pg_constraint c
             JOIN pg_class f ON f.oid = c.conrelid JOIN pg_class t ON t.oid = c.confrelid
             JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
             WHERE c.contype = 'f' AND f.relnamespace = current_schema()::regnamespace"
        }
    })
    .load(db)?)
}

/// A table or column as a statement names it.
fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

impl Table {
    fn names(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|column| quoted(&column.name)).collect();
        names.join(", ")
    }

    fn has_id(&self) -> bool {
        self.columns.first().is_some_and(|column| column.name == "id")
    }

    /// The rows as JSON arrays, in a settled order.
    fn select(&self, db: &Db) -> String {
        let value = |column: &Column| {
            let name = quoted(&column.name);
            match (db, column.kind) {
                (Db::Sqlite(_), Kind::Boolean) => {
                    format!("json(CASE {name} WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END)")
                }
                (Db::Sqlite(_), Kind::Binary) => {
                    format!("CASE WHEN {name} IS NULL THEN NULL ELSE lower(hex({name})) END")
                }
                (Db::Postgres(_), Kind::Binary) => format!("encode({name}, 'hex')"),
                (Db::Postgres(_), Kind::Timestamp) => {
                    // As the other backend keeps it: no, three or six digits of a second.
                    format!(
                        "regexp_replace(to_char({name}, 'YYYY-MM-DD HH24:MI:SS.US'), '(\\.000000|(?<=\\.\\d{{3}})000)$', '')"
                    )
                }
                _ => name,
            }
        };
        let values: Vec<String> = self.columns.iter().map(value).collect();
        let array = match db {
            Db::Sqlite(_) => format!("json_array({})", values.join(", ")),
            Db::Postgres(_) => format!("json_build_array({})::text", values.join(", ")),
        };
        let (table, order) = (quoted(&self.name), if self.has_id() { "id" } else { "1" });
        format!("SELECT {array} AS line FROM {table} ORDER BY {order}")
    }

    /// Puts rows in that travelled as one JSON array of arrays.
    fn insert(&self, db: &Db) -> String {
        let value = |(index, column): (usize, &Column)| match (db, column.kind) {
            (Db::Sqlite(_), Kind::Binary) => format!("unhex(json_extract(value, '$[{index}]'))"),
            (Db::Sqlite(_), _) => format!("json_extract(value, '$[{index}]')"),
            (Db::Postgres(_), Kind::Binary) => format!("decode(value ->> {index}, 'hex')"),
            (Db::Postgres(_), kind) => format!("(value ->> {index})::{}", postgres_type(kind)),
        };
        let values: Vec<String> = self.columns.iter().enumerate().map(value).collect();
        let (table, names, values) = (quoted(&self.name), self.names(), values.join(", "));
        match db {
            Db::Sqlite(_) => format!("INSERT INTO {table} ({names}) SELECT {values} FROM json_each(?)"),
            Db::Postgres(_) => {
                format!("INSERT INTO {table} ({names}) SELECT {values} FROM jsonb_array_elements($1::jsonb)")
            }
        }
    }
}

fn postgres_type(kind: Kind) -> &'static str {
    match kind {
        Kind::Integer => "bigint",
        Kind::Double => "double precision",
        Kind::Boolean => "boolean",
        Kind::Text => "text",
        Kind::Timestamp => "timestamp",
        Kind::Binary => "bytea",
    }
}

/// Gives each row of a table, in order, without holding them all.
pub fn each_row(db: &mut Db, table: &Table, mut take: impl FnMut(&str) -> Result<(), Error>) -> Result<i64, Error> {
    let query = diesel::sql_query(table.select(db));
    let mut count = 0;
    match db {
        Db::Sqlite(c) => {
            for row in query.load_iter::<Line, DefaultLoadingMode>(c)? {
                take(&row?.line)?;
                count += 1;
            }
        }
        Db::Postgres(c) => {
            for row in query.load_iter::<Line, PgRowByRowLoadingMode>(c)? {
                take(&row?.line)?;
                count += 1;
            }
        }
    }
    Ok(count)
}

/// Puts rows into a table: a JSON array of rows, each an array in the order of the table's columns.
pub fn put_rows(tx: &mut Tx, table: &Table, rows: &str) -> Result<usize, Error> {
    Ok(diesel::sql_query(table.insert(tx.db)).bind::<Text, _>(rows).execute(tx.db)?)
}

/// Takes every row out of every table, those that refer to others first.
pub fn clear(tx: &mut Tx, tables: &[Table]) -> Result<(), Error> {
    for table in tables.iter().rev() {
        diesel::sql_query(format!("DELETE FROM {}", quoted(&table.name))).execute(tx.db)?;
    }
    Ok(())
}

/// Sets the id sequences to continue after the existing ids.
pub fn settle_ids(tx: &mut Tx, tables: &[Table]) -> Result<(), Error> {
    if let Db::Postgres(c) = &mut *tx.db {
        for table in tables.iter().filter(|table| table.has_id()) {
            c.batch_execute(&format!(
                "SELECT setval(s, coalesce((SELECT max(id) FROM {}), 0) + 1, false)
                 FROM pg_get_serial_sequence('{}', 'id') AS s WHERE s IS NOT NULL",
                quoted(&table.name),
                table.name
            ))?;
        }
    }
    Ok(())
}

/// Damage that the database itself reports: pages, indexes and references, each with its table if it has one.
pub fn faults(db: &mut Db) -> Result<Vec<String>, Error> {
    match db {
        Db::Sqlite(_) => {
            let mut faults = Vec::new();
            let names = lines(db, "SELECT name AS line FROM sqlite_master WHERE type = 'table' ORDER BY name")?;
            for name in names {
                let asked = format!(
                    "SELECT integrity_check AS line FROM pragma_integrity_check('{name}') WHERE integrity_check <> 'ok'"
                );
                faults.extend(lines(db, &asked)?.into_iter().map(|line| format!("table {name}: {line}")));
            }
            if faults.is_empty() {
                // What is no table's: free pages, and pages that nothing refers to.
                faults = lines(
                    db,
                    "SELECT integrity_check AS line FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
                )?;
            }
            faults.extend(lines(db, "SELECT 'table ' || \"table\" || ', row ' || coalesce(rowid, '?') || ' refers to a row of ' || parent ||
                ' that is not there' AS line FROM pragma_foreign_key_check LIMIT 100")?);
            Ok(faults)
        }
        Db::Postgres(_) => {
            let mut faults = lines(
                db,
                "SELECT 'index ' || indexrelid::regclass || ' is not valid' AS line FROM pg_index WHERE NOT indisvalid",
            )?;
            faults.extend(lines(
                db,
                "SELECT 'constraint ' || conname || ' of ' || conrelid::regclass || ' was never checked' AS line
                FROM pg_constraint WHERE NOT convalidated",
            )?);
            faults.extend(orphans(db)?);
            Ok(faults)
        }
    }
}

fn lines(db: &mut Db, query: &str) -> Result<Vec<String>, Error> {
    let lines: Vec<Line> = diesel::sql_query(query).load(db)?;
    Ok(lines.into_iter().map(|line| line.line).collect())
}

/// The columns that refer to a table's rows: each as table and column.
pub fn references_to(db: &mut Db, table: &str) -> Result<Vec<(String, String)>, Error> {
    let keys = references(db)?.into_iter().filter(|key| key.to_table == table);
    Ok(keys.map(|key| (key.from_table, key.from_column)).collect())
}

/// PostgreSQL has no `foreign_key_check`: asks it of every reference, of all its columns together. A row that leaves one of
/// them open refers to nothing.
fn orphans(db: &mut Db) -> Result<Vec<String>, Error> {
    let asked = lines(
        db,
        "SELECT format('SELECT %L || count(*) || %L AS line FROM %s f WHERE %s
                AND NOT EXISTS (SELECT 1 FROM %s t WHERE %s) HAVING count(*) > 0',
            format('table %s, %s: ', c.conrelid::regclass, string_agg(a.attname, ', ')),
            format(' rows refer to rows of %s that are not there', c.confrelid::regclass),
            c.conrelid::regclass, string_agg(format('f.%I IS NOT NULL', a.attname), ' AND '),
            c.confrelid::regclass, string_agg(format('t.%I = f.%I', b.attname, a.attname), ' AND ')) AS line
         FROM pg_constraint c CROSS JOIN unnest(c.conkey, c.confkey) AS key (of, to_which)
         JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = key.of
         JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = key.to_which
         WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace
         GROUP BY c.oid, c.conrelid, c.confrelid, c.conname ORDER BY c.conrelid::regclass::text, c.conname",
    )?;
    let told: Result<Vec<_>, Error> = asked.iter().map(|asked| lines(db, asked)).collect();
    Ok(told?.concat())
}

/// Sets so many new ids of a table aside and gives the first of them, if any are wanted.
pub fn reserve_ids(tx: &mut Tx, table: &str, count: usize) -> Result<i64, Error> {
    if count == 0 {
        return Ok(0);
    }
    let count = i64::try_from(count).map_err(Error::internal)?;
    let first: FirstId = diesel::sql_query(match &*tx.db {
        // The rows that follow raise this backend's own count.
        Db::Sqlite(_) => {
            format!("SELECT coalesce(max(seq), 0) + 1 AS id FROM sqlite_sequence WHERE name = '{table}'")
        }
        Db::Postgres(_) => format!(
            "SELECT setval(s, nextval(s) + {count} - 1) - {count} + 1 AS id
             FROM pg_get_serial_sequence('{table}', 'id') AS s"
        ),
    })
    .get_result(tx.db)?;
    Ok(first.id)
}
