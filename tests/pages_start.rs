//! The first steps of a new club, as a browser without scripts sees them.

use rookery::auth::Role;

use crate::exchange::lively;
use crate::harness::Browser;

fn between<'a>(page: &'a str, before: &str, after: &str) -> &'a str {
    let from = page.split(before).nth(1).unwrap_or_else(|| panic!("no {before}: {page}"));
    from.split(after).next().unwrap()
}

both!(a_time_zone_is_a_place_and_nothing_is_made_up, |club| {
    club.with_the_shipped_rulebook();
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mut english = Browser::of(&club, &chief);
    let mut german = Browser::of(&club, &chief);
    german.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    let zones =
        |browser: &mut Browser| between(&browser.get("/start").text(), "name=\"time_zone\"", "</select>").to_owned();
    let offered = zones(&mut english);
    assert!(offered.contains("data-zone") && !offered.contains("selected"), "{offered}");
    assert!(offered.contains("<option>America/New_York</option>") && offered.contains("<option>UTC</option>"));
    for other in ["Navajo", "GMT0", "Etc/", "US/Eastern"] {
        assert!(!offered.contains(other), "{other}: {offered}");
    }
    assert!(!zones(&mut german).contains("selected"));
    let fresh = english.get("/start").text();
    assert!(fresh.contains("start.js") && fresh.contains("name=\"room\" type=\"text\" value=\"\""), "{fresh}");
    let csrf = english.csrf();
    let nothing = "session_weekday=&session_start=&session_end=13:10&room=&time_zone=&replaces=0&key=n";
    let refused = english.post("/start/house_rules", &format!("csrf={csrf}&{nothing}"));
    assert_eq!(refused.status, 422);
    assert_eq!(refused.text().matches("<strong class=\"wrong\">This is still empty.").count(), 4, "{}", refused.text());

    // What was set stays on offer, and is what the form begins with in any language.
    let csrf = english.csrf();
    let set = "session_weekday=Fri&session_start=12:30&session_end=13:10&room=322&time_zone=Etc/GMT-3&replaces=0&key=k";
    assert_eq!(english.post("/start/house_rules", &format!("csrf={csrf}&{set}")).status, 303);
    // The note on these house rules is the program's, so each reads it in their language.
    assert!(english.get("/rulebook").text().contains("When and where the club meets."));
    assert!(german.get("/rulebook").text().contains("Wann und wo sich der Klub trifft."));
    for browser in [&mut english, &mut german] {
        assert!(zones(browser).contains("<option selected>Etc/GMT-3</option>"));
        assert!(!browser.get("/start").text().contains("data-zone"), "no other is put in its place");
    }
});

both!(today_leads_to_the_first_steps_until_they_are_done, |club| {
    club.with_the_shipped_rulebook();
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mut start = Browser::of(&club, &chief);
    let csrf = start.csrf();
    let is_open = |start: &mut Browser, step: &str| {
        between(&start.get("/start").text(), &format!("<li id=\"{step}\">"), "<summary>").contains("<details open>")
    };
    assert!(is_open(&mut start, "club") && !is_open(&mut start, "people"));
    let today = start.get("/today").text();
    assert!(today.contains("Set up your club: 0 of 5 done") && today.contains("href=\"/start#club\""), "{today}");
    assert!(today.contains("No session is planned"), "nobody said yet when the club meets: {today}");

    // Nowhere does the club meet at hours that nobody set.
    let meets = |start: &mut Browser| {
        let takes = start.get("/desk").text().contains("Take the register");
        assert_eq!(start.get("/sessions.ics").text().contains("BEGIN:VEVENT"), takes);
        let sessions = start.get("/sessions").text();
        assert_eq!(sessions.contains("Nobody has said yet when the club meets."), !takes, "{sessions}");
        assert_eq!(between(&sessions, "<main", "</main>").contains("href=\"/start#meet\""), !takes, "{sessions}");
        takes
    };
    assert!(!meets(&mut start));

    start.post("/club", &format!("csrf={csrf}&name=Rooks&place="));
    assert!(!is_open(&mut start, "club") && is_open(&mut start, "meet"));
    let set = "session_weekday=Fri&session_start=12:30&session_end=13:10&room=322&time_zone=UTC&replaces=0&key=k";
    assert_eq!(start.post("/start/house_rules", &format!("csrf={csrf}&{set}")).status, 303);
    let today = start.get("/today").text();
    assert!(today.contains("Set up your club: 2 of 5 done") && today.contains("href=\"/start#people\""), "{today}");
    assert!(!today.contains("No session is planned"), "{today}");
    assert!(meets(&mut start));
    let mona = club.person("Mona", &[Role::Moderator]);
    assert!(!Browser::of(&club, &mona).get("/today").text().contains("Set up your club"));
});

