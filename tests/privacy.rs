//! What people from outside and search engines are given of declarations and of the calendar, what members are told of
//! one another, and the page that says what is kept.

use rookery::auth::{Role, Visitors};
use serde_json::{Value, json};

use crate::harness::{Answer, Caller, Client, Club};

/// A page as a browser gets it, in a language.
fn page(reader: &Client, language: &str, path: &str) -> String {
    reader.send("GET", path, &[("Accept", "text/html"), ("Accept-Language", language)], b"").text()
}

/// Somebody on the leaderboard.
fn member(club: &Club, name: &str) -> Caller {
    let member = club.person(name, &[]);
    member.post("/api/v1/memberships", &json!({})).expect(201);
    member
}

/// Opens the session of 6 November, to which these people come, the desk first, ten minutes before now.
fn come<const N: usize>(club: &Club, people: [&Caller; N]) -> [Caller; N] {
    club.set_time("2026-11-06T12:30:00");
    let at = club.now();
    let session = club.write(move |tx| {
        rookery::sessions::store::ensure_calendar(tx, at)?;
        rookery::sessions::store::session_at(tx.db, at)
    });
    let here = json!({ "people": people.map(|person| person.id).to_vec() });
    let arrivals = format!("/api/v1/sessions/{}/arrivals", session.expect("a session").id);
    club.again(people[0]).post(&arrivals, &here).expect(200);
    club.set_time("2026-11-06T12:40:00");
    people.map(|person| club.again(person))
}

fn is_monitored(chief: &Caller, person: &Caller) {
    let why = "Ann was seen by three people on board 3";
    chief.post("/api/v1/monitors", &json!({ "person": person.id, "suspicion": why })).expect(201);
}

both!(people_from_outside_read_what_kind_of_act_it_was, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let ann = member(&club, "Ann");
    is_monitored(&chief, &ann);
    club.lets_visitors_read(Visitors::Leaderboard);
    let visitor = club.anyone();
    let (told, shown) = (visitor.get("/api/v1/declarations"), page(&visitor, "en", "/declarations"));
    for secret in ["Ann", "board 3", "2026-11-06", "6 Nov", "Chief<", "Chief\""] {
        assert!(!told.text().contains(secret) && !shown.contains(secret), "{secret}: {} {shown}", told.text());
    }
    assert!(shown.contains("November 2026") && shown.contains("/rulebook/acts/II.10"), "{shown}");
    assert!(page(&visitor, "de", "/declarations").contains("November 2026"));
    assert!(page(&visitor, "en", "/").contains("href=\"/declarations\""), "there is a way to it");
    let one = told.expect(200)["items"][0].clone();
    assert_eq!((&one["exercise"], &one["act"]), (&json!("monitor"), &json!("II.10")));
    assert_eq!((&one["made_on"], &one["subject"]), (&json!("2026-11"), &json!("monitor")));
    for field in ["id", "made_at", "by", "person", "reason", "effect", "undone_by"] {
        assert_eq!(one[field], Value::Null, "{field}");
    }
    for query in [format!("person={}", ann.id), "from=2026-11-06T12:00:00Z".to_owned()] {
        visitor.get(&format!("/api/v1/declarations?{query}")).refused(403);
    }
    club.lets_visitors_read(Visitors::Nothing);
    assert_eq!(visitor.get("/api/v1/declarations").status, 401);
    assert!(!page(&visitor, "en", "/").contains("href=\"/declarations\""));
});

both!(a_game_that_waits_for_approval_tells_nobody_else_that_somebody_is_monitored, |club| {
    club.tells_names(false);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let [ann, ben, cy] = ["Ann", "Ben", "Cy"].map(|name| member(&club, name));
    is_monitored(&chief, &ann);
    let [chief, ann, ben, cy] = come(&club, [&chief, &ann, &ben, &cy]);
    let game = json!({ "white": ann.id, "black": ben.id, "result": "white", "ending": "resignation", "insist": true });
    let entered = ann.post("/api/v1/games", &game).expect(201);
    assert_eq!(entered["state"], "awaiting_approval");
    let path = format!("/api/v1/games/{}", entered["id"]);
    let (named, neutral) =
        ("Ann is monitored: a moderator has to approve it.", "A moderator looks at it before it counts.");
    assert_eq!((&entered["state_reason"], &entered["acts"]), (&json!(named), &json!(["II.10.4"])));
    for (reader, reason) in [(&ann, named), (&ben, neutral), (&chief, named)] {
        let told = reader.get(&path).expect(200);
        assert_eq!((&told["state"], &told["state_reason"]), (&json!("awaiting_approval"), &json!(reason)));
        let shown = page(reader, "en", &format!("/games/{}", entered["id"]));
        assert!(shown.contains(reason), "{shown}");
        assert_eq!(shown.contains("is monitored"), reason == named, "{shown}");
    }
    assert!(!ben.get(&path).text().contains("II.10.4"), "nor by the Act");
    // The club, and visitors who read what it reads.
    for reader in [&*cy, &club.anyone()] {
        reader.get(&path).expect(404);
        reader.get(&format!("{path}/pgn")).expect(404);
        assert_eq!(reader.get("/api/v1/games").expect(200)["items"], json!([]));
        let facts = reader.get(&format!("/api/v1/members/{}", ann.id)).expect(200);
        assert_eq!((&facts["monitor"], &facts["ban"]), (&Value::Null, &Value::Null));
        for shown in [&format!("/games/{}", entered["id"]), &format!("/members/{}", ann.id), "/games"] {
            let shown = page(reader, "en", shown);
            assert!(!shown.contains("onitor") && !shown.contains("initials"), "{shown}");
        }
    }
    assert!(cy.get("/api/v1/exports/games.csv").text().lines().count() == 1, "headings alone");
    assert!(ben.get("/api/v1/exports/games.csv").text().contains("awaiting_approval"));
});

