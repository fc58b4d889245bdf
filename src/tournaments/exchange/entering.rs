//! A report file entered as a tournament of the club, whole or not at all.

use std::collections::{BTreeMap, BTreeSet};

use rookery_messages::say;
use rookery_pairings::Number;
use serde_json::json;

use super::ReportText;
use super::reading::{Entrant, read};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::members::{self, OutsideList, OutsideRating};
use crate::tournaments::rules::{self, Board};
use crate::tournaments::{Player, Round, State, TournamentId, store};

/// Makes an unrated tournament of a report file; by a moderator.
pub struct ReadReport {
    pub file: Vec<u8>,
    /// A player whom the club does not know is entered as a guest.
    pub add_guests: bool,
}

impl Action for ReadReport {
    type Done = TournamentId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<TournamentId>, Error> {
        let (actor, by) = (by, by.somebody()?);
        let kept = ReportText::of(&self.file);
        let read = read(&kept)?;
        rules::found(&read.founded)?;
        let people = self.people(tx, actor, &read.entrants)?;
        let person = |number: Number| people.get(&number).copied().ok_or_else(|| crate::not_found!("player"));
        let id = store::add(tx, &read.founded, by.person)?;
        let now = tx.now;
        for entrant in &read.entrants {
            let player = Player {
                person: person(entrant.number)?,
                number: Some(entrant.number.into()),
                rating: entrant.rating,
                team: entrant.team.map(|(team, _)| team),
                team_board: entrant.team.map(|(_, board)| board),
                entered_at: now,
                first_round: 1,
                withdrawn_from: None,
            };
            store::add_player(tx, id, &player)?;
        }
        for (number, round, kind) in &read.absences {
            store::set_absence(tx, id, person(*number)?, *round, Some(*kind))?;
        }
        for (round, of_file) in (1..).zip(&read.rounds) {
            let mut boards = Vec::new();
            for (board, seated) in (1..).zip(&of_file.boards) {
                let (white, black) = (person(seated.white)?, seated.black.map(&person).transpose()?);
                let (team_match, why, game, score) = (seated.team_match, None, None, None);
                boards.push(Board { round, board, white, black, team_match, why, game, score, annulled: false });
            }
            let announced = Round { round, session: None, day: of_file.day, announced_at: now };
            store::add_round(tx, id, &announced, &boards, by.person)?;
            for (board, seated) in (1..).zip(&of_file.boards) {
                if seated.score.is_some() {
                    store::set_result(tx, id, (round, board), seated.score, by.person)?;
                }
            }
        }
        if !read.rounds.is_empty() {
            store::set_begun(tx, id, Some(now))?;
        }
        if read.is_over {
            store::set_ended(tx, id, State::Ended, None)?;
        }
        store::set_report(tx, id, &kept)?;
        let body = json!({ "name": read.founded.name, "players": people.values().collect::<Vec<_>>() });
        Ok(Record::of(Word::TournamentRead, format!("tournament:{id}"), body).done(id))
    }
}

impl ReadReport {
    /// Who the players are: by FIDE number, else by exact name, else guests. All whom nobody knows are named at once.
    fn people(&self, tx: &mut Tx, by: &By, entrants: &[Entrant]) -> Result<BTreeMap<Number, PersonId>, Error> {
        let numbers: Vec<String> = entrants.iter().filter_map(|entrant| entrant.fide_number.clone()).collect();
        let by_number = members::store::by_outside_number(tx.db, OutsideList::Fide, &numbers)?;
        let names: Vec<String> = entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let by_name = members::store::by_exact_name(tx.db, &names)?;
        let (mut people, mut taken, mut wrong) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
        for entrant in entrants {
            let (line, name) = (entrant.line, &entrant.name);
            let mut refuse = |detail| wrong.push(Refusal::field(format!("file.{line}"), detail));
            let known = entrant.fide_number.as_ref().and_then(|number| by_number.get(number)).copied();
            let called_so = by_name.get(name).map_or(&[][..], Vec::as_slice);
            let person = match (known, called_so) {
                (Some(person), _) | (None, &[person]) => person,
                (None, []) if self.add_guests => match members::store::namesake(tx.db, name, None)? {
                    Some(theirs) => {
                        refuse(say!(
                            "Line {line}: {name} looks like {theirs} of the club. If it is the same person, write the name alike, or put the file's FIDE number down for them.",
                            line,
                            name,
                            theirs
                        ));
                        continue;
                    }
                    None => perform(tx, by, &AddGuest(entrant))?,
                },
                (None, []) => {
                    refuse(say!(
                        "Line {line}: nobody of the club is called {name}, and nobody has this FIDE number. Guests come in only where that is asked for (a program says add_guests).",
                        line,
                        name
                    ));
                    continue;
                }
                (None, _) => {
                    refuse(say!(
                        "Line {line}: several people of the club are called {name}. Put the file's FIDE number down for the one who played.",
                        line,
                        name
                    ));
                    continue;
                }
            };
            if !taken.insert(person) {
                refuse(say!("Line {line}: {name} is in the file already, in a line above.", line, name));
            }
            people.insert(entrant.number, person);
        }
        Refusal::together(wrong)?;
        Ok(people)
    }
}

/// Makes a player known, with what the file says of them.
struct AddGuest<'a>(&'a Entrant);

impl Action for AddGuest<'_> {
    type Done = PersonId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<PersonId>, Error> {
        let (AddGuest(entrant), by) = (self, by.somebody()?);
        let name = members::rules::name(&entrant.name)?;
        let (person, handle) = members::store::add_guest(tx, &name)?;
        if let Some(number) = &entrant.fide_number {
            let (rating, number, title) = (entrant.rating, Some(number.clone()), entrant.title.clone());
            let held = OutsideRating { rating, number, whose: None, title };
            members::store::set_outside(tx, person, OutsideList::Fide, &held, by.person)?;
        }
        let body = json!({ "name": name, "handle": handle, "same_name": false });
        Ok(Record::of(Word::PersonAdded, person.subject(), body).done(person))
    }
}
