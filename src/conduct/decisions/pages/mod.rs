//! Decisions as pages: filing one, after seeing what it would do, and reading, declaring, appealing it.

mod filing;
mod reading;
mod tried;

pub use filing::{finding, sanctions};

use crate::routes;

routes! {
    GET "/decisions" => reading::list, Insider;
    POST "/decisions" => filing::sign, Moderator, Independent;
    GET "/decisions/new" => filing::open, Moderator;
    POST "/decisions/previews" => filing::preview, Moderator, Independent;
    GET "/decisions/{id}" => reading::one, Insider, ConcernedOrPublic;
    POST "/decisions/{id}/declaration" => reading::declare, SignedIn, Decider;
    POST "/time_penalties/{id}/serving" => reading::serve, Moderator, Independent;
}
