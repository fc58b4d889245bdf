//! What may be decided about an offence, and what it comes to, as pure decisions.

mod declaring;

use chrono::{NaiveDate, NaiveDateTime};
use chrono_tz::Tz;
use rookery_messages::{Message, Value, say};

use super::{DecisionId, Finding, OffenceId, Sanction, SanctionKind, State, Step};
use crate::auth::Roles;
use crate::conduct::{BanId, rules};
use crate::error::Refusal;
use crate::games::State as GameState;
use crate::games::rules::afterwards::Game;
use crate::id::{GameId, PersonId};
use crate::members;
use crate::sessions::calendar::{ban_end, last_instant, local_date};

pub use declaring::declare;

/// The most points that one decision takes.
pub const POINTS: i64 = 1_000;
/// The most minutes that one decision takes off a clock.
pub const MINUTES: i64 = 30;

/// Who decides.
#[derive(Clone, Copy, Debug)]
pub enum Decider {
    /// A moderator or a justice, who must be independent (Acts II.9, III.3.5).
    Moderator {
        /// Who acts.
        person: PersonId,
        /// The roles held when acting.
        roles: Roles,
    },
    /// In a judgment: its own conflicts and majorities were the Court's business.
    Court,
}

/// The facts about an offence when it is decided.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Who is accused of the offence.
    pub accused: PersonId,
    /// Whether the accused is on the leaderboard.
    pub is_member: bool,
    /// The games concerned, the forfeited ones too.
    pub games: Vec<Game>,
    /// The decision on this offence that stands.
    pub standing: Option<DecisionId>,
    /// Whose decision on it the Court sent back, where that moderator is in office still.
    pub remanded_to: Option<PersonId>,
    /// Standing fraud violations of the accused.
    pub frauds: usize,
    /// The ban that runs on the accused.
    pub ban: Option<BanId>,
    /// The club's own, in which days begin and end.
    pub zone: Tz,
    /// House rule: days to declare in (Act III.2.4).
    pub declaration_days: u32,
    /// House rule: weeks of the ladder's fourth step (Act II.5).
    pub fraud_ban_weeks: u32,
}

/// A sanction with all that follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// Says which of the fields below are filled.
    pub kind: SanctionKind,
    /// Of a deduction: 1 to [`POINTS`].
    pub points: Option<i64>,
    /// Of a time penalty: 1 to [`MINUTES`].
    pub minutes: Option<i64>,
    /// The game that is forfeit.
    pub game: Option<GameId>,
    /// Of the fraud ladder: the step taken.
    pub step: Option<Step>,
    /// Of the fraud ladder: the step that was due.
    pub proposed_step: Option<Step>,
    /// Why the step taken is not the one due; `None` if it is, or if the Court decides.
    pub departure: Option<String>,
    /// The ban that it comes with: its last instant, or for ever.
    pub ban: Option<Option<NaiveDateTime>>,
}

impl Resolved {
    fn of(kind: SanctionKind) -> Resolved {
        Resolved {
            kind,
            points: None,
            minutes: None,
            game: None,
            step: None,
            proposed_step: None,
            departure: None,
            ban: None,
        }
    }

    /// Whether it needs intent or negligence found (Act III.2.3).
    fn is_severe(&self) -> bool {
        self.ban.is_some() || self.step.is_some_and(Step::is_severe)
    }
}

impl Step {
    /// Whether it does more to somebody than to undo the games.
    pub fn is_severe(self) -> bool {
        self != Step::Reverse
    }
}

/// The step of the fraud ladder that is due after so many standing violations (Act II.5, T26).
pub fn proposed_step(standing_frauds: usize) -> Step {
    Step::ALL[standing_frauds.min(Step::ALL.len() - 1)]
}

/// Acts of the shipped Terms that players break: what they forbid or demand is what decisions are about.
pub const FORBIDDING: [&str; 8] = ["I.1", "I.2", "I.9.2", "I.9.11", "II.4.1", "II.5", "II.9", "II.11"];

