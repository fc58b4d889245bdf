//! A game of Nomic at a table: threads, votes, points, court, rulebook and deadlines over HTTP, on both databases.

use std::sync::{Arc, Barrier};

use rookery::auth::Role;
use serde_json::{Value, json};

use super::command;
use crate::harness::{Answer, Caller, Club};
use crate::tables::topics;

pub const NAMES: [&str; 5] = ["Chris B", "Dave M", "Ben P", "Alex T", "Alex W"];

/// A game of the initial set with its five players, Monday's first.
pub struct Party {
    pub players: Vec<Caller>,
    pub table: String,
    pub game: String,
}

impl Party {
    /// Everybody is ready at this instant.
    pub fn begun(club: &Club, at: &str) -> Party {
        Party::begun_with(club, at, &json!({}))
    }

    /// The same, opened with such options.
    pub fn begun_with(club: &Club, at: &str, options: &Value) -> Party {
        club.set_time(at);
        let players: Vec<Caller> = NAMES.iter().map(|name| club.person(name, &[])).collect();
        let open = json!({ "game": "nomic", "seat": 0, "options": options });
        let id = players[0].post("/api/v1/tables", &open).expect(201)["id"].clone();
        let (table, game) = (format!("/api/v1/tables/{id}"), format!("/api/v1/nomic_games/{id}"));
        assert_eq!(players[0].get(&game).refused(409), ["I.9"], "it has not begun");
        for player in &players[1..] {
            player.post(&format!("{table}/seats"), &json!({})).expect(200);
        }
        for player in &players {
            player.put(&format!("{table}/readiness"), &json!({ "ready": true })).expect(200);
        }
        Party { players, table, game }
    }

    /// A clock in London shows this; everybody comes with a fresh token.
    pub fn at(&mut self, club: &Club, instant: &str) {
        club.set_time(instant);
        self.players = self.players.iter().map(|player| club.again(player)).collect();
    }

    pub fn say_in(&self, thread: &str, player: usize, text: &str) -> Answer {
        self.players[player]
            .post(&format!("{}/plays", self.game), &json!({ "kind": "say", "thread": thread, "text": text }))
    }

    /// A line in the voting thread that counts.
    #[track_caller]
    pub fn say(&self, player: usize, text: &str) -> Value {
        let entry = self.say_in("voting", player, text).expect(201);
        assert_eq!(entry["effect"]["void"], Value::Null, "{text}: {entry}");
        entry
    }

    /// A line in the voting thread that does not; gives why.
    #[track_caller]
    pub fn void(&self, player: usize, text: &str) -> String {
        let entry = self.say_in("voting", player, text).expect(201);
        assert!(entry["effect"]["why"].as_str().is_some_and(|why| !why.is_empty()), "{text}: {entry}");
        entry["effect"]["void"]["reason"].as_str().unwrap_or_default().to_owned()
    }

    pub fn vote_all(&self, vote: &str) {
        for player in 0..self.players.len() {
            self.say(player, vote);
        }
    }

    #[track_caller]
    pub fn get(&self, what: &str) -> Value {
        self.players[0].get(&format!("{}{what}", self.game)).expect(200)
    }
}

