//! Rule documents (A6): the seed's JSON (v1), its two later dialects (v2, v3) and the companion propositions, byte for byte.

use super::Game;
use super::carried::Enforced;
pub use super::entries::{Contradiction, Dialect};
use super::entries::{check_entry, date, label_of, links, new_entry, put, string, text_of, translate, wrong};
use super::proposals::ProposalState;
use super::python_json::{Strict, write_python};
use super::rulebook::{InitialRule, RuleId, RuleStatus};
use chrono::NaiveDate;
use rookery_messages::say;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The initial set, as a game begins with it unless other rules are given.
pub const INITIAL_SET: &str = include_str!("../initial.json");

/// A document that was read and found consistent; members keep the order they came in.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// How it is laid out.
    pub dialect: Dialect,
    /// `rules`, `propositions` or `items`.
    table: &'static str,
    value: Value,
}

/// A note beside a rule: a comment, no part of it (A7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// What it says; numbers in it are those of when it was written.
    pub content: String,
    /// Who wrote it.
    pub author: String,
    /// When.
    pub date: String,
}

impl Document {
    /// Reads a document from JSON text.
    ///
    /// # Errors
    /// If it is not JSON, names a member twice, lacks a member, or contradicts itself.
    pub fn parse(text: &str) -> Result<Self, Contradiction> {
        let strict: Strict = serde_json::from_str(text).map_err(|error| unread(&error))?;
        Self::from_value(strict.0)
    }

    /// Reads a document that is JSON already.
    ///
    /// # Errors
    /// As for [`Document::parse`].
    pub fn from_value(mut value: Value) -> Result<Self, Contradiction> {
        let table = ["rules", "propositions", "items"].into_iter().find(|table| value.get(table).is_some());
        let table = table.ok_or_else(|| {
            wrong("document", say!("needs a member “rules”, “propositions” (v1) or “items” (v2, v3)"))
        })?;
        date(value.get("date"), "date")?;
        string(value.get("author"), "author")?;
        let entries = value
            .get_mut(table)
            .and_then(Value::as_object_mut)
            .ok_or_else(|| wrong(table, say!("must be an object of entries by id")))?;
        let html = entries.values().next().is_some_and(|entry| entry.get("text").is_some_and(Value::is_string));
        let dialect = match (table, html) {
            ("items", true) => Dialect::V3,
            ("items", false) => Dialect::V2,
            _ => Dialect::V1,
        };
        for (id, entry) in entries.iter_mut() {
            check_entry(dialect, &format!("{table}.{id}"), entry)?;
        }
        let document = Self { dialect, table, value };
        document.check_labels()?;
        document.enforced()?;
        Ok(document)
    }

