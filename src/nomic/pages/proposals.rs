//! Proposals of a game as pages: all of them, and each with its text, what it changes, its votes and what became of it.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::{DateTime, Utc};
use rookery_messages::Message;
use rookery_nomic::bindings::{Force, Role};
use rookery_nomic::court::PointOfOrder;
use rookery_nomic::ledger::Reason;
use rookery_nomic::notes::Kept;
use rookery_nomic::plays::{Subject, Target};
use rookery_nomic::proposals::{Proposal, ProposalState, Vote};
use rookery_nomic::{Game, explain, lines};
use serde::Deserialize;

use super::parts::{self, Posted};
use super::preview::{Preview, Touched};
use super::remarks::Remarks;
use super::{Around, club_rules, quantities, settings};
use crate::App;
use crate::error::Error;
use crate::fields::word;
use crate::http::Params;
use crate::nomic::archive::Sought;
use crate::nomic::{deadlines, explaining, history};
use crate::tables::TableId;
use crate::web::layout::{Frame, render};

/// Proposals that the page of all shows.
const SHOWN: usize = 50;

/// A proposal with its tally, and what the reader has to do with it.
pub struct Ballot {
    /// Its number; with stars where it was struck, for then another may have the number (A7).
    pub label: String,
    pub number: u32,
    /// How players call it.
    pub title: Option<String>,
    pub proposer: String,
    pub at: String,
    /// As it was written, without its parameters.
    pub text: String,
    pub state: String,
    is_voted_on: bool,
    /// Whether it is voted on while the court is asked about it, and so waits for its answer.
    pub is_held: bool,
    pub yes: u32,
    pub no: u32,
    /// Whether nobody may see yet who voted what.
    pub sealed: bool,
    /// Who has not voted, while votes count.
    pub missing: String,
    /// The reader's own votes: in favour or not, when, and as whom they were cast for the reader.
    pub mine: Vec<(bool, String, Option<String>)>,
    /// Who votes for the reader if they do not.
    pub proxy: Option<String>,
    pub may_vote: bool,
    /// When votes count again, where they are void all day (rule 201), and the number of the rule that says so.
    pub void_until: Option<(String, Option<u32>)>,
    /// The number of the rule about votes.
    pub rule: Option<u32>,
}

impl Ballot {
    /// `None` for one that never had a number.
    pub fn of(frame: &Frame, around: &Around, place: usize) -> Option<Ballot> {
        let game = &around.game;
        let proposal = game.proposals.get(place)?;
        let (yes, cast) = proposal.count();
        let voting = proposal.state == ProposalState::Voting;
        let counts = |vote: &&Vote| vote.void_by.is_none() && Some(&vote.player) == around.viewer.as_ref();
        let own = |vote: &Vote| (vote.yes, around.moment(frame, &vote.at), vote.by.clone());
        let mine: Vec<_> = proposal.votes.iter().filter(counts).map(own).collect();
        let proxy = || game.player(around.viewer.as_deref()?)?.proxy.clone();
        let is_void = voting && game.is_void_day(game.day);
        let void_until = is_void.then(|| {
            let opens = game.begins(game.next_court_day(game.day));
            (around.moment(frame, &opens), deadlines::behind(game, Role::Allocation, "void_days"))
        });
        // Rules 113 and 208: so many votes each, the first ones counting.
        let is_free = match game.force(Role::Voting) {
            Force::Enforced => {
                let most = game.bindings.parameters.voting.votes_each as usize;
                mine.len() < most && game.voting_problem(game.now).is_none()
            }
            Force::Advisory => true,
            Force::Absent => false,
        };
        Some(Ballot {
            label: label(game, place)?,
            number: proposal.number?,
            title: game.title(&Kept::Proposal(place)).map(str::to_owned),
            proposer: proposal.proposer.clone(),
            at: around.moment(frame, &proposal.submitted_at),
            text: lines::words(&proposal.text).to_owned(),
            state: word(&proposal.state),
            is_voted_on: voting,
            is_held: voting && proposal.number.is_some_and(|number| game.is_disputed(number)),
            yes,
            no: cast - yes,
            sealed: proposal.is_sealed(),
            missing: if voting { frame.language.listed(&game.not_voted(proposal)) } else { String::new() },
            may_vote: voting && !is_void && is_free && around.may_act(),
            void_until,
            proxy: if voting && mine.is_empty() { proxy() } else { None },
            mine,
            rule: deadlines::behind(game, Role::Voting, "votes_each"),
        })
    }

    /// The count of votes, as far as the reader may know.
    pub fn tally(&self, frame: &Frame) -> String {
        if self.sealed {
            return frame.t("nomic-tally-secret").count("votes", self.yes + self.no).to_string();
        }
        frame.t("nomic-tally").with("yes", self.yes).with("no", self.no).to_string()
    }

