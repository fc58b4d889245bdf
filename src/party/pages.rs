//! Party Chess as a part of the games room's pages: the board drawn by the server, what a tap on it says,
//! and forms for everything that is done at the table.

mod army;
mod asking;
mod board;
mod buying;
mod correction;
mod forms;
mod hand;
mod history;
mod picked;
mod pictures;
mod practice;
mod primer;
mod scenes;
mod seats;
mod words;

use std::borrow::Borrow;
use std::collections::BTreeMap;

use askama::Template;
use chrono_tz::Tz;

use super::rules::{
    HallView, Halt, KindView, MOST_SEARCHED, OfficeView, Options, Over, PieceView, ToldPlay, first_army,
};
use super::table::PartyChess;
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::fields::word;
use crate::routes;
use crate::tables::pages::door::{ActOf, GamePage, GamePart, Primer, Seen};
use crate::tables::{Chair, Person, Seat, Stage, Table};
use crate::web::catalogue::Language;
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};
use board::Board;
use history::{History, Logged};
use picked::{Offer, Picked, PieceQuery};
use rookery_party_chess::bounded;
use words::Past;

routes! {
    GET "/party/rules" => primer::rules, Club;
    POST "/party/practice" => practice::practise, Insider;
    GET "/tables/{id}/board.svg" => pictures::picture, Club;
    GET "/tables/{id}/board.txt" => pictures::text, Club;
}

/// The part of the games room's pages that is Party Chess.
pub struct PartyPage;

/// A row of the Play List.
struct Row<'a> {
    office: &'a OfficeView,
    holder: String,
    letter: String,
    colour: usize,
    stock: Vec<&'a PieceView>,
    /// Those on the board, each with its square.
    standing: Vec<(&'a PieceView, &'a str)>,
}

#[derive(Template)]
#[template(path = "party/table.html")]
struct Part<'a> {
    frame: &'a Frame,
    seen: &'a Seen<'a, HallView>,
    zone: Tz,
    hall: HallView,
    board: String,
    /// Where the drawings of the pieces are.
    sheet: &'static str,
    history: History,
    /// The entry after which the board is shown, where that is not the last.
    at: Option<i64>,
    picked: Option<Picked>,
    /// Why nothing is told of the piece that was asked about.
    untold: Option<Refusal>,
    pieces: Vec<PieceView>,
    /// The army that is suggested, by its kinds.
    first_army: Vec<String>,
}

/// Forms of what everybody does besides playing, and of what only the Umpire does.
const DEEDS: &str = "warm not_warm surrender_warm resign_office buy pay organise";
const UMPIRES: &str = "extend appoint warm not_warm found destroy correct_piece correct_gone correct_order amend il_nabi draw resign_umpire end";

