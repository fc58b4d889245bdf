//! The button on the operator's page: the clock is right.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::actions::ConfirmClock;
use crate::App;
use crate::action::performed;
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
    performed(&app, &actor, ConfirmClock).await?;
    Ok(see("/administration"))
}
