//! Elections of moderators by score voting (Act III.2.5).

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use rookery::auth::Role;
use rookery::db::schema::{acts, ballots, elections, games, idempotency_keys, outbox};
use rookery::elections::jobs;
use rookery::id::PersonId;
use serde_json::{Value, json};

use crate::harness::{Caller, Club};

/// A club with elections on: members of six weeks with three games each, and a Chief Justice.
struct Voters {
    chief: Caller,
    members: Vec<Caller>,
}

fn voters(club: &Club, names: &[&str]) -> Voters {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let members: Vec<Caller> = names.iter().map(|name| club.person(name, &[])).collect();
    let people: Vec<PersonId> = members.iter().map(|member| PersonId(member.id)).collect();
    let other = PersonId(chief.id);
    club.write(move |tx| {
        let joined = tx.now - TimeDelta::weeks(6);
        for (number, person) in (0..).zip(&people) {
            rookery::members::store::join(tx, *person, joined + TimeDelta::minutes(number))?;
            for _ in 0..3 {
                play(tx, *person, other, joined + TimeDelta::weeks(1))?;
            }
        }
        Ok(())
    });
    let on = json!({ "replaces": 1, "note": "Let members choose", "rules": { "elections": true } });
    chief.post("/api/v1/house_rules", &on).expect(201);
    Voters { chief, members }
}

/// A rated game: only how many there are matters here.
fn play(
    tx: &mut rookery::db::Tx,
    person: PersonId,
    other: PersonId,
    at: NaiveDateTime,
) -> Result<(), rookery::error::Error> {
    diesel::insert_into(games::table)
        .values((
            games::white_id.eq(person),
            games::black_id.eq(other),
            games::result.eq("draw"),
            games::ending.eq("draw_agreed"),
            games::played_at.eq(at),
            games::state.eq("rated"),
            games::registered_at.eq(at),
        ))
        .execute(tx.db)?;
    Ok(())
}

fn wanted(seats: i64) -> Value {
    json!({ "seats": seats, "term_weeks": 8, "nominations_close_at": "2026-11-10T12:00:00Z",
        "voting_closes_at": "2026-11-14T12:00:00Z", "note": "Moderators for the winter" })
}

/// Calls an election in which all these stand, and brings the club to the voting.
fn stand(club: &Club, voters: &Voters, seats: i64, candidates: &[usize]) -> String {
    let election = voters.chief.post("/api/v1/elections", &wanted(seats)).expect(201);
    let path = format!("/api/v1/elections/{}", election["id"]);
    for number in candidates {
        let member = &voters.members[*number];
        let own = json!({ "person": member.id, "statement": "I am fair." });
        member.post(&format!("{path}/nominations"), &own).expect(201);
    }
    club.set_time("2026-11-11T12:00:00");
    run(club);
    assert_eq!(logged(club, "election.opened"), 1, "voting is announced");
    path
}

fn vote(club: &Club, path: &str, voter: &Caller, scores: Value) {
    club.again(voter).put(&format!("{path}/ballot"), &json!({ "scores": scores })).expect(204);
}

fn is_moderator(club: &Club, person: &Caller) -> bool {
    let person = PersonId(person.id);
    club.write(move |tx| rookery::auth::store::roles(tx.db, person)).moderator
}

/// What the service does by itself now and then; it may have been faster, so what it did is told by its log.
fn run(club: &Club) {
    jobs::run(&club.app.db).unwrap();
}

fn logged(club: &Club, act: &'static str) -> i64 {
    club.write(move |tx| Ok(acts::table.filter(acts::act.eq(act)).count().get_result(tx.db)?))
}

