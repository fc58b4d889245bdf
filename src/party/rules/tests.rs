//! The table of Party Chess, rule by rule.

use chrono::{NaiveDateTime, TimeDelta};
use serde_json::{Value, json};

use super::*;
use crate::tables::{AnyStep, erased};

/// Three Offices held by seats 0 to 2, the Umpire on seat 3, a fifth player on seat 4.
struct Table {
    hall: Hall,
    now: NaiveDateTime,
}

fn noon() -> NaiveDateTime {
    "2026-11-06T12:00:00".parse().unwrap()
}

impl Table {
    fn new() -> Table {
        let asked = json!({ "swingers": ["NAP", "Blue", "Red"], "seats": 6 });
        let options = erased::asked(&PartyChess, &asked).unwrap().begin(&[0, 1, 2, 3, 4], Some(3), 7).unwrap();
        Table { hall: Hall::new(&options, 7, noon()).unwrap(), now: noon() }
    }

    fn step(&mut self, step: AnyStep<'_>) -> Result<Effect, Refusal> {
        let before = self.hall.view(None, self.now);
        let effect = erased::AnyState::step(&mut self.hall, step, self.now);
        if effect.is_err() {
            assert_eq!(self.hall.view(None, self.now), before, "refused, nothing has changed");
        }
        Ok(effect?.of::<Effect>().unwrap().clone())
    }

    #[track_caller]
    fn does(&mut self, seat: Seat, play: Value) -> Vec<Event> {
        self.step(Step::Play { seat, play: &play }).unwrap().events
    }

    /// The rules and readings that a deed is refused by.
    #[track_caller]
    fn refused(&mut self, seat: Seat, play: Value) -> Vec<String> {
        let refusal = self.step(Step::Play { seat, play: &play }).expect_err("it is refused");
        refusal.acts.iter().map(ToString::to_string).collect()
    }

    fn on_turn(&self) -> Seat {
        self.hall.turn()[0]
    }

    /// Time comes as far as to the limit.
    fn expire(&mut self) -> Effect {
        self.now = self.hall.due().unwrap();
        self.step(Step::Time).unwrap()
    }
}

fn says(text: &str) -> Value {
    json!({ "kind": "play", "play": text })
}

#[test]
fn the_list_has_the_nap_swinger_on_top_and_a_drawn_order_below_1230_2_3_a() {
    let read = |asked: Value| erased::asked(&PartyChess, &asked);
    let options = read(json!({})).unwrap();
    assert_eq!((options.swingers.len(), options.seats, options.purse), (4, 8, 100));
    for wrong in [
        json!({ "swingers": ["NAP"] }),
        json!({ "swingers": ["NAP", "NAP"] }),
        json!({ "swingers": ["NAP", ""] }),
        json!({ "swingers": ["NAP", "Blue"], "seats": 1 }),
        json!({ "purse": -1 }),
        json!({ "ruleset": "loose" }),
        json!({ "begun": { "order": [], "holders": [], "umpire": 0 } }),
        json!([]),
    ] {
        assert!(read(wrong.clone()).is_err(), "{wrong}");
    }
    // A player on a seat after those of the Offices gets an Office whose own seat is empty.
    let mut orders = std::collections::BTreeSet::new();
    for seed in 0..50 {
        let begun = options.begin(&[1, 2, 4, 7], Some(7), seed).unwrap().begun.unwrap();
        assert_eq!((begun.order[0].as_str(), &begun.holders[..], begun.umpire), ("NAP", &[4, 1, 2, 7][..], 7));
        orders.insert(begun.order);
    }
    assert_eq!(orders.len(), 6, "every order comes up");
    assert!(options.begin(&[1, 2, 4], Some(1), 0).is_err(), "an Office would be without a holder");
}

