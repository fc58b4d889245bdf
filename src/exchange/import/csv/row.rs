//! A line of a CSV file. Its fields are read independently, so that one wrong field does not hide the next.

use std::cell::RefCell;
use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, SubsecRound, Utc};
use chrono_tz::Tz;
use csv::ByteRecord;
use rookery_messages::{Message, Value, say};
use sha2::{Digest, Sha256};

use super::{Header, Table, called, days_of_its_month, in_range, key, with_a_year};
use crate::db::carried;
use crate::error::{Act, quoted};
use crate::exchange::import::faults::{Fault, Faults, unknown_word};
use crate::exchange::import::lines::{EventLine, GameLine, Line, MemberLine, Moment, SessionLine, StayLine, When};
use crate::exchange::import::rules::places::instant;
use crate::exchange::import::{Day, Season, pgn};
use crate::fields;
use crate::games::{Ending, State};
use crate::http::cells;
use crate::members::lists;
use crate::ratings::{EventKind, Outcome};

fn fault<T>(detail: Message, act: &'static str) -> Result<T, Fault> {
    Err((detail, act))
}

/// A line of a file, with the header over it.
pub(super) struct Row<'a> {
    pub(super) header: &'a Header,
    pub(super) record: &'a ByteRecord,
    pub(super) zone: Tz,
    pub(super) month_first: bool,
    /// Days that could be others.
    pub(super) days: RefCell<Vec<Day>>,
}

