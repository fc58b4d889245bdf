//! The pages of who comes, who plays as a guest, who looks at their own data, and who leaves for good.

use rookery::auth::Role;
use serde_json::{Value, json};

use crate::harness::{Browser, Caller, Club};

fn between<'a>(page: &'a str, before: &str, after: &str) -> &'a str {
    let from = page.split(before).nth(1).unwrap_or_else(|| panic!("no {before}: {page}"));
    from.split(after).next().unwrap()
}

fn joined(club: &Club, name: &str) -> Caller {
    let person = club.person(name, &[]);
    person.post("/api/v1/memberships", &json!({})).expect(201);
    person
}

both!(a_new_club_enters_its_first_game_and_guests_play_0_6_0_12, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice, Role::Administrator]);
    club.person("Tablet", &[Role::Kiosk]);
    let ann = joined(&club, "Ann");
    club.person("Newcomer", &[]);
    let mut desk = Browser::of(&club, &chief);
    assert!(desk.get("/start").text().contains("Tap your own name first."));
    let csrf = desk.csrf();
    assert!(!desk.get("/people").text().contains("Cards for people"), "all have an account");
    desk.post("/people", &format!("csrf={csrf}&name=Gus+Guest"));
    let cards = "href=\"/invitations?all=yes#cards\">Cards for people without an account (1)</a>";
    assert!(desk.get("/people").text().contains(cards), "how they get one");
    let start = desk.get("/start").text();
    assert!(start.split("id=\"game\"").nth(1).unwrap().contains(cards), "not folded away with its step: {start}");
    club.set_time("2026-11-06T12:30:00");
    let mut desk = Browser::of(&club, &club.again(&chief));
    let csrf = desk.csrf();
    let register = desk.get("/sessions/1/register").text();
    let row = |name: &str| between(&register, &format!("<span>{name}</span>"), "</button>").to_owned();
    assert!(row("Chief").contains("Chief Justice"), "an office is told: {register}");
    assert!(row("Gus Guest").contains("guest") && row("Newcomer").contains("guest") && !row("Ann").contains("guest"));
    assert!(!register.contains("Tablet"), "the kiosk is nobody who comes");
    assert!(desk.get("/sessions/1/register?q=gus").text().contains("Gus Guest"));

    let players = desk.get("/games/new?whole=yes").text();
    assert!(players.contains(">Gus Guest<") && players.contains(">Newcomer<"), "guests may be entered: {players}");
    let guest = players.split(">Gus Guest<").next().unwrap().rsplit("value=\"").next().unwrap().trim_end_matches('"');
    let game = format!("csrf={csrf}&key=k&white={}&black={guest}&result=white&ending=checkmate", ann.id);
    for person in [ann.id.to_string(), guest.to_owned()] {
        assert_eq!(desk.post("/sessions/1/register", &format!("csrf={csrf}&arrive={person}")).status, 303);
    }
    club.set_time("2026-11-06T12:31:00");
    let alone = desk.post("/games/new", &game);
    assert_eq!(alone.status, 422);
    let alone = alone.text();
    assert!(alone.contains("0.6"), "nobody who moderates is there yet");
    let to_the_register = "href=\"/sessions/1/register\"";
    assert!(alone.contains(to_the_register), "{alone}");
    let mut player = Browser::of(&club, &club.again(&ann));
    let token = player.csrf();
    let own = format!("csrf={token}&key=own&mine=white&opponent={guest}&result=white&ending=checkmate");
    let refused = player.post("/games/new", &own).text();
    assert!(refused.contains("0.6") && !refused.contains(to_the_register), "not theirs to take: {refused}");
    desk.post("/sessions/1/register", &format!("csrf={csrf}&arrive={}", chief.id));
    club.set_time("2026-11-06T12:39:00");
    let game = game.replace("key=k", "key=again");
    let page = desk.post("/games/new", &game).text();
    let seen = between(&page, "name=\"seen\" value=\"", "\"");
    let entered = desk.post("/games/new", &format!("{game}&seen={seen}&confirm=yes"));
    assert!(entered.header("location").is_some_and(|game| game.starts_with("/games/")), "{}", entered.text());
});

