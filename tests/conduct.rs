//! Bans, monitors and clock orders.

use rookery::auth::Role;
use rookery::conduct::store;
use rookery::id::PersonId;
use serde_json::json;

use crate::harness::{Caller, Club};

fn member(club: &Club, name: &str, roles: &[Role]) -> Caller {
    let person = club.person(name, roles);
    person.post("/api/v1/memberships", &json!({})).expect(201);
    person
}

const WHY: &str = "Moved pieces while the other looked away";

both!(a_moderators_ban_is_a_decisions_sanction_and_the_courts_to_lift, |club| {
    let moderator = member(&club, "Mod", &[Role::Moderator]);
    let ann = member(&club, "Ann", &[]);
    let straight = json!({ "person": ann.id, "reason": WHY, "until": "2026-11-13" });
    assert_eq!(moderator.post("/api/v1/bans", &straight).refused(403), ["III.6"]);
    let decision = moderator.ban(&club, ann.id, "2026-11-13");
    let bans = moderator.get(&format!("/api/v1/bans?person={}", ann.id)).expect(200);
    let placed = &bans["items"][0];
    assert_eq!((&placed["ends_at"], &placed["decision"]), (&json!("2026-11-13T23:59:59.999999Z"), &decision["id"]));
    let lifting = json!({ "reason": "It was a misunderstanding" });
    let path = format!("/api/v1/bans/{}/lifting", placed["id"]);
    assert_eq!(
        moderator.post(&path, &lifting).refused(403),
        ["II.9.4"],
        "staff lift their own, only the Court a moderator's"
    );

    let id = PersonId(ann.id);
    for (at, banned) in [("2026-11-06T11:59:59", false), ("2026-11-13T23:59:59", true), ("2026-11-14T00:00:00", false)]
    {
        let at = at.parse().unwrap();
        assert_eq!(club.write(move |tx| store::ban_at(tx.db, id, at)).is_some(), banned, "{at}");
    }
});

both!(why_somebody_is_banned_is_secret_until_it_is_declared_t28, |club| {
    let (moderator, justice) = (club.person("Mod", &[Role::Moderator]), club.person("Judge", &[Role::Justice]));
    let (ann, ben) = (member(&club, "Ann", &[]), member(&club, "Ben", &[]));
    let decision = moderator.ban(&club, ann.id, "2026-11-13");
    let bans = format!("/api/v1/bans?person={}", ann.id);
    let reason = |by: &Caller| by.get(&bans).expect(200)["items"][0]["reason"].clone();
    for concerned in [&ann, &moderator, &justice] {
        assert_eq!(reason(concerned), decision["reasons"], "told to the member and to those who moderate");
    }
    let facts = format!("/api/v1/members/{}", ann.id);
    club.tells_names(false);
    assert_eq!(ben.get(&bans).refused(403), ["III.2.4"], "the club reads of it without names");
    assert_eq!(ben.get("/api/v1/bans").expect(200)["items"], json!([]));
    assert_eq!(ben.get(&facts).expect(200)["ban"], json!(null));

    club.tells_names(true);
    assert_eq!(reason(&ben), json!(null));
    let seen = ben.get(&facts).expect(200)["ban"].clone();
    assert_eq!((&seen["reason"], &seen["ends_at"]), (&json!(null), &json!("2026-11-13T23:59:59.999999Z")));
    assert_eq!(ann.get(&facts).expect(200)["ban"]["reason"], decision["reasons"]);
    for closed in [&bans[..], "/api/v1/monitors", "/api/v1/clock_orders"] {
        assert_eq!(club.anyone().get(closed).status, 401, "the public reads declarations: {closed}");
    }

    moderator.post(&format!("/api/v1/decisions/{}/declaration", decision["id"]), &json!({})).expect(200);
    assert_eq!(reason(&ben), decision["reasons"]);
    let teacher = club.person("Teacher", &[Role::Staff]);
    teacher.post("/api/v1/bans", &json!({ "person": ben.id, "reason": WHY })).expect(201);
    let of_staff = ann.get(&format!("/api/v1/bans?person={}", ben.id)).expect(200);
    assert_eq!(of_staff["items"][0]["reason"], WHY, "staff's are declared when they are placed");
});

