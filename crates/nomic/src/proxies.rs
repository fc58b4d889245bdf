//! Votes that players have others cast for them, where their rules let them.

use super::bindings::Role;
use super::game::Game;
use super::plays::{Made, Void};
use super::proposals::Vote;
use chrono::{DateTime, Utc};
use rookery_messages::say;

impl Game {
    /// Whether players may have others vote for them.
    fn knows_proxies(&self) -> bool {
        self.bindings.parameters.voting.proxies && self.enforces(Role::Voting)
    }

    /// From now on this player votes as another does, unless they vote themself; without a name, no longer.
    pub(super) fn name_proxy(&mut self, player: &str, proxy: Option<String>) -> Result<Made, Void> {
        if proxy.is_some() && !self.knows_proxies() {
            return Err(Void::NoRule);
        }
        if let Some(proxy) = &proxy {
            if !self.plays(proxy) {
                return Err(Void::UnknownPlayer(proxy.clone()));
            }
            if proxy == player {
                return Err(Void::Malformed(say!("nobody is their own proxy")));
            }
        }
        if let Some(player) = self.players.iter_mut().find(|one| one.name == player) {
            player.proxy = proxy;
        }
        Ok(Made::Proxy)
    }

    /// Votes are counted: who has not voted votes as their proxy did, or that one's proxy.
    pub(super) fn vote_by_proxy(&mut self, place: usize, at: DateTime<Utc>) {
        if !self.knows_proxies() {
            return;
        }
        let missing = self.not_voted(&self.proposals[place]);
        let own: Vec<Vote> = self.proposals[place].counted().cloned().collect();
        for player in missing {
            // Proxies in a circle come to nobody.
            let next = |name: &String| self.player(name).filter(|one| one.plays()).and_then(|one| one.proxy.clone());
            let chain = std::iter::successors(next(&player), next).take(self.players.len());
            let cast = chain.into_iter().find_map(|proxy| own.iter().find(|vote| vote.player == proxy));
            if let Some(cast) = cast {
                let weight = self.bindings.parameters.voting.weight_of(&player);
                let by = Some(cast.player.clone());
                let vote = Vote { player, yes: cast.yes, at, void_by: None, weight, by, hidden: false };
                self.proposals[place].votes.push(vote);
            }
        }
    }
}
