//! Ratings that people have elsewhere: said by themself or by a moderator, for seeding and for report files.

use actix_web::web::{Data, Path};
use rookery_messages::{Join, Value, say};
use serde::Deserialize;
use serde_json::json;

use super::{OutsideList, OutsideRating, store};
use crate::App;
use crate::audit::{self, Entry};
use crate::auth::Actor;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::fields::text;
use crate::http::{Answer, Body, problem::Problem};
use crate::id::PersonId;
use crate::routes;

routes! {
    GET "/api/v1/people/{id}/outside_ratings/{list}" => one, SignedIn, OneselfOrModerator;
    PUT "/api/v1/people/{id}/outside_ratings/{list}" => set, SignedIn, OneselfOrModerator;
    DELETE "/api/v1/people/{id}/outside_ratings/{list}" => remove, SignedIn, OneselfOrModerator;
}

/// The titles that FIDE gives.
const TITLES: [&str; 8] = ["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"];
/// Between which a rating lies, on any list.
const RATINGS: std::ops::RangeInclusive<i64> = 100..=3999;

/// Says what somebody has on a list: a rating, the number or name there, a title.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SetOutsideRating {
    /// 100 to 3999.
    pub rating: Option<i64>,
    /// The number or name there, at most 40 characters; on FIDE's list, digits.
    pub number: Option<String>,
    /// Which federation or site, at most 40 characters; nothing on FIDE's list.
    pub whose: Option<String>,
    /// At most 10 characters; on FIDE's list, one of its titles.
    pub title: Option<String>,
}

impl SetOutsideRating {
    /// What is to be kept, if it is fit for the list.
    fn checked(&self, list: OutsideList) -> Result<OutsideRating, Refusal> {
        let mut wrong = Vec::new();
        let line = |field: &'static str, said: &Option<String>, most: usize, wrong: &mut Vec<_>| {
            let said = Refusal::keep(text(field, said.as_deref().unwrap_or_default(), 0, most), wrong);
            Some(said).filter(|said| !said.is_empty())
        };
        let held = OutsideRating {
            rating: self.rating,
            number: line("number", &self.number, 40, &mut wrong),
            whose: line("whose", &self.whose, 40, &mut wrong),
            title: line("title", &self.title, 10, &mut wrong),
        };
        let mut refuse = |field, detail| wrong.push(Refusal::field(field, detail));
        if held.rating.is_some_and(|rating| !RATINGS.contains(&rating)) {
            let (least, most) = (*RATINGS.start(), *RATINGS.end());
            refuse("rating", say!("A rating is from {least} to {most}.", least, most));
        }
        if list == OutsideList::Fide {
            let digits = |number: &String| number.len() <= 11 && number.bytes().all(|digit| digit.is_ascii_digit());
            if held.number.as_ref().is_some_and(|number| !digits(number)) {
                refuse("number", say!("A FIDE number has at most 11 digits and nothing else."));
            }
            if held.title.as_ref().is_some_and(|title| !TITLES.contains(&title.as_str())) {
                let titles = Value::list(Join::Commas, TITLES);
                refuse("title", say!("FIDE's titles are {titles}.", titles));
            }
            if held.whose.is_some() {
                refuse("whose", say!("FIDE's list is FIDE's: leave this empty."));
            }
        }
        if held == OutsideRating::default() {
            refuse("rating", say!("Give a rating, a number or a title."));
        }
        Refusal::together(wrong)?;
        Ok(held)
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        let blank = |said: &Option<String>| said.as_ref().is_none_or(|said| said.trim().is_empty());
        self.rating.is_none() && [&self.number, &self.whose, &self.title].into_iter().all(blank)
    }

    pub fn carry_out(
        &self,
        tx: &mut Tx,
        by: &Actor,
        person: PersonId,
        list: OutsideList,
    ) -> Result<OutsideRating, Error> {
        must_be_theirs(tx, by, person)?;
        let held = self.checked(list)?;
        if let (OutsideList::Fide, Some(number)) = (list, &held.number) {
            let theirs = store::by_outside_number(tx.db, list, std::slice::from_ref(number))?;
            if theirs.values().any(|other| *other != person) {
                let detail = say!("Somebody else of the club has this FIDE number. If it is yours, ask a moderator.");
                return Err(Refusal::field("number", detail).into());
            }
        }
        store::set_outside(tx, person, list, &held, by.person)?;
        log(tx, by, "outside_rating.set", person, list)?;
        Ok(held)
    }
}

/// Removes what somebody has on a list.
pub fn take_away(tx: &mut Tx, by: &Actor, person: PersonId, list: OutsideList) -> Result<(), Error> {
    must_be_theirs(tx, by, person)?;
    if !store::remove_outside(tx, person, list)? {
        return Err(crate::not_found!("rating").into());
    }
    log(tx, by, "outside_rating.removed", person, list)
}

/// What is another's is not found, but for moderators.
fn must_be_theirs(tx: &mut Tx, by: &Actor, person: PersonId) -> Result<(), Error> {
    if !by.roles.may_moderate() && by.person != person {
        return Err(crate::not_found!("person").into());
    }
    store::known(tx.db, person)?;
    Ok(())
}

/// The log keeps that something was said and not what: it is the person's own.
fn log(tx: &mut Tx, by: &Actor, act: &str, person: PersonId, list: OutsideList) -> Result<(), Error> {
    let subject = format!("person:{person}");
    audit::record(tx, Entry { actor: Some(by.person), act, subject, body: json!({ "list": list }) })
}

/// What somebody has on a list; for themself and moderators.
#[utoipa::path(get, path = "/api/v1/people/{id}/outside_ratings/{list}", tag = "members",
    params(("id" = i64, Path), ("list" = OutsideList, Path)),
    responses((status = 200, body = OutsideRating), (status = 404, body = Problem)))]
async fn one(app: Data<App>, actor: Actor, which: Path<(PersonId, OutsideList)>) -> Result<Answer, Error> {
    let (person, list) = *which;
    if !actor.roles.may_moderate() && actor.person != person {
        return Err(crate::not_found!("person").into());
    }
    let held = app.db.read(move |db| store::outside(db, &[person])).await?;
    let held = held.get(&(person, list)).ok_or_else(|| crate::not_found!("rating"))?;
    Ok(Answer::ok(held)?.tagged())
}

/// Says what somebody has on a list, in place of what was said before; by themself or a moderator.
#[utoipa::path(put, path = "/api/v1/people/{id}/outside_ratings/{list}", tag = "members",
    request_body = SetOutsideRating, params(("id" = i64, Path), ("list" = OutsideList, Path)),
    responses((status = 200, body = OutsideRating), (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn set(
    app: Data<App>,
    actor: Actor,
    which: Path<(PersonId, OutsideList)>,
    body: Body<SetOutsideRating>,
) -> Result<Answer, Error> {
    let (person, list) = *which;
    let held = app.db.write(move |tx| body.value.carry_out(tx, &actor, person, list)).await?;
    Answer::ok(&held)
}

/// Removes what somebody has on a list; by themself or a moderator.
#[utoipa::path(delete, path = "/api/v1/people/{id}/outside_ratings/{list}", tag = "members",
    params(("id" = i64, Path), ("list" = OutsideList, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
async fn remove(app: Data<App>, actor: Actor, which: Path<(PersonId, OutsideList)>) -> Result<Answer, Error> {
    let (person, list) = *which;
    app.db.write(move |tx| take_away(tx, &actor, person, list)).await?;
    Ok(Answer::nothing())
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(one, set, remove), components(schemas(OutsideList)))]
pub struct Docs;
