//! Declarations over HTTP: the public list of every exercise of a power.

use std::collections::HashMap;

use actix_web::web::Data;
use chrono::{DateTime, NaiveDateTime, Utc};
use serde::{Deserialize, Serialize};

use super::store::{self, Filter};
use super::{Declaration, DeclarationId, Exercise};
use crate::App;
use crate::auth::Actor;
use crate::db::Db;
use crate::error::Error;
use crate::http::{Page, PageRequest, Params, instant, problem::Problem};
use crate::id::PersonId;
use crate::members;
use crate::routes;

routes! {
    GET "/api/v1/declarations" => list, Club;
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Wanted {
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
    /// Not told to the public where it is given initials.
    pub(super) id: Option<PersonId>,
    pub(super) name: String,
}

/// One exercise of a power.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DeclarationView)]
pub(super) struct View {
    pub(super) id: DeclarationId,
    #[serde(serialize_with = "instant::utc")]
    pub(super) made_at: NaiveDateTime,
    pub(super) exercise: Exercise,
    /// Nobody where the service or the Court acted.
    pub(super) by: Option<Named>,
    pub(super) person: Option<Named>,
    pub(super) act: String,
    pub(super) reason: String,
    pub(super) effect: String,
    /// What it is about, as in the act log: `decision:17`; only `decision` for who reads initials.
    pub(super) subject: String,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub(super) undone_at: Option<NaiveDateTime>,
    /// What undid it: `Case 2026-C-014`, `Restoration of game 3`, `Lifting of the monitor`.
    pub(super) undone_by: Option<String>,
}

/// Every exercise of a power over people or games, newest first: who, against whom, by which Act, why,
/// to what effect, whether and by what it was undone (Act III.2.4). Whether the public reads names or
/// initials is a house rule (`public_initials`); who has signed in reads names.
#[utoipa::path(get, path = "/api/v1/declarations", tag = "declarations", params(Wanted),
    responses((status = 200, body = Page<View>), (status = 403, body = Problem)))]
async fn list(app: Data<App>, actor: Option<Actor>, Params(wanted): Params<Wanted>) -> Result<Page<View>, Error> {
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
    app.db.read(move |db| shown(db, &filter, before, limit, actor.is_none(), now)).await
}

/// A page of declarations as somebody reads them who has signed in, or is `from_outside`.
pub(super) fn shown(
    db: &mut Db,
    filter: &Filter,
    before: Option<i64>,
    limit: i64,
    from_outside: bool,
    now: NaiveDateTime,
) -> Result<Page<View>, Error> {
    let hides = members::store::reads_initials(db, from_outside, now)?;
    if hides && (filter.person.is_some() || filter.by.is_some()) {
        return Err(members::rules::looks_for_one().into());
    }
    let rows = store::declarations(db, filter, before, limit + 1)?;
    let mut people: Vec<PersonId> = rows.iter().flat_map(|row| [row.by, row.person]).flatten().collect();
    people.sort_unstable();
    people.dedup();
    let names = members::store::names(db, &people)?;
    let rows = rows.into_iter().map(|row| view(row, &names, hides)).collect();
    Ok(Page::of(rows, limit, |row: &View| row.id.0))
}

/// A declaration without what would lead to the names: `game` of `game:5:voiding`, and no numbers of games in
/// its texts. A judgment keeps its case, which tells initials itself.
fn nameless(mut row: Declaration) -> Declaration {
    if !row.subject.starts_with("judgment:") {
        row.subject.truncate(row.subject.find(':').unwrap_or(row.subject.len()));
    }
    for text in [&mut row.reason, &mut row.effect].into_iter().chain(&mut row.undone_by) {
        *text = members::rules::unnumbered(text);
    }
    row
}

fn view(row: Declaration, names: &HashMap<PersonId, String>, hides: bool) -> View {
    let named = |person: PersonId| {
        let name = names.get(&person).map(String::as_str).unwrap_or_default();
        match hides {
            true => Named { id: None, name: members::rules::initials(name) },
            false => Named { id: Some(person), name: name.to_owned() },
        }
    };
    let row = if hides { nameless(row) } else { row };
    View {
        id: row.id,
        made_at: row.made_at,
        exercise: row.exercise,
        by: row.by.map(named),
        person: row.person.map(named),
        act: row.act,
        reason: row.reason,
        effect: row.effect,
        subject: row.subject,
        undone_at: row.undone_at,
        undone_by: row.undone_by,
    }
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(list))]
pub struct Docs;
