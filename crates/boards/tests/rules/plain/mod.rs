//! The rules once more, written plainly from their words, to compare the engine with. Slow, and shares no code with it.

mod game;
mod moves;

pub use game::Plain;

type Cell = (i32, i32);
type Man = (usize, char);

pub const SEATS: [&str; 4] = ["R", "B", "Y", "G"];

/// A position: what stands where and who has which rights.
#[derive(Clone)]
pub struct Men {
    board: String,
    side: i32,
    cells: Vec<Option<Man>>,
    pub turn: usize,
    pub statuses: [char; 4],
    rights: [[bool; 2]; 4],
    records: [Option<(Cell, Cell)>; 4],
    fifty: u32,
    ply: u32,
    pub last_was_en_passant: bool,
}

/// A move: from, to, and what the pawn becomes.
type Step = (Cell, Cell, Option<char>);

impl Men {
    /// Reads an MPN that is known to be valid.
    fn read(text: &str) -> Men {
        let fields: Vec<&str> = text.split(' ').collect();
        let side = if fields[0] == "std8" { 8 } else { 14 };
        let seat = |letter: &str| SEATS.iter().position(|seat| *seat == letter.to_uppercase()).expect("a seat");
        let mut cells = vec![None; (side * side) as usize];
        for (row, rank) in fields[1].split('/').zip((0..side).rev()) {
            let mut file = 0;
            for cell in row.split(',') {
                if let Ok(empty) = cell.parse::<i32>() {
                    file += empty;
                } else {
                    cells[(rank * side + file) as usize] =
                        Some((seat(&cell[..1]), cell.chars().nth(1).expect("a piece")));
                    file += 1;
                }
            }
        }
        let mut men = Men {
            board: fields[0].to_owned(),
            side,
            cells,
            turn: seat(fields[2]),
            statuses: fields[3].chars().collect::<Vec<char>>().try_into().expect("four statuses"),
            rights: [[false; 2]; 4],
            records: [None; 4],
            fifty: fields[6].parse().expect("fifty"),
            ply: fields[7].parse().expect("ply"),
            last_was_en_passant: false,
        };
        for item in fields[4].split(',').filter(|item| *item != "-") {
            men.rights[seat(&item[..1])] = [item.contains('k'), item.contains('q')];
        }
        for item in fields[5].split(',').filter(|item| *item != "-") {
            let (skipped, pawn) = item.split_once(':').expect("a record");
            let owner = men.man(cell_named(pawn)).expect("a pawn").0;
            men.records[owner] = Some((cell_named(skipped), cell_named(pawn)));
        }
        men
    }

    fn write(&self, with_counts: bool) -> String {
        let rows: Vec<String> = (0..self.side)
            .rev()
            .map(|rank| {
                let cells = (0..self.side).map(|file| match self.man((file, rank)) {
                    Some((seat, kind)) => format!("{}{kind}", SEATS[seat].to_lowercase()),
                    None => "1".to_owned(),
                });
                let mut row: Vec<String> = Vec::new();
                for cell in cells {
                    match (row.last().and_then(|last| last.parse::<u32>().ok()), cell.as_str()) {
                        (Some(empty), "1") => *row.last_mut().expect("a cell") = (empty + 1).to_string(),
                        _ => row.push(cell),
                    }
                }
                row.join(",")
            })
            .collect();
        let list = |items: Vec<String>| {
            if items.is_empty() { "-".to_owned() } else { items.join(",") }
        };
        let rights = (0..4).filter(|&seat| self.rights[seat] != [false; 2]).map(|seat| {
            let [king, queen] = self.rights[seat];
            format!("{}{}{}", SEATS[seat], if king { "k" } else { "" }, if queen { "q" } else { "" })
        });
        let usable = |seat: &usize| with_counts || self.is_usable(*seat);
        let records = (0..4).filter(usable).filter_map(|seat| self.records[seat]);
        let records = records.map(|(skipped, pawn)| format!("{}:{}", name(skipped), name(pawn)));
        let statuses: String = self.statuses.iter().collect();
        let counts = if with_counts { format!("{} {}", self.fifty, self.ply) } else { "0 0".to_owned() };
        format!(
            "{} {} {} {statuses} {} {} {counts}",
            self.board,
            rows.join("/"),
            SEATS[self.turn],
            list(rights.collect()),
            list(records.collect())
        )
    }

    fn exists(&self, (file, rank): Cell) -> bool {
        let inside = |n: i32| 0 <= n && n < self.side;
        let corner = |n: i32| self.side == 14 && !(3..11).contains(&n);
        inside(file) && inside(rank) && !(corner(file) && corner(rank))
    }

    pub fn man(&self, cell: Cell) -> Option<Man> {
        if !self.exists(cell) {
            return None;
        }
        self.cells[(cell.1 * self.side + cell.0) as usize]
    }

    /// Does this move's notation begin where a pawn stands?
    pub fn is_pawn(&self, notation: &str) -> bool {
        let from = notation.split(['-', 'x']).next().unwrap_or_default();
        self.man(cell_named(from)).is_some_and(|man| man.1 == 'P')
    }

    fn set(&mut self, cell: Cell, man: Option<Man>) {
        self.cells[(cell.1 * self.side + cell.0) as usize] = man;
    }

    fn all_cells(&self) -> impl Iterator<Item = Cell> + use<'_> {
        let side = self.side;
        (0..side * side).map(move |n| (n % side, n / side)).filter(|&cell| self.exists(cell))
    }

    fn army(&self, seat: usize) -> impl Iterator<Item = (Cell, char)> + use<'_> {
        self.all_cells().filter_map(move |cell| self.man(cell).filter(|man| man.0 == seat).map(|man| (cell, man.1)))
    }

    fn king(&self, seat: usize) -> Option<Cell> {
        self.army(seat).find(|man| man.1 == 'K').map(|man| man.0)
    }

    pub fn seats(&self, statuses: &str) -> Vec<usize> {
        (0..4).filter(|&seat| statuses.contains(self.statuses[seat])).collect()
    }
}

fn cell_named(text: &str) -> Cell {
    (i32::from(text.as_bytes()[0] - b'a'), text[1..].parse::<i32>().expect("a rank") - 1)
}

fn name((file, rank): Cell) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}
