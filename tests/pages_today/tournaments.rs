//! The boards of tournaments on today's page, and what a ban does to them.

use rookery::auth::Role;
use serde_json::json;

use super::{begun, today};
use crate::harness::{Browser, Caller};
use crate::sessions::member;
use crate::tournaments::settings;

both!(a_board_of_a_tournament_at_this_session_stands_at_the_top, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let [ann, ben, cy, dee, eve] = ["Ann", "Ben", "Cy", "Dee", "Eve"].map(|name| member(&club, name, &[]));
    let founded = json!({ "name": "Cup", "settings": settings(json!({ "kind": "swiss" }), Some(3), false) });
    let cup = may.post("/api/v1/tournaments", &founded).expect(201)["id"].clone();
    for player in [&ann, &ben, &cy, &dee] {
        let entry = json!({ "person": player.id });
        player.post(&format!("/api/v1/tournaments/{cup}/players"), &entry).expect(201);
    }
    let session = begun(&club, &may, &[&may, &ann, &ben, &cy, &dee, &eve]);
    let offered = |page: &str, one: &Caller| page.contains(&format!("href=\"/games/new?opponent={}\"", one.id));
    assert!(offered(&today(&club, &eve), &ann), "nobody is awaited yet");
    let round = json!({ "round": 1, "session": session });
    club.again(&may).post(&format!("/api/v1/tournaments/{cup}/rounds"), &round).expect(201);
    let page = today(&club, &ann);
    let (first, waits) = page.split_once("id=\"waits\"").expect("what waits");
    let due = "play it or enter its result";
    assert!(first.contains(due) && first.contains(&format!("href=\"/tournaments/{cup}\"")), "{first}");
    assert!(!waits.contains(due) && !first.contains("You can play one of these now"), "{page}");
    let free = today(&club, &eve);
    assert!(offered(&free, &may) && ![&ann, &ben, &cy, &dee].iter().any(|one| offered(&free, one)), "{free}");
});

both!(what_is_undone_at_ones_board_of_a_tournament_is_asked_there_again, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let players = ["Ann", "Ben", "Cy", "Dee"].map(|name| member(&club, name, &[]));
    let founded = json!({ "name": "Cup", "settings": settings(json!({ "kind": "swiss" }), Some(3), true) });
    let cup = may.post("/api/v1/tournaments", &founded).expect(201)["id"].clone();
    let (place, path) = (format!("/tournaments/{cup}"), format!("/api/v1/tournaments/{cup}"));
    for player in &players {
        player.post(&format!("{path}/players"), &json!({ "person": player.id })).expect(201);
    }
    let [ann, ben, cy, dee] = &players;
    let session = begun(&club, &may, &[&may, ann, ben, cy, dee]);
    club.again(&may).post(&format!("{path}/rounds"), &json!({ "round": 1, "session": session })).expect(201);
    let boards = || club.again(&may).get(&path).expect(200)["rounds"][0]["boards"].clone();
    let first = boards()[0].clone();
    let seat = |side: &str| players.iter().find(|one| first[side]["id"] == one.id).expect("a player");
    let (white, black) = (seat("white"), seat("black"));
    let is_awaited = |one: &Caller| today(&club, one).contains("play it or enter its result");
    let mut pupil = Browser::of(&club, &club.again(white));
    let csrf = pupil.csrf();
    let board = format!("{place}/rounds/1/boards/{}", first["board"]);
    let entered = pupil.post(&board, &format!("csrf={csrf}&from=&result=white"));
    let game = entered.header("location").expect("the game").to_owned();
    assert!(game.starts_with("/games/"), "{game}");
    let page = pupil.get(&game).text();
    assert!(page.contains("The game is entered.") && page.contains(&format!("action=\"{game}/retraction\"")), "{page}");
    assert!(![white, black].into_iter().any(is_awaited));

    let undone = pupil.post(&format!("{game}/retraction"), &format!("csrf={csrf}"));
    assert_eq!((undone.status, undone.header("location")), (303, Some(place.as_str())), "{}", undone.text());
    let page = pupil.get(&place).text();
    assert!(page.contains("The result is undone.") && page.contains("<section class=\"now\""), "{page}");
    for one in [white, black] {
        let page = today(&club, one);
        assert!(is_awaited(one) && !page.contains("You can play one of these now"), "{page}");
    }
    assert!(pupil.get("/games/new").text().contains("Cup: you play"), "who enters a game is led to the board");

    let again = pupil.post(&board, &format!("csrf={csrf}&from=&result=black"));
    assert_eq!(again.status, 303, "{}", again.text());
    assert_ne!(again.header("location"), Some(game.as_str()));
    assert_eq!(boards()[0]["result"], "black", "it lands on the board");
    assert!(![white, black].into_iter().any(is_awaited));
});

