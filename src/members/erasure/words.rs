//! Finds and replaces the names by which somebody is known, in what others wrote and what the service recorded. Pure.

use aho_corasick::{AhoCorasick, MatchKind};
use serde_json::{Map, Value};

use crate::error::Error;
use crate::members::handles;

/// How certainly a word means the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A name of several words, or an address: nobody else is meant by it, however it is written.
    Whole,
    /// One word. It means the person where it is alone and has their spelling.
    Single,
    /// A text that somebody wrote. A short one is replaced only where it is alone.
    Said,
    /// A word of somebody else's that has one of these in it: it stays.
    Others,
}

/// What somebody is known by, and what takes its place.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Names, the present one and former ones.
    pub names: Vec<String>,
    /// Handles, matched the same way.
    pub handles: Vec<String>,
    pub email: Option<String>,
    /// What they said for themself, and what was noted of them: records have it again.
    pub said: Vec<String>,
    pub name_instead: String,
    pub handle_instead: String,
}

/// Finds the words of one person.
pub struct Words {
    finder: AhoCorasick,
    /// Of each word: its kind, how it is written, what takes its place.
    words: Vec<(Kind, String, String)>,
}

/// Characters from which on what somebody said is looked for in records, and within longer texts.
const TELLING: usize = 8;
const UNMISTAKABLE: usize = 16;

/// What takes the place of an address, and of what somebody said.
pub const LEFT_OUT: &str = "[…]";

/// Members of records that hold what somebody is called, also where that is a word that the service itself uses.
fn is_of_a_person(member: &str) -> bool {
    ["name", "handle", "email", "before", "after", "player"].contains(&member)
        || member.ends_with("_name")
        || member.ends_with("_handle")
}

