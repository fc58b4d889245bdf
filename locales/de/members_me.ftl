# Die eigenen Seiten.
me-nav = Meine Seiten
me-overview = Übersicht
me-games = Meine Partien
me-notifications = Nachrichten
me-deadlines = Fristen
me-account = Konto
me-data = Meine Daten

me-name = Name
me-name-hint = Falsch? Die Moderation ändert ihn.
me-handle = Anmeldename
me-handle-hint = Damit meldest du dich an.
me-email = E-Mail-Adresse
me-email-hint = Ohne Adresse bekommst du keine Post.
me-email-button = Adresse ändern
me-current-password = Dein Passwort
me-password = Passwort
me-new-password = Neues Passwort
me-keep-sign-ins = Auf meinen anderen Geräten angemeldet bleiben
me-password-button = Passwort ändern

me-authenticator = Authenticator
me-authenticator-off = Eine App auf dem Handy zeigt sechs Ziffern. Danach wirst du beim Anmelden gefragt. Wer in Moderation oder Gericht ist, sollte das haben.
me-authenticator-begin = Authenticator einrichten
me-authenticator-scan = Scanne den Code mit der Authenticator-App und tippe dann die sechs Ziffern, die sie zeigt.
me-authenticator-qr = QR-Code des Geheimnisses, das daneben steht
me-authenticator-type = Oder tippe dieses Geheimnis in die App:
me-authenticator-confirm = Bestätigen
me-authenticator-on = Die Anmeldung fragt nach einem Code deines Authenticators.
me-authenticator-lift = Authenticator entfernen
me-authenticator-lift-hint = Danach fragt die Anmeldung nur nach deinem Passwort. Einen neuen kannst du jederzeit einrichten.
me-code = Code
me-code-hint = Sechs Ziffern.
me-code-or-recovery = Sechs Ziffern oder ein Ersatzcode.
me-recovery = Ersatzcodes
me-recovery-hint = Dein Authenticator ist eingerichtet. Jeder dieser Codes gilt einmal, falls du ihn verlierst. Sie stehen nur jetzt hier: Druck sie aus oder schreib sie auf.
me-recovery-kept = Ich habe sie aufbewahrt

me-sign-ins = Wo du angemeldet bist
me-sign-in-this = Dieser Browser
me-sign-in-when = seit { $started }, zuletzt benutzt { $used }
me-sign-in-end = Dort abmelden
me-sign-in-password-hint = Tippe es zuerst, dann wähle, wo du dich abmeldest.
me-sign-out-hint = Handy verloren? Das beendet jede Anmeldung, auch diese hier.
me-sign-out-everywhere = Überall abmelden

me-standing = Rang { $rank }, { $score } Punkte
me-page = Meine Seite
me-page-hint = was andere von dir sehen
me-join = In die Rangliste eintreten
me-join-hint = Du stehst noch nicht in der Rangliste.
me-enter-game = Partie eintragen
me-games-waiting = { $games ->
    [0] keine wartet
    [one] eine wartet
   *[other] { $games } warten
 }
me-games-none = Noch keine Partie. Spiel eine bei einem Treffen und trag sie dann hier ein.
me-rematches = Fällige Wiederholungen
me-rematch-due = Beim Treffen am { $when }
me-rematch-later = Beim nächsten Treffen

me-notifications-unread = { $messages ->
    [0] nichts Neues
    [one] eine neue
   *[other] { $messages } neue
 }
me-notifications-waiting = { $messages ->
    [0] keine wartet auf dich
    [one] eine wartet auf dich
   *[other] { $messages } warten auf dich
 }
me-notifications-none = Noch nichts da. Hier steht, was dich angeht: Partien, Fristen und was entschieden wird.
me-notifications-now = Jetzt für dich
me-notifications-own = Über dich
me-notifications-happened = Was passiert ist
me-notifications-earlier = { $messages ->
    [one] Eine frühere Nachricht dazu
   *[other] { $messages } frühere Nachrichten dazu
 }
