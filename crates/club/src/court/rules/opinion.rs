//! Opinions: who writes the Court's, and who writes besides (Act III.3.10).

use std::collections::HashMap;
use std::ops::Range;

use rookery_messages::say;

use super::super::OpinionKind;
use super::{Part, Participant};
use crate::error::Refusal;
use crate::id::PersonId;
use crate::members;

/// The text of an opinion, trimmed.
pub fn text(text: &str) -> Result<String, Refusal> {
    members::rules::text("text", text, 16, 50_000).map_err(|refusal| refusal.act("III.3.10"))
}

/// Whether the Chief Justice may name this author: both are of the majority.
pub fn name_author(chief: &Participant, author: PersonId, majority: &[PersonId]) -> Result<(), Refusal> {
    if !chief.is(Part::Majority) {
        let detail = say!("The Chief Justice was not with the most. So any justice who was may write.");
        return Err(Refusal::forbidden(detail, "III.3.10"));
    }
    if !majority.contains(&author) {
        return Err(Refusal::field("justice", say!("The author is one of the majority.")).act("III.3.10"));
    }
    Ok(())
}

/// Whether somebody writes the Court's opinion: the named author, or any justice of the majority.
pub fn publish(by: &Participant, named: Option<PersonId>, name: &dyn Fn(PersonId) -> String) -> Result<(), Refusal> {
    match named {
        Some(author) if author != by.person => {
            let detail = say!("The Chief Justice named {author} to write the opinion.", author = name(author));
            Err(Refusal::forbidden(detail, "III.3.10"))
        }
        _ => Ok(()),
    }
}

/// Whether an opinion of this kind is for those of the majority, or for the others.
pub fn fits(kind: OpinionKind, of_the_majority: bool) -> bool {
    match kind {
        OpinionKind::Majority | OpinionKind::Concurrence => of_the_majority,
        OpinionKind::Dissent => !of_the_majority,
    }
}

/// Whether somebody may write or join an opinion of this kind: the majority concurs, the others dissent.
pub fn side(by: &Participant, kind: OpinionKind) -> Result<(), Refusal> {
    if fits(kind, by.is(Part::Majority)) {
        return Ok(());
    }
    let detail = say!("Who was of the majority concurs; who was not dissents.");
    Err(Refusal::field("kind", detail).act("III.3.10"))
}

/// Nobody writes an opinion of one kind twice.
pub fn is_new(kind: OpinionKind, is_there: bool) -> Result<(), Refusal> {
    if !is_there {
        return Ok(());
    }
    let detail = match kind {
        OpinionKind::Majority => say!("All can read your opinion (majority) by now. It stays as it is."),
        OpinionKind::Concurrence => {
            say!("All can read your opinion (concurrence) by now. It stays as it is.")
        }
        OpinionKind::Dissent => say!("All can read your opinion (dissent) by now. It stays as it is."),
    };
    Err(Refusal::conflict(say!("Published already"), detail).act("III.3.10"))
}

/// Whether somebody may join an opinion on the judgment in force: another's, of their own side, and once.
pub fn join(by: &Participant, kind: OpinionKind, author: PersonId, joined: &[PersonId]) -> Result<(), Refusal> {
    if author == by.person {
        return Err(Refusal::conflict(say!("Your own"), say!("This opinion is yours.")).act("III.3.10"));
    }
    side(by, kind)?;
    if joined.contains(&by.person) {
        return Err(Refusal::conflict(say!("Joined already"), say!("You joined this opinion already.")).act("III.3.10"));
    }
    Ok(())
}

/// What somebody is called by a letter, from the first on: `A` … `Z`, `A2` ….
pub fn letter(place: u64) -> String {
    let letter = char::from(b'A' + u8::try_from(place % 26).unwrap_or(0));
    if place < 26 { letter.to_string() } else { format!("{letter}{}", place / 26 + 1) }
}

/// Somebody whom a text for everybody should not name.
#[derive(Clone, Debug)]
pub struct Unnamed {
    /// As the club calls them.
    pub name: String,
    /// What they sign in with.
    pub handle: String,
    /// What others read in the place of their name; none for who has no part in the case.
    pub letter: Option<String>,
}

impl Unnamed {
    /// Who has no name any more, but still a letter.
    pub fn erased(letter: String) -> Unnamed {
        Unnamed { name: String::new(), handle: String::new(), letter: Some(letter) }
    }
}

/// A handle of one word is looked for outside of its case from this length on, and with a digit in it: squares and moves of
/// chess are shorter, and other words are of the language.
const LONGER_THAN_A_MOVE: usize = 6;

/// A name or a handle to look for.
struct Sought<'a> {
    /// The place of its person in the list.
    person: usize,
    words: Vec<&'a str>,
    /// What stands between the words.
    between: Vec<String>,
    /// Small letters for large ones are another word: a first name may be one of the language.
    is_exact: bool,
}

