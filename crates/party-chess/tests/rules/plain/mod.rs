//! Party Chess once more, written plainly from the rules' words and slow: what the engine is compared with. It shares no code with it.

mod captures;
mod moves;
mod plays;
mod squares;
mod weight;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use squares::{Place, name, place};

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
