//! Converts the finished English sentences that older versions stored into messages: once, in a migration, and whenever a
//! file of such a version is read. A text that matches no known sentence is kept as somebody's own words.

use chrono::NaiveDate;
use rookery_messages::{Join, Message, Value as Argument};
use serde_json::{Value, json};

use super::{Db, Kept, rewriting};
use crate::error::Error;

/// How the sentences of a column stood in it.
enum ColumnForm {
    /// Each text is one, or several.
    Each,
    /// The same in the rows of which this holds; in all others are people's own words.
    Where(&'static str),
    /// A text is JSON, and these of its members are such texts.
    Members(&'static [&'static str]),
}

/// The columns that hold messages, with the migration from which on they do.
const COLUMNS: &[(&str, &str, &str, ColumnForm)] = &[
    ("20261125002215", "bans", "lift_reason", ColumnForm::Each),
    ("20261125002215", "chief_acts", "effect", ColumnForm::Each),
    ("20261125002215", "chief_acts", "undone_by", ColumnForm::Each),
    ("20261125002215", "decisions", "state_cause", ColumnForm::Each),
    ("20261125002215", "declarations", "effect", ColumnForm::Each),
    ("20261125002215", "declarations", "reason", ColumnForm::Each),
    ("20261125002215", "declarations", "undone_by", ColumnForm::Each),
    ("20261125002215", "game_changes", "reason", ColumnForm::Each),
    ("20261125002215", "games", "state_reason", ColumnForm::Each),
    ("20261125002215", "held_games", "state_reason", ColumnForm::Each),
    ("20261125002215", "interpretations", "withdrawn_reason", ColumnForm::Each),
    ("20261125002215", "ledger", "cause", ColumnForm::Each),
    ("20261125002215", "monitors", "lift_reason", ColumnForm::Each),
    ("20261125002215", "roles", "given_reason", ColumnForm::Each),
    ("20261125002215", "roles", "taken_reason", ColumnForm::Each),
    ("20261125002215", "sessions", "cancel_reason", ColumnForm::Each),
    ("20261126022500", "decisions", "court_case", ColumnForm::Each),
    ("20261126022500", "filings", "text", ColumnForm::Where("kind = 'notice'")),
    ("20261126022500", "filings", "title", ColumnForm::Where("kind = 'notice'")),
    ("20261126022500", "house_rules", "note", ColumnForm::Each),
    ("20261126022500", "memberships", "removal_reason", ColumnForm::Each),
    ("20261126051500", "notifications", "payload", ColumnForm::Members(TOLD)),
    ("20261126051500", "outbox", "payload", ColumnForm::Members(TOLD)),
];

/// What notices tell in sentences of the service.
const TOLD: &[&str] = &["cancel_reason", "case", "cause", "effect", "note", "reason", "what"];

/// The sentences of older versions, which are said in every language as long as records have them.
macro_rules! sentences {
    ($($text:literal,)+) => {
        const SENTENCES: &[&str] = &[$($text),+];
        $(rookery_messages::inventory::submit! { rookery_messages::Template { text: $text, file: file!() } })+
    };
}

