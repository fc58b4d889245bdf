//! Entries of a game's log as JSON.

use rookery_messages::say;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::super::act::Act;
use super::super::amendments::Amendment;
use super::super::board::PieceId;
use super::super::definitions::{Kind, Part};
use super::super::play::Announcement;
use super::super::position::Position;
use super::{BadJson, bad, kind};

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
    Found { swinger: String, army: Option<Vec<String>> },
    Destroy { swinger: String },
    Amend { amendment: Amendment },
    IlNabi { il_nabi: Vec<Part> },
    Correct { position: Value },
}

impl Position {
    /// Reads one entry of a log.
    pub fn act_from_json(&self, value: &Value) -> Result<Act, BadJson> {
        let army = |names: &[String]| names.iter().map(|name| kind(&self.suite, name)).collect::<Result<Vec<_>, _>>();
        Ok(match ActForm::deserialize(value)? {
            ActForm::Play { play } => match self.announcement_from_json(&play)? {
                Ok(announcement) => Act::Play(announcement),
                Err(refusal) => {
                    return bad(say!(
                        "{refusal} ({rule})",
                        refusal = refusal.to_string(),
                        rule = refusal.rule().to_string()
                    ));
                }
            },
            ActForm::Automatic {} => Act::Automatic,
            ActForm::Default {} => Act::Default,
            ActForm::Surrender { swinger } => Act::Surrender(self.named(&swinger)?),
            ActForm::Warm { swinger, warm } => Act::Warm(self.named(&swinger)?, warm),
            ActForm::Army { swinger, army: names } => Act::Army(self.named(&swinger)?, army(&names)?),
            ActForm::Buy { swinger, kind: name } => Act::Buy(self.named(&swinger)?, kind(&self.suite, &name)?),
            ActForm::Found { swinger, army: names } => Act::Found(swinger, names.as_deref().map(army).transpose()?),
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
                json!({ "act": "found", "swinger": name, "army": army.as_deref().map(names) })
            }
            Act::Destroy(swinger) => json!({ "act": "destroy", "swinger": self.name(*swinger) }),
            Act::Amend(amendment) => json!({ "act": "amend", "amendment": amendment }),
            Act::IlNabi(parts) => json!({ "act": "il_nabi", "il_nabi": parts }),
            Act::Correct(position) => json!({ "act": "correct", "position": position.to_json() }),
        }
    }
}