both!(the_first_steps_end_with_a_club_that_is_ready, |club| {
    lively(&club);
    let chief = club.person("Chief", &[Role::ChiefJustice, Role::Administrator]);
    let mut start = Browser::of(&club, &chief);
    let csrf = start.csrf();
    let page = start.get("/start").text();
    assert!(page.contains("Five steps.") && !page.contains("Your club is ready."), "it has no name yet: {page}");
    start.post("/club", &format!("csrf={csrf}&name=Rooks&place="));
    let page = start.get("/start").text();
    assert!(page.contains("Your club is ready.") && page.contains("href=\"/administration/backups\""), "{page}");
    assert!(!page.contains("Five steps.") && !page.contains("Note this down"), "{page}");
});

both!(a_session_started_on_one_day_says_nothing_of_others, |club| {
    club.with_the_shipped_rulebook();
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    chief.post("/api/v1/memberships", &serde_json::json!({})).expect(201);
    club.set_time("2026-11-04T10:00:00");
    let chief = club.again(&chief);
    let mut start = Browser::of(&club, &chief);
    let csrf = start.csrf();
    assert_eq!(start.post("/sessions/now", &format!("csrf={csrf}")).status, 303);
    // No room is made up for it, and no end by a clock that nobody has set.
    let today = start.get("/today").text();
    assert_eq!(between(&today, "<p class=\"eyebrow\">", "</p>").trim(), "On now");
    let session = chief.get("/api/v1/sessions?from=2026-11-04T00:00:00Z&to=2026-11-05T00:00:00Z").expect(200);
    let session = &session["sessions"][0];
    assert_eq!((session["room"].as_str(), session["ends_at"].as_str()), (Some(""), Some("2026-11-04T13:00:00Z")));
    let page = start.get(&format!("/sessions/{}", session["id"])).text();
    assert!(between(&page, "<p class=\"soft\">", "</p>").contains("s room"), "{page}");
    club.set_time("2026-11-04T13:10:01");
    let mut after = Browser::of(&club, &club.again(&chief));
    let today = after.get("/today").text();
    assert!(today.contains("No session is planned") && today.contains("Set up your club"), "{today}");
    let sessions = after.get("/sessions").text();
    assert!(sessions.contains("4 Nov 2026") && !sessions.contains("6 Nov 2026"), "{sessions}");
});

both!(a_session_whose_time_is_now_is_on_once_it_is_said_0_5, |club| {
    club.with_the_shipped_rulebook();
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    club.set_time("2026-11-30T09:50:00");
    let mut start = Browser::of(&club, &club.again(&chief));
    let step = |start: &mut Browser| between(&start.get("/start").text(), "<li id=\"register\">", "</li>").to_owned();
    assert!(step(&mut start).contains("Are you together today?"), "the calendar of a club that has said nothing");
    assert!(
        start.get("/start").text().contains("name=\"room\" type=\"text\" value=\"\" autocomplete=\"off\" required")
    );
    let csrf = start.csrf();
    let set = "session_weekday=Mon&session_start=09:00&session_end=12:30&room=12&time_zone=UTC&replaces=0&key=k";
    let saved = start.post("/start/house_rules", &format!("csrf={csrf}&{set}&next=%2Fstart%23club"));
    assert_eq!((saved.status, saved.header("location")), (303, Some("/start#club")), "{}", saved.text());
    let now = step(&mut start);
    assert!(now.contains("/register\">Take the register") && now.contains("until 12:30"), "{now}");
    assert!(!now.contains("Are you together today?"), "{now}");
    // Each step leads on to the first of the others that is not done.
    let meet = between(&start.get("/start").text(), "<li id=\"meet\">", "</li>").to_owned();
    assert!(meet.contains("name=\"next\" value=\"/start#club\""), "{meet}");
    let club = between(&start.get("/start").text(), "<li id=\"club\">", "</li>").to_owned();
    assert!(club.contains("name=\"next\" value=\"/start#people\""), "{club}");
});

