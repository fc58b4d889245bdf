//! Rounds of a session: whom to pair, and which round comes next (0.5, 0.9). Pure.

use std::collections::BTreeSet;

use chrono::NaiveDateTime;
use rookery_messages::{Message, say};

use super::super::pairing::Pair;
use super::super::{ForbiddenPairId, Session};
use crate::error::Refusal;
use crate::fields;
use crate::id::{GameId, PersonId};

/// Pairings are announced, and taken back, only while the session is on.
pub fn must_be_on(session: &Session, now: NaiveDateTime) -> Result<(), Refusal> {
    if session.is_cancelled() || !session.contains(now) {
        let detail = say!("Pairings are announced and taken back while the session is on.");
        return Err(Refusal::conflict(say!("No session now"), detail).act("0.5"));
    }
    Ok(())
}

/// The refusal of pairings that nobody can make.
pub fn cannot_be_paired(why: Message) -> Refusal {
    Refusal::conflict(say!("Cannot be paired"), why)
}

/// Two who are kept apart are two.
pub fn two_people(first: PersonId, second: PersonId) -> Result<(), Refusal> {
    if first == second { Err(Refusal::field("second", say!("A pair is two people."))) } else { Ok(()) }
}

/// Why two people are kept apart.
pub fn why_apart(text: &str) -> Result<String, Refusal> {
    fields::text("reason", text, 3, 500)
}

/// Nobody is kept apart twice.
pub fn not_apart_yet(there: Option<ForbiddenPairId>) -> Result<(), Refusal> {
    let Some(pair) = there else { return Ok(()) };
    let detail = say!("These two are kept apart already.");
    Err(Refusal::conflict(say!("Kept apart already"), detail).with("pair", pair))
}

/// Rounds are announced one after the other, each once: anybody who announces says which.
pub fn next_round(announced: i64, round: i64) -> Result<(), Refusal> {
    let next = announced + 1;
    if round == next {
        return Ok(());
    }
    let detail = match round {
        1.. if round <= announced => {
            say!("Round {round} is announced already; the next one is round {next}.", round, next)
        }
        _ => say!("The next round is round {next}, not {round}.", next, round),
    };
    Err(Refusal::conflict(say!("Not the next round"), detail).act("0.5").with("next_round", next))
}

/// The last round can be taken back, as long as no game of it was entered: `entered` is one that was.
pub fn take_back(announced: i64, round: i64, entered: Option<GameId>) -> Result<(), Refusal> {
    if round != announced {
        let detail = say!("Round {announced} was announced since; take that one back first.", announced);
        return Err(Refusal::conflict(say!("Not the last round"), detail).act("0.5"));
    }
    if let Some(game) = entered {
        let detail = say!("A game of this round is entered: the round is being played, and stands.");
        return Err(Refusal::conflict(say!("Being played"), detail).act("0.5").with("game", game));
    }
    Ok(())
}

/// Boards and byes of a round that somebody chose: each once, all of them players, none kept apart. A refusal tells of
/// people by what `name` gives, and of a ban where the reader may know of it, as `banned` has them.
pub fn round(
    boards: &[(PersonId, PersonId)],
    byes: &[PersonId],
    players: &BTreeSet<PersonId>,
    banned: &BTreeSet<PersonId>,
    forbidden: &BTreeSet<Pair>,
    name: &dyn Fn(PersonId) -> String,
) -> Result<(), Refusal> {
    let mut seen = BTreeSet::new();
    for person in boards.iter().flat_map(|(white, black)| [white, black]).chain(byes) {
        if banned.contains(person) {
            let detail = say!("{name} is banned.", name = name(*person));
            return Err(Refusal::field("boards", detail).act("0.7"));
        }
        if !players.contains(person) {
            let detail = say!("{name} is not among the members present who may play.", name = name(*person));
            return Err(Refusal::field("boards", detail).act("0.9"));
        }
        if !seen.insert(*person) {
            return Err(Refusal::field("boards", say!("{name} is named twice in this round.", name = name(*person))));
        }
    }
    if let Some((white, black)) = boards.iter().find(|(white, black)| forbidden.contains(&Pair::of(white.0, black.0))) {
        let (white, black) = (name(*white), name(*black));
        return Err(Refusal::field("boards", say!("{white} and {black} are kept apart.", white, black)));
    }
    if boards.is_empty() {
        return Err(Refusal::field("boards", say!("There is no board to announce.")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_is_announced_once_and_after_the_one_before() {
        assert_eq!(next_round(0, 1), Ok(()));
        assert_eq!(next_round(2, 3), Ok(()));
        for (announced, round) in [(1, 1), (2, 1), (0, 2), (1, 3), (0, 0), (0, -1)] {
            let refused = next_round(announced, round).unwrap_err();
            assert_eq!(refused.more["next_round"], announced + 1, "{announced} {round}");
        }
    }

    #[test]
    fn only_the_last_round_is_taken_back_and_only_before_its_games() {
        assert_eq!(take_back(2, 2, None), Ok(()));
        assert!(take_back(2, 1, None).unwrap_err().detail.to_string().starts_with("Round 2 was announced since"));
        assert_eq!(take_back(2, 2, Some(GameId(7))).unwrap_err().more["game"], 7);
    }

    #[test]
    fn a_round_names_each_player_once() {
        let players: BTreeSet<PersonId> = (1..=4).map(PersonId).collect();
        let banned = BTreeSet::from([PersonId(6)]);
        let apart = BTreeSet::from([Pair::of(1, 2)]);
        let round = |boards: &[(i64, i64)], byes: &[i64]| {
            let boards: Vec<_> = boards.iter().map(|(white, black)| (PersonId(*white), PersonId(*black))).collect();
            let byes: Vec<_> = byes.iter().copied().map(PersonId).collect();
            round(&boards, &byes, &players, &banned, &apart, &|person| person.to_string())
        };
        assert_eq!(round(&[(1, 6)], &[]).unwrap_err().acts, ["0.7".into()], "the rule is named that keeps them out");
        assert_eq!(round(&[(1, 5)], &[]).unwrap_err().acts, ["0.9".into()]);
        let round = |boards: &[(i64, i64)], byes: &[i64]| round(boards, byes).is_ok();
        assert!(round(&[(1, 3), (4, 2)], &[]) && round(&[(1, 3)], &[2]));
        assert!(!round(&[(2, 1)], &[]) && !round(&[(1, 3)], &[3]) && !round(&[(1, 5)], &[]) && !round(&[], &[1]));
        assert!(!round(&[(3, 3)], &[]));
    }

    #[test]
    fn pairings_are_made_while_the_session_is_on_and_of_two_people() {
        use super::super::tests::{acts, at, friday};
        let off = Session { cancelled_at: Some(at("2026-11-20T12:00:00")), ..friday() };
        assert_eq!(must_be_on(&friday(), at("2026-11-20T12:30:00")), Ok(()));
        for (session, now) in [(&friday(), "12:29:59"), (&friday(), "13:10:01"), (&off, "12:40:00")] {
            assert_eq!(acts(must_be_on(session, at(&format!("2026-11-20T{now}")))), ["0.5"], "{now}");
        }
        let (ann, ben) = (PersonId(1), PersonId(2));
        assert_eq!((two_people(ann, ben), two_people(ann, ann).is_err()), (Ok(()), true));
        assert_eq!((why_apart(" They quarrel ").as_deref(), why_apart("No").is_err()), (Ok("They quarrel"), true));
        assert_eq!((not_apart_yet(None), not_apart_yet(Some(ForbiddenPairId(3))).is_err()), (Ok(()), true));
    }
}
