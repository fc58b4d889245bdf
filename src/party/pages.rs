//! Party Chess as a part of the games room's pages: the board drawn by the server, what a tap on it says,
//! and forms for everything that is done at the table.

mod board;
mod forms;
mod history;
mod words;

use std::borrow::Borrow;
use std::collections::BTreeMap;

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono_tz::Tz;
use serde::Deserialize;
use serde_json::{Value, json};

use super::engine::{Kind, PieceId, Play, Position, Promotion, Square, bounded};
use super::rules::{HallView, Halt, MOST_SEARCHED, OfficeView, Options, PieceView, tap};
use super::table::NAME;
use crate::App;
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::http::Params;
use crate::routes;
use crate::rulebook;
use crate::tables::pages::door::{Act, GamePage, Seen};
use crate::tables::{Entry, Person, Seat, Stage, TableId};
use crate::web::assets;
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};
use board::Board;
use history::History;

routes! {
    GET "/tables/{id}/board.svg" => picture, Anyone;
    GET "/tables/{id}/board.txt" => text, Anyone;
}

/// The part of the games room's pages that is Party Chess.
pub struct PartyPage;

/// Kinds that a piece may become, by name.
type Choices = Vec<String>;

/// What is told of the piece that was tapped.
struct Picked {
    piece: PieceView,
    name: String,
    rule: u16,
    value: u8,
    /// It is the viewer's turn, and the piece the viewer's.
    plays: bool,
    /// Whose turn it would have to be, where it is not this piece's.
    not_their_turn: bool,
    /// It stands next to a Cantor (1230.20).
    lent: bool,
    /// Targets by what is done there: `move`, its squares.
    reach: Vec<(&'static str, Vec<String>)>,
    /// Squares stopped at so far, and where the chain goes on.
    path: String,
    chain: Vec<String>,
    /// What was asked about, and what can be done there.
    to: Option<String>,
    offers: Vec<Offer>,
    why_not: Option<Refusal>,
}

impl Picked {
    /// What can be done on a square: `move`, `capture`, `chain`, …; nothing: an empty word.
    fn mark(&self, square: &str) -> &'static str {
        let done = self.reach.iter().find(|(_, squares)| squares.iter().any(|to| to == square));
        let chain = || self.chain.iter().any(|to| to == square).then_some("chain");
        done.map(|(word, _)| *word).or_else(chain).unwrap_or_default()
    }
}

/// A play that can be made.
struct Offer {
    notation: String,
    play: String,
    /// Demons that may be promoted after it.
    demons: Vec<(u32, Choices)>,
}

/// A row of the Play List.
struct Row<'a> {
    office: &'a OfficeView,
    holder: String,
    letter: String,
    colour: usize,
    stock: Vec<&'a PieceView>,
    on_board: usize,
}

#[derive(Template)]
#[template(path = "party.html")]
struct Part<'a> {
    frame: &'a Frame,
    seen: &'a Seen<'a>,
    zone: Tz,
    hall: HallView,
    board: String,
    history: History,
    /// The entry after which the board is shown, where that is not the last.
    at: Option<i64>,
    picked: Option<Picked>,
    pieces: Vec<PieceView>,
}

