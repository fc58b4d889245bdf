# Für alle, die den Dienst betreiben.
host-health = Zustand
host-well = Alles in Ordnung: Daten, Nachrichten und Sicherung.
host-not-well = Weiter unten steht, worum du dich kümmern musst.
host-version = Version
host-database = Datenbank
host-members = In der Rangliste
host-backup = Letzte Sicherung
host-backup-never = keine bekannt.
host-backup-old = Mach eine.
host-backup-how = Bis dahin sichert dieser Befehl. Du gibst ihn dort ein, wo der Dienst läuft, mit dessen ROOKERY_DATABASE:
backups = Sicherungen
backups-under-way = Eine Sicherung wird gemacht und ausprobiert.
backups-last = Letzte Sicherung: { $when }.
backups-passed = Sie wurde zur Probe zurückgespielt. Die Probe ist bestanden.
backups-failed = Die letzte Sicherung ging schief.
backups-now = Jetzt sichern
backups-made = Fertig: Die Sicherung ist da.
backups-kept-how = Jeden Tag wird eine gemacht. Die neuesten von 7 Tagen und 4 Wochen bleiben.
backups-back = Eine Sicherung zurückholen
backups-newest = die neueste
backups-this-back = Diese zurückholen
backups-back-how = Sichere vorher noch einmal, damit heute nicht verloren geht. Dann halte den Dienst an: sudo systemctl stop rookery.
backups-back-choose = Wähle in der Liste oben den Tag, den du zurückhaben willst. Nimm nicht die Sicherung, die du gerade gemacht hast. Gib ihren Befehl dort ein, wo der Dienst lief, mit dessen ROOKERY_DATABASE. Dann starte den Dienst wieder. Was nach dieser Sicherung geschah, ist weg.
backups-back-own = Gib diesen Befehl dort ein, wo der Dienst lief, mit dessen ROOKERY_DATABASE und mit der Datei, die du zurückhaben willst. Dann starte den Dienst wieder. Was nach dieser Sicherung geschah, ist weg.
backups-size = { $kilobytes } kB
backups-no-folder = Noch wird nichts von selbst gesichert. Setze ROOKERY_BACKUPS auf einen Ordner, am besten auf einer anderen Platte, und starte den Dienst neu. Dann sichert er jeden Tag, und hier steht ein Knopf. Zum Beispiel:
host-mail = E-Mail
host-mail-on = wird verschickt
host-mail-off = ist nicht eingerichtet
host-outbox = Nicht zugestellte Nachrichten
host-outbox-empty = Alles ist zugestellt.
host-outbox-waiting = { $messages ->
    [0] keine wartet
    [one] eine wartet
   *[other] { $messages } warten
 }
host-outbox-oldest = seit { $when }
host-outbox-failed = { $messages ->
    [one] eine wurde aufgegeben
   *[other] { $messages } wurden aufgegeben
 }
host-outbox-given-up = aufgegeben
host-outbox-settle = { $messages ->
    [one] Eine Nachricht wurde aufgegeben.
   *[other] { $messages } Nachrichten wurden aufgegeben.
 } Behebt, woran es lag. Dann sendet noch einmal, oder legt weg, was niemand braucht.
host-outbox-again = Noch einmal senden
host-outbox-away = Weglegen
host-outbox-error = Was dazwischenkam: { $text }
host-outbox-next = { $attempts ->
    [0] noch nicht versucht, nächster Versuch { $when }
    [one] einmal versucht, nächster Versuch { $when }
   *[other] { $attempts }-mal versucht, nächster Versuch { $when }
 }
host-log = Protokoll
host-log-acts = { $acts ->
    [one] ein Eintrag
   *[other] { $acts } Einträge
 }
host-people-hint = Ämter, neue Passwörter
host-docs = Die Schnittstelle für Programme
channel-in-app = im Dienst
channel-email = E-Mail
channel-discord = Discord
channel-webhook = Webhook
channel-push = Handy oder Browser

checks = Stimmen die Aufzeichnungen überein?
checks-hint = Jedes Protokoll wird von vorn gelesen und mit dem verglichen, was daraus festgehalten wurde. Das läuft von selbst. Seine Seite sagt, wie weit es ist.
checked-ratings = Punkte
checked-acts = Protokoll der Handlungen
checked-tables = Spielzimmer
checked-how-ratings = Alle Punkte werden neu gezählt. Passt das zu Rangliste und Punktebuch?
checked-how-acts = Stimmt jeder Eintrag mit seinem Siegel? So sieht man, ob später etwas anders gemacht oder weggelassen wurde.
checked-how-tables = Jede Partie wird aus ihrem Protokoll noch einmal gespielt. Kommt dasselbe heraus?
check-begin-ratings = Punkte neu zählen
check-begin-acts = Protokoll prüfen
check-begin-tables = Protokolle durchspielen
check-never = noch nie geprüft
check-state-under-way = Läuft
check-state-sound = Alles stimmt überein
check-state-faulty = Etwas stimmt nicht überein
check-state-failed = Es brach ab. Warum, steht im Protokoll des Dienstes. Fang noch einmal an.
check-far = { $percent } %: { $read } von { $entries } Einträgen
check-read = { $entries ->
    [one] ein Eintrag durchgegangen
   *[other] { $entries } Einträge durchgegangen
 }
