//! The authentication state, as far as it is known.

use crate::api::{Failure, Handle, User};
use crate::core::ids::RequestId;
use crate::core::view::{Reason, Status};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AuthState {
    /// Nothing is known, or nothing may be shown. `withheld`: who was shown, until a read is answered.
    Unknown {
        withheld: Option<Known>,
        error: Option<Failure>,
    },
    /// `error`: the newest read failed, for this reason.
    Authenticated {
        known: Known,
        error: Option<Failure>,
    },
    Unauthenticated {
        reason: Reason,
        cookie_refused: bool,
        error: Option<Failure>,
    },
}

/// Who is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Known {
    pub user: User,
    pub features: Handle,
    /// The company, which is told at sign-in only.
    pub company: Option<Handle>,
    /// When the newest request began that found this user.
    pub confirmed_ms: u64,
    /// The request that the features came with.
    pub features_of: RequestId,
}

impl Default for AuthState {
    fn default() -> Self {
        Self::Unknown { withheld: None, error: None }
    }
}

impl AuthState {
    pub fn status(&self) -> Status {
        match self {
            Self::Unknown { .. } => Status::Unknown,
            Self::Authenticated { .. } => Status::Authenticated,
            Self::Unauthenticated { .. } => Status::Unauthenticated,
        }
    }

    pub fn is_authenticated(&self) -> bool {
        self.status() == Status::Authenticated
    }

    /// Returns who is signed in, as far as it is known, shown or not.
    pub fn known(&self) -> Option<&Known> {
        match self {
            Self::Authenticated { known, .. } | Self::Unknown { withheld: Some(known), .. } => Some(known),
            _ => None,
        }
    }

    pub fn user(&self) -> Option<User> {
        self.known().map(|known| known.user)
    }

    /// Notes why the newest read failed; `None`: it did not. What is known stays.
    pub fn set_error(&mut self, failure: Option<Failure>) {
        match self {
            Self::Unknown { error, .. }
            | Self::Authenticated { error, .. }
            | Self::Unauthenticated { error, .. } => *error = failure,
        }
    }

    /// Closes the gates. The error of the newest read stays.
    pub fn hide(&mut self) {
        if let Self::Authenticated { error, .. } = self {
            let error = *error;
            self.withhold(error);
        }
    }

    /// Closes the gates, and remembers who was shown.
    pub fn withhold(&mut self, error: Option<Failure>) {
        *self = match core::mem::take(self) {
            Self::Authenticated { known, .. } => Self::Unknown { withheld: Some(known), error },
            other => other,
        };
    }
}
