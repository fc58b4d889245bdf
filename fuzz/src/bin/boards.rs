//! Chess for two to four: a position in the first line, a move in each other; what is refused changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rookery_boards::Game;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let Ok(mut game) = Game::from_text(lines.next().unwrap_or_default()) else { return };
    let written = Game::from_text(&game.start().mpn()).expect("its own text");
    assert_eq!(written.state(), game.state());
    for token in lines.take(40) {
        let before = game.state();
        if game.play(token).is_err() {
            assert_eq!(game.state(), before, "{token} was refused");
        }
    }
});
