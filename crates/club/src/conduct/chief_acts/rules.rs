//! What the Chief Justice may do alone, as a pure decision.

use rookery_messages::say;

use super::{Adjustment, Basis};
use crate::error::Refusal;
use crate::id::PersonId;
use crate::members;

/// The most points of one adjustment, and the most people that one act adjusts.
const POINTS: i64 = 10_000;
const PEOPLE: usize = 500;

/// Checks an act's fields, all of them at once.
pub fn chief_act(
    act: Basis,
    reason: &str,
    effect: &str,
    adjustments: &[Adjustment],
    members: &[PersonId],
    name: &dyn Fn(PersonId) -> String,
) -> Result<(), Refusal> {
    let mut wrong = Vec::new();
    let mut text = |field, text, least, most| {
        let checked = members::rules::text(field, text, least, most);
        Refusal::keep(checked.map_err(|refusal| refusal.act(published_by(act))), &mut wrong);
    };
    text("effect", effect, 3, 500);
    text("reason", reason, 16, 2000);
    Refusal::keep(adjusted(act, adjustments, members, name), &mut wrong);
    Refusal::together(wrong)
}

/// The Act that requires the announcement.
fn published_by(act: Basis) -> &'static str {
    match act {
        Basis::Mandated => "II.12.1",
        Basis::TechnicalModification => "III.5.1",
        other => other.as_str(),
    }
}

/// Only a technical modification adjusts scores (T30), each once, of members; a refusal tells of them by what `name` gives.
fn adjusted(
    act: Basis,
    adjustments: &[Adjustment],
    members: &[PersonId],
    name: &dyn Fn(PersonId) -> String,
) -> Result<(), Refusal> {
    if !adjustments.is_empty() && act != Basis::TechnicalModification {
        return Err(Refusal::field("adjustments", say!("Scores are adjusted by technical modification.")).act("III.5"));
    }
    if adjustments.len() > PEOPLE {
        return Err(Refusal::field("adjustments", say!("At most {most} people at once.", most = PEOPLE)).act("III.5"));
    }
    for (index, adjustment) in adjustments.iter().enumerate() {
        let Adjustment { person, delta } = *adjustment;
        let (field, detail) = if !members.contains(&person) {
            ("person", say!("{person} is not on the leaderboard.", person = name(person)))
        } else if adjustments[..index].iter().any(|other| other.person == person) {
            ("person", say!("{person} is adjusted twice.", person = name(person)))
        } else if delta == 0 || !(-POINTS..=POINTS).contains(&delta) {
            let detail = say!(
                "{delta} is no number of points between {least} and {most}, nought left out.",
                delta,
                least = -POINTS,
                most = POINTS,
            );
            ("delta", detail)
        } else {
            continue;
        };
        return Err(Refusal::field(format!("adjustments.{index}.{field}"), detail).act("III.5"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_technical_modifications_adjust_scores_t30() {
        const ANN: PersonId = PersonId(1);
        let ask = |act, adjustments: &[Adjustment]| {
            let name = |person: PersonId| if person == ANN { "Ann".to_owned() } else { "Ben".to_owned() };
            chief_act(act, "The import doubled last week", "Points put right", adjustments, &[ANN], &name)
        };
        let ten = Adjustment { person: ANN, delta: -10 };
        assert_eq!(ask(Basis::TechnicalModification, &[ten]), Ok(()));
        assert_eq!(ask(Basis::Mandated, &[]), Ok(()));
        for (act, adjustments) in [
            (Basis::Mandated, vec![ten]),
            (Basis::Unilateral, vec![ten]),
            (Basis::TechnicalModification, vec![ten, ten]),
            (Basis::TechnicalModification, vec![Adjustment { delta: 0, ..ten }]),
            (Basis::TechnicalModification, vec![Adjustment { delta: 10_001, ..ten }]),
            (Basis::TechnicalModification, vec![Adjustment { person: PersonId(2), ..ten }]),
        ] {
            assert_eq!(ask(act, &adjustments).unwrap_err().acts, ["III.5".into()], "{adjustments:?}");
        }
        let technical =
            |adjustments: &[Adjustment]| ask(Basis::TechnicalModification, adjustments).unwrap_err().detail.to_string();
        let far = ask(Basis::TechnicalModification, &[Adjustment { delta: 10_001, ..ten }]).unwrap_err();
        assert_eq!(far.errors[0].field, "adjustments.0.delta");
        assert_eq!(technical(&[ten, ten]), "Ann is adjusted twice.");
        assert_eq!(technical(&[Adjustment { person: PersonId(2), ..ten }]), "Ben is not on the leaderboard.");
        assert!(chief_act(Basis::Mandated, "Because", "Done", &[], &[], &|person| person.to_string()).is_err());
    }

    #[test]
    fn an_act_says_what_and_why_by_the_act_that_makes_it_public() {
        let adjust = |adjustments: &[Adjustment], members: &[PersonId]| {
            adjusted(Basis::TechnicalModification, adjustments, members, &|person| person.to_string()).is_ok()
        };
        let each =
            |number: i64| (1..=number).map(|id| Adjustment { person: PersonId(id), delta: 1 }).collect::<Vec<_>>();
        let members: Vec<PersonId> = (1..=501).map(PersonId).collect();
        assert_eq!((adjust(&each(500), &members), adjust(&each(501), &members)), (true, false));
        for (delta, may) in [(-10_001, false), (-10_000, true), (-1, true), (10_000, true)] {
            assert_eq!(adjust(&[Adjustment { person: members[0], delta }], &members), may, "{delta}");
        }
        for &act in Basis::ALL {
            let refusal = chief_act(act, "Because", "Done", &[], &[], &|person| person.to_string()).unwrap_err();
            let told = match act {
                Basis::Mandated => "II.12.1",
                Basis::TechnicalModification => "III.5.1",
                other => other.as_str(),
            };
            assert_eq!(refusal.acts, [told.into()], "{act}");
        }
    }
}
