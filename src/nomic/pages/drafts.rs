//! A rule-change in the making as a page: what it would do is shown before it is proposed for good.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use serde_json::{Map, Value};

use super::parts::Preview;
use super::{Around, club_rules, forms, open_house_rules, settings};
use crate::App;
use crate::error::Error;
use crate::http::Form;
use crate::id::PersonId;
use crate::nomic::api::{Found, explained, found};
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

pub async fn drafting(app: Data<App>, frame: Frame, id: Path<TableId>) -> Result<HttpResponse, Error> {
    let sent = Fields::from(vec![("text".to_owned(), "Rule-change:".to_owned())]);
    let (found, house) = (found(&app, *id, frame.person.map(PersonId)).await?, open_house_rules(&app, *id).await?);
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
    let whole = forms::proposed(sent.text("text"), &settings::patch(&found.game, house, sent))?;
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
    let page = DraftPage { frame, around, text, example: forms::example(&found.game), settings, tried, typed };
    render(page.typed.status(), &page)
}
