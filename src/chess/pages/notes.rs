//! Beside the board of a game that is over: how the time went, and notes on its moves.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use serde_json::Value;

use crate::App;
use crate::action::performed;
use crate::auth::Actor;
use crate::chess::actions::{TakeNoteAway, WriteNote};
use crate::chess::notes::{Note, Sign};
use crate::error::Error;
use crate::games::pages::Board;
use crate::http::Form;
use crate::id::PersonId;
use crate::tables::{Entry, TableId};
use crate::web::layout::Frame;
use crate::web::typed::{Fields, see};

/// The size of the drawing of clocks.
const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 80.0;

#[derive(Template)]
#[template(path = "chess_notes.html")]
struct Beside<'a> {
    frame: &'a Frame,
    table: TableId,
    ply: usize,
    curves: Option<Curves>,
    /// On this move.
    here: Vec<&'a Note>,
    /// Half-moves on which somebody noted something, and those moves.
    elsewhere: Vec<(usize, String)>,
    own: Option<&'a Note>,
}

/// What was left on both clocks, as lines through a drawing.
struct Curves {
    white: String,
    black: String,
    /// Where the position is that is shown.
    now: f64,
    most: String,
}

impl Beside<'_> {
    fn signs(&self) -> &'static [Sign] {
        Sign::ALL
    }

    fn chose(&self, sign: &Sign) -> bool {
        self.own.is_some_and(|own| own.sign.as_ref() == Some(sign))
    }

    fn own_text(&self) -> &str {
        self.own.map_or("", |own| own.text.as_str())
    }

    /// Whether the reader takes this note away: its author, and those who moderate.
    fn may_take_away(&self, note: &&Note) -> bool {
        self.frame.is(&note.by.id.0) || self.frame.roles.may_moderate()
    }
}

/// Draws what was left, from the beginning and after each move of a side.
fn curves(moves: &[&Entry], minutes: &Value, ply: usize) -> Option<Curves> {
    let begin = minutes.as_i64()? * 60_000;
    let left = |side: usize| {
        let after = moves.iter().map(move |entry| entry.effect["left_ms"][side].as_i64().unwrap_or(0));
        std::iter::once(begin).chain(after).collect::<Vec<i64>>()
    };
    let (white, black) = (left(0), left(1));
    let most = white.iter().chain(&black).copied().max().filter(|most| *most > 0 && !moves.is_empty())?;
    let x = |ply: usize| ply as f64 * WIDTH / moves.len() as f64;
    let line = |left: &[i64]| {
        let point = |(ply, left): (usize, &i64)| {
            format!("{:.1},{:.1}", x(ply), HEIGHT - *left as f64 * (HEIGHT - 4.0) / most as f64 - 2.0)
        };
        left.iter().enumerate().map(point).collect::<Vec<_>>().join(" ")
    };
    let seconds = most / 1000;
    let most = format!("{}:{:02}", seconds / 60, seconds % 60);
    Some(Curves { white: line(&white), black: line(&black), now: x(ply.min(moves.len())), most })
}

/// Puts on the board of a game that is over what is told beside its position, and signs on its moves.
pub(super) fn beside(
    frame: &Frame,
    table: TableId,
    minutes: &Value,
    moves: &[&Entry],
    notes: &[Note],
    board: &mut Board,
) -> Result<(), Error> {
    let on = |note: &Note| usize::try_from(note.ply).unwrap_or(0);
    for played in &mut board.moves {
        let sign = notes.iter().filter(|note| on(note) == played.ply).find_map(|note| note.sign);
        played.sign = sign.map_or("", Sign::as_str);
    }
    let mut elsewhere: Vec<(usize, String)> = Vec::new();
    for ply in notes.iter().map(on).filter(|ply| *ply != board.ply) {
        if elsewhere.last().is_none_or(|(last, _)| *last != ply) {
            let san = ply.checked_sub(1).and_then(|place| board.moves.get(place)).map(|played| frame.san(&played.san));
            let number = ply.div_ceil(2);
            let dots = if ply % 2 == 1 { "." } else { "…" };
            let named = san.map(|san| format!("{number}{dots} {san}"));
            elsewhere.push((ply, named.unwrap_or_else(|| frame.t("game-start").to_string())));
        }
    }
    let here: Vec<&Note> = notes.iter().filter(|note| on(note) == board.ply).collect();
    let own = here.iter().copied().find(|note| frame.is(&note.by.id.0));
    let told = Beside { frame, table, ply: board.ply, curves: curves(moves, minutes, board.ply), own, here, elsewhere };
    board.beside = told.render().map_err(Error::internal)?;
    Ok(())
}

/// Writes or takes away a note, by its form.
pub(super) async fn note(
    app: Data<App>,
    actor: Actor,
    id: Path<TableId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (table, fields) = (*id, form.0);
    let ply = fields.number("ply")?.unwrap_or(0);
    match fields.number("of")? {
        Some(of) => performed(&app, &actor, TakeNoteAway { table, ply, of: PersonId(of) }).await?,
        None => {
            let (sign, text) = (fields.read_some("sign")?, fields.text("text").to_owned());
            performed(&app, &actor, WriteNote { table, ply, sign, text }).await.map(drop)?;
        }
    }
    Ok(see(format!("/tables/{table}?ply={ply}#replay")))
}
