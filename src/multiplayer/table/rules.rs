//! Chess for several at a table: the engine's game with people, colours and clocks (section 4). Pure.

use std::collections::BTreeMap;
use std::fmt;

use chrono::{NaiveDateTime, TimeDelta};
use rookery_boards::analysis::describe;
use rookery_boards::{Action, Event, Game, PerSeat, Seat as Colour, State as Board, Status};
use rookery_messages::say;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::Multiplayer;
use super::exposure::{Exposure, Taking};
use super::happened::Happened;
use super::options::{Clock, Options, in_words, said};
use crate::error::Refusal;
use crate::games::moves::english_letter;
use crate::tables::{Seat, State, Step, clock::Clocks};

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Play {
    /// `d2-d4`, `b8xb1`, `g7-g8=Q`, or as 5.2 also reads it; with German letters, too, as German pages write them.
    Move {
        #[serde(rename = "move")]
        text: String,
    },
    Resign {},
    OfferDraw {},
    /// The offer of a colour, or the only one.
    AcceptDraw {
        of: Option<Letter>,
    },
    DeclineDraw {
        of: Option<Letter>,
    },
    Claim {
        reason: Claim,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    FiftyMoves,
    Repetition,
}

/// A colour by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub enum Letter {
    R,
    B,
    Y,
    G,
}

impl From<Letter> for Colour {
    fn from(letter: Letter) -> Colour {
        Colour::ALL[letter as usize]
    }
}

impl From<Colour> for Letter {
    fn from(colour: Colour) -> Letter {
        [Letter::R, Letter::B, Letter::Y, Letter::G][colour as usize]
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Colour::from(*self), formatter)
    }
}

/// A justice has a player leave the game, at his turn or not (4.5, 4.11).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    pub colour: Letter,
    pub leaves: Leaves,
    pub reason: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Leaves {
    Resigned,
    TimedOut,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    /// The shares in a line: `R 1/2, B 1/2, Y 0`.
    pub result: String,
    pub reason: String,
    /// `1/3` (section 6).
    pub scores: BTreeMap<Letter, String>,
    /// The colour of each seat.
    pub colours: Vec<Letter>,
}

/// What everybody has left.
pub type Left = BTreeMap<Letter, i64>;

/// The effect of a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// What happened on the board; `None` if the game was adjourned, or goes on.
    #[serde(flatten, deserialize_with = "told")]
    pub told: Option<BoardEffect>,
    pub left_ms: Left,
}

/// What stands beside the clocks, if anything does: serde takes what it cannot read in a flattened option for nothing.
fn told<'de, D: Deserializer<'de>>(beside: D) -> Result<Option<BoardEffect>, D::Error> {
    let beside = Map::deserialize(beside)?;
    let told = (!beside.is_empty()).then(|| BoardEffect::deserialize(Value::Object(beside)));
    told.transpose().map_err(D::Error::custom)
}

/// What a step did on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardEffect {
    /// The engine's.
    pub events: Vec<Happened>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// The move with its piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// After it, where the turn has passed on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who has the turn now; `None` if the game is over.
    pub turn: Option<Letter>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
    /// The king that was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken: Option<Taking>,
}

/// The game as somebody sees it.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    #[serde(flatten, serialize_with = "described")]
    pub game: Board,
    pub offers: BTreeMap<Letter, Offer>,
    /// The colour of each seat.
    pub colours: Vec<Letter>,
    /// The last move's squares.
    pub last: Option<[String; 2]>,
    pub left_ms: Left,
    pub runs: bool,
    pub threats: Vec<Threat>,
    pub takings: Vec<Taking>,
    pub ended: Option<Ended>,
    /// For the player whose turn it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
}

/// A draw that a colour offers.
#[derive(Clone, Debug, Serialize)]
pub struct Offer {
    pub agreed: Vec<Letter>,
    /// After how many turns it lapses.
    pub turns: usize,
}

/// A king that is attacked.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Threat {
    pub king: Letter,
    pub by: Letter,
}

