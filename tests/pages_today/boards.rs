//! The boards of a session on today's page: one's own, those that still play, and those without a result.

use rookery::auth::Role;
use serde_json::{Value, json};

use super::{begun, today};
use crate::harness::{Browser, Caller};
use crate::sessions::member;

both!(a_board_of_the_round_is_entered_by_one_tap, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let (ann, ben) = (member(&club, "Ann", &[]), member(&club, "Ben", &[]));
    club.set_time("2026-11-06T12:30:00");
    let [may, ann, ben] = [may, ann, ben].map(|one| club.again(&one));
    let session = club.anyone().get("/api/v1/sessions").expect(200)["sessions"][0]["id"].clone();
    let path = format!("/api/v1/sessions/{session}");
    may.post(&format!("{path}/arrivals"), &json!({ "people": [may.id, ann.id, ben.id] })).expect(200);
    club.set_time("2026-11-06T12:40:00");
    let [may, ann] = [may, ann].map(|one| club.again(&one));
    let mut pupil = Browser::of(&club, &ann);
    let waits = pupil.get("/today").text();
    assert!(waits.contains("A session is on") && waits.contains("3 people are here."), "{waits}");
    let next = |round: i64| format!("href=\"{}/register#rounds\">Show the pairings of round {round}</a>", &path[7..]);
    let before = Browser::of(&club, &may).get("/today").text();
    assert!(before.contains(&next(1)) && !waits.contains(&next(1)), "the next step, for who may take it: {before}");
    let round = json!({ "round": 1, "boards": [{ "white": ben.id, "black": ann.id }], "byes": [may.id] });
    may.post(&format!("{path}/pairings"), &round).expect(201);
    let mut desk = Browser::of(&club, &may);
    let csrf = desk.csrf();
    let table = desk.get("/today").text();
    assert!(table.contains("Round 1: you have the bye") && table.contains("Boards that still play"), "{table}");
    assert!(table.find("id=\"boards\"") < table.find("id=\"waits\""), "what is played now comes before what waits");
    assert!(table.contains("<details open>"), "the keys of a few boards lie open: {table}");
    assert!(!table.contains(&next(2)), "a board still plays: {table}");
    let tapped = format!("csrf={csrf}&white={}&black={}&ending=unstated&result=white", ben.id, ann.id);
    let looks = desk.post("/games/new", &tapped).text();
    assert!(
        looks.contains("name=\"seen\"") && looks.contains("name=\"ending\" value=\"unstated\""),
        "what it changes, before it counts: {looks}"
    );

    let today = pupil.get("/today").text();
    assert!(today.contains("Board 1: you play Ben"), "{today}");
    let fresh = ["hero", "confirms", "waits"].map(|part| today.contains(&format!("id=\"{part}\" data-fresh")));
    assert_eq!(fresh, [true; 3], "an open page shows what comes: {today}");
    assert!(today.contains("Nothing else waits for you.") && !today.contains("Nothing waits for you."), "{today}");
    let form = today.split("action=\"/games/new\"").nth(1).expect("the keys");
    let value = |name: &str| {
        let from = form.split(&format!("name=\"{name}\" value=\"")).nth(1).expect("a field");
        from.split('"').next().expect("its value").to_owned()
    };
    assert!(form.contains("name=\"as_black\" value=\"win\""), "the colour of the board: {form}");
    let (csrf, key, seen) = (value("csrf"), value("key"), value("seen"));
    let taps = format!("csrf={csrf}&key={key}&seen={seen}&opponent={}&ending=unstated&as_black=win", ben.id);
    assert_eq!(pupil.post("/games/new", &taps).status, 303);
    let game = ann.get("/api/v1/games").expect(200)["items"][0].clone();
    assert_eq!((&game["result"], &game["state"]), (&json!("black"), &json!("rated")));
    assert_eq!(game["ending"], "unstated", "nobody said how");
    let after = pupil.get("/today").text();
    assert!(!after.contains("action=\"/games/new\"") && after.contains("Round 1 is over"), "{after}");
    assert!(desk.get("/today").text().contains(&next(2)), "the round is over");
    let own = format!("/games/{}", game["id"]);
    let (link, back) = (format!("href=\"{own}\""), format!("action=\"{own}/retraction\""));
    assert!(after.contains(&link) && after.contains(&back), "what was entered, and the way back: {after}");
    let of_game = pupil.get(&own).text();
    let seconds = |page: &str| page.contains("data-undo=\"60\"") && page.contains("/undo.js\"></script>");
    assert!(seconds(&after) && seconds(&of_game), "and for how long: {after} {of_game}");
    club.set_time("2026-11-06T12:41:01");
    let late = Browser::of(&club, &club.again(&ann)).get("/today").text();
    assert!(!late.contains(&back), "a minute has passed: {late}");
    // Where its board is asked about again, that the game is void is said first.
    let gone = "The result that was entered here does not count any more.";
    let ruling = json!({ "reason": "Entered by mistake", "act": "II.5" });
    club.again(&may).post(&format!("/api/v1{own}/void"), &ruling).expect(200);
    let asked = Browser::of(&club, &club.again(&ann)).get("/today").text();
    let (above, _) = asked.split_once("name=\"as_black\"").expect("the keys");
    assert!(above.contains("Board 1: you play Ben") && above.contains(gone) && above.contains(&link), "{asked}");
    assert!(!today.contains(gone), "nothing was entered before: {today}");
});

