//! Names of players in plays: a first name does where only one player has it (ninth edition).

use super::game::Game;
use super::plays::{Order, Play, Target};

impl Game {
    /// A play with every player whom it names by their whole name.
    pub(super) fn with_whole_names(&self, mut play: Play) -> Play {
        if !self.edition.is_ninth() {
            return play;
        }
        match &mut play {
            Play::Proxy { proxy: Some(name) }
            | Play::Name { judge: name, .. }
            | Play::Exclude { player: name, .. }
            | Play::Claim { player: name, .. }
            | Play::Announce { player: name, .. }
            | Play::Use { whom: Some(name), .. } => self.complete(name),
            Play::PointOfOrder { targets, mover, .. } => {
                mover.iter_mut().for_each(|name| self.complete(name));
                for target in targets {
                    if let Target::Vote { player, .. } = target {
                        self.complete(player);
                    }
                }
            }
            Play::Judge { orders, .. } => orders.iter_mut().for_each(|order| self.complete_order(order)),
            _ => {}
        }
        play
    }

    fn complete_order(&self, order: &mut Order) {
        match order {
            Order::VoidVote { player: name, .. }
            | Order::AdjustPoints { player: name, .. }
            | Order::Adjust { holder: name, .. }
            | Order::DeclareWinner { player: Some(name) } => self.complete(name),
            _ => {}
        }
    }

    /// Completes a name that no player and no thing has, if only one player can be meant.
    fn complete(&self, name: &mut String) {
        let mut quantities = self.bindings.parameters.quantities.keys();
        if self.player(name).is_some() || quantities.any(|quantity| self.holders(quantity).contains(name)) {
            return;
        }
        let said = name.to_lowercase();
        let first = |whole: &str| whole.split(' ').next().unwrap_or_default().to_lowercase();
        let whole: Vec<&String> =
            self.players.iter().map(|player| &player.name).filter(|whole| whole.to_lowercase() == said).collect();
        let by_first: Vec<&String> =
            self.players.iter().map(|player| &player.name).filter(|whole| first(whole) == said).collect();
        if let [only] = if whole.is_empty() { by_first } else { whole }.as_slice() {
            name.clone_from(only);
        }
    }
}
