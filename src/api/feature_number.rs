//! Feature permissions (`identity-api.md` 2.2): here only their number. Each feature is checked in `pkg/entry/features.ts`,
//! `readPermission`.

use super::node::{Node, number_field};

/// The features of one role. They stay in JavaScript, where the answer was parsed: the entry (`pkg/entry/features.ts`)
/// reads them and puts a number in their place. Equal features have the same number; 0: there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features(u32);

impl Features {
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    pub const fn number(self) -> u32 {
        self.0
    }
}

/// The features in the field `name`; `None` where `pkg/entry/features.ts` found no map of them.
pub(super) fn features_field<N: Node>(node: &N, name: &'static str) -> Option<Features> {
    number_field(node, name).map(Features)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn features_are_known_by_their_number() {
        for number in [0, 1, u32::MAX] {
            let body = json!({ "permissions": number });
            assert_eq!(features_field(&body, "permissions"), Some(Features::new(number)));
        }
    }

    #[test]
    fn what_is_no_number_of_the_entrys_is_no_feature_map() {
        for value in [
            json!([]),
            json!(null),
            json!("1"),
            json!({}),
            json!(true),
            json!(-1),
            json!(1.5),
            json!(4_294_967_296_u64),
        ] {
            assert_eq!(features_field(&json!({ "permissions": value }), "permissions"), None, "{value}");
        }
    }
}
