//! Pages of sessions and their games, as a browser without scripts sees them. Rounds are in the file
//! beside.

mod rounds;

use chrono::TimeDelta;
use rookery::auth::Role;
use serde_json::json;

use crate::harness::{Browser, Caller, Club};
use crate::pages::evening;

/// What stands in a page between two of its texts.
fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let after = page.split_once(from).unwrap_or_else(|| panic!("no {from:?} in {page}")).1;
    after.split_once(to).unwrap_or_else(|| panic!("no {to:?} after {from:?} in {page}")).0
}

/// A moderator and members, all on the register of a session that is on.
fn session(club: &Club, names: &[&str]) -> (Caller, Vec<Caller>) {
    let may = club.person("May", &[Role::Moderator]);
    let members: Vec<Caller> = names
        .iter()
        .map(|name| {
            let person = club.person(name, &[]);
            person.post("/api/v1/memberships", &json!({})).expect(201);
            person
        })
        .collect();
    club.set_time("2026-11-06T12:30:00");
    let now = club.now();
    club.write(move |tx| rookery::sessions::store::ensure_calendar(tx, now));
    let here: Vec<i64> = members.iter().map(|member| member.id).chain([may.id]).collect();
    club.again(&may).post("/api/v1/sessions/1/arrivals", &json!({ "people": here })).expect(200);
    club.set_time("2026-11-06T12:40:00");
    (club.again(&may), members.iter().map(|member| club.again(member)).collect())
}

both!(a_long_register_leads_to_a_name_by_its_letter_or_by_looking_for_it, |club| {
    let (may, _) = session(&club, &["Ann", "Ben"]);
    let mut desk = Browser::of(&club, &may);
    let register = "/sessions/1/register";
    assert!(!desk.get(register).text().contains("#letter-"), "few are seen at a glance");
    club.write(|tx| {
        for number in 0..60 {
            let name = format!("{}. Pupil {number}", ["Äg", "ben", "Cy", "Zo"][number % 4]);
            let person = rookery::members::store::add_person(tx, &format!("pupil{number}"), &name)?;
            let now = tx.now;
            rookery::members::store::join(tx, person, now)?;
        }
        Ok(())
    });
    let page = desk.get(register).text();
    let letters = between(&page, "<nav class=\"letters\"", "</nav>");
    let shown: Vec<&str> = letters.split("\">").skip(2).map(|link| link.split('<').next().unwrap()).collect();
    assert_eq!(shown, ["A", "B", "C", "M", "Z", "Ä"], "one each, in whatever case: {letters}");
    let bs = between(&page, "<h2 id=\"letter-2\" class=\"letter\">B</h2>", "<h2");
    assert!(bs.contains("<span>Ben</span>") && bs.contains("ben. Pupil 1<") && !bs.contains("Cy."), "{bs}");
    let found = desk.get(&format!("{register}?q=pupil+17")).text();
    assert!(found.contains("ben. Pupil 17") && !found.contains("Pupil 18") && !found.contains("#letter-"), "{found}");
    let nobody = desk.get(&format!("{register}?q=nobody+at+all")).text();
    assert!(nobody.contains("Nobody is called") && nobody.contains("Show everybody"), "{nobody}");
});

both!(a_session_is_told_by_the_clock_of_now_where_the_zone_was_set_during_it, |club| {
    let (may, _) = session(&club, &["Ann"]);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let zone = json!({ "replaces": 1, "note": "We meet in Berlin.", "rules": { "time_zone": "Europe/Berlin" } });
    chief.post("/api/v1/house_rules", &zone).expect(201);
    let mut start = Browser::of(&club, &chief);
    for page in ["/sessions", "/sessions/1", "/sessions/1/register"] {
        assert!(start.get(page).text().contains("13:30"), "{page}: {}", start.get(page).text());
    }
    assert!(start.get("/start").text().contains("until 14:10"), "{}", start.get("/start").text());
    assert!(!start.get("/sessions/1").text().contains("12:30"));

    // What is typed goes by the same clock: in London it would be yet to come.
    let mut desk = Browser::of(&club, &may);
    let csrf = desk.csrf();
    let came = desk.post("/sessions/1/register", &format!("csrf={csrf}&arrive={}&at=13:35", chief.id));
    assert_eq!(came.status, 303, "{}", came.text());
    let stays = may.get("/api/v1/sessions/1/register").expect(200)["stays"].clone();
    let stay = stays.as_array().unwrap().iter().find(|stay| stay["person"] == chief.id).unwrap().clone();
    assert!(stay["arrived_at"].as_str().unwrap().starts_with("2026-11-06T12:35:00"), "{stay}");
});

