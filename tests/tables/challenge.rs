//! One tap to challenge somebody, one to accept: then the game has begun.

use chrono::TimeDelta;
use rookery::auth::Role;
use serde_json::json;

use super::{begun, consent, pair, path, play, ready};
use crate::harness::{Answer, Browser, Caller, Club};

pub(super) fn challenges(club: &Club, who: &Caller, whom: &Caller) -> Answer {
    let mut browser = Browser::of(club, who);
    let csrf = browser.csrf();
    browser.post("/tables/challenge", &format!("csrf={csrf}&person={}", whom.id))
}

pub(super) fn leads_to(answer: &Answer) -> String {
    answer.header("location").expect("it leads somewhere").to_owned()
}

both!(a_challenge_and_its_acceptance_are_a_tap_each, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let page = Browser::of(&club, &ann).get(&format!("/members/{}", ben.id)).text();
    assert!(page.contains("action=\"/tables/challenge\"") && page.contains("Challenge to online chess"), "{page}");
    let table = leads_to(&challenges(&club, &ann, &ben));
    let seen = ann.get(&format!("/api/v1{table}")).expect(200);
    assert_eq!((&seen["stage"], &seen["options"]["minutes"]), (&json!("open"), &json!(10)), "{seen}");
    assert_eq!(leads_to(&challenges(&club, &ann, &ben)), table, "the same challenge again is the one that stands");
    let mut other = Browser::of(&club, &ben);
    let today = other.get("/today").text();
    assert!(today.contains("Ann wants to play with you") && today.contains("Accept and play"), "{today}");
    let csrf = other.csrf();
    assert_eq!(leads_to(&other.post(&table, &format!("csrf={csrf}&act=accept"))), table);
    assert_eq!(ann.get(&format!("/api/v1{table}")).expect(200)["stage"], "playing");
    assert!(!other.get("/today").text().contains("Accept and play"));
    // Two games a day are more than the house rules have: the form says so.
    assert!(leads_to(&challenges(&club, &ann, &ben)).starts_with("/tables/new/chess?invite="));
});

both!(a_challenge_is_offered_where_it_would_be_accepted_alone, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let mona = club.person("Mona", &[Role::Moderator]);
    let staff = club.person("Sam", &[Role::Staff]);
    let guest = club.person("Gus", &[]);
    let nora = mona.post("/api/v1/people", &json!({ "name": "Nora" })).expect(201)["id"].as_i64().unwrap();
    mona.post("/api/v1/memberships", &json!({ "person": nora })).expect(201);
    // For points, for fun, and by other terms.
    let offered = |who: &Caller, whom: i64| {
        let page = Browser::of(&club, who).get(&format!("/members/{whom}")).text();
        ["Challenge to online chess", "Play just for fun", "Other time or colour"].map(|offer| page.contains(offer))
    };
    let board = |who: &Caller| Browser::of(&club, who).get("/").text();
    let button = |form: &str, id: i64| format!("form=\"{form}\" name=\"person\" value=\"{id}\"");
    assert_eq!(offered(&ann, ben.id), [true; 3]);
    assert_eq!(offered(&ann, ann.id), [false; 3], "nobody plays themselves");
    assert_eq!(offered(&ann, guest.id), [false; 3], "only members play online");
    assert_eq!(offered(&guest, ben.id), [false; 3], "nor does a guest");
    assert_eq!(offered(&ann, nora), [false; 3], "who has no account cannot answer");
    let page = board(&ann);
    assert!(page.contains(&button("challenge", ben.id)) && !page.contains(&button("challenge", nora)), "{page}");
    assert!(!board(&guest).contains("form=\"challenge\"") && !board(&guest).contains("form=\"fun\""));

    // One game for points a day.
    let table = leads_to(&challenges(&club, &ann, &ben));
    let mut other = Browser::of(&club, &ben);
    let csrf = other.csrf();
    other.post(&table, &format!("csrf={csrf}&act=accept"));
    assert_eq!(offered(&ann, ben.id), [false, true, true]);
    let page = board(&ann);
    assert!(!page.contains(&button("challenge", ben.id)) && page.contains(&button("fun", ben.id)), "{page}");

    let ban = json!({ "person": ben.id, "reason": "Shouted at the moderator again and again" });
    staff.post("/api/v1/bans", &ban).expect(201);
    assert_eq!((offered(&ann, ben.id), offered(&ben, ann.id)), ([false; 3], [false; 3]), "nobody banned plays");
    assert!(!board(&ann).contains(&button("fun", ben.id)) && !board(&ben).contains("form=\"fun\""));
});

