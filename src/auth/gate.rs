//! The gate: no request reaches a handler whose power its caller does not hold.

use std::collections::HashMap;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::{HttpMessage, web};

use super::actor::not_signed_in;
use super::{Actor, Power, Route, store, tokens};
use crate::App;
use crate::error::Error;

/// The cookie that carries a browser's access token.
pub const COOKIE: &str = "__Host-access";

/// The table of who may call what, ready for looking up.
pub struct Gate {
    /// Method, then path.
    powers: HashMap<&'static str, HashMap<&'static str, Power>>,
}

impl Gate {
    pub fn new(routes: impl IntoIterator<Item = Route>) -> Gate {
        let mut powers: HashMap<_, HashMap<_, _>> = HashMap::new();
        for route in routes {
            powers.entry(route.method).or_default().insert(route.path, route.power);
        }
        Gate { powers }
    }

    fn power(&self, method: &str, pattern: &str) -> Option<Power> {
        let method = if method == "HEAD" { "GET" } else { method };
        self.powers.get(method)?.get(pattern).copied()
    }
}

/// The access token of a request: the `Authorization` header's, or a browser's cookie.
pub fn token(request: &ServiceRequest) -> Option<String> {
    if let Some(value) = request.headers().get(header::AUTHORIZATION) {
        return value.to_str().ok()?.strip_prefix("Bearer ").map(str::to_owned);
    }
    request.cookie(COOKIE).map(|cookie| cookie.value().to_owned())
}

/// Who a token stands for, by the database's word.
pub async fn actor(app: &App, token: String) -> Result<Option<Actor>, Error> {
    let issuer = app.config.url.clone();
    let now = app.clock.now();
    app.db
        .read(move |db| {
            let keys = store::signing_keys(db)?;
            match tokens::read(&token, &keys, &issuer, now) {
                Some(claims) => store::actor(db, claims.sub, claims.generation),
                None => Ok(None),
            }
        })
        .await
}

/// Middleware that lets a request through, or refuses it.
pub async fn keep(
    app: web::Data<App>,
    gate: web::Data<Gate>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let power = request.match_pattern().and_then(|pattern| gate.power(request.method().as_str(), &pattern));
    let Some(power) = power else { return next.call(request).await };
    if let Some(token) = token(&request) {
        match actor(&app, token).await? {
            Some(actor) => drop(request.extensions_mut().insert(actor)),
            None if power == Power::Anyone => {}
            None => return Err(Error::from(not_signed_in()).into()),
        }
    }
    if power != Power::Anyone {
        let actor = request.extensions().get::<Actor>().cloned();
        let actor = actor.ok_or_else(|| Error::from(not_signed_in()))?;
        actor.must(power).map_err(Error::from)?;
    }
    next.call(request).await
}
