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
    Granted: "the user, role and features shown were granted by one answer to the signed-in user";
    Order: "no answer overwrites the answer to a later request";
    Identity: "the identity ends at each sign-out, at another user and at the end of the session, at nothing else, and its calls end with it, except keepalive requests";
    Lock: "from a sign-out, here or in another tab, to the end of its lock no user is shown and no session read leaves";
    Unverified: "once another user may have signed in, no answer to an earlier request is shown anew, and no request of a user leaves before a read has said who is signed in";
    Cache: "after a return from the back/forward cache, only answers to requests since the return are shown";
    Stale: "no grant older than maxStaleMs is shown while the deployment cannot be reached";
    Expired: "24 hours after its last sign-in the page shows no user any more";
    NoSession: "after an answer that there is no session, no user is shown";
    Ended: "no answer to a request from before the session's end is shown";
    Word: "only an answer of the deployment, a sign-out or the known end makes the session unauthenticated";
    GivenUp: "an answer to an aborted request changes nothing";
    Binding: "no request is sent more often than it may be, nor again where nothing has changed, nor a second time for another user";
    InOrder: "requests leave in the order of their calls";
    Bearer: "a bearer token is held and sent only for the signed-in user";
    CookieFirst: "a session read carries a token only where the browser has refused the cookie";
    CookieRefused: "the event cookie-refused is fired only after a read with the token was answered";
    Overtaken: "a sign-in leaves when the sign-outs before it have ended, or after three seconds, and no earlier sign-out of its page ends it";
    Outlives: "an unconfirmed sign-out outlives its page and its session; a confirmed one does not";
    Window: "no sign-out is sent again by itself while a sign-in window is open or a sign-in waits, before Retry-After, or in the step in which a page runs again";
    Broadcasts: "the other tabs get a message for each sign-out at its call and at its end, for each sign-in, also an aborted one, and for a change that a read finds";
    Named: "a call that fails ends with the failure of what it waited for; superseded only where a newer call or event supersedes it; and a call waits only for what is under way";
    Reauthenticates: "the page is asked to sign in again for its own user, for a 401, and not after a sign-out";
    Waits: "no call gets its 401 while the page signs its user in again, nor before a read that may help";
    Jitter: "pages that come online, and pages after a failed read, do not read all at once";
    Closed: "a closed session shows no user and sends nothing";
    Calls: "every call settles exactly once, and resolves only with its answer: refresh() with no older read";
    View: "a user is shown exactly while authenticated, and gates are open only then";
    Publication: "what is shown changes by one publication, which says what changed, before calls end";
    Journal: "an engine that runs late publishes once, and adopts the sign-out that the entry has sent";
    Requests: "requests are numbered upward; one read or sign-in or sign-out at a time";
    Reads: "each session read has its cause, and a read for which no call waits leaves only a visible page, minIntervalMs after the last";
    ReadsOnFocus: "a page that is looked at, comes online, gets a 403 or polls reads the session within twelve times minIntervalMs";
    Catalogue: "a role catalogue, or its refusal, was answered under the current identity; a 401 is no refusal while the newest session read has failed";
    Events: "listeners get an event for each user who signs in and out, each failure that no call gets, and a session that is about to end";
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
