//! Messages on phones and in browsers: switched on by their owner alone, readable to nobody on the way.

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree};
use aws_lc_rs::hmac::{self, HMAC_SHA256};
use aws_lc_rs::signature::{self, ECDSA_P256_SHA256_FIXED};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use diesel::prelude::*;
use rookery::auth::Role;
use rookery::config::Config;
use rookery::db::schema::{accounts, outbox, push_devices};
use rookery::id::PersonId;
use rookery::notify::push::devices;
use rookery::notify::{self, Channel, worker};
use serde_json::{Value, json};

use crate::harness::{Browser, Caller, Club, Received, Receiver, wait_until};

/// A browser's side of a subscription: its own keys, and a push service.
struct Phone {
    key: PrivateKey,
    service: Receiver,
}

const AUTH: [u8; 16] = *b"a browser's own.";

impl Phone {
    /// One whose push service answers so, and then 204.
    fn new(answers: &[u16]) -> Phone {
        Phone { key: PrivateKey::generate(&ECDH_P256).unwrap(), service: Receiver::start(answers) }
    }

    fn public_key(&self) -> Vec<u8> {
        self.key.compute_public_key().unwrap().as_ref().to_vec()
    }

    /// What `PushSubscription.toJSON` gives.
    fn subscription(&self) -> Value {
        let keys = json!({ "p256dh": URL_SAFE_NO_PAD.encode(self.public_key()), "auth": URL_SAFE_NO_PAD.encode(AUTH) });
        json!({ "endpoint": self.service.url, "expirationTime": null, "keys": keys })
    }

    /// What a request says, read as RFC 8291 has it, by nothing of the service's own code.
    fn read(&self, request: &Received) -> Value {
        assert_eq!(request.header("content-encoding"), "aes128gcm");
        let (salt, rest) = request.bytes.split_at(16);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65], "one record, and a key of P-256");
        let (theirs, sealed) = rest[5..].split_at(65);
        let mac = |key: &[u8], parts: &[&[u8]]| {
            hmac::sign(&hmac::Key::new(HMAC_SHA256, key), &parts.concat()).as_ref().to_vec()
        };
        let of_both = agree(&self.key, UnparsedPublicKey::new(&ECDH_P256, theirs), (), |secret| {
            let parts: [&[u8]; 4] = [b"WebPush: info\0", &self.public_key(), theirs, &[1]];
            Ok(mac(&mac(&AUTH, &[secret]), &parts))
        });
        let of_this = mac(salt, &[&of_both.unwrap()]);
        let key = mac(&of_this, &[b"Content-Encoding: aes128gcm\0\x01"]);
        let nonce = mac(&of_this, &[b"Content-Encoding: nonce\0\x01"]);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16]).unwrap());
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).unwrap();
        let mut sealed = sealed.to_vec();
        let (end, text) = key.open_in_place(nonce, Aad::empty(), &mut sealed).unwrap().split_last().unwrap();
        assert_eq!(*end, 2, "the last record");
        serde_json::from_slice(text).unwrap()
    }

    fn read_last(&self) -> Value {
        self.read(self.service.received().last().expect("nothing was shown"))
    }
}

/// Whether a request was signed by the club for this push service, as RFC 8292 has it.
fn is_signed(request: &Received, club: &Club, key: &str) -> bool {
    let (token, named) = request.header("authorization").strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
    let public = signature::UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(key));
    let [_, claims] = [0, 1].map(|part| bytes(signed.split('.').nth(part).unwrap()));
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    let (now, expires) = (club.now().and_utc().timestamp(), claims["exp"].as_i64().unwrap());
    assert!(now < expires && expires <= now + 24 * 60 * 60, "{claims}");
    assert_eq!(claims["sub"], "https://club.example");
    assert_eq!(claims["aud"], format!("http://{}", request.header("host")));
    named == key && public.verify(signed.as_bytes(), &bytes(signature)).is_ok()
}

/// The club, with push services on this machine.
fn club_with_push(club: Club) -> Club {
    let config = Config {
        webhooks_to_private_addresses: true,
        url: "https://club.example".into(),
        ..(*club.app.config).clone()
    };
    club.quiet(config)
}

const PATH: &str = "/api/v1/me/devices";

fn switch_on(owner: &Caller, phone: &Phone) -> i64 {
    let asked = json!({ "subscription": phone.subscription(), "name": "My phone" });
    owner.post(PATH, &asked).expect(201)["id"].as_i64().unwrap()
}

