//! Tables of the games room, whatever is played there: seats, order of plays, log, time, talk (Act I.9).

mod again;
mod beginning;
mod calls;
mod challenge;
mod hostile;
mod invitations;
mod lasting;
mod listed;
mod live;
mod offered;
mod room;
pub mod socket;

use std::sync::{Arc, Barrier};

use chrono::TimeDelta;
use diesel::prelude::*;
use rookery::auth::Role;
use rookery::db::schema::outbox;
use rookery::id::PersonId;
use rookery::notify::{Channel, text};
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Caller, Client, Club};

/// Two members who have consented to the terms of online play.
pub fn pair(club: &Club, names: [&str; 2]) -> [Caller; 2] {
    names.map(|name| {
        let member = club.person(name, &[]);
        member.post("/api/v1/memberships", &json!({})).expect(201);
        consent(&member);
        member
    })
}

pub fn consent(member: &Client) {
    let version = &member.get("/api/v1/online_consent").expect(200)["version"];
    member.post("/api/v1/online_consents", &json!({ "version": version })).expect(201);
}

pub fn path(table: &Value) -> String {
    format!("/api/v1/tables/{}", table["id"])
}

/// A table at which two sit, nobody ready: White and Black.
pub fn seated(white: &Client, black: &Client) -> String {
    let open = json!({ "game": "chess", "options": { "minutes": 10 }, "seat": 0 });
    let table = white.post("/api/v1/tables", &open).expect(201);
    black.post(&format!("{}/seats", path(&table)), &json!({})).expect(200);
    path(&table)
}

pub fn ready(player: &Client, table: &str, ready: bool) -> Answer {
    player.put(&format!("{table}/readiness"), &json!({ "ready": ready }))
}

/// A game that has begun.
pub fn begun(white: &Client, black: &Client) -> String {
    let table = seated(white, black);
    ready(white, &table, true).expect(200);
    assert_eq!(ready(black, &table, true).expect(200)["stage"], "playing");
    table
}

pub fn play(player: &Client, table: &str, answers: i64, play: Value) -> Answer {
    player.post(&format!("{table}/plays"), &json!({ "answers": answers, "play": play }))
}

pub fn go(player: &Client, table: &str, answers: i64, text: &str) -> Answer {
    play(player, table, answers, json!({ "kind": "move", "move": text }))
}

/// The topics of what somebody is told, in order, no matter who delivers it.
pub fn topics(club: &Club, who: &Caller) -> Vec<String> {
    let id = PersonId(who.id);
    club.write(move |tx| {
        let theirs = outbox::table.filter(outbox::recipient_id.eq(id).and(outbox::channel.eq(Channel::InApp)));
        Ok(theirs.order(outbox::id).select(outbox::topic).load(tx.db)?)
    })
}

/// The last message of a topic that somebody is told within the service, as programs read it.
pub fn message(club: &Club, who: &Caller, topic: &'static str) -> Value {
    let id = PersonId(who.id);
    let payload: String = club.write(move |tx| {
        let theirs = outbox::table.filter(outbox::recipient_id.eq(id).and(outbox::topic.eq(topic)));
        Ok(theirs.order(outbox::id.desc()).select(outbox::payload).first(tx.db)?)
    });
    text::in_english(serde_json::from_str(&payload).unwrap())
}

/// Whether the log folds to what was recorded.
#[track_caller]
pub fn replays(club: &Club, table: &str) {
    let replayed = club.anyone().get(&format!("{table}/replay")).expect(200);
    assert_eq!(replayed["wrong"], json!([]), "{replayed}");
}

