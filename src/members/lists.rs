//! Class lists: names pasted one a line or as a table. They are previewed before anybody is added, and nobody is
//! added twice.

use rookery_messages::{Message, say};
use serde::Serialize;

use super::handles::Looks;
use super::{rules, store};
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::id::PersonId;

/// The most lines of a list.
const MOST: usize = 200;

crate::words!(
    /// The outcome of a line.
    LineState as ClassListLineState {
        /// Nobody is called so yet: they are added.
        New = "new",
        /// The club knows somebody who is called so.
        Known = "known",
        /// An earlier line has the name.
        Twice = "twice",
        /// It is no name.
        Wrong = "wrong",
    }
);

/// A line of a class list.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = ClassListLine)]
pub struct Line {
    pub name: String,
    pub state: LineState,
    /// Whom the club knows by this name, or has added.
    #[schema(value_type = Option<i64>)]
    pub person: Option<PersonId>,
    /// What is wrong with it.
    #[serde(serialize_with = "in_words")]
    #[schema(value_type = Option<String>)]
    pub wrong: Option<Message>,
}

fn in_words<S: serde::Serializer>(wrong: &Option<Message>, serializer: S) -> Result<S::Ok, S::Error> {
    wrong.as_ref().map(ToString::to_string).serialize(serializer)
}

/// The outcome of a class list.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct ClassList {
    pub lines: Vec<Line>,
    /// Columns of a table that say nothing of names, by their headings.
    pub ignored: Vec<String>,
}

impl ClassList {
    /// Lines that a state is said of.
    pub fn count(&self, state: LineState) -> usize {
        self.lines.iter().filter(|line| line.state == state).count()
    }

    /// Whether nothing in it has to be looked at before it is added: every line is a name that is new to the club.
    pub fn is_plain(&self) -> bool {
        self.ignored.is_empty() && !self.lines.is_empty() && self.count(LineState::New) == self.lines.len()
    }
}

/// A line without its number: of `3. Ash, Ann` and `3) Ash, Ann` it is `Ash, Ann`.
fn unnumbered(line: &str) -> &str {
    let line = line.trim();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix(['.', ')', ' ']) {
        Some(name) if rest.len() < line.len() => name.trim_start(),
        _ => line,
    }
}

/// What a class is called before its number: `Class 7b`, `Klasse 7`.
const CLASSES: [&str; 8] = ["class", "form", "grade", "jahrgang", "kl", "kl.", "klasse", "year"];
/// Headings of lists beside those of tables.
const HEADINGS: [&str; 8] =
    ["class list", "klassenliste", "namen", "names", "pupils", "schüler", "schülerinnen und schüler", "students"];
/// The most words of a class: `Class 7 B`.
const WORDS_OF_A_CLASS: usize = 3;

/// Whether this is a class: `7B`, `10 a`, `Klasse 7b`, `Year 7`. A number alone is none.
fn is_class(text: &str) -> bool {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let is_called = words.first().is_some_and(|word| CLASSES.contains(&word.to_lowercase().as_str()));
    if is_called {
        words.remove(0);
    }
    let told = words.concat();
    let letters = told.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let is_short = (1..=2).contains(&(told.len() - letters.len()));
    let mut letters = letters.chars();
    match (letters.next(), letters.next()) {
        (None, _) => is_short && is_called,
        (Some(letter), None) => is_short && letter.is_alphabetic(),
        _ => false,
    }
}

