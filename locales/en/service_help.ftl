# What newcomers ask.
help = Help
help-hint = Short answers to what people ask first. Still stuck? Ask a moderator.
help-join = How do I join?
help-join-answer = Ask a moderator for a code. Then write your name and choose a password.
help-sign-in = How do I sign in?
help-sign-in-answer = With your handle and your password. Your handle is made of your name: Ann Ash is ann-ash. Forgotten the password? Ask an administrator for a new one. You get a code for it.
help-meet = When does the club meet?
help-meet-answer = The calendar has the day, the time and the room. Just come.
help-enter = How do I enter a game?
help-enter-answer = Open Today. It shows your board. Tap how the game ended. Nobody marked you as here? You can still enter it. But you count as absent.
help-online = Can I play online?
help-online-answer = Yes, in the games room. Open a table or sit down at one.
help-rules = What are the rules?
help-rules-answer = The rulebook begins with ten questions. There you read about points, wrong results, the Court and your name.
help-part-begin = To begin
help-part-play = Playing
help-part-fair = Rules and the Court
help-part-you = You and your name
help-lose = What does it cost me to lose?
help-lose-answer = Points, never money. A game at the club costs { $k } at most, and less if the other player is stronger. Nobody falls below { $floor }. You see it before you enter the game.
help-button = I pressed the wrong button
help-button-answer = Most things can be undone. Look for “Undo”: it is there for a minute. Too late? Tell a moderator. They can put a game right.
help-opponent = My opponent entered the wrong result
help-opponent-answer = { $confirmation ->
    [none] Tell a moderator who did not play in it. They can put it right.
   *[other] Open the game and tap “Not right?”. Then tap how it ended. A moderator asks you both and settles it.
 } Then all points are as they should be.
help-justice = What is a justice?
help-justice-answer = A judge of the club’s Court. Was a moderator wrong? You can ask the Court, and justices decide. The Chief Justice leads them.
help-appeal = How do I appeal?
help-appeal-answer = Ask the Court. Say what happened and what should change. If it hears you, { $justices ->
    [one] one justice decides.
   *[other] { $justices } justices decide.
 } What they say counts at once.
help-name = Who sees my name?
help-name-answer = The club sees it, with your games and points. { $visitors ->
    [nothing] Nobody else does.
    [everything] So does everybody on the internet.
   *[leaderboard] Others see your first name and one letter of your last name, with your points and last results.
 }
help-leave = How do I leave, and what is deleted?
help-leave-answer = Ask on the page “My data” to leave the leaderboard. Your games stay, for the points of others need them. After that you can ask to be forgotten. Then your account goes, and a number stands where your name was.
