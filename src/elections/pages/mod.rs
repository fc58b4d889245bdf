//! How people come into office, as pages: moderators elected by score voting, and the Chief Justice's
//! appointments.

mod ballots;
mod offices;

use crate::routes;

routes! {
    GET "/elections" => ballots::list, Club;
    POST "/elections" => ballots::call, ChiefJustice;
    GET "/elections/{id}" => ballots::one, Club;
    POST "/elections/{id}/calling_off" => ballots::call_off, ChiefJustice;
    POST "/elections/{id}/nominations" => ballots::nominate, Insider;
    POST "/elections/{id}/candidacy" => ballots::accept, Insider;
    POST "/elections/{id}/withdrawal" => ballots::withdraw, Insider;
    POST "/elections/{id}/ballot" => ballots::vote, Insider;
    GET "/offices" => offices::list, Club;
    POST "/offices" => offices::appoint, ChiefJustice;
    POST "/offices/dismissals" => offices::dismiss, ChiefJustice;
}
