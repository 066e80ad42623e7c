//! A sign-out that the deployment has not confirmed: it is sent again by itself, and until it is over no read shows the
//! user who signed out.

use super::answers::{ADA, DEACTIVATED, GRACE, NOBODY, busy_for, network, session_of, status};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use crate::api::{Code, Failure};
use crate::core::{Event, Outcome, Reason, Request, Status, TabMessage};

/// Ada signed out here, and that failed.
pub fn that_failed(failure: Failure) -> Session {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.fails_to_sign_out(failure);
    session
}

pub fn is_telling(session: &Session) -> bool {
    session.under_way(Request::Logout).is_some()
}

#[test]
fn where_the_deployment_could_not_be_told_it_is_unknown() {
    for failure in [network(), status(500), status(404), Failure::invalid(200)] {
        let mut session = Session::signed_in();
        let logout = session.logout();
        session.fails_to_sign_out(failure);
        assert_eq!(session.outcome(logout), Some(Err(failure.code)));
        assert_eq!((session.status(), session.view().error), (Status::Unknown, Some(failure)));
        assert!(session.view().sign_out_pending);
        assert!(!session.can("chat-history"));
        assert!(!session.holds_token());
        assert_eq!(session.tells(), [], "it is not over");
    }
}

/// Even where trying again is not known to help: a session that should have ended is alive.
#[test]
fn it_is_told_again_by_itself_until_it_is_confirmed() {
    for failure in [network(), status(500), status(404), status(403), Failure::invalid(200)] {
        let mut session = that_failed(failure);
        for half_of_the_span in [500, 1_000, 2_000, 4_000] {
            session.passes(half_of_the_span - 1);
            assert!(!is_telling(&session), "{failure:?}");
            session.passes(1);
            assert!(is_telling(&session), "{failure:?}");
            session.fails_to_sign_out(failure);
        }
        session.passes(MINUTE);
        session.signs_out();
        assert_eq!(session.tells(), [TabMessage::SignOutOver], "and no second word of a sign-out");
        assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::SignedOut)));
        assert_eq!((session.error(), session.view().sign_out_pending), (None, false));
        assert_eq!(session.session_events(), [], "the event was at the call");
        session.passes(HOUR);
        assert_eq!(session.in_flight(), []);
    }
}

#[test]
fn a_hidden_tab_tells_it_again_too() {
    let mut session = Session::that_read(session_of(ADA));
    session.hides();
    session.logout();
    session.fails_to_sign_out(network());
    session.passes(SECOND);
    assert!(is_telling(&session));
}

#[test]
fn it_waits_for_the_network_and_for_a_page_that_is_away() {
    let absences: [[fn(&mut Session); 2]; 2] =
        [[Session::goes_offline, Session::comes_online], [Session::is_cached, comes_back_and_reads]];
    for [goes, comes_back] in absences {
        let mut session = that_failed(network());
        goes(&mut session);
        session.passes(HOUR);
        assert_eq!(session.in_flight(), []);
        comes_back(&mut session);
        assert!(is_telling(&session));
    }
}

/// A tab that is closed after a sign-out that failed must not leave the session behind.
#[test]
fn it_is_sent_once_more_as_the_page_goes_or_the_session_is_closed() {
    let ways: [fn(&mut Session); 3] =
        [|session| session.happens(Event::Unloading), Session::closes, closes_on_the_way_into_the_cache];
    for goes in ways {
        let mut session = that_failed(network());
        goes(&mut session);
        assert!(is_telling(&session));
        let mut session = that_failed(network());
        session.hears(TabMessage::Changed);
        goes(&mut session);
        assert!(!is_telling(&session), "somebody else may have signed in meanwhile");
    }
}

/// By a listener of the page's own, say. It cannot come back then.
fn closes_on_the_way_into_the_cache(session: &mut Session) {
    session.is_cached();
    session.closes();
}