    pub fn is_open_for_votes(&self) -> bool {
        self.is_voted_on
    }
}

/// How a proposal is called: the third that was struck under one number is `308***`.
fn label(game: &Game, place: usize) -> Option<String> {
    let struck = |proposal: &&Proposal| proposal.state == ProposalState::Void;
    let proposal = &game.proposals[place];
    let number = proposal.number?;
    if !struck(&proposal) {
        return Some(number.to_string());
    }
    let stars = game.proposals[..=place].iter().filter(struck).filter(|other| other.number == Some(number)).count();
    Some(format!("{number}{}", "*".repeat(stars)))
}

/// The place of the proposal that is called so.
fn place_of(game: &Game, called: &str) -> Option<usize> {
    let number = called.trim_end_matches('*').parse().ok()?;
    let exact = (0..game.proposals.len()).rev().find(|place| label(game, *place).as_deref() == Some(called));
    exact.or_else(|| history::proposal(game, number))
}

/// Proposals of today and those that wait for the court; and those counted last, newest first.
pub fn of_today(game: &Game) -> (Vec<usize>, Vec<usize>) {
    let is_now = |proposal: &Proposal| proposal.is_open() || proposal.day == game.day;
    let numbered = (0..game.proposals.len()).filter(|place| game.proposals[*place].number.is_some());
    let (now, before): (Vec<usize>, Vec<usize>) = numbered.partition(|place| is_now(&game.proposals[*place]));
    let last = before.last().map(|place| game.proposals[*place].day);
    (now, before.into_iter().rev().take_while(|place| Some(game.proposals[*place].day) == last).collect())
}

/// What an open proposal would do, as its proposer saw it.
pub(crate) async fn preview(app: &App, frame: &Frame, around: &Around, proposal: &Proposal) -> Result<Preview, Error> {
    let patch = proposal.parameters.clone().unwrap_or_default();
    let explained = explaining::proposal(app, around, proposal).await?;
    let (_, club) = club_rules(app).await?;
    Ok(Preview::of(frame, &around.game, explained, settings::changes(frame, &around.game, &club, &patch)))
}

#[derive(Template)]
#[template(path = "nomic/proposals.html")]
struct ProposalsPage<'a> {
    frame: Frame,
    around: &'a Around,
    /// The newest first.
    ballots: Vec<Ballot>,
    /// Where the older ones begin, if there are any.
    older: Option<usize>,
    /// What is looked for among them.
    word: String,
}

/// Which proposals the page of all shows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// Only those that are older than this one, by its place among all.
    before: Option<usize>,
    /// Only those with this in their title, their words or their number, or of this player.
    #[serde(default)]
    word: String,
}

pub(crate) async fn list(
    app: Data<App>,
    frame: Frame,
    id: Path<TableId>,
    asked: Params<Listed>,
) -> Result<HttpResponse, Error> {
    let around = &Around::open(&app, &frame, *id, "proposals").await?;
    let (game, Listed { before, word }) = (&around.game, asked.0);
    let sought = Sought::of(&word);
    let fits = |place: &usize| {
        let (proposal, title) = (&game.proposals[*place], game.title(&Kept::Proposal(*place)));
        let called = label(game, *place);
        let texts = [title.unwrap_or_default(), lines::words(&proposal.text), &proposal.proposer];
        called.is_some_and(|called| sought.is_in(texts.into_iter().chain([called.as_str()])))
    };
    let end = before.unwrap_or(usize::MAX).min(game.proposals.len());
    let mut places: Vec<usize> = (0..end).rev().filter(fits).take(SHOWN + 1).collect();
    let older = places.get(SHOWN).map(|place| place + 1);
    places.truncate(SHOWN);
    let ballots = places.into_iter().filter_map(|place| Ballot::of(&frame, around, place)).collect();
    render(StatusCode::OK, &ProposalsPage { frame: frame.clone(), around, ballots, older, word })
}

/// A vote as the page of a proposal shows it.
struct Cast {
    player: String,
    yes: bool,
    /// Nobody may see yet what it says.
    hidden: bool,
    at: String,
    /// What has made it void, in words.
    taken_back: Option<String>,
    /// How many votes it counts for, where that is not one; and whose vote it follows.
    weight: Option<u32>,
    by: Option<String>,
}

