//! Whether the records agree: gone through as a job, with what differs and where.

use chrono::TimeDelta;
use diesel::prelude::*;
use rookery::auth::Role;
use rookery::checks::Subject;
use rookery::checks::jobs;
use rookery::db::schema::{self, acts, ledger, plays, standings};
use rookery::exchange::backup;
use rookery::id::PersonId;
use rookery::jobs::background;
use serde_json::{Value, json};

use crate::harness::{Browser, Caller, wait_until};
use crate::tables::{begun, pair, play};

/// A check as it is in the end.
fn checked(host: &Caller, subject: &str) -> Value {
    let answer = host.post("/api/v1/checks", &json!({ "subject": subject }));
    let place = answer.header("location").unwrap().to_owned();
    assert_eq!(answer.expect(202)["subject"], subject);
    wait_until(|| host.get(&place).expect(200)["finished_at"].is_string());
    host.get(&place).expect(200)
}

fn faults(check: &Value) -> Vec<&str> {
    assert_eq!(check["state"], "faulty", "{check}");
    check["faults"].as_array().unwrap().iter().map(|fault| fault.as_str().unwrap()).collect()
}

both!(the_points_are_reckoned_anew_and_what_differs_is_told, |club| {
    let host = club.person("Host", &[Role::Administrator]);
    let (_, pairs) = club.in_session(2);
    let sound = checked(&host, "ratings");
    assert_eq!((&sound["state"], &sound["faults"]), (&json!("sound"), &json!([])), "{sound}");
    // Each of the four joined: an event and an entry of the ledger.
    assert_eq!((&sound["entries"], &sound["entries_read"]), (&json!(8), &json!(8)));
    let person = pairs[1].0;
    club.write(move |tx| {
        diesel::update(standings::table.find(person.0)).set(standings::score.eq(140)).execute(tx.db)?;
        Ok(diesel::update(ledger::table.find(1)).set(ledger::balance.eq(7)).execute(tx.db)?)
    });
    let found = checked(&host, "ratings");
    let expected = [
        format!("ledger entry 1 of person {}: its balance is 7, the sum 100", pairs[0].0),
        format!("person {person}: the standings say 140, the log comes to 100"),
        format!("person {person}: the standings say 140, the ledger's entries come to 100"),
    ];
    assert_eq!(faults(&found), expected);

    let mut browser = Browser::of(&club, &host);
    let page = browser.get("/administration").text();
    assert!(page.contains("Something below needs you") && page.contains("Something does not agree"), "{page}");
    let place = format!("/administration/checks/{}", found["id"]);
    assert!(page.contains(&format!("href=\"{place}\"")));
    let told = browser.get(&place).text();
    assert!(told.contains("its balance is 7, the sum 100") && !told.contains("<progress"), "{told}");
    browser.cookies.insert("__Host-language".into(), "de".into());
    let told = browser.get(&place).text();
    assert!(told.contains(&format!("Person {person}: Die Rangliste sagt 140, das Protokoll ergibt 100")), "{told}");
    assert_eq!(Browser::of(&club, &club.person("Mia", &[Role::Moderator])).get(&place).status, 403);
});

both!(of_very_many_faults_the_first_are_told_and_how_many_more_there_are, |club| {
    let host = club.person("Host", &[Role::Administrator]);
    club.in_session(6);
    club.write(|tx| {
        let scored = standings::table.filter(standings::score.is_not_null());
        Ok(diesel::update(scored).set(standings::score.eq(140)).execute(tx.db)?)
    });
    let found = checked(&host, "ratings");
    let told = faults(&found);
    // Of each of the twelve, the log and the ledger say otherwise.
    assert_eq!((told.len(), told[20]), (21, "Further faults that are not told here: 4"));
});