both!(a_session_that_is_on_is_changed_and_ended_by_its_page, |club| {
    let (may, _) = session(&club, &["Ann"]);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mut desk = Browser::of(&club, &may);
    let csrf = desk.csrf();
    let place = "/sessions/1".to_owned();
    for way in ["/today", "/desk"] {
        assert!(desk.get(way).text().contains(&format!("href=\"{place}#hours\"")), "{way}");
    }
    let page = desk.get(&place).text();
    assert!(page.contains("id=\"hours\"") && page.contains("name=\"to\" type=\"time\" value=\"13:10\""), "{page}");
    let refused = desk.post(&format!("{place}/hours"), &format!("csrf={csrf}&from=12:30&to=12:35&room=Hall"));
    assert_eq!(refused.status, 422);
    assert!(
        refused.text().contains("href=\"#hours-to\"") && refused.text().contains("value=\"Hall\""),
        "typed is kept"
    );
    let changed = desk.post(&format!("{place}/hours"), &format!("csrf={csrf}&from=12:30&to=13:45&room=Hall"));
    assert_eq!((changed.status, changed.header("location")), (303, Some(place.as_str())), "{}", changed.text());
    assert!(desk.get(&place).text().contains("12:30 to 13:45, Hall"));
    // A name that says itself that it is a room's.
    desk.post(&format!("{place}/hours"), &format!("csrf={csrf}&from=12:30&to=13:45&room=Raum+12"));
    assert!(desk.get(&place).text().contains("12:30 to 13:45, Room 12"));
    desk.post(&format!("{place}/hours"), &format!("csrf={csrf}&from=12:30&to=13:45&room=Hall"));
    let ended = desk.post(&format!("{place}/end"), &format!("csrf={csrf}"));
    assert_eq!((ended.status, ended.header("location")), (303, Some(place.as_str())), "{}", ended.text());
    let page = desk.get(&place).text();
    assert!(page.contains("The session is over.") && !page.contains("id=\"hours\""), "{page}");
    assert!(page.contains(&format!("action=\"{place}/undo\" data-undo=\"60\"")), "and for how long: {page}");
    for way in ["/today", "/desk"] {
        let page = desk.get(way).text();
        let card = between(&page, &format!("action=\"{place}/undo\" data-undo=\"60\""), "</form>");
        assert!(card.contains("You ended the session.") && card.contains("60 seconds left"), "{way}: {page}");
        let other = Browser::of(&club, &chief).get(way).text();
        assert!(!other.contains(&format!("action=\"{place}/undo\"")), "only who ended it: {way}: {other}");
    }
    let undone = desk.post(&format!("{place}/undo"), &format!("csrf={csrf}"));
    assert_eq!((undone.status, undone.header("location")), (303, Some(place.as_str())), "{}", undone.text());
    let page = desk.get(&place).text();
    assert!(page.contains("The session goes on.") && page.contains("12:30 to 13:45, Hall"), "{page}");
    assert_eq!(desk.post(&format!("{place}/end"), &format!("csrf={csrf}")).status, 303);
    assert!(desk.get(&place).text().contains(&format!("action=\"{place}/undo\"")));
    club.pass(TimeDelta::seconds(61));
    assert!(!desk.get(&place).text().contains(&format!("action=\"{place}/undo\"")), "for a minute");
    assert_eq!(desk.post(&format!("{place}/undo"), &format!("csrf={csrf}")).status, 409);
    let again = desk.post(&format!("{place}/end"), &format!("csrf={csrf}"));
    assert_eq!(again.status, 409, "{}", again.text());
    assert!(again.text().contains("Only a session that is on can be ended"), "{}", again.text());
    club.deliver();
    let news = Browser::of(&club, &may).get("/me/notifications").text();
    assert!(news.contains("Session over") && news.contains("Began: "), "{news}");
});

