//! `GET /api/auth/session` (`identity-api.md` 4.2).

use super::facts::Facts;
use super::failure::Failure;
use super::user::UserAndFeatures;

/// A well-formed answer to a session read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SessionAnswer {
    Authenticated(UserAndFeatures),
    /// 200 with `authenticated: false`: the request had no valid token.
    Unauthenticated,
    /// 401: the account was deactivated, and the cookie is cleared.
    Deactivated,
}

/// Judges an answer. Anything but the three answers in `identity-api.md` is a failure.
pub fn decode_session(status: u16, facts: &Facts) -> Result<SessionAnswer, Failure> {
    match status {
        200 => session_of(facts).ok_or(Failure::invalid(status)),
        401 => Ok(SessionAnswer::Deactivated),
        _ => Err(Failure::of_status(status)),
    }
}

fn session_of(facts: &Facts) -> Option<SessionAnswer> {
    if facts.says? {
        facts.user_and_features().map(SessionAnswer::Authenticated)
    } else {
        Some(SessionAnswer::Unauthenticated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::facts::tests::facts;

    #[test]
    fn the_three_answers_of_the_document_are_answers() {
        let signed_in = facts().user_and_features().unwrap();
        assert_eq!(decode_session(200, &facts()), Ok(SessionAnswer::Authenticated(signed_in)));
        let no_user = Facts { says: Some(false), ..Facts::default() };
        assert_eq!(decode_session(200, &no_user), Ok(SessionAnswer::Unauthenticated));
        assert_eq!(decode_session(401, &Facts::default()), Ok(SessionAnswer::Deactivated));
    }

    #[test]
    fn a_malformed_body_is_a_failure_and_never_a_session() {
        for part in [
            Facts::default(),
            Facts { says: None, ..facts() },
            Facts { says: Some(true), ..Facts::default() },
            Facts { user: None, ..facts() },
            Facts { features: None, ..facts() },
        ] {
            assert_eq!(decode_session(200, &part), Err(Failure::invalid(200)), "{part:?}");
        }
    }

    #[test]
    fn the_body_of_an_error_status_is_never_a_session() {
        for status in [0, 201, 204, 302, 304, 400, 403, 404, 429, 500, 502, 503] {
            assert!(decode_session(status, &facts()).is_err(), "{status}");
        }
    }
}
