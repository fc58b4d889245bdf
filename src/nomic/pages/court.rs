//! The court of a game as a page: Points of Order with what is due, Judgements with their orders, and the forms for both.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use rookery_messages::{Message, say};
use rookery_nomic::court::{Judgement, JudgementState, PointOfOrder, PointState};
use rookery_nomic::lines::court::{print_order, print_target, read_target, without_id};
use rookery_nomic::plays::{Order, Target};
use rookery_nomic::rulebook::RuleStatus;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::accounts::{self, Listed};
use super::choices::{self, Choice, Numbered, Orders, Pick};
use super::standing::Due;
use super::{Around, club_rules, open_house_rules, quantities, settings, standing};
use crate::App;
use crate::error::Error;
use crate::fields;
use crate::http::Params;
use crate::nomic::api::found;
use crate::nomic::news::Unordered;
use crate::tables::TableId;
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

/// Points of Order that a page shows.
const SHOWN: usize = 20;

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
    /// Whether the reader is asked now whether they agree with its Judgement, and has not said.
    asked: bool,
    /// Whether its Judge is who asked: no rule bars that unless players have one.
    asked_it: bool,
    /// The Judgement that the reader may appeal against.
    appealable: Option<String>,
    about: Concerns,
}

/// What a Point of Order is about: its Judge sees the orders about that at once.
struct Concerns {
    anything: bool,
    proposals: bool,
    points: bool,
    rules: bool,
}

impl Concerns {
    fn of(targets: &[Target]) -> Concerns {
        let any = |is_it: fn(&Target) -> bool| targets.iter().any(is_it);
        Concerns {
            anything: any(|target| *target != Target::Question),
            proposals: any(|target| matches!(target, Target::Proposal { .. } | Target::Vote { .. })),
            points: any(|target| matches!(target, Target::Entry { .. })),
            rules: any(|target| matches!(target, Target::Rule { .. })),
        }
    }
}

#[derive(Template)]
#[template(path = "nomic/court.html")]
struct CourtPage<'a> {
    frame: Frame,
    around: &'a Around,
    /// The newest first.
    cases: Vec<Case>,
    /// How many older ones there are.
    older: usize,
    /// What a Point of Order may be about.
    targets: Vec<Choice>,
    /// What a Judgement may order.
    orders: Orders,
    players: Vec<String>,
    /// What it may change: players' points, and what there is of quantities.
    points: Vec<Listed>,
    counted: Vec<Listed>,
    in_effect: Vec<Numbered>,
    /// Rules that it may make void or restore, and who may have won.
    voids: Vec<Pick>,
    restores: Vec<Pick>,
    winners: Vec<Pick>,
    /// Proposals that can get another number.
    undecided: Vec<Numbered>,
    house: Map<String, Value>,
    /// House rules of the club that a game can set.
    club: Map<String, Value>,
    typed: Typed,
}

impl CourtPage<'_> {
    fn is_judge(&self, point: &PointOfOrder) -> bool {
        point.judge.is_some() && point.judge == self.around.viewer
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
            Target::Entry { seq } => Some((choices::entry(&self.around.game, *seq), None)),
            _ => Some((print_target(target), None)),
        };
        point.targets.iter().filter_map(told).collect()
    }

    fn orders_of(&self, judgement: &Judgement) -> Vec<String> {
        judgement.orders.iter().map(|one| order(&self.frame, self.around, &self.club, one)).collect()
    }

    /// What comes of a Judgement without orders, while it stands.
    fn without_orders(&self, judgement: &Judgement, point: &PointOfOrder) -> Option<String> {
        use JudgementState as S;
        let stands = matches!(judgement.state, S::Pronounced | S::Disputed | S::Invoked);
        Unordered::of(point, judgement).filter(|_| stands).map(|comes| fields::word(&comes))
    }

    /// A Judgement's words.
    fn words_of<'a>(&self, judgement: &'a Judgement, point: &PointOfOrder) -> &'a str {
        without_id(&judgement.text, &point.id)
    }

    fn settings(&self, form: &str) -> settings::Groups {
        settings::groups(self.frame.language, &self.around.game, &self.house, &self.typed, form)
    }

    /// Whether one of these was ticked in a form that is shown again.
    fn any_ticked(&self, form: &str, name: &str, choices: &[Choice]) -> bool {
        choices.iter().any(|choice| self.typed.chose(form, name, choice.line.to_string()))
    }

    /// Whether one of these orders was chosen in a form that is shown again.
    fn any_picked(&self, form: &str, picks: &[Pick]) -> bool {
        picks.iter().any(|pick| self.typed.chose(form, "order", &pick.line))
    }

    /// Whether something was typed for one of these accounts in a form that is shown again.
    fn any_changed(&self, form: &str, accounts: &[Listed]) -> bool {
        accounts.iter().any(|account| self.has_typed(form, &account.field))
    }

    fn has_typed(&self, form: &str, field: &str) -> bool {
        !self.typed.value(form, field).is_empty()
    }

    /// Whether a form that is shown again orders something of a rule.
    fn is_about_rules(&self, form: &str) -> bool {
        ["merge-rule", "merge-text", "renumber-rule", "renumber-as"].iter().any(|field| self.has_typed(form, field))
            || self.any_picked(form, &self.voids)
            || self.any_picked(form, &self.restores)
    }
}

