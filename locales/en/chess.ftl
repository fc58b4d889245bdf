# Chess online: its part of a table's page, and consent to its terms.
chess = Chess
chess-in-short = For two, with clocks, for points or just for fun.
chess-white = White
chess-black = Black
chess-minutes = Minutes each
chess-increment = Seconds added by each move
chess-rated = Does it count?
chess-rated-yes = Yes, for points
chess-rated-no = No, just for fun
chess-rated-hint = Games for points have a limit each day. Just for fun there is no limit.
chess-unrated = just for fun
chess-for-points = for points
chess-no-castling = without castling
chess-keys = Keys: ← ↑ → ↓ go over the board. Enter picks a piece up, and Enter on another square puts it down. Escape lets it go.
chess-board = The board
chess-waits = The game begins when both are ready.
chess-ruled = { $result }: { $ending }, as a justice ruled: { $reason }
chess-to-consent = Before you play online, read what is recorded.
chess-consented = You consented on { $at }.
chess-to-read = Read the terms of online play
chess-move = Your move, such as e4 or e2e4
chess-to-move = { $colour } is to move: { $name }
chess-your-move = It is your move: you have { $colour }.
chess-move-button = Move
chess-offer = Offer a draw
chess-offered = { $who } offers a draw.
chess-you-offer = You offer a draw.
chess-declined = { $who } declined the draw.
chess-accept = Accept the draw
chess-decline = Decline the draw
chess-ask-back = Take my move back
chess-asks-back = { $who } asks to take a move back.
chess-you-ask-back = You ask to take your move back.
chess-declined-back = { $who } wants to play on. Your move stays.
chess-taken-back = The move of { $who } was taken back.
chess-accept-back = Let it be taken back
chess-decline-back = No, play on
chess-claim-repetition = Claim a draw: third time
chess-claim-fifty-moves = Claim a draw: fifty moves
chess-resign = Resign
chess-words = The position in words
chess-claim-with = Claim a draw with your next move
chess-claim-move = The move, such as Nf3
chess-resign-really = Yes, resign
chess-promotion = The pawn becomes a
chess-queen = Queen
chess-rook = Rook
chess-bishop = Bishop
chess-knight = Knight
chess-sound = Sounds
chess-premove = Premove: move while the other thinks. It is played at your turn.
chess-moves = Moves
chess-taken = Taken
chess-flip = Turn the board
chess-looks-back = You are looking back. The game goes on.
chess-to-now = To the game
chess-pgn = PGN with clock times
chess-evidence = What was recorded of this game
chess-rule = End this game
chess-rule-result = Result
chess-rule-ending = How it ended
chess-reason = Reason (public)
chess-rule-button = End the game
chess-line-offered = offers a draw
chess-line-declined = declines the draw
chess-line-asks-back = asks to take a move back
chess-line-declined-back = wants to play on
chess-line-taken-back = lets the move be taken back
chess-consent = Terms of online play
chess-consent-say = Version { $version } of the Terms says:
chess-consent-button = I have read this and consent
chess-consent-no = No, thank you
chess-consent-then-challenge = If you say yes, your challenge is sent at once: { $terms }.
chess-consent-then-play = If you say yes, you are ready to play at once.
chess-consent-given = You said yes to these terms on { $at }. When they change, you are asked again.
chess-consent-short = To play at the club’s board, for fun too, you say yes to this:
chess-consent-whole = The whole terms
chess-consent-yes-moves = Rookery keeps your moves, their times and the talk at the table.
chess-consent-yes-program = If the club brings a program that looks for cheating, you run it while you play.
chess-consent-yes-seen = The Chief Justice may see what it sends, others a part of it. You can read who looked.
chess-consent-yes-ends = A judge who watches may end a game. You can ask the Court about that.
chess-consent-yes-choice = You can say no: then you play no chess online, and nothing else changes.
chess-consent-binding = The rules below are in English. Their English words are what counts. Here you read in short what they say.
chess-consent-rulebook = These rules in the rulebook
chess-consent-limits = { $games ->
    [one] For points the whole club plays one such game at a time.
   *[other] For points the whole club plays at most { $games } such games at a time.
  } { $day ->
    [one] You can play one a day for points.
   *[other] You can play { $day } a day for points.
  } Just for fun there is no limit. A game for points moves your points by { $part } of what a game in the room would.
chess-consent-point-gathers = Rookery keeps your moves, their times and the talk at the table. Nothing else runs on your computer unless the club brings a program.
chess-consent-point-ends = FIDE’s rules of chess hold. A judge who watches may end a game where they ask for it. If something went wrong, the Chief Justice can make the game void.
chess-consent-point-court = Was your game ended wrongly? Then you can ask the Court. It gets the record of the game, and pictures without private things. The whole ones it gets only by a vote.
chess-consent-point-kept = The rules let the club ask for such a program. It may then look for cheating during a game. What it sends is encrypted, and erased after 28 days unless a case needs it.
chess-consent-point-seen = The Chief Justice could see all of it. Moderators and judges see copies without private things. Nobody may pass it on. Every look is on record, and you can read that record.
chess-curves = Time left, move by move, from { $least } to { $most }. Solid: White. Dashed: Black.
chess-engine = What { $engine } thinks. The line is high where White is better, and low where Black is.
chess-engine-even = Here both sides are equal. It would play { $best }.
chess-engine-white = Here White is better by { $pawns } pawns. It would play { $best }.
chess-engine-black = Here Black is better by { $pawns } pawns. It would play { $best }.
chess-engine-white-mates = { $moves ->
    [one] Here White mates in one move: { $best }.
   *[other] Here White mates in { $moves } moves. It would play { $best }.
}
chess-engine-black-mates = { $moves ->
    [one] Here Black mates in one move: { $best }.
   *[other] Here Black mates in { $moves } moves. It would play { $best }.
}
chess-notes = Notes on this move
chess-notes-on = There are notes on:
chess-note-write = Write a note on this move
chess-note-change = Change your note on this move
chess-note-sign = Sign
chess-note-text = What you think of it
chess-note-save = Keep the note
chess-note-away = Take away
chess-note-away-of = Take the note of { $name } away
chess-sign-brilliant = brilliant
chess-sign-good = good
chess-sign-interesting = interesting
chess-sign-dubious = dubious
chess-sign-mistake = mistake
chess-sign-blunder = blunder
