//! What the pages of a game show, put together from it.

use chrono::Weekday;
use rookery_messages::Message as Sentence;
use rookery_nomic::accounts::{By, Deed};
use rookery_nomic::bindings::{Force, Role};
use rookery_nomic::game::{Game, Message};
use rookery_nomic::ledger::{Entry, Reason};
use rookery_nomic::lines::court::print_target;
use rookery_nomic::parameters::Threshold;
use rookery_nomic::plays::{Made, Target, Thread};
use rookery_nomic::rulebook::Cause;
use rookery_nomic::wins::TakenBy;
use rookery_nomic::{lines, references};
use serde_json::{Map, Value};

use super::drafts::DraftLine;
use super::remarks::{self, Remarks};
use super::{Around, forms, settings};
use crate::fields;
use crate::nomic::{deadlines, history};
use crate::web::catalogue::{Language, begun};
use crate::web::layout::Frame;

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
    let stop = if text.is_empty() || text.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    format!("{}{stop}", begun(text))
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
            Threshold::PartOfCast(part) | Threshold::PartOfEligible(part) | Threshold::QuorumPart(part) => {
                word.with("part", part.to_string()).to_string()
            }
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
    /// What asks the court about it, if it is a claim that counts.
    pub claim: Option<String>,
}

/// Points by their numbers, as people read them; of a preview some have numbers that the game does not have yet.
pub fn posted<'a>(entries: impl Iterator<Item = (usize, &'a Entry)>, frame: &Frame, around: &Around) -> Vec<Posted> {
    let told = |(seq, entry): (usize, &Entry)| Posted {
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
        taken_back: entry.reversed_by.as_ref().map(|by| taken_back(frame, by)),
        claim: (is_open_claim(entry) && seq < around.game.ledger.len()).then(|| about_entry(seq)),
    };
    entries.map(told).collect()
}

/// Whether somebody claimed these points, and they still count.
fn is_open_claim(entry: &Entry) -> bool {
    matches!(entry.reason, Reason::Claim(_)) && entry.reversed_by.is_none()
}

/// What asks the court about points of this number.
fn about_entry(seq: usize) -> String {
    format!("about={}", print_target(&Target::Entry { seq }).to_string().replace(' ', "+"))
}

/// What asks the court about something else that was claimed, by the place of its deed, while it counts.
pub fn about_deed((place, deed): (usize, &Deed)) -> Option<String> {
    let is_open = matches!(deed.by, By::Claim { .. }) && deed.reversed_by.is_none();
    is_open.then(|| format!("deed={place}"))
}

/// What asks the court about the claim that a message made, while it counts.
fn claimed(game: &Game, message: &Message) -> Option<String> {
    match message.made {
        Some(Made::Entry(seq)) => game.ledger.get(seq).filter(|entry| is_open_claim(entry)).map(|_| about_entry(seq)),
        Some(Made::Deed(place)) => game.accounts.deeds.get(place).and_then(|deed| about_deed((place, deed))),
        _ => None,
    }
}

/// A number with a minus as long as the plus of a change: `−10`.
pub fn number(number: i64) -> String {
    number.to_string().replace('-', "\u{2212}")
}

/// The same of a change, with its sign: `+10`.
pub fn signed(number: i64) -> String {
    format!("{}{}", if number < 0 { "" } else { "+" }, self::number(number))
}

/// What has taken points back, or what was done beside them.
pub fn taken_back(frame: &Frame, by: &TakenBy) -> String {
    match by {
        TakenBy::Win => frame.t("nomic-taken-back-by-win"),
        TakenBy::Judgement(id) => frame.t("nomic-taken-back").with("id", id),
    }
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
    pub void: Option<Sentence>,
    /// What would have made it void if the rules were known.
    pub warnings: Vec<Sentence>,
    /// What a note or a title is about, in words, and its page.
    pub about: Option<(String, String)>,
    /// Of a draft: how it is called, and what others say of it.
    pub remarks: Option<Remarks>,
    pub draft: Option<DraftLine>,
    /// What asks the court about what it claims, while that counts.
    pub claim: Option<String>,
}

impl Line {
    /// `club` are the house rules that a game can set.
    pub fn of(message: &Message, frame: &Frame, around: &Around, club: &Map<String, Value>) -> Line {
        let (game, whole) = (&around.game, message.line.as_str());
        let line = if message.thread == Thread::Drafts { lines::draft(whole).1 } else { whole };
        let patch = forms::patch_of(line);
        let changes = settings::changes(frame, game, club, &patch).into_iter();
        let plain = patch.is_empty();
        let note = remarks::note(frame, around, message);
        Line {
            at: around.moment(frame, &message.at),
            author: message.author.clone(),
            text: match &note {
                Some((text, _)) => text.clone(),
                None if plain => line.to_owned(),
                None => lines::spoken(line),
            },
            about: note.map(|(_, about)| about),
            settings: changes.map(settings::Change::without_before).collect(),
            written: (!plain).then(|| message.line.clone()),
            void: message.void.as_ref().map(|void| game.why(void)),
            warnings: message.warnings.iter().map(|warned| game.why(warned)).collect(),
            remarks: None,
            draft: None,
            claim: claimed(game, message),
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

#[cfg(test)]
mod tests {
    use super::{number, sentence, signed};

    #[test]
    fn a_minus_is_as_long_as_a_plus() {
        assert_eq!([7, 0, -5].map(signed), ["+7", "+0", "−5"]);
        assert_eq!(number(-10), "−10");
    }

    #[test]
    fn a_reason_that_stands_alone_is_a_sentence() {
        assert_eq!(sentence("today is not your day (rule 201)"), "Today is not your day (rule 201).");
        assert_eq!(sentence("The Judge decides."), "The Judge decides.");
        assert_eq!(sentence(""), "");
    }
}
