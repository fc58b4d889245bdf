//! Evidence of online games: gathered, kept, redacted, released, ordered, seen on record (Acts I.9.4 to I.9.9).

use std::io::Cursor;

use chrono::TimeDelta;
use diesel::prelude::*;
use rookery::auth::Role;
use rookery::chess::evidence::{docket, store};
use rookery::config::Config;
use rookery::db::schema::evidence;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Client, Club};
use crate::tables::{begun, pair, play};

const REASON: &str = "The engine's window stands beside the board";

fn send(player: &Client, table: &str, kind: &str, bytes: &[u8]) -> Answer {
    let path = format!("{table}/evidence?kind={kind}");
    player.send("POST", &path, &[("Content-Type", "application/octet-stream")], bytes)
}

fn screen() -> Vec<u8> {
    let mut bytes = Vec::new();
    let image = image::RgbImage::from_fn(40, 30, |x, y| image::Rgb([200, x as u8, y as u8]));
    image::DynamicImage::from(image).write_to(&mut Cursor::new(&mut bytes), image::ImageFormat::Png).unwrap();
    bytes
}

fn raw(viewer: &Client, id: &Value) -> Answer {
    viewer.get(&format!("/api/v1/evidence/{id}/raw"))
}

fn copy(viewer: &Client, id: &Value) -> Answer {
    viewer.get(&format!("/api/v1/redactions/{id}"))
}

fn resigned(player: &Client, table: &str) {
    play(player, table, 0, json!({ "kind": "resign" })).expect(200);
}

both!(evidence_is_gathered_while_a_game_is_played_and_kept_encrypted_i_9_4, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let cat = club.person("Cat", &[]);
    let table = begun(&ann, &ben);
    let list = b"chess.exe\nStockfish.exe\n";
    send(&ann, &table, "processes", list).expect(201);
    send(&ann, &table, "screen", &screen()).expect(201);
    assert_eq!(send(&cat, &table, "processes", list).refused(403), ["I.9.4"]);
    assert_eq!(send(&ann, &table, "screen", list).refused(422), ["I.9.4"]);
    assert_eq!(send(&ann, &table, "windows", &screen()).refused(422), ["I.9.4"]);
    assert_eq!(send(&ann, &table, "windows", &vec![b'a'; 300 << 10]).refused(413), ["I.9.4"]);
    assert_eq!(send(&ann, &table, "keys", list).status / 100, 4);
    let kept = club.app.db.read_now(|db| Ok(evidence::table.select(evidence::content).load::<Option<Vec<u8>>>(db)?));
    let kept: Vec<Vec<u8>> = kept.unwrap().into_iter().flatten().collect();
    assert_eq!(kept.len(), 2);
    assert!(
        kept.iter()
            .all(|bytes| !bytes.windows(9).any(|window| window == b"Stockfish" || window == b"\x89PNG\r\n\x1a\n\0"))
    );
    for _ in 0..58 {
        send(&ann, &table, "windows", b"Rookery").expect(201);
    }
    assert_eq!(send(&ann, &table, "windows", b"Rookery").status, 429);
    send(&ben, &table, "windows", b"Rookery").expect(201);
    resigned(&ann, &table);
    assert_eq!(send(&ben, &table, "windows", b"Rookery").refused(409), ["I.9.4"], "no game, no evidence");
});

