//! All legal plays of the Swinger whose turn it is.

use super::attacks::{Stance, View};
use super::board::{Piece, PieceId, Swinger};
use super::definitions::{AfterCapture, Captures, Kind, Moves, Promotion, is_centre};
use super::guard::{Guard, How};
use super::play::Play;
use super::position::{Position, TooManyChains};
use super::square::{Direction, Square, SquareSet};
use super::walk::Walk;

/// Receives legal plays: those of one piece that differ only in their target together, chains of captures one by one.
trait Sink {
    fn plays(&mut self, piece: &Piece, how: How, promotion: Option<Kind>, targets: SquareSet);
    fn chain(&mut self, piece: &Piece, path: &[Square]);
}

impl Sink for Vec<Play> {
    fn plays(&mut self, piece: &Piece, how: How, promotion: Option<Kind>, targets: SquareSet) {
        let piece = piece.id;
        self.extend(targets.map(|to| match how {
            How::Move => Play::Move { piece, to, promotion },
            How::Scratch => Play::Scratch { piece, to },
            How::Capture => Play::Capture { piece, to, promotion },
            How::Shot => Play::Shot { piece, at: to },
            How::Placement => Play::Placement { piece, to },
        }));
    }

    fn chain(&mut self, piece: &Piece, path: &[Square]) {
        self.push(Play::Chain { piece: piece.id, path: path.to_vec() });
    }
}

/// Counts plays.
impl Sink for u64 {
    fn plays(&mut self, _: &Piece, _: How, _: Option<Kind>, targets: SquareSet) {
        *self += u64::from(targets.len());
    }

    fn chain(&mut self, _: &Piece, _: &[Square]) {
        *self += 1;
    }
}

/// Squares a piece may go to, before the self-check ban.
#[derive(Clone, Copy, Default)]
pub(super) struct Reach {
    pub moves: SquareSet,
    pub scratches: SquareSet,
    /// Captures that move the piece to its victim's square; those of a Tornado's first segment are chains instead.
    pub captures: SquareSet,
    pub shots: SquareSet,
}

impl View<'_> {
    /// Where a piece may move, scratch, capture and shoot.
    pub fn reach(&self, stance: &Stance, opposing: &SquareSet) -> Result<Reach, TooManyChains> {
        let free = !self.board.occupied();
        let mut walk = Walk::new(self.board, None, ());
        self.walk_moves(&mut walk, stance);
        let by_rule = walk.reach;
        let mut by_aura = SquareSet::EMPTY;
        if self.under_aura(stance.square) {
            walk.reach = SquareSet::EMPTY;
            walk.aura(stance.square);
            by_aura = walk.reach;
        }
        let mut reach = Reach { moves: (by_rule | by_aura) & free, captures: by_aura & *opposing, ..Reach::default() };
        let rule = self.suite.rule(stance.kind);
        if rule.moves == Moves::Qball {
            let corner =
                |&edge: &Square| Direction::diagonal().filter(|&direction| edge.room(direction) > 0).count() == 1;
            reach.scratches = Direction::diagonal()
                .filter_map(|direction| walk.qball_edge(stance.square, direction))
                .filter(corner)
                .collect();
        }
        walk.reach = SquareSet::EMPTY;
        match &rule.captures {
            Captures::AsMoves => reach.captures |= by_rule & *opposing,
            Captures::Chain => {}
            Captures::Lines(lines) => {
                walk.lines(lines, stance.square, stance.hn);
                reach.captures |= walk.reach & *opposing;
            }
            Captures::Shots(lines) => {
                walk.lines(lines, stance.square, stance.hn);
                reach.shots = walk.reach & *opposing;
            }
            Captures::Borrowed => {
                for victim in self.board.pieces().iter().filter(|victim| victim.owner != stance.owner) {
                    if let Some(square) = victim.square
                        && self.takes_by_rule(stance, square, &mut ())?
                    {
                        let from_afar = matches!(self.suite.rule(victim.kind).captures, Captures::Shots(_));
                        let captures = if from_afar { &mut reach.shots } else { &mut reach.captures };
                        captures.insert(square);
                    }
                }
            }
        }
        Ok(reach)
    }
}

/// Generates the plays of one Swinger.
struct Generator<'a, S> {
    position: &'a Position,
    owner: Swinger,
    opposing: SquareSet,
    guard: Guard<'a>,
    sink: S,
}

