//! The piece rules 1230.4–1230.21 as data, and which of them count (1230.1 §3.A).

use std::collections::BTreeMap;

use rookery_messages::{Message, Value, say};
use serde::{Deserialize, Serialize};

use super::amendments::{Amendment, amend, set_parts};
use super::square::Square;

/// A kind of piece: its place in a [`Suite`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(pub(super) u8);

impl Kind {
    /// 1230.4.
    pub const KING: Kind = Kind(0);
    /// 1230.5.
    pub const ROOK: Kind = Kind(1);
    /// 1230.6.
    pub const CAMEL: Kind = Kind(2);
    /// 1230.7.
    pub const BISHOP: Kind = Kind(3);
    /// 1230.8.
    pub const PAWN: Kind = Kind(4);
    /// 1230.9.
    pub const COPYCAT: Kind = Kind(5);
    /// 1230.10.
    pub const ECHO: Kind = Kind(6);
    /// 1230.11.
    pub const JESTER: Kind = Kind(7);
    /// 1230.12.
    pub const IL_NABI: Kind = Kind(8);
    /// 1230.13.
    pub const QBALL: Kind = Kind(9);
    /// 1230.14.
    pub const HARFYBLOB: Kind = Kind(10);
    /// 1230.15.
    pub const ARCHER: Kind = Kind(11);
    /// 1230.16.
    pub const KAMIKAZE: Kind = Kind(12);
    /// 1230.17.
    pub const BOUNCYBALL: Kind = Kind(13);
    /// 1230.18.
    pub const DEMON: Kind = Kind(14);
    /// 1230.19.
    pub const TORNADO: Kind = Kind(15);
    /// 1230.20.
    pub const CANTOR: Kind = Kind(16);
    /// 1230.21.
    pub const ZOMBIE: Kind = Kind(17);

    /// The place of the kind in tables by kind.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// Which directions a line takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Directions {
    /// Along files and rows.
    #[serde(rename = "orth")]
    Orthogonal,
    /// Along diagonals.
    #[serde(rename = "diag")]
    Diagonal,
    /// All eight.
    #[serde(rename = "all")]
    All,
}

/// What a line asks of the squares strictly between its ends (G6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Path {
    /// All empty.
    Clear,
    /// Nothing.
    Leap,
    /// Exactly one piece.
    Hop,
}

/// Straight movement: `min` to `max` squares in some directions. A `max` of `HN` stands for the piece's Hn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The directions.
    pub directions: Directions,
    /// Fewest squares.
    pub min: u8,
    /// Most squares.
    pub max: u8,
    /// What must stand between the ends.
    pub path: Path,
}

/// As far as the Hn of the piece (1230.14).
pub const HN: u8 = u8::MAX;

/// To which squares a piece may move were they empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moves {
    /// The text does not say, so the rule defines nothing (1230.1 §3.A.iii, G2).
    Undefined,
    /// Along these lines.
    Lines(Vec<Line>),
    /// A leap of so many squares one way and so many across (1230.6).
    Leap(u8, u8),
    /// One orthogonal step, two when defending (1230.8).
    Pawn,
    /// The move of its Swinger's last mover (1230.10).
    Echo,
    /// A diagonal to the edge, then another at a right angle (1230.13).
    Qball,
    /// Four squares in one or two orthogonal legs (1230.15).
    Archer,
    /// Two orthogonal legs of 1–6 squares (1230.16).
    Kamikaze,
    /// As far beyond a piece as the piece is away (1230.17).
    BouncyBall,
    /// One square in the middle of the board, two elsewhere (1230.18).
    Demon,
}

/// How a piece captures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Captures {
    /// Where it could move were the square empty (1230.1 §4).
    AsMoves,
    /// Only along these lines.
    Lines(Vec<Line>),
    /// Along these lines, staying where it is (1230.15 §3).
    Shots(Vec<Line>),
    /// As the victim captures (1230.9 §3).
    Borrowed,
    /// In a chain of segments (1230.19).
    Chain,
}

/// What a capture does to the captor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterCapture {
    /// Nothing.
    Stays,
    /// Hn grows (1230.14).
    Grows,
    /// Destroyed (1230.16 §4).
    Dies,
    /// May become the victim's kind (1230.21).
    MayBecomeVictim,
}

/// When a piece is promoted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// The piece is never promoted.
    Never,
    /// Compulsory on the four centre squares (1230.8 §4, G23).
    OnCentre,
    /// Optional between two pieces of one kind (1230.18 §3, G25).
    BetweenTwins,
}

/// One PartyChessPieceDef rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceRule {
    /// N of 1230.N.
    pub number: u16,
    /// Name of the kind.
    pub name: String,
    /// The character that stands for the kind; of two rules that claim one, the lower number counts.
    pub character: char,
    /// Material value.
    pub value: u8,
    /// Most pieces of the kind that a Swinger may own.
    pub limit: Option<u8>,
    /// Where it moves.
    pub moves: Moves,
    /// How it captures.
    pub captures: Captures,
    /// What a capture does to it.
    pub after_capture: AfterCapture,
    /// When it is promoted.
    pub promotion: Promotion,
    /// May only be placed near the edge (1230.8 §5).
    pub border_placement: bool,
    /// Lends its neighbours the Cantor's diagonal leap (1230.20).
    pub aura: bool,
}

