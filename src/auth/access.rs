//! Who may call what: each capability declares its routes with the power they need, in one place.
//!
//! `routes!` makes both the actix routes and the table that the gate, `docs/powers.md` and the tests read, so that no route can
//! exist without a row. A row says which [`Power`] a caller needs: the gate checks it, together with the house rule `visitors`
//! for routes that are open to people from outside. It also says which [`Relation`] to the thing is needed: the capability's
//! rules check that, and `tests/powers/` proves it.

use rookery_messages::{Message, say};

use super::{Actor, Viewpoint};
use crate::error::Act;

/// What a caller must hold for a route to hear them at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Power {
    /// A probe of the operator's: who asks is not looked up, so it is answered without the database.
    Probe,
    /// No account needed: ways in, the rulebook, what the service itself says.
    Anyone,
    /// The club, and anyone unless the house rule `visitors` keeps even the leaderboard to the club (T42).
    Leaderboard,
    /// The club, and anyone where `visitors` opens everything.
    Club,
    /// Everybody who has signed in, the kiosk too.
    Caller,
    /// A person who has signed in, of the club or not yet, for what is their own; the kiosk is none.
    SignedIn,
    /// A person who has signed in and may read the club; the kiosk is none.
    Insider,
    /// People who may say that somebody joins: signed in, or the kiosk while a session is on.
    Join,
    /// Anybody who may enter a game: signed in and of the club, or the kiosk while a session is on.
    Entry,
    /// The register's desk: the kiosk while a session is on, and all who may moderate.
    Desk,
    /// Moderators, and justices who use a moderator's powers (Act III.3.4).
    Moderator,
    Justice,
    ChiefJustice,
    /// A teacher (Act III.6).
    Staff,
    /// People who may ban, each by their own Act (Acts II.9, III.6).
    ModeratorOrStaff,
    /// People who may let others in: moderators, justices, administrators.
    Host,
    /// Runs the host; no power over people.
    Administrator,
}

impl Power {
    pub const ALL: [Power; 17] = [
        Power::Probe,
        Power::Anyone,
        Power::Leaderboard,
        Power::Club,
        Power::Caller,
        Power::SignedIn,
        Power::Insider,
        Power::Join,
        Power::Entry,
        Power::Desk,
        Power::Moderator,
        Power::Justice,
        Power::ChiefJustice,
        Power::Staff,
        Power::ModeratorOrStaff,
        Power::Host,
        Power::Administrator,
    ];

    /// Who has it.
    pub fn in_words(self) -> Message {
        match self {
            Power::Probe => say!("anyone, not asked who"),
            Power::Anyone => say!("anyone"),
            Power::Leaderboard => say!("the club; anyone unless `visitors` is `nothing`"),
            Power::Club => say!("the club; anyone where `visitors` is `everything`"),
            Power::Caller => say!("signed in"),
            Power::SignedIn => say!("signed in, not the kiosk"),
            Power::Insider => say!("signed in, not the kiosk, of the club"),
            Power::Join => say!("kiosk during a session, or signed in"),
            Power::Entry => say!("kiosk during a session, or signed in, of the club"),
            Power::Desk => say!("kiosk during a session, or moderator"),
            Power::Moderator => say!("moderator"),
            Power::Justice => say!("justice"),
            Power::ChiefJustice => say!("Chief Justice"),
            Power::Staff => say!("staff"),
            Power::ModeratorOrStaff => say!("moderator or staff"),
            Power::Host => say!("moderator or administrator"),
            Power::Administrator => say!("administrator"),
        }
    }

    /// The Act that gives the power (T31).
    pub fn act(self) -> Act {
        Act::new(match self {
            Power::Probe | Power::Anyone | Power::Caller | Power::SignedIn | Power::Join | Power::Entry => "II.4",
            Power::Leaderboard | Power::Club | Power::Insider => "II.1",
            Power::Desk | Power::Moderator | Power::Host => "III.2",
            Power::Justice => "III.3",
            Power::ChiefJustice => "III.4",
            Power::Staff | Power::ModeratorOrStaff => "III.6",
            Power::Administrator => "III.1",
        })
    }

