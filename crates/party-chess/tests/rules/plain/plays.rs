//! What a player can do, and the game after it.

use super::squares::{Place, at_corner, every_place, name};
use super::{Choice, Game, KINDS, Man};

impl Game {
    pub(super) fn man(&mut self, id: u64) -> &mut Man {
        self.men.iter_mut().find(|man| man.id == id).unwrap()
    }

    fn owned(&self, owner: &str, kind: &str) -> usize {
        self.men.iter().filter(|man| man.owner == owner && man.kind == kind).count()
    }

    /// Kinds that a man may become.
    fn may_become(&self, owner: &str, not: &str) -> Vec<String> {
        let fits = |kind: &str| {
            kind != not && self.defined(kind) && !((kind == "king" || kind == "tornado") && self.owned(owner, kind) > 0)
        };
        KINDS.iter().map(|(kind, _)| (*kind).to_owned()).filter(|kind| fits(kind)).collect()
    }

    /// Takes victims off the board into the captor's hands; gives the growth of a HarfyBlob.
    fn take(&mut self, captor: &str, victims: &[u64]) -> i32 {
        let mut growth = 0;
        for &id in victims {
            let victim = self.man(id);
            growth += if victim.kind == "harfyblob" { victim.hn } else { 1 };
            victim.place = None;
            victim.owner = captor.to_owned();
            let kind = victim.kind.clone();
            if (kind == "king" || kind == "tornado") && self.owned(captor, &kind) > 1 {
                self.men.retain(|man| man.id != id);
            }
        }
        growth
    }

    fn record(&mut self, who: &str, play: &str, mover: Option<(String, i32)>) {
        self.last.insert(who.to_owned(), (play.to_owned(), mover));
    }

    /// Every play that the rules allow, but for the self-check ban.
    fn plays(&self) -> Vec<Choice> {
        let who = self.list[0].clone();
        let mut plays = Vec::new();
        for man in self.men.iter().filter(|man| man.owner == who) {
            match man.place {
                Some(from) => self.man_plays(man, from, &mut plays),
                None if self.defined(&man.kind) => self.placements(man, &mut plays),
                None => {}
            }
        }
        for play in ["pass", "surrender"] {
            let mut next = self.clone();
            if play == "surrender" {
                next.men.iter_mut().filter(|man| man.owner == who).for_each(|man| man.place = None);
            }
            next.record(&who, play, None);
            plays.push((play.to_owned(), next));
        }
        plays
    }

    fn placements(&self, man: &Man, plays: &mut Vec<Choice>) {
        for to in every_place().filter(|&to| self.empty(to)) {
            let border = |line: i32| line <= 2 || line >= 19;
            if man.kind == "pawn" && !border(to.0) && !border(to.1) {
                continue;
            }
            let mut next = self.clone();
            next.man(man.id).place = Some(to);
            next.record(&man.owner, "placement", None);
            let placed = next.man(man.id).clone();
            let foes = next.men.iter().filter(|other| other.owner != man.owner && other.place.is_some());
            let attacks = if man.kind == "tornado" {
                foes.into_iter().any(|foe| {
                    next.by_aura(to, foe.place.unwrap()) || next.goes("tornado", 1, "", to, foe.place.unwrap())
                })
            } else {
                foes.into_iter().any(|foe| next.threatens(&placed, foe))
            };
            if !attacks {
                plays.push((format!("{}@{}", man.id, name(to)), next));
            }
        }
    }

