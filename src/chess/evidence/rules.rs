//! What may be gathered, and who may see what of it (Acts I.9.4, I.9.5, I.9.9). Pure.

use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::{Message, say};

use super::{Right, Source};
use crate::action::Somebody;
use crate::auth::Roles;
use crate::court::exhibits::Media;
use crate::error::{Kind as Refused, Refusal};
use crate::id::PersonId;
use crate::tables::{Stage, Table};

/// Days that something gathered is kept, unless a case holds it.
pub const KEPT: i64 = 28;
/// Bytes of a list.
pub const LARGEST_LIST: usize = 256 << 10;
/// Pieces that are taken of one player in a minute, and of one game, and how many bytes they may have.
pub const A_MINUTE: usize = 60;
pub const OF_A_GAME: usize = 2_000;
pub const BYTES_OF_A_GAME: u64 = 512 << 20;

/// Until when something gathered is kept, if nothing holds it.
pub fn keep_until(gathered_at: NaiveDateTime) -> NaiveDateTime {
    gathered_at + TimeDelta::days(KEPT)
}

/// What was gathered of a player in a game before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Before {
    /// Pieces of the last minute, and of the whole game.
    pub lately: usize,
    pub pieces: usize,
    pub bytes: u64,
}

/// What there is to say where a table's game is not being played.
fn not_played(table: &Table) -> Option<Message> {
    Some(match table.stage {
        Stage::Playing => return None,
        Stage::Open => say!("Evidence is for a game that is on. This one has not begun."),
        Stage::Adjourned => say!("Evidence is for a game that is on. This one is adjourned."),
        Stage::Ended | Stage::Archived => say!("Evidence is for a game that is on. This one is over."),
    })
}

/// Whether something may be gathered of a player now: while the game is played. Asked before it is read.
pub fn may_gather(table: &Table, person: PersonId, before: Before) -> Result<(), Refusal> {
    if table.seat_of(person).is_none() || table.game != super::super::NAME {
        return Err(Refusal::forbidden(say!("Evidence is gathered of those who play chess at this table."), "I.9.4"));
    }
    if let Some(detail) = not_played(table) {
        return Err(Refusal::conflict(say!("Not while nothing is played"), detail).act("I.9.4"));
    }
    if before.lately >= A_MINUTE || before.pieces >= OF_A_GAME {
        let detail = say!(
            "At most {minute} pieces are taken in a minute, and {game} of one game.",
            minute = A_MINUTE,
            game = OF_A_GAME
        );
        return Err(Refusal::new(Refused::TooMany(60), say!("Too much evidence"), detail).act("I.9.4"));
    }
    if before.bytes >= BYTES_OF_A_GAME {
        let detail = say!("At most {most} MiB are taken of one game.", most = BYTES_OF_A_GAME >> 20);
        return Err(Refusal::new(Refused::TooMany(60), say!("Too much evidence"), detail).act("I.9.4"));
    }
    Ok(())
}

/// Whether a file has the type that it claims: lists (Act I.9.4.2) are text, pictures of the screen (Act I.9.4.3)
/// are images.
pub fn is_of_kind(kind: Source, media: Media, bytes: usize) -> Result<(), Refusal> {
    let fits = match kind {
        Source::Screen => matches!(media, Media::Png | Media::Jpeg),
        Source::Processes | Source::Windows => media == Media::Text,
    };
    if !fits {
        let detail = say!("A screen is a PNG or a JPEG; processes and windows are plain text in UTF-8, a line each.");
        return Err(Refusal::invalid(say!("Not of this kind"), detail).act("I.9.4"));
    }
    if media == Media::Text && bytes > LARGEST_LIST {
        let detail = say!("A list has at most {most} bytes.", most = LARGEST_LIST);
        return Err(Refusal::new(Refused::TooLarge, say!("Too large"), detail).act("I.9.4"));
    }
    Ok(())
}

/// The right to see raw evidence: the Chief Justice, and those whom an order of the Court's majority
/// names. For all others, whatever their role, it is not found.
pub fn raw(viewer: Somebody, named: &[PersonId]) -> Option<Right> {
    if viewer.roles.chief_justice {
        return Some(Right::ChiefJustice);
    }
    named.contains(&viewer.person).then_some(Right::Order)
}

/// By what right somebody sees a redacted copy: besides the Chief Justice, moderators and justices to
/// whom it was released, for as long as they are that, and the Court in a case about the game.
pub fn redacted(viewer: Somebody, released: &[PersonId], is_court: bool) -> Option<Right> {
    let roles = viewer.roles;
    if roles.chief_justice {
        return Some(Right::ChiefJustice);
    }
    if (roles.moderator || roles.justice) && released.contains(&viewer.person) {
        return Some(Right::Release);
    }
    is_court.then_some(Right::Court)
}

/// Whether a redacted copy may be released to somebody with these roles.
pub fn release(to: Roles) -> Result<(), Refusal> {
    if to.moderator || to.justice || to.chief_justice {
        return Ok(());
    }
    Err(Refusal::field("to", say!("Redacted evidence is released to moderators and justices alone.")).act("I.9.5"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles(moderator: bool, justice: bool, chief_justice: bool) -> Roles {
        Roles { moderator, justice, chief_justice, ..Roles::default() }
    }

    #[test]
    fn who_sees_what_is_as_the_act_says_i_9_5() {
        use Right::*;
        let them = [PersonId(7)];
        // Person, roles, named or released to, sitting: raw, redacted.
        for (person, roles, is_court, sees_raw, sees_redacted) in [
            (1, roles(false, false, false), false, None, None),
            (1, roles(true, false, false), false, None, None),
            (1, roles(false, true, false), false, None, None),
            (1, roles(false, true, false), true, None, Some(Court)),
            (1, roles(false, false, true), false, Some(ChiefJustice), Some(ChiefJustice)),
            (7, roles(false, false, false), false, Some(Order), None),
            (7, roles(true, false, false), false, Some(Order), Some(Release)),
            (7, roles(false, true, false), true, Some(Order), Some(Release)),
        ] {
            let viewer = Somebody { person: PersonId(person), roles };
            assert_eq!(
                (raw(viewer, &them), redacted(viewer, &them, is_court)),
                (sees_raw, sees_redacted),
                "{viewer:?}"
            );
        }
        let nobody = Somebody { person: PersonId(7), roles: roles(true, true, false) };
        assert_eq!((raw(nobody, &[]), redacted(nobody, &[], false)), (None, None), "no order, no release");
        assert!(release(roles(false, false, false)).is_err() && release(roles(true, false, false)).is_ok());
    }
}