impl Part<'_> {
    fn player(&self, seat: &Seat) -> String {
        words::player(self.frame, self.people(), *seat)
    }

    fn people(&self) -> BTreeMap<Seat, &Person> {
        words::people(&self.seen.view.table)
    }

    /// The Play List, top first.
    fn rows(&self) -> Vec<Row<'_>> {
        let order = self.hall.position["swingers"].as_array().into_iter().flatten().filter_map(Value::as_str);
        order.filter_map(|name| self.row(name)).collect()
    }

    fn row(&self, name: &str) -> Option<Row<'_>> {
        let place = self.hall.offices.iter().position(|office| office.name == name && !office.destroyed)?;
        let office = &self.hall.offices[place];
        let own = || self.pieces.iter().filter(move |piece| piece.owner == name);
        Some(Row {
            holder: office.holder.map_or_else(|| self.frame.t("party-nobody").to_string(), |seat| self.player(&seat)),
            letter: board::letter(place),
            colour: board::colour(place),
            stock: own().filter(|piece| piece.square.is_none()).collect(),
            on_board: own().filter(|piece| piece.square.is_some()).count(),
            office,
        })
    }

    fn is_top(&self, name: &str) -> bool {
        self.hall.turn.as_deref() == Some(name)
    }

    fn character(&self, kind: &str) -> char {
        self.hall.kinds.iter().find(|known| known.name == kind).map_or('?', |known| known.character)
    }

    /// A halt as its text is called.
    fn halt(&self, halt: &Halt) -> String {
        json!(halt).as_str().unwrap_or_default().to_owned()
    }

    /// The Round that is played, from 1.
    fn round(&self) -> u64 {
        self.hall.position["round_count"].as_u64().unwrap_or_default() + 1
    }

    fn checked(&self) -> Vec<&OfficeView> {
        self.hall.offices.iter().filter(|office| !office.check.is_empty()).collect()
    }

    /// The pieces that give Check: `rook 8 (Blue)`.
    fn attackers(&self, office: &OfficeView) -> String {
        let piece = |id: &u32| {
            let piece = self.pieces.iter().find(|piece| piece.id == *id);
            piece.map_or_else(|| id.to_string(), |piece| board::named(self.frame, piece))
        };
        office.check.iter().map(piece).collect::<Vec<_>>().join("; ")
    }

    /// Where a step of the replay leads.
    fn replay(&self, entry: &i64) -> String {
        let last = self.seen.log.last().map_or(0, |last| last.number);
        if *entry >= last { format!("/tables/{}#party", self.seen.view.table.id) } else { format!("?at={entry}#party") }
    }

    fn arrow(&self, place: impl Borrow<usize>) -> &'static str {
        ["«", "‹", "›", "»"].get(*place.borrow()).copied().unwrap_or_default()
    }

    fn step(&self, place: impl Borrow<usize>) -> String {
        let step = ["first", "before", "after", "last"].get(*place.borrow()).copied().unwrap_or_default();
        self.frame.word("party-step", step).to_string()
    }

    /// For the pictures of the same moment.
    fn query(&self) -> String {
        self.at.map_or_else(String::new, |at| format!("?at={at}"))
    }

    fn moment(&self, at: &chrono::DateTime<chrono::Utc>) -> String {
        self.frame.moment(at.naive_utc(), &self.zone)
    }

    fn seats(&self) -> Vec<(Seat, String)> {
        self.people().iter().map(|(seat, person)| (*seat, person.name.clone())).collect()
    }

    fn defined(&self) -> Vec<&super::rules::KindView> {
        self.hall.kinds.iter().filter(|kind| kind.defined && kind.name != "king").collect()
    }

    fn is_seated(&self) -> bool {
        self.seen.view.seat.is_some() && self.seen.view.table.stage == Stage::Playing
    }

    fn is_umpire(&self) -> bool {
        self.is_seated() && self.hall.umpire.is_some() && self.hall.umpire == self.seen.view.seat
    }

    /// The Office that the viewer holds.
    fn own(&self) -> Option<&OfficeView> {
        let own = self.hall.own.as_deref()?;
        self.hall.offices.iter().find(|office| office.name == own)
    }

    fn may_play(&self) -> bool {
        self.is_seated() && self.hall.halted.is_none() && self.own().is_some_and(|own| self.is_top(&own.name))
    }

    fn may_rule(&self) -> bool {
        let roles = self.frame.roles;
        let goes_on = matches!(self.seen.view.table.stage, Stage::Playing | Stage::Adjourned);
        goes_on && self.seen.view.seat.is_none() && (roles.justice || roles.chief_justice)
    }

    /// Accounts that the viewer may pay from: value, name, balance.
    fn own_accounts(&self) -> Vec<(String, String, i64)> {
        let Some(seat) = self.seen.view.seat else { return Vec::new() };
        self.accounts().into_iter().filter(|(value, ..)| self.may_spend(seat, value)).collect()
    }

    fn may_spend(&self, seat: Seat, account: &str) -> bool {
        let belongs =
            |name: &str| self.hall.organisations.iter().any(|one| one.name == name && one.members.contains(&seat));
        account == format!("seat:{seat}")
            || account.strip_prefix("organisation:").is_some_and(belongs)
            || (account == "treasury" && self.hall.umpire == Some(seat))
    }

    /// All accounts: value, name, balance.
    fn accounts(&self) -> Vec<(String, String, i64)> {
        let balance = |seat: Seat| usize::try_from(seat).ok().and_then(|seat| self.hall.purses.get(seat)).copied();
        let players = self.seats().into_iter();
        let players = players.map(|(seat, name)| (format!("seat:{seat}"), name, balance(seat).unwrap_or_default()));
        let organisations = self.hall.organisations.iter();
        let organisations =
            organisations.map(|one| (format!("organisation:{}", one.name), one.name.clone(), one.balance));
        let treasury = ("treasury".to_owned(), self.frame.t("party-treasury").to_string(), self.hall.treasury);
        players.chain(organisations).chain([treasury]).collect()
    }
}

