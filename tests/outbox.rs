//! Messages on their way: whom they reach, how often they are tried, when they go.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use rookery::auth::Role;
use rookery::clock::Clock;
use rookery::config::Config;
use rookery::db::schema::{notifications, outbox};
use rookery::db::{Connector, Database, Kept};
use rookery::each;
use rookery::id::PersonId;
use rookery::notify::pages::WRITERS;
use rookery::notify::worker::{self, Failure};
use rookery::notify::{self, Audience, Channel, Couriers, Topic};
use serde_json::json;

use crate::harness::{self, Browser, Club, Receiver, fresh_postgres, friday_noon, wait_until};

/// Puts a message into the outbox for somebody, or for the audience of its topic.
fn tell(club: &Club, topic: &'static str, person: Option<i64>) {
    club.write(move |tx| notify::enqueue(tx, topic.parse().unwrap(), person.map(PersonId), &json!({ "topic": topic })));
}

/// What somebody was told, the newest first.
fn told(caller: &crate::harness::Caller) -> Vec<String> {
    let page = caller.get("/api/v1/notifications").expect(200);
    page["items"].as_array().unwrap().iter().map(|item| item["topic"].as_str().unwrap().to_owned()).collect()
}

both!(a_message_that_was_claimed_is_delivered_as_it_is_by_then, |club| {
    let club = club.still();
    let ann = club.person("Ann", &[]);
    tell(&club, "game.entered", Some(ann.id));
    let claimed = club.write(|tx| worker::claim(tx, Channel::InApp));
    assert!(!claimed.is_empty());
    // As somebody's words go when they are erased.
    club.write(|tx| Ok(diesel::update(outbox::table).set(outbox::payload.eq("{}")).execute(tx.db)?));
    for message in &claimed {
        club.app.couriers.deliver(&club.app.db, message).unwrap();
    }
    let told: Vec<String> =
        club.app.db.read_now(|db| Ok(notifications::table.select(notifications::payload).load(db)?)).unwrap();
    assert!(!told.is_empty() && told.iter().all(|payload| payload == "{}"), "{told:?}");
});

both!(messages_reach_those_they_are_for, |club| {
    let (ann, ben) = (club.person("Ann", &[]), club.person("Ben", &[Role::Moderator]));
    tell(&club, "ban.term_set", Some(ann.id));
    tell(&club, "game.awaiting_approval", None);
    tell(&club, "session.cancelled", None);
    // The service delivers them by itself.
    wait_until(|| told(&ben).len() >= 2 && told(&ann).len() >= 2);
    assert_eq!(told(&ann), ["session.cancelled", "ban.term_set"]);
    assert_eq!(told(&ben), ["session.cancelled", "game.awaiting_approval"]);
    let reader = PersonId(ann.id);
    club.write(move |tx| {
        let readers = [None, Some(reader)];
        notify::enqueue_all(tx, readers.map(|reader| (Topic::SessionAdded, reader, json!({ "session": 1 }))))
    });
    tell(&club, "game.entered", Some(ann.id));
    wait_until(|| told(&ben).len() >= 3 && told(&ann).len() >= 4);
    let once = ["game.entered", "session.added", "session.cancelled", "ban.term_set"];
    assert_eq!(told(&ann), once, "what is told to all and to her besides");
    club.pass(TimeDelta::minutes(1));
    let late = club.person("Late", &[]);
    assert_eq!(told(&late), Vec::<String>::new(), "what everybody was told before is not news");
    let unread = ann.get("/api/v1/notifications/unread").expect(200);
    assert_eq!((&unread["unread"], &unread["own"]), (&json!(4), &json!(3)), "the club's news waits for nobody");
    let newest = ann.get("/api/v1/notifications?limit=1").expect(200)["items"][0]["id"].clone();
    assert_eq!(ann.put("/api/v1/notifications/read", &json!({ "through": newest })).status, 204);
    let unread = ann.get("/api/v1/notifications/unread").expect(200);
    assert_eq!((&unread["unread"], &unread["own"]), (&json!(0), &json!(0)));
    assert_eq!(ann.put("/api/v1/notifications/read", &json!({ "through": 0 })).status, 204);
    assert_eq!(ann.get("/api/v1/notifications").expect(200)["items"][0]["read"], true, "a mark never goes back");
    assert_eq!(ben.get("/api/v1/notifications/unread").expect(200)["unread"], 3);
    assert_eq!(club.anyone().get("/api/v1/notifications").status, 401);

    club.write(|tx| {
        let late = notifications::table.filter(notifications::topic.eq("game.entered"));
        let earlier = tx.now - TimeDelta::hours(1);
        diesel::update(late).set(notifications::created_at.eq(earlier)).execute(tx.db)?;
        Ok(())
    });
    let page = |after: &str| ann.get(&format!("/api/v1/notifications?limit=2{after}")).expect(200);
    let first = page("");
    let second = page(&format!("&after={}", first["next"].as_str().expect("a second page")));
    let rows = [&first, &second].into_iter().flat_map(|page| page["items"].as_array().unwrap());
    let topics: Vec<&str> = rows.map(|row| row["topic"].as_str().unwrap()).collect();
    let in_order = ["session.added", "session.cancelled", "ban.term_set", "game.entered"];
    assert_eq!((topics.as_slice(), &second["next"]), (&in_order[..], &json!(null)), "what came late, when it happened");
    let bens = &ben.get("/api/v1/notifications").expect(200)["items"][2];
    assert_eq!(bens["topic"], "game.awaiting_approval");
    for cursor in [&bens["id"], &json!(9_999_999)] {
        let refused = ann.get(&format!("/api/v1/notifications?after={cursor}"));
        assert_eq!(refused.status, 422, "no cursor of this list: {cursor}");
    }
});