check-begun = Begonnen { $when }
check-faults = Was abweicht und wo
check-faults-hint = Nichts wurde geändert. Heb die Datenbank so auf, wie sie ist. Frag die Person, die das Programm betreut. Eine Sicherung von vor dem ersten Fehler kann heil sein.

files = Einlesen und Ausgeben
files-of-club = Dateien des Klubs: Partien, Treffen, Punkte
files-out = Ausgeben
export-members-csv = Mitglieder: wer in der Rangliste steht und seit wann
export-sessions-csv = Treffen: wann und wo
export-attendance-csv = Anwesenheit: wer da war, von wann bis wann
export-games-csv = Partien mit ihren Ergebnissen
export-events-csv = Punkte ohne Partie (Fehlen, Korrektur), so wie man sie wieder einlesen kann
export-ledger-csv = Das Punktebuch: jede Änderung mit ihrem Grund
export-games-pgn = Partien mit ihren Zügen, für Schachprogramme
export-club-json = Alles, was Mitglieder vom Klub lesen, für Programme
export-state-under-way = Wird fertig gemacht
export-state-ready = Fertig
export-state-failed = Es brach ab. Warum, steht im Protokoll des Dienstes. Fordere sie noch einmal an.
export-far = { $percent } %: { $written } von { $entries } Einträgen
export-size = { $entries ->
    [one] ein Eintrag
   *[other] { $entries } Einträge
 }, { $size } kB
export-take = { $file } herunterladen
export-kept = Bis { $until } liegt sie für dich bereit, und niemand sonst sieht sie.
export-begun = Angefordert { $when }
files-in = Einlesen
files-in-hint = Eine Liste von Namen, einer je Zeile. Oder Treffen, Anwesenheit, Partien, Leute oder Ereignisse als CSV, oder Partien als PGN. Alles kommt hinein oder nichts. Ist die Datei zu groß? Frag die Person, die den Dienst betreibt.
files-file = Datei
files-file-hint = Ihr Name endet auf .csv oder .pgn. Höchstens 8 MB. Erst wird nur probiert. Du siehst, was sie ändert, und trägst sie dann ein.
files-headings = Wie die Spalten einer CSV-Datei heißen
files-headings-hint = Die erste Zeile nennt die Spalten, egal in welcher Folge. Daran sieht man, was für eine Datei es ist. Schreib Tage als 06.11.2026 oder 2026-11-06 und Zeiten als 12:30. Eine bloße Liste von Namen, einer je Zeile, braucht keine solche Zeile.
import-file-results = Ergebnisse
import-file-events = Ereignisse
import-file-attendance = Anwesenheit
import-file-sessions = Treffen
import-file-members = Mitglieder
files-paste = Oder ihren Text einfügen
files-text = Text der Datei
files-join = Unbekannte werden mit ihrer ersten Partie Mitglieder
files-sessions = Treffen an Tagen anlegen, an denen sonst keines war
files-skip = Die guten Zeilen eintragen, auch wenn andere abgelehnt werden
files-columns = Unbekannte Spalten weglassen
files-try = Ausprobieren, ohne etwas zu ändern
files-enter = Eintragen
files-tried = Das war eine Probe. Noch ist nichts eingetragen. Jedes Einzelne lässt sich später wie sonst auch ändern, mit Grund.
files-refused = { $lines ->
    [one] Eine Zeile würde abgelehnt, und mit ihr die ganze Datei: Halbe Sachen werden nicht eingetragen. Berichtige die Zeile und probier die Datei noch einmal aus.
   *[other] { $lines } Zeilen würden abgelehnt, und mit ihnen die ganze Datei: Halbe Sachen werden nicht eingetragen. Berichtige die Zeilen und probier die Datei noch einmal aus.
 }
files-again = Die Datei berichtigen
files-only-good = Oder lass weg, was abgelehnt wird, und trag alles andere ein, in einem Zug.
import-columns = Der Klub hat keinen Platz für: { $columns }. Ein Tippfehler? Dann berichtige die erste Zeile. Oder lass es weg.
import-columns-out = Weglassen und noch einmal ansehen
import-columns-left = Weggelassen: { $columns }.
files-enter-good = Die guten Zeilen eintragen
files-nothing-new = Es ist nichts darin, was eingetragen werden könnte.
files-asked = Von dir angefordert
files-out-hint = Wähle eine Datei: Sie wird fertig gemacht, du siehst, wie weit sie ist, und lädst sie dann ganz herunter.
files-dry = ausprobiert, nichts geändert
files-read = { $lines ->
    [one] eine Zeile gelesen
   *[other] { $lines } Zeilen gelesen
 }
