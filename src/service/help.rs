//! What newcomers ask: a page of short answers, each with the way to where it is done.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::error::Error;
use crate::routes;
use crate::web::layout::{Frame, render};

routes! {
    GET "/help" => page, Anyone;
}

/// Who finds something behind an address.
type Readers = fn(&Frame) -> bool;

/// Questions in the order in which they come up: the texts `help-…` and `help-…-answer`, the way on with its words, and who
/// finds something there.
const QUESTIONS: [(&str, &str, &str, Readers); 6] = [
    ("join", "/join", "sign-in-join", |frame| frame.name.is_none()),
    ("sign-in", "/sign-in", "sign-in", |frame| frame.name.is_none()),
    ("meet", "/sessions", "nav-sessions", |frame| frame.viewpoint.reads_the_leaderboard()),
    ("enter", "/games/new", "me-enter-game", |frame| frame.viewpoint.reads_the_club() && frame.name.is_some()),
    ("online", "/tables", "table-room", |frame| frame.viewpoint.reads_the_club()),
    ("rules", "/rulebook#questions", "rulebook-questions", |_| true),
];

#[derive(Template)]
#[template(path = "service/help.html")]
struct HelpPage {
    frame: Frame,
}

/// Where something is found, and what the way there is called.
type Way = (&'static str, &'static str);

impl HelpPage {
    /// Each question with its answer, and the way on where the reader finds something there.
    fn questions(&self) -> Vec<(String, String, Option<Way>)> {
        let text = |word: &str| self.frame.word("help", word).to_string();
        let question = |(name, address, words, finds): (&str, &'static str, &'static str, Readers)| {
            let way = finds(&self.frame).then_some((address, words));
            (text(name), text(&format!("{name}-answer")), way)
        };
        QUESTIONS.into_iter().map(question).collect()
    }
}

async fn page(frame: Frame) -> Result<HttpResponse, Error> {
    render(StatusCode::OK, &HelpPage { frame })
}
