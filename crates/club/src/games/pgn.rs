//! The parts of one game's PGN text (tags, and the tokens of its main line), and writing a game as PGN.
//!
//! The tokens are read here rather than by `pgn-reader`, which skips what it cannot read: a
//! refusal has to name the token that is wrong, and its line.

use std::borrow::Cow;
use std::fmt::Write as _;

use chrono::NaiveDateTime;
use chrono_tz::Tz;
use serde::Serialize;
use shakmaty::{Color, KnownOutcome, Outcome};

use super::moves::{Moves, MovesError};
use crate::excerpt::shortened;

/// The tags that every written game has, in the standard's order, with the value for "unknown".
const SEVEN_TAGS: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Written lines are at most this many characters long (the PGN export format says 80, line end included).
const LINE_WIDTH: usize = 79;

/// The tags of a game in their order in the text. Names are kept as written and compared exactly.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of a tag; of a tag given twice, the first.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(tag, _)| *tag == name).map(|(_, value)| value)
    }

    /// Gives a tag a value, in place of the one it had.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value.to_owned(),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Says when the game was played: the date on the wall of that day, in the zone that the club's rules had then, as the
    /// standard means it and so that a file stays the same when a club moves; and the instant, which no zone changes, in
    /// whole seconds, as every reader of PGN takes it.
    pub fn set_played(&mut self, at: NaiveDateTime, zone_then: Tz) {
        self.set("Date", &at.and_utc().with_timezone(&zone_then).format("%Y.%m.%d").to_string());
        self.set("UTCDate", &at.format("%Y.%m.%d").to_string());
        self.set("UTCTime", &at.format("%H:%M:%S").to_string());
    }

    /// Name and value of each, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Tags {
    fn from_iter<T: IntoIterator<Item = (N, V)>>(tags: T) -> Self {
        Self(tags.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}

/// What is known of where a game of the club was played.
#[derive(Debug, Clone, Copy)]
pub struct Whereabouts<'a> {
    /// Played in the games room, not over a board.
    pub online: bool,
    /// The room that somebody said.
    pub told: Option<&'a str>,
    /// The room of its session; empty where that names none.
    pub of_session: &'a str,
    /// The room by the house rules of that day.
    pub usual: &'a str,
    /// Where the club is at home; empty before anybody said so.
    pub place: &'a str,
}

impl<'a> Whereabouts<'a> {
    /// The tag `Site`: of a game online the service, as the standard has it; else the room, or the club's place where no
    /// room is known, or the standard's `?`. Of a session in another room it is the usual one all the same: earlier
    /// versions wrote that, and an import knows a game again by this tag, too.
    pub fn site(&self) -> &'a str {
        match self.told {
            _ if self.online => "Rookery",
            Some(room) => room,
            None if !self.of_session.is_empty() => self.usual,
            None if !self.place.is_empty() => self.place,
            None => "?",
        }
    }
}

/// Text that may be in UTF-8 or, as the PGN standard has it, in Latin-1.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Reads the tags at the start of a game; also the offset at which the movetext begins.
pub(super) fn read_tags(text: &[u8]) -> (Result<Tags, TagFault>, usize) {
    let mut tags = Tags::default();
    let mut fault = None;
    let mut at = 0;
    loop {
        at += blank(&text[at..]);
        let line = &text[at..];
        let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len())];
        match line.first() {
            Some(b'%') => at += line.len(),
            Some(b'[') => match read_tag(line) {
                Some((name, value, length)) => {
                    tags.0.push((decode(name).into_owned(), value));
                    at += length;
                }
                None => {
                    fault.get_or_insert(TagFault { offset: at, text: excerpt(line) });
                    at += line.len();
                }
            },
            _ => return (fault.map_or(Ok(tags), Err), at),
        }
    }
}

/// A line that begins like a tag and is none.
#[derive(Debug)]
pub(super) struct TagFault {
    pub offset: usize,
    pub text: String,
}

/// The name, value and length of the tag at the start of a line.
fn read_tag(line: &[u8]) -> Option<(&[u8], String, usize)> {
    let quote = memchr::memchr(b'"', line)?;
    let name = line[1..quote].trim_ascii();
    if name.is_empty() || !name.iter().all(|&byte| byte == b'_' || byte.is_ascii_alphanumeric()) {
        return None;
    }
    let start = quote + 1;
    let mut end = start;
    let mut escaped = false;
    loop {
        match line.get(end)? {
            b'\\' if matches!(line.get(end + 1), Some(b'"' | b'\\')) => {
                escaped = true;
                end += 2;
            }
            b'"' => break,
            _ => end += 1,
        }
    }
    let after = &line[end + 1..];
    let bracket = blank(after);
    if after.get(bracket) != Some(&b']') {
        return None;
    }
    let value = decode(&line[start..end]);
    let value = if escaped { value.replace("\\\"", "\"").replace("\\\\", "\\") } else { value.into_owned() };
    Some((name, value, end + 1 + bracket + 1))
}

