//! Sign-out: the gates close at the call, and the request is sent again until the deployment has confirmed it. `lock.rs` tests the lock.

use super::answers::{busy_for, network, status};
use super::harness::{HOUR, MINUTE, SECOND, Session, named};
use crate::api::{Code, Failure};
use crate::core::{
    Broadcast, CallId, Event, Outcome, PageEvent, Reason, Request, SessionEvent, Status, TabMessage,
};

const PUBLISHED: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Done));

/// A session in which Ada's sign-out has failed.
fn with_failed_sign_out(failure: Failure) -> (Session, CallId) {
    let mut session = Session::signed_in();
    let logout = session.logout();
    session.fail_sign_out(failure);
    (session, logout)
}

fn is_sending(session: &Session) -> bool {
    session.under_way(Request::Logout).is_some()
}

#[test]
fn logout_closes_the_gates_and_drops_the_token_at_once() {
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
fn logout_resolves_once_the_deployment_has_confirmed_it() {
    let mut session = Session::signed_in();
    let logout = session.logout();
    session.confirm_sign_out();
    assert_eq!(session.outcome(logout), PUBLISHED);
    assert_eq!(session.broadcasts(), [Broadcast::SignOutOver(named(logout))]);
    assert!(!session.view().sign_out_pending);
    assert_eq!(session.session_events(), [], "the event was at the call");
    session.pass_time(HOUR);
    assert_eq!(session.in_flight(), []);
}

#[test]
fn after_a_failed_sign_out_the_status_is_unknown() {
    for failure in [network(), status(500), status(404), Failure::invalid(200)] {
        let (session, logout) = with_failed_sign_out(failure);
        assert_eq!(session.outcome(logout), Some(Err(failure.code)));
        assert_eq!((session.status(), session.view().error), (Status::Unknown, Some(failure)));
        assert!(session.view().sign_out_pending);
        assert_eq!(session.broadcasts(), [], "the sign-out is not over");
    }
}

/// The sign-out is sent again even after failures that seem final, because the session is still alive.
#[test]
fn a_failed_sign_out_is_sent_again_with_backoff_until_it_is_confirmed() {
    for failure in [network(), status(500), status(404), status(403), Failure::invalid(200)] {
        let (mut session, logout) = with_failed_sign_out(failure);
        for half_of_the_span in [500, 1_000, 2_000, 4_000] {
            session.pass_time(half_of_the_span - 1);
            assert!(!is_sending(&session), "{failure:?}");
            session.pass_time(1);
            assert!(is_sending(&session), "{failure:?}");
            session.fail_sign_out(failure);
        }
        session.pass_time(MINUTE);
        session.confirm_sign_out();
        assert_eq!(session.broadcasts(), [Broadcast::SignOutOver(named(logout))]);
        assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::SignedOut)));
        assert_eq!((session.error(), session.session_events()), (None, vec![]), "the event was at the call");
        session.pass_time(HOUR);
        assert_eq!(session.in_flight(), []);
    }
}

#[test]
fn retry_after_holds_a_sign_out_back_and_a_hidden_page_does_not() {
    let (mut session, _) = with_failed_sign_out(busy_for(600_000));
    session.hide();
    session.pass_time(10 * MINUTE);
    assert!(!is_sending(&session));
    session.pass_time(MINUTE);
    assert!(is_sending(&session));
}

/// The browser may be wrong when it says that it is offline.
#[test]
fn a_failed_sign_out_is_sent_again_offline_and_soon_after_the_network_is_back() {
    for (comes_back, wait) in [(false, 1_999), (true, 999)] {
        let (mut session, _) = with_failed_sign_out(network());
        session.go_offline();
        session.pass_time(MINUTE);
        session.set_jitter(u32::MAX);
        session.fail_sign_out(network());
        if comes_back {
            session.come_online();
        }
        session.pass_time(wait - 1);
        assert!(!is_sending(&session));
        session.pass_time(1);
        assert!(is_sending(&session));
    }
}

/// Messages that other tabs have sent meanwhile are delivered after `Resumed` or `Restored`.
#[test]
fn a_page_that_runs_again_waits_a_second_for_messages_before_its_sign_out() {
    for runs_again in [Event::Page(PageEvent::Resumed), Event::Page(PageEvent::Restored)] {
        for is_ended in [true, false] {
            let (mut session, _) = with_failed_sign_out(network());
            session.sleep(HOUR);
            session.handle(runs_again.clone());
            assert_eq!(session.in_flight(), []);
            if is_ended {
                session.receive(TabMessage::SignedIn);
            }
            session.pass_time(SECOND - 1);
            assert!(!is_sending(&session));
            session.pass_time(1);
            assert_eq!((is_sending(&session), session.is_reading()), (!is_ended, is_ended));
        }
    }
}

/// A user who signs out wants to end whatever session there is.
#[test]
fn a_logout_is_sent_while_a_sign_in_window_is_open() {
    let mut session = Session::signed_in();
    session.open_sign_in_window();
    session.logout();
    assert!(is_sending(&session));
}

#[test]
fn a_page_that_unloads_without_a_pending_sign_out_sends_nothing() {
    let mut session = Session::signed_in();
    session.handle(Event::Page(PageEvent::Unloading));
    assert_eq!((session.sent(), session.broadcasts()), (vec![], vec![]));
}

#[test]
fn a_restored_page_sends_its_sign_out_without_keepalive() {
    let mut session = Session::signed_in();
    session.enter_cache();
    session.return_from_cache();
    assert!(!session.sends_sign_out_with_keepalive());
}