// Of two that fit, the first is taken.
sentences! {
    "Game {game}",
    "Game {game} corrected: {why}",
    "Game {game} forfeited: {why}",
    "Game {game} refused: {why}",
    "Game {game} replaced: {why}",
    "Game {game} restored: {why}",
    "Game {game} taken back: {why}",
    "Game {game} taken back",
    "Game {game} voided: {why}",
    "Game {game} was entered",
    "Game {game} was refused",
    "Game {game} was restored",
    "Game {game} was taken back",
    "Game {game} was voided",
    "Game {game} counts.",
    "Game {game} does not count.",
    "Game {game} ended with the result: {outcome}.",
    "Game {game} is final as it was played.",
    "Game {game} is replaced by its rematch.",
    "Game {game} is void.",
    "Game {game} is won by Black by forfeit.",
    "Game {game} is won by White by forfeit.",
    "Game {game} is {state} again.",
    "Game {game} was adjudicated, with the result: {outcome}.",
    "Restoration of game {game}",
    "Time ended the game.",
    "Game {game}, the rematch, does not stand.",
    "Game {game}, the rematch, stands in its place.",
    "It was a rematch, and the game that it was played for was settled otherwise since.",
    "The rematch was played.",
    "White, who objected, was absent from the rematch.",
    "Black, who objected, was absent from the rematch.",
    "White, who objected, would not play the rematch.",
    "Black, who objected, would not play the rematch.",
    "White was absent from the rematch; Black had objected.",
    "Black was absent from the rematch; White had objected.",
    "White would not play the rematch; Black had objected.",
    "Black would not play the rematch; White had objected.",
    "It is rated when {names} joins within this session.",
    "It counts as soon as a moderator or justice has been in the room for {least} minutes.",
    "It counts when the other player confirms it, or when the next session closes.",
    "{names} is monitored: a moderator has to approve it.",
    "The guest joined within the session.",
    "A moderator or justice was present.",
    "Nobody joined within the session.",
    "No moderator or justice was in the room for {least} minutes.",
    "Both players say so.",
    "A dispute was settled.",
    "Nobody disputed it until the next session closed.",
    "Entered by mistake.",
    "Joined the leaderboard",
    "Rejoined the leaderboard",
    "Removed from the leaderboard: {reason}",
    "at the member's request",
    "present in {present} of the last {weeks} weeks, with {games} games",
    "imported",
    "Absent in the week of {day}",
    "Present without a game in the week of {day}",
    "The register of {day} was corrected",
    "The session has not closed yet",
    "Reckoned again at the close of {day}",
    "Earlier games were imported",
    "Technical modification {number}: {effect}",
    "Decision {decision}",
    "Decision {decision}, made anew",
    "Decision {decision} was not declared in time",
    "Case {case}",
    "Case {case}: not made anew in time",
    "Case {case}, en banc",
    "Case {case}: {title}",
    "Decided",
    "The petition is filed",
    "The petition is withdrawn",
    "Leave to appeal is granted",
    "Leave to appeal is refused",
    "The panel is picked",
    "No conflict stands against it.",
    "Conflicts waived for want of free justices: {count} (Act {act}).",
    "The whole Court hears the case",
    "Every justice sits (Act {act}).",
    "The hearing is open",
    "Hearing opened.",
    "A hearing en banc is asked for",
    "A hearing en banc is accepted",
    "A hearing en banc is declined",
    "No majority",
    "Round {round}: everybody has voted and no draft has the majority; the bench votes again.",
    "Judgment",
    "The whole Court is divided in two halves: what was decided before stands.",
    "The opinion is published; the case is final",
    "The opinion is published",
    "See the judgment.",
    "The remanded decision has lapsed",
    "Decision {decision} was not made anew in time and has lapsed.",
    "The case is moot",
    "Decision {decision} was not declared in time and is void (Act {act}): nothing is left for the Court to decide.",
    "By rule-change {number} of the game of Nomic at table {table}.",
    "By Judgement {id} of the game of Nomic at table {table}.",
    "By its course of the game of Nomic at table {table}.",
    "Decision {decision} was not declared in time.",
    "Decision {decision} is overturned.",
    "Decision {decision} is remanded and suspended: it is made anew by {day}, or lapses.",
    "Decision {decision} is upheld.",
    "Decision {decision} of the Court stands in its place.",
    "It was void already, not having been declared (Act III.2.4.2).",
    "Its penalty is void and undone.",
    "The ban of decision {decision} is lengthened: it ends with {day}.",
    "The ban of decision {decision} is lifted.",
    "The ban of decision {decision} is shortened: it ends with {day}.",
    "The question is answered.",
    "The {subject} is undone.",
    "The {subject} is upheld.",
    "voiding of the game",
    "{points} points taken",
    "{minutes} minutes less in a coming game",
    "game {game} forfeit",
    "banned for ever",
    "banned through {day}",
    "fraudulent games reversed",
    "fraudulent games reversed, points halved",
    "fraudulent games reversed, points reset",
    "fraudulent games reversed, {ban}",
    "Banned for ever.",
    "Banned through {day}.",
    "The ban ends.",
    "Lifting of the ban",
    "Games wait for a moderator's approval.",
    "Games wait for a moderator's approval again.",
    "Games count without approval again.",
    "Lifting of the monitor",
    "Plays every game with a clock.",
    "May play without a clock again.",
    "Lifting of the clock order",
    "Is {role} from now on.",
    "No longer {role}.",
    "No longer {role}",
    "Moderator until {until} UTC",
    "The term is over (Act III.2.5)",
    "Elected (Act III.2.5), election {number}",
    "Elected again",
    "the club's first Chief Justice",
    "set up with the club",
    "The house rules have no session then any more.",
    "Cancelled in the imported calendar",
    "The whole Court judged the case anew.",
    "Taken from the leaderboard.",
    "The game at table {table} is null and void (Act I.9.10).",
    "The online game at table {table} is null and void (Act I.9.10).",
    "The online game at table {table} ended with the result: {outcome}.",
    "The game of Party Chess at table {table} is over.",
    "Is Chess-Umpire at table {table}.",
    "At table {table} the player of {colour} left the game: Resigned.",
    "At table {table} the player of {colour} left the game: TimedOut.",
    "{office} is in Check: its King on {square} is attacked by {by}",
    "Corrected: {what}",
}

