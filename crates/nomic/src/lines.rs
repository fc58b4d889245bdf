//! The canonical lines of the threads: what players write by hand, read into plays and written from them.

pub mod court;
mod notes;

use super::change::{Change, Rewording};
use super::edition::Edition;
use super::edits::Edit;
use super::plays::{Play, Thread};
use rookery_messages::{Message, Value, say};

/// What a line in a thread does: a play, nothing (talk), or why it is not understood.
pub fn parse(edition: Edition, thread: Thread, text: &str) -> Result<Option<Play>, Message> {
    let (line, ear) = (text.trim(), Ear { loose: edition.is_second() });
    match thread {
        Thread::Discussion if ear.hears(line, FORFEIT) => Ok(Some(Play::Forfeit)),
        Thread::Discussion if ear.hears(line, JOIN) => Ok(Some(Play::Join)),
        Thread::Discussion => Ok(notes::annotation(ear, line)),
        Thread::Drafts => Ok(None),
        Thread::Points => points(ear, line).map(Some).ok_or_else(|| {
            say!(
                "in the points thread write “150 (+4)” with the player's name and a colon before it, \
                 or “Claim: Ben P +4 by Rule 317: why” (rule 209)"
            )
        }),
        Thread::Voting => voting(ear, line).map(Some),
    }
}

/// How exactly a line has to be written: in the first edition to the letter, in later ones with any letters small or
/// large.
#[derive(Clone, Copy)]
struct Ear {
    loose: bool,
}

impl Ear {
    /// What comes after these words, if the text begins with them.
    fn after<'a>(self, text: &'a str, words: &str) -> Option<&'a str> {
        let (begun, rest) = text.split_at_checked(words.len())?;
        (begun == words || self.loose && begun.eq_ignore_ascii_case(words)).then_some(rest)
    }

    /// What comes before these words, if the text ends with them.
    fn before<'a>(self, text: &'a str, words: &str) -> Option<&'a str> {
        let (rest, end) = text.split_at_checked(text.len().checked_sub(words.len())?)?;
        (end == words || self.loose && end.eq_ignore_ascii_case(words)).then_some(rest)
    }

    /// Whether the text says just this; loosely, with a full stop after it or not.
    fn hears(self, text: &str, words: &str) -> bool {
        text == words || self.loose && text.trim_end_matches(['.', '!']).eq_ignore_ascii_case(words)
    }
}

/// The thread that a play is made in.
pub fn thread_of(play: &Play) -> Thread {
    match play {
        Play::Claim { .. } | Play::Announce { .. } | Play::Use { .. } => Thread::Points,
        Play::Forfeit | Play::Join | Play::Annotate { .. } => Thread::Discussion,
        Play::Say { thread, .. } => *thread,
        _ => Thread::Voting,
    }
}

const FORFEIT: &str = "I forfeit the game";
const JOIN: &str = "I join the game";

