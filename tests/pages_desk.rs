//! The pages of those who look after the club, as a browser without scripts sees them.

use diesel::prelude::*;
use rookery::auth::Role;
use rookery::db::{Kept, schema::webhook_deliveries};
use rookery_messages::say;
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

/// The page of a job once the job is done.
fn finished(host: &mut Browser, place: &str) -> String {
    let mut page = String::new();
    crate::harness::wait_until(|| {
        page = host.get(place).text();
        !page.contains("<progress")
    });
    page
}

both!(a_penalty_is_one_tap_from_the_desk_and_from_who_gets_it, |club| {
    let (may, ann, ben) = session(&club);
    let mut desk = Browser::of(&club, &may);
    assert!(desk.get("/desk").text().contains("href=\"/decisions/new\">Give a penalty</a>"));
    let about = format!("href=\"/decisions/new?accused={}\">Give a penalty</a>", ben.id);
    let page = desk.get(&format!("/members/{}", ben.id)).text();
    assert!(page.contains(&about), "{page}");
    let opened = desk.get(&format!("/decisions/new?accused={}", ben.id)).text();
    assert!(opened.contains(&format!("<a href=\"/members/{}\">Ben</a>", ben.id)), "{opened}");
    let seen = Browser::of(&club, &ann).get(&format!("/members/{}", ben.id)).text();
    assert!(!seen.contains("Give a penalty"), "who moderates, alone: {seen}");
    may.post("/api/v1/memberships", &json!({})).expect(201);
    let own = Browser::of(&club, &club.again(&may)).get(&format!("/members/{}", may.id)).text();
    assert!(!own.contains("Give a penalty"), "nobody punishes themselves: {own}");
});

