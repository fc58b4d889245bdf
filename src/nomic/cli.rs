//! `rookery nomic`: rule documents and game logs, in and out; every answer is one line of JSON.

use chrono::{DateTime, NaiveDate, Utc};
use clap::{Parser, Subcommand, ValueEnum};
use rookery_nomic::documents::{Contradiction, Dialect, Document, INITIAL_SET};
use rookery_nomic::edition::Edition;
use rookery_nomic::game::Newcomer;
use rookery_nomic::plays::{Play, Thread};
use rookery_nomic::record::Beginning;
use rookery_nomic::{Event, Game, Void, explain, verify};
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use super::explaining::{for_readers, told, view};

const HELP: &str = r#"A log on standard input is a game: a line that begins it, then an event on each line; docs/nomic.md has more:
  rookery nomic import --initial > game.jsonl
  echo '{"at":"2019-02-11T10:00:00Z","player":"Chris B","play":{"kind":"say","thread":"voting","text":"Rule-change: Repeal Rule 205"}}' >> game.jsonl
  rookery nomic explain --draft "Rule-change: Repeal Rule 207" < game.jsonl
  rookery nomic replay --until 2019-02-12T00:00:00Z < game.jsonl
  rookery nomic export < game.jsonl > rules.json"#;

/// Nomic from the command line.
#[derive(Debug, Parser)]
#[command(name = "nomic")]
#[command(after_help = HELP)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Read a rules document (standard input, any dialect) and write the first line of a game's log.
    Import {
        /// The companion propositions document.
        #[arg(long)]
        propositions: Option<PathBuf>,
        /// Begin with the initial set instead of reading a document.
        #[arg(long)]
        initial: bool,
        /// The first day; the document's date if not given.
        #[arg(long)]
        start: Option<NaiveDate>,
        /// A player and their day, such as "Ben P=Wed"; those of the rules if not given.
        #[arg(long = "player", value_parser = newcomer)]
        players: Vec<Newcomer>,
    },
    /// Read a log and write its rules, or its propositions, as a document.
    Export {
        #[arg(long, value_enum, default_value_t = Table::Rules)]
        table: Table,
        /// Another dialect than the one the rules came in.
        #[arg(long, value_enum)]
        dialect: Option<Layout>,
        /// As they are at this instant; as the log leaves them if not given.
        #[arg(long)]
        at: Option<DateTime<Utc>>,
    },
    /// Prove that the rules a game began with, plus all effects, are its current text.
    Verify {
        /// A rules document that must say the same.
        #[arg(long)]
        rules: Option<PathBuf>,
    },
    /// Apply a log line by line: one answer for each, then the game.
    Replay {
        /// Run the clock on to this instant.
        #[arg(long)]
        until: Option<DateTime<Utc>>,
        /// Show the game as this player sees it.
        #[arg(long)]
        viewer: Option<String>,
    },
    /// Say what would happen if a draft passed.
    Explain {
        /// A line such as "Rule-change: Repeal Rule 205", or a `propose` play as JSON.
        #[arg(long)]
        draft: String,
        /// Who would propose it; today's player if not given.
        #[arg(long)]
        player: Option<String>,
        /// As the game stands at this instant; as the log leaves it if not given.
        #[arg(long)]
        at: Option<DateTime<Utc>>,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Table {
    Rules,
    Propositions,
}

/// How a document is laid out.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Layout {
    /// `rules` or `propositions`, labels such as `101[I]`.
    V1,
    /// `items` with a `decorator`, links in four tables.
    V2,
    /// v2 with the text as one HTML string.
    V3,
}

impl From<Layout> for Dialect {
    fn from(layout: Layout) -> Dialect {
        match layout {
            Layout::V1 => Dialect::V1,
            Layout::V2 => Dialect::V2,
            Layout::V3 => Dialect::V3,
        }
    }
}

fn newcomer(text: &str) -> Result<Newcomer, String> {
    let (name, weekday) = text.rsplit_once('=').ok_or("write a player as \"Name=Mon\"")?;
    Ok(Newcomer {
        name: name.trim().to_owned(),
        weekday: Some(weekday.parse().map_err(|_| format!("{weekday} is not a day of the week"))?),
    })
}