#[test]
fn five_pieces_worth_at_most_thirty_once_for_each_office_1230_2_2_b() {
    let mut table = Table::new();
    let army = |kinds: [&str; 5]| json!({ "kind": "army", "army": kinds });
    assert_eq!(table.refused(0, army(["rook"; 5])), ["1230.2 §2.B", "G31"], "worth 45");
    assert_eq!(table.refused(0, army(["king", "pawn", "pawn", "pawn", "pawn"])), ["1230.1 §3.G", "G31"]);
    assert_eq!(table.refused(0, json!({ "kind": "army", "army": ["rook"] })), ["1230.2 §2.B", "G31"]);
    assert_eq!(table.refused(0, army(["dragon"; 5])), ["1230.1 §3.A"]);
    assert_eq!(table.refused(4, army(["pawn"; 5])), ["1230.2 §2.B"], "seat 4 holds no Office");
    table.does(0, army(["rook", "rook", "camel", "jester", "pawn"]));
    assert_eq!(table.refused(0, army(["pawn"; 5])), ["1230.2 §2.B", "G31"]);
    // What others have bought for an Office takes none of the five from it; a bought King is the one that it gets (G32).
    for piece in ["king", "pawn"] {
        table.does(4, json!({ "kind": "buy", "office": "Blue", "piece": piece, "from": { "seat": 4 } }));
    }
    table.does(1, army(["rook", "rook", "camel", "jester", "pawn"]));
    let blue = table.hall.swinger("Blue").unwrap();
    assert_eq!(table.hall.position().board().pieces().iter().filter(|piece| piece.owner == blue).count(), 7);
    assert_eq!(table.refused(1, army(["pawn"; 5])), ["1230.2 §2.B", "G31"], "once");
    // It has had its army also when every piece is lost.
    let gone: Vec<u32> = (1..=6).collect();
    table.does(3, json!({ "kind": "correct", "gone": gone, "reason": "swept off the board" }));
    assert_eq!(table.refused(0, army(["pawn"; 5])), ["1230.2 §2.B", "G31"]);
}

#[test]
fn the_top_of_the_list_plays_and_nobody_else_1230_2_3_b() {
    let mut table = Table::new();
    table.does(0, json!({ "kind": "army", "army": ["rook", "rook", "camel", "jester", "pawn"] }));
    assert_eq!(table.hall.turn(), [0]);
    assert_eq!(table.refused(1, says("pass")), ["1230.2 §3.B"]);
    assert_eq!(table.refused(3, says("pass")), ["1230.2 §3.B"], "not even the Umpire");
    assert_eq!(table.refused(0, says("7@a1")), ["1230.2 §6"], "there is no such piece");
    assert_eq!(table.refused(0, says("nonsense")), ["1230.2 §6"]);
    assert_eq!(table.refused(0, json!({ "kind": "castle" })), ["1230.2 §6"]);
    assert_eq!(table.refused(0, says("6@j10")), ["1230.8 §5"], "a Pawn is placed near the edge");
    let effect = table.step(Step::Play { seat: 0, play: &says("1@a1") }).unwrap();
    let Event::Played { office, text, why, .. } = &effect.events[0] else { panic!("{effect:?}") };
    assert_eq!((office.as_str(), text.as_str(), *why), ("NAP", "1@a1", Why::Announced));
    let board = effect.board.unwrap();
    assert_eq!(board.pieces.iter().map(|piece| piece.square.as_deref()).collect::<Vec<_>>(), [Some("a1")]);
    assert_eq!(board.order.last().map(String::as_str), Some("NAP"));
    assert_eq!(board.weights["NAP"], 1.0, "a King that can move one square (1230.3)");
    assert_eq!(effect.limit, Some((noon() + TimeDelta::days(3)).and_utc()));
}

