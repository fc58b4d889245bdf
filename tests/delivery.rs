//! Messages leave the service: by e-mail, to Discord, to webhooks.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::TimeDelta;
use hmac::{Hmac, KeyInit, Mac};
use rookery::auth::store::take_role;
use rookery::auth::{Role, open_with_password};
use rookery::id::PersonId;
use rookery::jobs::letters_of_the_day;
use rookery::notify::{self, Channel, worker};
use rookery_messages::Message;
use serde_json::{Value, json};
use sha2::Sha256;

use crate::harness::{Browser, Caller, Club, MailServer, Received, Receiver, wait_until};

/// The club, with a way out that its settings name.
fn club_with(club: Club, set: impl FnOnce(&mut rookery::config::Config)) -> Club {
    let mut config = (*club.app.config).clone();
    config.url = "https://club.example".into();
    set(&mut config);
    club.quiet(config)
}

fn address(club: &Club, who: &Caller, address: &'static str) {
    use diesel::prelude::*;
    use rookery::db::schema::accounts;
    let person = who.id;
    club.write(move |tx| {
        diesel::update(accounts::table.find(person)).set(accounts::email.eq(address)).execute(tx.db)?;
        Ok(())
    });
}

fn tell(club: &Club, topic: &'static str, to: Option<&Caller>, payload: Value) {
    let to = to.map(|person| PersonId(person.id));
    club.write(move |tx| notify::enqueue(tx, topic.parse().unwrap(), to, &payload));
}

/// Puts what was told into the lists, from where it goes on by the channel; gives what became of it.
fn carry(club: &Club, channel: Channel) -> worker::Round {
    worker::run(&club.app.db, &club.app.couriers, Channel::InApp).unwrap();
    worker::run(&club.app.db, &club.app.couriers, channel).unwrap()
}

fn outcome(delivered: usize, put_off: usize, given_up: usize) -> worker::Round {
    worker::Round { delivered, put_off, given_up }
}

/// What was said under a heading of a letter.
fn heading<'a>(letter: &'a Value, name: &str) -> &'a str {
    let text = letter["text"].as_str().unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    line.unwrap_or_else(|| panic!("no {name} in {text}"))
}

both!(a_letter_tells_whom_it_concerns_what_was_done_and_by_which_act, |club| {
    let mut server = MailServer::start();
    let club = club_with(club, |config| config.smtp = Some(server.url.clone()));
    let (ann, may) = (club.person("Ann", &[]), club.person("May", &[Role::Moderator]));
    address(&club, &ann, "ann@example.org");
    address(&club, &may, "may@example.org");
    let (before, after) = (json!({ "term": "for_ever" }), json!({ "term": "through", "day": "2026-11-13" }));
    let (until, cause, acts) = ("2026-11-13T12:00:00Z", "[2026] COA 1", ["II.9.3"]);
    let told = json!({
        "decision": 3, "ban": 1, "before": before, "after": after, "term": "through", "until": until, "cause": cause,
        "acts": acts,
    });
    tell(&club, "ban.term_set", Some(&ann), told);
    tell(&club, "game.awaiting_approval", None, json!({ "game": 7 }));
    tell(&club, "session.cancelled", None, json!({ "reason": "Snow" }));
    assert_eq!(carry(&club, Channel::Email), outcome(2, 0, 0), "nobody has asked for the club's news");

    let (first, second) = (server.letter(), server.letter());
    assert_eq!((&first["to"], &second["to"]), (&json!(["ann@example.org"]), &json!(["may@example.org"])));
    assert_eq!(heading(&first, "Subject"), "[Rookery] A ban has a new end");
    assert_eq!(heading(&first, "List-Id"), "The chess club <club.club.example>");
    assert_eq!(heading(&first, "Auto-Submitted"), "auto-generated");
    assert_eq!(heading(&first, "From"), "Rookery <rookery@club.example>");
    assert!(heading(&first, "Content-Type").starts_with("text/plain"));
    let text = first["text"].as_str().unwrap().replace("\r\n", "\n");
    let told = "A ban has a new end\n\nWhy: [2026] COA 1\nUntil Friday 13 November 2026, 12:00\nActs: II.9.3\n\nDecision 3: https://club.example/decisions/3\n\n-- \n";
    assert!(text.contains(told), "{text}");
    let why = "The club is at https://club.example\nYou were sent this because it concerns you.\n";
    assert!(text.contains(why), "{text}");
    assert_eq!(first["session"], second["session"], "one connection carries both");
});