/// Which text of the rules is in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ruleset {
    /// The text as it stands: Zombie and il-Nabi are undefined.
    Strict,
    /// With the umpire's amendment that makes all eighteen kinds playable.
    Amended,
}

/// Which part of il-Nabi's rule a movement belongs to; only part (a) captures (1230.12 §3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PartName {
    /// Part (a), which also captures.
    A,
    /// Part (b).
    B,
    /// Part (c).
    C,
}

/// One movement of a rule written by the umpire. All parts move, part (a) also captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Which part it belongs to.
    pub part: PartName,
    /// The directions.
    pub dirs: Directions,
    /// Fewest squares.
    pub min: u8,
    /// Most squares.
    pub max: u8,
    /// What must stand between the ends.
    pub path: Path,
}

/// What the rules in force are made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Which text.
    pub ruleset: Ruleset,
    /// The umpire's il-Nabi; of no effect in the strict ruleset.
    pub il_nabi: Vec<Part>,
    /// In the order in which they were made.
    pub amendments: Vec<Amendment>,
    /// Whether nobody is skipped before a first turn: an amendment of 1230.2 §4.B.iii, by which the eighth of eight never plays.
    pub first_turns: bool,
}

/// The rules in force, by kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suite {
    source: Source,
    rules: Vec<PieceRule>,
    counts: Vec<bool>,
}

/// Most amendments of a game: all of them are read again at each change.
const MOST_AMENDMENTS: usize = 1_000;

/// The name of a kind as it stands within sentences; one that was made in the game has no other name.
pub(super) fn word(name: &str) -> Value {
    let known = match name {
        "king" => say!("king"),
        "rook" => say!("rook"),
        "camel" => say!("camel"),
        "bishop" => say!("bishop"),
        "pawn" => say!("pawn"),
        "copycat" => say!("copycat"),
        "echo" => say!("echo"),
        "jester" => say!("jester"),
        "il-nabi" => say!("il-nabi"),
        "qball" => say!("qball"),
        "harfyblob" => say!("harfyblob"),
        "archer" => say!("archer"),
        "kamikaze" => say!("kamikaze"),
        "bouncyball" => say!("bouncyball"),
        "demon" => say!("demon"),
        "tornado" => say!("tornado"),
        "cantor" => say!("cantor"),
        "zombie" => say!("zombie"),
        _ => return name.into(),
    };
    known.into()
}

/// Why rules cannot be made from a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadRule(pub Message);

impl Source {
    /// A ruleset with the il-Nabi that the service offers and no amendments.
    pub fn plain(ruleset: Ruleset) -> Source {
        Source { ruleset, il_nabi: invented_il_nabi(), amendments: Vec::new(), first_turns: false }
    }
}

/// The il-Nabi that the service offers. INVENTED: the historical text of 1230.12 §2 is lost, and every page must say so.
pub fn invented_il_nabi() -> Vec<Part> {
    let part = |part, dirs, min, max, path| Part { part, dirs, min, max, path };
    vec![
        part(PartName::A, Directions::Diagonal, 1, 6, Path::Clear),
        part(PartName::B, Directions::Orthogonal, 2, 2, Path::Hop),
        part(PartName::C, Directions::Diagonal, 2, 2, Path::Hop),
    ]
}

impl Suite {
    /// The rules in force: the eighteen of the text, the umpire's il-Nabi and Zombie where amended, then the amendments.
    pub fn new(source: Source) -> Result<Suite, BadRule> {
        if source.amendments.len() > MOST_AMENDMENTS {
            return Err(BadRule(say!(
                "{count} amendments; a game has at most {most}",
                count = source.amendments.len(),
                most = MOST_AMENDMENTS
            )));
        }
        let mut rules = text_rules();
        let mut repealed = vec![false; rules.len()];
        if source.ruleset == Ruleset::Amended {
            rules[Kind::ZOMBIE.index()].character = 'U';
            set_parts(&mut rules[Kind::IL_NABI.index()], &source.il_nabi)?;
        }
        for amendment in &source.amendments {
            amend(&mut rules, &mut repealed, amendment)?;
        }
        let counts = counting(&rules, &repealed);
        Ok(Suite { source, rules, counts })
    }

    /// What the rules were made from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The rule of a kind, whether it counts or not.
    pub fn rule(&self, kind: Kind) -> &PieceRule {
        &self.rules[kind.index()]
    }

    /// Whether a counting rule defines the kind (1230.1 §3.A).
    pub fn defines(&self, kind: Kind) -> bool {
        self.counts[kind.index()]
    }

    /// Every kind there is or was.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..self.rules.len() as u8).map(Kind)
    }

    /// The kind of that name.
    pub fn kind(&self, name: &str) -> Option<Kind> {
        self.kinds().find(|&kind| self.rule(kind).name == name)
    }

    /// The price of a new piece: A$1 + A$7 × value (1230.1 §2.D).
    pub fn cost(&self, kind: Kind) -> u32 {
        1 + 7 * u32::from(self.rule(kind).value)
    }
}

