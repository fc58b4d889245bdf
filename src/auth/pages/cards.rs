//! Invitation cards for people whom the club knows: several on a sheet of paper.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::Data;
use askama::Template;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use rookery_messages::say;

use super::invitations;
use crate::App;
use crate::action::performed;
use crate::auth::actions::Invite;
use crate::auth::{Actor, accounts, store};
use crate::config::is_for_this_machine;
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::id::PersonId;
use crate::rulebook;
use crate::web::layout::{Frame, render};
use crate::web::qr::Qr;
use crate::web::typed::{Fields, Typed};

/// Cards that are made at once.
pub const MOST: usize = 60;

/// An invitation as it is cut out.
struct Card {
    name: String,
    code: String,
    qr: Option<Qr>,
    expires_at: DateTime<Utc>,
}

impl Card {
    /// The code letter by letter, as it is read out: `A B C D – 2 3 4 5`.
    fn aloud(&self) -> String {
        let letter = |letter: char| if letter == '-' { "–".to_owned() } else { String::from(letter) };
        self.code.chars().map(letter).collect::<Vec<_>>().join(" ")
    }
}

#[derive(Template)]
#[template(path = "auth/cards.html")]
struct CardsPage {
    frame: Frame,
    zone: Tz,
    /// Where the code is typed by hand.
    place: String,
    /// Whether no phone can open that address.
    here_only: bool,
    cards: Vec<Card>,
}

/// Makes an invitation for each person who was ticked, and shows the codes this once.
pub(crate) async fn cards(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let chosen: Vec<PersonId> = form.0.numbers("person").into_iter().map(PersonId).collect();
    if !(1..=MOST).contains(&chosen.len()) {
        let refusal = Refusal::field("person", say!("Tick 1 to {most} people.", most = MOST));
        let typed = Typed::refused("cards", form.0, refusal.into())?;
        return invitations::page(&app, frame, typed).await;
    }
    let days = match form.0.number("days") {
        Ok(days) => days,
        Err(refusal) => return invitations::page(&app, frame, Typed::refused("cards", form.0, refusal.into())?).await,
    };
    let now = app.clock.now();
    let read = app.db.read(move |db| Ok((store::without_account(db)?, rulebook::in_force(db, now)?.time_zone)));
    let (without, zone) = read.await?;
    let mut cards = Vec::new();
    for (person, name) in without.into_iter().filter(|(person, _)| chosen.contains(person)) {
        let made = match performed(&app, &actor, Invite { days, ..Invite::of(person) }).await {
            Ok(made) => made,
            Err(error) => return invitations::page(&app, frame, Typed::refused("cards", form.0, error)?).await,
        };
        let qr = Qr::of(&accounts::link(&app, "/join", &made.code));
        cards.push(Card { name, qr, code: made.code, expires_at: made.expires_at.and_utc() });
    }
    let place = accounts::link(&app, "/join", "").split('?').next().unwrap_or_default().to_owned();
    let here_only = is_for_this_machine(&app.config.url);
    let mut answer = render(StatusCode::OK, &CardsPage { frame, zone, place, here_only, cards })?;
    answer.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    Ok(answer)
}
