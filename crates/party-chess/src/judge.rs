//! The legality of one announced play, judged without listing all, with the rule that forbids it (1230.2 §6–7).

use rookery_messages::{Message, Value, say};

use super::attacks::Stance;
use super::board::{Piece, PieceId, Swinger};
use super::definitions::{AfterCapture, Captures, Kind, word};
use super::generate::Reach;
use super::play::{Announcement, Play};
use super::position::{PlayType, Position};
use super::refusal::{Refusal, Way};
use super::square::Square;
use super::tornado::{Chain, Stop};

impl Position {
    /// Judges an announced play of the Swinger on top of the list and gives the position after it, the turn ended.
    pub fn play(&self, announcement: &Announcement) -> Result<Position, Refusal> {
        let mover = self.to_play().ok_or(Refusal::NobodyToPlay)?;
        self.check_play(mover, &announcement.play)?;
        let mut next = self.clone();
        next.carry_out(mover, &announcement.play);
        next.promote_demons(mover, announcement)?;
        let attackers = next.attackers(mover)?;
        match announcement.play {
            _ if attackers.is_empty() => {}
            Play::Pass => return Err(Refusal::PassInCheck),
            _ => return Err(Refusal::SelfCheck(attackers.into_iter().map(|id| next.told(id)).collect())),
        }
        next.end_turn(mover)?;
        Ok(next)
    }

    /// Whose piece it is and where: `Blue's rook 8 on a9`.
    fn told(&self, PieceId(id): PieceId) -> Message {
        let Some(piece) = self.board.find(PieceId(id)).map(|index| self.board.piece(index)) else {
            return Message::verbatim(id.to_string());
        };
        let (owner, kind) = (self.name(piece.owner), word(&self.suite.rule(piece.kind).name));
        match piece.square {
            Some(square) => say!("{owner}'s {kind} {id} on {square}", owner, kind, id, square = Value::text(square)),
            None => say!("{owner}'s {kind} {id}", owner, kind, id),
        }
    }

    /// Judges a play, the self-check ban left aside.
    fn check_play(&self, mover: Swinger, play: &Play) -> Result<(), Refusal> {
        match play {
            Play::Pass | Play::Surrender => Ok(()),
            Play::Placement { piece, to } => self.check_placement(mover, *piece, *to),
            Play::Chain { piece, path } => self.check_chain(mover, *piece, path),
            Play::Move { piece, to, promotion } => self.check_target(mover, *piece, *to, Target::Move(*promotion)),
            Play::Scratch { piece, to } => self.check_target(mover, *piece, *to, Target::Scratch),
            Play::Capture { piece, to, promotion } => {
                self.check_target(mover, *piece, *to, Target::Capture(*promotion))
            }
            Play::Shot { piece, at } => self.check_target(mover, *piece, *at, Target::Shot),
        }
    }

    fn own_piece(&self, mover: Swinger, id: PieceId) -> Result<&Piece, Refusal> {
        let piece = self.board.find(id).map(|index| self.board.piece(index)).ok_or(Refusal::UnknownPiece(id))?;
        if piece.owner != mover {
            return Err(Refusal::NotYours { piece: id, owner: self.name(piece.owner).to_owned() });
        }
        Ok(piece)
    }

    fn check_placement(&self, mover: Swinger, id: PieceId, to: Square) -> Result<(), Refusal> {
        let piece = self.own_piece(mover, id)?;
        let rule = self.suite.rule(piece.kind);
        if let Some(square) = piece.square {
            return Err(Refusal::OnBoard { piece: id, square });
        }
        if !self.suite.defines(piece.kind) {
            return Err(Refusal::Undefined { piece: id, kind: rule.name.clone() });
        }
        if !self.board.is_free(to) {
            return Err(Refusal::Occupied(to));
        }
        if !self.placement_zone(piece.kind).contains(to) {
            return Err(Refusal::PlacementZone { rule: rule.number, kind: rule.name.clone(), to });
        }
        if self.attacks_when_placed(piece, to, &self.opposing(mover))? {
            return Err(Refusal::PlacementAttacks(to));
        }
        Ok(())
    }

    fn check_target(&self, mover: Swinger, id: PieceId, to: Square, target: Target) -> Result<(), Refusal> {
        let piece = self.own_piece(mover, id)?;
        let stance = self.view().stance(piece).ok_or(Refusal::OffBoard(id))?;
        let rule = self.suite.rule(piece.kind);
        let captures = matches!(target, Target::Capture(_) | Target::Shot);
        let victim = self.board.at(to);
        match victim {
            Some(standing) if standing.id == id => return Err(Refusal::SameSquare(to)),
            Some(_) if !captures => return Err(Refusal::Occupied(to)),
            Some(victim) if victim.owner == mover => return Err(Refusal::OwnPiece(to)),
            None if captures => return Err(Refusal::NothingToCapture(to)),
            _ => {}
        }
        let reach = self.view().reach(&stance, &self.opposing(mover))?;
        let Reach { moves, scratches, captures, shots } = reach;
        let (fits, other) = match target {
            Target::Move(_) => (moves.contains(to), None),
            Target::Scratch => (scratches.contains(to), None),
            Target::Capture(_) => (captures.contains(to), shots.contains(to).then_some(Way::FromAfar)),
            Target::Shot => (shots.contains(to), captures.contains(to).then_some(Way::ByMoving)),
        };
        let kind = || rule.name.clone();
        if rule.captures == Captures::Chain && matches!(target, Target::Capture(_)) {
            return Err(Refusal::OtherCapture { rule: rule.number, kind: kind(), way: Way::InChain });
        }
        if !fits {
            if let Some(way) = other {
                return Err(Refusal::OtherCapture { rule: rule.number, kind: kind(), way });
            }
            return Err(Refusal::OutOfReach { rule: rule.number, kind: kind(), from: stance.square, to });
        }
        match target {
            Target::Move(promotion) | Target::Capture(promotion) => self.check_promotion(piece, to, victim, promotion),
            _ => Ok(()),
        }
    }

