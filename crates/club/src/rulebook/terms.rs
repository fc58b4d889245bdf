//! The Terms as text: sections of Acts, each under the citation that links to it for ever.
//!
//! `terms.json` is the text that the program ships, in this project's own words. Numbers stand in it
//! as `{k}`, by the name of the house rule, so that what members read is what the service does.

use std::collections::HashSet;
use std::sync::LazyLock;

use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};

use super::HouseRules;
use crate::error::Act;
use crate::fields;

/// A version of the Terms with its house rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Rulebook {
    /// What members read.
    pub terms: Terms,
    /// The values that the text names in braces.
    pub rules: HouseRules,
}

impl Rulebook {
    /// What holds until a club publishes its own.
    pub fn shipped() -> Rulebook {
        Rulebook { terms: Terms::shipped(), rules: HouseRules::default() }
    }
}

/// The text of the Terms in one version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Heads every page of the Terms.
    pub title: String,
    /// Stands before the Acts and binds nobody.
    pub preamble: String,
    /// In the order of reading.
    pub sections: Vec<Section>,
}

/// A section; its number begins the citations of its Acts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// `0`, or `I` to `IV` in the shipped text.
    pub number: String,
    /// What its Acts are about.
    pub title: String,
    /// In the order of reading: an Act, then its sub-acts.
    pub acts: Vec<Provision>,
}

/// One Act or sub-act.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provision {
    /// Its link for ever, by [`Terms::next_citation`].
    pub citation: Act,
    /// With the names of house rules in braces where their values go; a line for each paragraph.
    pub text: String,
    /// No longer in force; it keeps its citation and its last wording.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repealed: bool,
}

/// The text that the program ships, compiled in, so that it cannot be another one than the tests have read.
pub static SHIPPED: LazyLock<Terms> = LazyLock::new(|| {
    serde_json::from_str(include_str!("terms.json")).unwrap_or_else(|error| panic!("terms.json: {error}"))
});

static SHIPPED_TEXTS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let titles = SHIPPED.sections.iter().map(|section| section.title.as_str());
    let acts = SHIPPED.provisions().map(|provision| provision.text.as_str());
    titles.chain(acts).chain([SHIPPED.title.as_str(), SHIPPED.preamble.as_str()]).collect()
});

/// Whether a text of the Terms, as it is written, is one that the program ships. Those are English, and pages mark them so;
/// what a club wrote is in a language that nobody has named.
pub fn is_shipped(text: &str) -> bool {
    SHIPPED_TEXTS.contains(text)
}

/// The Act or section that an Act stands under: `II.9` for `II.9.2`.
pub fn parent(citation: &str) -> Option<&str> {
    citation.rsplit_once('.').map(|(parent, _)| parent)
}

/// Whether an Act is another one or stands under it.
pub fn is_within(citation: &str, whole: &str) -> bool {
    citation.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

impl Terms {
    /// The text that the program ships: what holds until a club publishes its own.
    pub fn shipped() -> Terms {
        SHIPPED.clone()
    }

    /// All Acts in the order of reading.
    pub fn provisions(&self) -> impl Iterator<Item = &Provision> {
        self.sections.iter().flat_map(|section| &section.acts)
    }

    /// The Act of this citation, in force or repealed.
    pub fn find(&self, citation: &str) -> Option<&Provision> {
        self.provisions().find(|provision| provision.citation.0 == citation)
    }

    /// The same, to be changed.
    pub fn find_mut(&mut self, citation: &str) -> Option<&mut Provision> {
        let mut provisions = self.sections.iter_mut().flat_map(|section| &mut section.acts);
        provisions.find(|provision| provision.citation.0 == citation)
    }

    /// An Act's own section.
    pub fn section_of(&self, citation: &str) -> Option<&Section> {
        self.sections.iter().find(|section| is_within(citation, &section.number))
    }

    /// The Acts right under a section or an Act.
    pub fn children<'a>(&'a self, of: &'a str) -> impl Iterator<Item = &'a Provision> {
        self.provisions().filter(move |provision| parent(&provision.citation.0) == Some(of))
    }

    /// The citation that the next Act under a section or an Act gets: numbers are never used twice.
    pub fn next_citation(&self, under: &str) -> String {
        format!("{under}.{}", self.children(under).count() + 1)
    }

    /// Inserts a new Act after its last sibling and that one's children.
    pub fn insert(&mut self, provision: Provision) {
        let under = parent(&provision.citation.0).unwrap_or_default().to_owned();
        let Some(section) = self.sections.iter_mut().find(|section| is_within(&under, &section.number)) else { return };
        let last = section.acts.iter().rposition(|act| is_within(&act.citation.0, &under));
        section.acts.insert(last.map_or(section.acts.len(), |last| last + 1), provision);
    }
}

/// The names in braces of a text; an error is a brace without its other half.
pub(crate) fn placeholders(text: &str) -> Result<Vec<&str>, Message> {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (_, found) = rest.split_at(at);
        let without = |half: char, other: char| say!("a {half} without its {other}", half, other);
        let name = found.strip_prefix('{').ok_or_else(|| without('}', '{'))?;
        let end = name.find(['{', '}']).filter(|end| name[*end..].starts_with('}'));
        let end = end.ok_or_else(|| without('{', '}'))?;
        names.push(&name[..end]);
        rest = &name[end + 1..];
    }
    Ok(names)
}

