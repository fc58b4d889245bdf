# For whoever runs the host.
host-health = Health
host-well = All is well: data, messages and backup.
host-not-well = Something below needs you.
host-version = Version
host-database = Database
host-members = On the leaderboard
host-backup = Last backup
host-backup-never = none known.
host-backup-old = Make one.
host-backup-how = Until then, this command makes one. Type it where the service runs, with the ROOKERY_DATABASE of the service:
backups = Backups
backups-under-way = A backup is being made and tried out.
backups-last = Last backup: { $when }.
backups-passed = It was restored once as a test, and the test passed.
backups-failed = The last backup went wrong.
backups-now = Back up now
backups-made = Done: the backup is made.
backups-kept-how = One is made each day. The newest of 7 days and 4 weeks stay.
backups-back = Get a backup back
backups-newest = the newest
backups-this-back = Get this one back
backups-back-how = Make one more backup first, so that today is not lost. Then stop the service: sudo systemctl stop rookery.
backups-back-choose = In the list above, choose the day you want back. Do not take the backup you just made. Type its command where the service ran, with its ROOKERY_DATABASE. Then start the service. What was done after that backup is lost.
backups-back-own = Type this where the service ran, with its ROOKERY_DATABASE, and with the file you want back. Then start the service. What was done after that backup is lost.
backups-size = { $kilobytes } kB
backups-no-folder = No backups are made by themselves yet. Set ROOKERY_BACKUPS to a folder, best on another disk, and start the service again. Then it makes one each day, and a button stands here. For example:
host-mail = E-mail
host-mail-on = is sent
host-mail-off = is not set up
host-outbox = Messages not delivered
host-outbox-empty = Everything was delivered.
host-outbox-waiting = { $messages ->
    [0] none waiting
    [one] one waiting
   *[other] { $messages } waiting
 }
host-outbox-oldest = since { $when }
host-outbox-failed = { $messages ->
    [one] one was given up
   *[other] { $messages } were given up
 }
host-outbox-given-up = given up
host-outbox-settle = { $messages ->
    [one] One message was given up.
   *[other] { $messages } messages were given up.
 } Put right what stopped them. Then send them again, or put them away if nobody needs them.
host-outbox-again = Send again
host-outbox-away = Put away
host-outbox-error = What came between: { $text }
host-outbox-next = { $attempts ->
    [0] not tried yet, next { $when }
    [one] tried once, next { $when }
   *[other] tried { $attempts } times, next { $when }
 }
host-log = Act log
host-log-acts = { $acts ->
    [one] one act
   *[other] { $acts } acts
 }
host-people-hint = Roles, new passwords
host-docs = The interface for programs
channel-in-app = within the service
channel-email = e-mail
channel-discord = Discord
channel-webhook = webhook
channel-push = phone or browser

checks = Do the records agree?
checks-hint = Each log is read from its start and compared with all that was kept of it. It goes on by itself. Its page says how far it is.
checked-ratings = Points
checked-acts = Act log
checked-tables = Games room
checked-how-ratings = All points are counted again and compared with the leaderboard and the ledger.
checked-how-acts = Each entry is held against its seal and the signed checkpoints. This shows whether something was changed or left out later.
checked-how-tables = Each game is played again from its log and compared with what was kept.
check-begin-ratings = Count the points again
check-begin-acts = Verify the act log
check-begin-tables = Play the logs through
check-never = never checked
check-state-under-way = Under way
check-state-sound = All of it agrees
check-state-faulty = Something does not agree
check-state-failed = It stopped early. The log of the service says why. Start it again.
check-far = { $percent } %: { $read } of { $entries } entries
check-read = { $entries ->
    [one] one entry gone through
   *[other] { $entries } entries gone through
 }
check-begun = Begun { $when }
check-faults = What differs, and where
check-faults-hint = Nothing was changed. Keep a copy of the database as it is. Ask the person who looks after the program. A backup from before the first fault may be whole.

files = Import and export
files-of-club = Files of the club: games, sessions, points
files-out = Export
export-members-csv = Members: who is on the leaderboard, since when
export-sessions-csv = Sessions: when and where
export-attendance-csv = The register: who was there, from when until when
export-games-csv = Games with their results
export-events-csv = Points that changed without a game (absence, a fix), as the import takes them
export-ledger-csv = The ledger: every change of a score, with its cause
export-games-pgn = Games with their moves, for chess programs
export-club-json = All that members read of the club, for programs
export-state-under-way = Being made ready
export-state-ready = Ready
export-state-failed = It stopped early. The log of the service says why. Ask for it again.
export-far = { $percent } %: { $written } of { $entries } entries
export-size = { $entries ->
    [one] one entry
   *[other] { $entries } entries
 }, { $size } kB
