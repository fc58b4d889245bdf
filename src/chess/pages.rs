//! Chess online as pages: its part of a table's page, and consent to its terms.

mod consent;
mod notes;
mod offers;
mod small;

use askama::Template;
use chrono::NaiveDateTime;
use chrono_tz::Tz;
use serde::Deserialize;
use serde_json::Value;
use shakmaty::Color;

use super::rules::begin::Reason;
use super::rules::material::Stood;
use super::rules::{Claim, Moved, Options, Play, Ruling, take_back};
use super::store::{self, Consent};
use super::{Chess, pgn};
use crate::auth::Viewpoint;
use crate::db::Db;
use crate::error::Error;
use crate::games::pages::Board;
use crate::games::{self, Ending};
use crate::id::PersonId;
use crate::ratings::Outcome;
use crate::routes;
use crate::rulebook;
use crate::tables::pages::door::{Act, GamePage, Seen};
use crate::tables::{Chair, Entry, Seat, Stage, Table, TableId, erased};
use crate::web::catalogue::Language;
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};

routes! {
    GET "/online-consent" => consent::consent, SignedIn;
    POST "/online-consent" => consent::give, SignedIn;
    POST "/tables/{id}/notes" => notes::note, Insider;
}

/// Endings that a justice may rule.
const ENDINGS: [Ending; 8] = [
    Ending::Forfeit,
    Ending::Resignation,
    Ending::DrawAgreed,
    Ending::Checkmate,
    Ending::Stalemate,
    Ending::Repetition,
    Ending::FiftyMoves,
    Ending::DeadPosition,
];

/// Chess at a table, as pages have it.
pub struct ChessPage;

#[derive(Template)]
#[template(path = "chess/opening.html")]
struct OpeningFields<'a> {
    frame: &'a Frame,
    typed: &'a Typed,
}

#[derive(Template)]
#[template(path = "chess/table.html")]
struct Part<'a> {
    frame: &'a Frame,
    seen: &'a Seen<'a>,
    zone: Tz,
    /// What the viewer has consented to, where that is asked.
    consent: Option<Consent>,
    board: Option<Board>,
    /// What was taken and the clocks as the board shows them, where a game that is over is looked at before its end.
    stood: Option<Value>,
    result: &'static str,
    /// The colour at the lower edge of the board.
    below: Color,
    /// Half-moves after which a board is shown whose game goes on.
    looks_back: Option<usize>,
}

/// A move and its answer, as the list of moves has them.
struct Row {
    number: usize,
    halves: Vec<Half>,
}

struct Half {
    ply: usize,
    san: String,
    fen: String,
    uci: String,
}

/// A player at the board.
struct Side {
    seat: Seat,
    colour: String,
    name: String,
    left: String,
    /// What they have taken, as the pieces' pictures are called.
    taken: Vec<String>,
    /// By how much they are ahead: `+3`.
    lead: String,
    /// Whether it is their move.
    moves: bool,
    /// Whose move it is, when it is theirs.
    turn: String,
}

