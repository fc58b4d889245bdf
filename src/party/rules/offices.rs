//! Offices of Swinger and who holds them, and the office of Chess-Umpire (1230.2 §1–3).

use rookery_messages::say;
use rookery_party_chess::{Act, Kind, Swinger};
use serde::{Deserialize, Serialize};

use super::{Event, Hall, options, quoted};
use crate::error::Refusal;
use crate::fields;
use crate::tables::Seat;

/// An Office of Swinger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Office {
    pub name: String,
    pub holder: Option<Seat>,
    /// Its first army has been chosen.
    pub armed: bool,
    pub destroyed: bool,
}

impl Office {
    pub(super) fn new(name: String, holder: Option<Seat>) -> Office {
        Office { name, holder, armed: false, destroyed: false }
    }
}

impl Hall {
    /// A seat of this table.
    pub(super) fn seat(&self, seat: Seat) -> Result<Seat, Refusal> {
        if (0..self.seats).contains(&seat) {
            return Ok(seat);
        }
        Err(Refusal::field(
            "seat",
            say!("There is no seat {seat}; the seats are 0 to {last}.", seat, last = self.seats - 1),
        ))
    }

    /// The Office of that name.
    pub(super) fn office(&self, name: &str) -> Result<&Office, Refusal> {
        let found = self.offices.iter().find(|office| office.name == name && !office.destroyed);
        found.ok_or_else(|| {
            Refusal::field("office", say!("There is no Office of Swinger {office}.", office = quoted(name)))
                .act("1230.2 §2.B")
        })
    }

    fn office_mut(&mut self, name: &str) -> Result<&mut Office, Refusal> {
        let found = self.offices.iter_mut().find(|office| office.name == name && !office.destroyed);
        found.ok_or_else(|| {
            Refusal::field("office", say!("There is no Office of Swinger {office}.", office = quoted(name)))
                .act("1230.2 §2.B")
        })
    }

    /// The Office of a Swinger on the board.
    pub(super) fn office_of(&self, swinger: Swinger) -> Option<&Office> {
        self.office(self.position.name(swinger)).ok()
    }

    /// The Swinger on the board of an Office.
    pub(super) fn swinger(&self, office: &str) -> Result<Swinger, Refusal> {
        let office = self.office(office)?;
        self.position.swinger(&office.name).ok_or_else(|| {
            Refusal::field("office", say!("{office} is not on the Play List.", office = quoted(&office.name)))
                .act("1230.2 §3.E")
        })
    }

    /// The kind of piece of that name.
    pub(super) fn kind(&self, name: &str) -> Result<Kind, Refusal> {
        self.position.suite().kind(name).ok_or_else(|| {
            Refusal::field("piece", say!("No rule names a piece {name}.", name = quoted(name))).act("1230.1 §3.A")
        })
    }

    /// The Office that somebody holds; nobody holds two.
    pub fn held_by(&self, seat: Seat) -> Option<&Office> {
        self.offices.iter().find(|office| office.holder == Some(seat) && !office.destroyed)
    }

    /// The five pieces that come with the King, once for each Office (1230.2 §2.B, G31).
    pub(super) fn choose_army(&mut self, by: Seat, army: &[String]) -> Result<Vec<Event>, Refusal> {
        let Some(office) = self.held_by(by).map(|office| office.name.clone()) else {
            return Err(Refusal::forbidden(
                say!("The holder of an Office of Swinger chooses its army."),
                "1230.2 §2.B",
            ));
        };
        if self.office(&office)?.armed {
            let detail = say!("{office} has had its army.", office = quoted(&office));
            return Err(Refusal::conflict(say!("Chosen already"), detail).act("1230.2 §2.B").act("G31"));
        }
        let swinger = self.swinger(&office)?;
        let kinds: Vec<Kind> = army.iter().map(|name| self.kind(name)).collect::<Result<_, _>>()?;
        self.act(&Act::Army(swinger, kinds))?;
        self.office_mut(&office)?.armed = true;
        Ok(vec![Event::Army { office, army: army.to_vec() }])
    }

    /// An Office becomes Warm, or is so no longer: its holder is on vacation, or back.
    pub(super) fn warm(&mut self, by: Seat, office: &str, warm: bool) -> Result<Vec<Event>, Refusal> {
        let holder = self.office(office)?.holder;
        if holder != Some(by) && self.umpire != Some(by) {
            let detail = say!("The holder of {office} or the Umpire says whether it is Warm.", office = quoted(office));
            return Err(Refusal::forbidden(detail, "1230.2 §4.B"));
        }
        if holder.is_none() && !warm {
            let detail = say!("Nobody holds {office}; such an Office is Warm.", office = quoted(office));
            return Err(Refusal::conflict(say!("Nobody holds it"), detail).act("1230.2 §4.B"));
        }
        let swinger = self.swinger(office)?;
        if self.position.warm_since(swinger).is_some() == warm {
            let office = quoted(office);
            let detail = if warm {
                say!("{office} is Warm already.", office)
            } else {
                say!("{office} is not Warm already.", office)
            };
            return Err(Refusal::conflict(say!("Nothing changes"), detail).act("1230.2 §4.B"));
        }
        self.act(&Act::Warm(swinger, warm))?;
        Ok(vec![Event::Warm { office: office.to_owned(), warm }])
    }

