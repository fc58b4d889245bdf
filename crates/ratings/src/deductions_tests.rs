//! A table of cases for every reading of Acts II.6 and II.7, and what must hold of any calendar.

use chrono::{Datelike, NaiveDate};
use proptest::prelude::*;

use super::*;

/// A day and time counted from Monday 6 January 2020, the first of week 0.
fn on(day: i64, hour: u32, minute: u32, second: u32) -> NaiveDateTime {
    let monday = NaiveDate::from_ymd_opt(2020, 1, 6).unwrap();
    let day = monday + TimeDelta::days(day);
    day.and_hms_opt(hour, minute, second).unwrap()
}

const FRIDAY: i64 = 4;
const TUESDAY: i64 = 1;

fn session(id: i64, day: i64) -> Session {
    Session {
        id,
        starts: on(day, 12, 30, 0),
        ends: on(day, 13, 10, 0),
        week: on(day, 12, 30, 0).date().iso_week(),
        rules: DeductionRules::default(),
    }
}

/// The Friday of week n, with the week's number as id.
fn friday(week: i64) -> Session {
    session(week, week * 7 + FRIDAY)
}

fn before_all() -> NaiveDateTime {
    on(-30, 0, 0, 0)
}

fn after_all() -> NaiveDateTime {
    on(5000, 0, 0, 0)
}

fn membership() -> Membership {
    Membership { joined: before_all(), left: None, present: HashSet::new(), played: Vec::new() }
}

/// A season told a letter a week: `a` absent, `o` absent with an online game, `p` present without
/// a game, `g` present with one, `x` no session held.
fn season(weeks: &str) -> (Calendar, Membership) {
    let mut member = membership();
    let mut sessions = Vec::new();
    for (week, letter) in (0..).zip(weeks.chars()) {
        let monday = week * 7;
        if letter != 'x' {
            sessions.push(friday(week));
        }
        match letter {
            'p' => drop(member.present.insert(week)),
            'g' => {
                member.present.insert(week);
                member.played.push(on(monday + FRIDAY, 12, 45, 0));
            }
            'o' => member.played.push(on(monday, 20, 0, 0)),
            _ => {}
        }
    }
    (Calendar::new(sessions), member)
}

/// Sessions and what they cost.
type Points = &'static [(i64, Score)];

fn points(due: &[Deduction]) -> Vec<(i64, Score)> {
    due.iter().map(|d| (d.session, d.points)).collect()
}

#[test]
fn a_season_a_line() {
    let cases: [(&str, &str, Points); 15] = [
        ("II.6.1: from the third, each week", "aaaaa", &[(2, 15), (3, 15), (4, 15)]),
        ("II.6.2: from the third, each week", "pppp", &[(2, 5), (3, 5)]),
        ("presence ends the absence", "aapaa", &[(2, 5)]),
        ("a game ends both", "aagaapg", &[(5, 5)]),
        ("T8", "aap", &[(2, 5)]),
        ("T8", "ppa", &[]),
        ("T8: the streak goes on", "ppap", &[(3, 5)]),
        ("never both", "ppaaa", &[(4, 15)]),
        ("T5: no session, no week", "aaxxa", &[(4, 15)]),
        ("T5", "axxxx", &[]),
        ("T6: an online game is playing", "ppopp", &[]),
        ("T6: but not presence", "aao", &[(2, 15)]),
        ("T6: and ends the idle streak", "aaopp", &[(2, 15)]),
        ("T6: idle anew", "aaoppp", &[(2, 15), (5, 5)]),
        ("nothing to say", "gggpgap", &[]),
    ];
    for (why, weeks, expected) in cases {
        let (calendar, member) = season(weeks);
        let due = calendar.due(&member, after_all());
        assert_eq!(points(&due), expected, "{why}: {weeks}");
        for deduction in due {
            let kind = match deduction.points {
                15 => (DeductionKind::Absence, "II.6.1"),
                _ => (DeductionKind::Idleness, "II.6.2"),
            };
            assert_eq!((deduction.kind, deduction.kind.act()), kind, "{why}");
        }
    }
}

#[test]
fn a_deduction_stands_just_after_the_close() {
    let (calendar, member) = season("aaa");
    let due = calendar.due(&member, after_all());
    assert_eq!(due[0].at, on(14 + FRIDAY, 13, 10, 1), "T1");
    assert_eq!(calendar.due(&member, on(14 + FRIDAY, 13, 10, 0)), []);
    assert_eq!(calendar.due(&member, on(14 + FRIDAY, 13, 10, 1)), due);
}

