//! The pairing engine's command line: a report file and options in, text and an exit status out.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::check::{Difference, check};
use crate::dutch::{Dutch, Passed, Refusal, Strength};
use crate::error::Error;
use crate::round::{Bracket, ColourRule, Criterion, Format, Part, Round, Why};
use crate::tournament::{Colour, Number, Tournament};
use crate::trf::{Report, TeamEvent};

/// What is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Task {
    /// The pairs of a round.
    #[default]
    Pair,
    /// Whether every round was paired as the rules have it.
    Check,
    /// The pairs of a round, and why they were made.
    Explain,
}

/// What is asked, of which round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// What is asked.
    pub task: Task,
    /// Which round to pair; the coming one if nothing is set. One that was played is paired again from those before it.
    pub round: Option<usize>,
    /// How many rounds there will be, whatever the file says.
    pub rounds: Option<usize>,
}

/// An answer, in lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// What was asked for.
    Met(String),
    /// Rounds differ from what the rules say: which, and how.
    Differs(String),
    /// There is no such pairing: why.
    Unmet(String),
    /// The file is at fault.
    Fault(String),
}

impl Answer {
    /// The exit status of a command that gives the answer.
    pub fn status(&self) -> u8 {
        match self {
            Self::Met(_) => 0,
            Self::Differs(_) | Self::Unmet(_) => 1,
            Self::Fault(_) => 2,
        }
    }

    /// The lines.
    pub fn text(&self) -> &str {
        match self {
            Self::Met(text) | Self::Differs(text) | Self::Unmet(text) | Self::Fault(text) => text,
        }
    }
}

/// Answers to a file. One that is not UTF-8 is read as ISO 8859-1.
///
/// ```
/// use rookery_pairings::engine::{Answer, Request, answer};
///
/// let file = "142 3\n001    1\n001    2\n001    3\n";
/// assert_eq!(answer(file.as_bytes(), Request::default()), Answer::Met("2\n1 2\n3 0\n".to_owned()));
/// let fault = answer(b"142 three\n", Request::default());
/// assert_eq!(fault.text(), "line 1, column 5: expected the number of rounds, found \"three\"\n");
/// assert_eq!(fault.status(), 2);
/// ```
pub fn answer(file: &[u8], request: Request) -> Answer {
    let text = match std::str::from_utf8(file) {
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(),
        Err(_) => file.iter().copied().map(char::from).collect(),
    };
    let mut report = match Report::read_for(&text, request.rounds) {
        Ok(report) => report,
        Err(fault) => return Answer::Fault(format!("{fault}\n")),
    };
    if request.rounds.is_none() && !report.says_rounds() {
        return Answer::Fault("line 1, column 1: expected the number of rounds, in a line 142 or XXR\n".to_owned());
    }
    let of_teams = report.teams.take();
    let tournament = of_teams.as_ref().map_or(&report.tournament, |event| &event.teams.matches);
    if request.task == Task::Check {
        if let Some(kind) = no_swiss(&report) {
            return Answer::Unmet(format!(
                "the file says that it is a {kind}: the rules of a Swiss say nothing of its rounds\n"
            ));
        }
        return match &of_teams {
            Some(event) => checked(event, tournament),
            None => checked(&Dutch, tournament),
        };
    }
    let played = tournament.played();
    let tournament = match request.round {
        Some(round) if !(1..=played + 1).contains(&round) => {
            return Answer::Unmet(format!("round {round} cannot be paired: {played} are played\n"));
        }
        Some(round) if round <= played => tournament.before(round),
        _ => tournament.clone(),
    };
    let answered = match &of_teams {
        Some(event) => paired_teams(event, &tournament, request.task),
        None => paired(&report, &tournament, request.task),
    };
    match answered {
        Ok(text) => Answer::Met(text),
        Err(error @ (Error::Impossible | Error::Over(_) | Error::TooLarge)) => Answer::Unmet(format!("{error}\n")),
        Err(error) => Answer::Fault(format!("{error}\n")),
    }
}

