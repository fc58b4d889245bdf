//! Praise for a player's last game, if it deserves some.

use crate::db::Db;
use crate::error::Error;
use crate::games::store::GameView;
use crate::id::PersonId;
use crate::members;
use crate::members::rules::Feat;
use crate::web::catalogue::Language;

/// The cheer for a game to who reads of it: nothing to who did not play in it.
pub fn cheer(
    db: &mut Db,
    game: &GameView,
    reader: Option<PersonId>,
    language: Language,
) -> Result<Option<String>, Error> {
    let player = [game.white.id, game.black.id].into_iter().find(|player| reader == Some(*player));
    let Some(player) = player else { return Ok(None) };
    let feat = members::store::feat(db, player, game.id)?;
    Ok(feat.map(|feat| match feat {
        Feat::FirstWin => language.t("cheer-first-win").to_string(),
        Feat::Row(wins) => language.t("cheer-row").with("wins", wins).to_string(),
        Feat::Best => language.t("cheer-best").to_string(),
    }))
}
