//! What pages say, in every language: the texts of `locales/`, embedded in the binary, and those of folders like them
//! that the operator brings.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use actix_web::HttpRequest;
use actix_web::http::header;
use chrono::{DateTime, Locale};
use chrono_tz::Tz;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentMessage, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use super::messages::Sayings;

/// The cookie that keeps what a reader chose.
pub const COOKIE: &str = "__Host-language";

/// A language that the whole catalogue exists in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    English,
    German,
    /// One that the operator brought, by its place among them.
    Brought(usize),
}

/// A language whose texts are files beside the program.
pub(super) struct Brought {
    tag: String,
    texts: Texts,
    /// Messages, by their English templates.
    pub sentences: HashMap<String, String>,
    /// Texts of the Terms, by their English.
    terms: HashMap<String, String>,
    pub sayings: OnceLock<Sayings>,
}

static BROUGHT: OnceLock<Vec<Brought>> = OnceLock::new();

/// Texts of the Terms in German, by their English. A file that is no TOML has none; `src/rulebook/along.rs` finds it first.
static TERMS_IN_GERMAN: LazyLock<HashMap<String, String>> =
    LazyLock::new(|| toml::from_str(include_str!("../../locales/de/terms.toml")).unwrap_or_default());

/// With a capital letter, where a line or a choice begins with it.
pub fn begun(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

impl Language {
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// Those of the program and those that were brought.
    pub fn all() -> impl Iterator<Item = Language> {
        let brought = BROUGHT.get().map_or(0, Vec::len);
        Language::ALL.into_iter().chain((0..brought).map(Language::Brought))
    }

    pub(super) fn brought(self) -> Option<&'static Brought> {
        match self {
            Language::Brought(place) => BROUGHT.get()?.get(place),
            _ => None,
        }
    }

    /// `en`, `de`: as in `lang` and `Accept-Language`.
    pub fn tag(self) -> &'static str {
        match self {
            Language::German => "de",
            _ => self.brought().map_or("en", |brought| &brought.tag),
        }
    }

    /// What those who speak it call it.
    pub fn own_name(self) -> String {
        self.t("language-name").to_string()
    }

    pub fn tagged(tag: &str) -> Option<Language> {
        Language::all().find(|language| language.tag() == tag)
    }

    /// What the reader chose, or what the browser asks for.
    pub fn of(request: &HttpRequest) -> Language {
        if let Some(chosen) = request.cookie(COOKIE).and_then(|cookie| Language::tagged(cookie.value())) {
            return chosen;
        }
        let wanted = request.headers().get(header::ACCEPT_LANGUAGE).and_then(|wanted| wanted.to_str().ok());
        // A language of any country: `de-AT` is German.
        let tags = accept_language::parse(wanted.unwrap_or_default());
        tags.iter().find_map(|tag| Language::tagged(tag.split('-').next()?)).unwrap_or_default()
    }

    /// The text of this id.
    pub fn t(self, id: &str) -> Text<'_> {
        Text { language: self, id: Cow::Borrowed(id), arguments: FluentArgs::new() }
    }

    /// The text for a word of the interface for programs: `word("ending", "draw_agreed")` is `ending-draw-agreed`.
    pub fn word(self, kind: &str, word: impl fmt::Display) -> Text<'static> {
        let id = format!("{kind}-{word}").replace('_', "-");
        Text { language: self, id: Cow::Owned(id), arguments: FluentArgs::new() }
    }

    /// What a message is about: `ban.placed`.
    pub fn topic(self, topic: &str) -> Text<'static> {
        self.word("topic", topic.replace('.', "-"))
    }

    /// What a text of the Terms says in this language, found by its very words in English; `None` for other words.
    pub fn of_the_terms(self, english: &str) -> Option<&'static str> {
        let terms = match self {
            Language::English => return None,
            Language::German => &*TERMS_IN_GERMAN,
            Language::Brought(_) => &self.brought()?.terms,
        };
        terms.get(english).map(String::as_str)
    }

    /// A date as it is written in this language: `Friday 6 November 2026`.
    pub fn date(self, at: &DateTime<Tz>) -> String {
        self.format(at, "date-long")
    }

    /// `6 Nov 2026`.
    pub fn short_date(self, at: &DateTime<Tz>) -> String {
        self.format(at, "date-short")
    }

    /// `November 2026`.
    pub fn month(self, at: &DateTime<Tz>) -> String {
        self.format(at, "date-month")
    }

    /// `Fri 6 Nov 2026, 12:30`.
    pub fn meeting(self, at: &DateTime<Tz>) -> String {
        self.format(at, "date-meeting")
    }

    /// `Friday 6 November 2026, 12:45`.
    pub fn moment(self, at: &DateTime<Tz>) -> String {
        self.format(at, "date-moment")
    }

    /// With one decimal: `22.4`, `−1.0`; in German `22,4`.
    pub fn decimal(self, number: f64) -> String {
        self.numeral(format!("{number:.1}").replace('-', "\u{2212}"))
    }

    /// A number that is written out already, with this language's sign before its decimals: `22,4`.
    pub fn numeral(self, written: impl fmt::Display) -> String {
        written.to_string().replace('.', &self.t("language-decimal-mark").to_string())
    }

    fn format(self, at: &DateTime<Tz>, id: &str) -> String {
        let locale = match self {
            Language::English => Locale::en_GB,
            Language::German => Locale::de_DE,
            Language::Brought(_) => self.t("language-locale").to_string().parse().unwrap_or(Locale::en_GB),
        };
        at.format_localized(&self.t(id).to_string(), locale).to_string()
    }

    fn texts(self) -> &'static Texts {
        static ENGLISH: LazyLock<Texts> = LazyLock::new(|| Texts::of("en", texts::ENGLISH.iter().copied()));
        static GERMAN: LazyLock<Texts> = LazyLock::new(|| Texts::of("de", texts::GERMAN.iter().copied()));
        match self {
            Language::German => &GERMAN,
            _ => self.brought().map_or(&*ENGLISH, |brought| &brought.texts),
        }
    }

    /// What is said by this id, and the bundle that has it: where a language that was brought lacks it, an English one.
    fn message(self, id: &str) -> Option<(&'static Bundle, FluentMessage<'static>)> {
        [self, Language::English].into_iter().find_map(|language| language.texts().message(id))
    }
}

