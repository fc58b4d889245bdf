//! What the pages of a game show, put together from it.

use chrono::Weekday;
use rookery_messages::Message as Said;
use rookery_nomic::Void;
use rookery_nomic::bindings::{Force, Role};
use rookery_nomic::explain::Explanation;
use rookery_nomic::game::{Game, Message, Status};
use rookery_nomic::ledger::{Entry, Reason};
use rookery_nomic::parameters::{Effect, Threshold};
use rookery_nomic::plays::Thread;
use rookery_nomic::rulebook::{Cause, RuleStatus};
use rookery_nomic::wins::THE_WIN;
use rookery_nomic::{lines, references};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::drafts::DraftLine;
use super::remarks::{self, Remarks};
use super::{Around, forms, quantities, settings};
use crate::fields;
use crate::nomic::deadlines;
use crate::nomic::history::{self, Change, said};
use crate::rulebook::diff::{Words, words};
use crate::web::catalogue::Language;
use crate::web::layout::Frame;

pub fn status(game: &Game) -> &'static str {
    match game.status {
        Status::Active => "active",
        Status::Won => "won",
        Status::Ended => "ended",
    }
}

pub fn name(thread: Thread) -> &'static str {
    match thread {
        Thread::Voting => "voting",
        Thread::Points => "points",
        Thread::Discussion => "discussion",
        Thread::Drafts => "drafts",
    }
}

/// With a capital at its beginning and a full stop at its end.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let stop = if text.is_empty() || text.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

/// What made a version of a rule.
pub fn cause(frame: &Frame, cause: &Cause) -> String {
    match cause {
        Cause::Initial => frame.t("nomic-by-initial").to_string(),
        Cause::Proposal { number } => frame.t("nomic-by-proposal").with("number", number).to_string(),
        Cause::AutomaticChange => frame.t("nomic-by-itself").to_string(),
        Cause::Renumber { .. } => frame.t("nomic-by-renumbering").to_string(),
        Cause::Judgement { id } => frame.t("nomic-by-judgement").with("id", id).to_string(),
        Cause::Win => frame.t("nomic-by-win").to_string(),
    }
}

/// The proposal that made a version of a rule.
pub fn proposal(cause: &Cause) -> Option<u32> {
    if let Cause::Proposal { number } = cause { Some(*number) } else { None }
}

/// A day of the week, in full.
pub fn weekday(frame: &Frame, day: Weekday) -> String {
    frame.word("nomic-day", day.to_string().to_lowercase()).to_string()
}

/// What a rule-change needs, in words; empty if no rule says.
pub fn needs(language: Language, thresholds: &[Threshold]) -> String {
    let told = |threshold: &Threshold| {
        let word = language.word("nomic-threshold", fields::word(threshold));
        match threshold {
            Threshold::AtLeast(number) | Threshold::Quorum(number) => word.with("number", number).to_string(),
            _ => word.to_string(),
        }
    };
    thresholds.iter().map(told).collect::<Vec<_>>().join(" · ")
}

/// Points, with what they are for.
pub struct Posted {
    pub at: String,
    pub player: String,
    pub change: String,
    pub total: String,
    pub rule: Option<u32>,
    pub proposal: Option<u32>,
    pub why: String,
    /// What has taken it out again, in words.
    pub taken_back: Option<String>,
}

pub fn posted<'a>(entries: impl Iterator<Item = &'a Entry>, frame: &Frame, around: &Around) -> Vec<Posted> {
    let told = |entry: &Entry| Posted {
        at: around.moment(frame, &entry.at),
        player: entry.player.clone(),
        change: frame.signed(entry.delta),
        total: number(entry.total_after),
        rule: entry.rule.as_ref().map(|rule| around.game.number_now(rule)),
        proposal: if let Reason::Proposal(number) = entry.reason { Some(number) } else { None },
        why: match &entry.reason {
            Reason::Proposal(number) => frame.t("nomic-by-proposal").with("number", number).to_string(),
            Reason::Judgement(id) => frame.t("nomic-by-judgement").with("id", id).to_string(),
            Reason::Claim(why) | Reason::Effect(why) => why.clone(),
        },
        taken_back: entry.reversed_by.as_deref().map(|by| taken_back(frame, by)),
    };
    entries.map(told).collect()
}

