# Was jede Seite zeigt.
page-title = { $title } · { $club }
skip = Zum Inhalt
nav-club = Klub
nav-leaderboard = Rangliste
nav-sessions = Treffen
nav-today = Heute
nav-more = Mehr
tab-ranking = Rangliste
tab-play = Spielen
tab-court = Gericht
nav-desk = Moderation
nav-administration = Verwaltung
nav-me = Ich
nav-unread = { $messages ->
    [0] keine Nachricht wartet auf dich
    [one] 1 Nachricht wartet auf dich
   *[other] { $messages } Nachrichten warten auf dich
 }
nav-due = { $deadlines ->
    [0] keine Frist
    [one] 1 Frist
   *[other] { $deadlines } Fristen
 }
problem-title = Das hat nicht geklappt
problem-detail = Es wurde nichts geändert.
problem-request = Bleibt es so? Sag der Person, die Rookery betreibt, diese Nummer: { $request }.
problem-back = Zurück zur Rangliste
problem-back-to-table = Zurück zum Tisch

# Daten, wie strftime sie schreibt.
date-long = %A, %-d. %B %Y
date-month = %B %Y
date-short = %-d. %b %Y
date-meeting = %a, %-d. %b %Y, %H:%M
date-moment = %A, %-d. %B %Y, %H:%M
unsigned = Seit der Vorschau geändert: { $fields }. Noch ist nichts gespeichert. Sieh dir noch einmal an, was sich ändert.
wrong-several = { $count } Angaben stimmen noch nicht:

# The language itself: what it is called, its marks, its locale for days and months, its letters for king, queen, rook, bishop, knight.
language-name = Deutsch
language-quotation-marks = „ “
language-decimal-mark = ,
language-locale = de_DE
language-pieces = KDTLS
