//! What moderators do to a game: they change it, and count what was captured when the bell rang.

use super::{between, evening};
use crate::harness::Browser;

both!(what_a_moderator_changes_is_shown_before_and_can_be_taken_back, |club| {
    let (may, ann, ben) = evening(&club);
    let mut player = Browser::of(&club, &ben);
    let csrf = player.csrf();
    let page = player.get("/games/1").text();
    assert!(page.contains("Object to how it ended") && !page.contains("For those who moderate"), "{page}");
    let short = player.post("/games/1/objections", &format!("csrf={csrf}&reason=no"));
    assert_eq!(short.status, 422);
    assert!(between(&short.text(), "id=\"object-reason-hint\"", "</small>").contains("3"), "beside its field");
    let told = between(&short.text(), "id=\"object-wrong\"", "</div>").to_owned();
    assert!(told.contains("autofocus") && told.contains("href=\"#object-reason\""), "{told}");

    let mut desk = Browser::of(&club, &may);
    let csrf = desk.csrf();
    let wrong = desk.post("/games/1/changes", &format!("csrf={csrf}&change=void&act=IX.9&reason=no"));
    let told = between(&wrong.text(), "id=\"void-wrong\"", "</div>").to_owned();
    assert_eq!(wrong.status, 422);
    assert!(told.contains("href=\"#void-act\"") && told.contains("href=\"#void-reason\""), "{told}");
    let form = format!("csrf={csrf}&change=void&act=II.5&reason=The+board+was+set+up+wrongly");
    let shown = desk.post("/games/1/changes", &form);
    assert_eq!(shown.status, 200);
    let rows = between(&shown.text(), "<tbody>", "</tbody>").to_owned();
    assert!(rows.contains(">120<") && rows.contains("<strong>100</strong>") && !rows.contains("Ben"), "{rows}");
    assert!(desk.get("/games/1").text().contains("Void the game"), "nothing has happened yet");
    assert_eq!(desk.post("/games/1/changes", &format!("{form}&confirm=yes")).status, 303);
    let void = desk.get("/games/1").text();
    assert!(between(&void, "<h1>", "</h1>").contains("does not count"), "no result: {void}");
    assert!(void.contains("Restore the game") && void.contains("The board was set up wrongly"), "{void}");
    let back = form.replace("change=void&act=II.5", "change=restore&act=III.3.8");
    desk.post("/games/1/changes", &format!("{back}&confirm=yes"));
    assert!(desk.get(&format!("/members/{}", ann.id)).text().contains("Rank 1, 120 points"));
});

