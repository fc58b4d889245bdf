//! The top of a table's page: how the game ended, the rated game that came of it, where to petition, an adjournment.

use chrono::NaiveDateTime;
use chrono_tz::Tz;

use super::door::{Reason, Seen};
use super::erased::AnyPage;
use super::{games as pages_of_games, rules_of};
use crate::conduct::decisions::veil::Veil;
use crate::db::Db;
use crate::error::Error;
use crate::games;
use crate::id::GameId;
use crate::id::PersonId;
use crate::tables::{Person, Seat, Stage, Table, Went, marks, rules, store};
use crate::web::layout::Frame;

pub struct TableStatus {
    /// How it ended, once it has.
    pub outcome: Option<String>,
    /// What the end was to the viewer, who played: `You won · +11`; to others, who has won. Where nothing began, why.
    pub end: Option<String>,
    pub again: Option<Again>,
    pub voided_at: Option<String>,
    /// The game that came of it, and how that stands.
    pub game: Option<(GameId, games::State)>,
    /// Where the viewer, who played, petitions against it (Acts I.9.7, I.9.10).
    pub petition: Option<String>,
    /// That somebody asks for an adjournment.
    pub asking: Option<String>,
    /// When an adjourned game goes on automatically, or would.
    pub resumes_at: Option<String>,
    /// What can be done until then.
    pub at_rest: String,
}

/// That those who played a game that is over, or were asked to play one, may ask for it again.
pub struct Again {
    /// Who has asked for that.
    pub asks: Option<String>,
    /// What the button says.
    pub label: &'static str,
    /// Why they cannot now, the reader's own reasons first; then there is no button.
    pub against: Vec<Reason>,
    /// What can be played at once in its place.
    pub instead: Option<Instead>,
}

/// Something else for the same people, by one tap: what its button says, and what the form sends.
pub struct Instead {
    pub label: String,
    pub fields: Vec<(&'static str, String)>,
}

impl TableStatus {
    pub fn of(
        db: &mut Db,
        seen: &Seen<'_>,
        game: &dyn AnyPage,
        zone: &Tz,
        now: NaiveDateTime,
    ) -> Result<TableStatus, Error> {
        let veil = Veil::before(db, seen.frame.viewpoint, now)?;
        let (frame, table) = (seen.frame, &seen.view.table);
        let is_void = table.is_void();
        let voided_at = table.outcome.as_ref().and_then(marks::voided_at);
        let rated = table.game_id.map(|id| games::store::row(db, id)).transpose()?;
        let petition = match (&rated, seen.view.seat) {
            (_, None) => None,
            (Some(row), _) if row.state == games::State::Rated || row.is_void_after_error() => {
                Some(format!("/cases/new?subject=game&subject_id={}", row.id))
            }
            (None, _) if is_void => game.petition(db, table.id)?,
            _ => None,
        };
        let game_of_it = rated.filter(|row| veil.shows(row.state, row.white, row.black)).map(|row| (row.id, row.state));
        Ok(TableStatus {
            outcome: table.outcome.as_ref().filter(|_| !is_void).map(|outcome| game.outcome(frame, outcome)),
            end: end(db, seen, game)?,
            again: again(db, seen, game, now)?,
            voided_at: voided_at.map(|at| frame.moment(at.naive_utc(), zone)),
            game: game_of_it,
            petition,
            asking: asking(frame, table),
            resumes_at: resumes_at(frame, table, zone),
            at_rest: game.at_rest(frame),
        })
    }

