//! The rules: what must hold of what happened in the world.

use std::fmt;

macro_rules! rules {
    ($($rule:ident: $text:literal;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $($rule),*
        }

        impl Rule {
            const ALL: &[Self] = &[$(Self::$rule),*];

            pub fn text(self) -> &'static str {
                match self {
                    $(Self::$rule => $text),*
                }
            }
        }
    };
}

rules! {
    Granted: "what is shown is what one answer granted to the signed-in user";
    Order: "no answer overwrites one to a later request";
    Identity: "the identity ends at each sign-out, at another user and at the end of the session, at nothing else, and what was asked for under it ends with it, but for what outlives it";
    Lock: "from a sign-out, called or heard of, to the end of its lock no user is shown and no session read leaves";
    Unverified: "once another user may have signed in, nothing that was asked for before is shown anew, and no request of a user leaves before a read has said who is signed in";
    Cache: "out of the back/forward cache, nothing is shown but what was asked for after the return";
    Stale: "no grant older than maxStaleMs is shown while the deployment cannot be reached";
    Expired: "24 hours after a sign-in seen here it shows no user any more";
    NoSession: "where the deployment says that there is no session, no user is shown";
    Ended: "no answer that was asked for before the session's end is shown";
    Word: "only the deployment's word, a sign-out or the known end makes it unauthenticated";
    GivenUp: "an answer to a request that was given up changes nothing";
    Binding: "no request is sent more often than it may be, nor for another user than the first time";
    InOrder: "requests leave in the order of their calls";
    Bearer: "a bearer token is held, and sent, for the user who is known alone";
    CookieFirst: "a session read carries a token only where the browser kept no cookie of it";
    CookieRefused: "a refused cookie is told of only where the token's own read was answered";
    Overtaken: "a sign-in leaves when the sign-outs before it have ended, or after three seconds, and none of its page's ends it";
    Outlives: "a sign-out that is not confirmed goes on without its page, and without its session; no other outlives them";
    Window: "no sign-out is sent again by itself while a sign-in window is open or a sign-in waits, before Retry-After, or in the step in which a page runs again";
    Broadcasts: "the other tabs are told of each sign-out at its call, that it is over, of a sign-in, of one that is given up, and of a change that is read";
    Named: "a call that fails ends with the failure of what it waited for; superseded only where something newer took its place; and waits only for what is under way";
    Reauthenticates: "the page is asked to sign in again for its own user, for a 401, and not after a sign-out";
    Waits: "no request is handed its 401 while the page signs its user in again, nor before a read where one may help";
    Jitter: "pages that come online, and pages after a failed read, do not read all at once";
    Closed: "a closed session shows no user and sends nothing";
    Calls: "every call ends exactly once, well only with what answers it: refresh() with no older read";
    View: "a user is shown exactly while authenticated, and gates are open only then";
    Publication: "what is shown changes by one publication, which says what changed, before calls end";
    Journal: "an engine that comes late publishes once, and takes up the sign-out that the entry has sent";
    Requests: "requests are numbered upward; one read or sign-in or sign-out at a time";
    Reads: "each session read has its cause, and one that no call waits for leaves a visible page, minIntervalMs after the last";
    ReadsOnFocus: "a look at a page, the network that is back, a 403, and an interval of a page that polls are followed by a read, within twelve times minIntervalMs";
    Catalogue: "a role catalogue, or its refusal, was answered under the current identity; a 401 is no refusal while the newest session read has failed";
    Events: "listeners get what happened: which user came and went, and each failure that no call gets, and that a session is about to end";
}

/// The rules that were broken.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Broken(u64);

impl Broken {
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
        let rules = Rule::ALL.iter().filter(|rule| self.0 & (1 << **rule as u32) != 0);
        formatter.debug_list().entries(rules.map(|rule| (rule, rule.text()))).finish()
    }
}
