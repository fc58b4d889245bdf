//! Messages in plain words, for those who read them outside the service. Pure.

use std::collections::HashMap;

use serde_json::Value;

use super::Audience;
use crate::id::PersonId;

/// Members of a payload that name a person by id.
const PEOPLE: [&str; 10] =
    ["person", "by", "player", "white", "black", "objector", "accused", "decider", "member", "moderator"];

/// A topic as a heading: `ban.placed` is *Ban placed*.
pub fn subject(topic: &str) -> String {
    let words = topic.replace(['.', '_'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The people that a payload names.
pub fn people(payload: &Value) -> Vec<PersonId> {
    let named = payload.as_object().into_iter().flatten().filter(|(member, _)| PEOPLE.contains(&member.as_str()));
    named.filter_map(|(_, value)| value.as_i64().map(PersonId)).collect()
}

/// The particulars, a line each: what can be said in a line, with people by name and the Acts last.
pub fn particulars(payload: &Value, names: &HashMap<PersonId, String>) -> Vec<String> {
    let mut lines = Vec::new();
    for (member, value) in payload.as_object().into_iter().flatten().filter(|(member, _)| *member != "acts") {
        let name = value.as_i64().filter(|_| PEOPLE.contains(&member.as_str())).and_then(|id| names.get(&PersonId(id)));
        if let Some(told) = name.cloned().or_else(|| in_a_line(value)) {
            lines.push(format!("{}: {told}", subject(member)));
        }
    }
    lines.extend(acts(payload).map(|acts| format!("Acts: {acts}")));
    lines
}

/// The Acts that a message rests on.
pub fn acts(payload: &Value) -> Option<String> {
    in_a_line(&payload["acts"]).or_else(|| in_a_line(&payload["act"])).filter(|acts| !acts.is_empty())
}

fn in_a_line(value: &Value) -> Option<String> {
    match value {
        Value::Null | Value::Object(_) => None,
        Value::Bool(yes) => Some(if *yes { "yes" } else { "no" }.to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.clone()),
        Value::Array(values) => values.iter().map(in_a_line).collect::<Option<Vec<_>>>().map(|told| told.join(", ")),
    }
}

/// The text of an e-mail.
pub fn body(topic: &str, payload: &Value, names: &HashMap<PersonId, String>, why: Audience, url: &str) -> String {
    let why = match why {
        Audience::Person => "because it concerns you",
        Audience::Moderators => "because you are a moderator or justice of the club",
        Audience::Everybody => "because you asked for the club's news by e-mail",
    };
    let particulars = particulars(payload, names).join("\n");
    format!("{}\n\n{particulars}\n\n-- \nThe club is at {url}\nYou were sent this {why}.\n", subject(topic))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_message_reads_like_a_letter() {
        let payload = json!({
            "person": 7, "by": 9, "reason": "Moved a piece\nback", "points": 15, "until": null,
            "games": [3, 4], "more": { "x": 1 }, "acts": ["I.2.1", "II.9"],
        });
        assert_eq!(people(&payload), [PersonId(7), PersonId(9)]);
        let names = HashMap::from([(PersonId(7), "Ann".to_owned())]);
        let text = body("ban.placed", &payload, &names, Audience::Person, "https://club.example");
        let told = "Ban placed\n\nPerson: Ann\nBy: 9\nReason: Moved a piece\nback\nPoints: 15\nGames: 3, 4\nActs: I.2.1, II.9\n\n-- \n";
        assert!(text.starts_with(told), "{text}");
        assert!(text.ends_with("https://club.example\nYou were sent this because it concerns you.\n"), "{text}");
        assert_eq!((subject(""), acts(&json!({ "act": "III.4" }))), (String::new(), Some("III.4".to_owned())));
    }
}
