//! Who may call what: each capability declares its routes with the power they need, in one place.
//!
//! `routes!` makes both the actix routes and the table that the gate, the documentation and the
//! tests read, so that no route can exist without a row.

use super::Actor;
use crate::error::Act;

/// What a caller must hold for a route to hear them at all. What they may do to *whom* is the
/// business of the capability's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Power {
    /// No account needed.
    Anyone,
    /// Whoever has signed in, the kiosk too.
    Caller,
    /// A person who has signed in; the kiosk is none.
    SignedIn,
    /// The register's desk: the kiosk while a session is on, and whoever may moderate.
    Desk,
    /// Anybody who may enter a game: signed in, or the kiosk while a session is on.
    Entry,
    /// Moderators, and justices who use a moderator's powers (Act III.3.4).
    Moderator,
    Justice,
    ChiefJustice,
    /// Whoever may let people in: moderators, justices, administrators.
    Host,
    /// Runs the host; no power over people.
    Administrator,
}

impl Power {
    pub fn as_str(self) -> &'static str {
        match self {
            Power::Anyone => "anyone",
            Power::Caller => "signed in",
            Power::SignedIn => "signed in, not the kiosk",
            Power::Desk => "kiosk during a session, or moderator",
            Power::Entry => "kiosk during a session, or signed in",
            Power::Moderator => "moderator",
            Power::Justice => "justice",
            Power::ChiefJustice => "Chief Justice",
            Power::Host => "moderator or administrator",
            Power::Administrator => "administrator",
        }
    }

    /// The Act that gives the power (T31).
    pub fn act(self) -> Act {
        Act::new(match self {
            Power::Anyone | Power::Caller | Power::SignedIn | Power::Entry => "II.4",
            Power::Desk | Power::Moderator | Power::Host => "III.2",
            Power::Justice => "III.3",
            Power::ChiefJustice => "III.4",
            Power::Administrator => "III.1",
        })
    }

    /// Whether the actor's roles give the power.
    pub fn is_held_by(self, actor: &Actor) -> bool {
        let roles = actor.roles;
        match self {
            Power::Anyone | Power::Caller => true,
            Power::SignedIn => !roles.kiosk,
            Power::Desk => roles.kiosk || roles.may_moderate(),
            Power::Entry => true,
            Power::Moderator => roles.may_moderate(),
            Power::Justice => roles.justice || roles.chief_justice,
            Power::ChiefJustice => roles.chief_justice,
            Power::Host => roles.may_moderate() || roles.administrator,
            Power::Administrator => roles.administrator,
        }
    }
}

/// A row of the table of who may call what.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// `GET`, `POST`, …
    pub method: &'static str,
    /// With `{placeholders}`: `/api/v1/games/{id}`.
    pub path: &'static str,
    pub power: Power,
}

/// Declares a capability's routes: makes `ROUTES` and `configure`.
#[macro_export]
macro_rules! routes {
    ($($method:ident $path:literal => $handler:path, $power:ident;)+) => {
        /// The routes, and who may call them.
        pub const ROUTES: &[$crate::auth::Route] = &[
            $($crate::auth::Route { method: stringify!($method), path: $path, power: $crate::auth::Power::$power }),+
        ];

        pub fn configure(config: &mut actix_web::web::ServiceConfig) {
            $(config.route($path, $crate::auth::access::on(stringify!($method)).to($handler));)+
        }
    };
}

/// A route's method; whatever answers GET answers HEAD.
pub fn on(method: &'static str) -> actix_web::Route {
    use actix_web::{guard, web};
    match method {
        "GET" => web::route().guard(guard::Any(guard::Get()).or(guard::Head())),
        "POST" => web::post(),
        "PUT" => web::put(),
        "PATCH" => web::patch(),
        _ => web::delete(),
    }
}
