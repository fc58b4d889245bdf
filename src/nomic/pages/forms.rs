//! The forms of a game's pages: each becomes a line in a thread, as players can also write it by hand.

use rookery_messages::{Message, say};
use rookery_nomic::Game;
use rookery_nomic::edition::Edition;
use rookery_nomic::lines;
use rookery_nomic::lines::court::print_order;
use rookery_nomic::parameters::Patch;
use rookery_nomic::plays::{Order, Play, Target, Thread};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::accounts::Account;
use super::{remarks, settings, standing};
use crate::error::Refusal;
use crate::fields::of_word;
use crate::nomic::parameters;
use crate::web::typed::Fields;

/// The form that was sent, as its page calls it: of some there is one for each Point of Order, Judgement or effect.
pub fn name(sent: &Fields) -> &str {
    sent.some("form").or(sent.some("act")).unwrap_or("say")
}

/// What a form does, as its field `act` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Does {
    /// Takes a seat.
    Join,
    /// Raises a Point of Order.
    Raise,
    /// Claims points, or of a quantity.
    Claim,
    /// Claims all points that the player lacks.
    Win,
    /// Ends a holiday.
    GoOn,
    /// Does what a rule lets players do with quantities.
    Use,
    /// Has another player vote.
    Proxy,
    /// Appeals against a Judgement.
    Appeal,
    /// Gives a rule, a proposal or a draft a title.
    Title,
    /// Adds a note to one.
    Note,
    /// Names a Judge.
    Name,
    /// Excludes somebody from judging.
    Exclude,
    /// Judges a Point of Order.
    Judge,
    /// Says a line as it was typed.
    Say,
}

impl Does {
    pub fn of(sent: &Fields) -> Does {
        of_word(sent.text("act")).unwrap_or(Does::Say)
    }
}

/// The line that a form says, and where.
pub fn line(game: &Game, house: &Map<String, Value>, sent: &Fields) -> Result<(Thread, String), Refusal> {
    Ok(match Does::of(sent) {
        Does::Raise => (Thread::Voting, raised(sent)?),
        Does::Claim => (Thread::Points, claimed(sent)?),
        Does::Win => (Thread::Points, won(game, sent)?),
        Does::GoOn => (Thread::Discussion, lines::print(&Play::GoOn)),
        Does::Use => (Thread::Points, used(sent)?),
        Does::Proxy => (Thread::Voting, format!("Proxy: {}", sent.some("player").unwrap_or("nobody"))),
        Does::Appeal => (Thread::Voting, format!("Appeal: {} {}", written(sent, "judgement")?, written(sent, "text")?)),
        Does::Title => (Thread::Discussion, remarks::line(sent, true)?),
        Does::Note => (Thread::Discussion, remarks::line(sent, false)?),
        Does::Name => (Thread::Voting, benched(sent, "Judge")?),
        Does::Exclude => (Thread::Voting, benched(sent, "Exclude")?),
        Does::Judge => (Thread::Voting, judged(game, house, sent)?),
        Does::Join | Does::Say => (thread(sent)?, written(sent, "text")?.to_owned()),
    })
}

pub fn thread(sent: &Fields) -> Result<Thread, Refusal> {
    of_word(sent.text("thread"))
        .ok_or_else(|| Refusal::field("thread", say!("The threads are voting, points, discussion and drafts.")))
}

pub fn written<'a>(sent: &'a Fields, name: &'static str) -> Result<&'a str, Refusal> {
    sent.some(name).ok_or_else(|| Refusal::field(name, say!("Write something first.")))
}

/// A number of points in a field.
fn number(field: String, text: &str) -> Result<i64, Refusal> {
    let wrong = || Refusal::field(field, say!("“{text}” is not a number of points, such as 4 or -4.", text));
    text.parse().map_err(|_| wrong())
}

fn raised(sent: &Fields) -> Result<String, Refusal> {
    let mut wrong = Vec::new();
    let text = Refusal::keep(written(sent, "text"), &mut wrong);
    let rule = Refusal::keep(sent.number("rule"), &mut wrong).map(|label| format!("\nAbout: Rule {label}"));
    let proposal = Refusal::keep(sent.number("proposal"), &mut wrong);
    let proposal = proposal.map(|number| format!("\nAbout: proposal {number}"));
    Refusal::together(wrong)?;
    let about = sent.all("about").filter(|about| !about.is_empty()).map(|about| format!("\nAbout: {about}"));
    let about: String = about.chain(proposal).chain(rule).collect();
    let mover = sent.some("mover").map_or_else(String::new, |name| format!("\nMover: {name}"));
    Ok(format!("Point of Order: {text}{about}{mover}"))
}

