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

/// The people that a payload names to a reader, with whom they are paired.
pub fn people(payload: &Value, reader: PersonId) -> Vec<PersonId> {
    let named = payload.as_object().into_iter().flatten().filter(|(member, _)| PEOPLE.contains(&member.as_str()));
    let opponent = paired(&payload["pairings"], reader).and_then(|paired| paired.against).map(|(_, opponent)| opponent);
    named.filter_map(|(_, value)| value.as_i64().map(PersonId)).chain(opponent).collect()
}

/// What tells of a round that nobody plays any more.
pub const TAKEN_BACK: &str = "pairings.taken_back";

/// Where somebody sits in a round of pairings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paired {
    pub round: i64,
    pub board: i64,
    /// The colour, and whom they play; nothing is a bye.
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

/// Where the reader of a letter sits, or was to sit in a round that is taken back, in a line.
fn seat(topic: &str, Paired { round, board, against }: Paired, names: &HashMap<PersonId, String>) -> String {
    let have = if topic == TAKEN_BACK { "no longer have" } else { "have" };
    match against {
        Some((colour, opponent)) => {
            let opponent = names.get(&opponent).map_or("", String::as_str);
            format!("Round {round}, board {board}: you {have} {colour}, against {opponent}")
        }
        None => format!("Round {round}: you {have} a bye"),
    }
}

/// The text of an e-mail to a reader.
pub fn body(
    topic: &str,
    payload: &Value,
    names: &HashMap<PersonId, String>,
    reader: PersonId,
    why: Audience,
    url: &str,
) -> String {
    let why = match why {
        Audience::Person => "because it concerns you",
        Audience::Moderators => "because you are a moderator or justice of the club",
        Audience::Everybody => "because you asked for the club's news by e-mail",
    };
    let mut particulars = particulars(payload, names);
    particulars.extend(paired(&payload["pairings"], reader).map(|paired| seat(topic, paired, names)));
    let particulars = particulars.join("\n");
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
        assert_eq!(people(&payload, PersonId(7)), [PersonId(7), PersonId(9)]);
        let names = HashMap::from([(PersonId(7), "Ann".to_owned())]);
        let text = body("ban.placed", &payload, &names, PersonId(7), Audience::Person, "https://club.example");
        let told = "Ban placed\n\nPerson: Ann\nBy: 9\nReason: Moved a piece\nback\nPoints: 15\nGames: 3, 4\nActs: I.2.1, II.9\n\n-- \n";
        assert!(text.starts_with(told), "{text}");
        assert!(text.ends_with("https://club.example\nYou were sent this because it concerns you.\n"), "{text}");
        assert_eq!((subject(""), acts(&json!({ "act": "III.4" }))), (String::new(), Some("III.4".to_owned())));
    }

    #[test]
    fn a_letter_says_where_its_reader_sits() {
        let rows = json!([
            { "round": 2, "board": 1, "white": 4, "black": 5 }, { "round": 2, "board": 2, "white": 6, "black": null },
        ]);
        let against = |reader| paired(&rows, PersonId(reader)).map(|paired| paired.against);
        assert_eq!(against(4), Some(Some(("white", PersonId(5)))));
        assert_eq!(against(5), Some(Some(("black", PersonId(4)))));
        assert_eq!((against(6), against(7)), (Some(None), None), "a bye, and not paired");
        let payload = json!({ "session": 3, "pairings": rows });
        assert_eq!((people(&payload, PersonId(5)), people(&payload, PersonId(6))), (vec![PersonId(4)], Vec::new()));
        let names = HashMap::from([(PersonId(4), "Ann".to_owned())]);
        let text = |reader| body("pairings.announced", &payload, &names, PersonId(reader), Audience::Everybody, "");
        assert!(text(5).contains("\nSession: 3\nRound 2, board 1: you have black, against Ann\n"), "{}", text(5));
        assert!(text(6).contains("\nRound 2: you have a bye\n") && !text(7).contains("Round 2"), "{}", text(6));
        let undone = |reader| body(TAKEN_BACK, &payload, &names, PersonId(reader), Audience::Person, "");
        assert!(undone(5).contains("\nRound 2, board 1: you no longer have black, against Ann\n"), "{}", undone(5));
        assert!(undone(6).contains("\nRound 2: you no longer have a bye\n"), "{}", undone(6));
    }
}
