//! The docket: what may be filed and who may see it; rulings of the bench.

use rookery_messages::say;
use serde::Deserialize;

use super::super::{FilingKind, Visibility};
use super::{Part, Participant, Step};
use crate::error::Refusal;
use crate::id::PersonId;
use crate::members;

/// Filings that one person may put on one docket.
const FILINGS_EACH: usize = 200;
/// Exhibits that one person may put on one docket.
const EXHIBITS_EACH: usize = 20;
/// Bytes of exhibits that one case holds.
const BYTES_OF_A_CASE: u64 = 64 << 20;
/// Bytes of exhibits by one person in all cases together.
const BYTES_OF_A_PERSON: u64 = 256 << 20;
/// Readers that a sealed filing may name.
const READERS: usize = 50;

/// Something to be filed; the text of an exhibit may be empty.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = FilingRequest)]
pub struct Filing {
    /// Anything but an exhibit, which is uploaded.
    pub kind: FilingKind,
    /// 1 to 200 characters.
    pub title: String,
    /// 1 to 20,000 characters.
    pub text: String,
    /// Who may read it besides the author.
    pub visibility: Visibility,
    /// Whom a sealed filing names.
    #[serde(default)]
    #[schema(value_type = Vec<i64>)]
    pub readers: Vec<PersonId>,
    /// Whom an appointment appoints.
    #[schema(value_type = Option<i64>)]
    pub witness: Option<PersonId>,
    /// An order for raw evidence of an online game, which takes a majority (Act I.9.9).
    #[serde(default)]
    pub raw_evidence: bool,
}

impl Filing {
    /// One that names nobody.
    pub fn of(kind: FilingKind, title: &str, text: &str, visibility: Visibility) -> Filing {
        let (title, text) = (title.to_owned(), text.to_owned());
        Filing { kind, title, text, visibility, readers: Vec::new(), witness: None, raw_evidence: false }
    }
}

/// Whether a filing comes as its kind does: exhibits and nothing else with a file, and raw evidence by an order alone.
pub fn is_of_its_kind(case: &str, filing: &Filing, has_file: bool) -> Result<(), Refusal> {
    if filing.kind == FilingKind::Exhibit && !has_file {
        let path = format!("/api/v1/cases/{case}/exhibits");
        return Err(Refusal::field("kind", say!("An exhibit is a file: upload it to {path}.", path)).act("III.3"));
    }
    if filing.raw_evidence && filing.kind != FilingKind::Order {
        return Err(Refusal::field("raw_evidence", say!("Only an order hands over raw evidence.")).act("I.9.9"));
    }
    Ok(())
}

/// The step that filing is.
pub fn step(kind: FilingKind) -> Step {
    match kind {
        FilingKind::Brief => Step::Brief,
        FilingKind::Answer => Step::Answer,
        FilingKind::Exhibit => Step::Exhibit,
        FilingKind::Motion => Step::Motion,
        FilingKind::Order => Step::Order,
        FilingKind::Appointment => Step::Appoint,
        FilingKind::Testimony => Step::Testify,
        FilingKind::Notice => Step::Notice,
    }
}

/// What was filed before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filed {
    /// Of the same sort, by the same person in the same case.
    pub number: usize,
    /// Bytes of all exhibits in the case.
    pub in_case: u64,
    /// Bytes of the person's own exhibits in all cases.
    pub of_person: u64,
}

/// Whether there is room for one more on the docket, with an exhibit of so many bytes where it is one.
pub fn has_room(filed: Filed, exhibit: Option<u64>) -> Result<(), Refusal> {
    let most = if exhibit.is_some() { EXHIBITS_EACH } else { FILINGS_EACH };
    if filed.number >= most {
        let detail = say!("One person files at most {most} of these in a case.", most);
        return Err(Refusal::conflict(say!("Too many filings"), detail).act("III.3"));
    }
    let bytes = exhibit.unwrap_or(0);
    let full = |detail| Err(Refusal::conflict(say!("Too many filings"), detail).act("III.3"));
    if filed.in_case + bytes > BYTES_OF_A_CASE {
        return full(say!(
            "The exhibits of a case have at most {most} MiB together; make this one smaller.",
            most = BYTES_OF_A_CASE >> 20
        ));
    }
    if filed.of_person + bytes > BYTES_OF_A_PERSON {
        return full(say!(
            "All that you hand in may have {most} MiB in one case. Make this one smaller.",
            most = BYTES_OF_A_PERSON >> 20
        ));
    }
    Ok(())
}

