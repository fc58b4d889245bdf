//! Messages for tie-breaks and for the values of Keizer rounds.

use std::collections::BTreeMap;

use rookery_messages::{Join, Message, Value, say};
use rookery_pairings as pairings;
use rookery_pairings::{Boards, Bye, Counted, Entry, Number, Score, Share, Source, TeamTieBreak, TieBreak, Way};

use crate::tournaments::rules::{self, Facts, Field, Name};
use crate::web::catalogue::Language;

/// An exact number as the reader writes it.
pub(super) fn points(value: pairings::Value, language: Language) -> String {
    language.numeral(value)
}

/// What a tie-break is called; what it leaves out stands in its code.
pub(super) fn name_of(tie_break: &TieBreak) -> Message {
    match tie_break {
        TieBreak::DirectEncounter { .. } => say!("Direct encounter"),
        TieBreak::Wins => say!("Wins"),
        TieBreak::GamesWon => say!("Games won"),
        TieBreak::BlackGames => say!("Games played with Black"),
        TieBreak::BlackWins => say!("Games won with Black"),
        TieBreak::Progressive { .. } => say!("Progressive score"),
        TieBreak::RoundsChosen => say!("Rounds one chose to play"),
        TieBreak::StandardPoints => say!("Standard points"),
        TieBreak::PairingNumber => say!("Pairing number"),
        TieBreak::Buchholz { .. } => say!("Buchholz"),
        TieBreak::ForeBuchholz { .. } => say!("Fore Buchholz"),
        TieBreak::AverageBuchholz { .. } => say!("Average of the opponents' Buchholz"),
        TieBreak::SonnebornBerger { .. } => say!("Sonneborn-Berger"),
        TieBreak::Koya { .. } => say!("Koya"),
        TieBreak::AverageRating { .. } => say!("Average rating of the opponents"),
        TieBreak::Performance => say!("Tournament performance rating"),
        TieBreak::PerfectPerformance => say!("Perfect tournament performance"),
        TieBreak::AveragePerformance => say!("Average performance rating of the opponents"),
        TieBreak::AveragePerfect => say!("Average perfect performance of the opponents"),
        TieBreak::Rating => say!("Rating"),
    }
}

/// What a tie-break of teams is called.
pub(super) fn name_of_teams(tie_break: &TeamTieBreak) -> Message {
    match tie_break {
        TeamTieBreak::OtherScore => say!("Points of the boards"),
        TeamTieBreak::Single { tie_break, .. } => name_of(tie_break),
        TeamTieBreak::SonnebornBerger { .. } => say!("Sonneborn-Berger of teams"),
        TeamTieBreak::DirectEncounter { .. } => say!("Direct encounter of teams"),
        TeamTieBreak::Strength { .. } => say!("Points of the boards and strength of the opponents"),
        TeamTieBreak::Boards(Boards::Count) => say!("Board count"),
        TeamTieBreak::Boards(Boards::Top) => say!("Board by board from the top"),
        TeamTieBreak::Boards(Boards::Bottom) => say!("Without the last board, then without the last two"),
    }
}

/// How the value of a tie-break came about, from its parts, each with the opponent that it comes from.
pub(super) fn explained(counted: &Counted, name: &dyn Fn(Number) -> Option<String>, language: Language) -> Message {
    let Some(value) = counted.value else {
        return match counted.way {
            Way::Unequal => say!("Not counted: the teams that are level have different points of boards."),
            _ => say!("Not counted: somebody has no rating."),
        };
    };
    let value = points(value, language);
    let listed = |cut: bool, between: &str| {
        let shares = counted.shares.iter().filter(|share: &&Share| share.cut == cut);
        shares.map(|share| part(share, name, language)).collect::<Vec<_>>().join(between)
    };
    let cut = listed(true, " + ");
    // What is not added together is listed.
    let parts = match counted.way {
        Way::Sum | Way::Encounters { .. } | Way::Strength { .. } | Way::Unrated | Way::Unequal => listed(false, " + "),
        _ => listed(false, " · "),
    };
    if parts.is_empty() {
        return say!("Nothing was counted: {value}.", value);
    }
    let whole = match counted.way {
        Way::Sum | Way::Unrated | Way::Unequal => say!("{parts} = {value}", parts, value),
        Way::Average | Way::RoundedAverage => say!("The average of {parts} is {value}.", parts, value),
        Way::Performance { percentage, difference } => say!(
            "The mean of {parts}, and {difference} for {percentage} %, is {value}.",
            parts,
            difference = format!("{difference:+}"),
            percentage,
            value
        ),
        Way::Perfect => say!("With {value} as much was to be expected against {parts}.", value, parts),
        Way::Encounters { level: 1, .. } | Way::InTurn { level: 1 } => return say!("Nobody else is level."),
        Way::Encounters { level, second: Some(second) } => say!(
            "{parts} match points and {second} board points against those who are level. Of the other {others}, {value} stand below.",
            parts,
            second = points(second, language),
            value,
            others = level - 1
        ),
        Way::InTurn { level } => say!(
            "{parts} in turn, compared one by one; {value} of the other {others} stand below.",
            parts,
            value,
            others = level - 1
        ),
        Way::Strength { score, factor } => say!(
            "{score} points of boards, and {parts} divided by {factor}: {value}.",
            score = points(score.into(), language),
            parts,
            factor,
            value
        ),
        Way::Encounters { level, second: None } => say!(
            "{parts} against those who are level. Of the other {others}, {value} stand below.",
            parts,
            value,
            others = level - 1
        ),
    };
    if cut.is_empty() {
        return whole;
    }
    Message::joined(Join::Sentences, [whole, say!("(left out: {cut})", cut)])
}

