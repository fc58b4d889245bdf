//! The page of today: one's board, what waits, and what the Court asks, as a browser without scripts sees it.

use rookery::auth::{Role, Visitors};
use serde_json::{Value, json};

use crate::court::{Court, WHY, filed, step};
use crate::harness::{Browser, Caller, Club};
use crate::sessions::member;
use crate::tournaments::settings;

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
    assert!(!waits(&Browser::of(&club, &ann).get("/today").text()), "only those who moderate enter it");
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
    let form = desk.get("/games/new").text();
    assert!(form.contains("No session is on") && form.contains("name=\"played_at\""), "when, then? {form}");
});

both!(who_is_here_and_free_reads_whom_they_can_play, |club| {
    let may = club.person("May", &[Role::Moderator]);
    let names = ["Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gil"];
    let members = names.map(|name| member(&club, name, &[]));
    club.set_time("2026-11-06T12:30:00");
    let may = club.again(&may);
    let session = club.anyone().get("/api/v1/sessions").expect(200)["sessions"][0]["id"].clone();
    let path = format!("/api/v1/sessions/{session}");
    // Gil stays away, and May, who is here, is no member.
    let here: Vec<i64> = members[..6].iter().chain([&may]).map(|one| one.id).collect();
    may.post(&format!("{path}/arrivals"), &json!({ "people": here })).expect(200);
    club.set_time("2026-11-06T12:40:00");
    let may = club.again(&may);
    let [ann, ben, cy, dee, eve, fay, gil] = members.map(|one| club.again(&one));
    let offered = |reader: &Caller| {
        let page = Browser::of(&club, &club.again(reader)).get("/today").text();
        let offers = |one: &&Caller| page.contains(&format!("href=\"/games/new?opponent={}\"", one.id));
        let all = [&ann, &ben, &cy, &dee, &eve, &fay, &gil, &may];
        all.into_iter().filter(offers).map(|one| one.id).collect::<Vec<i64>>()
    };
    assert_eq!(offered(&ann), [ben.id, cy.id, dee.id, eve.id], "a few, and nobody who is no member");
    assert_eq!((offered(&gil), offered(&may)), (vec![], vec![]), "who is not here, and who is no member");
    // Ann has met Ben; Cy and Dee are at a board; Eve is kept apart from Ann, and Fay is nearest to who has lost.
    let won = json!({ "white": ann.id, "black": ben.id, "result": "white", "ending": "checkmate" });
    may.post("/api/v1/games", &won).expect(201);
    assert_eq!(offered(&ann), [cy.id, dee.id, eve.id, fay.id]);
    let round = json!({ "round": 1, "boards": [{ "white": cy.id, "black": dee.id }], "byes": [] });
    may.post(&format!("{path}/pairings"), &round).expect(201);
    assert_eq!((offered(&ann), offered(&cy)), (vec![eve.id, fay.id], vec![dee.id]), "Cy has the keys of his board");
    let apart = json!({ "first": ann.id, "second": eve.id, "reason": "They asked not to be paired" });
    may.post("/api/v1/forbidden_pairs", &apart).expect(201);
    assert_eq!((offered(&ann), offered(&eve)), (vec![fay.id], vec![ben.id, fay.id]));
    may.post(&format!("{path}/departures"), &json!({ "people": [fay.id] })).expect(200);
    club.set_time("2026-11-06T12:41:00");
    assert_eq!((offered(&ann), offered(&fay)), (vec![], vec![]), "who has left");
    club.set_time("2026-11-06T13:10:01");
    assert_eq!(offered(&eve), [0; 0], "the session is over");
});

