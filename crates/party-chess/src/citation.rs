//! What a refusal rests on: a rule, and the readings that were needed beside it.

use std::borrow::Cow;
use std::fmt;

/// A rule, and the readings that were needed beside it: `1230.18 §3, G25`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Citation {
    /// The rule; `None` where readings stand alone.
    pub rule: Option<Cow<'static, str>>,
    /// The readings, by their numbers.
    pub readings: &'static [u8],
}

impl Citation {
    /// A rule by itself.
    pub fn of(rule: impl Into<Cow<'static, str>>) -> Citation {
        Citation { rule: Some(rule.into()), readings: &[] }
    }

    /// Readings by themselves.
    pub fn reading(readings: &'static [u8]) -> Citation {
        Citation { rule: None, readings }
    }

    /// The rule with readings beside it.
    #[must_use]
    pub fn with(self, readings: &'static [u8]) -> Citation {
        Citation { readings, ..self }
    }

    /// The rule and each of the readings, as they are cited one by one: `1230.18 §3` and `G25`.
    pub fn parts(&self) -> impl Iterator<Item = Cow<'static, str>> {
        let readings = self.readings.iter().map(|number| Cow::Owned(format!("G{number}")));
        self.rule.clone().into_iter().chain(readings)
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.parts().collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::Citation;

    #[test]
    fn a_rule_is_cited_before_its_readings() {
        for (citation, whole, parts) in [
            (Citation::of("1230.2 §7"), "1230.2 §7", vec!["1230.2 §7"]),
            (Citation::of("1230.18 §3").with(&[25]), "1230.18 §3, G25", vec!["1230.18 §3", "G25"]),
            (Citation::of("1230.5").with(&[23, 24]), "1230.5, G23, G24", vec!["1230.5", "G23", "G24"]),
            (Citation::of("1230.2 §6.A, §6.C"), "1230.2 §6.A, §6.C", vec!["1230.2 §6.A, §6.C"]),
            (Citation::reading(&[36]), "G36", vec!["G36"]),
        ] {
            assert_eq!(citation.to_string(), whole);
            assert_eq!(citation.parts().collect::<Vec<_>>(), parts);
        }
    }
}
