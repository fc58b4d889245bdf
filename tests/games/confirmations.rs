//! What the two players say of a game's result: confirming, disputing, settling, taking back (Act II.4, T47).

use super::*;

use crate::harness::Browser;
use rookery::games::closing;
use rookery::rulebook::{self, Confirmation};

fn said(club: &Club, game: i64) -> Value {
    let read = club.app.db.read_now(|db| rookery::games::store::one(db, rookery::id::GameId(game)));
    json!(read.unwrap().game.confirmation.map(|said| said.state))
}

fn path(game: i64, what: &str) -> String {
    format!("/api/v1/games/{game}/{what}")
}

fn scores(club: &Club, [one, other]: [&Caller; 2]) -> [Option<i64>; 2] {
    [score(club, one), score(club, other)]
}

/// Publishes what the other player's word is worth.
fn asks(club: &Club, how: Confirmation) {
    club.write(move |tx| {
        let mut book = rulebook::version_at(tx.db, tx.now)?;
        book.rules.confirmation = how;
        rulebook::publish(tx, &book, None, &rookery_messages::Message::verbatim("For a test"))
    });
}

both!(the_other_players_entry_confirms_a_game_or_disputes_it_t47, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let first = enter(&ann, &game(&ann, &ben));
    assert_eq!((said(&club, first), scores(&club, [&ann, &ben])), (json!("not_confirmed"), [Some(120), Some(100)]));
    assert_eq!(points_told(&club, &ben, "game.entered"), 0, "nobody falls under the floor");
    assert_eq!(ann.post("/api/v1/games", &game(&ann, &ben)).refused(409), ["II.4.1"], "her own entry again is none");
    let second = ben.post("/api/v1/games", &game(&ann, &ben));
    assert_eq!((second.status, &second.json["id"]), (200, &json!(first)));
    assert_eq!((said(&club, first), score(&club, &ann)), (json!("confirmed"), Some(120)));
    assert_eq!(ben.post("/api/v1/games", &game(&ann, &ben)).refused(409), ["II.4.1"], "it is answered");

    // Another winner, told with the colours changed: a dispute, which a moderator settles.
    club.set_time("2026-11-06T12:46:00");
    let other = enter(&club.again(&ann), &game(&ann, &ben));
    let version = club.again(&ben).post("/api/v1/games", &game(&ben, &ann)).expect(200);
    assert_eq!((&version["id"], &version["confirmation"]["claim"]), (&json!(other), &json!("black")));
    assert_eq!(score(&club, &ann), Some(139), "it counts until it is settled");
    let listed = |who: &Caller| {
        let games = club.again(who).get("/api/v1/games?confirmation=disputed").expect(200);
        games["items"].as_array().map(Vec::len)
    };
    club.tells_names(false);
    assert_eq!((listed(&may), listed(&ben), listed(&club.person("Carl", &[]))), (Some(1), Some(1), Some(0)));
    let settle = |who: &Caller, version| who.post(&path(other, "settlement"), &json!({ "version": version }));
    assert_eq!(settle(&club.again(&ann), "as_entered").refused(403), ["III.2"]);
    let settled = settle(&club.again(&may), "as_disputed").expect(200);
    assert_eq!((&settled["result"], &settled["confirmation"]["state"]), (&json!("black"), &json!("settled")));
    assert_eq!(settled["ending"], "unstated", "of a win of the other, nobody has said how");
    let page = Browser::of(&club, &club.again(&ben)).get(&format!("/games/{other}")).text();
    let became = "A moderator settled it. Entered: White won. Now: Black won.";
    assert!(page.matches(became).count() == 1 && !page.contains("corrected."), "from what to what, once: {page}");
    assert_eq!(scores(&club, [&ann, &ben]), [Some(100), Some(121)], "as though it had been entered so");
    assert_eq!(settle(&club.again(&may), "as_entered").refused(409), ["II.4"], "once");
});

