//! The club's identity over HTTP.

use std::io::Cursor;

use actix_web::HttpRequest;
use actix_web::web::{Bytes, Data, Payload};
use image::{DynamicImage, ImageFormat};
use rookery_messages::say;
use serde::{Deserialize, Serialize};

use super::Club;
use super::actions::{NameClub, RemoveCrest, SetCrest};
use crate::App;
use crate::action::{Action, performed};
use crate::auth::Actor;
use crate::court::exhibits::{self, Media};
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
/// The largest side of a stored crest, in pixels.
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
    /// Who answers parents and visitors, and how they are reached; empty before anybody said so.
    pub contact: String,
    pub reach: String,
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
            contact: club.contact.clone(),
            reach: club.reach.clone(),
            picture: club.picture(),
            has_crest: club.has_crest,
        }
    }
}

/// The club's name, place, colour and crest, and who answers for it.
#[utoipa::path(get, path = "/api/v1/club", tag = "club", responses((status = 200, body = ClubAnswer)))]
async fn club(app: Data<App>) -> Result<Answer, Error> {
    Ok(Answer::ok(&ClubAnswer::from(app.club.now().as_ref()))?.tagged())
}

/// Says what the club is called, where it is at home, what its colour is, and who answers for it, all in place of what
/// was said before: what is left out is empty from then on.
#[utoipa::path(put, path = "/api/v1/club", tag = "club", request_body = NameClub,
    responses((status = 200, body = ClubAnswer), (status = 403, body = Problem), (status = 422, body = Problem)))]
async fn name_club(app: Data<App>, actor: Actor, body: Body<NameClub>) -> Result<Answer, Error> {
    changed(&app, &actor, body.value).await
}

/// Uploads the crest: a PNG or JPEG. It is made small and written again, so that nothing is left of what else was in the file.
#[utoipa::path(put, path = "/api/v1/club/crest", tag = "club",
    request_body(content((Vec<u8> = "application/octet-stream"))),
    responses((status = 200, body = ClubAnswer), (status = 403, body = Problem), (status = 413, body = Problem),
        (status = 422, body = Problem)))]
async fn set_crest(app: Data<App>, actor: Actor, request: HttpRequest, payload: Payload) -> Result<Answer, Error> {
    let (_, file): (Nothing, Body<Bytes>) = http::upload(&request, payload, LARGEST).await?;
    changed(&app, &actor, crest(file.value).await?).await
}

/// Nothing is said of a crest besides the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// An uploaded picture as the crest that it is to be.
pub(crate) async fn crest(file: Bytes) -> Result<SetCrest, Error> {
    Ok(SetCrest(exhibits::decode(move || small(&file)).await??))
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
async fn remove_crest(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    changed(&app, &actor, RemoveCrest).await
}

/// Performs a change, and answers with the club as it is then.
async fn changed<A>(app: &App, actor: &Actor, change: A) -> Result<Answer, Error>
where
    A: Action<Done = Club> + Send + Sync + 'static,
{
    Answer::ok(&ClubAnswer::from(&performed(app, actor, change).await?))
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
