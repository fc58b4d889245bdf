//! Files of the club made ready as jobs: how far each is, what it is in the end, and for how long.

use std::collections::BTreeSet;
use std::io::BufRead;

use chrono::TimeDelta;
use diesel::prelude::*;
use rookery::auth::Role;
use rookery::checks::{self, Subject};
use rookery::db::Db;
use rookery::db::schema::{self, job_pieces, ledger};
use rookery::exchange::backup::{self, Manner};
use rookery::exchange::export::File;
use rookery::exchange::export::jobs::{self, PIECE};
use rookery::id::PersonId;
use rookery::jobs::background;
use serde_json::{Value, json};

use crate::exchange::lively;
use crate::harness::{self, Browser, Caller, erased, put_in_office, take_office, wait_until};

/// Has a file made ready; gives where it is and what is told of it in the end.
fn made_ready(by: &Caller, file: File) -> (String, Value) {
    let answer = by.post(&format!("/api/v1/exports/{file}"), &json!({}));
    let place = answer.header("location").unwrap().to_owned();
    assert_eq!(answer.expect(202)["file"], file.as_str());
    wait_until(|| by.get(&place).expect(200)["finished_at"].is_string());
    let export = by.get(&place).expect(200);
    assert_eq!(export["state"], "ready", "{export}");
    (place, export)
}