    fn man_plays(&self, man: &Man, from: Place, plays: &mut Vec<Choice>) {
        let mover = match man.kind.as_str() {
            "echo" => self.echoed(&man.owner).unwrap_or(("echo".to_owned(), 1)),
            kind => (kind.to_owned(), man.hn),
        };
        let start = format!("{}:{}", man.id, name(from));
        for to in every_place().filter(|&to| self.empty(to)) {
            if self.man_goes(man, to) || self.by_aura(from, to) {
                let mut next = self.clone();
                next.man(man.id).place = Some(to);
                next.record(&man.owner, "move", Some(mover.clone()));
                next.arrive(man, to, format!("{start}-{}", name(to)), None, plays);
            }
        }
        if man.kind == "qball" {
            for (corner, _) in self.qball_edges(from).into_iter().filter(|(edge, _)| at_corner(*edge)) {
                let mut next = self.clone();
                next.man(man.id).place = None;
                next.record(&man.owner, "move", Some(mover.clone()));
                plays.push((format!("{start}-{}~", name(corner)), next));
            }
        }
        if man.kind == "tornado" {
            for (path, victims) in self.chains(man, None) {
                let mut next = self.clone();
                next.take(&man.owner, &victims);
                next.man(man.id).place = path.last().copied();
                next.record(&man.owner, "capture", Some(mover.clone()));
                let stops = path
                    .iter()
                    .enumerate()
                    .map(|(n, &stop)| format!("{}{}", if n < victims.len() { 'x' } else { '-' }, name(stop)));
                plays.push((format!("{start}{}", stops.collect::<String>()), next));
            }
            return;
        }
        for victim in self.men.iter().filter(|victim| victim.owner != man.owner && victim.place.is_some()) {
            let to = victim.place.unwrap();
            for way in self.captures(man, victim) {
                let mut next = self.clone();
                let growth = next.take(&man.owner, &[victim.id]);
                next.record(&man.owner, "capture", Some(mover.clone()));
                if way == '*' {
                    plays.push((format!("{start}*{}", name(to)), next));
                    continue;
                }
                let captor = next.man(man.id);
                captor.place = Some(to);
                if man.kind == "harfyblob" {
                    captor.hn = if man.hn + growth > 20 { 19 } else { man.hn + growth };
                }
                if man.kind == "kamikaze" {
                    next.men.retain(|other| other.id != man.id);
                }
                next.arrive(man, to, format!("{start}x{}", name(to)), Some(&victim.kind), plays);
            }
        }
    }

    /// Adds the play with whatever the man may or must become on arrival.
    fn arrive(&self, man: &Man, to: Place, notation: String, victim: Option<&str>, plays: &mut Vec<Choice>) {
        let centre = (to.0 == 10 || to.0 == 11) && (to.1 == 10 || to.1 == 11);
        let become_kind = |kind: &str| {
            let mut next = self.clone();
            let arrived = next.man(man.id);
            arrived.kind = kind.to_owned();
            arrived.hn = 1;
            (format!("{notation}={kind}"), next)
        };
        if man.kind == "pawn" && centre {
            plays.extend(self.may_become(&man.owner, "pawn").iter().map(|kind| become_kind(kind)));
            return;
        }
        plays.push((notation.clone(), self.clone()));
        if man.kind == "zombie"
            && let Some(kind) = victim
            && self.may_become(&man.owner, "zombie").iter().any(|fit| fit == kind)
        {
            plays.push(become_kind(kind));
        }
    }

    /// All legal plays, sorted by notation.
    pub fn legal(&self) -> Vec<Choice> {
        let who = self.list[0].clone();
        let mut plays: Vec<Choice> = self.plays().into_iter().filter(|(_, next)| !next.in_check(&who)).collect();
        plays.sort_by(|(one, _), (other, _)| one.cmp(other));
        plays
    }

    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self.legal().into_iter().map(|(_, next)| next.turn_over().perft(depth - 1)).sum(),
        }
    }

    /// The game after the turn: list, skipping, Round.
    pub fn turn_over(mut self) -> Game {
        let who = self.list.remove(0);
        self.list.push(who.clone());
        self.has_played(who);
        let (checked, others): (Vec<String>, Vec<String>) =
            self.list.iter().cloned().partition(|name| self.in_check(name));
        self.list = checked.into_iter().chain(others).collect();
        let active = |game: &Game, name: &str| game.men.iter().any(|man| man.owner == name && man.place.is_some());
        while self.list.iter().filter(|name| active(&self, name)).count() >= 7 && !active(&self, &self.list[0]) {
            let skipped = self.list.remove(0);
            self.list.push(skipped.clone());
            self.has_played(skipped);
        }
        self
    }

    fn has_played(&mut self, who: String) {
        self.played.insert(who);
        if self.list.iter().all(|name| self.played.contains(name)) {
            self.played.clear();
            self.rounds += 1;
        }
    }
}
