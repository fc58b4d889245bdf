//! Chess online as pages: its part of a table's page, and consent to its terms.

mod consent;
mod notes;
mod offers;
mod small;

use askama::Template;
use chrono::NaiveDateTime;
use chrono_tz::Tz;
use rookery_messages::say;
use serde_json::Value;
use shakmaty::Color;

use super::rules::begin::Reason;
use super::rules::material::Stood;
use super::rules::{Claim, Effect, Ended, Moved, Options, Play, Ruling, View, take_back};
use super::store::{self, Consent};
use super::{Chess, pgn};
use crate::auth::Viewpoint;
use crate::conduct::decisions::veil::Veil;
use crate::db::Db;
use crate::error::Error;
use crate::games::pages::Board;
use crate::games::{self, Ending};
use crate::id::PersonId;
use crate::ratings::Outcome;
use crate::routes;
use crate::rulebook;
use crate::tables::pages::challenge::Open;
use crate::tables::pages::door::{self, Act, ActOf, GamePage, GamePart, Seen};
use crate::tables::{Chair, Entry, Seat, Stage, Table, TableId};
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
    seen: &'a Seen<'a, View>,
    zone: Tz,
    /// What the viewer has consented to, where that is asked.
    consent: Option<Consent>,
    /// The moves that stand.
    moves: Vec<Moved>,
    /// Those of a game that is over as its notes sign them: `!?`.
    signs: Vec<&'static str>,
    board: Option<Board>,
    /// What was taken and the clocks as the board shows them, where a game that is over is looked at before its end.
    stood: Option<Stood>,
    result: &'static str,
    /// The colour at the lower edge of the board.
    below: Color,
    /// Half-moves after which the board of a running game is shown.
    looks_back: Option<usize>,
}

/// A move and its answer, as the list of moves has them.
struct Row<'a> {
    number: usize,
    halves: Vec<Half<'a>>,
}

struct Half<'a> {
    ply: usize,
    san: &'a str,
    sign: &'static str,
    fen: &'a str,
    uci: &'a str,
}

/// A player at the board.
struct Side {
    seat: Seat,
    /// Whether it is the viewer.
    own: bool,
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

    /// Whether its game is for points.
    fn is_rated(&self) -> bool {
        self.seen.view.table.options_of::<Chess>().is_ok_and(|options| options.rated)
    }

    /// Whether it is the viewer's move.
    fn moves(&self) -> bool {
        self.seen.view.seat.is_some_and(|seat| self.seen.view.turn.contains(&seat))
    }

    fn may_offer(&self) -> bool {
        self.seen.state.and_then(|state| state.may_offer) == Some(true)
    }

    fn may_ask_back(&self) -> bool {
        self.runs() && self.seen.state.and_then(|state| state.may_ask_back) == Some(true)
    }

    fn may_claim(&self, claim: Claim) -> bool {
        let claims = self.seen.state.and_then(|state| state.claims.as_ref());
        claims.is_some_and(|claims| claims.contains(&claim))
    }

