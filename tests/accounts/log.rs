//! The security log: what happened at the doors, and what never stands in it.

use super::*;
use crate::harness::erased;

/// Event, person, by, detail and times of each line, the first first.
fn lines(caller: &Client) -> Vec<(String, Value, Value, String, i64)> {
    let page = caller.get("/api/v1/security-log?limit=200").expect(200);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let line = |line: &Value| {
        let by = line["by"].clone();
        (text(&line["event"]), line["person"].clone(), by, text(&line["detail"]), line["times"].as_i64().unwrap())
    };
    page["items"].as_array().unwrap().iter().rev().map(line).collect()
}

both!(what_happens_at_the_doors_is_logged_for_administrators, |club| {
    let first = set_up(&club);
    let (chief, own) = (with(&club, &first), first["person"].clone());
    let ann = sign_up(&club, &chief, "ann");
    let person = ann["person"].clone();
    for _ in 0..3 {
        sign_in(&club, "ann", "my secret typed in anger").expect(401);
    }
    sign_in(&club, "my secret typed as a handle", "x").expect(401);
    sign_in(&club, "ann", PASSWORD).expect(200);
    let role = json!({ "role": "moderator", "reason": "fair and patient" });
    chief.post(&format!("/api/v1/people/{person}/roles"), &role).expect(201);
    with(&club, &ann).get("/api/v1/exports/members.csv");
    chief.post("/api/v1/me/totp", &json!({ "password": "not the password" })).expect(422);
    let secret = chief.post("/api/v1/me/totp", &json!({ "password": PASSWORD })).expect(201);
    let secret = totp::from_base32(secret["secret"].as_str().unwrap()).unwrap();
    let code = totp::code(&secret, club.now()).unwrap();
    let codes = chief.put("/api/v1/me/totp", &json!({ "code": code })).expect(200);
    let body = json!({ "handle": "chief", "password": PASSWORD, "code": "000000" });
    club.anyone().post("/api/v1/tokens", &body).expect(401);
    club.pass(TimeDelta::seconds(30));
    let body = json!({ "handle": "chief", "password": PASSWORD, "code": totp::code(&secret, club.now()) });
    club.anyone().post("/api/v1/tokens", &body).expect(200);
    let body = json!({ "handle": "chief", "password": PASSWORD, "code": codes["recovery_codes"][0] });
    club.anyone().post("/api/v1/tokens", &body).expect(200);
    let guess = json!({ "code": "ABCD", "handle": "eve", "name": "Eve", "password": "five other plain words" });
    club.anyone().post("/api/v1/accounts", &guess).expect(422);
    let guess = json!({ "code": "ABCD", "new_password": "five other plain words" });
    club.anyone().post("/api/v1/password-resets", &guess).expect(422);
    let logged = lines(&chief);
    let expected = [
        ("account_opened", &own, &Value::Null, "", 1),
        ("signed_in", &own, &Value::Null, "", 1),
        ("code_made", &Value::Null, &own, "", 1),
        ("account_opened", &person, &Value::Null, "", 1),
        ("signed_in", &person, &Value::Null, "", 2),
        ("wrong_password", &person, &Value::Null, "", 3),
        ("wrong_password", &Value::Null, &Value::Null, "", 1),
        ("role_given", &person, &own, "moderator", 1),
        ("downloaded", &person, &Value::Null, "members.csv", 1),
        ("wrong_password", &own, &Value::Null, "", 1),
        ("authenticator_set_up", &own, &Value::Null, "", 1),
        ("wrong_code", &own, &Value::Null, "", 1),
        ("signed_in", &own, &Value::Null, "authenticator", 1),
        ("signed_in", &own, &Value::Null, "recovery_code", 1),
        ("code_refused", &Value::Null, &Value::Null, "", 2),
    ];
    let expected = expected.map(|(event, person, by, detail, times)| {
        (event.to_owned(), person.clone(), by.clone(), detail.to_owned(), i64::from(times))
    });
    // Roles of the first Chief Justice come before: the link gives them.
    let logged: Vec<_> = logged.into_iter().filter(|line| line.0 != "role_given" || line.3 == "moderator").collect();
    assert_eq!(logged, expected);
    let whole = chief.get("/api/v1/security-log?limit=200").text();
    assert!(!whole.contains("secret") && !whole.contains("anger"), "{whole}");
    with(&club, &ann).get("/api/v1/security-log").refused(403);
    let page = chief.get("/administration/security").text();
    assert!(page.contains("Wrong password") && page.contains("members.csv") && page.contains("3 times"), "{page}");
    // Ninety days later it is forgotten; what the service does by itself then (keys turn) is not.
    let then = club.now();
    club.pass(TimeDelta::days(91));
    let swept = club.app.room.clone();
    rookery::jobs::housekeeping(&club.app.db, &swept).unwrap();
    let left = club.write(|tx| rookery::auth::security_log::lines(tx.db, None, 10));
    assert!(left.iter().all(|line| line.first_at > then), "{left:?}");
});

