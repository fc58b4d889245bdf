//! The gate: no request reaches a handler whose power its caller does not hold.

use std::collections::HashMap;
use std::num::NonZeroU32;

use actix_web::cookie::Cookie;
use actix_web::dev::ServiceRequest;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use rookery_messages::say;

use super::actor::not_signed_in;
use super::limiter::{Allowance, Caller as Counted, Limiter};
use super::sign_in::{self, Presenter};
use super::store::{self, Known};
use super::tokens::{self, SigningKey};
use super::{Actor, Power, Roles, Route, Viewpoint, browser};
use crate::App;
use crate::error::{Error, Kind, Refusal};
use crate::http::cookies::give;
use crate::id::PersonId;

/// What signing in takes: it is heard however many requests an address has made, or one caller could keep all others of a
/// school's address from it. What a try costs is the throttle's.
const DOOR: [&str; 3] = ["/sign-in", "/api/v1/tokens", "/assets/{tag}/{file}"];

/// The table of who may call what, ready for looking up.
pub struct Gate {
    /// Method, then path.
    powers: HashMap<&'static str, HashMap<&'static str, Power>>,
    limiter: Option<Limiter>,
}

impl Gate {
    /// `per_minute` requests are heard of each caller; 0 for any number.
    pub fn new(routes: impl IntoIterator<Item = Route>, per_minute: u32) -> Gate {
        let mut powers: HashMap<_, HashMap<_, _>> = HashMap::new();
        for route in routes {
            powers.entry(route.method).or_default().insert(route.path, route.power);
        }
        Gate { powers, limiter: NonZeroU32::new(per_minute).map(Limiter::new) }
    }

    fn power(&self, method: &str, pattern: &str) -> Option<Power> {
        let method = if method == "HEAD" { "GET" } else { method };
        self.powers.get(method)?.get(pattern).copied()
    }

    /// Takes a request from the allowance of its account, or else of its address.
    fn count(&self, app: &App, person: Option<PersonId>, request: &ServiceRequest) -> Option<Allowance> {
        let limiter = self.limiter.as_ref()?;
        let caller = match person {
            Some(person) => Counted::Account(person),
            None if request.match_pattern().is_some_and(|pattern| DOOR.contains(&pattern.as_str())) => return None,
            None => Counted::Address(browser::client_address(request.request(), app)),
        };
        Some(limiter.take(&caller))
    }
}

/// The owner of a token, by one query of the database, whose result counts only after its key has
/// verified the token.
pub(crate) async fn known(app: &App, token: String) -> Result<Option<Known>, Error> {
    let Some(claimed) = tokens::claimed(&token) else { return Ok(None) };
    let now = app.clock.now();
    let Some(mut known) = app.db.ask(move |db| store::known(db, claimed, now)).await? else { return Ok(None) };
    let key = SigningKey { id: claimed.key, secret: std::mem::take(&mut known.key) };
    let claims = tokens::read(&token, &key, &app.config.url, now);
    let holds = claims.is_some_and(|claims| claims.sub == known.actor.person && claims.sid == known.sign_in.id);
    if !holds {
        return Ok(None);
    }
    let actor = &mut known.actor;
    actor.visitors = app.board.visitors();
    let lacks_factor = app.config.require_second_factor && !actor.second_factor;
    if (lacks_factor || actor.powers_rest) && actor.roles.have_powers() {
        // Until the second factor is set up, or it is sure who this is.
        actor.roles = Roles::default();
    }
    Ok(Some(known))
}

/// Who made a request, and the headers for their browser.
#[derive(Default)]
struct Caller {
    known: Option<Known>,
    by_cookie: bool,
    cookies: Vec<Cookie<'static>>,
}

