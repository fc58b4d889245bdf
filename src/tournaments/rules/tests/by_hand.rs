//! Tables by hand: what is founded, entered, announced, refused, and what stands in the table.

use super::*;
use crate::error::Kind;
use crate::tournaments::actions::{self, Absent, AnswerChallenge, Chosen, End, Enter, EnterResult, Withdraw};
use crate::tournaments::{Absence, ChallengeId, Decider, Keizer};

const WHITE: Option<Score> = Some(Score::White);
const DRAW: Option<Score> = Some(Score::Draw);
const BLACK: Option<Score> = Some(Score::Black);

fn swiss() -> Settings {
    settings(Format::Swiss { baku: false }, Some(5))
}

fn keizer() -> Settings {
    settings(Format::Keizer(Keizer { top: Some(30), ..Keizer::default() }), None)
}

fn knockout(games: i64) -> Settings {
    settings(Format::Knockout { games, decider: Decider::Again }, None)
}

fn announce_as(facts: &Facts, boards: &[(i64, i64)]) -> Result<NextRound, Refusal> {
    let chosen = |(white, black): &(i64, i64)| Chosen { white: PersonId(*white), black: PersonId(*black) };
    let request = actions::Announce {
        round: facts.last_round() + 1,
        session: None,
        day: None,
        boards: Some(boards.iter().map(chosen).collect()),
    };
    announce(facts, &request, None, &name)
}

fn of_result(result: Option<Score>) -> EnterResult {
    EnterResult { result, ending: None, played_at: None, game: None, insist: false }
}

#[test]
fn what_is_founded_is_within_its_bounds() {
    type Change = fn(&mut NewTournament);
    let rows: &[(Change, &[&str])] = &[
        (|_| (), &[]),
        (|new| new.name = "x".into(), &["name"]),
        (|new| new.settings.rounds = None, &["rounds"]),
        (|new| new.settings.rounds = Some(100), &["rounds"]),
        (|new| new.settings.open_until = Some(0), &["open_until"]),
        (|new| new.settings.scoring.win = 0, &["scoring.win"]),
        (|new| new.settings.scoring.draw = 11, &["scoring.draw"]),
        (|new| new.settings.scoring.forfeit_loss = 5, &["scoring.forfeit_loss"]),
        (|new| new.settings.tie_breaks = vec!["BH/C1".into(), "SB".into()], &[]),
        (|new| new.settings.tie_breaks = vec!["XX".into(), "SB".into(), "SB".into()], &["tie_breaks", "tie_breaks"]),
        (|new| new.teams = vec!["Rooks".into()], &["teams"]),
        (|new| new.settings.boards = Some(0), &["boards", "teams"]),
        (|new| (new.settings.format, new.settings.rounds) = (Format::RoundRobin { legs: 5 }, None), &["format.legs"]),
        (|new| new.settings.format = Format::RoundRobin { legs: 1 }, &["rounds"]),
        (
            |new| new.settings.format = Format::Keizer(Keizer { bye: 101, again_after: -1, ..Keizer::default() }),
            &["format.bye", "format.again_after"],
        ),
        (|new| (new.settings.format, new.settings.rounds) = (Format::Scheveningen, None), &["teams"]),
    ];
    for (index, (change, fields)) in rows.iter().enumerate() {
        let mut new = NewTournament { name: "Autumn cup".into(), settings: swiss(), teams: Vec::new() };
        change(&mut new);
        let wrong = found(&new).err().map_or_else(Vec::new, |refusal| refusal.errors);
        assert_eq!(wrong.iter().map(|wrong| wrong.field.as_ref()).collect::<Vec<_>>(), *fields, "row {index}");
    }
}

#[test]
fn numbers_follow_ratings_and_then_who_entered_first() {
    let mut facts = facts(swiss(), 4);
    facts.players[0].rating = None;
    facts.players[2].rating = Some(2100);
    facts.players[3].rating = Some(1998);
    let order: Vec<i64> = seeded(&facts).iter().map(|(person, ..)| person.0).collect();
    assert_eq!(order, [3, 2, 4, 1]);
}

