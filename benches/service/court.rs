//! A case with a long docket and a long list of declarations, against the page of a member.

use std::time::Duration;

use diesel::prelude::*;
use rookery::auth::Role;
use rookery::db::schema::{cases, declarations, filings};
use rookery::each;

use crate::harness::{Binary, Club};
use crate::load::{self, get_as};
use crate::measure::Ratio;
use crate::seed::{self, Scratch};

const NUMBER: &str = "2026-C-001";

/// Section `court`: seconds an answer takes on one connection, the median of those of a round. The member
/// compared with is one of `members` who played `games` games.
pub fn run(members: usize, games: usize, entries: usize, rounds: usize, span: Duration) {
    let scratch = Scratch::new();
    let database = scratch.sqlite();
    seed::history(&database, members, games);
    add_case(&database, 200);
    add_declarations(&database, entries);
    // No page is held for somebody who has signed in.
    let reader = Club::closed(&database).person("Reader", &[Role::Justice]);
    let token = reader.token().expect("somebody signed in");
    let service = Binary::start(&database);
    let takes = |path: &str| {
        let mut times = load::run(&service.url, 1, span, 200, |_, _| get_as(token, path)).times;
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64()
    };
    println!("{members} members with {games} games, a case of 200 filings, {entries} declarations");
    let member = "/members/1";
    for (what, path) in [
        ("a case over the API / page of a member", format!("/api/v1/cases/{NUMBER}")),
        ("page of a case / page of a member", format!("/cases/{NUMBER}")),
        ("declarations over the API / page of a member", "/api/v1/declarations".to_owned()),
        ("page of declarations / page of a member", "/declarations".to_owned()),
    ] {
        Ratio::alternate(rounds, || takes(&path), || takes(member)).tell(what, "<=", 3.0);
    }
}

/// A case about a question, at its hearing, with so many briefs of a page each.
fn add_case(database: &str, count: i64) {
    seed::fill(database, |db| {
        diesel::insert_into(cases::table)
            .values((
                cases::number.eq(NUMBER),
                cases::subject.eq("question"),
                cases::filed_by.eq(1),
                cases::title.eq("What the Terms mean"),
                cases::grounds.eq("Two Acts say different things"),
                cases::filed_at.eq(seed::at(0)),
                cases::state.eq("hearing"),
                cases::state_at.eq(seed::at(0)),
            ))
            .execute(db)
            .unwrap();
        let text = "It was told differently by each who saw it. ".repeat(40);
        let rows: Vec<_> = (1..=count)
            .map(|number| {
                (
                    filings::case_id.eq(1),
                    filings::number.eq(number),
                    filings::kind.eq("brief"),
                    filings::filed_by.eq(Some(1 + number % 10)),
                    filings::filed_at.eq(seed::at(number)),
                    filings::title.eq(format!("Brief {number}")),
                    filings::text.eq(text.clone()),
                    filings::visibility.eq("public"),
                    filings::raw_evidence.eq(false),
                )
            })
            .collect();
        each!(db, c => diesel::insert_into(filings::table).values(&rows).execute(c)).unwrap();
    });
}

fn add_declarations(database: &str, count: usize) {
    seed::fill(database, |db| {
        let ids: Vec<i64> = (1..=count as i64).collect();
        for ids in ids.chunks(seed::CHUNK) {
            let rows: Vec<_> = ids
                .iter()
                .map(|id| {
                    (
                        declarations::made_at.eq(seed::at(*id)),
                        declarations::exercise.eq("decision"),
                        declarations::made_by.eq(Some(1 + id % 5)),
                        declarations::person_id.eq(Some(1 + id % 100)),
                        declarations::act.eq("I.2"),
                        declarations::reason.eq("Three people saw it and told the same story"),
                        declarations::effect.eq("10 points taken"),
                        declarations::subject.eq(format!("decision:{id}")),
                    )
                })
                .collect();
            each!(db, c => diesel::insert_into(declarations::table).values(&rows).execute(c)).unwrap();
        }
    });
}