type Bundle = FluentBundle<FluentResource>;

/// What a language says, file by file. A file is read when one of its texts is first asked for: most clubs never open the
/// pages of most games, and what is read takes ten times the room of its file.
struct Texts {
    tag: Option<LanguageIdentifier>,
    files: Vec<(&'static str, OnceLock<Bundle>)>,
    /// The file of each text; of several the last.
    places: HashMap<&'static str, usize>,
}

impl Texts {
    fn of(tag: &str, sources: impl Iterator<Item = &'static str>) -> Texts {
        let files: Vec<_> = sources.map(|source| (source, OnceLock::new())).collect();
        let ids = |(place, (source, _)): (usize, &(&'static str, OnceLock<Bundle>))| {
            // Only what begins a text stands at the beginning of a line and begins with a letter.
            let begins = source.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_alphabetic()));
            begins.filter_map(|line| line.split([' ', '=']).next()).map(move |id| (id, place)).collect::<Vec<_>>()
        };
        let places = files.iter().enumerate().flat_map(ids).collect();
        Texts { tag: tag.parse().ok(), files, places }
    }

    fn message(&self, id: &str) -> Option<(&Bundle, FluentMessage<'_>)> {
        let (source, bundle) = self.files.get(*self.places.get(id)?)?;
        let bundle = bundle.get_or_init(|| self.read(source));
        Some((bundle, bundle.get_message(id)?))
    }

    fn read(&self, source: &str) -> Bundle {
        let mut bundle = FluentBundle::new_concurrent(self.tag.iter().cloned().collect());
        // Marks of direction around every value are for languages that mix directions.
        bundle.set_use_isolating(false);
        let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(resource, _)| resource);
        bundle.add_resource_overriding(resource);
        bundle
    }
}

/// A text on its way to a page; its values come with it.
pub struct Text<'a> {
    language: Language,
    id: Cow<'a, str>,
    arguments: FluentArgs<'a>,
}

impl<'a> Text<'a> {
    /// A word or a name in it.
    pub fn with(mut self, name: &'a str, value: impl fmt::Display) -> Text<'a> {
        self.arguments.set(name, FluentValue::String(Cow::Owned(value.to_string())));
        self
    }

    /// The text, where the catalogue has one.
    pub fn known(self) -> Option<Text<'a>> {
        self.language.message(&self.id).is_some().then_some(self)
    }

    /// A whole number that the words around it agree with.
    pub fn count(mut self, name: &'a str, number: impl fmt::Display) -> Text<'a> {
        let number = number.to_string();
        let value = number.parse::<i64>().map_or_else(|_| FluentValue::from(number), FluentValue::from);
        self.arguments.set(name, value);
        self
    }
}

/// An id without a text shows itself; `tests/tidy/catalogue.rs` finds it first.
impl fmt::Display for Text<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.language.message(&self.id).and_then(|(bundle, message)| Some((bundle, message.value()?)));
        let Some((bundle, pattern)) = found else { return formatter.write_str(&self.id) };
        formatter.write_str(&bundle.format_pattern(pattern, Some(&self.arguments), &mut Vec::new()))
    }
}

