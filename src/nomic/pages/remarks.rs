//! Titles and notes of players on the pages: on rules, on proposals, and on drafts before they are proposed.

use rookery_messages::say;
use rookery_nomic::game::Message as ThreadMessage;
use rookery_nomic::lines;
use rookery_nomic::notes::Annotation;
use rookery_nomic::plays::{Play, Subject, Thread};
use serde::{Deserialize, Serialize};

use super::Around;
use super::back::Back;
use crate::error::Refusal;
use crate::fields::{of_word, word};
use crate::web::layout::Frame;
use crate::web::typed::Fields;

/// What can have titles and notes.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Rule,
    Proposal,
    Draft,
}

impl Kind {
    /// The kind of a subject, its number, and the page where its titles and notes stand.
    fn of(about: Subject) -> (Kind, usize, Back) {
        match about {
            Subject::Rule { label } => (Kind::Rule, label as usize, Back::Rule(label)),
            Subject::Proposal { number } => (Kind::Proposal, number as usize, Back::Proposal(number)),
            Subject::Draft { message } => (Kind::Draft, message, Back::Threads),
        }
    }

    fn numbered(self, number: u32) -> Subject {
        match self {
            Kind::Rule => Subject::Rule { label: number },
            Kind::Proposal => Subject::Proposal { number },
            Kind::Draft => Subject::Draft { message: number as usize },
        }
    }
}

/// What players have said of a rule, a proposal or a draft.
pub struct Remarks {
    /// The word for its kind, which a form sends back with its number.
    pub about: String,
    pub number: usize,
    /// The page that it stands on.
    pub back: Back,
    pub title: Option<String>,
    pub notes: Vec<Remark>,
    /// Whether the reader may say something, and how it is called.
    pub may_write: bool,
    pub may_title: bool,
}

/// A note, with who wrote it and when.
pub struct Remark {
    pub text: String,
    pub by: String,
}

impl Remarks {
    /// `None` if there is no such thing.
    pub fn of(frame: &Frame, around: &Around, about: Subject) -> Option<Remarks> {
        let game = &around.game;
        let kept = game.kept(about)?;
        let (kind, number, back) = Kind::of(about);
        let remark = |one: &Annotation| Remark {
            text: one.text.clone(),
            by: format!("{}, {}", one.by, around.moment(frame, &one.at)),
        };
        // Lines that the first edition does not know would be talk.
        let may_write = around.viewer.is_some() && game.edition.is_second();
        let may_title = around.viewer.as_ref().is_some_and(|viewer| may_write && game.may_title(viewer, &kept));
        let title = game.title(&kept).map(str::to_owned);
        let all = game.forms(&kept);
        let notes = all.iter().rev().flat_map(|one| game.notes(one)).map(remark).collect();
        Some(Remarks { about: word(&kind), number, back, title, notes, may_write, may_title })
    }

    /// Whether it is said of a draft, which stands in a thread of its own.
    pub fn is_of_a_draft(&self) -> bool {
        self.back == Back::Threads
    }
}

/// The words of a note or a title in the discussion, and what they are about, with its page; `None` for other talk.
pub fn note(frame: &Frame, around: &Around, message: &ThreadMessage) -> Option<(String, (String, String))> {
    let line = Some(message.line.as_str()).filter(|_| message.thread == Thread::Discussion)?;
    let Ok(Some(Play::Annotate { about, title, text })) = lines::parse(around.game.edition, message.thread, line)
    else {
        return None;
    };
    // A title that was not theirs to give was not kept: it is talk.
    let is_kept = |one: &Annotation| {
        (one.at, one.title, &one.text) == (message.at, title, &text) && Some(&one.by) == message.author.as_ref()
    };
    if !around.game.annotations.iter().any(is_kept) {
        return None;
    }
    let (kind, number, back) = Kind::of(about);
    let page = back.address(around.id, Thread::Drafts);
    let page = if back == Back::Threads { format!("{page}#draft-{number}") } else { page };
    let kind = word(&kind);
    let said = if title { frame.word("nomic-titled", kind) } else { frame.word("nomic-noted", kind) };
    Some((text, (said.with("number", number).to_string(), page)))
}

/// The line of a title or a note in the discussion.
pub fn line(sent: &Fields, title: bool) -> Result<String, Refusal> {
    let number = sent.number("number")?.unwrap_or_default();
    let kind: Option<Kind> = of_word(sent.text("about"));
    let kind = kind.ok_or_else(|| Refusal::field("about", say!("Say what it is about.")))?;
    let about = kind.numbered(u32::try_from(number).unwrap_or_default());
    let text = sent.text("text").trim().to_owned();
    Ok(lines::print(&Play::Annotate { about, title, text }))
}