fn blank(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// What is quoted of a faulty text: how it begins.
pub(super) fn excerpt(text: &[u8]) -> String {
    shortened(&decode(text.trim_ascii()), 40)
}

/// One token of a game's main line. Move numbers, NAGs, variations and evaluation signs are passed over.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A word where a move must stand.
    Move(&'a [u8]),
    Comment(&'a [u8]),
    Result(Outcome),
}

/// Why the movetext cannot be cut into tokens; offsets are those of the bracket.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum TokenFault {
    OpenComment(usize),
    OpenVariation(usize),
    StrayBracket(usize),
}

/// Cuts movetext into the tokens of the main line.
pub(super) struct Tokens<'a> {
    text: &'a [u8],
    /// Where the next token begins, and after `next` where the last one did.
    pub at: usize,
    pub begun: usize,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a [u8], at: usize) -> Self {
        Self { text, at, begun: at }
    }

    pub fn next(&mut self) -> Result<Option<Token<'a>>, TokenFault> {
        while let Some(&byte) = self.text.get(self.at) {
            self.begun = self.at;
            match byte {
                b'\n' if self.text.get(self.at + 1) == Some(&b'%') => self.skip_line(),
                b' ' | b'\n' | b'\r' | b'\t' | b'.' | b'!' | b'?' | 0x0b | 0x0c => self.at += 1,
                b'{' => return self.comment().map(Some),
                b';' => {
                    self.skip_line();
                    return Ok(Some(Token::Comment(&self.text[self.begun + 1..self.at])));
                }
                b'(' => self.skip_variation()?,
                b')' | b'}' => return Err(TokenFault::StrayBracket(self.at)),
                b'$' => {
                    self.at += 1;
                    self.at += self.word().len();
                }
                b'*' => {
                    self.at += 1;
                    return Ok(Some(Token::Result(Outcome::Unknown)));
                }
                b'0'..=b'9' => {
                    if let Some(token) = self.number() {
                        return Ok(Some(token));
                    }
                }
                _ => {
                    let word = self.word();
                    self.at += word.len();
                    if word == b"e" && self.text[self.at..].starts_with(b".p.") {
                        self.at += 3;
                    } else if word.starts_with("½".as_bytes()) {
                        return Ok(Some(Token::Result(Outcome::Known(KnownOutcome::Draw))));
                    } else if word == b"--" || word.iter().any(u8::is_ascii_alphanumeric) {
                        return Ok(Some(Token::Move(word)));
                    }
                }
            }
        }
        Ok(None)
    }

    /// A result, a castling written with zeros, or a move number (which is passed over).
    fn number(&mut self) -> Option<Token<'a>> {
        let word = self.word();
        if let Some(result) = read_result(word) {
            self.at += word.len();
            return Some(Token::Result(result));
        }
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits < word.len() && (word.starts_with(b"0-0") || !word[digits].is_ascii_alphabetic()) {
            self.at += word.len();
            return Some(Token::Move(word));
        }
        self.at += digits;
        None
    }

    fn word(&self) -> &'a [u8] {
        let rest = &self.text[self.at..];
        let ends = |byte: &u8| {
            byte.is_ascii_whitespace()
                || matches!(byte, b'{' | b'}' | b'(' | b')' | b'!' | b'?' | b'$' | b';' | b'.' | b'*')
        };
        &rest[..rest.iter().position(ends).unwrap_or(rest.len())]
    }

    fn comment(&mut self) -> Result<Token<'a>, TokenFault> {
        let start = self.at + 1;
        let length = memchr::memchr(b'}', &self.text[start..]).ok_or(TokenFault::OpenComment(self.at))?;
        self.at = start + length + 1;
        Ok(Token::Comment(&self.text[start..start + length]))
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.at + 1..];
        self.at += 1 + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    }

    fn skip_variation(&mut self) -> Result<(), TokenFault> {
        let open = self.at;
        let mut depth = 0_usize;
        let counts = |byte: &u8| matches!(byte, b'{' | b';' | b'(' | b')');
        while let Some(passed) = self.text[self.at..].iter().position(counts) {
            self.at += passed;
            match self.text[self.at] {
                b'{' => {
                    self.comment()?;
                }
                b';' => self.skip_line(),
                bracket => {
                    self.at += 1;
                    depth = if bracket == b'(' { depth + 1 } else { depth - 1 };
                    if depth == 0 {
                        return Ok(());
                    }
                }
            }
        }
        Err(TokenFault::OpenVariation(open))
    }
}

