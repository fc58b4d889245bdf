//! The canonical lines of the threads: what players write by hand, read into plays and written from them.

mod changes;
pub mod court;
mod ear;
mod notes;
mod points;
mod votes;

use super::citations::law;
use super::edition::Edition;
use super::parameters::Patch;
use super::plays::{Play, Thread};
use changes::{PARAMETERS, join, paragraphs, print_change, propose};
use ear::Ear;
pub use notes::{draft, print_draft};
use points::{not_points, points};
use rookery_messages::{Message, say};
use votes::{vote, word_of_a_vote};

/// What a line in a thread does: a play, nothing (talk), or why it is not understood.
pub fn parse(edition: Edition, thread: Thread, text: &str) -> Result<Option<Play>, Message> {
    let (line, ear) = (text.trim(), Ear { edition });
    match thread {
        Thread::Discussion if ear.hears(line, FORFEIT) => Ok(Some(Play::Forfeit)),
        Thread::Discussion if ear.hears(line, JOIN) => Ok(Some(Play::Join)),
        Thread::Discussion if ear.is_keen() && ear.hears(line, GO_ON) => Ok(Some(Play::GoOn)),
        Thread::Discussion => Ok(notes::annotation(ear, line)),
        Thread::Drafts => Ok(None),
        Thread::Points => {
            points(ear, line).map(Some).ok_or_else(|| elsewhere(ear, line).unwrap_or_else(|| not_points(ear)))
        }
        Thread::Voting => voting(ear, line).map(Some),
    }
}

/// The thread that a play is made in.
pub fn thread_of(play: &Play) -> Thread {
    match play {
        Play::Claim { .. } | Play::Announce { .. } | Play::Use { .. } => Thread::Points,
        Play::Forfeit | Play::Join | Play::GoOn | Play::Annotate { .. } => Thread::Discussion,
        Play::Say { thread, .. } => *thread,
        _ => Thread::Voting,
    }
}

const FORFEIT: &str = "I forfeit the game";
const JOIN: &str = "I join the game";
const GO_ON: &str = "The game goes on";

fn voting(ear: Ear, line: &str) -> Result<Play, Message> {
    if let Some(rest) = ear.after(line, "Vote:") {
        return vote(ear, rest.trim()).ok_or_else(|| {
            say!(
                "a vote is “Vote: Yes” or “Vote: No”, \
                 with the proposal's number in brackets if several are open (rule {r113})",
                r113 = law(113)
            )
        });
    }
    if let Some(rest) = proposed(ear, line) {
        return propose(ear, rest.trim());
    }
    if let Some(rest) = ear.after(line, "Point of Order:") {
        return court::point(ear, rest.trim());
    }
    if let Some(rest) = ear.after(line, "Judgement:").or_else(|| ear.freely(line, "Judgment:")) {
        return court::judgement(ear, rest.trim());
    }
    let judgement = |rest: &str| {
        id(rest, 3).ok_or_else(|| say!("say which Judgement, such as 2.1.1 (rule {r214})", r214 = law(214)))
    };
    if let Some(rest) = ear.after(line, "Dispute:") {
        return Ok(Play::Dispute { judgement: judgement(rest)? });
    }
    if let Some(rest) = ear.after(line, "I agree with Judgement").or_else(|| ear.freely(line, "I agree with")) {
        return Ok(Play::Opinion { judgement: judgement(rest)?, agree: true });
    }
    if let Some(rest) = ear.after(line, "I disagree with Judgement").or_else(|| ear.freely(line, "I disagree with")) {
        return Ok(Play::Opinion { judgement: judgement(rest)?, agree: false });
    }
    if !ear.is_loose() {
        return Err(say!(
            "lines in the voting thread begin with “Rule-change:”, “Vote:”, “Point of Order:”, “Judgement:”, “Dispute:”, \
             “I agree with Judgement” or “I disagree with Judgement” (rules {r107}, {r113}, {r214})",
            r107 = law(107),
            r113 = law(113),
            r214 = law(214)
        ));
    }
    if let Some(proxy) = ear.after(line, "Proxy:").map(str::trim) {
        let proxy = if ear.hears(proxy, "nobody") { None } else { Some(proxy.to_owned()) };
        return Ok(Play::Proxy { proxy });
    }
    if let Some(play) = court::bench(ear, line).or_else(|| word_of_a_vote(ear, line)) {
        return Ok(play);
    }
    if let Some(proposed) = changes::without_heading(ear, line) {
        return proposed;
    }
    if let Some(why) = for_the_points(ear, line) {
        return Err(why);
    }
    if ear.is_quick() && ear.after(line, "Order:").is_some() {
        return Err(say!(
            "an order stands below a Judgement: write “Judgement: 2.1 …”, and this on the next line (rule {r214})",
            r214 = law(214)
        ));
    }
    Err(say!(
        "lines in the voting thread begin with “Rule-change:”, “Vote:”, “Point of Order:”, “Judgement:”, “Dispute:”, \
         “I agree with Judgement” or “I disagree with Judgement”; where the players' rules know them, also with “Proxy: {name}”, “Judge: 2.1 {name}”, \
         “Exclude: 2.1 {name}” or “Recuse: 2.1” (rules {r107}, {r113}, {r214})",
        name = ear.somebody(),
        r107 = law(107),
        r113 = law(113),
        r214 = law(214)
    ))
}

