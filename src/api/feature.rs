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

/// The features of one role, sorted by name, each name once and none of them empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features(Vec<(String, FeaturePermission)>);

impl Features {
    /// `entries`: each name once, as in a JSON object.
    pub fn new(entries: Vec<(String, FeaturePermission)>) -> Self {
        let mut features = Self::default();
        for (name, permission) in entries {
            features.insert(name, permission);
        }
        features
    }

    /// Quick where names come nearly sorted, as those of a [`Node`] do: then its place is at the end.
    fn insert(&mut self, name: String, permission: FeaturePermission) {
        if !name.is_empty() {
            let place = self.0.partition_point(|(known, _)| *known < name);
            self.0.insert(place, (name, permission));
        }
    }

    pub fn entries(&self) -> &[(String, FeaturePermission)] {
        &self.0
    }
}

/// Reads a map from feature name to permission. `None` where it is not an object at all, or where a name is no
/// well-formed Unicode: copying that name would make another of it. An entry that is malformed, or whose name
/// is empty, is left out and so stays closed; the others keep their word.
pub fn decode_features<N: Node>(node: &N) -> Option<Features> {
    let mut features = Features::default();
    for (name, entry) in node.entries()? {
        if let Some(permission) = decode_permission(&entry) {
            features.insert(name, permission);
        }
    }
    Some(features)
}

fn decode_permission<N: Node>(node: &N) -> Option<FeaturePermission> {
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

    /// A browser's objects keep the order in which the deployment wrote; what changed is found by sorted names.
    #[test]
    fn features_are_sorted_by_name_in_whatever_order_they_were_sent() {
        let permission = FeaturePermission { enabled: true, limit: "null".into() };
        let sent = ["chat-messages", "scrum-team-agent", "chat-history"];
        let features = Features::new(sent.map(|name| (name.into(), permission.clone())).into());
        assert_eq!(names(&features), ["chat-history", "chat-messages", "scrum-team-agent"]);
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
