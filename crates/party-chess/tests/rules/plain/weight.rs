//! Demons to promote, and what a player's army weighs.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::squares::{Place, apart, every_place};
use super::{Game, Man, value};

impl Game {
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
}