    /// The document as it is kept in a log.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The bytes that Python's `json.dumps` writes.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        write_python(&self.value, &mut text);
        text
    }

    fn entries(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.value.get(self.table).and_then(Value::as_object).into_iter().flatten()
    }

    /// The day the document was made.
    pub fn date(&self) -> Option<NaiveDate> {
        self.value.get("date")?.as_str()?.parse().ok()
    }

    /// The rules in it, in the document's order.
    pub fn rules(&self) -> Vec<InitialRule> {
        let rule = |(id, entry): (&String, &Value)| {
            let (label, immutable) = label_of(self.dialect, entry)?;
            let in_effect = entry.get("ineffect").and_then(Value::as_str) == Some("1");
            Some(InitialRule { id: id.clone(), label, immutable, in_effect, text: text_of(entry.get("text")?) })
        };
        self.entries().filter_map(rule).collect()
    }

    /// What people noted beside a rule, as it stands there, and the ids of the rules that it is to be compared with
    /// (A6).
    pub fn beside(&self, id: &str) -> (Vec<Note>, Vec<RuleId>) {
        let Some(entry) = self.value.get(self.table).and_then(|table| table.get(id)) else {
            return (Vec::new(), Vec::new());
        };
        let said = |note: &Value, member: &str| note[member].as_str().unwrap_or_default().trim().to_owned();
        let note = |note: &Value| Note {
            content: said(note, "content"),
            author: said(note, "author"),
            date: said(note, "date"),
        };
        let notes = entry["notes"].as_array().into_iter().flatten().map(note);
        let notes = notes.filter(|note| !note.content.is_empty()).collect();
        (notes, links(self.dialect, self.table, entry))
    }

    /// What the service does by these rules, where the document says so: one of a game that was played does.
    ///
    /// # Errors
    /// If that cannot be read, or is about rules that are not here.
    pub fn enforced(&self) -> Result<Option<Enforced>, Contradiction> {
        Enforced::read(&self.value, self.entries().map(|(id, _)| id))
    }

    fn check_labels(&self) -> Result<(), Contradiction> {
        let mut seen: Vec<(u32, &String)> = Vec::new();
        for (id, entry) in self.entries() {
            let place = format!("{}.{id}", self.table);
            let (label, _) = label_of(self.dialect, entry).ok_or_else(|| {
                wrong(
                    format!("{place}.label"),
                    say!("must be a number, with “[I]” after it for an immutable rule in v1"),
                )
            })?;
            let live = entry.get("ineffect").and_then(Value::as_str) == Some("1");
            if let Some((_, other)) = seen.iter().find(|(earlier, _)| live && *earlier == label) {
                return Err(wrong(
                    format!("{place}.label"),
                    say!(
                        "{label} is also the number of {other}, and both are in effect",
                        label,
                        other = format!("{}.{other}", self.table)
                    ),
                ));
            }
            if live {
                seen.push((label, id));
            }
            for link in links(self.dialect, self.table, entry) {
                if self.value.get(self.table).is_some_and(|table| table.get(&link).is_none()) {
                    return Err(wrong(
                        format!("{place}.linksto"),
                        say!("links to {link}, which is not in the document", link),
                    ));
                }
            }
        }
        Ok(())
    }

    /// The same on a game's day, by its players, if it differs from what their game began with.
    fn signed(mut self, initial: &Self, game: &Game) -> Self {
        if self.value != initial.value {
            let players: Vec<&str> = game.playing().map(|player| player.name.as_str()).collect();
            (self.value["date"], self.value["author"]) = (json!(game.day), json!(players.join(", ")));
        }
        self
    }

    /// This rules document with what `game` has made of it: changed entries in place, new ones at the end, and what the
    /// service does by them.
    pub fn with_rules_of(&self, game: &Game) -> Self {
        let mut document = self.clone();
        let day = game.now.with_timezone(&game.bindings.parameters.timezone.zone).date_naive();
        let Some(entries) = document.value.get_mut(self.table).and_then(Value::as_object_mut) else {
            return document;
        };
        for rule in &game.book.rules {
            let now = rule.current();
            let live = now.status == RuleStatus::InEffect;
            let entry = entries.entry(rule.id.clone()).or_insert_with(|| new_entry(self.dialect, day));
            put(entry, self.dialect, now.label, now.immutable, live, &now.text);
        }
        Enforced::write(&mut document.value, game);
        document.signed(self, game)
    }

    /// This propositions document with the proposals of `game` added.
    pub fn with_proposals_of(&self, game: &Game) -> Self {
        let mut document = self.clone();
        let dialect = self.dialect;
        let Some(entries) = document.value.get_mut(self.table).and_then(Value::as_object_mut) else {
            return document;
        };
        for proposal in
            game.proposals.iter().filter(|proposal| proposal.number.is_some() && proposal.state != ProposalState::Void)
        {
            let label = proposal.number.unwrap_or_default();
            let known = entries
                .iter()
                .find(|(_, entry)| label_of(dialect, entry).is_some_and(|(known, _)| known == label))
                .map(|(id, _)| id.clone());
            let id = known.unwrap_or_else(|| next_id(entries));
            let entry = entries.entry(id).or_insert_with(|| new_entry(dialect, proposal.day));
            let adopted = matches!(
                proposal.state,
                ProposalState::InEffect | ProposalState::AdoptedBarred | ProposalState::Conflict(_)
            );
            put(entry, dialect, label, false, adopted, std::slice::from_ref(&proposal.text));
            entry["author"] = Value::from(proposal.proposer.clone());
        }
        document.signed(self, game)
    }

    /// An empty companion in v1: the initial rules as propositions, as the first tool wrote them.
    pub fn propositions_for(rules: &Self) -> Result<Self, Contradiction> {
        let mut entries = Map::new();
        for rule in rules.rules() {
            let decorated = if rule.immutable { format!("{}[I]", rule.label) } else { rule.label.to_string() };
            entries.insert(rule.id.clone(), json!({"text": rule.text, "linksto": [], "date": rules.value["date"], "notes": [], "author": "Initial", "ineffect": "1", "label": decorated, "proplinks": []}));
        }
        Self::from_value(json!({"propositions": entries, "date": rules.value["date"], "author": rules.value["author"]}))
    }

    /// The same document in another dialect.
    pub fn into_dialect(self, dialect: Dialect) -> Result<Self, Contradiction> {
        if dialect == self.dialect {
            return Ok(self);
        }
        let propositions = self.table == "propositions";
        let mut entries = Map::new();
        for (id, entry) in self.entries() {
            entries.insert(id.clone(), translate(self.dialect, dialect, propositions, entry));
        }
        let (author, date) = (self.value["author"].clone(), self.value["date"].clone());
        let mut other = match (dialect, propositions) {
            (Dialect::V1, false) => json!({"rules": entries, "date": date, "author": author}),
            (Dialect::V1, true) => json!({"propositions": entries, "date": date, "author": author}),
            _ => json!({"author": author, "date": date, "items": entries}),
        };
        Enforced::copy(&self.value, &mut other);
        Self::from_value(other)
    }
}

