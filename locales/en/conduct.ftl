# Decisions, declarations, reports, bans, what the Chief Justice does alone.
conduct = The club’s conduct
declarations = Declarations
declarations-hint = What people in office have done about members or games, and by which Act.
declarations-what = What was done
declarations-act = By Act
declarations-state = Whether it holds
declarations-in-force = in force
declarations-undone = undone
declarations-none = Nothing has been declared yet. What the officers of the club do is made public here.
declarations-none-such = Nothing like that has been declared.
declarations-several = { $what }: { $count } times
declarations-a-member = a member
declarations-by = by { $name }
declarations-by-itself = by the Terms or the Court
exercise-decision = Decision
exercise-judgment = Judgment
exercise-lapse = Penalty void: it was not declared
exercise-ban = Ban
exercise-ban-lifted = Ban lifted
exercise-monitor = Monitor placed
exercise-monitor-lifted = Monitor lifted
exercise-clock-order = Clock ordered
exercise-clock-order-lifted = Clock order lifted
exercise-removal = Removal from the leaderboard
exercise-correction = Result corrected
exercise-voiding = Game voided
exercise-restoration = Game restored
exercise-approval = Game approved
exercise-refused-approval = Game not approved
exercise-adjudication = Game decided at the bell
exercise-ruling = Ruling on a game at a table
exercise-rematch = Rematch
exercise-technical-modification = Technical modification
exercise-mandated-act = Act that the Terms demand
exercise-unilateral-act = Act of the Chief Justice alone
exercise-role-given = Office given
exercise-role-taken = Office taken
sanction-deduction = { $points ->
     [one] { $points } point taken
    *[other] { $points } points taken
    }
sanction-floor = ({ $taken } could be taken: nobody can have fewer than { $floor })
sanction-time-penalty = { $minutes ->
     [one] { $minutes } minute less in a coming game
    *[other] { $minutes } minutes less in a coming game
    }
penalty-served-here = It was served in this game
sanction-forfeiture = Forfeit: { $game }
sanction-forfeiture-of-a-game = A game forfeit
sanction-ban = Ban
sanction-fraud = Fraudulent games reversed:
sanction-fraud-reversed = Fraudulent games reversed, nothing else
sanction-ban-through = Banned through { $day }.
sanction-ban-for-ever = for ever
sanction-ban-lifted = Lifted.
sanction-departure = Another step than was due:
sanction-served = Served on { $day }.
sanction-given-back = Given back on { $day }: { $cause }.
sanction-undone = Taken back on { $day }: { $cause }.
step-reverse = games reversed, nothing else
step-halve = points halved
step-reset = points reset
step-four-week-ban = four-week ban
step-permanent-ban = permanent ban
mind-intent = Intent (on purpose)
mind-negligence = Negligence (carelessness)
decisions = Decisions
decisions-none = No decisions yet. Here you see what moderators decide about members.
decisions-none-to-read = Nothing that you may read. Here you see what moderators decide about you.
decision-number = Decision { $number }
decision-state-standing = stands
decision-state-suspended = suspended
decision-state-overturned = overturned
decision-state-replaced = replaced
decision-state-void = void
decision-since = since { $day }
decision-by-court = the Court
decision-offence = Against the rule
decision-replaces = It stands in place of decision { $number }
decision-declaration = Declaration
decision-declared = Declared on { $day }.
decision-undeclared = Not declared yet. It is undone if that does not happen by { $day }.
decision-declare = Declare it
decision-declare-hint-club = Everyone in the club can read the decision and its reasons then. Those in it are told.
decision-declare-hint-concerned = The club can then read what kind of decision it was and who made it. It cannot read about whom it was, or why. Those in it are told.
decision-undone-undeclared = It does not count any more. Nobody has to declare it.
decision-needs-none = Everyone can read it as it is.
decision-before-court = Before the Court: { $case }
decision-appeal-title = You disagree?
decision-appeal-hint = Unfair? Ask the Court. You write what is wrong with it and send it in. Two justices, or the Chief Justice, say if it is heard. Then three justices who had no part in it decide. Until they do, the decision counts.
decision-appeal = Appeal this
decision-anew = Decide it again
decide = Give a penalty
decide-who = Who is it about?
decide-about = About
decide-ladder = { $count ->
     [0] No fraud stands against them. The next step is:
     [one] { $count } fraud stands against them. The next step is:
    *[other] { $count } frauds stand against them. The next step is:
    }