/// A text with the house rules' values, as `words` says them, in the place of their names.
pub fn filled(text: &str, words: &[(String, String)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, found)) = rest.split_once('{') {
        filled.push_str(before);
        let (name, after) = found.split_once('}').unwrap_or((found, ""));
        let value = words.iter().find(|(known, _)| known == name).map_or(name, |(_, value)| value);
        match name {
            "room" => fields::put_room(&mut filled, value),
            _ => filled.push_str(value),
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_text_numbers_its_acts_without_gaps_and_names_only_house_rules() {
        let terms = Terms::shipped();
        let names: Vec<String> = HouseRules::default().members().into_iter().map(|(name, _)| name).collect();
        let mut rebuilt = Terms { sections: Vec::new(), ..terms.clone() };
        for section in &terms.sections {
            rebuilt.sections.push(Section { acts: Vec::new(), ..section.clone() });
            for provision in &section.acts {
                let citation = &provision.citation.0;
                assert_eq!(rebuilt.next_citation(parent(citation).unwrap()), *citation);
                rebuilt.insert(provision.clone());
                for name in placeholders(&provision.text).unwrap() {
                    assert!(names.iter().any(|known| known == name), "{citation}: {{{name}}}");
                }
            }
        }
        assert_eq!(rebuilt, terms, "Acts stand in the order of their numbers");
        let numbers: Vec<&str> = terms.sections.iter().map(|section| section.number.as_str()).collect();
        assert_eq!(numbers, ["0", "I", "II", "III", "IV"]);
    }

    #[test]
    fn values_stand_where_names_stood() {
        let words = |room: &str| [("k".to_owned(), "20".to_owned()), ("room".to_owned(), room.to_owned())];
        assert_eq!(filled("{k} in {room}; {k}, {floor}", &words("{k}")), "20 in {k}; 20, floor");
        for (room, text, read) in [
            ("Raum 12", "in Raum {room}", "in Raum 12"),
            ("Raum 12", "Ort: {room}", "Ort: Raum 12"),
            ("Bibliothek", "in Raum {room}, hier", "in Bibliothek, hier"),
        ] {
            assert_eq!(filled(text, &words(room)), read, "{room}");
        }
        assert_eq!(placeholders("{k} and {floor}"), Ok(vec!["k", "floor"]));
        assert!(placeholders("{k").is_err() && placeholders("k}").is_err() && placeholders("{k{floor}}").is_err());
    }

    #[test]
    fn citations_contain_one_another_by_whole_numbers() {
        assert!(is_within("II.9.2", "II.9") && is_within("II.9", "II.9") && is_within("II.9", "II"));
        assert!(!is_within("II.91", "II.9") && !is_within("III.9", "II") && !is_within("II", "II.9"));
        assert_eq!(Terms::shipped().section_of("III.2.1").map(|section| section.number.as_str()), Some("III"));
    }
}
