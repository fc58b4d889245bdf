//! A ladder: players challenge somebody higher, who must answer in time; the winner goes up.

use crate::tournament::Number;

/// A day, counted from any day on.
pub type Day = i64;

/// What happens when the challenger wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Climb {
    /// The challenger takes the place of the challenged; all between move down by one.
    #[default]
    Insert,
    /// The two change places.
    Swap,
}

/// What a challenge that was not answered or played in time counts as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lapse {
    /// A win of the challenger, if it is the answer that is missing; nothing, if it is the game.
    #[default]
    Unanswered,
    /// Nothing.
    Nothing,
}

/// The rules of a ladder.
///
/// ```
/// use rookery_pairings::{Challenge, Ladder, Outcome, Refused};
///
/// let ladder = Ladder::default();
/// let order = [7, 2, 9, 4, 5];
/// assert_eq!(ladder.may_challenge(&order, &[], 4, 7, 100).unwrap().answer_by, 107);
/// assert_eq!(ladder.may_challenge(&order, &[], 5, 7, 100), Err(Refused::TooFar { places: 4, most: 3 }));
/// let won = Challenge { challenger: 4, challenged: 7, made: 100, answered: Some(101), outcome: Some((Outcome::Won, 103)) };
/// assert_eq!(ladder.order(&order, &[won], 104), [4, 7, 2, 9, 5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// How many places higher somebody challenged may stand.
    pub reach: usize,
    /// Days to answer a challenge.
    pub to_answer: u32,
    /// Days to play, from the answer on.
    pub to_play: u32,
    /// Days before a challenger who lost may challenge the same player again.
    pub rest: u32,
    /// What a win does.
    pub climb: Climb,
    /// What a challenge that lapsed counts as.
    pub lapse: Lapse,
}

impl Default for Ladder {
    fn default() -> Self {
        Self { reach: 3, to_answer: 7, to_play: 14, rest: 14, climb: Climb::Insert, lapse: Lapse::Unanswered }
    }
}

/// How a challenge ended, for the challenger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The challenger won, or the challenged did not want to play.
    Won,
    /// The challenger lost, or it was a draw.
    Held,
    /// It was taken back, or fell away.
    Withdrawn,
}

/// A challenge, as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Who challenged.
    pub challenger: Number,
    /// Whom.
    pub challenged: Number,
    /// When.
    pub made: Day,
    /// When it was accepted. An answer after the last day to answer is none.
    pub answered: Option<Day>,
    /// How it ended, and when.
    pub outcome: Option<(Outcome, Day)>,
}

/// By when a challenge has to be answered and played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// The last day to answer.
    pub answer_by: Day,
    /// The last day to play; if it is not answered yet, were it answered on the last day.
    pub play_by: Day,
}

/// Why somebody may not challenge somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Nobody challenges themselves.
    #[error("nobody challenges themselves")]
    Themselves,
    /// Somebody is not on the ladder.
    #[error("{0} is not on the ladder")]
    Stranger(Number),
    /// The challenged stands below.
    #[error("only those who stand higher are challenged")]
    Below,
    /// The challenged stands too high.
    #[error("that is {places} places higher; {most} is the most")]
    TooFar {
        /// How many places.
        places: usize,
        /// How many may be.
        most: usize,
    },
    /// One of the two has a challenge that is open.
    #[error("{0} has a challenge that is open")]
    Busy(Number),
    /// The challenger lost to the same player not long ago.
    #[error("the same player may be challenged again on day {0}")]
    Resting(Day),
}

impl Ladder {
    /// By when a challenge has to be answered and played.
    pub fn deadlines(&self, challenge: &Challenge) -> Deadlines {
        let answer_by = challenge.made.saturating_add(i64::from(self.to_answer));
        let answered = self.answered(challenge).unwrap_or(answer_by);
        Deadlines { answer_by, play_by: answered.saturating_add(i64::from(self.to_play)) }
    }

    /// When a challenge was accepted, if that was in time.
    fn answered(&self, challenge: &Challenge) -> Option<Day> {
        let answer_by = challenge.made.saturating_add(i64::from(self.to_answer));
        challenge.answered.filter(|day| *day <= answer_by)
    }

