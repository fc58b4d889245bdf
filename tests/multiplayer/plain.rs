//! The rules once more, written plainly from their words, to compare the engine with. Slow, and shares no code with it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

type Cell = (i32, i32);
type Man = (usize, char);

pub const SEATS: [&str; 4] = ["R", "B", "Y", "G"];
const FORWARD: [Cell; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const CLAIMS: [&str; 2] = ["fifty", "repetition"];

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

    fn attacks(&self, from: Cell, to: Cell) -> bool {
        let Some((seat, kind)) = self.man(from) else {
            return false;
        };
        let (right, up) = (to.0 - from.0, to.1 - from.1);
        let (x, y) = (right.abs(), up.abs());
        let ahead = FORWARD[seat];
        match kind {
            'N' => x * y == 2,
            'K' => x.max(y) == 1,
            'P' => x == 1 && y == 1 && right * ahead.0 + up * ahead.1 == 1,
            _ => {
                let straight = (x == 0) != (y == 0);
                let diagonal = x == y && x > 0;
                let right_line = straight && "RQ".contains(kind) || diagonal && "BQ".contains(kind);
                right_line
                    && (1..x.max(y)).all(|n| {
                        let between = (from.0 + right.signum() * n, from.1 + up.signum() * n);
                        self.exists(between) && self.man(between).is_none()
                    })
            }
        }
    }

    /// Is the cell attacked by a man of an active player other than this one?
    fn is_attacked(&self, cell: Cell, seat: usize) -> bool {
        let counts = |(other, _): Man| other != seat && self.statuses[other] == 'a';
        self.all_cells().any(|from| self.man(from).is_some_and(counts) && self.attacks(from, cell))
    }

    fn in_check(&self, seat: usize) -> bool {
        self.king(seat).is_some_and(|king| self.is_attacked(king, seat))
    }

    /// Distance from the player's own edge, which is 1.
    fn relative_rank(&self, seat: usize, cell: Cell) -> i32 {
        [cell.1 + 1, cell.0 + 1, self.side - cell.1, self.side - cell.0][seat]
    }

    fn must_promote(&self, seat: usize, to: Cell) -> bool {
        match self.board.as_str() {
            "cross14:far" => !self.exists((to.0 + FORWARD[seat].0, to.1 + FORWARD[seat].1)),
            "cross14:11" => self.relative_rank(seat, to) >= 11,
            _ => self.relative_rank(seat, to) >= 8,
        }
    }

    pub fn moves(&self) -> Vec<Step> {
        let seat = self.turn;
        let ahead = FORWARD[seat];
        let mut moves = Vec::new();
        for (from, kind) in self.army(seat) {
            for to in self.all_cells().filter(|&to| self.man(to).is_none_or(|man| man.0 != seat)) {
                let possible = if kind == 'P' {
                    let one = (from.0 + ahead.0, from.1 + ahead.1);
                    let two = (one.0 + ahead.0, one.1 + ahead.1);
                    let skipped = self.records.iter().flatten().any(|record| record.0 == to);
                    self.attacks(from, to) && (self.man(to).is_some() || skipped)
                        || to == one && self.man(to).is_none()
                        || to == two
                            && self.relative_rank(seat, from) == 2
                            && self.exists(one)
                            && self.man(one).is_none()
                            && self.man(two).is_none()
                } else {
                    self.attacks(from, to) || kind == 'K' && self.castling_rook(from, to).is_some()
                };
                if !possible {
                    continue;
                }
                let mut after = self.clone();
                after.make((from, to, None));
                if !after.in_check(seat) {
                    let becomes = if kind == 'P' && self.must_promote(seat, to) { "QRBN" } else { "" };
                    moves.extend(becomes.chars().map(|kind| (from, to, Some(kind))));
                    if becomes.is_empty() {
                        moves.push((from, to, None));
                    }
                }
            }
        }
        moves
    }

    /// The rook of a king's two-square move, if it may castle so.
    fn castling_rook(&self, from: Cell, to: Cell) -> Option<Cell> {
        let seat = self.turn;
        let (right, up) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let along = |n: i32| (from.0 + right * n, from.1 + up * n);
        if to != along(2) || right * up != 0 || self.relative_rank(seat, from) != 1 || self.relative_rank(seat, to) != 1
        {
            return None;
        }
        let rook = (1..).map(along).find(|&cell| self.man(cell).is_some() || !self.exists(cell))?;
        let right =
            [3, 4].into_iter().zip(self.rights[seat]).any(|(far, right)| right && self.is_rook_of(seat, rook, far));
        let safe = (0..3).all(|n| !self.is_attacked(along(n), seat));
        (right && safe).then_some(rook)
    }

    /// Makes a move that is possible; tells whose king it took.
    fn make(&mut self, (from, to, becomes): Step) -> Option<usize> {
        let seat = self.turn;
        let (_, kind) = self.man(from).expect("a man that moves");
        let before = self.rights;
        let mut resets = kind == 'P' || self.man(to).is_some();
        if kind == 'K' && (from.0 - to.0).abs().max((from.1 - to.1).abs()) == 2 {
            let rook = self.castling_rook(from, to).expect("a rook to castle with");
            self.set(rook, None);
            self.set(((from.0 + to.0) / 2, (from.1 + to.1) / 2), Some((seat, 'R')));
        }
        self.last_was_en_passant = kind == 'P' && self.man(to).is_none() && self.attacks(from, to);
        if self.last_was_en_passant {
            let (_, pawn) = self.records.iter().flatten().find(|record| record.0 == to).expect("a record");
            self.set(*pawn, None);
        }
        for owner in 0..4 {
            for (side, distance) in [3, 4].into_iter().enumerate() {
                if kind == 'K' && owner == seat
                    || [from, to].into_iter().any(|cell| self.is_rook_of(owner, cell, distance))
                {
                    self.rights[owner][side] = false;
                }
            }
        }
        let taken = self.man(to).filter(|man| man.1 == 'K').map(|man| man.0);
        if let Some(victim) = taken {
            self.statuses[victim] = match self.statuses[victim] {
                'r' => 'R',
                't' => 'T',
                _ => 'C',
            };
        }
        self.set(from, None);
        self.set(to, Some((seat, becomes.unwrap_or(kind))));
        for owner in 0..4 {
            if let Some((skipped, pawn)) = self.records[owner] {
                resets |= skipped == to;
                if skipped == to || self.man(pawn) != Some((owner, 'P')) {
                    self.records[owner] = None;
                }
            }
            if self.king(owner).is_none() {
                self.rights[owner] = [false; 2];
            }
        }
        if kind == 'P' && (from.0 - to.0).abs() + (from.1 - to.1).abs() == 2 && (from.0 == to.0 || from.1 == to.1) {
            self.records[seat] = Some((((from.0 + to.0) / 2, (from.1 + to.1) / 2), to));
        }
        resets |= before[seat] != self.rights[seat];
        self.fifty = if resets { 0 } else { self.fifty + 1 };
        self.ply += 1;
        taken
    }

    /// Is this the rook of that right: a rook in the corner, so far from its king on his home edge?
    fn is_rook_of(&self, seat: usize, rook: Cell, distance: i32) -> bool {
        let Some(king) = self.king(seat) else {
            return false;
        };
        let (right, up) = ((rook.0 - king.0).signum(), (rook.1 - king.1).signum());
        self.man(rook) == Some((seat, 'R'))
            && self.relative_rank(seat, rook) == 1
            && self.relative_rank(seat, king) == 1
            && (rook.0 - king.0).abs() + (rook.1 - king.1).abs() == distance
            && !self.exists((rook.0 + right, rook.1 + up))
    }

    /// Before the turn comes to its owner, will an active player have a pawn that attacks the skipped square?
    fn is_usable(&self, owner: usize) -> bool {
        let Some((skipped, _)) = self.records[owner] else {
            return false;
        };
        (0..4).map(|n| (self.turn + n) % 4).take_while(|&seat| seat != owner).any(|seat| {
            self.statuses[seat] == 'a' && self.army(seat).any(|(cell, kind)| kind == 'P' && self.attacks(cell, skipped))
        })
    }

    fn notation(&self, (from, to, becomes): Step) -> String {
        let kind = self.man(from).expect("a man that moves").1;
        let captures = self.man(to).is_some() || kind == 'P' && self.attacks(from, to);
        let becomes = becomes.map(|kind| format!("={kind}")).unwrap_or_default();
        format!("{}{}{}{becomes}", name(from), if captures { 'x' } else { '-' }, name(to))
    }
}

