# Tournaments.
tournaments = Tournaments
tournament = Overview
tournaments-none = No tournament yet. Tournaments of the club stand here, with rounds and tables.
tournaments-none-ask = No tournament yet. Do you want one? Ask a moderator.
tournaments-running = On now
tournaments-planned = To come
tournaments-past = Over
tournament-state-planned = not begun
tournament-state-running = on now
tournament-state-ended = over
tournament-state-called-off = called off
tournament-rounds = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
 }
tournament-of-teams = { $boards ->
    [one] teams of 1 board
   *[other] teams of { $boards } boards
 }
tournament-rated-true = counts for the leaderboard
tournament-rated-false = for fun

# The kinds.
tournament-kind-keizer = Keizer
tournament-kind-swiss = Swiss
tournament-kind-casual = Easy Swiss
tournament-kind-round-robin = Round robin
tournament-kind-scheveningen = Team against team
tournament-kind-knockout = Knock-out
tournament-kind-ladder = Ladder
tournament-about-keizer = For a whole season. Come when you can. Beating strong players brings more.
tournament-about-swiss = A few rounds, for many players. You meet those with as many points as you.
tournament-about-casual = Like a Swiss. It always finds a round, also when people come and go.
tournament-about-round-robin = Everybody plays everybody. Best for a few players.
tournament-about-scheveningen = Two teams. Everybody plays everybody of the other team.
tournament-about-knockout = If you lose, you are out. The last one wins.
tournament-about-ladder = Challenge somebody above you. If you win, you climb.

# Founding one.
tournament-found = New tournament
tournament-which-kind = What kind?
tournament-other-kind = Another kind
tournament-name = What is it called?
tournament-how-many-rounds = How many rounds?
tournament-how-many-rounds-hint = For a Swiss, 5 or 7 is usual. Keizer can be left empty.
tournament-ask-rated = Do its games count for the leaderboard?
tournament-ask-rated-yes = Yes, they are games of the club
tournament-ask-rated-no = No, it is for fun
tournament-ask-open = Members may enter by themselves
tournament-more = More choices
tournament-time-control = Time for each player
tournament-time-control-hint = As you say it: 15+10.
tournament-open-until = Until before which round?
tournament-open-until-hint = 1 means: before it begins.
tournament-seeding = Who is number 1?
tournament-seeding-club = The highest on our leaderboard
tournament-seeding-fide = The highest FIDE rating
tournament-seeding-national = The highest national rating
tournament-seeding-online = The highest online rating
tournament-ask-teams = Teams, if there are any
tournament-ask-teams-hint = One name in each line.
tournament-ask-boards = How many boards has a team?
tournament-points = Points
tournament-points-one = Win 1, draw ½
tournament-points-three = Win 3, draw 1
tournament-for-bye = Points without an opponent
tournament-for-bye-full = As for a win
tournament-for-bye-half = As for a draw
tournament-for-bye-none = None
tournament-tie-breaks = With equal points
tournament-tie-breaks-codes = Short names in their order: BH/C1 BH SB DE. Teams: MPvGP EDE EMGSB BH.
tournament-tie-breaks-hint = With equal points this decides, from the top.
tournament-tie-breaks-teams = Why a team stands where it stands
tournament-baku = Begin with closer games (Baku acceleration)
tournament-legs = How often do two meet?
tournament-games-of-match = How many games has a match?
tournament-level = When a match is level
tournament-level-again = They play on until one wins
tournament-level-armageddon = One more game, a draw is a win for Black
tournament-level-higher-seed = The one with the better number goes on
keizer-top = Value of the first
keizer-top-hint = Empty: three times that of the last.
keizer-bye = Without an opponent
keizer-excused = Away, and said so
keizer-excused-at-most = How often that counts
keizer-absent = Away without a word
keizer-duty = On duty for the club
keizer-percent = Per cent of one's own value.
keizer-again-after = Rounds before two meet again
ladder-reach = How many places up may one challenge?
ladder-to-answer = Time to answer
ladder-to-play = Time to play
ladder-rest = Wait after a loss
ladder-days = In days.
ladder-swap = The two change places
ladder-unanswered-wins = No answer in time is a loss
ladder-how = How the ladder works
ladder-how-reach = { $places ->
        [one] You challenge the one just above you.
       *[other] You challenge somebody up to { $places } places above you.
    }
ladder-how-answer = { $days ->
        [one] They have one day to answer.
       *[other] They have { $days } days to answer.
    }
ladder-how-silent = A no, or no answer, is a loss.
ladder-how-no = A no is a loss. Without an answer nothing changes.
ladder-how-play = { $days ->
        [one] After a yes, you have one day to play.
       *[other] After a yes, you have { $days } days to play.
    }
ladder-how-swap = The winner of a challenge changes places with the loser.
ladder-how-insert = The winner of a challenge takes the other place. All in between move down by one.
ladder-how-rest = { $days ->
        [one] After a loss, wait one day before you challenge the same player again.
       *[other] After a loss, wait { $days } days before you challenge the same player again.
    }

