//! Evidence of online games (Acts I.9.4 to I.9.9): what a program gathered on a player's computer while
//! a game was played, kept encrypted (`safe`), redacted (`redaction`), and seen only by whom the Terms
//! name (`rules`), each time on record. `docs/evidence.md` is the protocol of such a program.

pub mod actions;
pub mod api;
pub mod docket;
pub mod pages;
pub mod redaction;
pub mod rules;
pub mod safe;
pub mod store;

pub use safe::Safe;

crate::id!(
    /// Something that was gathered.
    EvidenceId
);
crate::id!(
    /// A redacted copy of it.
    RedactionId
);

crate::words!(
    /// What was gathered.
    Source {
        /// What runs on the computer, a line each.
        Processes = "processes",
        /// The titles of open windows, a line each.
        Windows = "windows",
        /// A picture of the screen.
        Screen = "screen",
    }
);

crate::words!(
    /// By what right somebody sees it (Acts I.9.5, I.9.8, I.9.9).
    Right {
        /// Complete access.
        ChiefJustice = "chief_justice",
        /// Raw, named in an order that the Court voted by a majority.
        Order = "order",
        /// Redacted, released by the Chief Justice.
        Release = "release",
        /// Redacted, on the docket of a case about the game.
        Court = "court",
    }
);