both!(players_answer_each_other_and_the_moderator_decides_only_between_them_t47, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let game = enter(&ann, &game(&ann, &ben));
    let dispute = |who: &Caller, result| who.post(&path(game, "dispute"), &json!({ "result": result }));
    let confirm = |who: &Caller| who.post(&path(game, "confirmation"), &json!({}));
    assert_eq!(confirm(&ann).refused(403), ["II.4"], "not by the one who entered it");
    assert_eq!(confirm(&may).refused(403), ["II.4"], "nor by others");
    assert_eq!(dispute(&may, "draw").refused(403), ["II.4"]);
    assert_eq!(dispute(&ben, "white").refused(422), ["II.4"], "that is how it was entered");
    dispute(&ben, "not_played").expect(200);
    assert_eq!(dispute(&ann, "draw").refused(409), ["II.4"], "there is one dispute");
    assert_eq!(confirm(&ben).expect(200)["confirmation"]["state"], "confirmed", "he was wrong");
    assert_eq!(dispute(&ben, "draw").refused(409), ["II.4"], "both have said so");
    // Who disputes one's own entry is right where the other agrees; nobody else is needed.
    club.set_time("2026-11-06T12:46:00");
    let (ann, ben) = (club.again(&ann), club.again(&ben));
    let wrong = enter(&ann, &super::game(&ann, &ben));
    ann.post(&path(wrong, "dispute"), &json!({ "result": "draw" })).expect(200);
    let agreed = ben.post(&path(wrong, "confirmation"), &json!({})).expect(200);
    assert_eq!((&agreed["result"], &agreed["ending"]), (&json!("draw"), &json!("unstated")));
    assert_eq!(scores(&club, [&ann, &ben]), [Some(119), Some(101)]);
    // What was never played is void, and counts for nothing.
    club.set_time("2026-11-06T12:52:00");
    let (may, ann, ben) = (club.again(&may), club.again(&ann), club.again(&ben));
    let never = enter(&ann, &super::game(&ann, &ben));
    ben.post(&path(never, "dispute"), &json!({ "result": "not_played" })).expect(200);
    let settled = may.post(&path(never, "settlement"), &json!({ "version": "as_disputed" })).expect(200);
    assert_eq!((&settled["state"], &settled["acts"]), (&json!("void"), &json!(["II.4.1"])));
    assert_eq!(scores(&club, [&ann, &ben]), [Some(119), Some(101)]);
});

both!(a_game_is_taken_back_within_a_minute_and_leaves_no_trace_t47, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let before = scores(&club, [&ann, &ben]);
    let wrong = enter(&ann, &game(&ann, &ben));
    let take_back = |who: &Caller, game| who.post(&path(game, "retraction"), &json!({}));
    assert_eq!(take_back(&ben, wrong).refused(403), ["II.4"]);
    club.set_time("2026-11-06T12:41:00");
    let taken = take_back(&club.again(&ann), wrong).expect(200);
    assert_eq!((&taken["state"], &taken["acts"]), (&json!("void"), &json!(["II.4.1"])));
    assert_eq!(scores(&club, [&ann, &ben]), before);
    assert_eq!(take_back(&club.again(&ann), wrong).refused(409), ["II.4"], "once");
    let anew = enter(&club.again(&ann), &game(&ben, &ann));
    assert_ne!(anew, wrong, "the place is free for the right one");
    club.set_time("2026-11-06T12:42:01");
    assert_eq!(take_back(&club.again(&ann), anew).refused(409), ["II.4"], "a minute has passed");
    club.again(&ben).post(&path(anew, "confirmation"), &json!({})).expect(200);
    club.set_time("2026-11-06T12:48:00");
    let answered = enter(&club.again(&ann), &game(&ben, &ann));
    club.again(&ben).post(&path(answered, "confirmation"), &json!({})).expect(200);
    assert_eq!(take_back(&club.again(&ann), answered).refused(409), ["II.4"], "the other player has answered");
    let by_may = enter(&club.again(&may), &with(game(&ann, &ben), json!({ "insist": true })));
    take_back(&club.again(&may), by_may).expect(200);
});

