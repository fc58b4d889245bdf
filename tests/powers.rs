//! Who may do what: every route as every kind of caller, and every relation from both of its sides,
//! compared with the table that makes the routes.

use rookery::auth::{Power, Relation, Role, Route};
use rookery::conduct;
use rookery::id::PersonId;
use rookery::web::server::routes;
use serde_json::{Value, json};

use crate::harness::{Caller, Client, Club};

/// A kind of caller, by what they are at the moment of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Nobody,
    /// With a token that has run out.
    Stale,
    /// With a token from when they were a moderator.
    Dismissed,
    Guest,
    Member,
    Banned,
    Removed,
    Moderator,
    Justice,
    ChiefJustice,
    Staff,
    Administrator,
    Kiosk,
    /// While no session is on.
    KioskAlone,
}

use Kind::*;

const KINDS: [Kind; 14] = [
    Nobody,
    Stale,
    Dismissed,
    Guest,
    Member,
    Banned,
    Removed,
    Moderator,
    Justice,
    ChiefJustice,
    Staff,
    Administrator,
    Kiosk,
    KioskAlone,
];

/// What the table means: the status by which a kind of caller is turned away, or none.
fn turned_away(power: Power, kind: Kind) -> Option<u16> {
    let moderates = [Moderator, Justice, ChiefJustice].contains(&kind);
    let kiosk = [Kiosk, KioskAlone].contains(&kind);
    let heard = match power {
        Power::Anyone => return None,
        _ if [Nobody, Stale].contains(&kind) => return Some(401),
        Power::Caller => true,
        Power::SignedIn => !kiosk,
        Power::Entry => kind != KioskAlone,
        Power::Desk => moderates || kind == Kiosk,
        Power::Moderator => moderates,
        Power::Justice => [Justice, ChiefJustice].contains(&kind),
        Power::ChiefJustice => kind == ChiefJustice,
        Power::Staff => kind == Staff,
        Power::Host => moderates || kind == Administrator,
        Power::Administrator => kind == Administrator,
    };
    if heard { None } else { Some(403) }
}

/// One of each kind, with a session on at 12:40.
struct Cast {
    people: Vec<(Kind, Caller)>,
    stale: Client,
}

impl Cast {
    fn of(club: &Club) -> Cast {
        let roles = |kind| match kind {
            Moderator => vec![Role::Moderator],
            Justice => vec![Role::Justice],
            ChiefJustice => vec![Role::ChiefJustice],
            Staff => vec![Role::Staff],
            Administrator => vec![Role::Administrator],
            Kiosk | KioskAlone => vec![Role::Kiosk],
            _ => vec![],
        };
        let stale = (*club.person("Stale", &[Role::Moderator])).clone();
        club.set_time("2026-11-06T12:40:00");
        let now = club.now();
        club.write(move |tx| rookery::sessions::store::ensure_calendar(tx, now));
        let named = |kind: &Kind| (*kind, club.person(&format!("{kind:?}"), &roles(*kind)));
        let people: Vec<(Kind, Caller)> = KINDS[2..].iter().map(named).collect();
        for (kind, person) in &people {
            let id = PersonId(person.id);
            match kind {
                Member => drop(person.post("/api/v1/memberships", &json!({})).expect(201)),
                Banned => club.write(move |tx| {
                    let ban =
                        conduct::rules::NewBan { staff: true, reason: "Again".into(), ends_at: None, decision: None };
                    conduct::store::add_ban(tx, id, None, &ban).map(drop)
                }),
                Removed => club.write(move |tx| {
                    let now = tx.now;
                    rookery::members::store::join(tx, id, now)?;
                    rookery::members::store::remove(tx, id, None, "II.7", "for a test")
                }),
                _ => {}
            }
        }
        Cast { people, stale }
    }

    /// A caller of a kind, as they are now.
    fn call(&self, club: &Club, kind: Kind) -> Client {
        let person = |kind| &self.people.iter().find(|(other, _)| *other == kind).expect("one of each kind").1;
        match kind {
            Nobody => club.anyone(),
            Stale => self.stale.clone(),
            Dismissed => {
                let id = PersonId(person(kind).id);
                club.write(move |tx| {
                    rookery::auth::store::give_role(tx, id, Role::Moderator, None, "for a test")?;
                    Ok(())
                });
                let token = (*club.again(person(kind))).clone();
                club.write(move |tx| rookery::auth::store::take_role(tx, id, Role::Moderator, None, "for a test"));
                token
            }
            _ => (*club.again(person(kind))).clone(),
        }
    }
}

/// Asks a route about things that are not there, with an empty body: enough to be turned away or not.
fn knock(club: &Club, caller: &Client, route: &Route) -> u16 {
    let path: Vec<&str> =
        route.path.split('/').map(|part| if part.starts_with('{') { "999999" } else { part }).collect();
    // Streams have no end: what answers GET answers HEAD, each on a connection of its own.
    let method = if route.method == "GET" { "HEAD" } else { route.method };
    let body: &[u8] = if method == "HEAD" { b"" } else { b"{}" };
    caller.at(&club.url).send(method, &path.join("/"), &[("Content-Type", "application/json")], body).status
}