impl<'a> Sought<'a> {
    fn of(person: usize, text: &'a str, is_exact: bool) -> Sought<'a> {
        let places = words(text);
        let between = places.windows(2).map(|pair| spaced(&text[pair[0].end..pair[1].start])).collect();
        Sought { person, words: places.into_iter().map(|place| &text[place]).collect(), between, is_exact }
    }

    /// What to look for of one person: of who has a part in the case each part of the name, too.
    fn all(person: usize, of: &'a Unnamed) -> Vec<Sought<'a>> {
        let name = Sought::of(person, &of.name, false);
        let is_of_case = of.letter.is_some();
        let mut sought = Vec::new();
        if is_of_case {
            let parts = name.words.iter().filter(|part| name.words.len() == 1 || part.chars().count() >= 2);
            sought.extend(parts.map(|part| Sought::of(person, part, true)));
        }
        let handle = Sought::of(person, &of.handle, false);
        let has_digit = of.handle.chars().any(char::is_numeric) && of.handle.len() >= LONGER_THAN_A_MOVE;
        match handle.words.len() {
            0 => {}
            1 if is_of_case => sought.push(Sought { is_exact: true, ..handle }),
            1 if !has_digit => {}
            _ => sought.push(handle),
        }
        if name.words.len() > 1 {
            sought.push(name);
        }
        sought
    }

    /// Where it ends in a text, if it begins at this word; the s of a genitive may follow it.
    fn end(&self, text: &str, from: &[Range<usize>]) -> Option<usize> {
        let places = from.get(..self.words.len())?;
        let is_apart =
            |(pair, between): (&[Range<usize>], &String)| spaced(&text[pair[0].end..pair[1].start]) == *between;
        let (last, before) = places.split_last()?;
        let (own_last, own_before) = self.words.split_last()?;
        let begins = before.iter().zip(own_before).all(|(place, own)| self.is(&text[place.clone()], own));
        if !begins || !places.windows(2).zip(&self.between).all(is_apart) {
            return None;
        }
        let word = &text[last.clone()];
        let bare = word.strip_suffix(['s', 'S']).filter(|bare| self.is(bare, own_last));
        if self.is(word, own_last) { Some(last.end) } else { bare.map(|bare| last.start + bare.len()) }
    }

    fn is(&self, word: &str, own: &str) -> bool {
        word == own || (!self.is_exact && word.to_lowercase() == own.to_lowercase())
    }
}

/// Where the words of a text stand.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    for (at, char) in text.char_indices().filter(|(_, char)| char.is_alphanumeric()) {
        let end = at + char.len_utf8();
        match words.last_mut() {
            Some(word) if word.end == at => word.end = end,
            _ => words.push(at..end),
        }
    }
    words
}

/// What stands between two words, where any space is one, and any apostrophe.
fn spaced(between: &str) -> String {
    if between.trim().is_empty() { " ".to_owned() } else { between.replace('’', "'") }
}