/// What a tournament is, where its file says that it is no Swiss.
fn no_swiss(report: &Report) -> Option<&'static str> {
    let kinds = [
        ("roundrobin", "round robin"),
        ("scheveningen", "Scheveningen match"),
        ("knockout", "knock-out"),
        ("keizer", "Keizer tournament"),
    ];
    let said =
        ["192", "092"].map(|code| report.header(code).unwrap_or_default().to_lowercase().replace(['-', '_', ' '], ""));
    kinds.into_iter().find(|(word, _)| said.iter().any(|said| said.contains(word))).map(|(_, kind)| kind)
}

fn paired(report: &Report, tournament: &Tournament, task: Task) -> Result<String, Error> {
    let round = Dutch.pair(tournament)?;
    if task != Task::Explain {
        return Ok(round.listed());
    }
    let reasons =
        Reasons { passed: Dutch.passed_over(tournament, &round)?, preferences: Some(Dutch.preferences(tournament)?) };
    let name = |number: Number| report.people.get(&number).map(crate::trf::Person::name).unwrap_or_default();
    Ok(explained(tournament, &name, &round, &reasons))
}

fn paired_teams(event: &TeamEvent, tournament: &Tournament, task: Task) -> Result<String, Error> {
    let round = event.pair(tournament)?;
    if task != Task::Explain {
        return Ok(round.listed());
    }
    let reasons = Reasons { passed: vec![Vec::new(); round.pairs.len()], preferences: None };
    let name = |number: Number| event.records.get(&number).map(|team| team.name.clone()).unwrap_or_default();
    Ok(explained(tournament, &name, &round, &reasons))
}

fn checked(format: &impl Format, tournament: &Tournament) -> Answer {
    let differences = check(format, tournament);
    if differences.is_empty() {
        let rounds = tournament.played();
        return Answer::Met(format!("rounds that are as the rules pair them: {rounds} of {rounds}\n"));
    }
    let pairs = |pairs: &[(Number, Number)]| {
        let written: Vec<String> = pairs.iter().map(|(white, black)| format!("{white}-{black}")).collect();
        if written.is_empty() { "nothing".to_owned() } else { written.join(" ") }
    };
    let line = |Difference { round, played, expected }: &Difference| {
        let expected = match expected {
            Ok(expected) => pairs(expected),
            Err(error) => format!("nothing: {error}"),
        };
        format!("round {round}: played {}; the rules say {expected}\n", pairs(played))
    };
    Answer::Differs(differences.iter().map(line).collect())
}

/// What the pairs of a round rest on.
struct Reasons {
    /// Who came before the opponent, of each pair.
    passed: Vec<Vec<Passed>>,
    /// What colours they prefer; `None` if that is not told, of teams.
    preferences: Option<BTreeMap<Number, (Colour, Strength)>>,
}

/// A round with its reasons, a bracket after the other.
fn explained(tournament: &Tournament, called: &dyn Fn(Number) -> String, round: &Round, reasons: &Reasons) -> String {
    let name = |number: Number| {
        let name = called(number);
        if name.is_empty() { number.to_string() } else { format!("{number} {name}") }
    };
    let names = |numbers: &[Number]| numbers.iter().map(|number| name(*number)).collect::<Vec<String>>().join(", ");
    let mut text = format!("Round {} of {}\n", tournament.played() + 1, tournament.rounds);
    for (index, bracket) in round.brackets.iter().enumerate() {
        say(&mut text, format_args!("\nScore {}: {}", bracket.score, names(&bracket.residents)));
        if !bracket.moved_down.is_empty() {
            say(&mut text, format_args!("  moved down to it: {}", names(&bracket.moved_down)));
        }
        if !bracket.moved_up.is_empty() {
            say(&mut text, format_args!("  moved up to it: {}", names(&bracket.moved_up)));
        }
        for (board, (pair, passed)) in (1..).zip(round.pairs.iter().zip(&reasons.passed)) {
            let Why::Bracket { bracket, part, colours } = pair.why else { continue };
            if bracket != index {
                continue;
            }
            say(&mut text, format_args!("  board {board}: {} - {}", name(pair.white), name(pair.black)));
            let preferences = reasons.preferences.as_ref().map_or(String::new(), |preferences| {
                let preference = |number: Number| preference_in_words(preferences.get(&number).copied());
                format!(" ({}, {})", preference(pair.white), preference(pair.black))
            });
            let colours = colours_in_words(colours);
            say(&mut text, format_args!("    {}; colours: {colours}{preferences}", part_in_words(part)));
            for Passed { number, refusal } in passed {
                say(&mut text, format_args!("    before that: {}, but {}", name(*number), refusal_in_words(*refusal)));
            }
        }
        of_bracket(&mut text, bracket);
        if !bracket.floated.is_empty() {
            let last = round.brackets.len() == index + 1;
            let where_to = if last { "has the bye" } else { "moved down from it" };
            say(&mut text, format_args!("  {where_to}: {}", names(&bracket.floated)));
        }
    }
    // In a Swiss of teams nobody moves down: the bye is given before any bracket is paired.
    let alone = round.bye.filter(|alone| !round.brackets.iter().any(|bracket| bracket.floated.contains(alone)));
    if let Some(alone) = alone {
        say(&mut text, format_args!("\nHas the bye: {}", name(alone)));
    }
    text
}

