//! Whether the club lets two people play online now (Acts 0.7, 0.8, 0.12, I.9.1, I.9.2, I.9.4).

use chrono::NaiveDate;
use rookery_messages::{Join, Message, Value, say};

use crate::error::Refusal;
use crate::games::rules::MemberStatus;
use crate::rulebook::HouseRules;

/// Somebody who is to play, as a reader may know them.
#[derive(Clone, Debug)]
pub struct Player {
    pub name: String,
    /// Whether it is the reader, who is told so.
    pub is_reader: bool,
    pub standing: MemberStatus,
    /// Banned, and through which day where the ban has an end.
    pub banned: Option<Option<NaiveDate>>,
    /// Whether the reader may know that (T42).
    pub tells_ban: bool,
    /// To the terms of online play as the version in force has them.
    pub consents: bool,
    /// Online games for points begun today by the club's calendar, void ones apart (T21).
    pub games_today: u32,
}

/// An obstacle to a game: the Act, if the reader may know it, and the explanation.
pub type Reason = (Option<&'static str>, Message);

/// All that stands against the beginning of a game, `playing` being who plays one for points now, by games. How many there may be is
/// a rule for games that count for the leaderboard: the Terms are about no others (Acts 0.3, 0.4).
pub fn against(players: &[Player], version: i64, rated: bool, playing: &[String], house: &HouseRules) -> Vec<Reason> {
    let mut against = Against::default();
    against.fitness(players);
    for player in players {
        if !player.consents {
            let name = &player.name;
            let detail = match player.is_reader {
                true => say!(
                    "You have not said yes to the terms of online play (version {version} of the rulebook).",
                    version
                ),
                false => say!(
                    "{name} has not said yes to the terms of online play (version {version} of the rulebook).",
                    name,
                    version
                ),
            };
            against.add("I.9.4", detail);
        }
        if rated && player.games_today >= house.online_games_a_day {
            let (name, games) = (&player.name, house.online_games_a_day);
            let detail = match (games, player.is_reader) {
                (1, true) => {
                    say!("You have played for points online today. The next time is tomorrow (one game a day).")
                }
                (_, true) => say!(
                    "You have played for points online today. The next time is tomorrow ({games} games a day at most).",
                    games
                ),
                (1, false) => {
                    say!("{name} has played for points online today. The next time is tomorrow (one game a day).", name)
                }
                (_, false) => say!(
                    "{name} has played for points online today. The next time is tomorrow ({games} games a day at most).",
                    name,
                    games
                ),
            };
            against.add("I.9.2", detail);
        }
    }
    if rated {
        against.at_once(playing, house);
    }
    against.0
}

/// Whether somebody consents to the version in force, or to one that reads the same.
pub fn is_current(version: i64, current: i64, reads_the_same: bool) -> Result<(), Refusal> {
    if reads_the_same {
        return Ok(());
    }
    let detail = say!("Version {current} is in force, not {version}: read it before you consent.", current, version);
    Err(Refusal::field("version", detail).act("I.9.4").act("IV.2"))
}

/// Whether an adjourned game goes on now.
pub fn go_on(players: &[Player], rated: bool, playing: &[String], house: &HouseRules) -> Result<(), Refusal> {
    let mut against = Against::default();
    against.fitness(players);
    if rated {
        against.at_once(playing, house);
    }
    refused(against.0)
}

/// Refuses with every Act that stands against it (T15).
pub fn refused(reasons: Vec<Reason>) -> Result<(), Refusal> {
    if reasons.is_empty() {
        return Ok(());
    }
    let details = Message::joined(Join::Sentences, reasons.iter().map(|(_, detail)| detail.clone()));
    let mut refusal = Refusal::conflict(say!("Not now"), details);
    for act in reasons.into_iter().filter_map(|(act, _)| act) {
        if !refusal.acts.contains(&act.into()) {
            refusal = refusal.act(act);
        }
    }
    Err(refusal)
}

/// The obstacles to a game.
#[derive(Default)]
struct Against(Vec<Reason>);

impl Against {
    fn add(&mut self, act: &'static str, detail: Message) {
        self.0.push((Some(act), detail));
    }

    fn fitness(&mut self, players: &[Player]) {
        for player in players {
            let name = &player.name;
            match player.standing {
                MemberStatus::Member | MemberStatus::JoinedAfterwards(_) => {}
                MemberStatus::Removed if player.is_reader => {
                    self.add("0.8", say!("You have to rejoin the leaderboard before playing."));
                }
                MemberStatus::Guest if player.is_reader => {
                    self.add("0.12", say!("You are not a member; only members play online."));
                }
                MemberStatus::Removed => {
                    self.add("0.8", say!("{name} has to rejoin the leaderboard before playing.", name));
                }
                MemberStatus::Guest => {
                    self.add("0.12", say!("{name} is not a member; only members play online.", name));
                }
            }
            match player.banned {
                Some(_) if !player.tells_ban => self.0.push((None, say!("{name} cannot play online now.", name))),
                Some(Some(day)) if player.is_reader => self.add("0.7", say!("You are banned through {day}.", day)),
                Some(None) if player.is_reader => self.add("0.7", say!("You are banned.")),
                Some(Some(day)) => self.add("0.7", say!("{name} is banned through {day}.", name, day)),
                Some(None) => self.add("0.7", say!("{name} is banned.", name)),
                None => {}
            }
        }
    }

    fn at_once(&mut self, playing: &[String], house: &HouseRules) {
        if playing.len() >= usize::try_from(house.online_games_at_once).unwrap_or(usize::MAX) {
            let players = Value::list(Join::Commas, playing);
            let detail = match house.online_games_at_once {
                1 => say!(
                    "The whole club plays one game for points online at a time. Wait for the end of the game {players}.",
                    players
                ),
                games => say!(
                    "The whole club plays {games} games for points online at a time. Wait for the end of one of them: {players}.",
                    games,
                    players
                ),
            };
            self.add("I.9.1", detail);
        }
    }
}
