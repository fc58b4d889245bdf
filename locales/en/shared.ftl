# What several areas say.
pages-older = Older
withdraw = Withdraw
yes = yes
no = no
all = all
go-on = Go on