both!(buttons_tell_of_a_ban_nobody_who_may_not_know_of_it, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let mona = club.person("Mona", &[Role::Moderator]);
    // For points and for fun: on the leaderboard, and on the member's page.
    let offered = |who: &Caller, whom: &Caller| {
        let mut browser = Browser::of(&club, who);
        let (board, page) = (browser.get("/").text(), browser.get(&format!("/members/{}", whom.id)).text());
        let on_board = |form: &str| board.contains(&format!("form=\"{form}\" name=\"person\" value=\"{}\"", whom.id));
        let on_page = |button: &str| page.contains(button);
        [on_board("challenge"), on_board("fun"), on_page("Challenge to online chess"), on_page("Play just for fun")]
    };
    assert_eq!(offered(&ann, &ben), [true; 4]);
    mona.ban(&club, ben.id, "2026-11-13");
    assert_eq!(offered(&ann, &ben), [false; 4], "where names are read, bans are known");
    // As the house rules have it by default (T42).
    club.tells_names(false);
    assert_eq!(offered(&ann, &ben), [true; 4], "as before the ban");
    assert!(leads_to(&challenges(&club, &ann, &ben)).starts_with("/tables/new/chess?invite="), "the form answers");
    assert_eq!(offered(&ben, &ann), [false; 4], "who is banned knows it");
});

both!(the_leaderboard_asks_for_a_game_for_points_or_for_fun_by_one_tap, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let mut browser = Browser::of(&club, &ann);
    let board = browser.get("/").text();
    for sign in ["#play\"/>", "#fun\"/>"] {
        let legend = board.split("class=\"soft legend\"").nth(1).and_then(|legend| legend.split("</p>").next());
        assert!(legend.is_some_and(|legend| legend.contains(sign)), "what it means, in words: {board}");
    }
    for (form, label) in [("challenge", "Challenge Ben to online chess: "), ("fun", "Play Ben online: ")] {
        let button = format!("form=\"{form}\" name=\"person\" value=\"{}\" aria-label=\"{label}", ben.id);
        assert_eq!(board.matches(&button).count(), 1, "{form}: {board}");
    }
    let fun = board.split("<form id=\"fun\" method=\"post\" action=\"/tables/challenge\">").nth(1).expect("the form");
    assert!(fun.split("</form>").next().unwrap().contains("name=\"rated\" value=\"no\""), "{fun}");
    let csrf = browser.csrf();
    let table = leads_to(&browser.post("/tables/challenge", &format!("csrf={csrf}&rated=no&person={}", ben.id)));
    let options = ann.get(&format!("/api/v1{table}")).expect(200)["options"].clone();
    assert_eq!((&options["rated"], &options["minutes"]), (&json!(false), &json!(10)), "{options}");
});

both!(who_challenges_back_accepts_and_consent_comes_first, |club| {
    let [ann, ben] = ["Ann", "Ben"].map(|name| club.person(name, &[]));
    for member in [&ann, &ben] {
        member.post("/api/v1/memberships", &json!({})).expect(201);
    }
    let first = leads_to(&challenges(&club, &ann, &ben));
    assert_eq!(first, format!("/online-consent?person={0}&next=/members/{0}", ben.id));
    // The one who says yes goes on as planned, the one who says no goes back.
    let mut browser = Browser::of(&club, &ann);
    let page = browser.get(&first).text();
    let no = format!("href=\"/members/{}\">No, thank you", ben.id);
    assert!(page.contains("your challenge is sent at once") && page.contains(&no), "{page}");
    let csrf = browser.csrf();
    let version = ann.get("/api/v1/online_consent").expect(200)["version"].clone();
    let yes = format!("csrf={csrf}&version={version}&person={0}&next=/members/{0}", ben.id);
    let table = leads_to(&browser.post("/online-consent", &yes));
    let seats = ann.get(&format!("/api/v1{table}")).expect(200)["seats"].clone();
    assert!(seats.as_array().unwrap().iter().any(|seat| seat["ready"] == true), "the challenger waits: {seats}");
    let mut other = Browser::of(&club, &ben);
    let csrf = other.csrf();
    let first = leads_to(&other.post(&table, &format!("csrf={csrf}&act=accept")));
    assert_eq!(first, format!("/online-consent?table={0}&next=/tables/{0}", &table["/tables/".len()..]));
    consent(&ben);
    club.pass(TimeDelta::minutes(2));
    assert_eq!(leads_to(&challenges(&club, &ben, &ann)), table);
    assert_eq!(ann.get(&format!("/api/v1{table}")).expect(200)["stage"], "playing");
    let nobody = challenges(&club, &ann, &ann);
    assert!(nobody.status >= 303, "nobody plays against themself");
});