both!(a_letter_is_written_in_what_its_reader_reads, |club| {
    let mut server = MailServer::start();
    let club = club_with(club, |config| config.smtp = Some(server.url.clone()));
    let ben = club.person("Ben", &[]);
    let ann = club.write(|tx| open_with_password(tx, "ann", "Ann", "a quiet move wins", &[]));
    let ann = club.sign_in(ann);
    address(&club, &ann, "ann@example.org");
    let language = || ann.get("/api/v1/me/data").expect(200)["person"]["language"].clone();
    let rows = json!([{ "round": 2, "board": 1, "white": ben.id, "black": ann.id }]);
    let round = json!({ "session": 3, "pairings": rows });

    // Her browser asks for German at the door.
    let mut browser = Browser::new(&club);
    browser.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    assert_eq!(language(), "en");
    assert_eq!(browser.post("/sign-in", "login=ann&password=a+quiet+move+wins").status, 303);
    assert_eq!(language(), "de");
    tell(&club, "pairings.taken_back", Some(&ann), round.clone());
    assert_eq!(carry(&club, Channel::Email), outcome(1, 0, 0));
    let letter = server.letter();
    let text = letter["content"].as_str().unwrap().replace("\r\n", "\n");
    let told = "Paarungen sind zurückgenommen\n\nRunde 2, Brett 1: du hast nicht mehr Schwarz, gegen Ben\n\n";
    assert!(text.contains(told), "{text}");
    assert!(text.contains("https://club.example/sessions/3\n"), "{text}");
    assert!(text.contains("Du bekommst diese E-Mail, weil es dich betrifft.\n"), "{text}");

    // A long reason is shortened where a page has the rest of it, and whole where there is none.
    let reason = "Die Partie ist noch nicht zu Ende gezählt. ".repeat(10);
    for (topic, whole) in [("erasure.refused", true), ("session.cancelled", false)] {
        tell(&club, topic, Some(&ann), json!({ "id": 3, "reason": reason }));
        assert_eq!(carry(&club, Channel::Email), outcome(1, 0, 0));
        let text = server.letter()["content"].as_str().unwrap().replace("\r\n", "\n");
        assert_eq!(text.contains(reason.trim()), whole, "{topic}: {text}");
    }

    // She goes on in English.
    let csrf = browser.csrf();
    assert_eq!(browser.post("/language", &format!("csrf={csrf}&to=en")).status, 303);
    assert_eq!(language(), "en");
    tell(&club, "pairings.taken_back", Some(&ann), round);
    assert_eq!(carry(&club, Channel::Email), outcome(1, 0, 0));
    let text = server.letter()["content"].as_str().unwrap().replace("\r\n", "\n");
    assert!(text.contains("\nRound 2, board 1: you no longer have Black, against Ben\n"), "{text}");

    // A bye, one that is taken back, and a round without her.
    for (topic, player, told) in [
        ("pairings.announced", ann.id, "\n\nRound 2: you have a bye\n\n"),
        ("pairings.taken_back", ann.id, "\n\nRound 2: you no longer have a bye\n\n"),
        ("pairings.announced", ben.id, "Pairings announced\n\nThe session: "),
    ] {
        let alone = json!([{ "round": 2, "board": 2, "white": player, "black": null }]);
        tell(&club, topic, Some(&ann), json!({ "session": 3, "pairings": alone }));
        assert_eq!(carry(&club, Channel::Email), outcome(1, 0, 0));
        let text = server.letter()["content"].as_str().unwrap().replace("\r\n", "\n");
        assert!(text.contains(told), "{text}");
    }
});

