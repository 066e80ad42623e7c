//! What the deployment's own clock said, in milliseconds since 1970; 0: nothing yet.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dates {
    /// The newest `Date` of an answer to a read, a sign-in or a sign-out.
    pub newest_ms: u64,
    /// The `Date` of a sign-out of this page, until a user signs in here, or may have signed in elsewhere (`rules/invalidation.rs`,
    /// `suspend_credentials`).
    pub signed_out_ms: u64,
    /// When the answer to that sign-out came, by the page's clock.
    pub signed_out_at_ms: u64,
    /// By how much the clocks of the deployment's servers were seen to differ.
    pub differ_ms: u64,
    /// The `Date` of the newest answer that was refused for being older, and `newest_ms` as it was then.
    pub refused_ms: Option<(u64, u64)>,
}
