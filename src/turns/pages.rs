//! Games of turns as pages: the board, a button for each choice, giving up. A game brings its drawing and its texts.

use std::borrow::Borrow;
use std::marker::PhantomData;

use askama::Template;
use chrono_tz::Tz;

use super::{Options, Over, Play, Position, Shown, Turns};
use crate::db::Db;
use crate::error::Error;
use crate::tables::pages::door::{Act, ActOf, GamePage, GamePart, Seen};
use crate::tables::pages::small::Small;
use crate::tables::{Chair, Entry, Seat};
use crate::web::catalogue::Language;
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};

/// What a game of turns looks like.
pub trait Look: Position {
    const TEXTS: Texts;
    const FILES: &'static [&'static str];

    /// The board, with what was played last marked.
    fn drawn(&self, last: Option<&Self::Move>) -> Small;

    /// What can be chosen, in the order of the board.
    fn choices(&self, frame: &Frame) -> Vec<Choice>;

    /// A move in words.
    fn told(frame: &Frame, chosen: &Self::Move) -> String;
}

/// Ids of what a game says.
pub struct Texts {
    pub title: &'static str,
    /// The game in two sentences.
    pub how: &'static str,
    pub seats: [&'static str; 2],
    /// What to do on one's turn.
    pub tap: &'static str,
    /// Classes of a man of each, as the board draws them.
    pub men: [&'static str; 2],
    /// Its endings, with the text of each.
    pub endings: &'static [(&'static str, &'static str)],
}

/// Something that can be played.
pub struct Choice {
    /// The move, as a form sends it.
    pub value: String,
    pub sign: String,
    /// What it is called, and what lies there: for those who do not see the board.
    pub label: String,
    pub lies: String,
    pub open: bool,
}

/// A game of turns at a table, as pages have it.
pub struct TurnsPage<P>(PhantomData<fn() -> P>);

impl<P> TurnsPage<P> {
    pub const PAGE: TurnsPage<P> = TurnsPage(PhantomData);
}

#[derive(Template)]
#[template(path = "turns/table.html")]
struct Part<'a, P> {
    frame: &'a Frame,
    seen: &'a Seen<'a, Shown<P>>,
    /// HTML: the board.
    board: String,
    choices: Vec<Choice>,
    rivals: Vec<Rival>,
    /// What was played, by steps, as `Red: Column 4`.
    played: Vec<String>,
    /// The step after which the board is shown.
    step: usize,
    /// What to do on one's turn, as its text is called.
    tap: &'static str,
}

/// A player at the board.
struct Rival {
    seat: Seat,
    man: &'static str,
    colour: String,
    name: String,
    moves: bool,
    own: bool,
}

impl<P> Part<'_, P> {
    fn plays(&self) -> bool {
        self.seen.view.seat.is_some() && self.seen.view.table.outcome.is_none()
    }

    /// Whose turn it is, where it is not the viewer's.
    fn others_turn(&self) -> Option<&Rival> {
        self.rivals.iter().find(|rival| rival.moves && !rival.own)
    }

    /// Whether the board is shown as it stands now.
    fn is_now(&self) -> bool {
        self.step == self.played.len()
    }

    /// Addresses of a step back and of one on; of the last step it is the table's own, which goes on with the game.
    fn back(&self) -> String {
        self.at(self.step.saturating_sub(1))
    }

    fn on(&self) -> String {
        self.at(self.step + 1)
    }

    fn at(&self, step: impl Borrow<usize>) -> String {
        let step = *step.borrow();
        if step < self.played.len() { format!("?ply={step}#turns") } else { "?#turns".to_owned() }
    }

    fn shows(&self, step: impl Borrow<usize>) -> bool {
        self.step == *step.borrow()
    }

    fn has_turn(&self) -> bool {
        self.seen.view.seat.is_some_and(|seat| self.seen.view.turn.contains(&seat))
    }
}

#[derive(Template)]
#[template(path = "turns/opening.html")]
struct OpeningFields<'a> {
    frame: &'a Frame,
    typed: &'a Typed,
}

/// The move of an entry.
fn chosen<P: Look>(entry: &Entry) -> Option<P::Move> {
    match entry.play_of::<Turns<P>>()? {
        Play::Move { chosen } => Some(chosen),
        Play::Resign {} => None,
    }
}

impl<P: Look> GamePage for TurnsPage<P> {
    fn title(&self, language: Language) -> String {
        language.t(P::TEXTS.title).to_string()
    }