both!(a_day_of_play_counts_votes_and_posts_points_with_their_rules, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    assert_eq!(party.void(1, "Rule-change: Repeal Rule 205"), "not_own_day", "201 and 202");
    assert_eq!(party.void(0, "Vote: Yes"), "nothing_to_vote_on", "113, reading 15");
    assert_eq!(party.void(0, "Rule-change: Repeal Rule 101"), "immutable_target", "103, reading 39");
    let due = party.get("/deadlines");
    assert_eq!(
        (&due[0]["kind"], &due[0]["at"], &due[0]["players"]),
        (&json!("propose"), &json!("2026-11-09T19:00:00Z"), &json!(["Chris B"]))
    );
    let mine = |player: usize| party.players[player].get("/api/v1/deadlines").expect(200)["deadlines"].clone();
    assert_eq!((&mine(0)[0]["kind"], mine(1)), (&json!("propose"), json!([])), "among what is due from oneself");
    assert_eq!(
        party.players[0].put(&format!("{}/readiness", party.table), &json!({ "ready": false })).refused(409),
        ["I.9"]
    );
    let draft = "Rule-change: Amend Rule 202: replace \"7pm\" with \"8pm\"\nParameters: {\"proposal_window\":{\"cutoff\":\"20:00:00\"}}";
    let preview =
        party.players[0].post(&format!("{}/explanations", party.game), &json!({ "draft": draft })).expect(200);
    assert_eq!(
        (&preview["number"], &preview["if_adopted"], &preview["may_submit_now"]),
        (&json!(301), &json!("in_effect"), &json!(true))
    );
    let entry = party.say(0, draft);
    assert_eq!(entry["effect"]["made"], json!({ "proposal": 301 }), "109: void attempts used no number up");
    assert_eq!(party.void(0, "Rule-change: Repeal Rule 205"), "second_of_day", "202, reading 31");
    assert_eq!(party.void(1, "Vote: Maybe"), "malformed");
    party.vote_all("Vote: Yes");
    assert_eq!(party.void(1, "Vote: No"), "already_voted", "113 and 208: the first counts");
    assert_eq!(party.get("")["proposals"]["301"]["not_voted"], json!([]));
    assert_eq!(party.get("/deadlines"), json!([]), "everybody has voted, and the day's proposal is there");
    assert_eq!(party.get("/points")["totals"]["Chris B"], 0, "reading 16: nothing before the end of the day");
    party.at(&club, "2026-11-10T00:00:00");
    let points = party.get("/points");
    assert_eq!(points["totals"]["Chris B"], 11, "203: floor((301 - 290) * 5 / 5)");
    let entry = &points["entries"][0];
    assert_eq!(
        (&entry["rule"]["label"], &entry["reason"], &entry["at"]),
        (&json!(203), &json!({ "proposal": 301 }), &json!("2026-11-10T00:00:00Z"))
    );
    let announced = party.get("/threads/points");
    assert_eq!(announced["items"][0]["line"], "Chris B: 11 (+11)", "209");
    let rule = party.get("/rules/202");
    assert_eq!((&rule["now"]["label"], &rule["roles"]), (&json!(301), &json!(["proposal_window"])));
    assert_eq!(rule["history"][1]["to"]["cause"], json!({ "by": "proposal", "number": 301 }));
    let words = rule["history"][1]["words"].as_array().unwrap();
    assert!(words.iter().any(|run| run["of"] == "after" && run["text"].as_str().unwrap().contains("8pm")), "{words:?}");
    party.at(&club, "2026-11-10T19:30:00");
    party.say(1, "Rule-change: Enact: Be kind.");
    assert!(topics(&club, &party.players[2]).contains(&"nomic.proposed".to_owned()));
    assert!(topics(&club, &party.players[1]).contains(&"nomic.your_day".to_owned()));
});

both!(a_thread_is_never_edited_and_says_what_does_not_count_212, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say_in("discussion", 3, "Vote: Yes").expect(201);
    party.say_in("drafts", 3, "Rule-change: Repeal Rule 205").expect(201);
    party.say_in("points", 3, "so many").expect(201);
    for (thread, void) in [("discussion", Value::Null), ("drafts", Value::Null), ("points", json!("malformed"))] {
        let read = party.get(&format!("/threads/{thread}"));
        let [message] = read["items"].as_array().unwrap().as_slice() else { panic!("{read}") };
        assert_eq!((&message["author"], &message["void"]["reason"]), (&json!("Alex T"), &void), "{thread}");
        assert_eq!(message["hash"].as_str().map(str::len), Some(64));
        let address = format!("{}/threads/{thread}", party.game);
        for method in ["PUT", "PATCH", "DELETE", "POST"] {
            assert_eq!(party.players[3].send(method, &address, &[], b"{}").status, 405, "{method}");
        }
    }
    party.players[0].get(&format!("{}/threads/treasury", party.game)).expect(404);
    let stranger = club.person("Eve", &[]);
    let say = json!({ "kind": "say", "thread": "discussion", "text": "Hello" });
    assert_eq!(stranger.post(&format!("{}/plays", party.game), &say).refused(403), ["I.9"]);
    assert_eq!(stranger.post(&format!("{}/seats", party.table), &json!({})).refused(409), ["I.9"]);
    let bad = json!({ "kind": "say", "thread": "treasury", "text": "Hello" });
    party.players[0].post(&format!("{}/plays", party.game), &bad).expect(400);
});