fn tell(club: &Club, topic: &'static str, to: Option<&Caller>, payload: Value) {
    let to = to.map(|person| PersonId(person.id));
    club.write(move |tx| notify::enqueue(tx, topic.parse().unwrap(), to, &payload));
}

/// Carries what was told; gives how many were shown, put off, given up.
fn carry(club: &Club) -> [usize; 3] {
    worker::run(&club.app.db, &club.app.couriers, Channel::InApp).unwrap();
    let round = worker::run(&club.app.db, &club.app.couriers, Channel::Push).unwrap();
    [round.delivered, round.put_off, round.given_up]
}

fn waiting(club: &Club) -> i64 {
    let open = outbox::delivered_at.is_null().and(outbox::failed_at.is_null());
    let pushes = outbox::table.filter(outbox::channel.eq(Channel::Push)).filter(open);
    club.app.db.read_now(|db| Ok(pushes.count().get_result(db)?)).unwrap()
}

both!(a_phone_shows_what_its_owner_switched_on_and_nobody_else_can_read_it, |club| {
    let club = club_with_push(club);
    let (ann, ben) = (club.person("Ann", &[]), club.person("Ben Bell", &[]));
    let phone = Phone::new(&[]);
    tell(&club, "table.your_turn", Some(&ann), json!({ "table": 7 }));
    assert_eq!(carry(&club), [0, 0, 0], "off until it is switched on");
    let device = switch_on(&ann, &phone);
    tell(&club, "table.your_turn", Some(&ann), json!({ "table": 7 }));
    tell(&club, "table.your_turn", Some(&ben), json!({ "table": 7 }));
    assert_eq!(carry(&club), [1, 0, 0], "Ben has switched nothing on");
    let request = phone.service.received().pop().unwrap();
    let shown = json!({ "title": "It is your turn", "body": "Rookery", "place": "/tables/7", "thing": "table:7" });
    assert_eq!(phone.read(&request), shown);
    let key = ann.get(PATH).expect(200)["key"].as_str().unwrap().to_owned();
    assert!(is_signed(&request, &club, &key));
    assert_eq!((request.header("ttl"), request.header("urgency")), ("86400", "high"));
    assert_eq!(request.header("topic").len(), 32, "it takes the place of what was said of the same table");

    // All are of one length, whatever they say.
    tell(&club, "game.voided", Some(&ann), json!({ "game": 1, "reason": "Ørsted says: set up wrong" }));
    assert_eq!(carry(&club), [1, 0, 0]);
    let other = phone.service.received().pop().unwrap();
    assert_eq!((other.bytes.len(), other.header("urgency")), (request.bytes.len(), "normal"));
    assert_ne!(other.header("topic"), request.header("topic"));
    let read = phone.read(&other);
    assert!(read["place"] == "/games/1" && read["body"].as_str().unwrap().contains("Ørsted"), "{read}");

    // What was decided about somebody is read on the page alone.
    tell(
        &club,
        "ban.term_set",
        Some(&ann),
        json!({ "person": ann.id, "reason": "Talked all evening", "act": "III.6" }),
    );
    assert_eq!(carry(&club), [1, 0, 0]);
    let decided = phone.read_last().to_string();
    assert!(!decided.contains("Talked"), "{decided}");
    // Of what is nobody else's only that there is something.
    tell(&club, "report.dismissed", Some(&ann), json!({ "report": 4, "reason": "Not so" }));
    assert_eq!(carry(&club), [1, 0, 0]);
    let sealed = phone.read_last();
    assert_eq!([&sealed["title"], &sealed["body"]], ["Rookery", "There is something new for you."]);

    ann.post(&format!("{PATH}/{device}/tests"), &json!({})).expect(202);
    ann.post(&format!("{PATH}/{device}/tests"), &json!({})).expect(202);
    ben.post(&format!("{PATH}/{device}/tests"), &json!({})).expect(404);
    ben.delete(&format!("{PATH}/{device}"), &json!({})).expect(404);
    assert_eq!(carry(&club), [1, 0, 0], "one a minute");
    assert_eq!(phone.read_last()["title"], "A test: messages look like this");
    ann.delete(&format!("{PATH}/{device}"), &json!({})).expect(204);
    tell(&club, "table.your_turn", Some(&ann), json!({ "table": 7 }));
    assert_eq!(carry(&club), [0, 0, 0]);
});