/// What is no JSON, with the line and column of it, and what JSON says twice.
fn unread(error: &serde_json::Error) -> Contradiction {
    let told = error.to_string();
    let problem = told.rsplit_once(" at line ").map_or(told.as_str(), |(problem, _)| problem);
    let problem = if error.is_data() {
        // `Strict` refuses nothing else, and names the member.
        say!("the member “{member}” is given twice", member = problem)
    } else {
        say!("this is not JSON: {problem}", problem)
    };
    let place = say!("line {line}, column {column}", line = error.line(), column = error.column());
    Contradiction { place, problem }
}

fn next_id(entries: &Map<String, Value>) -> String {
    let highest = entries.keys().filter_map(|id| id.parse::<u64>().ok()).max();
    highest.map_or(0, |id| id.saturating_add(1)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_initial_set_comes_back_byte_for_byte() {
        let document = Document::parse(INITIAL_SET).expect("the initial set");
        assert_eq!(document.to_text(), INITIAL_SET);
        assert_eq!(document.rules().len(), 33);
        let companion = Document::propositions_for(&document).expect("a companion");
        assert_eq!(Document::parse(&companion.to_text()).as_ref(), Ok(&companion));
    }

    #[test]
    fn every_dialect_keeps_rules_and_bytes() {
        let first = Document::parse(INITIAL_SET).expect("the initial set");
        for dialect in [Dialect::V2, Dialect::V3] {
            let other = first.clone().into_dialect(dialect).expect("another dialect");
            assert_eq!(other.dialect, dialect);
            assert_eq!(Document::parse(&other.to_text()).expect("it reads").to_text(), other.to_text());
            assert_eq!(other.rules().len(), 33);
            if dialect == Dialect::V2 {
                assert_eq!(other.into_dialect(Dialect::V1).expect("back"), first);
            }
        }
    }

    #[test]
    fn contradictions_are_refused_with_their_place() {
        let cases = [
            (INITIAL_SET.replacen("\"207\"", "\"208\"", 1), "rules.25.label: 208"),
            (INITIAL_SET.replacen("\"linksto\": [\"9\"]", "\"linksto\": [\"99\"]", 1), "rules.8.linksto"),
            (INITIAL_SET.replacen("\"ineffect\": \"1\"", "\"ineffect\": \"yes\"", 1), "rules.8.ineffect"),
            (INITIAL_SET.replacen("2019-02-11", "2019-02-31", 1), "rules.8.date"),
            (INITIAL_SET.replacen("\"24\": {", "\"8\": {", 1), "the member “8” is given twice"),
            ("{}".to_owned(), "needs a member"),
            ("nonsense".to_owned(), "this is not JSON"),
            ("{\n \"rules\": ".to_owned(), "line 2, column"),
        ];
        for (text, place) in cases {
            let problem = Document::parse(&text).expect_err(place).to_string();
            assert!(problem.contains(place), "{problem} should name {place}");
        }
    }
}
