//! Migrations of both backends, built into the binary and run under a lock.

use diesel::RunQueryDsl;
use diesel::connection::SimpleConnection;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::Db;
use crate::each;
use crate::error::Error;

const SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");
const LOCK: i64 = 0x0052_4f4f_4b4d_4947;

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Unavailable(format!("migrations: {error}"))
}

fn of(db: &Db) -> EmbeddedMigrations {
    match db {
        Db::Sqlite(_) => SQLITE,
        Db::Postgres(_) => POSTGRES,
    }
}

/// Brings the database up to date and names the migrations it ran. Runs alone: whoever comes
/// second finds nothing left to do.
pub fn migrate(db: &mut Db) -> Result<Vec<String>, Error> {
    // The lock is for whoever has something to do: a club that is served is up to date.
    if pending(db)?.is_empty() {
        return Ok(Vec::new());
    }
    let migrations = of(db);
    match db {
        Db::Sqlite(c) => c.batch_execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;")?,
        Db::Postgres(c) => c.batch_execute(&format!("SELECT pg_advisory_lock({LOCK})"))?,
    }
    let ran =
        each!(db, c => c.run_pending_migrations(migrations).map_err(failed)?.iter().map(ToString::to_string).collect());
    match db {
        // The lock is let go by the first read after the mode is set back.
        Db::Sqlite(c) => c.batch_execute("PRAGMA locking_mode = NORMAL; SELECT count(*) FROM people;")?,
        Db::Postgres(c) => c.batch_execute(&format!("SELECT pg_advisory_unlock({LOCK})"))?,
    }
    Ok(ran)
}

/// The migrations that the database still lacks.
pub fn pending(db: &mut Db) -> Result<Vec<String>, Error> {
    let migrations = of(db);
    each!(db, c => {
        let pending = c.pending_migrations(migrations).map_err(failed)?;
        Ok(pending.iter().map(|migration| migration.name().to_string()).collect())
    })
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
