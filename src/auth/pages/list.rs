//! A class list on pages: paste, look, add.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;

use crate::App;
use crate::action::performed;
use crate::auth::Actor;
use crate::auth::store;
use crate::error::Error;
use crate::http::Form;
use crate::id::PersonId;
use crate::members::actions::AddClassList;
use crate::members::lists::{self, ClassList, LineState};
use crate::web::catalogue::Text;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, own_path, render};
use crate::web::typed::{Fields, Typed};

#[derive(Template)]
#[template(path = "auth/class_list.html")]
struct ListPage {
    frame: Frame,
    typed: Typed,
    /// What the list would come to, or came to.
    list: Option<ClassList>,
    /// Whether they were added.
    is_added: bool,
    /// Those of the list who have no account: a card can be printed for them.
    uninvited: Vec<PersonId>,
}

impl ListPage {
    /// What the field is called where the list comes from: its label on the first steps, for who typed it there.
    fn label(&self) -> Text<'_> {
        let of_the_first_steps = self.typed.value("list", "next").starts_with("/start");
        self.frame.t(if of_the_first_steps { "start-names" } else { "list-names" })
    }
}

pub(crate) async fn form(frame: Frame) -> Result<HttpResponse, Error> {
    let typed = Typed::default();
    let page = ListPage { frame, typed, list: None, is_added: false, uninvited: Vec::new() };
    render(page.typed.status(), &page)
}

pub(crate) async fn add(app: Data<App>, actor: Actor, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let names: Vec<String> = fields.text("names").lines().map(str::to_owned).collect();
    let next = fields.some("next").map(str::to_owned);
    // Only what was looked at is added, and from the first steps at once what needs no look.
    let adds = if fields.text("add") == "plain" {
        let names = names.clone();
        app.db.read(move |db| Ok(lists::preview(db, &names).is_ok_and(|list| list.is_plain()))).await?
    } else {
        fields.has("add") && fields.as_seen(&["add", "join"]).is_ok()
    };
    let join = fields.has("join");
    let read = if adds {
        performed(&app, &actor, AddClassList { names, join }).await
    } else {
        app.db.read(move |db| lists::preview(db, &names)).await
    };
    let (list, typed) = match read {
        Ok(list) => (Some(list), Typed::again("list", fields)),
        Err(error) => (None, Typed::refused("list", fields, error)?),
    };
    let is_added = adds && list.is_some();
    if let Some(next) = next.filter(|_| is_added) {
        // Where somebody goes on with what they were at.
        return Ok(see_done(own_path(Some(&next)), Done::ListAdded));
    }
    let people: Vec<PersonId> = list.iter().flat_map(|list| &list.lines).filter_map(|line| line.person).collect();
    let uninvited = app.db.read(move |db| {
        let without = store::without_account(db)?;
        Ok(without.into_iter().map(|(person, _)| person).filter(|person| people.contains(person)).collect())
    });
    let page = ListPage { frame, list, is_added, uninvited: uninvited.await?, typed };
    render(page.typed.status(), &page)
}
