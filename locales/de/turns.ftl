# Was Spiele sagen, in denen man abwechselnd zieht.
turns-days = Tage für jeden Zug, 1 bis 14
turns-terms = { $days ->
    [one] ein Tag für jeden Zug
   *[other] { $days } Tage für jeden Zug
  }
turns-waits = Die Partie beginnt, wenn beide bereit sind.
turns-won = { $who } gewinnt: { $how }
turns-ending-resigned = die andere Seite hat aufgegeben
turns-ending-time = die Zeit der anderen Seite ist um
turns-resign = Aufgeben
turns-resign-really = Ja, aufgeben
