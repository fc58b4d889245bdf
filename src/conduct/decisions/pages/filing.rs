//! Filing a decision: who, what, which games; the ladder's step that is due; what it would do, before
//! it is signed.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use chrono::NaiveDate;
use rookery_messages::say;
use serde::Deserialize;

use super::tried::{Tried, try_out};
use crate::App;
use crate::action::pages::sent;
use crate::auth::Actor;
use crate::conduct::decisions::actions::{Decide, OffenceRequest, WrittenOffence, WrittenSanctions, faults};
use crate::conduct::decisions::{Finding, Mind, Offence, OffenceId, Sanction, SanctionKind, Step, rules, store};
use crate::conduct::reports::{self, Report, ReportId};
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::games;
use crate::games::store::GameView;
use crate::http::{Form, PageRequest, Params};
use crate::id::{GameId, PersonId};
use crate::members;
use crate::members::store::Listed;
use crate::rulebook::{self, ActToChoose, Rulebook};
use crate::sessions::calendar::next_fridays;
use crate::tables::pages::{Called, Mentioned};
use crate::web::catalogue::Language;
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

/// The form's name on its page.
const FORM: &str = "decide";
/// Members and games that the form offers.
const MEMBERS: i64 = 1_000;
const GAMES: i64 = 30;

/// The particulars of a sanction, and which one they belong to.
const PARTICULARS: [(&str, &str); 6] = [
    ("ladder", "fraud"),
    ("departure", "fraud"),
    ("points", "deduction"),
    ("minutes", "time_penalty"),
    ("forfeit", "forfeiture"),
    ("until", "ban"),
];

/// Typed beside the preview: nothing.
const BESIDE: [&str; 0] = [];

/// Reasons for a penalty in plain words, and their Acts.
const USUAL: [(&str, &str); 2] = [("unfair", "I.2"), ("faked", "II.4.1")];

/// A field's name on the form, for what a program calls so.
fn on_the_form(field: &str) -> &str {
    match field {
        "game" => "forfeit",
        "sanctions" => "sanction",
        "finding" => "mind",
        "offence.games" => "game",
        "reports" => "report",
        other => other.rsplit('.').next().unwrap_or_default(),
    }
}

/// A field by its name on the form and its label, for what a program calls so.
fn own(frame: &Frame, field: &str) -> Option<(String, String)> {
    let name = on_the_form(field);
    Some((name.to_owned(), label(frame, name)))
}

/// The field's label, for what was changed since the preview.
fn label(frame: &Frame, field: &str) -> String {
    let id = match field {
        "accused" => "decide-who",
        "act" => "decide-act",
        "what" => "decide-what",
        "happened_at" => "decide-when",
        "game" => "decide-games",
        "report" => "decide-reports",
        "insist" => "decide-insist",
        "sanction" => "decide-sanctions",
        "ladder" => "decide-step",
        "departure" => "decide-departure",
        "points" => "decide-points",
        "minutes" => "decide-minutes",
        "forfeit" => "decide-forfeiture",
        "until" => "decide-ban",
        "mind" => "decide-mind",
        "why" => "decide-why",
        "reasons" => "decide-reasons",
        _ => "decide-offence",
    };
    frame.t(id).to_string()
}

/// Where the form begins.
#[derive(Default, Deserialize)]
pub(super) struct Opened {
    /// As the first step's form sends it, also with nobody chosen.
    accused: Option<String>,
    game: Option<GameId>,
    report: Option<ReportId>,
    /// An offence on record, whose decision the Court sent back.
    offence: Option<OffenceId>,
}

/// Facts about the accused.
struct Accused {
    id: PersonId,
    name: String,
    standing_frauds: usize,
    due_step: Step,
    games: Vec<GameView>,
    reports: Vec<Report>,
    /// The offence on record, if the decision is one made again.
    offence: Option<Offence>,
}

#[derive(Template)]
#[template(path = "conduct/decide.html")]
struct DecidePage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    now: String,
    /// Where nobody is accused yet: who might be.
    people: Vec<Listed>,
    accused: Option<Accused>,
    /// Acts that players break, and others that ask something of somebody.
    forbidding: Vec<ActToChoose>,
    binding: Vec<ActToChoose>,
    /// The last days of a ban that the form offers.
    fridays: Vec<NaiveDate>,
    /// Who reads the reasons once they are declared.
    readers: &'static str,
    steps: &'static [Step],
    minds: &'static [Mind],
    tried: Option<Tried>,
    /// The games of what was tried.
    called: Called,
}

