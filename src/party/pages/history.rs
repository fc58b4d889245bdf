//! What the log of a game tells: the board after any entry, plays, payments, Weights over time.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use chrono_tz::Tz;

use super::words::Past;
use super::{board, words};
use crate::error::Error;
use crate::party::rules::{Change, Effect, Event, HallView, OfficeView, PieceView, ToldPlay};
use crate::party::table::PartyChess;
use crate::tables::{Entry, Table};
use crate::web::layout::Frame;

/// Plays and payments that a page shows; the log's file has all.
const SHOWN: usize = 40;
/// Points of a line of the chart.
const POINTS: usize = 80;
/// How far apart the letters at the ends of its lines stand, and the lowest place for one.
const LETTER: i32 = 9;
const LOWEST: i32 = 104;

/// A line of the chart.
pub struct Line {
    pub colour: usize,
    pub letter: String,
    pub path: String,
    /// Where the letter stands.
    pub end: i32,
}

/// Something that happened, and after which entry.
pub struct LogLine {
    pub number: i64,
    pub text: String,
}

/// What a page shows of the past.
pub struct History {
    /// The last plays, the newest first.
    pub plays: Vec<LogLine>,
    /// The last payments, the newest first.
    pub payments: Vec<LogLine>,
    /// The last play, and the squares where pieces stood before it or stand after it.
    pub played: Option<LogLine>,
    pub touched: BTreeSet<String>,
    /// Whether that play has captured.
    pub captured: bool,
    /// What has been done since.
    pub newest: Option<LogLine>,
    pub weights: Vec<Line>,
    pub most: f64,
    /// Entries at which the board changed, in order.
    changes: Vec<i64>,
    /// The entry after which the last play of each Office begins, where there were so many.
    pub last_round: Option<i64>,
}

/// An entry of the log, read.
pub struct Logged {
    pub number: i64,
    pub effect: Effect,
}

impl Logged {
    fn of(entry: &Entry) -> Result<Logged, Error> {
        Ok(Logged { number: entry.number, effect: entry.effect_of::<PartyChess>()? })
    }

    fn tells(&self, what: fn(&Event) -> bool) -> bool {
        self.effect.events.iter().any(what)
    }
}

fn is_play(event: &Event) -> bool {
    matches!(event, Event::Played { .. })
}

fn is_payment(event: &Event) -> bool {
    matches!(event, Event::Paid { .. })
}

/// What the log tells.
pub fn read(log: &[Arc<Entry>]) -> Result<Vec<Logged>, Error> {
    log.iter().map(|entry| Logged::of(entry)).collect()
}

/// The pieces after an entry of the log: all changes up to it.
pub fn pieces_at(log: &[Logged], number: i64) -> Vec<PieceView> {
    let mut pieces: BTreeMap<u32, &PieceView> = BTreeMap::new();
    let until = log.iter().take_while(|entry| entry.number <= number);
    for change in until.filter_map(|entry| entry.effect.board.as_ref()) {
        for gone in &change.gone {
            pieces.remove(gone);
        }
        pieces.extend(change.pieces.iter().map(|piece| (piece.id, piece)));
    }
    pieces.into_values().cloned().collect()
}

/// The squares that an entry has emptied or filled.
fn touched(log: &[Logged], number: i64) -> BTreeSet<String> {
    let [before, after] = [number - 1, number].map(|number| {
        let pieces = pieces_at(log, number).into_iter();
        pieces.filter_map(|piece| Some((piece.id, piece.square?))).collect::<BTreeSet<(u32, String)>>()
    });
    before.symmetric_difference(&after).map(|(_, square)| square.clone()).collect()
}

/// Whether a play of an entry has captured.
fn captures(event: &Event) -> bool {
    let Event::Played { play, .. } = event else { return false };
    ToldPlay::of(play).is_some_and(|play| !play.captures().is_empty())
}

/// Resets the view of a table to the position after an entry of the log. The log does not keep which Offices were Warm or in
/// Check, so none is shown as such.
pub fn turn_back(hall: &mut HallView, log: &[Logged], number: i64) {
    let mut before = log.iter().rev().filter(|entry| entry.number <= number);
    let then = before.find_map(|entry| entry.effect.board.as_ref());
    for office in &mut hall.offices {
        let weight = then.and_then(|then| then.weights.get(&office.name));
        office.weight = weight.copied().unwrap_or_default();
        office.warm = false;
        office.check.clear();
    }
    hall.rounds = then.map_or(0, |then| then.rounds);
    if let Some(Change { order, .. }) = then {
        hall.turn = order.first().cloned();
        hall.order.clone_from(order);
    }
}