/// The answer for an error.
struct Problem {
    title: &'static str,
    detail: String,
}

impl Problem {
    fn new(title: &'static str, detail: impl ToString) -> Self {
        Self { title, detail: detail.to_string() }
    }

    fn answer(&self) -> Value {
        json!({"error": {"title": self.title, "detail": self.detail}})
    }
}

impl From<Contradiction> for Problem {
    fn from(problem: Contradiction) -> Self {
        Self::new("the document cannot be used", problem)
    }
}

/// Runs one command; answers whether all was well, so that the process can say so too.
///
/// # Errors
/// Only those of reading and writing: everything else is answered as JSON.
pub fn run(args: Args, input: impl Read, mut output: impl Write) -> io::Result<bool> {
    let mut input = BufReader::new(input);
    let done = match args.command {
        Command::Import { propositions, initial, start, players } => {
            import(&mut input, propositions.as_deref(), initial, start, players)
        }
        Command::Export { table, dialect, at } => export(&mut input, table, dialect, at),
        Command::Verify { rules } => verified(&mut input, rules.as_deref()),
        Command::Replay { until, viewer } => {
            return replay(&mut input, &mut output, until, viewer.as_deref());
        }
        Command::Explain { draft, player, at } => explained(&mut input, &draft, player, at),
    };
    match done {
        Ok((text, well)) => output.write_all(text.as_bytes()).and_then(|()| output.flush()).map(|()| well),
        Err(problem) => writeln!(output, "{}", problem.answer()).and_then(|()| output.flush()).map(|()| false),
    }
}

type Done = Result<(String, bool), Problem>;

fn read_file(path: &Path) -> Result<String, Problem> {
    std::fs::read_to_string(path)
        .map_err(|error| Problem::new("the file cannot be read", format!("{}: {error}", path.display())))
}

fn read_all(input: &mut impl Read) -> Result<String, Problem> {
    let mut text = String::new();
    input.read_to_string(&mut text).map_err(|error| Problem::new("the input cannot be read", error))?;
    Ok(text)
}

fn import(
    input: &mut impl Read,
    propositions: Option<&Path>,
    initial: bool,
    start: Option<NaiveDate>,
    players: Vec<Newcomer>,
) -> Done {
    let text = if initial { INITIAL_SET.to_owned() } else { read_all(input)? };
    let rules = Document::parse(&text)?;
    let propositions = propositions.map(|path| Ok::<_, Problem>(Document::parse(&read_file(path)?)?)).transpose()?;
    let beginning = Beginning {
        edition: Edition::LATEST,
        start_date: start,
        players,
        rules: Some(rules.value().clone()),
        propositions: propositions.map(|document| document.value().clone()),
        ..Beginning::default()
    };
    beginning.start().map_err(|problem| Problem::new("the game cannot start", problem))?;
    let line = serde_json::to_string(&beginning).map_err(|error| Problem::new("the log cannot be written", error))?;
    Ok((line + "\n", true))
}

/// A log read to its end, or to an instant; any bad line is an error with its number.
fn load(input: &mut impl BufRead, until: Option<DateTime<Utc>>) -> Result<(Beginning, Game), Problem> {
    let text = read_all(input)?;
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (_, first) = lines.next().ok_or_else(|| Problem::new("the log is empty", "its first line starts the game"))?;
    let (beginning, mut game) = begin(first)?;
    for (number, line) in lines {
        let event: Event = serde_json::from_str(line)
            .map_err(|error| Problem::new("not an event", format!("line {}: {error}", number + 1)))?;
        if until.is_some_and(|until| event.at > until) {
            break;
        }
        game.apply(&event)
            .map_err(|refusal| Problem::new("the event was refused", format!("line {}: {refusal}", number + 1)))?;
    }
    if let Some(until) = until {
        game.advance(until).map_err(|refusal| Problem::new("the clock was refused", refusal))?;
    }
    Ok((beginning, game))
}

fn begin(line: &str) -> Result<(Beginning, Game), Problem> {
    let beginning: Beginning = serde_json::from_str(line)
        .map_err(|error| Problem::new("the log does not start a game", format!("line 1: {error}")))?;
    let game = beginning.start().map_err(|problem| Problem::new("the game cannot start", problem))?;
    Ok((beginning, game))
}

