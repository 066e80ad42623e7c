//! `POST /api/auth/logout` (`identity-api.md` 4.4).

use super::facts::Facts;
use super::failure::Failure;

/// Judges an answer: only `success: true` means that the deployment has ended the session.
pub fn decode_logout(status: u16, facts: &Facts) -> Result<(), Failure> {
    match status {
        200 if facts.says == Some(true) => Ok(()),
        200 => Err(Failure::invalid(status)),
        _ => Err(Failure::of_status(status)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Code;

    #[test]
    fn only_the_deployments_own_success_ends_a_session() {
        let says = |says| Facts { says, ..Facts::default() };
        assert_eq!(decode_logout(200, &says(Some(true))), Ok(()));
        for flag in [Some(false), None] {
            assert_eq!(decode_logout(200, &says(flag)), Err(Failure::invalid(200)));
        }
        assert_eq!(decode_logout(503, &says(Some(true))).unwrap_err().code, Code::ServerError);
    }
}