/// Which rules count: a movement, and a character that no lower-numbered rule with a movement claims (1230.1 §3.A, G1).
fn counting(rules: &[PieceRule], repealed: &[bool]) -> Vec<bool> {
    let mut lowest: BTreeMap<char, u16> = BTreeMap::new();
    let complete = |(rule, repealed): &(&PieceRule, &bool)| {
        !**repealed && rule.moves != Moves::Undefined && rule.character.is_ascii_graphic()
    };
    for (rule, _) in rules.iter().zip(repealed).filter(complete) {
        let first = lowest.entry(rule.character.to_ascii_lowercase()).or_insert(rule.number);
        *first = rule.number.min(*first);
    }
    let first = |rule: &PieceRule| lowest.get(&rule.character.to_ascii_lowercase()) == Some(&rule.number);
    rules.iter().zip(repealed).map(|pair| complete(&pair) && first(pair.0)).collect()
}

/// A rule with the general capture and no peculiarities.
pub(super) fn rule(number: u16, name: &str, character: char, value: u8, moves: Moves) -> PieceRule {
    PieceRule {
        number,
        name: name.to_owned(),
        character,
        value,
        limit: None,
        moves,
        captures: Captures::AsMoves,
        after_capture: AfterCapture::Stays,
        promotion: Promotion::Never,
        border_placement: false,
        aura: false,
    }
}

/// The eighteen rules of the text, in the order of [`Kind`].
fn text_rules() -> Vec<PieceRule> {
    use Directions::{All, Diagonal, Orthogonal};
    use Path::{Clear, Leap};
    let line = |directions, min, max, path| Line { directions, min, max, path };
    let one = |directions, min, max, path| Moves::Lines(vec![line(directions, min, max, path)]);
    let copycat = Moves::Lines(vec![line(All, 3, 3, Clear), line(All, 5, 5, Clear)]);
    let shots = vec![line(Orthogonal, 1, 4, Clear), line(Diagonal, 1, 3, Clear)];
    vec![
        PieceRule { limit: Some(1), ..rule(4, "king", 'K', 0, one(All, 1, 1, Clear)) },
        rule(5, "rook", 'R', 9, one(Orthogonal, 1, 10, Clear)),
        rule(6, "camel", 'C', 5, Moves::Leap(1, 3)),
        rule(7, "bishop", 'B', 6, one(Diagonal, 1, 10, Clear)),
        PieceRule {
            captures: Captures::Lines(vec![line(Diagonal, 1, 1, Clear)]),
            promotion: Promotion::OnCentre,
            border_placement: true,
            ..rule(8, "pawn", 'p', 1, Moves::Pawn)
        },
        PieceRule { captures: Captures::Borrowed, ..rule(9, "copycat", 'O', 7, copycat) },
        rule(10, "echo", 'E', 7, Moves::Echo),
        rule(11, "jester", 'J', 3, one(All, 2, 2, Leap)),
        rule(12, "il-nabi", 'M', 6, Moves::Undefined),
        rule(13, "qball", 'Q', 7, Moves::Qball),
        PieceRule { after_capture: AfterCapture::Grows, ..rule(14, "harfyblob", 'H', 7, one(All, 1, HN, Clear)) },
        PieceRule { captures: Captures::Shots(shots), ..rule(15, "archer", 'A', 7, Moves::Archer) },
        PieceRule { after_capture: AfterCapture::Dies, ..rule(16, "kamikaze", 'Z', 6, Moves::Kamikaze) },
        rule(17, "bouncyball", '!', 5, Moves::BouncyBall),
        PieceRule { promotion: Promotion::BetweenTwins, ..rule(18, "demon", 'D', 2, Moves::Demon) },
        PieceRule { limit: Some(1), captures: Captures::Chain, ..rule(19, "tornado", 'T', 11, one(All, 1, 2, Clear)) },
        PieceRule { aura: true, ..rule(20, "cantor", '%', 5, one(Diagonal, 1, 2, Leap)) },
        PieceRule {
            after_capture: AfterCapture::MayBecomeVictim,
            ..rule(21, "zombie", 'Z', 4, one(Orthogonal, 1, 3, Clear))
        },
    ]
}

/// Whether a Demon on the square moves one square, not two (1230.18 §2).
pub fn is_inner(square: Square) -> bool {
    (5..=13).contains(&square.row()) && (5..=13).contains(&square.column())
}

/// Whether a Pawn must be promoted on the square (1230.8 §4).
pub fn is_centre(square: Square) -> bool {
    (9..=10).contains(&square.row()) && (9..=10).contains(&square.column())
}

/// Whether a Pawn may be placed on the square (1230.8 §5).
pub fn is_border(square: Square) -> bool {
    let near_edge = |line: u16| !(2..=17).contains(&line);
    near_edge(square.row()) || near_edge(square.column())
}
