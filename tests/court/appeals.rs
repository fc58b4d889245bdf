//! Panels: judgments that carry themselves out.

use serde_json::json;

use super::reader::{Reader, has, lacks};
use super::*;

both!(a_judgment_before_the_answer_is_due_takes_a_second_tap, |club| {
    let court = Court::opened(&club);
    let found = court.may.decide(&club, court.ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(&court.ann, "decision", &found["id"]);
    court.hears(&number);
    let case = format!("/cases/{number}");
    let page = |of: &Caller| Reader::of(&club, of).reads(&case);
    let [one, two, three, _] = &court.justices;
    let drafted = draft(one, &number, &json!({ "outcome": "uphold" })).expect(201);
    let vote = |by: &Caller| by.post(&step(&number, "votes"), &json!({ "draft": drafted["id"] })).expect(200);
    let (hasty, counts) = ("Decide anyway?", "Count the votes</button>");
    has(&page(two), &["May has until", hasty, "<summary>Vote without the answer</summary><button>Vote</button>"]);
    lacks(&page(one), &[counts]);
    vote(one);
    lacks(&page(one), &[counts]);
    let mut presiding = Reader::of(&club, one);
    let (status, early) = presiding.sends(&case, &[("form", "count"), ("step", "count"), ("scores", "")]);
    assert_eq!(status, 200, "what was not seen is not counted");
    has(&early, &["action=\"/cases/2026-C-001#count-wrong\"", "role=\"alert\" id=\"count-wrong\""]);
    vote(two);
    has(&page(one), &[hasty, "No vote yet from: Three.", "<summary>Count all the same</summary>"]);
    vote(three);
    lacks(&page(one), &["No vote yet from"]);
    let answer = json!({ "kind": "answer", "title": "Why", "text": "It was a loud game", "visibility": "parties" });
    court.may.post(&step(&number, "filings"), &answer).expect(201);
    let page = page(one);
    lacks(&page, &[hasty, "<summary>Count all the same</summary>"]);
    has(&page, &[counts]);
});

both!(fraud_found_appealed_and_overturned_leaves_the_points_as_though_it_never_was, |club| {
    let court = Court::opened(&club);
    let Court { chief, justices: [one, two, three, four], may, ann, ben, cy, .. } = &court;
    let game = won(ann, ben);
    let found = may.decide(&club, ann.id, &[game], json!([{ "kind": "fraud" }])).expect(201);
    club.pass(chrono::TimeDelta::minutes(1));
    won(ann, cy);
    assert_eq!(score(&club, ann), 120, "the fraudulent game was never one");

    let number = filed(ann, "decision", &found["id"]);
    assert_eq!(number, "2026-C-001");
    assert_eq!(leave(may, &number, true).refused(403), ["III.3"]);
    assert_eq!(leave(four, &number, true).expect(200)["state"], "filed", "one justice is not enough");
    assert_eq!(leave(three, &number, true).expect(200)["state"], "granted", "III.3.6: two are");
    assert_eq!(court.panel(&number, &[0, 1, 2]).expect(200)["state"], "empanelled");
    assert_eq!(draft(one, &number, &json!({ "outcome": "overturn" })).refused(409), ["III.3.8"], "not open yet");
    one.post(&step(&number, "hearing"), &json!({})).expect(200);

    let overturn = draft(one, &number, &json!({ "outcome": "overturn" })).expect(201)["id"].clone();
    let uphold = draft(two, &number, &json!({ "outcome": "uphold" })).expect(201)["id"].clone();
    let vote = |by: &Caller, draft: &Value| by.post(&step(&number, "votes"), &json!({ "draft": draft }));
    vote(one, &overturn).expect(200);
    assert_eq!(one.post(&step(&number, "count"), &json!({})).refused(409), ["III.3.3"], "one vote of three");
    vote(two, &uphold).expect(200);
    vote(three, &uphold).expect(200);
    vote(three, &overturn).expect(200);
    assert_eq!(vote(four, &overturn).refused(403), ["III.3.3"], "who does not sit");
    assert_eq!(two.post(&step(&number, "count"), &json!({})).refused(403), ["III.3.3"], "who does not preside");
    let seen = read(two, &number);
    assert_eq!(seen["deliberation"]["voted"], json!([one.id, two.id, three.id]));
    assert_eq!(seen["deliberation"]["own_vote"], uphold);
    assert_eq!(read(chief, &number)["deliberation"], json!(null), "only those who sit");
    assert_eq!(read(ann, &number)["judgments"], json!([]), "secret until the verdict");

    assert_eq!(one.post(&step(&number, "count"), &json!({})).expect(200)["state"], "decided");
    assert_eq!(decision(may, &found), "overturned");
    assert_eq!(score(&club, ann), 139, "as though it never happened");
    let ledger = ann.get(&format!("/api/v1/members/{}/ledger", ann.id)).text();
    assert!(ledger.contains("Case 2026-C-001"), "{ledger}");
    let judged = read(&club.anyone(), &number);
    assert_eq!(judged["judgments"][0]["majority"], json!([one.id, three.id]));
    assert_eq!(judged["judgments"][0]["votes"].as_array().unwrap().len(), 3);
    assert_eq!(judged["deadlines"][0]["kind"], "opinion");
    assert_eq!(judged["deadlines"][0]["due_at"], "2026-11-13T12:41:00Z", "T2");
    sound(&club);

    assert_eq!(write(two, &number, "majority").refused(403), ["III.3.10"], "not of the majority");
    assert_eq!(write(two, &number, "concurrence").refused(422), ["III.3.10"]);
    write(three, &number, "majority").expect(201);
    let dissent = write(two, &number, "dissent").expect(201)["id"].clone();
    assert_eq!(one.post(&step(&number, &format!("opinions/{dissent}/joins")), &json!({})).refused(422), ["III.3.10"]);
    let joinable = |reader: &Caller| {
        let opinions = read(reader, &number)["judgments"][0]["opinions"].clone();
        opinions.as_array().unwrap().iter().map(|opinion| opinion["joinable"] == true).collect::<Vec<_>>()
    };
    assert_eq!(joinable(one), [true, false], "the majority's, not the dissent");
    assert_eq!(joinable(two), [false, false], "neither one's own nor the other side's");
    assert_eq!(joinable(ann), [false, false], "for justices who sat");
    assert_eq!(state(ann, &number), "published");
    assert_eq!(write(one, &number, "majority").refused(409), ["III.3.10"], "there is one already");
});

both!(the_court_decides_in_the_moderators_place, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, ben, .. } = &court;
    won(ann, ben);
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 15 }])).expect(201);
    assert_eq!(score(&club, ann), 105);
    // The newest notice of each topic, and how many there are.
    let told = |topic: &str| {
        club.deliver();
        let notices = ann.get("/api/v1/notifications?limit=100").expect(200)["items"].clone();
        let of_topic = notices.as_array().unwrap().iter().filter(|notice| notice["topic"] == topic);
        let of_topic: Vec<Value> = of_topic.cloned().collect();
        (of_topic.first().cloned().unwrap_or_default(), of_topic.len())
    };
    let made = told("decision.made").0["body"].clone();
    assert_eq!(made["effect"], "15 points taken");
    assert_eq!(made["your_points"], json!({ "before": 120, "after": 105 }));
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    let with = |sanctions: Value| json!({ "outcome": "overturn", "replacement": { "reasons": "Less would have been enough", "sanctions": sanctions } });
    let banning = with(json!([{ "kind": "ban", "until": "2026-11-13" }]));
    assert_eq!(draft(&court.justices[1], &number, &banning).refused(422), ["III.2.3"], "tried out when drafted");
    let nothing = json!({ "outcome": "lift" });
    assert_eq!(draft(&court.justices[1], &number, &nothing).refused(422), ["III.3.8"]);
    assert_eq!((score(&club, ann), decision(may, &found)), (105, "standing".into()), "a draft does nothing");
    court.panel_decides(&number, &with(json!([{ "kind": "deduction", "points": 5 }])));
    assert_eq!((score(&club, ann), decision(may, &found)), (115, "replaced".into()));
    // All that the judgment did is one line of notices, which says what it did to the reader's points.
    for (topic, before, after) in
        [("decision.changed", 105, 120), ("decision.made", 120, 115), ("case.decided", 105, 115)]
    {
        let notice = told(topic).0;
        assert_eq!(notice["thing"], format!("case:{number}"), "{notice}");
        assert_eq!(notice["body"]["your_points"], json!({ "before": before, "after": after }), "{notice}");
    }
    assert_eq!(told("declaration.published").0["thing"], format!("case:{number}"));
    assert_eq!(told("case.decided").1, 1, "told by name, and not once more with everybody");
    let page = super::reader::Reader::of(&club, ann).reads("/me/notifications");
    super::reader::has(&page, &["Your 10 points are back: 105 → 115.", "About you"]);
    let of_court = may.get(&format!("/api/v1/decisions?accused={}", ann.id)).expect(200)["items"][0].clone();
    assert_eq!(of_court["court_case"], "Case 2026-C-001");
    assert_eq!(of_court["declaration_due_at"], json!(null), "T29");
    assert_eq!(petition(ann, "decision", &of_court["id"]).refused(422), ["III.3.9"], "that is for en banc");
    sound(&club);
});