/// What follows “Rule-change:”.
fn proposed(ear: Ear, line: &str) -> Option<&str> {
    ear.after(line, "Rule-change:").or_else(|| ear.freely(line, "Rule change:"))
}

/// How pages read lines, of whatever edition: loosely, for they only show them.
const READER: Ear = Ear { edition: Edition::LATEST };

/// What a line proposes, without “Rule-change:” before it.
pub fn proposal(line: &str) -> &str {
    let line = line.trim();
    proposed(READER, line).unwrap_or(line).trim()
}

/// The words of a rule-change, without the line of what it has the service enforce.
pub fn words(line: &str) -> &str {
    line.split_once(PARAMETERS).map_or(line, |(words, _)| words)
}

/// A rule-change with what it has the service enforce; `None` if a line of its own says that already.
pub fn enforcing(line: &str, parameters: &Patch) -> Option<String> {
    (words(line) == line).then(|| format!("{line}{PARAMETERS}{}", serde_json::json!(parameters)))
}

/// A line as people read it: a rule-change or a Judgement without what it has the service enforce.
pub fn spoken(line: &str) -> String {
    court::without_parameters(READER, words(line))
}

/// Where a line belongs that is understood in the voting thread, and not in the points thread (ninth edition).
fn elsewhere(ear: Ear, line: &str) -> Option<Message> {
    voting(ear, line).ok().filter(|_| ear.is_quick()).map(|play| {
        say!(
            "this belongs in the voting thread: write “{line}” there (rules {r107} and {r113})",
            line = print(&play),
            r107 = law(107),
            r113 = law(113)
        )
    })
}

/// The same of a line in the voting thread that is understood in the points thread.
fn for_the_points(ear: Ear, line: &str) -> Option<Message> {
    points(ear, line).filter(|_| ear.is_quick()).map(|play| {
        say!(
            "this belongs in the points thread: write “{line}” there (rule {r209})",
            line = print(&play),
            r209 = law(209)
        )
    })
}

/// The first id of so many numbers with dots between them.
fn id(text: &str, parts: usize) -> Option<String> {
    text.split(|c: char| !(c.is_ascii_digit() || c == '.'))
        .map(|word| word.trim_matches('.'))
        .find(|word| word.split('.').count() == parts && word.split('.').all(|part| !part.is_empty()))
        .map(str::to_owned)
}

/// The line that stands in the thread for `play`.
pub fn print(play: &Play) -> String {
    match play {
        Play::Propose { text: Some(text), .. } => text.clone(),
        Play::Propose { changes, parameters, .. } => {
            let changes: Vec<String> = match changes.as_slice() {
                [only] => vec![print_change(only)],
                several => several
                    .iter()
                    .zip(1..)
                    .map(|(change, number)| format!("({number}) {}", print_change(change)))
                    .collect(),
            };
            let parameters = parameters.as_ref().and_then(|patch| serde_json::to_string(patch).ok());
            let parameters = parameters.map_or(String::new(), |json| format!("{PARAMETERS}{json}"));
            format!("Rule-change: {}{parameters}", changes.join("\n"))
        }
        Play::Vote { proposal, yes } => {
            let number = proposal.map_or(String::new(), |number| format!(" ({number})"));
            format!("Vote: {}{number}", if *yes { "Yes" } else { "No" })
        }
        Play::PointOfOrder { text, targets, mover } => court::print_point(text, targets, mover.as_deref()),
        Play::Judge { point, text, orders } => court::print_judgement(point, text, orders),
        Play::Dispute { judgement } => format!("Dispute: Judgement {judgement}"),
        Play::Opinion { judgement, agree: true } => format!("I agree with Judgement {judgement}"),
        Play::Opinion { judgement, agree: false } => format!("I disagree with Judgement {judgement}"),
        Play::Proxy { proxy } => format!("Proxy: {}", proxy.as_deref().unwrap_or("nobody")),
        Play::Name { point, judge } => format!("Judge: {point} {judge}"),
        Play::Exclude { point, player } => format!("Exclude: {point} {player}"),
        Play::Recuse { point } => format!("Recuse: {point}"),
        Play::Appeal { judgement, text } => court::print_appeal(judgement, text),
        Play::Annotate { about, title, text } => notes::print(*about, *title, text),
        Play::Claim { player, delta, of, cites, reason } => {
            let (name, why) = (before_it(player, " "), if reason.is_empty() { "" } else { ": " });
            let of = of.as_ref().map_or(String::new(), |of| format!(" {of}"));
            format!("Claim: {name}{delta:+}{of} by Rule {cites}{why}{reason}")
        }
        Play::Use { effect, amount, whom } => {
            let chosen = [amount.map(|amount| amount.to_string()), whom.clone()];
            let chosen: Vec<String> = chosen.into_iter().flatten().collect();
            let colon = if chosen.is_empty() { "" } else { ": " };
            format!("Use: {effect}{colon}{}", chosen.join(" "))
        }
        Play::Announce { player, total, change } => format!("{}{total} ({change:+})", before_it(player, ": ")),
        Play::GoOn => GO_ON.to_owned(),
        Play::Forfeit => FORFEIT.to_owned(),
        Play::Join => JOIN.to_owned(),
        Play::Say { text, .. } => text.clone(),
    }
}

/// A name with what divides it from the rest; empty if the line is about its writer.
fn before_it(name: &str, divider: &str) -> String {
    if name.is_empty() { String::new() } else { format!("{name}{divider}") }
}

#[cfg(test)]
mod tests;
