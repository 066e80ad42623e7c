//! Back from the back/forward cache: gates close on the way in, and the answer opens them.

use super::answers::{ADA, NO_SESSION, network, session_of};
use super::harness::{HOUR, SECOND, Session};
use crate::api::Code;
use crate::core::{Policy, Reason, Status};

/// Back, in either way in which browsers tell it: the way in may not have been seen.
const RETURNS: [fn(&mut Session); 2] = [Session::is_restored, |session| {
    session.is_cached();
    assert_eq!((session.status(), session.can("chat-history")), (Status::Unknown, false));
    session.passes(HOUR);
    // They tell of visibility before they tell of the return.
    session.shows();
    session.gets_focus();
    assert_eq!((session.in_flight(), session.can("chat-history")), (&[][..], false));
    session.is_restored();
}];

#[test]
fn gates_open_with_one_read_that_no_page_can_do_without() {
    for returns in RETURNS {
        let mut session = Session::started_with(Policy { on_focus: false, ..Policy::default() });
        session.reads(session_of(ADA));
        let refresh = session.refresh();
        returns(&mut session);
        assert_eq!((session.status(), session.in_flight().len()), (Status::Unknown, 1));
        session.fails_to_read(network());
        assert_eq!((session.status(), session.error()), (Status::Unknown, Some(Code::Network)));
        assert_eq!(
            session.outcome(refresh),
            Some(Err(Code::Network)),
            "a call from before gets the newer answer"
        );
        session.passes(SECOND);
        session.reads(session_of(ADA));
        assert!(session.can("chat-history"));
        assert_eq!((session.session_events(), session.in_flight()), (vec![], &[][..]));
    }
}

#[test]
fn after_a_sign_out_nothing_comes_back() {
    let mut session = Session::signed_in();
    session.logout();
    session.signs_out();
    session.is_restored();
    session.reads(NO_SESSION);
    assert_eq!((session.reason(), session.session_events()), (Some(Reason::SignedOut), vec![]));
}
