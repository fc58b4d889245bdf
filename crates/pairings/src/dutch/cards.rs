//! What the Dutch system knows of a player: score, colours, floats.

use std::collections::BTreeSet;

use crate::error::Error;
use crate::standing::{Scores, barred};
use crate::tournament::{Bye, Colour, Entry, Number, Player, Points, Tournament};

/// How strongly somebody prefers a colour (article 1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// No game yet, and no preference.
    None,
    /// As many games with each colour: the one not had last.
    Mild,
    /// One game more with the other colour.
    Strong,
    /// Two more, or the other colour twice running.
    Absolute,
}

/// Article 1.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Float {
    Down,
    Up,
}

/// A player as the pairing sees them.
#[derive(Clone, Debug)]
pub(super) struct Card {
    pub number: Number,
    /// With the virtual points of the round.
    pub score: Points,
    /// Numbers that must not be met.
    pub barred: BTreeSet<Number>,
    /// The colours of the games played, the first first.
    pub colours: Vec<Colour>,
    /// Games with White less games with Black.
    pub difference: i32,
    pub preference: Option<Colour>,
    pub strength: Strength,
    /// In the last round, and in the one before it.
    pub floats: [Option<Float>; 2],
    pub topscorer: bool,
    pub may_have_bye: bool,
    pub unplayed: usize,
}

impl Card {
    pub(super) fn fell(&self, rounds_ago: usize) -> bool {
        self.floats[rounds_ago] == Some(Float::Down)
    }

    pub(super) fn rose(&self, rounds_ago: usize) -> bool {
        self.floats[rounds_ago] == Some(Float::Up)
    }

    /// C1 and C3.
    pub(super) fn may_meet(&self, other: &Self) -> bool {
        let absolute = self.strength == Strength::Absolute && other.strength == Strength::Absolute;
        let clash = absolute && self.preference == other.preference && !self.topscorer && !other.topscorer;
        !clash && !self.barred.contains(&other.number)
    }
}

/// The cards of all who are paired in the coming round, in the order of article 1.2.
pub(super) fn cards(tournament: &Tournament) -> Result<Vec<Card>, Error> {
    tournament.check()?;
    let done = tournament.played();
    if done >= tournament.rounds {
        return Err(Error::Over(tournament.rounds));
    }
    let scores = Scores::of(tournament, done);
    let here = tournament.players.iter().filter(|player| !tournament.asked.contains_key(&(done + 1, player.number)));
    let mut cards: Vec<Card> = here.map(|player| card(tournament, player, done, &scores)).collect();
    cards.sort_by_key(|card| (std::cmp::Reverse(card.score), card.number));
    Ok(cards)
}

fn card(tournament: &Tournament, player: &Player, done: usize, scores: &Scores) -> Card {
    let scoring = &tournament.scoring;
    let entries: Vec<Entry> = (1..=done).map(|round| tournament.entry(player, round)).collect();
    let colours: Vec<Colour> = entries.iter().filter_map(Entry::colour).collect();
    let whites = colours.iter().filter(|colour| **colour == Colour::White).count() as i32;
    let difference = 2 * whites - colours.len() as i32;
    let (preference, strength) = preference(difference, &colours);

    let float = |ago: usize| {
        let round = (done + 1).checked_sub(ago).filter(|round| *round > 0)?;
        match entries[round - 1] {
            Entry::Game { opponent, .. } => match scores.at(player.number, round).cmp(&scores.at(opponent, round)) {
                std::cmp::Ordering::Greater => Some(Float::Down),
                std::cmp::Ordering::Less => Some(Float::Up),
                std::cmp::Ordering::Equal => None,
            },
            entry @ (Entry::Bye(_) | Entry::Forfeit { .. }) => {
                let scored = entry == Entry::Bye(Bye::Allocated) || scoring.of(&entry) > scoring.loss;
                scored.then_some(Float::Down)
            }
        }
    };
    let score = scores.at(player.number, done + 1);
    let won_idle =
        |entry: &Entry| !entry.played() && (*entry == Entry::Bye(Bye::Allocated) || scoring.of(entry) >= scoring.win);
    Card {
        number: player.number,
        score,
        barred: barred(tournament, player, done + 1),
        difference,
        preference,
        strength,
        floats: [float(1), float(2)],
        topscorer: done + 1 == tournament.rounds
            && 2 * i64::from(score.0) > done as i64 * i64::from(scoring.win.0.max(scoring.draw.0)),
        may_have_bye: !entries.iter().any(won_idle),
        unplayed: entries.len() - colours.len(),
        colours,
    }
}

fn preference(difference: i32, colours: &[Colour]) -> (Option<Colour>, Strength) {
    let Some(last) = colours.last() else { return (None, Strength::None) };
    let twice = colours.len() > 1 && colours[colours.len() - 2] == *last;
    let lesser = if difference > 0 { Colour::Black } else { Colour::White };
    if difference.abs() > 1 {
        (Some(lesser), Strength::Absolute)
    } else if twice {
        (Some(last.other()), Strength::Absolute)
    } else if difference != 0 {
        (Some(lesser), Strength::Strong)
    } else {
        (Some(last.other()), Strength::Mild)
    }
}