/// A number with a minus as long as the plus of a change: `−10`.
pub fn number(number: i64) -> String {
    number.to_string().replace('-', "\u{2212}")
}

/// The same of a change, with its sign: `+10`.
pub fn signed(number: i64) -> String {
    format!("{}{}", if number < 0 { "" } else { "+" }, self::number(number))
}

/// What has made points or a vote void: a Judgement, or a win that came before.
pub fn taken_back(frame: &Frame, by: &str) -> String {
    if by == THE_WIN { frame.t("nomic-taken-back-by-win") } else { frame.t("nomic-taken-back").with("id", by) }
        .to_string()
}

/// A run of a rule's text: a number of a rule leads to it.
pub struct Piece {
    pub text: String,
    pub rule: Option<u32>,
}

/// Paragraphs with their references as links.
pub fn linked(text: &[String]) -> Vec<Vec<Piece>> {
    linked_to(text, |label| label)
}

/// The same with each number leading to another's rule.
pub fn linked_to(text: &[String], to: impl Fn(u32) -> u32) -> Vec<Vec<Piece>> {
    let paragraph = |text: &String| {
        let text = history::flowing(text.trim());
        let (mut pieces, mut done) = (Vec::new(), 0);
        for (place, label) in references::find(&text) {
            pieces.push(Piece { text: text[done..place.start].to_owned(), rule: None });
            pieces.push(Piece { text: text[place.clone()].to_owned(), rule: Some(to(label)) });
            done = place.end;
        }
        pieces.push(Piece { text: text[done..].to_owned(), rule: None });
        pieces
    };
    text.iter().map(paragraph).collect()
}

/// A message of a thread.
pub struct Line {
    pub at: String,
    pub author: Option<String>,
    /// In words.
    pub text: String,
    /// What it has the service enforce.
    pub settings: Vec<settings::Change>,
    /// As it was written, where that says more than words.
    pub written: Option<String>,
    pub void: Option<Said>,
    /// What would have made it void if the rules were known.
    pub warnings: Vec<Said>,
    /// What a note or a title is about, in words, and its page.
    pub about: Option<(String, String)>,
    /// Of a draft: how it is called, and what others say of it.
    pub remarks: Option<Remarks>,
    pub draft: Option<DraftLine>,
}

impl Line {
    /// `club` are the house rules that a game can set.
    pub fn of(message: &Message, frame: &Frame, around: &Around, club: &Map<String, Value>) -> Line {
        let whole = message.line.as_str();
        let line = if message.thread == Thread::Drafts { lines::draft(whole).1 } else { whole };
        let patch = forms::patch_of(line);
        let changes = settings::changes(frame, &around.game, club, &patch).into_iter();
        let plain = patch.is_empty();
        let note = remarks::note(frame, around, message);
        Line {
            at: around.moment(frame, &message.at),
            author: message.author.clone(),
            text: match &note {
                Some((text, _)) => text.clone(),
                None if plain => line.to_owned(),
                None => forms::words_of(line),
            },
            about: note.map(|(_, about)| about),
            settings: changes.map(settings::Change::without_before).collect(),
            written: (!plain).then(|| message.line.clone()),
            void: message.void.as_ref().map(Void::message),
            warnings: message.warnings.iter().map(Void::message).collect(),
            remarks: None,
            draft: None,
        }
    }
}

/// What the service only warns about, for nobody has said what a rule's words mean, and the number of that rule. Quantities go
/// on as they are then, and effects stop, of which pages tell one by one.
pub fn only_warn(frame: &Frame, around: &Around) -> Vec<(String, Option<u32>)> {
    let game = &around.game;
    let warns = |role: &&Role| game.force(**role) == Force::Advisory && !role.has_names();
    let roles = game.bindings.bound.keys().filter(warns);
    let told = |role: &Role| (frame.word("nomic-role", fields::word(role)).to_string(), deadlines::rule(game, *role));
    roles.map(told).collect()
}

