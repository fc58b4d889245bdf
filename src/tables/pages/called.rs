//! What games and tables are called where a page tells of others than its own: who played, and on which day. Records name
//! them by numbers, which say little to people; what is stored stays as it is.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use rookery_messages::{Message, Value};

use crate::auth::Viewpoint;
use crate::conduct::decisions::Decision;
use crate::conduct::decisions::veil::Veil;
use crate::db::{Db, Kept};
use crate::error::Error;
use crate::id::{GameId, PersonId};
use crate::tables::{Table, TableId, store};
use crate::web::catalogue::Language;
use crate::web::dates::Dates;
use crate::web::places::Thing;
use crate::{games, members};

/// The game or table that a place of a message names by its number.
fn named(place: &str, value: &Value) -> Option<(Thing, i64)> {
    let thing = [Thing::Game, Thing::Table].into_iter().find(|thing| thing.as_str() == place)?;
    match value {
        Value::Number(number) => Some((thing, *number)),
        Value::Text(text) => Some((thing, text.parse().ok()?)),
        _ => None,
    }
}

/// The games and tables that a page tells of.
#[derive(Clone, Debug, Default)]
pub struct Mentioned {
    games: Vec<GameId>,
    tables: Vec<TableId>,
}

impl Mentioned {
    pub fn games(mut self, games: impl IntoIterator<Item = GameId>) -> Mentioned {
        self.games.extend(games);
        self
    }

    pub fn tables(mut self, tables: impl IntoIterator<Item = TableId>) -> Mentioned {
        self.tables.extend(tables);
        self
    }

    /// Those among some things.
    pub fn things(mut self, things: impl IntoIterator<Item = (Thing, i64)>) -> Mentioned {
        things.into_iter().for_each(|(thing, number)| self.thing(thing, number));
        self
    }

    /// Those that records name.
    pub fn records<'a>(mut self, records: impl IntoIterator<Item = &'a Kept>) -> Mentioned {
        for record in records {
            self.message(record);
        }
        self
    }

    /// Those that decisions are about.
    pub fn decisions<'a>(mut self, decisions: impl IntoIterator<Item = &'a Decision>) -> Mentioned {
        for decision in decisions {
            self.games.extend(&decision.offence.games);
            self.games.extend(decision.sanctions.iter().filter_map(|imposed| imposed.game));
            self.message(&decision.state_cause);
        }
        self
    }

    fn thing(&mut self, thing: Thing, number: i64) {
        match thing {
            Thing::Game => self.games.push(GameId(number)),
            Thing::Table => self.tables.push(TableId(number)),
            _ => {}
        }
    }

    fn message(&mut self, message: &Message) {
        for (place, value) in message.arguments() {
            self.value(place, value);
        }
    }

    fn value(&mut self, place: &str, value: &Value) {
        match (named(place, value), value) {
            (Some((thing, number)), _) => self.thing(thing, number),
            (None, Value::Message(message)) => self.message(message),
            (None, Value::List { items, .. }) => items.iter().for_each(|item| self.value(place, item)),
            (None, _) => {}
        }
    }

    /// What a page calls them, as far as its reader may know of them.
    pub fn called(&self, db: &mut Db, reader: Viewpoint, dates: Dates, now: NaiveDateTime) -> Result<Called, Error> {
        if self.games.is_empty() || !reader.reads_the_club() {
            return self.all(db, reader, None, dates);
        }
        let veil = Veil::before(db, reader, now)?;
        self.called_behind(db, &veil, dates)
    }

    /// The same where it is known already what its reader may not know.
    pub fn called_behind(&self, db: &mut Db, veil: &Veil, dates: Dates) -> Result<Called, Error> {
        self.all(db, veil.reader, Some(veil), dates)
    }

    /// Without a veil games have no names.
    fn all(&self, db: &mut Db, reader: Viewpoint, veil: Option<&Veil>, dates: Dates) -> Result<Called, Error> {
        let mut called = Called::by_number(dates.language);
        if !reader.reads_the_club() {
            return Ok(called);
        }
        let veil = veil.filter(|_| !self.games.is_empty());
        if let Some(veil) = veil {
            let mut games = games::store::rows(db, &self.games)?;
            games.retain(|game| veil.shows(game.state, game.white, game.black));
            let people: Vec<PersonId> = games.iter().flat_map(|game| game.players()).collect();
            let name = members::store::naming(db, &people)?;
            let pair = |game: &games::store::Row| format!("{} – {}", name(game.white), name(game.black));
            called.games = games.iter().map(|game| (game.id, Name::on(pair(game), &game.played_at, dates))).collect();
        }
        for table in store::some(db, &self.tables)? {
            if let Some(name) = own_name(&table) {
                called.tables.insert(table.id, Name::on(name, &table.played_at(), dates));
            }
        }
        Ok(called)
    }
}

/// A table's own name, or who sits there, where there are several: who practises alone is nobody's business.
fn own_name(table: &Table) -> Option<String> {
    table.name.clone().or_else(|| Some(table.between()).filter(|_| table.people().len() > 1))
}

/// A name of a game or table.
#[derive(Clone, Debug)]
struct Name {
    name: String,
    /// With its day: `Ann – Ben (6 Nov 2026)`.
    dated: String,
}

