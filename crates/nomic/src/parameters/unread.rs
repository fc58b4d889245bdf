//! Parameters that cannot be read, reported with the member and with what would be right.

use super::quantities::{Amount, Effect, Occasion, Owners, Quantity, Whose};
use super::{Kind, Parameters, Patch, Threshold};
use crate::bindings::Role;
use crate::edition::Edition;
use rookery_messages::{Join, Message, Value as Said, say};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// What is wrong with the text of a line “Parameters: …”, if it is no patch.
pub(crate) fn read(text: &str) -> Result<Patch, Message> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        say!(
            "the line “Parameters:” is no JSON from its character {column} on: it must look like {example}",
            column = error.column(),
            example = "{\"win\": {\"points\": 150}}"
        )
    })?;
    if let Ok(patch) = Patch::deserialize(&value) {
        return Ok(patch);
    }
    let known = json!(Parameters::default()).as_object().cloned().unwrap_or_default();
    let all = || Said::list(Join::And, known.keys().cloned().chain(["quantities".to_owned(), "effects".to_owned()]));
    for (name, members) in value.as_object().into_iter().flatten() {
        if !reads::<Role>(&json!(name)) {
            return Err(say!("the service enforces nothing called “{name}”: there are {all}", name, all = all()));
        }
        if !members.is_object() {
            return Err(say!("“{name}” has its members in braces: write “{name}”: {braces}", name, braces = "{…}"));
        }
    }
    Err(say!("the line “Parameters:” has braces around it, and in them what is set: {all}", all = all()))
}

fn reads<T: DeserializeOwned>(value: &Value) -> bool {
    T::deserialize(value).is_ok()
}

impl Parameters {
    /// The first member of a patch that cannot be read, if one cannot; from the ninth edition on with what is possible.
    pub fn unread(&self, patch: &Patch, edition: Edition) -> Option<Message> {
        patch.iter().find_map(|(role, members)| match role {
            Role::Quantities => members.iter().find_map(|(name, value)| unread_quantity(name, value)),
            Role::Effects => members.iter().find_map(|(name, value)| unread_effect(name, value)),
            role => self.unread_members(*role, members, edition),
        })
    }

    fn unread_members(&self, role: Role, members: &Map<String, Value>, edition: Edition) -> Option<Message> {
        let (all, role) = (self.in_full(), json!(role));
        let (role, now) = (role.as_str()?, all[role.as_str()?].as_object()?);
        for (member, value) in members {
            let Some(before) = now.get(member) else {
                if now.is_empty() && edition.is_ninth() {
                    return Some(say!("“{role}” has no “{member}”: there is nothing to set in it", role, member));
                }
                let known = Said::list(Join::And, now.keys().cloned());
                return Some(say!("“{role}” has no “{member}”: it has {known}", role, member, known));
            };
            let mut with = json!(self);
            with[role][member] = value.clone();
            if !reads::<Self>(&with) {
                if let Some(possible) = possible(role, member).filter(|_| edition.is_ninth()) {
                    let value = value.to_string();
                    return Some(say!(
                        "{role}.{member} cannot be {value}: it can be {possible}",
                        role,
                        member,
                        value,
                        possible
                    ));
                }
                let (value, before) = (value.to_string(), before.to_string());
                return Some(say!(
                    "{role}.{member} cannot be {value}: it is now {before}, and is written in that way",
                    role,
                    member,
                    value,
                    before
                ));
            }
        }
        None
    }
}

