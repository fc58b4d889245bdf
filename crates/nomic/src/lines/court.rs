//! Lines of the court: what a Point of Order is about and what a Judgement orders, each on a line of its own below the words.

use super::Ear;
use crate::citations::law;
use crate::plays::{Order, Play, Target};
use rookery_messages::{Message, say};

const ABOUT: &str = "\nAbout: ";
const MOVER: &str = "\nMover: ";
const ORDER: &str = "\nOrder: ";

/// Begins an order about what the service enforces.
const SETS: &str = "parameters ";

/// What comes before the first line that begins so, and what each of these lines says, as it was written.
fn parts<'a>(ear: Ear, text: &'a str, mark: &str) -> Vec<&'a str> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some((part, more)) = ear.around(rest, mark) {
        parts.push(part);
        rest = more;
    }
    parts.push(rest);
    parts
}

/// The same without space around each, what comes before the first apart from the others.
fn cut<'a>(ear: Ear, text: &'a str, mark: &str) -> (&'a str, Vec<&'a str>) {
    let mut parts: Vec<&str> = parts(ear, text, mark).into_iter().map(str::trim).collect();
    (parts.remove(0), parts)
}

/// What follows “Point of Order:”. Without a line that says so, it is about what its words name.
pub(super) fn point(ear: Ear, rest: &str) -> Result<Play, Message> {
    let (rest, mover) = cut(ear, rest, MOVER);
    let (text, mut about) = cut(ear, rest, ABOUT);
    // In the ninth edition these lines may come in any order.
    let mut mover = mover.last().copied();
    if let Some((name, more)) = mover.filter(|_| ear.is_quick()).map(|lines| cut(ear, lines, ABOUT)) {
        about.extend(more);
        mover = Some(name);
    }
    let unclear = |line: &str| {
        say!(
            "a Point of Order is not about “{line}”; write “About: proposal 301”, \
             “the vote of {name} on proposal 301”, “entry 5”, “Rule 205”, “Judgement 2.1.1”, “the win” or “a question” \
             (rule {r214})",
            line,
            name = ear.somebody(),
            r214 = law(214)
        )
    };
    let about = about.into_iter().map(|line| target(ear, line).ok_or_else(|| unclear(line)));
    let targets = about.collect::<Result<Vec<Target>, Message>>()?;
    let targets = if targets.is_empty() { named(text) } else { targets };
    Ok(Play::PointOfOrder { text: text.to_owned(), targets, mover: mover.map(str::to_owned) })
}

/// The lines of a Point of Order.
pub fn print_point(text: &str, targets: &[Target], mover: Option<&str>) -> String {
    let told = if targets == named(text) { &[] } else { targets };
    let about: String = told.iter().map(|target| format!("{ABOUT}{}", print_target(target))).collect();
    let mover = mover.map_or_else(String::new, |name| format!("{MOVER}{name}"));
    format!("Point of Order: {text}{about}{mover}")
}

/// What the words of a Point of Order name: proposals, votes no, rules no — a rule is rarely what is challenged.
fn named(text: &str) -> Vec<Target> {
    let lower = text.to_lowercase();
    let mut found = Vec::new();
    for word in ["proposal ", "rule-change "] {
        for (place, _) in lower.match_indices(word) {
            let digits: String = lower[place + word.len()..].chars().take_while(char::is_ascii_digit).collect();
            let target = digits.parse().ok().map(|number| Target::Proposal { number });
            found.extend(target.filter(|target| !found.contains(target)));
        }
    }
    if let Some(place) = lower.find("judgement ") {
        found.extend(super::id(&lower[place..], 3).map(|id| Target::Judgement { id }));
    }
    if found.is_empty() {
        found.push(Target::Question);
    }
    found
}

/// What words after “About:” name, as [`print_target`] writes them; `None` if they are not understood.
pub fn read_target(words: &str) -> Option<Target> {
    target(super::READER, words.trim())
}

