//! The rules of a game as pages: all of them at any instant, and each with its history, its notes and what was judged of it.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::{DateTime, Utc};
use rookery_nomic::documents::Note;
use rookery_nomic::plays::Subject;
use rookery_nomic::rulebook::RuleStatus;
use serde::Deserialize;

use super::parts::{self, Piece, Touched};
use super::remarks::{self, Remarks};
use super::{Around, LATEST, quantities};
use crate::App;
use crate::error::{Error, Refusal};
use crate::http::{Params, instant};
use crate::id::PersonId;
use crate::nomic::api::{beside, found};
use crate::nomic::history;
use crate::rulebook::diff::Words;
use crate::tables::TableId;
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

/// An instant: with its zone, or as a form's field has it, by the game's clocks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct At {
    at: Option<String>,
}

impl At {
    fn instant(&self, zone: chrono_tz::Tz) -> Result<Option<DateTime<Utc>>, Refusal> {
        let Some(text) = self.at.as_deref().filter(|text| !text.is_empty()) else { return Ok(None) };
        let local = Fields::from(vec![("at".to_owned(), text.to_owned())]);
        let at = text.parse().or_else(|_| local.instant("at", zone))?;
        Ok(Some(instant::kept("at", at)?.and_utc()))
    }
}

/// A rule as the page of all shows it.
struct Stated {
    label: u32,
    /// How players call it.
    title: Option<String>,
    immutable: bool,
    in_effect: bool,
    text: Vec<Vec<Piece>>,
    since: String,
    /// The proposal that made it so.
    by: Option<u32>,
}

#[derive(Template)]
#[template(path = "nomic/rules.html")]
struct RulesPage {
    frame: Frame,
    around: Around,
    rules: Vec<Stated>,
    /// The instant, where another than now is asked for.
    at: Option<String>,
    /// The instant as a field has it, and as addresses do.
    field: String,
    instant: Option<String>,
    /// Instants at which the rules changed, the newest first.
    changed: Vec<(String, String)>,
    /// What has become of the rules since that instant, where it is an earlier one.
    since: Vec<Touched>,
}

pub async fn all(app: Data<App>, frame: Frame, id: Path<TableId>, asked: Params<At>) -> Result<HttpResponse, Error> {
    let found = found(&app, *id, frame.person.map(PersonId)).await?;
    let around = Around::of(&found, "rules");
    let at = asked.0.instant(around.zone)?;
    let rules = history::rules_at(&found.game, at.unwrap_or(found.game.now));
    let stated = |rule: history::Stated<'_>| Stated {
        label: rule.label,
        // Titles are those of now; long ago another rule may have had the number.
        title: if at.is_none() { remarks::title(&found.game, Subject::Rule { label: rule.label }) } else { None },
        immutable: rule.immutable,
        in_effect: rule.status == RuleStatus::InEffect,
        text: parts::linked(rule.text),
        since: around.moment(&frame, &rule.since),
        by: parts::proposal(rule.cause),
    };
    let rules = rules.into_iter().map(stated).collect();
    let mut instants: Vec<DateTime<Utc>> = found
        .game
        .book
        .rules
        .iter()
        .flat_map(|rule| rule.versions.iter().map(|version| version.effective_at))
        .collect();
    instants.sort_unstable();
    instants.dedup();
    let changed = instants.iter().rev().take(LATEST);
    let changed = changed.map(|at| (at.format("%Y-%m-%dT%H:%M:%SZ").to_string(), around.moment(&frame, at))).collect();
    let field = at.unwrap_or(found.game.now).with_timezone(&around.zone).format("%Y-%m-%dT%H:%M").to_string();
    let since = at.map_or_else(Vec::new, |at| history::changes(&found.game, at, found.game.now));
    let since = since.into_iter().map(Touched::from).collect();
    let instant = at.map(|at| at.format("%Y-%m-%dT%H:%M:%SZ").to_string());
    let at = at.map(|at| around.moment(&frame, &at));
    render(StatusCode::OK, &RulesPage { frame, around, rules, at, field, instant, changed, since })
}

/// A version of a rule: when, by what, and what it changed.
struct Told {
    when: String,
    by: String,
    proposal: Option<u32>,
    label: u32,
    is_first: bool,
    words: Vec<Words>,
}

#[derive(Template)]
#[template(path = "nomic/rule.html")]
struct RulePage<'a> {
    frame: Frame,
    around: Around,
    label: u32,
    immutable: bool,
    in_effect: bool,
    text: Vec<Vec<Piece>>,
    /// The newest first.
    history: Vec<Told>,
    precedents: Vec<history::Precedent<'a>>,
    notes: Vec<Noted>,
    remarks: Option<Remarks>,
    /// Rules that it is to be compared with.
    see: Vec<u32>,
    /// What it has happen to quantities.
    deals: Vec<quantities::Deal>,
    /// Who may get points by it, where the reader may claim some.
    claimants: Vec<String>,
    typed: Typed,
}

/// A note beside a rule, with who wrote it and when.
struct Noted {
    text: Vec<Vec<Piece>>,
    by: String,
}

pub async fn one(app: Data<App>, frame: Frame, path: Path<(TableId, u32)>) -> Result<HttpResponse, Error> {
    let (id, label) = path.into_inner();
    let found = found(&app, id, frame.person.map(PersonId)).await?;
    let rule = history::rule(&found.game, label).ok_or_else(|| crate::not_found!("rule of this game"))?;
    let (around, now) = (Around::of(&found, "rules"), rule.current());
    let told = |change: history::Change<'_>| {
        let (when, by) = (around.moment(&frame, &change.to.since), parts::cause(&frame, change.to.cause));
        let (proposal, label, is_first) = (parts::proposal(change.to.cause), change.to.label, change.from.is_none());
        Told { when, by, proposal, label, is_first, words: change.words }
    };
    let (notes, see) = beside(&found, rule)?;
    // A note says the numbers that the rules began with.
    let noted = |note: Note| Noted {
        text: parts::linked_to(&[note.content], |number| around.now(number).unwrap_or(number)),
        by: format!("{}, {}", note.author, note.date),
    };
    let notes = notes.into_iter().map(noted).collect();
    let game = &found.game;
    let may_claim = now.status == RuleStatus::InEffect && found.viewer.as_ref().is_some_and(|name| game.plays(name));
    let mut deals = quantities::deals(&frame, game, found.viewer.as_deref());
    deals.retain(|deal| deal.rule == Some(now.label));
    let page = RulePage {
        remarks: Remarks::of(game, &frame, &around, Subject::Rule { label }),
        deals,
        claimants: game.playing().filter(|_| may_claim).map(|player| player.name.clone()).collect(),
        typed: Typed::default(),
        notes,
        see,
        label: now.label,
        immutable: now.immutable,
        in_effect: now.status == RuleStatus::InEffect,
        text: parts::linked(&now.text),
        history: history::history(rule).into_iter().rev().map(told).collect(),
        precedents: history::precedents(&found.game, rule),
        frame: frame.clone(),
        around,
    };
    render(StatusCode::OK, &page)
}
