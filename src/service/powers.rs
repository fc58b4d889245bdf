//! `docs/powers.md`: the table of who may do what, as people read it.

use std::fmt::Write;

use super::server::routes;
use crate::auth::{Power, Relation, Route};

const HEAD: &str = "# Who may do what

Written by `rookery powers` (`scripts/documents`) from the rows that make the routes. Powers are read from the database at every
request: one that was taken away is gone at once. Without a token, or with one that no longer holds, whatever is not for anyone
answers 401; without the power, 403 with the Act that gives it. The club is everybody who has joined the leaderboard, once or now, or holds a role;
the house rule `visitors` says what others read. Players at a table keep the routes of that table.
";

/// The page, in Markdown.
pub fn page() -> String {
    let mut page = HEAD.to_owned();
    powers(&mut page);
    relations(&mut page);
    table(&mut page);
    page
}

fn line(page: &mut String, cells: &[&str]) {
    // Writing into a string does not fail.
    let _ = writeln!(page, "| {} |", cells.join(" | "));
}

fn powers(page: &mut String) {
    page.push_str("\n## Powers\n\n");
    line(page, &["Power", "By Act"]);
    line(page, &["---"; 2]);
    for power in Power::ALL {
        line(page, &[&power.in_words().to_string(), &power.act().to_string()]);
    }
}

fn relations(page: &mut String) {
    page.push_str("\n## Relations\n\nWhat a caller with the power has to be to the thing or the person besides.\n\n");
    line(page, &["Relation", "Otherwise"]);
    line(page, &["---"; 2]);
    for relation in Relation::ALL {
        let acts = relation.acts().join(", ");
        let otherwise = if acts.is_empty() { "404: not found".to_owned() } else { format!("403: {acts}") };
        line(page, &[relation.as_str(), &otherwise]);
    }
}

fn table(page: &mut String) {
    page.push_str("\n## Routes\n\n");
    line(page, &["Path", "Method", "Power", "Relation"]);
    line(page, &["---"; 4]);
    let mut rows: Vec<Route> = routes().collect();
    rows.sort_by_key(|route| (route.path, route.method));
    for Route { method, path, power, relation } in rows {
        line(
            page,
            &[&format!("`{path}`"), method, &power.in_words().to_string(), relation.map_or("", Relation::as_str)],
        );
    }
}
