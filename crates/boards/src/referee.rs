//! The thirteen rules as a state machine on one board (sections 3, 4 and 6).

use std::collections::HashMap;
use std::fmt;

use rookery_messages::{Message, Value, say};

use super::action::{Action, Claim};
use super::event::{Event, Reason};
use super::pieces::Kind;
use super::players::{PerSeat, Seat, Status};
use super::position::Position;
use super::refusal::{InvalidPosition, Refusal};
use super::setup::{MAX_COUNT, Setup};
use super::tables::Tables;

/// A game under way or over: the position, and what has to be remembered beside it.
#[derive(Clone)]
pub(super) struct Referee<const W: usize> {
    pub position: Position<W>,
    /// How often each position has come up with a player to move (4.8), since a man left the board: none from before can come again.
    seen: HashMap<Setup, u32>,
    /// Men on the board as `seen` has it.
    men: u64,
    /// Occurrences of the position as the player came to move; 0 when the game is over.
    pub repetitions: u32,
    /// Who has agreed to each player's open offer (4.6).
    pub offers: PerSeat<Option<PerSeat<bool>>>,
    /// Which claims each player has the right to make (4.9), by `Claim as usize`.
    pub claims: PerSeat<[bool; 2]>,
    pub reason: Option<Reason>,
    pub events: Vec<Event>,
}

/// A player's share of the point: nothing, or one part of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    /// No part of it.
    Nothing,
    /// One part of so many; of one part, the whole point.
    OneOf(u32),
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Share::Nothing => write!(f, "0"),
            Share::OneOf(1) => write!(f, "1"),
            Share::OneOf(parts) => write!(f, "1/{parts}"),
        }
    }
}

impl<const W: usize> Referee<W> {
    /// A game that begins with this position, settled (section 3).
    pub fn new(setup: &Setup, tables: &'static Tables<W>) -> Result<Self, InvalidPosition> {
        let mut referee = Referee {
            position: Position::new(setup, tables)?,
            seen: HashMap::new(),
            men: 0,
            repetitions: 0,
            offers: [None; 4],
            claims: [[false; 2]; 4],
            reason: None,
            events: Vec::new(),
        };
        if !referee.ends() {
            referee.settle();
        }
        Ok(referee)
    }

    fn must_go_on(&self, what: &dyn fmt::Display) -> Result<(), Refusal> {
        if let Some(reason) = self.reason {
            return Err(Refusal::new(
                "6",
                say!(
                    "{what} comes too late: the game is over ({reason})",
                    what = Value::text(what),
                    reason = reason.said()
                ),
            ));
        }
        if self.position.ply >= 2 * MAX_COUNT {
            return Err(Refusal::new("5.1", say!("the game is too long to go on")));
        }
        Ok(())
    }

    /// Makes a move. Refused, it leaves everything as it was, as an action does.
    pub fn make(&mut self, token: &str) -> Result<(), Refusal> {
        self.must_go_on(&token)?;
        let mv = self.position.read_move(token)?;
        let seat = self.position.turn;
        let (notation, long) = (self.position.notation(&mv), self.position.long_notation(&mv));
        self.events.push(Event::Moved { seat, notation, long });
        self.claims[seat as usize] = [false; 2];
        if let Some(victim) = self.position.make(&mv) {
            self.leaves(victim);
            self.events.push(Event::Taken { seat: victim, status: self.position.status(victim) });
        }
        self.next_turn();
        Ok(())
    }

    /// Does what is no move.
    pub fn act(&mut self, action: Action) -> Result<(), Refusal> {
        self.must_go_on(&action)?;
        let turn = self.position.turn;
        match action {
            Action::Resign(seat) => self.depart(seat.unwrap_or(turn), Status::ResignPending),
            Action::Timeout(seat) => self.depart(seat.unwrap_or(turn), Status::TimeoutPending),
            Action::Offer(seat) => self.offer(seat.unwrap_or(turn)),
            Action::Accept { by, of } => self.accept(by, of),
            Action::Decline { by, of } => self.decline(by, of),
            Action::Claim { by, claim } => self.claim(by, claim),
        }
    }

    fn must_be_active(
        &self,
        seat: Seat,
        rule: &'static str,
        cannot: impl FnOnce(Seat, Message) -> Message,
    ) -> Result<(), Refusal> {
        match self.position.status(seat) {
            Status::Active => Ok(()),
            status => Err(Refusal::new(rule, cannot(seat, status.said()))),
        }
    }

