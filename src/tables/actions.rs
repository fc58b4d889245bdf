//! What is done at tables, by API requests, sockets and forms alike. A table keeps its own log of plays, seats and talk, which
//! everybody can read there; the act log records only how a game begins and ends, and what officers do.

mod opening;
mod seats;
mod steps;
mod talk;

use std::sync::Arc;

use serde_json::Value;

use super::{Room, TableId};
use crate::App;
use crate::action::{Action, By, Record, performed};
use crate::audit::Word;
use crate::auth::Actor;
use crate::error::Error;

pub use opening::{Invite, NewTable, OpenTable, Unname};
pub use seats::{Accept, Leave, SayReady, Sit};
pub use steps::{MakeVoid, Play, Rule, TakeDue};
pub use talk::{Mute, Say};

/// A table at which something is done, with the games that are played there.
#[derive(Clone)]
pub struct At {
    pub room: Arc<Room>,
    pub id: TableId,
}

impl At {
    pub fn table(room: &Arc<Room>, id: TableId) -> At {
        At { room: room.clone(), id }
    }
}

/// Performs an action at a table, after the table was loaded into memory, so that no step folds its
/// log.
pub(crate) async fn performed_at<A>(
    app: &App,
    actor: &Actor,
    id: TableId,
    action: impl FnOnce(At) -> A,
) -> Result<A::Done, Error>
where
    A: Action + Send + Sync + 'static,
    A::Done: Send + 'static,
{
    app.room.open(&app.db, id).await?;
    performed(app, actor, action(At::table(&app.room, id))).await
}

/// What happens at a table without an actor: everybody is ready, or a time has come.
pub fn by_itself() -> By {
    By::service("I.9")
}

fn record(word: Word, table: TableId, body: Value) -> Record {
    Record::of(word, super::store::subject(table), body)
}
