//! What must hold, over what happened in the world.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    Granted,
    Order,
    Identity,
    SignOut,
    Cache,
    Stale,
    Expired,
    Nobody,
    Word,
    GivenUp,
    Binding,
    Bearer,
    CookieFirst,
    CookieRefused,
    Overtaken,
    Outlives,
    Window,
    Told,
    Waits,
    Jitter,
    Closed,
    Calls,
    View,
    Publication,
    Requests,
    Reads,
    Looked,
    Catalogue,
}

impl Rule {
    pub const ALL: [Self; 28] = [
        Self::Granted,
        Self::Order,
        Self::Identity,
        Self::SignOut,
        Self::Cache,
        Self::Stale,
        Self::Expired,
        Self::Nobody,
        Self::Word,
        Self::GivenUp,
        Self::Binding,
        Self::Bearer,
        Self::CookieFirst,
        Self::CookieRefused,
        Self::Overtaken,
        Self::Outlives,
        Self::Window,
        Self::Told,
        Self::Waits,
        Self::Jitter,
        Self::Closed,
        Self::Calls,
        Self::View,
        Self::Publication,
        Self::Requests,
        Self::Reads,
        Self::Looked,
        Self::Catalogue,
    ];

    pub fn text(self) -> &'static str {
        match self {
            Self::Granted => "what is shown is what one answer granted",
            Self::Order => "no answer overwrites one to a later request",
            Self::Identity => "no answer that was asked for under an earlier identity is shown",
            Self::SignOut => {
                "no gate opens on an answer judged, or asked for, before a sign-out that the page called or heard of"
            }
            Self::Cache => {
                "out of the back/forward cache, nothing is shown but what was asked for after the return"
            }
            Self::Stale => "no grant older than maxStaleMs is shown while the deployment cannot be reached",
            Self::Expired => "24 hours after a sign-in seen here nobody is shown on it",
            Self::Nobody => "where the deployment says nobody, nobody is shown",
            Self::Word => "only the deployment's word, a sign-out or the known end makes it unauthenticated",
            Self::GivenUp => "an answer to a request that was given up changes nothing",
            Self::Binding => "no request of one person is sent when the page knows of another",
            Self::Bearer => "a bearer token is held, and sent, for the user who is known alone",
            Self::CookieFirst => "a session read carries a token only where the browser kept no cookie of it",
            Self::CookieRefused => "a refused cookie is told of only where the token's own read was answered",
            Self::Overtaken => {
                "no sign-out ends a sign-in that left the same page after it, or one that had just heard of it, or that it was given up for"
            }
            Self::Outlives => "a sign-out on its way goes on without its page, and without its session",
            Self::Window => "no sign-out is told again while the page's own sign-in window is open",
            Self::Told => "the other tabs are told of a sign-out at its call, and that it is over",
            Self::Waits => "no request is handed its 401 while the page signs its user in again",
            Self::Jitter => "pages that come online do not read all at once",
            Self::Closed => "a closed session shows nobody and sends nothing",
            Self::Calls => "every call ends exactly once",
            Self::View => "a user is shown exactly while authenticated, and gates are open only then",
            Self::Publication => {
                "what is shown changes by one publication, which says what changed, before calls end"
            }
            Self::Requests => "requests are numbered upward; one read or sign-in or sign-out at a time",
            Self::Reads => {
                "each session read has its cause, and one that nobody waits for leaves a visible page, minIntervalMs after the last"
            }
            Self::Catalogue => {
                "a role catalogue, or its refusal, was answered to the one who is there, as far as the page was told"
            }
            Self::Looked => "a look at a page is followed by a read, within twelve times minIntervalMs",
        }
    }
}

/// The rules that were broken.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Broken(u32);

impl Broken {
    pub fn has(self, rule: Rule) -> bool {
        self.0 & (1 << rule as u32) != 0
    }

    pub fn is_any(self) -> bool {
        self.0 != 0
    }

    pub fn merge(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub fn add(&mut self, rule: Rule, broken: bool) {
        if broken {
            self.0 |= 1 << rule as u32;
        }
    }
}

impl fmt::Debug for Broken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = Rule::ALL.into_iter().filter(|rule| self.has(*rule));
        formatter.debug_list().entries(rules.map(|rule| (rule, rule.text()))).finish()
    }
}
