//! The court of a game as a page: Points of Order with what is due, Judgements with their orders, and the forms for both.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use rookery_messages::{Message, say};
use rookery_nomic::Game;
use rookery_nomic::court::{Judgement, PointOfOrder, PointState};
use rookery_nomic::ledger::{Entry, Reason};
use rookery_nomic::lines::court::{print_order, print_target};
use rookery_nomic::plays::{Order, Target};
use rookery_nomic::proposals::{Proposal, ProposalState, Vote};
use rookery_nomic::rulebook::RuleStatus;
use serde_json::{Map, Value};

use super::parts::{self, Due};
use super::{Around, Before, club_rules, open_house_rules, settings};
use crate::App;
use crate::error::{Error, Refusal};
use crate::fields;
use crate::http::Params;
use crate::id::PersonId;
use crate::nomic::api::found;
use crate::tables::TableId;
use crate::web::layout::{Frame, render};
use crate::web::typed::Typed;

/// Points of Order that a page shows.
const SHOWN: usize = 20;
/// Entries of points that the forms offer to challenge or to reverse.
const ENTRIES: usize = 10;

/// Proposals among which the forms look for those that still matter.
const RECENT: usize = 50;

/// A Point of Order with what is due in it.
struct Case {
    point: PointOfOrder,
    due: Option<Due>,
    /// Whether the reader is to judge it now, or may where nobody knows who is.
    judges: bool,
    /// Whether players may name its Judge, exclude somebody, and the Judge step back.
    naming: bool,
    excluding: bool,
    recusing: bool,
    /// Whether the reader sits in judgement with the Judge.
    sits: bool,
    /// The Judgement that the reader may appeal against.
    appealable: Option<String>,
}

/// What can be ticked in a form: the line that it says, and what it is about where the line does not tell.
struct Choice {
    line: Message,
    about: Message,
}

#[derive(Template)]
#[template(path = "nomic/court.html")]
struct CourtPage {
    frame: Frame,
    around: Around,
    /// The newest first.
    cases: Vec<Case>,
    /// How many older ones there are.
    older: usize,
    /// What a Point of Order may be about.
    targets: Vec<Choice>,
    /// What a Judgement may order.
    orders: Orders,
    players: Vec<String>,
    in_effect: Vec<u32>,
    void: Vec<u32>,
    /// Numbers of proposals that can get another.
    undecided: Vec<u32>,
    house: Map<String, Value>,
    /// House rules of the club that a game can set.
    club: Map<String, Value>,
    typed: Typed,
}

impl CourtPage {
    fn is_judge(&self, point: &PointOfOrder) -> bool {
        point.judge.is_some() && point.judge == self.around.viewer
    }

    fn is(&self, state: &impl serde::Serialize, word: &str) -> bool {
        fields::word(state) == word
    }

    fn word(&self, kind: &str, state: &impl serde::Serialize) -> String {
        self.frame.word(kind, fields::word(state)).to_string()
    }

    /// What it is about, and of which proposal that is.
    fn about(&self, point: &PointOfOrder) -> Vec<(Message, Option<u32>)> {
        let told = |target: &Target| match target {
            Target::Question => None,
            Target::Proposal { number } | Target::Vote { proposal: number, .. } => {
                Some((print_target(target), Some(*number)))
            }
            _ => Some((print_target(target), None)),
        };
        point.targets.iter().filter_map(told).collect()
    }

    fn orders_of(&self, judgement: &Judgement) -> Vec<String> {
        judgement.orders.iter().map(|one| order(&self.frame, &self.around, &self.club, one)).collect()
    }

    fn settings(&self, form: &str) -> settings::Groups {
        settings::groups(self.frame.language, &self.around.game, &self.house, &self.typed, form)
    }

    /// The form that is shown again, if one was refused.
    fn refusal(&self) -> Option<&Refusal> {
        self.typed.refusal(self.typed.form())
    }

    /// Whether one of these was ticked in a form that is shown again.
    fn any_ticked(&self, form: &str, name: &str, choices: &[Choice]) -> bool {
        choices.iter().any(|choice| self.typed.chose(form, name, choice.line.to_string()))
    }

