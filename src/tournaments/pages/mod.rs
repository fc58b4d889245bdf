//! Tournaments as pages: founding one, one's board, rounds and their results, the table, a print and a big screen.

mod founding;
mod list;
mod next;
mod one;
mod player;
mod rounds;
mod seats;
mod shown;
mod steps;
mod wall;

pub use seats::{AtSession, OwnSeat, at_session, own_seats, playable};

use crate::routes;

routes! {
    GET "/tournaments" => list::list, Club;
    POST "/tournaments" => founding::found, Moderator;
    GET "/tournaments/new" => founding::form, Moderator;
    GET "/tournaments/{id}" => one::one, Club;
    POST "/tournaments/{id}/players" => steps::enter, Insider, OneselfOrDesk;
    GET "/tournaments/{id}/players/{person}" => player::player, Club;
    POST "/tournaments/{id}/withdrawals" => steps::withdraw, Insider, OneselfOrDesk;
    POST "/tournaments/{id}/absences" => steps::absent, Insider, OneselfOrDesk;
    GET "/tournaments/{id}/rounds/next" => next::show, Moderator;
    POST "/tournaments/{id}/rounds" => next::announce, Moderator;
    GET "/tournaments/{id}/rounds/{round}" => rounds::round, Club;
    POST "/tournaments/{id}/rounds/{round}/withdrawal" => rounds::take_back, Moderator;
    POST "/tournaments/{id}/rounds/{round}/boards/{board}" => steps::result, Entry, PlayerOrDesk;
    POST "/tournaments/{id}/challenges" => steps::challenge, Insider;
    POST "/tournaments/{id}/challenges/{challenge}/answer" => steps::answer, Insider, Own;
    POST "/tournaments/{id}/challenges/{challenge}/withdrawal" => steps::take_back_challenge, Insider, OneselfOrModerator;
    POST "/tournaments/{id}/challenges/{challenge}/result" => steps::challenge_result, Entry, PlayerOrDesk;
    POST "/tournaments/{id}/ending" => steps::end, Moderator;
    GET "/tournaments/{id}/print" => wall::print, Club;
    GET "/tournaments/{id}/screen" => wall::screen, Club;
}