/// Acts of the shipped Terms that ask something of somebody besides, in office or not. All others say what
/// words mean, what counts and who may do what, or are carried out by the program: nobody can break those.
pub const BINDING: [&str; 16] = [
    "0.13", "I.4", "I.7.1", "I.7.2", "I.7.6", "I.8.1", "I.9.4", "I.9.5", "II.4", "II.8", "II.10.3", "III.2.2",
    "III.2.4", "III.3.5", "III.3.10", "IV.3",
];

/// Whether a decision may be made, and its sanctions in full.
pub fn decide(
    decider: Decider,
    facts: &Facts,
    reasons: &str,
    finding: Option<&Finding>,
    sanctions: &[Sanction],
    now: NaiveDateTime,
) -> Result<Vec<Resolved>, Refusal> {
    if let Decider::Moderator { person, roles } = decider {
        independent(person, roles, facts)?;
        if facts.remanded_to.is_some_and(|moderator| moderator != person) {
            let detail = say!(
                "The Court sent this back to the one who decided it. That moderator decides again while in office."
            );
            return Err(Refusal::forbidden(detail, "III.3.8"));
        }
    }
    if !facts.is_member {
        return Err(Refusal::field("accused", say!("This person is not on the leaderboard.")).act("0.9"));
    }
    if let Some(standing) = facts.standing {
        let detail = say!(
            "Decision {decision} stands on this offence: nobody is penalised twice for one.",
            decision = Value::text(standing),
        );
        return Err(Refusal::conflict(say!("Decided already"), detail).act("III.2.2").with("decision", standing));
    }
    let mut wrong = faults(reasons, finding, sanctions.len(), sanctions);
    let mut resolved = Vec::with_capacity(sanctions.len());
    for sanction in sanctions {
        match resolve(decider, facts, sanction, now) {
            Ok(sanction) => resolved.push(sanction),
            Err(refusal) => wrong.push(refusal),
        }
    }
    wrong.extend(at_most_once(&resolved).err());
    Refusal::together(wrong)?;
    if resolved.iter().any(|sanction| sanction.ban.is_some()) {
        // The refusal of a ladder's ban is shown in full, too.
        rules::reason("reasons", reasons, "II.9.1")?;
    }
    severe_ones_need_a_finding(resolved.iter().any(Resolved::is_severe), finding)?;
    Ok(resolved)
}

/// All that is wrong with a decision's own words and numbers, whatever it is about; `sanctions` are those of the `count`
/// that could be read.
pub fn faults(reasons: &str, finding: Option<&Finding>, count: usize, sanctions: &[Sanction]) -> Vec<Refusal> {
    let mut wrong = Vec::new();
    let mut must = |checked: Result<(), Refusal>| wrong.extend(checked.err());
    if count == 0 {
        must(Err(Refusal::field("sanctions", say!("Choose at least one penalty.")).act("I.2.1")));
    }
    if count > 10 {
        must(Err(Refusal::field("sanctions", say!("A decision carries at most ten penalties.")).act("I.2.1")));
    }
    for sanction in sanctions {
        match sanction {
            Sanction::Deduction { points } => must(within("points", *points, POINTS)),
            Sanction::TimePenalty { minutes } => must(within("minutes", *minutes, MINUTES)),
            Sanction::Forfeiture { .. } | Sanction::Ban { .. } | Sanction::Fraud { .. } => {}
        }
    }
    let is_severe = |sanction: &Sanction| match sanction {
        Sanction::Ban { .. } => true,
        Sanction::Fraud { step, .. } => step.is_some_and(Step::is_severe),
        _ => false,
    };
    must(severe_ones_need_a_finding(sanctions.iter().any(is_severe), finding));
    // The member reads the reasons of a ban in full.
    let said = match sanctions.iter().any(|sanction| matches!(sanction, Sanction::Ban { .. })) {
        true => rules::reason("reasons", reasons, "II.9.1"),
        false => members::rules::text("reasons", reasons, 16, 2000).map_err(|refusal| refusal.act("III.2.4")),
    };
    must(said.map(drop));
    wrong
}

