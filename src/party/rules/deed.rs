//! The plays at a table, as values: by players, by the Umpire, by a justice.

use rookery_party_chess::{Amendment, Part};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Account, Event, Hall};
use crate::error::Refusal;
use crate::tables::Seat;

/// What somebody seated does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Deed {
    /// The holder of the Office on top of the Play List plays (1230.2 §6); `play` as notation or as an object.
    Play {
        play: Value,
    },
    /// A holder chooses the five pieces that come with the King (1230.2 §2.B).
    Army {
        army: Vec<String>,
    },
    /// Of a Warm Office, at any time: its holder, or a member of the Party of its name (1230.2 §4.B.iv).
    Surrender {
        office: String,
    },
    /// An Office becomes Warm or is so no longer: its holder says so, or the Umpire.
    Warm {
        office: String,
        warm: bool,
    },
    Buy {
        office: String,
        piece: String,
        from: Account,
    },
    Pay {
        from: Account,
        to: Account,
        amount: i64,
        purpose: String,
    },
    Organise {
        name: String,
        members: Vec<Seat>,
    },
    /// A holder gives an Office of Swinger up; it is Warm then.
    Resign {
        office: String,
    },
    /// The Umpire gives the office up; the game is suspended until somebody takes it (1230.2 §1.A).
    ResignUmpire {},
    /// Any player takes the office of Umpire when nobody holds it (1230.2 §1.B).
    TakeUmpire {},
    /// By the Umpire: who holds an Office; nobody: it is Warm.
    Appoint {
        office: String,
        holder: Option<Seat>,
    },
    /// By the Umpire: a new Office, at the bottom of the list (1230.2 §2.C, §3.F).
    Found {
        office: String,
        holder: Option<Seat>,
    },
    /// By the Umpire: an Office with its pieces goes (1230.2 §2.D, §3.E).
    Destroy {
        office: String,
        reason: String,
    },
    /// By the Umpire: a piece rule is added, amended or repealed (1230.1 §3).
    Amend {
        amendment: Amendment,
    },
    /// By the Umpire: il-Nabi's moves (1230.12, G2).
    IlNabi {
        il_nabi: Vec<Part>,
    },
    /// By the Umpire: the board as it ought to be (1230.2 §1.C.i).
    Correct {
        /// Pieces that are otherwise than the board has them, and new ones.
        #[serde(default)]
        pieces: Vec<Placed>,
        /// Pieces that are none.
        #[serde(default)]
        gone: Vec<u32>,
        /// The Play List, top first; unchanged if missing.
        #[serde(default)]
        order: Vec<String>,
        reason: String,
    },
    /// By the Umpire: a random choice, drawn from the table's seed (1230.1 §3.G).
    Draw {
        among: Vec<String>,
        purpose: String,
    },
    /// By the Umpire: the turn may last so many days from the announcement, at most seven (1230.2 §4.A, G33).
    Extend {
        days: u32,
    },
    /// By the Umpire: the game is over. The rules know no end; the Weights stand.
    End {
        reason: String,
    },
}

/// A play as a board offers it, an object, with the kinds to which Demons are promoted by their numbers; or notation, as typed.
pub fn announced<'a>(written: &str, demons: impl Iterator<Item = (&'a str, &'a str)>) -> Value {
    let Ok(Value::Object(mut play)) = serde_json::from_str(written) else { return written.into() };
    let demons: Map<String, Value> = demons.map(|(id, kind)| (id.to_owned(), kind.into())).collect();
    if !demons.is_empty() {
        play.insert("demon_promotions".to_owned(), demons.into());
    }
    play.into()
}

/// A piece as the Umpire has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    pub id: u32,
    pub owner: String,
    pub kind: String,
    /// Nothing: off-board.
    pub square: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hn: Option<u8>,
}

/// What a justice does, who does not play (Act I.9.6): another Umpire, or the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    #[serde(default)]
    pub umpire: Option<Seat>,
    #[serde(default)]
    pub end: bool,
    pub reason: String,
}

impl Hall {
    /// Does what somebody seated does; returns what happened.
    pub(super) fn perform(&mut self, by: Seat, deed: Deed) -> Result<Vec<Event>, Refusal> {
        match deed {
            Deed::Play { play } => self.play(by, &play),
            Deed::Army { army } => self.choose_army(by, &army),
            Deed::Surrender { office } => self.surrender(by, &office),
            Deed::Warm { office, warm } => self.warm(by, &office, warm),
            Deed::Buy { office, piece, from } => self.buy(by, &office, &piece, from),
            Deed::Pay { from, to, amount, purpose } => self.pay(by, from, to, amount, &purpose),
            Deed::Organise { name, members } => self.organise(by, &name, members),
            Deed::Resign { office } => self.resign(by, &office),
            Deed::ResignUmpire {} => self.resign_umpire(by),
            Deed::TakeUmpire {} => self.take_umpire(by),
            Deed::Appoint { office, holder } => self.as_umpire(by)?.appoint(&office, holder),
            Deed::Found { office, holder } => self.as_umpire(by)?.found(&office, holder),
            Deed::Destroy { office, reason } => self.as_umpire(by)?.destroy(&office, &reason),
            Deed::Amend { amendment } => self.as_umpire(by)?.amend(amendment),
            Deed::IlNabi { il_nabi } => self.as_umpire(by)?.write_il_nabi(il_nabi),
            Deed::Correct { pieces, gone, order, reason } => {
                self.as_umpire(by)?.correct(&pieces, &gone, &order, &reason)
            }
            Deed::Draw { among, purpose } => self.as_umpire(by)?.draw(among, &purpose),
            Deed::Extend { days } => self.as_umpire(by)?.extend(days),
            Deed::End { reason } => self.as_umpire(by)?.end(&reason),
        }
    }
}
