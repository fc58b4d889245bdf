//! `pair`: pairs a tournament report file by the FIDE Dutch system, one of teams by the Swiss for teams, as arbiters' programs
//! ask an engine to.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use rookery_pairings::engine::{Answer, Request, Task, answer};

use super::console::{self, Output};
use crate::files;

/// What the help ends with.
pub const HELP: &str = "\
The answer is the number of pairs, then a pair a line, White first, by starting ranks (of teams, by their
numbers); 0 stands for the bye:
  3
  1 5
  4 2
  6 0

Exit status: 0 answered; 1 there is no such pairing (none is allowed, all rounds are paired, the round cannot be paired,
the tournament is too large), or rounds differ from what the rules say; 2 the file is at fault.";

#[derive(clap::Args)]
pub struct PairArguments {
    /// The tournament report file, TRF26 or TRF16 with the additions of pairing engines; `-` reads standard input.
    file: PathBuf,
    /// Pairs each played round once more and names those that differ.
    #[arg(long, conflicts_with_all = ["explain", "round"])]
    check: bool,
    /// Says why the pairs were made: who moved down, who came before and was refused, colours, criteria not met.
    #[arg(long)]
    explain: bool,
    /// Which round to pair; the coming one if not given.
    #[arg(long)]
    round: Option<usize>,
    /// How many rounds there will be, whatever the file says.
    #[arg(long)]
    rounds: Option<usize>,
    /// Where to write the pairs, or the report of --check and --explain; standard output if not given. If there is no
    /// such pairing, standard error says why, and the file is left as it is.
    #[arg(short, long)]
    output: Option<PathBuf>,
}

/// Writes the pairings to the file; what cannot be read or written is reported on standard error,
/// with status 2.
pub fn run(arguments: &PairArguments) -> ExitCode {
    let task = match (arguments.check, arguments.explain) {
        (true, _) => Task::Check,
        (false, true) => Task::Explain,
        (false, false) => Task::Pair,
    };
    let request = Request { task, round: arguments.round, rounds: arguments.rounds };
    let answered = match read(&arguments.file) {
        Ok(file) => answer(&file, request),
        Err(error) => Answer::Fault(format!("{error}\n")),
    };
    let told = match &answered {
        Answer::Fault(text) => Some(text),
        Answer::Unmet(text) => arguments.output.is_some().then_some(text),
        Answer::Met(_) | Answer::Differs(_) => None,
    };
    if let Some(text) = told {
        console::aside(format_args!("rookery: {}: {text}", arguments.file.display()));
    } else if let Err(error) = write(arguments.output.as_deref(), answered.text()) {
        let place = arguments.output.as_deref().unwrap_or(Path::new("-"));
        console::aside(format_args!("rookery: {}: {error}\n", place.display()));
        return ExitCode::from(2);
    }
    ExitCode::from(answered.status())
}

fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    if file.as_os_str() != "-" {
        return std::fs::read(file);
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn write(place: Option<&Path>, text: &str) -> std::io::Result<()> {
    match place {
        Some(file) if file.as_os_str() != "-" => files::create(file)?.write_all(text.as_bytes()),
        _ => {
            let mut output = Output::lock();
            output.write_all(text.as_bytes())?;
            output.flush()
        }
    }
}