fn export(input: &mut impl BufRead, table: Table, dialect: Option<Layout>, at: Option<DateTime<Utc>>) -> Done {
    let (beginning, game) = load(input, at)?;
    let rules = beginning.rules()?;
    let document = match table {
        Table::Rules => rules.with_rules_of(&game),
        Table::Propositions => match beginning.propositions()? {
            Some(document) => document.with_proposals_of(&game),
            None => Document::propositions_for(&rules)?.with_proposals_of(&game),
        },
    };
    let dialect = dialect.map_or(document.dialect, Dialect::from);
    Ok((document.into_dialect(dialect)?.to_text(), true))
}

fn verified(input: &mut impl BufRead, rules: Option<&Path>) -> Done {
    let (beginning, game) = load(input, None)?;
    let setup = beginning.setup().map_err(|problem| Problem::new("the game cannot start", problem))?;
    let mut problems = verify::verify(&game, &setup.rules);
    if let Some(path) = rules {
        problems.extend(verify::compare(&game, &Document::parse(&read_file(path)?)?));
    }
    let well = problems.is_empty();
    let versions: usize = game.book.rules.iter().map(|rule| rule.versions.len()).sum();
    Ok((
        format!(
            "{}\n",
            json!({"verified": well, "rules": game.book.rules.len(), "versions": versions, "messages": game.messages.len(), "problems": problems})
        ),
        well,
    ))
}

fn explained(input: &mut impl BufRead, draft: &str, player: Option<String>, at: Option<DateTime<Utc>>) -> Done {
    let (_, game) = load(input, at)?;
    let play = match serde_json::from_str::<Play>(draft) {
        Ok(play) => play,
        Err(error) if draft.trim_start().starts_with('{') => {
            return Err(Problem::new("the draft is not understood", error));
        }
        Err(_) => Play::Say { thread: Thread::Voting, text: draft.to_owned() },
    };
    let player = player.or_else(|| game.players_of(game.day).into_iter().next()).unwrap_or_default();
    let answer = explain::explain(&game, &player, &play)
        .map_err(|problem| Problem::new("the draft is not understood", told(&game.renumbered(problem))))?;
    Ok((format!("{}\n", json!(for_readers(answer))), true))
}

/// One answer a line; a bad line is answered with what is wrong, and the game goes on without it.
fn replay(
    input: &mut impl BufRead,
    output: &mut impl Write,
    until: Option<DateTime<Utc>>,
    viewer: Option<&str>,
) -> io::Result<bool> {
    let mut game: Option<Game> = None;
    let mut well = true;
    let (mut bytes, mut empty) = (Vec::new(), true);
    while input.read_until(b'\n', &mut bytes)? > 0 {
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        bytes.clear();
        if line.is_empty() {
            continue;
        }
        empty = false;
        let answer = step(&mut game, &line).unwrap_or_else(|problem| {
            well = false;
            problem.answer()
        });
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    if empty {
        well = false;
        writeln!(output, "{}", Problem::new("the log is empty", "its first line starts the game").answer())?;
    }
    if let Some(mut game) = game {
        if let Some(Err(refusal)) = until.map(|until| game.advance(until)) {
            well = false;
            writeln!(output, "{}", Problem::new("the clock was refused", refusal).answer())?;
        }
        writeln!(output, "{}", view(&game, viewer))?;
    }
    output.flush().map(|()| well)
}

fn step(game: &mut Option<Game>, line: &str) -> Result<Value, Problem> {
    let Some(game) = game else {
        let (_, started) = begin(line)?;
        let answer =
            json!({"started": started.start_date, "rules": started.book.rules.len(), "players": started.players.len()});
        *game = Some(started);
        return Ok(answer);
    };
    let event: Event = serde_json::from_str(line).map_err(|error| Problem::new("not an event", error))?;
    let outcome = game.apply(&event).map_err(|refusal| Problem::new("the event was refused", refusal))?;
    let mut answer = json!(outcome);
    let said = |void: &Void| told(&game.renumbered(void.message()));
    answer["why"] = outcome.void.as_ref().map_or(Value::Null, |void| Value::from(said(void)));
    Ok(answer)
}