/// A notice straight in the tables.
#[derive(Insertable)]
#[diesel(table_name = notifications)]
#[diesel(treat_none_as_default_value = false)]
struct Notice {
    message_id: i64,
    person_id: Option<PersonId>,
    audience: Audience,
    topic: &'static str,
    payload: &'static str,
    created_at: NaiveDateTime,
}

both!(however_much_news_there_is_what_waits_is_counted, |club| {
    const OWN: i64 = 250;
    const NEWS: i64 = 1_000;
    let ann = club.person("Ann", &[]);
    let reader = PersonId(ann.id);
    club.write(move |tx| {
        let created_at = tx.now;
        let notice = |number: i64| {
            let (person_id, audience, topic) = match number {
                0..OWN => (Some(reader), Audience::Person, "ban.term_set"),
                _ => (None, Audience::Everybody, "session.cancelled"),
            };
            Notice { message_id: 1_000_000 + number, person_id, audience, topic, payload: "{}", created_at }
        };
        let notices: Vec<Notice> = (0..OWN + NEWS).map(notice).collect();
        Ok(each!(tx.db, c => diesel::insert_into(notifications::table).values(&notices).execute(c))?)
    });
    let unread = ann.get("/api/v1/notifications/unread").expect(200);
    let counted = [&unread["unread"], &unread["lines"], &unread["own"]].map(|count| count.as_i64().unwrap());
    assert_eq!(counted, [OWN + NEWS, OWN + NEWS, OWN]);
    let page = harness::Browser::of(&club, &ann).get("/me").text();
    assert!(page.contains("<span aria-hidden=\"true\">99+</span>"), "{page}");
    // Marked as read are those of her own, which came first.
    club.write(move |tx| {
        let first = notifications::table.filter(notifications::person_id.eq(reader));
        let last: Option<i64> = first.select(diesel::dsl::max(notifications::id)).first(tx.db)?;
        notify::inbox::mark_read(tx, reader, notify::inbox::NotificationId(last.unwrap()))
    });
    let unread = ann.get("/api/v1/notifications/unread").expect(200);
    assert_eq!(unread, json!({ "unread": NEWS, "lines": NEWS, "own": 0 }));
});

both!(two_events_of_one_kind_are_told_apart, |club| {
    let ann = club.person("Ann", &[]);
    // At the same time and in the same words, but not of the same event.
    for reader in [None, Some(ann.id)] {
        tell(&club, "session.cancelled", reader);
    }
    club.deliver();
    assert_eq!(told(&ann), ["session.cancelled", "session.cancelled"]);
});