fn comes_back_and_reads(session: &mut Session) {
    session.is_restored();
    assert!(!is_telling(session), "somebody else may have signed in meanwhile");
    session.reads(session_of(ADA));
}

#[test]
fn a_page_that_comes_back_to_somebody_else_signs_nobody_out() {
    let mut session = that_failed(network());
    session.is_cached();
    session.passes(HOUR);
    session.is_restored();
    session.reads(session_of(GRACE));
    session.passes(HOUR);
    assert_eq!((session.user(), is_telling(&session)), (Some(2), false));
}

#[test]
fn a_sign_in_that_waits_for_it_does_not_outlast_the_page() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    let login = session.login();
    session.is_cached();
    assert_eq!(session.outcome(login), Some(Err(Code::Superseded)));
    session.passes(HOUR);
    session.is_restored();
    assert!(session.in_flight().iter().all(|sent| sent.request != Request::Login(login)));
}

#[test]
fn the_deployments_wish_holds_it_back() {
    let mut session = that_failed(busy_for(600_000));
    session.passes(10 * MINUTE);
    assert!(!is_telling(&session));
    session.passes(MINUTE);
    assert!(is_telling(&session));
}

#[test]
fn reads_that_go_well_meanwhile_clear_the_error_and_open_nothing_for_the_same_user() {
    let mut session = Session::that_failed_to_sign_out();
    session.shows();
    session.reads(session_of(ADA));
    assert_eq!((session.status(), session.user(), session.error()), (Status::Unknown, None, None));
    assert!(session.view().sign_out_pending);
    session.passes(MINUTE);
    session.gets_focus();
    session.fails_to_read(network());
    assert_eq!((session.status(), session.error()), (Status::Unknown, Some(Code::Network)));
    session.passes(SECOND);
    session.reads(session_of(ADA));
    session.hears(TabMessage::Changed);
    session.reads(session_of(ADA));
    assert_eq!((session.status(), session.user(), session.error()), (Status::Unknown, None, None));
    session.passes(10 * MINUTE);
    assert!(is_telling(&session), "reads that go well do not put it off");
}

#[test]
fn a_read_that_finds_the_session_over_is_the_end_of_it() {
    for (over, reason) in [(NOBODY, Reason::SignedOut), (DEACTIVATED, Reason::Deactivated)] {
        let mut session = Session::that_failed_to_sign_out();
        session.shows();
        session.reads(over);
        assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(reason)));
        assert_eq!((session.error(), session.view().sign_out_pending), (None, false));
        assert_eq!(session.session_events(), [], "the event was at the call");
        assert_eq!(session.tells(), [TabMessage::SignOutOver]);
        session.passes(HOUR);
        assert_eq!(session.in_flight(), [], "there is nothing left to tell");
        session.gets_focus();
        session.reads(session_of(ADA));
        assert_eq!(session.user(), Some(1), "a newer sign-in");
    }
}

#[test]
fn another_users_session_is_shown_and_the_sign_out_is_not_told_again() {
    let mut session = Session::that_failed_to_sign_out();
    session.shows();
    session.reads(session_of(GRACE));
    assert_eq!((session.user(), session.error()), (Some(2), None));
    assert!(!session.view().sign_out_pending);
    assert_eq!(session.tells(), [TabMessage::SignOutOver]);
    session.passes(HOUR);
    assert_eq!(session.in_flight(), [], "it would end Grace's session");
}

/// Promise 2, one identity at a time: what the deployment says is newer than what was called.
#[test]
fn after_another_users_session_nobody_is_hidden_behind_it() {
    let mut session = Session::that_failed_to_sign_out();
    session.shows();
    session.reads(session_of(GRACE));
    session.passes(MINUTE);
    session.gets_focus();
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1));
}

#[test]
fn before_anything_was_known_it_hides_anyone() {
    let mut session = Session::started();
    session.logout();
    session.fails_to_sign_out(busy_for(600_000));
    session.passes(5 * SECOND);
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), None);
    session.refresh();
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(2));
}

