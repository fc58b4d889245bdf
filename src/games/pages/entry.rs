//! The plain form for entering a game.

use actix_web::http::{StatusCode, header};
use actix_web::web::Data;
use actix_web::{HttpResponse, ResponseError};
use askama::Template;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::App;
use crate::auth::Actor;
use crate::error::{Error, Kind, Refusal};
use crate::games::api::GameRequest;
use crate::games::{Authority, Ending, store};
use crate::http::{Answer, Body, Form, create};
use crate::id::PersonId;
use crate::members;
use crate::ratings::Outcome;
use crate::web::layout::{Frame, render};

/// Members that the form offers at the most.
const OFFERED: i64 = 1_000;

const RESULTS: [(&str, &str); 3] = [("white", "White won"), ("draw", "Draw"), ("black", "Black won")];
const ENDINGS: [(&str, &str); 8] = [
    ("checkmate", "Checkmate"),
    ("resignation", "Resignation"),
    ("stalemate", "Stalemate"),
    ("draw_agreed", "Draw agreed"),
    ("repetition", "Repetition"),
    ("fifty_moves", "Fifty moves"),
    ("dead_position", "Nobody can mate"),
    ("bell", "The bell (a moderator enters it, with the moves)"),
];

/// What the form sends.
#[derive(Default, Deserialize)]
pub struct GameForm {
    #[serde(default)]
    white: i64,
    #[serde(default)]
    black: i64,
    #[serde(default)]
    result: String,
    #[serde(default)]
    ending: String,
    #[serde(default)]
    moves: String,
    /// Made with the form: sent twice, it enters one game.
    #[serde(default)]
    key: String,
    insist: Option<String>,
}

struct Offered {
    id: i64,
    name: String,
}

#[derive(Template)]
#[template(path = "new_game.html")]
struct GamePage {
    frame: Frame,
    people: Vec<Offered>,
    form: GameForm,
    key: String,
    refusal: Option<Refusal>,
    /// Whether a game like it is there already.
    same_game: bool,
    results: &'static [(&'static str, &'static str)],
    endings: &'static [(&'static str, &'static str)],
}

async fn page(app: &App, frame: Frame, form: GameForm, refusal: Option<Refusal>) -> Result<HttpResponse, Error> {
    let listed = app.db.read(|db| members::store::list(db, true, None, None, OFFERED)).await?;
    let mut people: Vec<Offered> =
        listed.into_iter().map(|listed| Offered { id: listed.id.0, name: listed.name }).collect();
    people.sort_by(|one, other| one.name.cmp(&other.name));
    let status = refusal.as_ref().map_or(StatusCode::OK, |refusal| Error::from(refusal.clone()).status_code());
    let page = GamePage {
        frame,
        people,
        form,
        key: format!("{:032x}", rand::random::<u128>()),
        same_game: refusal.as_ref().is_some_and(|refusal| refusal.kind == Kind::Conflict),
        refusal,
        results: &RESULTS,
        endings: &ENDINGS,
    };
    render(status, &page)
}

pub async fn form(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    page(&app, frame, GameForm::default(), None).await
}

fn request(form: &GameForm) -> Result<GameRequest, Refusal> {
    let chosen = |field: &'static str, id: i64| {
        if id > 0 { Ok(PersonId(id)) } else { Err(Refusal::field(field, "Choose a player.")) }
    };
    Ok(GameRequest {
        white: chosen("white", form.white)?,
        black: chosen("black", form.black)?,
        result: Some(form.result.parse::<Outcome>().map_err(|wrong| Refusal::field("result", wrong))?),
        ending: form.ending.parse::<Ending>().map_err(|wrong| Refusal::field("ending", wrong))?,
        played_at: None,
        clock: None,
        moves: Some(form.moves.trim().to_owned()).filter(|moves| !moves.is_empty()),
        final_position: None,
        captures: None,
        timed_game: None,
        insist: form.insist.is_some(),
    })
}

pub async fn enter(app: Data<App>, actor: Actor, frame: Frame, form: Form<GameForm>) -> Result<HttpResponse, Error> {
    let form = form.0;
    let game = match request(&form).and_then(|request| request.read(app.clock.now())) {
        Ok(game) => game,
        Err(refusal) => return page(&app, frame, form, Some(refusal)).await,
    };
    let by = Authority::from(&actor);
    let fingerprint =
        Sha256::digest(format!("{:?}", (&form.white, &form.black, &form.result, &form.ending, &form.moves)));
    let key = Some(form.key.clone()).filter(|key| !key.is_empty());
    let body = Body { value: game, key, fingerprint: fingerprint.to_vec() };
    let entered = create(&app.db, actor.person, body, move |tx, game| {
        let entered = store::enter(tx, &by, game)?;
        Answer::created(format!("/games/{}", entered.id), &entered.id)
    })
    .await;
    match entered {
        Ok(answer) => {
            let game = answer.location.unwrap_or_else(|| "/".to_owned());
            Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, game)).finish())
        }
        Err(Error::Refused(refusal)) => page(&app, frame, form, Some(*refusal)).await,
        Err(error) => Err(error),
    }
}