export-take = Download { $file }
export-kept = It is kept for you until { $until }, and shown to nobody else.
export-begun = Asked for { $when }
files-in = Import
files-in-hint = A list of names, one a line. Or sessions, attendance, results, members or events as CSV, or games as PGN. All of it is entered, or nothing. For a larger file, ask the person who runs the host.
files-file = File
files-file-hint = Its name ends in .csv or .pgn. At most 8 MB. It is only tried at first. You see what it would do, then you enter it.
files-headings = What the columns of a CSV file are called
files-headings-hint = The first line names the columns, in any order. They tell what kind of file it is. Write days as 2026-11-06 or 06.11.2026, and times as 12:30. A list of names alone, one a line, needs no such line.
import-file-results = Results
import-file-events = Events
import-file-attendance = Attendance
import-file-sessions = Sessions
import-file-members = Members
files-paste = Or paste its text
files-text = The file's text
files-join = Unknown players become members at their first game
files-sessions = Add sessions on the days of games that were played in none
files-skip = Enter the good lines though others are refused
files-columns = Leave out columns that are not known
files-try = Try it, changing nothing
files-enter = Enter it
files-tried = This was a trial. Nothing is entered yet. Later you can correct each thing like any other, with a reason.
files-refused = { $lines ->
    [one] One line would be refused, and with it the whole file: nothing is entered by halves. Correct the line and try the file again.
   *[other] { $lines } lines would be refused, and with them the whole file: nothing is entered by halves. Correct the lines and try the file again.
 }
files-again = Correct the file
files-only-good = Or leave out what is refused and enter all else, in one piece.
import-columns = The club has no place for: { $columns }. Is it a slip? Then correct the first line. Or leave it out.
import-columns-out = Leave it out and look again
import-columns-left = Left out: { $columns }.
files-enter-good = Enter the good lines
files-nothing-new = There is nothing in it that could be entered.
files-asked = Asked for by you
files-out-hint = Choose a file: it is made ready, you see how far it is, and then you download it whole.
files-dry = tried, nothing changed
files-read = { $lines ->
    [one] one line read
   *[other] { $lines } lines read
 }
import-state-reading = Reading
import-state-entering = Entering
import-state-done = Done
import-state-refused = Refused: nothing was entered
import-state-failed = Failed: nothing was entered
column-white = White
column-black = Black
column-result = Result
column-played-at = Played at
column-date = Date
column-time = Time
column-session = Session
column-round = Round
column-ending = Ending
column-clocked = Clocked
column-online = Online
column-state = State
column-moves = Moves
column-final-position = Final position
column-room = Room
column-began-at = Began at
column-at = At
column-kind = Kind
column-person = Person
column-points = Points
column-cause = Cause
column-acts = Acts
column-handle = Handle
column-name = Name
column-arrived = Arrived
column-left = Left
column-starts-at = Starts at
column-ends-at = Ends at
column-extra = Extra
column-cancelled = Cancelled
column-cancel-reason = Cancel reason
column-joined-at = Joined at
column-removed-at = Removed at
column-removal-reason = Removal reason
column-removal-act = Removal act
import-line = Line { $line }
import-further = And { $lines } more.
import-would = Nothing is entered yet. It would enter:
import-did = Entered:
import-see-board = See the leaderboard
import-so-many-games = { $count ->
    [one] one game
   *[other] { $count } games
 }
import-so-many-people = { $count ->
    [one] one new person
   *[other] { $count } new people
 }
import-so-many-memberships = { $count ->
    [one] one membership
   *[other] { $count } memberships
 }
import-so-many-sessions = { $count ->
    [one] one session
   *[other] { $count } sessions
 }
import-so-many-stays = { $count ->
    [one] one stay at a session
   *[other] { $count } stays at sessions
 }
import-so-many-events = { $count ->
    [one] one other change of points
   *[other] { $count } other changes of points
 }
import-known = Known already
import-newcomers = New people: { $names }
import-alike = Nobody is called { $written } yet. Did you mean { $known }? If not, leave it: then { $written } is a new person.
import-meant = Yes, { $known }
import-usual-room = Sessions that name no room get the usual one: { $room }.
import-refused = Refused

