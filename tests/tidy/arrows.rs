//! Which folder may import which: the arrows of `docs/architecture.md`, checked against every
//! `crate::` path.

use std::collections::BTreeSet;

use super::house;
use super::paths::paths;

/// Each folder (room) with the earlier rooms of this table that it may import, so that there are no
/// circles. `FACES` are all `api` and `pages` files: they may import any room, and no room imports
/// them.
const ROOMS: &[(&str, &[&str])] = &[
    ("clock", &[]),
    ("error", &[]),
    ("excerpt", &[]),
    ("config", &["error"]),
    ("hex", &[]),
    ("id", &["error"]),
    ("fields", &["error"]),
    ("files", &[]),
    ("db", &["clock", "error", "files"]),
    ("http", &["db", "error", "excerpt", "hex", "id"]),
    ("audit", &["db", "error", "files", "hex", "id"]),
    // Who acts, with which powers. Accounts and sign-ins are `auth`, further down.
    (ACTOR, &["error", "http", "id"]),
    // The club's identity is on every page and in every e-mail.
    ("club", &["db", "error", "fields"]),
    // Background jobs that somebody asks for. What runs at intervals is `jobs`, further down.
    (BACKGROUND, &["clock", "db", "error", "id"]),
    // What all pages use.
    ("web", &["club", "error", "hex", "http", ACTOR]),
    // Notices and e-mails use the same texts as pages.
    ("notify", &["clock", "club", "config", "db", "error", "fields", "http", "id", "web", ACTOR]),
    // Carrying out actions.
    ("action", &["audit", "db", "error", "id", "notify", ACTOR]),
    // Changes of the club's identity and of webhooks are actions, so they come after `action`.
    (IDENTITY, &["action", "audit", "club", "db", "error"]),
    (WEBHOOKS, &["action", "audit", "db", "error", "notify"]),
    // Declarations are stored and announced here; the capabilities that act make them.
    (DECLARATIONS, &["db", "error", "id", "notify"]),
    (
        "rulebook",
        &["action", "audit", "clock", "db", "error", "excerpt", "fields", "http", "id", "notify", "web", ACTOR],
    ),
    ("ratings", &["clock", "db", "error", "http", "id", "rulebook", ACTOR]),
    ("sessions", &["audit", "clock", "club", "db", "error", "fields", "http", "id", "ratings", "rulebook", ACTOR]),
    ("conduct", &["audit", "db", "error", "fields", "http", "id", "rulebook", "sessions", ACTOR, DECLARATIONS]),
    (
        "members",
        &[
            "action",
            "audit",
            "conduct",
            "db",
            "error",
            "fields",
            "hex",
            "http",
            "id",
            "ratings",
            "rulebook",
            "sessions",
            ACTOR,
            BACKGROUND,
            DECLARATIONS,
        ],
    ),
    // Actions of the register, which look people and their bans up.
    (
        DESK,
        &[
            "action", "audit", "clock", "conduct", "db", "error", "fields", "http", "id", "members", "rulebook",
            "sessions", ACTOR,
        ],
    ),
    (
        "games",
        &[
            "action",
            "audit",
            "clock",
            "club",
            "conduct",
            "db",
            "error",
            "excerpt",
            "fields",
            "http",
            "id",
            "members",
            "notify",
            "ratings",
            "rulebook",
            "sessions",
            ACTOR,
            DECLARATIONS,
        ],
    ),
    // Tournaments' games are games of the club.
    (
        "tournaments",
        &[
            "action", "audit", "club", "db", "error", "fields", "games", "http", "id", "members", "notify", "ratings",
            "rulebook", "sessions", "web", ACTOR,
        ],
    ),
    (
        "auth",
        &[
            "action",
            "audit",
            "clock",
            "config",
            "db",
            "error",
            "http",
            "id",
            "members",
            "notify",
            "sessions",
            ACTOR,
            DECLARATIONS,
        ],
    ),
    // Decisions act on the rooms above.
    (DECISIONS, CLUB_AND_ACCOUNTS),
    ("court", CLUB_AND_DECISIONS),
    // A party to a case is not removed.
    (
        REMOVAL,
        &[
            "action",
            "audit",
            "court",
            "db",
            "error",
            "games",
            "http",
            "id",
            "members",
            "notify",
            "rulebook",
            "sessions",
            ACTOR,
            DECLARATIONS,
        ],
    ),
    (
        "elections",
        &[
            "action",
            "audit",
            "auth",
            "clock",
            "conduct",
            "db",
            "error",
            "http",
            "id",
            "members",
            "notify",
            "ratings",
            "rulebook",
            "sessions",
            ACTOR,
            DECISIONS,
            DECLARATIONS,
        ],
    ),
    // Whether the clock can be trusted, and notices to administrators if not.
    ("timekeeping", &["action", "audit", "auth", "clock", "db", "error", ACTOR]),
    ("exchange", EXCHANGE),
    // The games room: tables know what all games share, and no particular game.
    (
        "tables",
        &[
            "action",
            "audit",
            // A connection ends at any time, without a time passed in.
            "clock",
            "conduct",
            "db",
            "error",
            "fields",
            "http",
            "id",
            "members",
            "notify",
            ACTOR,
            DECISIONS,
            DECLARATIONS,
        ],
    ),
    // Checks of the records read what other rooms wrote.
    ("checks", &["action", "audit", "db", "error", "id", "ratings", "tables", BACKGROUND]),
    ("chess", CHESS),
    // Games at a table, and what speaks for their engines on the command line. The engines are crates: Cargo keeps them
    // from naming anything here.
    ("party", &["action", "db", "error", "fields", "id", "notify", "tables"]),
    // Moves are typed with the same letters as in the club's games.
    ("multiplayer", &["action", "db", "error", "games", "http", "id", "tables", DECISIONS]),
    // Games of turns share all but their positions and moves.
    ("turns", &["error", "tables"]),
    // Nomic at a table, and the house rules that one game may govern.
    ("nomic", &["action", "audit", "db", "error", "fields", "id", "notify", "rulebook", "sessions", "tables", "web"]),
    (
        "deadlines",
        &[
            "action",
            "conduct",
            "court",
            "db",
            "elections",
            "error",
            "games",
            "http",
            "id",
            "members",
            "rulebook",
            "tables",
            "tournaments",
            ACTOR,
            DECISIONS,
            REMOVAL,
        ],
    ),
    ("jobs", EVERYTHING),
    ("commands", EVERYTHING),
    ("service", EVERYTHING),
    // What runs everything.
    (SERVE, &["audit", "auth", "chess", "clock", "config", "db", "error", "exchange", "jobs", "service"]),
];

