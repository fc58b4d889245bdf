//! What a table's page says above the game: how it ended, the game that was rated, where to petition, an adjournment.

use chrono::{DateTime, NaiveDateTime, Utc};
use chrono_tz::Tz;

use super::door::{GamePage, Seen};
use crate::conduct::decisions::veil::Veil;
use crate::db::Db;
use crate::error::Error;
use crate::games;
use crate::id::GameId;
use crate::tables::{Stage, Table};
use crate::web::layout::Frame;

pub struct Standing {
    /// How it ended, once it has.
    pub outcome: Option<String>,
    pub voided_at: Option<String>,
    /// The game that came of it, and how that stands.
    pub game: Option<(GameId, games::State)>,
    /// Where the viewer, who played, petitions against it (Acts I.9.7, I.9.10).
    pub petition: Option<String>,
    /// Who asks for an adjournment.
    pub asking: String,
    /// When an adjourned game goes on by itself, or would.
    pub resumes_at: Option<String>,
    /// What can be done until then.
    pub at_rest: String,
}

impl Standing {
    pub fn of(
        db: &mut Db,
        seen: &Seen<'_>,
        game: &dyn GamePage,
        zone: &Tz,
        now: NaiveDateTime,
    ) -> Result<Standing, Error> {
        let veil = Veil::before(db, seen.frame.viewpoint, now)?;
        let (frame, table) = (seen.frame, &seen.view.table);
        let is_void = table.is_void();
        let voided_at = table.outcome.as_ref().and_then(|outcome| outcome["voided_at"].as_str());
        let voided_at = voided_at.and_then(|at| at.parse::<DateTime<Utc>>().ok());
        let rated = table.game_id.map(|id| games::store::row(db, id)).transpose()?;
        let petition = match (&rated, seen.view.seat) {
            (_, None) => None,
            (Some(row), _) if row.state == games::State::Rated || row.is_void_after_error()? => {
                Some(format!("/cases/new?subject=game&subject_id={}", row.id))
            }
            (None, _) if is_void => game.petition(db, table.id)?,
            _ => None,
        };
        Ok(Standing {
            outcome: table.outcome.as_ref().filter(|_| !is_void).map(|outcome| game.outcome(frame, outcome)),
            voided_at: voided_at.map(|at| frame.moment(at.naive_utc(), zone)),
            game: rated.filter(|row| veil.shows(row.state, row.white, row.black)).map(|row| (row.id, row.state)),
            petition,
            asking: asking(table),
            resumes_at: resumes_at(frame, table, zone),
            at_rest: game.at_rest(frame),
        })
    }
}

/// Those who ask for an adjournment, by name.
fn asking(table: &Table) -> String {
    let asks = table.seats.iter().filter(|chair| table.stage == Stage::Playing && !chair.ready);
    let names = asks.filter_map(|chair| chair.person.as_ref().map(|person| person.name.as_str()));
    names.collect::<Vec<_>>().join(", ")
}

fn resumes_at(frame: &Frame, table: &Table, zone: &Tz) -> Option<String> {
    table.resumes_at.map(|at| frame.moment(at, zone))
}
