//! Lines are read as people of each edition wrote them, and printed lines read back.

use super::*;

#[test]
fn printed_lines_read_back_as_the_same_play() {
    let editions = Edition::ALL;
    for (line, edition) in LINES.iter().flat_map(|line| editions.map(|edition| (*line, edition))) {
        let play = parse(edition, Thread::Voting, line).expect("understood").expect("a play");
        assert_eq!(print(&play), line);
    }
    for line in
        ["Proxy: Ben P", "Proxy: nobody", "Judge: 2.1 Ben P", "Exclude: 2.1 Ben P", "Recuse: 2.1", "Appeal: 2.1.1 No."]
    {
        assert!(parse(Edition::First, Thread::Voting, line).is_err(), "{line}");
        let play = parse(Edition::Second, Thread::Voting, line).expect("understood").expect("a play");
        assert_eq!(print(&play), line);
    }
    for line in ["Title: Rule 205: Words", "Note: proposal 301: Why?", "Note: draft 12: Why not?"] {
        assert_eq!(parse(Edition::First, Thread::Discussion, line), Ok(None), "{line}");
        let play = parse(Edition::Second, Thread::Discussion, line).expect("understood").expect("a play");
        assert_eq!(print(&play), line);
    }
    for line in ["Ben P: 150 (+4)", "Claim: Ben P -4 by Rule 317: paid"] {
        let play = parse(Edition::First, Thread::Points, line).expect("understood").expect("a play");
        assert_eq!(print(&play), line);
    }
    for line in ["150 (+4)", "Claim: -4 by Rule 317: paid", "Claim: +4 by Rule 317"] {
        assert!(parse(Edition::Second, Thread::Points, line).is_err(), "{line}");
        let play = parse(Edition::Third, Thread::Points, line).expect("understood").expect("a play");
        assert_eq!(print(&play), line);
    }
}

#[test]
fn lines_are_understood_as_people_write_them() {
    for (line, canonical) in [
        ("vote: yes", "Vote: Yes"),
        ("Yes.", "Vote: Yes"),
        ("no", "Vote: No"),
        ("Vote: No. (308)", "Vote: No (308)"),
        ("rule-change: repeal rule 205", "Rule-change: Repeal Rule 205"),
        ("Rule-change: Rule 205 is repealed.", "Rule-change: Repeal Rule 205"),
        ("Rule-change: rule 111 is transmuted", "Rule-change: Transmute Rule 111"),
        ("Rule-change: Rule 202 is amended to read: Whenever.", "Rule-change: Amend Rule 202 to read: Whenever."),
        ("Rule-change: amend rule 202 To Read: Whenever.", "Rule-change: Amend Rule 202 to read: Whenever."),
        ("point of order: Is it so?", "Point of Order: Is it so?"),
        ("I Agree with judgement 2.1.1.", "I agree with Judgement 2.1.1"),
    ] {
        assert!(parse(Edition::First, Thread::Voting, line).is_err(), "{line} meant nothing before");
        let play = parse(Edition::Second, Thread::Voting, line).expect(line).expect("a play");
        assert_eq!(print(&play), canonical);
    }
    for line in ["Vote: Maybe", "Yes, I think so", "Not now", "Rule-change: Rule 205 is silly", "Judge: 2 Ben"] {
        assert!(parse(Edition::Second, Thread::Voting, line).is_err(), "{line}");
    }
}

#[test]
fn lines_say_the_same_in_other_words_from_the_third_edition_on() {
    for (line, canonical) in [
        ("I vote no", "Vote: No"),
        ("Vote yes.", "Vote: Yes"),
        ("Yes (301)", "Vote: Yes (301)"),
        ("Vote: no on proposal 301", "Vote: No (301)"),
        ("Rule change: Repeal 205", "Rule-change: Repeal Rule 205"),
        ("Rule-change: New rule: Be kind.", "Rule-change: Enact: Be kind."),
        ("Rule-change: In Rule 2, delete 'a player's day'.", "Rule-change: Amend Rule 2: delete \"a player's day\""),
        ("Rule-change: Amend Rule 2 by inserting „b“ after ‘a’", "Rule-change: Amend Rule 2: insert \"b\" after \"a\""),
        ("Rule-change: Replace \"a\" with “b” in rule 2.", "Rule-change: Amend Rule 2: replace \"a\" with \"b\""),
        (
            "Rule-change: Rule 2 is amended by removing «a», and adding 'c'",
            "Rule-change: Amend Rule 2: delete \"a\"; append \"c\"",
        ),
        ("Judgment: 2.1 No.\norder: Void Proposal 301.", "Judgement: 2.1 No.\nOrder: void proposal 301"),
        (
            "Judgment: 2.1 No.\nOrder: ben p +4.\nOrder: rule 2 reads: A. B.",
            "Judgement: 2.1 No.\nOrder: ben p +4\nOrder: Rule 2 reads: A. B.",
        ),
        ("I disagree with 2.1.1.", "I disagree with Judgement 2.1.1"),
        (
            "Point of order: Is it?\nabout: The vote of Ben P on Proposal 3",
            "Point of Order: Is it?\nAbout: the vote of Ben P on proposal 3",
        ),
    ] {
        let read = |edition| parse(edition, Thread::Voting, line).ok().flatten().map(|play| print(&play));
        assert_ne!(read(Edition::Second).as_deref(), Some(canonical), "{line} said something else, or nothing");
        assert_eq!(read(Edition::Third).as_deref(), Some(canonical), "{line}");
    }
    for line in
        ["Yes, I think so", "I vote for nobody", "Vote: yes 301 302", "Rule-change: Repeal everything", "No way"]
    {
        assert!(parse(Edition::Third, Thread::Voting, line).is_err(), "{line}");
    }
}

