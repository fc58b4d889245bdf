//! New passwords of those who hold an office: nobody comes into the office by one.

use rookery::config::Config;

use super::*;
use crate::harness::{Caller, MailServer};

/// A club whose Chief Justice signs in by password, with an administrator, a justice and a moderator.
fn bench(club: &Club) -> (Value, Caller, Caller, Caller) {
    let chief = set_up(club);
    let roles = [Role::Administrator, Role::Justice, Role::Moderator];
    let [host, justice, moderator] = roles.map(|role| club.person(role.as_str(), &[role]));
    (chief, host, justice, moderator)
}

fn reset_of(person: &Value) -> String {
    format!("/api/v1/people/{person}/password-reset")
}

fn choose(club: &Club, code: &Value) -> u16 {
    let body = json!({ "code": code, "new_password": "fresh plain words" });
    club.anyone().post("/api/v1/password-resets", &body).status
}

/// The topics that somebody was told, the first first.
fn told(club: &Club, person: i64) -> Vec<String> {
    club.write(move |tx| {
        use diesel::prelude::*;
        use rookery::db::schema::outbox;
        let of = outbox::table.filter(outbox::recipient_id.eq(person).and(outbox::topic.like("password.%")));
        Ok(of.order(outbox::id).select(outbox::topic).load(tx.db)?)
    })
}

both!(an_administrator_does_not_come_into_an_office_by_a_reset, |club| {
    let (first, host, justice, moderator) = bench(&club);
    let (chief, person) = (with(&club, &first), first["person"].clone());
    let reset = reset_of(&person);
    let answer = host.post(&reset, &json!({ "lost_authenticator": true })).expect(202);
    assert_eq!(answer["code_comes_by"], "office_holder");
    assert!(answer.get("code").is_none() && answer.get("link").is_none(), "{answer}");
    // Asking takes nothing from anybody.
    assert_eq!(chief.get("/api/v1/me").expect(200)["roles"]["chief_justice"], true);
    sign_in(&club, "chief", PASSWORD).expect(200);
    // All who can do something about it know.
    for reader in [person.as_i64().unwrap(), justice.id] {
        assert_eq!(told(&club, reader), ["password.asked"]);
    }
    let is_read = || {
        let notices = justice.get("/api/v1/notifications").expect(200)["items"].clone();
        let asked = notices.as_array().unwrap().iter().find(|one| one["topic"] == "password.asked").cloned();
        asked.unwrap()["read"].clone()
    };
    club.deliver();
    assert_eq!(is_read(), false, "it waits for somebody to hand a code over");
    // The code is handed over by another office holder, and by nobody whom an administrator appoints.
    let code = format!("{reset}/code");
    let puppet = club.person("Puppet", &[Role::Staff, Role::Administrator]);
    for caller in [&host, &puppet] {
        caller.post(&code, &json!({})).refused(403);
    }
    assert_eq!(chief.post(&code, &json!({})).refused(403), ["III.2"], "not one's own");
    let handed = moderator.post(&code, &json!({})).expect(201);
    let handed = [handed, moderator.post(&code, &json!({})).expect(201)];
    assert_eq!((choose(&club, &handed[0]["code"]), choose(&club, &handed[1]["code"])), (422, 204), "the last one");
    moderator.post(&code, &json!({})).expect(404);
    assert_eq!(is_read(), true, "a password was chosen: nothing waits");
    // The new password lets its holder in, and into no office.
    assert_eq!(chief.get("/api/v1/me").status, 401, "every sign-in has ended");
    let anew = with(&club, &sign_in(&club, "chief", "fresh plain words").expect(200));
    let me = anew.get("/api/v1/me").expect(200);
    assert_eq!((&me["powers_rest"], &me["roles"]["chief_justice"]), (&json!(true), &json!(false)));
    let refused = anew.post("/api/v1/invitations", &json!({ "kind": "invitation" })).expect(403);
    assert!(refused["detail"].as_str().unwrap().contains("justice confirms that it is you"), "{refused}");
    // A justice confirms: not the person, not a moderator while a justice is in office, nor the one who asked.
    let powers = format!("/api/v1/people/{person}/powers");
    host.post(&powers, &json!({})).refused(403);
    anew.post(&powers, &json!({})).refused(403);
    assert_eq!(moderator.post(&powers, &json!({})).refused(403), ["III.3"]);
    assert_eq!(justice.post(&powers, &json!({})).status, 204);
    justice.post(&powers, &json!({})).expect(409);
    assert_eq!(anew.get("/api/v1/me").expect(200)["roles"]["chief_justice"], true);
    assert_eq!(told(&club, justice.id), ["password.asked", "password.powers_rest", "password.confirmed"]);
});