both!(what_has_not_begun_is_drawn_as_it_will_begin, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let cases = [
        ("chess", json!({ "minutes": 10 }), "pieces.svg#white-pawn", 8),
        ("multiplayer", json!({ "start": "start3" }), "<circle class=\"army ", 48),
        ("four", json!({}), "<circle class=\"hole\"", 42),
        ("party", json!({ "swingers": ["NAP", "Azure"], "seats": 2 }), "class=\"man s", 0),
    ];
    for (game, options, man, men) in cases {
        let open = json!({ "game": game, "options": options, "seat": 0 });
        let table = super::path(&ann.post("/api/v1/tables", &open).expect(201));
        let pages = [(&ben, "/tables"), (&ann, "/tables"), (&ann, "/today")];
        for (reader, page) in pages {
            let list = Browser::of(&club, reader).get(page).text();
            assert_eq!(list.matches("<svg class=\"mini\"").count(), 1, "{game} in {page}: {list}");
            assert_eq!(list.matches(man).count(), men, "{game} in {page}: {list}");
        }
        ann.delete(&format!("{table}/seats"), &json!({})).expect(204);
    }
});

both!(the_list_draws_what_is_played_and_says_who_has_the_move_and_a_free_seat_is_one_tap, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let open = json!({ "game": "chess", "options": { "minutes": 10 }, "seat": 0 });
    let unbegun = super::path(&ann.post("/api/v1/tables", &open).expect(201));
    let free = Browser::of(&club, &ben).get("/tables").text();
    assert!(free.contains("name=\"act\" value=\"accept\""), "{free}");
    let own = Browser::of(&club, &ann).get("/tables").text();
    assert!(!own.contains("name=\"act\" value=\"accept\""), "one's own table");
    ann.delete(&format!("{unbegun}/seats"), &json!({})).expect(204);
    begun(&ann, &ben);
    let list = Browser::of(&club, &ben).get("/tables").text();
    assert!(list.contains("Has the move: Ann, since") && list.contains("<svg class=\"mini\""), "{list}");
    assert_eq!(list.matches("pieces.svg#white-pawn").count(), 8, "{list}");
    // Every game with a board has its drawing.
    let [cat, dan, eve] = ["Cat", "Dan", "Eve"].map(|name| club.person(name, &[]));
    let three = json!({ "game": "multiplayer", "options": { "start": "start3", "colours": "chosen" }, "seat": 0 });
    let table = super::path(&cat.post("/api/v1/tables", &three).expect(201));
    for other in [&dan, &eve] {
        other.post(&format!("{table}/seats"), &json!({})).expect(200);
    }
    for player in [&cat, &dan, &eve] {
        super::ready(player, &table, true).expect(200);
    }
    let practice = json!({ "game": "party", "options": { "practice": true } });
    let table = super::path(&dan.post("/api/v1/tables", &practice).expect(201));
    super::ready(&dan, &table, true).expect(200);
    let list = Browser::of(&club, &ben).get("/tables").text();
    assert_eq!(list.matches("<svg class=\"mini\"").count(), 2, "practice is for its player alone: {list}");
    assert_eq!(list.matches("<circle class=\"army ").count(), 48, "{list}");
    assert!(list.contains("Has the move: Cat, since") && !list.contains("practice against the computer"), "{list}");
    let listed = |who: &Caller| who.get("/api/v1/tables?game=party&limit=1").expect(200)["items"].clone();
    assert_eq!(listed(&ben), json!([]), "nor is it listed to programs");
    assert_eq!(listed(&dan).as_array().unwrap().len(), 1);
    let own = Browser::of(&club, &dan).get("/tables").text();
    assert_eq!(own.matches("<svg class=\"mini\"").count(), 3, "{own}");
});