both!(a_message_that_is_sent_again_with_its_key_is_one_message, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let say = json!({ "kind": "say", "thread": "discussion", "text": "Hello" }).to_string();
    let send = || {
        let headers = [("Content-Type", "application/json"), ("Idempotency-Key", "one")];
        party.players[0].send("POST", &format!("{}/plays", party.game), &headers, say.as_bytes()).expect(201)
    };
    assert_eq!(send(), send());
    assert_eq!(party.get("/threads/discussion")["items"].as_array().unwrap().len(), 1);
});

both!(a_message_that_comes_again_at_the_table_is_one_message_though_others_came_between, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let number = party.players[0].get(&party.table).expect(200)["number"].clone();
    let say = |player: usize, answers: &Value, text: &str| {
        let play = json!({ "kind": "say", "thread": "discussion", "text": text });
        let play = json!({ "answers": answers, "play": play });
        party.players[player].post(&format!("{}/plays", party.table), &play).expect(200)["number"].clone()
    };
    let first = say(0, &number, "Hello");
    let between = say(1, &number, "Hello");
    assert_ne!(first, between, "another's is another");
    assert_eq!(say(0, &number, "Hello"), first);
    assert_ne!(say(0, &between, "Hello"), first, "said again by somebody who has read what came between");
});

both!(a_game_made_void_is_announced_and_goes_on_for_nobody_i_9_10, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let reason = "Two of the players were the same person";
    chief.post(&format!("{}/void", party.table), &json!({ "reason": reason })).expect(200);
    assert_eq!(chief.get("/api/v1/chief_acts").expect(200)["items"][0]["reason"], reason);
    assert_eq!(party.say_in("voting", 0, "Rule-change: Enact: Nothing.").refused(409), ["I.9"]);
});

both!(a_point_of_order_is_judged_disputed_and_remembered_by_its_rule_214, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.at(&club, "2026-11-10T10:00:00");
    party.say(1, "Rule-change: Enact: Be kind.");
    party.say(2, "Point of Order: Is proposal 301 regulated by Rule 118?");
    let court = party.get("");
    assert_eq!(court["points_of_order"]["2.1"]["judge"], "Chris B", "214: the player of the day before, reading 17");
    assert!(topics(&club, &party.players[0]).contains(&"nomic.appointed".to_owned()));
    assert_eq!(party.void(1, "Judgement: 2.1 It is."), "not_the_judge");
    assert_eq!(party.void(0, "Judgement: It is."), "malformed");
    let judge = json!({ "kind": "judge", "point": "2.1", "text": "It is. See Rule 118.",
        "orders": [{ "order": "adjust_points", "player": "Dave M", "delta": 3 }] });
    let judged = party.players[0].post(&format!("{}/plays", party.game), &judge).expect(201);
    assert_eq!(judged["effect"]["made"], json!({ "judgement": "2.1.1" }));
    party.say(3, "Dispute: Judgement 2.1.1");
    let due = party.get("/deadlines?player=Alex%20W");
    assert!(
        due.as_array().unwrap().iter().any(|due| due["kind"] == "opinion" && due["at"] == "2026-11-10T11:00:00Z"),
        "{due}"
    );
    let awaited = |due: &Value| {
        let due = due.as_array().unwrap().iter().find(|due| due["kind"] == "opinion").unwrap();
        due["players"].clone()
    };
    assert_eq!(
        awaited(&party.get("/deadlines")),
        json!([NAMES[1], NAMES[2], NAMES[4]]),
        "neither the Judge nor who disputed"
    );
    party.say(1, "I disagree with Judgement 2.1.1");
    assert_eq!(awaited(&party.get("/deadlines")), json!([NAMES[2], NAMES[4]]), "who has answered is not asked again");
    party.say(4, "I agree with Judgement 2.1.1");
    assert_eq!(party.get("/points")["totals"]["Dave M"], 3, "the order is carried out when Judgement is invoked");
    let precedents = party.get("/rules/118")["precedents"].clone();
    assert_eq!((&precedents[0]["judgement"], &precedents[0]["judge"]), (&json!("2.1.1"), &json!("Chris B")));
    assert_eq!(party.get("/rules/117")["precedents"], json!([]));
});

