//! Members: joining, leaving, notes, and the facts about them.

use chrono::TimeDelta;
use diesel::prelude::*;
use rookery::audit::Kept;
use rookery::auth::Role;
use rookery::commands::check::check;
use rookery::db::schema::acts;
use rookery::games::closing;
use serde_json::{Value, json};

use crate::harness::{Browser, Caller, Club};
use crate::sessions::session_at;

fn facts(club: &Club, who: &Caller) -> Value {
    club.anyone().get(&format!("/api/v1/members/{}", who.id)).expect(200)
}

both!(any_student_joins_at_the_initial_score, |club| {
    let ann = club.person("Ann", &[]);
    assert_eq!(facts(&club, &ann)["score"], json!(null));
    let membership = ann.post("/api/v1/memberships", &json!({})).expect(201);
    assert_eq!(membership["joined_at"], "2026-11-06T12:00:00Z");
    let told = facts(&club, &ann);
    assert_eq!((&told["name"], &told["score"]), (&json!("Ann"), &json!(100)), "II.1");
    assert_eq!(told["history"].as_array().unwrap().len(), 1);
    assert_eq!(ann.post("/api/v1/memberships", &json!({})).refused(409), ["II.1"]);
    let listed = club.anyone().get("/api/v1/members?search=an").expect(200);
    assert_eq!(listed["items"][0]["score"], 100);

    let teacher = club.person("Teacher", &[Role::Staff]);
    assert_eq!(teacher.post("/api/v1/memberships", &json!({})).refused(422), ["0.9", "II.1"]);
});

both!(the_desk_adds_guests_and_lets_them_join, |club| {
    let moderator = club.person("Mod", &[Role::Moderator]);
    let ann = club.person("Ann", &[]);
    let kiosk = club.person("Kiosk", &[Role::Kiosk]);
    assert_eq!(ann.post("/api/v1/people", &json!({ "name": "Bo" })).refused(403), ["III.2"]);
    assert_eq!(kiosk.post("/api/v1/people", &json!({ "name": "Bo" })).refused(403), ["0.5"], "no session is on");
    club.set_time("2026-11-06T12:35:00");
    let kiosk = club.again(&kiosk);
    let moderator = club.again(&moderator);
    let ann = club.again(&ann);
    let bo = kiosk.post("/api/v1/people", &json!({ "name": " Bo  Diddley " })).expect(201);
    assert_eq!((&bo["name"], &bo["handle"]), (&json!("Bo Diddley"), &json!("bo-diddley")));
    kiosk.post("/api/v1/people", &json!({ "name": "Bo Diddley", "same_name": true })).expect(409);
    let twin = moderator.post("/api/v1/people", &json!({ "name": "Bo Diddley", "same_name": true })).expect(201);
    assert_eq!(twin["handle"], "bo-diddley2");
    assert_eq!(ann.post("/api/v1/memberships", &json!({ "person": bo["id"] })).refused(403), ["III.2"]);
    moderator.post("/api/v1/memberships", &json!({ "person": bo["id"] })).expect(201);
    let everybody = ann.get("/api/v1/members?search=BO%20DID&everybody=true").expect(200);
    assert_eq!(everybody["items"].as_array().unwrap().len(), 2);
    let members = club.anyone().get("/api/v1/members?search=BO%20DID").expect(200);
    assert_eq!(members["items"].as_array().unwrap().len(), 1);
    moderator.post("/api/v1/memberships", &json!({ "person": 99999 })).expect(404);
});

