//! The house rules: the numbers that the Terms leave to the club.

use chrono::{NaiveTime, Timelike, Weekday};
use chrono_tz::Tz;
use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::auth::Visitors;
use crate::error::FieldError;
use crate::fields;

crate::words!(
    /// What the other player's word is worth when a player has entered a game (Act II.4, T47).
    Confirmation {
        /// Nobody is asked.
        Off = "none",
        /// The game counts at once; either player may dispute it until the next session closes.
        Dispute = "dispute",
        /// The game waits until the other player confirms it, or the next session closes and nobody disputed it.
        BeforeItCounts = "before_it_counts",
    }
);

/// What each house rule is about, in the order of the Acts that leave it to the club.
const SUBJECTS: [(&str, &[&str]); 10] = [
    // 0.5 and 0.9
    ("sessions", &["session_weekday", "session_start", "session_end", "time_zone", "room", "present_minutes"]),
    // I.5 and I.6
    ("bell", &["pawn", "knight", "bishop", "rook", "queen", "rematch_minutes"]),
    // I.9
    (
        "online_play",
        &[
            "online_games_at_once",
            "online_games_a_day",
            "online_castling",
            "online_factor_numerator",
            "online_factor_denominator",
        ],
    ),
    // II.1 to II.4
    ("points", &["initial_score", "floor", "k", "confirmation", "same_game_minutes"]),
    // II.6 to II.8
    (
        "staying_away",
        &[
            "absence_points",
            "absence_from_week",
            "idleness_points",
            "idleness_from_week",
            "removal_weeks",
            "removal_most_present",
            "removal_most_games",
            "removal_request_days",
        ],
    ),
    // I.2, II.5 and III.2.4
    ("fair_play", &["reports_a_day", "reports_open", "fraud_ban_weeks", "declaration_days"]),
    // III.2.5
    (
        "elections",
        &[
            "elections",
            "election_least_days",
            "election_longest_term_weeks",
            "candidate_weeks",
            "candidate_games",
            "voter_weeks",
        ],
    ),
    // II.10 and III.3
    (
        "court",
        &["petitions_a_day", "petitions_open", "leave_justices", "panel_justices", "answer_days", "opinion_days"],
    ),
    // T42
    ("readers", &["visitors", "public_initials"]),
    // IV
    ("changes", &["nomic_table"]),
];

