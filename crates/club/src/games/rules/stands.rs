//! The state of a valid game: rated, or waiting for what it still needs.

use rookery_messages::{Join, Message, Value, say};

use super::{MemberStatus, Oversight, Player};
use crate::error::Act;
use crate::games::State;
use crate::rulebook::{Confirmation, HouseRules};

/// Where a game stands, and why it waits where it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Stands {
    /// Its state.
    pub state: State,
    /// What it waits for or why it lapsed; `None` where it is rated.
    pub reason: Option<Message>,
    /// The Acts by which it waits or lapsed.
    pub acts: Vec<Act>,
}

impl Stands {
    fn waits(state: State, act: &'static str, reason: Message) -> Stands {
        Stands { state, reason: Some(reason), acts: vec![Act::new(act)] }
    }
}

/// What a game may have to wait for, and has already.
#[derive(Clone, Copy, Debug)]
pub struct AlreadyGiven {
    /// A moderator's, of a monitored player's game (Act II.10.4).
    pub approval: bool,
    /// The other player's, or nobody is asked for it (T47).
    pub confirmation: bool,
}

/// Where a valid game of two players stands: rated, or waiting for a guest to join (0.12), for a moderator or justice
/// to have been there long enough (0.6, 0.9), for the other player to confirm it where that is the house rule (T47), or
/// for a moderator to approve a monitored player's game (II.10.4).
pub fn stands(players: [&Player; 2], oversight: Oversight, given: AlreadyGiven, house: &HouseRules) -> Stands {
    let names = |picked: &dyn Fn(&Player) -> bool| {
        players.iter().filter(|player| picked(player)).map(|player| player.name.as_str()).collect::<Vec<_>>()
    };
    let guests = names(&|player| player.standing == MemberStatus::Guest);
    let monitored = names(&|player| player.monitored);
    // Who is monitored is not for both players to read, so what it waits for first names nobody.
    let is_watched = !monitored.is_empty() && !given.approval;
    let then_approved = |reason: Message| match is_watched {
        true => reason.then(say!("A moderator looks at it before it counts.")),
        false => reason,
    };
    if !guests.is_empty() {
        let names = Value::list(Join::And, guests);
        let reason = say!("It is rated when {names} joins within this session.", names);
        return Stands::waits(State::AwaitingMembership, "0.12", then_approved(reason));
    }
    if oversight != Oversight::Present {
        let least = house.present_minutes;
        let reason = match is_watched {
            true => say!(
                "First a moderator or justice has to be in the room for {least} minutes. Then a moderator looks at it.",
                least
            ),
            false => {
                say!("It counts as soon as a moderator or justice has been in the room for {least} minutes.", least)
            }
        };
        let waits = Stands::waits(State::AwaitingPresence, "0.6", reason);
        return Stands { acts: vec![Act::new("0.6"), Act::new("0.9")], ..waits };
    }
    if house.confirmation == Confirmation::BeforeItCounts && !given.confirmation {
        let reason = say!("It counts when the other player confirms it, or when the next session closes.");
        return Stands::waits(State::AwaitingConfirmation, "II.4", then_approved(reason));
    }
    if is_watched {
        let names = Value::list(Join::And, monitored);
        let reason = say!("{names} is monitored: a moderator has to approve it.", names);
        return Stands::waits(State::AwaitingApproval, "II.10.4", reason);
    }
    Stands { state: State::Rated, reason: None, acts: Vec::new() }
}

/// Where a game ends that still waits so when its session is over.
pub fn lapsed(state: State, house: &HouseRules) -> Stands {
    let (reason, acts) = match state {
        State::AwaitingPresence => {
            let least = house.present_minutes;
            (say!("No moderator or justice was in the room for {least} minutes.", least), &["0.6", "0.9"][..])
        }
        _ => (say!("Nobody joined within the session."), &["0.12"][..]),
    };
    Stands { state: State::Lapsed, reason: Some(reason), acts: acts.iter().copied().map(Act::new).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_monitored_players_game_waits_for_first_promises_no_more_and_names_nobody() {
        let player = |name: &str, monitored| Player {
            name: name.into(),
            standing: MemberStatus::Member,
            ban: None,
            tells_ban: true,
            monitored,
            clock_ordered: false,
        };
        let house = HouseRules::default();
        let reason = |monitored, approval| {
            let given = AlreadyGiven { approval, confirmation: true };
            let stands = stands([&player("Ann", monitored), &player("Ben", false)], Oversight::Soon, given, &house);
            assert_eq!(stands.state, State::AwaitingPresence);
            stands.reason.map(|reason| reason.to_string()).unwrap_or_default()
        };
        let watched = reason(true, false);
        assert!(watched.ends_with("Then a moderator looks at it.") && !watched.contains("Ann"), "{watched}");
        for (monitored, approval) in [(false, false), (true, true)] {
            assert!(reason(monitored, approval).starts_with("It counts as soon as"), "{monitored}, {approval}");
        }
    }

    #[test]
    fn a_game_lapses_for_want_of_who_had_to_be_there() {
        for (state, acts) in [(State::AwaitingPresence, vec!["0.6", "0.9"]), (State::AwaitingMembership, vec!["0.12"])]
        {
            let stands = lapsed(state, &HouseRules::default());
            assert_eq!((stands.state, stands.reason.is_some()), (State::Lapsed, true), "{state}");
            assert_eq!(stands.acts.iter().map(ToString::to_string).collect::<Vec<_>>(), acts, "{state}");
        }
    }
}
