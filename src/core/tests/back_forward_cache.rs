//! The back/forward cache: gates close when the page is left, and open with the answer to a read after its return.

use super::answers::{ADA, NO_SESSION, network, session_of};
use super::harness::{HOUR, SECOND, Session};
use crate::api::Code;
use crate::core::{Policy, Reason, Status};

/// Two returns from the cache: with the event `Restored` alone, and with all events.
const RETURNS: [fn(&mut Session); 2] = [Session::return_from_cache, |session| {
    session.enter_cache();
    assert_eq!((session.status(), session.can("chat-history")), (Status::Unknown, false));
    session.pass_time(HOUR);
    // Some browsers dispatch these events before that of the return.
    session.show();
    session.focus();
    assert_eq!((session.in_flight(), session.can("chat-history")), (&[][..], false));
    session.return_from_cache();
}];

#[test]
fn a_page_back_from_the_cache_reads_once_and_opens_its_gates_even_without_on_focus() {
    for returns in RETURNS {
        let mut session = Session::started_with(Policy { on_focus: false, ..Policy::default() });
        session.answer_read(session_of(ADA));
        let refresh = session.refresh();
        returns(&mut session);
        assert_eq!((session.status(), session.in_flight().len()), (Status::Unknown, 1));
        session.fail_read(network());
        assert_eq!((session.status(), session.error()), (Status::Unknown, Some(Code::Network)));
        assert_eq!(
            session.outcome(refresh),
            Some(Err(Code::Network)),
            "a call from before gets the newer answer"
        );
        session.pass_time(SECOND);
        session.answer_read(session_of(ADA));
        assert!(session.can("chat-history"));
        assert_eq!((session.session_events(), session.in_flight()), (vec![], &[][..]));
    }
}

#[test]
fn a_page_that_returns_after_a_sign_out_stays_signed_out() {
    let mut session = Session::signed_in();
    session.logout();
    session.confirm_sign_out();
    session.return_from_cache();
    session.answer_read(NO_SESSION);
    assert_eq!((session.reason(), session.session_events()), (Some(Reason::SignedOut), vec![]));
}

#[test]
fn a_sign_in_that_is_called_on_the_way_into_the_cache_is_superseded_at_the_return() {
    let mut session = Session::after_read(NO_SESSION);
    session.enter_cache();
    let login = session.login();
    session.return_from_cache();
    assert_eq!(session.outcome(login), Some(Err(Code::Superseded)));
}
