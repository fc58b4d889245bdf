//! Games as pages: the form for entering one, and one game with its moves.

mod bell;
mod changes;
mod entry;
mod mine;
mod viewer;

use crate::routes;

routes! {
    GET "/games/new" => entry::form, Entry;
    POST "/games/new" => entry::enter, Entry;
    GET "/games/bell" => bell::form, Moderator;
    POST "/games/bell" => bell::decide, Moderator;
    POST "/games/{id}/changes" => changes::change, Moderator;
    POST "/games/{id}/objections" => changes::object, SignedIn;
    POST "/games/{id}/rematch" => changes::rematch, Moderator;
    GET "/games/{id}" => viewer::game, Anyone;
    GET "/me/games" => mine::games, SignedIn;
}
