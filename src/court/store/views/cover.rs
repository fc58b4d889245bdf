//! A case as those read it who have not signed in, where the house rules give the public initials: nothing in
//! it leads to the name of anybody but those who judge or decided.

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::rules::verdict::Disposition;
use super::{CaseView, FilingView, Listed};
use crate::conduct::decisions::Sanction;
use crate::id::{GameId, PersonId};
use crate::members::rules::unnumbered;

/// The numbers that stand for people in one case, below 0.
#[derive(Default)]
pub(super) struct StandIns {
    officers: BTreeSet<PersonId>,
    given: BTreeMap<PersonId, PersonId>,
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

impl Listed {
    pub(super) fn cover(&mut self, stand_ins: &mut StandIns) {
        stand_ins.cover([&mut self.petitioner].into_iter().chain(&mut self.concerns));
        self.subject_id = None;
    }
}

impl CaseView {
    pub(super) fn cover(&mut self, mut stand_ins: StandIns) {
        self.listed.cover(&mut stand_ins);
        stand_ins.cover(self.docket.iter_mut().flat_map(FilingView::people_mut));
        if let Some(decision) = &mut self.decision {
            stand_ins.cover([&mut decision.offence.accused].into_iter().chain(&mut decision.offence.recorded_by));
            decision.offence.games.clear();
            decision.sanctions.iter_mut().for_each(|sanction| sanction.game = None);
        }
        for judgment in &mut self.judgments {
            let voted = judgment.votes.iter_mut().map(|vote| &mut vote.disposition);
            judgment.disposition.iter_mut().chain(voted).for_each(without_games);
        }
        for filing in &mut self.docket {
            let FilingView::Seen(seen) = filing else { continue };
            seen.title = unnumbered(&seen.title);
            if seen.author.is_none() {
                seen.exhibit = None;
            }
        }
        let given = |person: i64| stand_ins.given.get(&PersonId(person)).map_or(person, |given| given.0);
        let named = std::mem::take(&mut self.people).into_iter();
        self.people = named.map(|(person, name)| (given(person), name)).collect();
    }
}

/// A judgment whose own sanctions name no game: 0 stands for it.
fn without_games(disposition: &mut Disposition) {
    for sanction in disposition.replacement.iter_mut().flat_map(|replacement| &mut replacement.sanctions) {
        if let Sanction::Forfeiture { game } = sanction {
            *game = GameId(0);
        }
    }
}