both!(what_is_undone_at_ones_board_is_asked_there_again_and_other_colours_are_said_first, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let (ann, ben) = (member(&club, "Ann", &[]), member(&club, "Ben", &[]));
    club.set_time("2026-11-06T12:30:00");
    let may = club.again(&may);
    let session = club.anyone().get("/api/v1/sessions").expect(200)["sessions"][0]["id"].clone();
    let path = format!("/api/v1/sessions/{session}");
    may.post(&format!("{path}/arrivals"), &json!({ "people": [may.id, ann.id, ben.id] })).expect(200);
    club.set_time("2026-11-06T12:40:00");
    let round = json!({ "round": 1, "boards": [{ "white": ben.id, "black": ann.id }], "byes": [may.id] });
    club.again(&may).post(&format!("{path}/pairings"), &round).expect(201);
    let mut pupil = Browser::of(&club, &club.again(&ann));
    let csrf = pupil.csrf();
    let asked = pupil.get(&format!("/games/new?opponent={}", ben.id)).text();
    let (announced, other) = asked.split_once("<summary>We swapped colours").expect("the other colours");
    assert!(announced.contains("name=\"as_black\"") && !announced.contains("name=\"as_white\""), "{asked}");
    assert!(other.contains("name=\"as_white\"") && !other.contains("name=\"as_black\""), "{asked}");
    let seen =
        asked.split("name=\"seen\" value=\"").nth(1).and_then(|from| from.split('"').next()).expect("what it showed");
    let taps = format!("csrf={csrf}&key=k&seen={seen}&opponent={}&ending=unstated&as_white=win", ben.id);
    let place = pupil.post("/games/new", &taps).header("location").expect("the game").to_owned();
    for page in [format!("{}/rounds/1", &path[7..]), path[7..].to_owned()] {
        let page = pupil.get(&page).text();
        assert!(page.contains(">0–1</a> <small>colours swapped</small>"), "White of the board first: {page}");
    }
    let undone = pupil.post(&format!("{place}/retraction"), &format!("csrf={csrf}"));
    assert_eq!((undone.status, undone.header("location")), (303, Some("/today")), "{}", undone.text());
    let today = pupil.get("/today").text();
    assert!(today.contains("The result is undone.") && today.contains("name=\"as_black\" value=\"win\""), "{today}");
    let form = format!("csrf={csrf}&mine=white&opponent={}&result=draw&ending=draw_agreed", ben.id);
    let shown = pupil.post("/games/new", &form).text();
    assert!(shown.contains("The round says the other colours."), "by the whole form too: {shown}");
});