#[test]
fn a_turn_lasts_three_days_and_the_umpire_makes_seven_of_them_1230_2_4() {
    let mut table = Table::new();
    assert_eq!(table.hall.due(), Some(noon() + TimeDelta::days(3)));
    table.now += TimeDelta::days(2);
    assert_eq!(table.refused(0, json!({ "kind": "extend", "days": 5 })), ["1230.2 §1.C"]);
    assert_eq!(table.refused(3, json!({ "kind": "extend", "days": 8 })), ["1230.2 §4.A", "G33"]);
    assert_eq!(table.refused(3, json!({ "kind": "extend", "days": 3 })), ["1230.2 §4.A", "G33"]);
    assert_eq!(table.refused(3, json!({ "kind": "extend", "days": u32::MAX })), ["1230.2 §4.A", "G33"]);
    table.does(3, json!({ "kind": "extend", "days": 7 }));
    assert_eq!(table.hall.due(), Some(noon() + TimeDelta::days(7)), "counted from the announcement");
    let effect = table.expire();
    assert!(matches!(&effect.events[0], Event::Played { text, why: Why::Limit, .. } if text == "pass"), "{effect:?}");
    assert_eq!(table.hall.due(), Some(noon() + TimeDelta::days(10)), "the next turn is announced at once");
}

/// NAP's King attacked by a Rook of Blue; then its limit expires.
#[test]
fn who_is_in_check_comes_to_the_top_is_alerted_and_surrenders_by_default_1230_2_7() {
    let mut table = Table::new();
    let place =
        |id, owner: &str, kind: &str, square: &str| json!({ "id": id, "owner": owner, "kind": kind, "square": square });
    let pieces = [place(1, "NAP", "king", "a1"), place(2, "Blue", "rook", "b9"), place(3, "Red", "king", "t20")];
    table.does(3, json!({ "kind": "correct", "pieces": pieces, "reason": "a position for a test" }));
    while table.on_turn() != 1 {
        let seat = table.on_turn();
        table.does(seat, says("pass"));
    }
    let events = table.does(1, says("2:b9-a9"));
    let check = events.iter().find(|event| matches!(event, Event::Check { .. })).and_then(Event::sentence);
    let told = "NAP is in Check: its King on a1 is attacked by rook 2 (Blue, a9)";
    assert_eq!(check.unwrap().to_string(), told);
    assert_eq!(table.hall.turn(), [0], "the checked Swinger is on top");
    assert_eq!(table.refused(0, says("pass")), ["1230.2 §7", "G14"]);
    assert_eq!(table.refused(0, says("1:a1-a2")), ["1230.2 §7"]);
    let effect = table.expire();
    assert!(matches!(&effect.events[0], Event::Played { text, why: Why::Limit, .. } if text == "surrender"));
    assert_eq!(effect.board.unwrap().pieces[0].square, None);
}

#[test]
fn a_warm_office_passes_by_itself_and_surrenders_after_two_whole_rounds_1230_2_4_b() {
    let mut table = Table::new();
    let king = json!({ "id": 1, "owner": "Blue", "kind": "king", "square": "k5" });
    table.does(3, json!({ "kind": "correct", "pieces": [king], "reason": "Blue stood here" }));
    assert_eq!(table.refused(0, json!({ "kind": "warm", "office": "Blue", "warm": true })), ["1230.2 §4.B"]);
    assert_eq!(
        table.refused(1, json!({ "kind": "surrender", "office": "Blue" })),
        ["1230.2 §4.B.iv"],
        "it is not Warm"
    );
    table.does(1, json!({ "kind": "warm", "office": "Blue", "warm": true }));
    assert_eq!(table.refused(1, json!({ "kind": "warm", "office": "Blue", "warm": true })), ["1230.2 §4.B"]);
    let mut whys = Vec::new();
    for _ in 0..8 {
        let seat = table.on_turn();
        assert_ne!(seat, 1, "a Warm Office is not awaited");
        for event in table.does(seat, says("pass")) {
            if let Event::Played { office, text, why, .. } = event
                && office == "Blue"
            {
                whys.push((text, why));
            }
        }
    }
    assert!(whys.contains(&("pass".to_owned(), Why::Warm)), "{whys:?}");
    assert!(whys.contains(&("surrender".to_owned(), Why::Warm)), "two whole Rounds are over (G33): {whys:?}");
    // The holder is back.
    table.does(1, json!({ "kind": "warm", "office": "Blue", "warm": false }));
    let seat = table.on_turn();
    table.does(seat, says("pass"));
    assert!((0..2).any(|_| {
        let seat = table.on_turn();
        table.does(seat, says("pass"));
        seat == 1
    }));
}

