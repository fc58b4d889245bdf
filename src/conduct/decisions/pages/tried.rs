//! The preview of a decision: it is carried out in a savepoint, shown, and rolled back.

use crate::App;
use crate::action::{By, perform};
use crate::auth::Actor;
use crate::conduct::decisions::actions::Decide;
use crate::conduct::decisions::{Decision, SanctionKind, store};
use crate::error::Error;
use crate::ratings;
use crate::ratings::tried::{Moved, tried};
use crate::rulebook;

/// The effect of a decision.
pub struct Tried {
    pub decision: Decision,
    /// Everybody whose score would be another, the largest change first.
    pub scores: Vec<Moved>,
    /// The fewest points that anybody has, where the accused has no more: then nothing is left to be taken.
    pub floor: Option<i64>,
}

/// Makes the decision in a savepoint that is rolled back.
pub(crate) async fn try_out(app: &App, actor: &Actor, decide: Decide) -> Result<Tried, Error> {
    let by = By::from(actor);
    app.db
        .write(move |tx| {
            let (decision, scores) = tried(tx, |tx| {
                let id = perform(tx, &by, &decide)?;
                store::decision(tx.db, id)
            })?;
            let takes_points = decision.sanctions.iter().any(|one| one.kind == SanctionKind::Deduction);
            let floor = rulebook::in_force(tx.db, tx.now)?.floor;
            let is_at_floor = ratings::store::score(tx.db, decision.offence.accused)? == Some(floor);
            Ok(Tried { decision, scores, floor: (takes_points && is_at_floor).then_some(floor) })
        })
        .await
}
