//! A rule-change in the making as a page: what it would do is shown before it is proposed for good.

use std::borrow::Borrow;

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use rookery_messages::say;
use rookery_nomic::change::{Change, Rewording};
use rookery_nomic::plays::Play;
use rookery_nomic::rulebook::RuleStatus;
use rookery_nomic::{Game, lines};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::choices::{self, Numbered};
use super::parts::Preview;
use super::{Around, club_rules, forms, open_house_rules, quantities, settings};
use crate::App;
use crate::error::{Error, Refusal};
use crate::fields::of_word;
use crate::http::{Form, Params};
use crate::nomic::api::explained;
use crate::nomic::history;
use crate::tables::TableId;
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

#[derive(Template)]
#[template(path = "nomic/draft.html")]
struct DraftPage<'a> {
    frame: Frame,
    around: &'a Around,
    /// What is being changed; nothing chosen: a line is written.
    begun: Option<Begun>,
    example: String,
    in_effect: Vec<Numbered>,
    /// Whether the game knows quantities of the players' own, and those that there are.
    counts: bool,
    counted: Vec<String>,
    settings: settings::Groups,
    tried: Option<Tried>,
    typed: Typed,
}

impl DraftPage<'_> {
    fn is_chosen(&self, op: &str) -> bool {
        self.begun.as_ref().is_some_and(|begun| begun.op.word() == op)
    }

    fn is_about(&self, label: impl Borrow<u32>) -> bool {
        self.begun.as_ref().is_some_and(|begun| begun.rule == Some(*label.borrow()))
    }
}

/// A draft that was looked at before it is sent.
struct Tried {
    /// As it would be said, with what it has the service enforce.
    whole: String,
    preview: Preview,
}

/// What a draft begins with: a kind of change, and the rule that it is about.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    op: Option<Op>,
    rule: Option<u32>,
}

/// The kinds of change that a form begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Op {
    Enact,
    Amend,
    Repeal,
    Transmute,
}

impl Op {
    fn word(self) -> &'static str {
        match self {
            Op::Enact => "enact",
            Op::Amend => "amend",
            Op::Repeal => "repeal",
            Op::Transmute => "transmute",
        }
    }

    /// Whether there are words to write.
    fn has_words(self) -> bool {
        matches!(self, Op::Enact | Op::Amend)
    }
}

/// A draft whose kind of change was chosen; any other is a line as players write it.
struct Begun {
    op: Op,
    /// The rule that it is about; none where it is a new one.
    rule: Option<u32>,
    immutable: bool,
    /// The words that the rule has now.
    now: String,
}

impl Begun {
    /// What a form says that it is about; none where a line is written.
    fn of(game: &Game, op: Option<Op>, rule: Option<u32>) -> Result<Option<Begun>, Refusal> {
        let Some(op) = op else { return Ok(None) };
        if op == Op::Enact {
            return Ok(Some(Begun { op, rule: None, immutable: false, now: String::new() }));
        }
        let Some(label) = rule else { return Err(Refusal::field("rule", say!("Say which rule it is about."))) };
        let none = || Refusal::field("rule", say!("Rule {label} is not in effect. Choose one that is.", label));
        let rule = game.book.live().map(|rule| rule.current()).find(|now| now.label == label).ok_or_else(none)?;
        let now = history::flowing(&history::said(&rule.text));
        Ok(Some(Begun { op, rule: Some(label), immutable: rule.immutable, now }))
    }

    fn sent(game: &Game, sent: &Fields) -> Result<Option<Begun>, Refusal> {
        let op = of_word(sent.text("op"));
        let rule = sent.number("rule")?.and_then(|label| u32::try_from(label).ok());
        Begun::of(game, op, rule)
    }

    /// The rule-change with these words.
    fn change(&self, words: &str) -> Change {
        let (rule, text) = (self.rule.unwrap_or_default(), vec![words.to_owned()]);
        match self.op {
            Op::Enact => Change::Enact { text, immutable: false },
            Op::Amend => Change::Amend { rule, how: Rewording::Text(text) },
            Op::Repeal => Change::Repeal { rule },
            Op::Transmute => Change::Transmute { rule },
        }
    }

