# Die Schachuhr.
clock = Schachuhr
clock-noscript = Die Uhr braucht JavaScript.
clock-minutes = Minuten für jede Seite
clock-minutes-hint = Mehr als 0, bis 180.
clock-increment = Sekunden für jeden Zug
clock-increment-hint = Sie kommen nach dem Zug dazu. 0 für keine.
clock-assent = { $white } und { $black } sind beide mit der Uhr einverstanden
clock-set = Uhr stellen
clock-flag = die Zeit ist abgelaufen
clock-moves = Züge:
clock-go = Weiter
clock-pause = Pause
clock-reset = Von vorn
clock-record = Eintragen:
clock-won = Die andere Seite gewinnt
clock-failed = Das hat den Klub nicht erreicht. Versuch es, wenn es wieder Netz gibt.
clock-hint = Tippe nach deinem Zug auf deine Hälfte. Tasten: Leertaste für einen Zug, P für eine Pause. Einmal geöffnet, läuft sie auch ohne Netz.
