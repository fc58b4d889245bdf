//! Chess on a board with clocks: the position after each step, and when it is over (Acts I.1, I.7, I.9). Pure.

pub mod begin;
mod ending;
mod kept;
pub mod material;
mod refused;
pub mod take_back;

use std::collections::{BTreeMap, HashMap};

use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::{Message, Value, say};
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, fen::Fen};

use crate::error::Refusal;
use crate::games::moves::read_san;
use crate::games::{Ending, diagram};
use crate::ratings::Outcome as Result_;
use crate::tables::{Seat, State, Step, clock::Clocks};
pub use kept::{Claim, Effect, Ended, Moved, Options, Play, Ruling, Side, View};
use material::Stood;
use take_back::TakeBack;

/// The board and the clocks.
#[derive(Clone)]
pub struct Board {
    position: Chess,
    /// How often each position occurred since the last capture or pawn move; earlier ones cannot
    /// recur.
    seen: HashMap<Chess, u32>,
    last: Option<Move>,
    castling: bool,
    increment: TimeDelta,
    /// White's and Black's.
    clocks: Clocks<2>,
    /// Who offers a draw that was not answered.
    offer: Option<Color>,
    /// Who has offered one since their last move.
    has_offered: [bool; 2],
    /// Who has declined one, until the player who offered it moves.
    declined: Option<Color>,
    back: TakeBack,
    ended: Option<Ended>,
}

fn side(color: Color) -> usize {
    color.fold_wb(0, 1)
}

/// A side within a sentence.
fn colour(color: Color) -> Message {
    color.fold_wb(say!("White"), say!("Black"))
}

impl Board {
    /// The first array, White's clock running.
    pub fn new(options: &Options, at: NaiveDateTime) -> Board {
        let position = Chess::default();
        Board {
            seen: HashMap::from([(position.clone(), 1)]),
            position,
            last: None,
            castling: options.castling,
            increment: TimeDelta::seconds(options.increment_seconds.into()),
            clocks: Clocks::new(TimeDelta::minutes(options.minutes.into()), at),
            offer: None,
            has_offered: [false; 2],
            declined: None,
            back: TakeBack::of(options.rated),
            ended: None,
        }
    }

    /// Whose clock runs.
    fn mover(&self) -> usize {
        self.position.turn().fold_wb(0, 1)
    }

    fn left_ms(&self, now: NaiveDateTime) -> [i64; 2] {
        self.clocks.left(self.mover(), now).map(|left| left.num_milliseconds())
    }

    /// The legal move that somebody wrote, in either notation.
    fn legal(&self, text: &str) -> Result<Move, Refusal> {
        let written = text.trim();
        let read = |written: &str| {
            let by_squares =
                UciMove::from_ascii(written.as_bytes()).ok().and_then(|uci| uci.to_move(&self.position).ok());
            by_squares.or_else(|| {
                read_san(written.trim_end_matches(['+', '#']).as_bytes()).ok()?.to_move(&self.position).ok()
            })
        };
        let Some(found) = read(written) else {
            let written: String = written.chars().take(12).collect();
            let promoted =
                [format!("{written}q"), format!("{written}=Q")].into_iter().find(|text| read(text).is_some());
            let detail = match promoted {
                Some(promoted) => {
                    say!("Name the piece that the pawn becomes: `{promoted}`.", promoted = Value::moves(promoted))
                }
                None => refused::why(&self.position, &written)
                    .unwrap_or_else(|| say!("`{written}` is no legal move here.", written)),
            };
            return Err(Refusal::field("play.move", detail).act("I.1"));
        };
        if found.is_castle() && !self.castling {
            let detail = say!("By the house rules there is no castling in online games.");
            return Err(Refusal::field("play.move", detail).act("I.9.11"));
        }
        Ok(found)
    }

    /// A legal move as it is written.
    fn written(&self, legal: Move) -> String {
        SanPlus::from_move(self.position.clone(), legal).to_string()
    }

