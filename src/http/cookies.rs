//! The service's cookies: for this host only, and hidden from scripts (`HttpOnly`).

use actix_web::HttpResponse;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};

/// A cookie that a browser keeps for so long; 0 takes it away.
pub fn cookie(name: &'static str, value: String, seconds: i64) -> Cookie<'static> {
    Cookie::build(name, value)
        .path("/")
        .secure(true)
        .http_only(true)
        .same_site(SameSite::Lax)
        .max_age(Duration::seconds(seconds))
        .finish()
}

/// Puts cookies on an answer.
pub fn give<B>(response: &mut HttpResponse<B>, cookies: &[Cookie<'static>]) {
    for cookie in cookies {
        if let Err(error) = response.add_cookie(cookie) {
            tracing::error!(%error, "a cookie could not be written");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_for_this_host_alone() {
        let text = cookie("__Host-access", "x".into(), 600).to_string();
        assert_eq!(text, "__Host-access=x; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=600");
    }
}
