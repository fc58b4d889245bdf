# What several areas say.
pages-older = Older
withdraw = Withdraw
yes = yes
no = no
all = All
go-on = Go on
place-table = Table { $number }
place-proposal = Proposal { $number }
place-case = Case { $number }
place-decision = Decision { $number }
place-game = Game { $number }
place-session = The session
place-election = Election { $number }
place-change-request = Change request { $number }
