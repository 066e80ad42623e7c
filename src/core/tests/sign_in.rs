//! Sign-in with email and password: once, shown at once, confirmed by a read.

use super::answers::{
    ADA, ADA_AS_EXPERT, GRACE, NOBODY, network, session_of, sign_in_of, status, timeout, tokenless_sign_in_of,
};
use super::harness::{HOUR, MINUTE, Session};
use crate::api::{Code, Failure};
use crate::core::{Answer, Outcome, Reason, Request, SessionEvent, Status, TabMessage};

#[test]
fn the_answer_is_shown_at_once_and_confirmed_in_the_background() {
    let mut session = Session::that_read(NOBODY);
    let login = session.login();
    assert_eq!(session.sent(), [Request::Login(login)]);
    session.signs_in(sign_in_of(ADA));
    assert_eq!(session.outcome(login), Some(Ok(Outcome::Published)));
    assert!(session.can("chat-history"));
    assert!(session.view().company.is_some());
    assert!(session.holds_token());
    assert_eq!(session.session_events(), [SessionEvent::SignedIn]);
    assert_eq!(session.tells(), [TabMessage::SignedIn]);
    assert!(!session.under_way(Request::Session).unwrap().bearer, "the cookie is what it looks for");
}

#[test]
fn a_confirmed_sign_in_keeps_token_and_company() {
    let mut session = Session::signed_in();
    assert!(session.holds_token());
    assert!(session.view().company.is_some());
    session.gets_focus();
    session.reads(session_of(ADA_AS_EXPERT));
    assert!(session.view().company.is_some(), "the user is the same");
}

#[test]
fn a_token_that_the_page_discards_is_not_held() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.signs_in(tokenless_sign_in_of(ADA));
    assert!(!session.holds_token());
}

#[test]
fn empty_credentials_are_not_sent() {
    let mut session = Session::that_read(NOBODY);
    let login = session.login_with_empty_password();
    assert_eq!(session.outcome(login), Some(Err(Code::MissingCredentials)));
    assert_eq!(session.sent(), []);
}

#[test]
fn empty_credentials_disturb_no_sign_in_under_way() {
    let mut session = Session::that_read(NOBODY);
    let login = session.login();
    session.login_with_empty_password();
    session.signs_in(sign_in_of(ADA));
    assert_eq!(session.outcome(login), Some(Ok(Outcome::Published)));
}

#[test]
fn a_refusal_changes_nothing_and_is_not_repeated() {
    let refusals = [
        (400, Code::MissingCredentials),
        (401, Code::InvalidCredentials),
        (403, Code::AccountDeactivated),
        (429, Code::RateLimited),
    ];
    for (status, code) in refusals {
        let mut session = Session::that_read(session_of(ADA));
        let login = session.login();
        session.fails_to_sign_in(Failure::answered(code, status));
        assert_eq!(session.outcome(login), Some(Err(code)));
        assert_eq!((session.user(), session.error()), (Some(1), None));
        session.passes(HOUR);
        assert_eq!(session.sent(), []);
        assert_eq!(session.in_flight(), []);
    }
}

/// The user may be signed in all the same: the read tells what the browser kept.
#[test]
fn an_ambiguous_failure_is_followed_by_a_read_and_no_second_try() {
    for failure in [network(), timeout(), status(500), status(503), Failure::invalid(200), status(302)] {
        let mut session = Session::that_read(NOBODY);
        let login = session.login();
        session.fails_to_sign_in(failure);
        assert_eq!(session.outcome(login), Some(Err(failure.code)));
        assert_eq!(session.sent(), [Request::Session], "{failure:?}");
        session.reads(session_of(ADA));
        assert_eq!(session.user(), Some(1));
        session.passes(HOUR);
        assert_eq!(session.in_flight(), []);
    }
}