fn target(ear: Ear, words: &str) -> Option<Target> {
    let words = if ear.is_free() { words.trim_end_matches('.') } else { words };
    let number = |before: &str| ear.after_exactly(words, before);
    if let Some(cast) = number("the vote of ") {
        let (player, proposal) = vote(ear, cast)?;
        return Some(Target::Vote { proposal, player });
    }
    if ear.hears_exactly(words, "the win") {
        return Some(Target::Win);
    }
    if ear.hears_exactly(words, "a question") {
        return Some(Target::Question);
    }
    if let Some(proposal) = number("proposal ") {
        return Some(Target::Proposal { number: proposal.parse().ok()? });
    }
    if let Some(seq) = number("entry ") {
        return Some(Target::Entry { seq: seq.parse().ok()? });
    }
    if let Some(label) = number("Rule ") {
        return Some(Target::Rule { label: label.parse().ok()? });
    }
    let judgement = number("Judgement ").or_else(|| ear.freely(words, "Judgment "))?;
    Some(Target::Judgement { id: super::id(judgement, 3)? })
}

/// `Ben P on proposal 301`
fn vote(ear: Ear, words: &str) -> Option<(String, u32)> {
    let (player, proposal) = match words.rsplit_once(" on proposal ") {
        None => ear.around(words, " on proposal ")?,
        Some(named) => named,
    };
    Some((player.to_owned(), proposal.parse().ok()?))
}

/// A target as a line says it, in English: `the vote of Ben P on proposal 301`.
pub fn print_target(target: &Target) -> Message {
    match target {
        Target::Proposal { number } => say!("proposal {number}", number = *number),
        Target::Vote { proposal, player } => {
            say!("the vote of {player} on proposal {proposal}", player, proposal = *proposal)
        }
        Target::Entry { seq } => say!("entry {seq}", seq = *seq),
        Target::Rule { label } => say!("Rule {label}", label = *label),
        Target::Judgement { id } => say!("Judgement {id}", id),
        Target::Win => say!("the win"),
        Target::Question => say!("a question"),
    }
}

/// What follows “Judgement:”: its words, which name the Point of Order, and its orders.
pub(super) fn judgement(ear: Ear, rest: &str) -> Result<Play, Message> {
    let (text, orders) = cut(ear, rest, ORDER);
    let point = super::id(text, 2).ok_or_else(|| {
        say!("a Judgement must reference its Point of Order, such as “Judgement: 2.1 …” (rule {r214})", r214 = law(214))
    })?;
    let orders = orders.into_iter().map(|line| order(ear, line).ok_or_else(|| unknown_order(ear, line)));
    Ok(Play::Judge { point, text: text.to_owned(), orders: orders.collect::<Result<_, _>>()? })
}

/// The lines of a Judgement without those of its orders that say what the service enforces; the others as they were written.
pub(super) fn without_parameters(ear: Ear, line: &str) -> String {
    let sets = |part: &str| ear.after_exactly(part.trim_start(), SETS).is_some();
    let (mut spoken, mut rest) = (String::new(), line);
    for (place, part) in parts(ear, line, ORDER).into_iter().enumerate() {
        // “Order:” in small letters stays so: it may be one of somebody's own words.
        let mark = if place == 0 { 0 } else { ORDER.len() };
        let (written, after) = rest.split_at_checked(mark + part.len()).unwrap_or((rest, ""));
        if place == 0 || !sets(part) {
            spoken.push_str(written);
        }
        rest = after;
    }
    spoken
}

/// A Judgement's words without the id of its Point of Order, where they begin with it.
pub fn without_id<'a>(text: &'a str, point: &str) -> &'a str {
    let ends = [' ', ':', ',', '\n'];
    let rest = text.strip_prefix(point).filter(|rest| rest.starts_with(ends));
    rest.map_or(text, |rest| rest.trim_start_matches(ends))
}

