//! Killing the service at random moments of a verdict: the judgment and all its effects are there, or none.

use std::time::{Duration, Instant};

use chrono::{Datelike, Days, TimeDelta, Utc};
use diesel::prelude::*;
use rookery::db::schema::{acts, cases, decisions, declarations, interpretations, judgments, ledger};
use rookery::db::{Connector, Kept};
use rookery_messages::say;

use super::*;
use crate::harness::{self, Binary, Client, fresh_postgres};

/// How often the service is killed in a verdict, unless ROOKERY_KILLS says otherwise.
const KILLS: usize = 5;

/// Those by whom every case of this test goes.
struct Bench {
    chief: Caller,
    justices: [Caller; 3],
    moderator: Caller,
}

/// A case that waits for its votes to be counted.
struct Ready {
    number: String,
    decision: i64,
    accused: PersonId,
}

/// What there is of a verdict: each of these or none.
#[derive(Debug, PartialEq, Eq)]
struct Verdict {
    decided: bool,
    judged: i64,
    replaced: bool,
    replacements: i64,
    score: Option<i64>,
    banned: bool,
    entries: i64,
    readings: i64,
    declared: i64,
    logged: i64,
}

impl Verdict {
    const NONE: Verdict = Verdict {
        decided: false,
        judged: 0,
        replaced: false,
        replacements: 0,
        score: Some(110),
        banned: true,
        entries: 0,
        readings: 0,
        declared: 0,
        logged: 0,
    };
    const WHOLE: Verdict = Verdict {
        decided: true,
        judged: 1,
        replaced: true,
        replacements: 1,
        score: Some(117),
        banned: false,
        entries: 2,
        readings: 1,
        declared: 1,
        logged: 1,
    };

    /// Reads on a connection of its own, gone before the service starts again.
    fn read(database: &str, case: &Ready) -> Verdict {
        let (number, decision, accused, now) = (&case.number, case.decision, case.accused, Utc::now().naive_utc());
        let read = |db: &mut rookery::db::Db| {
            let state: String = cases::table.filter(cases::number.eq(number)).select(cases::state).first(db)?;
            let of_case = cases::table.filter(cases::number.eq(number)).select(cases::id);
            let citation = Kept::of(say!("Case {case}", case = number));
            let own = decisions::table.filter(decisions::court_case.eq(&citation));
            let first: String = decisions::table.find(decision).select(decisions::state).first(db)?;
            let posted = ledger::table.filter(ledger::cause.eq(&citation).and(ledger::person_id.eq(accused)));
            let subject = format!("case:{number}");
            let logged = acts::table.filter(acts::subject.eq(&subject).and(acts::act.eq("case.decided")));
            let declared = declarations::table.filter(declarations::subject.eq(format!("judgment:{number}:panel")));
            Ok(Verdict {
                decided: state == "decided",
                judged: judgments::table.filter(judgments::case_id.eq_any(of_case)).count().get_result(db)?,
                replaced: first == "replaced",
                replacements: own.count().get_result(db)?,
                score: rookery::ratings::store::score(db, accused)?,
                banned: rookery::conduct::store::ban_at(db, accused, now)?.is_some(),
                entries: posted.count().get_result(db)?,
                readings: interpretations::table
                    .filter(interpretations::case_number.eq(number))
                    .count()
                    .get_result(db)?,
                declared: declared.count().get_result(db)?,
                logged: logged.count().get_result(db)?,
            })
        };
        Connector::parse(database).unwrap().open().unwrap().snapshot(read).unwrap()
    }
}