#[test]
fn a_warm_swinger_in_check_is_not_played_for_and_its_party_may_surrender_1230_2_4_b_ii_iv() {
    let mut table = Table::new();
    let place =
        |id, owner: &str, kind: &str, square: &str| json!({ "id": id, "owner": owner, "kind": kind, "square": square });
    let pieces = [place(1, "Blue", "king", "k5"), place(2, "NAP", "rook", "a9")];
    table.does(3, json!({ "kind": "correct", "pieces": pieces, "reason": "a position for a test" }));
    // A stranger does not make a Party of an Office and then Surrenders for it.
    let party = json!({ "kind": "organise", "name": "Blue", "members": [1, 4] });
    assert_eq!(table.refused(4, party.clone()), ["1230.2 §4.B.iv"]);
    table.does(1, party);
    table.does(1, json!({ "kind": "warm", "office": "Blue", "warm": true }));
    table.does(0, says("2:a9-k9"));
    assert_eq!(table.hall.turn(), [1], "on top, and no automatic play");
    assert_eq!(table.refused(2, json!({ "kind": "surrender", "office": "Blue" })), ["1230.2 §4.B.iv"]);
    let events = table.does(4, json!({ "kind": "surrender", "office": "Blue" }));
    assert!(matches!(&events[0], Event::Played { why: Why::Message, .. }), "{events:?}");
    assert_eq!(table.hall.position().board().pieces()[0].square, None);
}

#[test]
fn without_an_umpire_no_turn_runs_and_any_player_may_take_the_office_1230_2_1_g35() {
    let mut table = Table::new();
    assert_eq!(table.refused(0, json!({ "kind": "take_umpire" })), ["1230.2 §1.B"]);
    table.now += TimeDelta::days(2);
    let events = table.does(3, json!({ "kind": "resign_umpire" }));
    assert!(events.contains(&Event::Halted { why: Some(Halt::NoUmpire) }));
    assert_eq!((table.hall.due(), table.hall.turn()), (None, vec![]));
    assert_eq!(table.refused(0, says("pass")), ["1230.2 §1.A", "G35"]);
    assert_eq!(table.refused(3, json!({ "kind": "extend", "days": 7 })), ["1230.2 §1.C"]);
    table.now += TimeDelta::days(30);
    let effect = table.step(Step::Play { seat: 4, play: &json!({ "kind": "take_umpire" }) }).unwrap();
    assert!(effect.events.contains(&Event::Halted { why: None }));
    assert_eq!(table.hall.due(), Some(table.now + TimeDelta::days(3)), "the new Umpire announces the state");
    // An adjournment stops the limit likewise; a justice may name another Umpire.
    table.step(Step::Adjourned).unwrap();
    assert_eq!(table.hall.due(), None);
    table.step(Step::Resumed).unwrap();
    assert!(table.hall.due().is_some());
    table.step(Step::Ruling(&json!({ "umpire": 9, "reason": "gone" }))).unwrap_err();
    table.step(Step::Ruling(&json!({ "umpire": 2, "reason": "The Umpire has not been seen for weeks" }))).unwrap();
    table.does(2, json!({ "kind": "end", "reason": "the term is over" }));
    assert_eq!(erased::AnyState::outcome(&table.hall).unwrap().unwrap()["result"], "over");
    assert_eq!(table.refused(0, says("pass")), ["1230.2 §1"]);
}

