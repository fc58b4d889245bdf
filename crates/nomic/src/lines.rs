//! The canonical lines of the threads: what players write by hand, read into plays and written from them.

mod changes;
pub mod court;
mod notes;

use super::citations::law;
use super::edition::Edition;
use super::plays::{Play, Thread};
use changes::{join, paragraphs, print_change, propose};
pub use notes::{draft, print_draft};
use rookery_messages::{Message, say};
use std::iter;

/// What a line in a thread does: a play, nothing (talk), or why it is not understood.
pub fn parse(edition: Edition, thread: Thread, text: &str) -> Result<Option<Play>, Message> {
    let (line, ear) = (text.trim(), Ear { edition });
    match thread {
        Thread::Discussion if ear.hears(line, FORFEIT) => Ok(Some(Play::Forfeit)),
        Thread::Discussion if ear.hears(line, JOIN) => Ok(Some(Play::Join)),
        Thread::Discussion if ear.is_keen() && ear.hears(line, GO_ON) => Ok(Some(Play::GoOn)),
        Thread::Discussion => Ok(notes::annotation(ear, line)),
        Thread::Drafts => Ok(None),
        Thread::Points => {
            points(ear, line).map(Some).ok_or_else(|| elsewhere(ear, line).unwrap_or_else(|| not_points(ear)))
        }
        Thread::Voting => voting(ear, line).map(Some),
    }
}

/// How exactly a line has to be written: in the first edition to the letter, in the second with any letters small or
/// large, in the third also in other words for the same.
#[derive(Clone, Copy)]
struct Ear {
    edition: Edition,
}

impl Ear {
    fn is_loose(self) -> bool {
        self.edition.is_second()
    }

    fn is_free(self) -> bool {
        self.edition.is_third()
    }

    /// Whether claims of quantities and the end of a holiday are understood (eighth edition).
    fn is_keen(self) -> bool {
        self.edition.is_eighth()
    }

    /// Whether votes and rule-changes are understood in more words, and without “Rule-change:” before them (ninth edition).
    fn is_quick(self) -> bool {
        self.edition.is_ninth()
    }

    /// Whether what is not understood is told by what would be right, with nobody's name (sixth edition).
    fn is_plain(self) -> bool {
        self.edition.is_sixth()
    }

    /// Who stands in examples; the first editions told them of the players whose rules these are.
    fn somebody(self) -> &'static str {
        if self.is_plain() { "NAME" } else { "Ben P" }
    }

    /// What comes after these words, if the text begins with them.
    fn after<'a>(self, text: &'a str, words: &str) -> Option<&'a str> {
        let (begun, rest) = text.split_at_checked(words.len())?;
        (begun == words || self.is_loose() && begun.eq_ignore_ascii_case(words)).then_some(rest)
    }

    /// What comes after these words, which only the third edition knows.
    fn freely<'a>(self, text: &'a str, words: &str) -> Option<&'a str> {
        self.after(text, words).filter(|_| self.is_free())
    }

    /// What comes after words that the court's lines had to have to the letter before the third edition.
    fn after_exactly<'a>(self, text: &'a str, words: &str) -> Option<&'a str> {
        if self.is_free() { self.after(text, words) } else { text.strip_prefix(words) }
    }

    /// What comes before these words, if the text ends with them.
    fn before<'a>(self, text: &'a str, words: &str) -> Option<&'a str> {
        let (rest, end) = text.split_at_checked(text.len().checked_sub(words.len())?)?;
        (end == words || self.is_loose() && end.eq_ignore_ascii_case(words)).then_some(rest)
    }

    /// What stands on either side of these words; before the third edition they had to be there to the letter.
    fn around<'a>(self, text: &'a str, words: &str) -> Option<(&'a str, &'a str)> {
        if !self.is_free() {
            return text.split_once(words);
        }
        // Small letters take as much room as large ones here.
        let place = text.to_ascii_lowercase().find(&words.to_ascii_lowercase())?;
        Some((text.get(..place)?, text.get(place + words.len()..)?))
    }

    /// Whether the text says just this; loosely, with a full stop after it or not.
    fn hears(self, text: &str, words: &str) -> bool {
        text == words || self.is_loose() && text.trim_end_matches(['.', '!']).eq_ignore_ascii_case(words)
    }

    /// Whether the text says just this; before the third edition, to the letter.
    fn hears_exactly(self, text: &str, words: &str) -> bool {
        if self.is_free() { self.hears(text, words) } else { text == words }
    }
}