both!(members_elect_moderators_for_a_term, |club| {
    let voters = voters(&club, &["Ann", "Ben", "Cy", "Di"]);
    let [ann, ben, cy, di] = &voters.members[..] else { unreachable!() };
    let path = stand(&club, &voters, 1, &[0, 1]);
    let (a, b) = (ann.id.to_string(), ben.id.to_string());
    vote(&club, &path, cy, json!({ &a: 5, &b: 3 }));
    vote(&club, &path, di, json!({ &a: 5 }));
    vote(&club, &path, di, json!({ &a: 1, &b: 4 }));
    let open = club.again(di).get(&path).expect(200);
    assert_eq!((&open["phase"], &open["you_voted"], &open["result"]), (&json!("voting"), &json!(true), &json!(null)));
    assert_eq!(club.again(ann).get(&path).expect(200)["you_voted"], false);
    assert_eq!(club.anyone().get(&path).expect(200)["you_voted"], json!(null));

    club.set_time("2026-11-14T12:00:00.000001");
    run(&club);
    run(&club);
    assert_eq!(logged(&club, "election.counted"), 1, "once");
    club.deliver();
    let notices = club.again(ann).get("/api/v1/notifications").expect(200)["items"].clone();
    let opened = notices.as_array().unwrap().iter().find(|one| one["topic"] == "election.opened").unwrap();
    assert_eq!(opened["read"], true, "who did not vote is not asked any more");
    let counted = club.anyone().get(&path).expect(200);
    assert_eq!(counted["phase"], "counted");
    let tallies = &counted["result"]["tallies"];
    assert_eq!((&counted["result"]["ballots"], tallies.as_array().unwrap().len()), (&json!(2), 2));
    let ben_got = json!({ "person": ben.id, "name": "Ben", "total": 7, "scores": [0, 0, 0, 1, 1, 0], "elected": true });
    assert_eq!(tallies[0], ben_got, "only the last ballot counts");
    assert_eq!((&tallies[1]["total"], &tallies[1]["elected"]), (&json!(6), &json!(false)));

    let listed = club.anyone().get("/api/v1/rulebook/acts/III.2.1").expect(200)["holders"].clone();
    assert_eq!((&listed[0]["name"], &listed[0]["until"]), (&json!("Ben"), &json!("2027-01-09T12:00:00Z")));
    assert!(is_moderator(&club, ben));
    club.again(ben).get("/api/v1/invitations").expect(200);

    // The power is gone with the term's last instant, whether or not the service noticed yet.
    club.set_time("2027-01-09T12:00:00");
    club.again(ben).get("/api/v1/invitations").expect(403);
    run(&club);
    assert!(!is_moderator(&club, ben));
    let log = club.again(&voters.chief).get(&format!("/api/v1/people/{}/roles", ben.id)).expect(200);
    assert_eq!(log["log"][0]["taken_reason"], "The term is over (Act III.2.5)");
    let chief = club.again(&voters.chief);
    let declared = chief.get("/api/v1/declarations?exercise=role_taken&act=III.2.5").expect(200);
    assert_eq!(declared["items"][0]["effect"], "No longer moderator", "III.2.4: {declared}");
    let told: Vec<String> = club.write(|tx| Ok(acts::table.order(acts::id).select(acts::act).load(tx.db)?));
    let told: Vec<&str> =
        told.iter().map(String::as_str).filter(|act| act.contains("election.") || act.contains("role.")).collect();
    let nominated = "election.nominated";
    assert_eq!(
        told,
        // The first made the one who calls it.
        [
            "role.given",
            "election.called",
            nominated,
            nominated,
            "election.opened",
            "role.given",
            "election.counted",
            "role.taken"
        ]
    );
});