import-state-reading = Liest
import-state-entering = Trägt ein
import-state-done = Fertig
import-state-refused = Abgelehnt: Nichts wurde eingetragen
import-state-failed = Gescheitert: Nichts wurde eingetragen
column-white = Weiß
column-black = Schwarz
column-result = Ergebnis
column-played-at = Zeitpunkt
column-date = Datum
column-time = Uhrzeit
column-session = Treffen
column-round = Runde
column-ending = Ende der Partie
column-clocked = Mit Uhr
column-online = Online
column-state = Stand
column-moves = Züge
column-final-position = Letzte Stellung
column-room = Raum
column-began-at = Beginn der Partie
column-at = Zeitpunkt
column-kind = Art
column-person = Person
column-points = Punkte
column-cause = Grund
column-acts = Artikel
column-handle = Anmeldename
column-name = Name
column-arrived = Gekommen
column-left = Gegangen
column-starts-at = Beginn
column-ends-at = Ende
column-extra = Zusätzlich
column-cancelled = Abgesagt
column-cancel-reason = Grund der Absage
column-joined-at = Beitritt
column-removed-at = Austritt
column-removal-reason = Grund des Austritts
column-removal-act = Artikel zum Austritt
import-line = Zeile { $line }
import-further = Und { $lines } weitere.
import-would = Noch ist nichts eingetragen. Eingetragen würde:
import-did = Eingetragen:
import-see-board = Zur Rangliste
import-so-many-games = { $count ->
    [one] eine Partie
   *[other] { $count } Partien
 }
import-so-many-people = { $count ->
    [one] eine neue Person
   *[other] { $count } neue Leute
 }
import-so-many-memberships = { $count ->
    [one] eine Mitgliedschaft
   *[other] { $count } Mitgliedschaften
 }
import-so-many-sessions = { $count ->
    [one] ein Treffen
   *[other] { $count } Treffen
 }
import-so-many-stays = { $count ->
    [one] eine Anwesenheit
   *[other] { $count } Anwesenheiten
 }
import-so-many-events = { $count ->
    [one] eine andere Änderung von Punkten
   *[other] { $count } andere Änderungen von Punkten
 }
import-known = Schon bekannt
import-newcomers = Neu dabei: { $names }
import-alike = Noch heißt niemand { $written }. War { $known } gemeint? Wenn nicht, lass es so: Dann kommt { $written } neu dazu.
import-meant = Ja, { $known }
import-usual-room = Treffen ohne Raum bekommen den üblichen: { $room }.
import-refused = Abgelehnt

webhooks = Webhooks
webhooks-hint = Andere Programme, die das Neue aus dem Klub erfahren. Jede Nachricht ist so signiert, wie Standard Webhooks es will.
webhooks-none = Noch bekommt kein Programm Nachrichten. Füge unten die Adresse von einem hinzu.
webhooks-secret = Das Geheimnis, das jede Nachricht unterschreibt. Es wird nur jetzt gezeigt:
webhooks-all = alle Neuigkeiten und Bekanntmachungen
webhooks-arrived = { $topic }: kam durch. Die Antwort war { $status }.
webhooks-failed = { $topic }: kam nicht durch.
webhooks-no-attempts = Noch wurde nichts gesendet.
webhooks-earlier = Frühere Versuche
webhooks-test-waits = Eine Probe ist unterwegs.
webhooks-rotate = Neues Geheimnis
webhooks-test = Probe senden
webhooks-end = Nichts mehr mitteilen
webhooks-end-hint = Beendest du einen, erfährt die Adresse nichts mehr. Füg ihn neu hinzu, damit es weitergeht.
webhooks-add = Webhook hinzufügen
webhooks-url = Adresse
webhooks-url-hint = Sie beginnt mit https://
webhooks-url-hint-private = Sie beginnt mit https:// oder http://
webhooks-topics = Themen
webhooks-topics-hint = Hake an, was das Programm hören soll. Ist nichts angehakt, hört es alles.
webhooks-about-case = Das Gericht
webhooks-about-declaration = Bekanntmachungen
webhooks-about-election = Wahlen
webhooks-about-pairings = Runden
webhooks-about-rulebook = Die Regeln
webhooks-about-session = Treffen
erasures = Bitten um Löschung
erasures-hint = Wer weg ist, kann Name und Konto löschen lassen. Sperre, offener Fall und Amt müssen vorher vorbei sein.
erasures-none = Niemand will gelöscht werden. Hier steht, wer darum bittet.
erasures-waiting = { $requests ->
    [0] niemand wartet
    [one] 1 wartet
   *[other] { $requests } warten
 }