    fn about(&self, frame: &Frame) -> String {
        frame.t(P::TEXTS.how).to_string()
    }

    fn seat(&self, frame: &Frame, seat: Seat) -> String {
        frame.t(P::TEXTS.seats[usize::from(seat != 0)]).to_string()
    }

    fn others(&self) -> Seat {
        1
    }

    fn opening(&self, frame: &Frame, typed: &Typed) -> Result<String, Error> {
        OpeningFields { frame, typed }.render().map_err(Error::internal)
    }

    fn files(&self) -> &'static [&'static str] {
        P::FILES
    }
}

impl<P: Look> GamePart for TurnsPage<P> {
    type Game = Turns<P>;

    fn options(&self, sent: &Fields) -> Result<Options, Error> {
        Ok(Options { days: sent.needed("days")? })
    }

    fn terms(&self, frame: &Frame, options: &Options) -> String {
        frame.t("turns-terms").count("days", options.days).to_string()
    }

    fn outcome(&self, frame: &Frame, outcome: &Over) -> String {
        let own = P::TEXTS.endings.iter().find(|(ending, _)| outcome.ending == *ending);
        let how = match own {
            Some((_, text)) => frame.t(text).to_string(),
            None => frame.word("turns-ending", &outcome.ending).to_string(),
        };
        match outcome.winner {
            Some(seat) => frame.t("turns-won").with("who", self.seat(frame, seat)).with("how", how).to_string(),
            None => how,
        }
    }

    fn small(&self, state: &Shown<P>) -> Result<String, Error> {
        state.board.drawn(None).render().map_err(Error::internal)
    }

    fn first(&self, _: &Options) -> Result<String, Error> {
        P::default().drawn(None).render().map_err(Error::internal)
    }

    fn line(&self, frame: &Frame, _: &Tz, entry: &Entry) -> Result<String, Error> {
        let moved = chosen::<P>(entry).map(|chosen| P::told(frame, &chosen));
        let ended = entry.effect_of::<Turns<P>>()?.ended;
        let words = moved.into_iter();
        Ok(words.chain(ended.map(|ended| self.outcome(frame, &ended))).collect::<Vec<_>>().join(" · "))
    }

    fn part(&self, _: &mut Db, seen: &Seen<'_, Shown<P>>) -> Result<String, Error> {
        let mut moves = Vec::new();
        for entry in seen.log {
            if let Some(chosen) = chosen::<P>(entry) {
                moves.push((entry.seat.unwrap_or_default(), chosen, entry.effect_of::<Turns<P>>()?.board));
            }
        }
        let asked = seen.asked("ply").and_then(|step| step.parse().ok());
        let step = asked.unwrap_or(moves.len()).min(moves.len());
        let shown = step.checked_sub(1).and_then(|place| moves.get(place));
        let position = shown.map_or_else(P::default, |(_, _, board)| board.clone());
        let drawn = position.drawn(shown.map(|(_, chosen, _)| chosen));
        let board = drawn.render().map_err(Error::internal)?;
        let choices = position.choices(seen.frame);
        let told = |(seat, chosen, _): &(Seat, P::Move, P)| {
            format!("{}: {}", self.seat(seen.frame, *seat), P::told(seen.frame, chosen))
        };
        let played = moves.iter().map(told).collect();
        let rival = |chair: &Chair| {
            let place = usize::from(chair.seat != 0);
            Some(Rival {
                seat: chair.seat,
                man: P::TEXTS.men[place],
                colour: self.seat(seen.frame, chair.seat),
                name: chair.person.as_ref()?.name.clone(),
                moves: seen.view.turn.contains(&chair.seat),
                own: seen.view.seat == Some(chair.seat),
            })
        };
        let has_begun = seen.state.is_some();
        let rivals = seen.view.table.seats.iter().filter(|_| has_begun).filter_map(rival).collect();
        let part = Part { frame: seen.frame, seen, board, choices, rivals, played, step, tap: P::TEXTS.tap };
        part.render().map_err(Error::internal)
    }

    fn act(&self, sent: &Fields) -> Result<Option<ActOf<Turns<P>>>, Error> {
        let play = match sent.text("act") {
            "move" => Play::Move { chosen: sent.read("move")? },
            "resign" => Play::Resign {},
            _ => return Ok(None),
        };
        Ok(Some(Act::Play(play)))
    }
}