both!(a_ballot_is_secret, |club| {
    let voters = voters(&club, &["Ann", "Ben", "Cy"]);
    let path = stand(&club, &voters, 1, &[0]);
    let candidate = voters.members[0].id.to_string();
    for (voter, score) in voters.members.iter().zip([5, 4, 2]) {
        vote(&club, &path, voter, json!({ &candidate: score }));
    }
    let (tags, bodies) = club.write(|tx| {
        let tags: Vec<Vec<u8>> = ballots::table.select(ballots::tag).load(tx.db)?;
        let logged: Vec<(Option<i64>, String)> =
            acts::table.filter(acts::act.eq("ballot.cast")).select((acts::actor_id, acts::body)).load(tx.db)?;
        Ok((tags, logged))
    });
    assert_eq!(bodies, vec![(None, "{}".to_owned()); 3], "the log knows neither who nor what");
    let answer = club.again(&voters.members[0]).get(&path);
    assert!(!answer.text().contains("\"scores\""), "nobody reads a ballot, not even one's own");
    let told: i64 = club.write(|tx| {
        let told = outbox::table.filter(outbox::topic.like("ballot%")).count().get_result::<i64>(tx.db)?;
        Ok(told
            + idempotency_keys::table
                .filter(idempotency_keys::location.like("%ballot%"))
                .count()
                .get_result::<i64>(tx.db)?)
    });
    assert_eq!(told, 0);

    club.set_time("2026-11-15T12:00:00");
    run(&club);
    let (after, key): (Vec<Vec<u8>>, Option<Vec<u8>>) = club.write(|tx| {
        let tags = ballots::table.select(ballots::tag).load(tx.db)?;
        Ok((tags, elections::table.select(elections::key).first(tx.db)?))
    });
    assert_eq!((after.len(), key), (3, None), "the key is destroyed");
    assert!(after.iter().all(|tag| !tags.contains(tag)), "no tag leads back");
    let result = club.anyone().get(&path).expect(200)["result"].clone();
    assert_eq!(result["tallies"][0]["scores"], json!([0, 0, 1, 0, 1, 1]));
});

both!(who_may_call_nominate_stand_and_vote, |club| {
    let chief = club.person("Boss", &[Role::Administrator]);
    assert_eq!(chief.post("/api/v1/elections", &wanted(1)).refused(403), ["III.4"]);
    let voters = voters(&club, &["Ann", "Ben", "Cy"]);
    let [ann, ben, cy] = &voters.members[..] else { unreachable!() };
    let hasty = json!({ "seats": 1, "term_weeks": 8, "nominations_close_at": "2026-11-07T12:00:00Z",
        "voting_closes_at": "2026-11-14T12:00:00Z", "note": "Quick" });
    assert_eq!(voters.chief.post("/api/v1/elections", &hasty).refused(422), ["III.2.5"]);
    let election = voters.chief.post("/api/v1/elections", &wanted(1)).expect(201);
    assert_eq!(voters.chief.post("/api/v1/elections", &wanted(1)).refused(409), ["III.2.5"], "one at a time");
    let path = format!("/api/v1/elections/{}", election["id"]);
    let nominations = format!("{path}/nominations");
    let candidacy = format!("{path}/candidacy");
    let late = club.person("Late", &[]);
    club.set_time("2026-11-06T12:01:00");
    late.post("/api/v1/memberships", &json!({})).expect(201);
    let of = |person: &Caller| json!({ "person": person.id });
    assert_eq!(late.post(&nominations, &of(ann)).refused(422), ["III.2.5"], "joined after the call");
    assert_eq!(ann.post(&nominations, &of(&late)).refused(422), ["III.2.5"]);
    assert_eq!(ann.put(&candidacy, &json!({})).refused(409), ["III.2.5"], "nobody nominated Ann");
    ann.post(&nominations, &of(ben)).expect(201);
    ann.post(&nominations, &of(cy)).expect(201);
    assert_eq!(cy.post(&nominations, &of(ben)).refused(409), ["III.2.5"]);
    ben.put(&candidacy, &json!({ "statement": "Gladly." })).expect(204);
    cy.delete(&candidacy, &json!({})).expect(204);
    assert_eq!(ann.post(&nominations, &of(cy)).refused(409), ["III.2.5"], "Cy declined");
    let ballot = format!("{path}/ballot");
    let scores = json!({ "scores": { ben.id.to_string(): 5 } });
    assert_eq!(ann.put(&ballot, &scores).refused(409), ["III.2.5"], "not yet");
    let listed = club.anyone().get(&path).expect(200)["candidates"].clone();
    assert_eq!((&listed[0]["name"], listed.as_array().unwrap().len()), (&json!("Ben"), 1));

    club.set_time("2026-11-10T12:00:00.000001");
    let ann = club.again(ann);
    let wrong = json!({ "scores": { cy.id.to_string(): 5 } });
    assert_eq!(ann.put(&ballot, &wrong).refused(422), ["III.2.5"], "Cy does not stand");
    assert_eq!(club.again(&late).put(&ballot, &scores).refused(422), ["III.2.5"]);
    ann.put(&ballot, &scores).expect(204);
    assert_eq!(club.again(ben).delete(&candidacy, &json!({})).refused(409), ["III.2.5"], "too late");
    let why = json!({ "reason": "The hall burned down" });
    assert_eq!(ann.post(&format!("{path}/calling_off"), &why).refused(403), ["III.4"]);
    let chief = club.again(&voters.chief);
    assert_eq!(chief.post(&format!("{path}/calling_off"), &why).expect(200)["called_off_reason"], why["reason"]);
    assert_eq!(chief.post(&format!("{path}/calling_off"), &why).refused(409), ["III.2.5"]);
    let page = crate::harness::Browser::of(&club, &chief).get(path.trim_start_matches("/api/v1")).text();
    assert!(page.contains("Reason: The hall burned down"), "{page}");
    assert_eq!(ann.put(&ballot, &scores).refused(409), ["III.2.5"]);
    let left: i64 = club.write(|tx| Ok(ballots::table.count().get_result(tx.db)?));
    assert_eq!(left, 0);
    club.set_time("2026-12-01T12:00:00");
    run(&club);
    assert_eq!(logged(&club, "election.counted"), 0, "nothing is counted");
});

