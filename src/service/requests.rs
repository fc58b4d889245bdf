//! What happens to every request, from its arrival to its answer.

use std::time::Instant;

use actix_web::HttpMessage;
use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Data;

use super::answer_cache::Question;
use super::metrics::Metrics;
use super::slow::{self, Late};
use super::{headers, packing, refusals, waits};
use crate::App;
use crate::auth::gate::Gate;
use crate::auth::refused;
use crate::db::{Version, standby};
use crate::error::Error;
use crate::http::request_id::RequestId;
use crate::web::done;
use crate::web::layout::wants_page;

/// The one middleware: each step in turn, for it is called for every request. What few requests need is boxed, so that the
/// others are answered without room for it.
pub(crate) async fn answer(
    app: Data<App>,
    gate: Data<Gate>,
    metrics: Data<Metrics>,
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse, actix_web::Error> {
    let id = RequestId::random();
    let mut response = id.during(steps(app, gate, metrics, request, next)).await?;
    id.tell(response.headers_mut());
    Ok(response)
}

async fn steps(
    app: Data<App>,
    gate: Data<Gate>,
    metrics: Data<Metrics>,
    mut request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse, actix_web::Error> {
    let began = Instant::now();
    let (method, route) = (request.method().clone(), request.match_pattern());
    // A socket's messages come whenever they do.
    let late = (!method.is_safe()).then(|| slow::bound(&mut request));
    let (heard, told) = gate.hear(&app, route.as_deref(), &mut request).await;
    let question = heard.as_ref().ok().and_then(|()| Question::of(&app, route.as_deref(), &request));
    // Asked after the question, so that no answer is held under a newer version than it was read at.
    let sees = sees(&app, &request);
    let held = question.as_ref().and_then(|question| app.answer_cache.answer(question));
    let mut response = match (held, question) {
        (Some(held), _) => request.into_response(held),
        (None, Some(question)) => {
            Question::ask_in_full(&mut request);
            let response = standby::reading(sees, answered(heard, request, next, late)).await?;
            Box::pin(app.answer_cache.keep(&app.db, question, response)).await
        }
        (None, None) => standby::reading(sees, answered(heard, request, next, late)).await?,
    };
    refused::note(&app, &response, route.as_deref());
    told.tell(response.response_mut());
    done::forget(&mut response);
    headers::add(&mut response, &app.config.url, app.board.visitors());
    metrics.count(&method, route, response.status(), began);
    Ok(response)
}

/// What the answer has to be made of at least, where a standby may make it: all that is known here, and all that the gate has
/// seen, which asks the main server. So those who have signed in see their own changes through any replica.
fn sees(app: &App, request: &ServiceRequest) -> Option<Version> {
    app.db.standby().filter(|_| request.method().is_safe())?;
    let known = app.answer_cache.version()?;
    let seen = request.request().extensions().get::<Version>().copied();
    Some(seen.filter(|seen| seen.has_come_to(known)).unwrap_or(known))
}

/// What a request that was heard or not comes to, as its reader reads it.
async fn answered(
    heard: Result<(), Error>,
    request: ServiceRequest,
    next: Next<BoxBody>,
    late: Option<Late>,
) -> Result<ServiceResponse, actix_web::Error> {
    let mut response = match heard {
        Err(error) => request.error_response(error),
        Ok(()) => {
            if wants_page(request.request()) {
                Box::pin(waits::note(request.request())).await;
            }
            let response = next.call(request).await?;
            if !response.request().method().is_safe() {
                waits::forget(response.request());
            }
            response
        }
    };
    let is_late = late.is_some_and(|late| late.has_passed());
    if is_late {
        response = slow::refused(response);
    }
    response = refusals::tell(response).await?;
    if is_late {
        slow::close(&mut response);
    }
    Ok(packing::pack(response)?)
}
