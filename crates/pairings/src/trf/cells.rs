//! A round of a player's line: opponent, colour, result in eight columns.

use crate::tournament::{Bye, Colour, Entry, Number, Score};

/// What a round says; or which column is at fault, and what was expected there.
pub(super) fn parse(cell: &[char]) -> Result<Entry, (usize, usize, &'static str)> {
    let at = |index: usize| cell.get(index).copied().unwrap_or(' ');
    let digits: String = cell.iter().take(4).collect();
    let digits = digits.trim();
    let opponent: Number = match digits {
        "" => 0,
        _ => digits.parse().map_err(|_| (0, 4, "the number of an opponent, or 0000"))?,
    };
    let colour = match at(5).to_ascii_lowercase() {
        'w' => Some(Colour::White),
        'b' => Some(Colour::Black),
        '-' | ' ' => None,
        _ => return Err((5, 1, "w, b or -")),
    };
    let result = at(7).to_ascii_uppercase();
    if opponent == 0 {
        return match result {
            'U' => Ok(Entry::Bye(Bye::Allocated)),
            'F' | '+' => Ok(Entry::Bye(Bye::Full)),
            'H' | '=' => Ok(Entry::Bye(Bye::Half)),
            'Z' | '-' | ' ' => Ok(Entry::Bye(Bye::Zero)),
            _ => Err((7, 1, "a bye (H, F, U or Z), for there is no opponent")),
        };
    }
    let (score, rated) = match result {
        '1' => (Score::Win, true),
        '=' => (Score::Draw, true),
        '0' => (Score::Loss, true),
        'W' => (Score::Win, false),
        'D' => (Score::Draw, false),
        'L' => (Score::Loss, false),
        '+' | '-' => return Ok(Entry::Forfeit { opponent, colour, won: result == '+' }),
        _ => return Err((7, 1, "a result: 1 = 0 + - W D or L")),
    };
    let colour = colour.ok_or((5, 1, "the colour of a game that was played: w or b"))?;
    Ok(Entry::Game { opponent, colour, score, rated })
}

/// A round as it is written.
pub(super) fn write(entry: &Entry) -> String {
    let colour_of = |colour: Option<Colour>| match colour {
        Some(Colour::White) => 'w',
        Some(Colour::Black) => 'b',
        None => '-',
    };
    match *entry {
        Entry::Game { opponent, colour, score, rated } => {
            let result = match (score, rated) {
                (Score::Win, true) => '1',
                (Score::Draw, true) => '=',
                (Score::Loss, true) => '0',
                (Score::Win, false) => 'W',
                (Score::Draw, false) => 'D',
                (Score::Loss, false) => 'L',
            };
            format!("{opponent:>4} {} {result}", colour_of(Some(colour)))
        }
        Entry::Forfeit { opponent, colour, won } => {
            format!("{opponent:>4} {} {}", colour_of(colour), if won { '+' } else { '-' })
        }
        Entry::Bye(bye) => format!("0000 - {}", letter(bye)),
    }
}

/// The letter of a bye.
pub(super) fn letter(bye: Bye) -> char {
    match bye {
        Bye::Allocated => 'U',
        Bye::Full => 'F',
        Bye::Half => 'H',
        Bye::Zero => 'Z',
    }
}
