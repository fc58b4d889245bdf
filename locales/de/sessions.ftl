# Treffen und Anwesenheit.
sessions-coming = Demnächst
sessions-past = Vorbei
session-none = Noch kein Treffen: Die Hausregeln sagen, wann der Klub sich trifft.
session-room = Raum
session-room-hint = Der übliche, wenn du nichts schreibst.
session-on = läuft gerade
sessions-one-is-on = Gerade läuft ein Treffen, bis { $until }. Danach kann ein neues beginnen.
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
session-crosstable-hint = Es zählen gewertete Partien. Sind die Punkte gleich, zählt zuerst Buchholz (Bh), dann SB (Sonneborn-Berger).
session-cancel = Dieses Treffen absagen
session-cancel-hint = Alle erfahren es, und wer fehlt, verliert keine Punkte. Bis es losgeht, kannst du es ändern.
session-hold = Doch stattfinden lassen