/// A rule that a rule-change touches.
pub struct Touched {
    /// Its number before and after; none where it is new.
    pub before: Option<u32>,
    pub after: u32,
    /// Immutable from then on, or no longer.
    pub turns_immutable: Option<bool>,
    pub is_gone: bool,
    pub words: Vec<Words>,
}

impl From<Change<'_>> for Touched {
    fn from(change: Change<'_>) -> Touched {
        let (from, to) = (change.from, change.to);
        let turned = from.as_ref().is_some_and(|from| from.immutable != to.immutable);
        Touched {
            before: from.map(|from| from.label),
            after: to.label,
            turns_immutable: turned.then_some(to.immutable),
            is_gone: to.status != RuleStatus::InEffect,
            words: change.words,
        }
    }
}

impl Touched {
    /// Rules and references that `explain` names.
    pub fn all(answer: &Value) -> Vec<Touched> {
        let number = |rule: &Value| rule["label"].as_u64().and_then(|label| u32::try_from(label).ok());
        let is_gone = |rule: &Value| rule["status"] != "in_effect";
        let body = |rule: &Value| {
            let text: Vec<String> = Deserialize::deserialize(&rule["text"]).unwrap_or_default();
            if is_gone(rule) { String::new() } else { history::flowing(&said(&text)) }
        };
        let touched = |change: &Value| {
            let (before, after) = (&change["before"], &change["after"]);
            let turned = !before.is_null() && before["immutable"] != after["immutable"];
            Touched {
                before: number(before),
                after: number(after).unwrap_or_default(),
                turns_immutable: after["immutable"].as_bool().filter(|_| turned),
                is_gone: is_gone(after),
                words: words(&body(before), &body(after)),
            }
        };
        let all = ["rules", "references"].into_iter().flat_map(|kind| answer[kind].as_array().into_iter().flatten());
        all.map(touched).collect()
    }
}

/// What a rule-change would do, from what `explain` answers.
pub struct Preview {
    pub number: u64,
    /// Why it is none, if it is none.
    pub fault: Option<Said>,
    pub why_not_now: Option<Said>,
    pub effect: String,
    pub because: Option<Said>,
    pub needs: String,
    pub touched: Vec<Touched>,
    pub mutable_before: Value,
    pub mutable_after: Value,
    pub mutable_most: Value,
    pub only_warns: String,
    pub about_winning: bool,
    /// Counts that everybody who plays votes in: yes, cast, adopted, points of the proposer, and whether these win.
    pub points: Vec<(Value, Value, bool, String, bool)>,
    /// What the service would do where no rule asks for it any more, and what goes on by another rule.
    pub without: Vec<String>,
    pub goes_on: String,
    /// Whether a rule is repealed that nothing rests on.
    pub repeals_text: bool,
    pub settings: Vec<settings::Change>,
    /// Whether the club would follow the house rules that it sets, and why not.
    pub house_rules: Option<(bool, Option<Said>)>,
    /// Players whose weekday it makes void, each with that day.
    pub silenced: Vec<(String, String)>,
    /// Rules that would both be in effect and say different things.
    pub conflicts: Vec<Said>,
    /// Other rules that name those which it changes, and other open proposals about the same.
    pub mentioned_in: Vec<Value>,
    pub also_changed_by: Vec<Value>,
    /// What of quantities of the players' own would be otherwise, and who would have how much of each.
    pub counted: Vec<(String, String)>,
    /// What happens no longer by itself, or otherwise.
    pub happens: Vec<(String, String)>,
    /// What would stop, for its rule gets other words.
    pub stops: String,
    /// New players whom it names, and whether somebody in the club has that name.
    pub newcomers: Vec<(String, bool)>,
}

impl Preview {
    /// Whether some count makes the proposer win.
    pub fn wins(&self) -> bool {
        self.points.iter().any(|(_, _, _, _, wins)| *wins)
    }

