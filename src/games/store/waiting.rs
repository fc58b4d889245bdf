//! Games that wait for what their session brings, in the database.

use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::Bool;

use super::Row;
use crate::db::{Db, schema::games};
use crate::error::Error;
use crate::games::State;
use crate::id::{PersonId, SessionId};

/// The states of a game that waits for something.
pub const STATES: [State; 4] =
    [State::AwaitingMembership, State::AwaitingPresence, State::AwaitingConfirmation, State::AwaitingApproval];

/// The condition of the index `games_waiting`. A database uses that index only for a query with these words: which state a
/// parameter will be, it does not know beforehand.
const OF_THE_INDEX: &str =
    "state IN ('awaiting_membership', 'awaiting_presence', 'awaiting_confirmation', 'awaiting_approval')";

/// That a game waits.
pub fn waits() -> SqlLiteral<Bool> {
    sql(&format!("games.{OF_THE_INDEX}"))
}

/// Games of this person that wait for a moderator's approval, in the order they were played.
pub fn for_approval(db: &mut Db, person: PersonId) -> Result<Vec<Row>, Error> {
    Ok(games::table
        .filter(games::state.eq(State::AwaitingApproval))
        .filter(games::white_id.eq(person).or(games::black_id.eq(person)))
        .order((games::played_at, games::id))
        .load(db)?)
}

/// Games of a session that wait for this person to join, in the order they were played.
pub fn for_membership(db: &mut Db, session: SessionId, person: PersonId) -> Result<Vec<Row>, Error> {
    Ok(games::table
        .filter(games::session_id.eq(session))
        .filter(games::state.eq(State::AwaitingMembership))
        .filter(games::white_id.eq(person).or(games::black_id.eq(person)))
        .order((games::played_at, games::id))
        .load(db)?)
}

/// Games whose moderator or justice has not been there for long enough.
pub fn for_presence(db: &mut Db) -> Result<Vec<Row>, Error> {
    let waiting = games::table.filter(waits().and(games::state.eq(State::AwaitingPresence)));
    Ok(waiting.order((games::played_at, games::id)).load(db)?)
}

/// Games that wait for what a session brings.
pub fn of_session(db: &mut Db, session: SessionId) -> Result<Vec<Row>, Error> {
    Ok(games::table
        .filter(games::session_id.eq(session))
        .filter(games::state.eq_any([State::AwaitingMembership, State::AwaitingPresence]))
        .order(games::id)
        .load(db)?)
}

/// How many of these games lapsed.
pub fn lapsed_among(db: &mut Db, games: &[Row]) -> Result<usize, Error> {
    let ids: Vec<_> = games.iter().map(|row| row.id).collect();
    let lapsed = games::table.filter(games::id.eq_any(ids).and(games::state.eq(State::Lapsed)));
    let lapsed: i64 = lapsed.count().get_result(db)?;
    Ok(usize::try_from(lapsed).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_said_in_the_words_of_its_index() {
        let names: Vec<String> = STATES.iter().map(|state| format!("'{}'", state.as_str())).collect();
        assert_eq!(OF_THE_INDEX, format!("state IN ({})", names.join(", ")));
        let migrations = [
            include_str!("../../../migrations/sqlite/2026-11-24-000002_confirmations/up.sql"),
            include_str!("../../../migrations/postgres/2026-11-24-000002_confirmations/up.sql"),
        ];
        for migration in migrations {
            assert!(
                migration.contains(&format!("CREATE INDEX games_waiting ON games (state)\n    WHERE {OF_THE_INDEX};"))
            );
        }
    }
}
