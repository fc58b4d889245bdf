//! Which passwords are accepted: those that take many guesses, however they are made up. Pure.

use rookery_messages::{Message, say};

use super::rules::Owner;

/// Characters that a password has.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=200;
/// Guesses that a password has to stand, by zxcvbn's estimate: as many as eight random letters.
const GUESSES: u64 = 100_000_000;
/// Letters and digits that a password has beside what everybody knows.
const BESIDE: usize = 6;
/// The least length of a word that is checked.
const A_WORD: usize = 3;

/// What a guesser of this club tries first, and what zxcvbn's lists, which are of English speakers, lack.
const KNOWN: [&str; 28] = [
    "rookery",
    "chess",
    "club",
    "school",
    "friday",
    "checkmate",
    "schach",
    "schachmatt",
    "klub",
    "verein",
    "schule",
    "freitag",
    "passwort",
    "kennwort",
    "geheim",
    "hallo",
    "schatz",
    "fussball",
    "fußball",
    "sommer",
    "winter",
    "lehrer",
    "lehrerin",
    "springer",
    "läufer",
    "bauer",
    "könig",
    "dame",
];

/// Why a password will not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weakness {
    /// Too short, or too long.
    Length,
    /// It has the handle in it.
    Handle,
    /// Little of it is not what others know of its owner or the club.
    Known,
    /// On the lists of commonly guessed passwords, or made by a pattern that guessers try.
    Guessed,
}

impl Weakness {
    /// What is wrong with it, and what would be better.
    pub(super) fn in_words(self) -> Message {
        match self {
            Weakness::Length => say!(
                "A password has 8 to 200 characters. Three words that have nothing to do with each other are good."
            ),
            Weakness::Handle => say!("A password must not contain your handle."),
            Weakness::Known => say!(
                "Others would guess this password from what they know of you or the club. Take three words that have nothing to do with you, chess or each other."
            ),
            Weakness::Guessed => say!(
                "This password is among those that are guessed first. Take three words that have nothing to do with each other."
            ),
        }
    }
}

/// Words in lower case.
fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| word.chars().count() >= A_WORD).map(str::to_lowercase)
}

/// Why a password will not do for its owner; `None` if it will.
pub(super) fn weakness(password: &str, owner: &Owner) -> Option<Weakness> {
    if !LENGTH.contains(&password.chars().count()) {
        return Some(Weakness::Length);
    }
    let lower = password.to_lowercase();
    if !owner.handle.is_empty() && lower.contains(owner.handle) {
        return Some(Weakness::Handle);
    }
    let own = [owner.handle, owner.name, owner.email.unwrap_or_default()].into_iter().flat_map(words);
    let mut known: Vec<String> = own.chain(KNOWN.map(str::to_owned)).collect();
    // Of two words that begin alike the longer one is told first.
    known.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let rest = known.iter().fold(lower, |rest, word| rest.replace(word.as_str(), " "));
    if rest.chars().filter(|letter| letter.is_alphanumeric()).count() < BESIDE {
        return Some(Weakness::Known);
    }
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    (zxcvbn::zxcvbn(password, &known).guesses() < GUESSES).then_some(Weakness::Guessed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_guessed_soon_will_not_do_and_what_is_not_will_however_it_is_made() {
        let owner = Owner { handle: "ann.b", name: "Ann Brook", email: Some("brookie@example.org") };
        let table = [
            ("short", Some(Weakness::Length)),
            ("my ann.b password", Some(Weakness::Handle)),
            ("annbrook1", Some(Weakness::Known)),
            ("Brookie!2026", Some(Weakness::Known)),
            ("rookerychess", Some(Weakness::Known)),
            ("schachklub2026", Some(Weakness::Known)),
            ("password1", Some(Weakness::Guessed)),
            ("Passwort1!", Some(Weakness::Known)),
            ("qwertz123", Some(Weakness::Guessed)),
            ("aaaaaaaaaaaa", Some(Weakness::Guessed)),
            ("iloveyou", Some(Weakness::Guessed)),
            ("dragon99", Some(Weakness::Guessed)),
            ("letmein!", Some(Weakness::Guessed)),
            ("kxw7qp2m", None),
            ("four plain words", None),
            ("pferd batterie", None),
            ("blue turtle lamp", None),
            ("chess makes my hair curl", None),
            ("żółw i łoś!", None),
        ];
        for (password, expected) in table {
            assert_eq!(weakness(password, &owner), expected, "{password}");
        }
        assert_eq!(weakness(&"long words ".repeat(20), &owner), Some(Weakness::Length));
    }
}
