//! A table's own part of the page: board, clocks, what happens to kings, offers, claims, and the forms to play by.

use askama::Template;
use rookery_boards::{Claim, Kind, Piece, Seat as Colour, Setup, Square, Status};
use serde_json::Value;

use super::{primer, words};
use crate::error::Error;
use crate::multiplayer::drawing::{self, Cell, Label};
use crate::multiplayer::table::Multiplayer;
use crate::multiplayer::table::exposure::Why;
use crate::multiplayer::table::options::Colours;
use crate::multiplayer::table::rules::{self, BoardEffect, Letter, View};
use crate::tables::pages::door::Seen;
use crate::tables::{Chair, Seat, Stage, erased};
use crate::web::assets;
use crate::web::layout::Frame;

/// A square with what stands on it.
struct Drawn {
    cell: Cell,
    man: Option<Man>,
    /// Classes beside light and dark: last, from, to, danger.
    classes: String,
    /// Where a tap leads to without scripts.
    link: Option<String>,
    /// What became of a king that stood here before the last step.
    fell: Option<String>,
}

struct Man {
    letter: char,
    /// `knight`.
    kind: &'static str,
    /// Of an army that nobody plays any more.
    gone: bool,
    said: String,
}

/// A player: colour, name, clock, how he stands.
struct Player {
    seat: Seat,
    letter: Letter,
    colour: String,
    name: String,
    left: Option<String>,
    left_ms: i64,
    moves: bool,
    own: bool,
    status: String,
    in_check: bool,
    gone: bool,
}

/// A king that the step shown took off the board: where it stood, and what became of it.
struct Fallen {
    square: String,
    said: String,
}

struct Offer {
    letter: Letter,
    said: String,
    /// Whether the viewer has still to answer.
    asked: bool,
}

/// A piece that can move, and where to.
struct Mover {
    square: String,
    said: String,
    moves: Vec<Goal>,
}

/// A move of such a piece, and the square that it goes to.
struct Goal {
    notation: String,
    to: String,
}

#[derive(Template)]
#[template(path = "multiplayer/table.html")]
struct Part<'a> {
    frame: &'a Frame,
    seen: &'a Seen<'a, View>,
    view_box: String,
    cells: Vec<Drawn>,
    labels: Vec<Label>,
    seen_from: String,
    players: Vec<Player>,
    /// What threatens kings, each with the number of its rule.
    notices: Vec<(String, &'static str)>,
    /// What happened to the viewer's own king, and the rule.
    fate: Option<(String, &'static str)>,
    /// Kings that the step shown took off the board.
    fallen: Vec<String>,
    offers: Vec<Offer>,
    /// Draws that the reader may claim now.
    claims: Vec<Claim>,
    movers: Vec<Mover>,
    /// The piece that was chosen without scripts.
    chosen: Option<usize>,
    /// Step shown, and how many there are.
    step: (usize, usize),
    /// What was played, by steps.
    played: Vec<String>,
    words: Vec<(String, String)>,
    pieces: &'static str,
}

impl Part<'_> {
    fn clocks_run(&self) -> bool {
        self.seen.state.is_some_and(|state| state.runs)
    }

    fn runs(&self) -> bool {
        self.seen.view.table.stage == Stage::Playing
    }

    /// Sits in the game and is still active.
    fn plays(&self) -> bool {
        self.runs() && self.players.iter().any(|player| player.own && !player.gone)
    }

    /// The viewer's own army while they play, on the board as it stands.
    fn own_army(&self) -> Option<Letter> {
        let own = self.players.iter().find(|player| player.own).filter(|_| self.plays() && self.is_last());
        own.map(|own| own.letter)
    }

    /// Whether the viewer's own king is in check.
    fn is_checked(&self) -> bool {
        self.players.iter().any(|player| player.own && player.in_check)
    }

    fn has_turn(&self) -> bool {
        self.seen.view.seat.is_some_and(|seat| self.seen.view.turn.contains(&seat))
    }

    fn offers_already(&self) -> bool {
        let own = self.players.iter().find(|player| player.own);
        own.zip(self.seen.state).is_some_and(|(own, state)| state.offers.contains_key(&own.letter))
    }

    fn by_lot(&self) -> bool {
        let options = self.seen.view.table.options_of::<Multiplayer>();
        options.is_ok_and(|options| options.colours == Colours::Lot)
    }

    /// Where a rule stands on the page of rules.
    fn rule(&self, rule: &str) -> String {
        format!("/multiplayer/rules#{}", primer::anchor(rule))
    }

    fn may_rule(&self) -> bool {
        let roles = self.frame.roles;
        let goes_on = matches!(self.seen.view.table.stage, Stage::Playing | Stage::Adjourned);
        goes_on && self.seen.view.seat.is_none() && (roles.justice || roles.chief_justice)
    }

    /// Whether this is the move whose target was tapped, the first of them where a pawn may become several.
    fn meant(&self, notation: &str) -> bool {
        let to = self.seen.asked("to").unwrap_or_default();
        let moves = self.chosen.and_then(|chosen| self.movers.get(chosen)).map_or(&[][..], |mover| &mover.moves);
        moves.iter().find(|own| own.to == to).is_some_and(|own| own.notation == notation)
    }

    fn example(&self) -> &str {
        self.movers.first().and_then(|mover| mover.moves.first()).map_or("d2-d4", |own| own.notation.as_str())
    }

    fn moves_json(&self) -> Value {
        erased(&self.seen.state.and_then(|state| state.moves.as_ref())).unwrap_or_default()
    }

    fn gone_men(&self) -> bool {
        self.cells.iter().any(|cell| cell.man.as_ref().is_some_and(|man| man.gone))
    }

    fn moved(&self) -> bool {
        self.step.1 > 0
    }

    /// Whether the board is shown after this step of the list.
    fn shows(&self, place: &usize) -> bool {
        self.step.0 == place + 1
    }

    fn is_last(&self) -> bool {
        self.step.0 == self.step.1
    }
}

