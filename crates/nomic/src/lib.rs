#![doc = include_str!("../README.md")]
//!
//! ## Where things are
//!
//! | file | what lives there |
//! |---|---|
//! | `game` | what a game is made of; in `game/beginning.rs`, how one starts, in `game/alerts.rs`, what people should look at |
//! | `plays`, `refusals` | what players do and what comes of it; why a message does not count |
//! | `edition` | which readings a game is played by: those of the version that began it |
//! | `lines` | the canonical lines of the threads, read and written; in `lines/ear.rs`, how exactly |
//! | `table` | applying a play; the threads |
//! | `clock` | what happens by itself, and in which order at one instant |
//! | `time` | civil days in their zone |
//! | `turns`, `calendar` | days, turn order, who judges; days, hours and holidays of the players' own |
//! | `proposals`, `proposing`, `adoption` | what a proposal is; how it is submitted; what it makes of the rules |
//! | `votes`, `proxies` | votes, tally, their points; votes by others |
//! | `secrets` | what nobody may see before it is counted |
//! | `thresholds` | what a rule-change needs |
//! | `ledger`, `wins` | points and totals; winning by them, claims to a win, and what falls with one |
//! | `accounts`, `effects` | quantities of players' own, and what changes them |
//! | `court`, `judges`, `bench` | Points of Order and Judgements; who judges; players' own say in it |
//! | `disputes` | what becomes of a Judgement: opinions, panels, appeals |
//! | `notes` | titles and notes of players |
//! | `orders`, `undo` | what an invoked Judgement does; undoing an adoption |
//! | `rulebook`, `change`, `edits`, `references` | the text layer |
//! | `bindings`, `supplies` | the binding layer: which rules are behind what is done, what each supplied |
//! | `parameters` | what can be set |
//! | `numbering` | which numbers proposals and rules get |
//! | `precedence` | which of two rules prevails |
//! | `said`, `citations` | how messages are kept; the rules they cite, by their numbers of now |
//! | `shared` | what copies of a game have in common |
//! | `view` | a game as JSON for people and pages |
//! | `record` | the first line of a log |
//! | `documents`, `entries`, `python_json` | rule documents, read and written |
//! | `carried` | what a game does by its rules, in a document of them: the next game begins with it |
//! | `explain`, `counts` | what would happen if a draft passed, at every count |
//! | `verify` | the rules of a game rebuilt a second way |

pub mod accounts;
mod adoption;
mod bench;
pub mod bindings;
mod calendar;
pub mod carried;
pub mod change;
mod citations;
pub mod clock;
pub mod counts;
pub mod court;
mod disputes;
pub mod documents;
pub mod edition;
pub mod edits;
pub mod effects;
mod entries;
pub mod explain;
pub mod game;
pub mod judges;
pub mod ledger;
pub mod lines;
mod names;
pub mod notes;
mod numbering;
pub mod orders;
pub mod parameters;
pub mod plays;
pub mod precedence;
pub mod proposals;
mod proposing;
mod proxies;
mod python_json;
pub mod record;
pub mod references;
mod refusals;
pub mod rulebook;
mod said;
pub mod secrets;
pub mod shared;
pub mod supplies;
pub mod table;
pub mod thresholds;
pub mod time;
pub mod turns;
mod undo;
pub mod verify;
pub mod view;
pub mod votes;
pub mod wins;

#[cfg(test)]
mod tests;

pub use game::{Game, Setup};
pub use plays::{Event, Outcome, Play, Refusal, Void};