/// A browser's access token is renewed on the way, as long as its refresh token holds. Most requests come without a token, so
/// what tokens take is boxed.
async fn caller(app: &App, request: &HttpRequest) -> Result<Caller, Error> {
    if request.headers().contains_key(header::AUTHORIZATION) {
        let known = match browser::bearer(request) {
            Some(token) => Box::pin(known(app, token)).await?,
            None => None,
        };
        return Ok(Caller { known, ..Caller::default() });
    }
    if let Some(token) = request.cookie(browser::ACCESS_COOKIE)
        && let Some(known) = Box::pin(known(app, token.value().to_owned())).await?
    {
        return Ok(Caller { known: Some(known), by_cookie: true, ..Caller::default() });
    }
    let Some(token) = request.cookie(browser::REFRESH_COOKIE) else { return Ok(Caller::default()) };
    match Box::pin(sign_in::refresh(app, token.value(), Presenter::Browser)).await {
        Ok(renewed) => {
            let known = Box::pin(known(app, renewed.access.clone())).await?;
            Ok(Caller { known, by_cookie: true, cookies: browser::cookies(&renewed) })
        }
        Err(Error::Refused(_)) => Ok(Caller { cookies: browser::no_cookies().to_vec(), ..Caller::default() }),
        Err(error) => Err(error),
    }
}

/// Headers that the answer gets, whether the request is let in or refused.
#[derive(Default)]
pub struct AnswerHeaders {
    cookies: Vec<Cookie<'static>>,
    allowance: Option<Allowance>,
    /// Whether the request came with a token that does not hold.
    invalid_token: bool,
}

impl AnswerHeaders {
    pub fn tell(self, response: &mut HttpResponse) {
        // What a handler says about the sign-in (out, or in again) goes before the renewal.
        if !response.cookies().any(|cookie| cookie.name() == browser::ACCESS_COOKIE) {
            give(response, &self.cookies);
        }
        if self.invalid_token && response.status() != StatusCode::UNAUTHORIZED {
            // It was heard as from anybody.
            let told = header::HeaderValue::from_static("Bearer error=\"invalid_token\"");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, told);
        }
        if let Some(allowance) = self.allowance {
            allowance.tell(response);
        }
    }
}

/// Leaves with the request who it is from, for the handler or the page of a refusal that answers it; and takes it
/// from their allowance.
async fn introduce(
    app: &App,
    gate: &Gate,
    request: &ServiceRequest,
    told: &mut AnswerHeaders,
) -> Result<Caller, Error> {
    let mut caller = caller(app, request.request()).await?;
    told.cookies = std::mem::take(&mut caller.cookies);
    let known = caller.known.as_ref().map(|known| known.actor.viewpoint());
    let viewpoint = known.unwrap_or_else(|| Viewpoint::of(None, app.board.visitors()));
    request.extensions_mut().insert(viewpoint);
    told.invalid_token = caller.known.is_none() && request.headers().contains_key(header::AUTHORIZATION);
    if let Some(Known { actor, sign_in, version, .. }) = caller.known.clone() {
        let mut extensions = request.extensions_mut();
        extensions.insert(actor);
        extensions.insert(sign_in);
        extensions.insert(version);
    }
    told.allowance = gate.count(app, caller.known.as_ref().map(|known| known.actor.person), request);
    told.allowance.map_or(Ok(()), Allowance::heard)?;
    Ok(caller)
}

/// Whether the route is heard for this caller.
async fn admit(
    app: &App,
    gate: &Gate,
    power: Power,
    request: &mut ServiceRequest,
    told: &mut AnswerHeaders,
) -> Result<(), Error> {
    let changes = !request.method().is_safe();
    if changes && !request.headers().contains_key(header::AUTHORIZATION) {
        browser::must_be_our_own(request.request(), &app.config.url)?;
    }
    let caller = introduce(app, gate, request, told).await?;
    let is_open = power.is_open_to(Viewpoint::of_request(request.request()));
    if let Some(Known { actor, sign_in, .. }) = caller.known {
        if changes && caller.by_cookie {
            Box::pin(browser::must_carry_the_secret(request, &sign_in.csrf)).await?;
        }
        if actor.roles.kiosk && power.ends_with_the_session() {
            kiosk_is_open(app).await?;
        }
        if !is_open && !sits_there(app, &actor, request).await? {
            return Err(of_the_club().into());
        }
        actor.must(power).map_err(|refusal| resting(app, &actor, refusal))?;
    } else if !power.is_for_visitors() {
        return Err(not_signed_in().into());
    } else if !is_open {
        return Err(not_for_visitors().into());
    }
    Ok(())
}

