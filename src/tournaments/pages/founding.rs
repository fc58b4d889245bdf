//! Founding a tournament: what kind first, then a few plain questions; the rest is folded, with what usually fits.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use rookery_messages::say;
use serde::Deserialize;

use super::shown::kind;
use crate::App;
use crate::action::pages::sent;
use crate::auth::Actor;
use crate::error::{Error, Refusal};
use crate::http::{Form, Params};
use crate::id::NoneOf;
use crate::tournaments::actions::NewTournament;
use crate::tournaments::{Decider, Format, Keizer, Ladder, Scoring, Seeding, Settings};
use crate::web::assets;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

/// The form's name on its page.
const FORM: &str = "found";

/// Tie-breaks that usually fit: of opponents' points where people meet few of the others, of the games played where they
/// meet all.
const OF_A_SWISS: &str = "BH/C1 BH SB DE";
const OF_A_ROUND_ROBIN: &str = "DE SB WIN";

#[derive(Template)]
#[template(path = "tournaments/new.html")]
struct NewPage {
    frame: Frame,
    /// What was chosen; `None` while that is the question.
    kind: Option<Format>,
    typed: Typed,
    sheet: &'static str,
}

/// The kinds, each as it usually is: the one that most clubs want first.
fn kinds() -> [Format; 7] {
    [
        Format::Keizer(Keizer::default()),
        Format::Swiss { baku: false },
        Format::Casual,
        Format::RoundRobin { legs: 1 },
        Format::Knockout { games: 1, decider: Decider::Again },
        Format::Ladder(Ladder::default()),
        Format::Scheveningen,
    ]
}

fn named(word: &str) -> Option<Format> {
    kinds().into_iter().find(|format| kind(format) == word)
}

impl NewPage {
    fn kinds(&self) -> impl Iterator<Item = &'static str> {
        kinds().into_iter().map(|format| kind(&format))
    }

    fn word(&self, format: &Format) -> &'static str {
        kind(format)
    }

    /// Whether it is asked how many rounds are played; else that follows from who takes part.
    fn asks_rounds(&self, format: &Format) -> bool {
        has_rounds(format)
    }

    fn needs_teams(&self, format: &Format) -> bool {
        *format == Format::Scheveningen
    }

    /// Whether people may play in teams, where not all do.
    fn may_have_teams(&self, format: &Format) -> bool {
        may_have_teams(format)
    }

    /// Whether its results are points.
    fn scores(&self, format: &Format) -> bool {
        may_have_teams(format) || self.needs_teams(format)
    }

    fn is_swiss(&self, format: &Format) -> bool {
        matches!(format, Format::Swiss { .. })
    }

    fn keizer<'a>(&self, format: &'a Format) -> Option<&'a Keizer> {
        if let Format::Keizer(keizer) = format { Some(keizer) } else { None }
    }

    fn ladder<'a>(&self, format: &'a Format) -> Option<&'a Ladder> {
        if let Format::Ladder(ladder) = format { Some(ladder) } else { None }
    }

    fn legs(&self, format: &Format) -> Option<i64> {
        if let Format::RoundRobin { legs } = format { Some(*legs) } else { None }
    }

    /// Games of a match of a knock-out.
    fn games(&self, format: &Format) -> Option<i64> {
        if let Format::Knockout { games, .. } = format { Some(*games) } else { None }
    }

    fn tie_breaks(&self, format: &Format) -> &'static str {
        tie_breaks(format)
    }

    /// What may be given to who has no opponent, the usual first.
    fn for_bye(&self, format: &Format) -> [&'static str; 3] {
        if is_free_for_all(format) { ["none", "half", "full"] } else { ["full", "half", "none"] }
    }
}

/// Whether everybody is free as often as the others, so that being free is worth nothing unless somebody says so.
fn is_free_for_all(format: &Format) -> bool {
    matches!(format, Format::RoundRobin { .. })
}

fn has_rounds(format: &Format) -> bool {
    matches!(format, Format::Keizer(_) | Format::Swiss { .. } | Format::Casual)
}

fn may_have_teams(format: &Format) -> bool {
    matches!(format, Format::Swiss { .. } | Format::Casual | Format::RoundRobin { .. })
}