/// What is wrong with the last days of the bans among these.
pub fn wrong_days(sanctions: &[Sanction], zone: Tz, now: NaiveDateTime) -> Vec<Refusal> {
    let last_day = |sanction: &Sanction| match sanction {
        Sanction::Ban { until } => ban_through(*until, zone, now).err(),
        _ => None,
    };
    sanctions.iter().filter_map(last_day).collect()
}

/// The last instant of a ban.
fn ban_through(until: Option<NaiveDate>, zone: Tz, now: NaiveDateTime) -> Result<NaiveDateTime, Refusal> {
    let missing = || Refusal::field("until", say!("Say through which Friday the ban runs.")).act("II.9.2");
    rules::through_a_friday(until.ok_or_else(missing)?, zone, now)
}

/// Nobody decides about their own game or about themself (Acts II.9, III.3.5).
fn independent(person: PersonId, roles: Roles, facts: &Facts) -> Result<(), Refusal> {
    if !roles.may_moderate() {
        return Err(Refusal::forbidden(say!("Decisions are for moderators and justices."), "III.2"));
    }
    if person == facts.accused {
        let detail = say!("Nobody decides about themself; another moderator has to.");
        return Err(Refusal::forbidden(detail, "III.3.5").act("II.9"));
    }
    match facts.games.iter().find(|game| game.is_played_by(person)) {
        Some(_) => {
            let detail = say!("You played in a game that this is about. So another moderator decides.");
            Err(Refusal::forbidden(detail, "III.3.5"))
        }
        None => Ok(()),
    }
}

fn resolve(decider: Decider, facts: &Facts, sanction: &Sanction, now: NaiveDateTime) -> Result<Resolved, Refusal> {
    match sanction {
        Sanction::Deduction { points } => {
            Ok(Resolved { points: Some(*points), ..Resolved::of(SanctionKind::Deduction) })
        }
        Sanction::TimePenalty { minutes } => {
            Ok(Resolved { minutes: Some(*minutes), ..Resolved::of(SanctionKind::TimePenalty) })
        }
        Sanction::Forfeiture { game } => forfeiture(facts, *game),
        Sanction::Ban { until } => ban(facts, *until, now),
        Sanction::Fraud { step, departure } => fraud(decider, facts, *step, departure.as_deref(), now),
    }
}

fn within(field: &'static str, number: i64, most: i64) -> Result<(), Refusal> {
    if (1..=most).contains(&number) {
        return Ok(());
    }
    Err(Refusal::field(field, say!("{number} is not between 1 and {most}.", number, most)).act("I.2.1"))
}

fn forfeiture(facts: &Facts, id: GameId) -> Result<Resolved, Refusal> {
    let game = facts.games.iter().find(|game| game.id == id && game.is_played_by(facts.accused));
    let Some(game) = game else {
        let detail = say!("This game is none of the accused's: only a game they played is forfeit.");
        return Err(Refusal::field("game", detail).act("I.2.1"));
    };
    let stands = match game.state {
        GameState::AwaitingMembership
        | GameState::AwaitingPresence
        | GameState::AwaitingConfirmation
        | GameState::AwaitingApproval
        | GameState::Rated => {
            return Ok(Resolved { game: Some(id), ..Resolved::of(SanctionKind::Forfeiture) });
        }
        GameState::Refused => say!("This game is refused"),
        GameState::Lapsed => say!("This game is lapsed"),
        GameState::Void => say!("This game is void"),
        GameState::Replaced => say!("This game is replaced"),
    };
    let detail = say!("{stands}; only a game that counts, or may yet, is forfeit.", stands);
    Err(Refusal::conflict(say!("Not as the game stands"), detail).act("I.2.1").with("state", game.state))
}

