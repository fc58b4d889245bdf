//! Party Chess once more, written plainly from the rules' words and slow: what the engine is compared with. It shares no code with it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

/// Column and row, from 1.
type Place = (i32, i32);

#[derive(Clone, PartialEq)]
pub struct Man {
    pub id: u64,
    pub owner: String,
    pub kind: String,
    pub place: Option<Place>,
    pub hn: i32,
}

/// Kind and Hn of the mover; None after a play that an Echo cannot repeat.
type Last = (String, Option<(String, i32)>);

#[derive(Clone)]
pub struct Game {
    pub form: Value,
    pub list: Vec<String>,
    pub men: Vec<Man>,
    pub last: BTreeMap<String, Last>,
    pub rounds: u64,
    pub played: BTreeSet<String>,
}

/// A legal play: its notation, and the game right after it, the turn not yet ended.
pub type Choice = (String, Game);

const KINDS: [(&str, i32); 18] = [
    ("king", 0),
    ("rook", 9),
    ("camel", 5),
    ("bishop", 6),
    ("pawn", 1),
    ("copycat", 7),
    ("echo", 7),
    ("jester", 3),
    ("il-nabi", 6),
    ("qball", 7),
    ("harfyblob", 7),
    ("archer", 7),
    ("kamikaze", 6),
    ("bouncyball", 5),
    ("demon", 2),
    ("tornado", 11),
    ("cantor", 5),
    ("zombie", 4),
];

pub fn name((column, row): Place) -> String {
    format!("{}{row}", (b'a' + column as u8 - 1) as char)
}

fn place(text: &str) -> Place {
    (i32::from(text.as_bytes()[0] - b'a') + 1, text[1..].parse().unwrap())
}

fn on_board((column, row): Place) -> bool {
    (1..=20).contains(&column) && (1..=20).contains(&row)
}

fn every_place() -> impl Iterator<Item = Place> {
    (1..=20).flat_map(|row| (1..=20).map(move |column| (column, row)))
}

fn at_edge((column, row): Place) -> bool {
    column == 1 || column == 20 || row == 1 || row == 20
}

fn at_corner((column, row): Place) -> bool {
    (column == 1 || column == 20) && (row == 1 || row == 20)
}

fn apart(one: Place, other: Place) -> i32 {
    (one.0 - other.0).abs().max((one.1 - other.1).abs())
}

fn orthogonal(one: Place, other: Place) -> bool {
    one != other && (one.0 == other.0 || one.1 == other.1)
}

fn diagonal(one: Place, other: Place) -> bool {
    one != other && (one.0 - other.0).abs() == (one.1 - other.1).abs()
}

fn straight(one: Place, other: Place) -> bool {
    orthogonal(one, other) || diagonal(one, other)
}

/// The squares strictly between two on a line.
fn between(one: Place, other: Place) -> Vec<Place> {
    let step = ((other.0 - one.0).signum(), (other.1 - one.1).signum());
    (1..apart(one, other)).map(|n| (one.0 + n * step.0, one.1 + n * step.1)).collect()
}

impl Game {
    pub fn load(form: &Value) -> Game {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let men = form["pieces"].as_array().unwrap().iter().map(|man| Man {
            id: man["id"].as_u64().unwrap(),
            owner: text(&man["owner"]),
            kind: text(&man["kind"]),
            place: man["square"].as_str().map(place),
            hn: man["hn"].as_i64().unwrap_or(1) as i32,
        });
        let last = form["last_play"].as_object().unwrap().iter().map(|(who, play)| {
            let mover = play["piece_kind"]
                .as_str()
                .map(|kind| (kind.to_owned(), play["piece_hn"].as_i64().unwrap_or(1) as i32));
            (who.clone(), (text(&play["type"]), mover))
        });
        Game {
            form: form.clone(),
            list: form["swingers"].as_array().unwrap().iter().map(text).collect(),
            men: men.collect(),
            last: last.collect(),
            rounds: form["round_count"].as_u64().unwrap_or(0),
            played: form["played_this_round"].as_array().into_iter().flatten().map(text).collect(),
        }
    }

