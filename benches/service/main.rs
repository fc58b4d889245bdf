//! Measures the service against its goals, as ratios within one run: `cargo bench --bench service -- SECTION…`.
//!
//! A file ending in `.pgn` is read in place of the one that `archive` makes; `clubs=100,300` are a hundred clubs with a
//! Friday within 300 s. Without a section all of them; `quick` before them makes everything small, to see that it runs.

mod archive;
mod burst;
mod clubs;
mod court;
#[path = "../../tests/harness/mod.rs"]
#[expect(dead_code, unused_imports, unused_macros, reason = "the tests use more of the harness")]
mod harness;
mod history;
mod load;
mod measure;
mod pages;
mod paint;
mod reads;
mod redis;
mod seed;
mod tables;
mod writes;
mod year;

use std::time::Duration;

use burst::Burst;

const SECTIONS: [&str; 14] = [
    "leaderboard",
    "pages",
    "paint",
    "held",
    "idle",
    "void",
    "court",
    "register-sqlite",
    "register-postgres",
    "archive",
    "tables",
    "clubs",
    "burst",
    "redis",
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["static-server", service] => return reads::serve_static(service),
        ["void-first", database] => return history::void_first(database),
        _ => {}
    }
    let quick = arguments.first() == Some(&"quick");
    let wanted = &arguments[usize::from(quick)..];
    let sections = if wanted.is_empty() { &SECTIONS } else { wanted };
    for section in sections {
        println!("\n{section}");
        run(section, quick);
    }
}

fn run(section: &str, quick: bool) {
    let (span, second) = (Duration::from_millis(if quick { 100 } else { 1500 }), Duration::from_secs(1));
    let (rounds, million) = if quick { (2, 2_000) } else { (7, 1_000_000) };
    match section {
        "leaderboard" => reads::run(&[1_000, million], rounds, span),
        "pages" => pages::run(rounds, span / 3),
        "paint" => paint::run(rounds),
        "held" => reads::held(million),
        "idle" => reads::idle(300, if quick { 500 } else { 20_000 }),
        "void" => history::run(1_000, million, rounds),
        "court" => {
            court::run(300, if quick { 500 } else { 20_000 }, if quick { 500 } else { 10_000 }, rounds, span / 4);
        }
        "register-sqlite" => writes::sqlite(rounds, 2 * span),
        "register-postgres" => writes::postgres(rounds, 2 * span),
        "archive" => archive::run(None, if quick { 200 } else { 20_000 }, rounds),
        "tables" => {
            let (games, watching, seconds) = if quick { (10, 50, 5) } else { (200, 1_000, 20) };
            tables::run(games, watching, Duration::from_secs(seconds));
            tables::long_game(if quick { 100 } else { 1_500 });
        }
        "burst" => burst::run(&match quick {
            true => Burst { members: 20, games: 500, results: 10, pages: 12, sockets: 4, span: 2 * second },
            false => Burst { members: 300, games: 20_000, results: 200, pages: 300, sockets: 50, span: 60 * second },
        }),
        "redis" => redis::run(million, rounds, span),
        many if many.split('=').next() == Some("clubs") => {
            let [count, seconds] = numbers(many, if quick { [3, 5] } else { [40, 60] });
            clubs::run(count, Duration::from_secs(seconds as u64));
        }
        file if file.ends_with(".pgn") => archive::run(Some(file), 0, rounds),
        _ => println!("  no such section; there are: {}", SECTIONS.join(", ")),
    }
}

/// The numbers that a section is given behind `=`, the first ones or all; else these.
fn numbers<const N: usize>(section: &str, otherwise: [usize; N]) -> [usize; N] {
    let given = section.split_once('=').map(|(_, given)| given.split(','));
    let mut given = given.into_iter().flatten().map(|number| number.parse::<usize>().expect("a whole number"));
    otherwise.map(|usual| given.next().unwrap_or(usual))
}