    fn names_winner(&self, form: &str) -> bool {
        self.players.iter().any(|name| self.typed.chose(form, "order", format!("{name} wins")))
    }

    /// Whether a form that is shown again orders something of a rule.
    fn is_about_rules(&self, form: &str) -> bool {
        let ordered = |label: &u32, word: &str| self.typed.chose(form, "order", format!("{word} Rule {label}"));
        self.typed.any(form, "merge-")
            || self.typed.any(form, "renumber-")
            || self.in_effect.iter().any(|label| ordered(label, "void"))
            || self.void.iter().any(|label| ordered(label, "restore"))
    }
}

pub async fn court(
    app: Data<App>,
    frame: Frame,
    id: Path<TableId>,
    asked: Params<Before>,
) -> Result<HttpResponse, Error> {
    court_page(&app, frame, *id, asked.0.before, Typed::default()).await
}

pub async fn court_page(
    app: &App,
    frame: Frame,
    id: TableId,
    before: Option<usize>,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let found = found(app, id, frame.person.map(PersonId)).await?;
    let (around, house) = (Around::of(&found, "court"), open_house_rules(app, id).await?);
    let (_, club) = club_rules(app).await?;
    let mut due = parts::due(&found, &frame, &around);
    let game = &found.game;
    let end = before.unwrap_or(usize::MAX).min(game.points_of_order.len());
    let mut case = |point: &PointOfOrder| {
        let plays = around.viewer.as_ref().is_some_and(|viewer| game.plays(viewer));
        let (open, bench) = (point.state == PointState::Open && plays, &point.procedure);
        let is_judge = point.judge.is_some() && point.judge == around.viewer;
        // Lines that the first edition does not know would be void.
        let say = open && game.edition.is_second();
        Case {
            due: due.iter().position(|due| is_of(&due.about, &point.id)).map(|place| due.swap_remove(place)),
            judges: open && (is_judge && point.serving_day <= game.day || point.advisory),
            naming: say && (bench.may_name || point.advisory),
            excluding: say && (bench.may_exclude || point.advisory),
            sits: point
                .judgements
                .last()
                .is_some_and(|one| around.viewer.as_ref().is_some_and(|me| one.panel.contains(me))),
            appealable: point
                .judgements
                .last()
                .map(|one| one.id.clone())
                .filter(|id| plays && game.edition.is_second() && game.appeal_problem(id, game.now).is_none()),
            recusing: say && is_judge && (bench.may_recuse || point.advisory),
            point: point.clone(),
        }
    };
    let cases: Vec<Case> = game.points_of_order[..end].iter().rev().take(SHOWN).map(&mut case).collect();
    let page = CourtPage {
        older: end - cases.len(),
        cases,
        targets: targets(game),
        orders: orders(game),
        players: game.playing().map(|player| player.name.clone()).collect(),
        in_effect: rules(game, RuleStatus::InEffect),
        void: rules(game, RuleStatus::Void),
        undecided: undecided(game),
        house,
        club,
        frame,
        around,
        typed,
    };
    render(page.typed.status(), &page)
}

/// An order as people read it: what it has the service enforce in words.
pub fn order(frame: &Frame, around: &Around, club: &Map<String, Value>, order: &Order) -> String {
    let Order::SetBinding { parameters, .. } = order else { return frame.said(print_order(order)) };
    let changes = settings::changes(frame, &around.game, club, parameters);
    let told: Vec<String> = changes.iter().map(|change| format!("{}: {}", change.name, change.after)).collect();
    if told.is_empty() { frame.said(print_order(order)) } else { told.join("\n") }
}