fn cell_named(text: &str) -> Cell {
    (i32::from(text.as_bytes()[0] - b'a'), text[1..].parse::<i32>().expect("a rank") - 1)
}

fn name((file, rank): Cell) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn long_name(status: char) -> &'static str {
    match status {
        'a' => "active",
        'r' => "resign_pending",
        't' => "timeout_pending",
        'M' => "checkmated",
        'S' => "stalemated",
        'C' => "king_captured",
        'R' => "resigned",
        _ => "timed_out",
    }
}

/// A game: the position, and what the players have said.
pub struct Plain {
    pub men: Men,
    moves: Vec<(String, Step)>,
    seen: BTreeMap<String, u32>,
    repetitions: u32,
    offers: [Option<Vec<usize>>; 4],
    claims: [[bool; 2]; 4],
    reason: Option<&'static str>,
    events: Vec<String>,
}

impl Plain {
    pub fn new(mpn: &str) -> Plain {
        let mut game = Plain {
            men: Men::read(mpn),
            moves: Vec::new(),
            seen: BTreeMap::new(),
            repetitions: 0,
            offers: Default::default(),
            claims: Default::default(),
            reason: None,
            events: Vec::new(),
        };
        game.test_end();
        game.arrive();
        game
    }

    /// The legal moves' notations, sorted.
    pub fn legal(&self) -> Vec<String> {
        let mut notations: Vec<String> = self.moves.iter().map(|(notation, _)| notation.clone()).collect();
        notations.sort();
        notations
    }

