//! The games room among people: challenges from the leaderboard, tables' names, who is at the board, talk that is muted or reported,
//! and what somebody has played.

use rookery::auth::Role;
use serde_json::{Value, json};

use super::{begun, pair, path, play, ready};
use crate::harness::Browser;

both!(everybody_else_on_the_leaderboard_is_challenged_by_one_tap, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let mut browser = Browser::of(&club, &ann);
    let board = browser.get("/").text();
    let button = |id: i64| format!("form=\"challenge\" name=\"person\" value=\"{id}\" aria-label=\"Challenge");
    assert!(board.contains(&button(ben.id)) && !board.contains(&button(ann.id)), "{board}");
    assert!(
        !Browser::new(&club).get("/").text().contains("form=\"challenge\""),
        "who has not signed in challenges nobody"
    );
    let csrf = browser.csrf();
    let table = browser.post("/tables/challenge", &format!("csrf={csrf}&person={}", ben.id));
    let table = table.header("location").expect("a table").to_owned();
    assert_eq!(ben.get(&format!("/api/v1{table}")).expect(200)["stage"], "open");
});

both!(a_table_has_a_name_and_a_moderator_takes_it_away, |club| {
    let ann = club.person("Ann", &[]);
    let mona = club.person("Mona", &[Role::Moderator]);
    let open = |name: &str| json!({ "game": "four", "name": name });
    ann.post("/api/v1/tables", &open(&"x".repeat(41))).refused(422);
    let table = ann.post("/api/v1/tables", &open("Lunch break")).expect(201);
    assert_eq!(table["name"], "Lunch break");
    let list = Browser::of(&club, &mona).get("/tables").text();
    assert!(list.contains("Lunch break: Ann"), "{list}");
    let name = format!("{}/name", path(&table));
    ann.delete(&name, &json!({})).refused(403);
    mona.delete(&name, &json!({})).expect(204);
    assert_eq!(ann.get(&path(&table)).expect(200)["name"], Value::Null);
    // By its form too, and the form that opens a table gives one.
    let mut browser = Browser::of(&club, &ann);
    let csrf = browser.csrf();
    let opened = browser.post("/tables/new/four", &format!("csrf={csrf}&days=2&name=Second"));
    let place = opened.header("location").expect("a table").to_owned();
    let mut browser = Browser::of(&club, &mona);
    assert!(browser.get(&place).text().contains("Second: Ann"));
    let csrf = browser.csrf();
    browser.post(&place, &format!("csrf={csrf}&act=unname"));
    assert!(!browser.get(&place).text().contains("Second"));
});

both!(talk_is_muted_for_one_reader_alone_and_reported_with_its_words, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = begun(&ann, &ben);
    let place = table["/api/v1".len()..].to_owned();
    ben.post(&format!("{table}/talk"), &json!({ "text": "You are slow" })).expect(201);
    let mut browser = Browser::of(&club, &ann);
    let page = browser.get(&place).text();
    assert!(page.contains("You are slow") && page.contains("Do not show me what Ben writes"), "{page}");
    assert!(page.contains(&format!("/reports/new?accused={}&amp;table=", ben.id)), "{page}");
    let form = browser.get(&format!("/reports/new?accused={}&table={}", ben.id, &place["/tables/".len()..])).text();
    assert!(form.contains("Games room, Ann – Ben (") && form.contains("There they wrote: “You are slow”"), "{form}");
    // The service quotes them: nobody copies them, and nobody changes them.
    let number: i64 = place["/tables/".len()..].parse().unwrap();
    let at = format!("{}Z", club.now().format("%Y-%m-%dT%H:%M:%S"));
    let about = |accused: i64| json!({ "accused": accused, "what": "", "happened_at": at, "table": number });
    let mona = club.person("Mona", &[Role::Moderator]);
    ann.post("/api/v1/reports", &about(mona.id)).refused(422);
    // What they write afterwards does not push it out of the quotation that she has read.
    let last = form.split_once("name=\"last\" value=\"").expect("the line").1.split_once('"').expect("its end").0;
    let last: i64 = last.parse().expect("a number");
    for text in ["One", "Two", "Three"] {
        ben.post(&format!("{table}/talk"), &json!({ "text": text })).expect(201);
    }
    ann.post(&format!("{table}/talk"), &json!({ "text": "Stop" })).expect(201);
    let up_to = |last: i64| {
        let mut about = about(ben.id);
        about["last"] = json!(last);
        about
    };
    let refused = ann.post("/api/v1/reports", &up_to(last + 4)).expect(422);
    assert_eq!(refused["errors"][0]["field"], "last", "a line that is not his: {refused}");
    let report = ann.post("/api/v1/reports", &up_to(last)).expect(201);
    assert_eq!((&report["table"], &report["quoted"]), (&json!(number), &json!("“You are slow”")));
    // What was written on the same day at another table is another report.
    let other = crate::tables::seated(&ann, &ben);
    ben.post(&format!("{other}/talk"), &json!({ "text": "Slow again" })).expect(201);
    let mut elsewhere = about(ben.id);
    elsewhere["table"] = json!(other["/api/v1/tables/".len()..].parse::<i64>().expect("a number"));
    ann.post("/api/v1/reports", &elsewhere).expect(201);
    let read = Browser::of(&club, &mona).get("/reports").text();
    assert!(read.contains("“You are slow”") && read.contains(&format!("href=\"{place}\"")), "{read}");
    let csrf = browser.csrf();
    browser.post(&place, &format!("csrf={csrf}&act=mute&person={}", ben.id));
    assert_eq!(ann.get("/api/v1/me/mutes").expect(200), json!([{ "id": ben.id, "name": "Ben" }]));
    assert!(!browser.get(&place).text().contains("You are slow"));
    assert!(Browser::of(&club, &ben).get(&place).text().contains("You are slow"), "nobody else reads less");
    ann.put(&format!("/api/v1/me/mutes/{}", ben.id), &json!({})).expect(204);
    ann.put(&format!("/api/v1/me/mutes/{}", ann.id), &json!({})).refused(422);
    ann.put("/api/v1/me/mutes/4711", &json!({})).refused(404);
    ann.delete(&format!("/api/v1/me/mutes/{}", ben.id), &json!({})).expect(204);
    assert!(browser.get(&place).text().contains("You are slow"));
    // A reaction is talk of one tap.
    assert!(page.contains("value=\"👏\" aria-label=\"Well played\""), "{page}");
});