    fn defined(&self, kind: &str) -> bool {
        self.form["ruleset"] == "amended" || (kind != "zombie" && kind != "il-nabi")
    }

    fn il_nabi(&self) -> Vec<(String, String, i32, i32, String)> {
        let invented = json!([
            {"part": "a", "dirs": "diag", "min": 1, "max": 6, "path": "clear"},
            {"part": "b", "dirs": "orth", "min": 2, "max": 2, "path": "hop"},
            {"part": "c", "dirs": "diag", "min": 2, "max": 2, "path": "hop"},
        ]);
        let parts = self.form.get("il_nabi").unwrap_or(&invented).as_array().unwrap().clone();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let number = |value: &Value| value.as_i64().unwrap() as i32;
        parts
            .iter()
            .map(|part| {
                (
                    text(&part["part"]),
                    text(&part["dirs"]),
                    number(&part["min"]),
                    number(&part["max"]),
                    text(&part["path"]),
                )
            })
            .collect()
    }

    fn on(&self, place: Place) -> Option<&Man> {
        self.men.iter().find(|man| man.place == Some(place))
    }

    fn empty(&self, place: Place) -> bool {
        self.on(place).is_none()
    }

    fn clear(&self, one: Place, other: Place) -> bool {
        between(one, other).into_iter().all(|place| self.empty(place))
    }

    fn aura(&self, from: Place) -> bool {
        self.men.iter().any(|man| man.kind == "cantor" && man.place.is_some_and(|place| apart(place, from) == 1))
    }

    fn by_aura(&self, from: Place, to: Place) -> bool {
        self.aura(from) && diagonal(from, to) && apart(from, to) <= 4
    }

    /// What an Echo of this owner repeats.
    fn echoed(&self, owner: &str) -> Option<(String, i32)> {
        let (play, mover) = self.last.get(owner)?;
        mover.clone().filter(|(kind, _)| (play == "move" || play == "capture") && kind != "echo" && self.defined(kind))
    }

    /// Whether a friendly piece stands where a Pawn (diagonally), or an Echo of one (orthogonally), could capture it.
    fn guards(&self, owner: &str, from: Place, line: fn(Place, Place) -> bool) -> bool {
        self.men
            .iter()
            .filter(|man| man.owner == owner)
            .filter_map(|man| man.place)
            .any(|to| (line(from, to) && apart(from, to) == 1) || self.by_aura(from, to))
    }

    /// Whether a kind moves from one square to another, were that empty; auras left aside.
    fn goes(&self, kind: &str, hn: i32, owner: &str, from: Place, to: Place) -> bool {
        let far = apart(from, to);
        let (columns, rows) = ((from.0 - to.0).abs(), (from.1 - to.1).abs());
        match kind {
            "king" => far == 1,
            "rook" => orthogonal(from, to) && far <= 10 && self.clear(from, to),
            "camel" => (columns, rows) == (1, 3) || (columns, rows) == (3, 1),
            "bishop" => diagonal(from, to) && far <= 10 && self.clear(from, to),
            "pawn" => {
                orthogonal(from, to)
                    && (far == 1 || (far == 2 && self.clear(from, to) && self.guards(owner, from, diagonal)))
            }
            "copycat" => straight(from, to) && (far == 3 || far == 5) && self.clear(from, to),
            "jester" => straight(from, to) && far == 2,
            "il-nabi" => self.il_nabi_goes(from, to, false),
            "qball" => self.qball_goes(from, to),
            "harfyblob" => straight(from, to) && far <= hn && self.clear(from, to),
            "archer" => self.archer_goes(from, to),
            "kamikaze" => {
                let legs = |turn: Place| {
                    (1..=6).contains(&columns)
                        && (1..=6).contains(&rows)
                        && self.empty(turn)
                        && self.clear(from, turn)
                        && self.clear(turn, to)
                };
                legs((from.0, to.1)) || legs((to.0, from.1))
            }
            "bouncyball" => {
                let half = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
                straight(from, to)
                    && far % 2 == 0
                    && !self.empty(half)
                    && self.clear(from, half)
                    && self.clear(half, to)
            }
            "demon" => {
                let inner = from.1 > 5 && from.1 < 15 && from.0 > 5 && from.0 < 15;
                straight(from, to) && far == if inner { 1 } else { 2 } && self.clear(from, to)
            }
            "tornado" => straight(from, to) && far <= 2 && self.clear(from, to),
            "cantor" => diagonal(from, to) && far <= 2,
            "zombie" => orthogonal(from, to) && far <= 3 && self.clear(from, to),
            _ => false,
        }
    }

