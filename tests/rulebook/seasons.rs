//! Seasons in which the house rules change: what was before is judged by the old ones, what comes after
//! by the new (Act IV.2, T14), and nothing depends on when it was reckoned.

use std::collections::BTreeSet;

use chrono::{NaiveDateTime, NaiveTime, TimeDelta};
use diesel::prelude::*;
use proptest::prelude::*;
use rookery::auth::Role;
use rookery::db::schema::{rating_events, sessions};
use rookery::games::closing;
use rookery::id::PersonId;
use rookery::ratings::store::{Cause, NewEvent, post};
use rookery::ratings::{Outcome, verify};
use rookery_messages::Message;
use serde_json::json;

use crate::harness::{Caller, Club, friday_noon};

const MEMBERS: usize = 4;
/// The pairs of four members, so that nobody meets anybody twice in a session.
const PAIRS: [(usize, usize); 6] = [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)];

/// The house rules that the seasons change.
#[derive(Clone, Debug)]
struct Rules {
    k: i64,
    floor: i64,
    absence: (i64, i64),
    idleness: (i64, i64),
    start: NaiveTime,
    minutes: i64,
}

#[derive(Clone, Debug)]
struct Week {
    published: Option<Rules>,
    present: [bool; MEMBERS],
    /// Pair, outcome, and whether the game is entered only a week later.
    games: Vec<(usize, Outcome, bool)>,
}

fn rules() -> impl Strategy<Value = Rules> {
    let numbers = (5..90_i64, 60..=100_i64, (1..40_i64, 1..4_i64), (1..20_i64, 1..4_i64));
    (numbers, 9..16_u32, 0..60_u32, 30..90_i64).prop_map(|((k, floor, absence, idleness), hour, minute, minutes)| {
        let start = NaiveTime::from_hms_opt(hour, minute, 0).unwrap();
        Rules { k, floor, absence, idleness, start, minutes }
    })
}

fn week() -> impl Strategy<Value = Week> {
    let outcome = prop_oneof![Just(Outcome::White), Just(Outcome::Draw), Just(Outcome::Black)];
    let game = (0..PAIRS.len(), outcome, any::<bool>());
    let here = prop_oneof![2 => Just(true), 1 => Just(false)];
    (prop::option::of(rules()), [here.clone(), here.clone(), here.clone(), here], prop::collection::vec(game, 0..4))
        .prop_map(|(published, present, games)| Week { published, present, games })
}

/// A season under way, and what the test itself knows of it.
struct Season<'a> {
    club: &'a Club,
    chief: Caller,
    members: Vec<Caller>,
    /// The rules in force from each instant on.
    rules: Vec<(NaiveDateTime, Rules)>,
    late: Vec<serde_json::Value>,
    /// Of each week: its session, who was there, who played.
    weeks: Vec<(NaiveDateTime, [bool; MEMBERS], BTreeSet<usize>)>,
}