#[test]
fn a_newer_sign_in_supersedes_an_older_one() {
    let mut session = Session::that_read(NOBODY);
    let older = session.login();
    let request = session.under_way(Request::Login(older)).unwrap();
    let newer = session.login();
    assert_eq!(session.outcome(older), Some(Err(Code::Superseded)));
    assert_eq!(session.given_up(), [request]);
    session.is_answered_late(request.id, Answer::Login(Ok(sign_in_of(ADA))));
    assert_eq!(session.user(), None, "nobody listens to the older one any more");
    session.signs_in(sign_in_of(GRACE));
    assert_eq!(session.outcome(newer), Some(Ok(Outcome::Published)));
    assert_eq!(session.user(), Some(2));
}

#[test]
fn after_a_superseded_sign_in_a_read_tells_what_the_browser_kept() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.login();
    session.fails_to_sign_in(Failure::answered(Code::InvalidCredentials, 401));
    assert_eq!(session.sent(), [Request::Session]);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1));
}

#[test]
fn a_sign_out_supersedes_a_sign_in() {
    let mut session = Session::that_read(NOBODY);
    let login = session.login();
    let request = session.under_way(Request::Login(login)).unwrap();
    session.logout();
    assert_eq!(session.outcome(login), Some(Err(Code::Superseded)));
    session.is_answered_late(request.id, Answer::Login(Ok(sign_in_of(ADA))));
    assert_eq!(session.user(), None);
    session.signs_out();
    assert_eq!(session.sent(), [Request::Session], "the browser may have kept its cookie");
}

#[test]
fn an_aborted_sign_in_is_followed_by_a_read() {
    let mut session = Session::that_read(NOBODY);
    let login = session.login();
    session.aborts(login);
    assert_eq!(session.outcome(login), Some(Err(Code::Aborted)));
    assert_eq!(session.sent(), [Request::Session]);
    assert_eq!(session.given_up().len(), 1);
}

#[test]
fn no_read_is_under_way_beside_a_sign_in() {
    let mut session = Session::that_read(NOBODY);
    let refresh = session.refresh();
    let read = session.under_way(Request::Session).unwrap();
    session.login();
    assert_eq!(session.given_up(), [read]);
    session.passes(MINUTE);
    session.gets_focus();
    session.is_restored();
    session.hears(TabMessage::Changed);
    assert!(!session.is_reading());
    session.fails_to_sign_in(Failure::answered(Code::InvalidCredentials, 401));
    assert!(session.is_reading(), "the read that was given up is owed");
    session.reads(NOBODY);
    assert_eq!(session.outcome(refresh), Some(Ok(Outcome::Published)));
}

#[test]
fn another_user_at_the_confirmation_is_shown_and_the_token_dropped() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(2));
    assert!(!session.holds_token(), "it is Ada's");
    assert_eq!(session.view().company, None, "it is Ada's");
}

#[test]
fn a_deactivation_at_the_confirmation_ends_the_session() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(super::answers::DEACTIVATED);
    assert_eq!(session.reason(), Some(Reason::Deactivated));
    assert!(!session.holds_token());
}

#[test]
fn each_sign_in_is_an_epoch_and_an_event() {
    let mut session = Session::signed_in();
    let epoch = session.epoch();
    session.login();
    session.signs_in(sign_in_of(ADA));
    assert!(session.epoch() > epoch);
    assert_eq!(session.session_events(), [SessionEvent::SignedIn]);
    assert_eq!(session.changes(), []);
}

#[test]
fn nothing_of_the_user_before_is_shown_after_a_sign_in() {
    let mut session = Session::that_read(session_of(ADA));
    session.login();
    session.signs_in(sign_in_of(GRACE));
    assert_eq!((session.user(), session.status()), (Some(2), Status::Authenticated));
    assert_eq!(session.view().user.as_ref().unwrap().role.number(), super::answers::EXPERT);
    assert_eq!(session.changes(), [("report-analysis".to_owned(), Some(true))]);
}
