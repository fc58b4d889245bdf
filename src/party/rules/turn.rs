//! Turns: announced plays, the time limit, Warmth, and when no turn runs (1230.2 §1.A, §4, G33, G35).

use chrono::TimeDelta;
use rookery_messages::say;
use rookery_party_chess::{Act, ActRefusal, Announcement, Citation, Play, Swinger};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Event, Hall, Office, Why, cited, quoted, refused};
use crate::error::Refusal;
use crate::tables::Seat;

/// How long a turn lasts from the announcement on (1230.2 §4).
pub(super) const LIMIT: TimeDelta = TimeDelta::days(3);
/// The most days that the Umpire can make of it.
const MOST_DAYS: u32 = 7;

/// Why no turn runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Halt {
    /// Nobody performs the duties of Chess-Umpire (1230.2 §1.A).
    NoUmpire,
    /// Everybody seated has asked for a pause.
    Adjourned,
    /// Chains branch beyond what is searched (G36): the Umpire has to correct the board.
    Tangled,
    /// Every Office is Warm: there is nobody to play for.
    AllWarm,
    /// Every Office has been destroyed.
    NoOffice,
    Over,
}

impl Halt {
    /// The obstacle to a play.
    fn refusal(self) -> Refusal {
        let (detail, rule) = match self {
            Halt::NoUmpire => (
                say!("The game waits for a Chess-Umpire. It goes on when somebody is."),
                Citation::of("1230.2 §1.A").with(&[35]),
            ),
            Halt::Adjourned => (say!("The game is adjourned."), Citation::of("1230.2 §4").with(&[35])),
            Halt::Tangled => (
                say!("The chains of a Tornado branch beyond what is searched; the Umpire has to correct the board."),
                Citation::of("1230.19").with(&[36]),
            ),
            Halt::AllWarm => (
                say!("Every Office of Swinger is Warm; a holder comes back from Warmth first."),
                Citation::of("1230.2 §4.B.i").with(&[33]),
            ),
            Halt::NoOffice => {
                (say!("There is no Office of Swinger; the Umpire founds one first."), Citation::of("1230.2 §3.B"))
            }
            Halt::Over => (say!("The game is over."), Citation::of("1230.2 §1")),
        };
        cited(Refusal::conflict(say!("No turn runs"), detail), &rule)
    }
}

impl Hall {
    /// Why no turn runs, if none does.
    pub fn halted(&self) -> Option<Halt> {
        if self.ended.is_some() {
            return Some(Halt::Over);
        }
        if self.umpire.is_none() {
            return Some(Halt::NoUmpire);
        }
        if self.adjourned {
            return Some(Halt::Adjourned);
        }
        if self.tangled {
            return Some(Halt::Tangled);
        }
        let list = self.position.play_list();
        if list.is_empty() {
            return Some(Halt::NoOffice);
        }
        list.iter().all(|swinger| self.position.warm_since(*swinger).is_some()).then_some(Halt::AllWarm)
    }

    /// Whether nothing happens automatically. If all are Warm no turn is passed, but two Rounds may be over.
    pub(super) fn is_held_up(&self) -> bool {
        !matches!(self.halted(), None | Some(Halt::AllWarm))
    }

    /// The Office on top of the Play List.
    pub fn top(&self) -> Option<&Office> {
        self.position.to_play().and_then(|swinger| self.office_of(swinger))
    }

    /// Whether the state is announced again, and the limit runs from now: after plays and corrections, with another Swinger on top, and
    /// when the game goes on.
    pub(super) fn is_announced(&self, before: &Hall, events: &[Event]) -> bool {
        let is_new = |event: &Event| matches!(event, Event::Played { .. } | Event::Corrected { .. });
        let top = |hall: &Hall| hall.top().map(|office| office.name.clone());
        self.halted().is_none() && (before.halted().is_some() || top(self) != top(before) || events.iter().any(is_new))
    }

