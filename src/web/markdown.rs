//! Opinions and other long texts: Markdown to HTML in which nothing can run and nothing is loaded.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// HTML that may stand in a page: no raw HTML, no pictures, links to the web and to this service only;
/// headings begin below the page's own.
pub fn to_html(text: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_SMART_PUNCTUATION;
    let events = Parser::new_ext(text, options).filter_map(safe);
    let mut page = String::with_capacity(text.len() * 2);
    html::push_html(&mut page, events);
    page
}

fn safe(event: Event<'_>) -> Option<Event<'_>> {
    match event {
        Event::Html(raw) | Event::InlineHtml(raw) => Some(Event::Text(raw)),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => None,
        Event::Start(Tag::Heading { level, .. }) => {
            Some(Event::Start(Tag::Heading { level: below(level), id: None, classes: vec![], attrs: vec![] }))
        }
        Event::End(TagEnd::Heading(level)) => Some(Event::End(TagEnd::Heading(below(level)))),
        Event::Start(Tag::Link { link_type, dest_url, id, .. }) => {
            let dest_url = if leads_somewhere(&dest_url) { dest_url } else { CowStr::Borrowed("#") };
            Some(Event::Start(Tag::Link { link_type, dest_url, title: CowStr::Borrowed(""), id }))
        }
        other => Some(other),
    }
}

/// Opinions stand under headings of the third level.
fn below(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 => HeadingLevel::H4,
        HeadingLevel::H2 => HeadingLevel::H5,
        _ => HeadingLevel::H6,
    }
}

fn leads_somewhere(url: &str) -> bool {
    let ours = url.starts_with('/') && !url.starts_with("//") && !url.starts_with("/\\");
    ours || url.starts_with("https://") || url.starts_with("http://") || url.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::to_html;

    #[test]
    fn text_is_laid_out() {
        assert_eq!(to_html("# Held\n\nThe ban *stands*."), "<h4>Held</h4>\n<p>The ban <em>stands</em>.</p>\n");
        assert_eq!(to_html("[II.9](/rulebook/acts/II.9)"), "<p><a href=\"/rulebook/acts/II.9\">II.9</a></p>\n");
    }

    #[test]
    fn nothing_runs_and_nothing_is_loaded() {
        for text in [
            "<script>alert(1)</script>",
            "a <img src=x onerror=alert(1)> b",
            "[x](javascript:alert(1))",
            "[x](data:text/html,<script>alert(1)</script>)",
            "[x](//evil.example)",
            "[x](JaVaScript:alert(1))",
            "![x](https://evil.example/pixel.png)",
            "<div onclick=alert(1)>\n\n**x**\n\n</div>",
            "<javascript:alert(1)>",
            "[x](https://a.example \"onclick=alert(1)\")",
            "```<script>\n</script>\n```",
        ] {
            let html = to_html(text);
            for wrong in ["<script", "<img", "<div", "javascript:alert(1)\"", "data:text", "href=\"//", "title="] {
                assert!(!html.to_lowercase().contains(wrong), "{text}: {html}");
            }
        }
    }
}
