//! Chess online: consent, one at a time, one a day, and its way into the ratings (Acts I.9, 0.10, II.3).

mod analysis;
mod evidence;
mod kills;
mod notes;
mod pages;
mod random;
mod take_back;

use std::sync::{Arc, Barrier};

use chrono::TimeDelta;
use diesel::prelude::*;
use rookery::audit::Kept;
use rookery::auth::Role;
use rookery::commands::check::check;
use rookery::db::schema::{plays, tables};
use serde_json::json;

use crate::harness::{Browser, Client, Club};
use crate::tables::{begun, consent, go, pair, path, play, ready, replays, seated};

const REASON: &str = "The board showed something else to each of them";
fn resign(player: &Client, table: &str, answers: i64) {
    play(player, table, answers, json!({ "kind": "resign" })).expect(200);
}

fn score(club: &Club, person: i64) -> i64 {
    club.anyone().get(&format!("/api/v1/members/{person}/standing")).expect(200)["standing"]["score"].as_i64().unwrap()
}

both!(a_game_goes_into_the_ratings_at_half_by_the_door_of_every_game_i_9_3_0_10, |club| {
    // No session is on, nobody is present: exempt from time and room.
    club.set_time("2026-11-10T19:00:00");
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    for (number, text) in ["f3", "e5", "g4"].into_iter().enumerate() {
        club.pass(TimeDelta::milliseconds(1500));
        let mover = if number % 2 == 0 { &ann } else { &ben };
        go(mover, &table, i64::try_from(number).unwrap(), text).expect(200);
    }
    let mate = go(&ben, &table, 3, "Qh4").expect(200);
    assert_eq!((&mate["effect"]["san"], &mate["effect"]["ended"]["ending"]), (&json!("Qh4#"), &json!("checkmate")));
    let seen = ann.get(&table).expect(200);
    assert_eq!((&seen["stage"], &seen["outcome"]["result"]), (&json!("ended"), &json!("black")));
    let game = club.anyone().get(&format!("/api/v1/games/{}", seen["game_id"])).expect(200);
    assert_eq!((&game["online"], &game["state"], &game["result"]), (&json!(true), &json!("rated"), &json!("black")));
    assert_eq!((&game["clocked"], &game["session"]), (&json!(true), &json!(null)));
    assert_eq!(
        [score(&club, ann.id), score(&club, ben.id)],
        [100, 110],
        "half of 20, and nobody falls below the floor"
    );
    let pgn = club.anyone().get(&format!("{table}/pgn")).text();
    assert!(pgn.contains("1. f3 {[%clk 0:09:58]} 1... e5 {[%clk 0:09:58]} 2. g4 {[%clk 0:09:57]}"), "{pgn}");
    assert!(pgn.contains("[White \"Ann\"]") && pgn.contains("[Result \"0-1\"]"), "{pgn}");
    assert_eq!(play(&ann, &table, 4, json!({ "kind": "resign" })).refused(409), ["I.9"]);
    replays(&club, &table);
});

both!(the_record_of_a_table_says_when_it_was_played_as_the_games_own_does, |club| {
    // After midnight by the club's clock, and before it in UTC.
    club.set_time("2027-07-06T23:30:00");
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    go(&ann, &table, 0, "e4").expect(200);
    let text = club.anyone().get(&format!("{table}/pgn")).text();
    assert!(text.contains("[Termination \"unterminated\"]"), "{text}");
    club.pass(TimeDelta::minutes(1));
    resign(&ben, &table, 1);
    let text = club.anyone().get(&format!("{table}/pgn")).text();
    for line in ["[TimeControl \"600+0\"]", "[Termination \"normal\"]", "1. e4 {[%clk 0:10:00]}"] {
        assert!(text.contains(line), "{line} in {text}");
    }
    let game = ann.get(&table).expect(200)["game_id"].clone();
    for path in [format!("{table}/pgn"), format!("/api/v1/games/{game}/pgn")] {
        let text = club.anyone().get(&path).text();
        for line in ["[Date \"2027.07.07\"]", "[UTCDate \"2027.07.06\"]", "[UTCTime \"23:30:00\"]"] {
            assert!(text.contains(line), "{line} in {text}");
        }
    }
});

