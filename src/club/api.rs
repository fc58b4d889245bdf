//! Who the club is, over HTTP.

use std::io::Cursor;

use actix_web::HttpRequest;
use actix_web::web::{Bytes, Data, Payload};
use image::{DynamicImage, ImageFormat};
use rookery_messages::say;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Club, rules, store};
use crate::App;
use crate::audit::{self, Entry};
use crate::auth::Actor;
use crate::court::exhibits::{self, Media};
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::http::{self, Answer, Body, problem::Problem};
use crate::routes;

routes! {
    GET "/api/v1/club" => club, Anyone;
    PUT "/api/v1/club" => name_club, ChiefJustice;
    PUT "/api/v1/club/crest" => set_crest, ChiefJustice;
    DELETE "/api/v1/club/crest" => remove_crest, ChiefJustice;
}

/// Bytes that a crest's file may have.
pub const LARGEST: usize = 2 << 20;
/// Pixels that a kept crest has to a side at the most.
const SIDE: u32 = 256;

/// Who the club is.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Club)]
pub struct ClubAnswer {
    /// Empty before anybody said so.
    pub name: String,
    /// Where it is at home.
    pub place: String,
    /// `#rrggbb`.
    pub accent: Option<String>,
    /// Where its crest is, or a shield with its initials.
    pub picture: Option<String>,
    /// Whether the picture was uploaded.
    pub has_crest: bool,
}

impl From<&Club> for ClubAnswer {
    fn from(club: &Club) -> ClubAnswer {
        ClubAnswer {
            name: club.name.clone(),
            place: club.place.clone(),
            accent: club.accent.map(|accent| accent.to_string()),
            picture: club.picture(),
            has_crest: club.has_crest,
        }
    }
}

/// What the club is to be called.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ClubRequest {
    /// At most 60 characters; empty for none.
    pub name: String,
    /// At most 60 characters.
    pub place: String,
    /// `#rrggbb`, dark enough to be read on light pages (4.5 to 1); by night a lighter one of its kind takes its place.
    pub accent: Option<String>,
}

/// The club's name, place, colour and crest.
#[utoipa::path(get, path = "/api/v1/club", tag = "club", responses((status = 200, body = ClubAnswer)))]
pub async fn club(app: Data<App>) -> Result<Answer, Error> {
    Ok(Answer::ok(&ClubAnswer::from(app.club.now().as_ref()))?.tagged())
}

/// Says what the club is called, where it is at home, and what its colour is.
#[utoipa::path(put, path = "/api/v1/club", tag = "club", request_body = ClubRequest,
    responses((status = 200, body = ClubAnswer), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub async fn name_club(app: Data<App>, actor: Actor, body: Body<ClubRequest>) -> Result<Answer, Error> {
    let asked = body.value;
    let mut wrong = Vec::new();
    let name = Refusal::keep(rules::name(&asked.name), &mut wrong);
    let place = Refusal::keep(rules::place(&asked.place), &mut wrong);
    let accent = rules::accent(asked.accent.as_deref().unwrap_or_default());
    let accent = accent.unwrap_or_else(|refusal| {
        wrong.push(refusal);
        None
    });
    Refusal::together(wrong)?;
    changed(&app, move |tx| {
        store::set(tx, &name, &place, accent)?;
        let accent = accent.map(|accent| accent.to_string());
        log(tx, &actor, "club.named", json!({ "name": name, "place": place, "accent": accent }))
    })
    .await
}

/// Uploads the crest: a PNG or JPEG. It is made small and written again, so that nothing is left of what else was in the file.
#[utoipa::path(put, path = "/api/v1/club/crest", tag = "club",
    request_body(content((Vec<u8> = "application/octet-stream"))),
    responses((status = 200, body = ClubAnswer), (status = 403, body = Problem), (status = 413, body = Problem),
        (status = 422, body = Problem)))]
