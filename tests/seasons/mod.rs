//! Random seasons of everything that bears on a score: games at the club, online and at a tournament's boards; objections
//! and rematches; corrections of the register; elections; decisions that are made, left undeclared, petitioned
//! against, overturned, replaced, remanded, made again, and brought back en banc. Each is played twice in the same club:
//! once as it comes, once by other people and without the decisions that stood no longer at its end. Both must end with
//! the same scores, games won, drawn and lost, deductions and table of the tournament.
//!
//! `ROOKERY_SEASONS` says how many (1,000 for a thorough run); a few if it is not set.

pub mod bench;
mod evening;
mod field;
mod season;
mod simulation;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rookery::conduct::decisions::Step;
use rookery::games::rules::afterwards::RematchOutcome;
use rookery::ratings::{self, Outcome};
use rookery::tournaments::Score;

use crate::harness::Club;
use field::Field;

/// Players of a season.
const PLAYERS: usize = 4;
/// Boards of its tournament, in which everybody meets everybody twice.
const BOARDS: usize = PLAYERS * (PLAYERS - 1);

/// What happens next, with players, games, decisions and cases by number; a number too large wraps around.
#[derive(Clone, Debug)]
enum Move {
    Game {
        white: usize,
        black: usize,
        outcome: Outcome,
    },
    Deduct {
        accused: usize,
        points: i64,
    },
    Forfeit {
        accused: usize,
        game: usize,
    },
    Fraud {
        accused: usize,
        step: Step,
        game: Option<usize>,
    },
    Ban {
        accused: usize,
        weeks: i64,
    },
    Declare {
        decision: usize,
    },
    /// By the accused, up to the opening of the hearing.
    Petition {
        decision: usize,
    },
    Judge {
        case: usize,
        verdict: Verdict,
    },
    /// Asked for, accepted and judged.
    EnBanc {
        case: usize,
        verdict: Verdict,
    },
    /// Made again by the moderator after a remand.
    Again {
        decision: usize,
        points: i64,
    },
    /// The Court's own decision as though nothing had stood in its place before; only in a season played again.
    OutOfNothing {
        decision: usize,
        points: i64,
    },
    Void {
        game: usize,
    },
    Restore {
        game: usize,
    },
    /// By one of the players.
    Object {
        game: usize,
        white: bool,
    },
    /// What came of an objection; the result, where the rematch was played.
    Rematch {
        objection: usize,
        came: RematchOutcome,
        outcome: Outcome,
    },
    /// Strikes a player from the register of a session, or puts one there who was not on it.
    Register {
        session: usize,
        player: usize,
    },
    /// At a table of the games room, for points; until one of them resigns.
    Online {
        white: usize,
        black: usize,
        white_wins: bool,
    },
    /// The game of a board of the tournament.
    Board {
        board: usize,
        score: Score,
    },
    /// The Chief Justice calls an election.
    Call,
    /// A player stands for it.
    Stand {
        player: usize,
    },
    Vote {
        player: usize,
        candidate: usize,
    },
    NextWeek {
        absent: usize,
    },
}

/// What the Court says.
#[derive(Clone, Copy, Debug)]
pub enum Verdict {
    Uphold,
    Overturn,
    /// With a deduction of the Court's own.
    Replace {
        points: i64,
    },
    /// To be made again within so many days.
    Remand {
        days: i64,
    },
    /// The ban that comes with the decision.
    Lift,
}