decide-would = This is what it does
decide-no-scores = Nobody’s score changes.
decide-no-game = No game is ticked, so none is reversed.
decide-no-game-hint = Is it about a game? Tick it below, and look again.
decide-floor = { $name } has { $points } points, and nobody can have fewer. So no points are lost.
decide-scores = { $count ->
     [one] One score changes
    *[other] { $count } scores change
    }
decide-member = Member
decide-before = Before
decide-after = After
decide-to-floor = Nobody can have fewer.
decide-gained = { $points ->
     [one] { $name } would gain { $points } point by this.
    *[other] { $name } would gain { $points } points by this.
    }
decide-gained-hint = They had lost a game that this undoes, and get back what it cost them. To take points as well, add a penalty that does.
decide-declare-by = It counts at once. Declare it by { $day }, or it is undone.
decide-undo = You cannot undo it. The Court can, if it is appealed to.
decide-sign = Sign it
decide-anew = The Court sent this back. You decide again about:
decide-offence = What happened
decide-act = Act it breaks
decide-act-hint = First the usual reasons, then all Acts by how they begin.
decide-act-offences = Acts that can be broken
decide-act-others = Other Acts that ask something of somebody
decide-what = What happened
decide-what-hint = 16 to 2000 characters. Use your own words. The accused reads it, but not who reported it.
decide-when = When
decide-games = Games it is about
decide-reports = Reports that you answer by this
decide-insist = One much like it was decided already. This is another one.
decide-sanctions = Penalties
decide-means-fraud = For games that were faked. Each further fraud is punished harder.
decide-means-deduction = They lose this many points on the leaderboard.
decide-means-time-penalty = They begin a coming game with less time.
decide-means-forfeiture = This game counts as lost for them.
decide-means-ban = Until it ends, no game of theirs counts.
decide-fraud = Fraud: a step of the ladder
decide-step = Step
decide-step-due = the one that is due
decide-departure = Why not the step that is due
decide-departure-hint = Only if you take another than is due.
decide-deduction = Points are taken
decide-points = Points
decide-time-penalty = Time is taken in a coming game
decide-minutes = Minutes
decide-forfeiture = A game counts as lost
decide-game = Which game
decide-ban = Ban
decide-until = Banned through
decide-finding = On purpose, or careless?
decide-finding-hint = Needed for a ban, and to halve or reset points.
decide-mind = Finding
decide-no-finding = none
decide-why = How you know that
decide-reasons = Reasons
decide-reasons-why = Why this penalty
decide-reasons-hint-club = 16 to 2000 characters. Everyone in the club can read them once you declare it.
decide-reasons-hint-concerned = 16 to 2000 characters. Only those it is about, moderators, justices and staff can read them.
decide-show = Show what this does
reports = Reports
reports-hint = What you reported to the moderators, and what became of it.
reports-hint-moderator = What members saw. A decision answers a report, or a reason why there is none.
reports-none = No reports. What members tell the moderators stands here.
report-state-open = waits
report-state-taken-up = decided
report-state-dismissed = dismissed
report-by = reported by { $name }
report-new = Report something
report-about-game = Report something about this game
report-new-hint = Tell the moderators what you saw. They read your name. The person you report does not.
report-whom = Whom is it about?
report-what = What you saw
report-what-hint = 16 to 2000 characters.
report-game = In which game
report-game-hint = These are your last games. For another one, begin on its page.
report-no-game = In none
report-send = Send it
report-decide = Decide about it
report-dismiss = Close it without a penalty
report-dismiss-hint = 16 to 500 characters. The person who reported it reads this.
bans = Bans
bans-hint = A moderator bans by a decision, which only the Court can change. Staff ban by themselves.
bans-none = Nobody is banned. Bans stand here with their end.
ban-by-staff = Ban somebody
ban-hint = The ban holds at once and is declared. Staff can lift it again.
declared-reason-hint-club = 16 to 500 characters. Everyone in the club can read it.
declared-reason-hint-concerned = 16 to 500 characters. Only the member, moderators, justices and staff can read it.
ban-until = Last day
ban-until-never = For ever
ban-place = Ban
ban-lift-hint = They may play again at once, and it is declared. A new ban needs a new reason.
ban-runs = in force
ban-over = over
ban-staff = staff
ban-lift = Lift it
ban-reason-later = The reason can be read once the ban is declared.
ban-term-shorten = The Court made it shorter in case { $case }.
ban-term-lengthen = The Court made it longer in case { $case }.
bans-own = You see only your own bans here. The bans of others are not for all to read.
bans-own-none = You have never been banned.
banned-through = You are banned through { $day }.
banned-for-ever = You are banned for good.
banned-means = While the ban lasts, no game of yours counts. You are not paired, and cannot play chess online.
banned-by-staff = A teacher set this ban. Only a teacher can lift it.
banned-why = Read why
lapsed = Members who stay away
lapsed-hint = They hardly came and hardly played. The Chief Justice may take them off the leaderboard.
lapsed-none = Nobody stays away. Members who have not come for long stand here.
lapsed-why = { $weeks ->
    [one] { $weeks } week
   *[other] { $weeks } weeks
    }: present in { $present }, { $games ->
    [one] { $games } game
   *[other] { $games } games
    }
