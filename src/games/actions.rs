//! What people do to games, a type for each action; and what judgments, decisions, jobs and the games room do to them.

mod afterwards;
mod confirmations;
mod entering;
mod held_games;
mod objections;
mod rematches;
mod scores;
mod telling;
mod timed;
mod undoing;
mod voiding;

pub use afterwards::{Approval, Approve, Correct, Correction, NeverMonitored, Verdict};
pub use confirmations::{AcceptSilence, Confirm, Decided, Dispute, Disputed, Settle, Settlement, TakeBack};
pub use entering::{Entered, Register, Registered};
pub use held_games::{Hold, JudgeBeneath};
pub use objections::{Object, Objection, Rematch, SettleRematch, Withdraw, objecting};
pub use telling::declared;
pub(super) use telling::{between, changed};
pub use timed::{StartTimed, TellTimed};
pub use undoing::Undo;
pub use voiding::{Restore, RestoreBy, RulingRequest, Void, VoidBy};
