//! The Court's doors: what may be petitioned against, by whom, and what is refused at once (Acts
//! II.6.3, II.9.3, II.9.5, II.10.5, II.10.6, II.11.3, III.3.9.2, III.5, III.6; T12, T37, T39).

use chrono::NaiveDateTime;
use chrono_tz::Tz;
use rookery_messages::{Message, say};

use super::super::{Ground, Subject};
use crate::error::{Kind, Refusal};
use crate::fields;
use crate::id::PersonId;
use crate::members;
use crate::rulebook::HouseRules;

/// What a petition is against, as it stands.
#[derive(Clone, Debug)]
pub struct Matter {
    /// What kind of thing it is.
    pub subject: Subject,
    /// Whom it concerns; nobody in particular if it concerns the whole leaderboard.
    pub concerns: Option<PersonId>,
    /// Who decided it; `None` if it fell by the Terms alone.
    pub decider: Option<PersonId>,
    /// By a teacher (Act III.6).
    pub by_staff: bool,
    /// The case in which the Court itself decided it.
    pub by_court: Option<String>,
    /// Whether it has effects that could be undone.
    pub in_force: bool,
    /// For a monitor: whether the session after its placing is over (T39).
    pub next_session_is_over: bool,
}

/// What the Court had to do with the matter before.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// The number of a case about the same matter that is still open (T12).
    pub open_case: Option<String>,
    /// The number of a case about it that was judged en banc (Act III.3.9.2).
    pub final_case: Option<String>,
    /// Until when the Court hears nothing more about it (Act II.9.5).
    pub barred_until: Option<NaiveDateTime>,
}

/// What somebody petitioned for before.
#[derive(Clone, Debug, Default)]
pub struct Earlier {
    /// When those of the last day were filed, oldest first.
    pub within_a_day: Vec<NaiveDateTime>,
    /// Those that wait for the Court.
    pub open: usize,
}

/// Whether one more petition of the same person is heard. Limited, because all justices get a notice of each.
pub fn within_measure(earlier: &Earlier, house: &HouseRules, now: NaiveDateTime) -> Result<(), Refusal> {
    if earlier.open >= usize::try_from(house.petitions_open).unwrap_or(usize::MAX) {
        let detail = say!(
            "{count} petitions of yours wait for the Court, the most there may be; wait for one, or withdraw one.",
            count = earlier.open
        );
        return Err(Refusal::conflict(say!("Enough petitions open"), detail).act("III.3.6"));
    }
    if let Some(seconds) = fields::heard_again_in(&earlier.within_a_day, house.petitions_a_day, now) {
        let detail = say!("{count} petitions a day are heard of one person.", count = house.petitions_a_day);
        return Err(Refusal::new(Kind::TooMany(seconds), say!("Too many petitions"), detail).act("III.3.6"));
    }
    Ok(())
}

/// Who petitions.
#[derive(Clone, Copy, Debug)]
pub struct Petitioner {
    /// Must be whom the matter concerns, unless it concerns everybody.
    pub person: PersonId,
    /// On the leaderboard; only members ask about the whole of it.
    pub is_member: bool,
}

fn closed(title: Message, detail: Message, act: &'static str) -> Refusal {
    Refusal::invalid(title, detail).act(act)
}

/// All that is wrong with a petition's own words and numbers, whatever they are about.
pub fn faults(
    subject: Subject,
    subject_id: Option<i64>,
    ground: Option<Ground>,
    title: &str,
    grounds: &str,
) -> Vec<Refusal> {
    let text = |field, text, least, most| {
        let checked = members::rules::text(field, text, least, most);
        checked.map(drop).map_err(|refusal| refusal.act("III.3"))
    };
    let checked = [
        against(subject, subject_id),
        on_a_ground(subject, ground),
        text("title", title, 3, TITLE),
        text("grounds", grounds, 16, GROUNDS),
    ];
    checked.into_iter().filter_map(Result::err).collect()
}

/// Whether the Court takes a petition at all; leave to appeal is another question.
pub fn file(
    by: Petitioner,
    matter: &Matter,
    ground: Option<Ground>,
    past: &Past,
    zone: Tz,
    now: NaiveDateTime,
) -> Result<(), Refusal> {
    never(matter)?;
    standing(by, matter)?;
    if let Some(number) = &past.open_case {
        let detail = say!("Case {number} about this is open already.", number);
        return Err(Refusal::conflict(say!("Before the Court already"), detail).act("III.3").with("case", number));
    }
    if let Some(number) = &past.final_case {
        let detail = say!("Case {number} about this was decided by the whole Court, which is final.", number);
        return Err(closed(say!("Final"), detail, "III.3.9.2").with("case", number));
    }
    if let Some(until) = past.barred_until.filter(|until| now <= *until) {
        let until = until.and_utc().with_timezone(&zone).naive_local();
        let detail = say!("The Court hears no further appeal about this until {until} by the club's clock.", until);
        return Err(closed(say!("Barred"), detail, "II.9.5"));
    }
    if !matter.in_force {
        let detail = say!("This is not in force: there is nothing that the Court could undo.");
        return Err(Refusal::conflict(say!("Not in force"), detail).act("III.3.8"));
    }
    monitor(matter, ground)
}

