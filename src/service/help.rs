//! What newcomers ask: a page of short answers, each with the way to where it is done.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;

use crate::App;
use crate::error::Error;
use crate::routes;
use crate::rulebook::{self, HouseRules};
use crate::web::layout::{Frame, render};

routes! {
    GET "/help" => page, Anyone;
}

/// A question: the texts `help-…` and `help-…-answer`, the way on with its words, and who finds something there.
struct Question(&'static str, &'static str, &'static str, fn(&Frame) -> bool);

/// Questions in the order in which they come up, in parts, each by its text `help-part-…`.
const PARTS: [(&str, &[Question]); 4] = [
    (
        "begin",
        &[
            Question("join", "/join", "sign-in-join", |frame| frame.name.is_none()),
            Question("sign-in", "/sign-in", "sign-in", |frame| frame.name.is_none()),
            Question("meet", "/sessions", "nav-sessions", |frame| frame.viewpoint.reads_the_leaderboard()),
        ],
    ),
    (
        "play",
        &[
            Question("enter", "/games/new", "me-enter-game", |frame| {
                frame.viewpoint.reads_the_club() && frame.name.is_some()
            }),
            Question("lose", "/rulebook#questions", "rulebook-questions", |_| true),
            Question("button", "/me/games", "me-games", Frame::is_a_person),
            Question("opponent", "/me/games", "me-games", Frame::is_a_person),
            Question("online", "/tables", "table-room", |frame| frame.viewpoint.reads_the_club()),
        ],
    ),
    (
        "fair",
        &[
            Question("rules", "/rulebook", "rulebook", |_| true),
            Question("justice", "/offices", "offices", |frame| frame.viewpoint.reads_the_club()),
            Question("appeal", "/cases/new", "court-petition", plays),
        ],
    ),
    (
        "you",
        &[
            Question("name", "/privacy", "privacy", |_| true),
            Question("leave", "/me/data", "me-data", Frame::is_a_person),
        ],
    ),
];

/// Whether this is somebody of the club.
fn plays(frame: &Frame) -> bool {
    frame.viewpoint.reads_the_club() && frame.is_a_person()
}

#[derive(Template)]
#[template(path = "service/help.html")]
struct HelpPage {
    frame: Frame,
    house: HouseRules,
}

/// Where something is found, and what the way there is called.
type Way = (&'static str, &'static str);

/// A question with its answer, and the way on where the reader finds something there.
struct ShownQuestion {
    word: &'static str,
    question: String,
    answer: String,
    way: Option<Way>,
}

impl HelpPage {
    fn parts(&self) -> Vec<(&'static str, Vec<ShownQuestion>)> {
        PARTS.iter().map(|(part, questions)| (*part, questions.iter().map(|one| self.asked(one)).collect())).collect()
    }

    fn asked(&self, &Question(word, address, words, finds): &Question) -> ShownQuestion {
        let house = &self.house;
        let answer = self.frame.word("help", format!("{word}-answer"));
        let answer = answer.count("k", house.k).count("floor", house.floor).count("justices", house.panel_justices);
        let answer = answer.with("confirmation", house.confirmation).with("visitors", house.visitors);
        ShownQuestion {
            word,
            question: self.frame.word("help", word).to_string(),
            answer: answer.to_string(),
            way: finds(&self.frame).then_some((address, words)),
        }
    }
}

async fn page(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let house = app.db.read(move |db| rulebook::in_force(db, now)).await?;
    render(StatusCode::OK, &HelpPage { frame, house })
}