/// Players' say in who judges: a line that begins with this word.
fn benched(sent: &Fields, what: &str) -> Result<String, Refusal> {
    Ok(format!("{what}: {} {}", written(sent, "point")?, written(sent, "player")?))
}

fn judged(game: &Game, house: &Map<String, Value>, sent: &Fields) -> Result<String, Refusal> {
    let point = written(sent, "point")?;
    let mut wrong = Vec::new();
    let text = Refusal::keep(written(sent, "text"), &mut wrong);
    let mut orders: Vec<String> = sent.all("order").filter(|order| !order.is_empty()).map(str::to_owned).collect();
    for (account, text) in Account::changed(sent) {
        let delta = Refusal::keep(number(account.field(), text), &mut wrong);
        orders.push(print_order(&account.order(delta)).to_string());
    }
    if let Some(label) = Refusal::keep(sent.number("merge-rule"), &mut wrong) {
        let text = Refusal::keep(written(sent, "merge-text"), &mut wrong);
        orders.push(format!("Rule {label} reads: {text}"));
    }
    if !sent.has("merge-rule") && sent.has("merge-text") {
        wrong.push(Refusal::field("merge-rule", say!("Say which rule reads so from now on.")));
    }
    if let Some(label) = Refusal::keep(sent.number("renumber-rule"), &mut wrong) {
        let number = Refusal::keep(written(sent, "renumber-as"), &mut wrong);
        orders.push(format!("Rule {label} becomes Rule {number}"));
    }
    if let Some(proposal) = Refusal::keep(sent.number("proposal-number"), &mut wrong) {
        let number = Refusal::keep(written(sent, "proposal-as"), &mut wrong);
        orders.push(format!("proposal {proposal} becomes proposal {number}"));
    }
    let patch = Refusal::keep(settings::checked(game, house, sent), &mut wrong);
    if !patch.is_empty() {
        let by = Refusal::keep(sent.number("by-rule"), &mut wrong);
        let by = by.map_or_else(String::new, |label| format!(" by Rule {label}"));
        orders.push(format!("parameters {}{by}", parameters::line(&patch)));
    }
    Refusal::together(wrong)?;
    let orders: String = orders.iter().map(|order| format!("\nOrder: {order}")).collect();
    let line = format!("Judgement: {point} {text}{orders}");
    // What cannot be read is refused with why before it is sent.
    if let Ok(Some(Play::Judge { orders, .. })) = lines::parse(game.edition, Thread::Voting, &line) {
        check_together(game, point, &orders)?;
    }
    Ok(line)
}

/// Refuses orders of which one takes back what another says.
fn check_together(game: &Game, point: &str, orders: &[Order]) -> Result<(), Refusal> {
    let refused = |detail: Message| Err(Refusal::field("order", detail));
    let point = game.points_of_order.iter().find(|one| one.id == point);
    let targets = point.map_or(&[][..], |point| &point.targets);
    let upholds = orders.contains(&Order::Uphold);
    let winner = |order: &Order| if let Order::DeclareWinner { player } = order { Some(player.clone()) } else { None };
    let winners: Vec<Option<String>> = orders.iter().filter_map(winner).collect();
    if upholds && winners.contains(&None) {
        return refused(say!(
            "You ordered that what was challenged stands, and also that nobody wins. Choose one of the two."
        ));
    }
    if upholds && !winners.is_empty() && targets.iter().any(|target| game.is_about_win(target)) {
        return refused(say!(
            "You ordered that the win stands that was challenged, and also who has won. Choose one of the two."
        ));
    }
    if winners.windows(2).any(|two| two[0] != two[1]) {
        return refused(say!("You ordered more than one thing about who has won. Choose one."));
    }
    let decided = |order: &Order| match order {
        Order::VoidProposal { number } | Order::Defeat { number } | Order::Undo { number } => Some(*number),
        _ => None,
    };
    let numbers: Vec<u32> = orders.iter().filter_map(decided).collect();
    for (place, number) in numbers.iter().copied().enumerate() {
        if numbers[..place].contains(&number) {
            return refused(say!("You ordered more than one thing about proposal {number}. Choose one.", number));
        }
        if upholds && targets.contains(&Target::Proposal { number }) {
            return refused(say!(
                "You ordered that proposal {number} stands, and also that it does not. Choose one of the two.",
                number
            ));
        }
    }
    Ok(())
}

