//! A game is entered: by the whole form, by the desk, and by a tap.

use chrono::TimeDelta;
use serde_json::json;

use super::{between, evening};
use crate::harness::Browser;

both!(a_game_is_entered_without_a_script, |club| {
    let (_, ann, ben) = evening(&club);
    let mut stranger = Browser::new(&club);
    let door = stranger.get("/games/new");
    assert_eq!((door.status, door.header("location")), (303, Some("/sign-in?next=/games/new")));
    let door = stranger.post("/games/new", "white=1&black=2");
    assert_eq!((door.status, door.header("location")), (303, Some("/sign-in?next=/games/new")));

    let mut browser = Browser::of(&club, &ann);
    let page = browser.get("/games/new?whole=yes").text();
    let csrf = between(&page, "name=\"csrf\" value=\"", "\"").to_owned();
    let key = between(&page, "name=\"key\" value=\"", "\"").to_owned();
    assert!(page.contains(&format!("<option value=\"{}\">Ben Beech</option>", ben.id)), "{page}");
    assert!(!page.contains("name=\"white\""), "a member enters games of their own only (II.4): {page}");
    club.pass(TimeDelta::minutes(8));
    let mut browser = Browser::of(&club, &club.again(&ann));
    let csrf_now = browser.csrf();
    let form = |csrf: &str| {
        format!("csrf={csrf}&key={key}&mine=black&opponent={}&result=draw&ending=draw_agreed&moves=1.+e4+e5", ben.id)
    };
    assert_eq!(browser.post("/games/new", &form(&csrf)).status, 403, "that was another sign-in's page");
    let shown = browser.post("/games/new", &form(&csrf_now));
    let page = shown.text();
    assert!(page.contains("e4 e5 </p>"), "the moves as they were read: {page}");
    let points = format!("/api/v1/games/preview?white={}&black={}", ben.id, ann.id);
    let points = club.anyone().get(&points).expect(200)["draw"].clone();
    let (of_ben, of_ann) = (points["white"].as_i64().unwrap(), points["black"].as_i64().unwrap());
    assert!(shown.status == 200 && of_ben > 0 && of_ann < 0, "{points}: {page}");
    for told in [format!("+{of_ben} point"), format!("\u{2212}{} point", -of_ann), format!("<strong>{}<", 120 + of_ann)]
    {
        assert!(page.contains(&told), "{told}: {page}");
    }
    let games = || club.anyone().get(&format!("/api/v1/games?person={}", ann.id)).expect(200)["items"].clone();
    assert_eq!(games().as_array().unwrap().len(), 1, "nothing is entered yet");
    let back = browser.post("/games/new", &format!("{}&again=yes", form(&csrf_now))).text();
    assert!(back.contains("<option value=\"black\" selected>Black") && back.contains(">1. e4 e5</textarea>"), "{back}");
    let seen = between(&page, "name=\"seen\" value=\"", "\"");
    let changed = browser.post("/games/new", &format!("{}&seen=1{seen}&confirm=yes", form(&csrf_now)));
    assert_eq!(changed.status, 409, "the points were others when they were shown");
    let page = changed.text();
    assert!(
        page.contains("Something has changed since you looked") && page.contains(&format!("value=\"{seen}\"")),
        "{page}"
    );
    assert_eq!(games().as_array().unwrap().len(), 1, "nothing is entered");
    let form = |csrf: &str| format!("{}&seen={seen}&confirm=yes", form(csrf));
    let mut enter = || browser.post("/games/new", &form(&csrf_now)).header("location").map(str::to_owned);
    let place = enter().expect("the game");
    assert_eq!(enter().as_ref(), Some(&place), "again, which enters nothing more");
    let game = browser.get(&format!("{place}?ply=1")).text();
    assert!(game.contains("aria-label=\"White: king e1, queen d1,"), "read aloud: {game}");
    assert!(game.contains("pawn h2, pawn e4.") && game.contains("king e8"), "after 1. e4: {game}");
    assert!(game.contains("<a href=\"?ply=1\" aria-current=\"true\">e4</a>"), "{game}");
    assert!(!game.contains("pawn e5"), "1… e5 is not played yet: {game}");
    assert!(browser.get(&place).text().contains("pawn e5"), "the last position, if none is asked for");
    assert_eq!(browser.get("/games/99").status, 404);
    assert_eq!(games().as_array().unwrap().len(), 2);
});

