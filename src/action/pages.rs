//! Actions by forms: reads the fields into the same action that a JSON body becomes.

use super::{Action, By, perform};
use crate::App;
use crate::auth::Actor;
use crate::error::Error;
use crate::http::{self, Answer};
use crate::web::typed::Fields;

/// Performs what a form asks, once for the key that it carries; returns the page to see then.
pub(crate) async fn sent<A, P, F>(
    app: &App,
    actor: &Actor,
    fields: &Fields,
    action: A,
    place: F,
) -> Result<String, Error>
where
    A: Action + Send + Sync + 'static,
    P: Into<String>,
    F: Fn(&A::Done) -> P + Send + 'static,
{
    let by = By::from(actor);
    let seen = http::create(&app.db, actor.person, fields.body(action), move |tx, action| {
        let done = perform(tx, &by, action)?;
        Ok(Answer { status: 303, location: Some(place(&done).into()), body: Vec::new(), etag: None })
    });
    Ok(seen.await?.location.unwrap_or_default())
}
