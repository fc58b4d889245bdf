//! A rule-change in the making as a page: what it would do is shown before it is proposed for good.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::TimeDelta;
use rookery_messages::{Message, say};
use rookery_nomic::change::{Change, Rewording};
use rookery_nomic::game::Message as ThreadMessage;
use rookery_nomic::notes::{Annotation, Kept};
use rookery_nomic::parameters::Patch;
use rookery_nomic::plays::{Play, Thread};
use rookery_nomic::proposals::Proposal;
use rookery_nomic::rulebook::RuleStatus;
use rookery_nomic::{Game, explain, lines};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::choices::{self, Numbered};
use super::counting::{self, Counting};
use super::preview::Preview;
use super::{Around, club_rules, forms, open_house_rules, settings};
use crate::App;
use crate::auth::Actor;
use crate::error::{Error, Refusal};
use crate::fields::of_word;
use crate::http::{Form, Params};
use crate::nomic::{explaining, history};
use crate::rulebook::diff::{Words, words};
use crate::tables::TableId;
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed, see};

#[derive(Template)]
#[template(path = "nomic/draft.html")]
struct DraftPage<'a> {
    frame: Frame,
    around: &'a Around,
    /// What is being changed; nothing chosen: a line is written.
    begun: Option<Begun>,
    example: String,
    /// Those that can be changed at once come first.
    in_effect: Vec<Numbered>,
    /// Why the reader, who plays, may not propose now, and their next day.
    not_now: Option<Message>,
    your_day: Option<String>,
    /// Quantities and effects of the players' own, where the game knows them.
    counting: Option<Counting>,
    settings: settings::Groups,
    tried: Option<Tried>,
    typed: Typed,
}

impl DraftPage<'_> {
    fn is_chosen(&self, op: &str) -> bool {
        self.begun.as_ref().map_or_else(|| self.typed.chose("draft", "op", op), |begun| begun.op.word() == op)
    }

    /// The draft that another is to take the place of.
    fn replaces(&self) -> Option<usize> {
        self.typed.value("draft", "draft").parse().ok()
    }

    fn is_about(&self, label: impl Borrow<u32>) -> bool {
        self.begun.as_ref().is_some_and(|begun| begun.rule == Some(*label.borrow()))
    }
}

/// A draft among those that others read.
pub struct DraftLine {
    pub place: usize,
    /// What differs from the draft that it takes the place of, word by word.
    pub words: Vec<Words>,
    pub is_replaced: bool,
    /// The proposal that it became.
    pub proposal: Option<u32>,
    /// Whether the reader may propose and change it, and why it cannot be proposed now.
    pub is_mine: bool,
    pub not_now: Option<Message>,
}

impl DraftLine {
    /// `None` for talk about drafts; `replaced` are the drafts whose place a newer one took.
    pub fn of(around: &Around, place: usize, replaced: &HashSet<usize>) -> Option<DraftLine> {
        let game = &around.game;
        let said = game.messages.get(place).filter(|said| said.thread == Thread::Drafts)?;
        let text = lines::draft(&said.line).1;
        lines::parse(game.edition, Thread::Voting, text).ok().flatten()?;
        let before = game.instead_of(place).map(|earlier| lines::draft(&game.messages[earlier].line).1);
        let is_replaced = replaced.contains(&place);
        // What was proposed is what its author had drafted, word for word: others may have had the same idea.
        let is_theirs = |proposal: &Proposal| said.author.as_ref() == Some(&proposal.proposer);
        let became =
            |proposal: &&Proposal| proposal.text == text && proposal.submitted_at >= said.at && is_theirs(proposal);
        let proposal = game.proposals.iter().filter(became).find_map(|proposal| proposal.number);
        Some(DraftLine {
            place,
            words: before.map(|before| words(&lines::spoken(before), &lines::spoken(text))).unwrap_or_default(),
            is_replaced,
            proposal,
            is_mine: !is_replaced && proposal.is_none() && around.may_act() && said.author == around.viewer,
            not_now: explain::why_not_now(game, around.viewer.as_deref().unwrap_or_default()),
        })
    }
}

/// How long a draft, or what was said of it, waits for somebody's word.
const WAITS: TimeDelta = TimeDelta::days(7);

/// A draft that waits for the reader's word: another's of which they have said nothing, or their own of which another has spoken last.
pub struct Waiting {
    pub place: usize,
    /// Whose it is; `None` if it is the reader's own.
    pub author: Option<String>,
    /// How it is called, or how it begins.
    pub words: String,
}