both!(nobody_plays_without_consent_membership_or_while_banned_i_9_4_0_12_0_7, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let cat = club.person("Cat", &[]);
    let (mona, chief) = (club.person("Mona", &[Role::Moderator]), club.person("Chief", &[Role::ChiefJustice]));
    let table = seated(&ann, &cat);
    ready(&ann, &table, true).expect(200);
    assert_eq!(ready(&cat, &table, true).refused(409), ["0.12", "I.9.4"]);
    cat.post("/api/v1/memberships", &json!({})).expect(201);
    assert_eq!(cat.post("/api/v1/online_consents", &json!({ "version": 99 })).refused(422), ["I.9.4", "IV.2"]);
    consent(&cat);
    let given = cat.get("/api/v1/online_consent").expect(200);
    assert_eq!(given["given_at"], "2026-11-06T12:00:00Z", "recorded with version and time: {given}");
    // Other terms of online play are consented to again.
    club.pass(TimeDelta::minutes(1));
    let change =
        json!({ "replaces": given["version"], "note": "Castling is off", "rules": { "online_castling": false } });
    chief.post("/api/v1/rulebook/versions", &change).expect(201);
    club.pass(TimeDelta::minutes(1));
    assert_eq!(ready(&cat, &table, true).refused(409), ["I.9.4"]);
    consent(&cat);
    consent(&ann);
    mona.ban(&club, ann.id, "2026-11-13");
    assert_eq!(ready(&cat, &table, true).refused(409), ["0.7"]);
    cat.delete(&format!("{table}/seats"), &json!({})).expect(204);
    consent(&ben);
    let table = begun(&ben, &cat);
    assert_eq!(ben.get(&table).expect(200)["options"]["castling"], false, "as the house rules have it (Act I.9.11)");
    // Banned in the midst of a game: it is played, and does not count.
    mona.ban(&club, cat.id, "2026-11-13");
    resign(&cat, &table, 0);
    let seen = ben.get(&table).expect(200);
    // That somebody is banned is not for everybody to read.
    let neutral = json!({ "detail": "When the game ended, the rules of the club did not let it count.", "acts": [] });
    assert_eq!((&seen["game_id"], &seen["outcome"]["unrated"]), (&json!(null), &neutral), "{seen}");
    // Nor what an earlier version recorded of it.
    let mut before = seen["outcome"].clone();
    before["unrated"] = json!({ "detail": "Cat is banned through 13 November.", "acts": ["0.7"] });
    club.write(move |tx| {
        diesel::update(tables::table.filter(tables::number.gt(0)))
            .set(tables::outcome.eq(before.to_string()))
            .execute(tx.db)?;
        Ok(())
    });
    for address in [table.clone(), format!("{table}/log"), table.replace("/api/v1", "")] {
        let read = Browser::of(&club, &ben).get(&address).text();
        assert!(read.contains("the rules of the club did not let it count"), "{address}: {read}");
        // Another thing is why Ben cannot play against Cat again, which T42 lets a member read.
        assert!(!read.contains("banned through 13 November."), "{address}: {read}");
    }
});

both!(a_table_whose_options_cannot_be_read_keeps_nobody_from_playing, |club| {
    club.lets_play_online(3, 3);
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let damaged = begun(&ann, &ben);
    resign(&ben, &damaged, 0);
    club.write(|tx| {
        diesel::update(tables::table.filter(tables::number.gt(0)))
            .set(tables::options.eq("{\"minutes\":\"ten\"}"))
            .execute(tx.db)?;
        Ok(())
    });
    begun(&ann, &ben);
});

