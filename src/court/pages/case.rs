//! A case on one page: facts, the game, the decision, the docket, who sits and who cannot, the Acts as
//! they stood, what is due, judgments with their opinions, and the steps that are the reader's to take.

mod beside;
mod course;

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::{NaiveDate, NaiveDateTime};

use super::steps::{READINGS, told, weighed};
use crate::App;
use crate::action::Somebody;
use crate::auth::Actor;
use crate::conduct::decisions::veil::Veil;
use crate::conduct::decisions::{BanTerm, Decision, Mind, Step as LadderStep};
use crate::court::actions::{Effect, Weighed};
use crate::court::exhibits::Media;
use crate::court::rules::bench::Conflict;
use crate::court::rules::opinion::fits;
use crate::court::rules::verdict::Outcome;
use crate::court::rules::{Part, Step};
use crate::court::store::{self, CaseView, Due, FilingView, JudgmentView, SeatView};
use crate::court::{Awaited, FilingKind, OpinionKind, Stage, Subject, Visibility};
use crate::db::Db;
use crate::error::Error;
use crate::id::{GameId, PersonId};
use crate::rulebook::{self, ActToChoose};
use crate::sessions::calendar::next_fridays;
use crate::tables::pages::Called;
use crate::web::dates::Dates;
use crate::web::layout::{Frame, render};
use crate::web::markdown;
use crate::web::typed::Typed;
use beside::{
    Lifted, Named, Offered, Played, Quoted, changed, games_of, lifted, mentioned, named, offered, owed, played, quoted,
    without_names,
};
use course::Course;

#[derive(Template)]
#[template(path = "court/case.html")]
pub(super) struct CasePage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    reader: Option<PersonId>,
    view: CaseView,
    /// The ban as it stood when the petition was filed; the decision shows what it is now.
    petitioned: Option<BanTerm>,
    lifted: Option<Lifted>,
    game: Option<Played>,
    /// Other games of the matter.
    games: Vec<GameId>,
    /// What games and tables are called, where names are read.
    called: Called,
    /// What the verdict did to the scores of those concerned: who, before and after.
    changed: Vec<(PersonId, i64, i64)>,
    /// How far the case is.
    course: Course,
    /// What the case waits for from the reader.
    asked: Option<Step>,
    /// Whether the opinion waits for its author to be named.
    waits_for_author: bool,
    /// How many free justices have let it in, and how many are enough.
    let_in: (usize, u32),
    quoted: Vec<Quoted>,
    offered: Offered,
    /// Who presides over the bench that has the case.
    presiding: Option<(Stage, PersonId)>,
    /// Who had a seat of the panel and cannot sit any more.
    left: Vec<PersonId>,
    /// Who sits on the bench that has the case.
    sitting: Vec<PersonId>,
    /// The number of justices of which more than half make a judgment.
    majority_of: usize,
    /// The Acts that a reading in a draft may be of.
    acts: Vec<ActToChoose>,
    /// The last days of a ban that a draft is offered.
    fridays: Vec<NaiveDate>,
    /// What an opinion looks like that is being written.
    written: Option<String>,
    /// Names in the form as it was sent which others do not read in the case, where all will read it.
    named: Named,
    /// The effect of each draft, for those who vote.
    weighed: Vec<Weighed>,
    /// What the judgment would do that the reader is drafting.
    tried: Option<Effect>,
}

impl CasePage {
    fn name(&self, person: &PersonId) -> &str {
        self.view.people.get(&person.0).map_or("", String::as_str)
    }

    fn names(&self, people: &[PersonId]) -> String {
        self.frame.language.listed(&people.iter().map(|person| self.name(person)).collect::<Vec<_>>())
    }

    /// The justices of a bench that a notice tells of.
    fn seated(&self, bench: &[SeatView]) -> String {
        self.names(&bench.iter().map(|seat| seat.justice).collect::<Vec<_>>())
    }

