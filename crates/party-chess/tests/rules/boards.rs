//! Random boards for tests and benchmarks, the same for the same seed.

use serde_json::{Value, json};

/// A small generator of numbers (xorshift64*).
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end
    }

    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

pub const NAMES: [&str; 8] = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal"];

pub const KINDS: [&str; 18] = [
    "king",
    "rook",
    "camel",
    "bishop",
    "pawn",
    "copycat",
    "echo",
    "jester",
    "il-nabi",
    "qball",
    "harfyblob",
    "archer",
    "kamikaze",
    "bouncyball",
    "demon",
    "tornado",
    "cantor",
    "zombie",
];

/// What a random board is to be like.
#[derive(Clone, Copy)]
pub struct Shape {
    pub swingers: usize,
    pub on_board: usize,
    pub off_board: usize,
    /// Pieces stand within so many columns and rows.
    pub side: usize,
    /// Most Tornados, one for each Swinger at most.
    pub tornados: usize,
    pub amended: bool,
}

fn square(column: usize, row: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// A position in which everybody has a King on-board most of the time.
pub fn random_board(chance: &mut Chance, shape: Shape) -> Value {
    let mut free: Vec<String> = Vec::new();
    let (left, low) = (chance.below(21 - shape.side), chance.below(21 - shape.side));
    for column in left..left + shape.side {
        free.extend((low..low + shape.side).map(|row| square(column, row)));
    }
    let mut pieces = Vec::new();
    let mut tornados = 0;
    let mut has_tornado = [false; NAMES.len()];
    for id in 0..shape.on_board + shape.off_board {
        let owner = if id < shape.swingers { id } else { chance.below(shape.swingers) };
        let mut kind = if id < shape.swingers { "king" } else { *chance.pick(&KINDS[1..]) };
        let undefined = !shape.amended && (kind == "zombie" || kind == "il-nabi");
        let excess = kind == "tornado" && (has_tornado[owner] || tornados == shape.tornados);
        if undefined || excess {
            kind = *chance.pick(&["pawn", "echo", "copycat", "demon", "harfyblob"]);
        }
        if kind == "tornado" {
            tornados += 1;
            has_tornado[owner] = true;
        }
        let off = id >= shape.on_board || (id < shape.swingers && chance.one_in(12)) || free.is_empty();
        let place = if off { Value::Null } else { Value::String(free.swap_remove(chance.below(free.len()))) };
        let mut piece = json!({ "id": id + 1, "owner": NAMES[owner], "kind": kind, "square": place });
        if kind == "harfyblob" && chance.one_in(2) {
            piece["hn"] = (chance.below(20) + 1).into();
        }
        pieces.push(piece);
    }
    let mut last = serde_json::Map::new();
    for name in &NAMES[..shape.swingers] {
        let play = *chance.pick(&["move", "capture", "move", "placement", "pass", "surrender"]);
        let mut record = json!({ "type": play });
        if play == "move" || play == "capture" {
            record["piece_kind"] = (*chance.pick(&KINDS)).into();
            if record["piece_kind"] == "harfyblob" {
                record["piece_hn"] = (chance.below(8) + 1).into();
            }
        }
        if !chance.one_in(8) {
            last.insert((*name).to_owned(), record);
        }
    }
    let mut position = json!({
        "ruleset": if shape.amended { "amended" } else { "strict" },
        "swingers": NAMES[..shape.swingers],
        "to_play": NAMES[0],
        "pieces": pieces,
        "last_play": last,
    });
    if shape.amended && chance.one_in(2) {
        position["il_nabi"] = json!([
            {"part": "a", "dirs": chance.pick(&["orth", "diag", "all"]), "min": 1 + chance.below(3), "max": 3 + chance.below(4), "path": chance.pick(&["clear", "leap", "hop"])},
            {"part": "b", "dirs": chance.pick(&["orth", "diag", "all"]), "min": 2, "max": 2 + chance.below(3), "path": chance.pick(&["clear", "leap", "hop"])},
        ]);
    }
    position
}

/// A shape that the plain engine can bear: the denser, the fewer Tornados.
pub fn modest_shape(chance: &mut Chance) -> Shape {
    let swingers = 1 + chance.below(NAMES.len());
    let side = *chance.pick(&[5, 8, 12, 20]);
    let tornados = usize::from(side >= 12);
    let most = if tornados > 0 { 16 } else { 24 };
    Shape {
        swingers,
        on_board: swingers + chance.below(most),
        off_board: chance.below(3),
        side,
        tornados,
        amended: chance.one_in(2),
    }
}