both!(a_monitored_players_game_is_looked_at_and_approved_at_the_desk, |club| {
    let (may, ann, ben) = session(&club);
    let mut desk = Browser::of(&club, &may);
    let csrf = desk.csrf();
    let why = "Three+wins+in+which+nobody+else+saw+a+board";
    let short = desk.post("/desk/watch/monitors", &format!("csrf={csrf}&person={}&suspicion=odd", ann.id));
    assert_eq!(short.status, 422);
    assert!(between(&short.text(), "id=\"monitor-suspicion-hint\"", "</small>").contains("16"), "beside its field");
    let oneself = desk.post("/desk/watch/monitors", &format!("csrf={csrf}&person={}&suspicion={why}", may.id)).text();
    assert!(
        between(&oneself, "id=\"monitor-person-hint\"", "</small>").contains("Ask another moderator"),
        "beside its field"
    );
    let both = desk.post("/desk/watch/monitors", &format!("csrf={csrf}&person=&suspicion=odd")).text();
    for field in ["person", "suspicion"] {
        assert!(both.contains(&format!("<a href=\"#monitor-{field}\">")), "{field}: {both}");
    }
    let told = between(&both, "id=\"monitor-wrong\"", "</div>").to_owned();
    assert!(told.contains("II.10.1") && !told.contains("III.2.4"), "the Act that asks for a suspicion: {told}");
    desk.post("/desk/watch/monitors", &format!("csrf={csrf}&person={}&suspicion={why}", ann.id));
    let watched = desk.get("/desk/watch").text();
    assert!(watched.contains("Three wins in which"));
    assert!(watched.contains("Everyone in the club can read it") && !watched.contains("with its reason"), "said once");
    let monitor = between(&watched, "/desk/watch/monitors/", "/lifting");
    let short = desk.post(&format!("/desk/watch/monitors/{monitor}/lifting"), &format!("csrf={csrf}&reason=odd"));
    assert_eq!(short.status, 422);
    let beside = format!("id=\"monitor-{monitor}-reason-hint\"");
    assert!(between(&short.text(), &beside, "</small>").contains("16"), "beside its field");
    let mut player = Browser::of(&club, &ben);
    let players = player.csrf();
    let result = player.get(&format!("/games/new?opponent={}", ann.id)).text();
    let seen = between(&result, "name=\"seen\" value=\"", "\"");
    let taps = format!("csrf={players}&key=k&seen={seen}&opponent={}&ending=unstated&as_white=loss", ann.id);
    player.post("/games/new", &taps);
    let mine = player.get("/me/games").text();
    assert!(mine.contains("waits for approval"), "{mine}");
    let waiting = between(&desk.get("/desk").text(), "Games that wait for approval", "</ul>").to_owned();
    assert!(waiting.contains("Ben – Ann") && waiting.contains("href=\"/games/1#power\""), "{waiting}");
    let form = format!("csrf={csrf}&change=approve&reason=I+watched+it");
    let shown = desk.post("/games/1/changes", &format!("{form}&look=yes")).text();
    assert!(between(&shown, "<tbody>", "</tbody>").contains("<strong>120</strong>"), "{shown}");
    let brings = "100 → 120 points";
    assert!(between(&shown, "What this game brings", "</dl>").contains(brings), "{shown}");
    assert!(desk.get("/games/1").text().contains("waits for approval"), "it was only shown");
    let today = desk.get("/today").text();
    assert!(between(&today, "action=\"/games/1/changes\"", "</form>").contains("value=\"approve\""), "{today}");
    let line = today.split("action=\"/games/1/changes\"").next().unwrap().rsplit("<li").next().unwrap();
    assert!(line.starts_with(" class=\"wrap\""), "the button leaves the words their line: {line}");
    // One tap on the desk, which says what it did and can undo it.
    let tapped = desk.post("/games/1/changes", &format!("csrf={csrf}&change=approve&next=/desk"));
    assert_eq!((tapped.status, tapped.header("location")), (303, Some("/desk")), "{}", tapped.text());
    let after = desk.get("/desk").text();
    assert!(after.contains("The game is approved.") && after.contains("action=\"/games/1/undo\""), "{after}");
    assert!(after.contains("You let it count:"), "which act it is: {after}");
    let counted = ["<p data-undo=\"60\">Was that a mistake?</p>", ">60 seconds left</span>"];
    assert_eq!(
        counted.map(|part| after.matches(part).count()),
        [1, 1],
        "the seconds, and once what they are for: {after}"
    );
    assert!(desk.get("/today").text().contains("action=\"/games/1/undo\""));
    assert!(desk.get("/games/1").text().contains(brings), "the same as it was shown");
    let undone = desk.post("/games/1/undo", &format!("csrf={csrf}&next=/desk"));
    assert_eq!((undone.status, undone.header("location")), (303, Some("/desk")), "{}", undone.text());
    let after = desk.get("/desk").text();
    assert!(after.contains("It is as it was before.") && after.contains("Ben – Ann"), "{after}");
    assert!(!after.contains("action=\"/games/1/undo\""), "once: {after}");
    assert_eq!(desk.post("/games/1/undo", &format!("csrf={csrf}")).status, 409);
    desk.post("/games/1/changes", &form);
    assert!(desk.get("/games/1").text().contains(brings));
    assert!(desk.get("/desk").text().contains("No game waits for approval."));
    let table = between(&desk.get("/sessions/1").text(), "<table class=\"crosstable\">", "</table>").to_owned();
    assert!(table.contains(">Ann</a>") && table.contains("<strong>1</strong>"), "{table}");
    assert!(player.get("/desk").status == 403, "members have no desk (III.2)");
});