impl Part<'_> {
    fn player(&self, seat: &Seat) -> String {
        if self.hall.computer == Some(*seat) {
            return self.frame.t("table-computer").to_string();
        }
        words::player(self.frame, self.people(), *seat)
    }

    fn people(&self) -> BTreeMap<Seat, &Person> {
        words::people(&self.seen.view.table)
    }

    /// The Play List, top first.
    fn rows(&self) -> Vec<Row<'_>> {
        self.hall.order.iter().filter_map(|name| self.row(name)).collect()
    }

    fn row(&self, name: &str) -> Option<Row<'_>> {
        let place = self.hall.offices.iter().position(|office| office.name == name && !office.destroyed)?;
        let office = &self.hall.offices[place];
        let own = || self.pieces.iter().filter(move |piece| piece.owner == name);
        Some(Row {
            holder: self.holder(office.holder),
            letter: board::letter(place),
            colour: board::colour(place),
            stock: own().filter(|piece| piece.square.is_none()).collect(),
            standing: own().filter_map(|piece| Some((piece, piece.square.as_deref()?))).collect(),
            office,
        })
    }

    /// Who has an office.
    fn holder(&self, seat: impl Borrow<Option<Seat>>) -> String {
        seat.borrow().map_or_else(|| self.frame.t("party-nobody").to_string(), |seat| self.player(&seat))
    }

    /// An Office with who holds it: `NAP (Ann)`.
    fn held(&self, name: &str) -> String {
        let office = self.hall.offices.iter().find(|office| office.name == name && self.hall.computer.is_none());
        office.map_or_else(|| name.to_owned(), |office| format!("{name} ({})", self.holder(office.holder)))
    }

    /// A play as its button says it.
    fn plays(&self, picked: &Picked, offer: &Offer) -> String {
        let piece = |id: u32| self.pieces.iter().find(|piece| piece.id == id).cloned();
        let said = |play: ToldPlay| words::play(self.frame, &picked.piece, &play, self.hall.own.as_deref(), piece);
        ToldPlay::of(&offer.play).and_then(said).unwrap_or_default()
    }

    fn is_top(&self, name: &str) -> bool {
        self.hall.turn.as_deref() == Some(name)
    }

    fn character(&self, kind: &str) -> char {
        self.hall.kinds.iter().find(|known| known.name == kind).map_or('?', |known| known.character)
    }

    /// A halt as its text is called.
    fn halt(&self, halt: &Halt) -> String {
        word(halt)
    }

    /// The Round that is played, from 1.
    fn round(&self) -> u32 {
        self.hall.rounds + 1
    }

    fn checked(&self) -> Vec<&OfficeView> {
        self.hall.offices.iter().filter(|office| !office.check.is_empty()).collect()
    }

    /// Where the King of an Office in Check stands.
    fn king(&self, office: &OfficeView) -> String {
        let king = self.pieces.iter().find(|piece| piece.owner == office.name && piece.kind == "king");
        king.and_then(|king| king.square.clone()).unwrap_or_default()
    }

    /// The pieces that give Check: number, and `Rook 8 (Blue, a9)`.
    fn attackers(&self, office: &OfficeView) -> Vec<(u32, String)> {
        let attackers = self.pieces.iter().filter(|piece| office.check.contains(&piece.id));
        attackers.map(|piece| (piece.id, words::piece(self.frame, piece))).collect()
    }

    /// A piece in words.
    fn said(&self, piece: &PieceView) -> String {
        words::piece(self.frame, piece)
    }

    /// What a kind of piece is called.
    fn kind(&self, name: &str) -> String {
        words::kind(self.frame, name)
    }

    /// Where a step of the replay leads.
    fn replay(&self, entry: &i64) -> String {
        let last = self.seen.log.last().map_or(0, |last| last.number);
        if *entry >= last { format!("/tables/{}#board", self.seen.view.table.id) } else { format!("?at={entry}#board") }
    }

    /// A Weight as one writes it.
    fn weight(&self, weight: &f64) -> String {
        self.frame.language.decimal(*weight)
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

    /// What can be chosen besides the King.
    fn defined(&self) -> Vec<&KindView> {
        self.hall.kinds.iter().filter(|kind| kind.defined && kind.name != "king").collect()
    }

    /// Whether it is the turn of the viewer's Office.
    fn has_turn(&self) -> bool {
        self.is_seated() && self.own().is_some_and(|own| self.is_top(&own.name))
    }

    /// The seat of the other player who is to play.
    fn others_turn(&self) -> Option<Seat> {
        let office = self.hall.offices.iter().find(|office| self.is_top(&office.name) && !office.destroyed)?;
        office.holder.filter(|seat| self.seen.view.seat != Some(*seat))
    }

    fn is_here(&self, seat: &Seat) -> bool {
        self.seen.view.here.contains(seat)
    }

    /// Whether one of these forms was sent and is shown again.
    fn again(&self, forms: &str) -> bool {
        forms.split(' ').any(|form| form == self.seen.typed.form())
    }

    /// Why one of these forms was refused.
    fn wrong(&self, forms: &str) -> Option<&Refusal> {
        self.seen.typed.refusal(self.seen.typed.form()).filter(|_| self.again(forms))
    }

    /// What was typed into a field of these forms, which share it.
    fn kept(&self, forms: &str, name: &str) -> &str {
        if self.again(forms) { self.seen.typed.value(self.seen.typed.form(), name) } else { "" }
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

    /// Whether they sit here without an Office.
    fn has_no_army(&self) -> bool {
        self.is_seated() && self.at.is_none() && self.hall.computer.is_none() && self.own().is_none()
    }

    /// Whether they could sit down here, without an Office.
    fn would_join(&self) -> bool {
        let table = &self.seen.view.table;
        let watches = self.seen.viewer.is_some() && self.seen.view.seat.is_none();
        let is_free = |chair: &Chair| {
            chair.person.is_none() && chair.invited.is_none_or(|invited| self.seen.viewer == Some(invited))
        };
        watches && table.stage == Stage::Playing && self.at.is_none() && table.seats.iter().any(is_free)
    }

    /// Their Office as a row of the Play List, while it is played.
    fn own_row(&self) -> Option<Row<'_>> {
        self.row(&self.own().filter(|_| self.is_seated())?.name)
    }

    /// Whether an Office is called NAP, as the rules call the first: what that means is said at the list.
    fn has_nap(&self) -> bool {
        self.hall.order.iter().any(|name| name == "NAP")
    }

    /// The names on the Play List, a line each.
    fn order(&self) -> String {
        self.rows().iter().map(|row| row.office.name.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// Any player becomes Umpire where nobody is (1230.2 §1.B).
    fn may_take_umpire(&self) -> bool {
        self.is_seated() && self.hall.umpire.is_none() && self.at.is_none()
    }

    /// Whether no piece stands on the board: nothing on it takes the focus then.
    fn is_bare(&self) -> bool {
        self.pieces.iter().all(|piece| piece.square.is_none())
    }

    /// Whether the viewer practises here: with hints, and a button that stops it.
    fn practises(&self) -> bool {
        self.is_seated() && self.hall.computer.is_some() && self.at.is_none()
    }

    fn may_play(&self) -> bool {
        self.is_seated() && self.hall.halted.is_none() && self.own().is_some_and(|own| self.is_top(&own.name))
    }

    fn may_rule(&self) -> bool {
        let roles = self.frame.roles;
        let goes_on = matches!(self.seen.view.table.stage, Stage::Playing | Stage::Adjourned);
        goes_on && self.seen.view.seat.is_none() && (roles.justice || roles.chief_justice)
    }
}

#[derive(Template)]
#[template(path = "party/waits.html")]
struct Waits<'a> {
    frame: &'a Frame,
    options: Options,
    /// How many sit there.
    here: usize,
    /// Whether the viewer, who sits there, may look for others.
    invites: bool,
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
#[template(path = "party/opening.html")]
struct OpeningFields<'a> {
    frame: &'a Frame,
    typed: &'a Typed,
}

impl GamePage for PartyPage {
    fn title(&self, language: Language) -> String {
        language.t("party").to_string()
    }

    fn about(&self, frame: &Frame) -> String {
        frame.t("party-in-short").to_string()
    }

    fn primer(&self) -> Option<Primer> {
        let (how, first) = ("party-primer", "party-primer-tap");
        Some(Primer { how, first, rules: "/party/rules", called: "party-rules" })
    }

    fn seat(&self, frame: &Frame, seat: Seat) -> String {
        frame.t("party-seat").with("number", seat + 1).to_string()
    }

    fn others(&self) -> Seat {
        11
    }

    fn seats(&self, frame: &Frame, typed: &Typed) -> Vec<String> {
        seats::opening(frame, typed)
    }

    fn opening(&self, frame: &Frame, typed: &Typed) -> Result<String, Error> {
        OpeningFields { frame, typed }.render().map_err(Error::internal)
    }

    fn besides_opening(&self, frame: &Frame) -> Result<String, Error> {
        practice::Button { frame }.render().map_err(Error::internal)
    }

    fn files(&self) -> &'static [&'static str] {
        &["party.css", "party.js", "arrows.js"]
    }
}

