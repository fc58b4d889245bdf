# What messages are about.
topic-session-added = Extra session
topic-session-cancelled = Session cancelled
topic-session-changed = Session changed
topic-session-ended = Session over
topic-session-went-on = Session goes on
topic-session-held-after-all = Session held after all
topic-pairings-announced = Pairings announced
topic-pairings-taken-back = Pairings taken back
topic-tournament-round-announced = A round of your tournament is announced
topic-tournament-round-taken-back = A round of your tournament is taken back
topic-tournament-called-off = Your tournament is called off
topic-tournament-challenged = You are challenged on the ladder
topic-tournament-challenge-accepted = Your challenge is accepted
topic-tournament-challenge-declined = Your challenge is declined
topic-tournament-challenge-taken-back = A challenge to you is taken back
topic-tournament-challenge-played = A game of yours on the ladder is entered
topic-rulebook-published = New rules published
topic-webhook-tested = A test
topic-push-tested = A test: messages look like this
topic-digest-written = What was new today
topic-game-awaiting-approval = A game waits for approval
topic-game-awaiting-presence = Your game waits for a moderator
topic-game-validated = Your game is a step further: a moderator was there
topic-game-guest-joined = Your game is a step further: the guest has joined
topic-game-lapsed = Your game does not count
topic-game-refused = A game of yours was not approved
topic-game-decision-undone = A decision about your game was undone
topic-game-corrected = A game of yours was corrected
topic-game-voided = A game of yours was voided
topic-game-restored = A game of yours counts again
topic-game-forfeited = A game of yours was decided by forfeit
topic-game-decided = A game of yours was decided
topic-game-entered = A game of yours was entered
topic-game-objected = Your opponent objects to a game
topic-game-objection-withdrawn = Your opponent has taken an objection back
topic-declaration-published = A declaration
topic-declaration-due = A declaration is due
topic-decision-made = A decision about you
topic-decision-changed = A decision has changed
topic-ban-term-set = A ban has a new end
topic-account-claimed = Somebody joined under a name that is known here
topic-password-changed = Your password was changed
topic-clock-leapt = The clock of the service leapt: see Host
topic-password-reset = Your password was reset
topic-password-asked = A new password was asked for, of somebody with an office
topic-password-powers-rest = Powers rest after a new password
topic-password-confirmed = Powers are confirmed after a new password
topic-removal-requested = A member asks to be removed
topic-removal-waits = A request to leave the leaderboard waits
topic-removal-waits-no-more = A request to leave the leaderboard waits no longer
topic-report-made = A report
topic-report-taken-up = Your report was taken up
topic-report-dismissed = Your report was dismissed
topic-suggestion-made = A suggestion for the rules
topic-suggestion-answered = Your suggestion was answered
topic-suggestion-withdrawn = A suggestion was withdrawn
topic-change-request-made = A request to change the rules
topic-change-request-accepted = A request to change the rules was accepted
topic-change-request-declined = A request to change the rules was declined
topic-change-request-withdrawn = A request to change the rules was withdrawn
topic-election-called = An election is called
topic-election-opened = Voting is open
topic-election-counted = An election was counted
topic-election-called-off = An election was called off
topic-election-nominated = You were nominated: say yes or no
topic-case-filed = A case was filed
topic-case-filed-on = Something was filed in a case
topic-case-leave-supported = A judge wants a case to be let in
topic-case-granted = A case was let in
topic-case-refused = A case was not let in
topic-case-empanelled = A case has its panel
topic-case-hearing-opened = The hearing of a case is open
topic-case-ruled = The justices answered a motion
topic-case-drafted = A judgment was drafted
topic-case-draft-withdrawn = A draft of a judgment was withdrawn
topic-case-voted = A vote was cast in a case
topic-case-no-majority = A case found no majority
topic-case-decided = A case was decided
topic-case-author-named = It is settled who writes the opinion in a case
topic-case-opinion-joined = An opinion was joined
topic-case-opinion-published = An opinion was published
topic-case-en-banc-requested = A hearing by the whole Court was asked for
topic-case-en-banc-accepted = The whole Court hears a case
topic-case-en-banc-declined = The whole Court does not hear a case
topic-case-remand-lapsed = A decision was not made again in time
topic-case-moot = A case is over: the decision became void
topic-case-withdrawn = A case was withdrawn
topic-case-seat-empty = A panel has an empty seat
topic-nomic-your-day = Nomic: today is your day
topic-nomic-proposed = Nomic: a rule-change waits for your vote
topic-nomic-vote-due = Nomic: your vote is missing
topic-nomic-settled = Nomic: a vote was counted
topic-nomic-appointed = Nomic: you are to judge
topic-nomic-pronounced = Nomic: a Judgement can be disputed
topic-nomic-disputed = Nomic: a Judgement is disputed
topic-nomic-closed = Nomic: a Point of Order is closed
topic-nomic-win-claimed = Nomic: somebody claims to have won
topic-nomic-win-taken-back = Nomic: a win was taken back
topic-nomic-won = Nomic: somebody has won
topic-nomic-left = Nomic: somebody has left the game
topic-nomic-house-rules-refused = Nomic: a rule-change cannot be a house rule
topic-party-check = A Swinger is in Check
topic-party-corrected = The Chess-Umpire has corrected the board
topic-table-invited = A seat is kept for you at a table
topic-table-seat-taken = Somebody sat down at your table
topic-table-ready-asked = A game waits for you: say that you are ready
topic-table-begun = A game has begun
topic-table-your-turn = It is your turn
topic-table-time-short = Your time at a table runs short
topic-table-adjournment-asked = An adjournment is asked for
topic-table-adjournment-declined = The game is not adjourned: somebody wants to play on
topic-table-adjourned = A game is adjourned
topic-table-resumption-asked = Somebody is ready to go on with an adjourned game
topic-table-resumes-soon = An adjourned game goes on soon
topic-table-resumed = An adjourned game goes on
topic-table-while-adjourned = Something happened in an adjourned game
topic-table-declined = Somebody does not want to play at your table
topic-table-ended = A game at a table has ended
topic-table-voided = A game at a table is void
topic-evidence-released = Redacted evidence was released to you
topic-evidence-due = A case needs redacted evidence

