//! Compares the tables, columns, keys, references, checks and indexes of a database with those that this version creates.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use diesel::prelude::*;
use diesel::sql_types::Text;

use super::{Db, migrate, tables};
use crate::error::Error;

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

#[derive(QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    place: String,
    #[diesel(sql_type = Text)]
    data_type: String,
}

#[derive(QueryableByName)]
struct Made {
    #[diesel(sql_type = Text)]
    name: String,
    /// The statement that made the table, with what was added since.
    #[diesel(sql_type = Text)]
    made_by: String,
}

const SQLITE_TABLES: &str =
    "SELECT name, sql AS made_by FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";

const SQLITE_COLUMNS: &str = "
    SELECT 'column ' || c.name || ' of table ' || m.name || CASE c.\"notnull\" WHEN 1 THEN ', required,' ELSE ',' END
           AS place, lower(c.type) AS data_type
    FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'";

const SQLITE_REST: &str = "
    SELECT type || ' ' || name AS line FROM sqlite_master
    WHERE type IN ('table', 'view', 'trigger') AND name NOT LIKE 'sqlite_%'
    UNION SELECT 'key of table ' || m.name || ' (' ||
        (SELECT group_concat(name, ', ') FROM (SELECT name FROM pragma_table_info(m.name) WHERE pk > 0 ORDER BY pk)) || ')'
    FROM sqlite_master m WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'
    UNION SELECT 'reference of ' || m.name || '.' || f.\"from\" || ' to ' || f.\"table\"
    FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'
    UNION SELECT CASE i.\"unique\" WHEN 1 THEN 'unique ' ELSE '' END || CASE i.partial WHEN 1 THEN 'partial ' ELSE '' END
        || 'index of table ' || m.name || ' (' ||
        (SELECT group_concat(coalesce(name, 'an expression'), ', ')
         FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno)) || ')'
    FROM sqlite_master m JOIN pragma_index_list(m.name) i WHERE m.type = 'table' AND i.origin <> 'pk'";

const POSTGRES_COLUMNS: &str = "
    SELECT 'column ' || column_name || ' of table ' || table_name
           || CASE is_nullable WHEN 'NO' THEN ', required,' ELSE ',' END AS place, data_type::text AS data_type
    FROM information_schema.columns WHERE table_schema = current_schema()";

const POSTGRES_REST: &str = "
    SELECT CASE c.relkind WHEN 'v' THEN 'view ' WHEN 'm' THEN 'view ' ELSE 'table ' END || c.relname AS line
    FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
    UNION SELECT 'trigger ' || t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal
    UNION SELECT 'reference of ' || f.relname || '.' || a.attname || ' to ' || t.relname FROM pg_constraint c
    JOIN pg_class f ON f.oid = c.conrelid JOIN pg_class t ON t.oid = c.confrelid
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
    WHERE c.contype = 'f' AND f.relnamespace = current_schema()::regnamespace
    UNION SELECT CASE WHEN x.indisprimary THEN 'key' ELSE
            CASE WHEN x.indisunique THEN 'unique ' ELSE '' END
            || CASE WHEN x.indpred IS NULL THEN '' ELSE 'partial ' END || 'index' END
        || ' of table ' || t.relname || ' (' ||
        (SELECT string_agg(coalesce(a.attname, 'an expression'), ', ' ORDER BY k.place)
         FROM unnest(x.indkey) WITH ORDINALITY AS k (number, place)
         LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number AND k.number > 0) || ')'
    FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid
    WHERE t.relnamespace = current_schema()::regnamespace AND x.indisvalid";

/// A line for everything that there is, the same on both backends.
fn lines(db: &mut Db) -> Result<BTreeSet<String>, Error> {
    let (columns, rest) = match db {
        Db::Sqlite(_) => (SQLITE_COLUMNS, SQLITE_REST),
        Db::Postgres(_) => (POSTGRES_COLUMNS, POSTGRES_REST),
    };
    let columns: Vec<Column> = diesel::sql_query(columns).load(db)?;
    let rest: Vec<Line> = diesel::sql_query(rest).load(db)?;
    let columns = columns.into_iter().map(|Column { place, data_type }| match tables::kind(&data_type) {
        Some(kind) => format!("{place} {kind:?}").to_lowercase(),
        None => format!("{place} {data_type}"),
    });
    let is_ours = |line: &String| !line.contains(tables::MIGRATIONS);
    Ok(columns.chain(rest.into_iter().map(|line| line.line)).filter(is_ours).collect())
}

/// What stands in parentheses behind each CHECK of a statement, however it is spaced; the quotation marks that SQLite puts around the
/// name of a renamed column are left out.
fn checks_of(statement: &str) -> Vec<String> {
    let plain = statement.replace('"', "").split_whitespace().collect::<Vec<_>>().join(" ");
    let whole = |rest: &str| {
        let mut open = 0;
        let end = rest.char_indices().find_map(|(at, letter)| {
            open += match letter {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            (letter == ')' && open == 0).then_some(at)
        })?;
        Some(rest[..=end].trim().to_owned())
    };
    plain.split("CHECK").skip(1).filter_map(whole).collect()
}

/// A line for every check of a table in SQLite, which keeps them as the migrations have them. PostgreSQL keeps them in words of its
/// own, which nothing here can be compared with.
fn checks(db: &mut Db) -> Result<Vec<String>, Error> {
    let tables: Vec<Made> = match db {
        Db::Sqlite(_) => diesel::sql_query(SQLITE_TABLES).load(db)?,
        Db::Postgres(_) => Vec::new(),
    };
    let lines = |Made { name, made_by }: Made| {
        checks_of(&made_by).into_iter().map(move |check| format!("check of table {name}: {check}"))
    };
    Ok(tables.into_iter().flat_map(lines).collect())
}

/// The lines of this version, and those of its checks, found out once: SQLite reads all tables again for each change of one.
fn expected() -> Result<&'static (BTreeSet<String>, Vec<String>), Error> {
    static EXPECTED: OnceLock<(BTreeSet<String>, Vec<String>)> = OnceLock::new();
    if let Some(expected) = EXPECTED.get() {
        return Ok(expected);
    }
    let mut fresh = Db::Sqlite(SqliteConnection::establish(":memory:").map_err(Error::internal)?);
    migrate(&mut fresh)?;
    let (lines, checks) = (lines(&mut fresh)?, checks(&mut fresh)?);
    Ok(EXPECTED.get_or_init(|| (lines, checks)))
}

/// Where the tables of a database are not made as this version makes them; migrations make the same on both backends.
pub fn differences(db: &mut Db) -> Result<Vec<String>, Error> {
    let (tables, own) = expected()?;
    let (mut expected, mut found) = (tables.clone(), lines(db)?);
    if matches!(db, Db::Sqlite(_)) {
        expected.extend(own.iter().cloned());
        found.extend(checks(db)?);
    }
    let missing = expected.difference(&found).map(|line| format!("the database lacks this: {line}"));
    let strange =
        found.difference(&expected).map(|line| format!("the database has this, which is not of this version: {line}"));
    Ok(missing.chain(strange).collect())
}