fn verdicts() -> impl Strategy<Value = Verdict> {
    prop_oneof![
        2 => Just(Verdict::Uphold),
        3 => Just(Verdict::Overturn),
        2 => (1..20_i64).prop_map(|points| Verdict::Replace { points }),
        3 => (0..12_i64).prop_map(|days| Verdict::Remand { days }),
        1 => Just(Verdict::Lift),
    ]
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let player = || 0..PLAYERS;
    let step = proptest::sample::select(Step::ALL);
    let any_number = || 0..12_usize;
    let result = || prop_oneof![Just(Outcome::White), Just(Outcome::Draw), Just(Outcome::Black)];
    let score = proptest::sample::select(vec![Score::White, Score::Draw, Score::Black]);
    let came = prop_oneof![
        3 => Just(RematchOutcome::Played),
        1 => proptest::sample::select(RematchOutcome::ALL),
    ];
    let one = prop_oneof![
        8 => (player(), 1..PLAYERS, result()).prop_map(|(white, next, outcome)| Move::Game {
            white,
            black: (white + next) % PLAYERS,
            outcome,
        }),
        2 => (player(), 1..40_i64).prop_map(|(accused, points)| Move::Deduct { accused, points }),
        2 => (player(), any_number()).prop_map(|(accused, game)| Move::Forfeit { accused, game }),
        3 => (player(), step, proptest::option::of(any_number()))
            .prop_map(|(accused, step, game)| Move::Fraud { accused, step, game }),
        1 => (player(), 0..3_i64).prop_map(|(accused, weeks)| Move::Ban { accused, weeks }),
        10 => any_number().prop_map(|decision| Move::Declare { decision }),
        8 => any_number().prop_map(|decision| Move::Petition { decision }),
        8 => (any_number(), verdicts()).prop_map(|(case, verdict)| Move::Judge { case, verdict }),
        4 => (any_number(), verdicts()).prop_map(|(case, verdict)| Move::EnBanc { case, verdict }),
        3 => (any_number(), 1..20_i64).prop_map(|(decision, points)| Move::Again { decision, points }),
        1 => any_number().prop_map(|game| Move::Void { game }),
        1 => any_number().prop_map(|game| Move::Restore { game }),
        4 => (any_number(), any::<bool>()).prop_map(|(game, white)| Move::Object { game, white }),
        4 => (any_number(), came, result())
            .prop_map(|(objection, came, outcome)| Move::Rematch { objection, came, outcome }),
        2 => (any_number(), player()).prop_map(|(session, player)| Move::Register { session, player }),
        2 => (player(), 1..PLAYERS, any::<bool>()).prop_map(|(white, next, white_wins)| Move::Online {
            white,
            black: (white + next) % PLAYERS,
            white_wins,
        }),
        4 => (0..BOARDS, score).prop_map(|(board, score)| Move::Board { board, score }),
        1 => Just(Move::Call),
        2 => player().prop_map(|player| Move::Stand { player }),
        3 => (player(), any_number()).prop_map(|(player, candidate)| Move::Vote { player, candidate }),
        4 => (0..=PLAYERS).prop_map(|absent| Move::NextWeek { absent }),
    ];
    proptest::collection::vec(one, 10..90)
}

/// Seasons played in one club before a new one is made: its log is folded again at the end of each.
const TOGETHER: u32 = 25;

fn seasons(new_club: fn() -> Club) {
    let wanted: u32 = std::env::var("ROOKERY_SEASONS").map_or(6, |number| number.parse().expect("a number"));
    let mut tally = field::Tally::default();
    for round in 0..wanted.div_ceil(TOGETHER) {
        let field = Field::new(new_club());
        let cases = TOGETHER.min(wanted - round * TOGETHER);
        let config = Config { cases, failure_persistence: None, max_shrink_iters: 300, ..Config::default() };
        let mut seed = [0; 32];
        seed[..4].copy_from_slice(&round.to_le_bytes());
        let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
        if let Err(failure) = runner.run(&moves(), |moves| field.compare(&moves)) {
            panic!("{failure}");
        }
        let report = field.club.app.db.read_now(ratings::verify::verify).unwrap();
        assert_eq!(report.faults, []);
        let acts =
            field.club.app.db.read_now(|db| rookery::audit::verify(db, &rookery::audit::Kept::default())).unwrap();
        assert!(acts.is_ok(), "{acts:?}");
        tally.add(&field);
    }
    println!("{wanted} seasons: {tally:?}");
    assert!(tally.came_to_enough(wanted), "{tally:?}");
}

#[test]
fn what_is_undone_leaves_the_score_that_there_would_be_without_it_on_sqlite() {
    seasons(Club::on_sqlite);
}

#[test]
fn what_is_undone_leaves_the_score_that_there_would_be_without_it_on_postgres() {
    seasons(Club::on_postgres);
}
