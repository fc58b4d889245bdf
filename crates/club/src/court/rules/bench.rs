//! Conflicts and panels (Acts III.3.3, III.3.5, III.3.7; T36).

use rookery_messages::{Join, Message, say};
use serde::{Deserialize, Serialize};

use crate::error::Refusal;
use crate::id::PersonId;

crate::words!(
    /// Why a justice does not sit on a panel (Act III.3.5).
    Conflict {
        /// Petitioned, or is whom the matter concerns.
        Party = "party",
        /// Decided what is petitioned against.
        Decider = "decider",
        /// Played in a game that the matter is about.
        Player = "player",
        /// Was appointed a witness in the case.
        Witness = "witness",
    }
);

impl Conflict {
    fn told(self) -> Message {
        match self {
            Conflict::Party => say!("is a party"),
            Conflict::Decider => say!("decided the matter"),
            Conflict::Player => say!("played in the game"),
            Conflict::Witness => say!("is a witness"),
        }
    }
}

/// Conflicts in words.
pub fn explain(conflicts: &[Conflict]) -> Message {
    Message::joined(Join::Commas, conflicts.iter().map(|conflict| conflict.told()))
}

/// Everybody whom a case ties to itself.
#[derive(Clone, Debug, Default)]
pub struct Ties {
    /// Petitioned, or are concerned by the matter.
    pub parties: Vec<PersonId>,
    /// Made what is petitioned against.
    pub decider: Option<PersonId>,
    /// Played in the games that the matter is about.
    pub players: Vec<PersonId>,
    /// Were appointed witnesses in the case.
    pub witnesses: Vec<PersonId>,
}

impl Ties {
    /// A person's conflicts in the case; empty if the person is free.
    pub fn conflicts(&self, person: PersonId) -> Vec<Conflict> {
        let ties = [
            (self.parties.contains(&person), Conflict::Party),
            (self.decider == Some(person), Conflict::Decider),
            (self.players.contains(&person), Conflict::Player),
            (self.witnesses.contains(&person), Conflict::Witness),
        ];
        ties.into_iter().filter(|(tied, _)| *tied).map(|(_, conflict)| conflict).collect()
    }
}

/// A justice who can be picked for a panel.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// A justice in office.
    pub person: PersonId,
    /// Presides if picked, and gets no waiver (Act III.3.5.2, T36).
    pub chief_justice: bool,
    /// Empty if the justice is free.
    pub conflicts: Vec<Conflict>,
}

/// A seat on a bench.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The justice who sits.
    pub person: PersonId,
    /// Conflicts that were ignored because too few justices are free (Act III.3.5.1).
    pub waived: Vec<Conflict>,
}

/// Nobody says twice whether a case is to be heard.
pub fn says_once(by: PersonId, said: &[(PersonId, bool)]) -> Result<(), Refusal> {
    if said.iter().all(|(person, _)| *person != by) {
        return Ok(());
    }
    let detail = say!("You have said already whether this case is to be heard.");
    Err(Refusal::conflict(say!("Said already"), detail).act("III.3.6"))
}

/// Whether a word on hearing a case settles it: a refusal, the Chief Justice's own while nobody has settled it, or leave
/// by as many as the house rules ask for (Act III.3.6, T32).
pub fn is_settled(granted: bool, alone: bool, granting: usize, needed: u32) -> bool {
    !granted || alone || u32::try_from(granting).is_ok_and(|granting| granting >= needed)
}

/// The whole Court is not asked while another case about the same matter is open.
pub fn comes_alone(other: Option<String>) -> Result<(), Refusal> {
    let Some(other) = other else { return Ok(()) };
    let detail = say!("Case {number} about the same matter is open; it has to end first.", number = &other);
    Err(Refusal::conflict(say!("Before the Court already"), detail).act("III.3.9").with("case", other))
}

/// How many may sit on a panel: all but a Chief Justice with a conflict (T36).
pub fn may_sit(candidates: &[Candidate]) -> usize {
    candidates.iter().filter(|justice| !justice.chief_justice || justice.conflicts.is_empty()).count()
}