both!(a_game_waits_for_its_confirmation_where_the_club_says_so_t47, |club| {
    asks(&club, Confirmation::BeforeItCounts);
    let Evening { may, ann, ben } = evening(&club);
    let confirmed = enter(&ann, &game(&ann, &ben));
    assert_eq!((state(&club, confirmed), score(&club, &ann)), (json!("awaiting_confirmation"), Some(100)));
    ben.post(&path(confirmed, "confirmation"), &json!({})).expect(200);
    assert_eq!((state(&club, confirmed), score(&club, &ann)), (json!("rated"), Some(120)));
    club.set_time("2026-11-06T12:46:00");
    let [silent, contested] = [(12, 46), (12, 53)].map(|(hour, minute)| {
        club.set_time(&format!("2026-11-06T{hour}:{minute}:00"));
        enter(&club.again(&ann), &game(&ann, &ben))
    });
    club.again(&ben).post(&path(contested, "dispute"), &json!({ "result": "black" })).expect(200);
    let by_may = enter(&club.again(&may), &with(game(&ben, &ann), json!({ "insist": true })));
    assert_eq!(state(&club, by_may), "rated", "a moderator's entry waits for nobody");
    club.set_time("2026-11-06T13:10:01");
    closing::run(&club.app.db).unwrap();
    assert_eq!(state(&club, silent), "awaiting_confirmation", "its own session's end is not the next one's");
    session(&club, "2026-11-13", &[&may, &ann, &ben]);
    club.set_time("2026-11-13T13:10:01");
    closing::run(&club.app.db).unwrap();
    assert_eq!((state(&club, silent), said(&club, silent)), (json!("rated"), json!("confirmed")), "nobody disputed it");
    assert_eq!(state(&club, contested), "awaiting_confirmation");
    let settle = json!({ "version": "as_entered" });
    club.again(&may).post(&path(contested, "settlement"), &settle).expect(200);
    assert_eq!((state(&club, contested), said(&club, contested)), (json!("rated"), json!("settled")));
});

both!(nobody_is_asked_where_the_club_says_so_and_late_disputes_are_refused_t47, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let asked = enter(&ann, &game(&ann, &ben));
    session(&club, "2026-11-13", &[&may, &ann, &ben]);
    club.set_time("2026-11-13T13:10:00");
    let draw = json!({ "result": "draw" });
    club.set_time("2026-11-13T13:10:01");
    assert_eq!(club.again(&ben).post(&path(asked, "dispute"), &draw).refused(409), ["II.4"], "too late");
    asks(&club, Confirmation::Off);
    session(&club, "2026-11-20", &[&may, &ann, &ben]);
    let unasked = enter(&club.again(&ann), &game(&ann, &ben));
    assert_eq!(said(&club, unasked), Value::Null);
    assert_eq!(club.again(&ben).post(&path(unasked, "dispute"), &draw).refused(409), ["II.4"]);
    club.again(&ann).post(&path(unasked, "retraction"), &json!({})).expect(200);
});