/// What a member can be whose present value does not show it.
fn possible(role: &str, member: &str) -> Option<Said> {
    let thresholds = || {
        let part = "{\"part\": 3, \"of\": 5}";
        let words = Threshold::WORDS.iter().map(|word| json!(word).to_string());
        let counts = ["at_least", "quorum"].map(|name| format!("{{\"{name}\": 3}}"));
        let parts = ["part_of_cast", "part_of_eligible", "quorum_part"].map(|name| format!("{{\"{name}\": {part}}}"));
        words.chain(counts).chain(parts)
    };
    let among = |all: &[&str]| Some(Said::list(Join::Or, all.iter().map(|&one| one.to_owned())));
    let list = |one: &str| among(&[one, "null"]);
    match (role, member) {
        ("timezone", "holidays") => among(&["[]", "[{\"from\": \"2026-12-21\", \"until\": \"2027-01-03\"}]"]),
        ("voting", "weights") => among(&["[]", "[{\"player\": \"NAME\", \"weight\": 2}]"]),
        ("voting", "secret" | "proxies") | ("court", "exclude_parties" | "may_name" | "may_exclude" | "may_recuse") => {
            among(&["true", "false"])
        }
        ("numbering", "parts") => among(&["\"used_up\"", "\"released\""]),
        ("court", "judges") => among(&["[]", "[\"NAME\", \"NAME\"]"]),
        ("adoption" | "transmute_threshold", "threshold") => Some(Said::list(Join::Or, thresholds())),
        ("transmute_threshold", "to_immutable") => Some(Said::list(Join::Or, thresholds().chain(["null".to_owned()]))),
        ("adoption", "by_kind") => {
            let kinds = Kind::ALL.iter().map(|kind| json!(kind).to_string());
            let example = "[{\"kind\": \"repeal\", \"needs\": \"two_thirds_of_cast\"}]";
            Some(
                say!(
                    "a list such as {example}, where “kind” is {kinds} and “needs” is {thresholds}",
                    example,
                    kinds = Said::list(Join::Or, kinds),
                    thresholds = Said::list(Join::Or, thresholds())
                )
                .into(),
            )
        }
        ("adoption", "quorum") => list("3"),
        ("adoption", "quorum_part") => list("{\"part\": 1, \"of\": 2}"),
        ("voting", "opens" | "closes") | ("proposal_window", "opens" | "cutoff") => list("\"19:00:00\""),
        _ => None,
    }
}

fn unread_quantity(name: &str, value: &Value) -> Option<Message> {
    if value.is_null() || reads::<Quantity>(value) {
        return None;
    }
    let (of, things) = ("of", "{\"things\": [\"Ace\"]}");
    if !reads::<Owners>(&value["of"]) {
        return Some(say!("quantities.{name}.{of} says who has some: “players”, “game” or {things}", name, of, things));
    }
    if !reads::<Option<i64>>(&value["in_all"]) {
        return Some(say!(
            "quantities.{name}.in_all is a whole number: how many there are, all holders together",
            name
        ));
    }
    Some(say!("quantities.{name} has “of”, and may have “start”, “least” and “most”, each a whole number", name))
}