/// What the service goes by; an event is judged by the rules in force at its own time (T14).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HouseRules {
    /// IANA name, `Europe/London` (Act 0.5).
    #[schema(value_type = String)]
    pub time_zone: Tz,
    /// The weekday of sessions, `Fri` (Act 0.5).
    #[schema(value_type = String)]
    pub session_weekday: Weekday,
    /// The first second of sessions, by the club's clock (Act 0.5, T1).
    #[schema(value_type = String)]
    pub session_start: NaiveTime,
    /// The last second of sessions, by the club's clock (Act 0.5, T1).
    #[schema(value_type = String)]
    pub session_end: NaiveTime,
    /// Where sessions are held: `322` (Act 0.5).
    pub room: String,
    /// Minutes within the session that count as present (Act 0.9).
    pub present_minutes: i64,
    /// Points at joining (Act II.1).
    pub initial_score: i64,
    /// The fewest points that anybody has (Act II.2).
    pub floor: i64,
    /// Elo's K (Act II.3).
    pub k: i64,
    /// What part of a change counts when the game is played online (Act I.9.3): the number above the line, 0 for none.
    pub online_factor_numerator: i64,
    /// The number below the line of that fraction.
    pub online_factor_denominator: i64,
    /// What a captured pawn is worth when the bell ends a game (Act I.5).
    pub pawn: u32,
    /// What a captured knight is worth then.
    pub knight: u32,
    /// What a captured bishop is worth then.
    pub bishop: u32,
    /// What a captured rook is worth then.
    pub rook: u32,
    /// What a captured queen is worth then.
    pub queen: u32,
    /// Minutes each in a rematch (Act I.6).
    pub rematch_minutes: i64,
    /// Points taken for a week of absence (Act II.6.1).
    pub absence_points: i64,
    /// The missed week in a row from which they are taken (Act II.6.1).
    pub absence_from_week: u32,
    /// Points taken for a week of presence without a game (Act II.6.2).
    pub idleness_points: i64,
    /// The week in a row without a game from which they are taken (Act II.6.2).
    pub idleness_from_week: u32,
    /// The last weeks with a session that are looked at before a removal (Act II.7, T10).
    pub removal_weeks: u32,
    /// A member who was present in more of these weeks is not removed (Act II.7).
    pub removal_most_present: u32,
    /// A member who played more games in these weeks is not removed (Act II.7).
    pub removal_most_games: u32,
    /// Days in which a request to be removed is granted (Act II.8).
    pub removal_request_days: u32,
    /// Weeks that the fraud ladder's fourth step bans for (Act II.5).
    pub fraud_ban_weeks: u32,
    /// Days in which a moderator's act is declared (Act III.2.4).
    pub declaration_days: u32,
    /// Justices on a panel (Act III.3.3).
    pub panel_justices: u32,
    /// Independent justices who together give leave to appeal (Act III.3.6).
    pub leave_justices: u32,
    /// Days from leave to appeal to the decider's answer (Acts II.10.5, III.2.4.3).
    pub answer_days: u32,
    /// Days from the verdict to the written opinion (Act III.3.10).
    pub opinion_days: u32,
    /// What people from outside may read (T42).
    pub visitors: Visitors,
    /// Whether the club reads cases and declarations without names (T42): all but those concerned, those who moderate,
    /// and staff.
    pub public_initials: bool,
    /// Reports of offences that one person may make within 24 hours (Act I.2).
    pub reports_a_day: u32,
    /// Reports by one person that may wait at once (Act I.2).
    pub reports_open: u32,
    /// Petitions that one person may file within 24 hours (Act III.3.6).
    pub petitions_a_day: u32,
    /// Petitions by one person that may wait for the Court at once (Act III.3.6).
    pub petitions_open: u32,
    /// Online games for points that the club plays at once (Act I.9.1; 0.3, 0.4).
    pub online_games_at_once: u32,
    /// Online games for points that one member plays in a day (Act I.9.2).
    pub online_games_a_day: u32,
    /// Minutes within which the same players' game is taken for the same one (T19).
    pub same_game_minutes: i64,
    /// Whether the other player confirms what a player enters (Act II.4, T47).
    pub confirmation: Confirmation,
    /// Whether castling is allowed online (Act I.9.11).
    pub online_castling: bool,
    /// Whether moderators may be elected (Act III.2.5).
    pub elections: bool,
    /// Days that nominations and voting are open at the least.
    pub election_least_days: u32,
    /// The longest term of an elected moderator, in weeks.
    pub election_longest_term_weeks: u32,
    /// Weeks of membership that a candidate has when the election is called.
    pub candidate_weeks: u32,
    /// Rated games that a candidate has when the election is called.
    pub candidate_games: u32,
    /// Weeks of membership that a voter has when the election is called.
    pub voter_weeks: u32,
    /// The table whose game of Nomic governs the house rules that are open to it; 0: none does.
    pub nomic_table: i64,
}