/// Whether a filing can stand as it is, refused with all that is wrong with it; returns it with its texts trimmed.
pub fn file(who: &Participant, filing: Filing, bench: &[PersonId]) -> Result<Filing, Refusal> {
    let exhibit = filing.kind == FilingKind::Exhibit;
    let mut wrong = Vec::new();
    let mut said = |field, text, least, most| {
        let checked = members::rules::text(field, text, least, most);
        Refusal::keep(checked.map_err(|refusal| refusal.act("III.3")), &mut wrong)
    };
    let title = said("title", &filing.title, 1, 200);
    let text = said("text", &filing.text, usize::from(!exhibit), 20_000);
    if filing.visibility == Visibility::Court && !who.is(Part::Sitting) && !who.is(Part::ChiefJustice) {
        let detail = say!("Only the Court files what the Court alone may see; parties file public, parties or sealed.");
        wrong.push(Refusal::field("visibility", detail).act("III.3"));
    }
    let sealed = filing.visibility == Visibility::Sealed;
    if sealed == filing.readers.is_empty() || filing.readers.len() > READERS {
        let detail =
            say!("If it is sealed, name 1 to {most} people who may see it. If not, name nobody.", most = READERS);
        wrong.push(Refusal::field("readers", detail).act("III.3"));
    }
    Refusal::keep(witness(&filing, bench), &mut wrong);
    Refusal::together(wrong)?;
    Ok(Filing { title, text, ..filing })
}

/// An appointment names a witness who does not sit, and nothing else names any.
fn witness(filing: &Filing, bench: &[PersonId]) -> Result<(), Refusal> {
    match (filing.kind, filing.witness) {
        (FilingKind::Appointment, None) => {
            Err(Refusal::field("witness", say!("Say who is appointed a witness.")).act("III.3"))
        }
        (FilingKind::Appointment, Some(witness)) if bench.contains(&witness) => {
            let detail = say!("A justice who sits in the case cannot be a witness in it.");
            Err(Refusal::field("witness", detail).act("III.3.5"))
        }
        (FilingKind::Appointment, Some(_)) | (_, None) => Ok(()),
        (_, Some(_)) => Err(Refusal::field("witness", say!("Only an appointment names a witness.")).act("III.3")),
    }
}

/// Whom a filing is for.
#[derive(Clone, Copy, Debug)]
pub struct Seal<'a> {
    /// Whom it is open to.
    pub visibility: Visibility,
    /// Always sees it; `None` if the service filed it.
    pub author: Option<PersonId>,
    /// Whom a sealed one names.
    pub readers: &'a [PersonId],
    /// An order for raw evidence: those whom it names see the evidence, but all who rule on it see who asks for
    /// what and why (Act I.9.9, T46).
    pub raw_evidence: bool,
}

/// Whether somebody may see a filing. Sealed ones are for their author and those named, and for
/// nobody else, the Court included; but orders for raw evidence are for the bench that rules on them.
pub fn may_see(seal: Seal, who: &Participant) -> bool {
    if seal.author == Some(who.person) || (seal.raw_evidence && who.is(Part::Sitting)) {
        return true;
    }
    let court = who.is(Part::Justice) || who.is(Part::Sitting) || who.is(Part::Sat);
    match seal.visibility {
        Visibility::Public => true,
        Visibility::Parties => {
            court || who.is(Part::ChiefJustice) || who.is(Part::Petitioner) || who.is(Part::Respondent)
        }
        Visibility::Court => court,
        Visibility::Sealed => seal.readers.contains(&who.person),
    }
}

/// Whether the bench rules on a filing, and this justice may know of it.
pub fn may_rule(kind: FilingKind, seal: Seal, who: &Participant) -> Result<(), Refusal> {
    if !may_see(seal, who) {
        return Err(crate::not_found!("filing"));
    }
    if kind.is_ruled_on() {
        return Ok(());
    }
    let detail = say!(
        "What was filed here is of the kind {kind}; the bench rules on motions, orders and appointments.",
        kind = kind.said()
    );
    Err(Refusal::invalid(say!("Nothing to rule on"), detail).act("III.3"))
}

/// One justice's word on a motion, an order or an appointment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// Who spoke; counted only while on the bench.
    pub justice: PersonId,
    /// For what was asked; otherwise against it.
    pub granted: bool,
}