both!(an_empty_leaderboard_says_what_comes_first, |club| {
    let home = || Browser::new(&club).get("/").text();
    assert!(home().contains("This club is not set up yet.") && !home().contains("Nobody is on the leaderboard yet."));
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    assert!(!home().contains("not set up yet") && !home().contains("href=\"/start\""), "nothing for visitors to do");
    let page = Browser::of(&club, &chief).get("/").text();
    assert!(between(&page, "Nobody is on the leaderboard yet.", "</section>").contains("href=\"/start\""), "{page}");
    // Who could be on it is led there, and nobody is led to a place that they do not have.
    let (mona, ben) = (club.person("Mona", &[Role::Moderator]), club.person("Ben", &[]));
    let main = |reader| between(&Browser::of(&club, reader).get("/").text(), "<main", "</main>").to_owned();
    let page = main(&mona);
    assert!(between(&page, "Nobody is on the leaderboard yet.", "</section>").contains("href=\"/me\""), "{page}");
    ben.post("/api/v1/memberships", &serde_json::json!({})).expect(201);
    let page = main(&mona);
    assert!(page.contains("Join the leaderboard") && !page.contains("My place"), "{page}");
    let page = main(&ben);
    assert!(!page.contains("Join the leaderboard") && page.contains("My place"), "{page}");
});

both!(a_session_added_on_the_way_leads_back_to_the_first_steps, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mut start = Browser::of(&club, &chief);
    let csrf = start.csrf();
    let link = "/sessions?next=/start%23register";
    assert!(start.get("/start").text().contains(&format!("href=\"{link}#extra\"")));
    assert!(start.get(link).text().contains("name=\"next\" value=\"/start#register\""));
    let extra = format!("csrf={csrf}&date=2026-11-10&to=17:00&reason=We+meet+today&next=%2Fstart%23register");
    let refused = start.post("/sessions", &extra);
    assert!(refused.text().contains("name=\"next\" value=\"/start#register\""), "kept while it is put right");
    let added = start.post("/sessions", &format!("{extra}&from=16:00"));
    assert_eq!((added.status, added.header("location")), (303, Some("/start#register")), "{}", added.text());
    assert!(!start.get("/sessions").text().contains("name=\"next\" value=\"/start"));
});

both!(people_are_invited_once_a_code_is_made, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mut start = Browser::of(&club, &chief);
    let csrf = start.csrf();
    let is_done =
        |start: &mut Browser| between(&start.get("/start").text(), "<li id=\"people\">", "</h2>").contains("done");
    assert!(!is_done(&mut start));
    let code = start.post("/invitations", &format!("csrf={csrf}&kind=invitation&days=14"));
    assert_eq!(code.status, 200);
    assert!(is_done(&mut start));
});

both!(a_list_of_names_says_what_was_done, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mut start = Browser::of(&club, &chief);
    let names = format!("csrf={}&next=%2Fstart%23register&names=Ann+Ash%0ABea+Birch", start.csrf());
    let looked = start.post("/people/list", &names).text();
    let seen = between(&looked, "name=\"seen\" value=\"", "\"").replace(':', "%3A").replace(' ', "+");
    let added = start.post("/people/list", &format!("{names}&seen={seen}&add=yes"));
    assert_eq!((added.status, added.header("location")), (303, Some("/start#register")), "{}", added.text());
    assert!(start.get("/start").text().contains("Everybody new on your list is added."));

    // What needs no look is added from the first steps at once; a name that the club knows is shown first.
    let plainly = |start: &mut Browser, names: &str| {
        let form = format!("csrf={}&next=%2Fstart%23register&join=yes&add=plain&names={names}", start.csrf());
        start.post("/people/list", &form)
    };
    let added = plainly(&mut start, "Cay+Cole%0ADee+Dale");
    assert_eq!((added.status, added.header("location")), (303, Some("/start#register")), "{}", added.text());
    let looked = plainly(&mut start, "Ann+Ash%0AEve+Elm");
    assert_eq!(looked.status, 200);
    assert!(looked.text().contains("One new name") && !start.get("/people").text().contains("Eve Elm"));

    // A refused list is told by the label of the field that it was typed into.
    let columns = format!("csrf={}&names=Form,Ash,Ann,7b%0AForm,Birch,Bea,7b", start.csrf());
    for (next, label) in [("&next=%2Fstart%23register", "Who else plays"), ("", "Names")] {
        let refused = start.post("/people/list", &format!("{columns}{next}")).text();
        assert!(refused.contains(&format!("<a href=\"#list-names\">{label}</a>")), "{refused}");
        assert!(refused.contains(&format!("<label for=\"list-names\">{label}</label>")), "{refused}");
    }
});

