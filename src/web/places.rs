//! Where things have their pages: what messages, deadlines and the act log name by noun and number.

use serde_json::Value;

use super::catalogue::{Language, Text};

/// Nouns whose things have a page, and what comes before the number in its address. What a message is
/// about comes before what it mentions.
const PAGES: [(&str, &str); 14] = [
    // A message about a table names its game by a word.
    ("table", "/tables/"),
    ("tournament", "/tournaments/"),
    ("case", "/cases/"),
    ("decision", "/decisions/"),
    ("game", "/games/"),
    ("session", "/sessions/"),
    ("change_request", "/change_requests/"),
    ("election", "/elections/"),
    ("removal_request", "/lapsed_members#removal-"),
    ("report", "/reports#report-"),
    ("suggestion", "/suggestions#suggestion-"),
    ("declaration", "/declarations#declaration-"),
    ("rulebook", "/rulebook/versions/"),
    ("account", "/people/"),
];

/// The page of a thing.
pub struct Place {
    noun: &'static str,
    number: String,
    pub address: String,
}

impl Place {
    fn of(noun: &str, number: &str) -> Option<Place> {
        let (noun, before) = PAGES.into_iter().find(|page| page.0 == noun)?;
        Some(Place { noun, number: number.to_owned(), address: format!("{before}{number}") })
    }

    /// Of what is written `decision:17`, or `game:17:approval` where one thing is the subject of several acts.
    pub fn of_subject(subject: &str) -> Option<Place> {
        let mut words = subject.split(':');
        Place::of(words.next()?, words.next()?)
    }

    /// Of what a message is about: a thing that its body names, or the one that the body is.
    pub fn of_message(topic: &str, body: &Value) -> Option<Place> {
        let number = |noun| number(&body[noun]);
        if let (Some(table), Some(proposal)) = (number("table"), number("proposal")) {
            let address = format!("/nomic/{table}/proposals/{proposal}");
            return Some(Place { noun: "proposal", number: proposal, address });
        }
        let named = PAGES.into_iter().find_map(|(noun, _)| Place::of(noun, &number(noun)?));
        let noun = topic.split('.').next()?;
        named.or_else(|| Place::of(noun, &number(if noun == "rulebook" { "version" } else { "id" })?))
    }

    /// What one line of notices is about, by noun and number: `game:17`. What is said of a proposal belongs to its table,
    /// and stands apart there: `table:4/309`.
    pub fn thing_of_message(topic: &str, body: &Value) -> Option<String> {
        let place = Place::of_message(topic, body)?;
        let table = number(&body["table"]).filter(|_| place.noun == "proposal");
        Some(table.map_or_else(
            || format!("{}:{}", place.noun, place.number),
            |table| format!("table:{table}/{}", place.number),
        ))
    }

    /// What the way there is called.
    pub fn name(&self, language: &Language) -> Text<'static> {
        language.word("place", self.noun).with("number", &self.number)
    }
}

/// The number of a thing, by that alone or with all that is known of it.
fn number(thing: &Value) -> Option<String> {
    match thing {
        Value::Number(number) => Some(number.to_string()),
        Value::String(number) => Some(number.clone()),
        Value::Object(whole) => number(whole.get("id")?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_named_is_found() {
        let address = |place: Option<Place>| place.map(|place| place.address);
        assert_eq!(address(Place::of_subject("decision:17")).as_deref(), Some("/decisions/17"));
        assert_eq!(address(Place::of_subject("game:17:approval")).as_deref(), Some("/games/17"));
        assert_eq!(address(Place::of_subject("objection:3")), None);
        let told = json!({ "game": 4, "case": "2026-2", "reason": "decision" });
        assert_eq!(address(Place::of_message("case.filed", &told)).as_deref(), Some("/cases/2026-2"));
        assert_eq!(address(Place::of_message("game.objected", &json!({ "game": null }))), None);
        let session = json!({ "id": 9, "room": "Library" });
        assert_eq!(address(Place::of_message("session.cancelled", &session)).as_deref(), Some("/sessions/9"));
        let session = json!({ "session": session, "reason": "A holiday" });
        assert_eq!(address(Place::of_message("session.added", &session)).as_deref(), Some("/sessions/9"));
        let rules = json!({ "version": 4, "note": "Longer bans" });
        assert_eq!(address(Place::of_message("rulebook.published", &rules)).as_deref(), Some("/rulebook/versions/4"));
        let counted = json!({ "proposal": 309, "state": "in_effect", "table": 4 });
        assert_eq!(address(Place::of_message("nomic.settled", &counted)).as_deref(), Some("/nomic/4/proposals/309"));
        assert_eq!(Place::thing_of_message("nomic.settled", &counted).as_deref(), Some("table:4/309"));
        assert_eq!(Place::thing_of_message("case.filed", &told).as_deref(), Some("case:2026-2"));
    }
}
