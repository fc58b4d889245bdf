//! Letting people in: invitations, join codes and the poster that carries one to the wall.

use std::collections::{HashMap, HashSet};

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::Deserialize;

use super::cards::MOST;
use crate::App;
use crate::action::performed;
use crate::auth::actions::{Invite, IssuedCode, WithdrawCode};
use crate::auth::api::people::Invitation;
use crate::auth::store::{self, CodeKind};
use crate::auth::{Actor, accounts};
use crate::config::is_for_this_machine;
use crate::error::{Error, Refusal};
use crate::http::{Form, Params};
use crate::id::PersonId;
use crate::members;
use crate::rulebook;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::qr::Qr;
use crate::web::typed::{Fields, Typed};

/// The most codes that the page lists.
const LISTED: i64 = 100;

#[derive(Template)]
#[template(path = "auth/invitations.html")]
struct InvitationsPage {
    frame: Frame,
    zone: Tz,
    open: Vec<Invitation>,
    /// What those are called whom an invitation is for.
    names: HashMap<PersonId, String>,
    /// Who says that the club knows them, by number and name.
    claims: Vec<(PersonId, String)>,
    /// Those who are known and have no account.
    uninvited: Vec<(PersonId, String)>,
    /// Who of them has an invitation already: a new card would end it.
    invited: HashSet<PersonId>,
    /// How many have neither an account nor an invitation; and who of them is ticked on a fresh page, the first ones: no more
    /// than get cards at once.
    cardless: usize,
    ticked: HashSet<PersonId>,
    /// Whether all of them are to be ticked, or nobody, where the reader said so.
    all: Option<bool>,
    /// Whether no phone can open the address that codes lead to.
    here_only: bool,
    typed: Typed,
}

impl InvitationsPage {
    fn is_ticked(&self, person: &PersonId) -> bool {
        self.ticked.contains(person) || self.typed.chose("cards", "person", person)
    }

    fn is_invited(&self, person: &PersonId) -> bool {
        self.invited.contains(person)
    }

    fn name(&self, person: &Option<PersonId>) -> Option<&str> {
        person.and_then(|person| self.names.get(&person)).map(String::as_str)
    }
}

/// The page of codes, and of those who could have one.
pub(crate) async fn page(app: &App, frame: Frame, typed: Typed) -> Result<HttpResponse, Error> {
    shown(app, frame, typed, None).await
}

async fn shown(app: &App, frame: Frame, typed: Typed, all: Option<bool>) -> Result<HttpResponse, Error> {
    let (now, here_only) = (app.clock.now(), is_for_this_machine(&app.config.url));
    let page = app.db.read(move |db| {
        let open: Vec<Invitation> =
            store::open_codes(db, now, None, LISTED)?.into_iter().map(Invitation::from).collect();
        let (uninvited, invited) = (store::without_account(db)?, store::invited(db, now)?);
        let cardless: Vec<PersonId> =
            uninvited.iter().map(|(person, _)| *person).filter(|person| !invited.contains(person)).collect();
        let can_be_all = cardless.len() <= MOST && typed.form() != "cards";
        let first = if all.unwrap_or(can_be_all) { MOST } else { 0 };
        let (cardless, ticked) = (cardless.len(), cardless.into_iter().take(first).collect());
        let waiting = if frame.roles.may_moderate() { store::claims(db, None)? } else { Vec::new() };
        let names: HashMap<PersonId, String> = uninvited.iter().cloned().collect();
        let claims = waiting.into_iter().map(|claim| claim.person);
        let claims = claims.map(|person| (person, names.get(&person).cloned().unwrap_or_default())).collect();
        let zone = rulebook::in_force(db, now)?.time_zone;
        Ok(InvitationsPage {
            frame,
            zone,
            open,
            names,
            claims,
            uninvited,
            invited,
            cardless,
            ticked,
            all,
            here_only,
            typed,
        })
    });
    let page = page.await?;
    render(page.typed.status(), &page)
}

/// What the list of those who can have a card begins with.
#[derive(Deserialize)]
pub struct Ticks {
    /// `no` where nobody is to be ticked, so that one card is one tick.
    all: Option<String>,
}

pub(crate) async fn invitations(app: Data<App>, frame: Frame, ticks: Params<Ticks>) -> Result<HttpResponse, Error> {
    shown(&app, frame, Typed::default(), ticks.0.all.map(|all| all != "no")).await
}

/// What a form asks for.
fn asked(fields: &Fields) -> Result<Invite, Refusal> {
    let kind = fields.text("kind").parse().map_err(|wrong| Refusal::field("kind", wrong))?;
    Ok(Invite { kind, person: None, uses: fields.number("uses")?, days: fields.number("days")? })
}

/// A fresh code, shown this once: as a poster for the wall, and as a link to send.
#[derive(Template)]
#[template(path = "auth/poster.html")]
struct PosterPage {
    frame: Frame,
    zone: Tz,
    link: String,
    /// Where the code is typed by hand.
    place: String,
    /// Where it can be read beforehand what the club keeps.
    privacy: String,
    code: String,
    /// Whom it is for, where it is for one person.
    name: Option<String>,
    join_code: bool,
    /// Whether no phone can open the link.
    here_only: bool,
    expires_at: DateTime<Utc>,
    qr: Option<Qr>,
}

pub(crate) async fn invite(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let kind = form.0.text("kind").to_owned();
    let made = match asked(&form.0) {
        Ok(invite) => performed(&app, &actor, invite).await,
        Err(refusal) => Err(refusal.into()),
    };
    let made = match made {
        Ok(made) => made,
        Err(error) => return page(&app, frame, Typed::refused(&kind, form.0, error)?).await,
    };
    poster(&app, frame, made, None, kind == CodeKind::JoinCode.as_str()).await
}

/// An invitation for somebody whom the club knows, from their page.
pub(crate) async fn invite_one(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    id: Path<PersonId>,
) -> Result<HttpResponse, Error> {
    let person = *id;
    let name = app.db.read(move |db| members::store::known(db, person)).await?.name;
    let made = performed(&app, &actor, Invite::of(person)).await?;
    poster(&app, frame, made, Some(name), false).await
}

async fn poster(
    app: &App,
    frame: Frame,
    made: IssuedCode,
    name: Option<String>,
    join_code: bool,
) -> Result<HttpResponse, Error> {
    let IssuedCode { code, expires_at, .. } = made;
    let now = app.clock.now();
    let zone = app.db.read(move |db| Ok(rulebook::in_force(db, now)?.time_zone)).await?;
    let link = accounts::link(app, "/join", &code);
    let place = link.split('?').next().unwrap_or_default().to_owned();
    let privacy = place.replace("/join", "/privacy");
    let (qr, here_only, expires_at) = (Qr::of(&link), is_for_this_machine(&app.config.url), expires_at.and_utc());
    let page = PosterPage { frame, zone, link, place, privacy, code, name, join_code, here_only, expires_at, qr };
    let mut answer = render(StatusCode::OK, &page)?;
    answer.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    Ok(answer)
}

pub(crate) async fn withdraw(app: Data<App>, actor: Actor, id: Path<i64>) -> Result<HttpResponse, Error> {
    performed(&app, &actor, WithdrawCode(*id)).await?;
    Ok(see_done("/invitations", Done::Withdrawn))
}