/// `9:05`, or `2 d 03:00`, in German `2 T 03:00`.
fn clock(frame: &Frame, left_ms: i64) -> String {
    let seconds = left_ms / 1000;
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes}:{:02}", seconds % 60),
        (0, hours) => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
        (days, hours) => {
            frame.t("multi-left").with("days", days).with("time", format!("{hours:02}:{minutes:02}")).to_string()
        }
    }
}

/// The part as HTML, by what its log tells.
pub fn render(seen: &Seen<'_, View>, told: &[BoardEffect]) -> Result<String, Error> {
    let (frame, state) = (seen.frame, seen.state);
    let first = seen.view.table.options_of::<Multiplayer>()?.setup()?;
    let steps: Vec<(&BoardEffect, &str)> =
        told.iter().filter_map(|told| Some((told, told.position.as_deref()?))).collect();
    let last = steps.len();
    let asked = seen.asked("ply").and_then(|ply| ply.parse::<usize>().ok());
    let step = asked.filter(|step| *step <= last).unwrap_or(last);
    let after = |step: usize| match step.checked_sub(1).and_then(|place| steps.get(place)) {
        Some((_, mpn)) => Setup::picture(mpn).map_err(Error::internal),
        None => Ok(first.clone()),
    };
    let now = step == last;
    // Who resigns out of turn leaves the board without a step: as it stands now, only the game knows it.
    let setup = match state.filter(|_| now) {
        Some(state) => state.game.setup.clone(),
        None => after(step)?,
    };
    let fallen = if step > 0 { fallen(frame, &after(step - 1)?, &setup) } else { Vec::new() };
    let own = seen.view.seat.zip(state).and_then(|(seat, state)| state.colours.get(usize::try_from(seat).ok()?));
    let own = own.map(|&letter| Colour::from(letter));
    let movers = state.filter(|_| now).map_or_else(Vec::new, |state| movers(frame, state, &setup));
    let chosen = seen.asked("from").and_then(|from| movers.iter().position(|mover| mover.square == from));
    let drawing = drawing::draw(setup.board, own.unwrap_or(Colour::Red));
    let players = state.map_or_else(Vec::new, |state| players(seen, state));
    let moved = steps[..step].iter().rev().find_map(|(told, _)| told.notation.as_deref());
    let moved = moved.and_then(|notation| setup.board.ends(notation));
    // Looking back as well as now; after the end nobody could play on, and nothing is in danger.
    let threatened = setup.threats().unwrap_or_default().into_iter().map(|threat| threat.king).collect();
    let marks = Marks { threatened, moved, fallen: &fallen, movers: &movers, chosen };
    let part = Part {
        frame,
        seen,
        view_box: drawing.view_box,
        labels: drawing.labels,
        cells: drawing.cells.into_iter().map(|cell| marks.drawn(frame, &setup, cell)).collect(),
        fallen: fallen.iter().map(|king| king.said.clone()).collect(),
        seen_from: words::colour(frame, own.unwrap_or(Colour::Red)),
        notices: state.map_or_else(Vec::new, |state| notices(frame, state)),
        fate: own.zip(state).and_then(|(own, state)| fate(frame, state, told, own)),
        offers: state.map_or_else(Vec::new, |state| offers(frame, state, own, &players)),
        claims: own.zip(state).map_or_else(Vec::new, |(own, state)| {
            let own = state.game.claimable.iter().filter(|(seat, _)| *seat == own);
            own.flat_map(|(_, claims)| claims).copied().collect()
        }),
        step: (step, last),
        played: steps.iter().map(|(told, _)| words::line(frame, told)).collect(),
        words: in_words(frame, &setup),
        players,
        pieces: assets::address("pieces.svg").unwrap_or_default(),
        movers,
        chosen,
    };
    part.render().map_err(Error::internal)
}