both!(a_guest_tapped_in_by_mistake_is_taken_off_the_register, |club| {
    let may = club.person("May", &[Role::Moderator]);
    club.anyone().get("/api/v1/sessions").expect(200);
    let mut desk = Browser::of(&club, &may);
    let csrf = desk.csrf();
    let guest = desk.post("/people", &format!("csrf={csrf}&name=Slip")).header("location").unwrap().to_owned();
    let id = guest.rsplit('/').next().unwrap().to_owned();
    let back = format!("href=\"/sessions/1/register#p{id}\"");
    club.set_time("2026-11-06T12:30:00");
    let mut desk = Browser::of(&club, &club.again(&may));
    let csrf = desk.csrf();
    let register = "/sessions/1/register";
    assert!(!desk.get(register).text().contains("Tapped in by mistake?"), "nobody is on it");
    assert!(desk.get(&guest).text().contains(&back), "{}", desk.get(&guest).text());
    assert_eq!(desk.post(register, &format!("csrf={csrf}&arrive={id}")).status, 303);
    let page = desk.get(register).text();
    let form = between(&page, "action=\"/sessions/1/register/removal\"", "</form>");
    assert!(form.contains(&format!("<option value=\"{id}\">Slip")) && !form.contains(">May<"), "{form}");
    let removal = format!("{register}/removal");
    let nobody = desk.post(&removal, &format!("csrf={csrf}&person="));
    assert!(nobody.status == 422 && nobody.text().contains("Choose somebody."), "{}", nobody.text());
    let taken = desk.post(&removal, &format!("csrf={csrf}&person={id}"));
    assert_eq!((taken.status, taken.header("location")), (303, Some(register)), "{}", taken.text());
    let page = desk.get(register).text();
    assert!(page.contains("Taken off the register.") && page.contains("<strong>0</strong> here"), "{page}");
    let row = between(&page, &format!("id=\"p{id}\""), "</li>");
    assert!(row.contains("not here"), "as though nobody had tapped: {row}");
    assert_eq!(desk.post(&format!("{guest}/removal"), &format!("csrf={csrf}")).status, 303, "an entry, and no more");
    club.set_time("2026-11-06T15:00:00");
    let page = Browser::of(&club, &club.again(&may)).get(&format!("/people/{}", may.id)).text();
    assert!(!page.contains("Back to the register"), "none is taken now: {page}");
});

both!(a_report_stays_between_the_reporter_and_those_who_moderate, |club| {
    let may = club.person("May", &[Role::Moderator]);
    let (ann, ben) = (joined(&club, "Ann"), joined(&club, "Ben"));
    let words = "I sat beside Ann and saw the phone under the table";
    let report = json!({ "accused": ann.id, "what": words, "happened_at": club.now().and_utc() });
    let report = ben.post("/api/v1/reports", &report).expect(201);
    let mut desk = Browser::of(&club, &may);
    assert!(between(&desk.get("/desk").text(), "href=\"/reports\"", "</li>").contains("1 waits"));
    let page = desk.get(&format!("/decisions/new?report={}", report["id"])).text();
    assert_eq!(between(&page, "name=\"what\"", "</textarea>").split('>').nth(1), Some(""), "in one's own words");
    assert!(between(&page, "name=\"report\"", "</li>").contains(words), "the report stands beside: {page}");

    let offences = between(&page, "<optgroup label=\"Acts that can be broken\">", "</optgroup>").to_owned();
    assert!(offences.contains("(I.1)") && !offences.contains("(II.3)"), "{offences}");
    let usual = between(&page, "<optgroup label=\"Usual reasons\">", "</optgroup>").to_owned();
    assert!(usual.contains(">They did not play fair (I.2)") && !offences.contains("(I.2)"), "once: {usual}");
    assert!(page.find("name=\"what\"") < page.find("name=\"act\""), "what happened comes before its Act");
    let others =
        between(&page, "<optgroup label=\"Other Acts that ask something of somebody\">", "</optgroup>").to_owned();
    assert!(others.contains("(I.7.1)") && !others.contains("(I.9.1)"), "none that the program sees to: {others}");
    assert!(!page.contains(">A game counts only"), "nobody can break what says which games count");
    assert!(!page.contains("{session") && !page.contains("{floor"), "values stand in the Acts");
    assert!(page.contains("<p class=\"if-ticked\">"), "the fraud ladder waits for a fraud: {page}");
    for kind in ["For games that were faked.", "They lose this many points", "Until it ends, no game"] {
        assert!(page.contains(kind), "{kind}: {page}");
    }
});

