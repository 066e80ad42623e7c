//! What a tab tells the others, and what it makes of their messages.

use super::answers::{ADA, ADA_AS_EXPERT, DEACTIVATED, GRACE, NO_SESSION, Person, network, session_of};
use super::harness::{MINUTE, Session};
use crate::core::{Broadcast, TabMessage};

#[test]
fn a_change_that_a_tab_finds_is_told() {
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
        let mut session = Session::that_read(before);
        session.gets_focus();
        session.reads(found);
        assert_eq!(session.broadcasts(), tells);
    }
    let mut session = Session::signed_in();
    session.logout();
    session.signs_out();
    session.refresh();
    session.reads(session_of(ADA));
    assert_eq!(session.broadcasts(), [Broadcast::Changed]);
}

/// The cookie may be the new user's: a tab that shows another is to look.
#[test]
fn a_sign_in_that_loses_its_answer_is_broadcast() {
    for begun in [Session::started, || Session::that_read(session_of(ADA))] {
        let mut session = begun();
        session.receives(TabMessage::Changed);
        session.login();
        session.fails_to_sign_in(network());
        assert_eq!(session.broadcasts(), [Broadcast::Changed]);
    }
    let mut session = Session::that_read(session_of(ADA));
    session.login();
    session.receives(TabMessage::Changed);
    session.fails_to_sign_in(network());
    session.reads(session_of(GRACE));
    assert_eq!(session.broadcasts(), [Broadcast::Changed], "whatever another tab has found before");
}

#[test]
fn what_a_page_finds_on_loading_what_fails_and_what_it_received_are_not_broadcast() {
    let mut session = Session::started();
    session.reads(session_of(ADA));
    assert_eq!(session.broadcasts(), []);
    session.refresh();
    session.fails_to_read(network());
    assert_eq!(session.broadcasts(), []);
    session.hides();
    session.receives(TabMessage::SignedIn);
    session.fetch();
    session.reads(session_of(GRACE));
    assert_eq!((session.user(), session.broadcasts()), (Some(2), vec![]));
}

/// No user is shown on the way back from the cache; the tabs that show Ada must still hear of Grace.
#[test]
fn another_user_who_is_found_on_a_return_is_broadcast_to_the_other_tabs_too() {
    for (found, tells) in [(session_of(GRACE), vec![Broadcast::Changed]), (session_of(ADA), vec![])] {
        let mut session = Session::that_read(session_of(ADA));
        session.is_cached();
        session.is_restored();
        session.reads(found);
        assert_eq!(session.broadcasts(), tells);
    }
}

/// A page with a fault may send thousands.
#[test]
fn messages_that_keep_coming_share_reads_and_the_last_of_them_is_answered_soon() {
    for message in [TabMessage::Changed, TabMessage::SignedIn] {
        let mut session = Session::that_read(session_of(ADA));
        let mut reads = 0;
        for _ in 0..3_000 {
            session.receives(message);
            reads += session.sent().len();
            session.passes(1);
            reads += session.sent().len();
        }
        assert!(reads <= 8, "{reads}");
        session.passes(1_100);
        session.reads(session_of(GRACE));
        assert_eq!(session.user(), Some(GRACE.id));
        session.passes(MINUTE);
        session.receives(message);
        session.receives(message);
        assert!(session.is_reading(), "two of them wait for nothing");
    }
}