    fn may(&self, step: Step) -> bool {
        self.view.steps.contains(&step)
    }

    fn may_any(&self) -> bool {
        !self.view.steps.is_empty()
    }

    /// The step asked for, as the page of today has it.
    fn asked_word(step: &Step) -> String {
        crate::court::rules::next_step::word(*step)
    }

    /// Whether the case waits for this step from the reader.
    fn is_asked(&self, step: Step) -> bool {
        self.asked == Some(step)
    }

    /// Whether the docket is open at once: something in it waits for the reader's ruling, or a ruling was refused there.
    fn rules_in_docket(&self) -> bool {
        let waits = |filing: &FilingView| match filing {
            FilingView::Seen(one) => {
                let is_due = one.kind.is_ruled_on() && one.granted.is_none();
                (is_due && self.may(Step::Rule)) || self.typed.refusal(&format!("ruling-{}", one.number)).is_some()
            }
            FilingView::Withheld(_) => false,
        };
        self.view.docket.iter().any(waits)
    }

    /// Whether a reader without names sees only of what kind a filing is, and its day.
    fn is_bare(&self, filing: &FilingView) -> bool {
        let FilingView::Seen(one) = filing else { return false };
        let is_silent = [&one.title, &one.text].into_iter().all(|words| self.frame.said(words).is_empty());
        let says_more = one.granted.is_some() || !one.rulings.is_empty() || !one.bench.is_empty();
        self.view.is_covered && is_silent && !says_more && one.witness.is_none()
    }

