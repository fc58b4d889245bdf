//! Games whose turns last for days: what is due, and who is told of it in time.

use chrono::TimeDelta;
use rookery::auth::Role;
use rookery::id::PersonId;
use rookery::notify::{self, Topic};
use serde_json::{Value, json};

use super::{begun, pair, path, play, ready, topics};
use crate::harness::{Browser, Caller, Client, Club};

/// Chess for two with two days for each turn; Red begins.
fn by_days(club: &Club) -> ([Caller; 2], String) {
    let players = ["Ann", "Ben"].map(|name| club.person(name, &[]));
    let options = json!({ "start": "start2", "colours": "chosen", "clock": { "days": 2 } });
    let open = json!({ "game": "multiplayer", "options": options, "seat": 0 });
    let table = path(&players[0].post("/api/v1/tables", &open).expect(201));
    players[1].post(&format!("{table}/seats"), &json!({})).expect(200);
    for player in &players {
        ready(player, &table, true).expect(200);
    }
    (players, table)
}

fn due(who: &Client) -> Value {
    who.get("/api/v1/deadlines?mine=true").expect(200)["deadlines"].clone()
}

both!(those_awaited_are_told_before_their_time_runs_out_once_on_whichever_replica, |club| {
    let ([ann, ben], table) = by_days(&club);
    let replica = club.replica();
    let look = || {
        for one in [&club, &replica] {
            rookery::tables::due::run(&one.app.db, &one.app.room).unwrap();
        }
    };
    let told = |who: &Caller| topics(&club, who).iter().filter(|topic| *topic == "table.time_short").count();
    club.pass(TimeDelta::hours(35));
    look();
    let (ann, ben) = (club.again(&ann), club.again(&ben));
    assert_eq!((told(&ann), told(&ben)), (0, 0), "more than a quarter is left");
    club.pass(TimeDelta::hours(2));
    look();
    look();
    let (ann, ben) = (club.again(&ann), club.again(&ben));
    assert_eq!((told(&ann), told(&ben)), (1, 0));
    // A quarter of the time again, for the other.
    play(&ann, &table, 0, json!({ "kind": "move", "move": "e2-e4" })).expect(200);
    look();
    assert_eq!(told(&ben), 0);
    club.pass(TimeDelta::hours(40));
    look();
    look();
    let (ann, ben) = (club.again(&ann), club.again(&ben));
    assert_eq!((told(&ann), told(&ben)), (1, 1));
    club.pass(TimeDelta::hours(9));
    look();
    let ben = club.again(&ben);
    assert_eq!((&ben.get(&table).expect(200)["stage"], told(&ben)), (&json!("ended"), 1), "time decided");
});

both!(turns_make_one_line_and_are_read_once_they_are_played, |club| {
    let ([ann, ben], table) = by_days(&club);
    let number: i64 = table.rsplit('/').next().unwrap().parse().unwrap();
    for _ in 0..3 {
        club.pass(TimeDelta::minutes(1));
        let told = json!({ "table": number, "game": "multiplayer" });
        let reader = PersonId(ann.id);
        club.write(move |tx| notify::enqueue(tx, Topic::TableYourTurn, Some(reader), &told));
    }
    club.deliver();
    let turns = topics(&club, &ann).iter().filter(|topic| *topic == "table.your_turn").count();
    assert!(turns >= 3, "{turns}");
    let unread = |who: &Caller| {
        let unread = who.get("/api/v1/notifications/unread").expect(200);
        (unread["unread"].as_i64().unwrap(), unread["lines"].as_i64().unwrap())
    };
    assert!(unread(&ann).0 >= 3 && unread(&ann).1 == 1, "{:?}", unread(&ann));
    let page = |who: &Caller| Browser::of(&club, who).get("/me/notifications").text();
    let before = page(&ann);
    assert!(before.contains("For you now") && before.contains("earlier messages about it"), "{before}");
    club.pass(TimeDelta::minutes(1));
    play(&ann, &table, 0, json!({ "kind": "move", "move": "e2-e4" })).expect(200);
    assert_eq!(unread(&ann), (0, 0), "played, so read");
    let items = ann.get("/api/v1/notifications").expect(200)["items"].clone();
    for item in items.as_array().unwrap() {
        assert_eq!((&item["read"], &item["thing"]), (&json!(true), &json!(format!("table:{number}"))), "{item}");
    }
    assert!(!page(&ann).contains("For you now") && page(&ann).contains("What happened"));
    // A new turn is news again.
    club.pass(TimeDelta::minutes(1));
    let told = json!({ "table": number, "game": "multiplayer" });
    let reader = PersonId(ann.id);
    club.write(move |tx| notify::enqueue(tx, Topic::TableYourTurn, Some(reader), &told));
    club.deliver();
    assert_eq!(unread(&ann), (1, 1));
    // It is over: only what tells of the end is left to read.
    club.pass(TimeDelta::minutes(1));
    play(&ben, &table, 1, json!({ "kind": "resign" })).expect(200);
    club.deliver();
    let left: Vec<Value> = ann.get("/api/v1/notifications").expect(200)["items"].as_array().unwrap().clone();
    let left: Vec<&Value> = left.iter().filter(|item| item["read"] == false).map(|item| &item["topic"]).collect();
    assert!(!left.contains(&&json!("table.your_turn")), "{left:?}");
});

