//! The command line: a request on each line of the input, its answer on a line of the output.

use std::io::{self, BufRead, Write};

use serde_json::{Value, json};

use super::analysis;

/// Answers line by line, flushing each, until the input ends. A bad line gets an `error` and the next is read.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let answer = match serde_json::from_slice::<Value>(&line) {
            Ok(request) => analysis::answer(&request),
            Err(error) => json!({ "error": { "title": "not JSON", "detail": error.to_string() } }),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}
