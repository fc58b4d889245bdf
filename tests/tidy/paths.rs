//! The paths that a source names of its crate, read off its text.

/// Every path that a file begins with `crate::`, without it; of a group, each.
pub(super) fn paths(text: &str) -> Vec<String> {
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect();
    code.match_indices("crate::").flat_map(|(at, found)| spread(&code[at + found.len()..]).0).collect()
}

/// The paths that begin here, and how far they reach: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn spread(text: &str) -> (Vec<String>, usize) {
    let length = text.find(|letter: char| !letter.is_alphanumeric() && !"_:!".contains(letter)).unwrap_or(text.len());
    let path = &text[..length];
    if !text[length..].starts_with('{') {
        return (vec![path.to_owned()], length);
    }
    let (mut inner, mut at) = (Vec::new(), length + 1);
    loop {
        at += text[at..].len()
            - text[at..].trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',').len();
        if text[at..].is_empty() || text[at..].starts_with('}') {
            return (inner.into_iter().map(|end: String| format!("{path}{end}")).collect(), at + 1);
        }
        let (ends, reach) = spread(&text[at..]);
        inner.extend(ends);
        // Past what a path cannot hold (`as name`), to the next of the group.
        at += reach.max(1);
        at += text[at..].find([',', '}']).unwrap_or(text.len() - at);
    }
}

#[test]
fn paths_are_read_from_groups_too() {
    let text = "use crate::games::{self, store::{a, b as c}, Ending};\nuse crate::{\n    audit,\n    db::Tx,\n};\n// crate::none\ncrate::error::f(x)";
    let read = paths(text);
    assert_eq!(
        read,
        ["games::self", "games::store::a", "games::store::b", "games::Ending", "audit", "db::Tx", "error::f"]
    );
}
