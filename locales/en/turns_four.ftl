# Four in a row at a table.
four = Four in a row
four-how = Drop discs by turns. The first with four in a line wins: across, upright or slanting.
four-red = Red
four-yellow = Yellow
four-tap = Tap a column.
four-column = Column { $column }
four-line = four in a line
four-full = Draw: the board is full
