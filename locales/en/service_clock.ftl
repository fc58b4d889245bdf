# The chess clock.
clock = Chess clock
clock-noscript = The clock needs JavaScript.
clock-minutes = Minutes for each
clock-minutes-hint = More than 0, up to 180.
clock-increment = Seconds for each move
clock-increment-hint = Added after the move. 0 for none.
clock-assent = { $white } and { $black } both agree to the clock
clock-set = Set the clock
clock-flag = time has run out
clock-moves = Moves:
clock-go = Go on
clock-pause = Pause
clock-reset = Start over
clock-record = Put it on record:
clock-won = The opponent wins
clock-failed = That did not reach the club. Try again when there is a network.
clock-hint = After your move, tap your own half. Keys: space for a move, P for a pause. Once opened, it works without a network.
