//! The rules of a game as pages: all of them at any instant, and each with its history, its notes and what was judged of it.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::{DateTime, Utc};
use rookery_nomic::Game;
use rookery_nomic::bindings::{Force, Role};
use rookery_nomic::documents::Note;
use rookery_nomic::notes::Kept;
use rookery_nomic::plays::Subject;
use rookery_nomic::rulebook::RuleStatus;
use serde::Deserialize;

use super::parts::{self, Piece};
use super::preview::Touched;
use super::remarks::Remarks;
use super::{Around, quantities};
use crate::App;
use crate::error::{Error, Refusal};
use crate::fields::word;
use crate::http::{Params, instant};
use crate::nomic::api::beside;
use crate::nomic::archive::Sought;
use crate::nomic::table::Nomic;
use crate::nomic::{history, log};
use crate::rulebook::diff::Words;
use crate::tables::TableId;
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

/// Instants at which the rules changed that the page offers.
const INSTANTS: usize = 100;

/// An instant, with its zone, or as a form's field has it, by the game's clocks; and what is looked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct At {
    at: Option<String>,
    /// Only rules with this in their title, their text or their number.
    #[serde(default)]
    word: String,
}

impl At {
    fn instant(&self, around: &Around) -> Result<Option<DateTime<Utc>>, Refusal> {
        let Some(text) = self.at.as_deref().filter(|text| !text.is_empty()) else { return Ok(None) };
        let local = Fields::from(vec![("at".to_owned(), text.to_owned())]);
        let at = text.parse().or_else(|_| local.instant("at", around.zone))?;
        log::in_game(around, "at", instant::kept("at", at)?).map(Some)
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
struct RulesPage<'a> {
    frame: Frame,
    around: &'a Around,
    rules: Vec<Stated>,
    /// The instant, where another than now is asked for.
    at: Option<String>,
    /// The instant as a field has it, and as addresses do.
    field: String,
    instant: Option<String>,
    /// What is looked for among the rules.
    word: String,
    /// Instants at which the rules changed, the newest first.
    changed: Vec<(String, String)>,
    /// What has become of the rules since that instant, where it is an earlier one.
    since: Vec<Touched>,
    /// What the service only warns about, and by which rule.
    warns: Vec<(String, Option<u32>)>,
    /// Whether they speak of Telegram.
    on_telegram: bool,
    /// Whether the game began with the initial set, which is in English.
    are_english: bool,
}

/// The designers played on Telegram: what stands for it here is told beside their words.
fn names_telegram(text: &[String]) -> bool {
    text.iter().any(|paragraph| paragraph.contains("Telegram"))
}

pub(crate) async fn all(
    app: Data<App>,
    frame: Frame,
    id: Path<TableId>,
    asked: Params<At>,
) -> Result<HttpResponse, Error> {
    let around = &Around::open(&app, &frame, *id, "rules").await?;
    let game = &around.game;
    let at = asked.0.instant(around)?;
    let (mut rules, sought) = (history::rules_at(game, at.unwrap_or(game.now)), Sought::of(&asked.0.word));
    rules.retain(|rule| {
        let (text, called) = (history::flowing(&history::said(rule.text)), rule.label.to_string());
        let title = game.title(&Kept::Rule(rule.id.to_owned())).unwrap_or_default();
        sought.is_in([text.as_str(), &called, title])
    });
    let stated = |rule: history::Stated<'_>| Stated {
        label: rule.label,
        // The title of now, also of the rule as it was.
        title: game.title(&Kept::Rule(rule.id.to_owned())).map(str::to_owned),
        immutable: rule.immutable,
        in_effect: rule.status == RuleStatus::InEffect,
        text: parts::linked(rule.text),
        since: around.moment(&frame, &rule.since),
        by: parts::proposal(rule.cause),
    };
    let rules = rules.into_iter().map(stated).collect();
    let versions = game.book.rules.iter().flat_map(|rule| rule.versions.iter());
    let mut instants: Vec<DateTime<Utc>> = versions.map(|version| version.effective_at).collect();
    instants.sort_unstable();
    instants.dedup();
    let changed = instants.iter().rev().take(INSTANTS);
    let changed = changed.map(|at| (at.format("%Y-%m-%dT%H:%M:%SZ").to_string(), around.moment(&frame, at))).collect();
    let field = at.unwrap_or(game.now).with_timezone(&around.zone).format("%Y-%m-%dT%H:%M").to_string();
    let since = at.map_or_else(Vec::new, |at| history::changes(game, at, game.now));
    let since = since.into_iter().map(Touched::from).collect();
    let instant = at.map(|at| at.format("%Y-%m-%dT%H:%M:%SZ").to_string());
    let at = at.map(|at| around.moment(&frame, &at));
    let warns = parts::only_warn(&frame, around);
    let on_telegram = game.book.live().any(|rule| names_telegram(&rule.current().text));
    let are_english = around.table.options_of::<Nomic>()?.beginning.rules.is_none();
    let frame = frame.clone();
    let word = asked.0.word;
    let page =
        RulesPage { frame, around, rules, at, field, instant, word, changed, since, warns, on_telegram, are_english };
    render(StatusCode::OK, &page)
}