/// What is marked on the board.
struct Marks<'a> {
    /// Whose kings are attacked on the board shown.
    threatened: Vec<Colour>,
    /// The last move up to the step shown.
    moved: Option<[Square; 2]>,
    fallen: &'a [Fallen],
    movers: &'a [Mover],
    chosen: Option<usize>,
}

impl Marks<'_> {
    fn drawn(&self, frame: &Frame, setup: &Setup, cell: Cell) -> Drawn {
        let piece = setup.man(cell.square);
        let mover = self.movers.iter().position(|mover| mover.square == cell.name);
        let goes_to = |mover: &Mover| mover.moves.iter().any(|own| own.to == cell.name);
        let is_target = self.chosen.is_some_and(|chosen| goes_to(&self.movers[chosen]));
        let mut classes = String::new();
        let mut mark = |name: &str, is: bool| {
            if is {
                classes.push(' ');
                classes.push_str(name);
            }
        };
        mark("last", self.moved.is_some_and(|ends| ends.contains(&cell.square)));
        mark("from", mover.is_some() && mover == self.chosen);
        mark("to", is_target);
        let king = piece.filter(|man| man.kind == Kind::King);
        mark("danger", king.is_some_and(|king| self.threatened.contains(&king.seat)));
        let link = match mover {
            _ if is_target => {
                self.chosen.map(|chosen| format!("?from={}&to={}#choice", self.movers[chosen].square, cell.name))
            }
            Some(_) => Some(format!("?from={}#choice", cell.name)),
            None => None,
        };
        let fell = self.fallen.iter().find(|king| king.square == cell.name).map(|king| king.said.clone());
        Drawn { man: piece.map(|piece| man(frame, setup, piece, &cell.name)), classes, link, fell, cell }
    }
}

fn man(frame: &Frame, setup: &Setup, Piece { seat, kind }: Piece, square: &str) -> Man {
    let said = frame
        .t("multi-piece")
        .with("colour", words::colour(frame, seat))
        .with("kind", words::kind(frame, kind))
        .with("square", square)
        .to_string();
    Man { letter: seat.letter(), kind: words::word(kind), gone: setup.status(seat) != Status::Active, said }
}

/// Kings that stand on one board and no longer on the next.
fn fallen(frame: &Frame, before: &Setup, after: &Setup) -> Vec<Fallen> {
    let king = |setup: &Setup, colour: Colour| {
        let is_king =
            |square: &Square| setup.man(*square).is_some_and(|man| man.seat == colour && man.kind == Kind::King);
        setup.board.squares().find(is_king)
    };
    let fell = |colour: Colour| {
        let square = king(before, colour).filter(|_| king(after, colour).is_none())?;
        let square = after.board.square_name(square);
        let what = frame.word("multi-line", after.status(colour).name()).to_string();
        let said = frame.t("multi-fell").with("who", words::colour(frame, colour)).with("what", what);
        Some(Fallen { said: said.with("square", &square).to_string(), square })
    };
    Colour::ALL.into_iter().filter_map(fell).collect()
}

fn movers(frame: &Frame, state: &View, setup: &Setup) -> Vec<Mover> {
    let mut movers: Vec<Mover> = Vec::new();
    for notation in state.moves.iter().flatten() {
        let Some([from, to]) = setup.board.ends(notation) else { continue };
        let goal = Goal { notation: notation.to_owned(), to: setup.board.square_name(to) };
        let square = setup.board.square_name(from);
        if let Some(mover) = movers.iter_mut().find(|mover| mover.square == square) {
            mover.moves.push(goal);
            continue;
        }
        let kind = setup.man(from).map_or_else(String::new, |piece| words::kind(frame, piece.kind));
        let said = frame.t("multi-piece-own").with("kind", kind).with("square", &square).to_string();
        movers.push(Mover { square, said, moves: vec![goal] });
    }
    movers
}