    /// How a challenge ended by a day, and when: as it was entered, or because time ran out the day before.
    pub fn outcome(&self, challenge: &Challenge, today: Day) -> Option<(Outcome, Day)> {
        if let Some(ended) = challenge.outcome {
            return Some(ended).filter(|(_, day)| *day <= today);
        }
        let Deadlines { answer_by, play_by } = self.deadlines(challenge);
        let (last, outcome) = match (self.answered(challenge), self.lapse) {
            (Some(_), _) => (play_by, Outcome::Withdrawn),
            (None, Lapse::Unanswered) => (answer_by, Outcome::Won),
            (None, Lapse::Nothing) => (answer_by, Outcome::Withdrawn),
        };
        (last < today).then(|| (outcome, last.saturating_add(1)))
    }

    /// Whether somebody may challenge somebody today, and by when that would have to be answered and played. `order` is
    /// the ladder of today, from the top.
    ///
    /// # Errors
    /// Why not.
    pub fn may_challenge(
        &self,
        order: &[Number],
        challenges: &[Challenge],
        challenger: Number,
        challenged: Number,
        today: Day,
    ) -> Result<Deadlines, Refused> {
        if challenger == challenged {
            return Err(Refused::Themselves);
        }
        let place = |number: Number| order.iter().position(|other| *other == number).ok_or(Refused::Stranger(number));
        let (from, to) = (place(challenger)?, place(challenged)?);
        let places = from.checked_sub(to).ok_or(Refused::Below)?;
        if places > self.reach {
            return Err(Refused::TooFar { places, most: self.reach });
        }
        for challenge in challenges.iter().filter(|challenge| challenge.made <= today) {
            let of_both = [challenge.challenger, challenge.challenged];
            match self.outcome(challenge, today) {
                None => {
                    if let Some(busy) = [challenger, challenged].into_iter().find(|number| of_both.contains(number)) {
                        return Err(Refused::Busy(busy));
                    }
                }
                Some((Outcome::Held, day)) if of_both == [challenger, challenged] => {
                    let again = day.saturating_add(i64::from(self.rest));
                    if again > today {
                        return Err(Refused::Resting(again));
                    }
                }
                Some(_) => {}
            }
        }
        let challenge = Challenge { challenger, challenged, made: today, answered: None, outcome: None };
        Ok(self.deadlines(&challenge))
    }

    /// Whom somebody may challenge today, the nearest first.
    pub fn may_be_challenged(
        &self,
        order: &[Number],
        challenges: &[Challenge],
        challenger: Number,
        today: Day,
    ) -> Vec<Number> {
        let higher = order.iter().rev().copied();
        higher.filter(|other| self.may_challenge(order, challenges, challenger, *other, today).is_ok()).collect()
    }