both!(a_letter_is_tried_again_and_known_by_its_id_or_given_up_with_the_reason, |club| {
    let mut server = MailServer::start();
    let club = club_with(club, |config| config.smtp = Some(server.url.clone()));
    let host = club.person("Host", &[Role::Administrator]);
    let (ann, ben) = (club.person("Ann", &[]), club.person("Ben", &[]));
    address(&club, &ann, "busy@example.org");
    address(&club, &ben, "gone@example.org");
    tell(&club, "game.voided", Some(&ann), json!({ "game": 1 }));
    tell(&club, "game.awaiting_presence", None, json!({ "game": 9 }));
    tell(&club, "game.voided", Some(&ben), json!({ "game": 1 }));
    assert_eq!(carry(&club, Channel::Email), outcome(0, 1, 1), "451 and 550");
    let left = host.get("/api/v1/outbox").expect(200);
    let [refused, waiting] = [&left["items"][0], &left["items"][1]];
    assert!(refused["last_error"].as_str().unwrap().contains("No such mailbox here"), "{left}");
    assert!(refused["failed_at"].is_string() && waiting["failed_at"].is_null(), "{left}");
    assert!(waiting["last_error"].as_str().unwrap().contains("Come back later"), "{left}");

    assert_eq!(carry(&club, Channel::Email), outcome(0, 0, 0), "not due yet");
    club.pass(TimeDelta::seconds(10));
    assert_eq!(carry(&club, Channel::Email), outcome(1, 0, 0));
    let letter = server.letter();
    assert_eq!(letter["to"], json!(["busy@example.org"]));
    // A worker that died after sending sends once more: the same letter by its Message-ID.
    let id = heading(&letter, "Message-ID").to_owned();
    assert!(id.ends_with("@club.example>"), "{id}");
    club.write(|tx| {
        use diesel::prelude::*;
        use rookery::db::schema::outbox;
        let letter = outbox::table.filter(outbox::channel.eq(Channel::Email).and(outbox::failed_at.is_null()));
        let none: Option<chrono::NaiveDateTime> = None;
        diesel::update(letter).set(outbox::delivered_at.eq(none)).execute(tx.db)?;
        Ok(())
    });
    club.pass(worker::LEASE);
    assert_eq!(carry(&club, Channel::Email), outcome(1, 0, 0));
    assert_eq!(heading(&server.letter(), "Message-ID"), id);
    assert_eq!(ann.get("/api/v1/outbox").status, 403);
});

both!(a_server_that_is_not_there_loses_nothing, |club| {
    let club = club_with(club, |config| config.smtp = Some("smtp://127.0.0.1:9".into()));
    let ann = club.person("Ann", &[]);
    address(&club, &ann, "ann@example.org");
    tell(&club, "game.voided", Some(&ann), json!({ "game": 1 }));
    assert_eq!(carry(&club, Channel::Email), outcome(0, 1, 0));
    assert_eq!(ann.get("/api/v1/notifications").expect(200)["items"][0]["topic"], "game.voided");
});

both!(everybody_chooses_their_letters_but_for_what_is_declared_about_them_iii_2_4, |club| {
    let mut server = MailServer::start();
    let club = club_with(club, |config| config.smtp = Some(server.url.clone()));
    let ann = club.person("Ann", &[]);
    ann.post("/api/v1/memberships", &json!({})).expect(201);
    address(&club, &ann, "ann@example.org");
    let path = "/api/v1/me/notification_preferences";
    let usual = ann.get(path).expect(200);
    assert_eq!(usual["email"], json!({ "personal": true, "duties": true, "club": false, "digest": false }));
    assert!(usual["always_told"].as_array().unwrap().contains(&json!("ban")), "{usual}");
    let wanted = json!({ "email": { "personal": false, "duties": false, "club": true } });
    assert_eq!(ann.put(path, &wanted).expect(200)["email"]["club"], true);
    ann.put(path, &json!({ "email": { "personal": false } })).expect(400);

    tell(&club, "game.voided", Some(&ann), json!({}));
    tell(&club, "session.cancelled", None, json!({ "reason": "Snow" }));
    // A step of a case is for those who are told by name.
    tell(&club, "case.filed", None, json!({ "case": "2026-C-001" }));
    tell(&club, "declaration.published", Some(&ann), json!({ "person": ann.id, "act": "II.9" }));
    assert_eq!(carry(&club, Channel::Email), outcome(2, 0, 0));
    assert_eq!(heading(&server.letter(), "Subject"), "[Rookery] Session cancelled");
    assert_eq!(heading(&server.letter(), "Subject"), "[Rookery] A declaration");
});