both!(what_is_to_be_done_at_a_session_is_on_the_desk, |club| {
    let (may, ann, ben) = session(&club);
    let mut desk = Browser::of(&club, &may);
    desk.get("/sessions");
    let round = "href=\"/sessions/1/register#rounds\"";
    for page in ["/desk", "/sessions/1"] {
        assert!(desk.get(page).text().contains(round), "the round to be announced, on {page}");
    }
    assert!(desk.get("/sessions/1/register").text().contains("id=\"rounds\""));
    let game = json!({ "white": ann.id, "black": ben.id, "result": "white", "ending": "resignation" });
    ann.post("/api/v1/games", &game).expect(201);
    assert!(!desk.get("/desk").text().contains("Rematches that are due"));
    let reason = json!({ "reason": "The board was set up with king and queen changed" });
    ben.post("/api/v1/games/1/objections", &reason).expect(201);
    // Everywhere until the end of that session, which begins at 12:30.
    let deadline = ben.get("/api/v1/deadlines").expect(200)["deadlines"][0]["due_at"].clone();
    assert_eq!(deadline, "2026-11-13T13:10:00Z");
    assert!(desk.get("/me/deadlines").text().contains("13:10"));
    for page in ["/desk", "/sessions/2"] {
        let due = between(&desk.get(page).text(), "Rematches that are due", "</ul>").to_owned();
        assert!(
            due.contains("<bdi>Ann</bdi> –</span> <bdi class=\"whole\">Ben</bdi>")
                && due.contains("href=\"/games/1#rematch\"")
                && due.contains("<small>by ")
                && due.contains("13:10</small>"),
            "{page}: {due}"
        );
    }
    assert!(!desk.get("/sessions/1").text().contains("Rematches that are due"), "it is due at the next one");
    assert!(!Browser::of(&club, &ann).get("/sessions/2").text().contains("Rematches"), "for moderators");

    // Who pairs the next round is told who owes whom, and pairs them first.
    club.set_time("2026-11-13T12:35:00");
    let may = club.again(&may);
    may.post("/api/v1/sessions/2/arrivals", &json!({ "people": [may.id, ann.id, ben.id] })).expect(200);
    let mut desk = Browser::of(&club, &may);
    let csrf = desk.csrf();
    let looked = desk.post("/sessions/2/rounds", &format!("csrf={csrf}&round=1")).text();
    assert!(looked.contains("Ann owes Ben a rematch today."), "{looked}");
    let first = desk.post("/sessions/2/rounds", &format!("csrf={csrf}&round=1&rematches=yes")).text();
    assert!(first.contains(&format!("name=\"boards\" value=\"{}-{}\"", ann.id, ben.id)), "{first}");
    for page in ["/desk", "/sessions/2"] {
        assert!(desk.get(page).text().contains("End it, or change its times"), "{page}");
    }
});

both!(sessions_of_long_ago_are_reached_page_by_page, |club| {
    club.set_time("2026-11-06T12:30:00");
    let now = club.now();
    club.write(move |tx| rookery::sessions::store::ensure_calendar(tx, now));
    club.set_time("2027-09-03T12:00:00");
    let page = |at: &str| Browser::new(&club).get(at).text();
    let (first, last) = ("Fri 6 Nov 2026", "Fri 27 Aug 2027");
    let newest = page("/sessions");
    assert!(newest.contains(last) && !newest.contains(first), "{newest}");
    let older = page(&format!("/sessions{}", between(&newest, "rel=\"next\" href=\"", "\"")));
    assert!(older.contains(first) && !older.contains(last), "{older}");
    assert!(!older.contains("rel=\"next\""), "there is nothing before the first: {older}");
});

both!(a_session_is_cancelled_held_after_all_and_added_by_pages, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mut desk = Browser::of(&club, &chief);
    let csrf = desk.csrf();
    desk.get("/sessions");
    let who = json!({ "name": "Knights", "place": "Northfield School" });
    chief.put("/api/v1/club", &who).expect(200);
    let why = desk.post("/sessions/2/cancellation", &format!("csrf={csrf}&reason=no"));
    assert_eq!(why.status, 422);
    desk.post("/sessions/2/cancellation", &format!("csrf={csrf}&reason=Half+term,+school+is+shut"));
    assert!(desk.get("/sessions/2").text().contains("Half term, school is shut"));
    let feed = Browser::new(&club).get("/sessions.ics");
    assert_eq!(feed.header("content-type"), Some("text/calendar; charset=utf-8"));
    let feed = feed.text();
    assert!(feed.contains("X-WR-CALNAME:Knights\r\n"), "{feed}");
    let event = between(&feed, "UID:session-2@", "END:VEVENT");
    assert!(event.contains("SUMMARY:Knights\r\n"), "{event}");
    assert!(event.contains("LOCATION:Room 322\\, Northfield School\r\n"), "{event}");
    assert!(event.contains("STATUS:CANCELLED\r\n") && event.contains("DESCRIPTION:Half term\\, school"), "{event}");
    assert!(feed.contains("DTSTART:20261106T123000Z\r\n") && feed.ends_with("END:VCALENDAR\r\n"), "{feed}");
    assert_eq!(desk.post("/sessions/2/holding", &format!("csrf={csrf}")).status, 303);
    assert!(!desk.get("/sessions/2").text().contains("Half term"));
    let extra = format!("csrf={csrf}&date=2026-11-10&from=16:00&to=17:00&room=&reason=A+simultaneous+display");
    assert_eq!(desk.post("/sessions", &extra).status, 303);
    assert!(desk.get("/sessions").text().contains("Tue 10 Nov 2026, 16:00"));
    let again = desk.post("/sessions", &extra);
    assert!(again.status >= 400 && again.text().contains("value=\"2026-11-10\""), "what was typed is kept");
});

