//! Ratings in the database: one log, one fold, an append-only ledger (Act II.3, T13, T14).

use std::collections::HashMap;

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rookery::action::{By, Somebody, perform};
use rookery::auth::{Role, Roles};
use rookery::conduct::decisions::actions::{DecideAbout, NewDecision, RecordOffence};
use rookery::conduct::decisions::{self, Sanction};
use rookery::db::Tx;
use rookery::db::schema::{games, judgments, ledger, rating_events, standings};
use rookery::error::{Act, Error};
use rookery::id::{EventId, GameId, PersonId};
use rookery::ratings::store::{self, Cause, NewEvent};
use rookery::ratings::{Outcome, verify};
use rookery::{members, rulebook};
use rookery_messages::Message;
use rookery_ratings::elo::Factor;
use rookery_ratings::fold::{self, Kind};

use crate::harness::{Club, friday_noon, put_in_office, wait_until};
use crate::seasons::Verdict;
use crate::seasons::bench::Bench;

/// One change of the log, in small numbers that are taken modulo what there is.
#[derive(Clone, Debug)]
enum Step {
    Game {
        white: usize,
        black: usize,
        outcome: Outcome,
        minutes_ago: i64,
        online: bool,
    },
    Void {
        game: usize,
    },
    Restore {
        game: usize,
    },
    Correct {
        game: usize,
        outcome: Outcome,
    },
    Adjust {
        person: usize,
        delta: i64,
        minutes_ago: i64,
    },
    Halve {
        person: usize,
    },
    Reset {
        person: usize,
    },
    Remove {
        person: usize,
    },
    Rejoin {
        person: usize,
    },
    /// The Court says whether a game is void for fraud.
    Judge {
        game: usize,
        upheld: bool,
    },
}

const PEOPLE: usize = 12;
/// How many commands there are with a judgment in every fifth, unless ROOKERY_COMMANDS says otherwise.
const COMMANDS: usize = 250;

fn step() -> impl Strategy<Value = Step> {
    let person = 0..PEOPLE;
    let outcome = prop_oneof![Just(Outcome::White), Just(Outcome::Draw), Just(Outcome::Black)];
    // Most games are entered when they were played, some long after: they stand where they were played.
    let late = prop_oneof![9 => Just(0i64), 1 => 0..20_000i64];
    prop_oneof![
        20 => (person.clone(), person.clone(), outcome.clone(), late.clone(), any::<bool>())
            .prop_map(|(white, black, outcome, minutes_ago, online)| Step::Game { white, black, outcome, minutes_ago, online }),
        2 => any::<usize>().prop_map(|game| Step::Void { game }),
        1 => any::<usize>().prop_map(|game| Step::Restore { game }),
        2 => (any::<usize>(), outcome).prop_map(|(game, outcome)| Step::Correct { game, outcome }),
        2 => (person.clone(), -60..60i64, late).prop_map(|(person, delta, minutes_ago)| Step::Adjust { person, delta, minutes_ago }),
        1 => person.clone().prop_map(|person| Step::Halve { person }),
        1 => person.clone().prop_map(|person| Step::Reset { person }),
        1 => person.clone().prop_map(|person| Step::Remove { person }),
        1 => person.prop_map(|person| Step::Rejoin { person }),
    ]
}

fn judgment() -> impl Strategy<Value = Step> {
    (any::<usize>(), any::<bool>()).prop_map(|(game, upheld)| Step::Judge { game, upheld })
}

/// Who plays, what they played, and the Court.
#[derive(Clone)]
struct Season {
    people: Vec<PersonId>,
    games: Vec<GameId>,
    bench: Bench,
    moderator: Somebody,
    /// Cases about games that the whole Court has not judged yet.
    cases: HashMap<GameId, String>,
}

impl Season {
    fn begun(tx: &mut Tx) -> Result<Season, Error> {
        let mut book = rulebook::version_at(tx.db, tx.now)?;
        book.rules.petitions_a_day = 1_000_000;
        rulebook::publish(tx, &book, None, &Message::verbatim("For a test"))?;
        let first_seen = friday_noon() - TimeDelta::days(30);
        let mut people = Vec::new();
        for number in 0..PEOPLE {
            let person = members::store::add_person(tx, &format!("p{number}"), &format!("Player {number}"))?;
            members::store::join(tx, person, first_seen)?;
            people.push(person);
        }
        let (person, _) = members::store::add_guest(tx, "Mona")?;
        put_in_office(tx, person, Role::Moderator)?;
        let moderator = Somebody { person, roles: [Role::Moderator].into_iter().collect::<Roles>() };
        Ok(Season { people, games: Vec::new(), bench: Bench::appointed(tx)?, moderator, cases: HashMap::new() })
    }

