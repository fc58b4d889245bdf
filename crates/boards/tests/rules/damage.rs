//! Texts that are damaged by chance.

use serde_json::Value;

use super::chance::Chance;

/// What damage is made of.
const SCRAPS: [&str; 24] = [
    "a",
    "t",
    "M",
    "-",
    ":",
    ",",
    "/",
    " ",
    "1",
    "14",
    "99999999999",
    "rK",
    "gP",
    "x",
    "=Q",
    "R",
    "é",
    "\u{0}",
    "{",
    "'",
    "d3:d4",
    "-1",
    "kq",
    "n11",
];

/// A text with some letters taken away, doubled, or others put in their place.
pub fn damaged(text: &str, others: &[String], chance: &mut Chance) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=chance.below(3) {
        let at = chance.below(letters.len() + 1);
        let until = (at + chance.below(4)).min(letters.len());
        let scrap: Vec<char> = match chance.below(6) {
            0 => Vec::new(),
            1 => letters[at..until].repeat(2),
            2 => {
                let other: Vec<char> = chance.pick::<String>(others).chars().collect();
                other[chance.below(other.len() + 1)..].iter().copied().take(30).collect()
            }
            _ => chance.pick::<&str>(&SCRAPS).chars().collect(),
        };
        letters.splice(at..until, scrap);
    }
    letters.into_iter().collect()
}

/// What the requests of cases have as this member, each text by itself.
pub fn texts(requests: &[Value], name: &str) -> Vec<String> {
    let values = requests.iter().filter_map(|request| request.get(name));
    let leaves = values.flat_map(|value| value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]));
    leaves.filter_map(|value| value.as_str().map(str::to_owned)).collect()
}
