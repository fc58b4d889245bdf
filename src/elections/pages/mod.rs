//! How people come into office, as pages: moderators elected by score voting, and the Chief Justice's
//! appointments.

mod ballots;
mod offices;

use crate::routes;

routes! {
    GET "/elections" => ballots::list, Anyone;
    POST "/elections" => ballots::call, ChiefJustice;
    GET "/elections/{id}" => ballots::one, Anyone;
    POST "/elections/{id}/calling_off" => ballots::call_off, ChiefJustice;
    POST "/elections/{id}/nominations" => ballots::nominate, SignedIn;
    POST "/elections/{id}/candidacy" => ballots::accept, SignedIn;
    POST "/elections/{id}/withdrawal" => ballots::withdraw, SignedIn;
    POST "/elections/{id}/ballot" => ballots::vote, SignedIn;
    GET "/offices" => offices::list, Anyone;
    POST "/offices" => offices::appoint, ChiefJustice;
    POST "/offices/dismissals" => offices::dismiss, ChiefJustice;
}