/// As the engine tells it, without what the table says itself.
fn described<S: serde::Serializer>(board: &Board, serializer: S) -> Result<S::Ok, S::Error> {
    let mut described = describe(board);
    described.retain(|name, _| !["events", "offers"].contains(&name.as_str()));
    described.serialize(serializer)
}

/// A game at a table: the engine's, who plays what, and the clocks.
#[derive(Clone)]
pub struct Sitting {
    game: Game,
    /// The colour of each seat.
    colours: Vec<Colour>,
    clock: Clock,
    /// By colour.
    clocks: Clocks<4>,
    exposure: Exposure,
    /// The last move's squares, by name.
    last: Option<[String; 2]>,
    ended: Option<Ended>,
}

/// The engine's refusal as the service tells it: the rule is a section of the contract.
fn refused(refusal: rookery_boards::Refusal) -> Refusal {
    let rookery_boards::Refusal { rule, message } = refusal;
    let detail = say!("{why} (rule {rule}).", why = in_words(message), rule);
    let told = match rule {
        "2.2" | "4.2" | "5.2" => Refusal::field("play.move", detail),
        _ => Refusal::conflict(say!("Against the rules"), detail),
    };
    told.with("rule", rule)
}

/// The refusal of a move with what was written where the engine names what it read.
fn quoting(refusal: rookery_boards::Refusal, written: &str) -> rookery_boards::Refusal {
    let rookery_boards::Refusal { rule, message } = refusal;
    let message = message.map(|place, value| match place {
        "token" | "what" => written.into(),
        _ => value,
    });
    rookery_boards::Refusal { rule, message }
}

impl Sitting {
    /// The first position, the clock of the one who begins running.
    pub fn new(options: &Options, seed: i64, at: NaiveDateTime) -> Result<Sitting, Refusal> {
        let start = options.setup()?;
        let mut game =
            Game::new(start).map_err(|error| Refusal::field("options.start", in_words(error.0)).with("rule", "5.1"))?;
        game.take_events();
        let mut exposure = Exposure::default();
        exposure.note(&game, &[]);
        Ok(Sitting {
            game,
            colours: options.colours(seed)?,
            clock: options.clock,
            clocks: Clocks::new(options.clock.bank(), at),
            exposure,
            last: None,
            ended: None,
        })
    }

    fn colour(&self, seat: Seat) -> Option<Colour> {
        usize::try_from(seat).ok().and_then(|seat| self.colours.get(seat).copied())
    }

    /// What everybody has left; only the clock of the player to move runs.
    fn left_at(&self, now: NaiveDateTime) -> PerSeat<TimeDelta> {
        self.clocks.left(self.game.turn() as usize, now)
    }

    fn left_ms(&self, now: NaiveDateTime) -> Left {
        let left = self.left_at(now);
        self.colours.iter().map(|&colour| (colour.into(), left[colour as usize].num_milliseconds())).collect()
    }

    /// The colour of each seat.
    pub fn letters(&self) -> Vec<Letter> {
        self.colours.iter().map(|&colour| colour.into()).collect()
    }

    fn stop_clocks(&mut self, at: NaiveDateTime) {
        self.clocks.stop(self.game.turn() as usize, at);
    }

    fn play(&mut self, colour: Colour, play: Play, at: NaiveDateTime) -> Result<Effect, Refusal> {
        let action = match play {
            Play::Move { text } => return self.make(colour, text.trim(), at),
            Play::Resign {} => Action::Resign(Some(colour)),
            Play::OfferDraw {} => Action::Offer(Some(colour)),
            Play::AcceptDraw { of } => Action::Accept { by: colour, of: of.map(Colour::from) },
            Play::DeclineDraw { of } => Action::Decline { by: colour, of: of.map(Colour::from) },
            Play::Claim { reason: Claim::FiftyMoves } => {
                Action::Claim { by: colour, claim: rookery_boards::Claim::Fifty }
            }
            Play::Claim { reason: Claim::Repetition } => {
                Action::Claim { by: colour, claim: rookery_boards::Claim::Repetition }
            }
        };
        self.act(action, at)
    }