both!(a_refused_extra_session_says_so_at_the_field_that_is_wrong, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mut desk = Browser::of(&club, &chief);
    let csrf = desk.csrf();
    desk.get("/sessions");
    let mut refused = |date: &str, from: &str, to: &str, field: &str| {
        let form = format!("csrf={csrf}&date={date}&from={from}&to={to}&room=101&reason=A+simultaneous+display");
        let page = desk.post("/sessions", &form).text();
        assert!(page.contains("id=\"extra-wrong\"") && page.contains("value=\"101\""), "what was typed stays: {page}");
        let wrong = between(&page, &format!("id=\"extra-{field}-hint\">"), "</small>").to_owned();
        assert_eq!(page.matches("aria-invalid").count(), 1, "{page}");
        wrong
    };
    assert!(refused("", "16:00", "17:00", "date").contains("Say on which day."));
    assert!(refused("2026-11-10", "16:00", "", "to").contains("12:30"));
    assert!(refused("2026-11-10", "16:00", "15:00", "to").contains("A session ends after it begins."));
    assert!(refused("2028-11-10", "16:00", "17:00", "date").contains("more than a year ahead"));
    assert!(refused("2026-11-06", "12:45", "13:30", "date").contains("Another session is on then"));
    let empty = desk.post("/sessions", &format!("csrf={csrf}&date=&from=&to=&room=&reason=")).text();
    let on_top = between(&empty, "id=\"extra-wrong\"", "</ul>");
    for field in ["date", "from", "to", "reason"] {
        assert!(on_top.contains(&format!("href=\"#extra-{field}\"")), "{field}, at once with the others: {on_top}");
    }
    let back = desk.post("/sessions", &format!("csrf={csrf}&date=2026-11-10&from=16:00&to=15:00&room=&reason=")).text();
    let both = between(&back, "id=\"extra-wrong\"", "</ul>");
    assert!(both.contains("A session ends after it begins.") && both.contains("href=\"#extra-reason\""), "{both}");
    assert!(on_top.contains("\">Reason</a>: ") && !on_top.contains("\"></a>"), "by their labels: {on_top}");
});

