//! Money at a table of Party Chess: what can be bought and for whom, and the accounts that pay.

use super::Part;
use super::forms::account_word;
use crate::party::rules::{Account, KindView, OfficeView};
use crate::tables::Seat;

impl Part<'_> {
    /// What can be bought for some Office: of a kind with a limit no more than that (1230.1 §3.G).
    pub(super) fn offered(&self) -> Vec<&KindView> {
        let rows = self.rows();
        let has_room = |kind: &&KindView| {
            kind.limit.is_none_or(|limit| rows.iter().any(|row| self.owned(row.office, kind) < usize::from(limit)))
        };
        self.hall.kinds.iter().filter(|kind| kind.defined).filter(has_room).collect()
    }

    fn owned(&self, office: &OfficeView, kind: &KindView) -> usize {
        self.pieces.iter().filter(|piece| piece.owner == office.name && piece.kind == kind.name).count()
    }

    /// The forms that buy a piece, each with the Offices that get it: one's own, and others as a gift.
    pub(super) fn purchases(&self) -> Vec<(&'static str, Vec<String>)> {
        let own = self.own().map_or("", |own| own.name.as_str());
        let offices = self.rows().into_iter().map(|row| row.office.name.clone());
        let (own, others): (Vec<_>, Vec<_>) = offices.partition(|name| name == own);
        [("buying", own), ("giving", others)].into_iter().filter(|(_, offices)| !offices.is_empty()).collect()
    }

    /// Whether a form that buys for these Offices is shown again.
    pub(super) fn bought_for(&self, offices: &[String]) -> bool {
        self.again("buy") && offices.iter().any(|office| office == self.kept("buy", "office"))
    }

    /// Accounts that the viewer may pay from: value, name, balance.
    pub(super) fn own_accounts(&self) -> Vec<(String, String, i64)> {
        let Some(seat) = self.seen.view.seat else { return Vec::new() };
        valued(self.all_accounts().into_iter().filter(|(account, ..)| self.may_spend(seat, account)))
    }

    fn may_spend(&self, seat: Seat, account: &Account) -> bool {
        match account {
            Account::Seat(own) => *own == seat,
            Account::Organisation(name) => {
                self.hall.organisations.iter().any(|one| one.name == *name && one.members.contains(&seat))
            }
            Account::Treasury => self.hall.umpire == Some(seat),
        }
    }

    /// All accounts: value, name, balance.
    pub(super) fn accounts(&self) -> Vec<(String, String, i64)> {
        valued(self.all_accounts().into_iter())
    }

    /// All accounts, with name and balance.
    fn all_accounts(&self) -> Vec<(Account, String, i64)> {
        let balance = |seat: Seat| usize::try_from(seat).ok().and_then(|seat| self.hall.purses.get(seat)).copied();
        let players = self.seats().into_iter();
        let players = players.map(|(seat, name)| (Account::Seat(seat), name, balance(seat).unwrap_or_default()));
        let organisations = self.hall.organisations.iter();
        let organisations =
            organisations.map(|one| (Account::Organisation(one.name.clone()), one.name.clone(), one.balance));
        let treasury = (Account::Treasury, self.frame.t("party-treasury").to_string(), self.hall.treasury);
        players.chain(organisations).chain([treasury]).collect()
    }
}

/// Accounts by what forms call them.
fn valued(accounts: impl Iterator<Item = (Account, String, i64)>) -> Vec<(String, String, i64)> {
    accounts.map(|(account, name, balance)| (account_word(&account), name, balance)).collect()
}
