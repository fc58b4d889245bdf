//! What the seats of a table are called: by their Office, with its letter, colour and shape as the board draws them.

use super::board;
use crate::party::rules::{HallView, Options};
use crate::party::table::PartyChess;
use crate::tables::{Seat, Table};
use crate::web::layout::Frame;
use crate::web::typed::Typed;

/// Those of the form that opens a table, as far as it is filled in.
pub fn opening(frame: &Frame, typed: &Typed) -> Vec<String> {
    let fresh = Options::default();
    let names = typed.value_or("open", "swingers", &fresh.swingers.join(", ")).to_owned();
    let offices: Vec<&str> = names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let besides: usize = typed.value_or("open", "besides", "4").parse().unwrap_or_default();
    let seats = offices.len().saturating_add(besides).min(100);
    (0..seats).map(|place| of_place(frame, &offices, place)).collect()
}

/// A seat of a table: before the game begins by the Office that it will have, then by those that its player holds.
pub fn at_table(frame: &Frame, table: &Table, state: Option<&HallView>, seat: Seat) -> String {
    let place = usize::try_from(seat).unwrap_or_default();
    let Some(HallView { offices, .. }) = state else {
        let options = table.options_of::<PartyChess>().unwrap_or_default();
        return match options.swingers.get(place) {
            Some(office) => of_office(frame, office, place),
            None if has_left(table, options.swingers.len(), place) => frame.t("party-seat-left").to_string(),
            None => frame.t("party-seat-none").to_string(),
        };
    };
    let held = offices.iter().enumerate().filter(|(_, office)| office.holder == Some(seat) && !office.destroyed);
    let held: Vec<String> = held.map(|(place, office)| of_office(frame, &office.name, place)).collect();
    if held.is_empty() { frame.t("party-seat-none").to_string() } else { held.join(", ") }
}

/// Whether a player on a seat after those of the Offices gets an Office whose own seat is empty now.
fn has_left(table: &Table, offices: usize, place: usize) -> bool {
    let seated = table.seats.iter().filter(|chair| chair.person.is_some());
    let taken: Vec<usize> = seated.filter_map(|chair| usize::try_from(chair.seat).ok()).collect();
    let left = offices - taken.iter().filter(|seat| **seat < offices).count();
    let earlier = taken.iter().filter(|seat| (offices..place).contains(*seat)).count();
    taken.contains(&place) && earlier < left
}

fn of_place(frame: &Frame, offices: &[impl AsRef<str>], place: usize) -> String {
    let without = || frame.t("party-seat-without").with("number", place + 1).to_string();
    offices.get(place).map_or_else(without, |office| of_office(frame, office.as_ref(), place))
}

/// `NAP (A, red circle)`.
fn of_office(frame: &Frame, office: &str, place: usize) -> String {
    let mark = frame.word("party-mark", board::colour(place)).to_string();
    frame
        .t("party-seat-office")
        .with("office", office)
        .with("letter", board::letter(place))
        .with("mark", mark)
        .to_string()
}