#[test]
fn pieces_cost_a_dollar_and_seven_times_their_value_and_money_is_neither_made_nor_lost_1230_1_2_d() {
    let mut table = Table::new();
    let total = table.hall.treasury.total();
    let buy = |office: &str, piece: &str, from: Value| json!({ "kind": "buy", "office": office, "piece": piece, "from": from });
    let pay = |from: Value, to: Value, amount: i64| json!({ "kind": "pay", "from": from, "to": to, "amount": amount, "purpose": "dues" });
    let events = table.does(4, buy("Red", "rook", json!({ "seat": 4 })));
    let Event::Paid { amount, .. } = &events[0] else { panic!("{events:?}") };
    assert_eq!(*amount, 64, "anybody, for any Swinger, without a turn (G32)");
    assert_eq!(table.refused(4, buy("Red", "rook", json!({ "seat": 4 }))), ["1230.1 §2.D"], "A$36 are left");
    assert_eq!(table.refused(4, buy("Red", "pawn", json!({ "seat": 0 }))), ["1230.1 §2.D"], "not with another's money");
    assert_eq!(table.refused(4, buy("Green", "pawn", json!({ "seat": 4 }))), ["1230.2 §2.B"]);
    assert_eq!(table.refused(4, buy("Red", "dragon", json!({ "seat": 4 }))), ["1230.1 §3.A"]);
    table.does(0, json!({ "kind": "organise", "name": "Bank", "members": [0, 1] }));
    table.does(0, pay(json!({ "seat": 0 }), json!({ "organisation": "Bank" }), 90));
    table.does(1, buy("NAP", "king", json!({ "organisation": "Bank" })));
    assert_eq!(table.refused(1, buy("NAP", "king", json!({ "organisation": "Bank" }))), ["1230.1 §3.G", "G31"]);
    assert_eq!(table.refused(2, pay(json!({ "organisation": "Bank" }), json!({ "seat": 2 }), 1)), ["1230.1 §2.D"]);
    assert_eq!(table.refused(2, pay(json!("treasury"), json!({ "seat": 2 }), 1)), ["1230.1 §2.D"]);
    table.refused(2, pay(json!({ "seat": 2 }), json!({ "seat": 2 }), 1));
    table.refused(2, pay(json!({ "seat": 2 }), json!({ "seat": 6 }), 1));
    table.refused(2, pay(json!({ "seat": 2 }), json!({ "seat": 1 }), 0));
    table.refused(2, pay(json!({ "seat": 2 }), json!({ "seat": 1 }), i64::MAX));
    table.does(3, pay(json!("treasury"), json!({ "seat": 2 }), 5));
    assert_eq!(table.refused(2, json!({ "kind": "organise", "name": "Bank", "members": [2] })), ["1230.1 §2.D"]);
    let events = table.does(0, json!({ "kind": "organise", "name": "Bank", "members": [] }));
    assert!(matches!(&events[0], Event::Paid { amount: 89, to: Account::Treasury, .. }), "{events:?}");
    assert_eq!(table.hall.treasury.total(), total);
}

#[test]
fn offices_are_founded_held_given_up_and_destroyed_1230_2_2_c_d() {
    let mut table = Table::new();
    let found = |office: &str, holder: Value| json!({ "kind": "found", "office": office, "holder": holder });
    assert_eq!(table.refused(4, found("Green", json!(4))), ["1230.2 §1.C"]);
    assert_eq!(table.refused(3, found("Blue", json!(4))), ["1230.2 §3.F"]);
    assert_eq!(table.refused(3, found("Green", json!(1))), ["1230.1 §2.A"], "seat 1 holds Blue");
    table.does(2, json!({ "kind": "organise", "name": "Grey", "members": [2] }));
    assert_eq!(table.refused(3, found("Grey", json!(4))), ["1230.2 §4.B.iv"], "seat 2 would be its Party");
    let events = table.does(3, found("Green", json!(4)));
    assert!(events.contains(&Event::Holder { office: "Green".into(), holder: Some(4) }));
    let list: Vec<&str> =
        table.hall.position().play_list().iter().map(|swinger| table.hall.position().name(*swinger)).collect();
    assert_eq!(list.last(), Some(&"Green"), "at the bottom of the list (1230.2 §3.F)");
    table.does(4, json!({ "kind": "army", "army": ["tornado", "rook", "pawn", "pawn", "pawn"] }));
    assert_eq!(table.refused(1, json!({ "kind": "resign", "office": "Green" })), ["1230.1 §2.A"]);
    let events = table.does(4, json!({ "kind": "resign", "office": "Green" }));
    assert!(events.contains(&Event::Warm { office: "Green".into(), warm: true }), "an Office without holder is Warm");
    table.does(3, json!({ "kind": "appoint", "office": "Green", "holder": 5 }));
    let effect = table
        .step(Step::Play { seat: 3, play: &json!({ "kind": "destroy", "office": "Green", "reason": "by referendum" }) })
        .unwrap();
    assert_eq!(effect.board.unwrap().gone.len(), 6, "with all its pieces");
    assert_eq!(table.refused(3, found("Green", json!(5))), ["1230.2 §3.F"]);
    assert_eq!(table.hall.held_by(5), None);
    // Without any Office no turn runs; the Umpire goes on with the board and founds another.
    for office in ["NAP", "Blue", "Red"] {
        table.does(3, json!({ "kind": "destroy", "office": office, "reason": "by referendum" }));
    }
    assert_eq!((table.hall.halted(), table.hall.turn()), (Some(Halt::NoOffice), vec![]));
    assert_eq!(table.refused(3, json!({ "kind": "correct", "reason": "nothing was amiss" })), ["1230.2 §1.C"]);
    table.does(3, found("Amber", json!(1)));
    assert_eq!(table.hall.turn(), [1]);
}