#[test]
fn a_swiss_is_paired_by_the_dutch_system() {
    let mut facts = facts(swiss(), 5);
    assert_eq!(play(&mut facts, &[WHITE, BLACK]), "1-3 4-2 5");
    assert_eq!(next(&facts).unwrap().boards.len(), 3);
    let why = facts.boards[0].why.as_ref().unwrap().to_string();
    assert_eq!(why, "Both have 0 points. Neither was due a colour; the pairing number says who has White.");
    let table = standings(&facts, 1);
    let points: Vec<(i64, &str)> = table.rows.iter().map(|row| (row.person.id.0, row.points.as_str())).collect();
    assert_eq!(points, [(1, "1.0"), (2, "1.0"), (5, "1.0"), (3, "0.0"), (4, "0.0")]);
    let cells: Vec<Option<char>> = table.rows.iter().map(|row| row.rounds[0].result).collect();
    assert_eq!(cells, [Some('1'), Some('1'), Some('U'), Some('0'), Some('0')]);
}

#[test]
fn a_swiss_waits_for_results_but_not_for_annulled_games() {
    let mut facts = facts(swiss(), 4);
    play(&mut facts, &[WHITE, None]);
    let refused = next(&facts).unwrap_err();
    assert_eq!(refused.kind, Kind::Conflict);
    assert!(refused.detail.to_string().starts_with("Board 2 of round 1 has no result"), "{}", refused.detail);
    facts.boards[1].annulled = true;
    // Who sat there has played nobody: they may meet again.
    assert_eq!(pairs(&next(&facts).unwrap().boards).split(' ').count(), 2);
    assert_eq!(standings(&facts, 1).rows[1].rounds[0].result, None);
}

#[test]
fn chosen_boards_keep_what_always_holds() {
    let mut facts = facts(swiss(), 5);
    facts.apart.insert((PersonId(1), PersonId(2)));
    play(&mut facts, &[WHITE, BLACK]);
    facts.absences.push((PersonId(4), 2, Absence::Half));
    let rows: &[(&[(i64, i64)], &str)] = &[
        (&[(1, 2), (3, 5)], "Ada and Ben are kept apart."),
        (&[(1, 3), (2, 5)], "Ada and Cleo met in round 1: nobody meets twice."),
        (&[(1, 5), (1, 2)], "Ada sits at two boards: each plays one game in a round."),
        (&[(1, 4), (2, 5)], "Dan is not there for this round: absent, withdrawn or not entered."),
        (&[(1, 5)], "Ben and Cleo are there and not paired: pair them, or say that they are absent."),
    ];
    for (boards, detail) in rows {
        assert_eq!(announce_as(&facts, boards).unwrap_err().detail.to_string(), *detail);
    }
    let chosen = announce_as(&facts, &[(5, 1), (3, 2)]).unwrap();
    assert_eq!((pairs(&chosen.boards), chosen.absent), ("5-1 3-2".into(), vec![(PersonId(4), Absence::Half)]));
    facts.absences.clear();
    let refused = announce_as(&facts, &[(1, 4), (2, 3)]).unwrap_err().detail.to_string();
    assert_eq!(refused, "Eve had a bye or a full point without a game: it is another's turn.");
}

#[test]
fn keizer_counts_by_places_and_says_so() {
    let mut facts = facts(keizer(), 3);
    facts.absences.push((PersonId(3), 2, Absence::Duty));
    assert_eq!(play(&mut facts, &[BLACK]), "1-2 3");
    assert_eq!(play(&mut facts, &[DRAW]), "2-1");
    let table = standings(&facts, 2);
    let places: Vec<(i64, &str, Option<i64>)> =
        table.rows.iter().map(|row| (row.person.id.0, row.points.as_str(), row.value)).collect();
    // Ben: 30 + 28 + 28/2; Cleo: 29 and twice 67 % of it; Ada: 28 + 30/2.
    assert_eq!(places, [(2, "72", Some(30)), (3, "67.86", Some(29)), (1, "43", Some(28))]);
    let because = |row: usize, round: usize| table.rows[row].rounds[round].because.clone().unwrap();
    assert_eq!(because(0, 0), "The win over Ada was worth 28: Ada stands in place 3.");
    assert_eq!(because(0, 1), "The draw with Ada was worth 14, half of a win: Ada stands in place 3.");
    assert_eq!(because(1, 0), "The bye was worth 19.43: 67 % of the own value, 29.");
    assert_eq!(because(1, 1), "The duty for the club was worth 19.43: 67 % of the own value, 29.");
    assert_eq!(because(2, 0), "The loss to Ben was worth nothing.");
    // The table of the round before is as it was.
    assert_eq!(standings(&facts, 1).rows[0].points, "58");
}

