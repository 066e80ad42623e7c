//! Feature permissions (`identity-api.md` 2.2).

use super::node::Node;

/// The features of one role. They stay in JavaScript, where the answer was parsed: the entry (`pkg/entry/features.js`)
/// reads them and puts a number in their place. The same number says the same; 0 is that there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features(u32);

impl Features {
    pub const fn numbered(number: u32) -> Self {
        Self(number)
    }

    pub const fn number(self) -> u32 {
        self.0
    }
}

/// `None` where the entry found no map of features.
pub fn decode_features<N: Node>(node: &N) -> Option<Features> {
    let number = node.number()?;
    let whole = number as u32;
    (f64::from(whole) == number).then_some(Features(whole))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn features_are_known_by_their_number() {
        for number in [0, 1, u32::MAX] {
            assert_eq!(decode_features(&json!(number)), Some(Features::numbered(number)));
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
            assert_eq!(decode_features(&value), None, "{value}");
        }
    }
}
