//! The addresses of pages for things that messages, deadlines and the act log name by noun and
//! number.

use serde_json::Value;

use super::catalogue::{Language, Text};
use crate::error::Refusal;

crate::words!(
    /// Things that have a page. What a message is about comes before what it mentions.
    Thing {
        // A message about a table names its game by a word.
        Table = "table",
        Tournament = "tournament",
        Case = "case",
        Decision = "decision",
        Game = "game",
        Session = "session",
        ChangeRequest = "change_request",
        Election = "election",
        RemovalRequest = "removal_request",
        Report = "report",
        Suggestion = "suggestion",
        Declaration = "declaration",
        Rulebook = "rulebook",
        /// A person, as those see them who look after the club.
        Account = "account",
    }
);

impl Thing {
    /// What comes before the number in the address of its page.
    fn page(self) -> &'static str {
        match self {
            Thing::Table => "/tables/",
            Thing::Tournament => "/tournaments/",
            Thing::Case => "/cases/",
            Thing::Decision => "/decisions/",
            Thing::Game => "/games/",
            Thing::Session => "/sessions/",
            Thing::ChangeRequest => "/change_requests/",
            Thing::Election => "/elections/",
            Thing::RemovalRequest => "/lapsed_members#removal-",
            Thing::Report => "/reports#report-",
            Thing::Suggestion => "/suggestions#suggestion-",
            Thing::Declaration => "/declarations#declaration-",
            Thing::Rulebook => "/rulebook/versions/",
            Thing::Account => "/people/",
        }
    }

    /// The kind of a thing that is written `table:7`, or `table:4/309` for a part of one.
    pub fn of(written: &str) -> Option<Thing> {
        written.split(':').next()?.parse().ok()
    }

    /// The member that has its number, of a message that is the thing itself.
    fn number_in(self) -> &'static str {
        if self == Thing::Rulebook { "version" } else { "id" }
    }
}

/// The page of a thing, at one of its parts where something is asked there.
pub struct Place {
    noun: &'static str,
    number: String,
    part: Option<&'static str>,
    pub address: String,
}

impl Place {
    fn of(thing: Thing, number: &str) -> Place {
        let address = format!("{}{number}", thing.page());
        Place { noun: thing.as_str(), number: number.to_owned(), part: None, address }
    }

    /// The same at a part of the page, by its id; a thing that is one of many on its page is that part.
    pub fn at(mut self, part: Option<&'static str>) -> Place {
        if let Some(part) = part.filter(|_| !self.address.contains('#')) {
            self.address = format!("{}#{part}", self.address);
            self.part = Some(part);
        }
        self
    }

    /// The same on a page of its own.
    pub fn on(self, page: &str) -> Place {
        Place { address: page.to_owned(), ..self }
    }

    /// Which thing it is the page of, where that has a number.
    pub fn thing(&self) -> Option<(Thing, i64)> {
        Some((self.noun.parse().ok()?, self.number.parse().ok()?))
    }

    /// The same where nothing is asked any more: what came of it stands at that part.
    pub fn asking_nothing(self) -> Place {
        Place { part: None, ..self }
    }

    /// The same at what a message tells of, one of many there: a round of a session, a board of a tournament's, a challenge.
    pub fn at_what_is_told(mut self, body: &Value) -> Place {
        let told = &body["pairings"][0];
        let way = match (self.noun, number(&told["round"]), number(&body["challenge"])) {
            ("session", Some(round), _) => format!("#round-{round}"),
            ("tournament", Some(round), _) => match number(&told["board"]).filter(|_| !told["black"].is_null()) {
                Some(board) => format!("/rounds/{round}#b{round}-{board}"),
                // Who has the bye sits at no board.
                None => format!("/rounds/{round}#byes"),
            },
            ("tournament", None, Some(challenge)) => format!("#challenge-{challenge}"),
            _ => return self,
        };
        self.address.push_str(&way);
        self
    }

    /// Of what is written `decision:17`, or `game:17:approval` where one thing is the subject of several acts.
    pub fn of_subject(subject: &str) -> Option<Place> {
        let mut words = subject.split(':');
        Some(Place::of(words.next()?.parse().ok()?, words.next()?))
    }

    /// The page of what a message is about: of something that its body names, or of the thing that the body itself describes.
    pub fn of_message(own: Option<Thing>, body: &Value) -> Option<Place> {
        let number = |member: &str| number(&body[member]);
        if let (Some(table), Some(proposal)) = (number("table"), number("proposal")) {
            let address = format!("/nomic/{table}/proposals/{proposal}");
            return Some(Place { noun: "proposal", number: proposal, part: None, address });
        }
        // A Judgement `2.1.1` is of the Point of Order `2.1`.
        let judged = || Some(number("judgement")?.rsplit_once('.')?.0.to_owned());
        if let (Some(table), Some(point)) = (number("table"), number("point").or_else(judged)) {
            let address = format!("/nomic/{table}/court#point-{point}");
            return Some(Place { noun: "point", number: point, part: None, address });
        }
        let named = Thing::ALL.iter().find_map(|thing| Some(Place::of(*thing, &number(thing.as_str())?)));
        named.or_else(|| own.and_then(|own| Some(Place::of(own, &number(own.number_in())?))))
    }

    /// The page of what a refusal names: the game that is there already, the session that is on, the case that waits.
    pub fn of_refusal(refusal: &Refusal) -> Option<Place> {
        let named = |thing: &Thing| Some(Place::of(*thing, &number(refusal.more.get(thing.as_str())?)?));
        Thing::ALL.iter().find_map(named)
    }

