//! Which part of the deployment a path belongs to.

/// The parts of the deployment, by path prefix (`identity-api.md` 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Area {
    Api,
    Control,
    Reference,
    Site,
}

const API_PREFIXES: [&str; 4] = ["/api", "/agent-hub-api", "/networks-api", "/data-api"];
const CONTROL_PREFIX: &str = "/_control";
const REFERENCE_PREFIX: &str = "/_reference";

impl Area {
    /// The area of a request path as it was sent, without decoding and without resolving `..`.
    pub(crate) fn of(path: &str) -> Self {
        if API_PREFIXES.iter().any(|prefix| is_under(path, prefix)) {
            Self::Api
        } else if is_under(path, CONTROL_PREFIX) {
            Self::Control
        } else if is_under(path, REFERENCE_PREFIX) {
            Self::Reference
        } else {
            Self::Site
        }
    }
}

fn is_under(path: &str, prefix: &str) -> bool {
    path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_match_whole_segments() {
        for (path, area) in [
            ("/api", Area::Api),
            ("/api/", Area::Api),
            ("/api/../x", Area::Api),
            ("/agent-hub-api/api/agent/list", Area::Api),
            ("/networks-api/x", Area::Api),
            ("/data-api/x", Area::Api),
            ("/apix", Area::Site),
            ("/API/auth/login", Area::Site),
            ("//api/auth/login", Area::Site),
            ("/_control/log", Area::Control),
            ("/_controls", Area::Site),
            ("/_reference", Area::Reference),
            ("/_reference/password", Area::Reference),
            ("/_references", Area::Site),
            ("/", Area::Site),
            ("", Area::Site),
            ("*", Area::Site),
        ] {
            assert_eq!(Area::of(path), area, "{path:?}");
        }
    }
}