fn ban(facts: &Facts, until: Option<NaiveDate>, now: NaiveDateTime) -> Result<Resolved, Refusal> {
    if let Some(running) = facts.ban {
        let detail = say!("This member is banned already; only the Court shortens, lengthens or lifts a ban.");
        return Err(Refusal::conflict(say!("Banned already"), detail).act("II.9.4").with("ban", running));
    }
    let ends_at = ban_through(until, facts.zone, now)?;
    Ok(Resolved { ban: Some(Some(ends_at)), ..Resolved::of(SanctionKind::Ban) })
}

/// A step as the list on the form has it.
fn as_listed(step: Step) -> Message {
    match step {
        Step::Reverse => say!("games reversed, nothing else"),
        Step::Halve => say!("points halved"),
        Step::Reset => say!("points reset"),
        Step::FourWeekBan => say!("four-week ban"),
        Step::PermanentBan => say!("permanent ban"),
    }
}

/// The ladder's step: the moderator may depart from the one that is due and then says why; the
/// Court's reasons are its opinion. Its bans are the Terms' own and come beside one that runs, which
/// nobody changes (Acts II.5, II.9.4): each runs its own time.
fn fraud(
    decider: Decider,
    facts: &Facts,
    step: Option<Step>,
    departure: Option<&str>,
    now: NaiveDateTime,
) -> Result<Resolved, Refusal> {
    let proposed = proposed_step(facts.frauds);
    let step = step.unwrap_or(proposed);
    let departure = match (departure, decider) {
        (None, Decider::Moderator { .. }) if step != proposed => {
            let (due, wanted) = (as_listed(proposed), as_listed(step));
            let detail = say!("The step that is due: {due}. To take another ({wanted}), say why.", due, wanted);
            return Err(Refusal::field("departure", detail).act("II.5").with("proposed_step", proposed));
        }
        (Some(_), _) if step == proposed => {
            let due = as_listed(step);
            let detail = say!("This is the step that is due ({due}): there is no departure to give a reason for.", due);
            return Err(Refusal::field("departure", detail).act("II.5"));
        }
        (Some(why), _) => Some(rules::reason("departure", why, "II.5")?),
        (None, _) => None,
    };
    let ban = match step {
        Step::FourWeekBan => {
            let last = ban_end(now.and_utc(), facts.fraud_ban_weeks, facts.zone);
            Some(Some(last_instant(last, facts.zone)))
        }
        Step::PermanentBan => Some(None),
        _ => None,
    };
    Ok(Resolved {
        step: Some(step),
        proposed_step: Some(proposed),
        departure,
        ban,
        ..Resolved::of(SanctionKind::Fraud)
    })
}

/// One ban, one step of the ladder, one deduction, one time penalty, each game forfeit once.
fn at_most_once(resolved: &[Resolved]) -> Result<(), Refusal> {
    for (index, one) in resolved.iter().enumerate() {
        let again = resolved[..index].iter().any(|other| other.kind == one.kind && other.game == one.game);
        let two_bans = one.ban.is_some() && resolved[..index].iter().any(|other| other.ban.is_some());
        if again || two_bans {
            let detail = match one.kind {
                SanctionKind::Deduction => say!("A decision carries a penalty once: deduction is there twice."),
                SanctionKind::TimePenalty => say!("A decision carries a penalty once: time penalty is there twice."),
                SanctionKind::Forfeiture => say!("A decision carries a penalty once: forfeiture is there twice."),
                SanctionKind::Ban => say!("A decision carries a penalty once: ban is there twice."),
                SanctionKind::Fraud => say!("A decision carries a penalty once: fraud is there twice."),
            };
            return Err(Refusal::field("sanctions", detail).act("III.2.2"));
        }
    }
    Ok(())
}

/// What is severe needs a finding, and any finding what it rests on.
fn severe_ones_need_a_finding(is_severe: bool, finding: Option<&Finding>) -> Result<(), Refusal> {
    match finding {
        Some(finding) => members::rules::text("finding.why", &finding.why, 16, 2000)
            .map(drop)
            .map_err(|refusal| refusal.act("III.2.3")),
        None if is_severe => {
            let detail = say!("To ban, halve or reset, say that they meant it or did not take care, and why.");
            Err(Refusal::field("finding", detail).act("III.2.3"))
        }
        None => Ok(()),
    }
}

