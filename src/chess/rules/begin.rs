//! Whether the club lets two people play online now (Acts 0.7, 0.8, 0.12, I.9.1, I.9.2, I.9.4).

use rookery_messages::say;

use crate::error::Refusal;
use crate::games::rules::Standing;
use crate::rulebook::HouseRules;
use crate::tables::TableId;

/// Somebody who is to play.
#[derive(Clone, Debug)]
pub struct Player {
    pub name: String,
    pub standing: Standing,
    pub banned: bool,
    /// To the terms of online play as the version in force has them.
    pub consents: bool,
    /// Online games begun today by the club's calendar, void ones apart (T21).
    pub games_today: u32,
}

/// What stands against a game: the Act, and what there is to say.
pub type Reason = (&'static str, String);

/// All that stands against a beginning.
pub fn against(players: &[Player], version: i64, playing: &[TableId], house: &HouseRules) -> Vec<Reason> {
    let mut against = Against::default();
    against.fitness(players);
    for player in players {
        if !player.consents {
            let detail = format!(
                "{} has not consented to the terms of online play (version {version} of the rulebook).",
                player.name
            );
            against.add("I.9.4", detail);
        }
        if player.games_today >= house.online_games_a_day {
            let detail =
                format!("{} has played {} online game(s) today, the most there are.", player.name, player.games_today);
            against.add("I.9.2", detail);
        }
    }
    against.at_once(playing, house);
    against.0
}

/// Whether an adjourned game goes on now.
pub fn go_on(players: &[Player], playing: &[TableId], house: &HouseRules) -> Result<(), Refusal> {
    let mut against = Against::default();
    against.fitness(players);
    against.at_once(playing, house);
    refused(against.0)
}

/// Refuses with every Act that stands against it (T15).
pub fn refused(reasons: Vec<Reason>) -> Result<(), Refusal> {
    if reasons.is_empty() {
        return Ok(());
    }
    let details: Vec<&str> = reasons.iter().map(|(_, detail)| detail.as_str()).collect();
    let mut refusal = Refusal::conflict(say!("Not now"), details.join(" "));
    for (act, _) in reasons {
        if !refusal.acts.contains(&act.into()) {
            refusal = refusal.act(act);
        }
    }
    Err(refusal)
}

/// What stands against a game.
#[derive(Default)]
struct Against(Vec<Reason>);

impl Against {
    fn add(&mut self, act: &'static str, detail: String) {
        self.0.push((act, detail));
    }

    fn fitness(&mut self, players: &[Player]) {
        for player in players {
            let name = &player.name;
            match player.standing {
                Standing::Member | Standing::JoinedAfterwards(_) => {}
                Standing::Removed => self.add("0.8", format!("{name} has to rejoin the leaderboard before playing.")),
                Standing::Guest => self.add("0.12", format!("{name} is not a member; only members play online.")),
            }
            if player.banned {
                self.add("0.7", format!("{name} is banned."));
            }
        }
    }

    fn at_once(&mut self, playing: &[TableId], house: &HouseRules) {
        if playing.len() >= usize::try_from(house.online_games_at_once).unwrap_or(usize::MAX) {
            let tables: Vec<String> = playing.iter().map(ToString::to_string).collect();
            let detail = format!("A game is being played online, at table {}; wait for its end.", tables.join(", "));
            self.add("I.9.1", detail);
        }
    }
}
