//! A table in the list of tables: a small drawing of its board, who has the move and since when, how many people watch.

use std::cmp::Reverse;
use std::fmt::Write as _;

use askama::Template;
use chrono::NaiveDateTime;

use super::offer::Offer;
use super::own::opener;
use super::{game_page, names};
use crate::App;
use crate::error::Error;
use crate::id::PersonId;
use crate::tables::room::Known;
use crate::tables::{Stage, Table, rules};
use crate::web::assets;
use crate::web::catalogue::Language;
use crate::web::layout::Frame;

/// A small drawing of a board.
#[derive(Template)]
#[template(path = "tables/small.html")]
pub struct Small {
    pub view_box: String,
    /// The squares, as paths.
    pub light: String,
    pub dark: String,
    pub men: Vec<Man>,
}

/// A man on it: a round one of a class, or a picture.
pub struct Man {
    pub x: f64,
    pub y: f64,
    pub size: f64,
    pub class: String,
    pub picture: Option<String>,
}

impl Small {
    /// An empty board of so many squares each way, the first one from the top left light.
    pub fn square(side: u16) -> Small {
        let mut dark = String::new();
        for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))).filter(|(x, y)| (x + y) % 2 == 1) {
            // Writing into a string does not fail.
            let _ = write!(dark, "M{x} {y}h1v1h-1z");
        }
        let light = format!("M0 0h{side}v{side}h-{side}z");
        Small { view_box: format!("0 0 {side} {side}"), light, dark, men: Vec::new() }
    }
}

/// Addresses of the sheets that drawings of these games need, each once: games share some.
pub fn styles(files: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut names = vec!["table.css"];
    for name in files.filter(|name| name.ends_with(".css")) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.into_iter().filter_map(assets::address).collect()
}

/// How a game stands, at a glance.
#[derive(Default)]
pub struct Look {
    /// HTML: the drawing, where the game has one.
    pub small: String,
    /// Who has the move, and since when; `None` while it is adjourned.
    pub moves: Option<(String, NaiveDateTime)>,
    /// Whether the reader has it.
    pub is_own_move: bool,
}

impl Look {
    pub fn of(known: &Known, reader: Option<PersonId>, language: Language, now: NaiveDateTime) -> Result<Look, Error> {
        let Some(state) = &known.state else { return Ok(Look::default()) };
        let small = drawn(known, now)?;
        let since = known.log.last().map(|entry| entry.at).or(known.table.started_at);
        let turn = if known.table.stage == Stage::Playing { state.turn() } else { Vec::new() };
        let awaited = known.table.seats.iter().filter(|chair| turn.contains(&chair.seat));
        let awaited: Vec<_> = awaited.filter_map(|chair| chair.person.as_ref()).collect();
        let is_own_move = awaited.iter().any(|person| Some(person.id) == reader);
        let awaited: Vec<&str> = awaited.iter().map(|person| person.name.as_str()).collect();
        let moves = since.filter(|_| !awaited.is_empty()).map(|since| (language.listed(&awaited), since));
        Ok(Look { small, moves, is_own_move })
    }
}

/// The last position of a game that is over, in small: HTML. A log that cannot be folded any more takes no list away: nothing is drawn.
pub(crate) async fn last(app: &App, table: &Table) -> String {
    let now = app.clock.now();
    match app.room.open(&app.db, table.id).await {
        Ok(live) => live.read(|known| drawn(known, now)).unwrap_or_default(),
        Err(_) => String::new(),
    }
}

/// HTML: the position in which a table's game will begin, in small. Options that its game cannot read any more take no list away.
pub(super) fn first(table: &Table) -> String {
    let page = game_page(&table.game).ok();
    page.and_then(|page| page.first(&table.options).ok()).unwrap_or_default()
}

/// HTML: how a game stands that has begun, in small.
fn drawn(known: &Known, now: NaiveDateTime) -> Result<String, Error> {
    let Some(state) = &known.state else { return Ok(String::new()) };
    game_page(&known.table.game)?.small(&*state.view(None, now))
}