both!(seats_are_taken_left_and_kept_for_those_invited, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let cat = club.person("Cat", &[]);
    let open = json!({ "game": "chess", "seat": 1, "invite": [ben.id] });
    let table = path(&ann.post("/api/v1/tables", &open).expect(201));
    assert_eq!(told(&club, &ben, "table.invited"), 1, "who is invited is told");
    cat.post(&format!("{table}/seats"), &json!({})).refused(409);
    cat.delete(&format!("{table}/seats"), &json!({})).refused(403);
    let seen = ben.post(&format!("{table}/seats"), &json!({})).expect(200);
    assert_eq!((&seen["seat"], &seen["seats"][0]["person"]["name"]), (&json!(0), &json!("Ben")));
    ready(&ben, &table, true).expect(200);
    assert_eq!(ready(&cat, &table, true).refused(403), ["I.9"]);
    ben.delete(&format!("{table}/seats"), &json!({})).expect(204);
    ben.post(&format!("{table}/seats"), &json!({ "seat": 1 })).refused(409);
    let seen = ben.post(&format!("{table}/seats"), &json!({ "seat": 0 })).expect(200);
    assert_eq!(seen["seats"][0]["ready"], false, "who sits down anew is not ready yet");
    go(&ben, &table, 0, "e4").refused(409);
    for wrong in [
        json!({ "game": "draughts" }),
        json!({ "game": "chess", "seat": 2 }),
        json!({ "game": "chess", "options": { "minutes": 1000 } }),
        json!({ "game": "chess", "invite": [ann.id] }),
        json!({ "game": "chess", "invite": [ben.id, cat.id] }),
    ] {
        assert_eq!(ann.post("/api/v1/tables", &wrong).status, 422, "{wrong}");
    }
    let listed = club.anyone().get(&format!("/api/v1/tables?stage=open&person={}", ann.id)).expect(200);
    assert_eq!(listed["items"].as_array().unwrap().len(), 1);
});

both!(plays_come_in_order_and_each_once, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    let first = go(&ann, &table, 0, "e4");
    let again = go(&ann, &table, 0, "e4");
    assert_eq!((first.status, &first.body), (200, &again.body), "the same play again is answered as it was");
    let stale = go(&ann, &table, 0, "d4");
    assert_eq!(stale.json["number"], 1, "{}", stale.text());
    assert_eq!(stale.refused(409), ["I.9"]);
    assert_eq!(go(&ben, &table, 0, "e5").refused(409), ["I.9"], "it answers what is no longer last");
    assert_eq!(go(&ben, &table, 2, "e5").refused(409), ["I.9"], "it answers what is not there yet");
    assert_eq!(go(&ann, &table, 1, "d4").refused(409), ["I.1"], "out of turn");
    assert_eq!(go(&ben, &table, 1, "Ke4").refused(422), ["I.1"]);
    assert_eq!(go(&club.person("Cat", &[]), &table, 1, "e5").refused(403), ["I.9"]);
    go(&ben, &table, 1, "e5").expect(200);
    // Fifty of the same at once: it is made once.
    let replica = club.replica();
    let barrier = Arc::new(Barrier::new(50));
    let callers: Vec<_> = (0..50)
        .map(|caller| {
            let (ann, table, barrier) =
                (ann.at(if caller % 2 == 0 { &club.url } else { &replica.url }), table.clone(), barrier.clone());
            std::thread::spawn(move || {
                barrier.wait();
                go(&ann, &table, 2, "Nf3").expect(200)
            })
        })
        .collect();
    let answers: Vec<Value> = callers.into_iter().map(|caller| caller.join().unwrap()).collect();
    assert!(answers.iter().all(|answer| *answer == answers[0] && answer["number"] == 3));
    let log = club.anyone().get(&format!("{table}/log")).text();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4, "the table and three plays");
    assert_eq!(lines[3]["effect"]["san"], "Nf3");
    replays(&club, &table);
});

both!(a_game_is_adjourned_when_nobody_is_ready_and_goes_on_when_all_are, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    go(&ann, &table, 0, "e4").expect(200);
    club.pass(TimeDelta::seconds(30));
    assert_eq!(ready(&ann, &table, false).expect(200)["stage"], "playing", "one alone does not adjourn");
    assert_eq!(ready(&ben, &table, false).expect(200)["stage"], "adjourned");
    go(&ben, &table, 2, "e5").refused(409);
    club.pass(TimeDelta::days(1));
    let [ann, ben] = [club.again(&ann), club.again(&ben)];
    ready(&ben, &table, true).expect(200);
    let seen = ready(&ann, &table, true).expect(200);
    assert_eq!((&seen["stage"], &seen["number"]), (&json!("playing"), &json!(3)));
    assert_eq!(seen["state"]["left_ms"], json!([600_000, 570_000]), "the clocks stood still");
    go(&ben, &table, 3, "e5").expect(200);
    replays(&club, &table);
});

/// How often somebody was told something.
fn told(club: &Club, who: &Caller, topic: &str) -> usize {
    topics(club, who).iter().filter(|told| *told == topic).count()
}

fn pause(player: &Client, table: &str, until: &str) -> Answer {
    player.put(&format!("{table}/readiness"), &json!({ "ready": false, "until": until }))
}

