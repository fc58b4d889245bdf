//! Positions as JSON.

use std::collections::BTreeMap;
use std::sync::Arc;

use rookery_messages::say;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::super::amendments::Amendment;
use super::super::board::{Piece, PieceId, Swinger};
use super::super::definitions::{AfterCapture, Part, Ruleset, Source, Suite, invented_il_nabi};
use super::super::position::{PlayType, Position, Record};
use super::{BadJson, bad, kind, play_type, square};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionForm {
    ruleset: Ruleset,
    swingers: Vec<String>,
    to_play: Option<String>,
    pieces: Vec<PieceForm>,
    #[serde(default)]
    last_play: BTreeMap<String, RecordForm>,
    #[serde(default)]
    round_count: u32,
    #[serde(default)]
    played_this_round: Vec<String>,
    #[serde(default)]
    warm: Vec<String>,
    #[serde(default)]
    warm_since: BTreeMap<String, u32>,
    il_nabi: Option<Vec<Part>>,
    #[serde(default)]
    first_turns: bool,
    #[serde(default)]
    amendments: Vec<Amendment>,
    next_id: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceForm {
    id: u32,
    owner: String,
    kind: String,
    square: Option<String>,
    hn: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordForm {
    r#type: String,
    piece_kind: Option<String>,
    piece_hn: Option<u8>,
}

impl Position {
    /// Reads a position and normalises it: undefined kinds go off-board, instance limits are enforced.
    pub fn from_json(value: &Value) -> Result<Position, BadJson> {
        let form = PositionForm::deserialize(value)?;
        let source = Source {
            ruleset: form.ruleset,
            il_nabi: form.il_nabi.unwrap_or_else(invented_il_nabi),
            first_turns: form.first_turns,
            amendments: form.amendments,
        };
        let suite = Suite::new(source).map_err(|error| BadJson(error.0))?;
        let mut position = Position::new(Arc::new(suite), form.swingers)?;
        if let Some(name) = &form.to_play
            && position.swinger(name) != position.to_play()
        {
            return bad(say!("to_play \"{name}\"; the Swinger on top of the list is to play (1230.2 §3.B)", name));
        }
        for piece in form.pieces {
            position
                .read_piece(&piece)
                .map_err(|BadJson(why)| BadJson(say!("piece {id}: {why}", id = piece.id, why)))?;
        }
        for (name, record) in &form.last_play {
            let swinger = position.named(name)?;
            position.records[swinger.index()] = Some(position.read_record(record)?);
        }
        position.round_count = form.round_count;
        for name in &form.played_this_round {
            position.played |= 1 << position.named(name)?.index();
        }
        if !position.list.is_empty() && position.list.iter().all(|&swinger| position.has_played(swinger)) {
            return bad(say!(
                "played_this_round has all the Swingers. Then the Round is over, and in the next none has played (1230.2 §4.C)"
            ));
        }
        for name in &form.warm {
            let swinger = position.named(name)?;
            position.set_warm(swinger, true);
        }
        for (name, &since) in &form.warm_since {
            let swinger = position.named(name)?;
            let Some(first) = &mut position.warm[swinger.index()] else {
                return bad(say!("warm_since \"{name}\"; only for a Swinger in warm", name));
            };
            *first = since;
        }
        if let Some(next) = form.next_id {
            if next < position.next_id {
                return bad(say!("next_id {next}; a piece has that number or a higher one", next));
            }
            position.next_id = next;
        }
        position.normalise();
        Ok(position)
    }

    fn read_piece(&mut self, form: &PieceForm) -> Result<(), BadJson> {
        let kind = kind(&self.suite, &form.kind)?;
        let hn = form.hn.unwrap_or(1);
        if hn != 1 && self.suite.rule(kind).after_capture != AfterCapture::Grows {
            return bad(say!("hn {hn}; only a harfyblob has one (1230.14)", hn));
        }
        let square = form.square.as_deref().map(square).transpose()?;
        let owner = self.named(&form.owner)?;
        Ok(self.add_piece(Piece { id: PieceId(form.id), owner, kind, square, hn })?)
    }

    fn read_record(&self, form: &RecordForm) -> Result<Record, BadJson> {
        let play = play_type(&form.r#type)?;
        let moved = matches!(play, PlayType::Move | PlayType::Capture);
        let mover = match &form.piece_kind {
            Some(name) => Some((kind(&self.suite, name)?, form.piece_hn.unwrap_or(1))),
            None if moved => {
                return bad(say!("last_play: a move or capture needs piece_kind (1230.10 §2.b)"));
            }
            None => None,
        };
        if mover.is_some_and(|(_, hn)| !(1..=20).contains(&hn)) {
            return bad(say!("last_play: piece_hn is 1 to 20 (1230.14)"));
        }
        Ok(Record { play, mover: mover.filter(|_| moved) })
    }

    /// Writes the position.
    pub fn to_json(&self) -> Value {
        let name = |swinger: Swinger| self.name(swinger).to_owned();
        let source = self.suite.source();
        let mut form = Map::new();
        form.insert("ruleset".into(), json!(source.ruleset));
        form.insert("swingers".into(), self.list.iter().map(|&swinger| name(swinger)).collect());
        form.insert("to_play".into(), json!(self.to_play().map(name)));
        form.insert("pieces".into(), self.board.pieces().iter().map(|piece| self.piece_json(piece)).collect());
        let records =
            self.list.iter().filter_map(|&swinger| Some((name(swinger), self.record_json(self.record(swinger)?))));
        form.insert("last_play".into(), records.collect::<Map<_, _>>().into());
        form.insert("round_count".into(), self.round_count.into());
        let mut played: Vec<String> =
            self.list.iter().filter(|&&swinger| self.has_played(swinger)).map(|&swinger| name(swinger)).collect();
        played.sort();
        form.insert("played_this_round".into(), json!(played));
        let mut warm: Vec<(String, u32)> =
            self.list.iter().filter_map(|&swinger| Some((name(swinger), self.warm_since(swinger)?))).collect();
        warm.sort();
        if !warm.is_empty() {
            form.insert("warm".into(), warm.iter().map(|(name, _)| name.clone()).collect());
            form.insert(
                "warm_since".into(),
                warm.into_iter().map(|(name, since)| (name, json!(since))).collect::<Map<_, _>>().into(),
            );
        }
        if source.first_turns {
            form.insert("first_turns".into(), json!(true));
        }
        if source.il_nabi != invented_il_nabi() {
            form.insert("il_nabi".into(), json!(source.il_nabi));
        }
        if !source.amendments.is_empty() {
            form.insert("amendments".into(), json!(source.amendments));
        }
        let after_last = self.board.pieces().last().map_or(1, |piece| piece.id.0.saturating_add(1));
        if self.next_id != after_last {
            form.insert("next_id".into(), self.next_id.into());
        }
        form.into()
    }

    fn piece_json(&self, piece: &Piece) -> Value {
        let Piece { id: PieceId(id), owner, kind, square, hn } = *piece;
        let mut form = json!({
            "id": id,
            "owner": self.name(owner),
            "kind": self.suite.rule(kind).name,
            "square": square.map(|square| square.to_string()),
        });
        if hn != 1 {
            form["hn"] = hn.into();
        }
        form
    }

    fn record_json(&self, record: Record) -> Value {
        let mut form = json!({ "type": record.play.name() });
        if let Some((kind, hn)) = record.mover {
            form["piece_kind"] = self.suite.rule(kind).name.as_str().into();
            if self.suite.rule(kind).after_capture == AfterCapture::Grows {
                form["piece_hn"] = hn.into();
            }
        }
        form
    }
}
