# Wer der Klub ist.
club = Name und Wappen
club-hint = Sie stehen auf jeder Seite, auf dem Aushang, in Briefen und auf Papier.
club-name = Name des Klubs
club-name-hint = Bis zu 60 Zeichen: Türme der Bergschule.
club-place = Wo ihr zu Hause seid
club-place-hint = Eure Schule oder Stadt. Du kannst es leer lassen.
club-accent = Farbe
club-accent-hint = Nimm eine dunkle. Auf dunklen Seiten wird sie von selbst heller.
club-accent-usual = Die übliche Farbe
club-crest = Wappen
club-crest-now = Das Bild des Klubs
club-crest-file = Bild
club-crest-hint = PNG oder JPEG, bis 2 MB. Ohne Bild zeigt ein Schild eure Anfangsbuchstaben.
club-crest-set = Dieses Bild nehmen
club-crest-remove = Bild entfernen
