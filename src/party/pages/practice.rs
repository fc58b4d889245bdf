//! Party Chess against the computer, one tap away.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;

use crate::App;
use crate::action::performed;
use crate::auth::Actor;
use crate::error::Error;
use crate::http::Form;
use crate::party::actions::Practise;
use crate::web::layout::Frame;
use crate::web::typed::{Fields, see};

/// The button that begins it, where the page is another's.
#[derive(Template)]
#[template(path = "party/practise.html")]
pub struct Button<'a> {
    pub frame: &'a Frame,
}

/// Leads to the reader's practice table: the one that goes on, or a new one, begun and with a first army.
pub(crate) async fn practise(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    _: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let own = frame.t("party-practice-own").to_string();
    let swingers = vec![own, frame.t("table-computer").to_string()];
    let practise = Practise { room: app.room.clone(), swingers, seed: rand::random() };
    Ok(see(format!("/tables/{}", performed(&app, &actor, practise).await?)))
}
