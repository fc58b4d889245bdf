//! A case without names, for readers under `public_initials`: people are letters, and nothing can be matched with a person:
//! no number of the matter, no game, points, exhibit or time of day. Judges and moderators who decided are named, since
//! everybody knows who holds an office. Texts written for a case are left out because they tell whom it is about, except
//! questions about the Terms, which concern nobody in particular, and what the Court publishes.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{NaiveDateTime, NaiveTime};
use rookery_messages::Message;

use super::super::super::Subject;
use super::super::super::rules::opinion;
use super::super::super::rules::verdict::Disposition;
use super::{CaseView, FilingView, Listed};
use crate::db::Kept;
use crate::id::PersonId;

/// The numbers that stand for people in one case, below 0.
#[derive(Default)]
pub(super) struct StandIns {
    officers: BTreeSet<PersonId>,
    given: BTreeMap<PersonId, PersonId>,
}

/// What somebody is called in a case by their number: -1 is `A`.
fn letter(number: PersonId) -> String {
    opinion::letter(number.0.unsigned_abs().saturating_sub(1))
}

impl StandIns {
    /// For everybody but those who are named all the same.
    pub(super) fn but_for(officers: BTreeSet<PersonId>) -> StandIns {
        StandIns { officers, ..StandIns::default() }
    }

    fn cover<'a>(&mut self, people: impl IntoIterator<Item = &'a mut PersonId>) {
        for person in people.into_iter().filter(|person| !self.officers.contains(person)) {
            let next = self.given.values().map(|given| given.0).min().unwrap_or(0) - 1;
            *person = *self.given.entry(*person).or_insert(PersonId(next));
        }
    }
}

/// The letters of people in a case, in the order in which they are covered.
pub(super) fn letters(
    officers: BTreeSet<PersonId>,
    people: impl IntoIterator<Item = PersonId>,
) -> BTreeMap<PersonId, String> {
    let mut stand_ins = StandIns::but_for(officers);
    let mut people: Vec<PersonId> = people.into_iter().collect();
    stand_ins.cover(&mut people);
    stand_ins.given.into_iter().map(|(person, given)| (person, letter(given))).collect()
}

/// The day of an instant, at its beginning.
pub(super) fn day(at: &mut NaiveDateTime) {
    *at = at.date().and_time(NaiveTime::MIN);
}

impl Listed {
    pub(super) fn cover(&mut self, stand_ins: &mut StandIns) {
        stand_ins.cover([&mut self.petitioner].into_iter().chain(&mut self.concerns));
        self.petitioner_name = letter(self.petitioner);
        self.subject_id = None;
        if self.subject != Subject::Question {
            self.title.clear();
        }
        [&mut self.state_at, &mut self.filed_at].into_iter().chain(&mut self.due_at).for_each(day);
    }
}

impl CaseView {
    pub(super) fn cover(&mut self, mut stand_ins: StandIns) {
        self.is_covered = true;
        self.listed.cover(&mut stand_ins);
        stand_ins.cover(self.docket.iter_mut().flat_map(FilingView::people_mut));
        stand_ins.cover(self.deadlines.iter_mut().flat_map(|due| &mut due.persons));
        // Whom a justice played or judged before would say who is meant.
        self.conflicts.clear();
        (self.decision, self.barred_until) = (None, None);
        self.leave.iter_mut().for_each(|vote| day(&mut vote.said_at));
        self.deadlines.iter_mut().for_each(|due| day(&mut due.due_at));
        for judgment in &mut self.judgments {
            let dates = [&mut judgment.opinion_due_at, &mut judgment.opinion_published_at, &mut judgment.remand_due_at];
            dates.into_iter().flatten().chain([&mut judgment.decided_at]).for_each(day);
            judgment.opinions.iter_mut().for_each(|opinion| day(&mut opinion.published_at));
            let voted = judgment.votes.iter_mut().map(|vote| &mut vote.disposition);
            judgment.disposition.iter_mut().chain(voted).for_each(without_particulars);
        }
        let is_about_somebody = self.listed.subject != Subject::Question;
        if is_about_somebody {
            self.grounds.clear();
            self.leave.iter_mut().for_each(|vote| vote.reason.clear());
        }
        for filing in &mut self.docket {
            let FilingView::Seen(seen) = filing else { continue };
            if is_about_somebody {
                seen.rulings.iter_mut().for_each(|ruling| ruling.reason.clear());
                [&mut seen.title, &mut seen.text]
                    .into_iter()
                    .for_each(|words| *words = Kept::of(Message::verbatim("")));
            }
            [&mut seen.filed_at].into_iter().chain(&mut seen.ruled_at).for_each(day);
            seen.exhibit = None;
        }
        let named = std::mem::take(&mut self.people).into_iter();
        let called = |(person, name): (i64, String)| match stand_ins.given.get(&PersonId(person)) {
            Some(given) => (given.0, letter(*given)),
            None => (person, name),
        };
        self.people = named.map(called).collect();
    }
}

/// What was decided without points, days and games.
fn without_particulars(disposition: &mut Disposition) {
    (disposition.replacement, disposition.conditions) = (None, None);
    (disposition.due, disposition.until, disposition.barred_until) = (None, None, None);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_a_letter() {
        let called: Vec<String> = [-1, -2, -27].map(|number| letter(PersonId(number))).into();
        assert_eq!(called, ["A", "B", "A2"]);
    }
}
