//! Where a valid game stands: rated, or waiting for what it still needs.

use super::{Oversight, Player, Standing};
use crate::error::Act;
use crate::games::State;
use crate::rulebook::{Confirmation, HouseRules};

/// Where a game stands, and why it waits where it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Stands {
    pub state: State,
    pub reason: Option<String>,
    pub acts: Vec<Act>,
}

impl Stands {
    fn waits(state: State, act: &'static str, reason: String) -> Stands {
        Stands { state, reason: Some(reason), acts: vec![Act::new(act)] }
    }
}

/// What a game may have to wait for, and has already.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    pub approval: bool,
    pub confirmation: bool,
}

/// Where a valid game of two players stands: rated, or waiting for a guest to join (0.12), for a moderator or justice
/// to have been there long enough (0.6, 0.9), for the other player to confirm it where that is the house rule (T47), or
/// for a moderator to approve a monitored player's game (II.10.4).
pub fn stands(players: [&Player; 2], oversight: Oversight, given: Given, house: &HouseRules) -> Stands {
    let names = |picked: &dyn Fn(&Player) -> bool| {
        let names = players.iter().filter(|player| picked(player)).map(|player| player.name.as_str());
        names.collect::<Vec<_>>().join(" and ")
    };
    let guests = names(&|player| player.standing == Standing::Guest);
    let monitored = names(&|player| player.monitored);
    if !guests.is_empty() {
        let reason = format!("It is rated when {guests} joins within this session.");
        return Stands::waits(State::AwaitingMembership, "0.12", reason);
    }
    if oversight != Oversight::Present {
        let least = house.present_minutes;
        let reason = format!("It counts as soon as a moderator or justice has been in the room for {least} minutes.");
        let waits = Stands::waits(State::AwaitingPresence, "0.6", reason);
        return Stands { acts: vec![Act::new("0.6"), Act::new("0.9")], ..waits };
    }
    if house.confirmation == Confirmation::BeforeItCounts && !given.confirmation {
        let reason = "It counts when the other player confirms it, or when the next session closes.".to_owned();
        return Stands::waits(State::AwaitingConfirmation, "II.4", reason);
    }
    if !monitored.is_empty() && !given.approval {
        let reason = format!("{monitored} is monitored: a moderator has to approve it.");
        return Stands::waits(State::AwaitingApproval, "II.10.4", reason);
    }
    Stands { state: State::Rated, reason: None, acts: Vec::new() }
}

/// Where a game ends that still waits so when its session is over.
pub fn lapsed(state: State, house: &HouseRules) -> Stands {
    let (reason, acts) = match state {
        State::AwaitingPresence => {
            let least = house.present_minutes;
            (format!("No moderator or justice was in the room for {least} minutes."), &["0.6", "0.9"][..])
        }
        _ => ("Nobody joined within the session.".to_owned(), &["0.12"][..]),
    };
    Stands { state: State::Lapsed, reason: Some(reason), acts: acts.iter().copied().map(Act::new).collect() }
}