both!(a_session_is_started_by_one_tap, |club| {
    let chief = member(&club, "Chief", &[Role::ChiefJustice]);
    let may = club.person("May", &[Role::Moderator]);
    club.set_time("2026-11-04T10:00:00");
    let [chief, may] = [chief, may].map(|one| club.again(&one));
    may.post("/api/v1/sessions/now", &json!({})).expect(403);
    let mut desk = Browser::of(&club, &chief);
    assert!(desk.get("/today").text().contains("Start a session now"));
    let csrf = desk.csrf();
    let started = desk.post("/sessions/now", &format!("csrf={csrf}"));
    let register = started.header("location").expect("leads to the register").to_owned();
    assert!(register.ends_with("/register"), "{register}");
    let again = desk.post("/sessions/now", &format!("csrf={csrf}"));
    assert_eq!(again.header("location"), Some(register.as_str()), "a second tap starts no second one");
    assert_eq!(chief.post("/api/v1/sessions/now", &json!({})).refused(409), ["0.5"]);
    let sessions = chief.get("/api/v1/sessions?from=2026-11-04T00:00:00Z&to=2026-11-05T00:00:00Z").expect(200);
    let session = &sessions["sessions"][0];
    assert_eq!(
        (&session["starts_at"], &session["ends_at"]),
        (&json!("2026-11-04T10:00:00Z"), &json!("2026-11-04T13:10:00Z"))
    );
    let here = chief.get(&format!("/api/v1/sessions/{}/register", session["id"])).expect(200);
    assert!(here.to_string().contains("Chief"), "who starts it is there: {here}");

    let place = register.replace("/register", "");
    let page = desk.get(&place).text();
    assert!(page.contains("Call this session off") && page.contains("value=\"It was started by mistake.\""), "{page}");
    let off = desk.post(&format!("{place}/cancellation"), &format!("csrf={csrf}&reason=A+mistake"));
    assert_eq!(off.header("location"), Some(place.as_str()));
    assert!(desk.get("/today").text().contains("Start a session now"));
    assert!(desk.get("/sessions").text().contains("Start a session now"));
    for place in ["/sessions", "/today"] {
        let told = Browser::of(&club, &may).get(place).text();
        assert!(told.contains("The Chief Justice can start a session now."), "{place}: {told}");
        assert!(!told.contains("action=\"/sessions/now\""), "{place}: {told}");
    }
    assert!(!desk.get("/today").text().contains("The Chief Justice can start"), "who can is not told who can");
});

both!(the_leaderboard_says_that_a_session_is_on_or_when_the_next_one_is, |club| {
    for name in ["Ann", "Ben", "Cy", "Dee", "Eve"] {
        member(&club, name, &[]);
    }
    club.anyone().get("/api/v1/sessions").expect(200);
    let board = || club.anyone().get("/").text();
    assert!(board().contains("Next session: "), "{}", board());
    assert!(!board().contains("class=\"podium\""), "nobody has played yet");
    club.set_time("2026-11-06T12:40:00");
    assert!(board().contains("A session is on, until 13:10") && !board().contains("Next session"), "{}", board());
    club.set_time("2026-11-06T13:10:01");
    assert!(board().contains("Next session: ") && !board().contains("A session is on"), "{}", board());
});

both!(nobody_reads_that_they_lead_before_a_game_was_played, |club| {
    let [ann, _] = ["Ann", "Ben"].map(|name| member(&club, name, &[]));
    let mut reader = Browser::of(&club, &ann);
    let (board, today) = (reader.get("/").text(), reader.get("/today").text());
    assert!(board.contains("board-table") && !board.contains("You lead"), "{board}");
    assert!(today.contains("Where you stand") && !today.contains("Nobody is ahead of you"), "{today}");
});

both!(a_new_clubs_leaderboard_tells_no_session_that_nobody_has_set, |club| {
    club.with_the_shipped_rulebook();
    for name in ["Ann", "Ben", "Cy", "Dee", "Eve"] {
        member(&club, name, &[]);
    }
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let board = || club.anyone().get("/").text();
    club.anyone().get("/api/v1/sessions").expect(200);
    assert!(board().contains("board-table") && !board().contains("Next session"), "{}", board());
    let meets = json!({ "replaces": 0, "note": "When we meet", "rules": { "session_weekday": "Wed" } });
    chief.post("/api/v1/house_rules", &meets).expect(201);
    club.anyone().get("/api/v1/sessions").expect(200);
    // What is kept of the calendar is a minute old at most.
    club.set_time("2026-11-06T12:01:00");
    assert!(board().contains("Next session: Wed 11 Nov 2026, 12:30"), "{}", board());
});

both!(the_leaderboard_leads_to_the_round_announced_last, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let [ann, ben, ..] = ["Ann", "Ben", "Cy", "Dee"].map(|name| member(&club, name, &[]));
    club.set_time("2026-11-06T12:30:00");
    let may = club.again(&may);
    let session = club.anyone().get("/api/v1/sessions").expect(200)["sessions"][0]["id"].clone();
    let path = format!("/api/v1/sessions/{session}");
    may.post(&format!("{path}/arrivals"), &json!({ "people": [may.id, ann.id, ben.id] })).expect(200);
    club.set_time("2026-11-06T12:40:00");
    let may = club.again(&may);
    assert!(!Browser::of(&club, &may).get("/").text().contains("Round 1"));
    let round = json!({ "round": 1, "boards": [{ "white": ben.id, "black": ann.id }], "byes": [may.id] });
    may.post(&format!("{path}/pairings"), &round).expect(201);
    club.set_time("2026-11-06T12:45:00");
    let board = Browser::of(&club, &club.again(&may)).get("/").text();
    assert!(board.contains("Round 1 of Friday 6 November 2026"), "{board}");
    assert!(board.contains(&format!("href=\"/sessions/{session}/rounds/1\"")), "{board}");
    club.lets_visitors_read(Visitors::Leaderboard);
    assert!(!club.anyone().get("/").text().contains("Round 1"), "its page is for the club");
});