both!(what_is_entered_board_by_board_can_be_taken_back_at_the_list, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let members = ["Ann", "Ben", "Cy", "Dee"].map(|name| member(&club, name, &[]));
    club.set_time("2026-11-06T12:30:00");
    let may = club.again(&may);
    let session = club.anyone().get("/api/v1/sessions").expect(200)["sessions"][0]["id"].clone();
    let path = format!("/api/v1/sessions/{session}");
    let [ann, ben, cy, dee] = members.map(|one| one.id);
    may.post(&format!("{path}/arrivals"), &json!({ "people": [may.id, ann, ben, cy, dee] })).expect(200);
    club.set_time("2026-11-06T12:40:00");
    let may = club.again(&may);
    let boards = json!([{ "white": ann, "black": ben }, { "white": cy, "black": dee }]);
    may.post(&format!("{path}/pairings"), &json!({ "round": 1, "boards": boards, "byes": [] })).expect(201);
    let enter = |white: i64, black: i64| {
        let won = json!({ "white": white, "black": black, "result": "white", "ending": "checkmate" });
        may.post("/api/v1/games", &won).expect(201)["id"].clone()
    };
    let first = enter(ann, ben);
    let table = Browser::of(&club, &may).get("/today").text();
    let (list, after) = table.split_once("id=\"boards\"").expect("the boards that still play");
    let back = format!("action=\"/games/{first}/retraction\"");
    assert!(after.contains(&back) && !list.contains(&back), "where one goes on: {table}");
    let last = enter(cy, dee);
    let table = Browser::of(&club, &may).get("/today").text();
    assert!(table.contains(&format!("action=\"/games/{last}/retraction\"")), "no board plays any more: {table}");
    assert!(table.contains(&back), "nor does the next board end the minute of the one before: {table}");
    let round = format!("{}/rounds/1", &path[7..]);
    let chart = |desk: &Caller| {
        let page = Browser::of(&club, desk).get(&round).text();
        [&first, &last].map(|game| page.contains(&format!("action=\"/games/{game}/retraction\"")))
    };
    assert_eq!(chart(&may), [true, true], "nor on the round's page");
    let counts = |place: &str| {
        let page = Browser::of(&club, &may).get(place).text();
        [">60 seconds left</span>", "<p data-undo=\"60\">Entered by mistake?</p>"]
            .map(|part| page.matches(part).count())
    };
    let counted = [round.as_str(), "/today"].map(counts);
    assert_eq!(counted, [[2, 0], [2, 1]], "each has its seconds, and the list says once what they are for");
    may.post(&format!("/api/v1/games/{last}/retraction"), &json!({})).expect(200);
    assert_eq!(chart(&may), [true, false], "the other one stays");
    club.set_time("2026-11-06T12:41:01");
    assert_eq!(chart(&club.again(&may)), [false, false], "a minute has passed");
});

both!(a_board_without_a_result_waits_for_moderators_after_the_session, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let (ann, ben) = (member(&club, "Ann", &[]), member(&club, "Ben", &[]));
    club.set_time("2026-11-06T12:30:00");
    let may = club.again(&may);
    let session = club.anyone().get("/api/v1/sessions").expect(200)["sessions"][0]["id"].clone();
    let path = format!("/api/v1/sessions/{session}");
    may.post(&format!("{path}/arrivals"), &json!({ "people": [may.id, ann.id, ben.id] })).expect(200);
    club.set_time("2026-11-06T12:40:00");
    let may = club.again(&may);
    let round = json!({ "round": 1, "boards": [{ "white": ben.id, "black": ann.id }], "byes": [may.id] });
    may.post(&format!("{path}/pairings"), &round).expect(201);
    let place = format!("/sessions/{session}/rounds/1");
    let waits =
        |page: &str| page.contains(&format!("href=\"{place}\"")) && page.contains("one board waits for its result");
    assert!(!waits(&Browser::of(&club, &may).get("/today").text()), "it is still played");

    club.set_time("2026-11-06T13:30:00");
    let [may, ann] = [may, ann].map(|one| club.again(&one));
    // Who plays there can enter it, too: when it was played is known.
    let mut pupil = Browser::of(&club, &ann);
    let (today, way) = (pupil.get("/today").text(), format!("href=\"/games/new?opponent={}\"", ben.id));
    assert!(!waits(&today) && today.contains("Board 1 has no result yet") && today.contains(&way), "{today}");
    let chart = pupil.get(&place).text();
    assert!(chart.contains("Board 1 has no result yet. Enter it here") && chart.contains(&way), "{chart}");
    let whom = pupil.get("/games/new").text();
    assert!(whom.contains("No session is on.") && !whom.contains("all who are here") && whom.contains(&way), "{whom}");
    let form = pupil.get(&way[6..way.len() - 1]).text();
    assert!(form.contains("value=\"2026-11-06T13:10\"") && !form.contains("name=\"as_"), "{form}");
    assert!(form.contains("<option value=\"black\" selected"), "the colour of the board: {form}");
    let mut other = Browser::of(&club, &may);
    assert!(!other.get("/today").text().contains("Board 1 has no result yet"), "it is nobody else's");
    let mut desk = Browser::of(&club, &may);
    assert!(waits(&desk.get("/today").text()) && waits(&desk.get("/desk").text()));
    let list = desk.get(&place).text();
    assert!(list.contains("such a game counts as played at 13:10"), "{list}");
    assert!(list.contains("name=\"played_at\" value=\"2026-11-06T13:10\""), "{list}");
    let tapped = format!(
        "csrf={}&white={}&black={}&ending=unstated&result=white&played_at=2026-11-06T13:10&next={place}",
        desk.csrf(),
        ben.id,
        ann.id
    );
    let looks = desk.post("/games/new", &tapped).text();
    assert!(looks.contains("name=\"played_at\" value=\"2026-11-06T13:10\""), "it is carried along: {looks}");
    let seen = looks.split("name=\"seen\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a preview");
    let entered = desk.post("/games/new", &format!("{tapped}&seen={seen}&confirm=yes"));
    assert_eq!(entered.header("location"), Some(place.as_str()));
    let game = may.get("/api/v1/games").expect(200)["items"][0].clone();
    assert_eq!((&game["state"], &game["played_at"]), (&json!("rated"), &json!("2026-11-06T13:10:00Z")));
    assert!(!waits(&desk.get("/today").text()), "it is entered");
    assert!(!pupil.get("/today").text().contains("has no result yet"), "and asked of nobody");
    let form = desk.get("/games/new").text();
    assert!(form.contains("No session is on") && form.contains("name=\"played_at\""), "when, then? {form}");
});

