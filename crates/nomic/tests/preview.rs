//! What a rule-change would do, told before it is proposed: what the service goes on doing without a rule, and which counts win.

use rookery_nomic::edition::Edition;
use rookery_nomic::explain::explain;
use rookery_nomic::plays::Thread;
use rookery_nomic::record::Beginning;
use rookery_nomic::{Event, Game, Play};
use serde_json::{Value, json};

fn begun(parameters: Value) -> Game {
    let parameters = serde_json::from_value(parameters).expect("parameters");
    Beginning { edition: Edition::LATEST, parameters, ..Beginning::default() }.start().expect("it starts")
}

fn say(game: &mut Game, at: &str, player: &str, thread: Thread, text: &str) {
    let play = Play::Say { thread, text: text.to_owned() };
    let at = format!("2019-02-{at}Z").parse().expect("a time");
    let outcome = game.apply(&Event { at, player: player.to_owned(), play }).expect("it can be said");
    assert_eq!(outcome.void, None, "{text}");
}

/// What is told of this change, by this player.
fn told(game: &Game, player: &str, text: &str) -> Value {
    let draft = Play::Say { thread: Thread::Voting, text: text.to_owned() };
    json!(explain(game, player, &draft).expect("a draft"))
}

#[test]
fn a_repeal_tells_of_every_role_what_the_service_stops_or_goes_on_doing() {
    let game = begun(json!({}));
    let of = |rule: u32, kind: &str| told(&game, "Chris B", &format!("Rule-change: Repeal Rule {rule}"))[kind].clone();
    let alone = [
        (201, "allocation"),
        (202, "proposal_window"),
        (203, "proposer_points"),
        (204, "adoption"),
        (205, "against_bonus"),
        (206, "effect_time"),
        (207, "defeat_penalty"),
        (209, "ledger_announce"),
        (210, "win"),
        (211, "mutable_cap"),
        (212, "immutable_threads"),
        (214, "court"),
        (215, "default_win"),
    ];
    for (rule, role) in alone {
        assert_eq!(of(rule, "without"), json!([role]), "rule {rule}");
        assert_eq!((of(rule, "only_warns_afterwards"), of(rule, "goes_on")), (json!([]), json!([])), "rule {rule}");
    }
    // Another rule is behind each of these, too.
    assert_eq!(of(208, "only_warns_afterwards"), json!(["voting"]));
    assert_eq!(of(213, "without"), json!(["precedence"]), "the text alone says which rule prevails");
}

#[test]
fn a_repeal_tells_which_settings_end_with_the_rule() {
    let mut game = begun(json!({ "proposal_window": { "per_day": 9 } }));
    let secret = "Rule-change: Enact: Secrets.\nParameters: {\"voting\":{\"secret\":true},\"adoption\":{\"quorum\":2}}";
    say(&mut game, "11T09:00:00", "Chris B", Thread::Voting, secret);
    say(&mut game, "11T09:01:00", "Chris B", Thread::Voting, "Vote: Yes");
    game.advance("2019-02-12T09:00:00Z".parse().expect("a time")).expect("forwards");
    let gone = told(&game, "Dave M", "Rule-change: Repeal Rule 301");
    assert_eq!(gone["returns"], json!({ "adoption": { "quorum": null }, "voting": { "secret": false } }));
    let kept = "Rule-change: Repeal Rule 301\nParameters: {\"voting\":{\"secret\":false}}";
    assert_eq!(told(&game, "Dave M", kept)["returns"], json!({ "adoption": { "quorum": null } }));
    assert_eq!(told(&game, "Dave M", "Rule-change: Repeal Rule 205")["returns"], json!(null));
}

#[test]
fn a_repeal_keeps_what_the_proposal_says_goes_on() {
    let game = begun(json!({}));
    let kept = told(&game, "Chris B", "Rule-change: Repeal Rule 208\nParameters: {\"voting\":{}}");
    assert_eq!((&kept["goes_on"], &kept["only_warns_afterwards"]), (&json!(["voting"]), &json!([])));
}

