# One's own pages.
me-nav = My pages
me-overview = Overview
me-games = My games
me-notifications = Notifications
me-deadlines = Deadlines
me-account = Account
me-data = My data

me-name = Name
me-name-hint = Wrong? A moderator changes it.
me-handle = Handle
me-handle-hint = You sign in with it.
me-email = E-mail address
me-email-hint = Leave it empty to get no letters.
me-email-button = Change address
me-current-password = Your password
me-password = Password
me-new-password = New password
me-keep-sign-ins = Stay signed in on my other devices
me-password-button = Change password

me-authenticator = Authenticator
me-authenticator-off = An app on your phone shows six digits. Signing in then asks for them. Moderators and justices should have one.
me-authenticator-begin = Set up an authenticator
me-authenticator-scan = Scan this with the authenticator app, then type the six digits it shows.
me-authenticator-qr = QR code of the secret that stands beside it
me-authenticator-type = Or type this secret into the app:
me-authenticator-confirm = Confirm
me-authenticator-on = Signing in asks for a code from your authenticator.
me-authenticator-lift = Remove the authenticator
me-authenticator-lift-hint = Signing in then asks for your password alone. You can set up another at any time.
me-code = Code
me-code-hint = Six digits.
me-code-or-recovery = Six digits, or a recovery code.
me-recovery = Recovery codes
me-recovery-hint = Your authenticator is set up. Each of these codes works once if you lose it. They are shown only now: print them or write them down.
me-recovery-kept = I have kept them

me-sign-ins = Where you are signed in
me-sign-in-this = This browser
me-sign-in-when = since { $started }, last used { $used }
me-sign-in-end = Sign out there
me-sign-in-password-hint = Type it first, then choose where to sign out.
me-sign-out-hint = A lost phone? This ends every sign-in, here too.
me-sign-out-everywhere = Sign out everywhere

me-standing = Rank { $rank }, { $score } points
me-page = My page
me-page-hint = what others see of you
me-join = Join the leaderboard
me-join-hint = You are not on the leaderboard yet.
me-enter-game = Enter a game
me-games-waiting = { $games ->
    [0] none waiting
    [one] one waiting
   *[other] { $games } waiting
 }
me-games-none = No game yet. Play one at a session, then enter it here.
me-rematches = Rematches due
me-rematch-due = At the session on { $when }
me-rematch-later = At the next session

me-notifications-unread = { $messages ->
    [0] nothing new
    [one] one new
   *[other] { $messages } new
 }
me-notifications-waiting = { $messages ->
    [0] none waits for you
    [one] one waits for you
   *[other] { $messages } wait for you
 }
me-notifications-none = Nothing yet. Here you read what is about you: your games, dates, decisions.
me-notifications-now = For you now
me-notifications-own = About you
me-notifications-happened = What happened
me-notifications-earlier = { $messages ->
    [one] One earlier message about it
   *[other] { $messages } earlier messages about it
 }
me-notifications-new = new
me-notifications-read = Mark all as read
me-preferences = How you are told
me-preferences-hint = All your messages stand here. By e-mail you get what you tick. It comes in the language that you used here last.
me-preferences-no-mail = This club sends no e-mail at the moment.
me-preferences-personal = What concerns me
me-preferences-duties = What moderators and justices have to see to
me-preferences-club = The club's news
me-preferences-digest = One e-mail a day, at six in the evening, with the news I have not read yet
me-preferences-always = What was decided about you always comes by e-mail.
me-devices = Messages on this phone or computer
me-devices-hint = Your phone can show a message at once, also when this page is closed. It shows what you ticked above, and your boards. Nobody on the way can read it.
me-devices-digest = If you want one e-mail a day, it shows only what cannot wait.
me-devices-on = Switch on here
me-devices-off = Switch off
me-devices-test = Send a test
me-devices-this = this device
me-devices-unnamed = A device without a name
me-devices-since = Since { $when }
me-devices-name = What do you call it?
me-devices-name-hint = As you like, such as: my phone
me-devices-discreet = Show only that there is something new
me-devices-is-discreet = Shows only that there is something new
me-devices-scripts = To switch this on, your browser has to run JavaScript.
me-devices-not = This browser cannot show messages. On an iPhone, put this page on the home screen first and open it there.
me-devices-refused = Your browser did not allow it. Allow messages of this page in its settings, then try again.
me-devices-away = Your browser could not switch messages on. It may be a private window, or its message service is out of reach. Try again later.
push-discreet = There is something new for you.

