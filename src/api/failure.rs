//! The failures of requests, with the public error codes.

use super::named;

named! {
    /// The public error codes (`pkg/index.d.ts`, `SessionErrorCode`) of the engine's errors. `pkg/entry/session-error.ts` has the codes of
    /// errors that JavaScript makes.
    pub enum Code {
        MissingCredentials = "missing-credentials",
        InvalidCredentials = "invalid-credentials",
        AccountDeactivated = "account-deactivated",
        CookieRefused = "cookie-refused",
        Unauthenticated = "unauthenticated",
        Forbidden = "forbidden",
        NotSupported = "not-supported",
        ForeignUrl = "foreign-url",
        Network = "network",
        Timeout = "timeout",
        Aborted = "aborted",
        Superseded = "superseded",
        RateLimited = "rate-limited",
        ServerError = "server-error",
        InvalidResponse = "invalid-response",
        Closed = "closed",
    }
}

impl Code {
    /// Whether sending the same request again may help: the network, the deployment or its answer was at fault, and not the request.
    pub fn is_retryable(self) -> bool {
        matches!(
            self,
            Self::Network | Self::Timeout | Self::RateLimited | Self::ServerError | Self::InvalidResponse
        )
    }
}

/// One failure. It has no body, URL or header of the request or the answer, so it cannot have a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Failure {
    pub code: Code,
    /// The HTTP status of the answer, if there was one.
    pub status: Option<u16>,
    /// The `Retry-After` of the answer, in milliseconds.
    pub retry_after_ms: Option<u32>,
}

impl Failure {
    pub fn of(code: Code) -> Self {
        Self { code, status: None, retry_after_ms: None }
    }

    pub fn answered(code: Code, status: u16) -> Self {
        Self { code, status: Some(status), retry_after_ms: None }
    }

    /// The failure for an answer that is malformed by the Identity API.
    pub fn invalid(status: u16) -> Self {
        Self::answered(Code::InvalidResponse, status)
    }

    /// Returns the failure for a status to which the endpoint gives no meaning of its own (`identity-api.md` 7 and 9.3). A 404 from the Identity
    /// API means that the deployment is older than the endpoint.
    pub fn of_status(status: u16) -> Self {
        let code = match status {
            401 => Code::Unauthenticated,
            403 => Code::Forbidden,
            404 => Code::NotSupported,
            429 => Code::RateLimited,
            500..=599 => Code::ServerError,
            _ => Code::InvalidResponse,
        };
        Self::answered(code, status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_without_a_meaning_of_its_own_maps_to_the_general_codes() {
        for (status, code) in [
            (401, Code::Unauthenticated),
            (403, Code::Forbidden),
            (404, Code::NotSupported),
            (429, Code::RateLimited),
            (500, Code::ServerError),
            (503, Code::ServerError),
            (599, Code::ServerError),
            (204, Code::InvalidResponse),
            (302, Code::InvalidResponse),
            (418, Code::InvalidResponse),
            (600, Code::InvalidResponse),
            (0, Code::InvalidResponse),
        ] {
            let failure = Failure::of_status(status);
            assert_eq!((failure.code, failure.status), (code, Some(status)));
        }
    }

    #[test]
    fn only_faults_of_the_network_or_the_answer_are_retryable() {
        for code in
            [Code::Network, Code::Timeout, Code::RateLimited, Code::ServerError, Code::InvalidResponse]
        {
            assert!(code.is_retryable(), "{code:?}");
        }
        for code in
            [Code::InvalidCredentials, Code::Unauthenticated, Code::NotSupported, Code::Closed, Code::Aborted]
        {
            assert!(!code.is_retryable(), "{code:?}");
        }
    }
}