/// A line without the class after the name, in brackets or not: `Ann Ash 7B`, `Ash, Ann (7b)`, `Ann Ash, Klasse 7`.
fn without_class(line: &str) -> &str {
    let is_between = |sign: char| sign.is_whitespace() || matches!(sign, ',' | ';' | '|');
    let brackets = [('(', ')'), ('[', ']')].into_iter().find_map(|(opens, closes)| {
        let (name, inside) = line.strip_suffix(closes)?.rsplit_once(opens)?;
        is_class(inside).then_some(name)
    });
    let begins = line.char_indices().filter(|(at, sign)| {
        let follows = line[..*at].chars().next_back().is_none_or(is_between);
        follows && !is_between(*sign)
    });
    let begins: Vec<usize> = begins.map(|(at, _)| at).collect();
    let last = &begins[begins.len().saturating_sub(WORDS_OF_A_CLASS)..];
    let words = || last.iter().find(|from| is_class(&line[**from..])).map(|from| &line[..*from]);
    let name = brackets.or_else(words).unwrap_or(line);
    name.trim_end_matches(|sign: char| is_between(sign) || matches!(sign, '-' | '–'))
}

/// A line without the e-mail address after the name: `Ann Ash <ann@school.example>`.
fn without_address(line: &str) -> &str {
    match line.strip_suffix('>').and_then(|line| line.rsplit_once('<')) {
        Some((name, address)) if address.contains('@') => name.trim_end(),
        _ => line,
    }
}

/// The name in a line, without its number, address and class; refused where there is no name, or something else beside it.
pub fn name_in(line: &str) -> Result<&str, Refusal> {
    let written = unnumbered(line);
    let name = without_class(without_address(written));
    let heading = name.to_lowercase();
    let is_heading = part(name).is_some() || HEADINGS.contains(&heading.as_str());
    if is_heading || (name.is_empty() && !written.is_empty()) {
        return Err(Refusal::field("names", say!("This is a heading, not a name.")));
    }
    if !name.is_empty() && !name.contains(char::is_alphabetic) {
        return Err(Refusal::field("names", say!("There is no name in this line.")));
    }
    is_name_alone(name).map(|()| name)
}

/// What a column of a table has of a name.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Whole,
    First,
    Last,
    /// The last name beside a column of first names, else the whole.
    Name,
}

/// A column by its heading, in English or German.
fn part(heading: &str) -> Option<Part> {
    Some(match heading.to_lowercase().as_str() {
        "full name" | "vor- und nachname" => Part::Whole,
        "first name" | "first_name" | "given name" | "forename" | "vorname" | "rufname" => Part::First,
        "last name" | "last_name" | "surname" | "family name" | "nachname" | "familienname" => Part::Last,
        "name" => Part::Name,
        _ => return None,
    })
}

/// A table of people: the name in each line, none in that of the headings, and the headings that were passed over.
pub struct Table {
    pub names: Vec<String>,
    pub ignored: Vec<String>,
}

