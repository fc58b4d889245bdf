//! The page that a form stood on and leads back to, by its word: never an address, which could be anybody's.

use rookery_nomic::plays::Thread;

use super::parts;
use crate::tables::TableId;
use crate::web::typed::Fields;

/// A page of a game that forms lead back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    Today,
    Threads,
    Court,
    Quantities,
    /// A rule's own, by its number.
    Rule(u32),
    /// A proposal's own, by its number.
    Proposal(u32),
}

impl Back {
    /// The page that a form names in its field `back`; Today where it names none.
    pub fn of(sent: &Fields) -> Back {
        Back::called(sent.text("back"))
    }

    pub fn called(word: &str) -> Back {
        let number = word.rsplit_once('/').and_then(|(_, number)| number.parse().ok()).unwrap_or_default();
        let all = [Back::Threads, Back::Court, Back::Quantities, Back::Rule(number), Back::Proposal(number)];
        all.into_iter().find(|page| page.word() == word).unwrap_or(Back::Today)
    }

    /// What the field `back` says: the page's address after that of the game.
    pub fn word(self) -> String {
        match self {
            Back::Today => String::new(),
            Back::Threads => "threads".to_owned(),
            Back::Court => "court".to_owned(),
            Back::Quantities => "quantities".to_owned(),
            Back::Rule(label) => format!("rules/{label}"),
            Back::Proposal(number) => format!("proposals/{number}"),
        }
    }

    /// Its address in a game; of the page of threads, that of the thread in which something was said.
    pub fn address(self, game: TableId, thread: Thread) -> String {
        match self {
            Back::Today => format!("/nomic/{game}"),
            Back::Threads => format!("/nomic/{game}/{}?thread={}", self.word(), parts::name(thread)),
            _ => format!("/nomic/{game}/{}", self.word()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_leads_back_to_pages_of_its_game_alone() {
        for (word, address) in [
            ("threads", "/nomic/7/threads?thread=points"),
            ("court", "/nomic/7/court"),
            ("quantities", "/nomic/7/quantities"),
            ("rules/205", "/nomic/7/rules/205"),
            ("proposals/301", "/nomic/7/proposals/301"),
            ("", "/nomic/7"),
            ("rules/x", "/nomic/7"),
            ("rules/205/..", "/nomic/7"),
            ("//elsewhere.example/205", "/nomic/7"),
        ] {
            assert_eq!(Back::called(word).address(TableId(7), Thread::Points), address, "{word}");
        }
    }
}
