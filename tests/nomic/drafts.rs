//! Drafts from the first words to the vote: proposed and changed without typing them again, with several quantities by the form.

use serde_json::json;

use super::pages::{page, says, send};
use super::table::Party;
use crate::harness::Browser;

/// The value of a hidden field of a page.
fn hidden(page: &str, name: &str) -> String {
    let (_, field) = page.split_once(&format!("name=\"{name}\" value=\"")).unwrap_or_else(|| panic!("{name}: {page}"));
    let value = field.split('"').next().expect("a value");
    value.replace("&#34;", "\"").replace("&#38;", "&").replace("&#60;", "<").replace("&#62;", ">").replace("&#39;", "'")
}

both!(a_draft_is_changed_and_proposed_without_typing_it_again, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let mut ben = Browser::of(&club, &party.players[2]);
    let draft = "Rule-change: Amend Rule 207 to read: Whoever is defeated loses 3 points.\n\
                 Parameters: {\"defeat_penalty\":{\"points\":3}}";
    send(&mut ben, "/nomic/1", &[("thread", "drafts"), ("back", "threads"), ("text", draft)]);
    let seen = page(&club, Some(&party.players[2]), "/nomic/1/threads?thread=drafts");
    says(&seen, &["Change this", "You cannot propose it now. ", "Your next day is Wednesday 11 November 2026."]);
    assert!(!seen.contains("Propose this"), "it is not his day: {seen}");
    let (_, link) = seen.split_once("/nomic/1/draft?draft=").expect("a way to change it");
    let place = link.split('"').next().expect("its place");
    let others = page(&club, Some(&party.players[1]), "/nomic/1/threads?thread=drafts");
    assert!(!others.contains("Change this"), "only who wrote it changes it: {others}");
    let note = [
        ("act", "note"),
        ("about", "draft"),
        ("number", place),
        ("thread", "drafts"),
        ("back", "threads"),
        ("text", "Make it five."),
    ];
    let mut dave = Browser::of(&club, &party.players[1]);
    let waits = "Drafts that wait for your word";
    let today = |player: usize| page(&club, Some(&party.players[player]), "/nomic/1");
    says(&today(1), &[waits, &format!("/nomic/1/threads?thread=drafts#draft-{place}")]);
    assert!(!today(2).contains(waits), "nobody waits for a word on one's own");
    assert_eq!(send(&mut dave, "/nomic/1", &note).status, 303);
    assert!(!today(1).contains(waits), "it was said");
    says(&today(2), &[waits, "Your draft: somebody has said something about it."]);
    // Everything is in the form again.
    let form = page(&club, Some(&party.players[2]), &format!("/nomic/1/draft?draft={place}"));
    says(
        &form,
        &[
            "Amend: Rule 207",
            "Whoever is defeated loses 3 points.</textarea>",
            "name=\"set-defeat_penalty.points\" value=\"3\"",
            "This is your draft.",
            "Show it to the others as a draft",
        ],
    );
    let changed = [
        ("op", "amend"),
        ("rule", "207"),
        ("draft", place),
        ("words", "Whoever is defeated loses 5 points."),
        ("set-defeat_penalty.points", "5"),
    ];
    let preview = send(&mut ben, "/nomic/1/draft", &changed).text();
    let seen = hidden(&preview, "seen");
    assert!(seen.starts_with("Rule-change: Amend Rule 207"), "{seen}");
    let shows = [&changed[..], &[("seen", seen.as_str()), ("send", "drafts")]].concat();
    let shown = send(&mut ben, "/nomic/1/draft", &shows);
    assert_eq!((shown.status, shown.header("location")), (303, Some("/nomic/1/threads?thread=drafts")));
    party.at(&club, "2026-11-11T08:00:00");
    let seen = page(&club, Some(&party.players[2]), "/nomic/1/threads?thread=drafts");
    says(
        &seen,
        &["What has changed since the draft before:", "<del>3</del>", "<ins>5</ins>", "A newer draft has taken"],
    );
    says(&seen, &["Points lost by defeat: Points: 3", "Points lost by defeat: Points: 5"]);
    assert_eq!(seen.matches("Make it five.").count(), 2, "what was said of it stays with it: {seen}");
    assert_eq!(seen.matches("Propose this").count(), 1, "the newest is proposed: {seen}");
    let mut ben = Browser::of(&club, &party.players[2]);
    let (_, link) = seen.split_once("/nomic/1/draft?draft=").expect("a way to propose it");
    let newest = link.split(['#', '"']).next().expect("a place");
    let form = page(&club, Some(&party.players[2]), &format!("/nomic/1/draft?draft={newest}"));
    assert!(!page(&club, Some(&party.players[2]), "/nomic/1").contains(waits), "the newer draft was the answer");
    let (seen, number) = (hidden(&form, "seen"), hidden(&form, "draft"));
    let button = [("draft", number.as_str()), ("seen", seen.as_str()), ("send", "voting")];
    let proposed = send(&mut ben, "/nomic/1/draft", &[&changed[..2], &changed[3..], &button].concat());
    assert_eq!((proposed.status, proposed.header("location")), (303, Some("/nomic/1")), "{}", proposed.text());
    assert_eq!(party.get("")["proposals"]["301"]["state"], "voting");
    let seen = page(&club, Some(&party.players[2]), "/nomic/1/threads?thread=drafts");
    says(&seen, &["Proposed as 301"]);
    let proposal = page(&club, None, "/nomic/1/proposals/301");
    says(&proposal, &["Make it five."]);
    let talk = page(&club, None, "/nomic/1/threads?thread=discussion");
    says(&talk, &[&format!("/nomic/1/threads?thread=drafts#draft-{place}\">About a draft</a>")]);
    assert!(!talk.contains("Note: draft"), "how a line is written is nobody's to read: {talk}");
    assert!(!seen.contains("Propose this"), "{seen}");
    send(&mut ben, "/nomic/1", &[("thread", "drafts"), ("back", "threads"), ("text", "Rule-change: Enact: Be kind.")]);
    party.at(&club, "2026-11-12T08:00:00");
    party.say(3, "Rule-change: Enact: Be kind.");
    let seen = page(&club, Some(&party.players[2]), "/nomic/1/threads?thread=drafts");
    assert!(!seen.contains("Proposed as 302"), "the same words of another are another's: {seen}");
});

