//! What happens in a game of chess for several, in words of the reader's language.

use std::fmt::Display;

use rookery_boards::Kind;

use crate::fields;
use crate::multiplayer::table::exposure::{Taking, Why};
use crate::multiplayer::table::happened::Happened;
use crate::multiplayer::table::options::{Clock, Options, Promotion};
use crate::multiplayer::table::rules::{BoardEffect, Ended, Letter};
use crate::tables::pages::door;
use crate::web::layout::Frame;

/// A colour by its letter: `R` is Red.
pub fn colour(frame: &Frame, letter: impl Display) -> String {
    frame.word("multi-colour", letter.to_string().to_lowercase()).to_string()
}

/// Colours within a sentence.
pub fn colours(frame: &Frame, letters: &[Letter]) -> String {
    frame.language.listed(&letters.iter().map(|letter| colour(frame, letter)).collect::<Vec<_>>())
}

pub fn kind(frame: &Frame, kind: Kind) -> String {
    frame.word("multi-kind", word(kind)).to_string()
}

/// `knight`.
pub fn word(kind: Kind) -> &'static str {
    ["pawn", "knight", "bishop", "rook", "queen", "king"][kind as usize]
}

/// Options in a few words.
pub fn terms(frame: &Frame, options: &Options) -> String {
    let start = if options.is_start() { &options.start } else { "position" };
    let mut terms = vec![frame.word("multi-start", start).to_string()];
    terms.push(match options.clock {
        Clock::Days { days } => frame.t("multi-terms-days").count("days", days).to_string(),
        Clock::Live { minutes, increment_seconds } => door::clock(frame.language, minutes, increment_seconds),
    });
    if options.promotion != Promotion::default() {
        let promotion = frame.word("multi-promotion", fields::word(&options.promotion));
        terms.push(format!("{} {promotion}", frame.t("multi-promotion")));
    }
    if options.rated {
        terms.push(frame.t("multi-rated-yes").to_string());
    }
    terms.join(", ")
}

/// An outcome in a few words: `Red and Blue share the point: draw agreed`.
pub fn outcome(frame: &Frame, outcome: &Ended) -> String {
    let shares = outcome.scores.iter().filter(|(_, share)| *share != "0");
    let who: Vec<String> = shares.map(|(letter, _)| colour(frame, letter)).collect();
    let reason = frame.word("multi-end", &outcome.reason);
    let said = if who.len() == 1 { "multi-wins" } else { "multi-share" };
    frame.t(said).with("who", frame.language.listed(&who)).with("reason", reason).to_string()
}

/// An entry of the log, in words.
pub fn line(frame: &Frame, told: &BoardEffect) -> String {
    let mut words: Vec<String> = told.events.iter().filter_map(|event| event_words(frame, event, told)).collect();
    words.extend(told.taken.as_ref().map(|taken| why(frame, taken)));
    words.extend(told.ended.as_ref().map(|ended| outcome(frame, ended)));
    words.join(" · ")
}

/// An event in words; the outcome describes the end.
fn event_words(frame: &Frame, event: &Happened, told: &BoardEffect) -> Option<String> {
    let name = |letter: &Letter| colour(frame, letter);
    Some(match event {
        Happened::Ended { .. } => return None,
        Happened::Moved { by, notation } => {
            format!("{} {}", name(by), frame.san(told.written.as_ref().unwrap_or(notation)))
        }
        Happened::Became { who, status } => {
            let what = frame.word("multi-line", status.name()).to_string();
            frame.t("multi-line-status").with("who", name(who)).with("what", what).to_string()
        }
        Happened::Offered { by } => frame.t("multi-line-offer").with("who", name(by)).to_string(),
        Happened::Accepted { by, of } => {
            frame.t("multi-line-accept").with("who", name(by)).with("of", name(of)).to_string()
        }
        Happened::Declined { by, of } => {
            frame.t("multi-line-decline").with("who", name(by)).with("of", name(of)).to_string()
        }
        Happened::Claimed { by, claim } => {
            frame.word("multi-line-claim", claim.name()).with("who", name(by)).to_string()
        }
    })
}

/// Why a king can be taken, or was.
pub fn why(frame: &Frame, taking: &Taking) -> String {
    let king = colour(frame, taking.king);
    if taking.why == Why::Left {
        return frame.t("multi-why-left").with("king", king).to_string();
    }
    let opened = |event: &Happened| {
        Some(match event {
            Happened::Moved { by, notation } => format!("{} {}", colour(frame, by), frame.san(notation)),
            // A king that went, in a word.
            Happened::Became { who, status } => {
                format!("{} ({})", colour(frame, who), frame.word("multi-status", status.name()))
            }
            _ => return None,
        })
    };
    let since: Vec<String> = taking.since.iter().filter_map(opened).collect();
    if since.is_empty() {
        return frame.t("multi-why-begun").to_string();
    }
    frame.t("multi-why-exposed").with("king", king).with("since", since.join(", ")).to_string()
}
