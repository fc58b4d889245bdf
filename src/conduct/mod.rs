//! Conduct: what moderators may do to keep the games fair, as far as the game rules ask for it.
