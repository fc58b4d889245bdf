# What the club keeps of people, who reads it, how long, and what they can do.
privacy = Privacy
privacy-hint = This page says what the chess club keeps about you, who can read it and for how long. It is written for you and for your parents, and it changes when the club’s settings change.

privacy-kept = What is kept
privacy-kept-name = Your name, and the handle that you sign in with.
privacy-kept-account = Your e-mail address, if you give one. Your password only in a form from which nobody can read it. For each time you sign in: when, and from which internet address. If you join as somebody known here: that, until a moderator answers, for 30 days at the most.
privacy-kept-register = When you came to a session and when you left.
privacy-kept-games = Your games: against whom, when, how they ended, and the moves if somebody entered them. Your points, and why they changed.
privacy-kept-decisions = What was decided about you and why. What was said in cases.
privacy-kept-words = What you write: at tables, in reports, petitions and suggestions. Notes that moderators write about you.
privacy-kept-log = A log of all that is changed here: who did it and when. So nobody can change things in secret.
privacy-kept-evidence = If you agree to play online games with a supervising program: which programs and windows were open and pictures of your screen during the game. They are encrypted.
privacy-kept-not = There are no ads. Nobody counts or follows what you do for others. Cookies only keep you signed in, know your device and keep your language.

privacy-readers = Who reads it
privacy-visitors-nothing = People who are not in the club: nothing about you. They read the rulebook, what the club is, and how to sign in.
privacy-visitors-leaderboard = People who are not in the club: your first name and one letter of your last name. They see your rank, your points and how many games you won, drew and lost, on earlier days too. They see your last { $results } results. They do not see your games or whom you played. They see when and where the club meets. They see what kinds of decisions there were in a month, but not about whom. Search engines are asked to stay away.
privacy-visitors-everything = People who are not in the club: the same as members. That is your whole name, your rank, your points and each of your games. The club has chosen that everybody on the internet may read it.
privacy-readers-club = Everybody in the club: your name, your rank, your points and your games.
privacy-readers-room = Those who are in the room with you: during a session, that you are there.
privacy-readers-nameless = What was decided about you stands there without your name, unless you tell it.
privacy-readers-named = What was decided about you, once it is declared, stands there with your name.
privacy-readers-moderators = Moderators and justices: also when you came and left, your handle, notes, reports and all that was decided.
privacy-readers-staff = Teachers with an account: also what was decided and declared.
privacy-readers-administrators = Those who run the computer: handles, e-mail addresses, the log and the backups.
privacy-readers-evidence = What was gathered during an online game: the Chief Justice, and whom the Court names for one case. Each look is written down.
privacy-readers-letters = The club sends e-mail: a mail server carries what concerns you to your address.
privacy-readers-push = Phones that you switched messages on for: the maker of the browser carries them, and cannot read them.
privacy-readers-calendar = If you make a calendar address: the app that you put it into reads it, and so does its maker. It says when the club meets and what is due from you.
privacy-readers-discord = The club’s Discord channel is told that there is news, never about whom.
privacy-readers-webhooks = Other programs that the host has connected hear the club’s news. Of what was decided they hear only the kind.
privacy-readers-nobody = Nobody else is given anything.

privacy-long = How long it is kept
privacy-long-club = Your name, games, points, when you came and what was decided: until you are erased. The points of others need them.
privacy-long-sign-ins = Sign-ins and codes: 30 days after they end. The list of who signed in or tried to, with internet addresses: 90 days.
privacy-long-exports = A file that somebody asks for: one hour.
privacy-long-messages = Messages that were sent out: 30 days.
privacy-long-evidence = What was gathered during an online game: { $days } days, longer only while a case needs it.
privacy-long-backups = Backups: as long as the administrator keeps them. Ask how long that is.

privacy-see = See it and take it along
privacy-see-hint = Everything about you is on one page of your own, and you can download it as a file.
privacy-see-link = My data

privacy-erasure = Be erased

privacy-ask = Whom to ask
privacy-ask-hint = Ask a moderator, or the teacher who looks after the club. Your parents may ask for you.
privacy-ask-chief = The Chief Justice is { $name }.

privacy-parts = On this page
privacy-parents = For parents
privacy-parents-hint = Your child can show you all that the club keeps about them: it is on their page “My data”. You may ask for a copy, have a mistake put right, or have your child erased.
privacy-parents-office = Ask the Chief Justice, { $name }, or the school.
privacy-parents-school = Ask the school, or the person who gave your child the code.
