//! Where a man goes, were the square empty.

use serde_json::{Value, json};

use super::squares::{Place, apart, at_corner, at_edge, between, diagonal, on_board, orthogonal, straight};
use super::{Game, Man};

impl Game {
    pub(super) fn defined(&self, kind: &str) -> bool {
        self.form["ruleset"] == "amended" || (kind != "zombie" && kind != "il-nabi")
    }

    pub(super) fn il_nabi(&self) -> Vec<(String, String, i32, i32, String)> {
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

    pub(super) fn on(&self, place: Place) -> Option<&Man> {
        self.men.iter().find(|man| man.place == Some(place))
    }

    pub(super) fn empty(&self, place: Place) -> bool {
        self.on(place).is_none()
    }

    pub(super) fn clear(&self, one: Place, other: Place) -> bool {
        between(one, other).into_iter().all(|place| self.empty(place))
    }

    pub(super) fn aura(&self, from: Place) -> bool {
        self.men.iter().any(|man| man.kind == "cantor" && man.place.is_some_and(|place| apart(place, from) == 1))
    }

    pub(super) fn by_aura(&self, from: Place, to: Place) -> bool {
        self.aura(from) && diagonal(from, to) && apart(from, to) <= 4
    }

    /// What an Echo of this owner repeats.
    pub(super) fn echoed(&self, owner: &str) -> Option<(String, i32)> {
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
    pub(super) fn goes(&self, kind: &str, hn: i32, owner: &str, from: Place, to: Place) -> bool {
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

    pub(super) fn il_nabi_goes(&self, from: Place, to: Place, capturing: bool) -> bool {
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
    pub(super) fn qball_edges(&self, from: Place) -> Vec<(Place, Place)> {
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
    pub(super) fn man_goes(&self, man: &Man, to: Place) -> bool {
        let Some(from) = man.place else { return false };
        if man.kind != "echo" {
            return self.goes(&man.kind, man.hn, &man.owner, from, to);
        }
        self.echo_goes(&man.owner, &man.owner, from, to, true)
    }

    pub(super) fn echo_goes(&self, record_of: &str, owner: &str, from: Place, to: Place, double: bool) -> bool {
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
}