both!(who_was_entered_by_mistake_is_taken_out_and_nobody_else, |club| {
    let (moderator, ann) = (club.person("Mod", &[Role::Moderator]), club.person("Ann", &[]));
    let entered = |name: &str, joins: bool| {
        let id =
            moderator.post("/api/v1/people", &json!({ "name": name, "same_name": true })).expect(201)["id"].clone();
        if joins {
            moderator.post("/api/v1/memberships", &json!({ "person": id })).expect(201);
        }
        id.as_i64().unwrap()
    };
    let path = |id: i64| format!("/api/v1/people/{id}");
    let (right, twin, joined) = (entered("Bo Diddley", true), entered("Bo Diddley", false), entered("Bo Didley", true));
    moderator.patch(&path(joined), &json!({ "name": "Bo Ditley" })).expect(200);
    ann.delete(&path(twin), &json!({})).expect(403);
    for gone in [twin, joined] {
        moderator.delete(&path(gone), &json!({})).expect(204);
    }
    assert_eq!(club.anyone().get(&format!("/api/v1/members/{twin}")).status, 404);
    let named = |name: &str| {
        let listed = moderator.get(&format!("/api/v1/members?everybody=true&search={name}")).expect(200);
        listed["items"].as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!((named("Diddley"), named("Did"), named("Ditley")), (vec![right], vec![right], vec![]));
    let board = club.anyone().get("/api/v1/leaderboard").expect(200);
    assert_eq!(board["items"].as_array().unwrap().iter().map(|line| &line["id"]).collect::<Vec<_>>(), [&json!(right)]);
    // The log has no name of theirs, and holds.
    let log: Vec<String> = club.write(|tx| Ok(acts::table.order(acts::id).select(acts::body).load(tx.db)?));
    let named = |name: &str| log.iter().filter(|body| body.contains(name)).count();
    assert_eq!((named("Bo Diddley"), named("Didley"), named("Ditley")), (1, 0, 0), "{log:?}");
    assert_eq!(club.app.db.read_now(|db| check(db, &Kept::default(), &mut |_| {})).unwrap(), Vec::<String>::new());

    // What stands against it is told.
    moderator.post(&format!("/api/v1/people/{right}/notes"), &json!({ "text": "Left-handed" })).expect(201);
    club.set_time("2026-11-06T12:35:00");
    let moderator = club.again(&moderator);
    let session = session_at(&club, "2026-11-06T12:35:00");
    moderator.post(&format!("/api/v1/sessions/{session}/arrivals"), &json!({ "people": [right] })).expect(200);
    let refused = moderator.delete(&path(right), &json!({})).expect(409);
    assert!(refused["detail"].as_str().unwrap().contains("There is: a place on the register and a note."), "{refused}");
    let account = moderator.delete(&path(ann.id), &json!({})).expect(409);
    assert!(account["detail"].as_str().unwrap().contains("an account"), "{account}");
    let mut desk = Browser::of(&club, &moderator);
    let csrf = desk.csrf();
    let page = desk.post(&format!("/people/{right}/removal"), &format!("csrf={csrf}"));
    assert_eq!(page.status, 409);
    assert!(page.text().contains("This is more than a mistake."), "{}", page.text());
    let of_ann = desk.get(&format!("/people/{}", ann.id)).text();
    assert!(!of_ann.contains("/removal"), "who has an account is no mistake");
    assert!(of_ann.contains("Only an administrator can give them a new one."), "of a password: {of_ann}");
    let slip = desk.post("/people", &format!("csrf={csrf}&name=Slip")).header("location").unwrap().to_owned();
    let gone = desk.post(&format!("{slip}/removal"), &format!("csrf={csrf}"));
    assert_eq!((gone.status, gone.header("location")), (303, Some("/people")));
});

both!(a_moderator_renames_and_nobody_overwrites_another, |club| {
    let moderator = club.person("Mod", &[Role::Moderator]);
    let ann = club.person("Ann", &[]);
    ann.post("/api/v1/memberships", &json!({})).expect(201);
    let path = format!("/api/v1/people/{}", ann.id);
    ann.patch(&path, &json!({ "name": "Queen Ann" })).expect(403);
    let renamed = moderator.patch(&path, &json!({ "name": "Anne" }));
    assert_eq!(renamed.header("etag"), Some("\"2\""));
    let stale = moderator.send(
        "PATCH",
        &path,
        &[("Content-Type", "application/json"), ("If-Match", "\"1\"")],
        br#"{"name":"Anna"}"#,
    );
    stale.expect(412);
    assert_eq!(facts(&club, &ann)["name"], "Anne");
    for name in ["", "Ann\u{202e}nnA", "\u{200b}Ann", "An\u{2066}n", "\u{3164}", "An\u{ad}n"] {
        moderator.patch(&path, &json!({ "name": name })).expect(422);
    }
    assert!(club.anyone().get("/api/v1/leaderboard").text().contains("Anne"), "the board shows the new name");
});

both!(notes_are_for_moderators_and_end, |club| {
    let moderator = club.person("Mod", &[Role::Moderator]);
    let ann = club.person("Ann", &[]);
    let path = format!("/api/v1/people/{}/notes", ann.id);
    let note = json!({ "text": "Lost the library's clock", "ends_at": "2026-11-06T12:05:00Z" });
    let id = moderator.post(&path, &note).expect(201)["id"].clone();
    moderator.post(&path, &json!({ "text": "Brought it back" })).expect(201);
    assert_eq!(moderator.get(&path).expect(200)["notes"].as_array().unwrap().len(), 2);
    ann.get(&path).expect(403);
    club.pass(TimeDelta::minutes(5));
    let standing = moderator.get(&path).expect(200);
    assert_eq!(standing["notes"][0]["text"], "Brought it back");
    assert_eq!(standing["notes"].as_array().unwrap().len(), 1);
    moderator.delete(&format!("/api/v1/notes/{id}"), &json!({})).expect(204);
    moderator.delete(&format!("/api/v1/notes/{id}"), &json!({})).expect(404);
    let past = json!({ "text": "Too late", "ends_at": "2026-11-01T00:00:00Z" });
    moderator.post(&path, &past).expect(422);
});

both!(removal_on_request_is_due_in_seven_days, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let ann = club.person("Ann", &[Role::Moderator]);
    assert_eq!(ann.post("/api/v1/removal_requests", &json!({})).refused(409), ["0.9"]);
    ann.post("/api/v1/memberships", &json!({})).expect(201);
    let asked = ann.post("/api/v1/removal_requests", &json!({ "reason": "Exams" })).expect(201);
    assert_eq!(asked["due_at"], "2026-11-13T12:00:00Z", "II.8, T2");
    assert_eq!(ann.post("/api/v1/removal_requests", &json!({})).refused(409), ["II.8"]);
    assert_eq!(chief.get("/api/v1/removal_requests").expect(200)["requests"][0]["name"], "Ann");
    let removal = json!({ "person": ann.id, "act": "II.8" });
    chief.post("/api/v1/removals", &removal).expect(201);
    assert_eq!(chief.post("/api/v1/removals", &removal).refused(409), ["0.9"]);
    let told = facts(&club, &ann);
    assert_eq!((&told["score"], &told["membership"]), (&json!(null), &json!(null)));
    assert_eq!(told["memberships"][0]["removal_act"], "II.8");
    ann.get("/api/v1/forbidden_pairs").expect(200);

    ann.post("/api/v1/memberships", &json!({})).expect(201);
    assert_eq!(facts(&club, &ann)["score"], 100, "II.7: as per II.1 anew");
    let asked = ann.post("/api/v1/removal_requests", &json!({})).expect(201);
    ann.delete(&format!("/api/v1/removal_requests/{}", asked["id"]), &json!({})).expect(204);
    assert_eq!(chief.post("/api/v1/removals", &removal).refused(422), ["II.8"], "withdrawn");
});