# What a message says of what happened.
told-played = { $what }
told-game = { $what }
told-pairings = { $what }
told-board = Round { $round }, board { $board }: you have { $colour }, against { $opponent }
told-bye = Round { $round }: you have a bye
told-board-taken-back = Round { $round }, board { $board }: you no longer have { $colour }, against { $opponent }
told-bye-taken-back = Round { $round }: you no longer have a bye
told-title = { $what }
told-by = By { $what }
told-by-you = By you
told-person = About { $what }
told-person-you = About you
told-result = { $what }
told-captured = { $what }
told-after = The decision is now: { $what }
told-term = The ban is now: { $what }
told-term-lifted = lifted
told-term-for-ever = without an end
told-what = { $what }
told-over = { $what }
told-effect = { $what }
told-note = { $what }
told-text = { $what }
told-answer = Answer: { $what }
told-cancel-reason = Why: { $what }
told-cause = Why: { $what }
told-reason = Why: { $what }
told-reasons = Why: { $what }
told-points-moved = { $what }
told-points-given = { $points ->
    [one] This brings you { $points } point on the leaderboard.
   *[other] This brings you { $points } points on the leaderboard.
 }
told-points-taken = { $points ->
    [one] This costs you { $points } point on the leaderboard.
   *[other] This costs you { $points } points on the leaderboard.
 }
told-points-more = { $points ->
    [one] All in all you have { $points } point more than before this.
   *[other] All in all you have { $points } points more than before this.
 }
told-points-fewer = { $points ->
    [one] All in all you have { $points } point fewer than before this.
   *[other] All in all you have { $points } points fewer than before this.
 }
told-points-by-now = By now it is { $points }: a result was corrected later.
told-your-points = { $what }
told-score-up = { $points ->
    [one] This brings you { $points } point: { $before } → { $after }.
   *[other] This brings you { $points } points: { $before } → { $after }.
 }
told-score-back = { $points ->
    [one] Your point is back: { $before } → { $after }.
   *[other] Your { $points } points are back: { $before } → { $after }.
 }
told-score-down = { $points ->
    [one] This costs you { $points } point: { $before } → { $after }.
   *[other] This costs you { $points } points: { $before } → { $after }.
 }
told-points-stay = Your points stay as they are.
told-voided-ask = Not right? Ask the one who made it void. Or show its page to a moderator who did not play in it, or to the Chief Justice. They can let it count again.
told-settled-ask = Is that wrong? Its page says what you can do.
told-voided-ask-online = Not right? Show its page to a moderator who did not play in it, or to the Chief Justice. The way to the Court is there too.
told-starts-at = Begins: { $what }
told-began = Began: { $what }
told-nominations-close-at = Nominations until { $what }
told-voting-closes-at = Voting until { $what }
told-closes-at = Open until { $what }
told-until = Until { $what }
told-due-at = Due by { $what }
told-declaration-due-at = To be declared by { $what }
told-play = { $what }
told-play-resign = resigns
told-play-offer-draw = offers a draw
told-play-accept-draw = agrees to the draw
told-play-decline-draw = declines the draw
told-at = When: { $what }
told-yes = In favour: { $what }
told-no = Against: { $what }
told-needs = Needed: { $what }
told-state = It is { $what }.
told-without-orders = { $what }
topic-erasure-requested = Somebody asks to be erased
topic-erasure-refused = Your request to be erased was refused

# Letters by e-mail.
letter-acts = Acts: { $acts }
letter-place = { $place }: { $address }
letter-club = The club is at { $address }
letter-club-named = { $club } is at { $address }
letter-why-person = You were sent this because it concerns you.
letter-why-moderators = You were sent this because you are a moderator or justice of the club.
letter-why-everybody = You were sent this because you asked for the club’s news by e-mail.
letter-why-digest = You were sent this because you asked for one e-mail a day. You change that under “How you are told”.
topic-game-confirmed = A game of yours is confirmed
topic-game-disputed = You two say different things about a game
topic-game-dispute-to-settle = Two players disagree about a game
topic-game-dispute-settled = A dispute about a game of yours is settled
topic-game-taken-back = A result of yours was undone
told-claim = They say: { $what }
told-entered = { $what }
told-disputed = { $what }
told-version = { $name } says: { $claim }
told-version-yours = You say: { $claim }
told-version-entered = Entered: { $claim }
told-settled = This is settled.
told-undone = This no longer holds.
