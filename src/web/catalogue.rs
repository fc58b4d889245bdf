//! What pages say, in every language: the texts of `locales/`, embedded in the binary.

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use actix_web::HttpRequest;
use actix_web::http::header;
use chrono::{DateTime, Locale};
use chrono_tz::Tz;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// The cookie that keeps what a reader chose.
pub const COOKIE: &str = "__Host-language";

/// A language that the whole catalogue exists in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    English,
    German,
}

impl Language {
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// `en`, `de`: as in `lang` and `Accept-Language`.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// What those who speak it call it.
    pub fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
        }
    }

    pub fn tagged(tag: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.tag() == tag)
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
        let written = format!("{number:.1}").replace('-', "\u{2212}");
        match self {
            Language::English => written,
            Language::German => written.replace('.', ","),
        }
    }

    fn format(self, at: &DateTime<Tz>, id: &str) -> String {
        let locale = match self {
            Language::English => Locale::en_GB,
            Language::German => Locale::de_DE,
        };
        at.format_localized(&self.t(id).to_string(), locale).to_string()
    }

    fn bundle(self) -> &'static FluentBundle<FluentResource> {
        static BUNDLES: LazyLock<[FluentBundle<FluentResource>; 2]> =
            LazyLock::new(|| [open(Language::English, texts::ENGLISH), open(Language::German, texts::GERMAN)]);
        &BUNDLES[self as usize]
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
        self.language.bundle().has_message(&self.id).then_some(self)
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
        let bundle = self.language.bundle();
        let Some(pattern) = bundle.get_message(&self.id).and_then(|message| message.value()) else {
            return formatter.write_str(&self.id);
        };
        formatter.write_str(&bundle.format_pattern(pattern, Some(&self.arguments), &mut Vec::new()))
    }
}

fn open(language: Language, sources: &[&str]) -> FluentBundle<FluentResource> {
    let tag: Option<LanguageIdentifier> = language.tag().parse().ok();
    let mut bundle = FluentBundle::new_concurrent(tag.into_iter().collect());
    // Marks of direction around every value are for languages that mix directions.
    bundle.set_use_isolating(false);
    for source in sources {
        let resource = FluentResource::try_new((*source).to_owned()).unwrap_or_else(|(resource, _)| resource);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

/// The sentences that the service writes into its records.
pub(super) const RECORDS: &str = include_str!("../../locales/en/records.ftl");

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
}