    /// A moderator finds fraud in a game, and a panel says whether there was. Of a game that it has heard, the whole Court
    /// says so; where that finds fraud, nothing more comes of the game.
    fn judge(&mut self, tx: &mut Tx, game: GameId, upheld: bool) -> Result<(), Error> {
        let verdict = if upheld { Verdict::Uphold } else { Verdict::Overturn };
        if let Some(case) = self.cases.remove(&game) {
            self.bench.judge_en_banc(tx, &case, verdict)?;
            self.games.retain(|other| !upheld || *other != game);
            return Ok(());
        }
        let (accused, by) = (rookery::games::store::row(tx.db, game)?.white, By::from(self.moderator));
        let what = "Three people saw that it was never played".to_owned();
        let offence = RecordOffence {
            accused,
            act: Act::new("II.5"),
            what: what.clone(),
            happened_at: tx.now,
            games: vec![game],
        };
        let offence = perform(tx, &by, &offence)?;
        let step = decisions::Step::Reverse;
        let due = decisions::rules::proposed_step(decisions::store::standing_frauds(tx.db, accused)?);
        let departure = (step != due).then(|| "The game is undone, and nothing else".to_owned());
        let sanctions = vec![Sanction::Fraud { step: Some(step), departure }];
        let decision =
            perform(tx, &by, &DecideAbout(&NewDecision { offence, reasons: what, finding: None, sanctions }))?;
        let case = self.bench.hear(tx, accused, decision)?;
        self.bench.judge(tx, &case, verdict)?;
        self.cases.insert(game, case);
        Ok(())
    }
}

/// Plays the steps so far apart, many in each transaction.
fn play_apart(club: &Club, steps: &[Step], apart: TimeDelta) {
    let mut season = club.write(Season::begun);
    for (batch, steps) in (0_i32..).zip(steps.chunks(100)) {
        let (before, steps) = (season.clone(), steps.to_vec());
        season = club.write(move |tx| {
            let mut season = before.clone();
            for (number, step) in (100 * batch..).zip(&steps) {
                tx.now = friday_noon() + apart * number;
                take(tx, &mut season, step)?;
            }
            Ok(season)
        });
    }
}

/// Plays the steps a minute apart.
fn play(club: &Club, steps: &[Step]) {
    play_apart(club, steps, TimeDelta::minutes(1));
}

fn take(tx: &mut Tx, season: &mut Season, step: &Step) -> Result<(), Error> {
    let cause = Cause::new(Message::verbatim("a step"), "II.3");
    let undone = Cause::correction(Message::verbatim("a correction"), "II.5");
    let nth = |game: usize| season.games.get(game % season.games.len().max(1)).copied();
    let now = tx.now;
    let (at, event) = match *step {
        Step::Game { white, black, .. } if white == black => return Ok(()),
        Step::Game { white, black, outcome, minutes_ago, online } => {
            let (white, black) = (season.people[white], season.people[black]);
            let at = now - TimeDelta::minutes(minutes_ago);
            let game = diesel::insert_into(games::table)
                .values((
                    games::white_id.eq(white),
                    games::black_id.eq(black),
                    games::result.eq(outcome),
                    games::ending.eq("resignation"),
                    games::played_at.eq(at),
                    games::state.eq("rated"),
                    games::registered_at.eq(now),
                ))
                .returning(games::id)
                .get_result::<GameId>(tx.db)?;
            season.games.push(game);
            (at, NewEvent::Game { game, white, black, outcome, online })
        }
        Step::Void { game } => return nth(game).map_or(Ok(()), |game| store::void_game(tx, game, &undone)),
        Step::Restore { game } => return nth(game).map_or(Ok(()), |game| store::restore_game(tx, game, &undone)),
        Step::Correct { game, outcome } => {
            return nth(game).map_or(Ok(()), |game| store::correct_game(tx, game, outcome, &undone));
        }
        Step::Adjust { person, delta, minutes_ago } => {
            (now - TimeDelta::minutes(minutes_ago), NewEvent::Adjustment { person: season.people[person], delta })
        }
        Step::Halve { person } => (now, NewEvent::Halving { person: season.people[person] }),
        Step::Reset { person } => (now, NewEvent::Reset { person: season.people[person] }),
        Step::Remove { person } => (now, NewEvent::Removal { person: season.people[person] }),
        Step::Rejoin { person } => (now, NewEvent::Rejoin { person: season.people[person] }),
        Step::Judge { game, upheld } => {
            let Some(game) = nth(game) else { return Ok(()) };
            season.judge(tx, game, upheld)?;
            let report = verify::verify(tx.db)?;
            assert_eq!(report.faults, [], "after {step:?} at {now}: all folded again");
            return Ok(());
        }
    };
    store::post(tx, at, event, &cause)?;
    Ok(())
}