both!(who_may_see_evidence_is_as_the_act_says_and_every_look_is_told_i_9_5, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let (chief, jo) = (club.person("Chief", &[Role::ChiefJustice]), club.person("Jo", &[Role::Justice]));
    let (mona, other) = (club.person("Mona", &[Role::Moderator]), club.person("Mo", &[Role::Moderator]));
    let table = begun(&ann, &ben);
    let list = send(&ann, &table, "processes", b"chess\nletters to my mother\nengine").expect(201)["id"].clone();
    for nobody in [&ann, &ben, &jo, &mona, &club.person("Ad", &[Role::Administrator])] {
        raw(nobody, &list).refused(404);
    }
    assert_eq!(raw(&chief, &list).text(), "chess\nletters to my mother\nengine");
    let redact = |who: &Client| who.post(&format!("/api/v1/evidence/{list}/redactions"), &json!({ "lines": [2] }));
    redact(&jo).refused(403);
    let made = redact(&chief).expect(201)["id"].clone();
    copy(&mona, &made).refused(404);
    let release =
        |to: i64| chief.post(&format!("/api/v1/redactions/{made}/releases"), &json!({ "to": to, "reason": REASON }));
    assert_eq!(release(ben.id).refused(422), ["I.9.5"]);
    release(mona.id).expect(201);
    assert_eq!(copy(&mona, &made).text(), "chess\n█████\nengine");
    copy(&other, &made).refused(404);
    copy(&jo, &made).refused(404);
    // Who knows of what is there: the member concerned, and anybody who may see some of it.
    let items = |who: &Client| who.get(&format!("{table}/evidence")).expect(200)["items"].as_array().unwrap().len();
    assert_eq!([&ann, &ben, &jo, &mona, &other, &chief].map(|who| items(who)), [1, 0, 0, 1, 0, 1]);
    assert_eq!(ann.get(&format!("{table}/evidence")).expect(200)["items"][0]["raw"], false, "known, not seen");
    let page = |who: &Client| who.get(&format!("{}/evidence", table.replace("/api/v1", ""))).text();
    assert!(page(&chief).contains("Tell nobody what you see here"), "{}", page(&chief));
    assert!(page(&chief).contains(">Ann – Ben ("), "whose game it is: {}", page(&chief));
    assert!(!page(&ann).contains("Tell nobody"), "of themselves they may tell: {}", page(&ann));
    let views = ann.get("/api/v1/evidence_views").expect(200);
    let told: Vec<(&str, bool, &str)> = views
        .as_array()
        .unwrap()
        .iter()
        .map(|view| (view["by"].as_str().unwrap(), view["raw"].as_bool().unwrap(), view["right"].as_str().unwrap()))
        .collect();
    assert_eq!(told, [("Mona", false, "release"), ("Chief", true, "chief_justice")]);
    // A breach takes the role, and with it what the role let see.
    let breach = json!({ "person": mona.id, "reason": REASON });
    chief.post("/api/v1/breaches_of_secrecy", &breach).expect(201);
    copy(&club.again(&mona), &made).refused(404);
});

both!(lines_that_are_named_backwards_are_no_lines_i_9_5, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let table = begun(&ann, &ben);
    let list = send(&ann, &table, "processes", b"chess\nletters\nengine").expect(201)["id"].clone();
    let mut desk = Browser::of(&club, &chief);
    let csrf = desk.csrf();
    let mut covers =
        |lines: &str| desk.post(&format!("/evidence/{list}"), &format!("csrf={csrf}&areas=&lines={lines}"));
    for (lines, told) in [("3-2", "is no line"), ("1+3-2", "is no line"), ("1-400+1-400", "at most 500")] {
        let refused = covers(lines);
        assert_eq!(refused.status, 422, "{lines}: {}", refused.text());
        assert!(refused.text().contains(told), "{lines}: {}", refused.text());
    }
    assert_eq!(covers("1+2-3").status, 303);
});