    /// Whether nobody has to sign in for it where the house rule `visitors` opens it.
    pub fn is_for_visitors(self) -> bool {
        matches!(self, Power::Probe | Power::Anyone | Power::Leaderboard | Power::Club)
    }

    /// Whether the kiosk has it only while a session is on.
    pub fn ends_with_the_session(self) -> bool {
        matches!(self, Power::Desk | Power::Join | Power::Entry)
    }

    /// Whether what it is for is open to the reader (T42): all that is not of the club is to everybody.
    pub fn is_open_to(self, reader: Viewpoint) -> bool {
        match self {
            Power::Leaderboard => reader.reads_the_leaderboard(),
            Power::Club | Power::Insider | Power::Entry => reader.reads_the_club(),
            _ => true,
        }
    }

    /// Whether the actor's roles give the power.
    pub fn is_held_by(self, actor: &Actor) -> bool {
        let roles = actor.roles;
        match self {
            Power::Probe
            | Power::Anyone
            | Power::Leaderboard
            | Power::Club
            | Power::Caller
            | Power::Join
            | Power::Entry => true,
            Power::SignedIn | Power::Insider => !roles.kiosk,
            Power::Desk => roles.kiosk || roles.may_moderate(),
            Power::Moderator => roles.may_moderate(),
            Power::Justice => roles.justice || roles.chief_justice,
            Power::ChiefJustice => roles.chief_justice,
            Power::Staff => roles.staff,
            Power::ModeratorOrStaff => roles.may_moderate() || roles.staff,
            Power::Host => roles.may_moderate() || roles.administrator,
            Power::Administrator => roles.administrator,
        }
    }
}

/// What a caller has to be to the thing or the person that a route is about, beyond their power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// It is theirs; what is another's is not found.
    Own,
    /// It is about themself; about others it is the desk's (Act II.1).
    OneselfOrDesk,
    /// It is about themself; others' is not found but for moderators.
    OneselfOrModerator,
    /// They hold an office that gives and takes the role, or give up one of their own (Acts III.1 to III.3).
    Appoints,
    /// What the club shows everybody; the rest is for moderators (Act III.2).
    PublicOrModerator,
    /// It concerns them, is declared, or they moderate; else it is not found (Act III.2.4).
    ConcernedOrPublic,
    /// They played the game (Acts I.6, II.4).
    Player,
    /// They entered the game (Act II.4).
    EnteredIt,
    /// They objected (Act I.6).
    Objector,
    /// They played the game, or enter it for its players (Act II.4).
    PlayerOrDesk,
    /// They did not play the game (Act III.3.5).
    NotAPlayer,
    /// They did not play the game, or are the Chief Justice.
    NotAPlayerOrChief,
    /// They neither played the games nor are accused (Act III.3.5).
    Independent,
    /// They decided it (Act III.2.4).
    Decider,
    /// They wrote it (Act IV.5).
    Author,
    /// They are on the leaderboard (Act IV.4).
    Member,
    /// It concerns them, or, being about the leaderboard, any member (Act III.3).
    Concerned,
    /// They have the part in the case whose step it is: petitioner, respondent, presiding, sitting, …
    /// (Act III.3; `court::rules::STEPS` has the parts, steps and states).
    Part,
    /// They sit at the table (Act I.9).
    Seated,
    /// Staff placed it; a moderator's ban is the Court's to lift (Act II.9.4).
    PlacedByStaff,
}