#[derive(Template)]
#[template(path = "party_waits.html")]
struct Waits<'a> {
    frame: &'a Frame,
    options: Options,
}

impl Waits<'_> {
    fn letter(&self, place: impl Borrow<usize>) -> String {
        board::letter(*place.borrow())
    }

    fn colour(&self, place: impl Borrow<usize>) -> usize {
        board::colour(*place.borrow())
    }
}

#[derive(Template)]
#[template(path = "party_opening.html")]
struct OpeningFields<'a> {
    frame: &'a Frame,
    typed: &'a Typed,
}

/// What is told of a piece, a Tornado after the squares of `path`.
fn pick(seen: &Seen<'_>, hall: &HallView, position: &Position, may_play: bool) -> Option<Picked> {
    let id = PieceId(seen.asked("piece")?.parse().ok()?);
    let index = position.board().find(id)?;
    let found = position.board().piece(index);
    let rule = position.suite().rule(found.kind);
    let on_turn = position.to_play() == Some(found.owner);
    // Where it is another's turn: how it would be were it theirs.
    let as_if = tap::on_turn(position, found.owner)?;
    let squares = |text: &str| text.split('-').map(Square::parse).collect::<Option<Vec<Square>>>();
    let path = seen.asked("path").and_then(squares).unwrap_or_default();
    let reach = tap::reach(&as_if, id, &path).ok()?;
    let mut by_word: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for play in &reach.plays {
        let squares = by_word.entry(tap::word(play)).or_default();
        let to = tap::target(play).map_or_else(String::new, |square| square.to_string());
        if !squares.contains(&to) {
            squares.push(to);
        }
    }
    let to = seen.asked("to").and_then(Square::parse);
    let mut plays: Vec<Play> = reach.plays.into_iter().filter(|play| tap::target(play) == to && to.is_some()).collect();
    if !path.is_empty() {
        plays.push(Play::Chain { piece: id, path: path.clone() });
    }
    let offers: Vec<Offer> = plays
        .iter()
        .filter(|play| as_if.play(&(*play).clone().into()).is_ok())
        .map(|play| offer(&as_if, play))
        .collect();
    let why_not = to.filter(|_| offers.is_empty()).and_then(|to| tap::why_not(&as_if, id, to));
    let own = hall.own.as_deref() == Some(position.name(found.owner));
    Some(Picked {
        piece: PieceView {
            id: id.0,
            owner: position.name(found.owner).to_owned(),
            kind: rule.name.clone(),
            square: found.square.map(|square| square.to_string()),
            hn: found.hn,
        },
        name: rule.name.clone(),
        rule: rule.number,
        value: rule.value,
        plays: may_play && on_turn && own,
        not_their_turn: !on_turn,
        lent: found.square.is_some_and(|square| position.board().auras().any(|lender| lender.distance(square) == 1)),
        reach: by_word.into_iter().collect(),
        path: path.iter().map(Square::to_string).collect::<Vec<_>>().join("-"),
        chain: reach.steps.iter().map(|(square, _)| square.to_string()).collect(),
        to: to.map(|square| square.to_string()),
        offers,
        why_not,
    })
}

fn offer(position: &Position, play: &Play) -> Offer {
    let owner = position.to_play();
    let demons = position.demons_after(play).into_iter().map(|demon| {
        let kind =
            position.suite().kinds().find(|kind| position.suite().rule(*kind).promotion == Promotion::BetweenTwins);
        let choices =
            owner.zip(kind).map_or_else(Vec::new, |(owner, kind)| position.promotion_choices(owner, kind, None));
        let name = |kind: &Kind| position.suite().rule(*kind).name.clone();
        (demon.0, choices.iter().map(name).collect())
    });
    Offer {
        notation: position.write_play(play),
        play: position.play_json(play, &[]).to_string(),
        demons: demons.collect(),
    }
}

