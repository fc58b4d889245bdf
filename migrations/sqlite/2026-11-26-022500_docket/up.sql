-- What stands on a docket, by which case the Court decided, why a version of the rulebook was published and why somebody
-- left the leaderboard are messages from here on. `src/db/carried.rs` reads the sentences that are there.
SELECT 1;
