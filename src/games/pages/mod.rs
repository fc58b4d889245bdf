//! Games as pages: the form for entering one, and one game with its moves.

mod entry;
mod mine;
mod viewer;

use crate::routes;

routes! {
    GET "/games/new" => entry::form, Entry;
    POST "/games/new" => entry::enter, Entry;
    GET "/games/{id}" => viewer::game, Anyone;
    GET "/me/games" => mine::games, SignedIn;
}