/// What nobody may petition against.
fn never(matter: &Matter) -> Result<(), Refusal> {
    if matter.subject == Subject::ClockOrder {
        let detail = say!("The Chief Justice alone says who needs a clock. The Court does not hear this.");
        return Err(closed(say!("Not for the Court"), detail, "II.11.3"));
    }
    if matter.by_staff {
        let detail = say!("What a teacher decides is not reviewed by the Court.");
        return Err(closed(say!("Not for the Court"), detail, "III.6"));
    }
    if let Some(number) = &matter.by_court {
        let detail = say!("The Court itself decided this in case {number}: ask there for a hearing en banc.", number);
        return Err(closed(say!("Decided by the Court"), detail, "III.3.9").with("case", number));
    }
    Ok(())
}

/// Whether what is petitioned against concerns the whole leaderboard, and so is its members' to ask.
pub fn is_for_members(subject: Subject) -> bool {
    matches!(subject, Subject::Question | Subject::TechnicalModification | Subject::ChiefAct)
}

/// The member concerned petitions, and any member in what concerns the whole leaderboard.
fn standing(by: Petitioner, matter: &Matter) -> Result<(), Refusal> {
    let act = match matter.subject {
        Subject::Game => "I.9.7",
        Subject::Deduction => "II.6.3",
        _ => "III.3",
    };
    match matter.concerns {
        Some(person) if person == by.person => Ok(()),
        Some(_) => Err(Refusal::forbidden(say!("You can only ask the Court about what was done to you."), act)),
        None if by.is_member => Ok(()),
        None => Err(Refusal::forbidden(say!("A question about the leaderboard is for its members to ask."), "III.3")),
    }
}

/// A petition names its matter by number; a question has none.
fn against(subject: Subject, subject_id: Option<i64>) -> Result<(), Refusal> {
    if subject_id.is_some() != (subject == Subject::Question) {
        return Ok(());
    }
    let detail = match subject {
        Subject::Question => say!("A question is about the Terms and names no id."),
        Subject::Decision => say!("Say which decision the petition is against."),
        Subject::Ban => say!("Say which ban the petition is against."),
        Subject::Monitor => say!("Say which monitor the petition is against."),
        Subject::ClockOrder => say!("Say which clock order the petition is against."),
        Subject::Deduction => say!("Say which deduction the petition is against."),
        Subject::TechnicalModification => say!("Say which technical modification the petition is against."),
        Subject::ChiefAct => say!("Say which chief act the petition is against."),
        Subject::Removal => say!("Say which removal the petition is against."),
        Subject::Game => say!("Say which game the petition is against."),
    };
    let act = if subject == Subject::Question { "III.3.1" } else { "III.3" };
    Err(Refusal::field("subject_id", detail).act(act))
}

/// Games that were not played online come before the Court only by what was decided about them.
pub fn is_online(online: bool) -> Result<(), Refusal> {
    if online {
        return Ok(());
    }
    let detail = say!(
        "Only an online game comes before the Court itself. You can object to any other game. Or ask the Court about what a moderator decided on it."
    );
    Err(closed(say!("Not an online game"), detail, "I.9.7").act("I.6"))
}

/// Drafts that one person may keep, and characters that the title and the grounds of one may have.
const DRAFTS: usize = 20;
const TITLE: usize = 200;
const GROUNDS: usize = 20_000;

/// Whether so much can be kept as a draft; whether it can be filed is asked when it is.
pub fn draft(title: &str, grounds: &str) -> Result<(), Refusal> {
    let mut wrong = Vec::new();
    for (field, text, most) in [("title", title, TITLE), ("grounds", grounds, GROUNDS)] {
        let length = text.chars().count();
        if length > most {
            let detail = say!("This has at most {most} characters; it has {length}.", most, length);
            wrong.push(Refusal::field(field, detail).act("III.3"));
        }
    }
    Refusal::together(wrong)
}

/// Whether somebody who keeps so many drafts may begin another.
pub fn another_draft(kept: usize) -> Result<(), Refusal> {
    if kept < DRAFTS {
        return Ok(());
    }
    let detail = say!("You keep {most} drafts, the most there may be; file or discard one first.", most = DRAFTS);
    Err(Refusal::conflict(say!("Enough drafts"), detail).act("III.3"))
}