    /// `fault`: why the club would not follow its house rules.
    pub fn of(
        frame: &Frame,
        game: &Game,
        explanation: Explanation,
        fault: Option<Said>,
        settings: Vec<settings::Change>,
    ) -> Preview {
        let answer = &explanation.answer;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let warns = list(&answer["only_warns_afterwards"]);
        let warns = warns.iter().map(|role| frame.word("nomic-role", fields::word(role)).to_string());
        let counts = list(&answer["points"]);
        let most = counts.iter().filter_map(|row| row["cast"].as_u64()).max();
        let row = |row: &Value| {
            let adopted = row["adopted"] == true;
            let points = number(row["proposer"].as_i64().unwrap_or(0));
            (row["yes"].clone(), row["cast"].clone(), adopted, points, row["wins"] == true)
        };
        let newcomers = list(&answer["newcomers"]);
        let without: Vec<String> = list(&answer["without"])
            .iter()
            .map(|role| frame.word("nomic-without", fields::word(role)).to_string())
            .collect();
        let goes_on = list(&answer["goes_on"]);
        let goes_on: Vec<String> =
            goes_on.iter().map(|role| frame.word("nomic-role", fields::word(role)).to_string()).collect();
        let day = |one: &Value| frame.word("nomic-day", text(&one["weekday"]).to_lowercase()).to_string();
        let house = &answer["house_rules"];
        let held = |(name, change): (&String, &Value)| {
            let Some(held) = change["after"].as_object() else {
                return (name.clone(), frame.t("nomic-counted-no-longer").to_string());
            };
            let each = held.iter().map(|(holder, now)| format!("{} {now}", quantities::called(frame.language, holder)));
            (name.clone(), each.collect::<Vec<_>>().join(", "))
        };
        let declared = &game.bindings.parameters.quantities;
        let happens = |(name, change): (&String, &Value)| {
            // What is new is told with what the rule-change sets.
            if change["before"].is_null() {
                return None;
            }
            let after = Effect::deserialize(&change["after"]).ok();
            let gone = || frame.t("nomic-happens-no-longer").to_string();
            Some((name.clone(), after.map_or_else(gone, |after| quantities::effect(frame.language, &after, declared))))
        };
        let thresholds: Vec<Threshold> = Deserialize::deserialize(&answer["needs"]).unwrap_or_default();
        let touched = Touched::all(answer);
        let nothing_rests =
            without.is_empty() && goes_on.is_empty() && list(&answer["only_warns_afterwards"]).is_empty();
        let nothing_counted = [&answer["quantities"], &answer["effects"]].iter().all(|all| all.is_null());
        Preview {
            repeals_text: touched.iter().any(|rule| rule.is_gone) && nothing_rests && nothing_counted,
            without,
            goes_on: frame.language.listed(&goes_on),
            number: answer["number"].as_u64().unwrap_or(0),
            fault: explanation.why,
            why_not_now: explanation.why_not_now,
            effect: text(&answer["if_adopted"]),
            because: explanation.because,
            needs: needs(frame.language, &thresholds),
            touched,
            mutable_before: answer["mutable_rules"]["before"].clone(),
            mutable_after: answer["mutable_rules"]["after"].clone(),
            mutable_most: answer["mutable_rules"]["most"].clone(),
            only_warns: frame.language.listed(&warns.collect::<Vec<_>>()),
            about_winning: answer["about_winning"] == true,
            points: counts.iter().filter(|row| row["cast"].as_u64() == most).map(row).collect(),
            settings,
            house_rules: house.is_object().then(|| (house["followed"] == true, fault)),
            silenced: list(&answer["silenced"]).iter().map(|one| (text(&one["player"]), day(one))).collect(),
            mentioned_in: list(&answer["mentioned_in"]),
            also_changed_by: list(&answer["also_changed_by"]),
            counted: answer["quantities"].as_object().into_iter().flatten().map(held).collect(),
            happens: answer["effects"].as_object().into_iter().flatten().filter_map(happens).collect(),
            stops: frame.language.listed(&list(&answer["stops"]).iter().map(text).collect::<Vec<_>>()),
            conflicts: explanation.conflicts,
            newcomers: newcomers.iter().map(|one| (text(&one["name"]), one["member"] == true)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn a_reason_that_stands_alone_is_a_sentence() {
        assert_eq!(sentence("today is not your day (rule 201)"), "Today is not your day (rule 201).");
        assert_eq!(sentence("The Judge decides."), "The Judge decides.");
        assert_eq!(sentence(""), "");
    }
}