/// Drafts that wait for the reader's word, the newest first.
pub fn waiting(around: &Around) -> Vec<Waiting> {
    let game = &around.game;
    let Some(me) = around.viewer.as_ref().filter(|_| around.plays()) else { return Vec::new() };
    let replaced = game.replaced_drafts();
    let waits = |(place, said): (usize, &Arc<ThreadMessage>)| {
        if said.thread != Thread::Drafts || replaced.contains(&place) {
            return None;
        }
        let versions: Vec<Kept> = game.versions(place).into_iter().map(Kept::Draft).collect();
        let newest = Kept::Draft(place);
        let last = game.notes(&newest).last();
        let has_spoken = |note: &Annotation| note.by == *me;
        let is_mine = said.author.as_ref() == Some(me);
        let is_awaited = if is_mine {
            last.is_some_and(|note| !has_spoken(note) && game.now - note.at < WAITS)
        } else {
            game.now - said.at < WAITS && !versions.iter().flat_map(|one| game.notes(one)).any(has_spoken)
        };
        let is_open = || DraftLine::of(around, place, &replaced).is_some_and(|draft| draft.proposal.is_none());
        let words = || choices::shortened(&lines::spoken(lines::draft(&said.line).1));
        (is_awaited && is_open()).then(|| Waiting {
            place,
            author: said.author.clone().filter(|_| !is_mine),
            words: game.title(&newest).map_or_else(words, str::to_owned),
        })
    };
    game.messages.iter().enumerate().rev().filter_map(waits).collect()
}

/// A draft that was looked at before it is sent.
struct Tried {
    /// As it would be said, with what it has the service enforce.
    whole: String,
    /// The same as a draft, which may take the place of another.
    draft: String,
    preview: Preview,
}

impl Tried {
    /// What a button under the preview says in this thread.
    fn line(&self, thread: Thread) -> String {
        let line = if thread == Thread::Drafts { &self.draft } else { &self.whole };
        line.trim().to_owned()
    }
}

/// The thread that a button under the preview says it in; `None` if only the preview is asked for.
fn sends(sent: &Fields) -> Option<Thread> {
    of_word(sent.text("send")).filter(|thread| matches!(thread, Thread::Voting | Thread::Drafts))
}

/// What a draft begins with: a kind of change, and the rule that it is about.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    op: Option<Op>,
    /// Its number; empty while none is chosen.
    #[serde(default)]
    rule: String,
    /// What others read already: a draft by its message's place, or a proposal by its number.
    draft: Option<usize>,
    proposal: Option<u32>,
    /// A quantity or an effect that is to be changed: `effects tax`.
    own: Option<String>,
}

/// The kinds of change that a form begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Op {
    Enact,
    Amend,
    Repeal,
    Transmute,
}

impl Op {
    fn word(self) -> &'static str {
        match self {
            Op::Enact => "enact",
            Op::Amend => "amend",
            Op::Repeal => "repeal",
            Op::Transmute => "transmute",
        }
    }

    fn is_repeal(self) -> bool {
        self == Op::Repeal
    }

    /// Whether there are words to write.
    fn has_words(self) -> bool {
        matches!(self, Op::Enact | Op::Amend)
    }
}

/// A draft whose kind of change was chosen; any other is a line as players write it.
struct Begun {
    op: Op,
    /// The rule that it is about; `None` if it is a new one.
    rule: Option<u32>,
    immutable: bool,
    /// The words that the rule has now.
    now: String,
}

impl Begun {
    /// What a line says, where a form can say it, too.
    fn read(game: &Game, changes: &[Change]) -> Option<(Begun, String)> {
        let (op, rule, text) = match changes {
            [Change::Enact { text, immutable: false }] => (Op::Enact, None, text.as_slice()),
            [Change::Amend { rule, how: Rewording::Text(text) }] => (Op::Amend, Some(*rule), text.as_slice()),
            [Change::Repeal { rule }] => (Op::Repeal, Some(*rule), [].as_slice()),
            [Change::Transmute { rule }] => (Op::Transmute, Some(*rule), [].as_slice()),
            _ => return None,
        };
        let begun = Begun::of(game, Some(op), rule).ok().flatten()?;
        Some((begun, history::said(text)))
    }

    /// What a form says that it is about; `None` if a line is written.
    fn of(game: &Game, op: Option<Op>, rule: Option<u32>) -> Result<Option<Begun>, Refusal> {
        let Some(op) = op else { return Ok(None) };
        if op == Op::Enact {
            return Ok(Some(Begun { op, rule: None, immutable: false, now: String::new() }));
        }
        let Some(label) = rule else { return Err(Refusal::field("rule", say!("Say which rule it is about."))) };
        let none = || Refusal::field("rule", say!("Rule {label} is not in effect. Choose one that is.", label));
        let rule = game.book.live().map(|rule| rule.current()).find(|now| now.label == label).ok_or_else(none)?;
        let now = history::flowing(&history::said(&rule.text));
        Ok(Some(Begun { op, rule: Some(label), immutable: rule.immutable, now }))
    }

