//! Tables for who may call, nominate, stand and vote.

use super::*;
use crate::elections::{Election, ElectionId};

const NOON: &str = "2026-11-06T12:00:00";

fn at(text: &str) -> NaiveDateTime {
    text.parse().unwrap()
}

fn house() -> HouseRules {
    HouseRules { elections: true, ..HouseRules::default() }
}

fn wanted() -> Call {
    Call {
        seats: 2,
        term_weeks: 20,
        nominations_close_at: at("2026-11-10T12:00:00"),
        voting_closes_at: at("2026-11-14T12:00:00"),
        note: "Two for the winter".into(),
    }
}

fn member(person: i64) -> Facts {
    let member_since = Some(at("2026-09-01T12:00:00"));
    Facts { person: PersonId(person), member_since, games: 5, is_banned: false, tells_ban: true, is_appointed: false }
}

fn candidate(person: i64, accepted: bool, withdrawn: bool) -> Candidate {
    Candidate {
        person: PersonId(person),
        name: String::new(),
        nominated_by: PersonId(1),
        nominated_at: at(NOON),
        accepted_at: accepted.then(|| at(NOON)),
        withdrawn_at: withdrawn.then(|| at(NOON)),
        statement: String::new(),
    }
}

#[test]
fn an_election_is_called_where_the_house_rules_have_them_and_not_in_haste() {
    assert_eq!(call(&wanted(), &house(), false, at(NOON)), Ok(()));
    assert_eq!(call(&wanted(), &HouseRules::default(), false, at(NOON)).unwrap_err().acts.len(), 2);
    assert_eq!(call(&wanted(), &house(), true, at(NOON)).unwrap_err().title, say!("An election runs already"));
    type Wrong = (fn(&mut Call), &'static str);
    let wrong: [Wrong; 7] = [
        (|call| call.seats = 0, "seats"),
        (|call| call.term_weeks = 53, "term_weeks"),
        (|call| call.nominations_close_at = at("2026-11-09T11:59:59"), "nominations_close_at"),
        (|call| call.voting_closes_at = at("2026-11-13T11:59:59"), "voting_closes_at"),
        (|call| call.voting_closes_at = at("2027-11-14T12:00:00"), "voting_closes_at"),
        (|call| call.note = String::new(), "note"),
        (|call| call.note = "a\u{0}".into(), "note"),
    ];
    for (change, field) in wrong {
        let mut asked = wanted();
        change(&mut asked);
        let refusal = call(&asked, &house(), false, at(NOON)).unwrap_err();
        assert_eq!((refusal.errors[0].field.as_ref(), refusal.acts[0].0.as_ref()), (field, "III.2.5"));
    }
}

#[test]
fn all_that_is_wrong_with_a_call_is_told_at_once() {
    let (soon, later) = (Some(at("2026-11-07T12:00:00")), Some(at("2026-11-14T12:00:00")));
    let right = Written {
        seats: Some(2),
        term_weeks: Some(20),
        nominations_close_at: Some(at("2026-11-10T12:00:00")),
        voting_closes_at: later,
        note: "Two for the winter",
    };
    let nothing =
        Written { seats: None, term_weeks: None, nominations_close_at: None, voting_closes_at: None, note: "" };
    let cases: [(Written<'_>, &[&str]); 5] = [
        (right, &[]),
        (Written { seats: Some(0), term_weeks: Some(0), ..right }, &["seats", "term_weeks"]),
        (
            Written { nominations_close_at: soon, voting_closes_at: soon, ..right },
            &["nominations_close_at", "voting_closes_at"],
        ),
        (Written { nominations_close_at: None, voting_closes_at: soon, note: "", ..right }, &["note"]),
        // What could not be read is told by who reads it.
        (nothing, &["note"]),
    ];
    for (written, fields) in cases {
        let faults = written.faults(&house(), at(NOON));
        let found: Vec<&str> = faults.iter().map(|fault| fault.errors[0].field.as_ref()).collect();
        assert_eq!(found, fields, "{written:?}");
    }
}

#[test]
fn members_of_some_weeks_and_games_stand() {
    let called = at(NOON);
    let cases: [(Facts, bool); 8] = [
        (member(1), true),
        (Facts { games: house().candidate_games.into(), ..member(1) }, true),
        (Facts { member_since: None, ..member(1) }, false),
        (Facts { member_since: Some(at("2026-10-09T12:00:01")), ..member(1) }, false),
        (Facts { member_since: Some(at("2026-10-09T12:00:00")), ..member(1) }, true),
        (Facts { games: 2, ..member(1) }, false),
        (Facts { is_banned: true, ..member(1) }, false),
        (Facts { is_appointed: true, ..member(1) }, false),
    ];
    for (facts, may) in cases {
        assert_eq!(may_stand(&facts, &house(), called).is_ok(), may, "{facts:?}");
    }
    let unknown = Facts { is_banned: true, tells_ban: false, ..member(1) };
    assert!(may_stand(&unknown, &house(), called).is_ok(), "T42: a refusal would tell of the ban");
}

#[test]
fn nominations_are_asked_and_accepted_while_they_are_open() {
    use Nomination::{Accepted, Asked};
    let cases: [(i64, Option<Candidate>, Option<Nomination>); 8] = [
        (2, None, Some(Asked)),
        (1, None, Some(Accepted)),
        (2, Some(candidate(2, false, false)), None),
        (2, Some(candidate(2, true, false)), None),
        (2, Some(candidate(2, false, true)), None),
        (1, Some(candidate(1, false, false)), Some(Accepted)),
        (1, Some(candidate(1, true, false)), None),
        (1, Some(candidate(1, true, true)), Some(Accepted)),
    ];
    for (nominee, earlier, expected) in cases {
        let told =
            nominate(Phase::Nominations, &member(1), &member(nominee), earlier.as_ref(), &house(), at(NOON)).ok();
        assert_eq!(told, expected, "{nominee} {earlier:?}");
    }
    for phase in [Phase::Voting, Phase::Counting, Phase::Counted, Phase::CalledOff] {
        assert!(nominate(phase, &member(1), &member(2), None, &house(), at(NOON)).is_err());
        assert!(accept(phase, &member(1), Some(&candidate(1, false, false)), &house(), at(NOON)).is_err());
        assert!(withdraw(phase, Some(&candidate(1, true, false))).is_err());
    }
    assert_eq!(said_with(Accepted, " I am fair. ").unwrap(), "I am fair.");
    assert_eq!(said_with(Asked, " ").unwrap(), "");
    assert!(said_with(Asked, "She is fair.").is_err(), "nobody speaks for a nominee");
    let outsider = Facts { member_since: None, ..member(1) };
    assert!(nominate(Phase::Nominations, &outsider, &member(2), None, &house(), at(NOON)).is_err());
    assert!(accept(Phase::Nominations, &member(1), None, &house(), at(NOON)).is_err());
    assert!(accept(Phase::Nominations, &member(1), Some(&candidate(1, false, false)), &house(), at(NOON)).is_ok());
    assert!(withdraw(Phase::Nominations, Some(&candidate(1, true, true))).is_err());
    assert!(withdraw(Phase::Nominations, Some(&candidate(1, false, false))).is_ok());
}

#[test]
fn ballots_name_candidates_and_scores_of_0_to_5() {
    let candidates = [candidate(7, true, false), candidate(8, false, false), candidate(9, true, true)];
    let cast = |phase, voter: &Facts, scores: &[(&str, i64)]| {
        let scores = scores.iter().map(|(person, score)| ((*person).to_owned(), *score)).collect();
        vote(phase, voter, &candidates, &scores, &house(), at(NOON))
    };
    assert_eq!(cast(Phase::Voting, &member(1), &[("7", 5)]), Ok(Scores::from([(PersonId(7), 5)])));
    assert!(cast(Phase::Voting, &Facts { is_banned: true, ..member(1) }, &[("7", 0)]).is_ok(), "a ban is about games");
    for scores in [vec![], vec![("7", 6)], vec![("7", -1)], vec![("8", 1)], vec![("9", 1)], vec![("07", 1)]] {
        assert_eq!(cast(Phase::Voting, &member(1), &scores).unwrap_err().acts.len(), 1, "{scores:?}");
    }
    for phase in [Phase::Nominations, Phase::Counting, Phase::Counted, Phase::CalledOff] {
        assert!(cast(phase, &member(1), &[("7", 5)]).is_err());
    }
    let late = Facts { member_since: Some(at("2026-11-06T12:00:01")), ..member(1) };
    assert_eq!(
        cast(Phase::Voting, &late, &[("7", 5)]).unwrap_err().title,
        say!("Not eligible"),
        "joined after the call"
    );
}

#[test]
fn each_phase_lasts_through_its_last_instant() {
    let call = wanted();
    let election = Election {
        id: ElectionId(1),
        called_by: PersonId(1),
        called_at: at(NOON),
        note: call.note,
        seats: call.seats,
        term_weeks: call.term_weeks,
        nominations_close_at: call.nominations_close_at,
        voting_closes_at: call.voting_closes_at,
        counted_at: None,
        term_ends_at: None,
        result: None,
        called_off_at: None,
        called_off_reason: None,
    };
    let counted = Election { counted_at: Some(at("2026-11-14T12:00:01")), ..election.clone() };
    let called_off = Election { called_off_at: Some(at(NOON)), ..counted.clone() };
    for (election, now, phase) in [
        (&election, "2026-11-10T12:00:00", Phase::Nominations),
        (&election, "2026-11-10T12:00:01", Phase::Voting),
        (&election, "2026-11-14T12:00:00", Phase::Voting),
        (&election, "2026-11-14T12:00:01", Phase::Counting),
        (&counted, "2026-11-14T12:00:01", Phase::Counted),
        (&called_off, "2026-11-14T12:00:01", Phase::CalledOff),
    ] {
        assert_eq!(election.phase(at(now)), phase, "{now}");
    }
}

#[test]
fn who_comes_at_another_time_is_told_where_the_election_stands() {
    let told = |refusal: Refusal| refusal.detail.to_string();
    let voting = withdraw(Phase::Voting, None).unwrap_err();
    assert_eq!(told(voting), "This election is at voting; this is for nominations only.");
    let counted = vote(Phase::Counted, &member(1), &[], &BTreeMap::new(), &house(), at(NOON)).unwrap_err();
    assert_eq!(told(counted), "This election is counted; this is for voting only.");
}

#[test]
fn statements_are_short_plain_and_may_be_empty() {
    let said = |text: &str| statement(text).ok();
    assert_eq!(said(" I played\nin Hall 1. "), Some("I played\nin Hall 1.".to_owned()));
    assert_eq!(said(""), Some(String::new()));
    assert_eq!(said(&"x".repeat(1000)).map(|text| text.len()), Some(1000));
    assert_eq!([said(&"x".repeat(1001)), said("a\u{7}b")], [None, None]);
}

#[test]
fn an_election_is_called_off_until_it_is_counted_with_a_reason() {
    for (phase, may) in [
        (Phase::Nominations, true),
        (Phase::Voting, true),
        (Phase::Counting, true),
        (Phase::Counted, false),
        (Phase::CalledOff, false),
    ] {
        assert_eq!(call_off(phase, " Ice on the roads ").ok(), may.then(|| "Ice on the roads".to_owned()), "{phase}");
    }
    for (length, may) in [(2, false), (3, true), (500, true), (501, false)] {
        assert_eq!(call_off(Phase::Voting, &"x".repeat(length)).is_ok(), may, "{length}");
    }
    assert_eq!(
        (call_off(Phase::Voting, "Ice\nand snow").is_ok(), call_off(Phase::Voting, "Ice\u{7}").is_ok()),
        (true, false)
    );
}