both!(that_a_ban_is_over_is_told_with_the_points_that_are_back, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, ben, .. } = &court;
    won(ann, ben);
    let sanctions = json!([{ "kind": "deduction", "points": 10 }, { "kind": "ban", "until": "2026-11-27" }]);
    let found = may.decide(&club, ann.id, &[], sanctions).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    court.panel_decides(&number, &json!({ "outcome": "overturn" }));
    club.deliver();
    let mut reader = super::reader::Reader::of(&club, ann);
    let over = "The ban of this decision is over.";
    super::reader::has(&reader.reads("/me/notifications"), &["Your 10 points are back: 110 → 120.", over]);
    super::reader::has(&reader.reads("/today"), &[over]);
});

both!(a_remanded_decision_is_suspended_until_it_is_made_anew_or_lapses, |club| {
    let club = club.still();
    let court = Court::opened(&club);
    let Court { may, ann, ben, .. } = &court;
    won(ann, ben);
    let deduct = |points: i64| json!([{ "kind": "deduction", "points": points }]);
    let remand = json!({ "outcome": "remand", "conditions": "Hear the two who sat beside them.", "due": "2026-11-13" });
    let found = may.decide(&club, ann.id, &[], deduct(10)).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    let without = json!({ "outcome": "remand", "conditions": "Hear the two who sat beside them." });
    assert_eq!(draft(&court.justices[0], &number, &without).refused(422), ["III.3.8"], "by when?");
    court.panel_decides(&number, &remand);
    assert_eq!((score(&club, ann), decision(may, &found)), (120, "suspended".into()));
    let due = read(ann, &number)["deadlines"].clone();
    assert_eq!((&due[1]["kind"], &due[1]["persons"]), (&json!("remand"), &json!([may.id])));
    assert_eq!(petition(ann, "decision", &found["id"]).refused(409), ["III.3.8"], "nothing is in force");
    let again = json!({
        "offence_id": found["offence"]["id"], "reasons": "Heard again as the Court asked for", "sanctions": deduct(3),
    });
    let made = may.post("/api/v1/decisions", &again).expect(201);
    assert_eq!((score(&club, ann), decision(may, &found)), (117, "replaced".into()));
    assert_eq!(read(ann, &number)["deadlines"].as_array().unwrap().len(), 1, "only the opinion");

    let second = filed(ann, "decision", &made["id"]);
    court.hears(&second);
    court.panel_decides(&second, &remand);
    assert_eq!(score(&club, ann), 120);
    let lapse = || rookery::court::jobs::lapse_remands(&club.app.db).unwrap();
    club.set_time("2026-11-13T23:59:59");
    assert_eq!(lapse(), 0, "through its last day");
    club.set_time("2026-11-14T00:00:00");
    assert_eq!((lapse(), lapse()), (1, 0), "once");
    let ann = club.again(ann);
    assert_eq!(decision(&club.again(may), &made), "overturned");
    assert_eq!(score(&club, &ann), 120);
    sound(&club);
});