fn claimed(sent: &Fields) -> Result<String, Refusal> {
    let mut wrong = Vec::new();
    let points = sent.some("points").ok_or_else(|| Refusal::field("points", say!("Say how many points it gives.")));
    let points = points.and_then(|points| number("points".to_owned(), points));
    let none = || Refusal::field("points", say!("Claim at least one point, or take one away."));
    let points = points.and_then(|points| if points == 0 { Err(none()) } else { Ok(points) });
    let points = Refusal::keep(points, &mut wrong);
    let (rule, reason) = cited(sent, &mut wrong);
    Refusal::together(wrong)?;
    let of = sent.some("of").map_or(String::new(), |of| format!(" {of}"));
    Ok(format!("Claim: {} {points:+}{of} by Rule {rule}: {reason}", written(sent, "player")?))
}

/// The rule that a claim rests on, and why.
fn cited<'a>(sent: &'a Fields, wrong: &mut Vec<Refusal>) -> (&'a str, &'a str) {
    let rule = sent.some("rule").ok_or_else(|| Refusal::field("rule", say!("Choose the rule that says so.")));
    (Refusal::keep(rule, wrong), Refusal::keep(written(sent, "reason"), wrong))
}

/// A claim of all that the player lacks.
fn won(game: &Game, sent: &Fields) -> Result<String, Refusal> {
    let mut wrong = Vec::new();
    let (rule, reason) = cited(sent, &mut wrong);
    Refusal::together(wrong)?;
    let player = written(sent, "player")?;
    let line = |points: i64| format!("Claim: {player} {points:+} by Rule {rule}: {reason}");
    standing::to_win(game, player, line).map_err(|why| Refusal::invalid(say!("No win"), game.renumbered(why)))
}

/// What a rule lets players do with quantities.
fn used(sent: &Fields) -> Result<String, Refusal> {
    let (amount, whom) = (sent.number("amount")?, sent.some("whom").map(str::to_owned));
    Ok(lines::print(&Play::Use { effect: written(sent, "effect")?.to_owned(), amount, whom }))
}

/// What a line has the service enforce: a rule-change, or the orders of a Judgement.
pub fn patch_of(line: &str) -> Patch {
    match lines::parse(Edition::LATEST, Thread::Voting, line) {
        Ok(Some(Play::Propose { parameters: Some(patch), .. })) => patch,
        Ok(Some(Play::Judge { orders, .. })) => {
            let mut patch = Patch::new();
            for order in orders {
                if let Order::SetBinding { parameters, .. } = order {
                    patch.extend(parameters);
                }
            }
            patch
        }
        _ => Patch::new(),
    }
}

/// A line such as somebody may write in this game: a change of the first rule that can be changed.
pub fn example(game: &Game) -> String {
    let rules = game.book.live().map(|rule| rule.current()).filter(|rule| !rule.immutable);
    let Some(rule) = rules.min_by_key(|rule| rule.label) else {
        return "Rule-change: Enact: …".to_owned();
    };
    let whole = rule.text.join("\n");
    let line = whole.trim_start().lines().next().unwrap_or_default();
    let beginnings = line.match_indices(' ').map(|(end, _)| &line[..end]).chain([line]);
    // An edit must find its words in one place only.
    let once = |words: &&str| !words.contains('"') && whole.matches(*words).count() == 1;
    match beginnings.skip(2).find(once) {
        Some(words) => format!("Rule-change: Amend Rule {}: replace \"{words}\" with \"…\"", rule.label),
        None => format!("Rule-change: Amend Rule {}: append \"…\"", rule.label),
    }
}

/// A rule-change with what it has the service enforce.
pub fn proposed(text: &str, patch: &Patch) -> Result<String, Refusal> {
    if patch.is_empty() {
        return Ok(text.to_owned());
    }
    lines::enforcing(text, patch).ok_or_else(|| {
        let detail = say!("Say what is enforced either in a line “Parameters: …” or in the fields below, not in both.");
        Refusal::field("draft", detail)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_do_what_their_word_says() {
        for (act, does) in [
            ("join", Does::Join),
            ("raise", Does::Raise),
            ("claim", Does::Claim),
            ("win", Does::Win),
            ("go-on", Does::GoOn),
            ("use", Does::Use),
            ("proxy", Does::Proxy),
            ("appeal", Does::Appeal),
            ("title", Does::Title),
            ("note", Does::Note),
            ("name", Does::Name),
            ("exclude", Does::Exclude),
            ("judge", Does::Judge),
            ("say", Does::Say),
            ("", Does::Say),
            ("raises", Does::Say),
        ] {
            let sent = Fields::from(vec![("act".to_owned(), act.to_owned())]);
            assert_eq!(Does::of(&sent), does, "{act}");
        }
    }
}
