//! The page of the club's identity, and what browsers load of it: crest, colours, manifest.

use actix_web::http::header;
use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Serialize;

use super::actions::{NameClub, RemoveCrest};
use super::api::{LARGEST, Nothing, crest};
use super::{rules, store};
use crate::App;
use crate::action::performed;
use crate::auth::Actor;
use crate::error::Error;
use crate::http::{Form, upload};
use crate::routes;
use crate::web::assets;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, own_path, render};
use crate::web::typed::{Fields, Typed};

routes! {
    GET "/club" => club, ChiefJustice;
    POST "/club" => name_club, ChiefJustice;
    POST "/club/crest" => set_crest, ChiefJustice;
    POST "/club/crest/removal" => remove_crest, ChiefJustice;
    GET "/club/{version}/crest.img" => picture, Anyone;
    GET "/club/{version}/colours.css" => colours, Anyone;
    GET "/manifest.webmanifest" => manifest, Anyone;
}

#[derive(Template)]
#[template(path = "club/club.html")]
struct ClubPage {
    frame: Frame,
    /// The club's own colour; empty where it has the usual one.
    accent: String,
    typed: Typed,
}

/// The colour of a club that has chosen none (`assets/style/base.css`).
const USUAL: &str = "#0b6073";

impl ClubPage {
    /// The colour that the picker shows: it cannot show none.
    fn colour(&self) -> &str {
        let own = if self.accent.is_empty() { USUAL } else { self.accent.as_str() };
        self.typed.value_or("club", "accent", own)
    }

    fn is_usual(&self) -> bool {
        if self.typed.form() == "club" { takes_usual(self.typed.fields()) } else { self.accent.is_empty() }
    }
}

/// Whether the usual colour is wanted: a colour that was just picked goes before the tick.
fn takes_usual(fields: &Fields) -> bool {
    fields.has("usual") && fields.text("accent") == fields.text("accent_was")
}

fn page(frame: Frame, typed: Typed) -> Result<HttpResponse, Error> {
    let accent = frame.club.accent.map(|accent| accent.to_string()).unwrap_or_default();
    render(typed.status(), &ClubPage { frame, accent, typed })
}

async fn club(frame: Frame) -> Result<HttpResponse, Error> {
    page(frame, Typed::default())
}

/// Saves the club's identity; what the form of the first steps has no field for is kept.
async fn name_club(app: Data<App>, actor: Actor, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let kept = frame.club.accent.map(|accent| accent.to_string());
    let sent = if takes_usual(&fields) { Some("") } else { fields.sent("accent") };
    let naming = NameClub {
        name: fields.text("name").to_owned(),
        place: fields.text("place").to_owned(),
        accent: sent.map(str::to_owned).or(kept),
        contact: fields.sent("contact").unwrap_or(&frame.club.contact).to_owned(),
        reach: fields.sent("reach").unwrap_or(&frame.club.reach).to_owned(),
    };
    let next = fields.sent("next").map_or("/club", |next| own_path(Some(next))).to_owned();
    match performed(&app, &actor, naming).await {
        Ok(club) => {
            let done = if club == *frame.club { Done::NothingChanged } else { Done::Saved };
            // What is missing is said at the form itself.
            let form = next.split('#').next().unwrap_or_default();
            Ok(see_done(if club.lacks().is_some() { form } else { next.as_str() }, done))
        }
        Err(error) => page(frame, Typed::refused("club", fields, error)?),
    }
}

async fn set_crest(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, Error> {
    let form = upload::file_form(&request, payload).await?;
    let kept = async {
        let (_, file): (Nothing, _) = upload::uploaded(&request, form, LARGEST)?;
        performed(&app, &actor, crest(file.value).await?).await
    };
    match kept.await {
        Ok(_) => Ok(see_done("/club", Done::Saved)),
        Err(error) => page(frame, Typed::refused("crest", Fields::default(), error)?),
    }
}

async fn remove_crest(app: Data<App>, actor: Actor) -> Result<HttpResponse, Error> {
    performed(&app, &actor, RemoveCrest).await?;
    Ok(see_done("/club", Done::Saved))
}

/// A file of the club's, kept by browsers for as long as its address names the version that is now.
fn file(kind: &str, is_now: bool, bytes: Vec<u8>) -> HttpResponse {
    let kept = if is_now { "public, max-age=31536000, immutable" } else { "no-cache" };
    HttpResponse::Ok().insert_header((header::CACHE_CONTROL, kept)).content_type(kind).body(bytes)
}

/// The crest; else a shield with the club's initials.
async fn picture(app: Data<App>, version: Path<i64>) -> Result<HttpResponse, Error> {
    let club = app.club.now();
    let is_now = club.version == *version;
    match app.db.read(store::crest).await? {
        Some(crest) => Ok(file("image/png", is_now, crest)),
        None => Ok(file("image/svg+xml", is_now, shield(&rules::initials(&club.name), &club.bar()).into_bytes())),
    }
}

/// A shield in the club's colour; initials are letters and digits, so nothing in them has to be escaped.
fn shield(initials: &str, colour: &str) -> String {
    let size = match initials.chars().count() {
        0 | 1 => 18,
        2 => 12,
        _ => 9,
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 36\">\
         <path fill=\"{colour}\" stroke=\"#f3b833\" stroke-width=\"2\" \
         d=\"M2 2h28v16c0 8-6 12-14 16C8 30 2 26 2 18z\"/>\
         <text x=\"16\" y=\"17\" fill=\"#f8f3e3\" font-family=\"Georgia,serif\" font-weight=\"700\" font-size=\"{size}\" \
         text-anchor=\"middle\" dominant-baseline=\"central\">{initials}</text></svg>"
    )
}

/// The club's colour by day and by night, for all that is drawn in the accent.
async fn colours(app: Data<App>, version: Path<i64>) -> Result<HttpResponse, Error> {
    let club = app.club.now();
    let accent = club.accent.ok_or_else(|| crate::not_found!("file"))?;
    let (night, bar) = (rules::by_night(accent), rules::bar(accent));
    let sheet = format!(":root {{ --accent: light-dark({accent}, {night}); --club: {bar}; }}\n");
    Ok(file("text/css; charset=utf-8", club.version == *version, sheet.into_bytes()))
}

/// What a phone calls the club that has it on its first page.
#[derive(Serialize)]
struct Manifest<'a> {
    name: String,
    short_name: &'a str,
    start_url: &'static str,
    display: &'static str,
    theme_color: String,
    background_color: String,
    icons: [Icon; 1],
}

#[derive(Serialize)]
struct Icon {
    src: Option<String>,
    sizes: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
}

async fn manifest(app: Data<App>) -> HttpResponse {
    let club = app.club.now();
    let icon = Icon {
        src: club.picture().or_else(|| assets::address("icon.svg").map(str::to_owned)),
        sizes: "any",
        kind: if club.has_crest { "image/png" } else { "image/svg+xml" },
    };
    let told = Manifest {
        name: club.in_a_line(),
        short_name: club.name(),
        start_url: "/today",
        display: "standalone",
        theme_color: club.bar(),
        background_color: club.bar(),
        icons: [icon],
    };
    let mut answer = HttpResponse::Ok();
    answer.insert_header((header::CACHE_CONTROL, "no-cache")).content_type("application/manifest+json");
    answer.json(told)
}
