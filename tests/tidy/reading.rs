//! How hard pages are to read: sentences have twenty words at the most, and what they say is for the seventh year of
//! school. English is measured by the Flesch–Kincaid grade, German by the first Wiener Sachtextformel.

use std::collections::BTreeMap;
use std::path::Path;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use rookery::web::catalogue::Language;
use rookery::web::messages;

const MOST_WORDS: usize = 20;
const GRADE: f64 = 7.0;
/// A text of fewer words has no grade of its own: one long name makes any label hard. It counts in that of its area.
const FEWEST_WORDS: usize = 10;

/// What stands for a name or another value.
const VALUE: &str = "Anna";

/// What a check finds, which the operator reads.
const FAULT: &str = "one line of a report for the operator";

/// What begins so is not measured, and why.
const EXEMPT: [(&str, &str); 8] = [
    ("act {act} is missing, which", FAULT),
    ("the act log has person", FAULT),
    ("the register has person", FAULT),
    ("eco-", "names of openings"),
    ("lines in the voting thread begin with", "a list of what can be written, word by word"),
    ("a Point of Order is not about", "a list of what can be written, word by word"),
    ("“{line}” is no order", "a list of what can be written, word by word"),
    ("a position is the name of a start", "the eight parts of a notation, one by one"),
];

/// English words for which there is a plain one.
const STIFF: [&str; 8] = ["whoever", "whomever", "anew", "lest", "hereby", "thereof", "whereby", "henceforth"];

/// Each form that a text can have: every choice by a number or a word, one at a time; the usual form first.
fn forms(pattern: &Pattern<&str>) -> Vec<String> {
    let parts: Vec<Vec<String>> = pattern.elements.iter().map(choices).collect();
    let with = |place: usize, choice: usize| -> String {
        parts.iter().enumerate().map(|(at, part)| part[if at == place { choice } else { 0 }].as_str()).collect()
    };
    let others = parts.iter().enumerate().flat_map(|(place, part)| (1..part.len()).map(move |choice| (place, choice)));
    std::iter::once((0, 0)).chain(others).map(|(place, choice)| with(place, choice)).collect()
}

fn choices(element: &PatternElement<&str>) -> Vec<String> {
    match element {
        PatternElement::TextElement { value } => vec![(*value).to_owned()],
        PatternElement::Placeable { expression: Expression::Inline(InlineExpression::StringLiteral { value }) } => {
            vec![(*value).to_owned()]
        }
        PatternElement::Placeable { expression: Expression::Inline(value) } => vec![value_of(value)],
        PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
            let (usual, others): (Vec<_>, Vec<_>) = variants.iter().partition(|variant| variant.default);
            usual.into_iter().chain(others).flat_map(|variant| forms(&variant.value)).collect()
        }
    }
}

/// What stands in a place: the number of the rule that a message of Nomic cites as `r202`, or a name. The readings that
/// records have in some are told to nobody.
fn value_of(place: &InlineExpression<&str>) -> String {
    let InlineExpression::VariableReference { id } = place else { return VALUE.to_owned() };
    let number = id.name.strip_prefix('r').filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    if id.name == "readings" { String::new() } else { number.unwrap_or(VALUE).to_owned() }
}

/// The words of each sentence. A full stop, a question or exclamation mark and a colon end a sentence; a semicolon or a
/// dash does not. Words for programs (with an underscore, a slash or in backquotes) are not read aloud and left out.
fn sentences(text: &str) -> Vec<Vec<&str>> {
    let mut sentences = vec![Vec::new()];
    for token in text.split_whitespace() {
        let word = token.trim_matches(|letter: char| !letter.is_alphanumeric());
        if !word.is_empty() && !word.contains(['_', '/']) && !token.contains('`') {
            sentences.last_mut().unwrap().push(word);
        }
        let end = token.trim_end_matches(['"', '”', '“', '’', ')']);
        if end.ends_with(['.', '!', '?', '…', ':']) || token == "·" {
            sentences.push(Vec::new());
        }
    }
    sentences.retain(|words| !words.is_empty());
    sentences
}

/// A syllable is a group of vowels. In English a y before a vowel is none, an i before a, o or u is one of its own but
/// behind soft consonants (na-tion, spe-cial), as is a last -ing; an e that is not heard is none (game, games, moved).
/// In German two vowels are one sound only where they are ie, ei, ai, au, eu, äu, ey, ay or doubled. A number is one.
fn syllables(word: &str, language: Language) -> usize {
    let letters: Vec<char> = word.to_lowercase().chars().collect();
    let count = match language {
        Language::English => letters.split(|letter| *letter == '-').map(english_syllables).sum(),
        _ => german_syllables(&letters),
    };
    count.max(1)
}

