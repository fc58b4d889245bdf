//! What the database itself refuses, whichever it is.

use diesel::prelude::*;

use crate::exchange::lively;

both!(the_database_refuses_what_no_rule_lets_through, |club| {
    lively(&club);
    club.person("Somebody", &[]);
    for change in [
        "UPDATE games SET black_id = white_id",
        "UPDATE games SET ending = 'tired'",
        "UPDATE rating_events SET second_id = first_id WHERE kind = 'game'",
        "UPDATE accounts SET powers_rest_by = 999999",
    ] {
        let done = club.app.db.write_now(move |tx| Ok(diesel::sql_query(change).execute(tx.db)?));
        assert!(done.is_err(), "{change}: {done:?}");
    }
});
