//! The button on the operator's page: the clock is right.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::store;
use crate::App;
use crate::auth::Actor;
use crate::error::Error;
use crate::http::Form;
use crate::routes;
use crate::web::form::see;
use crate::web::typed::Fields;

routes! {
    POST "/administration/clock" => confirm, Administrator;
}

async fn confirm(app: Data<App>, actor: Actor, _: Form<Fields>) -> Result<HttpResponse, Error> {
    app.db.write(move |tx| store::give_word(tx, actor.person)).await?;
    Ok(see("/administration"))
}