/// Which Points of Order are shown, and what a new one is to be about.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CourtQuery {
    /// Only those that are older than this one, by its place among all.
    before: Option<usize>,
    /// As a line says it: `the win`.
    about: Option<String>,
    /// The number of a proposal.
    proposal: Option<u32>,
    /// The place of something claimed beside points.
    deed: Option<usize>,
}

pub(crate) async fn court(
    app: Data<App>,
    frame: Frame,
    id: Path<TableId>,
    asked: Params<CourtQuery>,
) -> Result<HttpResponse, Error> {
    let CourtQuery { before, about, proposal, deed } = asked.0;
    let about = about.map(|about| ("about".to_owned(), about));
    let mut chosen: Vec<(String, String)> =
        about.into_iter().chain(proposal.map(|number| ("proposal".to_owned(), number.to_string()))).collect();
    if let Some(place) = deed {
        chosen.extend(quantities::about_claim(&frame, &found(&app, *id, None).await?.game, place));
    }
    let typed = if chosen.is_empty() { Typed::default() } else { Typed::again("raise", Fields::from(chosen)) };
    court_page(&app, frame, *id, before, typed).await
}

pub(crate) async fn court_page(
    app: &App,
    frame: Frame,
    id: TableId,
    before: Option<usize>,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let (around, house) = (&Around::open(app, &frame, id, "court").await?, open_house_rules(app, id).await?);
    let (_, club) = club_rules(app).await?;
    let game = &around.game;
    let end = before.unwrap_or(usize::MAX).min(game.points_of_order.len());
    let case = |point: &PointOfOrder| {
        let plays = around.plays();
        let (open, bench) = (point.state == PointState::Open && plays, &point.procedure);
        let is_judge = point.judge.is_some() && point.judge == around.viewer;
        // Lines that the first edition does not know would be void.
        let say = open && game.edition.is_second();
        let asks = |one: &Judgement| around.viewer.as_ref().is_some_and(|me| is_asked(point, one, me));
        Case {
            due: standing::due_in(&frame, around, point),
            judges: open && (is_judge && point.serving_day <= game.day || point.advisory),
            naming: say && (bench.may_name || point.advisory),
            excluding: say && (bench.may_exclude || point.advisory),
            asked: plays && !is_judge && point.judgements.last().is_some_and(asks),
            appealable: point
                .judgements
                .last()
                .map(|one| one.id.clone())
                .filter(|id| plays && game.edition.is_second() && game.appeal_problem(id, game.now).is_none()),
            asked_it: point.is_active() && point.judge.is_some() && point.judge == point.raiser,
            recusing: say && is_judge && (bench.may_recuse || point.advisory),
            about: Concerns::of(&point.targets),
            point: point.clone(),
        }
    };
    let players: Vec<String> = game.playing().map(|player| player.name.clone()).collect();
    let (points, counted) = (accounts::points(&players), accounts::held(frame.language, game));
    let typed = typed.called(|field| {
        let account = points.iter().chain(&counted).find(|account| account.field == field)?;
        Some((account.place.clone(), account.label.clone()))
    });
    // Points that are asked about are offered, too, be there newer ones.
    let entry = match read_target(typed.value("raise", "about")) {
        Some(Target::Entry { seq }) => Some(seq),
        _ => None,
    };
    let in_effect = choices::rules(game, RuleStatus::InEffect);
    let void = choices::rules(game, RuleStatus::Void);
    let cases: Vec<Case> = game.points_of_order[..end].iter().rev().take(SHOWN).map(case).collect();
    let page = CourtPage {
        older: end - cases.len(),
        cases,
        targets: choices::targets(game, entry),
        orders: choices::orders(game),
        winners: choices::of_players(&players, |player| Order::DeclareWinner { player: Some(player) }),
        players,
        points,
        counted,
        voids: choices::of_rules(&in_effect, |label| Order::SetRuleVoid { label }),
        restores: choices::of_rules(&void, |label| Order::UnvoidRule { label }),
        in_effect,
        undecided: choices::undecided(game),
        house,
        club,
        frame,
        around,
        typed,
    };
    render(page.typed.status(), &page)
}

/// An order as people read it: points and what it has the service enforce in words.
pub fn order(frame: &Frame, around: &Around, club: &Map<String, Value>, order: &Order) -> String {
    let parameters = match order {
        Order::SetBinding { parameters, .. } => parameters,
        Order::ReverseEntry { seq } => {
            let entry = choices::entry(&around.game, *seq);
            return frame.said(say!("take out these points: {entry}", entry));
        }
        other => return frame.said(print_order(other)),
    };
    let changes = settings::changes(frame, &around.game, club, parameters);
    let told: Vec<String> = changes.iter().map(|change| format!("{}: {}", change.name, change.after)).collect();
    if told.is_empty() { frame.said(print_order(order)) } else { told.join("\n") }
}

/// Whether a player says whether they agree: a panel judges together, all others are asked once there is a dispute.
fn is_asked(point: &PointOfOrder, judgement: &Judgement, name: &str) -> bool {
    let is_heard = match judgement.panel.as_slice() {
        [] => point.state == PointState::Disputed,
        panel => point.state == PointState::Pronounced && panel.iter().any(|member| member == name),
    };
    is_heard && !judgement.has_heard(name)
}
