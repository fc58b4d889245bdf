//! Who is in office, and the Chief Justice's appointments.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use rookery_messages::say;

use crate::App;
use crate::action::pages::sent;
use crate::action::performed;
use crate::auth::actions::{GiveRequest, GiveRole, TakeRole};
use crate::auth::{Actor, Role, rules};
use crate::conduct;
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::id::PersonId;
use crate::members;
use crate::members::store::Listed;
use crate::rulebook::{self, Holder};
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

/// People that the form offers.
const PEOPLE: i64 = 1_000;

#[derive(Template)]
#[template(path = "elections/offices.html")]
struct OfficesPage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    holders: Vec<Holder>,
    people: Vec<Listed>,
    /// Who of these people is monitored (Act II.10), by name.
    monitored: Vec<String>,
}

impl OfficesPage {
    fn of_role(&self, role: Role) -> Vec<&Holder> {
        self.holders.iter().filter(|holder| holder.role == role).collect()
    }

    /// Whose games wait for a moderator, who would moderate: the names, if there are any.
    fn monitored(&self) -> Option<String> {
        (!self.monitored.is_empty()).then(|| self.frame.language.listed(&self.monitored))
    }
}

async fn page(app: &App, frame: Frame, typed: Typed) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let read = move |db: &mut Db| {
        let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language: frame.language };
        let holders = rulebook::holders(db, now)?;
        let (mut people, mut monitored) = (Vec::new(), Vec::new());
        if frame.roles.chief_justice {
            people = members::store::list(db, false, None, None, PEOPLE)?;
            people.sort_by(|one, other| one.name.cmp(&other.name));
            let ids: Vec<PersonId> = people.iter().map(|person| person.id).collect();
            let watched = conduct::store::monitored_among(db, &ids, now)?;
            let theirs = people.iter().filter(|person| watched.contains(&person.id));
            monitored = theirs.map(|person| person.name.clone()).collect();
        }
        Ok(OfficesPage { frame, dates, typed, holders, people, monitored })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

pub(super) async fn list(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    page(&app, frame, Typed::default()).await
}

pub(super) async fn appoint(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let given = async {
        let mut wrong = Vec::new();
        let person = Refusal::keep(fields.somebody("person"), &mut wrong);
        if !fields.has("role") {
            wrong.push(Refusal::field("role", say!("Choose a role.")));
        }
        Refusal::keep(rules::reason(fields.text("reason")), &mut wrong);
        Refusal::together(wrong)?;
        let asked = GiveRequest { role: fields.read("role")?, reason: fields.text("reason").to_owned() };
        sent(&app, &actor, &fields, GiveRole(PersonId(person), asked), |()| "/offices").await
    };
    match given.await {
        Ok(place) => Ok(see_done(place, Done::Appointed)),
        Err(error) => page(&app, frame, Typed::refused("appoint", fields, error)?).await,
    }
}

pub(super) async fn dismiss(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let name = format!("dismiss-{}-{}", fields.text("role"), fields.text("person"));
    let taken = async {
        let person = fields.somebody("person")?;
        let (role, reason) = (fields.read("role")?, fields.text("reason").to_owned());
        performed(&app, &actor, TakeRole { person: PersonId(person), role, reason }).await
    };
    match taken.await {
        Ok(()) => Ok(see_done("/offices", Done::Dismissed)),
        Err(error) => page(&app, frame, Typed::refused(&name, fields, error)?).await,
    }
}
