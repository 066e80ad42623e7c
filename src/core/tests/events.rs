//! Events of the public surface: each is fired once, for what has happened, and never for what was only found.

use super::answers::{ADA, ADA_AS_EXPERT, DEACTIVATED, GRACE, NOBODY, network, session_of};
use super::harness::{SECOND, Session};
use crate::core::{Reason, SessionEvent};

#[test]
fn how_a_page_is_found_is_no_event() {
    for answer in [session_of(ADA), NOBODY, DEACTIVATED] {
        let mut session = Session::started();
        session.reads(answer);
        assert_eq!(session.session_events(), []);
    }
}

#[test]
fn a_session_that_appears_is_a_sign_in() {
    let mut session = Session::that_read(NOBODY);
    session.refresh();
    session.reads(session_of(ADA));
    assert_eq!(session.session_events(), [SessionEvent::SignedIn]);
}

#[test]
fn another_user_is_a_sign_in() {
    let mut session = Session::that_read(session_of(ADA));
    session.refresh();
    session.reads(session_of(GRACE));
    assert_eq!(session.session_events(), [SessionEvent::SignedIn]);
}

#[test]
fn another_role_is_no_sign_in() {
    let mut session = Session::that_read(session_of(ADA));
    session.refresh();
    session.reads(session_of(ADA_AS_EXPERT));
    assert_eq!(session.session_events(), []);
}

#[test]
fn an_end_is_told_once_with_its_reason() {
    for (answer, reason) in [(NOBODY, Reason::Ended), (DEACTIVATED, Reason::Deactivated)] {
        let mut session = Session::that_read(session_of(ADA));
        session.refresh();
        session.reads(answer.clone());
        assert_eq!(session.session_events(), [SessionEvent::SignedOut(reason)]);
        session.refresh();
        session.reads(answer);
        assert_eq!(session.session_events(), []);
    }
}

#[test]
fn a_sign_out_is_told_even_where_nothing_was_known() {
    let mut session = Session::started();
    session.logout();
    assert_eq!(session.session_events(), [SessionEvent::SignedOut(Reason::SignedOut)]);
    session.signs_out();
    session.reads(NOBODY);
    assert_eq!(session.session_events(), []);
}

#[test]
fn features_that_went_are_told_as_gone() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    let gone = ["chat-history", "report-analysis"].map(|feature| (feature.to_owned(), None));
    assert_eq!(session.changes(), gone);
}

#[test]
fn features_that_came_are_told_as_they_are() {
    let mut session = Session::that_read(NOBODY);
    session.refresh();
    session.reads(session_of(ADA));
    let came = [("chat-history".to_owned(), Some(true)), ("report-analysis".to_owned(), Some(false))];
    assert_eq!(session.changes(), came);
}

#[test]
fn each_failed_automatic_read_is_told() {
    let mut session = Session::started();
    for _ in 0..3 {
        session.fails_to_read(network());
        assert_eq!(session.session_events(), [SessionEvent::RevalidationFailed(network())]);
        session.passes(10 * SECOND);
    }
}