both!(log_and_redacted_pictures_join_the_docket_and_raw_ones_only_by_order_i_9_8_i_9_9, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let panel = ["Jo", "Jack", "Jill"].map(|name| club.person(name, &[Role::Justice]));
    let table = begun(&ann, &ben);
    let picture = send(&ann, &table, "screen", &screen()).expect(201)["id"].clone();
    resigned(&ann, &table);
    let area = json!({ "areas": [{ "x": 0, "y": 0, "width": 20, "height": 30 }] });
    let made = chief.post(&format!("/api/v1/evidence/{picture}/redactions"), &area).expect(201)["id"].clone();
    let game = ann.get(&table).expect(200)["game_id"].clone();
    let petition = json!({
        "subject": "game", "subject_id": game, "title": "Ended against the rules", "grounds": "Nobody had lost when the game was ended",
    });
    let offered = ben.get("/cases/new").text();
    assert!(offered.contains(&format!("href=\"/games/{game}\">Ann – Ben<")), "by who played it: {offered}");
    let against = ben.get(&format!("/cases/new?subject=game&subject_id={game}")).text();
    assert!(against.contains("<strong>online game Ann – Ben ("), "{against}");
    let number = ben.post("/api/v1/cases", &petition).expect(201)["number"].as_str().unwrap().to_owned();
    assert_eq!(copy(&panel[0], &made).status, 200, "the Court sees redacted evidence");
    docket::run(&club.app.db, &club.app.safe).unwrap();
    assert_eq!(docket::run(&club.app.db, &club.app.safe).unwrap(), 0, "once");
    let filings = |who: &Client| who.get(&format!("/api/v1/cases/{number}")).expect(200)["docket"].clone();
    let exhibits =
        |who: &Client| filings(who).as_array().unwrap().iter().filter(|filing| filing["kind"] == "exhibit").count();
    assert_eq!([&panel[0], &ben, &club.anyone()].map(exhibits), [2, 1, 1], "pictures are for the Court alone");
    raw(&panel[0], &picture).refused(404);
    let bench: Vec<i64> = panel.iter().map(|justice| justice.id).collect();
    chief
        .post(&format!("/api/v1/cases/{number}/leave"), &json!({ "granted": true, "reason": "It deserves an answer." }))
        .expect(200);
    chief.post(&format!("/api/v1/cases/{number}/panel"), &json!({ "justices": bench })).expect(200);
    panel[0].post(&format!("/api/v1/cases/{number}/hearing"), &json!({})).expect(200);
    // T46: one that names fewer than a majority is seen, with its reasons, by all who rule on it; the images only by
    // those whom it names.
    let narrow = json!({
        "kind": "order", "title": "Raw images", "text": "I was there that day.", "visibility": "sealed",
        "readers": [panel[0].id], "raw_evidence": true,
    });
    let narrow = panel[0].post(&format!("/api/v1/cases/{number}/filings"), &narrow).expect(201)["filing"].clone();
    let told = |who: &Client| {
        let docket = filings(who);
        docket.as_array().unwrap().iter().find(|filing| filing["number"] == narrow).unwrap().clone()
    };
    assert_eq!([&panel[1], &panel[2]].map(|justice| told(justice)["text"].clone()), ["I was there that day."; 2]);
    assert_eq!([&ben, &club.anyone()].map(|who| told(who)["withheld"].clone()), ["sealed"; 2]);
    let vote = json!({ "granted": true, "reason": "That one may look at them." });
    panel[1].post(&format!("/api/v1/cases/{number}/filings/{narrow}/rulings"), &vote).expect(200);
    assert_eq!(told(&panel[1])["granted"], true);
    assert_eq!(raw(&panel[0], &picture).body, screen());
    raw(&panel[1], &picture).refused(404);
    let order = json!({ "kind": "order", "title": "Raw images", "text": "To be handed over.", "visibility": "public", "raw_evidence": true });
    let filing = panel[0].post(&format!("/api/v1/cases/{number}/filings"), &order).expect(201)["filing"].clone();
    raw(&panel[2], &picture).refused(404);
    let vote = json!({ "granted": true, "reason": "We have to see it." });
    panel[1].post(&format!("/api/v1/cases/{number}/filings/{filing}/rulings"), &vote).expect(200);
    assert_eq!(raw(&panel[2], &picture).body, screen(), "as it was gathered, by a majority's order");
    raw(&ben, &picture).refused(404);
    let views = ann.get("/api/v1/evidence_views").expect(200);
    assert_eq!((&views[0]["by"], &views[0]["right"]), (&json!("Jill"), &json!("order")), "{views}");
});

