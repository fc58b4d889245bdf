# What newcomers ask.
help = Help
help-hint = Short answers to what people ask first. Still stuck? Ask a moderator.
help-join = How do I join?
help-join-answer = Ask a moderator for a code. Then write your name and choose a password.
help-sign-in = How do I sign in?
help-sign-in-answer = With your handle and your password. Your handle is made of your name: Ann Ash is ann-ash. Forgotten the password? Ask an administrator for a new one. They or a moderator give you a code.
help-meet = When does the club meet?
help-meet-answer = The calendar has the day, the time and the room. Just come.
help-enter = How do I enter a game?
help-enter-answer = Open Today. It shows your board. Tap how the game ended. Both of you must be marked as here.
help-online = Can I play online?
help-online-answer = Yes, in the games room. Open a table or sit down at one.
help-rules = What are the rules?
help-rules-answer = The rulebook begins with ten questions. There you read about points, wrong results, the Court and your name.
