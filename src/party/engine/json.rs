//! Positions, plays and acts as JSON, in the forms of the house's samples.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::act::Act;
use super::board::{Piece, PieceId, Swinger};
use super::definitions::{AfterCapture, Amendment, Kind, Part, Ruleset, Source, Suite, invented_il_nabi};
use super::play::{Announcement, Play};
use super::position::{BadPosition, PlayType, Position, Record};
use super::square::Square;

/// JSON that does not tell what it should, and what it should tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadJson(pub String);

impl fmt::Display for BadJson {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl From<serde_json::Error> for BadJson {
    fn from(error: serde_json::Error) -> BadJson {
        BadJson(error.to_string())
    }
}

impl From<BadPosition> for BadJson {
    fn from(BadPosition(why): BadPosition) -> BadJson {
        BadJson(why)
    }
}

fn bad<T>(why: impl Into<String>) -> Result<T, BadJson> {
    Err(BadJson(why.into()))
}

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

/// Acts besides plays, as `{"act": …}` with the members named here.
#[derive(Deserialize)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
enum ActForm {
    Play { play: Value },
    Automatic {},
    Default {},
    Surrender { swinger: String },
    Warm { swinger: String, warm: bool },
    Army { swinger: String, army: Vec<String> },
    Buy { swinger: String, kind: String },
    Found { swinger: String, army: Vec<String> },
    Destroy { swinger: String },
    Amend { amendment: Amendment },
    IlNabi { il_nabi: Vec<Part> },
    Correct { position: Value },
}

const PLAY_TYPES: [(&str, PlayType); 5] = [
    ("move", PlayType::Move),
    ("capture", PlayType::Capture),
    ("placement", PlayType::Placement),
    ("pass", PlayType::Pass),
    ("surrender", PlayType::Surrender),
];

fn play_type(name: &str) -> Result<PlayType, BadJson> {
    let known = PLAY_TYPES.iter().find(|(known, _)| *known == name);
    known.map(|(_, play)| *play).ok_or_else(|| {
        BadJson(format!("play type \"{name}\"; it is move, capture, placement, pass or surrender (1230.2 §6)"))
    })
}

impl PlayType {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        PLAY_TYPES.iter().find(|(_, play)| *play == self).map_or("", |(name, _)| name)
    }
}

fn square(text: &str) -> Result<Square, BadJson> {
    Square::parse(text).ok_or_else(|| BadJson(format!("square \"{text}\"; squares are a1 to t20 (1230.1 §1)")))
}

fn kind(suite: &Suite, name: &str) -> Result<Kind, BadJson> {
    suite.kind(name).ok_or_else(|| BadJson(format!("kind \"{name}\"; no rule names such a piece (1230.4–1230.21)")))
}

impl Position {
    /// Reads a position and normalises it: undefined kinds go off-board, instance limits are enforced.
    pub fn from_json(value: &Value) -> Result<Position, BadJson> {
        let form = PositionForm::deserialize(value)?;
        let source = Source {
            ruleset: form.ruleset,
            il_nabi: form.il_nabi.unwrap_or_else(invented_il_nabi),
            amendments: form.amendments,
        };
        let suite = Suite::new(source).map_err(|error| BadJson(error.0))?;
        let mut position = Position::new(Arc::new(suite), form.swingers)?;
        if let Some(name) = &form.to_play
            && position.swinger(name) != position.to_play()
        {
            return bad(format!("to_play \"{name}\"; the Swinger on top of the list is to play (1230.2 §3.B)"));
        }
        for piece in form.pieces {
            position.read_piece(&piece).map_err(|BadJson(why)| BadJson(format!("piece {}: {why}", piece.id)))?;
        }
        for (name, record) in &form.last_play {
            let swinger = position.named(name)?;
            position.records[swinger.index()] = Some(position.read_record(record)?);
        }
        position.round_count = form.round_count;
        for name in &form.played_this_round {
            position.played |= 1 << position.named(name)?.index();
        }
        if position.list.iter().all(|&swinger| position.has_played(swinger)) {
            return bad(
                "played_this_round names every Swinger; the Round is over then and nobody has played in the next (1230.2 §4.C)",
            );
        }
        for name in &form.warm {
            let swinger = position.named(name)?;
            position.set_warm(swinger, true);
        }
        for (name, &since) in &form.warm_since {
            let swinger = position.named(name)?;
            let Some(first) = &mut position.warm[swinger.index()] else {
                return bad(format!("warm_since \"{name}\"; only for a Swinger in warm"));
            };
            *first = since;
        }
        if let Some(next) = form.next_id {
            if next < position.next_id {
                return bad(format!("next_id {next}; a piece has that number or a higher one"));
            }
            position.next_id = next;
        }
        position.normalise();
        Ok(position)
    }

    fn named(&self, name: &str) -> Result<Swinger, BadJson> {
        self.swinger(name).ok_or_else(|| unknown_swinger(name))
    }