/// The panel that the Chief Justice picks, the presiding justice first: the Chief Justice, or the
/// justice named first. Free justices sit before conflicted ones, and a conflicted Chief Justice
/// never does (T36). A refusal tells of people by what `name` gives.
pub fn empanel(
    candidates: &[Candidate],
    chosen: &[PersonId],
    size: usize,
    name: &dyn Fn(PersonId) -> String,
) -> Result<Vec<Seat>, Refusal> {
    let free = candidates.iter().filter(|justice| justice.conflicts.is_empty()).count();
    let most = may_sit(candidates);
    if most < size {
        let detail = say!(
            "A panel has {size} justices and only {free} may sit in this case: appoint more justices first.",
            size,
            free = most
        );
        return Err(Refusal::conflict(say!("Too few justices"), detail).act("III.3.3").act("III.3.5"));
    }
    let distinct: std::collections::BTreeSet<_> = chosen.iter().collect();
    if chosen.len() != size || distinct.len() != size {
        let detail = say!("A panel has {size} justices, each named once.", size);
        return Err(Refusal::field("justices", detail).act("III.3.3"));
    }
    let mut seats = Vec::with_capacity(size);
    for person in chosen {
        let Some(justice) = candidates.iter().find(|justice| justice.person == *person) else {
            let detail = say!("{person} is not a justice.", person = name(*person));
            return Err(Refusal::field("justices", detail).act("III.3.3"));
        };
        if justice.chief_justice && !justice.conflicts.is_empty() {
            let conflicts = explain(&justice.conflicts);
            let detail = say!("A conflicted Chief Justice does not sit on a panel: {conflicts}.", conflicts);
            return Err(Refusal::field("justices", detail).act("III.3.5.2"));
        }
        seats.push((justice.chief_justice, Seat { person: *person, waived: justice.conflicts.clone() }));
    }
    let free_chosen = seats.iter().filter(|(_, seat)| seat.waived.is_empty()).count();
    if let Some((_, conflicted)) = seats.iter().find(|(_, seat)| !seat.waived.is_empty())
        && free_chosen < free
    {
        let detail = say!(
            "{person} has a conflict ({conflicts}) while justices without one are free: those sit first.",
            person = name(conflicted.person),
            conflicts = explain(&conflicted.waived)
        );
        let free: Vec<PersonId> =
            candidates.iter().filter(|justice| justice.conflicts.is_empty()).map(|justice| justice.person).collect();
        return Err(Refusal::field("justices", detail).act("III.3.5").act("III.3.5.1").with("free", free));
    }
    seats.sort_by_key(|(chief, _)| !chief);
    Ok(seats.into_iter().map(|(_, seat)| seat).collect())
}

/// Who of a panel stays on it: is a justice still, with no conflict but those that were waived.
pub fn staying<'a>(panel: &[Seat], justices: &'a [Candidate]) -> Vec<&'a Candidate> {
    let has_seat = |justice: &&Candidate| {
        let is_waived = |seat: &Seat| justice.conflicts.iter().all(|conflict| seat.waived.contains(conflict));
        panel.iter().any(|seat| seat.person == justice.person && is_waived(seat))
    };
    justices.iter().filter(has_seat).collect()
}

/// Another panel is another: naming the very seats that are taken would only fill the docket (Act III.3.7).
pub fn differs(sitting: &[Seat], panel: &[Seat]) -> Result<(), Refusal> {
    if sitting != panel {
        return Ok(());
    }
    let detail = say!("These justices sit on the panel already: pick somebody else, or leave it as it is.");
    Err(Refusal::field("justices", detail).act("III.3.7"))
}

