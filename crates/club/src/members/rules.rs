//! Who may join and leave, and how a member's record reads. Pure.

use chrono::NaiveDateTime;
use chrono_tz::Tz;
use rookery_messages::{Join, Message, Value, say};
use rookery_ratings::deductions::{Lapse, RemovalRules};
use serde::Serialize;

use super::names::plain;
use super::{Membership, RemovalRequestId, handles};
use crate::error::Refusal;
use crate::id::PersonId;
use crate::ratings::Went;

pub use super::names::{Written, are_nearly_one, knows_all_of};
pub use crate::fields::{name, text};

/// A name as people are called: `Ash, Ann` is Ann Ash.
pub fn turned(name: &str) -> String {
    match name.split_once(',') {
        Some((last, first)) if !last.trim().is_empty() && !first.trim().is_empty() => {
            format!("{} {}", first.trim(), last.trim())
        }
        _ => name.to_owned(),
    }
}

/// A handle made of a name, for a person who has chosen none: `mary-ann`.
pub fn handle_of(name: &str) -> String {
    let plain: String = plain(name).map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let parts: Vec<&str> = plain.split('-').filter(|part| !part.is_empty()).collect();
    let handle: String = parts.join("-").chars().take(24).collect();
    let begins_right = handle.starts_with(|first: char| first.is_ascii_lowercase());
    if begins_right && handle.len() > 1 && !handles::is_reserved(&handle) { handle } else { format!("guest{handle}") }
}

/// The first letters of a name: `M. G.`
pub fn initials(name: &str) -> String {
    let letters = name.split_whitespace().filter_map(|word| word.chars().next());
    letters.map(|letter| format!("{}.", letter.to_uppercase())).collect::<Vec<_>>().join(" ")
}

/// What somebody looks for among what was decided.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sought {
    /// What is about somebody else, or by them.
    pub others: bool,
    /// What was at some time.
    pub times: bool,
}

/// Who reads `without_names` what was decided does not look for what is about one person, or at one time (Act III.2.4).
pub fn look_for(without_names: bool, sought: Sought) -> Result<(), Refusal> {
    if !without_names || !(sought.others || sought.times) {
        return Ok(());
    }
    let detail =
        say!("This stands here without names. So you can look for what is about you, but not for others or for times.");
    Err(Refusal::forbidden(detail, "III.2.4"))
}

/// Whose bans, monitors and orders somebody reads who asks for one person's or for everybody's: their own, where they read
/// `without_names`.
pub fn told_of(without_names: bool, reader: PersonId, wanted: Option<PersonId>) -> Result<Option<PersonId>, Refusal> {
    let others = wanted.is_some_and(|person| person != reader);
    look_for(without_names, Sought { others, times: false })?;
    Ok(if without_names { Some(reader) } else { wanted })
}

/// What bears on a person's joining or leaving.
#[derive(Clone, Debug, Default)]
pub struct MembershipFacts {
    /// All times on the leaderboard, in order.
    pub memberships: Vec<Membership>,
    /// Banned at the moment of the last removal.
    pub banned_when_removed: bool,
    /// Banned now; until when, where that is set.
    pub banned: Option<Option<NaiveDateTime>>,
    /// The open case that they are a party to.
    pub open_case: Option<String>,
    /// The kiosk, staff: no student.
    pub is_no_student: bool,
}

impl MembershipFacts {
    /// Whether they are on the leaderboard now.
    pub fn is_member(&self) -> bool {
        self.memberships.last().is_some_and(|membership| membership.removed_at.is_none())
    }

    /// Until when they are banned, by the club's clock.
    fn ban(&self, zone: Tz) -> Option<Message> {
        Some(match self.banned? {
            Some(end) => {
                say!("until {end} by the club's clock", end = end.and_utc().with_timezone(&zone).naive_local())
            }
            None => say!("without an end"),
        })
    }
}

