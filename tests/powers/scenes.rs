//! Every relation of the table from both of its sides: whom it fits, and whom it does not.

use super::*;

/// How a caller whom the power fits is answered for their relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    Heard,
    /// 403 with this Act.
    Refused(&'static str),
    NotFound,
}

use Answered::*;

/// The people of the scenes, and the requests by which each relation is tried from both of its sides.
pub struct Scenes<'a> {
    pub club: &'a Club,
    may: Caller,
    mona: Caller,
    pub chief: Caller,
    staff: Caller,
    pub ann: Caller,
    pub ben: Caller,
    /// Justices who sit in the case, and one who does not, having decided its matter.
    pub panel: [Caller; 3],
    pub decider: Caller,
    tried: Vec<(&'static str, &'static str, Answered)>,
}

const REASON: &str = "Both players told me so after the session";

fn ruling() -> Value {
    json!({ "reason": REASON, "act": "III.3.8" })
}

impl<'a> Scenes<'a> {
    /// A session under way in which May and the Chief Justice play, too; Mona moderates.
    fn of(club: &'a Club) -> Scenes<'a> {
        let [may, mona] = ["May", "Mona"].map(|name| club.person(name, &[Role::Moderator]));
        let chief = club.person("Chief", &[Role::ChiefJustice]);
        let staff = club.person("Teacher", &[Role::Staff]);
        let panel = ["One", "Two", "Three"].map(|name| club.person(name, &[Role::Justice]));
        let decider = club.person("Four", &[Role::Justice]);
        let [ann, ben] = ["Ann", "Ben"].map(|name| club.person(name, &[]));
        for member in [&may, &chief, &ann, &ben] {
            member.post("/api/v1/memberships", &json!({})).expect(201);
        }
        club.set_time("2026-11-06T12:30:00");
        let now = club.now();
        let session = club.write(move |tx| {
            rookery::sessions::store::ensure_calendar(tx, now)?;
            rookery::sessions::store::session_at(tx.db, now)
        });
        let here = json!({ "people": [may.id, mona.id, chief.id, ann.id, ben.id] });
        let register = format!("/api/v1/sessions/{}/arrivals", session.unwrap().id);
        club.again(&mona).post(&register, &here).expect(200);
        club.set_time("2026-11-06T12:40:00");
        let [may, mona, chief, staff, ann, ben] = [may, mona, chief, staff, ann, ben].map(|one| club.again(&one));
        let panel = panel.map(|justice| club.again(&justice));
        let decider = club.again(&decider);
        Scenes { club, may, mona, chief, staff, ann, ben, panel, decider, tried: Vec::new() }
    }

    /// Sends a request to a route about a thing, and compares how it is answered.
    #[track_caller]
    pub fn ask(
        &mut self,
        route: (&'static str, &'static str),
        thing: &str,
        body: Value,
        by: for<'s> fn(&'s Scenes<'a>) -> &'s Caller,
        answered: Answered,
    ) {
        let (method, path) = route;
        let at = thing.split('/').fold(path.to_owned(), |path, part| match (path.find('{'), path.find('}')) {
            (Some(from), Some(to)) => format!("{}{part}{}", &path[..from], &path[to + 1..]),
            _ => path,
        });
        // What a file is called is told in the query.
        let at = if path.ends_with("/exhibits") { at + "?title=Photo&visibility=public" } else { at };
        let body = if method == "GET" { Vec::new() } else { body.to_string().into_bytes() };
        let answer = by(self).send(method, &at, &[("Content-Type", "application/json")], &body);
        let told = answer.text();
        let (status, acts) = (answer.status, answer.json["acts"].clone());
        match answered {
            Heard => assert!(![401, 403, 404].contains(&status), "{method} {at}: {told}"),
            NotFound => assert_eq!(status, 404, "{method} {at}: {told}"),
            Refused(act) => {
                assert_eq!(status, 403, "{method} {at}: {told}");
                assert!(acts.as_array().is_some_and(|acts| acts.contains(&json!(act))), "{method} {at}: {told}");
            }
        }
        self.tried.push((method, path, answered));
    }

    fn game(&self, white: &Caller, black: &Caller) -> String {
        let game = json!({
            "white": white.id, "black": black.id, "result": "white", "ending": "resignation", "insist": true,
        });
        self.mona.post("/api/v1/games", &game).expect(201)["id"].to_string()
    }

    fn games(&mut self) {
        let of_may = self.game(&self.may, &self.ann);
        let of_the_chief = self.game(&self.ann, &self.chief);
        let correct = json!({ "result": "black", "ending": "resignation", "reason": REASON });
        let approve = json!({ "verdict": "approve", "reason": REASON });
        for (path, body) in [
            ("/api/v1/games/{id}/approval", approve),
            ("/api/v1/games/{id}/correction", correct),
            ("/api/v1/games/{id}/void", ruling()),
            ("/api/v1/games/{id}/restoration", ruling()),
        ] {
            self.ask(("POST", path), &of_may, body.clone(), |s| &s.may, Refused("III.3.5"));
            self.ask(("POST", path), &of_may, body, |s| &s.mona, Heard);
        }
        for path in ["/api/v1/games/{id}/void", "/api/v1/games/{id}/restoration"] {
            self.ask(("POST", path), &of_the_chief, ruling(), |s| &s.chief, Heard);
        }
        let register = ("POST", "/api/v1/games");
        let theirs = json!({ "white": self.ann.id, "black": self.ben.id, "result": "white", "ending": "resignation" });
        self.ask(register, "", theirs.clone(), |s| &s.staff, Refused("II.4"));
        self.ask(register, "", theirs.clone(), |s| &s.ben, Heard);
        self.ask(register, "", theirs, |s| &s.mona, Heard);
        self.confirmations();
        let object = ("POST", "/api/v1/games/{id}/objections");
        self.ask(object, &of_may, json!({ "reason": REASON }), |s| &s.ben, Refused("I.6"));
        let objection = self.ann.post(&format!("/api/v1/games/{of_may}/objections"), &json!({ "reason": REASON }));
        let objection = objection.expect(201)["id"].to_string();
        self.ask(object, &of_may, json!({ "reason": REASON }), |s| &s.ann, Heard);
        let withdraw = ("DELETE", "/api/v1/objections/{id}");
        self.ask(withdraw, &objection, json!({}), |s| &s.may, Refused("I.6"));
        self.ask(withdraw, &objection, json!({}), |s| &s.ann, Heard);
        let objection = self.ann.post(&format!("/api/v1/games/{of_may}/objections"), &json!({ "reason": REASON }));
        let objection = objection.expect(201)["id"].to_string();
        let rematch = ("POST", "/api/v1/objections/{id}/rematch");
        let outcome = json!({ "outcome": "objector_absent" });
        self.ask(rematch, &objection, outcome.clone(), |s| &s.may, Refused("III.3.5"));
        self.ask(rematch, &objection, outcome, |s| &s.mona, Heard);
    }

    /// A game that Ben entered: Ann, who played in it, says whether that is right.
    fn confirmations(&mut self) {
        let theirs = json!({
            "white": self.ann.id, "black": self.ben.id, "result": "draw", "ending": "draw_agreed", "insist": true,
        });
        let game = self.ben.post("/api/v1/games", &theirs).expect(201)["id"].to_string();
        let confirm = ("POST", "/api/v1/games/{id}/confirmation");
        let dispute = ("POST", "/api/v1/games/{id}/dispute");
        let settle = ("POST", "/api/v1/games/{id}/settlement");
        let take_back = ("POST", "/api/v1/games/{id}/retraction");
        let (white_won, as_entered) = (json!({ "result": "white" }), json!({ "version": "as_entered" }));
        self.ask(take_back, &game, json!({}), |s| &s.ann, Refused("II.4"));
        self.ask(dispute, &game, white_won.clone(), |s| &s.may, Refused("II.4"));
        self.ask(dispute, &game, white_won.clone(), |s| &s.ann, Heard);
        self.ask(confirm, &game, json!({}), |s| &s.mona, Refused("II.4"));
        self.ask(confirm, &game, json!({}), |s| &s.ann, Heard);
        let of_may = json!({
            "white": self.may.id, "black": self.ben.id, "result": "draw", "ending": "draw_agreed", "insist": true,
        });
        let game = self.ben.post("/api/v1/games", &of_may).expect(201)["id"].to_string();
        self.may.post(&format!("/api/v1/games/{game}/dispute"), &white_won).expect(200);
        self.ask(settle, &game, as_entered.clone(), |s| &s.may, Refused("III.3.5"));
        self.ask(settle, &game, as_entered, |s| &s.mona, Heard);
        let game = self.ben.post("/api/v1/games", &of_may).expect(201)["id"].to_string();
        self.ask(take_back, &game, json!({}), |s| &s.ben, Heard);
    }

    fn time_limits(&mut self) {
        let start = ("POST", "/api/v1/timed_games");
        let limit =
            |white: &Caller, black: &Caller| json!({ "white": white.id, "black": black.id, "limit_seconds": 600 });
        let between = limit(&self.may, &self.ben);
        self.ask(start, "", between.clone(), |s| &s.may, Refused("III.3.5"));
        let timed = self.mona.post("/api/v1/timed_games", &between).expect(201)["id"].to_string();
        self.ask(start, "", between, |s| &s.mona, Heard);
        for path in
            ["/api/v1/timed_games/{id}/pause", "/api/v1/timed_games/{id}/resume", "/api/v1/timed_games/{id}/end"]
        {
            self.ask(("POST", path), &timed, json!({}), |s| &s.may, Refused("III.3.5"));
            self.ask(("POST", path), &timed, json!({}), |s| &s.mona, Heard);
        }
    }

    fn members(&mut self) {
        let gil = self.club.person("Gil", &[]).id;
        let join = ("POST", "/api/v1/memberships");
        self.ask(join, "", json!({ "person": gil }), |s| &s.ann, Refused("III.2"));
        self.ask(join, "", json!({ "person": gil }), |s| &s.mona, Heard);
        self.ask(join, "", json!({}), |s| &s.ann, Heard);
        let asked = self.ann.post("/api/v1/removal_requests", &json!({})).expect(201)["id"].to_string();
        let withdraw = ("DELETE", "/api/v1/removal_requests/{id}");
        self.ask(withdraw, &asked, json!({}), |s| &s.ben, NotFound);
        self.ask(withdraw, &asked, json!({}), |s| &s.ann, Heard);
        drop(self.club.again(&self.ann));
        let lost = self.ann.get("/api/v1/me/sign-ins").expect(200)["sign_ins"][0]["id"].to_string();
        let end = ("DELETE", "/api/v1/me/sign-ins/{id}");
        // Nobody has a password here: whose it is hears that it is wrong.
        self.ask(end, &lost, json!({ "password": "guess" }), |s| &s.ben, NotFound);
        self.ask(end, &lost, json!({ "password": "guess" }), |s| &s.ann, Heard);
        let export = ("GET", "/api/v1/exports/{file}");
        self.ask(export, "members.csv", Value::Null, |s| &s.ann, Refused("III.2"));
        self.ask(export, "members.csv", Value::Null, |s| &s.mona, Heard);
        self.ask(export, "games.csv", Value::Null, |s| &s.ann, Heard);
        let ready = ("POST", "/api/v1/exports/{file}");
        self.ask(ready, "members.csv", json!({}), |s| &s.ann, Refused("III.2"));
        self.ask(ready, "members.csv", json!({}), |s| &s.mona, Heard);
        let export = self.ann.post("/api/v1/exports/games.csv", &json!({})).expect(202);
        let one = format!("games.csv/{}", export["id"]);
        let far = ("GET", "/api/v1/exports/{file}/{id}");
        self.ask(far, &one, Value::Null, |s| &s.mona, NotFound);
        self.ask(far, &one, Value::Null, |s| &s.ann, Heard);
        let content = ("GET", "/api/v1/exports/{file}/{id}/content");
        self.ask(content, &one, Value::Null, |s| &s.mona, NotFound);
        self.ask(content, &one, Value::Null, |s| &s.ann, Heard);
        let (give, take) = (("POST", "/api/v1/people/{id}/roles"), ("DELETE", "/api/v1/people/{id}/roles/{role}"));
        let moderator = json!({ "role": "moderator", "reason": REASON });
        self.ask(give, &gil.to_string(), moderator.clone(), |s| &s.mona, Refused("III.2"));
        self.ask(give, &gil.to_string(), moderator, |s| &s.chief, Heard);
        let office = format!("{gil}/moderator");
        self.ask(take, &office, json!({ "reason": REASON }), |s| &s.mona, Refused("III.2"));
        self.ask(take, &office, json!({ "reason": REASON }), |s| &s.chief, Heard);
    }

    fn rulebook(&mut self) {
        let suggestion = json!({ "text": "Sessions might begin five minutes later" });
        let suggest = ("POST", "/api/v1/suggestions");
        self.ask(suggest, "", suggestion.clone(), |s| &s.mona, Refused("IV.4"));
        self.ask(suggest, "", suggestion.clone(), |s| &s.ann, Heard);
        let made = self.ann.post("/api/v1/suggestions", &suggestion).expect(201)["id"].to_string();
        let withdraw = ("POST", "/api/v1/suggestions/{id}/withdrawal");
        self.ask(withdraw, &made, json!({}), |s| &s.ben, NotFound);
        self.ask(withdraw, &made, json!({}), |s| &s.ann, Heard);
        let change = json!({ "base": 1, "note": "A larger room", "rules": { "room": "Hall" } });
        let made = self.mona.post("/api/v1/change_requests", &change).expect(201)["id"].to_string();
        let withdraw = ("POST", "/api/v1/change_requests/{id}/withdrawal");
        self.ask(withdraw, &made, json!({}), |s| &s.ann, Refused("IV.5"));
        self.ask(withdraw, &made, json!({}), |s| &s.mona, Heard);
    }

    fn decisions(&mut self) {
        let of_may = self.game(&self.ben, &self.may);
        let offence = |accused: i64, games: &[&str]| {
            let games: Vec<i64> = games.iter().map(|game| game.parse().unwrap()).collect();
            json!({
                "offence": {
                    "accused": accused, "act": "I.2", "what": "Moved a piece back, twice, after letting it go",
                    "happened_at": "2026-11-06T12:35:00Z", "games": games, "insist": true,
                },
                "reasons": "Two others saw it and told the same", "finding": { "mind": "intent", "why": "It was said aloud by the player" },
                "sanctions": [{ "kind": "time_penalty", "minutes": 1 }, { "kind": "ban", "until": "2026-11-20" }],
            })
        };
        let decide = ("POST", "/api/v1/decisions");
        self.ask(decide, "", offence(self.ben.id, &[&of_may]), |s| &s.may, Refused("III.3.5"));
        self.ask(decide, "", offence(self.may.id, &[]), |s| &s.may, Refused("III.3.5"));
        self.ask(decide, "", offence(self.ben.id, &[&of_may]), |s| &s.mona, Heard);
        let made = self.mona.post("/api/v1/decisions", &offence(self.may.id, &[])).expect(201);
        let decision = made["id"].to_string();
        let one = ("GET", "/api/v1/decisions/{id}");
        self.ask(one, &decision, Value::Null, |s| &s.ann, NotFound);
        self.ask(one, &decision, Value::Null, |s| &s.may, Heard);
        self.ask(one, &decision, Value::Null, |s| &s.chief, Heard);
        let declare = ("POST", "/api/v1/decisions/{id}/declaration");
        self.ask(declare, &decision, json!({}), |s| &s.chief, Refused("III.2.4"));
        self.ask(declare, &decision, json!({}), |s| &s.mona, Heard);
        let ladder = ("GET", "/api/v1/people/{id}/fraud_ladder");
        let may = self.may.id.to_string();
        self.ask(ladder, &may, Value::Null, |s| &s.ann, NotFound);
        self.ask(ladder, &may, Value::Null, |s| &s.may, Heard);
        self.ask(ladder, &may, Value::Null, |s| &s.mona, Heard);
        let held = format!("{may}/fide");
        let elsewhere = "/api/v1/people/{id}/outside_ratings/{list}";
        for (method, body) in [("PUT", json!({ "rating": 1500 })), ("GET", Value::Null), ("DELETE", json!({}))] {
            self.ask((method, elsewhere), &held, body.clone(), |s| &s.ann, NotFound);
            self.ask((method, elsewhere), &held, body, |s| &s.may, Heard);
        }
        let serve = ("POST", "/api/v1/time_penalties/{id}/serving");
        let penalty = made["sanctions"][0]["id"].to_string();
        self.ask(serve, &penalty, json!({}), |s| &s.may, Refused("III.3.5"));
        self.ask(serve, &penalty, json!({}), |s| &s.mona, Heard);
        let bans = self.mona.get(&format!("/api/v1/bans?person={}", self.may.id)).expect(200);
        let lift = ("POST", "/api/v1/bans/{id}/lifting");
        self.ask(
            lift,
            &bans["items"][0]["id"].to_string(),
            json!({ "reason": REASON }),
            |s| &s.staff,
            Refused("II.9.4"),
        );
        let ban = json!({ "person": self.ann.id, "reason": REASON });
        let placed = self.staff.post("/api/v1/bans", &ban).expect(201)["id"].to_string();
        self.ask(lift, &placed, json!({ "reason": REASON }), |s| &s.staff, Heard);
    }
}

impl Scenes<'_> {
    /// A tournament of the given format that Mona founds and these enter, with its first round.
    fn tournament(&self, format: Value, rated: bool) -> String {
        let settings = json!({ "format": format, "rounds": 3, "rated": rated, "seeding": "club", "open_until": 3 });
        let settings = if format["kind"] == "ladder" { without_rounds(settings) } else { settings };
        let founded = json!({ "name": "For a test", "settings": settings });
        let id = self.mona.post("/api/v1/tournaments", &founded).expect(201)["id"].to_string();
        for player in [&self.ann, &self.ben] {
            let own = json!({ "person": player.id });
            player.post(&format!("/api/v1/tournaments/{id}/players"), &own).expect(201);
        }
        let round = json!({ "round": 1, "day": "2026-11-06" });
        self.mona.post(&format!("/api/v1/tournaments/{id}/rounds"), &round).expect(201);
        id
    }