both!(a_consent_holds_while_the_terms_of_online_play_read_as_they_did_i_9_4, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let (dan, chief) = (club.person("Dan", &[]), club.person("Chief", &[Role::ChiefJustice]));
    dan.post("/api/v1/memberships", &json!({})).expect(201);
    let given = ann.get("/api/v1/online_consent").expect(200);
    club.pass(TimeDelta::minutes(1));
    let rules = json!({ "initial_score": 120 });
    let change = json!({ "replaces": given["version"], "note": "A warmer welcome", "rules": rules });
    chief.post("/api/v1/rulebook/versions", &change).expect(201);
    club.pass(TimeDelta::minutes(1));
    let holds = ann.get("/api/v1/online_consent").expect(200);
    assert_ne!(holds["version"], given["version"]);
    assert_eq!(holds["given_at"], given["given_at"]);
    resign(&ben, &begun(&ann, &ben), 0);
    // Who read the version before has read what holds.
    let read = json!({ "version": given["version"] });
    assert_eq!(dan.post("/api/v1/online_consents", &read).expect(201)["version"], holds["version"]);
    club.pass(TimeDelta::days(1));
    begun(&club.again(&dan), &club.again(&ann));
});

both!(the_terms_of_online_play_say_in_which_language_they_bind_and_the_answer_is_one_tab_away, |club| {
    let ann = club.person("Ann", &[]);
    let mut browser = Browser::of(&club, &ann);
    let english = browser.get("/online-consent").text();
    let (before, after) = english.split_once("action=\"/online-consent\"").unwrap();
    let (_, terms) = before.split_once("<main").unwrap();
    assert!(!terms.contains("<a "), "no link before the buttons: {terms}");
    assert!(after.contains("/rulebook/acts/I.9\""), "{after}");
    assert!(english.contains("A game for points moves your points by half of what"), "{english}");
    assert!(!english.contains("what counts"), "{english}");
    browser.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    let german = browser.get("/online-consent").text();
    assert!(
        german.contains("Es gilt ihr englischer Wortlaut")
            && german.contains("Um Punkte kannst du eine am Tag spielen"),
        "{german}"
    );
    // Each Act has its German beside it, to read along.
    let along = "<p class=\"text along\">nach Betrug sucht, zum Beispiel in der Liste der laufenden Programme;</p>";
    assert!(german.contains("looks for cheating, for example") && german.contains(along), "{german}");
    assert!(!english.contains("class=\"text along\""), "{english}");
});

both!(one_game_at_once_and_one_a_day_of_each_i_9_1_i_9_2_t21, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let [cat, dan] = pair(&club, ["Cat", "Dan"]);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let first = begun(&ann, &ben);
    let second = seated(&cat, &dan);
    ready(&cat, &second, true).expect(200);
    assert_eq!(ready(&dan, &second, true).refused(409), ["I.9.1"]);
    resign(&ann, &first, 0);
    assert_eq!(ready(&dan, &second, true).expect(200)["stage"], "playing");
    resign(&dan, &second, 0);
    let third = seated(&ann, &cat);
    ready(&ann, &third, true).expect(200);
    assert_eq!(ready(&cat, &third, true).refused(409), ["I.9.2"]);
    // A void game does not use up the day, whether the table or its game became void.
    chief.post(&format!("{first}/void"), &json!({ "reason": REASON })).expect(200);
    let game = cat.get(&second).expect(200)["game_id"].to_string();
    let ruling = json!({ "reason": REASON, "act": "I.9.10" });
    chief.post(&format!("/api/v1/games/{game}/void"), &ruling).expect(200);
    assert_eq!(ready(&cat, &third, true).expect(200)["stage"], "playing");
    resign(&cat, &third, 0);
    // The day is the club's own: in London it ends at midnight.
    club.set_time("2026-11-06T23:59:59");
    let [ann, ben] = [club.again(&ann), club.again(&ben)];
    let next = seated(&ann, &ben);
    ready(&ann, &next, true).expect(200);
    assert_eq!(ready(&ben, &next, true).refused(409), ["I.9.2"]);
    club.set_time("2026-11-07T00:00:00");
    assert_eq!(ready(&ben, &next, true).expect(200)["stage"], "playing");
});