const ACTOR: &str = "auth::Actor";
const BACKGROUND: &str = "jobs::background";
const DECISIONS: &str = "conduct::decisions";
const DECLARATIONS: &str = "conduct::declarations";
const DESK: &str = "sessions::desk";
const FACES: &str = "faces";
const IDENTITY: &str = "club::actions";
const REMOVAL: &str = "members::actions";
const SERVE: &str = "commands::serve";
const WEBHOOKS: &str = "notify::actions";
const EXCHANGE: &[&str] = &[
    "action",
    "audit",
    "auth",
    "clock",
    "club",
    "conduct",
    "db",
    "error",
    "fields",
    "files",
    "games",
    "hex",
    "http",
    "id",
    "members",
    "notify",
    "ratings",
    "rulebook",
    "sessions",
    "timekeeping",
    ACTOR,
    BACKGROUND,
    DECISIONS,
    REMOVAL,
];
const CLUB_AND_DECISIONS: &[&str] = &[
    "action",
    "audit",
    "clock",
    "conduct",
    "db",
    "error",
    "fields",
    "games",
    "hex",
    "http",
    "id",
    "members",
    "notify",
    "ratings",
    "rulebook",
    "sessions",
    ACTOR,
    DECISIONS,
    DECLARATIONS,
];
const CLUB_AND_ACCOUNTS: &[&str] = &[
    "action",
    "audit",
    "auth",
    "clock",
    "conduct",
    "db",
    "error",
    "fields",
    "games",
    "http",
    "id",
    "members",
    "notify",
    "ratings",
    "rulebook",
    "sessions",
    ACTOR,
    DECLARATIONS,
];
const CHESS: &[&str] = &[
    "action",
    "audit",
    "auth",
    "conduct",
    "config",
    "court",
    "db",
    "error",
    "fields",
    "files",
    "games",
    "hex",
    "http",
    "id",
    "members",
    "notify",
    "ratings",
    "rulebook",
    "sessions",
    "tables",
    ACTOR,
    DECISIONS,
    DECLARATIONS,
];
const EVERYTHING: &[&str] = &[
    "action",
    "audit",
    "auth",
    "checks",
    "chess",
    "clock",
    "club",
    "config",
    "conduct",
    "court",
    "db",
    "deadlines",
    "elections",
    "error",
    "excerpt",
    "exchange",
    "fields",
    "files",
    "games",
    "http",
    "id",
    "members",
    "multiplayer",
    "nomic",
    "notify",
    "party",
    "ratings",
    "rulebook",
    "sessions",
    "tables",
    "tournaments",
    "web",
    ACTOR,
    BACKGROUND,
    DESK,
    DECISIONS,
    DECLARATIONS,
    FACES,
    REMOVAL,
    "timekeeping",
];

/// Macros are at the root of the crate, whichever room defines them.
const MACROS: [&str; 4] = ["at_once", "each", "for_each_row", "routes"];

