//! The pages of those who look after the club, as a browser without scripts sees them.

use rookery::auth::Role;
use serde_json::json;

use crate::harness::{Browser, Caller, Club};

fn between<'a>(page: &'a str, before: &str, after: &str) -> &'a str {
    let from = page.split(before).nth(1).unwrap_or_else(|| panic!("no {before}: {page}"));
    from.split(after).next().unwrap()
}

/// A session under way in which two members are on the register, and a moderator.
fn session(club: &Club) -> (Caller, Caller, Caller) {
    let may = club.person("May", &[Role::Moderator]);
    let [ann, ben] = ["Ann", "Ben"].map(|name| {
        let person = club.person(name, &[]);
        person.post("/api/v1/memberships", &json!({})).expect(201);
        person
    });
    club.set_time("2026-11-06T12:30:00");
    let may = club.again(&may);
    club.anyone().get("/api/v1/sessions").expect(200);
    let here = json!({ "people": [may.id, ann.id, ben.id] });
    may.post("/api/v1/sessions/1/arrivals", &here).expect(200);
    club.set_time("2026-11-06T12:45:00");
    (club.again(&may), club.again(&ann), club.again(&ben))
}

both!(a_monitored_players_game_is_looked_at_and_approved_at_the_desk, |club| {
    let (may, ann, ben) = session(&club);
    let mut desk = Browser::of(&club, &may);
    let csrf = desk.csrf();
    let why = "Three+wins+in+which+nobody+else+saw+a+board";
    let short = desk.post("/desk/watch/monitors", &format!("csrf={csrf}&person={}&reason=odd", ann.id));
    assert_eq!(short.status, 422);
    assert!(between(&short.text(), "id=\"suspicion-hint\"", "</small>").contains("16"), "beside its field");
    desk.post("/desk/watch/monitors", &format!("csrf={csrf}&person={}&reason={why}", ann.id));
    assert!(desk.get("/desk/watch").text().contains("Three wins in which"));
    let mut player = Browser::of(&club, &ben);
    let players = player.csrf();
    player.post("/games/new", &format!("csrf={players}&key=k&opponent={}&ending=usual&as_white=loss", ann.id));
    let mine = player.get("/me/games").text();
    assert!(mine.contains("waits for approval"), "{mine}");
    let waiting = between(&desk.get("/desk").text(), "Games that wait for approval", "</ul>").to_owned();
    assert!(waiting.contains("Ben – Ann") && waiting.contains("href=\"/games/1\""), "{waiting}");
    let form = format!("csrf={csrf}&change=approve&reason=I+watched+it");
    let shown = desk.post("/games/1/changes", &form).text();
    assert!(between(&shown, "<tbody>", "</tbody>").contains("<strong>120</strong>"), "{shown}");
    desk.post("/games/1/changes", &format!("{form}&confirm=yes"));
    assert!(desk.get("/desk").text().contains("None."));
    let table = between(&desk.get("/sessions/1").text(), "<table class=\"crosstable\">", "</table>").to_owned();
    assert!(table.contains(">Ann</a>") && table.contains("<strong>1</strong>"), "{table}");
    assert!(player.get("/desk").status == 403, "members have no desk (III.2)");
});

both!(a_session_is_cancelled_held_after_all_and_added_by_pages, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mut desk = Browser::of(&club, &chief);
    let csrf = desk.csrf();
    desk.get("/sessions");
    let why = desk.post("/sessions/2/cancellation", &format!("csrf={csrf}&reason=no"));
    assert_eq!(why.status, 422);
    desk.post("/sessions/2/cancellation", &format!("csrf={csrf}&reason=Half+term,+school+is+shut"));
    assert!(desk.get("/sessions/2").text().contains("Half term, school is shut"));
    let feed = Browser::new(&club).get("/sessions.ics");
    assert_eq!(feed.header("content-type"), Some("text/calendar; charset=utf-8"));
    let feed = feed.text();
    let event = between(&feed, "UID:session-2@", "END:VEVENT");
    assert!(event.contains("STATUS:CANCELLED\r\n") && event.contains("DESCRIPTION:Half term\\, school"), "{event}");
    assert!(feed.contains("DTSTART:20261106T123000Z\r\n") && feed.ends_with("END:VCALENDAR\r\n"), "{feed}");
    assert_eq!(desk.post("/sessions/2/holding", &format!("csrf={csrf}")).status, 303);
    assert!(!desk.get("/sessions/2").text().contains("Half term"));
    let extra = format!("csrf={csrf}&date=2026-11-10&from=16:00&to=17:00&room=&reason=A+simultaneous+display");
    assert_eq!(desk.post("/sessions", &extra).status, 303);
    assert!(desk.get("/sessions").text().contains("Tuesday 10 November 2026, 16:00"));
    let again = desk.post("/sessions", &extra);
    assert!(again.status >= 400 && again.text().contains("value=\"2026-11-10\""), "what was typed is kept");
});

both!(whoever_runs_the_host_sees_to_people_and_the_log, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice, Role::Administrator]);
    let ann = club.person("Ann", &[]);
    let mut host = Browser::of(&club, &chief);
    let csrf = host.csrf();
    let person = format!("/people/{}", ann.id);
    let found = host.get("/people?q=ann").text();
    assert!(found.contains(&format!("href=\"{person}\"")), "{found}");
    let refused = host.post(&format!("{person}/roles"), &format!("csrf={csrf}&role=moderator&reason=x"));
    assert!(between(&refused.text(), "id=\"give-reason-hint\"", "</small>").contains("3 to 500"));
    host.post(&format!("{person}/roles"), &format!("csrf={csrf}&role=moderator&reason=Elected+in+class"));
    assert!(host.get(&person).text().contains("Elected in class"));
    assert_eq!(Browser::of(&club, &club.again(&ann)).get("/desk").status, 200, "at once");
    host.post(&format!("{person}/roles/taking"), &format!("csrf={csrf}&role=moderator&reason=Moved+away"));
    assert_eq!(Browser::of(&club, &club.again(&ann)).get("/desk").status, 403);
    host.post(&format!("{person}/name"), &format!("csrf={csrf}&name=Ann+Ash"));
    assert!(host.get(&person).text().contains("<h1>Ann Ash</h1>"));
    host.post(&format!("{person}/notes"), &format!("csrf={csrf}&text=Prefers+mornings"));
    assert!(host.get(&person).text().contains("Prefers mornings"));
    let reset = host.post(&format!("{person}/password"), &format!("csrf={csrf}"));
    assert_eq!(reset.header("cache-control"), Some("no-store"));
    assert!(reset.text().contains("/reset?code="), "{}", reset.text());

    let verified = host.post("/administration/verification", &format!("csrf={csrf}")).text();
    assert!(verified.contains("each sealed to the one before"), "{verified}");
    let csv = "handle,name%0Azoe,Zoe+Zander%0Ayan,Yan+Young%0A";
    let tried = host.post("/administration/imports", &format!("csrf={csrf}&name=csv&text={csv}"));
    assert_eq!(tried.status, 303);
    let place = tried.header("location").unwrap().to_owned();
    let done = (0..100).map(|_| host.get(&place).text()).find(|page| !page.contains("<progress")).unwrap();
    assert!(done.contains("tried, nothing changed"), "{done}");
    let empty = host.post("/administration/imports", &format!("csrf={csrf}&name=csv&text="));
    assert_eq!(empty.status, 422);
    assert!(Browser::new(&club).get("/clock").text().contains("clock.js"));
    assert_eq!(Browser::new(&club).get("/clock/worker.js").header("service-worker-allowed"), Some("/clock"));
});