    fn read_piece(&mut self, form: &PieceForm) -> Result<(), BadJson> {
        let kind = kind(&self.suite, &form.kind)?;
        let hn = form.hn.unwrap_or(1);
        if hn != 1 && self.suite.rule(kind).after_capture != AfterCapture::Grows {
            return bad(format!("hn {hn}; only a harfyblob has one (1230.14)"));
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
                return bad("last_play: a move or capture needs piece_kind (1230.10 §2.b)");
            }
            None => None,
        };
        if mover.is_some_and(|(_, hn)| !(1..=20).contains(&hn)) {
            return bad("last_play: piece_hn is 1 to 20 (1230.14)");
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

    /// Reads a play, as its notation or as an object. The outer error says that it is not one; the inner one gives the notation of a
    /// play whose members do not agree with this position.
    pub fn announcement_from_json(&self, value: &Value) -> Result<Result<Announcement, String>, BadJson> {
        if let Value::String(text) = value {
            let Some(play) = self.read_play(text) else {
                return bad(format!("\"{text}\" is not the notation of a play"));
            };
            let agrees = self.write_play(&play) == *text;
            return Ok(if agrees { Ok(play.into()) } else { Err(text.clone()) });
        }
        let form = PlayForm::deserialize(value)?;
        let play = self.play_from(&form)?;
        let promotions = form.demon_promotions.as_ref().into_iter().flatten();
        let demon_promotions = promotions.map(|(id, name)| {
            let id =
                id.parse().map_err(|_| BadJson(format!("demon_promotions: \"{id}\" is not the number of a piece")))?;
            Ok((PieceId(id), kind(&self.suite, name)?))
        });
        let announcement = Announcement { play, demon_promotions: demon_promotions.collect::<Result<_, BadJson>>()? };
        let agrees = self.agrees(&form, &announcement.play)?;
        Ok(if agrees { Ok(announcement) } else { Err(self.written(&form, &announcement.play)) })
    }

    fn play_from(&self, form: &PlayForm) -> Result<Play, BadJson> {
        let piece = || form.piece.map(PieceId).ok_or_else(|| BadJson(format!("a {} needs piece", form.r#type)));
        let to = || form.to.as_deref().map_or_else(|| bad(format!("a {} needs to", form.r#type)), square);
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

    /// Reads one entry of a log.
    pub fn act_from_json(&self, value: &Value) -> Result<Act, BadJson> {
        let army = |names: &[String]| names.iter().map(|name| kind(&self.suite, name)).collect::<Result<Vec<_>, _>>();
        Ok(match ActForm::deserialize(value)? {
            ActForm::Play { play } => match self.announcement_from_json(&play)? {
                Ok(announcement) => Act::Play(announcement),
                Err(text) => {
                    return bad(format!("the members of the play do not agree with the position: {text}"));
                }
            },
            ActForm::Automatic {} => Act::Automatic,
            ActForm::Default {} => Act::Default,
            ActForm::Surrender { swinger } => Act::Surrender(self.named(&swinger)?),
            ActForm::Warm { swinger, warm } => Act::Warm(self.named(&swinger)?, warm),
            ActForm::Army { swinger, army: names } => Act::Army(self.named(&swinger)?, army(&names)?),
            ActForm::Buy { swinger, kind: name } => Act::Buy(self.named(&swinger)?, kind(&self.suite, &name)?),
            ActForm::Found { swinger, army: names } => Act::Found(swinger, army(&names)?),
            ActForm::Destroy { swinger } => Act::Destroy(self.named(&swinger)?),
            ActForm::Amend { amendment } => Act::Amend(amendment),
            ActForm::IlNabi { il_nabi } => Act::IlNabi(il_nabi),
            ActForm::Correct { position } => Act::Correct(Box::new(Position::from_json(&position)?)),
        })
    }

    /// Writes an act that is to be done in this position.
    pub fn act_json(&self, act: &Act) -> Value {
        let names = |army: &[Kind]| army.iter().map(|&kind| self.suite.rule(kind).name.clone()).collect::<Vec<_>>();
        match act {
            Act::Play(Announcement { play, demon_promotions }) => {
                let mut form = self.play_json(play, &[]);
                if !demon_promotions.is_empty() {
                    let promotions = demon_promotions
                        .iter()
                        .map(|&(PieceId(id), kind)| (id.to_string(), json!(self.suite.rule(kind).name)));
                    form["demon_promotions"] = promotions.collect::<Map<_, _>>().into();
                }
                json!({ "act": "play", "play": form })
            }
            Act::Automatic => json!({ "act": "automatic" }),
            Act::Default => json!({ "act": "default" }),
            Act::Surrender(swinger) => {
                json!({ "act": "surrender", "swinger": self.name(*swinger) })
            }
            Act::Warm(swinger, warm) => {
                json!({ "act": "warm", "swinger": self.name(*swinger), "warm": warm })
            }
            Act::Army(swinger, army) => {
                json!({ "act": "army", "swinger": self.name(*swinger), "army": names(army) })
            }
            Act::Buy(swinger, kind) => {
                json!({ "act": "buy", "swinger": self.name(*swinger), "kind": self.suite.rule(*kind).name })
            }
            Act::Found(name, army) => {
                json!({ "act": "found", "swinger": name, "army": names(army) })
            }
            Act::Destroy(swinger) => json!({ "act": "destroy", "swinger": self.name(*swinger) }),
            Act::Amend(amendment) => json!({ "act": "amend", "amendment": amendment }),
            Act::IlNabi(parts) => json!({ "act": "il_nabi", "il_nabi": parts }),
            Act::Correct(position) => json!({ "act": "correct", "position": position.to_json() }),
        }
    }
}

fn unknown_swinger(name: &str) -> BadJson {
    BadJson(format!("Swinger \"{name}\" is not on the Play List"))
}