    /// The holder of the Office on top announces a play.
    pub(super) fn play(&mut self, by: Seat, play: &Value) -> Result<Vec<Event>, Refusal> {
        if let Some(halt) = self.halted() {
            return Err(halt.refusal());
        }
        let top = self.top().ok_or_else(|| Halt::NoOffice.refusal())?;
        if top.holder != Some(by) {
            let detail = say!("It is the turn of {office}, the top of the Play List.", office = &top.name);
            return Err(Refusal::conflict(say!("Out of turn"), detail).act("1230.2 §3.B"));
        }
        let announcement = self.position.announcement_from_json(play).map_err(|error| {
            Refusal::field("play", say!("This is no play: {error}.", error = error.0)).act("1230.2 §6")
        })?;
        let announcement = announcement.map_err(|refusal| refused(&ActRefusal::Play(refusal)))?;
        let event = self.played(&announcement, Why::Announced);
        self.act(&Act::Play(announcement))?;
        Ok(vec![event])
    }

    /// A play of the Swinger on top as it will be told.
    fn played(&self, announcement: &Announcement, why: Why) -> Event {
        let office = self.top().map_or_else(String::new, |office| office.name.clone());
        let text = self.position.write_play(&announcement.play);
        let mut play = self.position.act_json(&Act::Play(announcement.clone()));
        Event::Played { office, text, play: play["play"].take(), why }
    }

    /// The limit has expired: Pass where that is legal, otherwise Surrender (1230.2 §4).
    pub(super) fn limit_expires(&mut self) -> Vec<Event> {
        if let Some(ended) = self.practice_lapses() {
            return ended;
        }
        let default = self.position.default_play();
        let played = default.map(|play| self.played(&play.into(), Why::Limit));
        match (played, self.position.act(&Act::Default)) {
            (Ok(played), Ok(position)) => {
                self.position = position;
                vec![played]
            }
            _ => {
                self.tangled = true;
                Vec::new()
            }
        }
    }

    /// What happens automatically before a player's turn: Warm Swingers Pass, and Surrender after two whole Rounds (1230.2
    /// §4.B.i).
    pub(super) fn play_automatically(&mut self, events: &mut Vec<Event>) {
        loop {
            let next = match self.position.surrendered_by_warmth().first() {
                Some(swinger) => Ok((self.surrendered(*swinger, Why::Warm), Act::Surrender(*swinger))),
                None if self.halted().is_some() => return,
                None => match self.position.automatic_play() {
                    Ok(None) => return,
                    Ok(Some(pass)) => Ok((self.played(&pass.into(), Why::Warm), Act::Automatic)),
                    Err(error) => Err(error),
                },
            };
            let done = next.ok().and_then(|(event, act)| Some((event, self.position.act(&act).ok()?)));
            let Some((event, position)) = done else {
                self.tangled = true;
                return;
            };
            self.position = position;
            events.push(event);
        }
    }

    fn surrendered(&self, swinger: Swinger, why: Why) -> Event {
        let play = self.position.play_json(&Play::Surrender, &[]);
        Event::Played { office: self.position.name(swinger).to_owned(), text: "surrender".to_owned(), play, why }
    }

    /// A Warm Office Surrenders by message, at any time: this beats every other clause (1230.2 §4.B.iv).
    pub(super) fn surrender(&mut self, by: Seat, office: &str) -> Result<Vec<Event>, Refusal> {
        let swinger = self.swinger(office)?;
        let party = self.treasury.organisation(office).is_some_and(|party| party.members.contains(&by));
        if self.office(office)?.holder != Some(by) && !party {
            let detail =
                say!("The holder of {office} or a member of the Party of that name says so.", office = quoted(office));
            return Err(Refusal::forbidden(detail, "1230.2 §4.B.iv"));
        }
        let event = self.surrendered(swinger, Why::Message);
        self.position = self.position.act(&Act::Surrender(swinger)).map_err(|refusal| refused(&refusal))?;
        Ok(vec![event])
    }

    /// The Umpire lets the turn last longer, counted from the announcement (1230.2 §4.A, G33).
    pub(super) fn extend(&mut self, days: u32) -> Result<Vec<Event>, Refusal> {
        if let Some(halt) = self.halted() {
            return Err(halt.refusal());
        }
        let until = (days <= MOST_DAYS).then(|| self.announced + TimeDelta::days(days.into()));
        let Some(until) = until.filter(|until| *until > self.limit) else {
            let detail = say!(
                "You can only make it longer than now. It can have at most {most} days, not {days}.",
                days,
                most = MOST_DAYS
            );
            return Err(cited(Refusal::field("days", detail), &Citation::of("1230.2 §4.A").with(&[33])));
        };
        self.limit = until;
        Ok(vec![Event::Extended { until }])
    }
}
