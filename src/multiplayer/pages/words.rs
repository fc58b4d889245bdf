//! What happens in a game of chess for several, in words of the reader's language.

use std::fmt::Display;

use rookery_boards::Kind;

use crate::fields;
use crate::multiplayer::table::exposure::{Taking, Why};
use crate::multiplayer::table::options::{Clock, Options, Promotion};
use crate::multiplayer::table::rules::{Ended, Letter, Told};
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
pub fn line(frame: &Frame, told: &Told) -> String {
    let mut words: Vec<String> = told.events.iter().filter_map(|event| event_words(frame, event, told)).collect();
    words.extend(told.taken.as_ref().map(|taken| why(frame, taken)));
    words.extend(told.ended.as_ref().map(|ended| outcome(frame, ended)));
    words.join(" · ")
}

/// An event of the engine; the outcome describes the end.
fn event_words(frame: &Frame, event: &str, told: &Told) -> Option<String> {
    let (who, what) = event.split_once(':').filter(|(who, _)| *who != "end")?;
    let name = colour(frame, who);
    if told.notation.as_deref() == Some(what) {
        return Some(format!("{name} {}", frame.san(told.written.as_deref().unwrap_or(what))));
    }
    Some(match what.split_once(':') {
        Some(("claim", claim)) => frame.word("multi-line-claim", claim).with("who", name).to_string(),
        Some((answer, of)) => {
            let of = colour(frame, of);
            frame.word("multi-line", answer).with("who", name).with("of", of).to_string()
        }
        None if what == "offer" => frame.t("multi-line-offer").with("who", name).to_string(),
        None => {
            let what = frame.word("multi-line", what).to_string();
            frame.t("multi-line-status").with("who", name).with("what", what).to_string()
        }
    })
}

/// Why a king can be taken, or was.
pub fn why(frame: &Frame, taking: &Taking) -> String {
    let king = colour(frame, taking.king);
    if taking.why == Why::Left {
        return frame.t("multi-why-left").with("king", king).to_string();
    }
    let since: Vec<String> = taking
        .since
        .iter()
        .filter_map(|event| event.split_once(':'))
        .map(|(who, what)| {
            // A move as it is written; a king that went, in a word.
            let what = if what.contains(['-', 'x']) {
                frame.san(what)
            } else {
                format!("({})", frame.word("multi-status", what))
            };
            format!("{} {what}", colour(frame, who))
        })
        .collect();
    if since.is_empty() {
        return frame.t("multi-why-begun").to_string();
    }
    frame.t("multi-why-exposed").with("king", king).with("since", since.join(", ")).to_string()
}