    fn tournaments(&mut self) {
        let casual = self.tournament(json!({ "kind": "casual" }), false);
        let (may, ann, chief) = (self.may.id, self.ann.id, self.chief.id);
        let enter = ("POST", "/api/v1/tournaments/{id}/players");
        self.ask(enter, &casual, json!({ "person": may }), |s| &s.ann, Refused("III.2"));
        self.ask(enter, &casual, json!({ "person": may }), |s| &s.mona, Heard);
        self.ask(enter, &casual, json!({ "person": chief }), |s| &s.chief, Heard);
        let absent = ("PUT", "/api/v1/tournaments/{id}/absences");
        self.ask(absent, &casual, json!({ "person": ann, "round": 2, "kind": "zero" }), |s| &s.ben, Refused("III.2"));
        self.ask(absent, &casual, json!({ "person": ann, "round": 2, "kind": "zero" }), |s| &s.ann, Heard);
        let withdraw = ("POST", "/api/v1/tournaments/{id}/withdrawals");
        self.ask(withdraw, &casual, json!({ "person": may }), |s| &s.ann, Refused("III.2"));
        self.ask(withdraw, &casual, json!({ "person": may }), |s| &s.mona, Heard);
        let result = ("PUT", "/api/v1/tournaments/{id}/rounds/{round}/boards/{board}/result");
        let board = format!("{casual}/1/1");
        self.ask(result, &board, json!({ "result": "white" }), |s| &s.staff, Refused("II.4"));
        self.ask(result, &board, json!({ "result": "white" }), |s| &s.ann, Heard);

        let ladder = self.tournament(json!({ "kind": "ladder" }), false);
        let standings = self.mona.get(&format!("/api/v1/tournaments/{ladder}/standings")).expect(200);
        let top = standings["rows"][0]["id"].as_i64();
        let is_ann_on_top = top == Some(self.ann.id);
        type Who = for<'s, 'a> fn(&'s Scenes<'a>) -> &'s Caller;
        let (upper, lower): (Who, Who) =
            if is_ann_on_top { (|s| &s.ann, |s| &s.ben) } else { (|s| &s.ben, |s| &s.ann) };
        let challenges = format!("/api/v1/tournaments/{ladder}/challenges");
        let challenge = |s: &Self| {
            let made = lower(s).post(&challenges, &json!({ "person": top })).expect(201);
            format!("{ladder}/{}", made["challenges"][0]["id"])
        };
        let take_back = ("DELETE", "/api/v1/tournaments/{id}/challenges/{challenge}");
        let answer = ("PUT", "/api/v1/tournaments/{id}/challenges/{challenge}/answer");
        let played = ("PUT", "/api/v1/tournaments/{id}/challenges/{challenge}/result");
        let first = challenge(self);
        self.ask(take_back, &first, json!({}), upper, NotFound);
        self.ask(take_back, &first, json!({}), lower, Heard);
        let second = challenge(self);
        self.ask(answer, &second, json!({ "accept": true }), lower, NotFound);
        self.ask(answer, &second, json!({ "accept": true }), upper, Heard);
        self.ask(played, &second, json!({ "result": "draw" }), |s| &s.staff, Refused("II.4"));
        self.ask(played, &second, json!({ "result": "draw" }), lower, Heard);
    }
}

