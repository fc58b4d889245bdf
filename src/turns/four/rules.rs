//! How four in a row is played: discs fall into seven columns of six, and four in a line win. Pure.

use rookery_messages::say;
use serde::{Deserialize, Serialize};

use crate::error::Refusal;
use crate::tables::Seat;
use crate::turns::{Over, Position};

pub const COLUMNS: usize = 7;
pub const ROWS: usize = 6;
/// Along the row, up the column, and along both diagonals.
const WAYS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// In each column the seats whose discs lie there, from below; and the last column that was played.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Grid {
    pub columns: [Vec<Seat>; COLUMNS],
    last: Option<usize>,
}

impl Grid {
    /// The discs of the line, at least four, that the last disc is part of: columns and rows from 0.
    pub fn line(&self) -> Option<Vec<(usize, usize)>> {
        let column = self.last?;
        let row = self.columns[column].len().checked_sub(1)?;
        let whose = self.columns[column][row];
        WAYS.iter().find_map(|(right, up)| {
            let along = |way: isize| {
                (1..).map_while(move |step| {
                    let x = column.checked_add_signed(right * way * step)?;
                    let y = row.checked_add_signed(up * way * step)?;
                    (self.columns.get(x)?.get(y) == Some(&whose)).then_some((x, y))
                })
            };
            let line: Vec<_> = along(-1).chain([(column, row)]).chain(along(1)).collect();
            (line.len() >= 4).then_some(line)
        })
    }

    fn is_full(&self) -> bool {
        self.columns.iter().all(|discs| discs.len() == ROWS)
    }
}

impl Position for Grid {
    const NAME: &'static str = "four";

    /// A column, 1 to 7 from the left.
    type Move = i64;

    fn play(&mut self, seat: Seat, column: i64) -> Result<(), Refusal> {
        let place = column.checked_sub(1).and_then(|place| usize::try_from(place).ok());
        let place = place.filter(|place| *place < COLUMNS);
        let place = place.ok_or_else(|| {
            Refusal::field("play.move", say!("There is no column {column}; there are 1 to 7.", column))
        })?;
        if self.columns[place].len() == ROWS {
            return Err(Refusal::field("play.move", say!("Column {column} is full; take another one.", column)));
        }
        self.columns[place].push(seat);
        self.last = Some(place);
        Ok(())
    }

    fn over(&self) -> Option<Over> {
        if let Some(&(column, row)) = self.line().as_ref().and_then(|line| line.first()) {
            return Some(Over { winner: Some(self.columns[column][row]), ending: "line".into() });
        }
        self.is_full().then_some(Over { winner: None, ending: "full".into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(columns: &str) -> Grid {
        let mut grid = Grid::default();
        for (place, column) in columns.bytes().enumerate() {
            assert_eq!(grid.over(), None, "{columns} goes on after {place}");
            grid.play((place % 2) as Seat, i64::from(column - b'0')).unwrap();
        }
        grid
    }

    #[test]
    fn four_in_a_line_win_in_every_direction_and_three_do_not() {
        for (columns, winner) in
            [("1727374", 0), ("1212121", 0), ("12233434474", 0), ("76655454414", 0), ("17275767", 1)]
        {
            let grid = played(columns);
            assert_eq!(grid.over(), Some(Over { winner: Some(winner), ending: "line".into() }), "{columns}");
            assert_eq!(grid.line().map(|line| line.len()), Some(4), "{columns}");
        }
    }

    #[test]
    fn a_full_board_is_a_draw_and_a_full_column_takes_no_more() {
        let refused = played("111111").play(0, 1).unwrap_err();
        assert_eq!(refused.errors[0].field, "play.move");
        assert!([0, 8, i64::MIN].into_iter().all(|column| Grid::default().play(0, column).is_err()));
        let full = played("467542311242375735765675733135661624214421");
        assert_eq!(full.over(), Some(Over { winner: None, ending: "full".into() }));
    }
}