both!(without_the_house_rule_there_are_no_elections, |club| {
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    assert_eq!(chief.post("/api/v1/elections", &wanted(1)).refused(409), ["III.2", "III.2.5"]);
});

both!(a_term_is_renewed_by_another_election_and_appointment_has_no_end, |club| {
    let voters = voters(&club, &["Ann", "Ben"]);
    let ann = &voters.members[0];
    let path = stand(&club, &voters, 2, &[0]);
    let scores = json!({ ann.id.to_string(): 3 });
    vote(&club, &path, &voters.members[1], scores.clone());
    club.set_time("2026-11-14T12:01:00");
    run(&club);
    assert!(is_moderator(&club, ann));

    let again = json!({ "seats": 1, "term_weeks": 8, "nominations_close_at": "2026-11-20T12:00:00Z",
        "voting_closes_at": "2026-11-25T12:00:00Z", "note": "Again" });
    let election = club.again(&voters.chief).post("/api/v1/elections", &again).expect(201);
    let path = format!("/api/v1/elections/{}", election["id"]);
    club.again(ann).post(&format!("{path}/nominations"), &json!({ "person": ann.id })).expect(201);
    let reason = json!({ "role": "moderator", "reason": "For her patience" });
    let roles = format!("/api/v1/people/{}/roles", voters.members[1].id);
    club.again(&voters.chief).post(&roles, &reason).expect(201);
    let ben = club.again(&voters.members[1]);
    let own = json!({ "person": ben.id });
    assert_eq!(ben.post(&format!("{path}/nominations"), &own).refused(422), ["III.2.5"], "in office without an end");
    club.set_time("2026-11-21T12:00:00");
    vote(&club, &path, &voters.members[1], scores);
    club.set_time("2026-12-01T12:00:00");
    run(&club);
    let listed = club.anyone().get("/api/v1/rulebook/acts/III.2.1").expect(200)["holders"].clone();
    assert_eq!((&listed[0]["name"], &listed[0]["until"]), (&json!("Ann"), &json!("2027-01-20T12:00:00Z")));
    assert_eq!((&listed[1]["name"], &listed[1]["until"]), (&json!("Ben"), &json!(null)));
    club.set_time("2027-02-01T12:00:00");
    run(&club);
    assert!(!is_moderator(&club, ann) && is_moderator(&club, &voters.members[1]));
});

#[test]
fn many_replicas_count_once() {
    let club = Club::on_postgres();
    let voters = voters(&club, &["Ann", "Ben"]);
    let path = stand(&club, &voters, 1, &[0]);
    vote(&club, &path, &voters.members[1], json!({ voters.members[0].id.to_string(): 5 }));
    club.set_time("2026-11-14T12:01:00");
    let other = club.replica();
    std::thread::scope(|scope| {
        for club in [&club, &other, &club, &other] {
            scope.spawn(|| run(club));
        }
    });
    // Besides the role of the one who called it.
    assert_eq!((logged(&club, "election.counted"), logged(&club, "role.given")), (1, 2));
}
