//! Tables that an older version began: their games go on by the readings of that version, byte for byte.

use diesel::prelude::*;
use rookery::action::{By, perform};
use rookery::db::schema::tables;
use rookery::id::PersonId;
use rookery::nomic::table::NomicState;
use rookery::tables::TableId;
use rookery::tables::actions::{At, Play};
use rookery_nomic::record::Beginning;
use rookery_nomic::{Event, Game};
use serde_json::{Value, json};

use super::table::{NAMES, Party};
use crate::harness::Club;

/// Logs that older versions wrote; the tests of the engine hold them to the bytes that they led to then.
const LOGS: [&str; 8] = [
    include_str!("../../crates/nomic/tests/data/before.jsonl"),
    include_str!("../../crates/nomic/tests/data/second.jsonl"),
    include_str!("../../crates/nomic/tests/data/third.jsonl"),
    include_str!("../../crates/nomic/tests/data/fourth.jsonl"),
    include_str!("../../crates/nomic/tests/data/fifth.jsonl"),
    include_str!("../../crates/nomic/tests/data/sixth.jsonl"),
    include_str!("../../crates/nomic/tests/data/seventh.jsonl"),
    include_str!("../../crates/nomic/tests/data/eighth.jsonl"),
];

/// A log by its name: how it begins, and its events.
fn log(name: &str) -> (Beginning, Vec<Event>) {
    let lines = LOGS.iter().flat_map(|text| text.lines()).map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut log = lines.skip_while(|line| line["log"] != name);
    let beginning = serde_json::from_value(log.next().expect("a log of this name")["begin"].take()).unwrap();
    let events = log.take_while(|line| line["sha256"].is_null()).map(|line| serde_json::from_value(line).unwrap());
    (beginning, events.collect())
}

/// The game as the tables have it.
fn at_the_table(club: &Club, id: TableId) -> Vec<u8> {
    let live = club.app.db.read_now(|db| club.app.room.live(db, id)).unwrap();
    let game: Game = live.read(|known| {
        let state: &dyn std::any::Any = known.state.as_deref().expect("it has begun");
        state.downcast_ref::<NomicState>().expect("a game of Nomic").seen_at(club.now())
    });
    serde_json::to_vec(&game).unwrap()
}

fn started_again(club: Club) -> Club {
    let config = (*club.app.config).clone();
    club.reopened(config)
}

/// A table is as the older version left it in the database, and the game of a recorded log is played there.
fn goes_on(club: Club, name: &str) {
    let (beginning, events) = log(name);
    assert!(beginning.players.is_empty(), "{name}: it is played by those of the initial set");
    let options = json!({ "beginning": beginning });
    let party = Party::begun_with(&club, "2019-02-11T00:00:00", &options);
    let id = TableId(party.table.rsplit('/').next().unwrap().parse().unwrap());
    let people: Vec<PersonId> = party.players.iter().map(|player| PersonId(player.id)).collect();
    let edition = json!(beginning.edition);
    club.write(move |tx| {
        let options: String = tables::table.find(id).select(tables::options).first(tx.db)?;
        let mut options: Value = serde_json::from_str(&options)?;
        let began = options["beginning"].as_object_mut().expect("a beginning");
        // The first version named no edition.
        match &edition {
            first if *first == json!(1) => drop(began.remove("edition")),
            later => drop(began.insert("edition".to_owned(), later.clone())),
        }
        diesel::update(tables::table.find(id)).set(tables::options.eq(options.to_string())).execute(tx.db)?;
        Ok(())
    });
    // The new version starts, and finds the table.
    let club = started_again(club);
    let mut alone = Beginning { start_date: Some("2019-02-11".parse().unwrap()), ..beginning }.start().unwrap();
    for event in &events {
        if alone.due().is_none() {
            break;
        }
        club.app.clock.set(event.at.naive_utc());
        alone.apply(event).unwrap();
        let place = NAMES.iter().position(|known| *known == event.player).unwrap();
        let play = Play { at: At::table(&club.app.room, id), answers: -1, play: json!(event.play) };
        let by = By::oneself(people[place]);
        club.app.db.write_now(move |tx| perform(tx, &by, &play)).unwrap();
    }
    let alone = serde_json::to_vec(&alone).unwrap();
    assert!(at_the_table(&club, id) == alone, "{name}: another game");
    assert!(at_the_table(&started_again(club), id) == alone, "{name}: another game from its log");
}

both!(a_table_of_the_first_version_goes_on_as_it_was, |club| {
    goes_on(club, "random 5");
});

both!(a_table_of_the_second_edition_goes_on_as_it_was, |club| {
    goes_on(club, "random with gold 34");
});

both!(a_table_of_the_third_edition_goes_on_as_it_was, |club| {
    goes_on(club, "third random with gold 34");
});

both!(a_table_of_the_fourth_edition_goes_on_as_it_was, |club| {
    goes_on(club, "fourth random with gold 34");
});

both!(a_table_of_the_fifth_edition_goes_on_as_it_was, |club| {
    goes_on(club, "fifth random with gold 34");
});

both!(a_table_of_the_sixth_edition_goes_on_as_it_was, |club| {
    goes_on(club, "sixth random with gold 34");
});

both!(a_table_of_the_seventh_edition_goes_on_as_it_was, |club| {
    goes_on(club, "seventh random with gold 34");
});

both!(a_table_of_the_eighth_edition_goes_on_as_it_was, |club| {
    goes_on(club, "eighth random with gold 34");
});