/// Brings the languages of a folder: within it a folder each, as `locales/de` is one, called by its tag. Once, before
/// anything is said.
pub fn bring(folder: &Path) -> Result<(), String> {
    let mut brought = Vec::new();
    for folder in listed(folder)?.into_iter().filter(|path| path.is_dir()) {
        let tag = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_new = Language::ALL.into_iter().all(|language| language.tag() != tag);
        if !is_new || tag.parse::<LanguageIdentifier>().is_err() {
            return Err(format!("{} is not the tag of another language, as fr is one", folder.display()));
        }
        // One file, for its texts may name one another's; it is said as long as the program runs.
        let source: String = read(&folder, "ftl")?.into_iter().map(|(_, text)| text + "\n").collect();
        let texts = Texts::of(&tag, [&*source.leak()].into_iter());
        let (sentences, terms) = (by_english(&folder.join("messages"))?, by_english(&folder)?);
        brought.push(Brought { tag, texts, sentences, terms, sayings: OnceLock::new() });
    }
    BROUGHT.set(brought).map_err(|_| "languages are brought once".to_owned())
}

fn listed(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(wrong)?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>().map_err(wrong)?;
    paths.sort();
    Ok(paths)
}

/// The files of a kind in a folder.
fn read(folder: &Path, extension: &str) -> Result<Vec<(PathBuf, String)>, String> {
    let files = listed(folder)?.into_iter().filter(|path| path.extension().is_some_and(|own| own == extension));
    let text = |path: PathBuf| match std::fs::read_to_string(&path) {
        Ok(text) => Ok((path, text)),
        Err(error) => Err(format!("{}: {error}", path.display())),
    };
    files.map(text).collect()
}

/// What the tables of a folder say, by the English on their left.
fn by_english(folder: &Path) -> Result<HashMap<String, String>, String> {
    let mut all = HashMap::new();
    for (path, text) in read(folder, "toml")? {
        let own = toml::from_str::<HashMap<String, String>>(&text);
        all.extend(own.map_err(|error| format!("{}: {error}", path.display()))?);
    }
    Ok(all)
}

/// The files, an area of the house each, as `build.rs` finds them.
pub(super) mod texts {
    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_take_names_and_numbers_in_either_language() {
        assert_eq!(Language::English.t("sign-out").to_string(), "Sign out");
        assert_eq!(Language::German.t("sign-out").to_string(), "Abmelden");
        assert_eq!(
            Language::English.t("page-title").with("title", "Ann & Bob").with("club", "Rooks").to_string(),
            "Ann & Bob · Rooks"
        );
        let at = "2026-11-06T12:45:00Z".parse::<DateTime<chrono::Utc>>().unwrap().with_timezone(&Tz::Europe__London);
        assert_eq!(Language::English.moment(&at), "Friday 6 November 2026, 12:45");
        assert_eq!(Language::German.moment(&at), "Freitag, 6. November 2026, 12:45");
        assert_eq!(Language::English.decimal(-1.04), "\u{2212}1.0");
        assert_eq!(Language::German.decimal(22.4), "22,4");
    }

    #[test]
    fn a_file_is_read_when_it_is_asked_and_of_several_texts_of_an_id_the_last_counts() {
        let first =
            "# About = this\nfree = Free { $count ->\n    [one] one = 1\n   *[other] more\n}\nshared = Before\n";
        let texts = Texts::of("en", [first, "shared=After\n", "idle = Idle\nbroken = {\n"].into_iter());
        let said = |id: &str| {
            let (bundle, message) = texts.message(id)?;
            Some(bundle.format_pattern(message.value()?, None, &mut Vec::new()).into_owned())
        };
        assert_eq!(said("shared").as_deref(), Some("After"));
        let is_read = || texts.files.iter().map(|(_, bundle)| bundle.get().is_some()).collect::<Vec<_>>();
        assert_eq!(is_read(), [false, true, false]);
        assert!(["About", "one", "nothing"].into_iter().all(|id| texts.message(id).is_none()));
        assert_eq!(is_read(), [false, true, false], "nobody has those");
        assert!(said("idle").is_some() && said("broken").is_none());
        assert_eq!(is_read(), [false, true, true]);
    }
}