    /// The ladder of a day: that of the beginning, and all that was won since, in the order of the days on which it was;
    /// what was won on one day, in the order in which it is given. Who is not on it any more changes nothing.
    pub fn order(&self, beginning: &[Number], challenges: &[Challenge], today: Day) -> Vec<Number> {
        let mut order = beginning.to_vec();
        let mut won: Vec<(Day, &Challenge)> = challenges
            .iter()
            .filter_map(|challenge| match self.outcome(challenge, today)? {
                (Outcome::Won, day) => Some((day, challenge)),
                _ => None,
            })
            .collect();
        won.sort_by_key(|(day, _)| *day);
        for (_, challenge) in won {
            let place = |number: Number| order.iter().position(|other| *other == number);
            let (Some(from), Some(to)) = (place(challenge.challenger), place(challenge.challenged)) else { continue };
            if from > to {
                match self.climb {
                    Climb::Insert => order[to..=from].rotate_right(1),
                    Climb::Swap => order.swap(from, to),
                }
            }
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDER: [Number; 6] = [1, 2, 3, 4, 5, 6];

    fn challenge(challenger: Number, challenged: Number, made: Day) -> Challenge {
        Challenge { challenger, challenged, made, answered: None, outcome: None }
    }

    #[test]
    fn only_somebody_near_above_who_is_free_is_challenged() {
        let ladder = Ladder::default();
        let open = [challenge(3, 2, 10)];
        let refused = |one, other| ladder.may_challenge(&ORDER, &open, one, other, 11).unwrap_err();
        assert_eq!(refused(5, 5), Refused::Themselves);
        assert_eq!(refused(5, 9), Refused::Stranger(9));
        assert_eq!(refused(4, 5), Refused::Below);
        assert_eq!(refused(6, 1), Refused::TooFar { places: 5, most: 3 });
        assert_eq!(refused(5, 2), Refused::Busy(2));
        assert_eq!(refused(3, 1), Refused::Busy(3));
        assert_eq!(ladder.may_be_challenged(&ORDER, &open, 5, 11), [4]);
        assert_eq!(ladder.may_be_challenged(&ORDER, &[], 5, 11), [4, 3, 2]);
    }

    #[test]
    fn who_does_not_answer_in_time_has_lost() {
        let ladder = Ladder::default();
        let open = [challenge(3, 1, 10)];
        assert_eq!(ladder.order(&ORDER, &open, 17), ORDER, "the last day to answer");
        assert_eq!(ladder.order(&ORDER, &open, 18), [3, 1, 2, 4, 5, 6]);
        let lenient = Ladder { lapse: Lapse::Nothing, ..ladder };
        assert_eq!(lenient.order(&ORDER, &open, 18), ORDER);
        assert!(lenient.may_challenge(&ORDER, &open, 3, 1, 18).is_ok());
        let accepted = [Challenge { answered: Some(12), ..open[0] }];
        assert_eq!(ladder.deadlines(&accepted[0]), Deadlines { answer_by: 17, play_by: 26 });
        assert_eq!(ladder.order(&ORDER, &accepted, 40), ORDER, "accepted and not played: nothing");
        let late = [Challenge { answered: Some(18), ..open[0] }];
        assert_eq!(ladder.order(&ORDER, &late, 19), [3, 1, 2, 4, 5, 6], "what has lapsed is not undone");
        assert_eq!(ladder.deadlines(&late[0]), ladder.deadlines(&open[0]));
    }

    #[test]
    fn who_lost_rests_before_the_same_challenge() {
        let ladder = Ladder::default();
        let held = [Challenge { outcome: Some((Outcome::Held, 20)), ..challenge(3, 2, 10) }];
        assert_eq!(ladder.order(&ORDER, &held, 30), ORDER);
        assert_eq!(ladder.may_challenge(&ORDER, &held, 3, 2, 33), Err(Refused::Resting(34)));
        assert!(ladder.may_challenge(&ORDER, &held, 3, 2, 34).is_ok());
        assert!(ladder.may_challenge(&ORDER, &held, 3, 1, 21).is_ok(), "another may be challenged at once");
    }

    #[test]
    fn wins_are_counted_in_the_order_of_their_days() {
        let won = |challenger, challenged, day| Challenge {
            outcome: Some((Outcome::Won, day)),
            ..challenge(challenger, challenged, 1)
        };
        let ladder = Ladder::default();
        let challenges = [won(6, 4, 9), won(4, 2, 8)];
        assert_eq!(ladder.order(&ORDER, &challenges, 8), [1, 4, 2, 3, 5, 6]);
        assert_eq!(ladder.order(&ORDER, &challenges, 9), [1, 6, 4, 2, 3, 5]);
        let swap = Ladder { climb: Climb::Swap, ..ladder };
        assert_eq!(swap.order(&ORDER, &challenges, 9), [1, 6, 3, 2, 5, 4]);
        // On one day they are as they are given.
        assert_eq!(ladder.order(&ORDER, &[won(6, 4, 9), won(5, 4, 9)], 9), [1, 2, 3, 6, 5, 4]);
        assert_eq!(ladder.order(&ORDER, &[won(5, 4, 9), won(6, 4, 9)], 9), [1, 2, 3, 5, 6, 4]);
        assert_eq!(ladder.order(&ORDER, &[won(3, 2, 9), won(2, 3, 9)], 9), ORDER);
        // Who stands higher already stays there.
        assert_eq!(ladder.order(&ORDER, &[won(1, 3, 2), won(9, 3, 2)], 9), ORDER);
    }

    #[test]
    fn days_at_the_ends_of_time_do_not_overflow() {
        let ladder = Ladder { to_answer: u32::MAX, to_play: u32::MAX, rest: u32::MAX, ..Ladder::default() };
        let open = [challenge(2, 1, Day::MAX)];
        assert_eq!(ladder.order(&ORDER, &open, Day::MAX), ORDER);
        assert_eq!(ladder.may_challenge(&ORDER, &open, 2, 1, Day::MAX), Err(Refused::Busy(2)));
    }
}