    fn must_move(&self, color: Color) -> Result<(), Refusal> {
        if self.position.turn() == color {
            return Ok(());
        }
        let mover = colour(self.position.turn());
        Err(Refusal::conflict(say!("Not your turn"), say!("{mover} has the move.", mover)).act("I.1"))
    }

    fn play(&mut self, color: Color, play: Play, at: NaiveDateTime) -> Result<Effect, Refusal> {
        match play {
            Play::Move { text } => self.make(color, &text, at),
            Play::Resign {} => {
                let result = Result_::from(crate::games::agreement::GameResult::won_by(Some(color.other())));
                Ok(self.end(result, Ending::Resignation, at))
            }
            Play::OfferDraw {} => self.offer(color),
            Play::AcceptDraw {} => {
                self.answer(color)?;
                Ok(self.end(Result_::Draw, Ending::DrawAgreed, at))
            }
            Play::DeclineDraw {} => {
                self.answer(color)?;
                self.offer = None;
                self.declined = Some(color);
                Ok(Effect::Declined { declined: color.into() })
            }
            Play::AskTakeBack {} => self.ask_back(color),
            Play::AcceptTakeBack {} => self.take_back(color, at),
            Play::DeclineTakeBack {} => self.decline_back(color),
            Play::Claim { reason, announced } => {
                self.must_move(color)?;
                let announced = announced.map(|text| self.legal(&text)).transpose()?;
                let ending = ending::claimed(&self.position, &self.seen, reason, announced)?;
                Ok(self.end(Result_::Draw, ending, at))
            }
        }
    }

    fn make(&mut self, color: Color, text: &str, at: NaiveDateTime) -> Result<Effect, Refusal> {
        self.must_move(color)?;
        let legal = self.legal(text)?;
        let san = self.written(legal);
        let mut left = self.clocks.left(self.mover(), at);
        left[side(color)] += self.increment;
        self.clocks.set(left, at);
        self.put(legal);
        self.back.moved(color, legal);
        self.has_offered[side(color)] = false;
        self.declined = self.declined.filter(|declined| *declined == color);
        if self.offer == Some(color.other()) {
            self.offer = None;
        }
        if let Some((result, ending)) = ending::by_itself(&self.position, &self.seen) {
            self.end(result, ending, at);
        }
        let uci = UciMove::from_standard(legal).to_string();
        let (left_ms, ended) = (Some(self.left_ms(at)), self.ended.clone());
        Ok(Effect::Moved(Moved { san, uci, fen: self.fen(), left_ms, ended }))
    }

    /// A legal move on the board.
    fn put(&mut self, legal: Move) {
        if legal.is_zeroing() {
            self.seen.clear();
        }
        self.position.play_unchecked(legal);
        *self.seen.entry(self.position.clone()).or_default() += 1;
        self.last = Some(legal);
    }

    fn offer(&mut self, color: Color) -> Result<Effect, Refusal> {
        if self.offer == Some(color.other()) {
            return Err(
                Refusal::conflict(say!("Offered already"), say!("The other side offers a draw: accept it.")).act("I.1")
            );
        }
        if self.has_offered[side(color)] {
            let detail = say!("You have offered a draw since your last move; make another move before the next offer.");
            return Err(Refusal::conflict(say!("Offered already"), detail).act("I.2"));
        }
        self.offer = Some(color);
        self.declined = None;
        self.has_offered[side(color)] = true;
        Ok(Effect::Offered { offered: color.into() })
    }

    /// Whether it makes sense to offer a draw now: none stands, and none was offered since the last move.
    fn may_offer(&self, color: Color) -> bool {
        self.ended.is_none() && self.offer.is_none() && !self.has_offered[side(color)]
    }

    fn answer(&self, color: Color) -> Result<(), Refusal> {
        if self.offer == Some(color.other()) {
            return Ok(());
        }
        Err(Refusal::conflict(say!("No offer"), say!("The other side offers no draw, or no longer.")).act("I.1"))
    }

    fn rule(&mut self, ruling: Ruling, at: NaiveDateTime) -> Result<Effect, Refusal> {
        ending::ruled(&self.position, &self.seen, &ruling)?;
        let Ruling { result, ending, reason } = ruling;
        Ok(self.end_as(Ended { result, ending, reason: Some(reason) }, at))
    }

