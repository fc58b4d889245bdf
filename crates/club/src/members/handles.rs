//! Names that nobody may have: reserved handles, and names that look like somebody else's. Pure.

use rookery_messages::{Message, say};
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

use crate::error::{Kind, Refusal};

/// Words that nobody signs in by: they would speak for the club, for somebody in office, for a part of the service, or are
/// words that the service itself writes.
const RESERVED: [&str; 78] = [
    "absent",
    "account",
    "accounts",
    "admin",
    "administrator",
    "all",
    "anonymous",
    "anybody",
    "anyone",
    "api",
    "appeal",
    "appeals",
    "assets",
    "auth",
    "banned",
    "black",
    "case",
    "cases",
    "chief",
    "chief-justice",
    "chief.justice",
    "chief_justice",
    "chiefjustice",
    "club",
    "confirmed",
    "contact",
    "court",
    "deleted",
    "docs",
    "draw",
    "erasure",
    "everybody",
    "everyone",
    "game",
    "games",
    "guest",
    "guests",
    "help",
    "host",
    "info",
    "judge",
    "justice",
    "justices",
    "kiosk",
    "leaderboard",
    "loss",
    "mail",
    "me",
    "member",
    "members",
    "mod",
    "moderator",
    "moderators",
    "monitor",
    "nobody",
    "none",
    "null",
    "official",
    "operator",
    "owner",
    "people",
    "person",
    "privacy",
    "rated",
    "rookery",
    "root",
    "school",
    "security",
    "service",
    "session",
    "staff",
    "support",
    "system",
    "table",
    "teacher",
    "void",
    "webmaster",
    "white",
];

/// The prefix of the handles of erased people.
pub const ERASED: &str = "erased";

/// Whether nobody may take a handle.
pub fn is_reserved(handle: &str) -> bool {
    let handle = handle.to_lowercase();
    handle.starts_with(ERASED) || RESERVED.contains(&handle.as_str())
}

/// What a name or a handle looks like: the same for two that a reader takes for one, whichever letters of whichever script
/// they are written with (UTS 39), with or without capitals, spaces, dots and dashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looks([String; 2]);

impl Looks {
    /// How a name or a handle looks.
    pub fn of(name: &str) -> Looks {
        let plain: String = name.nfkc().collect();
        let small = |text: &str| text.to_lowercase();
        // A capital I looks like a small l, and is a small i: both count.
        let as_read = skeleton(&small(&plain)).collect::<String>();
        let as_seen = skeleton(&small(&skeleton(&plain).collect::<String>())).collect::<String>();
        Looks([as_read, as_seen].map(|look| look.chars().filter(|letter| letter.is_alphanumeric()).collect()))
    }

    /// Whether a reader may take one for the other; what shows no letter or digit looks like nothing.
    pub fn like(&self, other: &Looks) -> bool {
        let pairs = self.0.iter().flat_map(|one| other.0.iter().map(move |two| (one, two)));
        pairs.into_iter().any(|(one, two)| one == two && !one.is_empty())
    }
}

/// What a name may be that looks like somebody else's: another person's, where a moderator says so.
pub fn must_be_told_apart(theirs: Option<&str>, moderates: bool, same_name: bool) -> Result<(), Refusal> {
    match theirs {
        Some(_) if moderates && same_name => Ok(()),
        Some(theirs) if moderates => {
            let detail = say!(
                "Somebody is called {theirs} here, which looks the same. Is it the same person? Then leave it. If not, tick that it is another person.",
                theirs
            );
            Err(same("same_name", detail))
        }
        Some(theirs) => {
            let detail =
                say!("Somebody is called {theirs} here, which looks the same. A moderator can enter them.", theirs);
            Err(same("name", detail))
        }
        None => Ok(()),
    }
}

/// The refusal of a name by which somebody wants to join who could be taken for somebody else. The one who has it is not
/// named: the person who joins may be a stranger.
pub fn somebody_elses() -> Refusal {
    let detail = say!(
        "Somebody here has this name already, or one that looks the same. Write more of your name, so that you can be told apart. If it is you, or you are both called so, ask a moderator to invite you by this name."
    );
    same("name", detail)
}

fn same(field: &'static str, detail: Message) -> Refusal {
    let mut refusal = Refusal::field(field, detail);
    refusal.kind = Kind::Conflict;
    refusal.title = say!("Same name");
    refusal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_of_offices_and_of_the_erased_are_kept_back() {
        for handle in ["erased-8", "Erased", "admin", "Root", "me", "api", "moderator", "justice"] {
            assert!(is_reserved(handle), "{handle}");
        }
        for handle in ["ann", "justin", "administra", "me2"] {
            assert!(!is_reserved(handle), "{handle}");
        }
        assert!(RESERVED.is_sorted());
    }

    #[test]
    fn twins_look_alike_and_others_do_not() {
        let like = |one: &str, other: &str| Looks::of(one).like(&Looks::of(other));
        for twin in [
            "Maya Goldberg",
            "maya  GOLDBERG",
            "Мауа Goldberg",
            "Ｍａｙａ Ｇｏｌｄｂｅｒｇ",
            "Maya\u{fe0f} Goldberg",
            "Maya Go1dberg",
            "Maya-Goldberg.",
            "maya.goldberg",
            "𝐌𝐚𝐲𝐚 Goldberg",
        ] {
            assert!(like(twin, "Maya Goldberg"), "{twin}");
        }
        assert!(like("lan Smith", "Ian Smith") && like("ian smith", "Ian Smith"));
        for other in ["Maya Goldman", "Mara Goldberg", "M. Goldberg", "Ждан", ""] {
            assert!(!like(other, "Maya Goldberg"), "{other}");
        }
        assert!(!like("", "…"), "nothing looks like nothing");
    }

    #[test]
    fn a_moderator_says_that_one_of_the_same_name_is_another_person() {
        for (theirs, moderates, same_name, field) in [
            (None, false, false, None),
            (Some("Ann Ash"), true, true, None),
            (Some("Ann Ash"), true, false, Some("same_name")),
            (Some("Ann Ash"), false, true, Some("name")),
            (Some("Ann Ash"), false, false, Some("name")),
        ] {
            let refused = must_be_told_apart(theirs, moderates, same_name).err();
            let wrong = refused.as_ref().map(|refusal| (refusal.kind, refusal.errors[0].field.as_ref()));
            assert_eq!(wrong, field.map(|field| (Kind::Conflict, field)), "{theirs:?} {moderates} {same_name}");
        }
    }
}