/// A text with letters in the place of people's names and handles, and those that stood in it. Who has no part in the case
/// gets the next letter that is free, and is not found by a first or last name alone: that may be a word.
pub fn without_names(text: &str, people: &[Unnamed]) -> (String, Vec<String>) {
    let places = words(text);
    let mut sought: HashMap<String, Vec<Sought>> = HashMap::new();
    for one in people.iter().enumerate().flat_map(|(person, of)| Sought::all(person, of)) {
        if let Some(first) = one.words.first() {
            sought.entry(first.to_lowercase()).or_default().push(one);
        }
    }
    let is_taken = |letter: &String| {
        let is_a_word = places.iter().any(|place| text[place.clone()] == **letter);
        is_a_word || people.iter().any(|person| person.letter.as_ref() == Some(letter))
    };
    let mut free = (0..).map(letter).filter(|letter| !is_taken(letter));
    let mut given: HashMap<usize, String> = HashMap::new();
    let (mut lettered, mut found) = (String::new(), Vec::new());
    let (mut done, mut at) = (0, 0);
    while let Some(place) = places.get(at) {
        let word = text[place.clone()].to_lowercase();
        let of_genitive = word.strip_suffix('s').and_then(|bare| sought.get(bare));
        let here = sought.get(&word).into_iter().chain(of_genitive).flatten();
        let ends = here.filter_map(|one| Some((one.end(text, &places[at..])?, one)));
        // The longest; of one length that of who has a part in the case.
        let Some((end, one)) = ends.max_by_key(|(end, one)| (*end, people[one.person].letter.is_some())) else {
            at += 1;
            continue;
        };
        let letter = match &people[one.person].letter {
            Some(letter) => letter,
            None => given.entry(one.person).or_insert_with(|| free.next().unwrap_or_default()),
        };
        lettered.push_str(&text[done..place.start]);
        lettered.push_str(letter);
        let name = text[place.start..end].to_owned();
        if !found.contains(&name) {
            found.push(name);
        }
        (done, at) = (end, at + one.words.len());
    }
    lettered.push_str(&text[done..]);
    (lettered, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unnamed(name: &str, handle: &str, letter: Option<&str>) -> Unnamed {
        Unnamed { name: name.to_owned(), handle: handle.to_owned(), letter: letter.map(str::to_owned) }
    }

    #[test]
    fn names_are_found_as_words_and_letters_take_their_place() {
        let people = [("Leonie Fuchs", "leonie-fuchs", "A"), ("Cy", "cy", "B"), ("Anna-Lena Li", "lena_li", "C")]
            .map(|(name, handle, letter)| unnamed(name, handle, Some(letter)));
        for (text, without, names) in [
            ("Leonie Fuchs played Cy.", "A played B.", &["Leonie Fuchs", "Cy"][..]),
            ("Leonies game, and Fuchs’ clock", "As game, and A’ clock", &["Leonie", "Fuchs"]),
            ("Lena won, as did Li", "C won, as did C", &["Lena", "Li"]),
            ("A Fuchsia on a Cycle, by Leon", "A Fuchsia on a Cycle, by Leon", &[]),
            ("leonie-fuchs (LEONIE FUCHS), @Lena_Li", "A (A), @C", &["leonie-fuchs", "LEONIE FUCHS", "Lena_Li"]),
        ] {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(without_names(text, &people), (without.to_owned(), names));
        }
    }

    #[test]
    fn who_has_no_part_in_the_case_is_found_by_the_whole_name_and_by_the_handle() {
        let people = [
            unnamed("Callum Reid", "callum-reid", Some("A")),
            unnamed("Aisha Mensah", "aisha-mensah", None),
            unnamed("Will Page", "page", None),
            unnamed("Sean O'Brien", "seanob12", None),
            unnamed("Ed Four", "e4", None),
            unnamed("May", "may", None),
        ];
        for (text, without, names) in [
            ("Aisha Mensah’s clock", "B’s clock", &["Aisha Mensah"][..]),
            ("aisha\nmensah, aisha-mensah and Callum", "B, B and A", &["aisha\nmensah", "aisha-mensah", "Callum"]),
            ("B saw Will Page and Sean O’Brien", "B saw C and D", &["Will Page", "Sean O’Brien"]),
            ("By seanob12s word", "By Bs word", &["seanob12"]),
            (
                "Will you turn the page? You may. 1. e4, by Aisha",
                "Will you turn the page? You may. 1. e4, by Aisha",
                &[],
            ),
        ] {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(without_names(text, &people), (without.to_owned(), names));
        }
    }

    #[test]
    fn everybody_has_a_letter() {
        assert_eq!([0, 1, 25, 26, 52].map(letter), ["A", "B", "Z", "A2", "A3"]);
    }

    #[test]
    fn an_opinion_is_joined_by_its_own_side() {
        use OpinionKind::*;
        let (ann, ben, author) = (PersonId(1), PersonId(2), PersonId(3));
        let who = |person, part: &[Part]| Participant {
            person,
            parts: part.iter().copied().collect(),
            conflicts: Vec::new(),
        };
        let (of_it, not_of_it) = (who(ann, &[Part::Sat, Part::Majority]), who(ben, &[Part::Sat]));
        for (kind, majority, others) in [(Majority, true, false), (Concurrence, true, false), (Dissent, false, true)] {
            assert_eq!(join(&of_it, kind, author, &[]).is_ok(), majority, "{kind}");
            assert_eq!(join(&not_of_it, kind, author, &[ann]).is_ok(), others, "{kind}");
        }
        assert!(join(&of_it, Majority, ann, &[]).is_err(), "one's own");
        assert!(join(&of_it, Majority, author, &[ben, ann]).is_err(), "joined already");
    }

    #[test]
    fn the_courts_opinion_is_written_by_one_of_the_majority() {
        let (ann, ben) = (PersonId(1), PersonId(2));
        let who =
            |parts: &[Part]| Participant { person: ann, parts: parts.iter().copied().collect(), conflicts: Vec::new() };
        let fields = |named: Result<(), Refusal>| named.err().map(|refusal| refusal.errors.len());
        let chief = who(&[Part::ChiefJustice, Part::Majority]);
        assert_eq!(fields(name_author(&chief, ben, &[ann, ben])), None);
        assert_eq!(fields(name_author(&chief, ben, &[ann])), Some(1), "the justice who is named is wrong");
        assert_eq!(fields(name_author(&who(&[Part::ChiefJustice]), ben, &[ben])), Some(0), "who names is");
        for (named, may) in [(None, true), (Some(ann), true), (Some(ben), false)] {
            assert_eq!(publish(&chief, named, &|person| person.to_string()).is_ok(), may, "{named:?}");
        }
        assert_eq!(text(" We agree with the moderator. ").as_deref(), Ok("We agree with the moderator."));
        assert_eq!(text("We agree.").unwrap_err().acts, ["III.3.10".into()]);
        for &kind in OpinionKind::ALL {
            assert_eq!(is_new(kind, false), Ok(()), "{kind}");
            let told = is_new(kind, true).unwrap_err().detail.to_string();
            assert!(told.contains(kind.as_str()), "{told}");
        }
    }
}
