//! The failures of requests, in the terms of the public error codes.

use super::named;

named! {
    /// The public error codes (`pkg/index.d.ts`, `SessionErrorCode`) of the engine. Those that JavaScript alone gives an error are in
    /// `pkg/entry/session-error.ts`.
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
    /// Whether trying the same again may help: the way to the deployment, or its answer, was at fault, and not
    /// the request.
    pub fn is_retryable(self) -> bool {
        matches!(
            self,
            Self::Network | Self::Timeout | Self::RateLimited | Self::ServerError | Self::InvalidResponse
        )
    }
}

/// One failure. Carries no body, URL or header of the exchange, so no secret can travel in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Failure {
    pub code: Code,
    /// The HTTP status behind it, if there was an answer.
    pub status: Option<u16>,
    /// How long `Retry-After` asked to wait, in milliseconds.
    pub retry_after_ms: Option<u32>,
}

impl Failure {
    pub fn of(code: Code) -> Self {
        Self { code, status: None, retry_after_ms: None }
    }

    pub fn answered(code: Code, status: u16) -> Self {
        Self { code, status: Some(status), retry_after_ms: None }
    }

    /// An answer that is not what the Identity API says.
    pub fn invalid(status: u16) -> Self {
        Self::answered(Code::InvalidResponse, status)
    }

    /// Returns the failure that a status means where the endpoint gives it no meaning of its own (`identity-api.md` 7 and 9.3):
    /// a 404 from the Identity API itself says that the installation predates the endpoint.
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
    fn only_faults_of_the_way_or_the_answer_are_worth_repeating() {
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