both!(every_route_hears_whom_its_row_names_and_nobody_else, |club| {
    let cast = Cast::of(&club);
    let mut wrong = Vec::new();
    for kind in KINDS {
        // The kiosk is alone after the session; everybody else calls during it.
        club.set_time(if kind == KioskAlone { "2026-11-06T15:00:00" } else { "2026-11-06T12:52:00" });
        let mut caller = cast.call(&club, kind);
        for route in routes() {
            let status = knock(&club, &caller, &route);
            if ends_sign_ins(&route) {
                caller = cast.call(&club, kind);
            }
            let right = match turned_away(route.power, kind) {
                Some(turned_away) => status == turned_away,
                // Whom the power fits the relation may not; that is the other test's.
                None => {
                    status < 500 && (![401, 403].contains(&status) || route.relation.is_some() || is_a_door(&route))
                }
            };
            if !right {
                wrong.push(format!("{} {} ({}) as {kind:?}: {status}", route.method, route.path, route.power.as_str()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
});

/// Routes that end the sign-in that they are called with.
fn ends_sign_ins(route: &Route) -> bool {
    route.path.contains("/tokens") || route.path == "/sign-out"
}

/// Routes for anyone that ask for something only their caller knows, and answer 401 or 403 without it.
fn is_a_door(route: &Route) -> bool {
    ["/api/v1/tokens", "/api/v1/tokens/refresh", "/api/v1/accounts", "/api/v1/setup", "/api/v1/password-resets"]
        .contains(&route.path)
        || ["/sign-in", "/join", "/reset", "/setup/{code}"].contains(&route.path)
}

/// How a caller whom the power fits is answered for their relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answered {
    Heard,
    /// 403 with this Act.
    Refused(&'static str),
    NotFound,
}

use Answered::*;

/// The people of the scenes, and the requests by which each relation is tried from both of its sides.
struct Scenes<'a> {
    club: &'a Club,
    may: Caller,
    mona: Caller,
    chief: Caller,
    staff: Caller,
    ann: Caller,
    ben: Caller,
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
        Scenes { club, may, mona, chief, staff, ann, ben, tried: Vec::new() }
    }

    /// Sends a request to a route about a thing, and compares how it is answered.
    #[track_caller]
    fn ask(
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
        let game = json!({ "white": white.id, "black": black.id, "result": "white", "ending": "resignation" });
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
        let object = ("POST", "/api/v1/games/{id}/objections");
        self.ask(object, &of_may, json!({ "reason": REASON }), |s| &s.ben, Refused("I.6"));
        let objection = self.ann.post(&format!("/api/v1/games/{of_may}/objections"), &json!({ "reason": REASON }));
        let objection = objection.expect(201)["id"].to_string();
        self.ask(object, &of_may, json!({ "reason": REASON }), |s| &s.ann, Heard);
        let rematch = ("POST", "/api/v1/objections/{id}/rematch");
        let outcome = json!({ "outcome": "objector_absent" });
        self.ask(rematch, &objection, outcome.clone(), |s| &s.may, Refused("III.3.5"));
        self.ask(rematch, &objection, outcome, |s| &s.mona, Heard);
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
        let export = ("GET", "/api/v1/exports/{file}");
        self.ask(export, "members.csv", Value::Null, |s| &s.ann, Refused("III.2"));
        self.ask(export, "members.csv", Value::Null, |s| &s.mona, Heard);
        self.ask(export, "games.csv", Value::Null, |s| &s.ann, Heard);
        let (give, take) = (("POST", "/api/v1/people/{id}/roles"), ("DELETE", "/api/v1/people/{id}/roles/{role}"));
        let moderator = json!({ "role": "moderator", "reason": REASON });
        self.ask(give, &gil.to_string(), moderator.clone(), |s| &s.mona, Refused("III.2"));
        self.ask(give, &gil.to_string(), moderator, |s| &s.chief, Heard);
        let office = format!("{gil}/moderator");
        self.ask(take, &office, json!({ "reason": REASON }), |s| &s.mona, Refused("III.2"));
        self.ask(take, &office, json!({ "reason": REASON }), |s| &s.chief, Heard);
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
        let serve = ("POST", "/api/v1/time_penalties/{id}/serving");
        let penalty = made["sanctions"][0]["id"].to_string();
        self.ask(serve, &penalty, json!({}), |s| &s.may, Refused("III.3.5"));
        self.ask(serve, &penalty, json!({}), |s| &s.mona, Heard);
        let bans = self.club.anyone().get(&format!("/api/v1/bans?person={}", self.may.id)).expect(200);
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

both!(every_relation_of_the_table_is_held_from_both_of_its_sides, |club| {
    let mut scenes = Scenes::of(&club);
    scenes.games();
    scenes.time_limits();
    scenes.members();
    scenes.decisions();
    let mut missing = Vec::new();
    for route in routes() {
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
                missing.push(format!("{} {} has no relation in its row", route.method, route.path))
            }
            _ => {}
        }
    }
    assert!(missing.is_empty(), "not tried from both sides: {}", missing.join("; "));
});