impl GamePart for PartyPage {
    type Game = PartyChess;

    fn seat_at(&self, frame: &Frame, table: &Table, state: Option<&HallView>, seat: Seat) -> String {
        seats::at_table(frame, table, state, seat)
    }

    fn options(&self, sent: &Fields) -> Result<Options, Error> {
        let fresh = Options::default();
        let swingers: Vec<String> = sent.text("swingers").split(',').map(|name| name.trim().to_owned()).collect();
        let holders = Seat::try_from(swingers.len()).unwrap_or(Seat::MAX);
        Ok(Options {
            ruleset: sent.read("ruleset")?,
            seats: sent.number("besides")?.map_or(fresh.seats, |besides: Seat| holders.saturating_add(besides)),
            swingers,
            purse: sent.number("purse")?.unwrap_or(fresh.purse),
            first_turns: sent.has("first_turns"),
            ..fresh
        })
    }

    fn terms(&self, frame: &Frame, options: &Options) -> String {
        if options.practice {
            return frame.t("party-practice-terms").to_string();
        }
        let names = options.swingers.join(", ");
        let terms = frame.word("party-terms", word(&options.ruleset)).with("names", names).to_string();
        if options.first_turns { format!("{terms}, {}", frame.t("party-terms-first-turns")) } else { terms }
    }

