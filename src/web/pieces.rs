//! Positions and moves of chess in the reader's language.

use super::catalogue::Language;

impl Language {
    /// A position read aloud (`games::diagram`): the same with this language's words for the pieces.
    pub fn aloud(self, text: &str) -> String {
        let word = |word: &str| {
            let (letters, mark) = word.split_at(word.trim_end_matches([':', ',', '.']).len());
            let known = self.word("man", letters.to_lowercase()).known();
            known.map_or_else(|| word.to_owned(), |said| format!("{said}{mark}"))
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// The letters of king, queen, rook, bishop and knight, in this order.
    pub fn piece_letters(self) -> String {
        self.t("language-pieces").to_string()
    }

    /// Moves in SAN with this language's letters, which are read as well (`english_letter` in `games/moves.rs`).
    pub fn san(self, moves: &str) -> String {
        let [english, own] = [Language::English, self].map(Language::piece_letters);
        let written = |letter: char| english.find(letter).and_then(|place| own.chars().nth(place)).unwrap_or(letter);
        moves.chars().map(written).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_in_the_letters_of_a_language() {
        for (english, german) in [
            ("Nj14-i12", "Sj14-i12"),
            ("Ni8xRh6", "Si8xTh6"),
            ("c7-c8=Q", "c7-c8=D"),
            ("Kh1xBg1", "Kh1xLg1"),
            ("d2-d4", "d2-d4"),
            ("a10-a9", "a10-a9"),
            ("O-O-O", "O-O-O"),
        ] {
            assert_eq!(Language::German.san(english), german);
            assert_eq!(Language::English.san(english), english);
        }
    }
}