    fn sent(game: &Game, sent: &Fields) -> Result<Option<Begun>, Refusal> {
        let op = of_word(sent.text("op"));
        let rule = sent.number("rule")?.and_then(|label| u32::try_from(label).ok());
        Begun::of(game, op, rule)
    }

    /// The rule-change with these words.
    fn change(&self, words: &str) -> Change {
        let (rule, text) = (self.rule.unwrap_or_default(), vec![words.to_owned()]);
        match self.op {
            Op::Enact => Change::Enact { text, immutable: false },
            Op::Amend => Change::Amend { rule, how: Rewording::Text(text) },
            Op::Repeal => Change::Repeal { rule },
            Op::Transmute => Change::Transmute { rule },
        }
    }

    /// The resulting line.
    fn line(&self, sent: &Fields) -> Result<String, Refusal> {
        let words = if self.op.has_words() { forms::written(sent, "words")? } else { "" };
        let changes = vec![self.change(words)];
        Ok(lines::print(&Play::Propose { text: None, changes, parameters: None, unfinished: false }))
    }
}

/// The fields of a form that says what this rule-change says.
fn fields_of(game: &Game, text: &str) -> Fields {
    let read = lines::parse(game.edition, Thread::Voting, text);
    let Ok(Some(Play::Propose { changes, parameters, unfinished: false, .. })) = read else {
        return Fields::from(vec![("text".to_owned(), text.to_owned())]);
    };
    let mut fields = settings::fields(&parameters.clone().unwrap_or_default());
    fields.extend(counting::fields(&parameters.unwrap_or_default()));
    let field = |name: &str, value: String| (name.to_owned(), value);
    match Begun::read(game, &changes) {
        Some((begun, words)) => {
            fields.extend([field("op", begun.op.word().to_owned()), field("words", words)]);
            fields.extend(begun.rule.map(|rule| field("rule", rule.to_string())));
        }
        None => fields.push(field("text", lines::spoken(text))),
    }
    Fields::from(fields)
}

/// What others read already, put into the form again.
fn again(around: &Around, begin: &Begin) -> Result<Option<Fields>, Error> {
    let game = &around.game;
    if let Some(place) = begin.draft {
        let missing = || crate::not_found!("draft of this game");
        let said = game.messages.get(place).filter(|said| said.thread == Thread::Drafts).ok_or_else(missing)?;
        let mut fields = fields_of(game, lines::draft(&said.line).1);
        if said.author == around.viewer {
            fields.set("draft", &place.to_string());
        }
        return Ok(Some(fields));
    }
    let Some(number) = begin.proposal else { return Ok(None) };
    let place = game.proposal(number).ok_or_else(|| crate::not_found!("proposal of this game"))?;
    let proposal = &game.proposals[place];
    let words = lines::words(&proposal.text);
    Ok(Some(fields_of(game, &forms::proposed(words, &proposal.parameters.clone().unwrap_or_default())?)))
}

pub(crate) async fn drafting(
    app: Data<App>,
    frame: Frame,
    id: Path<TableId>,
    begin: Params<Begin>,
) -> Result<HttpResponse, Error> {
    let (around, house) = (&Around::open(&app, &frame, *id, "draft").await?, open_house_rules(&app, *id).await?);
    let begin = begin.0;
    if let Some(sent) = again(around, &begin)? {
        return shown(&app, frame, around, &house, sent, None).await;
    }
    let line = ("text".to_owned(), "Rule-change:".to_owned());
    let to_change = begin.own.map(|own| counting::to_change(&own));
    let op = begin.op.map(|op| ("op".to_owned(), op.word().to_owned()));
    let chosen = op.into_iter().chain([("rule".to_owned(), begin.rule)]);
    let mut fields = Fields::from([line].into_iter().chain(to_change).chain(chosen).collect::<Vec<_>>());
    counting::merged(&around.game, &mut fields)?;
    let begun = match Begun::sent(&around.game, &fields) {
        Ok(Some(begun)) => begun,
        Ok(None) => return draft_page(frame, around, &house, None, None, Typed::again("draft", fields)),
        Err(none) => {
            return draft_page(frame, around, &house, None, None, Typed::refused("draft", fields, none.into())?);
        }
    };
    fields.set("words", &begun.now);
    // Where there is nothing to write, what would come of it is shown at once.
    let tried = match begun.op.has_words() {
        true => None,
        false => Some(tried(&app, &frame, around, &house, Some(&begun), &fields, &Patch::new()).await?),
    };
    draft_page(frame, around, &house, Some(begun), tried, Typed::again("draft", fields))
}

pub(crate) async fn draft(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    id: Path<TableId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (around, house) = (&Around::open(&app, &frame, *id, "draft").await?, open_house_rules(&app, *id).await?);
    shown(&app, frame, around, &house, form.0, Some(&actor)).await
}