both!(the_rulebook_is_read_at_any_instant_with_what_changed, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Amend Rule 207: replace \"10 points\" with \"5 points\"\nParameters: {\"defeat_penalty\":{\"points\":5}}");
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T12:00:00");
    let label = |rules: &Value, id: &str| {
        let rules = rules["rules"].as_array().unwrap();
        rules.iter().find(|rule| rule["id"] == id).unwrap()["label"].clone()
    };
    let id = party.get("/rules/207")["id"].as_str().unwrap().to_owned();
    assert_eq!(label(&party.get("/rules"), &id), 301);
    assert_eq!(label(&party.get("/rules?at=2026-11-09T23:59:59Z"), &id), 207, "108: not a moment earlier");
    assert_eq!(label(&party.get("/rules?at=2026-11-10T00:00:00Z"), &id), 301);
    let changes = party.get("/rules?since=2026-11-09T12:00:00Z")["changes"].clone();
    let [change] = changes.as_array().unwrap().as_slice() else { panic!("{changes}") };
    assert_eq!((&change["from"]["label"], &change["to"]["label"]), (&json!(207), &json!(301)));
    assert_eq!(party.get("/rules?since=2026-11-10T00:00:00Z")["changes"], json!([]));
    party.players[0].get(&format!("{}/rules/999", party.game)).expect(404);
});

both!(days_are_londons_when_the_clocks_change_106, |club| {
    let mut party = Party::begun(&club, "2027-03-26T08:00:00");
    let due = |party: &Party| party.get("/deadlines")[0]["at"].clone();
    assert_eq!(due(&party), "2027-03-26T19:00:00Z", "Friday, GMT");
    party.at(&club, "2027-03-28T23:30:00");
    assert_eq!(party.get("")["day"], "2027-03-29", "Monday begins at 23:00 UTC");
    assert_eq!(due(&party), "2027-03-29T18:00:00Z", "seven in the evening, BST");
    assert_eq!(party.void(1, "Rule-change: Repeal Rule 205"), "not_own_day");
    party.at(&club, "2027-03-29T18:00:00");
    assert_eq!(party.void(0, "Rule-change: Repeal Rule 205"), "after_cutoff", "the cutoff is exclusive");
    party.at(&club, "2027-10-30T12:00:00");
    assert_eq!(party.void(0, "Rule-change: Repeal Rule 205"), "weekend", "201");
    party.at(&club, "2027-10-31T23:59:59.999999");
    assert_eq!(party.get("")["day"], "2027-10-31", "Sunday has 25 hours");
    party.at(&club, "2027-11-01T00:00:00");
    assert_eq!(party.get("")["turn_of"], json!(["Chris B"]));
    let log = party.players[0].get(&format!("{}/log", party.table)).text();
    assert!(log.lines().count() > 200, "each night is in the log");
    assert_eq!(party.players[0].get(&format!("{}/replay", party.table)).expect(200)["wrong"], json!([]));
});

both!(what_is_due_happens_once_on_whichever_replica_and_those_who_have_not_voted_are_reminded, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Enact: Be kind.");
    party.say(0, "Vote: Yes");
    let replica = club.replica();
    party.at(&club, "2026-11-09T20:00:00");
    for club in [&club, &replica] {
        rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
    }
    let reminders =
        |player: usize| topics(&club, &party.players[player]).iter().filter(|topic| *topic == "nomic.vote_due").count();
    assert_eq!((reminders(0), reminders(1)), (0, 1), "five hours before the count, once, those who have not voted");
    party.at(&club, "2026-11-10T07:00:00");
    for club in [&club, &replica] {
        rookery::tables::due::run(&club.app.db, &club.app.room).unwrap();
    }
    let settled =
        |player: usize| topics(&club, &party.players[player]).iter().filter(|topic| *topic == "nomic.settled").count();
    assert_eq!((settled(0), settled(4)), (1, 1));
    let there = party.players[0].at(&replica.url).get(&format!("{}/points", party.game)).expect(200);
    assert_eq!(there, party.get("/points"));
    let calendar = party.players[0].get(&format!("{}/deadlines.ics?player=Dave%20M", party.game)).text();
    assert!(calendar.contains("BEGIN:VEVENT") && calendar.contains("DTSTART:20261110T190000Z"), "{calendar}");
});

