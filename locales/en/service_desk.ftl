# Moderators' pages, and people.
desk-here = { $people ->
    [one] one is here
   *[other] { $people } are here
 }
desk-lapsed = { $members ->
     [0] nobody stays away
     [one] one member stays away
    *[other] { $members } members stay away
    }
desk-rematches = Rematches that are due
desk-rematch = See it, and enter what came of it
desk-approvals = Games that wait for approval
desk-approvals-none = No game waits for approval. Games that need a yes stand here.
desk-decide = Look and decide
desk-disputes = Disputed results

watch = Monitors and clock orders
watch-monitors = Monitored members
watch-monitors-none = Nobody is monitored. Choose somebody below to begin.
watch-orders-none = Nobody has to use a clock. Choose somebody below to order one.
watch-since = since { $when }
watch-lift = Lift
watch-lift-hint = Lifting is declared, too. Another can be placed later.
watch-case = Before the Court: { $case }. Lifting the monitor does not end the case.
watch-monitor = Monitor a member
watch-monitor-hint = A moderator looks at each of their games before it counts. This ends when somebody lifts the monitor.
watch-suspicion = What is suspected, and on what grounds
watch-orders = Clock orders
watch-order = Order a clock
watch-order-hint = The member plays every game with a clock until the order is lifted. It is declared.

people = People
people-roles = Roles
people-nobody = nobody
people-all = Everybody
people-guest = Add a guest
people-same-name = This is another person, who is called so too
people-guest-hint = Somebody without an account who is here and wants to play.
person-account = has an account
person-no-account = has no account
person-second-factor = with an authenticator
person-page = Account, roles, notes
person-member = Games and points
person-join = Put on the leaderboard
person-join-hint = At their own wish.
person-notes = Notes
person-notes-hint = Moderators and justices read them. The person finds them in the copy of their data.
person-note-hint = A withdrawn note is gone from here. The act log still has it.
person-note = New note
person-note-add = Keep the note
person-note-withdraw = Withdraw the note
person-give = Give a role
person-take = Take a role
person-no-role = Holds no role.
person-role = Role
person-reset = New password
person-reset-hint = Ends every sign-in and gives a code with which they choose a new password. They are told.
person-reset-authenticator = The authenticator is lost, too
person-reset-code = Give them this code. It is shown only now and is good for two days.
person-reset-powers-hint = This person holds an office, so you do not see the code: it goes to their e-mail address, or another moderator or justice hands it over. Until it is used nothing changes for them. Then their powers rest until their authenticator or a justice confirms that it is them. They and all justices are told.
person-reset-asked = An administrator has asked for a new password for this person. If you are with them and know that it is them, you can hand over the code.
person-reset-who = Have they forgotten their password? Only an administrator can give them a new one.
person-reset-hand-over = Show me the code to hand over
person-sign-out = Sign out everywhere
person-sign-out-hint = Signs this person out in all browsers and programs. Their password stays. Use it for a phone that was lost or taken.
person-erase = Be erased
person-erase-hint = If they or their parents ask for it, note it here. Nothing is erased yet: that is decided on the next page. Who is on the leaderboard leaves it now.
person-erase-ask = They ask to be erased
person-mistake = Entered by mistake?
person-mistake-hint = Then take this entry out. It works only while there is nothing else here: no game, no session, no account.
person-mistake-remove = Remove
person-powers-rest = Somebody has chosen a new password for this account. Its powers rest until they sign in with their old authenticator. Or a justice confirms that it is them. Ask them in person first.
person-powers-confirm = I have asked them: it is them
desk-lapsed-page = Members who stay away
desk-reports = Reports

limits = Time limits
limits-hint = A game without a clock may have a time limit. Say here when it starts, pauses and ends. When time is over, the taken pieces decide.
limits-none = No game has a time limit now. Give one to a game that runs long.
limits-left = { $time } left
limits-pause = It pauses
limits-resume = It goes on
limits-end = It has ended
limits-start = A game begins
limits-minutes = Minutes for the whole game
limits-no-session = No session is on now: a game gets its limit while one is.
limit-running = is running
limit-paused = paused
limit-expired = its time is over
limit-ended = ended

apart = Pairs kept apart
apart-hint = The recommended pairings never put these two at one board. Only moderators see this.
apart-none = Nobody is kept apart. Choose two people below.
apart-forbid = Keep two apart
apart-first = One
apart-second = The other
apart-reason-hint = 3 to 500 characters.
apart-allow = Let them play
desk-reports-open = { $reports ->
    [0] none waits
    [one] 1 waits
   *[other] { $reports } wait
 }