both!(todays_page_tells_justices_what_the_court_asks_of_them, |club| {
    let court = Court::opened(&club);
    let number = filed(&court.ann, "question", &json!(null));
    let today = |of: &Caller| Browser::of(&club, of).get("/today").text();
    let hears = "Say whether the Court hears a case";
    for justice in [&court.chief, &court.justices[0]] {
        assert!(today(justice).contains(hears), "{}", today(justice));
    }
    let steps = format!("href=\"/cases/{number}#steps\"");
    assert!(today(&court.chief).contains(&steps), "to what is asked: {}", today(&court.chief));
    assert!(!today(&court.ann).contains(hears), "nothing of a justice is asked of a member");
    court.chief.post(&step(&number, "leave"), &json!({ "granted": true, "reason": WHY })).expect(200);
    assert!(today(&court.chief).contains("Pick the panel of a case"));
    assert!(!today(&court.justices[0]).contains(hears));
});

both!(visitors_read_of_today_what_the_house_rules_let_them, |club| {
    member(&club, "Ann Onymous", &[]);
    club.anyone().get("/api/v1/sessions").expect(200);
    club.lets_visitors_read(Visitors::Leaderboard);
    let page = club.anyone().get("/today").text();
    assert!(page.contains("Next session") && page.contains("Ann O."), "{page}");
    assert!(!page.contains("Onymous") && !page.contains("Waiting for you"), "{page}");
    // Who is in the room is for the club alone, and under "nothing" the calendar too.
    club.set_time("2026-11-06T12:40:00");
    let during = club.anyone().get("/today").text();
    assert!(during.contains("A session is on") && during.contains("until 13:10"), "as /sessions tells them: {during}");
    assert!(!during.contains("Next session") && !during.contains("are here"), "{during}");
    club.lets_visitors_read(Visitors::Nothing);
    let closed = club.anyone().get("/today").text();
    assert!(!closed.contains("Room ") && !closed.contains("Next session") && !closed.contains("Ann"), "{closed}");
});

both!(a_banned_member_is_told_so_where_they_would_play, |club| {
    let mona = member(&club, "Mona", &[Role::Moderator]);
    let (ann, ben) = (member(&club, "Ann", &[]), member(&club, "Ben", &[]));
    club.tells_names(false);
    club.set_time("2026-11-06T12:35:00");
    let [mona, ann, ben] = [mona, ann, ben].map(|one| club.again(&one));
    let session = club.anyone().get("/api/v1/sessions").expect(200)["sessions"][0]["id"].clone();
    let path = format!("/api/v1/sessions/{session}");
    mona.post(&format!("{path}/arrivals"), &json!({ "people": [mona.id, ann.id, ben.id] })).expect(200);
    let round = json!({ "round": 1, "boards": [{ "white": ben.id, "black": ann.id }], "byes": [mona.id] });
    mona.post(&format!("{path}/pairings"), &round).expect(201);
    assert!(Browser::of(&club, &ann).get("/today").text().contains("class=\"keys\""));
    mona.ban(&club, ann.id, "2026-11-13");

    let mut banned = Browser::of(&club, &ann);
    for place in ["/today", "/me", "/games/new", &format!("/games/new?opponent={}", ben.id)] {
        let told = banned.get(place).text();
        assert!(told.contains("You are banned through") && told.contains("no game of yours counts"), "{place}: {told}");
        assert!(told.contains("/rulebook/acts/0.7") && told.contains("/rulebook/acts/II.9"), "{place}: {told}");
        assert!(told.contains("href=\"/cases/new?subject=ban&amp;subject_id="), "how to appeal, on {place}: {told}");
        assert!(!told.contains("name=\"as_"), "no result can be tapped on {place}: {told}");
    }
    let sent = banned.get("/today").text();
    assert!(!sent.contains("you play Ben"), "she is not sent to her board: {sent}");
    let own = banned.get("/bans").text();
    assert!(own.contains("You see only your own bans here.") && own.contains("subject=ban"), "{own}");

    // Others read neither that she is banned nor that nobody is.
    let mut other = Browser::of(&club, &ben);
    let bans = other.get("/bans").text();
    assert!(bans.contains("You have never been banned.") && !bans.contains("Nobody is banned"), "{bans}");
    let today = other.get("/today").text();
    assert!(today.contains("No game of you two can count now.") && !today.contains("banned"), "{today}");
    assert!(!today.contains("name=\"as_"), "{today}");
    // Who is not to play her learns nothing by asking for a game with her.
    let cy = club.person("Cy", &[]);
    let asked = |opponent: &Caller| Browser::of(&club, &cy).get(&format!("/games/new?opponent={}", opponent.id)).text();
    assert!([&ann, &ben].iter().all(|one| !asked(one).contains("No game of you two can count now.")));
    let boards = Browser::of(&club, &mona).get("/today").text();
    assert!(boards.contains("Somebody here is banned.") && !boards.contains("name=\"result\""), "{boards}");
    // Nobody waits for a board that cannot be played, neither now nor afterwards.
    let max = club.person("Max", &[Role::Moderator]);
    let on = Browser::of(&club, &max).get("/today").text();
    assert!(on.contains("Round 1 is over"), "{on}");
    club.set_time("2026-11-06T13:10:01");
    let after = Browser::of(&club, &club.again(&max)).get("/today").text();
    assert!(!after.contains(&format!("{}/rounds/1", &path["/api/v1".len()..])), "{after}");
});

