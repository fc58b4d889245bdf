# Der Teil der Datenschutzseite über das Löschen.
privacy-erasure = Gelöscht werden