both!(a_remand_is_to_the_moderator_who_decided_iii_3_8, |club| {
    let court = Court::opened(&club);
    let Court { chief, may, max, ann, .. } = &court;
    let five = json!([{ "kind": "deduction", "points": 5 }]);
    let found = may.decide(&club, ann.id, &[], five.clone()).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    let remand = json!({ "outcome": "remand", "conditions": "Hear the two who sat beside them.", "due": "2026-11-13" });
    court.panel_decides(&number, &remand);
    let again = json!({
        "offence_id": found["offence"]["id"], "reasons": "Heard again as the Court asked for", "sanctions": five,
    });
    let awaited = || {
        let due = read(ann, &number)["deadlines"].as_array().unwrap().clone();
        due.into_iter().find(|due| due["kind"] == "remand").unwrap()["persons"].as_array().unwrap().clone()
    };
    assert_eq!(awaited(), [json!(may.id)]);
    assert_eq!(max.post("/api/v1/decisions", &again).refused(403), ["III.3.8"], "another's to make anew");
    let office = format!("/api/v1/people/{}/roles/moderator", may.id);
    chief.delete(&office, &json!({ "reason": "Left the school" })).expect(204);
    assert!(awaited().contains(&json!(max.id)) && !awaited().contains(&json!(may.id)), "any other's, now");
    max.post("/api/v1/decisions", &again).expect(201);
    assert_eq!(decision(max, &found), "replaced");
});