both!(ones_own_data_is_whole, |club| {
    let may = club.person("May", &[Role::Moderator]);
    let (ann, ben) = (joined(&club, "Ann"), joined(&club, "Ben"));
    let happened_at = club.now().and_utc();
    let seen = json!({ "accused": ben.id, "what": "He took a move back twice", "happened_at": happened_at });
    ann.post("/api/v1/reports", &seen).expect(201);
    let noted = json!({ "text": "Sits by the window" });
    may.post(&format!("/api/v1/people/{}/notes", ann.id), &noted).expect(201);
    let decision = may.decide(&club, ann.id, &[], json!([{ "kind": "time_penalty", "minutes": 5 }])).expect(201);
    let petition = json!({
        "subject": "decision", "subject_id": decision["id"], "ground": null, "title": "I did not look away",
        "grounds": "I never moved a piece while anybody looked away, and three others say so.",
    });
    let filed = ann.post("/api/v1/cases", &petition);
    assert_eq!(filed.status, 201, "{}", filed.text());
    ann.post("/api/v1/suggestions", &json!({ "text": "A queen should be worth ten", "acts": ["I.5"] })).expect(201);
    let data = ann.get("/api/v1/me/data").expect(200);
    assert_eq!(data["decisions"][0]["sanctions"][0]["minutes"], 5);
    assert_eq!(data["decisions"][0]["by"], may.id);
    assert_eq!(data["reports"][0]["about"], ben.id);
    assert_eq!(data["petitions"][0]["title"], "I did not look away");
    assert_eq!(data["suggestions"][0]["state"], "open");
    assert_eq!(data["notes"][0]["text"], "Sits by the window", "what was noted of them, too");
    let acts: Vec<&str> =
        data["not_in_it"].as_array().unwrap().iter().map(|one| one["act"].as_str().unwrap()).collect();
    assert_eq!(acts, ["I.2", "III.2", "I.9.5", "III.2.5"], "and what is not in it, by which Act");
    let kept = ["filings", "petition_drafts", "objections", "evidence", "tables", "talk", "online_consents"];
    for part in kept.into_iter().chain(["candidacies", "change_requests"]) {
        assert!(data[part].is_array(), "{part}");
    }
    assert_eq!(ben.get("/api/v1/me/data").expect(200)["reports"], json!([]), "what others said in confidence");
    let mut own = Browser::of(&club, &ann);
    assert!(own.get("/me/data").text().contains("What you wrote: petitions"));
    let me = own.get("/me").text();
    assert!(
        between(&me, &format!("href=\"/decisions?about={}\"", ann.id), "</li>").contains("<small>1</small>"),
        "{me}"
    );
    assert!(between(&me, "href=\"/cases/new\"", "</li>").contains("no drafts"), "{me}");
    assert!(me.contains(&format!("<li><a href=\"/members/{}\">My page</a>", ann.id)), "{me}");
});

