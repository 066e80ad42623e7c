//! The answer to `GET /api/roles`, which has the role catalogue (`identity-api.md` 2.4 and 4.7).

use super::facts::Facts;
use super::failure::Failure;
use super::handle::Handle;

/// Judges an answer, and returns the number of the catalogue. In its facts `says` is the flag `success`, and `content` the catalogue, which is
/// missing if one role is malformed (`pkg/entry/record.ts`, `readRoles`).
pub fn decode_roles(status: u16, facts: &Facts) -> Result<Handle, Failure> {
    match status {
        200 => facts.content.filter(|_| facts.says == Some(true)).ok_or(Failure::invalid(status)),
        _ => Err(Failure::of_status(status)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Code;
    use crate::api::facts::tests::facts;

    #[test]
    fn an_answer_has_the_number_of_the_catalogue() {
        assert_eq!(decode_roles(200, &facts()).ok(), Handle::new(4));
    }

    #[test]
    fn a_malformed_answer_or_another_status_is_a_failure() {
        for part in [
            Facts { says: Some(false), ..facts() },
            Facts { says: None, ..facts() },
            Facts { content: None, ..facts() },
        ] {
            assert_eq!(decode_roles(200, &part), Err(Failure::invalid(200)), "{part:?}");
        }
        assert_eq!(decode_roles(401, &facts()).unwrap_err().code, Code::Unauthenticated);
    }
}
