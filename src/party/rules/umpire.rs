//! What the Chess-Umpire does, all of it logged: piece rules, corrections, random choices, the end (1230.2 §1, 1230.1 §3).

use std::collections::BTreeSet;

use rookery_messages::say;
use rookery_party_chess::{Act, Amendment, Part, Position};
use serde_json::{Value, json};

use super::{Correction, Event, Hall, Over, Placed, Ruling, chance, view};
use crate::error::Refusal;
use crate::fields;
use crate::tables::Seat;

/// Most things that a random choice is made among.
const MOST_CHOICES: usize = 100;

impl Hall {
    /// This table, for its Umpire.
    pub(super) fn as_umpire(&mut self, by: Seat) -> Result<&mut Hall, Refusal> {
        if self.umpire == Some(by) {
            return Ok(self);
        }
        Err(Refusal::forbidden(say!("This is for the Chess-Umpire to do."), "1230.2 §1.C"))
    }

    /// A piece rule is added, amended or repealed; what nothing defines any more leaves the board (1230.1 §3.E).
    /// The log says of which kind it is.
    pub(super) fn amend(&mut self, mut amendment: Amendment) -> Result<Vec<Event>, Refusal> {
        self.act(&Act::Amend(amendment.clone()))?;
        let suite = self.position.suite();
        let kind = suite.kinds().find(|kind| suite.rule(*kind).number == amendment.rule);
        amendment.kind = kind.map(|kind| suite.rule(kind).name.clone());
        Ok(vec![Event::Amended { amendment }])
    }

    /// il-Nabi gets the moves that its rule has lost (1230.12, G2).
    pub(super) fn write_il_nabi(&mut self, il_nabi: Vec<Part>) -> Result<Vec<Event>, Refusal> {
        self.act(&Act::IlNabi(il_nabi.clone()))?;
        Ok(vec![Event::IlNabi { il_nabi }])
    }

    /// The board, or the Play List, is made what it ought to be (1230.2 §1.C.i, viii); as this announces the state again, something
    /// has to be another than it was.
    pub(super) fn correct(
        &mut self,
        pieces: &[Placed],
        gone: &[u32],
        order: &[String],
        reason: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let reason = fields::text("reason", reason, 1, 500)?;
        let mut position = self.position.to_json();
        if let Some(known) = position["pieces"].as_array_mut() {
            let id = |piece: &Value| piece["id"].as_u64().and_then(|id| u32::try_from(id).ok());
            known.retain(|piece| !id(piece).is_some_and(|id| gone.contains(&id)));
            known.retain(|piece| !pieces.iter().any(|placed| Some(placed.id) == id(piece)));
            known.extend(pieces.iter().map(|placed| json!(placed)));
            known.sort_by_key(id);
        }
        if !order.is_empty() {
            let mut now = view::order(&self.position);
            let mut then = order.to_vec();
            now.sort();
            then.sort();
            if now != then {
                let detail = say!("The Play List has each Office of Swinger once. You cannot make or end one here.");
                return Err(Refusal::field("order", detail).act("1230.2 §3.A"));
            }
            position["swingers"] = json!(order);
            position["to_play"] = json!(order[0]);
        }
        let highest = pieces.iter().map(|placed| placed.id).max().unwrap_or_default();
        if position["next_id"].as_u64().is_some_and(|next| next <= u64::from(highest)) {
            position["next_id"] = json!(u64::from(highest) + 1);
        }
        let position = Position::from_json(&position).map_err(|error| {
            Refusal::field("pieces", say!("The board cannot be like this: {error}.", error = error.0)).act("1230.1 §1")
        })?;
        let before = self.position.clone();
        self.act(&Act::Correct(Box::new(position)))?;
        self.tangled = false;
        let corrected = self.corrected(&before, reason);
        if matches!(&corrected, Event::Corrected { pieces, order: None, .. } if pieces.is_empty()) {
            let detail = say!("The board and the Play List look like this now. Change a piece or the order.");
            return Err(Refusal::conflict(say!("Nothing changes"), detail).act("1230.2 §1.C"));
        }
        Ok(vec![corrected])
    }

    /// What a correction has changed, piece by piece.
    fn corrected(&self, before: &Position, reason: String) -> Event {
        let (old, new) = (view::pieces(before), view::pieces(&self.position));
        let ids: BTreeSet<u32> = old.keys().chain(new.keys()).copied().collect();
        let change = |id| Correction { was: old.get(&id).cloned(), is: new.get(&id).cloned() };
        let pieces = ids.into_iter().map(change).filter(|piece| piece.was != piece.is).collect();
        let order = [before, &self.position].map(view::order);
        Event::Corrected { reason, pieces, order: Some(order).filter(|[was, is]| was != is) }
    }

    /// A random choice that the rules leave to the Umpire (1230.1 §3.G): drawn from the seed, for everybody to check.
    pub(super) fn draw(&mut self, among: Vec<String>, purpose: &str) -> Result<Vec<Event>, Refusal> {
        let purpose = fields::text("purpose", purpose, 1, 200)?;
        if !(2..=MOST_CHOICES).contains(&among.len()) {
            let detail =
                say!("{count} are not between 2 and {most} to choose among.", count = among.len(), most = MOST_CHOICES);
            return Err(Refusal::field("among", detail).act("1230.1 §3.G"));
        }
        let among: Vec<String> =
            among.iter().map(|choice| fields::text("among", choice, 1, 80)).collect::<Result<_, _>>()?;
        let place = self.drawn;
        self.drawn += 1;
        let chosen = among[chance::below(self.seed, place, among.len())].clone();
        Ok(vec![Event::Drawn { among, chosen, purpose, place }])
    }

    /// The game is over, with the Weights as they stand.
    pub(super) fn end(&mut self, reason: &str) -> Result<Vec<Event>, Refusal> {
        let reason = fields::text("reason", reason, 1, 500)?;
        let rounds = self.position.round_count();
        self.ended = Some(Over { reason: reason.clone(), rounds, weights: self.standing.weights.clone() });
        Ok(vec![Event::Ended { reason }])
    }

    /// A justice rules: another Umpire, or the end (Act I.9.6).
    pub(super) fn rule(&mut self, ruling: Ruling) -> Result<Vec<Event>, Refusal> {
        match ruling {
            Ruling { umpire: None, end: true, reason } => self.end(&reason),
            Ruling { umpire: Some(umpire), end: false, .. } => {
                self.umpire = Some(self.seat(umpire)?);
                Ok(vec![Event::Umpire { umpire: Some(umpire) }])
            }
            _ => {
                Err(Refusal::field("ruling", say!("A justice names another Umpire or ends the game: one of the two."))
                    .act("I.9.6"))
            }
        }
    }
}