both!(what_somebody_played_is_counted_game_by_game, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let record = format!("/api/v1/members/{}/tables", ann.id);
    assert_eq!(ann.get(&record).expect(200), json!([]));
    let chess = begun(&ann, &ben);
    play(&ben, &chess, 0, json!({ "kind": "resign" })).expect(200);
    let four = path(&ann.post("/api/v1/tables", &json!({ "game": "four", "seat": 0 })).expect(201));
    ben.post(&format!("{four}/seats"), &json!({})).expect(200);
    for player in [&ann, &ben] {
        ready(player, &four, true).expect(200);
    }
    play(&ann, &four, 0, json!({ "kind": "resign" })).expect(200);
    let record = ben.get(&record).expect(200);
    let chess = json!({ "game": "chess", "played": 1, "wins": 1, "draws": 0, "losses": 0,
        "opponents": [{ "id": ben.id, "name": "Ben", "games": 1 }] });
    assert_eq!(record[0], chess, "{record}");
    assert_eq!((&record[1]["game"], &record[1]["losses"]), (&json!("four"), &json!(1)));
    let page = Browser::of(&club, &ben).get(&format!("/members/{}/tables", ann.id)).text();
    assert!(
        page.contains("Games room: Ann") && page.contains("Four in a row") && page.contains("the other one gave up"),
        "{page}"
    );
    ann.get("/api/v1/members/4711/tables").refused(404);
});

both!(what_few_know_says_first_how_it_is_won_what_a_turn_is_and_what_to_tap, |club| {
    let games = [
        ("Ann", "party", "Nobody wins for good: you take pieces", "/party/rules"),
        ("Ben", "multiplayer", "The last player whose king stands wins.", "/multiplayer/rules"),
        ("Cat", "nomic", "You win by points", "/nomic/help"),
    ];
    for (name, game, how, rules) in games {
        let who = club.person(name, &[]);
        let mut browser = Browser::of(&club, &who);
        let form = browser.get(&format!("/tables/new/{game}")).text();
        let (above, _) = form.split_once("<form method=\"post\" class=\"narrow\"").expect("the form");
        let link = format!("<a href=\"{rules}\">");
        assert!(above.contains(how) && above.contains(&link), "{game}: {form}");
        let table = path(&who.post("/api/v1/tables", &json!({ "game": game })).expect(201));
        let page = browser.get(&table.replace("/api/v1", "")).text();
        let (_, primer) = page.split_once("id=\"primer\"").expect("it is told");
        let (primer, below) = primer.split_once("</p>").expect("its end");
        assert!(primer.contains(how) && primer.contains("First tap “I am ready”.") && primer.contains(&link), "{page}");
        assert!(below.contains("value=\"ready\""), "before all else: {page}");
        ready(&who, &table, true).expect(200);
        let page = browser.get(&table.replace("/api/v1", "")).text();
        assert!(page.contains(how) && !page.contains("First tap “I am ready”."), "it was tapped: {page}");
    }
    let chess = Browser::new(&club).get("/tables/new/chess").text();
    assert!(!chess.contains("id=\"primer\""), "{chess}");
});

both!(ones_own_games_are_listed_by_whose_move_it_is_and_those_that_are_over_newest_first, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let four = |name: &str| {
        let table = path(&ann.post("/api/v1/tables", &json!({ "game": "four", "seat": 0, "name": name })).expect(201));
        ben.post(&format!("{table}/seats"), &json!({})).expect(200);
        for player in [&ann, &ben] {
            ready(player, &table, true).expect(200);
        }
        table
    };
    let [mine, theirs, first, second] = ["Mine", "Theirs", "First over", "Second over"].map(four);
    play(&ann, &theirs, 0, json!({ "kind": "move", "move": 1 })).expect(200);
    // What was opened first ends last.
    for table in [&second, &first] {
        play(&ann, table, 0, json!({ "kind": "resign" })).expect(200);
        club.pass(chrono::TimeDelta::seconds(1));
    }
    ann.post("/api/v1/tables", &json!({ "game": "four", "name": "Open" })).expect(201);
    let list = Browser::of(&club, &ann).get("/tables?mine=true").text();
    let order = ["Mine:", "Theirs:", "Open:", "First over:", "Second over:"].map(|name| list.find(name));
    assert!(order.iter().all(Option::is_some) && order.is_sorted(), "{order:?}: {list}");
    assert!(list.contains(&mine.replace("/api/v1", "")), "{list}");
});
