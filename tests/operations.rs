//! What the operator does: checking, backing up, restoring.

use std::path::Path;
use std::process::Command;

use diesel::prelude::*;
use rookery::commands::check::check;
use rookery::db::schema::{acts, games, ledger, people, rating_events, standings};
use rookery::db::tables;
use rookery::error::Error;
use rookery::exchange::backup;
use rookery::id::{GameId, PersonId};
use rookery::ratings::Outcome;
use rookery::ratings::store::{Cause, NewEvent, post};
use serde_json::json;

use crate::harness::Club;

/// Two members and three games between them, each act logged.
fn play(club: &Club) {
    club.write(|tx| {
        let mut persons = Vec::new();
        for (handle, name) in [("ann", "Ann \"the Rook\" Ørsted"), ("ben", "Ben\nMoss")] {
            let person = rookery::members::store::add_person(tx, handle, name)?;
            post(tx, tx.now, NewEvent::Join { person }, &Cause::new("Joined", "II.1"))?;
            persons.push(person);
        }
        for (number, outcome) in [Outcome::White, Outcome::White, Outcome::Draw].into_iter().enumerate() {
            let at = tx.now + chrono::TimeDelta::milliseconds(1_250 * number as i64);
            let game = diesel::insert_into(games::table)
                .values((
                    games::white_id.eq(persons[0]),
                    games::black_id.eq(persons[1]),
                    games::result.eq(outcome),
                    games::ending.eq("resignation"),
                    games::played_at.eq(at),
                    games::state.eq("rated"),
                    games::registered_at.eq(tx.now),
                ))
                .returning(games::id)
                .get_result::<GameId>(tx.db)?;
            let event = NewEvent::Game { game, white: persons[0], black: persons[1], outcome, online: false };
            post(tx, at, event, &Cause::new(format!("Game {game}"), "II.3"))?;
            let entry = rookery::audit::Entry {
                actor: None,
                act: "game.registered",
                subject: format!("game:{game}"),
                body: json!({ "number": number }),
            };
            rookery::audit::record(tx, entry)?;
        }
        Ok(())
    });
}

fn faults(club: &Club) -> Vec<String> {
    club.app.db.read_now(|db| check(db, &mut |_| {})).unwrap()
}

/// Every row of every table, but for the counters that a restoration raises.
fn rows(club: &Club) -> Vec<String> {
    let read = |db: &mut rookery::db::Db| {
        let mut rows = Vec::new();
        for table in tables::tables(db)? {
            if !["versions", "standings"].contains(&table.name.as_str()) {
                tables::each_row(db, &table, |row| {
                    let row: serde_json::Value = serde_json::from_str(row)?;
                    rows.push(format!("{} {row}", table.name));
                    Ok(())
                })?;
            }
        }
        Ok(rows)
    };
    club.app.db.read_now(read).unwrap()
}

fn back_up(club: &Club, file: &Path) -> backup::Contents {
    backup::write(&mut club.app.db.connector().open().unwrap(), club.now(), file).unwrap()
}

fn restore(club: &Club, file: &Path, replace: bool) -> Result<backup::Contents, Error> {
    let file = file.to_owned();
    club.app.db.write_now(move |tx| backup::restore(tx, &file, replace))
}

both!(a_sound_club_has_no_faults, |club| {
    play(&club);
    assert_eq!(faults(&club), Vec::<String>::new());
});

both!(each_fault_is_told_with_its_place, |club| {
    play(&club);
    club.write(|tx| {
        diesel::update(rating_events::table.find(3)).set(rating_events::first_after.eq(777)).execute(tx.db)?;
        diesel::update(ledger::table.find(2)).set(ledger::delta.eq(101)).execute(tx.db)?;
        diesel::update(standings::table.find(2)).set(standings::wins.eq(9)).execute(tx.db)?;
        diesel::update(acts::table.find(2)).set(acts::body.eq("{}")).execute(tx.db)?;
        Ok(())
    });
    let found = faults(&club).join("\n");
    for told in ["event 3 at", "ledger entry 2 of person 2", "count 9 wins", "act 2 does not match its seal"] {
        assert!(found.contains(told), "{told}: {found}");
    }
});

both!(a_backup_restores_into_either_database, |club| {
    play(&club);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.backup");
    let contents = back_up(&club, &file);
    assert!(contents.rows > 10);
    for other in [Club::on_sqlite(), Club::on_postgres()] {
        assert_eq!(restore(&other, &file, false).unwrap(), contents);
        assert_eq!(rows(&other), rows(&club));
        assert_eq!(faults(&other), Vec::<String>::new());
        let person = other.write(|tx| rookery::members::store::add_person(tx, "new", "New"));
        assert_eq!(person, PersonId(3), "ids go on after those that were restored");
        assert_eq!(other.app.board.page(0, 10).members, 2, "the board was filled by the restoration");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside the backup");
});

both!(a_club_is_not_overwritten_without_a_word, |club| {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("empty.backup");
    back_up(&club, &file);
    play(&club);
    let before = rows(&club);
    let refused = restore(&club, &file, false).unwrap_err().to_string();
    assert!(refused.contains("--replace"), "{refused}");
    assert_eq!(rows(&club), before);
    restore(&club, &file, true).unwrap();
    assert_eq!(club.write(|tx| Ok(people::table.count().get_result::<i64>(tx.db)?)), 0);
    assert_eq!(club.app.board.page(0, 10).members, 0, "a running service forgets the club that was");
    play(&club);
    assert_eq!(club.app.board.page(0, 10).members, 2);
});

both!(a_damaged_backup_changes_nothing, |club| {
    play(&club);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.backup");
    back_up(&club, &file);
    let whole = std::fs::read(&file).unwrap();
    let before = rows(&club);
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    for damaged in [&whole[..whole.len() - 40], &whole[..whole.len() / 2], &flipped, b"no backup at all\n", b""] {
        std::fs::write(&file, damaged).unwrap();
        let refused = restore(&club, &file, true).unwrap_err();
        assert!(matches!(refused, Error::Refused(_)), "{refused}");
        assert_eq!(rows(&club), before);
    }
});

#[test]
fn the_commands_tell_and_end_with_a_status() {
    let club = Club::on_sqlite();
    play(&club);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.backup");
    let run = |database: &str, arguments: &[&str]| {
        let binary = env!("CARGO_BIN_EXE_rookery");
        let output = Command::new(binary).args(["--database", database]).args(arguments).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.code(), text)
    };
    let here = club.app.db.connector().url();
    let there = format!("sqlite:{}", folder.path().join("other.sqlite").display());
    let name = file.to_str().unwrap();
    let (status, text) = run(&here, &["check"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("5 events replayed"), "{text}");
    assert_eq!(run(&here, &["backup", name]).0, Some(0));
    assert_eq!(run(&there, &["check"]).0, Some(1), "no database is made by looking for one");
    assert_eq!(run(&there, &["restore", name]).0, Some(0));
    assert_eq!(run(&there, &["check"]).0, Some(0));
    assert_eq!(run(&there, &["restore", name]).0, Some(1), "a club is there now");
    club.write(|tx| Ok(diesel::update(ledger::table.find(1)).set(ledger::balance.eq(1)).execute(tx.db)?));
    let (status, text) = run(&here, &["check"]);
    assert_eq!(status, Some(1));
    assert!(text.contains("FAULT ratings: ledger entry 1"), "{text}");
}