impl Part<'_> {
    fn runs(&self) -> bool {
        self.seen.view.table.stage == Stage::Playing
    }

    /// Whether the viewer plays in it: an adjourned game too can be resigned, or agreed to be a draw.
    fn acts(&self) -> bool {
        (self.runs() || self.seen.view.table.stage == Stage::Adjourned) && self.seen.view.seat.is_some()
    }

    /// Whether it is the viewer's move.
    fn moves(&self) -> bool {
        self.seen.view.seat.is_some_and(|seat| self.seen.view.turn.contains(&seat))
    }

    fn may(&self, what: &str) -> bool {
        self.seen.state()[what] == true
    }

    fn claims(&self, claim: &str) -> bool {
        self.seen.state()["claims"].as_array().is_some_and(|claims| claims.iter().any(|own| own == claim))
    }

    fn below(&self) -> &'static str {
        self.below.fold_wb("white", "black")
    }

    fn own_colour(&self) -> &'static str {
        if self.seen.view.seat == Some(1) { "black" } else { "white" }
    }

    /// The page with the board turned round.
    fn flip(&self) -> String {
        let table = self.seen.view.table.id;
        if self.seen.asked("flip").is_some() { format!("/tables/{table}") } else { "?flip=true".to_owned() }
    }

    fn rows(&self) -> Vec<Row> {
        let moves = take_back::standing(self.seen.log.iter().map(|entry| &**entry));
        let mut rows: Vec<Row> = Vec::new();
        for (place, Moved { san, fen, uci, .. }) in moves.into_iter().enumerate() {
            let half = Half { ply: place + 1, san, fen, uci };
            match rows.last_mut() {
                Some(row) if place % 2 == 1 => row.halves.push(half),
                _ => rows.push(Row { number: place / 2 + 1, halves: vec![half] }),
            }
        }
        rows
    }

    /// Whether the board is shown after so many half-moves.
    fn shows(&self, ply: &usize) -> bool {
        self.board.as_ref().is_some_and(|board| board.ply == *ply)
    }

    /// Links along the moves: relation, half-moves, sign, name.
    fn steps(&self) -> [(&'static str, usize, char, &'static str); 4] {
        let (ply, last) = self.board.as_ref().map_or((0, 0), |board| (board.ply, board.last));
        [
            ("first", 0, '«', "game-start"),
            ("prev", ply.saturating_sub(1), '‹', "game-back"),
            ("next", (ply + 1).min(last), '›', "game-on"),
            ("last", last, '»', "game-end"),
        ]
    }

    /// The players as they sit at the board, from above.
    fn sides(&self) -> Vec<Side> {
        let mut sides = self.seats();
        if self.below == Color::White {
            sides.reverse();
        }
        sides
    }

    /// The players by seat.
    fn seats(&self) -> Vec<Side> {
        let view = self.seen.view;
        let side = |(place, chair): (usize, &Chair)| {
            let state = self.stood.as_ref().unwrap_or(self.seen.state());
            let left = state["left_ms"][place].as_i64().unwrap_or(0) / 1000;
            let name = chair.person.as_ref().map_or_else(String::new, |person| person.name.clone());
            let colour = ChessPage.seat(self.frame, chair.seat);
            let turn = if view.seat == Some(chair.seat) {
                self.frame.t("chess-your-move").with("colour", &colour).to_string()
            } else {
                self.frame.t("chess-to-move").with("colour", &colour).with("name", &name).to_string()
            };
            let lost = if chair.seat == 0 { "black" } else { "white" };
            let taken = state["taken"][place].as_array().into_iter().flatten().filter_map(Value::as_str);
            let ahead = state["ahead"].as_i64().unwrap_or(0) * if chair.seat == 0 { 1 } else { -1 };
            Side {
                seat: chair.seat,
                taken: taken.map(|man| format!("{lost}-{man}")).collect(),
                lead: if ahead > 0 { format!("+{ahead}") } else { String::new() },
                colour,
                name,
                turn,
                left: format!("{}:{:02}", left / 60, left % 60),
                moves: view.turn.contains(&chair.seat),
            }
        };
        view.table.seats.iter().enumerate().map(side).collect()
    }

    fn results(&self) -> &'static [Outcome] {
        Outcome::ALL
    }

    fn endings(&self) -> [Ending; 8] {
        ENDINGS
    }

    /// Whether what was recorded of the game concerns the viewer: who played, and those who look after the rules.
    fn sees_evidence(&self) -> bool {
        let roles = self.frame.roles;
        self.seen.view.seat.is_some() || roles.may_moderate() || roles.justice
    }

    fn may_rule(&self) -> bool {
        let roles = self.frame.roles;
        let goes_on = matches!(self.seen.view.table.stage, Stage::Playing | Stage::Adjourned);
        goes_on && self.seen.view.seat.is_none() && (roles.justice || roles.chief_justice)
    }
}