/// The thread that a play is made in.
pub fn thread_of(play: &Play) -> Thread {
    match play {
        Play::Claim { .. } | Play::Announce { .. } | Play::Use { .. } => Thread::Points,
        Play::Forfeit | Play::Join | Play::GoOn | Play::Annotate { .. } => Thread::Discussion,
        Play::Say { thread, .. } => *thread,
        _ => Thread::Voting,
    }
}

const FORFEIT: &str = "I forfeit the game";
const JOIN: &str = "I join the game";
const GO_ON: &str = "The game goes on";

fn voting(ear: Ear, line: &str) -> Result<Play, Message> {
    if let Some(rest) = ear.after(line, "Vote:") {
        return vote(ear, rest.trim()).ok_or_else(|| {
            say!(
                "a vote is “Vote: Yes” or “Vote: No”, \
                 with the proposal's number in brackets if several are open (rule {r113})",
                r113 = law(113)
            )
        });
    }
    if let Some(rest) = ear.after(line, "Rule-change:").or_else(|| ear.freely(line, "Rule change:")) {
        return propose(ear, rest.trim());
    }
    if let Some(rest) = ear.after(line, "Point of Order:") {
        return court::point(ear, rest.trim());
    }
    if let Some(rest) = ear.after(line, "Judgement:").or_else(|| ear.freely(line, "Judgment:")) {
        return court::judgement(ear, rest.trim());
    }
    let judgement = |rest: &str| {
        id(rest, 3).ok_or_else(|| say!("say which Judgement, such as 2.1.1 (rule {r214})", r214 = law(214)))
    };
    if let Some(rest) = ear.after(line, "Dispute:") {
        return Ok(Play::Dispute { judgement: judgement(rest)? });
    }
    if let Some(rest) = ear.after(line, "I agree with Judgement").or_else(|| ear.freely(line, "I agree with")) {
        return Ok(Play::Opinion { judgement: judgement(rest)?, agree: true });
    }
    if let Some(rest) = ear.after(line, "I disagree with Judgement").or_else(|| ear.freely(line, "I disagree with")) {
        return Ok(Play::Opinion { judgement: judgement(rest)?, agree: false });
    }
    if !ear.is_loose() {
        return Err(say!(
            "lines in the voting thread begin with “Rule-change:”, “Vote:”, “Point of Order:”, “Judgement:”, “Dispute:”, \
             “I agree with Judgement” or “I disagree with Judgement” (rules {r107}, {r113}, {r214})",
            r107 = law(107),
            r113 = law(113),
            r214 = law(214)
        ));
    }
    if let Some(proxy) = ear.after(line, "Proxy:").map(str::trim) {
        let proxy = if ear.hears(proxy, "nobody") { None } else { Some(proxy.to_owned()) };
        return Ok(Play::Proxy { proxy });
    }
    if let Some(play) = court::bench(ear, line).or_else(|| word_of_a_vote(ear, line)) {
        return Ok(play);
    }
    if let Some(proposed) = changes::without_heading(ear, line) {
        return proposed;
    }
    if let Some(why) = for_the_points(ear, line) {
        return Err(why);
    }
    if ear.is_quick() && ear.after(line, "Order:").is_some() {
        return Err(say!(
            "an order stands below a Judgement: write “Judgement: 2.1 …”, and this on the next line (rule {r214})",
            r214 = law(214)
        ));
    }
    Err(say!(
        "lines in the voting thread begin with “Rule-change:”, “Vote:”, “Point of Order:”, “Judgement:”, “Dispute:”, \
         “I agree with Judgement” or “I disagree with Judgement”; where the players' rules know them, also with “Proxy: {name}”, “Judge: 2.1 {name}”, \
         “Exclude: 2.1 {name}” or “Recuse: 2.1” (rules {r107}, {r113}, {r214})",
        name = ear.somebody(),
        r107 = law(107),
        r113 = law(113),
        r214 = law(214)
    ))
}