/// Players' say in who judges.
pub(super) fn bench(ear: Ear, line: &str) -> Option<Play> {
    let named = |rest: &str| {
        let (point, name) = rest.trim().split_once(' ')?;
        (super::id(point, 2)? == point).then(|| (point.to_owned(), name.trim().to_owned()))
    };
    if let Some(rest) = ear.after(line, "Judge:") {
        return named(rest).map(|(point, judge)| Play::Name { point, judge });
    }
    if let Some(rest) = ear.after(line, "Exclude:") {
        return named(rest).map(|(point, player)| Play::Exclude { point, player });
    }
    if let Some(rest) = ear.after(line, "Appeal:").map(str::trim) {
        return super::id(rest, 3).map(|judgement| Play::Appeal { judgement, text: rest.to_owned() });
    }
    let point = super::id(ear.after(line, "Recuse:")?, 2)?;
    Some(Play::Recuse { point })
}

fn unknown_order(ear: Ear, line: &str) -> Message {
    if ear.is_loose() {
        return say!(
            "“{line}” is no order; write “Order: uphold”, “void proposal 301”, “undo proposal 301”, “proposal 301 is defeated”, \
             “void the vote of {name} on proposal 301”, “void Rule 205”, “restore Rule 205”, “{name} +4”, “reverse entry 5”, \
             “Rule 205 reads: …”, “Rule 305 becomes Rule 216”, “quantity Gold of {name} +4”, “{name} wins”, “nobody wins”, “parameters {json}” with “by Rule 301” after it, \
             or “nothing” (rule {r214})",
            line,
            name = ear.somebody(),
            json = "{…}",
            r214 = law(214)
        );
    }
    say!(
        "“{line}” is no order; write “Order: uphold”, “void proposal 301”, “void the vote of Ben P on proposal 301”, “void Rule 205”, “restore Rule 205”, \
         “Ben P +4”, “reverse entry 5”, “Rule 205 reads: …”, “Ben P wins”, “nobody wins”, “parameters {json}” with “by Rule 301” after it, or “nothing” (rule {r214})",
        line,
        json = "{…}",
        r214 = law(214)
    )
}

/// The line of an appeal, whose words name the Judgement.
pub(super) fn print_appeal(judgement: &str, text: &str) -> String {
    let names_it = super::id(text, 3).is_some_and(|id| id == judgement);
    if names_it { format!("Appeal: {text}") } else { format!("Appeal: {judgement} {text}") }
}

/// The lines of a Judgement.
pub fn print_judgement(point: &str, text: &str, orders: &[Order]) -> String {
    let names_it = super::id(text, 2).is_some_and(|id| id == point);
    let point = if names_it { String::new() } else { format!("{point} ") };
    let orders: String = orders.iter().map(|order| format!("{ORDER}{}", print_order(order))).collect();
    format!("Judgement: {point}{text}{orders}")
}