both!(the_authenticator_of_before_confirms_and_a_new_one_does_not, |club| {
    let (first, host, justice, _) = bench(&club);
    let (chief, person) = (with(&club, &first), first["person"].clone());
    let enrol = |caller: &Client, password: &str| {
        let enrolled = caller.post("/api/v1/me/totp", &json!({ "password": password })).expect(201);
        let secret = totp::from_base32(enrolled["secret"].as_str().unwrap()).unwrap();
        let code = totp::code(&secret, club.now()).unwrap();
        caller.put("/api/v1/me/totp", &json!({ "code": code })).expect(200);
        secret
    };
    let sign_in = |password: &str, secret: &[u8]| {
        club.pass(TimeDelta::seconds(30));
        let code = totp::code(secret, club.now()).unwrap();
        let body = json!({ "handle": "chief", "password": password, "code": code });
        with(&club, &club.anyone().post("/api/v1/tokens", &body).expect(200))
    };
    let is_chief = |caller: &Client| caller.get("/api/v1/me").expect(200)["roles"]["chief_justice"] == true;
    let secret = enrol(&chief, PASSWORD);
    club.pass(TimeDelta::seconds(30));
    host.post(&reset_of(&person), &json!({})).expect(202);
    let code = justice.post(&format!("{}/code", reset_of(&person)), &json!({})).expect(201);
    assert_eq!(choose(&club, &code["code"]), 204);
    let body = json!({ "handle": "chief", "password": "fresh plain words" });
    club.anyone().post("/api/v1/tokens", &body).expect(401);
    assert!(is_chief(&sign_in("fresh plain words", &secret)));
    // Lost with the password: another one that is set up confirms nothing.
    host.post(&reset_of(&person), &json!({ "lost_authenticator": true })).expect(202);
    let code = justice.post(&format!("{}/code", reset_of(&person)), &json!({})).expect(201);
    assert_eq!(choose(&club, &code["code"]), 204);
    let anew = with(&club, &club.anyone().post("/api/v1/tokens", &body).expect(200));
    assert!(!is_chief(&anew));
    club.pass(TimeDelta::seconds(30));
    let secret = enrol(&anew, "fresh plain words");
    assert!(!is_chief(&sign_in("fresh plain words", &secret)));
});

both!(an_office_that_waited_for_an_account_rests_until_a_justice_confirms, |club| {
    let (first, host, _, _) = bench(&club);
    let chief = with(&club, &first);
    let guest = chief.post("/api/v1/people", &json!({ "name": "Gwen Guest" })).expect(201);
    let path = format!("/api/v1/people/{}", guest["id"]);
    chief.post(&format!("{path}/roles"), &json!({ "role": "moderator", "reason": "fair and patient" })).expect(201);
    // Anybody who makes the invitation reads its code.
    let code = host.post("/api/v1/invitations", &json!({ "kind": "invitation", "person": guest["id"] })).expect(201);
    let body = json!({ "code": code["code"], "handle": "gwen", "name": "Gwen Guest", "password": PASSWORD });
    let gwen = with(&club, &club.anyone().post("/api/v1/accounts", &body).expect(201));
    assert_eq!(gwen.get("/api/v1/me").expect(200)["roles"]["moderator"], false);
    assert_eq!(chief.post(&format!("{path}/powers"), &json!({})).status, 204);
    assert_eq!(gwen.get("/api/v1/me").expect(200)["roles"]["moderator"], true);
});