/// The players clockwise, beginning with the viewer.
fn players(seen: &Seen<'_, View>, state: &View) -> Vec<Player> {
    let frame = seen.frame;
    let player = |(&letter, chair): (&Letter, &Chair)| {
        let status = state.game.setup.status(letter.into());
        let left_ms = state.left_ms.get(&letter).copied().unwrap_or(0);
        Player {
            seat: chair.seat,
            letter,
            colour: words::colour(frame, letter),
            name: chair.person.as_ref().map_or_else(String::new, |person| person.name.clone()),
            left: (status == Status::Active).then(|| clock(frame, left_ms)),
            left_ms,
            moves: seen.view.turn.contains(&chair.seat),
            own: seen.view.seat == Some(chair.seat),
            status: frame.word("multi-status", status.name()).to_string(),
            in_check: state.game.in_check.contains(&letter.into()),
            gone: status != Status::Active,
        }
    };
    let mut players: Vec<Player> = state.colours.iter().zip(&seen.view.table.seats).map(player).collect();
    players.sort_by_key(|player| player.letter);
    let own = players.iter().position(|player| player.own).unwrap_or(0);
    players.rotate_left(own);
    players
}

/// Which kings are attacked, by whom, and why one may be taken.
fn notices(frame: &Frame, state: &View) -> Vec<(String, &'static str)> {
    let turn = state.game.turn.map(Letter::from);
    let mut notices = Vec::new();
    for threat in &state.threats {
        if turn == Some(threat.by) && state.takings.iter().any(|taking| taking.king == threat.king) {
            continue;
        }
        let id = if turn == Some(threat.king) { "multi-in-check" } else { "multi-in-check-later" };
        let (king, by) = (words::colour(frame, threat.king), words::colour(frame, threat.by));
        notices.push((frame.t(id).with("king", king).with("by", by).to_string(), "4.1"));
    }
    for taking in &state.takings {
        let said = frame
            .t("multi-takes")
            .with("by", turn.map_or_else(String::new, |turn| words::colour(frame, turn)))
            .with("king", words::colour(frame, taking.king))
            .with("move", frame.san(&taking.notation))
            .with("why", words::why(frame, taking))
            .to_string();
        notices.push((said, if taking.why == Why::Left { "4.5" } else { "4.3" }));
    }
    notices
}

/// What happened to the viewer's own king: shown at the board while they sit there.
fn fate(frame: &Frame, state: &View, told: &[BoardEffect], own: Colour) -> Option<(String, &'static str)> {
    let status = state.game.setup.status(own);
    let rule = match status {
        Status::Checkmated | Status::Stalemated => "4.4",
        Status::KingCaptured => "4.3",
        Status::Resigned | Status::ResignPending => "4.5",
        Status::TimedOut | Status::TimeoutPending => "4.11",
        Status::Active | Status::Absent => return None,
    };
    let said = frame.word("multi-fate", status.name()).to_string();
    let taken = told.iter().filter_map(|told| told.taken.as_ref()).find(|taken| taken.king == own.into());
    let said = taken.map_or_else(|| said.clone(), |taken| format!("{said} {}", words::why(frame, taken)));
    Some((said, rule))
}

fn offers(frame: &Frame, state: &View, own: Option<Colour>, players: &[Player]) -> Vec<Offer> {
    let own = own.map(Letter::from);
    let offer = |(&letter, offer): (&Letter, &rules::Offer)| {
        let mut said = if own == Some(letter) {
            frame.t("multi-offer-own").to_string()
        } else {
            let by = players.iter().find(|player| player.letter == letter);
            let who = by.map_or_else(String::new, |by| format!("{} ({})", by.name, by.colour));
            frame.t("multi-offered").with("who", who).to_string()
        };
        if !offer.agreed.is_empty() {
            said = format!("{said} {}", frame.t("multi-agreed").with("who", words::colours(frame, &offer.agreed)));
        }
        said = format!("{said} {}", frame.t("multi-lapses").count("turns", offer.turns));
        let has_agreed = own.is_some_and(|own| offer.agreed.contains(&own));
        Offer { letter, said, asked: own != Some(letter) && !has_agreed }
    };
    state.offers.iter().map(offer).collect()
}

/// Every army in words.
fn in_words(frame: &Frame, setup: &Setup) -> Vec<(String, String)> {
    let seated = Colour::ALL.into_iter().filter(|&colour| setup.status(colour) != Status::Absent);
    let army = |colour: Colour| {
        let mut men: Vec<(Kind, String)> = setup
            .board
            .squares()
            .filter_map(|square| {
                Some((setup.man(square).filter(|man| man.seat == colour)?.kind, setup.board.square_name(square)))
            })
            .collect();
        men.sort_by_key(|(kind, _)| std::cmp::Reverse(*kind as usize));
        let said: Vec<String> =
            men.into_iter().map(|(kind, square)| format!("{} {square}", words::kind(frame, kind))).collect();
        let said = if said.is_empty() { frame.t("multi-nothing").to_string() } else { said.join(", ") };
        (words::colour(frame, colour), said)
    };
    seated.map(army).collect()
}