    /// Plays a token, or refuses it.
    pub fn play(&mut self, token: &str) -> bool {
        if self.reason.is_some() {
            return false;
        }
        if let Some(step) = self.moves.iter().find(|found| found.0 == token).map(|found| found.1) {
            self.events.push(format!("{}:{token}", SEATS[self.men.turn]));
            self.claims[self.men.turn] = [false; 2];
            if let Some(victim) = self.men.make(step) {
                self.events.push(format!("{}:{}", SEATS[victim], long_name(self.men.statuses[victim])));
                self.men.rights[victim] = [false; 2];
                self.gone(victim);
            }
            self.test_end();
            self.pass();
            self.arrive();
            return true;
        }
        let mut words = token.split(':');
        let action = words.next().unwrap_or_default();
        let default = ["resign", "timeout", "offer"].contains(&action).then_some(self.men.turn);
        let seat = words.next().map_or(default, |word| SEATS.iter().position(|seat| *seat == word));
        let Some(seat) = seat.filter(|&seat| self.men.statuses[seat] == 'a') else {
            return false;
        };
        let last = words.next();
        let done = match action {
            "resign" => self.depart(seat, 'r'),
            "timeout" => self.depart(seat, 't'),
            "offer" if self.offers[seat].is_none() => {
                self.offers[seat] = Some(Vec::new());
                self.events.push(format!("{}:offer", SEATS[seat]));
                true
            }
            "accept" | "decline" => self.answer(action, seat, last),
            "claim" => self.claim(seat, last),
            _ => false,
        };
        if done {
            self.test_end();
        }
        done
    }

    fn depart(&mut self, seat: usize, pending: char) -> bool {
        if seat == self.men.turn {
            self.remove_king(pending.to_ascii_uppercase());
            self.test_end();
            self.pass();
            self.arrive();
        } else {
            self.men.statuses[seat] = pending;
            self.events.push(format!("{}:{}", SEATS[seat], long_name(pending)));
            self.gone(seat);
            self.moves = notated(&self.men);
        }
        true
    }

    fn answer(&mut self, action: &str, seat: usize, of: Option<&str>) -> bool {
        let open: Vec<usize> = (0..4).filter(|&other| other != seat && self.offers[other].is_some()).collect();
        let of = match of {
            Some(of) => open.iter().copied().find(|&other| SEATS[other] == of),
            None => (open.len() == 1).then(|| open[0]),
        };
        let Some(of) = of else { return false };
        let agreed = self.offers[of].as_mut().expect("an open offer");
        if action == "accept" {
            if agreed.contains(&seat) {
                return false;
            }
            agreed.push(seat);
            agreed.sort();
        } else {
            self.offers[of] = None;
        }
        self.events.push(format!("{}:{action}:{}", SEATS[seat], SEATS[of]));
        true
    }

    fn claim(&mut self, seat: usize, what: Option<&str>) -> bool {
        let Some(index) = CLAIMS.iter().position(|claim| Some(*claim) == what) else {
            return false;
        };
        if self.claims[seat][index] {
            self.events.push(format!("{}:claim:{}", SEATS[seat], CLAIMS[index]));
            self.end(["fifty_move", "repetition"][index]);
        }
        self.claims[seat][index] || self.reason.is_some()
    }

    fn gone(&mut self, seat: usize) {
        self.offers[seat] = None;
        self.claims[seat] = [false; 2];
    }

    fn remove_king(&mut self, status: char) {
        let seat = self.men.turn;
        let king = self.men.king(seat).expect("a king to remove");
        self.men.set(king, None);
        self.men.statuses[seat] = status;
        self.men.rights[seat] = [false; 2];
        self.men.fifty = 0;
        self.men.ply += 1;
        self.events.push(format!("{}:{}", SEATS[seat], long_name(status)));
        self.gone(seat);
    }

    /// The turn goes round to the next player who has one.
    fn pass(&mut self) {
        if self.reason.is_some() {
            return;
        }
        loop {
            self.men.turn = (self.men.turn + 1) % 4;
            self.men.records[self.men.turn] = None;
            if "art".contains(self.men.statuses[self.men.turn]) {
                return;
            }
        }
    }

