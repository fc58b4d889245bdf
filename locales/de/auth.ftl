# Anmelden, Abmelden, Beitreten.
sign-in = Anmelden
sign-in-login = Anmeldename oder E-Mail-Adresse
sign-in-login-hint = Der Anmeldename entsteht aus deinem Namen: aus Anna Weber wird anna-weber.
sign-in-password = Passwort
sign-in-code = Code
sign-in-code-hint = Die sechs Ziffern, die deine Authenticator-App jetzt zeigt, oder einer deiner Ersatzcodes. Du hast fünf Minuten Zeit.
sign-in-again = Von vorn anfangen oder jemand anderen anmelden
sign-in-first = Diese Seite siehst du nur, wenn du angemeldet bist. Danach öffnet sie sich von selbst.
sign-in-no-account = Noch kein Konto?
sign-in-join = Mit einem Code beitreten
sign-in-forgotten = Passwort vergessen? Bitte die Verwaltung um ein neues. Du bekommst einen Code dafür. Dann
sign-in-reset = wähle ein neues Passwort
sign-in-work-scripts = Dafür braucht dein Browser JavaScript. Oder melde dich auf einem Gerät an, auf dem du es schon einmal getan hast.
sign-in-working = Dein Gerät rechnet. Dann geht es von selbst weiter.

sign-out = Abmelden
sign-out-everywhere = Auf allen meinen Geräten

join-first = Den Klub einrichten
join-first-hint = Mit diesem Link übernimmst du den Vorsitz des Gerichts und verwaltest auch den Dienst. Er gilt einmal.
join-first-button = Den Vorsitz übernehmen
join = Beitreten
join-hint = Du brauchst einen Code. Den gibt dir die Moderation.
join-hint-code = Dein Code stimmt. Schreib deinen Namen und such dir ein Passwort aus.
join-hint-invited = Dein Code stimmt. Such dir ein Passwort aus.
join-name = Name
join-next = Weiter
join-already = Du bist schon dabei, { $name }.
join-over = Der Code in diesem Link geht nicht mehr.
join-another = Unten kann jemand anderes mit einem Code beitreten.
join-used = Bist du mit diesem Code schon beigetreten? Dann bist du dabei.
join-name-given = Ist der Name falsch, oder bist das nicht du? Sag es der Moderation.
join-name-hint = Vorname und Nachname, oder vom Nachnamen nur der erste Buchstabe. Sonst weiß man nicht, wer wer ist. Fremde lesen nur „Anna S.“.
join-leaderboard = Ich will in die Rangliste
join-more = Freiwillig: Anmeldename, E-Mail
join-who = Jemand hier heißt so oder fast so. Bist du das? Ein Ja bestätigt die Moderation.
join-is-me = Ja, das bin ich
join-is-not-me = Nein, ich bin jemand anderes
join-code-hint = Acht Buchstaben und Ziffern. Striche sind egal.
join-work-scripts = Dafür braucht dein Browser JavaScript. Oder frag im Klub nach.
join-waits = Fast geschafft
join-waits-hint = Die Moderation muss noch bestätigen, dass du es bist. Sag ihr Bescheid.
join-waits-then = Danach meldest du dich mit deinem Passwort und diesem Namen an:
signed-up-handle = Merk es dir. So meldest du dich an:
signed-up-noted = Ich habe es notiert
join-handle = Anmeldename
join-handle-hint = Damit meldest du dich an. Leer gelassen entsteht er aus deinem Namen: Aus Anna Weber wird anna-weber.
join-email = E-Mail-Adresse
join-privacy = Was der Klub über dich weiß:
join-email-hint = Nur wenn du Nachrichten an dich auch per E-Mail willst.

code = Code
code-hint = Sechzehn Buchstaben und Ziffern. Striche sind egal.
password = Passwort
password-again = Tipp dein Passwort noch einmal ein. Es steht sicherheitshalber auf keiner Seite.
password-show = Passwort zeigen
password-hint = Acht Zeichen oder mehr. Gut sind drei Wörter, die nichts miteinander zu tun haben.

reset = Neues Passwort wählen
reset-hint = Bitte die Verwaltung um ein neues Passwort. Du bekommst einen Code dafür. Du wirst überall abgemeldet und meldest dich mit dem neuen Passwort wieder an.
reset-password = Neues Passwort
reset-button = Passwort ändern

letter-reset = Die Verwaltung des Schachklubs hat für dich ein neues Passwort verlangt. Wenn du eines willst, wähle es innerhalb von zwei Tagen hier: { $link }
    Wenn nicht, tu nichts: Dein Passwort bleibt, wie es ist. Sag jemandem vom Gericht des Klubs, dass du es nicht verlangt hast.
join-waits-confirmed = Schon bestätigt? Dann melde dich an
join-waits-asks = Frag sie auch nach deinem Anmeldenamen. Mit ihm und deinem Passwort meldest du dich dann an.
join-waits-number = Deine Nummer, wenn die Moderation fragt:
