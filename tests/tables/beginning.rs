//! From an open table to a game: who is ready by opening it and by sitting down, whom it waits for, what is told of a challenge.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{begun, consent, pair, play};
use crate::harness::{Browser, Caller, Club};

const THREE: &str = "start=start3&promotion=8&colours=chosen&clock=live&minutes=10&increment_seconds=0&rated=yes";

/// Opens a table by the form; its page.
fn opens(browser: &mut Browser, game: &str, fields: &str) -> String {
    let csrf = browser.csrf();
    let opened = browser.post(&format!("/tables/new/{game}"), &format!("csrf={csrf}&{fields}"));
    opened.header("location").unwrap_or_else(|| panic!("no table: {}", opened.text())).to_owned()
}

/// Does something by a form of the table's page.
fn acts(club: &Club, who: &Caller, page: &str, act: &str) -> u16 {
    let mut browser = Browser::of(club, who);
    let csrf = browser.csrf();
    browser.post(page, &format!("csrf={csrf}&act={act}")).status
}

fn stage(who: &Caller, page: &str) -> Value {
    who.get(&format!("/api/v1{page}")).expect(200)["stage"].clone()
}

both!(at_a_table_for_three_the_game_begins_with_the_last_who_sits_down, |club| {
    let [ann, ben, cat, dan] = ["Ann", "Ben", "Cat", "Dan"].map(|name| club.person(name, &[]));
    let mut browser = Browser::of(&club, &ann);
    let page = opens(&mut browser, "multiplayer", THREE);
    let shown = |who: &Caller| Browser::of(&club, who).get(&page).text();
    assert!(shown(&ann).contains("The game waits for 2 more players."), "{}", shown(&ann));
    assert!(shown(&ben).contains("name=\"seat\" value=\"1\">Play as Blue"), "{}", shown(&ben));
    assert_eq!(acts(&club, &ben, &page, "accept"), 303);
    assert!(shown(&cat).contains("The game waits for one more player."), "{}", shown(&cat));
    // Who only passes by takes nobody's readiness away, coming or going.
    dan.post(&format!("/api/v1{page}/seats"), &json!({})).expect(200);
    assert!(shown(&ann).contains("The game waits for Dan.") && shown(&dan).contains("The game waits for you."));
    dan.delete(&format!("/api/v1{page}/seats"), &json!({})).expect(204);
    assert_eq!(stage(&ann, &page), "open");
    assert_eq!(acts(&club, &cat, &page, "accept"), 303);
    assert_eq!(stage(&ann, &page), "playing");
    assert!(!shown(&ann).contains("The game waits for"));
});

both!(who_was_ready_long_ago_says_so_again_where_a_game_is_played_at_one_sitting, |club| {
    let [ann, ben, cat] = ["Ann", "Ben", "Cat"].map(|name| club.person(name, &[]));
    let [live, lasting] = ["clock=live&minutes=10", "clock=days&days=2"].map(|clock| {
        let fields = THREE.replace("clock=live&minutes=10", clock);
        opens(&mut Browser::of(&club, &ann), "multiplayer", &fields)
    });
    club.pass(TimeDelta::minutes(11));
    let [ann, ben, cat] = [ann, ben, cat].map(|who| club.again(&who));
    for page in [&live, &lasting] {
        for other in [&ben, &cat] {
            assert_eq!(acts(&club, other, page, "accept"), 303);
        }
    }
    assert_eq!((stage(&ann, &live), stage(&ann, &lasting)), (json!("open"), json!("playing")));
    let page = Browser::of(&club, &cat).get(&live).text();
    assert!(page.contains("The game waits for Ann and Ben."), "{page}");
    for (who, is) in [(&ann, true), (&ben, true), (&cat, false)] {
        assert_eq!(super::topics(&club, who).iter().any(|topic| topic == "table.ready_asked"), is, "they are told");
    }
});