both!(the_others_are_told_of_an_adjournment_when_it_is_asked_for_agreed_to_and_over, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    ready(&ann, &table, false).expect(200);
    ready(&ann, &table, false).expect(200);
    assert_eq!(told(&club, &ben, "table.adjournment_asked"), 1, "once, however often it is said");
    assert_eq!(told(&club, &ann, "table.adjournment_asked"), 0);
    let page = Browser::of(&club, &ben).get(table.trim_start_matches("/api/v1")).text();
    assert!(page.contains("Ann asks for an adjournment.") && page.contains("Agree to the adjournment"), "{page}");
    let seen = ready(&ben, &table, false).expect(200);
    assert_eq!((&seen["stage"], &seen["resumes_at"]), (&json!("adjourned"), &json!("2026-11-20T12:00:00Z")));
    assert_eq!((told(&club, &ann, "table.adjourned"), told(&club, &ben, "table.adjourned")), (1, 0));
    ready(&ben, &table, true).expect(200);
    assert_eq!(told(&club, &ann, "table.resumption_asked"), 1);
    let seen = ready(&ann, &table, true).expect(200);
    assert_eq!((&seen["stage"], &seen["resumes_at"]), (&json!("playing"), &json!(null)));
    assert_eq!(told(&club, &ben, "table.resumed"), 1);
    replays(&club, &table);
});

both!(an_adjournment_that_another_player_says_no_to_is_asked_for_no_more, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    let page = |who: &Caller| Browser::of(&club, who).get(table.trim_start_matches("/api/v1")).text();
    pause(&ann, &table, "2026-11-09T16:00:00Z").expect(200);
    let (own, other) = (page(&ann), page(&ben));
    assert!(own.contains(">Play on</button>") && !own.contains("No, play on"), "{own}");
    let at = |text: &str| other.find(text).unwrap_or_else(|| panic!("no {text}: {other}"));
    assert!(
        at("Agree to the adjournment") < at("id=\"game\"") && at("No, play on") < at("id=\"game\""),
        "by the board"
    );
    let seen = ready(&ben, &table, true).expect(200);
    assert_eq!((&seen["stage"], &seen["resumes_at"]), (&json!("playing"), &json!(null)));
    let declined = "table.adjournment_declined";
    assert_eq!(
        (told(&club, &ann, declined), told(&club, &ben, declined)),
        (1, 0),
        "the player who asked is told, not the one who answered"
    );
    ready(&ben, &table, true).expect(200);
    assert_eq!(told(&club, &ann, declined), 1, "nobody asks any more");
    for who in [&ann, &ben] {
        assert!(!page(who).contains("asks for an adjournment"), "{}", page(who));
    }
    replays(&club, &table);
});

both!(a_time_to_go_on_at_is_agreed_on_and_then_the_game_goes_on_by_itself, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    for wrong in ["2026-11-06T12:00:00Z", "2027-02-01T12:00:00Z"] {
        assert_eq!(pause(&ann, &table, wrong).refused(422), ["I.9"]);
    }
    pause(&ann, &table, "2026-11-09T16:00:00Z").expect(200);
    assert_eq!(pause(&ben, &table, "2026-11-10T16:00:00Z").expect(200)["stage"], "playing", "another time");
    assert_eq!(told(&club, &ann, "table.adjournment_asked"), 1);
    let seen = ready(&ann, &table, false).expect(200);
    assert_eq!((&seen["stage"], &seen["resumes_at"]), (&json!("adjourned"), &json!("2026-11-10T16:00:00Z")));
    assert_eq!(pause(&ann, &table, "2026-11-11T16:00:00Z").refused(422), ["I.9"], "it is agreed on");
    let replica = club.replica();
    let look = || [&club, &replica].map(|one| rookery::tables::due::run(&one.app.db, &one.app.room).unwrap());
    club.set_time("2026-11-10T15:59:00");
    look();
    look();
    assert_eq!((told(&club, &ann, "table.resumes_soon"), told(&club, &ben, "table.resumes_soon")), (1, 1));
    assert_eq!(club.again(&ann).get(&table).expect(200)["stage"], "adjourned");
    // Another game is played then: it waits for that (Act I.9.1).
    let [cat, dan] = pair(&club, ["Cat", "Dan"]);
    let other = begun(&cat, &dan);
    club.set_time("2026-11-10T16:00:00");
    look();
    assert_eq!(club.again(&ann).get(&table).expect(200)["stage"], "adjourned");
    play(&cat, &other, 0, json!({ "kind": "resign" })).expect(200);
    club.pass(TimeDelta::minutes(1));
    look();
    let seen = club.again(&ann).get(&table).expect(200);
    assert_eq!((&seen["stage"], &seen["number"]), (&json!("playing"), &json!(2)), "{seen}");
    assert_eq!((told(&club, &ann, "table.resumed"), told(&club, &ben, "table.resumed")), (1, 1));
    // Anybody who never returns plays against the clock.
    club.pass(TimeDelta::minutes(11));
    look();
    let seen = club.again(&ann).get(&table).expect(200);
    assert_eq!((&seen["outcome"]["result"], &seen["outcome"]["ending"]), (&json!("black"), &json!("flag")));
    replays(&club, &table);
});

