//! Accounts and powers over HTTP.

mod claims;
pub(super) mod me;
pub mod people;
mod security;
mod sign_in;

pub use sign_in::{NewAccountRequest, limit_headers};

use crate::routes;

routes! {
    POST "/api/v1/setup" => sign_in::set_up, Anyone;
    POST "/api/v1/accounts" => sign_in::sign_up, Anyone;
    POST "/api/v1/tokens" => sign_in::sign_in, Anyone;
    POST "/api/v1/tokens/refresh" => sign_in::refresh, Anyone;
    DELETE "/api/v1/tokens/current" => sign_in::sign_out, SignedIn;
    DELETE "/api/v1/tokens" => sign_in::sign_out_everywhere, SignedIn;
    POST "/api/v1/password-resets" => sign_in::choose_password, Anyone;
    GET "/api/v1/me" => me::me, Caller;
    PUT "/api/v1/me/password" => me::change_password, SignedIn;
    POST "/api/v1/me/totp" => me::enrol, SignedIn;
    PUT "/api/v1/me/totp" => me::confirm, SignedIn;
    DELETE "/api/v1/me/totp" => me::lift, SignedIn;
    PUT "/api/v1/me/email" => me::change_email, SignedIn;
    GET "/api/v1/me/sign-ins" => me::sign_ins, SignedIn;
    DELETE "/api/v1/me/sign-ins/{id}" => me::end_sign_in, SignedIn, Own;
    GET "/api/v1/people/{id}/roles" => people::roles, Insider;
    POST "/api/v1/people/{id}/roles" => people::give, Insider, Appoints;
    DELETE "/api/v1/people/{id}/roles/{role}" => people::take, Insider, Appoints;
    POST "/api/v1/chief-justice" => people::hand_over, ChiefJustice;
    DELETE "/api/v1/people/{id}/sign-ins" => people::end_sign_ins, Administrator;
    POST "/api/v1/people/{id}/password-reset" => people::reset_password, Administrator;
    POST "/api/v1/people/{id}/password-reset/code" => people::hand_over_code, Moderator;
    POST "/api/v1/people/{id}/powers" => people::confirm_powers, Moderator;
    GET "/api/v1/security-log" => security::security_log, Administrator;
    GET "/api/v1/invitations" => people::invitations, Host;
    POST "/api/v1/invitations" => people::invite, Host;
    DELETE "/api/v1/invitations/{id}" => people::withdraw, Host;
    GET "/api/v1/claims" => claims::claims, Moderator;
    POST "/api/v1/claims/{id}/confirmation" => claims::confirm_claim, Moderator;
    DELETE "/api/v1/claims/{id}" => claims::decline_claim, Moderator;
    POST "/api/v1/signing-keys" => people::rotate_key, Administrator;
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(
    sign_in::set_up,
    sign_in::sign_up,
    sign_in::sign_in,
    sign_in::refresh,
    sign_in::sign_out,
    sign_in::sign_out_everywhere,
    sign_in::choose_password,
    me::me,
    me::change_password,
    me::enrol,
    me::confirm,
    me::lift,
    me::change_email,
    me::sign_ins,
    me::end_sign_in,
    people::roles,
    people::give,
    people::take,
    people::hand_over,
    people::end_sign_ins,
    people::reset_password,
    people::hand_over_code,
    people::confirm_powers,
    security::security_log,
    people::invitations,
    people::invite,
    people::withdraw,
    claims::claims,
    claims::confirm_claim,
    claims::decline_claim,
    people::rotate_key
))]
pub struct Docs;
