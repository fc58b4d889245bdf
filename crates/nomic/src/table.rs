//! One play at the table: first the clock, then the message in its thread, then its effect.

use super::bindings::{Force, Role};
use super::game::Source;
use super::game::{Game, Message, Status};
use super::ledger::Reason;
use super::lines;
use super::parameters::{POINTS, is_within_limit};
use super::plays::{Event, Made, Outcome, Play, Refusal, Target, Thread, Void};
use super::proposals::Draft;
use chrono::{DateTime, Datelike, SecondsFormat, Utc};
use sha2::{Digest, Sha256};
use std::sync::Arc;

impl Game {
    /// Runs the clock to the event and applies it. A message that does not count is kept as void, with its reason.
    ///
    /// # Errors
    /// If the event cannot be in this game's log at all; the game is then unchanged.
    pub fn apply(&mut self, event: &Event) -> Result<Outcome, Refusal> {
        if self.player(&event.player).is_none() {
            return Err(Refusal::Stranger(event.player.clone()));
        }
        self.advance(event.at)?;
        let (at, name) = (event.at, event.player.as_str());
        let read = match &event.play {
            Play::Say { thread, text } => (*thread, text.clone(), lines::parse(self.edition, *thread, text)),
            play => (lines::thread_of(play), lines::print(play), Ok(Some(play.clone()))),
        };
        let (thread, line, play) = read;
        let message = self.record(thread, at, Some(name), line.clone(), None);
        self.seal(message, thread, play.as_ref().ok().and_then(Option::as_ref));
        let mut warnings = Vec::new();
        let done = play.map_err(Void::Malformed).and_then(|play| {
            self.gate(thread, name, play.as_ref(), &mut warnings)?;
            let play = play.map(|play| self.with_whole_names(play));
            play.map_or(Ok(Made::Message), |play| self.carry(at, name, play, line, &mut warnings))
        });
        let (made, void) = match done {
            Ok(made) => (Some(made), None),
            Err(void) => (None, Some(void)),
        };
        let second = self.edition.is_second();
        let kept = Arc::make_mut(&mut self.messages[message]);
        kept.made.clone_from(&made);
        kept.void.clone_from(&void);
        if second && void.is_none() {
            kept.warnings.clone_from(&warnings);
        }
        Ok(Outcome { message, made, void, warnings })
    }

    /// What bars anybody from playing at all: the end, leaving, weekends (rules 201, 210, 115).
    fn gate(&self, thread: Thread, name: &str, play: Option<&Play>, warnings: &mut Vec<Void>) -> Result<(), Void> {
        let is_talk = matches!(play, None | Some(Play::Annotate { .. }));
        if matches!(thread, Thread::Discussion | Thread::Drafts) && is_talk {
            return Ok(());
        }
        match self.player(name) {
            Some(player) if player.forfeited_at.is_some() => return Err(Void::Forfeited),
            Some(player) if player.joined_at.is_none() && play != Some(&Play::Join) => return Err(Void::NotJoined),
            _ => {}
        }
        let about_the_win = match play {
            Some(Play::PointOfOrder { targets, .. }) if self.edition.is_third() => {
                targets.iter().any(|target| self.is_about_win(target))
            }
            Some(Play::PointOfOrder { targets, .. }) => targets.contains(&Target::Win),
            Some(
                Play::Judge { .. }
                | Play::Dispute { .. }
                | Play::Opinion { .. }
                | Play::Name { .. }
                | Play::Exclude { .. }
                | Play::Recuse { .. }
                | Play::Forfeit
                | Play::Announce { .. },
            ) => true,
            _ => false,
        };
        if self.status == Status::Ended || (self.status == Status::Won && !about_the_win) {
            return Err(Void::GameOver);
        }
        if thread == Thread::Voting {
            self.holiday_problem(warnings)?;
        }
        if thread == Thread::Voting && self.bindings.parameters.allocation.void_days.contains(&self.day.weekday()) {
            match self.force(Role::Allocation) {
                Force::Enforced => return Err(Void::Weekend),
                Force::Advisory => warnings.push(Void::Weekend),
                Force::Absent => {}
            }
        }
        Ok(())
    }