    fn end(&mut self, result: Result_, ending: Ending, at: NaiveDateTime) -> Effect {
        self.end_as(Ended { result, ending, reason: None }, at)
    }

    fn end_as(&mut self, ended: Ended, at: NaiveDateTime) -> Effect {
        self.clocks.stop(self.mover(), at);
        self.ended = Some(ended.clone());
        Effect::Ended { ended, left_ms: self.left_ms(at) }
    }

    fn fen(&self) -> String {
        Fen::from_position(&self.position, EnPassantMode::Legal).to_string()
    }

    /// From where to where the mover may go.
    fn goals(&self) -> BTreeMap<String, Vec<String>> {
        let mut goals: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for legal in self.position.legal_moves() {
            if let UciMove::Normal { from, to, promotion } = UciMove::from_standard(legal)
                && promotion.is_none_or(|role| role == shakmaty::Role::Queen)
                && (self.castling || !legal.is_castle())
            {
                goals.entry(from.to_string()).or_default().push(to.to_string());
            }
        }
        goals
    }
}

impl State for Board {
    type Game = super::Chess;

    fn step(&mut self, step: Step<Play, Ruling>, at: NaiveDateTime) -> Result<Effect, Refusal> {
        if self.ended.is_some() {
            return Err(Refusal::conflict(say!("Over"), say!("The game is over.")).act("I.1"));
        }
        match step {
            Step::Play { seat, play } => self.play(Color::from_white(seat == 0), play, at),
            Step::Ruling(ruling) => self.rule(ruling, at),
            // A flag that falls loses at once, whatever is left to mate with (Act I.7.5).
            Step::Time => {
                let winner = self.position.turn().other();
                let result = crate::games::agreement::GameResult::won_by(Some(winner)).into();
                Ok(self.end(result, Ending::Flag, at))
            }
            Step::Adjourned => {
                // There is time to think of a draw again.
                self.has_offered = [false; 2];
                self.declined = None;
                self.back.adjourned();
                self.clocks.stop(self.mover(), at);
                Ok(Effect::Clocks { left_ms: self.left_ms(at) })
            }
            Step::Resumed => {
                self.clocks.go_on(at);
                Ok(Effect::Clocks { left_ms: self.left_ms(at) })
            }
        }
    }

    fn turn(&self) -> Vec<Seat> {
        if self.ended.is_some() { Vec::new() } else { vec![self.position.turn().fold_wb(0, 1)] }
    }

    fn due(&self) -> Option<NaiveDateTime> {
        self.clocks.due(self.mover())
    }

    fn outcome(&self) -> Option<Ended> {
        self.ended.clone()
    }

    fn view(&self, viewer: Option<Seat>, now: NaiveDateTime) -> View {
        let own = viewer.map(|seat| Color::from_white(seat == 0));
        let has_turn = viewer.is_some_and(|seat| self.turn().contains(&seat));
        View {
            fen: self.fen(),
            turn: self.position.turn().into(),
            check: self.position.is_check(),
            last: self.last.map(|last| UciMove::from_standard(last).to_string()),
            runs: self.clocks.run(),
            offer: self.offer.map(Side::from),
            aloud: diagram::read_aloud(&self.position),
            ended: self.ended.clone(),
            declined: self.declined.map(Side::from),
            stood: Stood::of(&self.position, self.left_ms(now)),
            asks_back: self.back.asked_by(),
            declined_back: self.back.declined_by(),
            may_offer: own.map(|own| self.may_offer(own)),
            may_ask_back: own.map(|own| self.may_ask_back(own)),
            goals: has_turn.then(|| self.goals()),
            claims: has_turn.then(|| ending::claims(&self.position, &self.seen)),
        }
    }

    fn at_rest(&self, play: &Play) -> bool {
        matches!(play, Play::Resign {} | Play::OfferDraw {} | Play::AcceptDraw {} | Play::DeclineDraw {})
    }
}

#[cfg(test)]
mod tests;