/// Somebody at a table may read it, also if they are not of the club (T42): whether they sit at the table in the address.
async fn sits_there(app: &App, actor: &Actor, request: &ServiceRequest) -> Result<bool, Error> {
    let pattern = request.match_pattern().unwrap_or_default();
    let of_tables = ["/tables/{id}", "/nomic/{id}", "/api/v1/tables/{id}", "/api/v1/nomic_games/{id}"];
    let is_of_a_table = of_tables.iter().any(|beginning| pattern.starts_with(beginning));
    let id = pattern
        .split('/')
        .zip(request.path().split('/'))
        .find(|(name, _)| *name == "{id}")
        .and_then(|(_, id)| id.parse().ok());
    match id.filter(|_| is_of_a_table) {
        Some(table) => app.room.seats(&app.db, table, actor.person).await,
        None => Ok(false),
    }
}

/// The refusal of what the house rules keep to the club, for somebody who has not signed in.
fn not_for_visitors() -> Refusal {
    let detail =
        say!("This club shows this to its members only. Sign in first: POST /api/v1/tokens with handle and password.");
    Refusal::new(Kind::Unauthenticated, say!("Not for visitors"), detail)
}

/// And for somebody who has signed in and never joined.
fn of_the_club() -> Refusal {
    let detail = say!("This club shows this to its members only. Join the leaderboard first, on your own page.");
    Refusal::new(Kind::Forbidden, say!("Not for visitors"), detail).act("II.1")
}

/// Explains to people whose powers rest how to restore them, and at the kiosk how to act as oneself.
fn resting(app: &App, actor: &Actor, mut refusal: Refusal) -> Refusal {
    if actor.roles.kiosk {
        refusal.detail = refusal.detail.then(say!(
            "This is the club's kiosk, and nobody's own device. Sign in as yourself on a device of your own."
        ));
    }
    if app.config.require_second_factor && !actor.second_factor {
        refusal.detail = refusal.detail.then(say!(
            "This club asks for an authenticator of everybody with powers: powers rest until yours is set up, on the page of your account."
        ));
    }
    if actor.powers_rest {
        refusal.detail = refusal.detail.then(say!(
            "Somebody else had a code made for your password. So your powers rest for now. Sign in with the authenticator you had before. Or a justice confirms that it is you."
        ));
    }
    refusal
}

/// The kiosk has its powers only while a session is on.
async fn kiosk_is_open(app: &App) -> Result<(), Error> {
    let now = app.clock.now();
    if app.db.ask(move |db| crate::sessions::store::session_at(db, now)).await?.is_some() {
        return Ok(());
    }
    let detail = say!("The kiosk is for the time while a session is on. None is on now.");
    Err(Refusal::forbidden(detail, "0.5").into())
}

impl Gate {
    /// Lets a request to a route's pattern in or refuses it, and what its caller is told either way.
    pub async fn hear(
        &self,
        app: &App,
        pattern: Option<&str>,
        request: &mut ServiceRequest,
    ) -> (Result<(), Error>, AnswerHeaders) {
        let mut told = AnswerHeaders::default();
        let heard = match pattern.and_then(|pattern| self.power(request.method().as_str(), pattern)) {
            Some(Power::Probe) => Ok(()),
            Some(power) => admit(app, self, power, request, &mut told).await,
            // Nothing answers here, for anybody; the page that says so still knows its reader.
            None => introduce(app, self, request, &mut told).await.map(drop),
        };
        (heard, told)
    }
}

/// The access token that a request carries.
pub fn token(request: &HttpRequest) -> Option<String> {
    if request.headers().contains_key(header::AUTHORIZATION) {
        return browser::bearer(request);
    }
    request.cookie(browser::ACCESS_COOKIE).map(|cookie| cookie.value().to_owned())
}

/// The token that a connection was opened with, to be asked about again as long as it lasts; refused
/// where a page of another site opens it (no browser asks a socket's permission).
pub fn token_of_connection(app: &App, request: &HttpRequest) -> Result<Option<String>, Refusal> {
    if !request.headers().contains_key(header::AUTHORIZATION) {
        browser::must_be_our_own(request, &app.config.url)?;
    }
    Ok(token(request))
}