impl<'a> Season<'a> {
    fn new(club: &'a Club) -> Season<'a> {
        let chief = club.person("Chief", &[Role::ChiefJustice]);
        let member = |name: &str| {
            let member = club.person(name, &[]);
            member.post("/api/v1/memberships", &json!({})).expect(201);
            let person = PersonId(member.id);
            club.write(move |tx| {
                let now = tx.now;
                post(
                    tx,
                    now,
                    NewEvent::Adjustment { person, delta: 150 },
                    &Cause::new(Message::verbatim("For a test"), "III.5"),
                )
            });
            member
        };
        let members = ["Ann", "Ben", "Cy", "Di"].map(member).into();
        let first = Rules {
            k: 40,
            floor: 100,
            absence: (15, 3),
            idleness: (5, 3),
            start: NaiveTime::from_hms_opt(12, 30, 0).unwrap(),
            minutes: 40,
        };
        let rules = vec![(NaiveDateTime::MIN, first)];
        Season { club, chief, members, rules, late: Vec::new(), weeks: Vec::new() }
    }

    fn rules_at(&self, at: NaiveDateTime) -> &Rules {
        &self.rules.iter().rev().find(|(from, _)| *from <= at).unwrap().1
    }

    /// Two days before a session: new house rules, then what was forgotten the week before.
    fn before(&mut self, number: usize, week: &Week) {
        self.club.app.clock.set(friday_noon() + TimeDelta::days(7 * number as i64 - 2));
        let chief = self.club.again(&self.chief);
        if let Some(rules) = &week.published {
            let end = rules.start + TimeDelta::minutes(rules.minutes);
            let changed = json!({ "k": rules.k, "floor": rules.floor, "absence_points": rules.absence.0,
                "absence_from_week": rules.absence.1, "idleness_points": rules.idleness.0,
                "idleness_from_week": rules.idleness.1, "session_start": rules.start, "session_end": end });
            let request = json!({ "replaces": self.rules.len(), "note": "Otherwise", "rules": changed });
            chief.post("/api/v1/house_rules", &request).expect(201);
            self.rules.push((self.club.now(), rules.clone()));
        }
        for game in self.late.drain(..) {
            chief.post("/api/v1/games", &game).expect(201);
        }
    }

    fn play(&mut self, number: usize, week: &Week) {
        let day = (friday_noon() + TimeDelta::days(7 * number as i64)).date();
        closing::run(&self.club.app.db).unwrap();
        let (id, start, end) = self.club.write(move |tx| {
            let (from, to) = (day.and_time(NaiveTime::MIN), day.succ_opt().unwrap().and_time(NaiveTime::MIN));
            Ok(sessions::table
                .filter(sessions::starts_at.ge(from).and(sessions::starts_at.lt(to)))
                .select((sessions::id, sessions::starts_at, sessions::ends_at))
                .first::<(i64, NaiveDateTime, NaiveDateTime)>(tx.db)?)
        });
        let rules = self.rules_at(start);
        let minutes = TimeDelta::minutes(rules.minutes);
        assert_eq!((start, end - start), (day.and_time(rules.start), minutes), "session times (0.5)");

        self.club.app.clock.set(start);
        let chief = self.club.again(&self.chief);
        let here = self.members.iter().zip(week.present).filter(|(_, here)| *here).map(|(member, _)| member.id);
        let people: Vec<i64> = here.chain([chief.id]).collect();
        chief.post(&format!("/api/v1/sessions/{id}/arrivals"), &json!({ "people": people })).expect(200);
        let mut played = BTreeSet::new();
        let mut met = BTreeSet::new();
        self.club.app.clock.set(start + TimeDelta::minutes(20));
        let chief = self.club.again(&self.chief);
        for (pair, outcome, late) in &week.games {
            let (white, black) = PAIRS[*pair];
            if !week.present[white] || !week.present[black] || !met.insert(*pair) {
                continue;
            }
            played.extend([white, black]);
            let at = (start + TimeDelta::minutes(10)).and_utc();
            let (white, black) = (self.members[white].id, self.members[black].id);
            let ending = if *outcome == Outcome::Draw { "draw_agreed" } else { "resignation" };
            let game = json!({ "white": white, "black": black, "result": outcome, "ending": ending, "played_at": at });
            if *late {
                self.late.push(game);
            } else {
                chief.post("/api/v1/games", &game).expect(201);
            }
        }
        self.weeks.push((start, week.present, played));
        self.club.app.clock.set(end + TimeDelta::minutes(1));
        closing::run(&self.club.app.db).unwrap();
    }

    /// The deductions that should stand, from the weeks alone: session, member, kind, points (Act II.6, T8).
    fn due(&self) -> BTreeSet<(NaiveDateTime, i64, &'static str, i64)> {
        let mut due = BTreeSet::new();
        for (number, member) in self.members.iter().enumerate() {
            let (mut absent, mut idle) = (0, 0);
            for (start, present, played) in &self.weeks {
                let rules = self.rules_at(*start);
                absent = if present[number] { 0 } else { absent + 1 };
                idle = if played.contains(&number) { 0 } else { idle + 1 };
                if absent >= rules.absence.1 {
                    due.insert((*start, member.id, "absence", rules.absence.0));
                } else if absent == 0 && idle >= rules.idleness.1 {
                    due.insert((*start, member.id, "idleness", rules.idleness.0));
                }
            }
        }
        due
    }

    /// Every event against the rules of its own time, and the whole log against a replay.
    fn check(&self) {
        type Scores = (Option<i64>, Option<i64>, Option<i64>, Option<i64>);
        type Row = (NaiveDateTime, String, i64, Option<Outcome>, i64, i64, Scores, Option<NaiveDateTime>);
        let columns = (
            rating_events::at,
            rating_events::kind,
            rating_events::first_id,
            rating_events::outcome,
            rating_events::points,
            rating_events::floor,
            (
                rating_events::first_before,
                rating_events::first_after,
                rating_events::second_before,
                rating_events::second_after,
            ),
            sessions::starts_at.nullable(),
        );
        let read = move |db: &mut rookery::db::Db| {
            let of_session = sessions::id.nullable().eq(rating_events::session_id);
            let rows = rating_events::table.left_join(sessions::table.on(of_session));
            Ok(rows.filter(rating_events::void.eq(false)).select(columns).load(db)?)
        };
        let rows: Vec<Row> = self.club.app.db.read_now(read).unwrap();
        let mut stand = BTreeSet::new();
        for (at, kind, first, outcome, points, floor, (before, after, other_before, other_after), session) in rows {
            let rules = self.rules_at(at);
            assert_eq!(floor, rules.floor, "{kind} at {at}");
            match kind.as_str() {
                "game" => {
                    assert_eq!(points, rules.k, "game at {at}");
                    let (white, black) = (before.unwrap(), other_before.unwrap());
                    let score = match outcome.unwrap() {
                        Outcome::White => 1.0,
                        Outcome::Draw => 0.5,
                        Outcome::Black => 0.0,
                    };
                    let change = |own: i64, other: i64, score: f64| {
                        let expected = 1.0 / (1.0 + 10_f64.powf((other - own) as f64 / 400.0));
                        (own + (rules.k as f64 * (score - expected)).round() as i64).max(rules.floor)
                    };
                    let expected = (change(white, black, score), change(black, white, 1.0 - score));
                    assert_eq!((after.unwrap(), other_after.unwrap()), expected, "game at {at}");
                }
                "absence" | "idleness" => {
                    let kind = if kind == "absence" { "absence" } else { "idleness" };
                    stand.insert((session.unwrap(), first, kind, points));
                    assert_eq!(after.unwrap(), (before.unwrap() - points).max(floor), "{kind} at {at}");
                }
                _ => {}
            }
        }
        assert_eq!(stand, self.due(), "deductions");
        let report = self.club.app.db.read_now(verify::verify).unwrap();
        assert_eq!(report.faults, [], "incremental = full replay");
    }
}

fn play(club: &Club, weeks: &[Week]) {
    let mut season = Season::new(club);
    for (number, week) in weeks.iter().enumerate() {
        if number > 0 {
            season.before(number, week);
        }
        season.play(number, week);
    }
    let quiet = Week { published: None, present: [true; MEMBERS], games: Vec::new() };
    season.before(weeks.len(), &quiet);
    season.check();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn house_rules_that_change_in_mid_season_judge_what_comes_after_them(
        weeks in prop::collection::vec(week(), 8..11),
    ) {
        play(&Club::on_sqlite(), &weeks);
        play(&Club::on_postgres(), &weeks);
    }
}