me-notifications-new = neu
me-notifications-read = Alle als gelesen markieren
me-preferences = Wie du benachrichtigt wirst
me-preferences-hint = Hier stehen alle deine Nachrichten. Was du ankreuzt, kommt auch per E-Mail. Es kommt in der Sprache, die du hier zuletzt benutzt hast.
me-preferences-no-mail = Dieser Klub verschickt zurzeit keine E-Mails.
me-preferences-personal = Was mich betrifft
me-preferences-duties = Worum sich Moderation und Gericht kümmern müssen
me-preferences-club = Neues aus dem Klub
me-preferences-digest = Eine E-Mail am Tag, um 18 Uhr, mit Neuem, das ich noch nicht gelesen habe
me-preferences-always = Was über dich entschieden wurde, kommt immer per E-Mail.
me-devices = Nachrichten auf diesem Handy oder Computer
me-devices-hint = Dein Handy zeigt dir sofort, wenn es Neues gibt, auch wenn diese Seite zu ist. Es zeigt, was du oben angekreuzt hast, und deine Bretter. Unterwegs kann es niemand lesen.
me-devices-digest = Willst du eine E-Mail am Tag, zeigt es nur, was nicht warten kann.
me-devices-on = Hier einschalten
me-devices-off = Ausschalten
me-devices-test = Probe schicken
me-devices-this = dieses Gerät
me-devices-unnamed = Ein Gerät ohne Namen
me-devices-since = Seit { $when }
me-devices-name = Wie nennst du es?
me-devices-name-hint = Wie du magst, etwa: mein Handy
me-devices-discreet = Nur zeigen, dass es etwas Neues gibt
me-devices-is-discreet = Zeigt nur, dass es etwas Neues gibt
me-devices-scripts = Zum Einschalten braucht dein Browser JavaScript.
me-devices-not = Dieser Browser kann keine Nachrichten zeigen. Auf dem iPhone leg die Seite erst auf den Home-Bildschirm und öffne sie dort.
me-devices-refused = Dein Browser hat es nicht erlaubt. Erlaube in den Einstellungen Nachrichten dieser Seite und versuch es noch einmal.
me-devices-away = Dein Browser konnte die Nachrichten nicht einschalten. Vielleicht ist das ein privates Fenster, oder sein Dienst ist gerade nicht erreichbar. Versuch es später noch einmal.
push-discreet = Es gibt etwas Neues für dich.

me-deadlines-none = Du musst nichts erledigen. Hier steht, was du bis wann tun musst.
me-deadlines-open = { $deadlines ->
    [0] nichts fällig
    [one] eine Frist
   *[other] { $deadlines } Fristen
 }
me-deadlines-late = { $deadlines ->
    [one] eine überschritten
   *[other] { $deadlines } überschritten
 }
me-deadlines-by = bis { $when }
me-deadlines-today = heute, bis { $time } Uhr
me-deadlines-ending = { $deadlines ->
    [one] eine läuft heute ab
   *[other] { $deadlines } laufen heute ab
 }
me-deadlines-overdue = überschritten
me-deadlines-others = Von anderen erwartet

me-export = Eine Kopie deiner Daten
me-export-hint = Alles, was der Klub über dich weiß, in einer Datei. Du: Konto, Ämter, Anmeldungen und was dir geschrieben wurde. Der Klub: wann du da warst, Partien und Punkte, Sperren und was über dich entschieden ist. Deine Worte: Anträge, Meldungen, Vorschläge und was du an Tischen gesagt hast. Bist du im Gericht: deine Stimmen und Texte. Online-Partien: was erfasst wurde und wer es sah. Und was über dich notiert ist. Manches fehlt darin, weil es andere schützt: wer dich gemeldet hat, mit wem du nicht gepaart wirst, Bilder vom Schirm, geheime Stimmen.
me-export-button = Herunterladen (JSON)
me-removal = Die Rangliste verlassen
me-removal-hint = Du darfst darum bitten, gestrichen zu werden. Der Vorsitz tut es innerhalb der Frist der Hausregeln.
me-removal-leaves = Du und deine Punkte verlassen die Rangliste.
me-removal-stays = Deine Partien bleiben. Die Punkte der anderen hängen daran.
me-removal-back = Du darfst wieder eintreten. Deine Punkte fangen dann neu an.
me-removal-bars = Bist du gesperrt oder in einem offenen Fall, wartet es, bis das vorbei ist.
me-removal-asked = Du hast am { $when } darum gebeten. Fällig bis { $due }.
me-removal-waits = Du hast am { $when } darum gebeten. Deine Bitte wartet: Die Frist beginnt, wenn deine Sperre oder dein Fall vorbei ist.
me-removal-would-wait = Du bist gesperrt oder an einem offenen Fall beteiligt: Du kannst jetzt darum bitten, und deine Bitte wartet, bis das vorbei ist.
me-removal-withdraw = Bitte zurückziehen
me-removal-none = Du stehst nicht in der Rangliste.
me-removal-reason = Warum, wenn du es sagen möchtest
me-removal-due = Es geschähe bis { $due }.
me-removal-ask = Um Streichung bitten

