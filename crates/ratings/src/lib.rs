#![doc = include_str!("../README.md")]
//!
//! ## Where things are
//!
//! | file | what lives there |
//! |---|---|
//! | `elo` | scores, and what a game changes |
//! | `fold` | events, what each does to the scores, and scores as the fold of the log |
//! | `refold` | corrections: the fold redone from a changed event on, until nothing differs |
//! | `deductions` | what is due for absence and idleness, and who has lapsed |
//! | `standings` | the leaderboard in order: ranks, pages, neighbours |
//! | `ranked` | values in order, each with its place |
//! | `short_names` | what people from outside read of names, which also orders equal scores |

pub mod deductions;
pub mod elo;
pub mod fold;
mod ranked;
pub mod refold;
pub mod short_names;
pub mod standings;
