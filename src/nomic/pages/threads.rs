//! The threads of a game as a page: what was said, newest first, and the form to say more.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use rookery_nomic::game::Message;
use rookery_nomic::plays::{Subject, Thread};
use rookery_nomic::rulebook::RuleStatus;
use serde::Deserialize;

use super::choices::{self, Numbered};
use super::drafts::DraftLine;
use super::parts::{self, Line};
use super::remarks::Remarks;
use super::{Around, club_rules, day_of, quantities};
use crate::App;
use crate::error::{Error, Refusal};
use crate::http::Params;
use crate::nomic::archive::Sought;
use crate::tables::TableId;
use crate::web::layout::{Frame, render};
use crate::web::typed::Typed;

/// Messages that the page shows.
const SHOWN: usize = 50;

/// Which thread is shown, and which part of it.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThreadQuery {
    thread: Option<Thread>,
    /// Only messages older than this one, by their place among those that are found in the thread.
    before: Option<usize>,
    /// Whether the form to claim points is open.
    #[serde(default)]
    claim: bool,
    /// Only messages with this in them.
    #[serde(default)]
    word: String,
}

impl ThreadQuery {
    /// All of a thread.
    pub fn of(thread: Thread) -> ThreadQuery {
        ThreadQuery { thread: Some(thread), ..ThreadQuery::default() }
    }
}

#[derive(Template)]
#[template(path = "nomic/threads.html")]
struct ThreadsPage<'a> {
    frame: Frame,
    around: &'a Around,
    here: Thread,
    /// Its word.
    thread: &'static str,
    /// The newest first.
    lines: Vec<Line>,
    /// How many older ones there are.
    older: usize,
    /// What is looked for among them.
    word: String,
    /// Whether a line here can be a vote now.
    votes: bool,
    /// Who may get points, and the rules that may be cited for them (A5); quantities that can be claimed, too, where there are any.
    players: Vec<String>,
    counted: Vec<String>,
    rules: Vec<Numbered>,
    /// The reader's next day, where it is not today's.
    your_day: Option<String>,
    /// Whether the reader is about to claim points.
    claims: bool,
    typed: Typed,
}

impl ThreadsPage<'_> {
    /// The threads by their words, and whether it is this one.
    fn tabs(&self) -> [(&'static str, bool); 4] {
        let all = [Thread::Voting, Thread::Points, Thread::Discussion, Thread::Drafts];
        all.map(|thread| (parts::name(thread), thread == self.here))
    }

    /// Whether the reader may write here: talk is never over.
    fn may_write(&self) -> bool {
        let talk = matches!(self.here, Thread::Discussion | Thread::Drafts);
        self.around.viewer.is_some() && (talk || self.around.plays())
    }

    /// Whether the reader may claim points here.
    fn may_claim(&self) -> bool {
        self.here == Thread::Points && self.around.may_act()
    }

    /// The form that is shown again, if one was refused; that for a claim says so itself.
    fn refusal(&self) -> Option<&Refusal> {
        let says_so = self.typed.form() == "claim" && self.may_claim();
        self.typed.refusal(self.typed.form()).filter(|_| !says_so)
    }

    fn how_much(&self) -> String {
        let many = if self.counted.is_empty() { self.frame.t("nomic-points") } else { self.frame.t("nomic-how-much") };
        many.to_string()
    }

    /// Whether what was typed says nothing in this thread, but can be said in the discussion.
    fn is_talk(&self) -> bool {
        let is_unread = |refusal: &Refusal| refusal.errors.iter().any(|error| error.field == "text");
        let is_said = self.typed.form() == "say" && self.typed.fields().has("text");
        is_said && self.here != Thread::Discussion && self.refusal().is_some_and(is_unread)
    }
}

pub(crate) async fn read(
    app: Data<App>,
    frame: Frame,
    id: Path<TableId>,
    asked: Params<ThreadQuery>,
) -> Result<HttpResponse, Error> {
    page(&app, frame, *id, asked.0, Typed::default()).await
}

/// The page of a thread, with what was typed into it and refused.
pub(crate) async fn page(
    app: &App,
    frame: Frame,
    id: TableId,
    asked: ThreadQuery,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let thread = asked.thread.unwrap_or(Thread::Voting);
    let around = &Around::open(app, &frame, id, "threads").await?;
    let game = &around.game;
    let (_, club) = club_rules(app).await?;
    let sought = Sought::of(&asked.word);
    let fits = |message: &Message| {
        let author = message.author.as_deref().unwrap_or_default();
        message.thread == thread && sought.is_in([message.line.as_str(), author])
    };
    let newest = game.messages.iter().enumerate().rev().filter(|(_, message)| fits(message));
    let all = newest.clone().count();
    let end = asked.before.unwrap_or(all).min(all);
    let replaced = game.replaced_drafts();
    let lines: Vec<Line> = newest
        .skip(all - end)
        .take(SHOWN)
        .map(|(place, message)| Line {
            remarks: Remarks::of(&frame, around, Subject::Draft { message: place }),
            draft: DraftLine::of(around, place, &replaced),
            ..Line::of(message, &frame, around, &club)
        })
        .collect();
    let (counted, things) = quantities::claimable(game);
    let page = ThreadsPage {
        here: thread,
        thread: parts::name(thread),
        older: end - lines.len(),
        lines,
        word: asked.word,
        votes: thread == Thread::Voting && around.may_act() && game.voted_on().next().is_some(),
        players: game.playing().map(|player| player.name.clone()).chain(things).collect(),
        counted,
        rules: choices::rules(game, RuleStatus::InEffect),
        your_day: around.viewer.as_deref().and_then(|viewer| day_of(game, viewer, &frame, around)),
        claims: asked.claim,
        frame,
        around,
        typed,
    };
    render(page.typed.status(), &page)
}
