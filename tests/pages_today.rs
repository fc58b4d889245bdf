//! The page of today: what waits for its reader, what the Court asks, the session and its register, as a browser without
//! scripts sees it. Boards, opponents, tournaments and the leaderboard are in the files beside.

mod boards;
mod leaderboard;
mod opponents;
mod tournaments;

use rookery::auth::{Role, Visitors};
use serde_json::{Value, json};

use crate::court::{Court, WHY, filed, step};
use crate::harness::{Browser, Caller, Club};
use crate::sessions::member;

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

both!(a_session_is_started_by_one_tap, |club| {
    let chief = member(&club, "Chief", &[Role::ChiefJustice]);
    let may = club.person("May", &[Role::Moderator]);
    let (teacher, pupil) = (club.person("Teacher", &[Role::Staff]), club.person("Pupil", &[]));
    club.set_time("2026-11-04T10:00:00");
    let [chief, may, teacher, pupil] = [chief, may, teacher, pupil].map(|one| club.again(&one));
    may.post("/api/v1/sessions/now", &json!({})).expect(403);
    let mut desk = Browser::of(&club, &chief);
    assert!(desk.get("/today").text().contains("Start a session now"));
    let csrf = desk.csrf();
    let started = desk.post("/sessions/now", &format!("csrf={csrf}"));
    let register = started.header("location").expect("leads to the register").to_owned();
    assert!(register.ends_with("/register"), "{register}");
    let page = desk.get(&register).text();
    let off = format!("href=\"{}#call-off\"", register.trim_end_matches("/register"));
    assert!(page.contains("Was that a mistake?") && page.contains(&off), "{page}");
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
    // Who looks for the button without having it is told whom to ask; pupils read when the club meets.
    let (asks, button) =
        ("Only the Chief Justice can start a session now. Ask Chief to do it.", "action=\"/sessions/now\"");
    for (reader, place) in
        [(&may, "/sessions"), (&may, "/today"), (&may, "/desk"), (&teacher, "/sessions"), (&teacher, "/today")]
    {
        let told = Browser::of(&club, reader).get(place).text();
        assert!(told.contains(asks) && !told.contains(button), "{place}: {told}");
    }
    for place in ["/sessions", "/today", "/desk"] {
        let has_it = desk.get(place).text();
        assert!(has_it.contains(button) && !has_it.contains(asks), "{place}: {has_it}");
    }
    let meets = Browser::of(&club, &pupil).get("/today").text();
    assert!(meets.contains("Next session") && !meets.contains(asks), "{meets}");
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
    let counts = "Your game counts all the same. But you count as absent until you are on it.";
    for told in ["Tell a moderator that you are here", "May can put you on it.", counts, "2 people are here."] {
        assert!(missing.contains(told), "{told}: {missing}");
    }
    let enters = "<a class=\"button second\"";
    assert!(missing.contains(enters) && missing.contains("Enter a game") && !missing.contains("gold"), "{missing}");
    let here = top(&ann);
    assert!(here.contains("gold") && !here.contains("Tell a moderator"), "who is here enters a game: {here}");
    assert!(!top(&may).contains("Tell a moderator"), "who takes the register");
});