/// What a person's request to be removed says of its days.
fn due(person: &Caller) -> serde_json::Value {
    person.get("/api/v1/removal_requests").expect(200)["requests"][0]["due_at"].clone()
}

both!(a_request_to_be_removed_waits_while_banned_and_its_days_begin_afterwards_ii_8_1_t44, |club| {
    let club = {
        let config = (*club.app.config).clone();
        club.quiet(config)
    };
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let [ann, ben] = ["Ann", "Ben"].map(|name| club.person(name, &[]));
    for member in [&ann, &ben] {
        member.post("/api/v1/memberships", &json!({})).expect(201);
    }
    let waits = || rookery::deadlines::removals::run(&club.app.db).unwrap();
    ann.post("/api/v1/removal_requests", &json!({})).expect(201);
    assert_eq!(waits(), 0, "nothing stands in its way");
    for member in [&ann, &ben] {
        chief.ban(&club, member.id, "2026-11-13");
    }
    // Asked before and asked while banned: both stand and wait.
    assert_eq!(ben.post("/api/v1/removal_requests", &json!({})).expect(201)["due_at"], json!(null));
    assert_eq!((waits(), waits()), (1, 0), "once");
    assert_eq!([due(&ann), due(&ben)], [json!(null), json!(null)]);
    let deadlines = chief.get("/api/v1/deadlines").expect(200).to_string();
    assert!(!deadlines.contains("removal_request"), "{deadlines}");
    let mut browser = Browser::of(&club, &ann);
    assert!(browser.get("/me/data").text().contains("Your request waits"));
    let again = ann.post("/api/v1/removal_requests", &json!({}));
    assert_eq!(again.refused(409), ["II.8"], "asked already");
    let removal = json!({ "person": ann.id, "act": "II.8" });
    assert_eq!(chief.post("/api/v1/removals", &removal).refused(422), ["II.8.1"]);

    club.set_time("2026-11-14T00:00:00");
    let [chief, ann, ben] = [&chief, &ann, &ben].map(|person| club.again(person));
    assert_eq!((waits(), waits()), (2, 0));
    assert_eq!([due(&ann), due(&ben)], ["2026-11-21T00:00:00Z"; 2]);
    assert!(chief.get("/api/v1/deadlines").expect(200).to_string().contains("removal_request"));
    chief.post("/api/v1/removals", &removal).expect(201);
});

