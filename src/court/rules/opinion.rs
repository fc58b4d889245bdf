//! Opinions: who writes the Court's, and who writes besides (Act III.3.10).

use super::super::OpinionKind;
use super::{Part, Who};
use crate::error::Refusal;
use crate::id::PersonId;
use crate::members;

/// The text of an opinion, trimmed.
pub fn text(text: &str) -> Result<String, Refusal> {
    members::rules::text("text", text, 16, 50_000).map_err(|refusal| refusal.act("III.3.10"))
}

/// Whether the Chief Justice may name this author: both are of the majority.
pub fn name_author(chief: &Who, author: PersonId, majority: &[PersonId]) -> Result<(), Refusal> {
    if !chief.is(Part::Majority) {
        let detail = "The Chief Justice names the author when in the majority; here any justice of it may write.";
        return Err(Refusal::forbidden(detail, "III.3.10"));
    }
    if !majority.contains(&author) {
        return Err(Refusal::field("justice", "The author is one of the majority.").act("III.3.10"));
    }
    Ok(())
}

/// Whether somebody writes the Court's opinion: whoever was named, or any justice of the majority.
pub fn publish(by: &Who, named: Option<PersonId>, name: &dyn Fn(PersonId) -> String) -> Result<(), Refusal> {
    match named {
        Some(author) if author != by.person => {
            let detail = format!("The Chief Justice named {} to write the opinion.", name(author));
            Err(Refusal::forbidden(detail, "III.3.10"))
        }
        _ => Ok(()),
    }
}

/// Whether somebody may write or join an opinion of this kind: the majority concurs, the others dissent.
pub fn side(by: &Who, kind: OpinionKind) -> Result<(), Refusal> {
    let fits = match kind {
        OpinionKind::Majority | OpinionKind::Concurrence => by.is(Part::Majority),
        OpinionKind::Dissent => !by.is(Part::Majority),
    };
    if fits {
        return Ok(());
    }
    let detail = "Who was of the majority concurs; who was not dissents.";
    Err(Refusal::field("kind", detail).act("III.3.10"))
}
