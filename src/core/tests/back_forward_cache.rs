//! Back from the back/forward cache: gates close on the way in, and the answer opens them.

use super::answers::{ADA, GRACE, NO_SESSION, busy_for, network, session_of};
use super::harness::{HOUR, SECOND, Session};
use crate::api::Code;
use crate::core::{Policy, Reason, SessionEvent, Status, TabMessage};

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
fn the_user_who_is_signed_in_now_is_shown() {
    for (found, user, event) in [
        (session_of(GRACE), Some(2), SessionEvent::SignedIn),
        (NO_SESSION, None, SessionEvent::SignedOut(Reason::Ended)),
    ] {
        for returns in RETURNS {
            let mut session = Session::that_read(session_of(ADA));
            returns(&mut session);
            session.reads(found.clone());
            assert_eq!((session.user(), session.session_events()), (user, vec![event.clone()]));
        }
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

#[test]
fn the_read_on_the_return_is_made_until_it_is_answered_whatever_other_tabs_say_meanwhile() {
    let mut session = Session::that_read(session_of(ADA));
    session.gets_focus();
    session.fails_to_read(busy_for(3_600_000));
    session.is_cached();
    session.is_restored();
    session.receives(TabMessage::Changed);
    assert!(session.is_reading());
}