fn order(ear: Ear, words: &str) -> Option<Order> {
    if let Some(order) = ear.is_loose().then(|| later_order(ear, words.trim_end_matches('.'))).flatten() {
        return Some(order);
    }
    let said =
        [("nothing", Order::None), ("uphold", Order::Uphold), ("nobody wins", Order::DeclareWinner { player: None })];
    if let Some((_, order)) = said.into_iter().find(|(known, _)| ear.hears_exactly(words, known)) {
        return Some(order);
    }
    if let Some((rule, text)) = ear.after_exactly(words, "Rule ").and_then(|rest| ear.around(rest, " reads:")) {
        return Some(Order::MergeText { rule: rule.parse().ok()?, text: super::paragraphs(text) });
    }
    if let Some(patch) = ear.after_exactly(words, SETS) {
        let (json, rule) = match patch.rsplit_once("} by Rule ") {
            Some((json, rule)) => (format!("{json}}}"), Some(rule.parse().ok()?)),
            None => (patch.to_owned(), None),
        };
        return Some(Order::SetBinding { parameters: serde_json::from_str(&json).ok()?, rule });
    }
    let words = if ear.is_free() { words.trim_end_matches('.') } else { words };
    let after = |before: &str| ear.after_exactly(words, before);
    if let Some((player, proposal)) = after("void the vote of ").and_then(|cast| vote(ear, cast)) {
        return Some(Order::VoidVote { proposal, player });
    }
    let number = |before: &str| after(before).and_then(|number| number.parse().ok());
    if let Some(number) = number("void proposal ") {
        return Some(Order::VoidProposal { number });
    }
    if let Some(label) = number("void Rule ") {
        return Some(Order::SetRuleVoid { label });
    }
    if let Some(label) = number("restore Rule ") {
        return Some(Order::UnvoidRule { label });
    }
    if let Some(seq) = after("reverse entry ") {
        return Some(Order::ReverseEntry { seq: seq.parse().ok()? });
    }
    let winner = if ear.is_free() { ear.before(words, " wins") } else { words.strip_suffix(" wins") };
    if let Some(player) = winner {
        return Some(Order::DeclareWinner { player: Some(player.to_owned()) });
    }
    let (player, delta) = words.rsplit_once(' ').filter(|(_, delta)| delta.starts_with(['+', '-']))?;
    Some(Order::AdjustPoints { player: player.to_owned(), delta: delta.parse().ok()? })
}

/// Orders that the first edition did not know.
fn later_order(ear: Ear, words: &str) -> Option<Order> {
    if let Some(number) = ear.after_exactly(words, "undo proposal ") {
        return Some(Order::Undo { number: number.parse().ok()? });
    }
    let defeated = |rest| ear.around(rest, " is defeated").filter(|(_, after)| after.is_empty());
    if let Some((number, _)) = ear.after_exactly(words, "proposal ").and_then(defeated) {
        return Some(Order::Defeat { number: number.parse().ok()? });
    }
    if let Some(rest) = ear.after_exactly(words, "quantity ") {
        let ((quantity, rest), delta) =
            rest.rsplit_once(' ').and_then(|(rest, delta)| Some((rest.split_once(" of ")?, delta.parse().ok()?)))?;
        return Some(Order::Adjust { quantity: quantity.to_owned(), holder: rest.to_owned(), delta });
    }
    let renumbered = |rest| ear.around(rest, " becomes proposal ").filter(|_| ear.edition.is_fourth());
    if let Some((proposal, number)) = ear.after_exactly(words, "proposal ").and_then(renumbered) {
        return Some(Order::RenumberProposal { proposal: proposal.parse().ok()?, number: number.parse().ok()? });
    }
    let (rule, number) = ear.around(ear.after_exactly(words, "Rule ")?, " becomes Rule ")?;
    Some(Order::Renumber { rule: rule.parse().ok()?, number: number.parse().ok()? })
}