both!(an_administrator_sees_to_people_and_files, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice, Role::Administrator]);
    let ann = club.person("Ann", &[]);
    let mut host = Browser::of(&club, &chief);
    let csrf = host.csrf();
    let person = format!("/people/{}", ann.id);
    let found = host.get("/people?q=ann").text();
    assert!(found.contains(&format!("href=\"{person}\"")), "{found}");
    assert!(host.get(&person).text().contains("<option value=\"\">Choose</option>"), "no role is given by a stray tap");
    let nothing = host.post(&format!("{person}/roles"), &format!("csrf={csrf}&role=&reason=Elected+in+class"));
    assert!(between(&nothing.text(), "id=\"give-role-hint\"", "</small>").contains("Choose a role."));
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

    let csv = "handle,name%0Azoe,Zoe+Zander%0Ayan,Yan+Young%0A";
    let tried = host.post("/administration/imports", &format!("csrf={csrf}&text={csv}"));
    assert_eq!(tried.status, 303);
    let place = tried.header("location").unwrap().to_owned();
    let done = finished(&mut host, &place);
    assert!(done.contains("Nothing is entered yet. It would enter:") && done.contains("2 new people"), "{done}");
    // The file need not be chosen again, and is kept no longer than it takes.
    let again = host.get(&format!("/administration/files?again={}", place.rsplit('/').next().unwrap())).text();
    assert!(again.contains("Zoe Zander"), "what was pasted can be corrected: {again}");
    let entered = host.post(&format!("{place}/entry"), &format!("csrf={csrf}"));
    let result = entered.header("location").unwrap().to_owned();
    let done = finished(&mut host, &result);
    let told = between(&done, "<p role=\"status\">", "</p>");
    assert!(
        told.contains("Entered:") && told.contains("2 new people") && told.contains("See the leaderboard"),
        "{told}"
    );
    assert!(!done.contains("/entry"), "{done}");
    assert_eq!(host.post(&format!("{place}/entry"), &format!("csrf={csrf}")).status, 409);
    let empty = host.post("/administration/imports", &format!("csrf={csrf}&text="));
    assert_eq!(empty.status, 422);
    assert!(between(&empty.text(), "role=\"alert\"", "</div>").contains("href=\"#file\""), "{}", empty.text());
    // A browser sends an end of line as two characters; lines are numbered as in its field, blank ones too.
    let csv = "handle,name%0D%0Axan,Xan+Xu%0D%0A%0D%0Ano+handle,Will+Webb%0D%0A";
    let tried = host.post("/administration/imports", &format!("csrf={csrf}&text={csv}"));
    let place = tried.header("location").unwrap().to_owned();
    let done = finished(&mut host, &place);
    assert!(done.contains("<strong>Line 4</strong> <code>no handle,Will Webb</code>"), "{done}");
    // A column that is unknown is said beside, once, and can be left out.
    let csv = "name,joined,mood%0D%0AYul+Yeo,,good%0D%0A,,bad%0D%0A";
    let tried = host.post("/administration/imports", &format!("csrf={csrf}&text={csv}"));
    let place = tried.header("location").unwrap().to_owned();
    let done = finished(&mut host, &place);
    assert_eq!(done.matches("<strong>Line ").count(), 2, "{done}");
    assert!(done.contains("it may have handle, name,") && done.contains("The club has no place for: mood."), "{done}");
    assert!(!done.contains("name=\"only_good\""), "nothing is entered before that is settled: {done}");
    let without = host.post(&format!("{place}/entry"), &format!("csrf={csrf}&skip_columns=yes"));
    let done = finished(&mut host, without.header("location").unwrap());
    assert_eq!(done.matches("<strong>Line ").count(), 1, "{done}");
    assert!(done.contains("Left out: mood.") && done.contains("name=\"only_good\""), "{done}");
    // What is missing is offered, one after the other; a pasted archive of games is known by how it begins.
    let csv = "date;wei%C3%9F;schwarz;ergebnis%0A2026-09-04;Uma+Unger;Vic+Vale;1:0%0A";
    let tried = host.post("/administration/imports", &format!("csrf={csrf}&text={csv}"));
    let mut place = tried.header("location").unwrap().to_owned();
    for option in ["make_sessions", "join_unknown"] {
        let done = finished(&mut host, &place);
        assert!(done.contains(&format!("name=\"{option}\"")) && done.contains("class=\"why\""), "{done}");
        let next = host.post(&format!("{place}/entry"), &format!("csrf={csrf}&{option}=yes"));
        place = next.header("location").unwrap().to_owned();
    }
    let done = finished(&mut host, &place);
    assert!(done.contains("one game, 2 new people") && !done.contains("<strong>Line "), "{done}");
    // Whose points it would change is what it then changes, and nothing before that.
    let points = between(&done, "id=\"points\"", "</details>").to_owned();
    assert!(points.contains("2 scores change") && points.contains("Vic Vale"), "{points}");
    assert!(!host.get("/").text().contains("Uma Unger"));
    let entered = host.post(&format!("{place}/entry"), &format!("csrf={csrf}"));
    assert!(finished(&mut host, entered.header("location").unwrap()).contains("Entered:"));
    let after = |name: &str| {
        let row = points.split("<tr>").find(|row| row.contains(name)).unwrap();
        between(row, "<strong>", "</strong>").parse::<i64>().ok()
    };
    // What the session's close brings comes a moment later.
    crate::harness::wait_until(|| {
        let board = club.anyone().get("/api/v1/leaderboard").expect(200);
        let lines = board["items"].as_array().unwrap();
        let score = |name: &str| lines.iter().find(|line| line["name"] == name).and_then(|line| line["score"].as_i64());
        ["Uma Unger", "Vic Vale"].iter().all(|name| score(name).is_some() && score(name) == after(name))
    });
    // A name that is nearly a known one is asked about, and one tap puts it right.
    let csv = "white,black,result,date%0AZoey+Zander,Yan+Young,1-0,2026-09-04%0A";
    let form = format!("csrf={csrf}&text={csv}&make_sessions=yes&join_unknown=yes");
    let place = host.post("/administration/imports", &form).header("location").unwrap().to_owned();
    let done = finished(&mut host, &place);
    assert!(done.contains("Nobody is called Zoey Zander yet. Did you mean Zoe Zander?"), "{done}");
    let form = format!("csrf={csrf}&written=Zoey+Zander&meant=Zoe+Zander");
    let next = host.post(&format!("{place}/entry"), &form);
    let done = finished(&mut host, next.header("location").unwrap());
    assert!(done.contains("one game") && !done.contains("Zoey") && !done.contains("Did you mean"), "{done}");
    // A room that no line names is a guess, and said before it is entered.
    let csv = "starts_at,ends_at,room%0A2026-10-02+12:30,2026-10-02+13:10,%0A";
    let tried = host.post("/administration/imports", &format!("csrf={csrf}&text={csv}"));
    let done = finished(&mut host, tried.header("location").unwrap());
    assert!(done.contains("one session") && done.contains("get the usual one: Room 322."), "{done}");
    let pgn = "%5BWhite+%22Uma%22%5D";
    let tried = host.post("/administration/imports", &format!("csrf={csrf}&text={pgn}"));
    let done = finished(&mut host, tried.header("location").unwrap());
    assert!(done.contains("pasted.pgn"), "{done}");
    assert!(Browser::new(&club).get("/clock").text().contains("clock.js"));
    assert_eq!(Browser::new(&club).get("/clock/worker.js").header("service-worker-allowed"), Some("/clock"));
});

