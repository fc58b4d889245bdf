-- What notices tell are messages from here on. `src/db/carried.rs` reads the sentences that are there.
SELECT 1;