/// There is nothing of this kind that could be petitioned against.
pub fn unknown(subject: Subject) -> Refusal {
    match subject {
        Subject::Decision => crate::not_found!("decision"),
        Subject::Ban => crate::not_found!("ban"),
        Subject::Monitor => crate::not_found!("monitor"),
        Subject::ClockOrder => crate::not_found!("clock order"),
        Subject::Deduction => crate::not_found!("deduction"),
        Subject::TechnicalModification => crate::not_found!("technical modification"),
        Subject::ChiefAct => crate::not_found!("chief act"),
        Subject::Removal => crate::not_found!("removal"),
        Subject::Game => crate::not_found!("game"),
        Subject::Question => crate::not_found!("question"),
    }
}

/// A petition against a monitor names its ground, and no other does.
fn on_a_ground(subject: Subject, ground: Option<Ground>) -> Result<(), Refusal> {
    match (subject, ground) {
        (Subject::Monitor, None) => {
            let detail = say!(
                "Say on which ground: that the suspicion never was reasonable, or that it is time that the monitor goes."
            );
            Err(Refusal::field("ground", detail).act("II.10.5").act("II.10.6"))
        }
        (Subject::Monitor, Some(_)) | (_, None) => Ok(()),
        (_, Some(_)) => {
            Err(Refusal::field("ground", say!("Only a petition against a monitor names a ground.")).act("II.10"))
        }
    }
}

