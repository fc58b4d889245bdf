//! Practice: an Office that a computer plays for, at a table for one.

use rookery_messages::say;
use rookery_party_chess::{FIRST_ARMY, Ruleset, Source, Suite, bounded};

use super::{Deed, Event, Hall, MOST_SEARCHED, Options};
use crate::error::{Error, Refusal};
use crate::tables::Seat;

/// The seat of the computer: beside those that people take.
pub(super) const SEAT: Seat = 1;

crate::words!(
    /// Why practice is over, as its log has it.
    Practised {
        /// Its only player stayed away.
        Left = "Nobody practised any more",
        Enough = "Enough practice",
    }
);

impl Options {
    /// A table for one, who plays for the first of two Offices.
    pub(super) fn for_practice(&mut self) -> Result<(), Refusal> {
        if self.swingers.is_empty() {
            self.swingers = ["NAP", "Computer"].map(str::to_owned).into();
        }
        if self.swingers.len() != 2 {
            let detail = say!("One practises with two Offices: one's own and the computer's.");
            return Err(Refusal::field("options.swingers", detail).act("1230.2 §2.B"));
        }
        if self.seats > 1 {
            return Err(Refusal::field("options.seats", say!("A practice table has one seat.")).act("1230.2 §2.B"));
        }
        self.seats = 1;
        Ok(())
    }
}

/// The rules in which all kinds can be played.
pub fn suite() -> Result<Suite, Error> {
    Suite::new(Source::plain(Ruleset::Amended)).map_err(|bad| Error::internal(bad.0))
}

/// A first army by its names.
pub fn first_army(suite: &Suite) -> Vec<String> {
    FIRST_ARMY.iter().map(|kind| suite.rule(*kind).name.clone()).collect()
}

impl Hall {
    /// What the computer does now, if anything: it chooses its army, and plays when it is on top. It plays for nobody but
    /// itself: with nobody else awaited in turn, it waits.
    pub(super) fn computers_deed(&self) -> Option<(Seat, Deed)> {
        let seat = self.computer.filter(|_| self.halted().is_none())?;
        let own = self.held_by(seat)?;
        if !own.armed {
            return Some((seat, Deed::Army { army: first_army(self.position.suite()) }));
        }
        let cold = |office: &&super::Office| {
            let swinger = self.position.swinger(&office.name);
            swinger.is_some_and(|swinger| self.position.warm_since(swinger).is_none())
        };
        let mut others = self.offices.iter().filter(|office| !office.destroyed && office.holder != Some(seat));
        if !others.any(|office| cold(&office)) || self.top()?.name != own.name {
            return None;
        }
        let play = bounded(MOST_SEARCHED, || self.position.practice_play()).ok()?;
        Some((seat, Deed::Play { play: self.position.write_play(&play).into() }))
    }

    /// A game of practice is over when its player lets the time run out.
    pub(super) fn practice_lapses(&mut self) -> Option<Vec<Event>> {
        self.computer?;
        self.end(Practised::Left.as_str()).ok()
    }
}

#[cfg(test)]
mod tests {
    use chrono::{NaiveDateTime, TimeDelta};
    use serde_json::{Value, json};

    use crate::party::rules::{Deed, Hall, Options};
    use crate::party::table::PartyChess;
    use crate::tables::erased::asked;
    use crate::tables::{Seat, State, Step};

    fn noon() -> NaiveDateTime {
        "2026-11-06T12:00:00".parse().unwrap()
    }

    fn hall() -> Hall {
        let options = asked(&PartyChess, &json!({ "practice": true })).unwrap().begin(&[0], Some(0), 7).unwrap();
        Hall::new(&options, 7, noon()).unwrap()
    }

    fn does(hall: &mut Hall, seat: Seat, play: Deed) {
        hall.step(Step::Play { seat, play }, noon()).unwrap();
    }

    /// The computer does all that it wants to; returns how often it did something.
    fn answers(hall: &mut Hall) -> usize {
        let mut done = 0;
        while let Some((seat, play)) = hall.by_itself() {
            does(hall, seat, play);
            done += 1;
            assert!(done < 10, "it plays on and on");
        }
        done
    }

    #[test]
    fn the_computer_arms_itself_and_answers_each_play_once() {
        let mut hall = hall();
        assert_eq!(answers(&mut hall), 1, "its army");
        let army = super::first_army(hall.position.suite());
        does(&mut hall, 0, Deed::Army { army });
        assert_eq!((answers(&mut hall), hall.turn()), (0, vec![0]), "it is the player's turn");
        for _ in 0..20 {
            let play = hall.position().write_play(&hall.position().practice_play().unwrap());
            does(&mut hall, 0, Deed::Play { play: play.into() });
            assert_eq!((answers(&mut hall), hall.turn()), (1, vec![0]));
        }
    }

    #[test]
    fn it_plays_against_nobody_who_is_away_and_ends_when_the_time_runs_out() {
        let mut hall = hall();
        answers(&mut hall);
        does(&mut hall, 0, Deed::Warm { office: "NAP".to_owned(), warm: true });
        assert_eq!(answers(&mut hall), 0, "the player is on vacation");
        let due = hall.due().unwrap();
        hall.step(Step::Time, due).unwrap();
        assert_eq!(hall.outcome().unwrap().reason, "Nobody practised any more");
        assert_eq!(answers(&mut hall), 0);
        assert!(due - noon() <= TimeDelta::days(3));
    }

    #[test]
    fn one_practises_with_two_offices_at_a_table_for_one() {
        let read = |options: Value| asked(&PartyChess, &options);
        let options = read(json!({ "practice": true, "swingers": ["Ich", "Computer"] })).unwrap();
        assert_eq!((options.seats, options.fewest(), options.swingers.len()), (1, 1, 2));
        assert!(read(json!({ "practice": true, "swingers": ["A", "B", "C"] })).is_err());
        assert_eq!(read(json!({ "practice": true })).unwrap().swingers, ["NAP", "Computer"]);
        let four = json!({ "practice": true, "swingers": Options::default().swingers });
        assert!(read(four).is_err(), "asked for, not left out");
        assert!(read(json!({ "practice": true, "seats": 2 })).is_err());
        assert_eq!(read(json!({})).unwrap().begin(&[0, 1, 2, 3], Some(0), 7).unwrap().begun.unwrap().holders.len(), 4);
    }
}