#[derive(Template)]
#[template(path = "nomic/proposal.html")]
struct ProposalPage<'a> {
    frame: Frame,
    around: &'a Around,
    ballot: Ballot,
    /// When the votes were counted, when it came into effect, and why it does not fit the text.
    counted: Option<String>,
    in_effect: Option<String>,
    conflict: Option<Message>,
    needs: String,
    votes: Vec<Cast>,
    points: Vec<Posted>,
    /// Points of Order about it, with what comes after each in the list of all.
    disputes: Vec<(String, usize)>,
    /// For an open proposal: everything that it would change.
    preview: Option<Preview>,
    remarks: Option<Remarks>,
    /// For a settled proposal: what it changed, or would have changed.
    touched: Vec<Touched>,
    settings: Vec<settings::Change>,
    /// What has stopped because of it.
    stopped: Vec<quantities::Deal>,
    /// Whether nothing came of it, so that somebody may want to propose it again.
    may_try_again: bool,
}

pub(crate) async fn one(app: Data<App>, frame: Frame, path: Path<(TableId, String)>) -> Result<HttpResponse, Error> {
    let (id, called) = path.into_inner();
    let around = &Around::open(&app, &frame, id, "proposals").await?;
    let game = &around.game;
    let missing = || crate::not_found!("proposal of this game");
    let place = place_of(game, &called).ok_or_else(missing)?;
    let (proposal, ballot) = (&game.proposals[place], Ballot::of(&frame, around, place).ok_or_else(missing)?);
    let preview = if proposal.is_open() { Some(preview(&app, &frame, around, proposal).await?) } else { None };
    let (_, club) = club_rules(&app).await?;
    let patch = proposal.parameters.clone().unwrap_or_default();
    let thresholds = match &proposal.completion {
        Some(completion) => completion.thresholds.clone(),
        None => game.thresholds(proposal),
    };
    // The one that bore the number when the Point was raised: struck since, another may bear it now.
    let bore = |number: u32, at: DateTime<Utc>| {
        let bears = |one: &Proposal| one.submitted_at <= at && history::numbers(one).contains(&number);
        game.proposals.iter().rposition(bears)
    };
    let is_about = |point: &PointOfOrder| {
        point.targets.iter().any(|target| match target {
            Target::Proposal { number } | Target::Vote { proposal: number, .. } => {
                bore(*number, point.at) == Some(place)
            }
            _ => false,
        })
    };
    let disputes = game.points_of_order.iter().zip(1..).filter(|(point, _)| is_about(point));
    // A struck number may be another proposal's by now, and no points come of what was struck.
    let is_struck = proposal.state == ProposalState::Void;
    let is_own = |reason: &Reason| !is_struck && *reason == Reason::Proposal(ballot.number);
    let about = Subject::Proposal { number: ballot.number };
    let mut stopped = quantities::stopped(&frame, around);
    let is_of_it = |label| proposal.state == ProposalState::InEffect && proposal.numbers().contains(&label);
    stopped.retain(|deal| deal.rule.is_some_and(is_of_it));
    let page = ProposalPage {
        stopped,
        remarks: if is_struck { None } else { Remarks::of(&frame, around, about) },
        counted: proposal.completion.as_ref().map(|completion| around.moment(&frame, &completion.at)),
        in_effect: proposal.effective_at.map(|at| around.moment(&frame, &at)),
        conflict: if let ProposalState::Conflict(problem) = &proposal.state { Some(problem.clone()) } else { None },
        needs: parts::needs(frame.language, &thresholds.unwrap_or_default()),
        votes: proposal.votes.iter().map(|vote| cast(vote, &frame, around)).collect(),
        points: parts::posted(
            game.ledger.iter().enumerate().filter(|(_, entry)| is_own(&entry.reason)),
            &frame,
            around,
        ),
        disputes: disputes.map(|(point, after)| (point.id.clone(), after)).collect(),
        touched: if preview.is_none() { touched(game, proposal) } else { Vec::new() },
        settings: settings::changes(&frame, game, &club, &patch)
            .into_iter()
            .map(settings::Change::without_before)
            .collect(),
        may_try_again: !proposal.is_open() && proposal.state != ProposalState::InEffect,
        preview,
        ballot,
        frame: frame.clone(),
        around,
    };
    render(StatusCode::OK, &page)
}

fn cast(vote: &Vote, frame: &Frame, around: &Around) -> Cast {
    let at = around.moment(frame, &vote.at);
    Cast {
        player: vote.player.clone(),
        yes: vote.yes,
        hidden: vote.hidden,
        at,
        taken_back: vote.void_by.as_ref().map(|id| frame.t("nomic-taken-back").with("id", id).to_string()),
        weight: (vote.weight != 1).then_some(vote.weight),
        by: vote.by.clone(),
    }
}

/// What a settled proposal changed; what it was to change, if nothing came of it.
fn touched(game: &Game, proposal: &Proposal) -> Vec<Touched> {
    if proposal.state == ProposalState::InEffect {
        return history::made_by(game, proposal).into_iter().map(Touched::from).collect();
    }
    let then = history::with_rules_at(game, proposal.submitted_at);
    Touched::all(&mut explain::effect(&then, proposal))
}
