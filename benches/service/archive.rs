//! Reading an archive of games with every move checked, against only parsing it and against pgn-extract.

use std::io::BufWriter;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use rookery::games::archive::Archive;
use shakmaty::san::SanPlus as San;
use shakmaty::{Chess, Color, Position};

use crate::measure::{Random, Ratio};
use crate::seed::Scratch;

/// Section `archive`: a file that is named, or one that is made of so many games.
pub fn run(file: Option<&str>, games: usize, rounds: usize) {
    let scratch = Scratch::new();
    let made = scratch.path().join("games.pgn");
    let path = match file {
        Some(file) => Path::new(file),
        None => {
            write(&made, games);
            &made
        }
    };
    let bytes = std::fs::read(path).unwrap();
    let (checked, refused) = check(&bytes);
    println!(
        "{} games ({refused} refused), {:.1} MB, {}",
        checked + refused,
        bytes.len() as f64 / 1e6,
        if file.is_some() { "of a file" } else { "made at random" }
    );
    let rate = |seconds: f64| bytes.len() as f64 / 1e6 / seconds;
    let reading = || rate(timed(|| check(&bytes)));
    Ratio::alternate(rounds, reading, || rate(timed(|| parse(&bytes)))).tell(
        "reading and checking / only parsing",
        ">=",
        0.25,
    );
    println!(
        "    reading and checking: {:.0} MB/s; only parsing: {:.0} MB/s",
        reading(),
        rate(timed(|| parse(&bytes)))
    );
    let Some(program) = ["pgn-extract", "/usr/games/pgn-extract"].into_iter().find(|program| is_there(program)) else {
        return println!("    pgn-extract is not installed");
    };
    let reading = || rate(timed(|| check(&std::fs::read(path).unwrap())));
    Ratio::alternate(rounds, reading, || rate(timed(|| extract(program, path)))).tell(
        "reading and checking / pgn-extract -r",
        ">=",
        5.0,
    );
}

fn timed<T>(work: impl FnOnce() -> T) -> f64 {
    let began = Instant::now();
    std::hint::black_box(work());
    began.elapsed().as_secs_f64()
}

/// Games read and games refused.
fn check(bytes: &[u8]) -> (usize, usize) {
    let (mut read, mut refused) = (0, 0);
    let count = |is_read| if is_read { read += 1 } else { refused += 1 };
    Archive::new(bytes).read_all(|game| game.moves.is_ok(), count);
    (read, refused)
}

/// Takes every tag and move as text, and checks none.
struct Parse(usize);

impl Visitor for Parse {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), _: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        self.0 += value.as_bytes().len();
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        self.0 += usize::from(san.suffix.is_some());
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (): ()) {}
}

fn parse(bytes: &[u8]) {
    let mut visitor = Parse(0);
    let mut reader = Reader::new(bytes);
    while reader.read_game(&mut visitor).unwrap().is_some() {}
    std::hint::black_box(visitor.0);
}

/// Reads and checks, and writes nothing (`-r`).
fn extract(program: &str, path: &Path) {
    let read = quiet(Command::new(program).args(["-s", "-r"]).arg(path));
    assert!(read, "pgn-extract failed");
}

fn is_there(program: &str) -> bool {
    quiet(Command::new(program).arg("--version"))
}

fn quiet(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Games of random legal moves.
fn write(path: &Path, games: usize) {
    use std::io::Write;
    let mut file = BufWriter::new(std::fs::File::create(path).unwrap());
    let mut random = Random(5);
    for number in 1..=games {
        let mut position = Chess::default();
        let mut text = String::new();
        let plies = 40 + random.below(80);
        let mut column = 0;
        for ply in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let chosen = moves[random.below(moves.len() as u64) as usize];
            let number = if position.turn() == Color::White { format!("{}. ", ply / 2 + 1) } else { String::new() };
            let san = San::from_move_and_play_unchecked(&mut position, chosen);
            let token = format!("{number}{san}");
            column += token.len() + 1;
            text.push_str(&token);
            text.push(if column > 72 { '\n' } else { ' ' });
            column = if column > 72 { 0 } else { column };
        }
        let result = match position.outcome().known() {
            Some(outcome) => outcome.to_string(),
            None => "1/2-1/2".to_owned(),
        };
        let date = format!("2026.{:02}.{:02}", 1 + number % 12, 1 + number % 28);
        write!(
            file,
            "[Event \"Friday\"]\n[Site \"Room 322\"]\n[Date \"{date}\"]\n[Round \"{number}\"]\n\
             [White \"Member {}\"]\n[Black \"Member {}\"]\n[Result \"{result}\"]\n\n{text}{result}\n\n",
            number % 30,
            number % 29 + 31
        )
        .unwrap();
    }
    file.flush().unwrap();
}
