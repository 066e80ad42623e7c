//! The query of a URL, with repeated names.

use url::form_urlencoded;

/// The names and values in order. A name may be repeated: the handler chooses which value counts.
pub(super) struct Query(Vec<(String, String)>);

impl Query {
    pub(super) fn of(raw: Option<String>) -> Self {
        Self(form_urlencoded::parse(raw.unwrap_or_default().as_bytes()).into_owned().collect())
    }

    /// The first value of this name.
    pub(super) fn first(&self, name: &'static str) -> Option<&str> {
        self.values(name).next()
    }

    /// The value of this name, if it occurs exactly once (RFC 6749 3.1).
    pub(super) fn only(&self, name: &'static str) -> Option<&str> {
        let mut values = self.values(name);
        values.next().filter(|_| values.next().is_none())
    }

    /// Every value of this name.
    pub(super) fn all(&self, name: &'static str) -> Vec<&str> {
        self.values(name).collect()
    }

    fn values(&self, name: &'static str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}
