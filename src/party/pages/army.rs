//! The form that chooses an army: it begins with the army of the lesson, and counts.

use rookery_party_chess::ARMY_VALUE;

use super::Part;

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
        let worth =
            |name: &str| self.hall.kinds.iter().find(|kind| kind.name == name).map_or(0, |kind| u32::from(kind.value));
        let mut sum = 0;
        let place = |(place, first): (usize, &String)| {
            let name = format!("army_{}", place + 1);
            let kind = self.seen.typed.value_or("army", &name, first).to_owned();
            sum += worth(&kind);
            Place { name, kind, sum }
        };
        self.first_army.iter().enumerate().map(place).collect()
    }

    /// What the chosen army is worth, and the most that it may be (1230.2 §2.B).
    pub(super) fn army_value(&self) -> (u32, u32) {
        (self.army().last().map_or(0, |last| last.sum), ARMY_VALUE)
    }
}