both!(who_wants_one_letter_a_day_has_what_is_unread_in_the_evening, |club| {
    let mut server = MailServer::start();
    let club = club_with(club, |config| config.smtp = Some(server.url.clone()));
    let [ann, ben] = ["Ann", "Ben"].map(|name| club.person(name, &[]));
    let mona = club.person("Mona", &[Role::Moderator]);
    for (member, place) in [(&ann, "ann@example.org"), (&ben, "ben@example.org"), (&mona, "mona@example.org")] {
        address(&club, member, place);
        let wanted = json!({ "email": { "personal": true, "duties": true, "club": false, "digest": true } });
        assert_eq!(member.put("/api/v1/me/notification_preferences", &wanted).expect(200)["email"], wanted["email"]);
    }
    club.set_time("2026-11-06T12:00:00");
    let [ann, ben] = [club.again(&ann), club.again(&ben)];
    tell(&club, "game.voided", Some(&ann), json!({ "game": 1, "reason": "The board was set up wrong" }));
    tell(&club, "game.corrected", Some(&ann), json!({ "game": 2 }));
    tell(&club, "game.voided", Some(&ben), json!({ "game": 1 }));
    tell(&club, "declaration.published", Some(&ann), json!({ "person": ann.id, "act": "II.9" }));
    assert_eq!(carry(&club, Channel::Email), outcome(1, 0, 0));
    assert_eq!(
        heading(&server.letter(), "Subject"),
        "[Rookery] A declaration",
        "what one is always told comes at once"
    );
    let read = ben.get("/api/v1/notifications").expect(200)["items"][0]["id"].clone();
    ben.put("/api/v1/notifications/read", &json!({ "through": read })).expect(204);

    assert_eq!(letters_of_the_day(&club.app.db).unwrap(), 0, "it is not evening yet");
    let left = PersonId(mona.id);
    club.write(move |tx| take_role(tx, left, Role::Moderator, None, &Message::verbatim("Moved away")));
    club.set_time("2026-11-06T18:00:00");
    tell(&club, "game.restored", Some(&ann), json!({ "game": 1 }));
    assert_eq!(carry(&club, Channel::Email), outcome(0, 0, 0), "that is for tomorrow");
    assert_eq!(letters_of_the_day(&club.app.db).unwrap(), 1, "Ben has read all of it, Mona moderates no more");
    assert_eq!(letters_of_the_day(&club.app.db).unwrap(), 0, "once a day");
    assert_eq!(carry(&club, Channel::Email), outcome(1, 0, 0));
    let letter = server.letter();
    assert_eq!(
        (heading(&letter, "Subject"), &letter["to"]),
        ("[Rookery] What was new today", &json!(["ann@example.org"]))
    );
    let text = letter["content"].as_str().unwrap().replace("\r\n", "\n");
    let told = [
        "A game of yours",
        "The board was set up wrong",
        "https://club.example/games/1",
        "https://club.example/games/2",
    ];
    assert!(told.iter().all(|part| text.contains(part)), "{text}");
    assert!(!text.contains("declaration"), "it came already: {text}");

    club.set_time("2026-11-07T18:00:00");
    assert_eq!(letters_of_the_day(&club.app.db).unwrap(), 1);
});

both!(discord_hears_the_clubs_news_and_no_names, |club| {
    let discord = Receiver::start(&[500, 204]);
    let club = club_with(club, |config| config.discord = Some(discord.url.clone()));
    let ann = club.person("Ann Ash", &[]);
    let declared = json!({ "person": ann.id, "reason": "Ann Ash took back a move", "act": "II.9" });
    tell(&club, "declaration.published", None, declared.clone());
    tell(&club, "declaration.published", Some(&ann), declared);
    tell(&club, "game.awaiting_approval", None, json!({ "game": 1 }));
    assert_eq!(carry(&club, Channel::Discord), outcome(0, 1, 0), "it answers 500");
    club.pass(TimeDelta::seconds(10));
    assert_eq!(carry(&club, Channel::Discord), outcome(1, 0, 0));
    let posts = discord.received();
    assert_eq!(posts.len(), 2);
    let post: Value = serde_json::from_str(&posts[1].body).unwrap();
    assert_eq!(post["content"], "A declaration (Act II.9): https://club.example");
    assert_eq!(post["allowed_mentions"], json!({ "parse": [] }));
});