both!(the_desk_enters_any_game_with_clock_and_time_limit, |club| {
    let (may, ann, ben) = evening(&club);
    let limit = json!({ "white": ann.id, "black": ben.id, "limit_seconds": 600 });
    let limit = may.post("/api/v1/timed_games", &limit).expect(201)["id"].clone();
    let mut browser = Browser::of(&club, &may);
    let (csrf, page) = (browser.csrf(), browser.get("/games/new?whole=yes").text());
    let choice = "<a class=\"tap\" href=\"/games/new?whole=yes\"><span>Two others</span>";
    assert!(browser.get("/games/new").text().contains(choice), "as easy to find as whom one played oneself");
    assert!(page.contains("name=\"white\"") && page.contains(", 10 minutes</option>"), "{page}");
    let form =
        |more: &str| format!("csrf={csrf}&white={}&black={}&result=white&ending=resignation&{more}", ann.id, ben.id);
    let there = browser.post("/games/new", &form("moves="));
    let page = there.text();
    assert_eq!(there.status, 409, "{page}");
    assert!(page.contains("name=\"insist\"") && page.contains("<a href=\"/games/1\">"), "{page}");
    assert!(!page.contains("`insist`"), "a page is no API: {page}");
    let form = form(&format!("insist=yes&clock=yes&timed_game={limit}"));
    let page = browser.post("/games/new", &form).text();
    let seen = between(&page, "name=\"seen\" value=\"", "\"");
    let entered = browser.post("/games/new", &format!("{form}&seen={seen}&confirm=yes"));
    let place = entered.header("location").unwrap_or_else(|| panic!("{}", entered.text()));
    let game = may.get(&format!("/api/v1{place}")).expect(200);
    assert_eq!(game["clocked"], true);
    assert_eq!(may.get(&format!("/api/v1/timed_games/{limit}")).expect(200)["game"], game["id"]);
});

both!(a_preview_takes_no_number, |club| {
    let (_, ann, ben) = evening(&club);
    club.pass(TimeDelta::minutes(8));
    let mut browser = Browser::of(&club, &club.again(&ann));
    let csrf = browser.csrf();
    let form = format!("csrf={csrf}&mine=white&opponent={}&result=draw&ending=draw_agreed", ben.id);
    let page = browser.post("/games/new", &form).text();
    assert_eq!(browser.post("/games/new", &form).status, 200);
    let seen = between(&page, "name=\"seen\" value=\"", "\"");
    let entered = browser.post("/games/new", &format!("{form}&seen={seen}&confirm=yes"));
    assert_eq!(entered.header("location"), Some("/games/2"), "the next number: {}", entered.text());
});

both!(a_player_not_on_the_register_is_named_before_the_game_is_entered_0_9, |club| {
    let (_, ann, ben) = evening(&club);
    let cy = club.person("Cy Cole", &[]);
    cy.post("/api/v1/memberships", &json!({})).expect(201);
    let mut browser = Browser::of(&club, &ann);
    let csrf = browser.csrf();
    let absent = "Cy Cole is not on the register of this session.";
    assert!(browser.get(&format!("/games/new?opponent={}", cy.id)).text().contains(absent));
    assert!(!browser.get(&format!("/games/new?opponent={}", ben.id)).text().contains("is not on the register"));
    let not_here =
        "You are not on the register yet. Your game counts all the same. But you count as absent until you are on it.";
    assert!(!browser.get("/games/new?whole=yes").text().contains(not_here), "Ann came");
    let mut own = Browser::of(&club, &club.again(&cy));
    for place in ["/games/new".to_owned(), format!("/games/new?opponent={}", ann.id)] {
        let page = own.get(&place).text();
        assert!(page.contains(not_here) && !page.contains(absent), "to the reader: {page}");
    }
    let form = format!("csrf={csrf}&mine=white&opponent={}&result=draw&ending=draw_agreed", cy.id);
    let page = browser.post("/games/new", &form).text();
    assert_eq!(page.matches("is not on the register of this session").count(), 1, "Ann came: {page}");
    assert!(page.contains(absent), "{page}");
    let seen = between(&page, "name=\"seen\" value=\"", "\"");
    let entered = browser.post("/games/new", &format!("{form}&seen={seen}&confirm=yes"));
    assert_eq!(entered.status, 303, "it counts all the same: {}", entered.text());
});

