# Wie man Leute hereinlässt.
invite = Einladen
invite-room = Code für den Raum
invite-room-hint = Ein Code für alle, die da sind: als Aushang oder vorgelesen.
invite-uses = Wie viele ihn benutzen dürfen
invite-uses-hint = 1 bis 200.
invite-days = Für wie viele Tage
invite-days-hint = Wenn du nichts schreibst: bis zum Ende des nächsten Treffens.
invite-room-button = Aushang machen
invite-one = Einladung für eine Person
invite-one-hint = Ein Link zum Verschicken. Er gilt einmal.
invite-one-button = Einladung machen
invite-here-only = Mit der Adresse auf Karten und Postern kommt kein Handy hierher: Sie gilt nur auf dem Rechner des Klubs.
invite-here-only-host = Setze ROOKERY_URL auf die Adresse, die andere eintippen, und starte den Dienst neu.
invite-here-only-ask = Frag die Person, die den Dienst betreibt, nach einer Adresse für Handys.
invite-open = Offene Codes
invite-withdraw-hint = Ein zurückgezogener Code gilt nicht mehr. Einen neuen kannst du jederzeit machen.
invite-none = Zurzeit keine. Oben kannst du einen machen.
invite-left = { $uses ->
    [one] eine Person darf ihn benutzen
   *[other] { $uses } Personen dürfen ihn benutzen
 }, bis { $until }
invite-withdraw = Code zurückziehen

claims = Sind sie es?
claims-hint = Sie sind unter einem Namen beigetreten, den es hier schon gibt. Frag nach und sag Ja oder Nein.
claim = Ist das { $name }?
claim-hint = Jemand ist als { $name } beigetreten, { $when }. Frag, wer es war. Nach einem Ja geht die Anmeldung.
claim-yes = Ja, stimmt
claim-no = Nein, jemand anderes
person-invite = Einladung machen
person-invite-hint = Damit bekommt diese Person ein Konto und behält Partien und Punkte.
cards = Einladungskarten
cards-for = Karten für Leute ohne Konto ({ $people })
cards-hint = Auf jeder Karte stehen ein Name, ein Code und ein QR-Code. Frühere Einladungen dieser Leute enden.
cards-who = Wer eine Karte bekommt
cards-nobody-ticked = Niemanden ankreuzen
cards-all = Alle ohne Einladung ankreuzen
cards-invited = schon eingeladen
cards-make = Karten machen
cards-print = { $cards ->
    [one] Eine Karte drucken
   *[other] { $cards } Karten drucken
 }
cards-hand-over = Einzeln übergeben
cards-next = Fertig, nächste Karte
cards-done = Fertig
cards-back = Alle Karten
cards-print-hint = Druck diese Seite und schneide die Karten aus. Die Codes stehen nur jetzt hier.
cards-nobody = Sie haben alle schon ein Konto.
list = Klassenliste aufnehmen
list-paste = Namen einfügen
list-names = Namen
list-names-hint = Ein Name je Zeile, bis zu 200. „Weber, Anna“ ist Anna Weber. Eine Klasse dahinter fällt weg. Oder eine Tabelle, in der oben „Vorname“ und „Nachname“ steht.
list-look = Erst ansehen
list-new = { $people ->
    [0] Niemand Neues
    [one] Ein neuer Name
   *[other] { $people } neue Namen
 }
list-add = { $people ->
    [one] Diese Person aufnehmen
   *[other] Diese { $people } Leute aufnehmen
 }
list-join = In die Rangliste aufnehmen, damit ihre Partien zählen
list-added = Sie sind aufgenommen.
list-ignored = Nicht gelesen:
list-is-added = aufgenommen
listed-new = neu
listed-known = schon da
listed-twice = steht zweimal in der Liste. Sind es zwei? Dann schreib bei einem noch einen Anfangsbuchstaben dazu.
listed-wrong = ausgelassen

poster-for = Für { $name }
poster = Komm in den Schachklub
poster-qr = QR-Code der Adresse zum Mitmachen
poster-or = Scanne den Code oder geh auf
poster-privacy = Was über dich aufbewahrt wird:
poster-until = Gültig bis { $until }
poster-once = Der Code steht nur jetzt hier. Später kann ihn niemand mehr lesen.
poster-link = Dasselbe als Link:
poster-print = Druck diese Seite: Nur der Aushang kommt aufs Papier.
poster-send = Schick diesen Link der Person, die du einlädst:
poster-copy = Kopieren
poster-share = Teilen
claim-number = Frag nach der Nummer auf ihrer Seite: Es ist { $number }.
claim-several = Mehrere sagen das.