/// Whether what is due is about this Point of Order, `2.1`, or a Judgement on it, `2.1.1`.
fn is_of(about: &str, point: &str) -> bool {
    about.strip_prefix(point).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Numbers of the rules that stand so.
pub fn rules(game: &Game, status: RuleStatus) -> Vec<u32> {
    let mut labels: Vec<u32> = game
        .book
        .rules
        .iter()
        .map(|rule| rule.current())
        .filter(|now| now.status == status)
        .map(|now| now.label)
        .collect();
    labels.sort_unstable();
    labels
}

/// Points posted last: their numbers, and whose they are.
fn entries(game: &Game) -> impl Iterator<Item = (usize, Message)> {
    let newest = game.ledger.iter().enumerate().rev().filter(|(_, entry)| entry.reversed_by.is_none()).take(ENTRIES);
    let about = move |entry: &Entry| {
        let change = format!("{} {:+}", entry.player, entry.delta);
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
    };
    newest.map(move |(seq, entry)| (seq, about(entry)))
}

/// Proposals that are not done with, those of today, and those that were adopted.
fn proposals(game: &Game) -> impl Iterator<Item = &Proposal> {
    let is_now = move |proposal: &Proposal| proposal.is_open() || proposal.day == game.day;
    let adopted =
        |proposal: &Proposal| matches!(proposal.state, ProposalState::InEffect | ProposalState::AdoptedBarred);
    let matters = move |proposal: &&Proposal| proposal.number.is_some() && (is_now(proposal) || adopted(proposal));
    game.proposals.iter().rev().take(RECENT).filter(matters)
}

/// Proposals that have not had their effect: they can get another number, where a line that says so is understood.
fn undecided(game: &Game) -> Vec<u32> {
    let open = game.proposals.iter().filter(|proposal| game.edition.is_fourth() && proposal.may_be_renumbered());
    open.filter_map(|proposal| proposal.number).collect()
}

/// Whose win can still be challenged.
fn open_win(game: &Game) -> Option<&str> {
    game.open_win().map(|place| game.wins[place].player.as_str())
}

/// Whose proposal it is, and how it begins.
fn beginning(proposal: &Proposal) -> Message {
    const LETTERS: usize = 80;
    let text = proposal.text.trim_start_matches("Rule-change:").trim();
    let end = text.char_indices().nth(LETTERS).map_or(text.len(), |(end, _)| end);
    let more = if end < text.len() { "…" } else { "" };
    Message::verbatim(format!("{}: {}{more}", proposal.proposer, &text[..end]))
}

fn yes_or_no(vote: &Vote) -> Message {
    match vote {
        Vote { hidden: true, .. } => say!("secret until it is counted"),
        Vote { yes: true, .. } => say!("Yes"),
        Vote { yes: false, .. } => say!("No"),
    }
}

fn targets(game: &Game) -> Vec<Choice> {
    let choice = |target: &Target, about: Message| Choice { line: print_target(target), about };
    let mut choices = Vec::new();
    for proposal in proposals(game).filter(|proposal| !proposal.is_held()) {
        let number = proposal.number.unwrap_or_default();
        choices.push(choice(&Target::Proposal { number }, beginning(proposal)));
        let votes = proposal.votes.iter().filter(|_| proposal.is_open() || proposal.day == game.day);
        for vote in votes {
            let target = Target::Vote { proposal: number, player: vote.player.clone() };
            choices.push(choice(&target, yes_or_no(vote)));
        }
    }
    choices.extend(entries(game).map(|(seq, about)| choice(&Target::Entry { seq }, about)));
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

/// What a Judgement can order, by what it is about.
pub struct Orders {
    proposals: Vec<Choice>,
    points: Vec<Choice>,
    /// What was challenged, and a win.
    other: Vec<Choice>,
}

fn orders(game: &Game) -> Orders {
    let choice = |order: &Order, about: Message| Choice { line: print_order(order), about };
    let upheld =
        say!("what was challenged stands: a proposal that no rule decides is adopted, a claimed win confirmed");
    let mut other = vec![choice(&Order::Uphold, upheld)];
    let mut about_proposals = Vec::new();
    for proposal in proposals(game) {
        let number = proposal.number.unwrap_or_default();
        if !matches!(
            proposal.state,
            ProposalState::InEffect | ProposalState::Defeated | ProposalState::Void | ProposalState::Undone
        ) {
            about_proposals.push(choice(&Order::VoidProposal { number }, beginning(proposal)));
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
    let points = entries(game).map(|(seq, about)| choice(&Order::ReverseEntry { seq }, about)).collect();
    Orders { proposals: about_proposals, points, other }
}