both!(a_challenge_is_declined_by_one_tap_and_taken_back_by_another, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let table = leads_to(&challenges(&club, &ann, &ben));
    let mut other = Browser::of(&club, &ben);
    assert!(other.get("/today").text().contains("No, thank you"));
    assert!(other.get(&table).text().contains("No, thank you"));
    let csrf = other.csrf();
    assert_eq!(leads_to(&other.post(&table, &format!("csrf={csrf}&act=leave&next=/today"))), "/today");
    let today = other.get("/today").text();
    assert!(today.contains("You said no to the challenge") && !today.contains("wants to play with you"), "{today}");
    let over = Browser::of(&club, &ann).get(&table).text();
    assert!(over.contains("Ben said no to this challenge") && over.contains("Challenge again"), "{over}");
    let declined = other.get(&table).text();
    assert!(declined.contains("You said no to Ann") && declined.contains("Challenge back"), "{declined}");
    // The list says whom it was between, to these two alone.
    let dan = club.person("Dan", &[]);
    for (reader, between, others) in [(&ann, "Ben</strong>", 1), (&ben, "Ann</strong>", 1), (&dan, "Ann –</span>", 0)]
    {
        let list = Browser::of(&club, reader).get("/tables").text();
        assert!(!list.contains("empty seat"), "{list}");
        assert_eq!(list.matches(between).count(), others, "{between}: {list}");
    }
    assert!(Browser::of(&club, &dan).get(&table).text().contains("No game began at this table"));
    club.deliver();
    let told = Browser::of(&club, &ann).get("/me/notifications").text();
    assert!(told.contains("Somebody does not want to play at your table") && told.contains("Ben"), "{told}");
    // Nobody declines for somebody else, and what was declined is not accepted any more.
    let cat = club.person("Cat", &[]);
    let next = leads_to(&challenges(&club, &ann, &ben));
    assert_ne!(next, table);
    cat.delete(&format!("/api/v1{next}/seats"), &json!({})).refused(403);
    ben.post(&format!("/api/v1{table}/seats"), &json!({})).refused(409);
    let mut own = Browser::of(&club, &ann);
    assert!(own.get(&next).text().contains("Take the challenge back"));
    let csrf = own.csrf();
    own.post(&next, &format!("csrf={csrf}&act=leave"));
    assert!(!other.get("/today").text().contains("wants to play with you"));
    assert!(own.get(&next).text().contains("You took your challenge back. It was for Ben."));
    assert!(other.get(&next).text().contains("Ann took this challenge back"));
    // Either asks again by one tap, the one who was asked too.
    let again = |browser: &mut Browser, of: &str| {
        let csrf = browser.csrf();
        let number = of.rsplit('/').next().unwrap();
        leads_to(&browser.post("/tables/challenge", &format!("csrf={csrf}&again={number}")))
    };
    let back = again(&mut other, &table);
    let asked = ann.get(&format!("/api/v1{back}")).expect(200);
    assert_eq!((&asked["stage"], &asked["opened_by"]), (&json!("open"), &json!(ben.id)), "{asked}");
    assert!(own.get(&table).text().contains("Ben wants to play again"));
    ben.delete(&format!("/api/v1{back}/seats"), &json!({})).expect(204);
    assert_ne!(again(&mut own, &next), back);
    // Nobody else does.
    let mut third = Browser::of(&club, &dan);
    let csrf = third.csrf();
    let number = table.rsplit('/').next().unwrap();
    assert_eq!(third.post("/tables/challenge", &format!("csrf={csrf}&again={number}")).status, 403);
    // At a table of more the seat is free for others.
    let three = json!({ "game": "multiplayer", "options": { "start": "start3" }, "invite": [ben.id] });
    let table = path(&ann.post("/api/v1/tables", &three).expect(201));
    ben.delete(&format!("{table}/seats"), &json!({})).expect(204);
    cat.post(&format!("{table}/seats"), &json!({})).expect(200);
    assert_eq!(ann.get(&table).expect(200)["stage"], "open");
    assert!(own.get(&table.replace("/api/v1", "")).text().contains("Leave the table to the others"));
    // Such a table is no challenge of one to another: it is closed.
    let three =
        json!({ "game": "multiplayer", "options": { "start": "start3" }, "seat": 0, "invite": [ben.id, cat.id] });
    let page = path(&ann.post("/api/v1/tables", &three).expect(201)).replace("/api/v1", "");
    let shown = own.get(&page).text();
    assert!(shown.contains("Close the table") && !shown.contains("Take the challenge back"), "{shown}");
    let csrf = own.csrf();
    own.post(&page, &format!("csrf={csrf}&act=leave"));
    assert!(own.get(&page).text().contains("You closed this table. You had asked Ben and Cat to play."));
    assert!(other.get(&page).text().contains("Ann closed this table."));
});

