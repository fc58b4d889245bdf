//! Links to fields, called by the fields' labels. The message on top of a form stands before its fields, and only the
//! whole page knows what they are called: so a label stands in one place, beside its field.

/// How a template begins a link to a field; within it is the field's name, where it is called otherwise than its label
/// says.
const LINK: &str = "<a data-label href=\"#";

/// The page with each of these links called by its field's label. Nothing leads to what is not on the page.
pub fn linked(page: String) -> String {
    if !page.contains(LINK) {
        return page;
    }
    let mut parts = page.split(LINK);
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (link, after) = part.split_once("</a>").unwrap_or((part, ""));
        let (place, own) = link.split_once("\">").unwrap_or((link, ""));
        let label = if own.is_empty() { label(&page, place) } else { Some(own.to_owned()) };
        // A question has its own mark.
        let after = match (&label, after.strip_prefix(':')) {
            (Some(label), Some(after)) if label.ends_with('?') => after,
            _ => after,
        };
        match label {
            Some(label) if page.contains(&format!(" id=\"{place}\"")) => {
                whole.extend(["<a href=\"#", place, "\">", label.as_str(), "</a>", after]);
            }
            Some(label) => whole.extend([label.as_str(), after]),
            None => whole.push_str(after.strip_prefix(": ").unwrap_or(after)),
        }
    }
    whole
}

/// What the label of a field says, or the legend of a group, without the marks within it.
fn label(page: &str, place: &str) -> Option<String> {
    let whose = format!(" for=\"{place}\"");
    let mut labels = page.split("<label").skip(1).filter_map(|label| label.split_once('>'));
    let label = labels.find(|(beginning, _)| beginning.contains(&whose));
    let (own, _) = match label {
        Some((_, own)) => own.split_once("</label>")?,
        None => legend(page, place)?.split_once("</legend>")?,
    };
    let texts = own.split('<').map(|text| text.rsplit_once('>').map_or(text, |(_, text)| text));
    let said = texts.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    (!said.is_empty()).then_some(said)
}

/// The page from the legend on with which a group begins.
fn legend<'a>(page: &'a str, place: &str) -> Option<&'a str> {
    let (_, group) = page.split_once(&format!("<fieldset id=\"{place}\""))?;
    group.split_once('>')?.1.trim_start().strip_prefix("<legend>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_called_as_its_field_is() {
        let fields = "<label for=\"extra-date\">Day &#38; hour</label><input id=\"extra-date\">\
            <label class=\"tick\" for=\"extra-clock\"><input id=\"extra-clock\"> A clock <span class=\"act\">I.7.2</span>\n</label>\
            <output for=\"extra-sum\">3</output>";
        let group = "<fieldset id=\"extra-rooms\" class=\"ticks\">\n<legend>Which <em>rooms</em></legend></fieldset>\
            <p id=\"extra-times\"></p>";
        let page = |links: &str| {
            let page = linked(format!("{links}{fields}{group}"));
            page.replace(fields, "").replace(group, "")
        };
        let item = |field: &str, own: &str| format!("<li>{LINK}extra-{field}\">{own}</a>: Wrong.</li>");
        let date = "<a href=\"#extra-date\">Day &#38; hour</a>";
        assert_eq!(page(&item("date", "")), format!("<li>{date}: Wrong.</li>"));
        assert_eq!(page(&item("clock", "")), "<li><a href=\"#extra-clock\">A clock I.7.2</a>: Wrong.</li>");
        assert_eq!(page(&item("rooms", "")), "<li><a href=\"#extra-rooms\">Which rooms</a>: Wrong.</li>");
        assert_eq!(
            page(&item("times", "Times")),
            "<li><a href=\"#extra-times\">Times</a>: Wrong.</li>",
            "its own name"
        );
        let asks = "<li><a href=\"#extra-times\">Whom?</a> Wrong.</li>";
        assert_eq!(page(&item("times", "Whom?")), asks, "a question has its own mark");
        for nowhere in ["sum", "dat", "times"] {
            assert_eq!(page(&item(nowhere, "")), "<li>Wrong.</li>", "{nowhere} has no name");
        }
        assert_eq!(page(&item("gone", "Gone")), "<li>Gone: Wrong.</li>", "it is not on the page");
        assert_eq!(page(&format!("{LINK}extra-date\"></a>")), date);
        assert_eq!(page("<a href=\"#extra-date\">Below</a>"), "<a href=\"#extra-date\">Below</a>");
    }
}