both!(a_case_about_a_void_game_has_its_log_and_redacted_pictures_too_i_9_8_i_9_10, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let (chief, jo) = (club.person("Chief", &[Role::ChiefJustice]), club.person("Jo", &[Role::Justice]));
    let table = begun(&ann, &ben);
    let list = send(&ann, &table, "processes", b"<idle>\nchess").expect(201)["id"].clone();
    let made =
        chief.post(&format!("/api/v1/evidence/{list}/redactions"), &json!({ "lines": [1] })).expect(201)["id"].clone();
    chief.post(&format!("{table}/void"), &json!({ "reason": REASON })).expect(200);
    let act = chief.get("/api/v1/chief_acts").expect(200)["items"][0]["id"].clone();
    let petition = json!({
        "subject": "chief_act", "subject_id": act, "title": "There was no error", "grounds": "The board showed the same to both of us",
    });
    let number = ben.post("/api/v1/cases", &petition).expect(201)["number"].as_str().unwrap().to_owned();
    docket::run(&club.app.db, &club.app.safe).unwrap();
    assert_eq!(docket::run(&club.app.db, &club.app.safe).unwrap(), 0, "once");
    let docket = jo.get(&format!("/api/v1/cases/{number}")).expect(200)["docket"].clone();
    let exhibits = docket.as_array().unwrap().iter().filter(|filing| filing["kind"] == "exhibit").count();
    assert_eq!(exhibits, 2, "{docket}");
    assert_eq!(copy(&jo, &made).text(), "█████\nchess");
    assert_eq!(chief.get(&format!("{table}/evidence")).expect(200)["held_by"], json!([number]), "the case holds it");
});

both!(evidence_is_erased_at_its_end_unless_a_case_holds_it, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let table = begun(&ann, &ben);
    let list = send(&ann, &table, "processes", b"chess\nengine").expect(201)["id"].clone();
    let made =
        chief.post(&format!("/api/v1/evidence/{list}/redactions"), &json!({ "lines": [1] })).expect(201)["id"].clone();
    resigned(&ann, &table);
    let petition = json!({
        "subject": "game", "subject_id": ann.get(&table).expect(200)["game_id"], "title": "Ended against the rules",
        "grounds": "Nobody had lost when the game was ended",
    });
    let number = ben.post("/api/v1/cases", &petition).expect(201)["number"].as_str().unwrap().to_owned();
    let sweep = |club: &Club| club.write(store::sweep);
    club.pass(TimeDelta::days(29));
    assert_eq!(sweep(&club), 0, "the case holds it");
    let (ben, chief) = (club.again(&ben), club.again(&chief));
    assert_eq!(chief.get(&format!("{table}/evidence")).expect(200)["held_by"], json!([number]));
    ben.post(&format!("/api/v1/cases/{number}/withdrawal"), &json!({ "reason": "We talked." })).expect(200);
    assert_eq!(sweep(&club), 1);
    raw(&chief, &list).refused(404);
    copy(&chief, &made).refused(404);
    assert!(chief.get(&format!("{table}/evidence")).expect(200)["items"][0]["erased_at"].is_string());
});

// As after a move without the club's key: beside an SQLite file another one is made, with PostgreSQL there is none.
both!(evidence_that_this_machine_cannot_open_is_refused_with_what_to_do_i_9_4, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let table = begun(&ann, &ben);
    let list = send(&ann, &table, "processes", b"chess\nengine").expect(201)["id"].clone();
    let redactions = format!("/api/v1/evidence/{list}/redactions");
    let made = chief.post(&redactions, &json!({ "lines": [1] })).expect(201)["id"].clone();
    let own = (*club.app.config).clone();
    let club = club.reopened(Config { evidence_key: None, ..own.clone() });
    let moved = club.again(&chief);
    assert!(!club.app.db.read_now(|db| store::opens(db, &club.app.safe)).unwrap());
    for answer in [raw(&moved, &list), copy(&moved, &made), moved.post(&redactions, &json!({ "lines": [2] }))] {
        let refused = answer.expect(409);
        assert_eq!((&refused["title"], &refused["acts"]), (&json!("Does not open"), &json!(["I.9.4"])));
        let detail = refused["detail"].as_str().unwrap();
        assert!(detail.contains("Ask who runs the host: the club's own key file"), "{detail}");
    }
    let path = format!("/api/v1/evidence/{list}/raw");
    let told = moved.send("GET", &path, &[("Accept-Language", "de")], b"").expect(409);
    assert_eq!(told["title"], "Lässt sich nicht öffnen");
    let page = Browser::of(&club, &moved).get(&format!("/evidence/{list}"));
    assert!(page.status == 200 && page.text().contains("This evidence does not open here."), "{}", page.text());
    let views = club.again(&ann).get("/api/v1/evidence_views").expect(200);
    assert_eq!(views, json!([]), "nobody has seen any of it");

    let club = club.reopened(own);
    assert_eq!(raw(&club.again(&chief), &list).text(), "chess\nengine");
});
