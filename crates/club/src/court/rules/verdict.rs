//! What a judgment may say (Acts II.9.2, II.9.3, II.9.5, III.3.1, III.3.8; T29, T37, T40).

use chrono::{NaiveDate, NaiveDateTime};
use chrono_tz::Tz;
use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};

use super::super::Subject;
use crate::conduct::decisions::{Finding, Sanction, rules as decisions};
use crate::conduct::rules::{through, through_a_friday};
use crate::error::Refusal;
use crate::members;
use crate::sessions::calendar::local_date;

crate::words!(
    /// What the Court decides.
    Outcome as JudgmentOutcome {
        /// The decision is upheld.
        Uphold = "uphold",
        /// It is undone, with the Court's own decision in its place or none.
        Overturn = "overturn",
        /// Back to the moderator; suspended until re-made.
        Remand = "remand",
        /// A ban ends earlier, on a Friday (Act II.9.3, T40).
        Shorten = "shorten",
        /// A ban ends later, on a Friday.
        Lengthen = "lengthen",
        /// A ban ends with the verdict.
        Lift = "lift",
        /// A question is answered by interpretations.
        Answer = "answer",
    }
);

/// What some Acts mean, as the Court reads them (Act III.3.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Citations such as `II.9.2`.
    pub acts: Vec<String>,
    /// 16 to 4000 characters.
    pub text: String,
}

/// The Court's own decision, in force with the verdict and without a declaration (T29).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// 16 to 2000 characters, with a ban 500 at most (Act II.9.1).
    pub reasons: String,
    /// Needed for a ban, a halving or a reset (Act III.2.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<Finding>,
    /// 1 to 10.
    pub sanctions: Vec<Sanction>,
}

impl Replacement {
    /// All that is wrong with its words, penalties and days, as with any decision's.
    fn faults(&self, zone: Tz, now: NaiveDateTime) -> Vec<Refusal> {
        let (reasons, count) = (self.reasons.trim(), self.sanctions.len());
        let mut wrong = decisions::faults(reasons, self.finding.as_ref(), count, &self.sanctions);
        wrong.extend(decisions::wrong_days(&self.sanctions, zone, now));
        wrong
    }
}

/// A judgment in all its particulars: what justices draft, vote on and agree in (T35).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Disposition {
    /// Has to be one that the matter allows.
    pub outcome: Outcome,
    /// The Court's own decision in the place of the one overturned, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replacement: Option<Replacement>,
    /// What the moderator has to heed in re-making the decision (remand).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<String>,
    /// The last day for re-making it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<NaiveDate>,
    /// The ban's new last day, a Friday (shorten, lengthen).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDate>,
    /// The last day on which no further appeal about the ban is heard (Act II.9.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barred_until: Option<NaiveDate>,
    /// Interpretations that come with it, 20 at most; a question needs one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub interpretations: Vec<Reading>,
}

impl Disposition {
    /// Whether it undoes what the petition is against, with nothing in its place.
    pub fn undoes(&self) -> bool {
        self.outcome == Outcome::Overturn && self.replacement.is_none()
    }
}

/// What the judgment is about.
#[derive(Clone, Copy, Debug)]
pub struct Contested {
    /// What was petitioned against.
    pub subject: Subject,
    /// The last instant of a ban that is part of it, as the petition found it; `Some(None)`: without an end.
    pub ban: Option<Option<NaiveDateTime>>,
    /// Whether there is a decision that can be re-made.
    pub has_decision: bool,
}

/// A judgment with its days as instants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// The last instant on which no further appeal about the ban is heard (T37).
    pub barred_until: Option<NaiveDateTime>,
    /// The last instant for making a remanded decision again.
    pub due_at: Option<NaiveDateTime>,
}

/// Years ahead that a judgment bars further appeals, or has a decision made again, at the latest: a bar is for a
/// finite time (Act II.9.5), which a member lives to see.
const YEARS: u32 = 1;

/// What the Court can decide in a matter.
pub fn outcomes(contested: &Contested) -> Vec<Outcome> {
    use Outcome::*;
    match contested.subject {
        Subject::Question => vec![Answer],
        _ if contested.has_decision && contested.ban.is_some() => {
            vec![Uphold, Overturn, Remand, Shorten, Lengthen, Lift]
        }
        _ if contested.has_decision => vec![Uphold, Overturn, Remand],
        _ => vec![Uphold, Overturn],
    }
}