both!(time_limits_and_pairs_kept_apart_are_told_at_the_desk, |club| {
    let (mona, pairs) = club.in_session(1);
    let (white, black) = pairs[0];
    let mut desk = Browser::of(&club, &mona);
    let csrf = desk.csrf();
    let none = desk.post("/desk/limits", &format!("csrf={csrf}&white={white}&black=&minutes=10"));
    assert!(none.status == 422 && none.text().contains("Choose a player."), "{}", none.text());
    let long = desk.post("/desk/limits", &format!("csrf={csrf}&white={white}&black={white}&minutes=999"));
    let told = between(&long.text(), "id=\"start-wrong\"", "</div>").to_owned();
    assert_eq!(long.status, 422);
    assert!(told.contains("#start-black") && told.contains("#start-minutes"), "{told}");
    assert!(told.contains("1 to 240 minutes") && !told.contains("seconds"), "{told}");
    let begun = format!("csrf={csrf}&white={white}&black={black}&minutes=10");
    assert_eq!(desk.post("/desk/limits", &begun).status, 303);
    let page = desk.get("/desk/limits").text();
    assert!(page.contains("is running: 10:00 left"), "{page}");
    let limit = between(&page, "action=\"/desk/limits/", "\"").to_owned();
    let mut tell = |told: &str| desk.post(&format!("/desk/limits/{limit}"), &format!("csrf={csrf}&told={told}"));
    assert_eq!(tell("pause").status, 303);
    let twice = tell("pause");
    assert!(twice.status == 409 && twice.text().contains("paused: 10:00 left"), "{}", twice.text());
    assert_eq!((tell("resume").status, tell("end").status), (303, 303));
    assert!(desk.get("/desk/limits").text().contains("No game has a time limit now."));

    let apart = format!("csrf={csrf}&first={white}&second={black}&reason=They+argue+and+never+play");
    let all = desk.post("/desk/pairs", &format!("csrf={csrf}&first=&second=&reason=")).text();
    for field in ["first", "second", "reason"] {
        assert!(all.contains(&format!("<a href=\"#forbid-{field}\">")), "{field}: {all}");
    }
    assert_eq!(desk.post("/desk/pairs", &apart).status, 303);
    let page = desk.get("/desk/pairs").text();
    assert!(page.contains("They argue and never play"), "{page}");
    assert_eq!(desk.post("/desk/pairs", &apart).status, 409);
    let pair = between(&page, "action=\"/desk/pairs/", "/").to_owned();
    desk.post(&format!("/desk/pairs/{pair}/lifting"), &format!("csrf={csrf}"));
    assert!(desk.get("/desk/pairs").text().contains("Nobody is kept apart."));
});