    /// Such filings in one line.
    fn bare(&self) -> String {
        let told = |filing: &FilingView| match filing {
            FilingView::Seen(one) if self.is_bare(filing) => {
                Some(format!("{} ({})", self.frame.word("filing", one.kind), self.dates.day(&one.filed_at)))
            }
            _ => None,
        };
        let told: Vec<String> = self.view.docket.iter().filter_map(told).collect();
        self.frame.language.listed(&told.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// The first filing that waits for the reader's ruling: its number, and what it is.
    fn unruled(&self) -> Option<(i64, FilingKind)> {
        let waits = |filing: &FilingView| match filing {
            FilingView::Seen(one) => {
                let has_ruled = one.rulings.iter().any(|ruling| Some(ruling.justice) == self.reader);
                let is_due = one.kind.is_ruled_on() && one.granted.is_none() && !has_ruled;
                is_due.then_some((one.number, one.kind))
            }
            FilingView::Withheld(_) => None,
        };
        if self.may(Step::Rule) { self.view.docket.iter().find_map(waits) } else { None }
    }

    fn has_drafts(&self) -> bool {
        self.view.deliberation.as_ref().is_some_and(|deliberation| !deliberation.drafts.is_empty())
    }

    /// Who of the bench has a vote in this round and has not given it.
    fn unvoted(&self) -> Vec<PersonId> {
        let Some(deliberation) = &self.view.deliberation else { return Vec::new() };
        self.sitting.iter().copied().filter(|justice| !deliberation.voted.contains(justice)).collect()
    }

    /// Whether votes can be counted, or were asked to be: so many have voted that a draft may have a majority.
    fn counts(&self) -> bool {
        let voted = self.sitting.len() - self.unvoted().len();
        let are_enough = self.has_drafts() && (2 * voted > self.majority_of || voted == self.sitting.len());
        self.may(Step::Count) && (are_enough || self.typed.form() == "count")
    }

    /// The answer of the other side that can still come in time.
    fn answer_due(&self) -> Option<&Due> {
        self.view.deadlines.iter().find(|due| due.kind == Awaited::Answer && !due.overdue)
    }

    /// Whether a count would not wait for everybody who still has a word: then it takes a second tap.
    fn counts_early(&self) -> bool {
        self.answer_due().is_some() || !self.unvoted().is_empty()
    }

    /// What is said beside the choice of a judgment: that it asks for more, or why nothing can be sent back here.
    fn outcome_hint(&self) -> &'static str {
        if self.offers(Outcome::Remand) {
            return "step-outcome-hint";
        }
        if self.offers(Outcome::Answer) { "step-outcome-question" } else { "step-outcome-no-remand" }
    }

    /// Whether the form for filing has this kind chosen: as it was sent, or what is awaited of the reader.
    fn is_filed_as(&self, kind: &FilingKind) -> bool {
        let awaited = || self.asked == Some(crate::court::rules::docket::step(*kind));
        self.typed.chose("filing", "kind", kind) || (self.typed.form() != "filing" && awaited())
    }

    /// What the reader may put on the docket besides exhibits.
    fn kinds(&self) -> Vec<FilingKind> {
        let files =
            |kind: &FilingKind| *kind != FilingKind::Exhibit && self.may(crate::court::rules::docket::step(*kind));
        FilingKind::ALL.iter().copied().filter(files).collect()
    }

    /// The audiences that the reader can choose for a filing; only the Court files for the Court
    /// alone.
    fn visibilities(&self) -> Vec<Visibility> {
        let of_court = self.view.parts.contains(&Part::Sitting) || self.view.parts.contains(&Part::ChiefJustice);
        Visibility::ALL.iter().copied().filter(|one| of_court || *one != Visibility::Court).collect()
    }

    /// The opinions that the reader may write: of their own side, each once, and the Court's unless another was named.
    fn writes(&self) -> Vec<OpinionKind> {
        let kinds = [
            (OpinionKind::Majority, Step::Publish),
            (OpinionKind::Concurrence, Step::WriteSeparately),
            (OpinionKind::Dissent, Step::WriteSeparately),
        ];
        let of_the_majority = self.view.parts.contains(&Part::Majority);
        let judgment = self.verdict();
        let named = judgment.and_then(|judgment| judgment.author);
        let is_anothers =
            named.is_some_and(|author| self.offered.justices.contains(&author) && self.reader != Some(author));
        let is_written = |kind: OpinionKind| {
            let mut opinions = judgment.into_iter().flat_map(|judgment| &judgment.opinions);
            opinions.any(|one| one.kind == kind && self.reader == Some(one.author))
        };
        let writes = |kind: OpinionKind| {
            fits(kind, of_the_majority) && !is_written(kind) && !(kind == OpinionKind::Majority && is_anothers)
        };
        kinds.into_iter().filter(|(kind, step)| self.may(*step) && writes(*kind)).map(|(kind, _)| kind).collect()
    }

    fn last_majority(&self) -> &[PersonId] {
        let decided = self.view.judgments.iter().rfind(|judgment| judgment.disposition.is_some());
        decided.map_or(&[], |judgment| &judgment.majority)
    }

    /// Whether the reader names who writes for a majority that they are of (Act III.3.10).
    fn names_author(&self) -> bool {
        self.may(Step::NameAuthor) && self.reader.is_some_and(|reader| self.last_majority().contains(&reader))
    }

    fn is_image(media: &Media) -> bool {
        matches!(media, Media::Png | Media::Jpeg)
    }

    fn html(text: &str) -> String {
        markdown::to_html(text)
    }

    /// The bench of a stage.
    fn bench(&self, stage: &Stage) -> Vec<&SeatView> {
        self.view.bench.iter().filter(|seat| seat.stage == *stage).collect()
    }

    fn presides(&self, seat: &SeatView) -> bool {
        self.presiding == Some((seat.stage, seat.justice))
    }

    /// Who sits on the panel.
    fn panel(&self) -> Vec<PersonId> {
        let seats = self.view.bench.iter().filter(|seat| seat.stage == Stage::Panel);
        seats.map(|seat| seat.justice).collect()
    }

    /// Whether this justice's seat on the panel is empty.
    fn has_left(&self, justice: &PersonId) -> bool {
        self.left.contains(justice)
    }

    /// Whether a panel sits that has no empty seat.
    fn is_full(&self) -> bool {
        self.left.is_empty() && !self.panel().is_empty()
    }

    /// Whether the Court is too small for a panel.
    fn is_too_small(&self) -> bool {
        u32::try_from(self.offered.may_sit).is_ok_and(|free| free < self.offered.panel_size)
    }

    fn conflicts_of(&self, justice: &PersonId) -> &[Conflict] {
        let of_them = self.view.conflicts.iter().find(|one| one.justice == *justice);
        of_them.map_or(&[], |one| &one.conflicts)
    }

    /// Whether the form for a panel has this justice ticked: as it was sent, or as the panel sits.
    fn is_picked(&self, justice: &PersonId) -> bool {
        let sits = || self.panel().contains(justice) && !self.has_left(justice);
        self.typed.chose("panel", "justice", justice) || (self.typed.form() != "panel" && sits())
    }

    /// Whether the Court can decide so here.
    fn offers(&self, outcome: Outcome) -> bool {
        self.offered.outcomes.contains(&outcome)
    }

    fn voted_for(&self, draft: &i64) -> bool {
        self.view.deliberation.as_ref().is_some_and(|deliberation| deliberation.own_vote == Some(*draft))
    }

    fn told(&self) -> String {
        told(&self.weighed)
    }

    fn weighed(&self, draft: &i64) -> Option<&Weighed> {
        self.weighed.iter().find(|weighed| weighed.draft == *draft)
    }

    /// Whether the votes were not counted because a draft would do something else by now.
    fn has_changed(&self) -> bool {
        self.typed.form() == "count" && self.typed.refusal("count").is_none()
    }

    /// What the petition is against, where that has a page of its own that the reader may open: where, and what
    /// the link to it says.
    fn place(&self) -> Option<(String, String)> {
        if self.view.listed.subject == Subject::Decision {
            let decision = self.view.decision.as_ref().filter(|decision| self.may_open(decision))?;
            let words = self.frame.t("decision-number").with("number", decision.id).to_string();
            return Some((format!("/decisions/{}", decision.id), words));
        }
        let id = self.view.listed.subject_id?;
        let place = match self.view.listed.subject {
            Subject::Ban => "/bans".to_owned(),
            Subject::TechnicalModification | Subject::ChiefAct => format!("/chief_acts/{id}"),
            Subject::Game => format!("/games/{id}"),
            _ => return None,
        };
        Some((place, self.frame.t("case-read-it").to_string()))
    }

    /// Whether the decision's own page is the reader's to open: a witness reads what is not declared only here.
    fn may_open(&self, decision: &Decision) -> bool {
        let concerned = [Some(decision.offence.accused), decision.decider];
        let is_concerned = self.reader.is_some() && concerned.contains(&self.reader);
        decision.is_public() || is_concerned || self.frame.roles.may_moderate()
    }

    /// The last judgment that decided something.
    fn verdict(&self) -> Option<&JudgmentView> {
        self.view.judgments.iter().rfind(|judgment| judgment.disposition.is_some())
    }

    /// How the verdict looks to the petitioner: for them, against them, or neither.
    fn banner(outcome: &Outcome) -> &'static str {
        match outcome {
            Outcome::Overturn | Outcome::Shorten | Outcome::Lift => "banner",
            Outcome::Uphold | Outcome::Lengthen => "banner no",
            Outcome::Remand | Outcome::Answer => "banner wait",
        }
    }

