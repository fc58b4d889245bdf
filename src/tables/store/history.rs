//! The games that somebody has played at tables, with their results.

use std::collections::BTreeMap;

use diesel::prelude::*;
use serde::Serialize;
use serde_json::Value;

use crate::db::{
    Db,
    schema::{people, table_seats, tables},
};
use crate::error::Error;
use crate::id::PersonId;
use crate::tables::{Person, Room, Seat, TableId, Went, marks};

/// Opponents that are named, those met most often first.
const OPPONENTS: usize = 5;

/// How somebody's games of one kind went. Games that were made void are not among them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TableRecord)]
pub struct Record {
    /// `chess`.
    pub game: String,
    pub played: i64,
    pub wins: i64,
    pub draws: i64,
    pub losses: i64,
    /// Whom they met most often.
    pub opponents: Vec<Met>,
}

/// Somebody met at tables of one game.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = MetAtTables)]
pub struct Met {
    #[serde(flatten)]
    pub person: Person,
    pub games: i64,
}

impl Record {
    fn count(&mut self, went: Option<Went>) {
        self.played += 1;
        match went {
            Some(Went::Win) => self.wins += 1,
            Some(Went::Draw) => self.draws += 1,
            Some(Went::Loss) => self.losses += 1,
            None => {}
        }
    }
}

/// What somebody has played, by the games' names; nothing of a game that they never played to its end.
pub fn record(db: &mut Db, room: &Room, person: PersonId) -> Result<Vec<Record>, Error> {
    let rows: Vec<(TableId, String, Seat, Option<String>)> = table_seats::table
        .inner_join(tables::table.on(tables::id.eq(table_seats::table_id)))
        .filter(table_seats::person_id.eq(person))
        .filter(tables::started_at.is_not_null().and(tables::outcome.is_not_null()))
        .select((tables::id, tables::game, table_seats::seat, tables::outcome))
        .load(db)?;
    let mut records: BTreeMap<String, Record> = BTreeMap::new();
    let mut games: BTreeMap<TableId, String> = BTreeMap::new();
    for (table, game, seat, outcome) in rows {
        let outcome: Value = serde_json::from_str(outcome.as_deref().unwrap_or("null"))?;
        if marks::is_void(&outcome) {
            continue;
        }
        let record = records.entry(game.clone()).or_insert_with(|| Record { game: game.clone(), ..Record::default() });
        record.count(room.game(&game)?.went(&outcome, seat));
        games.insert(table, game);
    }
    let theirs: Vec<TableId> = games.keys().copied().collect();
    let met: Vec<(TableId, PersonId, String)> = table_seats::table
        .inner_join(people::table.on(table_seats::person_id.eq(people::id.nullable())))
        .filter(table_seats::table_id.eq_any(theirs).and(people::id.ne(person)))
        .select((table_seats::table_id, people::id, people::name))
        .load(db)?;
    let mut counts: BTreeMap<(&str, PersonId), (String, i64)> = BTreeMap::new();
    for (table, id, name) in met {
        let Some(game) = games.get(&table) else { continue };
        counts.entry((game, id)).or_insert((name, 0)).1 += 1;
    }
    for ((game, id), (name, games)) in counts {
        if let Some(record) = records.get_mut(game) {
            record.opponents.push(Met { person: Person { id, name }, games });
        }
    }
    for record in records.values_mut() {
        record.opponents.sort_by(|one, other| (-one.games, &one.person.name).cmp(&(-other.games, &other.person.name)));
        record.opponents.truncate(OPPONENTS);
    }
    Ok(records.into_values().collect())
}