/// The first session, ten minutes after it began, with all of these on the register; gives its id.
fn begun(club: &Club, by: &Caller, here: &[&Caller]) -> Value {
    club.set_time("2026-11-06T12:30:00");
    let session = club.anyone().get("/api/v1/sessions").expect(200)["sessions"][0]["id"].clone();
    let here: Vec<i64> = here.iter().map(|one| one.id).collect();
    club.again(by).post(&format!("/api/v1/sessions/{session}/arrivals"), &json!({ "people": here })).expect(200);
    club.set_time("2026-11-06T12:40:00");
    session
}

fn today(club: &Club, reader: &Caller) -> String {
    Browser::of(club, &club.again(reader)).get("/today").text()
}

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

both!(nobody_is_asked_to_let_a_game_of_their_own_count, |club| {
    let (may, mia) = (member(&club, "May", &[Role::Moderator]), member(&club, "Mia", &[Role::Moderator]));
    let ann = member(&club, "Ann", &[]);
    begun(&club, &may, &[&may, &mia, &ann]);
    let (may, mia) = (club.again(&may), club.again(&mia));
    let monitor = json!({ "person": ann.id, "suspicion": "Wins by surprising resignations" });
    mia.post("/api/v1/monitors", &monitor).expect(201);
    let won = json!({ "white": may.id, "black": ann.id, "result": "white", "ending": "checkmate" });
    let game = may.post("/api/v1/games", &won).expect(201);
    assert_eq!(game["state"], json!("awaiting_approval"), "{game}");
    let power = format!("href=\"/games/{}#power\"", game["id"]);
    let asked = |reader: &Caller| {
        let desk = Browser::of(&club, reader).get("/desk").text();
        (today(&club, reader).contains("let it count?"), desk.contains(&power))
    };
    assert_eq!(asked(&may), (false, false), "who played does not decide (III.3.5)");
    assert_eq!(asked(&mia), (true, true));
    // She lets two of them count: the second one does not end the minute in which she can undo the first.
    club.set_time("2026-11-06T12:41:00");
    let drawn = json!({ "white": ann.id, "black": may.id, "result": "draw", "ending": "draw_agreed", "insist": true });
    let second = may.post("/api/v1/games", &drawn).expect(201);
    let mut desk = Browser::of(&club, &mia);
    let csrf = desk.csrf();
    for one in [&game, &second] {
        let form = format!("csrf={csrf}&change=approve&next=/today");
        let approved = desk.post(&format!("/games/{}/changes", one["id"]), &form);
        assert_eq!(approved.status, 303, "{}", approved.text());
    }
    for place in ["/today", "/desk"] {
        let page = desk.get(place).text();
        for one in [&game, &second] {
            assert!(page.contains(&format!("action=\"/games/{}/undo\"", one["id"])), "{place}: {page}");
        }
    }
});

both!(while_a_session_is_on_nobody_is_proposed_who_is_not_here, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let (ann, _ben) = (member(&club, "Ann", &[]), member(&club, "Ben", &[]));
    begun(&club, &may, &[&may, &ann]);
    let won = json!({ "white": ann.id, "black": may.id, "result": "white", "ending": "checkmate" });
    club.again(&may).post("/api/v1/games", &won).expect(201);
    let own = || Browser::of(&club, &club.again(&ann)).get(&format!("/members/{}", ann.id)).text();
    let page = own();
    assert!(page.contains("Play May next?") && !page.contains("Play Ben next?"), "Ben is not here: {page}");
    club.set_time("2026-11-06T13:10:01");
    let page = own();
    assert!(page.contains("Play Ben next?"), "whom she has played least: {page}");
});

