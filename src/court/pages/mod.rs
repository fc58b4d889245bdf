//! The Court as pages: its docket and opinions for everybody, petitions with their drafts, and a case
//! with everything about it and every step that is open to the reader.

mod case;
mod docket;
mod petition;
mod steps;

use crate::routes;

routes! {
    GET "/cases" => docket::cases, Anyone;
    POST "/cases" => petition::file, SignedIn, Concerned;
    GET "/cases/new" => petition::open, SignedIn;
    POST "/petition_drafts" => petition::save, SignedIn;
    POST "/petition_drafts/{id}/deletion" => petition::discard, SignedIn, Own;
    GET "/opinions" => docket::opinions, Anyone;
    GET "/cases/{number}" => case::one, Anyone;
    POST "/cases/{number}" => steps::take, SignedIn, Part;
    POST "/cases/{number}/exhibits" => steps::exhibit, SignedIn, Part;
}