#[test]
fn a_round_robin_needs_no_results_and_who_leaves_loses_what_is_to_come() {
    let mut facts = facts(settings(Format::RoundRobin { legs: 2 }, None), 4);
    assert_eq!(play(&mut facts, &[WHITE, None]), "1-4 2-3");
    assert_eq!(withdraw(&facts, &Withdraw { person: PersonId(4) }, member(4), &name), Ok(Leaving::From(2)));
    facts.players[3].withdrawn_from = Some(2);
    assert_eq!(play(&mut facts, &[None, WHITE]), "4-3 1-2");
    let table = standings(&facts, 2);
    let row = |person: i64| table.rows.iter().find(|row| row.person.id.0 == person).unwrap();
    assert_eq!((row(3).points.as_str(), row(3).rounds[1].result), ("0.0", Some('+')), "told, and not counted");
    assert_eq!((row(4).rounds[1].result, row(2).rounds[0].result), (Some('-'), None));
    for _ in 3..=6 {
        play(&mut facts, &[DRAW, DRAW]);
    }
    assert_eq!(next(&facts).unwrap_err().detail.to_string(), "All 6 rounds are announced.");
    let absent_one = Absent { person: PersonId(1), round: 7, kind: Some(Absence::Half) };
    assert!(absent(&facts, &absent_one, member(1), &name).is_err());
    assert!(end(&facts, &End { reason: None }).is_err(), "a board of the first round is open");
    facts.boards[1].score = DRAW;
    assert_eq!(end(&facts, &End { reason: None }), Ok(State::Ended));
}

#[test]
fn who_leaves_a_round_robin_before_half_of_their_games_is_out_of_its_table() {
    let left_after = |rounds: i64| {
        let mut facts = facts(settings(Format::RoundRobin { legs: 1 }, None), 4);
        for round in 1..=3 {
            play(&mut facts, &[]);
            let left = facts.players[3].withdrawn_from.is_some();
            for board in facts.boards.iter_mut().filter(|board| !left || !board.seats(PersonId(4))) {
                board.score = DRAW;
            }
            if round == rounds {
                facts.players[3].withdrawn_from = Some(round + 1);
            }
        }
        let rows = standings(&facts, 3).rows;
        let row = |row: views::Row| (row.place, row.person.id.0, row.points, row.draws);
        rows.into_iter().map(row).collect::<Vec<_>>()
    };
    let of = |place: i64, person: i64, points: &str, draws: i64| (place, person, points.to_owned(), draws);
    let early = [of(1, 1, "1.0", 2), of(1, 2, "1.0", 2), of(1, 3, "1.0", 2), of(4, 4, "0.0", 0)];
    assert_eq!(left_after(1), early, "a draw with who left counts for nobody, nor a win without playing");
    assert_eq!(left_after(2), [of(1, 2, "2.0", 2), of(2, 1, "1.5", 3), of(2, 3, "1.5", 3), of(4, 4, "1.0", 2)]);
}

#[test]
fn a_knock_out_has_stages_and_its_changed_results_are_told() {
    let mut facts = facts(knockout(1), 5);
    assert_eq!(play(&mut facts, &[DRAW]), "4-5");
    assert_eq!(play(&mut facts, &[WHITE]), "5-4", "a draw is played again");
    assert_eq!(play(&mut facts, &[WHITE, WHITE]).split(' ').count(), 2);
    let whole = views::whole(&facts, &name, Language::English).unwrap();
    let winners = |stage: usize| whole.stages[stage].iter().map(|of_two| of_two.winner.unwrap().0).collect::<Vec<_>>();
    assert_eq!(winners(0), [1, 5, 2, 3]);
    // The first round was lost by Eve after all: who went on had no right to.
    facts.boards[1].score = BLACK;
    let refused = next(&facts).unwrap_err().detail.to_string();
    assert!(refused.starts_with("A result changed after round 3 was paired by it"), "{refused}");
    assert_eq!(views::whole(&facts, &name, Language::English).unwrap().stages.len(), 2);
    let refused = result(&facts, 2, 1, &of_result(WHITE), moderator()).unwrap_err().detail.to_string();
    assert_eq!(refused, "A later game rests on this one: take back the rounds from 3 on first.");
}