both!(bans_are_shortened_lengthened_lifted_and_appeals_barred_ii_9, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, .. } = &court;
    let found = may.ban(&club, ann.id, "2026-11-27");
    let bans = || club.again(may).get(&format!("/api/v1/bans?person={}", ann.id)).expect(200)["items"].clone();
    let ban = bans()[0]["id"].clone();
    let number = filed(ann, "ban", &ban);
    assert_eq!(petition(ann, "decision", &found["id"]).refused(409), ["III.3"], "it is before the Court already");
    court.hears(&number);
    let one = &court.justices[0];
    let shorten = |until: &str| json!({ "outcome": "shorten", "until": until });
    assert_eq!(draft(one, &number, &shorten("2026-11-12")).refused(422), ["II.9.2"], "a Friday: T40");
    assert_eq!(draft(one, &number, &shorten("2026-12-04")).refused(422), ["II.9.3"], "that is longer");
    let lifted_bar = json!({ "outcome": "lift", "barred_until": "2026-11-30" });
    assert_eq!(draft(one, &number, &lifted_bar).refused(422), ["II.9.5"]);
    let shorter = json!({ "outcome": "shorten", "until": "2026-11-13", "barred_until": "2026-11-10" });
    court.panel_decides(&number, &shorter);
    assert_eq!(bans()[0]["ends_at"], "2026-11-13T23:59:59.999999Z");
    let listed = crate::harness::Browser::of(&club, &club.again(may)).get("/bans").text();
    assert!(listed.contains(&format!("The Court made it shorter in case {number}")), "{listed}");
    let told = || {
        let message = crate::tables::message(&club, ann, "ban.term_set");
        ["decision", "term", "until"].map(|member| message[member].clone())
    };
    assert_eq!(told(), [found["id"].clone(), json!("through"), json!("2026-11-13T23:59:59.999999Z")]);
    assert_eq!(decision(may, &found), "standing");
    assert_eq!(petition(ann, "ban", &ban).refused(422), ["II.9.5"], "barred");
    assert_eq!(petition(ann, "decision", &found["id"]).refused(422), ["II.9.5"], "by any door");

    club.set_time("2026-11-11T00:00:00");
    let court = court.again(&club);
    let second = filed(&court.ann, "ban", &ban);
    court.hears(&second);
    court.panel_decides(&second, &json!({ "outcome": "lift" }));
    assert!(!is_banned(&club, ann), "II.9.3");
    assert_eq!(told(), [found["id"].clone(), json!("lifted"), json!(null)]);
    assert_eq!(petition(&court.ann, "ban", &ban).refused(409), ["III.3.8"], "over");
    sound(&club);
});

