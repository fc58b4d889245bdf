//! Plays as JSON.

use std::collections::BTreeMap;

use rookery_messages::say;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::super::board::PieceId;
use super::super::play::{Announcement, Play};
use super::super::position::{PlayType, Position};
use super::super::refusal::Refusal;
use super::super::square::Square;
use super::{BadJson, bad, kind, play_type, square};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayForm {
    r#type: String,
    piece: Option<u32>,
    from: Option<String>,
    to: Option<String>,
    captures: Option<Vec<u32>>,
    ranged: Option<bool>,
    path: Option<Vec<String>>,
    scratch: Option<bool>,
    promote_to: Option<String>,
    demon_promotable: Option<Vec<u32>>,
    demon_promotions: Option<BTreeMap<String, String>>,
}

impl Position {
    /// Writes a play that is to be made in this position, with the Demons that may be promoted after it.
    pub fn play_json(&self, play: &Play, demons: &[PieceId]) -> Value {
        let mut form = Map::new();
        let mut put = |name: &str, value: Value| form.insert(name.to_owned(), value);
        put("type", play.play_type().name().into());
        if let Some(PieceId(id)) = play.piece() {
            put("piece", id.into());
        }
        let from = play.piece().and_then(|id| self.board.find(id)).and_then(|index| self.board.piece(index).square);
        if let Some(from) = from {
            put("from", from.to_string().into());
        }
        let to = match play {
            Play::Move { to, .. }
            | Play::Scratch { to, .. }
            | Play::Capture { to, .. }
            | Play::Placement { to, .. } => Some(to),
            Play::Shot { at, .. } => Some(at),
            Play::Chain { path, .. } => path.last(),
            Play::Pass | Play::Surrender => None,
        };
        if let Some(to) = to {
            put("to", to.to_string().into());
        }
        if let Play::Chain { path, .. } = play {
            put("path", path.iter().map(Square::to_string).collect());
        }
        if play.play_type() == PlayType::Capture {
            put("captures", self.victims(play).iter().map(|&PieceId(id)| id).collect());
        }
        match play {
            Play::Shot { .. } => drop(put("ranged", true.into())),
            Play::Scratch { .. } => drop(put("scratch", true.into())),
            Play::Move { promotion: Some(kind), .. } | Play::Capture { promotion: Some(kind), .. } => {
                put("promote_to", self.suite.rule(*kind).name.as_str().into());
            }
            _ => {}
        }
        if !demons.is_empty() {
            put("demon_promotable", demons.iter().map(|&PieceId(id)| id).collect());
        }
        form.into()
    }

    /// Reads a play, as its notation or as an object. The outer error says that it is not one, the inner one what in it does not agree
    /// with this position.
    pub fn announcement_from_json(&self, value: &Value) -> Result<Result<Announcement, Refusal>, BadJson> {
        if let Value::String(text) = value {
            let Some(play) = self.read_play(text) else {
                return bad(say!("\"{text}\" is not the notation of a play: 1:a1-a5, 1:a1xa5, 7@c3, pass", text));
            };
            let agrees = self.write_play(&play) == *text;
            return Ok(if agrees { Ok(play.into()) } else { Err(self.mismatch(&play, text.clone())) });
        }
        let form = PlayForm::deserialize(value)?;
        let play = self.play_from(&form)?;
        let promotions = form.demon_promotions.as_ref().into_iter().flatten();
        let demon_promotions = promotions.map(|(id, name)| {
            let id =
                id.parse().map_err(|_| BadJson(say!("demon_promotions: \"{id}\" is not the number of a piece", id)))?;
            Ok((PieceId(id), kind(&self.suite, name)?))
        });
        let announcement = Announcement { play, demon_promotions: demon_promotions.collect::<Result<_, BadJson>>()? };
        let agrees = self.agrees(&form, &announcement.play)?;
        let play = &announcement.play;
        Ok(if agrees { Ok(announcement) } else { Err(self.mismatch(play, self.written(&form, play))) })
    }

    fn mismatch(&self, play: &Play, said: String) -> Refusal {
        match play.piece().filter(|&id| self.board.find(id).is_none()) {
            Some(unknown) => Refusal::UnknownPiece(unknown),
            None => Refusal::Mismatch { said, board: self.write_play(play) },
        }
    }

    fn play_from(&self, form: &PlayForm) -> Result<Play, BadJson> {
        let piece =
            || form.piece.map(PieceId).ok_or_else(|| BadJson(say!("a {play} needs piece", play = &form.r#type)));
        let to = || form.to.as_deref().map_or_else(|| bad(say!("a {play} needs to", play = &form.r#type)), square);
        let promotion = form.promote_to.as_deref().map(|name| kind(&self.suite, name)).transpose()?;
        Ok(match play_type(&form.r#type)? {
            PlayType::Pass => Play::Pass,
            PlayType::Surrender => Play::Surrender,
            PlayType::Placement => Play::Placement { piece: piece()?, to: to()? },
            PlayType::Move if form.scratch == Some(true) => Play::Scratch { piece: piece()?, to: to()? },
            PlayType::Move => Play::Move { piece: piece()?, to: to()?, promotion },
            PlayType::Capture => match &form.path {
                Some(path) => Play::Chain {
                    piece: piece()?,
                    path: path.iter().map(|text| square(text)).collect::<Result<_, _>>()?,
                },
                None if form.ranged == Some(true) => Play::Shot { piece: piece()?, at: to()? },
                None => Play::Capture { piece: piece()?, to: to()?, promotion },
            },
        })
    }

    /// Whether every member that was given agrees with the play as this position sees it.
    fn agrees(&self, form: &PlayForm, play: &Play) -> Result<bool, BadJson> {
        let seen = PlayForm::deserialize(&self.play_json(play, &[]))?;
        let demons = || self.demons_after(play).iter().map(|&PieceId(id)| id).collect::<Vec<_>>();
        let same = seen.piece == form.piece
            && seen.from == form.from
            && seen.to == form.to
            && seen.captures == form.captures
            && seen.ranged == form.ranged.filter(|&ranged| ranged)
            && seen.path == form.path
            && seen.scratch == form.scratch.filter(|&scratch| scratch)
            && seen.promote_to == form.promote_to;
        Ok(same && form.demon_promotable.as_ref().is_none_or(|given| *given == demons()))
    }

    /// The notation of a play by the members given, where they differ from the position.
    fn written(&self, form: &PlayForm, play: &Play) -> String {
        let text = self.write_play(play);
        match (text.split_once(':'), &form.from) {
            (Some((id, way)), Some(from)) => {
                let rest = way.find(['-', 'x', '*']).map_or("", |place| &way[place..]);
                format!("{id}:{from}{rest}")
            }
            _ => text,
        }
    }
}