fn voting(ear: Ear, line: &str) -> Result<Play, Message> {
    if let Some(rest) = ear.after(line, "Vote:") {
        return vote(ear, rest.trim()).ok_or_else(|| {
            say!(
                "a vote is “Vote: Yes” or “Vote: No”, \
                 with the proposal's number in brackets if several are open (rule 113)"
            )
        });
    }
    if let Some(rest) = ear.after(line, "Rule-change:") {
        return propose(ear, rest.trim());
    }
    if let Some(rest) = ear.after(line, "Point of Order:") {
        return court::point(rest.trim());
    }
    if let Some(rest) = ear.after(line, "Judgement:") {
        return court::judgement(ear, rest.trim());
    }
    let judgement = |rest: &str| id(rest, 3).ok_or_else(|| say!("say which Judgement, such as 2.1.1 (rule 214)"));
    if let Some(rest) = ear.after(line, "Dispute:") {
        return Ok(Play::Dispute { judgement: judgement(rest)? });
    }
    if let Some(rest) = ear.after(line, "I agree with Judgement") {
        return Ok(Play::Opinion { judgement: judgement(rest)?, agree: true });
    }
    if let Some(rest) = ear.after(line, "I disagree with Judgement") {
        return Ok(Play::Opinion { judgement: judgement(rest)?, agree: false });
    }
    if !ear.loose {
        return Err(say!(
            "lines in the voting thread begin with “Rule-change:”, “Vote:”, “Point of Order:”, “Judgement:”, “Dispute:”, \
             “I agree with Judgement” or “I disagree with Judgement” (rules 107, 113, 214)"
        ));
    }
    if let Some(proxy) = ear.after(line, "Proxy:").map(str::trim) {
        let proxy = if ear.hears(proxy, "nobody") { None } else { Some(proxy.to_owned()) };
        return Ok(Play::Proxy { proxy });
    }
    if let Some(play) = court::bench(ear, line).or_else(|| yes_or_no(ear, line)) {
        return Ok(play);
    }
    Err(say!(
        "lines in the voting thread begin with “Rule-change:”, “Vote:”, “Point of Order:”, “Judgement:”, “Dispute:”, \
         “I agree with Judgement” or “I disagree with Judgement”; where the players' rules know them, also with “Proxy: Ben P”, “Judge: 2.1 Ben P”, \
         “Exclude: 2.1 Ben P” or “Recuse: 2.1” (rules 107, 113, 214)"
    ))
}

fn vote(ear: Ear, rest: &str) -> Option<Play> {
    let (word, number) = match rest.split_once(' ') {
        Some((word, number)) => (word, Some(number.trim().strip_prefix('(')?.strip_suffix(')')?.parse().ok()?)),
        None => (rest, None),
    };
    let yes = if ear.hears(word, "Yes") {
        true
    } else if ear.hears(word, "No") {
        false
    } else {
        return None;
    };
    Some(Play::Vote { proposal: number, yes })
}

/// A vote that is nothing but its word: `Yes.`
fn yes_or_no(ear: Ear, line: &str) -> Option<Play> {
    vote(ear, line).filter(|_| !line.contains(' '))
}

fn points(ear: Ear, line: &str) -> Option<Play> {
    let bracketed = |text: &str| -> Option<(i64, i64)> {
        let (total, change) = text.trim().split_once(' ')?;
        Some((total.parse().ok()?, change.trim().strip_prefix('(')?.strip_suffix(')')?.parse().ok()?))
    };
    if let Some(rest) = ear.after(line, "Claim:") {
        let (who, rest) =
            rest.split_once(" by Rule ").or_else(|| rest.split_once(" by rule ").filter(|_| ear.loose))?;
        let (player, delta) = who.trim().rsplit_once(' ')?;
        let (cites, reason) = rest.split_once(':')?;
        let (delta, cites) = (delta.parse().ok()?, cites.trim().parse().ok()?);
        return Some(Play::Claim { player: player.trim().to_owned(), delta, cites, reason: reason.trim().to_owned() });
    }
    if let Some(rest) = ear.after(line, "Use:").filter(|_| ear.loose) {
        return used(rest.trim());
    }
    let (player, rest) = line.rsplit_once(':')?;
    let (total, change) = bracketed(rest)?;
    Some(Play::Announce { player: player.trim().to_owned(), total, change })
}

/// What a rule lets players do: its name, and after a colon how much and whose.
fn used(rest: &str) -> Option<Play> {
    let (effect, chosen) = rest.split_once(':').map_or((rest, ""), |(effect, chosen)| (effect.trim(), chosen.trim()));
    let (first, after) = chosen.split_once(' ').unwrap_or((chosen, ""));
    let (amount, whom) = first.parse().map_or((None, chosen), |amount: i64| (Some(amount), after.trim()));
    let whom = (!whom.is_empty()).then(|| whom.to_owned());
    (!effect.is_empty()).then(|| Play::Use { effect: effect.to_owned(), amount, whom })
}