# A tournament.
tournament-my-board = My board
tournament-seat = Round { $round }, board { $board }
tournament-you-white = You have White. { $name } has Black.
tournament-you-black = You have Black. { $name } has White.
tournament-you-sit-out = You have no opponent in round { $round }.
tournament-you-sit-out-asked = You have no opponent in round { $round }: { $why }.
tournament-sit-out-odd = Your number is odd, so one of you has no game.
tournament-waits = The game is entered. It counts once a moderator has let it count, or it is confirmed.
tournament-that-game = This was that game: count it here
tournament-you-stand = Place { $place }, points: { $points }.
tournament-your-place = Place { $place }.
tournament-my-points = How my points came
tournament-i-play = I play
tournament-show-round = Show round { $round }
tournament-begin = Begin
tournament-my-rounds = My next rounds
tournament-i-cannot = I cannot come
tournament-i-come = I can come
tournament-away-half = away, half a point
tournament-away-zero = away, no points
tournament-away-duty = on duty
keizer-away-half = away, and said so
keizer-away-zero = away
keizer-away-duty = on duty
tournament-podium = First, second, third
tournament-table = Table
tournament-table-after = Table after round { $round }
tournament-teams = Teams
tournament-team = Team
tournament-team-board = Board in the team
tournament-match-points = Matches
tournament-board-points = Boards
tournament-player = Player
tournament-value = Value
tournament-value-hint = This is what a win against this player brings now.
tournament-value-counts = { $value } points for their own place are added to those of the rounds.
tournament-won-drawn-lost = W/D/L
tournament-round-by-round = Round by round
tournament-round-by-round-hint = Colour, number of the opponent, result.
tournament-number = No.
colour-letter-w = w
colour-letter-b = b
colour-had-w = White against
colour-had-b = Black against
tournament-players = { $players ->
    [0] No players yet
    [one] 1 player
   *[other] { $players } players
 }
tournament-withdrawn = Out of the rounds to come:
tournament-left-early = { $name } left before playing half of their own games. Games with { $name } count for nobody.
tournament-take-out = Take out
tournament-add-whom = Who plays too?
tournament-add = Enter player
tournament-withdraw = I stop playing
tournament-withdraw-hint = You are not paired any more. What you played stays.
tournament-elsewhere = Big screen, print and files
tournament-screen = Big screen
tournament-report = Report file (TRF)
tournament-pgn = Games (PGN)
tournament-csv = Table (CSV)
tournament-csv-teams = Table of teams (CSV)
tournament-ics = Rounds for your calendar (iCal)
tournament-end = End the tournament
tournament-call-off = Call it off
tournament-end-hint = Say why, if rounds are still to come.
tournament-rounds-all = Rounds
tournament-rounds-to-come = Rounds to come
tournament-plays-after-all = Plays after all

# Boards and results.
tournament-against = against
tournament-how-it-ended = How did it end?
tournament-no-show = Somebody did not come?
tournament-did-not-come = { $name } did not come
tournament-neither-came = Neither came
tournament-clear = Take the result away
tournament-game = The game
tournament-without-opponent = { $players ->
    [one] One player has no game
   *[other] { $players } players have no game
  }
tournament-session = The session

# The next round.
tournament-back = Back to the tournament
tournament-tap-first = Change two? Tap one, then the other.
tournament-tap-second = Now tap the other one.
tournament-as-recommended = As it was at first
tournament-away-now = Away in this round:
tournament-when = When is it played?
tournament-no-session = At no session
tournament-other-day = On another day
tournament-chosen = Chosen by a moderator.
tournament-missing = Not here today
tournament-missing-out = Leave them out of this round

# A player.
tournament-member = On the leaderboard
tournament-rating = Rating at the start
tournament-without-bye = no opponent
tournament-without-half = away, half a point
tournament-without-full = on duty
tournament-without-away = did not play

# Knock-out.
tournament-stages = Stages
tournament-stage = Stage { $stage }
tournament-goes-on = goes on
tournament-free = goes on without a game

# Ladder.
tournament-challenges = Challenges
tournament-no-challenges = No challenge is open.
tournament-challenge = Challenge
tournament-accept = Yes, I play
tournament-decline = No: { $name } takes my place
tournament-challenge-back = Take the challenge back
tournament-answer-by = { $name } answers by { $day }.
tournament-play-by = Play by { $day }.
tournament-past-challenges = Earlier challenges
challenge-outcome-won = won
challenge-outcome-held = place kept
challenge-outcome-withdrawn = taken back
challenge-without-game = without a game
tournament-other-result = Change the result

# Elsewhere.
tournament-nothing-yet = The first round is not announced yet.
tournament-boards-here = { $name }, round { $round }
tournament-own-board = { $name }: you play { $opponent }, board { $board }