both!(a_banned_member_is_not_removed_on_request, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let ann = club.person("Ann", &[]);
    ann.post("/api/v1/memberships", &json!({})).expect(201);
    ann.post("/api/v1/removal_requests", &json!({})).expect(201);
    chief.ban(&club, ann.id, "2026-11-13");
    let removal = json!({ "person": ann.id, "act": "II.8" });
    assert_eq!(chief.post("/api/v1/removals", &removal).refused(422), ["II.8.1"]);
    let told = ann.get(&format!("/api/v1/members/{}", ann.id)).expect(200);
    assert_eq!(told["ban"]["ends_at"], "2026-11-13T23:59:59.999999Z");
});

both!(lapsed_members_are_listed_with_why_and_removed, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let ann = club.person("Ann", &[]);
    ann.post("/api/v1/memberships", &json!({})).expect(201);
    closing::run(&club.app.db).unwrap();
    let removal = json!({ "person": ann.id, "act": "II.7" });
    club.set_time("2026-12-04T13:30:00");
    let chief = club.again(&chief);
    assert_eq!(chief.post("/api/v1/removals", &removal).refused(422), ["II.7"], "T10: five weeks are too few");
    assert_eq!(chief.get("/api/v1/lapsed_members").expect(200)["members"], json!([]));

    club.set_time("2026-12-11T13:30:00");
    let chief = club.again(&chief);
    let lapsed = chief.get("/api/v1/lapsed_members").expect(200);
    assert_eq!((&lapsed["members"][0]["name"], &lapsed["members"][0]["present"]), (&json!("Ann"), &json!(0)));
    assert_eq!(lapsed["members"][0]["weeks"].as_array().unwrap().len(), 6);

    chief.ban(&club, ann.id, "2026-12-18");
    let removed = chief.post("/api/v1/removals", &removal).expect(201);
    assert_eq!(removed["removal_act"], "II.7", "a banned member may lapse");
    let ann = club.again(&ann);
    assert_eq!(ann.post("/api/v1/memberships", &json!({})).refused(422), ["II.7"], "not while banned");
    club.set_time("2026-12-19T00:00:00");
    let ann = club.again(&ann);
    ann.post("/api/v1/memberships", &json!({})).expect(201);
});

both!(a_lapsed_member_is_removed_by_the_page_once_it_has_said_what_goes, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let ann = club.person("Ann", &[]);
    ann.post("/api/v1/memberships", &json!({})).expect(201);
    closing::run(&club.app.db).unwrap();
    club.set_time("2026-12-04T13:30:00");
    let mut browser = Browser::of(&club, &club.again(&chief));
    let csrf = browser.csrf();
    assert!(browser.get("/lapsed_members").text().contains("Nobody stays away."));
    let form = |csrf: &str| format!("csrf={csrf}&person={}&act=II.7", ann.id);
    let refused = browser.post("/removals", &form(&csrf));
    assert_eq!(refused.status, 422, "T10: five weeks are too few");
    assert!(refused.text().contains("id=\"remove-"), "told although nothing asks to remove them: {}", refused.text());

    club.set_time("2026-12-11T13:30:00");
    let mut browser = Browser::of(&club, &club.again(&chief));
    let csrf = browser.csrf();
    let page = browser.get("/lapsed_members").text();
    for told in ["present in 0", "Their place and points go", "Yes, take Ann off the leaderboard"] {
        assert!(page.contains(told), "{told}: {page}");
    }
    assert_eq!(browser.post("/removals", &form(&csrf)).status, 303);
    assert!(browser.get("/lapsed_members").text().contains("Nobody stays away."));
    assert!(!Browser::new(&club).get("/").text().contains(">Ann</a>"), "off the leaderboard");
});