/// A database of each kind that no service works on.
fn quiet_databases(test: impl Fn(&Database)) {
    let folder = harness::folder();
    let sqlite = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    rookery::db::migrate(&mut Connector::parse(&sqlite).unwrap().open().unwrap()).unwrap();
    for url in [sqlite, fresh_postgres()] {
        test(&Database::open(&url, 2, Clock::at(friday_noon()), std::sync::Arc::new(|_| {})).unwrap());
    }
}

fn put_into_outbox(db: &Database, messages: usize) {
    db.write_now(move |tx| {
        (0..messages)
            .try_for_each(|number| notify::enqueue(tx, Topic::SessionHeldAfterAll, None, &json!({ "number": number })))
    })
    .unwrap();
}

#[test]
fn a_message_goes_out_as_it_is_when_its_turn_comes() {
    quiet_databases(|db| {
        put_into_outbox(db, 3);
        db.write_now(|tx| {
            let outside = (outbox::channel.eq(Channel::Discord), outbox::receiver.eq("the club's channel"));
            Ok(diesel::update(outbox::table).set(outside).execute(tx.db)?)
        })
        .unwrap();
        let sent = std::cell::RefCell::new(Vec::new());
        let round = worker::run_with(db, Channel::Discord, &|message| {
            sent.borrow_mut().push(message.payload.clone());
            // Meanwhile somebody is erased: their words go from one message, and a message to them goes.
            let (second, third) = (message.id.0 + 1, message.id.0 + 2);
            db.write_now(move |tx| {
                diesel::delete(outbox::table.find(third)).execute(tx.db)?;
                Ok(diesel::update(outbox::table.find(second)).set(outbox::payload.eq("{}")).execute(tx.db)?)
            })
            .unwrap();
            Ok(())
        });
        assert_eq!(round.unwrap().delivered, 2);
        assert_eq!(sent.into_inner()[1..], ["{}"]);
    });
}

#[test]
fn a_message_that_fails_is_put_off_and_in_the_end_given_up() {
    quiet_databases(|db| {
        let couriers = Couriers::open(&Config::embedded("sqlite:none"), WRITERS).unwrap();
        put_into_outbox(db, 1);
        let mut attempts = 0;
        let mut waited = Vec::new();
        loop {
            let round =
                notify::worker::run_with(db, Channel::InApp, &|_| Err(Failure::temporary("the line is dead"))).unwrap();
            attempts += 1;
            assert_eq!(notify::worker::run(db, &couriers, Channel::InApp).unwrap().delivered, 0, "nothing is due yet");
            if round.given_up == 1 {
                break;
            }
            let due: chrono::NaiveDateTime =
                db.read_now(|db| Ok(outbox::table.select(outbox::next_attempt_at).first(db)?)).unwrap();
            waited.push((due - db.clock().now()).num_seconds());
            db.clock().set(due);
        }
        assert_eq!(attempts, notify::worker::ATTEMPTS);
        assert_eq!(waited[..3], [10, 20, 40]);
        let error = db.read_now(|db| Ok(outbox::table.select(outbox::last_error).first::<Option<Kept>>(db)?));
        assert_eq!(error.unwrap().unwrap().as_verbatim(), Some("the line is dead"));
    });
}

#[test]
fn a_message_that_cannot_be_told_keeps_no_others() {
    quiet_databases(|db| {
        let couriers = Couriers::open(&Config::embedded("sqlite:none"), WRITERS).unwrap();
        put_into_outbox(db, 150);
        assert_eq!(worker::run(db, &couriers, Channel::InApp).unwrap().delivered, 150);
        put_into_outbox(db, 3);
        db.write_now(|tx| {
            let waiting = outbox::table.filter(outbox::delivered_at.is_null());
            let first: i64 = waiting.order(outbox::id).select(outbox::id).first(tx.db)?;
            Ok(diesel::update(outbox::table.find(first)).set(outbox::payload.eq("no JSON")).execute(tx.db)?)
        })
        .unwrap();
        let round = worker::run(db, &couriers, Channel::InApp).unwrap();
        assert_eq!((round.delivered, round.put_off, round.given_up), (2, 1, 0));
        let told: i64 = db.read_now(|db| Ok(notifications::table.count().get_result(db)?)).unwrap();
        assert_eq!(told, 152, "nothing is told twice");
    });
}