me-deadlines-none = Nothing is due from you. What you have to do by a day stands here.
me-deadlines-open = { $deadlines ->
    [0] nothing due
    [one] one due
   *[other] { $deadlines } due
 }
me-deadlines-late = { $deadlines ->
    [one] one overdue
   *[other] { $deadlines } overdue
 }
me-deadlines-by = by { $when }
me-deadlines-today = today, by { $time }
me-deadlines-ending = { $deadlines ->
    [one] one due today
   *[other] { $deadlines } due today
 }
me-deadlines-overdue = overdue
me-deadlines-others = Due from others

me-export = A copy of your data
me-export-hint = All that the club keeps about you, in one file. You: your account, roles and sign-ins, and messages to you. The club: when you came, your games and points, bans and decisions about you. What you wrote: petitions, reports, suggestions, and what you said at tables. If you judge: your votes and opinions. Online games: what was gathered, and who looked at it. And notes about you. To protect others, some things are not in it: who reported you, whom you are not paired with, pictures of your screen, and secret votes.
me-export-button = Download (JSON)
me-removal = Leave the leaderboard
me-removal-hint = You may ask to be taken off the leaderboard. The Chief Justice does it within the days of the house rules.
me-removal-leaves = You and your score leave the leaderboard.
me-removal-stays = Your games stay, since the points of others need them.
me-removal-back = You may join again. Your points then start over.
me-removal-bars = If you are banned or in an open case, it waits until that is over.
me-removal-asked = You asked on { $when }. It is due by { $due }.
me-removal-waits = You asked on { $when }. Your request waits: its days begin when your ban or your case is over.
me-removal-would-wait = You are banned or part of an open case: you can ask now, and your request waits until that is over.
me-removal-withdraw = Withdraw the request
me-removal-none = You are not on the leaderboard.
me-removal-reason = Why, if you wish to say
me-removal-due = It would be done by { $due }.
me-removal-ask = Ask to be removed

me-calendar = Your calendar
me-calendar-link = Put it in your phone’s calendar
me-calendar-hint = The calendar on your phone can show when the club meets and what is due from you. For that it needs an address of your own.
me-calendar-make = Make my address
me-calendar-address = Your address
me-calendar-once = It is shown only now. Tap into it and copy it.
me-calendar-how = How to put it in
me-calendar-iphone = iPhone: open the app “Calendar” and tap “Calendars”. Tap “Add Calendar”, and then the line for a subscription. Now paste the address and tap “Subscribe”.
me-calendar-google = Google, on an Android phone too: you need a computer once. Open calendar.google.com there. Press + next to “Other calendars”, choose “From URL” and paste the address.
me-calendar-other = Another app: look for “Subscribe” or “Add by address”.
me-calendar-late = Calendar apps look for news a few times a day, some only once. What was set just now stands here first.
me-calendar-secret = Keep it to yourself
me-calendar-secret-hint = Who has the address can read your calendar without signing in: when and where the club meets, and what is due from you. It names no other people. With it nobody can do a thing here.
me-calendar-since = You have an address since { $when }.
me-calendar-lost = Lost it, or has somebody seen it? Make a new one. The old one then shows nothing more.
me-calendar-replace = Make a new address
me-calendar-ends = It also ends when you sign out everywhere. A new password ends it too, if it signs out your other phones.
me-calendar-withdraw = I do not need it any more

