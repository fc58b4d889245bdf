//! Tables for the rules of accounts and roles.

use super::*;
use crate::error::Kind;

fn holder(person: i64, roles: &[Role]) -> Holder {
    Holder { person: PersonId(person), roles: roles.iter().copied().collect() }
}

#[test]
fn an_account_needs_handle_name_and_a_long_password() {
    let account = new_account(" Ann.B ", "Ann  Brook", Some("Ann@Example.org"), "four plain words").unwrap();
    assert_eq!((account.handle.as_deref().unwrap_or_default(), account.name.as_str()), ("ann.b", "Ann Brook"));
    assert_eq!(account.email.as_deref(), Some("ann@example.org"));
    assert_eq!(new_account("ann", "Ann", Some(" "), "four plain words").unwrap().email, None);
}

#[test]
fn every_wrong_field_is_named() {
    let refusal = new_account("1", "", Some("ann"), "short").unwrap_err();
    let fields: Vec<&str> = refusal.errors.iter().map(|error| error.field.as_ref()).collect();
    assert_eq!(fields, ["name", "handle", "email", "password"]);
}

#[test]
fn handles_and_passwords_have_their_limits() {
    for handle in ["a", "1ann", "ann b", "änn", "ann/b", &"a".repeat(33)] {
        assert!(new_account(handle, "Ann", None, "four plain words").is_err(), "{handle}");
    }
    for password in ["sevench", "aaaaaaaaaaaa", "I am ANN, hello", "annbrook1", &"long ".repeat(41)] {
        assert!(new_account("ann", "Ann Brook", None, password).is_err(), "{password}");
    }
    assert!(new_account("ann", "Ann", None, "żółw i łoś!").is_ok());
}

#[test]
fn who_gives_which_role() {
    use Role::*;
    let table = [
        (&[ChiefJustice][..], &[Moderator, Justice, Staff, Kiosk][..]),
        (&[Administrator], &[Staff, Kiosk, Administrator]),
        (&[Moderator, Justice], &[]),
        (&[Staff], &[]),
        (&[Kiosk], &[]),
        (&[], &[]),
    ];
    for (held, may) in table {
        for role in Role::ALL {
            let answer = give(holder(1, held), holder(2, &[]), *role, false);
            assert_eq!(answer.is_ok(), may.contains(role), "{held:?} gives {role}");
            let answer = take(holder(1, held), holder(2, &[*role]), *role, false);
            assert_eq!(answer.is_ok(), may.contains(role), "{held:?} takes {role}");
        }
    }
}

#[test]
fn a_refusal_names_the_act_that_gives_the_power() {
    for (role, expected) in [(Role::Moderator, "III.2"), (Role::Justice, "III.3"), (Role::Staff, "III.6")] {
        let refusal = give(holder(1, &[]), holder(2, &[]), role, false).unwrap_err();
        assert_eq!(refusal.kind, Kind::Forbidden);
        assert_eq!(refusal.acts, [expected.into()]);
    }
}

#[test]
fn there_is_one_chief_justice() {
    let chief = holder(1, &[Role::ChiefJustice]);
    assert!(hand_over(chief, holder(2, &[Role::Justice]), true).is_ok());
    assert!(hand_over(chief, holder(2, &[]), false).is_err(), "nobody signs in");
    assert!(hand_over(holder(3, &[Role::Administrator]), holder(2, &[]), true).is_err());
    assert!(hand_over(chief, holder(4, &[Role::Kiosk]), true).is_err());
    assert!(take(chief, chief, Role::ChiefJustice, false).is_err(), "hand over instead");
    let administrator = holder(3, &[Role::Administrator]);
    assert!(give(administrator, holder(2, &[]), Role::ChiefJustice, false).is_err());
    assert!(give(administrator, holder(2, &[]), Role::ChiefJustice, true).is_ok(), "an empty chair");
}

#[test]
fn roles_may_be_given_up_but_not_by_the_last_administrator() {
    let moderator = holder(1, &[Role::Moderator]);
    assert!(take(moderator, moderator, Role::Moderator, false).is_ok());
    assert!(take(moderator, moderator, Role::Justice, false).is_err(), "not held");
    let administrator = holder(2, &[Role::Administrator]);
    assert!(take(administrator, administrator, Role::Administrator, false).is_ok());
    assert!(take(administrator, administrator, Role::Administrator, true).is_err());
}

#[test]
fn the_kiosk_holds_no_other_role() {
    let chief = holder(1, &[Role::ChiefJustice]);
    assert!(give(chief, holder(2, &[Role::Kiosk]), Role::Moderator, false).is_err());
    assert!(give(chief, holder(2, &[Role::Moderator]), Role::Kiosk, false).is_err());
    let kiosk = holder(2, &[Role::Kiosk]);
    assert!(take(kiosk, kiosk, Role::Kiosk, false).is_err(), "the kiosk changes nothing");
}