impl Name {
    fn on(name: String, at: &NaiveDateTime, dates: Dates) -> Name {
        let dated = format!("{name} ({})", dates.day(at));
        Name { name, dated }
    }
}

/// What a page calls games and tables.
#[derive(Clone, Debug)]
pub struct Called {
    language: Language,
    games: HashMap<GameId, Name>,
    tables: HashMap<TableId, Name>,
}

impl Called {
    /// All by their numbers: for a page that names nobody.
    pub fn by_number(language: Language) -> Called {
        Called { language, games: HashMap::new(), tables: HashMap::new() }
    }

    /// `Ann – Ben (6 Nov 2026)`; `Game 7` where the reader may know no more of it.
    pub fn game(&self, game: &GameId) -> String {
        self.known(game).map_or_else(|| self.game_number(game), str::to_owned)
    }

    /// The same without its day, for a page that says the day beside it.
    pub fn undated_game(&self, game: &GameId) -> String {
        self.games.get(game).map_or_else(|| self.game_number(game), |known| known.name.clone())
    }

    fn game_number(&self, game: &GameId) -> String {
        self.language.t("game-number").with("number", game).to_string()
    }

    /// The same; `None` if the reader may know no more than its number.
    pub fn known(&self, game: &GameId) -> Option<&str> {
        self.games.get(game).map(|known| known.dated.as_str())
    }

    /// `Spring Nomic (6 Nov 2026)`, or who played there; `Table 12` where there is nobody to name.
    pub fn table(&self, table: &TableId) -> String {
        self.tables.get(table).map_or_else(|| self.table_number(table), |known| known.dated.clone())
    }

    /// The same without its day, for a page that says the day beside it.
    pub fn undated_table(&self, table: &TableId) -> String {
        self.tables.get(table).map_or_else(|| self.table_number(table), |known| known.name.clone())
    }

    fn table_number(&self, table: &TableId) -> String {
        self.language.t("table-number").with("number", table).to_string()
    }

    /// A record with these names in the places of numbers: `Game Ann – Ben (6 Nov 2026) is void.`
    pub fn told(&self, record: &Message) -> Message {
        let name = |place: &str, value: &Value| {
            let name = match named(place, value)? {
                (Thing::Game, number) => self.games.get(&GameId(number)),
                (Thing::Table, number) => self.tables.get(&TableId(number)),
                _ => None,
            };
            name.map(|known| Value::from(&known.dated))
        };
        record.clone().with_values(&name)
    }
}

#[cfg(test)]
mod tests {
    use rookery_messages::{Join, say};

    use super::*;

    fn called() -> Called {
        let named = |name: &str, day: &str| Name { name: name.to_owned(), dated: format!("{name} ({day})") };
        Called {
            games: HashMap::from([(GameId(7), named("Ann – Ben", "6 Nov 2026"))]),
            tables: HashMap::from([(TableId(4), named("Midnight", "7 Nov 2026"))]),
            ..Called::by_number(Language::English)
        }
    }

    #[test]
    fn records_are_told_with_names_in_the_places_of_numbers() {
        let called = called();
        let void = |game: i64| say!("Game {game} is void.", game);
        for (record, told) in [
            (void(7), "Game Ann – Ben (6 Nov 2026) is void."),
            (void(8), "Game 8 is void."),
            (
                say!("Game {game} voided: {why}", game = 9, why = void(7)),
                "Game 9 voided: Game Ann – Ben (6 Nov 2026) is void.",
            ),
            (
                Message::joined(Join::Sentences, [void(8), void(7)]),
                "Game 8 is void. Game Ann – Ben (6 Nov 2026) is void.",
            ),
            (say!("The game at table {table}", table = 4), "The game at table Midnight (7 Nov 2026)"),
            (say!("The game at table {table}", table = 5), "The game at table 5"),
            (say!("Round {round} was taken back.", round = 7), "Round 7 was taken back."),
            (Message::verbatim("7"), "7"),
        ] {
            assert_eq!(called.told(&record).to_string(), told);
        }
        assert_eq!([7, 8].map(|game| called.game(&GameId(game))), ["Ann – Ben (6 Nov 2026)", "Game 8"]);
        assert_eq!([4, 5].map(|table| called.table(&TableId(table))), ["Midnight (7 Nov 2026)", "Table 5"]);
        assert_eq!([7, 8].map(|game| called.undated_game(&GameId(game))), ["Ann – Ben", "Game 8"]);
        assert_eq!([4, 5].map(|table| called.undated_table(&TableId(table))), ["Midnight", "Table 5"]);
        assert_eq!(called.known(&GameId(8)), None);
    }

    #[test]
    fn what_records_mention_is_found_in_all_their_parts() {
        let void = |game: i64| say!("Game {game} is void.", game);
        let whole =
            Message::joined(Join::Sentences, [void(1), say!("Game {game} voided: {why}", game = 2, why = void(3))]);
        let table = say!("At table {table} the player of {colour} left the game: Resigned.", table = 4, colour = "red");
        let chess = say!("The game at table {table} is {game}, not nomic.", table = 5, game = "chess");
        let found = Mentioned::default().records(&[whole, table, chess].map(Kept::of));
        assert_eq!(found.games, [1, 2, 3].map(GameId));
        assert_eq!(found.tables, [4, 5].map(TableId));
    }
}