#[test]
fn a_level_match_is_decided_as_it_was_announced() {
    let of = |decider| facts(settings(Format::Knockout { games: 1, decider }, None), 2);
    let winner = |facts: &Facts| {
        let whole = views::whole(facts, &name, Language::English).unwrap();
        whole.stages[0][0].winner.map(|person| person.0)
    };
    let mut armageddon = of(Decider::Armageddon);
    play(&mut armageddon, &[DRAW]);
    assert_eq!(winner(&armageddon), None);
    play(&mut armageddon, &[DRAW]);
    let black = armageddon.boards[1].black.unwrap();
    assert_eq!(winner(&armageddon), Some(black.0), "a draw is enough for Black");
    let mut seeded = of(Decider::HigherSeed);
    play(&mut seeded, &[DRAW]);
    assert_eq!(winner(&seeded), Some(1));
    assert!(next(&seeded).is_err(), "it is decided");
}

#[test]
fn casual_teams_meet_those_whom_they_have_not_met() {
    let mut facts = facts(Settings { boards: Some(1), ..settings(Format::Casual, None) }, 4);
    facts.teams = ["Rooks", "Owls", "Bats", "Cats"].map(String::from).into();
    for (team, player) in (1..).zip(&mut facts.players) {
        (player.team, player.team_board) = (Some(team), Some(1));
    }
    for _ in 0..3 {
        play(&mut facts, &[DRAW, DRAW]);
    }
    let pair = |board: &Board| board.black.map(|black| (board.white.min(black), board.white.max(black)));
    let met: BTreeSet<_> = facts.boards.iter().map(pair).collect();
    assert_eq!((facts.boards.len(), met.len()), (6, 6));
}

#[test]
fn a_swiss_of_teams_has_few_move_up_and_a_bye_worth_a_draw() {
    let mut facts = facts(Settings { boards: Some(2), ..settings(Format::Swiss { baku: false }, Some(3)) }, 10);
    facts.teams = ["Rooks", "Owls", "Bats", "Cats", "Hens"].map(String::from).into();
    for (index, player) in (0..).zip(&mut facts.players) {
        (player.team, player.team_board) = (Some(1 + index / 2), Some(1 + index % 2));
    }
    // Team 1 meets 3 and wins, team 4 draws with 2, team 5 has the bye.
    assert_eq!(play(&mut facts, &[WHITE, BLACK, WHITE, WHITE]), "1-5 6-2 7-3 4-8 9 10");
    let rows: Vec<(i64, String, String)> =
        standings(&facts, 1).teams.into_iter().map(|row| (row.team, row.match_points, row.board_points)).collect();
    let row = |team: i64, points: &str, boards: &str| (team, points.to_owned(), boards.to_owned());
    let level = [2, 4, 5].map(|team| row(team, "1.0", "1.0"));
    assert_eq!(rows, [vec![row(1, "2.0", "2.0")], level.to_vec(), vec![row(3, "0.0", "0.0")]].concat());
    // Team 2 moves up to team 1, and team 3 has the bye.
    let next = next(&facts).unwrap();
    assert_eq!(next.matches, [(1, 2, 1), (2, 5, 4)]);
    let why = next.boards[0].why.clone().unwrap().to_string();
    assert!(why.contains("nobody else with 2 was left"), "{why}");
}