#[test]
fn a_message_is_with_one_worker_at_a_time() {
    quiet_databases(|db| {
        let couriers = Couriers::open(&Config::embedded("sqlite:none"), WRITERS).unwrap();
        put_into_outbox(db, 250);
        let replica =
            Database::open(&db.connector().url(), 1, db.clock().clone(), std::sync::Arc::new(|_| {})).unwrap();
        let sent_by = |db: &Database| {
            let sent = std::cell::RefCell::new(Vec::new());
            notify::worker::run_with(db, Channel::InApp, &|message| {
                sent.borrow_mut().push(message.id);
                Ok(())
            })
            .unwrap();
            sent.into_inner()
        };
        let (one, other) = std::thread::scope(|scope| {
            let other = scope.spawn(|| sent_by(&replica));
            (sent_by(db), other.join().unwrap())
        });
        let mut all: Vec<_> = one.into_iter().chain(other).collect();
        all.sort_unstable();
        let sent = all.len();
        all.dedup();
        assert_eq!((sent, all.len()), (250, 250));
        put_into_outbox(db, 1);
        assert_eq!(db.write_now(|tx| notify::worker::claim(tx, Channel::InApp)).unwrap().len(), 1);
        assert_eq!(notify::worker::run(db, &couriers, Channel::InApp).unwrap().delivered, 0, "the other worker has it");
        db.clock().set(db.clock().now() + notify::worker::LEASE);
        assert_eq!(
            notify::worker::run(db, &couriers, Channel::InApp).unwrap().delivered,
            1,
            "the other worker is gone"
        );
    });
}

both!(what_was_given_up_is_sent_again_or_put_away, |club| {
    let receiver = Receiver::start(&[503, 503, 503]);
    let config = Config { webhooks_to_private_addresses: true, ..(*club.app.config).clone() };
    let club = club.quiet(config);
    let host = club.person("Host", &[Role::Administrator]);
    let new = json!({ "url": receiver.url, "topics": ["session.cancelled"] });
    let id = host.post("/api/v1/webhooks", &new).expect(201)["id"].as_i64().unwrap();
    let mut browser = Browser::of(&club, &host);
    // Delivered, and given up.
    let carry = || {
        let round = worker::run(&club.app.db, &club.app.couriers, Channel::Webhook).unwrap();
        (round.delivered, round.given_up)
    };
    let mut fails = || {
        assert_eq!(host.post(&format!("/api/v1/webhooks/{id}/tests"), &json!({})).status, 202);
        assert_eq!(carry(), (0, 1));
        let page = browser.get("/administration/outbox").text();
        assert!(page.contains("One message was given up.") && page.contains("value=\"away\""), "{page}");
        assert!(browser.get("/administration").text().contains("one was given up"));
    };
    fails();
    let settle = |act: &str, told: &str| {
        let mut browser = Browser::of(&club, &host);
        let csrf = browser.csrf();
        assert_eq!(browser.post("/administration/outbox", &format!("csrf={csrf}&act={act}")).status, 303);
        let page = browser.get("/administration/outbox").text();
        assert!(page.contains(told), "{page}");
    };
    settle("again", "They are on their way again.");
    assert_eq!(carry(), (0, 1), "it failed once more");
    settle("away", "They are put away.");
    assert!(!host.get("/administration").text().contains("given up"));
    fails();
    settle("again", "They are on their way again.");
    assert_eq!(carry(), (1, 0));
    assert!(host.get("/administration/outbox").text().contains("Everything was delivered."));
});

both!(what_has_had_its_day_is_swept_out, |club| {
    let club = club.still();
    let desk = club.person("Desk", &[Role::Moderator]);
    let body = serde_json::to_vec(&json!({ "name": "A guest" })).unwrap();
    let headers = [("Content-Type", "application/json"), ("Idempotency-Key", "one")];
    let first = desk.send("POST", "/api/v1/people", &headers, &body).expect(201);
    assert_eq!(desk.send("POST", "/api/v1/people", &headers, &body).expect(201), first);
    assert_eq!(rookery::jobs::housekeeping(&club.app.db, &club.app.room).unwrap(), 0);
    club.pass(TimeDelta::hours(49));
    assert_eq!(rookery::jobs::housekeeping(&club.app.db, &club.app.room).unwrap(), 1, "keys are kept 48 hours");
});
