//! Events of the public surface: each is fired once, for what has happened, and never for what was only found.

use super::answers::{ADA, ADA_AS_EXPERT, DEACTIVATED, GRACE, NO_SESSION, network, session_of};
use super::harness::{SECOND, Session};
use crate::core::{Reason, SessionEvent};

#[test]
fn how_a_page_is_found_is_no_event_and_what_happens_later_is_one_once() {
    let ended = |reason| vec![SessionEvent::SignedOut(reason)];
    for (found, later, events) in [
        (session_of(ADA), session_of(ADA), vec![]),
        (session_of(ADA), session_of(ADA_AS_EXPERT), vec![]),
        (session_of(ADA), session_of(GRACE), vec![SessionEvent::SignedIn]),
        (session_of(ADA), NO_SESSION, ended(Reason::Ended)),
        (session_of(ADA), DEACTIVATED, ended(Reason::Deactivated)),
        (NO_SESSION, session_of(ADA), vec![SessionEvent::SignedIn]),
        (NO_SESSION, NO_SESSION, vec![]),
        (DEACTIVATED, session_of(ADA), vec![SessionEvent::SignedIn]),
    ] {
        let mut session = Session::started();
        session.reads(found);
        assert_eq!(session.session_events(), []);
        session.refresh();
        session.reads(later.clone());
        assert_eq!(session.session_events(), events);
        session.refresh();
        session.reads(later);
        assert_eq!(session.session_events(), []);
    }
}

#[test]
fn a_sign_out_is_told_even_where_nothing_was_known() {
    let mut session = Session::started();
    session.logout();
    assert_eq!(session.session_events(), [SessionEvent::SignedOut(Reason::SignedOut)]);
    session.signs_out();
    session.reads(NO_SESSION);
    assert_eq!(session.session_events(), []);
}

#[test]
fn features_that_came_are_told_as_they_are_and_those_that_went_as_gone() {
    let mut session = Session::started();
    session.reads(session_of(ADA));
    let came = [("chat-history".to_owned(), Some(true)), ("report-analysis".to_owned(), Some(false))];
    assert_eq!(session.changes(), came);
    session.logout();
    let gone = ["chat-history", "report-analysis"].map(|feature| (feature.to_owned(), None));
    assert_eq!(session.changes(), gone);
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
