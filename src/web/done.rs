//! The message of success after an action: the redirect carries it, and the next page shows it once.

use actix_web::dev::ServiceResponse;
use actix_web::http::{Method, header};
use actix_web::{HttpRequest, HttpResponse};

use super::form::see;
use crate::http::cookies::{cookie, give};

/// Holds which word it is, never a text, and the path of the page that is to say it: `ban_lifted/bans`.
const COOKIE: &str = "__Host-done";

crate::words!(
    /// An action whose result the next page would not show otherwise.
    Done as DoneWord {
        Saved = "saved",
        NothingChanged = "nothing_changed",
        /// People by a list of their names.
        ListAdded = "list_added",
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
        NoMajority = "no_majority",
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
        Entered = "entered",
        Confirmed = "confirmed",
        Disputed = "disputed",
        /// Entered by both players.
        Answered = "answered",
        DisputeSettled = "dispute_settled",
        TakenBack = "taken_back",
        Approved = "approved",
        Refused = "refused",
        Corrected = "corrected",
        DecisionUndone = "decision_undone",
        Voided = "voided",
        Restored = "restored",
        Objected = "objected",
        Rematch = "rematch",
        Reported = "reported",
        ReportDismissed = "report_dismissed",
        Password = "password",
        ResetMailed = "reset_mailed",
        ResetHeld = "reset_held",
        PowersConfirmed = "powers_confirmed",
        AuthenticatorOff = "authenticator_off",
        SignInEnded = "sign_in_ended",
        SignedUp = "signed_up",
        ClaimConfirmed = "claim_confirmed",
        ClaimDeclined = "claim_declined",
        SignedOut = "signed_out",
        SignedOutEverywhere = "signed_out_everywhere",
        PersonSignedOut = "person_signed_out",
        EntryRemoved = "entry_removed",
        Read = "read",
        DeviceOn = "device_on",
        DeviceOff = "device_off",
        DeviceTested = "device_tested",
        CalendarWithdrawn = "calendar_withdrawn",
        WebhookEnded = "webhook_ended",
        WebhookTested = "webhook_tested",
        /// Messages that had been given up.
        SentAgain = "sent_again",
        PutAway = "put_away",
        SessionAdded = "session_added",
        SessionStarted = "session_started",
        SessionCancelled = "session_cancelled",
        SessionChanged = "session_changed",
        SessionEnded = "session_ended",
        SessionWentOn = "session_went_on",
        SessionHeld = "session_held",
        /// The register.
        TakenOff = "taken_off",
        RoundAnnounced = "round_announced",
        RoundTakenBack = "round_taken_back",
        /// A letter or a bookmark led to a round that is not announced.
        RoundGone = "round_gone",
        TournamentFounded = "tournament_founded",
        TournamentEnded = "tournament_ended",
        Playing = "playing",
        PlayerEntered = "player_entered",
        PlayerWithdrawn = "player_withdrawn",
        StaysAway = "stays_away",
        Comes = "comes",
        ResultEntered = "result_entered",
        ResultCleared = "result_cleared",
        Challenged = "challenged",
        ChallengeAnswered = "challenge_answered",
        /// To play at a table.
        ChallengeDeclined = "challenge_declined",
        /// To the terms of online play; but the game cannot be played now.
        ConsentedNotNow = "consented_not_now",
        KeptApart = "kept_apart",
        LetPlay = "let_play",
        Monitored = "monitored",
        MonitorLifted = "monitor_lifted",
        ClockOrdered = "clock_ordered",
        ClockLifted = "clock_lifted",
        Banned = "banned",
        BanLifted = "ban_lifted",
        Member = "member",
        MemberAdded = "member_added",
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
        kept(request)?.parse().ok()
    }
}

/// The word that is for this page: any other, in a tab beside it or fetched by a script, leaves it to that one.
fn kept(request: &HttpRequest) -> Option<String> {
    let cookie = request.cookie(COOKIE).filter(|_| *request.method() == Method::GET)?;
    let (word, path) = cookie.value().split_at(cookie.value().find('/')?);
    (path == request.path()).then(|| word.to_owned())
}

/// The redirect after a change (303), with the message of success for the next page.
pub fn see_done(place: impl AsRef<str>, done: Done) -> HttpResponse {
    let place = place.as_ref();
    let path = place.split(['?', '#']).next().unwrap_or_default();
    let mut answer = see(place);
    give(&mut answer, &[cookie(COOKIE, format!("{done}{path}"), 60)]);
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
    use actix_web::cookie::Cookie;
    use actix_web::test::TestRequest;

    #[test]
    fn every_word_has_its_text_in_every_language() {
        for language in Language::ALL {
            let unsaid = |done: &&Done| language.word("done", done).to_string().starts_with("done-");
            assert_eq!(Done::ALL.iter().find(unsaid), None, "{}", language.own_name());
        }
    }

    fn told(request: TestRequest, kept: &str) -> Option<Done> {
        Done::of(&request.cookie(Cookie::new(COOKIE, kept.to_owned())).to_http_request())
    }

    #[test]
    fn a_page_says_only_words_that_are_known() {
        assert_eq!(told(TestRequest::get(), "voted/"), Some(Done::Voted));
        assert_eq!(told(TestRequest::post(), "voted/"), None);
        for forged in ["", "/", "voted", "Voted/", "sign-out/", "<b>/"] {
            assert_eq!(told(TestRequest::get(), forged), None, "{forged}");
        }
    }

    #[test]
    fn a_word_is_for_the_page_that_the_answer_leads_to() {
        let answer = see_done("/cases/3?all=yes#docket", Done::Voted);
        let kept = answer.cookies().next().map(|cookie| cookie.value().to_owned()).unwrap();
        for (page, word) in [
            ("/cases/3", Some(Done::Voted)),
            ("/cases/3?all=no", Some(Done::Voted)),
            ("/cases/33", None),
            ("/cases", None),
            ("/3", None),
            ("/", None),
        ] {
            assert_eq!(told(TestRequest::get().uri(page), &kept), word, "{page}");
        }
    }
}