both!(ones_board_is_shown_and_the_clubs_news_to_who_wants_them, |club| {
    let club = club_with_push(club);
    let (ann, ben) = (club.person("Ann", &[]), club.person("Ben Bell", &[]));
    let phone = Phone::new(&[]);
    switch_on(&ann, &phone);
    ann.post("/api/v1/memberships", &json!({})).expect(201);
    ben.post("/api/v1/memberships", &json!({})).expect(201);
    let rows = json!([{ "round": 2, "board": 3, "white": ann.id, "black": ben.id }]);
    tell(&club, "pairings.announced", None, json!({ "pairings": rows }));
    tell(&club, "session.cancelled", None, json!({ "reason": "Snow" }));
    assert_eq!(carry(&club), [1, 0, 0], "news of the club are off at first");
    let request = phone.service.received().pop().unwrap();
    let line = phone.read(&request)["body"].as_str().unwrap().to_owned();
    assert!(line.contains("Ben Bell") && line.contains('3'), "{line}");
    assert_eq!((request.header("ttl"), request.header("urgency")), ("900", "high"), "a round begins now");
    // What came too late for its moment is not shown.
    tell(&club, "pairings.announced", None, json!({ "pairings": rows, "again": 1 }));
    worker::run(&club.app.db, &club.app.couriers, Channel::InApp).unwrap();
    club.pass(TimeDelta::minutes(16));
    assert_eq!(carry(&club), [0, 0, 1]);
    let failed: i64 = club.app.db.read_now(|db| Ok(worker::backlog(db)?.failed)).unwrap();
    assert_eq!(failed, 0, "nobody has to look at it");
    let settled = || -> i64 {
        let settled = outbox::table.filter(outbox::delivered_at.is_not_null());
        club.app.db.read_now(move |db| Ok(settled.count().get_result(db)?)).unwrap()
    };
    assert!(settled() > 0);
    let later = club.now() + TimeDelta::seconds(1);
    club.write(move |tx| worker::forget(tx, later));
    assert_eq!(settled(), 0, "nothing stays for ever");

    // Who wants one letter a day is told at once of what asks something alone, where letters are sent.
    let ann = club.again(&ann);
    let wanted = json!({ "email": { "personal": true, "duties": true, "club": true, "digest": true } });
    ann.put("/api/v1/me/notification_preferences", &wanted).expect(200);
    tell(&club, "session.cancelled", None, json!({ "reason": "Ice" }));
    assert_eq!(carry(&club), [1, 0, 0], "there is no letter to wait for");
    let hint = "it shows only what cannot wait";
    assert!(!Browser::of(&club, &ann).get("/me/notifications").text().contains(hint));
    let config = Config { smtp: Some("smtp://127.0.0.1:9".into()), ..(*club.app.config).clone() };
    let (club, person) = (club.quiet(config), PersonId(ann.id));
    let ann = club.again(&ann);
    club.write(move |tx| {
        diesel::update(accounts::table.find(person)).set(accounts::email.eq("ann@example.org")).execute(tx.db)?;
        Ok(())
    });
    assert!(Browser::of(&club, &ann).get("/me/notifications").text().contains(hint));
    tell(&club, "session.cancelled", None, json!({ "reason": "Fog" }));
    tell(&club, "table.your_turn", Some(&ann), json!({ "table": 7 }));
    assert_eq!(carry(&club), [1, 0, 0]);
    assert_eq!(phone.read_last()["title"], "It is your turn");

    // Only that there is something.
    let discreet = json!({ "subscription": phone.subscription(), "discreet": true });
    ann.post(PATH, &discreet).expect(201);
    assert_eq!(ann.get(PATH).expect(200)["devices"].as_array().unwrap().len(), 1, "the same browser");
    tell(&club, "table.your_turn", Some(&ann), json!({ "table": 7 }));
    assert_eq!(carry(&club), [1, 0, 0]);
    assert_eq!(phone.read_last()["body"], "There is something new for you.");
});

