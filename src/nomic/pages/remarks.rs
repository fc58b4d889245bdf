//! Titles and notes of players on the pages: on rules, on proposals, and on drafts before they are proposed.

use rookery_nomic::game::Message as Said;
use rookery_nomic::lines;
use rookery_nomic::notes::Annotation;
use rookery_nomic::plays::{Play, Subject, Thread};

use super::Around;
use crate::error::Refusal;
use crate::tables::TableId;
use crate::web::layout::Frame;
use crate::web::typed::Fields;

/// What players have said of a rule, a proposal or a draft.
pub struct Remarks {
    /// `Rule 205`, as lines have it; a form sends it back.
    pub about: &'static str,
    pub number: usize,
    /// The page that it stands on.
    pub back: String,
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
    /// None of what is not there.
    pub fn of(frame: &Frame, around: &Around, about: Subject) -> Option<Remarks> {
        let game = &around.game;
        let kept = game.kept(about)?;
        let (name, number, back) = match about {
            Subject::Rule { label } => ("rule", label as usize, format!("rules/{label}")),
            Subject::Proposal { number } => ("proposal", number as usize, format!("proposals/{number}")),
            Subject::Draft { message } => ("draft", message, "threads".to_owned()),
        };
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
        Some(Remarks { about: name, number, back, title, notes, may_write, may_title })
    }
}

/// The words of a note or a title in the discussion, and what they are about, with its page; nothing of other talk.
pub fn note(frame: &Frame, around: &Around, message: &Said) -> Option<(String, (String, String))> {
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
    let (kind, number, page) = match about {
        Subject::Rule { label } => ("rule", label as usize, format!("rules/{label}")),
        Subject::Proposal { number } => ("proposal", number as usize, format!("proposals/{number}")),
        Subject::Draft { message } => ("draft", message, format!("threads?thread=drafts#draft-{message}")),
    };
    let said = if title { frame.word("nomic-titled", kind) } else { frame.word("nomic-noted", kind) };
    let said = said.with("number", number);
    Some((text, (said.to_string(), format!("/nomic/{}/{page}", around.id))))
}

/// The line of a title or a note.
pub fn line(sent: &Fields) -> Result<Option<(Thread, String)>, Refusal> {
    let title = sent.text("act") == "title";
    let number = sent.number("number")?.unwrap_or_default();
    let small = u32::try_from(number).unwrap_or_default();
    let about = match sent.text("about") {
        "rule" => Subject::Rule { label: small },
        "proposal" => Subject::Proposal { number: small },
        "draft" => Subject::Draft { message: small as usize },
        _ => return Ok(None),
    };
    let text = sent.text("text").trim().to_owned();
    Ok(Some((Thread::Discussion, lines::print(&Play::Annotate { about, title, text }))))
}

/// The page of a rule or of a proposal, to which a form leads back.
pub fn page(id: TableId, back: &str) -> Option<String> {
    let (kind, number) = back.split_once('/')?;
    let number: u32 = number.parse().ok()?;
    ["rules", "proposals"].contains(&kind).then(|| format!("/nomic/{id}/{kind}/{number}"))
}
