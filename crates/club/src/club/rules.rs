//! What a club may be called, and which colour can be read by day and by night. Pure.

use std::fmt;
use std::str::FromStr;

use rookery_messages::say;

use crate::error::Refusal;
use crate::fields::line_of;

/// The longest name, place and contact, in characters.
const LONGEST: usize = 60;
const REACH: usize = 100;
/// What text needs against what lies under it (WCAG 2.2, 1.4.3), and what the bar's has.
const READABLE: f64 = 4.5;
const BAR: f64 = 7.0;
/// What the accent lies on by day and by night, and what is written on the bar (`assets/style/base.css`).
const BY_DAY: [Colour; 3] = [Colour([0xf2, 0xf1, 0xea]), Colour([0xe6, 0xe5, 0xdb]), Colour([0xdc, 0xeb, 0xed])];
const BY_NIGHT: [Colour; 2] = [Colour([0x17, 0x23, 0x2a]), Colour([0x1a, 0x34, 0x3d])];
const ON_BAR: Colour = Colour([0xf8, 0xf3, 0xe3]);
const BLACK: Colour = Colour([0; 3]);
const WHITE: Colour = Colour([0xff; 3]);

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl fmt::Display for Colour {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(out, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl FromStr for Colour {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Colour, Refusal> {
        let digits = text.trim().strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii());
        let part = |from: usize| u8::from_str_radix(digits?.get(from..from + 2)?, 16).ok();
        match (part(0), part(2), part(4)) {
            (Some(red), Some(green), Some(blue)) => Ok(Colour([red, green, blue])),
            _ => Err(Refusal::field("accent", say!("A colour is written like #0b6073."))),
        }
    }
}

impl Colour {
    /// Relative luminance (WCAG 2.2).
    fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.0.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast of two colours, 1 to 21.
    fn contrast(self, other: Colour) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// The least contrast with any of these.
    fn least(self, others: &[Colour]) -> f64 {
        others.iter().map(|other| self.contrast(*other)).fold(f64::INFINITY, f64::min)
    }

    /// So many twentieths of the way to another colour.
    fn towards(self, other: Colour, twentieths: u16) -> Colour {
        let mixed = |place: usize| {
            let (from, to) = (u16::from(self.0[place]), u16::from(other.0[place]));
            u8::try_from((from * (20 - twentieths) + to * twentieths) / 20).unwrap_or(u8::MAX)
        };
        Colour([mixed(0), mixed(1), mixed(2)])
    }

    /// The nearest on the way to another colour that has such a contrast with all of these.
    fn until(self, other: Colour, against: &[Colour], contrast: f64) -> Colour {
        (0..=20).map(|step| self.towards(other, step)).find(|mixed| mixed.least(against) >= contrast).unwrap_or(other)
    }
}

/// The club's colour: dark enough to be read by day. By night a lighter one of its kind takes its place.
pub fn accent(text: &str) -> Result<Option<Colour>, Refusal> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let colour: Colour = text.parse()?;
    let least = colour.least(&BY_DAY);
    if least < READABLE {
        let has = format!("{least:.1}");
        let detail = say!(
            "This colour is too pale to be read: its contrast is {has}, and it takes 4.5. Choose a darker one.",
            has
        );
        return Err(Refusal::field("accent", detail));
    }
    Ok(Some(colour))
}

/// What takes the accent's place by night.
pub fn by_night(accent: Colour) -> Colour {
    accent.until(WHITE, &BY_NIGHT, READABLE)
}

/// The bar in the club's colour, dark enough for what is written on it.
pub fn bar(accent: Colour) -> Colour {
    accent.until(BLACK, &[ON_BAR], BAR)
}

/// The club's name; empty if it has none.
pub fn name(text: &str) -> Result<String, Refusal> {
    line_of("name", text, LONGEST)
}

/// Where the club is at home: a school, a town.
pub fn place(text: &str) -> Result<String, Refusal> {
    line_of("place", text, LONGEST)
}

/// Who answers for the club: a name.
pub fn contact(text: &str) -> Result<String, Refusal> {
    line_of("contact", text, LONGEST)
}

/// How they are reached: an e-mail address, a telephone, a room.
pub fn reach(text: &str) -> Result<String, Refusal> {
    line_of("reach", text, REACH)
}

/// The letters on the shield of a club without a picture: the first of up to three words, of those with capitals where
/// there are any, so that an "of the" is left out.
pub fn initials(name: &str) -> String {
    let first = |word: &str| word.chars().find(|letter| letter.is_alphanumeric());
    let letters: Vec<char> = name.split_whitespace().filter_map(first).collect();
    let has_capitals = letters.iter().any(|letter| letter.is_uppercase());
    let shown = letters.into_iter().filter(|letter| !has_capitals || !letter.is_lowercase());
    shown.take(3).flat_map(char::to_uppercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_written_as_browsers_write_it() {
        assert_eq!("#0B6073".parse::<Colour>().unwrap().to_string(), "#0b6073");
        for wrong in ["0b6073", "#0b607", "#0b60731", "#0b607g", "red", "#é1234"] {
            assert!(wrong.parse::<Colour>().is_err(), "{wrong}");
        }
        assert!((BLACK.contrast(WHITE) - 21.0).abs() < 1e-9);
    }

    #[test]
    fn whatever_colour_is_taken_can_be_read_by_day_and_by_night() {
        let mut taken = 0;
        for code in (0..0x100_0000_u32).step_by(4_099) {
            let [_, red, green, blue] = code.to_be_bytes();
            let colour = Colour([red, green, blue]);
            let Ok(Some(accent)) = accent(&colour.to_string()) else { continue };
            taken += 1;
            assert!(accent.least(&BY_DAY) >= READABLE && accent.contrast(WHITE) >= READABLE, "{accent} by day");
            assert!(by_night(accent).least(&BY_NIGHT) >= READABLE, "{accent} by night");
            assert!(bar(accent).contrast(ON_BAR) >= BAR, "{accent} in the bar");
        }
        assert!(taken > 500, "{taken}");
        assert_eq!(accent(" ").unwrap(), None);
        assert!(accent("#ffdd00").is_err(), "yellow is too pale");
    }

    #[test]
    fn initials_are_of_the_first_words() {
        assert_eq!(initials("Rooks of St. Ann's School"), "RSA");
        assert_eq!((initials("Rooks of the Hill"), initials("rooks of the hill")), ("RH".into(), "ROT".into()));
        assert_eq!(initials("Class 5 chess"), "C5");
        assert_eq!((initials("élan"), initials("—"), initials("")), ("É".into(), String::new(), String::new()));
    }
}
