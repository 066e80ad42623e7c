//! Sign-out: gates close at the call, and nothing that nobody asked for opens them for the same user.

use super::answers::{
    ADA, ADA_AS_EXPERT, DEACTIVATED, GRACE, NOBODY, catalogue, network, permissions_of, session_of,
    sign_in_of, status,
};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use crate::api::{Code, Failure};
use crate::core::{Answer, Event, Notice, Outcome, Policy, Reason, Request, Status, TabMessage};

#[test]
fn gates_close_and_the_token_goes_at_the_call() {
    let mut session = Session::signed_in();
    let logout = session.logout();
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::SignedOut)));
    assert!(!session.can("chat-history"));
    assert!(!session.holds_token());
    assert_eq!(session.sent(), [Request::Logout]);
    assert_eq!(session.tells(), [TabMessage::SignedOut]);
    assert_eq!(session.notices(), [Notice::SignedOut(Reason::SignedOut)]);
    assert_eq!(session.outcome(logout), None, "the deployment is being told");
}

#[test]
fn it_resolves_once_the_deployment_was_told() {
    let mut session = Session::signed_in();
    let logout = session.logout();
    session.signs_out();
    assert_eq!(session.outcome(logout), Some(Ok(Outcome::Published)));
    assert_eq!(session.tells(), [TabMessage::Changed]);
    assert_eq!(session.publications(), [], "it was shown at the call");
    assert_eq!(session.in_flight(), []);
}

#[test]
fn where_the_deployment_could_not_be_told_it_is_unknown() {
    for failure in [network(), status(500), status(404), Failure::invalid(200)] {
        let mut session = Session::signed_in();
        let logout = session.logout();
        session.fails_to_sign_out(failure);
        assert_eq!(session.outcome(logout), Some(Err(failure.code)));
        assert_eq!((session.status(), session.view().error), (Status::Unknown, Some(failure)));
        assert!(!session.can("chat-history"));
        assert!(!session.holds_token());
    }
}

#[test]
fn after_a_failure_reads_go_on_and_open_nothing_for_the_same_user() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.fails_to_sign_out(network());
    session.passes(SECOND);
    session.reads(session_of(ADA));
    assert_eq!((session.status(), session.user()), (Status::Unknown, None));
    session.passes(MINUTE);
    session.gets_focus();
    session.reads(session_of(ADA));
    session.hears(TabMessage::Changed);
    session.reads(session_of(ADA));
    assert_eq!((session.status(), session.user()), (Status::Unknown, None));
}

#[test]
fn after_a_failure_the_answer_may_be_that_it_is_over() {
    let mut session = Session::that_failed_to_sign_out();
    session.shows();
    session.reads(NOBODY);
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::SignedOut)));
    assert_eq!(session.error(), None);
    assert_eq!(session.notices(), [], "the event was at the call");
}

#[test]
fn the_same_user_is_shown_again_once_the_session_was_seen_to_be_over() {
    for over in [NOBODY, DEACTIVATED] {
        let mut session = Session::that_failed_to_sign_out();
        session.shows();
        session.reads(over.clone());
        session.passes(MINUTE);
        session.gets_focus();
        session.reads(session_of(ADA));
        assert_eq!(session.user(), Some(1), "a newer sign-in, after {over:?}");
    }
}

#[test]
fn a_call_to_refresh_shows_whoever_is_signed_in() {
    let mut session = Session::that_failed_to_sign_out();
    session.refresh();
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1));
    assert_eq!(session.notices(), [Notice::SignedIn]);
}

#[test]
fn a_sign_in_window_that_is_gone_shows_nobody_who_has_signed_out() {
    let mut session = Session::that_failed_to_sign_out();
    session.shows();
    let call = session.read();
    session.reads(session_of(ADA));
    assert_eq!((session.status(), session.user()), (Status::Unknown, None));
    assert_eq!(session.outcome(call), Some(Ok(Outcome::Published)));
    session.read();
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(GRACE.id), "whom nobody has signed out");
}

#[test]
fn another_users_session_is_shown() {
    let mut session = Session::that_failed_to_sign_out();
    session.shows();
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(2));
    assert_eq!(session.error(), None);
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
    assert_ne!(session.user(), Some(2), "the deployment said that Grace is signed in no more");
    assert_eq!(session.user(), Some(1));
}

#[test]
fn a_sign_out_before_anything_was_known_hides_anyone() {
    let mut session = Session::started();
    session.logout();
    session.fails_to_sign_out(network());
    session.passes(SECOND);
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), None);
    session.refresh();
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(2));
}

#[test]
fn a_sign_out_that_failed_may_be_called_again() {
    let mut session = Session::that_failed_to_sign_out();
    let again = session.logout();
    assert_eq!(session.sent(), [Request::Logout]);
    session.fails_to_sign_out(network());
    session.shows();
    session.passes(MINUTE);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), None, "it is still about her");
    assert_eq!(session.outcome(again), Some(Err(Code::Network)));
    let at_last = session.logout();
    session.signs_out();
    assert_eq!(session.outcome(at_last), Some(Ok(Outcome::Published)));
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::SignedOut)));
    assert_eq!(session.error(), None);
}