/// The result that a whole word is, with any of the dashes in use.
pub(super) fn read_result(word: &[u8]) -> Option<Outcome> {
    let decisive = |winner| Some(Outcome::Known(KnownOutcome::Decisive { winner }));
    match word {
        b"1-0" => return decisive(Color::White),
        b"0-1" => return decisive(Color::Black),
        b"1/2-1/2" | b"1/2" => return Some(Outcome::Known(KnownOutcome::Draw)),
        b"*" => return Some(Outcome::Unknown),
        _ if word.is_ascii() => return None,
        _ => {}
    }
    let plain = std::str::from_utf8(word).ok()?.replace(['–', '—', '−'], "-");
    plain.is_ascii().then(|| read_result(plain.as_bytes()))?
}

/// The remaining time that a comment tells (`[%clk 0:09:58]`), in whole seconds.
pub(super) fn read_clock(comment: &[u8]) -> Option<u32> {
    // Comments are short and many: a search for the whole word would prepare itself for each.
    let text = memchr::memchr_iter(b'[', comment).find_map(|at| comment[at..].strip_prefix(b"[%clk"))?;
    let text = std::str::from_utf8(&text[..memchr::memchr(b']', text)?]).ok()?.trim();
    text.split('.')
        .next()?
        .split(':')
        .try_fold(0_u32, |sum, part| sum.checked_mul(60)?.checked_add(part.parse::<u32>().ok()?))
}

/// Writes a game as PGN: the seven tags first, the others after them, and the moves in lines of
/// less than 80 characters. `FEN` and `Result` follow from the moves and the result given. The
/// clock comments are those that the game was read with.
pub fn write(tags: &Tags, moves: &Moves, result: Outcome, clocks: bool) -> String {
    written(tags, moves, result, clocks, &|_| Comments::default())
}

/// What is noted on a move.
#[derive(Debug, Default)]
pub struct Comments {
    /// Its number among the glyphs of the standard: 1 is a good move.
    pub glyph: Option<u8>,
    /// Empty for no comment. Braces in it are written as `|`.
    pub text: String,
}

/// The same with clock comments and what is noted after so many half-moves; 0 is before the first.
pub fn write_noted(tags: &Tags, moves: &Moves, result: Outcome, noted: &dyn Fn(usize) -> Comments) -> String {
    written(tags, moves, result, true, noted)
}

fn written(tags: &Tags, moves: &Moves, result: Outcome, clocks: bool, noted: &dyn Fn(usize) -> Comments) -> String {
    let mut text = String::new();
    for (name, unknown) in SEVEN_TAGS {
        let value = if name == "Result" { result.as_str() } else { tags.get(name).unwrap_or(unknown) };
        write_tag(&mut text, name, value);
    }
    if let Some(fen) = moves.start_fen() {
        write_tag(&mut text, "SetUp", "1");
        write_tag(&mut text, "FEN", fen);
    }
    let derived = |name: &str| name == "SetUp" || name == "FEN" || SEVEN_TAGS.iter().any(|(tag, _)| *tag == name);
    for (name, value) in tags.iter().filter(|(name, _)| !derived(name)) {
        write_tag(&mut text, name, value);
    }
    text.push('\n');

    let mut width = 0;
    let mut put = |token: &str| {
        if width > 0 && width + 1 + token.len() > LINE_WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(token);
        width += token.len();
    };
    let before = noted(0).text;
    if !before.is_empty() {
        put_comment(&mut put, &before);
    }
    let mut number_due = true;
    for (ply, san) in moves.sans().iter().enumerate() {
        let (number, side) = moves.turn_of(ply);
        match side {
            Color::White => put(&format!("{number}.")),
            Color::Black if number_due => put(&format!("{number}...")),
            Color::Black => {}
        }
        put(san);
        number_due = false;
        let told = noted(ply + 1);
        if let Some(glyph) = told.glyph {
            put(&format!("${glyph}"));
        }
        if let Some(seconds) = moves.clock_after(ply).filter(|_| clocks) {
            let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
            put(&format!("{{[%clk {hours}:{minutes:02}:{seconds:02}]}}"));
            number_due = true;
        }
        if !told.text.is_empty() {
            put_comment(&mut put, &told.text);
            number_due = true;
        }
    }
    put(result.as_str());
    text.push('\n');
    text
}

/// A comment ends at the first brace, and goes on in the next line as moves do.
fn put_comment(put: &mut impl FnMut(&str), text: &str) {
    format!("{{{}}}", text.replace(['{', '}'], "|")).split_whitespace().for_each(put);
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

impl TokenFault {
    /// The same fault with the line it is on instead of the offset.
    pub(super) fn on_line(self, line_of: impl Fn(usize) -> u64) -> MovesError {
        match self {
            Self::OpenComment(at) => MovesError::OpenComment(line_of(at)),
            Self::OpenVariation(at) => MovesError::OpenVariation(line_of(at)),
            Self::StrayBracket(at) => MovesError::StrayBracket(line_of(at)),
        }
    }
}