    /// What one line of notices is about, by noun and number: `game:17`. What is said of a proposal, or in the court of
    /// a table, belongs to the table, and stands apart there: `table:4/309`.
    pub fn thing_of_message(own: Option<Thing>, body: &Value) -> Option<String> {
        let place = Place::of_message(own, body)?;
        let table = number(&body["table"]).filter(|_| ["proposal", "point"].contains(&place.noun));
        Some(table.map_or_else(
            || format!("{}:{}", place.noun, place.number),
            |table| format!("table:{table}/{}", place.number),
        ))
    }

    /// What the way there is called.
    pub fn name(&self, language: &Language) -> Text<'static> {
        language.word("place", self.noun).with("number", &self.number)
    }

    /// What is done there, where something is asked.
    pub fn deed(&self, language: &Language) -> Option<Text<'static>> {
        Some(language.word("place-at", self.part?))
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
    use rookery_messages::Message;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_refusal_leads_to_what_it_names() {
        let refused = || Refusal::conflict(Message::verbatim("The same game"), Message::verbatim("It is there."));
        let place = |refusal: Refusal| Place::of_refusal(&refusal).map(|place| place.address);
        for (refusal, page) in [
            (refused().with("game", 7).with("insist", false), Some("/games/7")),
            (refused().with("session", 3), Some("/sessions/3")),
            (refused().with("case", "2026-C-001"), Some("/cases/2026-C-001")),
            (refused().with("report", 5), Some("/reports#report-5")),
            (refused().with("game", 7).with("case", "2026-C-001"), Some("/cases/2026-C-001")),
            (refused().with("stay", 4), None),
            (refused().with("game", json!(null)), None),
            (refused(), None),
        ] {
            assert_eq!(place(refusal).as_deref(), page);
        }
        assert_eq!(
            Place::of_refusal(&refused().with("game", 7)).and_then(|place| place.thing()),
            Some((Thing::Game, 7))
        );
        assert_eq!(Place::of_refusal(&refused().with("case", "2026-C-001")).and_then(|place| place.thing()), None);
    }

    #[test]
    fn what_is_named_is_found() {
        let address = |place: Option<Place>| place.map(|place| place.address);
        assert_eq!(address(Place::of_subject("decision:17")).as_deref(), Some("/decisions/17"));
        assert_eq!(address(Place::of_subject("game:17:approval")).as_deref(), Some("/games/17"));
        assert_eq!(address(Place::of_subject("objection:3")), None);
        let at = |subject, part| address(Place::of_subject(subject).map(|place| place.at(part)));
        assert_eq!(at("game:17", Some("answer")).as_deref(), Some("/games/17#answer"));
        assert_eq!(at("report:5", Some("answer")).as_deref(), Some("/reports#report-5"));
        assert_eq!(at("game:17", None).as_deref(), Some("/games/17"));
        let told = json!({ "game": 4, "case": "2026-2", "reason": "decision" });
        assert_eq!(address(Place::of_message(Some(Thing::Case), &told)).as_deref(), Some("/cases/2026-2"));
        assert_eq!(address(Place::of_message(Some(Thing::Game), &json!({ "game": null }))), None);
        let session = json!({ "id": 9, "room": "Library" });
        assert_eq!(address(Place::of_message(Some(Thing::Session), &session)).as_deref(), Some("/sessions/9"));
        let session = json!({ "session": session, "reason": "A holiday" });
        assert_eq!(address(Place::of_message(Some(Thing::Session), &session)).as_deref(), Some("/sessions/9"));
        let rules = json!({ "version": 4, "note": "Longer bans" });
        assert_eq!(address(Place::of_message(Some(Thing::Rulebook), &rules)).as_deref(), Some("/rulebook/versions/4"));
        let page_of = |body: serde_json::Value| {
            Place::of_message(Some(Thing::Tournament), &body).map(|place| place.at_what_is_told(&body).address)
        };
        let rows = |black| json!([{ "round": 2, "board": 3, "white": 7, "black": black }]);
        for (body, page) in [
            (json!({ "session": 9, "pairings": rows(Some(8)) }), "/sessions/9#round-2"),
            (json!({ "tournament": 4, "pairings": rows(Some(8)) }), "/tournaments/4/rounds/2#b2-3"),
            (json!({ "tournament": 4, "pairings": rows(None) }), "/tournaments/4/rounds/2#byes"),
            (json!({ "tournament": 4, "challenge": 5 }), "/tournaments/4#challenge-5"),
            (json!({ "tournament": 4, "reason": "Snow" }), "/tournaments/4"),
        ] {
            assert_eq!(page_of(body).as_deref(), Some(page));
        }
        let counted = json!({ "proposal": 309, "state": "in_effect", "table": 4 });
        assert_eq!(address(Place::of_message(None, &counted)).as_deref(), Some("/nomic/4/proposals/309"));
        assert_eq!(Place::thing_of_message(None, &counted).as_deref(), Some("table:4/309"));
        let judged = json!({ "judgement": "2.1.1", "table": 4 });
        assert_eq!(address(Place::of_message(None, &judged)).as_deref(), Some("/nomic/4/court#point-2.1"));
        let closed = json!({ "point": "2.1", "state": "invoked", "table": 4 });
        assert_eq!(Place::thing_of_message(None, &closed).as_deref(), Some("table:4/2.1"));
        assert_eq!(Place::thing_of_message(Some(Thing::Case), &told).as_deref(), Some("case:2026-2"));
        assert_eq!(Thing::of("table:4/2.1"), Some(Thing::Table));
        assert_eq!(Thing::of("tables:4"), None);
    }
}
