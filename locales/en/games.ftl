# Games: entering one, its page, what happens to it afterwards.
choose = Choose
reason = Reason
reason-hint = 3 to 500 characters; it is published.
act = Act
act-hint = As I.1 or 0.6.
before = Before
after = After
leave-it = Leave it as it is
points-change = { $number ->
    [-1] { $points } point
    [1] { $points } point
   *[other] { $points } points
    }

game-against = Whom did you play?
game-paired = announced as your opponent
game-other-opponent = Somebody else
game-whole = The whole form: others' games, moves
game-with = You and { $opponent }
game-as-guest = You are not on the leaderboard: the game counts only if you join before the session ends, and then from the initial score.
game-your-score = You have { $score } points now.
game-ending = How it ended
game-ending-usual = Checkmate, or draw agreed
game-i-had-white = I had White
game-i-had-black = I had Black
i-win = I won
i-draw = Draw
i-loss = I lost
game-white = White
game-black = Black
game-moves = Moves
game-moves-hint = If you wrote them down: 1. e4 e5 2. Nf3 …
game-insist = This was another game than the one that is there already
game-enter = Enter the game
game-bell = The bell ended a game
game-clocked = with a clock
game-began = begun on { $when }
game-room = room { $room }
game-online = online
game-replay = The moves on a board
game-start = Start
game-back = One move back
game-on = One move on
game-end = End
game-scores = What it did to the scores
game-entered-wrongly = Entered wrongly? Nobody takes a game back; a moderator who did not play in it corrects it, or declares it void. Show one of them this page.
game-petition-hint = Was it ended or voided against the Terms?
game-petition = Petition the Court
game-not-rated = not rated
game-both = All games of these two
game-changes = What became of it
game-objection = Objection
game-object = Object to how it ended
game-object-hint = Until the next session begins. A rematch is played then, and it is final; whoever does not play it loses the matter.
game-object-button = Object
objecting-now = Your opponent is told, with your reason. The game counts as it is until its rematch decides.
objecting-due = A rematch is due at the session of { $at }; a moderator or justice oversees it.
objecting-due-next = A rematch is due at the next session, which is not on the calendar yet; a moderator or justice oversees it.
objecting-played = If it is played, it takes the place of this game and is final.
objecting-you = If you are not there, or will not play, this game is final as it is. So it is where neither of you wants to.
objecting-other = If your opponent is not there, or will not play, you win this game by forfeit.
objecting-seen = When the rematch is due
objecting-back = Until a day before that session you can take the objection back.
objection-withdraw = Take the objection back
objection-withdraw-hint = You can take it back until a day before the session of the rematch. The game is then as though nobody had objected, and your opponent is told.
game-rematch = Rematch
game-rematch-outcome = What became of it
game-rematch-swapped = Colours were changed
game-rematch-exempted = I did without the five minutes each
game-rematch-final = Once it is recorded, what becomes of the game stands.
game-rematch-record = Record what became of it
game-objected-by = Objected: { $name }
game-power = As a moderator
game-power-hint = What it changes is shown before anything happens.

outcome-white = White won
outcome-draw = Draw
outcome-black = Black won
ending-checkmate = Checkmate
ending-resignation = Resignation
ending-stalemate = Stalemate
ending-draw-agreed = Draw agreed
ending-repetition = Repetition
ending-fifty-moves = Fifty moves
ending-dead-position = Nobody can mate
ending-bell = The bell
ending-flag = The flag fell
ending-forfeit = Forfeit
rematch-played = It was played
rematch-objector-absent = Who objected was absent
rematch-objector-unwilling = Who objected would not play
rematch-opponent-absent = The opponent was absent
rematch-opponent-unwilling = The opponent would not play
objection-open = a rematch is due
objection-played = the rematch stands in its place
objection-original-final = the game is final
objection-lapsed = the game no longer counts
objection-forfeited = decided by forfeit

change-approve = Approve
change-refuse = Refuse approval
change-correct = Correct the result
change-void = Void the game
change-restore = Restore the game
change-show = Show what it changes
change-what = What this changes
change-nothing = Nobody's score.
change-scores = { $members ->
    [one] The score of one member
   *[other] The scores of { $members } members
 }
change-back-approve = It can be voided afterwards, with a reason.
change-back-refuse = It cannot be taken back; the players may appeal.
change-back-correct = It can be corrected again. Both are published.
change-back-void = It can be restored while no decision rests on it. Both are published.
change-back-restore = It can be voided again. Both are published.
change-done-approved = approved
change-done-refused = not approved
change-done-corrected = corrected
change-done-voided = voided
change-done-restored = restored
change-done-replaced = replaced by its rematch
change-done-forfeited = decided by forfeit
change-done-lapsed = lapsed
change-done-guest-joined = the guest joined
change-done-validated = a moderator was there long enough
change-done-decided = decided

bell-hint = The captured pieces decide. Give them in the way that is at hand; the answer is shown before anything is stored.
bell-by-captures = The captured pieces
bell-by-position = The final position
bell-by-moves = The moves
bell-took-white = White took
bell-took-black = Black took
bell-position-hint = In FEN, or set up on the board below if you see one.
bell-who-wins = Who wins?
bell-answer = The answer
bell-points = White took { $white ->
    [one] 1 point
   *[other] { $white } points
 }, Black { $black }.
man-white = White
man-black = Black
man-king = king
man-queen = queen
man-rook = rook
man-bishop = bishop
man-knight = knight
man-pawn = pawn
piece-pawns = Pawns
piece-knights = Knights
piece-bishops = Bishops
piece-rooks = Rooks
piece-queens = Queens