# Words of lists.
record = { $wins } won, { $draws } drawn, { $losses } lost
older = Older
save = Save
played = Played
result = Result
opponent = Opponent
points = Points
went-win = won
went-draw = drawn
went-loss = lost
state-awaiting-membership = waits for a guest to join
state-awaiting-presence = waits until a moderator has been there long enough
state-awaiting-approval = waits for approval
state-rated = rated
state-refused = not approved
state-lapsed = no longer counts
state-void = does not count
state-replaced = replaced by a rematch
role-moderator = Moderator
role-justice = Justice
role-chief-justice = Chief Justice
role-staff = Staff
role-administrator = Administrator
role-kiosk = Kiosk
deadline-declaration = Declare the decision
deadline-removal = Take somebody off the leaderboard, as they asked
deadline-rematch = Rematch
deadline-answer = Answer the petition
deadline-opinion = Written opinion
deadline-remand = Decide again
deadline-challenge = Answer the challenge on the ladder
deadline-ladder-game = Play the game of the ladder
deadline-nomination = Stand for election: accept or decline
deadline-turn = Your turn at a table
deadline-propose = Propose a rule-change in Nomic
deadline-vote = Vote in Nomic
deadline-judge = Judge a Point of Order in Nomic
deadline-dispute = Dispute a Judgement in Nomic, if you mean to
deadline-agree = Agree or disagree with a Judgement in Nomic
deadline-then-declaration = If it is not declared, the penalty does not count and is undone.
deadline-then-removal = It stays due until it is done.
deadline-then-rematch = The moderator or justice who watches says who did not play.
deadline-then-answer = The Court goes on without an answer.
deadline-then-opinion = It stays due until it is given.
deadline-then-remand = If nobody decides again, the decision stays undone.
deadline-then-challenge = Without an answer, it ends as the rules of the ladder say.
deadline-then-ladder-game = If you do not play, the challenge is over.
deadline-then-nomination = Without a yes, the nominee does not stand.
deadline-then-turn = Then the rules of the game say what happens.
deadline-then-propose = The turn passes without a rule-change.
deadline-then-vote = Then the votes are counted. Who has not voted has no say.
deadline-then-judge = Then the Judge is out, and the player before them judges.
deadline-then-dispute = Judgement is invoked.
deadline-then-agree = The Judge is overruled.
erasure = Be forgotten
erasure-hint = Once you have left the leaderboard, you may ask us to erase your name and account. An administrator answers. Until then you may take it back. After that nobody can undo it. Want a copy? Get your data first.
erasure-goes = What goes
erasure-goes-name = Your name, your handle and your e-mail address, old ones too. A number stands there instead, as in “N. N. 17”: on pages, in games, files, messages, the act log and what others wrote.
erasure-goes-account = The account: your password and sign-ins, your messages and what you want by e-mail.
erasure-goes-notes = What you wrote for yourself: suggestions, reports, objections, what you sent the Court, talk at tables, words for an election. “[…]” stands there instead. Notes about you, files of yours and what was gathered in your online games go, too.
erasure-stays = What stays, under the number
erasure-stays-games = Games, the register and points: the points of others need them.
erasure-stays-decisions = Decisions, cases and what somebody wrote in office: others rely on them. Proposals and plays in a game of Nomic: the game rests on them.
erasure-stays-log = The act log says that something happened and when, without the person’s words. Each entry stays sealed to the one before.
erasure-stays-texts = Texts of others with only a first name or a nickname, and pictures others gave the Court. A program cannot find a person there. Letters that were sent stay too. Old backups stay until the host deletes them.
erasure-asked = You asked on { $when }. An administrator will answer.
erasure-refused = An administrator refused it:
erasure-ask = Ask to be erased
me-decisions = Decisions about me
me-decisions-about = { $decisions ->
    [0] none
    [one] 1
   *[other] { $decisions }
 }
me-petitions = Petition the Court
me-petition-drafts = { $drafts ->
    [0] no drafts
    [one] 1 draft
   *[other] { $drafts } drafts
 }
me-powers-rest = Somebody else had a code made for your password. So your powers rest for now. Sign in with the authenticator you had before. Or ask a justice to confirm that it is you.