    /// Gives an Office another holder; an Office without a holder is Warm.
    fn hand_over(&mut self, office: &str, holder: Option<Seat>) -> Result<Vec<Event>, Refusal> {
        let swinger = self.swinger(office)?;
        self.office_mut(office)?.holder = holder;
        let mut events = vec![Event::Holder { office: office.to_owned(), holder }];
        let warm = holder.is_none();
        if self.position.warm_since(swinger).is_some() != warm {
            self.act(&Act::Warm(swinger, warm))?;
            events.push(Event::Warm { office: office.to_owned(), warm });
        }
        Ok(events)
    }

    /// A holder gives an Office up.
    pub(super) fn resign(&mut self, by: Seat, office: &str) -> Result<Vec<Event>, Refusal> {
        if self.office(office)?.holder != Some(by) {
            return Err(Refusal::forbidden(say!("You do not hold {office}.", office = quoted(office)), "1230.1 §2.A"));
        }
        self.hand_over(office, None)
    }

    /// The Umpire records who holds an Office.
    pub(super) fn appoint(&mut self, office: &str, holder: Option<Seat>) -> Result<Vec<Event>, Refusal> {
        self.office(office)?;
        self.may_hold(office, holder)?;
        self.hand_over(office, holder)
    }

    fn may_hold(&self, office: &str, holder: Option<Seat>) -> Result<(), Refusal> {
        let Some(holder) = holder else { return Ok(()) };
        self.seat(holder)?;
        match self.held_by(holder) {
            Some(other) if other.name != office => {
                let detail =
                    say!("That person holds {office} already; nobody holds two Offices.", office = quoted(&other.name));
                Err(Refusal::conflict(say!("One Office each"), detail).act("1230.1 §2.A"))
            }
            _ => Ok(()),
        }
    }

    /// The Umpire founds an Office: its army is chosen by its holder, its name goes to the bottom of the list (1230.2 §2.C, §3.F).
    pub(super) fn found(&mut self, office: &str, holder: Option<Seat>) -> Result<Vec<Event>, Refusal> {
        let name = options::name("office", office)?;
        self.may_hold(&name, holder)?;
        if self.offices.iter().any(|office| office.name == name) {
            let detail =
                say!("There is or was an Office {office}; a new one needs a name of its own.", office = quoted(&name));
            return Err(Refusal::conflict(say!("Name taken"), detail).act("1230.2 §3.F"));
        }
        if self.treasury.organisation(&name).is_some() {
            let detail = say!(
                "The name {name} would make it the Party of that Office. Found the Office first, then its Party.",
                name = quoted(&name)
            );
            return Err(Refusal::conflict(say!("Name taken"), detail).act("1230.2 §4.B.iv"));
        }
        self.act(&Act::Found(name.clone(), None))?;
        self.offices.push(Office::new(name.clone(), None));
        let mut events = vec![Event::Founded { office: name.clone() }];
        events.extend(self.hand_over(&name, holder)?);
        Ok(events)
    }

    /// The Umpire records that an Office is destroyed: its pieces and its entry go (1230.2 §2.D, §3.E).
    pub(super) fn destroy(&mut self, office: &str, reason: &str) -> Result<Vec<Event>, Refusal> {
        let reason = fields::text("reason", reason, 1, 500)?;
        let swinger = self.swinger(office)?;
        self.act(&Act::Destroy(swinger))?;
        let gone = self.office_mut(office)?;
        (gone.destroyed, gone.holder) = (true, None);
        Ok(vec![Event::Destroyed { office: office.to_owned(), reason }])
    }

    /// The Umpire gives the office up: the game is suspended (1230.2 §1.A, G35).
    pub(super) fn resign_umpire(&mut self, by: Seat) -> Result<Vec<Event>, Refusal> {
        self.as_umpire(by)?.umpire = None;
        Ok(vec![Event::Umpire { umpire: None }])
    }

    /// Any player takes the office when nobody has it (1230.2 §1.B).
    pub(super) fn take_umpire(&mut self, by: Seat) -> Result<Vec<Event>, Refusal> {
        if self.umpire.is_some() {
            let detail = say!("There is an Umpire; the office is taken when it is given up.");
            return Err(Refusal::conflict(say!("Taken"), detail).act("1230.2 §1.B"));
        }
        self.umpire = Some(by);
        Ok(vec![Event::Umpire { umpire: Some(by) }])
    }
}