fn tie_breaks(format: &Format) -> &'static str {
    match format {
        Format::Swiss { .. } | Format::Casual => OF_A_SWISS,
        Format::RoundRobin { .. } => OF_A_ROUND_ROBIN,
        // Their places come about otherwise.
        Format::Scheveningen | Format::Keizer(_) | Format::Knockout { .. } | Format::Ladder(_) => "",
    }
}

/// Reads fields, and keeps all that is wrong with them.
struct Reading<'a> {
    fields: &'a Fields,
    wrong: Vec<Refusal>,
}

impl Reading<'_> {
    /// A number, or what the form began with.
    fn number(&mut self, field: &str, usual: i64) -> i64 {
        self.some(field).unwrap_or(usual)
    }

    fn some(&mut self, field: &str) -> Option<i64> {
        Refusal::keep(self.fields.number(field), &mut self.wrong)
    }

    /// One of a few words, or the usual one.
    fn word<T: std::str::FromStr<Err = NoneOf>>(&mut self, field: &'static str, usual: T) -> T {
        let Some(word) = self.fields.some(field) else { return usual };
        word.parse().unwrap_or_else(|wrong| {
            self.wrong.push(Refusal::field(field, wrong));
            usual
        })
    }

    fn ticked(&self, field: &str) -> bool {
        self.fields.has(field)
    }

    fn format(&mut self, chosen: Format) -> Format {
        match chosen {
            Format::Keizer(usual) => Format::Keizer(Keizer {
                top: self.some("top"),
                bye: self.number("bye", usual.bye),
                excused: self.number("excused", usual.excused),
                absent: self.number("absent", usual.absent),
                duty: self.number("duty", usual.duty),
                excused_at_most: self.number("excused_at_most", usual.excused_at_most),
                again_after: self.number("again_after", usual.again_after),
            }),
            Format::Swiss { .. } => Format::Swiss { baku: self.ticked("baku") },
            Format::RoundRobin { legs } => Format::RoundRobin { legs: self.number("legs", legs) },
            Format::Knockout { games, decider } => {
                Format::Knockout { games: self.number("games", games), decider: self.word("decider", decider) }
            }
            Format::Ladder(usual) => Format::Ladder(Ladder {
                reach: self.number("reach", usual.reach),
                to_answer: self.number("to_answer", usual.to_answer),
                to_play: self.number("to_play", usual.to_play),
                rest: self.number("rest", usual.rest),
                swap: self.ticked("swap"),
                unanswered_wins: self.ticked("unanswered_wins"),
            }),
            Format::Casual | Format::Scheveningen => chosen,
        }
    }

    fn scoring(&self, format: &Format) -> Scoring {
        let usual = Scoring::default();
        let scoring = match self.fields.text("points") {
            "three" => Scoring { win: 30, draw: 10, forfeit_win: 30, bye: 30, half_bye: 10, duty: 30, ..usual },
            _ => usual,
        };
        match self.fields.text("for_bye") {
            _ if matches!(format, Format::Keizer(_)) => scoring,
            "half" => Scoring { bye: scoring.half_bye, ..scoring },
            "none" => Scoring { bye: 0, ..scoring },
            "" if is_free_for_all(format) => Scoring { bye: 0, ..scoring },
            _ => scoring,
        }
    }
}

