//! `GET /api/auth/permissions` (`identity-api.md` 4.3).

use super::facts::Facts;
use super::failure::Failure;
use super::handle::Handle;

/// The features of the signed-in user's role.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PermissionsAnswer {
    pub role: Handle,
    pub features: Handle,
}

/// Judges an answer.
pub fn decode_permissions(status: u16, facts: &Facts) -> Result<PermissionsAnswer, Failure> {
    match status {
        200 => permissions_of(facts).ok_or(Failure::invalid(status)),
        _ => Err(Failure::of_status(status)),
    }
}

fn permissions_of(facts: &Facts) -> Option<PermissionsAnswer> {
    let features = facts.features.filter(|_| facts.says == Some(true))?;
    Some(PermissionsAnswer { role: facts.role?, features })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Code;
    use crate::api::facts::tests::facts;

    #[test]
    fn an_answer_has_the_role_and_its_features() {
        let answer = decode_permissions(200, &facts()).unwrap();
        assert_eq!((answer.role.number(), answer.features.number()), (2, 3));
    }

    #[test]
    fn a_malformed_answer_or_another_status_is_a_failure() {
        for part in [
            Facts { says: Some(false), ..facts() },
            Facts { says: None, ..facts() },
            Facts { role: None, ..facts() },
            Facts { features: None, ..facts() },
        ] {
            assert_eq!(decode_permissions(200, &part), Err(Failure::invalid(200)), "{part:?}");
        }
        assert_eq!(decode_permissions(401, &facts()).unwrap_err().code, Code::Unauthenticated);
    }
}
