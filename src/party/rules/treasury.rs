//! A$: what players, organisations and the Treasury have (1230.1 §2.D). Every movement is an event of the
//! log, which nobody can change: the events are the ledger.

use rookery_messages::say;
use rookery_party_chess::Act;
use serde::{Deserialize, Serialize};

use super::options;
use super::{Event, Hall, quoted};
use crate::error::Refusal;
use crate::fields;
use crate::tables::Seat;

/// Whose money it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Account {
    /// A player's.
    Seat(Seat),
    Organisation(String),
    Treasury,
}

/// An organisation of players; one that is named as an Office of Swinger is that Office's Party.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Organisation {
    pub name: String,
    /// Any of them acts for it.
    pub members: Vec<Seat>,
    pub balance: i64,
}

/// All money there is. None comes into being and none is lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Treasury {
    /// By seat.
    pub purses: Vec<i64>,
    pub organisations: Vec<Organisation>,
    pub treasury: i64,
}

/// Most A$ in one payment.
const MOST: i64 = 1_000_000;
const MOST_ORGANISATIONS: usize = 50;

impl Treasury {
    pub fn new(seats: Seat, purse: i64) -> Treasury {
        Treasury { purses: (0..seats).map(|_| purse).collect(), organisations: Vec::new(), treasury: 0 }
    }

    /// All money together.
    pub fn total(&self) -> i64 {
        let organisations: i64 = self.organisations.iter().map(|organisation| organisation.balance).sum();
        self.purses.iter().sum::<i64>() + organisations + self.treasury
    }

    /// An organisation by name.
    pub fn organisation(&self, name: &str) -> Option<&Organisation> {
        self.organisations.iter().find(|organisation| organisation.name == name)
    }

    fn balance(&mut self, account: &Account) -> Result<&mut i64, Refusal> {
        let balance = match account {
            Account::Seat(seat) => usize::try_from(*seat).ok().and_then(|seat| self.purses.get_mut(seat)),
            Account::Organisation(name) => {
                let found = self.organisations.iter_mut().find(|organisation| organisation.name == *name);
                found.map(|organisation| &mut organisation.balance)
            }
            Account::Treasury => Some(&mut self.treasury),
        };
        let detail =
            say!("There is no such account. Each player has one, each group has one, and so has the Treasury.");
        balance.ok_or_else(|| Refusal::field("account", detail))
    }

    /// Moves money; an account is never overdrawn.
    fn pay(&mut self, from: &Account, to: &Account, amount: i64) -> Result<(), Refusal> {
        if !(1..=MOST).contains(&amount) {
            return Err(Refusal::field(
                "amount",
                say!("A${amount} is not between A$1 and A${most}.", amount, most = MOST),
            ));
        }
        let has = *self.balance(from)?;
        if has < amount {
            let detail = say!("A${amount} are to be paid; there are A${has}.", amount, has);
            return Err(Refusal::conflict(say!("Not enough money"), detail).act("1230.1 §2.D"));
        }
        if from == to {
            return Err(Refusal::field("to", say!("A payment goes to somebody else.")));
        }
        *self.balance(to)? += amount;
        *self.balance(from)? -= amount;
        Ok(())
    }
}

impl Hall {
    /// Own money, that of one's organisations, and for the Umpire the Treasury's.
    fn may_spend(&self, by: Seat, from: &Account) -> Result<(), Refusal> {
        let may = match from {
            Account::Seat(seat) => *seat == by,
            Account::Organisation(name) => {
                self.treasury.organisation(name).is_some_and(|organisation| organisation.members.contains(&by))
            }
            Account::Treasury => self.umpire == Some(by),
        };
        if may {
            return Ok(());
        }
        let detail = say!(
            "You can pay with your own money or that of a group you are in. From the Treasury only the Umpire pays."
        );
        Err(Refusal::forbidden(detail, "1230.1 §2.D"))
    }

    /// Pays.
    pub(super) fn pay(
        &mut self,
        by: Seat,
        from: Account,
        to: Account,
        amount: i64,
        purpose: &str,
    ) -> Result<Vec<Event>, Refusal> {
        self.may_spend(by, &from)?;
        let purpose = fields::text("purpose", purpose, 1, 80)?;
        self.treasury.pay(&from, &to, amount)?;
        Ok(vec![Event::Paid { from, to, amount, purpose }])
    }

    /// Buys a piece for any Swinger: A$1 + A$7 × value to the Treasury; no play, and no turn is needed (1230.1 §2.D, G32).
    pub(super) fn buy(&mut self, by: Seat, office: &str, kind: &str, from: Account) -> Result<Vec<Event>, Refusal> {
        self.may_spend(by, &from)?;
        let swinger = self.swinger(office)?;
        let kind = self.kind(kind)?;
        let cost = i64::from(self.position.suite().cost(kind));
        self.treasury.pay(&from, &Account::Treasury, cost)?;
        self.act(&Act::Buy(swinger, kind))?;
        let kind = self.position.suite().rule(kind).name.clone();
        let purpose = format!("Purchase: {kind} for {office}");
        let piece = self.position.board().pieces().iter().map(|piece| piece.id.0).max().unwrap_or_default();
        Ok(vec![
            Event::Paid { from, to: Account::Treasury, amount: cost, purpose },
            Event::Bought { office: office.to_owned(), kind, piece, by },
        ])
    }

    /// Founds an organisation, or says who belongs to it from now on. One without members is dissolved, its money the Treasury's.
    /// The Party of an Office, which may Surrender for it, is founded by the Office's holder or the Umpire (1230.2 §4.B.ii, iv).
    pub(super) fn organise(&mut self, by: Seat, name: &str, members: Vec<Seat>) -> Result<Vec<Event>, Refusal> {
        let name = options::name("name", name)?;
        let known = self.treasury.organisations.iter().position(|organisation| organisation.name == name);
        let belongs = match known {
            Some(place) => self.treasury.organisations[place].members.contains(&by),
            None => members.contains(&by),
        };
        if !belongs {
            let detail =
                say!("Its members say who belongs to {name}; its founder belongs to it.", name = quoted(&name));
            return Err(Refusal::forbidden(detail, "1230.1 §2.D"));
        }
        if known.is_none()
            && let Ok(office) = self.office(&name)
            && ![office.holder, self.umpire].contains(&Some(by))
        {
            let detail = say!(
                "{name} would be the Party of that Office; its holder or the Umpire founds it.",
                name = quoted(&name)
            );
            return Err(Refusal::forbidden(detail, "1230.2 §4.B.iv"));
        }
        let mut members = members;
        members.sort_unstable();
        members.dedup();
        for member in &members {
            self.seat(*member)?;
        }
        let mut events = Vec::new();
        match known {
            Some(place) if members.is_empty() => {
                let from = Account::Organisation(name.clone());
                let amount = self.treasury.organisations[place].balance;
                if amount > 0 {
                    self.treasury.treasury += amount;
                    events.push(Event::Paid { from, to: Account::Treasury, amount, purpose: "Dissolved".to_owned() });
                }
                self.treasury.organisations.remove(place);
            }
            Some(place) => self.treasury.organisations[place].members.clone_from(&members),
            None if self.treasury.organisations.len() == MOST_ORGANISATIONS => {
                return Err(Refusal::conflict(
                    say!("Too many organisations"),
                    say!("{most} are the most.", most = MOST_ORGANISATIONS),
                ));
            }
            None => {
                let founded = Organisation { name: name.clone(), members: members.clone(), balance: 0 };
                self.treasury.organisations.push(founded);
            }
        }
        events.push(Event::Organised { name, members });
        Ok(events)
    }
}
