//! The line at the top of every page: a live game runs, a game waits for its reader to be ready, or somebody challenges them.

use chrono::TimeDelta;
use serde_json::json;

use super::challenge::{challenges, leads_to};
use super::socket::Socket;
use super::{pair, path, play, ready, topics};
use crate::harness::Browser;

both!(who_looks_elsewhere_is_told_that_a_live_game_runs, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let called = |browser: &mut Browser| browser.get("/rulebook").text().contains("class=\"call\"");
    let mut browsers = [Browser::of(&club, &ann), Browser::of(&club, &ben)];
    let open = json!({ "game": "chess", "options": { "minutes": 10 }, "seat": 0, "invite": [ben.id] });
    let table = path(&ann.post("/api/v1/tables", &open).expect(201));
    let page = table["/api/v1".len()..].to_owned();
    ready(&ann, &table, true).expect(200);
    assert!(!called(&mut browsers[0]), "nothing has begun");
    let csrf = browsers[1].csrf();
    assert_eq!(leads_to(&browsers[1].post(&page, &format!("csrf={csrf}&act=accept"))), page);
    let says = |browser: &mut Browser, what: &str| {
        let link = format!("<a href=\"{page}\"><span>{what}</span> <b>");
        for elsewhere in ["/rulebook", "/", "/tables/calls?at=/me"] {
            let shown = browser.get(elsewhere).text();
            assert!(shown.contains(&link), "{elsewhere}: {shown}");
        }
        // Where the table itself is shown, the line says nothing new.
        let own = [page.clone(), format!("/tables/calls?at={page}")];
        let lists = ["/today", "/tables/calls?at=/today", "/tables", "/tables?mine=true", "/tables/calls?at=/tables"];
        for at_it in own.into_iter().chain(lists.map(str::to_owned)) {
            assert!(!browser.get(&at_it).text().contains("class=\"call\""), "{at_it}");
        }
        for others in ["/tables?game=four", "/tables?stage=archived", "/tables/calls?at=some_tables"] {
            assert!(browser.get(others).text().contains(&link), "{others}");
        }
    };
    says(&mut browsers[0], "Your clock runs: Ben accepted.");
    // Who plays is not disturbed by somebody else's challenge, but reads it afterwards.
    let other = club.person("Cat", &[]);
    let asked = path(&other.post("/api/v1/tables", &json!({ "game": "four", "invite": [ben.id] })).expect(201));
    assert!(!called(&mut browsers[1]), "who accepted is at the board, and waits");
    super::go(&ann, &table, 0, "e4").expect(200);
    assert!(!called(&mut browsers[0]));
    says(&mut browsers[1], "Your clock runs: your turn against Ann.");
    let today = browsers[1].get("/today").text();
    let (_, waits) = today.split_once("id=\"waits\"").unwrap();
    let (waits, _) = waits.split_once("</section>").unwrap();
    assert!(waits.contains(&page) && !today.contains("id=\"own-tables\""), "Today says it once: {today}");
    assert!(!called(&mut Browser::of(&club, &other)) && !called(&mut Browser::new(&club)));
    play(&ann, &table, 1, json!({ "kind": "resign" })).expect(200);
    assert!(!called(&mut browsers[0]) && called(&mut browsers[1]), "it is over");
    ben.delete(&format!("{asked}/seats"), &json!({})).expect(204);
    assert!(!browsers.iter_mut().any(called), "it is over");
    // A game of days waits without that.
    let open = json!({ "game": "four", "seat": 0 });
    let table = path(&ann.post("/api/v1/tables", &open).expect(201));
    ben.post(&format!("{table}/seats"), &json!({})).expect(200);
    for player in [&ann, &ben] {
        ready(player, &table, true).expect(200);
    }
    assert!(!browsers.iter_mut().any(called));
});

