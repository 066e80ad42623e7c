//! Calls that bring nothing along, by their names in JavaScript.

use crate::api::named;

named! {
    pub enum Command {
        /// The page wants to know who is signed in: it ends the lock of a sign-out of this page that failed.
        Refresh = "refresh",
        /// Reads the session. Unlike `Refresh`, it ends no lock.
        Read = "read",
        RefreshPermissions = "permissions.refresh",
        Roles = "roles",
        SsoConfig = "sso.config",
        /// The caller's `AbortSignal` fired. Its number is that of the call to abort.
        Abort = "abort",
    }
}
