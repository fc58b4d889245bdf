//! Pages of tournaments, as a browser without scripts sees them.

use rookery::auth::Role;
use serde_json::json;

use crate::harness::{Browser, Caller, Club};

fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let after = page.split_once(from).unwrap_or_else(|| panic!("no {from:?} in {page}")).1;
    after.split_once(to).unwrap_or_else(|| panic!("no {to:?} after {from:?} in {page}")).0
}

/// A moderator and members.
fn club_of(club: &Club, names: &[&str]) -> (Caller, Vec<Caller>) {
    let may = club.person("May", &[Role::Moderator]);
    let members = names.iter().map(|name| {
        let person = club.person(name, &[]);
        person.post("/api/v1/memberships", &json!({})).expect(201);
        person
    });
    let members = members.collect();
    (may, members)
}

const FOUND: &str = "kind=swiss&name=Cup&rounds=3&rated=no&open=yes&open_until=1";

/// A Swiss for fun in which all of these play; gives its page.
fn founded(desk: &mut Browser, members: &[Caller]) -> String {
    let csrf = desk.csrf();
    let founded = desk.post("/tournaments", &format!("csrf={csrf}&{FOUND}"));
    assert_eq!(founded.status, 303, "{}", founded.text());
    let place = founded.header("location").unwrap().to_owned();
    for member in members {
        let entered = desk.post(&format!("{place}/players"), &format!("csrf={csrf}&person={}", member.id));
        assert_eq!(entered.status, 303, "{}", entered.text());
    }
    place
}

both!(a_tournament_is_founded_by_plain_questions, |club| {
    let (may, members) = club_of(&club, &["Ann", "Ben"]);
    let mut desk = Browser::of(&club, &may);
    assert!(!Browser::of(&club, &members[0]).get("/tournaments").text().contains("New tournament"));
    assert!(desk.get("/tournaments").text().contains("href=\"/tournaments/new\""));
    let kinds = desk.get("/tournaments/new").text();
    for kind in ["keizer", "swiss", "casual", "round_robin", "knockout", "ladder", "scheveningen"] {
        assert!(kinds.contains(&format!("kind={kind}\"")), "{kind}: {kinds}");
        let asks = desk.get(&format!("/tournaments/new?kind={kind}")).text();
        let rounds = ["keizer", "swiss", "casual"].contains(&kind);
        assert_eq!(asks.contains("name=\"rounds\""), rounds, "{kind}: {asks}");
        assert!(asks.contains("name=\"rated\""), "{kind}");
    }
    let csrf = desk.csrf();
    let refused = desk.post("/tournaments", &format!("csrf={csrf}&kind=swiss&name=&rounds=many"));
    assert_eq!(refused.status, 422);
    let page = refused.text();
    assert!(between(&page, "id=\"found-rounds-hint\"", "</small>").contains("whole number"), "{page}");
    assert!(between(&page, "id=\"found-rated-hint\"", "</small>").contains("Say whether"), "{page}");
    assert!(page.contains("value=\"many\""), "what was typed is there: {page}");

    let form = format!("csrf={csrf}&key=k1&{FOUND}");
    let founded = desk.post("/tournaments", &form);
    let place = founded.header("location").unwrap().to_owned();
    let again = desk.post("/tournaments", &form);
    assert_eq!(again.header("location"), Some(place.as_str()), "twice sent, once founded");
    let page = desk.get("/tournaments").text();
    assert_eq!(page.matches(">Cup<").count(), 1, "{page}");
    assert!(desk.get(&place).text().contains("Swiss · 3 rounds · for fun"));
    let mut ann = Browser::of(&club, &members[0]);
    assert!(ann.get(&place).text().contains("I play"));
    let csrf = ann.csrf();
    assert_eq!(ann.post(&format!("{place}/players"), &format!("csrf={csrf}")).status, 303);
    assert!(!ann.get(&place).text().contains("I play"));
    ann.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    assert!(ann.get(&place).text().contains("Schweizer System · 3 Runden · zum Spaß"));
});