/// Whether a decision may go from one state to another. Void is for good (Act III.2.4.2); between
/// the others the Court moves it as its judgments need, an en banc reversal of a reversal too.
pub fn may_become(from: State, to: State) -> Result<(), Refusal> {
    let allowed = match (from, to) {
        (State::Void, _) => false,
        (State::Standing | State::Suspended, State::Void) => true,
        (_, State::Void) => false,
        _ => from != to,
    };
    if allowed {
        return Ok(());
    }
    let now = match from {
        State::Standing => say!("The decision is standing"),
        State::Suspended => say!("The decision is suspended"),
        State::Overturned => say!("The decision is overturned"),
        State::Replaced => say!("The decision is replaced"),
        State::Void => say!("The decision is void"),
    };
    let detail = match to {
        State::Standing => say!("{now}; from there it does not become standing.", now),
        State::Suspended => say!("{now}; from there it does not become suspended.", now),
        State::Overturned => say!("{now}; from there it does not become overturned.", now),
        State::Replaced => say!("{now}; from there it does not become replaced.", now),
        State::Void => say!("{now}; from there it does not become void.", now),
    };
    Err(Refusal::conflict(say!("Not as the decision stands"), detail).act("III.3.8").with("state", from))
}

/// Another offence on record against the same person.
#[derive(Clone, Debug)]
pub struct Known {
    /// Named in the refusal of a second decision.
    pub id: OffenceId,
    /// The Act it breaks, as cited when it was recorded.
    pub act: String,
    /// UTC; compared by the day in the club.
    pub happened_at: NaiveDateTime,
    /// The games that it is about.
    pub games: Vec<GameId>,
    /// A decision on it stands, or waits to be made again.
    pub answered: bool,
}

/// An offence that is on record and answered already (Act III.2.2): one that concerns the same game or, where neither
/// names a game, the same Act on the same day by the club's calendar.
pub fn same_offence<'a>(
    known: &'a [Known],
    act: &str,
    happened_at: NaiveDateTime,
    games: &[GameId],
    zone: Tz,
) -> Option<&'a Known> {
    let day = |at: NaiveDateTime| local_date(at.and_utc(), zone);
    known.iter().filter(|known| known.answered).find(|known| {
        let same_game = games.iter().any(|game| known.games.contains(game));
        let same_day = known.act == act && day(known.happened_at) == day(happened_at);
        same_game || (same_day && games.is_empty() && known.games.is_empty())
    })
}

/// The decision that a ban comes from: `decided` where it comes from one. The Court changes no ban by staff.
pub fn of_a_decision(decided: Option<DecisionId>) -> Result<DecisionId, Refusal> {
    decided.ok_or_else(|| {
        let detail = say!("A ban by staff is not the Court's to change.");
        Refusal::conflict(say!("Staff's ban"), detail).act("III.6")
    })
}

/// Whether a time penalty may be marked as served: by a moderator who does not play in that game.
pub fn serve(
    by: PersonId,
    roles: Roles,
    accused: PersonId,
    in_force: bool,
    served: bool,
    game: Option<&Game>,
) -> Result<(), Refusal> {
    if !roles.may_moderate() {
        return Err(Refusal::forbidden(say!("It is for the moderator or justice who watches the game."), "I.2.1"));
    }
    if by == accused || game.is_some_and(|game| game.is_played_by(by)) {
        return Err(Refusal::forbidden(say!("You play in this game. Ask another moderator to watch it."), "III.3.5"));
    }
    if game.is_some_and(|game| !game.is_played_by(accused)) {
        return Err(Refusal::field("game", say!("The penalised member does not play in this game.")).act("I.2.1"));
    }
    if served || !in_force {
        let detail = say!("This time penalty was served already, or its decision does not stand.");
        return Err(Refusal::conflict(say!("Nothing to serve"), detail).act("I.2.1"));
    }
    Ok(())
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