both!(people_join_and_leave_as_the_rules_say, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let days = NAMES.iter().zip(["Mon", "Tue", "Wed", "Thu", "Fri"]);
    let mut days: Vec<Value> = days.map(|(player, weekday)| json!({ "player": player, "weekday": weekday })).collect();
    days.push(json!({ "player": "Eve", "weekday": "Fri" }));
    let patch = json!({ "allocation": { "days": days } });
    party.say(
        0,
        &format!("Rule-change: Amend Rule 201: insert \"Eve Friday\" after \"Alex W Friday\"\nParameters: {patch}"),
    );
    party.vote_all("Vote: Yes");
    let eve = club.person("Eve", &[]);
    assert_eq!(
        eve.post(&format!("{}/seats", party.table), &json!({})).refused(409),
        ["I.9"],
        "not before the rule says so"
    );
    let draft = json!({ "draft": format!("Rule-change: Amend Rule 201: append \"…\"\nParameters: {patch}") });
    let newcomers = |party: &Party| {
        let explained = party.players[1].post(&format!("{}/explanations", party.game), &draft).expect(200);
        explained["newcomers"].clone()
    };
    assert_eq!(newcomers(&party), json!([{ "name": "Eve", "member": true }]), "a preview says whom it takes in");
    party.at(&club, "2026-11-10T08:00:00");
    assert_eq!(newcomers(&party), json!([]));
    // The seat is Eve's by her number from when the rule came into effect.
    party.say(1, "Rule-change: Enact: Be kind.");
    let twin = club.person("Eve", &[]);
    assert_eq!(
        twin.post(&format!("{}/seats", party.table), &json!({})).refused(409),
        ["I.9"],
        "not meant, if called so"
    );
    assert_eq!(club.person("Adam", &[]).post(&format!("{}/seats", party.table), &json!({})).refused(409), ["I.9"]);
    let missing = |party: &Party| party.get("")["proposals"]["302"]["not_voted"].as_array().unwrap().len();
    assert_eq!(missing(&party), 5, "nobody plays who is only named");
    let eve = club.again(&eve);
    for _ in 0..2 {
        assert_eq!(eve.post(&format!("{}/seats", party.table), &json!({})).expect(200)["seat"], 5);
    }
    let talk = party.get("/threads/discussion");
    assert_eq!(talk["items"].as_array().unwrap().len(), 1, "a player who sits down says so, once: {talk}");
    assert_eq!(missing(&party), 6, "105: every player votes");
    let vote = json!({ "kind": "vote", "yes": true });
    eve.post(&format!("{}/plays", party.game), &vote).expect(201);
    assert_eq!(party.say_in("discussion", 4, "I forfeit the game").expect(201)["effect"]["made"], "forfeit", "115");
    assert_eq!(party.void(4, "Vote: Yes"), "forfeited");
    party.at(&club, "2026-11-13T08:00:00");
    assert_eq!(party.get("")["turn_of"], json!(["Eve"]));
});

both!(fifty_votes_and_proposals_at_one_instant_have_one_order, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Enact: Be kind.");
    let replica = club.replica();
    let barrier = Arc::new(Barrier::new(50));
    let callers: Vec<_> = (0..50)
        .map(|caller| {
            let url = if caller % 2 == 0 { &club.url } else { &replica.url };
            let (client, barrier) = (party.players[caller % 5].at(url), barrier.clone());
            let text = if caller % 10 == 5 {
                format!("Rule-change: Enact: Law {caller}.")
            } else {
                format!("Vote: {}", if caller % 3 == 0 { "No" } else { "Yes" })
            };
            let address = format!("{}/plays", party.game);
            std::thread::spawn(move || {
                barrier.wait();
                client.post(&address, &json!({ "kind": "say", "thread": "voting", "text": text })).expect(201)
            })
        })
        .collect();
    let answers: Vec<Value> = callers.into_iter().map(|caller| caller.join().unwrap()).collect();
    let mut numbers: Vec<i64> = answers.iter().map(|answer| answer["number"].as_i64().unwrap()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (2..=51).collect::<Vec<_>>(), "no message was lost and none came twice");
    let counted = answers.iter().filter(|answer| answer["effect"]["void"].is_null()).count();
    assert_eq!(counted, 5, "one vote each, and no second rule-change of the day");
    let proposal = party.get("")["proposals"]["301"].clone();
    assert_eq!((&proposal["cast"], &proposal["not_voted"]), (&json!(5), &json!([])));
    let at_the_other = party.players[0].at(&replica.url).get(&format!("{}/log", party.game)).text();
    assert_eq!(at_the_other, party.players[0].get(&format!("{}/log", party.game)).text(), "one order");
    assert_eq!(party.players[0].get(&format!("{}/replay", party.table)).expect(200)["wrong"], json!([]));
});

