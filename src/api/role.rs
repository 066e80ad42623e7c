//! The answer to `GET /api/roles`, which has the role catalogue (`identity-api.md` 2.4 and 4.7).

use super::facts::Facts;
use super::failure::Failure;
use super::handle::Handle;

/// The catalogue, by its number. JavaScript has read the body: `says` is its flag `success`, and `content` is the catalogue, absent if one
/// entry is malformed, because a catalogue with holes would rank roles wrongly.
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
    fn the_catalogue_is_known_by_its_number() {
        assert_eq!(decode_roles(200, &facts()).ok(), Handle::new(4));
    }

    #[test]
    fn anything_else_is_a_failure() {
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