impl Default for HouseRules {
    fn default() -> HouseRules {
        HouseRules {
            time_zone: chrono_tz::Europe::London,
            session_weekday: Weekday::Fri,
            session_start: NaiveTime::from_hms_opt(12, 30, 0).unwrap_or_default(),
            session_end: NaiveTime::from_hms_opt(13, 10, 0).unwrap_or_default(),
            room: "322".into(),
            present_minutes: 5,
            initial_score: 100,
            floor: 100,
            k: 40,
            online_factor_numerator: 1,
            online_factor_denominator: 2,
            pawn: 1,
            knight: 3,
            bishop: 3,
            rook: 5,
            queen: 9,
            rematch_minutes: 5,
            absence_points: 15,
            absence_from_week: 3,
            idleness_points: 5,
            idleness_from_week: 3,
            removal_weeks: 6,
            removal_most_present: 3,
            removal_most_games: 2,
            removal_request_days: 7,
            fraud_ban_weeks: 4,
            declaration_days: 7,
            panel_justices: 3,
            leave_justices: 2,
            answer_days: 7,
            opinion_days: 7,
            visitors: Visitors::Leaderboard,
            public_initials: true,
            reports_a_day: 3,
            reports_open: 5,
            petitions_a_day: 3,
            petitions_open: 5,
            online_games_at_once: 1,
            online_games_a_day: 1,
            same_game_minutes: 5,
            confirmation: Confirmation::Dispute,
            online_castling: true,
            elections: false,
            election_least_days: 3,
            election_longest_term_weeks: 52,
            candidate_weeks: 4,
            candidate_games: 3,
            voter_weeks: 0,
            nomic_table: 0,
        }
    }
}

