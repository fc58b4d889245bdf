# Seiten der Moderation, und Leute.
desk-here = { $people ->
    [one] eine Person ist da
   *[other] { $people } sind da
 }
desk-lapsed = { $members ->
    [0] niemand ist inaktiv
    [one] ein Mitglied ist inaktiv
   *[other] { $members } Mitglieder sind inaktiv
 }
desk-rematches = Fällige Wiederholungen
desk-rematch = Ansehen und eintragen, was daraus wurde
desk-approvals = Partien, die auf Genehmigung warten
desk-approvals-none = Keine Partie wartet. Hier stehen Partien, die ein Ja brauchen.
desk-decide = Ansehen und entscheiden
desk-disputes = Strittige Ergebnisse

watch = Aufsicht und Uhrpflicht
watch-monitors = Mitglieder unter Aufsicht
watch-monitors-none = Niemand steht unter Aufsicht. Wähl unten jemanden aus.
watch-orders-none = Für niemanden gilt die Uhrpflicht. Wähl unten jemanden aus.
watch-since = seit { $when }
watch-lift = Aufheben
watch-lift-hint = Auch das steht in den Erklärungen. Später kannst du es neu anordnen.
watch-case = Vor Gericht: { $case }. Das Aufheben beendet den Fall nicht.
watch-monitor = Unter Aufsicht stellen
watch-monitor-hint = Die Moderation sieht jede ihrer Partien an, bevor sie zählt. Das gilt, bis jemand die Aufsicht aufhebt.
watch-suspicion = Was vermutet wird, und weshalb
watch-orders = Uhrpflicht
watch-order = Uhrpflicht anordnen
watch-order-hint = Das Mitglied spielt jede Partie mit Uhr, bis die Uhrpflicht aufgehoben wird. Sie wird bekannt gemacht.

people = Leute
people-roles = Ämter
people-nobody = niemand
people-all = Alle
people-guest = Gast aufnehmen
people-same-name = Das ist jemand anderes, der auch so heißt
people-guest-hint = Jemand ohne Konto, der da ist und spielen will.
person-account = hat ein Konto
person-no-account = hat kein Konto
person-second-factor = mit Authenticator
person-page = Konto, Ämter, Notizen
person-member = Partien und Punkte
person-join = In die Rangliste aufnehmen
person-join-hint = Auf eigenen Wunsch.
person-notes = Notizen
person-notes-hint = Moderation und Gericht lesen sie. In der Kopie ihrer Daten liest sie auch die Person.
person-note-hint = Eine zurückgezogene Notiz steht nicht mehr hier. Das Protokoll kennt sie noch.
person-note = Neue Notiz
person-note-add = Notiz behalten
person-note-withdraw = Notiz zurückziehen
person-give = Amt geben
person-take = Amt nehmen
person-no-role = Hat kein Amt.
person-role = Amt
person-reset = Neues Passwort
person-reset-hint = Beendet jede Anmeldung und gibt einen Code, mit dem die Person ein neues Passwort wählt. Sie erfährt davon.
person-reset-authenticator = Auch der Authenticator ist verloren
person-reset-code = Gib der Person diesen Code. Er steht nur jetzt hier und gilt zwei Tage.
person-reset-powers-hint = Diese Person hat ein Amt, deshalb siehst du den Code nicht: Er geht an ihre E-Mail-Adresse, oder jemand anderes aus Moderation oder Gericht übergibt ihn. Bis er benutzt wird, ändert sich für sie nichts. Danach ruhen ihre Rechte, bis ihr Authenticator oder jemand vom Gericht bestätigt, dass sie es ist. Sie und das ganze Gericht erfahren davon.
person-reset-asked = Die Verwaltung hat für diese Person ein neues Passwort verlangt. Wenn sie bei dir ist und du weißt, dass sie es ist, kannst du ihr den Code übergeben.
person-reset-who = Passwort vergessen? Ein neues gibt nur die Verwaltung.
person-reset-hand-over = Zeig mir den Code zum Übergeben
person-sign-out = Überall abmelden
person-sign-out-hint = Meldet die Person überall ab, in Browsern und Programmen. Ihr Passwort bleibt. Für ein Handy, das weg ist.
person-erase = Löschen
person-erase-hint = Trag es hier ein, wenn sie selbst oder ihre Eltern darum bitten. Noch wird nichts gelöscht: Das wird auf der nächsten Seite entschieden. Wer in der Rangliste steht, verlässt sie jetzt.
person-erase-ask = Bitte um Löschung eintragen
person-mistake = Aus Versehen eingetragen?
person-mistake-hint = Dann nimm den Eintrag wieder heraus. Das geht nur, solange sonst nichts da ist: keine Partie, kein Treffen, kein Konto.
person-mistake-remove = Entfernen
person-powers-rest = Für dieses Konto hat jemand ein neues Passwort gewählt. Darum ruhen seine Rechte. Die Person meldet sich mit dem alten Authenticator an, oder jemand vom Gericht sagt, dass sie es ist. Frag sie vorher selbst.
person-powers-confirm = Ich habe sie gefragt: sie ist es
desk-lapsed-page = Inaktive Mitglieder
desk-reports = Meldungen

limits = Zeitgrenzen
limits-hint = Eine Partie ohne Uhr kann eine Grenze haben. Sag hier, wann sie anfängt, ruht und endet. Ist die Zeit um, zählen die geschlagenen Figuren.
limits-none = Keine Partie hat jetzt eine Zeitgrenze. Gib einer langen Partie eine.
limits-left = noch { $time }
limits-pause = Sie wird unterbrochen
limits-resume = Sie geht weiter
limits-end = Sie ist zu Ende
limits-start = Eine Partie beginnt
limits-minutes = Minuten für die ganze Partie
limits-no-session = Zurzeit ist kein Treffen: Eine Partie bekommt ihre Grenze während eines Treffens.
limit-running = läuft
limit-paused = unterbrochen
limit-expired = ihre Zeit ist um
limit-ended = zu Ende

apart = Wer nicht gegeneinander spielt
apart-hint = Die vorgeschlagenen Paarungen setzen diese beiden nie an ein Brett. Nur die Moderation sieht das.
apart-none = Zurzeit dürfen alle gegeneinander spielen. Wähl unten zwei Leute aus.
apart-forbid = Zwei nicht gegeneinander spielen lassen
apart-first = Eine Person
apart-second = Die andere
apart-reason-hint = 3 bis 500 Zeichen.
apart-allow = Wieder zulassen
desk-reports-open = { $reports ->
    [0] keine wartet
    [one] eine wartet
   *[other] { $reports } warten
 }
