//! A tournament's crosstable: everybody against everybody.

use super::Shown;
use crate::sessions;
use crate::tournaments::Format;
use crate::tournaments::views::Row;

/// A player's cell against themself.
const SELF: &str = "×";

/// A line of a crosstable: against each other player, by number.
pub struct Crossed<'a> {
    pub row: &'a Row,
    pub cells: Vec<String>,
}

impl Shown {
    /// Everybody against everybody, where that is what they play and enough of them have met.
    pub fn crosstable(&self) -> Vec<Crossed<'_>> {
        let rows = &self.whole.standings.rows;
        if !matches!(self.settings().format, Format::RoundRobin { .. } | Format::Scheveningen) {
            return Vec::new();
        }
        let against = |row: &Row, other: &Row| {
            let met = row.rounds.iter().filter(|cell| cell.opponent.is_some() && cell.opponent == other.number);
            met.map(|cell| self.came_out(cell)).collect::<Vec<_>>().join(" ")
        };
        let cell = |row: &Row, other: &Row| {
            if row.person == other.person { SELF.to_owned() } else { against(row, other) }
        };
        let lines: Vec<Crossed<'_>> = rows
            .iter()
            .map(|row| Crossed { row, cells: rows.iter().map(|other| cell(row, other)).collect() })
            .collect();
        let cells = lines.iter().flat_map(|line| &line.cells);
        let filled = cells.filter(|cell| !cell.is_empty() && cell.as_str() != SELF).count();
        if sessions::crosstable::is_dense(lines.len(), filled) { lines } else { Vec::new() }
    }
}