me-calendar = Dein Kalender
me-calendar-link = In den Kalender deines Handys
me-calendar-hint = Der Kalender auf deinem Handy kann zeigen, wann der Klub sich trifft und was bei dir fällig ist. Dafür braucht er eine eigene Adresse.
me-calendar-make = Meine Adresse anlegen
me-calendar-address = Deine Adresse
me-calendar-once = Sie steht nur jetzt hier. Tipp hinein und kopiere sie.
me-calendar-how = So kommt sie in den Kalender
me-calendar-iphone = iPhone: Öffne die App „Kalender“ und tipp unten auf „Kalender“. Tipp dann auf „Kalender hinzufügen“ und nimm dort das Abo. Jetzt füg die Adresse ein, und es ist da.
me-calendar-google = Google, auch auf Android: Du brauchst einmal einen Computer. Öffne dort calendar.google.com. Drück auf das + bei „Weitere Kalender“, nimm „Per URL“ und füg die Adresse ein.
me-calendar-other = Eine andere App: Such nach einem Abo oder nach „Per Adresse“ und füg sie dort ein.
me-calendar-late = Kalender-Apps schauen ein paarmal am Tag nach, manche nur einmal. Was gerade erst dazukam, steht zuerst hier.
me-calendar-secret = Behalt sie für dich
me-calendar-secret-hint = Wer die Adresse hat, liest deinen Kalender ohne Anmeldung: wann und wo der Klub sich trifft und was bei dir fällig ist. Namen von anderen stehen nicht darin. Tun kann damit hier niemand etwas.
me-calendar-since = Du hast eine Adresse seit { $when }.
me-calendar-lost = Verloren, oder hat sie jemand gesehen? Leg eine neue an. Die alte zeigt dann nichts mehr.
me-calendar-replace = Neue Adresse anlegen
me-calendar-ends = Sie endet auch, wenn du dich auf allen Geräten abmeldest. Ein neues Passwort beendet sie auch, wenn du dann nur hier noch drin bist.
me-calendar-withdraw = Ich brauche sie nicht mehr