lapsed-present = present
lapsed-absent = absent
lapsed-games = { $games ->
     [one] { $games } game
    *[other] { $games } games
    }
lapsed-remove-hint = Their place and points go. They can join again with the points of the start.
lapsed-remove = Remove { $name }
lapsed-sure = Yes, take { $name } off the leaderboard
removals = Requests to leave the leaderboard
removal-asked = Asked on { $when }. Due by { $due }.
removal-asked-and-waits = Asked on { $when }.
removal-barred = It waits until a ban or an open case is over.
removal-grant = Take { $name } off the leaderboard, as asked
chief-acts = Acts of the Chief Justice
chief-acts-hint = What the Chief Justice did alone. Each is announced, and the whole Court can undo it.
chief-acts-all = All acts of the Chief Justice
chief-acts-none = Nothing yet. What the Chief Justice does alone stands here.
chief-act-new = Act alone
chief-act-basis = By Act
basis-ii-12 = What the Terms demand
basis-iii-4 = What nobody else may do
basis-iii-5 = Technical modification
chief-act-effect = What is done
chief-act-effect-hint = 3 to 500 characters. Everyone can read it.
chief-act-reason-hint = 16 to 2000 characters. Everyone can read it.
chief-act-adjustments = Scores, by technical modification
chief-act-points = Points given or taken
chief-act-do = Do it and announce it
chief-act-would = It is told at once. Later games count from these scores. You cannot undo it, but the whole Court can.
chief-act-appeal-hint = Any member can bring it before the whole Court.
chief-act-appeal = Appeal this
breach = Secrecy was broken
breach-hint = All their roles go at once. The last administrator stays one until there is another. A ban is up to you, and can be appealed.
breach-who = Who
breach-ban = Ban through, if there is to be one
breach-ban-none = No ban
breach-answer = Take the offices
report-quoted = The report has these words by itself.
report-what-more = You can add up to 2000 characters.
report-wrote = Games room, { $table }. There they wrote: { $words }
