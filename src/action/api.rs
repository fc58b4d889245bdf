//! Actions over JSON: reads a body into an action, performs it and answers.

use super::{Action, By, perform};
use crate::App;
use crate::auth::Actor;
use crate::db::Tx;
use crate::error::Error;
use crate::http::{self, Answer, Body};

/// Performs the action of a body, once for an `Idempotency-Key`; `answer` makes the response, which repeats are given
/// again.
pub(crate) async fn once<A, F>(app: &App, actor: &Actor, body: Body<A>, answer: F) -> Result<Answer, Error>
where
    A: Action + Send + Sync + 'static,
    F: Fn(&mut Tx, A::Done) -> Result<Answer, Error> + Send + 'static,
{
    let by = By::from(actor);
    http::create(&app.db, actor.person, body, move |tx, action| {
        let done = perform(tx, &by, action)?;
        answer(tx, done)
    })
    .await
}

/// Performs an action each time that it is asked for, without an `Idempotency-Key`: for what is refused when it is asked
/// for again, or changes nothing more.
pub(crate) async fn each_time<A, F>(app: &App, actor: &Actor, action: A, answer: F) -> Result<Answer, Error>
where
    A: Action + Send + Sync + 'static,
    F: Fn(&mut Tx, A::Done) -> Result<Answer, Error> + Send + 'static,
{
    let by = By::from(actor);
    app.db
        .write(move |tx| {
            let done = perform(tx, &by, &action)?;
            answer(tx, done)
        })
        .await
}