/// Whether somebody may join or rejoin (Acts II.1, II.7; T11). Gives whether it is a rejoining.
pub fn join(standing: &MembershipFacts, zone: Tz) -> Result<bool, Refusal> {
    if standing.is_no_student {
        let detail = say!("The leaderboard is for students; this account is staff's or the kiosk's.");
        return Err(Refusal::invalid(say!("Not a student"), detail).act("0.9").act("II.1"));
    }
    if standing.is_member() {
        return Err(
            Refusal::conflict(say!("Already a member"), say!("This person is on the leaderboard already.")).act("II.1")
        );
    }
    if let (true, Some(ban)) = (standing.banned_when_removed, standing.ban(zone)) {
        let detail = say!("Removed while banned, a student may not rejoin while the ban runs: {ban}.", ban);
        return Err(Refusal::invalid(say!("Banned from rejoining"), detail).act("II.7"));
    }
    Ok(!standing.memberships.is_empty())
}

/// Whether a member is removed on their request (Act II.8).
pub fn leave(standing: &MembershipFacts, zone: Tz) -> Result<(), Refusal> {
    must_be_member(standing)?;
    must_be_free(standing, zone)
}

/// Whether neither a ban nor an open case holds somebody back (Act II.8.1).
pub fn must_be_free(standing: &MembershipFacts, zone: Tz) -> Result<(), Refusal> {
    if let Some(ban) = standing.ban(zone) {
        let detail = say!("A banned member is not removed on request; the ban runs {ban}.", ban);
        return Err(Refusal::invalid(say!("Banned"), detail).act("II.8.1"));
    }
    if let Some(case) = &standing.open_case {
        let detail = say!("A party to an open case is not removed on request; case {case} is open.", case);
        return Err(Refusal::invalid(say!("Before the Court"), detail).act("II.8.1").with("case", case));
    }
    Ok(())
}

/// Only a member can be removed from the leaderboard.
pub fn must_be_member(standing: &MembershipFacts) -> Result<(), Refusal> {
    if standing.is_member() {
        return Ok(());
    }
    Err(Refusal::conflict(say!("Not a member"), say!("This person is not on the leaderboard.")).act("0.9"))
}

/// Whether somebody can be taken out as entered by mistake: nothing but their entry is known of them.
pub fn is_only_an_entry(besides: &[Message]) -> Result<(), Refusal> {
    if besides.is_empty() {
        return Ok(());
    }
    let detail = say!(
        "This is more than a mistake. There is: {things}. An administrator can erase who asks for it.",
        things = Value::list(Join::And, besides)
    );
    Err(Refusal::conflict(say!("More than an entry"), detail))
}

/// The refusal of a removal on another ground than the two that there are.
pub fn no_ground(act: &str) -> Refusal {
    let detail = say!("\"{act}\" gives no removal: use II.7 (lapsed) or II.8 (on request).", act);
    Refusal::field("act", detail).act("II.7").act("II.8")
}

/// Why a member may be removed who has lapsed (Act II.7).
pub fn why_lapsed(lapse: Option<&Lapse>, rules: RemovalRules) -> Result<Message, Refusal> {
    let weeks = rules.window;
    if let Some(&Lapse { present, games, .. }) = lapse {
        return Ok(say!("present in {present} of the last {weeks} weeks, with {games} games", present, weeks, games));
    }
    let detail = say!(
        "The club looks at the last {weeks} weeks with a session. You can take somebody off who came in at most {present} of them. And who played at most {games} games. This one did more.",
        weeks,
        present = rules.most_present,
        games = rules.most_games,
    );
    Err(Refusal::invalid(say!("Not lapsed"), detail).act("II.7"))
}

/// Whether a member asked for the removal that is to be granted.
pub fn was_asked(asked: bool) -> Result<(), Refusal> {
    if asked {
        return Ok(());
    }
    Err(Refusal::invalid(say!("No request"), say!("This member has not asked to be removed.")).act("II.8"))
}

