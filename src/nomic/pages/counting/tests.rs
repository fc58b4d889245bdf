//! What is typed comes to the right parameters, and back into its fields.

use rookery_nomic::bindings::Role;
use rookery_nomic::parameters::{
    Alteration, Amount, Effect, GAME, Occasion, POINTS, Patch, Quantity, Share, Use, Whose,
};

use super::filling::{fill_effect, fill_quantity};
use super::reading::typed;
use super::{ASKED, Asked, CARD, Does, NEW, merged, to_change};
use crate::tables::erased;
use crate::web::typed::Fields;

#[test]
fn fields_come_to_what_a_line_of_parameters_says() {
    let fields = [
        ("quantity-name", "Treasury"),
        ("quantity-of", "game"),
        ("quantity-least", "0"),
        ("effect-name", "tax"),
        ("effect-on", "gain"),
        ("change-1-quantity", "points"),
        ("change-1-how", "share"),
        ("change-1-by", "-1"),
        ("change-1-of", "10"),
        ("change-2-quantity", NEW),
        ("change-2-how", "share"),
        ("change-2-by", "1"),
        ("change-2-of", "10"),
    ];
    let line = "{\"quantities\":{\"Treasury\":{\"of\":\"game\",\"least\":0}},\"effects\":{\"tax\":{\"on\":{\"gain\":\"points\"},\"changes\":[\
        {\"quantity\":\"points\",\"by\":{\"share\":{\"part\":-1,\"of\":10}}},\
        {\"quantity\":\"Treasury\",\"by\":{\"share\":{\"part\":1,\"of\":10}}}]}}}";
    let game = rookery_nomic::record::Beginning::default().start().expect("the initial set");
    let patch = merged(&game, &mut sent(&fields)).expect("a patch");
    assert_eq!(crate::nomic::parameters::line(&patch), line);
    game.bindings.parameters.patched(&patch).expect("parameters").check_effects().expect("effects");
    assert!(merged(&game, &mut sent(&[("quantity-name", "Gold"), ("quantity-most", "many")])).is_err());
    let of_nothing = [("effect-name", "tax"), ("effect-on", "turn"), ("change-1-quantity", NEW)];
    assert!(merged(&game, &mut sent(&of_nothing)).is_err(), "nothing new has a name");
    assert_eq!(merged(&game, &mut sent(&[])).expect("nothing"), Patch::new());
    let chosen = [("quantity-of", "players"), ("effect-on", "gain"), ("change-1-whose", "player")];
    assert_eq!(merged(&game, &mut sent(&chosen)).expect("nothing is filled in"), Patch::new());
    for nameless in [("quantity-start", "2"), ("effect-of", "points"), ("change-1-by", "1")] {
        assert!(merged(&game, &mut sent(&[nameless])).is_err(), "{nameless:?} would be lost");
    }
    let given_up = [("effect-was", "tax"), ("change-1-by", "1")];
    assert_eq!(merged(&game, &mut sent(&given_up)).expect("it stays as it is"), Patch::new());
}

fn sent(fields: &[(&str, &str)]) -> Fields {
    Fields::from(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>())
}