/// The sign-in that it gave up may have reached the deployment all the same.
#[test]
fn after_a_sign_in_under_way_it_hides_anyone() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.fails_to_sign_out(network());
    session.login();
    session.logout();
    session.fails_to_sign_out(network());
    session.read();
    for person in [ADA, GRACE] {
        if session.is_reading() {
            session.reads(session_of(person));
        }
        assert_eq!(session.user(), None);
        session.read();
    }
    assert!(session.view().sign_out_pending, "and is told until it is confirmed");
}

#[test]
fn it_may_be_called_again_and_is_still_about_the_one_who_signed_out() {
    let mut session = Session::that_failed_to_sign_out();
    let again = session.logout();
    assert_eq!(session.sent(), [Request::Logout]);
    session.fails_to_sign_out(busy_for(600_000));
    assert_eq!(session.outcome(again), Some(Err(Code::ServerError)));
    session.shows();
    session.reads(session_of(ADA));
    assert_eq!(session.user(), None, "it is still about her");
    session.passes(MINUTE);
    session.gets_focus();
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(2), "and about nobody else");
}

/// The guards of the other tabs may have ended, and some tabs have heard of no sign-out yet. It is over for
/// them once, at its end, however many of its calls each of them has heard.
#[test]
fn a_sign_out_that_is_called_again_is_said_again() {
    let being_told = {
        let mut session = that_failed(network());
        session.passes(SECOND);
        session
    };
    for mut session in [Session::that_failed_to_sign_out(), being_told] {
        let again = session.logout();
        assert_eq!(session.tells(), [TabMessage::SignedOut]);
        assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::SignedOut)));
        assert_eq!(session.in_flight().len(), 1, "one at a time");
        session.signs_out();
        assert_eq!(session.tells(), [TabMessage::SignOutOver, TabMessage::SignOutOver]);
        assert_eq!(session.outcome(again), Some(Ok(Outcome::Published)));
    }
}

/// Whatever the failure: the browser may have kept what came of it.
#[test]
fn what_was_given_up_for_it_is_made_up_for() {
    let given_up: [fn(&mut Session); 2] = [Session::gets_focus, |session| {
        session.login();
    }];
    for begins in given_up {
        let mut session = Session::that_read(session_of(ADA));
        begins(&mut session);
        session.logout();
        session.fails_to_sign_out(busy_for(600_000));
        session.passes(5 * SECOND);
        assert!(session.is_reading());
    }
}

#[test]
fn a_page_restored_from_the_cache_still_tells_it() {
    let mut session = Session::that_failed_to_sign_out();
    session.is_restored();
    session.reads(session_of(ADA));
    assert_eq!(session.user(), None);
    session.passes(10 * MINUTE);
    assert!(is_telling(&session));
}

/// It could end the session that begins there.
#[test]
fn while_a_sign_in_window_is_open_it_is_not_told_again() {
    let mut session = that_failed(network());
    session.opens_a_sign_in_window();
    session.passes(HOUR);
    assert!(!is_telling(&session));
    session.loses_its_sign_in_window();
    assert!(!is_telling(&session), "whoever is there by now, a read tells first");
    session.reads(session_of(ADA));
    assert!(is_telling(&session));
}

/// Nor does it sign out whoever signed in there.
#[test]
fn a_newcomer_of_a_sign_in_window_is_not_signed_out() {
    let mut session = that_failed(network());
    session.opens_a_sign_in_window();
    session.passes(HOUR);
    session.loses_its_sign_in_window();
    session.fails_to_read(network());
    assert!(!is_telling(&session));
    session.passes(MINUTE);
    session.reads(session_of(GRACE));
    assert!(!is_telling(&session));
    assert_eq!(session.status(), Status::Authenticated);
}

/// Whoever calls it means it.
#[test]
fn a_sign_out_that_is_called_while_a_sign_in_window_is_open_is_told() {
    let mut session = that_failed(network());
    session.opens_a_sign_in_window();
    session.logout();
    assert!(is_telling(&session));
}
