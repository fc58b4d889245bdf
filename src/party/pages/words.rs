//! Events of the log in words.

use std::collections::BTreeMap;

use chrono_tz::Tz;
use rookery_messages::{Value, say};
use rookery_party_chess::{Amendment, Part};

use super::history::Logged;
use crate::fields::word;
use crate::party::rules::{Account, Change, Effect, Event, PieceView, Practised, ToldPlay};
use crate::tables::{Person, Seat, Table};
use crate::web::layout::Frame;

/// What an entry is told by.
#[derive(Default)]
pub struct Past<'a> {
    pub people: BTreeMap<Seat, &'a Person>,
    pub log: &'a [Logged],
    /// The reader's Office.
    pub own: Option<&'a str>,
}

impl Past<'_> {
    /// A piece as the entries before this one have left it.
    fn piece(&self, number: i64, id: u32) -> Option<PieceView> {
        let before = self.log.iter().rev().skip_while(|entry| entry.number >= number);
        let mut boards = before.filter_map(|entry| entry.effect.board.as_ref());
        boards.find_map(|board| board.pieces.iter().find(|piece| piece.id == id)).cloned()
    }
}

/// Who sits where.
pub fn people(table: &Table) -> BTreeMap<Seat, &Person> {
    table.seats.iter().filter_map(|chair| Some((chair.seat, chair.person.as_ref()?))).collect()
}

/// A player by name, or by seat.
pub fn player(frame: &Frame, people: BTreeMap<Seat, &Person>, seat: Seat) -> String {
    match people.get(&seat) {
        Some(person) => person.name.clone(),
        None => frame.t("party-seat").with("number", seat + 1).to_string(),
    }
}

/// What a kind of piece is called; a kind that the Umpire made goes by its own name.
pub fn kind(frame: &Frame, name: &str) -> String {
    frame.word("party-kind", name).known().map_or_else(|| name.to_owned(), |known| known.to_string())
}

/// `Rook 8 (Blue, a9)`.
pub fn piece(frame: &Frame, piece: &PieceView) -> String {
    frame.said(piece.said())
}

/// What was paid for: what the same step bought or dissolved, else what the payer wrote.
fn purpose(frame: &Frame, written: &str, all: &[Event]) -> String {
    let by_itself = |event: &Event| match event {
        Event::Bought { office, kind, .. } => {
            Some(say!("Purchase: {kind} for {office}", kind = Value::word("party-kind", kind), office))
        }
        Event::Organised { members, .. } if members.is_empty() => Some(say!("Dissolved")),
        _ => None,
    };
    all.iter().find_map(by_itself).map_or_else(|| written.to_owned(), |purpose| frame.said(purpose))
}

/// That a game is over, and why.
pub fn over(frame: &Frame, reason: &str) -> String {
    let why = match reason.parse() {
        Ok(Practised::Left) => frame.said(say!("Nobody practised any more")),
        Ok(Practised::Enough) => frame.said(say!("Enough practice")),
        Err(_) => reason.to_owned(),
    };
    frame.t("party-over").with("reason", why).to_string()
}

/// An entry in a line.
pub fn line(frame: &Frame, zone: &Tz, past: &Past<'_>, entry: &Logged) -> String {
    let told = |event| told(frame, zone, past, entry.number, event, &entry.effect);
    entry.effect.events.iter().map(told).collect::<Vec<_>>().join(" · ")
}

