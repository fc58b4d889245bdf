//! Migrations of both backends, built into the binary and run under a lock.

use diesel::connection::SimpleConnection;
use diesel::migration::{Migration, MigrationSource};
use diesel::prelude::*;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::{Db, Tx, carried, schema::migrated, tables};
use crate::each;
use crate::error::Error;

const SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");
const LOCK: i64 = 0x0052_4f4f_4b4d_4947;

/// The version of this program, which is written down beside the migrations that it runs.
pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Unavailable(format!("migrations: {error}"))
}

fn of(db: &Db) -> EmbeddedMigrations {
    match db {
        Db::Sqlite(_) => SQLITE,
        Db::Postgres(_) => POSTGRES,
    }
}

/// Brings the database up to date and names the migrations it ran. Runs alone: a process that comes
/// second finds nothing left to do.
pub fn migrate(db: &mut Db) -> Result<Vec<String>, Error> {
    // The lock is for a process that has something to do: a club that is served is up to date.
    if pending(db)?.is_empty() {
        return Ok(Vec::new());
    }
    match db {
        Db::Sqlite(c) => c.batch_execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;")?,
        Db::Postgres(c) => c.batch_execute(&format!("SELECT pg_advisory_lock({LOCK})"))?,
    }
    let ran = run_pending(db)?;
    match db {
        // The lock is let go by the first read after the mode is set back.
        Db::Sqlite(c) => c.batch_execute("PRAGMA locking_mode = NORMAL; SELECT count(*) FROM people;")?,
        Db::Postgres(c) => c.batch_execute(&format!("SELECT pg_advisory_unlock({LOCK})"))?,
    }
    Ok(ran)
}

/// Runs what the database lacks, carries over what follows, and writes down that this version did: all of it, or nothing.
fn run_pending(db: &mut Db) -> Result<Vec<String>, Error> {
    let migrations = of(db);
    db.transaction(|db| {
        let ran: Vec<String> = each!(&mut *db, c => {
            c.run_pending_migrations(migrations).map_err(failed)?.iter().map(ToString::to_string).collect()
        });
        for version in &ran {
            let row = (migrated::version.eq(version), migrated::program.eq(PROGRAM));
            each!(&mut *db, c => diesel::insert_into(migrated::table).values(row).on_conflict_do_nothing().execute(c))?;
        }
        carried::carry_over(db, &ran)?;
        Ok(ran)
    })
}

/// The migrations that the database still lacks. A database with migrations that this version does not know is
/// refused: a newer one made its tables, and what this one would write into them need not be right.
pub fn pending(db: &mut Db) -> Result<Vec<String>, Error> {
    let migrations = of(db);
    let pending: Vec<String> = each!(&mut *db, c => {
        let pending = c.pending_migrations(migrations).map_err(failed)?;
        pending.iter().map(|migration| migration.name().to_string()).collect()
    });
    let applied = applied(db)?;
    let unknown = unknown(db, applied)?;
    if unknown.is_empty() {
        return Ok(pending);
    }
    let program = match recorded(db, &unknown)? {
        Some(program) => format!("Rookery {program}"),
        None => "another version of Rookery, which did not leave its number".to_owned(),
    };
    Err(Error::Unavailable(format!(
        "the database was brought up to date by {program}; this is Rookery {PROGRAM}, which does not know its \
         migrations {}. Start the version that ran them or a newer one, or restore a backup of before",
        unknown.join(", ")
    )))
}

/// Which program ran the last of some migrations, where it was written down.
fn recorded(db: &mut Db, versions: &[String]) -> Result<Option<String>, Error> {
    if !tables::tables(db)?.iter().any(|table| table.name == "migrated") {
        return Ok(None);
    }
    let of_these = migrated::table.filter(migrated::version.eq_any(versions)).order(migrated::version.desc());
    Ok(of_these.select(migrated::program).first(db).optional()?)
}

fn versions<B: diesel::backend::Backend>(of: &EmbeddedMigrations) -> Result<Vec<String>, Error> {
    let migrations: Vec<Box<dyn Migration<B>>> = of.migrations().map_err(failed)?;
    Ok(migrations.iter().map(|migration| migration.name().version().to_string()).collect())
}

/// Which of some migrations this version does not have.
pub fn unknown(db: &Db, mut applied: Vec<String>) -> Result<Vec<String>, Error> {
    let known = match db {
        Db::Sqlite(_) => versions::<diesel::sqlite::Sqlite>(&SQLITE)?,
        Db::Postgres(_) => versions::<diesel::pg::Pg>(&POSTGRES)?,
    };
    applied.retain(|version| !known.contains(version));
    Ok(applied)
}

#[derive(diesel::QueryableByName)]
struct Applied {
    #[diesel(sql_type = diesel::sql_types::Text)]
    version: String,
}

/// The versions of the migrations that a migrated database has run, in order.
pub fn applied(db: &mut Db) -> Result<Vec<String>, Error> {
    let rows: Vec<Applied> =
        diesel::sql_query("SELECT version FROM __diesel_schema_migrations ORDER BY version").load(db)?;
    Ok(rows.into_iter().map(|row| row.version).collect())
}

/// Replaces all tables by empty ones, as they were after exactly these migrations; [`finish`] runs the rest
/// once they are filled.
pub fn go_back(tx: &mut Tx, to: &[String]) -> Result<(), Error> {
    let there = tables::tables(tx.db)?;
    tables::clear(tx, &there)?;
    for table in there.iter().rev() {
        diesel::sql_query(format!("DROP TABLE \"{}\"", table.name)).execute(tx.db)?;
    }
    diesel::sql_query("DELETE FROM __diesel_schema_migrations").execute(tx.db)?;
    let migrations = of(tx.db);
    each!(&mut *tx.db, c => {
        for migration in migrations.migrations().map_err(failed)? {
            if to.contains(&migration.name().version().to_string()) {
                c.run_migration(&*migration).map_err(failed)?;
            }
        }
    });
    // Rows that migrations themselves make come with the backup.
    let made = tables::tables(tx.db)?;
    tables::clear(tx, &made)
}

/// Runs the migrations that tables lack which [`go_back`] made.
pub fn finish(tx: &mut Tx) -> Result<(), Error> {
    run_pending(tx.db).map(drop)
}