both!(a_games_log_is_what_the_command_line_reads, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Amend Rule 207: replace \"10 points\" with \"5 points\"");
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T08:00:00");
    let log = party.players[0].get(&format!("{}/log", party.game)).text();
    let (well, answer) = command(&["verify"], &log);
    assert!(well, "{answer}");
    let (_, replayed) = command(&["replay", "--until", "2026-11-10T08:00:00Z"], &log);
    let last: Value = serde_json::from_str(replayed.lines().last().unwrap()).unwrap();
    let here = club.anyone().get(&party.game).expect(200);
    assert_eq!(last, here);
});

both!(a_table_that_could_not_begin_is_not_opened, |club| {
    let ann = club.person("Ann", &[]);
    let open = |options: Value| ann.post("/api/v1/tables", &json!({ "game": "nomic", "options": options }));
    open(json!({ "players": 0 })).expect(422);
    open(json!({ "players": 5, "colour": "red" })).expect(422);
    open(json!({ "beginning": { "parameters": { "win": { "points": -4 } } } })).expect(422);
    open(json!({ "beginning": { "players": [{ "name": "Eve" }] } })).expect(422);
    let bad = open(
        json!({ "beginning": { "rules": { "rules": { "0": { "label": "101" } }, "date": "2019-02-11", "author": "Ben" } } }),
    );
    assert!(bad.text().contains("rules.0"), "{}", bad.text());
    bad.expect(422);
    assert_eq!(ann.get("/api/v1/tables?game=nomic").expect(200)["items"], json!([]), "nothing is half imported");
});

both!(a_table_that_was_made_void_stands_still, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Enact: Be kind.");
    party.vote_all("Vote: Yes");
    let chief = club.person("Ada", &[Role::ChiefJustice]);
    chief.post(&format!("{}/void", party.table), &json!({ "reason": "The wrong people sat down" })).expect(200);
    party.at(&club, "2026-12-09T08:00:00");
    let game = party.get("");
    assert_eq!((&game["now"], &game["day"]), (&json!("2026-11-09T08:00:00Z"), &json!("2026-11-09")));
    assert_eq!((&game["proposals"]["301"]["state"], &game["totals"]["Chris B"]), (&json!("voting"), &json!(0)));
    assert_eq!(party.get("/rules?at=2026-12-09T08:00:00Z")["rules"].as_array().unwrap().len(), 33);
});

both!(a_game_begins_within_a_year, |club| {
    club.set_time("2026-11-09T08:00:00");
    let player = club.person("Ann", &[]);
    let open = |first: &str| {
        let options = json!({ "players": 1, "beginning": { "start_date": first } });
        player.post("/api/v1/tables", &json!({ "game": "nomic", "options": options }))
    };
    for far in ["2027-11-11", "9999-01-01"] {
        assert_eq!(open(far).refused(422), ["I.9"], "it is not even opened");
    }
    open("+262142-12-30").expect(422);
    open("2026-11-08").expect(422);
    open("2026-11-09").expect(201);
    let table = open("2027-11-10").expect(201)["id"].clone();
    player.put(&format!("/api/v1/tables/{table}/readiness"), &json!({ "ready": true })).expect(200);
});

both!(nobody_is_given_a_weekday_on_which_they_could_never_propose_201, |club| {
    club.set_time("2026-11-09T08:00:00");
    let player = club.person("Ann", &[]);
    let open = |days: Value| {
        let options = json!({ "players": 2, "days": days });
        player.post("/api/v1/tables", &json!({ "game": "nomic", "options": options }))
    };
    for days in [json!(["Mon", "Sat"]), json!(["Sun"])] {
        let refused = open(days);
        let said = refused.text();
        assert!(said.contains("rule 201") && said.contains("void on Saturday and Sunday"), "{said}");
        assert_eq!(refused.refused(422), ["I.9"]);
    }
    open(json!(["Fri", "Fri"])).expect(201);
});

both!(a_draft_on_a_void_day_cannot_be_proposed_now_201, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.at(&club, "2026-11-14T10:00:00");
    let draft = json!({ "draft": "Rule-change: Repeal Rule 205" });
    let preview = party.players[0].post(&format!("{}/explanations", party.game), &draft).expect(200);
    assert_eq!(preview["may_submit_now"], json!(false));
    let why = preview["why_not_now"].as_str().unwrap_or_default();
    assert!(why.contains("void on this day of the week"), "{preview}");
});
