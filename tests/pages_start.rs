//! The first steps of a new club, as a browser without scripts sees them.

use rookery::auth::Role;

use crate::harness::Browser;

fn between<'a>(page: &'a str, before: &str, after: &str) -> &'a str {
    let from = page.split(before).nth(1).unwrap_or_else(|| panic!("no {before}: {page}"));
    from.split(after).next().unwrap()
}

both!(a_time_zone_is_a_place_and_germans_begin_with_theirs, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let mut english = Browser::of(&club, &chief);
    let mut german = Browser::of(&club, &chief);
    german.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    let zones =
        |browser: &mut Browser| between(&browser.get("/start").text(), "name=\"time_zone\"", "</select>").to_owned();
    let offered = zones(&mut english);
    assert!(offered.contains("<option selected>Europe/London</option>"), "{offered}");
    assert!(offered.contains("<option>America/New_York</option>") && offered.contains("<option>UTC</option>"));
    for other in ["Navajo", "GMT0", "Etc/", "US/Eastern"] {
        assert!(!offered.contains(other), "{other}: {offered}");
    }
    assert!(zones(&mut german).contains("<option selected>Europe/Berlin</option>"));

    // What was set stays on offer, and is what the form begins with in any language.
    let csrf = english.csrf();
    let set = "session_weekday=Fri&session_start=12:30&session_end=13:10&room=322&time_zone=Etc/GMT-3&replaces=0&key=k";
    assert_eq!(english.post("/start/house_rules", &format!("csrf={csrf}&{set}")).status, 303);
    for browser in [&mut english, &mut german] {
        assert!(zones(browser).contains("<option selected>Etc/GMT-3</option>"));
    }
});

both!(an_empty_leaderboard_says_what_comes_first, |club| {
    let home = || Browser::new(&club).get("/").text();
    assert!(home().contains("This club is not set up yet.") && !home().contains("Nobody is on the leaderboard yet."));
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    assert!(!home().contains("not set up yet") && !home().contains("href=\"/start\""), "nothing for visitors to do");
    let page = Browser::of(&club, &chief).get("/").text();
    assert!(between(&page, "Nobody is on the leaderboard yet.", "</section>").contains("href=\"/start\""), "{page}");
});
