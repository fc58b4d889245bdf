# Entering a game.
entry-waits = The game { $state }. After that the scores change like this, if they are the same by then.
game-not-with-them = No game of you two can count now. A moderator can say why.
entry-absent = { $name } is not on the register of this session. The game counts all the same. But { $name } counts as absent until the register is right.
entry-absent-you = You are not on the register yet. Your game counts all the same. But you count as absent until you are on it. Tell a moderator that you are here.
entry-register-first = First take the register. A moderator or justice must be on it:
entry-again = Change what I typed
entry-mine = You played
entry-opponent = Against
entry-same = There is already a game of these two, a few minutes before or after.
entry-earlier = A game of these two at this session is entered already, played at { $time }.
entry-same-game = Look at that game
entry-clock = Played with a clock, and both players agreed to it
entry-clock-hint = With a clock: out of time means you lose.
entry-more = More: when it began, room, moves
entry-played = When it was played
entry-played-hint = The last session began on { $from } and ended at { $to }.
entry-began = When it began, if you know
entry-began-hint = With a clock a moderator or justice has to be there from then on.
entry-room = In which room, if you want to say so
entry-limit = Time limit
entry-limit-none = None
entry-limit-of = { $white } against { $black }, { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
    }
entry-limit-hint = Only if a moderator was told of a time limit when the game began.
entry-no-session = No session is on. Games are played while the club meets. Did you play at the last one? Then say when.