both!(the_last_games_and_whom_to_play_next_stand_on_todays_page, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let (ann, ben) = (member(&club, "Ann", &[]), member(&club, "Ben", &[]));
    begun(&club, &may, &[&may, &ann, &ben]);
    assert!(!today(&club, &ann).contains("Your last games"), "there are none");
    let won = json!({ "white": ann.id, "black": ben.id, "result": "white", "ending": "checkmate" });
    let game = club.again(&may).post("/api/v1/games", &won).expect(201)["id"].clone();
    let page = today(&club, &ann);
    let last = page.split_once("id=\"last\"").expect("the last games").1;
    let last = last.split_once("</section>").expect("their end").0;
    assert!(last.contains(&format!("href=\"/games/{game}\"")) && last.contains("Ben"), "{last}");
    assert!(last.contains("<b class=\"plus\">+"), "with points: {last}");
    assert!(!page.contains("Play May next?"), "a session is on: {page}");
    club.set_time("2026-11-06T13:10:01");
    let after = today(&club, &ann);
    assert!(after.contains("Play May next?"), "whom she has played least: {after}");
    let may = club.again(&may);
    let apart = json!({ "first": ann.id, "second": may.id, "reason": "They asked not to be paired" });
    may.post("/api/v1/forbidden_pairs", &apart).expect(201);
    let own = format!("/members/{}", ann.id);
    for page in [today(&club, &ann), Browser::of(&club, &club.again(&ann)).get(&own).text()] {
        assert!(page.contains("Play Ben next?") && !page.contains("Play May next?"), "who is kept apart: {page}");
    }
    may.ban(&club, ben.id, "2026-11-13");
    assert!(!today(&club, &ann).contains(" next?"), "nobody is left");
    assert!(!today(&club, &ben).contains(" next?"), "nobody plays who is banned");
});

both!(a_club_that_plays_at_the_usual_hours_is_told_its_next_session, |club| {
    club.with_the_shipped_rulebook();
    let (chief, may) = (member(&club, "Chief", &[Role::ChiefJustice]), member(&club, "May", &[Role::Moderator]));
    let (ann, ben) = (member(&club, "Ann", &[]), member(&club, "Ben", &[]));
    let before = today(&club, &chief);
    assert!(before.contains("No session is planned") && before.contains("Set up your club"), "{before}");
    club.set_time("2026-11-06T12:30:00");
    let may = club.again(&may);
    let session = may.get("/api/v1/sessions").expect(200)["sessions"][0]["id"].clone();
    let here = json!({ "people": [may.id, ann.id, ben.id] });
    may.post(&format!("/api/v1/sessions/{session}/arrivals"), &here).expect(200);
    club.set_time("2026-11-06T12:40:00");
    let won = json!({ "white": ann.id, "black": ben.id, "result": "white", "ending": "checkmate" });
    club.again(&may).post("/api/v1/games", &won).expect(201);
    club.set_time("2026-11-06T13:10:01");
    let after = today(&club, &chief);
    assert!(!after.contains("No session is planned") && !after.contains("Set up your club"), "{after}");
});

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

both!(who_is_not_on_the_register_is_told_whom_to_tell, |club| {
    let may = member(&club, "May", &[Role::Moderator]);
    let (ann, ben) = (member(&club, "Ann", &[]), member(&club, "Ben", &[]));
    begun(&club, &may, &[&may, &ann]);
    let top = |reader: &Caller| {
        let page = today(&club, reader);
        page.split("<section class=\"hero\"")
            .nth(1)
            .and_then(|rest| rest.split("</section>").next())
            .unwrap()
            .to_owned()
    };
    let missing = top(&ben);
    for told in ["Tell a moderator that you are here", "May can put you on it.", "2 people are here."] {
        assert!(missing.contains(told), "{told}: {missing}");
    }
    let enters = "<a class=\"button second\"";
    assert!(missing.contains(enters) && missing.contains("Enter a game") && !missing.contains("gold"), "{missing}");
    let here = top(&ann);
    assert!(here.contains("gold") && !here.contains("Tell a moderator"), "who is here enters a game: {here}");
    assert!(!top(&may).contains("Tell a moderator"), "who takes the register");
});
