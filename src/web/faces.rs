//! Faces: somebody's initials on one of eight colours, the same wherever their name stands.

use std::fmt;

/// How many colours the style sheet has: `face-0` to `face-7`.
const COLOURS: u32 = 8;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    pub initials: String,
    pub colour: u32,
}

impl Face {
    /// The first letters of the first and the last word, and a colour that follows from the name.
    pub fn of(name: &str) -> Face {
        let mut firsts = name.split_whitespace().filter_map(|word| word.chars().find(|sign| sign.is_alphanumeric()));
        let initials = firsts.next().into_iter().chain(firsts.next_back()).flat_map(char::to_uppercase).collect();
        let colour = name.chars().fold(0_u32, |sum, sign| sum.wrapping_mul(31).wrapping_add(sign as u32)) % COLOURS;
        Face { initials, colour }
    }
}

/// As HTML. Initials are letters and digits, so there is nothing to escape.
impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<span class=\"face face-{}\" aria-hidden=\"true\">{}</span>", self.colour, self.initials)
    }
}

impl askama::filters::HtmlSafe for Face {}

#[cfg(test)]
mod tests {
    use super::Face;

    #[test]
    fn initials_are_of_the_first_and_the_last_word() {
        for (name, initials) in [
            ("Milo Fairweather", "MF"),
            ("Anouk de Vries", "AV"),
            ("Ida", "I"),
            ("“Łukasz” 7th", "Ł7"),
            ("<>", ""),
            ("", ""),
        ] {
            assert_eq!(Face::of(name).initials, initials, "{name}");
        }
        assert_eq!(Face::of("Milo Fairweather"), Face::of("Milo Fairweather"));
    }
}