both!(pages_ask_each_player_and_a_moderator_what_only_they_can_say_t47, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let game = enter(&ann, &game(&ann, &ben));
    let page = |who: &Caller, path: &str| Browser::of(&club, who).get(path).text();
    let own = format!("/games/{game}");
    let mine = page(&ann, &own);
    assert!(mine.contains(">Undo</button>") && !page(&ann, "/today").contains("Is that right?"));
    let form = page(&ben, &own);
    let form = form.split_once("id=\"dispute\"").expect("where Not right? leads").1;
    assert!(page(&ben, "/today").contains(&format!("href=\"{own}#dispute\"")));
    assert!(form.contains("Entered: Ann won with White."), "whose game it is: {form}");
    assert!(!mine.contains("Not right?") && !mine.contains("/objections\""), "one way back at a time: {mine}");
    assert!(page(&ben, "/today").contains("Ann says: you lost"), "{}", page(&ben, "/today"));
    assert!(!page(&ben, &own).contains(">Undo</button>") && page(&ben, &own).contains("/confirmation\""));
    assert!(!page(&may, "/today").contains("Who is right?") && !page(&may, &own).contains("Not right?"));

    // Who enters by taps beside it is asked first: what is tapped then is another game.
    let taps = page(&ben, &format!("/games/new?opponent={}", ann.id));
    assert!(taps.contains("Ann says: you lost") && taps.contains("name=\"insist\" value=\"yes\""), "{taps}");
    let taps = page(&ann, &format!("/games/new?opponent={}", ben.id));
    assert!(!taps.contains("name=\"insist\""), "{taps}");
    let mut desk = Browser::of(&club, &ben);
    let csrf = desk.csrf();
    let wrong = desk.post(&format!("{own}/dispute"), &format!("csrf={csrf}&result=white"));
    assert!(wrong.status == 422 && wrong.text().contains("This is the result that was entered"), "{}", wrong.text());
    let answer = desk.post(&format!("{own}/dispute"), &format!("csrf={csrf}&result=not_played"));
    assert_eq!((answer.status, answer.header("location")), (303, Some(own.as_str())));
    let told = page(&ann, &own);
    for shown in [
        "Entered: you won with White.",
        "Ben says: this game was not played.",
        "Ben is right: we did not play",
        "do nothing",
    ] {
        assert!(told.contains(shown), "{shown}: {told}");
    }
    let fresh = |page: &str| {
        ["outcome", "scored", "said", "objects"].map(|part| {
            page.split(&format!("id=\"{part}\""))
                .nth(1)
                .and_then(|part| part.split('>').next())
                .unwrap()
                .contains("data-fresh")
        })
    };
    assert_eq!(fresh(&told), [true; 4], "an open page shows what the other one says: {told}");
    let outside = club.anyone().send("GET", &own, &[("Accept", "text/html")], b"").text();
    assert_eq!(fresh(&outside), [false; 4], "who only reads does not ask again and again: {outside}");
    assert_eq!(fresh(&page(&may, &own)), [true; 4], "a moderator settles it");
    let other = page(&club.person("Cat", &[]), &own);
    assert_eq!(fresh(&other), [false; 4], "nor do other members: {other}");
    let of_ben = page(&ben, &own);
    assert!(of_ben.contains("I was wrong: I lost") && !of_ben.contains("Ben is right"), "{of_ben}");
    // All three are told both versions, and where it is answered or settled.
    club.deliver();
    let versions = |who: &Caller, of_ann: &str, of_ben: &str, part: &str| {
        let told = page(who, "/me/notifications");
        let all = ["Ann – Ben", of_ann, of_ben, &format!("href=\"{own}#{part}\"")];
        assert!(all.iter().all(|shown| told.contains(*shown)), "{all:?}: {told}");
    };
    versions(&ann, "You say: you won with White", "Ben says: this game was not played", "answer");
    versions(&ben, "Ann says: I won with White", "You say: this game was not played", "answer");
    versions(&may, "Ann says: I won with White", "Ben says: this game was not played", "settle");
    assert!(
        page(&may, &own).contains("id=\"settle\"") && page(&ann, "/today").contains("Entered: you won with White.")
    );
    let today = page(&may, "/today");
    let at = |shown: &str| today.find(shown).unwrap_or_else(|| panic!("no {shown}: {today}"));
    assert!(today.contains("Entered: Ann won with White.") && today.contains("As entered: Ann won"), "{today}");
    assert!(at("id=\"now\"") < at("Who is right?"), "after what is on");
    assert!(at("Who is right?") < at("id=\"waits\""), "before all else that waits: {today}");
    assert!(!today.contains("Nothing waits for you."), "{today}");
    let waits = format!("href=\"{own}#answer\">Ben says your game ended otherwise");
    assert!(page(&ann, "/today").contains(&waits), "{}", page(&ann, "/today"));
    assert!(!page(&ben, "/today").contains("ended otherwise</a>"), "nothing waits for who said so");
    let asked = page(&ann, "/today");
    let (above, around) = asked.split_once("id=\"around\"").expect("what else can be done at the session");
    assert!(above.contains(&waits) && !above.contains("href=\"/games/new\">"), "right below the board: {asked}");
    assert!(around.contains("href=\"/games/new\">"), "what one may do besides comes after it: {asked}");
    let desk = page(&may, "/desk");
    for (page, of) in [(&today, "Today"), (&desk, "the desk")] {
        assert!(page.contains("6 Nov 2026 · Entered: Ann won with White."), "{of} says when it was played: {page}");
    }
    assert!(desk.contains("Disputed results") && desk.contains("Ben says: this game was not played."), "{desk}");
    assert!(!page(&ben, "/today").contains("Who is right?"), "who plays settles nothing (III.3.5)");
    let mut desk = Browser::of(&club, &may);
    let csrf = desk.csrf();
    let form = today.split("/settlement\"").nth(1).and_then(|form| form.split("</form>").next()).unwrap();
    assert!(form.contains("name=\"next\" value=\"/today\""), "{form}");
    let answer = desk.post(&format!("{own}/settlement"), &format!("csrf={csrf}&version=as_entered&next=/today"));
    assert_eq!((answer.status, answer.header("location")), (303, Some("/today")), "who settles it there goes on there");
    assert!(page(&ben, &own).contains("Settled after a dispute"));
    // What asked for it says that it is over, and its button is gone: with who settled it, and with all others.
    club.deliver();
    for (who, button) in [(&may, "Settle it"), (&ann, "Answer<"), (&ben, "Answer<")] {
        let told = page(who, "/me/notifications");
        assert!(told.contains("This is settled.") && !told.contains(button), "{button}: {told}");
        assert!(told.contains(">The game</a>"), "the way to what came of it: {told}");
        // Read out, each way is called by its notice, too, and all that it is called by is there.
        let named = told.split("-way\" aria-labelledby=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        for id in named.flat_map(|ids| ids.split(' ')) {
            assert_eq!(told.matches(&format!("id=\"{id}\"")).count(), 1, "{id}: {told}");
        }
        assert!(told.contains("-way\" aria-labelledby=\"notice-"), "{told}");
    }
    assert!(page(&may, "/today").contains("This is settled."), "{}", page(&may, "/today"));
    club.set_time("2026-11-06T12:42:00");
    assert!(!Browser::of(&club, &club.again(&ann)).get(&own).text().contains(">Undo</button>"), "a minute has passed");
});