both!(each_sanction_moves_the_ledger_by_its_own_act, |club| {
    let moderator = club.person("Mod", &[Role::Moderator]);
    let ann = member(&club, "Ann", &[]);
    let both = json!([
        { "kind": "deduction", "points": 5 },
        { "kind": "fraud", "step": "halve", "departure": "Both games were made up" },
    ]);
    moderator.decide(&club, ann.id, &[], both).expect(201);
    let ledger = ann.get(&format!("/api/v1/members/{}/ledger", ann.id)).expect(200);
    let acts: Vec<_> = ledger["items"].as_array().unwrap().iter().map(|entry| entry["acts"][0].clone()).collect();
    assert_eq!(acts, ["II.5", "I.2.1", "II.1"]);
});

both!(staff_ban_as_they_must_and_lift_their_own, |club| {
    let teacher = club.person("Teacher", &[Role::Staff]);
    let moderator = club.person("Mod", &[Role::Moderator]);
    let ann = member(&club, "Ann", &[]);
    let placed = teacher.post("/api/v1/bans", &json!({ "person": ann.id, "reason": WHY })).expect(201);
    assert_eq!((&placed["staff"], &placed["ends_at"]), (&json!(true), &json!(null)), "III.6");
    let path = format!("/api/v1/bans/{}/lifting", placed["id"]);
    let lifting = json!({ "reason": "The detention has been served" });
    assert_eq!(moderator.post(&path, &lifting).refused(403), ["III.6"]);
    teacher.post(&path, &lifting).expect(200);
    assert_eq!(teacher.post(&path, &lifting).refused(409), ["III.6"]);
});

both!(any_moderator_places_and_lifts_a_monitor_but_not_on_themself, |club| {
    let one = member(&club, "One", &[Role::Moderator]);
    let other = member(&club, "Other", &[Role::Justice]);
    let guest = club.person("Guest", &[]);
    let on = |person: i64| json!({ "person": person, "suspicion": WHY });
    assert_eq!(one.post("/api/v1/monitors", &on(guest.id)).refused(422), ["II.10", "0.9"]);
    assert_eq!(one.post("/api/v1/monitors", &on(one.id)).refused(422), ["II.10", "III.3.5"]);
    let vague = json!({ "person": other.id, "suspicion": "Hm" });
    assert_eq!(one.post("/api/v1/monitors", &vague).refused(422), ["II.10.1"]);
    let placed = one.post("/api/v1/monitors", &on(other.id)).expect(201);
    assert_eq!(one.post("/api/v1/monitors", &on(other.id)).refused(409), ["II.10"]);
    let path = format!("/api/v1/monitors/{}/lifting", placed["id"]);
    let lifting = json!({ "reason": "Nothing more was seen in three sessions" });
    assert_eq!(other.post(&path, &lifting).refused(422), ["II.10.2", "III.3.5"]);
    let third = club.person("Third", &[Role::Moderator]);
    third.post(&path, &lifting).expect(200);
    assert_eq!(one.post(&path, &lifting).refused(409), ["II.10.2"]);
    guest.post("/api/v1/monitors", &on(one.id)).expect(403);
});

both!(clock_orders_are_the_chief_justices, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let moderator = club.person("Mod", &[Role::Moderator]);
    let ann = member(&club, "Ann", &[]);
    let order = json!({ "person": ann.id, "reason": "Overran time in four sessions" });
    assert_eq!(moderator.post("/api/v1/clock_orders", &order).refused(403), ["III.4"]);
    let placed = chief.post("/api/v1/clock_orders", &order).expect(201);
    assert_eq!(chief.post("/api/v1/clock_orders", &order).refused(409), ["II.11"]);
    let told = moderator.get(&format!("/api/v1/members/{}", ann.id)).expect(200);
    assert_eq!(told["clock_order"]["id"], placed["id"]);
    let path = format!("/api/v1/clock_orders/{}/lifting", placed["id"]);
    chief.post(&path, &json!({ "reason": "Keeps time nowadays, mostly" })).expect(200);
    let told = moderator.get(&format!("/api/v1/members/{}", ann.id)).expect(200);
    assert_eq!(told["clock_order"], json!(null));
});
