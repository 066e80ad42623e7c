//! `GET /api/auth/sso/idp/config` (`identity-api.md` 4.5).

use super::facts::Facts;
use super::failure::Failure;

/// Checks that an answer is well-formed. Its values are for the page alone.
pub fn decode_sso_config(status: u16, facts: &Facts) -> Result<(), Failure> {
    match status {
        200 => facts.says.map(drop).ok_or(Failure::invalid(status)),
        _ => Err(Failure::of_status(status)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Code;

    #[test]
    fn a_well_formed_configuration_says_whether_there_is_a_button() {
        let says = |says| Facts { says, ..Facts::default() };
        for flag in [true, false] {
            assert_eq!(decode_sso_config(200, &says(Some(flag))), Ok(()));
            assert_eq!(decode_sso_config(404, &says(Some(flag))).unwrap_err().code, Code::NotSupported);
        }
        assert_eq!(decode_sso_config(200, &says(None)), Err(Failure::invalid(200)));
    }
}