#[test]
fn a_week_of_several_sessions_counts_once_at_the_last() {
    let weeks = (0..3).map(|week| week * 7);
    let sessions = weeks.flat_map(|monday| [session(100 + monday, monday + TUESDAY), session(monday, monday + FRIDAY)]);
    let calendar = Calendar::new(sessions);
    let mut member = membership();
    assert_eq!(points(&calendar.due(&member, after_all())), [(14, 15)], "T4");
    let between = on(14 + TUESDAY, 18, 0, 0);
    assert_eq!(calendar.due(&member, between), [], "T4: the last is still to come");
    member.present.insert(100 + 14);
    assert_eq!(points(&calendar.due(&member, after_all())), [(14, 5)], "T4: one presence suffices");
    member.played.push(on(14 + TUESDAY, 12, 40, 0));
    assert_eq!(calendar.due(&member, after_all()), []);
}

#[test]
fn online_games_belong_to_the_week_whose_close_comes_next() {
    let present_throughout = |played| {
        let (calendar, mut member) = season("pppp");
        member.played = vec![played];
        points(&calendar.due(&member, after_all()))
    };
    let cases: [(&str, NaiveDateTime, Points); 5] = [
        ("before the first close", on(-2, 9, 0, 0), &[(3, 5)]),
        ("in the last second of week 0", on(FRIDAY, 13, 10, 0), &[(3, 5)]),
        ("just after it: week 1", on(FRIDAY, 13, 10, 1), &[]),
        ("on the Sunday after: week 1", on(6, 9, 0, 0), &[]),
        ("after the last close: no week yet", on(21 + FRIDAY, 14, 0, 0), &[(2, 5), (3, 5)]),
    ];
    for (why, played, expected) in cases {
        assert_eq!(present_throughout(played), expected, "T6, {why}");
    }
    let (calendar, mut member) = season("ppxxp");
    member.played = vec![on(14, 9, 0, 0)];
    assert_eq!(calendar.due(&member, after_all()), [], "T6: holidays belong to the next held week");
}

#[test]
fn streaks_start_with_the_membership() {
    let joining = |joined| {
        let (calendar, mut member) = season("aaaaa");
        member.joined = joined;
        points(&calendar.due(&member, after_all()))
    };
    assert_eq!(joining(on(7, 0, 0, 0)), [(3, 15), (4, 15)]);
    let within = on(7 + FRIDAY, 12, 50, 0);
    assert_eq!(joining(within), [(4, 15)], "T7: a session that had begun does not count");
    assert_eq!(joining(on(7 + FRIDAY, 12, 30, 0)), [(4, 15)], "T7: nor one that began just then");

    let (calendar, mut member) = season("ppp");
    member.joined = on(1, 0, 0, 0);
    member.played = vec![on(0, 20, 0, 0)];
    assert_eq!(points(&calendar.due(&member, after_all())), [(2, 5)], "games before joining are not its own");

    // Seen on the Tuesday, joined at its beginning or on the Wednesday, away on the Friday.
    let calendar = Calendar::new([session(9, TUESDAY), friday(0), friday(1), friday(2)]);
    let mut member = membership();
    member.present.insert(9);
    for joined in [on(TUESDAY, 12, 30, 0), on(2, 0, 0, 0)] {
        member.joined = joined;
        assert_eq!(points(&calendar.due(&member, after_all())), [(2, 15)], "T7: the Tuesday does not count");
    }
}

#[test]
fn nothing_is_taken_from_those_who_left() {
    let leaving = |left| {
        let (calendar, mut member) = season("aaaa");
        member.left = Some(left);
        points(&calendar.due(&member, after_all()))
    };
    assert_eq!(leaving(on(14 + FRIDAY, 13, 0, 0)), []);
    assert_eq!(leaving(on(14 + FRIDAY, 13, 10, 1)), [], "left just when it closed");
    assert_eq!(leaving(on(14 + FRIDAY, 13, 10, 2)), [(2, 15)]);
    assert_eq!(leaving(after_all()), [(2, 15), (3, 15)]);
}

#[test]
fn each_week_by_the_rules_in_force_at_its_session() {
    let mut sessions: Vec<Session> = (0..4).map(friday).collect();
    sessions[3].rules = DeductionRules { absence_from: 2, absence_points: 20, ..DeductionRules::default() };
    let due = Calendar::new(sessions).due(&membership(), after_all());
    assert_eq!(points(&due), [(2, 15), (3, 20)]);
    // From the first week on, and never from those who came and played.
    let at_once = DeductionRules { absence_from: 0, idleness_from: 0, ..DeductionRules::default() };
    let (_, member) = season("pga");
    let due = Calendar::new((0..3).map(|week| Session { rules: at_once, ..friday(week) })).due(&member, after_all());
    assert_eq!(points(&due), [(0, 5), (2, 15)]);
}

