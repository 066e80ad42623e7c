//! Values that the page is shown, and that the session knows only by numbers: the content of a session body and the name of the user's role
//! (`identity-api.md` 2.1), features (2.2), the company (2.3), and the role catalogue (2.4).

use std::num::NonZeroU32;

/// The number of a value that stays in JavaScript, where the answer was parsed (`pkg/engine/records.ts`). Equal values have the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle(NonZeroU32);

impl From<NonZeroU32> for Handle {
    fn from(number: NonZeroU32) -> Self {
        Self(number)
    }
}

impl Handle {
    /// Returns the handle with this number; `None` for 0, which means that the value is missing or malformed.
    pub fn new(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    pub const fn number(self) -> u32 {
        self.0.get()
    }
}