/// A play of a piece in words: `King to c3`, `Pawn to k11: becomes Rook`, `Rook takes your Camel on c5`, of a chain with all squares where
/// it stops. `own` is the reader's Office, and `before` knows pieces by their numbers as they were.
pub fn play(
    frame: &Frame,
    piece: &PieceView,
    play: &ToldPlay,
    own: Option<&str>,
    before: impl Fn(u32) -> Option<PieceView>,
) -> Option<String> {
    let victims = play.captures().iter().filter_map(|victim| before(*victim));
    let victims: Vec<String> = victims.map(|victim| captured(frame, &victim, own)).collect();
    let (word, square, becomes) = match play {
        ToldPlay::Move { to, scratch: true, .. } => ("scratch", to.clone(), None),
        ToldPlay::Move { to, promote_to, .. } => ("move", to.clone(), promote_to.as_deref()),
        ToldPlay::Placement { to, .. } => ("placement", to.clone(), None),
        ToldPlay::Capture { to, ranged, path, promote_to, .. } => {
            let word = match (*ranged, victims.is_empty()) {
                (true, true) => "shot",
                (true, false) => "shoots",
                (false, true) => "capture",
                (false, false) => "takes",
            };
            (word, if path.is_empty() { to.clone() } else { path.join(", ") }, promote_to.as_deref())
        }
        ToldPlay::Pass | ToldPlay::Surrender => return None,
    };
    let said = frame
        .word("party-plays", word)
        .with("piece", kind(frame, &piece.kind))
        .with("square", square)
        .with("captured", frame.language.listed(&victims))
        .to_string();
    let Some(becomes) = becomes else { return Some(said) };
    Some(frame.t("party-plays-becomes").with("play", said).with("kind", kind(frame, becomes)).to_string())
}

/// `your Rook`, `Rook of Blue`.
fn captured(frame: &Frame, victim: &PieceView, own: Option<&str>) -> String {
    let text = if own == Some(victim.owner.as_str()) { "party-captured-own" } else { "party-captured" };
    frame.t(text).with("kind", kind(frame, &victim.kind)).with("office", &victim.owner).to_string()
}

/// What an entry has played; `None` if the log does not say what has moved.
fn moved(frame: &Frame, past: &Past<'_>, number: i64, played: &ToldPlay, board: Option<&Change>) -> Option<String> {
    let id = played.piece()?;
    let after = || board?.pieces.iter().find(|piece| piece.id == id).cloned();
    let piece = past.piece(number, id).or_else(after)?;
    play(frame, &piece, played, past.own, |id| past.piece(number, id))
}

/// What is another by an amendment: `Rook, value 8`.
fn amended(frame: &Frame, amendment: &Amendment) -> String {
    let limit = |limit: u8| match limit {
        0 => frame.t("party-change-unlimited").to_string(),
        limit => frame.t("party-change-limit").with("limit", limit).to_string(),
    };
    let changes = [
        amendment.repealed.then(|| frame.t("party-change-repealed").to_string()),
        amendment.character.map(|sign| frame.t("party-change-character").with("character", sign).to_string()),
        amendment.value.map(|value| frame.t("party-value").with("value", value).to_string()),
        amendment.limit.map(limit),
        amendment.parts.as_deref().map(|parts| moves(frame, parts)),
    ];
    let mut what: Vec<String> = changes.into_iter().flatten().collect();
    if what.is_empty() {
        what.push(frame.t("party-change-in-force").to_string());
    }
    amendment.kind.iter().map(|name| kind(frame, name)).chain(what).collect::<Vec<_>>().join(", ")
}

/// Movements as the Umpire types them: `moves a diag 1-6 clear`.
pub fn moves(frame: &Frame, parts: &[Part]) -> String {
    if parts.is_empty() {
        return frame.t("party-undefined").to_string();
    }
    let written = |part: &Part| {
        format!("{} {} {}-{} {}", word(&part.part), word(&part.dirs), part.min, part.max, word(&part.path))
    };
    let moves = parts.iter().map(written).collect::<Vec<_>>().join("; ");
    frame.t("party-change-moves").with("moves", moves).to_string()
}

