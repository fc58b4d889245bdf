# The rulebook and what is proposed about it.
rulebook = Rulebook
rulebook-terms = The Terms
rulebook-house-rules = House rules
rulebook-versions = Versions
rulebook-requests = Change requests
rulebook-suggestions = Suggestions
rulebook-shipped = The text that the program comes with. Nothing has been published yet.
rulebook-language = Acts stand in the language in which they were published.
rulebook-along = A translation to read along. The English words are what counts.
rulebook-original = Show the English text, too
rulebook-version = Version { $number }
rulebook-not-newest = This is not the newest version. Read that one.
rulebook-help = New here? Short answers first.
rulebook-questions = Ten questions
rulebook-search = Search the rulebook
rulebook-search-button = Search
rulebook-contents = Sections
rulebook-repealed = No longer in force.
rulebook-since = since { $day }
rulebook-in-place = Read it in its place
rulebook-edit = Change it
rulebook-request = Ask for a change
rulebook-under-it = Under it:
rulebook-interpretations = What the Court says it means
rulebook-none-said = The Court has said nothing about it.
rulebook-withdrawn = withdrawn
rulebook-history = How it came to be so
rulebook-never-changed = It has never been changed.
rulebook-words = Words
rulebook-words-hint = Two letters or more. All words have to be there.
rulebook-nothing-found = Nothing has “{ $words }” in it. Try another word, or the number of an Act.
rulebook-search-language = Acts are searched in the language in which they were published, and in translation.
rulebook-house-rules-hint = What the club sets for itself. A game counts by the house rules of the day it was played.
rulebook-house-rules-change = Change the house rules
rulebook-house-rules-request = Ask for other house rules
rulebook-house-rules-read = Only the Chief Justice can change them.
rulebook-house-rule = House rule
rulebook-value = Now
rulebook-share = { $whole ->
    [1] { $part ->
      [1] all
     *[other] { $part } of { $whole } parts
    }
    [2] { $part ->
      [1] half
     *[other] { $part } of { $whole } parts
    }
    [3] { $part ->
      [1] one third
      [2] two thirds
     *[other] { $part } of { $whole } parts
    }
    [4] { $part ->
      [1] one quarter
      [3] three quarters
     *[other] { $part } of { $whole } parts
    }
   *[other] { $part } of { $whole } parts
  }
rulebook-acts = Acts
rulebook-from = From version
rulebook-to = To version
rulebook-compare = Compare
rulebook-editor = Change the rulebook
rulebook-what-changed = what version { $number } changed
rulebook-differences = From version { $from } to { $to }
rulebook-legend = How to read it:
rulebook-removed = removed
rulebook-added = added
rulebook-changes = What changes
rulebook-no-difference = There is no difference.
rulebook-editor-hint = You change version { $number }. Nothing is published before you have seen what changes.
rulebook-editor-request = You start from version { $number }. The Chief Justice reads what you ask for, and says yes or no.
rulebook-would-change = This is what changes
rulebook-panel-large = A panel would have { $size } justices, but the club has { $count }. No case could be heard then.
rulebook-panel-even = A panel of { $size } can split in half. Then nothing is decided, and all vote again.
rulebook-note = What changes and why
rulebook-note-hint = Members read this beside the version.
rulebook-publish = Publish it now
rulebook-ask = Ask the Chief Justice for it
rulebook-new = new
rulebook-wording = Wording
rulebook-wording-hint = A house rule’s name in braces, such as {"{"}k{"}"}, shows its value.
rulebook-repeal = Repeal it, and all that stands under it
rulebook-add = Put another Act into the draft
rulebook-add-it = Add this Act
rulebook-in-force = Acts in force
rulebook-not-in-force = Acts no longer in force
rulebook-possible = New Acts
rulebook-under = { $number }, under “{ $words }”
rulebook-show = Show what changes
change-added = new
change-changed = changed
change-repealed = repealed
office-moderator = Moderator
office-justice = Justice
office-chief-justice = Chief Justice
proposal-open = waits
proposal-taken-up = taken up
proposal-accepted = accepted
proposal-declined = declined
proposal-withdrawn = withdrawn
suggestion-new = Suggest a change
suggestion-text = What should be otherwise, and why
suggestion-text-hint = 10 to 2000 characters. The Chief Justice answers.
suggestion-acts = Act it is about, if any
act-another = Another one, if any
suggestion-make = Suggest it
suggestion-none = No suggestions yet. What would you change? Open a rule and say so.
suggestion-withdraw = Withdraw the suggestion
suggestion-answered = The Chief Justice answered:
suggestion-answer = Answer it
suggestion-answer-text = Answer
suggestion-take-up = Take it up
suggestion-decline = Decline it
request-hint = Write the change in the words that are to be in the book.
request-new = Write a change request
request-none = No change requests yet. A request asks for new words in the rules.
request-withdraw = Withdraw the request
request-number = Change request { $number }
request-against = against version { $number }
request-stale = Changed since by another version, so that it cannot be accepted:
request-decide = Decide
request-accept-hint = This publishes a version at once.
request-accept = Accept and publish
request-decline = Decline
ask-own-words = Your club has its own words for this. Read them here.
ask-whom = Who may I play?
ask-whom-answer = At the club, anybody at your school. It counts if you are both on the leaderboard and not banned. A moderator must be in the room.
ask-often = How often may I play?
ask-often-answer = At the club, as often as you like. { $online_games_a_day ->
    [0] Online games do not count.
    [one] Online, one game a day counts.
   *[other] Online, { $online_games_a_day } games a day count.
 }
ask-points = What do I win?
ask-points-answer = You start with { $initial_score } points. Beat somebody strong and you win more. A game at the club moves { $k } points at most. Nobody falls below { $floor }.
ask-lost = Why did I lose points without playing?
ask-lost-answer = { $absence_points ->
    [0] Staying away costs nothing.
   *[other] Did you stay away? From week { $absence_from_week } in a row it costs { $absence_points } of your points a week.
 } { $idleness_points ->
    [0] Coming without a game costs nothing.
   *[other] Did you come and play no game? From week { $idleness_from_week } in a row that costs { $idleness_points } a week.
 } Were you ill? Ask the Court to give them back.
ask-wrong = What if the result is wrong?
ask-wrong-answer = You entered it just now? Undo it within a minute. { $confirmation ->
    [none] Later, tell a moderator.
   *[other] Somebody else did? Open the game and tap how it ended. Later a moderator can put it right.
 }
ask-again = Can we play a game again?
ask-again-answer = Yes, if you do not accept how it ended. You play again at the next session, with { $rematch_minutes } minutes each. That result counts.
ask-monitored = What is a monitored player?
ask-monitored-answer = Something looked wrong, so a moderator watches their games for a time. Each game counts once a moderator says yes. Still watched after the next session? They can ask the Court.
ask-cheat = What happens if somebody cheats for points?
ask-cheat-answer = What they won is taken back. The next time half their points go, then all but { $floor }. After that comes a ban of { $fraud_ban_weeks ->
    [one] one week
   *[other] { $fraud_ban_weeks } weeks
 }, and then a ban for good.
ask-appeal = How do I appeal?
ask-appeal-answer = Ask the Court. Say what happened and what should change. If it hears you, { $panel_justices ->
    [one] one justice decides.
   *[other] { $panel_justices } justices decide.
 } What they say counts at once.
ask-name = Who sees my name?
ask-name-answer = The club sees it. { $visitors ->
    [nothing] Nobody else does.
    [everything] So does anybody on the internet.
   *[leaderboard] Others see your first name and one letter of your last name, with your points and last results.
 }