both!(just_for_fun_there_is_no_limit_0_3_0_4, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let [cat, dan] = pair(&club, ["Cat", "Dan"]);
    let for_fun = |white: &Client, black: &Client| {
        let open = json!({ "game": "chess", "options": { "rated": false }, "seat": 0 });
        let table = path(&white.post("/api/v1/tables", &open).expect(201));
        black.post(&format!("{table}/seats"), &json!({})).expect(200);
        ready(white, &table, true).expect(200);
        table
    };
    // Neither the games that are played nor those of the day stand against it, and it stands against none.
    let counts = begun(&ann, &ben);
    let first = for_fun(&cat, &dan);
    assert_eq!(ready(&dan, &first, true).expect(200)["stage"], "playing");
    resign(&ann, &counts, 0);
    let second = for_fun(&ann, &ben);
    assert_eq!(ready(&ben, &second, true).expect(200)["stage"], "playing", "{second}");
    resign(&cat, &first, 0);
    let third = begun(&cat, &dan);
    resign(&dan, &third, 0);
    let page = |table: &str| Browser::of(&club, &ann).get(&table.replace("/api/v1", "")).text();
    let over = page(&counts);
    assert!(over.contains("You have played for points online today.") && !over.contains(">Play again<"), "{over}");
    assert!(over.contains("Play again, just for fun") && over.contains("name=\"rated\" value=\"no\""), "{over}");
    // Another one for points is refused all the same.
    let next = seated(&ann, &cat);
    ready(&ann, &next, true).expect(200);
    assert_eq!(ready(&cat, &next, true).refused(409), ["I.9.2"]);
});

#[test]
fn of_fifty_games_begun_at_once_on_two_replicas_exactly_one_begins_i_9_1() {
    let club = Club::on_postgres();
    let replica = club.replica();
    let tables: Vec<_> = (0..50)
        .map(|_| {
            let [white, black] = pair(&club, ["White", "Black"]);
            let table = seated(&white, &black);
            ready(&white, &table, true).expect(200);
            (black, table)
        })
        .collect();
    let barrier = Arc::new(Barrier::new(tables.len()));
    let starts: Vec<_> = tables
        .into_iter()
        .enumerate()
        .map(|(number, (black, table))| {
            let black = black.at(if number % 2 == 0 { &club.url } else { &replica.url });
            let barrier = barrier.clone();
            std::thread::spawn(move || {
                barrier.wait();
                let answer = ready(&black, &table, true);
                if answer.status == 200 { None } else { Some(answer.refused(409)) }
            })
        })
        .collect();
    let refused: Vec<_> = starts.into_iter().filter_map(|start| start.join().unwrap()).collect();
    assert_eq!(refused.len(), 49, "exactly one begins");
    assert!(refused.iter().all(|acts| *acts == ["I.9.1"]));
    let playing = club.anyone().get("/api/v1/tables?stage=playing").expect(200);
    assert_eq!(playing["items"].as_array().unwrap().len(), 1);
}