both!(what_stands_against_a_challenge_is_read_before_it_is_sent, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let [cat, dan] = pair(&club, ["Cat", "Dan"]);
    let table = begun(&ben, &dan);
    let mut browser = Browser::of(&club, &ann);
    let csrf = browser.csrf();
    let fields = format!("csrf={csrf}&minutes=5&increment_seconds=0&rated=yes&seat=&invite={}", ben.id);
    let tables =
        || ann.get(&format!("/api/v1/tables?person={}", ann.id)).expect(200)["items"].as_array().unwrap().len();
    let told = browser.post("/tables/new/chess", &fields).text();
    assert!(told.contains("one game for points online at a time. Wait for the end of the game Ben – Dan."), "{told}");
    assert!(told.contains("Ben has played for points online today. The next time is tomorrow"), "{told}");
    assert_eq!(tables(), 0, "nothing is opened that would be refused, before that was read");
    let read = told.split("name=\"read\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let read = read.replace("&#39;", "'").replace(' ', "+");
    let opened = leads_to(&browser.post("/tables/new/chess", &format!("{fields}&read={read}")));
    assert_eq!(tables(), 1);
    // On Today it says the same, in the place of the button that would be refused.
    let mut other = Browser::of(&club, &ben);
    let today = other.get("/today").text();
    assert!(today.contains("Ann wants to play with you") && today.contains("No, thank you"), "{today}");
    assert!(!today.contains("Accept and play") && today.contains("You have played for points online today"), "{today}");
    let csrf = other.csrf();
    let refused = other.post(&opened, &format!("csrf={csrf}&act=accept"));
    assert_eq!(refused.status, 409);
    assert!(refused.text().contains("You have played for points online today. The next time is tomorrow"));
    play(&ben, &table, 0, json!({ "kind": "resign" })).expect(200);
    let quick = leads_to(&challenges(&club, &cat, &ben));
    assert!(quick.starts_with("/tables/new/chess?invite="), "{quick}");
    assert!(Browser::of(&club, &cat).get(&quick).text().contains("Ben has played for points online today"));
});

both!(a_game_just_for_fun_is_a_tap_away_too, |club| {
    let [ann, ben] = ["Ann", "Ben"].map(|name| club.person(name, &[]));
    for member in [&ann, &ben] {
        member.post("/api/v1/memberships", &json!({})).expect(201);
    }
    let mut browser = Browser::of(&club, &ann);
    let page = browser.get(&format!("/members/{}", ben.id)).text();
    assert!(page.contains("name=\"rated\" value=\"no\">Play just for fun</button>"), "{page}");
    let csrf = browser.csrf();
    let fun = |browser: &mut Browser, csrf: &str, whom: &Caller| {
        leads_to(&browser.post("/tables/challenge", &format!("csrf={csrf}&person={}&rated=no", whom.id)))
    };
    // Who agrees to the terms first is not led to a game for points by that.
    let first = fun(&mut browser, &csrf, &ben);
    assert_eq!(first, format!("/online-consent?person={0}&rated=no&next=/members/{0}", ben.id));
    let asked = browser.get(&first).text();
    assert!(asked.contains("just for fun") && asked.contains("name=\"rated\" value=\"no\""), "{asked}");
    for player in [&ann, &ben] {
        consent(player);
    }
    let table = fun(&mut browser, &csrf, &ben);
    assert_eq!(ann.get(&format!("/api/v1{table}")).expect(200)["options"]["rated"], false);
    // A game for points is no answer to it.
    assert_ne!(leads_to(&challenges(&club, &ben, &ann)), table);
    assert_eq!(ann.get(&format!("/api/v1{table}")).expect(200)["stage"], "open");
    let mut other = Browser::of(&club, &ben);
    let csrf = other.csrf();
    assert_eq!(fun(&mut other, &csrf, &ann), table);
    assert_eq!(ann.get(&format!("/api/v1{table}")).expect(200)["stage"], "playing");
});

