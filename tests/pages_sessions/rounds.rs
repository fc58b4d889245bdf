//! Rounds as pages: shown and changed before they are announced, tapped then, and taken back.

use chrono::TimeDelta;
use serde_json::json;

use super::{between, session};
use crate::harness::{Browser, Caller};

/// The form that stands in a page behind `before`: its hidden fields, as a browser sends them.
fn hidden(page: &str, before: &str) -> String {
    let form = between(page, before, "</form>");
    let fields = form.split("<input type=\"hidden\" ").skip(1).map(|field| {
        let (name, value) = (between(field, "name=\"", "\""), between(field, "value=\"", "\""));
        format!("{name}={}", value.replace(' ', "+").replace(',', "%2C").replace(':', "%3A"))
    });
    fields.collect::<Vec<_>>().join("&")
}

both!(two_taps_change_places_before_a_round_is_announced_and_boards_are_tapped_then, |club| {
    let (may, members) = session(&club, &["Ann", "Ben", "Cy"]);
    let mut desk = Browser::of(&club, &may);
    let csrf = desk.csrf();
    let form = |page: &str| hidden(page, "action=\"/sessions/1/rounds\"");
    let shown = desk.post("/sessions/1/rounds", &format!("csrf={csrf}&round=1")).text();
    let field = |page: &str, name: &str| between(page, &format!("name=\"{name}\" value=\""), "\"").to_owned();
    let (boards, bye) = (field(&shown, "boards"), field(&shown, "byes"));
    let (white, black) = boards.split_once('-').unwrap();
    // The one who is tapped first is marked, and tapped again is not.
    let marked = desk.post("/sessions/1/rounds", &format!("{}&tap={white}", form(&shown))).text();
    assert_eq!((field(&marked, "tapped"), field(&marked, "boards")), (white.to_owned(), boards.clone()));
    assert!(marked.contains("aria-pressed=\"true\""), "{marked}");
    let left = desk.post("/sessions/1/rounds", &format!("{}&tap={white}", form(&marked))).text();
    assert!(!left.contains("name=\"tapped\"") && !left.contains("aria-pressed"), "{left}");
    let swapped = desk.post("/sessions/1/rounds", &format!("{}&tap={bye}", form(&marked))).text();
    assert_eq!((field(&swapped, "boards"), field(&swapped, "byes")), (format!("{bye}-{black}"), white.to_owned()));
    assert_eq!(swapped.matches("changed places").count(), 2, "who has another place now: {swapped}");
    let back = "formaction=\"/sessions/1/rounds#board-1\"";
    assert!(swapped.contains(back) && swapped.contains("id=\"board-1\""), "a tap comes back to its board: {swapped}");
    assert!(
        swapped.contains("Back to the register") && !swapped.contains("Leave it"),
        "what was swapped is not kept: {swapped}"
    );
    // Two who are kept apart are told, and not announced so.
    let apart =
        json!({ "first": bye.parse::<i64>().unwrap(), "second": black.parse::<i64>().unwrap(), "reason": "Sisters" });
    may.post("/api/v1/forbidden_pairs", &apart).expect(201);
    let refused = desk.post("/sessions/1/rounds", &format!("{}&tap={white}", form(&marked)));
    assert_eq!(refused.status, 200, "as it was recommended");
    let faulty = desk.post("/sessions/1/rounds", &format!("{}&tap={bye}", form(&marked))).text();
    assert!(!faulty.contains("name=\"confirm\""), "{faulty}");
    let (before, after) = faulty.split_once("</table>").expect("the boards");
    assert!(!before.contains("role=\"alert\""), "a tap comes back to its board, below the top: {faulty}");
    let told = between(after, "role=\"alert\"", "</form>");
    assert!(told.contains("are kept apart. Change places until nothing is wrong."), "where the button was: {told}");
    let kept = desk.post("/sessions/1/rounds", &format!("{}&confirm=yes", form(&shown)));
    assert_eq!(kept.status, 303, "{}", kept.text());

    // The session's page leads there as long as a result is missing.
    let leads =
        |desk: &mut Browser| desk.get("/sessions/1").text().contains("\"/sessions/1/rounds/1\">Enter its results");
    assert!(leads(&mut desk));
    // Its board is tapped on the wall chart and leads to the bell; its players have a way of their own.
    let chart = desk.get("/sessions/1/rounds/1").text();
    assert!(chart.contains(&format!("name=\"white\" value=\"{white}\"")) && chart.contains("½–½"), "{chart}");
    let bell = desk.get("/games/bell").text();
    let link = format!("/games/bell?white={white}&amp;black={black}#bell");
    assert!(bell.contains(&link), "{bell}");
    let chosen = desk.get(&format!("/games/bell?white={white}&black={black}")).text();
    assert!(chosen.contains(&format!("<option value=\"{white}\" selected")), "{chosen}");
    let player = members.iter().find(|member| member.id.to_string() == white).unwrap();
    let own = Browser::of(&club, player).get("/sessions/1/rounds/1").text();
    assert!(own.contains(&format!("/games/new?opponent={black}")) && !own.contains("½–½"), "{own}");
    let marked = |page: &str| (page.matches(" class=\"own\"").count(), page.matches(">you</span>").count());
    for place in ["/sessions/1", "/sessions/1/rounds/1"] {
        let page = Browser::of(&club, player).get(place).text();
        assert_eq!(marked(&page), (1, 1), "one's own board at {place}: {page}");
        let page = desk.get(place).text();
        assert_eq!(marked(&page), (0, 0), "and no other's at {place}: {page}");
    }

    // What is tapped there comes back to its board, and says what was done.
    let place = "/sessions/1/rounds/1#board-1";
    assert!(chart.contains(&format!("name=\"next\" value=\"{place}\"")), "{chart}");
    let next = place.replace('/', "%2F").replace('#', "%23");
    let tapped = format!("csrf={csrf}&white={white}&black={black}&ending=unstated&result=white&next={next}");
    let looks = desk.post("/games/new", &tapped).text();
    assert!(looks.contains(&format!("name=\"next\" value=\"{place}\"")), "{looks}");
    let seen = between(&looks, "name=\"seen\" value=\"", "\"");
    let entered = desk.post("/games/new", &format!("{tapped}&key=tap&seen={seen}&confirm=yes"));
    assert_eq!((entered.status, entered.header("location")), (303, Some(place)), "{}", entered.text());
    let list = desk.get("/sessions/1/rounds/1").text();
    assert!(list.contains("id=\"board-1\"") && list.contains("The game is entered."), "{list}");
    assert!(!leads(&mut desk), "none is missing");
    // It is taken back there, too, by one tap; and one tap enters it, as the form on the list has it.
    assert!(chart.contains("name=\"at_once\" value=\"yes\""), "{chart}");
    let game = between(&list, "action=\"/games/", "/retraction\"").to_owned();
    let back = desk.post(&format!("/games/{game}/retraction"), &format!("csrf={csrf}&next={next}"));
    assert_eq!((back.status, back.header("location")), (303, Some(place)), "{}", back.text());
    let list = desk.get("/sessions/1/rounds/1").text();
    assert!(list.contains("The result is undone.") && list.contains("name=\"at_once\""), "{list}");
    let entered = desk.post("/games/new", &format!("{tapped}&at_once=yes"));
    assert_eq!((entered.status, entered.header("location")), (303, Some(place)), "{}", entered.text());
    assert!(desk.get("/sessions/1/rounds/1").text().contains("/retraction\""), "and is taken back again");
});