#[test]
fn a_count_that_reaches_the_goal_for_an_instant_is_marked() {
    let game = begun(json!({ "allocation": { "start_points": 195 } }));
    let rows = told(&game, "Chris B", "Rule-change: Enact: Be kind.")["points"].clone();
    let row = |yes: u32, cast: u32| {
        let rows = rows.as_array().expect("rows").iter();
        rows.clone().find(|row| row["yes"] == yes && row["cast"] == cast).cloned().expect("such a count")
    };
    assert_eq!((&row(2, 3)["proposer"], &row(2, 3)["wins"]), (&json!(-4), &json!(true)), "195 + 6, then − 10");
    assert_eq!((&row(1, 5)["proposer"], &row(1, 5)["wins"]), (&json!(-8), &Value::Null), "195 + 2");
}

#[test]
fn a_count_is_told_as_the_players_own_effects_have_it_come_out() {
    let mut game = begun(json!({}));
    let tax = "Rule-change: Enact: A quarter of what is gained is lost.\nParameters: {\"effects\":{\"tax\":{\"on\":{\"gain\":\"points\"},\
               \"changes\":[{\"quantity\":\"points\",\"by\":{\"share\":{\"part\":-1,\"of\":4}}}]}}}";
    say(&mut game, "11T09:00:00", "Chris B", Thread::Voting, tax);
    say(&mut game, "11T09:01:00", "Chris B", Thread::Voting, "Vote: Yes");
    game.advance("2019-02-12T09:00:00Z".parse().expect("a time")).expect("forwards");
    let before = game.clone();
    let rows = told(&game, "Dave M", "Rule-change: Enact: Be kind.")["points"].clone();
    let row = |yes: u32, cast: u32| {
        let mut rows = rows.as_array().expect("rows").iter();
        rows.find(|row| row["yes"] == yes && row["cast"] == cast).cloned().expect("such a count")
    };
    assert_eq!(row(5, 5)["proposer"], json!(12 - 3), "302 - 290, and a quarter of it");
    assert_eq!(row(0, 5)["proposer"], json!(-10), "nothing is gained");
    assert_eq!(game, before, "nothing is played in the game itself");
    // What was told is what comes of it.
    say(&mut game, "12T09:01:00", "Dave M", Thread::Voting, "Rule-change: Enact: Be kind.");
    for player in ["Chris B", "Dave M", "Ben P", "Alex T", "Alex W"] {
        say(&mut game, "12T09:02:00", player, Thread::Voting, "Vote: Yes");
    }
    game.advance("2019-02-13T09:00:00Z".parse().expect("a time")).expect("forwards");
    assert_eq!(game.player("Dave M").map(|player| player.total), Some(9));
}

#[test]
fn votes_of_those_who_left_stay_in_the_counts() {
    let mut game = begun(json!({}));
    say(&mut game, "11T09:00:00", "Chris B", Thread::Voting, "Rule-change: Enact: Be kind.");
    say(&mut game, "11T09:01:00", "Alex W", Thread::Voting, "Vote: No");
    say(&mut game, "11T09:02:00", "Alex W", Thread::Discussion, "I forfeit the game");
    let answer = json!(rookery_nomic::explain::effect(&game, &game.proposals[0]));
    let full: Vec<&Value> = answer["points"].as_array().expect("rows").iter().filter(|row| row["cast"] == 5).collect();
    assert_eq!(full.len(), 5, "four who play may be for it, and the No stays: {full:?}");
    assert_eq!((&full[4]["yes"], &full[4]["proposer"]), (&json!(4), &json!(8 - 10)));
    say(&mut game, "11T09:03:00", "Alex T", Thread::Discussion, "I forfeit the game");
    let answer = json!(rookery_nomic::explain::effect(&game, &game.proposals[0]));
    assert!(answer["points"].as_array().expect("rows").iter().all(|row| row["cast"] != 5), "{answer}");
}

#[test]
fn without_a_rule_about_proposing_anybody_may() {
    let mut game = begun(json!({ "adoption": { "threshold": "simple_majority" } }));
    say(&mut game, "11T09:00:00", "Chris B", Thread::Voting, "Rule-change: Repeal Rule 202");
    say(&mut game, "11T09:01:00", "Chris B", Thread::Voting, "Vote: Yes");
    game.advance("2019-02-12T20:00:00Z".parse().expect("a time")).expect("forwards");
    assert_eq!(told(&game, "Alex W", "Rule-change: Enact: Be kind.")["may_submit_now"], true);
    say(&mut game, "12T20:01:00", "Alex W", Thread::Voting, "Rule-change: Enact: Be kind.");
}

