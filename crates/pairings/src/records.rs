//! Whether the records of a tournament agree with one another.

use std::collections::HashMap;

use crate::error::Error;
use crate::tournament::{Bye, Colour, Entry, Number, Player, Tournament};

impl Tournament {
    /// Whether numbers are unique and from 1, both players of each game say the same of it, no record goes on after the
    /// last round that was paired, and nobody asks for an allocated bye. All formats ask this before they pair.
    ///
    /// # Errors
    /// The first contradiction.
    ///
    /// ```
    /// use rookery_pairings::{Error, Tournament};
    /// let mut tournament = Tournament::of(4, 3);
    /// tournament.players[3].number = 1;
    /// assert_eq!(tournament.check(), Err(Error::Twice(1)));
    /// ```
    pub fn check(&self) -> Result<(), Error> {
        let mut players: HashMap<Number, &Player> = HashMap::new();
        for player in &self.players {
            if player.number == 0 {
                return Err(Error::Zero);
            }
            if players.insert(player.number, player).is_some() {
                return Err(Error::Twice(player.number));
            }
        }
        let done = self.played();
        for player in &self.players {
            if player.rounds.len() > done {
                return Err(Error::Unpaired { player: player.number, round: done + 1 });
            }
            for (index, entry) in player.rounds.iter().enumerate() {
                let Some(opponent) = entry.opponent() else { continue };
                let (player, round) = (player.number, index + 1);
                let Some(other) = players.get(&opponent) else {
                    return Err(Error::Stranger { player, opponent, round });
                };
                if !other.rounds.get(index).is_some_and(|back| agree(player, entry, opponent, back)) {
                    return Err(Error::Disagree { player, opponent, round });
                }
            }
        }
        match self.asked.iter().find(|(_, bye)| **bye == Bye::Allocated) {
            Some((&(round, player), _)) => Err(Error::Asked { player, round }),
            None => Ok(()),
        }
    }
}

/// Whether two entries are the two sides of one game.
fn agree(one: Number, entry: &Entry, other: Number, back: &Entry) -> bool {
    one != other
        && back.opponent() == Some(one)
        && back.played() == entry.played()
        && back.colour() == entry.colour().map(Colour::other)
}

#[cfg(test)]
mod tests {
    use crate::{Casual, Colour, Dutch, Entry, Error, Format, Keizer, RoundRobin, Scheveningen, Score, Tournament};

    #[test]
    fn every_format_refuses_records_that_contradict_themselves() {
        let scheveningen = Scheveningen { first: vec![1, 2], second: vec![3, 4] };
        let formats: [&dyn Format; 4] = [&Dutch, &Keizer::default(), &RoundRobin { legs: 1 }, &scheveningen];
        for format in formats {
            let mut tournament = Tournament::of(4, 3);
            tournament.players[3].number = 3;
            assert_eq!(format.pair(&tournament), Err(Error::Twice(3)));
            let mut tournament = Tournament::of(4, 3);
            tournament.players[0].number = 0;
            assert_eq!(format.pair(&tournament), Err(Error::Zero));
            let mut tournament = Tournament::of(4, 3);
            tournament.players[0].rounds.push(Entry::game(2, Colour::White, Score::Win));
            assert_eq!(format.pair(&tournament), Err(Error::Disagree { player: 1, opponent: 2, round: 1 }));
        }
    }

    #[test]
    fn a_tournament_that_would_fill_the_memory_is_refused() {
        let tournament = Tournament::of(20_000, 1);
        for format in [&Dutch as &dyn Format, &Keizer::default(), &Casual] {
            assert_eq!(format.pair(&tournament), Err(Error::TooLarge));
        }
    }

    #[test]
    fn a_team_of_strangers_plays_no_match() {
        let tournament = Tournament::of(4, 3);
        for (first, second) in [(vec![1, 2], vec![3, 5]), (vec![1, 2], vec![2, 3]), (vec![1], vec![]), (vec![], vec![])]
        {
            assert_eq!(Scheveningen { first, second }.pair(&tournament), Err(Error::Teams));
        }
    }
}