both!(that_somebody_is_banned_is_told_to_nobody_who_invites_them, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let mona = club.person("Mona", &[Role::Moderator]);
    mona.ban(&club, ben.id, "2026-11-13");
    // As the house rules have it by default (T42).
    club.tells_names(false);
    let mut browser = Browser::of(&club, &ann);
    let mut hides = |address: &str| {
        let page = browser.get(address).text();
        assert!(page.contains("Ben cannot play online now."), "{address}: {page}");
        for told in ["banned", "13 November", "November 13", "2026-11-13", "/rulebook/acts/0.7"] {
            assert!(!page.contains(told), "{address} tells {told}: {page}");
        }
    };
    hides(&format!("/tables/new/chess?invite={}", ben.id));
    hides(&leads_to(&challenges(&club, &ann, &ben)));
    let open = json!({ "game": "chess", "options": { "minutes": 10 }, "invite": [ben.id] });
    let table = path(&ann.post("/api/v1/tables", &open).expect(201));
    let page = table.replace("/api/v1", "");
    hides(&page);
    // They themselves read why, and until when.
    let mut own = Browser::of(&club, &ben);
    let told = own.get(&page).text();
    assert!(told.contains("You are banned through") && told.contains("/rulebook/acts/0.7"), "{told}");
    assert!(own.get("/today").text().contains("You are banned through"));
    ben.post(&format!("{table}/seats"), &json!({})).expect(200);
    ready(&ben, &table, true).expect(200);
    hides(&page);
    assert!(ready(&ann, &table, true).refused(409).is_empty(), "nor does a game say it that cannot begin");
    // Nobody of an unknown number is asked about: the form says that itself.
    assert_eq!(browser.get("/tables/new/chess?invite=999999").status, 200);
});

both!(who_looks_elsewhere_is_told_that_a_live_game_runs, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let called = |browser: &mut Browser| browser.get("/rulebook").text().contains("class=\"call\"");
    let mut browsers = [Browser::of(&club, &ann), Browser::of(&club, &ben)];
    let open = json!({ "game": "chess", "options": { "minutes": 10 }, "seat": 0, "invite": [ben.id] });
    let table = path(&ann.post("/api/v1/tables", &open).expect(201));
    let page = table["/api/v1".len()..].to_owned();
    ready(&ann, &table, true).expect(200);
    assert!(!called(&mut browsers[0]), "nothing has begun");
    let csrf = browsers[1].csrf();
    assert_eq!(leads_to(&browsers[1].post(&page, &format!("csrf={csrf}&act=accept"))), page);
    let says = |browser: &mut Browser, what: &str| {
        let link = format!("<a href=\"{page}\"><span>{what}</span> <b>");
        for elsewhere in ["/rulebook", "/", "/tables/calls?at=/me"] {
            let shown = browser.get(elsewhere).text();
            assert!(shown.contains(&link), "{elsewhere}: {shown}");
        }
        // Where the table itself is shown, the line says nothing new.
        let own = [page.clone(), format!("/tables/calls?at={page}")];
        let lists = ["/today", "/tables/calls?at=/today", "/tables", "/tables?mine=true", "/tables/calls?at=/tables"];
        for at_it in own.into_iter().chain(lists.map(str::to_owned)) {
            assert!(!browser.get(&at_it).text().contains("class=\"call\""), "{at_it}");
        }
        for others in ["/tables?game=four", "/tables?stage=archived"] {
            assert!(browser.get(others).text().contains(&link), "{others}");
        }
    };
    says(&mut browsers[0], "Ben accepted. Your clock runs.");
    // Who plays is not disturbed by somebody else's challenge, but reads it afterwards.
    let other = club.person("Cat", &[]);
    let asked = path(&other.post("/api/v1/tables", &json!({ "game": "four", "invite": [ben.id] })).expect(201));
    assert!(!called(&mut browsers[1]), "who accepted is at the board, and waits");
    super::go(&ann, &table, 0, "e4").expect(200);
    assert!(!called(&mut browsers[0]));
    says(&mut browsers[1], "Your turn against Ann. Your clock runs.");
    let today = browsers[1].get("/today").text();
    let (_, waits) = today.split_once("id=\"waits\"").unwrap();
    let (waits, _) = waits.split_once("</section>").unwrap();
    assert!(waits.contains(&page) && !today.contains("id=\"own-tables\""), "Today says it once: {today}");
    assert!(!called(&mut Browser::of(&club, &other)) && !called(&mut Browser::new(&club)));
    play(&ann, &table, 1, json!({ "kind": "resign" })).expect(200);
    assert!(!called(&mut browsers[0]) && called(&mut browsers[1]), "it is over");
    ben.delete(&format!("{asked}/seats"), &json!({})).expect(204);
    assert!(!browsers.iter_mut().any(called), "it is over");
    // A game of days waits without that.
    let open = json!({ "game": "four", "seat": 0 });
    let table = path(&ann.post("/api/v1/tables", &open).expect(201));
    ben.post(&format!("{table}/seats"), &json!({})).expect(200);
    for player in [&ann, &ben] {
        ready(player, &table, true).expect(200);
    }
    assert!(!browsers.iter_mut().any(called));
});

