//! PGN4, the text of games of more than two elsewhere: tags and turns (written only).
//!
//! Each line holds one round of turns parted by `..`. A removed king stands where its owner's move would: `#` checkmated,
//! `S` stalemated, `R` resigned, `T` timed out. A player whose king was captured simply has no more turns.

use super::event::Event;
use super::game::State;
use super::players::{Seat, Status};
use super::setup::Setup;

pub(super) fn write(start: &Setup, state: &State) -> String {
    let mut tags = vec![("Variant", "FFA".to_owned()), ("RuleVariants", "EnPassant".to_owned())];
    tags.extend(start.fen4().ok().map(|fen4| ("StartFen4", fen4)));
    tags.push(("StartMpn", start.mpn()));
    if let (Some(scores), Some(reason)) = (state.scores, state.reason) {
        let players = Seat::ALL.into_iter().filter(|&seat| start.status(seat) != Status::Absent);
        let shares: Vec<String> = players.map(|seat| format!("{seat}: {}", scores[seat as usize])).collect();
        tags.push(("Result", shares.join(" - ")));
        tags.push(("Termination", reason.name().to_owned()));
    }
    let tags: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    format!("{tags}\n{}", rounds(state))
}

fn rounds(state: &State) -> String {
    let mut text = String::new();
    let (mut round, mut last) = (0, None);
    for (seat, turn) in state.events.iter().filter_map(turn) {
        if last.is_none_or(|last| seat <= last) {
            round += 1;
            let line_end = if round > 1 { "\n" } else { "" };
            text += &format!("{line_end}{round}. {turn}");
        } else {
            text += &format!(" .. {turn}");
        }
        last = Some(seat);
    }
    text + "\n"
}

/// The seat and text of an event that was a turn.
fn turn(event: &Event) -> Option<(Seat, &str)> {
    match event {
        Event::Moved { seat, long, .. } => Some((*seat, long)),
        Event::Removed { seat, status } => Some((
            *seat,
            match status {
                Status::Checkmated => "#",
                Status::Stalemated => "S",
                Status::TimedOut => "T",
                _ => "R",
            },
        )),
        _ => None,
    }
}