both!(a_round_is_changed_by_two_taps_announced_and_taken_back, |club| {
    let (may, members) = club_of(&club, &["Ann", "Ben", "Cy", "Di"]);
    let mut desk = Browser::of(&club, &may);
    let place = founded(&mut desk, &members);
    let next = format!("{place}/rounds/next");
    let shown = desk.get(&next).text();
    assert!(shown.contains("<p class=\"reach\"><button form=\"announce\">Announce round 1</button></p>"), "{shown}");
    assert_eq!(shown.matches(&format!("formaction=\"{next}#board-2\"")).count(), 2, "a tap comes back to its board");
    let carried = between(&shown, "name=\"boards\" value=\"", "\"").to_owned();
    let seats: Vec<&str> = carried.split([' ', '-']).collect();
    assert_eq!(seats.len(), 4, "{carried}");
    let boards = carried.replace(' ', "+");
    let picked = desk.get(&format!("{next}?boards={boards}&pick={}", seats[0])).text();
    assert!(picked.contains("Now tap the other one."), "{picked}");
    let changed = desk.get(&format!("{next}?boards={boards}&pick={}&with={}", seats[0], seats[2])).text();
    let swapped = format!("{}-{} {}-{}", seats[2], seats[1], seats[0], seats[3]);
    assert_eq!(between(&changed, "name=\"boards\" value=\"", "\""), swapped);
    let stale = desk.get(&format!("{next}?boards=1-99")).text();
    assert_eq!(between(&stale, "name=\"boards\" value=\"", "\""), carried, "nobody who does not play is seated");

    let csrf = desk.csrf();
    let form = format!("csrf={csrf}&key=k1&round=1&boards={}", swapped.replace(' ', "+"));
    let announced = desk.post(&format!("{place}/rounds"), &form);
    assert_eq!(announced.status, 303, "{}", announced.text());
    let round = desk.get(&format!("{place}/rounds/1")).text();
    assert!(round.contains("Take round 1 back"), "{round}");
    assert!(!Browser::of(&club, &members[0]).get(&format!("{place}/rounds/1")).text().contains("Take round 1 back"));
    let stale = desk.post(&format!("{place}/rounds"), &form.replace("key=k1", "key=k2"));
    assert_eq!(stale.status, 409, "it was announced meanwhile: {}", stale.text());
    assert_eq!(desk.post(&format!("{place}/rounds/1/withdrawal"), &format!("csrf={csrf}")).status, 303);
    let gone = desk.get(&format!("{place}/rounds/1"));
    assert_eq!((gone.status, gone.header("location")), (303, Some(place.as_str())), "a letter may have named it");
});

both!(a_round_without_players_is_refused_once, |club| {
    let (may, _) = club_of(&club, &[]);
    let mut desk = Browser::of(&club, &may);
    let csrf = desk.csrf();
    let ladder = desk.post("/tournaments", &format!("csrf={csrf}&kind=ladder&name=Stairs&rated=no&open=yes"));
    assert_eq!(ladder.status, 303, "{}", ladder.text());
    let ladder = ladder.header("location").unwrap().to_owned();
    for (key, place) in [("swiss", founded(&mut desk, &[])), ("ladder", ladder)] {
        let refused = desk.post(&format!("{place}/rounds"), &format!("csrf={csrf}&key={key}&round=1"));
        assert_eq!(refused.status, 409, "{place}: {}", refused.text());
        let page = refused.text();
        assert_eq!(page.matches("role=\"alert\"").count(), 1, "{place}: {page}");
        assert_eq!(page.matches("A round needs two players").count(), 1, "{place}: {page}");
    }
});