both!(who_runs_the_host_finds_the_house_rules_and_reads_who_changes_them, |club| {
    let mut host = Browser::of(&club, &club.person("Hope", &[Role::Administrator]));
    let page = host.get("/administration").text();
    let way = between(&page, "<a href=\"/rulebook/house_rules\">", "</li>");
    assert!(way.contains("House rules</a>") && way.contains("Only the Chief Justice can change them."), "{page}");
    let mut chief = Browser::of(&club, &club.person("Chief", &[Role::ChiefJustice]));
    assert!(chief.get("/desk").text().contains("<a href=\"/rulebook/house_rules\">House rules</a>"));
});

both!(webhooks_are_added_and_ended_on_their_page, |club| {
    let club = club.still();
    let host = club.person("Hope", &[Role::Administrator]);
    let mut host = Browser::of(&club, &host);
    let csrf = host.csrf();
    let refused = host.post("/administration/webhooks", &format!("csrf={csrf}&url=ftp://club.example&topics="));
    assert!(refused.status == 422 && refused.text().contains("https:// address"), "{}", refused.text());
    let home = host.post("/administration/webhooks", &format!("csrf={csrf}&url=https://localhost/x&topics="));
    assert!(home.status == 422 && home.text().contains("leads to the computer of the club"), "{}", home.text());
    let unheard = host.post("/administration/webhooks", &format!("csrf={csrf}&url=https://club.example/&topics=news"));
    assert!(unheard.status == 422 && unheard.text().contains("election.called_off"), "{}", unheard.text());
    let refused = unheard.text();
    let two = format!("csrf={csrf}&url=ftp://club.example&topics=session.added&topics=case.filed");
    let kept = host.post("/administration/webhooks", &two);
    for topic in ["session.added", "case.filed"] {
        assert!(kept.text().contains(&format!("name=\"topics\" value=\"{topic}\" checked")), "{}", kept.text());
    }
    for (about, opening) in
        [("Sessions", "<details open>"), ("The Court", "<details open>"), ("Elections", "<details>")]
    {
        assert!(kept.text().contains(&format!("{opening}<summary>{about}</summary>")), "{about}: {}", kept.text());
    }
    assert!(refused.contains("id=\"webhook-topics\"") && !refused.contains("password.asked"), "{refused}");
    let asked = format!("csrf={csrf}&url=https://club.example/news&topics=session.cancelled&topics=session.added");
    let added = host.post("/administration/webhooks", &asked);
    assert!(added.header("cache-control") == Some("no-store") && added.text().contains("whsec_"));
    let page = host.get("/administration/webhooks").text();
    assert!(page.contains("Session cancelled · Extra session") && !page.contains("whsec_"), "{page}");
    let webhook = between(&page, "action=\"/administration/webhooks/", "/").to_owned();
    host.post(&format!("/administration/webhooks/{webhook}/tests"), &format!("csrf={csrf}"));
    let sent = host.get("/administration/webhooks");
    assert!(sent.header("refresh") == Some("2") && sent.text().contains("A test is on its way."), "{}", sent.text());
    // What came of earlier ones stays to be read meanwhile: the last, and the others folded.
    let id: i64 = webhook.parse().unwrap();
    club.write(move |tx| {
        for (attempt, status) in [(1_i64, 500_i64), (2, 502), (3, 200)] {
            let why = (status != 200).then(|| Kept::of(say!("answered {status}", status)));
            diesel::insert_into(webhook_deliveries::table)
                .values((
                    webhook_deliveries::webhook_id.eq(id),
                    webhook_deliveries::message_id.eq(1_i64),
                    webhook_deliveries::topic.eq("session.added"),
                    webhook_deliveries::attempted_at.eq(tx.now),
                    webhook_deliveries::attempt.eq(attempt),
                    webhook_deliveries::status.eq(status),
                    webhook_deliveries::error.eq(why),
                ))
                .execute(tx.db)?;
        }
        Ok(())
    });
    let page = host.get("/administration/webhooks").text();
    assert!(page.contains("A test is on its way."), "{page}");
    let (last, folded) =
        between(&page, "</h2>", "</details>").split_once("<details>").expect("earlier ones are folded");
    assert!(last.contains("it got through. The answer was 200.") && !last.contains("502"), "{page}");
    assert!(page.contains("It begins with https://</"), "what is accepted here: {page}");
    assert!(folded.starts_with("<summary>Earlier attempts: 2</summary>"), "{page}");
    for status in [500, 502] {
        assert!(
            folded.contains(&format!("it did not get through. <span class=\"wrong\">answered {status}</span>")),
            "{page}"
        );
    }
    let changed = host.post(&format!("/administration/webhooks/{webhook}/secret"), &format!("csrf={csrf}"));
    assert!(changed.text().contains("whsec_"));
    host.post(&format!("/administration/webhooks/{webhook}/ending"), &format!("csrf={csrf}"));
    assert!(host.get("/administration/webhooks").text().contains("Nobody is told anything."));
});
