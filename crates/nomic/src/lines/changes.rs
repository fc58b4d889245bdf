//! Rule-changes as lines: what players write after “Rule-change:”, read into changes and written from them.

use super::Ear;
use crate::change::{Change, Rewording};
use crate::citations::law;
use crate::edits::Edit;
use crate::parameters::unread;
use crate::plays::Play;
use rookery_messages::{Message, Value, say};

/// Begins the line of what a rule-change has the service enforce.
pub(super) const PARAMETERS: &str = "\nParameters: ";

/// What follows “Rule-change:”.
pub(super) fn propose(ear: Ear, rest: &str) -> Result<Play, Message> {
    let (body, parameters) = match rest.split_once(PARAMETERS) {
        Some((body, json)) => (
            body.trim(),
            Some(if ear.is_plain() {
                unread::read(json)?
            } else {
                serde_json::from_str(json)
                    .map_err(|error| say!("the parameters are not understood: {error}", error = Value::text(error)))?
            }),
        ),
        None => (rest, None),
    };
    let changes = changes(ear, body).ok_or_else(|| say!(
        "write “Rule-change: Enact: …”, “Repeal Rule 205”, “Transmute Rule 111”, “Reenact Rule 205”, “Amend Rule 202: replace \"7pm\" with \"8pm\"”, \
         “Amend Rule 202 to read: …”, “Repeal amendment 302” or “Amend amendment 302: …”; edits are replace … with …, insert … after …, delete … and append …, \
         each text in quotes, with semicolons between; several of them as “(1) …”, “(2) …” on lines of their own (rules {r103} and {r107})", r103 = law(103), r107 = law(107)))?;
    Ok(Play::Propose { text: None, changes, parameters, unfinished: false })
}

/// A rule-change without “Rule-change:” before it, as people write it in the voting thread (ninth edition): `Repeal Rule
/// 205`, `I propose to repeal Rule 205`. Where only its first word is known, the answer says how it is written.
pub(super) fn without_heading(ear: Ear, line: &str) -> Option<Result<Play, Message>> {
    if !ear.is_quick() {
        return None;
    }
    let begins =
        ["I propose that ", "I propose to ", "I propose: ", "I propose ", "I want to ", "Let us ", "Let's ", "I "];
    let rest = begins.iter().find_map(|words| ear.after(line, words)).unwrap_or(line).trim_start();
    let first = rest.split(|c: char| !c.is_alphabetic()).next()?.to_lowercase();
    let verbs = ["repeal", "enact", "amend", "transmute", "reenact"];
    let is_known = rest.starts_with("(1) ") || verbs.contains(&first.as_str());
    let proposed = propose(ear, rest);
    if proposed.is_ok() || is_known { Some(proposed) } else { None }
}

/// One rule-change, or several that are numbered.
fn changes(ear: Ear, body: &str) -> Option<Vec<Change>> {
    let Some(mut rest) = body.strip_prefix("(1) ") else { return Some(vec![change(ear, body)?]) };
    let mut changes = Vec::new();
    while let Some((one, more)) = rest.split_once(&format!("\n({}) ", changes.len() + 2)) {
        changes.push(change(ear, one.trim())?);
        rest = more;
    }
    changes.push(change(ear, rest.trim())?);
    Some(changes)
}

