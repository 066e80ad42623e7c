//! Numbers of calls and requests.

/// The number of a call that waits for an outcome. JavaScript chooses it (`pkg/entry/calls.ts`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallId(pub u32);

/// The number of a request. Requests are numbered in the order in which they are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u32);

impl RequestId {
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }
}
