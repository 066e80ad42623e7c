//! Sign-out: gates close at the call, and the deployment gets the request, again and again until it has confirmed it.
//! What it locks, and for how long, is in `lock.rs`.

use super::answers::{busy_for, network, status};
use super::harness::{HOUR, MINUTE, SECOND, Session, named};
use crate::api::{Code, Failure};
use crate::core::{
    Broadcast, CallId, Event, Outcome, PageEvent, Reason, Request, SessionEvent, Status, TabMessage,
};

const PUBLISHED: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Done));

/// Ada signed out here, and that failed.
fn that_failed(failure: Failure) -> (Session, CallId) {
    let mut session = Session::signed_in();
    let logout = session.logout();
    session.fails_to_sign_out(failure);
    (session, logout)
}

fn is_sending(session: &Session) -> bool {
    session.under_way(Request::Logout).is_some()
}

#[test]
fn gates_close_and_the_token_goes_at_the_call() {
    let mut session = Session::signed_in();
    let logout = session.logout();
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::SignedOut)));
    assert!(!session.can("chat-history") && !session.holds_token());
    assert_eq!(session.sent(), [Request::Logout]);
    assert_eq!(session.session_events(), [SessionEvent::SignedOut(Reason::SignedOut)]);
    assert!(session.view().sign_out_pending);
    assert_eq!(session.outcome(logout), None, "the deployment has not answered");
}

#[test]
fn it_resolves_once_the_deployment_has_confirmed_it() {
    let mut session = Session::signed_in();
    let logout = session.logout();
    session.signs_out();
    assert_eq!(session.outcome(logout), PUBLISHED);
    assert_eq!(session.broadcasts(), [Broadcast::SignOutOver(named(logout))]);
    assert!(!session.view().sign_out_pending);
    assert_eq!(session.session_events(), [], "the event was at the call");
    session.passes(HOUR);
    assert_eq!(session.in_flight(), []);
}

#[test]
fn where_it_failed_the_session_is_unknown() {
    for failure in [network(), status(500), status(404), Failure::invalid(200)] {
        let (session, logout) = that_failed(failure);
        assert_eq!(session.outcome(logout), Some(Err(failure.code)));
        assert_eq!((session.status(), session.view().error), (Status::Unknown, Some(failure)));
        assert!(session.view().sign_out_pending);
        assert_eq!(session.broadcasts(), [], "it is not over");
    }
}

/// Even where trying again is not known to help: a session that should have ended is alive.
#[test]
fn it_is_sent_again_with_the_waits_of_reads_until_it_is_confirmed() {
    for failure in [network(), status(500), status(404), status(403), Failure::invalid(200)] {
        let (mut session, logout) = that_failed(failure);
        for half_of_the_span in [500, 1_000, 2_000, 4_000] {
            session.passes(half_of_the_span - 1);
            assert!(!is_sending(&session), "{failure:?}");
            session.passes(1);
            assert!(is_sending(&session), "{failure:?}");
            session.fails_to_sign_out(failure);
        }
        session.passes(MINUTE);
        session.signs_out();
        assert_eq!(session.broadcasts(), [Broadcast::SignOutOver(named(logout))]);
        assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::SignedOut)));
        assert_eq!((session.error(), session.session_events()), (None, vec![]), "the event was at the call");
        session.passes(HOUR);
        assert_eq!(session.in_flight(), []);
    }
}

#[test]
fn the_deployments_wish_holds_it_back_and_a_hidden_page_does_not() {
    let (mut session, _) = that_failed(busy_for(600_000));
    session.hides();
    session.passes(10 * MINUTE);
    assert!(!is_sending(&session));
    session.passes(MINUTE);
    assert!(is_sending(&session));
}

/// The browser may be wrong.
#[test]
fn it_is_sent_again_offline_too_and_soon_after_the_network_is_back() {
    for (comes_back, wait) in [(false, 1_999), (true, 999)] {
        let (mut session, _) = that_failed(network());
        session.goes_offline();
        session.passes(MINUTE);
        session.draws(u32::MAX);
        session.fails_to_sign_out(network());
        if comes_back {
            session.comes_online();
        }
        session.passes(wait - 1);
        assert!(!is_sending(&session));
        session.passes(1);
        assert!(is_sending(&session));
    }
}

/// What they have said meanwhile is delivered after `Resumed` or `Restored`.
#[test]
fn as_the_page_runs_again_other_tabs_are_heard_before_it_is_sent() {
    for runs_again in [Event::Page(PageEvent::Resumed), Event::Page(PageEvent::Restored)] {
        for is_ended in [true, false] {
            let (mut session, _) = that_failed(network());
            session.sleeps(HOUR);
            session.happens(runs_again.clone());
            assert_eq!(session.in_flight(), []);
            if is_ended {
                session.receives(TabMessage::SignedIn);
            }
            session.passes(SECOND - 1);
            assert!(!is_sending(&session));
            session.passes(1);
            assert_eq!((is_sending(&session), session.is_reading()), (!is_ended, is_ended));
        }
    }
}

/// The user who signs out means it.
#[test]
fn one_that_is_called_while_a_sign_in_window_is_open_is_sent() {
    let mut session = Session::signed_in();
    session.opens_a_sign_in_window();
    session.logout();
    assert!(is_sending(&session));
}

#[test]
fn a_page_that_goes_without_one_sends_nothing_and_one_that_is_back_does_not_outlive() {
    let mut session = Session::signed_in();
    session.happens(Event::Page(PageEvent::Unloading));
    assert_eq!((session.sent(), session.broadcasts()), (vec![], vec![]));
    let mut session = Session::signed_in();
    session.is_cached();
    session.is_restored();
    assert!(!session.sends_sign_out_with_keepalive());
}