    fn check_promotion(
        &self,
        piece: &Piece,
        to: Square,
        victim: Option<&Piece>,
        promotion: Option<Kind>,
    ) -> Result<(), Refusal> {
        let rule = self.suite.rule(piece.kind);
        let victim = victim.map(|victim| victim.kind);
        let may = |kind| {
            if self.must_promote(piece.kind, to) {
                return self.promotion_choices(piece.owner, piece.kind, victim).contains(&kind);
            }
            let becomes_victim = rule.after_capture == AfterCapture::MayBecomeVictim && victim == Some(kind);
            becomes_victim && self.may_become_victim(piece.owner, piece.kind, kind)
        };
        match promotion {
            None if self.must_promote(piece.kind, to) => {
                Err(Refusal::PromotionMissing { rule: rule.number, square: to })
            }
            Some(kind) if !may(kind) => {
                Err(Refusal::Promotion { rule: rule.number, piece: piece.id, kind: self.suite.rule(kind).name.clone() })
            }
            _ => Ok(()),
        }
    }

    /// Walks an announced chain, segment by segment (G36).
    fn check_chain(&self, mover: Swinger, id: PieceId, path: &[Square]) -> Result<(), Refusal> {
        let piece = self.own_piece(mover, id)?;
        let stance = self.view().stance(piece).ok_or(Refusal::OffBoard(id))?;
        let rule = self.suite.rule(piece.kind);
        if rule.captures != Captures::Chain {
            return Err(Refusal::OtherCapture { rule: rule.number, kind: rule.name.clone(), way: Way::WithoutPath });
        }
        let Some((&first, rest)) = path.split_first() else {
            return Err(Refusal::NothingToCapture(stance.square));
        };
        if self.leaps_onto(&stance, first) && rest.is_empty() {
            return Ok(());
        }
        let mut chain = Chain::new(stance.square);
        for (place, &to) in path.iter().enumerate() {
            let from = chain.square();
            let segments = self.view().segments(&chain, &mut ());
            let Some(&(direction, _, stop)) = segments.iter().find(|&&(_, square, _)| square == to) else {
                return Err(Refusal::BrokenChain { rule: rule.number, from, to });
            };
            let victim = self.board.at(to).filter(|victim| stop == Stop::Piece && victim.owner != mover);
            match victim {
                Some(victim) => chain = self.view().after_capture(&chain, direction, to, victim),
                None if stop == Stop::Piece => return Err(Refusal::OwnPiece(to)),
                None if place == 0 => return Err(Refusal::NothingToCapture(to)),
                None if place + 1 < path.len() => {
                    return Err(Refusal::BrokenChain { rule: rule.number, from: to, to: path[place + 1] });
                }
                None => {}
            }
        }
        Ok(())
    }

    fn leaps_onto(&self, stance: &Stance, to: Square) -> bool {
        self.board.at(to).is_some_and(|victim| victim.owner != stance.owner) && self.view().takes_by_aura(stance, to)
    }

    /// Promotes the announced Demons, all judged on the position right after the play (G25).
    fn promote_demons(&mut self, mover: Swinger, announcement: &Announcement) -> Result<(), Refusal> {
        let moved = matches!(announcement.play.play_type(), PlayType::Move | PlayType::Capture);
        let promotable = if moved { self.promotable_demons(mover) } else { Vec::new() };
        for (place, &(id, kind)) in announcement.demon_promotions.iter().enumerate() {
            let twice = announcement.demon_promotions[..place].iter().any(|&(other, _)| other == id);
            if twice || !promotable.contains(&id) {
                return Err(Refusal::DemonNotPromotable(id));
            }
            let own = self.board.find(id).map(|index| self.board.piece(index).kind);
            if !own.is_some_and(|own| self.promotion_choices(mover, own, None).contains(&kind)) {
                return Err(Refusal::DemonPromotion { piece: id, kind: self.suite.rule(kind).name.clone() });
            }
            self.promote(id, kind);
        }
        Ok(())
    }
}

/// What is meant to happen on a square.
#[derive(Clone, Copy)]
enum Target {
    Move(Option<Kind>),
    Scratch,
    Capture(Option<Kind>),
    Shot,
}