/// The room of a file. Ids, instants and kept messages share one: everything is stored as these.
fn room(file: &str) -> String {
    let mut parts = file.split('/').map(|part| part.trim_end_matches(".rs"));
    let folder = parts.next().unwrap_or_default();
    let inside: Vec<&str> = parts.collect();
    match (folder, inside.as_slice()) {
        (_, inside) if inside.iter().any(|part| ["api", "pages"].contains(part)) => FACES.to_owned(),
        ("auth", ["actor" | "access" | "viewpoint"]) => ACTOR.to_owned(),
        ("instant" | "kept", []) => "id".to_owned(),
        ("conduct", ["declarations", "deadline"]) => DECISIONS.to_owned(),
        ("conduct", ["declarations", ..]) => DECLARATIONS.to_owned(),
        ("conduct", ["actions" | "decisions" | "reports" | "chief_acts" | "secrecy", ..]) => DECISIONS.to_owned(),
        ("club", ["actions"]) => IDENTITY.to_owned(),
        ("jobs", ["background"]) => BACKGROUND.to_owned(),
        ("members", ["actions", ..]) => REMOVAL.to_owned(),
        ("notify", ["actions"]) => WEBHOOKS.to_owned(),
        ("sessions", ["actions", ..] | ["rounds"]) => DESK.to_owned(),
        ("commands", ["serve"] | ["demo", "nightly"]) => SERVE.to_owned(),
        (folder, _) => folder.to_owned(),
    }
}

/// The room that a path after `crate::` leads to; none for macros and for `App`, which is all of the house.
fn target(path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split("::").collect();
    let is_type = |name: &str| name.starts_with(char::is_uppercase);
    match parts.as_slice() {
        [name, ..] if is_type(name) || name.ends_with('!') || MACROS.contains(name) => None,
        [_, inner, ..] if ["api", "pages"].contains(inner) => Some(FACES.to_owned()),
        ["auth", name, ..] if is_type(name) || *name == "access" => Some(ACTOR.to_owned()),
        ["conduct", "declarations", "deadline", ..] => Some(DECISIONS.to_owned()),
        ["conduct", "declarations", ..] => Some(DECLARATIONS.to_owned()),
        ["conduct", "actions" | "decisions" | "reports" | "chief_acts" | "secrecy", ..] => Some(DECISIONS.to_owned()),
        ["instant" | "kept", ..] => Some("id".to_owned()),
        ["club", "actions", ..] => Some(IDENTITY.to_owned()),
        ["jobs", "background", ..] => Some(BACKGROUND.to_owned()),
        ["members", "actions", ..] => Some(REMOVAL.to_owned()),
        ["notify", "actions", ..] => Some(WEBHOOKS.to_owned()),
        ["sessions", "actions" | "rounds", ..] => Some(DESK.to_owned()),
        [name, ..] => Some((*name).to_owned()),
        [] => None,
    }
}

#[test]
fn arrows_point_only_where_the_table_says_and_never_in_a_circle() {
    for (place, (room, allowed)) in ROOMS.iter().enumerate() {
        let above = ROOMS[..place].iter().map(|(room, _)| *room);
        let above: BTreeSet<&str> = above.chain([FACES]).collect();
        let back: Vec<_> = allowed.iter().filter(|other| !above.contains(*other)).collect();
        assert!(back.is_empty(), "{room} points down the table, at {back:?}");
    }
    let mut wrong = BTreeSet::new();
    for (file, text) in house() {
        let from = room(&file);
        if ["main", "lib", FACES].contains(&from.as_str()) {
            continue;
        }
        let Some((_, allowed)) = ROOMS.iter().find(|(room, _)| *room == from) else {
            wrong.insert(format!("{file}: the room {from} is not in the table"));
            continue;
        };
        for to in paths(&text).iter().filter_map(|path| target(path)) {
            if to != from && !allowed.contains(&to.as_str()) {
                wrong.insert(format!("{file}: {from} -> {to}"));
            }
        }
    }
    assert_eq!(wrong, BTreeSet::new());
}

/// The table of rooms leaves it open for pages, which may name whatever they show.
#[test]
fn tables_and_their_pages_name_no_game() {
    let games = ["chess", "multiplayer", "nomic", "party", "turns"];
    let files = house().into_iter().filter(|(file, _)| file.starts_with("tables/"));
    let named = files.flat_map(|(file, text)| {
        let named =
            paths(&text).into_iter().filter(|path| games.contains(&path.split("::").next().unwrap_or_default()));
        named.map(|path| format!("{file}: {path}")).collect::<Vec<_>>()
    });
    assert_eq!(named.collect::<Vec<_>>(), Vec::<String>::new(), "a game's own goes through `every_game`");
}
