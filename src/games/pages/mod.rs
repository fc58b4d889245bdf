//! Games as pages: the form for entering one, and one game with its moves.

mod all;
mod bell;
mod boards;
mod changes;
mod cheers;
mod confirmations;
mod entry;
mod foreseen;
mod limits;
mod mine;
mod taps;
mod viewer;

pub use boards::{
    Missing, OwnMissing, StillPlaying, missing_results, own_missing, played_at_afterwards, still_playing,
};
pub use changes::{Decided, just_decided};
pub use cheers::cheer;
pub use confirmations::{
    ToConfirm, ToSettle, Undoable, claim_in_words, disputed_by_the_other, just_entered, said_by, to_confirm, to_settle,
};
pub use mine::{LastGame, last_games};
pub use taps::{OwnBoard, own_board};
pub use viewer::Board;
pub(crate) use viewer::game_page;

use crate::routes;

routes! {
    GET "/games" => all::games, Club;
    GET "/games/new" => taps::form, Entry;
    POST "/games/new" => entry::enter, Entry;
    GET "/games/bell" => bell::form, Moderator;
    POST "/games/bell" => bell::decide, Moderator;
    POST "/games/{id}/changes" => changes::change, Moderator;
    POST "/games/{id}/undo" => changes::undo, Moderator;
    POST "/games/{id}/confirmation" => confirmations::confirm, SignedIn, Player;
    POST "/games/{id}/dispute" => confirmations::dispute, SignedIn, Player;
    POST "/games/{id}/settlement" => confirmations::settle, Moderator, NotAPlayer;
    POST "/games/{id}/retraction" => confirmations::take_back, Entry, EnteredIt;
    POST "/games/{id}/objections" => changes::object, SignedIn;
    POST "/objections/{id}/withdrawal" => changes::withdraw, SignedIn, Objector;
    POST "/games/{id}/rematch" => changes::rematch, Moderator;
    GET "/games/{id}" => viewer::game, Club;
    GET "/desk/limits" => limits::limits, Moderator;
    POST "/desk/limits" => limits::start, Moderator, NotAPlayer;
    POST "/desk/limits/{id}" => limits::tell, Moderator, NotAPlayer;
    GET "/me/games" => mine::games, SignedIn;
}
