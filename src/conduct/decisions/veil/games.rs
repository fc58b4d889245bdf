//! Games for readers who may not know of a decision: other people's games that a decision keeps from counting are
//! left out, the rest look as though they had never changed.

use rookery_messages::{Join, Message, Value, say};

use super::Veil;
use super::scores::{Scored, points};
use crate::audit::Word;
use crate::db::{Db, Kept};
use crate::error::Error;
use crate::games::State;
use crate::games::store::{GameDetail, GameView, Reach};
use crate::id::PersonId;
use crate::sessions::store::pairs::ChartGame;

impl Veil {
    /// The games that are there for the reader.
    pub fn games(&self) -> Reach {
        if self.initials { Reach::Counting(self.reader.person) } else { Reach::All }
    }

    /// Whether a game of two people that stands so is there for the reader.
    pub fn shows(&self, state: State, white: PersonId, black: PersonId) -> bool {
        !self.initials || !state.is_held_back() || self.reader.is(white) || self.reader.is(black)
    }

    /// The same of a game on the wall chart of a session.
    pub fn shows_on_chart(&self, game: &ChartGame) -> bool {
        self.shows(game.state, game.white, game.black)
    }

    fn plays(&self, game: &GameView) -> bool {
        self.reader.is(game.white.id) || self.reader.is(game.black.id)
    }

    /// That somebody is monitored is for that person: a game that waits for approval names to a reader nobody else, and
    /// to their opponent not even the Act.
    fn cover_monitor(&self, game: &mut GameView) {
        let own = [&game.white, &game.black].into_iter().find(|player| self.reader.is(player.id));
        let own = own.map(|player| Value::from(player.name.as_str()));
        let Some(reason) = &game.state_reason else { return };
        let named = match reason.argument("names") {
            Some(Value::List { items, .. }) => items.iter().find(|name| own.as_ref() == Some(*name)),
            _ => None,
        };
        let told = match named {
            Some(name) => Message::from(reason).map(|_, _| Value::list(Join::And, [name.clone()])),
            None => {
                game.acts.clear();
                say!("A moderator looks at it before it counts.")
            }
        };
        game.state_reason = Some(Kept::of(told));
    }

    /// Takes from games what the reader may not know.
    pub fn cover_games<'a>(&self, db: &mut Db, games: impl IntoIterator<Item = &'a mut GameView>) -> Result<(), Error> {
        let mut scored = Vec::new();
        for game in games {
            let own = self.plays(game);
            if game.state_reason.as_ref().is_some_and(|reason| self.hides_cause(reason, &game.acts, own)) {
                game.state_reason = None;
                game.acts.clear();
            }
            if self.initials && game.state == State::AwaitingApproval {
                self.cover_monitor(game);
            }
            if self.initials && !own {
                (game.version, game.confirmation) = (1, None);
            }
            let Some((at, id)) = game.place else { continue };
            let players = [(game.white.id, &mut game.white_points), (game.black.id, &mut game.black_points)];
            let scores = players.into_iter().filter_map(|(person, points)| {
                let points = points.as_mut()?;
                Some((person, [&mut points.before, &mut points.after]))
            });
            scored.push(Scored { at, id, scores: scores.collect() });
        }
        points(db, scored, self)
    }

    /// The same of one game with all that is known of it; one that is not there for the reader is not found.
    pub fn cover_game(&self, db: &mut Db, detail: &mut GameDetail) -> Result<(), Error> {
        let game = &detail.game;
        if !self.shows(game.state, game.white.id, game.black.id) {
            return Err(crate::not_found!("game").into());
        }
        if self.initials && !self.plays(game) {
            let stays = |act: &str| matches!(Word::of(act), Some(Word::GameGuestJoined | Word::GameLapsed));
            detail.changes.retain(|change| stays(&change.act));
            (detail.decided_by, detail.decided_at) = (None, None);
        }
        detail.changes.retain(|change| !self.hides_cause(&change.reason, &[], true));
        self.cover_games(db, [&mut detail.game])
    }
}