impl DecidePage {
    /// The usual reasons in plain words, with their Acts, where the club has not put these in words of its own.
    fn usual(&self) -> Vec<(&'static str, &'static str)> {
        let stands = |citation: &str| self.forbidding.iter().any(|act| act.citation == citation && act.is_shipped);
        USUAL.into_iter().filter(|(_, citation)| stands(citation)).collect()
    }

    /// The other Acts for the form's choice, in two groups.
    fn groups(&self) -> [(&'static str, Vec<&ActToChoose>); 2] {
        let usual = self.usual();
        let is_other = |act: &&ActToChoose| usual.iter().all(|(_, citation)| act.citation != *citation);
        [
            ("decide-act-offences", self.forbidding.iter().filter(is_other).collect()),
            ("decide-act-others", self.binding.iter().filter(is_other).collect()),
        ]
    }

    /// What the accused would gain: where a game that they lost is undone, its points come back to them.
    fn gained(&self) -> Option<i64> {
        let accused = self.accused.as_ref()?.id;
        let moved = self.tried.as_ref()?.scores.iter().find(|moved| moved.person == accused)?;
        Some(moved.after? - moved.before?).filter(|points| *points > 0)
    }

    fn played(&self, game: &GameView) -> String {
        format!("{} – {}, {}", game.white.name, game.black.name, self.dates.day(&game.played_at.naive_utc()))
    }

    /// Whether an offence much like it was decided, so that it is asked whether this is another one.
    fn is_asked_again(&self) -> bool {
        let like = |refusal: &Refusal| refusal.more.contains_key("insist");
        self.typed.chose(FORM, "insist", "yes") || self.typed.refusal(FORM).is_some_and(like)
    }

    /// Whether a finding was begun, or is wrong.
    fn has_finding(&self) -> bool {
        let begun = |name: &&str| !self.typed.value(FORM, name).is_empty() || !self.typed.wrong(FORM, name).is_empty();
        ["mind", "why"].iter().any(begun)
    }

    /// Whether a fraud would be punished with no game ticked that is made good with it.
    fn is_without_games(&self) -> bool {
        let is_fraud = |tried: &Tried| tried.decision.sanctions.iter().any(|one| one.kind == SanctionKind::Fraud);
        self.tried.as_ref().is_some_and(is_fraud) && self.typed.value(FORM, "game").is_empty()
    }

    fn is_chosen_game(&self, game: &GameView) -> bool {
        self.typed.chose(FORM, "game", game.id)
    }

    fn is_chosen_report(&self, report: &Report) -> bool {
        self.typed.chose(FORM, "report", report.id)
    }
}

fn accused(db: &mut Db, reader: PersonId, fields: &Fields) -> Result<Option<Accused>, Error> {
    let offence = fields.number("offence")?.map(OffenceId);
    let offence = offence.map(|id| store::offence(db, id)?.ok_or_else(|| Error::from(crate::not_found!("offence"))));
    let offence = offence.transpose()?;
    let id = match &offence {
        Some(offence) => Some(offence.accused),
        None => fields.number("accused")?.map(PersonId),
    };
    let Some(id) = id else { return Ok(None) };
    let filter = games::store::Filter { person: Some(id), ..games::store::Filter::default() };
    let page = PageRequest { after: None, limit: Some(GAMES) };
    let standing_frauds = store::standing_frauds(db, id)?;
    let open = reports::store::list(db, reader, true, Some(reports::State::Open), None, 200)?;
    Ok(Some(Accused {
        id,
        name: members::store::known(db, id)?.name,
        standing_frauds,
        due_step: rules::proposed_step(standing_frauds),
        games: games::store::list(db, &filter, &page)?.items,
        reports: open.into_iter().filter(|report| report.accused == id).collect(),
        offence,
    }))
}

/// The Acts in force that can be broken, in two groups. Of an Act in the club's own words only its readers
/// know whether it asks something of anybody: it stands in the second.
fn breakable(book: &Rulebook, language: Language) -> (Vec<ActToChoose>, Vec<ActToChoose>) {
    let binds = |act: &ActToChoose| {
        let citation = act.citation.as_str();
        rules::FORBIDDING.contains(&citation) || rules::BINDING.contains(&citation) || !act.is_shipped
    };
    let breakable = rulebook::acts_to_choose(book, language).into_iter().filter(binds);
    breakable.partition(|act| rules::FORBIDDING.contains(&act.citation.as_str()))
}

async fn page(
    app: &App,
    actor: &Actor,
    frame: Frame,
    fields: Fields,
    outcome: Result<Option<Tried>, Error>,
    changed: &[String],
) -> Result<HttpResponse, Error> {
    let (now, reader) = (app.clock.now(), actor.person);
    let changed = changed.iter().map(|field| label(&frame, field)).collect();
    let (tried, typed) = match outcome {
        Ok(tried) => (tried, Typed::again(FORM, fields.clone()).unsigned(changed)),
        Err(error) => (None, Typed::refused(FORM, fields.clone(), error)?.called(|field| own(&frame, field))),
    };
    let read = move |db: &mut Db| {
        let house = rulebook::in_force(db, now)?;
        let (dates, readers) = (Dates { zone: house.time_zone, language: frame.language }, house.reasons_are_for());
        let accused = accused(db, reader, &fields)?;
        let mut people = Vec::new();
        if accused.is_none() {
            people = members::store::list(db, true, None, None, MEMBERS)?;
            // Nobody decides about themself (Act III.3.5).
            people.retain(|one| one.id != reader);
            people.sort_by(|one, other| one.name.cmp(&other.name));
        }
        let (forbidding, binding) = breakable(&rulebook::version_at(db, now)?, frame.language);
        let fridays = next_fridays(now.and_utc(), dates.zone);
        let mentioned = Mentioned::default().decisions(tried.iter().map(|tried| &tried.decision));
        let called = mentioned.called(db, frame.viewpoint, dates, now)?;
        let now = dates.local(&now);
        Ok(DecidePage {
            frame,
            dates,
            typed,
            now,
            people,
            accused,
            forbidding,
            binding,
            fridays,
            readers,
            steps: Step::ALL,
            minds: Mind::ALL,
            tried,
            called,
        })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

pub(super) async fn open(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    opened: Params<Opened>,
) -> Result<HttpResponse, Error> {
    let Opened { accused, game, report, offence } = opened.0;
    let chosen = accused.map(|chosen| chosen.trim().parse::<i64>());
    if matches!(chosen, Some(Err(_))) {
        let nobody = Refusal::field("accused", say!("Choose somebody."));
        return page(&app, &actor, frame, Fields::default(), Err(nobody.into()), &[]).await;
    }
    let mut accused = chosen.and_then(Result::ok).map(PersonId);
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut put = |name: &str, value: String| fields.push((name.to_owned(), value));
    if let Some(offence) = offence {
        put("offence", offence.to_string());
    }
    if let Some(report) = report {
        let now = app.clock.now();
        let (report, zone) = app
            .db
            .read(move |db| Ok((reports::store::report(db, report)?, rulebook::in_force(db, now)?.time_zone)))
            .await?;
        if report.accused == actor.person {
            return Err(crate::not_found!("report").into());
        }
        accused = Some(report.accused);
        put("report", report.id.to_string());
        put("happened_at", Dates { zone, language: frame.language }.local(&report.happened_at));
        if let Some(game) = report.game {
            put("game", game.to_string());
        }
    }
    if let Some(game) = game {
        put("game", game.to_string());
    }
    if let Some(accused) = accused {
        put("accused", accused.to_string());
    }
    page(&app, &actor, frame, Fields::from(fields), Ok(None), &[]).await
}

/// The sanctions that are ticked, as far as they can be read, and what is wrong with their fields, or with those of one
/// that is not ticked.
pub fn sanctions(fields: &Fields) -> Result<(Vec<Sanction>, Vec<Refusal>), Error> {
    let (mut sanctions, mut wrong) = (Vec::new(), Vec::new());
    let is_ticked = |kind: &str| fields.all("sanction").any(|ticked| ticked == kind);
    let mut number = |name: &str, kind: &str, missing: Refusal| match fields.number(name) {
        Ok(None) if !is_ticked(kind) => None,
        read => Refusal::keep(read.and_then(|number| number.ok_or(missing)).map(Some), &mut wrong),
    };
    let missing = Refusal::field("points", say!("Write the points, 1 to {most}.", most = rules::POINTS)).act("I.2.1");
    let points = number("points", "deduction", missing);
    let missing =
        Refusal::field("minutes", say!("Write the minutes, 1 to {most}.", most = rules::MINUTES)).act("I.2.1");
    let minutes = number("minutes", "time_penalty", missing);
    for kind in fields.all("sanction") {
        sanctions.extend(match kind {
            "fraud" => Some(Sanction::Fraud {
                step: fields.read_some("ladder")?,
                departure: fields.some("departure").map(str::to_owned),
            }),
            "deduction" => points.map(|points| Sanction::Deduction { points }),
            "time_penalty" => minutes.map(|minutes| Sanction::TimePenalty { minutes }),
            "forfeiture" => {
                let game = fields.numbers("forfeit").first().map(|game| GameId(*game));
                if game.is_none() {
                    wrong.push(Refusal::field("forfeit", say!("Say which game is forfeit.")).act("I.2.1"));
                }
                game.map(|game| Sanction::Forfeiture { game })
            }
            "ban" => Some(Sanction::Ban { until: fields.read_some("until")? }),
            _ => None,
        });
    }
    for (name, kind) in PARTICULARS {
        if fields.has(name) && !is_ticked(kind) {
            let detail = say!("Tick the penalty that this belongs to, or leave this empty.");
            wrong.push(Refusal::field(name, detail).act("I.2.1"));
        }
    }
    Ok((sanctions, wrong))
}

/// The finding that was chosen; what one rests on is not dropped where none is.
pub fn finding(fields: &Fields, wrong: &mut Vec<Refusal>) -> Result<Option<Finding>, Error> {
    if fields.has("why") && !fields.has("mind") {
        let detail = say!("Choose the finding that rests on this, or leave this empty.");
        wrong.push(Refusal::field("finding.why", detail).act("III.2.3"));
    }
    let why = fields.text("why").to_owned();
    Ok(fields.read_some("mind")?.map(|mind| Finding { mind, why }))
}

/// What the form asks; refused with all that is wrong with its fields.
async fn decision(app: &App, fields: &Fields) -> Result<Decide, Error> {
    let (sanctions, mut wrong) = sanctions(fields)?;
    let finding = finding(fields, &mut wrong)?;
    let (reasons, now) = (fields.text("reasons").to_owned(), app.clock.now());
    let offence_id = fields.number("offence")?.map(OffenceId);
    let (act, what) = (fields.text("act").to_owned(), fields.text("what").to_owned());
    let games: Vec<GameId> = fields.numbers("game").into_iter().map(GameId).collect();
    let (mut accused, mut happened_at) = (None, None);
    if offence_id.is_none() {
        let zone = app.db.read(move |db| Ok(rulebook::in_force(db, now)?.time_zone)).await?;
        happened_at = Refusal::keep(fields.instant("happened_at", zone).map(Some), &mut wrong);
        accused = Some(PersonId(fields.somebody("accused")?));
    }
    if !wrong.is_empty() {
        let count = fields.all("sanction").count();
        let besides = app.db.read(move |db| {
            if let Some(accused) = accused {
                WrittenOffence { accused, act: &act, what: &what, happened_at, games: &games }
                    .recorded(db, now, &mut wrong)?;
            }
            let sanctions = WrittenSanctions { count, read: &sanctions };
            wrong.extend(faults(db, now, &reasons, finding.as_ref(), sanctions)?);
            Ok(Refusal::together(wrong)?)
        });
        besides.await?;
        return Err(Error::internal("a decision was neither taken nor refused"));
    }
    let offence = accused.zip(happened_at).map(|(accused, happened_at)| OffenceRequest {
        accused,
        act,
        what,
        happened_at,
        games,
        insist: fields.has("insist"),
    });
    let reports = fields.numbers("report").into_iter().map(ReportId).collect();
    Ok(Decide { offence_id, offence, reasons, finding, sanctions, reports })
}

pub(super) async fn preview(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    look(&app, &actor, frame, form.0, &[]).await
}

/// Shows what the decision would do; `changed` since it was looked at before.
async fn look(
    app: &App,
    actor: &Actor,
    frame: Frame,
    fields: Fields,
    changed: &[String],
) -> Result<HttpResponse, Error> {
    let tried = async { try_out(app, actor, decision(app, &fields).await?).await };
    let tried = tried.await.map(Some);
    page(app, actor, frame, fields, tried, changed).await
}

pub(super) async fn sign(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let fields = form.0;
    if let Err(changed) = fields.as_seen(&BESIDE) {
        return look(&app, &actor, frame, fields, &changed).await;
    }
    let made = async {
        let decide = decision(&app, &fields).await?;
        sent(&app, &actor, &fields, decide, |id| format!("/decisions/{id}")).await
    };
    match made.await {
        Ok(place) => Ok(see_done(place, Done::Decided)),
        Err(error) => page(&app, &actor, frame, fields, Err(error), &[]).await,
    }
}
