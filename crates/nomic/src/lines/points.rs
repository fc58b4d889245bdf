//! Lines of the points thread: totals, claims, and what a rule lets players do.

use super::Ear;
use crate::citations::law;
use crate::plays::Play;
use rookery_messages::{Message, say};
use std::iter;

/// Totals, claims and what a rule lets players do. In the third edition a line without a name is about
/// its writer.
pub(super) fn points(ear: Ear, line: &str) -> Option<Play> {
    let bracketed = |text: &str| -> Option<(i64, i64)> {
        let (total, change) = text.trim().split_once(' ')?;
        Some((total.parse().ok()?, change.trim().strip_prefix('(')?.strip_suffix(')')?.parse().ok()?))
    };
    if let Some(rest) = ear.after(line, "Claim:") {
        let loosely = || rest.split_once(" by rule ").filter(|_| ear.is_loose());
        let (who, rest) = ear.around(rest, " by Rule ").or_else(loosely)?;
        let (player, delta, of) = claimed(ear, who.trim())?;
        let (cites, reason) = match rest.split_once(':') {
            None if ear.is_free() => (rest.trim_end_matches('.'), ""),
            said => said?,
        };
        let (cites, reason) = (cites.trim().parse().ok()?, reason.trim().to_owned());
        return Some(Play::Claim { player: player.trim().to_owned(), delta, of: of.map(str::to_owned), cites, reason });
    }
    if let Some(rest) = ear.after(line, "Use:").filter(|_| ear.is_loose()) {
        return used(rest.trim());
    }
    let (player, rest) = match line.rsplit_once(':') {
        None if ear.is_free() => ("", line),
        named => named?,
    };
    let (total, change) = bracketed(rest)?;
    Some(Play::Announce { player: player.trim().to_owned(), total, change })
}

/// Whose, how much, and of what if not of points: `Ben P +4`, in the third edition also `+4`, in the eighth `Ben P +4 Gold`.
fn claimed(ear: Ear, text: &str) -> Option<(&str, i64, Option<&str>)> {
    let (player, last) = match text.rsplit_once(' ') {
        None if ear.is_free() => ("", text),
        named => named?,
    };
    if let Ok(delta) = last.parse() {
        return Some((player, delta, None));
    }
    let mut words = iter::once(0).chain(text.match_indices(' ').map(|(place, _)| place + 1));
    let is_number = |place: &usize| {
        let word = text.get(*place..).and_then(|rest| rest.split(' ').next());
        word.is_some_and(|word| word.parse::<i64>().is_ok())
    };
    let (player, rest) = text.split_at(words.rfind(is_number).filter(|_| ear.is_keen())?);
    let (delta, of) = rest.split_once(' ')?;
    Some((player, delta.parse().ok()?, Some(of.trim())))
}

/// What a rule lets players do: its name, and after a colon how much and whose.
fn used(rest: &str) -> Option<Play> {
    let (effect, chosen) = rest.split_once(':').map_or((rest, ""), |(effect, chosen)| (effect.trim(), chosen.trim()));
    let (first, after) = chosen.split_once(' ').unwrap_or((chosen, ""));
    let (amount, whom) = first.parse().map_or((None, chosen), |amount: i64| (Some(amount), after.trim()));
    let whom = (!whom.is_empty()).then(|| whom.to_owned());
    (!effect.is_empty()).then(|| Play::Use { effect: effect.to_owned(), amount, whom })
}

/// What a line in the points thread should have been.
pub(super) fn not_points(ear: Ear) -> Message {
    if ear.is_free() {
        return say!(
            "in the points thread write “150 (+4)”, your total with its last change, or “Claim: +4 by Rule 317: why”; \
             for another player “{name}: 150 (+4)” and “Claim: {name} +4 by Rule 317: why” (rule {r209})",
            name = ear.somebody(),
            r209 = law(209)
        );
    }
    say!(
        "in the points thread write “150 (+4)” with the player's name and a colon before it, \
         or “Claim: Ben P +4 by Rule 317: why” (rule {r209})",
        r209 = law(209)
    )
}
