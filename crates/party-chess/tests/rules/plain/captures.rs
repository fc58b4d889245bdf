//! What a man captures, and who is in check.

use std::collections::BTreeSet;

use super::squares::{Place, apart, diagonal, every_place, orthogonal, straight};
use super::{Game, Man, value};

impl Game {
    /// How a man could capture another were he opposing: by going there ('x'), from afar ('*').
    pub(super) fn captures(&self, man: &Man, victim: &Man) -> BTreeSet<char> {
        let mut ways = BTreeSet::new();
        let (Some(from), Some(to)) = (man.place, victim.place) else {
            return ways;
        };
        if from == to {
            return ways;
        }
        if self.by_aura(from, to) {
            ways.insert('x');
        }
        let as_kind = if man.kind == "copycat" { victim.kind.as_str() } else { man.kind.as_str() };
        let lender = if man.kind == "copycat" { victim } else { man };
        let way = match as_kind {
            "pawn" => (diagonal(from, to) && apart(from, to) == 1).then_some('x'),
            "archer" => {
                let near =
                    (orthogonal(from, to) && apart(from, to) <= 4) || (diagonal(from, to) && apart(from, to) <= 3);
                (near && self.clear(from, to)).then_some('*')
            }
            "il-nabi" => self.il_nabi_goes(from, to, true).then_some('x'),
            "echo" => self.echo_goes(&lender.owner, &man.owner, from, to, man.kind != "copycat").then_some('x'),
            kind => self.goes(kind, lender.hn, &man.owner, from, to).then_some('x'),
        };
        ways.extend(way);
        ways
    }

    /// All captures by a Tornado as paths with the ids of the victims. `friend` is taken as though he were opposing.
    pub(super) fn chains(&self, tornado: &Man, friend: Option<u64>) -> Vec<(Vec<Place>, Vec<u64>)> {
        let mut found = Vec::new();
        let mut game = self.clone();
        game.men.iter_mut().filter(|man| man.id == tornado.id).for_each(|man| man.place = None);
        game.chain_on(tornado, tornado.place.unwrap(), 2, None, friend, (Vec::new(), Vec::new()), &mut found);
        let direct: Vec<Vec<Place>> = found.iter().map(|(path, _)| path.clone()).collect();
        for victim in self.men.iter().filter(|man| man.owner != tornado.owner || Some(man.id) == friend) {
            if let Some(to) = victim.place
                && self.by_aura(tornado.place.unwrap(), to)
                && !direct.contains(&vec![to])
            {
                found.push((vec![to], vec![victim.id]));
            }
        }
        found
    }

    #[expect(clippy::too_many_arguments, reason = "the state of a chain")]
    fn chain_on(
        &self,
        tornado: &Man,
        from: Place,
        reach: i32,
        last: Option<Place>,
        friend: Option<u64>,
        so_far: (Vec<Place>, Vec<u64>),
        found: &mut Vec<(Vec<Place>, Vec<u64>)>,
    ) {
        for to in every_place().filter(|&to| straight(from, to) && apart(from, to) <= reach && self.clear(from, to)) {
            let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
            if Some(step) == last {
                continue;
            }
            let (mut path, mut victims) = so_far.clone();
            path.push(to);
            match self.on(to) {
                None if victims.is_empty() => {}
                None => found.push((path, victims)),
                Some(man) if man.owner == tornado.owner && Some(man.id) != friend => {}
                Some(man) => {
                    victims.push(man.id);
                    found.push((path.clone(), victims.clone()));
                    let reach = if man.kind == "harfyblob" { man.hn } else { value(&man.kind) };
                    let mut next = self.clone();
                    next.men.retain(|other| other.id != man.id);
                    next.chain_on(tornado, to, reach, Some(step), friend, (path, victims), found);
                }
            }
        }
    }

    /// Whether a man could capture another, were he opposing.
    pub(super) fn threatens(&self, man: &Man, victim: &Man) -> bool {
        if man.kind == "tornado" && man.place.is_some() && victim.place.is_some() && man.id != victim.id {
            return self.chains(man, Some(victim.id)).iter().any(|(_, victims)| victims.contains(&victim.id));
        }
        !self.captures(man, victim).is_empty()
    }

    pub fn attackers(&self, who: &str) -> Vec<u64> {
        let kings: Vec<&Man> =
            self.men.iter().filter(|man| man.owner == who && man.kind == "king" && man.place.is_some()).collect();
        let foes = self.men.iter().filter(|man| man.owner != who && kings.iter().any(|king| self.threatens(man, king)));
        foes.map(|man| man.id).collect()
    }

    pub fn in_check(&self, who: &str) -> bool {
        !self.attackers(who).is_empty()
    }
}
