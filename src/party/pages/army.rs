//! The form that chooses an army: it begins with the army of the lesson, and counts.

use rookery_party_chess::ARMY_VALUE;

use super::{Part, words};

/// A place of the army.
pub struct Place {
    /// What its field is called.
    pub name: String,
    /// The kind that is chosen there.
    pub kind: String,
    /// What the army is worth up to here.
    pub sum: u32,
}

impl Part<'_> {
    pub(super) fn army(&self) -> Vec<Place> {
        let listed = self.defined();
        let mut sum = 0;
        let place = |(place, first): (usize, &String)| {
            let name = format!("army_{}", place + 1);
            let chosen = self.seen.typed.value_or("army", &name, first);
            // A kind that the Umpire repealed is not in the list: a browser shows the first one that is.
            let kind = listed.iter().find(|kind| kind.name == chosen).or(listed.first());
            sum += kind.map_or(0, |kind| u32::from(kind.value));
            Place { name, kind: kind.map_or_else(String::new, |kind| kind.name.clone()), sum }
        };
        self.first_army.iter().enumerate().map(place).collect()
    }

    /// How a kind goes: as the Umpire wrote it last, where they did (1230.1 §3), else in the words of the rules.
    pub(super) fn how(&self, name: &str) -> Option<String> {
        let kind = self.hall.kinds.iter().find(|kind| kind.name == name)?;
        let source = self.hall.position.suite().source();
        let mut amendments = source.amendments.iter().rev().filter(|amendment| amendment.rule == kind.rule);
        let amended = amendments.find_map(|amendment| amendment.parts.as_deref());
        let il_nabi = (name == "il-nabi" && !self.hall.invented_il_nabi).then_some(source.il_nabi.as_slice());
        match amended.or(il_nabi) {
            Some(parts) => Some(words::moves(self.frame, parts)),
            None => self.frame.word("party-how", name).known().map(|how| how.to_string()),
        }
    }

    /// What the chosen army is worth, and the most that it may be (1230.2 §2.B).
    pub(super) fn army_value(&self) -> (u32, u32) {
        (self.army().last().map_or(0, |last| last.sum), ARMY_VALUE)
    }
}
