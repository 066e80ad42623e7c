//! The query of an address, with nothing dropped.

use url::form_urlencoded;

/// Names and values in their order. A name may come more than once, and a handler has to say which one counts.
pub(super) struct Query(Vec<(String, String)>);

impl Query {
    pub(super) fn of(raw: Option<String>) -> Self {
        Self(form_urlencoded::parse(raw.unwrap_or_default().as_bytes()).into_owned().collect())
    }

    /// The value that comes first under this name.
    pub(super) fn first(&self, name: &'static str) -> Option<&str> {
        self.values(name).next()
    }

    /// The value under this name, if it comes exactly once (RFC 6749 3.1).
    pub(super) fn only(&self, name: &'static str) -> Option<&str> {
        let mut values = self.values(name);
        values.next().filter(|_| values.next().is_none())
    }

    /// Every value under this name.
    pub(super) fn all(&self, name: &'static str) -> Vec<&str> {
        self.values(name).collect()
    }

    fn values(&self, name: &'static str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}