# Wörter in Listen.
record = { $wins } gewonnen, { $draws } remis, { $losses } verloren
older = Ältere
save = Speichern
played = Gespielt
result = Ergebnis
opponent = Gegner
points = Punkte
went-win = gewonnen
went-draw = remis
went-loss = verloren
state-awaiting-membership = wartet auf den Eintritt eines Gastes
state-awaiting-presence = wartet, bis die Moderation lange genug dabei ist
state-awaiting-approval = wartet auf Geneh{"\u00AD"}migung
state-rated = gewertet
state-refused = nicht geneh{"\u00AD"}migt
state-lapsed = zählt nicht mehr
state-void = zählt nicht
state-replaced = durch eine Wieder{"\u00AD"}holung ersetzt
role-moderator = Moderation
role-justice = Gericht
role-chief-justice = Vorsitz des Gerichts
role-staff = Lehrkräfte
role-administrator = Verwaltung
role-kiosk = Kiosk
deadline-declaration = Die Entscheidung bekannt machen
deadline-removal = Wie erbeten aus der Rangliste streichen
deadline-rematch = Wiederholung
deadline-answer = Auf den Antrag antworten
deadline-opinion = Schriftliche Begründung
deadline-remand = Neu entscheiden
deadline-challenge = Auf die Forderung antworten (Rangleiter)
deadline-ladder-game = Die Partie der Rangleiter spielen
deadline-nomination = Für die Wahl vorgeschlagen: ja oder nein sagen
deadline-turn = Dein Zug an einem Tisch
deadline-propose = Eine Regeländerung vorschlagen (Nomic)
deadline-vote = Abstimmen (Nomic)
deadline-judge = Über eine Frage urteilen (Nomic)
deadline-dispute = Ein Urteil anfechten, wenn du willst (Nomic)
deadline-agree = Einem Urteil zustimmen oder nicht (Nomic)
deadline-then-declaration = Sonst zählt die Strafe nicht und wird rückgängig gemacht.
deadline-then-removal = Es bleibt fällig, bis es geschehen ist.
deadline-then-rematch = Wer aus Moderation oder Gericht dabei ist, sagt, wer nicht gespielt hat.
deadline-then-answer = Das Gericht macht ohne Antwort weiter.
deadline-then-opinion = Sie bleibt fällig, bis sie vorliegt.
deadline-then-remand = Ohne neue Entscheidung bleibt sie aufgehoben.
deadline-then-challenge = Ohne Antwort endet sie, wie die Regeln der Rangleiter sagen.
deadline-then-ladder-game = Spielt ihr nicht, ist die Forderung vorbei.
deadline-then-nomination = Ohne ein Ja gibt es keine Kandidatur.
deadline-then-turn = Dann geschieht, was die Regeln des Spiels sagen.
deadline-then-propose = Der Zug verfällt ohne Regeländerung.
deadline-then-vote = Dann wird gezählt. Wer nicht abgestimmt hat, redet nicht mit.
deadline-then-judge = Wer urteilen soll, ist dann raus. Es urteilt, wer davor an der Reihe war.
deadline-then-dispute = Das Urteil gilt.
deadline-then-agree = Das Urteil ist aufgehoben.
erasure = Vergessen werden
erasure-hint = Wer nicht mehr in der Rangliste ist, kann Namen und Konto löschen lassen. Bis du Antwort hast, kannst du es zurücknehmen. Danach kann das niemand mehr. Willst du eine Kopie? Hol dir vorher deine Daten.
erasure-goes = Was verschwindet
erasure-goes-name = Dein Name und die E-Mail-Adresse, auch die von früher. Dort steht dann eine Nummer, etwa „N. N. 17“: auf Seiten, in Partien, Dateien und im Protokoll, und wo andere dich nennen.
erasure-goes-account = Das Konto: Passwort, Authenticator, wo du angemeldet bist, was du liest und per E-Mail willst.
erasure-goes-notes = Was du für dich selbst geschrieben hast: Vorschläge, Meldungen, Einsprüche, was du dem Gericht gabst, was du an Tischen oder vor einer Wahl sagtest. Dort steht dann „[…]“. Auch Notizen über dich, deine Dateien und was in deinen Online-Partien erfasst wurde, sind dann weg.
erasure-stays = Was unter der Nummer bleibt
erasure-stays-games = Partien, wer da war und Punkte: Die Punkte der anderen hängen daran.
erasure-stays-decisions = Entscheidungen, Fälle und was jemand im Amt geschrieben hat: Andere verlassen sich darauf. Anträge und Züge in einem Spiel Nomic: Das Spiel beruht darauf.
erasure-stays-log = Das Protokoll sagt weiter, dass etwas geschah und wann, aber ohne die Worte der Person. Jeder Eintrag bleibt mit dem vorigen versiegelt.
erasure-stays-texts = Was andere über dich schrieben, wenn dort nur ein Vorname oder Spitzname steht, und Bilder, die andere dem Gericht gaben. Dort findet ein Programm niemanden. Auch was als Mail schon weg ist, bleibt. Alte Sicherungen bleiben, bis sie jemand löscht.
erasure-asked = Du hast am { $when } darum gebeten. Bald bekommst du Antwort.
erasure-refused = Die Verwaltung hat es abgelehnt:
erasure-ask = Um Löschung bitten
me-decisions = Ent{"\u00AD"}schei{"\u00AD"}dun{"\u00AD"}gen über mich
me-decisions-about = { $decisions ->
    [0] keine
    [one] eine
   *[other] { $decisions }
 }
me-petitions = Antrag ans Gericht
me-petition-drafts = { $drafts ->
    [0] keine Entwürfe
    [one] 1 Entwurf
   *[other] { $drafts } Entwürfe
 }
me-powers-rest = Dein Passwort kam durch einen Code, den jemand anderes machen ließ. Darum ruhen deine Rechte. Melde dich mit dem Authenticator an, den du vorher hattest. Oder bitte das Gericht zu sagen, dass du es bist.