    fn il_nabi_goes(&self, from: Place, to: Place, capturing: bool) -> bool {
        self.il_nabi().into_iter().filter(|(part, ..)| !capturing || part == "a").any(|(_, dirs, min, max, path)| {
            let line = match dirs.as_str() {
                "orth" => orthogonal(from, to),
                "diag" => diagonal(from, to),
                _ => straight(from, to),
            };
            let stood = |place: &Place| !self.empty(*place);
            line && (min..=max).contains(&apart(from, to))
                && match path.as_str() {
                    "clear" => self.clear(from, to),
                    "hop" => between(from, to).iter().filter(|place| stood(place)).count() == 1,
                    _ => true,
                }
        })
    }

    fn qball_goes(&self, from: Place, to: Place) -> bool {
        self.qball_edges(from).into_iter().any(|(edge, step)| {
            let turned =
                |way: Place| (1..=10).any(|n| (edge.0 + n * way.0, edge.1 + n * way.1) == to) && self.clear(edge, to);
            !at_corner(edge) && (turned((step.1, -step.0)) || turned((-step.1, step.0)))
        })
    }

    /// Edge squares that part (a) can reach, and the step towards them.
    fn qball_edges(&self, from: Place) -> Vec<(Place, Place)> {
        let mut edges = Vec::new();
        for step in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let mut here = (from.0 + step.0, from.1 + step.1);
            while on_board(here) && self.empty(here) {
                if at_edge(here) {
                    edges.push((here, step));
                    break;
                }
                here = (here.0 + step.0, here.1 + step.1);
            }
        }
        edges
    }

    fn archer_goes(&self, from: Place, to: Place) -> bool {
        let (columns, rows) = ((from.0 - to.0).abs(), (from.1 - to.1).abs());
        if columns + rows != 4 {
            return false;
        }
        if columns == 0 || rows == 0 {
            return self.clear(from, to);
        }
        [(from.0, to.1), (to.0, from.1)]
            .into_iter()
            .any(|turn| self.empty(turn) && self.clear(from, turn) && self.clear(turn, to))
    }

    /// Whether a man goes from where he stands to a square, were that empty, by his rule.
    fn man_goes(&self, man: &Man, to: Place) -> bool {
        let Some(from) = man.place else { return false };
        if man.kind != "echo" {
            return self.goes(&man.kind, man.hn, &man.owner, from, to);
        }
        self.echo_goes(&man.owner, &man.owner, from, to, true)
    }

    fn echo_goes(&self, record_of: &str, owner: &str, from: Place, to: Place, double: bool) -> bool {
        let Some((kind, hn)) = self.echoed(record_of) else {
            return false;
        };
        if kind == "pawn" {
            let far = apart(from, to);
            return orthogonal(from, to)
                && (far == 1 || (far == 2 && double && self.clear(from, to) && self.guards(owner, from, orthogonal)));
        }
        self.goes(&kind, hn, owner, from, to)
    }

    /// How a man could capture another were he opposing: by going there ('x'), from afar ('*').
    fn captures(&self, man: &Man, victim: &Man) -> BTreeSet<char> {
        let mut ways = BTreeSet::new();
        let (Some(from), Some(to)) = (man.place, victim.place) else {
            return ways;
        };
        if from == to {
            return ways;
        }
        if self.by_aura(from, to) {
            ways.insert('x');
        }
        let as_kind = if man.kind == "copycat" { victim.kind.as_str() } else { man.kind.as_str() };
        let lender = if man.kind == "copycat" { victim } else { man };
        let way = match as_kind {
            "pawn" => (diagonal(from, to) && apart(from, to) == 1).then_some('x'),
            "archer" => {
                let near =
                    (orthogonal(from, to) && apart(from, to) <= 4) || (diagonal(from, to) && apart(from, to) <= 3);
                (near && self.clear(from, to)).then_some('*')
            }
            "il-nabi" => self.il_nabi_goes(from, to, true).then_some('x'),
            "echo" => self.echo_goes(&lender.owner, &man.owner, from, to, man.kind != "copycat").then_some('x'),
            kind => self.goes(kind, lender.hn, &man.owner, from, to).then_some('x'),
        };
        ways.extend(way);
        ways
    }

    /// All captures by a Tornado as paths with the ids of the victims. `friend` is taken as though he were opposing.
    fn chains(&self, tornado: &Man, friend: Option<u64>) -> Vec<(Vec<Place>, Vec<u64>)> {
        let mut found = Vec::new();
        let mut game = self.clone();
        game.men.iter_mut().filter(|man| man.id == tornado.id).for_each(|man| man.place = None);
        game.chain_on(tornado, tornado.place.unwrap(), 2, None, friend, (Vec::new(), Vec::new()), &mut found);
        let direct: Vec<Vec<Place>> = found.iter().map(|(path, _)| path.clone()).collect();
        for victim in self.men.iter().filter(|man| man.owner != tornado.owner || Some(man.id) == friend) {
            if let Some(to) = victim.place
                && self.by_aura(tornado.place.unwrap(), to)
                && !direct.contains(&vec![to])
            {
                found.push((vec![to], vec![victim.id]));
            }
        }
        found
    }

    #[expect(clippy::too_many_arguments, reason = "the state of a chain")]
    fn chain_on(
        &self,
        tornado: &Man,
        from: Place,
        reach: i32,
        last: Option<Place>,
        friend: Option<u64>,
        so_far: (Vec<Place>, Vec<u64>),
        found: &mut Vec<(Vec<Place>, Vec<u64>)>,
    ) {
        for to in every_place().filter(|&to| straight(from, to) && apart(from, to) <= reach && self.clear(from, to)) {
            let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
            if Some(step) == last {
                continue;
            }
            let (mut path, mut victims) = so_far.clone();
            path.push(to);
            match self.on(to) {
                None if victims.is_empty() => {}
                None => found.push((path, victims)),
                Some(man) if man.owner == tornado.owner && Some(man.id) != friend => {}
                Some(man) => {
                    victims.push(man.id);
                    found.push((path.clone(), victims.clone()));
                    let reach = if man.kind == "harfyblob" { man.hn } else { value(&man.kind) };
                    let mut next = self.clone();
                    next.men.retain(|other| other.id != man.id);
                    next.chain_on(tornado, to, reach, Some(step), friend, (path, victims), found);
                }
            }
        }
    }

    /// Whether a man could capture another, were he opposing.
    fn threatens(&self, man: &Man, victim: &Man) -> bool {
        if man.kind == "tornado" && man.place.is_some() && victim.place.is_some() && man.id != victim.id {
            return self.chains(man, Some(victim.id)).iter().any(|(_, victims)| victims.contains(&victim.id));
        }
        !self.captures(man, victim).is_empty()
    }

    pub fn attackers(&self, who: &str) -> Vec<u64> {
        let kings: Vec<&Man> =
            self.men.iter().filter(|man| man.owner == who && man.kind == "king" && man.place.is_some()).collect();
        let foes = self.men.iter().filter(|man| man.owner != who && kings.iter().any(|king| self.threatens(man, king)));
        foes.map(|man| man.id).collect()
    }

    pub fn in_check(&self, who: &str) -> bool {
        !self.attackers(who).is_empty()
    }

    fn man(&mut self, id: u64) -> &mut Man {
        self.men.iter_mut().find(|man| man.id == id).unwrap()
    }

    fn owned(&self, owner: &str, kind: &str) -> usize {
        self.men.iter().filter(|man| man.owner == owner && man.kind == kind).count()
    }

    /// Kinds that a man may become.
    fn may_become(&self, owner: &str, not: &str) -> Vec<String> {
        let fits = |kind: &str| {
            kind != not && self.defined(kind) && !((kind == "king" || kind == "tornado") && self.owned(owner, kind) > 0)
        };
        KINDS.iter().map(|(kind, _)| (*kind).to_owned()).filter(|kind| fits(kind)).collect()
    }

    /// Takes victims off the board into the captor's hands; gives the growth of a HarfyBlob.
    fn take(&mut self, captor: &str, victims: &[u64]) -> i32 {
        let mut growth = 0;
        for &id in victims {
            let victim = self.man(id);
            growth += if victim.kind == "harfyblob" { victim.hn } else { 1 };
            victim.place = None;
            victim.owner = captor.to_owned();
            let kind = victim.kind.clone();
            if (kind == "king" || kind == "tornado") && self.owned(captor, &kind) > 1 {
                self.men.retain(|man| man.id != id);
            }
        }
        growth
    }

    fn record(&mut self, who: &str, play: &str, mover: Option<(String, i32)>) {
        self.last.insert(who.to_owned(), (play.to_owned(), mover));
    }

    /// Every play that the rules allow, but for the self-check ban.
    fn plays(&self) -> Vec<Choice> {
        let who = self.list[0].clone();
        let mut plays = Vec::new();
        for man in self.men.iter().filter(|man| man.owner == who) {
            match man.place {
                Some(from) => self.man_plays(man, from, &mut plays),
                None if self.defined(&man.kind) => self.placements(man, &mut plays),
                None => {}
            }
        }
        for play in ["pass", "surrender"] {
            let mut next = self.clone();
            if play == "surrender" {
                next.men.iter_mut().filter(|man| man.owner == who).for_each(|man| man.place = None);
            }
            next.record(&who, play, None);
            plays.push((play.to_owned(), next));
        }
        plays
    }

    fn placements(&self, man: &Man, plays: &mut Vec<Choice>) {
        for to in every_place().filter(|&to| self.empty(to)) {
            let border = |line: i32| line <= 2 || line >= 19;
            if man.kind == "pawn" && !border(to.0) && !border(to.1) {
                continue;
            }
            let mut next = self.clone();
            next.man(man.id).place = Some(to);
            next.record(&man.owner, "placement", None);
            let placed = next.man(man.id).clone();
            let foes = next.men.iter().filter(|other| other.owner != man.owner && other.place.is_some());
            let attacks = if man.kind == "tornado" {
                foes.into_iter().any(|foe| {
                    next.by_aura(to, foe.place.unwrap()) || next.goes("tornado", 1, "", to, foe.place.unwrap())
                })
            } else {
                foes.into_iter().any(|foe| next.threatens(&placed, foe))
            };
            if !attacks {
                plays.push((format!("{}@{}", man.id, name(to)), next));
            }
        }
    }

    fn man_plays(&self, man: &Man, from: Place, plays: &mut Vec<Choice>) {
        let mover = match man.kind.as_str() {
            "echo" => self.echoed(&man.owner).unwrap_or(("echo".to_owned(), 1)),
            kind => (kind.to_owned(), man.hn),
        };
        let start = format!("{}:{}", man.id, name(from));
        for to in every_place().filter(|&to| self.empty(to)) {
            if self.man_goes(man, to) || self.by_aura(from, to) {
                let mut next = self.clone();
                next.man(man.id).place = Some(to);
                next.record(&man.owner, "move", Some(mover.clone()));
                next.arrive(man, to, format!("{start}-{}", name(to)), None, plays);
            }
        }
        if man.kind == "qball" {
            for (corner, _) in self.qball_edges(from).into_iter().filter(|(edge, _)| at_corner(*edge)) {
                let mut next = self.clone();
                next.man(man.id).place = None;
                next.record(&man.owner, "move", Some(mover.clone()));
                plays.push((format!("{start}-{}~", name(corner)), next));
            }
        }
        if man.kind == "tornado" {
            for (path, victims) in self.chains(man, None) {
                let mut next = self.clone();
                next.take(&man.owner, &victims);
                next.man(man.id).place = path.last().copied();
                next.record(&man.owner, "capture", Some(mover.clone()));
                let stops = path
                    .iter()
                    .enumerate()
                    .map(|(n, &stop)| format!("{}{}", if n < victims.len() { 'x' } else { '-' }, name(stop)));
                plays.push((format!("{start}{}", stops.collect::<String>()), next));
            }
            return;
        }
        for victim in self.men.iter().filter(|victim| victim.owner != man.owner && victim.place.is_some()) {
            let to = victim.place.unwrap();
            for way in self.captures(man, victim) {
                let mut next = self.clone();
                let growth = next.take(&man.owner, &[victim.id]);
                next.record(&man.owner, "capture", Some(mover.clone()));
                if way == '*' {
                    plays.push((format!("{start}*{}", name(to)), next));
                    continue;
                }
                let captor = next.man(man.id);
                captor.place = Some(to);
                if man.kind == "harfyblob" {
                    captor.hn = if man.hn + growth > 20 { 19 } else { man.hn + growth };
                }
                if man.kind == "kamikaze" {
                    next.men.retain(|other| other.id != man.id);
                }
                next.arrive(man, to, format!("{start}x{}", name(to)), Some(&victim.kind), plays);
            }
        }
    }

    /// Adds the play with whatever the man may or must become on arrival.
    fn arrive(&self, man: &Man, to: Place, notation: String, victim: Option<&str>, plays: &mut Vec<Choice>) {
        let centre = (to.0 == 10 || to.0 == 11) && (to.1 == 10 || to.1 == 11);
        let become_kind = |kind: &str| {
            let mut next = self.clone();
            let arrived = next.man(man.id);
            arrived.kind = kind.to_owned();
            arrived.hn = 1;
            (format!("{notation}={kind}"), next)
        };
        if man.kind == "pawn" && centre {
            plays.extend(self.may_become(&man.owner, "pawn").iter().map(|kind| become_kind(kind)));
            return;
        }
        plays.push((notation.clone(), self.clone()));
        if man.kind == "zombie"
            && let Some(kind) = victim
            && self.may_become(&man.owner, "zombie").iter().any(|fit| fit == kind)
        {
            plays.push(become_kind(kind));
        }
    }

    /// All legal plays, sorted by notation.
    pub fn legal(&self) -> Vec<Choice> {
        let who = self.list[0].clone();
        let mut plays: Vec<Choice> = self.plays().into_iter().filter(|(_, next)| !next.in_check(&who)).collect();
        plays.sort_by(|(one, _), (other, _)| one.cmp(other));
        plays
    }

    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self.legal().into_iter().map(|(_, next)| next.turn_over().perft(depth - 1)).sum(),
        }
    }

    /// The game after the turn: list, skipping, Round.
    pub fn turn_over(mut self) -> Game {
        let who = self.list.remove(0);
        self.list.push(who.clone());
        self.has_played(who);
        let (checked, others): (Vec<String>, Vec<String>) =
            self.list.iter().cloned().partition(|name| self.in_check(name));
        self.list = checked.into_iter().chain(others).collect();
        let active = |game: &Game, name: &str| game.men.iter().any(|man| man.owner == name && man.place.is_some());
        while self.list.iter().filter(|name| active(&self, name)).count() >= 7 && !active(&self, &self.list[0]) {
            let skipped = self.list.remove(0);
            self.list.push(skipped.clone());
            self.has_played(skipped);
        }
        self
    }

    fn has_played(&mut self, who: String) {
        self.played.insert(who);
        if self.list.iter().all(|name| self.played.contains(name)) {
            self.played.clear();
            self.rounds += 1;
        }
    }

    /// Ids of the Demons that may be promoted after a play of theirs.
    pub fn demons(&self, who: &str) -> Vec<u64> {
        let own: Vec<&Man> = self.men.iter().filter(|man| man.owner == who && man.place.is_some()).collect();
        let enclosed = |demon: &Man| {
            let (column, row) = demon.place.unwrap();
            own.iter().any(|x| {
                own.iter().any(|y| {
                    let (x_place, y_place) = (x.place.unwrap(), y.place.unwrap());
                    let rows = x_place.1 < row && row < y_place.1;
                    let columns =
                        (x_place.0 < column && column < y_place.0) || (x_place.0 > column && column > y_place.0);
                    x.kind == y.kind
                        && x.id != demon.id
                        && y.id != demon.id
                        && rows
                        && columns
                        && apart(x_place, y_place) <= 10
                })
            })
        };
        own.iter().filter(|man| man.kind == "demon" && enclosed(man)).map(|man| man.id).collect()
    }

    /// Weight, mobility by id, attacking and defending pieces; None without a King on-board.
    pub fn weight(&self, who: &str) -> Option<Value> {
        self.men.iter().find(|man| man.owner == who && man.kind == "king" && man.place.is_some())?;
        let own: Vec<&Man> = self.men.iter().filter(|man| man.owner == who && man.place.is_some()).collect();
        let material: i32 = own.iter().map(|man| value(&man.kind)).sum();
        let mobility: BTreeMap<String, f64> = own.iter().map(|man| (man.id.to_string(), self.mobility(man))).collect();
        let threatening = |foes: bool| -> Vec<u64> {
            let others = |man: &Man| {
                self.men
                    .iter()
                    .filter(|other| other.id != man.id && (other.owner != who) == foes)
                    .cloned()
                    .collect::<Vec<_>>()
            };
            let threatens = |man: &Man| {
                if man.kind == "tornado" && foes {
                    return !self.chains(man, None).is_empty();
                }
                others(man).iter().any(|other| self.threatens(man, other))
            };
            own.iter().filter(|man| threatens(man)).map(|man| man.id).collect()
        };
        let (attacking, defending) = (threatening(true), threatening(false));
        let weight = f64::from(material)
            + mobility.values().sum::<f64>()
            + 5.0 * attacking.len() as f64
            + 4.0 * defending.len() as f64;
        Some(
            json!({ "weight": weight, "king_on_board": true, "material": material, "mobility": mobility, "attacking": attacking, "defending": defending }),
        )
    }

    fn mobility(&self, man: &Man) -> f64 {
        let from = man.place.unwrap();
        let squares: Vec<Place> =
            every_place().filter(|&to| self.empty(to) && (self.man_goes(man, to) || self.by_aura(from, to))).collect();
        let echoed = self.echoed(&man.owner);
        let kind = match (man.kind.as_str(), &echoed) {
            ("echo", Some((kind, _))) => kind.as_str(),
            (kind, _) => kind,
        };
        let inner = from.1 > 5 && from.1 < 15 && from.0 > 5 && from.0 < 15;
        let short = match kind {
            "camel" | "jester" | "archer" | "copycat" => true,
            "demon" => !inner,
            "il-nabi" => {
                let parts = self.il_nabi();
                let least = parts
                    .iter()
                    .map(|(.., min, _, path)| if path == "hop" { 2.max(*min) } else { *min })
                    .min()
                    .unwrap_or(0);
                let most = parts.iter().map(|(.., max, _)| *max).max().unwrap_or(0);
                least > 1 && most - least <= 2
            }
            _ => false,
        };
        if short && !self.aura(from) {
            return squares.len() as f64 / 2.0;
        }
        squares.iter().map(|&to| apart(from, to)).max().unwrap_or(0).into()
    }

    /// The position in the samples' form.
    pub fn save(&self) -> Value {
        let men = self.men.iter().map(|man| {
            let mut form = json!({ "id": man.id, "owner": man.owner, "kind": man.kind, "square": man.place.map(name) });
            if man.hn != 1 {
                form["hn"] = man.hn.into();
            }
            form
        });
        let last = self.last.iter().map(|(who, (play, mover))| {
            let mut form = json!({ "type": play });
            if let Some((kind, hn)) = mover {
                form["piece_kind"] = kind.as_str().into();
                if kind == "harfyblob" {
                    form["piece_hn"] = (*hn).into();
                }
            }
            (who.clone(), form)
        });
        let mut form = json!({
            "ruleset": self.form["ruleset"],
            "swingers": self.list,
            "to_play": self.list[0],
            "pieces": men.collect::<Vec<_>>(),
            "last_play": last.collect::<serde_json::Map<_, _>>(),
            "round_count": self.rounds,
            "played_this_round": self.played,
        });
        if let Some(il_nabi) = self.form.get("il_nabi") {
            form["il_nabi"] = il_nabi.clone();
        }
        form
    }
}

fn value(kind: &str) -> i32 {
    KINDS.iter().find(|(known, _)| *known == kind).unwrap().1
}