both!(results_are_entered_by_players_and_by_the_desk, |club| {
    let (may, members) = club_of(&club, &["Ann", "Ben", "Cy", "Di"]);
    let mut desk = Browser::of(&club, &may);
    let place = founded(&mut desk, &members);
    let csrf = desk.csrf();
    let shown = desk.get(&format!("{place}/rounds/next")).text();
    let carried = between(&shown, "name=\"boards\" value=\"", "\"").replace(' ', "+");
    let form = format!("csrf={csrf}&key=k1&round=1&boards={carried}");
    assert_eq!(desk.post(&format!("{place}/rounds"), &form).status, 303);
    let white: i64 = carried.split('-').next().unwrap().parse().unwrap();
    let player = members.iter().find(|member| member.id == white).unwrap();
    let mut own = Browser::of(&club, player);
    let page = own.get(&place).text();
    let now = between(&page, "<section class=\"now\"", "</section>");
    club.deliver();
    let notices = own.get("/me/notifications").text();
    assert!(notices.contains(&format!("href=\"{place}/rounds/1#b1-1\"")), "it leads to one's own board: {notices}");
    assert!(own.get(&format!("{place}/rounds/1")).text().contains("<li id=\"b1-1\""));
    assert!(now.contains("You have White.") && now.contains("I won"), "{now}");
    let today = own.get("/today").text();
    assert!(today.contains("play it or enter its result") && today.contains("board 1 · White"), "{today}");
    assert!(own.get("/games/new").text().contains("Cup: you play"), "who enters a game is led to the board");
    let own_csrf = own.csrf();
    let board = format!("{place}/rounds/1/boards/1");
    assert_eq!(own.post(&board, &format!("csrf={own_csrf}&from=&result=white")).status, 303);
    let page = own.get(&place).text();
    assert!(!page.contains("<section class=\"now\"") && page.contains("1–0"), "{page}");
    let other = own.post(&format!("{place}/rounds/1/boards/2"), &format!("csrf={own_csrf}&from=&result=black"));
    assert_eq!(other.status, 403, "not one's own");
    assert!(between(&other.text(), "role=\"alert\"", "</div>").contains("II.4"), "told on the page");
    let neither = format!("csrf={csrf}&from=1&result=both_forfeit");
    let answer = desk.post(&format!("{place}/rounds/1/boards/2"), &neither);
    assert_eq!(answer.header("location"), Some(format!("{place}/rounds/1").as_str()), "back to where it came from");
    let round = desk.get(&format!("{place}/rounds/1")).text();
    assert!(round.contains("– –") && !round.contains("Take round 1 back"), "{round}");
    assert_eq!(desk.post(&board, &format!("csrf={csrf}&from=1&result=clear")).status, 303);
    assert!(own.get(&place).text().contains("<section class=\"now\""), "one's board is open again");
    assert_eq!(desk.post(&board, &format!("csrf={csrf}&from=1&result=draw")).status, 303);
    let page = own.get(&place).text();
    assert!(between(&page, "class=\"standings\"", "</table>").contains("½"), "{page}");
    let points = own.get(&format!("{place}/players/{white}")).text();
    assert!(points.contains("Round 1") && points.contains("With equal points"), "{points}");
    for wall in ["print", "screen", "screen?part=1"] {
        let page = own.get(&format!("{place}/{wall}"));
        assert_eq!(page.status, 200, "{wall}");
    }
    let screen = own.get(&format!("{place}/screen")).text();
    assert!(screen.contains(&format!("url={place}/screen?part=1")), "it goes on without scripts: {screen}");
});

both!(who_has_no_opponent_is_told_why, |club| {
    let (may, members) = club_of(&club, &["Ann", "Ben", "Cy", "Di"]);
    let mut desk = Browser::of(&club, &may);
    let place = founded(&mut desk, &members);
    let mut ann = Browser::of(&club, &members[0]);
    let csrf = ann.csrf();
    assert_eq!(ann.post(&format!("{place}/absences"), &format!("csrf={csrf}&round=1&kind=half")).status, 303);
    may.post(&format!("/api/v1{place}/rounds"), &json!({ "round": 1, "day": "2026-11-06" })).expect(201);
    let page = ann.get(&place).text();
    assert!(page.contains("You have no opponent in round 1: away, half a point."), "{page}");
    let told = "You have no opponent in round 1. Your number is odd, so one of you has no game.";
    let left_over = |member: &&Caller| Browser::of(&club, member).get(&place).text().contains(told);
    assert_eq!(members[1..].iter().filter(left_over).count(), 1, "of the three who play");
});

both!(a_round_is_stayed_away_from_by_one_tap, |club| {
    let (may, members) = club_of(&club, &["Ann", "Ben", "Cy"]);
    let mut desk = Browser::of(&club, &may);
    let place = founded(&mut desk, &members);
    let mut ann = Browser::of(&club, &members[0]);
    assert_eq!(ann.get(&place).text().matches("I cannot come").count(), 3);
    let csrf = ann.csrf();
    let away = format!("csrf={csrf}&round=1&kind=half");
    assert_eq!(ann.post(&format!("{place}/absences"), &away).status, 303);
    assert!(ann.get(&place).text().contains("away, half a point"));
    let next = desk.get(&format!("{place}/rounds/next")).text();
    assert!(between(&next, "Away in this round:", "</p>").contains("Ann"), "{next}");
    let of_ben = format!("csrf={csrf}&person={}&round=1&kind=zero", members[1].id);
    assert_eq!(ann.post(&format!("{place}/absences"), &of_ben).status, 403, "Ben says so himself");
    assert_eq!(ann.post(&format!("{place}/absences"), &format!("csrf={csrf}&round=1")).status, 303);
    assert!(!ann.get(&place).text().contains("away, half a point"));
    assert_eq!(ann.post(&format!("{place}/withdrawals"), &format!("csrf={csrf}")).status, 303);
    assert!(ann.get(&place).text().contains("I play"), "one may come back");
    let ended = desk.csrf();
    assert_eq!(desk.post(&format!("{place}/ending"), &format!("csrf={ended}&reason=Too+few+of+us")).status, 303);
    let over = desk.get(&place).text();
    assert!(over.contains("called off") && over.contains("Reason: Too few of us"), "{over}");
});