/// A draft that was refused: what is wrong with its words is said where they were written.
fn refused(frame: &Frame, begun: Option<&Begun>, sent: Fields, error: Error) -> Result<Typed, Error> {
    let typed = Typed::refused("draft", sent, error)?;
    let (name, label) = match begun.map(|begun| begun.op.has_words()) {
        Some(true) => ("words", "nomic-words"),
        Some(false) => return Ok(typed),
        None => ("text", "nomic-draft-text"),
    };
    // Programs send a whole draft, and threads a text.
    let own = |field: &str| ["draft", "text"].contains(&field).then(|| (name.to_owned(), frame.t(label).to_string()));
    Ok(typed.called(own))
}

/// The form with what was typed, and what would come of it. Somebody who acts may send that: what the form holds then,
/// and only if it is what they have looked at.
async fn shown(
    app: &App,
    frame: Frame,
    around: &Around,
    house: &Map<String, Value>,
    mut sent: Fields,
    actor: Option<&Actor>,
) -> Result<HttpResponse, Error> {
    let begun = match Begun::sent(&around.game, &sent) {
        Ok(begun) => begun,
        Err(none) => {
            // The rule may have gone while its words were written: they stay.
            let words = sent.some("words").unwrap_or(sent.text("text")).to_owned();
            sent.set("text", &words);
            return draft_page(frame, around, house, None, None, Typed::refused("draft", sent, none.into())?);
        }
    };
    let result = match counting::merged(&around.game, &mut sent) {
        Ok(own) => tried(app, &frame, around, house, begun.as_ref(), &sent, &own).await,
        Err(error) => Err(error),
    };
    let tried = match result {
        Ok(tried) => tried,
        Err(error) => {
            let typed = refused(&frame, begun.as_ref(), sent, error)?;
            return draft_page(frame, around, house, begun, None, typed);
        }
    };
    let Some((actor, thread)) = actor.zip(sends(&sent)) else {
        return draft_page(frame, around, house, begun, Some(tried), Typed::again("draft", sent));
    };
    if sent.text("seen") != tried.whole.trim() {
        let typed = Typed::again("draft", sent).unsigned(vec!["draft".to_owned()]);
        return draft_page(frame, around, house, begun, Some(tried), typed);
    }
    let id = around.id;
    match super::said(app, actor, id, &around.game, thread, tried.line(thread)).await {
        Ok(()) if thread == Thread::Drafts => Ok(see(format!("/nomic/{id}/threads?thread=drafts"))),
        Ok(()) => Ok(see(format!("/nomic/{id}"))),
        Err(error) => {
            let typed = refused(&frame, begun.as_ref(), sent, error)?;
            draft_page(frame, around, house, begun, Some(tried), typed)
        }
    }
}

async fn tried(
    app: &App,
    frame: &Frame,
    around: &Around,
    house: &Map<String, Value>,
    begun: Option<&Begun>,
    sent: &Fields,
    own: &Patch,
) -> Result<Tried, Error> {
    let line = match begun {
        Some(begun) => begun.line(sent)?,
        None => sent.text("text").to_owned(),
    };
    let mut patch = settings::checked(&around.game, house, sent)?;
    patch.extend(own.clone());
    let whole = forms::proposed(&line, &patch)?;
    let explained = explaining::draft(app, around, &whole).await?;
    let (_, club) = club_rules(app).await?;
    let changes = settings::changes(frame, &around.game, &club, &forms::patch_of(&whole));
    let instead = sent.number("draft")?.and_then(|place| usize::try_from(place).ok());
    let draft = instead.map_or_else(|| whole.clone(), |place| lines::print_draft(place, &whole));
    Ok(Tried { preview: Preview::of(frame, &around.game, explained, changes), whole, draft })
}

fn draft_page(
    frame: Frame,
    around: &Around,
    house: &Map<String, Value>,
    begun: Option<Begun>,
    tried: Option<Tried>,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let rule = begun.as_ref().filter(|begun| begun.op == Op::Amend).and_then(|begun| begun.rule);
    let settings = settings::groups(frame.language, &around.game, house, &typed, "draft").about(rule);
    let counting = around.game.edition.is_second().then(|| Counting::of(&frame, &around.game, &typed));
    let example = forms::example(&around.game);
    let mut in_effect = choices::rules(&around.game, RuleStatus::InEffect);
    in_effect.sort_by_key(|rule| rule.immutable);
    let player = around.viewer.as_deref().filter(|_| around.plays());
    let page = DraftPage {
        not_now: player.and_then(|player| explain::why_not_now(&around.game, player)),
        your_day: player.and_then(|player| super::day_of(&around.game, player, &frame, around)),
        frame,
        around,
        begun,
        example,
        in_effect,
        counting,
        settings,
        tried,
        typed,
    };
    render(page.typed.status(), &page)
}