/// Brings a case to the point where its votes can be counted.
fn ready(bench: &Bench, pair: &Pair, url: &str) -> Ready {
    let Pair { white, black, member } = pair;
    let at = |caller: &Caller| caller.at(url);
    let mona = at(&bench.moderator);
    let game = json!({ "white": white, "black": black, "result": "white", "ending": "resignation", "insist": true });
    mona.post("/api/v1/games", &game).expect(201);
    let today = Utc::now().date_naive();
    let ahead = u64::from((11 - today.weekday().num_days_from_monday()) % 7);
    let friday = today + Days::new(ahead + 7);
    let decision = mona.post(
        "/api/v1/decisions",
        &json!({
            "offence": {
                "accused": white, "act": "I.2", "what": "Moved pieces while the other looked away",
                "happened_at": Utc::now() - TimeDelta::minutes(1), "insist": true,
            },
            "reasons": "Three people saw it and told the same story",
            "finding": { "mind": "intent", "why": "Admitted it when asked about it" },
            "sanctions": [{ "kind": "deduction", "points": 10 }, { "kind": "ban", "until": friday }],
        }),
    );
    let decision = decision.expect(201)["id"].as_i64().unwrap();
    let petition = json!({ "subject": "decision", "subject_id": decision, "title": "A wrong done", "grounds": WHY });
    let number = member.at(url).post("/api/v1/cases", &petition).expect(201)["number"].as_str().unwrap().to_owned();
    let chief = at(&bench.chief);
    chief.post(&step(&number, "leave"), &json!({ "granted": true })).expect(200);
    let panel: Vec<i64> = bench.justices.iter().map(|justice| justice.id).collect();
    chief.post(&step(&number, "panel"), &json!({ "justices": panel })).expect(200);
    let presiding = at(&bench.justices[0]);
    presiding.post(&step(&number, "hearing"), &json!({})).expect(200);
    let judgment = json!({
        "outcome": "overturn",
        "replacement": {
            "reasons": "Less would have been enough", "sanctions": [{ "kind": "deduction", "points": 3 }],
        },
        "interpretations": [{ "acts": ["I.2"], "text": "Looking away is no invitation to move." }],
    });
    let draft = presiding.post(&step(&number, "drafts"), &judgment).expect(201)["id"].clone();
    for justice in &bench.justices {
        at(justice).post(&step(&number, "votes"), &json!({ "draft": draft })).expect(200);
    }
    Ready { number, decision, accused: *white }
}

/// Two players, and the sign-in of the one who will be penalised.
struct Pair {
    white: PersonId,
    black: PersonId,
    member: Client,
}

/// The bench, and two players for each kill.
fn prepared(club: &Club, kills: usize) -> (Bench, Vec<Pair>) {
    let (moderator, pairs) = club.in_session(kills);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let justices = ["One", "Two", "Three"].map(|name| club.person(name, &[Role::Justice]));
    let sign_in = |(white, black): (PersonId, PersonId)| {
        club.write(move |tx| rookery::auth::store::open_account(tx, white, None, "none"));
        Pair { white, black, member: club.sign_in(white).at("") }
    };
    (Bench { chief, justices, moderator }, pairs.into_iter().map(sign_in).collect())
}

/// Each verdict's count is asked for and the service killed a moment later.
fn survives(database: &str) {
    let kills = std::env::var("ROOKERY_KILLS").map_or(KILLS, |number| number.parse().expect("a number"));
    let (bench, pairs) = prepared(&Club::closed(database), kills);
    let mut binary = Binary::start(database);
    let mut cut_short = 0;
    // How long a count takes; the kill falls anywhere from before it begins to after it is answered.
    let mut takes = Duration::from_millis(40);
    for (kill, pair) in pairs.into_iter().enumerate() {
        let case = ready(&bench, &pair, &binary.url);
        assert_eq!(Verdict::read(database, &case), Verdict::NONE);
        let presiding = bench.justices[0].at(&binary.url);
        let (path, key) = (step(&case.number, "count"), format!("count-{kill}"));
        let headers = [("Content-Type", "application/json"), ("Idempotency-Key", key.as_str())];
        let answered = std::thread::scope(|scope| {
            let asked = scope.spawn(|| presiding.try_send("POST", &path, &headers, b"{}"));
            std::thread::sleep(takes * (kill as u32 * 7 % 20) / 12);
            binary.kill();
            asked.join().unwrap()
        });
        binary.restart();
        let found = Verdict::read(database, &case);
        let told = answered.is_ok_and(|answer| answer.status == 200);
        let expected = if found.decided { Verdict::WHOLE } else { Verdict::NONE };
        assert_eq!(found, expected, "kill {kill}: a verdict is whole or not there");
        assert!(found.decided || !told, "kill {kill}: an acknowledged verdict is lost");
        cut_short += usize::from(!found.decided);
        let began = Instant::now();
        let again = bench.justices[0].at(&binary.url).send("POST", &path, &headers, b"{}");
        assert_eq!(again.expect(200)["state"], "decided");
        if !found.decided {
            takes = began.elapsed();
        }
        assert_eq!(Verdict::read(database, &case), Verdict::WHOLE, "kill {kill}: once, however often it is asked for");
    }
    binary.kill();
    println!("{kills} verdicts killed: {cut_short} not there, {} whole", kills - cut_short);
    sound(&Club::closed(database));
}

#[test]
fn a_verdict_is_whole_or_not_there_on_sqlite() {
    let folder = harness::folder();
    survives(&format!("sqlite:{}", folder.path().join("club.sqlite").display()));
}

#[test]
fn a_verdict_is_whole_or_not_there_on_postgres() {
    survives(&fresh_postgres());
}