    fn make(&mut self, colour: Colour, text: &str, at: NaiveDateTime) -> Result<Effect, Refusal> {
        let turn = self.game.turn();
        if self.ended.is_none() && turn != colour {
            let detail = say!(
                "{turn} has the turn, not {seat}; turns go round clockwise (rule 3).",
                turn = said(turn),
                seat = said(colour)
            );
            return Err(Refusal::conflict(say!("Not your turn"), detail).with("rule", "3"));
        }
        let takings = self.exposure.takings(&self.game);
        let mut left = self.left_at(at);
        let short: String = text.chars().take(LONGEST_MOVE).collect();
        let read: String = short.chars().map(english_letter).collect();
        self.game.make(&read).map_err(|refusal| refused(quoting(refusal, &short)))?;
        left[turn as usize] = self.clock.after_move(left[turn as usize]);
        let mut effect = self.settle(left, at);
        if let Some(told) = &mut effect.told {
            told.taken = takings.into_iter().find(|taking| told.notation.as_ref() == Some(&taking.notation));
        }
        Ok(effect)
    }

    fn act(&mut self, action: Action, at: NaiveDateTime) -> Result<Effect, Refusal> {
        let left = self.left_at(at);
        self.game.act(action).map_err(refused)?;
        Ok(self.settle(left, at))
    }

    /// Applies the effect of a step, and reports it; `left` is what clocks have if a turn ended with it.
    fn settle(&mut self, left: PerSeat<TimeDelta>, at: NaiveDateTime) -> Effect {
        let events = self.game.take_events();
        self.exposure.note(&self.game, &events);
        let turned = events.iter().any(|event| matches!(event, Event::Moved { .. } | Event::Removed { .. }));
        if turned {
            self.clocks.set(left, at);
        }
        let moved = match events.first() {
            Some(Event::Moved { notation, long, .. }) => Some((notation.clone(), long.clone())),
            _ => None,
        };
        if let Some((notation, _)) = &moved {
            let board = self.game.setup().board;
            self.last = board.ends(notation).map(|ends| ends.map(|square| board.square_name(square)));
        }
        self.end(at);
        let (notation, written) = moved.unzip();
        let told = BoardEffect {
            events: events.iter().map(Happened::from).collect(),
            notation,
            written,
            position: turned.then(|| self.game.setup().mpn()),
            turn: self.ended.is_none().then(|| self.game.turn().into()),
            ended: self.ended.clone(),
            taken: None,
        };
        Effect { told: Some(told), left_ms: self.left_ms(at) }
    }

    /// Notes the end, if it has come (section 6).
    fn end(&mut self, at: NaiveDateTime) {
        let state = self.game.state();
        let (Some(reason), Some(scores)) = (state.reason, state.scores) else { return };
        self.stop_clocks(at);
        let players: Vec<Colour> = Colour::ALL.into_iter().filter(|colour| self.colours.contains(colour)).collect();
        let share = |colour: Colour| scores[colour as usize].to_string();
        let told: Vec<String> = players.iter().map(|&colour| format!("{colour} {}", share(colour))).collect();
        self.ended = Some(Ended {
            result: told.join(", "),
            reason: reason.name().to_owned(),
            scores: players.iter().map(|&colour| (colour.into(), share(colour))).collect(),
            colours: self.letters(),
        });
    }

    /// Turns until an offer lapses: it does when its maker's turn comes (4.6).
    fn turns_until(&self, offerer: Colour, statuses: &PerSeat<Status>) -> usize {
        let mut colour = self.game.turn();
        for turns in 1..=4 {
            colour = colour.next();
            while !statuses[colour as usize].in_rotation() {
                colour = colour.next();
            }
            if colour == offerer {
                return turns;
            }
        }
        0
    }
}

/// Letters of a move that are looked at.
const LONGEST_MOVE: usize = 32;

impl State for Sitting {
    type Game = Multiplayer;