both!(a_push_service_is_waited_for_and_what_it_has_forgotten_is_forgotten, |club| {
    let club = club_with_push(club);
    let ann = club.person("Ann", &[]);
    let (phone, gone) = (Phone::new(&[429, 201, 503, 201]), Phone::new(&[201, 410]));
    switch_on(&ann, &phone);
    tell(&club, "table.your_turn", Some(&ann), json!({ "table": 7 }));
    assert_eq!(carry(&club), [0, 1, 0], "it has had too much of late");
    tell(&club, "table.your_turn", Some(&ann), json!({ "table": 6 }));
    assert_eq!(carry(&club), [1, 0, 0], "others of the same service are told all the same");
    club.pass(TimeDelta::seconds(10));
    assert_eq!(carry(&club), [0, 1, 0], "it has too much to do");
    assert_eq!(carry(&club), [0, 0, 0], "it is left alone");
    club.pass(TimeDelta::seconds(20));
    assert_eq!(carry(&club), [1, 0, 0]);
    let request = phone.service.received().pop().unwrap();
    assert_eq!(request.header("ttl"), (24 * 60 * 60 - 30).to_string(), "what is left of a day");

    let (other, ann) = (club.again(&ann), club.again(&ann));
    let lost = format!("{PATH}/{}", switch_on(&ann, &gone));
    tell(&club, "table.your_turn", Some(&ann), json!({ "table": 8 }));
    assert_eq!(carry(&club), [2, 0, 0]);
    tell(&club, "table.your_turn", Some(&ann), json!({ "table": 9 }));
    let round = carry(&club);
    assert_eq!((round, waiting(&club)), ([1, 0, 1], 0));
    assert_eq!(ann.get(PATH).expect(200)["devices"].as_array().unwrap().len(), 1, "410: it is forgotten");
    assert_eq!(gone.service.received().len(), 2);

    // Its browser has another address by now, which the next page gives; nobody else's page does.
    let (anew, today) = (Phone::new(&[]), Browser::of(&club, &ann).get("/today").text());
    assert!(
        today.contains(&format!("data-endpoint=\"{}\"", gone.service.url)) && today.contains("renew.js"),
        "{today}"
    );
    let new = json!({ "subscription": anew.subscription() });
    other.put(&lost, &new).expect(404);
    club.person("Ben", &[]).put(&lost, &new).expect(404);
    ann.put(&lost, &json!({ "subscription": { "endpoint": "ftp://x", "keys": { "p256dh": "", "auth": "" } } }))
        .expect(422);
    ann.put(&lost, &new).expect(204);
    let listed = ann.get(PATH).expect(200);
    assert_eq!((listed["devices"].as_array().unwrap().len(), &listed["devices"][0]["name"]), (2, &json!("My phone")));
    tell(&club, "table.your_turn", Some(&ann), json!({ "table": 9 }));
    assert_eq!((carry(&club), anew.service.received().len()), ([2, 0, 0], 1));
    assert!(Browser::of(&club, &ann).get("/today").text().contains(&anew.service.url));
});

both!(a_device_holds_as_long_as_its_sign_in, |club| {
    let club = club_with_push(club);
    let ann = club.person("Ann", &[]);
    let other = club.again(&ann);
    let (phone, tablet) = (Phone::new(&[]), Phone::new(&[]));
    switch_on(&ann, &phone);
    let kept = switch_on(&other, &tablet);
    let tell = || tell(&club, "table.your_turn", Some(&ann), json!({ "table": 7 }));
    tell();
    assert_eq!(carry(&club), [2, 0, 0]);
    tell();
    worker::run(&club.app.db, &club.app.couriers, Channel::InApp).unwrap();
    ann.delete("/api/v1/tokens/current", &json!({})).expect(204);
    assert_eq!(carry(&club), [1, 0, 1], "who signs out sees nothing more, not even what was on its way");
    assert_eq!((phone.service.received().len(), tablet.service.received().len()), (1, 2));
    assert_eq!(club.write(devices::forget), 1);
    let left: Vec<i64> = club.write(|tx| Ok(push_devices::table.select(push_devices::id).load(tx.db)?));
    assert_eq!(left, [kept]);

    // Somebody else who signs in at this browser is told in the place of who was there before.
    let ben = club.person("Ben", &[]);
    switch_on(&ben, &tablet);
    tell();
    assert_eq!(carry(&club), [0, 0, 0]);

    // An erased person has none.
    club.write({
        let ben = PersonId(ben.id);
        move |tx| rookery::members::erasure::forgetting::erase(tx, ben, &mut json!({}))
    });
    let left: i64 = club.write(|tx| Ok(push_devices::table.count().get_result(tx.db)?));
    assert_eq!(left, 0);
});

both!(a_device_does_not_go_on_when_the_account_has_moved_on, |club| {
    let club = club_with_push(club);
    let ann = club.person("Ann", &[]);
    switch_on(&ann, &Phone::new(&[]));
    let devices = |ann: &Caller| ann.get(PATH).expect(200)["devices"].as_array().unwrap().len();
    let ann = club.again(&ann);
    assert_eq!(devices(&ann), 1, "the same browser signs in again");
    let person = PersonId(ann.id);
    // As a new password does.
    club.write(move |tx| {
        let next = accounts::generation.eq(accounts::generation + 1);
        diesel::update(accounts::table.find(person)).set(next).execute(tx.db)?;
        Ok(())
    });
    assert_eq!(devices(&club.again(&ann)), 0);
});

