# Treffen und Anwesenheit.
session-none = Noch kein Treffen: Die Hausregeln sagen, wann der Klub sich trifft.
session-room = Raum
session-room-hint = Der übliche, wenn du nichts schreibst.
session-what = Stand
session-on = läuft gerade
session-coming = kommt noch
session-held = fand statt
session-cancelled = Abgesagt
session-extra = zusätzlich
session-feed = Kalender (iCal)
session-feed-hint = Du kannst ihn in deinem Kalender abonnieren.
session-add = Zusätzliches Treffen ansetzen
session-date = Tag
session-hours = { $from } bis { $to }, Raum { $room }
session-round = Runde { $round }
session-print = Druckansicht
session-print-now = Drucken
session-board = Brett
session-bye = spielfrei
session-games = Partien
session-no-games = Noch ist keine Partie eingetragen.
session-crosstable = Kreuztabelle
session-crosstable-hint = Gewertete Partien; bei gleichen Punkten entscheidet Buchholz (Bh), dann Sonneborn-Berger (SB).
session-cancel = Dieses Treffen absagen
session-cancel-hint = Alle erfahren davon. Niemandes Fehlen zählt dann. Bis es begänne, kann es doch stattfinden.
session-hold = Doch stattfinden lassen

