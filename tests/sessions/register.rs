//! The register: who is there, who left, and who was tapped in by mistake.

use diesel::prelude::*;
use rookery::audit::Kept;
use rookery::auth::Role;
use rookery::commands::check::check;
use rookery::db::schema::acts;
use rookery::id::PersonId;
use rookery::sessions::store;
use serde_json::{Value, json};

use super::{member, session_at};
use crate::harness::Caller;

both!(the_register_is_taken_by_the_desk_in_bulk_and_can_be_said_twice, |club| {
    let kiosk = club.person("Kiosk", &[Role::Kiosk]);
    let ann = club.person("Ann", &[]);
    let bo = club.person("Bo", &[]);
    let session = session_at(&club, "2026-11-06T12:30:00");
    let path = format!("/api/v1/sessions/{session}");
    let both = json!({ "people": [ann.id, bo.id, ann.id] });
    assert_eq!(kiosk.post(&format!("{path}/arrivals"), &both).refused(403), ["0.5"], "only during a session");
    club.set_time("2026-11-06T12:31:00");
    let (kiosk, ann) = (club.again(&kiosk), club.again(&ann));
    assert_eq!(ann.post(&format!("{path}/arrivals"), &both).refused(403), ["III.2"]);
    let register = kiosk.post(&format!("{path}/arrivals"), &both).expect(200);
    assert_eq!(register["stays"].as_array().unwrap().len(), 2);
    let again = kiosk.post(&format!("{path}/arrivals"), &both).expect(200);
    assert_eq!(again["stays"], register["stays"], "idempotent");
    assert_eq!(again["stays"][0]["present"], false, "0.9: not five minutes yet");
    let soon = json!({ "people": [bo.id], "at": "2026-11-06T12:50:00Z" });
    assert_eq!(kiosk.post(&format!("{path}/departures"), &soon).refused(422), ["0.9"], "yet to come");
    club.set_time("2026-11-06T12:34:00");
    let bo_left = json!({ "people": [bo.id] });
    kiosk.post(&format!("{path}/departures"), &bo_left).expect(200);
    kiosk.post(&format!("{path}/departures"), &bo_left).expect(200);
    kiosk.post(&format!("{path}/arrivals"), &json!({ "people": [424242] })).expect(404);
    kiosk.post(&format!("{path}/arrivals"), &json!({ "people": [] })).expect(422);
    club.set_time("2026-11-06T12:36:00");
    let told = kiosk.get(&format!("{path}/register")).expect(200);
    assert_eq!((&told["stays"][0]["name"], &told["stays"][0]["present"]), (&json!("Ann"), &json!(true)));
    assert_eq!(told["stays"][1]["present"], false);
    club.anyone().get(&format!("{path}/register")).expect(401);

    let (id, now) = (PersonId(ann.id), club.now());
    let here = club.write(move |tx| {
        let session = store::known(tx.db, rookery::id::SessionId(session))?;
        store::present_at(tx.db, &session, now)
    });
    assert_eq!(here, [id]);
});

both!(who_was_tapped_in_by_mistake_is_taken_off_unless_they_played_0_9, |club| {
    let moderator = club.person("Mod", &[Role::Moderator]);
    let ann = member(&club, "Ann", &[]);
    let [slip, gus] = ["Slip", "Gus"]
        .map(|name| moderator.post("/api/v1/people", &json!({ "name": name })).expect(201)["id"].as_i64().unwrap());
    let session = session_at(&club, "2026-11-06T12:30:00");
    club.set_time("2026-11-06T12:31:00");
    let [moderator, ann] = [moderator, ann].map(|one| club.again(&one));
    let path = format!("/api/v1/sessions/{session}");
    let here = json!({ "people": [moderator.id, ann.id, slip, gus] });
    moderator.post(&format!("{path}/arrivals"), &here).expect(200);
    // Tapped out and in again: two stays.
    moderator.post(&format!("{path}/departures"), &json!({ "people": [slip] })).expect(200);
    club.set_time("2026-11-06T12:40:00");
    let [moderator, ann] = [moderator, ann].map(|one| club.again(&one));
    moderator.post(&format!("{path}/arrivals"), &json!({ "people": [slip] })).expect(200);

    let off = |by: &Caller, person: i64| by.delete(&format!("{path}/register/{person}"), &json!({}));
    assert_eq!(off(&ann, slip).refused(403), ["III.2"]);
    let entry = format!("/api/v1/people/{slip}");
    moderator.delete(&entry, &json!({})).expect(409);
    off(&moderator, slip).expect(204);
    off(&moderator, slip).expect(404);
    let told = moderator.get(&format!("{path}/register")).expect(200);
    let people: Vec<&Value> = told["stays"].as_array().unwrap().iter().map(|stay| &stay["person"]).collect();
    assert_eq!(people, [&json!(moderator.id), &json!(ann.id), &json!(gus)]);
    let log: Vec<String> =
        club.write(|tx| Ok(acts::table.filter(acts::act.eq("register.stay_struck")).select(acts::body).load(tx.db)?));
    assert_eq!(log.len(), 2, "each stay by itself: {log:?}");
    assert!(log.iter().all(|body| body.contains("Tapped in by mistake.")), "{log:?}");

    // What a guest played keeps them.
    let game = json!({ "white": ann.id, "black": gus, "result": "white", "ending": "checkmate" });
    let game = moderator.post("/api/v1/games", &game).expect(201)["id"].clone();
    let refused = off(&moderator, gus).expect(409);
    assert_eq!((&refused["acts"], &refused["game"]), (&json!(["0.9"]), &game), "{refused}");

    // And who was tapped in by mistake can be an entry by mistake, too.
    moderator.delete(&entry, &json!({})).expect(204);
    assert_eq!(club.app.db.read_now(|db| check(db, &Kept::default(), &mut |_| {})).unwrap(), Vec::<String>::new());
});