#[test]
fn rules_are_amended_and_undefined_pieces_leave_the_board_1230_1_3() {
    let mut table = Table::new();
    let place = |id, kind: &str, square: &str| json!({ "id": id, "owner": "NAP", "kind": kind, "square": square });
    let pieces = [place(1, "king", "a1"), place(2, "il-nabi", "k10"), place(3, "rook", "c3")];
    table.does(3, json!({ "kind": "correct", "pieces": pieces, "reason": "a position for a test" }));
    let square = |table: &Table, place: usize| table.hall.position().board().pieces()[place].square;
    let amend = |amendment: Value| json!({ "kind": "amend", "amendment": amendment });
    assert_eq!(table.refused(0, amend(json!({ "rule": 5, "repealed": true }))), ["1230.2 §1.C"]);
    let events = table.does(3, amend(json!({ "rule": 5, "repealed": true })));
    let Event::Amended { amendment } = &events[0] else { panic!("{events:?}") };
    assert_eq!(amendment.kind.as_deref(), Some("rook"), "the log says of which kind");
    assert_eq!(square(&table, 2), None, "1230.1 §3.E");
    table.does(3, json!({ "kind": "il_nabi", "il_nabi": [] }));
    assert_eq!(square(&table, 1), None, "G2");
    let part = json!({ "part": "a", "dirs": "diag", "min": 1, "max": 3, "path": "clear" });
    table.does(3, json!({ "kind": "il_nabi", "il_nabi": [part] }));
    table.does(3, amend(json!({ "rule": 22, "kind": "wall", "character": "W", "value": 3, "parts": [part] })));
    table.does(0, json!({ "kind": "buy", "office": "NAP", "piece": "wall", "from": { "seat": 0 } }));
    assert_eq!(table.refused(3, amend(json!({ "rule": 2, "repealed": true }))), ["1230.1 §3.A"]);
    assert_eq!(table.refused(3, amend(json!({ "rule": 23 }))), ["1230.1 §3.A"]);
}