/// Whether a member may ask to be removed: not while an earlier request is open, which is due by an instant, or waits.
pub fn asks_once(open: Option<(RemovalRequestId, Option<NaiveDateTime>)>, zone: Tz) -> Result<(), Refusal> {
    let Some((request, due)) = open else { return Ok(()) };
    let detail = match due.map(|due| due.and_utc().with_timezone(&zone).naive_local()) {
        Some(due) => say!("You have asked already; it is due by {due} by the club's clock.", due),
        None => say!("You have asked already; it waits until your ban or your case is over."),
    };
    Err(Refusal::conflict(say!("Asked already"), detail).act("II.8").with("request", request))
}

/// A note ends in the future, if ever.
pub fn note_ends(ends_at: Option<NaiveDateTime>, now: NaiveDateTime) -> Result<(), Refusal> {
    if ends_at.is_none_or(|ends| ends > now) {
        return Ok(());
    }
    Err(Refusal::field("ends_at", say!("A note ends in the future, or has no end.")))
}

/// A removal is not undone once the person has joined again.
pub fn may_undo_removal(rejoined: bool) -> Result<(), Refusal> {
    if !rejoined {
        return Ok(());
    }
    let detail = say!("This member has rejoined since; there is nothing left to undo.");
    Err(Refusal::conflict(say!("Rejoined"), detail).act("II.7"))
}

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Record {
    /// Games won.
    pub wins: u32,
    /// Games that nobody won.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Record {
    /// How many games there are in all.
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Counts one game more.
    pub fn add(&mut self, result: Went) {
        match result {
            Went::Win => self.wins += 1,
            Went::Draw => self.draws += 1,
            Went::Loss => self.losses += 1,
        }
    }
}

/// Results in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Streaks {
    /// The result that the last games share; null before the first.
    pub current: Option<Went>,
    /// How many of the last games share it.
    pub current_length: u32,
    /// The most wins in a row there ever were.
    pub longest_winning: u32,
    /// The most games in a row without a loss there ever were.
    pub longest_unbeaten: u32,
}

/// The streaks of results, oldest first.
pub fn streaks(results: impl IntoIterator<Item = Went>) -> Streaks {
    let mut streaks = Streaks::default();
    let (mut winning, mut unbeaten) = (0, 0);
    for result in results {
        winning = if result == Went::Win { winning + 1 } else { 0 };
        unbeaten = if result == Went::Loss { 0 } else { unbeaten + 1 };
        streaks.current_length = if streaks.current == Some(result) { streaks.current_length + 1 } else { 1 };
        streaks.current = Some(result);
        streaks.longest_winning = streaks.longest_winning.max(winning);
        streaks.longest_unbeaten = streaks.longest_unbeaten.max(unbeaten);
    }
    streaks
}

/// What somebody's last game deserves a cheer for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feat {
    /// It is the first game that they have won.
    FirstWin,
    /// So many wins in a row.
    Row(u32),
    /// The best score that they ever had.
    Best,
}

/// Wins in a row from which on they are a feat.
const ROW: u32 = 3;

