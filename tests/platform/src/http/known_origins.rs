//! Which origins are the deployment's own, and which it allows.

use address::Origin;
use url::Host;

/// Known from the start. What a request says of its host is not trusted: a page with a name of its own that was made to lead here (DNS
/// rebinding) is of the same origin as its requests.
#[derive(Debug, Clone)]
pub(crate) struct KnownOrigins {
    /// The origin that people open the deployment by.
    pub(crate) own: Origin,
    /// Others, with pages that may call the API.
    pub(crate) allowed: Vec<Origin>,
}

impl KnownOrigins {
    /// Whether it is the deployment's own, or an allowed one.
    pub(crate) fn contain(&self, origin: &Origin) -> bool {
        *origin == self.own || self.allowed.contains(origin)
    }

    /// Whether the deployment may be opened by this origin, too: one that no other machine can take for itself. For a deployment on
    /// loopback that is any of this machine's names, as development servers have them; for one that listens on every address and
    /// was given no origin, any address that is a number.
    pub(crate) fn may_be_another_of_its_own(&self, origin: &Origin) -> bool {
        let is_number = matches!(origin.root().host(), Some(Host::Ipv4(_) | Host::Ipv6(_)));
        origin.is_loopback() && (self.own.is_loopback() || self.is_everywhere())
            || is_number && self.is_everywhere()
    }

    /// Whether a request to `host` is meant for the deployment.
    pub(crate) fn answer_to(&self, host: &Origin) -> bool {
        *host == self.own || host.is_loopback() || self.may_be_another_of_its_own(host)
    }

    /// What is listened on where every address is: no origin that people open it by.
    fn is_everywhere(&self) -> bool {
        match self.own.root().host() {
            Some(Host::Ipv4(address)) => address.is_unspecified(),
            Some(Host::Ipv6(address)) => address.is_unspecified(),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(own: &str) -> KnownOrigins {
        KnownOrigins { own: own.parse().unwrap(), allowed: vec!["https://app.example".parse().unwrap()] }
    }

    #[test]
    fn only_what_no_other_machine_can_take_may_be_another_of_its_own() {
        for (own, origin, may) in [
            ("http://127.0.0.1:8787", "http://localhost:5173", true),
            ("http://127.0.0.1:8787", "http://app.localhost", true),
            ("http://127.0.0.1:8787", "http://evil.example:8787", false),
            ("http://127.0.0.1:8787", "http://192.168.0.7:8787", false),
            ("https://portal.example", "http://localhost:5173", false),
            ("http://0.0.0.0:8787", "http://192.168.0.7:8787", true),
            ("http://[::]:8787", "http://localhost:8787", true),
            ("http://0.0.0.0:8787", "http://evil.example:8787", false),
        ] {
            assert_eq!(known(own).may_be_another_of_its_own(&origin.parse().unwrap()), may, "{own} {origin}");
        }
    }
}
