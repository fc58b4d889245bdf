//! `rookery party`: one JSON request a line on standard input, one JSON answer a line on standard output, in order.

use std::io::{self, BufRead, Write};

use rookery_party_chess::analysis::{answer, problem};
use serde_json::{Value, json};

/// What can be asked and what is answered, for anybody who asks the command for help.
pub const HELP: &str = r#"A request a line on standard input, its answer a line on standard output; docs/party.md has more.

Requests:
  {"op": "legal", "position": P}                  {"plays": [...], "notations": [...]}, sorted by notation
  {"op": "weight", "position": P}                 {"weights": {"Ann": {"weight": 7.5, "king_on_board": true, ...}}}
  {"op": "check", "position": P}                  {"attackers": {"Ann": [8], "Bob": []}}: who attacks each King
  {"op": "apply", "position": P, "play": ...}     {"position": P} after the play, an object or a notation
  {"op": "perft", "position": P, "depth": 2}      {"nodes": 1234}: sequences of so many plays, 0 to 6
  {"op": "replay", "position": P, "acts": [...]}  {"position": P} after a log of acts
What cannot be answered is {"error": {"title": ..., "detail": ...}}, a refused play with its reason and rule; the next
line is read all the same.

A position P:
  ruleset     "strict", the text as it stands, or "amended", in which all eighteen kinds can be played
  swingers    names, the Play List from the top; to_play is the first of them
  pieces      [{"id": 1, "owner": "Ann", "kind": "king", "square": "a1"}]; a square is a1 to t20, or null for off-board;
              "hn": 3 of a grown harfyblob
  last_play   {"Ann": {"type": "move", "piece_kind": "rook"}}: the most recent play of each, for Echoes; {} at first;
              "piece_hn" of a harfyblob
  and where they are not the default: round_count, played_this_round, warm, and
  il_nabi     [{"part": "a", "dirs": "diag", "min": 1, "max": 6, "path": "clear"}]: parts a, b, c, of which a captures;
              dirs orth, diag or all; path clear, leap or hop
Kinds: king rook camel bishop pawn copycat echo jester il-nabi qball harfyblob archer kamikaze bouncyball demon tornado
  cantor zombie

A play as an object, of which every member must agree with the board:
  {"type": "move", "piece": 1, "from": "a1", "to": "a5"}
  {"type": "capture", "piece": 1, "from": "a1", "to": "a5", "captures": [2]}
  "ranged": true    an Archer's capture: to is the victim's square, the Archer stays
  "path": [...]     a Tornado's capture: every square it stops at
  "scratch": true   a Qball that leaves the board: to is the corner
  "promote_to": K   what a Pawn in the centre becomes, or a Zombie that captures
  "demon_promotions": {"6": K}   by the Demons that the listed play names in demon_promotable
  {"type": "placement", "piece": 7, "to": "c3"}, {"type": "pass"}, {"type": "surrender"}
and as a notation:
  1:a1-a5  1:a1xa5  1:a1*a5 (ranged)  1:a1xc1xd2-e1 (path)  1:b2-a1~ (scratch)  1:j9-j10=rook  7@c3  pass  surrender

Try it:
{"op": "legal", "position": {"ruleset": "strict", "swingers": ["Ann", "Bob"], "to_play": "Ann", "pieces": [{"id": 1, "owner": "Ann", "kind": "king", "square": "a1"}, {"id": 2, "owner": "Bob", "kind": "rook", "square": "c9"}], "last_play": {}}}
{"op": "apply", "position": {"ruleset": "strict", "swingers": ["Ann", "Bob"], "to_play": "Ann", "pieces": [{"id": 1, "owner": "Ann", "kind": "king", "square": "a1"}, {"id": 2, "owner": "Bob", "kind": "rook", "square": "c9"}], "last_play": {}}, "play": "1:a1-a2"}"#;

/// What one request may cost: sequences of plays that perft counts, and segments of Tornado chains that are searched (G36).
const MOST: u64 = 200_000_000;

/// Answers every line until the end of input. A line that is no JSON gets an `error` and the next one is read.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        if !line.trim_ascii().is_empty() {
            let answer = match serde_json::from_slice::<Value>(&line) {
                Ok(request) => answer(&request, MOST),
                Err(error) => json!({ "error": problem("not JSON", error) }),
            };
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}
