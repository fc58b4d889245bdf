//! A game: its moves, and what the players say beside them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Cell, Men, SEATS, Step};

const CLAIMS: [&str; 2] = ["fifty", "repetition"];

/// A game: the position, and what the players have said.
pub struct Plain {
    pub men: Men,
    moves: Vec<(String, Step)>,
    seen: BTreeMap<String, u32>,
    repetitions: u32,
    offers: [Option<Vec<usize>>; 4],
    claims: [[bool; 2]; 4],
    reason: Option<&'static str>,
    events: Vec<String>,
}

impl Plain {
    pub fn new(mpn: &str) -> Plain {
        let mut game = Plain {
            men: Men::read(mpn),
            moves: Vec::new(),
            seen: BTreeMap::new(),
            repetitions: 0,
            offers: Default::default(),
            claims: Default::default(),
            reason: None,
            events: Vec::new(),
        };
        game.test_end();
        game.arrive();
        game
    }

    /// The legal moves' notations, sorted.
    pub fn legal(&self) -> Vec<String> {
        let mut notations: Vec<String> = self.moves.iter().map(|(notation, _)| notation.clone()).collect();
        notations.sort();
        notations
    }

    /// Plays a token, or refuses it.
    pub fn play(&mut self, token: &str) -> bool {
        if self.reason.is_some() {
            return false;
        }
        if let Some(step) = self.moves.iter().find(|found| found.0 == token).map(|found| found.1) {
            self.events.push(format!("{}:{token}", SEATS[self.men.turn]));
            self.claims[self.men.turn] = [false; 2];
            if let Some(victim) = self.men.make(step) {
                self.events.push(format!("{}:{}", SEATS[victim], long_name(self.men.statuses[victim])));
                self.men.rights[victim] = [false; 2];
                self.gone(victim);
            }
            self.test_end();
            self.pass();
            self.arrive();
            return true;
        }
        let mut words = token.split(':');
        let action = words.next().unwrap_or_default();
        let default = ["resign", "timeout", "offer"].contains(&action).then_some(self.men.turn);
        let seat = words.next().map_or(default, |word| SEATS.iter().position(|seat| *seat == word));
        let Some(seat) = seat.filter(|&seat| self.men.statuses[seat] == 'a') else {
            return false;
        };
        let last = words.next();
        let done = match action {
            "resign" => self.depart(seat, 'r'),
            "timeout" => self.depart(seat, 't'),
            "offer" if self.offers[seat].is_none() => {
                self.offers[seat] = Some(Vec::new());
                self.events.push(format!("{}:offer", SEATS[seat]));
                true
            }
            "accept" | "decline" => self.answer(action, seat, last),
            "claim" => self.claim(seat, last),
            _ => false,
        };
        if done {
            self.test_end();
        }
        done
    }

    fn depart(&mut self, seat: usize, pending: char) -> bool {
        if seat == self.men.turn {
            self.remove_king(pending.to_ascii_uppercase());
            self.test_end();
            self.pass();
            self.arrive();
        } else {
            self.men.statuses[seat] = pending;
            self.events.push(format!("{}:{}", SEATS[seat], long_name(pending)));
            self.gone(seat);
            self.moves = notated(&self.men);
        }
        true
    }

    fn answer(&mut self, action: &str, seat: usize, of: Option<&str>) -> bool {
        let open: Vec<usize> = (0..4).filter(|&other| other != seat && self.offers[other].is_some()).collect();
        let of = match of {
            Some(of) => open.iter().copied().find(|&other| SEATS[other] == of),
            None => (open.len() == 1).then(|| open[0]),
        };
        let Some(of) = of else { return false };
        let agreed = self.offers[of].as_mut().expect("an open offer");
        if action == "accept" {
            if agreed.contains(&seat) {
                return false;
            }
            agreed.push(seat);
            agreed.sort();
        } else {
            self.offers[of] = None;
        }
        self.events.push(format!("{}:{action}:{}", SEATS[seat], SEATS[of]));
        true
    }

    fn claim(&mut self, seat: usize, what: Option<&str>) -> bool {
        let Some(index) = CLAIMS.iter().position(|claim| Some(*claim) == what) else {
            return false;
        };
        if self.claims[seat][index] {
            self.events.push(format!("{}:claim:{}", SEATS[seat], CLAIMS[index]));
            self.end(["fifty_move", "repetition"][index]);
        }
        self.claims[seat][index] || self.reason.is_some()
    }

    fn gone(&mut self, seat: usize) {
        self.offers[seat] = None;
        self.claims[seat] = [false; 2];
    }

    fn remove_king(&mut self, status: char) {
        let seat = self.men.turn;
        let king = self.men.king(seat).expect("a king to remove");
        self.men.set(king, None);
        self.men.statuses[seat] = status;
        self.men.rights[seat] = [false; 2];
        self.men.fifty = 0;
        self.men.ply += 1;
        self.events.push(format!("{}:{}", SEATS[seat], long_name(status)));
        self.gone(seat);
    }

    /// The turn goes round to the next player who has one.
    fn pass(&mut self) {
        if self.reason.is_some() {
            return;
        }
        loop {
            self.men.turn = (self.men.turn + 1) % 4;
            self.men.records[self.men.turn] = None;
            if "art".contains(self.men.statuses[self.men.turn]) {
                return;
            }
        }
    }

