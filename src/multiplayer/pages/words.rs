//! What happens in a game of chess for several, in words of the reader's language.

use rookery_boards::Kind;
use serde_json::Value;

use crate::web::layout::Frame;

/// A colour by its letter: `R` is Red.
pub fn colour(frame: &Frame, letter: &str) -> String {
    frame.word("multi-colour", letter.to_lowercase()).to_string()
}

/// Colours within a sentence.
pub fn colours(frame: &Frame, letters: &Value) -> String {
    let letters = letters.as_array().into_iter().flatten().filter_map(Value::as_str);
    frame.language.listed(&letters.map(|letter| colour(frame, letter)).collect::<Vec<_>>())
}

pub fn kind(frame: &Frame, kind: Kind) -> String {
    frame.word("multi-kind", word(kind)).to_string()
}

/// `knight`.
pub fn word(kind: Kind) -> &'static str {
    ["pawn", "knight", "bishop", "rook", "queen", "king"][kind as usize]
}

/// Options in a few words.
pub fn terms(frame: &Frame, options: &Value) -> String {
    let start = options["start"].as_str().unwrap_or_default();
    let start = if start.starts_with("start") { start } else { "position" };
    let mut terms = vec![frame.word("multi-start", start).to_string()];
    let clock = &options["clock"];
    terms.push(match clock["days"].as_i64() {
        Some(days) => frame.t("multi-terms-days").count("days", days).to_string(),
        None => {
            let (minutes, seconds) = (&clock["minutes"], &clock["increment_seconds"]);
            frame.t("multi-terms-live").count("minutes", minutes).count("seconds", seconds).to_string()
        }
    });
    if let Some(promotion) = options["promotion"].as_str().filter(|promotion| *promotion != "8") {
        terms.push(format!("{} {}", frame.t("multi-promotion"), frame.word("multi-promotion", promotion)));
    }
    if options["rated"] == true {
        terms.push(frame.t("multi-rated-yes").to_string());
    }
    terms.join(", ")
}

/// An outcome in a few words: `Red and Blue share the point: draw agreed`.
pub fn outcome(frame: &Frame, outcome: &Value) -> String {
    let shares = outcome["scores"].as_object().into_iter().flatten().filter(|(_, share)| *share != "0");
    let who: Vec<String> = shares.map(|(letter, _)| colour(frame, letter)).collect();
    let reason = frame.word("multi-end", outcome["reason"].as_str().unwrap_or_default());
    let said = if who.len() == 1 { "multi-wins" } else { "multi-share" };
    frame.t(said).with("who", frame.language.listed(&who)).with("reason", reason).to_string()
}

/// An entry of the log: what it came to.
pub fn line(frame: &Frame, effect: &Value) -> String {
    let events = effect["events"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let mut words: Vec<String> = events.filter_map(|event| event_words(frame, event, effect)).collect();
    if effect["taken"].is_object() {
        words.push(why(frame, &effect["taken"]));
    }
    if effect["ended"].is_object() {
        words.push(outcome(frame, &effect["ended"]));
    }
    words.join(" · ")
}

/// An event of the engine; the end is told by the outcome.
fn event_words(frame: &Frame, event: &str, effect: &Value) -> Option<String> {
    let (who, what) = event.split_once(':').filter(|(who, _)| *who != "end")?;
    let name = colour(frame, who);
    if effect["move"] == what {
        return Some(format!("{name} {}", effect["written"].as_str().unwrap_or(what)));
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

/// Why a king can be taken, or was: `taking` as the table tells it.
pub fn why(frame: &Frame, taking: &Value) -> String {
    let king = colour(frame, taking["king"].as_str().unwrap_or_default());
    if taking["why"] == "left" {
        return frame.t("multi-why-left").with("king", king).to_string();
    }
    let since: Vec<String> = taking["since"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|event| event.as_str()?.split_once(':'))
        .map(|(who, what)| {
            // A move as it is written; a king that went, in a word.
            let what = if what.contains(['-', 'x']) {
                what.to_owned()
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
