//! Where a game online is offered by a button: to whom it would be granted, and to nobody in words that tell of a ban.

use rookery::auth::Role;
use serde_json::json;

use super::challenge::{challenges, leads_to};
use super::{pair, path, ready};
use crate::harness::{Browser, Caller};

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
