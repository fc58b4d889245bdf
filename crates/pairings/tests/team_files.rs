//! Report files of teams: who plays for them, what their matches came to, and the round that follows.

use std::collections::BTreeMap;

use rookery_pairings::engine::{Answer, Request, Task, answer};
use rookery_pairings::trf::{Edition, Report, TeamEvent, TeamRecord};
use rookery_pairings::{
    Bye, Colour, Entry, Format, Games, Number, Points, Preferences, Score, TeamSwiss, TeamTieBreak, TeamTournament,
    Tournament,
};

const BOARDS: usize = 3;
/// Each team has a player more than boards.
const MEMBERS: u32 = 4;

/// Numbers that look random (SplitMix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % bound
    }
}

fn event(teams: u32, rounds: usize) -> TeamEvent {
    let record = |number: Number| {
        let players = (0..MEMBERS).map(|member| member * teams + number).collect();
        (number, TeamRecord { number, name: format!("Team {number}"), players, ..TeamRecord::default() })
    };
    TeamEvent {
        teams: TeamTournament {
            matches: Tournament { scoring: TeamSwiss::MATCH_POINTS, ..Tournament::of(teams, rounds) },
            boards: BOARDS,
            scoring: Default::default(),
            games: (1..=teams).map(|team| (team, Vec::new())).collect(),
        },
        records: (1..=teams).map(record).collect(),
        is_swiss: true,
        preferences: Preferences::Simple,
        has_second_score: true,
        line_ups: BTreeMap::new(),
    }
}

/// Plays a round, board by board: substitutes, boards that stay empty, matches to which nobody came.
fn play(event: &mut TeamEvent, players: &mut Tournament, round: usize, chance: &mut Chance) {
    // In a small field nobody may be left to meet.
    let Ok(paired) = event.pair(&event.teams.matches) else { return };
    let of_bye = Points::halves(BOARDS as i32);
    let mut entries: BTreeMap<Number, Entry> = BTreeMap::new();
    let mut of_teams: BTreeMap<Number, (Entry, Games)> = BTreeMap::new();
    if let Some(alone) = paired.bye {
        of_teams.insert(alone, (Entry::Bye(Bye::Allocated), Games { points: of_bye, boards: Vec::new() }));
    }
    for pair in &paired.pairs {
        let mut line_up = |team: Number| -> Vec<Option<Number>> {
            let members = &event.records[&team].players;
            // One of the team is left out; now and then the order is another one.
            let out = chance.below(u64::from(MEMBERS)) as usize;
            let mut seats: Vec<_> =
                (0..members.len()).filter(|index| *index != out).map(|index| Some(members[index])).collect();
            if chance.below(4) == 0 {
                seats.swap(0, 1);
                event.line_ups.insert((round, team), seats.clone());
            }
            seats
        };
        let (first, mut second) = (line_up(pair.white), line_up(pair.black));
        let nobody_came = chance.below(12) == 0;
        if !nobody_came && chance.below(4) == 0 {
            second[BOARDS - 1] = None;
            event.line_ups.insert((round, pair.black), second.clone());
        }
        let mut boards = (Vec::new(), Vec::new());
        for (board, (one, other)) in first.iter().zip(&second).enumerate() {
            let one = one.unwrap();
            let colour = if board % 2 == 0 { Colour::White } else { Colour::Black };
            let Some(other) = *other else {
                entries.insert(one, Entry::Bye(Bye::Full));
                boards.0.push(Points::whole(1));
                boards.1.push(Points(0));
                continue;
            };
            let (score, theirs) = [(Score::Win, Score::Loss), (Score::Draw, Score::Draw), (Score::Loss, Score::Win)]
                [chance.below(3) as usize];
            let forfeit = |opponent, colour, won| Entry::Forfeit { opponent, colour: Some(colour), won };
            let (own, against) = if nobody_came {
                (forfeit(other, colour, true), forfeit(one, colour.other(), false))
            } else {
                (Entry::game(other, colour, score), Entry::game(one, colour.other(), theirs))
            };
            entries.insert(one, own);
            entries.insert(other, against);
            boards.0.push(players.scoring.of(&own));
            boards.1.push(players.scoring.of(&against));
        }
        let (own, theirs) = (Games::of(boards.0), Games::of(boards.1));
        let (one, other) = match own.points.cmp(&theirs.points) {
            std::cmp::Ordering::Greater => (Score::Win, Score::Loss),
            std::cmp::Ordering::Equal => (Score::Draw, Score::Draw),
            std::cmp::Ordering::Less => (Score::Loss, Score::Win),
        };
        let entry = |opponent, colour, score, won| {
            if nobody_came {
                Entry::Forfeit { opponent, colour: Some(colour), won }
            } else {
                Entry::game(opponent, colour, score)
            }
        };
        of_teams.insert(pair.white, (entry(pair.black, Colour::White, one, true), own));
        of_teams.insert(pair.black, (entry(pair.white, Colour::Black, other, false), theirs));
    }
    for team in &mut event.teams.matches.players {
        let (entry, games) = of_teams.remove(&team.number).unwrap();
        team.rounds.push(entry);
        event.teams.games.get_mut(&team.number).unwrap().push(games);
    }
    for player in &mut players.players {
        player.rounds.push(entries.get(&player.number).copied().unwrap_or(Entry::Bye(Bye::Zero)));
    }
}

