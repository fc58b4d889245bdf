//! What may be founded: names, formats with their bounds, points, tie-breaks.

use std::ops::RangeInclusive;

use rookery_messages::{Message, say};
use rookery_pairings::{TeamTieBreak, TieBreak};

use crate::error::Refusal;
use crate::fields;
use crate::tournaments::actions::NewTournament;
use crate::tournaments::{Format, Keizer, Ladder, Scoring, Settings};

/// The most rounds that a tournament has.
pub(super) const MOST_ROUNDS: i64 = 99;
const MOST_BOARDS: i64 = 20;
const MOST_TEAMS: usize = 100;
const MOST_TIE_BREAKS: usize = 10;

/// Whether a tournament may be founded so: all that is wrong with it in one refusal.
pub fn found(new: &NewTournament) -> Result<(), Refusal> {
    let mut wrong = Vec::new();
    Refusal::keep(fields::text("name", &new.name, 3, 80).map(drop), &mut wrong);
    let settings = &new.settings;
    let fields: Vec<(&'static str, Message)> = [
        of_format(&settings.format),
        of_rounds(settings),
        of_scoring(&settings.scoring),
        of_tie_breaks(settings),
        of_teams(settings, &new.teams),
    ]
    .concat();
    wrong.extend(fields.into_iter().map(|(field, detail)| Refusal::field(field, detail)));
    Refusal::together(wrong)
}

/// A field that is out of its bounds.
fn bounded(field: &'static str, value: i64, bounds: RangeInclusive<i64>) -> Option<(&'static str, Message)> {
    let (least, most) = (*bounds.start(), *bounds.end());
    (!bounds.contains(&value)).then(|| (field, say!("{value} is not between {least} and {most}.", value, least, most)))
}

fn of_format(format: &Format) -> Vec<(&'static str, Message)> {
    let wrong = match format {
        Format::Keizer(keizer) => of_keizer(keizer),
        Format::Ladder(ladder) => of_ladder(ladder),
        Format::RoundRobin { legs } => vec![bounded("format.legs", *legs, 1..=4)],
        Format::Knockout { games, .. } => vec![bounded("format.games", *games, 1..=6)],
        Format::Swiss { .. } | Format::Casual | Format::Scheveningen => Vec::new(),
    };
    wrong.into_iter().flatten().collect()
}

fn of_keizer(keizer: &Keizer) -> Vec<Option<(&'static str, Message)>> {
    vec![
        keizer.top.and_then(|top| bounded("format.top", top, 1..=10_000)),
        bounded("format.bye", keizer.bye, 0..=100),
        bounded("format.excused", keizer.excused, 0..=100),
        bounded("format.absent", keizer.absent, 0..=100),
        bounded("format.duty", keizer.duty, 0..=100),
        bounded("format.excused_at_most", keizer.excused_at_most, 0..=MOST_ROUNDS),
        bounded("format.again_after", keizer.again_after, 0..=MOST_ROUNDS),
    ]
}

fn of_ladder(ladder: &Ladder) -> Vec<Option<(&'static str, Message)>> {
    vec![
        bounded("format.reach", ladder.reach, 1..=100),
        bounded("format.to_answer", ladder.to_answer, 1..=60),
        bounded("format.to_play", ladder.to_play, 1..=120),
        bounded("format.rest", ladder.rest, 0..=365),
    ]
}

fn of_rounds(settings: &Settings) -> Vec<(&'static str, Message)> {
    let of_none = |format| say!("{format} has as many rounds as follow from who takes part: leave this out.", format);
    let wrong = match (&settings.format, settings.rounds) {
        (Format::Swiss { .. }, None) => {
            Some(("rounds", say!("Say how many rounds there are, 1 to {most}.", most = MOST_ROUNDS)))
        }
        (Format::Swiss { .. } | Format::Casual | Format::Keizer(_), rounds) => {
            rounds.and_then(|rounds| bounded("rounds", rounds, 1..=MOST_ROUNDS))
        }
        (_, None) => None,
        (Format::RoundRobin { .. }, Some(_)) => Some(("rounds", of_none(say!("A round robin")))),
        (Format::Scheveningen, Some(_)) => Some(("rounds", of_none(say!("A Scheveningen match")))),
        (Format::Knockout { .. }, Some(_)) => Some(("rounds", of_none(say!("A knock-out")))),
        (Format::Ladder(_), Some(_)) => Some(("rounds", say!("A ladder has no rounds: leave this out."))),
    };
    let until = settings.open_until.and_then(|round| bounded("open_until", round, 1..=MOST_ROUNDS));
    wrong.into_iter().chain(until).collect()
}

