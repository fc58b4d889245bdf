//! Actions: time limits without a clock, as announced to a moderator (Act I.8.1).

use chrono::TimeDelta;
use serde::Deserialize;
use serde_json::json;

use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::Error;
use crate::games::TimedGameId;
use crate::games::rules::timed::{self as rules, Announcement, LONGEST};
use crate::games::store::{facts, timed as store};
use crate::id::PersonId;
use crate::sessions;

/// A game that begins with a time limit for the whole of it.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TimedGameRequest)]
pub struct StartTimed {
    pub white: PersonId,
    pub black: PersonId,
    pub limit_seconds: i64,
}

impl Action for StartTimed {
    type Done = TimedGameId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<TimedGameId>, Error> {
        sessions::store::ensure_calendar(tx, tx.now)?;
        let session = sessions::store::session_at(tx.db, tx.now)?.map(|session| session.id);
        for (field, player) in [("white", self.white), ("black", self.black)] {
            facts::known(tx.db, field, player)?;
        }
        let players = [self.white, self.black];
        let limit = TimeDelta::try_seconds(self.limit_seconds).unwrap_or(LONGEST + TimeDelta::seconds(1));
        let session = rules::start(by, players, limit, session, store::under_way(tx.db, session, players)?)?;
        let id = store::add(tx, session, players, limit, by.somebody()?.person)?;
        Ok(record(Word::TimedGameStarted, id).done(id))
    }
}

/// Announces a pause, its end, or the game's end.
pub struct TellTimed(pub TimedGameId, pub Announcement);

impl Action for TellTimed {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &TellTimed(id, told) = self;
        rules::tell(&store::timed(tx.db, id)?, told, by, tx.now)?;
        let word = match told {
            Announcement::Pause => {
                store::pause(tx, id)?;
                Word::TimedGamePaused
            }
            Announcement::Resume => {
                store::resume(tx, id)?;
                Word::TimedGameResumed
            }
            Announcement::End => {
                store::end(tx, id)?;
                Word::TimedGameEnded
            }
        };
        Ok(record(word, id).done(()))
    }
}

fn record(word: Word, id: TimedGameId) -> Record {
    Record::of(word, format!("timed_game:{id}"), json!({}))
}
