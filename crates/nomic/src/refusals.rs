//! Why a message does not count, and why an event cannot be in a log at all.

use super::bindings::Role;
use super::change::Problem;
use super::citations::{law, readings};
use super::said::{english, names};
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use rookery_messages::{Join, Message, Value, say};
use serde::Serialize;
use std::fmt;

/// Why a message does not count. It stays in its thread, and uses nothing up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", content = "about", rename_all = "snake_case")]
pub enum Void {
    /// The voting thread is void today (201).
    Weekend,
    /// It is the day of these players (201, 202).
    NotOwnDay(#[serde(serialize_with = "names")] Vec<String>),
    /// The game stands still until this day is over.
    Holiday(NaiveDate),
    /// The time to propose has not come (202).
    BeforeOpening(NaiveTime),
    /// Votes do not count at this time of day (113).
    OutsideVotingHours {
        /// From when they count.
        opens: Option<NaiveTime>,
        /// Until when.
        closes: Option<NaiveTime>,
    },
    /// The time to propose is over (202).
    AfterCutoff(NaiveTime),
    /// The player has proposed today (202).
    SecondOfDay,
    /// The rule of this number is immutable (103).
    ImmutableTarget(u32),
    /// No rule-change, and why (103).
    NotARuleChange(#[serde(serialize_with = "english")] Message),
    /// The game is over (210).
    GameOver,
    /// The player has left (115).
    Forfeited,
    /// The player is named and has not joined (105).
    NotJoined,
    /// The player has joined before.
    PlaysAlready,
    /// A part of the proposal is missing (reading 15).
    NeverFinished,
    /// The line is not understood, and why.
    Malformed(#[serde(serialize_with = "english")] Message),
    /// No proposal is open (113).
    NothingToVoteOn,
    /// Several proposals are open.
    WhichProposal(String),
    /// Voting on this proposal is not open (113).
    VotingClosed(u32),
    /// The player's votes on this proposal are used (113, 208).
    AlreadyVoted(u32),
    /// No rule in effect provides for it.
    NoRule,
    /// The player has so many active Points of Order (214).
    TooManyPoints(usize),
    /// The proposal of this number waits for its effect (214).
    HeldProposal(u32),
    /// There is no such target.
    UnknownTarget(#[serde(serialize_with = "english")] Message),
    /// There is no active Point of Order of this id (214).
    UnknownPoint(String),
    /// The rules give players no such say in who judges (214).
    NoSuchSay(#[serde(serialize_with = "english")] Message),
    /// Somebody else is the Judge (reading 17).
    NotTheJudge {
        /// The Point of Order.
        point: String,
        /// Who judges it.
        #[serde(serialize_with = "english")]
        judge: Message,
    },
    /// The Point of Order of this id has its Judgement (reading 22).
    AlreadyPronounced(String),
    /// There is no Judgement of this id to dispute now (214).
    UnknownJudgement(String),
    /// The player is the Judge (reading 22).
    OwnJudgement,
    /// Others judge together with the Judge: these.
    NotOnThePanel(Vec<String>),
    /// The Judgement of this id is not disputed (reading 22).
    NotDisputed(String),
    /// Nobody of this name plays.
    UnknownPlayer(String),
    /// The rule of this number is not in effect (A5).
    NoSuchRule(u32),
    /// Points must change, by at most a million.
    BadDelta,
    /// No rule in effect lets players use an effect of this name.
    NoSuchEffect(String),
    /// The player has used it as often as they may today.
    UsedUp {
        /// What it is called.
        effect: String,
        /// How often.
        most: u32,
    },
    /// An amount is missing, too much, or not to be chosen.
    BadAmount {
        /// What the effect is called.
        effect: String,
        /// The most to be chosen, if there is something to choose.
        most: Option<i64>,
    },
    /// It is to be said whom or what it is about, or there is nothing to say.
    WhomOrWhat {
        /// What the effect is called.
        effect: String,
        /// Whether it is to be said.
        wanted: bool,
    },
    /// The effect cannot be carried out, and why.
    NotPossible(#[serde(serialize_with = "english")] Message),
    /// The effect would change nothing.
    NothingChanges,
    /// The announced total is not the player's (209).
    WrongTotal {
        /// Whose total.
        player: String,
        /// The total they have.
        total: i64,
    },
    /// The parameters cannot be used, and why.
    BadParameters(#[serde(serialize_with = "english")] Message),
    /// The order cannot be carried out, and why.
    BadOrder(#[serde(serialize_with = "english")] Message),
}

impl Void {
    /// Why, as people read it.
    pub fn message(&self) -> Message {
        match self {
            Self::Weekend => {
                say!("messages in the voting thread are void on this day of the week (rule {r201})", r201 = law(201))
            }
            Self::NotOwnDay(players) if players.is_empty() => {
                say!(
                    "today is not your allocated day: it belongs to nobody (rules {r201} and {r202})",
                    r201 = law(201),
                    r202 = law(202)
                )
            }
            Self::NotOwnDay(players) => say!(
                "today is not your allocated day: it belongs to {players} (rules {r201} and {r202})",
                players = Value::list(Join::Commas, players),
                r201 = law(201),
                r202 = law(202)
            ),
            Self::Holiday(until) => say!(
                "the game stands still through {day}: messages in the voting thread are void (rule {r106}, and the rule about holidays)",
                day = *until,
                r106 = law(106)
            ),
            Self::BeforeOpening(time) => {
                say!("a rule-change may be submitted from {time} on (rule {r202})", time = *time, r202 = law(202))
            }
            Self::OutsideVotingHours { opens, closes } => {
                let opens = opens.unwrap_or(NaiveTime::MIN);
                match *closes {
                    Some(closes) => {
                        say!("votes count from {opens} to {closes} (rule {r113})", opens, closes, r113 = law(113))
                    }
                    None => say!("votes count from {opens} to 24:00:00 (rule {r113})", opens, r113 = law(113)),
                }
            }
            Self::AfterCutoff(time) => {
                say!("a rule-change must be submitted before {time} (rule {r202})", time = *time, r202 = law(202))
            }
            Self::SecondOfDay => {
                say!(
                    "a proper rule-change was already submitted today (rule {r202}{readings})",
                    r202 = law(202),
                    readings = readings(", reading 31")
                )
            }
            Self::ImmutableTarget(label) => say!(
                "rule {label} is immutable: it can be transmuted, not amended or repealed (rule {r103}{readings})",
                label = *label,
                r103 = law(103),
                readings = readings(", reading 39")
            ),
            Self::NotARuleChange(why) => say!("not a rule-change (rule {r103}): {why}", why, r103 = law(103)),
            Self::GameOver => say!("the game is over (rule {r210})", r210 = law(210)),
            Self::Forfeited => say!("you have forfeited the game (rule {r115})", r115 = law(115)),
            Self::NotJoined => say!(
                "rule {r201} names you, but you have not joined: \
                 write “I join the game” in the discussion thread first (rule {r105})",
                r201 = law(201),
                r105 = law(105)
            ),
            Self::PlaysAlready => say!("you play already"),
            Self::NeverFinished => say!(
                "the proposal was never finished before its time was up{readings}",
                readings = readings(" (reading 15)")
            ),
            Self::Malformed(why) => say!("not understood: {why}", why),
            Self::NothingToVoteOn => say!(
                "no proposal is open for votes (rule {r113}{readings})",
                r113 = law(113),
                readings = readings(", reading 15")
            ),
            Self::WhichProposal(numbers) => say!("several proposals are open; say which: {numbers}", numbers),
            Self::VotingClosed(number) => {
                say!("voting on proposal {number} is not open (rule {r113})", number = *number, r113 = law(113))
            }
            Self::AlreadyVoted(number) => say!(
                "you have used your vote on proposal {number}; the first counts (rules {r113} and {r208}{readings})",
                number = *number,
                r113 = law(113),
                r208 = law(208),
                readings = readings(", reading 15")
            ),
            Self::NoRule => say!("no rule in effect lets players do this"),
            Self::TooManyPoints(number) => say!(
                "you have {number} active Points of Order, and no player may have more (rule {r214}{readings})",
                number = *number,
                r214 = law(214),
                readings = readings(", reading 27")
            ),
            Self::HeldProposal(number) => say!(
                "proposal {number} has been voted on and has not yet come into effect: \
                 no Point of Order may be raised against it (rule {r214}{readings})",
                number = *number,
                r214 = law(214),
                readings = readings(", reading 26")
            ),
            Self::UnknownTarget(target) => {
                say!("there is no such thing to raise a Point of Order against: {target}", target)
            }
            Self::UnknownPoint(id) => say!("there is no active Point of Order {id} (rule {r214})", id, r214 = law(214)),
            Self::NoSuchSay(what) => say!(
                "as far as the service knows the rules, players may not {what} (rule {r214}); \
                 a rule-change can let them",
                what,
                r214 = law(214)
            ),
            Self::NotTheJudge { point, judge } => {
                say!(
                    "you are not the Judge of Point of Order {point}: {judge} (rule {r214}{readings})",
                    point,
                    judge,
                    r214 = law(214),
                    readings = readings(", reading 17")
                )
            }
            Self::AlreadyPronounced(id) => {
                say!(
                    "the Judge has pronounced on Point of Order {id}; the first Judgement counts{readings}",
                    id,
                    readings = readings(" (reading 22)")
                )
            }
            Self::UnknownJudgement(id) => {
                say!(
                    "there is no Judgement {id} to dispute or to have an opinion on now (rule {r214})",
                    id,
                    r214 = law(214)
                )
            }
            Self::OwnJudgement => {
                say!(
                    "the Judge may neither dispute nor agree with their own Judgement (rule {r214}{readings})",
                    r214 = law(214),
                    readings = readings(", reading 22")
                )
            }
            Self::NotOnThePanel(players) => say!(
                "of this Judgement only those who judge it together may say what they think: {players} (rule {r214})",
                players = Value::list(Join::Commas, players),
                r214 = law(214)
            ),
            Self::NotDisputed(id) => say!(
                "Judgement {id} has not been disputed: opinions count only after a dispute (rule {r214}{readings})",
                id,
                r214 = law(214),
                readings = readings(", reading 22")
            ),
            Self::UnknownPlayer(name) => say!("there is no player called {name}", name),
            Self::NoSuchRule(label) => {
                say!(
                    "rule {label} is not in effect: points change only by a rule{readings}",
                    label = *label,
                    readings = readings(" (reading 36, A5)")
                )
            }
            Self::BadDelta => say!("a claim must change points, by at most a million"),
            Self::NoSuchEffect(name) => say!(
                "no rule in effect lets you use “{name}” in a way that the service understands; \
                 claim what it gives by the number of the rule",
                name
            ),
            Self::UsedUp { effect, most: 1 } => say!("you may use “{effect}” once a day, and have done so", effect),
            Self::UsedUp { effect, most } => {
                say!("you may use “{effect}” {most} times a day, and have done so", effect, most = *most)
            }
            Self::BadAmount { effect, most: Some(most) } => {
                say!("say how much: “Use: {effect}: 1”; from 1 to {most}", effect, most = *most)
            }
            Self::BadAmount { effect, most: None } => {
                say!("there is no amount to choose: write “Use: {effect}” without a number", effect)
            }
            Self::WhomOrWhat { effect, wanted: true } => {
                say!("say whom or what it is about, after a colon: “Use: {effect}: NAME”", effect)
            }
            Self::WhomOrWhat { effect, wanted: false } => {
                say!("nobody is to be chosen: write “Use: {effect}” without a name", effect)
            }
            Self::NotPossible(why) => say!("it cannot be done: {why}", why),
            Self::NothingChanges => say!("it would change nothing"),
            Self::WrongTotal { player, total } => say!(
                "{player} has {total} points; claim the difference by a rule instead (rule {r209}{readings})",
                player,
                total = *total,
                r209 = law(209),
                readings = readings(", reading 36")
            ),
            Self::BadParameters(why) => say!("the parameters cannot be used: {why}", why),
            Self::BadOrder(why) => say!("the order cannot be carried out: {why}", why),
        }
    }

    /// The parameters that stand against it, each beside the rule that it cites for that, by its number in the initial set.
    pub(super) fn rests_on(&self) -> &'static [(u32, Role, &'static str)] {
        match self {
            Self::Weekend => &[(201, Role::Allocation, "void_days")],
            Self::NotOwnDay(_) => &[(201, Role::Allocation, "days"), (202, Role::ProposalWindow, "own_day_only")],
            Self::Holiday(_) => &[(106, Role::Timezone, "holidays")],
            Self::BeforeOpening(_) => &[(202, Role::ProposalWindow, "opens")],
            Self::AfterCutoff(_) => &[(202, Role::ProposalWindow, "cutoff")],
            Self::SecondOfDay => &[(202, Role::ProposalWindow, "per_day")],
            Self::OutsideVotingHours { opens: None, .. } => &[(113, Role::Voting, "closes")],
            Self::OutsideVotingHours { .. } => &[(113, Role::Voting, "opens")],
            Self::AlreadyVoted(_) => &[(113, Role::Voting, "votes_each")],
            Self::GameOver => &[(210, Role::Win, "points")],
            Self::TooManyPoints(_) => &[(214, Role::Court, "max_active")],
            Self::NotOnThePanel(_) => &[(214, Role::Court, "panel")],
            _ => &[],
        }
    }

    /// The same as the editions before the sixth told it, in the logs of tables.
    pub fn message_of_before(&self) -> Message {
        match self {
            Self::UsedUp { effect, most } => {
                say!("you may use “{effect}” {most} time(s) a day, and have done so", effect, most = *most)
            }
            Self::WhomOrWhat { effect, wanted: true } => {
                say!("say whom or what it is about, after a colon: “Use: {effect}: Ben P”", effect)
            }
            other => other.message(),
        }
    }
}

impl fmt::Display for Void {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(formatter)
    }
}

impl From<Problem> for Void {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Immutable(label) => Self::ImmutableTarget(label),
            Problem::Other(detail) => Self::NotARuleChange(detail),
        }
    }
}

/// Why an event cannot be part of this game's log at all; the game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nobody of this name plays.
    Stranger(String),
    /// The event is earlier than the game's clock (108).
    Backwards {
        /// The time of the event.
        at: DateTime<Utc>,
        /// The time of the game.
        now: DateTime<Utc>,
    },
    /// The time lies more than a hundred years after the beginning.
    TooFar(DateTime<Utc>),
    /// The game cannot start, and why.
    BadSetup(Message),
}

impl Refusal {
    /// Why, as people read it.
    pub fn message(&self) -> Message {
        match self {
            Self::Stranger(name) => say!("{name} is not a player of this game", name),
            Self::Backwards { at, now } => say!(
                "the game's clock is at {now}; {at} is earlier (rule {r108}: nothing works backwards)",
                now = Value::text(now),
                at = Value::text(at),
                r108 = law(108)
            ),
            Self::TooFar(at) => {
                say!("{at} is more than a hundred years after the game began", at = Value::text(at))
            }
            Self::BadSetup(why) => say!("the game cannot start: {why}", why),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(formatter)
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::super::change::Change;
    use super::super::edition::Edition;
    use super::super::record::Beginning;
    use super::*;

    #[test]
    fn a_record_has_readings_and_people_are_told_rules_alone() {
        let game = Beginning { edition: Edition::LATEST, ..Beginning::default() }.start().expect("it starts");
        let immutable = Change::Enact { text: vec!["So.".to_owned()], immutable: true };
        let judge = Message::verbatim("Ben P (reading 5)");
        for (void, recorded, told) in [
            (
                Void::NotTheJudge { point: "2.1".to_owned(), judge },
                "you are not the Judge of Point of Order 2.1: Ben P (reading 5) (rule 214, reading 17)",
                "you are not the Judge of Point of Order 2.1: Ben P (reading 5) (rule 214)",
            ),
            (
                Void::AlreadyVoted(301),
                "you have used your vote on proposal 301; the first counts (rules 113 and 208, reading 15)",
                "you have used your vote on proposal 301; the first counts (rules 113 and 208)",
            ),
            (
                Void::NeverFinished,
                "the proposal was never finished before its time was up (reading 15)",
                "the proposal was never finished before its time was up",
            ),
            (
                Void::NoSuchRule(999),
                "rule 999 is not in effect: points change only by a rule (reading 36, A5)",
                "rule 999 is not in effect: points change only by a rule",
            ),
            (
                Void::from(game.book.aim(&immutable).expect_err("only mutable rules are enacted")),
                "not a rule-change (rule 103): only mutable rules can be enacted (rule 103, readings 39 and 45); transmute it later",
                "not a rule-change (rule 103): only mutable rules can be enacted (rule 103); transmute it later",
            ),
            (Void::NothingChanges, "it would change nothing", "it would change nothing"),
        ] {
            assert_eq!(void.to_string(), recorded);
            assert_eq!(game.renumbered(void.message()).told().to_string(), told);
        }
    }
}