pub async fn set_crest(app: Data<App>, actor: Actor, request: HttpRequest, payload: Payload) -> Result<Answer, Error> {
    let (_, file): (Nothing, Body<Bytes>) = http::upload(&request, payload, LARGEST).await?;
    keep_crest(&app, &actor, file.value).await
}

/// Nothing is said of a crest besides the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Keeps an uploaded picture as the crest.
pub async fn keep_crest(app: &App, actor: &Actor, file: Bytes) -> Result<Answer, Error> {
    let crest = exhibits::decode(move || small(&file)).await??;
    let actor = actor.clone();
    changed(app, move |tx| {
        store::set_crest(tx, Some(&crest))?;
        log(tx, &actor, "club.crest_set", json!({ "bytes": crest.len() }))
    })
    .await
}

/// A picture as small as it is shown, as a PNG without anything else in it.
fn small(file: &[u8]) -> Result<Vec<u8>, Refusal> {
    let no_picture = || Refusal::field("file", say!("A crest is a picture: a PNG or a JPEG."));
    let known = [b"\x89PNG".as_slice(), &[0xff, 0xd8, 0xff]];
    if !known.iter().any(|begins| file.starts_with(begins)) {
        return Err(no_picture());
    }
    let kept = exhibits::read(file).map_err(|refusal| Refusal::field("file", refusal.detail))?;
    let format = if kept.media == Media::Jpeg { ImageFormat::Jpeg } else { ImageFormat::Png };
    let picture = image::load(Cursor::new(&kept.content), format).map_err(|_| no_picture())?;
    let picture = if picture.width().max(picture.height()) > SIDE { picture.thumbnail(SIDE, SIDE) } else { picture };
    exhibits::written(&DynamicImage::from(picture.to_rgba8()), ImageFormat::Png).map_err(|_| no_picture())
}

/// Takes the crest away; a shield with the club's initials takes its place.
#[utoipa::path(delete, path = "/api/v1/club/crest", tag = "club",
    responses((status = 200, body = ClubAnswer), (status = 403, body = Problem)))]
pub async fn remove_crest(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    changed(&app, move |tx| {
        store::set_crest(tx, None)?;
        log(tx, &actor, "club.crest_removed", json!({}))
    })
    .await
}

/// Carries out a change, and answers with the club as it is then.
async fn changed(app: &App, change: impl Fn(&mut Tx) -> Result<(), Error> + Send + 'static) -> Result<Answer, Error> {
    let club = app.db.write(move |tx| change(tx).and_then(|()| store::club(tx.db))).await?;
    Answer::ok(&ClubAnswer::from(&club))
}

fn log(tx: &mut Tx, actor: &Actor, act: &'static str, body: Value) -> Result<(), Error> {
    audit::record(tx, Entry { actor: Some(actor.person), act, subject: "club:1".to_owned(), body })
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(club, name_club, set_crest, remove_crest))]
pub struct Docs;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crest_is_made_small_and_nothing_else_of_the_file_is_kept() {
        let wide = DynamicImage::from(image::RgbImage::from_pixel(900, 300, image::Rgb([9, 80, 200])));
        let mut file = exhibits::written(&wide, ImageFormat::Jpeg).unwrap();
        // A comment, as cameras and programs write them.
        let said = b"taken at home by Ann";
        file.splice(2..2, [&[0xff, 0xfe, 0, said.len() as u8 + 2], said.as_slice()].concat());
        let kept = small(&file).unwrap();
        assert!(kept.starts_with(b"\x89PNG") && !kept.windows(5).any(|bytes| bytes == b"taken"));
        let picture = image::load_from_memory(&kept).unwrap();
        assert_eq!((picture.width(), picture.height()), (256, 85));
        for none in [b"%PDF-1.7 %%EOF".as_slice(), b"<svg/>", b"", b"\x89PNG"] {
            assert!(small(none).is_err());
        }
    }
}
