//! Requests refused for want of a power, noted in the security log.

use actix_web::dev::ServiceResponse;
use actix_web::http::StatusCode;
use actix_web::{HttpMessage, rt};

use super::security_log::{self, Happened, SecurityEvent};
use super::{Actor, browser};
use crate::App;

/// Writes down that somebody who is signed in was refused, by the route. Nobody waits for it: the answer goes out meanwhile.
pub fn note(app: &App, response: &ServiceResponse, route: Option<&str>) {
    let request = response.request();
    let person = request.extensions().get::<Actor>().map(|actor| actor.person);
    let Some(person) = person.filter(|_| response.status() == StatusCode::FORBIDDEN) else { return };
    let detail = format!("{} {}", request.method(), route.unwrap_or_default());
    let (db, address) = (app.db.clone(), browser::from(request, app).address);
    rt::spawn(async move {
        let noted = db.write(move |tx| {
            let refused = Happened::to(person, SecurityEvent::Refused);
            security_log::note(tx, Happened { address: &address, detail: &detail, ..refused })
        });
        if let Err(error) = noted.await {
            tracing::warn!(%error, "a refusal could not be written down");
        }
    });
}
