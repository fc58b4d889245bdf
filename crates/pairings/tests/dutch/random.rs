//! Tournaments at random, the same for the same seed: absences, byes, forfeits, games that are not rated.

use std::collections::BTreeMap;

use rookery_pairings::{Acceleration, Bye, Colour, Dutch, Entry, Error, Format, Score, Tournament};

/// Numbers that look random (SplitMix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % bound
    }

    pub fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }
}

/// How a tournament comes about.
pub struct Plan {
    pub players: u32,
    pub rounds: usize,
    pub seed: u64,
    /// One player in so many stays away from a round; none if 0. With absences, one in twelve comes late, and one in
    /// twelve leaves before the end.
    pub absence: u64,
    pub baku: bool,
}

/// Plays a tournament; `before` sees it before each round is paired. Ends early where no pairing is left.
pub fn play(plan: &Plan, mut before: impl FnMut(&Tournament)) -> Tournament {
    let mut chance = Chance(plan.seed);
    let mut tournament = Tournament::of(plan.players, plan.rounds);
    tournament.initial_colour = if chance.one_in(2) { Colour::White } else { Colour::Black };
    if plan.baku {
        tournament.acceleration = Acceleration::baku(plan.players as usize);
    }
    if plan.absence > 0 {
        for number in 1..=plan.players {
            let some = 1 + chance.below(plan.rounds as u64) as usize;
            let missed = match chance.below(12) {
                0 => 1..some,
                1 => some + 1..plan.rounds + 1,
                _ => continue,
            };
            tournament.asked.extend(missed.map(|round| ((round, number), Bye::Zero)));
        }
    }
    for _ in 0..plan.rounds {
        let done = tournament.played();
        for player in &tournament.players {
            let there = !tournament.asked.contains_key(&(done + 1, player.number));
            if there && plan.absence > 0 && chance.one_in(plan.absence) {
                let bye = [Bye::Zero, Bye::Zero, Bye::Half, Bye::Full][chance.below(4) as usize];
                tournament.asked.insert((done + 1, player.number), bye);
            }
        }
        if (1..=plan.players).all(|number| tournament.asked.contains_key(&(done + 1, number))) {
            tournament.asked.retain(|(round, _), _| *round != done + 1);
        }
        before(&tournament);
        let round = match Dutch.pair(&tournament) {
            Ok(round) => round,
            Err(Error::Impossible) => break,
            Err(error) => panic!("{error}"),
        };
        let results: BTreeMap<u32, Score> = round
            .pairs
            .iter()
            .map(|pair| (pair.white, [Score::Win, Score::Draw, Score::Loss][chance.below(3) as usize]))
            .collect();
        if round.pairs.is_empty() {
            break;
        }
        tournament.enter(&round, &results).unwrap();
        for pair in &round.pairs {
            if plan.absence > 0 && chance.one_in(plan.absence * 2) {
                let won = chance.one_in(2);
                let both = chance.one_in(4);
                for (number, opponent, won, colour) in
                    [(pair.white, pair.black, won, Colour::White), (pair.black, pair.white, !won, Colour::Black)]
                {
                    let player = &mut tournament.players[number as usize - 1];
                    player.rounds[done] = Entry::Forfeit { opponent, colour: Some(colour), won: won && !both };
                }
            }
        }
    }
    tournament
}