both!(what_is_no_browser_is_refused_and_the_operator_can_switch_it_off, |club| {
    let ann = club.person("Ann", &[]);
    let phone = Phone::new(&[]);
    let on = |subscription: Value| ann.post(PATH, &json!({ "subscription": subscription }));
    let problem = on(phone.subscription()).expect(422);
    assert!(problem["detail"].as_str().unwrap().contains("https:// address"), "{problem}");
    let mut asked = phone.subscription();
    asked["endpoint"] = "https://localhost/push".into();
    asked["expirationTime"] = 1.into();
    on(asked.clone()).expect(422);
    asked["expirationTime"] = Value::Null;
    on(asked.clone()).expect(201);
    tell(&club, "table.your_turn", Some(&ann), json!({ "table": 7 }));
    let failure = || -> Option<String> {
        let failed = outbox::table.filter(outbox::channel.eq(Channel::Push)).select(outbox::last_error);
        let failed: Option<Option<rookery::db::Kept>> =
            club.app.db.read_now(|db| Ok(failed.first(db).optional()?)).unwrap();
        failed.flatten().map(|why| why.to_string())
    };
    wait_until(|| failure().is_some());
    let why = failure().unwrap();
    assert!(why.contains("not open to the world"), "{why}");
    asked["keys"]["p256dh"] = "BCVx".into();
    on(asked.clone()).expect(422);
    asked["more"] = 1.into();
    on(asked).expect(400);

    let config = Config { push: false, ..(*club.app.config).clone() };
    let club = club.quiet(config);
    let ann = club.again(&ann);
    assert_eq!(ann.get(PATH).expect(200)["key"], Value::Null);
    let off = ann.post(PATH, &json!({ "subscription": phone.subscription() })).expect(409);
    assert!(off["detail"].as_str().unwrap().contains("Who runs the host"), "{off}");
    tell(&club, "table.your_turn", Some(&ann), json!({ "table": 7 }));
    assert_eq!(carry(&club)[0], 0);
    let page = Browser::of(&club, &ann).get("/me/notifications").text();
    assert!(!page.contains("id=\"devices\""), "{page}");
});

/// What stands between two texts of a page.
fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let rest = page.split_once(from).unwrap_or_else(|| panic!("no {from} in {page}")).1;
    rest.split_once(to).unwrap_or_else(|| panic!("no {to} in {rest}")).0
}

both!(the_page_switches_on_and_off_what_the_browser_gave, |club| {
    let club = club_with_push(club);
    let ann = club.person("Ann", &[Role::Moderator]);
    let phone = Phone::new(&[]);
    let mut browser = Browser::of(&club, &ann);
    let page = browser.get("/me/notifications").text();
    let key = between(&page, "data-key=\"", "\"").to_owned();
    assert_eq!(Value::from(key), ann.get(PATH).expect(200)["key"]);
    let (asked, csrf) = (phone.subscription(), browser.csrf());
    let of = |member: &Value| member.as_str().unwrap().replace(':', "%3A").replace('/', "%2F");
    let form = format!(
        "csrf={csrf}&name=My+phone&discreet=yes&endpoint={}&expires=&p256dh={}&auth={}",
        of(&asked["endpoint"]),
        of(&asked["keys"]["p256dh"]),
        of(&asked["keys"]["auth"])
    );
    assert_eq!(browser.post("/me/devices", &form).status, 303);
    let page = browser.get("/me/notifications").text();
    assert!(page.contains("Messages are on.") && page.contains("this device"), "{page}");
    let device = between(&page, "action=\"/me/devices/", "/").to_owned();
    assert_eq!(browser.post(&format!("/me/devices/{device}/tests"), &format!("csrf={csrf}")).status, 303);
    assert_eq!(carry(&club), [1, 0, 0]);
    assert_eq!(phone.read_last()["title"], "Rookery", "only that there is something");
    assert_eq!(browser.post(&format!("/me/devices/{device}/ending"), &format!("csrf={csrf}")).status, 303);
    assert!(!browser.get("/me/notifications").text().contains("this device"));
    let worker = browser.get("/me/worker.js");
    assert_eq!((worker.header("cache-control"), worker.status), (Some("no-cache"), 200));
});
