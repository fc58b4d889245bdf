//! Who may do what: every route as every kind of caller, and every relation from both of its sides,
//! compared with the table that makes the routes.

mod court;
mod scenes;
mod tables;

use rookery::auth::{Power, Relation, Role, Route, Visitors};
use rookery::conduct;
use rookery::id::PersonId;
use rookery::service::server::routes;
use serde_json::{Value, json};

use crate::harness::{Caller, Client, Club, put_in_office, take_office};

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
fn turned_away(power: Power, kind: Kind, visitors: Visitors) -> Option<u16> {
    let moderates = [Moderator, Justice, ChiefJustice].contains(&kind);
    let kiosk = [Kiosk, KioskAlone].contains(&kind);
    // Neither joined nor in any office (T42).
    let outside = [Nobody, Stale, Dismissed, Guest, Banned].contains(&kind);
    let reads_the_club = !outside || visitors == Visitors::Everything;
    let shut_out = Some(if [Nobody, Stale].contains(&kind) { 401 } else { 403 });
    let heard = match power {
        // A token that does not hold is none.
        Power::Probe => return None,
        Power::Anyone => return None,
        Power::Leaderboard => return if outside && visitors == Visitors::Nothing { shut_out } else { None },
        Power::Club => return if reads_the_club { None } else { shut_out },
        _ if [Nobody, Stale].contains(&kind) => return Some(401),
        Power::Caller => true,
        Power::SignedIn => !kiosk,
        Power::Insider => !kiosk && reads_the_club,
        Power::Join => kind != KioskAlone,
        Power::Entry => kind != KioskAlone && reads_the_club,
        Power::Desk => moderates || kind == Kiosk,
        Power::Moderator => moderates,
        Power::Justice => [Justice, ChiefJustice].contains(&kind),
        Power::ChiefJustice => kind == ChiefJustice,
        Power::Staff => kind == Staff,
        Power::ModeratorOrStaff => moderates || kind == Staff,
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
                    rookery::members::store::remove(
                        tx,
                        id,
                        None,
                        "II.7",
                        &rookery_messages::Message::verbatim("for a test"),
                    )
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
                club.write(move |tx| put_in_office(tx, id, Role::Moderator));
                let token = (*club.again(person(kind))).clone();
                club.write(move |tx| take_office(tx, id, Role::Moderator));
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

/// Calls every route as these kinds of callers, and gives what was not as the table has it.
fn compare(club: &Club, cast: &Cast, kinds: &[Kind], visitors: Visitors) -> Vec<String> {
    let mut wrong = Vec::new();
    for kind in kinds.iter().copied() {
        // The kiosk is alone after the session; everybody else calls during it.
        club.set_time(if kind == KioskAlone { "2026-11-06T15:00:00" } else { "2026-11-06T12:52:00" });
        let mut caller = cast.call(club, kind);
        for route in routes() {
            // A guest who joins is none any more.
            if kind == Guest && visitors != Visitors::Everything && joins(&route) {
                continue;
            }
            let status = knock(club, &caller, &route);
            if ends_sign_ins(&route) {
                caller = cast.call(club, kind);
            }
            let right = match turned_away(route.power, kind, visitors) {
                Some(turned_away) => status == turned_away,
                // Whom the power fits the relation may not; that is the other test's.
                None => {
                    status < 500 && (![401, 403].contains(&status) || route.relation.is_some() || is_a_door(&route))
                }
            };
            if !right {
                let (method, path, power) = (route.method, route.path, route.power.in_words());
                wrong.push(format!("{method} {path} ({power}) as {kind:?} under {visitors}: {status}"));
            }
        }
    }
    wrong
}

both!(every_route_hears_whom_its_row_names_and_nobody_else, |club| {
    let cast = Cast::of(&club);
    let mut wrong = Vec::new();
    for visitors in [Visitors::Nothing, Visitors::Leaderboard] {
        club.lets_visitors_read(visitors);
        // Who belongs to the club hears no difference: somebody who left it stands for them.
        wrong.extend(compare(&club, &cast, &[Nobody, Guest, Removed], visitors));
    }
    club.lets_visitors_read(Visitors::Everything);
    wrong.extend(compare(&club, &cast, &KINDS, Visitors::Everything));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
});

/// Routes by which their caller joins the leaderboard.
fn joins(route: &Route) -> bool {
    route.method == "POST" && ["/api/v1/memberships", "/me/membership"].contains(&route.path)
}

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