both!(what_nobody_begins_is_cleared_away_and_what_ended_long_ago_archived, |club| {
    let club = club.still();
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let (played, adjourned) = (begun(&ann, &ben), crate::tables::seated(&ann, &ben));
    play(&ann, &played, 0, json!({ "kind": "resign" })).expect(200);
    let clear = |club: &Club| {
        let room = club.app.room.clone();
        club.write(move |tx| rookery::tables::store::clear(tx, &room))
    };
    let stage = |club: &Club, table: &str| club.anyone().get(table).expect(200)["stage"].clone();
    let listed = |club: &Club, which: &str| {
        let tables = club.anyone().get(&format!("/api/v1/tables{which}")).expect(200);
        tables["items"].as_array().unwrap().len()
    };
    club.pass(TimeDelta::hours(23));
    assert_eq!(clear(&club), 0);
    let [ann, ben] = [club.again(&ann), club.again(&ben)];
    for ready_or_not in [true, false] {
        for player in [&ann, &ben] {
            ready(player, &adjourned, ready_or_not).expect(200);
        }
    }
    let waiting = crate::tables::seated(&ann, &ben);
    club.pass(TimeDelta::hours(25));
    assert_eq!(clear(&club), 1);
    assert_eq!((stage(&club, &waiting), stage(&club, &adjourned)), (json!("ended"), json!("adjourned")));
    club.pass(TimeDelta::days(31));
    assert_eq!(clear(&club), 2);
    assert_eq!((stage(&club, &played), listed(&club, "?stage=archived"), listed(&club, "")), (json!("archived"), 2, 1));
    let page = Browser::new(&club).get("/tables?stage=archived").text();
    assert!(page.contains(&played.replace("/api/v1", "")), "an archive is read like any list: {page}");
});

both!(turns_that_last_for_days_are_among_what_is_due_from_oneself, |club| {
    let ([ann, ben], table) = by_days(&club);
    let id = table.rsplit('/').next().unwrap();
    let mine = due(&ann);
    assert_eq!(
        (&mine[0]["kind"], &mine[0]["subject"], &mine[0]["due_at"], &mine[0]["overdue"]),
        (&json!("turn"), &json!(format!("table:{id}")), &json!("2026-11-08T11:59:59.999999Z"), &json!(false))
    );
    assert_eq!(due(&ben), json!([]), "it is not his turn");
    let mut browser = Browser::of(&club, &ann);
    let page = browser.get("/me/deadlines").text();
    assert!(page.contains("Your turn at a table") && page.contains(&format!("/tables/{id}")), "{page}");
    let today = browser.get("/today").text();
    let told = (today.matches("Your turn at a table").count(), today.contains("id=\"own-tables\""));
    assert_eq!(told, (1, false), "it waits, and is in no other list: {today}");
    play(&ann, &table, 0, json!({ "kind": "move", "move": "e2-e4" })).expect(200);
    assert_eq!((due(&ann), due(&ben)[0]["kind"].clone()), (json!([]), json!("turn")));
    // A game of one sitting has a clock on the board, and anybody who moderates has no list of others' games.
    let [cat, dan] = pair(&club, ["Cat", "Dan"]);
    begun(&cat, &dan);
    assert_eq!(due(&cat), json!([]));
    let mona = club.person("Mona", &[Role::Moderator]);
    assert_eq!(mona.get("/api/v1/deadlines").expect(200)["deadlines"], json!([]));
});