/// What the form asks for.
fn asked(fields: &Fields) -> Result<NewTournament, Refusal> {
    let chosen =
        named(fields.text("kind")).ok_or_else(|| Refusal::field("kind", say!("Choose a kind of tournament.")))?;
    let mut reading = Reading { fields, wrong: Vec::new() };
    let rounds = if has_rounds(&chosen) { reading.some("rounds") } else { None };
    let teams: Vec<String> = if may_have_teams(&chosen) || chosen == Format::Scheveningen {
        fields.text("teams").lines().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
    } else {
        Vec::new()
    };
    let boards = if may_have_teams(&chosen) { reading.some("boards") } else { None };
    let scoring = reading.scoring(&chosen);
    let last = reading.number("open_until", 1);
    let open_until = if reading.ticked("open") { Some(last) } else { None };
    let rated = match fields.text("rated") {
        "yes" => true,
        "no" => false,
        _ => {
            reading.wrong.push(Refusal::field("rated", say!("Say whether its games count for the leaderboard.")));
            false
        }
    };
    // Those of players are none of teams.
    let usual = tie_breaks(&chosen);
    let tie_breaks = fields.sent("tie_breaks").unwrap_or(usual);
    let tie_breaks = if boards.is_some() && tie_breaks == usual { "" } else { tie_breaks };
    let settings = Settings {
        boards,
        rounds,
        rated,
        time_control: fields.some("time_control").map(str::to_owned),
        scoring,
        tie_breaks: tie_breaks.split([' ', ',']).filter(|code| !code.is_empty()).map(str::to_owned).collect(),
        seeding: reading.word("seeding", Seeding::Club),
        open_until,
        format: reading.format(chosen),
    };
    Refusal::together(reading.wrong)?;
    Ok(NewTournament { name: fields.text("name").to_owned(), settings, teams })
}

#[derive(Deserialize)]
pub(super) struct KindQuery {
    kind: Option<String>,
}

fn page(frame: Frame, kind: Option<Format>, typed: Typed) -> Result<HttpResponse, Error> {
    let sheet = assets::address("tournaments.css").unwrap_or_default();
    let page = NewPage { frame, kind, typed, sheet };
    render(page.typed.status(), &page)
}

pub(super) async fn form(frame: Frame, which: Params<KindQuery>) -> Result<HttpResponse, Error> {
    page(frame, which.0.kind.as_deref().and_then(named), Typed::default())
}

pub(super) async fn found(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let founded = async { sent(&app, &actor, &fields, asked(&fields)?, |id| format!("/tournaments/{id}")).await };
    match founded.await {
        Ok(place) => Ok(see_done(place, Done::TournamentFounded)),
        Err(error) => {
            let kind = named(fields.text("kind"));
            page(frame, kind, Typed::refused(FORM, fields, error)?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(list: &[(&str, &str)]) -> Fields {
        Fields::from(list.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>())
    }

    #[test]
    fn three_answers_found_a_tournament_as_it_usually_is() {
        let asked = asked(&fields(&[("kind", "swiss"), ("name", "Cup"), ("rounds", "5"), ("rated", "no")])).unwrap();
        let settings = asked.settings;
        assert_eq!((asked.name.as_str(), settings.rounds, settings.rated), ("Cup", Some(5), false));
        assert_eq!(settings.tie_breaks, ["BH/C1", "BH", "SB", "DE"]);
        assert_eq!((settings.format, settings.scoring), (Format::Swiss { baku: false }, Scoring::default()));
        assert_eq!((settings.seeding, settings.open_until, asked.teams), (Seeding::Club, None, Vec::<String>::new()));
    }

    #[test]
    fn all_that_is_wrong_is_told_at_once_at_its_fields() {
        let refused = asked(&fields(&[("kind", "keizer"), ("rounds", "many"), ("again_after", "x")])).unwrap_err();
        let at: Vec<&str> = refused.errors.iter().map(|error| error.field.as_ref()).collect();
        assert_eq!(at, ["rounds", "rated", "again_after"]);
        assert_eq!(asked(&fields(&[])).unwrap_err().errors[0].field, "kind");
    }

    #[test]
    fn the_folded_answers_are_read_too() {
        let sent = [
            ("kind", "round_robin"),
            ("name", "Teams"),
            ("rated", "yes"),
            ("teams", "Red\n\n Blue "),
            ("boards", "4"),
            ("legs", "2"),
            ("points", "three"),
            ("for_bye", "half"),
            ("open", "yes"),
            ("tie_breaks", "SB, DE"),
        ];
        let asked = asked(&fields(&sent)).unwrap();
        assert_eq!((asked.teams, asked.settings.boards), (vec!["Red".to_owned(), "Blue".to_owned()], Some(4)));
        assert_eq!(asked.settings.format, Format::RoundRobin { legs: 2 });
        assert_eq!((asked.settings.scoring.win, asked.settings.scoring.bye), (30, 10));
        assert_eq!(
            (asked.settings.open_until, asked.settings.tie_breaks),
            (Some(1), vec!["SB".to_owned(), "DE".to_owned()])
        );
    }
}