both!(members_are_told_no_handle_and_no_times_of_one_another, |club| {
    let may = club.person("May", &[Role::Moderator]);
    let [ann, ben] = ["Ann", "Ben"].map(|name| member(&club, name));
    let [may, ann, ben] = come(&club, [&may, &ann, &ben]);
    let facts = |by: &Client| by.get(&format!("/api/v1/members/{}", ann.id)).expect(200);
    let listed = |by: &Client| by.get("/api/v1/members?search=ann").expect(200)["items"][0]["handle"].clone();
    for (reader, is_told) in [(&ann, true), (&may, true), (&ben, false)] {
        let (told, listed) = (facts(reader), listed(reader));
        for detail in [&told["handle"], &told["presence"]["last_present_at"], &listed] {
            assert_eq!(detail.is_string(), is_told, "{told}");
        }
        assert_eq!(told["presence"].is_object(), is_told, "how often somebody came is not for all: {told}");
    }
    assert_eq!(facts(&club.anyone())["presence"], Value::Null);
    assert_eq!(facts(&club.anyone())["handle"], Value::Null);
    assert_eq!(ben.get("/api/v1/members?search=ann").expect(200)["items"][0]["id"], ann.id, "by the name");
    let sessions = may.get("/api/v1/sessions").expect(200)["sessions"].clone();
    let first = |one: &&Value| one["starts_at"].as_str().unwrap().starts_with("2026-11-06");
    let register =
        format!("/api/v1/sessions/{}/register", sessions.as_array().unwrap().iter().find(first).unwrap()["id"]);
    let stays = |by: &Client| by.get(&register).expect(200)["stays"].as_array().unwrap().len();
    assert_eq!((stays(&may), stays(&ben)), (3, 1), "when others came and left is for the desk");
});

both!(why_a_session_is_cancelled_is_for_the_club, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let ann = member(&club, "Ann");
    let sessions = |by: &Client| -> Answer { by.get("/api/v1/sessions") };
    let next = sessions(&chief).expect(200)["sessions"].as_array().unwrap()[0]["id"].clone();
    let why = json!({ "reason": "Ms Lark is ill" });
    chief.post(&format!("/api/v1/sessions/{next}/cancellation"), &why).expect(200);
    club.lets_visitors_read(Visitors::Leaderboard);
    for path in ["/api/v1/sessions", "/sessions.ics", "/sessions"] {
        assert!(ann.get(path).text().contains("Ms Lark"), "{path}");
        let outside = club.anyone().get(path);
        assert!(outside.status == 200 && !outside.text().contains("Ms Lark"), "{path}: {}", outside.text());
    }
});

both!(search_engines_stay_away_unless_everything_is_open, |club| {
    let robots = || club.anyone().get("/robots.txt");
    assert_eq!(robots().text(), "User-agent: *\nDisallow:\n");
    assert_eq!(robots().header("x-robots-tag"), None);
    club.lets_visitors_read(Visitors::Leaderboard);
    assert_eq!(robots().text(), "User-agent: *\nDisallow: /\n");
    assert_eq!(robots().header("x-robots-tag"), Some("noindex, nofollow"));
});

both!(the_privacy_page_is_true_of_the_settings_and_linked_everywhere, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let visitor = club.anyone();
    club.tells_names(false);
    let open = page(&visitor, "en", "/privacy");
    assert!(open.contains("the same as members") && open.contains("without your name"), "{open}");
    assert!(open.contains("encrypted") && open.contains("28 days"), "evidence is kept here");
    assert!(!open.contains("Discord") && !open.contains("sends e-mail"), "neither is set up");
    assert!(open.contains("The Chief Justice is Chief"), "whom to ask");
    assert!(open.contains("What stays, under the number"), "what an erasure means");
    assert!(open.contains("<a href=\"#parents\">For parents</a>") && open.contains("<h2 id=\"parents\">"), "{open}");
    assert!(open.contains("For parents") && open.contains("Ask the Chief Justice, Chief,"), "{open}");
    for path in ["/", "/sign-in", "/join", "/rulebook"] {
        assert!(page(&visitor, "en", path).contains("href=\"/privacy\""), "{path}");
    }
    club.tells_names(true);
    assert!(page(&visitor, "en", "/privacy").contains("stands there with your name"));
    club.lets_visitors_read(Visitors::Leaderboard);
    let some = page(&visitor, "en", "/privacy");
    for told in ["one letter of your last name", "your rank, your points", "your last 5 results", "on earlier days too"]
    {
        assert!(some.contains(told), "{told}: {some}");
    }
    assert!(!some.contains("the same as members") && !open.contains("one letter of your last name"), "{some}");
    let closed = page(&visitor, "de", "/privacy");
    assert!(closed.contains("Datenschutz") && closed.contains("einem Buchstaben des Nachnamens"), "{closed}");
    assert!(!closed.contains("Den Vorsitz hat"), "nobody is named to people from outside");
    assert!(closed.contains("Für Eltern") && closed.contains("Fragen Sie die Schule oder den Menschen"), "{closed}");
    assert!(page(&chief, "de", "/privacy").contains("Den Vorsitz hat Chief"));
    club.lets_visitors_read(Visitors::Nothing);
    let nothing = page(&visitor, "en", "/privacy");
    assert!(nothing.contains("nothing about you") && !nothing.contains("your last 5 results"), "{nothing}");
});
