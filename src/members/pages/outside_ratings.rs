//! What a member has on other lists, on the member's page.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};

use super::member_page;
use crate::App;
use crate::action::pages::sent;
use crate::auth::Actor;
use crate::db::Db;
use crate::error::Error;
use crate::http::Form;
use crate::id::PersonId;
use crate::members::outside_ratings::{RemoveOutsideRating, SaidOutside, SetOutsideRating};
use crate::members::{OutsideList, OutsideRating, store};
use crate::web::done::{Done, see_done};
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};

/// A list, and what the member has there.
pub struct Elsewhere {
    pub list: OutsideList,
    pub held: OutsideRating,
}

impl Elsewhere {
    /// All lists.
    pub fn of(db: &mut Db, person: PersonId) -> Result<Vec<Elsewhere>, Error> {
        let mut held = store::outside(db, &[person])?;
        let elsewhere =
            |list: &OutsideList| Elsewhere { list: *list, held: held.remove(&(person, *list)).unwrap_or_default() };
        Ok(OutsideList::ALL.iter().map(elsewhere).collect())
    }

    /// What everybody of the club reads: title and rating.
    pub fn in_short(&self) -> String {
        let rating = self.held.rating.map(|rating| rating.to_string());
        [self.held.title.clone(), rating].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The rating as a field has it.
    pub fn rating(&self) -> String {
        self.held.rating.map(|rating| rating.to_string()).unwrap_or_default()
    }
}

/// Says what the member has on a list, or that it is nothing: where all fields are empty.
pub(crate) async fn set(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    which: Path<(PersonId, OutsideList)>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let ((person, list), fields) = (*which, form.0);
    let place = move || format!("/members/{person}");
    let done = async {
        let said = |name: &str| fields.some(name).map(str::to_owned);
        let (number, whose, title) = (said("number"), said("whose"), said("title"));
        let said = SaidOutside { rating: fields.number("rating")?, number, whose, title };
        match said.is_empty() {
            true => sent(&app, &actor, &fields, RemoveOutsideRating { person, list }, move |()| place()).await,
            false => sent(&app, &actor, &fields, SetOutsideRating { person, list, said }, move |_| place()).await,
        }
    };
    match done.await {
        Ok(place) => Ok(see_done(place, Done::Saved)),
        Err(error) => member_page(&app, frame, person, Typed::refused(list.as_str(), fields, error)?).await,
    }
}
