//! Sessions: the calendar, the register and the pairings.