impl<S: Sink> Generator<'_, S> {
    fn offer(
        &mut self,
        index: usize,
        how: How,
        promotion: Option<Kind>,
        targets: SquareSet,
    ) -> Result<(), TooManyChains> {
        let allowed = self.guard.allowed(index, how, promotion, targets)?;
        self.sink.plays(self.position.board.piece(index), how, promotion, allowed);
        Ok(())
    }

    fn on_board(&mut self, index: usize, stance: &Stance) -> Result<(), TooManyChains> {
        let reach = self.position.view().reach(stance, &self.opposing)?;
        let rule = self.position.suite.rule(stance.kind);
        self.offer(index, How::Scratch, None, reach.scratches)?;
        self.offer(index, How::Shot, None, reach.shots)?;
        if rule.promotion == Promotion::OnCentre {
            let centre = SquareSet::of(is_centre);
            self.offer(index, How::Move, None, reach.moves & !centre)?;
            self.offer(index, How::Capture, None, reach.captures & !centre)?;
            return self.promotions(index, stance.kind, reach.moves & centre, reach.captures & centre);
        }
        self.offer(index, How::Move, None, reach.moves)?;
        if rule.captures == Captures::Chain {
            return self.chains(index, stance, reach.captures);
        }
        self.offer(index, How::Capture, None, reach.captures)?;
        if rule.after_capture == AfterCapture::MayBecomeVictim {
            for target in reach.captures {
                let victim = self.position.board.at(target).map(|victim| victim.kind);
                if let Some(kind) =
                    victim.filter(|&kind| self.position.may_become_victim(self.owner, stance.kind, kind))
                {
                    self.offer(index, How::Capture, Some(kind), SquareSet::only(target))?;
                }
            }
        }
        Ok(())
    }

    /// The plays that bring a Pawn to the centre, with every choice of promotion.
    fn promotions(
        &mut self,
        index: usize,
        kind: Kind,
        moves: SquareSet,
        captures: SquareSet,
    ) -> Result<(), TooManyChains> {
        for target in moves | captures {
            let victim = self.position.board.at(target).map(|victim| victim.kind);
            let how = if victim.is_some() { How::Capture } else { How::Move };
            for choice in self.position.promotion_choices(self.owner, kind, victim) {
                self.offer(index, how, Some(choice), SquareSet::only(target))?;
            }
        }
        Ok(())
    }

    /// A Tornado's captures; `leaps` are those by an aura, single and unchained (G17).
    fn chains(&mut self, index: usize, stance: &Stance, leaps: SquareSet) -> Result<(), TooManyChains> {
        let position = self.position;
        let piece = position.board.piece(index);
        let mut first = SquareSet::EMPTY;
        let Generator { guard, sink, .. } = self;
        position.view().each_chain(stance, &mut |path: &[Square],
                                                  captured: &SquareSet|
         -> Result<(), TooManyChains> {
            if let [only] = path {
                first.insert(*only);
            }
            if guard.allows_chain(index, path, captured)? {
                sink.chain(piece, path);
            }
            Ok(())
        })?;
        for target in leaps & !first {
            if guard.allows_chain(index, &[target], &SquareSet::only(target))? {
                sink.chain(piece, &[target]);
            }
        }
        Ok(())
    }

    fn off_board(&mut self) -> Result<(), TooManyChains> {
        let position = self.position;
        let mut known: Vec<(Kind, u8, SquareSet)> = Vec::new();
        for (index, piece) in position.board.pieces().iter().enumerate() {
            if piece.owner != self.owner || !position.may_be_placed(piece) {
                continue;
            }
            let squares = match known.iter().find(|(kind, hn, _)| (*kind, *hn) == (piece.kind, piece.hn)) {
                Some(&(_, _, squares)) => squares,
                None => {
                    let squares = position.placements(piece, &self.opposing);
                    known.push((piece.kind, piece.hn, squares));
                    squares
                }
            };
            self.offer(index, How::Placement, None, squares)?;
        }
        Ok(())
    }
}

impl Position {
    /// The Zombie's choice: another kind than its own, within the limits with the victim owned (1230.21, G24).
    pub(super) fn may_become_victim(&self, owner: Swinger, own: Kind, victim: Kind) -> bool {
        victim != own && self.has_room_for(owner, victim, 1)
    }

