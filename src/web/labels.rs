//! Links to fields, called by the fields' labels. The message on top of a form stands before its fields, and only the
//! whole page knows what they are called: so a label stands in one place, beside its field.

/// How a template begins a link to a field that it has no name for; within the link is what follows it.
const LINK: &str = "<a data-label href=\"#";

/// The page with each of these links called by its field's label. What has no label on the page is no field of it, and
/// nothing leads there.
pub fn linked(page: &str) -> String {
    let mut parts = page.split(LINK);
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (link, after) = part.split_once("</a>").unwrap_or((part, ""));
        let (place, follows) = link.split_once("\">").unwrap_or((link, ""));
        if let Some(label) = label(page, place) {
            whole.extend(["<a href=\"#", place, "\">", label.as_str(), "</a>", follows]);
        }
        whole.push_str(after);
    }
    whole
}

/// What the label of a field says, without the marks within it.
fn label(page: &str, place: &str) -> Option<String> {
    let whose = format!(" for=\"{place}\"");
    let mut labels = page.split("<label").skip(1).filter_map(|label| label.split_once('>'));
    let (_, own) = labels.find(|(beginning, _)| beginning.contains(&whose))?;
    let (own, _) = own.split_once("</label>")?;
    let texts = own.split('<').map(|text| text.rsplit_once('>').map_or(text, |(_, text)| text));
    let said = texts.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    (!said.is_empty()).then_some(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_called_as_its_field_is() {
        let fields = "<label for=\"extra-date\">Day &#38; hour</label><input id=\"extra-date\">\
            <label class=\"tick\" for=\"extra-clock\"><input id=\"extra-clock\"> A clock <span class=\"act\">I.7.2</span>\n</label>\
            <output for=\"extra-sum\">3</output>";
        let page = |links: &str| linked(&format!("{links}{fields}")).replace(fields, "");
        let item = |field: &str| format!("<li>{LINK}extra-{field}\">: </a>Wrong.</li>");
        assert_eq!(page(&item("date")), "<li><a href=\"#extra-date\">Day &#38; hour</a>: Wrong.</li>");
        assert_eq!(page(&item("clock")), "<li><a href=\"#extra-clock\">A clock I.7.2</a>: Wrong.</li>");
        assert_eq!(page(&(item("sum") + &item("dat"))), "<li>Wrong.</li><li>Wrong.</li>", "no field's label");
        assert_eq!(page(&format!("{LINK}extra-date\"></a>")), "<a href=\"#extra-date\">Day &#38; hour</a>");
        assert_eq!(page("<a href=\"#extra-date\">Below</a>"), "<a href=\"#extra-date\">Below</a>");
    }
}
