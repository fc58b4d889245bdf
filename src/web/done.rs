//! The word of success after an act: the redirect carries it, and the page that it leads to says it once.

use actix_web::cookie::Cookie;
use actix_web::dev::ServiceResponse;
use actix_web::http::{Method, header};
use actix_web::{HttpRequest, HttpResponse};

use super::form::see;
use crate::http::cookies::{cookie, give};

/// Holds which word it is, never a text.
const COOKIE: &str = "__Host-done";

crate::words!(
    /// An act of which the page after it would not tell by itself.
    Done as DoneWord {
        Saved = "saved",
        Asked = "asked",
        Suggested = "suggested",
        Filed = "filed",
        Withdrawn = "withdrawn",
        Decided = "decided",
        Voted = "voted",
        Drafted = "drafted",
        Empanelled = "empanelled",
        Opened = "opened",
        Counted = "counted",
        AuthorNamed = "author_named",
        Opinion = "opinion",
        Joined = "joined",
        Appointed = "appointed",
        Dismissed = "dismissed",
        ChiefAct = "chief_act",
        OfficesTaken = "offices_taken",
        Published = "published",
        Called = "called",
        CalledOff = "called_off",
        Nominated = "nominated",
        Stands = "stands",
        Approved = "approved",
        Refused = "refused",
        Corrected = "corrected",
        Voided = "voided",
        Restored = "restored",
        Objected = "objected",
        Rematch = "rematch",
        Reported = "reported",
        ReportDismissed = "report_dismissed",
        Password = "password",
        AuthenticatorOff = "authenticator_off",
        SignInEnded = "sign_in_ended",
        SignedOut = "signed_out",
        SignedOutEverywhere = "signed_out_everywhere",
        WebhookEnded = "webhook_ended",
        SessionAdded = "session_added",
        SessionCancelled = "session_cancelled",
        SessionHeld = "session_held",
        RoundAnnounced = "round_announced",
        RoundTakenBack = "round_taken_back",
        KeptApart = "kept_apart",
        LetPlay = "let_play",
        Monitored = "monitored",
        MonitorLifted = "monitor_lifted",
        ClockOrdered = "clock_ordered",
        ClockLifted = "clock_lifted",
        Banned = "banned",
        BanLifted = "ban_lifted",
        Member = "member",
        Removed = "removed",
        Erased = "erased",
        RequestRefused = "request_refused",
        Guest = "guest",
        Declared = "declared",
        Served = "served",
        Discarded = "discarded",
        Redacted = "redacted",
        Released = "released",
    }
);

impl Done {
    /// What the page that answers has to say; an answer to a form has an act of its own to tell of.
    pub fn of(request: &HttpRequest) -> Option<Done> {
        kept(request)?.value().parse().ok()
    }
}

fn kept(request: &HttpRequest) -> Option<Cookie<'static>> {
    request.cookie(COOKIE).filter(|_| *request.method() == Method::GET)
}

/// The page to see after a change (303), and what it is to say was done.
pub fn see_done(place: impl AsRef<str>, done: Done) -> HttpResponse {
    let mut answer = see(place);
    give(&mut answer, &[cookie(COOKIE, done.to_string(), 60)]);
    answer
}

/// Takes the word away with the page that said it.
pub fn forget(response: &mut ServiceResponse) {
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_page = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if is_page && kept(response.request()).is_some() {
        give(response.response_mut(), &[cookie(COOKIE, String::new(), 0)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::catalogue::Language;
    use actix_web::test::TestRequest;

    #[test]
    fn every_word_has_its_text_in_every_language() {
        for language in Language::ALL {
            let unsaid = |done: &&Done| language.word("done", done).to_string().starts_with("done-");
            assert_eq!(Done::ALL.iter().find(unsaid), None, "{}", language.own_name());
        }
    }

    #[test]
    fn a_page_says_only_words_that_are_known() {
        let told = |request: TestRequest, word: &'static str| {
            Done::of(&request.cookie(Cookie::new(COOKIE, word)).to_http_request())
        };
        assert_eq!(told(TestRequest::get(), "voted"), Some(Done::Voted));
        assert_eq!(told(TestRequest::post(), "voted"), None);
        for forged in ["", "Voted", "sign-out", "<b>"] {
            assert_eq!(told(TestRequest::get(), forged), None, "{forged}");
        }
    }
}
