//! The viewpoint: who reads, and so what of the club they may be shown (T42).
//!
//! The house rule `visitors` says what people from outside read. The gate asks it for every route's row, once for
//! each request; views ask the [`Viewpoint`] for what differs within a page or an answer that both may read.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest};

use super::{Actor, Roles, Visitors};
use crate::id::PersonId;

/// Who reads: somebody of the club, or somebody from outside and how much is open to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Viewpoint {
    /// Everybody who is signed in, of the club or not.
    pub person: Option<PersonId>,
    pub roles: Roles,
    is_of_the_club: bool,
    visitors: Visitors,
}

impl Viewpoint {
    pub fn of(actor: Option<&Actor>, visitors: Visitors) -> Viewpoint {
        Viewpoint {
            person: actor.map(|actor| actor.person),
            roles: actor.map_or_else(Roles::default, |actor| actor.roles),
            is_of_the_club: actor.is_some_and(|actor| actor.is_of_the_club),
            visitors,
        }
    }

    /// Somebody who has not signed in, where nothing is open to them: the least that anybody may read.
    pub fn outside() -> Viewpoint {
        Viewpoint::of(None, Visitors::Nothing)
    }

    /// Whether the reader has joined, once or now, or holds a role: the public that the Terms speak of (T42).
    pub fn is_of_the_club(self) -> bool {
        self.is_of_the_club
    }

    /// Whether the reader may read the pages of members, games, tables and cases.
    pub fn reads_the_club(self) -> bool {
        self.is_of_the_club || self.visitors == Visitors::Everything
    }

    /// Whether everybody may, without signing in.
    pub fn is_open_to_all(self) -> bool {
        self.visitors == Visitors::Everything
    }

    /// Whether the reader may read leaderboard and calendar, be it with short names.
    pub fn reads_the_leaderboard(self) -> bool {
        self.is_of_the_club || self.visitors >= Visitors::Leaderboard
    }

    /// Moderators, and justices who use their powers.
    pub fn moderates(self) -> bool {
        self.roles.may_moderate()
    }

    pub fn is(self, person: PersonId) -> bool {
        self.person == Some(person)
    }

    /// The reader's, as the gate left it with the request.
    pub fn of_request(request: &HttpRequest) -> Viewpoint {
        request.extensions().get::<Viewpoint>().copied().unwrap_or_else(Viewpoint::outside)
    }
}

impl FromRequest for Viewpoint {
    type Error = std::convert::Infallible;
    type Future = std::future::Ready<Result<Viewpoint, Self::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(Ok(Viewpoint::of_request(request)))
    }
}