fn vote(ear: Ear, rest: &str) -> Option<Play> {
    if ear.is_free() {
        return vote_in_words(ear, rest);
    }
    let (word, number) = match rest.split_once(' ') {
        Some((word, number)) => (word, Some(number.trim().strip_prefix('(')?.strip_suffix(')')?.parse().ok()?)),
        None => (rest, None),
    };
    let yes = if ear.hears(word, "Yes") {
        true
    } else if ear.hears(word, "No") {
        false
    } else {
        return None;
    };
    Some(Play::Vote { proposal: number, yes })
}

/// `Yes`, `no (301).`, `Yes on proposal 301`, in the ninth edition also `in favour of 301` and `against`: yes or no, and at
/// the most which proposal it is about.
fn vote_in_words(ear: Ear, rest: &str) -> Option<Play> {
    let mut words = rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    let yes = match words.next()?.to_lowercase().as_str() {
        "yes" => true,
        "no" => false,
        "for" | "ja" | "dafür" if ear.is_quick() => true,
        "against" | "nein" | "dagegen" if ear.is_quick() => false,
        "in" if ear.is_quick() => {
            words.next().filter(|word| ["favour", "favor"].iter().any(|known| word.eq_ignore_ascii_case(known)))?;
            words.next_if(|word| word.eq_ignore_ascii_case("of"));
            true
        }
        _ => return None,
    };
    if ear.is_quick() {
        words.next_if(|word| word.eq_ignore_ascii_case("it"));
    }
    let about = ["on", "for", "proposal", "rule", "change", "number"];
    let mut rest = words.filter(|word| !about.iter().any(|known| word.eq_ignore_ascii_case(known)));
    let proposal = rest.next().map(str::parse).transpose().ok()?;
    rest.next().is_none().then_some(Play::Vote { proposal, yes })
}

/// A vote without “Vote:” before it: `Yes.`, in the third edition also `I vote no` and `Yes (301)`.
fn word_of_a_vote(ear: Ear, line: &str) -> Option<Play> {
    if !ear.is_free() {
        return vote(ear, line).filter(|_| !line.contains(' '));
    }
    let known = ["I vote ", "Vote ", "I am ", "I’m ", "I'm ", "Ich bin ", "Ich stimme "];
    let known = if ear.is_quick() { &known[..] } else { &known[..2] };
    let said = known.iter().find_map(|words| ear.after(line, words));
    vote(ear, said.unwrap_or(line))
}

/// Where a line belongs that is understood in the voting thread, and not in the points thread (ninth edition).
fn elsewhere(ear: Ear, line: &str) -> Option<Message> {
    voting(ear, line).ok().filter(|_| ear.is_quick()).map(|play| {
        say!(
            "this belongs in the voting thread: write “{line}” there (rules {r107} and {r113})",
            line = print(&play),
            r107 = law(107),
            r113 = law(113)
        )
    })
}

/// The same of a line in the voting thread that is understood in the points thread.
fn for_the_points(ear: Ear, line: &str) -> Option<Message> {
    points(ear, line).filter(|_| ear.is_quick()).map(|play| {
        say!(
            "this belongs in the points thread: write “{line}” there (rule {r209})",
            line = print(&play),
            r209 = law(209)
        )
    })
}

/// What a line in the points thread should have been.
fn not_points(ear: Ear) -> Message {
    if ear.is_free() {
        return say!(
            "in the points thread write “150 (+4)”, your total with its last change, or “Claim: +4 by Rule 317: why”; \
             for another player “{name}: 150 (+4)” and “Claim: {name} +4 by Rule 317: why” (rule {r209})",
            name = ear.somebody(),
            r209 = law(209)
        );
    }
    say!(
        "in the points thread write “150 (+4)” with the player's name and a colon before it, \
         or “Claim: Ben P +4 by Rule 317: why” (rule {r209})",
        r209 = law(209)
    )
}