both!(keys_of_more_than_three_boards_open_by_a_tap, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let members = ["Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal"].map(|name| member(&club, name, &[]));
    let here: Vec<&Caller> = members.iter().chain([&may]).collect();
    let session = begun(&club, &may, &here);
    let boards: Vec<Value> = members.chunks(2).map(|two| json!({ "white": two[0].id, "black": two[1].id })).collect();
    let round = json!({ "round": 1, "boards": boards, "byes": [may.id] });
    club.again(&may).post(&format!("/api/v1/sessions/{session}/pairings"), &round).expect(201);
    let folded = || {
        let page = today(&club, &may);
        let boards = page.split_once("id=\"boards\"").expect("the boards that still play").1;
        let boards = boards.split_once("id=\"waits\"").expect("what waits comes after them").0;
        (boards.matches("<details>").count(), boards.matches("<details open>").count())
    };
    assert_eq!(folded(), (4, 0));
    assert!(today(&club, &members[0]).contains("class=\"keys\""), "one's own board is open");
    let won = json!({ "white": members[0].id, "black": members[1].id, "result": "white", "ending": "checkmate" });
    club.again(&may).post("/api/v1/games", &won).expect(201);
    assert_eq!(folded(), (0, 3));
});

both!(a_board_of_an_earlier_round_stays_until_its_two_play_on, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let [ann, ben, cy, dee] = ["Ann", "Ben", "Cy", "Dee"].map(|name| member(&club, name, &[]));
    let session = begun(&club, &may, &[&may, &ann, &ben, &cy, &dee]);
    let may = club.again(&may);
    let path = format!("/api/v1/sessions/{session}/pairings");
    let announce = |round: i64, boards: [[&Caller; 2]; 2]| {
        let boards = boards.map(|[white, black]| json!({ "white": white.id, "black": black.id }));
        may.post(&path, &json!({ "round": round, "boards": boards, "byes": [may.id] })).expect(201);
    };
    let wins = |white: &Caller, black: &Caller| {
        let won = json!({ "white": white.id, "black": black.id, "result": "white", "ending": "checkmate" });
        may.post("/api/v1/games", &won).expect(201);
    };
    let listed = || {
        let page = today(&club, &may);
        let boards = page.split_once("id=\"boards\"").expect("the boards that still play").1;
        let boards = boards.split_once("id=\"waits\"").expect("what waits comes after them").0;
        (boards.matches("class=\"board-no\"").count(), boards.matches("<small>Round 1</small>").count())
    };
    announce(1, [[&ann, &ben], [&cy, &dee]]);
    wins(&cy, &dee);
    assert_eq!(listed(), (1, 0));

    announce(2, [[&ann, &cy], [&ben, &dee]]);
    assert_eq!(listed(), (3, 1), "those two still play");
    let page = today(&club, &ann);
    assert!(page.contains("Board 1: you play Ben"), "what is on the board comes first: {page}");
    let next = format!("href=\"/games/new?opponent={}\"><span>Cy</span><small>Round 2, board 1</small>", cy.id);
    assert!(page.contains(&next), "{page}");
    let opponents = Browser::of(&club, &club.again(&ann)).get("/games/new").text();
    assert_eq!(opponents.matches("announced as your opponent").count(), 2, "{opponents}");

    let moves = |way: &str| {
        may.post(&format!("/api/v1/sessions/{session}/{way}"), &json!({ "people": [ben.id] })).expect(200);
    };
    moves("departures");
    club.set_time("2026-11-06T12:41:00");
    let page = today(&club, &ann);
    assert!(page.contains("Board 1: you play Cy"), "nobody is sent to a board whose other player has left: {page}");
    moves("arrivals");

    wins(&ann, &cy);
    assert_eq!(listed(), (1, 0), "who has played on plays no earlier board any more");
    let page = today(&club, &ben);
    assert!(page.contains("Board 2: you play Dee") && !page.contains("id=\"others\""), "{page}");
});
