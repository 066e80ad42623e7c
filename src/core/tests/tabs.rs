//! The messages between tabs: what a tab broadcasts, and how it handles the messages of other tabs.

use super::answers::{ADA, ADA_AS_EXPERT, DEACTIVATED, GRACE, NO_SESSION, Person, network, session_of};
use super::harness::{MINUTE, Session};
use crate::core::{Broadcast, TabMessage};

#[test]
fn a_change_that_a_read_finds_is_broadcast() {
    let changed = vec![Broadcast::Changed];
    for (before, found, tells) in [
        (session_of(ADA), session_of(ADA), vec![]),
        (session_of(ADA), session_of(ADA_AS_EXPERT), changed.clone()),
        (session_of(ADA), session_of(Person { role: "expert", ..ADA }), changed.clone()),
        (session_of(ADA), NO_SESSION, changed.clone()),
        (session_of(ADA), DEACTIVATED, changed.clone()),
        (session_of(ADA), session_of(GRACE), changed.clone()),
        (NO_SESSION, session_of(GRACE), changed),
        (NO_SESSION, NO_SESSION, vec![]),
    ] {
        let mut session = Session::after_read(before);
        session.focus();
        session.answer_read(found);
        assert_eq!(session.broadcasts(), tells);
    }
    let mut session = Session::signed_in();
    session.logout();
    session.confirm_sign_out();
    session.refresh();
    session.answer_read(session_of(ADA));
    assert_eq!(session.broadcasts(), [Broadcast::Changed]);
}

/// The cookie may be the new user's, so the other tabs must read.
#[test]
fn a_sign_in_without_an_answer_is_broadcast_as_a_change() {
    for begun in [Session::started, || Session::after_read(session_of(ADA))] {
        let mut session = begun();
        session.receive(TabMessage::Changed);
        session.login();
        session.fail_sign_in(network());
        assert_eq!(session.broadcasts(), [Broadcast::Changed]);
    }
    let mut session = Session::after_read(session_of(ADA));
    session.login();
    session.receive(TabMessage::Changed);
    session.fail_sign_in(network());
    session.answer_read(session_of(GRACE));
    assert_eq!(session.broadcasts(), [Broadcast::Changed], "even after a message of another tab");
}

#[test]
fn the_first_read_a_failure_and_a_received_change_are_not_broadcast() {
    let mut session = Session::started();
    session.answer_read(session_of(ADA));
    assert_eq!(session.broadcasts(), []);
    session.refresh();
    session.fail_read(network());
    assert_eq!(session.broadcasts(), []);
    session.hide();
    session.receive(TabMessage::SignedIn);
    session.fetch();
    session.answer_read(session_of(GRACE));
    assert_eq!((session.user(), session.broadcasts()), (Some(2), vec![]));
}

/// No user is shown on the way back from the cache, but other tabs still show Ada.
#[test]
fn another_user_found_after_the_back_forward_cache_is_broadcast() {
    for (found, tells) in [(session_of(GRACE), vec![Broadcast::Changed]), (session_of(ADA), vec![])] {
        let mut session = Session::after_read(session_of(ADA));
        session.enter_cache();
        session.return_from_cache();
        session.answer_read(found);
        assert_eq!(session.broadcasts(), tells);
    }
}

/// A defective page may send thousands of messages.
#[test]
fn many_messages_share_few_reads_and_the_last_is_read_soon() {
    for message in [TabMessage::Changed, TabMessage::SignedIn] {
        let mut session = Session::after_read(session_of(ADA));
        let mut reads = 0;
        for _ in 0..3_000 {
            session.receive(message);
            reads += session.sent().len();
            session.pass_time(1);
            reads += session.sent().len();
        }
        assert!(reads <= 8, "{reads}");
        session.pass_time(1_100);
        session.answer_read(session_of(GRACE));
        assert_eq!(session.user(), Some(GRACE.id));
        session.pass_time(MINUTE);
        session.receive(message);
        session.receive(message);
        assert!(session.is_reading(), "the read after two messages is not held back");
    }
}