/// Once votes have been cast, only empty seats of a panel are filled: justices who stay without a conflict are
/// picked again. A justice who sits by a waiver makes room for one without a conflict (Act III.3.5.1).
pub fn refill(panel: &[Seat], justices: &[Candidate], chosen: &[PersonId]) -> Result<(), Refusal> {
    let free = staying(panel, justices).into_iter().filter(|justice| justice.conflicts.is_empty());
    let staying: Vec<PersonId> = free.map(|justice| justice.person).collect();
    let kept = staying.iter().filter(|justice| chosen.contains(justice)).count();
    if kept >= staying.len().min(chosen.len()) {
        return Ok(());
    }
    let detail =
        say!("Votes have been cast: only an empty seat is filled, and who still sits without a conflict stays.");
    Err(Refusal::field("justices", detail).act("III.3.7").with("staying", staying))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn justices(list: &[(i64, bool, &[Conflict])]) -> Vec<Candidate> {
        let justice = |&(id, chief_justice, conflicts): &(i64, bool, &[Conflict])| Candidate {
            person: PersonId(id),
            chief_justice,
            conflicts: conflicts.to_vec(),
        };
        list.iter().map(justice).collect()
    }

    fn pick(candidates: &[Candidate], chosen: &[i64]) -> Result<Vec<(i64, usize)>, Vec<String>> {
        let chosen: Vec<PersonId> = chosen.iter().map(|id| PersonId(*id)).collect();
        match empanel(candidates, &chosen, 3, &|person| person.to_string()) {
            Ok(seats) => Ok(seats.iter().map(|seat| (seat.person.0, seat.waived.len())).collect()),
            Err(refusal) => Err(refusal.acts.iter().map(ToString::to_string).collect()),
        }
    }

    #[test]
    fn panels() {
        let free: &[Conflict] = &[];
        let tied: &[Conflict] = &[Conflict::Decider];
        let court = justices(&[(1, true, free), (2, false, free), (3, false, free), (4, false, tied)]);
        assert_eq!(pick(&court, &[2, 3, 1]), Ok(vec![(1, 0), (2, 0), (3, 0)]), "the Chief Justice presides");
        assert_eq!(pick(&court, &[2, 3, 4]), Err(vec!["III.3.5".into(), "III.3.5.1".into()]), "III.3.5");
        assert_eq!(pick(&court, &[2, 3]), Err(vec!["III.3.3".into()]));
        assert_eq!(pick(&court, &[2, 3, 3]), Err(vec!["III.3.3".into()]));
        assert_eq!(pick(&court, &[2, 3, 9]), Err(vec!["III.3.3".into()]));

        let chosen = [2, 3, 4].map(PersonId);
        let refusal = empanel(&court, &chosen, 3, &|person| format!("Justice {person}")).unwrap_err();
        assert!(refusal.detail.to_string().starts_with("Justice 4 has a conflict (decided the matter)"), "{refusal}");

        let tied_chief = justices(&[(1, true, tied), (2, false, free), (3, false, free), (4, false, tied)]);
        assert_eq!(pick(&tied_chief, &[3, 2, 4]), Ok(vec![(3, 0), (2, 0), (4, 1)]), "waived, III.3.5.1");
        assert_eq!(pick(&tied_chief, &[1, 2, 3]), Err(vec!["III.3.5.2".into()]), "never waived, T36");

        let small = justices(&[(1, true, tied), (2, false, free), (3, false, free)]);
        assert_eq!(pick(&small, &[2, 3, 1]), Err(vec!["III.3.3".into(), "III.3.5".into()]));
    }

    #[test]
    fn who_stays() {
        let free: &[Conflict] = &[];
        let court = justices(&[
            (2, false, free),
            (3, false, &[Conflict::Decider]),
            (4, false, &[Conflict::Decider, Conflict::Witness]),
            (5, false, free),
            (6, false, free),
        ]);
        let sits = |id, waived: &[Conflict]| Seat { person: PersonId(id), waived: waived.to_vec() };
        let stay = |panel: &[Seat]| staying(panel, &court).iter().map(|one| one.person.0).collect::<Vec<_>>();
        let decider: &[Conflict] = &[Conflict::Decider];
        assert_eq!(stay(&[sits(2, free), sits(3, decider), sits(4, decider)]), [2, 3], "a witness now");
        assert_eq!(stay(&[sits(2, free), sits(3, free), sits(9, free)]), [2], "a conflict since, and out of office");

        let sitting = [sits(2, free), sits(3, decider)];
        assert!(differs(&sitting, &sitting).is_err(), "the very same again");
        assert_eq!(differs(&sitting, &[sits(3, decider), sits(2, free)]), Ok(()), "another presides");
        assert_eq!(differs(&sitting, &[sits(2, free), sits(3, free)]), Ok(()), "without the waiver");

        let fill = |panel: &[Seat], chosen: &[i64]| {
            let chosen: Vec<PersonId> = chosen.iter().map(|id| PersonId(*id)).collect();
            refill(panel, &court, &chosen).map_err(|refusal| refusal.acts)
        };
        let panel = [sits(2, free), sits(5, free), sits(9, free)];
        assert_eq!(fill(&panel, &[6, 5, 2]), Ok(()));
        assert_eq!(fill(&panel, &[2, 3, 6]), Err(vec!["III.3.7".into()]));
        assert_eq!(fill(&panel, &[2]), Ok(()), "a smaller panel, by newer house rules");
        assert_eq!(fill(&[sits(2, free), sits(3, decider), sits(9, free)], &[2, 5, 6]), Ok(()), "III.3.5.1");
    }

    #[test]
    fn leave_is_given_once_by_each_and_by_as_many_as_are_needed_iii_3_6_t32() {
        let (ann, ben) = (PersonId(1), PersonId(2));
        assert_eq!(says_once(ann, &[(ben, true)]), Ok(()));
        assert_eq!(says_once(ann, &[(ann, false), (ben, true)]).unwrap_err().acts, ["III.3.6".into()]);
        for (granted, alone, granting, settled) in [
            (false, false, 0, true),
            (true, true, 1, true),
            (true, false, 1, false),
            (true, false, 2, true),
            (true, false, 3, true),
        ] {
            assert_eq!(is_settled(granted, alone, granting, 2), settled, "{granted} {alone} {granting}");
        }
        assert_eq!(comes_alone(None), Ok(()));
        assert_eq!(comes_alone(Some("2026-C-001".into())).unwrap_err().acts, ["III.3.9".into()]);
    }

    #[test]
    fn who_is_tied_to_a_case_has_that_conflict_iii_3_5() {
        use Conflict::*;
        let [ann, ben, may, eve] = [1, 2, 3, 4].map(PersonId);
        let ties = Ties { parties: vec![ann], decider: Some(may), players: vec![ann, ben], witnesses: vec![ben] };
        for (person, conflicts) in
            [(ann, vec![Party, Player]), (ben, vec![Player, Witness]), (may, vec![Decider]), (eve, vec![])]
        {
            assert_eq!(ties.conflicts(person), conflicts, "{person}");
        }
    }
}
