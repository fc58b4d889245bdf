//! What the forms of a game offer to choose: rules and proposals by number, what may be challenged, and what may be ordered.

use rookery_messages::{Message, say};
use rookery_nomic::court::{Judgement, PointOfOrder};
use rookery_nomic::ledger::{Entry, Reason};
use rookery_nomic::lines::court::{print_order, print_target};
use rookery_nomic::notes::Kept;
use rookery_nomic::plays::{Order, Target};
use rookery_nomic::proposals::{Proposal, ProposalState, Vote};
use rookery_nomic::rulebook::{Rule, RuleStatus, RuleVersion};
use rookery_nomic::{Game, lines};

use super::parts::signed;
use crate::excerpt;
use crate::nomic::history;

/// Entries of points that the forms offer to challenge or to reverse.
const ENTRIES: usize = 10;

/// Proposals among which the forms look for those that still matter.
const RECENT: usize = 50;

/// What can be ticked in a form: the line that it says, and what it is about where the line does not tell.
pub struct Choice {
    pub line: Message,
    pub about: Message,
}

/// A rule or a proposal to choose: its number, and how it is called or begins.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Numbered {
    pub number: u32,
    pub immutable: bool,
    pub words: String,
}

/// The rules that stand so, by number.
pub fn rules(game: &Game, status: RuleStatus) -> Vec<Numbered> {
    const LETTERS: usize = 40;
    let beginning = |now: &RuleVersion| {
        let text = history::flowing(&history::said(&now.text));
        excerpt::shortened(text.lines().next().unwrap_or_default(), LETTERS)
    };
    let called = |rule: &Rule| game.title(&Kept::Rule(rule.id.clone())).map(str::to_owned);
    let told = |rule: &Rule| {
        let now = rule.current();
        let words = called(rule).unwrap_or_else(|| beginning(now));
        Numbered { number: now.label, immutable: now.immutable, words }
    };
    let mut rules: Vec<Numbered> =
        game.book.rules.iter().filter(|rule| rule.current().status == status).map(told).collect();
    rules.sort_unstable();
    rules
}

/// Points posted last, and those of this number: their numbers, and whose they are.
fn entries(game: &Game, asked: Option<usize>) -> impl Iterator<Item = (usize, Message)> {
    let counted = game.ledger.iter().enumerate().rev().filter(|(_, entry)| entry.reversed_by.is_none());
    let newest = counted.enumerate().filter(move |(place, (seq, _))| *place < ENTRIES || Some(*seq) == asked);
    newest.map(|(_, newest)| newest).map(|(seq, entry)| (seq, whole(game, seq, entry)))
}

/// Points, and what is taken back with them.
fn whole(game: &Game, seq: usize, entry: &Entry) -> Message {
    let posted = posted(game, entry);
    match game.taken_back_with(seq) {
        Some(name) => say!("{posted}, and all else that “{name}” changed then", posted, name),
        None => posted,
    }
}

/// Points of this number, as people read them: lines say `entry 5`.
pub fn entry(game: &Game, seq: usize) -> Message {
    let posted = game.ledger.get(seq).map(|entry| whole(game, seq, entry));
    posted.map_or_else(|| say!("entry {seq}", seq), |posted| say!("{posted} (entry {seq})", posted, seq))
}

/// Whose points an entry is, and what for.
fn posted(game: &Game, entry: &Entry) -> Message {
    let change = format!("{} {}", entry.player, signed(entry.delta));
    match (&entry.reason, entry.rule.as_ref().map(|rule| game.number_now(rule))) {
        (Reason::Proposal(number), Some(label)) => {
            say!("{change} by Rule {label} for proposal {number}", change, label, number = *number)
        }
        (Reason::Proposal(number), None) => say!("{change} for proposal {number}", change, number = *number),
        (Reason::Judgement(id), Some(label)) => {
            say!("{change} by Rule {label} by Judgement {id}", change, label, id)
        }
        (Reason::Judgement(id), None) => say!("{change} by Judgement {id}", change, id),
        (Reason::Claim(why), Some(label)) if why.is_empty() => {
            say!("{change} by Rule {label} claimed", change, label)
        }
        (Reason::Claim(why), Some(label)) => say!("{change} by Rule {label} claimed: {why}", change, label, why),
        (Reason::Effect(name), Some(label)) => say!("{change} by Rule {label}: {name}", change, label, name),
        (Reason::Effect(name), None) => say!("{change}: {name}", change, name),
        (Reason::Claim(why), None) => say!("{change} claimed: {why}", change, why),
    }
}

/// Proposals that are not done with, those of today, and those that were adopted.
fn proposals(game: &Game) -> impl Iterator<Item = (usize, &Proposal)> {
    let is_now = move |proposal: &Proposal| proposal.is_open() || proposal.day == game.day;
    let adopted =
        |proposal: &Proposal| matches!(proposal.state, ProposalState::InEffect | ProposalState::AdoptedBarred);
    let matters =
        move |(_, proposal): &(usize, &Proposal)| proposal.number.is_some() && (is_now(proposal) || adopted(proposal));
    game.proposals.iter().enumerate().rev().take(RECENT).filter(matters)
}

/// Proposals that have not had their effect: they can get another number, where a line that says so is understood.
pub fn undecided(game: &Game) -> Vec<Numbered> {
    let all = game.proposals.iter().enumerate();
    let open = all.filter(|(_, proposal)| game.edition.is_fourth() && proposal.may_be_renumbered());
    let told = |(place, proposal): (usize, &Proposal)| {
        let words = beginning(game, place, proposal).to_string();
        Some(Numbered { number: proposal.number?, immutable: false, words })
    };
    open.filter_map(told).collect()
}