/// Whether one of a request's signatures was made with a secret, as the Standard Webhooks convention has it.
fn is_signed(request: &Received, secret: &Value) -> bool {
    let secret = STANDARD.decode(secret.as_str().unwrap().strip_prefix("whsec_").unwrap()).unwrap();
    let (id, timestamp) = (request.header("webhook-id"), request.header("webhook-timestamp"));
    let mut mac = Hmac::<Sha256>::new_from_slice(&secret).unwrap();
    mac.update(format!("{id}.{timestamp}.{}", request.body).as_bytes());
    let right = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
    request.header("webhook-signature").split(' ').any(|signature| signature == right)
}

both!(a_webhook_is_told_signed_and_told_again_until_it_answers, |club| {
    let receiver = Receiver::start(&[503, 204, 204, 204, 204, 410]);
    let club = club_with(club, |config| config.webhooks_to_private_addresses = true);
    let host = club.person("Host", &[Role::Administrator]);
    let new = json!({ "url": receiver.url, "topics": ["session.cancelled"] });
    let made = host.post("/api/v1/webhooks", &new).expect(201);
    let id = made["id"].as_i64().unwrap();
    tell(&club, "session.added", None, json!({}));
    tell(&club, "session.cancelled", None, json!({ "reason": "Snow" }));
    assert_eq!(carry(&club, Channel::Webhook), outcome(0, 1, 0));
    club.pass(TimeDelta::seconds(10));
    assert_eq!(carry(&club, Channel::Webhook), outcome(1, 0, 0));
    let [first, second] = &receiver.received()[..] else { panic!("two requests") };
    assert_eq!(first.header("webhook-id"), second.header("webhook-id"), "a repeat is known by its id");
    assert_ne!(first.header("webhook-timestamp"), second.header("webhook-timestamp"));
    assert!(is_signed(first, &made["secret"]) && is_signed(second, &made["secret"]));
    let body: Value = serde_json::from_str(&second.body).unwrap();
    assert_eq!((&body["type"], &body["data"]["reason"]), (&json!("session.cancelled"), &json!("Snow")));
    let log = host.get(&format!("/api/v1/webhooks/{id}/deliveries")).expect(200);
    assert_eq!((&log["items"][0]["status"], &log["items"][0]["attempt"]), (&json!(204), &json!(2)));
    assert_eq!((&log["items"][1]["status"], &log["items"][1]["error"]), (&json!(503), &json!("answered 503")));

    // A test reaches it whatever it hears of.
    assert_eq!(host.post(&format!("/api/v1/webhooks/{id}/tests"), &json!({})).status, 202);
    assert_eq!(carry(&club, Channel::Webhook), outcome(1, 0, 0));
    let tested: Value = serde_json::from_str(&receiver.received().pop().unwrap().body).unwrap();
    assert_eq!(tested["type"], "webhook.tested");

    // A new secret: both sign for a day.
    let newer = host.post(&format!("/api/v1/webhooks/{id}/secret"), &json!({})).expect(201);
    tell(&club, "session.cancelled", None, json!({}));
    assert_eq!(carry(&club, Channel::Webhook), outcome(1, 0, 0));
    let request = receiver.received().pop().unwrap();
    assert!(is_signed(&request, &made["secret"]) && is_signed(&request, &newer["secret"]));
    club.pass(TimeDelta::days(1));
    tell(&club, "session.cancelled", None, json!({}));
    assert_eq!(carry(&club, Channel::Webhook), outcome(1, 0, 0));
    let request = receiver.received().pop().unwrap();
    assert!(!is_signed(&request, &made["secret"]) && is_signed(&request, &newer["secret"]));

    // It says that it is gone; then it is ended.
    tell(&club, "session.cancelled", None, json!({}));
    assert_eq!(carry(&club, Channel::Webhook), outcome(0, 0, 1));
    let host = club.again(&host);
    host.delete(&format!("/api/v1/webhooks/{id}"), &json!({})).expect(204);
    tell(&club, "session.cancelled", None, json!({}));
    assert_eq!(carry(&club, Channel::Webhook), outcome(0, 0, 0));
    assert_eq!(host.get("/api/v1/webhooks").expect(200)["webhooks"], json!([]));
    let log = host.get("/api/v1/security-log").text();
    for event in ["webhook_added", "webhook_secret_changed", "webhook_ended"] {
        assert!(log.contains(event), "{event}: {log}");
    }
});