    /// A player's turn has come: his king goes, or he is to move.
    fn arrive(&mut self) {
        while self.reason.is_none() {
            let seat = self.men.turn;
            self.offers[seat] = None;
            self.moves = if self.men.statuses[seat] == 'a' { notated(&self.men) } else { Vec::new() };
            if !self.moves.is_empty() {
                break;
            }
            let status = match self.men.statuses[seat] {
                'a' if self.men.in_check(seat) => 'M',
                'a' => 'S',
                pending => pending.to_ascii_uppercase(),
            };
            self.remove_king(status);
            self.test_end();
            self.pass();
        }
        if self.reason.is_some() {
            return;
        }
        let count = self.seen.entry(self.men.write(false)).or_default();
        *count += 1;
        self.repetitions = *count;
        let players = self.men.seats("art").len() as u32;
        for seat in self.men.seats("a") {
            self.claims[seat][0] |= self.men.fifty >= 50 * players;
            self.claims[seat][1] |= self.repetitions >= 3;
        }
    }

    fn test_end(&mut self) {
        if self.reason.is_some() {
            return;
        }
        let active = self.men.seats("a");
        let all_agree =
            |offerer: usize, agreed: &Vec<usize>| active.iter().all(|seat| *seat == offerer || agreed.contains(seat));
        if active.len() == 1 {
            self.end("last_player");
        } else if self.nobody_can_win() {
            self.end("insufficient_material");
        } else if (0..4).any(|seat| self.offers[seat].as_ref().is_some_and(|agreed| all_agree(seat, agreed))) {
            self.end("agreement");
        }
    }

    fn nobody_can_win(&self) -> bool {
        let active = self.men.seats("a");
        let others: Vec<(Cell, char)> =
            active.iter().flat_map(|&seat| self.men.army(seat)).filter(|man| man.1 != 'K').collect();
        let two = active.len() == 2 && self.men.seats("art").len() == 2;
        let one_colour = |colour| others.iter().all(|(cell, kind)| *kind == 'B' && (cell.0 + cell.1) % 2 == colour);
        others.is_empty() || two && (others.len() == 1 && others[0].1 == 'N' || one_colour(0) || one_colour(1))
    }

    fn end(&mut self, reason: &'static str) {
        self.reason = Some(reason);
        self.events.push(format!("end:{reason}"));
        for status in &mut self.men.statuses {
            if "rt".contains(*status) {
                *status = status.to_ascii_uppercase();
            }
        }
        self.repetitions = 0;
        self.offers = Default::default();
        self.claims = Default::default();
        self.moves = Vec::new();
    }

    /// What the engine's answer must say.
    pub fn state(&self) -> Value {
        let men = &self.men;
        let seated = men.seats("artMSCRT");
        let names = |seats: &[usize]| seats.iter().map(|&seat| SEATS[seat]).collect::<Vec<&str>>();
        let winners = men.seats("aS");
        let share = |seat: &usize| match (winners.contains(seat), winners.len()) {
            (false, _) => "0".to_owned(),
            (true, 1) => "1".to_owned(),
            (true, parts) => format!("1/{parts}"),
        };
        let statuses: BTreeMap<&str, &str> = seated.iter().map(|&s| (SEATS[s], long_name(men.statuses[s]))).collect();
        let scores: BTreeMap<&str, String> = seated.iter().map(|seat| (SEATS[*seat], share(seat))).collect();
        let offers: BTreeMap<&str, Vec<&str>> =
            (0..4).filter_map(|seat| Some((SEATS[seat], names(self.offers[seat].as_ref()?)))).collect();
        let claims = |seat: usize| CLAIMS.iter().zip(self.claims[seat]).filter(|claim| claim.1).map(|claim| *claim.0);
        let claimable: BTreeMap<&str, Vec<&str>> = (0..4)
            .map(|seat| (SEATS[seat], claims(seat).collect()))
            .filter(|(_, list): &(_, Vec<_>)| !list.is_empty())
            .collect();
        let in_check: Vec<usize> = men.seats("a").into_iter().filter(|&seat| men.in_check(seat)).collect();
        json!({
            "position": men.write(true),
            "turn": self.reason.is_none().then(|| SEATS[men.turn]),
            "statuses": statuses,
            "in_check": names(&in_check),
            "fifty": men.fifty,
            "ply": men.ply,
            "repetitions": self.repetitions,
            "offers": offers,
            "claimable": claimable,
            "legal_count": self.moves.len(),
            "over": self.reason.is_some(),
            "reason": self.reason,
            "scores": self.reason.map(|_| scores),
            "events": self.events,
        })
    }
}

fn notated(men: &Men) -> Vec<(String, Step)> {
    men.moves().into_iter().map(|step| (men.notation(step), step)).collect()
}
