//! The body of an answer, as far as it could be read.

/// What came after the headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body<N> {
    /// Declared as JSON, within the size limit, valid UTF-8, and parsed.
    Json(N),
    /// Anything else: another content type, no body, broken JSON, or over [`LIMIT_BYTES`].
    Unusable,
}

/// Bodies over this size are refused while they stream. A feature entry takes some 60 bytes, so this holds
/// over ten thousand features with room to spare.
pub const LIMIT_BYTES: u32 = 2 * 1024 * 1024;

impl<N> Body<N> {
    pub fn json(&self) -> Option<&N> {
        match self {
            Self::Json(node) => Some(node),
            Self::Unusable => None,
        }
    }
}

/// Whether a `Content-Type` declares JSON (WHATWG MIME Sniffing, "JSON MIME type"). A missing header is taken
/// as JSON: the document promises JSON bodies, and says nothing about the header.
pub fn declares_json(content_type: Option<&str>) -> bool {
    let bytes = content_type.unwrap_or_default().as_bytes();
    let end = bytes.iter().position(|byte| *byte == b';').unwrap_or(bytes.len());
    let essence = bytes.get(..end).unwrap_or_default().trim_ascii();
    let is_json = |(separator, subtype): (&u8, &[u8])| {
        matches!(separator, b'/' | b'+') && subtype.eq_ignore_ascii_case(b"json")
    };
    essence.is_empty()
        || essence
            .split_last_chunk::<4>()
            .and_then(|(head, tail)| head.last().map(|separator| is_json((separator, tail))))
            == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_json_content_types_declare_json() {
        assert!(declares_json(None));
        let cases: Vec<serde_json::Value> =
            serde_json::from_str(include_str!("../../tests/cases/content-types.json")).unwrap();
        for case in &cases {
            assert_eq!(declares_json(case["type"].as_str()), case["json"] == true, "{case}");
        }
        assert!(cases.len() >= 20);
    }

    #[test]
    fn ten_thousand_features_with_long_names_are_within_the_limit_and_ten_megabytes_are_not() {
        let name = "feature-with-a-name-of-a-hundred-bytes".repeat(3);
        let body = format!(r#""{name}":{{"enabled":true,"limit":null}},"#).repeat(10_000);
        assert!((body.len()..10_000_000).contains(&(LIMIT_BYTES as usize)));
    }
}
