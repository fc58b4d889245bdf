# Chess online: its part of a table's page, and consent to its terms.
chess = Chess
chess-white = White
chess-black = Black
chess-minutes = Minutes each
chess-increment = Seconds added by each move
chess-terms = { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
  } each, { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
  } a move
chess-no-castling = without castling
chess-board = The board
chess-waits = The game begins when both are ready.
chess-ruled = { $result }: { $ending }, as a justice ruled (I.9.6): { $reason }
chess-against = What still stands against a beginning:
chess-to-consent = Whoever plays online has read and consented to the terms of online play.
chess-consented = You consented on { $at }.
chess-to-read = Read the terms of online play
chess-move = Your move, as e4 or e2e4
chess-to-move = { $colour } is to move: { $name }
chess-your-move = It is your move: you have { $colour }.
chess-move-button = Move
chess-offer = Offer a draw
chess-offered = { $who } offers a draw.
chess-you-offer = You offer a draw.
chess-declined = { $who } declined the draw.
chess-accept = Accept the draw
chess-decline = Decline the draw
chess-claim-repetition = Claim a draw: third time
chess-claim-fifty-moves = Claim a draw: fifty moves
chess-resign = Resign
chess-words = The position in words
chess-claim-with = Claim a draw with your next move
chess-claim-move = The move, as Nf3
chess-resign-really = Yes, resign
chess-promotion = The pawn becomes a
chess-queen = Queen
chess-rook = Rook
chess-bishop = Bishop
chess-knight = Knight
chess-sound = Sound with each move
chess-moves = Moves
chess-pgn = PGN with clock times
chess-rule = End this game
chess-rule-result = Result
chess-rule-ending = How it ended
chess-reason = Reason; public
chess-rule-button = End the game
chess-line-offered = offers a draw
chess-line-declined = declines the draw
chess-consent = Terms of online play
chess-consent-say = Version { $version } of the Terms says:
chess-consent-button = I have read this and consent
chess-consent-given = You consented to these terms on { $at }. When they change, you are asked anew.
chess-consent-short = In short
chess-consent-point-gathers = Whoever plays online runs a program on their computer that looks for cheating while a game is played: which programs run, which windows are open, pictures of the screen.
chess-consent-point-kept = What it sends is kept encrypted and erased after 28 days, unless a case about the game is not over.
chess-consent-point-seen = The Chief Justice sees all of it; moderators and justices see copies in which the rest is made unreadable, and the Court what it orders. Every look is on record, and you can read that record.
chess-consent-point-choice = You need not consent: then you play no chess online, and everything else stays as it is. The rules themselves stand here in the language in which the club made them.
