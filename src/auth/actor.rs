//! The actor: the signed-in person behind a request, with the powers the database gives them now.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use rookery_messages::say;

use super::{Roles, Viewpoint, Visitors};
use crate::error::{Error, Kind, Refusal};
use crate::id::PersonId;

/// Who makes a request. Only the gate makes one, from the database: nothing outside this folder can.
#[derive(Clone, Debug)]
pub struct Actor {
    pub person: PersonId,
    pub name: String,
    pub roles: Roles,
    /// Whether signing in needs a code from the person's authenticator.
    pub second_factor: bool,
    /// Whether they have joined the leaderboard, now or before, or hold a role (T42).
    pub is_of_the_club: bool,
    /// Whether the person's powers rest since their password was reset.
    pub powers_rest: bool,
    /// What people from outside may read at the moment.
    pub(super) visitors: Visitors,
    _seal: Seal,
}

#[derive(Clone, Debug)]
struct Seal;

/// The sign-in that a request belongs to.
#[derive(Clone, Debug)]
pub struct SignIn {
    pub id: i64,
    /// What the browser's own pages send along with a change.
    pub csrf: String,
}

impl Actor {
    /// `has_joined` is whether they were ever on the leaderboard.
    pub(super) fn new(
        person: PersonId,
        name: String,
        roles: Roles,
        second_factor: bool,
        has_joined: bool,
        powers_rest: bool,
    ) -> Actor {
        let is_of_the_club = has_joined || roles != Roles::default();
        Actor {
            person,
            name,
            roles,
            second_factor,
            is_of_the_club,
            powers_rest,
            visitors: Visitors::Nothing,
            _seal: Seal,
        }
    }

    /// What of the club they may read.
    pub fn viewpoint(&self) -> Viewpoint {
        Viewpoint::of(Some(self), self.visitors)
    }

    /// Refuses, naming the Act that gives the power, unless the actor holds it.
    pub fn must(&self, power: super::Power) -> Result<(), Refusal> {
        if power.is_held_by(self) {
            return Ok(());
        }
        let detail = say!(
            "This is for: {power}. You are signed in as {name}, without that power.",
            power = power.in_words(),
            name = &self.name
        );
        let mut refusal = Refusal::new(Kind::Forbidden, say!("Not within your powers"), detail);
        refusal.acts.push(power.act());
        Err(refusal)
    }
}

impl FromRequest for Actor {
    type Error = Error;
    type Future = std::future::Ready<Result<Actor, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let actor = request.extensions().get::<Actor>().cloned();
        std::future::ready(actor.ok_or_else(|| not_signed_in().into()))
    }
}

impl FromRequest for SignIn {
    type Error = Error;
    type Future = std::future::Ready<Result<SignIn, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let sign_in = request.extensions().get::<SignIn>().cloned();
        std::future::ready(sign_in.ok_or_else(|| not_signed_in().into()))
    }
}

/// The refusal for a caller who has not signed in, or no longer is.
pub fn not_signed_in() -> Refusal {
    Refusal::new(
        Kind::Unauthenticated,
        say!("Not signed in"),
        say!(
            "Sign in first: POST /api/v1/tokens with handle and password, and send the access token as Authorization: Bearer."
        ),
    )
}