both!(what_is_proposed_is_what_the_form_holds_and_was_looked_at, |club| {
    const CHANGED: &str = "You changed it since. Look at it again, then propose it.";
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &party.players[0]);
    let enact = |words| [("op", "enact"), ("words", words)];
    let preview = send(&mut browser, "/nomic/1/draft", &enact("Be kind.")).text();
    for thread in ["voting", "drafts"] {
        says(&preview, &[&format!("name=\"send\" value=\"{thread}\" form=\"drafting\"")]);
    }
    let seen = hidden(&preview, "seen");
    let mut sends = |words, seen: &str, thread: &str, more: &[(&str, &str)]| {
        let button = [("seen", seen), ("send", thread)];
        send(&mut browser, "/nomic/1/draft", &[&enact(words)[..], &button, more].concat())
    };
    // Words, what is enforced, and what is counted: whatever was typed since the preview.
    let gold = [("quantity-name", "Gold"), ("quantity-of", "players")];
    let points = [("set-defeat_penalty.points", "3")];
    let typed = [("Be brave.", &[][..]), ("Be kind.", &points[..]), ("Be kind.", &gold[..])];
    for thread in ["voting", "drafts"] {
        for (words, more) in typed {
            let again = sends(words, &seen, thread, more);
            assert_eq!(again.status, 409, "{words} {more:?}");
            says(&again.text(), &[CHANGED, "Propose it now, for good", &format!("{words}</textarea>")]);
        }
        assert_eq!(sends("Be kind.", "", thread, &[]).status, 409, "nothing was looked at");
    }
    let nameless = sends("Be kind.", &seen, "voting", &[("quantity-start", "2")]);
    assert!(nameless.status == 422 && nameless.text().contains("has no name"), "{}", nameless.text());
    assert!(!page(&club, None, "/nomic/1/threads?thread=drafts").contains("Enact: Be"), "nothing was shown to others");
    assert_eq!(party.get("")["proposals"], json!({}), "nothing was proposed");
    let again = hidden(&sends("Be brave.", &seen, "voting", &[]).text(), "seen");
    let proposed = sends("Be brave.", &again, "voting", &[]);
    assert_eq!((proposed.status, proposed.header("location")), (303, Some("/nomic/1")), "{}", proposed.text());
    says(&page(&club, None, "/nomic/1/proposals/301"), &["Be brave."]);
});

