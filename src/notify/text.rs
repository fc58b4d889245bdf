//! The body of a notice: messages, names of people, Acts, and the reader's own seat. Pure.

use rookery_messages::Message;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

use crate::id::PersonId;

/// Members of a payload that name a person by id, who is told by name.
const PEOPLE: [&str; 2] = ["by", "person"];

/// Adds to a payload what its reader's points were and are, where something moved them.
pub fn set_points(payload: &mut Value, before: Option<i64>, after: Option<i64>) {
    if let Some((before, after)) = before.zip(after).filter(|(before, after)| before != after) {
        payload["your_points"] = json!({ "before": before, "after": after });
    }
}

/// The people that a payload names to a reader, with whom they are paired.
pub fn people(payload: &Value, reader: PersonId) -> Vec<PersonId> {
    let named = payload.as_object().into_iter().flatten().filter(|(member, _)| PEOPLE.contains(&member.as_str()));
    let opponent = paired(&payload["pairings"], reader).and_then(|paired| paired.against).map(|(_, opponent)| opponent);
    let played = payload["played"]["players"].as_array().into_iter().flatten();
    let ids = named.map(|(_, value)| value).chain(played).filter_map(Value::as_i64);
    ids.map(PersonId).chain(opponent).collect()
}

/// Where somebody sits in a round of pairings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paired {
    pub round: i64,
    pub board: i64,
    /// The colour, and whom they play; `None` for a bye.
    pub against: Option<(&'static str, PersonId)>,
}

/// Where a reader sits in the `pairings` of a payload.
pub fn paired(pairings: &Value, reader: PersonId) -> Option<Paired> {
    pairings.as_array()?.iter().find_map(|row| {
        let person = |side: &str| row[side].as_i64().map(PersonId);
        let against = match (person("white")?, person("black")) {
            (white, Some(black)) if white == reader => Some(("white", black)),
            (white, Some(black)) if black == reader => Some(("black", white)),
            (white, None) if white == reader => None,
            _ => return None,
        };
        Some(Paired { round: row["round"].as_i64()?, board: row["board"].as_i64()?, against })
    })
}

/// The Acts that a message rests on.
pub fn acts(payload: &Value) -> Vec<&str> {
    let one = payload["act"].as_str().or_else(|| payload["acts"].as_str());
    let several = payload["acts"].as_array().into_iter().flatten().filter_map(Value::as_str);
    one.into_iter().chain(several).flat_map(|acts| acts.split(", ")).filter(|act| !act.is_empty()).collect()
}

/// The message that stands here, if one does: its template and arguments.
pub fn message(value: &Value) -> Option<Message> {
    value.get("template").and_then(|_| Message::deserialize(value).ok())
}

/// A body as programs read it: each of its messages is an English sentence.
pub fn in_english(body: Value) -> Value {
    if let Some(message) = message(&body) {
        return message.to_string().into();
    }
    match body {
        Value::Array(items) => items.into_iter().map(in_english).collect(),
        Value::Object(members) => members.into_iter().map(|(name, value)| (name, in_english(value))).collect(),
        other => other,
    }
}

/// Writes a body as programs read it.
pub fn write_in_english<S: Serializer>(body: &Value, serializer: S) -> Result<S::Ok, S::Error> {
    in_english(body.clone()).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use rookery_messages::say;

    use super::*;

    #[test]
    fn programs_read_the_messages_of_a_body_in_english() {
        let cause = say!("Case {case}", case = "2026-C-003");
        let body =
            json!({ "decision": 4, "cause": cause, "what": { "reasons": ["Talked", Message::verbatim("{own}")] } });
        let read = json!({ "decision": 4, "cause": "Case 2026-C-003", "what": { "reasons": ["Talked", "{own}"] } });
        assert_eq!(message(&body["cause"]), Some(cause));
        assert_eq!(in_english(body), read);
    }

    #[test]
    fn a_message_names_people_and_acts() {
        let payload = json!({ "person": 7, "by": 9, "points": 15, "acts": ["I.2.1", "II.9"] });
        assert_eq!(people(&payload, PersonId(7)), [PersonId(7), PersonId(9)]);
        assert_eq!(acts(&payload), ["I.2.1", "II.9"]);
        let one = json!({ "act": "III.4" });
        let written = json!({ "acts": "I.2.1, II.9" });
        assert_eq!((acts(&one), acts(&written), acts(&json!({}))), (vec!["III.4"], vec!["I.2.1", "II.9"], vec![]));
    }

    #[test]
    fn points_are_told_where_they_moved() {
        let mut own = json!({ "case": "2026-C-001" });
        set_points(&mut own, Some(224), Some(224));
        assert_eq!(own, json!({ "case": "2026-C-001" }), "nothing moved them");
        set_points(&mut own, Some(224), Some(244));
        assert_eq!(own["your_points"], json!({ "before": 224, "after": 244 }));
    }

    #[test]
    fn a_round_says_where_its_reader_sits() {
        let rows = json!([
            { "round": 2, "board": 1, "white": 4, "black": 5 }, { "round": 2, "board": 2, "white": 6, "black": null },
        ]);
        let against = |reader| paired(&rows, PersonId(reader)).map(|paired| paired.against);
        assert_eq!(against(4), Some(Some(("white", PersonId(5)))));
        assert_eq!(against(5), Some(Some(("black", PersonId(4)))));
        assert_eq!((against(6), against(7)), (Some(None), None), "a bye, and not paired");
        let payload = json!({ "session": 3, "pairings": rows });
        assert_eq!((people(&payload, PersonId(5)), people(&payload, PersonId(6))), (vec![PersonId(4)], Vec::new()));
    }
}