both!(no_majority_votes_again_t35, |club| {
    let court = Court::opened(&club);
    let Court { may, ann, justices: [one, two, three, _], .. } = &court;
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    court.hears(&number);
    let reading = |text: &str| json!({ "outcome": "uphold", "interpretations": [{ "acts": ["I.2"], "text": text }] });
    let vote = |by: &Caller, disposition: &Value| {
        let drafted = draft(by, &number, disposition).expect(201);
        by.post(&step(&number, "votes"), &json!({ "draft": drafted["id"] })).expect(200);
    };
    let same = reading("Looking away is no invitation to move.");
    vote(one, &same);
    vote(two, &reading("Looking away is an invitation to nothing."));
    assert_eq!(one.post(&step(&number, "count"), &json!({})).refused(409), ["III.3.3"], "Three has not voted");
    assert_eq!(read(one, &number)["deliberation"]["voted"], json!([one.id, two.id]), "and nobody's vote is lost");
    vote(three, &json!({ "outcome": "overturn" }));
    let counted = one.post(&step(&number, "count"), &json!({})).expect(200);
    assert_eq!(counted["state"], "hearing");
    assert!(counted["result"].as_str().unwrap().contains("votes again"), "{counted}");
    let docket = read(&club.anyone(), &number)["docket"].clone();
    assert_eq!(docket.as_array().unwrap().last().unwrap()["title"], "No majority");
    assert_eq!(read(one, &number)["deliberation"]["round"], 2);
    assert_eq!(one.post(&step(&number, "count"), &json!({})).refused(409), ["III.3.3"], "nobody has voted anew");
    vote(two, &same);
    vote(three, &same);
    assert_eq!(one.post(&step(&number, "count"), &json!({})).expect(200)["state"], "decided");
    let told = read(&club.anyone(), &number);
    assert_eq!(told["interpretations"][0]["acts"], json!(["I.2"]));
    assert_eq!(told["judgments"][0]["votes"].as_array().unwrap().len(), 2, "the round that decided");
});

