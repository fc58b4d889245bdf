//! The tables where somebody plays, for a page beside the games room.

use chrono::NaiveDateTime;

use crate::db::Db;
use crate::error::Error;
use crate::id::PersonId;
use crate::tables::room::Room;
use crate::tables::store::{self, Filter};
use crate::tables::{Stage, Table, TableId, rules};
use crate::web::dates::Dates;
use crate::web::layout::Frame;

use super::offer::Offer;
use super::small::{Look, first};
use super::{game_page, names};

/// The most tables that are listed.
const MOST: i64 = 12;

/// A table where the reader has a seat.
pub struct OwnTable {
    pub id: TableId,
    /// Which game.
    pub game: String,
    /// Where the game's own pages of the table are: `/nomic/4`.
    pub pages: String,
    /// Who else sits there.
    pub names: String,
    /// Where it stands: the reader's turn, another's, not begun, or waiting for the reader to be ready.
    pub stands: String,
    /// Whether others wait for the reader's move, or for them to be ready; where they practise alone nobody does.
    pub is_my_turn: bool,
    /// Since when it is the reader's turn.
    pub since: Option<String>,
    /// HTML: its board in small, while it is played.
    pub small: String,
    /// Names of the game's files.
    pub files: &'static [&'static str],
    /// Where the reader is invited: what they may do about that.
    pub offer: Option<Offer>,
}

impl OwnTable {
    /// Whether an address is the table's, or one of the game's own pages of it.
    pub fn is_at(&self, address: &str) -> bool {
        let ends = |rest: &str| rest.is_empty() || rest.starts_with(['/', '?', '#']);
        [&format!("/tables/{}", self.id), &self.pages]
            .into_iter()
            .any(|page| address.strip_prefix(page).is_some_and(ends))
    }
}

fn pages(table: &Table) -> String {
    format!("/{}/{}", table.game, table.id)
}

/// The tables that are open, and those to which the reader is invited: first where something is to be done, then what is played.
pub fn own_tables(
    db: &mut Db,
    room: &Room,
    person: PersonId,
    frame: &Frame,
    dates: Dates,
    now: NaiveDateTime,
) -> Result<Vec<OwnTable>, Error> {
    let mut own = Vec::new();
    for stage in [Stage::Playing, Stage::Adjourned, Stage::Open] {
        let theirs = Filter { stage: Some(stage), person: Some(person), game: None };
        for table in store::list(db, &theirs, None, MOST)? {
            let look = match stage {
                Stage::Open => Look { small: first(&table), ..Look::default() },
                _ => room.live(db, table.id)?.read(|known| Look::of(known, Some(person), frame.language, now))?,
            };
            let rules_of = room.game(&table.game)?;
            let is_practice = rules_of.is_practice(&table.options);
            let is_unready = stage != Stage::Playing
                && room
                    .live(db, table.id)?
                    .read(|known| rules::waits_for_ready(&known.table, rules_of, known.state.as_deref(), person));
            let is_my_turn = (look.is_own_move && !is_practice) || is_unready;
            let moves = look.moves.filter(|_| !is_practice).map(|(who, since)| (who, dates.lately(&since, &now)));
            let (stands, since) = match moves {
                Some((_, since)) if is_my_turn => {
                    let since = frame.t("table-since").with("since", since).to_string();
                    (frame.t("today-your-move").to_string(), Some(since))
                }
                Some((who, since)) => {
                    (frame.t("table-to-move").with("who", who).with("since", since).to_string(), None)
                }
                None if is_unready => (frame.t("today-say-ready").to_string(), None),
                None => (frame.word("table-stage", table.stage).to_string(), None),
            };
            let game = game_page(&table.game)?;
            own.push(OwnTable {
                id: table.id,
                pages: pages(&table),
                game: game.title(frame.language),
                names: names(frame, &table, Some(person)),
                stands,
                is_my_turn,
                since,
                small: look.small,
                files: game.files(),
                offer: None,
            });
        }
    }
    for table in store::kept_for(db, person)? {
        let game = game_page(&table.game)?;
        own.push(OwnTable {
            id: table.id,
            pages: pages(&table),
            offer: Offer::of(db, frame, &table, now)?,
            stands: game.terms(frame, &table.options),
            game: game.title(frame.language),
            names: frame.t("today-challenged").with("name", opener(&table)).to_string(),
            is_my_turn: false,
            since: None,
            small: String::new(),
            files: &[],
        });
    }
    own.sort_by_key(|table| !(table.is_my_turn || table.offer.is_some()));
    Ok(own)
}

/// Who opened a table, where they sit there.
pub fn opener(table: &Table) -> &str {
    let people = table.seats.iter().filter_map(|chair| chair.person.as_ref());
    people.into_iter().find(|person| person.id == table.opened_by).map_or("", |person| person.name.as_str())
}