    fn generate<S: Sink>(&self, sink: S) -> Result<(S, bool), TooManyChains> {
        let Some(owner) = self.to_play() else {
            return Ok((sink, false));
        };
        let guard = Guard::new(self, owner)?;
        let mut generator = Generator { position: self, owner, opposing: self.opposing(owner), guard, sink };
        for (index, piece) in self.board.pieces().iter().enumerate().filter(|(_, piece)| piece.owner == owner) {
            if let Some(stance) = self.view().stance(piece) {
                generator.on_board(index, &stance)?;
            }
        }
        generator.off_board()?;
        Ok((generator.sink, generator.guard.in_check))
    }

    /// All legal plays, optional Demon promotions left aside (1230.2 §6), in no particular order.
    pub fn legal_plays(&self) -> Result<Vec<Play>, TooManyChains> {
        let (mut plays, in_check) = self.generate(Vec::new())?;
        if self.to_play().is_some() {
            plays.extend((!in_check).then_some(Play::Pass));
            plays.push(Play::Surrender);
        }
        Ok(plays)
    }

    /// The legal plays of one piece of the Swinger whose turn it is, chains of captures left aside ([`Position::chain_steps`]).
    pub fn plays_of(&self, id: PieceId) -> Result<Vec<Play>, TooManyChains> {
        let (Some(owner), Some(index)) = (self.to_play(), self.board.find(id)) else {
            return Ok(Vec::new());
        };
        let piece = self.board.piece(index);
        if piece.owner != owner {
            return Ok(Vec::new());
        }
        let (guard, opposing) = (Guard::new(self, owner)?, self.opposing(owner));
        let mut generator = Generator { position: self, owner, opposing, guard, sink: Vec::new() };
        match self.view().stance(piece) {
            Some(stance) if self.suite.rule(piece.kind).captures == Captures::Chain => {
                let reach = self.view().reach(&stance, &opposing)?;
                generator.offer(index, How::Move, None, reach.moves)?;
            }
            Some(stance) => generator.on_board(index, &stance)?,
            None if self.may_be_placed(piece) => {
                generator.offer(index, How::Placement, None, self.placements(piece, &opposing))?;
            }
            None => {}
        }
        Ok(generator.sink)
    }

    fn may_be_placed(&self, piece: &Piece) -> bool {
        piece.square.is_none() && self.suite.defines(piece.kind)
    }

    /// How many plays are legal, optional Demon promotions left aside.
    pub fn count_plays(&self) -> Result<u64, TooManyChains> {
        let (count, in_check) = self.generate(0_u64)?;
        let others = if in_check { 1 } else { 2 };
        Ok(if self.to_play().is_some() { count + others } else { 0 })
    }

    /// How many sequences of `depth` plays there are; `None` if there are more than `most`.
    pub fn perft(&self, depth: u32, most: u64) -> Result<Option<u64>, TooManyChains> {
        let mut nodes = 0;
        match depth {
            0 => nodes = 1,
            1 => nodes = self.count_plays()?,
            _ => {
                for play in self.legal_plays()? {
                    let Some(more) = self.after(&play)?.perft(depth - 1, most - nodes)? else { return Ok(None) };
                    nodes += more;
                }
            }
        }
        Ok((nodes <= most).then_some(nodes))
    }

    /// The position after a play known to be legal.
    pub(super) fn after(&self, play: &Play) -> Result<Position, TooManyChains> {
        let mut next = self.clone();
        if let Some(mover) = self.to_play() {
            next.carry_out(mover, play);
            next.end_turn(mover)?;
        }
        Ok(next)
    }

    /// The Demons that may be promoted after a legal play (G25).
    pub fn demons_after(&self, play: &Play) -> Vec<PieceId> {
        let moved = matches!(play.play_type(), super::position::PlayType::Move | super::position::PlayType::Capture);
        let promotes = matches!(play, Play::Move { promotion: Some(_), .. } | Play::Capture { promotion: Some(_), .. });
        let owner = self.to_play().filter(|&owner| moved && (promotes || self.owns_demon(owner)));
        owner.map_or_else(Vec::new, |owner| {
            let mut next = self.clone();
            next.carry_out(owner, play);
            next.promotable_demons(owner)
        })
    }

    fn owns_demon(&self, owner: Swinger) -> bool {
        let demon = |piece: &Piece| self.suite.rule(piece.kind).promotion == Promotion::BetweenTwins;
        self.board.pieces().iter().any(|piece| piece.owner == owner && piece.square.is_some() && demon(piece))
    }
}
