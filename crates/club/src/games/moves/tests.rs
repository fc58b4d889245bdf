//! Games and positions that are read, and those that are refused, with the words of the refusal.

use proptest::prelude::*;
use shakmaty::KnownOutcome;

use super::*;

fn read(text: &str) -> Result<Moves, MovesError> {
    Moves::read(text.as_bytes())
}

fn good(text: &str) -> Moves {
    read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refusal(text: &str) -> String {
    match read(text) {
        Ok(moves) => panic!("{text}: was read as {:?}", moves.sans()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn moves_are_written_with_their_numbers() {
    assert_eq!(good("e4 e5 Nf3").numbered(), "1. e4 e5 2. Nf3");
    let later = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 31\"]\n\n31... Kd7 32. O-O *";
    assert_eq!(good(later).numbered(), "31... Kd7 32. O-O");
}

/// A legal game from a list of choices that likes pawn moves and promotions, as SAN without numbers.
pub(in crate::games) fn game_of(choices: &[u16]) -> Moves {
    let mut position = Chess::default();
    let mut words = Vec::new();
    for &choice in choices {
        if BoardEnd::of(&position).is_some() {
            break;
        }
        let legal = position.legal_moves();
        let likes: [&dyn Fn(&Move) -> bool; 3] =
            [&|played| played.promotion().is_some(), &|played| played.is_zeroing(), &|_| true];
        let liked = likes[usize::from(choice) % 2..].iter().find_map(|likes| {
            let some: Vec<Move> = legal.iter().copied().filter(|played| likes(played)).collect();
            (!some.is_empty()).then_some(some)
        });
        let liked = liked.unwrap_or_default();
        let played = liked[usize::from(choice / 2) % liked.len()];
        words.push(SanPlus::from_move_and_play_unchecked(&mut position, played).to_string());
    }
    good(&format!("{} *", words.join(" ")))
}

pub(in crate::games) fn games() -> impl Strategy<Value = Moves> {
    prop::collection::vec(any::<u16>(), 0..220).prop_map(|choices| game_of(&choices))
}

#[test]
fn what_is_tolerated() {
    for (text, sans) in [
        ("1. e4 e5 2. Nf3 *", "e4 e5 Nf3"),
        ("1.e4 e5 2.Nf3", "e4 e5 Nf3"),
        ("e4 e5\nNf3\n", "e4 e5 Nf3"),
        ("\u{feff}1. e4 {best} e5 $1 (1... c5 2. Nf3 (2. c3 {the ) Alapin}) 2... d6) 2. Nf3!? *", "e4 e5 Nf3"),
        ("1. e4! ; the rest of the line { is ) left out\ne5?? 2. Nf3 += *", "e4 e5 Nf3"),
        ("1. e4 e5\n\n2. Nf3 *", "e4 e5 Nf3"),
        ("% a note\n1. e4\n% 1... c5\ne5 2. Nf3 (2. -- d5) *", "e4 e5 Nf3"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. 0-0 Be7 5. Re1 0-0", "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O Be7 Re1 O-O"),
        ("1. e4 (1. d4 {a) b; c} (1. c4) ; ) the rest\n) e5 *", "e4 e5"),
        ("1. e4 Nf6 2. e5 d5 3. exd6 e.p. *", "e4 Nf6 e5 d5 exd6"),
        ("1. e2e4 e7e5 2. Ng1f3 *", "e4 e5 Nf3"),
        ("1. f3 e5 2. g4 Qh4 0-1", "f3 e5 g4 Qh4#"),
        ("", ""),
    ] {
        if text.is_empty() {
            assert_eq!(refusal(text), "There is no game in the text.");
        } else {
            assert_eq!(good(text).sans().join(" "), sans, "{text}");
        }
    }
    let ucis = good("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O").ucis();
    assert_eq!(ucis.last().map(String::as_str), Some("e1g1"));
}

#[test]
fn german_letters_are_read() {
    for (german, english) in [
        ("Sf3", "Nf3"),
        ("Dxd5+", "Qxd5"),
        ("Txa1", "Rxa1"),
        ("Lb5#", "Bb5"),
        ("Kd2", "Kd2"),
        ("Sbd7", "Nbd7"),
        ("T1e2", "R1e2"),
        ("Sg1f3", "Ng1f3"),
        ("e8=D", "e8=Q"),
        ("dxe8=S+", "dxe8=N"),
        ("0-0", "O-O"),
        ("0-0-0#", "O-O-O"),
        ("d5", "d5"),
    ] {
        let (read, meant) = (read_san(german.as_bytes()).ok(), San::from_ascii(english.as_bytes()).ok());
        assert!(read.is_some() && read == meant, "{german}: {read:?}");
    }
    let moves = good("1. e4 e5 2. Sf3 Sc6 3. Lb5 Sf6 4. 0-0 Sxe4 5. Te1 Sd6 6. Sxe5 Le7");
    assert_eq!(moves.numbered(), "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. Re1 Nd6 6. Nxe5 Be7");
    let told = refusal("1. Sf4");
    assert!(told.contains("`Sf4` (line 1) is not a legal move; white may play, for example, Nf3"), "{told}");
}

#[test]
fn results_tags_and_clocks() {
    for (text, result) in [
        ("1. e4 1-0", Some(KnownOutcome::Decisive { winner: Color::White })),
        ("1. e4 0–1", Some(KnownOutcome::Decisive { winner: Color::Black })),
        ("1. e4 ½-½", Some(KnownOutcome::Draw)),
        ("[Result \"1/2-1/2\"]\n\n1. e4", Some(KnownOutcome::Draw)),
        ("[Result \"1-0\"]\n\n1. e4 *", Some(KnownOutcome::Decisive { winner: Color::White })),
        ("1. e4 *", None),
    ] {
        assert_eq!(good(text).result.known(), result, "{text}");
    }
    let moves = Moves::read(b"[White \"Zo\xeb \\\"Z\\\" C\\\\D\"] [Black \"B\"]\r\n\r\n1. e4 {[%clk 0:05:00]} e5 {good} 2. d4 { [%eval 0.3] [%clk 1:02:03.5] }\r\n");
    let moves = moves.expect("Latin-1 and CRLF");
    let noted = good("1. e4 {[good] [%clock 1] [%clk 0:04:59]} e5 {[%clk 0:04} *");
    assert_eq!([0, 1].map(|ply| noted.clock_after(ply)), [Some(299), None]);
    assert_eq!(moves.tags.get("White"), Some("Zoë \"Z\" C\\D"));
    assert_eq!(moves.tags.get("Black"), Some("B"));
    assert_eq!([0, 1, 2, 3].map(|ply| moves.clock_after(ply)), [Some(300), None, Some(3723), None]);
}

#[test]
fn ends_on_the_board() {
    for (text, end) in [
        ("1. f3 e5 2. g4 Qh4#", Some(BoardEnd::Checkmate)),
        (
            "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. Qxc7 Rah6 5. h4 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6",
            Some(BoardEnd::Stalemate),
        ),
        ("[FEN \"8/8/4k3/8/8/3Kp3/8/8 w - - 0 50\"]\n\n50. Kxe3", Some(BoardEnd::InsufficientMaterial)),
        ("1. e4", None),
    ] {
        assert_eq!(good(text).end, end, "{text}");
    }
}

#[test]
fn a_game_may_start_elsewhere() {
    let moves = good("[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 b - - 3 40\"]\n\n40... Kd7 41. a8=Q");
    assert_eq!((moves.turn_of(0), moves.turn_of(1)), ((40, Color::Black), (41, Color::White)));
    assert_eq!(moves.last_fen(), "Q7/3k4/8/8/8/8/8/4K3 b - - 0 41");
    assert_eq!((moves.start_fen(), good("1. e4").start_fen()), (Some("4k3/P7/8/8/8/8/8/4K3 b - - 3 40"), None));
    assert_eq!(moves.positions().count(), 3);
    assert!(refusal("[FEN \"4k3/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4").contains("one king of each colour"));
    assert!(refusal("[Variant \"Atomic\"]\n\n1. e4").contains("only standard chess"));
}

#[test]
fn refusals_name_the_place_the_token_and_what_was_expected() {
    for (text, words) in [
        (
            "1. e4 e5\n2. Nf3 Nc6 3. Bb6",
            "Move 3. `Bb6` (line 2) is not a legal move; white may play, for example, Ba6, Bb5",
        ),
        ("1. e4 Zf6 2. Nf3", "Move 1... `Zf6` (line 1) is not a move in SAN; black may play, for example, "),
        ("1. e4 e5 2. Ke9", "Move 2. `Ke9` (line 1) is not a move in SAN; white may play, for example, Ke2"),
        ("1. Nf3 d5 2. d3 e5 3. Nd2", "could be more than one move; white may play, for example, Nbd2, Nfd2"),
        ("1. e4 -- 2. d4", "Move 1... `--` (line 1) is a null move"),
        ("1. f3 e5 2. g4 Qh4# 3. a3", "Move 3. `a3` (line 1) is not a legal move; the game had ended: checkmate"),
        ("1. e4 1-0 e5", "Move 1... `e5` (line 1) comes after the result"),
        ("1. e4 {never closed", "The comment on line 1 has no end"),
        ("1. e4\n(1. d4 (1. c4)", "The side line on line 2 has no end"),
        ("1. e4 )", "closes a bracket that was never opened"),
        ("[White Anna]\n\n1. e4", "Line 1 is not a tag: `[White Anna]`"),
        ("[Result \"1-0\"]\n\n1. e4 0-1", "The Result tag says 1-0 and the end of the moves says 0-1"),
        ("1. e4 *\n\n[White \"x\"]\n\n1. d4 *", "A second game begins on line 3"),
        ("1. e4 1-0\n\n1. d4", "A second game begins on line 3"),
        ("1. e4 \0 e5", "Line 1 holds a NUL byte"),
        ("hello world", "Move 1. `hello` (line 1) is not a move in SAN"),
    ] {
        let told = refusal(text);
        assert!(told.contains(words), "{text}: {told}");
    }
    assert_eq!(Moves::read(b"\xff\xfe1\0.\0"), Err(MovesError::Utf16));
    let too_large = Err(MovesError::TooLarge);
    assert_eq!(Moves::read(&vec![b' '; MOST_BYTES + 1]), too_large);
    assert_ne!(Moves::read(&vec![b' '; MOST_BYTES]), too_large);
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(MOST_PLIES / 4);
    assert_eq!(good(&shuffle).played().len(), MOST_PLIES);
    assert!(refusal(&(shuffle + "e4")).contains("12000 half-moves"));
    assert!(!refusal("1. e4 1-0 e5").contains("may play"), "after the end no move is expected");
}

#[test]
fn a_refusal_is_also_data() {
    let Err(MovesError::Move(broken)) = read("1. e4 e5 2. Qh6") else { panic!("illegal") };
    let json = serde_json::to_value(&broken).expect("JSON");
    assert_eq!(json["move_fault"], "illegal");
    assert_eq!((json["number"].as_u64(), json["side"].as_str()), (Some(2), Some("white")));
    assert_eq!((json["token"].as_str(), json["expected"][0].as_str()), (Some("Qh6"), Some("Qh5")));
}

#[test]
fn writing() {
    let moves = good("1. e4 {[%clk 0:05:00]} e5 {[%clk 1:04:58]} 2. Nf3 Nc6");
    let tags = Tags::from_iter([("Board", "3"), ("White", "A \"B\" \\C"), ("Result", "0-1")]);
    let draw = Outcome::Known(KnownOutcome::Draw);
    assert_eq!(
        pgn::write(&tags, &moves, draw, true),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"B\\\" \\\\C\"]\n[Black \"?\"]\n\
         [Result \"1/2-1/2\"]\n[Board \"3\"]\n\n\
         1. e4 {[%clk 0:05:00]} 1... e5 {[%clk 1:04:58]} 2. Nf3 Nc6 1/2-1/2\n"
    );
    assert!(pgn::write(&tags, &moves, draw, false).ends_with("\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n"));
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(moves in games(), name in "[ -~é\"\\\\]{0,20}") {
        let tags = Tags::from_iter([("White", name.as_str())]);
        let text = pgn::write(&tags, &moves, Outcome::Unknown, false);
        prop_assert!(text.lines().all(|line| line.len() < 80 || line.starts_with('[')));
        let again = good(&text);
        prop_assert_eq!(again.tags.get("White"), Some(name.as_str()));
        prop_assert_eq!(again.played(), moves.played());
        prop_assert_eq!(again.last(), moves.last());
        prop_assert_eq!(again.end, moves.end);
    }

    #[test]
    fn the_well_kept_parser_reads_the_same(moves in games()) {
        struct Plies;
        impl pgn_reader::Visitor for Plies {
            type Tags = ();
            type Movetext = Vec<San>;
            type Output = Vec<San>;
            fn begin_tags(&mut self) -> std::ops::ControlFlow<Self::Output> { std::ops::ControlFlow::Continue(()) }
            fn begin_movetext(&mut self, (): ()) -> std::ops::ControlFlow<Self::Output, Self::Movetext> {
                std::ops::ControlFlow::Continue(Vec::new())
            }
            fn san(&mut self, sans: &mut Vec<San>, san: SanPlus) -> std::ops::ControlFlow<Self::Output> {
                sans.push(san.san);
                std::ops::ControlFlow::Continue(())
            }
            fn end_game(&mut self, sans: Vec<San>) -> Vec<San> { sans }
        }
        let text = pgn::write(&Tags::default(), &moves, Outcome::Unknown, true);
        let theirs = pgn_reader::Reader::new(text.as_bytes()).read_game(&mut Plies).expect("memory").expect("a game");
        let mut position = moves.start();
        let theirs: Vec<Move> = theirs.iter().map(|san| {
            let played = san.to_move(&position).expect("legal");
            position.play_unchecked(played);
            played
        }).collect();
        prop_assert_eq!(theirs.as_slice(), moves.played());
    }

    #[test]
    fn no_text_brings_the_reader_down(text in prop::collection::vec(any::<u8>(), 0..300), near in "[1-3. {}()e4Nfx=Q#+\\[\\]\"\n%;$0-]{0,80}") {
        for text in [text.as_slice(), near.as_bytes()] {
            if let Err(error) = Moves::read(text) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
        let _ = crate::games::position::read_position(&near);
    }
}

#[test]
fn tags_say_when_a_game_was_played_by_the_clubs_clock_and_by_utc() {
    let mut tags: Tags = [("Event", "one"), ("Date", "????.??.??")].into_iter().collect();
    tags.set("Event", "two");
    tags.set_played("2026-06-05T23:30:15.7".parse().unwrap(), chrono_tz::Europe::London);
    let told: Vec<_> = tags.iter().collect();
    let wanted = [("Event", "two"), ("Date", "2026.06.06"), ("UTCDate", "2026.06.05"), ("UTCTime", "23:30:15")];
    assert_eq!(told, wanted);
}

#[test]
fn the_site_is_a_room_or_else_the_clubs_place_or_unknown() {
    let session = pgn::Whereabouts { online: false, told: None, of_session: "322", usual: "322", place: "Hilltown" };
    let nowhere = pgn::Whereabouts { of_session: "", ..session };
    for (game, site) in [
        (session, "322"),
        (pgn::Whereabouts { told: Some("Room 322"), ..session }, "Room 322"),
        (pgn::Whereabouts { of_session: "Library", ..session }, "322"),
        (nowhere, "Hilltown"),
        (pgn::Whereabouts { told: Some("The hall"), ..nowhere }, "The hall"),
        (pgn::Whereabouts { place: "", ..nowhere }, "?"),
        (pgn::Whereabouts { online: true, ..nowhere }, "Rookery"),
    ] {
        assert_eq!(game.site(), site, "{game:?}");
    }
}

#[test]
fn tags_have_names_of_one_word_and_notes_between_them() {
    let moves = good("[My_Tag \"1\" ]\n% a note\n[Black \"B\"]\n\n1. e4");
    assert_eq!((moves.tags.get("My_Tag"), moves.tags.get("Black")), (Some("1"), Some("B")));
    for line in ["[White Name \"x\"]", "[\"x\"]"] {
        assert!(refusal(&format!("{line}\n\n1. e4")).contains("is not a tag"), "{line}");
    }
}