both!(a_file_made_ready_is_the_one_that_programs_read_as_it_comes, |club| {
    lively(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    // One of them is longer than a piece.
    club.write(|tx| Ok(diesel::update(ledger::table).set(ledger::cause.eq("x".repeat(200_000))).execute(tx.db)?));
    for file in File::ALL {
        let (place, export) = made_ready(&chief, *file);
        assert!(export["entries"].as_i64() > Some(0), "{export}");
        assert_eq!(export["entries_written"], export["entries"], "{export}");
        let content = chief.get(&format!("{place}/content"));
        assert_eq!(content.header("content-length"), Some(export["bytes"].to_string().as_str()));
        assert_eq!(content.text(), chief.get(&format!("/api/v1/exports/{file}")).text());
        assert_eq!(*file == File::Ledger, content.body.len() > PIECE, "{file}: {}", export["bytes"]);
    }
});

both!(an_export_under_way_says_how_far_it_is_and_is_not_begun_twice, |club| {
    let ann = club.person("Ann", &[]);
    let by = PersonId(ann.id);
    let export = club.write(move |tx| {
        let (export, _) = jobs::add(tx, by, File::Pgn)?;
        let far = (schema::jobs::entries.eq(200), schema::jobs::entries_done.eq(50));
        diesel::update(schema::jobs::table.find(export.id.0)).set(far).execute(tx.db)?;
        Ok(export)
    });
    let place = format!("/administration/exports/{}", export.id);
    let mut browser = Browser::of(&club, &ann);
    let page = browser.get(&place);
    assert_eq!(page.header("refresh"), Some("1"), "it is looked at again without a script");
    assert!(page.text().contains("<progress max=\"100\" value=\"25\""), "{}", page.text());
    assert!(page.text().contains("25 %: 50 of 200 entries"), "{}", page.text());
    assert_eq!(browser.get(&format!("/api/v1/exports/games.pgn/{}/content", export.id)).status, 409);
    let csrf = browser.csrf();
    let again = browser.post("/administration/exports", &format!("csrf={csrf}&file=games.pgn"));
    assert_eq!((again.status, again.header("location")), (303, Some(place.as_str())));
    assert_eq!(browser.post("/administration/exports", &format!("csrf={csrf}&file=members.csv")).status, 403);
    assert_eq!(browser.post("/administration/exports", &format!("csrf={csrf}&file=secrets.csv")).status, 404);
    // One that waits for its turn says so.
    club.pass(TimeDelta::minutes(2));
    club.write(move |tx| background::goes_on(tx, export.id));
    club.pass(TimeDelta::minutes(4));
    let again = browser.post("/administration/exports", &format!("csrf={csrf}&file=games.pgn"));
    assert_eq!(again.header("location"), Some(place.as_str()));
    let files = browser.get("/administration/files").text();
    assert!(files.contains(&format!("href=\"{place}\"")), "the way back to it: {files}");
    // The replica that made it ready has not been heard of for too long.
    club.pass(TimeDelta::minutes(2));
    let anew = browser.post("/administration/exports", &format!("csrf={csrf}&file=games.pgn"));
    assert_ne!(anew.header("location"), Some(place.as_str()));
    assert_eq!(browser.get(&place).status, 404, "it made room for the new one");
});

both!(a_file_is_kept_for_an_hour_for_the_one_who_asked_and_may_still_have_it, |club| {
    let mona = club.person("Mona", &[Role::Moderator]);
    let (place, export) = made_ready(&mona, File::Members);
    let page = Browser::of(&club, &mona).get(&format!("/administration/exports/{}", export["id"]));
    assert_eq!(page.header("refresh"), None);
    assert!(page.text().contains(&format!("href=\"{place}/content\"")), "{}", page.text());
    let id = PersonId(mona.id);
    club.write(move |tx| take_office(tx, id, Role::Moderator));
    assert_eq!(club.again(&mona).get(&format!("{place}/content")).status, 403, "members.csv is for those who moderate");
    club.write(move |tx| put_in_office(tx, id, Role::Moderator));
    club.pass(TimeDelta::minutes(59));
    rookery::jobs::housekeeping(&club.app.db, &club.app.room).unwrap();
    let mona = club.again(&mona);
    assert_eq!(mona.get(&format!("{place}/content")).status, 200);
    assert_eq!(mona.get(&format!("{}/content", place.replace("members", "games"))).status, 404);
    club.pass(TimeDelta::minutes(2));
    assert_eq!(mona.get(&format!("{place}/content")).status, 404, "whether it was swept out yet or not");
    rookery::jobs::housekeeping(&club.app.db, &club.app.room).unwrap();
    let kept = club.app.db.read_now(|db| Ok(job_pieces::table.count().get_result::<i64>(db)?)).unwrap();
    assert_eq!(kept, 0, "its pieces go with it");
});

both!(who_asks_twice_is_given_the_same_file_and_later_a_new_one, |club| {
    let ann = club.person("Ann", &[]);
    let (first, _) = made_ready(&ann, File::Games);
    assert_eq!(made_ready(&ann, File::Games).0, first);
    club.pass(TimeDelta::minutes(2));
    let (second, _) = made_ready(&ann, File::Games);
    assert_ne!(second, first);
    assert_eq!(ann.get(&first).status, 404, "it made room");
});

both!(no_file_outlives_a_name_that_is_erased_nor_goes_into_a_backup, |club| {
    let ann = club.person("Ann", &[]);
    let (place, _) = made_ready(&ann, File::Pgn);
    let folder = harness::folder();
    let file = folder.path().join("club.backup");
    let now = club.now();
    club.app.db.read_now(|db| backup::write(db, now, &file)).unwrap();
    let packed = std::fs::File::open(&file).unwrap();
    let lines = std::io::BufReader::new(flate2::bufread::GzDecoder::new(std::io::BufReader::new(packed))).lines();
    let kept = lines.map(Result::unwrap).skip_while(|line| !line.contains("\"name\":\"job_pieces\"")).nth(1);
    assert!(kept.is_some_and(|line| line.starts_with('{')), "the next table follows, or the seal");
    let gone = PersonId(club.person("Somebody", &[]).id);
    club.write(move |tx| erased(tx, gone));
    assert_eq!(ann.get(&place).status, 404);
});

both!(what_was_under_way_goes_on_nowhere_after_a_restore, |club| {
    let by = PersonId(club.person("Ann", &[]).id);
    let (check, _) = club.write(move |tx| checks::jobs::add(tx, by, Subject::Acts));
    let (export, _) = club.write(move |tx| jobs::add(tx, by, File::Pgn));
    let folder = harness::folder();
    let file = folder.path().join("club.backup");
    let now = club.now();
    club.app.db.read_now(|db| backup::write(db, now, &file)).unwrap();
    let manner = Manner { replace: true, force: false };
    club.write(move |tx| backup::restore(tx, &file, manner, &BTreeSet::new()));
    let after = |db: &mut Db| Ok((checks::jobs::find(db, check)?, jobs::find(db, export.id, by, now)?));
    let (check, export) = club.app.db.read_now(after).unwrap();
    assert_eq!(check.unwrap().state, checks::jobs::State::Failed);
    assert!(export.is_none(), "no file comes with a backup");
});