#[test]
fn calls_share_the_sign_out_that_is_under_way() {
    let mut session = Session::signed_in();
    let calls = [session.logout(), session.logout()];
    assert_eq!(session.in_flight().len(), 1);
    session.signs_out();
    for call in calls {
        assert_eq!(session.outcome(call), Some(Ok(Outcome::Published)));
    }
}

#[test]
fn a_sign_out_is_not_repeated_by_itself() {
    let mut session = Session::signed_in();
    session.logout();
    session.fails_to_sign_out(network());
    session.passes(SECOND);
    session.reads(NOBODY);
    session.passes(HOUR);
    assert_eq!(session.in_flight(), []);
}

#[test]
fn a_read_under_way_is_given_up_and_made_up_for() {
    let mut session = Session::that_read(session_of(ADA));
    let refresh = session.refresh();
    let read = session.under_way(Request::Session).unwrap();
    session.logout();
    assert_eq!(session.given_up(), [read]);
    session.is_answered_late(read.id, Answer::Session(Ok(session_of(ADA))));
    assert_eq!(session.user(), None);
    session.gets_focus();
    session.is_restored();
    assert!(!session.is_reading(), "not beside the sign-out");
    session.signs_out();
    assert_eq!(session.sent(), [Request::Session], "a late answer may have set the cookie again");
    session.reads(NOBODY);
    assert_eq!(session.outcome(refresh), Some(Ok(Outcome::Published)));
}

/// Whatever the failure: the browser may have kept what came of it.
#[test]
fn what_was_given_up_for_a_sign_out_that_failed_is_made_up_for() {
    let given_up: [fn(&mut Session); 2] = [Session::gets_focus, |session| {
        session.login();
    }];
    for begins in given_up {
        let mut session = Session::that_read(session_of(ADA));
        begins(&mut session);
        session.logout();
        session.fails_to_sign_out(status(404));
        session.passes(5 * SECOND);
        assert!(session.is_reading());
    }
}

#[test]
fn what_was_asked_for_the_one_who_signed_out_is_given_up() {
    let mut session = Session::that_read(session_of(ADA));
    let calls = [session.refresh_permissions(), session.roles()];
    let requests = session.in_flight().to_vec();
    session.logout();
    assert_eq!(session.given_up(), requests);
    for call in calls {
        assert_eq!(session.outcome(call), Some(Err(Code::Superseded)));
    }
    session.is_answered_late(requests[0].id, Answer::Permissions(Ok(permissions_of(ADA))));
    session.is_answered_late(requests[1].id, Answer::Roles(Ok(catalogue())));
    assert!(!session.can("chat-history"));
    assert_eq!(session.view().roles, None);
}

#[test]
fn the_pages_own_requests_go_on() {
    let mut session = Session::that_read(session_of(ADA));
    let fetch = session.fetch();
    session.logout();
    session.gets_response(fetch, 200);
    assert_eq!(session.outcome(fetch), Some(Ok(Outcome::Response)));
}

#[test]
fn a_newer_sign_in_supersedes_a_sign_out() {
    let mut session = Session::that_read(session_of(ADA));
    let logout = session.logout();
    let request = session.under_way(Request::Logout).unwrap();
    session.login();
    assert_eq!(session.outcome(logout), Some(Err(Code::Superseded)));
    assert_eq!(session.given_up(), [request]);
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1));
    session.is_answered_late(request.id, Answer::Logout(Err(network())));
    assert_eq!(session.user(), Some(1), "nobody listens to it any more");
}

#[test]
fn after_a_newer_sign_in_a_sign_out_that_failed_hides_nothing() {
    let mut session = Session::that_failed_to_sign_out();
    session.shows();
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA_AS_EXPERT));
    assert!(session.can("report-analysis"), "her role was changed meanwhile");
}

#[test]
fn a_sign_out_that_a_refused_sign_in_superseded_still_hides_its_user() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.login();
    session.fails_to_sign_in(Failure::answered(Code::InvalidCredentials, 401));
    assert_eq!(session.sent(), [Request::Session], "nobody knows whether it was told");
    session.reads(session_of(ADA));
    assert_eq!(session.user(), None);
}

#[test]
fn after_a_sign_out_that_was_told_a_later_session_is_shown() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.signs_out();
    session.passes(MINUTE);
    session.gets_focus();
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1), "signed in by the identity provider, elsewhere");
}

#[test]
fn a_sign_out_begins_an_epoch() {
    let mut session = Session::that_read(session_of(ADA));
    let epoch = session.epoch();
    session.logout();
    assert!(session.epoch() > epoch);
}

/// The WebAssembly may be lost before it could tell the deployment; the next try begins with that.
#[test]
fn a_session_that_begins_after_an_untold_sign_out_shows_nobody_until_it_is_asked() {
    let mut session = Session::new(Policy::default());
    session.happens(Event::Started { initial: None, sign_out_pending: true });
    session.reads(session_of(ADA));
    assert_eq!((session.status(), session.user()), (Status::Unknown, None));
    session.refresh();
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(ADA.id));
}
