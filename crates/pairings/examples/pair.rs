//! Reads a tournament report file and pairs its next round; with --check, pairs every round again; with --explain, says
//! why.
//!
//! `cargo run --release -p rookery-pairings --example pair -- [--check | --explain] FILE`

use std::process::ExitCode;

use rookery_pairings::engine::{Answer, Request, Task, answer};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (task, file) = match words[..] {
        ["--check", file] => (Task::Check, file),
        ["--explain", file] => (Task::Explain, file),
        [file] => (Task::Pair, file),
        _ => {
            eprintln!("pair [--check | --explain] FILE");
            return ExitCode::from(2);
        }
    };
    let answer = match std::fs::read(file) {
        Ok(bytes) => answer(&bytes, Request { task, ..Request::default() }),
        Err(error) => Answer::Fault(format!("{error}\n")),
    };
    match &answer {
        Answer::Fault(text) => eprint!("{file}: {text}"),
        Answer::Met(text) | Answer::Differs(text) | Answer::Unmet(text) => print!("{text}"),
    }
    ExitCode::from(answer.status())
}
