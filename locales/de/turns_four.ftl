# Vier in einer Reihe am Tisch.
four = Vier in einer Reihe
four-how = Werft abwechselnd Steine ein. Wer zuerst vier in einer Linie hat, gewinnt: waagrecht, senkrecht oder schräg.
four-red = Rot
four-yellow = Gelb
four-tap = Tipp auf eine Spalte.
four-column = Spalte { $column }
four-line = vier in einer Linie
four-full = Remis: Das Brett ist voll