/// The same in words.
fn can(allowed: &[Outcome]) -> Message {
    use Outcome::*;
    match allowed {
        [Answer] => say!("In this matter the Court can answer."),
        [.., Lift] => say!("Here the Court can uphold, overturn, send back, shorten, lengthen or lift."),
        [.., Remand] => say!("Here the Court can uphold, overturn or send back."),
        _ => say!("In this matter the Court can uphold, overturn."),
    }
}

/// Checks a judgment's particulars against each other and against the matter: refused with all that is wrong with them.
pub fn settle(
    disposition: &Disposition,
    contested: &Contested,
    zone: Tz,
    now: NaiveDateTime,
) -> Result<Settled, Refusal> {
    let allowed = outcomes(contested);
    let outcome = disposition.outcome;
    if !allowed.contains(&outcome) {
        let detail = can(&allowed);
        let act = if contested.subject == Subject::Question { "III.3.1" } else { "III.3.8" };
        return Err(Refusal::field("outcome", detail).act(act));
    }
    let mut wrong = Vec::new();
    let mut check = |checked: Result<(), Refusal>| wrong.extend(checked.err());
    // Where reasons are wanting, the Court's own decision is milder, or there is none (Act III.2.4.3).
    let replaces = outcome == Outcome::Overturn && contested.has_decision;
    let remands = outcome == Outcome::Remand;
    let changes = matches!(outcome, Outcome::Shorten | Outcome::Lengthen);
    check(Particular::Replacement.belongs(disposition.replacement.is_some(), replaces));
    if let Some(own) = disposition.replacement.as_ref().filter(|_| replaces) {
        own.faults(zone, now).into_iter().for_each(|fault| check(Err(fault)));
    }
    check(Particular::Conditions.belongs(disposition.conditions.is_some(), remands));
    check(Particular::Due.belongs(disposition.due.is_some(), remands));
    check(Particular::Until.belongs(disposition.until.is_some(), changes));
    if let Some(conditions) = disposition.conditions.as_ref().filter(|_| remands) {
        let said = members::rules::text("conditions", conditions, 16, 4000);
        check(said.map(drop).map_err(|refusal| refusal.act("III.3.8")));
    }
    if let Some(until) = disposition.until.filter(|_| changes) {
        check(fits(until, outcome, contested, zone, now));
    }
    let ban_stays = contested.ban.is_some() && (changes || outcome == Outcome::Uphold);
    if disposition.barred_until.is_some() && !ban_stays {
        let detail = say!("Only where a ban stays in force can further appeals about it be barred.");
        check(Err(Refusal::field("barred_until", detail).act("II.9.5")));
    }
    check(readings(&disposition.interpretations, outcome == Outcome::Answer));
    // A day that has no place here is not asked which day it is.
    let barred_until = disposition.barred_until.filter(|_| ban_stays);
    let due = disposition.due.filter(|_| remands);
    let day =
        |field, day: Option<NaiveDate>, act| day.map(|day| through(field, day, YEARS, zone, now, act)).transpose();
    let settled = Settled {
        barred_until: Refusal::keep(day("barred_until", barred_until, "II.9.5"), &mut wrong),
        due_at: Refusal::keep(day("due", due, "III.3.8"), &mut wrong),
    };
    Refusal::together(wrong)?;
    Ok(settled)
}

/// A particular of a judgment that belongs to some outcomes alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Particular {
    /// The Court's own sanctions and reasons, which may be left out.
    Replacement,
    /// What to heed when it is decided again.
    Conditions,
    /// By which day it is decided again.
    Due,
    /// The new last day of a ban.
    Until,
}