/// A line of the list.
pub struct Row {
    pub table: Table,
    pub names: String,
    /// How its game will begin, stands, or stood at its end.
    pub look: Look,
    /// Whether the reader sits there.
    is_own: bool,
    /// Whether the others wait for the reader to say that they are ready.
    pub is_unready: bool,
    /// Connections that watch or play.
    pub here: usize,
    /// What the reader may do about a free seat.
    pub offer: Option<Offer>,
}

impl Row {
    pub fn is_kept(&self) -> bool {
        self.offer.as_ref().is_some_and(|offer| offer.is_kept)
    }

    /// Whether the others wait for the reader's move, or for them to be ready.
    pub fn is_awaited(&self) -> bool {
        self.look.is_own_move || self.is_unready
    }

    pub fn why_not(&self, frame: &Frame) -> Option<String> {
        self.offer.as_ref()?.why_not(frame)
    }

    /// What it is to the reader, by the text above the list: their own, to sit down at, to watch, to look back on.
    fn part(&self) -> &'static str {
        match self.table.stage {
            Stage::Ended | Stage::Archived => "tables-over",
            _ if self.is_kept() => "tables-kept",
            _ if self.is_own => "tables-own",
            Stage::Open if self.offer.is_none() && self.table.free().is_empty() => "tables-waiting",
            // Where something stands against it, nobody is asked to sit down.
            Stage::Open if self.offer.as_ref().is_some_and(|offer| offer.button.is_none()) => "tables-waiting",
            Stage::Open => "tables-free",
            Stage::Playing | Stage::Adjourned => "tables-played",
        }
    }
}

/// The lines by part, challenges first. In each those come first where the reader is awaited, then those where another has the move, then
/// the others, what ended last before what ended earlier.
pub fn parts(rows: Vec<Row>) -> Vec<(&'static str, Vec<Row>)> {
    let mut parts = ["tables-kept", "tables-own", "tables-free", "tables-played", "tables-waiting", "tables-over"]
        .map(|part| (part, Vec::new()));
    for row in rows {
        if let Some((_, lines)) = parts.iter_mut().find(|(part, _)| *part == row.part()) {
            lines.push(row);
        }
    }
    for (_, lines) in &mut parts {
        lines.sort_by_key(|row| (!row.is_awaited(), row.look.moves.is_none(), Reverse(row.table.ended_at)));
    }
    parts.into_iter().filter(|(_, lines)| !lines.is_empty()).collect()
}

/// The lines of the list.
pub(crate) async fn rows(app: &App, frame: &Frame, tables: Vec<Table>) -> Result<Vec<Row>, Error> {
    let (now, reader) = (app.clock.now(), frame.person.map(PersonId));
    let asked = frame.clone();
    let read = app.db.read(move |db| {
        let offered = |table: Table| Ok((Offer::of(db, &asked, &table, now)?, table));
        tables.into_iter().map(offered).collect::<Result<Vec<_>, Error>>()
    });
    let mut rows = Vec::new();
    for (offer, table) in read.await? {
        let mut row = Row {
            names: match offer.as_ref().is_some_and(|offer| offer.is_kept) {
                true => frame.t("today-challenged").with("name", opener(&table)).to_string(),
                false => names(frame, &table, reader),
            },
            offer,
            look: Look::default(),
            is_own: reader.is_some_and(|reader| table.seat_of(reader).is_some()),
            is_unready: false,
            here: 0,
            table,
        };
        if row.is_own && matches!(row.table.stage, Stage::Open | Stage::Adjourned) {
            let (live, game) = (app.room.open(&app.db, row.table.id).await?, app.room.game(&row.table.game)?);
            let awaits =
                |person| live.read(|known| rules::waits_for_ready(&known.table, game, known.state.as_deref(), person));
            row.is_unready = reader.is_some_and(awaits);
        }
        if matches!(row.table.stage, Stage::Playing | Stage::Adjourned) {
            let live = app.room.open(&app.db, row.table.id).await?;
            row.here = live.here();
            row.look = live.read(|known| Look::of(known, reader, frame.language, now))?;
        } else if row.table.started_at.is_some() {
            row.look.small = last(app, &row.table).await;
        } else if row.table.stage == Stage::Open {
            row.look.small = first(&row.table);
        }
        rows.push(row);
    }
    Ok(rows)
}
