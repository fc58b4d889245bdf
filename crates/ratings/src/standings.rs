//! The leaderboard's order: rank and page of any member, by runs of members in order (`Ranked`).
//!
//! Members are ordered by score, highest first; equal scores share a rank (1, 2, 2, 4) and are
//! ordered by short name, then by id.

use std::cmp::{Ordering, Reverse};
use std::hash::BuildHasher;
use std::sync::Arc;

use compact_str::CompactString;
use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use rayon::slice::ParallelSliceMut;

use crate::elo::Score;
use crate::ranked::Ranked;
use crate::short_names;

/// Games counted so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// One member as the leaderboard shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The person's number.
    pub id: i64,
    /// The score by which the member stands.
    pub score: Score,
    /// The games behind it.
    pub record: Record,
    /// The full name; held inline up to 24 bytes.
    pub name: CompactString,
}

/// A member with the rank it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing<'a> {
    /// From 1; one more than the number of members with a higher score.
    pub rank: usize,
    /// Who holds it.
    pub member: &'a Member,
}

/// All members in order.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    by_standing: Ranked<ByStanding>,
    by_id: HashTable<Arc<Member>>,
    hashing: DefaultHashBuilder,
}

impl Standings {
    /// Nobody.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.by_standing.len()
    }

    /// Whether there is nobody.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A member by number.
    pub fn get(&self, id: i64) -> Option<&Member> {
        Some(self.find(id)?)
    }

    fn find(&self, id: i64) -> Option<&Arc<Member>> {
        let hash = self.hashing.hash_one(id);
        self.by_id.find(hash, |member| member.id == id)
    }

    /// Puts a member in, or in its new place; answers what was there before.
    pub fn put(&mut self, member: Member) -> Option<Arc<Member>> {
        let before = self.remove(member.id);
        let member = Arc::new(member);
        let hash = |member: &Arc<Member>| self.hashing.hash_one(member.id);
        self.by_id.insert_unique(hash(&member), Arc::clone(&member), hash);
        self.by_standing.insert(ByStanding::new(member));
        before
    }

    /// Takes a member out; answers who that was.
    pub fn remove(&mut self, id: i64) -> Option<Arc<Member>> {
        let hash = self.hashing.hash_one(id);
        let entry = self.by_id.find_entry(hash, |member| member.id == id);
        let (member, _) = entry.ok()?.remove();
        self.by_standing.remove(&ByStanding::new(Arc::clone(&member)));
        Some(member)
    }

    /// The rank of a member.
    pub fn rank(&self, id: i64) -> Option<usize> {
        Some(self.rank_of_score(self.get(id)?.score))
    }

    /// The rank that this score holds, or would hold.
    pub fn rank_of_score(&self, score: Score) -> usize {
        // Nobody stands before the first conceivable member of that score.
        let first = Member { id: i64::MIN, score, record: Record::default(), name: CompactString::default() };
        self.by_standing.rank(&ByStanding::new(Arc::new(first))) + 1
    }

    /// The place of a member in the order, from 0: the offset of the page that starts with it.
    pub fn position(&self, id: i64) -> Option<usize> {
        let member = Arc::clone(self.find(id)?);
        Some(self.by_standing.rank(&ByStanding::new(member)))
    }

    /// Up to `limit` members from an offset on.
    pub fn page(&self, offset: usize, limit: usize) -> Vec<Standing<'_>> {
        let end = offset.saturating_add(limit).min(self.len());
        let mut page: Vec<Standing<'_>> = Vec::with_capacity(end.saturating_sub(offset));
        if offset >= end {
            return page;
        }
        // One walk along the tree, not one down it for each member.
        for (position, one) in (offset..end).zip(self.by_standing.from(offset)) {
            let member = &*one.member;
            let rank = match page.last() {
                Some(above) if above.member.score == member.score => above.rank,
                Some(_) => position + 1,
                None => self.rank_of_score(member.score),
            };
            page.push(Standing { rank, member });
        }
        page
    }

    /// A page of `limit` members with this one as near its middle as the ends of the board allow,
    /// and the page's offset.
    pub fn page_around(&self, id: i64, limit: usize) -> Option<(usize, Vec<Standing<'_>>)> {
        let last_offset = self.len().saturating_sub(limit);
        let offset = self.position(id)?.saturating_sub(limit / 2).min(last_offset);
        Some((offset, self.page(offset, limit)))
    }

    /// The members just above and just below in the order.
    pub fn neighbours(&self, id: i64) -> Option<(Option<&Member>, Option<&Member>)> {
        let position = self.position(id)?;
        let at = |position: usize| Some(&*self.by_standing.from(position).next()?.member);
        Some((position.checked_sub(1).and_then(at), at(position + 1)))
    }

    /// Everyone, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Member> {
        self.by_standing.from(0).map(|one| &*one.member)
    }
}

impl FromIterator<Member> for Standings {
    /// Of members with the same id the last one counts. All at once they are put in order once, on all cores, which takes a
    /// fraction of the time that it takes to find a place for one after another.
    fn from_iter<I: IntoIterator<Item = Member>>(members: I) -> Self {
        let arriving = members.into_iter();
        let mut members = Vec::with_capacity(arriving.size_hint().0);
        let hashing = DefaultHashBuilder::default();
        let hash = |member: &Arc<Member>| hashing.hash_one(member.id);
        let mut by_id = HashTable::with_capacity(members.capacity());
        for member in arriving.map(Arc::new) {
            members.push(Arc::clone(&member));
            match by_id.entry(hash(&member), |other: &Arc<Member>| other.id == member.id, hash) {
                Entry::Occupied(mut entry) => *entry.get_mut() = member,
                Entry::Vacant(entry) => drop(entry.insert(member)),
            }
        }
        // Those that another of their id has replaced are held by nobody else.
        let stays = |member: &&Arc<Member>| Arc::strong_count(member) > 1;
        let mut order: Vec<_> = members.iter().filter(stays).map(|member| (place_of(member), member)).collect();
        order.par_sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let by_standing = Ranked::of_sorted(order.into_iter().map(|(_, member)| ByStanding::new(Arc::clone(member))));
        Self { by_standing, by_id, hashing }
    }
}

/// By what a member is put in order.
fn place_of(member: &Member) -> (Reverse<Score>, short_names::Order<'_>, i64) {
    (Reverse(member.score), short_names::order(&member.name), member.id)
}

/// A member as ordered by standing.
#[derive(Clone, Debug)]
struct ByStanding {
    /// The member's, here too because most comparisons end with it.
    score: Score,
    member: Arc<Member>,
}

impl ByStanding {
    fn new(member: Arc<Member>) -> Self {
        Self { score: member.score, member }
    }
}

impl Ord for ByStanding {
    fn cmp(&self, other: &Self) -> Ordering {
        other.score.cmp(&self.score).then_with(|| place_of(&self.member).cmp(&place_of(&other.member)))
    }
}

impl PartialOrd for ByStanding {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for ByStanding {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for ByStanding {}

#[cfg(test)]
#[path = "standings_tests.rs"]
mod tests;
