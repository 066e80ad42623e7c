//! The deployment's own origin, and the origins that it allows.

use address::Origin;
use url::Host;

/// The known origins, from the settings. The `Host` of a request is not trusted: with DNS rebinding, a page of an attacker's host name is of
/// the same origin as its requests.
#[derive(Debug, Clone)]
pub(crate) struct KnownOrigins {
    /// The origin at which users open the deployment.
    pub(crate) own: Origin,
    /// Other origins: their pages may call the API.
    pub(crate) allowed: Vec<Origin>,
}

impl KnownOrigins {
    /// Whether `origin` is the deployment's own or an allowed one.
    pub(crate) fn contain(&self, origin: &Origin) -> bool {
        *origin == self.own || self.allowed.contains(origin)
    }

    /// Whether the deployment may also be opened at `origin`, because no other machine can have it. For a deployment on loopback that is
    /// every loopback name, as development servers use them; for one that listens on all addresses without `--origin`, also every
    /// numeric address.
    pub(crate) fn may_be_another_of_its_own(&self, origin: &Origin) -> bool {
        let is_number = matches!(origin.root().host(), Some(Host::Ipv4(_) | Host::Ipv6(_)));
        origin.is_loopback() && (self.own.is_loopback() || self.is_everywhere())
            || is_number && self.is_everywhere()
    }

    /// Whether a request to `host` is meant for the deployment.
    pub(crate) fn answer_to(&self, host: &Origin) -> bool {
        *host == self.own || host.is_loopback() || self.may_be_another_of_its_own(host)
    }

    /// Whether the deployment listens on all addresses, without an `--origin`.
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
    fn only_an_origin_that_no_other_machine_can_have_may_also_be_its_own() {
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