/// Whose win can still be challenged.
fn open_win(game: &Game) -> Option<&str> {
    game.open_win().map(|place| game.wins[place].player.as_str())
}

/// Whose proposal it is, and how it is called or begins.
fn beginning(game: &Game, place: usize, proposal: &Proposal) -> Message {
    let begins = || shortened(lines::words(&proposal.text));
    let words = game.title(&Kept::Proposal(place)).map_or_else(begins, str::to_owned);
    Message::verbatim(format!("{}: {words}", proposal.proposer))
}

/// How a rule-change begins.
pub fn shortened(text: &str) -> String {
    const LETTERS: usize = 80;
    excerpt::shortened(lines::proposal(text), LETTERS)
}

fn yes_or_no(vote: &Vote) -> Message {
    match vote {
        Vote { hidden: true, .. } => say!("secret until it is counted"),
        Vote { yes: true, .. } => say!("Yes"),
        Vote { yes: false, .. } => say!("No"),
    }
}

/// What a Point of Order may be about.
pub fn targets(game: &Game, asked: Option<usize>) -> Vec<Choice> {
    let choice = |target: &Target, about: Message| Choice { line: print_target(target), about };
    let mut choices = Vec::new();
    for (place, proposal) in proposals(game).filter(|(_, proposal)| !proposal.is_held()) {
        let number = proposal.number.unwrap_or_default();
        choices.push(choice(&Target::Proposal { number }, beginning(game, place, proposal)));
        let votes = proposal.votes.iter().filter(|_| proposal.is_open() || proposal.day == game.day);
        for vote in votes {
            let target = Target::Vote { proposal: number, player: vote.player.clone() };
            choices.push(choice(&target, yes_or_no(vote)));
        }
    }
    choices.extend(entries(game, asked).map(|(seq, about)| choice(&Target::Entry { seq }, about)));
    let decided = game.points_of_order.iter().rev().filter_map(|point| Some((point, point.judgements.last()?))).take(5);
    let about = |point: &PointOfOrder, one: &Judgement| {
        say!("{judge} on: {question}", judge = &one.judge, question = point.question())
    };
    choices.extend(decided.map(|(point, one)| choice(&Target::Judgement { id: one.id.clone() }, about(point, one))));
    if let Some(winner) = open_win(game) {
        choices.push(choice(&Target::Win, Message::verbatim(winner)));
    }
    choices
}

/// An order about one of several rules or players.
pub struct Pick {
    /// The line that it says.
    pub line: String,
    /// Which of them it is about.
    pub which: String,
}

/// An order about each of these rules.
pub fn of_rules(rules: &[Numbered], order: impl Fn(u32) -> Order) -> Vec<Pick> {
    let pick = |rule: &Numbered| Pick {
        line: print_order(&order(rule.number)).to_string(),
        which: format!("{} · {}", rule.number, rule.words),
    };
    rules.iter().map(pick).collect()
}

/// An order about each of these players.
pub fn of_players(players: &[String], order: impl Fn(String) -> Order) -> Vec<Pick> {
    let pick = |name: &String| Pick { line: print_order(&order(name.clone())).to_string(), which: name.clone() };
    players.iter().map(pick).collect()
}

/// What a Judgement can order, by what it is about.
pub struct Orders {
    pub proposals: Vec<Choice>,
    pub points: Vec<Choice>,
    /// What was challenged, and a win.
    pub other: Vec<Choice>,
}

/// What a Judgement may order now.
pub fn orders(game: &Game) -> Orders {
    let choice = |order: &Order, about: Message| Choice { line: print_order(order), about };
    let upheld = say!(
        "What was challenged stands. A proposal that no rule decides is adopted. A claimed win is final: somebody has won."
    );
    let mut other = vec![choice(&Order::Uphold, upheld)];
    let mut about_proposals = Vec::new();
    for (place, proposal) in proposals(game) {
        let number = proposal.number.unwrap_or_default();
        if !matches!(
            proposal.state,
            ProposalState::InEffect | ProposalState::Defeated | ProposalState::Void | ProposalState::Undone
        ) {
            about_proposals.push(choice(&Order::VoidProposal { number }, beginning(game, place, proposal)));
        }
        // Lines that the first edition does not know would be void.
        let settled = matches!(proposal.state, ProposalState::Defeated | ProposalState::Void | ProposalState::Undone);
        if game.edition.is_second() && !settled && proposal.state != ProposalState::Voting {
            about_proposals
                .push(choice(&Order::Defeat { number }, say!("as if it had been voted down, with the points of that")));
        }
        if game.edition.is_second() && proposal.state == ProposalState::InEffect {
            about_proposals.push(choice(&Order::Undo { number }, say!("as if it had never been adopted")));
        }
        if proposal.state == ProposalState::Voting || proposal.is_held() {
            for vote in proposal.votes.iter().filter(|vote| vote.void_by.is_none()) {
                let order = Order::VoidVote { proposal: number, player: vote.player.clone() };
                about_proposals.push(choice(&order, yes_or_no(vote)));
            }
        }
    }
    if let Some(winner) = open_win(game) {
        other.push(choice(&Order::DeclareWinner { player: None }, say!("{winner} has not won: play goes on", winner)));
    }
    let points = entries(game, None).map(|(seq, about)| choice(&Order::ReverseEntry { seq }, about)).collect();
    Orders { proposals: about_proposals, points, other }
}
