//! Proof that the initial set plus all effects equals the current text, by a second and plainer way.

use super::Game;
use super::change::{Aim, Change, Rewording};
use super::documents::Document;
use super::rulebook::{Cause, InitialRule, RuleStatus, Rulebook};
use super::{edits, references};
use std::collections::BTreeMap;

/// Rebuilds every rule from `initial` by the recorded causes alone and compares; answers each difference found.
pub fn verify(game: &Game, initial: &[InitialRule]) -> Vec<String> {
    let mut problems = Vec::new();
    if let Some(place) = game.broken_link() {
        problems.push(format!("message {place}: its hash does not follow from the messages before it"));
    }
    for rule in &game.book.rules {
        let start = initial.iter().find(|start| start.id == rule.id);
        let first = &rule.versions[0];
        match start {
            Some(start)
                if (first.label, first.immutable, &first.text) != (start.label, start.immutable, &start.text) =>
            {
                problems.push(format!("rule id {}: the game does not begin with the initial text", rule.id));
            }
            None if first.cause == Cause::Initial => {
                problems.push(format!("rule id {}: not in the initial set", rule.id));
            }
            _ => {}
        }
        for place in 0..rule.versions.len() {
            if let Err(problem) = check_version(game, &game.book, &rule.id, place) {
                problems.push(format!("rule id {}, version {place}: {problem}", rule.id));
            }
        }
    }
    problems.extend(check_totals(game));
    problems.extend(check_accounts(game));
    problems
}

/// Compares the current text with a document's.
pub fn compare(game: &Game, document: &Document) -> Vec<String> {
    let stated = document.rules();
    let mut problems = Vec::new();
    for rule in &game.book.rules {
        let now = rule.current();
        let live = now.status == RuleStatus::InEffect;
        match stated.iter().find(|stated| stated.id == rule.id) {
            None => problems.push(format!("rule {} is not in the document", now.label)),
            Some(stated)
                if stated.label != now.label || stated.immutable != now.immutable || stated.in_effect != live =>
            {
                problems.push(format!(
                    "rule id {}: the document has number {}, the log {}",
                    rule.id, stated.label, now.label
                ));
            }
            Some(stated) if stated.text != now.text => {
                problems.push(format!("rule {}: the document's text is not the one that the log leads to", now.label));
            }
            Some(_) => {}
        }
    }
    let unknown = stated.iter().filter(|stated| game.book.rule(&stated.id).is_none());
    problems.extend(unknown.map(|stated| format!("rule id {}: the log never makes it", stated.id)));
    problems
}

/// Points are the sum of what counts (rule 209).
fn check_totals(game: &Game) -> Vec<String> {
    let mut totals: BTreeMap<&str, i64> = BTreeMap::new();
    for entry in game.ledger.iter().filter(|entry| entry.reversed_by.is_none()) {
        *totals.entry(&entry.player).or_default() += entry.delta;
    }
    let sum = |name: &str| totals.get(name).copied().unwrap_or(0);
    let wrong = game.players.iter().filter(|player| player.total != player.started_with + sum(&player.name));
    wrong.map(|player| format!("{}: the total is not the sum of the entries", player.name)).collect()
}

/// What there is of a quantity is what there was at first and what deeds that count have changed.
fn check_accounts(game: &Game) -> Vec<String> {
    let mut changed: BTreeMap<(&str, &str), i64> = BTreeMap::new();
    let deeds = game.accounts.deeds.iter().filter(|deed| deed.reversed_by.is_none());
    for moved in deeds.flat_map(|deed| &deed.movements).filter(|moved| moved.entry.is_none()) {
        *changed.entry((&moved.quantity, &moved.holder)).or_default() += moved.delta;
    }
    let all = game.accounts.held.iter().flat_map(|(name, held)| held.iter().map(move |one| (name, one)));
    let sum = |name: &str, holder: &str| changed.get(&(name, holder)).copied().unwrap_or(0);
    let wrong = all.filter(|(name, (holder, account))| account.now != account.start + sum(name, holder));
    wrong.map(|(name, (holder, _))| format!("{name} of {holder}: it is not the sum of its deeds")).collect()
}

/// The number that a rule had when the book had so many versions.
fn number_before(book: &Rulebook, id: &str, order: usize) -> Option<u32> {
    book.rule(id)?.versions.iter().rev().find(|version| version.order < order).map(|version| version.label)
}

/// Derives one version from the one before it and from its cause.
fn check_version(game: &Game, book: &Rulebook, id: &str, place: usize) -> Result<(), String> {
    let rule = book.rule(id).ok_or("no such rule")?;
    let version = &rule.versions[place];
    let before = place.checked_sub(1).map(|earlier| &rule.versions[earlier]);
    let expect = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
    match (&version.cause, before) {
        (Cause::Initial, None) => Ok(()),
        (Cause::Renumber { from, to }, Some(before)) => {
            let follow = |part: &String| {
                references::rewrite(part, |label| (label == *from).then_some(*to)).unwrap_or_else(|| part.clone())
            };
            let text: Vec<String> = before.text.iter().map(follow).collect();
            expect(text == version.text && before.label == version.label, "the references are not the renumbered ones")
        }
        (Cause::Proposal { number }, before) => {
            let holds =
                |first: u32, count: usize| number.checked_sub(first).is_some_and(|offset| (offset as usize) < count);
            let proposal = game.proposals.iter().rev().find(|proposal| {
                proposal.effective_at.is_some()
                    && proposal.number.is_some_and(|first| holds(first, proposal.changes.len()))
            });
            let proposal = proposal.ok_or(format!("rule-change {number} was never adopted"))?;
            let offset = (number - proposal.number.unwrap_or(*number)) as usize;
            expect(
                proposal.effective_at == Some(version.effective_at),
                "it does not begin when its rule-change took effect",
            )?;
            let change = &proposal.changes[offset];
            expect(
                version.label
                    == if matches!(change, Change::Repeal { .. }) {
                        before.map_or(0, |before| before.label)
                    } else {
                        *number
                    },
                "its number is not the rule-change's (rule 109)",
            )?;
            let ours = match &proposal.aims[offset] {
                Aim::New => place == 0,
                Aim::Rule(aimed) => aimed == id,
                Aim::Amendment(index) => book.amendments[*index].rule == id,
            };
            expect(ours, "its rule-change is about another rule")?;
            let render = |text: &str| {
                let number = |label| number_before(book, proposal.meanings.get(&label)?, version.order);
                references::rewrite(text, number).unwrap_or_else(|| text.to_owned())
            };
            let text = match (change, before) {
                (Change::Enact { text, .. }, None)
                | (
                    Change::Amend { how: Rewording::Text(text), .. } | Change::Reenact { text: Some(text), .. },
                    Some(_),
                ) => text.iter().map(|part| render(part)).collect(),
                (Change::Amend { how: Rewording::Edits(list), .. }, Some(before)) => {
                    edits::apply(&before.text, &edits::map_text(list, render), book.marks)
                        .map_err(|problem| problem.message().to_string())?
                }
                (Change::Repeal { .. } | Change::Transmute { .. }, Some(before)) => before.text.clone(),
                // Amendments of amendments and plain reenactments are rebuilt from several versions; the fold is their only account.
                _ => return Ok(()),
            };
            expect(text == version.text, "its text is not what the rule-change makes of the one before")
        }
        (Cause::AutomaticChange | Cause::Judgement { .. } | Cause::Win, Some(_)) => Ok(()),
        _ => Err("it has no version before it".to_owned()),
    }
}