fn unread_effect(name: &str, value: &Value) -> Option<Message> {
    if value.is_null() || reads::<Effect>(value) {
        return None;
    }
    if !reads::<Occasion>(&value["on"]) {
        let (gain, used) = ("{\"gain\": \"points\"}", "{\"use\": {}}");
        return Some(say!(
            "effects.{name}.on says when it is: it can be one of {words}, or {gain}, or the same with “loss”, or {used}",
            name,
            words = "\"adopted\", \"defeated\", \"day\", \"turn\", \"circuit\", \"voted\", \"judged\", \"overruled\"",
            gain,
            used
        ));
    }
    let Some(changes) = value["changes"].as_array() else {
        return Some(say!("effects.{name}.changes is a list of changes in square brackets", name));
    };
    for (place, change) in changes.iter().enumerate() {
        if !change["quantity"].is_string() {
            return Some(say!(
                "effects.{name}.changes[{place}].quantity names what changes, such as “points”",
                name,
                place
            ));
        }
        if !reads::<Amount>(&change["by"]) {
            let (number, share) = ("{\"exactly\": 3}", "{\"share\": {\"part\": 1, \"of\": 10}}");
            return Some(say!(
                "effects.{name}.changes[{place}].by is {number}, {share}, or the same with “share_of_own”",
                name,
                place,
                number,
                share
            ));
        }
        if !reads::<Option<String>>(&change["per"]) {
            return Some(say!("effects.{name}.changes[{place}].per is what to count, such as “points”", name, place));
        }
        if !reads::<Option<i64>>(&change["least"]) {
            return Some(say!("effects.{name}.changes[{place}].least is how much must be left", name, place));
        }
        if !change["whose"].is_null() && !reads::<Whose>(&change["whose"]) {
            return Some(say!(
                "effects.{name}.changes[{place}].whose is “player”, “chosen”, “others”, “everybody” or {named}",
                name,
                place,
                named = "{\"named\": \"game\"}"
            ));
        }
    }
    Some(say!(
        "effects.{name} has “on” and “changes”, and what is in these has no more than {members}",
        name,
        members = "\"use\": {\"most\", \"per_day\"}, \"quantity\", \"whose\", \"by\": {\"part\", \"of\"}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(patch: &Value) -> String {
        let text = patch.to_string();
        let read = read(&text).map(|patch| Parameters::default().unread(&patch, Edition::LATEST));
        read.map_or_else(|why| why.to_string(), |why| why.map_or_else(String::new, |why| why.to_string()))
    }

    #[test]
    fn each_fault_is_told_by_its_member_and_by_what_would_be_right() {
        let effect = |on: Value, change: Value| json!({"effects": {"tax": {"on": on, "changes": [change]}}});
        let paid = json!({"quantity": "points", "by": {"exactly": 1}});
        let cases = [
            (json!({"vote": {}}), "nothing called “vote”"),
            (json!({"win": 150}), "has its members in braces"),
            (json!({"win": {"point": 150}}), "“win” has no “point”: it has points"),
            (json!({"win": {"points": "many"}}), "win.points cannot be \"many\": it is now 200"),
            (json!({"effect_time": {"when": "soon"}}), "“effect_time” has no “when”: there is nothing to set in it"),
            (json!({"court": {"max_active": "two"}}), "court.max_active cannot be \"two\": it is now"),
            (json!({"court": {"judges": "Ben P"}}), "it can be [] or [\"NAME\", \"NAME\"]"),
            (json!({"numbering": {"parts": "free"}}), "it can be \"used_up\" or \"released\""),
            (json!({"timezone": {"holidays": ["Christmas"]}}), "it can be [] or [{\"from\": \"2026-12-21\""),
            (json!({"voting": {"secret": "yes"}}), "it can be true or false"),
            (json!({"voting": {"weights": {"Ben P": 2}}}), "it can be [] or [{\"player\": \"NAME\", \"weight\": 2}]"),
            (json!({"adoption": {"threshold": "half"}}), "it can be \"unanimous_of_cast\", \"unanimous_of_eligible\""),
            (json!({"transmute_threshold": {"to_immutable": "half"}}), "\"simple_majority\""),
            (json!({"adoption": {"by_kind": [{"kind": "repeal", "needs": "half"}]}}), "“kind” is \"enact\", \"amend\""),
            (json!({"adoption": {"quorum": "three"}}), "adoption.quorum cannot be \"three\": it can be 3 or null"),
            (json!({"adoption": {"quorum_part": 2}}), "it can be {\"part\": 1, \"of\": 2} or null"),
            (json!({"voting": {"opens": "noon"}}), "it can be \"19:00:00\" or null"),
            (json!({"quantities": {"Gold": {"of": "everybody"}}}), "quantities.Gold.of says who has some"),
            (json!({"quantities": {"Gold": {"of": "game", "first": 1}}}), "“start”, “least” and “most”"),
            (effect(json!("gain"), paid.clone()), "effects.tax.on says when"),
            (effect(json!("day"), json!({"quantity": "points", "by": 1})), "effects.tax.changes[0].by is"),
            (effect(json!("day"), json!({"by": {"exactly": 1}})), "changes[0].quantity names what changes"),
            (
                effect(json!("day"), json!({"quantity": "points", "whose": "all", "by": {"exactly": 1}})),
                "whose is “player”",
            ),
            (
                effect(json!("day"), json!({"quantity": "points", "by": {"exactly": 1}, "per": 2})),
                "changes[0].per is what to count",
            ),
            (
                effect(json!("day"), json!({"quantity": "points", "by": {"exactly": -1}, "least": "none"})),
                "changes[0].least is how much",
            ),
            (json!({"quantities": {"Ace": {"of": "players", "in_all": "one"}}}), "Ace.in_all is a whole number"),
            (effect(json!("day"), paid), ""),
        ];
        for (patch, why) in cases {
            let told = told(&patch);
            assert!(told.contains(why) && told.is_empty() == why.is_empty(), "{patch}: {told}");
        }
        let before = Parameters::default()
            .unread(&read("{\"adoption\": {\"quorum\": \"three\"}}").expect("a patch"), Edition::Eighth);
        assert!(before.is_some_and(|why| why.to_string().contains("it is now null")), "as logs of before have it");
        assert!(
            read("{\"win\": {\"points\": 150}").expect_err("no JSON").to_string().contains("from its character 23 on")
        );
    }
}