    /// A player's turn has come: his king goes, or he is to move.
    fn arrive(&mut self) {
        while self.reason.is_none() {
            let seat = self.men.turn;
            self.offers[seat] = None;
            self.moves = if self.men.statuses[seat] == 'a' { notated(&self.men) } else { Vec::new() };
            if !self.moves.is_empty() {
                break;
            }
            let status = match self.men.statuses[seat] {
                'a' if self.men.in_check(seat) => 'M',
                'a' => 'S',
                pending => pending.to_ascii_uppercase(),
            };
            self.remove_king(status);
            self.test_end();
            self.pass();
        }
        if self.reason.is_some() {
            return;
        }
        let count = self.seen.entry(self.men.write(false)).or_default();
        *count += 1;
        self.repetitions = *count;
        let players = self.men.seats("art").len() as u32;
        for seat in self.men.seats("a") {
            self.claims[seat][0] |= self.men.fifty >= 50 * players;
            self.claims[seat][1] |= self.repetitions >= 3;
        }
    }

    fn test_end(&mut self) {
        if self.reason.is_some() {
            return;
        }
        let active = self.men.seats("a");
        let all_agree =
            |offerer: usize, agreed: &Vec<usize>| active.iter().all(|seat| *seat == offerer || agreed.contains(seat));
        if active.len() == 1 {
            self.end("last_player");
        } else if self.nobody_can_win() {
            self.end("insufficient_material");
        } else if (0..4).any(|seat| self.offers[seat].as_ref().is_some_and(|agreed| all_agree(seat, agreed))) {
            self.end("agreement");
        }
    }

    fn nobody_can_win(&self) -> bool {
        let active = self.men.seats("a");
        let others: Vec<(Cell, char)> =
            active.iter().flat_map(|&seat| self.men.army(seat)).filter(|man| man.1 != 'K').collect();
        let two = active.len() == 2 && self.men.seats("art").len() == 2;
        let one_colour = |colour| others.iter().all(|(cell, kind)| *kind == 'B' && (cell.0 + cell.1) % 2 == colour);
        others.is_empty() || two && (others.len() == 1 && others[0].1 == 'N' || one_colour(0) || one_colour(1))
    }

    fn end(&mut self, reason: &'static str) {
        self.reason = Some(reason);
        self.events.push(format!("end:{reason}"));
        for status in &mut self.men.statuses {
            if "rt".contains(*status) {
                *status = status.to_ascii_uppercase();
            }
        }
        self.repetitions = 0;
        self.offers = Default::default();
        self.claims = Default::default();
        self.moves = Vec::new();
    }

    /// What the engine's answer must say.
    pub fn state(&self) -> Value {
        let men = &self.men;
        let seated = men.seats("artMSCRT");
        let names = |seats: &[usize]| seats.iter().map(|&seat| SEATS[seat]).collect::<Vec<&str>>();
        let winners = men.seats("aS");
        let share = |seat: &usize| match (winners.contains(seat), winners.len()) {
            (false, _) => "0".to_owned(),
            (true, 1) => "1".to_owned(),
            (true, parts) => format!("1/{parts}"),
        };
        let statuses: BTreeMap<&str, &str> = seated.iter().map(|&s| (SEATS[s], long_name(men.statuses[s]))).collect();
        let scores: BTreeMap<&str, String> = seated.iter().map(|seat| (SEATS[*seat], share(seat))).collect();
        let offers: BTreeMap<&str, Vec<&str>> =
            (0..4).filter_map(|seat| Some((SEATS[seat], names(self.offers[seat].as_ref()?)))).collect();
        let claims = |seat: usize| CLAIMS.iter().zip(self.claims[seat]).filter(|claim| claim.1).map(|claim| *claim.0);
        let claimable: BTreeMap<&str, Vec<&str>> = (0..4)
            .map(|seat| (SEATS[seat], claims(seat).collect()))
            .filter(|(_, list): &(_, Vec<_>)| !list.is_empty())
            .collect();
        let in_check: Vec<usize> = men.seats("a").into_iter().filter(|&seat| men.in_check(seat)).collect();
        json!({
            "position": men.write(true),
            "turn": self.reason.is_none().then(|| SEATS[men.turn]),
            "statuses": statuses,
            "in_check": names(&in_check),
            "fifty": men.fifty,
            "ply": men.ply,
            "repetitions": self.repetitions,
            "offers": offers,
            "claimable": claimable,
            "legal_count": self.moves.len(),
            "over": self.reason.is_some(),
            "reason": self.reason,
            "scores": self.reason.map(|_| scores),
            "events": self.events,
        })
    }
}

fn notated(men: &Men) -> Vec<(String, Step)> {
    men.moves().into_iter().map(|step| (men.notation(step), step)).collect()
}

fn long_name(status: char) -> &'static str {
    match status {
        'a' => "active",
        'r' => "resign_pending",
        't' => "timeout_pending",
        'M' => "checkmated",
        'S' => "stalemated",
        'C' => "king_captured",
        'R' => "resigned",
        _ => "timed_out",
    }
}