both!(no_webhook_reaches_the_services_own_network, |club| {
    let receiver = Receiver::start(&[]);
    let host = club.person("Host", &[Role::Administrator]);
    let path = "/api/v1/webhooks";
    host.post(path, &json!({ "url": receiver.url })).refused(422);
    host.post(path, &json!({ "url": "https://example.org/", "topics": ["game.voided"] })).refused(422);
    club.person("May", &[Role::Moderator]).post(path, &json!({ "url": "https://example.org/" })).refused(403);
    let home = receiver.url.replace("http://127.0.0.1", "https://localhost");
    let refused = host.post(path, &json!({ "url": home })).expect(422).to_string();
    assert!(refused.contains("ROOKERY_WEBHOOKS_TO_PRIVATE_ADDRESSES=true"), "how it can be allowed: {refused}");
    // Whatever name is given, an address of the machine's own network is not connected to.
    let inside = receiver.url.replace("http://127.0.0.1", "https://127.1");
    let made = host.post(path, &json!({ "url": inside })).expect(201);
    tell(&club, "session.cancelled", None, json!({}));
    assert_eq!(carry(&club, Channel::Webhook), outcome(0, 1, 0));
    let log = host.get(&format!("{path}/{}/deliveries", made["id"])).expect(200);
    let told = log["items"][0]["error"].as_str().unwrap();
    assert!(told.contains("not open to the world"), "{told}");
    assert!(receiver.received().is_empty());
});

both!(a_test_is_sent_once, |club| {
    let receiver = Receiver::start(&[503]);
    let club = club_with(club, |config| config.webhooks_to_private_addresses = true);
    let host = club.person("Host", &[Role::Administrator]);
    let [gone, busy] = listening(&host, ["http://127.0.0.1:9/hook", &receiver.url]);
    for id in [gone, busy] {
        assert_eq!(host.post(&format!("/api/v1/webhooks/{id}/tests"), &json!({})).status, 202);
    }
    assert_eq!(carry(&club, Channel::Webhook), outcome(0, 0, 2));
    club.pass(TimeDelta::hours(1));
    assert_eq!(carry(&club, Channel::Webhook), outcome(0, 0, 0), "it is not tried again by itself");
    let host = club.again(&host);
    for id in [gone, busy] {
        let log = host.get(&format!("/api/v1/webhooks/{id}/deliveries")).expect(200);
        assert!(log["items"].as_array().unwrap().len() == 1 && log["items"][0]["error"].is_string(), "{log}");
    }
    let page = host.get("/administration/outbox").text();
    assert!(page.contains("<strong>A test</strong>") && page.contains("given up"), "{page}");
    // What comes later is told all the same, and then the test that failed says nothing any more.
    tell(&club, "session.cancelled", None, json!({}));
    assert_eq!(carry(&club, Channel::Webhook), outcome(1, 1, 0));
    let left = || host.get("/api/v1/outbox").expect(200)["items"].as_array().unwrap().clone();
    assert_eq!(left().iter().filter(|one| one["topic"] == "webhook.tested").count(), 1);
    // Another test stands for the one before it; what was to reach a webhook that is ended needs nobody.
    assert_eq!(host.post(&format!("/api/v1/webhooks/{gone}/tests"), &json!({})).status, 202);
    assert_eq!(left().iter().filter(|one| one["topic"] == "webhook.tested").count(), 1);
    host.delete(&format!("/api/v1/webhooks/{gone}"), &json!({})).expect(204);
    assert!(left().is_empty(), "{:?}", left());
    let page = host.get("/administration").text();
    assert!(!page.contains("given up"), "{page}");
});

