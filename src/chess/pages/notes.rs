//! Beside the board of a finished game: the time used, an engine's opinion, and notes on its moves.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;

use crate::App;
use crate::action::performed;
use crate::auth::Actor;
use crate::chess::actions::{TakeNoteAway, WriteNote};
use crate::chess::analysis::{Analysis, Score};
use crate::chess::notes::{Note, Sign};
use crate::chess::rules::Moved;
use crate::chess::rules::material::left_after;
use crate::error::Error;
use crate::games::pages::Board;
use crate::http::Form;
use crate::id::PersonId;
use crate::tables::TableId;
use crate::web::layout::Frame;
use crate::web::typed::{Fields, see};

/// The size of the drawings.
const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 80.0;
/// Hundredths of a pawn that bring the line of the engine three quarters of its way up.
const MUCH: f64 = 400.0;

#[derive(Template)]
#[template(path = "chess/notes.html")]
struct Beside<'a> {
    frame: &'a Frame,
    table: TableId,
    ply: usize,
    /// Where the position is that is shown.
    now: f64,
    curves: Option<Curves>,
    thought: Option<Thought>,
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
    /// The least and the most that was left. The lower edge of the drawing is none, the upper edge the most.
    least: String,
    most: String,
}

/// What an engine thinks: a line through a drawing, and what it says of the position that is shown.
struct Thought {
    engine: String,
    line: String,
    here: Option<String>,
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

    /// Whether the reader may remove this note: its author, and those who moderate.
    fn may_take_away(&self, note: &&Note) -> bool {
        self.frame.is(&note.by.id.0) || self.frame.roles.may_moderate()
    }
}

/// Draws what was left, from the beginning and after each move of a side.
fn curves(moves: &[Moved], minutes: u32) -> Option<Curves> {
    let left: Vec<[i64; 2]> = (0..=moves.len()).map(|ply| left_after(moves, ply, minutes)).collect();
    let both = || left.iter().flatten().copied();
    let (least, most) = both().min().zip(both().max()).filter(|_| !moves.is_empty())?;
    let up = |left: i64| left as f64 / most.max(1) as f64;
    let line = |side: usize| through(left.iter().map(|both| up(both[side])), moves.len());
    let clock = |left: i64| format!("{}:{:02}", left / 60_000, left / 1000 % 60);
    Some(Curves { white: line(0), black: line(1), least: clock(least), most: clock(most) })
}

/// How far to the right a half-move stands.
fn across(ply: usize, last: usize) -> f64 {
    ply.min(last) as f64 * WIDTH / last.max(1) as f64
}

/// A line through these heights, from 0 to 1, a half-move each.
fn through(heights: impl Iterator<Item = f64>, last: usize) -> String {
    let point = |(ply, up): (usize, f64)| format!("{:.1},{:.1}", across(ply, last), HEIGHT - up * (HEIGHT - 4.0) - 2.0);
    heights.enumerate().map(point).collect::<Vec<_>>().join(" ")
}

/// Draws what an engine thinks; a position that it says nothing of is as the one before it.
fn thought(frame: &Frame, analysis: &Analysis, ply: usize) -> Thought {
    let mut before = 0.5;
    let heights = analysis.positions.iter().map(|judgement| {
        before = match judgement.as_ref().map(|judgement| judgement.score) {
            Some(Score::Centipawns(value)) => (f64::from(value) / MUCH).tanh() / 2.0 + 0.5,
            Some(Score::Mate(moves)) => f64::from(u8::from(moves > 0)),
            None => before,
        };
        before
    });
    let line = through(heights, analysis.positions.len().saturating_sub(1));
    let here = analysis.positions.get(ply).and_then(Option::as_ref).map(|judgement| {
        let best = frame.san(&judgement.best);
        match judgement.score {
            Score::Centipawns(value) => {
                let ahead = match value {
                    0 => "even",
                    1.. => "white",
                    _ => "black",
                };
                let pawns = frame.language.decimal(f64::from(value).abs() / 100.0);
                frame.word("chess-engine", ahead).with("pawns", pawns).with("best", best).to_string()
            }
            Score::Mate(moves) => {
                let who = if moves > 0 { "white-mates" } else { "black-mates" };
                frame.word("chess-engine", who).count("moves", moves.abs()).with("best", best).to_string()
            }
        }
    });
    Thought { engine: analysis.engine.clone(), line, here }
}

/// The data of a finished game, besides its positions.
pub(super) struct FinishedGame<'a> {
    pub minutes: u32,
    pub moves: &'a [Moved],
    pub notes: &'a [Note],
    pub analysis: Option<Analysis>,
}

/// Puts on the board of a game that is over what is told beside its position, and signs on its moves.
pub(super) fn beside(frame: &Frame, table: TableId, told: &FinishedGame<'_>, board: &mut Board) -> Result<(), Error> {
    let notes = told.notes;
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
    let beside = Beside {
        frame,
        table,
        ply: board.ply,
        now: across(board.ply, told.moves.len()),
        curves: curves(told.moves, told.minutes),
        thought: told.analysis.as_ref().map(|analysis| thought(frame, analysis, board.ply)),
        own,
        here,
        elsewhere,
    };
    board.beside = beside.render().map_err(Error::internal)?;
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
