//! Who may report whom of what, and how often, as pure decisions.

use chrono::NaiveDateTime;
use rookery_messages::say;

use super::{ReportId, State};
use crate::auth::Roles;
use crate::error::{Kind, Refusal};
use crate::fields;
use crate::games::rules::afterwards::Game;
use crate::id::PersonId;
use crate::rulebook::HouseRules;

/// The facts when somebody reports an offence.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Who reports.
    pub reporter: PersonId,
    /// Who is reported.
    pub accused: PersonId,
    /// The game that the report names; the accused has to be one of its players.
    pub game: Option<Game>,
    /// When the reporter's reports of the last day were made, oldest first.
    pub within_a_day: Vec<NaiveDateTime>,
    /// The reporter's reports that wait.
    pub open: usize,
    /// The reporter's open report of the same person over the same game, or of the same day and table without one.
    pub same: Option<ReportId>,
}

/// Whether a report is taken. The limits keep the queue from being used as a weapon.
pub fn report(
    facts: &Facts,
    happened_at: NaiveDateTime,
    house: &HouseRules,
    now: NaiveDateTime,
) -> Result<(), Refusal> {
    if facts.reporter == facts.accused {
        return Err(Refusal::field("accused", say!("Nobody reports themself; tell a moderator.")).act("I.2"));
    }
    past(happened_at, now)?;
    if facts.game.is_some_and(|game| !game.is_played_by(facts.accused)) {
        return Err(Refusal::field("game", say!("The person reported did not play in this game.")).act("I.2"));
    }
    if let Some(same) = facts.same {
        let detail = say!("You reported this already. It waits to be read.");
        return Err(Refusal::conflict(say!("Reported already"), detail).act("I.2").with("report", same));
    }
    let most = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    if facts.open >= most(house.reports_open) {
        let detail =
            say!("{count} reports of yours wait to be read; wait until one of them is closed.", count = facts.open);
        return Err(Refusal::conflict(say!("Enough reports open"), detail).act("I.2"));
    }
    if let Some(seconds) = fields::heard_again_in(&facts.within_a_day, house.reports_a_day, now) {
        let detail = say!("{count} reports a day are heard of one person.", count = house.reports_a_day);
        return Err(Refusal::new(Kind::TooMany(seconds), say!("Too many reports"), detail).act("I.2"));
    }
    Ok(())
}

/// A report that names a table is about what was written there, up to a line of the accused's where it names one.
pub fn wrote(is_quoted: bool, last: Option<i64>) -> Result<(), Refusal> {
    if is_quoted {
        return Ok(());
    }
    let refusal = match last {
        Some(_) => Refusal::field("last", say!("This person wrote no such line at that table.")),
        None => Refusal::field("table", say!("This person wrote nothing at that table.")),
    };
    Err(refusal.act("I.2"))
}

/// Nothing is reported before it happens.
pub fn past(happened_at: NaiveDateTime, now: NaiveDateTime) -> Result<(), Refusal> {
    if happened_at > now {
        return Err(Refusal::field("happened_at", say!("This lies in the future.")).act("I.2"));
    }
    Ok(())
}

/// Whether a report may be closed, by a decision or a dismissal: by an independent moderator.
pub fn close(by: PersonId, roles: Roles, reporter: PersonId, accused: PersonId, state: State) -> Result<(), Refusal> {
    if !roles.may_moderate() {
        return Err(Refusal::forbidden(say!("Reports are for moderators and justices to answer."), "III.2"));
    }
    if by == accused || by == reporter {
        return Err(Refusal::forbidden(say!("You are part of this; another moderator has to answer it."), "III.3.5"));
    }
    let detail = match state {
        State::Open => return Ok(()),
        State::TakenUp => say!("This report is taken up already."),
        State::Dismissed => say!("This report is dismissed already."),
    };
    Err(Refusal::conflict(say!("Closed already"), detail).act("III.2").with("state", state))
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::auth::Role;
    use crate::games::{Ending, State as GameState};
    use crate::id::GameId;
    use crate::ratings::Outcome;

    const ANN: PersonId = PersonId(1);
    const BEN: PersonId = PersonId(2);
    const MAY: PersonId = PersonId(3);

    fn now() -> NaiveDateTime {
        "2026-11-06T12:00:00".parse().unwrap()
    }

    fn facts() -> Facts {
        Facts { reporter: ANN, accused: BEN, game: None, within_a_day: Vec::new(), open: 0, same: None }
    }

    #[test]
    fn reports_are_limited() {
        let house = HouseRules::default();
        let ask = |facts: &Facts| report(facts, now(), &house, now()).map_err(|refusal| refusal.kind);
        assert_eq!(ask(&facts()), Ok(()));
        assert_eq!(ask(&Facts { accused: ANN, ..facts() }), Err(Kind::Invalid));
        assert_eq!(ask(&Facts { same: Some(ReportId(1)), ..facts() }), Err(Kind::Conflict));
        assert_eq!(ask(&Facts { open: 5, ..facts() }), Err(Kind::Conflict));
        let three = vec![now() - TimeDelta::hours(23); 3];
        assert_eq!(ask(&Facts { within_a_day: three, ..facts() }), Err(Kind::TooMany(3600)));
        assert!(report(&facts(), now() + TimeDelta::seconds(1), &house, now()).is_err());
    }

    #[test]
    fn an_independent_moderator_answers_an_open_report() {
        let roles: Roles = [Role::Moderator].into_iter().collect();
        assert_eq!(close(MAY, roles, ANN, BEN, State::Open), Ok(()));
        for (by, roles, state) in [
            (ANN, roles, State::Open),
            (BEN, roles, State::Open),
            (MAY, Roles::default(), State::Open),
            (MAY, roles, State::Dismissed),
            (MAY, roles, State::TakenUp),
        ] {
            assert!(close(by, roles, ANN, BEN, state).is_err(), "{by} {state}");
        }
    }

    #[test]
    fn a_report_is_about_what_the_accused_did() {
        let house = HouseRules::default();
        let game = |white, black| Game {
            id: GameId(7),
            white,
            black,
            state: GameState::Rated,
            result: Outcome::White,
            ending: Ending::Checkmate,
            clocked: false,
            online: false,
            rematch_of: None,
        };
        for (game, may) in [(game(ANN, BEN), true), (game(BEN, MAY), true), (game(ANN, MAY), false)] {
            let facts = Facts { game: Some(game), ..facts() };
            assert_eq!(report(&facts, now(), &house, now()).is_ok(), may, "{facts:?}");
        }
        let wrong = |is_quoted, last| wrote(is_quoted, last).err().map(|refusal| refusal.errors[0].field.to_string());
        assert_eq!((wrong(true, None), wrong(true, Some(3))), (None, None));
        assert_eq!((wrong(false, None), wrong(false, Some(3))), (Some("table".into()), Some("last".into())));
    }
}