/// What everybody has by three reckonings, which must agree: the standings, the ledger's sums, and
/// a replay of the whole log by the fold alone.
fn scores(club: &Club) -> Vec<(i64, i64)> {
    type LogRow = (EventId, NaiveDateTime, String, i64, Option<i64>, Option<Outcome>, i64, i64, i64, bool);
    let read = &club.app.db;
    let stood: Vec<(i64, Option<i64>)> = read
        .read_now(|db| {
            let columns = (standings::person_id, standings::score);
            Ok(standings::table.order(standings::person_id).select(columns).load(db)?)
        })
        .unwrap();
    let entries: Vec<(i64, i64, i64)> = read
        .read_now(|db| {
            let columns = (ledger::person_id, ledger::delta, ledger::balance);
            Ok(ledger::table.order(ledger::id).select(columns).load(db)?)
        })
        .unwrap();
    let log: Vec<LogRow> = read
        .read_now(|db| {
            let columns = (
                rating_events::id,
                rating_events::at,
                rating_events::kind,
                rating_events::first_id,
                rating_events::second_id,
                rating_events::outcome,
                rating_events::points,
                rating_events::factor_denominator,
                rating_events::floor,
                rating_events::void,
            );
            Ok(rating_events::table.order((rating_events::at, rating_events::id)).select(columns).load(db)?)
        })
        .unwrap();
    let mut sums: HashMap<i64, i64> = HashMap::new();
    for (person, delta, balance) in entries {
        let sum = sums.entry(person).or_default();
        *sum += delta;
        assert_eq!(*sum, balance, "an entry's balance is the sum up to it");
    }
    let mut replay = fold::Fold::new();
    for (id, at, kind, person, second, outcome, points, denominator, floor, void) in log {
        let (points, floor) = (i32::try_from(points).unwrap(), i32::try_from(floor).unwrap());
        let kind = match kind.as_str() {
            "join" => Kind::Join { person, initial: points },
            "rejoin" => Kind::Rejoin { person, initial: points },
            "removal" => Kind::Removal { person },
            "adjustment" => Kind::Adjustment { person, delta: points, floor },
            "halving" => Kind::Halving { person, floor },
            "reset" => Kind::Reset { person, floor },
            "game" => Kind::Game {
                white: person,
                black: second.unwrap(),
                outcome: outcome.unwrap().into(),
                k: 40,
                factor: if denominator == 2 { Factor::HALF } else { Factor::WHOLE },
                floor,
            },
            other => panic!("{other}"),
        };
        replay.apply(&fold::Event { id: id.0, at, void, kind });
    }
    let mut found = Vec::new();
    for (person, score) in stood {
        assert_eq!(score, replay.score(person).map(i64::from), "score = fold(log) for {person}");
        assert_eq!(
            score.unwrap_or(0),
            sums.get(&person).copied().unwrap_or(0),
            "score = sum of the ledger for {person}"
        );
        assert!(score.is_none_or(|score| score >= 100), "never under the floor (Act II.2)");
        assert_eq!(club.app.board.line(person).map(|line| line.score), score, "the board shows what is stored");
        found.extend(score.map(|score| (person, score)));
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn a_random_season_is_the_same_however_it_came_about(steps in prop::collection::vec(step(), 1_000..1_100)) {
        let (sqlite, postgres) = (Club::on_sqlite(), Club::on_postgres());
        play(&sqlite, &steps);
        play(&postgres, &steps);
        let stood = scores(&sqlite);
        prop_assert!(!stood.is_empty());
        prop_assert_eq!(stood, scores(&postgres));
    }
}

#[test]
fn random_commands_with_a_judgment_in_every_fifth_are_the_same_on_both_databases() {
    let commands: usize =
        std::env::var("ROOKERY_COMMANDS").map_or(COMMANDS, |number| number.parse().expect("a number"));
    let five = (prop::collection::vec(step(), 4), judgment());
    let drawn = prop::collection::vec(five, commands / 5).new_tree(&mut TestRunner::deterministic()).unwrap().current();
    let steps: Vec<Step> = drawn.into_iter().flat_map(|(four, judgment)| four.into_iter().chain([judgment])).collect();
    let stood = [Club::on_sqlite, Club::on_postgres].map(|new_club: fn() -> Club| {
        let club = new_club().still();
        // Nobody asks the Court more often in a day than anybody may.
        play_apart(&club, &steps, TimeDelta::minutes(10));
        let judged: i64 = club.app.db.read_now(|db| Ok(judgments::table.count().get_result(db)?)).unwrap();
        // None comes before there are games.
        assert!(usize::try_from(judged).unwrap() + 10 > commands / 5, "{judged} judgments");
        scores(&club)
    });
    assert_eq!(stood[0], stood[1]);
}

both!(a_voided_game_gives_its_points_back_through_later_opponents, |club| {
    let steps = [
        Step::Game { white: 0, black: 1, outcome: Outcome::White, minutes_ago: 0, online: false },
        Step::Game { white: 0, black: 2, outcome: Outcome::Black, minutes_ago: 0, online: false },
        Step::Void { game: 0 },
    ];
    play(&club, &steps);
    let scores: HashMap<i64, i64> = scores(&club).into_iter().collect();
    let other = Club::on_sqlite();
    play(&other, &steps[1..2]);
    assert_eq!(scores, self::scores(&other).into_iter().collect::<HashMap<_, _>>());
});

both!(the_leaderboard_is_tagged_and_answers_not_modified, |club| {
    play(&club, &[Step::Game { white: 0, black: 1, outcome: Outcome::White, minutes_ago: 0, online: false }]);
    let answer = club.anyone().get("/api/v1/leaderboard");
    assert_eq!(answer.json["members"], PEOPLE);
    assert_eq!(answer.json["items"][0]["name"], "Player 0");
    assert_eq!(answer.json["items"][0]["score"], 120);
    let tag = answer.header("etag").unwrap().to_owned();
    assert_eq!(club.anyone().send("GET", "/api/v1/leaderboard", &[("If-None-Match", &tag)], &[]).status, 304);
    play_more(&club);
    assert_eq!(club.anyone().send("GET", "/api/v1/leaderboard", &[("If-None-Match", &tag)], &[]).status, 200);
});

fn play_more(club: &Club) {
    club.write(|tx| {
        store::post(
            tx,
            tx.now,
            NewEvent::Halving { person: PersonId(1) },
            &Cause::new(Message::verbatim("half"), "II.5"),
        )
    });
}

both!(the_past_can_be_asked_for, |club| {
    play(
        &club,
        &[
            Step::Game { white: 0, black: 1, outcome: Outcome::White, minutes_ago: 0, online: false },
            Step::Game { white: 0, black: 2, outcome: Outcome::White, minutes_ago: 0, online: true },
        ],
    );
    let first = club.anyone().get("/api/v1/leaderboard?at=2026-11-06T12:00:30Z").expect(200);
    assert_eq!(first["items"][0]["score"], 120);
    assert_eq!(first["items"][0]["wins"], 1);
    let now = club.anyone().get("/api/v1/leaderboard?at=2026-11-06T13:00:00Z&limit=1").expect(200);
    // At half: 20 × (1 − 0.5288) = 9.4 (Act I.9.3).
    assert_eq!(now["items"][0]["score"], 129);
    assert_eq!(club.anyone().get("/api/v1/members/1/scores").expect(200).as_array().unwrap().len(), 3);
    assert_eq!(club.anyone().get("/api/v1/members/1/ledger?limit=2").expect(200)["items"][0]["delta"], 9);
    assert_eq!(club.anyone().get("/api/v1/members/1/standing").expect(200)["standing"]["rank"], 1);
});

#[test]
fn another_replica_shows_a_game_soon() {
    let here = Club::on_postgres();
    let there = here.replica();
    play(&here, &[Step::Game { white: 0, black: 1, outcome: Outcome::White, minutes_ago: 0, online: false }]);
    let shown = |club: &Club| club.anyone().get("/api/v1/leaderboard").json["items"][0]["score"] == 120;
    assert!(shown(&here), "a writer reads its own write");
    wait_until(|| shown(&there));
}
