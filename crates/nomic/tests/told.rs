//! What players are told where a line means nothing as the game stands: where a rule went, what is not there, whom a name means.

use rookery_nomic::edition::Edition;
use rookery_nomic::plays::{Thread, Void};
use rookery_nomic::record::Beginning;
use rookery_nomic::{Event, Game, Play};
use serde_json::{Value, json};

fn begun(edition: Edition, parameters: Value) -> Game {
    let parameters = serde_json::from_value(parameters).expect("parameters");
    Beginning { edition, parameters, ..Beginning::default() }.start().expect("it starts")
}

/// Says a line on this day of February, by whose day it is; answers why it does not count.
fn say(game: &mut Game, day: u32, thread: Thread, text: &str) -> Option<Void> {
    let at = format!("2019-02-{day}T09:00:00Z").parse().expect("a time");
    game.advance(at).expect("forwards");
    let player = game.players_of(game.day).first().expect("somebody's day").clone();
    let play = Play::Say { thread, text: text.to_owned() };
    game.apply(&Event { at, player, play }).expect("it can be said").void
}

/// Whose day it is proposes this and votes for it; nobody else votes.
fn adopt(game: &mut Game, day: u32, text: &str) {
    assert_eq!(say(game, day, Thread::Voting, text), None, "{text}");
    assert_eq!(say(game, day, Thread::Voting, "Vote: Yes"), None, "{text}");
}

fn why(game: &mut Game, day: u32, thread: Thread, text: &str) -> String {
    say(game, day, thread, text).map(|void| void.to_string()).unwrap_or_default()
}

#[test]
fn who_names_a_number_of_before_is_told_where_the_rule_is() {
    for (edition, of_before, gone) in [
        (Edition::Eighth, "there is no rule 301", "rule 302 is not in effect"),
        (Edition::Ninth, "rule 301 is now rule 302", "rule 302 has not been in effect since 2019-02-14"),
    ] {
        let mut game = begun(edition, json!({}));
        adopt(&mut game, 11, "Rule-change: Enact: Be kind.");
        adopt(&mut game, 12, "Rule-change: Amend Rule 301 to read: Be kinder.");
        for change in ["Transmute Rule 301", "Repeal Rule 301", "Amend Rule 301 to read: No.", "Reenact Rule 301"] {
            let told = why(&mut game, 13, Thread::Voting, &format!("Rule-change: {change}"));
            assert!(told.ends_with(of_before), "{edition:?}, {change}: {told}");
        }
        adopt(&mut game, 13, "Rule-change: Repeal Rule 302");
        let told = why(&mut game, 14, Thread::Voting, "Rule-change: Transmute Rule 302");
        assert!(told.ends_with(gone), "{edition:?}: {told}");
        let told = why(&mut game, 14, Thread::Voting, "Rule-change: Repeal Rule 999");
        assert!(told.ends_with("there is no rule 999"), "{told}");
        adopt(&mut game, 14, "Rule-change: Reenact Rule 302");
    }
}

#[test]
fn a_rule_that_goes_with_its_treasury_leaves_no_alert_of_its_tax() {
    let tax = "Rule-change: Enact: A tenth goes to the treasury.\nParameters: {\"quantities\":{\"Treasury\":{\"of\":\"game\"}},\
        \"effects\":{\"tax\":{\"on\":{\"gain\":\"points\"},\"changes\":[{\"quantity\":\"points\",\"by\":{\"share\":{\"part\":-1,\"of\":2}}},\
        {\"quantity\":\"Treasury\",\"by\":{\"share\":{\"part\":1,\"of\":2}}}]}}}";
    for (edition, alerts) in [(Edition::Eighth, 1), (Edition::Ninth, 0)] {
        // Who proposes gains points by every count.
        let mut game = begun(edition, json!({ "proposer_points": { "least": 50, "offset": 250 } }));
        adopt(&mut game, 11, tax);
        adopt(&mut game, 12, "Rule-change: Repeal Rule 301");
        game.advance("2019-02-13T09:00:00Z".parse().expect("a time")).expect("forwards");
        let told: Vec<String> = game.alerts.iter().map(|alert| alert.text.to_string()).collect();
        let of_tax = told.iter().filter(|text| text.contains("“tax” was not carried out")).count();
        assert!(!game.effects().iter().any(|ready| ready.name == "tax"));
        assert_eq!(of_tax, alerts, "{edition:?}: {told:?}");
    }
}

#[test]
fn a_first_name_does_where_only_one_player_has_it() {
    let mut game = begun(Edition::Ninth, json!({ "voting": { "proxies": true } }));
    assert_eq!(say(&mut game, 11, Thread::Voting, "Proxy: dave"), None);
    let proxy = |game: &Game| game.player("Chris B").expect("a player").proxy.clone();
    assert_eq!(proxy(&game).as_deref(), Some("Dave M"));
    assert_eq!(say(&mut game, 11, Thread::Voting, "Proxy: BEN P"), None);
    assert_eq!(proxy(&game).as_deref(), Some("Ben P"));
    assert_eq!(say(&mut game, 11, Thread::Points, "Claim: Ben +4 by Rule 208: so"), None);
    assert_eq!(game.player("Ben P").expect("a player").total, 4);
    let nobody = Some(Void::UnknownPlayer("Milo".to_owned()));
    assert_eq!(say(&mut game, 11, Thread::Voting, "Proxy: Milo"), nobody);
    assert_eq!(say(&mut game, 11, Thread::Voting, "Point of Order: Is it?\nMover: dave"), None);
    let point = game.points_of_order.last().expect("a Point of Order");
    assert_eq!(point.mover.as_deref(), Some("Dave M"));
    let (judge, id) = (point.judge.clone().expect("a Judge"), point.id.clone());
    let text = format!("Judgement: {id} It is.\nOrder: ben +4\nOrder: dave wins");
    let play = Play::Say { thread: Thread::Voting, text };
    let outcome = game.apply(&Event { at: game.now, player: judge, play }).expect("it can be said");
    assert_eq!(outcome.void, None);
    let orders = json!(game.points_of_order.last().expect("a Point of Order").judgements[0].orders);
    assert!(orders.to_string().contains("Ben P") && orders.to_string().contains("Dave M"), "{orders}");
    let mut before = begun(Edition::Eighth, json!({ "voting": { "proxies": true } }));
    assert_eq!(say(&mut before, 11, Thread::Voting, "Proxy: Dave"), Some(Void::UnknownPlayer("Dave".to_owned())));
}

#[test]
fn a_note_on_nothing_and_an_order_alone_say_what_is_wrong() {
    for (edition, no_rule, order) in [
        (Edition::Eighth, "", "lines in the voting thread begin with"),
        (Edition::Ninth, "there is no rule 999", "an order stands below a Judgement"),
    ] {
        let mut game = begun(edition, json!({}));
        let told = why(&mut game, 11, Thread::Discussion, "Note: Rule 999: hm");
        assert!(told.ends_with(no_rule) && (told.is_empty() == no_rule.is_empty()), "{edition:?}: {told}");
        let told = why(&mut game, 11, Thread::Discussion, "Title: proposal 999: Hm");
        assert_eq!(told.contains("there is no proposal 999"), edition.is_ninth(), "{edition:?}: {told}");
        assert_eq!(say(&mut game, 11, Thread::Discussion, "Note: hm, well: this is talk"), None);
        let told = why(&mut game, 11, Thread::Voting, "Order: uphold");
        assert!(told.contains(order), "{edition:?}: {told}");
    }
}
