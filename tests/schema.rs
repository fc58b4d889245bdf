//! What the schema refuses, on both databases.

use std::collections::BTreeSet;

use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use rookery::db::tables::references_to;

use crate::exchange::lively;
use crate::harness::Club;

/// Columns that are named like references but are none, with the reason.
const NO_REFERENCES: [(&str, &str); 10] = [
    // The act log must be readable even if all other tables are lost.
    ("acts", "actor_id"),
    // What it is about says in which table.
    ("cases", "subject_id"),
    // The rulebook that comes with the program is version 0, and no row.
    ("change_requests", "base"),
    ("petition_drafts", "subject_id"),
    // A message says who or what undid it.
    ("chief_acts", "undone_by"),
    ("declarations", "undone_by"),
    // Delivered messages are deleted; an event is a random number.
    ("notifications", "event_id"),
    ("notifications", "message_id"),
    ("outbox", "event_id"),
    ("webhook_deliveries", "message_id"),
];

/// What names a row by something else than its id.
const BY_A_NUMBER: [&str; 3] = ["base", "case_number", "published"];

/// Participles that end otherwise than most.
const PARTICIPLES: [&str; 5] = ["done", "made", "said", "set", "struck"];

/// A column of a table in SQLite, which makes the same tables as PostgreSQL.
#[derive(QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    of: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Bool)]
    refers: bool,
    /// The text of the table.
    #[diesel(sql_type = Text)]
    made_by: String,
}

#[test]
fn states_have_checks_and_references_are_foreign_keys() {
    let club = Club::on_sqlite();
    let query = "SELECT m.name AS \"of\", c.name AS name, m.sql AS made_by,
            EXISTS (SELECT 1 FROM pragma_foreign_key_list(m.name) f WHERE f.\"from\" = c.name) AS refers
        FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'";
    let columns: Vec<Column> = club.app.db.read_now(|db| Ok(diesel::sql_query(query).load(db)?)).unwrap();
    assert!(columns.len() > 500, "{} columns", columns.len());
    let mut free = BTreeSet::new();
    for column in &columns {
        let (of, name) = (column.of.as_str(), column.name.as_str());
        if ["state", "ending", "kind", "stage"].contains(&name) {
            let mut checks = column.made_by.split("CHECK").skip(1);
            assert!(checks.any(|check| check.contains(&format!("{name} IN ("))), "{of}.{name} has no CHECK");
        }
        if name == "black_id" {
            let apart = ["black_id <> white_id", "white_id <> black_id"];
            assert!(apart.iter().any(|apart| column.made_by.contains(apart)), "{of}: somebody could play themselves");
        }
        let names_a_row = name.ends_with("_id") || name.ends_with("_by") || BY_A_NUMBER.contains(&name);
        if names_a_row && !column.refers {
            free.insert((of, name));
        }
    }
    assert_eq!(free, BTreeSet::from(NO_REFERENCES));
}

both!(who_did_it_and_whom_it_is_about_are_called_alike, |club| {
    let references = club.app.db.read_now(|db| references_to(db, "people")).unwrap();
    assert!(references.len() > 100, "{} references", references.len());
    for (table, column) in &references {
        let (what, form) = column.rsplit_once('_').unwrap();
        let last = what.rsplit('_').next().unwrap();
        let is_participle = ["ed", "en"].iter().any(|end| last.ends_with(end)) || PARTICIPLES.contains(&last);
        // An author, an overseer: somebody who does it.
        let does_it = ["er", "or"].iter().any(|end| last.ends_with(end));
        let is_so = match form {
            "by" => is_participle,
            "id" => !does_it && last != "by",
            _ => false,
        };
        assert!(is_so, "{table}.{column}: who did it is `<participle>_by`, whom a row is about `<noun>_id`");
    }
});

both!(the_database_refuses_what_no_rule_lets_through, |club| {
    lively(&club);
    club.person("Somebody", &[]);
    for change in [
        "UPDATE games SET black_id = white_id",
        "UPDATE games SET ending = 'tired'",
        "UPDATE rating_events SET second_id = first_id WHERE kind = 'game'",
        "UPDATE accounts SET powers_rested_by = 999999",
        "INSERT INTO interpretations (case_number, acts, text, published_at)
         VALUES ('2025-C-001', '[]', 'No such case', '2026-11-06 12:00:00')",
        "INSERT INTO change_requests (made_by, base, note, draft, made_at, published)
         VALUES ((SELECT min(id) FROM people), 0, 'No such version', '{}', '2026-11-06 12:00:00', 999999)",
    ] {
        let done = club.app.db.write_now(move |tx| Ok(diesel::sql_query(change).execute(tx.db)?));
        assert!(done.is_err(), "{change}: {done:?}");
    }
});