both!(who_begins_a_draft_reads_whose_day_it_is_and_chooses_the_rule, |club| {
    let party = Party::begun(&club, "2026-11-09T08:00:00");
    let form = |player: usize| page(&club, Some(&party.players[player]), "/nomic/1/draft");
    let waits = form(2);
    says(
        &waits,
        &["It belongs to Chris B", "Your next day is Wednesday 11 November 2026.", "<option value=\"\"></option>"],
    );
    assert!(!form(0).contains("Your next day is"), "it is their day");
    let place = |rule: &str| waits.find(&format!("<option value=\"{rule}\"")).expect("a rule to choose");
    assert!(place("201") < place("101"), "rules that can be changed at once come first");
    let mut browser = Browser::of(&club, &party.players[0]);
    let unchosen = browser.get("/nomic/1/draft?op=amend&rule=");
    assert_eq!(unchosen.status, 422);
    says(&unchosen.text(), &["Say which rule it is about."]);
    says(&browser.get("/nomic/1/draft?op=enact&rule=").text(), &["name=\"words\""]);
});

both!(what_was_defeated_is_proposed_again_changed, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    party.say(0, "Rule-change: Enact: Be very kind.");
    party.say(1, "Vote: No");
    party.at(&club, "2026-11-10T08:00:00");
    let defeated = page(&club, Some(&party.players[3]), "/nomic/1/proposals/301");
    says(&defeated, &["href=\"/nomic/1/draft?proposal=301\"", "Propose it again, changed"]);
    says(&page(&club, Some(&party.players[3]), "/nomic/1/draft?proposal=301"), &["Be very kind.</textarea>"]);
    party.say(3, "Point of Order: Is it?");
    assert!(!page(&club, None, "/nomic/1/proposals/301").contains("Propose it again"), "a passer-by proposes nothing");
});

both!(several_quantities_and_effects_are_gathered_and_changed_by_the_form, |club| {
    let mut party = Party::begun(&club, "2026-11-09T08:00:00");
    let mut browser = Browser::of(&club, &party.players[0]);
    let words = [("op", "enact"), ("words", "Gold and silver are counted.")];
    let one = |name| [("quantity-name", name), ("quantity-of", "players"), ("quantity-start", "2")];
    let pay = [
        ("effect-name", "wage"),
        ("effect-on", "turn"),
        ("change-1-quantity", "Gold"),
        ("change-1-how", "exactly"),
        ("change-1-by", "1"),
    ];
    let first = send(&mut browser, "/nomic/1/draft", &[&words[..], &one("Gold"), &pay].concat()).text();
    says(&first, &["new with this draft", "name=\"quantity-name\" type=\"text\" value=\"\""]);
    let own = hidden(&first, "own");
    let kept = [("own", own.as_str())];
    let second = send(&mut browser, "/nomic/1/draft", &[&words[..], &one("Silver"), &kept].concat()).text();
    says(&second, &["What is counted: Gold", "What is counted: Silver", "What changes it: wage"]);
    // A button of the list leads to the fields, or back to the list.
    for place in ["own-quantities", "own-effects", "own"] {
        says(&second, &[&format!("formaction=\"/nomic/1/draft#{place}\""), &format!("id=\"{place}\"")]);
    }
    let again = send(&mut browser, "/nomic/1/draft", &[&words[..], &one("Gold"), &kept].concat());
    assert!(
        again.status == 422 && again.text().contains("There is already something called “Gold”"),
        "{}",
        again.text()
    );
    let own = hidden(&second, "own");
    let kept = [("own", own.as_str()), ("own-do", "change effects wage")];
    let changing = send(&mut browser, "/nomic/1/draft", &[&words[..], &kept].concat()).text();
    says(
        &changing,
        &["name=\"effect-name\" type=\"text\" value=\"wage\"", "name=\"change-1-by\" type=\"number\" value=\"1\""],
    );
    let (_, proposing) = second.split_once("id=\"preview\"").expect("a preview");
    party.say(0, &hidden(proposing, "seen"));
    party.vote_all("Vote: Yes");
    party.at(&club, "2026-11-10T08:00:00");
    assert_eq!(party.get("/quantities")["held"]["Silver"]["Ben P"], json!(2));
    // What is in force is changed the same way, from where it is seen.
    let counted = page(&club, Some(&party.players[1]), "/nomic/1/quantities");
    says(&counted, &["/nomic/1/draft?op=amend&amp;rule=301&amp;own=effects+wage"]);
    let form = page(&club, Some(&party.players[1]), "/nomic/1/draft?op=amend&rule=301&own=effects+wage");
    says(&form, &["name=\"effect-name\" type=\"text\" value=\"wage\"", "value=\"take quantities Gold\""]);
    let mut dave = Browser::of(&club, &party.players[1]);
    let take = [("op", "amend"), ("rule", "301"), ("words", "Gold is counted."), ("own-do", "take quantities Silver")];
    let preview = send(&mut dave, "/nomic/1/draft", &take).text();
    says(&preview, &["taken away by this draft", "<li>Silver: it would no longer be counted</li>"]);
});