both!(an_adjourned_game_is_resigned_or_agreed_to_be_a_draw, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let adjourned = |ann: &Client, ben: &Client| {
        let table = begun(ann, ben);
        for player in [ann, ben] {
            ready(player, &table, false).expect(200);
        }
        table
    };
    let table = adjourned(&ann, &ben);
    assert_eq!(go(&ann, &table, 1, "e4").refused(409), ["I.9"], "nobody moves");
    let page = Browser::of(&club, &ann).get(table.trim_start_matches("/api/v1")).text();
    assert!(page.contains("value=\"offer_draw\"") && !page.contains("id=\"move-form\""), "{page}");
    assert!(!page.contains("where the game knows them"), "{page}");
    play(&ann, &table, 1, json!({ "kind": "offer_draw" })).expect(200);
    assert_eq!((told(&club, &ben, "table.while_adjourned"), told(&club, &ann, "table.while_adjourned")), (1, 0));
    play(&ben, &table, 2, json!({ "kind": "decline_draw" })).expect(200);
    play(&ben, &table, 3, json!({ "kind": "offer_draw" })).expect(200);
    play(&ann, &table, 4, json!({ "kind": "accept_draw" })).expect(200);
    let seen = ann.get(&table).expect(200);
    assert_eq!((&seen["outcome"]["ending"], &seen["resumes_at"]), (&json!("draw_agreed"), &json!(null)));
    replays(&club, &table);
    club.pass(TimeDelta::days(1));
    let [ann, ben] = [club.again(&ann), club.again(&ben)];
    let table = adjourned(&ann, &ben);
    play(&ben, &table, 1, json!({ "kind": "resign" })).expect(200);
    assert_eq!(ann.get(&table).expect(200)["outcome"]["result"], "white");
    replays(&club, &table);
});

both!(for_whom_a_seat_is_kept_is_said_to_those_who_have_signed_in, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = ann.post("/api/v1/tables", &json!({ "game": "chess", "invite": [ben.id] })).expect(201);
    let address = format!("/tables/{}", table["id"]);
    assert!(Browser::of(&club, &ann).get(&address).text().contains("kept for Ben"));
    assert!(Browser::new(&club).get(&address).text().contains("kept for somebody"));
});

both!(the_form_to_move_is_for_the_player_to_move, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    let page = |who: &Caller| Browser::of(&club, who).get(table.trim_start_matches("/api/v1")).text();
    let hidden = "id=\"move-form\" class=\"find\" hidden";
    let (white, black) = (page(&ann), page(&ben));
    assert!(!white.contains(hidden) && white.contains("<span>It is your move: you have White.</span>"), "{white}");
    assert!(black.contains(hidden) && black.contains("<span>White is to move: Ann</span>"), "{black}");
    // At the board and in the list of seats it is said of the other one that they are away; who only watches reads it of both.
    let away = |page: &str| page.matches("class=\"away\"").count();
    let watched = Browser::new(&club).get(table.trim_start_matches("/api/v1")).text();
    assert_eq!((away(&white), away(&black), away(&watched)), (2, 2, 4), "{watched}");
});

both!(both_sides_read_how_an_offered_draw_stands, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    let page = |who: &Caller| Browser::of(&club, who).get(table.trim_start_matches("/api/v1")).text();
    play(&ann, &table, 0, json!({ "kind": "offer_draw" })).expect(200);
    let (white, black) = (page(&ann), page(&ben));
    assert!(white.contains("You offer a draw.") && !white.contains("value=\"offer_draw\""), "{white}");
    assert!(black.contains("Ann offers a draw.") && black.contains("value=\"decline_draw\""), "{black}");
    play(&ben, &table, 1, json!({ "kind": "decline_draw" })).expect(200);
    let (white, black) = (page(&ann), page(&ben));
    assert!(white.contains("Ben declined the draw.") && !white.contains("value=\"offer_draw\""), "{white}");
    assert!(!black.contains("Ann offers a draw.") && black.contains("value=\"offer_draw\""), "{black}");
    go(&ann, &table, 2, "e4").expect(200);
    let white = page(&ann);
    assert!(!white.contains("declined the draw.") && white.contains("value=\"offer_draw\""), "{white}");
});

