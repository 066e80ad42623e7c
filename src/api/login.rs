//! `POST /api/auth/login` (`identity-api.md` 4.1).

use super::facts::Facts;
use super::failure::{Code, Failure};
use super::handle::Handle;
use super::token::Token;
use super::user::UserAndFeatures;

/// A successful sign-in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SignedIn {
    pub user_and_features: UserAndFeatures,
    pub company: Option<Handle>,
    /// The access token, if the page keeps tokens, and a header can carry this one.
    pub token: Option<Token>,
}

/// Whether the token of an answer is kept in memory, or discarded without a copy (`SessionOptions.token`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenPolicy {
    Memory,
    Discard,
}

/// Judges an answer (`identity-api.md` 4.1 and 7). `token`: the string `access_token` of the body. With [`TokenPolicy::Discard`] it is never
/// copied.
pub fn decode_login(
    status: u16,
    facts: &Facts,
    token: Option<impl Into<String>>,
    policy: TokenPolicy,
) -> Result<SignedIn, Failure> {
    match status {
        200 => signed_in(facts, token, policy).ok_or(Failure::invalid(status)),
        400 => Err(Failure::answered(Code::MissingCredentials, status)),
        401 => Err(Failure::answered(Code::InvalidCredentials, status)),
        403 => Err(Failure::answered(Code::AccountDeactivated, status)),
        _ => Err(Failure::of_status(status)),
    }
}

fn signed_in(facts: &Facts, token: Option<impl Into<String>>, policy: TokenPolicy) -> Option<SignedIn> {
    let text = token.filter(|_| facts.says == Some(true))?;
    let user_and_features = facts.user_and_features()?;
    let token = match policy {
        TokenPolicy::Memory => Token::new(&text.into()),
        TokenPolicy::Discard => None,
    };
    Some(SignedIn { user_and_features, company: facts.company, token })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::facts::tests::facts;

    #[test]
    fn the_token_is_copied_only_if_it_is_kept() {
        struct Uncopied;
        impl From<Uncopied> for String {
            fn from(_: Uncopied) -> Self {
                panic!("the token was copied")
            }
        }
        let kept = decode_login(200, &facts(), Some("t0k.en"), TokenPolicy::Memory).unwrap();
        assert_eq!((kept.token, kept.company), (Token::new("t0k.en"), Handle::new(5)));
        let dropped = decode_login(200, &facts(), Some(Uncopied), TokenPolicy::Discard).unwrap();
        assert_eq!(dropped.token, None);
        assert!(decode_login(500, &facts(), Some(Uncopied), TokenPolicy::Memory).is_err());
    }

    #[test]
    fn a_token_that_no_header_can_carry_is_dropped_and_the_sign_in_succeeds() {
        for text in ["a b\r\nX: y", ""] {
            let signed_in = decode_login(200, &facts(), Some(text), TokenPolicy::Memory).unwrap();
            assert_eq!(signed_in.token, None);
        }
    }

    #[test]
    fn a_malformed_answer_is_an_invalid_response() {
        let token = Some("t0k.en");
        for (part, token) in [
            (Facts { says: None, ..facts() }, token),
            (Facts { says: Some(false), ..facts() }, token),
            (Facts { user: None, ..facts() }, token),
            (Facts { features: None, ..facts() }, token),
            (facts(), None),
        ] {
            for policy in [TokenPolicy::Memory, TokenPolicy::Discard] {
                assert_eq!(decode_login(200, &part, token, policy), Err(Failure::invalid(200)), "{part:?}");
            }
        }
    }

    #[test]
    fn a_sign_in_without_a_company_succeeds() {
        let part = Facts { company: None, ..facts() };
        assert!(decode_login(200, &part, Some("t0k.en"), TokenPolicy::Memory).is_ok());
    }

    #[test]
    fn refusals_have_the_codes_of_the_document() {
        for (status, code) in [
            (400, Code::MissingCredentials),
            (401, Code::InvalidCredentials),
            (403, Code::AccountDeactivated),
            (404, Code::NotSupported),
            (429, Code::RateLimited),
            (500, Code::ServerError),
        ] {
            let failure = decode_login(status, &facts(), Some("t0k.en"), TokenPolicy::Memory).unwrap_err();
            assert_eq!((failure.code, failure.status), (code, Some(status)));
        }
    }
}
