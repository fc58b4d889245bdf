# What several areas say.
pages-older = Older
pages-newer = Newer
yes = yes
no = no
all = All
filter = Choose what is shown
go-on = Go on
place-table = The table
place-proposal = Proposal { $number }
place-point = Point of Order { $number }
place-case = Case { $number }
place-decision = Decision { $number }
place-game = The game
place-session = The session
place-tournament = The tournament
place-election = Election { $number }
place-report = The report
place-suggestion = The suggestion
place-declaration = The declaration
place-rulebook = Version { $number }
place-removal-request = The request
place-change-request = Change request { $number }
place-account = Their page
# A game where a page cannot say who played it.
game-number = Game { $number }
# What is done at a part of a page.
place-at-answer = Answer
place-at-settle = Settle it
place-at-power = Decide
place-at-ballot = Vote
place-at-candidacy = Answer
place-at-declare = Declare it
place-at-claim = Look and decide
and = and
or = or
why = Why?
why-words = The rule in its own words