fn played(teams: u32, rounds: usize, seed: u64) -> (TeamEvent, Tournament) {
    let (mut event, mut players) = (event(teams, rounds), Tournament::of(teams * MEMBERS, rounds));
    let mut chance = Chance(seed);
    for round in 1..rounds {
        play(&mut event, &mut players, round, &mut chance);
    }
    (event, players)
}

#[test]
fn teams_come_out_and_go_in_again_and_their_rounds_are_as_they_were_paired() {
    for seed in 0..60 {
        let (teams, rounds) = (4 + (seed % 7) as u32, 3 + (seed % 3) as usize);
        let (event, players) = played(teams, rounds, seed);
        let (paired, next) =
            (event.teams.matches.played(), event.pair(&event.teams.matches).map(|round| round.listed()));
        let mut report = Report::of(&players, "Teams", Edition::Trf26).unwrap();
        report.list_teams(event);
        report.list_tie_breaks(&["EDE", "EMGSB"].map(|code| code.parse::<TeamTieBreak>().unwrap()));
        let text = report.write();
        let again = Report::read(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        // Line-ups in the usual order need no line of their own.
        let (mut read, written) = (again.teams.clone().unwrap(), report.teams.clone().unwrap());
        read.line_ups = written.line_ups.clone();
        assert_eq!(read, written, "{text}");
        assert_eq!(again.write(), text);
        assert_eq!(again.team_tie_breaks().unwrap().len(), 2);
        let asked = |task| answer(text.as_bytes(), Request { task, ..Request::default() });
        assert_eq!(
            asked(Task::Check).text(),
            format!("rounds that are as the rules pair them: {paired} of {paired}\n")
        );
        if let Ok(next) = next {
            assert_eq!(asked(Task::Pair), Answer::Met(next), "{text}");
            assert!(asked(Task::Explain).text().contains("Team 1"), "{text}");
        }
    }
}

/// A match of two teams of two, won 1½ to ½.
const MATCH: &str = "\
142 2
192 FIDE_TEAM_TYPEA_MP_GP
352 WB
001    1      Ada                                                                1.0    1     3 w 1
001    2      Ben                                                                0.5    2     4 b =
001    3      Cem                                                                0.0    3     1 b 0
001    4      Dora                                                               0.5    4     2 w =
310   1 Rooks                            ROO     1800    2.0    1.5   1     1    2
310   2 Bishops                          BIS     1700    0.0    0.5   2     3    4
";

#[test]
fn a_match_is_made_of_its_boards() {
    let report = Report::read(MATCH).unwrap();
    assert_eq!(report.write(), MATCH);
    let event = report.teams.unwrap();
    assert_eq!(event.teams.matches.players[0].rounds, [Entry::game(2, Colour::White, Score::Win)]);
    assert_eq!(event.teams.games[&2], [Games::of(vec![Points(0), Points::halves(1)])]);
    let rooks = &event.records[&1];
    assert_eq!((rooks.nickname.as_str(), rooks.strength.as_str(), rooks.rank), ("ROO", "1800", Some(1)));
    assert_eq!(event.teams.boards, 2);
}

#[test]
fn byes_forfeits_and_other_points_are_those_of_the_lines() {
    let more = "\
320  1.0  1.0 003
240 H 002    1
362 TW 3.0   TD 1.0   TL 0.0
310   3 Queens                           QUE     1600    1.0    1.0   3
";
    let text = MATCH.replace("   2.0    1.5", "   3.0    1.5") + more;
    let event = Report::read(&text).unwrap().teams.unwrap();
    assert_eq!(event.teams.matches.players[2].rounds, [Entry::Bye(Bye::Allocated)]);
    assert_eq!(event.teams.matches.asked, BTreeMap::from([((2, 1), Bye::Half)]));
    assert_eq!(event.teams.matches.points(1, 1), Points::whole(3));
    // Without games of its players a match can be forfeited as a whole; the second round is one that was played then.
    let forfeited = text.replace("320  1.0  1.0 003", "330 -+ 002 003 002").replace("1.0    1.0   3", "0.0    0.0   3");
    let forfeited =
        forfeited.replace("   3.0    1.5", "   4.0    2.5").replace("   0.0    0.5   2", "   3.0    2.5   2");
    let event = Report::read(&forfeited).unwrap_or_else(|fault| panic!("{fault}")).teams.unwrap();
    let lost = Entry::Forfeit { opponent: 2, colour: Some(Colour::White), won: false };
    assert_eq!(event.teams.matches.players[2].rounds, [Entry::Bye(Bye::Zero), lost]);
    assert_eq!(event.teams.games[&2].iter().map(|games| games.points).sum::<Points>(), Points::halves(5));
}

#[test]
fn what_does_not_fit_is_answered_with_its_place() {
    let fault = |old: &str, new: &str| Report::read(&MATCH.replacen(old, new, 1)).unwrap_err().to_string();
    let cases = [
        ("310   2", "310   1", "line 9, column 5: expected a number that no other team has, from 1, found \"  1\""),
        (
            "    3    4\n",
            "    3    9\n",
            "line 9, column 1: expected players with lines of their own, which 9 has not, found \"\"",
        ),
        (
            "    3    4\n",
            "    3    1\n",
            "line 9, column 1: expected players of one team, but 1 is in another one, too, found \"\"",
        ),
        (
            "   2.0    1.5",
            "   1.0    1.5",
            "line 8, column 55: expected the match points that the results add up to, 2.0, found \"   1.0\"",
        ),
        (
            "   2.0    1.5",
            "   2.0    2.0",
            "line 8, column 62: expected the points of boards that the results add up to, 1.5, found \"   2.0\"",
        ),
        ("352 WB", "352 WX", "line 3, column 6: expected W or B, a letter for each board, found \"X\""),
        (
            "TYPEA_MP_GP",
            "TYPEA_GP_MP",
            "line 2, column 5: expected a Swiss of teams by match points, found \"FIDE_TEAM_TYPEA_GP_MP\"",
        ),
        ("    1    2\n", "    1    x\n", "line 8, column 79: expected the number of a player, found \"   x\""),
        (
            "142 2\n",
            "142 2\n300   1   1   2    3    4\n",
            "line 2, column 1: expected players of team 1, to which 3 does not belong, found \"\"",
        ),
        (
            "142 2\n",
            "142 2\n320  1.0  1.0 009\n",
            "line 2, column 1: expected teams with lines 310, which 9 has not, found \"\"",
        ),
        ("142 2\n", "142 2\n330 ++ 001 001 002\n", "line 2, column 5: expected +-, -+ or --, found \"++\""),
        ("142 2\n", "142 2\n362 TX 1.0\n", "line 2, column 5: expected TW, TD or TL, found \"TX\""),
    ];
    for (old, new, told) in cases {
        assert_eq!(fault(old, new), told);
    }
    // Points that a line 299 gives are not in the results.
    let penalised = MATCH.replace("   2.0    1.5", "   1.0    1.5") + "299    -1.0   0.0   001    1\n";
    assert!(Report::read(&penalised).is_ok());
}

#[test]
fn the_older_edition_has_names_and_orders_alone() {
    let (event, players) = played(4, 3, 1);
    let mut report = Report::of(&players, "Teams", Edition::Trf16).unwrap();
    report.list_teams(event);
    let text = report.write();
    assert!(text.contains("013 Team 2                             2    6   10   14\r\n"), "{text}");
    let again = Report::read(&text).unwrap();
    assert_eq!((again.teams.is_none(), again.write()), (true, text.clone()));
    // Where it says that it is a Swiss of teams, it is read as one.
    let event = Report::read(&format!("192 FIDE_TEAM\r\n{text}")).unwrap().teams.unwrap();
    assert_eq!(event.records[&2].players, [2, 6, 10, 14]);
    assert_eq!(event.teams.matches.played(), 2);
}