both!(a_challenge_is_said_at_the_top_of_every_page_until_it_is_answered, |club| {
    let [ann, ben] = pair(&club, ["Ann", "Ben"]);
    let [mut asks, mut asked] = [Browser::of(&club, &ann), Browser::of(&club, &ben)];
    assert!(asked.get("/rulebook").text().contains("id=\"calls\""), "there is room for one to come");
    let table = leads_to(&challenges(&club, &ann, &ben));
    let link = format!("<a href=\"{table}\"><span>Ann challenges you: Chess.</span> <b>Answer</b>");
    for page in ["/rulebook", "/", "/tables/calls?at=/me"] {
        let shown = asked.get(page).text();
        assert!(shown.contains(&link), "{page}: {shown}");
        assert!(!asks.get(page).text().contains("class=\"call\""), "{page}");
        assert!(shown.contains(&format!("data-challenges=\"{table}\"")), "a script sees that it came: {shown}");
    }
    // Today has it once, among what waits, with what answers it.
    for page in ["/today", "/tables/calls?at=/today"] {
        let shown = asked.get(page).text();
        assert!(
            !shown.contains("class=\"call\"") && shown.contains(&format!("data-challenges=\"{table}\"")),
            "{shown}"
        );
    }
    let today = asked.get("/today").text();
    let (_, waits) = today.split_once("id=\"waits\"").unwrap();
    assert!(waits.split_once("</section>").unwrap().0.contains(&format!("action=\"{table}\"")), "{today}");
    // What is asked for is said there, to both.
    for browser in [&mut asks, &mut asked] {
        let page = browser.get(&table).text();
        assert!(page.contains("10 minutes each, 5 seconds a move, for points</strong>"), "{page}");
        assert!(!page.contains("class=\"call\""), "{page}");
    }
    // So is it where one agrees to the terms first, and where an answer from another page was refused.
    let number = &table["/tables/".len()..];
    let consent = asked.get(&format!("/online-consent?table={number}&next={table}")).text();
    let again = format!("/tables/calls?at={table}\"");
    assert!(!consent.contains("class=\"call\"") && consent.contains(&again), "{consent}");
    assert!(asked.get("/online-consent").text().contains(&link), "nothing is answered there");
    let csrf = asked.csrf();
    let cookies: Vec<String> = asked.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let (cookies, today) = (cookies.join("; "), format!("{}/today", club.url));
    let headers = [
        ("Accept", "text/html"),
        ("Sec-Fetch-Site", "same-origin"),
        ("Cookie", &*cookies),
        ("Referer", &*today),
        ("Content-Type", "application/x-www-form-urlencoded"),
    ];
    let refused = club.anyone().send("POST", &table, &headers, format!("csrf={csrf}&act=nothing").as_bytes());
    assert_eq!(refused.status, 422, "{}", refused.text());
    let refused = refused.text();
    assert!(!refused.contains("class=\"call\"") && refused.contains(&again), "{refused}");
    let before = asks.get(&format!("/members/{}", ben.id)).text();
    assert!(before.contains("<small>10 minutes each, 5 seconds a move, for points</small>"), "{before}");
    ben.delete(&format!("/api/v1{table}/seats"), &json!({})).expect(204);
    assert!(!asked.get("/rulebook").text().contains("class=\"call\""));
    // A table that has ended keeps its seats for nobody.
    assert!(!asks.get(&table).text().contains("kept for"));
});

