//! Reading an archive of many games from a stream. A broken game is told with its line and does not
//! stop the ones after it.

use std::io::{self, BufRead, BufReader, Read};

use rayon::prelude::*;

use super::moves::{MOST_BYTES, Moves, MovesError};
use super::pgn::{self, Tags};

/// How much is read at once, in bytes.
const BLOCK: usize = 64 * 1024;

/// How many games are read side by side.
const TOGETHER: usize = 512;

/// The games of a PGN file, in order. Memory stays within one block and one game's size limit.
pub struct Archive<R> {
    input: BufReader<R>,
    /// The line being looked at, without its end, cut at the size limit; kept for the next game where it begins one.
    line: Vec<u8>,
    line_number: u64,
    line_is_due: bool,
}

/// One game of an archive.
#[derive(Debug)]
pub struct ArchivedGame {
    /// The line of the file on which the game begins, from 1.
    pub line: u64,
    /// Its text as it stands in the file: tags and movetext.
    pub text: Vec<u8>,
    /// Its moves, or why it was refused.
    pub moves: Result<Moves, MovesError>,
}

/// One game's text, cut out of the archive and not yet read.
struct Cutting {
    line: u64,
    text: Vec<u8>,
    too_large: bool,
}

impl Cutting {
    fn read(self) -> ArchivedGame {
        let moves = match self.too_large {
            true => Err(MovesError::TooLarge { most: MOST_BYTES }),
            false => Moves::read_game(&self.text, self.line),
        };
        ArchivedGame { line: self.line, text: self.text, moves }
    }
}

impl ArchivedGame {
    /// The tags, also those of a broken game as far as they can be read.
    pub fn tags(&self) -> Tags {
        match &self.moves {
            Ok(moves) => moves.tags.clone(),
            Err(_) => pgn::read_tags(&self.text).0.unwrap_or_default(),
        }
    }
}

impl<R: Read> Archive<R> {
    pub fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(BLOCK, input), line: Vec::new(), line_number: 0, line_is_due: false }
    }

    /// Takes the next line; `false` at the end of the input.
    fn advance(&mut self) -> io::Result<bool> {
        if std::mem::take(&mut self.line_is_due) {
            return Ok(true);
        }
        self.line.clear();
        let mut any = false;
        loop {
            let block = self.input.fill_buf()?;
            if block.is_empty() {
                break;
            }
            any = true;
            let end = memchr::memchr(b'\n', block);
            let part = &block[..end.unwrap_or(block.len())];
            let room = (MOST_BYTES + 1).saturating_sub(self.line.len());
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        self.line_number += u64::from(any);
        if self.line_number == 1 && self.line.starts_with(b"\xef\xbb\xbf") {
            self.line.drain(..3);
        }
        Ok(any)
    }

    /// Reads all games on as many cores as there are. `work` is done to each beside the reading, and `take` gets what
    /// came of it in the order of the games.
    pub fn read_all<T: Send>(
        mut self,
        work: impl Fn(ArchivedGame) -> T + Sync,
        mut take: impl FnMut(T),
    ) -> io::Result<()> {
        loop {
            let cuttings: Vec<Cutting> =
                std::iter::from_fn(|| self.cut().transpose()).take(TOGETHER).collect::<io::Result<_>>()?;
            if cuttings.is_empty() {
                return Ok(());
            }
            let done: Vec<T> = cuttings.into_par_iter().map(|cutting| work(cutting.read())).collect();
            done.into_iter().for_each(&mut take);
        }
    }

    fn cut(&mut self) -> io::Result<Option<Cutting>> {
        let mut text = Vec::new();
        let mut first_line = 0;
        let mut shape = Shape::default();
        let mut too_large = false;
        while self.advance()? {
            if first_line == 0 {
                if self.line.trim_ascii().is_empty() || self.line.starts_with(b"%") {
                    continue;
                }
                first_line = self.line_number;
                text.reserve(2048);
            } else if shape.is_over_before(&self.line) {
                self.line_is_due = true;
                break;
            }
            shape.add(&self.line);
            too_large |= text.len() + self.line.len() > MOST_BYTES;
            if !too_large {
                text.extend_from_slice(&self.line);
                text.push(b'\n');
            }
        }
        if first_line == 0 {
            return Ok(None);
        }
        Ok(Some(Cutting { line: first_line, text, too_large }))
    }
}

impl<R: Read> Iterator for Archive<R> {
    type Item = io::Result<ArchivedGame>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.cut().transpose()?.map(Cutting::read))
    }
}

/// What the lines of a game so far tell about where it ends.
#[derive(Default)]
struct Shape {
    has_moves: bool,
    in_comment: bool,
    has_result: bool,
    after_blank: bool,
}

impl Shape {
    /// Whether a line belongs to the next game: tags after moves, or anything after a result and a
    /// blank line. In a comment that is never closed only an `Event` tag after a blank line does.
    fn is_over_before(&self, line: &[u8]) -> bool {
        let line = line.trim_ascii_start();
        if self.in_comment {
            return self.after_blank && line.starts_with(b"[Event \"");
        }
        let tag = line.first() == Some(&b'[');
        self.has_moves && (tag || (self.has_result && self.after_blank && !line.is_empty()))
    }

    fn add(&mut self, line: &[u8]) {
        let trimmed = line.trim_ascii();
        self.after_blank = trimmed.is_empty();
        if self.after_blank || (!self.in_comment && matches!(line[0], b'%' | b'[') && !self.has_moves) {
            return;
        }
        self.has_moves = true;
        let mut rest = line;
        loop {
            let found = match self.in_comment {
                true => memchr::memchr(b'}', rest),
                false => memchr::memchr2(b'{', b';', rest),
            };
            match found {
                Some(at) if rest[at] == b';' => return,
                Some(at) => {
                    self.in_comment = !self.in_comment;
                    rest = &rest[at + 1..];
                }
                None => break,
            }
        }
        let results: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];
        self.has_result = !self.in_comment && results.iter().any(|result| trimmed.ends_with(result));
    }
}

#[cfg(test)]
mod tests;