/// A win is worth at least a draw and that at least a loss; what is not played is worth no more than a win.
fn of_scoring(scoring: &Scoring) -> Vec<(&'static str, Message)> {
    let Scoring { win, draw, loss, forfeit_win, forfeit_loss, bye, half_bye, duty } = *scoring;
    if let Some(wrong) = bounded("scoring.win", win, 1..=100) {
        return vec![wrong];
    }
    let up_to = |field, value, most: i64| bounded(field, value, 0..=most.max(0));
    let each = [
        up_to("scoring.draw", draw, win),
        up_to("scoring.loss", loss, draw),
        up_to("scoring.forfeit_win", forfeit_win, win),
        up_to("scoring.forfeit_loss", forfeit_loss, loss),
        up_to("scoring.bye", bye, win),
        up_to("scoring.half_bye", half_bye, win),
        up_to("scoring.duty", duty, win),
    ];
    let level = (loss == win).then(|| ("scoring.loss", say!("A win has to be worth more than a loss.")));
    each.into_iter().flatten().chain(level).collect()
}

/// The tie-breaks of single players, as `crates/pairings` reads them.
pub(super) fn tie_breaks(settings: &Settings) -> impl Iterator<Item = Result<TieBreak, &str>> {
    settings.tie_breaks.iter().map(|code| code.parse().map_err(|_| code.as_str()))
}

/// The tie-breaks of teams that line up by boards.
pub(super) fn team_tie_breaks(settings: &Settings) -> impl Iterator<Item = Result<TeamTieBreak, &str>> {
    let codes = settings.tie_breaks.iter().filter(|_| settings.boards.is_some());
    codes.map(|code| code.parse().map_err(|_| code.as_str()))
}

fn of_tie_breaks(settings: &Settings) -> Vec<(&'static str, Message)> {
    let field = "tie_breaks";
    let mut wrong = Vec::new();
    let places = matches!(settings.format, Format::Keizer(_) | Format::Ladder(_) | Format::Knockout { .. });
    if !settings.tie_breaks.is_empty() && (places || settings.format == Format::Scheveningen) {
        wrong.push((field, say!("Tie-breaks are for a Swiss or a round robin. Here the places follow by themselves.")));
    }
    if settings.tie_breaks.len() > MOST_TIE_BREAKS {
        wrong.push((field, say!("At most {most} tie-breaks are looked at.", most = MOST_TIE_BREAKS)));
    }
    let of_teams = settings.boards.is_some();
    let known: Vec<Result<String, &str>> = if of_teams {
        team_tie_breaks(settings).map(|known| known.map(|known| known.to_string())).collect()
    } else {
        tie_breaks(settings).map(|known| known.map(|known| known.to_string())).collect()
    };
    let mut seen = Vec::new();
    for tie_break in known {
        match tie_break {
            Err(code) if of_teams => wrong.push((
                field,
                say!(
                    "{code} is no tie-break of teams: send codes of C.07 as MPvGP, BH:GP, EMGSB, EDE, SSSC, BC, TBR or BBE.",
                    code
                ),
            )),
            Err(code) => wrong.push((
                field,
                say!("{code} is no tie-break: send codes of C.07 as BH, BH/C1, SB, DE, WIN, PS or ARO.", code),
            )),
            Ok(code) if seen.contains(&code) => {
                wrong.push((field, say!("{code} is named twice: the second time it parts nobody.", code)));
            }
            Ok(code) => seen.push(code),
        }
    }
    wrong
}

fn of_teams(settings: &Settings, teams: &[String]) -> Vec<(&'static str, Message)> {
    let mut wrong = Vec::new();
    let of_boards = matches!(settings.format, Format::Swiss { .. } | Format::Casual | Format::RoundRobin { .. });
    match settings.boards {
        Some(_) if !of_boards => wrong.push((
            "boards",
            say!("Teams play by boards in a Swiss, a casual Swiss or a round robin: leave this out."),
        )),
        Some(boards) => wrong.extend(bounded("boards", boards, 1..=MOST_BOARDS)),
        None => {}
    }
    let count = teams.len();
    match (&settings.format, settings.boards) {
        (Format::Scheveningen, _) if count != 2 => {
            wrong.push(("teams", say!("A Scheveningen match has two teams; this has {count}.", count)));
        }
        (Format::Scheveningen, _) => {}
        (_, Some(_)) if !(2..=MOST_TEAMS).contains(&count) => {
            wrong.push(("teams", say!("Name 2 to {most} teams; this has {count}.", most = MOST_TEAMS, count)));
        }
        (_, Some(_)) => {}
        (_, None) if count > 0 => {
            wrong
                .push(("teams", say!("People play for themselves here: leave the teams out, or say how many boards.")));
        }
        (_, None) => {}
    }
    let mut seen = Vec::new();
    for name in teams {
        let name = name.trim();
        if let Err(refusal) = fields::text("teams", name, 1, 60) {
            wrong.push(("teams", refusal.detail));
        } else if seen.contains(&name.to_lowercase()) {
            wrong.push(("teams", say!("Two teams are called {name}.", name)));
        }
        seen.push(name.to_lowercase());
    }
    wrong
}