#[test]
fn who_has_lapsed() {
    let cases = [
        ("T10: five weeks are too few", "aaaaa", None),
        ("absent throughout", "aaaaaa", Some((0, 0))),
        ("present in three, two games", "ggpaaa", Some((3, 2))),
        ("present in four", "ggppaa", None),
        ("three games", "gggaaa", None),
        ("only the last six", "gggaaaaaa", Some((0, 0))),
        ("one of three games slips out of the window", "gggaaaa", Some((2, 2))),
        ("T5", "gggxaaa", None),
        ("T6: online games are games", "oooaaa", None),
        ("T6: and no presence", "ooaaaa", Some((0, 2))),
    ];
    for (why, weeks, expected) in cases {
        let (calendar, member) = season(weeks);
        let lapse = calendar.lapsed(&member, RemovalRules::default(), after_all());
        let found = lapse.as_ref().map(|l| (l.present, l.games));
        assert_eq!(found, expected, "{why}: {weeks}");
        assert!(lapse.is_none_or(|l| l.weeks.len() == 6));
    }
    let (calendar, mut member) = season("aaaaaa");
    let rules = RemovalRules::default();
    let before_the_last_close = on(35 + FRIDAY, 13, 10, 0);
    assert_eq!(calendar.lapsed(&member, rules, before_the_last_close), None);
    member.joined = on(0, 0, 0, 0);
    assert!(calendar.lapsed(&member, rules, after_all()).is_some());
    member.joined = on(6, 0, 0, 0);
    assert_eq!(calendar.lapsed(&member, rules, after_all()), None, "T10: of this membership");
    member.joined = before_all();
    member.left = Some(after_all());
    assert_eq!(calendar.lapsed(&member, rules, after_all()), None, "gone already");
}

#[test]
fn a_late_correction_of_the_register_posts_only_the_difference() {
    let (calendar, mut member) = season("aaaaa");
    let due = calendar.due(&member, after_all());
    let posted: Vec<Posted> =
        (70..).zip(&due).map(|(event, &deduction)| Posted { event, deduction, lifted: false }).collect();
    assert!(difference(&due, &posted).is_empty());
    member.present.insert(3);
    let corrected = calendar.due(&member, after_all());
    let change = difference(&corrected, &posted);
    assert_eq!(change.void, [71, 72]);
    assert_eq!(points(&change.post), [(3, 5)], "present, but the idle streak goes on");
    let (post, void) = (change.post.clone(), change.void.clone());
    for different in [change, Difference { post, void: Vec::new() }, Difference { post: Vec::new(), void }] {
        assert!(!different.is_empty());
    }
}

#[test]
fn a_lifted_deduction_leaves_the_streak_and_is_not_posted_again() {
    let (calendar, mut member) = season("aaaa");
    let due = calendar.due(&member, after_all());
    let lifted = Posted { event: 70, deduction: due[0], lifted: true };
    let change = difference(&due, &[lifted]);
    assert_eq!(points(&change.post), [(3, 15)], "T9: the fourth week still costs");
    assert!(change.void.is_empty());
    member.present.extend([0, 1, 2, 3]);
    member.played.extend((0..4).map(|week| on(week * 7 + FRIDAY, 12, 40, 0)));
    let nothing = calendar.due(&member, after_all());
    assert!(difference(&nothing, &[lifted]).is_empty(), "it stays lifted");
}

proptest! {
    #[test]
    fn catching_up_is_running_at_every_close(
        weeks in prop::collection::vec((0..4_u8, 0..4_u8, any::<bool>(), any::<bool>(), 0..3_u8), 1..40),
        joined in 0..60_i64,
    ) {
        let mut member = membership();
        member.joined = on(joined, 12, 40, 0);
        let mut sessions = Vec::new();
        for (week, (tuesday, friday, seen_tuesday, seen_friday, games)) in (0..).zip(weeks) {
            let monday = week * 7;
            for (held, seen, id, day) in [
                (tuesday == 0, seen_tuesday, 1000 + week, monday + TUESDAY),
                (friday > 0, seen_friday, week, monday + FRIDAY),
            ] {
                if held {
                    sessions.push(session(id, day));
                    if seen { member.present.insert(id); }
                }
            }
            if games == 1 { member.played.push(on(monday + FRIDAY, 12, 40, 0)); }
            if games == 2 { member.played.push(on(monday + 6, 20, 0, 0)); }
        }
        let calendar = Calendar::new(sessions.iter().copied());
        let at_once = calendar.due(&member, after_all());
        prop_assert_eq!(&calendar.due(&member, after_all()), &at_once, "idempotent");

        let mut posted: Vec<Posted> = Vec::new();
        for close in &sessions {
            let due = calendar.due(&member, close.closed());
            let change = difference(&due, &posted);
            prop_assert_eq!(&change.void, &Vec::<i64>::new(), "nothing is taken back");
            for deduction in change.post {
                prop_assert_eq!(deduction.at, close.closed(), "posted when due");
                posted.push(Posted { event: posted.len() as i64, deduction, lifted: false });
            }
            prop_assert!(difference(&due, &posted).is_empty());
        }
        let one_by_one: Vec<Deduction> = posted.iter().map(|p| p.deduction).collect();
        prop_assert_eq!(&one_by_one, &at_once);

        let mut sessions_once: Vec<i64> = at_once.iter().map(|d| d.session).collect();
        sessions_once.dedup();
        prop_assert_eq!(sessions_once.len(), at_once.len(), "one at most for each week");
    }
}
