//! The games room of the demonstration: a game that was played, one that is being played, a table that
//! waits for somebody.

use std::sync::Arc;

use chrono::{NaiveDateTime, TimeDelta};
use serde_json::{Value, json};

use super::season::Season;
use super::tables;
use crate::action::{By, Somebody, perform};
use crate::auth::Roles;
use crate::chess::actions::GiveConsent;
use crate::chess::evidence::actions::{Gather, NewRelease, Redact, Release, SeeCopy};
use crate::chess::evidence::redaction::{self, Cover};
use crate::chess::evidence::store::Gathered;
use crate::chess::evidence::{Safe, Source};
use crate::chess::{self, Chess};
use crate::court::exhibits::Media;
use crate::error::Error;
use crate::id::PersonId;
use crate::tables::{Room, TableId};

/// A trap that schools teach, to its mate.
const PLAYED: &str = "e4 e5 Nf3 Nc6 Bc4 d6 Nc3 Bg4 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#";
const BEING_PLAYED: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6";

const PROCESSES: &str = "browser\nletters to my grandmother\nmusic player";

/// What came of it; `None` if the Terms or the settings do not allow it.
fn allowed<T>(done: Result<T, Error>) -> Result<Option<T>, Error> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(Error::Refused(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A picture of a screen: a window on a desktop.
fn screen() -> Result<Vec<u8>, Error> {
    let window = |x: u32, y: u32| (40..200).contains(&x) && (30..120).contains(&y);
    let image = image::RgbImage::from_fn(320, 180, |x, y| {
        image::Rgb(if window(x, y) { [240, 240, 235] } else { [40, 90, 110] })
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).map_err(Error::internal)?;
    Ok(bytes.into_inner())
}

impl Season<'_> {
    /// What was played online after the last session; it leaves out what the Terms do not let begin.
    pub(super) fn online(&self, safe: &Arc<Safe>, after: NaiveDateTime, now: NaiveDateTime) -> Result<(), Error> {
        let room = Arc::new(Room::with(vec![&Chess]));
        let [chief, _, moderator, member, fifth, sixth, seventh, ..] = self.members.as_slice() else { return Ok(()) };
        let over = after.min(now - TimeDelta::hours(1));
        allowed(self.online_game(&room, over, [sixth.id, seventh.id], PLAYED))?;
        let begun = now - TimeDelta::minutes(6);
        if let Some(table) = allowed(self.online_game(&room, begun, [member.id, fifth.id], BEING_PLAYED))? {
            allowed(self.gathered(safe, table, member.id, [chief.id, moderator.id]))?;
        }
        self.db.clock().set(now);
        let opener = moderator.id;
        self.write(move |tx| tables::taken(tx, &room, chess::NAME, time(), 1, &[opener]).map(drop))
    }

    /// What was gathered on a player's computer, and a copy of some of it that was released.
    fn gathered(
        &self,
        safe: &Arc<Safe>,
        table: TableId,
        player: PersonId,
        [chief, moderator]: [PersonId; 2],
    ) -> Result<(), Error> {
        let safe = safe.clone();
        self.write(move |tx| {
            let list = Gathered { kind: Source::Processes, media: Media::Text, content: PROCESSES.into() };
            let screen = Gathered { kind: Source::Screen, media: Media::Png, content: screen()? };
            let gather = |new| Gather { safe: safe.clone(), table, new };
            let list = perform(tx, &By::oneself(player), &gather(list))?;
            perform(tx, &By::oneself(player), &gather(screen))?;
            let chief = By::from(Somebody { person: chief, roles: Roles { chief_justice: true, ..Roles::default() } });
            let cover = Cover { areas: Vec::new(), lines: vec![2] };
            let copy = redaction::burn(PROCESSES.as_bytes(), &cover)?;
            let copy = perform(tx, &chief, &Redact { safe: safe.clone(), id: list, cover, copy })?;
            let reason = "Is this an engine? You know these programs better.".to_owned();
            perform(tx, &chief, &Release(copy, NewRelease { to: moderator, reason }))?;
            let by = By::from(Somebody { person: moderator, roles: Roles { moderator: true, ..Roles::default() } });
            perform(tx, &by, &SeeCopy { safe: safe.clone(), id: copy }).map(drop)
        })
    }

    fn online_game(
        &self,
        room: &Arc<Room>,
        at: NaiveDateTime,
        [white, black]: [PersonId; 2],
        moves: &str,
    ) -> Result<TableId, Error> {
        self.db.clock().set(at);
        let opening = room.clone();
        let here = self.write(move |tx| {
            for player in [white, black] {
                let version = chess::store::consent(tx.db, player, tx.now)?.version;
                perform(tx, &By::oneself(player), &GiveConsent { version })?;
            }
            tables::begun(tx, &opening, chess::NAME, time(), 1, &[white, black])
        })?;
        for (number, text) in moves.split(' ').enumerate() {
            let seconds = 5 + (i64::try_from(number).unwrap_or(0) * 7) % 30;
            self.db.clock().set(self.db.clock().now() + TimeDelta::seconds(seconds));
            let (here, play) = (here.clone(), json!({ "kind": "move", "move": text }));
            let mover = if number % 2 == 0 { white } else { black };
            let answers = i64::try_from(number).map_err(Error::internal)?;
            self.write(move |tx| tables::played(tx, &here, mover, answers, &play))?;
        }
        Ok(here.id)
    }
}

/// The time that players have.
fn time() -> Value {
    json!({ "minutes": 90, "increment_seconds": 30 })
}