both!(a_player_who_moves_no_longer_asks_for_an_adjournment, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    assert_eq!(ready(&ann, &table, false).expect(200)["seats"][0]["ready"], false);
    go(&ann, &table, 0, "e4").expect(200);
    assert_eq!(ready(&ben, &table, false).expect(200)["stage"], "playing", "Ann's asking lapsed with her move");
});

both!(only_what_has_begun_is_made_void_and_then_it_stands_still_i_9_10, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let void =
        |table: &str| chief.post(&format!("{table}/void"), &json!({ "reason": "The board showed another game" }));
    let unbegun = seated(&ann, &ben);
    assert_eq!(void(&unbegun).refused(409), ["I.9.10"]);
    for player in [&ann, &ben] {
        player.delete(&format!("{unbegun}/seats"), &json!({})).expect(204);
    }
    assert_eq!(void(&unbegun).refused(409), ["I.9.10"], "nobody ever began it");
    let table = begun(&ann, &ben);
    club.pass(TimeDelta::seconds(30));
    let seen = void(&table).expect(200);
    assert_eq!(seen["outcome"]["void_reason"], "The board showed another game");
    club.pass(TimeDelta::minutes(5));
    let later = ann.get(&table).expect(200);
    assert_eq!((&later["state"]["left_ms"], &later["turn"]), (&json!([570_000, 600_000]), &json!([])));
});

both!(time_does_what_is_due_once_on_whichever_replica, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    go(&ann, &table, 0, "e4").expect(200);
    let replica = club.replica();
    club.pass(TimeDelta::minutes(10));
    let [ann, ben] = [club.again(&ann), club.again(&ben)];
    assert_eq!(go(&ben, &table, 1, "e5").refused(409), ["I.9"], "the flag fell before the move came");
    let flags: Vec<_> =
        [&club, &replica].map(|one| rookery::tables::due::run(&one.app.db, &one.app.room).unwrap()).into();
    assert!(flags.iter().sum::<usize>() <= 1, "{flags:?}");
    let seen = ann.get(&table).expect(200);
    assert_eq!((&seen["stage"], &seen["number"]), (&json!("ended"), &json!(2)), "{seen}");
    assert_eq!((&seen["outcome"]["result"], &seen["outcome"]["ending"]), (&json!("white"), &json!("flag")));
    assert_eq!(seen["ended_at"], "2026-11-06T12:10:00Z", "at the instant it fell, whenever anybody looked");
    assert_eq!(ann.at(&replica.url).get(&table).expect(200)["state"], seen["state"]);
    replays(&club, &table);
});

both!(who_watches_keeps_silent_while_a_game_is_played_i_2, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let (cat, mona) = (club.person("Cat", &[]), club.person("Mona", &[Role::Moderator]));
    let table = seated(&ann, &ben);
    let say = |who: &Client, text: &str| who.post(&format!("{table}/talk"), &json!({ "text": text }));
    say(&cat, "Good luck!").expect(201);
    ready(&ann, &table, true).expect(200);
    ready(&ben, &table, true).expect(200);
    assert_eq!(say(&cat, "Take the pawn").refused(409), ["I.9", "I.2"]);
    say(&mona, "Two minutes to the bell").expect(201);
    say(&ann, "Good game").expect(201);
    say(&ann, " ").refused(422);
    for _ in 0..19 {
        say(&ben, "…").expect(201);
    }
    say(&ben, "…").expect(201);
    assert_eq!(say(&ben, "…").status, 429);
    let heard = club.anyone().get(&format!("{table}/talk")).expect(200);
    assert_eq!(heard[0]["by"]["name"], "Cat");
    assert_eq!(heard.as_array().unwrap().len(), 23);
});

both!(a_person_has_a_few_tables_open_at_once, |club| {
    let ann = club.person("Ann", &[]);
    let open = || ann.post("/api/v1/tables", &json!({ "game": "chess" }));
    let tables: Vec<String> = (0..5).map(|_| path(&open().expect(201))).collect();
    assert_eq!(open().refused(409), ["I.9"]);
    ann.delete(&format!("{}/seats", tables[0]), &json!({})).expect(204);
    open().expect(201);
});
