# Treffen und Anwesenheit.
sessions-coming = Demnächst
sessions-past = Vorbei
session-none = Noch kein Treffen: Die Hausregeln sagen, wann der Klub sich trifft.
session-none-set = Noch hat niemand gesagt, wann der Klub sich trifft.
session-room = Raum
session-room-hint = Der übliche, wenn du nichts schreibst.
session-on = läuft gerade
sessions-one-is-on = Gerade läuft ein Treffen, bis { $until }. Danach kann ein neues beginnen.
sessions-one-is-on-without-hours = Gerade läuft ein Treffen. Danach kann ein neues beginnen.
session-cancelled = Abgesagt
session-extra = zusätzlich
session-feed = Kalender (iCal)
session-feed-hint = Du kannst ihn in deinem Kalender abonnieren.
session-add = Zusätzliches Treffen ansetzen
session-date = Tag
session-hours = { $from } bis { $to }, { $room }
session-round = Runde { $round }
session-print = Druckansicht
session-enter-results = Ergebnisse eintragen
session-print-now = Drucken
round-late = Das Treffen ist vorbei. Fehlende Ergebnisse kannst du noch antippen: Als Zeit der Partie gilt dann { $time }.
session-board = Brett
session-bye = spielfrei
session-swapped = Farben getauscht
session-games = Partien
session-no-games = Noch ist keine Partie eingetragen.
session-to-come = Es hat noch nicht begonnen. Paarungen und Partien stehen dann hier.
session-crosstable = Kreuztabelle
session-crosstable-hint = Es zählen gewertete Partien. Sind die Punkte gleich, zählt zuerst Buchholz (Bh), dann SB (Sonneborn-Berger).
session-cancel = Dieses Treffen absagen
session-cancel-hint = Alle erfahren es, und wer fehlt, verliert keine Punkte. Bis es losgeht, kannst du es ändern.
session-hours-how = Beenden oder Zeiten ändern
session-end-now = Jetzt beenden
session-end-hint = Alle hören davon. 60 Sekunden lang kannst du es rückgängig machen.
session-change = Zeiten oder Raum ändern
session-change-hint = Das gilt nur für heute. Alle hören davon.
session-ends-itself = Es endet von selbst um { $time }. Wer früher geht, wird in der Anwesenheit ausgetragen.
session-hours-rule = Die üblichen Zeiten sind eine Hausregel. Der Vorsitz ändert sie, und die Moderation kann darum bitten.
session-hours-editor = Hausregeln ändern
session-call-off = Dieses Treffen absagen
session-by-mistake = Aus Versehen?
session-open-boards = { $boards ->
    [one] Ein Brett hat kein Ergebnis.
   *[other] { $boards } Bretter haben kein Ergebnis.
 }
session-rematches-overdue = Eine Wiederholung, die hier fällig war, ist nun überfällig.
session-call-off-hint = Aus Versehen begonnen? Dann zählt es nicht. Alle hören davon.
session-call-off-reason = Es wurde aus Versehen begonnen.
session-hold = Doch stattfinden lassen