/// The first id of so many numbers with dots between them.
fn id(text: &str, parts: usize) -> Option<String> {
    text.split(|c: char| !(c.is_ascii_digit() || c == '.'))
        .map(|word| word.trim_matches('.'))
        .find(|word| word.split('.').count() == parts && word.split('.').all(|part| !part.is_empty()))
        .map(str::to_owned)
}

fn propose(ear: Ear, rest: &str) -> Result<Play, Message> {
    let (body, parameters) = match rest.split_once("\nParameters: ") {
        Some((body, json)) => (
            body.trim(),
            Some(
                serde_json::from_str(json)
                    .map_err(|error| say!("the parameters are not understood: {error}", error = Value::text(error)))?,
            ),
        ),
        None => (rest, None),
    };
    let changes = changes(ear, body).ok_or_else(|| say!(
        "write “Rule-change: Enact: …”, “Repeal Rule 205”, “Transmute Rule 111”, “Reenact Rule 205”, “Amend Rule 202: replace \"7pm\" with \"8pm\"”, \
         “Amend Rule 202 to read: …”, “Repeal amendment 302” or “Amend amendment 302: …”; edits are replace … with …, insert … after …, delete … and append …, \
         each text in quotes, with semicolons between; several of them as “(1) …”, “(2) …” on lines of their own (rules 103 and 107)",
    ))?;
    Ok(Play::Propose { text: None, changes, parameters, unfinished: false })
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
    if let Some(text) = ear.after(body, "Enact:") {
        return Some(Change::Enact { text: paragraphs(text), immutable: false });
    }
    if let Some(rest) = ear.after(bare, "Repeal Rule ") {
        return Some(Change::Repeal { rule: rest.parse().ok()? });
    }
    if let Some(rest) = ear.after(bare, "Transmute Rule ") {
        return Some(Change::Transmute { rule: rest.parse().ok()? });
    }
    if let Some(rest) = ear.after(bare, "Repeal amendment ") {
        return Some(Change::RepealAmendment { amendment: rest.parse().ok()? });
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
    if ear.loose { stated(ear, body) } else { None }
}

/// A rule-change as a statement: `Rule 205 is repealed.`
fn stated(ear: Ear, body: &str) -> Option<Change> {
    let (rule, rest) = ear.after(body, "Rule ")?.split_once(' ')?;
    let rule = rule.parse().ok()?;
    if let Some(text) = ear.after(rest, "is amended to read:") {
        return Some(Change::Amend { rule, how: Rewording::Text(paragraphs(text)) });
    }
    let changes = [
        ("is repealed", Change::Repeal { rule }),
        ("is transmuted", Change::Transmute { rule }),
        ("is reenacted", Change::Reenact { rule, text: None }),
    ];
    changes.into_iter().find_map(|(words, change)| ear.hears(rest, words).then_some(change))
}

fn rewording(ear: Ear, rest: &str) -> Option<(u32, Rewording)> {
    let (head, body) = rest.split_once(':')?;
    if let Some(number) = ear.before(head, " to read") {
        return Some((number.parse().ok()?, Rewording::Text(paragraphs(body))));
    }
    let mut edits = Vec::new();
    let mut body = body.trim();
    while !body.is_empty() {
        let (edit, rest) = edit(body)?;
        edits.push(edit);
        body = rest.trim_start_matches([';', '.', ' ', '\n']);
    }
    (!edits.is_empty()).then_some((head.parse().ok()?, Rewording::Edits(edits)))
}

fn edit(body: &str) -> Option<(Edit, &str)> {
    let (word, rest) = body.split_once(' ')?;
    let (first, rest) = quoted(rest)?;
    let second = |joint: &str| rest.trim_start().strip_prefix(joint).and_then(quoted);
    Some(match word.to_lowercase().as_str() {
        "replace" => second("with").map(|(with, rest)| (Edit::Replace { old: first, with }, rest))?,
        "insert" => second("after").map(|(anchor, rest)| (Edit::InsertAfter { anchor, text: first }, rest))?,
        "delete" => (Edit::Delete { old: first }, rest),
        "append" => (Edit::AppendParagraph { text: first }, rest),
        _ => return None,
    })
}

/// Text in straight quotes (with JSON's escapes) or in curly ones.
fn quoted(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start();
    if let Some(rest) = text.strip_prefix('“') {
        let (inside, rest) = rest.split_once('”')?;
        return Some((inside.to_owned(), rest));
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

fn paragraphs(text: &str) -> Vec<String> {
    text.trim().split("\n\n").filter(|part| !part.trim().is_empty()).map(|part| format!("{}\n", part.trim())).collect()
}

/// The line that stands in the thread for `play`.
pub fn print(play: &Play) -> String {
    match play {
        Play::Propose { text: Some(text), .. } => text.clone(),
        Play::Propose { changes, parameters, .. } => {
            let changes: Vec<String> = match changes.as_slice() {
                [only] => vec![print_change(only)],
                several => several
                    .iter()
                    .zip(1..)
                    .map(|(change, number)| format!("({number}) {}", print_change(change)))
                    .collect(),
            };
            let parameters = parameters.as_ref().and_then(|patch| serde_json::to_string(patch).ok());
            let parameters = parameters.map_or(String::new(), |json| format!("\nParameters: {json}"));
            format!("Rule-change: {}{parameters}", changes.join("\n"))
        }
        Play::Vote { proposal, yes } => {
            let number = proposal.map_or(String::new(), |number| format!(" ({number})"));
            format!("Vote: {}{number}", if *yes { "Yes" } else { "No" })
        }
        Play::PointOfOrder { text, targets, mover } => court::print_point(text, targets, mover.as_deref()),
        Play::Judge { point, text, orders } => court::print_judgement(point, text, orders),
        Play::Dispute { judgement } => format!("Dispute: Judgement {judgement}"),
        Play::Opinion { judgement, agree: true } => format!("I agree with Judgement {judgement}"),
        Play::Opinion { judgement, agree: false } => format!("I disagree with Judgement {judgement}"),
        Play::Proxy { proxy } => format!("Proxy: {}", proxy.as_deref().unwrap_or("nobody")),
        Play::Name { point, judge } => format!("Judge: {point} {judge}"),
        Play::Exclude { point, player } => format!("Exclude: {point} {player}"),
        Play::Recuse { point } => format!("Recuse: {point}"),
        Play::Appeal { judgement, text } => court::print_appeal(judgement, text),
        Play::Annotate { about, title, text } => notes::print(*about, *title, text),
        Play::Claim { player, delta, cites, reason } => format!("Claim: {player} {delta:+} by Rule {cites}: {reason}"),
        Play::Use { effect, amount, whom } => {
            let chosen = [amount.map(|amount| amount.to_string()), whom.clone()];
            let chosen: Vec<String> = chosen.into_iter().flatten().collect();
            let colon = if chosen.is_empty() { "" } else { ": " };
            format!("Use: {effect}{colon}{}", chosen.join(" "))
        }
        Play::Announce { player, total, change } => format!("{player}: {total} ({change:+})"),
        Play::Forfeit => FORFEIT.to_owned(),
        Play::Join => JOIN.to_owned(),
        Play::Say { text, .. } => text.clone(),
    }
}

fn print_change(change: &Change) -> String {
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

fn join(text: &[String]) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_lines_read_back_as_the_same_play() {
        for (line, edition) in LINES.map(|line| [(line, Edition::First), (line, Edition::Second)]).into_iter().flatten()
        {
            let play = parse(edition, Thread::Voting, line).expect("understood").expect("a play");
            assert_eq!(print(&play), line);
        }
        for line in [
            "Proxy: Ben P",
            "Proxy: nobody",
            "Judge: 2.1 Ben P",
            "Exclude: 2.1 Ben P",
            "Recuse: 2.1",
            "Appeal: 2.1.1 No.",
        ] {
            assert!(parse(Edition::First, Thread::Voting, line).is_err(), "{line}");
            let play = parse(Edition::Second, Thread::Voting, line).expect("understood").expect("a play");
            assert_eq!(print(&play), line);
        }
        for line in ["Title: Rule 205: Words", "Note: proposal 301: Why?", "Note: draft 12: Why not?"] {
            assert_eq!(parse(Edition::First, Thread::Discussion, line), Ok(None), "{line}");
            let play = parse(Edition::Second, Thread::Discussion, line).expect("understood").expect("a play");
            assert_eq!(print(&play), line);
        }
        for line in ["Ben P: 150 (+4)", "Claim: Ben P -4 by Rule 317: paid"] {
            let play = parse(Edition::First, Thread::Points, line).expect("understood").expect("a play");
            assert_eq!(print(&play), line);
        }
    }

    #[test]
    fn lines_are_understood_as_people_write_them() {
        for (line, canonical) in [
            ("vote: yes", "Vote: Yes"),
            ("Yes.", "Vote: Yes"),
            ("no", "Vote: No"),
            ("Vote: No. (308)", "Vote: No (308)"),
            ("rule-change: repeal rule 205", "Rule-change: Repeal Rule 205"),
            ("Rule-change: Rule 205 is repealed.", "Rule-change: Repeal Rule 205"),
            ("Rule-change: rule 111 is transmuted", "Rule-change: Transmute Rule 111"),
            ("Rule-change: Rule 202 is amended to read: Whenever.", "Rule-change: Amend Rule 202 to read: Whenever."),
            ("Rule-change: amend rule 202 To Read: Whenever.", "Rule-change: Amend Rule 202 to read: Whenever."),
            ("point of order: Is it so?", "Point of Order: Is it so?"),
            ("I Agree with judgement 2.1.1.", "I agree with Judgement 2.1.1"),
        ] {
            assert!(parse(Edition::First, Thread::Voting, line).is_err(), "{line} meant nothing before");
            let play = parse(Edition::Second, Thread::Voting, line).expect(line).expect("a play");
            assert_eq!(print(&play), canonical);
        }
        for line in ["Vote: Maybe", "Yes, I think so", "Not now", "Rule-change: Rule 205 is silly", "Judge: 2 Ben"] {
            assert!(parse(Edition::Second, Thread::Voting, line).is_err(), "{line}");
        }
    }

    const LINES: [&str; 18] = [
        "Vote: Yes",
        "Vote: No (308)",
        "Point of Order: Is proposal 301 proper?",
        "Judgement: 2.1 It is.",
        "Dispute: Judgement 2.1.1",
        "I agree with Judgement 2.1.1",
        "I disagree with Judgement 2.1.1",
        "Rule-change: Repeal Rule 205",
        "Rule-change: Transmute Rule 111",
        "Rule-change: Enact: Be kind.\n\nAlways.",
        "Rule-change: (1) Repeal Rule 205\n(2) Enact: Be kind.\n(3) Transmute Rule 111",
        "Rule-change: Reenact Rule 205",
        "Rule-change: Reenact Rule 205: New words.",
        "Rule-change: Repeal amendment 302",
        "Rule-change: Amend Rule 202: replace \"7pm\" with \"8pm\"; delete \"a \\\"b\\\"\"",
        "Rule-change: Amend amendment 302: insert \"b\" after \"a\"; append \"c\"",
        "Rule-change: Amend Rule 202 to read: Anything goes.",
        "Rule-change: Amend Rule 202: replace \"7pm\" with \"8pm\"\nParameters: {\"proposal_window\":{\"cutoff\":\"20:00:00\"}}",
    ];

    #[test]
    fn lines_that_are_not_canonical_say_what_would_be() {
        for line in [
            "Vote: Maybe",
            "vote: yes",
            "Judgement: yes",
            "Dispute: no",
            "Rule-change: be nice",
            "hello",
            "Vote: Yes (x)",
            "Rule-change: Amend Rule 2: jump \"a\"",
        ] {
            assert!(
                parse(Edition::First, Thread::Voting, line).is_err_and(|problem| problem.to_string().contains("rule")),
                "{line}"
            );
        }
        assert_eq!(parse(Edition::Second, Thread::Discussion, "Vote: Yes"), Ok(None));
    }
}
