//! Who enters a tournament, who leaves it, and who does not play in a round.

use rookery_messages::say;

use super::{Facts, Name};
use crate::action::Somebody;
use crate::error::Refusal;
use crate::tournaments::actions::{Absent, Enter, Withdraw};
use crate::tournaments::{Absence, Format, Player, State};

/// The most who take part in a tournament.
pub const MOST_PLAYERS: usize = 500;
/// The most players of a team, reserves included.
const MOST_OF_A_TEAM: i64 = 30;

/// How somebody leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// As though they had not entered: they were in no round.
    TakenOut,
    /// What they played stays; from this round on they are not paired.
    From(i64),
}

/// Somebody enters, with the rating that they would be seeded by. A player who enters after the first round gets
/// the next number, and is paired from the coming round on. A moderator can bring back one who withdrew, under the same number.
pub fn enter(
    facts: &Facts,
    request: &Enter,
    by: Somebody,
    rating: Option<i64>,
    name: Name<'_>,
) -> Result<Player, Refusal> {
    facts.must_be_open()?;
    let settings = &facts.tournament.settings;
    let coming = facts.last_round() + 1;
    if !by.is_or_moderates(request.person) {
        let detail = say!("You enter yourself; others are entered by moderators.");
        return Err(Refusal::forbidden(detail, "III.2"));
    }
    if let Some(player) = facts.player(request.person) {
        let name = name(request.person);
        let detail = match player.withdrawn_from {
            None => say!("{name} takes part already.", name),
            Some(_) => say!("{name} left this tournament. Ask a moderator to let them play again.", name),
        };
        if player.withdrawn_from.is_none()
            || !by.roles.may_moderate()
            || facts.format().is_fixed() && !facts.has_line_ups()
        {
            return Err(Refusal::conflict(say!("Entered already"), detail));
        }
        return Ok(Player { withdrawn_from: None, ..player.clone() });
    }
    let running = facts.tournament.state == State::Running;
    if running && facts.format().is_fixed() && !facts.has_line_ups() {
        let detail = say!("All pairings were fixed before the first round: nobody can come in any more.");
        return Err(Refusal::conflict(say!("Too late"), detail));
    }
    if let Some(rounds) = settings.rounds
        && coming > rounds
    {
        let detail = say!("All {rounds} rounds are announced: there is none to come in for.", rounds);
        return Err(Refusal::conflict(say!("Too late"), detail));
    }
    if !by.roles.may_moderate() {
        may_enter_by_themselves(facts, coming)?;
    }
    if facts.players.len() >= MOST_PLAYERS {
        let detail = say!("A tournament has at most {most} players.", most = MOST_PLAYERS);
        return Err(Refusal::conflict(say!("Full"), detail));
    }
    let (team, team_board) = seat(facts, request, name)?;
    let highest = facts.players.iter().filter_map(|player| player.number).max().unwrap_or(0);
    Ok(Player {
        person: request.person,
        number: running.then_some(highest + 1),
        rating,
        team,
        team_board,
        entered_at: facts.now,
        first_round: if matches!(facts.format(), Format::Ladder(_)) { 1 } else { coming },
        withdrawn_from: None,
    })
}

fn may_enter_by_themselves(facts: &Facts, coming: i64) -> Result<(), Refusal> {
    let detail = match facts.tournament.settings.open_until {
        None => say!("Moderators say who takes part here; ask one of them."),
        Some(last) if coming > last && !matches!(facts.format(), Format::Ladder(_)) => {
            say!("You could join until round {last}. Ask a moderator if you still can.", last)
        }
        Some(_) => return Ok(()),
    };
    Err(Refusal::conflict(say!("Not open"), detail))
}

