//! The declaration of a decision: whether it can still be made, and by whom.

use chrono::NaiveDateTime;
use rookery_messages::say;

use super::super::State;
use crate::error::Refusal;
use crate::id::PersonId;

/// Whether a decision can be declared now, and by whom (Act III.2.4, T28).
pub fn declare(
    by: PersonId,
    decider: Option<PersonId>,
    state: State,
    declared_at: Option<NaiveDateTime>,
    due_at: Option<NaiveDateTime>,
    now: NaiveDateTime,
) -> Result<(), Refusal> {
    let refused = |title, detail, act| Err(Refusal::conflict(title, detail).act(act));
    let Some(decider) = decider else {
        let detail = say!("All can read a judgment. There is nothing left to declare.");
        return refused(say!("Nothing to declare"), detail, "III.2.4");
    };
    if by != decider {
        return Err(Refusal::forbidden(say!("The moderator who decided it declares it."), "III.2.4"));
    }
    if declared_at.is_some() {
        return refused(say!("Declared already"), say!("This decision is public already."), "III.2.4");
    }
    if matches!(state, State::Overturned | State::Replaced) {
        return refused(
            say!("Nothing to declare"),
            say!("This decision is undone. Nobody has to declare it."),
            "III.3.8",
        );
    }
    if state == State::Void || due_at.is_some_and(|due| now > due) {
        return refused(say!("Too late"), say!("The time to declare it has passed; the penalty is void."), "III.2.4.2");
    }
    Ok(())
}