both!(who_asks_for_what_they_have_no_power_for_is_in_the_log, |club| {
    let chief = with(&club, &set_up(&club));
    let ann = club.person("Ann", &[]);
    for _ in 0..2 {
        ann.get("/api/v1/security-log").refused(403);
    }
    ann.get("/api/v1/me").expect(200);
    let refused = || lines(&chief).into_iter().filter(|line| line.0 == "refused").collect::<Vec<_>>();
    // It is written down once the answer has gone out.
    while refused().iter().map(|line| line.4).sum::<i64>() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let route = "GET /api/v1/security-log".to_owned();
    assert_eq!(refused(), [("refused".to_owned(), json!(ann.id), Value::Null, route, 2)]);
    assert!(chief.get("/administration/security").text().contains("Refused: not allowed"));
});

both!(strangers_cannot_fill_the_log, |club| {
    use rookery::auth::security_log::{Happened, SecurityEvent, lines, note};
    club.write(|tx| {
        for number in 0..1000 {
            let address = format!("192.0.2.{number}");
            note(tx, Happened { address: &address, ..Happened::of(SecurityEvent::WrongPassword) })?;
        }
        Ok(())
    });
    let kept = club.write(|tx| lines(tx.db, None, 2000));
    assert_eq!(kept.len(), 201);
    assert_eq!(kept.iter().map(|line| line.times).sum::<i64>(), 1000, "all are counted");
    // What else happens is still told apart.
    club.write(|tx| note(tx, Happened::of(SecurityEvent::KeyTurned)));
    assert_eq!(club.write(|tx| lines(tx.db, None, 2000)).len(), 202);
});

both!(what_happened_last_stands_first_though_its_line_is_older, |club| {
    use rookery::auth::security_log::{Happened, SecurityEvent, lines, note};
    for event in
        [SecurityEvent::KeyTurned, SecurityEvent::BackupMade, SecurityEvent::Downloaded, SecurityEvent::KeyTurned]
    {
        club.write(move |tx| note(tx, Happened::of(event)));
        club.pass(TimeDelta::minutes(1));
    }
    let read = |before: Option<i64>, limit: i64| {
        let lines = club.write(move |tx| lines(tx.db, before, limit));
        lines.into_iter().map(|line| (line.id, line.event, line.times)).collect::<Vec<_>>()
    };
    let all = read(None, 10);
    let events: Vec<_> = all.iter().map(|(_, event, times)| (*event, *times)).collect();
    assert_eq!(events, [(SecurityEvent::KeyTurned, 2), (SecurityEvent::Downloaded, 1), (SecurityEvent::BackupMade, 1)]);
    // Page by page nothing is missed, and nothing comes twice.
    for (place, (id, ..)) in all.iter().enumerate() {
        assert_eq!(read(Some(*id), 10), all[place + 1..], "after {id}");
    }
});

both!(an_erased_person_is_not_in_the_log, |club| {
    let first = set_up(&club);
    let chief = with(&club, &first);
    let ann = sign_up(&club, &chief, "ann");
    let person = rookery::id::PersonId(ann["person"].as_i64().unwrap());
    club.write(move |tx| erased(tx, person));
    assert!(lines(&chief).iter().all(|line| line.1 != ann["person"] && line.2 != ann["person"]));
});
