//! The house rules: the numbers that the Terms leave to the club.

use chrono::{NaiveTime, Weekday};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

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
    /// Local times, both inclusive (Act 0.5, T1).
    #[schema(value_type = String)]
    pub session_start: NaiveTime,
    #[schema(value_type = String)]
    pub session_end: NaiveTime,
    pub room: String,
    /// Minutes within the session that count as present (Act 0.9).
    pub present_minutes: i64,
    /// Points at joining, and the least that anybody has (Acts II.1, II.2).
    pub initial_score: i64,
    pub floor: i64,
    /// Elo's K (Act II.3).
    pub k: i64,
    /// The online factor on the score change, as a fraction (Act I.9.3).
    pub online_factor_numerator: i64,
    pub online_factor_denominator: i64,
    /// Points of captured pieces at the bell (Act I.5).
    pub pawn: u32,
    pub knight: u32,
    pub bishop: u32,
    pub rook: u32,
    pub queen: u32,
    /// Minutes each in a rematch (Act I.6).
    pub rematch_minutes: i64,
    /// Points a week, and the week in a row from which they fall (Acts II.6.1, II.6.2).
    pub absence_points: i64,
    pub absence_from_week: u32,
    pub idleness_points: i64,
    pub idleness_from_week: u32,
    /// The window of Act II.7: held weeks, and the most presence and games in it.
    pub removal_weeks: u32,
    pub removal_most_present: u32,
    pub removal_most_games: u32,
    /// Minutes within which the same players' game is taken for the same one (T19).
    pub same_game_minutes: i64,
    /// Whether castling is allowed online (Act I.9.11).
    pub online_castling: bool,
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
            same_game_minutes: 5,
            online_castling: true,
        }
    }
}