/// Reads a table of several columns whose first line says which of them have names.
pub fn table(text: &str) -> Option<Table> {
    let first_line = text.lines().next()?;
    let delimiter = [';', '\t', ','].into_iter().find(|delimiter| first_line.contains(*delimiter))?;
    let headings = fields(first_line, delimiter);
    let parts: Vec<Option<Part>> = headings.iter().map(|heading| part(heading)).collect();
    let at = |wanted: Part| parts.iter().position(|part| *part == Some(wanted));
    let read = match (at(Part::Whole), at(Part::First), at(Part::Last), at(Part::Name)) {
        (Some(whole), ..) | (None, None, None, Some(whole)) => vec![whole],
        (None, Some(first), Some(last), _) | (None, Some(first), None, Some(last)) => vec![first, last],
        _ => return None,
    };
    let name = |line: &str| {
        let fields = fields(line, delimiter);
        let parts: Vec<&str> = read.iter().filter_map(|column| fields.get(*column)).map(String::as_str).collect();
        rules::turned(parts.join(" ").trim()).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let names = std::iter::once(String::new()).chain(text.lines().skip(1).map(name)).collect();
    let ignored = headings.iter().enumerate().filter(|(column, heading)| !read.contains(column) && !heading.is_empty());
    let ignored = ignored.map(|(_, heading)| heading.clone()).collect();
    Some(Table { names, ignored })
}

/// The fields of a line, in quotes or not.
fn fields(line: &str, delimiter: char) -> Vec<String> {
    let delimiter = u8::try_from(delimiter).unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new().has_headers(false).delimiter(delimiter).from_reader(line.as_bytes());
    let record = reader.records().next().and_then(Result::ok).unwrap_or_default();
    record.iter().map(|field| field.trim().to_owned()).collect()
}

/// What stands beside a name: a class in brackets, as in `Ash, Ann (7b)`, or where the last name comes first a word with a
/// digit, as in `Ash, Ann 7b`. Other names may have one, which tells people apart: `Sam Lee 2`.
fn beside_the_name(line: &str) -> Option<&str> {
    let has_digit = |text: &&str| text.contains(|c: char| c.is_ascii_digit());
    let in_brackets = line.find(['(', '[']).map(|from| {
        let inside = &line[from..];
        inside.find([')', ']']).map_or(inside, |to| &inside[..=to])
    });
    let mut words = line.split([' ', ',']).filter(|_| line.contains(','));
    in_brackets.filter(has_digit).or_else(|| words.find(has_digit))
}

/// Refuses a line that has more than a name, such as the line of a table `Ash,Ann,1120`: the rest would become part of the name.
fn is_name_alone(line: &str) -> Result<(), Refusal> {
    if line.contains([';', '\t', '"', '|', '<', '>', '@']) || line.matches(',').count() > 1 {
        let detail =
            say!("Write the name alone. The first line of a table says “Name”, or “First name” and “Surname”.");
        return Err(Refusal::field("names", detail));
    }
    match beside_the_name(line) {
        Some(part) => Err(Refusal::field("names", say!("“{part}” does not belong to the name. Take it out.", part))),
        None => Ok(()),
    }
}

/// What becomes of each line; `known` are all whom the club knows, by name and by handle.
fn judged(names: &[String], known: &[(PersonId, [Looks; 2])]) -> Vec<Line> {
    let mut before: Vec<Looks> = Vec::new();
    let mut judge = |text: &String| {
        let line = |name: String, state| Line { name, state, person: None, wrong: None };
        let name = match name_in(text).and_then(|name| rules::name(&rules::turned(name))) {
            Ok(name) => name,
            Err(refusal) => return Line { wrong: Some(refusal.detail), ..line(text.clone(), LineState::Wrong) },
        };
        let looks = Looks::of(&name);
        if before.iter().any(|other| other.like(&looks)) {
            return line(name, LineState::Twice);
        }
        let found = known.iter().find(|(_, called)| called.iter().any(|other| other.like(&looks)));
        before.push(looks);
        match found {
            Some((person, _)) => Line { person: Some(*person), ..line(name, LineState::Known) },
            None => line(name, LineState::New),
        }
    };
    names.iter().filter(|text| !text.trim().is_empty()).map(&mut judge).collect()
}

/// The outcome that a list would have.
pub fn preview(db: &mut Db, names: &[String]) -> Result<ClassList, Error> {
    let (names, ignored) = match table(&names.join("\n")) {
        Some(table) => (table.names, table.ignored),
        None => (names.to_vec(), Vec::new()),
    };
    let given: Vec<&String> = names.iter().filter(|text| !text.trim().is_empty()).collect();
    if !(1..=MOST).contains(&given.len()) {
        return Err(Refusal::field("names", say!("Write 1 to {most} names, one a line.", most = MOST)).into());
    }
    // A fault that every line has is reported once.
    if given.len() > 1 && given.iter().all(|line| name_in(line).is_err()) {
        name_in(given[0])?;
    }
    Ok(ClassList { lines: judged(&names, &store::looks(db)?), ignored })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_by_its_headings() {
        let read = |text: &str| table(text).map(|table| (table.names.join("|"), table.ignored.join("|")));
        let told = |names: &str, ignored: &str| Some((names.to_owned(), ignored.to_owned()));
        assert_eq!(
            read("Surname,First name,Class\nAsh,Ann,7b\n\"Birch\",Bea,\"7, c\""),
            told("|Ann Ash|Bea Birch", "Class")
        );
        assert_eq!(read("Klasse;Name;Vorname\n7b;Weber;Anna"), told("|Anna Weber", "Klasse"));
        assert_eq!(read("Name\tClass\nAsh, Ann\t7b\n"), told("|Ann Ash", "Class"));
        assert_eq!(read("Vorname,Nachname\nAnna,Weber\n\nBea"), told("|Anna Weber||Bea", ""));
        assert_eq!(read("Ash, Ann\nBirch, Bea"), None);
        assert_eq!(read("First name;Class\nAnn;7b"), None, "half a name is none");
        assert_eq!(read("Name\nAnn Ash"), None, "one column is a list");
    }

    #[test]
    fn numbers_of_the_list_go_and_what_stands_beside_a_name_is_shown() {
        for (line, name) in [
            ("3. Lopez, Luis", "Luis Lopez"),
            ("12) Lopez, Luis", "Luis Lopez"),
            (" 4 Luis Lopez ", "Luis Lopez"),
            ("5.Luis Lopez", "Luis Lopez"),
            ("Luis Lopez 2", "Luis Lopez 2"),
            ("Khan, Kabir (Kab)", "Kabir (Kab) Khan"),
            ("Tom Baker 7B", "Tom Baker"),
            ("Tom Baker (10a)", "Tom Baker"),
            ("Khan, Kabir [7 B]", "Kabir Khan"),
            ("Khan, Kabir 7B", "Kabir Khan"),
            ("Khan, Kabir, Klasse 7b", "Kabir Khan"),
            ("2. Tom Baker\tYear 7", "Tom Baker"),
            ("Tom Baker - 7B", "Tom Baker"),
            ("Noah Reed <noah@school.example>", "Noah Reed"),
            ("Anna B", "Anna B"),
        ] {
            let lines = judged(&[line.to_owned()], &[]);
            assert_eq!((lines[0].name.as_str(), lines[0].state), (name, LineState::New), "{line}");
        }
        for (line, shown) in [
            ("Kabir Khan [7 B], tall", "“[7 B]”"),
            ("Kabir Khan (7B", "“(7B”"),
            ("Class 7B", "a heading"),
            ("7b", "a heading"),
            ("Name", "a heading"),
            ("12", "no name in this line"),
            ("<b>x</b>", "Write the name alone"),
            ("noah@school.example", "Write the name alone"),
            ("3. Khan, Kabir,1120", "Write the name alone"),
            ("Ann Ash,1120", "“1120”"),
            ("3.", "The name is missing."),
        ] {
            let wrong = judged(&[line.to_owned()], &[])[0].wrong.clone().map(|wrong| wrong.to_string());
            assert!(wrong.as_ref().is_some_and(|wrong| wrong.contains(shown)), "{line}: {wrong:?}");
        }
    }

    #[test]
    fn nobody_is_added_twice() {
        let known = [(PersonId(7), ["Maya Goldberg", "maya-goldberg"].map(Looks::of))];
        let names = ["Ash, Ann", " ann  ASH ", "", "Mayа Goldberg", "Bea\u{7}", "Bea", "Ann Ash,1120", "Ash;Cy"];
        let names = names.map(str::to_owned);
        let lines: Vec<_> =
            judged(&names, &known).into_iter().map(|line| (line.name, line.state, line.person)).collect();
        let line = |name: &str, state, person| (name.to_owned(), state, person);
        assert_eq!(
            lines,
            [
                line("Ann Ash", LineState::New, None),
                line("ann ASH", LineState::Twice, None),
                line("Mayа Goldberg", LineState::Known, Some(PersonId(7))),
                line("Bea\u{7}", LineState::Wrong, None),
                line("Bea", LineState::New, None),
                line("Ann Ash,1120", LineState::Wrong, None),
                line("Ash;Cy", LineState::Wrong, None),
            ]
        );
    }
}
