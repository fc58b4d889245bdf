//! The Court as pages: its docket and opinions for everybody, petitions with their drafts, and a case
//! with everything about it and every step that is open to the reader.

mod case;
mod docket;
mod exhibit;
mod petition;
mod steps;

use crate::routes;

routes! {
    GET "/cases" => docket::cases, Club;
    POST "/cases" => petition::file, Insider, Concerned;
    GET "/cases/new" => petition::open, Insider;
    POST "/petition_drafts" => petition::save, SignedIn;
    POST "/petition_drafts/{id}/deletion" => petition::discard, SignedIn, Own;
    GET "/opinions" => docket::opinions, Club;
    GET "/cases/{number}" => case::one, Club;
    POST "/cases/{number}" => steps::take, Insider, Part;
    POST "/cases/{number}/exhibits" => steps::exhibit, Insider, Part;
    GET "/cases/{number}/filings/{filing}" => exhibit::read, Club;
}