impl GamePage for PartyPage {
    fn name(&self) -> &'static str {
        NAME
    }

    fn title(&self, frame: &Frame) -> String {
        frame.t("party").to_string()
    }

    fn seat(&self, frame: &Frame, seat: Seat) -> String {
        frame.t("party-seat").with("number", seat + 1).to_string()
    }

    fn others(&self) -> Seat {
        11
    }

    fn opening(&self, frame: &Frame, typed: &Typed) -> Result<String, Error> {
        OpeningFields { frame, typed }.render().map_err(Error::internal)
    }

    fn options(&self, sent: &Fields) -> Result<Value, Refusal> {
        let swingers: Vec<&str> = sent.text("swingers").split(',').map(str::trim).collect();
        let (seats, purse) = (sent.number("seats")?.unwrap_or(0), sent.number("purse")?.unwrap_or(100));
        Ok(json!({ "ruleset": sent.text("ruleset"), "swingers": swingers, "seats": seats, "purse": purse }))
    }

    fn terms(&self, frame: &Frame, options: &Value) -> String {
        let Ok(options) = Options::recorded(options) else { return String::new() };
        let names = options.swingers.join(", ");
        frame.word("party-terms", json!(options.ruleset).as_str().unwrap_or_default()).with("names", names).to_string()
    }

    fn outcome(&self, frame: &Frame, outcome: &Value) -> String {
        frame.t("party-over").with("reason", outcome["reason"].as_str().unwrap_or_default()).to_string()
    }

    fn line(&self, frame: &Frame, entry: &Entry) -> String {
        words::line(frame, &BTreeMap::new(), entry)
    }

    fn part(&self, db: &mut Db, seen: &Seen<'_>) -> Result<String, Error> {
        let (frame, table) = (seen.frame, &seen.view.table);
        let options = Options::recorded(&table.options)?;
        let Some(state) = &seen.view.state else {
            return Waits { frame, options }.render().map_err(Error::internal);
        };
        let mut hall = HallView::deserialize(state)?;
        let position = Position::from_json(&hall.position).map_err(Error::internal)?;
        let last = seen.log.last().map_or(0, |entry| entry.number);
        let at = seen.asked("at").and_then(|at| at.parse::<i64>().ok()).filter(|at| (0..last).contains(at));
        let pieces = history::pieces_at(seen.log, at.unwrap_or(last));
        if let Some(at) = at {
            history::turn_back(&mut hall, seen.log, at);
        }
        let mut part = Part {
            frame,
            seen,
            zone: rulebook::in_force(db, seen.view.now)?.time_zone,
            board: String::new(),
            history: History::of(frame, table, seen.log, &hall.offices),
            at,
            picked: None,
            pieces,
            hall,
        };
        let pick = || pick(seen, &part.hall, &position, part.may_play());
        let picked = if at.is_none() { bounded(MOST_SEARCHED, pick) } else { None };
        let drawn = Board::of(frame, &part.hall, &part.pieces, picked.as_ref(), at.is_none());
        part.board = drawn.render().map_err(Error::internal)?;
        part.picked = picked;
        part.render().map_err(Error::internal)
    }

    fn act(&self, sent: &Fields) -> Result<Option<Act>, Refusal> {
        forms::act(sent)
    }

    fn files(&self) -> &'static [&'static str] {
        &["party.css", "party.js"]
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct When {
    at: Option<i64>,
}

/// How the board stands, or stood after an entry of the log.
async fn shown(app: &App, id: TableId, at: Option<i64>) -> Result<(HallView, Vec<PieceView>), Error> {
    let live = app.room.open(&app.db, id).await?;
    let now = app.clock.now();
    let known = live.read(|known| {
        let view = known.state.as_ref().filter(|_| known.table.game == NAME).map(|state| state.view(None, now));
        (view, known.log.clone())
    });
    let (Some(view), log) = known else {
        return Err(Refusal::not_found("game of Party Chess at this table").into());
    };
    let mut hall = HallView::deserialize(&view)?;
    if let Some(at) = at {
        history::turn_back(&mut hall, &log, at);
    }
    Ok((hall, history::pieces_at(&log, at.unwrap_or(i64::MAX))))
}

/// The board alone, as large as the window.
async fn picture(app: Data<App>, frame: Frame, id: Path<TableId>, when: Params<When>) -> Result<HttpResponse, Error> {
    let (hall, pieces) = shown(&app, *id, when.0.at).await?;
    let svg = Board::of(&frame, &hall, &pieces, None, false).render().map_err(Error::internal)?;
    let style = assets::address("party.css").unwrap_or_default();
    let head = format!("<?xml-stylesheet type=\"text/css\" href=\"{style}\"?>\n");
    Ok(HttpResponse::Ok().content_type("image/svg+xml").body(head + &svg))
}

/// The board in letters, as such games were once posted.
async fn text(app: Data<App>, id: Path<TableId>, when: Params<When>) -> Result<HttpResponse, Error> {
    let (hall, pieces) = shown(&app, *id, when.0.at).await?;
    Ok(HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(board::text(&hall, &pieces)))
}