both!(a_guest_is_somebody_invited, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mut start = Browser::of(&club, &chief);
    let csrf = start.csrf();
    assert_eq!(start.post("/people", &format!("csrf={csrf}&name=Gus+Guest")).status, 303);
    assert!(between(&start.get("/start").text(), "<li id=\"people\">", "</h2>").contains("done"));
});

both!(an_empty_list_is_a_pawn_and_a_sentence, |club| {
    let ann = club.person("Ann", &[]);
    ann.post("/api/v1/memberships", &serde_json::json!({})).expect(201);
    let mut reader = Browser::of(&club, &ann);
    let lists =
        "/decisions /reports /cases /elections /tournaments /tables /tables?stage=archived /bans /change_requests";
    let more = ["/me/games", "/me/deadlines", "/suggestions", "/games", "/opinions", "/declarations"];
    for list in lists.split(' ').chain(more) {
        assert!(reader.get(list).text().contains("class=\"card empty\""), "{list}");
    }
    // It says what there is none of, and leads on.
    for (list, says, way) in [
        ("/games", "No game yet.", "/games/new"),
        ("/games?result=draw", "No game of the club is like that.", "/games"),
        ("/tables?mine=true", "You sit at no table.", "#open"),
        ("/declarations?state=undone", "Nothing like that has been declared.", "/declarations"),
    ] {
        let page = reader.get(list).text();
        let card = between(&page, "class=\"card empty\"", "</div>");
        assert!(card.contains(says) && card.contains(&format!("href=\"{way}\"")), "{list}: {card}");
    }
    let cases = reader.get("/cases").text();
    assert!(between(&cases, "class=\"card empty\"", "</div>").contains("href=\"/cases/new\""), "{cases}");
});

both!(newcomers_find_answers_and_every_way_leads_somewhere, |club| {
    let ann = club.person("Ann", &[]);
    ann.post("/api/v1/memberships", &serde_json::json!({})).expect(201);
    club.lets_visitors_read(rookery::auth::Visitors::Nothing);
    assert!(Browser::new(&club).get("/sign-in").text().contains("href=\"/help\""), "behind More");
    let mut german = Browser::new(&club);
    german.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    assert!(german.get("/help").text().contains("Wie kann ich mitmachen?"));
    for mut reader in [Browser::new(&club), Browser::of(&club, &ann)] {
        let page = reader.get("/help").text();
        assert!(page.contains("How do I join?") && page.contains("href=\"/rulebook#questions\""), "{page}");
        let main = between(&page, "<main", "</main>");
        for asked in [
            "What does it cost me to lose?",
            "I pressed the wrong button",
            "My opponent entered the wrong result",
            "What is a justice?",
            "How do I appeal?",
            "Who sees my name?",
            "How do I leave, and what is deleted?",
        ] {
            assert!(main.contains(&format!("<summary>{asked}</summary>")), "{asked}: {main}");
        }
        assert!(main.contains("Nobody falls below 100.") && main.contains("tap “Not right?”"), "{main}");
        assert!(main.contains("Nobody else does."), "as the house rules say: {main}");
        for link in main.split("class=\"button second\" href=\"").skip(1) {
            let address = link.split(['"', '#']).next().unwrap().to_owned();
            assert_eq!(reader.get(&address).status, 200, "{address}");
        }
    }
});