both!(who_has_left_is_forgotten_on_request, |club| {
    let admin = club.person("Ada", &[Role::Administrator]);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let ann = joined(&club, "Ann Ash");
    let (may, ben) = (club.person("May", &[Role::Moderator]), joined(&club, "Ben"));
    let mut own = Browser::of(&club, &ann);
    let csrf = own.csrf();
    let page = own.get("/me/data").text();
    assert!(page.contains("What stays, under the number") && page.contains("First ask to leave the leaderboard"));
    assert_eq!(own.post("/me/data/erasure", &format!("csrf={csrf}")).status, 409, "on the leaderboard (II.8)");
    let table = ben.post("/api/v1/tables", &json!({ "game": "multiplayer" })).expect(201);
    let talk = format!("/api/v1/tables/{}/talk", table["id"]);
    ann.post(&talk, &json!({ "text": "Good luck" })).expect(201);
    assert_eq!(ben.get(&talk).expect(200)[0]["by"]["name"], "Ann Ash");
    ann.post("/api/v1/removal_requests", &json!({})).expect(201);
    let mut office = Browser::of(&club, &chief);
    let key = office.csrf();
    let waits = between(&office.get("/me/deadlines").text(), "href=\"/lapsed_members#", "\"").to_owned();
    let page = office.get("/lapsed_members").text();
    assert!(page.contains("Requests to leave the leaderboard") && page.contains(&format!("id=\"{waits}\"")), "{page}");
    let mut other = Browser::of(&club, &may);
    assert!(!other.get("/lapsed_members").text().contains("Requests to leave"), "the Chief Justice's to grant");
    assert_eq!(office.post("/removals", &format!("csrf={key}&person={}&act=II.8", ann.id)).status, 303);
    assert!(!office.get("/lapsed_members").text().contains("Requests to leave"));
    assert_eq!(own.post("/me/data/erasure", &format!("csrf={csrf}")).status, 303);
    assert!(own.get("/me/data").text().contains("An administrator will answer."));
    own.post("/me/data/erasure/withdrawal", &format!("csrf={csrf}"));
    assert!(own.get("/me/data").text().contains("Ask to be erased"), "taken back");

    let mut host = Browser::of(&club, &admin);
    let secret = host.csrf();
    own.post("/me/data/erasure", &format!("csrf={csrf}"));
    assert!(between(&host.get("/administration").text(), "/administration/erasures", "</li>").contains("1 waits"));
    let waiting = host.get("/administration/erasures").text();
    assert!(waiting.contains("Ann Ash"), "{waiting}");
    let path = between(&waiting, "action=\"", "\"").to_owned();
    let unsaid = host.post(&path, &format!("csrf={secret}&reason="));
    assert_eq!(unsaid.status, 422, "a refusal has a reason");
    host.post(&path, &format!("csrf={secret}&reason=Return+the+clock+first"));
    assert!(own.get("/me/data").text().contains("Return the clock first"));

    own.post("/me/data/erasure", &format!("csrf={csrf}"));
    let path = between(&host.get("/administration/erasures").text(), "action=\"", "\"").to_owned();
    assert_eq!(host.post(&path, &format!("csrf={secret}&erase=yes")).status, 303);
    assert_eq!(ann.get("/api/v1/me/data").status, 401, "every sign-in has ended");
    assert_eq!(ben.get(&talk).expect(200), json!([]), "a table in memory, too");
    let told = ben.get(&format!("/api/v1/members/{}", ann.id)).expect(200);
    assert_eq!(told["name"], format!("N. N. {}", ann.id), "{told}");
    let known = ben.get("/api/v1/members?everybody=true").expect(200);
    let names: Vec<&Value> = known["items"].as_array().unwrap().iter().map(|person| &person["name"]).collect();
    assert!(!names.iter().any(|name| **name == "Ann Ash"), "{names:?}");
    let mut guest = Browser::new(&club);
    assert!(!guest.get(&format!("/members/{}", ann.id)).text().contains("Ann Ash"));
    assert_eq!(host.post(&path, &format!("csrf={secret}&erase=yes")).status, 404, "once");
    let mut desk = Browser::of(&club, &chief);
    assert!(!desk.get("/games/new?whole=yes").text().contains("N. N."), "nobody who plays");
});

both!(a_game_that_a_decision_voids_demands_no_rematch_i_6, |club| {
    let may = club.person("May", &[Role::Moderator]);
    let (ann, ben) = (joined(&club, "Ann"), joined(&club, "Ben"));
    club.set_time("2026-11-06T12:30:00");
    let desk = club.again(&may);
    club.anyone().get("/api/v1/sessions").expect(200);
    desk.post("/api/v1/sessions/1/arrivals", &json!({ "people": [may.id, ann.id, ben.id] })).expect(200);
    club.set_time("2026-11-06T12:45:00");
    let (desk, ann, ben) = (club.again(&desk), club.again(&ann), club.again(&ben));
    let game = json!({ "white": ann.id, "black": ben.id, "result": "white", "ending": "checkmate" });
    let game = ann.post("/api/v1/games", &game).expect(201)["id"].as_i64().unwrap();
    let why = json!({ "reason": "The last move was never on the board" });
    ben.post(&format!("/api/v1/games/{game}/objections"), &why).expect(201);
    let mut loser = Browser::of(&club, &ben);
    let due = loser.get("/me/deadlines").text();
    assert!(
        due.contains(&format!("href=\"/games/{game}#rematch\">Ann – Ben (")) && due.contains(">Ann<"),
        "whose rematch, where: {due}"
    );
    let own = loser.get("/me/games").text();
    assert!(own.contains("The last move was never"), "{own}");
    let reported = loser.get(&format!("/reports/new?game={game}")).text();
    assert!(reported.contains(&format!("value=\"{}\" selected", ann.id)), "the opponent is chosen: {reported}");
    let games = between(&reported, "id=\"report-game\"", "</select>");
    assert!(games.contains(&format!("value=\"{game}\" selected>")) && games.contains("Ann"), "by its players: {games}");
    let elsewhere = loser.get("/reports/new?game=4711");
    assert_eq!(elsewhere.status, 404, "{}", elsewhere.text());
    desk.decide(&club, ann.id, &[game], json!([{ "kind": "fraud" }])).expect(201);
    let void = loser.get("/me/games").text();
    assert!(
        !void.contains("The last move was never") && void.contains("class=\"pill none\""),
        "it was no game: {void}"
    );
    assert!(!loser.get("/me/deadlines").text().contains(&format!("href=\"/games/{game}#")));
    assert!(loser.get("/tables").text().contains("href=\"/clock\""), "the clock is everybody's");
});
