//! Calls without arguments, by their names in JavaScript.

use crate::api::named;

named! {
    pub enum Command {
        /// Reads the session, and ends the lock of a failed sign-out of this page: the page wants to know which user is signed in.
        Refresh = "refresh",
        /// Reads the session. Unlike `Refresh`, this call ends no lock.
        Read = "read",
        RefreshPermissions = "permissions.refresh",
        Roles = "roles",
        SsoConfig = "sso.config",
        /// Aborts a call, because its `AbortSignal` fired. The number is the number of that call.
        Abort = "abort",
    }
}