both!(the_opener_of_a_table_invites_more_people_while_seats_are_free, |club| {
    let [ann, ben, cat, dan, eve] = ["Ann", "Ben", "Cat", "Dan", "Eve"].map(|name| {
        let member = club.person(name, &[]);
        member.post("/api/v1/memberships", &json!({})).expect(201);
        member
    });
    let open = json!({ "game": "multiplayer", "options": { "start": "start4" }, "seat": 0, "invite": [ben.id] });
    let table = path(&ann.post("/api/v1/tables", &open).expect(201));
    let page = table.replace("/api/v1", "");
    let mut own = Browser::of(&club, &ann);
    let shown = own.get(&page).text();
    assert!(shown.contains("Invite more people") && shown.contains("2 seats are free"), "{shown}");
    assert!(
        shown.contains("type=\"search\"") && !shown.contains(&format!("value=\"{}\">\n          Ben", ben.id)),
        "{shown}"
    );
    let csrf = own.csrf();
    let invites = |browser: &mut Browser, csrf: &str, people: &[&Caller]| {
        let people: String = people.iter().map(|one| format!("&invite={}", one.id)).collect();
        browser.post(&page, &format!("csrf={csrf}&act=invite{people}"))
    };
    for people in [&[][..], &[&ben][..], &[&ann][..], &[&cat, &cat][..], &[&cat, &dan, &eve][..]] {
        let refused = invites(&mut own, &csrf, people);
        assert_eq!(refused.status, 422, "{}", refused.text());
    }
    assert_eq!(leads_to(&invites(&mut own, &csrf, &[&cat])), page);
    let at = format!("{table}/invitations");
    ben.post(&at, &json!({ "invite": [dan.id] })).refused(403);
    let seen = ann.post(&at, &json!({ "invite": [dan.id] })).expect(200);
    let kept: Vec<_> = seen["seats"].as_array().unwrap().iter().filter_map(|seat| seat["invited"].as_i64()).collect();
    assert_eq!(kept.len(), 3, "{seen}");
    club.deliver();
    for asked in [&cat, &dan] {
        let mut browser = Browser::of(&club, asked);
        assert!(browser.get("/today").text().contains("Ann wants to play with you"));
        assert!(browser.get("/me/notifications").text().contains("Ann"));
    }
    assert!(!own.get(&page).text().contains("Invite more people"), "no seat is free");
    let list = own.get("/tables").text();
    assert!(list.contains("Waits for Ben, Cat and Dan"), "{list}");
    ann.post(&at, &json!({ "invite": [eve.id] })).refused(422);
    // Who says no makes room for somebody else, until the game has begun.
    dan.delete(&format!("{table}/seats"), &json!({})).expect(204);
    // They are left in peace: no other notice comes, and the form does not offer them.
    let refused = ann.post(&at, &json!({ "invite": [dan.id] }));
    assert!(refused.text().contains("Dan said no to this table. Ask somebody else."), "{}", refused.text());
    refused.refused(422);
    assert_eq!(super::topics(&club, &dan).iter().filter(|topic| *topic == "table.invited").count(), 1);
    let shown = own.get(&page).text();
    assert!(shown.contains("Said no to this table: Dan."), "{shown}");
    assert!(!shown.contains(&format!("name=\"invite\" value=\"{}\"", dan.id)), "{shown}");
    assert!(shown.contains(&format!("name=\"invite\" value=\"{}\"", eve.id)), "{shown}");
    ann.post(&at, &json!({ "invite": [eve.id] })).expect(200);
    for player in [&ben, &cat, &eve] {
        player.post(&format!("{table}/seats"), &json!({})).expect(200);
    }
    for player in [&ann, &ben, &cat, &eve] {
        ready(player, &table, true).expect(200);
    }
    ann.post(&at, &json!({ "invite": [dan.id] })).refused(409);
    for player in [&ann, &ben] {
        ready(player, &table, false).expect(200);
    }
    let shown = Browser::of(&club, &cat).get(&page).text();
    assert!(shown.contains("Ann and Ben ask for an adjournment."), "{shown}");
});

both!(the_form_for_several_promises_no_number_of_seats_and_looks_for_names, |club| {
    let [ann, _] = pair(&club, ["Ann", "Ben"]);
    let form = Browser::of(&club, &ann).get("/tables/new/multiplayer").text();
    assert!(form.contains("at most one for each seat besides yours") && !form.contains("up to 3"), "{form}");
    assert!(form.contains("id=\"open-find\" type=\"search\"") && form.contains("people.js"), "{form}");
});