fn change(ear: Ear, body: &str) -> Option<Change> {
    let bare = body.trim_end_matches('.');
    let enacts = ["Enact a new rule:", "Enact a rule:", "Enact rule:", "New rule:"];
    let enacted = || enacts.iter().find_map(|words| ear.freely(body, words));
    if let Some(text) = ear.after(body, "Enact:").or_else(enacted) {
        return Some(Change::Enact { text: paragraphs(text), immutable: false });
    }
    if let Some(rest) = ear.after(bare, "Repeal amendment ") {
        return Some(Change::RepealAmendment { amendment: rest.parse().ok()? });
    }
    if let Some(rest) = ear.after(bare, "Repeal Rule ").or_else(|| ear.freely(bare, "Repeal ")) {
        return Some(Change::Repeal { rule: rest.parse().ok()? });
    }
    if let Some(rest) = ear.after(bare, "Transmute Rule ").or_else(|| ear.freely(bare, "Transmute ")) {
        return Some(Change::Transmute { rule: rest.parse().ok()? });
    }
    if let Some(rest) = ear.after(body, "Reenact Rule ") {
        return match rest.split_once(':') {
            Some((rule, text)) => Some(Change::Reenact { rule: rule.parse().ok()?, text: Some(paragraphs(text)) }),
            None => Some(Change::Reenact { rule: rest.trim_end_matches('.').parse().ok()?, text: None }),
        };
    }
    if let Some(rest) = ear.after(body, "Amend Rule ") {
        let (rule, how) = rewording(ear, rest)?;
        return Some(Change::Amend { rule, how });
    }
    if let Some(rest) = ear.after(body, "Amend amendment ") {
        let (amendment, how) = rewording(ear, rest)?;
        return Some(Change::AmendAmendment { amendment, how });
    }
    let place_first = || ear.is_free().then(|| edits_of_a_rule(ear, body)).flatten();
    if ear.is_loose() { stated(ear, body).or_else(place_first) } else { None }
}

/// A rule-change as a statement: `Rule 205 is repealed.`
fn stated(ear: Ear, body: &str) -> Option<Change> {
    let (rule, rest) = ear.after(body, "Rule ")?.split_once(' ')?;
    let rule = rule.parse().ok()?;
    if let Some(text) = ear.after(rest, "is amended to read:") {
        return Some(Change::Amend { rule, how: Rewording::Text(paragraphs(text)) });
    }
    if let Some(how) = ear.freely(rest, "is amended by ").or_else(|| ear.freely(rest, "is amended:")) {
        return Some(Change::Amend { rule, how: edits(ear, how.trim())? });
    }
    let changes = [
        ("is repealed", Change::Repeal { rule }),
        ("is transmuted", Change::Transmute { rule }),
        ("is reenacted", Change::Reenact { rule, text: None }),
    ];
    changes.into_iter().find_map(|(words, change)| ear.hears(rest, words).then_some(change))
}

/// An amendment that begins with its place or ends with it: `In Rule 202, replace "7pm" with "8pm"`,
/// `Replace "7pm" with "8pm" in Rule 202`.
fn edits_of_a_rule(ear: Ear, body: &str) -> Option<Change> {
    if let Some(rest) = ear.after(body, "In Rule ") {
        let (rule, rest) = leading_number(rest)?;
        return Some(Change::Amend { rule, how: edits(ear, rest.trim_start_matches([',', ':', ' ']))? });
    }
    let (edit, rest) = edit(ear, body)?;
    let rule = ear.after(rest.trim(), "in Rule ")?.trim_end_matches('.').parse().ok()?;
    Some(Change::Amend { rule, how: Rewording::Edits(vec![edit]) })
}

/// A number, and what comes after it.
fn leading_number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    Some((number.parse().ok()?, rest))
}

fn rewording(ear: Ear, rest: &str) -> Option<(u32, Rewording)> {
    let by = || leading_number(rest).and_then(|(number, how)| Some((number, ear.freely(how.trim_start(), "by ")?)));
    if let Some((number, how)) = by() {
        return Some((number, edits(ear, how)?));
    }
    let (head, body) = rest.split_once(':')?;
    if let Some(number) = ear.before(head, " to read") {
        return Some((number.parse().ok()?, Rewording::Text(paragraphs(body))));
    }
    let how = edits(ear, body.trim())?;
    Some((head.parse().ok()?, how))
}

/// One edit or several, with semicolons between them.
fn edits(ear: Ear, mut body: &str) -> Option<Rewording> {
    let mut edits = Vec::new();
    while !body.is_empty() {
        let (edit, rest) = edit(ear, body)?;
        edits.push(edit);
        body = rest.trim_start_matches([';', '.', ' ', '\n']);
        if ear.is_free() {
            body = body.trim_start_matches([',', ' ']);
            body = ear.after(body, "and ").unwrap_or(body);
        }
    }
    (!edits.is_empty()).then_some(Rewording::Edits(edits))
}

