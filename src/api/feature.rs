//! Feature permissions (`identity-api.md` 2.2).

use super::node::Node;
use std::collections::BinaryHeap;
use std::mem::{replace, take};

/// One feature's permission.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeaturePermission {
    pub enabled: bool,
    /// The usage limit as JSON text; `null` where there is none. Its shape is not defined: all that is known of it
    /// is that it is JSON, in which the order of an object's members says nothing. They are sorted, so that limits
    /// that say the same are equal.
    pub limit: String,
}

/// The features of one role, sorted by name, each name once and none of them empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features(Vec<(String, FeaturePermission)>);

impl Features {
    /// `entries`: each name once, as in a JSON object.
    pub fn new(mut entries: Vec<(String, FeaturePermission)>) -> Self {
        entries.retain(|(name, _)| !name.is_empty());
        // A heap's sort is the smallest in the module.
        Self(BinaryHeap::from(entries).into_sorted_vec())
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
    for (name, entry) in node.entries()? {
        if let Some(permission) = decode_permission(&entry) {
            features.push((name, permission));
        }
    }
    Some(Features::new(features))
}

fn decode_permission<N: Node>(node: &N) -> Option<FeaturePermission> {
    let enabled = node.field("enabled")?.boolean()?;
    let limit = match node.field("limit") {
        Some(limit) => sort_members(&limit.to_json()?),
        None => "null".to_owned(),
    };
    Some(FeaturePermission { enabled, limit })
}

/// Compact JSON text with the members of every object sorted. Without recursion: a limit may be nested deeper than
/// calls can be.
fn sort_members(text: &str) -> String {
    // Of what is open: the text before it, and the members that the one around it has so far.
    let mut open = Vec::new();
    let (mut current, mut members) = (String::new(), Vec::new());
    let (mut quoted, mut escaped) = (false, false);
    for character in text.chars() {
        match character {
            '{' | '[' if !quoted => open.push((take(&mut current), take(&mut members))),
            ',' if !quoted => members.push(take(&mut current)),
            '}' | ']' if !quoted => {
                members.push(take(&mut current));
                let (before, around) = open.pop().unwrap_or_default();
                let is_object = character == '}';
                let mut inner = replace(&mut members, around);
                if is_object {
                    inner = BinaryHeap::from(inner).into_sorted_vec();
                }
                current = before;
                let mut separator = if is_object { '{' } else { '[' };
                for member in inner {
                    current.push(replace(&mut separator, ','));
                    current.push_str(&member);
                }
                current.push(character);
            }
            _ => {
                quoted ^= character == '"' && !escaped;
                escaped = character == '\\' && !escaped;
                current.push(character);
            }
        }
    }
    current
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
    fn limits_that_differ_in_the_order_of_their_keys_alone_are_equal() {
        let limits = [
            [r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#],
            [
                r#"{"per":{"day":5,"hour":[{"x":1,"y":2}]},"n":0}"#,
                r#"{"n":0,"per":{"hour":[{"y":2,"x":1}],"day":5}}"#,
            ],
            [r#"[{"b":{},"a":[]}]"#, r#"[{"a":[],"b":{}}]"#],
            [r#"{"a,}\"":1,"\\":"{\"z\":1,\"a\":2}"}"#, r#"{"\\":"{\"z\":1,\"a\":2}","a,}\"":1}"#],
            [r#"{"a":1,"ab":2,"":3,"ü":4}"#, r#"{"ü":4,"ab":2,"":3,"a":1}"#],
        ];
        for [one, other] in limits {
            assert_eq!(sort_members(one), sort_members(other), "{one}");
            let [said, sorted]: [serde_json::Value; 2] =
                [one, &sort_members(one)].map(|text| serde_json::from_str(text).unwrap());
            assert_eq!(said, sorted, "nothing else changes");
        }
    }

    #[test]
    fn limits_that_say_different_things_stay_different() {
        let limits = [
            "null",
            "0",
            "\"\"",
            "[]",
            "{}",
            "[[]]",
            "[{}]",
            "[1,2]",
            "[2,1]",
            r#"{"a":1,"b":2}"#,
            r#"{"a":2,"b":1}"#,
            r#"{"a":{"b":2}}"#,
            r#"{"a":{},"b":2}"#,
            r#""{\"b\":1,\"a\":2}""#,
            r#""{\"a\":2,\"b\":1}""#,
            r#""a,b""#,
        ];
        let texts: std::collections::BTreeSet<_> = limits.iter().map(|limit| sort_members(limit)).collect();
        assert_eq!(texts.len(), limits.len());
        for limit in limits {
            assert_eq!(sort_members(limit), limit, "sorted already");
        }
    }

    #[test]
    fn a_limit_nested_a_hundred_thousand_levels_deep_is_read() {
        let depth = 100_000;
        let deep = |text: &str, end: &str| [text.repeat(depth), "1".to_owned(), end.repeat(depth)].concat();
        for limit in [deep("[", "]"), deep(r#"{"a":"#, "}")] {
            assert_eq!(sort_members(&limit), limit);
        }
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
