//! A table's own part of the page: board, clocks, what happens to kings, offers, claims, and the forms to play by.

use askama::Template;
use rookery_boards::{Kind, Piece, Seat as Colour, Setup, Status};
use serde_json::Value;

use super::{colour, primer, words};
use crate::error::Error;
use crate::multiplayer::drawing::{self, Cell, Label};
use crate::multiplayer::table::Multiplayer;
use crate::tables::pages::door::Seen;
use crate::tables::{Seat, Stage};
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
    letter: char,
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

struct Offer {
    letter: String,
    said: String,
    /// Whether the viewer has still to answer.
    asked: bool,
}

/// A piece that can move, and where to.
struct Mover {
    square: String,
    said: String,
    moves: Vec<String>,
}

#[derive(Template)]
#[template(path = "multiplayer/table.html")]
struct Part<'a> {
    frame: &'a Frame,
    seen: &'a Seen<'a>,
    view_box: String,
    cells: Vec<Drawn>,
    labels: Vec<Label>,
    seen_from: String,
    players: Vec<Player>,
    /// What threatens kings, each with the number of its rule.
    notices: Vec<(String, &'static str)>,
    /// What became of the viewer's own king, and the rule.
    fate: Option<(String, &'static str)>,
    offers: Vec<Offer>,
    /// `fifty`, `repetition`.
    claims: Vec<String>,
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
    fn state(&self) -> &Value {
        self.seen.state()
    }

    fn runs(&self) -> bool {
        self.seen.view.table.stage == Stage::Playing
    }

    /// Sits in the game and is still active.
    fn plays(&self) -> bool {
        self.runs() && self.players.iter().any(|player| player.own && !player.gone)
    }

    fn has_turn(&self) -> bool {
        self.seen.view.seat.is_some_and(|seat| self.seen.view.turn.contains(&seat))
    }

    fn offers_already(&self) -> bool {
        let own = self.players.iter().find(|player| player.own).map(|player| player.letter.to_string());
        own.is_some_and(|own| self.state()["offers"][own].is_object())
    }

    fn by_lot(&self) -> bool {
        self.seen.view.table.options["colours"] == "lot"
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
        moves.iter().find(|own| target(own) == to).is_some_and(|own| own == notation)
    }

    fn example(&self) -> &str {
        self.movers.first().and_then(|mover| mover.moves.first()).map_or("d2-d4", String::as_str)
    }

    fn moves_json(&self) -> String {
        self.state()["moves"].to_string()
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

/// `9:05`, or `2 d 03:00`.
fn clock(left_ms: i64) -> String {
    let seconds = left_ms / 1000;
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes}:{:02}", seconds % 60),
        (0, hours) => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
        (days, hours) => format!("{days} d {hours:02}:{minutes:02}"),
    }
}

/// The part as HTML.
pub fn render(seen: &Seen<'_>) -> Result<String, Error> {
    let (frame, state) = (seen.frame, seen.state());
    let first = seen.view.table.options_of::<Multiplayer>()?.setup()?;
    let positions: Vec<&str> = seen.log.iter().filter_map(|entry| entry.effect["position"].as_str()).collect();
    let last = positions.len();
    let asked = seen.asked("ply").and_then(|ply| ply.parse::<usize>().ok());
    let step = asked.filter(|step| *step <= last).unwrap_or(last);
    let setup = match step.checked_sub(1).and_then(|place| positions.get(place)) {
        Some(mpn) => Setup::picture(mpn).map_err(Error::internal)?,
        None => first,
    };
    let now = step == last;
    let colours: Vec<Colour> = state["colours"].as_array().into_iter().flatten().filter_map(colour).collect();
    let own = seen.view.seat.and_then(|seat| usize::try_from(seat).ok()).and_then(|seat| colours.get(seat).copied());
    let movers = if now { movers(frame, state, &setup) } else { Vec::new() };
    let chosen = seen.asked("from").and_then(|from| movers.iter().position(|mover| mover.square == from));
    let drawing = drawing::draw(setup.board, own.unwrap_or(Colour::Red));
    let players = players(seen, &colours);
    let marks = Marks { state, now, movers: &movers, chosen };
    let part = Part {
        frame,
        seen,
        view_box: drawing.view_box,
        labels: drawing.labels,
        cells: drawing.cells.into_iter().map(|cell| marks.drawn(frame, &setup, cell)).collect(),
        seen_from: words::colour(frame, &own.unwrap_or(Colour::Red).to_string()),
        notices: notices(frame, state),
        fate: own.and_then(|own| fate(seen, own)),
        offers: offers(frame, state, own, &players),
        claims: own.map_or_else(Vec::new, |own| {
            let claims = state["claimable"][own.to_string()].as_array().into_iter().flatten();
            claims.filter_map(|claim| claim.as_str().map(str::to_owned)).collect()
        }),
        step: (step, last),
        played: {
            let steps = seen.log.iter().filter(|entry| entry.effect["position"].is_string());
            steps.map(|entry| words::line(frame, &entry.effect)).collect()
        },
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
    state: &'a Value,
    now: bool,
    movers: &'a [Mover],
    chosen: Option<usize>,
}

impl Marks<'_> {
    fn drawn(&self, frame: &Frame, setup: &Setup, cell: Cell) -> Drawn {
        let piece = setup.man(cell.square);
        let mover = self.movers.iter().position(|mover| mover.square == cell.name);
        let goes_to = |mover: &Mover| mover.moves.iter().any(|notation| target(notation) == cell.name);
        let is_target = self.chosen.is_some_and(|chosen| goes_to(&self.movers[chosen]));
        let mut classes = String::new();
        let mut mark = |name: &str, is: bool| {
            if is {
                classes.push(' ');
                classes.push_str(name);
            }
        };
        let is_last = |last: &Value| last.as_array().is_some_and(|squares| squares.iter().any(|own| *own == cell.name));
        mark("last", self.now && is_last(&self.state["last"]));
        mark("from", mover.is_some() && mover == self.chosen);
        mark("to", is_target);
        let king = piece.filter(|man| man.kind == Kind::King).map(|man| man.seat.to_string());
        let attacked = |king: &String| self.threatened(king);
        mark("danger", self.now && king.as_ref().is_some_and(attacked));
        let link = match mover {
            _ if is_target => {
                self.chosen.map(|chosen| format!("?from={}&to={}#choice", self.movers[chosen].square, cell.name))
            }
            Some(_) => Some(format!("?from={}#choice", cell.name)),
            None => None,
        };
        Drawn { man: piece.map(|piece| man(frame, setup, piece, &cell.name)), classes, link, cell }
    }

    fn threatened(&self, king: &str) -> bool {
        self.state["threats"].as_array().into_iter().flatten().any(|threat| threat["king"] == king)
    }
}

fn man(frame: &Frame, setup: &Setup, Piece { seat, kind }: Piece, square: &str) -> Man {
    let said = frame
        .t("multi-piece")
        .with("colour", words::colour(frame, &seat.to_string()))
        .with("kind", words::kind(frame, kind))
        .with("square", square)
        .to_string();
    Man { letter: seat.letter(), kind: words::word(kind), gone: setup.status(seat) != Status::Active, said }
}

/// Where a move goes: `d2-d4`, `b8xb1`, `c7-c8=Q`.
fn target(notation: &str) -> &str {
    notation.split(['-', 'x', '=']).nth(1).unwrap_or_default()
}

fn movers(frame: &Frame, state: &Value, setup: &Setup) -> Vec<Mover> {
    let mut movers: Vec<Mover> = Vec::new();
    for notation in state["moves"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        let from = notation.split(['-', 'x']).next().unwrap_or_default();
        if let Some(mover) = movers.iter_mut().find(|mover| mover.square == from) {
            mover.moves.push(notation.to_owned());
            continue;
        }
        let piece = setup.board.square_named(from).and_then(|square| setup.man(square));
        let kind = piece.map_or_else(String::new, |piece| words::kind(frame, piece.kind));
        let said = frame.t("multi-piece-own").with("kind", kind).with("square", from).to_string();
        movers.push(Mover { square: from.to_owned(), said, moves: vec![notation.to_owned()] });
    }
    movers
}

/// The players clockwise, beginning with the viewer.
fn players(seen: &Seen<'_>, colours: &[Colour]) -> Vec<Player> {
    let (frame, state) = (seen.frame, seen.state());
    let listed = |list: &Value, letter: &str| list.as_array().is_some_and(|all| all.iter().any(|one| *one == letter));
    let mut players: Vec<(Colour, Player)> = colours
        .iter()
        .zip(&seen.view.table.seats)
        .map(|(&colour, chair)| {
            let letter = colour.to_string();
            let status = state["statuses"][&letter].as_str().unwrap_or_default();
            let left_ms = state["left_ms"][&letter].as_i64().unwrap_or(0);
            let player = Player {
                seat: chair.seat,
                letter: colour.letter(),
                colour: words::colour(frame, &letter),
                name: chair.person.as_ref().map_or_else(String::new, |person| person.name.clone()),
                left: (status == "active").then(|| clock(left_ms)),
                left_ms,
                moves: seen.view.turn.contains(&chair.seat),
                own: seen.view.seat == Some(chair.seat),
                status: frame.word("multi-status", status).to_string(),
                in_check: listed(&state["in_check"], &letter),
                gone: status != "active",
            };
            (colour, player)
        })
        .collect();
    players.sort_by_key(|(colour, _)| *colour);
    let own = players.iter().position(|(_, player)| player.own).unwrap_or(0);
    players.rotate_left(own);
    players.into_iter().map(|(_, player)| player).collect()
}

/// Which kings are attacked, by whom, and why one may be taken.
fn notices(frame: &Frame, state: &Value) -> Vec<(String, &'static str)> {
    let name = |letter: &Value| words::colour(frame, letter.as_str().unwrap_or_default());
    let takings: Vec<&Value> = state["takings"].as_array().into_iter().flatten().collect();
    let mut notices = Vec::new();
    for threat in state["threats"].as_array().into_iter().flatten() {
        if threat["by"] == state["turn"] && takings.iter().any(|taking| taking["king"] == threat["king"]) {
            continue;
        }
        let id = if threat["king"] == state["turn"] { "multi-in-check" } else { "multi-in-check-later" };
        let said = frame.t(id).with("king", name(&threat["king"])).with("by", name(&threat["by"])).to_string();
        notices.push((said, "4.1"));
    }
    for taking in takings {
        let said = frame
            .t("multi-takes")
            .with("by", name(&state["turn"]))
            .with("king", name(&taking["king"]))
            .with("move", taking["move"].as_str().unwrap_or_default())
            .with("why", words::why(frame, taking))
            .to_string();
        notices.push((said, if taking["why"] == "left" { "4.5" } else { "4.3" }));
    }
    notices
}

/// What became of the viewer's own king: said at the board, for as long as they sit there.
fn fate(seen: &Seen<'_>, own: Colour) -> Option<(String, &'static str)> {
    let (frame, letter) = (seen.frame, own.to_string());
    let status = seen.state()["statuses"][&letter].as_str()?;
    let rule = match status {
        "checkmated" | "stalemated" => "4.4",
        "king_captured" => "4.3",
        "resigned" | "resign_pending" => "4.5",
        "timed_out" | "timeout_pending" => "4.11",
        _ => return None,
    };
    let said = frame.word("multi-fate", status).to_string();
    let taken = seen.log.iter().map(|entry| &entry.effect["taken"]).find(|taken| taken["king"] == letter.as_str());
    let said = taken.map_or_else(|| said.clone(), |taken| format!("{said} {}", words::why(frame, taken)));
    Some((said, rule))
}

fn offers(frame: &Frame, state: &Value, own: Option<Colour>, players: &[Player]) -> Vec<Offer> {
    let own = own.map(|own| own.to_string()).unwrap_or_default();
    let offer = |(letter, offer): (&String, &Value)| {
        let agreed = offer["agreed"].as_array().is_some_and(|all| all.iter().any(|one| *one == own.as_str()));
        let mut said = if *letter == own {
            frame.t("multi-offer-own").to_string()
        } else {
            let by = players.iter().find(|player| letter.starts_with(player.letter));
            let who = by.map_or_else(String::new, |by| format!("{} ({})", by.name, by.colour));
            frame.t("multi-offered").with("who", who).to_string()
        };
        if offer["agreed"].as_array().is_some_and(|all| !all.is_empty()) {
            said = format!("{said} {}", frame.t("multi-agreed").with("who", words::colours(frame, &offer["agreed"])));
        }
        said = format!("{said} {}", frame.t("multi-lapses").count("turns", &offer["turns"]));
        Offer { letter: letter.clone(), said, asked: *letter != own && !agreed }
    };
    state["offers"].as_object().into_iter().flatten().map(offer).collect()
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
        (words::colour(frame, &colour.to_string()), said)
    };
    seated.map(army).collect()
}