both!(a_justice_ends_a_game_with_reason_and_answers_for_it_i_9_6_i_9_7, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let (mona, jo) = (club.person("Mona", &[Role::Moderator]), club.person("Jo", &[Role::Justice]));
    let table = begun(&ann, &ben);
    let rule = |who: &Client, ending: &str, result: &str| {
        who.post(&format!("{table}/rulings"), &json!({ "result": result, "ending": ending, "reason": REASON }))
    };
    assert_eq!(rule(&mona, "forfeit", "black").refused(403), ["III.3"]);
    assert_eq!(rule(&jo, "checkmate", "black").refused(422), ["I.9.6"]);
    rule(&jo, "forfeit", "black").expect(200);
    let game = ann.get(&table).expect(200)["game_id"].clone();
    let told = club.anyone().get(&format!("/api/v1/games/{game}")).expect(200);
    assert_eq!((&told["ending"], &told["state"]), (&json!("forfeit"), &json!("rated")));
    let declared = jo.get(&format!("/api/v1/declarations?by={}", jo.id)).expect(200);
    let kind = (&declared["items"][0]["act"], &declared["items"][0]["exercise"]);
    assert_eq!(kind, (&json!("I.9.6"), &json!("ruling")), "{declared}");
    let petition = json!({
        "subject": "game", "subject_id": game, "title": "Ended against the rules", "grounds": "Nobody had lost when the game was ended",
    });
    ann.post("/api/v1/cases", &petition).expect(201);
    replays(&club, &table);
});

both!(the_chief_justice_voids_after_an_error_also_in_the_midst_of_a_game_i_9_10, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let (jo, chief) = (club.person("Jo", &[Role::Justice]), club.person("Chief", &[Role::ChiefJustice]));
    let void = |who: &Client, table: &str| who.post(&format!("{table}/void"), &json!({ "reason": REASON }));
    let table = begun(&ann, &ben);
    go(&ann, &table, 0, "e4").expect(200);
    assert_eq!(void(&jo, &table).refused(403), ["III.4"]);
    let seen = void(&chief, &table).expect(200);
    assert_eq!((&seen["stage"], &seen["outcome"]["void"]), (&json!("ended"), &json!(true)));
    assert_eq!(void(&chief, &table).refused(409), ["I.9.10"]);
    go(&ben, &table, 1, "e5").refused(409);
    let acts = chief.get("/api/v1/chief_acts").expect(200);
    let act = &acts["items"][0];
    assert_eq!((&act["act"], &act["reason"]), (&json!("II.12"), &json!(REASON)), "{acts}");
    let petition = json!({
        "subject": "chief_act", "subject_id": act["id"], "title": "There was no error", "grounds": "The board showed the same to both of us",
    });
    ann.post("/api/v1/cases", &petition).expect(201);
    // After the game: what it did to the scores is undone.
    let table = begun(&ann, &ben);
    resign(&ann, &table, 0);
    assert_eq!(score(&club, ben.id), 110);
    void(&chief, &table).expect(200);
    assert_eq!(score(&club, ben.id), 100);
    let seen = ann.get(&table).expect(200);
    assert_eq!(path(&seen), table);
    let petition = json!({
        "subject": "game", "subject_id": seen["game_id"], "title": "There was no error", "grounds": "The board showed the same to both of us",
    });
    ben.post("/api/v1/cases", &petition).expect(201);
    for page in [&table, &format!("/api/v1/games/{}", seen["game_id"])] {
        let page = crate::harness::Browser::of(&club, &ben)
            .get(page.trim_start_matches("/api/v1"))
            .text()
            .replace("&#38;", "&amp;");
        let link = format!("/cases/new?subject=game&amp;subject_id={}", seen["game_id"]);
        assert!(page.contains(&link), "{page}");
    }
});

both!(check_tells_where_a_tables_log_was_changed, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    go(&ann, &table, 0, "e4").expect(200);
    go(&ben, &table, 1, "e5").expect(200);
    let faults = || club.app.db.read_now(|db| check(db, &Kept::default(), &mut |_| {})).unwrap();
    assert_eq!(faults(), Vec::<String>::new());
    club.write(|tx| {
        let second = plays::table.filter(plays::number.eq(2));
        diesel::update(second).set(plays::play.eq(r#"{"kind":"move","move":"c5"}"#)).execute(tx.db)?;
        Ok(())
    });
    let found = faults().join("\n");
    assert!(found.contains("entries [2] come out otherwise than they were recorded"), "{found}");
});