impl GamePage for ChessPage {
    fn title(&self, language: Language) -> String {
        language.t("chess").to_string()
    }

    fn about(&self, frame: &Frame) -> String {
        frame.t("chess-in-short").to_string()
    }

    fn seat(&self, frame: &Frame, seat: Seat) -> String {
        frame.t(if seat == 0 { "chess-white" } else { "chess-black" }).to_string()
    }

    fn others(&self) -> Seat {
        1
    }

    fn opening(&self, frame: &Frame, typed: &Typed) -> Result<String, Error> {
        OpeningFields { frame, typed }.render().map_err(Error::internal)
    }

    fn options(&self, sent: &Fields) -> Result<Value, Error> {
        let (minutes, increment_seconds) = (sent.needed("minutes")?, sent.needed("increment_seconds")?);
        let rated = sent.text("rated") != "no";
        erased(&Options { minutes, increment_seconds, rated, ..Options::default() })
    }

    fn terms(&self, frame: &Frame, options: &Value) -> String {
        let (minutes, seconds) = (&options["minutes"], &options["increment_seconds"]);
        let mut terms = frame.t("chess-terms").count("minutes", minutes).count("seconds", seconds).to_string();
        if options["castling"] == false {
            terms = format!("{terms}, {}", frame.t("chess-no-castling"));
        }
        let counts = if options["rated"] == false { "chess-unrated" } else { "chess-for-points" };
        format!("{terms}, {}", frame.t(counts))
    }

    fn outcome(&self, frame: &Frame, outcome: &Value) -> String {
        let word = |kind: &str, name: &str| frame.word(kind, outcome[name].as_str().unwrap_or_default()).to_string();
        let (result, ending) = (word("outcome", "result"), word("ending", "ending"));
        match outcome["reason"].as_str() {
            Some(reason) => {
                frame.t("chess-ruled").with("result", result).with("ending", ending).with("reason", reason).to_string()
            }
            None => format!("{result}: {ending}"),
        }
    }

    fn at_rest(&self, frame: &Frame) -> String {
        frame.t("table-at-rest").to_string()
    }

    fn petition(&self, db: &mut Db, table: TableId) -> Result<Option<String>, Error> {
        let act = store::voided_by(db, table)?;
        Ok(act.map(|act| format!("/cases/new?subject=chief_act&subject_id={act}")))
    }

    fn change(
        &self,
        db: &mut Db,
        frame: &Frame,
        table: &Table,
        seat: Seat,
        _: PersonId,
    ) -> Result<Option<String>, Error> {
        let Some(rated) = table.game_id else { return Ok(None) };
        let rated = games::store::one(db, rated)?.game;
        let points = if seat == 0 { rated.white_points } else { rated.black_points };
        Ok(points.map(|points| frame.signed(points.after - points.before)))
    }

    fn small(&self, state: &Value) -> Result<String, Error> {
        let small = state["fen"].as_str().and_then(small::drawn);
        small.map_or(Ok(String::new()), |small| small.render().map_err(Error::internal))
    }

    fn line(&self, frame: &Frame, _: &Tz, entry: &Entry) -> String {
        let effect = &entry.effect;
        let mut words: Vec<String> = effect["san"].as_str().map(|san| frame.san(san)).into_iter().collect();
        words.extend(offers::said(frame, effect));
        if effect["ended"].is_object() {
            words.push(self.outcome(frame, &effect["ended"]));
        }
        words.join(" · ")
    }