impl Relation {
    pub const ALL: [Relation; 20] = [
        Relation::Own,
        Relation::OneselfOrDesk,
        Relation::OneselfOrModerator,
        Relation::Appoints,
        Relation::PublicOrModerator,
        Relation::ConcernedOrPublic,
        Relation::Player,
        Relation::EnteredIt,
        Relation::Objector,
        Relation::PlayerOrDesk,
        Relation::NotAPlayer,
        Relation::NotAPlayerOrChief,
        Relation::Independent,
        Relation::Decider,
        Relation::Author,
        Relation::Member,
        Relation::Concerned,
        Relation::Part,
        Relation::Seated,
        Relation::PlacedByStaff,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Relation::Own => "one's own",
            Relation::OneselfOrDesk => "about oneself; about others by the desk",
            Relation::OneselfOrModerator => "about oneself, or by moderators",
            Relation::Appoints => "by those who give and take the role; one's own can be given up",
            Relation::PublicOrModerator => "what is public; the rest by moderators",
            Relation::ConcernedOrPublic => "declared, about oneself, or by moderators",
            Relation::Player => "by a player of the game",
            Relation::EnteredIt => "by the one who entered the game",
            Relation::Objector => "by the player who objected",
            Relation::PlayerOrDesk => "by a player of the game, the kiosk or a moderator",
            Relation::NotAPlayer => "not by a player of the game",
            Relation::NotAPlayerOrChief => "not by a player of the game, the Chief Justice apart",
            Relation::Independent => "not by a player of the games, nor by the accused",
            Relation::Decider => "by the moderator who decided",
            Relation::Author => "by its author",
            Relation::Member => "by a member",
            Relation::Concerned => "by whom it concerns; by any member where it concerns the leaderboard",
            Relation::Part => "by the person whose part in the case it is, without a conflict",
            Relation::Seated => "by somebody seated at the table",
            Relation::PlacedByStaff => "a ban by staff; a moderator's is the Court's to lift",
        }
    }

    /// A caller without this relation is refused by one of these Acts. Without Acts, what is not the caller's own is answered
    /// as not found.
    pub fn acts(self) -> &'static [&'static str] {
        match self {
            Relation::Own | Relation::OneselfOrModerator | Relation::ConcernedOrPublic => &[],
            Relation::OneselfOrDesk | Relation::PublicOrModerator => &["III.2"],
            Relation::Appoints => &["III.1", "III.2", "III.3"],
            Relation::Player => &["I.6", "II.4"],
            Relation::Objector => &["I.6"],
            Relation::EnteredIt | Relation::PlayerOrDesk => &["II.4"],
            Relation::NotAPlayer | Relation::NotAPlayerOrChief | Relation::Independent => &["III.3.5"],
            Relation::Decider => &["III.2.4"],
            Relation::Author => &["IV.5"],
            Relation::Member => &["IV.4"],
            Relation::Concerned => &["III.3", "I.9.7", "II.6.3"],
            Relation::Part => {
                &["III.3", "III.3.3", "III.3.5", "III.3.6", "III.3.8", "III.3.9", "III.3.9.2", "III.3.10"]
            }
            Relation::Seated => &["I.9"],
            Relation::PlacedByStaff => &["II.9.4"],
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
    pub relation: Option<Relation>,
}

/// Declares a capability's routes, each with a power and, where its rules ask for one, a relation:
/// makes `ROUTES` and `configure`.
#[macro_export]
macro_rules! routes {
    ($($method:ident $path:literal => $handler:path, $power:ident $(, $relation:ident)?;)+) => {
        /// The routes, and who may call them.
        pub const ROUTES: &[$crate::auth::Route] = &[$($crate::auth::Route {
            method: stringify!($method),
            path: $path,
            power: $crate::auth::Power::$power,
            relation: $crate::routes!(@relation $($relation)?),
        }),+];

        pub fn configure(router: &mut $crate::http::Router) {
            $(router.route($path, $crate::auth::access::on(stringify!($method)).to($handler));)+
        }
    };
    (@relation) => { None };
    (@relation $relation:ident) => { Some($crate::auth::Relation::$relation) };
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