    fn step(&mut self, step: Step<Play, Ruling>, at: NaiveDateTime) -> Result<Effect, Refusal> {
        match step {
            Step::Play { seat, play } => {
                let colour = self.colour(seat).ok_or_else(|| crate::not_found!("seat"))?;
                self.play(colour, play, at)
            }
            Step::Ruling(Ruling { colour, leaves, .. }) => {
                let colour = Some(Colour::from(colour));
                let action = match leaves {
                    Leaves::Resigned => Action::Resign(colour),
                    Leaves::TimedOut => Action::Timeout(colour),
                };
                self.act(action, at)
            }
            Step::Time => self.act(Action::Timeout(None), at),
            Step::Adjourned => {
                self.stop_clocks(at);
                Ok(Effect { told: None, left_ms: self.left_ms(at) })
            }
            Step::Resumed => {
                self.clocks.go_on(at);
                Ok(Effect { told: None, left_ms: self.left_ms(at) })
            }
        }
    }

    fn turn(&self) -> Vec<Seat> {
        let turn = self.game.turn();
        let awaited = self.ended.is_none().then(|| self.colours.iter().position(|&colour| colour == turn)).flatten();
        awaited.map(|seat| seat as Seat).into_iter().collect()
    }

    fn due(&self) -> Option<NaiveDateTime> {
        self.clocks.due(self.game.turn() as usize)
    }

    fn outcome(&self) -> Option<Ended> {
        self.ended.clone()
    }

    fn view(&self, viewer: Option<Seat>, now: NaiveDateTime) -> View {
        let game = self.game.state();
        let offer = |(by, agreed): &(Colour, Vec<Colour>)| {
            let agreed = agreed.iter().map(|&colour| colour.into()).collect();
            ((*by).into(), Offer { agreed, turns: self.turns_until(*by, &game.setup.statuses) })
        };
        let has_turn = viewer.is_some_and(|seat| self.turn().contains(&seat));
        View {
            offers: game.offers.iter().map(offer).collect(),
            colours: self.letters(),
            last: self.last.clone(),
            left_ms: self.left_ms(now),
            runs: self.clocks.run(),
            threats: self.exposure.threats().map(|(king, by)| Threat { king: king.into(), by: by.into() }).collect(),
            takings: self.exposure.takings(&self.game),
            ended: self.ended.clone(),
            moves: has_turn.then(|| self.game.legal().into_iter().map(|(notation, _)| notation).collect()),
            game,
        }
    }

    fn plays(&self, seat: Seat) -> bool {
        let statuses = self.game.state().setup.statuses;
        self.colour(seat).is_some_and(|colour| statuses[colour as usize] == Status::Active)
    }

    fn at_rest(&self, play: &Play) -> bool {
        matches!(play, Play::Resign {} | Play::OfferDraw {} | Play::AcceptDraw { .. } | Play::DeclineDraw { .. })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_log_is_read_as_it_was_written() {
        let left = json!({ "R": 60_000, "B": 59_000 });
        let ended =
            json!({ "result": "R 1, B 0", "reason": "last", "scores": { "R": "1", "B": "0" }, "colours": ["B", "R"] });
        let taken = json!({ "move": "a1xa8", "king": "B", "why": "exposed", "since": ["R:a1-a2"] });
        for (effect, is_told) in [
            (json!({ "left_ms": left }), false),
            (json!({ "events": ["R:offer"], "turn": "R", "left_ms": left }), true),
            (
                json!({
                    "events": ["R:a1xa8"], "move": "a1xa8", "written": "Ra1xa8", "position": "cross14", "turn": null,
                    "left_ms": left, "ended": ended, "taken": taken,
                }),
                true,
            ),
        ] {
            let read: Effect = serde_json::from_value(effect.clone()).unwrap();
            assert_eq!(read.told.is_some(), is_told);
            assert_eq!(serde_json::to_value(read).unwrap(), effect);
        }
        let unreadable = json!({ "events": "R:a1xa8", "turn": null, "left_ms": left });
        assert!(serde_json::from_value::<Effect>(unreadable).is_err(), "not taken for clocks alone");
    }
}