#[test]
fn several_are_listed_and_none_is_replaced_unsaid() {
    let game = rookery_nomic::record::Beginning::default().start().expect("the initial set");
    let coin = |name| [("quantity-name", name), ("quantity-of", "players")];
    let mut first = sent(&coin("Gold"));
    merged(&game, &mut first).expect("one");
    assert!(!first.has("quantity-name"), "the fields are free for the next");
    let kept = first.text("own").to_owned();
    let mut second = sent(&[&coin("Iron")[..], &[("own", &kept)]].concat());
    let patch = merged(&game, &mut second).expect("two");
    assert_eq!(patch[&Role::Quantities].keys().collect::<Vec<_>>(), ["Gold", "Iron"]);
    let kept = second.text("own").to_owned();
    let again = merged(&game, &mut sent(&[&coin("Gold")[..], &[("own", &kept)]].concat()));
    let again = again.expect_err("it would replace what is there").to_string();
    assert!(again.contains("There is already something called “Gold”"), "{again}");
    let mut changing = sent(&[("own", &kept), ("own-do", "change quantities Gold")]);
    merged(&game, &mut changing).expect("to be changed");
    assert_eq!((changing.text("quantity-name"), changing.text("quantity-was")), ("Gold", "Gold"));
    changing.set("quantity-name", "Silver");
    changing.set("own-do", "");
    let patch = merged(&game, &mut changing).expect("renamed");
    assert_eq!(patch[&Role::Quantities].keys().collect::<Vec<_>>(), ["Iron", "Silver"]);
    let mut taken = sent(&[("own", changing.text("own")), ("own-do", "take quantities Iron")]);
    assert_eq!(merged(&game, &mut taken).expect("one")[&Role::Quantities].len(), 1);
}

#[test]
fn a_button_of_the_list_is_read_as_it_is_written() {
    for (text, does, role, name) in [
        ("change effects tax", Does::Change, Role::Effects, "tax"),
        ("take quantities Gold dust", Does::Take, Role::Quantities, "Gold dust"),
        ("back quantities Iron", Does::Back, Role::Quantities, "Iron"),
    ] {
        let asked = Asked { does, role, name };
        assert_eq!((Asked::read(text), asked.written().as_str()), (Some(Asked { does, role, name }), text));
    }
    for text in ["", "change", "change effects", "change nothing tax", "sell quantities Gold"] {
        assert_eq!(Asked::read(text), None, "{text}");
    }
    let (field, text) = to_change("effects tax");
    assert_eq!((field.as_str(), Asked::read(&text).map(|asked| asked.does)), (ASKED, Some(Does::Change)));
}

#[test]
fn a_card_and_what_there_is_only_so_much_of_come_back_into_their_fields() {
    let three = Quantity { in_all: Some(3), most: Some(2), ..Quantity::card() };
    for (quantity, of) in [(Quantity::card(), CARD), (three, "players")] {
        let mut fields = Fields::default();
        fill_quantity(&mut fields, "Ace", &quantity);
        assert_eq!(fields.text("quantity-of"), of);
        let read = typed(&fields).expect("it can be read");
        assert_eq!(read[&Role::Quantities]["Ace"], erased(&quantity).expect("JSON"));
        fields.set("quantity-start", "1");
        let refused = typed(&fields).expect_err("at first nobody has any").to_string();
        assert!(refused.contains("leave this empty"), "{refused}");
    }
}

#[test]
fn an_effect_comes_back_into_its_fields_whole() {
    let change =
        |quantity: &str, whose, by| Alteration { quantity: quantity.to_owned(), whose, by, per: None, least: None };
    let share = |part, of| Share { part, of };
    let changes = vec![
        change(POINTS, Whose::Player, Amount::Share(share(-1, 10))),
        change("Gold", Whose::Chosen, Amount::Exactly(2)),
        change("Gold", Whose::Named("Ann".to_owned()), Amount::ShareOfOwn(share(1, 2))),
        change("Chest", Whose::Named(GAME.to_owned()), Amount::Exactly(-3)),
        Alteration {
            per: Some("Crown".to_owned()),
            least: Some(0),
            ..change(POINTS, Whose::Others, Amount::Exactly(1))
        },
    ];
    let uses =
        [Occasion::Use(Use { most: Some(5), per_day: Some(1) }), Occasion::Gain("Gold".to_owned()), Occasion::Turn];
    for on in uses {
        let effect = Effect { on, changes: changes.clone() };
        let mut fields = Fields::default();
        fill_effect(&mut fields, "pay", &effect);
        let read = typed(&fields).expect("it can be read");
        assert_eq!(read[&Role::Effects]["pay"], erased(&effect).expect("JSON"), "{effect:?}");
    }
}
