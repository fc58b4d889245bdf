# The page of today: what is on, what waits, where one stands.
today-on = On now · { $room } · until { $until }
today-on-now = On now
today-club-is-on = A session is on
today-still = { $still ->
    [one] Round { $round }: 1 of { $boards } boards still plays
   *[other] Round { $round }: { $still } of { $boards } boards still play
 }
today-round-over = Round { $round } is over
today-bye = Round { $round }: you have the bye, so no game
today-board = Board { $board }: you play { $name }
today-board-void = The result that was entered here does not count any more.
today-you = You
today-result = How did it end?
today-keys = Tap when the game is over.
today-other-ending = Clock, or another ending
today-other-boards = You have another board, too. Tap a name when that game is over.
today-boards = Boards that still play
today-boards-tap = Tap a board, then its result. You can undo it for 60 seconds.
today-boards-hint = Tap a result. You can undo it for 60 seconds.
board-banned = Somebody here is banned. So no result counts.
board-rematch = A rematch is played here. A moderator enters it as the rematch.
board-closed = No result can be entered here now.
board-clock = Played with a clock.
board-clock-why = A clock is ordered for this board.
today-here = { $people ->
    [0] Nobody is on the register yet.
    [one] 1 person is here.
   *[other] { $people } people are here.
 }
today-not-here = You are not on the register. Tell a moderator that you are here.
today-say-here = Tell a moderator that you are here
today-say-whom = You are not on the register yet. { $name } can put you on it.
today-say-anybody = You are not on the register yet. A moderator can put you on it.
today-say-counts = Your game counts all the same. But you count as absent until you are on it.
today-not-here-yourself = You are not on the register. Tap your own name there.
today-free = You can play one of these now. Tap a name when your game is over.
today-to-board = To your board
today-chart = See the round
today-next = Next session
today-no-session = No session is planned
today-play-online = Play in the games room
today-waiting = Waiting for you
today-own-board = Your game with { $name }: play it or enter its result
today-own-late = Board { $board } has no result yet
today-own-late-note = Your game with { $name }. Enter it, or tell a moderator.
today-nothing = Nothing waits for you. Results to confirm and deadlines will show here.
today-nothing-else = Nothing else waits for you.
today-case-since = { $number } · { $title } · since { $day }
today-case-due = { $number } · { $title } · next due there: { $day }
today-case-answer = { $number } · { $title } · the other side can answer until { $day }
today-opinion-any = you, or { $names }
today-opinion-named-by = { $name } says who writes it
today-first-steps = Set up your club: { $done } of { $steps } done
today-erasure = { $name } asks to be erased
today-tournament-boards = Round { $round } · { $boards ->
        [one] one board waits for its result
       *[other] { $boards } boards wait for their results
    }
today-ballot = Vote in the election
today-approve = Entered while monitored · { $day } · let it count?
today-standing = Where you stand
today-of = of { $members }
today-points = { $points ->
    [one] 1 point
   *[other] { $points } points
 }
today-pass = { $more ->
    [one] 1 more and you pass { $name }.
   *[other] { $more } more and you pass { $name }.
 }
today-last = Your last games
today-first = Nobody is ahead of you.
today-leaderboard = See the leaderboard
today-my-page = My page
today-top = At the top
today-tables = Your tables
today-challenged = { $name } wants to play with you
today-accept = Accept and play
today-your-move = Your move
today-say-ready = Say that you are ready
today-news = News
today-all-news = All news
# What a case asks of a justice.
asked-granting-leave = Say whether the Court hears a case
asked-picking-the-panel = Pick the panel of a case
asked-opening-the-hearing = Open a hearing
asked-filing-the-answer = Answer the petition
asked-drafting-a-judgment = Write a first draft of a judgment
asked-ruling = Decide on what was asked in a case
asked-voting = Vote on a judgment
asked-counting-the-votes = Count the votes of a case
asked-naming-the-opinion-s-author = Name who writes the opinion
asked-publishing-the-opinion = Write the Court’s opinion
asked-accepting-to-hear-the-case-en-banc = Say whether the whole Court hears a case again
case-asked = Asked of you:
today-confirm = Is that right?
today-says = { $name } says: { $went }
today-you-win = you won
today-you-draw = a draw
today-you-loss = you lost
today-disputed = { $name } says your game ended otherwise
today-disputed-asks = A moderator asks you both, unless one of you gives in.
today-disputes = Who is right?
today-disputes-hint = Two players say different things. Ask them, then tap.

# What a browser shows while the club cannot be reached.
offline = You seem to be offline
offline-hint = The club cannot be reached just now. It goes on by itself once it can. What was entered before is not lost.
offline-again = Try again
offline-unsent = No answer from the club
offline-unsent-hint = You may be offline. The club did not answer. Go back and look. If it is not there, tap again.
offline-back = Go back
offline-line = You are offline. What you tap now is not sent.
