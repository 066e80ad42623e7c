//! What the page is shown, and the session never looks into: a user's details and the name of their role (`identity-api.md`
//! 2.1), the company (2.3), and the role catalogue (2.4).

use super::node::{Node, number_field};
use std::num::NonZeroU32;

/// It stays in JavaScript, where the answer was parsed: the entry (`pkg/engine/cache.ts`) reads it and puts a number in its
/// place. Equal values have the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle(NonZeroU32);

impl From<NonZeroU32> for Handle {
    fn from(number: NonZeroU32) -> Self {
        Self(number)
    }
}

impl Handle {
    /// `None` for 0: the entry found nothing that is well-formed.
    pub fn new(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    pub const fn number(self) -> u32 {
        self.0.get()
    }
}

pub(super) fn handle_field<N: Node>(node: &N, name: &'static str) -> Option<Handle> {
    Handle::new(number_field(node, name)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_has_no_number_is_no_handle() {
        assert_eq!(handle_field(&json!({"company": 7}), "company"), Handle::new(7));
        assert_eq!(Handle::new(7).map(Handle::number), Some(7));
        for body in
            [json!({}), json!({"company": 0}), json!({"company": null}), json!({"company": {"id": 1}})]
        {
            assert_eq!(handle_field(&body, "company"), None, "{body}");
        }
    }
}
