//! Accounts that a Judgement changes by its form: a field for each, named for whose it is and of what.

use rookery_nomic::Game;
use rookery_nomic::plays::Order;

use super::quantities;
use crate::web::catalogue::Language;
use crate::web::typed::Fields;

/// What somebody or something has, of points or of a quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Account {
    Points { player: String },
    Held { quantity: String, holder: String },
}

/// How the names of the fields begin, and what stands between a quantity, whose name cannot have it, and its holder.
const POINTS: &str = "points-";
const HELD: &str = "held-";
const OF: char = ':';

impl Account {
    /// The accounts that a form changes, each with what was typed for it.
    pub fn changed(sent: &Fields) -> impl Iterator<Item = (Account, &str)> {
        let points = sent.named(POINTS).map(|(player, text)| (Account::Points { player: player.to_owned() }, text));
        let held = sent.named(HELD).filter_map(|(held, text)| {
            let (quantity, holder) = held.split_once(OF)?;
            Some((Account::Held { quantity: quantity.to_owned(), holder: holder.to_owned() }, text))
        });
        points.chain(held).filter(|(_, text)| !text.is_empty())
    }

    /// The name of its field.
    pub fn field(&self) -> String {
        match self {
            Account::Points { player } => format!("{POINTS}{player}"),
            Account::Held { quantity, holder } => format!("{HELD}{quantity}{OF}{holder}"),
        }
    }

    /// The order that changes it by so much.
    pub fn order(self, delta: i64) -> Order {
        match self {
            Account::Points { player } => Order::AdjustPoints { player, delta },
            Account::Held { quantity, holder } => Order::Adjust { quantity, holder, delta },
        }
    }
}

/// An account as the form shows it.
pub struct Listed {
    pub field: String,
    /// What the page calls the field: a name may have spaces, and no id has.
    pub place: String,
    pub label: String,
}

/// The points of these players.
pub fn points(players: &[String]) -> Vec<Listed> {
    let listed = |(place, player): (usize, &String)| Listed {
        field: Account::Points { player: player.clone() }.field(),
        place: format!("{POINTS}{place}"),
        label: player.clone(),
    };
    players.iter().enumerate().map(listed).collect()
}

/// What there is of all quantities.
pub fn held(language: Language, game: &Game) -> Vec<Listed> {
    let names = game.bindings.parameters.quantities.keys();
    let all = names.flat_map(|name| game.holders(name).into_iter().map(move |holder| (name, holder)));
    let listed = |(place, (name, holder)): (usize, (&String, String))| Listed {
        place: format!("{HELD}{place}"),
        label: format!("{name}: {}", quantities::called(language, &holder)),
        field: Account::Held { quantity: name.clone(), holder }.field(),
    };
    all.enumerate().map(listed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_name_the_accounts_that_a_judgement_changes() {
        let points = |player: &str| Account::Points { player: player.to_owned() };
        let held =
            |quantity: &str, holder: &str| Account::Held { quantity: quantity.to_owned(), holder: holder.to_owned() };
        for (account, field) in [
            (points("Ben P"), "points-Ben P"),
            (points("points-"), "points-points-"),
            (held("Ace", "Ben P"), "held-Ace:Ben P"),
            (held("Kings of Gold", "Ann: Lee"), "held-Kings of Gold:Ann: Lee"),
        ] {
            assert_eq!(account.field(), field);
            let sent = [(field, " 4 "), ("points-Dave M", ""), ("held-", "1"), ("text", "It is so.")];
            let sent = sent.map(|(name, text)| (name.to_owned(), text.to_owned()));
            let sent = Fields::from(sent.to_vec());
            assert_eq!(Account::changed(&sent).collect::<Vec<_>>(), [(account, "4")]);
        }
        assert_eq!(points("Ben P").order(-4), Order::AdjustPoints { player: "Ben P".to_owned(), delta: -4 });
    }
}