fn english_syllables(letters: &[char]) -> usize {
    let is_vowel = |at: usize| match letters[at] {
        'y' => at > 0 && !letters.get(at + 1).is_some_and(|next| "aeiou".contains(*next)),
        'u' => at == 0 || letters[at - 1] != 'q',
        letter => "aeioéè".contains(letter),
    };
    let word: String = letters.iter().collect();
    let mut count = 0;
    for at in 0..letters.len() {
        let begins = is_vowel(at) && (at == 0 || !is_vowel(at - 1));
        let is_own = at > 1
            && ((letters[at - 1] == 'i' && "aou".contains(letters[at]) && !"tscxgln".contains(letters[at - 2]))
                || (word.ends_with("ing") && at + 3 == letters.len() && is_vowel(at - 1)));
        count += usize::from(begins || is_own);
    }
    // The e of table, judges and counted is heard.
    let is_silent = |end: &str, loud: &str| {
        word.strip_suffix(end).is_some_and(|stem| {
            let mut last = stem.chars().rev().map(|letter| (letter, "aeiouy".contains(letter)));
            let (letter, vowel) = last.next().unwrap_or(('e', true));
            let after_consonant = last.next().is_some_and(|(_, vowel)| !vowel);
            !(vowel || loud.contains(letter) || letter == 'l' && after_consonant)
        })
    };
    let silent = is_silent("e", "") || is_silent("es", "scxzgh") || is_silent("ed", "td");
    if silent && count > 1 { count - 1 } else { count }
}

fn german_syllables(letters: &[char]) -> usize {
    const ONE_SOUND: [&str; 11] = ["ie", "ei", "ai", "au", "eu", "äu", "ey", "ay", "aa", "ee", "oo"];
    let mut count = 0;
    let mut at = 0;
    while at < letters.len() {
        let is_vowel =
            "aeiouyäöüéàè".contains(letters[at]) && !(letters[at] == 'u' && at > 0 && letters[at - 1] == 'q');
        let pair: String = letters[at..].iter().take(2).collect();
        count += usize::from(is_vowel);
        at += if is_vowel && ONE_SOUND.contains(&pair.as_str()) { 2 } else { 1 };
    }
    count
}

/// The year of school that a text is for.
fn grade(sentences: &[Vec<&str>], language: Language) -> f64 {
    let words: Vec<&str> = sentences.iter().flatten().copied().collect();
    let per_word = |count: usize| count as f64 / words.len() as f64;
    let length = words.len() as f64 / sentences.len() as f64;
    let counts: Vec<usize> = words.iter().map(|word| syllables(word, language)).collect();
    let share = |applies: &dyn Fn(usize) -> bool| 100.0 * per_word(counts.iter().filter(|n| applies(**n)).count());
    match language {
        Language::English => 0.39 * length + 11.8 * per_word(counts.iter().sum()) - 15.59,
        _ => {
            let long = 100.0 * per_word(words.iter().filter(|word| word.chars().count() > 6).count());
            0.1935 * share(&|n| n >= 3) + 0.1672 * length + 0.1297 * long - 0.0327 * share(&|n| n == 1) - 0.875
        }
    }
}

/// What is hard about a text.
fn faults(text: &str, language: Language) -> Vec<String> {
    let sentences = sentences(text);
    let mut faults: Vec<String> = sentences
        .iter()
        .filter(|words| words.len() > MOST_WORDS)
        .map(|words| format!("a sentence of {} words", words.len()))
        .collect();
    if sentences.iter().flatten().count() >= FEWEST_WORDS && grade(&sentences, language) > GRADE {
        faults.push(format!("grade {:.1}", grade(&sentences, language)));
    }
    let words = sentences.iter().flatten().map(|word| word.to_lowercase());
    faults.extend(words.filter(|word| STIFF.contains(&word.as_str())).map(|word| format!("“{word}”")));
    faults
}

/// A text that people read.
struct Read {
    /// The file that it stands in, or what it is a part of.
    area: String,
    /// Its id, or the English template of a message.
    name: String,
    language: Language,
    forms: Vec<String>,
}

impl Read {
    fn is_exempt(&self) -> bool {
        let place = format!("{}/{}", self.language.tag(), self.name);
        EXEMPT.iter().any(|(beginning, _)| self.name.starts_with(beginning) || place.starts_with(beginning))
    }

    fn is_of_pages(&self) -> bool {
        self.area.ends_with(".ftl")
    }
}

fn parsed(source: &str, mut found: impl FnMut(&str, Vec<String>)) {
    let resource = fluent_syntax::parser::parse(source).unwrap_or_else(|(_, errors)| panic!("{errors:?}: {source}"));
    for entry in &resource.body {
        let Entry::Message(message) = entry else { continue };
        found(message.id.name, forms(message.value.as_ref().expect("a text")));
    }
}

/// A message as Fluent has it, in each of its forms.
fn forms_of(pattern: &str) -> Vec<String> {
    let mut found = Vec::new();
    parsed(&format!("id = {}\n", messages::as_fluent(pattern).replace('\n', "\n    ")), |_, forms| found = forms);
    found
}