impl History {
    /// What is shown where the board stands as after the entry `at`.
    pub fn of(frame: &Frame, zone: &Tz, table: &Table, log: &[Logged], hall: &HallView, at: i64) -> History {
        let offices = hall.offices.as_slice();
        let past = Past { people: words::people(table), log, own: hall.own.as_deref() };
        let line = |entry: &Logged| LogLine { number: entry.number, text: words::line(frame, zone, &past, entry) };
        let told = |what: fn(&Event) -> bool| {
            let entries = log.iter().rev().filter(|entry| entry.tells(what));
            entries.take(SHOWN).map(line).collect()
        };
        let played = log.iter().rev().find(|entry| entry.number <= at && entry.tells(is_play));
        let newest = log.iter().rev().find(|entry| entry.number <= at);
        let is_since = |entry: &&Logged| played.is_none_or(|played| played.number < entry.number);
        let changes: Vec<(i64, &Change)> =
            log.iter().filter_map(|entry| Some((entry.number, entry.effect.board.as_ref()?))).collect();
        let (weights, most) = chart(&changes, offices);
        let plays: Vec<&Logged> = log.iter().filter(|entry| entry.tells(is_play)).collect();
        let playing = offices.iter().filter(|office| !office.destroyed).count();
        let last_round =
            plays.len().checked_sub(playing).and_then(|first| plays.get(first)).map(|entry| entry.number - 1);
        History {
            plays: told(is_play),
            payments: told(is_payment),
            touched: played.map(|played| touched(log, played.number)).unwrap_or_default(),
            captured: played.is_some_and(|played| played.tells(captures)),
            newest: newest.filter(is_since).map(line).filter(|told| !told.text.is_empty()),
            played: played.map(line),
            weights,
            most,
            changes: changes.iter().map(|(number, _)| *number).collect(),
            last_round: last_round.filter(|number| *number > 0),
        }
    }

    /// The entries of a replay around one: first, before, after, last.
    pub fn around(&self, at: Option<i64>) -> [Option<i64>; 4] {
        let here = at.unwrap_or(i64::MAX);
        let before = self.changes.iter().rev().find(|number| **number < here).copied();
        // Where the last entry is shown, the one before it is the way back.
        let before = if at.is_none() { self.changes.iter().rev().nth(1).copied() } else { before };
        let after = self.changes.iter().find(|number| **number > here).copied();
        [self.changes.first().copied(), before, after, self.changes.last().copied()]
    }
}

/// The Weights as lines, 300 wide and 100 high.
fn chart(changes: &[(i64, &Change)], offices: &[OfficeView]) -> (Vec<Line>, f64) {
    let step = changes.len().div_ceil(POINTS).max(1);
    let last = changes.len().saturating_sub(1);
    let shown = changes.iter().enumerate().filter(|(place, _)| place % step == 0 || *place == last);
    let shown: Vec<(usize, &Change)> = shown.map(|(place, (_, change))| (place, *change)).collect();
    let most = shown.iter().flat_map(|(_, change)| change.weights.values()).fold(1.0_f64, |most, one| most.max(*one));
    let line = |(place, office): (usize, &OfficeView)| {
        let (mut path, mut end) = (String::new(), 0);
        for (at, change) in &shown {
            let Some(weight) = change.weights.get(&office.name) else { continue };
            let x = 300.0 * *at as f64 / last.max(1) as f64;
            let y = 100.0 - 100.0 * weight / most;
            // Writing to a string cannot fail.
            let begins = path.is_empty();
            let _ = write!(path, "{}{x:.0} {y:.1}", if begins { "M" } else { "L" });
            if begins && *at == last {
                // An Office that is new has its place already.
                path.push_str("h1");
            }
            end = y.round() as i32 + LETTER / 3;
        }
        Line { colour: board::colour(place), letter: board::letter(place), path, end }
    };
    let lines = offices.iter().enumerate().map(line).filter(|line| !line.path.is_empty() && shown.len() > 1);
    (with_letters_apart(lines.collect()), most)
}

/// No letter stands on another: first they are moved down, then those that are too low up again.
fn with_letters_apart(mut lines: Vec<Line>) -> Vec<Line> {
    lines.sort_by_key(|line| line.end);
    let mut highest = i32::MIN;
    for line in &mut lines {
        line.end = line.end.max(highest);
        highest = line.end + LETTER;
    }
    let mut lowest = LOWEST;
    for line in lines.iter_mut().rev() {
        line.end = line.end.min(lowest);
        lowest = line.end - LETTER;
    }
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::tables::Kind;

    #[test]
    fn an_event_that_cannot_be_read_does_not_pass_for_nothing() {
        let log = |effect: &str| {
            let (play, effect) = (Value::Null, effect.parse().unwrap());
            let at = "2026-11-06T12:00:00".parse().unwrap();
            [Arc::new(Entry { number: 1, kind: Kind::Time, seat: None, by: None, at, play, effect })]
        };
        assert!(read(&log(r#"{ "events": [{ "event": "round", "rounds": 2 }] }"#)).is_ok());
        assert!(read(&log(r#"{ "events": [{ "event": "round", "rounds": "two" }] }"#)).is_err());
    }
}
