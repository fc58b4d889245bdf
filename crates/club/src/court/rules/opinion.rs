//! Opinions: who writes the Court's, and who writes besides (Act III.3.10).

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

/// A text with letters in the place of people's names, and the names that stood in it. `people` are names with their
/// letters; of a name, each part of two letters or more counts too.
pub fn without_names(text: &str, people: &[(String, String)]) -> (String, Vec<String>) {
    let (mut text, mut found) = (text.to_owned(), Vec::new());
    for (name, letter) in people.iter().filter(|(name, _)| !name.is_empty()) {
        let parts = name.split(|char: char| !char.is_alphanumeric()).filter(|part| part.chars().count() >= 2);
        for part in std::iter::once(name.as_str()).chain(parts) {
            let without = replaced(&text, part, letter);
            if without != text {
                found.push(part.to_owned());
                text = without;
            }
        }
    }
    (text, found)
}

/// A text with a letter for a name wherever that is a word of its own; the s of a genitive may follow it.
fn replaced(text: &str, name: &str, letter: &str) -> String {
    let ends_a_word = |rest: &str| !rest.starts_with(char::is_alphanumeric);
    let mut replaced = String::new();
    let mut between = text.split(name).peekable();
    while let Some(words) = between.next() {
        replaced.push_str(words);
        let Some(rest) = between.peek() else { break };
        let ends = ends_a_word(rest) || rest.strip_prefix('s').is_some_and(ends_a_word);
        let is_a_word = ends && !replaced.ends_with(char::is_alphanumeric);
        replaced.push_str(if is_a_word { letter } else { name });
    }
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_as_words_and_letters_take_their_place() {
        let people = [("Leonie Fuchs", "A"), ("Cy", "B"), ("Anna-Lena Li", "C")]
            .map(|(name, letter)| (name.to_owned(), letter.to_owned()));
        for (text, without, names) in [
            ("Leonie Fuchs played Cy.", "A played B.", &["Leonie Fuchs", "Cy"][..]),
            ("Leonies game, and Fuchs’ clock", "As game, and A’ clock", &["Leonie", "Fuchs"]),
            ("Lena won, as did Li", "C won, as did C", &["Lena", "Li"]),
            ("A Fuchsia on a Cycle, by Leon", "A Fuchsia on a Cycle, by Leon", &[]),
        ] {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(without_names(text, &people), (without.to_owned(), names));
        }
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