/// A version of a rule: when, by what, and what it changed.
struct ShownVersion {
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
    around: &'a Around,
    label: u32,
    immutable: bool,
    in_effect: bool,
    text: Vec<Vec<Piece>>,
    /// The newest first.
    history: Vec<ShownVersion>,
    precedents: Vec<history::Precedent<'a>>,
    notes: Vec<Noted>,
    remarks: Option<Remarks>,
    /// Rules that it is to be compared with.
    see: Vec<u32>,
    /// What the service does by it, and whether it only warns of that.
    roles: Vec<(String, bool)>,
    on_telegram: bool,
    /// What it has happen to quantities.
    deals: Vec<quantities::Deal>,
    stopped: Vec<quantities::Deal>,
    /// Who may get points by it, where the reader may claim some.
    claimants: Vec<String>,
    /// What beside points.
    counted: Vec<String>,
    typed: Typed,
}

/// What the service does because of a rule, and whether it only warns of that.
fn told_role(frame: &Frame, game: &Game, role: Role) -> (String, bool) {
    (frame.word("nomic-role", word(&role)).to_string(), game.force(role) == Force::Advisory && !role.has_names())
}

/// A note beside a rule, with who wrote it and when.
struct Noted {
    text: Vec<Vec<Piece>>,
    by: String,
}

pub(crate) async fn one(app: Data<App>, frame: Frame, path: Path<(TableId, u32)>) -> Result<HttpResponse, Error> {
    let (id, label) = path.into_inner();
    let around = &Around::open(&app, &frame, id, "rules").await?;
    let game = &around.game;
    let rule = history::rule(game, label).ok_or_else(|| crate::not_found!("rule of this game"))?;
    let now = rule.current();
    let told = |change: history::Change<'_>| {
        let (when, by) = (around.moment(&frame, &change.to.since), parts::cause(&frame, change.to.cause));
        let (proposal, label, is_first) = (parts::proposal(change.to.cause), change.to.label, change.from.is_none());
        ShownVersion { when, by, proposal, label, is_first, words: change.words }
    };
    let (notes, see) = beside(around, rule)?;
    // A note says the numbers that the rules began with.
    let noted = |note: Note| Noted {
        text: parts::linked_to(&[note.content], |number| around.now(number).unwrap_or(number)),
        by: format!("{}, {}", note.author, note.date),
    };
    let notes = notes.into_iter().map(noted).collect();
    let (counted, things) = quantities::claimable(game);
    let may_claim = now.status == RuleStatus::InEffect && around.may_act();
    let mut deals = quantities::deals(&frame, around);
    let mut stopped = quantities::stopped(&frame, around);
    for all in [&mut deals, &mut stopped] {
        all.retain(|deal| deal.rule == Some(now.label));
    }
    let page = RulePage {
        remarks: Remarks::of(&frame, around, Subject::Rule { label }),
        roles: game.bindings.roles_of(&rule.id).map(|role| told_role(&frame, game, role)).collect(),
        on_telegram: names_telegram(&now.text),
        deals,
        stopped,
        claimants: game.playing().map(|player| player.name.clone()).chain(things).filter(|_| may_claim).collect(),
        counted,
        typed: Typed::default(),
        notes,
        see,
        label: now.label,
        immutable: now.immutable,
        in_effect: now.status == RuleStatus::InEffect,
        text: parts::linked(&now.text),
        history: history::history(rule).into_iter().rev().map(told).collect(),
        precedents: history::precedents(game, rule),
        frame: frame.clone(),
        around,
    };
    render(StatusCode::OK, &page)
}
