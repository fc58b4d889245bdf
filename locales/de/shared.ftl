# Was mehrere Bereiche sagen.
pages-older = Ältere
withdraw = Zurückziehen
yes = ja
no = nein
all = alle
go-on = Weiter
