//! Drafts of a judgment and the votes for them: what the votes come to (Acts III.3.3, III.3.8; T33 to T35).

use rookery_messages::say;

use super::super::Stage;
use super::verdict::Disposition;
use crate::error::Refusal;
use crate::id::PersonId;

/// Whether a draft may be taken back: by its author, while nobody else of the bench has voted. Which draft
/// somebody voted for is secret, so that a vote for any of them keeps them all.
pub fn withdraw(by: PersonId, author: PersonId, others_voted: bool) -> Result<(), Refusal> {
    if by != author {
        return Err(Refusal::forbidden(say!("Only the author of a draft withdraws it."), "III.3.8"));
    }
    if others_voted {
        let detail =
            say!("Others of the bench have voted: what they had before them stays until the votes are counted.");
        return Err(Refusal::conflict(say!("Voted already"), detail).act("III.3.8"));
    }
    Ok(())
}

/// A vote is for a draft that the bench has before it.
pub fn is_before_the_bench(is_there: bool) -> Result<(), Refusal> {
    if is_there {
        return Ok(());
    }
    Err(Refusal::field("draft", say!("There is no such draft before this bench.")).act("III.3.8"))
}

/// The result of the votes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The vote whose particulars the majority shares, by its place.
    Judgment(usize),
    /// En banc, two halves: what was judged below or done at first stays (T33, T34).
    Tie,
    /// No majority: the bench votes again.
    Again,
}

/// Counts the votes of a bench of so many justices: a majority is of its size, and agrees in all
/// particulars (T35).
pub fn count(votes: &[&Disposition], size: usize, stage: Stage) -> Count {
    let agreeing = |vote: &Disposition| votes.iter().filter(|other| **other == vote).count();
    let largest = votes.iter().enumerate().max_by_key(|(place, vote)| (agreeing(vote), std::cmp::Reverse(*place)));
    let Some((place, vote)) = largest else { return Count::Again };
    let most = agreeing(vote);
    if 2 * most > size {
        return Count::Judgment(place);
    }
    let rest: Vec<_> = votes.iter().filter(|other| *other != vote).collect();
    let halves = 2 * most == size && rest.len() == most && rest.windows(2).all(|pair| pair[0] == pair[1]);
    if halves && stage == Stage::EnBanc { Count::Tie } else { Count::Again }
}

/// Whether the count can stand: with a majority at once, otherwise when everybody who sits has voted,
/// so that nobody's vote is lost in a round that was not over (T35). The refusal says how many have voted, which the
/// bench sees anyway, and not how; only, where they are enough for a majority, that they do not all agree.
pub fn may_count(counted: Count, voted: usize, sitting: usize) -> Result<(), Refusal> {
    if counted != Count::Again || voted >= sitting {
        return Ok(());
    }
    let detail =
        say!("{voted} of the {sitting} justices who sit have voted; the count waits for the others.", voted, sitting);
    Err(Refusal::conflict(say!("Too few votes"), detail).act("III.3.3"))
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::super::tests::plain;
    use super::super::verdict::Outcome;
    use super::*;
    use crate::error::Kind;

    #[test]
    fn drafts_are_their_authors_to_withdraw_until_others_vote() {
        let (ann, ben) = (PersonId(1), PersonId(2));
        assert_eq!(withdraw(ann, ann, false), Ok(()));
        assert_eq!(withdraw(ben, ann, false).unwrap_err().kind, Kind::Forbidden);
        assert_eq!(withdraw(ann, ann, true).unwrap_err().kind, Kind::Conflict);
        assert_eq!((is_before_the_bench(true), is_before_the_bench(false).is_err()), (Ok(()), true));
    }

    #[test]
    fn counting() {
        use Outcome::*;
        let (uphold, overturn, lift) = (&plain(Uphold), &plain(Overturn), &plain(Lift));
        let other = &Disposition { barred_until: NaiveDate::from_ymd_opt(2026, 6, 30), ..plain(Uphold) };
        for (votes, size, panel, en_banc) in [
            (vec![uphold, overturn, uphold], 3, Count::Judgment(0), Count::Judgment(0)),
            (vec![overturn, overturn], 3, Count::Judgment(0), Count::Judgment(0)),
            (vec![uphold, overturn], 3, Count::Again, Count::Again),
            (vec![uphold, other, overturn], 3, Count::Again, Count::Again),
            (vec![uphold, overturn, uphold, overturn], 4, Count::Again, Count::Tie),
            (vec![uphold, uphold, overturn, lift], 4, Count::Again, Count::Again),
            (vec![uphold, uphold, overturn], 4, Count::Again, Count::Again),
            (vec![uphold, overturn, overturn, overturn], 4, Count::Judgment(1), Count::Judgment(1)),
            (vec![uphold, uphold, uphold, overturn, lift], 5, Count::Judgment(0), Count::Judgment(0)),
            (vec![uphold, uphold, uphold, lift, lift, lift], 6, Count::Again, Count::Tie),
            (vec![], 3, Count::Again, Count::Again),
        ] {
            assert_eq!(count(&votes, size, Stage::Panel), panel, "{votes:?}");
            assert_eq!(count(&votes, size, Stage::EnBanc), en_banc, "{votes:?}");
        }
        for (counted, voted, sitting, may) in [
            (Count::Judgment(0), 2, 3, true),
            (Count::Again, 2, 3, false),
            (Count::Again, 4, 5, false),
            (Count::Again, 3, 3, true),
            (Count::Tie, 4, 4, true),
        ] {
            assert_eq!(may_count(counted, voted, sitting).is_ok(), may, "{counted:?}, {voted} of {sitting}");
        }
        let told = may_count(Count::Again, 2, 3).unwrap_err().detail.to_string();
        assert_eq!(
            told, "2 of the 3 justices who sit have voted; the count waits for the others.",
            "not how they voted"
        );
    }
}
