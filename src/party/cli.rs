//! `rookery party`: one JSON request a line on standard input, one JSON answer a line on standard output, in order.

use std::io::{self, BufRead, Write};

use serde_json::{Value, json};

use super::analysis::{ON_THE_COMMAND_LINE, answer, problem};

/// Answers every line until the end of input. A line that is no JSON gets an `error` and the next one is read.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        if !line.trim_ascii().is_empty() {
            let answer = match serde_json::from_slice::<Value>(&line) {
                Ok(request) => answer(&request, ON_THE_COMMAND_LINE),
                Err(error) => json!({ "error": problem("not JSON", error) }),
            };
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}