    /// Resignation (4.5) and the fall of the flag (4.11): at his turn the king goes now, otherwise when his turn comes.
    fn depart(&mut self, seat: Seat, pending: Status) -> Result<(), Refusal> {
        match pending {
            Status::TimeoutPending => self.must_be_active(seat, "4.11", |seat, status| {
                say!("{seat} cannot lose on time: only active players can, {seat} is {status}", seat, status)
            }),
            _ => self.must_be_active(seat, "4.5", |seat, status| {
                say!("{seat} cannot resign now: {seat} is {status}", seat, status)
            }),
        }?;
        if seat == self.position.turn {
            self.remove(pending.once_king_is_gone());
            self.next_turn();
        } else {
            self.position.statuses[seat as usize] = pending;
            self.leaves(seat);
            self.events.push(Event::Left { seat, status: pending });
            self.ends();
        }
        Ok(())
    }

    fn offer(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.must_be_active(seat, "4.6", |seat, status| {
            say!("{seat} cannot offer a draw: only active players can, {seat} is {status}", seat, status)
        })?;
        if self.offers[seat as usize].is_some() {
            return Err(Refusal::new("4.6", say!("{seat} already has an open draw offer", seat)));
        }
        self.offers[seat as usize] = Some([false; 4]);
        self.events.push(Event::Offered { seat });
        Ok(())
    }

    fn accept(&mut self, seat: Seat, of: Option<Seat>) -> Result<(), Refusal> {
        let of = self.answered_offer(seat, of, |seat, status| {
            say!("{seat} cannot accept a draw: only active players can, {seat} is {status}", seat, status)
        })?;
        let agreed = self.offers[of as usize].get_or_insert_default();
        if agreed[seat as usize] {
            return Err(Refusal::new("4.6", say!("{seat} has already agreed to the offer of {of}", seat, of)));
        }
        agreed[seat as usize] = true;
        self.events.push(Event::Accepted { seat, of });
        self.ends();
        Ok(())
    }

    fn decline(&mut self, seat: Seat, of: Option<Seat>) -> Result<(), Refusal> {
        let of = self.answered_offer(seat, of, |seat, status| {
            say!("{seat} cannot decline a draw: only active players can, {seat} is {status}", seat, status)
        })?;
        self.offers[of as usize] = None;
        self.events.push(Event::Declined { seat, of });
        Ok(())
    }

    /// Whose offer an answer means: the named one, or the only one of another player.
    fn answered_offer(
        &self,
        seat: Seat,
        of: Option<Seat>,
        cannot: impl FnOnce(Seat, Message) -> Message,
    ) -> Result<Seat, Refusal> {
        self.must_be_active(seat, "4.6", cannot)?;
        let open = |&other: &Seat| other != seat && self.offers[other as usize].is_some();
        let offers: Vec<Seat> = Seat::ALL.into_iter().filter(open).collect();
        match (of, offers.as_slice()) {
            (Some(of), _) if of == seat => {
                Err(Refusal::new("4.6", say!("{seat} cannot answer an offer of his own", seat)))
            }
            (Some(of), offers) if offers.contains(&of) => Ok(of),
            (Some(of), _) => Err(Refusal::new("4.6", say!("there is no open draw offer of {of}", of))),
            (None, []) => Err(Refusal::new("4.6", say!("there is no open draw offer that {seat} could answer", seat))),
            (None, &[of]) => Ok(of),
            (None, _) => Err(Refusal::new("4.6", say!("several draw offers are open: name whose is meant"))),
        }
    }

    /// A right to claim arose from the record, so having it is the proof (4.9).
    fn claim(&mut self, seat: Seat, claim: Claim) -> Result<(), Refusal> {
        let rule = match claim {
            Claim::Fifty => "4.7",
            Claim::Repetition => "4.8",
        };
        self.must_be_active(seat, rule, |seat, status| {
            say!("{seat} cannot claim a draw: only active players can, {seat} is {status}", seat, status)
        })?;
        if !self.claims[seat as usize][claim as usize] {
            let message = match claim {
                Claim::Fifty => say!(
                    "the record does not bear out {seat}'s claim: it needs {turns} turns without a reset, \
                     since his own last move",
                    seat,
                    turns = self.fifty_limit()
                ),
                Claim::Repetition => say!(
                    "the record does not bear out {seat}'s claim: it needs a position that came up three times, \
                     since his own last move",
                    seat
                ),
            };
            return Err(Refusal::new(rule, message));
        }
        self.events.push(Event::Claimed { seat, claim });
        self.end(claim.into());
        Ok(())
    }