#[test]
fn teams_meet_by_boards_and_who_is_missing_is_moved_up_for() {
    let of_teams = Settings { boards: Some(2), ..settings(Format::RoundRobin { legs: 1 }, None) };
    let mut facts = facts(of_teams, 6);
    facts.teams = vec!["Rooks".into(), "Owls".into()];
    for (index, player) in (0..).zip(&mut facts.players) {
        (player.team, player.team_board) = (Some(1 + index % 2), Some(1 + index / 2));
    }
    facts.absences.push((PersonId(1), 1, Absence::Zero));
    // Rooks are 1, 3 and 5, Owls 2, 4 and 6.
    assert_eq!(play(&mut facts, &[DRAW, WHITE]), "3-2 4-5");
    let whole = views::whole(&facts, &name, Language::English).unwrap();
    let of_two = &whole.rounds[0].matches[0];
    assert_eq!((of_two.first, of_two.second, of_two.points), (1, 2, (5, 15)));
    let rows: Vec<(i64, &str, &str)> = whole
        .standings
        .teams
        .iter()
        .map(|row| (row.team, row.match_points.as_str(), row.board_points.as_str()))
        .collect();
    assert_eq!(rows, [(2, "2.0", "1.5"), (1, "0.0", "0.5")]);
    assert_eq!(whole.rounds[0].byes.iter().map(|bye| bye.asked).collect::<Vec<_>>(), [Some(Absence::Zero)]);
}

#[test]
fn a_scheveningen_match_has_everybody_of_one_team_meet_everybody_of_the_other() {
    let mut facts = facts(settings(Format::Scheveningen, None), 4);
    facts.teams = vec!["Rooks".into(), "Owls".into()];
    for (index, player) in (0..).zip(&mut facts.players) {
        (player.team, player.team_board) = (Some(1 + index % 2), Some(1 + index / 2));
    }
    play(&mut facts, &[WHITE, WHITE]);
    play(&mut facts, &[WHITE, WHITE]);
    let met: BTreeSet<(i64, i64)> = facts
        .boards
        .iter()
        .map(|board| (board.white.0, board.black.unwrap().0))
        .map(|(white, black)| (white.min(black), white.max(black)))
        .collect();
    assert_eq!(met, BTreeSet::from([(1, 2), (1, 4), (2, 3), (3, 4)]));
    assert!(next(&facts).is_err());
    let teams = standings(&facts, 2).teams;
    assert_eq!(teams.iter().map(|row| row.board_points.parse::<f64>().unwrap()).sum::<f64>(), 4.0);
}

#[test]
fn who_enters_late_is_paired_from_the_coming_round_on() {
    let mut facts = facts(swiss(), 4);
    play(&mut facts, &[WHITE, WHITE]);
    let request = Enter { person: PersonId(5), team: None, team_board: None };
    let late = enter(&facts, &request, member(5), Some(1500), &name).unwrap();
    assert_eq!((late.number, late.first_round, late.rating), (Some(5), 2, Some(1500)));
    assert_eq!(enter(&facts, &request, member(6), None, &name).unwrap_err().kind, Kind::Forbidden);
    facts.players.push(late);
    assert_eq!(standings(&facts, 1).rows.len(), 5);
    assert_eq!(next(&facts).unwrap().boards.len(), 3);
    assert_eq!(withdraw(&facts, &Withdraw { person: PersonId(5) }, member(5), &name), Ok(Leaving::TakenOut));
    let duty = Absent { person: PersonId(5), round: 2, kind: Some(Absence::Duty) };
    assert_eq!(absent(&facts, &duty, member(5), &name).unwrap_err().errors[0].field, "kind");
    assert_eq!(absent(&facts, &duty, moderator(), &name), Ok(()));
    facts.tournament.settings.open_until = Some(1);
    let sixth = Enter { person: PersonId(6), ..request };
    assert_eq!(enter(&facts, &sixth, member(6), None, &name).unwrap_err().kind, Kind::Conflict);
    assert!(enter(&facts, &sixth, moderator(), None, &name).is_ok());
}