    fn outcome(&self, frame: &Frame, outcome: &Over) -> String {
        words::over(frame, &outcome.reason)
    }

    fn small(&self, state: &HallView) -> Result<String, Error> {
        board::small(state).render().map_err(Error::internal)
    }

    /// An empty board: armies are chosen when the game has begun.
    fn first(&self, _: &Options) -> Result<String, Error> {
        board::empty().render().map_err(Error::internal)
    }

    fn shown(
        &self,
        _: &mut Db,
        seen: &Seen<'_, HallView>,
        zone: &Tz,
        from: usize,
    ) -> Result<(String, Vec<String>), Error> {
        let log = history::read(seen.log)?;
        let past = Past { log: &log, ..Past::default() };
        let lines = log[from..].iter().map(|entry| words::line(seen.frame, zone, &past, entry)).collect();
        Ok((part(seen, zone, &log)?, lines))
    }

    fn act(&self, sent: &Fields) -> Result<Option<ActOf<PartyChess>>, Error> {
        forms::act(sent)
    }
}

/// The table's part of its page, by its log.
fn part(seen: &Seen<'_, HallView>, zone: &Tz, log: &[Logged]) -> Result<String, Error> {
    let (frame, table) = (seen.frame, &seen.view.table);
    let options = table.options_of::<PartyChess>()?;
    let Some(state) = seen.state else {
        let here = table.seats.iter().filter(|chair| chair.person.is_some()).count();
        let invites = seen.view.seat.is_some() && table.stage == Stage::Open && here < table.seats.len();
        return Waits { frame, options, here, invites }.render().map_err(Error::internal);
    };
    let mut hall = state.clone();
    let position = &state.position;
    let last = seen.log.last().map_or(0, |entry| entry.number);
    let asked = PieceQuery::of(&frame.here);
    let at = asked.at(last);
    let pieces = history::pieces_at(log, at.unwrap_or(last));
    if let Some(at) = at {
        history::turn_back(&mut hall, log, at);
    }
    let mut part = Part {
        frame,
        seen,
        zone: *zone,
        board: String::new(),
        sheet: board::sheet(),
        history: History::of(frame, zone, table, log, &hall, at.unwrap_or(last)),
        at,
        picked: None,
        untold: None,
        pieces,
        first_army: first_army(position.suite()),
        hall,
    };
    if at.is_none() {
        let picks = || picked::pick(&asked, &part.hall, position, part.may_play());
        match bounded(MOST_SEARCHED, picks) {
            Ok(picked) => part.picked = picked,
            Err(refusal) => part.untold = Some(refusal),
        }
    }
    let (picked, touched) = (part.picked.as_ref(), &part.history.touched);
    let drawn = Board::of(frame, &part.hall, &part.pieces, picked, touched, at.is_none());
    part.board = drawn.render().map_err(Error::internal)?;
    part.render().map_err(Error::internal)
}
