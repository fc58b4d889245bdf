//! A rule-change in the making as a page: what it would do is shown before it is proposed for good.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use rookery_nomic::Game;
use rookery_nomic::rulebook::RuleStatus;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::parts::Preview;
use super::{Around, club_rules, court, forms, open_house_rules, quantities, settings};
use crate::App;
use crate::error::Error;
use crate::http::{Form, Params};
use crate::id::PersonId;
use crate::nomic::api::{Found, explained, found};
use crate::nomic::history;
use crate::tables::TableId;
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

#[derive(Template)]
#[template(path = "nomic/draft.html")]
struct DraftPage {
    frame: Frame,
    around: Around,
    /// As it was typed.
    text: String,
    example: String,
    /// Numbers of the rules that can be changed.
    in_effect: Vec<u32>,
    /// Whether the game knows quantities of the players' own, and those that there are.
    counts: bool,
    counted: Vec<String>,
    settings: settings::Groups,
    tried: Option<Tried>,
    typed: Typed,
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
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Op {
    Enact,
    Amend,
    Repeal,
    Transmute,
}

impl Begin {
    /// The line that it begins with: of an amendment, with the words that the rule has now.
    fn line(&self, game: &Game) -> String {
        let rule = self.rule.and_then(|label| game.book.numbered(label)).map(|rule| rule.current());
        match (self.op, rule) {
            (Some(Op::Enact), _) => "Rule-change: Enact: ".to_owned(),
            (Some(Op::Amend), Some(now)) => {
                format!("Rule-change: Amend Rule {} to read:\n\n{}", now.label, history::said(&now.text))
            }
            (Some(Op::Repeal), Some(now)) => format!("Rule-change: Repeal Rule {}", now.label),
            (Some(Op::Transmute), Some(now)) => format!("Rule-change: Transmute Rule {}", now.label),
            _ => "Rule-change:".to_owned(),
        }
    }
}

pub async fn drafting(
    app: Data<App>,
    frame: Frame,
    id: Path<TableId>,
    begin: Params<Begin>,
) -> Result<HttpResponse, Error> {
    let (found, house) = (found(&app, *id, frame.person.map(PersonId)).await?, open_house_rules(&app, *id).await?);
    let sent = Fields::from(vec![("text".to_owned(), begin.0.line(&found.game))]);
    draft_page(frame, &found, &house, None, Typed::again("draft", sent))
}

pub async fn draft(app: Data<App>, frame: Frame, id: Path<TableId>, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let sent = form.0;
    let (found, house) = (found(&app, *id, frame.person.map(PersonId)).await?, open_house_rules(&app, *id).await?);
    match tried(&app, &frame, &found, &house, &sent).await {
        Ok(tried) => draft_page(frame, &found, &house, Some(tried), Typed::again("draft", sent)),
        Err(error) => draft_page(frame, &found, &house, None, Typed::refused("draft", sent, error)?),
    }
}

async fn tried(
    app: &App,
    frame: &Frame,
    found: &Found,
    house: &Map<String, Value>,
    sent: &Fields,
) -> Result<Tried, Error> {
    let mut patch = settings::patch(&found.game, house, sent);
    patch.extend(quantities::patch(sent)?);
    let whole = forms::proposed(sent.text("text"), &patch)?;
    let (explanation, fault) = explained(app, found, &whole).await?;
    let (_, club) = club_rules(app).await?;
    let changes = settings::changes(frame, &found.game, &club, &forms::patch_of(&whole));
    Ok(Tried { preview: Preview::of(frame, explanation, fault, changes), whole })
}

fn draft_page(
    frame: Frame,
    found: &Found,
    house: &Map<String, Value>,
    tried: Option<Tried>,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let settings = settings::groups(&found.game, house, &typed, "draft");
    let (around, text) = (Around::of(found, "draft"), typed.value("draft", "text").to_owned());
    let counted = found.game.bindings.parameters.quantities.keys().cloned().collect();
    let (example, counts) = (forms::example(&found.game), found.game.edition.is_second());
    let in_effect = court::rules(&found.game, RuleStatus::InEffect);
    let page = DraftPage { frame, around, text, example, in_effect, counts, counted, settings, tried, typed };
    render(page.typed.status(), &page)
}