both!(an_objection_is_shown_with_what_follows_and_can_be_taken_back, |club| {
    let (_, members) = session(&club, &["Ann", "Ben"]);
    let [ann, ben] = &members[..] else { unreachable!() };
    let game = json!({ "white": ann.id, "black": ben.id, "result": "white", "ending": "resignation" });
    ann.post("/api/v1/games", &game).expect(201);
    let mut player = Browser::of(&club, ben);
    let csrf = player.csrf();
    let form = format!("csrf={csrf}&reason=The+king+was+never+in+check");
    let own = player.get("/games/1").text();
    let offered = between(&own, "action=\"/games/1/objections\"", "</form>");
    assert!(
        offered.contains("See what happens then") && !offered.contains(">Object<"),
        "nothing by one tap: {offered}"
    );
    let look = player.post("/games/1/objections", &format!("csrf={csrf}&reason="));
    let asks = "name=\"reason\" minlength=\"3\"";
    assert_eq!(look.status, 200, "to look, nobody has to say why: {}", look.text());
    assert!(look.text().contains("you win this game by forfeit") && look.text().contains(asks), "{}", look.text());
    let unsaid = player.post("/games/1/objections", &format!("csrf={csrf}&reason=&confirm=yes"));
    assert_eq!(unsaid.status, 422, "to object, they do");
    assert!(player.get("/games/1").text().contains("Not right?"));
    let shown = player.post("/games/1/objections", &form);
    assert_eq!(shown.status, 200);
    let page = shown.text();
    for told in [
        ">Ann – Ben</a>",
        "The king was never in check",
        "Everyone can read your reason.",
        "at the session of Friday 13 November 2026, 12:30",
        "If you are not there, or will not play, this game is final as it is.",
        "you win this game by forfeit",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
    assert!(!page.contains(asks), "it is said already: {page}");
    assert!(page.contains(">Object</button>") && page.contains("href=\"/games/1\">Leave it as it is</a>"), "{page}");
    let open = || ben.get("/api/v1/objections?state=open").expect(200)["items"].as_array().unwrap().len();
    assert_eq!(open(), 0, "nothing has happened yet");
    let other = player.post("/games/1/objections", &format!("{form}&due=2026-11-20T12:30:00&confirm=yes"));
    assert_eq!((other.status, open()), (409, 0), "it was due at another session when it was shown");
    assert!(other.text().contains("Changed since you looked: When the rematch is due."), "{}", other.text());
    let due = between(&page, "name=\"due\" value=\"", "\"");
    assert_eq!(player.post("/games/1/objections", &format!("{form}&due={due}&confirm=yes")).status, 303);
    assert_eq!(open(), 1);
    let again = player.post("/games/1/objections", &form);
    assert_eq!(again.status, 409, "refused before anything is shown");
    let twice = player.post("/games/1/objections", &format!("{form}&due={due}&confirm=yes"));
    assert_eq!((twice.status, open()), (409, 1), "nobody objects twice");
    let objected = player.get("/games/1").text();
    assert!(objected.contains("Take the objection back"));
    assert!(!objected.contains("Not right?"), "a rematch decides it: {objected}");
    let mut other = Browser::of(&club, ann);
    assert!(!other.get("/games/1").text().contains("Take the objection back"), "it is Ben's");
    let csrf_of_ann = other.csrf();
    assert_eq!(other.post("/objections/1/withdrawal", &format!("csrf={csrf_of_ann}")).status, 403);
    let back = player.post("/objections/1/withdrawal", &format!("csrf={csrf}"));
    assert_eq!((back.status, back.header("location")), (303, Some("/games/1")), "{}", back.text());
    assert_eq!(open(), 0);
    assert!(player.get("/games/1").text().contains("Object to how it ended"), "as though nobody had objected");
    let at_once = player.post("/games/1/objections", &form);
    assert_eq!((at_once.status, open()), (200, 0), "what follows comes first: {}", at_once.text());
    let objects = player.post("/games/1/objections", &format!("{form}&due={due}&confirm=yes"));
    assert_eq!((objects.status, open()), (303, 1), "{}", objects.text());
    assert!(player.get("/games/1").text().contains("Take the objection back"));
    club.set_time("2026-11-06T12:55:00");
    let of_ann = Browser::of(&club, &club.again(ann)).get("/games/1").text();
    assert!(
        !of_ann.contains("Take the objection back") && !of_ann.contains("Object to how it ended"),
        "she won: {of_ann}"
    );
});

both!(a_board_of_who_has_to_play_with_a_clock_has_its_tick_in_place_ii_11, |club| {
    let (may, members) = session(&club, &["Ann", "Ben"]);
    let [ann, ben] = &members[..] else { unreachable!() };
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let round = json!({ "round": 1, "boards": [{ "white": ann.id, "black": ben.id }], "byes": [] });
    may.post("/api/v1/sessions/1/pairings", &round).expect(201);
    let ticked = |reader: &Caller, page: &str| {
        let page = Browser::of(&club, reader).get(page).text();
        page.split("name=\"clock\"").skip(1).any(|tick| tick.split('>').next().unwrap().contains("checked"))
    };
    let result = format!("/games/new?opponent={}", ann.id);
    let places = [(&may, "/today"), (&may, "/sessions/1/rounds/1"), (ben, "/today"), (ben, result.as_str())];
    assert!(places.iter().all(|(reader, page)| !ticked(reader, page)), "nobody has to");
    let order = json!({ "person": ann.id, "reason": "Games that last longer than the session" });
    chief.post("/api/v1/clock_orders", &order).expect(201);
    for (reader, page) in places {
        assert!(ticked(reader, page), "{page}");
        let why = Browser::of(&club, reader).get(page).text();
        assert!(why.contains("A clock is ordered for this board."), "{page}: {why}");
    }
});

both!(the_register_is_taken_with_a_thumb, |club| {
    let (may, ann, ben) = evening(&club);
    let register = "/sessions/1/register";
    let mut stranger = Browser::new(&club);
    assert_eq!(stranger.get(register).status, 303, "a visitor is led to sign in");
    assert_eq!(Browser::of(&club, &ann).get(register).status, 403, "members do not take the register (III.2)");

    let mut browser = Browser::of(&club, &may);
    let csrf = browser.csrf();
    let here = |page: &str| between(page, "<strong>", "</strong> here").to_owned();
    assert_eq!(here(&browser.get(register).text()), "3");
    let left = browser.post(register, &format!("csrf={csrf}&leave={}", ben.id));
    let place = format!("{register}#p{}", ben.id);
    assert_eq!((left.status, left.header("location")), (303, Some(place.as_str())));
    let page = browser.get(register).text();
    assert_eq!(here(&page), "2");
    assert_eq!(page.matches("left · tap to undo").count(), 1, "{page}");
    club.set_time("2026-11-06T12:42:00");
    browser.post(register, &format!("csrf={csrf}&arrive={}", ben.id));
    let stays = may.get("/api/v1/sessions/1/register").expect(200)["stays"].clone();
    let of_ben: Vec<_> = stays.as_array().unwrap().iter().filter(|stay| stay["person"] == ben.id).collect();
    assert!(of_ben.len() == 1 && of_ben[0]["left_at"].is_null(), "as though nobody had tapped (0.9): {stays}");
    browser.post(register, &format!("csrf={csrf}&leave={}", ben.id));
    club.set_time("2026-11-06T12:44:01");
    let page = browser.get(register).text();
    assert!(page.contains("left, was present"), "ten minutes are enough (0.9): {page}");
    browser.post(register, &format!("csrf={csrf}&arrive={}", ben.id));
    let stays = may.get("/api/v1/sessions/1/register").expect(200)["stays"].clone();
    assert_eq!(stays.as_array().unwrap().iter().filter(|stay| stay["person"] == ben.id).count(), 2, "{stays}");
    assert_eq!(here(&browser.get(register).text()), "3");
    let found = browser.get(&format!("{register}?q=beech")).text();
    assert!(found.contains("Ben Beech") && !found.contains("Ann &#60;b&#62;Ash"), "{found}");

    may.post("/api/v1/sessions/1/pairings", &json!({ "round": 1 })).expect(201);
    let page = browser.get("/sessions/1").text();
    let boards = between(&page, "<h2 id=\"round-1\">Round 1", "</tbody>");
    assert!(boards.contains("Ben Beech") && boards.contains("Ann"), "{boards}");
    let games = between(&page, "<h2>Games", "</tbody>");
    assert!(games.contains("href=\"/games/1\">1–0</a>"), "{games}");

    club.set_time("2026-11-08T12:00:00");
    let mut browser = Browser::of(&club, &club.again(&may));
    let csrf = browser.csrf();
    let late = browser.post(register, &format!("csrf={csrf}&arrive={}", ben.id));
    assert_eq!(late.status, 422);
    let page = late.text();
    let alert = between(&page, "role=\"alert\"", "</div>");
    assert!(alert.contains(">0.5<") && alert.contains(">0.9<"), "{alert}");
    assert!(alert.contains("Friday 6 November 2026 from 12:30 to 13:10"), "by the club's clock: {alert}");
    assert_eq!(page.matches("Say at what time").count(), 1, "told once: {page}");
    assert!(!page.contains("Show the pairings"), "the session is over: {page}");
    assert!(page.contains("name=\"at\" type=\"time\" value=\"12:30\""), "two days on, the time can be said: {page}");
    assert_eq!(browser.post(register, &format!("csrf={csrf}&at=quarter&arrive={}", ben.id)).status, 422);
    let said = browser.post(register, &format!("csrf={csrf}&at=13:05&leave={}", ben.id));
    assert_eq!(said.status, 303, "{}", said.text());
    assert!(browser.get("/sessions/1/register").text().contains("Ben Beech"));
    let looked = browser.get("/sessions/1/register?at=13:05&q=nobody+at+all").text();
    assert!(looked.contains("<input type=\"hidden\" name=\"at\" value=\"13:05\">"), "looking again: {looked}");
    assert!(looked.contains("href=\"/sessions/1/register?at=13:05\""), "and back to everybody: {looked}");
    let coming = browser.get("/sessions/2/register").text();
    assert!(coming.contains("from an hour before the session") && !coming.contains("name=\"arrive\""), "{coming}");
    let to_come = browser.get("/sessions/2").text();
    assert!(to_come.contains("It has not begun yet") && !to_come.contains("No game has been entered yet"), "{to_come}");
    assert!(browser.get("/sessions").text().contains("Fri 6 Nov 2026, 12:30"));
});