#[test]
fn votes_and_rule_changes_need_no_heading_from_the_ninth_edition_on() {
    for (line, canonical) in [
        ("In favour", "Vote: Yes"),
        ("in favor of 301.", "Vote: Yes (301)"),
        ("I vote in favour of proposal 301", "Vote: Yes (301)"),
        ("I vote for", "Vote: Yes"),
        ("I vote for it", "Vote: Yes"),
        ("For", "Vote: Yes"),
        ("Vote: for", "Vote: Yes"),
        ("I’m for 301", "Vote: Yes (301)"),
        ("against", "Vote: No"),
        ("I am against it.", "Vote: No"),
        ("I vote against (301)", "Vote: No (301)"),
        ("Vote: against", "Vote: No"),
        ("Ja", "Vote: Yes"),
        ("Ich bin dagegen", "Vote: No"),
        ("Ich stimme dafür", "Vote: Yes"),
        ("Repeal rule 205", "Rule-change: Repeal Rule 205"),
        ("I repeal rule 205.", "Rule-change: Repeal Rule 205"),
        ("I propose that Rule 205 is repealed", "Rule-change: Repeal Rule 205"),
        ("I propose: enact: Be kind.", "Rule-change: Enact: Be kind."),
        ("Amend Rule 2: replace \"a\" with \"b\"", "Rule-change: Amend Rule 2: replace \"a\" with \"b\""),
        ("(1) Repeal Rule 205\n(2) Transmute Rule 111", "Rule-change: (1) Repeal Rule 205\n(2) Transmute Rule 111"),
        (
            "Point of Order: Is it?\nMover: Ben P\nAbout: entry 5",
            "Point of Order: Is it?\nAbout: entry 5\nMover: Ben P",
        ),
    ] {
        let read = |edition| parse(edition, Thread::Voting, line).ok().flatten().map(|play| print(&play));
        assert_ne!(read(Edition::Eighth).as_deref(), Some(canonical), "{line} said something else, or nothing");
        assert_eq!(read(Edition::Ninth).as_deref(), Some(canonical), "{line}");
    }
    for line in ["I vote for nobody", "For ever", "In favour of what?", "I am Ben", "I like it", "Against whom", "I"] {
        assert!(parse(Edition::Ninth, Thread::Voting, line).is_err(), "{line}");
    }
    for (thread, line, told) in [
        (Thread::Voting, "I repeal it all", "write “Rule-change: Enact: …”"),
        (Thread::Points, "Repeal Rule 205", "in the voting thread: write “Rule-change: Repeal Rule 205” there"),
        (Thread::Points, "In favour", "in the voting thread: write “Vote: Yes” there"),
        (Thread::Points, "150", "in the points thread write"),
        (Thread::Voting, "Claim: +2 by Rule 205: why", "points thread: write “Claim: +2 by Rule 205: why” there"),
        (Thread::Voting, "Use: grant", "points thread: write “Use: grant” there"),
        (Thread::Voting, "Ben P: 150 (+4)", "points thread: write “Ben P: 150 (+4)” there"),
    ] {
        let problem = parse(Edition::Ninth, thread, line).expect_err(line).to_string();
        assert!(problem.contains(told), "{line}: {problem}");
    }
}