/// The addresses of two programs that listen for the club's news, one of them gone or silent.
fn listening(host: &Caller, urls: [&str; 2]) -> [i64; 2] {
    urls.map(|url| {
        let new = json!({ "url": url, "topics": ["session.cancelled"] });
        host.post("/api/v1/webhooks", &new).expect(201)["id"].as_i64().unwrap()
    })
}

both!(what_waits_for_a_webhook_that_is_gone_waits_together, |club| {
    let receiver = Receiver::start(&[]);
    let club = club_with(club, |config| config.webhooks_to_private_addresses = true);
    let host = club.person("Host", &[Role::Administrator]);
    let [gone, _] = listening(&host, ["http://127.0.0.1:9/hook", &receiver.url]);
    for number in 1..=5 {
        tell(&club, "session.cancelled", None, json!({ "reason": format!("Snow {number}") }));
    }
    assert_eq!(carry(&club, Channel::Webhook), outcome(5, 5, 0));
    assert_eq!(receiver.received().len(), 5);
    let path = format!("/api/v1/webhooks/{gone}/deliveries");
    let tries = || host.get(&path).expect(200)["items"].as_array().unwrap().len();
    assert_eq!(tries(), 1, "one try says it for all that wait");
    // What comes meanwhile waits too, and the next try waits twice as long for the one after it.
    tell(&club, "session.cancelled", None, json!({ "reason": "Ice" }));
    assert_eq!(carry(&club, Channel::Webhook), outcome(1, 0, 0));
    club.pass(TimeDelta::seconds(10));
    assert_eq!(carry(&club, Channel::Webhook), outcome(0, 6, 0));
    club.pass(TimeDelta::seconds(10));
    assert_eq!((carry(&club, Channel::Webhook), tries()), (outcome(0, 0, 0), 2));
    // In the end all of it is given up.
    let mut given_up = 0;
    while given_up < 6 {
        club.pass(TimeDelta::hours(2));
        let round = carry(&club, Channel::Webhook);
        assert_eq!(round.delivered, 0);
        given_up += round.given_up;
    }
    let host = club.again(&host);
    let left = host.get("/api/v1/outbox").expect(200);
    assert!(left["items"].as_array().unwrap().iter().all(|one| one["failed_at"].is_string()), "{left}");
});

both!(a_webhook_that_takes_requests_and_never_answers_holds_no_other_up, |club| {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/hook", silent.local_addr().unwrap());
    let taken = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let kept = taken.clone();
    std::thread::spawn(move || silent.incoming().for_each(|stream| kept.lock().unwrap().push(stream)));
    let receiver = Receiver::start(&[]);
    let config = rookery::config::Config { webhooks_to_private_addresses: true, ..(*club.app.config).clone() };
    let club = club.reopened(config);
    let host = club.person("Host", &[Role::Administrator]);
    listening(&host, [&url, &receiver.url]);
    for number in 1..=5 {
        tell(&club, "session.cancelled", None, json!({ "reason": format!("Snow {number}") }));
    }
    wait_until(|| receiver.received().len() >= 5);
    assert!(taken.lock().unwrap().len() <= 1, "all five went out before the silent one was tried again");
});

both!(a_mail_domain_that_never_answers_holds_no_other_up, |club| {
    let mut server = MailServer::start();
    let config = rookery::config::Config { smtp: Some(server.url.clone()), ..(*club.app.config).clone() };
    let club = club.reopened(config);
    let (ann, ben) = (club.person("Ann", &[]), club.person("Ben", &[]));
    address(&club, &ann, "ann@silent.example");
    address(&club, &ben, "ben@example.org");
    for game in 1..=3 {
        tell(&club, "game.voided", Some(&ann), json!({ "game": game }));
        tell(&club, "game.voided", Some(&ben), json!({ "game": game }));
    }
    let (mut taken, mut unanswered) = (0, 0);
    while taken < 3 {
        let line = server.letter();
        if line["silent"].is_string() {
            unanswered += 1;
        } else {
            assert_eq!(line["to"], json!(["ben@example.org"]));
            taken += 1;
        }
    }
    assert!(unanswered <= 1, "the other domain was tried {unanswered} times before");
});
