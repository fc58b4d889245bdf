//! Output of the commands. `println!` and `eprintln!` panic when the reader has gone, as with `| head`; so the crate's
//! lints forbid them and all commands write here.

use std::fmt::Display;
use std::io::{self, ErrorKind, StdoutLock, Write};

use crate::error::Error;

/// Standard output. Who closes it has read enough: what is written from then on goes nowhere, and the command does all
/// of its work.
pub struct Output(StdoutLock<'static>);

impl Output {
    pub fn lock() -> Output {
        Output(io::stdout().lock())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_closed(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_closed(self.0.flush(), ())
    }
}

/// What came of writing, or what stands for it where nobody reads any more.
pub fn unless_closed<T>(written: io::Result<T>, closed: T) -> io::Result<T> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(closed),
        written => written,
    }
}

/// Standard input or output cannot be used, as on a disk that is full.
pub fn unusable(error: io::Error) -> Error {
    Error::Unavailable(format!("standard input or output: {error}"))
}

/// Writes a line to standard output.
pub fn tell(line: impl Display) -> Result<(), Error> {
    writeln!(Output::lock(), "{line}").map_err(unusable)
}

/// Writes to standard error what is no answer: how far the work is, why there is none. Where that fails, there is
/// nowhere left to say so.
pub fn aside(text: impl Display) {
    drop(write!(io::stderr().lock(), "{text}"));
}
