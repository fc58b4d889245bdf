# Wie man Leute hereinlässt.
invite = Einladen
invite-room = Code für den Raum
invite-room-hint = Ein Code für alle, die da sind: als Aushang oder vorgelesen.
invite-uses = Wie viele ihn benutzen dürfen
invite-uses-hint = 1 bis 200.
invite-days = Wie viele Tage er gilt
invite-days-hint = 1 bis 30.
invite-room-button = Aushang machen
invite-one = Einladung für eine Person
invite-one-hint = Ein Link zum Verschicken; er gilt einmal.
invite-one-button = Einladung machen
invite-open = Offene Codes
invite-withdraw-hint = Ein zurückgezogener Code gilt nicht mehr. Einen neuen kannst du jederzeit machen.
invite-none = Zurzeit keine. Oben kannst du eine machen.
invite-left = { $uses ->
    [one] eine Person darf ihn benutzen
   *[other] { $uses } Personen dürfen ihn benutzen
 }, bis { $until }
invite-withdraw = Code zurückziehen

poster = Komm in den Schachklub
poster-qr = QR-Code der Adresse zum Mitmachen
poster-or = Lies den Code ein oder geh auf
poster-privacy = Was über dich aufbewahrt wird:
poster-until = Gültig bis { $until }
poster-once = Der Code steht nur jetzt hier; aufbewahrt wird er so, dass ihn niemand lesen kann.
poster-link = Dasselbe als Link:
poster-print = Druck diese Seite: Nur der Aushang kommt aufs Papier.
poster-send = Schick den Link der Person, die du einlädst.