    /// What the script knows of the game.
    fn state(&self) -> Value {
        self.seen.view.state.as_ref().and_then(|state| state.json().ok()).unwrap_or_default()
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

    fn rows(&self) -> Vec<Row<'_>> {
        let mut rows: Vec<Row<'_>> = Vec::new();
        for (place, Moved { san, fen, uci, .. }) in self.moves.iter().enumerate() {
            let sign = self.signs.get(place).copied().unwrap_or_default();
            let half = Half { ply: place + 1, san, sign, fen, uci };
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
        let stood = self.stood.as_ref().or(self.seen.state.map(|state| &state.stood));
        let side = |(place, chair): (usize, &Chair)| {
            let left = stood.map_or(0, |stood| stood.left_ms[place]) / 1000;
            let name = chair.person.as_ref().map_or_else(String::new, |person| person.name.clone());
            let colour = ChessPage.seat(self.frame, chair.seat);
            let own = view.seat == Some(chair.seat);
            let turn = if own {
                self.frame.t("chess-your-move").with("colour", &colour).to_string()
            } else {
                self.frame.t("chess-to-move").with("colour", &colour).with("name", &name).to_string()
            };
            let lost = if chair.seat == 0 { "black" } else { "white" };
            let taken = stood.into_iter().flat_map(|stood| &stood.taken[place]);
            let ahead = stood.map_or(0, |stood| stood.ahead) * if chair.seat == 0 { 1 } else { -1 };
            Side {
                seat: chair.seat,
                own,
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

    /// Both by the same facts, which tell the reader of no ban that they may not know of (T42).
    fn open(&self, db: &mut Db, people: &[PersonId], veil: &Veil, now: NaiveDateTime) -> Result<Open, Error> {
        let facts = store::facts(db, people, veil, now)?.without_hidden_bans();
        Ok(Open { for_points: facts.against(true).is_empty(), for_fun: facts.against(false).is_empty() })
    }

    /// Act I.9.4: consent comes first.
    fn asks_first(&self, db: &mut Db, player: PersonId, now: NaiveDateTime) -> Result<Option<&'static str>, Error> {
        Ok(store::consent(db, player, now)?.given_at.is_none().then_some("/online-consent"))
    }

    fn files(&self) -> &'static [&'static str] {
        &["chessground.css", "chess.css", "chess.js", "marks.js"]
    }
}

impl GamePart for ChessPage {
    type Game = Chess;

    fn options(&self, sent: &Fields) -> Result<Options, Error> {
        let (minutes, increment_seconds) = (sent.needed("minutes")?, sent.needed("increment_seconds")?);
        let rated = sent.text("rated") != "no";
        Ok(Options { minutes, increment_seconds, rated, ..Options::default() })
    }

    /// For points, with ten minutes each and five seconds a move.
    fn usual(&self) -> Option<Options> {
        Some(Options { minutes: 10, increment_seconds: 5, ..Options::default() })
    }

    fn terms(&self, frame: &Frame, options: &Options) -> String {
        let mut terms = door::clock(frame.language, options.minutes, options.increment_seconds);
        if !options.castling {
            terms = format!("{terms}, {}", frame.t("chess-no-castling"));
        }
        let counts = if options.rated { "chess-for-points" } else { "chess-unrated" };
        format!("{terms}, {}", frame.t(counts))
    }

    fn against(
        &self,
        db: &mut Db,
        options: &Options,
        players: &[PersonId],
        reader: Viewpoint,
        now: NaiveDateTime,
    ) -> Result<Vec<Reason>, Error> {
        let veil = Veil::before(db, reader, now)?;
        Ok(store::facts(db, players, &veil, now)?.against(options.rated))
    }

    fn for_fun(&self, options: &Options) -> Option<Options> {
        options.rated.then(|| Options { rated: false, ..options.clone() })
    }

    fn outcome(&self, frame: &Frame, outcome: &Ended) -> String {
        let result = frame.word("outcome", outcome.result).to_string();
        let ending = frame.word("ending", outcome.ending).to_string();
        match &outcome.reason {
            Some(reason) => {
                frame.t("chess-ruled").with("result", result).with("ending", ending).with("reason", reason).to_string()
            }
            None => format!("{result}: {ending}"),
        }
    }

    fn small(&self, state: &View) -> Result<String, Error> {
        small::drawn(&state.fen).map_or(Ok(String::new()), |small| small.render().map_err(Error::internal))
    }

    fn first(&self, _: &Options) -> Result<String, Error> {
        small::drawn(small::FIRST).map_or(Ok(String::new()), |small| small.render().map_err(Error::internal))
    }

    fn line(&self, frame: &Frame, _: &Tz, entry: &Entry) -> Result<String, Error> {
        let effect = entry.effect_of::<Chess>()?;
        let said = match &effect {
            Effect::Moved(Moved { san, .. }) => Some(frame.san(san)),
            other => offers::said(frame, other),
        };
        let ended = effect.ended().map(|ended| self.outcome(frame, ended));
        Ok(said.into_iter().chain(ended).collect::<Vec<_>>().join(" · "))
    }

    fn part(&self, db: &mut Db, seen: &Seen<'_, View>) -> Result<String, Error> {
        let (frame, table) = (seen.frame, &seen.view.table);
        let asks = seen.view.seat.is_some() && table.stage == Stage::Open;
        let consent = match seen.viewer.filter(|_| asks) {
            Some(person) => Some(store::consent(db, person, seen.view.now)?),
            None => None,
        };
        let zone = rulebook::in_force(db, seen.view.now)?.time_zone;
        let moves = take_back::standing(seen.log.iter().map(|entry| &**entry))?;
        let game = table.started_at.map(|_| pgn::read(table, &moves)).transpose()?;
        let over = matches!(table.stage, Stage::Ended | Stage::Archived);
        let ply = seen.asked("ply").and_then(|ply| ply.parse().ok());
        let own = if seen.view.seat == Some(1) { Color::Black } else { Color::White };
        let below = if seen.asked("flip").is_some() { own.other() } else { own };
        let mut board = game.map(|game| Board::of(&game, ply, below));
        let (mut stood, mut signs) = (None, Vec::new());
        if let Some(board) = board.as_mut().filter(|_| over) {
            let noted = super::notes::all(db, table.id)?;
            let analysis = super::analysis::of(db, table.id)?;
            let minutes = table.options_of::<Chess>()?.minutes;
            let told = notes::FinishedGame { minutes, moves: &moves, notes: &noted, analysis };
            notes::beside(frame, table.id, &told, board)?;
            // The list of moves is beside the board, as while it was played.
            signs = std::mem::take(&mut board.moves).into_iter().map(|played| played.sign).collect();
            stood = Stood::after(&moves, board.ply, minutes);
        }
        let looks_back = board.as_ref().filter(|board| !over && board.ply < board.last).map(|board| board.ply);
        let part = Part {
            frame,
            seen,
            zone,
            consent,
            moves,
            signs,
            board,
            stood,
            below,
            looks_back,
            result: match table.outcome_of::<Chess>().map(|ended| ended.result) {
                Some(Outcome::White) => "1–0",
                Some(Outcome::Black) => "0–1",
                Some(Outcome::Draw) => "½–½",
                None => "",
            },
        };
        part.render().map_err(Error::internal)
    }

    fn filled(&self, options: &Options) -> Result<Vec<(&'static str, String)>, Error> {
        let &Options { minutes, increment_seconds, rated, .. } = options;
        let rated = if rated { "yes" } else { "no" };
        let numbers = [("minutes", minutes), ("increment_seconds", increment_seconds)];
        let numbers = numbers.map(|(name, number)| (name, number.to_string()));
        Ok(numbers.into_iter().chain([("rated", rated.to_owned())]).collect())
    }

    fn act(&self, sent: &Fields) -> Result<Option<ActOf<Chess>>, Error> {
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
                let result = sent.choice("result", say!("Choose how the game went."))?;
                let ending = sent.choice("ending", say!("Choose how the game ended."))?;
                return Ok(Some(Act::Rule(Ruling { result, ending, reason: text })));
            }
            _ => return Ok(None),
        };
        Ok(Some(Act::Play(play)))
    }
}