    /// The line that it comes to.
    fn line(&self, sent: &Fields) -> Result<String, Refusal> {
        let words = if self.op.has_words() { forms::written(sent, "words")? } else { "" };
        let changes = vec![self.change(words)];
        Ok(lines::print(&Play::Propose { text: None, changes, parameters: None, unfinished: false }))
    }
}

pub async fn drafting(
    app: Data<App>,
    frame: Frame,
    id: Path<TableId>,
    begin: Params<Begin>,
) -> Result<HttpResponse, Error> {
    let (around, house) = (&Around::open(&app, &frame, *id, "draft").await?, open_house_rules(&app, *id).await?);
    let line = Fields::from(vec![("text".to_owned(), "Rule-change:".to_owned())]);
    let begun = match Begun::of(&around.game, begin.0.op, begin.0.rule) {
        Ok(Some(begun)) => begun,
        Ok(None) => return draft_page(frame, around, &house, None, None, Typed::again("draft", line)),
        Err(none) => {
            return draft_page(frame, around, &house, None, None, Typed::refused("draft", line, none.into())?);
        }
    };
    let sent = Fields::from(vec![("words".to_owned(), begun.now.clone())]);
    // Where there is nothing to write, what would come of it is shown at once.
    let tried = match begun.op.has_words() {
        true => None,
        false => Some(tried(&app, &frame, around, &house, Some(&begun), &sent).await?),
    };
    draft_page(frame, around, &house, Some(begun), tried, Typed::again("draft", sent))
}

pub async fn draft(app: Data<App>, frame: Frame, id: Path<TableId>, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let mut sent = form.0;
    let (around, house) = (&Around::open(&app, &frame, *id, "draft").await?, open_house_rules(&app, *id).await?);
    let begun = match Begun::sent(&around.game, &sent) {
        Ok(begun) => begun,
        Err(none) => {
            // The rule may have gone while its words were written: they stay.
            let words = sent.some("words").unwrap_or(sent.text("text")).to_owned();
            sent.set("text", &words);
            return draft_page(frame, around, &house, None, None, Typed::refused("draft", sent, none.into())?);
        }
    };
    match tried(&app, &frame, around, &house, begun.as_ref(), &sent).await {
        Ok(tried) => draft_page(frame, around, &house, begun, Some(tried), Typed::again("draft", sent)),
        Err(error) => draft_page(frame, around, &house, begun, None, Typed::refused("draft", sent, error)?),
    }
}

async fn tried(
    app: &App,
    frame: &Frame,
    around: &Around,
    house: &Map<String, Value>,
    begun: Option<&Begun>,
    sent: &Fields,
) -> Result<Tried, Error> {
    let line = match begun {
        Some(begun) => begun.line(sent)?,
        None => sent.text("text").to_owned(),
    };
    let mut patch = settings::patch(&around.game, house, sent);
    patch.extend(quantities::patch(sent)?);
    let whole = forms::proposed(&line, &patch)?;
    let (explanation, fault) = explained(app, around, &whole).await?;
    let (_, club) = club_rules(app).await?;
    let changes = settings::changes(frame, &around.game, &club, &forms::patch_of(&whole));
    Ok(Tried { preview: Preview::of(frame, &around.game, explanation, fault, changes), whole })
}

fn draft_page(
    frame: Frame,
    around: &Around,
    house: &Map<String, Value>,
    begun: Option<Begun>,
    tried: Option<Tried>,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let rule = begun.as_ref().filter(|begun| begun.op == Op::Amend).and_then(|begun| begun.rule);
    let settings = settings::groups(frame.language, &around.game, house, &typed, "draft").about(rule);
    let counted = around.game.bindings.parameters.quantities.keys().cloned().collect();
    let (example, counts) = (forms::example(&around.game), around.game.edition.is_second());
    let in_effect = choices::rules(&around.game, RuleStatus::InEffect);
    let page = DraftPage { frame, around, begun, example, in_effect, counts, counted, settings, tried, typed };
    render(page.typed.status(), &page)
}