#[test]
fn corrections_keep_the_board_possible_and_say_why_1230_2_1_c() {
    let mut table = Table::new();
    let correct = |more: Value| {
        let mut play = json!({ "kind": "correct", "reason": "a slip of the pen" });
        more.as_object().unwrap().iter().for_each(|(name, value)| play[name] = value.clone());
        play
    };
    let king = json!({ "id": 1, "owner": "NAP", "kind": "king", "square": "a1" });
    let events = table.does(3, correct(json!({ "pieces": [king] })));
    let told = |events: &[Event]| events[0].sentence().unwrap().to_string();
    assert_eq!(told(&events), "Corrected: – → king 1 (NAP, a1)");
    let blob = json!({ "id": 4, "owner": "Red", "kind": "harfyblob", "square": "c3", "hn": 3 });
    table.does(3, correct(json!({ "pieces": [blob], "order": ["NAP", "Blue", "Red"] })));
    let lifted = json!({ "id": 4, "owner": "Red", "kind": "harfyblob", "square": null, "hn": 3 });
    let events = table.does(3, correct(json!({ "pieces": [lifted], "order": ["Red", "NAP", "Blue"] })));
    let piece = "harfyblob 4, Hn 3 (Red, c3) → harfyblob 4, Hn 3 (Red, off-board)";
    assert_eq!(told(&events), format!("Corrected: {piece}; NAP, Blue, Red → Red, NAP, Blue"));
    let events = table.does(3, correct(json!({ "gone": [4] })));
    assert_eq!(told(&events), "Corrected: harfyblob 4, Hn 3 (Red, off-board) → –");
    // What changes nothing is refused: it would only make the turn last longer.
    table.now += TimeDelta::days(1);
    let due = table.hall.due();
    for nothing in [
        json!({}),
        json!({ "pieces": [], "gone": [], "order": [] }),
        json!({ "gone": [99] }),
        json!({ "pieces": [king] }),
        json!({ "order": ["Red", "NAP", "Blue"] }),
    ] {
        assert_eq!(table.refused(3, correct(nothing.clone())), ["1230.2 §1.C"], "{nothing}");
    }
    assert_eq!(table.hall.due(), due);
    assert_eq!(table.refused(0, correct(json!({}))), ["1230.2 §1.C"]);
    for wrong in [
        json!({ "pieces": [{ "id": 2, "owner": "Blue", "kind": "rook", "square": "a1" }] }),
        json!({ "pieces": [{ "id": 2, "owner": "Blue", "kind": "rook", "square": "u1" }] }),
        json!({ "pieces": [{ "id": 2, "owner": "Green", "kind": "rook", "square": "b1" }] }),
        json!({ "pieces": [{ "id": 2, "owner": "Blue", "kind": "dragon", "square": "b1" }] }),
    ] {
        assert_eq!(table.refused(3, correct(wrong.clone())), ["1230.1 §1"], "{wrong}");
    }
    assert_eq!(table.refused(3, correct(json!({ "order": ["NAP", "Blue"] }))), ["1230.2 §3.A"]);
    assert!(table.refused(3, json!({ "kind": "correct", "gone": [1], "reason": "" })).is_empty());
    table.does(3, correct(json!({ "order": ["Red", "Blue", "NAP"] })));
    assert_eq!(table.hall.turn(), [2]);
    table.does(3, correct(json!({ "gone": [1] })));
    assert!(table.hall.position().board().pieces().is_empty());
}

#[test]
fn random_choices_follow_from_the_seed_for_everybody_to_check() {
    let draw =
        json!({ "kind": "draw", "among": ["1", "2", "3", "4", "5", "6"], "purpose": "which piece is destroyed" });
    let mut tables = [Table::new(), Table::new()];
    let drawn = tables.each_mut().map(|table| [table.does(3, draw.clone()), table.does(3, draw.clone())]);
    assert_eq!(drawn[0], drawn[1], "the same seed, the same choices");
    let Event::Drawn { place, .. } = drawn[0][1][0] else { panic!("{drawn:?}") };
    assert_eq!(place, 4, "the order of three Swingers took the first three numbers");
    assert_eq!(tables[0].refused(0, draw), ["1230.2 §1.C"]);
    assert_eq!(tables[0].refused(3, json!({ "kind": "draw", "among": ["1"], "purpose": "x" })), ["1230.1 §3.G"]);
}

