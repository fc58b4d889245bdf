//! What four in a row looks like: a board of holes, and a button above each column.

use super::rules::{COLUMNS, Grid, ROWS};
use crate::tables::pages::small::{Man, Small};
use crate::turns::pages::{Choice, Look, Texts};
use crate::web::layout::Frame;

const TEXTS: Texts = Texts {
    title: "four",
    how: "four-how",
    seats: ["four-red", "four-yellow"],
    tap: "four-tap",
    men: ["army R ringed", "army Y"],
    endings: &[("line", "four-line"), ("full", "four-full")],
};

impl Look for Grid {
    const TEXTS: Texts = TEXTS;
    const FILES: &'static [&'static str] = &["multiplayer.css", "four.css"];

    fn drawn(&self, last: Option<&i64>) -> Small {
        let last = last.and_then(|column| usize::try_from(column - 1).ok());
        let line = self.line().unwrap_or_default();
        let mut men = Vec::new();
        for (column, row) in (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| (column, row))) {
            let class = match self.columns[column].get(row) {
                None => "hole",
                Some(seat) => TEXTS.men[usize::from(*seat != 0)],
            };
            let is_last = last == Some(column) && row + 1 == self.columns[column].len();
            let mark = if line.contains(&(column, row)) {
                " won"
            } else if is_last {
                " last"
            } else {
                ""
            };
            let class = format!("{class}{mark}");
            let (x, y) = (column as f64 * 10.0 + 5.0, (ROWS - row) as f64 * 10.0 - 5.0);
            men.push(Man { x, y, size: 4.0, class, picture: None });
        }
        let board = "M0 0h70v60h-70z".to_owned();
        Small { view_box: "0 0 70 60".to_owned(), light: String::new(), dark: board, men }
    }

    fn choices(&self, frame: &Frame) -> Vec<Choice> {
        let discs = |column: usize| {
            let discs = self.columns[column].iter().map(|seat| TEXTS.seats[usize::from(*seat != 0)]);
            discs.map(|text| frame.t(text).to_string()).collect::<Vec<_>>().join(", ")
        };
        let choice = |column: usize| Choice {
            value: (column + 1).to_string(),
            sign: "▼".to_owned(),
            label: frame.t("four-column").with("column", column + 1).to_string(),
            lies: discs(column),
            open: self.columns[column].len() < ROWS,
        };
        (0..COLUMNS).map(choice).collect()
    }

    fn told(frame: &Frame, chosen: &i64) -> String {
        frame.t("four-column").with("column", chosen).to_string()
    }
}