webhooks = Webhooks
webhooks-hint = Other programs that hear the club’s news. Each message is signed the way Standard Webhooks asks.
webhooks-none = Nobody is told anything. Add the address of a program below.
webhooks-secret = The secret that signs each message. It is shown only now:
webhooks-all = all news and declarations
webhooks-arrived = { $topic }: it got through. The answer was { $status }.
webhooks-failed = { $topic }: it did not get through.
webhooks-no-attempts = Nothing has been sent yet.
webhooks-earlier = Earlier attempts
webhooks-test-waits = A test is on its way.
webhooks-rotate = New secret
webhooks-test = Send a test
webhooks-end = Tell it nothing more
webhooks-end-hint = End one, and its address hears nothing more. Add it again to go on.
webhooks-add = Add a webhook
webhooks-url = Address
webhooks-url-hint = It begins with https://
webhooks-url-hint-private = It begins with https:// or http://
webhooks-topics = Topics
webhooks-topics-hint = Tick what the program is to hear. If you tick nothing, it hears everything.
webhooks-about-case = The Court
webhooks-about-declaration = Declarations
webhooks-about-election = Elections
webhooks-about-pairings = Rounds
webhooks-about-rulebook = The rules
webhooks-about-session = Sessions
erasures = Requests to be erased
erasures-hint = People who left ask for their name and account to be erased. A ban, an open case or an office has to end first.
erasures-none = Nobody has asked to be erased. Who asks stands here.
erasures-waiting = { $requests ->
    [0] nobody waits
    [one] 1 waits
   *[other] { $requests } wait
 }
erasures-final = Nobody can take this back, an administrator neither.
erasures-erase = Erase name and account
erasures-sure = Yes, erase both for good
erasures-reason-hint = 3 to 500 characters. It is for this person.
erasures-refuse = Refuse, with this reason

clock-leapt = The clock of this service leapt
clock-leapt-what = It shows { $shown }, and should show { $expected }. Until that is settled, nothing happens by time alone: no points are taken for absence, no decision lapses, nobody loses on time. If the clock is wrong, set the machine’s clock right: everything goes on by itself. If it is right, say so here.
clock-is-right = The time is right, go on
host-security-hint = Sign-ins, new passwords, roles, downloads

security-log = Security log
security-log-hint = Who signed in and out, and what was changed about accounts, keys, webhooks and backups. The newest comes first, for 90 days. What happens again within an hour is counted in one line.
security-times = { $times ->
    [one] once
   *[other] { $times } times
 }
security-by = by { $name }
security-signed-in = Signed in
security-wrong-password = Wrong password
security-wrong-code = Wrong code of the authenticator
security-signed-out = Signed out
security-signed-out-everywhere = Signed out everywhere
security-sign-in-ended = A sign-in was ended
security-code-refused = Wrong code for joining or for a new password
security-account-opened = Account opened
security-code-made = Invitation or join code made
security-password-changed = Password changed
security-reset-asked = New password asked for
security-reset-handed-over = Code for a new password handed over
security-powers-rest = Powers rest after a new password
security-powers-confirmed = Powers confirmed
security-email-changed = E-mail address changed
security-authenticator-set-up = Authenticator set up
security-authenticator-lifted = Authenticator lifted
security-calendar-address-made = Calendar address made
security-calendar-address-withdrawn = Calendar address withdrawn
security-role-given = Role given
security-role-taken = Role taken
security-key-turned = Signing key turned
security-downloaded = File downloaded
security-backup-made = Backup made
security-restored = The club put back to a backup
security-webhook-added = Webhook added
security-webhook-secret-changed = Webhook given a new secret
security-webhook-ended = Webhook ended
security-refused = Refused: not allowed
beside-authenticator = Authenticator
beside-recovery-code = Recovery code
import-days = Is that the right day?
import-day = { $written } is { $day }.
import-other-day = No, it is { $day }
import-months-first = The month comes first: another line has a day that can be read in no other way.
import-no-session = { $games ->
    [one] One game was played on a day without a session.
   *[other] { $games } games were played on days without a session.
 }
import-add-sessions = Add these sessions and look again
import-no-member = { $games ->
    [one] One game has a player who was not on the leaderboard then.
   *[other] { $games } games have players who were not on the leaderboard then.
 }
import-let-join = Let them join at their first game and look again
import-taken-back = Undone on { $day }. What it had entered is gone. The ledger keeps a number where a name was.
import-take-back = Undo this import
import-take-back-hint = All that it entered goes: games, sessions, people, points. The ledger keeps a number where a name was. The points of others are as though it never was. People who played, came or opened an account since then stay.
import-take-back-now = Undo all of it
imports-so-far = Imports so far
imports-undone = undone
