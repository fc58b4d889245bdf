//! Declarations over HTTP: the public list of every exercise of a power.

use std::collections::HashMap;

use actix_web::web::Data;
use chrono::{DateTime, NaiveDateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use super::store::{self, Filter};
use super::{About, Declaration, DeclarationId, Exercise};
use crate::App;
use crate::auth::Viewpoint;
use crate::db::{Db, Kept};
use crate::error::Error;
use crate::http::{Page, PageRequest, Params, instant, problem::Problem};
use crate::id::PersonId;
use crate::members::{self, rules::Sought};
use crate::routes;
use crate::rulebook;

routes! {
    GET "/api/v1/declarations" => list, Leaderboard;
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct DeclarationsQuery {
    /// The `next` of the page before.
    after: Option<String>,
    /// Rows wanted, 1 to 200; 50 if not said.
    limit: Option<i64>,
    exercise: Option<Exercise>,
    /// The Act it rests on: `II.9`.
    act: Option<String>,
    /// Against whom.
    #[param(value_type = Option<i64>)]
    person: Option<PersonId>,
    /// By whom.
    #[param(value_type = Option<i64>)]
    by: Option<PersonId>,
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
    /// Only those undone, or only those in force.
    undone: Option<bool>,
}

/// Somebody as a declaration names them.
#[derive(Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = DeclaredPerson)]
pub(super) struct Named {
    /// Not told to who reads declarations without names.
    pub(super) id: Option<PersonId>,
    pub(super) name: String,
}

/// One exercise of a power, as far as the reader may know it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DeclarationView)]
pub(super) struct View {
    /// For the club.
    pub(super) id: Option<DeclarationId>,
    /// For who reads names.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub(super) made_at: Option<NaiveDateTime>,
    /// The day by the club's clock, `2026-11-06`; for people from outside the month, `2026-11`.
    pub(super) made_on: String,
    pub(super) exercise: Exercise,
    /// Null if the service or the Court acted; for the club.
    pub(super) by: Option<Named>,
    /// `a member`, without an id, for who reads no names; for the club.
    pub(super) person: Option<Named>,
    pub(super) act: String,
    /// For who reads names, as are `effect` and what undid it.
    #[schema(value_type = Option<String>)]
    pub(super) reason: Option<Kept>,
    #[schema(value_type = Option<String>)]
    pub(super) effect: Option<Kept>,
    /// What it is about, as in the act log: `decision:17`; only `decision` for who reads no names.
    pub(super) subject: String,
    pub(super) undone: bool,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub(super) undone_at: Option<NaiveDateTime>,
    /// What undid it: `Case 2026-C-014`, `Restoration of game 3`, `Lifting of the monitor`.
    #[schema(value_type = Option<String>)]
    pub(super) undone_by: Option<Kept>,
}

/// Every exercise of a power over people or games, newest first: who, against whom, by which Act, why,
/// to what effect, whether and by what it was undone (Act III.2.4).
///
/// The public of the Terms is the club (T42): where it reads without names (`public_initials`), so do all but those
/// concerned, those who moderate, and staff. People from outside read what kind of act it was, by which Act, in which
/// month, unless everything is open to them (`visitors`).
#[utoipa::path(get, path = "/api/v1/declarations", tag = "declarations", params(DeclarationsQuery),
    responses((status = 200, body = Page<View>), (status = 403, body = Problem)))]
async fn list(
    app: Data<App>,
    reader: Viewpoint,
    Params(wanted): Params<DeclarationsQuery>,
) -> Result<Page<View>, Error> {
    let page = PageRequest { after: wanted.after, limit: wanted.limit };
    let (before, limit) = (page.after()?, page.limit()?);
    let filter = Filter {
        exercise: wanted.exercise,
        act: wanted.act,
        person: wanted.person,
        by: wanted.by,
        from: instant::kept_if_any("from", wanted.from)?,
        to: instant::kept_if_any("to", wanted.to)?,
        undone: wanted.undone,
    };
    let now = app.clock.now();
    app.db.read(move |db| shown(db, &filter, before, limit, reader, now)).await
}

/// How much of a declaration somebody reads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Names,
    /// Nothing by which it could be matched with a person: the club's, where it reads initials.
    Nameless,
    /// What kind of act, by which Act, in which month.
    Outside,
}

/// A page of declarations as somebody reads them.
pub(super) fn shown(
    db: &mut Db,
    filter: &Filter,
    before: Option<i64>,
    limit: i64,
    reader: Viewpoint,
    now: NaiveDateTime,
) -> Result<Page<View>, Error> {
    let reading = match (reader.reads_the_club(), members::store::reads_initials(db, reader.roles, now)?) {
        (false, _) => Reading::Outside,
        (true, true) => Reading::Nameless,
        (true, false) => Reading::Names,
    };
    let others = [filter.person, filter.by].into_iter().flatten().any(|person| !reader.is(person));
    let times = filter.from.is_some() || filter.to.is_some();
    members::rules::look_for(reading != Reading::Names, Sought { others, times })?;
    let zone = rulebook::in_force(db, now)?.time_zone;
    let page = Page::of(store::declarations(db, filter, before, limit + 1)?, limit, |row| row.id.0);
    let mut people: Vec<PersonId> = page.items.iter().flat_map(|row| [row.by, row.person]).flatten().collect();
    people.sort_unstable();
    people.dedup();
    let names = members::store::names(db, &people)?;
    let seen = |row: Declaration| {
        let concerned = [row.by, row.person].into_iter().flatten().any(|person| reader.is(person));
        view(row, &names, if concerned { Reading::Names } else { reading }, zone)
    };
    Ok(Page { items: page.items.into_iter().map(seen).collect(), next: page.next })
}

/// A declaration as somebody reads it: its words tell people, points, days and games, so who reads no names reads none.
fn view(row: Declaration, names: &HashMap<PersonId, String>, reading: Reading, zone: Tz) -> View {
    let named = |person: PersonId| Named { id: Some(person), name: names.get(&person).cloned().unwrap_or_default() };
    let made_on = row.made_at.and_utc().with_timezone(&zone);
    let kind = row.subject.split(':').next().unwrap_or_default().to_owned();
    let is_judgment = About::read(&row.subject).is_some_and(|(about, _)| about == About::Judgment);
    let view = View {
        id: None,
        made_at: None,
        made_on: made_on.format("%Y-%m").to_string(),
        exercise: row.exercise,
        by: None,
        person: None,
        act: row.act,
        reason: None,
        effect: None,
        subject: kind,
        undone: row.undone_by.is_some(),
        undone_at: None,
        undone_by: None,
    };
    if reading == Reading::Outside {
        return view;
    }
    let view = View {
        id: Some(row.id),
        made_on: made_on.format("%Y-%m-%d").to_string(),
        by: row.by.map(named),
        person: row.person.map(|_| Named { id: None, name: "a member".to_owned() }),
        // A case has no names itself.
        subject: if is_judgment { row.subject.clone() } else { view.subject },
        ..view
    };
    if reading == Reading::Nameless {
        return view;
    }
    View {
        made_at: Some(row.made_at),
        person: row.person.map(named),
        reason: Some(row.reason),
        effect: Some(row.effect),
        subject: row.subject,
        undone_at: row.undone_at,
        undone_by: row.undone_by,
        ..view
    }
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(list))]
pub struct Docs;