#[test]
fn new_words_stop_what_their_rule_has_happen_unless_the_change_says_that_it_goes_on() {
    let mut game = begun(json!({}));
    let bank = "Rule-change: Enact: There is a Treasury, and who asks may have 3 points of it.\nParameters: {\"quantities\":\
        {\"Treasury\":{\"of\":\"game\",\"start\":5}},\"effects\":{\"grant\":{\"on\":{\"use\":{}},\"changes\":[{\"quantity\":\
        \"Treasury\",\"by\":{\"exactly\":-3}},{\"quantity\":\"points\",\"by\":{\"exactly\":3}}]}}}";
    say(&mut game, "11T09:00:00", "Chris B", Thread::Voting, bank);
    for player in ["Chris B", "Dave M"] {
        say(&mut game, "11T09:01:00", player, Thread::Voting, "Vote: Yes");
    }
    game.advance("2019-02-12T09:00:00Z".parse().expect("a time")).expect("forwards");
    let words = "Rule-change: Amend Rule 301: replace \"3 points\" with \"2 points\"";
    assert_eq!(told(&game, "Dave M", words)["stops"], json!(["grant"]));
    let kept = format!("{words}\nParameters: {{\"quantities\":{{}},\"effects\":{{}}}}");
    assert_eq!(told(&game, "Dave M", &kept)["stops"], Value::Null);
    let adopted = |text: &str| {
        let mut then = game.clone();
        say(&mut then, "12T09:00:00", "Dave M", Thread::Voting, text);
        say(&mut then, "12T09:01:00", "Dave M", Thread::Voting, "Vote: Yes");
        then.advance("2019-02-13T09:00:00Z".parse().expect("a time")).expect("forwards");
        let names =
            |effects: Vec<rookery_nomic::effects::Ready>| effects.into_iter().map(|one| one.name).collect::<Vec<_>>();
        (names(then.effects()), names(then.stopped()))
    };
    assert_eq!(adopted(words), (vec![], vec!["grant".to_owned()]));
    assert_eq!(adopted(&kept), (vec!["grant".to_owned()], vec![]), "a tick beside the draft says so");
}

#[test]
fn weights_of_nobody_and_rules_that_keep_their_words_are_told() {
    let game = begun(json!({}));
    let of = |change: &str, patch: &str| {
        let told = told(&game, "Chris B", &format!("Rule-change: {change}\nParameters: {patch}"));
        (told["weights_of_nobody"].clone(), told["beside"].clone())
    };
    let weights = r#"{"voting":{"weights":[{"player":"Ben P","weight":2},{"player":"Eve","weight":3}]}}"#;
    let beside = |rules: Value| json!([{ "role": "voting", "rules": rules }]);
    assert_eq!(of("Enact: Ben's vote counts twice.", weights), (json!(["Eve"]), beside(json!([113, 208]))));
    let named = weights.replacen('{', r#"{"allocation":{"days":[{"player":"Eve","weekday":"Mon"}]},"#, 1);
    assert_eq!(of("Enact: Eve joins.", &named).0, Value::Null, "she is named as a player");
    let judges = r#"{"court":{"judges":["Eve","Ben P","Eve"]}}"#;
    assert_eq!(of("Enact: Eve and Ben judge in turn.", judges).0, json!(["Eve"]), "who would judge in turn");
    // A vote that ends earlier contradicts no parameter; another threshold does, and is told as a conflict.
    assert_eq!(of("Enact: Vote early.", r#"{"voting":{"closes":"20:00:00"}}"#).1, beside(json!([113, 208])));
    assert_eq!(of("Enact: Most decide.", r#"{"adoption":{"threshold":"simple_majority"}}"#).1, Value::Null);
    assert_eq!(of("Amend Rule 202 to read: Always.", r#"{"proposal_window":{"cutoff":null}}"#).1, Value::Null);
}