    /// The king of the player to move goes, and with it his turn.
    fn remove(&mut self, status: Status) {
        let seat = self.position.turn;
        self.position.remove_king(seat, status);
        self.leaves(seat);
        self.events.push(Event::Removed { seat, status });
    }

    /// A player is no longer active: his offer closes (reading 8) and he has nothing to claim.
    fn leaves(&mut self, seat: Seat) {
        self.offers[seat as usize] = None;
        self.claims[seat as usize] = [false; 2];
    }

    /// After a turn: the end, or the next player in rotation.
    fn next_turn(&mut self) {
        if !self.ends() {
            self.position.pass_turn();
            self.settle();
        }
    }

    /// The turn has come to a player: removes kings until someone has a move (section 3).
    fn settle(&mut self) {
        loop {
            self.offers[self.position.turn as usize] = None;
            let Some(status) = self.position.removal_due() else {
                break;
            };
            self.remove(status);
            if self.ends() {
                return;
            }
            self.position.pass_turn();
        }
        self.note();
    }

    /// Notes the position for the player who comes to move, and the claims it gives rise to (4.7, 4.8, 4.9).
    fn note(&mut self) {
        let men = self.position.occupied().count();
        if std::mem::replace(&mut self.men, men) != men {
            self.seen.clear();
        }
        let count = self.seen.entry(self.position.repetition_key()).or_insert(0);
        *count += 1;
        self.repetitions = *count;
        let arisen = [self.position.fifty >= self.fifty_limit(), self.repetitions >= 3];
        for seat in self.position.active() {
            for claim in Claim::ALL {
                self.claims[seat as usize][claim as usize] |= arisen[claim as usize];
            }
        }
    }

    /// Turns without a reset that allow the claim: fifty for each player in rotation.
    fn fifty_limit(&self) -> u32 {
        50 * self.position.in_rotation().count() as u32
    }

    /// The tests of section 6, in their order.
    fn ends(&mut self) -> bool {
        if self.position.active().nth(1).is_none() {
            self.end(Reason::LastPlayer);
        } else if self.position.insufficient_material() {
            self.end(Reason::InsufficientMaterial);
        } else if Seat::ALL.into_iter().any(|seat| self.is_agreed(seat)) {
            self.end(Reason::Agreement);
        }
        self.reason.is_some()
    }

    fn is_agreed(&self, offerer: Seat) -> bool {
        let Some(agreed) = self.offers[offerer as usize] else {
            return false;
        };
        self.position.active().all(|seat| seat == offerer || agreed[seat as usize])
    }

    fn end(&mut self, reason: Reason) {
        self.reason = Some(reason);
        self.repetitions = 0;
        self.offers = [None; 4];
        self.claims = [[false; 2]; 4];
        for status in &mut self.position.statuses {
            *status = status.once_king_is_gone();
        }
        self.events.push(Event::Ended { reason });
    }

    /// What each player gets (section 6); nothing is known before the end.
    pub fn scores(&self) -> Option<PerSeat<Share>> {
        self.reason?;
        let shares = |status| matches!(status, Status::Active | Status::Stalemated);
        let parts = self.position.seats_with(shares).count() as u32;
        Some(self.position.statuses.map(|status| if shares(status) { Share::OneOf(parts) } else { Share::Nothing }))
    }
}

impl<const W: usize> Position<W> {
    /// What makes two positions the same (4.8).
    fn repetition_key(&self) -> Setup {
        let mut key = self.setup();
        for seat in Seat::ALL {
            if !self.is_usable(seat) {
                key.en_passant[seat as usize] = None;
            }
        }
        Setup { fifty: 0, ply: 0, ..key }
    }

    /// Nobody can be mated or caught any more, by the two classes of 4.10.
    fn insufficient_material(&self) -> bool {
        if self.active().all(|seat| self.army(seat).has_one()) {
            return true;
        }
        if self.in_rotation().count() != 2 || self.active().count() != 2 {
            return false;
        }
        let men = self.active().fold(super::squares::Squares::EMPTY, |men, seat| men | self.army(seat));
        let others = men.without(self.kind(Kind::King));
        let bishops = others & self.kind(Kind::Bishop);
        let light = bishops & self.tables.light;
        let lone_knight = others.has_one() && others.meets(self.kind(Kind::Knight));
        lone_knight || others == bishops && (light.is_empty() || light == bishops)
    }
}