#[test]
fn the_code_of_an_office_holder_goes_by_letter_where_there_is_an_address() {
    let club = Club::on_sqlite();
    let mut server = MailServer::start();
    let config = Config { smtp: Some(server.url.clone()), ..(*club.app.config).clone() };
    let club = club.quiet(config);
    let (first, host, ..) = bench(&club);
    let chief = with(&club, &first);
    let email = json!({ "password": PASSWORD, "email": "chief@example.org" });
    assert_eq!(chief.put("/api/v1/me/email", &email).status, 204);
    let answer = host.post(&reset_of(&first["person"]), &json!({})).expect(202);
    assert_eq!(answer["code_comes_by"], "letter");
    let letter = server.letter();
    let text = letter["content"].as_str().unwrap();
    assert!(letter["to"].to_string().contains("chief@example.org"), "{letter}");
    let code = text.split("/reset?code=").nth(1).unwrap().split_whitespace().next().unwrap();
    let kept = club.write(|tx| {
        use diesel::prelude::*;
        Ok(rookery::db::schema::outbox::table.select(rookery::db::schema::outbox::payload).load::<String>(tx.db)?)
    });
    assert!(kept.iter().all(|payload| !payload.contains(code)), "the code is nowhere in the database");
    assert_eq!(choose(&club, &json!(code)), 204);
}

both!(the_pages_say_what_there_is_to_do, |club| {
    let (first, ..) = bench(&club);
    let person = first["person"].clone();
    let host = club.person("Hanna", &[Role::Administrator]);
    let justice = club.person("Justus", &[Role::Justice]);
    let place = format!("/people/{person}");
    let mut desk = Browser::of(&club, &host);
    let csrf = desk.csrf();
    assert!(desk.get(&place).text().contains("you do not see the code"));
    let asked = desk.post(&format!("{place}/password"), &format!("csrf={csrf}"));
    assert_eq!((asked.status, asked.header("location")), (303, Some(place.as_str())), "{}", asked.text());
    let mut bench = Browser::of(&club, &justice);
    let csrf = bench.csrf();
    assert!(bench.get(&place).text().contains("you can hand over the code"));
    let page = bench.post(&format!("{place}/password/code"), &format!("csrf={csrf}")).text();
    let code = page.split("<code>").nth(1).unwrap().split('<').next().unwrap().to_owned();
    assert_eq!(choose(&club, &json!(code)), 204);
    assert!(bench.get(&place).text().contains("Its powers rest"));
    let confirmed = bench.post(&format!("{place}/powers"), &format!("csrf={csrf}"));
    assert_eq!(confirmed.status, 303, "{}", confirmed.text());
    assert!(!bench.get(&place).text().contains("Its powers rest"));
});

#[test]
fn the_operator_of_the_host_has_a_way_where_nobody_else_can_help() {
    let club = Club::on_sqlite();
    set_up(&club);
    let reset = |handle: &str| {
        std::process::Command::new(env!("CARGO_BIN_EXE_rookery"))
            .args(["reset", handle])
            .env("ROOKERY_DATABASE", &club.app.config.database)
            .env("RUST_LOG", "error")
            .output()
            .unwrap()
    };
    assert!(!reset("nobody").status.success());
    let told = String::from_utf8(reset("chief").stdout).unwrap();
    let code = told.split("/reset?code=").nth(1).unwrap().split_whitespace().next().unwrap();
    // By the machine's clock, which is not the club's.
    club.app.clock.set(chrono::Utc::now().naive_utc());
    assert_eq!(choose(&club, &json!(code)), 204);
    let anew = with(&club, &sign_in(&club, "chief", "fresh plain words").expect(200));
    assert_eq!(anew.get("/api/v1/me").expect(200)["roles"]["chief_justice"], true);
}
