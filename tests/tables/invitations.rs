//! Tables for several: whom the opener invites, and who is asked no second time.

use serde_json::json;

use super::challenge::leads_to;
use super::{pair, path, ready};
use crate::harness::{Browser, Caller};

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
    let people = form.matches("name=\"invite\" value=").count();
    let said = if people == 1 { "(1 person)".to_owned() } else { format!("({people} people)") };
    assert!(form.contains(&format!("Look for a name {said}")), "how many they are: {form}");
});
