//! Every possible count of votes on a rule-change: whether it would be adopted, with the points and wins that
//! follow.

use super::adoption::Changed;
use super::bindings::{Force, Role};
use super::game::{Game, Player, Status};
use super::parameters::Tally;
use super::proposals::{Proposal, Vote};
use super::shared::Shared;
use serde::Serialize;

/// A count that there may be, and what would come of it.
#[derive(Debug, Serialize)]
pub struct Count {
    /// Votes in favour.
    pub yes: u32,
    /// All votes.
    pub cast: u32,
    /// Whether it is adopted; none where no rule says.
    pub adopted: Option<bool>,
    /// Points of the proposer.
    pub proposer: i64,
    /// Points of each player against.
    pub each_against: i64,
    /// Whether the proposer wins by it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub wins: bool,
}

/// The votes on a proposal that are cast, and that still can be.
struct Turnout {
    /// What those who have left had voted: in favour, and in all.
    gone: (u32, u32),
    /// The most votes that can be counted.
    most: u32,
}

impl Turnout {
    fn of(game: &Game, proposal: &Proposal) -> Self {
        let voting = &game.bindings.parameters.voting;
        let mut turnout = Self { gone: (0, 0), most: 0 };
        for vote in proposal.counted().filter(|vote| !game.plays(&vote.player)) {
            turnout.gone.1 += vote.weight;
            turnout.gone.0 += if vote.yes { vote.weight } else { 0 };
        }
        let own = |player: &Player| voting.votes_each.saturating_mul(voting.weight_of(&player.name));
        turnout.most = game.playing().map(own).fold(turnout.gone.1, u32::saturating_add);
        turnout
    }
}

/// A copy of the game in which one count after another of a proposal is played. A count adds to the past and changes nothing
/// of it: so going back copies none of it, however long the game has gone on.
struct Trial {
    /// Its only proposal is the one that is counted.
    before: Game,
    then: Game,
}

impl Trial {
    /// Of the past it has only what a count looks at.
    fn of(mut before: Game, proposal: Proposal) -> Self {
        before.proposals = vec![proposal].into();
        before.messages = Shared::default();
        Self { then: before.clone(), before }
    }

    /// Takes back what a count has done.
    fn go_back(&mut self) {
        let Self { before, then } = self;
        then.status = before.status;
        then.players.clone_from(&before.players);
        then.wins.clone_from(&before.wins);
        then.proposals[0].clone_from(&before.proposals[0]);
        then.messages.truncate(before.messages.len());
        then.ledger.truncate(before.ledger.len());
        then.alerts.truncate(before.alerts.len());
        then.accounts.held.clone_from(&before.accounts.held);
        then.accounts.deeds.truncate(before.accounts.deeds.len());
        debug_assert_eq!(then, before, "a count changes nothing else");
    }
}

/// Counts as effects of the players' own have them come out: copies of the game play them to their end.
struct Played<'a> {
    game: &'a Game,
    adopted: Trial,
    defeated: Trial,
    /// Who may vote, the proposer first.
    voters: Vec<String>,
}

impl<'a> Played<'a> {
    /// `None` if no effect is in force: the rules about points say all that comes of a count.
    fn of(game: &'a Game, proposal: &Proposal) -> Option<Self> {
        if game.effects().is_empty() {
            return None;
        }
        let (mut proposal, mut adopted) = (proposal.clone(), game.clone());
        proposal.completion = Some(game.completion(&proposal, game.now));
        // The votes of those who play are the counts'.
        proposal.votes.retain(|vote| vote.void_by.is_none() && !game.plays(&vote.player));
        let mut voters = game.eligible();
        voters.sort_by_key(|name| *name != proposal.proposer);
        let place = adopted.proposals.len();
        adopted.proposals.push(proposal.clone());
        adopted.put_into_effect(place, game.now);
        let in_effect = adopted.proposals.swap_remove(place);
        let (adopted, defeated) = (Trial::of(adopted, in_effect), Trial::of(game.clone(), proposal));
        Some(Self { game, adopted, defeated, voters })
    }