both!(the_chief_justice_of_the_majority_names_the_author_iii_3_10, |club| {
    let court = Court::opened(&club);
    let Court { chief, justices: [one, two, ..], may, ann, .. } = &court;
    let found = may.decide(&club, ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(ann, "decision", &found["id"]);
    leave(chief, &number, true).expect(200);
    let panel = json!({ "justices": [one.id, chief.id, two.id] });
    chief.post(&step(&number, "panel"), &panel).expect(200);
    assert_eq!(read(chief, &number)["bench"][0]["justice"], chief.id, "presides");
    chief.post(&step(&number, "hearing"), &json!({})).expect(200);
    decide(&number, &json!({ "outcome": "uphold" }), &[chief, one]);
    let name = |who: &Caller| chief.post(&step(&number, "author"), &json!({ "justice": who.id }));
    assert_eq!(name(two).refused(422), ["III.3.10"], "did not vote with the majority");
    name(one).expect(200);
    assert_eq!(write(chief, &number, "majority").refused(403), ["III.3.10"]);
    club.pass(chrono::TimeDelta::days(8));
    let late = read(&club.anyone(), &number)["deadlines"][0].clone();
    assert_eq!(
        (&late["kind"], &late["persons"], &late["overdue"]),
        (&json!("opinion"), &json!([one.id]), &json!(true))
    );
    write(&club.again(one), &number, "majority").expect(201);
    assert_eq!(read(&club.anyone(), &number)["deadlines"], json!([]));
});

both!(a_draft_is_its_authors_to_withdraw_while_nobody_else_has_voted_iii_3_8, |club| {
    let court = Court::opened(&club);
    let found = court.may.decide(&club, court.ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(&court.ann, "decision", &found["id"]);
    court.hears(&number);
    let Court { justices: [one, two, three, four], .. } = &court;
    let uphold = json!({ "outcome": "uphold" });
    let mistaken = draft(one, &number, &json!({ "outcome": "overturn" })).expect(201)["id"].clone();
    let kept = draft(one, &number, &uphold).expect(201)["id"].clone();
    let withdraw =
        |by: &Caller, draft: &Value| by.post(&format!("/api/v1/cases/{number}/drafts/{draft}/withdrawal"), &json!({}));
    let vote = |by: &Caller, draft: &Value| by.post(&step(&number, "votes"), &json!({ "draft": draft }));
    let drafts = |by: &Caller| read(by, &number)["deliberation"]["drafts"].as_array().unwrap().clone();
    assert_eq!(withdraw(two, &mistaken).refused(403), ["III.3.8"], "another's");
    assert_eq!(withdraw(four, &mistaken).refused(403), ["III.3.8"], "does not sit");
    withdraw(one, &json!(999)).refused(404);
    vote(one, &mistaken).expect(200);
    assert!(drafts(one).iter().all(|draft| draft["withdrawable"] == true));
    assert!(drafts(two).iter().all(|draft| draft["withdrawable"] == false));
    withdraw(one, &mistaken).expect(200);
    withdraw(one, &mistaken).refused(404);
    let left = read(one, &number)["deliberation"].clone();
    assert_eq!((&left["own_vote"], &left["voted"]), (&Value::Null, &json!([])), "the vote went with it");
    assert_eq!(drafts(one).len(), 1);
    vote(two, &kept).expect(200);
    assert_eq!(withdraw(one, &kept).refused(409), ["III.3.8"]);
    assert_eq!(drafts(one)[0]["withdrawable"], false);
    vote(three, &kept).expect(200);
    assert_eq!(one.post(&step(&number, "count"), &json!({})).expect(200)["state"], "decided");
    assert_eq!(logged(&club, "case.draft_withdrawn"), 1);
    assert_eq!(withdraw(one, &kept).refused(409), ["III.3.8"], "judged");
    sound(&club);
});

both!(a_panel_that_votes_stays_but_for_who_leaves_office_iii_3_7, |club| {
    let court = Court::opened(&club);
    let found = court.may.decide(&club, court.ann.id, &[], json!([{ "kind": "deduction", "points": 10 }])).expect(201);
    let number = filed(&court.ann, "decision", &found["id"]);
    court.hears(&number);
    court.panel(&number, &[1, 2, 3]).expect(200);
    court.panel(&number, &[0, 1, 2]).expect(200);
    assert_eq!(court.panel(&number, &[0, 1, 2]).refused(422), ["III.3.7"], "these sit already");
    let may_pick = || read(&court.chief, &number)["steps"].as_array().unwrap().contains(&json!("picking the panel"));
    let drafted = draft(&court.justices[0], &number, &json!({ "outcome": "uphold" })).expect(201);
    assert!(may_pick(), "nobody has voted");
    let vote = |place: usize| court.justices[place].post(&step(&number, "votes"), &json!({ "draft": drafted["id"] }));
    vote(0).expect(200);
    vote(2).expect(200);
    assert_eq!(court.panel(&number, &[1, 2, 3]).refused(409), ["III.3.7"]);
    assert!(!may_pick(), "nor is it offered");
    let two = court.justices[1].id;
    let taken = json!({ "reason": "Two moved to another school" });
    court.chief.delete(&format!("/api/v1/people/{two}/roles/justice"), &taken).expect(204);
    assert!(may_pick(), "a seat is empty");
    assert_eq!(court.panel(&number, &[0, 3]).refused(422), ["III.3.3"]);
    let chosen = json!({ "justices": [court.chief.id, court.justices[0].id, court.justices[3].id] });
    assert_eq!(court.chief.post(&step(&number, "panel"), &chosen).refused(422), ["III.3.7"], "Three stays");
    court.panel(&number, &[0, 2, 3]).expect(200);
    let told = read(&court.justices[3], &number);
    assert_eq!(told["deliberation"]["voted"], json!([]), "the bench votes anew");
    assert_eq!(told["deliberation"]["round"], 2);
    assert_eq!(told["state"], "hearing");
    assert_eq!(court.chief.post(&step(&number, "panel"), &chosen).refused(409), ["III.3.7"], "it has voted before");
    assert!(!may_pick(), "the empty seat is filled");
    for place in [0, 2, 3] {
        vote(place).expect(200);
    }
    let counted = court.justices[0].post(&step(&number, "count"), &json!({})).expect(200);
    assert_eq!(counted["state"], "decided");
    sound(&club);
});
