//! Chess for several at a table: the engine's game with people, colours and clocks (section 4). Pure.

use chrono::{NaiveDateTime, TimeDelta};
use rookery_boards::analysis::describe;
use rookery_boards::{Action, Event, Game, PerSeat, Seat as Colour, Status};
use rookery_messages::{self as messages, say};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::exposure::Exposure;
use super::options::{Clock, Options, in_words, said};
use crate::error::Refusal;
use crate::tables::{Seat, State, Step, clock::Clocks};

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Play {
    /// `d2-d4`, `b8xb1`, `g7-g8=Q`, or as 5.2 also reads it.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
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
    /// By the letter of the colour: `1/3` (section 6).
    pub scores: Map<String, Value>,
    /// The colour of each seat.
    pub colours: Vec<String>,
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

    fn left_ms(&self, now: NaiveDateTime) -> Value {
        let left = self.left_at(now);
        let of = |&colour: &Colour| (colour.to_string(), json!(left[colour as usize].num_milliseconds()));
        let mut players: Vec<Colour> = self.colours.clone();
        players.sort();
        Value::Object(players.iter().map(of).collect())
    }

    fn stop_clocks(&mut self, at: NaiveDateTime) {
        self.clocks.stop(self.game.turn() as usize, at);
    }

    fn play(&mut self, colour: Colour, play: Play, at: NaiveDateTime) -> Result<Value, Refusal> {
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

    fn make(&mut self, colour: Colour, text: &str, at: NaiveDateTime) -> Result<Value, Refusal> {
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
        self.game.make(&short).map_err(refused)?;
        left[turn as usize] = self.clock.after_move(left[turn as usize]);
        let mut effect = self.settle(left, at);
        if let Some(taking) = takings.iter().find(|taking| effect["move"] == taking.notation) {
            effect["taken"] = json!(taking);
        }
        Ok(effect)
    }

    fn act(&mut self, action: Action, at: NaiveDateTime) -> Result<Value, Refusal> {
        let left = self.left_at(at);
        self.game.act(action).map_err(refused)?;
        Ok(self.settle(left, at))
    }

    /// Takes over what a step came to, and tells it; `left` is what clocks have if a turn ended with it.
    fn settle(&mut self, left: PerSeat<TimeDelta>, at: NaiveDateTime) -> Value {
        let events = self.game.take_events();
        self.exposure.note(&self.game, &events);
        let turned = events.iter().any(|event| matches!(event, Event::Moved { .. } | Event::Removed { .. }));
        if turned {
            self.clocks.set(left, at);
        }
        let mut effect = Map::new();
        effect.insert("events".to_owned(), events.iter().map(|event| json!(event.to_string())).collect());
        if let Some(Event::Moved { notation, long, .. }) = events.first() {
            effect.insert("move".to_owned(), json!(notation));
            effect.insert("written".to_owned(), json!(long));
            let mut squares = notation.split(['-', 'x', '=']).map(str::to_owned);
            self.last = squares.next().zip(squares.next()).map(|(from, to)| [from, to]);
        }
        if turned {
            effect.insert("position".to_owned(), json!(self.game.setup().mpn()));
        }
        self.end(at);
        let turn = if self.ended.is_some() { Value::Null } else { json!(self.game.turn().to_string()) };
        effect.insert("turn".to_owned(), turn);
        effect.insert("left_ms".to_owned(), self.left_ms(at));
        if let Some(ended) = &self.ended {
            effect.insert("ended".to_owned(), json!(ended));
        }
        Value::Object(effect)
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
            scores: players.iter().map(|&colour| (colour.to_string(), json!(share(colour)))).collect(),
            colours: self.colours.iter().map(Colour::to_string).collect(),
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
    fn step(&mut self, step: Step<'_>, at: NaiveDateTime) -> Result<Value, Refusal> {
        match step {
            Step::Play { seat, play } => {
                let play = Play::deserialize(play).map_err(|error| {
                    let error = messages::Value::text(error);
                    let detail = say!("This is nothing that is done in chess for several: {error}.", error);
                    Refusal::field("play", detail).with("rule", "5.3")
                })?;
                let colour = self.colour(seat).ok_or_else(|| crate::not_found!("seat"))?;
                self.play(colour, play, at)
            }
            Step::Ruling(ruling) => {
                let Ruling { colour, leaves, .. } = Ruling::deserialize(ruling).map_err(|error| {
                    let error = messages::Value::text(error);
                    let detail =
                        say!("A justice says colour, leaves (resigned or timed_out) and reason: {error}.", error);
                    Refusal::field("ruling", detail).act("I.9.6")
                })?;
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
                Ok(json!({ "left_ms": self.left_ms(at) }))
            }
            Step::Resumed => {
                self.clocks.go_on(at);
                Ok(json!({ "left_ms": self.left_ms(at) }))
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

    fn outcome(&self) -> Option<Value> {
        self.ended.as_ref().map(|ended| json!(ended))
    }

    fn view(&self, viewer: Option<Seat>, now: NaiveDateTime) -> Value {
        let state = self.game.state();
        let statuses = state.setup.statuses;
        let mut view = describe(&state);
        view.shift_remove("events");
        let offer = |(by, agreed): &(Colour, Vec<Colour>)| {
            let agreed: Vec<String> = agreed.iter().map(Colour::to_string).collect();
            (by.to_string(), json!({ "agreed": agreed, "turns": self.turns_until(*by, &statuses) }))
        };
        view.insert("offers".to_owned(), Value::Object(state.offers.iter().map(offer).collect()));
        let threats: Vec<Value> = self
            .exposure
            .threats()
            .map(|(king, by)| json!({ "king": king.to_string(), "by": by.to_string() }))
            .collect();
        let colours: Vec<String> = self.colours.iter().map(Colour::to_string).collect();
        view.insert("colours".to_owned(), json!(colours));
        view.insert("last".to_owned(), json!(self.last));
        view.insert("left_ms".to_owned(), self.left_ms(now));
        view.insert("runs".to_owned(), json!(self.clocks.run()));
        view.insert("threats".to_owned(), json!(threats));
        view.insert("takings".to_owned(), json!(self.exposure.takings(&self.game)));
        view.insert("ended".to_owned(), json!(self.ended));
        if viewer.is_some_and(|seat| self.turn().contains(&seat)) {
            let moves: Vec<String> = self.game.legal().into_iter().map(|(notation, _)| notation).collect();
            view.insert("moves".to_owned(), json!(moves));
        }
        Value::Object(view)
    }

    fn plays(&self, seat: Seat) -> bool {
        let statuses = self.game.state().setup.statuses;
        self.colour(seat).is_some_and(|colour| statuses[colour as usize] == Status::Active)
    }

    fn at_rest(&self, play: &Value) -> bool {
        ["resign", "offer_draw", "accept_draw", "decline_draw"].iter().any(|kind| play["kind"] == *kind)
    }

    fn copy(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }
}