/// The pattern of each placeholder in these sentences, by name.
enum Place {
    Number,
    Day,
    /// One word of somebody's.
    Word,
    /// A word of the program, of this kind.
    Of(&'static str),
    /// What the Court judges: a sentence, or such a word.
    Subject,
    /// Names, and what may be a sentence itself.
    Words,
}

impl Place {
    fn of(name: &str) -> Place {
        match name {
            "decision" | "game" | "games" | "least" | "minutes" | "number" | "points" | "present" | "table"
            | "weeks" | "count" | "round" => Place::Number,
            "day" => Place::Day,
            "act" | "case" | "colour" | "id" | "square" => Place::Word,
            "outcome" => Place::Of("outcome"),
            "role" => Place::Of("role"),
            "state" => Place::Of("state"),
            "subject" => Place::Subject,
            _ => Place::Words,
        }
    }

    /// The value that was written so.
    fn read(&self, text: &str) -> Option<Argument> {
        match self {
            Place::Number => text.parse().ok().filter(|number: &i64| number.to_string() == text).map(Argument::Number),
            Place::Day => text.parse::<NaiveDate>().ok().filter(|day| day.to_string() == text).map(Argument::from),
            Place::Word => (!text.is_empty() && !text.contains(char::is_whitespace)).then(|| Argument::from(text)),
            Place::Of(kind) => Place::Word.read(text).map(|_| Argument::word(kind, text)),
            Place::Words | Place::Subject if text.is_empty() => None,
            Place::Subject => Some(sentence(text).map_or_else(|| Argument::word("subject", text), Argument::from)),
            Place::Words => Some(sentence(text).map_or_else(|| Argument::from(text), Argument::from)),
        }
    }
}

/// The values with which a template is this text, by their names; the shortest that fit.
fn values(template: &str, text: &str) -> Option<Vec<(String, Argument)>> {
    let Some((before, rest)) = template.split_once('{') else { return (template == text).then(Vec::new) };
    let (name, after) = rest.split_once('}')?;
    let text = text.strip_prefix(before)?;
    let next = after.split('{').next().unwrap_or_default();
    let mut ends: Vec<usize> = text.match_indices(next).map(|(at, _)| at).collect();
    if after.is_empty() {
        ends = vec![text.len()];
    }
    ends.into_iter().find_map(|end| {
        let value = Place::of(name).read(&text[..end])?;
        let mut values = vec![(name.to_owned(), value)];
        values.extend(self::values(after, &text[end..])?);
        Some(values)
    })
}

fn sentence(text: &str) -> Option<Message> {
    let found = SENTENCES.iter().find_map(|template| Some((*template, values(template, text)?)));
    found.map(|(template, values)| Message::kept(template.to_owned(), values))
}

/// The message that an older version wrote so: a sentence, or several; else somebody's own words.
pub fn message(text: &str) -> Message {
    if let Some(message) = sentence(text) {
        return message;
    }
    // The sanctions of a decision are a list.
    let listed: Option<Vec<Message>> = text.split("; ").map(sentence).collect();
    if let Some(listed) = listed {
        return Message::joined(Join::Semicolons, listed);
    }
    let ends = text.match_indices(". ").map(|(at, stop)| (at + 1, at + stop.len()));
    let mut parts = ends.filter_map(|(end, next)| Some((sentence(&text[..end])?, &text[next..])));
    match parts.next() {
        Some((first, rest)) => Message::joined(Join::Sentences, [first, message(rest)]),
        None => Message::verbatim(text),
    }
}

/// A notice's body, in which the sentences of these members are messages. What people wrote stays there as text.
fn told(body: Value, members: &[&str]) -> Value {
    let carried = |(name, value): (String, Value)| match &value {
        Value::String(text) if members.contains(&name.as_str()) => {
            let message = message(text);
            (name, if message.as_verbatim().is_some() { value } else { json!(message) })
        }
        _ => (name, told(value, members)),
    };
    match body {
        Value::Object(all) => all.into_iter().map(carried).collect(),
        other => other,
    }
}

/// Carries over the columns of those migrations that were just run.
pub(super) fn carry_over(db: &mut Db, migrations: &[String]) -> Result<(), Error> {
    let json = |message: Message| Kept::of(message).into_json();
    for (version, table, column, held) in COLUMNS {
        if !migrations.iter().any(|ran| ran == version) {
            continue;
        }
        match held {
            ColumnForm::Each => rewriting::rewrite_all(db, table, column, "1 = 1", |text| json(message(text)))?,
            ColumnForm::Where(holds) => {
                let not = format!("NOT ({holds})");
                rewriting::rewrite_all(db, table, column, &not, |text| json(Message::verbatim(text)))?;
                rewriting::rewrite_all(db, table, column, holds, |text| json(message(text)))?;
            }
            ColumnForm::Members(members) => rewriting::rewrite_all(db, table, column, "1 = 1", |text| {
                serde_json::from_str(text).map_or_else(|_| text.to_owned(), |body| told(body, members).to_string())
            })?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rookery_messages::say;

    use super::*;

    #[test]
    fn sentences_are_read_with_their_values() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 6).unwrap_or_default();
        let case = say!("Case {case}", case = "2026-C-003");
        for (text, read) in [
            ("Joined the leaderboard", say!("Joined the leaderboard")),
            ("Game 7", say!("Game {game}", game = 7)),
            ("Absent in the week of 2026-11-06", say!("Absent in the week of {day}", day)),
            ("Game 7 voided: Case 2026-C-003", say!("Game {game} voided: {why}", game = 7, why = &case)),
            ("Game 7 voided: Nobody saw it.", say!("Game {game} voided: {why}", game = 7, why = "Nobody saw it.")),
            (
                "present in 1 of the last 5 weeks, with 0 games",
                say!(
                    "present in {present} of the last {weeks} weeks, with {games} games",
                    present = 1,
                    weeks = 5,
                    games = 0
                ),
            ),
            (
                "A dispute was settled. Game 9, the rematch, does not stand.",
                say!("A dispute was settled.").then(say!("Game {game}, the rematch, does not stand.", game = 9)),
            ),
        ] {
            assert_eq!(message(text), read);
            assert_eq!(read.to_string(), text);
        }
    }

    #[test]
    fn what_notices_told_is_read_and_what_people_wrote_in_them_is_not() {
        let what = json!({ "reason": "They talked.", "title": "Game 7" });
        let body = json!({ "decision": 4, "cause": "Case 2026-C-003", "case": "2026-C-003", "what": what });
        let carried = told(body, TOLD);
        assert_eq!(carried["case"], "2026-C-003", "a number is no sentence");
        assert_eq!(carried["cause"], json!(say!("Case {case}", case = "2026-C-003")));
        assert_eq!(carried["what"], json!({ "reason": "They talked.", "title": "Game 7" }));
    }

    #[test]
    fn what_people_wrote_stays_their_words() {
        for text in
            ["", ".", "Game", "Game seven", "Game 07", "Decision: none", "It was late. They had left; 007.", "{game}"]
        {
            assert_eq!(message(text), Message::verbatim(text));
        }
    }

    #[test]
    fn every_sentence_is_found_again() {
        for template in SENTENCES {
            let numbers = [
                "count", "decision", "game", "games", "least", "minutes", "number", "points", "present", "round",
                "table", "weeks",
            ];
            let filled =
                numbers.iter().fold((*template).to_owned(), |text, name| text.replace(&format!("{{{name}}}"), "3"));
            let filled = filled.replace("{day}", "2026-11-06").replace("{case}", "2026-C-003");
            let filled = ["{act}", "{colour}", "{id}", "{outcome}", "{role}", "{square}", "{state}"]
                .iter()
                .fold(filled, |text, place| text.replace(place, "white"));
            let words = [
                "{ban}",
                "{by}",
                "{effect}",
                "{names}",
                "{office}",
                "{reason}",
                "{subject}",
                "{title}",
                "{until}",
                "{what}",
                "{why}",
            ];
            let filled = words.iter().fold(filled, |text, place| text.replace(place, "so it was"));
            let message = message(&filled);
            assert_eq!((message.template(), message.to_string()), (*template, filled));
        }
    }
}