    /// When something was, on the club's clock; the day to who is not told times of day.
    fn when(&self, at: &NaiveDateTime) -> String {
        if self.view.is_covered { self.dates.day(at) } else { self.dates.moment(at) }
    }
}

/// A text with letters for the names that others do not read in a case, and those names.
pub(super) async fn lettered(
    app: &App,
    actor: &Actor,
    case: &str,
    text: String,
) -> Result<(String, Vec<String>), Error> {
    let (by, case, now) = (Somebody::from(actor), case.to_owned(), app.clock.now());
    let read = app.db.read(move |db| {
        let view = store::one(db, &case, Some(&by), now)?;
        without_names(db, &view, &text)
    });
    read.await
}

/// The page of a case, with a form that was refused or is looked at before it is sent.
pub(super) async fn page(
    app: &App,
    actor: Option<Actor>,
    frame: Frame,
    number: String,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    shown(app, actor, frame, number, typed, None).await
}

/// [`page`], with what a judgment would do that is being drafted.
pub(super) async fn shown(
    app: &App,
    actor: Option<Actor>,
    frame: Frame,
    number: String,
    typed: Typed,
    tried: Option<Effect>,
) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let (case, who) = (number.clone(), actor.as_ref().map(Somebody::from));
    let read = move |db: &mut Db| {
        let by = actor.as_ref().map(Somebody::from);
        let view = store::one(db, &number, by.as_ref(), now)?;
        let facts = store::facts(db, &number)?;
        let mut games = games_of(&view);
        let mentioned = mentioned(&view, &games);
        let game = if games.is_empty() { None } else { Some(played(db, games.remove(0))?) };
        let written = Some(typed.value("opinion", "text")).filter(|_| typed.chose("opinion", "look", "yes"));
        let veil = Veil::before(db, frame.viewpoint, now)?;
        let changed = changed(db, &view, &veil)?;
        let course = Course::of(db, &view, &facts, now)?;
        let waits_for_author = facts.names_author()?.is_some();
        let asked = match &by {
            Some(by) => {
                let due = || owed(&view, by.person).filter(|step| *step != Step::Publish || !waits_for_author);
                store::next_step::in_case(db, &facts, *by, now)?.or_else(due)
            }
            None => None,
        };
        let said: Vec<(PersonId, bool)> = view.leave.iter().map(|vote| (vote.justice, vote.granted)).collect();
        let house = rulebook::in_force(db, now)?;
        let zone = house.time_zone;
        let dates = Dates { zone, language: frame.language };
        let called = match by {
            Some(_) if !view.is_covered => mentioned.called_behind(db, &veil, dates)?,
            _ => Called::by_number(frame.language),
        };
        let acts = if view.steps.contains(&Step::Draft) {
            rulebook::acts_to_choose(&rulebook::version_at(db, now)?, frame.language)
        } else {
            Vec::new()
        };
        Ok(CasePage {
            acts,
            dates,
            called,
            fridays: next_fridays(now.and_utc(), zone),
            quoted: quoted(db, &view, frame.language)?,
            offered: offered(db, &view, &facts, now)?,
            presiding: facts.bench().first().map(|justice| (facts.case.stage(), *justice)),
            left: store::empty_seats(&facts),
            sitting: facts.bench(),
            majority_of: facts.size(),
            changed,
            course,
            asked,
            waits_for_author,
            let_in: (facts.granting(&said), house.leave_justices),
            petitioned: facts.case.ban_term()?.filter(|_| !view.is_covered),
            lifted: if view.is_covered { None } else { lifted(db, &facts)? },
            written: written.map(markdown::to_html),
            named: named(db, &view, &typed, frame.language)?,
            reader: actor.map(|actor| actor.person),
            weighed: Vec::new(),
            tried,
            frame,
            typed,
            view,
            game,
            games,
        })
    };
    let mut page = app.db.read(read).await?;
    if let Some(by) = who.filter(|_| page.has_drafts() && page.may(Step::Vote)) {
        page.weighed = weighed(app, case, by).await?;
    }
    render(page.typed.status(), &page)
}

pub(super) async fn one(
    app: Data<App>,
    actor: Option<Actor>,
    frame: Frame,
    number: Path<String>,
) -> Result<HttpResponse, Error> {
    page(&app, actor, frame, number.into_inner(), Typed::default()).await
}
