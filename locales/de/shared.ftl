# Was mehrere Bereiche sagen.
pages-older = Ältere
withdraw = Zurückziehen
yes = ja
no = nein
all = Alle
go-on = Weiter
place-table = Tisch { $number }
place-proposal = Vorschlag { $number }
place-case = Fall { $number }
place-decision = Entscheidung { $number }
place-game = Partie { $number }
place-session = Das Treffen
place-election = Wahl { $number }
place-change-request = Änderungsantrag { $number }