/// Settings of what has no rounds.
fn without_rounds(mut settings: Value) -> Value {
    settings["rounds"] = Value::Null;
    settings
}

both!(every_relation_of_the_table_is_held_from_both_of_its_sides, |club| {
    let mut scenes = Scenes::of(&club);
    scenes.games();
    scenes.time_limits();
    scenes.members();
    scenes.rulebook();
    scenes.court();
    scenes.decisions();
    scenes.tables();
    scenes.tournaments();
    let mut missing = Vec::new();
    // A page's form goes through the same function as the request of a program, which is tried here.
    for route in routes().filter(|route| route.path.starts_with("/api/")) {
        let tried: Vec<Answered> = scenes
            .tried
            .iter()
            .filter(|(method, path, _)| (*method, *path) == (route.method, route.path))
            .map(|tried| tried.2)
            .collect();
        let turns_away = |relation: Relation| match relation.acts() {
            [] => tried.contains(&NotFound),
            acts => tried.iter().any(|answered| matches!(answered, Refused(act) if acts.contains(act))),
        };
        match route.relation {
            Some(relation) if !tried.contains(&Heard) || !turns_away(relation) => {
                missing.push(format!("{} {} ({})", route.method, route.path, relation.as_str()));
            }
            None if !tried.is_empty() => {
                missing.push(format!("{} {} has no relation in its row", route.method, route.path));
            }
            _ => {}
        }
    }
    assert!(missing.is_empty(), "not tried from both sides: {}", missing.join("; "));
});
