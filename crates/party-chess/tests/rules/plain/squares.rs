//! Squares of the board, and how two of them lie to each other.

/// Column and row, from 1.
pub(super) type Place = (i32, i32);

pub fn name((column, row): Place) -> String {
    format!("{}{row}", (b'a' + column as u8 - 1) as char)
}

pub(super) fn place(text: &str) -> Place {
    (i32::from(text.as_bytes()[0] - b'a') + 1, text[1..].parse().unwrap())
}

pub(super) fn on_board((column, row): Place) -> bool {
    (1..=20).contains(&column) && (1..=20).contains(&row)
}

pub(super) fn every_place() -> impl Iterator<Item = Place> {
    (1..=20).flat_map(|row| (1..=20).map(move |column| (column, row)))
}

pub(super) fn at_edge((column, row): Place) -> bool {
    column == 1 || column == 20 || row == 1 || row == 20
}

pub(super) fn at_corner((column, row): Place) -> bool {
    (column == 1 || column == 20) && (row == 1 || row == 20)
}

pub(super) fn apart(one: Place, other: Place) -> i32 {
    (one.0 - other.0).abs().max((one.1 - other.1).abs())
}

pub(super) fn orthogonal(one: Place, other: Place) -> bool {
    one != other && (one.0 == other.0 || one.1 == other.1)
}

pub(super) fn diagonal(one: Place, other: Place) -> bool {
    one != other && (one.0 - other.0).abs() == (one.1 - other.1).abs()
}

pub(super) fn straight(one: Place, other: Place) -> bool {
    orthogonal(one, other) || diagonal(one, other)
}

/// The squares strictly between two on a line.
pub(super) fn between(one: Place, other: Place) -> Vec<Place> {
    let step = ((other.0 - one.0).signum(), (other.1 - one.1).signum());
    (1..apart(one, other)).map(|n| (one.0 + n * step.0, one.1 + n * step.1)).collect()
}
