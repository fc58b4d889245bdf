//! Seats in their order round the board, and the status of the player on each (section 1).

use std::fmt;

use rookery_messages::{Message, Value, say};

/// One of the four places at the board, named in clockwise order, which is the order of turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Seat {
    /// The first to move.
    Red,
    /// On Red's left.
    Blue,
    /// Opposite Red.
    Yellow,
    /// On Red's right.
    Green,
}

/// One value for each seat, indexed by `Seat as usize`.
pub type PerSeat<T> = [T; 4];

impl Seat {
    /// All seats, in the order of turns.
    pub const ALL: PerSeat<Seat> = [Seat::Red, Seat::Blue, Seat::Yellow, Seat::Green];

    /// The next seat clockwise, taken or not.
    #[inline]
    pub fn next(self) -> Seat {
        Seat::ALL[(self as usize + 1) % 4]
    }

    /// The colour's name.
    pub fn name(self) -> &'static str {
        ["Red", "Blue", "Yellow", "Green"][self as usize]
    }

    /// `R`, `B`, `Y` or `G`.
    pub fn letter(self) -> char {
        ['R', 'B', 'Y', 'G'][self as usize]
    }

    /// The seat of that letter.
    pub fn from_letter(letter: char) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| seat.letter() == letter)
    }

    /// The seat written alone, as in `turn` fields and actions.
    pub fn parse(text: &str) -> Option<Seat> {
        let mut letters = text.chars();
        let seat = Seat::from_letter(letters.next()?)?;
        letters.next().is_none().then_some(seat)
    }
}

impl From<Seat> for Value {
    fn from(seat: Seat) -> Value {
        Value::from(seat.letter())
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// What has become of a player (the table of section 1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Plays: has turns, and pieces that count.
    Active,
    /// Resigned out of turn; the king still stands.
    ResignPending,
    /// Ran out of time, out of turn; the king still stands.
    TimeoutPending,
    /// Checkmated, the king removed.
    Checkmated,
    /// Stalemated, the king removed.
    Stalemated,
    /// Out: the king was captured.
    KingCaptured,
    /// Resigned, the king removed.
    Resigned,
    /// Lost on time, the king removed.
    TimedOut,
    /// Nobody has sat there.
    Absent,
}

impl Status {
    const ALL: [(Status, char, &'static str); 9] = [
        (Status::Active, 'a', "active"),
        (Status::ResignPending, 'r', "resign_pending"),
        (Status::TimeoutPending, 't', "timeout_pending"),
        (Status::Checkmated, 'M', "checkmated"),
        (Status::Stalemated, 'S', "stalemated"),
        (Status::KingCaptured, 'C', "king_captured"),
        (Status::Resigned, 'R', "resigned"),
        (Status::TimedOut, 'T', "timed_out"),
        (Status::Absent, '-', "absent"),
    ];

    /// The code in a position: lower case while the king is on the board.
    pub fn code(self) -> char {
        Status::ALL[self as usize].1
    }

    /// As it is written in answers and events.
    pub fn name(self) -> &'static str {
        Status::ALL[self as usize].2
    }

    /// The status of that name.
    pub fn named(name: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|row| row.2 == name).map(|row| row.0)
    }

    /// As it stands within sentences.
    pub(super) fn said(self) -> Message {
        match self {
            Status::Active => say!("active"),
            Status::ResignPending => say!("resign_pending"),
            Status::TimeoutPending => say!("timeout_pending"),
            Status::Checkmated => say!("checkmated"),
            Status::Stalemated => say!("stalemated"),
            Status::KingCaptured => say!("king_captured"),
            Status::Resigned => say!("resigned"),
            Status::TimedOut => say!("timed_out"),
            Status::Absent => say!("absent"),
        }
    }

    /// The status of that code.
    pub fn from_code(code: char) -> Option<Status> {
        Status::ALL.into_iter().find(|row| row.1 == code).map(|row| row.0)
    }

    /// Has still a turn to come, were it only the removal of his king.
    #[inline]
    pub fn in_rotation(self) -> bool {
        self as u8 <= Status::TimeoutPending as u8
    }

    /// Left the game out of turn; the king stands until the next turn (4.5, 4.11).
    pub fn is_pending(self) -> bool {
        self.in_rotation() && self != Status::Active
    }

    /// What a pending player becomes when his king goes, by removal or by capture (reading 6).
    pub fn once_king_is_gone(self) -> Status {
        match self {
            Status::ResignPending => Status::Resigned,
            Status::TimeoutPending => Status::TimedOut,
            other => other,
        }
    }
}