both!(what_the_kiosk_enters_is_confirmed_by_both_players_t47, |club| {
    asks(&club, Confirmation::BeforeItCounts);
    let Evening { ann, ben, .. } = evening(&club);
    let kiosk = club.person("Kiosk", &[Role::Kiosk]);
    let game = enter(&kiosk, &game(&ann, &ben));
    let confirm = |who: &Caller| who.post(&path(game, "confirmation"), &json!({}));
    assert_eq!(confirm(&ann).expect(200)["state"], "awaiting_confirmation", "the other one is asked, too");
    assert_eq!(confirm(&ann).refused(403), ["II.4"], "one of the two is not both");
    assert_eq!(confirm(&ben).expect(200)["state"], "rated");
});

both!(a_game_says_what_was_expected_against_how_it_ended_ii_3, |club| {
    let Evening { may, ann, ben } = evening(&club);
    for (result, ending, told) in [
        ("white", "resignation", "Both had as many points before. So nobody was expected to win."),
        ("white", "checkmate", "Ann had more points before, so this win was expected. It moves fewer points."),
        ("draw", "stalemate", "Ann had more points before, so a win was expected. So the draw is good for Ben."),
        ("black", "checkmate", "Ben had fewer points before, so this win was not expected."),
    ] {
        let changes = json!({ "result": result, "ending": ending, "insist": true });
        let played = enter(&may, &with(game(&ann, &ben), changes));
        let page = Browser::of(&club, &may).get(&format!("/games/{played}")).text();
        assert!(page.contains(told) && page.contains("href=\"/rulebook#questions\""), "{told}: {page}");
    }
});

both!(a_win_over_somebody_close_moves_what_it_does_between_equals_ii_3, |club| {
    let Evening { may, ann, ben } = evening(&club);
    let play = |result: &str, ending: &str| {
        let changes = json!({ "result": result, "ending": ending, "insist": true });
        enter(&may, &with(game(&ann, &ben), changes))
    };
    play("white", "resignation");
    // 20 points ahead; each of these brings the two nearer by 2.
    for _ in 0..6 {
        play("draw", "stalemate");
    }
    let close = Browser::of(&club, &may).get(&format!("/games/{}", play("white", "checkmate"))).text();
    assert!(close.contains("this win was expected. But they were close. So it moves as many points"), "{close}");
});