    fn carry(
        &mut self,
        at: DateTime<Utc>,
        name: &str,
        play: Play,
        line: String,
        warnings: &mut Vec<Void>,
    ) -> Result<Made, Void> {
        match play {
            Play::Propose { text, changes, parameters, unfinished } => {
                let draft = Draft { text: text.unwrap_or(line), changes, parameters, unfinished };
                self.propose(at, name, draft, warnings)
            }
            Play::Vote { proposal, yes } => self.vote(at, name, proposal, yes, warnings),
            Play::PointOfOrder { text, targets, mover } => self.raise(at, name, text, targets, mover, warnings),
            Play::Judge { point, text, orders } => self.judge(at, name, &point, text, orders, warnings),
            Play::Dispute { judgement } => self.dispute(at, name, &judgement, warnings),
            Play::Opinion { judgement, agree } => self.opinion(at, name, &judgement, agree, warnings),
            Play::Name { point, judge } => self.name_judge(&point, judge, warnings),
            Play::Exclude { point, player } => self.exclude(at, &point, player, warnings),
            Play::Recuse { point } => self.recuse(at, name, &point, warnings),
            Play::Appeal { judgement, text } => self.appeal(at, name, &judgement, text, warnings),
            Play::Annotate { about, title, text } => self.annotate(at, name, about, title, text),
            Play::Claim { player, delta, of, cites, reason } => {
                let player = self.meant(&player, name);
                if delta == 0 || !is_within_limit(delta) {
                    return Err(Void::BadDelta);
                }
                match of.filter(|of| of != POINTS) {
                    None => self.claim(at, player, delta, cites, reason),
                    Some(quantity) => {
                        let rule = self.in_effect(cites)?;
                        self.claim_quantity(at, name, (quantity, player, delta), rule, reason)
                    }
                }
            }
            Play::Use { effect, amount, whom } => self.use_effect(at, name, &effect, amount, whom.as_deref()),
            Play::Announce { player, total, .. } => self.check_announcement(self.meant(&player, name), total),
            Play::Proxy { proxy } => self.name_proxy(name, proxy),
            Play::GoOn => self.go_on(name),
            Play::Forfeit => {
                self.forfeit(name, at);
                Ok(Made::Forfeit)
            }
            Play::Join => self.join(name, at),
            Play::Say { .. } => Ok(Made::Message),
        }
    }

    /// Whose points a line is about; from the third edition on its writer's, if it names nobody.
    fn meant(&self, named: &str, author: &str) -> String {
        if named.is_empty() && self.edition.is_third() { author } else { named }.to_owned()
    }

    /// Somebody whom rule 201 has named plays from now on.
    fn join(&mut self, name: &str, at: DateTime<Utc>) -> Result<Made, Void> {
        let newcomer = self.players.iter_mut().find(|player| player.name == name && player.joined_at.is_none());
        newcomer.ok_or(Void::PlaysAlready)?.joined_at = Some(at);
        self.open_accounts();
        Ok(Made::Join)
    }

    /// The rule in effect of this number, which a claim rests on.
    fn in_effect(&self, cites: u32) -> Result<Source, Void> {
        let rule = self.book.live().find(|rule| rule.current().label == cites).ok_or(Void::NoSuchRule(cites))?;
        Ok(Source { label: cites, rule: rule.id.clone() })
    }

    /// Points by a rule that the engine does not know (A5): posted at once, open to a Point of Order.
    fn claim(
        &mut self,
        at: DateTime<Utc>,
        player: String,
        delta: i64,
        cites: u32,
        reason: String,
    ) -> Result<Made, Void> {
        if !self.plays(&player) {
            return Err(Void::UnknownPlayer(player));
        }
        let source = self.in_effect(cites)?;
        let posted = self.post(at, &player, delta, Some(source), Reason::Claim(reason));
        posted.map(Made::Entry).ok_or(Void::UnknownPlayer(player))
    }

    /// Rule 209: what somebody announces must be the computed total (reading 36).
    fn check_announcement(&self, player: String, announced: i64) -> Result<Made, Void> {
        match self.player(&player).map(|found| found.total) {
            None => Err(Void::UnknownPlayer(player)),
            Some(total) if total != announced => Err(Void::WrongTotal { player, total }),
            Some(_) => Ok(Made::Announcement),
        }
    }

    /// Rule 115, reading 41: gone at once; votes cast and the own proposal stay.
    fn forfeit(&mut self, name: &str, at: DateTime<Utc>) {
        if let Some(player) = self.players.iter_mut().find(|player| player.name == name) {
            player.forfeited_at = Some(at);
        }
        self.drop_lost_wins(at);
        self.judge_left(name, at);
        self.look_for_impossible_play(at);
        self.end_if_deserted();
    }

    /// Puts a message at the end of the log; its hash covers everything before it.
    pub(super) fn record(
        &mut self,
        thread: Thread,
        at: DateTime<Utc>,
        author: Option<&str>,
        line: String,
        void: Option<Void>,
    ) -> usize {
        let before = self.messages.last().map_or("", |message| message.hash.as_str());
        let hash = hash(before, thread, at, author, &line);
        let (author, warnings) = (author.map(str::to_owned), Vec::new());
        self.messages.push(Arc::new(Message { thread, at, author, line, made: None, void, warnings, hash }));
        self.messages.len() - 1
    }

    /// The first message whose hash does not follow from those before it: the log was tampered with there.
    pub fn broken_link(&self) -> Option<usize> {
        let mut before = "";
        for (place, message) in self.messages.iter().enumerate() {
            if message.hash != hash(before, message.thread, message.at, message.author.as_deref(), &message.line) {
                return Some(place);
            }
            before = &message.hash;
        }
        None
    }
}

/// SHA-256 over the hash before and this message, in hexadecimal; whether it counts follows from the fold.
fn hash(before: &str, thread: Thread, at: DateTime<Utc>, author: Option<&str>, line: &str) -> String {
    let mut hasher = Sha256::new();
    let at = at.to_rfc3339_opts(SecondsFormat::Nanos, true);
    let author = author.unwrap_or("");
    for part in [before, &format!("{thread:?}"), &at, author, line] {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part.as_bytes());
    }
    hex(&hasher.finalize())
}

/// Bytes in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]])
        .map(char::from)
        .collect()
}