#[test]
fn results_are_entered_by_the_two_and_changed_by_moderators() {
    let mut facts = facts(Settings { rated: true, ..swiss() }, 4);
    play(&mut facts, &[None, None]);
    assert_eq!(pairs(&facts.boards), "1-3 4-2");
    let game = Entering::Game {
        white: PersonId(1),
        black: PersonId(3),
        outcome: crate::ratings::Outcome::White,
        ending: crate::games::Ending::Unstated,
    };
    assert_eq!(result(&facts, 1, 1, &of_result(WHITE), member(3)), Ok(game));
    assert_eq!(result(&facts, 1, 1, &of_result(WHITE), member(2)).unwrap_err().kind, Kind::Forbidden);
    let forfeit = of_result(Some(Score::WhiteForfeit));
    assert_eq!(result(&facts, 1, 1, &forfeit, member(1)), Ok(Entering::Write(Some(Score::WhiteForfeit))));
    (facts.boards[0].game, facts.boards[0].score) = (Some(GameId(7)), WHITE);
    assert_eq!(result(&facts, 1, 1, &of_result(None), moderator()).unwrap_err().kind, Kind::Conflict);
    assert!(take_back_round(&facts, 1).is_err());
    // A game that does not count leaves the board open.
    (facts.boards[0].score, facts.boards[0].annulled) = (None, true);
    assert_eq!(result(&facts, 1, 1, &of_result(WHITE), member(3)), Ok(game));
    assert_eq!(result(&facts, 1, 9, &of_result(WHITE), member(3)).unwrap_err().kind, Kind::NotFound);
}

#[test]
fn a_ladder_is_climbed_by_challenges() {
    let mut facts = facts(settings(Format::Ladder(Default::default()), None), 5);
    let begun = next(&facts).unwrap();
    assert_eq!((begun.boards.len(), begun.seeded.len()), (0, 5));
    announced(&mut facts, &begun);
    assert!(next(&facts).is_err());
    let ask = |person: i64| actions::Challenge { person: PersonId(person) };
    let refused = challenge(&facts, &ask(1), member(5), &name).unwrap_err().detail.to_string();
    assert_eq!(refused, "Ada stands 4 places higher; 3 is the most.");
    assert_eq!(challenge(&facts, &ask(3), member(5), &name), Ok(()));
    facts.challenges.push(Challenge {
        id: ChallengeId(1),
        challenger: PersonId(5),
        challenged: PersonId(3),
        made_at: facts.now,
        accepted_at: None,
        white: None,
        game: None,
        outcome: None,
    });
    let refused = challenge(&facts, &ask(3), member(4), &name).unwrap_err().detail.to_string();
    assert_eq!(refused, "Cleo has an open challenge, which comes first.");
    let accepts = AnswerChallenge { accept: true };
    assert_eq!(answer(&facts, ChallengeId(1), &accepts, member(4)).unwrap_err().kind, Kind::NotFound);
    let play = answer(&facts, ChallengeId(1), &accepts, member(3));
    assert_eq!(play, Ok(Answer::Play { white: PersonId(3) }));
    (facts.challenges[0].accepted_at, facts.challenges[0].white) = (Some(facts.now), Some(PersonId(3)));
    let entered = challenge_result(&facts, ChallengeId(1), &of_result(BLACK), member(5));
    assert_eq!(entered, Ok(Entering::Write(BLACK)));
    facts.challenges[0].outcome = Some((views::Outcome::Won, facts.now));
    let order: Vec<i64> = standings(&facts, 1).rows.iter().map(|row| row.person.id.0).collect();
    assert_eq!(order, [1, 2, 5, 3, 4]);
    assert!(awaited(&facts).unwrap().is_empty());
}

#[test]
fn tie_breaks_show_their_parts() {
    let with =
        Settings { tie_breaks: vec!["BH".into(), "DE".into()], ..settings(Format::RoundRobin { legs: 1 }, None) };
    let mut facts = facts(with, 3);
    for results in [[DRAW], [WHITE], [WHITE]] {
        play(&mut facts, &results);
    }
    let table = standings(&facts, 3);
    assert_eq!(table.tie_breaks[0].name, "Buchholz");
    let first = &table.rows[0].tie_breaks[0];
    let value = first.value.clone().unwrap();
    assert!(first.because.ends_with(&format!("= {value}")), "{}", first.because);
    let german = views::standings(&facts, None, &name, Language::German).unwrap();
    assert_eq!(german.tie_breaks[1].name, "Direkter Vergleich");
}