impl Particular {
    fn field(self) -> &'static str {
        match self {
            Particular::Replacement => "replacement",
            Particular::Conditions => "conditions",
            Particular::Due => "due",
            Particular::Until => "until",
        }
    }

    /// A particular is there where its outcome asks for it, and nowhere else.
    fn belongs(self, is_there: bool, is_wanted: bool) -> Result<(), Refusal> {
        let wrong = match (is_there, is_wanted) {
            (true, false) => Some(self.misplaced()),
            (false, true) => self.missing(),
            _ => None,
        };
        wrong.map_or(Ok(()), |why| Err(Refusal::field(self.field(), why).act("III.3.8")))
    }

    fn misplaced(self) -> Message {
        match self {
            Particular::Replacement => say!(
                "Sanctions and reasons are for a decision you overturn. The Court's own then takes its place. Why you keep or change a ban goes in the opinion."
            ),
            _ => say!("This has no place in such a judgment."),
        }
    }

    /// What it is, where a judgment lacks it.
    fn missing(self) -> Option<Message> {
        Some(match self {
            Particular::Replacement => return None,
            Particular::Conditions => {
                say!("If it is sent back, say what to mind when it is decided again: 16 to 4000 characters.")
            }
            Particular::Due => say!("If it is sent back, say by which day it is decided again."),
            Particular::Until => say!("A ban that is shortened or lengthened gets a new last day, a Friday."),
        })
    }
}

fn readings(readings: &[Reading], is_answer: bool) -> Result<(), Refusal> {
    if is_answer && readings.is_empty() {
        let detail = say!("A question is answered by at least one interpretation.");
        return Err(Refusal::field("interpretations", detail).act("III.3.1"));
    }
    let out_of_bounds = |field: String| {
        let detail = say!("At most twenty interpretations, each of one to ten Acts.");
        Err(Refusal::field(field, detail).act("III.3.1"))
    };
    if readings.len() > 20 {
        return out_of_bounds("interpretations".into());
    }
    for (place, reading) in readings.iter().enumerate() {
        if !(1..=10).contains(&reading.acts.len()) {
            return out_of_bounds(format!("interpretations.{place}.acts"));
        }
        members::rules::text("interpretations", &reading.text, 16, 4000).map_err(|mut refusal| {
            refusal.errors.iter_mut().for_each(|error| error.field = format!("interpretations.{place}.text").into());
            refusal.act("III.3.1")
        })?;
    }
    Ok(())
}