/// A part of a tie-break: `3 (Ann Ash)`.
fn part(share: &Share, name: &dyn Fn(Number) -> Option<String>, language: Language) -> String {
    let value = points(share.value, language);
    let opponent = if let Source::Opponent(number) = share.source { name(number) } else { None };
    opponent.map(|name| format!("{value} ({name})")).unwrap_or(value)
}

/// A round of a player in a Keizer tournament, with what it was worth.
pub(super) struct Round<'a> {
    pub facts: &'a Facts,
    pub field: &'a Field,
    pub number: Number,
    pub round: i64,
    pub entry: Entry,
    /// Everybody's place and value.
    pub values: &'a BTreeMap<Number, (i64, i64)>,
    /// As `crates/pairings` scales it.
    pub worth: u64,
}

impl Round<'_> {
    /// Why the round was worth what it was; `None` if the format is no Keizer.
    pub(super) fn because(&self, name: Name<'_>, language: Language) -> Option<Message> {
        let keizer = rules::keizer_of(self.facts)?;
        let worth = language.numeral(rules::keizer_points(self.facts, self.worth));
        let opponent = self.entry.opponent().and_then(|number| self.field.person(number));
        let who = || opponent.map(name).unwrap_or_default();
        let place = || self.entry.opponent().and_then(|number| self.values.get(&number)).map(|(place, _)| *place);
        let own = self.values.get(&self.number)?.1;
        let away = |share: i64| (Value::from(worth.clone()), Value::from(share), Value::from(own));
        Some(match self.entry {
            Entry::Game { score: Score::Win, .. } => say!(
                "The win over {name} was worth {worth}: {name} stands in place {place}.",
                name = who(),
                worth,
                place = place()?
            ),
            Entry::Game { score: Score::Draw, .. } => say!(
                "The draw with {name} was worth {worth}, half of a win: {name} stands in place {place}.",
                name = who(),
                worth,
                place = place()?
            ),
            Entry::Game { score: Score::Loss, .. } => say!("The loss to {name} was worth nothing.", name = who()),
            Entry::Forfeit { won: true, .. } => say!(
                "{name} did not come: worth {worth}, as a win, for {name} stands in place {place}.",
                name = who(),
                worth,
                place = place()?
            ),
            Entry::Forfeit { won: false, .. } => say!("Not played against {name}: worth nothing.", name = who()),
            Entry::Bye(Bye::Allocated) => {
                let (worth, share, own) = away(keizer.bye);
                say!("The bye was worth {worth}: {share} % of the own value, {own}.", worth, share, own)
            }
            Entry::Bye(Bye::Full) => {
                let (worth, share, own) = away(keizer.duty);
                say!("The duty for the club was worth {worth}: {share} % of the own value, {own}.", worth, share, own)
            }
            Entry::Bye(Bye::Half) if self.worth == 0 && keizer.excused > 0 => {
                say!("Excused, but no more than {most} absences count: worth nothing.", most = keizer.excused_at_most)
            }
            Entry::Bye(Bye::Half) => {
                let (worth, share, own) = away(keizer.excused);
                say!("The excused absence was worth {worth}: {share} % of the own value, {own}.", worth, share, own)
            }
            Entry::Bye(Bye::Zero) if self.is_before() => {
                say!("Not in the tournament yet in round {round}.", round = self.round)
            }
            Entry::Bye(Bye::Zero) => {
                let (worth, share, own) = away(keizer.absent);
                say!("The absence was worth {worth}: {share} % of the own value, {own}.", worth, share, own)
            }
        })
    }

    fn is_before(&self) -> bool {
        let player = self.field.person(self.number).and_then(|person| self.facts.player(person));
        self.worth == 0 && player.is_some_and(|player| self.round < player.first_round)
    }
}
