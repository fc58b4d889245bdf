//! One's own calendar at a secret address: what it has, whom it names (nobody), and when it ends.

use rookery::auth::{Role, Visitors, store};
use rookery::db::schema::calendar_addresses;
use rookery::id::PersonId;
use serde_json::{Value, json};

use diesel::prelude::*;

use crate::harness::{Answer, Browser, Caller, Club, erased};
use crate::nomic::table::{NAMES, Party};

const PATH: &str = "/api/v1/me/calendar";

/// Makes somebody's address; gives its path.
fn made(person: &Caller) -> String {
    path(person.post(PATH, &json!({})).expect(201)["address"].as_str().unwrap())
}

fn path(address: &str) -> String {
    format!("/calendar/{}", address.split("/calendar/").nth(1).unwrap())
}

/// What a phone gets there, which signs in nowhere.
fn read(club: &Club, path: &str) -> Answer {
    club.anyone().get(path)
}

/// The texts of a calendar, with long lines put together again.
fn text(club: &Club, path: &str) -> String {
    let answer = read(club, path);
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/calendar; charset=utf-8")));
    answer.text().replace("\r\n ", "")
}

both!(a_phone_reads_what_is_due_and_when_the_club_meets_and_nobodys_name, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    club.lets_visitors_read(Visitors::Nothing);
    let [mine, another] = [0, 1].map(|player| made(&party.players[player]));
    assert_eq!(read(&club, &mine).header("cache-control"), Some("private, no-cache"));
    assert_eq!(read(&club, &mine).header("referrer-policy"), Some("no-referrer"));
    let due = text(&club, &mine);
    assert!(due.contains("SUMMARY:Propose a rule-change in Nomic · Table 1\r\n"), "{due}");
    assert!(due.contains("/nomic/1/draft\r\n"), "where it is done: {due}");
    assert!(
        due.contains("DTSTART:20261109T183000Z\r\nDTEND:20261109T190000Z\r\n") && due.ends_with("END:VCALENDAR\r\n"),
        "{due}"
    );
    assert!(!text(&club, &another).contains("SUMMARY:Propose"), "it is Monday, which is another's");
    assert!(!due.contains("UID:session"), "who never joined does not read when the club meets");

    // Now of the club, one reads it, and no reason, which may name somebody.
    party.players[0].post("/api/v1/memberships", &json!({})).expect(201);
    let mut desk = Browser::of(&club, &club.again(&chief));
    let csrf = desk.csrf();
    desk.get("/sessions");
    let cancelled = desk.post("/sessions/2/cancellation", &format!("csrf={csrf}&reason=Dave+M+is+in+hospital"));
    assert_eq!(cancelled.status, 303);
    let meets = text(&club, &mine);
    assert!(meets.contains("STATUS:CANCELLED\r\n") && !meets.contains("hospital"), "{meets}");
    assert!(meets.contains("LOCATION:Room 322\r\n"), "{meets}");

    // The others' votes are due; all say the same of them.
    party.at(&club, "2026-11-09T09:00:00");
    party.say(0, "Rule-change: Enact: Players are kind to Dave M.");
    for path in [&mine, &another] {
        let due = text(&club, path);
        assert!(due.contains("SUMMARY:Vote in Nomic · Table 1\r\n"), "{due}");
        assert!(NAMES.iter().all(|name| !due.contains(name)), "{due}");
    }
    let person = PersonId(party.players[0].id);
    club.write(move |tx| store::set_language(tx, person, "de"));
    let german = text(&club, &mine);
    assert!(german.contains("SUMMARY:Abstimmen (Nomic) · Tisch 1\r\n"), "{german}");
    assert!(german.contains("LOCATION:Raum 322\r\n"), "{german}");
});

both!(the_secret_is_kept_as_a_hash_and_ends_when_it_is_replaced_or_withdrawn, |club| {
    let ann = club.person("Ann", &[]);
    assert_eq!(ann.get(PATH).expect(200), json!({ "since": null }));
    ann.delete(PATH, &json!({})).expect(404);
    let first = made(&ann);
    assert_eq!(ann.get(PATH).expect(200)["since"], ann.get("/api/v1/me/data").expect(200)["calendar_address"]["since"]);
    let kept: Vec<Vec<u8>> =
        club.write(|tx| Ok(calendar_addresses::table.select(calendar_addresses::secret).load(tx.db)?));
    let secret = first.trim_start_matches("/calendar/").trim_end_matches(".ics").to_owned();
    assert_eq!((kept.len(), kept[0].len(), secret.len()), (1, 32, 43));
    assert_ne!(kept[0], secret.as_bytes());
    let second = made(&ann);
    assert_eq!((read(&club, &first).status, read(&club, &second).status), (404, 200));
    assert_eq!(read(&club, &first).header("referrer-policy"), Some("no-referrer"), "its page tells it to nobody");
    ann.delete(PATH, &json!({})).expect(204);
    assert_eq!(read(&club, &second).status, 404);
    assert_eq!(ann.get("/api/v1/me/data").expect(200)["calendar_address"], Value::Null);
    let happened = ann.get("/api/v1/me/data").expect(200)["security_log"].to_string();
    assert!(happened.contains("calendar_address_made") && happened.contains("calendar_address_withdrawn"));
});

both!(an_address_ends_with_the_sign_ins_and_with_the_account, |club| {
    let host = club.person("Host", &[Role::Administrator]);
    let [ann, ben] = ["Ann", "Ben"].map(|name| club.person(name, &[]));
    let [of_ann, of_ben] = [&ann, &ben].map(made);
    host.delete(&format!("/api/v1/people/{}/sign-ins", ann.id), &json!({})).expect(204);
    assert_eq!((read(&club, &of_ann).status, read(&club, &of_ben).status), (404, 200));
    let id = PersonId(ben.id);
    club.write(move |tx| erased(tx, id));
    assert_eq!(read(&club, &of_ben).status, 404);
    let left: i64 = club.write(|tx| Ok(calendar_addresses::table.count().get_result(tx.db)?));
    assert_eq!(left, 0);
});

both!(a_calendar_is_read_no_oftener_than_the_allowance, |club| {
    let path = made(&club.person("Ann", &[]));
    let mut config = (*club.app.config).clone();
    config.requests_per_minute = 5;
    let club = club.reopened(config);
    let statuses: Vec<u16> = (0..6).map(|_| read(&club, &path).status).collect();
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429]);
});

both!(the_page_shows_the_address_once_and_how_to_use_it, |club| {
    let ann = club.person("Ann", &[]);
    let mut browser = Browser::of(&club, &ann);
    let csrf = browser.csrf();
    assert!(browser.get("/me/deadlines").text().contains("href=\"/me/calendar\""));
    assert!(browser.get("/me/calendar").text().contains("Make my address"));
    let page = browser.post("/me/calendar", &format!("csrf={csrf}"));
    assert_eq!((page.status, page.header("cache-control")), (200, Some("no-store")));
    let page = page.text();
    let address = page.split("id=\"calendar-address\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(address.starts_with("http") && page.contains("calendar.google.com"), "{page}");
    assert_eq!(read(&club, &path(address)).status, 200);
    let again = browser.get("/me/calendar").text();
    assert!(!again.contains(address), "it is shown only once");
    assert!(again.contains("You have an address since"), "{again}");
    assert_eq!(browser.post("/me/calendar/withdrawal", &format!("csrf={csrf}")).status, 303);
    let after = browser.get("/me/calendar").text();
    assert!(after.contains("The address shows nothing more.") && after.contains("Make my address"), "{after}");
    assert_eq!(read(&club, &path(address)).status, 404);
});