/// A ban that is shortened or lengthened ends with a Friday, as a moderator's does (T40), and is
/// shorter or longer than it was first.
fn fits(
    until: NaiveDate,
    outcome: Outcome,
    contested: &Contested,
    zone: Tz,
    now: NaiveDateTime,
) -> Result<(), Refusal> {
    let ends = through_a_friday(until, zone, now)?;
    let first = contested.ban.flatten();
    let fits = match outcome {
        Outcome::Shorten => first.is_none_or(|first| ends < first),
        _ => first.is_some_and(|first| ends > first),
    };
    if fits {
        return Ok(());
    }
    let day = first.map(|first| local_date(first.and_utc(), zone));
    let detail = match (day, outcome) {
        (Some(day), Outcome::Shorten) => say!("The ban was placed until {day}; this does not shorten it.", day),
        (Some(day), _) => say!("The ban was placed until {day}; this does not lengthen it.", day),
        (None, _) => say!("The ban was placed without an end; this does not lengthen it."),
    };
    Err(Refusal::field("until", detail).act("II.9.3"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::plain;
    use super::*;

    fn day(text: &str) -> Option<NaiveDate> {
        Some(text.parse().unwrap())
    }

    fn judge(disposition: &Disposition, contested: &Contested) -> Result<Settled, Vec<String>> {
        let now = "2026-06-03T12:00:00".parse().unwrap();
        settle(disposition, contested, chrono_tz::Europe::London, now)
            .map_err(|refusal| refusal.acts.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_particular_is_there_where_its_outcome_asks_for_it_and_nowhere_else() {
        for (particular, field, may_be_left_out) in [
            (Particular::Replacement, "replacement", true),
            (Particular::Conditions, "conditions", false),
            (Particular::Due, "due", false),
            (Particular::Until, "until", false),
        ] {
            assert!(particular.belongs(true, true).is_ok() && particular.belongs(false, false).is_ok(), "{field}");
            let misplaced = particular.belongs(true, false).expect_err(field);
            assert_eq!(misplaced.errors[0].field, field);
            assert_eq!(particular.belongs(false, true).is_ok(), may_be_left_out, "{field}");
        }
    }

    #[test]
    fn outcomes_by_subject() {
        use Outcome::*;
        let of = |subject, ban, has_decision| Contested { subject, ban, has_decision };
        let decision = of(Subject::Decision, None, true);
        let ban = of(Subject::Ban, Some(Some("2026-07-03T22:59:59.999999".parse().unwrap())), true);
        let deduction = of(Subject::Deduction, None, false);
        let question = of(Subject::Question, None, false);
        let remand = Disposition {
            conditions: Some("Hear both players first.".into()),
            due: day("2026-06-12"),
            ..plain(Remand)
        };
        let until = |outcome, text| Disposition { until: day(text), ..plain(outcome) };
        let reading = Reading { acts: vec!["II.9.2".into()], text: "A Friday is a Friday in London.".into() };
        let answer = Disposition { interpretations: vec![reading], ..plain(Answer) };
        for (contested, allowed, refused) in [
            (&decision, vec![plain(Uphold), plain(Overturn), remand.clone()], vec![plain(Lift), answer.clone()]),
            (
                &ban,
                vec![
                    plain(Uphold),
                    plain(Overturn),
                    remand.clone(),
                    until(Shorten, "2026-06-12"),
                    until(Lengthen, "2026-07-10"),
                    plain(Lift),
                ],
                vec![plain(Shorten), plain(Remand), answer.clone()],
            ),
            (&deduction, vec![plain(Uphold), plain(Overturn)], vec![remand.clone(), plain(Lift)]),
            (&question, vec![answer.clone()], vec![plain(Answer), plain(Uphold)]),
        ] {
            for disposition in allowed {
                assert!(judge(&disposition, contested).is_ok(), "{disposition:?} about {contested:?}");
            }
            for disposition in refused {
                assert!(judge(&disposition, contested).is_err(), "{disposition:?} about {contested:?}");
            }
        }
        assert_eq!(judge(&until(Shorten, "2026-06-11"), &ban), Err(vec!["II.9.2".into()]), "T40: a Friday");
        assert_eq!(judge(&until(Shorten, "2026-07-03"), &ban), Err(vec!["II.9.3".into()]), "not shorter");
        for day in ["2026-06-26", "2026-07-03"] {
            assert_eq!(judge(&until(Lengthen, day), &ban), Err(vec!["II.9.3".into()]), "not longer");
        }
        let for_ever = of(Subject::Ban, Some(None), true);
        assert!(judge(&until(Shorten, "2027-07-02"), &for_ever).is_ok());
        assert_eq!(judge(&until(Lengthen, "2027-07-02"), &for_ever), Err(vec!["II.9.3".into()]));

        let barred = |outcome| Disposition { barred_until: day("2026-06-30"), ..plain(outcome) };
        assert_eq!(
            judge(&barred(Uphold), &ban).unwrap().barred_until,
            Some("2026-06-30T22:59:59.999999".parse().unwrap()),
            "T37: through its last day"
        );
        assert_eq!(judge(&barred(Uphold), &decision), Err(vec!["II.9.5".into()]));
        assert_eq!(judge(&barred(Overturn), &ban), Err(vec!["II.9.5".into()]));
        let endless = Disposition { barred_until: day("9999-12-31"), ..plain(Uphold) };
        assert_eq!(judge(&endless, &ban), Err(vec!["II.9.5".into()]), "a finite time");
    }

    #[test]
    fn what_a_judgment_lacks_is_said() {
        let decision = Contested { subject: Subject::Ban, ban: Some(None), has_decision: true };
        let remand = Disposition { conditions: Some("Hear both players first.".into()), ..plain(Outcome::Remand) };
        for (disposition, said) in [
            (plain(Outcome::Remand), "what to mind"),
            (remand, "by which day"),
            (plain(Outcome::Shorten), "new last day"),
        ] {
            let now = "2026-06-03T12:00:00".parse().unwrap();
            let refusal = settle(&disposition, &decision, chrono_tz::Europe::London, now).unwrap_err();
            assert!(refusal.to_string().contains(said), "{refusal}");
        }
        let hasty =
            Disposition { conditions: Some("Again".into()), until: day("2026-06-12"), ..plain(Outcome::Remand) };
        let now = "2026-06-03T12:00:00".parse().unwrap();
        let refusal = settle(&hasty, &decision, chrono_tz::Europe::London, now).unwrap_err();
        let fields: Vec<&str> = refusal.errors.iter().map(|error| error.field.as_ref()).collect();
        assert_eq!(fields, ["due", "until", "conditions"], "all of it at once");
        let over = Disposition { due: day("2026-06-01"), barred_until: day("2026-06-01"), ..plain(Outcome::Overturn) };
        let refusal = settle(&over, &decision, chrono_tz::Europe::London, now).unwrap_err();
        let fields: Vec<&str> = refusal.errors.iter().map(|error| error.field.as_ref()).collect();
        assert_eq!(fields, ["due", "barred_until"], "each once");
        let replacement = Replacement {
            reasons: "Less".into(),
            finding: None,
            sanctions: vec![Sanction::Deduction { points: 0 }, Sanction::Ban { until: day("2026-06-11") }],
        };
        let reading = Reading { acts: Vec::new(), text: "A Friday is a Friday in London.".into() };
        let own =
            Disposition { replacement: Some(replacement), interpretations: vec![reading], ..plain(Outcome::Overturn) };
        let refusal = settle(&own, &decision, chrono_tz::Europe::London, now).unwrap_err();
        let fields: Vec<&str> = refusal.errors.iter().map(|error| error.field.as_ref()).collect();
        let all = ["points", "finding", "reasons", "until", "interpretations.0.acts"];
        assert_eq!(fields, all, "the Court's own decision with the rest");
    }

    #[test]
    fn what_the_court_can_decide_is_said_where_it_decides_something_else() {
        let of = |subject, ban, has_decision| Contested { subject, ban, has_decision };
        for (contested, said, act) in [
            (of(Subject::Question, None, false), "can answer.", "III.3.1"),
            (of(Subject::Ban, Some(None), true), "uphold, overturn, send back, shorten, lengthen or lift.", "III.3.8"),
            (of(Subject::Decision, None, true), "can uphold, overturn or send back.", "III.3.8"),
            (of(Subject::Deduction, None, false), "can uphold, overturn.", "III.3.8"),
        ] {
            let other = if contested.subject == Subject::Question { Outcome::Uphold } else { Outcome::Answer };
            let now = "2026-06-03T12:00:00".parse().unwrap();
            let refusal = settle(&plain(other), &contested, chrono_tz::Europe::London, now).unwrap_err();
            assert!(refusal.detail.to_string().ends_with(said), "{refusal}");
            assert_eq!(refusal.acts, [act.into()]);
        }
        // The Court's own decision takes the place of one that it overturns, and of nothing else.
        let replacement = Replacement {
            reasons: "Less was enough for this.".into(),
            finding: None,
            sanctions: vec![Sanction::Deduction { points: 5 }],
        };
        let instead = |outcome| Disposition { replacement: Some(replacement.clone()), ..plain(outcome) };
        let (decision, deduction) = (of(Subject::Decision, None, true), of(Subject::Deduction, None, false));
        assert!(judge(&instead(Outcome::Overturn), &decision).is_ok());
        for (outcome, contested) in [(Outcome::Uphold, &decision), (Outcome::Overturn, &deduction)] {
            assert_eq!(judge(&instead(outcome), contested), Err(vec!["III.3.8".into()]), "{outcome}");
        }
        let told = |particular: Particular| particular.misplaced().to_string();
        assert_ne!(told(Particular::Replacement), told(Particular::Due), "where it belongs instead");
    }

    #[test]
    fn an_answer_has_up_to_twenty_readings() {
        let question = Contested { subject: Subject::Question, ban: None, has_decision: false };
        let reading = Reading { acts: vec!["II.9.2".into()], text: "A Friday is a Friday in London.".into() };
        for (number, may) in [(1, true), (20, true), (21, false), (22, false)] {
            let answer = Disposition { interpretations: vec![reading.clone(); number], ..plain(Outcome::Answer) };
            assert_eq!(judge(&answer, &question).is_ok(), may, "{number}");
        }
    }
}