/// Totals, claims and what a rule lets players do. In the third edition a line without a name is about
/// its writer.
fn points(ear: Ear, line: &str) -> Option<Play> {
    let bracketed = |text: &str| -> Option<(i64, i64)> {
        let (total, change) = text.trim().split_once(' ')?;
        Some((total.parse().ok()?, change.trim().strip_prefix('(')?.strip_suffix(')')?.parse().ok()?))
    };
    if let Some(rest) = ear.after(line, "Claim:") {
        let loosely = || rest.split_once(" by rule ").filter(|_| ear.is_loose());
        let (who, rest) = ear.around(rest, " by Rule ").or_else(loosely)?;
        let (player, delta, of) = claimed(ear, who.trim())?;
        let (cites, reason) = match rest.split_once(':') {
            None if ear.is_free() => (rest.trim_end_matches('.'), ""),
            said => said?,
        };
        let (cites, reason) = (cites.trim().parse().ok()?, reason.trim().to_owned());
        return Some(Play::Claim { player: player.trim().to_owned(), delta, of: of.map(str::to_owned), cites, reason });
    }
    if let Some(rest) = ear.after(line, "Use:").filter(|_| ear.is_loose()) {
        return used(rest.trim());
    }
    let (player, rest) = match line.rsplit_once(':') {
        None if ear.is_free() => ("", line),
        named => named?,
    };
    let (total, change) = bracketed(rest)?;
    Some(Play::Announce { player: player.trim().to_owned(), total, change })
}

/// Whose, how much, and of what if not of points: `Ben P +4`, in the third edition also `+4`, in the eighth `Ben P +4 Gold`.
fn claimed(ear: Ear, text: &str) -> Option<(&str, i64, Option<&str>)> {
    let (player, last) = match text.rsplit_once(' ') {
        None if ear.is_free() => ("", text),
        named => named?,
    };
    if let Ok(delta) = last.parse() {
        return Some((player, delta, None));
    }
    let mut words = iter::once(0).chain(text.match_indices(' ').map(|(place, _)| place + 1));
    let is_number = |place: &usize| {
        let word = text.get(*place..).and_then(|rest| rest.split(' ').next());
        word.is_some_and(|word| word.parse::<i64>().is_ok())
    };
    let (player, rest) = text.split_at(words.rfind(is_number).filter(|_| ear.is_keen())?);
    let (delta, of) = rest.split_once(' ')?;
    Some((player, delta.parse().ok()?, Some(of.trim())))
}

/// What a rule lets players do: its name, and after a colon how much and whose.
fn used(rest: &str) -> Option<Play> {
    let (effect, chosen) = rest.split_once(':').map_or((rest, ""), |(effect, chosen)| (effect.trim(), chosen.trim()));
    let (first, after) = chosen.split_once(' ').unwrap_or((chosen, ""));
    let (amount, whom) = first.parse().map_or((None, chosen), |amount: i64| (Some(amount), after.trim()));
    let whom = (!whom.is_empty()).then(|| whom.to_owned());
    (!effect.is_empty()).then(|| Play::Use { effect: effect.to_owned(), amount, whom })
}

/// The first id of so many numbers with dots between them.
fn id(text: &str, parts: usize) -> Option<String> {
    text.split(|c: char| !(c.is_ascii_digit() || c == '.'))
        .map(|word| word.trim_matches('.'))
        .find(|word| word.split('.').count() == parts && word.split('.').all(|part| !part.is_empty()))
        .map(str::to_owned)
}