#[test]
fn a_tap_says_where_a_piece_goes_and_why_not_elsewhere() {
    let mut table = Table::new();
    let place =
        |id, owner: &str, kind: &str, square: &str| json!({ "id": id, "owner": owner, "kind": kind, "square": square });
    let pieces = [
        place(1, "NAP", "tornado", "c3"),
        place(2, "Blue", "rook", "c5"),
        place(3, "Blue", "jester", "f5"),
        place(4, "NAP", "archer", "k10"),
        place(5, "Blue", "demon", "k13"),
    ];
    table.does(3, json!({ "kind": "correct", "pieces": pieces, "reason": "a position for a test" }));
    let position = table.hall.position();
    let [tornado, archer] = [1, 4].map(rookery_party_chess::PieceId);
    let square = |text: &str| rookery_party_chess::Square::parse(text).unwrap();
    let first = tap::reach(position, tornado, &[]).unwrap();
    assert_eq!(first.steps, [(square("c5"), true)]);
    assert!(first.plays.iter().all(|play| tap::word(play) == "move"));
    let second = tap::reach(position, tornado, &[square("c5")]).unwrap();
    assert!(second.steps.contains(&(square("f5"), true)) && second.steps.contains(&(square("c3"), true)), "{second:?}");
    let shots = tap::reach(position, archer, &[]).unwrap();
    let shot = shots.plays.iter().find(|play| tap::word(play) == "shot").unwrap();
    assert_eq!(tap::target(shot), Some(square("k13")));
    let why = |piece, to| tap::why_not(position, piece, &[], square(to)).map(|refusal| refusal.acts[0].to_string());
    assert_eq!(why(archer, "k13"), None);
    assert_eq!(why(archer, "t1").as_deref(), Some("1230.15"));
    assert_eq!(why(archer, "c3").as_deref(), Some("1230.1 §4"), "its own");
    assert_eq!(why(archer, "k10").as_deref(), Some("1230.2 §6.A"), "where it stands");
    assert_eq!(why(tornado, "c5"), None);
    assert_eq!(why(tornado, "k13").as_deref(), Some("1230.19 §4"));
    let told = tap::told(position, &shots);
    assert!(told["plays"].as_array().unwrap().iter().any(|play| play["notation"] == "4:k10*k13"), "{told}");
}

#[test]
fn an_outcome_is_read_as_it_was_written() {
    let over = json!({ "result": "over", "reason": "the term is over", "rounds": 2, "weights": { "NAP": 3.5 } });
    let read: Over = serde_json::from_value(over.clone()).unwrap();
    assert_eq!((read.reason.as_str(), json!(read)), ("the term is over", over));
}

#[test]
fn a_play_is_read_from_the_log_as_the_engine_wrote_it() {
    let to = "c3".to_owned();
    let capture = |captures: &[u32], ranged, path: &[&str]| ToldPlay::Capture {
        piece: 4,
        to: to.clone(),
        captures: captures.to_vec(),
        ranged,
        path: path.iter().map(|square| (*square).to_owned()).collect(),
        promote_to: None,
    };
    let moved = |scratch, kind: Option<&str>| ToldPlay::Move {
        piece: 4,
        to: to.clone(),
        scratch,
        promote_to: kind.map(str::to_owned),
    };
    for (play, wanted) in [
        (json!({ "type": "move", "piece": 4, "from": "a1", "to": "c3" }), Some(moved(false, None))),
        (json!({ "type": "move", "piece": 4, "to": "c3", "promote_to": "Rook" }), Some(moved(false, Some("Rook")))),
        (json!({ "type": "move", "piece": 4, "to": "c3", "scratch": true }), Some(moved(true, None))),
        (json!({ "type": "capture", "piece": 4, "to": "c3", "captures": [9] }), Some(capture(&[9], false, &[]))),
        (
            json!({ "type": "capture", "piece": 4, "to": "c3", "captures": [9], "ranged": true }),
            Some(capture(&[9], true, &[])),
        ),
        (
            json!({ "type": "capture", "piece": 4, "to": "c3", "captures": [9, 8], "path": ["b2", "c3"] }),
            Some(capture(&[9, 8], false, &["b2", "c3"])),
        ),
        (
            json!({ "type": "placement", "piece": 4, "to": "c3" }),
            Some(ToldPlay::Placement { piece: 4, to: to.clone() }),
        ),
        (json!({ "type": "pass" }), Some(ToldPlay::Pass)),
        (json!({ "type": "surrender" }), Some(ToldPlay::Surrender)),
        (json!({ "type": "dance" }), None),
        (json!("pass"), None),
    ] {
        assert_eq!(ToldPlay::of(&play), wanted, "{play}");
    }
}
