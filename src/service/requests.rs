//! What happens to every request, from its arrival to its answer.

use std::time::Instant;

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Data;

use super::metrics::Metrics;
use super::{headers, packing, refusals, slow, waits};
use crate::App;
use crate::auth::gate::Gate;
use crate::auth::refused;
use crate::http::request_id::RequestId;
use crate::web::done;
use crate::web::layout::wants_page;

/// The one middleware: each step in turn, for it is called for every request.
pub async fn answer(
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
    let mut response = match heard {
        Err(error) => request.error_response(error),
        Ok(()) => {
            if wants_page(request.request()) {
                waits::note(request.request()).await;
            }
            let response = next.call(request).await?;
            if !method.is_safe() {
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
    refused::note(&app, &response, route.as_deref());
    told.tell(response.response_mut());
    done::forget(&mut response);
    response = packing::pack(response)?;
    headers::add(&mut response, &app.config.url, app.board.visitors());
    metrics.count(&method, route, response.status(), began);
    Ok(response)
}
