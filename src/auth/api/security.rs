//! The security log, for administrators.

use actix_web::web::Data;
use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::App;
use crate::auth::security_log::{self, Line, SecurityEvent};
use crate::error::Error;
use crate::http::{Page, PageRequest, Params};
use crate::id::PersonId;

/// Something that happened at the doors, once or several times within an hour.
#[derive(Serialize, utoipa::ToSchema)]
pub struct SecurityLine {
    pub id: i64,
    pub event: SecurityEvent,
    /// The account's owner; null if the login does not exist.
    pub person: Option<PersonId>,
    /// Who did it, where that was somebody else.
    pub by: Option<PersonId>,
    /// The network address that it came from; empty if that is not known.
    pub address: String,
    /// A role, a file, the route that was refused, or what a sign-in brought besides the password: `authenticator` or
    /// `recovery_code`.
    pub detail: String,
    /// How often it happened.
    pub times: i64,
    pub first_at: DateTime<Utc>,
    pub last_at: DateTime<Utc>,
}

impl From<Line> for SecurityLine {
    fn from(line: Line) -> SecurityLine {
        SecurityLine {
            id: line.id,
            event: line.event,
            person: line.person,
            by: line.by,
            address: line.address,
            detail: line.detail,
            times: line.times,
            first_at: line.first_at.and_utc(),
            last_at: line.last_at.and_utc(),
        }
    }
}

/// The security log, newest first: sign-ins and failed ones, changes of accounts and roles, downloads, refusals
///
/// It is kept for 90 days. What happens again within an hour is counted in one line.
#[utoipa::path(get, path = "/api/v1/security-log", tag = "accounts", params(PageRequest),
    responses((status = 200, body = Page<SecurityLine>), (status = 403)))]
pub(crate) async fn security_log(app: Data<App>, page: Params<PageRequest>) -> Result<Page<SecurityLine>, Error> {
    let (limit, after) = (page.0.limit()?, page.0.after()?);
    let lines = app.db.read(move |db| security_log::lines(db, after, limit + 1)).await?;
    Ok(Page::of(lines.into_iter().map(SecurityLine::from).collect(), limit, |line: &SecurityLine| line.id))
}
