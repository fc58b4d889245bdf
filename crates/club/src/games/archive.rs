//! Cutting an archive into its games, and reading them side by side. A broken game is told with its line and does not
//! stop the ones after it.

use rayon::prelude::*;

use super::moves::{MOST_BYTES, Moves, MovesError};
use super::pgn::{self, Tags};

/// How many games are read side by side.
const TOGETHER: usize = 512;

/// The games of a PGN file, in order. They are read where they lie; nothing is copied.
pub struct Archive<'a> {
    /// What was not cut yet, from the beginning of a line.
    rest: &'a [u8],
    /// The number of that line, from 1.
    line: u64,
}

/// One game of an archive.
#[derive(Debug)]
pub struct ArchivedGame<'a> {
    /// The line of the file on which the game begins, from 1.
    pub line: u64,
    /// Its text as it stands in the file: tags and movetext, without what is blank after them.
    pub text: &'a [u8],
    /// Its moves, or why it was refused.
    pub moves: Result<Moves, MovesError>,
}

/// One game's text, cut out of the archive and not yet read.
struct Cutting<'a> {
    line: u64,
    text: &'a [u8],
}

impl<'a> Cutting<'a> {
    fn read(self) -> ArchivedGame<'a> {
        let moves = match self.text.len() > MOST_BYTES {
            true => Err(MovesError::TooLarge),
            false => Moves::read_game(self.text, self.line),
        };
        ArchivedGame { line: self.line, text: self.text, moves }
    }
}

impl ArchivedGame<'_> {
    /// The tags, also those of a broken game as far as they can be read.
    pub fn tags(&self) -> Tags {
        match &self.moves {
            Ok(moves) => moves.tags.clone(),
            Err(_) => pgn::read_tags(self.text).0.unwrap_or_default(),
        }
    }
}

impl<'a> Archive<'a> {
    /// A file in UTF-8 or Latin-1, with or without a byte-order mark.
    pub fn new(text: &'a [u8]) -> Self {
        Self { rest: text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text), line: 1 }
    }

    /// Reads all games on as many cores as there are. `work` is done to each beside the reading, and `take` gets what
    /// came of it in the order of the games.
    pub fn read_all<T: Send>(mut self, work: impl Fn(ArchivedGame<'a>) -> T + Sync, mut take: impl FnMut(T)) {
        loop {
            let cuttings: Vec<Cutting<'a>> = std::iter::from_fn(|| self.cut()).take(TOGETHER).collect();
            if cuttings.is_empty() {
                return;
            }
            let done: Vec<T> = cuttings.into_par_iter().map(|cutting| work(cutting.read())).collect();
            done.into_iter().for_each(&mut take);
        }
    }

    fn cut(&mut self) -> Option<Cutting<'a>> {
        let mut begun: Option<(u64, &'a [u8])> = None;
        let mut shape = Shape::default();
        while !self.rest.is_empty() {
            let end = memchr::memchr(b'\n', self.rest).map_or(self.rest.len(), |at| at + 1);
            let (line, rest) = self.rest.split_at(end);
            match begun {
                None if line.trim_ascii().is_empty() || line.starts_with(b"%") => {}
                Some(_) if shape.is_over_before(line) => break,
                _ => {
                    begun.get_or_insert((self.line, self.rest));
                    shape.add(line);
                }
            }
            self.rest = rest;
            self.line += 1;
        }
        let (line, from) = begun?;
        let text = &from[..from.len() - self.rest.len()];
        Some(Cutting { line, text: text.trim_ascii_end() })
    }
}

impl<'a> Iterator for Archive<'a> {
    type Item = ArchivedGame<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        self.cut().map(Cutting::read)
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
        // Where no semicolon can hide braces, all comments before the last closing brace are over. A line may have a
        // hundred of them.
        if memchr::memchr(b';', line).is_none()
            && let Some(closed) = memchr::memrchr(b'}', line)
        {
            self.in_comment = false;
            rest = &line[closed + 1..];
        }
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
