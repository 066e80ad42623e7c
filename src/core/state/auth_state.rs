//! The authentication state: whether a user is signed in, and which one.

use crate::api::{Failure, Handle, User};
use crate::core::ids::RequestId;
use crate::core::view::{Reason, Status};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AuthState {
    /// Nothing is known, or nothing may be shown. `withheld`: the user who was shown before, until a read is answered.
    Unknown {
        withheld: Option<Known>,
        error: Option<Failure>,
    },
    /// A user is signed in. `error`: why the newest read failed, if it did.
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

/// The signed-in user.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Known {
    pub user: User,
    pub features: Handle,
    /// The user's company, which only the answer to a sign-in has.
    pub company: Option<Handle>,
    /// When the newest request that found this user began.
    pub confirmed_ms: u64,
    /// The request that brought the features.
    pub features_from: RequestId,
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

    /// Returns the signed-in user, if known, whether shown or withheld.
    pub fn known(&self) -> Option<&Known> {
        match self {
            Self::Authenticated { known, .. } | Self::Unknown { withheld: Some(known), .. } => Some(known),
            _ => None,
        }
    }

    pub fn user(&self) -> Option<User> {
        self.known().map(|known| known.user)
    }

    /// Sets why the newest read failed; `None`: it did not. The rest stays.
    pub fn set_error(&mut self, failure: Option<Failure>) {
        match self {
            Self::Unknown { error, .. }
            | Self::Authenticated { error, .. }
            | Self::Unauthenticated { error, .. } => *error = failure,
        }
    }

    /// Withholds the user who is shown, and keeps the error.
    pub fn hide(&mut self) {
        if let Self::Authenticated { error, .. } = self {
            let error = *error;
            self.withhold(error);
        }
    }

    /// Withholds the user who is shown, which closes the gates. `error`: the error to show.
    pub fn withhold(&mut self, error: Option<Failure>) {
        *self = match core::mem::take(self) {
            Self::Authenticated { known, .. } => Self::Unknown { withheld: Some(known), error },
            other => other,
        };
    }
}