fn told(frame: &Frame, zone: &Tz, past: &Past<'_>, number: i64, event: &Event, effect: &Effect) -> String {
    let (all, board) = (&effect.events, effect.board.as_ref());
    let who = |seat: &Seat| player(frame, past.people.clone(), *seat);
    let account = |account: &Account| match account {
        Account::Seat(seat) => who(seat),
        Account::Organisation(name) => name.clone(),
        Account::Treasury => frame.t("party-treasury").to_string(),
    };
    let seats = |seats: &[Seat]| frame.language.listed(&seats.iter().map(who).collect::<Vec<_>>());
    let text = match event {
        Event::Played { office, text, why, play } => {
            let why = frame.word("party-why", word(why)).to_string();
            let text = match ToldPlay::of(play) {
                Some(ToldPlay::Pass) => frame.t("party-told-pass").to_string(),
                Some(ToldPlay::Surrender) => frame.t("party-told-surrender").to_string(),
                // As it was announced, where the log does not say what has moved.
                other => {
                    other.and_then(|play| moved(frame, past, number, &play, board)).unwrap_or_else(|| text.to_owned())
                }
            };
            frame.t("party-told-played").with("office", office).with("text", text).with("why", why).to_string()
        }
        Event::Army { office, army } => {
            let army: Vec<String> = army.iter().map(|name| kind(frame, name)).collect();
            frame.t("party-told-army").with("office", office).with("army", frame.language.listed(&army)).to_string()
        }
        Event::Paid { from, to, amount, purpose } => frame
            .t("party-told-paid")
            .with("from", account(from))
            .with("to", account(to))
            .with("amount", amount)
            .with("purpose", self::purpose(frame, purpose, all))
            .to_string(),
        Event::Bought { office, kind: name, piece, .. } => frame
            .t("party-told-bought")
            .with("office", office)
            .with("kind", kind(frame, name))
            .with("piece", piece)
            .to_string(),
        Event::Organised { name, members } if members.is_empty() => {
            frame.t("party-told-dissolved").with("name", name).to_string()
        }
        Event::Organised { name, members } => {
            frame.t("party-told-organised").with("name", name).with("members", seats(members)).to_string()
        }
        Event::Holder { office, holder: Some(holder) } => {
            frame.t("party-told-holder").with("office", office).with("who", who(holder)).to_string()
        }
        Event::Holder { office, holder: None } => frame.t("party-told-no-holder").with("office", office).to_string(),
        Event::Warm { office, warm: true } => frame.t("party-told-warm").with("office", office).to_string(),
        Event::Warm { office, warm: false } => frame.t("party-told-not-warm").with("office", office).to_string(),
        Event::Founded { office } => frame.t("party-told-founded").with("office", office).to_string(),
        Event::Destroyed { office, reason } => {
            frame.t("party-told-destroyed").with("office", office).with("reason", reason).to_string()
        }
        Event::Umpire { umpire: Some(seat) } => frame.t("party-told-umpire").with("who", who(seat)).to_string(),
        Event::Umpire { umpire: None } => frame.t("party-told-no-umpire").to_string(),
        Event::Amended { amendment } => {
            let what = amended(frame, amendment);
            frame.t("party-told-amended").with("rule", amendment.rule).with("what", what).to_string()
        }
        Event::IlNabi { il_nabi } => frame.t("party-told-il-nabi").with("moves", moves(frame, il_nabi)).to_string(),
        Event::Corrected { reason, .. } => {
            let what = event.sentence().map(|what| frame.said(what));
            frame.t("party-told-corrected").with("what", what.unwrap_or_default()).with("reason", reason).to_string()
        }
        Event::Drawn { among, chosen, purpose, place } => frame
            .t("party-told-drawn")
            .with("purpose", purpose)
            .with("chosen", chosen)
            .with("among", frame.language.listed(among))
            .with("place", place)
            .to_string(),
        Event::Extended { until } => {
            frame.t("party-told-extended").with("at", frame.moment(until.naive_utc(), zone)).to_string()
        }
        Event::Check { .. } => event.sentence().map(|check| frame.said(check)).unwrap_or_default(),
        Event::Round { rounds } => frame.t("party-told-round").count("rounds", rounds).to_string(),
        Event::Halted { why: Some(why) } => frame.word("party-halt", word(why)).to_string(),
        Event::Halted { why: None } => frame.t("party-told-goes-on").to_string(),
        Event::Ended { reason } => over(frame, reason),
    };
    text.trim().to_owned()
}
