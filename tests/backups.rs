//! Backups that the service makes by itself: one a day, tried out, thinned out; on a page and over the API.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use rookery::auth::Role;
use rookery::config::Config;
use rookery::exchange::backup::kept::{self, Folder};
use rookery::exchange::backup::{Manner, restore};

use crate::harness::wait_until;
use crate::harness::{Browser, Club, folder};

/// The club again, with backups in a folder.
fn with_backups(club: Club, folder: &std::path::Path) -> Club {
    let config = Config { backups: Some(folder.to_owned()), ..club.app.config.as_ref().clone() };
    club.quiet(config)
}

both!(a_day_without_a_backup_brings_one_that_can_be_restored, |club| {
    let kept_in = folder();
    let club = with_backups(club, kept_in.path());
    let (operator, ann) = (club.person("Olga", &[Role::Administrator]), club.person("Ann", &[]));
    let backups = Folder::new(kept_in.path());
    assert_eq!(kept::run(&club.app.db, &backups).unwrap(), 1);
    assert_eq!(kept::run(&club.app.db, &backups).unwrap(), 0, "once a day");
    std::fs::write(kept_in.path().join("erased.json"), "no list").unwrap();
    club.pass(TimeDelta::hours(24));
    assert_eq!(kept::run(&club.app.db, &backups).unwrap(), 1);
    // Long enough that the first ones go; a unit test has a year of them.
    for _ in 0..9 {
        club.pass(TimeDelta::hours(24));
        kept::run(&club.app.db, &backups).unwrap();
    }
    let (operator, ann) = (club.again(&operator), club.again(&ann));
    let told = operator.get("/api/v1/backups").expect(200);
    let listed = told["kept"].as_array().unwrap();
    assert!((7..=10).contains(&listed.len()), "{told}");
    assert!(told["failed"].is_null() && told["under_way"] == false && told["last"] == listed[0]["made_at"], "{told}");
    ann.get("/api/v1/backups").refused(403);

    let other = Club::on_sqlite();
    let newest = kept_in.path().join(listed[0]["file"].as_str().unwrap());
    let manner = Manner { replace: true, force: false };
    let restored = other.write(move |tx| restore(tx, &newest, manner, &BTreeSet::new()));
    assert!(restored.faults.is_empty() && restored.contents.rows > 0, "{restored:?}");
    let now = club.now();
    let known = other.app.db.read_now(|db| kept::known(db, now)).unwrap();
    assert!(!known.under_way, "the backup that it comes from is not under way any more");
});

both!(the_button_makes_one_and_a_fault_is_told, |club| {
    let kept_in = folder();
    let operator = club.person("Olga", &[Role::Administrator]);
    operator.post("/api/v1/backups", &serde_json::json!({})).refused(409);
    let page = operator.get("/administration/backups").text();
    assert!(page.contains("Set ROOKERY_BACKUPS") && !page.contains("Back up now") && !page.contains("docs/"), "{page}");
    assert!(!page.contains("rookery restore"), "there is none to put back: {page}");

    let place = kept_in.path().join("backups");
    let club = with_backups(club, &place);
    let operator = club.again(&operator);
    let mut browser = Browser::of(&club, &operator);
    let form = format!("csrf={}", browser.csrf());
    assert_eq!(browser.post("/administration/backups", &form).status, 303);
    let listed = || operator.get("/api/v1/backups").expect(200);
    wait_until(|| listed()["kept"].as_array().unwrap().len() == 1 && listed()["under_way"] == false);
    let page = browser.get("/administration/backups?asked").text();
    assert!(page.contains("<p role=\"status\" class=\"done\">Done: the backup is made.</p>"), "{page}");
    let page = operator.get("/administration/backups").text();
    assert!(page.contains("Back up now") && page.contains(".backup") && !page.contains("Done:"), "{page}");
    assert!(page.contains("stop the service: sudo systemctl stop rookery"), "{page}");
    let newest = place.join(listed()["kept"][0]["file"].as_str().unwrap());
    assert!(page.contains(&format!("rookery restore --replace {}</code>", newest.display())), "{page}");
    // Each backup has its own command, so that nobody puts back the one they just made.
    club.pass(TimeDelta::minutes(1));
    let operator = club.again(&operator);
    operator.post("/api/v1/backups", &serde_json::json!({})).expect(202);
    let listed = || operator.get("/api/v1/backups").expect(200);
    wait_until(|| listed()["kept"].as_array().unwrap().len() == 2 && listed()["under_way"] == false);
    let page = operator.get("/administration/backups").text();
    assert_eq!(page.matches("rookery restore --replace").count(), 2, "{page}");
    assert!(page.contains(&format!("rookery restore --replace {}</code>", newest.display())), "{page}");
    assert_eq!(page.matches("the newest").count(), 1, "{page}");
    assert!(page.contains("Do not take the backup you just made"), "{page}");
    let log = operator.get("/api/v1/security-log").expect(200);
    let made = log["items"].as_array().unwrap().iter().find(|line| line["event"] == "backup_made");
    assert_eq!(made.expect("a line for it")["by"], operator.id, "{log}");

    // Where the folder cannot be written, the page says so, and the last one stays the last.
    let before = listed()["last"].clone();
    std::fs::remove_dir_all(&place).unwrap();
    std::fs::write(&place, "a file in its place").unwrap();
    club.pass(TimeDelta::hours(25));
    kept::run(&club.app.db, &Folder::new(&place)).unwrap_err();
    let operator = club.again(&operator);
    let told = operator.get("/api/v1/backups").expect(200);
    assert!(told["failed"].as_str().unwrap().contains("backups") && told["last"] == before, "{told}");
    assert!(operator.get("/administration/backups").text().contains("The last backup went wrong."));
    let mut german = Browser::of(&club, &operator);
    german.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    let page = german.get("/administration/backups").text();
    assert!(page.contains("backups: Dort liegt eine Datei, wo ein Ordner sein soll"), "{page}");
});