both!(party_chess_begins_with_the_last_whom_its_offices_need, |club| {
    let [ann, ben, cat, dan] = ["Ann", "Ben", "Cat", "Dan"].map(|name| club.person(name, &[]));
    let fields =
        |invited: &str| format!("swingers=NAP,Azure,Coral&ruleset=amended&besides=1&purse=100&seat=0{invited}");
    let page = opens(&mut Browser::of(&club, &ann), "party", &fields(""));
    let shown = |who: &Caller, page: &str| Browser::of(&club, who).get(page).text();
    assert!(shown(&ann, &page).contains("The game waits for 2 more players."), "{}", shown(&ann, &page));
    assert!(shown(&ben, &page).contains("name=\"act\" value=\"accept\">Sit down and play"));
    assert!(shown(&ben, &page).contains("<strong>NAP</strong>:") && shown(&ben, &page).contains("plays first"));
    // One step each; who comes after them sits down without an Office.
    assert_eq!(acts(&club, &ben, &page, "accept"), 303);
    assert!(shown(&cat, &page).contains("The game waits for one more player."), "{}", shown(&cat, &page));
    assert_eq!((acts(&club, &cat, &page, "accept"), stage(&ann, &page)), (303, json!("playing")));
    assert_eq!(acts(&club, &dan, &page, "sit"), 303);
    let army = shown(&ben, &page);
    for told in ["You lead the Office Azure.", "How strong you are on the board.", "The money of the game."] {
        assert!(army.contains(told), "{told}: {army}");
    }
    // An Office is not given away while its seat is kept for somebody who has not come; when they say no, it is.
    let page = opens(&mut Browser::of(&club, &ann), "party", &fields(&format!("&invite={}", ben.id)));
    for other in [&cat, &dan] {
        assert_eq!(acts(&club, other, &page, "accept"), 303);
    }
    assert_eq!(stage(&ann, &page), "open");
    assert!(shown(&ann, &page).contains("The game waits for Ben."), "{}", shown(&ann, &page));
    assert_eq!((acts(&club, &ben, &page, "leave"), stage(&ann, &page)), (303, json!("playing")));
    // Nor does it wait for somebody who sat down, was not ready, and left.
    let page = opens(&mut Browser::of(&club, &ann), "party", &fields(""));
    for (who, act) in [(&ben, "accept"), (&cat, "sit"), (&dan, "accept")] {
        assert_eq!(acts(&club, who, &page, act), 303);
    }
    assert_eq!(stage(&ann, &page), "open");
    assert_eq!((acts(&club, &cat, &page, "leave"), stage(&ann, &page)), (303, json!("playing")));
    // Nor does it stay kept for somebody who sat down there and left again.
    let page = opens(&mut Browser::of(&club, &ann), "party", &fields(&format!("&invite={}", ben.id)));
    for other in [&cat, &dan] {
        assert_eq!(acts(&club, other, &page, "accept"), 303);
    }
    assert_eq!((acts(&club, &ben, &page, "sit"), stage(&ann, &page)), (303, json!("open")));
    let kept = "This seat is kept for you. If you leave it, anybody may sit there.";
    assert!(shown(&ben, &page).contains(kept) && !shown(&cat, &page).contains(kept), "{}", shown(&ben, &page));
    assert_eq!((acts(&club, &ben, &page, "leave"), stage(&ann, &page)), (303, json!("playing")));
    let seats = ann.get(&format!("/api/v1{page}")).expect(200)["seats"].clone();
    assert_eq!((&seats[1]["person"], &seats[1]["invited"]), (&Value::Null, &Value::Null), "{seats}");
});

both!(a_notice_says_who_has_begun_which_game, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben).replace("/api/v1/tables/", "Table ");
    club.deliver();
    let mut browser = Browser::of(&club, &ann);
    for page in ["/me/notifications", "/today"] {
        let told = browser.get(page).text();
        assert!(told.contains("A game has begun") && told.contains("Ann – Ben") && told.contains("Chess"), "{told}");
    }
    let seen = browser.get(&table.replace("Table ", "/tables/")).text();
    assert!(seen.contains(&format!("· {table} · Chess")), "refusals name tables by their numbers: {seen}");
});

both!(a_challenge_stands_first_among_the_tables_and_says_what_is_played, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let cat = club.person("Cat", &[]);
    cat.post("/api/v1/tables", &json!({ "game": "four" })).expect(201);
    let fields = |rated: &str| format!("minutes=5&increment_seconds=0&rated={rated}&seat=&invite={}", ben.id);
    let form = ann.get("/tables/new/chess").text();
    assert!(form.contains("Just for fun there is no limit."), "{form}");
    assert!(!form.contains("a few games"), "one a day is no few: {form}");
    let page = opens(&mut Browser::of(&club, &ann), "chess", &fields("yes"));
    let four = opens(&mut Browser::of(&club, &ann), "four", &format!("days=2&seat=&invite={}", ben.id));
    let list = Browser::of(&club, &ben).get("/tables?game=party").text();
    let (challenges, _) = list.split_once("<h2 id=\"open\">Open a table</h2>").unwrap();
    assert!(challenges.contains("<h2>You are challenged</h2>"), "{list}");
    for told in ["Ann wants to play with you", "5 minutes each, for points", "Accept and play", "No, thank you"] {
        assert!(challenges.contains(told), "{told}: {list}");
    }
    assert!(challenges.contains(&page) && challenges.contains(&four), "whichever tables are looked at: {list}");
    let own = Browser::of(&club, &ann).get("/tables").text();
    assert!(own.contains("Waits for Ben") && !own.contains("You are challenged"), "{own}");
    let others = Browser::of(&club, &cat).get("/tables").text();
    assert!(others.contains("Waiting for somebody") && others.contains("Ann · waits for Ben"), "{others}");
    assert!(!others.contains("Sit down and play</h2>"), "nobody else can take these seats: {others}");
    assert!(cat.get("/tables?stage=archived").text().contains("No game is in the archive yet."));
    assert!(Browser::of(&club, &ben).get(&four).text().contains("The game waits for you."));
    // Another game is played: the reason stands in the button's place, and goes with that game.
    let [dan, eve] = pair(&club, ["Dan", "Eve"]);
    let free = opens(&mut Browser::of(&club, &ann), "chess", "minutes=5&increment_seconds=0&rated=yes&seat=");
    let other = begun(&dan, &eve);
    let stands = |address: &str| Browser::of(&club, &ben).get(address).text();
    for address in ["/tables?game=chess", "/today", &page] {
        let shown = stands(address);
        assert!(
            shown.contains("one game for points online at a time. Wait for the end of the game Dan – Eve."),
            "{address}: {shown}"
        );
    }
    assert_eq!(stands("/tables").matches("value=\"accept\"").count(), 2, "four in a row is played at any time");
    let (room, link) = (stands("/tables"), format!("href=\"{free}\""));
    let (asked, waits) = room.split_once("<h2>Waiting for somebody</h2>").expect("what cannot be played now");
    assert!(!asked.contains(&link) && waits.contains(&link), "nobody is asked to sit down there: {room}");
    assert!(!stands(&page).contains("value=\"accept\"") && stands(&page).contains("data-passes"), "{}", stands(&page));
    play(&dan, &other, 0, json!({ "kind": "resign" })).expect(200);
    assert!(stands(&page).contains("value=\"accept\"") && !stands(&page).contains("data-passes"), "{}", stands(&page));
});

