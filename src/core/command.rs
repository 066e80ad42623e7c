//! Calls that bring nothing along.

use super::event::Event;
use super::ids::CallId;
use crate::api::named;

named! {
    pub enum Command {
        Refresh = "refresh",
        Read = "read",
        RefreshPermissions = "permissions.refresh",
        Roles = "roles",
        SsoConfig = "sso.config",
        /// Its number is that of the call to abort.
        Abort = "abort",
    }
}

impl Command {
    /// `within`: it was called through the session that `reauthenticate` was given.
    pub fn event(self, call: CallId, within: bool) -> Event {
        match self {
            Self::Refresh => Event::RefreshCalled { call },
            Self::Read => Event::ReadCalled { call },
            Self::RefreshPermissions => Event::PermissionsCalled { call, within },
            Self::Roles => Event::RolesCalled { call, within },
            Self::SsoConfig => Event::SsoConfigCalled { call },
            Self::Abort => Event::Aborted { call },
        }
    }
}