both!(the_bell_is_answered_before_anything_is_stored, |club| {
    let (may, ann, ben) = evening(&club);
    club.set_time("2026-11-06T13:10:00");
    let mut desk = Browser::of(&club, &club.again(&may));
    let csrf = desk.csrf();
    let players = format!("csrf={csrf}&white={}&black={}", ann.id, ben.id);
    let form = format!("{players}&by=captures&white_pawns=2&white_rooks=1&black_queens=1");
    let answer = desk.post("/games/bell", &form).text();
    assert!(
        answer.contains("Black won")
            && answer.contains("The pieces that White took are worth 7, those that Black took 9."),
        "{answer}"
    );
    let gains = between(&answer, "<caption class=\"soft\">", "</table>").to_owned();
    assert!(gains.contains("Ben Beech") && gains.contains(" points"), "whose, and what it brings: {gains}");
    assert_eq!(desk.get("/games/2").status, 404, "nothing is stored");
    let position = format!("{players}&by=position&position=8%2F8%2F4k3%2F8%2F8%2F4K3%2F4P3%2F8+w+-+-+0+1");
    assert!(
        desk.post("/games/bell", &position)
            .text()
            .contains("The pieces that White took are worth 39, those that Black took 38.")
    );
    for (incomplete, at) in [
        (
            format!("csrf={csrf}&by=captures&white_pawns=2&black={}", ben.id),
            "id=\"bell-white-hint\"><strong class=\"wrong\">Choose a player.",
        ),
        (
            format!("csrf={csrf}&by=captures&white_pawns=2&white={0}&black={0}", ann.id),
            "id=\"bell-black-hint\"><strong class=\"wrong\">A game has two players",
        ),
        (format!("{players}&by=captures&white_pawns=&black_queens="), "<p class=\"wrong\">Count what was captured"),
        (
            format!("{players}&by=position&position="),
            "id=\"bell-position-hint\"><strong class=\"wrong\">Give the final position",
        ),
        (format!("{players}&by=moves&moves=+"), "id=\"bell-moves-hint\"><strong class=\"wrong\">Give the moves"),
    ] {
        let refused = desk.post("/games/bell", &incomplete);
        let page = refused.text();
        assert!(refused.status == 422 && page.contains(at) && !page.contains("name=\"confirm\""), "{at}: {page}");
    }
    let both = desk.post("/games/bell", &format!("csrf={csrf}&by=moves&white={}", ann.id)).text();
    for field in ["black", "moves"] {
        assert!(both.contains(&format!("<a href=\"#bell-{field}\">")), "all at once, each with its place: {both}");
    }
    for (by, label) in [("position", "FEN"), ("moves", "Moves")] {
        let refused = desk.post("/games/bell", &format!("{players}&by={by}")).text();
        assert!(refused.contains(&format!("<a href=\"#bell-{by}\">{label}")), "as the field is called: {refused}");
    }
    let nothing_taken = desk.post("/games/bell", &format!("{players}&by=captures&white_pawns=0")).text();
    assert!(
        nothing_taken.contains("The pieces that White took are worth 0, those that Black took 0."),
        "{nothing_taken}"
    );
    let unknown = format!("csrf={csrf}&by=captures&white_pawns=2&white={}&black=99999", ann.id);
    let unknown = desk.post("/games/bell", &unknown).text();
    assert!(unknown.contains("id=\"bell\"") && unknown.contains("value=\"2\""), "what was counted stays: {unknown}");
    let nonsense = desk.post("/games/bell", &form.replace("white_pawns=2", "white_pawns=9"));
    assert_eq!(nonsense.status, 422);
    assert!(nonsense.text().contains("a side has eight"), "why it cannot be");
    let both = format!("{players}&by=captures&white_rooks=-2&white_pawns=300&black_pawns=many");
    let uncounted = desk.post("/games/bell", &both).text();
    for side in ["white", "black"] {
        assert!(uncounted.contains(&format!("<a href=\"#bell-took_{side}\">")), "{uncounted}");
    }
    let told = between(&uncounted, "id=\"white-took-wrong\"", "</p>");
    assert!(told.contains("300") && told.contains("pawns cannot be counted; write 0 to 8."), "{told}");
    assert!(uncounted.contains("rooks cannot be counted; write 0 to 10."), "each on top: {uncounted}");
    let promoted = desk.post("/games/bell", &format!("{players}&by=captures&white_pawns=8&white_queens=3")).text();
    let told = between(&promoted, "id=\"white-took-wrong\"", "</p>").to_owned();
    assert!(told.contains("2 of them must have been promoted, and at most 0 of the eight pawns"), "{told}");
    assert_eq!(desk.post("/games/bell", &format!("{form}&confirm=yes")).status, 200, "not looked at yet");
    let seen = between(&answer, "name=\"seen\" value=\"", "\"").replace(' ', "+");
    let other = desk.post("/games/bell", &format!("{}&seen={seen}&confirm=yes", form.replace("pawns=2", "pawns=8")));
    assert_eq!(other.status, 409);
    let other = other.text();
    assert!(other.contains("Changed since you looked: The captured pieces.") && other.contains("White won"), "{other}");
    assert_eq!(desk.get("/games/2").status, 404, "what was not seen is not stored");
    let entered = desk.post("/games/bell", &format!("{form}&seen={seen}&confirm=yes"));
    assert_eq!((entered.status, entered.header("location")), (303, Some("/games/2")), "{}", entered.text());
});

both!(the_bell_is_entered_by_one_tap_and_taken_back, |club| {
    let (may, ann, ben) = evening(&club);
    club.set_time("2026-11-06T13:10:00");
    let mut desk = Browser::of(&club, &club.again(&may));
    let csrf = desk.csrf();
    let form = format!("csrf={csrf}&white={}&black={}&by=captures&white_pawns=2&at_once=yes", ann.id, ben.id);
    let entered = desk.post("/games/bell", &form);
    let place = entered.header("location").unwrap_or_default().to_owned();
    assert!(entered.status == 303 && place.starts_with("/games/"), "{}", entered.text());
    let page = desk.get(&place).text();
    assert!(page.contains("1–0") && page.contains(&format!("action=\"{place}/retraction\"")), "{page}");
    assert_eq!(desk.post(&format!("{place}/retraction"), &format!("csrf={csrf}")).status, 303);
    let back = desk.get(&place).text();
    assert!(back.contains("Entered by mistake.") && back.contains("entered as 1–0"), "{back}");
    let heading = between(&back, "<h1>", "</h1>");
    assert!(heading.contains("taken back: does not count") && !heading.contains("1–0"), "no result: {heading}");
    let own = Browser::of(&club, &club.again(&ann)).get("/me/games").text();
    let line = own.split("<li>").find(|line| line.contains(&format!("\"{place}\""))).expect("its line");
    assert!(line.contains(">does not count</a>") && line.contains("class=\"pill none\""), "{line}");
    for list in ["/games", "/sessions/1"] {
        let list = desk.get(list).text();
        let from = list.find(&format!("\"{place}\"")).expect("its line");
        assert!(list[from..].split("</li>").next().unwrap().split("</tr>").next().unwrap().contains("does not count"));
    }
    let uncounted = desk.post("/games/bell", &form.replace("white_pawns=2", "white_pawns=9"));
    assert_eq!(uncounted.status, 422, "what cannot be is refused all the same");
});