both!(the_act_log_and_the_tables_are_gone_through_too, |club| {
    let host = club.person("Host", &[Role::Administrator]);
    let [white, black] = pair(&club, ["Wim", "Bo"]);
    let table = begun(&white, &black);
    play(&white, &table, 0, json!({ "kind": "move", "move": "e4" })).expect(200);
    for subject in ["acts", "tables"] {
        let sound = checked(&host, subject);
        assert_eq!(sound["state"], "sound", "{sound}");
        assert!(sound["entries_read"].as_i64() > Some(0), "{sound}");
    }
    let page = table.replace("/api/v1", "") + "/replay";
    let mut reader = Browser::new(&club);
    assert!(reader.get(&table.replace("/api/v1", "")).text().contains(&format!("href=\"{page}\"")));
    assert!(reader.get(&page).text().contains("All is well: the one entry"), "{}", reader.get(&page).text());
    club.write(|tx| {
        diesel::update(plays::table).set(plays::effect.eq("{}")).execute(tx.db)?;
        Ok(diesel::update(acts::table.find(1)).set(acts::body.eq("[]")).execute(tx.db)?)
    });
    let found = checked(&host, "acts");
    let told = "act 1 does not match its seal; the first that is wrong is one of acts 1 to 1";
    // That act gave the host's role.
    let unsaid = format!("person {} holds the role administrator, which no act gave", host.id);
    assert_eq!(faults(&found), [told, unsaid.as_str()]);
    let found = checked(&host, "tables");
    assert!(faults(&found)[0].ends_with("entries [1] come out otherwise than they were recorded"), "{found}");
    assert!(reader.get(&page).text().contains("as before: 1."), "{}", reader.get(&page).text());
    assert_eq!(reader.get("/tables/999/replay").status, 404);
});

both!(what_was_found_faulty_needs_somebody_until_a_check_says_otherwise, |club| {
    let host = club.person("Host", &[Role::Administrator]);
    let (_, pairs) = club.in_session(1);
    club.write(|tx| backup::note_made(tx.db, tx.now));
    let scored = |score: i64| {
        let person = pairs[0].0;
        club.write(move |tx| {
            Ok(diesel::update(standings::table.find(person.0)).set(standings::score.eq(score)).execute(tx.db)?)
        });
    };
    let mut browser = Browser::of(&club, &host);
    let is_well = "All is well";
    assert!(browser.get("/administration").text().contains(is_well), "{}", browser.get("/administration").text());
    scored(140);
    let faulty = format!("href=\"/administration/checks/{}\"", checked(&host, "ratings")["id"]);

    let by = PersonId(host.id);
    let (next, _) = club.write(move |tx| jobs::add(tx, by, Subject::Ratings));
    let mut still_faulty = |state: &str| {
        let page = browser.get("/administration").text();
        let both = [&faulty, &format!("href=\"/administration/checks/{next}\">{state}")];
        assert!(!page.contains(is_well) && both.iter().all(|link| page.contains(*link)), "{page}");
    };
    still_faulty("Under way");
    club.pass(TimeDelta::minutes(6));
    background::watch(&club.app.db).unwrap();
    still_faulty("It stopped early");

    scored(100);
    checked(&host, "ratings");
    let page = browser.get("/administration").text();
    assert!(page.contains(is_well) && !page.contains(&faulty), "{page}");
});

both!(a_check_under_way_says_how_far_it_is_and_is_not_begun_twice, |club| {
    let host = club.person("Host", &[Role::Administrator]);
    let by = PersonId(host.id);
    let (id, is_new) = club.write(move |tx| {
        let begun = jobs::add(tx, by, Subject::Ratings)?;
        let far = (schema::jobs::entries.eq(200), schema::jobs::entries_done.eq(50));
        diesel::update(schema::jobs::table.find(begun.0.0)).set(far).execute(tx.db)?;
        Ok(begun)
    });
    assert!(is_new);
    let place = format!("/administration/checks/{id}");
    let mut browser = Browser::of(&club, &host);
    let page = browser.get(&place);
    assert_eq!(page.header("refresh"), Some("1"), "it is looked at again without a script");
    assert!(page.text().contains("<progress max=\"100\" value=\"25\""), "{}", page.text());
    assert!(page.text().contains("25 %: 50 of 200 entries"), "{}", page.text());
    let csrf = browser.csrf();
    let again = browser.post("/administration/checks", &format!("csrf={csrf}&subject=ratings"));
    assert_eq!((again.status, again.header("location")), (303, Some(place.as_str())));
    let other = browser.post("/administration/checks", &format!("csrf={csrf}&subject=acts"));
    assert_ne!(other.header("location"), Some(place.as_str()), "other records have a check of their own");
    // The replica that carried it out has not been heard of for too long.
    club.pass(TimeDelta::minutes(6));
    let anew = browser.post("/administration/checks", &format!("csrf={csrf}&subject=ratings"));
    assert_ne!(anew.header("location"), Some(place.as_str()));
    assert!(browser.get(&place).text().contains("It stopped early"));
});