both!(what_is_undone_of_a_challenge_is_entered_on_the_ladder_again, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let [ann, ben] = ["Ann", "Ben"].map(|name| member(&club, name, &[]));
    let founded = json!({ "name": "Stairs", "settings": settings(json!({ "kind": "ladder" }), None, true) });
    let ladder = may.post("/api/v1/tournaments", &founded).expect(201)["id"].clone();
    let (place, path) = (format!("/tournaments/{ladder}"), format!("/api/v1/tournaments/{ladder}"));
    for player in [&ann, &ben] {
        player.post(&format!("{path}/players"), &json!({ "person": player.id })).expect(201);
    }
    begun(&club, &may, &[&may, &ann, &ben]);
    club.again(&may).post(&format!("{path}/rounds"), &json!({ "round": 1, "day": "2026-11-06" })).expect(201);
    let rows = club.again(&may).get(&format!("{path}/standings")).expect(200)["rows"].clone();
    let (top, second) = if rows[0]["id"] == ann.id { (&ann, &ben) } else { (&ben, &ann) };
    let made = club.again(second).post(&format!("{path}/challenges"), &json!({ "person": top.id })).expect(201);
    let challenge = made["challenges"][0]["id"].clone();
    let answer = json!({ "accept": true });
    club.again(top).put(&format!("{path}/challenges/{challenge}/answer"), &answer).expect(200);
    let mut pupil = Browser::of(&club, &club.again(second));
    let csrf = pupil.csrf();
    let page = pupil.get(&place).text();
    assert!(page.contains("Place 2.") && !page.contains("How my points came"), "a ladder has no points: {page}");
    let result = format!("{place}/challenges/{challenge}/result");
    let asks = format!("action=\"{result}\"");
    assert!(page.contains(&asks), "{page}");
    let entered = pupil.post(&result, &format!("csrf={csrf}&from=&result=white"));
    let game = entered.header("location").expect("the game").to_owned();
    assert!(game.starts_with("/games/") && !pupil.get(&place).text().contains(&asks), "{game}");
    let undone = pupil.post(&format!("{game}/retraction"), &format!("csrf={csrf}"));
    assert_eq!((undone.status, undone.header("location")), (303, Some(place.as_str())), "{}", undone.text());
    assert!(pupil.get(&place).text().contains(&asks), "the two enter it again");
});

both!(a_ban_closes_the_boards_of_rated_tournaments_0_7, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let players = ["Ann", "Ben", "Cy", "Dee"].map(|name| member(&club, name, &[]));
    for (name, rated) in [("Cup", true), ("Fun", false)] {
        let founded = json!({ "name": name, "settings": settings(json!({ "kind": "swiss" }), Some(3), rated) });
        let id = may.post("/api/v1/tournaments", &founded).expect(201)["id"].clone();
        for player in &players {
            let entry = json!({ "person": player.id });
            player.post(&format!("/api/v1/tournaments/{id}/players"), &entry).expect(201);
        }
    }
    let [ann, ben, cy, dee] = &players;
    let session = begun(&club, &may, &[&may, ann, ben, cy, dee]);
    let announces = |cup: i64| {
        let round = json!({ "round": 1, "session": session });
        club.again(&may).post(&format!("/api/v1/tournaments/{cup}/rounds"), &round).expect(201);
    };
    announces(1);
    let is_awaited = |one: &Caller| today(&club, one).contains("play it or enter its result");
    let preview = || {
        let mut desk = Browser::of(&club, &club.again(&may));
        let csrf = desk.csrf();
        desk.post(&format!("/sessions/{session}/rounds"), &format!("csrf={csrf}&round=1")).text()
    };
    let register =
        |reader: &Caller| Browser::of(&club, &club.again(reader)).get(&format!("/sessions/{session}/register")).text();
    let is_said = |page: &str| page.contains("<small>banned</small>");
    assert!(players.iter().all(is_awaited) && !is_said(&register(&may)));
    assert_eq!(preview().matches(">Cup, round 1</a>").count(), 2);
    club.again(&may).ban(&club, ann.id, "2026-11-13");
    assert!(!is_awaited(ann), "{}", today(&club, ann));
    assert_eq!(players.iter().filter(|one| is_awaited(one)).count(), 2, "nor is her opponent sent to her");
    assert_eq!(preview().matches(">Cup, round 1</a>").count(), 1);
    assert!(is_said(&register(&may)), "the register says so to who moderates");
    let desk = today(&club, &may);
    assert!(desk.contains("Round 1 · 2 boards wait"), "the desk can still say that it was forfeit: {desk}");
    announces(2);
    assert!(players.iter().all(is_awaited), "a ban does not close what is played for fun");
});