    /// The game after this count.
    fn after(&mut self, yes: u32, cast: u32, adopted: bool) -> &Game {
        let (trial, at) = (if adopted { &mut self.adopted } else { &mut self.defeated }, self.game.now);
        trial.go_back();
        let then = &mut trial.then;
        let proposal = &mut then.proposals[0];
        let (gone_yes, gone) = proposal.count();
        let vote = |(nth, player): (u32, &String)| Vote {
            player: player.clone(),
            yes: nth < yes.saturating_sub(gone_yes),
            at,
            void_by: None,
            weight: 1,
            by: None,
            hidden: false,
        };
        proposal.votes.extend((0..cast.saturating_sub(gone)).zip(self.voters.iter().cycle()).map(vote));
        then.post_vote_points(0, adopted, at);
        then
    }

    /// What the proposer gets, what each player against does, and whether the proposer wins by it.
    fn come_to(&mut self, yes: u32, cast: u32, adopted: bool) -> (i64, i64, bool) {
        let game = self.game;
        let then = self.after(yes, cast, adopted);
        let total = |game: &Game, name: &str| game.player(name).map_or(0, |player| player.total);
        let gained = |name: &str| total(then, name) - total(game, name);
        let proposal = &then.proposals[0];
        let against = proposal.counted().find(|vote| !vote.yes && vote.player != proposal.proposer);
        let each_against = against.map_or(0, |vote| gained(&vote.player));
        let wins = then.wins.iter().skip(game.wins.len()).any(|win| win.player == proposal.proposer);
        (gained(&proposal.proposer), each_against, wins)
    }
}

/// For every possible count: adopted or not, what the proposer and each player against would get, and whether that
/// makes the proposer win.
pub(super) fn all(game: &Game, proposal: &Proposal, changed: Option<&Changed>) -> Vec<Count> {
    /// Of more votes than these the rows say nothing to anybody; fewer, where each row is played in a copy of the game.
    const MOST: u32 = 60;
    const MOST_PLAYED: u32 = 20;
    let parameters = &game.bindings.parameters;
    let eligible = u32::try_from(game.eligible().len()).unwrap_or(u32::MAX);
    let turnout = Turnout::of(game, proposal);
    let (gone_yes, gone) = turnout.gone;
    let given = |role, points: i64| if game.enforces(role) { points } else { 0 };
    let possible = |(yes, cast): &(u32, u32)| *yes >= gone_yes && cast - yes >= gone - gone_yes;
    let mut played = Played::of(game, proposal);
    let most = if played.is_some() { MOST_PLAYED } else { MOST };
    let most = turnout.most.min(most.max(eligible));
    let counts = (0..=most).flat_map(|cast| (0..=cast).map(move |yes| (yes, cast))).filter(possible);
    let number = |role| game.bindings.rule(role).and_then(|rule| Some(game.book.rule(rule)?.current().label));
    let row = |(yes, cast): (u32, u32)| {
        let (in_favour, voters) = ((yes - gone_yes).min(eligible), (cast - gone).min(eligible));
        let tally = Tally { yes, cast, eligible, in_favour, voters };
        let adopted = game.thresholds(proposal).map(|all| all.iter().all(|threshold| threshold.adopts(tally)));
        let after = changed.filter(|_| adopted == Some(true));
        let highest = after.map_or(&game.book, |changed| &changed.book).highest();
        let earned = given(Role::ProposerPoints, parameters.proposer_points.earned(highest, yes, cast));
        let penalty =
            if adopted == Some(false) { given(Role::DefeatPenalty, parameters.defeat_penalty.points) } else { 0 };
        let against = if adopted == Some(true) && yes < cast {
            given(Role::AgainstBonus, parameters.against_bonus.points)
        } else {
            0
        };
        // Points come one after the other, the rule with the lowest number first (reading 34).
        let penalty_first = number(Role::DefeatPenalty) < number(Role::ProposerPoints);
        let before = game.player(&proposal.proposer).filter(|player| player.plays()).map(|player| player.total);
        let bindings = after.map_or(&game.bindings, |changed| &changed.bindings);
        let book = after.map_or(&game.book, |changed| &changed.book);
        let goal = (bindings.force(Role::Win, book) == Force::Enforced).then_some(bindings.parameters.win.points);
        let highest = before.map(|before| before + if penalty_first { earned - penalty } else { earned });
        let wins = goal.is_some_and(|goal| highest.is_some_and(|highest| highest >= goal));
        let played = played.as_mut().zip(adopted).map(|(played, adopted)| played.come_to(yes, cast, adopted));
        let (proposer, each_against, wins) = played.unwrap_or((earned - penalty, against, wins));
        let wins = wins && game.status == Status::Active;
        Count { yes, cast, adopted, proposer, each_against, wins }
    };
    counts.map(row).collect()
}