/// The team and the place in it; neither where people play for themselves.
fn seat(facts: &Facts, request: &Enter, name: Name<'_>) -> Result<(Option<i64>, Option<i64>), Refusal> {
    if !facts.is_of_teams() {
        return match (request.team, request.team_board) {
            (None, None) => Ok((None, None)),
            _ => Err(Refusal::field("team", say!("People play for themselves here: leave the team out."))),
        };
    }
    let teams = i64::try_from(facts.teams.len()).unwrap_or(i64::MAX);
    let Some(team) = request.team.filter(|team| (1..=teams).contains(team)) else {
        return Err(Refusal::field("team", say!("Say which team they play for: 1 to {teams}.", teams)));
    };
    let members = || facts.players.iter().filter(|player| player.team == Some(team));
    let last = members().filter_map(|player| player.team_board).max().unwrap_or(0);
    let board = request.team_board.unwrap_or(last + 1);
    if !(1..=MOST_OF_A_TEAM).contains(&board) {
        let detail = say!("The place in a team is 1 to {most}.", most = MOST_OF_A_TEAM);
        return Err(Refusal::field("team_board", detail));
    }
    if let Some(taken) = members().find(|player| player.team_board == Some(board)) {
        let name = name(taken.person);
        let detail = say!("{name} has place {board} in this team: choose another.", name, board);
        return Err(Refusal::field("team_board", detail));
    }
    Ok((Some(team), Some(board)))
}

/// Somebody leaves. A player who was in no round is taken out, as though they had not entered.
pub fn withdraw(facts: &Facts, request: &Withdraw, by: Somebody, name: Name<'_>) -> Result<Leaving, Refusal> {
    facts.must_be_open()?;
    let player = takes_part(facts, request.person, by, name)?;
    let coming = facts.last_round() + 1;
    if player.withdrawn_from.is_some() {
        let name = name(request.person);
        return Err(Refusal::conflict(say!("Withdrawn already"), say!("{name} withdrew already.", name)));
    }
    // A ladder has one round, its beginning; late entries stand there too.
    if player.first_round >= coming {
        return Ok(Leaving::TakenOut);
    }
    Ok(Leaving::From(coming))
}

/// Somebody does not play in a round to come, or does after all.
pub fn absent(facts: &Facts, request: &Absent, by: Somebody, name: Name<'_>) -> Result<(), Refusal> {
    facts.must_be_open()?;
    let settings = &facts.tournament.settings;
    let player = takes_part(facts, request.person, by, name)?;
    let coming = facts.last_round() + 1;
    if facts.format().is_fixed() && !facts.has_line_ups() {
        let detail = say!(
            "All are paired from the start here. If you cannot come, agree on another day with the other player. Or you lose that game."
        );
        return Err(Refusal::conflict(say!("Everybody is paired"), detail));
    }
    if matches!(facts.format(), Format::Ladder(_)) {
        let detail = say!("A ladder has no rounds to be absent from: who does not want to play declines a challenge.");
        return Err(Refusal::conflict(say!("No rounds"), detail));
    }
    let last = settings.rounds.unwrap_or(super::settings::MOST_ROUNDS);
    if request.round < coming {
        let round = request.round;
        let detail = say!("Round {round} was announced already; the next one is {coming}.", round, coming);
        return Err(Refusal::field("round", detail));
    }
    if request.round > last {
        return Err(Refusal::field("round", say!("The last round is {last}.", last)));
    }
    if player.withdrawn_from.is_some_and(|from| request.round >= from) || request.round < player.first_round {
        let name = name(request.person);
        let round = request.round;
        return Err(Refusal::field("round", say!("{name} does not take part in round {round} anyway.", name, round)));
    }
    if request.kind == Some(Absence::Duty) && !by.roles.may_moderate() {
        let detail = say!("Who is on duty for the club is said by moderators; say `half` or `zero`.");
        return Err(Refusal::field("kind", detail));
    }
    Ok(())
}

/// Somebody who takes part, if the caller may speak for them.
fn takes_part<'a>(
    facts: &'a Facts,
    person: crate::id::PersonId,
    by: Somebody,
    name: Name<'_>,
) -> Result<&'a Player, Refusal> {
    if !by.is_or_moderates(person) {
        let detail = say!("This is said by {name} or by moderators.", name = name(person));
        return Err(Refusal::forbidden(detail, "III.2"));
    }
    facts.player(person).ok_or_else(|| {
        Refusal::conflict(say!("Not in it"), say!("{name} does not take part in this tournament.", name = name(person)))
    })
}
