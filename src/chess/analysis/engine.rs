//! A chess engine as a program of its own, spoken to by UCI: one position at a time, with an end to each wait.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position};

use super::{Judgement, Score};

/// How long and how deep it thinks about a position.
const THINKS: &str = "go depth 18 movetime 200";
/// One thread and 16 MB are plenty for that.
const SETTINGS: &[&str] = &["setoption name Threads value 1", "setoption name Hash value 16"];
/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// Lines that wait to be read before the engine has to wait.
const LINES: usize = 1024;

/// An engine that runs; it ends with this value.
pub struct Engine {
    pub name: String,
    program: Child,
    asks: ChildStdin,
    answers: Receiver<String>,
}

impl Engine {
    /// Starts the program behind everything else that this machine does.
    pub fn start(program: &Path) -> io::Result<Engine> {
        let mut command = Command::new("nice");
        command.args(["-n", "19"]).arg(program);
        let mut program = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let (Some(asks), Some(said)) = (program.stdin.take(), program.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (hears, answers) = sync_channel(LINES);
        thread::spawn(move || {
            let mut lines = BufReader::new(said).lines().map_while(Result::ok);
            // The receiver is dropped with the engine, and this thread ends.
            while lines.next().is_some_and(|line| hears.send(line).is_ok()) {}
        });
        let mut engine = Engine { name: "UCI".to_owned(), program, asks, answers };
        engine.say("uci")?;
        let mut name = None;
        engine.hear(|line| {
            name = line.strip_prefix("id name ").map(str::to_owned).or(name.take());
            (line == "uciok").then_some(())
        })?;
        if let Some(name) = name {
            engine.name = name;
        }
        for setting in SETTINGS {
            engine.say(setting)?;
        }
        engine.say("isready")?;
        engine.hear(|line| (line == "readyok").then_some(()))?;
        Ok(engine)
    }

    /// What it thinks of the position that these moves lead to; `None` if it knows no move.
    pub fn judge(&mut self, moves: &[String], position: &Chess) -> io::Result<Option<Judgement>> {
        self.say(&format!("position startpos moves {}", moves.join(" ")))?;
        self.say(THINKS)?;
        let mut score = None;
        let best = self.hear(|line| {
            score = scored(line).or(score);
            line.strip_prefix("bestmove ").and_then(|rest| rest.split_whitespace().next()).map(str::to_owned)
        })?;
        let best = best.parse::<UciMove>().ok().and_then(|best| best.to_move(position).ok());
        let best = best.map(|best| SanPlus::from_move(position.clone(), best).to_string());
        let for_white = |score: Score| position.turn().fold_wb(score, score.turned());
        Ok(score.zip(best).map(|(score, best)| Judgement { score: for_white(score), best }))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.asks, "{line}")?;
        self.asks.flush()
    }

    /// Reads on until a line answers.
    fn hear<T>(&mut self, mut answer: impl FnMut(&str) -> Option<T>) -> io::Result<T> {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.answers.recv_timeout(left).map_err(io::Error::other)?;
            if let Some(answered) = answer(line.trim_end()) {
                return Ok(answered);
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// The score of a line like `info depth 9 score cp 31 nodes 4000 pv e2e4`, as who moves sees it.
fn scored(line: &str) -> Option<Score> {
    let mut words = line.strip_prefix("info ")?.split_whitespace().skip_while(|word| *word != "score").skip(1);
    let kind = words.next()?;
    let value = words.next()?.parse().ok()?;
    match kind {
        "cp" => Some(Score::Centipawns(value)),
        "mate" => Some(Score::Mate(value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_out_of_what_an_engine_tells() {
        let line = "info depth 9 seldepth 12 multipv 1 score cp -31 upperbound nodes 4000 nps 1 pv e2e4 e7e5";
        assert_eq!(scored(line), Some(Score::Centipawns(-31)));
        assert_eq!(scored("info depth 3 score mate 2 pv d1h5"), Some(Score::Mate(2)));
        assert_eq!(scored("info depth 1 currmove e2e4"), None);
        assert_eq!(scored("bestmove e2e4 ponder e7e5"), None);
    }

    #[test]
    fn a_program_that_is_no_engine_is_told_so() {
        assert!(Engine::start(Path::new("/bin/true")).is_err());
    }
}
