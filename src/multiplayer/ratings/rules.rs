//! How a game of more than two changes ratings: the method of Weng and Lin (JMLR 12, 2011). Pure.

use std::fmt;

use serde::Serialize;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// What somebody is thought to be worth, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Rating {
    /// 25 at first.
    pub rating: f64,
    /// 25/3 at first; less with every game.
    pub uncertainty: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        let WengLinRating { rating, uncertainty } = WengLinRating::new();
        Rating { rating, uncertainty }
    }
}

impl Rating {
    /// What somebody is worth almost certainly: the list is in this order.
    pub fn at_least(self) -> f64 {
        self.rating - 3.0 * self.uncertainty
    }
}

/// A player's share of the point (section 6): nothing, or one part of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// 0 for nothing.
    pub parts: u32,
}

impl Share {
    /// Reads `0`, `1`, `1/3`.
    pub fn read(text: &str) -> Option<Share> {
        let parts = match text {
            "0" => 0,
            "1" => 1,
            _ => text.strip_prefix("1/")?.parse().ok().filter(|parts| *parts > 1)?,
        };
        Some(Share { parts })
    }
}

impl fmt::Display for Share {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parts {
            0 => formatter.write_str("0"),
            1 => formatter.write_str("1"),
            parts => write!(formatter, "1/{parts}"),
        }
    }
}

/// The ratings after a game, by its players' shares: those with a share are first together, the others last.
pub fn rated(players: &[(Rating, Share)]) -> Vec<Rating> {
    let before: Vec<[WengLinRating; 1]> = players
        .iter()
        .map(|(Rating { rating, uncertainty }, _)| [WengLinRating { rating: *rating, uncertainty: *uncertainty }])
        .collect();
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = before
        .iter()
        .zip(players)
        .map(|(team, (_, share))| (&team[..], MultiTeamOutcome::new(if share.parts > 0 { 1 } else { 2 })))
        .collect();
    let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
    after.into_iter().flatten().map(|WengLinRating { rating, uncertainty }| Rating { rating, uncertainty }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(shares: &[u32]) -> Vec<Rating> {
        let players: Vec<_> = shares.iter().map(|&parts| (Rating::default(), Share { parts })).collect();
        rated(&players)
    }

    #[test]
    fn who_gets_the_point_rises_and_the_others_fall_alike() {
        let [winner, one, two, three] = after(&[1, 0, 0, 0])[..] else { panic!("four ratings") };
        assert!(winner.rating > 25.0 && one.rating < 25.0);
        assert_eq!((one, one), (two, three));
        assert!(one.uncertainty < Rating::default().uncertainty && winner.at_least() > one.at_least());
    }

    #[test]
    fn a_point_shared_by_all_among_equals_changes_no_rating() {
        assert!(after(&[3, 3, 3]).iter().all(|rating| (rating.rating - 25.0).abs() < 1e-9));
    }

    #[test]
    fn shares_are_read_as_they_are_written() {
        for text in ["0", "1", "1/2", "1/3", "1/4"] {
            assert_eq!(Share::read(text).map(|share| share.to_string()).as_deref(), Some(text));
        }
        assert!(["", "2", "1/", "1/0", "1/1", "1/x", "0.5"].iter().all(|text| Share::read(text).is_none()));
    }
}