/// An order as a line says it, in English: `void proposal 301`.
pub fn print_order(order: &Order) -> Message {
    match order {
        Order::None => say!("nothing"),
        Order::Uphold => say!("uphold"),
        Order::VoidVote { proposal, player } => {
            say!("void the vote of {player} on proposal {proposal}", player, proposal = *proposal)
        }
        Order::VoidProposal { number } => say!("void proposal {number}", number = *number),
        Order::Undo { number } => say!("undo proposal {number}", number = *number),
        Order::Defeat { number } => say!("proposal {number} is defeated", number = *number),
        Order::Renumber { rule, number } => {
            say!("Rule {rule} becomes Rule {number}", rule = *rule, number = *number)
        }
        Order::RenumberProposal { proposal, number } => {
            say!("proposal {proposal} becomes proposal {number}", proposal = *proposal, number = *number)
        }
        Order::SetRuleVoid { label } => say!("void Rule {label}", label = *label),
        Order::UnvoidRule { label } => say!("restore Rule {label}", label = *label),
        Order::AdjustPoints { player, delta } => Message::verbatim(format!("{player} {delta:+}")),
        Order::Adjust { quantity, holder, delta } => {
            let delta = format!("{delta:+}");
            say!("quantity {name} of {holder} {delta}", name = quantity, holder, delta)
        }
        Order::ReverseEntry { seq } => say!("reverse entry {seq}", seq = *seq),
        Order::SetBinding { parameters, rule } => {
            let json = serde_json::json!(parameters).to_string();
            match rule {
                Some(label) => say!("parameters {json} by Rule {label}", json, label = *label),
                None => say!("parameters {json}", json),
            }
        }
        Order::MergeText { rule, text } => {
            say!("Rule {label} reads: {text}", label = *rule, text = super::join(text))
        }
        Order::DeclareWinner { player: Some(player) } => say!("{player} wins", player),
        Order::DeclareWinner { player: None } => say!("nobody wins"),
    }
}

#[cfg(test)]
mod tests {
    use crate::edition::Edition;
    use crate::lines::{parse, print};
    use crate::plays::Thread;

    #[test]
    fn what_the_court_is_asked_and_orders_reads_back_as_it_is_printed() {
        let lines = [
            "Point of Order: Is it proper?\nAbout: proposal 301\nAbout: the vote of Ben P on proposal 301\nMover: Chris B",
            "Point of Order: Is it so?\nAbout: entry 5\nAbout: Rule 205\nAbout: Judgement 2.1.1\nAbout: the win",
            "Point of Order: Is proposal 301 proper?\nAbout: a question",
            "Judgement: 2.1 It is not.\nOrder: void proposal 301\nOrder: Ben P -4\nOrder: reverse entry 5",
            "Judgement: 2.1 So be it.\nOrder: void the vote of Ben P on proposal 301\nOrder: uphold\nOrder: nothing",
            "Judgement: 2.1 Words.\nOrder: void Rule 205\nOrder: restore Rule 206\nOrder: Rule 207 reads: One.\n\nTwo.",
            "Judgement: 2.1 Ben P.\nOrder: Ben P wins\nOrder: nobody wins",
            "Judgement: 2.1 Later.\nOrder: parameters {\"proposal_window\":{\"cutoff\":\"20:00:00\"}} by Rule 301\nOrder: parameters {\"court\":{}}",
        ];
        for line in lines {
            let play = parse(Edition::First, Thread::Voting, line).expect("understood").expect("a play");
            assert_eq!(print(&play), line);
        }
    }

    #[test]
    fn orders_that_came_later_mean_nothing_in_the_first_edition() {
        let line = "Judgement: 2.1 No.\nOrder: undo proposal 301\nOrder: proposal 302 is defeated\nOrder: Rule 305 becomes Rule 216\n\
                    Order: quantity Treasury of game -5";
        let play = parse(Edition::Second, Thread::Voting, line).expect("understood").expect("a play");
        assert_eq!(print(&play), line);
        assert!(parse(Edition::First, Thread::Voting, line).is_err());
        let line = "Judgement: 2.1 No.\nOrder: proposal 305 becomes proposal 304";
        let play = parse(Edition::Fourth, Thread::Voting, line).expect("understood").expect("a play");
        assert_eq!(print(&play), line);
        assert!(parse(Edition::Third, Thread::Voting, line).is_err());
    }

    #[test]
    fn an_order_that_is_not_understood_says_what_would_be() {
        for line in [
            "Judgement: 2.1 No.\nOrder: be nice",
            "Judgement: 2.1 No.\nOrder: parameters {",
            "Point of Order: ?\nAbout: you",
        ] {
            assert!(
                parse(Edition::First, Thread::Voting, line)
                    .is_err_and(|problem| problem.to_string().contains("rule 214")),
                "{line}"
            );
        }
    }
}