const LINES: [&str; 18] = [
    "Vote: Yes",
    "Vote: No (308)",
    "Point of Order: Is proposal 301 proper?",
    "Judgement: 2.1 It is.",
    "Dispute: Judgement 2.1.1",
    "I agree with Judgement 2.1.1",
    "I disagree with Judgement 2.1.1",
    "Rule-change: Repeal Rule 205",
    "Rule-change: Transmute Rule 111",
    "Rule-change: Enact: Be kind.\n\nAlways.",
    "Rule-change: (1) Repeal Rule 205\n(2) Enact: Be kind.\n(3) Transmute Rule 111",
    "Rule-change: Reenact Rule 205",
    "Rule-change: Reenact Rule 205: New words.",
    "Rule-change: Repeal amendment 302",
    "Rule-change: Amend Rule 202: replace \"7pm\" with \"8pm\"; delete \"a \\\"b\\\"\"",
    "Rule-change: Amend amendment 302: insert \"b\" after \"a\"; append \"c\"",
    "Rule-change: Amend Rule 202 to read: Anything goes.",
    "Rule-change: Amend Rule 202: replace \"7pm\" with \"8pm\"\nParameters: {\"proposal_window\":{\"cutoff\":\"20:00:00\"}}",
];

#[test]
fn lines_that_are_not_canonical_say_what_would_be() {
    for line in [
        "Vote: Maybe",
        "vote: yes",
        "Judgement: yes",
        "Dispute: no",
        "Rule-change: be nice",
        "hello",
        "Vote: Yes (x)",
        "Rule-change: Amend Rule 2: jump \"a\"",
    ] {
        assert!(
            parse(Edition::First, Thread::Voting, line).is_err_and(|problem| problem.to_string().contains("rule")),
            "{line}"
        );
    }
    assert_eq!(parse(Edition::Second, Thread::Discussion, "Vote: Yes"), Ok(None));
}

#[test]
fn what_people_read_of_a_line_is_what_it_does_not_have_enforced() {
    let patch = "{\"proposal_window\":{\"cutoff\":\"20:00:00\"}}";
    let proposed = format!("Rule-change: Repeal Rule 205\nParameters: {patch}");
    let judged =
        format!("Judgement: 2.1 So be it.\nOrder: uphold\nOrder: parameters {patch} by Rule 301\nOrder: Ben P +4");
    for (line, read) in [
        ("Vote: Yes", "Vote: Yes"),
        (proposed.as_str(), "Rule-change: Repeal Rule 205"),
        (judged.as_str(), "Judgement: 2.1 So be it.\nOrder: uphold\nOrder: Ben P +4"),
        (
            "Judgement: 2.1 Our parameters stand.\nOrder: nothing",
            "Judgement: 2.1 Our parameters stand.\nOrder: nothing",
        ),
        (
            "Judgement: 2.1 So be it.\norder: uphold\nORDER: Parameters {}\nOrder: Ben P +4",
            "Judgement: 2.1 So be it.\norder: uphold\nOrder: Ben P +4",
        ),
        ("Enact: Do this in\norder: first, then second.", "Enact: Do this in\norder: first, then second."),
        ("parameters are dull", "parameters are dull"),
    ] {
        assert_eq!(spoken(line), read, "{line}");
    }
    let play = parse(Edition::LATEST, Thread::Voting, &proposed).expect("understood").expect("a play");
    let parameters = match play {
        Play::Propose { parameters, .. } => parameters.expect("parameters"),
        other => panic!("{other:?}"),
    };
    assert_eq!(enforcing("Rule-change: Repeal Rule 205", &parameters).as_deref(), Some(proposed.as_str()));
    assert_eq!(enforcing(&proposed, &parameters), None, "it says so already");
    assert_eq!(words(&proposed), "Rule-change: Repeal Rule 205");
}

#[test]
fn a_proposal_is_read_without_its_heading() {
    for (line, read) in [
        ("Rule-change: Repeal Rule 205", "Repeal Rule 205"),
        (" rule change:  repeal 205 ", "repeal 205"),
        ("Repeal Rule 205", "Repeal Rule 205"),
        ("Rule-changes are dull", "Rule-changes are dull"),
    ] {
        assert_eq!(proposal(line), read, "{line}");
    }
}

#[test]
fn what_a_point_of_order_is_about_reads_back_as_it_is_printed() {
    use crate::plays::Target;
    for target in [
        Target::Proposal { number: 301 },
        Target::Vote { proposal: 301, player: "Ben P".to_owned() },
        Target::Entry { seq: 5 },
        Target::Rule { label: 205 },
        Target::Judgement { id: "2.1.1".to_owned() },
        Target::Win,
        Target::Question,
    ] {
        assert_eq!(court::read_target(&court::print_target(&target).to_string()), Some(target));
    }
    for words in ["", "entry", "entry five", "somebody"] {
        assert_eq!(court::read_target(words), None, "{words}");
    }
}

#[test]
fn a_judgement_is_read_without_the_id_that_it_begins_with() {
    for (text, read) in [
        ("2.1 It is not.", "It is not."),
        ("2.1: It is not.", "It is not."),
        ("2.1\nIt is not.", "It is not."),
        ("2.10 is another.", "2.10 is another."),
        ("On 2.1: no.", "On 2.1: no."),
    ] {
        assert_eq!(court::without_id(text, "2.1"), read, "{text}");
    }
}
