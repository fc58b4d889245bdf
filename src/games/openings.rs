//! Names of openings. A game's opening is the last of its positions that has a name, whichever moves led there.

use std::collections::HashMap;
use std::sync::LazyLock;

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position};

/// The names, a line each: how many half-moves the line shares with the one above, those that follow, ECO code, name.
const LINES: &str = include_str!("openings.tsv");

/// Half-moves after which no position has a name any more.
const LONGEST: usize = 40;

/// The first code of each family that pages know by name.
const FAMILIES: &[&str] = &[
    "a00", "a01", "a02", "a04", "a10", "a40", "a42", "a43", "a45", "a51", "a53", "a56", "a57", "a60", "a80", "b00",
    "b01", "b02", "b06", "b07", "b10", "b20", "c00", "c20", "c21", "c23", "c25", "c30", "c40", "c41", "c42", "c44",
    "c45", "c46", "c47", "c50", "c51", "c53", "c55", "c60", "d00", "d06", "d07", "d08", "d10", "d20", "d30", "d43",
    "d50", "d70", "e00", "e01", "e10", "e11", "e12", "e20", "e60",
];

/// The name of a position, in English, as the books have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// `C50`; empty for a few that the encyclopaedia does not know.
    pub eco: &'static str,
    pub name: &'static str,
}

impl Opening {
    /// The family that it belongs to, as the catalogue calls it: the last that begins at its code or before it.
    pub fn family(&self) -> Option<&'static str> {
        let code = self.eco.to_ascii_lowercase();
        let begun = FAMILIES.partition_point(|first| *first <= code.as_str());
        begun.checked_sub(1).map(|place| FAMILIES[place]).filter(|_| !code.is_empty())
    }
}

static NAMES: LazyLock<HashMap<Chess, Opening>> = LazyLock::new(|| {
    let (mut names, mut way) = (HashMap::new(), vec![Chess::default()]);
    for line in LINES.lines().filter(|line| !line.starts_with('#')) {
        // A test reads every line.
        names.extend(read(line, &mut way));
    }
    names
});

/// Reads a line and goes its way, which leads to a position.
fn read(line: &'static str, way: &mut Vec<Chess>) -> Option<(Chess, Opening)> {
    let mut fields = line.split('\t');
    let shared: usize = fields.next()?.parse().ok()?;
    way.truncate(shared + 1);
    for text in fields.next()?.split(' ') {
        let mut position = way.last()?.clone();
        let played = text.parse::<UciMove>().ok()?.to_move(&position).ok()?;
        position.play_unchecked(played);
        way.push(position);
    }
    Some((way.last()?.clone(), Opening { eco: fields.next()?, name: fields.next()? }))
}

/// The opening of a game, by its positions from the beginning.
pub fn of(positions: impl Iterator<Item = Chess>) -> Option<Opening> {
    positions.take(LONGEST + 1).filter_map(|position| NAMES.get(&position).copied()).last()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::moves::Moves;

    #[test]
    fn every_line_is_legal_and_short_enough() {
        let mut way = vec![Chess::default()];
        let lines: Vec<_> = LINES.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(lines.len() > 2_500);
        for line in lines {
            let (_, opening) = read(line, &mut way).unwrap_or_else(|| panic!("{line}"));
            assert!(way.len() <= LONGEST + 1 && !opening.name.is_empty(), "{line}");
        }
    }

    #[test]
    fn a_game_is_named_by_the_last_position_that_has_a_name_whatever_the_way_to_it() {
        let named = |pgn: &str| of(Moves::read(pgn.as_bytes()).unwrap().positions()).map(|opening| opening.name);
        assert_eq!(named("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 *"), Some("Italian, Giuoco Piano"));
        let transposed = named("1. Nc3 e5 2. e4 Nf6 *");
        assert!(transposed.is_some_and(|name| name.starts_with("Vienna")), "{transposed:?}");
        let family = |eco| Opening { eco, name: "" }.family();
        assert_eq!([family("C52"), family("B99"), family("A00")], [Some("c51"), Some("b20"), Some("a00")]);
        assert!(FAMILIES.is_sorted() && family("").is_none());
        assert_eq!(of([Chess::default()].into_iter()), None);
        let code = |pgn: &str| of(Moves::read(pgn.as_bytes()).unwrap().positions()).map(|opening| opening.eco);
        assert_eq!(code("1. e4 e5 2. Nf3 Nc6 *"), Some("C44"), "as the encyclopaedia has it");
    }
}
