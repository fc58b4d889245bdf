//! A decision tried out: made as it would be, looked at, and taken back.

use std::cell::RefCell;

use crate::App;
use crate::auth::Actor;
use crate::conduct::decisions::api::{self, DecisionRequest};
use crate::conduct::decisions::{Decision, store};
use crate::error::Error;
use crate::ratings::tried::{Moved, tried};

/// What a decision would come to.
pub struct Tried {
    pub decision: Decision,
    /// Everybody whose score would be another, the largest change first.
    pub scores: Vec<Moved>,
}

/// Makes the decision in a savepoint that is rolled back.
pub async fn try_out(app: &App, actor: Actor, request: DecisionRequest) -> Result<Tried, Error> {
    app.db
        .write(move |tx| {
            let made = RefCell::new(None);
            let scores = tried(tx, |tx| {
                let id = api::make(tx, &actor, &request)?;
                made.replace(Some(store::decision(tx.db, id)?));
                Ok(())
            })?;
            let nothing = || Error::internal("a decision was tried out and neither made nor refused");
            Ok(Tried { decision: made.into_inner().ok_or_else(nothing)?, scores })
        })
        .await
}