/// What the bench ruled: its majority, or else its presiding justice (the first); `None` while
/// neither has spoken. Orders for raw evidence take a majority (Act I.9.9).
pub fn ruling(words: &[Word], bench: &[PersonId], size: usize, majority_only: bool) -> Option<bool> {
    let sitting = || words.iter().filter(|word| bench.contains(&word.justice));
    for granted in [true, false] {
        if 2 * sitting().filter(|word| word.granted == granted).count() > size {
            return Some(granted);
        }
    }
    let presiding = sitting().find(|word| Some(&word.justice) == bench.first()).map(|word| word.granted);
    if majority_only { None } else { presiding }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn who(id: i64, parts: &[Part]) -> Participant {
        Participant {
            person: PersonId(id),
            parts: parts.iter().copied().collect::<BTreeSet<_>>(),
            conflicts: Vec::new(),
        }
    }

    #[test]
    fn all_that_is_wrong_with_a_filing_is_told_at_once() {
        let (ann, ben) = (who(1, &[Part::Sitting]), PersonId(2));
        let wanted = Filing {
            kind: FilingKind::Appointment,
            title: " Ben ".into(),
            text: "He sat beside them. ".into(),
            visibility: Visibility::Public,
            readers: Vec::new(),
            witness: Some(ben),
            raw_evidence: false,
        };
        let filed = file(&ann, wanted.clone(), &[]).unwrap();
        assert_eq!((filed.title.as_str(), filed.text.as_str()), ("Ben", "He sat beside them."));
        let wrong = Filing { title: String::new(), text: String::new(), readers: vec![ben], ..wanted };
        let refusal = file(&ann, wrong, &[ben]).unwrap_err();
        let fields: Vec<&str> = refusal.errors.iter().map(|error| error.field.as_ref()).collect();
        assert_eq!(fields, ["title", "text", "readers", "witness"]);
    }

    #[test]
    fn what_a_docket_holds_is_bounded_for_each_and_together() {
        let filed = |number, in_case, of_person| Filed { number, in_case, of_person };
        for (before, exhibit, room) in [
            (filed(0, 0, 0), None, true),
            (filed(EXHIBITS_EACH, 0, 0), None, true),
            (filed(FILINGS_EACH, 0, 0), None, false),
            (filed(EXHIBITS_EACH - 1, 0, 0), Some(1), true),
            (filed(EXHIBITS_EACH, 0, 0), Some(1), false),
            (filed(0, 0, 0), Some(BYTES_OF_A_CASE), true),
            (filed(0, 0, 0), Some(BYTES_OF_A_CASE + 1), false),
            (filed(0, BYTES_OF_A_CASE - 1, 0), Some(1), true),
            (filed(0, BYTES_OF_A_CASE - 1, 0), Some(2), false),
            (filed(0, 0, BYTES_OF_A_PERSON - 1), Some(1), true),
            (filed(0, 0, BYTES_OF_A_PERSON - 1), Some(2), false),
            (filed(0, 0, BYTES_OF_A_PERSON), Some(1), false),
        ] {
            assert_eq!(has_room(before, exhibit).is_ok(), room, "{before:?} {exhibit:?}");
        }
    }

    #[test]
    fn who_sees_what() {
        use Visibility::*;
        let readers = [PersonId(7)];
        for (caller, seen) in [
            (who(1, &[]), [true, false, false, false]),
            (who(2, &[Part::Petitioner]), [true, true, false, false]),
            (who(3, &[Part::Respondent, Part::ChiefJustice]), [true, true, false, false]),
            (who(4, &[Part::Sitting, Part::Justice]), [true, true, true, false]),
            (who(5, &[Part::Justice]), [true, true, true, false]),
            (who(6, &[Part::Witness]), [true, false, false, false]),
            (who(8, &[Part::Sat]), [true, true, true, false]),
            (who(10, &[Part::Sitting]), [true, true, true, false]),
            (who(7, &[]), [true, false, false, true]),
            (who(9, &[]), [true, true, true, true]),
        ] {
            let author = Some(PersonId(9));
            let sees = |raw_evidence| {
                let seal = |visibility| Seal { visibility, author, readers: &readers, raw_evidence };
                [Public, Parties, Court, Sealed].map(|visibility| may_see(seal(visibility), &caller))
            };
            assert_eq!(sees(false), seen, "{caller:?}");
            let rules_on_it = caller.is(Part::Sitting);
            assert_eq!(sees(true), seen.map(|sees| sees || rules_on_it), "T46: {caller:?}");
        }
    }

    #[test]
    fn rulings() {
        let bench = [PersonId(1), PersonId(2), PersonId(3)];
        let say = |list: &[(i64, bool)]| -> Vec<Word> {
            list.iter().map(|&(id, granted)| Word { justice: PersonId(id), granted }).collect()
        };
        for (words, ruled, by_majority) in [
            (say(&[]), None, None),
            (say(&[(1, true)]), Some(true), None),
            (say(&[(2, true)]), None, None),
            (say(&[(2, true), (3, true)]), Some(true), Some(true)),
            (say(&[(1, true), (2, false), (3, false)]), Some(false), Some(false)),
            (say(&[(1, false), (2, true)]), Some(false), None),
            (say(&[(8, true), (9, true)]), None, None),
        ] {
            assert_eq!(ruling(&words, &bench, 3, false), ruled, "{words:?}");
            assert_eq!(ruling(&words, &bench, 3, true), by_majority, "{words:?}");
        }
        // More than half of a bench, whose first has not spoken.
        let whole: Vec<PersonId> = (0..=5).map(PersonId).collect();
        let granting = |number: i64| (1..=number).map(|id| (id, true)).collect::<Vec<_>>();
        for (number, size, ruled) in [(2, 4, None), (3, 4, Some(true)), (2, 5, None), (3, 5, Some(true))] {
            assert_eq!(ruling(&say(&granting(number)), &whole, size, false), ruled, "{number} of {size}");
        }
    }

    #[test]
    fn a_filing_comes_as_its_kind_does() {
        use FilingKind::*;
        for (kind, raw_evidence, has_file, wrong) in [
            (Exhibit, false, true, None),
            (Exhibit, false, false, Some("kind")),
            (Motion, false, false, None),
            (Motion, true, false, Some("raw_evidence")),
            (Order, true, false, None),
        ] {
            let filing = Filing { raw_evidence, ..Filing::of(kind, "Clocks", "They ran out.", Visibility::Public) };
            let refused = is_of_its_kind("2026-C-001", &filing, has_file).err();
            assert_eq!(refused.as_ref().map(|refusal| refusal.errors[0].field.as_ref()), wrong, "{kind}");
        }
        let steps = FilingKind::ALL.iter().map(|kind| step(*kind));
        let told = [
            Step::Brief,
            Step::Answer,
            Step::Exhibit,
            Step::Motion,
            Step::Order,
            Step::Appoint,
            Step::Testify,
            Step::Notice,
        ];
        assert_eq!(steps.collect::<BTreeSet<_>>(), BTreeSet::from(told), "each its own");
    }

    #[test]
    fn who_may_see_a_filing_sends_it_to_whom() {
        use Visibility::*;
        let (sitting, chief, party) = (&[Part::Sitting][..], &[Part::ChiefJustice][..], &[Part::Petitioner][..]);
        let readers = |number: i64| (1..=number).map(PersonId).collect::<Vec<_>>();
        for (parts, visibility, named, wrong) in [
            (sitting, Court, 0, None),
            (chief, Court, 0, None),
            (party, Court, 0, Some("visibility")),
            (party, Parties, 0, None),
            (party, Parties, 1, Some("readers")),
            (party, Sealed, 0, Some("readers")),
            (party, Sealed, 1, None),
            (party, Sealed, 50, None),
            (party, Sealed, 51, Some("readers")),
        ] {
            let filing =
                Filing { readers: readers(named), ..Filing::of(FilingKind::Motion, "Clocks", "x", visibility) };
            let refused = file(&who(1, parts), filing, &[]).err();
            assert_eq!(refused.as_ref().map(|refusal| refusal.errors[0].field.as_ref()), wrong, "{parts:?} {named}");
        }
        // Only an exhibit speaks for itself.
        for (kind, may) in [(FilingKind::Exhibit, true), (FilingKind::Motion, false)] {
            assert_eq!(file(&who(1, party), Filing::of(kind, "Clocks", "", Public), &[]).is_ok(), may, "{kind}");
        }
    }

    #[test]
    fn a_witness_is_named_by_an_appointment_alone_and_does_not_sit() {
        let (ben, bench) = (PersonId(2), [PersonId(3)]);
        for (kind, named, acts) in [
            (FilingKind::Appointment, Some(ben), None),
            (FilingKind::Appointment, Some(bench[0]), Some("III.3.5")),
            (FilingKind::Appointment, None, Some("III.3")),
            (FilingKind::Motion, None, None),
            (FilingKind::Motion, Some(ben), Some("III.3")),
        ] {
            let filing = Filing { witness: named, ..Filing::of(kind, "Clocks", "x", Visibility::Public) };
            let refused = witness(&filing, &bench).err();
            assert_eq!(refused.as_ref().map(|refusal| refusal.acts[0].0.as_ref()), acts, "{kind} {named:?}");
        }
    }

    #[test]
    fn the_bench_rules_on_what_asks_for_it_and_what_it_may_see() {
        let seal = |readers| Seal { visibility: Visibility::Sealed, author: None, readers, raw_evidence: false };
        let justice = who(4, &[Part::Sitting, Part::Justice]);
        for &kind in FilingKind::ALL {
            let ruled_on = [FilingKind::Motion, FilingKind::Order, FilingKind::Appointment].contains(&kind);
            assert_eq!(may_rule(kind, seal(&[PersonId(4)]), &justice).is_ok(), ruled_on, "{kind}");
            assert!(may_rule(kind, seal(&[]), &justice).is_err(), "{kind}");
        }
    }
}
