//! Games: registering them, and everything that can happen to one afterwards.