both!(a_yes_to_the_terms_that_begins_no_game_says_so, |club| {
    let [ann, dan] = pair(&club, ["Ann", "Dan"]);
    let eve = pair(&club, ["Eve", "Fay"]);
    let ben = club.person("Ben", &[]);
    ben.post("/api/v1/memberships", &json!({})).expect(201);
    let page = opens(&mut Browser::of(&club, &ann), "chess", "minutes=5&increment_seconds=0&rated=yes&seat=");
    let mut browser = Browser::of(&club, &ben);
    let csrf = browser.csrf();
    begun(&dan, &eve[0]);
    let version = ben.get("/api/v1/online_consent").expect(200)["version"].clone();
    let yes = format!("csrf={csrf}&version={version}&table={}&next={page}", &page["/tables/".len()..]);
    let answer = browser.post("/online-consent", &yes);
    assert_eq!(answer.header("location"), Some(page.as_str()));
    let told = browser.get(&page).text();
    assert!(told.contains("You said yes to the terms, and that is kept"), "{told}");
    assert!(
        told.contains("Wait for the end of the game Dan – Eve.") && told.contains("In the games room there are others"),
        "{told}"
    );
});

both!(who_declined_is_named_on_the_tables_page_and_who_won_in_the_list, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let invites = format!("minutes=5&increment_seconds=0&rated=yes&seat=&invite={}", ben.id);
    let page = opens(&mut Browser::of(&club, &ann), "chess", &invites);
    acts(&club, &ben, &page, "leave");
    let told = Browser::of(&club, &ann).get(&page).text();
    assert!(told.contains("Ben said no to this challenge"), "{told}");
    assert!(Browser::of(&club, &ann).get("/tables").text().contains("Ben said no to this challenge"));
    // One that nobody took ended by itself.
    let page = opens(&mut Browser::of(&club, &ann), "chess", &invites);
    club.pass(TimeDelta::days(2));
    let room = club.app.room.clone();
    club.write(move |tx| rookery::tables::store::clear(tx, &room));
    let ann = club.again(&ann);
    let told = Browser::of(&club, &ann).get(&page).text();
    assert!(told.contains("No game began at this table") && !told.contains("said no"), "{told}");
    let ben = club.again(&ben);
    consent(&ben);
    let table = begun(&ann, &ben);
    play(&ben, &table, 0, json!({ "kind": "resign" })).expect(200);
    let list = |who: &Caller| Browser::of(&club, who).get("/tables").text();
    assert!(list(&ann).contains("You won · White won: Resignation"), "{}", list(&ann));
    assert!(list(&ben).contains("You lost · White won"), "{}", list(&ben));
    let cat = club.person("Cat", &[]);
    assert!(list(&cat).contains("Won by Ann · White won"), "{}", list(&cat));
});

both!(the_end_of_chess_for_several_says_what_it_did_to_the_rating, |club| {
    let players = ["Ann", "Ben", "Cat"].map(|name| club.person(name, &[]));
    let page = opens(&mut Browser::of(&club, &players[0]), "multiplayer", THREE);
    for other in &players[1..] {
        assert_eq!(acts(&club, other, &page, "accept"), 303);
    }
    let table = format!("/api/v1{page}");
    for (answers, player) in (0..).zip(&players[1..]) {
        play(player, &table, answers, json!({ "kind": "resign" })).expect(200);
    }
    let shown = |who: &Caller| Browser::of(&club, who).get(&page).text();
    let [won, lost] = [shown(&players[0]), shown(&players[1])];
    assert!(won.contains("<strong>You won · +") && lost.contains("<strong>You lost · \u{2212}"), "{won}\n{lost}");
});