erasures-final = Niemand kann das rückgängig machen, auch die Verwaltung nicht.
erasures-erase = Namen und Konto löschen
erasures-sure = Ja, beides endgültig löschen
erasures-reason-hint = 3 bis 500 Zeichen. Es ist für diese Person.
erasures-refuse = Mit dieser Begründung ablehnen

clock-leapt = Die Uhr dieses Dienstes ist gesprungen
clock-leapt-what = Sie zeigt { $shown } und müsste { $expected } zeigen. Bis das geklärt ist, geschieht nichts von selbst, nur weil Zeit vergeht: Niemandem werden Punkte für Fehlen abgezogen, keine Entscheidung verfällt, niemand verliert auf Zeit. Geht die Uhr falsch, stelle die Uhr des Rechners richtig: Dann geht alles von selbst weiter. Geht sie richtig, sage es hier.
clock-is-right = Die Zeit stimmt, weiter
host-security-hint = Anmeldungen, neue Passwörter, Ämter, Downloads

security-log = Sicherheitsprotokoll
security-log-hint = Wer sich an- und abgemeldet hat und was an Konten, Schlüsseln, Webhooks und Sicherungen geändert wurde. Das Neueste zuerst, 90 Tage lang. Was in einer Stunde noch einmal geschieht, steht in einer Zeile.
security-times = { $times ->
    [one] einmal
   *[other] { $times }-mal
 }
security-by = durch { $name }
security-signed-in = Angemeldet
security-wrong-password = Falsches Passwort
security-wrong-code = Falscher Code des Authenticators
security-signed-out = Abgemeldet
security-signed-out-everywhere = Überall abgemeldet
security-sign-in-ended = Eine Anmeldung wurde beendet
security-code-refused = Falscher Code zum Beitreten oder für ein neues Passwort
security-account-opened = Konto eröffnet
security-code-made = Einladung oder Beitrittscode gemacht
security-password-changed = Passwort geändert
security-reset-asked = Neues Passwort verlangt
security-reset-handed-over = Code für ein neues Passwort übergeben
security-powers-rest = Rechte ruhen nach einem neuen Passwort
security-powers-confirmed = Rechte bestätigt
security-email-changed = E-Mail-Adresse geändert
security-authenticator-set-up = Authenticator eingerichtet
security-authenticator-lifted = Authenticator aufgehoben
security-calendar-address-made = Kalenderadresse angelegt
security-calendar-address-withdrawn = Kalenderadresse zurückgezogen
security-role-given = Amt gegeben
security-role-taken = Amt genommen
security-key-turned = Signaturschlüssel gewechselt
security-downloaded = Datei heruntergeladen
security-backup-made = Sicherung gemacht
security-restored = Der Klub auf den Stand einer Sicherung gebracht
security-webhook-added = Webhook hinzugefügt
security-webhook-secret-changed = Webhook mit neuem Geheimnis
security-webhook-ended = Webhook beendet
security-refused = Abgelehnt: nicht erlaubt
beside-authenticator = Authenticator-App
beside-recovery-code = Ersatzcode
import-days = Stimmen diese Tage?
import-day = { $written } ist { $day }.
import-other-day = Nein, es ist { $day }
import-months-first = Der Monat steht vorn: In einer anderen Zeile lässt sich der Tag nur so lesen.
import-no-session = { $games ->
    [one] Eine Partie wurde an einem Tag ohne Treffen gespielt.
   *[other] { $games } Partien wurden an Tagen ohne Treffen gespielt.
 }
import-add-sessions = Diese Treffen anlegen und noch einmal ansehen
import-no-member = { $games ->
    [one] In einer Partie spielt jemand, der damals nicht in der Rangliste stand.
   *[other] In { $games } Partien spielt jemand, der damals nicht in der Rangliste stand.
 }
import-let-join = Mit ihrer ersten Partie aufnehmen und noch einmal ansehen
import-taken-back = Rückgängig gemacht am { $day }. Was damit eingetragen wurde, ist weg. Im Punktebuch steht nun eine Nummer statt des Namens.
import-take-back = Das Einlesen rückgängig machen
import-take-back-hint = Alles, was damit eingetragen wurde, verschwindet wieder: Partien, Treffen, Leute, Punkte. Im Punktebuch steht dann eine Nummer statt des Namens. Die Punkte der anderen werden ohne das neu gezählt. Wer seitdem gespielt hat, da war oder ein Konto hat, bleibt.
import-take-back-now = Alles rückgängig machen
imports-so-far = Bisher eingelesen
imports-undone = rückgängig gemacht