both!(each_fault_of_a_game_is_told_at_its_field, |club| {
    let (_, ann, ben) = evening(&club);
    club.pass(TimeDelta::minutes(8));
    let mut browser = Browser::of(&club, &club.again(&ann));
    let csrf = browser.csrf();
    let form = format!("csrf={csrf}&mine=white&opponent={}&result=draw&ending=flag", ben.id);
    let page = browser.post("/games/new", &form).text();
    let alert = between(&page, "role=\"alert\"", "</div>");
    assert!(alert.contains("2 things have to be put right"), "{alert}");
    for (field, wrong) in [("clock", "A flag can only fall"), ("ending", "cannot give a draw")] {
        assert!(alert.contains(&format!("href=\"#game-{field}\"")) && page.contains(&format!("id=\"game-{field}\"")));
        let hint = between(&page, &format!("id=\"game-{field}-hint\""), "</small>");
        assert!(hint.contains(wrong), "{field}: {hint}");
    }
    let nobody = browser.post("/games/new", &format!("csrf={csrf}&mine=black&opponent=&result=draw&ending=none"));
    let page = nobody.text();
    assert!(nobody.status == 422 && page.contains("href=\"#game-opponent\""), "{page}");
    assert!(page.contains("href=\"#game-ending\""), "both at once: {page}");

    // Nothing is chosen beforehand, and what is not chosen is asked for at its field.
    let fresh = browser.get("/games/new?whole=yes").text();
    assert!(!between(&fresh, "action=\"/games/new\"", "</form>").contains(" selected"), "{fresh}");
    let none = format!("csrf={csrf}&mine=&opponent={}&result=&ending=", ben.id);
    let page = browser.post("/games/new", &none).text();
    for (field, wrong) in [
        ("mine", "Choose your colour."),
        ("result", "Choose how the game went."),
        ("ending", "Choose how the game ended."),
    ] {
        let hint = between(&page, &format!("id=\"game-{field}-hint\""), "</small>");
        assert!(hint.contains(wrong) && page.contains(&format!("href=\"#game-{field}\"")), "{field}: {page}");
    }
    assert!(page.contains(&format!("<option value=\"{}\" selected>Ben", ben.id)), "who was chosen stays: {page}");
    assert!(!between(&page, "id=\"game-opponent-hint\"", "</small>").contains("Choose"), "{page}");
});

both!(a_refused_game_says_why_and_keeps_what_was_typed, |club| {
    let (_, ann, ben) = evening(&club);
    club.set_time("2026-11-07T20:00:00");
    let mut browser = Browser::of(&club, &club.again(&ann));
    let csrf = browser.csrf();
    let form = format!(
        "csrf={csrf}&key=k&mine=white&opponent={}&clock=yes&result=black&ending=checkmate&moves=1.+f3+e5+2.+g4+Qh4%23",
        ben.id
    );
    let refused = browser.post("/games/new", &form);
    assert_eq!(refused.status, 422);
    let page = refused.text();
    let alert = between(&page, "role=\"alert\"", "</div>");
    assert!(alert.contains(">0.5<") && alert.contains(">0.6<"), "outside a session, nobody present: {alert}");
    for kept in [
        "<option value=\"white\" selected>White".to_owned(),
        "name=\"clock\" value=\"yes\" checked>".to_owned(),
        format!("<option value=\"{}\" selected>Ben", ben.id),
        "<option value=\"black\" selected>".to_owned(),
        "<option value=\"checkmate\" selected>".to_owned(),
        ">1. f3 e5 2. g4 Qh4#</textarea>".to_owned(),
    ] {
        assert!(page.contains(&kept), "{kept}: {page}");
    }
});

