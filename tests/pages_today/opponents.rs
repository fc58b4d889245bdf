//! Whom one can play: who is here and free during a session, and who is proposed after it.

use rookery::auth::Role;
use serde_json::json;

use super::{begun, today};
use crate::harness::{Browser, Caller};
use crate::sessions::member;

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
