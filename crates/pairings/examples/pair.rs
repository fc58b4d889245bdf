//! Reads a tournament report file and pairs its next round; with --check, pairs every round again.
//!
//! `cargo run --release -p rookery-pairings --example pair -- [--check] FILE`

use std::process::ExitCode;

use rookery_pairings::trf::Report;
use rookery_pairings::{Dutch, Format, check};

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let checking = arguments.first().is_some_and(|argument| argument == "--check");
    if checking {
        arguments.remove(0);
    }
    let [file] = &arguments[..] else {
        eprintln!("pair [--check] FILE");
        return ExitCode::from(2);
    };
    let report = match std::fs::read_to_string(file).map_err(|error| error.to_string()) {
        Ok(text) => Report::read(&text).map_err(|fault| fault.to_string()),
        Err(error) => Err(error),
    };
    let tournament = match report {
        Ok(report) => report.tournament,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::from(2);
        }
    };
    if checking {
        let differences = check(&Dutch, &tournament);
        for difference in &differences {
            println!("{difference:?}");
        }
        return ExitCode::from(u8::from(!differences.is_empty()));
    }
    match Dutch.pair(&tournament) {
        Ok(round) => {
            print!("{}", round.listed());
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("{error}");
            ExitCode::from(1)
        }
    }
}