    /// The game that came of it, where that does not count any more, and the text that says so. A game that was refused or
    /// lapsed never counted; of a table that is void its own reason is told.
    pub fn gone(&self) -> Option<(GameId, &'static str)> {
        let (id, state) = self.game.filter(|_| self.outcome.is_some())?;
        match state {
            games::State::Void => Some((id, "table-gone")),
            games::State::Replaced => Some((id, "table-gone-replaced")),
            _ => None,
        }
    }
}

/// What the end of a game was to the viewer, with what it did to their rating.
fn end(db: &mut Db, seen: &Seen<'_>, game: &dyn AnyPage) -> Result<Option<String>, Error> {
    let (frame, table) = (seen.frame, &seen.view.table);
    if table.came_to_nothing() {
        return Ok(Some(never_begun(frame, table)));
    }
    let Some(said) = ended(frame, table, seen.view.seat) else { return Ok(None) };
    let change = match seen.view.seat.zip(seen.viewer) {
        Some((seat, viewer)) => game.change(db, frame, table, seat, viewer)?,
        None => None,
    };
    Ok(Some(change.map_or_else(|| said.clone(), |change| format!("{said} · {change}"))))
}

/// What the end of a game was to somebody who played; to others who has won it.
pub fn ended(frame: &Frame, table: &Table, seat: Option<Seat>) -> Option<String> {
    let outcome = table.outcome.as_ref().filter(|_| !table.is_void())?;
    let game = rules_of(&table.game).ok()?;
    let Some(seat) = seat else {
        let won = table.seats.iter().filter(|chair| game.went(outcome, chair.seat) == Some(Went::Win));
        let winners: Vec<&str> =
            won.filter_map(|chair| chair.person.as_ref()).map(|person| person.name.as_str()).collect();
        let who = frame.language.listed(&winners);
        let said = || frame.t("table-won").count("winners", winners.len()).with("who", who).to_string();
        return (!winners.is_empty()).then(said);
    };
    let said = match game.went(outcome, seat)? {
        Went::Win => "table-you-won",
        Went::Draw => "table-you-drew",
        Went::Loss => "table-you-lost",
    };
    Some(frame.t(said).to_string())
}

/// Why nothing was played at a table that has ended. Who said no to whom is for those two.
pub fn never_begun(frame: &Frame, table: &Table) -> String {
    let asked = table.asked();
    let is_theirs = asked.len() > 1 && asked.iter().any(|person| frame.is(&person.id.0));
    // A challenge is declined by somebody who never sat there, and taken back by who opened the table; others only leave.
    let declined = |by: &PersonId| table.seat_of(*by).is_none();
    let ended_by = table.ended_by.filter(|by| is_theirs && (declined(by) || *by == table.opened_by));
    let Some(by) = ended_by else { return frame.t("table-never-begun").to_string() };
    let (declined, own, is_for_two) = (declined(&by), frame.is(&by.0), table.seats.len() == 2);
    let text = match (declined, own, is_for_two) {
        (true, true, _) => "table-you-declined",
        (true, false, _) => "table-declined",
        (false, true, true) => "table-you-withdrew",
        (false, true, false) => "table-you-closed",
        (false, false, true) => "table-withdrew",
        (false, false, false) => "table-closed",
    };
    // Readers of what they did themselves are not told their own name, but whose challenge it was, or whom it was for.
    let named = asked.iter().filter(|person| (person.id == by) != own).map(|person| person.name.as_str());
    frame.t(text).with("name", frame.language.listed(&named.collect::<Vec<_>>())).to_string()
}

/// Whether the viewer may play again with those who played, or were asked to, and whether one of them keeps a seat for that.
fn again(db: &mut Db, seen: &Seen<'_>, game: &dyn AnyPage, now: NaiveDateTime) -> Result<Option<Again>, Error> {
    let table = &seen.view.table;
    let Some(viewer) = seen.viewer.filter(|_| table.ended_at.is_some() && table.asked().len() > 1) else {
        return Ok(None);
    };
    if rules::plays_again(table, viewer, rules_of(&table.game)?).is_err() {
        return Ok(None);
    }
    let kept = store::kept_for(db, viewer)?;
    let fun = game.for_fun(&table.options)?;
    let options = [Some(&table.options), fun.as_ref()];
    let is_same = |kept: &Table| kept.game == table.game && options.contains(&Some(&kept.options));
    let asks = |person: &Person| kept.iter().any(|kept| kept.opened_by == person.id && is_same(kept));
    let label = match (table.came_to_nothing(), table.opened_by == viewer) {
        (false, _) => "table-again",
        (true, true) => "table-challenge-again",
        (true, false) => "table-challenge-back",
    };
    let asked = table.asked();
    let asks = asked.iter().find(|person| asks(person)).map(|person| person.name.clone());
    let mut people = vec![viewer];
    people.extend(asked.iter().map(|person| person.id).filter(|person| *person != viewer));
    let reader = seen.frame.viewpoint;
    let against = game.against(db, &table.options, &people, reader, now)?;
    let is_fun_free = match &fun {
        Some(fun) if !against.is_empty() => game.against(db, fun, &people, reader, now)?.is_empty(),
        _ => false,
    };
    let instead = match (against.is_empty(), is_fun_free) {
        (true, _) => None,
        (false, true) => Some(Instead {
            label: seen.frame.t("table-again-fun").to_string(),
            fields: vec![("again", table.id.to_string()), ("rated", "no".to_owned())],
        }),
        (false, false) => another(db, seen.frame, &table.game, &people, now)?,
    };
    Ok(Some(Again { asks, label, against, instead }))
}

/// The first game for two that these two can play now.
fn another(
    db: &mut Db,
    frame: &Frame,
    but: &str,
    people: &[PersonId],
    now: NaiveDateTime,
) -> Result<Option<Instead>, Error> {
    let [_, person] = *people else { return Ok(None) };
    for (game, page) in pages_of_games().filter(|(game, page)| *game != but && page.others() == 1) {
        if page.against(db, &page.usual()?, people, frame.viewpoint, now)?.is_empty() {
            return Ok(Some(Instead {
                label: frame.t("table-instead").with("game", page.title(frame.language)).to_string(),
                fields: vec![("person", person.to_string()), ("game", game.to_owned())],
            }));
        }
    }
    Ok(None)
}

/// Who asks for an adjournment.
fn asking(frame: &Frame, table: &Table) -> Option<String> {
    let asks = table.seats.iter().filter(|chair| table.stage == Stage::Playing && !chair.ready);
    let names = asks.filter_map(|chair| chair.person.as_ref().map(|person| person.name.as_str()));
    let names: Vec<&str> = names.collect();
    let who = frame.language.listed(&names);
    (!names.is_empty()).then(|| frame.t("table-asks-pause").count("asking", names.len()).with("who", who).to_string())
}

fn resumes_at(frame: &Frame, table: &Table, zone: &Tz) -> Option<String> {
    table.resumes_at.map(|at| frame.moment(at, zone))
}
