//! The rulebook as pages: the Terms with what the Court says of them, their versions and differences,
//! proposals, and the editor that shows what changes before it changes.

mod book;
mod editor;
mod proposals;
mod questions;

use chrono::NaiveTime;
use serde_json::Value;

use super::HouseRules;
use super::diff::Difference;
use crate::auth::{self, Role};
use crate::db::Db;
use crate::error::Error;
use crate::routes;
use crate::web::layout::Frame;

routes! {
    GET "/rulebook" => book::current, Anyone;
    GET "/rulebook/search" => book::search, Anyone;
    GET "/rulebook/acts/{citation}" => book::act, Anyone;
    GET "/rulebook/house_rules" => book::house_rules, Anyone;
    GET "/rulebook/diff" => book::diff, Anyone;
    GET "/rulebook/versions" => book::versions, Anyone;
    POST "/rulebook/versions" => editor::publish, ChiefJustice;
    GET "/rulebook/versions/{number}" => book::version, Anyone;
    GET "/rulebook/editor" => editor::open, Moderator;
    POST "/rulebook/previews" => editor::preview, Moderator;
    GET "/suggestions" => proposals::suggestions, SignedIn;
    POST "/suggestions" => proposals::suggest, SignedIn, Member;
    POST "/suggestions/{id}/answer" => proposals::answer, ChiefJustice;
    POST "/suggestions/{id}/withdrawal" => proposals::withdraw_suggestion, SignedIn, Own;
    GET "/change_requests" => proposals::requests, Club;
    POST "/change_requests" => editor::ask, Moderator;
    GET "/change_requests/{id}" => proposals::one_request, Club;
    POST "/change_requests/{id}/acceptance" => proposals::accept, ChiefJustice;
    POST "/change_requests/{id}/declining" => proposals::decline, ChiefJustice;
    POST "/change_requests/{id}/withdrawal" => proposals::withdraw_request, SignedIn, Author;
}

/// A size of panels that is proposed, and the justices that there are for it.
struct Panels {
    size: u64,
    justices: usize,
}

impl Panels {
    /// `None` if panels stay as they are.
    fn proposed(db: &mut Db, changes: &Difference) -> Result<Option<Panels>, Error> {
        let rule = changes.rules.iter().find(|rule| rule.name == "panel_justices");
        let Some(size) = rule.and_then(|rule| rule.to.as_u64()) else { return Ok(None) };
        let mut justices = auth::store::holders(db, Role::Justice)?;
        justices.extend(auth::store::holders(db, Role::ChiefJustice)?);
        justices.sort_unstable();
        justices.dedup();
        Ok(Some(Panels { size, justices: justices.len() }))
    }

    /// No panel could be picked (Act III.3.3).
    fn are_too_large(&self) -> bool {
        u64::try_from(self.justices).is_ok_and(|justices| justices < self.size)
    }

    /// Half of one could be for a judgment and half against it.
    fn can_tie(&self) -> bool {
        self.size.is_multiple_of(2)
    }
}

/// A house rule's value as the reader says it.
pub fn value_in_words(frame: &Frame, name: &str, value: &Value) -> String {
    match (name, value) {
        (_, Value::Bool(holds)) => frame.t(if *holds { "yes" } else { "no" }).to_string(),
        ("session_weekday", Value::String(day)) => frame.word("weekday", day).to_string(),
        ("visitors", Value::String(visitors)) => frame.word("visitors", visitors).to_string(),
        ("confirmation", Value::String(how)) => frame.word("confirmation", how).to_string(),
        (_, Value::String(text)) => time(value).unwrap_or_else(|| text.clone()),
        (_, other) => other.to_string(),
    }
}

/// A wording that is compared with another: house rules, which stand in braces there, have the reader's names.
pub fn wording(frame: &Frame, text: &str) -> String {
    let mut told = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, found)) = rest.split_once('{') {
        told.push_str(before);
        match found.split_once('}').filter(|(name, _)| HouseRules::has(name)) {
            Some((name, after)) => {
                told.push('[');
                told.push_str(&frame.word("rule", name).to_string());
                told.push(']');
                rest = after;
            }
            None => {
                told.push('{');
                rest = found;
            }
        }
    }
    told.push_str(rest);
    told
}

/// A time of day to the minute, as clocks and fields have it.
fn time(value: &Value) -> Option<String> {
    let time = NaiveTime::parse_from_str(value.as_str()?, "%H:%M:%S").ok()?;
    Some(time.format("%H:%M").to_string())
}
