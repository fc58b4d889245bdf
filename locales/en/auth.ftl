# Signing in, out and up.
sign-in = Sign in
sign-in-login = Handle or e-mail address
sign-in-login-hint = Your handle is made of your name: Ann Ash is ann-ash.
sign-in-password = Password
sign-in-code = Code
sign-in-code-hint = The six digits that your authenticator shows now, or one of your recovery codes. You have five minutes.
sign-in-again = Begin again, or sign in as somebody else
sign-in-first = You have to sign in to see that page. Then it opens by itself.
sign-in-no-account = No account yet?
sign-in-join = Sign up with a code
sign-in-forgotten = Forgotten your password? Ask an administrator for a new one. You get a code for it. Then
sign-in-reset = choose a new password
sign-in-work-scripts = For that your browser has to run JavaScript. Or sign in on a device on which you did so before.
sign-in-working = Your device works on it. Then the page goes on by itself.

sign-out = Sign out
sign-out-everywhere = On all my devices

join-first = Set up the club
join-first-hint = This link makes the first Chief Justice, who also runs the host. It works once.
join-first-button = Become Chief Justice
join = Sign up
join-hint = You need a code. A moderator gives you one.
join-hint-code = Your code is right. Write your name and choose a password.
join-hint-invited = Your code is right. Choose a password.
join-name = Name
join-next = Next
join-already = You are already in, { $name }.
join-over = The code of this link does not work any more.
join-another = Somebody else can join below, with a code.
join-used = Did you join with this code before? Then you are in.
join-name-given = Is the name wrong, or is it not you? Tell a moderator.
join-name-hint = Your first name, with your last name or its first letter, so that people can be told apart. Visitors see no more than “Anna S.”
join-leaderboard = Join the leaderboard
join-more = If you like: handle and e-mail
join-who = Somebody here has this name, or nearly. Is this you? A moderator confirms a yes.
join-is-me = Yes, this is me
join-is-not-me = No, I am somebody else
join-code-hint = Eight letters and digits. Dashes do not matter.
join-work-scripts = For that your browser has to run JavaScript. Or ask a moderator.
join-waits = Almost there
join-waits-hint = A moderator has to confirm that it is you. Tell them.
join-waits-then = Then you sign in with your password and this handle:
signed-up-handle = Note this down. You sign in as:
signed-up-noted = I have noted it
join-handle = Handle
join-handle-hint = What you sign in with. Left empty, it is made of your name: Ann Ash is ann-ash.
join-email = E-mail address
join-privacy = What the club keeps about you:
join-email-hint = Only if you want messages about you by e-mail.

code = Code
code-hint = Sixteen letters and digits. Dashes do not matter.
password = Password
password-again = Type your password once more. For safety, no page shows it.
password-show = Show password
password-hint = Eight characters or more. Three words that have nothing to do with each other are good.

reset = Choose a new password
reset-hint = Ask an administrator for a new password. You get a code for it. You are signed out everywhere and sign in again with the new password.
reset-password = New password
reset-button = Change password

letter-reset = An administrator of the chess club has asked for a new password for you. If you want one, choose it here within two days: { $link }
    If you do not, do nothing: your password stays as it is. Tell a justice of the club that you did not ask for it.
join-waits-confirmed = Is it confirmed? Sign in
join-waits-asks = Ask them for your handle too. Then you sign in with it and your password.
join-waits-number = Your number, if a moderator asks:
