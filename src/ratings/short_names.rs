//! What people from outside read of names on the leaderboard: the first name and the first letter of the last, and a
//! number where two are alike. Pure.

use std::cmp::Ordering;
use std::collections::HashMap;

use compact_str::{CompactString, format_compact};

/// First name, and the first letter of the last.
fn parts(name: &str) -> (&str, Option<char>) {
    let mut words = name.split_whitespace();
    let first = words.next().unwrap_or_default();
    (first, words.next_back().and_then(|last| last.chars().next()))
}

/// The order of equal scores by name: by no more of it than the short name tells, so that the order tells no more either.
pub fn order(one: &str, two: &str) -> Ordering {
    let key = |name| {
        let (first, letter) = parts(name);
        (first, letter.and_then(|letter| letter.to_uppercase().next()))
    };
    key(one).cmp(&key(two))
}

/// `Maya G.` of `Maya Goldberg`; who goes by one name only has it as it is.
fn short(name: &str) -> CompactString {
    let (first, letter) = parts(name);
    match letter {
        Some(letter) => format_compact!("{first} {}.", letter.to_uppercase()),
        None => first.into(),
    }
}

/// The short names of everybody who is or was on the leaderboard, so that a number stays whoever leaves.
#[derive(Debug, Default)]
pub struct ShortNames {
    of: HashMap<i64, CompactString>,
    /// Who share a short name: the one who came first has no number.
    alike: HashMap<CompactString, Vec<i64>>,
}

impl ShortNames {
    /// Takes up a person, or the name that they go by now.
    pub fn put(&mut self, person: i64, name: &str) {
        let name = short(name);
        if let Some(before) = self.of.insert(person, name.clone()) {
            if before == name {
                return;
            }
            self.alike.entry(before).or_default().retain(|other| *other != person);
        }
        let alike = self.alike.entry(name).or_default();
        let place = alike.partition_point(|other| *other < person);
        alike.insert(place, person);
    }

    /// A person's short name, with its number; nothing of whoever was never on the leaderboard.
    pub fn get(&self, person: i64) -> Option<String> {
        let name = self.of.get(&person)?;
        let before = self.alike.get(name)?.partition_point(|other| *other < person);
        Some(if before == 0 { name.to_string() } else { format!("{name} {}", before + 1) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_stand_by_no_more_than_short_names_tell() {
        assert_eq!(order("Max Zorn", "Max Maier"), Ordering::Greater);
        assert_eq!(order("Ida", "Ida Thal"), Ordering::Less);
        for (one, two) in [("Max Müller", "Max Maier"), ("Max Anton Maier", "Max Müller"), ("Max moor", "Max Maier")]
        {
            assert_eq!(order(one, two), Ordering::Equal, "{one}, {two}");
        }
    }

    #[test]
    fn names_are_shortened_and_told_apart_by_a_number_that_stays() {
        let mut names = ShortNames::default();
        let club = [
            (5, "Max Maier", "Max M."),
            (9, "Max Müller", "Max M. 2"),
            (2, "anouk de vries", "anouk V."),
            (3, "Åsa", "Åsa"),
            (12, "Max van Moor", "Max M. 3"),
            (4, "Ida ßen", "Ida SS."),
        ];
        for (person, name, _) in club {
            names.put(person, name);
        }
        for (person, _, short) in club {
            assert_eq!(names.get(person).as_deref(), Some(short));
        }
        names.put(5, "Max Zorn");
        names.put(9, "Max Müller");
        let told: Vec<_> = [5, 9, 12].map(|person| names.get(person).unwrap_or_default()).into();
        assert_eq!(told, ["Max Z.", "Max M.", "Max M. 2"], "whoever goes by another name leaves theirs");
        assert_eq!(names.get(77), None);
    }
}