/// The strongest feat of somebody's last game, by their results and by their score after each event, both oldest first.
pub fn feat(results: &[Went], scores: &[i64]) -> Option<Feat> {
    let Streaks { current, current_length, .. } = streaks(results.iter().copied());
    let wins = results.iter().filter(|result| **result == Went::Win).count();
    let is_best = scores.split_last().is_some_and(|(last, before)| before.iter().all(|score| score < last));
    match current? {
        Went::Win if wins == 1 => Some(Feat::FirstWin),
        Went::Win if current_length >= ROW => Some(Feat::Row(current_length)),
        Went::Win | Went::Draw if results.len() > 1 && is_best => Some(Feat::Best),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use chrono_tz::Europe::London;

    use super::*;
    use crate::members::MembershipId;

    #[test]
    fn who_reads_without_names_looks_for_what_is_about_them() {
        for (others, times, without_names, may) in [
            (true, true, false, true),
            (false, false, true, true),
            (true, false, true, false),
            (false, true, true, false),
        ] {
            assert_eq!(
                look_for(without_names, Sought { others, times }).is_ok(),
                may,
                "{others} {times} {without_names}"
            );
        }
        let (ann, ben) = (PersonId(1), PersonId(2));
        for (without_names, wanted, told) in [
            (false, None, Some(None)),
            (false, Some(ben), Some(Some(ben))),
            (true, None, Some(Some(ann))),
            (true, Some(ann), Some(Some(ann))),
            (true, Some(ben), None),
        ] {
            assert_eq!(told_of(without_names, ann, wanted).ok(), told, "{without_names} {wanted:?}");
        }
    }

    #[test]
    fn names_become_initials() {
        for (name, letters) in [("Maya Goldberg", "M. G."), ("anouk de Vries", "A. D. V."), ("Åsa", "Å."), ("", "")] {
            assert_eq!(initials(name), letters);
        }
    }

    #[test]
    fn the_last_name_first_is_turned() {
        for (typed, name) in [("Ash, Ann", "Ann Ash"), ("carter,chloe", "chloe carter"), ("Ann Ash", "Ann Ash")] {
            assert_eq!(turned(typed), name);
        }
        assert_eq!((turned("Ann,"), turned(", Ann")), ("Ann,".to_owned(), ", Ann".to_owned()));
    }

    fn at(text: &str) -> NaiveDateTime {
        text.parse().unwrap()
    }

    fn membership(removed: bool) -> Membership {
        Membership {
            id: MembershipId(1),
            person: PersonId(1),
            joined_at: at("2026-01-02T12:40:00"),
            removed_at: removed.then(|| at("2026-03-06T12:00:00")),
            removed_by: None,
            removal_reason: None,
            removal_act: None,
        }
    }

    fn acts<T: std::fmt::Debug>(result: Result<T, Refusal>) -> Vec<String> {
        result.unwrap_err().acts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn joining_and_rejoining() {
        let join = |standing: &MembershipFacts| join(standing, London);
        let ban = Some(Some(at("2026-04-03T22:59:59")));
        assert_eq!(join(&MembershipFacts::default()), Ok(false));
        assert_eq!(acts(join(&MembershipFacts { is_no_student: true, ..Default::default() })), ["0.9", "II.1"]);
        assert_eq!(
            acts(join(&MembershipFacts { memberships: vec![membership(false)], ..Default::default() })),
            ["II.1"]
        );
        let removed = MembershipFacts { memberships: vec![membership(true)], ..Default::default() };
        assert_eq!(join(&removed), Ok(true));
        let banned = MembershipFacts { banned_when_removed: true, banned: ban, ..removed.clone() };
        assert_eq!(acts(join(&banned)), ["II.7"]);
        let detail = join(&banned).unwrap_err().detail;
        assert!(
            detail.to_string().ends_with("runs: until Friday 3 April 2026, 23:59 by the club's clock."),
            "{detail}"
        );
        assert_eq!(join(&MembershipFacts { banned: None, ..banned }), Ok(true), "T11: over is over");
        assert_eq!(join(&MembershipFacts { banned: ban, ..removed }), Ok(true), "not banned when removed");
    }

    #[test]
    fn only_an_entry_is_a_mistake() {
        assert_eq!(is_only_an_entry(&[]), Ok(()));
        let refusal = is_only_an_entry(&[say!("an account"), say!("a game")]).unwrap_err();
        assert!(refusal.detail.to_string().contains("There is: an account and a game."), "{refusal}");
    }

    #[test]
    fn leaving_on_request() {
        let leave = |standing: &MembershipFacts| leave(standing, London);
        let member = MembershipFacts { memberships: vec![membership(false)], ..Default::default() };
        assert_eq!(leave(&member), Ok(()));
        assert_eq!(acts(leave(&MembershipFacts { banned: Some(None), ..member })), ["II.8.1"]);
        assert_eq!(acts(leave(&MembershipFacts::default())), ["0.9"]);
    }

    #[test]
    fn streaks_are_counted_from_the_oldest_game() {
        use Went::{Draw, Loss, Win};
        assert_eq!(streaks([]), Streaks::default());
        let told = streaks([Win, Win, Draw, Win, Loss, Draw, Draw]);
        let expected = Streaks { current: Some(Draw), current_length: 2, longest_winning: 2, longest_unbeaten: 4 };
        assert_eq!(told, expected);
    }

    #[test]
    fn the_strongest_feat_of_the_last_game_is_told() {
        use Went::{Draw, Loss, Win};
        assert_eq!(feat(&[], &[100]), None);
        assert_eq!(feat(&[Draw], &[100, 104]), None, "the first game is the best by itself");
        assert_eq!(feat(&[Loss, Win], &[100, 95, 105]), Some(Feat::FirstWin));
        assert_eq!(feat(&[Win, Win], &[100, 110, 119]), Some(Feat::Best));
        assert_eq!(feat(&[Win, Draw], &[100, 110, 111]), Some(Feat::Best));
        assert_eq!(feat(&[Win, Loss, Win], &[100, 110, 101, 110]), None, "as good as before is no better");
        assert_eq!(feat(&[Loss, Win, Win, Win], &[100, 90, 100, 109, 117]), Some(Feat::Row(3)));
        assert_eq!(feat(&[Win, Win, Win, Loss], &[100, 110, 119, 127, 117]), None);
    }

    #[test]
    fn names_are_tidied_and_handles_made_of_them() {
        assert_eq!(name("  Mary   Ann ").unwrap(), "Mary Ann");
        assert!(name(" \t ").is_err() && name(&"x".repeat(81)).is_err() && name("a\u{7}b").is_err());
        assert_eq!(handle_of("Mary Ann"), "mary-ann");
        assert_eq!((handle_of("Jörg Groß").as_str(), handle_of("Zoé Müller").as_str()), ("joerg-gross", "zoe-mueller"));
        assert_eq!((handle_of("Ждан").as_str(), handle_of("Admin").as_str()), ("guest", "guestadmin"));
        assert_eq!(["A", "Al", "3 Kings"].map(handle_of), ["guesta", "al", "guest3-kings"]);
    }

    #[test]
    fn a_removal_has_a_ground_is_asked_for_once_and_is_undone_until_somebody_rejoins() {
        let lapse = |present, games| Lapse { present, games, weeks: Vec::new() };
        let rules = RemovalRules::default();
        let why = why_lapsed(Some(&lapse(1, 2)), rules).map(|why| why.to_string());
        assert_eq!(why.as_deref(), Ok("present in 1 of the last 6 weeks, with 2 games"));
        assert_eq!(acts(why_lapsed(None, rules)), ["II.7"]);
        assert_eq!((was_asked(true), acts(was_asked(false))), (Ok(()), vec!["II.8".to_owned()]));
        let earlier = Some((RemovalRequestId(4), Some(at("2026-04-03T22:00:00"))));
        assert_eq!((asks_once(None, London), acts(asks_once(earlier, London))), (Ok(()), vec!["II.8".to_owned()]));
        assert!(asks_once(earlier, London).unwrap_err().detail.to_string().contains("3 April 2026, 23:00"));
        assert_eq!((may_undo_removal(false), acts(may_undo_removal(true))), (Ok(()), vec!["II.7".to_owned()]));
        let now = at("2026-03-06T12:00:00");
        for (ends_at, may) in [(None, true), (Some("2026-03-06T12:00:01"), true), (Some("2026-03-06T12:00:00"), false)]
        {
            assert_eq!(note_ends(ends_at.map(at), now).is_ok(), may, "{ends_at:?}");
        }
    }

    #[test]
    fn a_membership_holds_from_joining_until_the_instant_of_the_removal() {
        for (removed, then, holds) in [
            (false, "2026-01-02T12:39:59", false),
            (false, "2026-01-02T12:40:00", true),
            (true, "2026-03-06T11:59:59", true),
            (true, "2026-03-06T12:00:00", false),
        ] {
            assert_eq!(membership(removed).holds_at(at(then)), holds, "{then}");
        }
    }

    #[test]
    fn a_record_counts_games_by_their_results() {
        use Went::{Draw, Loss, Win};
        let mut record = Record::default();
        [Win, Win, Win, Draw, Draw, Loss].into_iter().for_each(|result| record.add(result));
        assert_eq!((record, record.games()), (Record { wins: 3, draws: 2, losses: 1 }, 6));
    }
}
