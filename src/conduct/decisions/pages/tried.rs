//! A decision tried out: made as it would be, looked at, and taken back.

use crate::App;
use crate::action::{By, perform};
use crate::auth::Actor;
use crate::conduct::decisions::actions::Decide;
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
pub async fn try_out(app: &App, actor: &Actor, decide: Decide) -> Result<Tried, Error> {
    let by = By::from(actor);
    app.db
        .write(move |tx| {
            let (decision, scores) = tried(tx, |tx| {
                let id = perform(tx, &by, &decide)?;
                store::decision(tx.db, id)
            })?;
            Ok(Tried { decision, scores })
        })
        .await
}