fn monitor(matter: &Matter, ground: Option<Ground>) -> Result<(), Refusal> {
    on_a_ground(matter.subject, ground)?;
    if ground == Some(Ground::NoLonger) && !matter.next_session_is_over {
        let detail = say!(
            "A monitor stays at least until the next session is over. Until then one ground is heard: there was never a good reason for it."
        );
        return Err(closed(say!("Too early"), detail, "II.10.5"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: PersonId = PersonId(1);
    const MOD: PersonId = PersonId(2);

    fn matter(subject: Subject) -> Matter {
        let concerns = (!matches!(subject, Subject::Question | Subject::TechnicalModification)).then_some(ANN);
        Matter {
            subject,
            concerns,
            decider: Some(MOD),
            by_staff: false,
            by_court: None,
            in_force: true,
            next_session_is_over: false,
        }
    }

    fn acts(by: i64, matter: &Matter, ground: Option<Ground>, past: &Past) -> Vec<String> {
        let by = Petitioner { person: PersonId(by), is_member: true };
        match file(by, matter, ground, past, Tz::Europe__London, "2026-06-05T12:00:00".parse().unwrap()) {
            Ok(()) => Vec::new(),
            Err(refusal) => refusal.acts.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn every_door() {
        use Subject::*;
        let none = Past::default();
        for subject in [Decision, Ban, Deduction, TechnicalModification, Removal, Game, Question] {
            assert_eq!(acts(1, &matter(subject), None, &none), [""; 0], "{subject}");
            let ground = Some(Ground::Unreasonable);
            assert_eq!(acts(1, &matter(subject), ground, &none), ["II.10"], "{subject}");
        }
        assert_eq!(acts(1, &matter(ClockOrder), None, &none), ["II.11.3"]);
        assert_eq!(acts(1, &Matter { by_staff: true, ..matter(Ban) }, None, &none), ["III.6"]);
        assert_eq!(acts(1, &Matter { by_court: Some("2026-C-001".into()), ..matter(Ban) }, None, &none), ["III.3.9"]);
        assert_eq!(acts(2, &matter(Decision), None, &none), ["III.3"], "not the member concerned");
        assert_eq!(acts(3, &matter(Question), None, &none), [""; 0], "any member");
        assert_eq!(acts(1, &Matter { in_force: false, ..matter(Decision) }, None, &none), ["III.3.8"]);

        let open = Past { open_case: Some("2026-C-001".into()), ..none.clone() };
        assert_eq!(acts(1, &matter(Decision), None, &open), ["III.3"]);
        let settled = Past { final_case: Some("2026-C-001".into()), ..none.clone() };
        assert_eq!(acts(1, &matter(Decision), None, &settled), ["III.3.9.2"]);
        let barred = |until: &str| Past { barred_until: Some(until.parse().unwrap()), ..none.clone() };
        assert_eq!(acts(1, &matter(Ban), None, &barred("2026-06-05T12:00:00")), ["II.9.5"], "through its last instant");
        assert_eq!(acts(1, &matter(Ban), None, &barred("2026-06-05T11:59:59")), [""; 0]);
    }

    #[test]
    fn petitions_are_heard_within_measure() {
        let at = |time: &str| format!("2026-06-05T{time}").parse::<NaiveDateTime>().unwrap();
        let house = HouseRules { petitions_a_day: 2, petitions_open: 3, ..HouseRules::default() };
        let earlier =
            |open, filed: &[&str]| Earlier { open, within_a_day: filed.iter().map(|time| at(time)).collect() };
        let heard = |earlier: &Earlier| within_measure(earlier, &house, at("12:00:00"));
        assert_eq!(heard(&earlier(2, &["09:00:00"])), Ok(()));
        assert_eq!(heard(&earlier(3, &[])).unwrap_err().kind, Kind::Conflict);
        let refusal = heard(&earlier(0, &["09:00:00", "11:59:59"])).unwrap_err();
        assert_eq!((refusal.kind, refusal.acts), (Kind::TooMany(21 * 3600), vec!["III.3.6".into()]));
    }

    #[test]
    fn all_that_is_wrong_with_its_words_is_told_at_once() {
        let why = "We never agreed on anything.";
        let fields = |subject, id, ground, title, grounds| -> Vec<String> {
            let faults = faults(subject, id, ground, title, grounds);
            faults.iter().flat_map(|refusal| &refusal.errors).map(|error| error.field.to_string()).collect()
        };
        assert_eq!(fields(Subject::Decision, Some(1), None, "A wrong done", why), [""; 0]);
        assert_eq!(fields(Subject::Monitor, None, None, "No", "?"), ["subject_id", "ground", "title", "grounds"]);
        let ground = Some(Ground::Unreasonable);
        assert_eq!(fields(Subject::Question, Some(1), ground, "A Friday", why), ["subject_id", "ground"]);
    }

    #[test]
    fn a_draft_that_is_too_long_is_refused_where_it_is() {
        let (title, grounds) = ("t".repeat(TITLE), "g".repeat(GROUNDS));
        assert_eq!(draft("", ""), Ok(()), "a draft may lack what a petition needs");
        assert_eq!(draft(&title, &grounds), Ok(()));
        let refusal = draft(&format!("{title}t"), &format!("{grounds}g")).unwrap_err();
        let fields: Vec<&str> = refusal.errors.iter().map(|error| error.field.as_ref()).collect();
        assert_eq!(fields, ["title", "grounds"]);
        assert_eq!(refusal.errors[0].detail.to_string(), "This has at most 200 characters; it has 201.");
    }

    #[test]
    fn two_grounds_against_a_monitor() {
        let none = Past::default();
        let placed = matter(Subject::Monitor);
        let later = Matter { next_session_is_over: true, ..placed.clone() };
        assert_eq!(acts(1, &placed, None, &none), ["II.10.5", "II.10.6"]);
        assert_eq!(acts(1, &placed, Some(Ground::Unreasonable), &none), [""; 0], "at once");
        assert_eq!(acts(1, &placed, Some(Ground::NoLonger), &none), ["II.10.5"]);
        assert_eq!(acts(1, &later, Some(Ground::NoLonger), &none), [""; 0]);
    }

    #[test]
    fn whom_a_matter_concerns_asks_by_its_own_act() {
        use Subject::*;
        let none = Past::default();
        for &subject in Subject::ALL {
            let members = [Question, TechnicalModification, ChiefAct].contains(&subject);
            assert_eq!(is_for_members(subject), members, "{subject}");
        }
        for (subject, act) in [(Game, "I.9.7"), (Deduction, "II.6.3"), (Removal, "III.3")] {
            assert_eq!(acts(2, &matter(subject), None, &none), [act], "not the member concerned");
        }
        let guest = Petitioner { person: ANN, is_member: false };
        let asked = |matter: &Matter| standing(guest, matter).is_ok();
        assert_eq!((asked(&matter(Question)), asked(&matter(Removal))), (false, true));
        assert_eq!((against(Question, None), against(Game, Some(1))), (Ok(()), Ok(())));
        assert_eq!(against(Question, Some(1)).unwrap_err().acts, ["III.3.1".into()]);
        assert_eq!(against(Game, None).unwrap_err().acts, ["III.3".into()]);
        assert_eq!(is_online(true), Ok(()));
        assert_eq!(is_online(false).unwrap_err().acts, ["I.9.7".into(), "I.6".into()]);
    }

    #[test]
    fn drafts_are_kept_within_bounds() {
        let kept = |title: usize, grounds: usize| draft(&"x".repeat(title), &"x".repeat(grounds)).is_ok();
        assert!(kept(0, 0) && kept(200, 20_000));
        assert!(!kept(201, 0) && !kept(0, 20_001));
        assert_eq!((another_draft(19), another_draft(20).is_err()), (Ok(()), true));
        for &subject in Subject::ALL {
            let what = subject.to_string().replace('_', " ");
            assert!(unknown(subject).detail.to_string().contains(&what), "{subject}");
        }
    }
}
