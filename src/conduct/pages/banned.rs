//! The ban that runs on a reader, said where they would play: what it forbids, until when, by which Act, and how to appeal.

use chrono::NaiveDateTime;

use crate::action::Somebody;
use crate::conduct::decisions::{SanctionKind, store as decisions};
use crate::conduct::store;
use crate::court::{self, Subject};
use crate::db::Db;
use crate::error::{Act, Error};
use crate::id::PersonId;
use crate::rulebook;
use crate::web::layout::Frame;

/// As `banned.html` shows it.
pub struct Banned {
    pub id: i64,
    /// Its last day; `None` if it is for ever.
    pub through: Option<String>,
    /// By a teacher, whom the Court does not review (Act III.6).
    pub by_staff: bool,
    pub acts: Vec<Act>,
    /// The open case about it.
    pub case: Option<String>,
    /// Whether the Court would take the reader's petition now.
    pub may_appeal: bool,
}

impl Banned {
    /// `None` if the reader is not banned.
    pub fn of(db: &mut Db, frame: &Frame, now: NaiveDateTime) -> Result<Option<Banned>, Error> {
        let Some(person) = frame.person.map(PersonId) else { return Ok(None) };
        let Some(ban) = store::ban_at(db, person, now)? else { return Ok(None) };
        let zone = rulebook::in_force(db, now)?.time_zone;
        let (act, case) = match ban.decision {
            Some(decision) => {
                let sanctions = decisions::decision(db, decision)?.sanctions;
                let kind = sanctions.iter().find(|one| one.bans).map_or(SanctionKind::Ban, |one| one.kind);
                (kind.act(), court::store::open_case_about(db, decision)?)
            }
            None => ("III.6", None),
        };
        let reader = Somebody { person, roles: frame.roles };
        Ok(Some(Banned {
            id: ban.id.0,
            through: ban.ends_at.map(|ends| frame.day(ends, &zone)),
            by_staff: ban.staff,
            acts: vec![Act::new("0.7"), Act::new(act)],
            case,
            may_appeal: court::store::may_petition(db, reader, Subject::Ban, ban.id.0, now)?,
        }))
    }
}
