//! Whether two names may be one person's: written with a slip, in part, or without accents. Pure.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Letters that are no other letter with an accent, or are spelled otherwise than without it.
const SPELLED: [(char, &str); 14] = [
    ('ä', "ae"),
    ('ö', "oe"),
    ('ü', "ue"),
    ('ß', "ss"),
    ('ø', "o"),
    ('æ', "ae"),
    ('œ', "oe"),
    ('ı', "i"),
    ('ł', "l"),
    ('đ', "d"),
    ('ð', "d"),
    ('þ', "th"),
    ('ħ', "h"),
    ('ŧ', "t"),
];

/// A name in small letters without accents: `ö` is `oe`, `é` is `e`.
pub(super) fn plain(name: &str) -> impl Iterator<Item = char> {
    let small = name.to_lowercase();
    let spelled = SPELLED.iter().fold(small, |name, (letter, spelled)| name.replace(*letter, spelled));
    let letters: Vec<char> = spelled.nfd().filter(|letter| !is_combining_mark(*letter)).collect();
    letters.into_iter()
}

/// The least length of names that are compared for near equality: in shorter names one letter makes a different name.
const LONG: usize = 8;

/// Whether two names may be one person's: they are one but for a slip (a letter too many, too few or another one, or two in each
/// other's places), or one has all words of the other, in any order. Accents, capitals, spaces and dashes do not count;
/// numbers tell people apart.
pub fn are_nearly_one(one: &str, other: &str) -> bool {
    let parts =
        |kept: fn(char) -> bool| [one, other].map(|name| plain(name).filter(|sign| kept(*sign)).collect::<String>());
    let numbers = parts(char::is_numeric);
    numbers[0] == numbers[1] && (is_a_slip(&parts(char::is_alphabetic)) || share_all_words(one, other))
}

fn is_a_slip([one, other]: &[String; 2]) -> bool {
    let shorter = one.chars().count().min(other.chars().count());
    shorter >= LONG && strsim::damerau_levenshtein(one, other) <= 1
}

/// Whether one of two names has all words of the other: `Eve` and `Ellis Eve` have those of `Eve Ellis`.
fn share_all_words(one: &str, other: &str) -> bool {
    has_all_words(one, other) || has_all_words(other, one)
}

/// Whether a name has all words of a `part`, in any order.
fn has_all_words(name: &str, part: &str) -> bool {
    let words = |name: &str| -> Vec<String> {
        let name: String = plain(name).collect();
        name.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (name, part) = (words(name), words(part));
    !part.is_empty() && part.iter().all(|word| name.contains(word))
}

/// Whether somebody who types `typed` knows the whole of a `known` name, but for a slip: what is made of that name tells them
/// nothing new. Who types `Eve` is not told that there is an Eve Ellis.
pub fn knows_all_of(known: &str, typed: &str) -> bool {
    let letters = |name: &str| plain(name).filter(|sign| sign.is_alphabetic()).collect::<String>();
    is_a_slip(&[known, typed].map(letters)) || has_all_words(typed, known)
}

/// A name made ready to be compared with many others.
#[derive(Debug)]
pub struct Written {
    letters: String,
    numbers: String,
    words: Vec<String>,
}

impl Written {
    /// Looks at a name once, however often it is compared.
    pub fn of(name: &str) -> Written {
        let name: String = plain(name).collect();
        let kept = |kept: fn(char) -> bool| name.chars().filter(|sign| kept(*sign)).collect();
        let words = name.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
        Written {
            letters: kept(char::is_alphabetic),
            numbers: kept(char::is_numeric),
            words: words.map(str::to_owned).collect(),
        }
    }

    /// How far somebody who wrote this name may have been from the other, where it is worth a question: names that are nearly
    /// one, short ones too, and those with the last name and the first letter in common, as `Anne Ash` and `A. Ash` have with
    /// `Ann Ash`. Counted in letters that differ. `None` where nobody would think of the other.
    pub fn away_from(&self, other: &Written) -> Option<usize> {
        let shortest = self.letters.len().min(other.letters.len());
        let lengths = self.letters.len().abs_diff(other.letters.len());
        let is_slip =
            || shortest >= SHORT && lengths <= 2 && strsim::damerau_levenshtein(&self.letters, &other.letters) <= 1;
        let is_part = |part: &Written, whole: &Written| {
            !part.words.is_empty() && part.words.iter().all(|word| whole.words.contains(word))
        };
        let is_asked = self.numbers == other.numbers
            && (self.shares_ends(other) || is_part(self, other) || is_part(other, self) || is_slip());
        is_asked.then(|| strsim::damerau_levenshtein(&self.letters, &other.letters))
    }

    fn shares_ends(&self, other: &Written) -> bool {
        match (&self.words[..], &other.words[..]) {
            ([first, .., last], [first_of_other, .., last_of_other]) => {
                last == last_of_other && first.chars().next() == first_of_other.chars().next()
            }
            _ => false,
        }
    }
}

/// The least length of names whose slips are worth a question.
const SHORT: usize = 5;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_or_a_part_makes_nearly_the_same_name() {
        for slip in ["Elin Vestergard", "Elin Vestergaarde", "elin vestergaadr", "Elin-Westergaard", "Élin Vestergaard"]
        {
            assert!(are_nearly_one(slip, "Elin Vestergaard"), "{slip}");
        }
        assert!(are_nearly_one("Jörg Müller", "Joerg Mueller") && are_nearly_one("Jörg Muller", "Jörg Müller"));
        for part in ["Elin", "vestergaard", "Vestergaard, Elin", "Elin Maria Vestergaard", "Vestergaard-Elin"] {
            assert!(are_nearly_one(part, "Elin Vestergaard") && are_nearly_one("Elin Vestergaard", part), "{part}");
        }
        for other in ["Elin Vestgard", "Eline Vestergard", "Ellen Vestergaard", "E. Vestergaard", "Eli", "", "…"] {
            assert!(!are_nearly_one(other, "Elin Vestergaard"), "{other}");
        }
        assert!(!are_nearly_one("Lea Roth", "Leo Roth"), "so short, a letter tells two people apart");
        for whole in ["Eve Ellis", "ellis, éve", "Eve Maria Ellis"] {
            assert!(knows_all_of("Eve Ellis", whole), "{whole}");
        }
        for part in ["Eve", "Eve Eve", "Ellis", "Ev Ellis"] {
            assert!(!knows_all_of("Eve Ellis", part), "{part}");
        }
        for asked in ["Anne Ash", "A. Ash", "ann ash", "Ann Ahs", "Ann", "Ann Maria Ash", "Adam Ash"] {
            assert!(Written::of(asked).away_from(&Written::of("Ann Ash")).is_some(), "{asked}");
        }
        for other in ["Ben Ash", "Ann Birch", "Ann Ash 2", "Al", ""] {
            assert_eq!(Written::of(other).away_from(&Written::of("Ann Ash")), None, "{other}");
        }
        let away = |name: &str| Written::of(name).away_from(&Written::of("Ann Ash"));
        assert!(away("Anne Ash") < away("Adam Ash"), "the nearer one is meant");
        assert!(!are_nearly_one("Newcomer 11", "Newcomer 12") && !are_nearly_one("Newcomer", "Newcomer 12"));
    }
}