both!(a_game_that_lacks_its_readers_ready_waits_for_them_on_every_page, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let open = json!({ "game": "chess", "options": { "minutes": 10 }, "seat": 0, "invite": [ben.id] });
    let table = path(&ann.post("/api/v1/tables", &open).expect(201));
    let page = table["/api/v1".len()..].to_owned();
    let mut socket = Socket::open(&club.url, &table, &ann, None).unwrap();
    socket.until("table");
    ready(&ann, &table, true).expect(200);
    let mut asks = Browser::of(&club, &ann);
    assert!(asks.get(&page).text().contains("Stay on this page. Are you away for a minute?"));
    // The one who is ready, and waits for nobody yet, is not called; and goes.
    assert!(!asks.get("/rulebook").text().contains("class=\"call\""));
    let mut watches = Socket::open(&club.url, &table, &ben, None).unwrap();
    drop(socket);
    while watches.until("table")["table"]["away"] == json!([]) {}
    club.pass(TimeDelta::minutes(2));
    let [ann, ben] = [club.again(&ann), club.again(&ben)];
    let (mut asks, mut asked) = (Browser::of(&club, &ann), Browser::of(&club, &ben));
    let csrf = asked.csrf();
    assert_eq!(leads_to(&asked.post(&page, &format!("csrf={csrf}&act=accept"))), page);
    assert_eq!(ann.get(&table).expect(200)["stage"], "open", "no clock runs behind her back");
    let link = format!("<a href=\"{page}\"><span>Are you ready? Chess with Ben.</span> <b>To the table</b>");
    for elsewhere in ["/rulebook", "/", "/tables?game=four", "/tables/calls?at=/me"] {
        let shown = asks.get(elsewhere).text();
        assert!(shown.contains(&link), "{elsewhere}: {shown}");
        assert!(!asked.get(elsewhere).text().contains("class=\"call\""), "{elsewhere}: he is ready");
    }
    // Today and the games room list it themselves.
    let today = asks.get("/today").text();
    assert!(!today.contains("class=\"call\"") && !today.contains("id=\"own-tables\""), "{today}");
    let (_, waits) = today.split_once("id=\"waits\"").unwrap();
    let (waits, _) = waits.split_once("</section>").unwrap();
    assert!(waits.contains(&page) && waits.contains("Say that you are ready"), "{today}");
    let says = "<b class=\"you\">Say that you are ready</b>";
    assert!(asks.get("/tables").text().contains(says) && !asked.get("/tables").text().contains(says));
    assert!(topics(&club, &ann).iter().any(|topic| topic == "table.ready_asked"));
    assert!(topics(&club, &ben).iter().all(|topic| topic != "table.ready_asked"));
    club.deliver();
    let told = asks.get("/me/notifications").text();
    assert!(told.contains("A game waits for you: say that you are ready") && told.contains("Chess"), "{told}");
    // So does an adjourned game that the other one wants to go on with.
    assert_eq!(ready(&ann, &table, true).expect(200)["stage"], "playing");
    for player in [&ann, &ben] {
        ready(player, &table, false).expect(200);
    }
    assert!(!asks.get("/rulebook").text().contains("class=\"call\""), "nobody wants to go on yet");
    ready(&ben, &table, true).expect(200);
    assert!(asks.get("/rulebook").text().contains(&link) && asks.get("/tables").text().contains(says));
    assert!(!asked.get("/rulebook").text().contains("class=\"call\""));
});

both!(a_challenge_is_said_at_the_top_of_every_page_until_it_is_answered, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let [mut asks, mut asked] = [Browser::of(&club, &ann), Browser::of(&club, &ben)];
    assert!(asked.get("/rulebook").text().contains("id=\"calls\""), "there is room for one to come");
    let table = leads_to(&challenges(&club, &ann, &ben));
    let link = format!("<a href=\"{table}\"><span>Chess: Ann challenges you.</span> <b>Answer</b>");
    for page in ["/rulebook", "/", "/tables/calls?at=/me"] {
        let shown = asked.get(page).text();
        assert!(shown.contains(&link), "{page}: {shown}");
        assert!(!asks.get(page).text().contains("class=\"call\""), "{page}");
        assert!(shown.contains(&format!("data-challenges=\"{table}\"")), "a script sees that it came: {shown}");
    }
    // Today has it once, among what waits, with what answers it.
    for page in ["/today", "/tables/calls?at=/today"] {
        let shown = asked.get(page).text();
        assert!(
            !shown.contains("class=\"call\"") && shown.contains(&format!("data-challenges=\"{table}\"")),
            "{shown}"
        );
    }
    let today = asked.get("/today").text();
    let (_, waits) = today.split_once("id=\"waits\"").unwrap();
    assert!(waits.split_once("</section>").unwrap().0.contains(&format!("action=\"{table}\"")), "{today}");
    // What is asked for is said there, to both.
    for browser in [&mut asks, &mut asked] {
        let page = browser.get(&table).text();
        assert!(page.contains("10 minutes each, 5 seconds a move, for points</strong>"), "{page}");
        assert!(!page.contains("class=\"call\""), "{page}");
    }
    // So is it where one agrees to the terms first, and where an answer from another page was refused.
    let number = &table["/tables/".len()..];
    let consent = asked.get(&format!("/online-consent?table={number}&next={table}")).text();
    let again = format!("/tables/calls?at={table}\"");
    assert!(!consent.contains("class=\"call\"") && consent.contains(&again), "{consent}");
    assert!(asked.get("/online-consent").text().contains(&link), "nothing is answered there");
    let csrf = asked.csrf();
    let cookies: Vec<String> = asked.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let (cookies, today) = (cookies.join("; "), format!("{}/today", club.url));
    let headers = [
        ("Accept", "text/html"),
        ("Sec-Fetch-Site", "same-origin"),
        ("Cookie", &*cookies),
        ("Referer", &*today),
        ("Content-Type", "application/x-www-form-urlencoded"),
    ];
    let refused = club.anyone().send("POST", &table, &headers, format!("csrf={csrf}&act=nothing").as_bytes());
    assert_eq!(refused.status, 422, "{}", refused.text());
    let refused = refused.text();
    assert!(!refused.contains("class=\"call\"") && refused.contains(&again), "{refused}");
    let before = asks.get(&format!("/members/{}", ben.id)).text();
    assert!(before.contains("<small>10 minutes each, 5 seconds a move, for points</small>"), "{before}");
    ben.delete(&format!("/api/v1{table}/seats"), &json!({})).expect(204);
    assert!(!asked.get("/rulebook").text().contains("class=\"call\""));
    // A table that has ended keeps its seats for nobody.
    assert!(!asks.get(&table).text().contains("kept for"));
});
