//! Backups from before somebody was erased: restored, they bring nobody back.

use diesel::prelude::*;
use rookery::audit::{Kept, Word};
use rookery::auth::Role;
use rookery::commands::check::check;
use rookery::db::schema::{acts, memberships, roles};
use rookery::exchange::backup::{self, Manner, erased, kept::Folder};
use serde_json::json;

use super::{FORMER_NAME, found, lines, rows};
use crate::harness::{Club, folder};

both!(a_restored_backup_brings_nobody_back_who_was_erased, |club| {
    let host = club.person("Host", &[Role::Administrator]);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let gone = club.person(FORMER_NAME, &[Role::Moderator]);
    gone.post("/api/v1/memberships", &json!({})).expect(201);
    club.pass(chrono::TimeDelta::hours(1));
    let [host, chief, gone] = [&host, &chief, &gone].map(|one| club.again(one));
    let backups = folder();
    let file = backups.path().join("club.backup");
    backup::write(&mut club.app.db.connector().open().unwrap(), club.now(), &file).unwrap();
    let office = format!("/api/v1/people/{}/roles/moderator", gone.id);
    gone.delete(&office, &json!({ "reason": "Moving away" })).expect(204);
    gone.post("/api/v1/removal_requests", &json!({})).expect(201);
    chief.post("/api/v1/removals", &json!({ "person": gone.id, "act": "II.8" })).expect(201);
    let request = gone.post("/api/v1/erasure_requests", &json!({})).expect(201)["id"].clone();
    host.post(&format!("/api/v1/erasure_requests/{request}/answer"), &json!({ "erase": true })).expect(204);
    let restored_from = |club: &Club, file: &std::path::Path, own: Option<&std::path::Path>| {
        let (file, erased) = (file.to_owned(), erased::known(file, own).unwrap());
        let manner = Manner { replace: true, force: false };
        club.write(move |tx| backup::restore(tx, &file, manner, &erased)).erased_again
    };
    let restored = |club: &Club| restored_from(club, &file, None);
    let is_erased = |club: &Club| {
        let (members, offices): (i64, i64) = club
            .app
            .db
            .read_now(|db| {
                let members = memberships::table.filter(memberships::removed_at.is_null());
                let offices = roles::table.filter(roles::taken_at.is_null().and(roles::role.eq(Role::Moderator)));
                Ok((members.count().get_result(db)?, offices.count().get_result(db)?))
            })
            .unwrap();
        assert_eq!((members, offices), (0, 0), "neither on the leaderboard nor in office");
        let left = lines("a row", &rows(club));
        let logged = acts::table.filter(acts::act.eq(Word::PersonErased)).count();
        let logged: i64 = club.app.db.read_now(|db| Ok(logged.get_result(db)?)).unwrap();
        let faults = club.app.db.read_now(|db| check(db, &Kept::default(), &mut |_| {})).unwrap();
        assert_eq!((left, logged, faults), (vec![], 1, vec![]));
    };

    // The club that is replaced knows, and so does the one that takes its place.
    for _ in 0..2 {
        assert_eq!(restored(&club), 1);
        is_erased(&club);
    }
    // Elsewhere nobody knows, but by the list that lies beside the backup.
    let elsewhere = || {
        let others = [Club::on_sqlite(), Club::on_postgres()];
        others.iter().for_each(|other| other.pass(chrono::TimeDelta::hours(2)));
        others
    };
    for other in elsewhere() {
        assert_eq!(restored(&other), 0);
        assert!(rows(&other).contains(FORMER_NAME));
    }
    let list = Folder::new(backups.path());
    assert_eq!((list.keep_erased(&club.app.db).unwrap(), list.keep_erased(&club.app.db).unwrap()), (1, 0));
    let kept = std::fs::read_to_string(backups.path().join("erased.json")).unwrap();
    assert!(found(&kept).is_empty() && kept.contains(&format!("\"person\":{}", gone.id)), "{kept}");
    for other in elsewhere() {
        assert_eq!(restored(&other), 1);
        is_erased(&other);
    }
    // Or by the club's own list, where the backup comes from another folder.
    let away = folder();
    let copy = away.path().join("club.backup");
    std::fs::copy(&file, &copy).unwrap();
    let other = Club::on_sqlite();
    other.pass(chrono::TimeDelta::hours(2));
    assert_eq!(restored_from(&other, &copy, None), 0);
    assert_eq!(restored_from(&other, &copy, Some(backups.path())), 1);
    is_erased(&other);
    // In another club somebody else has the number.
    let other = Club::on_sqlite();
    other.pass(chrono::TimeDelta::hours(1));
    let [_, _, ben] = ["Ann", "Ida", "Ben"].map(|name| other.person(name, &[]));
    assert_eq!(ben.id, gone.id);
    std::fs::remove_file(&file).unwrap();
    backup::write(&mut other.app.db.connector().open().unwrap(), other.now(), &file).unwrap();
    assert_eq!(restored(&other), 0);
});
