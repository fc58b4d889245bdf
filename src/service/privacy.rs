//! What the club keeps of people, for themselves and their parents: a page true of the settings in force. And what
//! search engines are told.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::Data;
use askama::Template;
use diesel::dsl::exists;
use diesel::prelude::*;

use crate::App;
use crate::auth::{Role, Visitors};
use crate::chess::evidence::rules::KEPT;
use crate::db::schema::webhooks;
use crate::error::Error;
use crate::ratings::trend::FORM;
use crate::routes;
use crate::rulebook::{self, Holder};
use crate::web::layout::{Frame, render};

routes! {
    GET "/privacy" => page, Anyone;
    GET "/robots.txt" => robots, Anyone;
}

#[derive(Template)]
#[template(path = "service/privacy.html")]
struct PrivacyPage {
    frame: Frame,
    /// What people from outside read, as the gate asks it for every request.
    visitors: Visitors,
    /// How many of somebody's last results stand on the leaderboard.
    results: usize,
    /// Cases and declarations are read without names.
    nameless: bool,
    /// Programs may hand in what they gather of those who play online.
    evidence: bool,
    /// How long that is kept.
    days: i64,
    letters: bool,
    discord: bool,
    push: bool,
    webhooks: bool,
    /// Whom to ask, by name, for who may read names.
    chief_justices: Vec<Holder>,
}

async fn page(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let (evidence, config, visitors) = (app.safe.is_open(), app.config.clone(), app.board.visitors());
    let read = app.db.read(move |db| {
        let house = rulebook::in_force(db, now)?;
        let mut chief_justices = Vec::new();
        if frame.viewpoint.reads_the_club() {
            chief_justices = rulebook::holders(db, now)?;
            chief_justices.retain(|holder| holder.role == Role::ChiefJustice);
        }
        Ok(PrivacyPage {
            frame,
            visitors,
            results: FORM,
            nameless: house.public_initials,
            evidence,
            days: KEPT,
            letters: config.smtp.is_some(),
            discord: config.discord.is_some(),
            push: config.push,
            webhooks: diesel::select(exists(webhooks::table.filter(webhooks::ended_at.is_null()))).get_result(db)?,
            chief_justices,
        })
    });
    render(StatusCode::OK, &read.await?)
}

/// Search engines look at nothing, unless people from outside may read everything.
async fn robots(app: Data<App>) -> HttpResponse {
    let rule = if app.board.visitors() == Visitors::Everything { "Disallow:" } else { "Disallow: /" };
    let kind = (header::CONTENT_TYPE, "text/plain; charset=utf-8");
    HttpResponse::Ok().insert_header(kind).body(format!("User-agent: *\n{rule}\n"))
}
