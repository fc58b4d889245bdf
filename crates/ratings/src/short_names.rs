//! Names on the leaderboard for people from outside: the first name and the first letter of the last, with a number
//! if two are alike. Pure.

use compact_str::CompactString;
use hashbrown::HashMap;

/// First name, and the first letter of the last. `Schmidt, Anna` is Anna Schmidt; what does not begin with a letter, such
/// as a class in brackets, is no name.
fn parts(name: &str) -> (&str, Option<char>) {
    let is_name = |word: &&str| word.chars().next().is_some_and(char::is_alphabetic);
    if let Some((last, first)) = name.split_once(',')
        && let Some(first) = first.split_whitespace().find(is_name)
    {
        return (first, last.chars().find(|letter| letter.is_alphabetic()));
    }
    let mut words = name.split_whitespace().filter(is_name);
    let first = words.next().unwrap_or_default().trim_end_matches(',');
    (first, words.next_back().and_then(|last| last.chars().next()))
}

/// By what equal scores stand in order.
pub(crate) type Order<'a> = (&'a str, Option<char>);

/// The order of equal scores by name: by no more of it than the short name tells, so that the order tells no more either.
pub(crate) fn order(name: &str) -> Order<'_> {
    let (first, letter) = parts(name);
    (first, letter.and_then(|letter| letter.to_uppercase().next()))
}

/// `Maya G.` of `Maya Goldberg`. A single name is told as it is, but in scripts without capitals, where family and given
/// name are written as one: of these the first character.
fn short(name: &str) -> CompactString {
    let (first, letter) = parts(name);
    let has_capitals = |letter: char| letter.is_uppercase() || letter.is_lowercase();
    let mut short = CompactString::from(first);
    match (letter, first.chars().next()) {
        (Some(letter), _) => {
            short.push(' ');
            short.extend(letter.to_uppercase());
            short.push('.');
        }
        (None, Some(begin)) if !has_capitals(begin) => {
            short.truncate(begin.len_utf8());
            short.push('.');
        }
        (None, _) => {}
    }
    short
}

/// The short names of everybody who is or was on the leaderboard, so that a number stays when others leave.
#[derive(Debug, Default)]
pub struct ShortNames {
    /// By person, the number of the short name in `shared`.
    of: HashMap<i64, u32>,
    numbers: HashMap<CompactString, u32>,
    shared: Vec<Shared>,
}

/// A short name, and who go by it: the one who came first has no number.
#[derive(Debug)]
struct Shared {
    name: CompactString,
    alike: Vec<i64>,
}

impl ShortNames {
    /// Takes up a person, or the name that they go by now.
    pub fn put(&mut self, person: i64, name: &str) {
        let number = self.number(short(name));
        if let Some(before) = self.of.insert(person, number) {
            if before == number {
                return;
            }
            self.shared[before as usize].alike.retain(|other| *other != person);
        }
        let alike = &mut self.shared[number as usize].alike;
        alike.insert(alike.partition_point(|other| *other < person), person);
    }

    fn number(&mut self, name: CompactString) -> u32 {
        if let Some(number) = self.numbers.get(&name) {
            return *number;
        }
        let number = self.shared.len() as u32;
        self.numbers.insert(name.clone(), number);
        self.shared.push(Shared { name, alike: Vec::new() });
        number
    }

    /// A person's short name, with its number; nothing of people who were never on the leaderboard.
    pub fn get(&self, person: i64) -> Option<String> {
        let Shared { name, alike } = &self.shared[*self.of.get(&person)? as usize];
        let before = alike.partition_point(|other| *other < person);
        Some(if before == 0 { name.to_string() } else { format!("{name} {}", before + 1) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_stand_by_no_more_than_short_names_tell() {
        assert!(order("Max Zorn") > order("Max Maier"));
        assert!(order("Ida") < order("Ida Thal"));
        for (one, two) in [("Max Müller", "Max Maier"), ("Max Anton Maier", "Max Müller"), ("Max moor", "Max Maier")]
        {
            assert_eq!(order(one), order(two), "{one}, {two}");
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
            (20, "Schmidt, Anna Lena", "Anna S."),
            (21, "Ben O'Neill-Hart (10b)", "Ben O."),
            (22, "王小明", "王."),
            (23, "王 小明", "王 小."),
            (24, "(10b)", ""),
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
        assert_eq!(told, ["Max Z.", "Max M.", "Max M. 2"], "a new name leaves its number to the next");
        names.put(7, "Max Moor");
        let told: Vec<_> = [7, 9, 12].map(|person| names.get(person).unwrap_or_default()).into();
        assert_eq!(told, ["Max M.", "Max M. 2", "Max M. 3"], "who was there first has the lower number");
        assert_eq!(names.get(77), None);
    }
}