both!(a_round_is_shown_before_it_is_announced_and_can_be_taken_back, |club| {
    let (may, members) = session(&club, &["Ann", "Ben", "Cy"]);
    let [ann, ben, cy] = &members[..] else { unreachable!() };
    let mut desk = Browser::of(&club, &may);
    let csrf = desk.csrf();
    let show = |desk: &mut Browser| desk.post("/sessions/1/rounds", &format!("csrf={csrf}&round=1"));
    let in_reach = "<p class=\"reach\"><button form=\"rounds\">Show the pairings of round 1</button></p>";
    assert!(desk.get("/sessions/1/register").text().contains(in_reach));
    let shown = show(&mut desk);
    assert_eq!(shown.status, 200);
    let page = shown.text();
    let boards = between(&page, "<tbody>", "</tbody>").to_owned();
    assert!(["Ann", "Ben", "Cy"].iter().all(|name| boards.contains(name)) && boards.contains("bye"), "{boards}");
    assert!(between(&page, "Here but not paired", "</p>").contains("May"), "no member: {page}");
    assert!(!desk.get("/sessions/1").text().contains("Round 1"), "nobody was told yet");

    // Somebody leaves meanwhile: what was seen is not announced, and what it comes to now is shown.
    let form = hidden(&page, "action=\"/sessions/1/rounds\"");
    may.post("/api/v1/sessions/1/departures", &json!({ "people": [cy.id] })).expect(200);
    club.pass(TimeDelta::minutes(1));
    let changed = desk.post("/sessions/1/rounds", &format!("{form}&confirm=yes"));
    assert_eq!(changed.status, 409);
    let page = changed.text();
    let told = "Changed since you looked: Those here.";
    assert!(between(&page, "role=\"alert\"", "</div>").contains(told), "{page}");
    let (_, after) = page.split_once("</table>").expect("the boards");
    assert!(between(after, "</div>", "name=\"confirm\"").contains(told), "and where the button is: {page}");
    let boards = between(&page, "<tbody>", "</tbody>").to_owned();
    assert!(boards.contains("Ann") && boards.contains("Ben") && !boards.contains("Cy"), "{boards}");
    let form = hidden(&page, "action=\"/sessions/1/rounds\"");
    let announced = desk.post("/sessions/1/rounds", &format!("{form}&confirm=yes"));
    assert_eq!(
        (announced.status, announced.header("location")),
        (303, Some("/sessions/1/rounds/1")),
        "{}",
        announced.text()
    );
    assert!(desk.get("/sessions/1/rounds/1").text().contains("Show the pairings of round 2"), "after its boards");
    let again = desk.post("/sessions/1/rounds", &format!("{form}&confirm=yes"));
    assert_eq!(again.status, 409, "twice sent, once announced");
    assert!(again.text().contains("Show the pairings of round 2"), "{}", again.text());
    assert!(again.text().contains("One board of round 1 has no result yet."), "{}", again.text());

    let page = desk.get("/sessions/1").text();
    assert!(page.contains("Round 1") && !page.contains(">Result</th>"), "nothing was played yet: {page}");

    // The notice says where its reader sits.
    club.deliver();
    let white = between(between(&boards, "class=\"place\"", "/button>"), ">", "<").to_owned();
    let (first, second) = if white == "Ann" { (ann, ben) } else { (ben, ann) };
    let notice = |reader: &Caller| Browser::of(&club, reader).get("/me/notifications").text();
    let other = if white == "Ann" { "Ben" } else { "Ann" };
    assert!(notice(first).contains(&format!("Round 1, board 1: you have White, against {other}")), "{}", notice(first));
    assert!(notice(second).contains(&format!("Round 1, board 1: you have Black, against {white}")));
    assert!(notice(cy).contains("Pairings announced") && !notice(cy).contains("Round 1"), "not paired");
    assert!(notice(first).contains("href=\"/sessions/1#round-1\""), "and leads to the round: {}", notice(first));
    assert!(desk.get("/sessions/1").text().contains("id=\"round-1\""));
    let mut german = Browser::of(&club, first);
    german.cookies.insert("__Host-language".to_owned(), "de".to_owned());
    let page = german.get("/me/notifications").text();
    assert!(page.contains(&format!("Runde 1, Brett 1: du hast Weiß, gegen {other}")), "{page}");

    // And back, by a moderator.
    assert!(!Browser::of(&club, ann).get("/sessions/1").text().contains("Take round 1 back"));
    assert!(desk.get("/sessions/1").text().contains("Take round 1 back"));
    let way = "action=\"/sessions/1/rounds/1/withdrawal\"";
    assert!(desk.get("/sessions/1/rounds/1").text().contains(way), "on its own page, too");
    assert!(!Browser::of(&club, ann).get("/sessions/1/rounds/1").text().contains(way), "for who may");
    let withdrawal = "/sessions/1/rounds/1/withdrawal";
    assert_eq!(desk.post(withdrawal, &format!("csrf={csrf}")).status, 303);
    assert!(!desk.get("/sessions/1").text().contains("Round 1"));
    assert_eq!(desk.get("/sessions/1/rounds/1").header("location"), Some("/sessions/1"), "a screen on the wall had it");
    assert!(desk.get("/sessions/1").text().contains("That round was taken back, or is not announced yet."));
    club.deliver();
    let undone = format!("Round 1, board 1: you no longer have White, against {other}");
    assert!(notice(first).contains(&undone), "{}", notice(first));
    assert!(!notice(first).contains("#round-1"), "it stands nowhere now: {}", notice(first));
    let page = show(&mut desk).text();
    let form = hidden(&page, "action=\"/sessions/1/rounds\"");
    assert_eq!(desk.post("/sessions/1/rounds", &format!("{form}&confirm=yes")).status, 303);
    club.pass(TimeDelta::minutes(5));
    let game = json!({ "white": ann.id, "black": ben.id, "result": "white", "ending": "resignation" });
    ann.post("/api/v1/games", &game).expect(201);
    let page = desk.get("/sessions/1").text();
    assert!(!page.contains("Take round 1 back") && page.contains("Round 1 has a result, so it stays."), "{page}");
    assert!(!desk.get("/sessions/1/rounds/1").text().contains(way), "nor on its own page");
    let refused = desk.post(withdrawal, &format!("csrf={csrf}"));
    assert_eq!(refused.status, 409);
    assert!(between(&refused.text(), "role=\"alert\"", "</").contains("A game of this round is entered"));
});
