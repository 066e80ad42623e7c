//! The `Date` headers of the deployment's answers, in milliseconds since 1970; 0: none yet.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dates {
    /// The newest `Date` of an answer to a read, a sign-in or a sign-out.
    pub newest_date_ms: u64,
    /// The `Date` of a sign-out of this page, until a user signs in here, or may have signed in elsewhere (`rules/invalidation.rs`,
    /// `suspend_credentials`).
    pub sign_out_date_ms: u64,
    /// When the answer to that sign-out came, by the page's own clock.
    pub sign_out_answered_ms: u64,
    /// By how much the clocks of the deployment's servers were seen to differ.
    pub differ_ms: u64,
    /// Of the newest answer that was refused for its age: its `Date`, and `newest_date_ms` at that time.
    pub refused_date_ms: Option<(u64, u64)>,
}