/// A word as programs use them: `rated`, `by_code`.
fn is_of_a_program(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// The ways in which a name is written: `Ann Lee`, and in archives `Lee, Ann`.
fn written(name: &str) -> Vec<String> {
    let mut ways = vec![name.to_owned()];
    if let Some((first, last)) = name.rsplit_once(' ') {
        ways.extend([format!("{last}, {first}"), format!("{last},{first}")]);
    }
    for index in 0..ways.len() {
        // The finder knows small and capital letters of ASCII only.
        ways.extend([ways[index].to_lowercase(), ways[index].to_uppercase()]);
    }
    let escaped = |way: &String| way.replace('\\', "\\\\").replace('"', "\\\"");
    ways.extend(ways.clone().iter().map(escaped));
    ways.sort();
    ways.dedup();
    ways
}

impl Words {
    /// Of somebody, among others whose names and handles have theirs in them.
    pub fn of(known: &Known, others: Vec<String>) -> Result<Words, Error> {
        let mut words = Vec::new();
        for name in known.names.iter().filter(|name| !name.is_empty()) {
            let instead = || known.name_instead.clone();
            match name.contains(' ') {
                true => words.extend(written(name).into_iter().map(|way| (Kind::Whole, way, instead()))),
                false => words.push((Kind::Single, name.clone(), instead())),
            }
        }
        let handles = known.handles.iter().filter(|handle| !handle.is_empty());
        words.extend(handles.map(|handle| (Kind::Single, handle.clone(), known.handle_instead.clone())));
        let telling = |said: &&String| said.contains(char::is_whitespace) && said.chars().count() >= TELLING;
        words.extend(known.said.iter().filter(telling).map(|said| (Kind::Said, said.clone(), LEFT_OUT.to_owned())));
        words.extend(known.email.iter().map(|email| (Kind::Whole, email.clone(), LEFT_OUT.to_owned())));
        let others = others.into_iter().filter(|other| !words.iter().any(|(_, word, _)| word == other));
        let others: Vec<_> = others.map(|other| (Kind::Others, other, String::new())).collect();
        words.extend(others);
        let finder = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .ascii_case_insensitive(true)
            .build(words.iter().map(|(_, word, _)| word))
            .map_err(Error::internal)?;
        Ok(Words { finder, words })
    }

    /// What to look for to find all that may have one of the words in it.
    pub fn searched(&self) -> Vec<String> {
        let own = self.words.iter().filter(|(kind, ..)| *kind != Kind::Others);
        let in_json = |word: &str| Value::from(word).to_string().trim_matches('"').to_owned();
        let forms = own.flat_map(|(_, word, _)| [word.clone(), in_json(word)]);
        let mut searched: Vec<String> = forms.map(|word| word.to_ascii_lowercase()).collect();
        searched.sort();
        searched.dedup();
        searched
    }

    /// The content of a column or a file without the words; `None` if it has none of them.
    pub fn taken_out(&self, column: &str, text: &str) -> Option<String> {
        if text.starts_with(['{', '['])
            && let Ok(mut value) = serde_json::from_str::<Value>(text)
        {
            return self.taken_out_of(column, &mut value).then(|| value.to_string());
        }
        self.taken_out_of_text(column, text)
    }

    /// The same of a document; whether there were any.
    fn taken_out_of(&self, member: &str, value: &mut Value) -> bool {
        match value {
            Value::String(text) => match self.taken_out_of_text(member, text) {
                Some(without) => {
                    *text = without;
                    true
                }
                None => false,
            },
            Value::Array(items) => {
                let with = items.iter_mut().filter_map(|item| self.taken_out_of(member, item).then_some(()));
                with.count() > 0
            }
            Value::Object(members) => {
                let mut any = false;
                let mut kept = Map::new();
                // The template of a message is the service's, and so are the names of its places.
                let (is_message, are_places) = (members.contains_key("template"), member == "arguments");
                for (name, mut value) in std::mem::take(members) {
                    any |= !(is_message && name == "template") && self.taken_out_of(&name, &mut value);
                    // What has a name before it stands in a list by names.
                    let renamed = self.alone("", &name).filter(|_| !is_message && !are_places);
                    any |= renamed.is_some();
                    kept.insert(renamed.unwrap_or(name), value);
                }
                *members = kept;
                any
            }
            _ => false,
        }
    }

    fn taken_out_of_text(&self, member: &str, text: &str) -> Option<String> {
        let is_prose = text.contains(char::is_whitespace);
        self.alone(member, text).or_else(|| self.among_others(text, is_prose))
    }

    /// In place of a text that is one of the words and nothing else.
    fn alone(&self, member: &str, text: &str) -> Option<String> {
        if is_of_a_program(text) && !is_of_a_person(member) {
            return None;
        }
        let is_it = |(kind, word, _): &&(Kind, String, String)| match kind {
            Kind::Whole => word.eq_ignore_ascii_case(text),
            Kind::Single | Kind::Said => word == text,
            Kind::Others => false,
        };
        self.words.iter().find(is_it).map(|(_, _, instead)| instead.clone())
    }

    /// In a text of several words; of one that is a single word only what speaks for itself is taken out.
    fn among_others(&self, text: &str, is_prose: bool) -> Option<String> {
        let mut without = String::new();
        let mut copied = 0;
        for found in self.finder.find_iter(text) {
            let (kind, word, instead) = &self.words[found.pattern().as_usize()];
            let (before, after) = (&text[..found.start()], &text[found.end()..]);
            let stands = match kind {
                Kind::Others => false,
                Kind::Whole => is_apart(before, after),
                Kind::Said => is_apart(before, after) && word.chars().count() >= UNMISTAKABLE,
                Kind::Single => {
                    is_prose
                        && is_apart(before, after)
                        && is_alone(before, after)
                        && word.as_str() == &text[found.range()]
                        && !handles::is_reserved(word)
                }
            };
            if stands {
                without.push_str(&text[copied..found.start()]);
                without.push_str(instead);
                copied = found.end();
            }
        }
        (copied > 0).then(|| without + &text[copied..])
    }
}

/// Whether a word ends on both sides: no letter follows or precedes it.
fn is_apart(before: &str, after: &str) -> bool {
    !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
}

/// Whether it is no part of a handle, of an address or of a name with a dash.
fn is_alone(before: &str, after: &str) -> bool {
    let joins = |letter: char| matches!(letter, '-' | '_' | '@');
    let goes_on = |rest: &str| rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    !before.ends_with(joins) && !before.ends_with('.') && !after.starts_with(joins) && !goes_on(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words {
        let text = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let known = Known {
            names: text(&["Maya Goldberg", "Maya", "White"]),
            handles: text(&["maya.g", "rated"]),
            email: Some("maya@example.org".into()),
            said: text(&["I was\nnot there", "Too late", "Why?", "The clock stood still"]),
            name_instead: "N. N. 8".into(),
            handle_instead: "erased-k".into(),
        };
        Words::of(&known, text(&["Maya Goldberg-Smith", "maya.gold", "Ann Maya"])).unwrap()
    }

    #[test]
    fn in_sentences_names_are_found_however_they_are_written_and_others_stay() {
        let words = words();
        for (text, without) in [
            ("Maya Goldberg moved twice", Some("N. N. 8 moved twice")),
            ("MAYA GOLDBERG's bishop", Some("N. N. 8's bishop")),
            ("[White \"Goldberg, Maya\"]", Some("[White \"N. N. 8\"]")),
            ("write to Maya@Example.org now", Some("write to […] now")),
            ("mailto:maya@example.org", Some("mailto:[…]")),
            ("maya.g, or Maya.", Some("erased-k, or N. N. 8.")),
            ("maya.gold and Maya Goldberg-Smith met Ann Maya", None),
            ("maya plays", None),
            ("Mayan calendar", None),
            ("White resigned a rated game", None),
        ] {
            assert_eq!(words.taken_out("reason", text).as_deref(), without, "{text}");
        }
    }

    #[test]
    fn in_documents_words_of_programs_stay() {
        let words = words();
        for (text, without) in [
            (r#"{"state":"rated","handle":"rated"}"#, Some(r#"{"state":"rated","handle":"erased-k"}"#)),
            (r#"{"totals":{"Maya Goldberg":12,"Ben":3}}"#, Some(r#"{"totals":{"N. N. 8":12,"Ben":3}}"#)),
            (r#"[{"text":"ask maya.g"},["Maya"]]"#, Some(r#"[{"text":"ask erased-k"},["N. N. 8"]]"#)),
            (r#"{"text":"I was\nnot there","why":"Too late"}"#, Some(r#"{"text":"[…]","why":"[…]"}"#)),
            (r#"{"cause":"Removed: The clock stood still"}"#, Some(r#"{"cause":"Removed: […]"}"#)),
            (r#"{"text":"Why?","note":"Too late again"}"#, None),
            (r#"{"result":"1-0","rated":true}"#, None),
        ] {
            assert_eq!(words.taken_out("payload", text).as_deref(), without, "{text}");
        }
        assert!(words.searched().contains(&r"i was\nnot there".to_owned()), "as JSON has it");
        assert_eq!(words.taken_out("state", "rated"), None);
        assert_eq!(words.taken_out("handle", "rated").as_deref(), Some("erased-k"));
    }
}