/// Everything that pages say, and every message, in both languages.
fn everything() -> Vec<Read> {
    let mut all = Vec::new();
    for language in Language::ALL {
        for path in super::catalogue::files(&format!("locales/{}", language.tag()), "ftl") {
            let area = path.file_name().unwrap().to_string_lossy().into_owned();
            parsed(&std::fs::read_to_string(&path).unwrap(), |id, forms| {
                all.push(Read { area: area.clone(), name: id.to_owned(), language, forms });
            });
        }
    }
    let worded = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales/en/messages/nomic.toml");
    let worded: BTreeMap<String, String> = toml::from_str(&std::fs::read_to_string(worded).unwrap()).unwrap();
    for template in super::messages::templates().into_iter().filter(|template| !super::messages::is_kept(template)) {
        let said = worded.get(template).map_or(template, String::as_str);
        let area = "messages".to_owned();
        all.push(Read { area, name: template.to_owned(), language: Language::English, forms: forms_of(said) });
    }
    for (template, pattern) in messages::sentences() {
        let area = "messages".to_owned();
        all.push(Read { area, name: template, language: Language::German, forms: forms_of(&pattern) });
    }
    all
}

#[test]
fn every_sentence_is_short_and_plain() {
    let mut hard = Vec::new();
    for read in everything().iter().filter(|read| !read.is_exempt()) {
        for form in &read.forms {
            let mut faults = faults(form, read.language);
            if read.is_of_pages() && form.contains(';') && !read.name.starts_with("record-") {
                faults.push("a semicolon: make two sentences of it".to_owned());
            }
            if !faults.is_empty() {
                hard.push(format!("{} {}: {}: {form}", read.language.tag(), read.name, faults.join(", ")));
            }
        }
    }
    assert!(hard.is_empty(), "hard to read:\n{}", hard.join("\n"));
}

#[test]
fn every_area_is_for_the_seventh_year_of_school() {
    let mut areas: BTreeMap<(String, &str), (Language, Vec<String>)> = BTreeMap::new();
    for read in everything().into_iter().filter(|read| !read.is_exempt()) {
        let key = (read.area, read.language.tag());
        areas.entry(key).or_insert((read.language, Vec::new())).1.extend(read.forms.into_iter().next());
    }
    assert!(areas.len() > 60, "texts are somewhere else");
    for ((area, tag), (language, texts)) in areas {
        let sentences: Vec<Vec<&str>> = texts.iter().flat_map(|text| sentences(text)).collect();
        let grade = grade(&sentences, language);
        assert!(grade <= GRADE, "{tag} {area}: grade {grade:.1}");
    }
}

#[test]
fn what_is_exempt_is_there() {
    let all = everything();
    for (beginning, _) in EXEMPT {
        let name = beginning.trim_start_matches("en/");
        assert!(all.iter().any(|read| read.name.starts_with(name)), "nothing begins with {beginning}");
    }
}

#[test]
fn a_hard_sentence_is_found() {
    let english = |text| faults(text, Language::English);
    let german = |text| faults(text, Language::German);
    assert_eq!(english("Wrong result? Show this page to a moderator who did not play in it."), [""; 0]);
    assert_eq!(german("Falsch? Zeig diese Seite jemandem, der nicht mitgespielt hat."), [""; 0]);
    let long = "You can go to the desk and tap it, and then you can go back and tap it once more there.";
    assert_eq!(english(long), ["a sentence of 21 words"]);
    let legal =
        "The determination regarding eligibility necessitates consultation of the applicable provisions beforehand.";
    assert!(english(legal)[0].starts_with("grade "), "{:?}", english(legal));
    let law = "Die Zuständigkeit für die Entscheidung bestimmt sich nach den Bestimmungen der Geschäftsordnung.";
    assert!(german(law)[0].starts_with("grade "), "{:?}", german(law));
    assert_eq!(english("It is told anew."), ["“anew”"]);
    assert_eq!(english("Send `minutes_per_side_and_increment` or a/b."), [""; 0], "words for programs are not read");
}

#[test]
fn syllables_are_counted_as_they_are_spoken() {
    let words = [
        ("game", 1),
        ("games", 1),
        ("moved", 1),
        ("counted", 2),
        ("table", 2),
        ("judges", 2),
        ("player", 2),
        ("beyond", 2),
        ("being", 2),
        ("question", 2),
        ("special", 2),
        ("period", 3),
        ("leaderboard", 3),
        ("moderator", 4),
        ("rule-change", 2),
        ("2026", 1),
        ("while", 1),
        ("whole", 1),
    ];
    for (word, count) in words {
        assert_eq!(syllables(word, Language::English), count, "{word}");
    }
    let words = [
        ("Spiel", 1),
        ("Bauer", 2),
        ("Moderation", 5),
        ("Quelle", 2),
        ("gegenüber", 4),
        ("Häuser", 2),
        ("neu", 1),
        ("Brett", 1),
        ("Aussage", 3),
    ];
    for (word, count) in words {
        assert_eq!(syllables(word, Language::German), count, "{word}");
    }
}