    fn part(&self, db: &mut Db, seen: &Seen<'_>) -> Result<String, Error> {
        let (frame, table) = (seen.frame, &seen.view.table);
        let asks = seen.view.seat.is_some() && table.stage == Stage::Open;
        let consent = match seen.viewer.filter(|_| asks) {
            Some(person) => Some(store::consent(db, person, seen.view.now)?),
            None => None,
        };
        let zone = rulebook::in_force(db, seen.view.now)?.time_zone;
        let log: Vec<Entry> = seen.log.iter().map(|entry| (**entry).clone()).collect();
        let moves = match table.started_at {
            Some(_) => Some(pgn::moves(table, &log).map_err(Error::internal)?),
            None => None,
        };
        let over = matches!(table.stage, Stage::Ended | Stage::Archived);
        let ply = seen.asked("ply").and_then(|ply| ply.parse().ok());
        let own = if seen.view.seat == Some(1) { Color::Black } else { Color::White };
        let below = if seen.asked("flip").is_some() { own.other() } else { own };
        let mut board = moves.map(|moves| Board::of(&moves, ply, below));
        let mut stood = None;
        if let Some(board) = board.as_mut().filter(|_| over) {
            let (noted, moves) = (super::notes::all(db, table.id)?, take_back::standing(&log));
            let analysis = super::analysis::of(db, table.id)?;
            let minutes = table.options_of::<Chess>()?.minutes;
            let told = notes::Told { minutes, moves: &moves, notes: &noted, analysis };
            notes::beside(frame, table.id, &told, board)?;
            stood = Stood::after(&moves, board.ply, minutes).as_ref().map(erased).transpose()?;
        }
        let looks_back = board.as_ref().filter(|board| !over && board.ply < board.last).map(|board| board.ply);
        let part = Part {
            frame,
            seen,
            zone,
            consent,
            board,
            stood,
            below,
            looks_back,
            result: match table.outcome.as_ref().and_then(|outcome| outcome["result"].as_str()) {
                Some("white") => "1–0",
                Some("black") => "0–1",
                Some("draw") => "½–½",
                _ => "",
            },
        };
        part.render().map_err(Error::internal)
    }

    fn against(
        &self,
        db: &mut Db,
        players: &[PersonId],
        reader: Viewpoint,
        now: NaiveDateTime,
    ) -> Result<Vec<Reason>, Error> {
        store::against(db, players, reader, now)
    }

    fn filled(&self, options: &Value) -> Result<Vec<(&'static str, String)>, Error> {
        let Options { minutes, increment_seconds, rated, .. } = Options::deserialize(options)?;
        let rated = if rated { "yes" } else { "no" };
        let numbers = [("minutes", minutes), ("increment_seconds", increment_seconds)];
        let numbers = numbers.map(|(name, number)| (name, number.to_string()));
        Ok(numbers.into_iter().chain([("rated", rated.to_owned())]).collect())
    }

    /// Act I.9.4: consent comes first.
    fn asks_first(&self, db: &mut Db, player: PersonId, now: NaiveDateTime) -> Result<Option<&'static str>, Error> {
        Ok(store::consent(db, player, now)?.given_at.is_none().then_some("/online-consent"))
    }

    fn act(&self, sent: &Fields) -> Result<Option<Act>, Error> {
        let text = sent.text("text").to_owned();
        let claim = |reason| Play::Claim { reason, announced: sent.some("text").map(str::to_owned) };
        let play = match sent.text("act") {
            "move" => Play::Move { text },
            "resign" => Play::Resign {},
            "offer_draw" => Play::OfferDraw {},
            "accept_draw" => Play::AcceptDraw {},
            "decline_draw" => Play::DeclineDraw {},
            "ask_take_back" => Play::AskTakeBack {},
            "accept_take_back" => Play::AcceptTakeBack {},
            "decline_take_back" => Play::DeclineTakeBack {},
            "claim_repetition" => claim(Claim::Repetition),
            "claim_fifty_moves" => claim(Claim::FiftyMoves),
            "rule" => {
                let (result, ending) = (sent.read("result")?, sent.read("ending")?);
                return Act::rule(&Ruling { result, ending, reason: text }).map(Some);
            }
            _ => return Ok(None),
        };
        Act::play(&play).map(Some)
    }

    fn files(&self) -> &'static [&'static str] {
        &["chessground.css", "chess.css", "chess.js"]
    }
}