/// The line that stands in the thread for `play`.
pub fn print(play: &Play) -> String {
    match play {
        Play::Propose { text: Some(text), .. } => text.clone(),
        Play::Propose { changes, parameters, .. } => {
            let changes: Vec<String> = match changes.as_slice() {
                [only] => vec![print_change(only)],
                several => several
                    .iter()
                    .zip(1..)
                    .map(|(change, number)| format!("({number}) {}", print_change(change)))
                    .collect(),
            };
            let parameters = parameters.as_ref().and_then(|patch| serde_json::to_string(patch).ok());
            let parameters = parameters.map_or(String::new(), |json| format!("\nParameters: {json}"));
            format!("Rule-change: {}{parameters}", changes.join("\n"))
        }
        Play::Vote { proposal, yes } => {
            let number = proposal.map_or(String::new(), |number| format!(" ({number})"));
            format!("Vote: {}{number}", if *yes { "Yes" } else { "No" })
        }
        Play::PointOfOrder { text, targets, mover } => court::print_point(text, targets, mover.as_deref()),
        Play::Judge { point, text, orders } => court::print_judgement(point, text, orders),
        Play::Dispute { judgement } => format!("Dispute: Judgement {judgement}"),
        Play::Opinion { judgement, agree: true } => format!("I agree with Judgement {judgement}"),
        Play::Opinion { judgement, agree: false } => format!("I disagree with Judgement {judgement}"),
        Play::Proxy { proxy } => format!("Proxy: {}", proxy.as_deref().unwrap_or("nobody")),
        Play::Name { point, judge } => format!("Judge: {point} {judge}"),
        Play::Exclude { point, player } => format!("Exclude: {point} {player}"),
        Play::Recuse { point } => format!("Recuse: {point}"),
        Play::Appeal { judgement, text } => court::print_appeal(judgement, text),
        Play::Annotate { about, title, text } => notes::print(*about, *title, text),
        Play::Claim { player, delta, of, cites, reason } => {
            let (name, why) = (before_it(player, " "), if reason.is_empty() { "" } else { ": " });
            let of = of.as_ref().map_or(String::new(), |of| format!(" {of}"));
            format!("Claim: {name}{delta:+}{of} by Rule {cites}{why}{reason}")
        }
        Play::Use { effect, amount, whom } => {
            let chosen = [amount.map(|amount| amount.to_string()), whom.clone()];
            let chosen: Vec<String> = chosen.into_iter().flatten().collect();
            let colon = if chosen.is_empty() { "" } else { ": " };
            format!("Use: {effect}{colon}{}", chosen.join(" "))
        }
        Play::Announce { player, total, change } => format!("{}{total} ({change:+})", before_it(player, ": ")),
        Play::GoOn => GO_ON.to_owned(),
        Play::Forfeit => FORFEIT.to_owned(),
        Play::Join => JOIN.to_owned(),
        Play::Say { text, .. } => text.clone(),
    }
}

/// A name with what divides it from the rest; nothing where the line is about its writer.
fn before_it(name: &str, divider: &str) -> String {
    if name.is_empty() { String::new() } else { format!("{name}{divider}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_lines_read_back_as_the_same_play() {
        let editions = Edition::ALL;
        for (line, edition) in LINES.iter().flat_map(|line| editions.map(|edition| (*line, edition))) {
            let play = parse(edition, Thread::Voting, line).expect("understood").expect("a play");
            assert_eq!(print(&play), line);
        }
        for line in [
            "Proxy: Ben P",
            "Proxy: nobody",
            "Judge: 2.1 Ben P",
            "Exclude: 2.1 Ben P",
            "Recuse: 2.1",
            "Appeal: 2.1.1 No.",
        ] {
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
            (
                "Rule-change: In Rule 2, delete 'a player's day'.",
                "Rule-change: Amend Rule 2: delete \"a player's day\"",
            ),
            (
                "Rule-change: Amend Rule 2 by inserting „b“ after ‘a’",
                "Rule-change: Amend Rule 2: insert \"b\" after \"a\"",
            ),
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
        for line in
            ["I vote for nobody", "For ever", "In favour of what?", "I am Ben", "I like it", "Against whom", "I"]
        {
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
}
