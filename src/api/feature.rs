//! Feature permissions (`identity-api.md` 2.2).

use super::node::Node;

/// One feature's permission.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FeaturePermission {
    pub enabled: bool,
    /// The usage limit as JSON text; `null` where there is none. Its shape is not defined. The entry parses bodies with
    /// the members of a limit sorted (`pkg/entry/json.js`), so that limits that say the same are equal.
    pub limit: String,
}

/// The features of one role: each name once, none of them empty, in the order of [`Node::entries`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features(Vec<(String, FeaturePermission)>);

impl Features {
    /// `entries`: each name once, sorted.
    pub fn new(entries: Vec<(String, FeaturePermission)>) -> Self {
        Self(entries)
    }

    pub fn entries(&self) -> &[(String, FeaturePermission)] {
        &self.0
    }
}

/// Reads a map from feature name to permission. `None` where it is not an object at all, or where a name is no
/// well-formed Unicode: copying that name would make another of it. An entry that is malformed, or whose name
/// is empty, is left out and so stays closed; the others keep their word.
pub fn decode_features<N: Node>(node: &N) -> Option<Features> {
    let mut features = Vec::new();
    let is_map = node.entries(&mut |name, entry| {
        if let Some(permission) = decode_permission(entry)
            && !name.is_empty()
        {
            features.push((name, permission));
        }
    });
    is_map.then_some(Features(features))
}

fn decode_permission<N: Node>(node: N) -> Option<FeaturePermission> {
    let enabled = node.field("enabled")?.boolean()?;
    let limit = match node.field("limit") {
        Some(limit) => limit.to_json()?,
        None => "null".to_owned(),
    };
    Some(FeaturePermission { enabled, limit })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn names(features: &Features) -> Vec<&str> {
        features.entries().iter().map(|(name, _)| name.as_str()).collect()
    }

    #[test]
    fn features_are_read_with_their_limits_as_sent() {
        let features = decode_features(&json!({
            "report-analysis": {"enabled": true, "limit": {"per_day": 5}},
            "chat-history": {"enabled": false, "limit": null},
            "chat-messages": {"enabled": true},
        }))
        .unwrap();
        assert_eq!(names(&features), ["chat-history", "chat-messages", "report-analysis"]);
        assert_eq!(
            features.entries()[2].1,
            FeaturePermission { enabled: true, limit: "{\"per_day\":5}".into() }
        );
        assert_eq!(features.entries()[1].1.limit, "null");
    }

    #[test]
    fn a_malformed_entry_stays_closed_and_spoils_no_other() {
        let features = decode_features(&json!({
            "": {"enabled": true}, "a": true, "b": {"enabled": "true"}, "c": {"enabled": 1}, "d": [true, null],
            "e": {}, "f": null, "good": {"enabled": true, "limit": null},
        }))
        .unwrap();
        assert_eq!(names(&features), ["good"]);
    }

    #[test]
    fn names_that_objects_inherit_are_names_like_any_other() {
        let features =
            decode_features(&json!({"__proto__": {"enabled": true}, "constructor": {"enabled": false}}))
                .unwrap();
        assert_eq!(names(&features), ["__proto__", "constructor"]);
    }

    #[test]
    fn what_is_no_object_is_no_feature_map() {
        for value in [json!([]), json!(null), json!("x"), json!(1), json!(true)] {
            assert_eq!(decode_features(&value), None, "{value}");
        }
    }
}