fn edit(ear: Ear, body: &str) -> Option<(Edit, &str)> {
    let (word, rest) = body.split_once(' ')?;
    let (first, rest) = quoted(ear, rest)?;
    let second = |joint: &str| ear.after_exactly(rest.trim_start(), joint).and_then(|rest| quoted(ear, rest));
    let word = word.to_lowercase();
    let verb = match word.as_str() {
        "replacing" if ear.is_free() => "replace",
        "inserting" if ear.is_free() => "insert",
        "deleting" | "remove" | "removing" if ear.is_free() => "delete",
        "appending" | "add" | "adding" if ear.is_free() => "append",
        known => known,
    };
    Some(match verb {
        "replace" => second("with").map(|(with, rest)| (Edit::Replace { old: first, with }, rest))?,
        "insert" => second("after").map(|(anchor, rest)| (Edit::InsertAfter { anchor, text: first }, rest))?,
        "delete" => (Edit::Delete { old: first }, rest),
        "append" => (Edit::AppendParagraph { text: first }, rest),
        _ => return None,
    })
}

/// Text in straight quotes (with JSON's escapes) or in curly ones; in the third edition also in single ones, and in
/// those of other languages.
fn quoted(ear: Ear, text: &str) -> Option<(String, &str)> {
    let text = text.trim_start();
    if let Some(rest) = text.strip_prefix('“') {
        let (inside, rest) = rest.split_once('”')?;
        return Some((inside.to_owned(), rest));
    }
    let others: [(char, &[char]); 4] = [('„', &['“', '”']), ('«', &['»']), ('‘', &['’']), ('\'', &['\''])];
    let marks = others.into_iter().find(|(opens, _)| ear.is_free() && text.starts_with(*opens));
    if let Some((opens, closes)) = marks {
        let rest = &text[opens.len_utf8()..];
        // An apostrophe within a word closes nothing.
        let ends = |(place, letter): &(usize, char)| {
            let next = rest[place + letter.len_utf8()..].chars().next();
            closes.contains(letter) && !next.is_some_and(char::is_alphanumeric)
        };
        let (place, letter) = rest.char_indices().find(ends)?;
        return Some((rest[..place].to_owned(), &rest[place + letter.len_utf8()..]));
    }
    let inside = text.strip_prefix('"')?;
    let mut escaped = false;
    let end = inside.find(|c| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    })?;
    let json = format!("\"{}\"", inside[..end].replace('\n', "\\n"));
    Some((serde_json::from_str(&json).ok()?, &inside[end + 1..]))
}

pub(super) fn paragraphs(text: &str) -> Vec<String> {
    text.trim().split("\n\n").filter(|part| !part.trim().is_empty()).map(|part| format!("{}\n", part.trim())).collect()
}

pub(super) fn print_change(change: &Change) -> String {
    match change {
        Change::Enact { text, .. } => format!("Enact: {}", join(text)),
        Change::Repeal { rule } => format!("Repeal Rule {rule}"),
        Change::Transmute { rule } => format!("Transmute Rule {rule}"),
        Change::RepealAmendment { amendment } => format!("Repeal amendment {amendment}"),
        Change::Reenact { rule, text: None } => format!("Reenact Rule {rule}"),
        Change::Reenact { rule, text: Some(text) } => format!("Reenact Rule {rule}: {}", join(text)),
        Change::Amend { rule, how } => print_rewording(&format!("Amend Rule {rule}"), how),
        Change::AmendAmendment { amendment, how } => print_rewording(&format!("Amend amendment {amendment}"), how),
    }
}

pub(super) fn join(text: &[String]) -> String {
    text.iter().map(|part| part.trim()).collect::<Vec<_>>().join("\n\n")
}

fn print_rewording(head: &str, how: &Rewording) -> String {
    let quote = |text: &str| serde_json::Value::from(text).to_string();
    match how {
        Rewording::Text(text) => format!("{head} to read: {}", join(text)),
        Rewording::Edits(edits) => {
            let edits = edits.iter().map(|edit| match edit {
                Edit::Replace { old, with } => {
                    format!("replace {} with {}", quote(old), quote(with))
                }
                Edit::InsertAfter { anchor, text } => {
                    format!("insert {} after {}", quote(text), quote(anchor))
                }
                Edit::AppendParagraph { text } => format!("append {}", quote(text)),
                Edit::Delete { old } => format!("delete {}", quote(old)),
            });
            format!("{head}: {}", edits.collect::<Vec<_>>().join("; "))
        }
    }
}