both!(a_game_is_entered_in_two_taps_by_a_player_who_is_there, |club| {
    let (may, ann, ben) = evening(&club);
    club.pass(TimeDelta::minutes(8));
    club.again(&may).post("/api/v1/sessions/1/pairings", &json!({ "round": 1 })).expect(201);
    let mut browser = Browser::of(&club, &club.again(&ben));
    let csrf = browser.csrf();
    let opponents = browser.get("/games/new").text();
    let tap = format!("/games/new?opponent={}", ann.id);
    assert!(opponents.contains(&tap) && !opponents.contains(&format!("opponent={}\"", ben.id)), "{opponents}");
    assert!(opponents.contains("announced as your opponent"), "{opponents}");
    assert!(opponents.contains("The whole form: moves") && !opponents.contains("Two others"), "{opponents}");
    let oneself = browser.get(&format!("/games/new?opponent={}", ben.id));
    assert!(oneself.status == 200 && oneself.text().contains(&tap), "asked again: {}", oneself.text());
    let result = browser.get(&tap).text();
    assert!(result.contains("Is that right?") && result.contains("href=\"/games/1#dispute\""), "{result}");
    let key = between(&result, "name=\"key\" value=\"", "\"").to_owned();
    let black = between(&result, "I had Black", "</fieldset>");
    assert!(between(black, "value=\"win\"", "</button>").contains("+21 points"), "shown before: {black}");
    assert!(between(black, "value=\"loss\"", "</button>").contains("0 points"), "nobody falls under the floor (II.2)");
    assert!(result.contains("name=\"clock\"") && result.contains("value=\"flag\""), "as the whole form: {result}");
    let unsaid = "<option value=\"unstated\">Not said</option>";
    assert_eq!(result.matches(unsaid).count(), 1, "nobody has to say how: {result}");
    let whole = browser.get("/games/new?whole=yes").text();
    let endings = between(&whole, "name=\"ending\"", "</select>");
    assert!(
        endings.contains(unsaid) && !endings.contains("value=\"\""),
        "nor on the whole form: it comes first: {endings}"
    );
    let form = format!("csrf={csrf}&key={key}&opponent={}&ending=unstated&clock=yes&as_black=win", ann.id);
    let seen = between(&result, "name=\"seen\" value=\"", "\"");
    let flag = format!("csrf={csrf}&key=f&seen={seen}&opponent={}&ending=flag&as_black=win", ann.id);
    let refused = browser.post("/games/new", &flag);
    let again = refused.text();
    assert!(refused.status == 422 && again.contains("I had Black"), "where it was tapped: {again}");
    assert!(between(&again, "id=\"game-clock\"", ">").contains("aria-invalid"), "{again}");
    assert!(again.contains("A flag can only fall") && again.contains("value=\"flag\" selected"), "{again}");
    let changed = browser.post("/games/new", &format!("{form}&seen=1{seen}"));
    assert_eq!(changed.status, 409, "the points were others when they were shown");
    let changed = changed.text();
    assert!(
        changed.contains("Something has changed since you looked") && changed.contains("name=\"confirm\""),
        "{changed}"
    );
    let entered = browser.post("/games/new", &format!("{form}&seen={seen}"));
    assert_eq!((entered.status, entered.header("location")), (303, Some("/games/2")), "{}", entered.text());
    let game = browser.get("/games/2").text();
    assert!(
        game.contains("0–1") && !game.contains("Checkmate") && game.contains("with a clock"),
        "nobody said how: {game}"
    );
    assert!(game.contains(">Undo</button>") && game.contains("Not confirmed yet"), "{game}");
    assert!(!browser.get("/games/new").text().contains("announced as your opponent"), "it was played");
    let sessions = browser.get("/sessions/1").text();
    let round = between(&sessions, "<h2 id=\"round-1\">Round 1", "</tbody>");
    assert!(round.contains("href=\"/games/2\"") && !round.contains("href=\"/games/1\""), "{round}");
    let wall = browser.get("/sessions/1/rounds/1").text();
    assert!(between(&wall, "<tbody>", "</tbody>").contains("href=\"/games/2\""), "{wall}");
    let pair = browser.get(&format!("/members/{}/against/{}", ann.id, ben.id)).text();
    assert!(pair.contains("<p class=\"standing\">1 : 1") && !pair.contains("Not said"), "{pair}");
});