#[test]
fn codes_have_terms() {
    assert_eq!(code_terms(CodeKind::Invitation, None, None, None).unwrap(), CodeTerms { uses: 1, days: None });
    assert_eq!(code_terms(CodeKind::JoinCode, None, Some(60), Some(2)).unwrap(), CodeTerms { uses: 60, days: Some(2) });
    let at = |text: &str| text.parse::<NaiveDateTime>().unwrap();
    let (now, ends) = (at("2026-11-06T12:40:00"), at("2026-11-13T13:25:00"));
    let usual = code_terms(CodeKind::JoinCode, None, None, None).unwrap();
    assert_eq!(usual.ends(now, Some(ends)), ends, "until the end of the next session");
    assert_eq!(usual.ends(now, None), at("2026-11-20T12:40:00"));
    assert_eq!(usual.ends(now, Some(at("2027-01-08T13:25:00"))), at("2026-12-06T12:40:00"), "or a month");
    assert_eq!(
        code_terms(CodeKind::JoinCode, None, None, Some(2)).unwrap().ends(now, Some(ends)),
        at("2026-11-08T12:40:00")
    );
    assert!(code_terms(CodeKind::Invitation, None, Some(2), None).is_err(), "an invitation is for one");
    assert!(code_terms(CodeKind::JoinCode, None, Some(0), None).is_err());
    assert!(code_terms(CodeKind::JoinCode, None, None, Some(31)).is_err());
    assert_eq!(code_terms(CodeKind::JoinCode, None, Some(0), Some(99)).unwrap_err().errors.len(), 2, "told at once");
    assert!(code_terms(CodeKind::Invitation, Some(PersonId(7)), None, None).is_ok());
    assert!(code_terms(CodeKind::JoinCode, Some(PersonId(7)), None, None).is_err(), "for everybody");
    assert!(code_terms(CodeKind::Recovery, None, None, None).is_err(), "made elsewhere");
}

#[test]
fn an_invitation_is_for_the_name_that_the_club_has() {
    for (name, typed, fits) in [
        ("Chloe Carter", "Chloe Carter", true),
        ("Chloe Carter", " chloe  CARTER", true),
        ("Chloe Carter", "Carter, Chloe", true),
        ("Chloe Carter", "Batman", false),
        ("Chloe Carter", "Chloe", false),
        ("…", "…", true),
    ] {
        assert_eq!(is_invited(name, typed).is_ok(), fits, "{name}: {typed}");
    }
}

#[test]
fn who_joins_under_a_known_name_is_asked() {
    let (ann, another) = (PersonId(7), PersonId(8));
    let (yes, no) = (Some(true), Some(false));
    let asks = |so: &[PersonId], nearly: &[PersonId], says_so| {
        let asked = claimed(so, nearly, says_so).unwrap_err();
        asked.kind == Kind::Conflict && asked.more.contains_key(IS_IT_YOU)
    };
    assert_eq!(claimed(&[], &[], yes).unwrap(), None);
    assert_eq!(claimed(&[ann], &[another], yes).unwrap(), Some(ann));
    assert!(asks(&[ann], &[], None) && asks(&[ann], &[], no), "two of one name cannot be told apart");
    assert!(!asks(&[ann, another], &[], yes), "only a moderator knows which");
    assert!(asks(&[], &[ann], None) && asks(&[], &[ann, another], None) && !asks(&[], &[ann, another], yes));
    assert_eq!(claimed(&[], &[ann], yes).unwrap(), Some(ann));
    assert_eq!(claimed(&[], &[ann, another], no).unwrap(), None, "somebody else, of a name a letter apart");
}

#[test]
fn a_code_and_powers_that_rest_are_somebody_elses_to_see_to() {
    let (person, asked_by) = (PersonId(1), Some(PersonId(2)));
    for (by, may) in [(1, false), (2, false), (3, true)] {
        assert_eq!(hand_code_over(PersonId(by), person, asked_by).is_ok(), may, "{by} hands over");
        let by_justice = confirm_powers(holder(by, &[Role::Justice]), person, true, asked_by, true);
        assert_eq!(by_justice.is_ok(), may, "{by} confirms");
    }
    let moderator = holder(3, &[Role::Moderator]);
    assert!(confirm_powers(moderator, person, true, asked_by, false).is_ok(), "no justice is in office");
    assert!(confirm_powers(moderator, person, true, asked_by, true).is_err());
    assert!(confirm_powers(moderator, person, false, None, false).is_err(), "they do not rest");
}