impl HouseRules {
    /// Who reads the reasons of what is declared (T42), as pages say it beside their fields: the club, or those concerned.
    pub fn reasons_are_for(&self) -> &'static str {
        if self.public_initials { "concerned" } else { "club" }
    }

    /// What a game of Nomic may govern: sessions and how the leaderboard counts. Offices, the Court, bans,
    /// privacy and elections stay the Chief Justice's, as does which game governs.
    pub const OPEN_TO_NOMIC: [&str; 27] = [
        "session_weekday",
        "session_start",
        "session_end",
        "room",
        "present_minutes",
        "initial_score",
        "floor",
        "k",
        "online_factor_numerator",
        "online_factor_denominator",
        "pawn",
        "knight",
        "bishop",
        "rook",
        "queen",
        "rematch_minutes",
        "absence_points",
        "absence_from_week",
        "idleness_points",
        "idleness_from_week",
        "removal_weeks",
        "removal_most_present",
        "removal_most_games",
        "online_games_at_once",
        "online_games_a_day",
        "same_game_minutes",
        "online_castling",
    ];

    /// What is wrong with a version, by field; empty if it can be published.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Vec::new();
        let mut must = |holds: bool, field: &'static str, detail: Message| {
            if !holds {
                faults.push(FieldError { field: field.into(), detail });
            }
        };
        let (start, end) = (self.session_start, self.session_end);
        let hour = |time: NaiveTime| time.format("%H:%M").to_string();
        must(
            start < end,
            "session_end",
            say!(
                "Sessions that begin at {begins} end later on the same day, not at {ends}.",
                begins = hour(start),
                ends = hour(end)
            ),
        );
        must(
            start.nanosecond() == 0 && end.nanosecond() == 0,
            "session_start",
            say!("Sessions begin and end on whole seconds."),
        );
        if let Err(wrong) = fields::room(&self.room) {
            must(false, "room", wrong.detail);
        }
        for (field, value, least, most) in self.numbers() {
            must(
                (least..=most).contains(&value),
                field,
                say!("{value} is not between {least} and {most}.", value, least, most),
            );
        }
        must(
            self.initial_score >= self.floor,
            "initial_score",
            say!(
                "{score} is less than {floor}, the fewest points anybody can have.",
                score = self.initial_score,
                floor = self.floor
            ),
        );
        faults
    }

    /// Whether there is a house rule of this name.
    pub fn has(name: &str) -> bool {
        SUBJECTS.iter().any(|(_, names)| names.contains(&name))
    }

    /// Every house rule by name, as JSON.
    pub fn members(&self) -> Vec<(String, Value)> {
        match serde_json::to_value(self) {
            Ok(Value::Object(members)) => members.into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Every house rule, by subject.
    pub fn by_subject(&self) -> Vec<(&'static str, Vec<(String, Value)>)> {
        let members = self.members();
        let member = |name: &&str| members.iter().find(|(known, _)| known == name).cloned();
        SUBJECTS.iter().map(|(subject, names)| (*subject, names.iter().filter_map(member).collect())).collect()
    }

    /// The value that was typed for a house rule, in place of another; what is none is refused later, by its name.
    pub fn typed(before: &Value, text: &str) -> Value {
        match before {
            Value::String(_) => Value::from(text),
            _ => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text)),
        }
    }

    /// Every number with the least and the most that it may be.
    fn numbers(&self) -> [(&'static str, i64, i64, i64); 39] {
        [
            ("present_minutes", self.present_minutes, 0, 600),
            ("initial_score", self.initial_score, 0, 10_000),
            ("floor", self.floor, 0, 10_000),
            ("k", self.k, 1, 1_000),
            ("online_factor_numerator", self.online_factor_numerator, 0, 1_000),
            ("online_factor_denominator", self.online_factor_denominator, 1, 1_000),
            ("rematch_minutes", self.rematch_minutes, 1, 180),
            ("absence_points", self.absence_points, 0, 10_000),
            ("idleness_points", self.idleness_points, 0, 10_000),
            ("absence_from_week", self.absence_from_week.into(), 1, 520),
            ("idleness_from_week", self.idleness_from_week.into(), 1, 520),
            ("removal_weeks", self.removal_weeks.into(), 1, 520),
            ("removal_most_present", self.removal_most_present.into(), 0, 520),
            ("removal_most_games", self.removal_most_games.into(), 0, 10_000),
            ("same_game_minutes", self.same_game_minutes, 0, 1_440),
            ("removal_request_days", self.removal_request_days.into(), 1, 90),
            ("fraud_ban_weeks", self.fraud_ban_weeks.into(), 1, 52),
            ("declaration_days", self.declaration_days.into(), 1, 90),
            ("panel_justices", self.panel_justices.into(), 1, 99),
            ("leave_justices", self.leave_justices.into(), 1, 99),
            ("reports_a_day", self.reports_a_day.into(), 0, 100),
            ("reports_open", self.reports_open.into(), 0, 100),
            ("petitions_a_day", self.petitions_a_day.into(), 1, 100),
            ("petitions_open", self.petitions_open.into(), 1, 100),
            ("answer_days", self.answer_days.into(), 1, 90),
            ("opinion_days", self.opinion_days.into(), 1, 90),
            ("online_games_at_once", self.online_games_at_once.into(), 0, 1_000),
            ("online_games_a_day", self.online_games_a_day.into(), 0, 1_000),
            ("election_least_days", self.election_least_days.into(), 1, 60),
            ("election_longest_term_weeks", self.election_longest_term_weeks.into(), 1, 520),
            ("candidate_weeks", self.candidate_weeks.into(), 0, 520),
            ("candidate_games", self.candidate_games.into(), 0, 1_000),
            ("voter_weeks", self.voter_weeks.into(), 0, 520),
            ("nomic_table", self.nomic_table, 0, i64::MAX),
            ("pawn", self.pawn.into(), 0, 1_000),
            ("knight", self.knight.into(), 0, 1_000),
            ("bishop", self.bishop.into(), 0, 1_000),
            ("rook", self.rook.into(), 0, 1_000),
            ("queen", self.queen.into(), 0, 1_000),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_house_rule_is_about_one_thing() {
        let members = HouseRules::default().members();
        let mut known: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
        let mut sorted: Vec<&str> = SUBJECTS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        known.sort_unstable();
        sorted.sort_unstable();
        assert_eq!(sorted, known);
    }

    #[test]
    fn the_defaults_can_be_published_and_nonsense_cannot() {
        assert_eq!(HouseRules::default().faults(), []);
        let nonsense = HouseRules {
            session_end: HouseRules::default().session_start,
            k: 0,
            online_factor_denominator: 0,
            initial_score: 50,
            ..HouseRules::default()
        };
        let fields: Vec<_> = nonsense.faults().into_iter().map(|fault| fault.field).collect();
        assert_eq!(fields, ["session_end", "k", "online_factor_denominator", "initial_score"]);
    }
}
