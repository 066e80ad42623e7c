//! Sign-out: gates close at the call, and the deployment gets the request.

use super::answers::{ADA, NOBODY, catalogue, permissions_of, session_of};
use super::harness::{MINUTE, Session};
use crate::api::Code;
use crate::core::{Answer, Outcome, Reason, Request, SessionEvent, Status, TabMessage};

#[test]
fn gates_close_and_the_token_goes_at_the_call() {
    let mut session = Session::signed_in();
    let logout = session.logout();
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::SignedOut)));
    assert!(!session.can("chat-history"));
    assert!(!session.holds_token());
    assert_eq!(session.sent(), [Request::Logout]);
    assert_eq!(session.tells(), [TabMessage::SignedOut]);
    assert_eq!(session.session_events(), [SessionEvent::SignedOut(Reason::SignedOut)]);
    assert!(session.view().sign_out_pending);
    assert_eq!(session.outcome(logout), None, "the deployment is being told");
}

#[test]
fn it_resolves_once_the_deployment_was_told() {
    let mut session = Session::signed_in();
    let logout = session.logout();
    session.signs_out();
    assert_eq!(session.outcome(logout), Some(Ok(Outcome::Published)));
    assert_eq!(session.tells(), [TabMessage::SignOutOver]);
    assert!(!session.view().sign_out_pending);
    assert_eq!(
        (session.session_events(), session.changes()),
        (vec![], &[][..]),
        "they were told at the call"
    );
    assert_eq!(session.in_flight(), []);
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

#[test]
fn a_second_call_says_nothing_new_to_the_other_tabs() {
    let mut session = Session::signed_in();
    session.logout();
    session.logout();
    assert_eq!((session.tells(), session.sent()), (vec![], vec![]));
}
