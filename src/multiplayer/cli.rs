//! The command line: a request on each line of the input, its answer on a line of the output.

use std::io::{self, BufRead, Write};

use rookery_boards::analysis;
use serde_json::{Value, json};

/// What can be asked, for anybody who asks the command for help.
pub const HELP: &str = r#"Requests on standard input, answers on standard output; docs/multiplayer.md has more:
  {"op": "legal", "position": "start4"}                            the moves of the player to move
  {"op": "play", "position": "start4", "tokens": ["d2-d4"]}        how a game stands, or why a token is refused
  {"op": "perft", "position": "start4", "depth": 4}                how many positions lie so deep
  {"op": "export", "position": "start2", "tokens": ["e2-e4"]}      as MPN, FEN, FEN4 and PGN4
Positions: start2, start3, start3-hex, start4, start4-classic, start4-by, start4-byg, start4-rg, or MPN, FEN or FEN4.
Tokens: moves (d2-d4, b8xb1, c7-c8=Q, O-O), resign, timeout, offer, accept:B, decline:B, claim:B:fifty, claim:B:repetition."#;

/// The most leaves that `perft` counts.
const MOST_LEAVES: u64 = 200_000_000;

/// Answers line by line, flushing each, until the input ends. A bad line gets an `error` and the next is read.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let answer = match serde_json::from_slice::<Value>(&line) {
            Ok(request) => analysis::answer(&request, MOST_LEAVES),
            Err(error) => json!({ "error": { "title": "not JSON", "detail": error.to_string() } }),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}