impl Row<'_> {
    /// Takes the line into what was read, or tells all that is wrong with it.
    pub(super) fn take(
        &self,
        file: usize,
        line: u64,
        season: &mut Season,
        occurrences: &mut HashMap<u128, u32>,
    ) -> Result<(), Faults> {
        let mut faults = Faults::default();
        let lines = &mut season.lines;
        let taken = faults.keep(self.is_whole()).and_then(|()| {
            match self.header.table {
                Table::Members => lines.members.push(Line { file, line, value: self.member(&mut faults)? }),
                Table::Sessions => lines.sessions.push(Line { file, line, value: self.session(&mut faults)? }),
                Table::Attendance => lines.stays.push(Line { file, line, value: self.stay(&mut faults)? }),
                Table::Results => {
                    let mut value = self.game(&mut faults)?;
                    // Equal lines are so many games; the same file again has the same lines.
                    let count = occurrences.entry(value.key).or_default();
                    value.key = value.key.wrapping_add(u128::from(*count));
                    *count += 1;
                    lines.games.push(Line { file, line, value });
                }
                Table::Events => lines.events.push(Line { file, line, value: self.event(&mut faults)? }),
            }
            Some(())
        });
        taken.ok_or(faults)
    }

    fn is_whole(&self) -> Result<(), Fault> {
        if self.record.len() == self.header.width {
            return Ok(());
        }
        let (fields, wanted) = (self.record.len(), self.header.width);
        fault(say!("The line has {fields} fields, the header {wanted}.", fields, wanted), "")
    }

    /// A field's text; `None` if it is empty or has no column.
    fn text(&self, column: &str) -> Result<Option<&str>, Fault> {
        let Some(field) = self.header.columns.get(column).and_then(|&index| self.record.get(index)) else {
            return Ok(None);
        };
        match std::str::from_utf8(field).map(|cell| cells::read(cell.trim()).trim()) {
            Ok("") => Ok(None),
            Ok(text) if text.contains('\0') => fault(say!("{column} has a NUL in it.", column = called(column)), ""),
            Ok(text) => Ok(Some(text)),
            Err(_) => fault(say!("{column} is not UTF-8; save the file as UTF-8.", column = called(column)), ""),
        }
    }

    fn required(&self, column: &str, act: &'static str) -> Result<&str, Fault> {
        match self.text(column)? {
            Some(text) => Ok(text),
            None => fault(say!("{column} is missing.", column = called(column)), act),
        }
    }

    fn owned(&self, column: &str) -> Result<Option<String>, Fault> {
        Ok(self.text(column)?.map(str::to_owned))
    }

    fn yes(&self, column: &str) -> Result<bool, Fault> {
        match self.text(column)?.map(str::to_lowercase).as_deref() {
            None | Some("no" | "false" | "0" | "n") => Ok(false),
            Some("yes" | "true" | "1" | "y" | "x") => Ok(true),
            Some(other) => {
                fault(say!("{column} is {told}; write yes or no.", column = called(column), told = quoted(other)), "")
            }
        }
    }

    /// A day in one of its forms, the year with two digits or four. With dots the day comes first. With slashes it can be
    /// two: how it was read is told.
    fn day(&self, text: &str) -> Option<NaiveDate> {
        let read = |forms: &[&str]| forms.iter().find_map(|form| NaiveDate::parse_from_str(text, form).ok());
        let (day_first, month_first) = (read(&["%d/%m/%y", "%d/%m/%Y"]), read(&["%m/%d/%y", "%m/%d/%Y"]));
        let (slashed, other) = if self.month_first { (month_first, day_first) } else { (day_first, month_first) };
        let day = read(&["%Y-%m-%d", "%d.%m.%y", "%d.%m.%Y", "%Y.%m.%d"]).or(slashed)?;
        if let Some(other) = slashed.and(other).filter(|other| *other != day) {
            self.days.borrow_mut().push(Day { written: text.to_owned(), read: day, other });
        }
        Some(day)
    }

    /// A time of a day: `2026-11-06T12:30:00`, `06.11.2026 12:30`.
    fn day_and_time(&self, text: &str) -> Option<NaiveDateTime> {
        let (day, time) = text.rsplit_once(['T', ' '])?;
        let time = ["%H:%M:%S%.f", "%H:%M"].iter().find_map(|form| NaiveTime::parse_from_str(time, form).ok())?;
        Some(self.day(day.trim_end())?.and_time(time))
    }

    /// A day, or a time: with an offset as it is, without one as the club's wall clock has it.
    fn when(&self, column: &str, text: &str) -> Result<When, Fault> {
        if let Ok(at) = DateTime::parse_from_rfc3339(text) {
            return Ok(When::At(at.with_timezone(&Utc).naive_utc().trunc_subsecs(6)));
        }
        if let Some(date) = self.day(text) {
            let no_club = || (say!("{column}: no club met in that year.", column = called(column)), "0.5");
            return in_range(date).map(When::On).ok_or_else(no_club);
        }
        if let Some(local) = self.day_and_time(text) {
            let at = in_range(local.date()).and_then(|_| instant(local, self.zone));
            return match at {
                Some(at) => Ok(When::At(at.trunc_subsecs(6))),
                None => {
                    let zone = self.zone.name();
                    fault(say!("{column}: {text} did not exist in {zone}.", column = called(column), text, zone), "0.5")
                }
            };
        }
        let told = quoted(text);
        if let Some(days) = days_of_its_month(text, self.month_first) {
            let detail = say!("{column} is {told}; that month has {days} days.", column = called(column), told, days);
            return fault(detail, "0.5");
        }
        if let Some(whole) = with_a_year(text) {
            let detail = say!(
                "{column} is {told}: the year is missing. Write the day as in {whole}.",
                column = called(column),
                told,
                whole = Value::text(whole)
            );
            return fault(detail, "0.5");
        }
        let detail = say!(
            "{column} is {told}; write 2026-11-06, 2026-11-06 12:30 or 2026-11-06T12:30:00Z.",
            column = called(column),
            told
        );
        fault(detail, "0.5")
    }

    fn at(&self, column: &str) -> Result<Option<NaiveDateTime>, Fault> {
        match self.text(column)?.map(|text| self.when(column, text)).transpose()? {
            None => Ok(None),
            Some(When::At(at)) => Ok(Some(at)),
            Some(When::On(_)) => fault(say!("{column} needs a time, not only a day.", column = called(column)), "0.5"),
        }
    }

    /// A time, or a day: where it begins.
    fn at_or_day(&self, column: &str) -> Result<Option<NaiveDateTime>, Fault> {
        match self.text(column)?.map(|text| self.when(column, text)).transpose()? {
            Some(When::On(day)) => Ok((0..24).find_map(|hour| instant(day.and_hms_opt(hour, 0, 0)?, self.zone))),
            Some(When::At(at)) => Ok(Some(at)),
            None => Ok(None),
        }
    }

    fn required_at(&self, column: &str, act: &'static str) -> Result<NaiveDateTime, Fault> {
        self.at(column)?.ok_or_else(|| (say!("{column} is missing.", column = called(column)), act))
    }

    /// `None` if the file has none.
    fn handle(&self) -> Result<Option<String>, Fault> {
        let Some(handle) = self.text("handle")? else { return Ok(None) };
        let readable = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
        if handle.len() > 40 || !handle.chars().all(readable) {
            let handle = quoted(handle);
            return fault(
                say!(
                    "{column} {handle} is not up to 40 letters, digits, dots and dashes.",
                    column = called("handle"),
                    handle
                ),
                "",
            );
        }
        Ok(Some(handle.to_owned()))
    }

    /// A name without what a class list has beside it, where the file is one.
    fn name_alone<'a>(&self, name: &'a str) -> Result<&'a str, Fault> {
        match self.header.known {
            [] => lists::name_in(name).map_err(|refusal| (refusal.detail, "II.1")),
            _ => Ok(name),
        }
    }

    fn member(&self, faults: &mut Faults) -> Option<MemberLine> {
        let handle = faults.keep(self.handle());
        let name = faults.keep(self.required("name", "II.1").and_then(|name| self.name_alone(name)));
        let joined_at = faults.keep(self.at_or_day("joined_at"));
        let removed_at = faults.keep(self.at_or_day("removed_at"));
        let removal_reason = faults.keep(self.owned("removal_reason"));
        let removal_act = faults.keep(self.owned("removal_act"));
        if let (Some(None), Some(Some(_))) = (joined_at, removed_at) {
            return faults.keep(fault(
                say!("{removed} without {joined}.", removed = called("removed_at"), joined = called("joined_at")),
                "II.7",
            ));
        }
        Some(MemberLine {
            handle: handle?,
            name: name?.to_owned(),
            joined_at: joined_at?,
            removed_at: removed_at?,
            removal_reason: removal_reason?,
            removal_act: removal_act?,
        })
    }

    fn room(&self) -> Result<Option<String>, Fault> {
        let room = self.text("room")?.map(fields::room).transpose();
        room.map_err(|refusal| (refusal.detail, ""))
    }

    fn session(&self, faults: &mut Faults) -> Option<SessionLine> {
        let starts_at = faults.keep(self.required_at("starts_at", "0.5"));
        let ends_at = faults.keep(self.required_at("ends_at", "0.5"));
        let room = faults.keep(self.room());
        let extra = faults.keep(self.yes("extra"));
        let cancelled = faults.keep(self.yes("cancelled"));
        let cancel_reason = faults.keep(self.owned("cancel_reason"));
        Some(SessionLine {
            starts_at: starts_at?,
            ends_at: ends_at?,
            room: room?,
            extra: extra?,
            cancelled: cancelled?,
            cancel_reason: cancel_reason?.as_deref().map(carried::message),
        })
    }

    fn moment(&self, column: &str) -> Result<Option<Moment>, Fault> {
        let Some(text) = self.text(column)? else { return Ok(None) };
        for format in ["%H:%M:%S", "%H:%M"] {
            if let Ok(time) = NaiveTime::parse_from_str(text, format) {
                return Ok(Some(Moment::Clock(time)));
            }
        }
        match self.when(column, text)? {
            When::At(at) => Ok(Some(Moment::At(at))),
            When::On(_) => fault(
                say!("{column} is {told}; write a time, as in 12:31.", column = called(column), told = quoted(text)),
                "0.9",
            ),
        }
    }

    fn day_of_stay(&self) -> Result<When, Fault> {
        match self.text("session")? {
            Some(text) => self.when("session", text),
            None => self.when("date", self.required("date", "0.5")?),
        }
    }

    fn who_stayed(&self) -> Result<&str, Fault> {
        match (self.text("handle")?, self.text("person")?) {
            (Some(person), _) | (None, Some(person)) => Ok(person),
            (None, None) => self.required("name", "0.9"),
        }
    }

    fn stay(&self, faults: &mut Faults) -> Option<StayLine> {
        let session = faults.keep(self.day_of_stay());
        let person = faults.keep(self.who_stayed());
        let arrived = faults.keep(self.moment("arrived"));
        let left = faults.keep(self.moment("left"));
        Some(StayLine { session: session?, person: person?.to_owned(), arrived: arrived?, left: left? })
    }

    fn played(&self) -> Result<When, Fault> {
        match (self.text("played_at")?, self.text("date")?, self.text("time")?) {
            (Some(played_at), _, _) => self.when("played_at", played_at),
            (None, Some(date), Some(time)) => self.when("date", &format!("{date} {time}")),
            (None, Some(date), None) => self.when("date", date),
            (None, None, _) => self.when("session", self.required("session", "0.5")?),
        }
    }

    fn result(&self) -> Result<Outcome, Fault> {
        let told = self.required("result", "II.3")?;
        outcome(told).ok_or_else(|| {
            (
                say!("{column} is {told}; write 1-0, 0-1 or 1/2-1/2.", column = called("result"), told = quoted(told)),
                "II.3",
            )
        })
    }

    fn ending(&self) -> Result<Option<Ending>, Fault> {
        self.text("ending")?.map(pgn::ending_told).transpose()
    }

    fn state(&self) -> Result<State, Fault> {
        let Some(text) = self.text("state")? else { return Ok(State::Rated) };
        let words = || State::ALL.iter().map(|state| state.as_str());
        text.parse::<State>().map_err(|_| (unknown_word(called("state"), text, words()), "II.4"))
    }

    fn game(&self, faults: &mut Faults) -> Option<GameLine> {
        let white = faults.keep(self.required("white", "I.1"));
        let black = faults.keep(self.required("black", "I.1"));
        let when = faults.keep(self.played());
        let result = faults.keep(self.result());
        let ending = faults.keep(self.ending());
        let state = faults.keep(self.state());
        let clocked = faults.keep(self.yes("clocked"));
        let online = faults.keep(self.yes("online"));
        let moves = faults.keep(self.owned("moves"));
        let final_position = faults.keep(self.owned("final_position"));
        let room = faults.keep(self.owned("room"));
        let began_at = faults.keep(self.at("began_at"));
        // The board is looked at where it is known what was told of it.
        let (moves, final_position, result) = (moves?, final_position?, result?);
        let checked = faults.keep(pgn::check(moves.as_deref(), final_position.as_deref(), result, ending?));
        let mut hash = Sha256::new();
        // These columns were added later. Where they are empty, a line has the hash that it had before, and so is known again.
        let later = ["room", "began_at"].map(|column| self.header.columns.get(column).copied());
        let told =
            self.record.iter().enumerate().filter(|(at, field)| !field.is_empty() || !later.contains(&Some(*at)));
        for (_, field) in told {
            let field = std::str::from_utf8(field).map_or(field, |cell| cells::read(cell).as_bytes());
            hash.update((field.len() as u64).to_be_bytes());
            hash.update(field);
        }
        let checked = checked?;
        Some(GameLine {
            white: white?.to_owned(),
            black: black?.to_owned(),
            when: when?,
            result,
            ending: checked.ending,
            clocked: clocked?,
            online: online?,
            state: state?,
            moves: moves.map(|moves| fields::without_players(&moves).unwrap_or(moves)),
            final_position: checked.final_position,
            room: room?,
            began_at: began_at?,
            key: key(hash),
        })
    }

    fn kind(&self) -> Result<EventKind, Fault> {
        let kind = self.required("kind", "II.3")?;
        match kind.parse::<EventKind>() {
            Ok(EventKind::Join | EventKind::Rejoin | EventKind::Removal | EventKind::Game) => {
                fault(say!("{kind} comes with members and results, not as an event.", kind), "II.3")
            }
            Ok(kind) => Ok(kind),
            Err(_) => {
                fault(unknown_word(called("kind"), kind, EventKind::ALL.iter().map(|kind| kind.as_str())), "II.3")
            }
        }
    }

    fn points(&self) -> Result<i64, Fault> {
        let points = self.text("points")?.unwrap_or("0");
        let read = points.parse().ok().filter(|points: &i64| points.abs() <= 1_000_000);
        read.ok_or_else(|| {
            (
                say!("{column} is {told}; write a whole number.", column = called("points"), told = quoted(points)),
                "II.3",
            )
        })
    }

    fn event(&self, faults: &mut Faults) -> Option<EventLine> {
        let at = faults.keep(self.required_at("at", "II.3"));
        let kind = faults.keep(self.kind());
        let person = faults.keep(self.required("person", "II.3"));
        let points = faults.keep(self.points());
        let session = self.text("session").and_then(|text| text.map(|text| self.when("session", text)).transpose());
        let session = faults.keep(session);
        let cause = faults.keep(self.owned("cause"));
        let acts = faults.keep(self.text("acts"));
        let kind = kind?;
        Some(EventLine {
            at: at?,
            kind,
            person: person?.to_owned(),
            points: points?,
            session: session?,
            cause: cause?.unwrap_or_else(|| format!("Imported {kind}")),
            acts: acts?.unwrap_or("II.3").split_whitespace().map(|act| Act(act.to_owned().into())).collect(),
        })
    }
}

/// A result as any of the ways in which it is written.
fn outcome(text: &str) -> Option<Outcome> {
    match text.to_lowercase().replace(' ', "").replace(['–', ':'], "-").replace(',', ".").as_str() {
        "1-0" | "white" | "weiß" | "weiss" => Some(Outcome::White),
        "0-1" | "black" | "schwarz" => Some(Outcome::Black),
        "1/2-1/2" | "1/2" | "½-½" | "½" | "=" | "draw" | "remis" | "0.5-0.5" => Some(Outcome::Draw),
        _ => None,
    }
}