/// Adds a line. Writing to a text does not fail.
fn say(text: &mut String, line: std::fmt::Arguments) {
    let _ = writeln!(text, "{line}");
}

/// What the bracket as a whole could not do better.
fn of_bracket(text: &mut String, bracket: &Bracket) {
    if bracket.exchanges > 0 {
        say(text, format_args!("  changed places with the lower half: {} of the upper half", bracket.exchanges));
    }
    for (criterion, times) in &bracket.failures {
        let words = in_words(*criterion);
        say(
            text,
            format_args!(
                "  {criterion:?}, {words}: fails for {times}; no pairing that meets those above as well has fewer"
            ),
        );
    }
}

fn part_in_words(part: Part) -> &'static str {
    match part {
        Part::Whole => "the same score",
        Part::MovedDown => "one was moved down",
        Part::Remainder => "left over when those moved down were paired",
        Part::MovedUp => "one was moved up",
    }
}

fn colours_in_words(rule: ColourRule) -> &'static str {
    match rule {
        ColourRule::Both => "as both prefer",
        ColourRule::Stronger => "as the one prefers whose preference is stronger",
        ColourRule::Wider => "as the one prefers who had one colour more often",
        ColourRule::Alternate => "the other way round than when their colours last differed",
        ColourRule::Higher => "as the higher ranked prefers",
        ColourRule::Parity => "nobody prefers any: by the pairing number",
        ColourRule::Balance => "White for who had it less often or did not have it last",
    }
}

fn preference_in_words(preference: Option<(Colour, Strength)>) -> &'static str {
    match preference {
        None | Some((_, Strength::None)) => "none",
        Some((Colour::White, Strength::Mild)) => "White mildly",
        Some((Colour::White, Strength::Strong)) => "White strongly",
        Some((Colour::White, Strength::Absolute)) => "White absolutely",
        Some((Colour::Black, Strength::Mild)) => "Black mildly",
        Some((Colour::Black, Strength::Strong)) => "Black strongly",
        Some((Colour::Black, Strength::Absolute)) => "Black absolutely",
    }
}

fn refusal_in_words(refusal: Refusal) -> String {
    match refusal {
        Refusal::Met(round) => format!("they met in round {round} (C1)"),
        Refusal::Forbidden => "they must not meet".to_owned(),
        Refusal::Colour(Colour::White) => "both must have White (C3)".to_owned(),
        Refusal::Colour(Colour::Black) => "both must have Black (C3)".to_owned(),
        Refusal::Worse => "the rest would be worse".to_owned(),
    }
}

fn in_words(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::C6 => "nobody leaves the bracket",
        Criterion::C10 => "no topscorer or opponent of one has a colour three times more often",
        Criterion::C11 => "no topscorer or opponent of one has a colour three times running",
        Criterion::C12 => "everybody has the colour preferred",
        Criterion::C13 => "everybody has the colour strongly preferred",
        Criterion::C14 => "nobody moves down who did in the last round",
        Criterion::C15 => "nobody meets one moved down who did in the last round",
        Criterion::C16 => "nobody moves down who did two rounds before",
        Criterion::C17 => "nobody meets one moved down who did two rounds before",
        Criterion::C18 => "nobody moved down moves on who did in the last round",
        Criterion::C20 => "nobody moved down moves on who did two rounds before",
    }
}
