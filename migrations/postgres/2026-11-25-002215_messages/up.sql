-- Why scores move, and why games stand as they do, are messages from here on: templates with arguments, as JSON.
-- `src/db/carried.rs` reads the sentences that are there.
SELECT 1;
